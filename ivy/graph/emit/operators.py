"""Operators of Python, which mean the same on the arrays of every framework."""

from __future__ import annotations

from typing import Any

from ivy.graph.emit.calls import Call, NoLine, Operator, applied
from ivy.graph.emit.text import AND, ATOM, COMPARE, OR, PLUS, SHIFT, TIMES, UNARY, XOR, Expr


def _logical(call: Call) -> Expr:
    """Print an operator that is a logical operation on booleans only."""
    if any(getattr(call.get(key), "dtype", "bool") != "bool" for key in call.given):
        raise NoLine(f"{call.op}: arrays that are not boolean")
    bitwise = {"logical_and": "bitwise_and", "logical_or": "bitwise_or"}
    return applied(OPERATORS[bitwise.get(call.op, "bitwise_invert")], call)


def _matmul(call: Call) -> Expr:
    """Print `x1 @ x2`, either of them transposed perhaps."""
    first, second = (
        call.text(x, ATOM) + ".mT" if call.known(flag) else call.text(x, level)
        for x, flag, level in (("x1", "transpose_a", TIMES), ("x2", "transpose_b", TIMES + 1))
    )
    return Expr(f"{first} @ {second}", TIMES)


OPERATORS: dict[str, Any] = {
    "add": Operator("+", PLUS),
    "subtract": Operator("-", PLUS),
    "multiply": Operator("*", TIMES),
    "divide": Operator("/", TIMES),
    "matmul": _matmul,
    "floor_divide": Operator("//", TIMES),
    "remainder": Operator("%", TIMES),
    "negative": Operator("-", UNARY, unary=True),
    "bitwise_and": Operator("&", AND),
    "bitwise_or": Operator("|", OR),
    "bitwise_xor": Operator("^", XOR),
    "bitwise_left_shift": Operator("<<", SHIFT),
    "bitwise_right_shift": Operator(">>", SHIFT),
    "bitwise_invert": Operator("~", UNARY, unary=True),
    **dict.fromkeys(("logical_and", "logical_or", "logical_not"), _logical),
    "equal": Operator("==", COMPARE),
    "not_equal": Operator("!=", COMPARE),
    "less": Operator("<", COMPARE),
    "less_equal": Operator("<=", COMPARE),
    "greater": Operator(">", COMPARE),
    "greater_equal": Operator(">=", COMPARE),
    "host_add": Operator("+", PLUS),
    "host_subtract": Operator("-", PLUS),
    "host_multiply": Operator("*", TIMES),
    "host_floor_divide": Operator("//", TIMES),
    "host_divide": Operator("/", TIMES),
    "host_remainder": Operator("%", TIMES),
    "host_negative": Operator("-", UNARY, unary=True),
    "host_maximum": "max({x1}, {x2})",
    "host_minimum": "min({x1}, {x2})",
    "host_item": "{x1.}[{x2}]",
}

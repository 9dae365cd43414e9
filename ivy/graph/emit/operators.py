"""Operators of Python, which mean the same on the arrays of every framework."""

from __future__ import annotations

from typing import Any

from ivy.graph.emit.calls import Call, NoLine, Operator
from ivy.graph.emit.text import AND, COMPARE, OR, PLUS, SHIFT, TIMES, UNARY, XOR, Expr

OPERATORS = {
    "add": Operator("+", PLUS),
    "subtract": Operator("-", PLUS),
    "multiply": Operator("*", TIMES),
    "divide": Operator("/", TIMES),
    "matmul": Operator("@", TIMES),
    "floor_divide": Operator("//", TIMES),
    "remainder": Operator("%", TIMES),
    "negative": Operator("-", UNARY, unary=True),
    "bitwise_and": Operator("&", AND),
    "bitwise_or": Operator("|", OR),
    "bitwise_xor": Operator("^", XOR),
    "bitwise_left_shift": Operator("<<", SHIFT),
    "bitwise_right_shift": Operator(">>", SHIFT),
    "bitwise_invert": Operator("~", UNARY, unary=True),
    "logical_and": Operator("&", AND),
    "logical_or": Operator("|", OR),
    "logical_not": Operator("~", UNARY, unary=True),
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


def on_booleans(operators: dict[str, Any]) -> dict[str, Any]:
    """Return the operators with a check: `&` is a logical operation on booleans only."""

    def checked(name: str) -> Any:
        def line(call: Call) -> Any:
            given = [call.get(key) for key in call.given]
            if any(getattr(x, "dtype", "bool") != "bool" for x in given):
                raise NoLine(f"{name}: arrays that are not boolean")
            texts = [call.text(key, operators[name].level + 1) for key in call.given]
            sign = operators[name].sign
            if operators[name].unary:
                return Expr(sign + texts[0], UNARY)
            return Expr(f" {sign} ".join(texts), operators[name].level)

        return line

    return operators | {n: checked(n) for n in ("logical_and", "logical_or", "logical_not")}

"""Branches and loops: the target's own constructs, with the graphs inside as functions."""

from __future__ import annotations

from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.text import ATOM, LOOSE, Expr
from ivy.graph.ir import Value


def _test(call: Call) -> str:
    """Return the condition of a branch, which is one truth value."""
    cond = call.get("cond")
    if not isinstance(cond, Value):
        raise NoLine(f"{call.op}: a condition that is not an array")
    text = call.of(cond)
    if cond.shape not in ((), None):
        raise NoLine(f"{call.op}: a condition of several values")
    return text.text if cond.dtype in ("bool", None) else f"{text.at(ATOM)} != 0"


def _if_else(call: Call) -> Expr:
    test = _test(call)
    given = [call.body.variable(x).text for x in call.get("vars")]
    yes, no = call.text("body_fn"), call.text("orelse_fn")
    if call.target == "jax":
        return Expr(f"lax.cond({', '.join([test, yes, no, *given])})")
    called = [f"{name}({', '.join(given)})" for name in (yes, no)]
    if call.target == "tensorflow":
        # A branch without operands is a function already.
        branches = [f"lambda: {x}" for x in called] if given else [yes, no]
        return Expr(f"tf.cond({test}, {', '.join(branches)})")
    return Expr(f"{called[0]} if {test} else {called[1]}", LOOSE)


def _while_loop(call: Call) -> Expr:
    given = ", ".join(call.text(name) for name in ("test_fn", "body_fn", "vars"))
    if call.target == "tensorflow":
        return Expr(f"tf.while_loop({given})")
    call.use("while_loop")
    return Expr(f"while_loop({given})")


def _scan(call: Call) -> Expr:
    names = ("body", "constants", "carried", "xs", "length")
    parts = [call.text(name) for name in names]
    if call.target == "tensorflow":
        results = call.get("body").outputs[len(call.get("carried")) :]
        if any(value.dtype is None for value in results):
            raise NoLine("scan: results whose dtype is not known")
        listed = ", ".join(call.dtype(value.dtype).text for value in results)
        parts.append(f"({listed}{',' if len(results) == 1 else ''})")
    if call.known("reverse"):
        parts.append("reverse=True")
    call.use("scan")
    return Expr(f"scan({', '.join(parts)})")


def _with_gradient(call: Call) -> Expr:
    function, gradient = call.text("function"), call.text("gradient")
    xs = [call.body.variable(x).text for x in call.get("xs")]
    if call.target == "numpy":  # which has none
        return Expr(f"{function}({', '.join(xs)})")
    call.use("with_gradient")
    return Expr(f"with_gradient({function}, {gradient}, [{', '.join(xs)}])")


LINES = {
    "with_gradient": _with_gradient,
    "if_else": _if_else,
    "while_loop": _while_loop,
    "scan": _scan,
}

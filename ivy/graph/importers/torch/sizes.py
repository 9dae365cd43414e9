"""Rules for numbers that are known when a program runs: sizes, and arithmetic with them."""

from __future__ import annotations

from ivy.graph.importers.torch.values import product, shape_of, size_of
from ivy.graph.rules import Unsupported, called, table, transpile_rule

_OPERATIONS = {
    "add": "host_add",
    "sub": "host_subtract",
    "mul": "host_multiply",
    "floordiv": "host_floor_divide",
    "truediv": "host_divide",
    "mod": "host_remainder",
    "sym_max": "host_maximum",
    "sym_min": "host_minimum",
}
table("torch", called, {f"python.{name}": op for name, op in _OPERATIONS.items()})


@transpile_rule("torch", "aten.sym_size.int", "aten.sym_size")
def _sym_size(build, x, axis):
    return size_of(build, x, axis)


@transpile_rule("torch", "python.sym_float")
def _float(build, x):
    return build.host_multiply(x, 1.0)


@transpile_rule("torch", "python.neg")
def _negative(build, x):
    return build.host_negative(x)


@transpile_rule("torch", "aten.sym_numel")
def _sym_numel(build, x):
    return product(build, shape_of(build, x))


@transpile_rule("torch", "aten.item", "aten._local_scalar_dense")
def _item(build, x):
    msg = "a number that depends on the values of an array"
    raise Unsupported(f"{msg} (compute with arrays, or give it as a number)")

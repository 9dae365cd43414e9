"""Functions of `jax.nn` and `jax.numpy` that are one operation of ivy, found before they are read.

`jit:name` rules are for those JAX traces as a call of that name. They return NotImplemented for
what they do not cover, which is then read equation by equation.
"""

from __future__ import annotations

from typing import Any

from jax._src.core import subjaxprs  # JAX 0.8 has it nowhere else

from ivy.graph.importers.jax.build import JaxBuilder, Number
from ivy.graph.importers.jax.shapes import array
from ivy.graph.ir import Value
from ivy.graph.rules import Rule, alike, table, transpile_rule


def _floating(build: JaxBuilder) -> bool:
    return all(str(x.dtype).startswith(("float", "bfloat")) for x in build.operands[:1])


def _composite(function: Rule, names: dict[str, str]) -> None:
    table("jax", function, {f"jit:{name}": op for name, op in names.items()})


def _unary(build, *xs, op):
    if len(xs) != 1 or not _floating(build):
        return NotImplemented
    return getattr(build, op)(array(build, xs[0]))


_composite(_unary, alike("relu relu6 silu selu mish sigmoid"))
_composite(_unary, {"soft_sign": "softsign", "log_sigmoid": "logsigmoid"})
_composite(_unary, {"hard_tanh": "hardtanh", "hard_silu": "hardswish"})


def _with_alpha(build, x, *more, op):
    if len(more) > 1 or not _floating(build) or not isinstance(x, Value):
        return NotImplemented
    if not all(isinstance(number, Number) for number in more):
        return NotImplemented
    # What a caller leaves to its default is not an operand.
    default = {"elu": 1.0, "leaky_relu": 0.01}[op]
    return getattr(build, op)(x, alpha=more[0].value if more else default)


_composite(_with_alpha, alike("elu leaky_relu"))


def _binary(build, *xs, op):
    values = [x for x in xs if isinstance(x, Value)]
    # A number beside an array has the dtype of the array, whatever it says.
    if len(xs) != 2 or {str(x.dtype) for x in values} != {str(build.avals[0].dtype)}:
        return NotImplemented
    return getattr(build, op)(*(x.value if isinstance(x, Number) else x for x in xs))


_composite(_binary, alike("logaddexp remainder floor_divide gcd lcm"))


@transpile_rule("jax", "jit:searchsorted", "jit:_searchsorted_scan_impl")
def _searchsorted(build, *xs):
    """Read a binary search, which JAX writes as a loop over numbers without a sign."""
    aval, (rows, wanted) = build.avals[0], build.operands
    found = primitives(build.eqn.params["jaxpr"].jaxpr)
    compared = found & {"le_to", "lt_to"}
    counts = "reduce_sum" in found  # what is less, of all: no search
    if rows.ndim != 1 or wanted.shape != aval.shape or len(compared) != 1 or counts:
        return NotImplemented
    side = "left" if compared == {"le_to"} else "right"
    return build.astype(build.searchsorted(*(array(build, x) for x in xs), side), str(aval.dtype))


def primitives(jaxpr: Any) -> set[str]:
    """Return the names of all primitives in a jaxpr and in those inside of it."""
    found = {eqn.primitive.name for eqn in jaxpr.eqns}
    return found.union(*map(primitives, subjaxprs(jaxpr)))


@transpile_rule("jax", "jit:log_softmax")
def _log_softmax(build, *xs):
    if len(xs) != 1 or not _floating(build):
        return NotImplemented
    eqns = build.eqn.params["jaxpr"].jaxpr.eqns
    axes: Any = next((e.params["axes"] for e in eqns if e.primitive.name == "reduce_max"), ())
    if len(axes) != 1:
        return NotImplemented
    return build.log_softmax(array(build, xs[0]), axis=int(axes[0]))


@transpile_rule("jax", "jit:_one_hot")
def _one_hot(build, *xs):
    eqns = build.eqn.params["jaxpr"].jaxpr.eqns
    found = [e for e in eqns if e.primitive.name == "iota"]
    aval = build.avals[0]
    counts = str(build.operands[0].dtype).startswith(("int", "uint"))
    if len(xs) != 1 or len(found) != 1 or not counts:
        return NotImplemented
    axis = found[0].params["dimension"]
    if str(aval.shape[axis]) != str(found[0].params["shape"][axis]):
        return NotImplemented
    last = axis == len(aval.shape) - 1
    how = {} if last else {"axis": axis}
    x = array(build, xs[0])
    return build.one_hot(x, build.dim(aval.shape[axis]), dtype=str(aval.dtype), **how)

"""Functions with gradients of their own, `jax.custom_vjp` and `jax.custom_jvp`, in operations.

What `bwd` does to a gradient is mostly a matrix. Its transpose, applied to `x - stop_gradient(x)`,
is a zero that has this gradient, and is added to the result. Whatever else it does becomes a graph
beside that of the function.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax.extend.core import ClosedJaxpr, Jaxpr, Literal, jaxpr_as_fun


def with_gradient(eqn: Any) -> Any:
    """Return the jaxpr of a call that has its gradient; None if that is not linear.

    Its arguments are the operands of the equation.
    """
    names = list(dict.fromkeys(x for x in eqn.invars if not isinstance(x, Literal)))
    known = eqn.params["call_jaxpr"].jaxpr.debug_info.with_unknown_names()
    call = jaxpr_as_fun(ClosedJaxpr(Jaxpr((), names, eqn.outvars, [eqn], debug_info=known), ()))
    places = [eqn.invars.index(x) for x in names]

    def run(floating: list[Any], operands: tuple[Any, ...]) -> Any:
        rest = iter(floating)
        results = call(*(next(rest) if _is_floating(operands[i]) else operands[i] for i in places))
        return [x for x in results if _is_floating(x)], results

    def function(*operands: Any) -> list[Any]:
        given = [operands[i] for i in places if _is_floating(operands[i])]
        fixed = [jax.lax.stop_gradient(x) for x in given]
        values, backward, results = jax.vjp(lambda xs: run(xs, operands), fixed, has_aux=True)
        moves = [x - y for x, y in zip(given, fixed, strict=True)]
        zeros = iter(jax.linear_transpose(backward, values)((moves,))[0])
        # A zero is NaN beside infinite slopes.
        pairs = [(x, next(zeros) if _is_floating(x) else None) for x in results]
        return [x if z is None else jnp.where(z == 0, x + z, x) for x, z in pairs]

    avals = [x.aval for x in eqn.invars]
    types = [jax.ShapeDtypeStruct(a.shape, a.dtype, weak_type=a.weak_type) for a in avals]
    try:
        return jax.make_jaxpr(function)(*types)
    except Exception:  # whatever says that there is no transpose
        return None


def function_and_gradient(eqn: Any) -> tuple[list[Any], Any, Any] | None:
    """Return the operands of a call with its jaxpr and that of its gradient.

    The latter takes the operands and the gradient of the result. Returns None where it is no
    function of floating arrays with one result.
    """
    names = list(dict.fromkeys(x for x in eqn.invars if not isinstance(x, Literal)))
    if len(eqn.outvars) != 1 or not all(_is_floating(x.aval) for x in (*names, *eqn.outvars)):
        return None
    known = eqn.params["call_jaxpr"].jaxpr.debug_info.with_unknown_names()
    call = jaxpr_as_fun(ClosedJaxpr(Jaxpr((), names, eqn.outvars, [eqn], debug_info=known), ()))
    plain = jaxpr_as_fun(eqn.params["call_jaxpr"])

    def function(*xs: Any) -> Any:
        given = dict(zip(names, xs, strict=True))
        return plain(*(x.val if isinstance(x, Literal) else given[x] for x in eqn.invars))

    def gradient(*xs: Any) -> Any:
        *operands, upstream = xs
        return jax.vjp(lambda *xs: call(*xs)[0], *operands)[1](upstream)

    types = [jax.ShapeDtypeStruct(x.aval.shape, x.aval.dtype) for x in (*names, *eqn.outvars)]
    return names, jax.make_jaxpr(function)(*types[:-1]), jax.make_jaxpr(gradient)(*types)


def _is_floating(x: Any) -> bool:
    return bool(jnp.issubdtype(x.dtype, jnp.inexact))

"""Functions that JAX traces without a call of their own, found again among the equations.

A template traces the function for the operand at hand and compares equation by equation: what is
found is exactly what the function does.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from typing import Any

import jax
from jax._src.interpreters.partial_eval import dce_jaxpr
from jax.extend.core import Literal

Form = tuple[Callable[[Any], Any], str, dict[str, Any]]
"""A function of one array, the operation of ivy that it is, and that operation's arguments."""


def _softmax(eqn: Any) -> Iterator[Form]:
    axes = eqn.params["axes"]
    if len(axes) == 1:
        yield functools.partial(jax.nn.softmax, axis=axes[0]), "softmax", {"axis": int(axes[0])}


def _tanh_gelu(eqn: Any) -> Iterator[Form]:
    if eqn.params["y"] == 3:
        yield jax.nn.gelu, "gelu", {"approximate": True}


def _gelu(eqn: Any) -> Iterator[Form]:
    yield functools.partial(jax.nn.gelu, approximate=False), "gelu", {}


FORMS: dict[str, Callable[[Any], Iterator[Form]]] = {
    "reduce_max": _softmax,
    "integer_pow": _tanh_gelu,
    "neg": _gelu,
    "mul": _gelu,
}
"""The first primitive of a function -> what it may be."""


def composite(reader: Any, jaxpr: Any, position: int) -> int:
    """Read the equations of one function at once; return how many they are, 0 if there is none."""
    eqn = jaxpr.eqns[position]
    for form in FORMS.get(eqn.primitive.name, lambda eqn: iter(()))(eqn):
        function, op, kwargs = form
        for operand in eqn.invars:
            if isinstance(operand, Literal) or operand.aval.dtype.kind != "f":
                continue
            reference = _traced(function, operand.aval)
            if reference is not None and _matches(reference, jaxpr, position, operand):
                x = reader.value(reader.atom(operand))
                last = jaxpr.eqns[position + len(reference.eqns) - 1].outvars[0]
                result = getattr(reader.build, op)(x, **kwargs)
                reader.define(last, result)
                return len(reference.eqns)
    return 0


_REFERENCES: dict[Any, Any] = {}


def _traced(function: Callable[[Any], Any], aval: Any) -> Any:
    """Return the jaxpr of a function of one array; None where JAX refuses."""
    options = getattr(function, "keywords", {})
    name = getattr(function, "func", function).__name__
    key = (name, tuple(options.items()), str(aval))
    if key not in _REFERENCES:
        try:
            closed = jax.make_jaxpr(function)(jax.ShapeDtypeStruct(aval.shape, aval.dtype))
        except (TypeError, ValueError):
            _REFERENCES[key] = None
        else:
            _REFERENCES[key] = dce_jaxpr(closed.jaxpr, [True], instantiate=True)[0]
    return _REFERENCES[key]


def _matches(reference: Any, jaxpr: Any, position: int, operand: Any) -> bool:
    count = len(reference.eqns)
    found = jaxpr.eqns[position : position + count]
    if len(found) != count or count < 2:
        return False
    same = {reference.invars[0]: operand}
    for one, other in zip(reference.eqns, found, strict=True):
        if one.primitive is not other.primitive or _text(one.params) != _text(other.params):
            return False
        if not all(_same(x, y, same) for x, y in zip(one.invars, other.invars, strict=True)):
            return False
        same.update(zip(one.outvars, other.outvars, strict=True))
    inner = {var for eqn in found[:-1] for var in eqn.outvars}
    return same.get(reference.outvars[0]) is found[-1].outvars[0] and not _used(
        inner, jaxpr, position + count
    )


def _text(params: dict[str, Any]) -> str:
    """Return parameters as text, the same for whole numbers of NumPy and of Python."""
    return re.sub(r"np\.int\d+\((-?\d+)\)", r"\1", str(params))


def _same(one: Any, other: Any, same: dict[Any, Any]) -> bool:
    if isinstance(one, Literal):
        return isinstance(other, Literal) and str(one) == str(other)
    return not isinstance(other, Literal) and same.get(one) is other


def _used(variables: set[Any], jaxpr: Any, start: int) -> bool:
    later = [var for eqn in jaxpr.eqns[start:] for var in eqn.invars]
    names = (var for var in (*later, *jaxpr.outvars) if not isinstance(var, Literal))
    return any(var in variables for var in names)

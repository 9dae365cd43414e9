"""Primitives that others of JAX express: their rules trace such a function and read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax

from ivy.graph.importers.jax.build import JaxBuilder
from ivy.graph.rules import Rule, transpile_rule


def read_function(build: JaxBuilder, function: Callable[..., Any], *operands: Any) -> list[Any]:
    """Add the nodes of a function of JAX for these operands, and return its results."""
    eqn, line, first = build.eqn, build.source, len(build.graph.nodes)
    types = [jax.ShapeDtypeStruct(_shape(build, x), jax.numpy.dtype(x.dtype)) for x in operands]
    closed = jax.make_jaxpr(function)(*types)
    results = build.reader.read(closed.jaxpr, closed.consts, operands)
    for node in build.graph.nodes[first:]:
        node.source = line
    build.eqn, build.source = eqn, line
    return results


def _shape(build: JaxBuilder, x: Any) -> tuple[Any, ...]:
    return build.shape_of(x) if hasattr(x, "name") else getattr(x, "shape", ())


def written_out(*names: str) -> Callable[[Rule], Rule]:
    """Return a decorator that makes a function of JAX's arrays the rule for primitives."""

    def register(function: Rule) -> Rule:
        @transpile_rule("jax", *names)
        def rule(build, *operands, **params):
            return read_function(build, lambda *xs: function(*xs, **params), *operands)

        return function

    return register


def elementwise_of(closed: Any, axes: int) -> Callable[..., Any]:
    """Return a function of arrays of so many axes that applies a jaxpr of numbers to each."""
    function: Callable[..., Any] = jax.extend.core.jaxpr_as_fun(closed)
    for _ in range(axes):
        function = jax.vmap(function)
    return function


@written_out("empty2")
def _empty(dtype, memory_space):
    return jax.numpy.zeros((), dtype)

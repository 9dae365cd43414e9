"""Rules for branches and loops, and for the programs that torch puts inside of programs."""

from __future__ import annotations

from typing import Any

import torch

from ivy.graph.importers.torch.values import TorchBuilder, size_of
from ivy.graph.ir import Graph, Value
from ivy.graph.rules import Unsupported, transpile_rule


def inner_graph(importer: Any, module: Any, given: Any, name: str) -> Graph:
    """Return a program inside of a program as a graph of its own."""
    from ivy.graph.importers.torch import known_shape, live_nodes
    from ivy.graph.importers.torch.values import dtype_name

    outer_graph, outer_build = importer.graph, importer.build
    graph = Graph(name=name, source="torch")
    graph.training = outer_graph.training
    build = TorchBuilder(graph)
    build.modes = outer_build.modes
    importer.graph, importer.build = graph, build
    importer.translation.build = build
    arguments = []
    try:
        live = live_nodes(module.graph)
        values = iter(given)
        for node in module.graph.nodes:
            if node.op == "placeholder":
                outer = next(values)
                meta = node.meta.get("val")
                value = (
                    build.value("x", known_shape(meta), dtype_name(meta.dtype))
                    if hasattr(meta, "dtype")
                    else build.value(
                        "x", getattr(outer, "shape", None), getattr(outer, "dtype", None)
                    )
                )
                importer.values[node] = value
                arguments.append(value)
            elif node.op == "output":
                results = importer.argument(node.args[0])
                graph.outputs = results if isinstance(results, tuple) else (results,)
            elif node in live:
                importer.values[node] = importer.translate(node, module)
    finally:
        importer.graph, importer.build = outer_graph, outer_build
        importer.translation.build = outer_build
    graph.args = tuple(arguments)
    return graph


@transpile_rule("torch", "higher_order.cond")
def _cond(build, condition, yes, no, given=(), *, importer):
    expected = build.expected
    if isinstance(condition, Value) and condition.dtype not in (None, "bool"):
        condition = build.astype(condition, "bool")
    branches = [inner_graph(importer, m, given, n) for m, n in ((yes, "yes"), (no, "no"))]
    return build.several(len(expected), "if_else", condition, *branches, tuple(given))


@transpile_rule("torch", "higher_order.while_loop")
def _while_loop(build, test, body, carried, extra=(), *, importer):
    given = (*carried, *extra)
    tests = inner_graph(importer, test, given, "test")
    tests.outputs = tests.outputs[0]
    steps = inner_graph(importer, body, given, "body")
    # What the body only reads is carried along unchanged.
    steps.outputs = (*steps.outputs, *steps.args[len(carried) :])
    return build.several(len(given), "while_loop", tests, steps, given)[: len(carried)]


@transpile_rule("torch", "higher_order.scan")
def _scan(build, step, carried, xs, extra=(), *, importer):
    body = inner_graph(importer, step, (*carried, *xs, *extra), "body")
    own = len(carried) + len(xs)
    body.args = (*body.args[own:], *body.args[:own])
    given = tuple(extra), tuple(carried), tuple(xs)
    return build.several(len(build.expected), "scan", body, *given, size_of(build, xs[0], 0))


@transpile_rule("torch", "higher_order.wrap_with_set_grad_enabled")
def _set_grad_enabled(build, enabled, module, *given, importer):
    results = inlined(importer, module, given)
    if enabled:
        return results
    floating = ("float16", "bfloat16", "float32", "float64")
    return tuple(
        build.stop_gradient(x) if isinstance(x, Value) and x.dtype in floating else x
        for x in results
    )


@transpile_rule("torch", "higher_order.wrap_with_autocast")
def _autocast(build, device, dtype, enabled, cache, module, *given, importer):
    before, importer.casts = importer.casts, bool(enabled)
    try:
        return inlined(importer, module, given)
    finally:
        importer.casts = before


@transpile_rule("torch", "higher_order.with_effects")
def _with_effects(build, token, op, *given, importer, is_matrix=True):
    if op is not torch.ops.aten._linalg_check_errors.default:
        raise Unsupported(str(op))
    return token, None


def inlined(importer: Any, module: Any, given: Any) -> tuple[Any, ...]:
    """Translate a program inside of a program in its place, and return its results."""
    from ivy.graph.importers.torch import live_nodes

    values = iter(given)
    live = live_nodes(module.graph)
    for node in module.graph.nodes:
        if node.op == "placeholder":
            importer.values[node] = next(values)
        elif node.op == "output":
            results = importer.argument(node.args[0])
            return results if isinstance(results, tuple) else (results,)
        elif node in live:
            importer.values[node] = importer.translate(node, module)
    return ()

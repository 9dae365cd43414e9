"""Rules for JAX's loops and branches: their bodies are graphs inside of nodes."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from ivy.graph.build import Builder
from ivy.graph.importers.jax.build import JaxBuilder, Key, Number, Operand
from ivy.graph.ir import Graph, Node, Value, map_values
from ivy.graph.rules import Unsupported, transpile_rule


def subgraph(
    build: JaxBuilder,
    name: str,
    closed: Any,
    given: Sequence[Operand],
    fixed: Sequence[Operand | None],
) -> Graph:
    """Return the graph of a jaxpr.

    Its inputs stand for the arrays of `given`; keys among them, and `fixed` in their places if
    not None, are known inside.
    """
    graph = Graph(name)
    reader = build.reader.inner(graph)
    inner = reader.build
    inputs: list[Operand] = []
    arguments: list[Value] = []
    for x, known, var in zip(given, fixed, closed.jaxpr.invars, strict=True):
        if isinstance(x, Key):
            inputs.append(x)
        elif known is not None:
            inputs.append(known)
        else:
            value = inner.typed(inner.value("x"), var.aval.shape, var.aval.dtype)
            for axis, size in enumerate(var.aval.shape):
                if str(size).isidentifier():
                    inner.places.setdefault(str(size), (value, axis))
            inputs.append(value)
            arguments.append(value)
    graph.args = tuple(arguments)
    results = reader.read(closed.jaxpr, closed.consts, inputs)
    graph.outputs = tuple(reader.value(x) for x in results if not isinstance(x, Key))
    return graph


def _numbers(xs: Sequence[Operand]) -> list[Operand | None]:
    return [x if isinstance(x, Number) else None for x in xs]


def _arrays(build: JaxBuilder, xs: Sequence[Operand]) -> list[Value]:
    return [build.reader.value(x) for x in xs if not isinstance(x, Key)]


def _free(build: JaxBuilder, xs: Sequence[Operand]) -> list[Value]:
    return _arrays(build, [x for x in xs if not isinstance(x, Number)])


def _with_keys(results: Sequence[Value], like: Sequence[Operand | Any]) -> list[Operand]:
    """Return results with keys where `like` has them."""
    values = iter(results)
    return [x if isinstance(x, Key) else next(values) for x in like]


def _outputs_like(build: JaxBuilder) -> list[Any]:
    from ivy.graph.importers.jax.build import KEY

    return [KEY if str(aval.dtype).startswith("key<") else None for aval in build.avals]


@transpile_rule("jax", "cond")
def _cond(build, which, *operands, branches, **how):
    eqn = build.eqn
    if isinstance(which, Number):
        chosen = branches[min(max(int(which.value), 0), len(branches) - 1)]
        return build.reader.read(chosen.jaxpr, chosen.consts, list(operands))
    fixed = _numbers(operands)
    graphs = [
        subgraph(build, f"branch_{i}", branch, operands, fixed) for i, branch in enumerate(branches)
    ]
    build.eqn = eqn
    given = tuple(_free(build, operands))
    like = _outputs_like(build)
    results = _branch(build, build.reader.value(which), graphs, given, like.count(None), 0)
    return _with_keys(results, like)


@transpile_rule("jax", "platform_index")
def _platform_index(build, *, platforms):
    """Choose the branch for all platforms: each computes the same in another way."""
    return Number(platforms.index(None) if None in platforms else 0, "int32")


def _branch(
    build: JaxBuilder, which: Value, graphs: list[Graph], given: Any, count: int, first: int
) -> Any:
    """Return the results of one of several branches, chosen two at a time."""
    if len(graphs) == 2:
        test = build.greater(which, first) if which.dtype != "bool" else which
        return build.several(count, "if_else", test, graphs[1], graphs[0], given)
    rest = _nested(build, graphs[1:], given, count, first + 1)
    test = build.greater(which, first)
    return build.several(count, "if_else", test, rest, _ignoring(graphs[0], which), (which, *given))


def _nested(build: JaxBuilder, graphs: list[Graph], given: Any, count: int, first: int) -> Graph:
    """Return a graph of (index, *given) that chooses among branches."""
    graph = Graph(f"branch_{first}")
    inner = JaxBuilder(graph)
    which = inner.typed(inner.value("which"), (), "int32")
    values = [inner.typed(inner.value("x"), build.shape_of(x), x.dtype) for x in given]
    graph.args = (which, *values)
    graph.outputs = tuple(_branch(inner, which, graphs, tuple(values), count, first))
    return graph


def _ignoring(graph: Graph, like: Value) -> Graph:
    """Return a graph with one more input in front, which it does not use."""
    from ivy.graph.passes import changed

    return changed(graph, args=(Value("which", like.shape, like.dtype), *graph.args))


@transpile_rule("jax", "while")
def _while_(build, *operands, cond_jaxpr, cond_nconsts, body_jaxpr, body_nconsts):
    tested = operands[:cond_nconsts]
    consts = operands[cond_nconsts : cond_nconsts + body_nconsts]
    carried = operands[cond_nconsts + body_nconsts :]
    nothing = [None] * len(carried)
    test = subgraph(build, "test", cond_jaxpr, [*tested, *carried], [*_numbers(tested), *nothing])
    body = subgraph(build, "body", body_jaxpr, [*consts, *carried], [*_numbers(consts), *nothing])
    [test.outputs] = test.outputs
    extra = [_free(build, tested), _free(build, consts)]
    state = _arrays(build, carried)
    for graph, own in ((test, 0), (body, 1)):
        _with_constants(build, graph, extra, own)
    if cond_jaxpr.out_avals[0].shape:
        _each_while_its_own(test, body, len(state))
    body.outputs = (*body.args[: len(body.args) - len(state)], *body.outputs)
    given = (*extra[0], *extra[1], *state)
    results = build.several(len(given), "while_loop", test, body, given)
    return _with_keys(results[len(given) - len(state) :], carried)


def _each_while_its_own(test: Graph, body: Graph, count: int) -> None:
    """Make a loop under vmap go on while any of its rows does; the others keep their state."""
    inner = Builder(body)
    place = {id(ours): theirs for ours, theirs in zip(test.args, body.args, strict=True)}

    def copied(value: Value) -> Value:
        return place.get(id(value), value)

    for node in test.nodes:
        place.update((id(v), Value(v.name, v.shape, v.dtype)) for v in node.results())
        args, kwargs, outputs = map_values(copied, (node.args, node.kwargs, node.outputs))
        body.nodes.append(Node(node.op, args, kwargs, outputs, node.scope, node.source))
    going = copied(test.outputs)
    kept = []
    for old, new in zip(body.args[-count:], body.outputs, strict=True):
        axes = tuple(range(len(going.shape or ()), len(new.shape)))
        condition = inner.expand_dims(going, axis=axes) if axes else going
        kept.append(inner.where(condition, new, old))
        kept[-1].shape, kept[-1].dtype = new.shape, new.dtype
    body.outputs = tuple(kept)
    test.outputs = Builder(test).any(test.outputs)
    test.outputs.shape, test.outputs.dtype = (), "bool"


def _with_constants(build: JaxBuilder, graph: Graph, groups: list[list[Value]], own: int) -> None:
    """Give a graph inputs for the constants of its partner too, in one order for both."""
    count = len(groups[own])
    mine, state = graph.args[:count], graph.args[count:]
    other = [Value(f"other_{i}", x.shape, x.dtype) for i, x in enumerate(groups[1 - own])]
    graph.args = (*mine, *other, *state) if own == 0 else (*other, *mine, *state)


@transpile_rule("jax", "scan")
def _scan(build, *operands, jaxpr, length, reverse, num_consts=0, num_carry=0, ft_in=None, **how):
    if ft_in is None:
        consts, rest = operands[:num_consts], operands[num_consts:]
        carried, xs = rest[:num_carry], rest[num_carry:]
    else:  # JAX 0.12: a tree of the three in place of two numbers
        consts, carried, xs = map(tuple, ft_in.update(operands).unpack())
    fixed = [*_numbers(consts), *[None] * (len(carried) + len(xs))]
    like = _outputs_like(build)
    body = subgraph(build, "body", jaxpr, operands, fixed)
    how = {"reverse": True} if reverse else {}
    results = build.several(
        like.count(None),
        "scan",
        body,
        tuple(_free(build, consts)),
        tuple(_arrays(build, carried)),
        tuple(_arrays(build, xs)),
        build.dim(length),
        **how,
    )
    return _with_keys(results, like)


@transpile_rule("jax", "debug_print", "debug_callback")
def _debug(build, *_, **__):
    msg = f"jax.debug: the translation prints and calls nothing ({build.source})"
    warnings.warn(msg, UserWarning, stacklevel=2)


@transpile_rule("jax", "pure_callback", "io_callback")
def _callback(build, *_, **__):
    raise Unsupported("Python code, which a jaxpr does not show; write it with JAX")

"""Trace code written with ivy: functions and modules, by running them on traced arrays."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from ivy import config, dispatch, state
from ivy.container import Container
from ivy.dispatch import Wrapper, is_native, space_of, unwrap
from ivy.graph.importers.ivy.recording import IvyTraced, recording
from ivy.graph.importers.shared import with_train
from ivy.graph.importers.tracing import (
    NotDynamic,
    Trace,
    Traced,
    batched,
    doubled,
    is_array,
    lengths,
    parameter_names,
    same,
)
from ivy.graph.ir import RANDOM, Graph, Node, Value, map_values
from ivy.nest import Path, leaves_with_paths, mapped, replaced
from ivy.stateful.module import Module


def to_graph(obj: Any, args: tuple[Any, ...], kwargs: dict[str, Any], dynamic_batch: bool) -> Graph:
    """Return the graph of a function's or module's call with these arguments.

    The batch stays variable if the program gives the same results as its graph for another size.
    """
    if isinstance(obj, Module) and not obj.built:
        obj(*args, **kwargs)  # makes the variables
    for paths in batched((args, kwargs)) if dynamic_batch else ():
        try:
            return _traced(obj, args, kwargs, paths)
        except NotDynamic:
            continue
    return _traced(obj, args, kwargs, ())


def _traced(obj: Any, args: tuple[Any, ...], kwargs: dict[str, Any], paths: Any) -> Graph:
    if not isinstance(obj, Module):
        return _Tracing(obj, args, kwargs, paths).graph_of_function()
    modes = {id(module): (module, module._training) for module in obj.modules()}
    try:
        obj.train(False)
        graph = _Tracing(obj, args, kwargs, paths).graph_of_module()
        obj.train(True)
        trained = _Tracing(obj, args, kwargs, paths, check=False).graph_of_module()
    finally:
        for module, training in modes.values():
            module._training = training
    merged = merged_modes(graph, trained)
    return merged if merged is not None else with_train(graph, trained)


class _Tracing:
    """One trace of a function or module."""

    def __init__(
        self,
        obj: Any,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        paths: tuple[Path, ...],
        check: bool = True,
    ) -> None:
        self.obj, self.args, self.kwargs, self.paths, self.check = obj, args, kwargs, paths, check
        function = obj._forward if isinstance(obj, Module) else obj
        self.name = type(obj).__name__ if isinstance(obj, Module) else _name(obj)
        graph = Graph(self.name, argument_names=parameter_names(function), source="ivy")
        arrays = [unwrap(x) for _, x in leaves_with_paths((args, kwargs), is_array)]
        if isinstance(obj, Module):
            arrays += [unwrap(x) for x in obj.v.cont_to_iterator_values()]
        self.trace = Trace(graph, space_of(*arrays))
        self.trace.make = IvyTraced

    # ---- functions ----------------------------------------------------------------------------

    def graph_of_function(self) -> Graph:
        """Return the graph of a function."""
        result = self._run(lambda args, kwargs: self.obj(*args, **kwargs))
        return self._finished(result)

    def _run(self, call: Callable[[Any, Any], Any]) -> Any:
        inputs = self._inputs()
        with ExitStack() as stack:
            stack.enter_context(config.BACKEND.override("tracing"))
            stack.enter_context(recording(self.trace))
            stack.enter_context(lengths())
            result = call(*inputs)
            self.trace.graph.outputs = self.trace.argument(_unwrapped(result))
        return result

    def _inputs(self) -> Any:
        """Return the arguments with traced arrays, and keep them as those of the graph."""
        values: dict[Path, Any] = {}
        given: dict[Path, Any] = {}
        arrays = leaves_with_paths((self.args, self.kwargs), is_array)
        for path, x in arrays:
            native = unwrap(x)
            second = doubled(native) if path in self.paths else native
            value = self.trace.build.value(self._input_name(path))
            traced = IvyTraced(value, native, second, self.trace)
            given[path] = value
            values[path] = dispatch.new_array(traced) if isinstance(x, Wrapper) else traced
        self.trace.graph.args, self.trace.graph.kwargs = _plain_nest(
            replaced((self.args, self.kwargs), given)
        )
        return replaced((self.args, self.kwargs), values)

    def _input_name(self, path: Path) -> str:
        kind, *rest = path
        names = self.trace.graph.argument_names
        if kind == 0 and rest[0] < len(names):
            return names[rest[0]]
        return str(rest[0]) if kind == 1 else "x"

    def _finished(self, result: Any) -> Graph:
        if self.paths and self.check:
            self._check_batch(result)
        return self.trace.graph

    def _check_batch(self, result: Any) -> None:
        """Compare with the program itself on the other batch; a size it reads may have leaked."""
        other = replaced(
            (self.args, self.kwargs),
            {
                path: _as_given(x, doubled(x))
                for path, x in leaves_with_paths((self.args, self.kwargs), is_array)
                if path in self.paths
            },
        )
        if _draws(self.trace.graph):
            return
        with config.BACKEND.override(self.trace.space.NAME), state.collected():
            expected = self.obj(*other[0], **other[1])
        found = mapped(
            lambda x: x.second if isinstance(x, Traced) else x,
            mapped(lambda x: unwrap(x) if isinstance(x, Wrapper) else x, result),
        )
        if not same(found, expected):
            raise NotDynamic("the results for another batch are others")

    # ---- modules ------------------------------------------------------------------------------

    def graph_of_module(self) -> Graph:
        """Return the graph of a module in the mode it is in."""
        module, graph = self.obj, self.trace.graph
        first: dict[int, str] = {}
        variables = self._held(module.v, graph.parameters, first)
        buffers = self._held(module.buffers, graph.buffers, first)
        names = _module_paths(module)

        def call(args: Any, kwargs: Any) -> Any:
            tracker = _Scopes(self.trace, names)
            with state.collected() as writes, tracker:
                result = module(*args, v=variables, buffers=buffers, **kwargs)
            for (owner, key), value in writes.items():
                path = names.get(id(owner), ("", ""))[0]
                name = (f"{path}.{key}" if path else key).replace("/", ".")
                graph.mutations[graph.aliases.get(name, name)] = self.trace.argument(value)
            return result

        return self._finished(self._run(call))

    def _held(self, tree: Container, into: dict[str, Value], first: dict[int, str]) -> Container:
        """Return a module's arrays as traced ones, which are parameters or buffers of the graph."""
        graph = self.trace.graph

        def trace(x: Any, chain: str) -> Any:
            native, name = unwrap(x), chain.replace("/", ".")
            original = first.setdefault(id(native), name)
            if original != name:
                graph.aliases[name] = original
                value = graph.held()[original]
            else:
                value = self.trace.build.value(name.replace(".", "_"))
                into[name] = value
                graph.arrays[name] = native
            traced = IvyTraced(value, native, native, self.trace)
            return dispatch.new_array(traced) if isinstance(x, Wrapper) else traced

        return tree.cont_map(trace)


class _Scopes:
    """Notes the modules around each operation, as a tracker of calls."""

    rets = order = False
    expected = None

    def __init__(self, trace: Trace, names: dict[int, tuple[str, str]]) -> None:
        self.trace, self.names = trace, names

    def __enter__(self) -> None:
        self.outer, state.CALLS.tracker = state.CALLS.tracker, self

    def __exit__(self, *error: object) -> None:
        state.CALLS.tracker = self.outer

    def tracks(self, module: Any) -> bool:
        """Return that no results are recorded."""
        return False

    def call(self, module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run a module's `_forward` with its place noted."""
        build = self.trace.build
        outer = build.scope
        build.scope = (*outer, self.names.get(id(module), ("", type(module).__name__)))
        try:
            return module._forward(*args, **kwargs)
        finally:
            build.scope = outer


def _module_paths(top: Module) -> dict[int, tuple[str, str]]:
    """Return the place and class of each module below, by its id."""
    found: dict[int, tuple[str, str]] = {}

    def walk(module: Module, path: str) -> None:
        if id(module) in found:
            return
        found[id(module)] = (path, type(module).__name__)
        for child, keys in module._sub_modules():
            walk(child, ".".join(filter(None, (path, *keys))))

    walk(top, "")
    return found


# ---- two modes in one graph ---------------------------------------------------------------------


def merged_modes(graph: Graph, trained: Graph) -> Graph | None:
    """Return one graph for evaluation and training, if arguments `training` make the difference.

    Operations only training has may follow; they do not change results, only buffers.
    """
    known = {id(trained.training): graph.training}
    pairs = zip(trained.inputs(), graph.inputs(), strict=True)
    known |= {id(theirs): ours for theirs, ours in pairs}
    held = graph.held()
    if {*trained.held()} != {*held}:
        return None
    for name, value in trained.held().items():
        if trained.arrays[name] is not graph.arrays[name]:
            return None
        known[id(value)] = held[name]

    def ours_of(value: Value) -> Value:
        return known.get(id(value), value)

    nodes: list[Node] = []
    rest = iter(graph.nodes)
    waiting = next(rest, None)
    for node in trained.nodes:
        args, kwargs = map_values(ours_of, (node.args, node.kwargs))
        both = None
        if waiting is not None and waiting.op == node.op:
            both = _both((waiting.args, waiting.kwargs), (args, kwargs), graph.training)
        if both is None or waiting is None or len(waiting.results()) != len(node.results()):
            nodes.append(replace(node, args=args, kwargs=kwargs))
            continue
        nodes.append(replace(waiting, args=both[0], kwargs=both[1]))
        known.update((id(t), o) for t, o in zip(node.results(), waiting.results(), strict=True))
        waiting = next(rest, None)
    outputs = map_values(ours_of, trained.outputs)
    if waiting is not None or _both(graph.outputs, outputs, graph.training) is None:
        return None
    mutations = {name: known.get(id(v), v) for name, v in trained.mutations.items()}
    return replace(
        graph,
        nodes=_renamed(nodes),
        mutations=mutations | graph.mutations,
        statistics=mutations.keys() - graph.mutations.keys(),
    )


def _both(ours: Any, theirs: Any, training: Value) -> Any:
    """Return equal arguments, with `training` for False beside True; None if they are not equal."""
    if ours is theirs:
        return ours
    if type(ours) is not type(theirs) or isinstance(ours, (Value, Graph)):
        return None
    if ours is False and theirs is True:
        return training
    if isinstance(ours, (tuple, list)):
        if len(ours) != len(theirs):
            return None
        items = [_both(a, b, training) for a, b in zip(ours, theirs, strict=True)]
        if any(x is None and a is not None for x, a in zip(items, ours, strict=True)):
            return None
        return type(ours)(*items) if hasattr(ours, "_fields") else type(ours)(items)
    if isinstance(ours, dict):
        both = _both(tuple(ours.values()), tuple(theirs.values()), training)
        return None if [*ours] != [*theirs] or both is None else dict(zip(ours, both, strict=True))
    return ours if ours == theirs else None


def _renamed(nodes: list[Node]) -> list[Node]:
    """Give the values of two traces names that differ."""
    seen: set[str] = set()
    for node in nodes:
        for value in node.results():
            name, number = value.name, 2
            while value.name in seen:
                value.name, number = f"{name}_{number}", number + 1
            seen.add(value.name)
    return nodes


# ---- nests --------------------------------------------------------------------------------------


def _name(function: Any) -> str:
    name = getattr(function, "__name__", "graph")
    return name if name.isidentifier() else "graph"


def _as_given(like: Any, native: Any) -> Any:
    return dispatch.new_array(native) if isinstance(like, Wrapper) else native


def _unwrapped(nest: Any) -> Any:
    return mapped(lambda x: unwrap(x) if isinstance(x, Wrapper) else x, nest)


def _plain_nest(nest: Any) -> Any:
    """Return a nest with dicts in place of Containers."""
    if isinstance(nest, Container):
        return {key: _plain_nest(x) for key, x in nest.items()}
    if isinstance(nest, (tuple, list)) and not hasattr(nest, "_fields"):
        return type(nest)([_plain_nest(x) for x in nest])
    return {k: _plain_nest(x) for k, x in nest.items()} if type(nest) is dict else nest


def _draws(graph: Graph) -> bool:
    return any(node.op in RANDOM and not _is_off(node) for node in graph.all_nodes())


def _is_off(node: Node) -> bool:
    """Return whether it is dropout outside of training."""
    return node.op.startswith("dropout") and (False in node.args or not is_native(node.args[0]))

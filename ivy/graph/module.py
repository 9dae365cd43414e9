"""`GraphModule`: a graph with its weights as an `ivy.Module`, so every converter takes it."""

from __future__ import annotations

import inspect
import warnings
from typing import Any

from ivy import backends, state
from ivy.container import Container
from ivy.dispatch import OPERATIONS, Wrapper, is_native, space_of, unwrap
from ivy.errors import IvyTypeError
from ivy.graph.ir import RANDOM, Graph, Node, Value
from ivy.graph.run import program
from ivy.state import CALLS
from ivy.stateful.module import Module


class GraphModule(Module):
    """Runs a graph. Trained parameters are variables; frozen ones, buffers and constants buffers.

    Key chains are the names of the source with `/` between levels.
    """

    def __init__(self, graph: Graph, backend: str, training: bool = False) -> None:
        self._graph = graph
        space = backends.load(backend)
        held = graph.arrays if graph.train is None else graph.train.arrays | graph.arrays
        arrays = {name: _moved(x, backend) for name, x in held.items()}
        trained = {
            name
            for name in graph.parameters
            if name not in graph.frozen
            and space.DTYPES[arrays[name].dtype].kind in ("float", "complex")
        }
        self._own_variables = {chain(name): x for name, x in arrays.items() if name in trained}
        super().__init__(training=training)
        for name, x in arrays.items():
            if name not in trained:
                self.register_buffer(chain(name), x)
        for each in filter(None, (graph, graph.train)):
            program(each, space)  # now: torch.compile would trace the making

    def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
        return Container(self._own_variables)

    def _forward(self, *args: Any, **kwargs: Any) -> Any:
        wrapped = not CALLS.native
        graph = self._graph
        inputs = bound(graph, args, kwargs)
        if self._training and graph.train is not None:
            graph = graph.train
        own = self._own_buffers
        variables = self.v
        held = {}
        for name in graph.held():
            key = chain(name)
            x = state.read((self, key), own[key]) if key in own else variables[key]
            held[name] = unwrap(x)
        space = space_of(*held.values(), *inputs)
        outputs, mutations = program(graph, space)(inputs, held, self._training)
        # Statistics that an evaluation hands on are not written, so it can be compiled as it is.
        changed = {name: x for name, x in mutations.items() if x is not held[name]}
        stop_gradient = OPERATIONS["stop_gradient"]
        for name, x in changed.items():
            state.write([(self, chain(name))], [stop_gradient(x)])
        return OPERATIONS["to_ivy"](outputs, nested=True) if wrapped else outputs

    def _draws(self) -> bool:
        graphs = filter(None, (self._graph, self._graph.train))
        return any(x.op in RANDOM or _drops(x) for graph in graphs for x in graph.all_nodes())

    def _name(self) -> str:
        return self._graph.name

    def _extra_repr(self) -> str:
        return f"{self._graph.name}, {len(self._graph.nodes)} operations"


def _drops(node: Node) -> bool:
    """Return whether an operation drops at a rate, as attention and LSTMs do."""
    if node.op not in OPERATIONS:
        return False
    signature = inspect.signature(OPERATIONS[node.op])
    rates = signature.parameters.keys() & {"dropout", "dropout_p"}
    return bool(rates) and any(map(signature.bind(*node.args, **node.kwargs).arguments.get, rates))


def chain(name: str) -> str:
    """Return the key chain of a parameter named as in its source: `a.b` is `a/b`."""
    return name.replace(".", "/")


def _moved(x: Any, backend: str) -> Any:
    """Return a copy of an array on a backend; frameworks share memory where they can."""
    return unwrap(OPERATIONS["to_backend"](OPERATIONS["to_numpy"](x, copy=True), backend))


def bound(graph: Graph, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """Return the arrays of a call in the order of the graph's inputs.

    Raises:
        IvyTypeError: the call has other arguments than the one the graph was made with.
    """
    names = graph.argument_names[: len(graph.args)]
    expected = dict(zip(names, graph.args, strict=False)) | graph.kwargs
    if len(args) > len(graph.args) and not graph.args:
        # Made with keywords only: positions follow the order of the keywords.
        args, kwargs = (), dict(zip(graph.kwargs, args, strict=False)) | kwargs
    if len(args) > len(graph.args):
        counts = f"{len(graph.args)} arguments by position, got {len(args)}"
        raise IvyTypeError(f"{graph.name}: expected {counts}")
    given = dict(zip(names, args, strict=False)) | kwargs
    if not names and graph.args:
        given = {str(i): x for i, x in enumerate(args)} | kwargs
        expected = {str(i): x for i, x in enumerate(graph.args)} | graph.kwargs
    if set(given) != set(expected):
        wanted, got = ", ".join(expected), ", ".join(map(str, given))
        raise IvyTypeError(f"{graph.name}: expected the arguments {wanted}, got {got}")
    found: list[Any] = []
    for name, nest in expected.items():
        _match(graph.name, name, nest, given[name], found)
    return found


def _match(graph: str, where: str, expected: Any, given: Any, found: list[Any]) -> None:
    """Append to `found` the arrays of an argument, which has to be like the one of the graph."""
    if isinstance(expected, Value):
        array = unwrap(given)
        if not is_native(array) and not isinstance(given, (bool, int, float, complex)):
            kind = type(given).__name__
            raise IvyTypeError(f"{graph}: expected an array for {where}, got {kind}")
        _warn_of_size(graph, where, expected.shape, getattr(array, "shape", None))
        found.append(array)
    elif isinstance(expected, dict) and isinstance(given, dict) and set(expected) == set(given):
        for key, item in expected.items():
            _match(graph, f"{where}[{key!r}]", item, given[key], found)
    elif (
        isinstance(expected, (tuple, list))
        and isinstance(given, (tuple, list))
        and len(expected) == len(given)
    ):
        for i, item in enumerate(expected):
            _match(graph, f"{where}[{i}]", item, given[i], found)
    elif isinstance(given, Wrapper) or is_native(given) or expected != given:
        msg = f"{graph}: expected {where}={expected!r}, with which it was made, got {given!r}"
        raise IvyTypeError(f"{msg}; transpile again with the new value")


def _warn_of_size(graph: str, where: str, expected: Any, given: Any) -> None:
    """Warn of a size that a graph is not for: numbers in it may be sizes of its example."""
    if expected is None or given is None or getattr(given, "rank", 0) is None:
        return
    known = [pair for pair in zip(expected, given, strict=False) if isinstance(pair[0], int)]
    same = all(n == size for n, size in known if isinstance(size, int))
    if len(expected) == len(given) and same:
        return
    sizes = ", ".join(str(n) if isinstance(n, int) else "any" for n in expected)
    msg = f"{graph}: made for {where} of shape ({sizes}), got {tuple(given)}"
    hint = "translate it with an example of this size, or with dynamic_axes"
    warnings.warn(f"{msg}: the result may be wrong; {hint}", stacklevel=5)

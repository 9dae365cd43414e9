"""The way back: weights trained in the target, as the state dict of the source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ivy import backends
from ivy.dispatch import OPERATIONS, unwrap
from ivy.errors import IvyTypeError, IvyValueError
from ivy.graph.ir import Graph
from ivy.graph.module import GraphModule, chain


def to_source_state_dict(module: Any, weights: Any = None) -> dict[str, Any]:
    """Return the weights of a transpiled module under the names they have in its source.

    Arrays are of the source's framework, in its layout; tied weights stand under all their names.
    A torch model takes the result with `load_state_dict(..., strict=False)`, since it holds
    buffers too that torch does not save.

    Args:
        module: What `ivy.transpile` returned, or the graph it was made from.
        weights: The weights, for libraries that keep them apart from the module (linen, Haiku,
            Equinox) and for graphs: a nest of dicts, or the path of a safetensors file.
    """
    graph = _graph_of(module)
    found = _by_chain(_weights_of(module) if weights is None else _read(weights))
    state: dict[str, Any] = {}
    for name in (*graph.parameters, *graph.buffers):
        x = _matching(found, chain(name))
        if x is None:
            raise IvyValueError(f"weights: expected {name!r}, got {len(found)} others")
        state[name] = _in_source(graph, name, x)
    for alias, name in graph.aliases.items():
        state[alias] = state[name]
    return state


def _in_source(graph: Graph, name: str, x: Any) -> Any:
    array = np.asarray(OPERATIONS["to_numpy"](unwrap(x)))
    if name in graph.permutations:
        array = np.transpose(array, np.argsort(graph.permutations[name]))
    source = graph.source if graph.source in backends.NAMES else "numpy"
    return unwrap(OPERATIONS["to_backend"](np.array(array), source))


def _graph_of(module: Any) -> Graph:
    if isinstance(module, Graph):
        return module
    for candidate in (module, getattr(module, "transpiled", None)):
        inner = getattr(candidate, "ivy_module", None)
        inner = inner if inner is not None else getattr(candidate, "modes", candidate)
        inner = getattr(inner, "default", inner)
        if isinstance(inner, GraphModule):
            return inner._graph
    kind = type(module).__name__
    raise IvyTypeError(f"module: expected a module that ivy.transpile returned, got {kind}")


def _weights_of(module: Any) -> list[Any]:
    """Return the weights as the target holds them now."""
    module = getattr(module, "transpiled", None) or module
    if isinstance(module, GraphModule):
        return [module.v, module.buffers]
    if isinstance(module, Graph):
        return [module.arrays]
    if hasattr(module, "_gathered"):  # torch
        return [module._gathered(), module._gathered(buffers=True)]
    if hasattr(module, "level"):  # Keras
        return [module.level.values("own"), module.level.values("kept")]
    if type(module).__name__ == "NnxModule":
        from ivy.stateful.converters.targets.flax import values

        return [values(module.v), values(module.buffers)]
    if type(module).__name__ == "EquinoxModule" and module.buffers is None:
        return [module.v]
    kind = type(module).__name__
    raise IvyTypeError(f"weights: expected the weights of a {kind}, which it does not hold itself")


def _read(weights: Any) -> list[Any]:
    if isinstance(weights, (Mapping, list, tuple)):
        return [weights] if isinstance(weights, Mapping) else list(weights)
    from safetensors.numpy import load_file

    return [load_file(weights)]


def _by_chain(trees: list[Any]) -> dict[str, Any]:
    return {path: x for tree in trees for path, x in _leaves(tree, "")}


def _leaves(tree: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(tree, Mapping):
        for key, item in tree.items():
            yield from _leaves(item, f"{path}/{chain(str(key))}" if path else chain(str(key)))
    else:
        yield path, tree


def _matching(found: dict[str, Any], key: str) -> Any:
    """Return the weight with a key chain; libraries put names of their own before it."""
    if key in found:
        return found[key]
    ends = [path for path in found if path.endswith(f"/{key}")]
    return found[min(ends, key=len)] if ends else None

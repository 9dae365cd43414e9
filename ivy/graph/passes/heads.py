"""Attention as JAX writes it, by `einsum`: into products of matrices, which `attention` raises.

Axes have letters. The scores `einsum(q, k)` have those of the batch and the heads, which all three
arrays share, then `t` of the queries and `s` of the keys; the softmax is over `s`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from ivy.graph.ir import Graph, Node, Value
from ivy.graph.passes.matching import Matcher
from ivy.graph.passes.rewriting import arguments, with_nodes


def with_heads_as_batches(graph: Graph) -> Graph:
    """Return the graph with attention by `einsum` as products of matrices, heads in the batch."""
    matcher = Matcher(graph)
    nodes: list[Node] = []
    for node in graph.nodes:
        found = _found(matcher, node)
        made = _Builder(node).rebuilt(found) if found is not None else [node]
        nodes += [replace(each, scope=node.scope, source=node.source) for each in made]
    return with_nodes(graph, nodes)


class _Product(NamedTuple):
    """An einsum of two arrays, each with the letters of its axes."""

    arrays: tuple[Value, Value]
    letters: tuple[str, str]
    result: str


class _Attention(NamedTuple):
    query: tuple[Value, str]
    key: tuple[Value, str]
    value: tuple[Value, str]
    between: list[Node]
    """What the scores go through on their way to the softmax, in order, but for moved axes."""
    scores: str
    """The letters of the axes that the softmax sees."""
    single: str
    """Letters of axes of the queries that have size 1 and that keys do not have."""
    features: str
    result: str


def _product(m: Matcher, x: Any, uses: int = 1) -> _Product | None:
    made = m.inner(x, "einsum", uses=uses)
    if made is None or len(made.args) != 3 or made.kwargs:
        return None
    equation, *arrays = made.args
    if not all(map(_has_shape, arrays)) or "." in equation or not equation.islower():
        return None
    inputs, _, result = equation.replace(" ", "").partition("->")
    first, second = inputs.split(",")
    if any(len(set(axes)) < len(axes) for axes in (first, second)):
        return None
    return _Product(tuple(arrays), (first, second), result)


def _found(m: Matcher, node: Node) -> _Attention | None:
    """Return the parts of an attention whose last product a node is."""
    if node.op != "einsum" or (last := _product(m, node.outputs, m.uses[id(node.outputs)])) is None:
        return None
    candidates = (_with_weights(m, last, place) for place in (0, 1))
    return next((found for found in candidates if found is not None and _fits(found)), None)


def _with_weights(m: Matcher, last: _Product, place: int) -> _Attention | None:
    """Return what may be an attention whose weights are one of the arrays of its last product."""
    weights = m.inner(last.arrays[place], "softmax")
    if weights is None or arguments(weights)["axis"] not in (-1, len(last.letters[place]) - 1):
        return None
    between, first, axes = _before(m, weights.args[0])
    if first is None:
        return None
    scores = "".join(first.result[axis] for axis in axes or range(len(first.result)))
    # The second product has letters of its own: those of the scores stand for them.
    named = dict(zip(last.letters[place], scores, strict=True))
    value, result = (
        "".join(named.get(letter, letter.upper()) for letter in letters)
        for letters in (last.letters[1 - place], last.result)
    )
    order = (0, 1) if scores[-2] in first.letters[0] else (1, 0)
    query, key = ((first.arrays[i], first.letters[i]) for i in order)
    single = "".join(c for c in scores[:-2] if c not in key[1])
    features = "".join(set(value) - set(scores))
    parts = (query, key, (last.arrays[1 - place], value))
    return _Attention(*parts, between, scores, single, features, result)


def _before(m: Matcher, x: Any) -> tuple[list[Node], _Product | None, tuple[int, ...]]:
    """Return what lies between the first product and the softmax, that product, and its axes."""
    between: list[Node] = []
    axes: tuple[int, ...] = ()
    while (made := m.inner(x, "multiply", "divide", "where", "permute_dims")) is not None:
        if made.op == "permute_dims":
            if axes:
                return [], None, ()
            axes = tuple(axis % len(x.shape) for axis in arguments(made)["axes"])
            x = made.args[0]
            continue
        x, *numbers = made.args[1:] if made.op == "where" else made.args
        # A mask has the axes that the softmax sees.
        if made.kwargs or not all(type(n) in (int, float) for n in numbers) or len(numbers) != 1:
            return [], None, ()
        if made.op == "where" and (axes or not _is_mask(made.args[0], x)):
            return [], None, ()
        between.insert(0, made)
    return between, _product(m, x), axes


def _has_shape(x: Any) -> bool:
    return isinstance(x, Value) and x.shape is not None


def _is_mask(x: Any, scores: Any) -> bool:
    return _has_shape(x) and _has_shape(scores) and len(x.shape) <= len(scores.shape)


def _fits(found: _Attention) -> bool:
    """Return whether the letters are those of an attention."""
    *batch, t, s = list(found.scores)
    heads = set(batch) - set(found.single)
    query, key, value = (set(letters) for _, letters in (found.query, found.key, found.value))
    shared = (query & key) - set(found.scores)
    sizes = dict(zip(found.query[1], found.query[0].shape or (), strict=True))
    return (
        len(heads) > 0
        and len(shared) == len(found.features) == 1
        and query == heads | shared | {t, *found.single}
        and key == heads | shared | {s}
        and value == heads | {s, found.features}
        and set(found.result) == {*batch, t, found.features}
        and all(sizes[letter] == 1 for letter in found.single)
        and all(_fits_mask(node, found) for node in found.between if node.op == "where")
    )


def _fits_mask(node: Node, found: _Attention) -> bool:
    """Return whether a mask has size 1 along the axes that go, or does not have them."""
    shape = node.args[0].shape
    sizes = dict(zip(found.scores[::-1], shape[::-1], strict=False))
    whole = len(shape) == len(found.scores)
    return all(sizes.get(c) == 1 if whole else c not in sizes for c in found.single)


class _Builder:
    """Makes the nodes in place of one."""

    def __init__(self, last: Node) -> None:
        self.last = last
        self.nodes: list[Node] = []

    def rebuilt(self, found: _Attention) -> list[Node]:
        """Return the attention with heads and batch first; its last node makes what was made."""
        *batch, t, s = [c for c in found.scores if c not in found.single]
        heads = "".join(batch)
        [shared] = set(found.key[1]) - {*heads, s}
        q = self._arranged(*self._squeezed(*found.query, found.single), heads + t + shared)
        k = self._arranged(*found.key, heads + s + shared)
        v = self._arranged(*found.value, heads + s + found.features)
        shape = (*q.shape[:-1], k.shape[-2])
        x = self._add("matmul", (q, self._turned(k)), shape)
        for node in found.between:
            x = self._add(node.op, self._with(node, x, found), shape)
        x = self._add("softmax", (x,), shape, axis=-1)
        x = self._add("matmul", (x, v), (*shape[:-1], v.shape[-1]))
        result = "".join(c for c in found.result if c not in found.single)
        x = self._arranged(x, heads + t + found.features, result)
        for place, letter in enumerate(found.result):
            if letter in found.single:
                sizes = (*x.shape[:place], 1, *x.shape[place:])
                x = self._add("expand_dims", (x,), sizes, axis=place)
        self.nodes[-1] = replace(self.nodes[-1], outputs=self.last.outputs)
        return self.nodes

    def _add(self, op: str, args: tuple[Any, ...], shape: Any, **kwargs: Any) -> Any:
        like: Any = self.last.outputs
        new = Value(f"{like.name}_{len(self.nodes)}", tuple(shape), like.dtype)
        self.nodes.append(Node(op, args, kwargs, new))
        return new

    def _arranged(self, x: Any, letters: str, wanted: str) -> Any:
        axes = tuple(letters.index(letter) for letter in wanted)
        return self._add("permute_dims", (x, axes), [x.shape[axis] for axis in axes])

    def _turned(self, x: Any) -> Any:
        return self._add("matrix_transpose", (x,), (*x.shape[:-2], x.shape[-1], x.shape[-2]))

    def _squeezed(self, x: Any, letters: str, single: str) -> tuple[Any, str]:
        """Return an array without axes of size 1, and the letters that are left."""
        if not set(single) & set(letters):
            return x, letters
        kept = [(c, size) for c, size in zip(letters, x.shape, strict=True) if c not in single]
        axes = tuple(letters.index(letter) for letter in single)
        squeezed = self._add("squeeze", (x,), [size for _, size in kept], axis=axes)
        squeezed.dtype = x.dtype
        return squeezed, "".join(c for c, _ in kept)

    def _with(self, node: Node, x: Any, found: _Attention) -> tuple[Any, ...]:
        """Return the arguments of what the scores go through, with these scores."""
        if node.op != "where":
            return (x, node.args[1])
        mask = node.args[0]
        if len(mask.shape) == len(found.scores):
            mask, _ = self._squeezed(mask, found.scores, found.single)
        return (mask, x, node.args[2])

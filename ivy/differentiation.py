"""Differentiation of functions of nested arrays, for `ivy/ops/gradients.py` and `ivy.fit`.

A backend supplies `flat_vjp` over flat lists of native arrays. Nests, indices, duplicates and
integers are handled here, once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ivy import config, dispatch, state
from ivy.dispatch import NUMBERS, Wrapper, is_native, space_of, table
from ivy.errors import (
    IvyIndexError,
    IvyTypeError,
    IvyValueError,
    check_callable,
    describe,
    reworded,
)
from ivy.nest import Path, is_nest, leaves_with_paths, opened, pruned, replaced


def is_array(x: Any) -> bool:
    """Return whether `x` is an `ivy.Array` or a native array."""
    return type(x) in table or isinstance(x, Wrapper) or is_native(x)


def native_of(x: Any) -> Any:
    """Return the native array in `x`."""
    return x._data if isinstance(x, Wrapper) else x


_FLOATING = frozenset({"float", "complex"})


def check_like(name: str, what: str, given: Any, wanted: Any) -> None:
    """Raise unless two arrays have the same shape."""
    if tuple(given.shape) != tuple(wanted.shape):
        shapes = f"{tuple(wanted.shape)}, got {tuple(given.shape)}"
        raise IvyValueError(f"{name}: expected {what} of shape {shapes}")


class Variables:
    """The arrays of a nest that a function is differentiated by.

    The same array object at two places is one variable. Integers are left alone, unless there is
    nothing else or an index names them: then they become floats.
    """

    def __init__(self, name: str, tree: Any, indices: Sequence[Any] | None) -> None:
        self.tree = tree
        self.arrays: list[Any] = []
        rest: list[Any] = []
        self._with_arrays = opened(tree, is_array, self.arrays, rest)
        if not self.arrays:
            raise IvyTypeError(f"{name}: expected at least one array, got {describe(tree)}")
        self.space = space_of(*self.arrays)
        natives = [x._data if isinstance(x, Wrapper) else x for x in self.arrays]
        chosen: Sequence[int] = range(len(natives))
        convert = False
        kinds = {self.space.DTYPES[dtype].kind for dtype in {x.dtype for x in natives}}
        if indices is not None or not kinds <= _FLOATING:
            chosen, convert = self._chosen(name, natives, indices)
        keys = self.space.keys_of(natives)
        found = {keys[place]: natives[place] for place in chosen}
        slots = {key: slot for slot, key in enumerate(found)}
        self.natives = [self._as_float(name, x) if convert else x for x in found.values()]
        self.slots: list[int | None]
        if len(chosen) == len(natives):
            self.slots = [slots[key] for key in keys]
        else:
            self.slots = [slots[key] if i in chosen else None for i, key in enumerate(keys)]
        self._are_everything = not rest and len(chosen) == len(natives)

    def _chosen(
        self, name: str, natives: list[Any], indices: Sequence[Any] | None
    ) -> tuple[Sequence[int], bool]:
        """Return the places of the variables among the arrays, and whether some become floats."""
        if indices is None:
            floating = [i for i, x in enumerate(natives) if self._kind(x) in _FLOATING]
            return (floating, False) if floating else (range(len(natives)), True)
        paths = self.paths()
        selected = _selected(name, [(path, None) for path in paths], indices)
        places = [paths.index(path) for path, _ in selected]
        return places, any(self._kind(natives[place]) not in _FLOATING for place in places)

    def paths(self) -> list[Path]:
        """Return the index path of each array."""
        return [path for path, _ in leaves_with_paths(self.tree, is_array)]

    def _kind(self, native: Any) -> str:
        return self.space.DTYPES[native.dtype].kind

    def _as_float(self, name: str, native: Any) -> Any:
        kind = self._kind(native)
        if kind in _FLOATING:
            return native
        if kind == "bool":
            raise IvyTypeError(
                f"{name}: expected numbers to differentiate by, got {describe(native)}"
            )
        return self.space.astype(native, config.default_of("float"))

    def _in_place(self, natives: Sequence[Any]) -> list[Any]:
        """Return the arrays of the nest, those that are variables replaced by these."""
        return [
            array
            if slot is None
            else dispatch.new_array(natives[slot])
            if isinstance(array, Wrapper)
            else natives[slot]
            for array, slot in zip(self.arrays, self.slots, strict=True)
        ]

    def filled(self, natives: Sequence[Any]) -> Any:
        """Return the nest with these arrays as its variables."""
        return self._with_arrays(iter(self._in_place(natives)))

    def nest(self, natives: Sequence[Any]) -> Any:
        """Return a nest of these arrays only, one for each variable."""
        if self._are_everything:
            return self.filled(natives)
        placed = zip(self.paths(), self._in_place(natives), self.slots, strict=True)
        return pruned(self.tree, {path: x for path, x, slot in placed if slot is not None})

    def take(self, name: str, tree: Any) -> list[Any]:
        """Return, for each variable, the array at its place in a nest of the same structure."""
        given = {path: native_of(leaf) for path, leaf in leaves_with_paths(tree, is_array)}
        found: list[Any] = [None] * len(self.natives)
        check_paths(name, "tangents", given, self.paths())
        for path, slot in zip(self.paths(), self.slots, strict=True):
            if slot is None:
                continue
            if path not in given:
                raise IvyValueError(f"{name}: expected a nest like the primals, got none at {path}")
            if found[slot] is None:
                check_like(name, "tangents", given[path], self.natives[slot])
                found[slot] = self.space.astype(given[path], self.natives[slot].dtype)
        return found

    def zeros_for_none(self, gradients: Sequence[Any]) -> list[Any]:
        """Return the gradients, zeros in place of those of variables that play no part."""
        pairs = zip(gradients, self.natives, strict=True)
        return [self.space.zeros_like(x) if g is None else g for g, x in pairs]


def check_paths(name: str, what: str, given: Iterable[Path], wanted: Sequence[Path]) -> None:
    """Raise for arrays at other places than those wanted."""
    if unknown := [path for path in given if path not in wanted]:
        raise IvyValueError(f"{name}: expected {what} at {[*wanted]}, got one at {unknown[0]}")


def _selected(
    name: str, leaves: list[tuple[Path, Any]], indices: Sequence[Any] | None
) -> list[tuple[Path, Any]]:
    """Return the leaves below the index paths; all of them for `None`."""
    if indices is None:
        return leaves
    wanted = [tuple(index) if isinstance(index, (list, tuple)) else (index,) for index in indices]
    if len(leaves) == 1 and leaves[0][0] == ():
        return leaves  # a single array: there is nothing to choose from
    chosen: list[tuple[Path, Any]] = []
    for index in wanted:
        below = [leaf for leaf in leaves if leaf[0][: len(index)] == index]
        if not below:
            paths = [path for path, _ in leaves]
            raise IvyIndexError(f"{name}: expected an index path below one of {paths}, got {index}")
        chosen += [leaf for leaf in below if all(leaf[0] != c[0] for c in chosen)]
    return chosen


class Outputs:
    """What a function returned: its nest, and which arrays in it are differentiated."""

    def __init__(self, name: str, indices: Sequence[Any] | None) -> None:
        self.name, self.indices = name, indices
        self.tree: Any = None
        self.paths: list[Path] = []
        self.other_paths: list[Path] = []
        self.wrapped: dict[Path, bool] = {}

    def flatten(self, space: Any, tree: Any) -> tuple[list[Any], list[Any]]:
        """Return the arrays to differentiate, and the others."""
        leaves = leaves_with_paths(tree, is_array)
        chosen = [
            (path, leaf)
            for path, leaf in _selected(self.name, leaves, self.indices)
            if native_of(leaf).dtype in space.DTYPES
            and space.DTYPES[native_of(leaf).dtype].kind in _FLOATING
        ]
        if not chosen:
            msg = f"{self.name}: expected a function that returns a floating array of {space.NAME}"
            raise IvyTypeError(f"{msg}, got {describe(tree)}")
        self.tree = tree
        self.paths = [path for path, _ in chosen]
        others = [(path, leaf) for path, leaf in leaves if path not in self.paths]
        self.other_paths = [path for path, _ in others]
        self.wrapped = {path: isinstance(leaf, Wrapper) for path, leaf in leaves}
        return [native_of(leaf) for _, leaf in chosen], [native_of(leaf) for _, leaf in others]

    def take(self, name: str, tree: Any, outs: Sequence[Any], space: Any) -> list[Any]:
        """Return a cotangent for each output, None where the nest has None."""
        given = dict(leaves_with_paths(tree, lambda x: is_array(x) or not is_nest(x)))
        arrays = [path for path, leaf in given.items() if is_array(leaf)]
        check_paths(name, "cotangents", arrays, [*self.paths, *self.other_paths])
        found: list[Any] = []
        for path, out in zip(self.paths, outs, strict=True):
            if path not in given:
                raise IvyValueError(f"{name}: expected a nest like the result, got none at {path}")
            leaf = given[path]
            if leaf is not None:
                if type(leaf) in NUMBERS:
                    leaf = space.asarray(leaf, dtype=out.dtype)
                elif not is_array(leaf):
                    raise IvyTypeError(f"{name}: expected cotangents, got {describe(leaf)}")
                leaf = native_of(leaf)
                check_like(name, "cotangents", leaf, out)
            found.append(leaf)
        return found

    def filled(self, natives: Sequence[Any], others: Sequence[Any] = ()) -> Any:
        """Return what the function returned with these arrays in it."""
        values = dict(zip([*self.paths, *self.other_paths], [*natives, *others], strict=False))
        return replaced(
            self.tree,
            {p: dispatch.new_array(v) if self.wrapped[p] else v for p, v in values.items()},
        )


def pull_back(
    name: str, func: Callable[[Any], Any], variables: Variables, outputs: Outputs, retain: bool
) -> tuple[list[Any], Callable[[list[Any]], list[Any]], list[Any]]:
    """Return the chosen outputs of a call, a function that pulls cotangents back, and the rest."""
    check_callable(name, func)
    slots: list[tuple[state.Slot, bool]] = []  # and whether an ivy.Array was written

    def flat(*natives: Any) -> tuple[list[Any], list[Any]]:
        with state.collected() as writes:
            result = func(variables.filled(natives))
        chosen, others = outputs.flatten(variables.space, result)
        if writes:
            slots[:] = [(slot, isinstance(x, Wrapper)) for slot, x in writes.items()]
            others += map(native_of, writes.values())
        return chosen, others

    outs, pull, others = variables.space.flat_vjp(flat, variables.natives, retain)
    if slots:  # what modules wrote leaves the transformation as a result, then it is stored
        kept = len(others) - len(slots)
        for (slot, wrapped), x in zip(slots, others[kept:], strict=True):
            value = variables.space.stop_gradient(x)
            state.write([slot], [dispatch.new_array(value) if wrapped else value])
        others = others[:kept]

    def pulled(cotangents: list[Any]) -> list[Any]:
        try:
            return variables.zeros_for_none(pull(cotangents))
        except Exception as error:  # of a gradient that is not there, such as that of an inverse
            raise reworded(error, name, variables.space.NAME, tuple(variables.natives)) from error

    return outs, pulled, others


def values_and_gradients(
    name: str,
    func: Callable[[Any], Any],
    xs: Any,
    retain: bool,
    xs_indices: Sequence[Any] | None = None,
    ret_indices: Sequence[Any] | None = None,
    finite: bool = False,
) -> tuple[Any, Any]:
    """Do `execute_with_gradients`; entries that are not finite stay so unless `finite` is asked."""
    variables, outputs = Variables(name, xs, xs_indices), Outputs(name, ret_indices)
    space = variables.space
    outs, pull, others = pull_back(name, func, variables, outputs, retain)
    gradients = {}
    for chosen, path in enumerate(outputs.paths):
        seeds = [space.ones_like(out) if i == chosen else None for i, out in enumerate(outs)]
        found = pull(seeds)
        if finite:
            found = space.zeros_for_non_finite(found)
        gradients["_".join(map(str, path))] = variables.nest(found)
    if not retain:
        outs = [space.stop_gradient(x) for x in outs]
        others = [space.stop_gradient(x) for x in others]
    values = outputs.filled(outs, others)
    alone = len(gradients) == 1 and ret_indices is None
    if alone or outputs.paths == [()]:
        return values, next(iter(gradients.values()))
    return values, dispatch.new_container(gradients)

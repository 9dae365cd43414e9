"""The data of `ivy.fit`: arrays cut into batches, or whatever gives batches when iterated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from ivy import dispatch
from ivy.dispatch import OPERATIONS, Wrapper, is_array, space_of, unwrap
from ivy.errors import IvyTypeError, IvyValueError, describe
from ivy.nest import leaves_with_paths, mapped
from ivy.rng import key_of_seed

Batch = tuple[tuple[Any, ...], Any]
"""Inputs of the module, and the target."""


def derived_seed(seed: int, number: int) -> int:
    """Return a seed of its own for something numbered: an epoch, a step."""
    return key_of_seed(key_of_seed(seed) + number)


class Batches:
    """Batches of an epoch, as arrays of one framework; the same every time it is asked for."""

    def __init__(
        self, data: Any, batch_size: int | None = None, shuffle: bool = False, seed: int = 0
    ) -> None:
        self._arrays = data if _is_tuple_of_arrays(data) else None
        self._data = data
        self._shuffle, self._seed = shuffle, seed
        self._batch_size = batch_size or 32
        if self._arrays is None:
            if batch_size is not None:
                msg = "batch_size: expected None with data that come in batches"
                raise IvyValueError(f"{msg}, got {batch_size!r}")
            if is_array(data) or not (callable(data) or isinstance(data, Iterable)):
                msg = (
                    "data: expected a tuple of arrays, an iterable of (x, y) batches or a callable"
                )
                raise IvyTypeError(f"{msg} that returns one, got {describe(data)}")
        else:
            shapes = [tuple(x.shape) for _, x in leaves_with_paths(data, is_array)]
            if len({shape[:1] for shape in shapes}) != 1 or shapes[0][:1] in ((), (0,)):
                raise IvyValueError(f"data: expected arrays of one length, got shapes {shapes}")
            self._rows = shapes[0][0]

    @property
    def length(self) -> int | None:
        """How many batches an epoch has, if that is known."""
        if self._arrays is not None:
            return -(-self._rows // self._batch_size)
        try:
            return len(self._data)
        except TypeError:
            return None

    def epoch(self, number: int, start: int, convert: Callable[[Any], Any]) -> Iterator[Batch]:
        """Yield the batches of an epoch, without the first `start`."""
        arrays = self._arrays
        batches = self._given(start) if arrays is None else self._cut(arrays, number, start)
        for batch in batches:
            if not isinstance(batch, (tuple, list)) or len(batch) < 2:
                raise IvyTypeError(f"data: expected batches of (x, y), got {describe(batch)}")
            *inputs, target = (mapped(convert, _as_array(part)) for part in batch)
            yield tuple(inputs), target

    def _given(self, start: int) -> Iterator[Any]:
        data = self._data() if callable(self._data) else self._data
        if not isinstance(data, Iterable):
            msg = "data: expected a callable that returns an iterable of (x, y) batches"
            raise IvyTypeError(f"{msg}, got {describe(data)}")
        return islice(iter(data), start, None)

    def _cut(self, arrays: tuple[Any, ...], number: int, start: int) -> Iterator[Any]:
        order = np.arange(self._rows)
        if self._shuffle:
            order = OPERATIONS["shuffle"](order, 0, seed=derived_seed(self._seed, number))
        for first in range(start * self._batch_size, len(order), self._batch_size):
            chosen = order[first : first + self._batch_size]
            yield mapped(partial(_taken, chosen=chosen), arrays)


def _is_tuple_of_arrays(data: Any) -> bool:
    """Return whether data are arrays, or dicts of arrays, to be cut into batches."""
    if not isinstance(data, tuple) or len(data) < 2:
        return False
    parts = [x for part in data for x in (part.values() if isinstance(part, dict) else (part,))]
    return all(map(is_array, parts))


def _as_array(part: Any) -> Any:
    """Return lists of numbers as an array: programs of JAX and TensorFlow would take each alone."""
    leaves = leaves_with_paths(part, lambda x: not isinstance(x, (list, tuple, dict)))
    numbers = isinstance(part, list) and all(isinstance(x, (int, float)) for _, x in leaves)
    return np.array(part) if numbers else part


def _taken(x: Any, chosen: Any) -> Any:
    """Return some rows of an array."""
    native = unwrap(x)
    if isinstance(native, np.ndarray):
        return native[chosen]
    space = space_of(native)
    # 32 bits, which JAX has in any mode.
    return space.get_item(native, space.asarray(chosen.astype("int32")))


class Converter:
    """Makes arrays of any framework those of a module: its framework, floats in its dtype."""

    def __init__(self, variables: Any) -> None:
        arrays = [x for _, x in leaves_with_paths(variables, is_array)]
        if not arrays:
            msg = "module: expected one with variables to train, got none"
            raise IvyValueError(f"{msg}; make them in _create_variables or by register_parameter")
        self.wrapped = isinstance(arrays[0], Wrapper)
        self.space = space_of(*arrays)
        kinds = self.space.DTYPES
        dtypes = [unwrap(x).dtype for x in arrays]
        self.dtype = next((d for d in dtypes if kinds[d].kind == "float"), None)

    def __call__(self, x: Any) -> Any:
        """Return a leaf of a batch converted; what is no array stays as it is."""
        if not is_array(x):
            return x
        native, space = unwrap(x), self.space
        own = space_of(native)
        # Floats first: what JAX does not hold without its 64-bit mode never gets there.
        if self.dtype is not None and own.DTYPES[native.dtype].kind == "float":
            dtype = space.DTYPES[self.dtype]
            if own.DTYPES[native.dtype] != dtype:
                native = own.astype(native, dtype)
        if own is not space:
            native = space.asarray(_narrowed(own.to_numpy(native, False), space))
        return dispatch.new_array(native) if self.wrapped else native


def _narrowed(x: Any, space: Any) -> Any:
    """Return integers, the numbers of classes say, as JAX holds them without its 64-bit mode."""
    if x.dtype == np.int64 and space.index_dtype() == "int32":
        narrow = x.astype("int32")
        return narrow if (narrow == x).all() else x
    return x

"""Mistakes people make, and what ivy says about each; tests/test_misuse.py makes them all.

A row: the operation and the mistake; a call; the class of the exception; what its message says.
Those of modules, containers and files are in tests/misuse_modules.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import ivy
from ivy import backends
from ivy.errors import (
    IvyBroadcastShapeError,
    IvyDeviceError,
    IvyException,
    IvyIndexError,
    IvyInvalidBackendException,
    IvyTypeError,
    IvyValueError,
)
from tests.helpers import native

Case = tuple[Callable[[], Any], type[IvyException], str]


def array(values: Any, dtype: str = "float32") -> ivy.Array:
    """Return an array of the current backend."""
    return ivy.Array(native(np.array(values, dtype), ivy.current_backend_str()))


def ones(*shape: int, dtype: str = "float32") -> ivy.Array:
    return array(np.ones(shape), dtype)


def ints(*shape: int) -> ivy.Array:
    return ones(*shape, dtype="int32")


def other() -> ivy.Array:
    """Return an array of another backend."""
    name = next(name for name in ("torch", "jax", "tensorflow") if backends.installed(name))
    with ivy.use_backend(name if ivy.current_backend_str() == "numpy" else "numpy"):
        return ivy.ones((2,))


def with_nan_policy() -> Any:
    with ivy.NanPolicy("raise_exception"):
        return ivy.add(array([float("nan")]), ones(1))


def with_item(x: ivy.Array, key: Any, value: Any) -> ivy.Array:
    """Return an array after a value was put into it."""
    x[key] = value
    return x


# fmt: off
CASES: dict[str, Case] = {
    # ---- elementwise ----------------------------------------------------------------------------
    "add: shapes": (
        lambda: ivy.add(ones(2), ones(3)),
        IvyBroadcastShapeError, r"add .*called with float32\[2\], float32\[3\]"),
    "add: text": (
        lambda: ivy.add(ones(2), "text"),
        IvyTypeError, r"add: expected an array, a number or a list, got str: 'text'"),
    "add: None": (
        lambda: ivy.add(ones(2), None),
        IvyTypeError, r"add: expected an array, a number or a list, got None"),
    "add: other framework": (
        lambda: ivy.add(ones(2), other()),
        IvyInvalidBackendException,
        r"expected arrays of one framework, got \w+ and \w+; convert with ivy\.to_backend",
    ),
    "add: list of text": (
        lambda: ivy.add(ones(2), ["a", "b"]),
        IvyTypeError, r"asarray: expected numbers, arrays or lists of them, got 'a'"),
    "add: dict": (
        lambda: ivy.add({"a": 1}, ones(2)),
        IvyTypeError, r"add: expected an array, a number or a list, got dict: \{'a': 1\}"),
    "add: out shape": (
        lambda: ivy.add(ones(2), ones(2), out=ones(3)),
        IvyValueError, r"out: expected an array of shape \(2,\), got \(3,\)"),
    "add: out number": (
        lambda: ivy.add(ones(2), ones(2), out=1),
        IvyTypeError, r"out: expected an array to write to, got 1"),
    "add: set": (
        lambda: ivy.add(ones(2), {1, 2}),
        IvyTypeError, r"add: expected an array, a number or a list, got set: \{1, 2\}"),
    "add: function": (
        lambda: ivy.add(ones(2), len),
        IvyTypeError, r"add: expected an array, a number or a list, got builtin_function"),
    "add: generator": (
        lambda: ivy.add(ones(2), (i for i in range(2))),
        IvyTypeError, r"add: expected an array, a number or a list, got generator"),
    "add: integer beyond 64 bits": (
        lambda: ivy.add(ints(2), 2**70),
        IvyValueError, r"dtype: expected one that holds 1180591620717411303424, got int32"),
    "add: integer beyond the dtype": (
        lambda: ones(2, dtype="int8") + 300,
        IvyValueError, r"dtype: expected one that holds 300, got int8"),
    "multiply: negative and unsigned": (
        lambda: -1 * ones(2, dtype="uint8"),
        IvyValueError, r"dtype: expected one that holds -1, got uint8"),
    "+=: integer beyond the dtype": (
        lambda: ints(2).__iadd__(2**40),
        IvyValueError, r"dtype: expected one that holds 1099511627776, got int32"),
    "maximum: negative and unsigned": (
        lambda: ivy.maximum(ones(2, dtype="uint16"), -1),
        IvyValueError, r"dtype: expected one that holds -1, got uint16"),
    "divide: integer beyond the dtype": (
        lambda: ones(2, dtype="int8") / 300,
        IvyValueError, r"dtype: expected one that holds 300, got int8"),
    "where: integer beyond the dtype": (
        lambda: ivy.where(array([False], "bool"), ones(1, dtype="int8"), 300),
        IvyValueError, r"dtype: expected one that holds 300, got int8"),
    "where: negative and unsigned": (
        lambda: ivy.where(array([True], "bool"), -1, ones(1, dtype="uint8")),
        IvyValueError, r"dtype: expected one that holds -1, got uint8"),
    "negative: bool": (
        lambda: -array([True], "bool"),
        IvyTypeError, r"negative .*called with bool\[1\]"),
    "subtract: bools": (
        lambda: array([True], "bool") - array([True], "bool"),
        IvyTypeError, r"subtract .*called with bool\[1\], bool\[1\]"),
    "operator: shapes": (
        lambda: ones(2) + ones(3),
        IvyBroadcastShapeError, r"add .*called with float32\[2\], float32\[3\]"),
    "+=: result that grows": (
        lambda: ones(1).__iadd__(ones(3)),
        IvyValueError,
        r"add: expected an operand that broadcasts to \(1,\), got a result of \(3,\)",
    ),
    "exp: text": (
        lambda: ivy.exp("text"),
        IvyTypeError, r"exp: expected an array, a number or a list, got str: 'text'"),
    "exp: None": (
        lambda: ivy.exp(None),
        IvyTypeError, r"exp: expected an array, a number or a list, got None"),
    "exp: ragged": (
        lambda: ivy.exp([[1.0, 2.0], [3.0]]),
        IvyValueError, r"exp .*called with \[\[1\.0, 2\.0\], \[3\.0\]\]"),
    "bitwise_and: floats": (
        lambda: ivy.bitwise_and(ones(2), ones(2)),
        IvyTypeError, r"bitwise_and .*called with float32\[2\], float32\[2\]"),
    "bitwise_invert: float": (
        lambda: ivy.bitwise_invert(ones(2)),
        IvyTypeError, r"bitwise_invert .*called with float32\[2\]"),
    "bitwise_left_shift: float": (
        lambda: ivy.bitwise_left_shift(ones(2), ones(2)),
        IvyTypeError, r"bitwise_left_shift .*called with float32\[2\], float32\[2\]"),
    "gcd: floats": (
        lambda: ivy.gcd(ones(2), ones(2)),
        IvyTypeError, r"gcd.*(called with|, got) ."),
    "lcm: floats": (
        lambda: ivy.lcm(ones(2), ones(2)),
        IvyTypeError, r"(gcd|lcm).*(called with|, got) ."),
    "floor_divide: complex": (
        lambda: ivy.floor_divide(ones(2, dtype="complex64"), ones(2, dtype="complex64")),
        IvyTypeError, r"floor_divide .*called with complex64\[2\], complex64\[2\]"),
    "floor: complex": (
        lambda: ivy.floor(ones(2, dtype="complex64")),
        IvyTypeError, r"floor .*called with complex64\[2\]"),
    "atan2: shapes": (
        lambda: ivy.atan2(ones(2), ones(3)),
        IvyBroadcastShapeError, r"atan2 .*called with float32\[2\], float32\[3\]"),
    "erf: complex": (
        lambda: ivy.erf(ones(2, dtype="complex64")),
        IvyTypeError, r"erf .*called with complex64\[2\]"),
    "clip: shapes": (
        lambda: ivy.clip(ones(2), ones(3), ones(3)),
        IvyBroadcastShapeError,
        r"clip .*called with float32\[2\], float32\[3\], float32\[3\], None, None",
    ),
    "clip: text": (
        lambda: ivy.clip(ones(2), "a", "b"),
        IvyTypeError, r"clip: expected an array, a number or a list, got str: 'a'"),
    "where: shapes": (
        lambda: ivy.where(array([True, False], "bool"), ones(3), ones(3)),
        IvyBroadcastShapeError, r"(broadcast_shapes|where).*(called with|, got) ."),
    "where: text": (
        lambda: ivy.where("yes", ones(3), ones(3)),
        IvyTypeError, r"where: expected an array, a number or a list, got str: 'yes'"),
    "gelu: mode": (
        lambda: ivy.gelu(ones(2), complex_mode="x"),
        IvyValueError, r"gelu: expected a complex_mode of 'jax', 'split' or 'magnitude', got 'x'"),
    "trapz: shapes": (
        lambda: ivy.trapz(ones(3), x=ones(4)),
        IvyBroadcastShapeError, r"trapz .*called with float32\[3\], float32\[4\], 1\.0, -1"),
    # ---- shapes ---------------------------------------------------------------------------------
    "reshape: size": (
        lambda: ivy.reshape(ones(6), (4, 2)),
        IvyValueError, r"reshape .*called with float32\[6\], \(4, 2\), None, 'C', True"),
    "reshape: two unknown": (
        lambda: ivy.reshape(ones(6), (-1, -1)),
        IvyValueError, r"reshape .*called with float32\[6\], \(-1, -1\), None, 'C', True"),
    "reshape: text": (
        lambda: ivy.reshape(ones(6), "six"),
        IvyTypeError, r"reshape .*called with float32\[6\], 'six', None, 'C', True"),
    "reshape: float": (
        lambda: ivy.reshape(ones(6), (2.5, 2)),
        IvyTypeError, r"reshape .*called with float32\[6\], \(2\.5, 2\), None, 'C', True"),
    "reshape: order": (
        lambda: ivy.reshape(ones(6), (2, 3), order="Z"),
        IvyValueError, r"reshape.*(called with|, got) ."),
    "broadcast_to: smaller": (
        lambda: ivy.broadcast_to(ones(3), (2,)),
        IvyBroadcastShapeError, r"broadcast_to .*called with float32\[3\], \(2,\)"),
    "broadcast_shapes": (
        lambda: ivy.broadcast_shapes((2,), (3,)),
        IvyBroadcastShapeError,
        r"broadcast_shapes: expected shapes that broadcast, got \(2,\), \(3,\)",
    ),
    "broadcast_arrays": (
        lambda: ivy.broadcast_arrays(ones(2), ones(3)),
        IvyBroadcastShapeError, r"broadcast_arrays .*called with float32\[2\], float32\[3\]"),
    "expand_dims: axis": (
        lambda: ivy.expand_dims(ones(2), axis=3),
        IvyIndexError, r"expand_dims.*(called with|, got) ."),
    "expand_dims: text": (
        lambda: ivy.expand_dims(ones(2), axis="x"),
        IvyTypeError, r"expand_dims .*called with float32\[2\], 'x', None"),
    "flip: axis": (
        lambda: ivy.flip(ones(2), axis=1),
        IvyIndexError, r"flip.*(called with|, got) ."),
    "squeeze: long": (
        lambda: ivy.squeeze(ones(2, 3), axis=0),
        IvyValueError, r"squeeze: expected axes of size 1, got axis 0 of shape \(2, 3\)"),
    "squeeze: range": (
        lambda: ivy.squeeze(ones(2, 3), axis=5),
        IvyIndexError, r"squeeze: expected an axis of 2 axes, got 5"),
    "permute_dims: twice": (
        lambda: ivy.permute_dims(ones(2, 3), (0, 0)),
        IvyValueError, r"permute_dims: expected different axes, got \(0, 0\)"),
    "permute_dims: few": (
        lambda: ivy.permute_dims(ones(2, 3), (0,)),
        IvyValueError, r"permute_dims: expected a permutation of 2 axes, got \(0,\)"),
    "swapaxes: range": (
        lambda: ivy.swapaxes(ones(2, 3), 0, 2),
        IvyIndexError, r"swapaxes: expected an axis of 2 axes, got 2"),
    "moveaxis: lengths": (
        lambda: ivy.moveaxis(ones(2, 3), (0, 1), (1,)),
        IvyValueError,
        r"moveaxis: expected as many sources as destinations, got \(0, 1\) and \(1,\)",
    ),
    "matrix_transpose: 1d": (
        lambda: ivy.matrix_transpose(ones(2)),
        IvyValueError, r"matrix_transpose: expected matrices, got shape \(2,\)"),
    "concat: unlike": (
        lambda: ivy.concat([ones(2, 3), ones(2, 2)], axis=0),
        IvyValueError, r"concat .*called with \[float32\[2, 3\], float32\[2, 2\]\], 0"),
    "concat: nothing": (
        lambda: ivy.concat([]),
        IvyValueError, r"concat: expected at least one array, got \[\]"),
    "concat: axis": (
        lambda: ivy.concat([ones(2), ones(2)], axis=1),
        IvyIndexError, r"concat .*called with \[float32\[2\], float32\[2\]\], 1"),
    "concat: text": (
        lambda: ivy.concat([ones(2), "a"]),
        IvyTypeError, r"concat: expected an array, a number or a list, got str: 'a'"),
    "concat: frameworks": (
        lambda: ivy.concat([ones(2), other()]),
        IvyInvalidBackendException,
        r"expected arrays of one framework, got \w+ and \w+; convert with ivy\.to_backend",
    ),
    "stack: unlike": (
        lambda: ivy.stack([ones(2), ones(3)]),
        IvyValueError, r"stack: expected arrays of one shape, got \(2,\), \(3,\)"),
    "stack: nothing": (
        lambda: ivy.stack([]),
        IvyValueError, r"stack: expected at least one array, got \[\]"),
    "stack: axis": (
        lambda: ivy.stack([ones(2), ones(2)], axis=3),
        IvyIndexError, r"stack .*called with \[float32\[2\], float32\[2\]\], 3"),
    "split: uneven": (
        lambda: ivy.split(ones(5), num_or_size_splits=2),
        IvyValueError, r"split: expected.*, got 2; pass with_remainder=True or the sizes"),
    "split: sizes": (
        lambda: ivy.split(ones(5), num_or_size_splits=[2, 2]),
        IvyValueError, r"split: expected sizes that add up to 5, got \[2, 2\]"),
    "split: zero": (
        lambda: ivy.split(ones(5), num_or_size_splits=0),
        IvyValueError, r"split: expected at least one part, got 0"),
    "split: axis": (
        lambda: ivy.split(ones(4), num_or_size_splits=2, axis=1),
        IvyIndexError, r"split: expected an axis of 1 axes, got 1"),
    "hsplit: 0-d": (
        lambda: ivy.hsplit(array(1.0), 2),
        IvyValueError, r"hsplit: expected at least 1 axes, got shape \(\)"),
    "dsplit: 1-d": (
        lambda: ivy.dsplit(ones(4), 2),
        IvyValueError, r"dsplit: expected at least 3 axes, got shape \(4,\)"),
    "tile: negative": (
        lambda: ivy.tile(ones(2), (-1,)),
        IvyValueError, r"tile .*called with float32\[2\], \(-1,\)"),
    "repeat: negative": (
        lambda: ivy.repeat(ones(2), -1),
        IvyValueError, r"repeat .*called with float32\[2\], -1, None"),
    "roll: axis": (
        lambda: ivy.roll(ones(2), 1, axis=1),
        IvyIndexError, r"roll: expected an axis of 1 axes, got 1"),
    "roll: lengths": (
        lambda: ivy.roll(ones(2, 2), (1, 2, 3), axis=(0, 1)),
        IvyValueError, r"roll: expected as many shifts as axes, got \(1, 2, 3\) and \(0, 1\)"),
    "pad: mode": (
        lambda: ivy.pad(ones(2), 1, mode="x"),
        IvyValueError, r"pad.*(called with|, got) ."),
    "pad: width": (
        lambda: ivy.pad(ones(2, 2), [(1, 1), (1, 1), (1, 1)]),
        IvyValueError,
        r"pad: expected a pair for each of 2 axes, got \[\(1, 1\), \(1, 1\), \(1, 1\)\]",
    ),
    "pad: negative": (
        lambda: ivy.pad(ones(2), -1),
        IvyValueError, r"pad.*(called with|, got) ."),
    "pad: reflect too wide": (
        lambda: ivy.pad(ones(0), 1, mode="reflect"),
        IvyValueError, r"pad.*(called with|, got) ."),
    "unstack: axis": (
        lambda: ivy.unstack(ones(2), axis=1),
        IvyIndexError, r"unstack.*(called with|, got) ."),
    "take: mode": (
        lambda: ivy.take(ones(2), array([0], "int32"), axis=0, mode="x"),
        IvyValueError, r"take: expected mode 'fill', 'raise', 'wrap' or 'clip', got 'x'"),
    "take_along_axis: rank": (
        lambda: ivy.take_along_axis(ones(2, 2), array([0], "int32"), axis=0),
        IvyValueError, r"take_along_axis.*(called with|, got) ."),
    "gather: float idx": (
        lambda: ivy.gather(ones(2), ones(1)),
        IvyIndexError, r"(gather|indexing).*(called with|, got) ."),
    "gather: axis": (
        lambda: ivy.gather(ones(2), ints(1), axis=3),
        IvyIndexError, r"gather: expected an axis from -1 to 0, got 3"),
    "gather: batch_dims": (
        lambda: ivy.gather(ones(2, 2), ints(3, 1), axis=1, batch_dims=1),
        IvyValueError, r"gather: expected indices of batch shape \(2,\), got \(3,\)"),
    "gather_nd: too deep": (
        lambda: ivy.gather_nd(ones(2), ints(1, 3)),
        IvyIndexError, r"gather_nd: expected at most 1 indices, got 3"),
    "scatter_nd: reduction": (
        lambda: ivy.scatter_nd(array([[0]], "int32"), ones(1), shape=(2,), reduction="x"),
        IvyValueError,
        r"scatter_nd: expected a reduction of \('sum', 'min', 'max', 'replace'\), got 'x'",
    ),
    "scatter_nd: shapes": (
        lambda: ivy.scatter_nd(array([[0]], "int32"), ones(3), shape=(2,)),
        IvyBroadcastShapeError,
        r"scatter_nd .*called with int32\[1, 1\], float32\[3\], \(2,\), 'sum', None",
    ),
    "scatter_flat: size": (
        lambda: ivy.scatter_flat(array([0], "int32"), ones(1)),
        IvyValueError, r"scatter_flat: expected a size or out, got neither"),
    "one_hot: depth": (
        lambda: ivy.one_hot(array([0], "int32"), -1),
        IvyValueError, r"one_hot: expected a depth of at least 0, got -1"),
    "one_hot: text": (
        lambda: ivy.one_hot(array([0], "int32"), "x"),
        IvyValueError, r"one_hot: expected a depth of at least 0, got 'x'"),
    "getitem: step zero": (
        lambda: ones(4)[::0],
        IvyValueError, r"zero; called with float32\[4\], slice\(None, None, 0\)"),
    "getitem: index arrays": (
        lambda: ones(3, 3)[array([0, 1], "int32"), array([0, 1, 2], "int32")],
        IvyIndexError, r"called with float32\[3, 3\], \[int32\[2\], int32\[3\]\]"),
    "getitem: beyond 64 bits": (
        lambda: ones(3)[2**70],
        IvyIndexError, r"(getitem|indexing).*1180591620717411303424"),
    "getitem: list range": (
        lambda: ones(3)[[0, 9]],
        IvyIndexError, r"(getitem|indexing).*9"),
    "getitem: bool list": (
        lambda: ones(3)[[True, False]],
        IvyIndexError, r"(getitem|indexing).*(called with|, got) ."),
    "getitem: slice of text": (
        lambda: ones(4)["a":"b"],
        IvyTypeError, r"getitem .*called with float32\[4\], slice\('a', 'b', None\)"),
    "setitem: framework": (
        lambda: with_item(ones(2), slice(None), other()),
        IvyInvalidBackendException, r"expected arrays of one framework, got \w+ and \w+; convert"),
    "setitem: beyond the dtype": (
        lambda: with_item(ones(2, dtype="int8"), 0, 300),
        IvyValueError, r"setitem .*called with int8\[2\], 0, 300"),
    "setitem: NaN": (
        lambda: with_item(ints(2), 0, float("nan")),
        IvyValueError, r"setitem .*called with int32\[2\], 0, nan"),
    "setitem: complex": (
        lambda: with_item(ones(2), 0, 1j),
        IvyTypeError, r"setitem .*called with float32\[2\], 0, 1j"),
    "setitem: None": (
        lambda: with_item(ones(2), 0, None),
        IvyTypeError, r"asarray: expected numbers, arrays or lists of them, got object\[\]"),
    "setitem: dict as key": (
        lambda: with_item(ones(2), {"a": 1}, 1),
        IvyIndexError, r"(setitem|indexing).*(called with|, got) ."),
    "getitem: range": (
        lambda: ones(2, 3)[2],
        IvyIndexError, r"(getitem|indexing).*(called with|, got) ."),
    "getitem: many": (
        lambda: ones(2)[0, 0],
        IvyIndexError, r"(getitem|indexing).*(called with|, got) ."),
    "getitem: float": (
        lambda: ones(2)[0.5],
        IvyIndexError, r"(getitem|indexing).*(called with|, got) ."),
    "getitem: text": (
        lambda: ones(2)["a"],
        IvyIndexError, r"(getitem|indexing).*(called with|, got) ."),
    "getitem: mask": (
        lambda: ones(2)[array([True] * 3, "bool")],
        IvyIndexError, r"(getitem|indexing).*(called with|, got) ."),
    "getitem: float array": (
        lambda: ones(2)[ones(1)],
        IvyIndexError, r"(getitem|indexing).*(called with|, got) ."),
    "getitem: two ellipses": (
        lambda: ones(2)[..., ...],
        IvyIndexError, r"(getitem|indexing).*(called with|, got) ."),
    "setitem: shape": (
        lambda: ones(2).__setitem__(slice(None), ones(3)),
        IvyBroadcastShapeError, r"setitem.*(called with|, got) ."),
    "setitem: range": (
        lambda: ones(2).__setitem__(5, 1.0),
        IvyIndexError, r"(indexing|setitem).*(called with|, got) ."),
    "setitem: text": (
        lambda: ones(2).__setitem__(0, "a"),
        IvyTypeError, r"asarray: expected numbers, arrays or lists of them, got <U1\[\]"),
    "einops: pattern": (
        lambda: ivy.einops_rearrange(ones(2, 3), "a b c -> a b c"),
        IvyValueError, r"einops_rearrange: .*called with float32\[2, 3\]"),
    "einops: unknown": (
        lambda: ivy.einops_rearrange(ones(2, 3), "a b -> a c"),
        IvyValueError, r"einops_rearrange: .*called with float32\[2, 3\]"),
    "einops_reduce: op": (
        lambda: ivy.einops_reduce(ones(2, 3), "a b -> a", "x"),
        IvyValueError, r"einops_reduce: .*called with float32\[2, 3\]"),
    "as_strided: beyond": (
        lambda: ivy.as_strided(ones(2), (100,), (4,)),
        IvyValueError, r"as_strided: expected to stay within 2 elements, got \(100,\) by \(4,\)"),
    # ---- reductions -----------------------------------------------------------------------------
    "sum: axis": (
        lambda: ivy.sum(ones(2, 3), axis=2),
        IvyIndexError, r"sum.*(called with|, got) ."),
    "max: axis": (
        lambda: ivy.max(ones(2, 3), axis=-3),
        IvyIndexError, r"max.*(called with|, got) ."),
    "sum: twice": (
        lambda: ivy.sum(ones(2, 3), axis=(0, 0)),
        IvyValueError, r"sum.*(called with|, got) ."),
    "sum: text axis": (
        lambda: ivy.sum(ones(2, 3), axis="rows"),
        IvyTypeError, r"sum .*called with float32\[2, 3\], 'rows', None, False"),
    "sum: float axis": (
        lambda: ivy.sum(ones(2, 3), axis=0.5),
        IvyTypeError, r"sum .*called with float32\[2, 3\], 0\.5, None, False"),
    "mean: dtype": (
        lambda: ivy.sum(ones(2, 3), dtype="float12"),
        IvyValueError, r"Dtype: expected one of bool, .*, got 'float12'"),
    "max: nothing": (
        lambda: ivy.max(ones(0)),
        IvyValueError, r"max.*(called with|, got) ."),
    "argmax: nothing": (
        lambda: ivy.argmax(ones(0)),
        IvyValueError, r"argmax .*called with float32\[0\], None, False, None, False"),
    "argmax: axis": (
        lambda: ivy.argmax(ones(2), axis=1),
        IvyIndexError, r"argmax.*(called with|, got) ."),
    "cumsum: axis": (
        lambda: ivy.cumsum(ones(2), axis=1),
        IvyIndexError, r"(cumsum|cumulative_sum).*(called with|, got) ."),
    "sort: axis": (
        lambda: ivy.sort(ones(2), axis=1),
        IvyIndexError, r"sort.*(called with|, got) ."),
    "top_k: k": (
        lambda: ivy.top_k(ones(2), 3),
        IvyValueError, r"top_k: expected k of at most 2, got 3"),
    "quantile: range": (
        lambda: ivy.quantile(ones(2), 1.5),
        IvyValueError, r"quantile: expected fractions from 0 to 1, got 1\.5"),
    "quantile: interpolation": (
        lambda: ivy.quantile(ones(2), 0.5, interpolation="x"),
        IvyValueError, r"quantile: expected.*, got 'x'"),
    "histogram: bins": (
        lambda: ivy.histogram(ones(2), bins=0),
        IvyValueError, r"histogram: expected at least one bin, got 0"),
    "histogram: range": (
        lambda: ivy.histogram(ones(3), bins=3, range=(2.0, 1.0)),
        IvyValueError, r"histogram: expected a range \(low, high\), got \(2\.0, 1\.0\)"),
    "bincount: float": (
        lambda: ivy.bincount(ones(2)),
        IvyTypeError, r"bincount.*(called with|, got) ."),
    "searchsorted: side": (
        lambda: ivy.searchsorted(ones(2), ones(2), side="x"),
        IvyValueError, r"searchsorted.*(called with|, got) ."),
    "median: axis": (
        lambda: ivy.median(ones(2), axis=1),
        IvyIndexError, r"median: expected an axis of 1 axes, got 1"),
    "std: text": (
        lambda: ivy.std("x"),
        IvyTypeError, r"std: expected an array, a number or a list, got str: 'x'"),
    "lexsort: shapes": (
        lambda: ivy.lexsort([ones(2), ones(3)]),
        IvyValueError, r"lexsort.*(called with|, got) ."),
    # ---- linear algebra -------------------------------------------------------------------------
    "matmul: inner": (
        lambda: ivy.matmul(ones(2, 3), ones(2, 3)),
        IvyValueError, r"matmul.*(called with|, got) ."),
    "matmul: 0d": (
        lambda: ivy.matmul(array(1.0), ones(2)),
        IvyValueError, r"matmul.*(called with|, got) ."),
    "einsum: equation": (
        lambda: ivy.einsum("ij,jk->il", ones(2, 2), ones(2, 2)),
        IvyValueError, r"einsum .*called with 'ij,jk->il', float32\[2, 2\], float32\[2, 2\]"),
    "einsum: operands": (
        lambda: ivy.einsum("ij,jk->ik", ones(2, 2)),
        IvyValueError, r"einsum .*called with 'ij,jk->ik', float32\[2, 2\]"),
    "tensordot: axes": (
        lambda: ivy.tensordot(ones(2, 3), ones(2, 3), axes=1),
        IvyValueError, r"tensordot: expected.*, got shapes \(2, 3\) and \(2, 3\)"),
    "inv: rectangle": (
        lambda: ivy.inv(ones(2, 3)),
        IvyValueError, r"inv: expected square matrices, got shape \(2, 3\)"),
    "solve: shapes": (
        lambda: ivy.solve(ones(2, 3), ones(2)),
        IvyValueError, r"solve: expected square matrices, got shape \(2, 3\)"),
    "cholesky: vector": (
        lambda: ivy.cholesky(ones(2)),
        IvyValueError, r"cholesky: expected square matrices, got shape \(2,\)"),
    "det: rectangle": (
        lambda: ivy.det(ones(2, 3)),
        IvyValueError, r"det: expected square matrices, got shape \(2, 3\)"),
    "qr: mode": (
        lambda: ivy.qr(ones(2, 2), mode="x"),
        IvyValueError, r"qr: expected mode of 'reduced', 'complete', got 'x'"),
    "eigh: UPLO": (
        lambda: ivy.eigh(ones(2, 2), UPLO="X"),
        IvyValueError, r"eigh.*(called with|, got) ."),
    "eigh: rectangle": (
        lambda: ivy.eigh(ones(2, 3)),
        IvyValueError, r"eigh: expected square matrices, got shape \(2, 3\)"),
    "svd: vector": (
        lambda: ivy.svd(ones(2)),
        IvyValueError, r"svd: expected matrices, got shape \(2,\)"),
    "matrix_power: rectangle": (
        lambda: ivy.matrix_power(ones(2, 3), 2),
        IvyValueError, r"matrix_power: expected square matrices, got shape \(2, 3\)"),
    "matrix_norm: ord": (
        lambda: ivy.matrix_norm(ones(2, 2), ord="x"),
        IvyValueError, r"matrix_norm: expected.*, got 'x'"),
    "cross: size": (
        lambda: ivy.cross(ones(4), ones(4)),
        IvyValueError,
        r"cross: expected 3 elements along the axis of both, got shapes \(4,\) and \(4,\)",
    ),
    "multi_dot: one": (
        lambda: ivy.multi_dot([ones(2, 2)]),
        IvyValueError, r"multi_dot: expected at least two arrays, got 1"),
    "cond: p": (
        lambda: ivy.cond(ones(2, 2), p="x"),
        IvyValueError, r"matrix_norm: expected.*, got 'x'"),
    # ---- creation -------------------------------------------------------------------------------
    "zeros: negative": (
        lambda: ivy.zeros((-1,)),
        IvyValueError, r"zeros .*called with \(-1,\), None, None"),
    "zeros: text": (
        lambda: ivy.zeros("three"),
        IvyTypeError, r"zeros .*called with 'three', None, None"),
    "zeros: float": (
        lambda: ivy.zeros((2.5,)),
        IvyTypeError, r"zeros .*called with \(2\.5,\), None, None"),
    "zeros: dtype": (
        lambda: ivy.zeros((2,), dtype="float12"),
        IvyValueError, r"Dtype: expected one of bool, .*, got 'float12'"),
    "zeros: device": (
        lambda: ivy.zeros((2,), device="oven"),
        IvyDeviceError, r"Device.*(called with|, got) ."),
    "zeros: no gpu": (
        lambda: ivy.zeros((2,), device="gpu:0"),
        IvyDeviceError, r"device.*(called with|, got) ."),
    "zeros: dtype type": (
        lambda: ivy.zeros((2,), dtype=3),
        IvyValueError, r"Dtype: expected one of bool, .*, got '3'"),
    "asarray: NumPy text": (
        lambda: ivy.array(np.array(["a", "b"])),
        IvyTypeError, r"asarray: expected numbers, arrays or lists of them, got <U1\[2\]"),
    "asarray: NumPy times": (
        lambda: ivy.array(np.array(["2020-01-01"], "datetime64[D]")),
        IvyTypeError, r"asarray: expected numbers, arrays or lists of them, got datetime64\[D\]"),
    "asarray: NumPy objects": (
        lambda: ivy.array(np.array([None, 1], object), dtype="float32"),
        IvyTypeError, r"asarray: expected numbers, arrays or lists of them, got object\[2\]"),
    "asarray: long double": (
        lambda: ivy.array(np.ones(2, np.longdouble)),
        IvyTypeError, r"asarray: expected numbers, arrays or lists of them, got float\d+\[2\]"),
    "asarray: records": (
        lambda: ivy.array(np.zeros(2, [("a", "int32")])),
        IvyTypeError, r"asarray: expected numbers, arrays or lists of them, got .*\[2\]"),
    "asarray: device number": (
        lambda: ivy.array([1], device=3),
        IvyDeviceError, r"Device: expected 'cpu', 'gpu:0', 'tpu:0' or alike, got '?3"),
    "asarray: NaN as integer": (
        lambda: ivy.array([float("nan")], dtype="int32"),
        IvyValueError, r"asarray .*called with \[nan\], None, 'int32', None"),
    "asarray: complex as float": (
        lambda: ivy.array([1 + 2j], dtype="float32"),
        IvyTypeError, r"asarray .*called with \[\(1\+2j\)\], None, 'float32', None"),
    "asarray: set": (
        lambda: ivy.array({1, 2}),
        IvyTypeError, r"asarray: expected numbers, arrays or lists of them, got object\[\]"),
    "astype: complex to float": (
        lambda: ivy.astype(ones(2, dtype="complex64"), "float32"),
        IvyTypeError, r"astype: expected a complex dtype or bool for complex64, got float32; take"),
    "full: beyond the dtype": (
        lambda: ivy.full((2,), 300, dtype="uint8"),
        IvyValueError, r"dtype: expected one that holds 300, got uint8"),
    "full: array": (
        lambda: ivy.full((2,), ones(3)),
        IvyBroadcastShapeError, r"full .*called with \(2,\), float32\[3\], None, None"),
    "full_like: text": (
        lambda: ivy.full_like(ones(2), "x"),
        IvyTypeError, r"full_like: expected an array, a number or a list, got str: 'x'"),
    "asarray: ragged": (
        lambda: ivy.asarray([[1.0, 2.0], [3.0]]),
        IvyValueError, r"asarray .*called with \[\[1\.0, 2\.0\], \[3\.0\]\], None, None, None"),
    "asarray: text": (
        lambda: ivy.asarray("abc"),
        IvyTypeError, r"asarray: expected numbers, arrays or lists of them, got <U3\[\]"),
    "asarray: object": (
        lambda: ivy.asarray(object()),
        IvyTypeError, r"asarray: expected numbers, arrays or lists of them, got object\[\]"),
    "asarray: overflow": (
        lambda: ivy.asarray(10 ** 30),
        IvyValueError,
        r"dtype: expected one that holds 1000000000000000000000000000000, got uint64",
    ),
    "asarray: mixed list": (
        lambda: ivy.asarray([1, "a"]),
        IvyTypeError, r"asarray: expected numbers, arrays or lists of them, got 'a'"),
    "asarray: None in list": (
        lambda: ivy.asarray([1, None]),
        IvyValueError, r"Dtype: expected one of bool, .*, got 'None'"),
    "asarray: copy": (
        lambda: ivy.asarray([1.0], copy=False),
        IvyValueError, r"asarray: expected an array to share with copy=False, got \[1\.0\]"),
    "arange: step zero": (
        lambda: ivy.arange(0, 5, 0),
        IvyValueError, r"arange: expected a step other than 0, got 0"),
    "linspace: num": (
        lambda: ivy.linspace(0.0, 1.0, -1),
        IvyValueError, r"linspace.*(called with|, got) ."),
    "linspace: text": (
        lambda: ivy.linspace("a", 1.0, 3),
        IvyTypeError, r"linspace: expected an array, a number or a list, got str: 'a'"),
    "eye: negative": (
        lambda: ivy.eye(-1),
        IvyValueError, r"eye: expected sizes of at least 0, got -1"),
    "eye: text": (
        lambda: ivy.eye("a"),
        IvyTypeError, r"eye: expected sizes as integers, got 'a'"),
    "full: text": (
        lambda: ivy.full((2,), "x"),
        IvyValueError, r"Dtype: expected one of bool, .*, got 'x'"),
    "tril: vector": (
        lambda: ivy.tril(ones(2)),
        IvyValueError, r"tril.*(called with|, got) ."),
    "meshgrid: indexing": (
        lambda: ivy.meshgrid(ones(2), ones(2), indexing="x"),
        IvyValueError, r"meshgrid.*(called with|, got) ."),
    "frombuffer: length": (
        lambda: ivy.frombuffer(b"abc", dtype="float32"),
        IvyValueError, r"frombuffer .*called with b'abc', 'float32', -1, 0"),
    "hann_window: negative": (
        lambda: ivy.hann_window(-1),
        IvyValueError, r"hann_window: expected a length of at least 0, got -1"),
    # ---- dtypes and devices ---------------------------------------------------------------------
    "astype: unknown": (
        lambda: ivy.astype(ones(2), "float12"),
        IvyValueError, r"Dtype: expected one of bool, .*, got 'float12'"),
    "astype: None": (
        lambda: ivy.astype(ones(2), None),
        IvyTypeError, r"astype: expected a dtype, got None"),
    "astype: text array": (
        lambda: ivy.astype("a", "float32"),
        IvyTypeError, r"astype: expected an array, a number or a list, got str: 'a'"),
    "finfo: int": (
        lambda: ivy.finfo("int32"),
        IvyTypeError, r"finfo: expected a floating or complex dtype, got int32; see iinfo"),
    "iinfo: float": (
        lambda: ivy.iinfo("float32"),
        IvyTypeError, r"iinfo: expected an integer dtype, got float32; see finfo"),
    "promote_types: unknown": (
        lambda: ivy.promote_types("float32", "x"),
        IvyValueError, r"Dtype: expected one of bool, .*, got 'x'"),
    "result_type: nothing": (
        lambda: ivy.result_type(),
        IvyValueError, r"result_type: expected an array or a dtype, got nothing"),
    "can_cast: unknown": (
        lambda: ivy.can_cast("float32", "x"),
        IvyValueError, r"Dtype: expected one of bool, .*, got 'x'"),
    "Dtype: unknown": (
        lambda: ivy.Dtype("float7"),
        IvyValueError, r"Dtype: expected one of bool, .*, got 'float7'"),
    "Dtype: number": (
        lambda: ivy.Dtype(7),
        IvyValueError, r"Dtype: expected one of bool, .*, got 7"),
    "Device: unknown": (
        lambda: ivy.Device("oven"),
        IvyDeviceError, r"Device: expected 'cpu', 'gpu:0', 'tpu:0' or alike, got 'oven'"),
    "Device: number": (
        lambda: ivy.Device(7),
        IvyDeviceError, r"Device: expected 'cpu', 'gpu:0', 'tpu:0' or alike, got 7"),
    "to_device: unknown": (
        lambda: ivy.to_device(ones(2), "oven"),
        IvyDeviceError, r"Device.*(called with|, got) ."),
    "to_device: absent": (
        lambda: ivy.to_device(ones(2), "gpu:7"),
        IvyDeviceError, r"device.*(called with|, got) ."),
    "to_backend: unknown": (
        lambda: ivy.to_backend(ones(2), "caffe"),
        IvyInvalidBackendException, r"expected a backend of \(.*\), got 'caffe'"),
    "set_default_dtype": (
        lambda: ivy.set_default_dtype("x"),
        IvyValueError, r"Dtype: expected one of bool, .*, got 'x'"),
    "set_default_float_dtype: int": (
        lambda: ivy.set_default_float_dtype("int32"),
        IvyValueError, r"set_default_float_dtype: expected a float dtype, got int32"),
    "set_default_device: unknown": (
        lambda: ivy.set_default_device("oven"),
        IvyDeviceError, r"Device.*(called with|, got) ."),
    "set_backend: unknown": (
        lambda: ivy.set_backend("caffe"),
        IvyInvalidBackendException, r"expected a backend of \(.*\), got 'caffe'"),
    "set_backend: number": (
        lambda: ivy.set_backend(3),
        IvyInvalidBackendException, r"expected a backend of \(.*\), got 3"),
    "use_backend: unknown": (
        lambda: ivy.use_backend("caffe").__enter__(),
        IvyInvalidBackendException, r"expected a backend of \(.*\), got 'caffe'"),
    "set_nan_policy": (
        lambda: ivy.set_nan_policy("x"),
        IvyValueError,
        r"set_nan_policy: expected one of \('nothing', 'warns', 'raise_exception'\), got 'x'",
    ),
    "set_inplace_mode": (
        lambda: ivy.set_inplace_mode("x"),
        IvyValueError, r"set_inplace_mode: expected one of \('lenient', 'strict'\), got 'x'"),
    "set_array_mode": (
        lambda: ivy.set_array_mode("yes"),
        IvyValueError, r"set_array_mode: expected True or False, got 'yes'"),
    "set_min_base: negative": (
        lambda: ivy.set_min_base(-1),
        IvyValueError, r"set_min_base: expected float of at least 0, got -1"),
    "nan policy": (
        lambda: with_nan_policy(),
        IvyValueError, r"add.*(called with|, got) ."),
    "get_backend": (
        lambda: ivy.get_backend("caffe"),
        IvyInvalidBackendException, r"expected a backend of \(.*\), got 'caffe'"),
    # ---- array protocol -------------------------------------------------------------------------
    "bool": (
        lambda: bool(ones(2)),
        IvyTypeError, r"bool\(Array\): expected a 0-d array, got shape \(2,\)"),
    "float": (
        lambda: float(ones(2)),
        IvyTypeError, r"float\(Array\): expected a 0-d array, got shape \(2,\)"),
    "int": (
        lambda: int(ones(2)),
        IvyTypeError, r"int\(Array\): expected a 0-d array, got shape \(2,\)"),
    "complex": (
        lambda: complex(ones(2)),
        IvyTypeError, r"complex\(Array\): expected a 0-d array, got shape \(2,\)"),
    "index": (
        lambda: [1, 2][ones()],
        IvyTypeError, r"index: expected an integer array, got float32\[\]"),
    "len": (
        lambda: len(ones()),
        IvyTypeError, r"len\(Array\): expected at least one axis, got a 0-d array"),
    "iter": (
        lambda: list(ones()),
        IvyTypeError, r"len\(Array\): expected at least one axis, got a 0-d array"),
    "item": (
        lambda: ones(2).item(),
        IvyValueError, r"Array\.item: expected one element, got shape \(2,\)"),
    "to_scalar": (
        lambda: ivy.to_scalar(ones(2)),
        IvyValueError, r"to_scalar: expected one element, got shape \(2,\)"),
    "reshape method": (
        lambda: ones(2).reshape((3,)),
        IvyValueError, r"reshape .*called with float32\[2\], \(3,\), None, 'C', True"),
    "T": (
        lambda: ones(2).T,
        IvyValueError, r"Array\.T: expected 2 axes, got shape \(2,\); use mT"),
    "mT": (
        lambda: ones(2).mT,
        IvyValueError, r"matrix_transpose: expected matrices, got shape \(2,\)"),
    "Array: text": (
        lambda: ivy.Array("abc"),
        IvyTypeError, r"asarray: expected numbers, arrays or lists of them, got <U3\[\]"),
    "to_device method": (
        lambda: ones(2).to_device("oven"),
        IvyDeviceError, r"Device.*(called with|, got) ."),
    "inplace_update: number": (
        lambda: ivy.inplace_update(1, ones(3)),
        IvyTypeError, r"inplace_update: expected an array, got 1"),
    # ---- nn -------------------------------------------------------------------------------------
    "conv2d: channels": (
        lambda: ivy.conv2d(ones(1, 4, 4, 3), ones(2, 2, 4, 1), 1, "VALID"),
        IvyValueError, r"conv2d: expected x of 4 channels as the filters, got 3"),
    "conv2d: padding": (
        lambda: ivy.conv2d(ones(1, 4, 4, 3), ones(2, 2, 3, 1), 1, "x"),
        IvyValueError, r"conv2d: expected.*, got 'x'"),
    "conv2d: data_format": (
        lambda: ivy.conv2d(ones(1, 4, 4, 3), ones(2, 2, 3, 1), 1, "VALID", data_format="x"),
        IvyValueError, r"conv2d: expected a data_format 'NHWC' or 'NCHW', got 'x'"),
    "conv2d: rank": (
        lambda: ivy.conv2d(ones(4, 4, 3), ones(2, 2, 3, 1), 1, "VALID"),
        IvyValueError, r"conv2d: expected.*, got shape \(4, 4, 3\)"),
    "conv2d: stride": (
        lambda: ivy.conv2d(ones(1, 4, 4, 3), ones(2, 2, 3, 1), 0, "VALID"),
        IvyValueError, r"conv2d: expected strides as a number from 1 or 2 of them, got 0"),
    "conv2d: large kernel": (
        lambda: ivy.conv2d(ones(1, 2, 2, 3), ones(5, 5, 3, 1), 1, "VALID"),
        IvyValueError, r"conv2d: expected.*, got a window of 5 over 2 along spatial axis 0"),
    "conv2d_transpose: output channels": (
        lambda: ivy.conv2d_transpose(
            ones(1, 4, 4, 3), ones(3, 3, 5, 3), 2, "SAME", output_shape=(1, 8, 8, 7)),
        IvyValueError,
        r"conv2d_transpose: expected an output_shape of batch 1 and 5 channels, got \(1, 8, 8, 7\)",
    ),
    "conv1d_transpose: output batch": (
        lambda: ivy.conv1d_transpose(
            ones(1, 3, 4), ones(3, 5, 3), 2, "SAME", output_shape=(2, 5, 8), data_format="NCW"),
        IvyValueError,
        r"conv1d_transpose: expected an output_shape of batch 1 and 5 channels, got \(2, 5, 8\)",
    ),
    "max_pool2d: padding": (
        lambda: ivy.max_pool2d(ones(1, 4, 4, 3), 2, 1, "x"),
        IvyValueError, r"max_pool2d: expected.*, got 'x'"),
    "max_pool2d: kernel": (
        lambda: ivy.max_pool2d(ones(1, 4, 4, 3), 0, 1, "VALID"),
        IvyValueError, r"max_pool2d: expected kernel as a number from 1 or 2 of them, got 0"),
    "max_pool2d: rank": (
        lambda: ivy.max_pool2d(ones(4, 4), 2, 1, "VALID"),
        IvyValueError, r"max_pool2d: expected.*, got shape \(4, 4\)"),
    "avg_pool2d: format": (
        lambda: ivy.avg_pool2d(ones(1, 4, 4, 3), 2, 1, "VALID", data_format="x"),
        IvyValueError, r"avg_pool2d: expected a data_format 'NHWC' or 'NCHW', got 'x'"),
    "adaptive_avg_pool1d: size": (
        lambda: ivy.adaptive_avg_pool1d(ones(1, 2, 4), 0),
        IvyValueError, r"adaptive_avg_pool1d: expected output_size as a number from 1, got \[0\]"),
    "interpolate: mode": (
        lambda: ivy.interpolate(ones(1, 2, 4), 3, mode="x"),
        IvyValueError, r"interpolate: expected.*, got 'x'"),
    "interpolate: neither": (
        lambda: ivy.interpolate(ones(1, 2, 4), None),
        IvyValueError, r"interpolate: expected either size or scale_factor, got None and None"),
    "linear: inner": (
        lambda: ivy.linear(ones(2, 3), ones(4, 2)),
        IvyValueError, r"linear: expected x of 2 features for the weight \(4, 2\), got \(2, 3\)"),
    "linear: bias of more axes": (
        lambda: ivy.linear(ones(2, 3), ones(4, 3), bias=ones(2, 1)),
        IvyValueError, r"linear: expected a bias of 4 features for the weight \(4, 3\), got \(2,"),
    "linear: bias that is a number": (
        lambda: ivy.linear(ones(2, 3), ones(4, 3), bias=0.5),
        IvyValueError, r"linear: expected a bias of 4 features for the weight \(4, 3\), got \(\)"),
    "dropout: prob": (
        lambda: ivy.dropout(ones(2), 1.5),
        IvyValueError, r"dropout: expected prob from 0 to 1, got 1\.5"),
    "batch_norm: format": (
        lambda: ivy.batch_norm(ones(2, 3), ones(3), ones(3), data_format="x"),
        IvyValueError, r"batch_norm: expected.*, got 'x'"),
    "batch_norm: shapes": (
        lambda: ivy.batch_norm(ones(2, 3), ones(4), ones(4)),
        IvyValueError, r"batch_norm: expected mean of 3 channels, got mean of shape \(4,\)"),
    "layer_norm: axis": (
        lambda: ivy.layer_norm(ones(2, 3), [5]),
        IvyIndexError, r"layer_norm: expected an axis of 2 axes, got 5"),
    "layer_norm: scale": (
        lambda: ivy.layer_norm(ones(2, 3), [1], scale=ones(4)),
        IvyBroadcastShapeError,
        r"layer_norm: expected scale of shape \(3,\), or one that broadcasts to \(2, 3\), got \(4,",
    ),
    "layer_norm: result that grows": (
        lambda: ivy.layer_norm(ones(2, 3), [1], offset=ones(5, 2, 3)),
        IvyBroadcastShapeError, r"layer_norm: expected offset of shape \(3,\), .*got \(5, 2, 3\)"),
    "rms_norm: scale": (
        lambda: ivy.rms_norm(ones(2, 3), 0, scale=ones(3, 1)),
        IvyBroadcastShapeError, r"rms_norm: expected scale of shape \(2,\), .*got \(3, 1\)"),
    "softmax: axis": (
        lambda: ivy.softmax(ones(2, 3), axis=5),
        IvyIndexError, r"softmax.*(called with float32\[2, 3\], 5|an axis of 2 axes, got 5)"),
    "softmax: axis of a number": (
        lambda: ivy.softmax(ones(), axis=1),
        IvyIndexError, r"softmax.*(called with float32\[\], 1|expected an axis of 1 axes, got 1)"),
    "log_softmax: axis of nothing": (
        lambda: ivy.log_softmax(ones(2, 0), axis=2),
        IvyIndexError, r"log_softmax.*(called with float32\[2, 0\], 2|an axis of 2 axes, got 2)"),
    "log_softmax: text axis": (
        lambda: ivy.log_softmax(ones(2, 3), axis="a"),
        IvyTypeError, r"log_softmax .*called with float32\[2, 3\], 'a'"),
    "group_norm: groups": (
        lambda: ivy.group_norm(ones(2, 4, 3), 2),
        IvyValueError, r"group_norm: expected num_groups that divides 3 channels, got 2"),
    "embedding: max_norm": (
        lambda: ivy.embedding(ones(2, 3), ints(1), max_norm=-1.0),
        IvyValueError, r"embedding: expected a max_norm of at least 0, got -1\.0"),
    "embedding: float": (
        lambda: ivy.embedding(ones(2, 3), ones(1)),
        IvyValueError, r"embedding: expected integer indices, got float32"),
    "sdpa: shapes": (
        lambda: ivy.scaled_dot_product_attention(ones(1, 2, 3), ones(1, 2, 4), ones(1, 2, 4)),
        IvyValueError,
        r"scaled_dot_product_attention: expected.*, got \(1, 2, 3\), \(1, 2, 4\), \(1, 2, 4\)",
    ),
    "mha: heads": (
        lambda: ivy.multi_head_attention(ones(1, 2, 3), num_heads=2, in_proj_weights=ones(9, 3)),
        IvyValueError, r"multi_head_attention: expected num_heads that divides 3 features, got 2"),
    "cross_entropy: reduction": (
        lambda: ivy.cross_entropy(ones(2), ones(2), reduction="x"),
        IvyValueError, r"cross_entropy: expected a reduction of 'none', 'sum' or 'mean', got 'x'"),
    "cross_entropy: epsilon": (
        lambda: ivy.cross_entropy(ones(2), ones(2), epsilon=-1),
        IvyValueError, r"cross_entropy: expected an epsilon from 0 to 0.5, got -1"),
    "binary_cross_entropy: epsilon": (
        lambda: ivy.binary_cross_entropy(ones(2), ones(2), epsilon=5),
        IvyValueError, r"binary_cross_entropy: expected an epsilon from 0 to 0.5, got 5"),
    "sparse_cross_entropy: epsilon": (
        lambda: ivy.sparse_cross_entropy(ints(2), ones(2, 3), epsilon=0.6),
        IvyValueError, r"sparse_cross_entropy: expected an epsilon from 0 to 0.5, got 0.6"),
    "gather_nd: a number": (
        lambda: ivy.gather_nd(ones(2, 3), 1),
        IvyIndexError, r"gather_nd \(\w+\): expected arrays with more axes; called"),
    "dirichlet: a number": (
        lambda: ivy.dirichlet(1.0),
        IvyIndexError, r"dirichlet \(\w+\): expected arrays with more axes; called"),
    "threshold: value": (
        lambda: ivy.threshold(ones(2), 1, "a"),
        IvyTypeError, r"threshold \(\w+\): .*; called with float32\[2\], 1, 'a'"),
    "cross_entropy: shapes": (
        lambda: ivy.cross_entropy(ones(2, 3), ones(2, 4)),
        IvyBroadcastShapeError,
        r"cross_entropy .*called with float32\[2, 3\], float32\[2, 4\], None, 1e-07, 'me",
    ),
    "cross_entropy: axis": (
        lambda: ivy.cross_entropy(ones(2), ones(2), axis=4),
        IvyIndexError, r"(cross_entropy|mean).*(called with|, got) ."),
    "huber_loss: reduction": (
        lambda: ivy.huber_loss(ones(2), ones(2), reduction="x"),
        IvyValueError, r"huber_loss: expected a reduction of 'none', 'sum' or 'mean', got 'x'"),
    "huber_loss: delta": (
        lambda: ivy.huber_loss(ones(2), ones(2), delta=-1.0),
        IvyValueError, r"huber_loss: expected delta of at least 0, got -1\.0"),
    "mse_loss: shapes": (
        lambda: ivy.mse_loss(ones(2), ones(3)),
        IvyBroadcastShapeError, r"mse_loss .*called with float32\[2\], float32\[3\], 'mean'"),
    "fft: dim": (
        lambda: ivy.fft(ones(4, dtype="complex64"), 3),
        IvyIndexError, r"fft: expected an axis of 1 axes, got 3"),
    "fft: norm": (
        lambda: ivy.fft(ones(4, dtype="complex64"), -1, norm="x"),
        IvyValueError, r"fft: expected norm 'backward', 'ortho' or 'forward', got 'x'"),
    "fft: n": (
        lambda: ivy.fft(ones(4, dtype="complex64"), -1, n=0),
        IvyValueError, r"fft: expected at least one number to transform, got 0"),
    "ifftn: axes": (
        lambda: ivy.ifftn(ones(2, 3), axes=(0, 5)),
        IvyIndexError, r"ifftn.*(expected an axis of 2 axes, got 5|called with float32\[2, 3\])"),
    "ifftn: many sizes": (
        lambda: ivy.ifftn(ones(2, 3), s=(2, 3, 4)),
        IvyValueError, r"ifftn.*(at most 2 sizes, got \(2, 3, 4\)|called with float32\[2, 3\])"),
    "dct: type": (
        lambda: ivy.dct(ones(4), type=9),
        IvyValueError, r"dct: expected type 1, 2, 3 or 4, got 9"),
    "stft: lengths": (
        lambda: ivy.stft(ones(4), 0, 1),
        IvyValueError, r"stft: expected frame_length of at least 1, got 0"),
    "lstm_update: shapes": (
        lambda: ivy.lstm_update(ones(1, 2, 3), ones(1, 4), ones(1, 4), ones(3, 16), ones(5, 16)),
        IvyValueError,
        r"lstm_update: expected recurrent_kernel of shape \(4, 16\), got \(5, 16\)",
    ),
    "roi_align: boxes": (
        lambda: ivy.roi_align(ones(1, 1, 4, 4), ones(1, 3), 2),
        IvyValueError, r"roi_align: expected.*, got shape \(1, 3\)"),
    "roi_align: image without boxes": (
        lambda: ivy.roi_align(ones(2, 1, 4, 4), [ones(1, 4)], 2),
        IvyValueError, r"roi_align: expected boxes for each of 2 images, got a list of 1"),
    "roi_align: boxes without image": (
        lambda: ivy.roi_align(ones(1, 1, 4, 4), [ones(1, 4), ones(1, 4)], 2),
        IvyValueError, r"roi_align: expected boxes for each of 1 images, got a list of 2"),
    "nms: boxes": (
        lambda: ivy.nms(ones(2, 3), ones(2)),
        IvyValueError, r"nms: expected boxes \[number, 4\], got shape \(2, 3\)"),
    "unsorted_segment_sum: length": (
        lambda: ivy.unsorted_segment_sum(ones(2), ints(3), 2),
        IvyValueError, r"unsorted_segment_sum: expected.*, got shape \(3,\)"),
    "native_sparse_array: nothing": (
        lambda: ivy.native_sparse_array(),
        IvyValueError, r"native_sparse_array: expected.*, got \[\]"),
    "native_sparse_array: format": (
        lambda: ivy.native_sparse_array(coo_indices=[[0]], values=[1], dense_shape=2, format="x"),
        IvyValueError,
        r"native_sparse_array: expected a format of coo, csr, bsr, csc, bsc, got 'x'",
    ),
    # ---- random ---------------------------------------------------------------------------------
    "random_uniform: shape": (
        lambda: ivy.random_uniform(shape=(-1,)),
        IvyValueError, r"random_uniform: expected sizes of at least 0 in the shape, got -1"),
    "random_uniform: text shape": (
        lambda: ivy.random_uniform(shape="a"),
        IvyValueError, r"random_uniform: expected sizes of at least 0 in the shape, got 'a'"),
    "random_uniform: int dtype": (
        lambda: ivy.random_uniform(shape=(2,), dtype="int32"),
        IvyTypeError, r"random_uniform: expected a float dtype, got int32"),
    "random_normal: std": (
        lambda: ivy.random_normal(std=-1.0, shape=(2,)),
        IvyValueError, r"random_normal: expected std of at least 0, got -1\.0"),
    "random_normal: dtype": (
        lambda: ivy.random_normal(shape=(2,), dtype="float12"),
        IvyValueError, r"Dtype: expected one of bool, .*, got 'float12'"),
    "randint: order": (
        lambda: ivy.randint(5, 2, shape=(2,)),
        IvyValueError, r"randint: expected low < high <= low \+ 2\*\*32, got low=5, high=2"),
    "bernoulli: prob": (
        lambda: ivy.bernoulli(1.5, shape=(2,)),
        IvyValueError, r"bernoulli: expected probs from 0 to 1, got 1\.5"),
    "bernoulli: neither": (
        lambda: ivy.bernoulli(None),
        IvyValueError, r"bernoulli: expected either probs or logits, got both or neither"),
    "multinomial: sizes": (
        lambda: ivy.multinomial(2, 5, replace=False),
        IvyValueError, r"multinomial: expected at most 2 samples without replacement, got 5"),
    "gamma: negative": (
        lambda: ivy.gamma(-1.0, 1.0, shape=(2,)),
        IvyValueError, r"gamma: expected alpha of at least 0, got -1\.0"),
    "poisson: shape": (
        lambda: ivy.poisson(ones(3), shape=(2,)),
        IvyBroadcastShapeError, r"poisson .*called with float32\[3\], \(2,\), None, None, None, 0"),
    "beta: negative": (
        lambda: ivy.beta(-1.0, 1.0, shape=(2,)),
        IvyValueError, r"beta: expected a of at least 0, got -1\.0"),
    "dirichlet: negative": (
        lambda: ivy.dirichlet(array([-1.0, 1.0])),
        IvyValueError, r"dirichlet: expected alpha of at least 0, got -1\.0"),
    "shuffle: axis": (
        lambda: ivy.shuffle(ones(2), 3),
        IvyIndexError, r"shuffle .*called with float32\[2\], 3, None"),
    "seed: text": (
        lambda: ivy.seed(seed_value="a"),
        IvyTypeError, r"seed: expected an integer, got 'a'"),
    "seed: float": (
        lambda: ivy.seed(seed_value=0.5),
        IvyTypeError, r"seed: expected an integer, got 0\.5"),
    "random_uniform: seed text": (
        lambda: ivy.random_uniform(shape=(2,), seed="a"),
        IvyTypeError, r"seed: expected an integer, got 'a'"),
    "rng: text": (
        lambda: ivy.rng("a").__enter__(),
        IvyTypeError, r"seed: expected an integer, got 'a'"),
    # ---- gradients ------------------------------------------------------------------------------
    "grad: argnums": (
        lambda: ivy.grad(lambda x: ivy.sum(x), argnums=3)(ones(2)),
        IvyIndexError, r"value_and_grad: expected argnums within the 1 arguments given, got 3"),
    "grad: text": (
        lambda: ivy.grad(lambda x: x)("a"),
        IvyTypeError, r"value_and_grad: expected at least one array, got 'a'"),
    "grad: not callable": (
        lambda: ivy.grad(3)(ones(2)),
        IvyTypeError, r"value_and_grad: expected a function, got 3"),
    "grad: returns text": (
        lambda: ivy.grad(lambda x: "a")(ones(2)),
        IvyTypeError,
        r"value_and_grad: expected a function that returns a floating array of \w+, got 'a'",
    ),
    "execute: nothing": (
        lambda: ivy.execute_with_gradients(lambda x: x, {}),
        IvyTypeError, r"execute_with_gradients: expected at least one array, got \{\}"),
    "execute: index": (
        lambda: ivy.execute_with_gradients(lambda x: x["a"], {"a": ones(2)}, xs_grad_idxs=[["b"]]),
        IvyIndexError,
        r"execute_with_gradients: expected an index path below one of \[\('a',\)\], got \('b',\)",
    ),
    "execute: ret index": (
        lambda: ivy.execute_with_gradients(lambda x: (ivy.sum(x), 1), ones(2), ret_grad_idxs=[[5]]),
        IvyIndexError,
        r"execute_with_gradients: expected an index path below one of \[\(0,\)\], got \(5,\)",
    ),
    "vjp: none": (
        lambda: ivy.vjp(lambda x: x),
        IvyTypeError, r"vjp: expected at least one array, got \(\)"),
    "vjp: cotangent": (
        lambda: ivy.vjp(lambda x: x, ones(2))[1](ones(3)),
        IvyValueError, r"vjp: expected cotangents of shape \(2,\), got \(3,\)"),
    "jvp: tangents": (
        lambda: ivy.jvp(lambda x: x, (ones(2),), (ones(3),)),
        IvyValueError, r"jvp: expected tangents of shape \(2,\), got \(3,\)"),
    "jvp: count": (
        lambda: ivy.jvp(lambda x: x, (ones(2),), ()),
        IvyValueError, r"jvp: expected a nest like the primals, got none at \(0,\)"),
    "jac: text": (
        lambda: ivy.jac(lambda x: x)("a"),
        IvyTypeError, r"jac: expected at least one array, got 'a'"),
    "vmap: axes": (
        lambda: ivy.vmap(lambda x, y: x + y, in_axes=(0,))(ones(2), ones(2)),
        IvyValueError, r"vmap: expected in_axes for 2 arguments, got \(0,\)"),
    "vmap: sizes": (
        lambda: ivy.vmap(lambda x, y: x + y)(ones(2), ones(3)),
        IvyValueError, r"vmap: expected one size along in_axes 0, got float32\[2\], float32\[3\]"),
    "bind_custom_gradient_function: number": (
        lambda: ivy.bind_custom_gradient_function(lambda x: x, lambda a: a)("x"),
        IvyTypeError, r"bind_custom_gradient_function: expected arrays, got 'x'"),
    "set_with_grads": (
        lambda: ivy.set_with_grads("yes"),
        IvyValueError, r"set_with_grads: expected True or False, got 'yes'"),
    "execute: not callable": (
        lambda: ivy.execute_with_gradients(3, ones(2)),
        IvyTypeError, r"execute_with_gradients: expected a function, got 3"),
    "vmap: in_axes": (
        lambda: ivy.vmap(lambda x: x, in_axes=5)(ones(2)),
        IvyIndexError, r"vmap: expected in_axes within the arguments, got 5 for float32\[2\]"),
    "vmap: number": (
        lambda: ivy.vmap(lambda x: x)(3.0),
        IvyIndexError, r"vmap: expected in_axes within the arguments, got 0 for 3\.0"),
    "vmap: out_axes": (
        lambda: ivy.vmap(lambda x: x, out_axes=5)(ones(2)),
        IvyIndexError, r"vmap: expected out_axes within the results, got 5 for float32\[\]"),
    "while_loop: returns nothing": (
        lambda: ivy.while_loop(lambda x: x < 3, lambda x: None, (array(1.0),)),
        IvyValueError, r"while_loop: expected a function that returns 1 variables, got None"),
    "for_loop: number": (
        lambda: ivy.for_loop(3, lambda i, x: x, (1,)),
        IvyTypeError, r"for_loop: expected an iterable, got 3"),
    "while_loop: test": (
        lambda: ivy.while_loop(3, lambda x: x, [1]),
        IvyTypeError, r"while_loop: expected a function, got 3"),
    "if_else: cond": (
        lambda: ivy.if_else(lambda x: ones(2) > 0, lambda x: x, lambda x: x, {"x": ones(2)}),
        IvyValueError, r"if_else: expected a condition of one element, got bool\[2\]"),
}

# What is wrong is a value: compiled programs of XLA cannot raise, so JAX returns NaN or clamps.
CASES_OF_VALUES: dict[str, Case] = {
    "inv: singular": (
        lambda: ivy.inv(ones(2, 2)),
        IvyValueError, r"inv .*(ingular|not invertible).*called with float32\[2, 2\]"),
    "solve: singular": (
        lambda: ivy.solve(ones(2, 2), ones(2)),
        IvyValueError, r"solve .*(ingular|not invertible).*called with float32\[2, 2\]"),
    "take: range": (
        lambda: ivy.take(ones(2), array([5], "int32"), axis=0, mode="raise"),
        IvyIndexError, r"take .*5.*called with float32\[2\], int32\[1\]"),
    "bincount: negative": (
        lambda: ivy.bincount(array([-1], "int32")),
        IvyValueError, r"bincount .*called with int32\[1\]"),
    "embedding: range": (
        lambda: ivy.embedding(ones(2, 3), array([5], "int32")),
        IvyIndexError, r"embedding: expected indices from 0 to 1, got 5 to 5"),
    "Embedding: range": (
        lambda: ivy.Embedding(3, 2)(array([7], "int32")),
        IvyIndexError, r"embedding: expected indices from 0 to 2, got 7 to 7"),
}
# fmt: on

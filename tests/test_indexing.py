"""Reading and writing parts: every kind of key means what it means in NumPy."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import ivy
from tests.helpers import assert_close, to_numpy
from tests.samples import numpy_dtype

INDEX = np.array([0, 1, 1, 0, -1, 0, 1])
MASK = np.arange(12).reshape(3, 4) % 2 == 0
ALL, BACK = slice(None), slice(None, None, -1)
HIGH = (2,) * 9

BASIC = [
    0, -1, np.int64(1), slice(0, 1), ALL, BACK, slice(5, 0, -2), slice(1, 1), slice(3, 1), None,
    ..., (),
    (0, 1, 2), (0, ALL, -1), (..., 0), (..., None, 0), (None, ALL, None), (ALL, slice(2, 0, -1)),
    (slice(-1, None), ALL, slice(-9, 9, 3)), (np.int32(0), slice(0, 2), None, np.uint8(1)),
]  # fmt: skip
INTEGER_ARRAYS = [
    INDEX, (INDEX, INDEX), (ALL, INDEX), (ALL, INDEX, INDEX), (INDEX, ALL, INDEX), (0, ALL, INDEX),
    (ALL, 0, INDEX), (INDEX, ALL, 0), (ALL, INDEX, None, INDEX), (ALL, INDEX, ..., INDEX),
    (BACK, INDEX), (None, INDEX), (slice(0, 1), BACK, INDEX), (INDEX[:, None], INDEX),
    (ALL, INDEX[:, None], INDEX[:2]), abs(INDEX).astype(np.uint8), INDEX.astype(np.int8),
    abs(INDEX).astype(np.uint64), [0, 1], [[0, 1], [1, 0]], ([0, 1], [1, 2]), [],
    np.zeros((2, 0), int), np.array(1), (np.array(1), ALL, np.array(2)),
]  # fmt: skip
MASKS = [
    MASK[:2, :3], (MASK[:2, :3], ...), (ALL, MASK), (0, MASK), MASK[0, :2],
    (MASK[0, :2], ALL, INDEX[:1]), (ALL, MASK[:, 0], 0), (..., MASK[0]),
    np.ones((2, 3, 4), bool), np.zeros((2, 3, 4), bool),
    np.zeros((2, 0), bool), (ALL, [True, False, True]), True, False, (ALL, True), (0, True),
    (0, ALL, True), np.array(True), np.array(False), (ALL, np.array(True), INDEX),
    (np.array(True), ALL, INDEX),
]  # fmt: skip
OTHER_SHAPES = [
    ((), ()), ((), ...), ((), None), ((0, 3), ALL), ((0, 3), BACK), ((5,), slice(None, None, -2)),
    ((5,), slice(4, None, -3)), ((5,), slice(-1, -6, -1)), ((0,), np.zeros(0, int)),
    (HIGH, 0), (HIGH, (..., BACK)), (HIGH, (0, None, slice(0, 1), ..., 1)),
    (HIGH, (ALL, abs(INDEX))), (HIGH, (abs(INDEX),) * 9),
    ((), np.array(True)), ((), np.array(False)), ((3,), np.zeros(0, bool)),
    ((0, 3), np.zeros((0, 3), bool)), ((2, 0), np.ones(2, bool)), ((2, 3), np.zeros(0, bool)),
]  # fmt: skip
KEYS = [((2, 3, 4), key) for key in (*BASIC, *INTEGER_ARRAYS, *MASKS)] + OTHER_SHAPES


def name(shape_and_key: tuple[tuple[int, ...], Any]) -> str:
    shape, key = shape_and_key
    text = re.sub(r"\s+|slice|array|None, None, None|, dtype=\w+", "", repr(key))
    return f"{'x'.join(map(str, shape))}[{text}]"


def as_ivy(key: Any) -> Any:
    """Return a key with its NumPy arrays as `ivy.Array`."""
    if isinstance(key, tuple):
        return tuple(map(as_ivy, key))
    return ivy.asarray(key) if isinstance(key, np.ndarray) else key


def numbers(shape: tuple[int, ...], dtype: Any = "float32") -> Any:
    return np.arange(np.prod(shape)).reshape(shape).astype(dtype)


@pytest.mark.parametrize("shape_and_key", KEYS, ids=name)
def test_get(backend: str, shape_and_key: Any) -> None:
    shape, key = shape_and_key
    x = numbers(shape)
    assert_close(ivy.asarray(x)[as_ivy(key)], x[key])
    assert_close(ivy.asarray(x)[key], x[key])


@pytest.mark.parametrize("shape_and_key", KEYS, ids=name)
def test_set(backend: str, shape_and_key: Any) -> None:
    shape, key = shape_and_key
    selected = numbers(shape)[key]
    row = np.full(selected.shape[-1:], 51, "float32")
    for value in (50, row, np.full_like(selected, 52)):
        expected, x = numbers(shape), ivy.asarray(numbers(shape))
        expected[key] = value
        x[as_ivy(key)] = ivy.asarray(value) if isinstance(value, np.ndarray) else value
        assert_close(x, expected)


def test_set_by_position(backend: str) -> None:
    x, expected = ivy.asarray(numbers((4, 3))), numbers((4, 3))
    values = numbers((2, 3)) + 50
    for key in ([3, 1], slice(None, None, -2), np.array([False, True, True, False])):
        x[as_ivy(key)], expected[key] = ivy.asarray(values), values
        assert_close(x, expected)


DTYPES = ["bool", "int8", "uint16", "uint32", "uint64", "float16", "bfloat16", "complex128"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype(backend: str, dtype: str) -> None:
    expected = numbers((3, 2), numpy_dtype(dtype))
    x = ivy.asarray(expected, copy=True)
    for key in (0, (ALL, BACK), np.array([2, 0]), (INDEX[:2], INDEX[:2]), expected != 0):
        assert_close(x[as_ivy(key)], expected[key], dtype)
        reversed_part = expected[key][..., ::-1].copy()
        x[as_ivy(key)], expected[key] = ivy.asarray(reversed_part), reversed_part
        assert_close(x, expected, dtype)


BAD = [2, -3, (0, 3), (0, 0, 0, 0), 1.0, "a", (..., ...), np.array([0.5]), MASK, [0, 5]]
BAD = [((2, 3, 4), key) for key in (*BAD, np.ones((2, 3, 4, 1), bool))]
BAD += [((0, 3), 0), ((), 0), ((2, 3), np.zeros((0, 5), bool)), ((0,), np.ones(1, bool))]


@pytest.mark.parametrize("shape_and_key", BAD, ids=name)
def test_errors(backend: str, shape_and_key: Any) -> None:
    shape, key = shape_and_key
    x = ivy.asarray(numbers(shape))
    with pytest.raises(ivy.errors.IvyIndexError):
        x[as_ivy(key)]
    with pytest.raises(ivy.errors.IvyIndexError):
        x[as_ivy(key)] = 1


def test_out_of_range_arrays(backend: str) -> None:
    x = ivy.asarray(numbers((2, 3)))
    if backend == "jax":  # which clamps, as a check would have to wait for the values
        assert_close(x[ivy.asarray([5])], numbers((2, 3))[[1]])
        return
    with pytest.raises(ivy.errors.IvyIndexError):
        x[ivy.asarray([5])]
    with pytest.raises(ivy.errors.IvyIndexError):
        x[ivy.asarray([0]), ivy.asarray([3])]


def test_surplus_axes_of_a_value(backend: str) -> None:
    x = ivy.zeros((2, 3))
    x[0] = ivy.ones((1, 1, 3))
    x[ivy.asarray([1])] = ivy.ones((1, 1, 3))
    assert_close(x, np.ones((2, 3), "float32"))
    with pytest.raises(ValueError, match="setitem"):
        x[0] = ivy.ones((2, 3))


def test_value_takes_the_dtype(backend: str) -> None:
    x = ivy.asarray([1, 2, 3], dtype="int16")
    x[0] = 2.9
    x[1:] = ivy.asarray([5.5, 6.5])
    assert_close(x, np.array([2, 5, 6], "int16"))
    with pytest.raises((TypeError, ValueError, RuntimeError)):
        x[0] = 1j


def test_native_memory(backend: str) -> None:
    """NumPy's and torch's own arrays see what is written through ivy."""
    x = ivy.asarray([1.0, 2.0, 3.0])
    native, view = x.data, x[1:]
    x[1] = 9.0
    shares = backend in ("numpy", "torch")
    assert (x.data is native) == shares
    assert_close(view, np.array([9.0 if shares else 2.0, 3.0], "float32"))


def test_read_only_memory(backend: str) -> None:
    x = ivy.broadcast_to(ivy.asarray([1.0]), (3,))
    x[0] = 2.0
    assert_close(x, np.array([2.0, 1.0, 1.0], "float32"))


def test_functions(backend: str) -> None:
    x = ivy.asarray([1, 2, 3])
    assert_close(ivy.get_item(x, BACK), np.array([3, 2, 1], "int32"))
    assert ivy.set_item(x, 0, 9) is x
    y = ivy.set_item(x, ivy.asarray([1]), 8, copy=True)
    assert_close(x, np.array([9, 2, 3], "int32"))
    assert_close(y, np.array([9, 8, 3], "int32"))
    assert_close(ivy.get_item(x.data, x > 2), np.array([9, 3], "int32"))
    assert_close(ivy.set_item(x.data, x > 2, 0), np.array([0, 2, 0], "int32"))
    assert_close(ivy.set_item(x.data, slice(0, 2), [5, 6])[:2], np.array([5, 6], "int32"))
    assert ivy.is_native_array(ivy.get_item(x.data, 0))
    assert_close(ivy.get_item([1, 2], 0), np.array(1, "int32"))
    assert_close(x[ivy.asarray(1) : ivy.asarray(3)], to_numpy(x)[1:3])


# ---- compiled ---------------------------------------------------------------------------------


COMPILING = pytest.mark.columns("torch", "jax", "tensorflow")

TRACED = [
    0, (ALL, slice(2, 0, -1)), (..., None, -1), slice(None, None, 2), INDEX, (0, ALL, INDEX),
    (ALL, INDEX, INDEX), (INDEX, BACK), np.array(1), MASK[:2, :3], (ALL, MASK),
]  # fmt: skip


@COMPILING
@pytest.mark.parametrize("key", TRACED, ids=lambda key: name(((2, 3, 4), key)))
def test_traced(backend: str, jit: Any, key: Any) -> None:
    x, arrays = numbers((2, 3, 4)), as_ivy(key)
    assert_close(jit(lambda x: x[arrays])(ivy.asarray(x)), x[key])

    def write(x: Any, value: Any) -> Any:
        x = x + 0
        x[arrays] = value
        return x

    expected = x.copy()
    expected[key] = 50
    assert_close(jit(write)(ivy.asarray(x), ivy.asarray(50.0)), expected)


@COMPILING
def test_traced_key(backend: str, jit: Any) -> None:
    x = numbers((2, 3, 4))
    get = jit(lambda x, i: x[i])
    for key in (np.array(1), INDEX, INDEX[:, None]):
        assert_close(get(ivy.asarray(x), ivy.asarray(key)), x[key])


@COMPILING
def test_traced_mask(backend: str, jit: Any) -> None:
    x, mask = numbers((3, 4)), MASK

    def write(x: Any, mask: Any, value: Any) -> Any:
        x = x + 0
        x[mask] = value
        return x

    for value in (np.float32(7), np.arange(6, dtype="float32")):
        expected = x.copy()
        expected[mask] = value
        result = jit(write)(*map(ivy.asarray, (x, mask, value)))
        assert_close(result, expected)
    if backend == "jax":
        with pytest.raises(IndexError, match=r"traced by jax.jit.*ivy.where"):
            jit(lambda x, mask: x[mask])(ivy.asarray(x), ivy.asarray(mask))
    else:
        get = jit(lambda x, mask: x[mask])
        assert_close(get(ivy.asarray(x), ivy.asarray(mask)), x[mask])


@pytest.mark.parametrize(
    "key",
    [0, BACK, INDEX, MASK[:2, :3], (INDEX, INDEX)],
    ids=lambda key: name(((2, 3, 4), key)),
)
def test_gradients(backend: str, key: Any) -> None:
    x = numbers((2, 3, 4))
    weight = numbers(x[key].shape) + 1
    expected = np.zeros_like(x)
    np.add.at(expected, key, weight)
    got = ivy.grad(lambda x: ivy.sum(x[as_ivy(key)] * ivy.asarray(weight)))(ivy.asarray(x))
    assert_close(got, expected)

    def write(xs: Any) -> Any:
        x = xs["x"] * 1
        x[as_ivy(key)] = xs["value"]
        return ivy.sum(x * x)

    value = numbers(x[key].shape)
    if (isinstance(key, np.ndarray) and key.dtype != bool) or isinstance(key, tuple):
        return  # which of several values stays is not defined
    got = ivy.grad(write)({"x": ivy.asarray(x), "value": ivy.asarray(value)})
    kept = 2 * x
    kept[key] = 0
    assert_close(got["x"], kept)
    assert_close(got["value"], 2 * value)


def test_array_of_one_element_is_written_to_one_place(backend: str) -> None:
    x = ivy.zeros((2, 3))
    x[0, 1] = ivy.array([5.0])
    x[1, 2] = [[7.0]]
    assert_close(x, np.array([[0, 5, 0], [0, 0, 7]], "float32"))

"""What every operation promises besides its values: see the marks of the tests below.

Each test takes the first case of every sample, in the first of its dtypes, and compares with the
plain call on `ivy.Array`, which `test_values.py` compares with the reference.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from equinox import filter_jit

import ivy
from ivy import backends, dispatch
from tests import samples
from tests.helpers import assert_close, dtype_of, is_array, native
from tests.samples import Sample

SAMPLES = [sample for sample in samples.load() if sample.name in dispatch.OPERATIONS]


def rows(chosen: Callable[[Sample], bool] = lambda _: True) -> pytest.MarkDecorator:
    """Return one row per sample that is chosen."""
    found = [
        pytest.param(
            sample,
            id=f"{sample.area}/{sample.name}",
            marks=[
                pytest.mark.unsupported(name, reason=reason)
                for name, reason in sample.unsupported.items()
            ],
        )
        for sample in SAMPLES
        if chosen(sample)
    ]
    return pytest.mark.parametrize("sample", found)


def takes_array_first(sample: Sample) -> bool:
    """Return whether the operation is a method of `ivy.Array`."""
    return callable(getattr(ivy.Array, sample.name, None)) and bool(
        dispatch.ARRAY_PARAMETERS[sample.name]
    )


def takes_arrays(sample: Sample) -> bool:
    """Return whether the typical call has an array argument."""
    args, kwargs = arguments(sample)
    return any(isinstance(leaf, np.ndarray) for leaf in leaves((args, list(kwargs.values()))))


def takes_out(sample: Sample) -> bool:
    """Return whether the operation can write into an array."""
    return "out" in inspect.signature(dispatch.OPERATIONS[sample.name]).parameters


def arguments(sample: Sample) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments of the typical call with NumPy arrays."""
    first = sample.cases[0]
    return first.arguments((first.dtypes or tuple(sample.dtypes))[0])


def converted(value: Any, convert: Callable[[Any], Any]) -> Any:
    """Return `value` with each NumPy array in it, also in lists and dicts, converted."""
    if isinstance(value, np.ndarray):
        return convert(value)
    if isinstance(value, dict):
        return {key: converted(item, convert) for key, item in value.items()}
    if type(value) in (list, tuple):
        return type(value)(converted(item, convert) for item in value)
    return value


def call(sample: Sample, convert: Callable[[Any], Any], function: Any = None, **more: Any) -> Any:
    """Run the typical call with its NumPy arrays converted."""
    args, kwargs = converted(arguments(sample), convert)
    return (function or getattr(ivy, sample.name))(*args, **kwargs, **more)


def leaves(value: Any) -> list[Any]:
    """Return what lists and tuples contain, flat."""
    if isinstance(value, (list, tuple)) and not isinstance(value, ivy.Shape):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def assert_same(sample: Sample, actual: Any, expected: Any, backend: str) -> None:
    """Fail unless two results are alike: structure, dtype, shape, framework and values."""
    actual, expected = leaves(actual), leaves(expected)
    assert len(actual) == len(expected)
    for one, other in zip(actual, expected, strict=True):
        if is_array(other) and not sample.repeatable:
            assert (dtype_of(one), one.shape) == (dtype_of(other), other.shape)
        elif is_array(other):
            assert_close(one, other, dtype_of(other), backend, sample.tolerance)
        else:
            assert one == other


def wrapped(backend: str) -> Callable[[Any], Any]:
    """Return the conversion of NumPy arrays to `ivy.Array`."""
    return lambda x: ivy.Array(native(x, backend))


@rows(takes_array_first)
@pytest.mark.aspect("method")
def test_method_is_function(sample: Sample, backend: str) -> None:
    args, kwargs = converted(arguments(sample), wrapped(backend))
    first, *others = args
    if isinstance(first, (list, tuple)):  # x.concat([y, z]) is concat([x, y, z])
        first, others = first[0], [first[1:], *others]
    result = getattr(first, sample.name)(*others, **kwargs)
    assert_same(sample, result, call(sample, wrapped(backend)), backend)


@rows(takes_arrays)
@pytest.mark.aspect("native")
def test_native_in_native_out(sample: Sample, backend: str) -> None:
    result = call(sample, lambda x: native(x, backend))
    expected = call(sample, wrapped(backend))
    assert not any(isinstance(leaf, ivy.Array) for leaf in leaves(result))
    assert all(isinstance(x, ivy.Array) for x in leaves(expected) if is_array(x))
    assert_same(sample, result, expected, backend)


@rows()
@pytest.mark.aspect("namespace")
def test_namespace_function(sample: Sample, backend: str) -> None:
    space = ivy.with_backend(backend)
    result = call(sample, lambda x: native(x, backend), getattr(space, sample.name))
    assert not any(isinstance(leaf, ivy.Array) for leaf in leaves(result))
    assert_same(sample, result, call(sample, wrapped(backend)), backend)


@rows(lambda sample: takes_arrays(sample) and sample.lists)
@pytest.mark.aspect("list")
def test_lists_are_arrays(sample: Sample, backend: str) -> None:
    def as_default(x: Any) -> Any:
        defaults = {"f": "float32", "i": "int32", "u": "int32", "c": "complex64", "b": "bool"}
        return x.astype(defaults[x.dtype.kind])

    result = call(sample, lambda x: as_default(x).tolist())
    expected = call(sample, lambda x: ivy.Array(native(as_default(x), backend)))
    assert all(isinstance(x, ivy.Array) for x in leaves(result) if is_array(x))
    assert_same(sample, result, expected, backend)


@rows(takes_out)
@pytest.mark.aspect("out")
def test_out(sample: Sample, backend: str) -> None:
    expected = call(sample, wrapped(backend))
    out = converted_results(expected, lambda x: ivy.Array(native(blank(x), backend)))
    result = call(sample, wrapped(backend), out=out)
    for one, other in zip(leaves(result), leaves(out), strict=True):
        assert one is other
    assert_same(sample, out, expected, backend)


@rows(takes_arrays)
@pytest.mark.aspect("container")
def test_containers_are_mapped_over(sample: Sample, backend: str) -> None:
    expected = call(sample, wrapped(backend))
    args, kwargs = in_container(converted(arguments(sample), wrapped(backend)))
    results = [getattr(ivy, sample.name)(*args, **kwargs)]
    if args and isinstance(args[0], ivy.Container) and sample.name != "shape":
        results.append(getattr(args[0], sample.name)(*args[1:], **kwargs))
    for result in results:
        for chain in ("a", "b/c"):
            assert_same(sample, at_chain(result, chain), expected, backend)


def in_container(given: Any) -> Any:
    """Return arguments with the first array in a Container."""
    found: list[Any] = []

    def replaced(value: Any) -> Any:
        if isinstance(value, ivy.Array) and not found:
            found.append(value)
            return ivy.Container(a=value, b={"c": value})
        if type(value) in (list, tuple):
            return type(value)([replaced(item) for item in value])
        return {k: replaced(v) for k, v in value.items()} if type(value) is dict else value

    return replaced(given)


def at_chain(value: Any, chain: str) -> Any:
    """Return a result with each Container in it replaced by what it has at a key chain."""
    if isinstance(value, ivy.Container):
        return value[chain]
    assert isinstance(value, (list, tuple))
    return [at_chain(item, chain) for item in value]


def blank(x: Any) -> Any:
    """Return an array of zeros like a result."""
    return np.zeros(tuple(x.shape), backends.load("numpy").as_native_dtype(dtype_of(x)))


def converted_results(value: Any, convert: Callable[[Any], Any]) -> Any:
    """Return a result with each array in it converted."""
    if is_array(value):
        return convert(value)
    if hasattr(value, "_fields"):
        return type(value)(*(converted_results(item, convert) for item in value))
    return type(value)(converted_results(item, convert) for item in value)


@rows(lambda sample: sample.traceable is not False)
@pytest.mark.columns("torch", "jax", "tensorflow")
@pytest.mark.aspect("traced")
def test_traced_is_eager(
    sample: Sample, backend: str, request: pytest.FixtureRequest, jit: Callable[..., Any]
) -> None:
    if sample.traceable is not True and backend in sample.traceable:
        reason = sample.traceable[backend]
        request.applymarker(pytest.mark.xfail(strict=True, reason=reason))
    expected = leaves(call(sample, lambda x: native(x, backend)))
    operation = getattr(ivy, sample.name)
    plain: list[Any] = []

    def arrays_only(*args: Any, **kwargs: Any) -> Any:
        results = leaves(operation(*args, **kwargs))
        plain[:] = [x for x in results if not is_array(x)]
        return [x.data if isinstance(x, ivy.Array) else x for x in results if is_array(x)]

    program = operation if all(map(dispatch.is_native, expected)) else arrays_only
    # Arguments that are no arrays are constants for torch and TensorFlow too.
    compiled = filter_jit(program) if backend == "jax" else jit(program)
    result = call(sample, lambda x: native(x, backend), compiled)
    if backend == "torch":
        import torch

        plain.clear()
        with torch._dynamo.config.patch(error_on_recompile=True):  # for arrays of the same kind
            result = call(sample, lambda x: native(x, backend), compiled)
    assert plain == [x for x in expected if not is_array(x)]
    if results := [x for x in expected if is_array(x)]:
        assert_same(sample, result, results, backend)

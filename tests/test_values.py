"""Every sample on every backend and dtype against its reference in float64.

The first case of a sample runs in all its dtypes; the others in the first one, or in those they
name. That is for torch, which has a kernel for each dtype and lacks some. The others treat the
dtypes of a kind alike and run one of each kind; JAX, which compiles each for a tenth of a second,
the first one only. `pytest --every-dtype` runs everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import backends
from tests import samples
from tests.helpers import assert_close, is_array, native, to_numpy
from tests.samples import HALVES, Case, Sample, kind_of, widened


def first_of_each_kind(dtypes: Sequence[str]) -> set[str]:
    """Return one dtype of each kind; half precision is a kind of its own."""
    firsts: dict[str, str] = {}
    for dtype in dtypes:
        firsts.setdefault("half" if dtype in HALVES else kind_of(dtype), dtype)
    return set(firsts.values())


def rows(every_dtype: bool) -> list[Any]:
    """Return one parameter set per sample, case and dtype."""
    found = []
    for sample in samples.load():
        marks = [
            pytest.mark.unsupported(name, reason=reason)
            for name, reason in sample.unsupported.items()
        ]
        firsts = first_of_each_kind(sample.dtypes)
        for number, each in enumerate(sample.cases):
            usual = sample.dtypes if every_dtype or number == 0 else sample.dtypes[:1]
            for dtype in each.dtypes or usual:
                columns = list(backends.NAMES)
                if not (every_dtype or dtype in each.dtypes):
                    columns = columns if dtype in firsts else ["torch"]
                    if dtype not in (sample.dtypes[0], "bfloat16"):
                        columns = [name for name in columns if name != "jax"]
                name = f"{sample.area}/{sample.name}[{each.label or number}-{dtype}]"
                mark = pytest.mark.columns(*columns)
                found.append(pytest.param(sample, each, dtype, id=name, marks=[*marks, mark]))
    return found


def on_backend(value: Any, backend: str) -> Any:
    """Return NumPy arrays, also in lists, as `ivy.Array` of the backend."""
    if isinstance(value, np.ndarray):
        return ivy.Array(native(value, backend))
    if type(value) in (list, tuple):
        return type(value)(on_backend(item, backend) for item in value)
    return value


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    every_dtype = metafunc.config.getoption("--every-dtype")
    metafunc.parametrize(("sample", "each", "dtype"), rows(every_dtype))


def test_values(sample: Sample, each: Case, dtype: str, backend: str) -> None:
    args, kwargs = each.arguments(dtype)
    operation = getattr(ivy, sample.name)
    ours = {key: on_backend(value, backend) for key, value in kwargs.items()}
    result = operation(*on_backend(args, backend), **ours)
    if sample.check is not None:
        check_dtypes(result, sample, dtype)
        sample.check(as_numpy(result), *args, **kwargs)
    else:
        wide = {key: widened(value) for key, value in kwargs.items()}
        expected = sample.reference(*widened(args), **wide)
        check(result, expected, sample, dtype, backend)


def as_numpy(result: Any) -> Any:
    """Return a result with its arrays, also in lists and tuples, as NumPy arrays."""
    if is_array(result):
        return to_numpy(result)
    if isinstance(result, (list, tuple)):
        items = [as_numpy(item) for item in result]
        return type(result)(*items) if hasattr(result, "_fields") else type(result)(items)
    return result


def check_dtypes(result: Any, sample: Sample, dtype: str) -> None:
    """Fail unless the dtypes of all results are as declared."""
    results = result if isinstance(result, (list, tuple)) else [result]
    found = [str(x.dtype) for x in results if is_array(x)]
    expected = [sample.expected_dtype(dtype, i) for i, x in enumerate(results) if is_array(x)]
    assert found == expected


def check(result: Any, expected: Any, sample: Sample, dtype: str, backend: str) -> None:
    """Fail unless a result, or each of several, is as expected."""
    if isinstance(expected, (list, tuple)) and isinstance(result, (list, tuple)):
        assert len(result) == len(expected)
        for index, (one, other) in enumerate(zip(result, expected, strict=True)):
            check_one(one, other, sample, dtype, backend, index)
    else:
        check_one(result, expected, sample, dtype, backend)


def check_one(
    result: Any, expected: Any, sample: Sample, dtype: str, backend: str, index: int = 0
) -> None:
    """Fail unless one result is as expected."""
    if is_array(result):
        wanted = sample.expected_dtype(dtype, index)
        assert_close(result, expected, wanted, backend, sample.tolerance)
    else:
        assert type(result) is type(expected) or not is_array(expected)
        assert result == expected

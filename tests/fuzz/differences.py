"""What the frameworks cannot do alike, each with its reason. As narrow as the reason is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tests.fuzz.calls import Call, rows
from tests.fuzz.verdict import Finding
from tests.samples import kind_of


@dataclass(frozen=True)
class Difference:
    """A finding that is none: of these operations, for this reason."""

    reason: str
    operations: frozenset[str]
    holds: Callable[[Call, Finding], Any]


def in_areas(*areas: str) -> frozenset[str]:
    """Return the operations whose samples are in these areas."""
    return frozenset(n for n, row in rows().items() if row.sample and row.sample.area in areas)


def has_non_finite(call: Call, _: Finding) -> bool:
    """Return whether some operand has NaN or infinite entries."""
    floats = [x for x in call.arrays() if kind_of(x.dtype.name) in "fc"]
    numbers = [x for x in (*call.args, *call.kwargs.values()) if type(x) is float]
    return not all(
        np.isfinite(x.astype("complex128")).all() for x in (*floats, *map(np.asarray, numbers))
    )


def casts_beyond_range(call: Call, finding: Finding) -> bool:
    """Return whether a float that no integer of the dtype equals is cast to one."""
    given = [v for v in (*call.args, *call.kwargs.values()) if isinstance(v, str)]
    targets = [name for name in given if re.fullmatch(r"u?int\d+", name)]
    if call.name in ("clip", "put_along_axis", "set_item"):  # floats into integers
        targets += [x.dtype.name for x in call.arrays() if kind_of(x.dtype.name) in "iu"]
    floats = [x.astype("complex128").real for x in call.arrays() if kind_of(x.dtype.name) in "fc"]
    grows = call.name in ("linspace", "logspace")  # and its numbers may leave the range
    return finding.kind == "value" and any(
        grows or not all(np.all((x > limits.min - 1) & (x < limits.max + 1)) for x in floats)
        for limits in map(np.iinfo, targets)
    )


def in_unclaimed_dtype(call: Call, finding: Finding) -> bool:
    """Return whether one framework takes, and another refuses, a dtype that no sample tries."""
    if finding.kind != "error" or not re.search(r"IvyTypeError|IvyNotImplemented", finding.text):
        return False
    row = rows()[call.name]
    claimed = {*row.dtypes, *(dtype for each in row.cases for dtype in each.dtypes)}
    plain = {x.dtype.name for x in _plain_arrays(call.name)}
    found = {x.dtype.name for x in call.arrays()}
    return not found <= claimed | plain


@cache
def _plain_arrays(name: str) -> list[np.ndarray[Any, Any]]:
    """Return the arrays of an operation's samples that keep their own dtype: indices, masks."""
    row = rows()[name]
    return [x for each in row.cases for x in Call(name, each.args, dict(each.kwargs)).arrays()]


def has_weak_tensor(call: Call, finding: Finding) -> bool:
    """Return whether a native tensor of torch without axes gave way to the dtype of another."""
    weak = {x.ndim == 0 for x in call.arrays()} == {True, False}
    return (
        finding.backend == "torch" and finding.kind == "facts" and weak and "True)" in finding.text
    )


def is_not_looked_at(call: Call, finding: Finding) -> bool:
    """Return whether NumPy alone refuses, for the values of indices."""
    refused = re.match(
        r"numpy Ivy\w+Error: .*(out of (bounds|range)|expected indices from)", finding.text
    )
    return bool(refused) and f"{finding.backend} returns" in finding.text


def is_unstable(call: Call, _: Finding) -> bool:
    """Return whether a sort may leave equal elements in any order."""
    return call.kwargs.get("stable") is False or False in call.args


def breaks_a_promise(call: Call, finding: Finding) -> bool:
    """Return whether an array is not as the call promises."""
    if call.name == "isin":
        return call.kwargs.get("assume_unique") or True in call.args
    return has_non_finite(call, finding) or not is_sorted(call.arrays()[0])


def has_no_answer(call: Call, finding: Finding) -> bool:
    """Return whether some framework refuses a matrix for its values."""
    if call.name == "cholesky":
        return "not positive definite" in finding.text
    compiled = finding.backend == "jax" or call.name in ("solve_triangular", "lu_solve")
    return compiled and "Singular" in finding.text


def is_sorted(x: np.ndarray[Any, Any]) -> bool:
    """Return whether the rows of an array are in order."""
    return bool(np.all(x == np.sort(x)))


def shifts_too_far(call: Call, _: Finding) -> bool:
    """Return whether some bits are shifted by less than 0 or by more than there are."""
    shifts = call.arrays()[-1].astype("int64")
    return not ((shifts >= 0) & (shifts < 8)).all()


def is_of_complex_nan(call: Call, finding: Finding) -> bool:
    """Return whether complex numbers are put in order, some of which are not finite."""
    is_complex = any(kind_of(x.dtype.name) == "c" for x in call.arrays())
    return is_complex and has_non_finite(call, finding)


def in_unclaimed_complex(call: Call, finding: Finding) -> bool:
    """Return whether complex numbers that are not finite meet an operation for real ones."""
    claimed = {dtype for each in rows()[call.name].cases for dtype in each.dtypes}
    real = "complex64" not in claimed.union(rows()[call.name].dtypes)
    return real and finding.kind == "value" and is_of_complex_nan(call, finding)


def is_huge(call: Call, finding: Finding) -> bool:
    """Return whether squares of entries are beyond the range of the dtype."""
    with np.errstate(all="ignore"):
        return not all(np.isfinite(np.square(x)).all() for x in call.arrays())


def takes_any_negative(call: Call, finding: Finding) -> bool:
    """Return whether NumPy alone takes a size below -1."""
    sizes = [v for v in (*call.args, *call.kwargs.values()) if isinstance(v, (list, tuple))]
    return finding.text.startswith("numpy returns") and any(
        isinstance(size, int) and size < -1 for shape in sizes for size in shape
    )


def overflows(call: Call, finding: Finding) -> bool:
    """Return whether powers of complex numbers leave the range of the dtype."""
    is_complex = any(kind_of(x.dtype.name) == "c" for x in call.arrays())
    return is_complex and not all(
        (np.abs(x.astype("complex128")) < 100).all() for x in call.arrays()
    )


def is_badly_scaled(call: Call, finding: Finding) -> bool:
    """Return whether some entry is so large that others vanish beside it."""
    sizes = np.concatenate([np.abs(x.astype("complex128")).ravel() for x in call.arrays()])
    return finding.kind == "value" and bool((sizes > 1e7 * np.maximum(np.median(sizes), 1)).any())


ON_NUMBERS = "square pow floor_divide remainder fmod bitwise_left_shift bitwise_right_shift".split()
COMPLEX = (
    "add subtract diff divide reciprocal stable_divide mean prod cumprod cumulative_prod pow "
    "float_power relu"
).split()

KNOWN = (
    Difference(
        "the standard leaves complex numbers that are not finite to the library",
        frozenset(COMPLEX),
        lambda call, finding: (
            is_of_complex_nan(call, finding) or ("pow" in call.name and overflows(call, finding))
        ),
    ),
    Difference(
        "a matrix without an answer is an error, or NaN or infinite where programs are compiled",
        frozenset({"cholesky", "inv", "lu_solve", "matrix_power", "solve", "solve_triangular"}),
        has_no_answer,
    ),
    Difference(
        "oneDNN, which torch and TensorFlow use on some processors, has NaN for some infinities",
        frozenset({"softmax", "gelu"}),
        lambda call, finding: (
            has_non_finite(call, finding)
            and finding.backend == {"softmax": "tensorflow", "gelu": "torch"}[call.name]
        ),
    ),
    Difference(
        "jax 0.10 gives NaN where a matrix has to be squared more than 64 times",
        frozenset({"matrix_exp"}),
        lambda call, finding: finding.backend == "jax" and np.abs(call.arrays()[0]).max() > 1e18,
    ),
    Difference(
        "sums of what is not finite are NaN or infinite by the order of their parts, zeros among "
        "them",
        in_areas("convolutions", "fourier", "images", "layers", "pooling", "signal")
        | {"batch_norm", "group_norm"},
        lambda call, finding: (
            has_non_finite(call, finding)
            and (finding.backend == "torch" or not call.name.endswith("_norm"))
        ),
    ),
    Difference(
        "what is said to be sorted or unique is not",
        frozenset({"isin", "searchsorted"}),
        breaks_a_promise,
    ),
    Difference(
        "NumPy takes any negative size of a reshape for the unknown one",
        frozenset({"reshape", "fold", "partial_fold", "partial_vec_to_tensor"}),
        takes_any_negative,
    ),
    Difference(
        "an operation for real numbers promises nothing for infinite complex ones",
        frozenset(rows()),
        in_unclaimed_complex,
    ),
    Difference(
        "singular values far below the largest are what its rounding left of them",
        frozenset({"svd", "svdvals", "pinv", "matrix_rank", "cond"}),
        is_badly_scaled,
    ),
    Difference(
        "torch 2.13 computes igamma to nine digits",
        frozenset({"igamma"}),
        lambda call, finding: finding.backend == "torch" and finding.kind == "value",
    ),
    Difference(
        "a range of two thousand million numbers takes more memory than the workers have",
        frozenset({"arange"}),
        lambda call, finding: (
            finding.kind == "crash"
            and any(isinstance(x, int) and x >= 2**30 for x in (*call.args, *call.kwargs.values()))
        ),
    ),
    Difference(
        "LAPACK does not converge where squares overflow",
        frozenset({"eig", "eigvals"}),
        is_huge,
    ),
    Difference(
        "scores of attention that are not finite, or NaN, depend on the order of the products",
        frozenset({"multi_head_attention", "scaled_dot_product_attention"}),
        is_huge,
    ),
    Difference(
        "statistics that run in integers leave their range, which is undefined",
        frozenset({"batch_norm", "instance_norm"}),
        lambda call, finding: (
            finding.kind == "value" and kind_of(call.arrays()[0].dtype.name) in "biu"
        ),
    ),
    Difference(
        "outside of the dtypes that the samples claim, one framework may take more than another",
        frozenset(rows()),
        in_unclaimed_dtype,
    ),
    Difference(
        "torch's rule for native tensors without axes: they are weak (docs/conventions.md)",
        in_areas("elementwise") | {"stable_divide"},
        has_weak_tensor,
    ),
    Difference(
        "values of indices are not looked at by compiled programs, and so not by their backends",
        frozenset(rows()),
        is_not_looked_at,
    ),
    Difference(
        "equal elements may come in any order from a sort that is not stable",
        frozenset({"argsort", "sort", "msort", "lexsort"}),
        is_unstable,
    ),
    Difference(
        "shifting by a negative number or past the end is undefined",
        frozenset({"bitwise_left_shift", "bitwise_right_shift"}),
        shifts_too_far,
    ),
    Difference(
        "the sign of an eigenvector is free",
        frozenset({"eigh_tridiagonal"}),
        lambda call, finding: call.kwargs.get("eigvals_only") is False,
    ),
    Difference(
        "arithmetic of truth values, which the standard has not, gives integers of any width",
        frozenset(ON_NUMBERS),
        lambda call, finding: {x.dtype.name for x in call.arrays()} == {"bool"},
    ),
    Difference(
        "a least common multiple beyond the range of the integers",
        frozenset({"lcm"}),
        lambda call, finding: any(np.abs(x.astype("int64")).max() > 9 for x in call.arrays()),
    ),
    Difference(
        "LAPACK's answer for matrices that are not finite is an error, NaN or noise",
        in_areas("linear_algebra", "factorizations") | {"clip_matrix_norm", "einsum"},
        has_non_finite,
    ),
    Difference(
        "the integer for a float beyond its range is undefined (in C, and so in all frameworks)",
        frozenset(rows()),
        casts_beyond_range,
    ),
)


def explained(call: Call, finding: Finding) -> str:
    """Return why a finding is none, or ''."""
    for difference in KNOWN:
        if call.name in difference.operations and difference.holds(call, finding):
            return difference.reason
    return ""

"""Sums, means, extremes, cumulative and order statistics along axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.backends.any.statistical import CumulativeMaximum
from ivy.dispatch import array_first, both, choose, only, put, retry, table
from ivy.types import A, B

__all__ = [
    "bincount",
    "corrcoef",
    "cov",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "cumulative_prod",
    "cumulative_sum",
    "einsum",
    "histogram",
    "igamma",
    "max",
    "mean",
    "median",
    "min",
    "nanmean",
    "nanmedian",
    "nanmin",
    "nanprod",
    "prod",
    "quantile",
    "std",
    "sum",
    "var",
]

# ---- reductions -------------------------------------------------------------------------------


def sum(
    x: A,
    /,
    axis: int | Sequence[int] | None = None,
    dtype: Any = None,
    keepdims: bool = False,
    out: A | None = None,
) -> A:
    """Return the sum over `axis`; the sum of nothing is 0.

    Integers narrower than the default integer, and booleans, are summed in the default integer.

    >>> ivy.sum(ivy.array([[1., 2.], [3., 4.]]), axis=0)
    ivy.array([4., 6.])
    """
    if out is not None:
        return put(sum(x, axis, dtype, keepdims), out)
    try:
        return table[type(x)].sum(x, axis, dtype, keepdims)
    except Exception as error:
        return retry(error, "sum", x, axis, dtype, keepdims)


def prod(
    x: A,
    /,
    axis: int | Sequence[int] | None = None,
    dtype: Any = None,
    keepdims: bool = False,
    out: A | None = None,
) -> A:
    """Return the product over `axis`; the product of nothing is 1.

    Integers narrower than the default integer, and booleans, are multiplied in the default integer.

    >>> ivy.prod(ivy.array([[1., 2.], [3., 4.]]), axis=1)
    ivy.array([ 2., 12.])
    """
    if out is not None:
        return put(prod(x, axis, dtype, keepdims), out)
    try:
        return table[type(x)].prod(x, axis, dtype, keepdims)
    except Exception as error:
        return retry(error, "prod", x, axis, dtype, keepdims)


def max(
    x: A,
    /,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    initial: float | None = None,
    where: B | None = None,
    out: A | None = None,
) -> A:
    """Return the largest element over `axis`; a NaN among them makes it NaN.

    `initial` is the least value the result can have, needed where there is nothing to compare.
    Elements where `where` is false are left out.

    >>> ivy.max(ivy.array([[1., 5.], [3., 4.]]), axis=1)
    ivy.array([5., 4.])
    """
    if out is not None:
        return put(max(x, axis, keepdims, initial, where), out)
    try:
        return (table[type(x)] if where is None else choose(x, where)).max(
            x, axis, keepdims, initial, where
        )
    except Exception as error:
        return retry(error, "max", x, axis, keepdims, initial, where)


def min(
    x: A,
    /,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    initial: float | None = None,
    where: B | None = None,
    out: A | None = None,
) -> A:
    """Return the smallest element over `axis`; a NaN among them makes it NaN.

    `initial` is the greatest value the result can have, needed where there is nothing to compare.
    Elements where `where` is false are left out.

    >>> ivy.min(ivy.array([[1., 5.], [3., 4.]]), axis=1)
    ivy.array([1., 3.])
    """
    if out is not None:
        return put(min(x, axis, keepdims, initial, where), out)
    try:
        return (table[type(x)] if where is None else choose(x, where)).min(
            x, axis, keepdims, initial, where
        )
    except Exception as error:
        return retry(error, "min", x, axis, keepdims, initial, where)


def mean(
    x: A,
    /,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    dtype: Any = None,
    out: A | None = None,
) -> A:
    """Return the arithmetic mean over `axis`; of integers in the default float dtype.

    >>> ivy.mean(ivy.array([[1., 2.], [3., 4.]]), axis=0)
    ivy.array([2., 3.])
    """
    if out is not None:
        return put(mean(x, axis, keepdims, dtype), out)
    try:
        return table[type(x)].mean(x, axis, keepdims, dtype)
    except Exception as error:
        return retry(error, "mean", x, axis, keepdims, dtype)


def var(
    x: A,
    /,
    axis: int | Sequence[int] | None = None,
    correction: float = 0.0,
    keepdims: bool = False,
    out: A | None = None,
) -> A:
    """Return the variance over `axis`: squared distances from the mean over `n - correction`.

    >>> ivy.var(ivy.array([1., 3., 5.]), correction=1)
    ivy.array(4.)
    """
    if out is not None:
        return put(var(x, axis, correction, keepdims), out)
    try:
        return table[type(x)].var(x, axis, correction, keepdims)
    except Exception as error:
        return retry(error, "var", x, axis, correction, keepdims)


def std(
    x: A,
    /,
    axis: int | Sequence[int] | None = None,
    correction: float = 0.0,
    keepdims: bool = False,
    out: A | None = None,
) -> A:
    """Return the standard deviation over `axis`, the square root of `ivy.var`.

    >>> ivy.std(ivy.array([1., 3., 1., 3.]))
    ivy.array(1.)
    """
    if out is not None:
        return put(std(x, axis, correction, keepdims), out)
    try:
        return table[type(x)].std(x, axis, correction, keepdims)
    except Exception as error:
        return retry(error, "std", x, axis, correction, keepdims)


# ---- without NaN ------------------------------------------------------------------------------


def nanmean(
    a: A,
    /,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    dtype: Any = None,
    out: A | None = None,
) -> A:
    """Return the mean of the elements that are not NaN; NaN where there are none.

    >>> ivy.nanmean(ivy.array([1., float("nan"), 3.]))
    ivy.array(2.)
    """
    if out is not None:
        return put(nanmean(a, axis, keepdims, dtype), out)
    try:
        return table[type(a)].nanmean(a, axis, keepdims, dtype)
    except Exception as error:
        return retry(error, "nanmean", a, axis, keepdims, dtype)


def nanmin(
    x: A,
    /,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    initial: float | None = None,
    where: B | None = None,
    out: A | None = None,
) -> A:
    """Return the smallest element that is not NaN; NaN where there are none.

    >>> ivy.nanmin(ivy.array([[1., float("nan")], [3., 2.]]), axis=1)
    ivy.array([1., 2.])
    """
    if out is not None:
        return put(nanmin(x, axis, keepdims, initial, where), out)
    try:
        return (table[type(x)] if where is None else choose(x, where)).nanmin(
            x, axis, keepdims, initial, where
        )
    except Exception as error:
        return retry(error, "nanmin", x, axis, keepdims, initial, where)


def nanprod(
    a: A,
    /,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    dtype: Any = None,
    initial: complex | None = None,
    where: B | None = None,
    out: A | None = None,
) -> A:
    """Return the product of the elements that are not NaN, times `initial`.

    >>> ivy.nanprod(ivy.array([2., float("nan"), 3.]))
    ivy.array(6.)
    """
    if out is not None:
        return put(nanprod(a, axis, keepdims, dtype, initial, where), out)
    try:
        return (table[type(a)] if where is None else choose(a, where)).nanprod(
            a, axis, keepdims, dtype, initial, where
        )
    except Exception as error:
        return retry(error, "nanprod", a, axis, keepdims, dtype, initial, where)


def nanmedian(
    input: A,
    /,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    overwrite_input: bool = False,
    out: A | None = None,
) -> A:
    """Return the median of the elements that are not NaN; NaN where there are none.

    `overwrite_input` is a hint that no framework needs to follow.

    >>> ivy.nanmedian(ivy.array([1., float("nan"), 3., 8.]))
    ivy.array(3.)
    """
    if out is not None:
        return put(nanmedian(input, axis, keepdims, overwrite_input), out)
    try:
        return table[type(input)].nanmedian(input, axis, keepdims, overwrite_input)
    except Exception as error:
        return retry(error, "nanmedian", input, axis, keepdims, overwrite_input)


# ---- order statistics -------------------------------------------------------------------------


def median(
    input: A,
    /,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    out: A | None = None,
) -> A:
    """Return the median over `axis`: the mean of the two middle elements of an even number.

    >>> ivy.median(ivy.array([1., 8., 3., 4.]))
    ivy.array(3.5)
    """
    if out is not None:
        return put(median(input, axis, keepdims), out)
    try:
        return table[type(input)].median(input, axis, keepdims)
    except Exception as error:
        return retry(error, "median", input, axis, keepdims)


def quantile(
    a: A,
    q: B | float,
    /,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    interpolation: str = "linear",
    out: A | None = None,
) -> A:
    """Return the values below which the fractions `q` of the elements lie.

    `interpolation` between two elements is `"linear"`, `"lower"`, `"higher"`, `"midpoint"` or
    `"nearest"` (the even one of two equally near). The axes of `q` come first in the result.

    >>> ivy.quantile(ivy.array([1., 2., 3., 4.]), ivy.array([0.5, 1.]))
    ivy.array([2.5, 4. ])
    """
    if out is not None:
        return put(quantile(a, q, axis, keepdims, interpolation), out)
    try:
        return array_first[type(a)][type(q)].quantile(a, q, axis, keepdims, interpolation)
    except Exception as error:
        return retry(error, "quantile", a, q, axis, keepdims, interpolation)


def histogram(
    a: A,
    /,
    bins: int | B | None = None,
    axis: int | Sequence[int] | None = None,
    extend_lower_interval: bool = False,
    extend_upper_interval: bool = False,
    dtype: Any = None,
    range: tuple[float, float] | None = None,
    weights: B | None = None,
    density: bool = False,
    out: A | None = None,
) -> A:
    """Return how many elements, or what weight, falls into each bin.

    `bins` is a number of equal bins (10 by default) over `range` (by default from the smallest
    to the largest element), or their edges; the last bin includes its upper edge. The extended
    intervals take in all elements below the first or above the last edge. With `axis` the bins
    are the first axis of the result, and the axes left over follow.

    >>> ivy.histogram(ivy.array([0., 1., 1., 3.]), bins=3)
    ivy.array([1., 2., 1.])
    """
    if out is not None:
        return put(
            histogram(
                a,
                bins,
                axis,
                extend_lower_interval,
                extend_upper_interval,
                dtype,
                range,
                weights,
                density,
            ),
            out,
        )
    try:
        return (table[type(a)] if bins is weights is None else choose(a, bins, weights)).histogram(
            a,
            bins,
            axis,
            extend_lower_interval,
            extend_upper_interval,
            dtype,
            range,
            weights,
            density,
        )
    except Exception as error:
        return retry(
            error,
            "histogram",
            a,
            bins,
            axis,
            extend_lower_interval,
            extend_upper_interval,
            dtype,
            range,
            weights,
            density,
        )


def bincount(x: A, /, weights: B | None = None, minlength: int = 0, out: A | None = None) -> A:
    """Return how often each of 0, 1, 2, ... occurs in `x`, or the sum of the weights there.

    >>> ivy.bincount(ivy.array([0, 2, 2]), minlength=4)
    ivy.array([1, 0, 2, 0], dtype=int64)
    """
    if out is not None:
        return put(bincount(x, weights, minlength), out)
    try:
        return (table[type(x)] if weights is None else choose(x, weights)).bincount(
            x, weights, minlength
        )
    except Exception as error:
        return retry(error, "bincount", x, weights, minlength)


# ---- cumulative -------------------------------------------------------------------------------


def cumulative_sum(
    x: A,
    /,
    axis: int | None = None,
    dtype: Any = None,
    include_initial: bool = False,
    out: A | None = None,
) -> A:
    """Return the sums of the first 1, 2, 3, ... elements; `include_initial` puts a 0 in front.

    >>> ivy.cumulative_sum(ivy.array([1., 2., 3.]), include_initial=True)
    ivy.array([0., 1., 3., 6.])
    """
    if out is not None:
        return put(cumulative_sum(x, axis, dtype, include_initial), out)
    try:
        return table[type(x)].cumulative_sum(x, axis, dtype, include_initial)
    except Exception as error:
        return retry(error, "cumulative_sum", x, axis, dtype, include_initial)


def cumulative_prod(
    x: A,
    /,
    axis: int | None = None,
    dtype: Any = None,
    include_initial: bool = False,
    out: A | None = None,
) -> A:
    """Return the products of the first 1, 2, 3, ... elements; `include_initial` puts a 1 in front.

    >>> ivy.cumulative_prod(ivy.array([1., 2., 3.]))
    ivy.array([1., 2., 6.])
    """
    if out is not None:
        return put(cumulative_prod(x, axis, dtype, include_initial), out)
    try:
        return table[type(x)].cumulative_prod(x, axis, dtype, include_initial)
    except Exception as error:
        return retry(error, "cumulative_prod", x, axis, dtype, include_initial)


def cumsum(
    x: A,
    axis: int = 0,
    exclusive: bool = False,
    reverse: bool = False,
    dtype: Any = None,
    out: A | None = None,
) -> A:
    """Return the sum of each element and all before it; `exclusive` leaves out the element itself.

    With `reverse` it is all elements after it instead.

    >>> ivy.cumsum(ivy.array([1., 2., 3.]), exclusive=True)
    ivy.array([0., 1., 3.])
    """
    if out is not None:
        return put(cumsum(x, axis, exclusive, reverse, dtype), out)
    try:
        return table[type(x)].cumsum(x, axis, exclusive, reverse, dtype)
    except Exception as error:
        return retry(error, "cumsum", x, axis, exclusive, reverse, dtype)


def cumprod(
    x: A,
    /,
    axis: int = 0,
    exclusive: bool = False,
    reverse: bool = False,
    dtype: Any = None,
    out: A | None = None,
) -> A:
    """Return the product of each element and all before it; `exclusive` leaves out the element.

    With `reverse` it is all elements after it instead.

    >>> ivy.cumprod(ivy.array([2., 3., 4.]), reverse=True)
    ivy.array([24., 12.,  4.])
    """
    if out is not None:
        return put(cumprod(x, axis, exclusive, reverse, dtype), out)
    try:
        return table[type(x)].cumprod(x, axis, exclusive, reverse, dtype)
    except Exception as error:
        return retry(error, "cumprod", x, axis, exclusive, reverse, dtype)


def cummax(
    x: A,
    /,
    axis: int = 0,
    exclusive: bool = False,
    reverse: bool = False,
    dtype: Any = None,
    out: tuple[A, A] | None = None,
) -> CumulativeMaximum:
    """Return the maximum of each element and all before it, and where it is found.

    Of equal maxima the last one's index is given. With `exclusive` the element itself is left
    out: the first value is the least one of the dtype, its index 0.

    >>> ivy.cummax(ivy.array([1., 3., 2., 5.])).values
    ivy.array([1., 3., 3., 5.])
    """
    if out is not None:
        return put(cummax(x, axis, exclusive, reverse, dtype), out)
    try:
        return table[type(x)].cummax(x, axis, exclusive, reverse, dtype)
    except Exception as error:
        return retry(error, "cummax", x, axis, exclusive, reverse, dtype)


def cummin(
    x: A,
    /,
    axis: int = 0,
    exclusive: bool = False,
    reverse: bool = False,
    dtype: Any = None,
    out: A | None = None,
) -> A:
    """Return the minimum of each element and all before it (after it with `reverse`).

    With `exclusive` the element itself is left out: the first value is the greatest of the dtype.

    >>> ivy.cummin(ivy.array([4., 2., 3., 1.]))
    ivy.array([4., 2., 2., 1.])
    """
    if out is not None:
        return put(cummin(x, axis, exclusive, reverse, dtype), out)
    try:
        return table[type(x)].cummin(x, axis, exclusive, reverse, dtype)
    except Exception as error:
        return retry(error, "cummin", x, axis, exclusive, reverse, dtype)


# ---- several variables ------------------------------------------------------------------------


def cov(
    x1: A,
    x2: A | None = None,
    /,
    rowVar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    fweights: B | None = None,
    aweights: B | None = None,
    dtype: Any = None,
) -> A:
    """Return the covariance matrix of variables in rows (in columns with `rowVar=False`).

    `x2` holds further variables. Sums are divided by `n - ddof`; `ddof` is 1, or 0 with `bias`.
    `fweights` says how often an observation counts, `aweights` how much.

    >>> ivy.cov(ivy.array([[1., 2., 3.], [3., 2., 1.]]))
    ivy.array([[ 1., -1.],
               [-1.,  1.]])
    """
    try:
        return (
            table[type(x1)]
            if x2 is fweights is aweights is None
            else choose(x1, x2, fweights, aweights)
        ).cov(x1, x2, rowVar, bias, ddof, fweights, aweights, dtype)
    except Exception as error:
        return retry(error, "cov", x1, x2, rowVar, bias, ddof, fweights, aweights, dtype)


def corrcoef(x: A, /, y: A | None = None, rowvar: bool = True, out: A | None = None) -> A:
    """Return the correlation coefficients of variables in rows (in columns if not `rowvar`).

    >>> ivy.corrcoef(ivy.array([[1., 2., 3.], [3., 2., 1.]]))
    ivy.array([[ 1., -1.],
               [-1.,  1.]])
    """
    if out is not None:
        return put(corrcoef(x, y, rowvar), out)
    try:
        return (table[type(x)] if y is None else choose(x, y)).corrcoef(x, y, rowvar)
    except Exception as error:
        return retry(error, "corrcoef", x, y, rowvar)


def einsum(equation: str, *operands: A, out: A | None = None) -> A:
    """Return the sum of products that Einstein's notation describes.

    Three and more operands are contracted pair by pair, the cheapest pairs first.

    >>> ivy.einsum("ij,j->i", ivy.array([[1., 2.], [3., 4.]]), ivy.array([1., 1.]))
    ivy.array([3., 7.])
    """
    if out is not None:
        return put(einsum(equation, *operands), out)
    try:
        return table[
            type(operands[0])
            if len(operands) == 2 and type(operands[0]) is type(operands[1])
            else only(map(type, operands))
        ].einsum(equation, *operands)
    except Exception as error:
        return retry(error, "einsum", equation, *operands)


def igamma(a: A, /, x: A, out: A | None = None) -> A:
    """Return the lower incomplete gamma function `P(a, x)`, which is 1 at infinite `x`.

    >>> ivy.igamma(ivy.array([2., 2.]), ivy.array([0., 1000.]))
    ivy.array([0., 1.])
    """
    if out is not None:
        return put(igamma(a, x), out)
    try:
        return both[type(a)][type(x)].igamma(a, x)
    except Exception as error:
        return retry(error, "igamma", a, x)

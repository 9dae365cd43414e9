"""Rules for reductions, sorting, counting and cumulative operations of TensorFlow."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ivy.graph.importers.shared import cumulative_logsumexp
from ivy.graph.importers.tensorflow.values import (
    is_known,
    ndim_of,
    number_of,
    numbers_of,
    rule,
    sizes_of,
    table,
)
from ivy.graph.rules import Unsupported


def _reduction(build, x, axis, keep_dims=False, *, op):
    axes = tuple(numbers_of(axis, "an axis"))
    if not axes:
        # For TensorFlow no axes mean none, and not all.
        return build.identity(x)
    given = axes[0] if len(axes) == 1 else axes
    options: dict[str, Any] = {"keepdims": True} if keep_dims else {}
    if op in ("sum", "prod") and x.dtype not in ("float32", "float64"):
        options["dtype"] = x.dtype
    return getattr(build, op)(x, axis=given, **options)


def _argument(build, x, axis, output_type="int64", *, op):
    return getattr(build, op)(x, axis=number_of(axis, "an axis"), dtype=output_type)


def _cumulative(build, x, axis, exclusive=False, reverse=False, *, op):
    axis = number_of(axis, "an axis") % ndim_of(x)
    options = {"exclusive": exclusive, "reverse": reverse, "dtype": x.dtype}
    return getattr(build, op)(x, axis=axis, **{k: v for k, v in options.items() if v})


_REDUCTIONS = ("Sum", "Prod", "Max", "Min", "Mean", "All", "Any")
table(_reduction, {name: name.lower() for name in _REDUCTIONS}, host=(1,))
table(_argument, {"ArgMax": "argmax", "ArgMin": "argmin"}, host=(1,))
table(_cumulative, {"Cumsum": "cumsum", "Cumprod": "cumprod"}, host=(1,))


@rule("CumulativeLogsumexp", host=(1,))
def _cumulative_logsumexp(build, x, axis, exclusive=False, reverse=False):
    if exclusive:
        raise Unsupported("exclusive=True")
    axis = number_of(axis, "an axis") % ndim_of(x)
    return cumulative_logsumexp(build, x, axis, build.length(x, axis), reverse)


@rule("TopKV2", host=(1,))
def _top_k(build, x, k, sorted=True, index_type="int32"):
    (count,) = sizes_of(k, "k")
    values, places = build.several(2, "top_k", x, count)
    return values, build.astype(places, index_type)


@rule("InTopKV2", host=(2,))
def _in_top_k(build, predictions, targets, k):
    places = build.expand_dims(targets, axis=-1)
    own = build.take_along_axis(predictions, places, axis=-1)
    better = build.sum(build.astype(build.greater(predictions, own), "int32"), axis=-1)
    finite = build.squeeze(build.isfinite(own), axis=-1)
    return build.logical_and(build.less(better, number_of(k, "k")), finite)


@rule("NthElement", host=(1,))
def _nth_element(build, x, n, reverse=False):
    ordered = build.sort(x, axis=-1, descending=reverse)
    return build.get_item(ordered, (Ellipsis, number_of(n, "n")))


def _segments(build, data, ids, count, *, op):
    """Reduce the rows with the same number."""
    (total,) = sizes_of(count, "num_segments")
    if (rank := ndim_of(ids)) != 1:
        rest = [build.length(data, i) for i in range(rank, ndim_of(data))]
        data = build.reshape(data, (-1, *rest))
        ids = build.reshape(ids, (-1,))
    if op != "max":
        return getattr(build, f"unsorted_segment_{op}")(data, ids, total)
    # The complement of an integer reverses the order without an overflow.
    is_integer = "int" in str(data.dtype)
    reverse = build.bitwise_invert if is_integer else build.negative
    return reverse(build.unsorted_segment_min(reverse(data), ids, total))


def _ascending_segments(build, data, ids, *, op):
    if not is_known(ids):
        raise Unsupported("segment ids that are not known before the program runs")
    total = int(ids[-1]) + 1
    result = _segments(build, data, build.array(ids), np.array(total), op=op)
    is_empty = ~np.isin(np.arange(total), ids).reshape(-1, *(1,) * (ndim_of(data) - 1))
    if not is_empty.any():
        return result
    return build.where(build.constant(is_empty), build.zeros_like(result), result)


for _name in ("Sum", "Mean", "Min", "Max"):
    _names = (f"UnsortedSegment{_name}", f"Segment{_name}V2")
    table(_segments, dict.fromkeys(_names, _name.lower()), host=(2,))
    table(_ascending_segments, {f"Segment{_name}": _name.lower()}, host=(1,))


def _unique(build, x, out_idx, *, count):
    values, _, *numbers = build.several(4, "unique_all", x, by_value=False)
    return (values, *(build.astype(n, out_idx) for n in numbers))[:count]


rule("Unique")(partial(_unique, count=2))
rule("UniqueWithCounts")(partial(_unique, count=3))

import torch

from ivy import config
from ivy.backends import shapes
from ivy.backends import torch as _space
from ivy.backends.axes import accumulation_dtype, cumulated_axis, normalized_axes, refuse_nothing
from ivy.backends.on_floats import native_on_floats
from ivy.backends.promotion import in_one_dtype
from ivy.backends.torch.native import DTYPES, NATIVE_DTYPES, as_native_dtype
from ivy.backends.torch.unsigned import SIGNED, as_ordered, from_ordered
from ivy.errors import IvyValueError

_sum, _prod, _mean = torch.sum, torch.prod, torch.mean

_WIDE_FLOATS = {torch.float32, torch.float64, torch.complex64, torch.complex128}
_HALVES = {torch.float16, torch.bfloat16}
_KEPT = _WIDE_FLOATS | _HALVES | {torch.int64}
"""Summed in their own dtype; torch sums every other integer in int64."""


def _result_dtype(x, dtype):
    if dtype is not None:
        return as_native_dtype(dtype)
    return NATIVE_DTYPES[accumulation_dtype(DTYPES[x.dtype])]


def _working_dtype(dtype):
    """torch 2.13 has no kernels that sum in uint16, uint32, uint64; int64 wraps around alike."""
    return torch.int64 if dtype in SIGNED else dtype


def sum(x, axis=None, dtype=None, keepdims=False):
    if dtype is None and x.dtype in _KEPT:
        if axis is None:
            return _sum(x, None, True) if keepdims else _sum(x)
        # () is no axis, but for torch all.
        if x.ndim and (type(axis) is int or (type(axis) is tuple and axis)):
            return _sum(x, axis, keepdims)
    axes = normalized_axes("sum", axis, x.ndim)
    dtype = _result_dtype(x, dtype)
    if not axes:
        return x.to(dtype, copy=True)
    return _sum(x, axes, keepdims, dtype=_working_dtype(dtype)).to(dtype)


def prod(x, axis=None, dtype=None, keepdims=False):
    if dtype is None and x.dtype in _KEPT and type(axis) is int and x.ndim:
        return _prod(x, axis, keepdims)
    axes = normalized_axes("prod", axis, x.ndim)
    dtype = _result_dtype(x, dtype)
    result = x.to(_working_dtype(dtype), copy=not axes)
    for each in sorted(axes, reverse=True):  # torch multiplies over one axis or over all
        result = _prod(result, each, keepdims, dtype=result.dtype)
    return result.to(dtype)


def _extremum(name, whole, reduce, larger):
    def extremum(x, axis=None, keepdims=False, initial=None, where=None):
        if initial is where is None:
            try:
                if axis is None and not keepdims:
                    return whole(x)
                if type(axis) is int and x.ndim:
                    return reduce(x, axis, keepdims)
            except (IndexError, RuntimeError):
                refuse_nothing(name, axis, x.shape)
                raise
        return _extreme(name, reduce, larger, x, axis, keepdims, initial, where)

    return extremum


max = _extremum("max", torch.max, torch.amax, torch.maximum)
min = _extremum("min", torch.min, torch.amin, torch.minimum)


def _extreme(name, reduce, larger, x, axis, keepdims, initial, where):
    axes = normalized_axes(name, axis, x.ndim)
    if where is not None and initial is None:
        raise IvyValueError(f"{name}: expected an initial value with where, got None")
    if initial is None:
        refuse_nothing(name, axis, x.shape)
        return reduce(x, axes, keepdims) if axes else x.clone()
    initial = torch.full((), initial, dtype=x.dtype, device=x.device)
    x = x if where is None else torch.where(where, x, initial)
    sizes = [x.shape[i] for i in axes]
    if 0 in sizes:
        kept = enumerate(x.shape)
        shape = [1 if i in axes else n for i, n in kept if keepdims or i not in axes]
        return initial.expand(shape).clone()
    return larger(reduce(x, axes, keepdims) if axes else x, initial)


def mean(x, axis=None, keepdims=False, dtype=None):
    if dtype is None and x.dtype in _WIDE_FLOATS:
        if axis is None:
            return _mean(x, None, True) if keepdims else _mean(x)
        if x.ndim and (type(axis) is int or (type(axis) is tuple and axis)):
            return _mean(x, axis, keepdims)
    axes = normalized_axes("mean", axis, x.ndim)
    dtype = _averaging_dtype(x) if dtype is None else as_native_dtype(dtype)
    if not axes:
        return x.to(dtype, copy=True)
    # torch sums halves in float32 but rounds the sum: float16 overflows.
    work = torch.float32 if dtype in _HALVES else dtype
    return _mean(x, axes, keepdims, dtype=work).to(dtype)


def _averaging_dtype(x):
    if x.is_floating_point() or x.is_complex():
        return x.dtype
    return NATIVE_DTYPES[config.default_of("float")]


def var(x, axis=None, correction=0.0, keepdims=False):
    return _spread("var", torch.var, x, axis, correction, keepdims)


def std(x, axis=None, correction=0.0, keepdims=False):
    return _spread("std", torch.std, x, axis, correction, keepdims)


def _spread(name, function, x, axis, correction, keepdims):
    if type(axis) is int and x.ndim and x.dtype in _WIDE_FLOATS:
        return function(x, axis, correction=correction, keepdim=keepdims)
    axes = normalized_axes(name, axis, x.ndim)
    dtype = _averaging_dtype(x)
    x = x.to(torch.float32 if dtype in _HALVES else dtype)
    if not axes:  # torch takes () for all axes: one more axis of size 1 instead
        x, axes, keepdims = x.unsqueeze(-1), (-1,), False
    result = function(x, axes, correction=correction, keepdim=keepdims)
    return result.to(dtype) if dtype in _HALVES else result


# ---- cumulative -------------------------------------------------------------------------------


def cumulative_sum(x, axis=None, dtype=None, include_initial=False):
    return _cumulative("cumulative_sum", torch.cumsum, 0, x, axis, dtype, include_initial)


def cumulative_prod(x, axis=None, dtype=None, include_initial=False):
    return _cumulative("cumulative_prod", torch.cumprod, 1, x, axis, dtype, include_initial)


def _cumulative(name, function, start, x, axis, dtype, include_initial):
    usual = dtype is None and not include_initial and x.dtype in _WIDE_FLOATS
    if usual and type(axis) is int and x.ndim:
        return function(x, axis)
    axis = cumulated_axis(name, axis, x.ndim)
    dtype = _result_dtype(x, dtype)
    work = torch.float32 if dtype in _HALVES else _working_dtype(dtype)
    result = function(x, axis, dtype=work)
    if include_initial:
        shape = (*x.shape[:axis], 1, *x.shape[axis + 1 :])
        result = torch.cat([result.new_full(shape, start), result], axis)
    return result.to(dtype)


def running_maximum(x, axis):
    return _running(torch.cummax, x, axis)


def running_minimum(x, axis):
    return _running(torch.cummin, x, axis)


def _running(function, x, axis):
    if x.dtype in SIGNED:
        return from_ordered(function(as_ordered(x), axis).values, x.dtype)
    return function(x, axis).values


# ---- the rest ---------------------------------------------------------------------------------


def bincount(x, weights=None, minlength=0):
    if not torch.compiler.is_compiling() and x.numel():
        shapes.refuse_many_bins(int(x.max()), minlength)
    counts = torch.bincount(x, None, minlength)
    if weights is None:
        return counts
    # torch 2.13: bincount of weights has no derivative.
    return weights.new_zeros(counts.shape).index_add(0, x.to(torch.int64), weights)


def einsum(equation, *operands):
    shapes.check_equation(equation)
    operands = in_one_dtype(_space, operands)
    result, dtype = torch.einsum(equation, *operands), operands[0].dtype
    return result if result.dtype is dtype else result.to(dtype)  # "i->" of integers is int64


@native_on_floats(_space)(2)
def igamma(a, x):
    return torch.special.gammainc(a, x)

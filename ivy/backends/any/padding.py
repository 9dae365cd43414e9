"""Padding in all of NumPy's modes, one axis after the other as NumPy does it."""

from __future__ import annotations

from ivy.backends.shapes import constants_and_ends, pad_widths, per_axis_pairs
from ivy.errors import IvyNotImplementedException, IvyValueError

_INDEXED = ("edge", "reflect", "symmetric", "wrap")
_STATISTICS = ("maximum", "mean", "median", "minimum")
_MODES = ("constant", "dilated", "empty", "linear_ramp", *_INDEXED, *_STATISTICS)


def pad(
    xp,
    input,
    pad_width,
    mode="constant",
    stat_length=1,
    constant_values=0,
    end_values=0,
    reflect_type="even",
):
    if mode not in _MODES:
        raise IvyValueError(f"pad: expected a mode of {', '.join(_MODES)}, got {mode!r}")
    if reflect_type not in ("even", "odd"):
        raise IvyValueError(f"pad: expected reflect_type 'even' or 'odd', got {reflect_type!r}")
    ndim = len(input.shape)
    constants, ends = constants_and_ends(xp, input, constant_values, end_values)
    lengths = per_axis_pairs("pad", stat_length, ndim)
    if mode == "dilated":  # before, after and between the elements; less than 0 cuts them off
        return _dilated(xp, input, per_axis_pairs("pad", pad_width, ndim), constants)
    widths = pad_widths("pad", pad_width, ndim)
    if mode == "constant" and len({value for pair in constants for value in pair}) == 1:
        return xp.constant_pad(input, widths, constants[0][0])
    x = input
    for axis, (before, after) in enumerate(widths):
        if not before + after:
            continue
        if x.shape[axis] == 0 and mode not in ("constant", "empty"):
            msg = f"pad: expected elements along axis {axis} for mode {mode!r}"
            raise IvyValueError(f"{msg}, got shape {tuple(x.shape)}")
        if mode in ("reflect", "symmetric") and reflect_type == "odd" and x.shape[axis] > 1:
            x = _reflected_oddly(xp, x, axis, before, after, mode == "symmetric")
        elif mode in _INDEXED:
            x = _indexed(xp, x, axis, before, after, mode)
        elif mode == "linear_ramp":
            x = _ramped(xp, x, axis, before, after, ends[axis])
        elif mode in _STATISTICS:
            x = _extended(xp, x, axis, before, after, mode, lengths[axis])
        else:
            values = constants[axis] if mode == "constant" else (0, 0)
            x = _surrounded(xp, x, axis, before, after, values)
    return x


def _part(x, axis, start, end):
    return x[(slice(None),) * axis + (slice(start, end),)]


def _filled(xp, x, axis, length, value):
    shape = (*x.shape[:axis], length, *x.shape[axis + 1 :])
    return xp.broadcast_to(xp.astype(xp.asarray(value), x.dtype), shape)


def _surrounded(xp, x, axis, before, after, values):
    first = _filled(xp, x, axis, before, values[0])
    last = _filled(xp, x, axis, after, values[1])
    return xp.concat([first, x, last], axis)


def _indexed(xp, x, axis, before, after, mode):
    size = xp.sizes(x)[axis]
    places = xp.arange(-before, size + after)
    if mode == "edge":
        places = xp.clip(places, 0, size - 1)
    elif mode == "wrap":
        places = xp.remainder(places, size)
    else:  # there and back again
        last = size - 1
        period = 2 * size
        if mode == "reflect":
            period = max(2 * last, 1) if isinstance(last, int) else xp.maximum(2 * last, 1)
        places = xp.remainder(places, period)
        back = period - int(mode == "symmetric") - places
        places = xp.where(xp.greater(places, last), back, places)
    return xp.take(x, places, axis, "raise")


def _reflected_oddly(xp, x, axis, before, after, symmetric):
    """Return `x` extended by its mirror image turned about the edge element, as often as needed."""
    skipped = 0 if symmetric else 1
    period = x.shape[axis] - skipped
    while before or after:
        size = x.shape[axis]
        longest = (size - skipped) // period * period  # mirror whole periods, as NumPy does
        parts = [x]
        if before:
            length = min(before, longest)
            mirror = xp.flip(_part(x, axis, skipped, skipped + length), axis)
            parts.insert(0, 2 * _part(x, axis, 0, 1) - mirror)
            before -= length
        if after:
            length = min(after, longest)
            end = size - skipped
            mirror = xp.flip(_part(x, axis, end - length, end), axis)
            parts.append(2 * _part(x, axis, size - 1, size) - mirror)
            after -= length
        x = xp.concat(parts, axis)
    return x


def _ramped(xp, x, axis, before, after, ends):
    """Return `x` with straight lines from the end values to its edges."""
    size = xp.sizes(x)[axis]
    first = _line(xp, x, axis, _part(x, axis, 0, 1), before, ends[0])
    last = _line(xp, x, axis, _part(x, axis, size - 1, size), after, ends[1])
    return xp.concat([first, x, xp.flip(last, axis)], axis)


def _line(xp, x, axis, edge, length, end):
    dtype = xp.DTYPES[x.dtype]
    working = dtype if dtype.kind in ("float", "complex") else _widest(xp)
    edge = xp.astype(edge, working)
    shape = [1] * len(x.shape)
    shape[axis] = length
    steps = xp.reshape(xp.astype(xp.arange(length), working), tuple(shape))
    line = steps * ((edge - end) / max(length, 1)) + end
    if dtype.kind in ("int", "uint"):
        line = xp.floor(line)
    return xp.astype(line, x.dtype)


def _extended(xp, x, axis, before, after, mode, lengths):
    """Return `x` with a statistic of its first and last elements before and after it."""
    size = x.shape[axis]
    first, last = (size if n is None else min(n, size) for n in lengths)
    if min(first, last) < 1 and mode in ("maximum", "minimum"):
        raise IvyValueError(f"pad: expected a stat_length above 0 for mode {mode!r}, got {lengths}")
    parts = [x]
    if before:
        value = _statistic(xp, _part(x, axis, 0, first), axis, mode)
        parts.insert(0, xp.repeat(value, before, axis))
    if after:
        value = _statistic(xp, _part(x, axis, size - last, size), axis, mode)
        parts.append(xp.repeat(value, after, axis))
    return xp.concat(parts, axis)


def _statistic(xp, x, axis, mode):
    if mode in ("maximum", "minimum"):
        return (xp.max if mode == "maximum" else xp.min)(x, axis, True)
    dtype = xp.DTYPES[x.dtype]
    integral = dtype.kind in ("int", "uint")
    numbers = xp.astype(x, _widest(xp)) if integral else x
    value = (xp.mean if mode == "mean" else xp.median)(numbers, axis=axis, keepdims=True)
    return xp.astype(xp.round(value) if integral else value, x.dtype)


def _dilated(xp, x, widths, constants):
    """Return `x` with a constant around it and `interior` times between its elements."""
    for axis, width in enumerate(widths):
        before, after, interior = (*width, 0)[:3]
        size = x.shape[axis]
        length = size + max(0, size - 1) * interior
        places = xp.arange(-before, length + after)
        inside = xp.logical_and(xp.greater_equal(places, 0), xp.less(places, length))
        kept = xp.logical_and(inside, xp.equal(xp.remainder(places, interior + 1), 0))
        places = xp.where(kept, xp.floor_divide(places, interior + 1), size)
        with_constant = xp.concat([x, _filled(xp, x, axis, 1, constants[axis][0])], axis)
        x = xp.take(with_constant, places, axis, "raise")
    return x


def _widest(xp):
    """Return the floating dtype with the most bits the framework holds."""
    try:
        return xp.as_native_dtype("float64")
    except IvyNotImplementedException:  # JAX without 64 bits
        return xp.as_native_dtype("float32")

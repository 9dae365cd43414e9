"""Rules for operations of TensorFlow that make, join, split and rearrange tensors."""

from __future__ import annotations

from typing import Any

from ivy.graph.importers.tensorflow.values import (
    is_known,
    ndim_of,
    number_of,
    numbers_of,
    rule,
    sizes_of,
)
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported


@rule("Reshape", host=(1,))
def _reshape(build, x, shape):
    sizes = sizes_of(shape)
    unknown = [size for size in sizes if isinstance(size, Value)]
    if len(unknown) == 1 and all(isinstance(n, Value) or n > 0 for n in sizes):
        sizes = tuple(-1 if isinstance(size, Value) else size for size in sizes)
    if _is_static(x) and -1 not in sizes and not unknown:
        return build.view(x, sizes)
    return build.reshape(x, sizes)


def _is_static(x: Value) -> bool:
    return x.shape is not None and None not in x.shape


@rule("Transpose", host=(1,))
def _transpose(build, x, axes):
    return build.permute_dims(x, tuple(numbers_of(axes, "a permutation")))


@rule("ConjugateTranspose", host=(1,))
def _conjugate_transpose(build, x, axes):
    return build.conj(_transpose(build, x, axes))


@rule("ExpandDims", host=(1,))
def _expand_dims(build, x, axis):
    place = number_of(axis, "an axis")
    if _is_static(x):
        shape = [n or 0 for n in x.shape or ()]
        shape.insert(place if place >= 0 else place + len(shape) + 1, 1)
        return build.view(x, tuple(shape))
    return build.expand_dims(x, axis=place)


@rule("Squeeze")
def _squeeze(build, x, squeeze_dims=()):
    if not squeeze_dims:
        if x.shape is None or None in x.shape:
            raise Unsupported("no axes given for a tensor whose sizes are unknown")
        squeeze_dims = tuple(i for i, n in enumerate(x.shape) if n == 1)
    if _is_static(x):
        dropped = {axis % ndim_of(x) for axis in squeeze_dims}
        return build.view(x, tuple(n or 0 for i, n in enumerate(x.shape or ()) if i not in dropped))
    return build.squeeze(x, axis=tuple(squeeze_dims))


@rule("ConcatV2", host=(-1,))
def _concat(build, *xs):
    *parts, axis = xs
    return build.concat(list(parts), axis=number_of(axis, "an axis"))


@rule("Pack")
def _pack(build, *xs, axis=0):
    return build.stack(list(xs), axis=axis)


@rule("ParallelConcat")
def _parallel_concat(build, *xs, shape):
    return build.concat(list(xs), axis=0)


@rule("Unpack")
def _unpack(build, x, num, axis=0):
    return build.several(num, "unstack", x, axis=axis)


@rule("Split", host=(0,))
def _split(build, axis, x, num_split):
    axis = number_of(axis, "an axis")
    return build.several(num_split, "split", x, num_or_size_splits=num_split, axis=axis)


@rule("SplitV", host=(1, 2))
def _split_sizes(build, x, sizes, axis, num_split):
    axis = number_of(axis, "an axis")
    parts = numbers_of(sizes, "the sizes of parts")
    if -1 in parts:
        known = build.length(x, axis)
        if isinstance(known, Value):
            raise Unsupported("a size of -1 along an axis of unknown size")
        parts[parts.index(-1)] = known - sum(parts) - 1
    return build.several(num_split, "split", x, num_or_size_splits=tuple(parts), axis=axis)


@rule("Tile", host=(1,))
def _tile(build, x, repeats):
    return build.tile(x, sizes_of(repeats, "repeats"))


@rule("BroadcastTo", host=(1,))
def _broadcast_to(build, x, shape):
    return build.broadcast_to(x, sizes_of(shape))


@rule("Fill", host=(0, 1))
def _fill(build, shape, value, index_type="int32"):
    sizes = sizes_of(shape)
    if is_known(value):
        return build.full(sizes, value.item(), dtype=value.dtype.name)
    return build.broadcast_to(build.array(value), sizes)


@rule("Empty", host=(0,))
def _empty(build, shape, dtype, init=False):
    return build.zeros(sizes_of(shape), dtype=dtype)


@rule("Range", host=(0, 1, 2))
def _range(build, start, limit, delta):
    ends = []
    for end in (start, limit, delta):
        if is_known(end):
            ends.append(end.item())
        elif isinstance(end, Value):
            raise Unsupported("a range whose length depends on data")
        else:
            ends.append(end.item())
    dtype = next((e.dtype.name for e in (start, limit, delta) if is_known(e)), "int32")
    return build.arange(*ends, dtype=dtype)


@rule("LinSpace", host=(2,))
def _linspace(build, start, stop, num):
    return build.linspace(start, stop, number_of(num, "num"), dtype=start.dtype)


@rule("OneHot", host=(1, 2, 3))
def _one_hot(build, indices, depth, on, off, axis=-1):
    (count,) = sizes_of(depth, "depth")
    if not (is_known(on) and is_known(off)):
        hot = build.one_hot(indices, count, axis=axis, dtype="bool")
        return build.where(hot, build.array(on), build.array(off))
    options = {} if axis == -1 else {"axis": axis}
    if (on, off) != (1, 0):
        options |= {"on_value": on.item(), "off_value": off.item()}
    return build.one_hot(indices, count, dtype=on.dtype.name, **options)


@rule("Pad", host=(1,))
def _pad(build, x, widths):
    return build.constant_pad(x, _pairs(widths))


@rule("PadV2", host=(1, 2))
def _pad_value(build, x, widths, value):
    return build.constant_pad(x, _pairs(widths), value=number_of(value, "a value to pad with"))


@rule("MirrorPad", host=(1,))
def _mirror_pad(build, x, widths, mode):
    kind = {"REFLECT": "reflect", "SYMMETRIC": "symmetric"}[mode]
    return build.pad(x, _pairs(widths), mode=kind)


def _pairs(widths: Any) -> tuple[tuple[int, int], ...]:
    numbers = numbers_of(widths, "the widths to pad")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


@rule("ReverseV2", host=(1,))
def _reverse(build, x, axes):
    found = tuple(numbers_of(axes, "an axis"))
    return build.flip(x, axis=found) if found else build.identity(x)


@rule("ReverseSequence")
def _reverse_sequence(build, x, lengths, seq_dim, batch_dim=0):
    ndim = ndim_of(x)
    size = build.length(x, seq_dim)

    def along(axis: int) -> tuple[int, ...]:
        return tuple(-1 if i == axis else 1 for i in range(ndim))

    steps = build.reshape(build.arange(size, dtype="int32"), along(seq_dim))
    ends = build.reshape(build.astype(lengths, "int32"), along(batch_dim))
    backwards = build.subtract(build.subtract(ends, 1), steps)
    places = build.where(
        build.less(steps, ends), backwards, build.add(steps, build.zeros_like(ends))
    )
    shape = [build.length(x, i) for i in range(ndim)]
    return build.take_along_axis(x, build.broadcast_to(places, tuple(shape)), axis=seq_dim)


@rule("Roll", host=(1, 2))
def _roll(build, x, shift, axis):
    shifts, axes = numbers_of(shift, "a shift"), numbers_of(axis, "an axis")
    if len(axes) == 1:
        return build.roll(x, shifts[0], axis=axes[0])
    return build.roll(x, tuple(shifts), axis=tuple(axes))


@rule("MatrixBandPart", host=(1, 2))
def _band_part(build, x, lower, upper):
    below, above = number_of(lower, "num_lower"), number_of(upper, "num_upper")
    if below < 0 and above < 0:
        return build.identity(x)
    if x.dtype == "bool":
        kept = _band_part(build, build.astype(x, "int32"), lower, upper)
        return build.astype(kept, "bool")
    if above >= 0:
        x = build.tril(x, above)
    return build.triu(x, -below) if below >= 0 else x


@rule("InvertPermutation")
def _invert_permutation(build, x):
    return build.astype(build.invert_permutation(x), x.dtype)

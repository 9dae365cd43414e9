"""Reshape, join, split, pad, pick: the same elements in another arrangement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ivy.backends.any.manipulation import TopK
from ivy.dispatch import array_first, both, choose, create, only, put, retry, table
from ivy.errors import IvyTypeError, IvyValueError, describe
from ivy.types import A, B

__all__ = [
    "as_strided",
    "associative_scan",
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "broadcast_shapes",
    "check_scalar",
    "clip",
    "column_stack",
    "concat",
    "concat_from_sequence",
    "constant_pad",
    "dsplit",
    "dstack",
    "expand",
    "expand_dims",
    "fill_diagonal",
    "flatten",
    "flip",
    "fliplr",
    "flipud",
    "fold",
    "heaviside",
    "hsplit",
    "hstack",
    "i0",
    "matricize",
    "moveaxis",
    "pad",
    "pad_sequence",
    "partial_fold",
    "partial_tensor_to_vec",
    "partial_unfold",
    "partial_vec_to_tensor",
    "permute_dims",
    "put_along_axis",
    "repeat",
    "reshape",
    "roll",
    "rot90",
    "soft_thresholding",
    "split",
    "squeeze",
    "stack",
    "swapaxes",
    "take",
    "take_along_axis",
    "tile",
    "top_k",
    "trim_zeros",
    "unflatten",
    "unfold",
    "unstack",
    "vsplit",
    "vstack",
    "zero_pad",
]

# ---- shape ------------------------------------------------------------------------------------


def reshape(
    x: A,
    /,
    shape: int | Sequence[int],
    copy: bool | None = None,
    order: str = "C",
    allowzero: bool = True,
    out: A | None = None,
) -> A:
    """Return the elements in a new shape; one size may be -1, whatever is left over.

    `order="F"` reads and writes the elements with the first index changing fastest. With
    `allowzero=False` a 0 in `shape` keeps the size of `x` at that place.

    >>> ivy.reshape(ivy.array([1, 2, 3, 4, 5, 6]), (2, -1))
    ivy.array([[1, 2, 3],
               [4, 5, 6]])
    """
    if out is not None:
        return put(reshape(x, shape, copy, order, allowzero), out)
    try:
        return table[type(x)].reshape(x, shape, copy, order, allowzero)
    except Exception as error:
        return retry(error, "reshape", x, shape, copy, order, allowzero)


def permute_dims(x: A, /, axes: Sequence[int], copy: bool | None = None, out: A | None = None) -> A:
    """Return `x` with its axes in the order `axes`.

    >>> ivy.permute_dims(ivy.zeros((2, 3, 4)), (2, 0, 1)).shape
    ivy.Shape(4, 2, 3)
    """
    if out is not None:
        return put(permute_dims(x, axes, copy), out)
    try:
        return table[type(x)].permute_dims(x, axes, copy)
    except Exception as error:
        return retry(error, "permute_dims", x, axes, copy)


def expand_dims(
    x: A, /, axis: int | Sequence[int] = 0, copy: bool | None = None, out: A | None = None
) -> A:
    """Return `x` with axes of size 1 inserted, at the places `axis` of the result.

    >>> ivy.expand_dims(ivy.array([1, 2, 3]), (0, -1)).shape
    ivy.Shape(1, 3, 1)
    """
    if out is not None:
        return put(expand_dims(x, axis, copy), out)
    try:
        return table[type(x)].expand_dims(x, axis, copy)
    except Exception as error:
        return retry(error, "expand_dims", x, axis, copy)


def squeeze(
    x: A, /, axis: int | Sequence[int] | None = None, copy: bool | None = None, out: A | None = None
) -> A:
    """Return `x` without the axes `axis`, which must have size 1; `None` drops all of size 1.

    >>> ivy.squeeze(ivy.zeros((1, 3, 1)), 0).shape
    ivy.Shape(3, 1)
    """
    if out is not None:
        return put(squeeze(x, axis, copy), out)
    try:
        return table[type(x)].squeeze(x, axis, copy)
    except Exception as error:
        return retry(error, "squeeze", x, axis, copy)


def flatten(
    x: A,
    /,
    copy: bool | None = None,
    start_dim: int = 0,
    end_dim: int = -1,
    order: str = "C",
    out: A | None = None,
) -> A:
    """Return `x` with the axes from `start_dim` to `end_dim` joined into one.

    >>> ivy.flatten(ivy.array([[1, 2], [3, 4]]))
    ivy.array([1, 2, 3, 4])
    """
    if out is not None:
        return put(flatten(x, copy, start_dim, end_dim, order), out)
    try:
        return table[type(x)].flatten(x, copy, start_dim, end_dim, order)
    except Exception as error:
        return retry(error, "flatten", x, copy, start_dim, end_dim, order)


def unflatten(x: A, /, dim: int, shape: Sequence[int], out: A | None = None) -> A:
    """Return `x` with its axis `dim` split into axes of the sizes `shape`.

    >>> ivy.unflatten(ivy.zeros((2, 6)), 1, (3, -1)).shape
    ivy.Shape(2, 3, 2)
    """
    if out is not None:
        return put(unflatten(x, dim, shape), out)
    try:
        return table[type(x)].unflatten(x, dim, shape)
    except Exception as error:
        return retry(error, "unflatten", x, dim, shape)


def moveaxis(
    a: A,
    source: int | Sequence[int],
    destination: int | Sequence[int],
    /,
    copy: bool | None = None,
    out: A | None = None,
) -> A:
    """Return `a` with the axes `source` moved to `destination`, the others in their old order.

    >>> ivy.moveaxis(ivy.zeros((2, 3, 4)), 0, -1).shape
    ivy.Shape(3, 4, 2)
    """
    if out is not None:
        return put(moveaxis(a, source, destination, copy), out)
    try:
        return table[type(a)].moveaxis(a, source, destination, copy)
    except Exception as error:
        return retry(error, "moveaxis", a, source, destination, copy)


def swapaxes(x: A, axis0: int, axis1: int, /, copy: bool | None = None, out: A | None = None) -> A:
    """Return `x` with two axes exchanged.

    >>> ivy.swapaxes(ivy.array([[1, 2, 3]]), 0, 1)
    ivy.array([[1],
               [2],
               [3]])
    """
    if out is not None:
        return put(swapaxes(x, axis0, axis1, copy), out)
    try:
        return table[type(x)].swapaxes(x, axis0, axis1, copy)
    except Exception as error:
        return retry(error, "swapaxes", x, axis0, axis1, copy)


def atleast_1d(*arys: B, copy: bool | None = None) -> Any:
    """Return the array with at least one axis; for several arrays a list of them.

    >>> ivy.atleast_1d(ivy.array(1.0))
    ivy.array([1.])
    """
    try:
        return table[
            type(arys[0])
            if len(arys) == 2 and type(arys[0]) is type(arys[1])
            else only(map(type, arys))
        ].atleast_1d(*arys, copy=copy)
    except Exception as error:
        return retry(error, "atleast_1d", *arys, copy=copy)


def atleast_2d(*arys: B, copy: bool | None = None) -> Any:
    """Return the array with at least two axes, new ones in front; for several a list of them.

    >>> ivy.atleast_2d(ivy.array([1, 2]))
    ivy.array([[1, 2]])
    """
    try:
        return table[
            type(arys[0])
            if len(arys) == 2 and type(arys[0]) is type(arys[1])
            else only(map(type, arys))
        ].atleast_2d(*arys, copy=copy)
    except Exception as error:
        return retry(error, "atleast_2d", *arys, copy=copy)


def atleast_3d(*arys: B, copy: bool | None = None) -> Any:
    """Return the array with at least three axes; for several arrays a list of them.

    A vector of size n becomes (1, n, 1), a matrix (m, n) becomes (m, n, 1).

    >>> ivy.atleast_3d(ivy.array([1, 2])).shape
    ivy.Shape(1, 2, 1)
    """
    try:
        return table[
            type(arys[0])
            if len(arys) == 2 and type(arys[0]) is type(arys[1])
            else only(map(type, arys))
        ].atleast_3d(*arys, copy=copy)
    except Exception as error:
        return retry(error, "atleast_3d", *arys, copy=copy)


def broadcast_shapes(*shapes: Sequence[int | None]) -> tuple[int | None, ...]:
    """Return the shape that all `shapes` broadcast to; `None` is an unknown size.

    >>> ivy.broadcast_shapes((3, 1), (1, 4), (4,))
    (3, 4)
    """
    return create("broadcast_shapes", *shapes)


def expand(x: A, shape: Sequence[int], /, copy: bool | None = None, out: A | None = None) -> A:
    """Return `x` repeated along its axes of size 1 to fill `shape`, in which -1 keeps a size.

    >>> ivy.expand(ivy.array([[1], [2]]), (-1, 3))
    ivy.array([[1, 1, 1],
               [2, 2, 2]])
    """
    if out is not None:
        return put(expand(x, shape, copy), out)
    try:
        return table[type(x)].expand(x, shape, copy)
    except Exception as error:
        return retry(error, "expand", x, shape, copy)


def as_strided(x: A, shape: Sequence[int], strides: Sequence[int], /) -> A:
    """Return a copy of `x` read from its start with the given steps, in bytes, along each axis.

    >>> ivy.as_strided(ivy.array([1, 2, 3, 4]), (3, 2), (4, 4))
    ivy.array([[1, 2],
               [2, 3],
               [3, 4]])
    """
    try:
        return table[type(x)].as_strided(x, shape, strides)
    except Exception as error:
        return retry(error, "as_strided", x, shape, strides)


# ---- order ------------------------------------------------------------------------------------


def flip(
    x: A, /, axis: int | Sequence[int] | None = None, copy: bool | None = None, out: A | None = None
) -> A:
    """Return `x` with the elements in reverse order along `axis`, or along all axes.

    >>> ivy.flip(ivy.array([[1, 2], [3, 4]]), axis=1)
    ivy.array([[2, 1],
               [4, 3]])
    """
    if out is not None:
        return put(flip(x, axis, copy), out)
    try:
        return table[type(x)].flip(x, axis, copy)
    except Exception as error:
        return retry(error, "flip", x, axis, copy)


def fliplr(m: A, /, copy: bool | None = None, out: A | None = None) -> A:
    """Return `m` with the elements in reverse order along axis 1.

    >>> ivy.fliplr(ivy.array([[1, 2], [3, 4]]))
    ivy.array([[2, 1],
               [4, 3]])
    """
    if out is not None:
        return put(fliplr(m, copy), out)
    try:
        return table[type(m)].fliplr(m, copy)
    except Exception as error:
        return retry(error, "fliplr", m, copy)


def flipud(m: A, /, copy: bool | None = None, out: A | None = None) -> A:
    """Return `m` with the elements in reverse order along axis 0.

    >>> ivy.flipud(ivy.array([[1, 2], [3, 4]]))
    ivy.array([[3, 4],
               [1, 2]])
    """
    if out is not None:
        return put(flipud(m, copy), out)
    try:
        return table[type(m)].flipud(m, copy)
    except Exception as error:
        return retry(error, "flipud", m, copy)


def rot90(
    m: A,
    /,
    copy: bool | None = None,
    k: int = 1,
    axes: Sequence[int] = (0, 1),
    out: A | None = None,
) -> A:
    """Return `m` turned `k` times by 90 degrees, from the first towards the second of `axes`.

    >>> ivy.rot90(ivy.array([[1, 2], [3, 4]]))
    ivy.array([[2, 4],
               [1, 3]])
    """
    if out is not None:
        return put(rot90(m, copy, k, axes), out)
    try:
        return table[type(m)].rot90(m, copy, k, axes)
    except Exception as error:
        return retry(error, "rot90", m, copy, k, axes)


def roll(
    x: A,
    /,
    shift: int | Sequence[int],
    axis: int | Sequence[int] | None = None,
    out: A | None = None,
) -> A:
    """Return `x` with its elements moved by `shift` places; those pushed out come in at the start.

    Without `axis` the flattened elements move, and the shape stays.

    >>> ivy.roll(ivy.array([1, 2, 3, 4]), 1)
    ivy.array([4, 1, 2, 3])
    """
    if out is not None:
        return put(roll(x, shift, axis), out)
    try:
        return table[type(x)].roll(x, shift, axis)
    except Exception as error:
        return retry(error, "roll", x, shift, axis)


# ---- join -------------------------------------------------------------------------------------


def concat(xs: Sequence[A], /, axis: int | None = 0, out: A | None = None) -> A:
    """Return the arrays one after the other along `axis`; `None` flattens them first.

    >>> ivy.concat([ivy.array([1, 2]), ivy.array([3.5])])
    ivy.array([1. , 2. , 3.5])
    """
    if out is not None:
        return put(concat(xs, axis), out)
    try:
        return table[
            type(xs[0]) if len(xs) == 2 and type(xs[0]) is type(xs[1]) else only(map(type, xs))
        ].concat(xs, axis)
    except Exception as error:
        return retry(error, "concat", xs, axis)


def stack(arrays: Sequence[A], /, axis: int = 0, out: A | None = None) -> A:
    """Return the arrays side by side along a new axis.

    >>> ivy.stack([ivy.array([1, 2]), ivy.array([3, 4])], axis=1)
    ivy.array([[1, 3],
               [2, 4]])
    """
    if out is not None:
        return put(stack(arrays, axis), out)
    try:
        return table[
            type(arrays[0])
            if len(arrays) == 2 and type(arrays[0]) is type(arrays[1])
            else only(map(type, arrays))
        ].stack(arrays, axis)
    except Exception as error:
        return retry(error, "stack", arrays, axis)


def vstack(arrays: Sequence[A], /, out: A | None = None) -> A:
    """Return the arrays one below the other, vectors as rows.

    >>> ivy.vstack([ivy.array([1, 2]), ivy.array([[3, 4], [5, 6]])])
    ivy.array([[1, 2],
               [3, 4],
               [5, 6]])
    """
    if out is not None:
        return put(vstack(arrays), out)
    try:
        return table[
            type(arrays[0])
            if len(arrays) == 2 and type(arrays[0]) is type(arrays[1])
            else only(map(type, arrays))
        ].vstack(arrays)
    except Exception as error:
        return retry(error, "vstack", arrays)


def hstack(arrays: Sequence[A], /, out: A | None = None) -> A:
    """Return the arrays one after the other along axis 1; vectors along axis 0.

    >>> ivy.hstack([ivy.array([1, 2]), ivy.array([3])])
    ivy.array([1, 2, 3])
    """
    if out is not None:
        return put(hstack(arrays), out)
    try:
        return table[
            type(arrays[0])
            if len(arrays) == 2 and type(arrays[0]) is type(arrays[1])
            else only(map(type, arrays))
        ].hstack(arrays)
    except Exception as error:
        return retry(error, "hstack", arrays)


def dstack(arrays: Sequence[A], /, out: A | None = None) -> A:
    """Return the arrays one behind the other along axis 2, each made 3-d as by `atleast_3d`.

    >>> ivy.dstack([ivy.array([1, 2]), ivy.array([3, 4])])
    ivy.array([[[1, 3],
                [2, 4]]])
    """
    if out is not None:
        return put(dstack(arrays), out)
    try:
        return table[
            type(arrays[0])
            if len(arrays) == 2 and type(arrays[0]) is type(arrays[1])
            else only(map(type, arrays))
        ].dstack(arrays)
    except Exception as error:
        return retry(error, "dstack", arrays)


def column_stack(arrays: Sequence[A], /, out: A | None = None) -> A:
    """Return the arrays side by side as columns of one matrix.

    >>> ivy.column_stack([ivy.array([1, 2]), ivy.array([[3, 4], [5, 6]])])
    ivy.array([[1, 3, 4],
               [2, 5, 6]])
    """
    if out is not None:
        return put(column_stack(arrays), out)
    try:
        return table[
            type(arrays[0])
            if len(arrays) == 2 and type(arrays[0]) is type(arrays[1])
            else only(map(type, arrays))
        ].column_stack(arrays)
    except Exception as error:
        return retry(error, "column_stack", arrays)


def concat_from_sequence(
    input_sequence: Sequence[A], /, new_axis: int = 0, axis: int = 0, out: A | None = None
) -> A:
    """Return the arrays joined along `axis`, which is a new axis when `new_axis` is 1.

    >>> ivy.concat_from_sequence([ivy.array([1, 2]), ivy.array([3, 4])], new_axis=1)
    ivy.array([[1, 2],
               [3, 4]])
    """
    if out is not None:
        return put(concat_from_sequence(input_sequence, new_axis, axis), out)
    try:
        return table[
            type(input_sequence[0])
            if len(input_sequence) == 2 and type(input_sequence[0]) is type(input_sequence[1])
            else only(map(type, input_sequence))
        ].concat_from_sequence(input_sequence, new_axis, axis)
    except Exception as error:
        return retry(error, "concat_from_sequence", input_sequence, new_axis, axis)


def pad_sequence(
    sequences: Sequence[A], batch_first: bool = False, padding_value: complex = 0
) -> A:
    """Return arrays of different lengths stacked, the shorter ones filled up at their end.

    The shape is (length, batch, ...), with `batch_first` (batch, length, ...).

    >>> ivy.pad_sequence([ivy.array([1, 2, 3]), ivy.array([4])], batch_first=True)
    ivy.array([[1, 2, 3],
               [4, 0, 0]])
    """
    try:
        return table[
            type(sequences[0])
            if len(sequences) == 2 and type(sequences[0]) is type(sequences[1])
            else only(map(type, sequences))
        ].pad_sequence(sequences, batch_first, padding_value)
    except Exception as error:
        return retry(error, "pad_sequence", sequences, batch_first, padding_value)


def repeat(x: A, /, repeats: int | B, axis: int | None = None, out: A | None = None) -> A:
    """Return `x` with each element repeated; flattened first without `axis`.

    >>> ivy.repeat(ivy.array([1, 2]), ivy.array([1, 3]))
    ivy.array([1, 2, 2, 2])
    """
    if out is not None:
        return put(repeat(x, repeats, axis), out)
    try:
        return array_first[type(x)][type(repeats)].repeat(x, repeats, axis)
    except Exception as error:
        return retry(error, "repeat", x, repeats, axis)


def tile(x: A, /, repeats: int | Sequence[int], out: A | None = None) -> A:
    """Return `x` laid out `repeats` times along each axis.

    >>> ivy.tile(ivy.array([1, 2]), (2, 2))
    ivy.array([[1, 2, 1, 2],
               [1, 2, 1, 2]])
    """
    if out is not None:
        return put(tile(x, repeats), out)
    try:
        return table[type(x)].tile(x, repeats)
    except Exception as error:
        return retry(error, "tile", x, repeats)


# ---- split ------------------------------------------------------------------------------------


def split(
    x: A,
    /,
    copy: bool | None = None,
    num_or_size_splits: int | Sequence[int] | None = None,
    axis: int = 0,
    with_remainder: bool = False,
) -> list[A]:
    """Return the parts of `x` along `axis`: equal ones, or of given sizes; `None`: of size 1.

    With `with_remainder` a number that does not divide evenly is the size of the parts instead,
    the last one smaller.

    >>> ivy.split(ivy.array([1, 2, 3]), num_or_size_splits=[1, 2])
    [ivy.array([1]), ivy.array([2, 3])]
    """
    try:
        return table[type(x)].split(x, copy, num_or_size_splits, axis, with_remainder)
    except Exception as error:
        return retry(error, "split", x, copy, num_or_size_splits, axis, with_remainder)


def hsplit(
    ary: A, indices_or_sections: int | Sequence[int], /, copy: bool | None = None
) -> list[A]:
    """Return the parts of `ary` along axis 1 (a vector: axis 0), equal or cut at indices.

    >>> ivy.hsplit(ivy.array([1, 2, 3, 4]), [1])
    [ivy.array([1]), ivy.array([2, 3, 4])]
    """
    try:
        return table[type(ary)].hsplit(ary, indices_or_sections, copy)
    except Exception as error:
        return retry(error, "hsplit", ary, indices_or_sections, copy)


def vsplit(
    ary: A, indices_or_sections: int | Sequence[int], /, copy: bool | None = None
) -> list[A]:
    """Return the parts of `ary` along axis 0, equal or cut at indices.

    >>> ivy.vsplit(ivy.array([[1, 2], [3, 4]]), 2)
    [ivy.array([[1, 2]]), ivy.array([[3, 4]])]
    """
    try:
        return table[type(ary)].vsplit(ary, indices_or_sections, copy)
    except Exception as error:
        return retry(error, "vsplit", ary, indices_or_sections, copy)


def dsplit(
    ary: A, indices_or_sections: int | Sequence[int], /, copy: bool | None = None
) -> list[A]:
    """Return the parts of `ary` along axis 2, equal or cut at indices.

    >>> ivy.dsplit(ivy.array([[[1, 2]]]), 2)
    [ivy.array([[[1]]]), ivy.array([[[2]]])]
    """
    try:
        return table[type(ary)].dsplit(ary, indices_or_sections, copy)
    except Exception as error:
        return retry(error, "dsplit", ary, indices_or_sections, copy)


def unstack(
    x: A, /, copy: bool | None = None, axis: int = 0, keepdims: bool = False
) -> tuple[A, ...]:
    """Return the slices of `x` along `axis`, without that axis unless `keepdims`.

    >>> ivy.unstack(ivy.array([[1, 2], [3, 4]]), axis=1)
    (ivy.array([1, 3]), ivy.array([2, 4]))
    """
    try:
        return table[type(x)].unstack(x, copy, axis, keepdims)
    except Exception as error:
        return retry(error, "unstack", x, copy, axis, keepdims)


# ---- pad and trim -----------------------------------------------------------------------------


def constant_pad(
    x: A, /, pad_width: Sequence[Sequence[int]], value: B | complex = 0, out: A | None = None
) -> A:
    """Return `x` with `value` added before and after each axis.

    >>> ivy.constant_pad(ivy.array([1, 2]), [(1, 2)], 9)
    ivy.array([9, 1, 2, 9, 9])
    """
    if out is not None:
        return put(constant_pad(x, pad_width, value), out)
    try:
        return (table[type(x)] if value is None else choose(x, value)).constant_pad(
            x, pad_width, value
        )
    except Exception as error:
        return retry(error, "constant_pad", x, pad_width, value)


def zero_pad(x: A, /, pad_width: Sequence[Sequence[int]], out: A | None = None) -> A:
    """Return `x` with zeros added before and after each axis.

    >>> ivy.zero_pad(ivy.array([1, 2]), [(1, 2)])
    ivy.array([0, 1, 2, 0, 0])
    """
    if out is not None:
        return put(zero_pad(x, pad_width), out)
    try:
        return table[type(x)].zero_pad(x, pad_width)
    except Exception as error:
        return retry(error, "zero_pad", x, pad_width)


def pad(
    input: A,
    pad_width: int | Sequence[int] | Sequence[Sequence[int]],
    /,
    mode: str = "constant",
    stat_length: int | Sequence[Any] | None = 1,
    constant_values: complex | Sequence[Any] = 0,
    end_values: complex | Sequence[Any] = 0,
    reflect_type: str = "even",
) -> A:
    """Return `input` enlarged before and after each axis, filled as `mode` says.

    The modes are NumPy's: constant, edge, linear_ramp, maximum, mean, median, minimum, reflect,
    symmetric, wrap, empty; and dilated, which puts `pad_width[axis][2]` values between elements.

    >>> ivy.pad(ivy.array([1, 2, 3]), (1, 2), mode="reflect")
    ivy.array([2, 1, 2, 3, 2, 1])
    """
    try:
        return table[type(input)].pad(
            input, pad_width, mode, stat_length, constant_values, end_values, reflect_type
        )
    except Exception as error:
        return retry(
            error,
            "pad",
            input,
            pad_width,
            mode,
            stat_length,
            constant_values,
            end_values,
            reflect_type,
        )


def trim_zeros(a: A, /, trim: str = "fb") -> A:
    """Return a vector without its zeros at the front (`f`) and the back (`b`).

    >>> ivy.trim_zeros(ivy.array([0, 0, 1, 0, 2, 0]))
    ivy.array([1, 0, 2])
    """
    try:
        return table[type(a)].trim_zeros(a, trim)
    except Exception as error:
        return retry(error, "trim_zeros", a, trim)


# ---- pick and put by index --------------------------------------------------------------------


def take(
    x: A,
    indices: B,
    /,
    axis: int | None = None,
    mode: str = "fill",
    fill_value: complex | None = None,
    out: A | None = None,
) -> A:
    """Return the elements of `x` at `indices` along `axis` (`None`: of the flattened `x`).

    Negative indices count from the end. An index outside gives `fill_value` (default NaN, or the
    extreme of an integer dtype) in mode fill, an error in mode raise, else it wraps or clips.

    >>> ivy.take(ivy.array([1., 2., 3.]), ivy.array([2, 0, -1]))
    ivy.array([3., 1., 3.])
    """
    if out is not None:
        return put(take(x, indices, axis, mode, fill_value), out)
    try:
        return both[type(x)][type(indices)].take(x, indices, axis, mode, fill_value)
    except Exception as error:
        return retry(error, "take", x, indices, axis, mode, fill_value)


def take_along_axis(
    arr: A, indices: B, /, axis: int | None = -1, mode: str = "fill", out: A | None = None
) -> A:
    """Return from each line along `axis` the elements at that line's `indices`.

    `mode` says what an index outside gives, as in `take`.

    >>> ivy.take_along_axis(ivy.array([[1, 2], [3, 4]]), ivy.array([[1], [0]]), axis=1)
    ivy.array([[2],
               [3]])
    """
    if out is not None:
        return put(take_along_axis(arr, indices, axis, mode), out)
    try:
        return both[type(arr)][type(indices)].take_along_axis(arr, indices, axis, mode)
    except Exception as error:
        return retry(error, "take_along_axis", arr, indices, axis, mode)


def put_along_axis(
    arr: A,
    indices: B,
    values: B | complex,
    axis: int | None,
    /,
    mode: str = "replace",
    out: A | None = None,
) -> A:
    """Return `arr` with `values` put at each line's `indices` along `axis`.

    `mode` is replace, or how old and new values combine: sum, mul, min, max or mean.

    >>> ivy.put_along_axis(ivy.array([[1, 2], [3, 4]]), ivy.array([[1], [0]]), 9, 1)
    ivy.array([[1, 9],
               [9, 4]])
    """
    if out is not None:
        return put(put_along_axis(arr, indices, values, axis, mode), out)
    try:
        return (
            table[type(values)]
            if type(arr) is type(indices) is type(values)
            else choose(arr, indices, values)
        ).put_along_axis(arr, indices, values, axis, mode)
    except Exception as error:
        return retry(error, "put_along_axis", arr, indices, values, axis, mode)


def fill_diagonal(a: A, v: B | complex, /, wrap: bool = False) -> A:
    """Return `a` with `v` on its main diagonal; `wrap` starts anew below it in a tall matrix.

    >>> ivy.fill_diagonal(ivy.zeros((2, 2)), 5)
    ivy.array([[5., 0.],
               [0., 5.]])
    """
    try:
        return array_first[type(a)][type(v)].fill_diagonal(a, v, wrap)
    except Exception as error:
        return retry(error, "fill_diagonal", a, v, wrap)


def top_k(
    x: A,
    k: int,
    /,
    axis: int = -1,
    largest: bool = True,
    sorted: bool = True,
    out: tuple[Any, Any] | None = None,
) -> TopK:
    """Return the `k` largest (or smallest) elements along `axis`, in order, and their indices.

    NaN counts as largest; among equal elements the first comes first.

    >>> ivy.top_k(ivy.array([3., 1., 2.]), 2)
    TopK(values=ivy.array([3., 2.]), indices=ivy.array([0, 2], dtype=int64))
    """
    if out is not None:
        return put(top_k(x, k, axis, largest, sorted), out)
    try:
        return table[type(x)].top_k(x, k, axis, largest, sorted)
    except Exception as error:
        return retry(error, "top_k", x, k, axis, largest, sorted)


# ---- values -----------------------------------------------------------------------------------


def clip(
    x: A,
    /,
    min: B | complex | None = None,
    max: B | complex | None = None,
    x_min: B | complex | None = None,
    x_max: B | complex | None = None,
    out: A | None = None,
) -> A:
    """Return `x` with values below `min` raised to it and values above `max` lowered to it.

    The dtype stays that of `x`; a NaN bound gives NaN. `x_min`, `x_max` are other names.

    >>> ivy.clip(ivy.array([1., 5., 9.]), 2, 6)
    ivy.array([2., 5., 6.])
    """
    if out is not None:
        return put(clip(x, min, max, x_min, x_max), out)
    try:
        return (
            table[type(x)]
            if min is max is x_min is x_max is None
            else choose(x, min, max, x_min, x_max)
        ).clip(x, min, max, x_min, x_max)
    except Exception as error:
        return retry(error, "clip", x, min, max, x_min, x_max)


def heaviside(x1: A, x2: A | complex, /, out: A | None = None) -> A:
    """Return 0 where `x1` is negative, 1 where positive, and `x2` where `x1` is 0.

    >>> ivy.heaviside(ivy.array([-1., 0., 2.]), 0.5)
    ivy.array([0. , 0.5, 1. ])
    """
    if out is not None:
        return put(heaviside(x1, x2), out)
    try:
        return array_first[type(x1)][type(x2)].heaviside(x1, x2)
    except Exception as error:
        return retry(error, "heaviside", x1, x2)


def i0(x: A, /, out: A | None = None) -> A:
    """Return the modified Bessel function of the first kind of order 0.

    >>> ivy.i0(ivy.array([0., 1.], dtype="float64"))
    ivy.array([1.        , 1.26606588], dtype=float64)
    """
    if out is not None:
        return put(i0(x), out)
    try:
        return table[type(x)].i0(x)
    except Exception as error:
        return retry(error, "i0", x)


def soft_thresholding(x: A, /, threshold: A | complex, out: A | None = None) -> A:
    """Return `sign(x) * max(|x| - threshold, 0)`.

    >>> ivy.soft_thresholding(ivy.array([-3., 1., 4.]), 2)
    ivy.array([-1.,  0.,  2.])
    """
    if out is not None:
        return put(soft_thresholding(x, threshold), out)
    try:
        return array_first[type(x)][type(threshold)].soft_thresholding(x, threshold)
    except Exception as error:
        return retry(error, "soft_thresholding", x, threshold)


def associative_scan(
    x: A, fn: Callable[[Any, Any], Any], /, reverse: bool = False, axis: int = 0
) -> A:
    """Return all partial results of combining the slices along `axis` with an associative `fn`.

    `fn` gets two native arrays of several slices each and combines them slice by slice.

    >>> ivy.associative_scan(ivy.array([1, 2, 3, 4]), ivy.multiply)
    ivy.array([ 1,  2,  6, 24])
    """
    try:
        return table[type(x)].associative_scan(x, fn, reverse, axis)
    except Exception as error:
        return retry(error, "associative_scan", x, fn, reverse, axis)


# ---- tensors as matrices ----------------------------------------------------------------------


def unfold(x: A, /, mode: int = 0, out: A | None = None) -> A:
    """Return the mode-`mode` unfolding: a matrix with axis `mode` first and the rest flattened.

    >>> ivy.unfold(ivy.array([[1, 2], [3, 4]]), 1)
    ivy.array([[1, 3],
               [2, 4]])
    """
    if out is not None:
        return put(unfold(x, mode), out)
    try:
        return table[type(x)].unfold(x, mode)
    except Exception as error:
        return retry(error, "unfold", x, mode)


def fold(x: A, /, mode: int, shape: Sequence[int], out: A | None = None) -> A:
    """Return the tensor of shape `shape` whose mode-`mode` unfolding is `x`.

    >>> ivy.fold(ivy.array([[1, 3], [2, 4]]), 1, (2, 2))
    ivy.array([[1, 2],
               [3, 4]])
    """
    if out is not None:
        return put(fold(x, mode, shape), out)
    try:
        return table[type(x)].fold(x, mode, shape)
    except Exception as error:
        return retry(error, "fold", x, mode, shape)


def partial_unfold(
    x: A,
    /,
    mode: int = 0,
    skip_begin: int = 1,
    skip_end: int = 0,
    ravel_tensors: bool = False,
    out: A | None = None,
) -> A:
    """Return `x` unfolded along `mode`, counted after the `skip_begin` axes that stay.

    The last `skip_end` axes stay too. `ravel_tensors` gives a vector for each tensor.

    >>> ivy.partial_unfold(ivy.zeros((5, 2, 3, 4)), 1).shape
    ivy.Shape(5, 3, 8)
    """
    if out is not None:
        return put(partial_unfold(x, mode, skip_begin, skip_end, ravel_tensors), out)
    try:
        return table[type(x)].partial_unfold(x, mode, skip_begin, skip_end, ravel_tensors)
    except Exception as error:
        return retry(error, "partial_unfold", x, mode, skip_begin, skip_end, ravel_tensors)


def partial_fold(
    x: A, /, mode: int, shape: Sequence[int], skip_begin: int = 1, out: A | None = None
) -> A:
    """Return the tensor of shape `shape` whose `partial_unfold` along `mode` is `x`.

    >>> ivy.partial_fold(ivy.zeros((5, 3, 8)), 1, (5, 2, 3, 4)).shape
    ivy.Shape(5, 2, 3, 4)
    """
    if out is not None:
        return put(partial_fold(x, mode, shape, skip_begin), out)
    try:
        return table[type(x)].partial_fold(x, mode, shape, skip_begin)
    except Exception as error:
        return retry(error, "partial_fold", x, mode, shape, skip_begin)


def partial_tensor_to_vec(
    x: A, /, skip_begin: int = 1, skip_end: int = 0, out: A | None = None
) -> A:
    """Return `x` with all axes flattened into one, except the first and last few.

    >>> ivy.partial_tensor_to_vec(ivy.zeros((5, 2, 3))).shape
    ivy.Shape(5, 6)
    """
    if out is not None:
        return put(partial_tensor_to_vec(x, skip_begin, skip_end), out)
    try:
        return table[type(x)].partial_tensor_to_vec(x, skip_begin, skip_end)
    except Exception as error:
        return retry(error, "partial_tensor_to_vec", x, skip_begin, skip_end)


def partial_vec_to_tensor(
    x: A, /, shape: Sequence[int], skip_begin: int = 1, out: A | None = None
) -> A:
    """Return the tensor of shape `shape` that `partial_tensor_to_vec` made `x` of.

    >>> ivy.partial_vec_to_tensor(ivy.zeros((5, 6)), (5, 2, 3)).shape
    ivy.Shape(5, 2, 3)
    """
    if out is not None:
        return put(partial_vec_to_tensor(x, shape, skip_begin), out)
    try:
        return table[type(x)].partial_vec_to_tensor(x, shape, skip_begin)
    except Exception as error:
        return retry(error, "partial_vec_to_tensor", x, shape, skip_begin)


def matricize(
    x: A,
    /,
    row_modes: Sequence[int],
    column_modes: Sequence[int] | None = None,
    out: A | None = None,
) -> A:
    """Return the matrix with the axes `row_modes` of `x` as rows and the others as columns.

    >>> ivy.matricize(ivy.zeros((2, 3, 4)), (0, 2)).shape
    ivy.Shape(8, 3)
    """
    if out is not None:
        return put(matricize(x, row_modes, column_modes), out)
    try:
        return table[type(x)].matricize(x, row_modes, column_modes)
    except Exception as error:
        return retry(error, "matricize", x, row_modes, column_modes)


def check_scalar(x: Any, force_integer: bool, force_positive: bool) -> None:
    """Raise if `x` is no number, or not integer or positive where that is asked for.

    >>> ivy.check_scalar(2, True, True)
    """
    if not isinstance(x, (int, float)):
        raise IvyTypeError(f"check_scalar: expected a number, got {describe(x)}")
    if force_integer and not isinstance(x, int):
        raise IvyTypeError(f"check_scalar: expected an integer, got {x!r}")
    if force_positive and x <= 0:
        raise IvyValueError(f"check_scalar: expected a positive number, got {x!r}")

"""Pooling: maxima and averages over windows that slide over one, two or three spatial axes.

What all share:

- `data_format` is the order of the axes of `x` and of the result: `"NHWC"` or `"NCHW"` for two
  spatial axes, likewise for one and three, and `"channel_last"` or `"channel_first"` for any.
- `kernel`, `strides` and `dilation` are one number, or one per spatial axis.
- `padding` is a number, a pair (before, after) for each spatial axis, `"VALID"` for none, or
  `"SAME"`: as much that there are `ceil(size / stride)` windows; an odd one comes after `x`, as in
  TensorFlow. It must be less than the window. What is added is never a maximum, and zero in sums.
- There are `floor((size + before + after - window) / stride) + 1` windows. With `ceil_mode` it is
  the ceiling, as in PyTorch: the last window may reach beyond the padding, if it begins within `x`
  or the padding before it.
- An average divides by the number of elements of `x` in the window; with `count_include_pad` those
  of the padding count too, but not what `ceil_mode` adds; `divisor_override` replaces the number.
- NaN in a window makes its maximum NaN. Its gradient goes to the first of several equal elements.
- Averages of integers are of the default floating dtype.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ivy.dispatch import array_first, both, put, retry, table
from ivy.types import A, B

__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
    "adaptive_max_pool1d",
    "adaptive_max_pool2d",
    "adaptive_max_pool3d",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
    "max_unpool1d",
    "pool",
    "reduce_window",
    "sliding_window",
]


def max_pool1d(
    x: A,
    /,
    kernel: int | Sequence[int],
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    data_format: str = "NWC",
    dilation: int | Sequence[int] = 1,
    ceil_mode: bool = False,
    out: A | None = None,
) -> A:
    """Return the maxima over windows along one axis.

    >>> ivy.max_pool1d(ivy.array([[[1.], [3.], [2.], [0.]]]), 2, 2, "VALID")
    ivy.array([[[3.],
                [2.]]])
    """
    if out is not None:
        return put(max_pool1d(x, kernel, strides, padding, data_format, dilation, ceil_mode), out)
    try:
        return table[type(x)].max_pool1d(
            x, kernel, strides, padding, data_format, dilation, ceil_mode
        )
    except Exception as error:
        return retry(
            error, "max_pool1d", x, kernel, strides, padding, data_format, dilation, ceil_mode
        )


def max_pool2d(
    x: A,
    /,
    kernel: int | Sequence[int],
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    data_format: str = "NHWC",
    dilation: int | Sequence[int] = 1,
    ceil_mode: bool = False,
    out: A | None = None,
) -> A:
    """Return the maxima over windows along two axes.

    >>> x = ivy.reshape(ivy.array([1., 2., 3., 4., 5., 6.]), (1, 2, 3, 1))
    >>> ivy.max_pool2d(x, 2, 1, 0)[0, :, :, 0]
    ivy.array([[5., 6.]])
    """
    if out is not None:
        return put(max_pool2d(x, kernel, strides, padding, data_format, dilation, ceil_mode), out)
    try:
        return table[type(x)].max_pool2d(
            x, kernel, strides, padding, data_format, dilation, ceil_mode
        )
    except Exception as error:
        return retry(
            error, "max_pool2d", x, kernel, strides, padding, data_format, dilation, ceil_mode
        )


def max_pool3d(
    x: A,
    /,
    kernel: int | Sequence[int],
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    data_format: str = "NDHWC",
    dilation: int | Sequence[int] = 1,
    ceil_mode: bool = False,
    out: A | None = None,
) -> A:
    """Return the maxima over windows along three axes.

    >>> ivy.max_pool3d(ivy.reshape(ivy.arange(8.), (1, 2, 2, 2, 1)), 2, 2, "VALID")
    ivy.array([[[[[7.]]]]])
    """
    if out is not None:
        return put(max_pool3d(x, kernel, strides, padding, data_format, dilation, ceil_mode), out)
    try:
        return table[type(x)].max_pool3d(
            x, kernel, strides, padding, data_format, dilation, ceil_mode
        )
    except Exception as error:
        return retry(
            error, "max_pool3d", x, kernel, strides, padding, data_format, dilation, ceil_mode
        )


def avg_pool1d(
    x: A,
    /,
    kernel: int | Sequence[int],
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    data_format: str = "NWC",
    count_include_pad: bool = False,
    ceil_mode: bool = False,
    divisor_override: float | None = None,
    out: A | None = None,
) -> A:
    """Return the averages over windows along one axis.

    >>> ivy.avg_pool1d(ivy.array([[[1.], [3.], [2.], [0.]]]), 2, 2, "VALID")
    ivy.array([[[2.],
                [1.]]])
    """
    if out is not None:
        return put(
            avg_pool1d(
                x,
                kernel,
                strides,
                padding,
                data_format,
                count_include_pad,
                ceil_mode,
                divisor_override,
            ),
            out,
        )
    try:
        return table[type(x)].avg_pool1d(
            x, kernel, strides, padding, data_format, count_include_pad, ceil_mode, divisor_override
        )
    except Exception as error:
        return retry(
            error,
            "avg_pool1d",
            x,
            kernel,
            strides,
            padding,
            data_format,
            count_include_pad,
            ceil_mode,
            divisor_override,
        )


def avg_pool2d(
    x: A,
    /,
    kernel: int | Sequence[int],
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    data_format: str = "NHWC",
    count_include_pad: bool = False,
    ceil_mode: bool = False,
    divisor_override: float | None = None,
    out: A | None = None,
) -> A:
    """Return the averages over windows along two axes.

    >>> x = ivy.reshape(ivy.array([1., 2., 3., 4.]), (1, 2, 2, 1))
    >>> ivy.avg_pool2d(x, 2, 1, "SAME")[0, :, :, 0]
    ivy.array([[2.5, 3. ],
               [3.5, 4. ]])
    """
    if out is not None:
        return put(
            avg_pool2d(
                x,
                kernel,
                strides,
                padding,
                data_format,
                count_include_pad,
                ceil_mode,
                divisor_override,
            ),
            out,
        )
    try:
        return table[type(x)].avg_pool2d(
            x, kernel, strides, padding, data_format, count_include_pad, ceil_mode, divisor_override
        )
    except Exception as error:
        return retry(
            error,
            "avg_pool2d",
            x,
            kernel,
            strides,
            padding,
            data_format,
            count_include_pad,
            ceil_mode,
            divisor_override,
        )


def avg_pool3d(
    x: A,
    /,
    kernel: int | Sequence[int],
    strides: int | Sequence[int],
    padding: str | int | Sequence[int | Sequence[int]],
    data_format: str = "NDHWC",
    count_include_pad: bool = False,
    ceil_mode: bool = False,
    divisor_override: float | None = None,
    out: A | None = None,
) -> A:
    """Return the averages over windows along three axes.

    >>> ivy.avg_pool3d(ivy.reshape(ivy.arange(8.), (1, 2, 2, 2, 1)), 2, 2, "VALID")
    ivy.array([[[[[3.5]]]]])
    """
    if out is not None:
        return put(
            avg_pool3d(
                x,
                kernel,
                strides,
                padding,
                data_format,
                count_include_pad,
                ceil_mode,
                divisor_override,
            ),
            out,
        )
    try:
        return table[type(x)].avg_pool3d(
            x, kernel, strides, padding, data_format, count_include_pad, ceil_mode, divisor_override
        )
    except Exception as error:
        return retry(
            error,
            "avg_pool3d",
            x,
            kernel,
            strides,
            padding,
            data_format,
            count_include_pad,
            ceil_mode,
            divisor_override,
        )


def pool(
    x: A,
    /,
    window_shape: int | Sequence[int],
    pool_type: str,
    strides: int | Sequence[int] | None = None,
    padding: str | int | Sequence[int | Sequence[int]] = "VALID",
    data_format: str | None = None,
    dilations: int | Sequence[int] | None = None,
    ceil_mode: bool = False,
    out: A | None = None,
) -> A:
    """Return maxima (`pool_type="MAX"`) or averages (`"AVG"`) over windows of 1 to 3 axes.

    Strides and dilations are 1 and channels come last, unless given.

    >>> ivy.pool(ivy.array([[[1.], [3.], [2.], [0.]]]), [3], "AVG", strides=[1])
    ivy.array([[[2.       ],
                [1.6666666]]])
    """
    if out is not None:
        return put(
            pool(x, window_shape, pool_type, strides, padding, data_format, dilations, ceil_mode),
            out,
        )
    try:
        return table[type(x)].pool(
            x, window_shape, pool_type, strides, padding, data_format, dilations, ceil_mode
        )
    except Exception as error:
        return retry(
            error,
            "pool",
            x,
            window_shape,
            pool_type,
            strides,
            padding,
            data_format,
            dilations,
            ceil_mode,
        )


def adaptive_avg_pool1d(
    input: A, output_size: int | Sequence[int | None] | None, data_format: str = "NCW"
) -> A:
    """Return averages over as many windows along one axis as `output_size` says.

    Window `i` of `n` reaches from `floor(i * size / n)` to `ceil((i + 1) * size / n)`. There may be
    no batch. The same holds for all adaptive pooling; a size of None is that of the input.

    >>> ivy.adaptive_avg_pool1d(ivy.array([[[1., 2., 3., 4., 6.]]]), 2)
    ivy.array([[[2.       , 4.3333335]]])
    """
    try:
        return table[type(input)].adaptive_avg_pool1d(input, output_size, data_format)
    except Exception as error:
        return retry(error, "adaptive_avg_pool1d", input, output_size, data_format)


def adaptive_avg_pool2d(
    input: A, output_size: int | Sequence[int | None] | None, data_format: str = "NHWC"
) -> A:
    """Return averages over as many windows along two axes as `output_size` says.

    >>> ivy.adaptive_avg_pool2d(ivy.reshape(ivy.arange(4.), (1, 2, 2, 1)), (1, 2))
    ivy.array([[[[1.],
                 [2.]]]])
    """
    try:
        return table[type(input)].adaptive_avg_pool2d(input, output_size, data_format)
    except Exception as error:
        return retry(error, "adaptive_avg_pool2d", input, output_size, data_format)


def adaptive_avg_pool3d(
    input: A, output_size: int | Sequence[int | None] | None, data_format: str = "NCDHW"
) -> A:
    """Return averages over as many windows along three axes as `output_size` says.

    >>> ivy.adaptive_avg_pool3d(ivy.reshape(ivy.arange(8.), (1, 1, 2, 2, 2)), 1)
    ivy.array([[[[[3.5]]]]])
    """
    try:
        return table[type(input)].adaptive_avg_pool3d(input, output_size, data_format)
    except Exception as error:
        return retry(error, "adaptive_avg_pool3d", input, output_size, data_format)


def adaptive_max_pool1d(
    input: A, output_size: int | Sequence[int | None] | None, data_format: str = "NCW"
) -> A:
    """Return maxima over as many windows along one axis as `output_size` says.

    >>> ivy.adaptive_max_pool1d(ivy.array([[[1., 2., 3., 4., 6.]]]), 2)
    ivy.array([[[3., 6.]]])
    """
    try:
        return table[type(input)].adaptive_max_pool1d(input, output_size, data_format)
    except Exception as error:
        return retry(error, "adaptive_max_pool1d", input, output_size, data_format)


def adaptive_max_pool2d(
    input: A, output_size: int | Sequence[int | None] | None, data_format: str = "NCHW"
) -> A:
    """Return maxima over as many windows along two axes as `output_size` says.

    >>> ivy.adaptive_max_pool2d(ivy.reshape(ivy.arange(6.), (1, 1, 2, 3)), (2, 1))
    ivy.array([[[[2.],
                 [5.]]]])
    """
    try:
        return table[type(input)].adaptive_max_pool2d(input, output_size, data_format)
    except Exception as error:
        return retry(error, "adaptive_max_pool2d", input, output_size, data_format)


def adaptive_max_pool3d(
    input: A, output_size: int | Sequence[int | None] | None, data_format: str = "NCDHW"
) -> A:
    """Return maxima over as many windows along three axes as `output_size` says.

    >>> ivy.adaptive_max_pool3d(ivy.reshape(ivy.arange(8.), (1, 1, 2, 2, 2)), (2, 1, 1))
    ivy.array([[[[[3.]],
    <BLANKLINE>
                 [[7.]]]]])
    """
    try:
        return table[type(input)].adaptive_max_pool3d(input, output_size, data_format)
    except Exception as error:
        return retry(error, "adaptive_max_pool3d", input, output_size, data_format)


def sliding_window(
    input: A,
    kernel_size: int | Sequence[int],
    /,
    stride: int | Sequence[int] = 1,
    dilation: int | Sequence[int] = 1,
    padding: str | int | Sequence[int | Sequence[int]] = "VALID",
) -> A:
    """Return the elements of every window, side by side along a new last axis.

    A number as `kernel_size` is for all axes; of several, each is for one of the last axes. What
    padding adds is zero.

    >>> ivy.sliding_window(ivy.array([[1, 2, 3], [4, 5, 6]]), (2, 2))
    ivy.array([[[1, 2, 4, 5],
                [2, 3, 5, 6]]])
    """
    try:
        return table[type(input)].sliding_window(input, kernel_size, stride, dilation, padding)
    except Exception as error:
        return retry(error, "sliding_window", input, kernel_size, stride, dilation, padding)


def reduce_window(
    operand: A,
    init_value: B | complex,
    computation: Callable[[Any, Any], Any],
    window_dimensions: int | Sequence[int],
    /,
    window_strides: int | Sequence[int] = 1,
    padding: str | int | Sequence[int | Sequence[int]] = "VALID",
    base_dilation: int | Sequence[int] = 1,
    window_dilation: int | Sequence[int] = 1,
) -> A:
    """Return the windows over all axes of `operand`, each reduced by a function of two arrays.

    The function must be associative and commutative, and `init_value` the element that changes
    nothing: 0 for a sum, 1 for a product. It fills the padding and the gaps of `base_dilation`.

    >>> ivy.reduce_window(ivy.array([1., 2., 3., 4.]), 0, ivy.add, (2,))
    ivy.array([3., 5., 7.])
    """
    try:
        return array_first[type(operand)][type(init_value)].reduce_window(
            operand,
            init_value,
            computation,
            window_dimensions,
            window_strides,
            padding,
            base_dilation,
            window_dilation,
        )
    except Exception as error:
        return retry(
            error,
            "reduce_window",
            operand,
            init_value,
            computation,
            window_dimensions,
            window_strides,
            padding,
            base_dilation,
            window_dilation,
        )


def max_unpool1d(
    input: A,
    indices: B,
    kernel_size: int | Sequence[int],
    /,
    strides: int | Sequence[int] | None = None,
    padding: int | Sequence[int] = 0,
    data_format: str = "NCW",
) -> A:
    """Return zeros with the maxima of a pooling back where they came from.

    `indices` say where, along the axis. The size is `(size - 1) * strides - 2 * padding + kernel`;
    strides are the kernel's size unless given.

    >>> ivy.max_unpool1d(ivy.array([[[3., 4.]]]), ivy.array([[[1, 2]]]), 2)
    ivy.array([[[0., 3., 4., 0.]]])
    """
    try:
        return both[type(input)][type(indices)].max_unpool1d(
            input, indices, kernel_size, strides, padding, data_format
        )
    except Exception as error:
        return retry(
            error, "max_unpool1d", input, indices, kernel_size, strides, padding, data_format
        )

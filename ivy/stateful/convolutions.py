"""Convolutions as modules; one class holds what all of them share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from ivy.backends.windows import FORMATS, is_channel_last, padding_pairs, per_axis
from ivy.errors import IvyValueError
from ivy.ops import convolutions
from ivy.stateful.initializers import GLOROT, ZEROS, Initializer
from ivy.stateful.module import Module
from ivy.stateful.options import check_divisor

__all__ = [
    "Conv1D",
    "Conv1DTranspose",
    "Conv2D",
    "Conv2DTranspose",
    "Conv3D",
    "Conv3DTranspose",
    "DepthwiseConv2D",
]


class Convolution(Module):
    """A convolution over `dims` axes with filters `w` and a bias `b`.

    Args:
        input_channels, output_channels: Sizes of the channel axis before and after.
        filter_shape: A number, or one per axis.
        strides: The same.
        padding: `"SAME"`, `"VALID"`, a number, or (before, after) per axis.
        transpose: Whether this is the gradient of a convolution, which enlarges.
    """

    dims = 2
    transpose = False
    operation: ClassVar[Any] = staticmethod(convolutions.conv_general_dilated)

    def __init__(
        self,
        input_channels: int,
        output_channels: int,
        filter_shape: int | Sequence[int],
        strides: int | Sequence[int],
        padding: str | int | Sequence[Any],
        /,
        *,
        weight_initializer: Initializer = GLOROT,
        bias_initializer: Initializer = ZEROS,
        with_bias: bool = True,
        data_format: str | None = None,
        dilations: int | Sequence[int] = 1,
        feature_group_count: int = 1,
        device: Any = None,
        v: Any = None,
        dtype: Any = None,
    ) -> None:
        name, dims = type(self).__name__, self.dims
        self._data_format = FORMATS[dims][0] if data_format is None else data_format
        self._channel_last = is_channel_last(name, self._data_format, dims)
        self._size = per_axis(name, "filter_shape", filter_shape, dims)
        per_axis(name, "dilations", dilations, dims)
        steps = per_axis(name, "strides", strides, dims)
        padding_pairs(name, padding, (None,) * dims, self._size, steps)
        channels = {"input_channels": input_channels, "output_channels": output_channels}
        check_divisor(name, "feature_group_count", feature_group_count, **channels)
        self._inputs, self._outputs = input_channels, output_channels
        self._strides, self._padding, self._dilations = strides, padding, dilations
        self._groups, self._with_bias = feature_group_count, with_bias
        self._w_init, self._b_init = weight_initializer, bias_initializer
        super().__init__(device=device, v=v, dtype=dtype)

    def _filter_channels(self) -> tuple[int, ...]:
        if self.transpose:
            return (self._outputs // self._groups, self._inputs)
        return (self._inputs // self._groups, self._outputs)

    def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
        window = math.prod(self._size)
        fans = {"fan_out": self._outputs * window, "fan_in": self._inputs * window}
        shape = (*self._size, *self._filter_channels())
        variables = {"w": self._w_init.create_variables(shape, device, dtype=dtype, **fans)}
        if self._with_bias:
            size = [1] * (self.dims + 2)
            size[-1 if self._channel_last else 1] = self._outputs
            variables["b"] = self._b_init.create_variables(size, device, dtype=dtype, **fans)
        return variables

    def _forward(self, inputs: Any) -> Any:
        v = self.v
        how = self._strides, self._padding
        result = type(self).operation(inputs, v["w"], *how, **self._options())
        return result + v["b"] if self._with_bias else result

    def _options(self) -> dict[str, Any]:
        """Return what the operation takes by name."""
        return {
            "dims": self.dims,
            "data_format": "channel_last" if self._channel_last else "channel_first",
            "feature_group_count": self._groups,
            "dilations": self._dilations,
        }

    def _extra_repr(self) -> str:
        size = list(self._size)
        return f"{self._inputs}, {self._outputs}, {size}, {self._strides}, {self._padding!r}"


class Conv1D(Convolution):
    """Convolution of sequences, `NWC` or `NCW`; filters `(width, in, out)`."""

    dims = 1


class Conv2D(Convolution):
    """Convolution of images, `NHWC` or `NCHW`; filters `(height, width, in, out)`."""


class Conv3D(Convolution):
    """Convolution of volumes, `NDHWC` or `NCDHW`; filters `(depth, height, width, in, out)`."""

    dims = 3


class ConvolutionTranspose(Convolution):
    """A transposed convolution: filters `(*sizes, out, in)`, the result `output_shape` if given."""

    transpose = True
    operation = staticmethod(convolutions.conv_general_transpose)

    def __init__(self, *args: Any, output_shape: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._output_shape = output_shape

    def _options(self) -> dict[str, Any]:
        return super()._options() | {"output_shape": self._output_shape}


class Conv1DTranspose(ConvolutionTranspose):
    """Transposed convolution of sequences."""

    dims = 1


class Conv2DTranspose(ConvolutionTranspose):
    """Transposed convolution of images."""


class Conv3DTranspose(ConvolutionTranspose):
    """Transposed convolution of volumes."""

    dims = 3


class DepthwiseConv2D(Convolution):
    """A convolution of each channel with a filter of its own, `(height, width, channels)`."""

    operation = staticmethod(convolutions.depthwise_conv2d)

    def __init__(
        self,
        num_channels: int,
        filter_shape: int | Sequence[int],
        strides: int | Sequence[int],
        padding: str | int | Sequence[Any],
        /,
        **options: Any,
    ) -> None:
        groups = options.get("feature_group_count", num_channels)
        if groups != num_channels:
            msg = f"DepthwiseConv2D: expected num_channels={num_channels} as feature_group_count"
            raise IvyValueError(f"{msg}, got {groups!r}; each channel is a group")
        super().__init__(num_channels, num_channels, filter_shape, strides, padding, **options)

    def _filter_channels(self) -> tuple[int, ...]:
        return (self._inputs,)

    def _options(self) -> dict[str, Any]:
        return {"data_format": self._data_format, "dilations": self._dilations}

"""Pooling and transforms as modules."""

from __future__ import annotations

from typing import Any, ClassVar

from ivy.backends.windows import FORMATS, is_channel_last, padding_pairs, per_axis
from ivy.ops import fourier, pooling, signal
from ivy.stateful.functions import Function

__all__ = [
    "FFT",
    "IFFT",
    "AdaptiveAvgPool1d",
    "AdaptiveAvgPool2d",
    "AvgPool1D",
    "AvgPool2D",
    "AvgPool3D",
    "Dct",
    "IDct",
    "MaxPool1D",
    "MaxPool2D",
    "MaxPool3D",
]


class Pooling(Function):
    """A window operation: kernel, strides and padding first, then options by name."""

    dims = 2

    def __init__(self, kernel_size: Any, stride: Any, padding: Any, /, **options: Any) -> None:
        name, dims = type(self).__name__, self.dims
        sizes = per_axis(name, "kernel_size", kernel_size, dims)
        padding_pairs(name, padding, (None,) * dims, sizes, per_axis(name, "stride", stride, dims))
        is_channel_last(name, options.get("data_format", FORMATS[dims][0]), dims)
        self._window = (kernel_size, stride, padding)
        for name in ("device", "dtype", "v"):
            options.pop(name, None)
        super().__init__(**options)

    def _forward(self, inputs: Any) -> Any:
        return type(self).operation(inputs, *self._window, **self._options)

    def _extra_repr(self) -> str:
        return ", ".join([*map(repr, self._window), super()._extra_repr()]).removesuffix(", ")


class MaxPool1D(Pooling):
    """The maximum of windows of sequences."""

    dims = 1
    operation = staticmethod(pooling.max_pool1d)


class MaxPool2D(Pooling):
    """The maximum of windows of images."""

    operation = staticmethod(pooling.max_pool2d)


class MaxPool3D(Pooling):
    """The maximum of windows of volumes."""

    dims = 3
    operation = staticmethod(pooling.max_pool3d)


class AvgPool1D(Pooling):
    """The mean of windows of sequences."""

    dims = 1
    operation = staticmethod(pooling.avg_pool1d)


class AvgPool2D(Pooling):
    """The mean of windows of images."""

    operation = staticmethod(pooling.avg_pool2d)


class AvgPool3D(Pooling):
    """The mean of windows of volumes."""

    dims = 3
    operation = staticmethod(pooling.avg_pool3d)


class AdaptiveAvgPool1d(Function):
    """The mean of as many windows as the result shall be long; channels first."""

    operation = staticmethod(pooling.adaptive_avg_pool1d)

    def __init__(self, output_size: Any, device: Any = None, dtype: Any = None) -> None:
        super().__init__(output_size=output_size)


class AdaptiveAvgPool2d(Function):
    """The mean of as many windows as the result shall have rows and columns."""

    operation = staticmethod(pooling.adaptive_avg_pool2d)

    def __init__(
        self,
        output_size: Any,
        /,
        *,
        data_format: str = "NHWC",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(output_size=output_size, data_format=data_format)


class FFT(Function):
    """The discrete Fourier transform along `dim`."""

    operation: ClassVar[Any] = staticmethod(fourier.fft)

    def __init__(
        self,
        dim: int,
        /,
        *,
        norm: str = "backward",
        n: int | None = None,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(dim=dim, norm=norm, n=n)


class IFFT(FFT):
    """The inverse of the discrete Fourier transform along `dim`."""

    operation = staticmethod(fourier.ifft)


class Dct(Function):
    """The discrete cosine transform."""

    operation = staticmethod(signal.dct)

    def __init__(
        self,
        *,
        type: int = 2,
        n: int | None = None,
        axis: int = -1,
        norm: str | None = None,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(type=type, n=n, axis=axis, norm=norm)


class IDct(Dct):
    """The inverse of the discrete cosine transform."""

    operation = staticmethod(signal.idct)

"""Normalization as modules; running statistics are buffers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ivy.ops import norms
from ivy.ops.creation import ones, zeros
from ivy.ops.gradients import stop_gradient
from ivy.stateful.module import Module
from ivy.stateful.options import check_divisor

__all__ = [
    "BatchNorm",
    "BatchNorm1D",
    "BatchNorm2D",
    "BatchNorm3D",
    "GroupNorm",
    "LayerNorm",
    "RMSNorm",
]


class LayerNorm(Module):
    """Brings the last axes, of shape `normalized_shape`, to mean 0 and deviation `new_std`."""

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        /,
        *,
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        new_std: float = 1.0,
        device: Any = None,
        v: Any = None,
        dtype: Any = None,
    ) -> None:
        sizes = normalized_shape if isinstance(normalized_shape, Iterable) else [normalized_shape]
        self._shape = tuple(sizes)
        self._axes = tuple(range(-len(self._shape), 0))
        self._eps, self._affine, self._new_std = eps, elementwise_affine, new_std
        super().__init__(device=device, v=v, dtype=dtype)

    def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
        if not self._affine:
            return {}
        return {
            "weight": ones(self._shape, device=device, dtype=dtype),
            "bias": zeros(self._shape, device=device, dtype=dtype),
        }

    def _forward(self, inputs: Any) -> Any:
        v = self.v
        scale, offset = (v.weight, v.bias) if self._affine else (None, None)
        return norms.layer_norm(
            inputs, self._axes, scale=scale, offset=offset, eps=self._eps, new_std=self._new_std
        )

    def _extra_repr(self) -> str:
        return f"{self._shape}, eps={self._eps}"


class RMSNorm(LayerNorm):
    """Divides the last axis by its root mean square, and scales."""

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        /,
        *,
        eps: float = 1e-6,
        elementwise_affine: bool = True,
        device: Any = None,
        v: Any = None,
        dtype: Any = None,
    ) -> None:
        options = {"eps": eps, "elementwise_affine": elementwise_affine, "dtype": dtype}
        super().__init__(normalized_shape, device=device, v=v, **options)

    def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
        return {"weight": ones(self._shape, device=device, dtype=dtype)} if self._affine else {}

    def _forward(self, inputs: Any) -> Any:
        scale = self.v.weight if self._affine else None
        return norms.rms_norm(inputs, self._axes, scale=scale, eps=self._eps)


class GroupNorm(Module):
    """Normalizes groups of channels of each example."""

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        /,
        *,
        eps: float = 1e-5,
        affine: bool = True,
        data_format: str = "NSC",
        device: Any = None,
        v: Any = None,
        dtype: Any = None,
    ) -> None:
        check_divisor("GroupNorm", "num_groups", num_groups, num_channels=num_channels)
        self._groups, self._channels = num_groups, num_channels
        self._eps, self._affine, self._data_format = eps, affine, data_format
        super().__init__(device=device, v=v, dtype=dtype)

    def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
        return _scale_and_offset(self._channels, device, dtype) if self._affine else {}

    def _forward(self, inputs: Any) -> Any:
        v = self.v
        scale, offset = (v.w, v.b) if self._affine else (None, None)
        return norms.group_norm(
            inputs,
            self._groups,
            scale=scale,
            offset=offset,
            eps=self._eps,
            data_format=self._data_format,
        )

    def _extra_repr(self) -> str:
        return f"{self._groups}, {self._channels}, eps={self._eps}"


def _scale_and_offset(size: int, device: Any, dtype: Any) -> dict[str, Any]:
    return {
        "w": ones((size,), device=device, dtype=dtype),
        "b": zeros((size,), device=device, dtype=dtype),
    }


class BatchNorm(Module):
    """Normalizes each channel over the batch, and in evaluation by running statistics.

    `running_mean` and `running_var` are buffers: `new = (1 - momentum) * old + momentum * batch`.
    """

    running_mean: Any
    running_var: Any

    def __init__(
        self,
        num_features: int,
        /,
        *,
        eps: float = 1e-5,
        momentum: float = 0.1,
        data_format: str = "NSC",
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        v: Any = None,
        dtype: Any = None,
        training: bool = True,
    ) -> None:
        self._features, self._eps, self._momentum = num_features, eps, momentum
        self._data_format, self._affine, self._track = data_format, affine, track_running_stats
        super().__init__(device=device, v=v, dtype=dtype, training=training)
        size = (num_features,)
        self.register_buffer("running_mean", zeros(size, device=device, dtype=dtype))
        self.register_buffer("running_var", ones(size, device=device, dtype=dtype))

    def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
        return _scale_and_offset(self._features, device, dtype) if self._affine else {}

    def _forward(self, inputs: Any) -> Any:
        v = self.v
        scale, offset = (v.w, v.b) if self._affine else (None, None)
        result, mean, variance = norms.batch_norm(
            inputs,
            self.running_mean,
            self.running_var,
            offset=offset,
            scale=scale,
            training=self.training or not self._track,
            eps=self._eps,
            momentum=self._momentum,
            data_format=self._data_format,
        )
        if self.training and self._track:
            self.running_mean = stop_gradient(mean)
            self.running_var = stop_gradient(variance)
        return result

    def _extra_repr(self) -> str:
        return f"{self._features}, eps={self._eps}, momentum={self._momentum}"


class BatchNorm1D(BatchNorm):
    """Batch norm of sequences or vectors; channels last, `data_format="NCS"` for second."""


class BatchNorm2D(BatchNorm):
    """Batch norm of images; channels last, `data_format="NCS"` for second."""


class BatchNorm3D(BatchNorm):
    """Batch norm of volumes; channels last, `data_format="NCS"` for second."""

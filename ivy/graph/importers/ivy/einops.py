"""Traced arrays as einops sees them: its functions become reshapes, transposes and reductions."""

from __future__ import annotations

from typing import Any

from einops._backends import AbstractBackend

from ivy.dispatch import OPERATIONS
from ivy.graph.importers.tracing import Traced


class TracedBackend(AbstractBackend):
    """einops looks for such a class by `is_appropriate_type`."""

    framework_name = "ivy.graph"

    def is_appropriate_type(self, tensor: Any) -> bool:
        """Return whether an array is a traced one."""
        return isinstance(tensor, Traced)

    def shape(self, x: Any) -> Any:
        """Return the sizes."""
        return x.shape

    def arange(self, start: int, stop: int) -> Any:
        """Return the numbers from `start` to below `stop`."""
        return OPERATIONS["arange"](start, stop)

    def reshape(self, x: Any, shape: Any) -> Any:
        """Return the elements in another shape."""
        return OPERATIONS["reshape"](x, tuple(shape))

    def transpose(self, x: Any, axes: Any) -> Any:
        """Return the array with its axes in another order."""
        return OPERATIONS["permute_dims"](x, tuple(axes))

    def reduce(self, x: Any, operation: str, axes: Any) -> Any:
        """Return a reduction over axes."""
        return OPERATIONS[operation](x, axis=tuple(axes))

    def stack_on_zeroth_dimension(self, tensors: list[Any]) -> Any:
        """Return arrays stacked along a new first axis."""
        return OPERATIONS["stack"](tensors, axis=0)

    def add_axis(self, x: Any, new_position: int) -> Any:
        """Return the array with an axis of size 1 more."""
        return OPERATIONS["expand_dims"](x, axis=new_position)

    def tile(self, x: Any, repeats: Any) -> Any:
        """Return the array repeated along its axes."""
        return OPERATIONS["tile"](x, tuple(repeats))

    def add_axes(self, x: Any, n_axes: int, pos2len: dict[int, int]) -> Any:
        """Return the array with new axes, repeated along them."""
        repeats = [1] * n_axes
        for axis, length in pos2len.items():
            x = self.add_axis(x, axis)
            repeats[axis] = length
        return self.tile(x, tuple(repeats))

    def concat(self, tensors: list[Any], axis: int) -> Any:
        """Return arrays joined along an axis."""
        return OPERATIONS["concat"](tensors, axis=axis)

    def is_float_type(self, x: Any) -> bool:
        """Return whether elements are floating-point numbers."""
        return "float" in str(x.dtype)

    def einsum(self, pattern: str, *x: Any) -> Any:
        """Return a sum of products."""
        return OPERATIONS["einsum"](pattern, *x)

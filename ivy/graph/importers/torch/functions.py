"""Functions with gradients of their own, `torch.autograd.Function`, in operations.

A gradient that multiplies element by element, as of a rounding that lets gradients pass or of one
reversed, is that of `backward(x - stop_gradient(x))`, a zero which is added to the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import torch
from torch._subclasses import FakeTensor


@contextmanager
def own_gradients() -> Iterator[set[str]]:
    """Keep the gradients of functions that a program applies; return those that are lost."""
    lost: set[str] = set()
    kept: dict[Any, bool] = {}
    plain_apply = torch.autograd.Function.__dict__["apply"]

    @classmethod  # type: ignore[misc]
    def apply(cls: Any, *args: Any, **kwargs: Any) -> Any:
        original = plain_apply.__get__(None, cls)
        arrays = [x for x in args if isinstance(x, torch.Tensor)]
        if cls.__module__.partition(".")[0] == "torch" or not arrays:
            return original(*args, **kwargs)
        if not isinstance(arrays[0], FakeTensor):
            kept[cls] = kept.get(cls, True) and len(arrays) == 1 and _is_elementwise(cls, args)
            return original(*args, **kwargs)
        if not kept.get(cls):
            lost.add(cls.__qualname__)
            return original(*args, **kwargs)
        result, backward = _called(cls, args)
        value, zero = result.detach(), backward(arrays[0] - arrays[0].detach())
        return torch.where(zero == 0, value + zero, value)  # it is NaN beside infinite slopes

    torch.autograd.Function.apply = apply
    try:
        yield lost
    finally:
        torch.autograd.Function.apply = plain_apply


def _called(cls: Any, args: Any) -> tuple[Any, Callable[[Any], Any]]:
    """Return the result of a function, and its gradient for the first array as a function."""
    needed = tuple(isinstance(x, torch.Tensor) for x in args)
    context = SimpleNamespace(needs_input_grad=needed)
    context.save_for_backward = lambda *arrays: setattr(context, "saved_tensors", arrays)
    fixed = [x.detach() if isinstance(x, torch.Tensor) else x for x in args]
    if cls.setup_context is torch.autograd.Function.setup_context:
        result = cls.forward(context, *fixed)
    else:
        result = cls.forward(*fixed)
        cls.setup_context(context, tuple(fixed), result)

    def backward(gradient: Any) -> Any:
        found = cls.backward(context, gradient)
        return found[needed.index(True)] if isinstance(found, tuple) else found

    return result, backward


def _is_elementwise(cls: Any, args: Any) -> bool:
    """Return whether a gradient is linear and the same matrix as its transpose."""
    try:
        result, backward = _called(cls, args)
        one, other, large = torch.randn_like(result), torch.randn_like(result), -1e6
        moved, by_other = backward(one), backward(other)
        if (moved.shape, moved.dtype) != (one.shape, one.dtype):
            return False
        linear = torch.allclose(backward(one * large + other), moved * large + by_other, 1e-4)
        near = 1e-5 * float(moved.norm() * other.norm())
        return linear and torch.allclose((moved * other).sum(), (one * by_other).sum(), 1e-3, near)
    except Exception:  # several results, other sizes, or more asked of the context than it has
        return False

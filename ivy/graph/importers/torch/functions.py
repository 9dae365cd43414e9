"""Functions with gradients of their own, `torch.autograd.Function`, in operations.

What `backward` does to a gradient is a matrix. Its transpose, applied to `x - stop_gradient(x)`, is
a zero that has this gradient, and is added to the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any

import torch
from torch._subclasses import FakeTensor
from torch.fx.experimental.proxy_tensor import disable_proxy_modes_tracing, make_fx
from torch.utils.checkpoint import CheckpointFunction

_gradients = partial(torch.autograd.grad, allow_unused=True)  # which a program's are told from


@contextmanager
def own_gradients() -> Iterator[set[str]]:
    """Keep the gradients of functions that a program applies; return those that are lost."""
    lost: set[str] = set()
    kept: dict[Any, bool] = {}
    plain_apply = torch.autograd.Function.__dict__["apply"]

    @classmethod  # type: ignore[misc]
    def apply(cls: Any, *args: Any, **kwargs: Any) -> Any:
        original = plain_apply.__get__(None, cls)
        if cls is CheckpointFunction:  # it keeps memory small, and gradients from an export
            return args[0](*args[2:])
        arrays = [x for x in args if isinstance(x, torch.Tensor)]
        if cls.__module__.partition(".")[0] == "torch" or not arrays:
            return original(*args, **kwargs)
        if not isinstance(arrays[0], FakeTensor):
            kept[cls] = kept.get(cls, True) and _is_linear(cls, args)
            return original(*args, **kwargs)
        if not kept.get(cls):
            lost.add(cls.__qualname__)
            return original(*args, **kwargs)
        return _with_gradient(cls, args)

    torch.autograd.Function.apply = apply
    try:
        yield lost
    finally:
        torch.autograd.Function.apply = plain_apply


def _called(cls: Any, args: Any) -> tuple[tuple[Any, ...], Callable[..., list[Any]], bool]:
    """Return the results of a function, its gradients as a function, and if it returns a tuple."""
    arrays = [isinstance(x, torch.Tensor) for x in args]
    context = SimpleNamespace(needs_input_grad=tuple(arrays))
    context.save_for_backward = lambda *saved: setattr(context, "saved_tensors", saved)
    context.mark_non_differentiable = context.set_materialize_grads = lambda *_: None
    fixed = [x.detach() if isinstance(x, torch.Tensor) else x for x in args]
    if cls.setup_context is torch.autograd.Function.setup_context:
        result = cls.forward(context, *fixed)
    else:
        result = cls.forward(*fixed)
        cls.setup_context(context, tuple(fixed), result)

    def backward(*gradients: Any) -> list[Any]:
        found = cls.backward(context, *gradients)
        found = found if isinstance(found, tuple) else (found,)
        return [x for x, given in zip(found, arrays, strict=True) if given]

    several = isinstance(result, tuple)
    return result if several else (result,), backward, several


def _with_gradient(cls: Any, args: Any) -> Any:
    """Return the results of a function with zeros added that have its gradients."""
    arrays = [x for x in args if isinstance(x, torch.Tensor)]

    def transposed(*given: Any) -> list[Any]:
        moves, fixed = given[: len(arrays)], iter(given[len(arrays) :])
        filled = [next(fixed) if isinstance(x, torch.Tensor) else x for x in args]
        results, backward, _ = _called(cls, filled)
        with torch.enable_grad():
            points = [torch.zeros_like(y).requires_grad_(y.is_floating_point()) for y in results]
            pairs = zip(backward(*points), moves, strict=True)
            kept = [(x, y) for x, y in pairs if x is not None and x.requires_grad]
            outputs, along = zip(*kept, strict=True)
            floating = [x for x in points if x.requires_grad]
            return list(_gradients(outputs, floating, along, materialize_grads=True))

    fixed = [x.detach() for x in arrays]
    given = [*(x - y for x, y in zip(arrays, fixed, strict=True)), *fixed]
    with disable_proxy_modes_tracing(), torch._C.DisableTorchFunction():
        traced = make_fx(transposed)(*[x.detach() for x in given])
    zeros = iter(traced(*given))
    values, _, several = _called(cls, args)
    results = tuple(_plus(x, next(zeros)) if x.is_floating_point() else x for x in values)
    return results if several else results[0]


def _plus(x: Any, zero: Any) -> Any:
    return torch.where(zero == 0, x + zero, x)  # it is NaN beside infinite slopes


def _is_linear(cls: Any, args: Any) -> bool:
    """Return whether a function gives the same again, and a gradient that is a matrix's."""
    try:
        (results, backward, _), (again, _, _) = _called(cls, args), _called(cls, args)
        one, other = ([torch.randn_like(x.float()).to(x.dtype) for x in results] for _ in "12")
        both = backward(*(-1e6 * x + y for x, y in zip(one, other, strict=True)))
        parts = zip(both, backward(*one), backward(*other), strict=True)
        linear = all(torch.allclose(x, -1e6 * y + z, 1e-4) for x, y, z in parts if x is not None)
        return linear and all(map(torch.equal, results, again))
    except Exception:  # more asked of the context than it has, or what has no gradient
        return False

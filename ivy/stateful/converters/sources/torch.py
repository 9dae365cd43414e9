"""PyTorch: from `torch.nn.Module`."""

from __future__ import annotations

from typing import Any, Self

import torch
from torch import nn
from torch.nn.parameter import is_lazy
from torch.nn.utils.stateless import _reparametrize_module

from ivy import backends
from ivy.container import Container
from ivy.dispatch import unwrap
from ivy.errors import IvyValueError
from ivy.stateful.converters.sources.arguments import Call, check_kind, instance_of
from ivy.stateful.converters.sources.native import Arrays, NativeModule
from ivy.stateful.module import Module


def functional_call(module: nn.Module, arrays: Arrays, args: Any, kwargs: Any) -> Any:
    """Return the result of a call with other parameters and buffers.

    Not by `torch.func`, which leaves those in modules that are held in two places.
    """
    with _reparametrize_module(module, arrays, tie_weights=True, stack_weights=True):
        return module(*args, **kwargs)


class _WithBuffers(nn.Module):
    """Returns the buffers after a call with its result, those written and those replaced."""

    def __init__(self, native: nn.Module) -> None:
        super().__init__()
        self.native = native

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        result = self.native(*args, **kwargs)
        return result, dict(self.native.named_buffers())


class FromTorch(NativeModule):
    """A `torch.nn.Module` as an ivy module; parameters that it does not train are buffers."""

    def __init__(self, native: nn.Module, inplace_update: bool) -> None:
        parameters = {_chain(name): x for name, x in native.named_parameters()}
        variables = {chain: x for chain, x in parameters.items() if x.requires_grad}
        self._frozen = {chain: x for chain, x in parameters.items() if not x.requires_grad}
        buffers = self._frozen | {_chain(name): x for name, x in native.named_buffers()}
        self._with_buffers = _WithBuffers(native)
        self._inplace_update = inplace_update
        super().__init__(native, "torch", variables, buffers, native.training)

    def _run(
        self, v: Arrays, buffers: Arrays, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Any, Arrays]:
        native = self._native
        if native.training is not self._training:
            native.train(self._training)
        held = self._frozen | {_chain(name): x for name, x in native.named_buffers()}
        if self._is_untouched(v) and all(x is buffers[chain] for chain, x in held.items()):
            return native(*args, **kwargs), buffers
        copies = buffers
        if self._training:
            copies = {c: x if c in self._frozen else x.clone() for c, x in buffers.items()}
        arrays = {f"native.{chain.replace('/', '.')}": x for chain, x in (v | copies).items()}
        result, after = functional_call(self._with_buffers, arrays, args, kwargs)
        for name, x in after.items():
            if x is not buffers.get(_chain(name), x):
                buffers = {**buffers, _chain(name): x.detach()}
        return result, buffers

    def train(self, mode: bool = True) -> Self:
        """Put the module and the native one in training or evaluation mode."""
        self._native.train(mode)
        return super().train(mode)

    def _set(self, variables: Any) -> None:
        if self._inplace_update:
            with torch.no_grad():
                for chain, x in Container(variables).cont_to_iterator():
                    self._own_variables[chain].copy_(unwrap(x))
            variables = Container(self._own_variables)
        Module.v.fset(self, variables)  # type: ignore[attr-defined]

    v = property(Module.v.fget, _set)  # type: ignore[attr-defined]


def _chain(name: str) -> str:
    return name.replace(".", "/")


def from_torch_module(
    native: Any, constructor: Call, instance: Call, device: Any, inplace_update: bool
) -> FromTorch:
    """Return a `torch.nn.Module`, or one of a class, as an ivy module."""
    check_kind(native, nn.Module, "torch.nn.Module")
    native = instance_of(native, constructor)
    if device is not None:
        native = native.to(backends.load("torch").as_native_dev(device))
    if any(map(is_lazy, native.parameters())):
        if not instance:
            name = type(native).__name__
            msg = f"instance_args: expected arguments of a call, for the lazy layers of {name}"
            raise IvyValueError(f"{msg}, got none")
        instance.of(native)
    return FromTorch(native, inplace_update)

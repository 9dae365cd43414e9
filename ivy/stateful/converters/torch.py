"""PyTorch: `torch.nn.Module`."""

from __future__ import annotations

from typing import Any, Self

import torch
from torch import nn
from torch.func import functional_call
from torch.nn.parameter import is_lazy

from ivy import dispatch
from ivy.container import Container
from ivy.dispatch import unwrap
from ivy.errors import IvyValueError
from ivy.state import CALLS
from ivy.stateful.converters.native import Arrays, Call, NativeModule, check_kind, instance_of
from ivy.stateful.converters.targets import brought, emptied, pure_call
from ivy.stateful.module import Module

# ---- to -----------------------------------------------------------------------------------------


class TorchModule(nn.Module):
    """An ivy module, or a level of its key chains, with parameters and buffers of torch's own."""

    def __init__(self, module: Module | None) -> None:
        super().__init__()
        self.ivy_module = module
        self._parameter_names: list[str] = []
        self._buffer_names: list[str] = []
        if module is not None:
            self.training = module.training
            for child, path in module._sub_modules():
                *levels, last = path
                self._level(levels)._modules[last] = TorchModule(child)

    def _level(self, path: list[str]) -> TorchModule:
        """Return the torch module at a key chain, made if there is none."""
        node = self
        for key in path:
            node = node._modules.setdefault(key, TorchModule(None))
        return node

    def _add(self, chain: str, x: Any, is_buffer: bool) -> None:
        *levels, name = chain.split("/")
        node = self._level(levels)
        # Directly, for names that are methods of nn.Module too.
        if is_buffer:
            node._buffer_names.append(name)
            node._buffers[name] = x
        else:
            node._parameter_names.append(name)
            node._parameters[name] = x

    def _gathered(self, buffers: bool = False) -> Container:
        """Return the parameters or buffers as they are now: functional_call replaces them."""
        names, held = (
            (self._buffer_names, self._buffers)
            if buffers
            else (self._parameter_names, self._parameters)
        )
        tree = {name: held[name] if name in held else getattr(self, name) for name in names}
        for name, child in self._modules.items():
            if isinstance(child, TorchModule) and (below := child._gathered(buffers)):
                tree[name] = below
        return dispatch.new_container(tree)

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Return what the ivy module returns, computed with the parameters of this one."""
        module: Any = self.ivy_module
        v, buffers = self._gathered(), self._gathered(buffers=True)
        # Copies, since autograd may keep what a call reads and buffers are written in place.
        copies = self.training and bool(buffers)
        read = buffers.cont_map(lambda x, _: x.clone()) if copies else buffers
        outer, CALLS.own_generator = CALLS.own_generator, True
        try:
            result, after = pure_call(module, v, read, None, args, kwargs)
        finally:
            CALLS.own_generator = outer
        if not buffers:
            return result
        with torch.no_grad():
            for chain, x in after.cont_to_iterator():
                if x is not read[chain]:
                    buffers[chain].copy_(x)
        return result

    def train(self, mode: bool = True) -> Self:
        """Put the module in training or evaluation mode."""
        super().train(mode)
        if self.ivy_module is not None:
            self.ivy_module.train(mode)
        return self

    def _get_name(self) -> str:
        return "Module" if self.ivy_module is None else type(self.ivy_module).__name__

    def extra_repr(self) -> str:
        """Return what the ivy module shows of itself."""
        return "" if self.ivy_module is None else self.ivy_module._extra_repr()


def _as_parameter(x: Any) -> nn.Parameter:
    if isinstance(x, nn.Parameter):
        return x
    return nn.Parameter(x.detach(), requires_grad=x.is_floating_point() or x.is_complex())


def to_torch_module(module: Module) -> TorchModule:
    """Return the module as a `torch.nn.Module`."""
    moved = brought(module, "torch")
    converted = TorchModule(moved)
    for chain, x in moved.v.cont_to_iterator():
        converted._add(chain, _as_parameter(x), is_buffer=False)
    for chain, x in moved.buffers.cont_to_iterator():
        converted._add(chain, x.detach(), is_buffer=True)
    emptied(moved)
    return converted


# ---- from ---------------------------------------------------------------------------------------


class _WithBuffers(nn.Module):
    """Returns the buffers after a call with its result, those written and those replaced."""

    def __init__(self, native: nn.Module) -> None:
        super().__init__()
        self.native = native

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        result = self.native(*args, **kwargs)
        return result, dict(self.native.named_buffers())


class FromTorch(NativeModule):
    """A `torch.nn.Module` as an ivy module."""

    def __init__(self, native: nn.Module, inplace_update: bool) -> None:
        variables = {_chain(name): x for name, x in native.named_parameters()}
        buffers = {_chain(name): x for name, x in native.named_buffers()}
        self._with_buffers = _WithBuffers(native)
        self._inplace_update = inplace_update
        super().__init__(native, "torch", variables, buffers, native.training)

    def _run(
        self, v: Arrays, buffers: Arrays, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Any, Arrays]:
        native = self._native
        if native.training is not self._training:
            native.train(self._training)
        if self._is_untouched(v) and all(
            x is buffers[_chain(name)] for name, x in native.named_buffers()
        ):
            return native(*args, **kwargs), buffers
        copies = {c: x.clone() for c, x in buffers.items()} if self._training else buffers
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
        native = native.to(device)
    if any(map(is_lazy, native.parameters())):
        if not instance:
            name = type(native).__name__
            msg = f"instance_args: expected arguments of a call, for the lazy layers of {name}"
            raise IvyValueError(f"{msg}, got none")
        instance.of(native)
    return FromTorch(native, inplace_update)

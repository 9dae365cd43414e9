"""PyTorch: to `torch.nn.Module`."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from ivy import dispatch
from ivy.container import Container
from ivy.state import CALLS
from ivy.stateful.converters.targets.hooks import Hooked, has_hooks
from ivy.stateful.converters.targets.shared import brought, emptied, pure_call
from ivy.stateful.module import Module


class TorchModule(nn.Module):
    """An ivy module, or a level of its key chains, with parameters and buffers of torch's own."""

    def __init__(self, module: Module | None) -> None:
        super().__init__()
        self.ivy_module = module
        self._parameter_names: list[str] = []
        self._buffer_names: list[str] = []
        self._holds_buffers = False
        if module is not None:
            self.training = module.training
            for child, path in module._sub_modules():
                *levels, last = path
                self._level(levels)._modules[last] = TorchModule(child)

    def _level(self, path: list[str], holds_buffers: bool = False) -> TorchModule:
        """Return the torch module at a key chain, made if there is none."""
        node = self
        node._holds_buffers |= holds_buffers
        for key in path:
            node = node._modules.setdefault(key, TorchModule(None))
            node._holds_buffers |= holds_buffers
        return node

    def _add(self, chain: str, x: Any, is_buffer: bool) -> None:
        *levels, name = chain.split("/")
        node = self._level(levels, is_buffer)
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
        v = self._gathered()
        if isinstance(CALLS.tracker, Hooked) and CALLS.tracker.running is module:
            return module(*args, v=v, **kwargs)  # as a part of the module that is called
        buffers = self._gathered(True) if self._holds_buffers else dispatch.new_container({})
        # Copies, since autograd may keep what a call reads and buffers are written in place.
        copies = self.training and bool(buffers)
        read = buffers.cont_map(lambda x, _: x.clone()) if copies else buffers
        outer = CALLS.own_generator, CALLS.tracker
        CALLS.own_generator, CALLS.tracker = True, Hooked(self) if has_hooks(self) else None
        try:
            result, after = pure_call(module, v, read, None, args, kwargs)
        finally:
            CALLS.own_generator, CALLS.tracker = outer
        if not buffers:
            return result
        with torch.no_grad():
            for chain, x in after.cont_to_iterator():
                if x is not read[chain]:
                    buffers[chain].copy_(x)
        return result

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; `training`, which `train` sets of each module, is the ivy module's."""
        super().__setattr__(name, value)
        if name == "training" and (module := vars(self).get("ivy_module")) is not None:
            module._training = value

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

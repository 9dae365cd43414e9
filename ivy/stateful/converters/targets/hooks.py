"""Hooks of the parts of a module that was converted to torch."""

from __future__ import annotations

from typing import Any

from torch import nn

from ivy.stateful.module import Module


class Hooked:
    """Has the parts of an ivy module called by way of their torch modules, whose hooks run then."""

    def __init__(self, top: Any) -> None:
        parts = {getattr(each, "ivy_module", None): each for each in top.modules()}
        self.parts = {module: each for module, each in parts.items() if each is not top}
        self.running: Any = None

    def call(self, module: Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run the `_forward` of a module, through the torch module that is its part."""
        if module not in self.parts or self.running is module:
            self.running = None
            return module._forward(*args, **kwargs)
        self.running = module
        return self.parts[module](*args, **kwargs)


def has_hooks(module: nn.Module) -> bool:
    """Return whether a module below this one has hooks."""
    for each in module._modules.values():
        if each is not None and (
            each._forward_hooks
            or each._forward_pre_hooks
            or each._backward_hooks
            or each._backward_pre_hooks
            or has_hooks(each)
        ):
            return True
    return False

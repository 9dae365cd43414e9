"""What conversions of an ivy module to a library share."""

from __future__ import annotations

import re
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from ivy import backends
from ivy.container import Container
from ivy.dispatch import OPERATIONS, space_of, unwrap
from ivy.errors import IvyTypeError
from ivy.rng import scoped_stream
from ivy.stateful.converters.sources.native import check_runs_on
from ivy.stateful.module import Module


class Modes:
    """An ivy module in training and in evaluation mode, both at hand: compiled calls share it."""

    def __init__(self, module: Module) -> None:
        self.default = module
        self.training = module if module.training else module.copy().train()
        self.evaluating = module.copy().eval()

    def of(self, training: bool | None) -> Module:
        """Return the module in a mode; None for the one it was converted in."""
        if training is None:
            return self.default
        return self.training if training else self.evaluating


def brought(module: Module, backend: str) -> Module:
    """Return a copy of a module with native variables and buffers of a backend.

    The arrays are copies, since a training step may write to them in place or donate them; only
    torch shares the memory of its own.
    """

    def moved(x: Any) -> Any:
        if backend == "torch" and space_of(x) is space:
            return unwrap(x)
        return unwrap(OPERATIONS["copy_array"](OPERATIONS["to_backend"](x, backend)))

    try:
        module._ensure_built()
    except TypeError as error:
        if module.build_mode != "on_call":
            raise
        msg = f"{type(module).__name__}: expected a call before the conversion, which builds it"
        raise IvyTypeError(f"{msg}, got none: {error}") from error
    check_runs_on(module, backend)
    space = backends.load(backend)
    new = module.copy()
    new.v = new.v.cont_map(lambda x, _: moved(x))
    for (owner, name), x in new._buffer_slots(new.buffers).items():
        owner._own_buffers[name] = moved(x)
    return new


@dataclass(frozen=True)
class Placeholder:
    """Stands for an array that every call brings anew."""

    shape: tuple[int, ...]
    dtype: Any


def emptied(module: Module) -> Module:
    """Return the module with placeholders instead of arrays: the library holds these."""

    def placeholder(x: Any, _: Any = None) -> Placeholder:
        return Placeholder(tuple(x.shape), x.dtype)

    module.v = module.v.cont_map(placeholder)
    for each in module.modules():
        own = {key: each._v[key] for key in each._created if key in each._v}
        vars(each)["_created"] = Container(own)
        for name, x in each._own_buffers.items():
            each._own_buffers[name] = placeholder(x)
    return module


def class_name(module: Module) -> str:
    """Return the name of a module's class, for a class of the library."""
    return type(module).__name__


def snake_case(name: str) -> str:
    """Return a class name as libraries name instances: `IvyModel` is `ivy_model`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def draws_random_numbers(module: Module) -> bool:
    """Return whether a module is known to need random numbers while training."""
    return any(each._draws() for each in module.modules())


def pure_call(
    module: Module,
    v: Container,
    buffers: Container,
    key: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> tuple[Any, Container]:
    """Return the result of a call and the buffers after it; random numbers come from the key."""
    with nullcontext() if key is None else scoped_stream(key):
        if not buffers:
            return module(*args, v=v, **kwargs), buffers
        return module.stateless_call(v, buffers, *args, **kwargs)

"""What a converter is given, and how a native call is told whether it trains."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from ivy.dispatch import OPERATIONS
from ivy.errors import IvyTypeError, describe, first_line


class Call(NamedTuple):
    """Positional and keyword arguments."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]

    def __bool__(self) -> bool:
        return bool(self.args or self.kwargs)

    def of(self, function: Callable[..., Any], *before: Any) -> Any:
        """Return the result of a native function, called with these after other arguments."""
        args, kwargs = OPERATIONS["to_native"]((self.args, self.kwargs), nested=True)
        return function(*before, *args, **kwargs)


def check_kind(native: Any, kind: type, name: str) -> None:
    """Raise unless a native module is one of the library it is said to be of."""
    if not (issubclass(native, kind) if inspect.isclass(native) else isinstance(native, kind)):
        got = native.__name__ if inspect.isclass(native) else describe(native)
        raise IvyTypeError(f"native_module: expected a {name}, got {got}")


def instance_of(native: Any, constructor: Call) -> Any:
    """Return a native module: the one given, or one of the class given."""
    described = f"{describe(constructor.args)}, {describe(constructor.kwargs)}"
    if inspect.isclass(native):
        try:
            return native(*constructor.args, **constructor.kwargs)
        except TypeError as error:
            name = native.__name__
            msg = f"{name}: expected constructor_args and constructor_kwargs that make a {name}"
            raise IvyTypeError(f"{msg}, got {described}: {first_line(error)}") from error
    if constructor:
        msg = f"constructor_args: expected none with an instance of {type(native).__name__}"
        raise IvyTypeError(f"{msg}, got {described}")
    return native


# ---- how a native call is told whether it trains ------------------------------------------------


class ModeArgument(NamedTuple):
    """The parameter of a call that says whether it trains; None when there is no such parameter."""

    name: str | None
    means_training: bool = True
    default: bool = True

    def arguments(self, training: bool, kwargs: dict[str, Any]) -> dict[str, Any]:
        """Return the keyword arguments with the mode, unless the caller gave it."""
        if self.name is None or self.name in kwargs:
            return kwargs
        return {**kwargs, self.name: training is self.means_training}


_MODE_NAMES = {
    **dict.fromkeys(("training", "is_training", "train"), True),
    **dict.fromkeys(("deterministic", "inference", "use_running_average"), False),
}


def mode_argument(call: Callable[..., Any]) -> ModeArgument:
    """Return the mode parameter of a native call; its default says how the module starts."""
    parameters = inspect.signature(call).parameters
    for name, means_training in _MODE_NAMES.items():
        if name in parameters:
            default = parameters[name].default
            starts = default is means_training if isinstance(default, bool) else True
            return ModeArgument(name, means_training, starts)
    return ModeArgument(None)

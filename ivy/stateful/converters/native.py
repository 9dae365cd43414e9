"""`NativeModule`: an ivy module whose forward is code of another library."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ivy import state
from ivy.container import Container
from ivy.dispatch import OPERATIONS, Wrapper, is_native, space_of, unwrap
from ivy.errors import (
    IvyInvalidBackendException,
    IvyNotImplementedException,
    IvyTypeError,
    describe,
)
from ivy.nest import leaves_with_paths
from ivy.state import CALLS
from ivy.stateful.module import Module

Arrays = dict[str, Any]
"""Key chain -> native array."""


class NativeModule(Module):
    """Holds the variables and buffers of a native module, and runs its code with those of a call.

    A library adds `_run`.
    """

    def __init__(
        self,
        native: Any,
        backend: str,
        variables: Mapping[str, Any],
        buffers: Mapping[str, Any],
        training: bool = True,
    ) -> None:
        self._native, self._framework = native, backend
        self._own_variables = dict(variables)
        super().__init__(training=training)
        for chain, x in buffers.items():
            self.register_buffer(chain, x)

    def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
        return Container(self._own_variables)

    def _run(
        self, v: Arrays, buffers: Arrays, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Any, Arrays]:
        """Return the result of the native forward, and the buffers after it."""
        raise NotImplementedError

    def _forward(self, *args: Any, **kwargs: Any) -> Any:
        wrapped = not CALLS.native
        args, kwargs = self._natively((args, kwargs))
        v = {chain: unwrap(x) for chain, x in self.v.cont_to_iterator()}
        own = self._own_buffers
        buffers = {name: unwrap(state.read((self, name), own[name])) for name in own}
        result, after = self._run(v, buffers, args, kwargs)
        # Gradients do not pass from one call to the next: what leaves a transformation is a value.
        stop_gradient = OPERATIONS["stop_gradient"]
        written = {n: stop_gradient(x) for n, x in after.items() if x is not buffers[n]}
        state.write([(self, name) for name in written], written.values())
        return OPERATIONS["to_ivy"](result, nested=True) if wrapped else result

    def _natively(self, arguments: Any) -> Any:
        """Return the arguments with native arrays, after a look at whose they are."""
        arrays = leaves_with_paths(arguments, lambda x: isinstance(x, Wrapper) or is_native(x))
        for _, x in arrays:
            if (backend := space_of(x).NAME) != self._framework:
                raise IvyInvalidBackendException(
                    f"{self._name()}: expected arrays of {self._framework}, got one of {backend}: "
                    f"the forward is code of {self._framework}; convert the array with "
                    f"ivy.to_backend(x, {self._framework!r}), or the model with ivy.transpile"
                )
        return OPERATIONS["to_native"](arguments, nested=True)

    def _is_untouched(self, v: Arrays) -> bool:
        """Return whether the native module may run with the variables and buffers it has."""
        own = self._own_variables
        return not CALLS.writes and all(x is own.get(chain) for chain, x in v.items())

    def to_backend(self, backend: str) -> Any:
        """Return a copy; the framework cannot change, since the forward is its code."""
        check_runs_on(self, backend)
        return self.copy()

    def _extra_repr(self) -> str:
        return type(self._native).__name__


def check_runs_on(module: Module, backend: str) -> None:
    """Raise when code of another framework is part of a module."""
    for each in module.modules():
        if isinstance(each, NativeModule) and each._framework != backend:
            raise IvyNotImplementedException(
                f"{each._name()}: expected a module that runs on {backend}, got code of "
                f"{each._framework}; ivy.transpile translates code to another framework"
            )


# ---- what a converter is given ------------------------------------------------------------------


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
    if inspect.isclass(native):
        try:
            return native(*constructor.args, **constructor.kwargs)
        except TypeError as error:
            name = native.__name__
            msg = f"{name}: expected constructor_args and constructor_kwargs that make a {name}"
            raise IvyTypeError(
                f"{msg}, got {constructor.args}, {constructor.kwargs}: {error}"
            ) from error
    if constructor:
        msg = f"constructor_args: expected none with an instance of {type(native).__name__}"
        raise IvyTypeError(f"{msg}, got {constructor.args}, {constructor.kwargs}")
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

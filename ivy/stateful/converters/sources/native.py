"""`NativeModule`: an ivy module whose forward is code of another library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ivy import state
from ivy.container import Container
from ivy.dispatch import OPERATIONS, Wrapper, is_native, space_of, unwrap
from ivy.errors import IvyInvalidBackendException, IvyNotImplementedException
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

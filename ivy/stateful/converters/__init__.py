"""ivy modules as modules of other libraries (`targets`), and the other way round (`sources`)."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from ivy.errors import IvyTypeError
from ivy.stateful.converters.sources import (
    SourceMethods,
    from_equinox_module,
    from_flax_module,
    from_haiku_module,
    from_keras_module,
    from_torch_module,
)
from ivy.stateful.converters.targets import (
    TargetMethods,
    to_equinox_module,
    to_flax_module,
    to_haiku_module,
    to_keras_module,
    to_linen_module,
    to_torch_module,
)

__all__ = [
    "from_equinox_module",
    "from_flax_module",
    "from_haiku_module",
    "from_keras_module",
    "from_torch_module",
    "to_equinox_module",
    "to_flax_module",
    "to_haiku_module",
    "to_ivy_module",
    "to_keras_module",
    "to_linen_module",
    "to_torch_module",
]

_CONVERTERS: dict[str, Callable[..., Any]] = {
    "torch": from_torch_module,
    "keras": from_keras_module,
    "haiku": from_haiku_module,
    "flax": from_flax_module,
    "equinox": from_equinox_module,
}


def to_ivy_module(
    native_module: Any = None,
    native_module_class: Any = None,
    args: Any = None,
    kwargs: Any = None,
    device: Any = None,
    devices: Any = None,
    inplace_update: bool = False,
) -> Any:
    """Return a module of torch, Keras, Haiku, Flax or Equinox as an ivy module.

    Args:
        native_module: An instance; an ivy module is returned as it is.
        native_module_class: A class instead, made with `args` and `kwargs`.
        args: Arguments of the constructor.
        kwargs: The same by name.
        device: Where the variables shall be.
        devices: Several; the first is used.
        inplace_update: As in `from_torch_module`, for a module of torch.
    """
    native = native_module_class if native_module is None else native_module
    if isinstance(native, ConverterMethods):
        return native
    kind = native if inspect.isclass(native) else type(native)
    packages = [base.__module__.partition(".")[0] for base in kind.__mro__]
    name = next((each for each in packages if each in _CONVERTERS), None)
    if name is None:
        msg = f"native_module: expected a module of {', '.join(_CONVERTERS)}"
        raise IvyTypeError(f"{msg}, got {kind.__name__}")
    options = {"inplace_update": inplace_update} if name == "torch" else {}
    return _CONVERTERS[name](
        native,
        constructor_args=args,
        constructor_kwargs=kwargs,
        device=device,
        devices=devices,
        **options,
    )


class ConverterMethods(TargetMethods, SourceMethods):
    """The converters as methods of `ivy.Module`."""

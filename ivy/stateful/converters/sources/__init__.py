"""Modules of other libraries as ivy modules: `from_*`. A file per library."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from ivy import config, dispatch
from ivy.errors import IvyTypeError, describe
from ivy.stateful.converters.libraries import converter
from ivy.stateful.converters.sources.arguments import Call

__all__ = [
    "from_equinox_module",
    "from_flax_module",
    "from_haiku_module",
    "from_keras_module",
    "from_torch_module",
]


def from_torch_module(
    native_module: Any = None,
    constructor_args: Any = None,
    constructor_kwargs: Any = None,
    instance_args: Any = None,
    instance_kwargs: Any = None,
    device: Any = None,
    devices: Any = None,
    inplace_update: bool = False,
) -> Any:
    """Return an ivy module that runs a `torch.nn.Module` with variables of ivy's.

    Under the NumPy backend, and with `instance_args`, its forward is translated to ivy's operations
    and its variables are NumPy's; so it is for the other libraries.

    Args:
        native_module: An instance, or a class.
        constructor_args: What makes an instance of a class.
        constructor_kwargs: The same by name.
        instance_args: Arguments of a call, for lazy layers and NumPy.
        instance_kwargs: The same by name.
        device: Where the variables shall be.
        devices: Several; the first is used.
        inplace_update: Whether `module.v = new` writes into the parameters of `native_module`.
    """
    library = converter("sources", "torch")
    constructor = _call(constructor_args, constructor_kwargs)
    instance = _call(instance_args, instance_kwargs)
    device = _first(device, devices)
    module = library.from_torch_module(native_module, constructor, instance, device, inplace_update)
    return _expressed(module, instance)


def from_keras_module(
    native_module: Any = None,
    constructor_args: Any = None,
    constructor_kwargs: Any = None,
    instance_args: Any = None,
    instance_kwargs: Any = None,
    device: Any = None,
    devices: Any = None,
) -> Any:
    """Return an ivy module that runs a Keras model or layer with variables of ivy's.

    Arguments as in `from_torch_module`; a model that was never called needs `instance_args`.
    """
    library = converter("sources", "keras")
    constructor = _call(constructor_args, constructor_kwargs)
    instance = _call(instance_args, instance_kwargs)
    module = library.from_keras_module(native_module, constructor, instance)
    return _placed(_expressed(module, instance), device, devices)


def from_haiku_module(
    native_module: Any,
    params_hk: Any = None,
    rng_seed: Any = 0,
    constructor_args: Any = None,
    constructor_kwargs: Any = None,
    instance_args: Any = None,
    instance_kwargs: Any = None,
    device: Any = None,
    devices: Any = None,
) -> Any:
    """Return an ivy module that runs a Haiku module with variables of ivy's.

    Args:
        native_module: A class, or what `hk.transform` or `hk.transform_with_state` returns.
        params_hk: What its `init` returned; without it `instance_args` are needed.
        rng_seed: The seed or key of the first parameters.
        constructor_args: What makes an instance of a class.
        constructor_kwargs: The same by name.
        instance_args: Arguments of a call, which give sizes.
        instance_kwargs: The same by name.
        device: Where the variables shall be.
        devices: Several; the first is used.
    """
    library = converter("sources", "haiku")
    constructor = _call(constructor_args, constructor_kwargs)
    instance = _call(instance_args, instance_kwargs)
    module = library.from_haiku_module(native_module, params_hk, rng_seed, constructor, instance)
    return _placed(_expressed(module, instance), device, devices)


def from_flax_module(
    native_module: Any,
    params_fx: Any = None,
    rng_seed: Any = 0,
    constructor_args: Any = None,
    constructor_kwargs: Any = None,
    instance_args: Any = None,
    instance_kwargs: Any = None,
    device: Any = None,
    devices: Any = None,
) -> Any:
    """Return an ivy module that runs an nnx or linen module of Flax with variables of ivy's.

    Arguments as in `from_haiku_module`. For linen `params_fx` are all collections or `params`.
    """
    constructor = _call(constructor_args, constructor_kwargs)
    instance = _call(instance_args, instance_kwargs)
    flax = converter("sources", "flax")
    if flax.is_nnx(native_module):
        module = flax.from_nnx_module(native_module, constructor)
    else:
        linen = converter("sources", "linen")
        module = linen.from_linen_module(native_module, params_fx, rng_seed, constructor, instance)
    return _placed(_expressed(module, instance), device, devices)


def from_equinox_module(
    native_module: Any,
    eqx_state: Any = None,
    constructor_args: Any = None,
    constructor_kwargs: Any = None,
    instance_args: Any = None,
    instance_kwargs: Any = None,
    device: Any = None,
    devices: Any = None,
) -> Any:
    """Return an ivy module that runs an `eqx.Module` with variables of ivy's.

    Args:
        native_module: An instance, or a class.
        eqx_state: The `eqx.nn.State` of an instance with state; it becomes buffers.
        constructor_args: What makes an instance of a class.
        constructor_kwargs: The same by name.
        instance_args: Arguments of a call, for NumPy.
        instance_kwargs: The same by name.
        device: Where the variables shall be.
        devices: Several; the first is used.
    """
    library = converter("sources", "equinox")
    constructor = _call(constructor_args, constructor_kwargs)
    instance = _call(instance_args, instance_kwargs)
    module = library.from_equinox_module(native_module, eqx_state, constructor)
    return _placed(_expressed(module, instance), device, devices)


def _call(args: Any, kwargs: Any) -> Call:
    if not isinstance(args, list | tuple | None) or not isinstance(kwargs, Mapping | None):
        msg = "constructor and instance arguments: expected a list, and a dict of those by name"
        raise IvyTypeError(f"{msg}, got {describe(args)}, {describe(kwargs)}")
    return Call(tuple(args or ()), dict(kwargs or {}))


def _expressed(module: Any, instance: Call) -> Any:
    """Return the module; under NumPy, which cannot run its code, one made of ivy's operations.

    Only if NumPy was chosen: many need `instance` for their weights, and no backend is NumPy too.
    """
    chosen = config.is_set("backend") and dispatch.current_space().NAME == "numpy"
    if not instance or not chosen:
        return module
    unify = importlib.import_module("ivy.graph.transpile").unify
    source = module if module._framework == "jax" else module._native
    return unify(source, module._framework, args=instance.args, kwargs=instance.kwargs)


def _first(device: Any, devices: Any) -> Any:
    return devices[0] if device is None and devices else device


def _placed(module: Any, device: Any, devices: Any) -> Any:
    device = _first(device, devices)
    return module if device is None else module.to_device(device)


class SourceMethods:
    """`from_*` as static methods of `ivy.Module`."""

    from_torch_module = staticmethod(from_torch_module)
    from_keras_module = staticmethod(from_keras_module)
    from_haiku_module = staticmethod(from_haiku_module)
    from_flax_module = staticmethod(from_flax_module)
    from_equinox_module = staticmethod(from_equinox_module)

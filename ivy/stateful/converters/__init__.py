"""ivy modules as modules of other libraries, and the other way round.

A file per library, imported when it is asked for. `native.py` has the ivy module that runs native
code, `targets.py` what conversions of an ivy module share.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from collections.abc import Callable
from typing import Any

from ivy import dispatch
from ivy.errors import IvyMissingBackendException, IvyTypeError

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


def _library(name: str, package: str | None = None) -> Any:
    """Return the file of a library, after a look whether the library is installed."""
    package = package or name
    if importlib.util.find_spec(package) is None:
        msg = f"{package} is not installed; run: pip install 'ivy[{package}]'"
        raise IvyMissingBackendException(msg)
    return importlib.import_module(f"ivy.stateful.converters.{name}")


# ---- to -----------------------------------------------------------------------------------------


def to_torch_module(module: Any) -> Any:
    """Return the module as a `torch.nn.Module`.

    Parameters and buffers are named by key chains (`linear0.w`) and share the memory of the ivy
    module's if that is one of torch.
    """
    return _library("torch").to_torch_module(_checked(module))


def to_keras_module(module: Any, seed: int | None = None) -> Any:
    """Return the module as a `keras.Model` on the backend Keras runs on in this process.

    Weights are named by key chains. A module with `ivy.Dropout`, or one given a `seed`, gets a
    `keras.random.SeedGenerator` for its random numbers.
    """
    return _library("keras").to_keras_module(_checked(module), seed)


def to_haiku_module(module: Any) -> Any:
    """Return a class of `hk.Module`, to be made without arguments inside `hk.transform`.

    Buffers are Haiku's state: use `hk.transform_with_state`. A call takes `is_training`.
    """
    return _library("haiku").to_haiku_module(_checked(module))


def to_flax_module(module: Any, rngs: Any = None) -> Any:
    """Return the module as a `flax.nnx.Module` with parameters in `v`, buffers in `buffers`.

    Random numbers of `ivy.Dropout` come from `rngs`, an `nnx.Rngs` or a seed.
    """
    return _library("flax").to_flax_module(_checked(module), rngs)


def to_linen_module(module: Any) -> Any:
    """Return the module as a `flax.linen.Module` with buffers in the collection `batch_stats`.

    A call takes `train`; random numbers come from the stream `dropout`.
    """
    return _library("linen", "flax").to_linen_module(_checked(module))


def to_equinox_module(module: Any) -> Any:
    """Return the module as an `eqx.Module` with parameters in `v`.

    A call takes a `key` for random numbers. If there are buffers it takes and returns an
    `eqx.nn.State`, which `eqx.nn.State(module)` makes.
    """
    return _library("equinox").to_equinox_module(_checked(module))


def _checked(module: Any) -> Any:
    if not isinstance(module, ConverterMethods):
        kind = type(module).__name__
        raise IvyTypeError(f"module: expected an ivy.Module, got {kind}; see ivy.to_ivy_module")
    return module


# ---- from ---------------------------------------------------------------------------------------


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
    library = _library("torch")
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
    library = _library("keras")
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
    library = _library("haiku")
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
    flax = _library("flax")
    if flax.is_nnx(native_module):
        module = flax.from_nnx_module(native_module, constructor)
    else:
        linen = _library("linen", "flax")
        module = linen.from_linen_module(native_module, params_fx, rng_seed, constructor, instance)
    return _placed(_expressed(module, instance), device, devices)


def from_equinox_module(
    native_module: Any,
    eqx_state: Any = None,
    constructor_args: Any = None,
    constructor_kwargs: Any = None,
    device: Any = None,
    devices: Any = None,
) -> Any:
    """Return an ivy module that runs an `eqx.Module` with variables of ivy's.

    Args:
        native_module: An instance, or a class.
        eqx_state: The `eqx.nn.State` of an instance with state; it becomes buffers.
        constructor_args: What makes an instance of a class.
        constructor_kwargs: The same by name.
        device: Where the variables shall be.
        devices: Several; the first is used.
    """
    constructor = _call(constructor_args, constructor_kwargs)
    library = _library("equinox")
    module = library.from_equinox_module(native_module, eqx_state, constructor)
    return _placed(module, device, devices)


def _call(args: Any, kwargs: Any) -> Any:
    native = importlib.import_module("ivy.stateful.converters.native")
    return native.Call(tuple(args or ()), dict(kwargs or {}))


def _expressed(module: Any, instance: Any) -> Any:
    """Return the module; under NumPy, which cannot run its code, one made of ivy's operations."""
    if not instance or dispatch.current_space().NAME != "numpy":
        return module
    unify = importlib.import_module("ivy.graph.transpile").unify
    source = module if module._framework == "jax" else module._native
    return unify(source, module._framework, args=instance.args, kwargs=instance.kwargs)


def _first(device: Any, devices: Any) -> Any:
    return devices[0] if device is None and devices else device


def _placed(module: Any, device: Any, devices: Any) -> Any:
    device = _first(device, devices)
    return module if device is None else module.to_device(device)


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


class ConverterMethods:
    """The converters as methods of `ivy.Module`."""

    to_torch_module = to_torch_module
    to_keras_module = to_keras_module
    to_haiku_module = to_haiku_module
    to_flax_module = to_flax_module
    to_linen_module = to_linen_module
    to_equinox_module = to_equinox_module
    from_torch_module = staticmethod(from_torch_module)
    from_keras_module = staticmethod(from_keras_module)
    from_haiku_module = staticmethod(from_haiku_module)
    from_flax_module = staticmethod(from_flax_module)
    from_equinox_module = staticmethod(from_equinox_module)

"""ivy modules as modules of other libraries: `to_*`. A file per library."""

from __future__ import annotations

from numbers import Integral
from typing import Any

from ivy.errors import IvyTypeError, describe
from ivy.stateful.converters.libraries import converter

__all__ = [
    "to_equinox_module",
    "to_flax_module",
    "to_haiku_module",
    "to_keras_module",
    "to_linen_module",
    "to_torch_module",
]


def to_torch_module(module: Any) -> Any:
    """Return the module as a `torch.nn.Module`.

    Parameters and buffers are named by key chains (`linear0.w`) and share the memory of the ivy
    module's if that is one of torch.
    """
    return converter("targets", "torch").to_torch_module(_checked(module))


def to_keras_module(module: Any, seed: int | None = None) -> Any:
    """Return the module as a `keras.Model` on the backend Keras runs on in this process.

    Weights are named by key chains. A module with `ivy.Dropout`, or one given a `seed`, gets a
    `keras.random.SeedGenerator` for its random numbers.
    """
    if not isinstance(seed, Integral | None) or isinstance(seed, bool):
        raise IvyTypeError(f"to_keras_module: expected an integer as seed, got {describe(seed)}")
    return converter("targets", "keras").to_keras_module(_checked(module), seed)


def to_haiku_module(module: Any) -> Any:
    """Return a class of `hk.Module`, to be made without arguments inside `hk.transform`.

    Buffers are Haiku's state: use `hk.transform_with_state`. A call takes `is_training`.
    """
    return converter("targets", "haiku").to_haiku_module(_checked(module))


def to_flax_module(module: Any, rngs: Any = None) -> Any:
    """Return the module as a `flax.nnx.Module` with parameters in `v`, buffers in `buffers`.

    Random numbers of `ivy.Dropout` come from `rngs`, an `nnx.Rngs` or a seed.
    """
    return converter("targets", "flax").to_flax_module(_checked(module), rngs)


def to_linen_module(module: Any) -> Any:
    """Return the module as a `flax.linen.Module` with buffers in the collection `batch_stats`.

    A call takes `train`; random numbers come from the stream `dropout`.
    """
    return converter("targets", "linen").to_linen_module(_checked(module))


def to_equinox_module(module: Any) -> Any:
    """Return the module as an `eqx.Module` with parameters in `v`.

    A call takes a `key` for random numbers. If there are buffers it takes and returns an
    `eqx.nn.State`, which `eqx.nn.State(module)` makes.
    """
    return converter("targets", "equinox").to_equinox_module(_checked(module))


class TargetMethods:
    """`to_*` as methods of `ivy.Module`."""

    to_torch_module = to_torch_module
    to_keras_module = to_keras_module
    to_haiku_module = to_haiku_module
    to_flax_module = to_flax_module
    to_linen_module = to_linen_module
    to_equinox_module = to_equinox_module


def _checked(module: Any) -> Any:
    if not isinstance(module, TargetMethods):
        is_class = isinstance(module, type)
        found = f"the class {module.__name__}" if is_class else type(module).__name__
        what = "make an instance of it" if is_class else "see ivy.to_ivy_module"
        raise IvyTypeError(f"module: expected an ivy.Module, got {found}; {what}")
    return module

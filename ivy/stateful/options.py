"""What options may be, by name: the same in every layer, initializer, optimizer and schedule."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np

from ivy.dispatch import is_array
from ivy.errors import IvyTypeError, IvyValueError, describe


class Kind(NamedTuple):
    """The values an option may have: of some types, and which of these."""

    expected: str
    types: tuple[Any, ...]
    fits: Callable[[Any], bool] = lambda _: True

    def check(self, owner: str, name: str, value: Any) -> None:
        """Raise unless a value is of this kind; a 0-d array is a number, perhaps a traced one."""
        right = isinstance(value, self.types) and (bool in self.types or type(value) is not bool)
        number = not right and Real in self.types and is_array(value) and value.shape == ()
        if not number and not (right and self.fits(value)):
            error = IvyValueError if right else IvyTypeError
            raise error(f"{owner}: expected {self.expected} as {name}, got {describe(value)}")


def _choice(*texts: str) -> Kind:
    return Kind(f"one of {texts}", (str,), lambda x: x in texts)


def _is_size(x: Any) -> bool:
    return isinstance(x, Integral) and int(x) > 0


_INTEGERS, _NUMBERS = (Integral,), (Real,)
_KINDS = {
    "input_channels output_channels num_channels num_features num_embeddings embedding_dim"
    " embed_dim key_dim value_dim head_dim num_heads num_layers num_groups feedforward_dim"
    " feature_group_count": Kind("a positive integer", _INTEGERS, _is_size),
    "normalized_shape": Kind(
        "a positive integer or several",
        (Integral, Iterable),
        lambda x: all(map(_is_size, x if isinstance(x, Iterable) else [x])),
    ),
    "dim start_dim end_dim n type padding_idx": Kind("an integer", _INTEGERS),
    "axis": Kind("an integer or None", (Integral, type(None))),
    "prob dropout_rate momentum": Kind("a number from 0 to 1", _NUMBERS, lambda x: 0 <= x <= 1),
    "beta1 beta2 rho": Kind("a number from 0 to below 1", _NUMBERS, lambda x: 0 <= x < 1),
    "eps epsilon epsilon1 epsilon2 weight_decay decay_lambda stddev rate factor minimum": Kind(
        "a number from 0 on", _NUMBERS, lambda x: 0 <= x < np.inf
    ),
    "clip clip_norm clip_value max_norm delta trust_coefficient steps every": Kind(
        "a positive number", _NUMBERS, lambda x: x > 0
    ),
    "max_trust_ratio": Kind(
        "a positive number or None", (Real, type(None)), lambda x: x is None or x > 0
    ),
    "constant numerator power gain mean beta2_decay alpha beta threshold new_std": Kind(
        "a number", _NUMBERS
    ),
    "w0": Kind("a number other than 0", _NUMBERS, bool),
    "lr then": Kind(
        "a number from 0 on or a schedule",
        (Real, Callable),
        lambda x: not isinstance(x, type) if callable(x) else 0 <= x < np.inf,
    ),
    "weight_initializer bias_initializer": Kind(
        "an ivy.Initializer", (object,), lambda x: hasattr(type(x), "create_variables")
    ),
    "affine align_corners approximate centered compute_full_loss elementwise_affine from_logits"
    " inplace nesterov norm_first return_sequence return_state stop_gradients track_running_stats"
    " training use_proj_bias with_bias": Kind(
        "True or False", (bool, np.bool_, Integral), lambda x: x in (0, 1)
    ),
    "build_mode": _choice("on_init", "explicit", "on_call"),
    "complex_mode": _choice("jax", "split", "magnitude"),
    "fan_mode": _choice("fan_in", "fan_out", "fan_sum", "fan_avg"),
    "reduction": _choice("none", "mean", "sum"),
    "data_format mode norm": Kind("a text", (str,)),
}
_OF_NAME = {name: kind for names, kind in _KINDS.items() for name in names.split()}


def check_options(owner: str, options: Mapping[str, Any]) -> None:
    """Raise for the first option whose value is none of those its name stands for."""
    for name, value in options.items():
        if name in _OF_NAME:
            _OF_NAME[name].check(owner, name, value)


def check_known(owner: str, options: Mapping[str, Any], function: Callable[..., Any]) -> None:
    """Raise for options that a function does not take."""
    known = inspect.signature(function).parameters
    if unknown := [name for name in options if name not in known]:
        raise IvyTypeError(f"{owner}: expected options it knows, got {', '.join(unknown)}")


def check_divisor(owner: str, name: str, number: int, **sizes: int) -> None:
    """Raise unless an option divides these sizes."""
    for what, size in sizes.items():
        if size % number:
            msg = f"{owner}: expected a divisor of {what}={size} as {name}, got {number}"
            raise IvyValueError(msg)


def chosen(owner: str, activation: str, **functions: Any) -> Any:
    """Return the activation function of a name."""
    _choice(*functions).check(owner, "activation", activation)
    return functions[activation]


class Checked:
    """Base of ivy's classes whose constructors check what they are given, before they run."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Check the options of a constructor of ivy's own; those of others are their business."""
        super().__init_subclass__(**kwargs)
        if "__init__" in vars(cls) and cls.__module__.startswith("ivy.stateful."):
            cls.__init__ = _checking(cls.__init__)  # type: ignore[method-assign]


def _checking(init: Any) -> Any:
    signature = inspect.signature(init)
    defaults = {name: each.default for name, each in signature.parameters.items()}

    @wraps(init)
    def checking(self: Any, *args: Any, **kwargs: Any) -> None:
        owner = type(self).__name__
        try:
            given = signature.bind(self, *args, **kwargs).arguments
        except TypeError as error:
            raise IvyTypeError(f"{owner}: {error}") from None
        # What is handed on by name may be the None with which a subclass leaves it open.
        given |= {name: x for name, x in given.pop("options", {}).items() if x is not None}
        told = {name: x for name, x in given.items() if x is not defaults.get(name, given)}
        check_options(owner, told)
        init(self, *args, **kwargs)

    return checking

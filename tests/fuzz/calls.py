"""Calls of an operation: its sample rows with dtypes, shapes, values and options changed."""

from __future__ import annotations

import inspect
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from ivy import dispatch
from ivy.types import ALL_DTYPES
from tests import samples
from tests.samples import DTYPE, Case, Operand, Sample, case, kind_of

EVERY_DTYPE = tuple(dtype.name for dtype in ALL_DTYPES)
LARGEST = 2_000
"""Elements of an array; more teach nothing and take time."""
UNKNOWN = "nonsense"
SPECIAL = {
    "f": (0.0, -0.0, np.nan, np.inf, -np.inf, 1e-30, -1.0, 1e30, 0.5, 1e3),
    "c": (0.0, complex(0, -1), complex(np.nan, 1), complex(np.inf, 0), -1.0, 1e3),
    "i": (0, -1, "least", "most", 5),
    "u": (0, 1, "most", 5),
    "b": (False, True),
}
OUTSIDE = (5, -6)
"""Axes that no operand of a sample has."""
NUMBERS = (0, 1, -1, 2, 3, -2, 0.5, -1.5, True, 7, 300)


@dataclass(frozen=True)
class Row:
    """What is known about an operation: its calls as templates and the dtypes it claims."""

    name: str
    cases: Sequence[Case]
    dtypes: Sequence[str]
    sample: Sample | None = None

    @property
    def repeatable(self) -> bool:
        """Whether two calls give the same values."""
        return self.sample is None or (self.sample.repeatable and self.sample.area != "random")


@dataclass(frozen=True)
class Call:
    """One call: NumPy arrays stand for arrays of the framework it runs on."""

    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)
    native: bool = False
    """Whether its arrays are native ones instead of `ivy.Array`."""

    def mapped(self, function: Callable[[Any], Any]) -> Call:
        """Return the call with `function` applied to each array and each other argument."""
        args = tuple(mapped(value, function) for value in self.args)
        kwargs = {key: mapped(value, function) for key, value in self.kwargs.items()}
        return Call(self.name, args, kwargs, self.native)

    def arrays(self) -> list[np.ndarray[Any, Any]]:
        """Return the arrays among the arguments, those in lists too."""
        found: list[Any] = []
        self.mapped(found.append)
        return [x for x in found if isinstance(x, np.ndarray)]


def mapped(value: Any, function: Callable[[Any], Any]) -> Any:
    """Return a value with `function` applied to it, or to what lists and dicts have in them."""
    if type(value) in (list, tuple):
        return type(value)([mapped(item, function) for item in value])
    if type(value) is dict:
        return {key: mapped(item, function) for key, item in value.items()}
    return function(value)


# ---- rows ---------------------------------------------------------------------------------------


@cache
def rows() -> dict[str, Row]:
    """Return a row per operation that takes or makes arrays, from its sample or its signature."""
    found = {
        sample.name: Row(sample.name, sample.cases, sample.dtypes, sample)
        for sample in samples.load()
        if sample.name in dispatch.OPERATIONS
    }
    for name, parameters in dispatch.ARRAY_PARAMETERS.items():
        if name not in found and parameters and name not in NOT_CALLED:
            found[name] = Row(name, [_typical_call(name)], ("float32", "int32"))
    return found


# They change, save or wait for something outside of the call, take functions, or are about what a
# framework's arrays can do.
NOT_CALLED = frozenset(
    "assert_supports_inplace supports_inplace_updates inplace_decrement inplace_increment "
    "inplace_update bind_custom_gradient_function cache_fn clear_cached_mem_on_dev "
    "clear_mem_on_dev dev "
    "execute_with_gradients for_loop from_dlpack if_else load map multiprocessing ndenumerate "
    "print_all_ivy_arrays_on_dev reduce rnn save split_func_call to_device to_dlpack vmap "
    "while_loop".split()
)


def _typical_call(name: str) -> Case:
    """Return a call made from the annotations of the required parameters."""
    plain = {"int": 1, "float": 1.0, "bool": True, "str": "float32", "DtypeLike": DTYPE}
    args = []
    for parameter in _parameters(name).values():
        annotation = str(parameter.annotation)
        if parameter.default is not parameter.empty or parameter.kind is parameter.VAR_KEYWORD:
            continue
        operand = samples.draw(3, 4)
        args.append([operand, operand] if "Sequence[" in annotation else operand)
        args[-1] = plain.get(annotation, args[-1])
    return case(*args)


@cache
def _known_values() -> dict[str, list[Any]]:
    """Return parameter with annotation -> what the samples of all operations pass for such."""
    found: dict[str, list[Any]] = defaultdict(list)
    for row in rows().values():
        for each in row.cases:
            given = [*zip(_names(row.name, each.args), each.args, strict=True)]
            for parameter, value in [*given, *each.kwargs.items()]:
                found[_declared(row.name, parameter)].append(value)
    for declared in found:
        if re.match(r"(axis|dim): (int|None)", declared):
            found[declared] += OUTSIDE
    plain = (bool, int, float, str, tuple, list, type(None))
    return {
        declared: list({repr(v): v for v in values if type(v) in plain and _is_plain(v)}.values())
        for declared, values in found.items()
    }


def _declared(name: str, parameter: str) -> str:
    """Return a parameter with its annotation: options of one name take different types."""
    found = _parameters(name).get(parameter)  # einops takes sizes of axes by any name
    return f"{parameter}: {found.annotation if found else int}"


@cache
def _parameters(name: str) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(dispatch.OPERATIONS[name]).parameters


def _is_plain(value: Any) -> bool:
    found: list[Any] = []
    mapped(value, found.append)
    return not any(isinstance(item, (np.ndarray, Operand)) or item is DTYPE for item in found)


def _names(name: str, args: Sequence[Any]) -> list[str]:
    """Return the names of the parameters that positional arguments are given for."""
    parameters = list(_parameters(name).values())
    names = [p.name for p in parameters if p.kind <= p.POSITIONAL_OR_KEYWORD]
    variadic = next((p.name for p in parameters if p.kind is p.VAR_POSITIONAL), "")
    return (names + [variadic] * len(args))[: len(args)]


# ---- strategies ---------------------------------------------------------------------------------


@st.composite
def calls(draw: Any, row: Row) -> Call:
    """Draw a call; the simplest one is the typical call of the row."""
    each = draw(st.sampled_from(list(row.cases)))
    claimed = st.sampled_from(list(each.dtypes or row.dtypes))
    anything = st.sampled_from(EVERY_DTYPE)
    dtype = draw(anything if _sometimes(draw, 3) else claimed)
    call = _made(row.name, each, dtype, native=draw(st.booleans()))
    call = _other_options(draw, call)
    if _sometimes(draw, 2):
        call = _other_shapes(draw, call)
    if _sometimes(draw, 2):
        call = _other_values(draw, call)
    if _sometimes(draw, 6):
        call = _other_dtypes(draw, call)
    if any(x.size > LARGEST for x in call.arrays()):
        return Call(row.name, *row.cases[0].arguments(row.dtypes[0]))
    return call


def _made(name: str, each: Case, dtype: str, native: bool) -> Call:
    with np.errstate(all="ignore"):
        try:
            args, kwargs = each.arguments(dtype)
        except ValueError:  # negative numbers only, and an unsigned dtype
            args, kwargs = each.arguments("float32")
    return Call(name, args, dict(kwargs), native)


def _sometimes(draw: Any, times: int) -> bool:
    """Draw True once in so many `times`; the simplest answer is False."""
    return bool(draw(st.integers(0, times - 1)) == times - 1)


def _other_shapes(draw: Any, call: Call) -> Call:
    """Draw other sizes: the same one wherever the same one was, or another rank, or one array's."""
    change = draw(st.sampled_from(("sizes", "batch", "first", "one")))
    arrays = call.arrays()
    if not arrays:
        return call
    if change == "sizes":
        sizes = sorted({size for x in arrays for size in x.shape})
        new = {size: draw(st.sampled_from((size, 1, 2, 3, 0))) for size in sizes}
        return call.mapped(_on_arrays(lambda x: np.resize(x, [new[size] for size in x.shape])))
    if change == "batch":
        size = draw(st.sampled_from((1, 2)))
        return call.mapped(_on_arrays(lambda x: np.resize(x, (size, *x.shape))))
    if change == "first":
        return call.mapped(
            _on_arrays(lambda x: np.resize(x, x.shape[1:]) if x.ndim and x.size else x)
        )
    chosen = draw(st.sampled_from(arrays))
    shape = list(chosen.shape)
    if shape and draw(st.booleans()):
        shape[draw(st.integers(0, len(shape) - 1))] = draw(st.sampled_from((1, 2, 0)))
    else:
        shape = shape[1:] if draw(st.booleans()) else []
    return call.mapped(lambda x: np.resize(x, shape) if x is chosen and x.size else x)


def _on_arrays(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda x: function(x) if isinstance(x, np.ndarray) else x


def _other_values(draw: Any, call: Call) -> Call:
    """Draw entries that are special: zeros, NaN, infinities, limits."""
    arrays = [x for x in call.arrays() if x.size]
    if not arrays:
        return call
    chosen = draw(st.sampled_from(arrays))
    changed = chosen.copy()
    kind = kind_of(changed.dtype.name)
    for _ in range(draw(st.integers(1, 3))):
        value = draw(st.sampled_from(SPECIAL[kind]))
        if isinstance(value, str):
            limits = np.iinfo(changed.dtype)
            value = limits.min if value == "least" else limits.max
        with np.errstate(all="ignore"):
            changed.flat[draw(st.integers(0, changed.size - 1))] = value
    return call.mapped(lambda x: changed if x is chosen else x)


def _other_dtypes(draw: Any, call: Call) -> Call:
    """Draw another dtype for one of the arrays."""
    arrays = call.arrays()
    if not arrays:
        return call
    chosen = draw(st.sampled_from(arrays))
    dtype = draw(st.sampled_from(EVERY_DTYPE))
    with np.errstate(all="ignore"):
        real = chosen.real if kind_of(dtype) != "c" else chosen  # silently: casting would warn
        changed = real.astype(samples.numpy_dtype(dtype))
    return call.mapped(lambda x: changed if x is chosen else x)


def _other_options(draw: Any, call: Call) -> Call:
    """Draw other values for arguments that are no arrays, and for options not given so far."""
    names = _names(call.name, call.args)
    args = tuple(
        _other_option(draw, _declared(call.name, name), value)
        for name, value in zip(names, call.args, strict=True)
    )
    kwargs = {
        name: _other_option(draw, _declared(call.name, name), value)
        for name, value in call.kwargs.items()
    }
    parameters = _parameters(call.name).values()
    absent = [
        p
        for p in parameters
        if p.default is not p.empty
        and p.kind is not p.POSITIONAL_ONLY
        and p.name not in {"out", "device", *names, *kwargs}
    ]
    if absent and _sometimes(draw, 2):
        parameter = draw(st.sampled_from(absent))
        known = _known_values().get(_declared(call.name, parameter.name), [])
        usual = [not parameter.default] if type(parameter.default) is bool else known
        if usual:
            kwargs[parameter.name] = draw(st.sampled_from(usual))
    return Call(call.name, args, kwargs, call.native)


def _numbers_for(declared: str) -> list[Any]:
    """Return numbers to try; a truth value is no promised size, count or axis."""
    words = set(re.findall(r"\w+", declared.partition(":")[2]))
    whole = "int" in words and words.isdisjoint({"A", "B", "bool", "float", "complex"})
    return [number for number in NUMBERS if not (whole and number is True)]


def _other_option(draw: Any, declared: str, value: Any) -> Any:
    if isinstance(value, np.ndarray) or not _sometimes(draw, 8):
        return value
    if type(value) in (list, tuple) and not _is_plain(value):
        return value
    known = _known_values().get(declared, [])
    if known and draw(st.booleans()):
        return draw(st.sampled_from(known))
    if isinstance(value, str):
        return draw(st.sampled_from((UNKNOWN, "")))
    if type(value) is bool:
        return not value
    if isinstance(value, (int, float)):
        return draw(st.sampled_from(_numbers_for(declared)))
    if type(value) in (list, tuple) and value and isinstance(value[0], (int, float)):
        changed = list(value)
        changed[draw(st.integers(0, len(changed) - 1))] = draw(st.integers(-3, 4))
        return type(value)(changed)
    return value

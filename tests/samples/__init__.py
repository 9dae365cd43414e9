"""One row per operation: inputs, an independent reference, and what the operation promises.

Every test that can be the same for all operations reads these rows: `test_values.py` compares with
the reference, `test_contract.py` tries methods, native arrays, lists, `out=`, namespaces and jit.
Add an operation by adding one `Sample` to `SAMPLES` of `tests/samples/<area>.py`:

    from tests.samples import DTYPE, FLOATS, HALVES, INTS, Sample, case, draw, values

    SAMPLES = [
        Sample("add", np.add, [case(draw(3, 4), draw(3, 4, seed=1)),
                               case(draw(3, 1), draw(4, seed=1)),
                               case(draw(0, 3), 2),
                               case(values([np.inf, np.nan, -0.0]), 1.0).only("float32")],
               dtypes=FLOATS + HALVES + INTS),
        Sample("log", np.log, [case(draw(3, 4, low=0.1))], result="float"),
        Sample("isnan", np.isnan, [case(values([np.nan, 1.0]))], result="bool",
               differentiable=False),
        Sample("argmax", lambda x, axis=None, keepdims=False: np.argmax(x, axis, keepdims=keepdims),
               [case(draw(3, 4)), case(draw(3, 4), axis=-1, keepdims=True)],
               result="int64", differentiable=False),
        Sample("zeros", np.zeros, [case((2, 3), dtype=DTYPE)], dtypes=FLOATS + INTS),
        Sample("nonzero", np.nonzero, [case(values([0.0, 2.0]))], result="int64",
               differentiable=False, traceable={"jax": "the shape depends on the values"}),
        Sample("qr", None, [case(draw(4, 3))], check=check_qr),
    ]

- `case(*args, **kwargs)` is one call. In it `draw(*shape)` stands for random numbers and
  `values(...)` for the given ones, both in the dtype under test; `DTYPE` for that dtype itself. A
  plain NumPy array (indices, masks) keeps its own dtype. The same `draw` gives the same numbers:
  pass another `seed` for a second operand. The first case should be the typical one: the contract
  tests use it. Shapes: share (3, 4), (2, 3, 4), (4,) where you can; JAX compiles each shape.
- `reference` is called with the same arguments, arrays in float64, int64, uint64 or complex128 with
  exactly the values the framework saw, and returns NumPy arrays (several: a tuple or list) or plain
  Python values. Never compute it with ivy or with the function under test.
- `result` is the expected dtype: "same" as the operands; "float" (integers give the default
  float); "real" (of a complex); "complex"; a dtype name; a function of the dtype's name; or a
  tuple of these, one per result.
- `check(results, *args, **kwargs)` replaces the reference where the answer is not unique: it gets
  NumPy results in their own dtype and asserts. dtypes are then checked against `result` as well.
- `tolerance` multiplies the allowed error (tests/helpers.py); say why in a comment.
- `differentiable`, `traceable`, `unsupported`, `lists`, `repeatable`: see the fields of `Sample`.
"""

from __future__ import annotations

import importlib
import pkgutil
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import ml_dtypes
import numpy as np

BOOL = ("bool",)
INTS = ("int32", "int64")
ALL_INTS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
HALVES = ("float16", "bfloat16")
FLOATS = ("float32", "float64")
COMPLEXES = ("complex64", "complex128")
NUMERIC = FLOATS + HALVES + ALL_INTS + COMPLEXES
EVERY = BOOL + NUMERIC

WIDE = {"b": "bool", "i": "int64", "u": "uint64", "f": "float64", "c": "complex128"}
"""Kind of a dtype -> the dtype references are computed in."""


class _Dtype:
    """Stands for the dtype under test."""

    def __repr__(self) -> str:
        return "DTYPE"


DTYPE = _Dtype()


@dataclass(frozen=True)
class Operand:
    """An array in the dtype under test, made when that is known."""

    make: Callable[[str], np.ndarray[Any, Any]]


def numpy_dtype(name: str) -> np.dtype[Any]:
    """Return NumPy's dtype of this name, bfloat16 too."""
    return np.dtype(getattr(ml_dtypes, name) if name == "bfloat16" else name)


def kind_of(name: str) -> str:
    """Return `b`, `i`, `u`, `f` or `c`."""
    return "f" if name == "bfloat16" else np.dtype(name).kind


def draw(*shape: int, low: float = -4.0, high: float = 4.0, seed: int = 0) -> Operand:
    """Return random numbers between `low` and `high` (integers and complex parts too)."""

    def make(dtype: str) -> np.ndarray[Any, Any]:
        generator = np.random.default_rng([seed, zlib.crc32(repr(shape).encode())])
        kind = kind_of(dtype)
        if kind == "b":
            return generator.integers(0, 2, shape).astype(bool)
        if kind in "iu":
            least = max(low, 0) if kind == "u" else low
            # endpoint: draw(low=1, high=1) is a legal way to ask for ones
            return generator.integers(
                int(np.ceil(least)), int(np.floor(high)), shape, endpoint=True
            ).astype(dtype)
        numbers = generator.uniform(low, high, shape)
        if kind == "c":
            numbers = numbers + 1j * generator.uniform(low, high, shape)
        return np.asarray(numbers).astype(numpy_dtype(dtype))

    return Operand(make)


def values(numbers: Any) -> Operand:
    """Return these numbers in the dtype under test."""

    def make(dtype: str) -> np.ndarray[Any, Any]:
        with np.errstate(all="ignore"):  # 1e30 becomes inf in float16
            return np.asarray(numbers).astype(numpy_dtype(dtype))

    return Operand(make)


@dataclass(frozen=True)
class Case:
    """One call, its arrays yet to be made."""

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    dtypes: tuple[str, ...] = ()
    label: str = ""

    def only(self, *dtypes: str) -> Case:
        """Return the case for these dtypes instead of the sample's."""
        return replace(self, dtypes=dtypes)

    def named(self, label: str) -> Case:
        """Return the case with a label for the row, instead of its number."""
        return replace(self, label=label)

    def arguments(self, dtype: str) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return positional and keyword arguments with NumPy arrays in the dtype under test."""

        def fill(value: Any) -> Any:
            if isinstance(value, Operand):
                return value.make(dtype)
            if type(value) in (list, tuple):
                return type(value)(map(fill, value))
            return dtype if value is DTYPE else value

        return fill(self.args), {key: fill(value) for key, value in self.kwargs.items()}


def case(*args: Any, **kwargs: Any) -> Case:
    """Return one call with these arguments."""
    return Case(args, kwargs)


@dataclass(frozen=True)
class Sample:
    """What is known about one operation; see the module's docstring."""

    name: str
    reference: Callable[..., Any] | None
    cases: Sequence[Case]
    dtypes: Sequence[str] = FLOATS
    result: Any = "same"
    check: Callable[..., None] | None = None
    tolerance: float = 1.0
    differentiable: bool = True
    """Whether a gradient with respect to the floating operands makes sense."""
    traceable: bool | Mapping[str, str] = True
    """False, or backend -> reason why it cannot run inside that framework's jit."""
    unsupported: Mapping[str, str] = field(default_factory=dict)
    """Backend -> reason why it cannot do this at all; must then be in its UNSUPPORTED too."""
    lists: bool = True
    """Whether nested lists may stand for the arrays of the first case."""
    repeatable: bool = True
    """False where two calls may give different values (`empty`, unseeded draws)."""
    area: str = ""

    def expected_dtype(self, dtype: str, index: int = 0) -> str | None:
        """Return the dtype that result number `index` must have, for operands of `dtype`."""
        rule = self.result[index] if isinstance(self.result, tuple) else self.result
        if callable(rule):
            return str(rule(dtype))
        kind = kind_of(dtype)
        if rule == "same":
            return dtype
        if rule == "float":
            return dtype if kind in "fc" else "float32"
        if rule == "real":
            return {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)
        if rule == "complex":
            return "complex128" if dtype in ("float64", "complex128") else "complex64"
        return str(rule)


def widened(value: Any) -> Any:
    """Return arrays (also in lists) in the dtype references are computed in."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(widened, value))
    if isinstance(value, np.ndarray):
        kind = "f" if value.dtype.name == "bfloat16" else value.dtype.kind
        return value.astype(WIDE[kind])
    return value


def load() -> list[Sample]:
    """Return the samples of every area, each knowing its area."""
    found: list[Sample] = []
    for info in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{info.name}")
        found += [replace(sample, area=info.name) for sample in module.SAMPLES]
    return found

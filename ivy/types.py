"""Dtypes, devices and shapes: the plain values that appear in signatures."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias, TypeVar

from ivy.errors import IvyDeviceError, IvyDtypePromotionError, IvyTypeError, IvyValueError

__all__ = [
    "Device", "Dtype", "Finfo", "Iinfo", "Shape", "bfloat16", "complex64", "complex128",
    "float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16",
    "uint32", "uint64",
]  # fmt: skip

A = TypeVar("A")
B = TypeVar("B")
"""An array of some kind: native of one framework, or `ivy.Array`. What goes in comes out."""

Number: TypeAlias = bool | int | float | complex
DtypeLike: TypeAlias = Any
"""An `ivy.Dtype`, its name, a framework's dtype or a Python type."""
DeviceLike: TypeAlias = Any
"""An `ivy.Device`, its name or a framework's device."""
ShapeLike: TypeAlias = Any
"""An integer, a sequence of them or an integer array."""

_KINDS = ("bool", "uint", "int", "float", "complex")


class Dtype:
    """A data type, equal to its name: `ivy.float32 == "float32"`.

    Not a `str` subclass: the Array API test suite takes strings for kinds, not for dtypes.
    """

    __slots__ = ("bits", "kind", "name")
    name: str
    kind: str
    bits: int
    _known: ClassVar[dict[str, Dtype]] = {}

    def __new__(cls, name: Any) -> Dtype:
        """Return the one dtype of this name, or for this Python type."""
        name = _PYTHON_TYPES.get(name, name) if isinstance(name, type) else name
        if isinstance(name, Dtype):
            return name
        try:
            return cls._known[name]
        except (KeyError, TypeError):
            msg = f"Dtype: expected one of {', '.join(cls._known)}, got {name!r}"
            raise IvyValueError(msg) from None

    @classmethod
    def _define(cls, name: str) -> Dtype:
        self = object.__new__(cls)
        self.name = name
        self.kind = name.lstrip("b") if name.startswith("bf") else name
        self.kind = self.kind.rstrip("0123456789")
        self.bits = 8 if name == "bool" else int(name[len(name.rstrip("0123456789")) :])
        cls._known[name] = self
        return self

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, str) and self.name == other)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[type[Dtype], tuple[str]]:
        return Dtype, (self.name,)

    def __lt__(self, other: Dtype | str) -> bool:
        return self != Dtype(other) and self.can_cast(other)

    def __le__(self, other: Dtype | str) -> bool:
        return self.can_cast(other)

    def __gt__(self, other: Dtype | str) -> bool:
        return Dtype(other) < self

    def __ge__(self, other: Dtype | str) -> bool:
        return Dtype(other) <= self

    def can_cast(self, to: Dtype | str) -> bool:
        """Return whether promotion of the two dtypes gives `to`."""
        return PROMOTION.get((self, Dtype(to))) == to

    @property
    def is_bool_dtype(self) -> bool:
        """Whether it is boolean."""
        return self.kind == "bool"

    @property
    def is_int_dtype(self) -> bool:
        """Whether it is an integer, signed or not."""
        return self.kind in ("int", "uint")

    @property
    def is_uint_dtype(self) -> bool:
        """Whether it is an unsigned integer."""
        return self.kind == "uint"

    @property
    def is_float_dtype(self) -> bool:
        """Whether it is floating."""
        return self.kind == "float"

    @property
    def is_complex_dtype(self) -> bool:
        """Whether it is complex."""
        return self.kind == "complex"

    @property
    def dtype_bits(self) -> int:
        """The number of bits of information: 1 for bool, though it takes 8 in memory."""
        return 1 if self.kind == "bool" else self.bits

    @property
    def as_native_dtype(self) -> Any:
        """The dtype of the current backend."""
        from ivy.dispatch import current_space

        return current_space().as_native_dtype(self)

    @property
    def info(self) -> Finfo | Iinfo:
        """The limits of the dtype."""
        return iinfo(self) if self.is_int_dtype else finfo(self)

    @property
    def real(self) -> Dtype:
        """The dtype of the real part of a complex dtype; any other dtype itself."""
        return Dtype(f"float{self.bits // 2}") if self.kind == "complex" else self

    @property
    def complex(self) -> Dtype:
        """The complex dtype whose parts have this (floating) dtype, or the nearest wider one."""
        if self.kind == "complex":
            return self
        return complex128 if self == "float64" else complex64


_PYTHON_TYPES: dict[type, str] = {}

ALL_DTYPES = tuple(
    Dtype._define(name)
    for name in (
        *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        *("bfloat16", "float16", "float32", "float64", "complex64", "complex128"),
    )
)
(
    bool_,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    bfloat16,
    float16,
    float32,
    float64,
    complex64,
    complex128,
) = ALL_DTYPES
_PYTHON_TYPES.update({bool: "bool", int: "int32", float: "float32", complex: "complex64"})


def _promote(a: Dtype, b: Dtype, precise: bool) -> Dtype:
    if _KINDS.index(a.kind) > _KINDS.index(b.kind) or (a.kind == b.kind and a.bits > b.bits):
        a, b = b, a
    if a == b or a.kind == "bool":
        return b
    if a.kind == b.kind:
        return float32 if a.bits == b.bits else b  # bfloat16 with float16: neither holds the other
    if (a.kind, b.kind) == ("uint", "int"):
        return b if b.bits > a.bits else float64 if a.bits == 64 else Dtype(f"int{a.bits * 2}")
    if b.kind == "complex":
        integral = a.kind in ("int", "uint")
        wide = precise and a.bits >= 32 if integral else a.bits == 64
        return complex128 if wide else b
    if not precise or a.bits == 8:
        return b
    return max(b, float32 if a.bits == 16 else float64, key=lambda dtype: dtype.bits)


PROMOTION = {(a, b): _promote(a, b, precise=False) for a in ALL_DTYPES for b in ALL_DTYPES}
"""The Array API's within a kind; across kinds the float wins: int64 with float32 is float32."""

PRECISE_PROMOTION = {(a, b): _promote(a, b, precise=True) for a in ALL_DTYPES for b in ALL_DTYPES}
"""As above, but an integer with a float widens the float: int64 with float32 is float64."""


def _in_standard(a: Dtype, b: Dtype) -> bool:
    kinds = {a.kind, b.kind}
    if kinds == {"uint", "int"}:
        return uint64 not in (a, b)
    return len(kinds) == 1 or kinds == {"float", "complex"}


ARRAY_API_PROMOTION = {pair: out for pair, out in PROMOTION.items() if _in_standard(*pair)}
"""Only the pairs the Array API standard defines."""


def promote_dtypes(*dtypes: Dtype, table: dict[tuple[Dtype, Dtype], Dtype] = PROMOTION) -> Dtype:
    """Return the dtype that all of `dtypes` promote to."""
    result = dtypes[0]
    for dtype in dtypes[1:]:
        try:
            result = table[result, dtype]
        except KeyError:
            msg = f"promotion: expected dtypes of kinds that mix, got {result} and {dtype}"
            raise IvyDtypePromotionError(msg) from None
    return result


@dataclass(frozen=True, slots=True)
class Finfo:
    """The limits of a floating dtype; of a complex one, those of its parts."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: Any

    @property
    def tiny(self) -> float:
        """The smallest positive number of full precision."""
        return self.smallest_normal

    @property
    def resolution(self) -> float:
        """The decimal resolution: ten to the power of minus the number of exact digits."""
        return float(f"1e-{int(-math.log10(self.eps))}")


@dataclass(frozen=True, slots=True)
class Iinfo:
    """The limits of an integer dtype."""

    bits: int
    max: int
    min: int
    dtype: Any


def _float_limits(dtype: Dtype, significant: int, exponent: int) -> Finfo:
    """Return the limits of a dtype with this many bits for the significand and the exponent."""
    largest_exponent = 2 ** (exponent - 1) - 1
    eps = 2.0**-significant
    largest = (2.0 - eps) * 2.0**largest_exponent
    return Finfo(dtype.bits, eps, largest, -largest, 2.0 ** (1 - largest_exponent), dtype)


def _integer_limits(dtype: Dtype) -> Iinfo:
    if dtype.kind == "uint":
        return Iinfo(dtype.bits, 2**dtype.bits - 1, 0, dtype)
    limit = 2 ** (dtype.bits - 1)
    return Iinfo(dtype.bits, limit - 1, -limit, dtype)


FINFO = {
    dtype: _float_limits(dtype, *bits)
    for dtype, bits in {
        bfloat16: (7, 8),
        float16: (10, 5),
        float32: (23, 8),
        float64: (52, 11),
    }.items()
}
FINFO |= {complex64: FINFO[float32], complex128: FINFO[float64]}
IINFO = {dtype: _integer_limits(dtype) for dtype in ALL_DTYPES if dtype.is_int_dtype}


def finfo(dtype: Dtype) -> Finfo:
    """Return the limits of a floating or complex dtype."""
    if dtype not in FINFO:
        raise IvyTypeError(f"finfo: expected a floating or complex dtype, got {dtype}; see iinfo")
    return FINFO[dtype]


def iinfo(dtype: Dtype) -> Iinfo:
    """Return the limits of an integer dtype."""
    if dtype not in IINFO:
        raise IvyTypeError(f"iinfo: expected an integer dtype, got {dtype}; see finfo")
    return IINFO[dtype]


class Device(str):
    """A device by name: `"cpu"`, `"gpu:0"`, `"tpu:1"`."""

    __slots__ = ()

    def __new__(cls, name: str) -> Device:
        """Return the device of this name; "gpu" is "gpu:0"."""
        kind, _, index = str(name).partition(":")
        if kind not in ("cpu", "gpu", "tpu") or (index and not index.isdigit()):
            msg = f"Device: expected 'cpu', 'gpu:0', 'tpu:0' or alike, got {name!r}"
            raise IvyDeviceError(msg)
        return str.__new__(cls, name if index or kind == "cpu" else f"{kind}:0")


class Shape(tuple[Any, ...]):
    """The shape of an array: a tuple of ints (of symbols or `None` while a framework traces)."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"ivy.Shape({', '.join(map(repr, self))})"

    def __add__(self, other: Any) -> Shape:
        return Shape(tuple.__add__(self, tuple(other)))

    def __radd__(self, other: Any) -> Shape:
        return Shape(tuple(other) + tuple(self))

    def __getitem__(self, index: Any) -> Any:
        found = tuple.__getitem__(self, index)
        return Shape(found) if isinstance(index, slice) else found

"""Dtypes, devices and shapes: the plain values that appear in signatures."""

from __future__ import annotations

from typing import Any, TypeVar

from ivy.errors import IvyDtypePromotionError, IvyValueError

A = TypeVar("A")
B = TypeVar("B")
"""An array of some kind: native of one framework, or `ivy.Array`. What goes in comes out."""

_KINDS = ("bool", "uint", "int", "float", "complex")


class Dtype:
    """A data type, equal to its name: `ivy.float32 == "float32"`.

    Not a `str` subclass: the Array API test suite takes strings for kinds, not for dtypes.
    """

    __slots__ = ("bits", "kind", "name")
    name: str
    kind: str
    bits: int
    _known: dict[str, Dtype] = {}

    def __new__(cls, name: Any) -> Dtype:
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
        return self.kind == "bool"

    @property
    def is_int_dtype(self) -> bool:
        return self.kind in ("int", "uint")

    @property
    def is_uint_dtype(self) -> bool:
        return self.kind == "uint"

    @property
    def is_float_dtype(self) -> bool:
        return self.kind == "float"

    @property
    def is_complex_dtype(self) -> bool:
        return self.kind == "complex"

    @property
    def dtype_bits(self) -> int:
        return self.bits

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
        "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
        "bfloat16 float16 float32 float64 complex64 complex128"
    ).split()
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
"""The Array API's table within a kind; across kinds the float wins: int64 with float32 is float32."""

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


class Device(str):
    """A device by name: `"cpu"`, `"gpu:0"`, `"tpu:1"`."""

    __slots__ = ()

    def __new__(cls, name: str) -> Device:
        kind, _, index = str(name).partition(":")
        if kind not in ("cpu", "gpu", "tpu") or (index and not index.isdigit()):
            msg = f"Device: expected 'cpu', 'gpu:0', 'tpu:0' or alike, got {name!r}"
            raise IvyValueError(msg)
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

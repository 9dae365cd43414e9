"""What rules for torch share: dtypes and shapes of values, and promotion as torch does it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch

from ivy.graph import rules
from ivy.graph.build import Builder
from ivy.graph.ir import Graph, Value
from ivy.graph.rules import Rule, transpile_rule

FLOATS = ("float16", "bfloat16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
_LARGEST = 2**62


def dtype_name(dtype: torch.dtype) -> str:
    """Return the name of a dtype, `torch.float32` -> `float32`."""
    return str(dtype).removeprefix("torch.")


def native_dtype(name: str) -> torch.dtype:
    """Return the dtype of a name."""
    return getattr(torch, name)


class TorchBuilder(Builder):
    """A builder that knows what the operation at hand returns, and its graph's random state."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph)
        self.expected: list[tuple[tuple[int | None, ...], str]] = []
        """Shape and dtype of each array that the operation returns."""
        self.operand: Any = None
        """The first array given to the operation, without values, as it lies in memory."""
        self.used: set[Any] = set()
        """Which of several results the program uses."""
        self.sizes: dict[tuple[int, int], Value] = {}
        self.modes: dict[str, Any] = {}

    @property
    def result(self) -> str:
        """Return the dtype of the first array that the operation returns."""
        return self.expected[0][1]

    @property
    def result_shape(self) -> tuple[int | None, ...]:
        """Return the shape of the first array that the operation returns."""
        return self.expected[0][0]

    def kept(self, name: str, array: torch.Tensor, table: Any = None, key: str = "") -> Value:
        """Keep an array with the graph, as a constant unless a table says what else it is."""
        value = self.value(name, tuple(array.shape), dtype_name(array.dtype))
        (self.graph.constants if table is None else table)[key or value.name] = value
        self.graph.arrays[key or value.name] = array.detach()
        return value

    def constant(self, value: Any) -> torch.Tensor | None:
        """Return the array of a value that is the same in every call."""
        kept = self.graph.constants.items()
        return next((self.graph.arrays[name] for name, held in kept if held is value), None)


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Return a decorator for the rules of operations of ATen."""
    return transpile_rule("torch", *(f"aten.{name}" for name in names))


def table(function: Rule, names: dict[str, str]) -> None:
    """Make a function rules of ATen that differ in an operation of ivy, its `op`."""
    rules.table("torch", function, {f"aten.{name}": op for name, op in names.items()})


# ---- values -------------------------------------------------------------------------------------


def known(value: Value, shape: Sequence[int | None], dtype: str) -> Value:
    """Say what is known of a value made inside of a rule, and return it."""
    value.shape, value.dtype = tuple(shape), dtype
    return value


def is_array(x: Any) -> bool:
    """Return whether something is a value that is an array, and no size."""
    return isinstance(x, Value) and x.dtype is not None


def rank(x: Value) -> int:
    """Return the number of axes."""
    return len(x.shape or ())


def axis_of(x: Value, axis: int) -> int:
    """Return an axis counted from the front; a 0-d array has one axis 0."""
    return axis % max(rank(x), 1)


def axes_of(x: Value, axes: Any) -> tuple[int, ...]:
    """Return axes counted from the front, all of them for None or nothing."""
    if axes is None or (isinstance(axes, (tuple, list)) and not axes):
        return tuple(range(rank(x)))
    return tuple(axis_of(x, axis) for axis in ([axes] if isinstance(axes, int) else axes))


def size_of(build: TorchBuilder, x: Value, axis: int) -> Any:
    """Return a size: a number if it is known, else a value."""
    axis = axis_of(x, axis)
    if (size := (x.shape or ())[axis]) is not None:
        return size
    if (id(x), axis) not in build.sizes:
        build.sizes[id(x), axis] = build.size(x, axis)
    return build.sizes[id(x), axis]


def product(build: TorchBuilder, sizes: Iterable[Any]) -> Any:
    """Return the product of sizes."""
    total: Any = 1
    for size in sizes:
        known = not isinstance(total, Value) and not isinstance(size, Value)
        total = total * size if known else build.host_multiply(total, size)
    return total


def shape_of(build: TorchBuilder, x: Value) -> tuple[Any, ...]:
    """Return all sizes of an array."""
    return tuple(size_of(build, x, axis) for axis in range(rank(x)))


def reshape(build: TorchBuilder, x: Value, shape: Sequence[Any]) -> Value:
    """Return an array in another shape; one unknown size is left to be inferred."""
    sizes = list(shape)
    unknown = [i for i, size in enumerate(sizes) if isinstance(size, Value)]
    if len(unknown) == 1 and -1 not in [s for s in sizes if isinstance(s, int)] and 0 not in sizes:
        sizes[unknown[0]] = -1
    result = build.reshape(x, tuple(sizes))
    whole = [None if isinstance(s, Value) or s == -1 else s for s in sizes]
    return known(result, whole, x.dtype or "")


# ---- dtypes -------------------------------------------------------------------------------------


def cast(build: Builder, x: Any, dtype: str) -> Any:
    """Return an array in a dtype, itself if it has it; a size becomes an array."""
    if not isinstance(x, Value):
        return x
    if x.dtype is None:
        return known(build.asarray(x, dtype=dtype), (), dtype)
    if x.dtype == dtype:
        return x
    return known(build.astype(x, dtype), x.shape or (), dtype)


def result_type(*operands: Any) -> str:
    """Return the dtype torch computes in: arrays without axes and numbers count less."""
    found = _stand_in(operands[0])
    for other in operands[1:]:
        dtype = torch.result_type(found, _stand_in(other))
        ranks = [x.ndim for x in (found, _stand_in(other)) if isinstance(x, torch.Tensor)]
        found = torch.empty((1,) * max(ranks, default=0), dtype=dtype, device="meta")
    if not isinstance(found, torch.Tensor):
        found = torch.tensor(found)
    return dtype_name(found.dtype)


def _stand_in(x: Any) -> Any:
    if isinstance(x, Value):
        if x.dtype is None:
            return 1
        return torch.empty((1,) * min(rank(x), 1), dtype=native_dtype(x.dtype), device="meta")
    return x


def promoted(build: Builder, *operands: Any, dtype: str | None = None) -> list[Any]:
    """Return operands in one dtype, that of torch if none is given.

    Numbers stay numbers, of a kind that the dtype has.
    """
    wanted = result_type(*operands) if dtype is None else dtype
    return [operand(build, x, wanted) for x in operands]


def operand(build: Builder, x: Any, dtype: str) -> Any:
    """Return an operand in a dtype; a number stays one."""
    if isinstance(x, Value):
        return cast(build, x, dtype)
    return number(x, dtype)


def number(x: Any, dtype: str) -> Any:
    """Return a number as one of a kind that a dtype holds."""
    if dtype == "bool":
        return bool(x)
    if dtype in FLOATS or dtype in COMPLEX:
        return float(x) if isinstance(x, bool) else x
    return int(x)


def is_whole(start: Any, stop: Any, step: Any) -> bool:
    """Return whether a slice takes everything."""
    return start in (None, 0) and step == 1 and (stop is None or not_limiting(stop))


def not_limiting(stop: Any) -> bool:
    """Return whether the end of a slice is the largest number, torch's way to say no end."""
    return isinstance(stop, int) and stop >= _LARGEST


def repeated(value: Any, count: int) -> tuple[Any, ...]:
    """Return one setting per axis: torch lets one number stand for all."""
    given = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    return given * count if len(given) == 1 else given


def with_batch(build: TorchBuilder, x: Value, dims: int) -> tuple[Value, bool]:
    """Return [N, C, ...] of an array that may lack the batch, and whether it did."""
    if rank(x) == dims + 2:
        return x, False
    return known(build.expand_dims(x, axis=0), (1, *(x.shape or ())), x.dtype or ""), True

"""The namespace that serves traced arrays: it runs ivy's operations and takes them down."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

from ivy import backends, config, dispatch
from ivy.array import Array
from ivy.backends.promotion import weak_promotion
from ivy.dispatch import NUMBERS, OPERATIONS, is_native, map_operands, operands
from ivy.errors import IvyException, IvyValueError
from ivy.graph.importers.ivy.control import run_branch, run_for, run_while
from ivy.graph.importers.tracing import Ratio, Size, Trace, Traced, no_values, refused, traced_in
from ivy.graph.ir import RANDOM
from ivy.types import Device, Dtype, Shape, promote_dtypes

SHAPES_OF_DATA = frozenset(
    "argwhere bincount trim_zeros unique_all unique_consecutive unique_counts unique_inverse "
    "unique_values".split()
)
"""Operations whose results have sizes that depend on values."""

_ABOUT_ARRAYS = frozenset(
    "dev dtype get_num_dims is_array is_ivy_array is_native_array itemsize strides "
    "requires_gradient is_sparse is_native_sparse_array is_ivy_sparse_array".split()
)
"""Questions that no value answers."""

_VALUES = frozenset(("to_dlpack", "to_list", "to_numpy", "to_scalar"))
_GRADIENTS = frozenset(
    "flat_vjp custom_vjp vjp jvp execute_with_gradients value_and_grad grad jac".split()
)
_SAME = frozenset(("array", "asarray", "native_array", "copy_array"))


class _Running(threading.local):
    trace: Trace | None = None


_RUNNING = _Running()


@contextmanager
def recording(trace: Trace) -> Iterator[Trace]:
    """Take down what the block does, in this thread."""
    outer = _RUNNING.trace
    _RUNNING.trace = trace
    try:
        yield trace
    finally:
        _RUNNING.trace = outer


class IvyTraced(Traced):
    """A traced array of a program that uses native arrays: it has operators too."""

    __slots__ = ()
    __array_ufunc__ = None
    __hash__ = object.__hash__

    T = property(lambda self: OPERATIONS["permute_dims"](self, (1, 0)))
    mT = property(lambda self: OPERATIONS["matrix_transpose"](self))

    def __getitem__(self, query: Any) -> Any:
        return RECORDER.get_item(self, query)

    def __setitem__(self, query: Any, value: Any) -> None:
        new = RECORDER.set_item(self, query, value, copy=True)
        self.value, self.first, self.second = new.value, new.first, new.second
        self.owner = new.owner

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))


def _operator(op: str, swapped: bool = False) -> Callable[[Any, Any], Any]:
    def operate(self: Any, other: Any) -> Any:
        return OPERATIONS[op](other, self) if swapped else OPERATIONS[op](self, other)

    return operate


for _name, _op in {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "pow": "pow",
    "floordiv": "floor_divide", "mod": "remainder", "matmul": "matmul", "and": "bitwise_and",
    "or": "bitwise_or", "xor": "bitwise_xor", "lshift": "bitwise_left_shift",
    "rshift": "bitwise_right_shift",
}.items():  # fmt: skip
    setattr(IvyTraced, f"__{_name}__", _operator(_op))
    setattr(IvyTraced, f"__r{_name}__", _operator(_op, swapped=True))
for _name, _op in {
    "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal", "eq": "equal",
    "ne": "not_equal",
}.items():  # fmt: skip
    setattr(IvyTraced, f"__{_name}__", _operator(_op))
for _name, _op in {
    "neg": "negative", "pos": "positive", "abs": "abs", "invert": "bitwise_invert",
}.items():  # fmt: skip
    setattr(IvyTraced, f"__{_name}__", lambda self, op=_op: OPERATIONS[op](self))


class Recorder:
    """A backend whose operations are nodes; everything else is that of the framework behind it."""

    NAME = backends.TRACING

    def __getattr__(self, name: str) -> Any:
        trace = _RUNNING.trace
        if trace is None:
            msg = f"{name}: expected a program being traced, got an array left over from a trace"
            raise IvyValueError(msg)
        if name in _GRADIENTS:
            msg = f"{name}: expected a function without gradients inside"
            raise refused(msg, "trace the function first, and differentiate what comes out")
        if name in OPERATIONS:
            return partial(self._record, trace, name)
        found = getattr(trace.space, name)
        if name in backends.shared_bodies():
            return partial(backends.shared_bodies()[name], self)
        return partial(self._unrecorded, name, found) if inspect.isroutine(found) else found

    def _unrecorded(
        self, name: str, function: Callable[..., Any], *args: Any, **kwargs: Any
    ) -> Any:
        if next(traced_in((args, kwargs)), None) is not None:
            raise refused(f"{name}: expected an operation of graphs", "leave it out of the trace")
        return function(*args, **kwargs)

    # ---- what is not a node -------------------------------------------------------------------

    def truth(self, condition: Any) -> bool | None:
        """Return None: the value is known when the graph runs."""
        return None if isinstance(condition, Traced) else bool(condition)

    def is_symbolic(self, x: Any) -> bool:
        """Return whether loops over an array are the graph's."""
        return isinstance(x, Traced)

    def is_traced(self, x: Any) -> bool:
        """Return whether an array has no value to keep."""
        return isinstance(x, Traced)

    def is_tracing(self) -> bool:
        """Return whether a framework traces."""
        return False

    def enable_einops(self) -> None:
        """Make traced arrays known to einops, which asks every backend whose an array is."""
        from ivy.graph.importers.ivy import einops  # noqa: F401

    def write_into(self, target: Any, value: Any) -> Any:
        """Return the new value: what is traced is never written to."""
        return value

    def shape(self, x: Any, as_array: bool = False) -> Any:
        """Return the shape, with sizes that know whether they follow the batch."""
        return self._record(self._trace(), "shape", x, True) if as_array else Shape(x.shape)

    def size(self, x: Any) -> Any:
        """Return the number of elements."""
        count = 1
        for size in x.shape:
            count = size * count
        return count

    def run_branch(self, condition: Any, then: Any, otherwise: Any) -> Any:
        """Record `if_else`."""
        return run_branch(self._trace(), recording, condition, then, otherwise)

    def run_while(self, test: Any, body: Any, natives: Any) -> Any:
        """Record `while_loop`."""
        return run_while(self._trace(), recording, test, body, natives)

    def run_for(self, array: Any, step: Any, natives: Any) -> Any:
        """Record a loop over the rows of an array: `scan`."""
        return run_for(self._trace(), recording, array, step, natives)

    @staticmethod
    def _trace() -> Trace:
        assert _RUNNING.trace is not None
        return _RUNNING.trace

    # ---- nodes --------------------------------------------------------------------------------

    def _record(self, trace: Trace, name: str, *args: Any, **kwargs: Any) -> Any:
        function = getattr(trace.space, name)
        args, kwargs = _plain(args), _plain(kwargs)
        creates = not any(map(is_native, operands(name, args)))
        some = next(traced_in((args, kwargs)), None) is not None
        if name in _ABOUT_ARRAYS:
            args = tuple(x.first if isinstance(x, Traced) else x for x in args)
            return function(*args, **kwargs)
        if some and name in _VALUES:
            raise no_values(f"ivy.{name}")
        if some and name == "to_backend":
            raise refused("ivy.to_backend: expected one framework", "move arrays before the trace")
        if name in _SAME and isinstance(args[0], Traced):
            dtype = _argument(name, args, kwargs, "dtype")
            return args[0] if dtype is None else self.astype(args[0], dtype)
        if name in _SAME and some and isinstance(args[0], (list, tuple)):
            stacked, dtype = self._stacked(args[0]), _argument(name, args, kwargs, "dtype")
            return stacked if dtype is None else self.astype(stacked, dtype)
        if not some and not creates and name not in RANDOM:
            return function(*args, **kwargs)
        _check(name, args, kwargs)
        args = self._promoted(trace, name, args)
        with config.BACKEND.override(trace.space.NAME):
            first, second = trace.compute(function, args, kwargs, name in RANDOM)
        if not _has_arrays(first):
            if some:
                raise no_values(f"ivy.{name}")
            return first
        if creates:
            args, kwargs = _with_dtype(trace, name, args, kwargs, first)
        args, kwargs = _without_defaults(name, args, kwargs)
        return trace.node(name, args, kwargs, first, second)

    def _stacked(self, nest: Any) -> Any:
        """Return nested lists with traced numbers in them as one array."""
        if isinstance(nest, (list, tuple)):
            rows = [self._stacked(x) for x in nest]
            return OPERATIONS["stack"](rows, axis=0)
        return nest if is_native(nest) else self.asarray(nest)

    def _promoted(self, trace: Trace, name: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the arguments with arrays of one dtype, which numbers do not change."""
        xs = operands(name, args, promoting=True)
        arrays = [x for x in xs if is_native(x)]
        if len(xs) < 2 or not arrays:
            return args
        target = promote_dtypes(*(trace.space.DTYPES[x.dtype] for x in arrays))
        for x in xs:
            if isinstance(x, NUMBERS):
                target = weak_promotion(target, getattr(x, "plain", type(x)))

        def cast(x: Any) -> Any:
            same = not is_native(x) or trace.space.DTYPES[x.dtype] == target
            return x if same else self.astype(x, target)

        return map_operands(cast, name, args, promoting=True)


RECORDER = Recorder()
backends.record_with(RECORDER)
dispatch.register(RECORDER, [IvyTraced])
for _varying in (Size, Ratio):
    of_numbers = dispatch.pairs[_varying.plain][Array]
    dispatch.pairs[_varying] = {IvyTraced: RECORDER, Array: of_numbers}
    dispatch.pairs[IvyTraced][_varying] = RECORDER
    dispatch.pairs[Array][_varying] = of_numbers


# ---- arguments ----------------------------------------------------------------------------------


def _plain(nest: Any) -> Any:
    """Return arguments with names for dtypes and devices, tuples for shapes, native arrays."""
    if isinstance(nest, dispatch.Wrapper):
        return nest._data
    if isinstance(nest, (Traced, *NUMBERS, str)) or nest is None or is_native(nest):
        return nest
    if isinstance(nest, Dtype):
        return nest.name
    if isinstance(nest, Device):
        return str(nest)
    if isinstance(nest, Shape):
        return tuple(nest)
    if isinstance(nest, tuple) and hasattr(nest, "_fields"):
        return type(nest)(*map(_plain, nest))
    if isinstance(nest, (tuple, list)):
        return type(nest)(map(_plain, nest))
    if isinstance(nest, range):
        return list(nest)
    if isinstance(nest, dict):
        return {key: _plain(x) for key, x in nest.items()}
    if isinstance(nest, slice):
        return slice(*map(_plain, (nest.start, nest.stop, nest.step)))
    if nest is Ellipsis:
        return nest
    try:
        return backends.as_ivy_dtype(nest).name
    except IvyException:
        return nest


@cache
def _parameters(name: str) -> tuple[inspect.Parameter, ...]:
    return tuple(inspect.signature(OPERATIONS[name]).parameters.values())


def _argument(name: str, args: tuple[Any, ...], kwargs: dict[str, Any], wanted: str) -> Any:
    if wanted in kwargs:
        return kwargs[wanted]
    for parameter, value in zip(_parameters(name), args, strict=False):
        if parameter.name == wanted:
            return value
    return None


def _with_dtype(
    trace: Trace, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], result: Any
) -> Any:
    """Return the arguments of an operation that makes an array, with the dtype it has made."""
    position = next((i for i, p in enumerate(_parameters(name)) if p.name == "dtype"), None)
    if position is None or not is_native(result) or _argument(name, args, kwargs, "dtype"):
        return args, kwargs
    dtype = trace.space.DTYPES[result.dtype].name
    if position < len(args):
        return (*args[:position], dtype, *args[position + 1 :]), kwargs
    return args, kwargs | {"dtype": dtype}


def _without_defaults(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Return the arguments without those at the end that have their default value."""
    parameters = _parameters(name)
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return args, kwargs
    given = list(args)
    while given and _is_default(parameters[len(given) - 1], given[-1]):
        if parameters[len(given) - 1].name == "training":  # its values of both modes are compared
            break
        given.pop()
    defaults = {p.name: p for p in parameters}
    kept = {k: v for k, v in kwargs.items() if k not in defaults or not _is_default(defaults[k], v)}
    return tuple(given), kept


def _is_default(parameter: inspect.Parameter, value: Any) -> bool:
    default = parameter.default
    if isinstance(default, Dtype):
        default = default.name
    return type(value) is type(default) and not is_native(value) and value == default


def _check(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Refuse what a graph cannot do."""
    data = name in SHAPES_OF_DATA
    if name == "nonzero":
        data = _argument(name, args, kwargs, "size") is None
    elif name == "repeat":
        data = is_native(_argument(name, args, kwargs, "repeats"))
    elif name == "get_item":
        query = args[1] if isinstance(args[1], tuple) else (args[1],)
        data = any(is_native(x) and "bool" in str(x.dtype) for x in query)
    if data:
        msg = f"ivy.{name}: expected a result whose shape does not depend on values"
        raise refused(msg, "use ivy.where, or ivy.nonzero with a size")
    if any(callable(x) and not is_native(x) for x in (*args, *kwargs.values())):
        msg = f"ivy.{name}: expected no function among the arguments"
        raise refused(msg, "call the function in the program instead")


def _has_arrays(result: Any) -> bool:
    if isinstance(result, dict):
        return any(map(_has_arrays, result.values()))
    if isinstance(result, (tuple, list)):
        return any(map(_has_arrays, result))
    return is_native(result)

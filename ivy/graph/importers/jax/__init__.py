"""JAX: functions and modules by way of `jax.make_jaxpr`."""

from __future__ import annotations

import dis
import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, is_dataclass
from typing import Any

import jax
import numpy as np
from jax._src.export.shape_poly import _DimExpr
from jax._src.interpreters.partial_eval import dce_jaxpr

from ivy.errors import IvyTypeError
from ivy.graph.importers.jax.build import KEY, JaxBuilder, Key, Operand
from ivy.graph.importers.jax.modes import differ_by_mode_only, recording
from ivy.graph.importers.jax.read import Reader, is_librarys
from ivy.graph.importers.jax.sources import Source, source_of
from ivy.graph.importers.tracing import lengths, line_of
from ivy.graph.ir import Graph, Value, normalization_statistics
from ivy.graph.record import Record
from ivy.graph.rules import IvyTranspileException, Translation, Unsupported, warn_of_fixed_sizes

for _area in (
    "composites",
    "control",
    "elementwise",
    "indexing",
    "layers",
    "linalg",
    "random",
    "reductions",
    "scatter",
    "shapes",
    "special",
    "windows",
):
    importlib.import_module(f"ivy.graph.importers.jax.{_area}")  # registers its rules


def to_graph(
    obj: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    dynamic_batch: bool = True,
    dynamic_axes: tuple[int, ...] = (),
) -> Graph:
    """Return the graph of a function or module (the forms are listed in `jax_sources`).

    The first axis of arrays that is as long as that of the first array keeps its size open, where
    JAX can trace the program so, and so do `dynamic_axes` of all arrays. Where it cannot, as when
    weights are given first, the first array of the next argument is tried. A module is read in
    evaluation and in training mode; if they differ, the graph for training is in `train`.
    """
    source = source_of(obj)
    batches = _batches((*args, *kwargs.values())) if dynamic_batch else []
    if dynamic_axes:
        try:
            return _first_possible(source, args, kwargs, dynamic_axes, batches or [None])
        except Exception as error:  # whatever it is, the program for the sizes given says it too
            why = f"for other lengths JAX says: {error}"
            warn_of_fixed_sizes((args, kwargs), why, dynamic_axes)
    try:
        return _first_possible(source, args, kwargs, (), batches or [None])
    except Exception as error:
        graph = _graph(source, args, kwargs, (), None)
        warn_of_fixed_sizes((args, kwargs), f"for any batch JAX says: {error}")
        return graph


def _batches(arguments: Any) -> list[int | None]:
    """Return the sizes that the batch may have: those of the first array of each argument."""
    arrays = [filter(_has_batch, filter(_is_array, jax.tree.leaves(x))) for x in arguments]
    firsts = [next(each, None) for each in arrays]
    return list(dict.fromkeys(x.shape[0] for x in firsts if x is not None))


def _first_possible(
    source: Source, args: Any, kwargs: Any, axes: tuple[int, ...], batches: list[int | None]
) -> Graph:
    problem: Exception | None = None
    for batch in batches:
        try:
            return _graph(source, args, kwargs, axes, batch)
        except Exception as error:
            problem = problem or error
    raise problem or AssertionError


def _graph(
    source: Source, args: Any, kwargs: Any, axes: tuple[int, ...], batch: int | None
) -> Graph:
    call = _Call(source, args, kwargs, axes, batch)
    if not source.has_modes:
        return _read(call, call.trace(False))
    try:
        with recording():
            traces = [call.trace(training) for training in (False, True)]
    except NotImplementedError:  # a transformation that our primitives have no rule for
        traces = [call.trace(training) for training in (False, True)]
    if _equal(*traces):
        return _read(call, traces[0], follows_mode=True)
    graph = _read(call, traces[0])
    graph.train = _read(call, traces[1], "train_")
    return graph


# ---- tracing ------------------------------------------------------------------------------------


@dataclass
class _Trace:
    jaxpr: Any
    consts: Sequence[Any]
    outputs: Any
    """The structure of the result."""
    count: int
    """How many results the call has; new buffers follow them."""
    buffers: list[str]


class _Call:
    """A call of a source, with the arrays among its arguments told from what is fixed."""

    def __init__(
        self, source: Source, args: Any, kwargs: Any, axes: tuple[int, ...], batch: int | None
    ) -> None:
        self.source = source
        self.leaves, self.structure = jax.tree_util.tree_flatten((args, kwargs))
        self.places = [i for i, x in enumerate(self.leaves) if _is_array(x)]
        self.arrays = [self.leaves[i] for i in self.places]
        self.types = _types(self.arrays, axes, batch)
        self.is_fixed = all(isinstance(n, int) for t in self.types for n in t.shape)

    def trace(self, training: bool) -> _Trace:
        """Return the jaxpr of the call."""
        source, found = self.source, {}

        def function(parameters: list[Any], buffers: list[Any], arrays: list[Any]) -> Any:
            leaves = list(self.leaves)
            for place, x in zip(self.places, arrays, strict=True):
                leaves[place] = x
            args, kwargs = jax.tree_util.tree_unflatten(self.structure, leaves)
            p = dict(zip(source.parameters, parameters, strict=True))
            b = dict(zip(source.buffers, buffers, strict=True))
            result, after = source.call(p, b, args, kwargs, training)
            results, found["outputs"] = jax.tree_util.tree_flatten(_plain(result))
            found["count"], found["buffers"] = len(results), list(after)
            return results, list(after.values())

        given = [_types(list(x.values())) for x in (source.parameters, source.buffers)]
        try:
            with nullcontext() if self.is_fixed else _certain_sizes(), lengths(jax.core.Tracer):
                closed = jax.make_jaxpr(function)(*given, self.types)
            self._check_sizes(closed.out_avals, function, given)
        except _DATA_DEPENDENT as error:
            raise IvyTranspileException(_refusal(error)) from error
        jaxpr, _ = dce_jaxpr(closed.jaxpr, [True] * len(closed.jaxpr.outvars), instantiate=True)
        return _Trace(jaxpr, closed.consts, **found)

    def _check_sizes(self, results: Any, function: Any, given: Any) -> None:
        """Raise an error if the results have other shapes than for the sizes given.

        A program may ask for a size: JAX says that one which is not known equals no number.
        """
        pairs = zip(self.types, self.arrays, strict=True)
        known = {str(n): size for t, x in pairs for n, size in zip(t.shape, x.shape, strict=True)}
        if self.is_fixed:
            return
        expected = jax.eval_shape(function, *given, _types(self.arrays))
        for one, other in zip(results, jax.tree_util.tree_leaves(expected), strict=True):
            shape = tuple(n if isinstance(n, int) else int(n._evaluate(known)) for n in one.shape)
            if shape != other.shape:
                raise Unsupported(f"a result of the shape {shape} in place of {other.shape}")


@contextmanager
def _certain_sizes() -> Iterator[None]:
    """Refuse `if n % 8:` and a program's own `if n == 8:`, where the answer differs with the size.

    JAX 0.10 says that a size which is not known is true and equals no number.
    """
    equal = _DimExpr.__eq__

    def truth(size: Any) -> bool:
        return bool(size > 0 or size < 0)  # raises an error where that is not certain

    def certainly_equal(size: Any, other: Any) -> bool:
        frame: Any = sys._getframe(1)
        # `!=` calls `==`, and so does that of a dataclass, whose code has no file.
        while frame.f_code.co_filename == _SIZES or frame.f_code.co_name == "__eq__":
            frame = frame.f_back
        by = frame.f_code.co_filename
        by_user = by != _SIZES and not is_librarys(by)
        # JAX's caches, which are written in C++, compare too, in the name of whoever calls JAX.
        by_user &= frame.f_code.co_code[frame.f_lasti] in _COMPARISONS
        if isinstance(other, int) and (by_user or str(size).startswith("mod(")):
            return bool(size >= other and size <= other)
        return equal(size, other)

    methods = {"__bool__": truth, "__eq__": certainly_equal}
    for name, method in methods.items():
        setattr(_DimExpr, name, method)
    try:
        yield
    finally:
        for name in methods:
            delattr(_DimExpr, name)
        _DimExpr.__eq__ = equal


_SIZES = _DimExpr.__eq__.__code__.co_filename
_COMPARISONS = dis.opmap["COMPARE_OP"], dis.opmap["CONTAINS_OP"]

_DATA_DEPENDENT = (
    jax.errors.ConcretizationTypeError,
    jax.errors.TracerArrayConversionError,
    jax.errors.TracerIntegerConversionError,
    jax.errors.NonConcreteBooleanIndexError,
)


def _refusal(error: Exception) -> str:
    """Return what a program did that depends on the values of its arrays, and where."""
    what = str(error).partition("\n")[0].rstrip(".")
    advice = "use jnp.where, jax.lax.cond or jax.lax.while_loop"
    msg = "expected a program that does not depend on values of arrays"
    return f"{msg}; {advice}: {what}, at {line_of(error)}"


def _types(arrays: list[Any], axes: tuple[int, ...] = (), batch: int | None = None) -> list[Any]:
    """Return the types to trace with.

    Symbols are, along the first axis, the size of the batch, and each size along `axes`.
    """
    ranked = [x for x in arrays if _has_batch(x)]
    places = {(i, x.shape[i]): f"n{i}_{x.shape[i]}" for i in axes for x in ranked if i < x.ndim}
    places |= {(0, batch): "b"} if batch is not None else {}
    symbols = dict(zip(places, jax.export.symbolic_shape(", ".join(places.values())), strict=True))

    def type_of(x: Any) -> Any:
        sizes = enumerate(x.shape) if _has_batch(x) else ()
        shape = [symbols.get((axis, size), size) for axis, size in sizes]
        return jax.ShapeDtypeStruct(tuple(shape) or x.shape, x.dtype)

    return [type_of(x) for x in arrays]


def _is_key(x: Any) -> bool:
    return bool(jax.dtypes.issubdtype(x.dtype, jax.dtypes.prng_key))


def _is_array(x: Any) -> bool:
    return isinstance(x, (jax.Array, np.ndarray))


def _has_batch(x: Any) -> bool:
    """Return whether the first axis may be one of examples; that of a key of random numbers not."""
    is_raw_key = x.dtype == np.uint32 and x.shape == (2,)  # what jax.random.PRNGKey returns
    return x.ndim > 0 and not _is_key(x) and not is_raw_key


def _plain(result: Any) -> Any:
    """Return a result with dicts in place of other mappings and of objects with fields."""
    if isinstance(result, Mapping):
        return {key: _plain(x) for key, x in result.items()}
    if isinstance(result, tuple) and hasattr(result, "_fields"):
        return type(result)(*map(_plain, result))
    if isinstance(result, (tuple, list)):
        return type(result)(map(_plain, result))
    if is_dataclass(result) and not isinstance(result, type):
        names = list(result.__dataclass_fields__)
        return Record({name: _plain(getattr(result, name)) for name in names})
    return result


def _equal(one: _Trace, other: _Trace) -> bool:
    """Return whether evaluation and training do the same, but for layers that know the mode."""
    same = differ_by_mode_only(str(one.jaxpr), str(other.jaxpr)) and one.buffers == other.buffers
    pairs = zip(one.consts, other.consts, strict=False)
    return same and len(one.consts) == len(other.consts) and all(_same(*pair) for pair in pairs)


def _same(one: Any, other: Any) -> bool:
    if _is_key(one) or _is_key(other):
        return True
    return np.array_equal(np.asarray(one), np.asarray(other))


# ---- reading ------------------------------------------------------------------------------------


def _read(call: _Call, trace: _Trace, prefix: str = "", follows_mode: bool = False) -> Graph:
    source = call.source
    graph = Graph(source.name, source="jax")
    build = JaxBuilder(graph)
    build.prefix = prefix
    reader = Reader(build, Translation("jax", build))
    reader.follows_mode = follows_mode
    inputs: list[Operand] = []
    for kind, arrays in ((graph.parameters, source.parameters), (graph.buffers, source.buffers)):
        for name, x in arrays.items():
            if _is_key(x):
                inputs.append(KEY)
                continue
            kind[name] = build.typed(build.value(name), x.shape, x.dtype)
            graph.arrays[name] = x
            inputs.append(kind[name])
    leaves = list(call.leaves)
    for i, (place, type_) in enumerate(zip(call.places, call.types, strict=True)):
        x = build.value("x" if len(call.places) == 1 else f"x{i}")
        leaves[place] = x
        if _is_key(type_):
            inputs.append(KEY)
            continue
        inputs.append(build.typed(x, type_.shape, type_.dtype))
        for axis, size in enumerate(type_.shape):
            if str(size).isidentifier():
                build.places.setdefault(str(size), (x, axis))
    graph.args, graph.kwargs = _checked(jax.tree_util.tree_unflatten(call.structure, leaves))
    graph.argument_names = source.argument_names()
    try:
        results = reader.read(trace.jaxpr, trace.consts, inputs)
        values = [None if isinstance(x, Key) else reader.value(x) for x in results]
    except Unsupported as error:
        reader.translation.note(str(error))
        reader.translation.check()
        raise
    reader.translation.check()
    graph.outputs = jax.tree_util.tree_unflatten(trace.outputs, values[: trace.count])
    for name, value in zip(trace.buffers, values[trace.count :], strict=True):
        if value is not None and value is not graph.buffers.get(name):
            graph.mutations[name] = value
    graph.statistics = normalization_statistics(graph)
    return graph


def _checked(nest: Any) -> Any:
    """Return arguments as nests of dicts, lists and tuples."""
    for part in _parts(nest):
        if isinstance(part, (Value, str, bytes, bool, int, float, complex, type(None))):
            continue
        if jax.tree_util.all_leaves([part]) and not isinstance(part, Mapping):
            continue
        msg = "args: expected arrays, numbers and nests of dicts, lists and tuples"
        raise IvyTypeError(f"{msg}, got {type(part).__name__}")
    return _plain(nest)


def _parts(nest: Any) -> Iterator[Any]:
    if isinstance(nest, Mapping):
        for x in nest.values():
            yield from _parts(x)
    elif isinstance(nest, (tuple, list)):
        for x in nest:
            yield from _parts(x)
    else:
        yield nest

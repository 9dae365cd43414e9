"""Reads a jaxpr: each equation becomes nodes by its rule, calls of functions are read in place."""

from __future__ import annotations

import functools
import importlib.util
import os
import warnings
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np
from jax._src import source_info_util
from jax.extend.core import Literal

from ivy.graph.importers.jax.build import (
    ELEMENTWISE,
    KEY,
    JaxBuilder,
    Key,
    Number,
    Operand,
    Spread,
    is_number,
)
from ivy.graph.importers.jax.gradients import function_and_gradient, with_gradient
from ivy.graph.importers.jax.templates import composite
from ivy.graph.ir import Graph, Scope, Value
from ivy.graph.rules import RULES, Translation, Unsupported

SCOPE = "ivy|"
"""How the names of scopes begin that say in which module an equation is: `ivy|path|class`."""

_LIBRARIES = ("jax", "flax", "haiku", "equinox", "keras", "optax", "jaxlib", "chex", "ivy")


@functools.cache
def _library_folders() -> tuple[str, ...]:
    specs = [spec for spec in map(importlib.util.find_spec, _LIBRARIES) if spec is not None]
    folders = [folder for spec in specs for folder in spec.submodule_search_locations or ()]
    return tuple(f"{folder}{os.sep}" for folder in folders)


def is_librarys(file: str) -> bool:
    """Return whether code is a library's, by where that is installed: users call folders `ivy`."""
    return file.startswith(_library_folders())


# What these say is where and how fast to compute, not what.
_HINTS = frozenset({
    "sharding", "out_sharding", "accuracy", "precision", "indices_are_sorted", "unique_indices",
    "weak_type", "explicit_dims", "input_dtype", "devices", "srcs", "copy_semantics",
})  # fmt: skip


class Reader:
    """Adds the nodes of a jaxpr to a graph."""

    def __init__(self, build: JaxBuilder, translation: Translation) -> None:
        self.build, self.translation = build, translation
        self.scope: Scope = ()
        self.follows_mode = False
        """Whether layers that were traced to evaluate train when the graph does."""
        self.has_gradient = False
        """Whether what is read belongs to a function whose own gradient it has already."""
        self.env: dict[Any, Operand] = {}
        self.defined: dict[Any, Any] = {}
        """The equation that a variable comes from."""
        build.reader = self

    def inner(self, graph: Graph) -> Reader:
        """Return a reader of a part of the program that is a graph of its own."""
        build = JaxBuilder(graph)
        build.source = self.build.source
        # Problems inside are listed with those outside.
        translation = Translation(self.translation.framework, build)
        translation.missing = self.translation.missing
        reader = Reader(build, translation)
        reader.scope, reader.follows_mode = self.scope, self.follows_mode
        reader.has_gradient = self.has_gradient
        return reader

    # ---- equations ------------------------------------------------------------------------------

    def read(self, jaxpr: Any, consts: Sequence[Any], inputs: Sequence[Operand]) -> list[Operand]:
        """Add the equations of a jaxpr for these inputs, and return its results."""
        # A jaxpr read twice has the same variables, which then stand for something else.
        before, self.env = self.env, {}
        env = self.env
        for var, x in zip(jaxpr.constvars, consts, strict=True):
            env[var] = self.constant(x)
        env.update(zip(jaxpr.invars, inputs, strict=True))
        position, eqns = 0, jaxpr.eqns
        outer = self.scope
        while position < len(eqns):
            eqn = eqns[position]
            self.scope = outer + _scope_of(eqn)
            self.build.scope, self.build.source = self.scope, _line_of(eqn) or self.build.source
            position += composite(self, jaxpr, position) or self._equation(eqn)
        self.scope = outer
        results = [self.atom(var) for var in jaxpr.outvars]
        self.env = before
        return results

    def _equation(self, eqn: Any) -> int:
        operands = [self.atom(var) for var in eqn.invars]
        results = self._results(eqn, operands)
        for var, result in zip(eqn.outvars, results, strict=True):
            self.define(var, result)
            self.defined[var] = eqn
        return 1

    def define(self, var: Any, result: Operand) -> None:
        """Say what a variable stands for."""
        if isinstance(result, Value):
            self.build.typed(result, var.aval.shape, var.aval.dtype)
        self.env[var] = result

    def atom(self, var: Any) -> Operand:
        """Return what a variable or literal stands for."""
        if isinstance(var, Literal):
            return self.constant(np.asarray(var.val, dtype=var.aval.dtype))
        return self.env[var]

    def constant(self, x: Any) -> Operand:
        """Return an array known now: a number if it has no axes."""
        if jax.dtypes.issubdtype(getattr(x, "dtype", np.dtype(type(x))), jax.dtypes.prng_key):
            return KEY
        array = np.asarray(x)
        if array.ndim == 0:
            return Number(array.item(), str(array.dtype))
        if array.size > 1 and array.dtype.kind in "fiub" and (array == array.flat[0]).all():
            number = Number(array.flat[0].item(), str(array.dtype))
            return Spread(number, array.shape, number.dtype)
        return self.build.array(array)

    def _results(self, eqn: Any, operands: list[Operand]) -> list[Operand]:
        name = eqn.primitive.name
        if name in CALLS and (results := self._call(eqn, operands)) is not None:
            return results
        if (folded := _folded(eqn, operands)) is not None:
            return folded
        if name == "broadcast_in_dim":
            return [self._broadcast(eqn, *operands)]
        if name == "reshape" and (spread := self._led_by_ones(eqn, operands[0])) is not None:
            return [spread]
        if name in ELEMENTWISE:
            return [self._elementwise(eqn, operands)]
        return self.apply(name, eqn, [self._given(x) for x in operands])

    def apply(
        self, name: str, eqn: Any, operands: Sequence[Any], params: dict[str, Any] | None = None
    ) -> list[Operand]:
        """Return what the rule gives; zeros, after a note for the error, if it gives nothing."""
        self.build.eqn = eqn
        if params is None:
            params = {key: _tidy(x) for key, x in eqn.params.items() if key not in _HINTS}
            if params.get("out_dtype", 0) is None:
                del params["out_dtype"]
        rule = RULES["jax"].get(name)
        function = getattr(rule, "func", rule)  # of a partial
        if rule is not None and not function.__module__.startswith("ivy."):  # a user's
            operands = [x.value if isinstance(x, Number) else x for x in operands]
        results = self.translation.apply(name, *operands, **params)
        if results is None and eqn.outvars:
            return [self._placeholder(var.aval) for var in eqn.outvars]
        listed = isinstance(results, (tuple, list))
        return list(results) if listed else [results] if eqn.outvars else []

    def _placeholder(self, aval: Any) -> Operand:
        if jax.dtypes.issubdtype(aval.dtype, jax.dtypes.prng_key):
            return KEY
        value = self.build.value("missing")
        return self.build.typed(value, aval.shape, aval.dtype)

    # ---- calls ----------------------------------------------------------------------------------

    def _call(self, eqn: Any, operands: list[Operand]) -> list[Operand] | None:
        key = CALLS[eqn.primitive.name]
        closed = eqn.params[key] if key else _expanded(eqn)
        jaxpr = closed.jaxpr if hasattr(closed, "consts") else closed
        consts = closed.consts if hasattr(closed, "consts") else ()
        info = jaxpr.debug_info.func_src_info if jaxpr.debug_info else ""
        if eqn.primitive.name in ("custom_jvp_call", "custom_vjp_call") and _is_users(info or ""):
            own = None if self.has_gradient else with_gradient(eqn)
            if own is not None:
                self.has_gradient = True
                results = self.read(own.jaxpr, own.consts, operands)
                self.has_gradient = False
                return results
            if not self.has_gradient and (both := function_and_gradient(eqn)) is not None:
                return [self._with_gradient(eqn, *both)]
            if not self.has_gradient:
                _warn_of_gradient(info)
        rule = f"jit:{eqn.params.get('name', '')}"
        if rule in RULES["jax"] and f"{os.sep}jax{os.sep}_src{os.sep}" in (info or ""):
            given = [x if isinstance(x, (Key, Number)) else self.value(x) for x in operands]
            self.build.eqn = eqn
            results = RULES["jax"][rule](self.build, *given)
            if results is not NotImplemented:
                listed = list(results) if isinstance(results, (tuple, list)) else [results]
                # A call that is differentiated also returns what its gradient needs.
                if len(listed) == len(eqn.outvars):
                    return listed
        return self.read(jaxpr, consts, operands)

    def _with_gradient(self, eqn: Any, names: Any, function: Any, gradient: Any) -> Value:
        """Return the result of a function whose gradient is another program."""
        from ivy.graph.importers.jax.control import subgraph

        given = [self.value(self.atom(x)) for x in names]
        free: list[None] = [None] * (len(given) + 1)
        self.has_gradient = True
        graphs = [
            subgraph(self.build, "function", function, given, free[1:]),
            subgraph(self.build, "gradient", gradient, [*given, given[0]], free),
        ]
        self.has_gradient = False
        [graphs[0].outputs] = graphs[0].outputs
        self.build.eqn = eqn
        [result] = eqn.outvars
        called = self.build.with_gradient(*graphs, tuple(given))
        return self.build.typed(called, result.aval.shape, result.aval.dtype)

    # ---- operands -------------------------------------------------------------------------------

    def value(self, x: Operand) -> Value:
        """Return an operand as the value of a node."""
        if isinstance(x, Value):
            return x
        if isinstance(x, Number):
            return self.build.number(x.value, x.dtype)
        if isinstance(x, Key):
            raise Unsupported("a key of random numbers used as an array")
        if x.value is None:
            if isinstance(x.source, Number):
                shape = self.build.dims(x.shape)
                x.value = self.build.full(shape, x.source.value, dtype=str(x.dtype))
            else:
                x.value = self.build.broadcast_to(x.source, self.build.dims(x.shape))
            self.build.typed(x.value, x.shape, x.dtype)
        return x.value

    def _given(self, x: Operand) -> Any:
        return x if isinstance(x, (Key, Number)) else self.value(x)

    def _led_by_ones(self, eqn: Any, x: Operand) -> Spread | None:
        """Return an array that gets more axes of size 1 in front, which broadcasting adds."""
        shape = eqn.params["new_sizes"]
        if not isinstance(x, Value) or eqn.params["dimensions"] is not None:
            return None
        before = len(shape) - len(self.build.shape_of(x))
        if before < 1 or not all(is_number(size, 1) for size in shape[:before]):
            return None
        same = _same_sizes(self.build.shape_of(x), shape[before:])
        return Spread(x, tuple(shape), x.dtype or "") if same else None

    def _broadcast(self, eqn: Any, x: Operand, *sizes: Any) -> Operand:
        shape, axes = _tidy(eqn.params["shape"]), _tidy(eqn.params["broadcast_dimensions"])
        if isinstance(x, Spread):
            source = x.source
            if isinstance(source, Number) or len(axes) == len(shape):
                return Spread(source, shape, x.dtype)
            x = self.value(x)
        if isinstance(x, Number):
            return Spread(x, shape, x.dtype) if shape else x
        assert isinstance(x, Value)
        own = self.build.shape_of(x)
        if not own:
            return Spread(x, shape, x.dtype or "")
        first = axes[0] if axes else len(shape)
        missing = [i - first for i in range(first, len(shape)) if i not in axes]
        result = self.build.expanded(x, missing)
        before = len(shape) - len(self.build.shape_of(result))
        if _same_sizes(self.build.shape_of(result), shape[before:]) and all(
            is_number(size, 1) for size in shape[:before]
        ):
            return result if not before else Spread(result, shape, x.dtype or "")
        return Spread(result, shape, x.dtype or "")

    def _elementwise(self, eqn: Any, operands: list[Operand]) -> Operand:
        """Apply a rule that broadcasts to what the operands were broadcast from."""
        aval = eqn.outvars[0].aval
        plain: list[Any] = [x.source if isinstance(x, Spread) else x for x in operands]
        values = [x for x in plain if isinstance(x, Value)]
        sizes = [self.build.shape_of(x) for x in values]
        inner = _broadcast_shape(sizes)
        if inner is None or not values:
            plain = [self.value(x) if isinstance(x, Spread) else x for x in operands]
            if not any(isinstance(x, Value) for x in plain):
                plain[0] = self.value(plain[0])
            inner = tuple(aval.shape)
        [result] = self.apply(eqn.primitive.name, eqn, plain)
        if not isinstance(result, Value):
            return result
        if _same_sizes(inner, aval.shape):
            return result
        self.build.typed(result, inner, aval.dtype)
        return Spread(result, aval.shape, str(aval.dtype))


def _tidy(x: Any) -> Any:
    """Return a parameter with Python's whole numbers in place of NumPy's."""
    if isinstance(x, np.integer):
        return int(x)
    return tuple(map(_tidy, x)) if type(x) is tuple else x


def _same_sizes(first: Sequence[Any], second: Sequence[Any]) -> bool:
    return len(first) == len(second) and all(
        str(one) == str(other) for one, other in zip(first, second, strict=True)
    )


def _broadcast_shape(shapes: list[tuple[Any, ...]]) -> tuple[Any, ...] | None:
    """Return the shape that arrays of these shapes broadcast to; None if that is not certain."""
    rank = max(map(len, shapes), default=0)
    result: list[Any] = [1] * rank
    for shape in shapes:
        for axis, size in enumerate(shape, rank - len(shape)):
            if is_number(size, 1):
                continue
            if not is_number(result[axis], 1) and str(result[axis]) != str(size):
                return None
            result[axis] = size
    return tuple(result)


def _folded(eqn: Any, operands: list[Operand]) -> list[Operand] | None:
    """Return the results of an elementwise equation whose operands are all known numbers."""
    if eqn.primitive.name not in ELEMENTWISE:
        return None
    plain = [x.source if isinstance(x, Spread) else x for x in operands]
    if not plain or not all(isinstance(x, Number) for x in plain):
        return None
    aval = eqn.outvars[0].aval
    given = [np.asarray(x.value, x.dtype) for x in plain if isinstance(x, Number)]
    params = {key: None if key == "sharding" else x for key, x in eqn.params.items()}
    with jax.ensure_compile_time_eval():
        result = np.asarray(eqn.primitive.bind(*map(jax.numpy.asarray, given), **params))
    number = Number(result.item(), str(aval.dtype))
    return [Spread(number, aval.shape, number.dtype) if aval.shape else number]


CALLS = {
    "jit": "jaxpr",
    "pjit": "jaxpr",
    "closed_call": "call_jaxpr",
    "core_call": "call_jaxpr",
    "custom_jvp_call": "call_jaxpr",
    "custom_vjp_call": "call_jaxpr",
    "checkpoint": "jaxpr",
    "remat2": "jaxpr",
    "custom_lin": "call_jaxpr",
    "call_hi_primitive": "",
}
"""Primitives that call a jaxpr -> the parameter that holds it, if there is one."""


def _expanded(eqn: Any) -> Any:
    """Return the jaxpr of a function that JAX 0.12 keeps whole, such as searchsorted."""
    avals = [x.aval for x in eqn.invars]
    given = [jax.ShapeDtypeStruct(a.shape, a.dtype, weak_type=a.weak_type) for a in avals]
    return jax.make_jaxpr(lambda *args: eqn.primitive.to_lojax(*args, **eqn.params))(*given)


def _is_users(info: str) -> bool:
    """Return whether a function is none of JAX, whose own gradients are the plain ones."""
    place = info.partition(" at ")[2]
    return bool(place) and not is_librarys(place)


def _warn_of_gradient(info: str) -> None:
    name, _, place = info.partition(" at ")
    msg = f"{name}: its custom gradient is not kept; the target differentiates the function"
    warnings.warn(f"{msg} ({place})", UserWarning, stacklevel=2)


def _scope_of(eqn: Any) -> Scope:
    names = [getattr(each, "name", "") for each in eqn.source_info.name_stack.stack]
    found = [name.split("|")[1:3] for name in names if name.startswith(SCOPE)]
    return tuple((path, cls) for path, cls in found)


def _line_of(eqn: Any) -> str:
    """Return `file:line` of the user's code, or of the library's if there is no other."""
    traceback = eqn.source_info.traceback
    first = ""
    for frame in source_info_util.user_frames(traceback) if traceback else ():
        line = f"{frame.file_name}:{frame.start_line}"
        first = first or line
        if not is_librarys(frame.file_name):
            return line
    return first

"""Branches and loops that depend on values, also where a framework traces.

A condition whose value is known is decided by Python, and loops run in Python. A condition that a
framework only traces becomes its own branch or loop: `lax.cond`, `lax.while_loop` and `lax.scan`,
`tf.cond` and `tf.while_loop`, `torch.cond` and torch's `while_loop`. Both branches then return the
same structure, and a loop keeps structure, dtypes and shapes of its variables.

`vars` are the arguments of the functions: a dict for keyword arguments, or a tuple or list of
positional ones. They may be nests, of native arrays, `ivy.Array` and anything else.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable
from typing import Any

from ivy import dispatch
from ivy.dispatch import NUMBERS, Wrapper, is_array, is_native, space_of
from ivy.errors import IvyException, IvyTypeError, IvyValueError, check_callable, describe, reworded
from ivy.nest import Path, leaves_with_paths, like, mapped, replaced

__all__ = ["cmp_is", "cmp_isnot", "for_loop", "if_else", "try_except", "while_loop"]

_Vars = dict[str, Any] | tuple[Any, ...] | list[Any]


def if_else(
    cond: Any, body_fn: Callable[..., Any], orelse_fn: Callable[..., Any], vars: _Vars
) -> Any:
    """Return what `body_fn` returns for `vars` if `cond` is true, else what `orelse_fn` does.

    `cond` is a truth value or a function of `vars` that returns one.

    >>> ivy.if_else(lambda x: x > 0, lambda x: x * 2, lambda x: -x, {"x": ivy.array(3.0)})
    ivy.array(6.)
    """
    condition = _call("if_else", cond, vars) if callable(cond) else cond
    truth = _truth("if_else", condition)
    if truth is not None:
        return _call("if_else", body_fn if truth else orelse_fn, vars)
    native, space = _native(condition), space_of(condition)

    def branch(function: Callable[..., Any]) -> Callable[[], Any]:
        return lambda: mapped(
            lambda leaf: _as_native(space, leaf), _call("if_else", function, vars)
        )

    try:
        result = space.run_branch(native, branch(body_fn), branch(orelse_fn))
    except IvyException:
        raise
    except Exception as error:
        raise reworded(error, "if_else", space.NAME, (vars,)) from error
    given = leaves_with_paths((vars, condition), is_array)
    if not builtins.any(isinstance(leaf, Wrapper) for _, leaf in given):
        return result
    return mapped(lambda leaf: dispatch.new_array(leaf) if is_native(leaf) else leaf, result)


def while_loop(test_fn: Callable[..., Any], body_fn: Callable[..., Any], vars: _Vars) -> Any:
    """Return `vars` after replacing them by what `body_fn` returns while `test_fn` is true.

    `body_fn` returns new `vars`: a dict or a tuple as it got, or for one variable its value.

    >>> ivy.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (0, ivy.array(1.0)))
    (3, ivy.array(8.))
    """
    while True:
        test = _call("while_loop", test_fn, vars)
        truth = _truth("while_loop", test)
        if truth is None:
            break
        if not truth:
            return vars
        vars = _new_vars("while_loop", vars, _call("while_loop", body_fn, vars))
    space = space_of(test)
    carried = _Carried("while_loop", space, vars)

    def native_test(*natives: Any) -> Any:
        return _as_native(space, _call("while_loop", test_fn, carried.filled(natives)))

    def native_body(*natives: Any) -> list[Any]:
        given = carried.filled(natives)
        return carried.natives_of(
            _new_vars("while_loop", given, _call("while_loop", body_fn, given))
        )

    return carried.run(lambda natives: space.run_while(native_test, native_body, natives))


def for_loop(iterable: Iterable[Any], body_fn: Callable[[Any, Any], Any], vars: Any) -> Any:
    """Return `vars` after `vars = body_fn(value, vars)` for each value.

    An array is a sequence of its elements along the first axis. One that is traced is looped over
    by the framework; any other iterable by Python, so the loop is unrolled when traced.

    >>> ivy.for_loop([1, 2, 3], lambda value, vars: (vars[0] + value,), (ivy.array(0),))
    (ivy.array(6),)
    """
    check_callable("for_loop", body_fn)
    if not is_array(iterable):
        if not hasattr(iterable, "__iter__") and not hasattr(iterable, "__getitem__"):
            raise IvyTypeError(f"for_loop: expected an iterable, got {describe(iterable)}")
        for value in iterable:
            vars = _new_vars("for_loop", vars, body_fn(value, vars))
        return vars
    space, native = space_of(iterable), _native(iterable)
    if not len(native.shape):
        raise IvyTypeError("for_loop: expected an iterable, got an array without axes")
    wrapped = isinstance(iterable, Wrapper)

    def step(element: Any, vars: Any) -> Any:
        value = dispatch.new_array(element) if wrapped else element
        return _new_vars("for_loop", vars, body_fn(value, vars))

    if not space.is_symbolic(native):
        for position in builtins.range(native.shape[0]):
            vars = step(space.get_item(native, position), vars)
        return vars
    numbers = [leaf for _, leaf in leaves_with_paths(vars, _is_value) if isinstance(leaf, NUMBERS)]
    if numbers and native.shape[0]:  # the first step makes arrays of them, of a dtype that stays
        vars = step(space.get_item(native, 0), vars)
        native = space.get_item(native, slice(1, None))
    carried = _Carried("for_loop", space, vars)

    def native_step(element: Any, *natives: Any) -> list[Any]:
        return carried.natives_of(step(element, carried.filled(natives)))

    return carried.run(lambda natives: space.run_for(native, native_step, natives))


def try_except(body1: Callable[..., Any], body2: Callable[..., Any], vars: _Vars) -> Any:
    """Return what `body1` returns for `vars`, or if it raises what `body2` does.

    `body2` gets the exception too: as the last argument, or as `error=` when `vars` is a dict.

    >>> ivy.try_except(lambda x: x[5], lambda x, error: type(error).__name__, ([1],))
    'IndexError'
    """
    try:
        return _call("try_except", body1, vars)
    except Exception as error:
        if isinstance(vars, dict):
            return body2(**vars, error=error)
        return body2(*vars, error)


def cmp_is(left: Any, right: Any) -> bool:
    """Return whether both are the same object.

    >>> x = ivy.array([1])
    >>> ivy.cmp_is(x, x), ivy.cmp_is(x, ivy.array([1]))
    (True, False)
    """
    return left is right


def cmp_isnot(left: Any, right: Any) -> bool:
    """Return whether the two are different objects.

    >>> ivy.cmp_isnot(None, None)
    False
    """
    return left is not right


# ---- variables --------------------------------------------------------------------------------


def _call(name: str, function: Callable[..., Any], vars: Any) -> Any:
    check_callable(name, function)
    if isinstance(vars, dict):
        return function(**vars)
    if isinstance(vars, (list, tuple)):
        return function(*vars)
    raise IvyTypeError(f"{name}: expected vars as a dict, tuple or list, got {describe(vars)}")


def _new_vars(name: str, old: Any, result: Any) -> Any:
    """Return a function's result in the form of the variables it got."""
    if isinstance(old, dict):
        if isinstance(result, dict):
            if result.keys() != old.keys():
                expected = f"{name}: expected the variables {sorted(old)}"
                raise IvyValueError(f"{expected}, got {sorted(result)}")
            return like(old, [(key, result[key]) for key in old])
        values = _new_vars(name, tuple(old.values()), result)
        return like(old, [*zip(old, values, strict=True)])
    if not isinstance(old, (list, tuple)):
        return result
    if isinstance(result, (list, tuple)) and len(result) == len(old):
        return like(old, [*enumerate(result)])
    if len(old) == 1 and result is not None:
        return like(old, [(0, result)])
    expected = f"{name}: expected a function that returns {len(old)} variables"
    raise IvyValueError(f"{expected}, got {describe(result)}")


class _Carried:
    """The variables of a traced loop as a list of native arrays; numbers become arrays."""

    def __init__(self, name: str, space: Any, vars: Any) -> None:
        self.name, self.space, self.vars = name, space, vars
        leaves = leaves_with_paths(vars, _is_value)
        self.wrapped = {path: isinstance(leaf, Wrapper) for path, leaf in leaves}
        self.natives = [_as_native(space, leaf) for _, leaf in leaves]

    def filled(self, natives: Any) -> Any:
        """Return the variables with these arrays."""
        values: dict[Path, Any] = {}
        for (path, wrapped), native in zip(self.wrapped.items(), natives, strict=True):
            values[path] = dispatch.new_array(native) if wrapped else native
        return replaced(self.vars, values)

    def natives_of(self, vars: Any) -> list[Any]:
        """Return the arrays of new variables, which must have the same structure."""
        found = dict(leaves_with_paths(vars, _is_value))
        if found.keys() != self.wrapped.keys():
            expected = f"{self.name}: expected variables at {[*self.wrapped]}"
            raise IvyValueError(f"{expected}, got some at {[*found]}")
        return [_as_native(self.space, leaf) for leaf in found.values()]

    def run(self, loop: Callable[[list[Any]], Any]) -> Any:
        """Return the variables after a loop over native arrays."""
        try:
            return self.filled(loop(self.natives))
        except IvyException:
            raise
        except Exception as error:
            raise reworded(error, self.name, self.space.NAME, (self.vars,)) from error


# ---- values -----------------------------------------------------------------------------------


def _is_value(x: Any) -> bool:
    return isinstance(x, NUMBERS) or is_array(x)


def _native(x: Any) -> Any:
    return x._data if isinstance(x, Wrapper) else x


def _as_native(space: Any, x: Any) -> Any:
    """Return the array that a framework carries through branches and loops."""
    return space.asarray(x) if isinstance(x, NUMBERS) else _native(x)


def _truth(name: str, condition: Any) -> bool | None:
    """Return the value of a condition, or None when a framework only traces it."""
    if isinstance(condition, str):
        raise IvyTypeError(f"{name}: expected a condition, got {describe(condition)}")
    if not is_array(condition):
        return bool(condition)
    native = _native(condition)
    if builtins.any(size != 1 for size in native.shape):
        msg = f"{name}: expected a condition of one element, got {describe(condition)}"
        raise IvyValueError(msg)
    truth: bool | None = space_of(native).truth(native)
    return truth

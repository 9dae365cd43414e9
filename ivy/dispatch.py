"""One call: choose the namespace by the types of the arrays, run, and mend what went wrong.

A public function is one look-up and one call. Whatever is unusual - lists, numbers, subclasses,
tracers, mixtures, containers, dtypes a framework does not mix, kernels it lacks - raises on that
fast path and comes to `retry`, which works it out or words the error.
"""

from __future__ import annotations

import inspect
import operator
import sys
import warnings
from collections.abc import Callable, Iterable
from functools import lru_cache, partial, wraps
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

from ivy import backends, config
from ivy.backends.promotion import check_holds, holds, weak_promotion
from ivy.errors import (
    InplaceUpdateException,
    IvyException,
    IvyInvalidBackendException,
    IvyTypeError,
    IvyValueError,
    describe,
    reworded,
)
from ivy.state import CALLS
from ivy.types import PRECISE_PROMOTION, PROMOTION, promote_dtypes

_F = TypeVar("_F", bound=Callable[..., Any])
NUMBERS = (bool, int, float, complex)
NUMPY_NUMBERS = (
    np.bool_, np.integer, np.float16, np.float32, np.float64, np.complex64, np.complex128,
)  # fmt: skip
LISTS = (list, tuple, range)

# All that the fast path reads. They change only when a backend is loaded or a guard is switched:
# a table that grows would make torch.compile compile again.
table: dict[type, Any] = {}
"""Type of an array -> namespace."""
pairs: dict[type, dict[type, Any]] = {number: {} for number in NUMBERS}
"""Types of two operands -> namespace."""
array_first: dict[type, dict[type, Any]] = {}
"""The same where the first operand is declared to be no number."""
both: dict[type, dict[type, Any]] = {}
"""The same where both are: bodies need arrays, and `retry` makes such of numbers."""
alike: dict[type, Any] = {}
"""Type of two arrays that are known to have one dtype -> namespace."""

OPERATIONS: dict[str, Callable[..., Any]] = {}
"""Every public function that dispatches on arrays, by name; `ivy.ops` fills it."""


class Wrapper:
    """Base of `ivy.Array`, here so that dispatch can unwrap and wrap without importing it."""

    __slots__ = ("_data",)
    _data: Any


class Nested:
    """Base of containers: a call with one maps the operation over its leaves."""

    __slots__ = ()

    def _map_operation(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        raise NotImplementedError

    def _write(self, result: Any) -> Any:
        raise NotImplementedError


class Tracer:
    """Base of arrays that record what is done with them; `ivy.graph` gives them a namespace."""

    __slots__ = ()


# ---- tables -----------------------------------------------------------------------------------


def register(
    space: Any, types: Iterable[type], with_numbers: Any = None, of_one_dtype: Any = None
) -> None:
    """Let a namespace serve arrays of these types, and maybe others pairs with a kind of number."""
    types = tuple(types)
    spaces = dict.fromkeys(NUMBERS, space) | (with_numbers or {})
    for cls in types:
        table[cls] = space
        alike[cls] = of_one_dtype or space
        both[cls] = dict.fromkeys(types, space)
        pairs[cls] = array_first[cls] = both[cls] | spaces
        for number in NUMBERS:
            pairs[number][cls] = spaces[number]


class Guarded:
    """A namespace that looks at its arguments first, while a mode asks for it."""

    def __init__(self, space: ModuleType) -> None:
        self.space = space
        self.follow: Callable[[], None] | None = getattr(space, "follow_defaults", None)

    def __getattr__(self, name: str) -> Any:
        function = getattr(self.space, name)
        return partial(self._call, name, function) if name in OPERATIONS else function

    def _call(self, name: str, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self.follow is not None:
            self.follow()
        if config.setting("nan_policy") != "nothing":
            _check_nans(self.space, name, args)
        if config.setting("precise_mode"):
            args = promoted(self.space, name, args)
        return function(*args, **kwargs)


def _check_nans(space: ModuleType, name: str, args: tuple[Any, ...]) -> None:
    for x in operands(name, args):
        floating = is_native(x) and space.DTYPES[x.dtype].kind in ("float", "complex")
        if floating and bool(space.any(space.isnan(x))):
            msg = f"{name} ({space.NAME}): expected no NaN under this nan_policy, got one"
            if config.setting("nan_policy") == "raise_exception":
                raise IvyValueError(msg)
            warnings.warn(msg, stacklevel=4)


def _register_backend(space: ModuleType) -> None:
    backends.follow_default_float(space)
    guard = config.PRECISE_MODE.in_use or config.NAN_POLICY.in_use
    # Tasks and generators take turns in one thread, with default dtypes of their own.
    scoped = hasattr(space, "follow_defaults") and any(
        setting.scoped_in_use for setting in config.DEFAULT_DTYPES
    )
    if guard or scoped:
        register(Guarded(space), space.ARRAY_TYPES)
    else:
        numbers = backends.variant(space, "NUMBER_OPERATIONS")
        one_dtype = backends.variant(space, "ONE_DTYPE_OPERATIONS")
        spaces = dict.fromkeys(NUMBERS, numbers)
        if space.NAME != "numpy":  # which looks at integers itself
            spaces[int] = _checking_integers(space, numbers)
        register(space, space.ARRAY_TYPES, spaces, one_dtype)


_COMPARISONS = {
    "equal": operator.eq, "not_equal": operator.ne, "less": operator.lt,
    "less_equal": operator.le, "greater": operator.gt, "greater_equal": operator.ge,
}  # fmt: skip
_ARITHMETIC = (
    "add subtract multiply divide floor_divide trunc_divide remainder fmod pow maximum minimum "
    "fmax fmin gcd lcm bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift"
).split()


def _checking_integers(space: ModuleType, numbers: ModuleType) -> ModuleType:
    """Return a namespace for an array and an integer, which the array's dtype may not hold."""
    found = ModuleType(f"{numbers.__name__} and integers")
    vars(found).update(vars(numbers))
    for name in (*_COMPARISONS, *_ARITHMETIC):
        setattr(found, name, _checking(space, getattr(numbers, name), _COMPARISONS.get(name)))
    return found


def _checking(space: Any, function: Callable[..., Any], compare: Any) -> Callable[..., Any]:
    def call(x1: Any, x2: Any) -> Any:
        number, x = (x2, x1) if type(x2) is int else (x1, x2)
        if not -1 < number < 128 and not holds(dtype := space.DTYPES[x.dtype], number):
            if compare is None:
                check_holds(dtype, number)
            # Whatever an element is, 0 lies on the same side of the number.
            truth = compare(0, number) if x is x1 else compare(number, 0)
            return space.full_like(x, truth, dtype=space.bool)
        return function(x1, x2)

    call.autograph_info__ = {}  # type: ignore[attr-defined]  # tf.function calls it as it is
    return call


def _register_all() -> None:
    for space in backends.loaded():
        _register_backend(space)


backends.on_load(_register_backend)
for _setting in (config.PRECISE_MODE, config.NAN_POLICY, *config.DEFAULT_DTYPES):
    _setting.listeners.append(_register_all)


# ---- what an operation takes ------------------------------------------------------------------
#
# Annotations say it: parameters of type `A` are operands that promote together, those of type `B`
# (indices, conditions, masks) are arrays too, and `Sequence[A]` or `*xs: A` is a list of operands.


ARRAY_PARAMETERS: dict[str, tuple[tuple[slice, bool, bool], ...]] = {}
"""Operation -> (positions, takes a list, promotes) of each of its array parameters."""
_NEVER_NONE: dict[str, frozenset[int]] = {}
"""Operation -> where those of its array parameters start that have to be given."""
_NEVER_NUMBERS: dict[str, tuple[slice, ...]] = {}
"""Operation -> the positions of those of its array parameters that its bodies need as arrays."""


def declare(name: str, function: Callable[..., Any]) -> None:
    """Make a public function known as an operation."""
    code = inspect.unwrap(function).__code__
    fixed = code.co_argcount
    names = code.co_varnames[: fixed + code.co_kwonlyargcount]
    if code.co_flags & inspect.CO_VARARGS:
        names = (*names[:fixed], code.co_varnames[len(names)])
    found = []
    needed = set()
    arrays_only = []
    for position, parameter in enumerate(names):
        annotation = str(function.__annotations__.get(parameter))
        words = annotation.replace("Sequence[", "").replace("]", "").split(" | ")
        if parameter != "out" and ("A" in words or "B" in words):
            end = None if position == fixed else position + 1
            found.append((slice(position, end), "Sequence[" in annotation, "A" in words))
            needed |= set() if "None" in words else {position}
            arrays_only += [slice(position, end)] if annotation in ("B", "B | None") else []
    OPERATIONS[name] = function
    ARRAY_PARAMETERS[name] = tuple(found)
    _NEVER_NONE[name] = frozenset(needed)
    _NEVER_NUMBERS[name] = tuple(arrays_only)


def nestable(function: _F) -> _F:
    """Let a function that does not come to `retry` map over the leaves of Containers too."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        for x in (*args, *kwargs.values()):
            if isinstance(x, Nested) and config.setting("nestable_mode"):
                return x._map_operation(function.__name__, args, kwargs)
        return function(*args, **kwargs)

    return call  # type: ignore[return-value]


def operands(name: str, args: tuple[Any, ...], promoting: bool = False) -> list[Any]:
    """Return the array arguments of a call, those in lists too, without `None`."""
    found: list[Any] = []
    for positions, takes_list, promotes in ARRAY_PARAMETERS[name]:
        if promotes or not promoting:
            for value in args[positions]:
                found.extend(value if takes_list and isinstance(value, LISTS) else [value])
    return [x for x in found if x is not None]


def map_operands(
    function: Callable[[Any], Any], name: str, args: tuple[Any, ...], promoting: bool = False
) -> tuple[Any, ...]:
    """Return the arguments with `function` applied to each array argument."""

    def apply(value: Any, takes_list: bool) -> Any:
        if takes_list and isinstance(value, LISTS):
            return [function(x) for x in value]
        return None if value is None else function(value)

    new = list(args)
    for positions, takes_list, promotes in ARRAY_PARAMETERS[name]:
        if promotes or not promoting:
            new[positions] = [apply(value, takes_list) for value in new[positions]]
    return tuple(new)


# ---- whose array is this ----------------------------------------------------------------------


@lru_cache(1024)  # a limit, for programs that make ever new classes
def backend_of(cls: type) -> str:
    """Return the name of the backend whose native array `cls` is, or ''."""
    if issubclass(cls, Tracer):
        return backends.TRACING
    for base in cls.__mro__:
        name = backends.FRAMEWORKS.get(base.__module__.partition(".")[0])
        if name and backends.installed(name) and issubclass(cls, backends.load(name).NATIVE):
            return name
    return ""


def is_native(x: Any) -> bool:
    """Return whether `x` is a native array of some framework."""
    return _backend_name(type(x)) != ""


def is_array(x: Any) -> bool:
    """Return whether `x` is an `ivy.Array` or a native array."""
    return isinstance(x, Wrapper) or is_native(x)


def _backend_name(cls: type) -> str:
    return backend_of(cls)


# torch.compile takes the answer as a constant: walking an __mro__ breaks its graph.
_backend_name._dynamo_marked_constant = True  # type: ignore[attr-defined]


def current_name() -> str:
    """Return the name of the current backend; in a module's call, that of the call's arrays."""
    if CALLS.backend and CALLS.backends_set == config.depth("backend"):
        return CALLS.backend
    return str(config.setting("backend"))


def current_space() -> Any:
    """Return the namespace that serves calls without arrays."""
    return backends.load(current_name())


def follow_backend_of(x: Any) -> None:
    """Let the framework of an array be the current backend of the module call that begins."""
    name = _backend_name(type(x._data if isinstance(x, Wrapper) else x))
    if name != backends.TRACING:  # arrays of a framework are constants of what is traced
        CALLS.backend, CALLS.backends_set = name, config.depth("backend")


def space_of(*xs: Any) -> Any:
    """Return the one backend that the native and ivy arrays among `xs` belong to.

    The current backend when there is no array; an error that names both when there are two.
    NumPy's scalars are numbers beside arrays.
    """
    arrays = [x for x in xs if not isinstance(x, NUMPY_NUMBERS)]
    types = {type(x._data) if isinstance(x, Wrapper) else type(x) for x in arrays}
    names = set(map(_backend_name, types)) - {""} or set(map(_backend_name, map(type, xs))) - {""}
    if len(names) > 1 and backends.TRACING not in names:
        first, second = sorted(names)
        msg = (
            f"expected arrays of one framework, got {first} and {second}; "
            f"convert with ivy.to_backend(x, {first!r})"
        )
        raise IvyInvalidBackendException(msg)
    if len(names) > 1:  # arrays of a framework are constants of what is traced
        return backends.load(backends.TRACING)
    return backends.load(names.pop()) if names else current_space()


# ---- the slow path ----------------------------------------------------------------------------


def retry(error: Exception | None, name: str, *args: Any, **kwargs: Any) -> Any:
    """Do a call that failed on the fast path with `error`, or raise what went wrong.

    `args` are all arguments of the operation by position, without `out`.
    """
    if (signal := _signal()) is not None:
        raise signal
    if _has_loaded_a_backend(error):
        return OPERATIONS[name](*args, **kwargs)
    xs = operands(name, args)
    nested = next((x for x in (*xs, *args, *kwargs.values()) if isinstance(x, Nested)), None)
    if nested is not None and config.setting("nestable_mode"):
        return nested._map_operation(name, args, kwargs)
    _check_given(name, args)
    try:
        space = space_of(*xs)
        has_scalars = any(isinstance(x, NUMPY_NUMBERS) for x in xs)  # NumPy promotes with its own
        if has_scalars and (error is None or space.NAME != "numpy"):
            return OPERATIONS[name](*map_operands(_as_number, name, args), **kwargs)
        numbers_only = all(type(x) in NUMBERS for x in xs)
        weak_numbers = not numbers_only or not operands(name, args, promoting=True)
        natives = map_operands(partial(_unwrap, space, name, weak_numbers), name, args)
        natives = _numbers_as_arrays(space, name, natives)
        result = careful(space, name, *natives, **kwargs)
    except IvyException as ours:
        hidden = config.setting("exception_trace_mode") == "none"
        raise ours from (None if hidden else ours.__cause__)
    return wrap_like(result, *xs)


def _signal() -> BaseException | None:
    """Return what ended the call on the fast path if that is no failure, or None."""
    error = sys.exception()
    # torch.utils.checkpoint ends a call so when it has computed what it needs.
    while error is not None and type(error).__name__ != "_StopRecomputationError":
        error = error.__context__
    return error


_signal._dynamo_marked_constant = True  # type: ignore[attr-defined]


def _check_given(name: str, args: tuple[Any, ...]) -> None:
    """Raise for None in place of an array, and for an empty list of operands."""
    for positions, takes_list, promotes in ARRAY_PARAMETERS[name]:
        if positions.start in _NEVER_NONE[name]:
            for value in args[positions]:
                if value is None:
                    raise IvyTypeError(f"{name}: expected an array, a number or a list, got None")
                if takes_list and promotes and isinstance(value, LISTS) and not len(value):
                    raise IvyValueError(f"{name}: expected at least one array, got {value!r}")


def _has_loaded_a_backend(error: Exception | None) -> bool:
    """Load the framework of an array of a type unknown so far; return whether there was one."""
    cls = error.args[0] if isinstance(error, KeyError) else None
    if not isinstance(cls, type):
        return False
    before = len(backends.loaded())
    return _backend_name(cls) != "" and len(backends.loaded()) > before


def careful(space: Any, name: str, *args: Any, **kwargs: Any) -> Any:
    """Run an operation on native arrays: promoted first, emulated where the framework cannot."""
    args = promoted(space, name, args)
    if config.setting("nan_policy") != "nothing":
        _check_nans(space, name, args)
    try:
        return getattr(space, name)(*args, **kwargs)
    except IvyException:
        raise
    except Exception as error:
        try:
            return _emulated(space, name, error, args, kwargs)
        except IvyException:
            raise
        except Exception as last:
            raise reworded(last, name, space.NAME, args) from last


def _emulated(
    space: Any, name: str, error: Exception, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Do what a framework failed at by other means, where its dtypes ask for it."""
    dtypes = {space.DTYPES.get(x.dtype) for x in operands(name, args) if is_native(x)}
    if not dtypes.isdisjoint(space.EMULATED_DTYPES):
        if name in space.EMULATED:
            return space.EMULATED[name](*args, **kwargs)
        if name in backends.shared_bodies():
            return backends.shared_bodies()[name](Careful(space), *args, **kwargs)
    raise error


class Careful:
    """A backend each of whose operations runs carefully; a shared body is run on it when needed."""

    def __init__(self, space: Any) -> None:
        self._space = space

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._space, name)
        return partial(careful, self._space, name) if name in OPERATIONS else value


def promoted(space: Any, name: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arguments with all operands cast to one dtype.

    Python numbers are weak: they take the dtype of the arrays, or the default of their own kind
    where that is higher.
    """
    xs = operands(name, args, promoting=True)
    arrays = [x for x in xs if is_native(x)]
    if len(xs) < 2 or not arrays:
        return args
    rules = PRECISE_PROMOTION if config.setting("precise_mode") else PROMOTION
    target = promote_dtypes(*(space.DTYPES[x.dtype] for x in arrays), table=rules)
    for x in xs:
        if type(x) in NUMBERS:
            target = weak_promotion(target, type(x))
    native = space.as_native_dtype(target)

    def cast(x: Any) -> Any:
        if not is_native(x):
            return space.asarray(x, dtype=native)
        return x if x.dtype == native else space.astype(x, native)

    return map_operands(cast, name, args, promoting=True)


def _as_number(x: Any) -> Any:
    """Return a scalar of NumPy as a Python number; anything else as it is."""
    return x.item() if isinstance(x, NUMPY_NUMBERS) else x


def _unwrap(space: Any, name: str, weak_numbers: bool, x: Any) -> Any:
    """Return the native array for an operand; numbers beside arrays stay numbers."""
    if isinstance(x, Wrapper):
        return x._data
    if type(x) in NUMBERS and weak_numbers:
        return x
    if is_native(x):
        return x
    if isinstance(x, (*NUMBERS, *LISTS)) or hasattr(x, "__array__"):
        try:
            return space.asarray(x)
        except IvyException:
            raise
        except Exception as error:
            raise reworded(error, name, space.NAME, (x,)) from error
    kind = f"{type(x).__module__}.{type(x).__qualname__}".removeprefix("builtins.")
    raise IvyTypeError(f"{name}: expected an array, a number or a list, got {kind}: {describe(x)}")


def _numbers_as_arrays(space: Any, name: str, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arguments with a number in place of indices or a condition as an array."""
    new = list(args)
    for positions in _NEVER_NUMBERS[name]:
        new[positions] = [space.asarray(x) if type(x) in NUMBERS else x for x in new[positions]]
    return tuple(new)


# ---- results ----------------------------------------------------------------------------------


def new_array(native: Any) -> Any:
    """Wrap one native array; `ivy.array` puts its own function here."""
    raise NotImplementedError


def new_container(items: dict[str, Any]) -> Any:
    """Make a Container; `ivy.container` puts its own function here."""
    raise NotImplementedError


def wrap_like(result: Any, *given: Any) -> Any:
    """Return a result as `ivy.Array` or native, as what was given is; else by `array_mode`."""
    if any(isinstance(x, Wrapper) for x in given):
        return wrap(result)
    native = any(map(is_native, given)) or not config.setting("array_mode")
    return result if native else wrap(result)


def wrap(result: Any) -> Any:
    """Return the result with its native arrays as `ivy.Array`."""
    if is_native(result):
        return new_array(result)
    if isinstance(result, tuple) and hasattr(result, "_fields"):
        return type(result)(*map(wrap, result))
    if isinstance(result, (list, tuple)):
        return type(result)(map(wrap, result))
    return result


def unwrap(value: Any) -> Any:
    """Return the native array of an `ivy.Array`, also inside lists and tuples."""
    if isinstance(value, Wrapper):
        return value._data
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return type(value)(map(unwrap, value))
    return value


def create(name: str, *args: Any, **kwargs: Any) -> Any:
    """Run an operation without array arguments on the current backend."""
    space = current_space()
    try:
        return wrap_like(getattr(space, name)(*map(unwrap, args), **kwargs))
    except IvyException:
        raise
    except Exception as error:
        raise reworded(error, name, space.NAME, args) from error


def create_beside(deciding: Any, name: str, *args: Any) -> Any:
    """Run an operation on the backend of the arrays among `deciding`, else on the current one."""
    if isinstance(deciding, Nested) and config.setting("nestable_mode"):
        return deciding._map_operation(name, args, {})
    arrays = [x for x in arrays_in(deciding) if not isinstance(x, NUMPY_NUMBERS)]
    result = run(space_of(*arrays), name, *map(_as_number, map(unwrap, args)))
    given = deciding if isinstance(deciding, tuple) else (deciding,)
    return wrap_like(result, *(x for x in given if isinstance(x, Wrapper)), *arrays)


def run(space: Any, name: str, *args: Any) -> Any:
    """Run an operation of a backend on native arrays; word what goes wrong."""
    try:
        return getattr(space, name)(*args)
    except IvyException:
        raise
    except Exception as error:
        raise reworded(error, name, space.NAME, args) from error


def arrays_in(obj: Any) -> list[Any]:
    """Return the native arrays in an object, and in lists of such."""
    if type(obj) in NUMBERS:
        return []
    if isinstance(obj, (list, tuple)):
        return [x for item in obj if type(item) not in NUMBERS for x in arrays_in(item)]
    native = unwrap(obj)
    return [native] if is_native(native) else []


def put(result: Any, out: Any) -> Any:
    """Write a result into `out` and return `out`; several results into a tuple of several."""
    if isinstance(out, (list, tuple)):
        for one, target in zip(result, out, strict=True):
            put(one, target)
        return out
    if isinstance(out, Nested):
        return out._write(result)
    target = out._data if isinstance(out, Wrapper) else out
    if not is_native(target):
        raise IvyTypeError(f"out: expected an array to write to, got {describe(out)}")
    space = space_of(target)
    value = space.asarray(unwrap(result))
    value = value if value.dtype == target.dtype else space.astype(value, target.dtype)
    written = space.write_into(target, value)
    if written is target:
        return out
    if not isinstance(out, Wrapper):
        msg = f"out: expected an array that can change, got a {space.NAME} {type(out).__name__}"
        raise InplaceUpdateException(msg + "; pass an ivy.Array")
    out._data = written
    return out


# ---- used by the generated methods and bodies -------------------------------------------------


class MixedDtypes(Exception):
    """Raised on the fast path of a method whose operands have to be promoted first."""


def only(types: Iterable[type]) -> type:
    """Return the one type of several arrays; several types raise, and `retry` sorts them out."""
    [cls] = set(types)
    return cls


def choose(*xs: Any) -> Any:
    """Return the namespace that serves all arrays among `xs`, or raise for `retry`."""
    chosen = None
    for x in xs:
        cls = type(x)
        if cls is chosen or x is None or cls in NUMBERS:
            continue
        if chosen is not None and table[cls] is not table[chosen]:
            raise MixedDtypes
        chosen = cls
    return table[chosen]  # type: ignore[index]


def operate(name: str, x1: Any, x2: Any) -> Any:
    """Run a binary operator the slow way; types that are none of ours may know better."""
    if (signal := _signal()) is not None:
        raise signal
    for x in (x1, x2):
        if not isinstance(x, (Wrapper, Nested, *NUMBERS, *LISTS)) and not is_native(x):
            return NotImplemented
    return OPERATIONS[name](x1, x2)


def replace(x: Any, name: str, other: Any) -> Any:
    """Do `x op= other`: the same Array object gets new data of its old dtype and shape."""
    result = operate(name, x, other)
    if result is NotImplemented:
        return result
    space, native = space_of(x), result._data
    if tuple(native.shape) != tuple(x._data.shape):
        shapes = f"{tuple(x.shape)}, got a result of {tuple(result.shape)}"
        msg = f"{name}: expected an operand that broadcasts to {shapes}"
        raise IvyValueError(msg)
    x._data = native if native.dtype == x._data.dtype else space.astype(native, x._data.dtype)
    return x


# ---- a backend's namespace as users see it ----------------------------------------------------


def _native_form(space: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a public function as it works in one backend's namespace: on native arrays."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        with config.BACKEND.override(space.NAME), config.ARRAY_MODE.override(False):
            return function(*args, **kwargs)

    return call


def _fill(space: Any) -> None:
    """Give a backend's namespace the public functions that are made of others."""
    for name, function in OPERATIONS.items():
        if name not in vars(space):
            setattr(space, name, _native_form(space, function))
    space.current_backend_str = lambda: space.NAME


backends.on_load(_fill)


def by_parts(name: str, x: Any, complex_mode: str, out: Any, *options: Any) -> Any:
    """Return an activation of `x`, which may be complex, in mode "split" or "magnitude"."""
    if complex_mode not in ("split", "magnitude"):
        modes = "'jax', 'split' or 'magnitude'"
        raise IvyValueError(f"{name}: expected a complex_mode of {modes}, got {complex_mode!r}")
    if isinstance(x, Nested):
        return x._map_operation(name, (x, *options, complex_mode, out), {})
    space = space_of(x)
    native = space.asarray(unwrap(x))
    function = partial(careful, space, name)
    if space.DTYPES[native.dtype].kind != "complex":
        result = function(native, *options)
    elif complex_mode == "split":
        parts = (function(part, *options) for part in (space.real(native), space.imag(native)))
        result = space.as_complex(*parts)
    else:
        size, angle = function(space.abs(native), *options), space.angle(native)
        result = space.as_complex(size * space.cos(angle), size * space.sin(angle))
    result = wrap_like(result, x)
    return result if out is None else put(result, out)

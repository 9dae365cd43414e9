"""Every exception ivy raises. Each is an `IvyException` and the builtin a caller would expect."""

from __future__ import annotations

import re
from typing import Any


class IvyException(Exception):
    """Base of all errors of ivy; several messages are joined by a space."""

    place = ""
    """The module in whose call this was raised."""
    # With that of TypeError, another object, an exception would not pass autograph of TensorFlow.
    __init__ = Exception.__init__

    def __str__(self) -> str:
        return " ".join(map(str, self.args)) + (f"; in {self.place}" if self.place else "")


class IvyBackendException(IvyException, RuntimeError):
    """A framework failed in a way that fits no class below."""


class IvyInvalidBackendException(IvyException, ValueError):
    """The backend is unknown, or arrays of two frameworks met in one call."""


class IvyMissingBackendException(IvyInvalidBackendException, ImportError):
    """The framework is not installed."""


class IvyNotImplementedException(IvyException, NotImplementedError):
    """The framework cannot do this; the message says why."""


class IvyError(IvyException):
    """Kept for code that catches it by this name."""


class IvyTypeError(IvyError, TypeError):
    """An argument of the wrong type."""


class IvyValueError(IvyError, ValueError):
    """An argument of the right type and a wrong value."""


class IvyIndexError(IvyError, IndexError):
    """An index or axis out of range."""


class IvyKeyError(IvyError, KeyError):
    """A key or key chain that does not exist."""


class IvyAttributeError(IvyError, AttributeError):
    """A name that does not exist."""


class IvyMemoryError(IvyBackendException, IvyValueError, MemoryError):
    """An array for which there is no memory."""


class IvyBroadcastShapeError(IvyValueError):
    """Shapes that do not broadcast."""


class IvyDtypePromotionError(IvyTypeError):
    """Dtypes that do not mix."""


class IvyDeviceError(IvyValueError):
    """A device that does not exist, or arrays on two devices."""


class IvyFileError(IvyError, OSError):
    """A file that is damaged, of another format than expected, or cannot be written."""


class IvyFileNotFoundError(IvyFileError, FileNotFoundError):
    """A file that does not exist."""


class InplaceUpdateException(IvyTypeError):
    """An in-place update of an array that cannot change."""


# What an exception of a framework is about, whatever its class there: the first that matches.
# JAX raises TypeError for shapes, torch RuntimeError and TensorFlow InvalidArgumentError for all.
_SUBJECTS: tuple[tuple[str, type[IvyException]], ...] = (
    (r"Unable to allocate|allocate memory|out of memory|OOM when", IvyMemoryError),
    (r"dims must represent a vector", IvyTypeError),
    (r"gradient registry has no entry", IvyNotImplementedException),
    (r"not implemented for '|list of allowed values|Could not find device for node"
     r"|not supported for ((the )?input types|complex)|does not accept dtype|must be integers"
     r"|expected to be a \w+ tensor|of integer type|bool tensors? is not supp|for complex tensors"
     r"|does not support complex|unbound axis name|an unsupported type \("
     r"|Non-hashable static arguments|Cast string to",
     IvyTypeError),
    (r"axis -?\d+ is out of bounds|Dimension out of range|axis = -?\d+ not in"
     r"|dimensions in the range (?!\[0, 0\))|is (not in|out of range) \[0, "
     r"|index -?\d+ is out of bounds|does not index into|for empty output"
     r"|gather op is out of range|axis dim should be positive"
     r"|slice index|slice scalar input|Index out of range using input dim", IvyIndexError),
    # Of solvers, about the rows of both.
    (r"Incompatible shapes (of A and B|for arguments to triangular_solve)", IvyValueError),
    (r"(could not|cannot|unable to) (be )?broadcast|for broadcasting|non-singleton dimension"
     r"|to broadcast a dimension|must be broadcastable|repeats must have the same size"
     r"|incompatible shapes|shapes do not broadcast|number of sizes provided"
     r"|Rank of input \(\d+\) must be no greater|array element with a sequence$"
     r"|than allowed by the axis remapping|shape with fewer dimensions"
     r"|Dimensions must be equal(?!.*MatMul)",
     IvyBroadcastShapeError),
    (r"shape|\bsizes?\b|\bdim(s|ensions?)?\b|\brank\b|square|permut|concat|\d-?D\b|empty"
     r"|is missing from|contract|zero-size|numel|singular|invert|positive.definite"
     r"|inversion|incompatible|non-negative|>= 0|start <= limit|step sign|einsum\(\)|converge"
     r"|number of data points|at least one axis|without overflow|not be negative|SymInt"
     r"|ndims must be|division by zero|ZeroDivision",
     IvyValueError),
)  # fmt: skip
_CLASSES: tuple[tuple[type[Exception], type[IvyException]], ...] = (
    (NotImplementedError, IvyNotImplementedException),
    (TypeError, IvyTypeError),
    (KeyError, IvyTypeError),
    (AttributeError, IvyAttributeError),
    (ValueError, IvyValueError),
    (ArithmeticError, IvyValueError),
    (Exception, IvyBackendException),
)


def reworded(
    error: Exception, operation: str, backend: str, arguments: tuple[Any, ...]
) -> IvyException:
    """Return ivy's exception for a framework's `error`: one line with operation and arguments."""
    if isinstance(error, IvyException):
        return error
    text = first_line(error)
    if re.fullmatch("(tuple|list) index out of range", text):
        text = "expected arrays with more axes"  # the shape was asked for an axis that is not there
    if isinstance(error, KeyError):  # of a table by type
        text = f"expected arrays and numbers, got {text}"
    described = ", ".join(map(describe, arguments))
    if re.search("None|symbolic", text) and any(map(_has_unknown_size, arguments)):
        msg = f"{operation} ({backend}): expected axes of known sizes, got {described}"
        return IvyValueError(f"{msg}; give them in the input_signature of tf.function")
    kind = _kind(error, text)
    if operation in ("getitem", "get_item") and re.search("broadcast|unpacking long", text):
        kind = IvyIndexError  # index arrays that do not fit each other, an index beyond 64 bits
    if operation == "setitem" and "shape with fewer dimensions" in text:
        kind = IvyBroadcastShapeError
    return kind(f"{operation} ({backend}): {text}; called with {described}")


def _has_unknown_size(argument: Any) -> bool:
    """Return whether a graph of TensorFlow does not know the size of some axis of an array."""
    if isinstance(argument, (list, tuple)):
        return any(map(_has_unknown_size, argument))
    shape = getattr(argument, "shape", ())
    known = getattr(shape, "is_fully_defined", None)
    return known is not None and not known()


def _kind(error: Exception, text: str) -> type[IvyException]:
    if isinstance(error, IndexError) and "numel() == 0" not in text:
        return IvyIndexError
    wrong_call = isinstance(error, TypeError) and "argument" in text  # f() got an unexpected ...
    if not wrong_call:
        for pattern, subject in _SUBJECTS:
            if re.search(pattern, text, re.IGNORECASE):
                return subject
    return next(ours for theirs, ours in _CLASSES if isinstance(error, theirs))


def first_line(error: Exception) -> str:
    """Return the first line of a message, without what TensorFlow says about its graph."""
    first, *rest = str(error).strip().split("\n")
    if first.endswith(":") and (rest := [line for line in rest if line.strip()]):
        first += f" {rest[0].strip()}"
    text = re.sub(r"^\{\{.*?\}\} |\s*\[Op:.*$", "", first).rstrip(".")
    return text or type(error).__name__


def check_callable(name: str, function: Any) -> None:
    """Raise unless an argument can be called."""
    if not callable(function):
        raise IvyTypeError(f"{name}: expected a function, got {describe(function)}")


def describe(argument: Any) -> str:
    """Return a short text for an argument: dtype and shape of an array, else its value."""
    try:
        return _described(argument)
    except Exception:  # of a module half built, say; the error that is being worded matters more
        return f"<{type(argument).__name__}>"


def _described(argument: Any) -> str:
    dtype, shape = getattr(argument, "dtype", repr), getattr(argument, "shape", repr)
    if not callable(dtype) and not callable(shape):
        return f"{getattr(dtype, 'name', None) or str(dtype).removeprefix('torch.')}{list(shape)}"
    if isinstance(argument, (list, tuple)) and any(hasattr(item, "dtype") for item in argument):
        return f"[{', '.join(map(describe, argument))}]"
    text = " ".join(repr(argument).split())
    return text if len(text) <= 60 else text[:57] + "..."

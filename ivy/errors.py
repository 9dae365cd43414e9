"""Every exception ivy raises. Each is an `IvyException` and the builtin a caller would expect."""

from __future__ import annotations

from typing import Any


class IvyException(Exception):
    """Base of all errors of ivy; several messages are joined by a space."""

    def __str__(self) -> str:
        return " ".join(map(str, self.args))


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


class IvyAttributeError(IvyError, AttributeError):
    """A name that does not exist."""


class IvyBroadcastShapeError(IvyValueError):
    """Shapes that do not broadcast."""


class IvyDtypePromotionError(IvyTypeError):
    """Dtypes that do not mix."""


class IvyDeviceError(IvyValueError):
    """A device that does not exist, or arrays on two devices."""


class InplaceUpdateException(IvyTypeError):
    """An in-place update of an array that cannot change."""


# A framework's exception becomes the first of these that matches. KeyError is none of ours.
_EQUIVALENTS: tuple[tuple[type[Exception], type[IvyException]], ...] = (
    (NotImplementedError, IvyNotImplementedException),
    (IndexError, IvyIndexError),
    (TypeError, IvyTypeError),
    (AttributeError, IvyAttributeError),
    (ValueError, IvyValueError),
    (ArithmeticError, IvyValueError),
)


def reworded(
    error: Exception, operation: str, backend: str, arguments: tuple[Any, ...]
) -> IvyException:
    """Return ivy's exception for a framework's `error`: one line, naming the operation and its input."""
    if isinstance(error, IvyException):
        return error
    kind = next((ours for theirs, ours in _EQUIVALENTS if isinstance(error, theirs)), None)
    kind = kind or (
        IvyValueError if "shape" in str(error) or "size" in str(error) else IvyBackendException
    )
    text = str(error).strip().split("\n")[0] or type(error).__name__
    described = ", ".join(map(describe, arguments))
    return kind(f"{operation} ({backend}): {text.rstrip('.')}; called with {described}")


def describe(argument: Any) -> str:
    """Return a short text for an argument: dtype and shape of an array, else its value."""
    if hasattr(argument, "shape") and hasattr(argument, "dtype"):
        dtype = getattr(argument.dtype, "name", None) or str(argument.dtype).removeprefix("torch.")
        return f"{dtype}{list(argument.shape)}"
    if isinstance(argument, (list, tuple)) and any(hasattr(item, "dtype") for item in argument):
        return f"[{', '.join(map(describe, argument))}]"
    text = repr(argument)
    return text if len(text) <= 60 else text[:57] + "..."

"""What rules for NumPy have in common: the dtypes NumPy computes in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ivy.graph.build import Builder
from ivy.graph.ir import Value
from ivy.graph.rules import Rule, Unsupported, transpile_rule


class NumpyBuilder(Builder):
    """A builder that knows what NumPy made of the call being translated.

    `result` is the dtype of the first result, `common` that in which a ufunc compared or computed.
    """

    result: str = ""
    common: str = ""
    shape: tuple[int | None, ...] = ()

    def cast(self, x: Any, dtype: str) -> Any:
        """Return an array in a dtype; numbers stay as they are, and complex ones complex."""
        if not isinstance(x, Value) or x.dtype is None or x.dtype == dtype:
            return x
        if x.dtype.startswith("complex") and not dtype.startswith("complex"):
            return x
        cast = self.astype(x, dtype)
        cast.shape, cast.dtype = x.shape, dtype
        return cast

    def array(self, x: Any, dtype: str | None = None) -> Value:
        """Return an array, also for a number or a list."""
        if not isinstance(x, Value):
            value = np.asarray(x)
            x = self.asarray(value.tolist(), dtype=dtype or value.dtype.name)
            x.shape, x.dtype = value.shape, dtype or value.dtype.name
        return self.cast(x, dtype) if dtype else x

    def floating(self, x: Value) -> Value:
        """Return an array of floating numbers, of 64 bits for integers."""
        return (
            x if x.dtype and x.dtype.startswith(("float", "complex")) else self.cast(x, "float64")
        )

    def arrays(self, xs: Any, dtype: str | None = None) -> list[Value]:
        """Return the arrays of a list, or of an array."""
        if isinstance(xs, Value):
            count, *shape = xs.shape or (None,)
            if count is None:
                raise Unsupported("an array of unknown size for a list of arrays")
            whole, xs = xs, [self.get_item(xs, (i,)) for i in range(count)]
            for x in xs:
                x.shape, x.dtype = tuple(shape), whole.dtype
        return [self.array(x, dtype) for x in xs]


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Return a decorator for rules of NumPy."""
    return transpile_rule("numpy", *names)


def renaming(names: dict[str, str]) -> None:
    """Make functions rules whose arguments have the order of those of ivy's: {NumPy's: ivy's}."""
    for name, op in names.items():

        def apply(build: NumpyBuilder, *args: Any, op: str = op, **kwargs: Any) -> Value:
            first = [build.array(x) if isinstance(x, np.ndarray) else x for x in args]
            given = dict(kwargs)
            while given and (not first or op in ("moveaxis", "swapaxes", "tile", "roll")):
                first.append(given.pop(next(iter(given))))
            return getattr(build, op)(*first, **given)

        rule(name)(apply)


def rank(x: Value) -> int:
    """Return the number of axes."""
    return len(x.shape or ())


def dtype_name(dtype: Any) -> str | None:
    """Return the name of a dtype given to NumPy."""
    return None if dtype is None else np.dtype(dtype).name


def only_default(**given: Any) -> None:
    """Raise for arguments that have another value than None."""
    for name, value in given.items():
        if value is not None:
            raise Unsupported(f"{name}={value!r}")

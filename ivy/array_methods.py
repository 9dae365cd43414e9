"""The operations as methods of `ivy.Array`. Written by tools/generate.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ivy.dispatch import (
    OPERATIONS,
    MixedDtypes,
    Wrapper,
    alike,
    array_first,
    both,
    choose,
    only,
    operate,
    pairs,
    put,
    replace,
    retry,
    table,
    wrap,
)

if TYPE_CHECKING:
    from ivy.array import Array

new = object.__new__  # new(Array) is cheaper than Array(...), which runs __init__


class ArrayMethods(Wrapper):
    """The operations whose first parameter is an array, and the operators."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].add(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].add(x, other)
                return r
        except Exception:
            return operate("add", self, other)
        return operate("add", self, other)

    def __radd__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(other)][type(x)].add(other, x)
                return r
        except Exception:
            return operate("add", other, self)
        return operate("add", other, self)

    def __iadd__(self, other: Any) -> Any:
        return replace(self, "add", other)

    def __sub__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].subtract(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].subtract(x, other)
                return r
        except Exception:
            return operate("subtract", self, other)
        return operate("subtract", self, other)

    def __rsub__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(other)][type(x)].subtract(other, x)
                return r
        except Exception:
            return operate("subtract", other, self)
        return operate("subtract", other, self)

    def __isub__(self, other: Any) -> Any:
        return replace(self, "subtract", other)

    def __mul__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].multiply(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].multiply(x, other)
                return r
        except Exception:
            return operate("multiply", self, other)
        return operate("multiply", self, other)

    def __rmul__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(other)][type(x)].multiply(other, x)
                return r
        except Exception:
            return operate("multiply", other, self)
        return operate("multiply", other, self)

    def __imul__(self, other: Any) -> Any:
        return replace(self, "multiply", other)

    def __truediv__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].divide(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].divide(x, other)
                return r
        except Exception:
            return operate("divide", self, other)
        return operate("divide", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(other)][type(x)].divide(other, x)
                return r
        except Exception:
            return operate("divide", other, self)
        return operate("divide", other, self)

    def __itruediv__(self, other: Any) -> Any:
        return replace(self, "divide", other)

    def __floordiv__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].floor_divide(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].floor_divide(x, other)
                return r
        except Exception:
            return operate("floor_divide", self, other)
        return operate("floor_divide", self, other)

    def __rfloordiv__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(other)][type(x)].floor_divide(other, x)
                return r
        except Exception:
            return operate("floor_divide", other, self)
        return operate("floor_divide", other, self)

    def __ifloordiv__(self, other: Any) -> Any:
        return replace(self, "floor_divide", other)

    def __mod__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].remainder(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].remainder(x, other)
                return r
        except Exception:
            return operate("remainder", self, other)
        return operate("remainder", self, other)

    def __rmod__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(other)][type(x)].remainder(other, x)
                return r
        except Exception:
            return operate("remainder", other, self)
        return operate("remainder", other, self)

    def __imod__(self, other: Any) -> Any:
        return replace(self, "remainder", other)

    def __pow__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].pow(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].pow(x, other)
                return r
        except Exception:
            return operate("pow", self, other)
        return operate("pow", self, other)

    def __rpow__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(other)][type(x)].pow(other, x)
                return r
        except Exception:
            return operate("pow", other, self)
        return operate("pow", other, self)

    def __ipow__(self, other: Any) -> Any:
        return replace(self, "pow", other)

    def __matmul__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].matmul(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].matmul(x, other)
                return r
        except Exception:
            return operate("matmul", self, other)
        return operate("matmul", self, other)

    def __rmatmul__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(other)][type(x)].matmul(other, x)
                return r
        except Exception:
            return operate("matmul", other, self)
        return operate("matmul", other, self)

    def __imatmul__(self, other: Any) -> Any:
        return replace(self, "matmul", other)

    def __and__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].bitwise_and(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].bitwise_and(x, other)
                return r
        except Exception:
            return operate("bitwise_and", self, other)
        return operate("bitwise_and", self, other)

    def __rand__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(other)][type(x)].bitwise_and(other, x)
                return r
        except Exception:
            return operate("bitwise_and", other, self)
        return operate("bitwise_and", other, self)

    def __iand__(self, other: Any) -> Any:
        return replace(self, "bitwise_and", other)

    def __or__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].bitwise_or(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].bitwise_or(x, other)
                return r
        except Exception:
            return operate("bitwise_or", self, other)
        return operate("bitwise_or", self, other)

    def __ror__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(other)][type(x)].bitwise_or(other, x)
                return r
        except Exception:
            return operate("bitwise_or", other, self)
        return operate("bitwise_or", other, self)

    def __ior__(self, other: Any) -> Any:
        return replace(self, "bitwise_or", other)

    def __xor__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].bitwise_xor(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].bitwise_xor(x, other)
                return r
        except Exception:
            return operate("bitwise_xor", self, other)
        return operate("bitwise_xor", self, other)

    def __rxor__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(other)][type(x)].bitwise_xor(other, x)
                return r
        except Exception:
            return operate("bitwise_xor", other, self)
        return operate("bitwise_xor", other, self)

    def __ixor__(self, other: Any) -> Any:
        return replace(self, "bitwise_xor", other)

    def __lshift__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].bitwise_left_shift(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].bitwise_left_shift(x, other)
                return r
        except Exception:
            return operate("bitwise_left_shift", self, other)
        return operate("bitwise_left_shift", self, other)

    def __rlshift__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(other)][type(x)].bitwise_left_shift(other, x)
                return r
        except Exception:
            return operate("bitwise_left_shift", other, self)
        return operate("bitwise_left_shift", other, self)

    def __ilshift__(self, other: Any) -> Any:
        return replace(self, "bitwise_left_shift", other)

    def __rshift__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].bitwise_right_shift(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].bitwise_right_shift(x, other)
                return r
        except Exception:
            return operate("bitwise_right_shift", self, other)
        return operate("bitwise_right_shift", self, other)

    def __rrshift__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(other)][type(x)].bitwise_right_shift(other, x)
                return r
        except Exception:
            return operate("bitwise_right_shift", other, self)
        return operate("bitwise_right_shift", other, self)

    def __irshift__(self, other: Any) -> Any:
        return replace(self, "bitwise_right_shift", other)

    def __lt__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].less(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].less(x, other)
                return r
        except Exception:
            return operate("less", self, other)
        return operate("less", self, other)

    def __le__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].less_equal(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].less_equal(x, other)
                return r
        except Exception:
            return operate("less_equal", self, other)
        return operate("less_equal", self, other)

    def __gt__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].greater(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].greater(x, other)
                return r
        except Exception:
            return operate("greater", self, other)
        return operate("greater", self, other)

    def __ge__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].greater_equal(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].greater_equal(x, other)
                return r
        except Exception:
            return operate("greater_equal", self, other)
        return operate("greater_equal", self, other)

    def __eq__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].equal(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].equal(x, other)
                return r
        except Exception:
            return operate("equal", self, other)
        return operate("equal", self, other)

    def __ne__(self, other: Any) -> Any:
        try:
            x = self._data
            if type(other) is Array:
                y = other._data
                if x.dtype is y.dtype and type(x) is type(y):
                    r = new(Array)
                    r._data = alike[type(x)].not_equal(x, y)
                    return r
            elif type(other) is float or type(other) is int:
                r = new(Array)
                r._data = pairs[type(x)][type(other)].not_equal(x, other)
                return r
        except Exception:
            return operate("not_equal", self, other)
        return operate("not_equal", self, other)

    def abs(self, /, out: Any = None) -> Array:
        """Return the absolute values; of complex numbers the magnitudes, which are real."""
        if out is not None:
            return put(ArrayNamespace.abs(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].abs(x)
            return r
        except Exception as error:
            return retry(error, "abs", self)

    def acos(self, /, out: Any = None) -> Array:
        """Return the inverse cosines, between 0 and pi; NaN outside of [-1, 1]."""
        if out is not None:
            return put(ArrayNamespace.acos(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].acos(x)
            return r
        except Exception as error:
            return retry(error, "acos", self)

    def acosh(self, /, out: Any = None) -> Array:
        """Return the inverse hyperbolic cosines; NaN below 1."""
        if out is not None:
            return put(ArrayNamespace.acosh(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].acosh(x)
            return r
        except Exception as error:
            return retry(error, "acosh", self)

    def adaptive_avg_pool1d(self, /, output_size: Any, data_format: Any = "NCW") -> Array:
        """Return averages over as many windows along one axis as `output_size` says."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].adaptive_avg_pool1d(x, output_size, data_format)
            return r
        except Exception as error:
            return retry(error, "adaptive_avg_pool1d", self, output_size, data_format)

    def adaptive_avg_pool2d(self, /, output_size: Any, data_format: Any = "NHWC") -> Array:
        """Return averages over as many windows along two axes as `output_size` says."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].adaptive_avg_pool2d(x, output_size, data_format)
            return r
        except Exception as error:
            return retry(error, "adaptive_avg_pool2d", self, output_size, data_format)

    def adaptive_avg_pool3d(self, /, output_size: Any, data_format: Any = "NCDHW") -> Array:
        """Return averages over as many windows along three axes as `output_size` says."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].adaptive_avg_pool3d(x, output_size, data_format)
            return r
        except Exception as error:
            return retry(error, "adaptive_avg_pool3d", self, output_size, data_format)

    def adaptive_max_pool1d(self, /, output_size: Any, data_format: Any = "NCW") -> Array:
        """Return maxima over as many windows along one axis as `output_size` says."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].adaptive_max_pool1d(x, output_size, data_format)
            return r
        except Exception as error:
            return retry(error, "adaptive_max_pool1d", self, output_size, data_format)

    def adaptive_max_pool2d(self, /, output_size: Any, data_format: Any = "NCHW") -> Array:
        """Return maxima over as many windows along two axes as `output_size` says."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].adaptive_max_pool2d(x, output_size, data_format)
            return r
        except Exception as error:
            return retry(error, "adaptive_max_pool2d", self, output_size, data_format)

    def adaptive_max_pool3d(self, /, output_size: Any, data_format: Any = "NCDHW") -> Array:
        """Return maxima over as many windows along three axes as `output_size` says."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].adaptive_max_pool3d(x, output_size, data_format)
            return r
        except Exception as error:
            return retry(error, "adaptive_max_pool3d", self, output_size, data_format)

    def add(self, x2: Any, /, alpha: Any = None, out: Any = None) -> Array:
        """Return the sums, with `alpha` those of `x1` and `alpha * x2`."""
        if alpha is not None:
            return OPERATIONS["add"](self, x2, alpha, out)
        if out is not None:
            return put(ArrayNamespace.add(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].add(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "add", self, x2)

    def adjoint(self, /, out: Any = None) -> Array:
        """Return the conjugate transpose of matrices."""
        if out is not None:
            return put(ArrayNamespace.adjoint(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].adjoint(x)
            return r
        except Exception as error:
            return retry(error, "adjoint", self)

    def all(self, /, axis: Any = None, keepdims: Any = False, out: Any = None) -> Array:
        """Return whether all elements over `axis` are true (not zero); true when there are none."""
        if out is not None:
            return put(ArrayNamespace.all(self, axis, keepdims), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].all(x, axis, keepdims)
            return r
        except Exception as error:
            return retry(error, "all", self, axis, keepdims)

    def allclose(
        self,
        b: Any,
        /,
        rtol: Any = 1e-05,
        atol: Any = 1e-08,
        equal_nan: Any = False,
        out: Any = None,
    ) -> Array:
        """Return whether all elements are close, as an array without axes."""
        if out is not None:
            return put(ArrayNamespace.allclose(self, b, rtol, atol, equal_nan), out)
        try:
            if type(b) is Array:
                b_ = b._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not b_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                b_ = b
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = array_first[type(self_)][type(b_)].allclose(self_, b_, rtol, atol, equal_nan)
            return r
        except Exception as error:
            return retry(error, "allclose", self, b, rtol, atol, equal_nan)

    def amax(self, /, axis: Any = None, keepdims: Any = False, out: Any = None) -> Array:
        """Return the maximum; the same as `max`."""
        if out is not None:
            return put(ArrayNamespace.amax(self, axis, keepdims), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].amax(x, axis, keepdims)
            return r
        except Exception as error:
            return retry(error, "amax", self, axis, keepdims)

    def amin(self, /, axis: Any = None, keepdims: Any = False, out: Any = None) -> Array:
        """Return the minimum; the same as `min`."""
        if out is not None:
            return put(ArrayNamespace.amin(self, axis, keepdims), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].amin(x, axis, keepdims)
            return r
        except Exception as error:
            return retry(error, "amin", self, axis, keepdims)

    def angle(self, /, deg: Any = False, out: Any = None) -> Array:
        """Return the angle of complex numbers in the plane, in radians or degrees."""
        if out is not None:
            return put(ArrayNamespace.angle(self, deg), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].angle(x, deg)
            return r
        except Exception as error:
            return retry(error, "angle", self, deg)

    def any(self, /, axis: Any = None, keepdims: Any = False, out: Any = None) -> Array:
        """Return whether some element over `axis` is true (not zero); false when there are none."""
        if out is not None:
            return put(ArrayNamespace.any(self, axis, keepdims), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].any(x, axis, keepdims)
            return r
        except Exception as error:
            return retry(error, "any", self, axis, keepdims)

    def area_interpolate(self, /, dims: Any, size: Any, scale: Any) -> Array:
        """Return the means of `x`, which has `dims` spatial axes, over areas, at new sizes."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].area_interpolate(x, dims, size, scale)
            return r
        except Exception as error:
            return retry(error, "area_interpolate", self, dims, size, scale)

    def argmax(
        self,
        /,
        axis: Any = None,
        keepdims: Any = False,
        dtype: Any = None,
        select_last_index: Any = False,
        out: Any = None,
    ) -> Array:
        """Return the index of the largest element along `axis`, or of the flattened `x`."""
        if out is not None:
            return put(ArrayNamespace.argmax(self, axis, keepdims, dtype, select_last_index), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].argmax(x, axis, keepdims, dtype, select_last_index)
            return r
        except Exception as error:
            return retry(error, "argmax", self, axis, keepdims, dtype, select_last_index)

    def argmin(
        self,
        /,
        axis: Any = None,
        keepdims: Any = False,
        dtype: Any = None,
        select_last_index: Any = False,
        out: Any = None,
    ) -> Array:
        """Return the index of the smallest element along `axis`, or of the flattened `x`."""
        if out is not None:
            return put(ArrayNamespace.argmin(self, axis, keepdims, dtype, select_last_index), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].argmin(x, axis, keepdims, dtype, select_last_index)
            return r
        except Exception as error:
            return retry(error, "argmin", self, axis, keepdims, dtype, select_last_index)

    def argsort(
        self, /, axis: Any = -1, descending: Any = False, stable: Any = True, out: Any = None
    ) -> Array:
        """Return the indices that sort `x` along `axis`; equal elements keep their order if `stable`."""
        if out is not None:
            return put(ArrayNamespace.argsort(self, axis, descending, stable), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].argsort(x, axis, descending, stable)
            return r
        except Exception as error:
            return retry(error, "argsort", self, axis, descending, stable)

    def argwhere(self, /, out: Any = None) -> Array:
        """Return the indices of the elements that are not 0, one row each."""
        if out is not None:
            return put(ArrayNamespace.argwhere(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].argwhere(x)
            return r
        except Exception as error:
            return retry(error, "argwhere", self)

    def array_equal(self, x1: Any, /) -> Any:
        """Return whether two arrays have the same shape and equal elements."""
        try:
            if type(x1) is Array:
                x1_ = x1._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x1_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x1_ = x1
                self_ = self._data if type(self) is Array else self
            return both[type(self_)][type(x1_)].array_equal(self_, x1_)
        except Exception as error:
            return retry(error, "array_equal", self, x1)

    def as_strided(self, shape: Any, strides: Any, /) -> Array:
        """Return a copy of `x` read from its start with the given steps, in bytes, along each axis."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].as_strided(x, shape, strides)
            return r
        except Exception as error:
            return retry(error, "as_strided", self, shape, strides)

    def asin(self, /, out: Any = None) -> Array:
        """Return the inverse sines, between -pi/2 and pi/2; NaN outside of [-1, 1]."""
        if out is not None:
            return put(ArrayNamespace.asin(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].asin(x)
            return r
        except Exception as error:
            return retry(error, "asin", self)

    def asinh(self, /, out: Any = None) -> Array:
        """Return the inverse hyperbolic sines."""
        if out is not None:
            return put(ArrayNamespace.asinh(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].asinh(x)
            return r
        except Exception as error:
            return retry(error, "asinh", self)

    def associative_scan(self, fn: Any, /, reverse: Any = False, axis: Any = 0) -> Array:
        """Return all partial results of combining the slices along `axis` with an associative `fn`."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].associative_scan(x, fn, reverse, axis)
            return r
        except Exception as error:
            return retry(error, "associative_scan", self, fn, reverse, axis)

    def astype(self, dtype: Any, /, copy: Any = True, device: Any = None, out: Any = None) -> Array:
        """Return the values in another dtype."""
        if out is not None:
            return put(ArrayNamespace.astype(self, dtype, copy, device), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].astype(x, dtype, copy, device)
            return self if not copy and r._data is x else r  # type: ignore[return-value]
        except Exception as error:
            return retry(error, "astype", self, dtype, copy, device)

    def atan(self, /, out: Any = None) -> Array:
        """Return the inverse tangents, between -pi/2 and pi/2."""
        if out is not None:
            return put(ArrayNamespace.atan(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].atan(x)
            return r
        except Exception as error:
            return retry(error, "atan", self)

    def atan2(self, x2: Any, /, out: Any = None) -> Array:
        """Return the angles of the points with ordinates `x1` and abscissas `x2`, between -pi and pi."""
        if out is not None:
            return put(ArrayNamespace.atan2(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].atan2(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "atan2", self, x2)

    def atanh(self, /, out: Any = None) -> Array:
        """Return the inverse hyperbolic tangents; infinite at -1 and 1, NaN outside of them."""
        if out is not None:
            return put(ArrayNamespace.atanh(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].atanh(x)
            return r
        except Exception as error:
            return retry(error, "atanh", self)

    def atleast_1d(self, /, *arys: Any, copy: Any = None) -> Any:
        """Return the array with at least one axis; for several arrays a list of them."""
        try:
            self_ = self._data if type(self) is Array else self
            arys_ = [x._data if type(x) is Array else x for x in arys]
            return wrap(choose(self_, *arys_).atleast_1d(self_, *arys_, copy=copy))
        except Exception as error:
            return retry(error, "atleast_1d", self, *arys, copy=copy)

    def atleast_2d(self, /, *arys: Any, copy: Any = None) -> Any:
        """Return the array with at least two axes, new ones in front; for several a list of them."""
        try:
            self_ = self._data if type(self) is Array else self
            arys_ = [x._data if type(x) is Array else x for x in arys]
            return wrap(choose(self_, *arys_).atleast_2d(self_, *arys_, copy=copy))
        except Exception as error:
            return retry(error, "atleast_2d", self, *arys, copy=copy)

    def atleast_3d(self, /, *arys: Any, copy: Any = None) -> Any:
        """Return the array with at least three axes; for several arrays a list of them."""
        try:
            self_ = self._data if type(self) is Array else self
            arys_ = [x._data if type(x) is Array else x for x in arys]
            return wrap(choose(self_, *arys_).atleast_3d(self_, *arys_, copy=copy))
        except Exception as error:
            return retry(error, "atleast_3d", self, *arys, copy=copy)

    def avg_pool1d(
        self,
        /,
        kernel: Any,
        strides: Any,
        padding: Any,
        data_format: Any = "NWC",
        count_include_pad: Any = False,
        ceil_mode: Any = False,
        divisor_override: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the averages over windows along one axis."""
        if out is not None:
            return put(
                ArrayNamespace.avg_pool1d(
                    self,
                    kernel,
                    strides,
                    padding,
                    data_format,
                    count_include_pad,
                    ceil_mode,
                    divisor_override,
                ),
                out,
            )
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].avg_pool1d(
                x,
                kernel,
                strides,
                padding,
                data_format,
                count_include_pad,
                ceil_mode,
                divisor_override,
            )
            return r
        except Exception as error:
            return retry(
                error,
                "avg_pool1d",
                self,
                kernel,
                strides,
                padding,
                data_format,
                count_include_pad,
                ceil_mode,
                divisor_override,
            )

    def avg_pool2d(
        self,
        /,
        kernel: Any,
        strides: Any,
        padding: Any,
        data_format: Any = "NHWC",
        count_include_pad: Any = False,
        ceil_mode: Any = False,
        divisor_override: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the averages over windows along two axes."""
        if out is not None:
            return put(
                ArrayNamespace.avg_pool2d(
                    self,
                    kernel,
                    strides,
                    padding,
                    data_format,
                    count_include_pad,
                    ceil_mode,
                    divisor_override,
                ),
                out,
            )
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].avg_pool2d(
                x,
                kernel,
                strides,
                padding,
                data_format,
                count_include_pad,
                ceil_mode,
                divisor_override,
            )
            return r
        except Exception as error:
            return retry(
                error,
                "avg_pool2d",
                self,
                kernel,
                strides,
                padding,
                data_format,
                count_include_pad,
                ceil_mode,
                divisor_override,
            )

    def avg_pool3d(
        self,
        /,
        kernel: Any,
        strides: Any,
        padding: Any,
        data_format: Any = "NDHWC",
        count_include_pad: Any = False,
        ceil_mode: Any = False,
        divisor_override: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the averages over windows along three axes."""
        if out is not None:
            return put(
                ArrayNamespace.avg_pool3d(
                    self,
                    kernel,
                    strides,
                    padding,
                    data_format,
                    count_include_pad,
                    ceil_mode,
                    divisor_override,
                ),
                out,
            )
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].avg_pool3d(
                x,
                kernel,
                strides,
                padding,
                data_format,
                count_include_pad,
                ceil_mode,
                divisor_override,
            )
            return r
        except Exception as error:
            return retry(
                error,
                "avg_pool3d",
                self,
                kernel,
                strides,
                padding,
                data_format,
                count_include_pad,
                ceil_mode,
                divisor_override,
            )

    def batch_norm(
        self,
        mean: Any,
        variance: Any,
        /,
        offset: Any = None,
        scale: Any = None,
        training: Any = False,
        eps: Any = 1e-05,
        momentum: Any = 0.1,
        data_format: Any = "NSC",
        unbiased: Any = True,
        out: Any = None,
    ) -> Any:
        """Return `x` normalised per channel, the running mean and the running variance."""
        if out is not None:
            return put(
                ArrayNamespace.batch_norm(
                    self,
                    mean,
                    variance,
                    offset,
                    scale,
                    training,
                    eps,
                    momentum,
                    data_format,
                    unbiased,
                ),
                out,
            )
        try:
            self_ = self._data if type(self) is Array else self
            mean_ = mean._data if type(mean) is Array else mean
            variance_ = variance._data if type(variance) is Array else variance
            offset_ = offset._data if type(offset) is Array else offset
            scale_ = scale._data if type(scale) is Array else scale
            return wrap(
                (
                    table[type(variance_)]
                    if type(self_) is type(mean_) is type(variance_)
                    else choose(self_, mean_, variance_, offset_, scale_)
                ).batch_norm(
                    self_,
                    mean_,
                    variance_,
                    offset_,
                    scale_,
                    training,
                    eps,
                    momentum,
                    data_format,
                    unbiased,
                )
            )
        except Exception as error:
            return retry(
                error,
                "batch_norm",
                self,
                mean,
                variance,
                offset,
                scale,
                training,
                eps,
                momentum,
                data_format,
                unbiased,
            )

    def binarizer(self, /, threshold: Any = 0, out: Any = None) -> Array:
        """Return 1 where `x` is above the threshold and 0 elsewhere, in the dtype of `x`."""
        if out is not None:
            return put(ArrayNamespace.binarizer(self, threshold), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].binarizer(x, threshold)
            return r
        except Exception as error:
            return retry(error, "binarizer", self, threshold)

    def binary_cross_entropy(
        self,
        pred: Any,
        /,
        from_logits: Any = False,
        epsilon: Any = 0.0,
        reduction: Any = "mean",
        pos_weight: Any = None,
        axis: Any = None,
        out: Any = None,
    ) -> Array:
        """Return `-true * log(pred) - (1 - true) * log(1 - pred)`, averaged."""
        if out is not None:
            return put(
                ArrayNamespace.binary_cross_entropy(
                    self, pred, from_logits, epsilon, reduction, pos_weight, axis
                ),
                out,
            )
        try:
            pos_weight_ = pos_weight._data if type(pos_weight) is Array else pos_weight
            if type(pred) is Array:
                pred_ = pred._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not pred_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                pred_ = pred
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = (
                both[type(self_)][type(pred_)]
                if pos_weight_ is None
                else choose(self_, pred_, pos_weight_)
            ).binary_cross_entropy(self_, pred_, from_logits, epsilon, reduction, pos_weight_, axis)
            return r
        except Exception as error:
            return retry(
                error,
                "binary_cross_entropy",
                self,
                pred,
                from_logits,
                epsilon,
                reduction,
                pos_weight,
                axis,
            )

    def binary_cross_entropy_with_logits(
        self,
        pred: Any,
        /,
        epsilon: Any = 1e-07,
        pos_weight: Any = None,
        reduction: Any = "none",
        out: Any = None,
    ) -> Array:
        """Return the `binary_cross_entropy` of logits, per entry."""
        if out is not None:
            return put(
                ArrayNamespace.binary_cross_entropy_with_logits(
                    self, pred, epsilon, pos_weight, reduction
                ),
                out,
            )
        try:
            pos_weight_ = pos_weight._data if type(pos_weight) is Array else pos_weight
            if type(pred) is Array:
                pred_ = pred._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not pred_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                pred_ = pred
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = (
                both[type(self_)][type(pred_)]
                if pos_weight_ is None
                else choose(self_, pred_, pos_weight_)
            ).binary_cross_entropy_with_logits(self_, pred_, epsilon, pos_weight_, reduction)
            return r
        except Exception as error:
            return retry(
                error,
                "binary_cross_entropy_with_logits",
                self,
                pred,
                epsilon,
                pos_weight,
                reduction,
            )

    def bincount(self, /, weights: Any = None, minlength: Any = 0, out: Any = None) -> Array:
        """Return how often each of 0, 1, 2, ... occurs in `x`, or the sum of the weights there."""
        if out is not None:
            return put(ArrayNamespace.bincount(self, weights, minlength), out)
        try:
            self_ = self._data if type(self) is Array else self
            weights_ = weights._data if type(weights) is Array else weights
            r = new(Array)
            r._data = (
                table[type(self_)] if weights_ is None else choose(self_, weights_)
            ).bincount(self_, weights_, minlength)
            return r
        except Exception as error:
            return retry(error, "bincount", self, weights, minlength)

    def bitcast(self, dtype: Any, /, out: Any = None) -> Array:
        """Return the bits of each element read as another dtype of the same width."""
        if out is not None:
            return put(ArrayNamespace.bitcast(self, dtype), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].bitcast(x, dtype)
            return r
        except Exception as error:
            return retry(error, "bitcast", self, dtype)

    def bitwise_and(self, x2: Any, /, out: Any = None) -> Array:
        """Return the bits set in both operands; of booleans the logical and."""
        if out is not None:
            return put(ArrayNamespace.bitwise_and(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].bitwise_and(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "bitwise_and", self, x2)

    def bitwise_invert(self, /, out: Any = None) -> Array:
        """Return the numbers with each bit inverted; of booleans the logical not."""
        if out is not None:
            return put(ArrayNamespace.bitwise_invert(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].bitwise_invert(x)
            return r
        except Exception as error:
            return retry(error, "bitwise_invert", self)

    def bitwise_left_shift(self, x2: Any, /, out: Any = None) -> Array:
        """Return `x1` with its bits moved `x2` places to the left; 0 when they are moved out entirely."""
        if out is not None:
            return put(ArrayNamespace.bitwise_left_shift(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].bitwise_left_shift(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "bitwise_left_shift", self, x2)

    def bitwise_or(self, x2: Any, /, out: Any = None) -> Array:
        """Return the bits set in one or both operands; of booleans the logical or."""
        if out is not None:
            return put(ArrayNamespace.bitwise_or(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].bitwise_or(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "bitwise_or", self, x2)

    def bitwise_right_shift(self, x2: Any, /, out: Any = None) -> Array:
        """Return `x1` with its bits moved `x2` places to the right, that is `floor(x1 / 2**x2)`."""
        if out is not None:
            return put(ArrayNamespace.bitwise_right_shift(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].bitwise_right_shift(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "bitwise_right_shift", self, x2)

    def bitwise_xor(self, x2: Any, /, out: Any = None) -> Array:
        """Return the bits set in one operand only; of booleans the logical exclusive or."""
        if out is not None:
            return put(ArrayNamespace.bitwise_xor(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].bitwise_xor(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "bitwise_xor", self, x2)

    def broadcast_arrays(self, /, *arrays: Any) -> Any:
        """Return the arrays broadcast to their common shape, each in its own dtype."""
        try:
            self_ = self._data if type(self) is Array else self
            arrays_ = [x._data if type(x) is Array else x for x in arrays]
            return wrap(choose(self_, *arrays_).broadcast_arrays(self_, *arrays_))
        except Exception as error:
            return retry(error, "broadcast_arrays", self, *arrays)

    def broadcast_to(self, /, shape: Any, out: Any = None) -> Array:
        """Return the array repeated along axes of size 1, and along new first axes, to a shape."""
        if out is not None:
            return put(ArrayNamespace.broadcast_to(self, shape), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].broadcast_to(x, shape)
            return r
        except Exception as error:
            return retry(error, "broadcast_to", self, shape)

    def ceil(self, /, out: Any = None) -> Array:
        """Return the numbers rounded up to integers, in the same dtype."""
        if out is not None:
            return put(ArrayNamespace.ceil(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].ceil(x)
            return r
        except Exception as error:
            return retry(error, "ceil", self)

    def celu(self, /, alpha: Any = 1.0, complex_mode: Any = "jax", out: Any = None) -> Array:
        """Return `x` where it is positive and `alpha * (exp(x / alpha) - 1)` elsewhere."""
        if complex_mode != "jax":
            return OPERATIONS["celu"](self, alpha, complex_mode, out)
        if out is not None:
            return put(ArrayNamespace.celu(self, alpha), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].celu(x, alpha)
            return r
        except Exception as error:
            return retry(error, "celu", self, alpha)

    def cholesky(self, /, upper: Any = False, out: Any = None) -> Array:
        """Return the triangular `L` with `L @ L^H` equal to Hermitian, positive-definite matrices."""
        if out is not None:
            return put(ArrayNamespace.cholesky(self, upper), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].cholesky(x, upper)
            return r
        except Exception as error:
            return retry(error, "cholesky", self, upper)

    def clip(
        self,
        /,
        min: Any = None,
        max: Any = None,
        x_min: Any = None,
        x_max: Any = None,
        out: Any = None,
    ) -> Array:
        """Return `x` with values below `min` raised to it and values above `max` lowered to it."""
        if out is not None:
            return put(ArrayNamespace.clip(self, min, max, x_min, x_max), out)
        try:
            self_ = self._data if type(self) is Array else self
            min_ = min._data if type(min) is Array else min
            max_ = max._data if type(max) is Array else max
            x_min_ = x_min._data if type(x_min) is Array else x_min
            x_max_ = x_max._data if type(x_max) is Array else x_max
            r = new(Array)
            r._data = (
                table[type(self_)]
                if min_ is max_ is x_min_ is x_max_ is None
                else choose(self_, min_, max_, x_min_, x_max_)
            ).clip(self_, min_, max_, x_min_, x_max_)
            return r
        except Exception as error:
            return retry(error, "clip", self, min, max, x_min, x_max)

    def clip_matrix_norm(self, max_norm: Any, /, p: Any = 2.0, out: Any = None) -> Array:
        """Return the matrices, each scaled so that its norm is at most `max_norm`."""
        if out is not None:
            return put(ArrayNamespace.clip_matrix_norm(self, max_norm, p), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].clip_matrix_norm(x, max_norm, p)
            return r
        except Exception as error:
            return retry(error, "clip_matrix_norm", self, max_norm, p)

    def clip_vector_norm(self, max_norm: Any, /, p: Any = 2.0, out: Any = None) -> Array:
        """Return the array, scaled so that the norm of all its elements is at most `max_norm`."""
        if out is not None:
            return put(ArrayNamespace.clip_vector_norm(self, max_norm, p), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].clip_vector_norm(x, max_norm, p)
            return r
        except Exception as error:
            return retry(error, "clip_vector_norm", self, max_norm, p)

    def complex(self, /, imag: Any, out: Any = None) -> Array:
        """Return the complex numbers with these real and imaginary parts."""
        if out is not None:
            return put(ArrayNamespace.complex(self, imag), out)
        try:
            if type(imag) is Array:
                imag_ = imag._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not imag_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                imag_ = imag
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(imag_)].complex(self_, imag_)
            return r
        except Exception as error:
            return retry(error, "complex", self, imag)

    def cond(self, /, p: Any = None, out: Any = None) -> Array:
        """Return the condition numbers of matrices: norm times norm of the inverse."""
        if out is not None:
            return put(ArrayNamespace.cond(self, p), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].cond(x, p)
            return r
        except Exception as error:
            return retry(error, "cond", self, p)

    def conj(self, /, out: Any = None) -> Array:
        """Return the complex conjugates; real numbers are their own."""
        if out is not None:
            return put(ArrayNamespace.conj(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].conj(x)
            return r
        except Exception as error:
            return retry(error, "conj", self)

    def constant_pad(self, /, pad_width: Any, value: Any = 0, out: Any = None) -> Array:
        """Return `x` with `value` added before and after each axis."""
        if out is not None:
            return put(ArrayNamespace.constant_pad(self, pad_width, value), out)
        try:
            self_ = self._data if type(self) is Array else self
            value_ = value._data if type(value) is Array else value
            r = new(Array)
            r._data = (
                table[type(self_)] if value_ is None else choose(self_, value_)
            ).constant_pad(self_, pad_width, value_)
            return r
        except Exception as error:
            return retry(error, "constant_pad", self, pad_width, value)

    def conv(
        self,
        /,
        filters: Any,
        strides: Any,
        padding: Any,
        transpose: Any = False,
        dims: Any = 2,
        output_shape: Any = None,
        data_format: Any = "channel_last",
        filter_format: Any = "channel_last",
        feature_group_count: Any = 1,
        x_dilations: Any = 1,
        dilations: Any = 1,
        bias: Any = None,
        out: Any = None,
    ) -> Array:
        """Return `conv_general_dilated`, or `conv_general_transpose` if `transpose` is true."""
        if out is not None:
            return put(
                ArrayNamespace.conv(
                    self,
                    filters,
                    strides,
                    padding,
                    transpose,
                    dims,
                    output_shape,
                    data_format,
                    filter_format,
                    feature_group_count,
                    x_dilations,
                    dilations,
                    bias,
                ),
                out,
            )
        try:
            bias_ = bias._data if type(bias) is Array else bias
            if type(filters) is Array:
                filters_ = filters._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not filters_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                filters_ = filters
                self_ = self._data if type(self) is Array else self
            if type(bias) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = (
                both[type(self_)][type(filters_)]
                if bias_ is None
                else choose(self_, filters_, bias_)
            ).conv(
                self_,
                filters_,
                strides,
                padding,
                transpose,
                dims,
                output_shape,
                data_format,
                filter_format,
                feature_group_count,
                x_dilations,
                dilations,
                bias_,
            )
            return r
        except Exception as error:
            return retry(
                error,
                "conv",
                self,
                filters,
                strides,
                padding,
                transpose,
                dims,
                output_shape,
                data_format,
                filter_format,
                feature_group_count,
                x_dilations,
                dilations,
                bias,
            )

    def conv1d(
        self,
        /,
        filters: Any,
        strides: Any,
        padding: Any,
        data_format: Any = "NWC",
        filter_format: Any = "channel_last",
        x_dilations: Any = 1,
        dilations: Any = 1,
        bias: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the convolution of `x` with `filters` along one axis."""
        if out is not None:
            return put(
                ArrayNamespace.conv1d(
                    self,
                    filters,
                    strides,
                    padding,
                    data_format,
                    filter_format,
                    x_dilations,
                    dilations,
                    bias,
                ),
                out,
            )
        try:
            bias_ = bias._data if type(bias) is Array else bias
            if type(filters) is Array:
                filters_ = filters._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not filters_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                filters_ = filters
                self_ = self._data if type(self) is Array else self
            if type(bias) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = (
                both[type(self_)][type(filters_)]
                if bias_ is None
                else choose(self_, filters_, bias_)
            ).conv1d(
                self_,
                filters_,
                strides,
                padding,
                data_format,
                filter_format,
                x_dilations,
                dilations,
                bias_,
            )
            return r
        except Exception as error:
            return retry(
                error,
                "conv1d",
                self,
                filters,
                strides,
                padding,
                data_format,
                filter_format,
                x_dilations,
                dilations,
                bias,
            )

    def conv1d_transpose(
        self,
        /,
        filters: Any,
        strides: Any,
        padding: Any,
        output_shape: Any = None,
        filter_format: Any = "channel_last",
        data_format: Any = "NWC",
        dilations: Any = 1,
        bias: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the transpose of a convolution along one axis: each element of `x` adds a window."""
        if out is not None:
            return put(
                ArrayNamespace.conv1d_transpose(
                    self,
                    filters,
                    strides,
                    padding,
                    output_shape,
                    filter_format,
                    data_format,
                    dilations,
                    bias,
                ),
                out,
            )
        try:
            bias_ = bias._data if type(bias) is Array else bias
            if type(filters) is Array:
                filters_ = filters._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not filters_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                filters_ = filters
                self_ = self._data if type(self) is Array else self
            if type(bias) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = (
                both[type(self_)][type(filters_)]
                if bias_ is None
                else choose(self_, filters_, bias_)
            ).conv1d_transpose(
                self_,
                filters_,
                strides,
                padding,
                output_shape,
                filter_format,
                data_format,
                dilations,
                bias_,
            )
            return r
        except Exception as error:
            return retry(
                error,
                "conv1d_transpose",
                self,
                filters,
                strides,
                padding,
                output_shape,
                filter_format,
                data_format,
                dilations,
                bias,
            )

    def conv2d(
        self,
        /,
        filters: Any,
        strides: Any,
        padding: Any,
        data_format: Any = "NHWC",
        filter_format: Any = "channel_last",
        x_dilations: Any = 1,
        dilations: Any = 1,
        bias: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the convolution of `x` with `filters` along two axes."""
        if out is not None:
            return put(
                ArrayNamespace.conv2d(
                    self,
                    filters,
                    strides,
                    padding,
                    data_format,
                    filter_format,
                    x_dilations,
                    dilations,
                    bias,
                ),
                out,
            )
        try:
            bias_ = bias._data if type(bias) is Array else bias
            if type(filters) is Array:
                filters_ = filters._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not filters_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                filters_ = filters
                self_ = self._data if type(self) is Array else self
            if type(bias) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = (
                both[type(self_)][type(filters_)]
                if bias_ is None
                else choose(self_, filters_, bias_)
            ).conv2d(
                self_,
                filters_,
                strides,
                padding,
                data_format,
                filter_format,
                x_dilations,
                dilations,
                bias_,
            )
            return r
        except Exception as error:
            return retry(
                error,
                "conv2d",
                self,
                filters,
                strides,
                padding,
                data_format,
                filter_format,
                x_dilations,
                dilations,
                bias,
            )

    def conv2d_transpose(
        self,
        /,
        filters: Any,
        strides: Any,
        padding: Any,
        output_shape: Any = None,
        filter_format: Any = "channel_last",
        data_format: Any = "NHWC",
        dilations: Any = 1,
        bias: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the transpose of a convolution along two axes: each element of `x` adds a window."""
        if out is not None:
            return put(
                ArrayNamespace.conv2d_transpose(
                    self,
                    filters,
                    strides,
                    padding,
                    output_shape,
                    filter_format,
                    data_format,
                    dilations,
                    bias,
                ),
                out,
            )
        try:
            bias_ = bias._data if type(bias) is Array else bias
            if type(filters) is Array:
                filters_ = filters._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not filters_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                filters_ = filters
                self_ = self._data if type(self) is Array else self
            if type(bias) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = (
                both[type(self_)][type(filters_)]
                if bias_ is None
                else choose(self_, filters_, bias_)
            ).conv2d_transpose(
                self_,
                filters_,
                strides,
                padding,
                output_shape,
                filter_format,
                data_format,
                dilations,
                bias_,
            )
            return r
        except Exception as error:
            return retry(
                error,
                "conv2d_transpose",
                self,
                filters,
                strides,
                padding,
                output_shape,
                filter_format,
                data_format,
                dilations,
                bias,
            )

    def conv3d(
        self,
        /,
        filters: Any,
        strides: Any,
        padding: Any,
        data_format: Any = "NDHWC",
        filter_format: Any = "channel_last",
        x_dilations: Any = 1,
        dilations: Any = 1,
        bias: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the convolution of `x` with `filters` along three axes."""
        if out is not None:
            return put(
                ArrayNamespace.conv3d(
                    self,
                    filters,
                    strides,
                    padding,
                    data_format,
                    filter_format,
                    x_dilations,
                    dilations,
                    bias,
                ),
                out,
            )
        try:
            bias_ = bias._data if type(bias) is Array else bias
            if type(filters) is Array:
                filters_ = filters._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not filters_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                filters_ = filters
                self_ = self._data if type(self) is Array else self
            if type(bias) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = (
                both[type(self_)][type(filters_)]
                if bias_ is None
                else choose(self_, filters_, bias_)
            ).conv3d(
                self_,
                filters_,
                strides,
                padding,
                data_format,
                filter_format,
                x_dilations,
                dilations,
                bias_,
            )
            return r
        except Exception as error:
            return retry(
                error,
                "conv3d",
                self,
                filters,
                strides,
                padding,
                data_format,
                filter_format,
                x_dilations,
                dilations,
                bias,
            )

    def conv3d_transpose(
        self,
        /,
        filters: Any,
        strides: Any,
        padding: Any,
        output_shape: Any = None,
        filter_format: Any = "channel_last",
        data_format: Any = "NDHWC",
        dilations: Any = 1,
        bias: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the transpose of a convolution along three axes: each element of `x` adds a window."""
        if out is not None:
            return put(
                ArrayNamespace.conv3d_transpose(
                    self,
                    filters,
                    strides,
                    padding,
                    output_shape,
                    filter_format,
                    data_format,
                    dilations,
                    bias,
                ),
                out,
            )
        try:
            bias_ = bias._data if type(bias) is Array else bias
            if type(filters) is Array:
                filters_ = filters._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not filters_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                filters_ = filters
                self_ = self._data if type(self) is Array else self
            if type(bias) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = (
                both[type(self_)][type(filters_)]
                if bias_ is None
                else choose(self_, filters_, bias_)
            ).conv3d_transpose(
                self_,
                filters_,
                strides,
                padding,
                output_shape,
                filter_format,
                data_format,
                dilations,
                bias_,
            )
            return r
        except Exception as error:
            return retry(
                error,
                "conv3d_transpose",
                self,
                filters,
                strides,
                padding,
                output_shape,
                filter_format,
                data_format,
                dilations,
                bias,
            )

    def conv_general_dilated(
        self,
        /,
        filters: Any,
        strides: Any,
        padding: Any,
        dims: Any = 2,
        data_format: Any = "channel_last",
        filter_format: Any = "channel_last",
        feature_group_count: Any = 1,
        x_dilations: Any = 1,
        dilations: Any = 1,
        bias: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the convolution of `x` with `filters` along `dims` axes, channels in groups."""
        if out is not None:
            return put(
                ArrayNamespace.conv_general_dilated(
                    self,
                    filters,
                    strides,
                    padding,
                    dims,
                    data_format,
                    filter_format,
                    feature_group_count,
                    x_dilations,
                    dilations,
                    bias,
                ),
                out,
            )
        try:
            bias_ = bias._data if type(bias) is Array else bias
            if type(filters) is Array:
                filters_ = filters._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not filters_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                filters_ = filters
                self_ = self._data if type(self) is Array else self
            if type(bias) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = (
                both[type(self_)][type(filters_)]
                if bias_ is None
                else choose(self_, filters_, bias_)
            ).conv_general_dilated(
                self_,
                filters_,
                strides,
                padding,
                dims,
                data_format,
                filter_format,
                feature_group_count,
                x_dilations,
                dilations,
                bias_,
            )
            return r
        except Exception as error:
            return retry(
                error,
                "conv_general_dilated",
                self,
                filters,
                strides,
                padding,
                dims,
                data_format,
                filter_format,
                feature_group_count,
                x_dilations,
                dilations,
                bias,
            )

    def conv_general_transpose(
        self,
        /,
        filters: Any,
        strides: Any,
        padding: Any,
        dims: Any = 2,
        output_shape: Any = None,
        filter_format: Any = "channel_last",
        data_format: Any = "channel_last",
        dilations: Any = 1,
        feature_group_count: Any = 1,
        bias: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the transpose of a convolution along `dims` axes: each element of `x` adds a window."""
        if out is not None:
            return put(
                ArrayNamespace.conv_general_transpose(
                    self,
                    filters,
                    strides,
                    padding,
                    dims,
                    output_shape,
                    filter_format,
                    data_format,
                    dilations,
                    feature_group_count,
                    bias,
                ),
                out,
            )
        try:
            bias_ = bias._data if type(bias) is Array else bias
            if type(filters) is Array:
                filters_ = filters._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not filters_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                filters_ = filters
                self_ = self._data if type(self) is Array else self
            if type(bias) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = (
                both[type(self_)][type(filters_)]
                if bias_ is None
                else choose(self_, filters_, bias_)
            ).conv_general_transpose(
                self_,
                filters_,
                strides,
                padding,
                dims,
                output_shape,
                filter_format,
                data_format,
                dilations,
                feature_group_count,
                bias_,
            )
            return r
        except Exception as error:
            return retry(
                error,
                "conv_general_transpose",
                self,
                filters,
                strides,
                padding,
                dims,
                output_shape,
                filter_format,
                data_format,
                dilations,
                feature_group_count,
                bias,
            )

    def copysign(self, x2: Any, /, out: Any = None) -> Array:
        """Return the magnitudes of `x1` with the signs of `x2`, the signs of zeros and NaN included."""
        if out is not None:
            return put(ArrayNamespace.copysign(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].copysign(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "copysign", self, x2)

    def corrcoef(self, /, y: Any = None, rowvar: Any = True, out: Any = None) -> Array:
        """Return the correlation coefficients of variables in rows (in columns if not `rowvar`)."""
        if out is not None:
            return put(ArrayNamespace.corrcoef(self, y, rowvar), out)
        try:
            self_ = self._data if type(self) is Array else self
            y_ = y._data if type(y) is Array else y
            if type(y) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = (table[type(self_)] if y_ is None else choose(self_, y_)).corrcoef(
                self_, y_, rowvar
            )
            return r
        except Exception as error:
            return retry(error, "corrcoef", self, y, rowvar)

    def cos(self, /, out: Any = None) -> Array:
        """Return the cosines of angles in radians."""
        if out is not None:
            return put(ArrayNamespace.cos(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].cos(x)
            return r
        except Exception as error:
            return retry(error, "cos", self)

    def cosh(self, /, out: Any = None) -> Array:
        """Return the hyperbolic cosines."""
        if out is not None:
            return put(ArrayNamespace.cosh(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].cosh(x)
            return r
        except Exception as error:
            return retry(error, "cosh", self)

    def count_nonzero(
        self, /, axis: Any = None, keepdims: Any = False, dtype: Any = None, out: Any = None
    ) -> Array:
        """Return the number of elements that are not zero; NaN is not zero."""
        if out is not None:
            return put(ArrayNamespace.count_nonzero(self, axis, keepdims, dtype), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].count_nonzero(x, axis, keepdims, dtype)
            return r
        except Exception as error:
            return retry(error, "count_nonzero", self, axis, keepdims, dtype)

    def cov(
        self,
        x2: Any = None,
        /,
        rowVar: Any = True,
        bias: Any = False,
        ddof: Any = None,
        fweights: Any = None,
        aweights: Any = None,
        dtype: Any = None,
    ) -> Array:
        """Return the covariance matrix of variables in rows (in columns with `rowVar=False`)."""
        try:
            self_ = self._data if type(self) is Array else self
            x2_ = x2._data if type(x2) is Array else x2
            fweights_ = fweights._data if type(fweights) is Array else fweights
            aweights_ = aweights._data if type(aweights) is Array else aweights
            if type(x2) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = (
                table[type(self_)]
                if x2_ is fweights_ is aweights_ is None
                else choose(self_, x2_, fweights_, aweights_)
            ).cov(self_, x2_, rowVar, bias, ddof, fweights_, aweights_, dtype)
            return r
        except Exception as error:
            return retry(error, "cov", self, x2, rowVar, bias, ddof, fweights, aweights, dtype)

    def cross(
        self,
        x2: Any,
        /,
        axisa: Any = -1,
        axisb: Any = -1,
        axisc: Any = -1,
        axis: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the vector products of vectors of 3 elements along `axisa`, `axisb`; result: `axisc`."""
        if out is not None:
            return put(ArrayNamespace.cross(self, x2, axisa, axisb, axisc, axis), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(x2_)].cross(self_, x2_, axisa, axisb, axisc, axis)
            return r
        except Exception as error:
            return retry(error, "cross", self, x2, axisa, axisb, axisc, axis)

    def cross_entropy(
        self,
        pred: Any,
        /,
        axis: Any = None,
        epsilon: Any = 1e-07,
        reduction: Any = "mean",
        from_logits: Any = False,
        out: Any = None,
    ) -> Array:
        """Return `-true * log(pred)` of probabilities, averaged over everything or along an axis."""
        if out is not None:
            return put(
                ArrayNamespace.cross_entropy(self, pred, axis, epsilon, reduction, from_logits), out
            )
        try:
            if type(pred) is Array:
                pred_ = pred._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not pred_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                pred_ = pred
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(pred_)].cross_entropy(
                self_, pred_, axis, epsilon, reduction, from_logits
            )
            return r
        except Exception as error:
            return retry(error, "cross_entropy", self, pred, axis, epsilon, reduction, from_logits)

    def cummax(
        self,
        /,
        axis: Any = 0,
        exclusive: Any = False,
        reverse: Any = False,
        dtype: Any = None,
        out: Any = None,
    ) -> Any:
        """Return the maximum of each element and all before it, and where it is found."""
        if out is not None:
            return put(ArrayNamespace.cummax(self, axis, exclusive, reverse, dtype), out)
        try:
            x = self._data
            return wrap(table[type(x)].cummax(x, axis, exclusive, reverse, dtype))
        except Exception as error:
            return retry(error, "cummax", self, axis, exclusive, reverse, dtype)

    def cummin(
        self,
        /,
        axis: Any = 0,
        exclusive: Any = False,
        reverse: Any = False,
        dtype: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the minimum of each element and all before it (after it with `reverse`)."""
        if out is not None:
            return put(ArrayNamespace.cummin(self, axis, exclusive, reverse, dtype), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].cummin(x, axis, exclusive, reverse, dtype)
            return r
        except Exception as error:
            return retry(error, "cummin", self, axis, exclusive, reverse, dtype)

    def cumprod(
        self,
        /,
        axis: Any = 0,
        exclusive: Any = False,
        reverse: Any = False,
        dtype: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the product of each element and all before it; `exclusive` leaves out the element."""
        if out is not None:
            return put(ArrayNamespace.cumprod(self, axis, exclusive, reverse, dtype), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].cumprod(x, axis, exclusive, reverse, dtype)
            return r
        except Exception as error:
            return retry(error, "cumprod", self, axis, exclusive, reverse, dtype)

    def cumsum(
        self,
        /,
        axis: Any = 0,
        exclusive: Any = False,
        reverse: Any = False,
        dtype: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the sum of each element and all before it; `exclusive` leaves out the element itself."""
        if out is not None:
            return put(ArrayNamespace.cumsum(self, axis, exclusive, reverse, dtype), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].cumsum(x, axis, exclusive, reverse, dtype)
            return r
        except Exception as error:
            return retry(error, "cumsum", self, axis, exclusive, reverse, dtype)

    def cumulative_prod(
        self, /, axis: Any = None, dtype: Any = None, include_initial: Any = False, out: Any = None
    ) -> Array:
        """Return the products of the first 1, 2, 3, ... elements; `include_initial` puts a 1 in front."""
        if out is not None:
            return put(ArrayNamespace.cumulative_prod(self, axis, dtype, include_initial), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].cumulative_prod(x, axis, dtype, include_initial)
            return r
        except Exception as error:
            return retry(error, "cumulative_prod", self, axis, dtype, include_initial)

    def cumulative_sum(
        self, /, axis: Any = None, dtype: Any = None, include_initial: Any = False, out: Any = None
    ) -> Array:
        """Return the sums of the first 1, 2, 3, ... elements; `include_initial` puts a 0 in front."""
        if out is not None:
            return put(ArrayNamespace.cumulative_sum(self, axis, dtype, include_initial), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].cumulative_sum(x, axis, dtype, include_initial)
            return r
        except Exception as error:
            return retry(error, "cumulative_sum", self, axis, dtype, include_initial)

    def deg2rad(self, /, out: Any = None) -> Array:
        """Return angles in degrees as radians."""
        if out is not None:
            return put(ArrayNamespace.deg2rad(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].deg2rad(x)
            return r
        except Exception as error:
            return retry(error, "deg2rad", self)

    def depthwise_conv2d(
        self,
        /,
        filters: Any,
        strides: Any,
        padding: Any,
        data_format: Any = "NHWC",
        dilations: Any = 1,
        out: Any = None,
    ) -> Array:
        """Return the convolution of each channel of `x` with a filter of its own."""
        if out is not None:
            return put(
                ArrayNamespace.depthwise_conv2d(
                    self, filters, strides, padding, data_format, dilations
                ),
                out,
            )
        try:
            if type(filters) is Array:
                filters_ = filters._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not filters_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                filters_ = filters
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(filters_)].depthwise_conv2d(
                self_, filters_, strides, padding, data_format, dilations
            )
            return r
        except Exception as error:
            return retry(
                error, "depthwise_conv2d", self, filters, strides, padding, data_format, dilations
            )

    def det(self, /, out: Any = None) -> Array:
        """Return the determinants of square matrices."""
        if out is not None:
            return put(ArrayNamespace.det(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].det(x)
            return r
        except Exception as error:
            return retry(error, "det", self)

    def dev(self, /, as_native: Any = False) -> Any:
        """Return the device an array is on."""
        try:
            x = self._data
            return wrap(table[type(x)].dev(x, as_native))
        except Exception as error:
            return retry(error, "dev", self, as_native)

    def dft(
        self,
        /,
        axis: Any = 1,
        inverse: Any = False,
        onesided: Any = False,
        dft_length: Any = None,
        norm: Any = "backward",
        out: Any = None,
    ) -> Array:
        """Return the Fourier transform along an axis, or its inverse, as complex numbers."""
        if out is not None:
            return put(ArrayNamespace.dft(self, axis, inverse, onesided, dft_length, norm), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].dft(x, axis, inverse, onesided, dft_length, norm)
            return r
        except Exception as error:
            return retry(error, "dft", self, axis, inverse, onesided, dft_length, norm)

    def diag(self, /, k: Any = 0, out: Any = None) -> Array:
        """Return the `k`-th diagonal of a matrix, or the matrix that has a vector there."""
        if out is not None:
            return put(ArrayNamespace.diag(self, k), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].diag(x, k)
            return r
        except Exception as error:
            return retry(error, "diag", self, k)

    def diagflat(
        self,
        /,
        offset: Any = 0,
        padding_value: Any = 0,
        align: Any = "RIGHT_LEFT",
        num_rows: Any = -1,
        num_cols: Any = -1,
        out: Any = None,
    ) -> Array:
        """Return the matrix with the elements of `x` on a diagonal and `padding_value` elsewhere."""
        if out is not None:
            return put(
                ArrayNamespace.diagflat(self, offset, padding_value, align, num_rows, num_cols), out
            )
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].diagflat(x, offset, padding_value, align, num_rows, num_cols)
            return r
        except Exception as error:
            return retry(error, "diagflat", self, offset, padding_value, align, num_rows, num_cols)

    def diagonal(
        self, /, offset: Any = 0, axis1: Any = -2, axis2: Any = -1, out: Any = None
    ) -> Array:
        """Return the diagonals of the matrices in two axes, as the last axis."""
        if out is not None:
            return put(ArrayNamespace.diagonal(self, offset, axis1, axis2), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].diagonal(x, offset, axis1, axis2)
            return r
        except Exception as error:
            return retry(error, "diagonal", self, offset, axis1, axis2)

    def diff(
        self,
        /,
        n: Any = 1,
        axis: Any = -1,
        prepend: Any = None,
        append: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the differences of neighbours along an axis, `n` times."""
        if out is not None:
            return put(ArrayNamespace.diff(self, n, axis, prepend, append), out)
        try:
            self_ = self._data if type(self) is Array else self
            prepend_ = prepend._data if type(prepend) is Array else prepend
            append_ = append._data if type(append) is Array else append
            if type(prepend) is Array:
                raise MixedDtypes
            if type(append) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = (
                table[type(self_)]
                if prepend_ is append_ is None
                else choose(self_, prepend_, append_)
            ).diff(self_, n, axis, prepend_, append_)
            return r
        except Exception as error:
            return retry(error, "diff", self, n, axis, prepend, append)

    def digamma(self, /, out: Any = None) -> Array:
        """Return the logarithmic derivative of the gamma function."""
        if out is not None:
            return put(ArrayNamespace.digamma(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].digamma(x)
            return r
        except Exception as error:
            return retry(error, "digamma", self)

    def divide(self, x2: Any, /, out: Any = None) -> Array:
        """Return the quotients, as floats of the default dtype when both operands are integers."""
        if out is not None:
            return put(ArrayNamespace.divide(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].divide(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "divide", self, x2)

    def dot(self, b: Any, /, out: Any = None) -> Array:
        """Return sums of products over the last axis of `a` and the last but one (or only) of `b`."""
        if out is not None:
            return put(ArrayNamespace.dot(self, b), out)
        try:
            if type(b) is Array:
                b_ = b._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not b_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                b_ = b
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(b_)].dot(self_, b_)
            return r
        except Exception as error:
            return retry(error, "dot", self, b)

    def dropout(
        self,
        prob: Any,
        /,
        scale: Any = True,
        dtype: Any = None,
        training: Any = True,
        seed: Any = None,
        noise_shape: Any = None,
        out: Any = None,
    ) -> Array:
        """Return `x` with entries set to zero with probability `prob`, the others scaled up for it."""
        if out is not None:
            return put(
                ArrayNamespace.dropout(self, prob, scale, dtype, training, seed, noise_shape), out
            )
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].dropout(x, prob, scale, dtype, training, seed, noise_shape)
            return r
        except Exception as error:
            return retry(error, "dropout", self, prob, scale, dtype, training, seed, noise_shape)

    def dropout1d(
        self,
        prob: Any,
        /,
        training: Any = True,
        data_format: Any = "NWC",
        seed: Any = None,
        out: Any = None,
    ) -> Array:
        """Return `x`, [N, W, C] or [W, C], with whole channels of samples dropped."""
        if out is not None:
            return put(ArrayNamespace.dropout1d(self, prob, training, data_format, seed), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].dropout1d(x, prob, training, data_format, seed)
            return r
        except Exception as error:
            return retry(error, "dropout1d", self, prob, training, data_format, seed)

    def dropout2d(
        self,
        prob: Any,
        /,
        training: Any = True,
        data_format: Any = "NHWC",
        seed: Any = None,
        out: Any = None,
    ) -> Array:
        """Return `x`, [N, H, W, C] or [H, W, C], with whole channels of samples dropped."""
        if out is not None:
            return put(ArrayNamespace.dropout2d(self, prob, training, data_format, seed), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].dropout2d(x, prob, training, data_format, seed)
            return r
        except Exception as error:
            return retry(error, "dropout2d", self, prob, training, data_format, seed)

    def dropout3d(
        self,
        prob: Any,
        /,
        training: Any = True,
        data_format: Any = "NDHWC",
        seed: Any = None,
        out: Any = None,
    ) -> Array:
        """Return `x`, [N, D, H, W, C] or [D, H, W, C], with whole channels of samples dropped."""
        if out is not None:
            return put(ArrayNamespace.dropout3d(self, prob, training, data_format, seed), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].dropout3d(x, prob, training, data_format, seed)
            return r
        except Exception as error:
            return retry(error, "dropout3d", self, prob, training, data_format, seed)

    def dsplit(self, indices_or_sections: Any, /, copy: Any = None) -> Any:
        """Return the parts of `ary` along axis 2, equal or cut at indices."""
        try:
            x = self._data
            return wrap(table[type(x)].dsplit(x, indices_or_sections, copy))
        except Exception as error:
            return retry(error, "dsplit", self, indices_or_sections, copy)

    def eig(self, /, out: Any = None) -> Any:
        """Return the complex eigenvalues, in no set order, and the eigenvectors (columns) of matrices."""
        if out is not None:
            return put(ArrayNamespace.eig(self), out)
        try:
            x = self._data
            return wrap(table[type(x)].eig(x))
        except Exception as error:
            return retry(error, "eig", self)

    def eigh(self, /, UPLO: Any = "L", out: Any = None) -> Any:
        """Return the real eigenvalues, ascending, and the eigenvectors (columns) of Hermitian matrices."""
        if out is not None:
            return put(ArrayNamespace.eigh(self, UPLO), out)
        try:
            x = self._data
            return wrap(table[type(x)].eigh(x, UPLO))
        except Exception as error:
            return retry(error, "eigh", self, UPLO)

    def eigh_tridiagonal(
        self,
        beta: Any,
        /,
        eigvals_only: Any = True,
        select: Any = "a",
        select_range: Any = None,
        tol: Any = None,
    ) -> Any:
        """Return the eigenvalues (and vectors) of matrices with diagonal `alpha` and `beta` beside it."""
        try:
            if type(beta) is Array:
                beta_ = beta._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not beta_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                beta_ = beta
                self_ = self._data if type(self) is Array else self
            return wrap(
                both[type(self_)][type(beta_)].eigh_tridiagonal(
                    self_, beta_, eigvals_only, select, select_range, tol
                )
            )
        except Exception as error:
            return retry(
                error, "eigh_tridiagonal", self, beta, eigvals_only, select, select_range, tol
            )

    def eigvals(self, /) -> Array:
        """Return the complex eigenvalues of square matrices, in no set order."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].eigvals(x)
            return r
        except Exception as error:
            return retry(error, "eigvals", self)

    def eigvalsh(self, /, UPLO: Any = "L", out: Any = None) -> Array:
        """Return the real eigenvalues, ascending, of Hermitian matrices."""
        if out is not None:
            return put(ArrayNamespace.eigvalsh(self, UPLO), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].eigvalsh(x, UPLO)
            return r
        except Exception as error:
            return retry(error, "eigvalsh", self, UPLO)

    def elu(self, /, alpha: Any = 1.0, out: Any = None) -> Array:
        """Return `x` where it is positive and `alpha * (exp(x) - 1)` elsewhere."""
        if out is not None:
            return put(ArrayNamespace.elu(self, alpha), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].elu(x, alpha)
            return r
        except Exception as error:
            return retry(error, "elu", self, alpha)

    def embedding(self, indices: Any, /, max_norm: Any = None, out: Any = None) -> Array:
        """Return the rows of `weights` at `indices`, shortened to `max_norm` where they are longer."""
        if out is not None:
            return put(ArrayNamespace.embedding(self, indices, max_norm), out)
        try:
            self_ = self._data if type(self) is Array else self
            indices_ = indices._data if type(indices) is Array else indices
            r = new(Array)
            r._data = both[type(self_)][type(indices_)].embedding(self_, indices_, max_norm)
            return r
        except Exception as error:
            return retry(error, "embedding", self, indices, max_norm)

    def empty_like(self, /, dtype: Any = None, device: Any = None, out: Any = None) -> Array:
        """Return an array in the shape and dtype of `x` whose values are whatever the memory held."""
        if out is not None:
            return put(ArrayNamespace.empty_like(self, dtype, device), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].empty_like(x, dtype, device)
            return r
        except Exception as error:
            return retry(error, "empty_like", self, dtype, device)

    def equal(self, x2: Any, /, out: Any = None) -> Array:
        """Return where the operands are equal; NaN equals nothing."""
        if out is not None:
            return put(ArrayNamespace.equal(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].equal(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "equal", self, x2)

    def erf(self, /, out: Any = None) -> Array:
        """Return the error function, `2 / sqrt(pi)` times the integral of `exp(-t**2)` from 0 to `x`."""
        if out is not None:
            return put(ArrayNamespace.erf(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].erf(x)
            return r
        except Exception as error:
            return retry(error, "erf", self)

    def erfc(self, /, out: Any = None) -> Array:
        """Return `1 - erf(x)`, precise also where `erf(x)` is close to 1."""
        if out is not None:
            return put(ArrayNamespace.erfc(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].erfc(x)
            return r
        except Exception as error:
            return retry(error, "erfc", self)

    def erfinv(self, /, out: Any = None) -> Array:
        """Return the inverse of the error function: infinite at -1 and 1, NaN beyond."""
        if out is not None:
            return put(ArrayNamespace.erfinv(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].erfinv(x)
            return r
        except Exception as error:
            return retry(error, "erfinv", self)

    def exp(self, /, out: Any = None) -> Array:
        """Return e to the power of each number."""
        if out is not None:
            return put(ArrayNamespace.exp(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].exp(x)
            return r
        except Exception as error:
            return retry(error, "exp", self)

    def exp2(self, /, out: Any = None) -> Array:
        """Return 2 to the power of each element."""
        if out is not None:
            return put(ArrayNamespace.exp2(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].exp2(x)
            return r
        except Exception as error:
            return retry(error, "exp2", self)

    def expand(self, shape: Any, /, copy: Any = None, out: Any = None) -> Array:
        """Return `x` repeated along its axes of size 1 to fill `shape`, in which -1 keeps a size."""
        if out is not None:
            return put(ArrayNamespace.expand(self, shape, copy), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].expand(x, shape, copy)
            return r
        except Exception as error:
            return retry(error, "expand", self, shape, copy)

    def expand_dims(self, /, axis: Any = 0, copy: Any = None, out: Any = None) -> Array:
        """Return `x` with axes of size 1 inserted, at the places `axis` of the result."""
        if out is not None:
            return put(ArrayNamespace.expand_dims(self, axis, copy), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].expand_dims(x, axis, copy)
            return r
        except Exception as error:
            return retry(error, "expand_dims", self, axis, copy)

    def expm1(self, /, out: Any = None) -> Array:
        """Return `exp(x) - 1`, precise also near 0."""
        if out is not None:
            return put(ArrayNamespace.expm1(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].expm1(x)
            return r
        except Exception as error:
            return retry(error, "expm1", self)

    def eye_like(
        self, /, k: Any = 0, dtype: Any = None, device: Any = None, out: Any = None
    ) -> Array:
        """Return ones on the `k`-th diagonal of each matrix and zeros elsewhere, in the shape of `x`."""
        if out is not None:
            return put(ArrayNamespace.eye_like(self, k, dtype, device), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].eye_like(x, k, dtype, device)
            return r
        except Exception as error:
            return retry(error, "eye_like", self, k, dtype, device)

    def fft(
        self, /, dim: Any = -1, norm: Any = "backward", n: Any = None, out: Any = None
    ) -> Array:
        """Return the Fourier transform along the axis `dim`; `ivy.fft.fft` is the Array API's form."""
        if out is not None:
            return put(ArrayNamespace.fft(self, dim, norm, n), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].fft(x, dim, norm, n)
            return r
        except Exception as error:
            return retry(error, "fft", self, dim, norm, n)

    def fft2(
        self, /, s: Any = None, dim: Any = (-2, -1), norm: Any = "backward", out: Any = None
    ) -> Array:
        """Return the Fourier transform along two axes."""
        if out is not None:
            return put(ArrayNamespace.fft2(self, s, dim, norm), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].fft2(x, s, dim, norm)
            return r
        except Exception as error:
            return retry(error, "fft2", self, s, dim, norm)

    def fftn(
        self, /, s: Any = None, axes: Any = None, norm: Any = "backward", out: Any = None
    ) -> Array:
        """Return the Fourier transform along `axes`: the last `len(s)`, or all."""
        if out is not None:
            return put(ArrayNamespace.fftn(self, s, axes, norm), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].fftn(x, s, axes, norm)
            return r
        except Exception as error:
            return retry(error, "fftn", self, s, axes, norm)

    def fftshift(self, /, axes: Any = None, out: Any = None) -> Array:
        """Return `x` with the frequency 0 moved from the front to the middle of each axis."""
        if out is not None:
            return put(ArrayNamespace.fftshift(self, axes), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].fftshift(x, axes)
            return r
        except Exception as error:
            return retry(error, "fftshift", self, axes)

    def fill_diagonal(self, v: Any, /, wrap: Any = False) -> Array:
        """Return `a` with `v` on its main diagonal; `wrap` starts anew below it in a tall matrix."""
        try:
            self_ = self._data if type(self) is Array else self
            v_ = v._data if type(v) is Array else v
            r = new(Array)
            r._data = array_first[type(self_)][type(v_)].fill_diagonal(self_, v_, wrap)
            return r
        except Exception as error:
            return retry(error, "fill_diagonal", self, v, wrap)

    def fix(self, /, out: Any = None) -> Array:
        """Return the nearest integer towards zero; the same as `trunc`."""
        if out is not None:
            return put(ArrayNamespace.fix(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].fix(x)
            return r
        except Exception as error:
            return retry(error, "fix", self)

    def flatten(
        self,
        /,
        copy: Any = None,
        start_dim: Any = 0,
        end_dim: Any = -1,
        order: Any = "C",
        out: Any = None,
    ) -> Array:
        """Return `x` with the axes from `start_dim` to `end_dim` joined into one."""
        if out is not None:
            return put(ArrayNamespace.flatten(self, copy, start_dim, end_dim, order), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].flatten(x, copy, start_dim, end_dim, order)
            return r
        except Exception as error:
            return retry(error, "flatten", self, copy, start_dim, end_dim, order)

    def flip(self, /, axis: Any = None, copy: Any = None, out: Any = None) -> Array:
        """Return `x` with the elements in reverse order along `axis`, or along all axes."""
        if out is not None:
            return put(ArrayNamespace.flip(self, axis, copy), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].flip(x, axis, copy)
            return r
        except Exception as error:
            return retry(error, "flip", self, axis, copy)

    def fliplr(self, /, copy: Any = None, out: Any = None) -> Array:
        """Return `m` with the elements in reverse order along axis 1."""
        if out is not None:
            return put(ArrayNamespace.fliplr(self, copy), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].fliplr(x, copy)
            return r
        except Exception as error:
            return retry(error, "fliplr", self, copy)

    def flipud(self, /, copy: Any = None, out: Any = None) -> Array:
        """Return `m` with the elements in reverse order along axis 0."""
        if out is not None:
            return put(ArrayNamespace.flipud(self, copy), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].flipud(x, copy)
            return r
        except Exception as error:
            return retry(error, "flipud", self, copy)

    def float_power(self, x2: Any, /, out: Any = None) -> Array:
        """Return `x1` to the power of `x2`, computed and returned in double precision."""
        if out is not None:
            return put(ArrayNamespace.float_power(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].float_power(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "float_power", self, x2)

    def floor(self, /, out: Any = None) -> Array:
        """Return the numbers rounded down to integers, in the same dtype."""
        if out is not None:
            return put(ArrayNamespace.floor(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].floor(x)
            return r
        except Exception as error:
            return retry(error, "floor", self)

    def floor_divide(self, x2: Any, /, out: Any = None) -> Array:
        """Return the quotients rounded down to integers, in the promoted dtype."""
        if out is not None:
            return put(ArrayNamespace.floor_divide(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].floor_divide(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "floor_divide", self, x2)

    def fmax(self, x2: Any, /, out: Any = None) -> Array:
        """Return the larger of two elements, the other one where one is NaN."""
        if out is not None:
            return put(ArrayNamespace.fmax(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].fmax(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "fmax", self, x2)

    def fmin(self, x2: Any, /, out: Any = None) -> Array:
        """Return the smaller of two elements, the other one where one is NaN."""
        if out is not None:
            return put(ArrayNamespace.fmin(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].fmin(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "fmin", self, x2)

    def fmod(self, x2: Any, /, out: Any = None) -> Array:
        """Return the remainder of `x1 / x2` with the sign of `x1`; of integers by zero it is 0."""
        if out is not None:
            return put(ArrayNamespace.fmod(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].fmod(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "fmod", self, x2)

    def fold(self, /, mode: Any, shape: Any, out: Any = None) -> Array:
        """Return the tensor of shape `shape` whose mode-`mode` unfolding is `x`."""
        if out is not None:
            return put(ArrayNamespace.fold(self, mode, shape), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].fold(x, mode, shape)
            return r
        except Exception as error:
            return retry(error, "fold", self, mode, shape)

    def fourier_encode(
        self,
        max_freq: Any,
        /,
        num_bands: Any = 4,
        linear: Any = False,
        concat: Any = True,
        flatten: Any = False,
    ) -> Any:
        """Return the array with a new last axis: each element, its sines, then its cosines."""
        try:
            x = self._data
            return wrap(
                table[type(x)].fourier_encode(x, max_freq, num_bands, linear, concat, flatten)
            )
        except Exception as error:
            return retry(
                error, "fourier_encode", self, max_freq, num_bands, linear, concat, flatten
            )

    def frexp(self, /, out: Any = None) -> Any:
        """Return mantissas in [0.5, 1) and integer exponents, such that `x = mantissa * 2**exponent`."""
        if out is not None:
            return put(ArrayNamespace.frexp(self), out)
        try:
            x = self._data
            return wrap(table[type(x)].frexp(x))
        except Exception as error:
            return retry(error, "frexp", self)

    def full_like(
        self, /, fill_value: Any, dtype: Any = None, device: Any = None, out: Any = None
    ) -> Array:
        """Return an array in the shape and, unless given, the dtype of `x`, filled with one value."""
        if out is not None:
            return put(ArrayNamespace.full_like(self, fill_value, dtype, device), out)
        try:
            self_ = self._data if type(self) is Array else self
            fill_value_ = fill_value._data if type(fill_value) is Array else fill_value
            r = new(Array)
            r._data = array_first[type(self_)][type(fill_value_)].full_like(
                self_, fill_value_, dtype, device
            )
            return r
        except Exception as error:
            return retry(error, "full_like", self, fill_value, dtype, device)

    def gather(
        self, indices: Any, /, axis: Any = -1, batch_dims: Any = 0, out: Any = None
    ) -> Array:
        """Return the slices of `params` along `axis` that `indices` names."""
        if out is not None:
            return put(ArrayNamespace.gather(self, indices, axis, batch_dims), out)
        try:
            self_ = self._data if type(self) is Array else self
            indices_ = indices._data if type(indices) is Array else indices
            r = new(Array)
            r._data = both[type(self_)][type(indices_)].gather(self_, indices_, axis, batch_dims)
            return r
        except Exception as error:
            return retry(error, "gather", self, indices, axis, batch_dims)

    def gather_nd(self, indices: Any, /, batch_dims: Any = 0, out: Any = None) -> Array:
        """Return what is in `params` at the positions along the last axis of `indices`."""
        if out is not None:
            return put(ArrayNamespace.gather_nd(self, indices, batch_dims), out)
        try:
            self_ = self._data if type(self) is Array else self
            indices_ = indices._data if type(indices) is Array else indices
            r = new(Array)
            r._data = both[type(self_)][type(indices_)].gather_nd(self_, indices_, batch_dims)
            return r
        except Exception as error:
            return retry(error, "gather_nd", self, indices, batch_dims)

    def gcd(self, x2: Any, /, out: Any = None) -> Array:
        """Return the greatest common divisor of the absolute values."""
        if out is not None:
            return put(ArrayNamespace.gcd(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].gcd(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "gcd", self, x2)

    def gelu(
        self, /, approximate: Any = False, complex_mode: Any = "jax", out: Any = None
    ) -> Array:
        """Return `x` times the normal distribution function of `x`, or its approximation by `tanh`."""
        if complex_mode != "jax":
            return OPERATIONS["gelu"](self, approximate, complex_mode, out)
        if out is not None:
            return put(ArrayNamespace.gelu(self, approximate), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].gelu(x, approximate)
            return r
        except Exception as error:
            return retry(error, "gelu", self, approximate)

    def general_inner_product(self, b: Any, n_modes: Any = None, /, out: Any = None) -> Array:
        """Return the sum of all products of elements, or over the last axes of `a` and first of `b`."""
        if out is not None:
            return put(ArrayNamespace.general_inner_product(self, b, n_modes), out)
        try:
            if type(b) is Array:
                b_ = b._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not b_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                b_ = b
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(b_)].general_inner_product(self_, b_, n_modes)
            return r
        except Exception as error:
            return retry(error, "general_inner_product", self, b, n_modes)

    def get_num_dims(self, /, as_array: Any = False) -> Any:
        """Return the number of axes."""
        try:
            x = self._data
            return wrap(table[type(x)].get_num_dims(x, as_array))
        except Exception as error:
            return retry(error, "get_num_dims", self, as_array)

    def gradient(self, /, spacing: Any = 1, edge_order: Any = 1, axis: Any = None) -> Any:
        """Return the numerical derivative by central differences, one array per axis."""
        try:
            x = self._data
            return wrap(table[type(x)].gradient(x, spacing, edge_order, axis))
        except Exception as error:
            return retry(error, "gradient", self, spacing, edge_order, axis)

    def greater(self, x2: Any, /, out: Any = None) -> Array:
        """Return where `x1` is greater than `x2`."""
        if out is not None:
            return put(ArrayNamespace.greater(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].greater(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "greater", self, x2)

    def greater_equal(self, x2: Any, /, out: Any = None) -> Array:
        """Return where `x1` is greater than or equal to `x2`."""
        if out is not None:
            return put(ArrayNamespace.greater_equal(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].greater_equal(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "greater_equal", self, x2)

    def group_norm(
        self,
        num_groups: Any = 1,
        /,
        offset: Any = None,
        scale: Any = None,
        eps: Any = 1e-05,
        data_format: Any = "NSC",
        out: Any = None,
    ) -> Array:
        """Return `x` normalised per sample and group of consecutive channels."""
        if out is not None:
            return put(
                ArrayNamespace.group_norm(self, num_groups, offset, scale, eps, data_format), out
            )
        try:
            self_ = self._data if type(self) is Array else self
            offset_ = offset._data if type(offset) is Array else offset
            scale_ = scale._data if type(scale) is Array else scale
            r = new(Array)
            r._data = (
                table[type(self_)] if offset_ is scale_ is None else choose(self_, offset_, scale_)
            ).group_norm(self_, num_groups, offset_, scale_, eps, data_format)
            return r
        except Exception as error:
            return retry(error, "group_norm", self, num_groups, offset, scale, eps, data_format)

    def gru(
        self,
        /,
        initial_states: Any,
        all_weights: Any,
        num_layers: Any,
        dropout: Any,
        train: Any,
        bidirectional: Any,
        batch_first: Any = False,
        batch_sizes: Any = None,
        weights_transposed: Any = False,
        has_ih_bias: Any = True,
        has_hh_bias: Any = True,
    ) -> Any:
        """Return the last layer's states of all time steps, and the last states of all layers."""
        try:
            all_weights_ = [x._data if type(x) is Array else x for x in all_weights]
            if type(initial_states) is Array:
                initial_states_ = initial_states._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not initial_states_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                initial_states_ = initial_states
                self_ = self._data if type(self) is Array else self
            return wrap(
                choose(self_, initial_states_, *all_weights_).gru(
                    self_,
                    initial_states_,
                    all_weights_,
                    num_layers,
                    dropout,
                    train,
                    bidirectional,
                    batch_first,
                    batch_sizes,
                    weights_transposed,
                    has_ih_bias,
                    has_hh_bias,
                )
            )
        except Exception as error:
            return retry(
                error,
                "gru",
                self,
                initial_states,
                all_weights,
                num_layers,
                dropout,
                train,
                bidirectional,
                batch_first,
                batch_sizes,
                weights_transposed,
                has_ih_bias,
                has_hh_bias,
            )

    def hardshrink(self, /, lambd: Any = 0.5, out: Any = None) -> Array:
        """Return `x`, and 0 where its absolute value is at most `lambd`."""
        if out is not None:
            return put(ArrayNamespace.hardshrink(self, lambd), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].hardshrink(x, lambd)
            return r
        except Exception as error:
            return retry(error, "hardshrink", self, lambd)

    def hardsilu(self, /, out: Any = None) -> Array:
        """Return `x * relu6(x + 3) / 6`; the same as `hardswish`."""
        if out is not None:
            return put(ArrayNamespace.hardsilu(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].hardsilu(x)
            return r
        except Exception as error:
            return retry(error, "hardsilu", self)

    def hardswish(self, /, complex_mode: Any = "jax", out: Any = None) -> Array:
        """Return `x * relu6(x + 3) / 6`."""
        if complex_mode != "jax":
            return OPERATIONS["hardswish"](self, complex_mode, out)
        if out is not None:
            return put(ArrayNamespace.hardswish(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].hardswish(x)
            return r
        except Exception as error:
            return retry(error, "hardswish", self)

    def hardtanh(self, /, max_val: Any = 1, min_val: Any = -1, out: Any = None) -> Array:
        """Return `x` clipped to [min_val, max_val]."""
        if out is not None:
            return put(ArrayNamespace.hardtanh(self, max_val, min_val), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].hardtanh(x, max_val, min_val)
            return r
        except Exception as error:
            return retry(error, "hardtanh", self, max_val, min_val)

    def has_nans(self, /, include_infs: Any = True) -> Any:
        """Return whether an element is NaN, or infinite unless `include_infs=False`."""
        try:
            x = self._data
            return table[type(x)].has_nans(x, include_infs)
        except Exception as error:
            return retry(error, "has_nans", self, include_infs)

    def heaviside(self, x2: Any, /, out: Any = None) -> Array:
        """Return 0 where `x1` is negative, 1 where positive, and `x2` where `x1` is 0."""
        if out is not None:
            return put(ArrayNamespace.heaviside(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = array_first[type(self_)][type(x2_)].heaviside(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "heaviside", self, x2)

    def hfft(
        self, /, n: Any = None, axis: Any = -1, norm: Any = "backward", out: Any = None
    ) -> Array:
        """Return the real Fourier transform of Hermitian numbers, of which `x` is the first half."""
        if out is not None:
            return put(ArrayNamespace.hfft(self, n, axis, norm), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].hfft(x, n, axis, norm)
            return r
        except Exception as error:
            return retry(error, "hfft", self, n, axis, norm)

    def higher_order_moment(self, order: Any, /, out: Any = None) -> Array:
        """Return the mean over the first axis of the outer product of `x` with itself, `order` times."""
        if out is not None:
            return put(ArrayNamespace.higher_order_moment(self, order), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].higher_order_moment(x, order)
            return r
        except Exception as error:
            return retry(error, "higher_order_moment", self, order)

    def hinge_embedding_loss(
        self, /, target: Any, margin: Any = 1.0, reduction: Any = "mean"
    ) -> Array:
        """Return `input` where the target is 1 and `max(0, margin - input)` where it is -1, averaged."""
        try:
            if type(target) is Array:
                target_ = target._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not target_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                target_ = target
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(target_)].hinge_embedding_loss(
                self_, target_, margin, reduction
            )
            return r
        except Exception as error:
            return retry(error, "hinge_embedding_loss", self, target, margin, reduction)

    def histogram(
        self,
        /,
        bins: Any = None,
        axis: Any = None,
        extend_lower_interval: Any = False,
        extend_upper_interval: Any = False,
        dtype: Any = None,
        range: Any = None,
        weights: Any = None,
        density: Any = False,
        out: Any = None,
    ) -> Array:
        """Return how many elements, or what weight, falls into each bin."""
        if out is not None:
            return put(
                ArrayNamespace.histogram(
                    self,
                    bins,
                    axis,
                    extend_lower_interval,
                    extend_upper_interval,
                    dtype,
                    range,
                    weights,
                    density,
                ),
                out,
            )
        try:
            self_ = self._data if type(self) is Array else self
            bins_ = bins._data if type(bins) is Array else bins
            weights_ = weights._data if type(weights) is Array else weights
            r = new(Array)
            r._data = (
                table[type(self_)] if bins_ is weights_ is None else choose(self_, bins_, weights_)
            ).histogram(
                self_,
                bins_,
                axis,
                extend_lower_interval,
                extend_upper_interval,
                dtype,
                range,
                weights_,
                density,
            )
            return r
        except Exception as error:
            return retry(
                error,
                "histogram",
                self,
                bins,
                axis,
                extend_lower_interval,
                extend_upper_interval,
                dtype,
                range,
                weights,
                density,
            )

    def hsplit(self, indices_or_sections: Any, /, copy: Any = None) -> Any:
        """Return the parts of `ary` along axis 1 (a vector: axis 0), equal or cut at indices."""
        try:
            x = self._data
            return wrap(table[type(x)].hsplit(x, indices_or_sections, copy))
        except Exception as error:
            return retry(error, "hsplit", self, indices_or_sections, copy)

    def huber_loss(
        self, pred: Any, /, delta: Any = 1.0, reduction: Any = "mean", out: Any = None
    ) -> Array:
        """Return half the squared differences up to `delta`, and a straight line beyond, averaged."""
        if out is not None:
            return put(ArrayNamespace.huber_loss(self, pred, delta, reduction), out)
        try:
            if type(pred) is Array:
                pred_ = pred._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not pred_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                pred_ = pred
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(pred_)].huber_loss(self_, pred_, delta, reduction)
            return r
        except Exception as error:
            return retry(error, "huber_loss", self, pred, delta, reduction)

    def hypot(self, x2: Any, /, out: Any = None) -> Array:
        """Return `sqrt(x1**2 + x2**2)` without overflow or underflow on the way."""
        if out is not None:
            return put(ArrayNamespace.hypot(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].hypot(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "hypot", self, x2)

    def i0(self, /, out: Any = None) -> Array:
        """Return the modified Bessel function of the first kind of order 0."""
        if out is not None:
            return put(ArrayNamespace.i0(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].i0(x)
            return r
        except Exception as error:
            return retry(error, "i0", self)

    def ifft(
        self, /, dim: Any = -1, norm: Any = "backward", n: Any = None, out: Any = None
    ) -> Array:
        """Return the inverse Fourier transform along the axis `dim`."""
        if out is not None:
            return put(ArrayNamespace.ifft(self, dim, norm, n), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].ifft(x, dim, norm, n)
            return r
        except Exception as error:
            return retry(error, "ifft", self, dim, norm, n)

    def ifftn(
        self, /, s: Any = None, axes: Any = None, norm: Any = "backward", out: Any = None
    ) -> Array:
        """Return the inverse Fourier transform along `axes`: the last `len(s)`, or all."""
        if out is not None:
            return put(ArrayNamespace.ifftn(self, s, axes, norm), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].ifftn(x, s, axes, norm)
            return r
        except Exception as error:
            return retry(error, "ifftn", self, s, axes, norm)

    def ifftshift(self, /, axes: Any = None, out: Any = None) -> Array:
        """Return `x` with the frequency 0 moved from the middle to the front: undoes `fftshift`."""
        if out is not None:
            return put(ArrayNamespace.ifftshift(self, axes), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].ifftshift(x, axes)
            return r
        except Exception as error:
            return retry(error, "ifftshift", self, axes)

    def igamma(self, /, x: Any, out: Any = None) -> Array:
        """Return the lower incomplete gamma function `P(a, x)`, which is 1 at infinite `x`."""
        if out is not None:
            return put(ArrayNamespace.igamma(self, x), out)
        try:
            if type(x) is Array:
                x_ = x._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x_ = x
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(x_)].igamma(self_, x_)
            return r
        except Exception as error:
            return retry(error, "igamma", self, x)

    def ihfft(
        self, /, n: Any = None, axis: Any = -1, norm: Any = "backward", out: Any = None
    ) -> Array:
        """Return the first half of the Hermitian numbers whose Fourier transform is real `x`."""
        if out is not None:
            return put(ArrayNamespace.ihfft(self, n, axis, norm), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].ihfft(x, n, axis, norm)
            return r
        except Exception as error:
            return retry(error, "ihfft", self, n, axis, norm)

    def inner(self, x2: Any, /, out: Any = None) -> Array:
        """Return the sum of products over the last axes of both; nothing is conjugated."""
        if out is not None:
            return put(ArrayNamespace.inner(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(x2_)].inner(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "inner", self, x2)

    def instance_norm(
        self,
        mean: Any,
        variance: Any,
        /,
        offset: Any = None,
        scale: Any = None,
        training: Any = False,
        eps: Any = 0.0,
        momentum: Any = 0.1,
        data_format: Any = "NSC",
        out: Any = None,
    ) -> Any:
        """Return `x` normalised per sample and channel, the running mean and the running variance."""
        if out is not None:
            return put(
                ArrayNamespace.instance_norm(
                    self, mean, variance, offset, scale, training, eps, momentum, data_format
                ),
                out,
            )
        try:
            self_ = self._data if type(self) is Array else self
            mean_ = mean._data if type(mean) is Array else mean
            variance_ = variance._data if type(variance) is Array else variance
            offset_ = offset._data if type(offset) is Array else offset
            scale_ = scale._data if type(scale) is Array else scale
            return wrap(
                (
                    table[type(variance_)]
                    if type(self_) is type(mean_) is type(variance_)
                    else choose(self_, mean_, variance_, offset_, scale_)
                ).instance_norm(
                    self_, mean_, variance_, offset_, scale_, training, eps, momentum, data_format
                )
            )
        except Exception as error:
            return retry(
                error,
                "instance_norm",
                self,
                mean,
                variance,
                offset,
                scale,
                training,
                eps,
                momentum,
                data_format,
            )

    def interp(
        self, /, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None
    ) -> Array:
        """Return at `x` the piecewise linear function that is `fp` at the increasing points `xp`."""
        try:
            fp_ = fp._data if type(fp) is Array else fp
            if type(xp) is Array:
                xp_ = xp._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not xp_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                xp_ = xp
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = (
                table[type(fp_)]
                if type(self_) is type(xp_) is type(fp_)
                else choose(self_, xp_, fp_)
            ).interp(self_, xp_, fp_, left, right, period)
            return r
        except Exception as error:
            return retry(error, "interp", self, xp, fp, left, right, period)

    def interpolate(
        self,
        size: Any,
        /,
        mode: Any = "linear",
        scale_factor: Any = None,
        recompute_scale_factor: Any = None,
        align_corners: Any = False,
        antialias: Any = False,
        out: Any = None,
    ) -> Array:
        """Return `x`, of shape [batch, channels, *sizes], resampled to new spatial sizes."""
        if out is not None:
            return put(
                ArrayNamespace.interpolate(
                    self, size, mode, scale_factor, recompute_scale_factor, align_corners, antialias
                ),
                out,
            )
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].interpolate(
                x, size, mode, scale_factor, recompute_scale_factor, align_corners, antialias
            )
            return r
        except Exception as error:
            return retry(
                error,
                "interpolate",
                self,
                size,
                mode,
                scale_factor,
                recompute_scale_factor,
                align_corners,
                antialias,
            )

    def inv(self, /, adjoint: Any = False, out: Any = None) -> Array:
        """Return the inverses of square matrices, or of their conjugate transposes."""
        if out is not None:
            return put(ArrayNamespace.inv(self, adjoint), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].inv(x, adjoint)
            return r
        except Exception as error:
            return retry(error, "inv", self, adjoint)

    def invert_permutation(self, /) -> Array:
        """Return the permutation that undoes `x`."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].invert_permutation(x)
            return r
        except Exception as error:
            return retry(error, "invert_permutation", self)

    def irfft(
        self, /, n: Any = None, axis: Any = -1, norm: Any = "backward", out: Any = None
    ) -> Array:
        """Return the `n` real numbers whose `rfft` is `x`; `n` is even by default."""
        if out is not None:
            return put(ArrayNamespace.irfft(self, n, axis, norm), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].irfft(x, n, axis, norm)
            return r
        except Exception as error:
            return retry(error, "irfft", self, n, axis, norm)

    def irfftn(
        self, /, s: Any = None, axes: Any = None, norm: Any = "backward", out: Any = None
    ) -> Array:
        """Return the real numbers whose `rfftn` is `x`; along the last axis an even number of them."""
        if out is not None:
            return put(ArrayNamespace.irfftn(self, s, axes, norm), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].irfftn(x, s, axes, norm)
            return r
        except Exception as error:
            return retry(error, "irfftn", self, s, axes, norm)

    def isclose(
        self,
        b: Any,
        /,
        rtol: Any = 1e-05,
        atol: Any = 1e-08,
        equal_nan: Any = False,
        out: Any = None,
    ) -> Array:
        """Return whether `abs(a - b) <= atol + rtol * abs(b)`; infinities are close to themselves."""
        if out is not None:
            return put(ArrayNamespace.isclose(self, b, rtol, atol, equal_nan), out)
        try:
            if type(b) is Array:
                b_ = b._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not b_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                b_ = b
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = array_first[type(self_)][type(b_)].isclose(self_, b_, rtol, atol, equal_nan)
            return r
        except Exception as error:
            return retry(error, "isclose", self, b, rtol, atol, equal_nan)

    def isfinite(self, /, out: Any = None) -> Array:
        """Return where the numbers are neither infinite nor NaN."""
        if out is not None:
            return put(ArrayNamespace.isfinite(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].isfinite(x)
            return r
        except Exception as error:
            return retry(error, "isfinite", self)

    def isin(self, x2: Any, /, assume_unique: Any = False, invert: Any = False) -> Array:
        """Return for each element of `x1` whether it is in `x2`, or not if `invert=True`."""
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].isin(self_, x2_, assume_unique, invert)
            return r
        except Exception as error:
            return retry(error, "isin", self, x2, assume_unique, invert)

    def isinf(
        self, /, detect_positive: Any = True, detect_negative: Any = True, out: Any = None
    ) -> Array:
        """Return where the numbers are infinite, or infinite of the signs to detect."""
        if out is not None:
            return put(ArrayNamespace.isinf(self, detect_positive, detect_negative), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].isinf(x, detect_positive, detect_negative)
            return r
        except Exception as error:
            return retry(error, "isinf", self, detect_positive, detect_negative)

    def isnan(self, /, out: Any = None) -> Array:
        """Return where the numbers are NaN; of a complex number one part suffices."""
        if out is not None:
            return put(ArrayNamespace.isnan(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].isnan(x)
            return r
        except Exception as error:
            return retry(error, "isnan", self)

    def isreal(self, /, out: Any = None) -> Array:
        """Return whether the imaginary part is zero."""
        if out is not None:
            return put(ArrayNamespace.isreal(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].isreal(x)
            return r
        except Exception as error:
            return retry(error, "isreal", self)

    def kl_div(
        self, target: Any, /, reduction: Any = "mean", log_target: Any = False, out: Any = None
    ) -> Array:
        """Return the Kullback-Leibler divergence `target * (log(target) - input)`, averaged."""
        if out is not None:
            return put(ArrayNamespace.kl_div(self, target, reduction, log_target), out)
        try:
            if type(target) is Array:
                target_ = target._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not target_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                target_ = target
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(target_)].kl_div(self_, target_, reduction, log_target)
            return r
        except Exception as error:
            return retry(error, "kl_div", self, target, reduction, log_target)

    def kron(self, b: Any, /, out: Any = None) -> Array:
        """Return the Kronecker product: `a` with each element replaced by itself times `b`."""
        if out is not None:
            return put(ArrayNamespace.kron(self, b), out)
        try:
            if type(b) is Array:
                b_ = b._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not b_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                b_ = b
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(b_)].kron(self_, b_)
            return r
        except Exception as error:
            return retry(error, "kron", self, b)

    def l1_loss(self, target: Any, /, reduction: Any = "mean", out: Any = None) -> Array:
        """Return the absolute differences, averaged."""
        if out is not None:
            return put(ArrayNamespace.l1_loss(self, target, reduction), out)
        try:
            if type(target) is Array:
                target_ = target._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not target_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                target_ = target
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(target_)].l1_loss(self_, target_, reduction)
            return r
        except Exception as error:
            return retry(error, "l1_loss", self, target, reduction)

    def l1_normalize(self, /, axis: Any = None, out: Any = None) -> Array:
        """Return `x` divided by the sum of absolute values along an axis, or over everything."""
        if out is not None:
            return put(ArrayNamespace.l1_normalize(self, axis), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].l1_normalize(x, axis)
            return r
        except Exception as error:
            return retry(error, "l1_normalize", self, axis)

    def l2_normalize(self, /, axis: Any = None, out: Any = None) -> Array:
        """Return `x` divided by its Euclidean length along an axis, or over everything."""
        if out is not None:
            return put(ArrayNamespace.l2_normalize(self, axis), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].l2_normalize(x, axis)
            return r
        except Exception as error:
            return retry(error, "l2_normalize", self, axis)

    def layer_norm(
        self,
        normalized_idxs: Any,
        /,
        scale: Any = None,
        offset: Any = None,
        eps: Any = 1e-05,
        new_std: Any = 1.0,
        out: Any = None,
    ) -> Array:
        """Return `(x - mean) / sqrt(variance + eps) * new_std * scale + offset` over some axes."""
        if out is not None:
            return put(
                ArrayNamespace.layer_norm(self, normalized_idxs, scale, offset, eps, new_std), out
            )
        try:
            self_ = self._data if type(self) is Array else self
            scale_ = scale._data if type(scale) is Array else scale
            offset_ = offset._data if type(offset) is Array else offset
            r = new(Array)
            r._data = (
                table[type(self_)] if scale_ is offset_ is None else choose(self_, scale_, offset_)
            ).layer_norm(self_, normalized_idxs, scale_, offset_, eps, new_std)
            return r
        except Exception as error:
            return retry(error, "layer_norm", self, normalized_idxs, scale, offset, eps, new_std)

    def lcm(self, x2: Any, /, out: Any = None) -> Array:
        """Return the least common multiple of the absolute values."""
        if out is not None:
            return put(ArrayNamespace.lcm(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].lcm(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "lcm", self, x2)

    def ldexp(self, x2: Any, /, out: Any = None) -> Array:
        """Return `x1 * 2**x2`, exact wherever the result can be."""
        if out is not None:
            return put(ArrayNamespace.ldexp(self, x2), out)
        try:
            self_ = self._data if type(self) is Array else self
            x2_ = x2._data if type(x2) is Array else x2
            r = new(Array)
            r._data = array_first[type(self_)][type(x2_)].ldexp(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "ldexp", self, x2)

    def leaky_relu(self, /, alpha: Any = 0.2, complex_mode: Any = "jax", out: Any = None) -> Array:
        """Return `x` where it is positive and `alpha * x` elsewhere."""
        if complex_mode != "jax":
            return OPERATIONS["leaky_relu"](self, alpha, complex_mode, out)
        if out is not None:
            return put(ArrayNamespace.leaky_relu(self, alpha), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].leaky_relu(x, alpha)
            return r
        except Exception as error:
            return retry(error, "leaky_relu", self, alpha)

    def lerp(self, end: Any, weight: Any, /, out: Any = None) -> Array:
        """Return `input + weight * (end - input)`, exactly `end` where the weight is 1."""
        if out is not None:
            return put(ArrayNamespace.lerp(self, end, weight), out)
        try:
            weight_ = weight._data if type(weight) is Array else weight
            if type(end) is Array:
                end_ = end._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not end_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                end_ = end
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = (
                table[type(weight_)]
                if type(self_) is type(end_) is type(weight_)
                else choose(self_, end_, weight_)
            ).lerp(self_, end_, weight_)
            return r
        except Exception as error:
            return retry(error, "lerp", self, end, weight)

    def less(self, x2: Any, /, out: Any = None) -> Array:
        """Return where `x1` is less than `x2`."""
        if out is not None:
            return put(ArrayNamespace.less(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].less(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "less", self, x2)

    def less_equal(self, x2: Any, /, out: Any = None) -> Array:
        """Return where `x1` is less than or equal to `x2`."""
        if out is not None:
            return put(ArrayNamespace.less_equal(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].less_equal(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "less_equal", self, x2)

    def lgamma(self, /, out: Any = None) -> Array:
        """Return the logarithm of the absolute value of the gamma function."""
        if out is not None:
            return put(ArrayNamespace.lgamma(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].lgamma(x)
            return r
        except Exception as error:
            return retry(error, "lgamma", self)

    def linear(self, weight: Any, /, bias: Any = None, out: Any = None) -> Array:
        """Return `x @ weight.mT + bias` for a weight [out, in]."""
        if out is not None:
            return put(ArrayNamespace.linear(self, weight, bias), out)
        try:
            bias_ = bias._data if type(bias) is Array else bias
            if type(weight) is Array:
                weight_ = weight._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not weight_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                weight_ = weight
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = (
                both[type(self_)][type(weight_)] if bias_ is None else choose(self_, weight_, bias_)
            ).linear(self_, weight_, bias_)
            return r
        except Exception as error:
            return retry(error, "linear", self, weight, bias)

    def local_response_norm(
        self,
        size: Any,
        /,
        bias: Any = 1.0,
        alpha: Any = 1.0,
        beta: Any = 0.5,
        average: Any = False,
        data_format: Any = "NHWC",
        out: Any = None,
    ) -> Array:
        """Return `x / (bias + alpha * squares)**beta`, the squares added up over nearby channels."""
        if out is not None:
            return put(
                ArrayNamespace.local_response_norm(
                    self, size, bias, alpha, beta, average, data_format
                ),
                out,
            )
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].local_response_norm(
                x, size, bias, alpha, beta, average, data_format
            )
            return r
        except Exception as error:
            return retry(
                error, "local_response_norm", self, size, bias, alpha, beta, average, data_format
            )

    def log(self, /, out: Any = None) -> Array:
        """Return the natural logarithms; -inf at 0, NaN below."""
        if out is not None:
            return put(ArrayNamespace.log(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].log(x)
            return r
        except Exception as error:
            return retry(error, "log", self)

    def log10(self, /, out: Any = None) -> Array:
        """Return the logarithms to the base 10."""
        if out is not None:
            return put(ArrayNamespace.log10(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].log10(x)
            return r
        except Exception as error:
            return retry(error, "log10", self)

    def log1p(self, /, out: Any = None) -> Array:
        """Return `log(1 + x)`, precise also near 0."""
        if out is not None:
            return put(ArrayNamespace.log1p(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].log1p(x)
            return r
        except Exception as error:
            return retry(error, "log1p", self)

    def log2(self, /, out: Any = None) -> Array:
        """Return the logarithms to the base 2."""
        if out is not None:
            return put(ArrayNamespace.log2(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].log2(x)
            return r
        except Exception as error:
            return retry(error, "log2", self)

    def log_poisson_loss(
        self,
        pred: Any,
        /,
        compute_full_loss: Any = False,
        axis: Any = -1,
        reduction: Any = "none",
        out: Any = None,
    ) -> Array:
        """Return `exp(pred) - pred * true`, the loss of the logarithm of a Poisson rate."""
        if out is not None:
            return put(
                ArrayNamespace.log_poisson_loss(self, pred, compute_full_loss, axis, reduction), out
            )
        try:
            if type(pred) is Array:
                pred_ = pred._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not pred_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                pred_ = pred
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(pred_)].log_poisson_loss(
                self_, pred_, compute_full_loss, axis, reduction
            )
            return r
        except Exception as error:
            return retry(error, "log_poisson_loss", self, pred, compute_full_loss, axis, reduction)

    def log_softmax(self, /, axis: Any = None, complex_mode: Any = "jax", out: Any = None) -> Array:
        """Return the logarithm of `softmax(x)` along an axis, the last one by default."""
        if complex_mode != "jax":
            return OPERATIONS["log_softmax"](self, axis, complex_mode, out)
        if out is not None:
            return put(ArrayNamespace.log_softmax(self, axis), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].log_softmax(x, axis)
            return r
        except Exception as error:
            return retry(error, "log_softmax", self, axis)

    def logaddexp(self, x2: Any, /, out: Any = None) -> Array:
        """Return `log(exp(x1) + exp(x2))` without overflow on the way."""
        if out is not None:
            return put(ArrayNamespace.logaddexp(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].logaddexp(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "logaddexp", self, x2)

    def logaddexp2(self, x2: Any, /, out: Any = None) -> Array:
        """Return `log2(2**x1 + 2**x2)` without overflow."""
        if out is not None:
            return put(ArrayNamespace.logaddexp2(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].logaddexp2(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "logaddexp2", self, x2)

    def logical_and(self, x2: Any, /, out: Any = None) -> Array:
        """Return where both operands are true; numbers other than 0 are."""
        if out is not None:
            return put(ArrayNamespace.logical_and(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].logical_and(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "logical_and", self, x2)

    def logical_not(self, /, out: Any = None) -> Array:
        """Return where the operand is false; of numbers only 0 is."""
        if out is not None:
            return put(ArrayNamespace.logical_not(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].logical_not(x)
            return r
        except Exception as error:
            return retry(error, "logical_not", self)

    def logical_or(self, x2: Any, /, out: Any = None) -> Array:
        """Return where one or both operands are true; numbers other than 0 are."""
        if out is not None:
            return put(ArrayNamespace.logical_or(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].logical_or(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "logical_or", self, x2)

    def logical_xor(self, x2: Any, /, out: Any = None) -> Array:
        """Return where one operand only is true; numbers other than 0 are."""
        if out is not None:
            return put(ArrayNamespace.logical_xor(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].logical_xor(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "logical_xor", self, x2)

    def logit(self, /, eps: Any = None, complex_mode: Any = "jax", out: Any = None) -> Array:
        """Return `log(x / (1 - x))`, the inverse of `sigmoid`; NaN outside of [0, 1]."""
        if complex_mode != "jax":
            return OPERATIONS["logit"](self, eps, complex_mode, out)
        if out is not None:
            return put(ArrayNamespace.logit(self, eps), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].logit(x, eps)
            return r
        except Exception as error:
            return retry(error, "logit", self, eps)

    def logsigmoid(self, /, complex_mode: Any = "jax", out: Any = None) -> Array:
        """Return `log(sigmoid(input))`."""
        if complex_mode != "jax":
            return OPERATIONS["logsigmoid"](self, complex_mode, out)
        if out is not None:
            return put(ArrayNamespace.logsigmoid(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].logsigmoid(x)
            return r
        except Exception as error:
            return retry(error, "logsigmoid", self)

    def lp_normalize(self, /, p: Any = 2, axis: Any = None, out: Any = None) -> Array:
        """Return `x` divided by its p-norm along an axis, or over everything; `p` may be infinite."""
        if out is not None:
            return put(ArrayNamespace.lp_normalize(self, p, axis), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].lp_normalize(x, p, axis)
            return r
        except Exception as error:
            return retry(error, "lp_normalize", self, p, axis)

    def lstm(
        self,
        /,
        initial_states: Any,
        all_weights: Any,
        num_layers: Any,
        dropout: Any,
        train: Any,
        bidirectional: Any,
        batch_first: Any = False,
        batch_sizes: Any = None,
        weights_transposed: Any = False,
        has_ih_bias: Any = True,
        has_hh_bias: Any = True,
    ) -> Any:
        """Return the last layer's states of all time steps, and all layers' last `h` and `c`."""
        try:
            self_ = self._data if type(self) is Array else self
            initial_states_ = [x._data if type(x) is Array else x for x in initial_states]
            all_weights_ = [x._data if type(x) is Array else x for x in all_weights]
            return wrap(
                choose(self_, *initial_states_, *all_weights_).lstm(
                    self_,
                    initial_states_,
                    all_weights_,
                    num_layers,
                    dropout,
                    train,
                    bidirectional,
                    batch_first,
                    batch_sizes,
                    weights_transposed,
                    has_ih_bias,
                    has_hh_bias,
                )
            )
        except Exception as error:
            return retry(
                error,
                "lstm",
                self,
                initial_states,
                all_weights,
                num_layers,
                dropout,
                train,
                bidirectional,
                batch_first,
                batch_sizes,
                weights_transposed,
                has_ih_bias,
                has_hh_bias,
            )

    def lstm_update(
        self,
        init_h: Any,
        init_c: Any,
        kernel: Any,
        recurrent_kernel: Any,
        /,
        bias: Any = None,
        recurrent_bias: Any = None,
        time_major: Any = False,
    ) -> Any:
        """Return the states `h` of all time steps, and the last `h` and `c`, of one LSTM layer."""
        try:
            init_c_ = init_c._data if type(init_c) is Array else init_c
            kernel_ = kernel._data if type(kernel) is Array else kernel
            recurrent_kernel_ = (
                recurrent_kernel._data if type(recurrent_kernel) is Array else recurrent_kernel
            )
            bias_ = bias._data if type(bias) is Array else bias
            recurrent_bias_ = (
                recurrent_bias._data if type(recurrent_bias) is Array else recurrent_bias
            )
            if type(init_h) is Array:
                init_h_ = init_h._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not init_h_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                init_h_ = init_h
                self_ = self._data if type(self) is Array else self
            if type(bias) is Array:
                raise MixedDtypes
            if type(recurrent_bias) is Array:
                raise MixedDtypes
            return wrap(
                (
                    table[type(recurrent_kernel_)]
                    if type(self_)
                    is type(init_h_)
                    is type(init_c_)
                    is type(kernel_)
                    is type(recurrent_kernel_)
                    else choose(
                        self_, init_h_, init_c_, kernel_, recurrent_kernel_, bias_, recurrent_bias_
                    )
                ).lstm_update(
                    self_,
                    init_h_,
                    init_c_,
                    kernel_,
                    recurrent_kernel_,
                    bias_,
                    recurrent_bias_,
                    time_major,
                )
            )
        except Exception as error:
            return retry(
                error,
                "lstm_update",
                self,
                init_h,
                init_c,
                kernel,
                recurrent_kernel,
                bias,
                recurrent_bias,
                time_major,
            )

    def lu_factor(self, /, pivot: Any = True, out: Any = None) -> Any:
        """Return `LU`, both triangles in one matrix, and the row order `p`: `x[p] = L @ U`."""
        if out is not None:
            return put(ArrayNamespace.lu_factor(self, pivot), out)
        try:
            x = self._data
            return wrap(table[type(x)].lu_factor(x, pivot))
        except Exception as error:
            return retry(error, "lu_factor", self, pivot)

    def lu_solve(self, p: Any, b: Any, /, out: Any = None) -> Array:
        """Return the `x` with `a @ x = b`, from the two results of `lu_factor(a)`."""
        if out is not None:
            return put(ArrayNamespace.lu_solve(self, p, b), out)
        try:
            p_ = p._data if type(p) is Array else p
            if type(b) is Array:
                b_ = b._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not b_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                b_ = b
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = (
                table[type(b_)] if type(self_) is type(p_) is type(b_) else choose(self_, p_, b_)
            ).lu_solve(self_, p_, b_)
            return r
        except Exception as error:
            return retry(error, "lu_solve", self, p, b)

    def make_svd_non_negative(self, U: Any, S: Any, V: Any, /, nntype: Any = "nndsvd") -> Any:
        """Return two matrices without negative entries, made of a singular value decomposition of `x`."""
        try:
            S_ = S._data if type(S) is Array else S
            V_ = V._data if type(V) is Array else V
            if type(U) is Array:
                U_ = U._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not U_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                U_ = U
                self_ = self._data if type(self) is Array else self
            return wrap(
                (
                    table[type(V_)]
                    if type(self_) is type(U_) is type(S_) is type(V_)
                    else choose(self_, U_, S_, V_)
                ).make_svd_non_negative(self_, U_, S_, V_, nntype)
            )
        except Exception as error:
            return retry(error, "make_svd_non_negative", self, U, S, V, nntype)

    def matmul(
        self,
        x2: Any,
        /,
        transpose_a: Any = False,
        transpose_b: Any = False,
        adjoint_a: Any = False,
        adjoint_b: Any = False,
        out: Any = None,
    ) -> Array:
        """Return the matrix product; a 1-d operand is a row on the left, a column on the right."""
        if out is not None:
            return put(
                ArrayNamespace.matmul(self, x2, transpose_a, transpose_b, adjoint_a, adjoint_b), out
            )
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(x2_)].matmul(
                self_, x2_, transpose_a, transpose_b, adjoint_a, adjoint_b
            )
            return r
        except Exception as error:
            return retry(error, "matmul", self, x2, transpose_a, transpose_b, adjoint_a, adjoint_b)

    def matricize(self, /, row_modes: Any, column_modes: Any = None, out: Any = None) -> Array:
        """Return the matrix with the axes `row_modes` of `x` as rows and the others as columns."""
        if out is not None:
            return put(ArrayNamespace.matricize(self, row_modes, column_modes), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].matricize(x, row_modes, column_modes)
            return r
        except Exception as error:
            return retry(error, "matricize", self, row_modes, column_modes)

    def matrix_exp(self, /, out: Any = None) -> Array:
        """Return the matrix exponential `1 + x + x @ x / 2 + ...` of square matrices."""
        if out is not None:
            return put(ArrayNamespace.matrix_exp(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].matrix_exp(x)
            return r
        except Exception as error:
            return retry(error, "matrix_exp", self)

    def matrix_norm(
        self,
        /,
        ord: Any = "fro",
        axis: Any = (-2, -1),
        keepdims: Any = False,
        dtype: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the norms of the matrices in two axes."""
        if out is not None:
            return put(ArrayNamespace.matrix_norm(self, ord, axis, keepdims, dtype), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].matrix_norm(x, ord, axis, keepdims, dtype)
            return r
        except Exception as error:
            return retry(error, "matrix_norm", self, ord, axis, keepdims, dtype)

    def matrix_power(self, n: Any, /, out: Any = None) -> Array:
        """Return square matrices to an integer power; a negative one inverts them first."""
        if out is not None:
            return put(ArrayNamespace.matrix_power(self, n), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].matrix_power(x, n)
            return r
        except Exception as error:
            return retry(error, "matrix_power", self, n)

    def matrix_rank(
        self, /, atol: Any = None, rtol: Any = None, hermitian: Any = False, out: Any = None
    ) -> Array:
        """Return how many singular values of matrices are above both tolerances."""
        if out is not None:
            return put(ArrayNamespace.matrix_rank(self, atol, rtol, hermitian), out)
        try:
            self_ = self._data if type(self) is Array else self
            atol_ = atol._data if type(atol) is Array else atol
            rtol_ = rtol._data if type(rtol) is Array else rtol
            r = new(Array)
            r._data = (
                table[type(self_)] if atol_ is rtol_ is None else choose(self_, atol_, rtol_)
            ).matrix_rank(self_, atol_, rtol_, hermitian)
            return r
        except Exception as error:
            return retry(error, "matrix_rank", self, atol, rtol, hermitian)

    def matrix_transpose(self, /, conjugate: Any = False, out: Any = None) -> Array:
        """Return `x` with its last two axes exchanged, conjugated if asked for."""
        if out is not None:
            return put(ArrayNamespace.matrix_transpose(self, conjugate), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].matrix_transpose(x, conjugate)
            return r
        except Exception as error:
            return retry(error, "matrix_transpose", self, conjugate)

    def max(
        self,
        /,
        axis: Any = None,
        keepdims: Any = False,
        initial: Any = None,
        where: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the largest element over `axis`; a NaN among them makes it NaN."""
        if out is not None:
            return put(ArrayNamespace.max(self, axis, keepdims, initial, where), out)
        try:
            self_ = self._data if type(self) is Array else self
            where_ = where._data if type(where) is Array else where
            r = new(Array)
            r._data = (table[type(self_)] if where_ is None else choose(self_, where_)).max(
                self_, axis, keepdims, initial, where_
            )
            return r
        except Exception as error:
            return retry(error, "max", self, axis, keepdims, initial, where)

    def max_pool1d(
        self,
        /,
        kernel: Any,
        strides: Any,
        padding: Any,
        data_format: Any = "NWC",
        dilation: Any = 1,
        ceil_mode: Any = False,
        out: Any = None,
    ) -> Array:
        """Return the maxima over windows along one axis."""
        if out is not None:
            return put(
                ArrayNamespace.max_pool1d(
                    self, kernel, strides, padding, data_format, dilation, ceil_mode
                ),
                out,
            )
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].max_pool1d(
                x, kernel, strides, padding, data_format, dilation, ceil_mode
            )
            return r
        except Exception as error:
            return retry(
                error,
                "max_pool1d",
                self,
                kernel,
                strides,
                padding,
                data_format,
                dilation,
                ceil_mode,
            )

    def max_pool2d(
        self,
        /,
        kernel: Any,
        strides: Any,
        padding: Any,
        data_format: Any = "NHWC",
        dilation: Any = 1,
        ceil_mode: Any = False,
        out: Any = None,
    ) -> Array:
        """Return the maxima over windows along two axes."""
        if out is not None:
            return put(
                ArrayNamespace.max_pool2d(
                    self, kernel, strides, padding, data_format, dilation, ceil_mode
                ),
                out,
            )
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].max_pool2d(
                x, kernel, strides, padding, data_format, dilation, ceil_mode
            )
            return r
        except Exception as error:
            return retry(
                error,
                "max_pool2d",
                self,
                kernel,
                strides,
                padding,
                data_format,
                dilation,
                ceil_mode,
            )

    def max_pool3d(
        self,
        /,
        kernel: Any,
        strides: Any,
        padding: Any,
        data_format: Any = "NDHWC",
        dilation: Any = 1,
        ceil_mode: Any = False,
        out: Any = None,
    ) -> Array:
        """Return the maxima over windows along three axes."""
        if out is not None:
            return put(
                ArrayNamespace.max_pool3d(
                    self, kernel, strides, padding, data_format, dilation, ceil_mode
                ),
                out,
            )
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].max_pool3d(
                x, kernel, strides, padding, data_format, dilation, ceil_mode
            )
            return r
        except Exception as error:
            return retry(
                error,
                "max_pool3d",
                self,
                kernel,
                strides,
                padding,
                data_format,
                dilation,
                ceil_mode,
            )

    def max_unpool1d(
        self,
        indices: Any,
        kernel_size: Any,
        /,
        strides: Any = None,
        padding: Any = 0,
        data_format: Any = "NCW",
    ) -> Array:
        """Return zeros with the maxima of a pooling back where they came from."""
        try:
            self_ = self._data if type(self) is Array else self
            indices_ = indices._data if type(indices) is Array else indices
            r = new(Array)
            r._data = both[type(self_)][type(indices_)].max_unpool1d(
                self_, indices_, kernel_size, strides, padding, data_format
            )
            return r
        except Exception as error:
            return retry(
                error, "max_unpool1d", self, indices, kernel_size, strides, padding, data_format
            )

    def maximum(self, x2: Any, /, use_where: Any = True, out: Any = None) -> Array:
        """Return the greater of each two numbers; NaN when one of them is."""
        if out is not None:
            return put(ArrayNamespace.maximum(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].maximum(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "maximum", self, x2)

    def mean(
        self, /, axis: Any = None, keepdims: Any = False, dtype: Any = None, out: Any = None
    ) -> Array:
        """Return the arithmetic mean over `axis`; of integers in the default float dtype."""
        if out is not None:
            return put(ArrayNamespace.mean(self, axis, keepdims, dtype), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].mean(x, axis, keepdims, dtype)
            return r
        except Exception as error:
            return retry(error, "mean", self, axis, keepdims, dtype)

    def median(self, /, axis: Any = None, keepdims: Any = False, out: Any = None) -> Array:
        """Return the median over `axis`: the mean of the two middle elements of an even number."""
        if out is not None:
            return put(ArrayNamespace.median(self, axis, keepdims), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].median(x, axis, keepdims)
            return r
        except Exception as error:
            return retry(error, "median", self, axis, keepdims)

    def meshgrid(
        self, /, *arrays: Any, sparse: Any = False, indexing: Any = "xy", out: Any = None
    ) -> Any:
        """Return the coordinates of a grid, one array for each of the given axes."""
        if out is not None:
            return put(
                ArrayNamespace.meshgrid(self, *arrays, sparse=sparse, indexing=indexing), out
            )
        try:
            self_ = self._data if type(self) is Array else self
            arrays_ = [x._data if type(x) is Array else x for x in arrays]
            return wrap(
                choose(self_, *arrays_).meshgrid(self_, *arrays_, sparse=sparse, indexing=indexing)
            )
        except Exception as error:
            return retry(error, "meshgrid", self, *arrays, sparse=sparse, indexing=indexing)

    def min(
        self,
        /,
        axis: Any = None,
        keepdims: Any = False,
        initial: Any = None,
        where: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the smallest element over `axis`; a NaN among them makes it NaN."""
        if out is not None:
            return put(ArrayNamespace.min(self, axis, keepdims, initial, where), out)
        try:
            self_ = self._data if type(self) is Array else self
            where_ = where._data if type(where) is Array else where
            r = new(Array)
            r._data = (table[type(self_)] if where_ is None else choose(self_, where_)).min(
                self_, axis, keepdims, initial, where_
            )
            return r
        except Exception as error:
            return retry(error, "min", self, axis, keepdims, initial, where)

    def minimum(self, x2: Any, /, use_where: Any = True, out: Any = None) -> Array:
        """Return the lesser of each two numbers; NaN when one of them is."""
        if out is not None:
            return put(ArrayNamespace.minimum(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].minimum(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "minimum", self, x2)

    def mish(self, /, complex_mode: Any = "jax", out: Any = None) -> Array:
        """Return `x * tanh(softplus(x))`."""
        if complex_mode != "jax":
            return OPERATIONS["mish"](self, complex_mode, out)
        if out is not None:
            return put(ArrayNamespace.mish(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].mish(x)
            return r
        except Exception as error:
            return retry(error, "mish", self)

    def mode_dot(
        self, /, matrix_or_vector: Any, mode: Any, transpose: Any = False, out: Any = None
    ) -> Array:
        """Return `x` with each vector along the axis `mode` multiplied by a matrix."""
        if out is not None:
            return put(ArrayNamespace.mode_dot(self, matrix_or_vector, mode, transpose), out)
        try:
            if type(matrix_or_vector) is Array:
                matrix_or_vector_ = matrix_or_vector._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not matrix_or_vector_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                matrix_or_vector_ = matrix_or_vector
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(matrix_or_vector_)].mode_dot(
                self_, matrix_or_vector_, mode, transpose
            )
            return r
        except Exception as error:
            return retry(error, "mode_dot", self, matrix_or_vector, mode, transpose)

    def modf(self, /, out: Any = None) -> Any:
        """Return the fractional and the integral parts, both with the sign of `x`."""
        if out is not None:
            return put(ArrayNamespace.modf(self), out)
        try:
            x = self._data
            return wrap(table[type(x)].modf(x))
        except Exception as error:
            return retry(error, "modf", self)

    def moveaxis(
        self, source: Any, destination: Any, /, copy: Any = None, out: Any = None
    ) -> Array:
        """Return `a` with the axes `source` moved to `destination`, the others in their old order."""
        if out is not None:
            return put(ArrayNamespace.moveaxis(self, source, destination, copy), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].moveaxis(x, source, destination, copy)
            return r
        except Exception as error:
            return retry(error, "moveaxis", self, source, destination, copy)

    def mse_loss(self, target: Any, /, reduction: Any = "mean", out: Any = None) -> Array:
        """Return the squared differences, averaged."""
        if out is not None:
            return put(ArrayNamespace.mse_loss(self, target, reduction), out)
        try:
            if type(target) is Array:
                target_ = target._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not target_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                target_ = target
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(target_)].mse_loss(self_, target_, reduction)
            return r
        except Exception as error:
            return retry(error, "mse_loss", self, target, reduction)

    def msort(self, /, out: Any = None) -> Array:
        """Return `a` sorted along its first axis."""
        if out is not None:
            return put(ArrayNamespace.msort(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].msort(x)
            return r
        except Exception as error:
            return retry(error, "msort", self)

    def multi_head_attention(
        self,
        /,
        key: Any = None,
        value: Any = None,
        batch_first: Any = True,
        num_heads: Any = 8,
        scale: Any = None,
        attention_mask: Any = None,
        in_proj_weights: Any = None,
        q_proj_weights: Any = None,
        k_proj_weights: Any = None,
        v_proj_weights: Any = None,
        out_proj_weights: Any = None,
        in_proj_bias: Any = None,
        out_proj_bias: Any = None,
        is_causal: Any = False,
        key_padding_mask: Any = None,
        bias_k: Any = None,
        bias_v: Any = None,
        static_k: Any = None,
        static_v: Any = None,
        add_zero_attn: Any = False,
        return_attention_weights: Any = False,
        average_attention_weights: Any = True,
        dropout: Any = 0.0,
        training: Any = False,
        seed: Any = None,
        out: Any = None,
    ) -> Any:
        """Return the attention of several heads, each on its own share of the projected features."""
        if out is not None:
            return put(
                ArrayNamespace.multi_head_attention(
                    self,
                    key,
                    value,
                    batch_first,
                    num_heads,
                    scale,
                    attention_mask,
                    in_proj_weights,
                    q_proj_weights,
                    k_proj_weights,
                    v_proj_weights,
                    out_proj_weights,
                    in_proj_bias,
                    out_proj_bias,
                    is_causal,
                    key_padding_mask,
                    bias_k,
                    bias_v,
                    static_k,
                    static_v,
                    add_zero_attn,
                    return_attention_weights,
                    average_attention_weights,
                    dropout,
                    training,
                    seed,
                ),
                out,
            )
        try:
            self_ = self._data if type(self) is Array else self
            key_ = key._data if type(key) is Array else key
            value_ = value._data if type(value) is Array else value
            attention_mask_ = (
                attention_mask._data if type(attention_mask) is Array else attention_mask
            )
            in_proj_weights_ = (
                in_proj_weights._data if type(in_proj_weights) is Array else in_proj_weights
            )
            q_proj_weights_ = (
                q_proj_weights._data if type(q_proj_weights) is Array else q_proj_weights
            )
            k_proj_weights_ = (
                k_proj_weights._data if type(k_proj_weights) is Array else k_proj_weights
            )
            v_proj_weights_ = (
                v_proj_weights._data if type(v_proj_weights) is Array else v_proj_weights
            )
            out_proj_weights_ = (
                out_proj_weights._data if type(out_proj_weights) is Array else out_proj_weights
            )
            in_proj_bias_ = in_proj_bias._data if type(in_proj_bias) is Array else in_proj_bias
            out_proj_bias_ = out_proj_bias._data if type(out_proj_bias) is Array else out_proj_bias
            key_padding_mask_ = (
                key_padding_mask._data if type(key_padding_mask) is Array else key_padding_mask
            )
            bias_k_ = bias_k._data if type(bias_k) is Array else bias_k
            bias_v_ = bias_v._data if type(bias_v) is Array else bias_v
            static_k_ = static_k._data if type(static_k) is Array else static_k
            static_v_ = static_v._data if type(static_v) is Array else static_v
            if type(key) is Array:
                raise MixedDtypes
            if type(value) is Array:
                raise MixedDtypes
            if type(in_proj_weights) is Array:
                raise MixedDtypes
            if type(q_proj_weights) is Array:
                raise MixedDtypes
            if type(k_proj_weights) is Array:
                raise MixedDtypes
            if type(v_proj_weights) is Array:
                raise MixedDtypes
            if type(out_proj_weights) is Array:
                raise MixedDtypes
            if type(in_proj_bias) is Array:
                raise MixedDtypes
            if type(out_proj_bias) is Array:
                raise MixedDtypes
            if type(bias_k) is Array:
                raise MixedDtypes
            if type(bias_v) is Array:
                raise MixedDtypes
            if type(static_k) is Array:
                raise MixedDtypes
            if type(static_v) is Array:
                raise MixedDtypes
            return wrap(
                (
                    table[type(self_)]
                    if key_
                    is value_
                    is attention_mask_
                    is in_proj_weights_
                    is q_proj_weights_
                    is k_proj_weights_
                    is v_proj_weights_
                    is out_proj_weights_
                    is in_proj_bias_
                    is out_proj_bias_
                    is key_padding_mask_
                    is bias_k_
                    is bias_v_
                    is static_k_
                    is static_v_
                    is None
                    else choose(
                        self_,
                        key_,
                        value_,
                        attention_mask_,
                        in_proj_weights_,
                        q_proj_weights_,
                        k_proj_weights_,
                        v_proj_weights_,
                        out_proj_weights_,
                        in_proj_bias_,
                        out_proj_bias_,
                        key_padding_mask_,
                        bias_k_,
                        bias_v_,
                        static_k_,
                        static_v_,
                    )
                ).multi_head_attention(
                    self_,
                    key_,
                    value_,
                    batch_first,
                    num_heads,
                    scale,
                    attention_mask_,
                    in_proj_weights_,
                    q_proj_weights_,
                    k_proj_weights_,
                    v_proj_weights_,
                    out_proj_weights_,
                    in_proj_bias_,
                    out_proj_bias_,
                    is_causal,
                    key_padding_mask_,
                    bias_k_,
                    bias_v_,
                    static_k_,
                    static_v_,
                    add_zero_attn,
                    return_attention_weights,
                    average_attention_weights,
                    dropout,
                    training,
                    seed,
                )
            )
        except Exception as error:
            return retry(
                error,
                "multi_head_attention",
                self,
                key,
                value,
                batch_first,
                num_heads,
                scale,
                attention_mask,
                in_proj_weights,
                q_proj_weights,
                k_proj_weights,
                v_proj_weights,
                out_proj_weights,
                in_proj_bias,
                out_proj_bias,
                is_causal,
                key_padding_mask,
                bias_k,
                bias_v,
                static_k,
                static_v,
                add_zero_attn,
                return_attention_weights,
                average_attention_weights,
                dropout,
                training,
                seed,
            )

    def multi_mode_dot(
        self,
        mat_or_vec_list: Any,
        /,
        modes: Any = None,
        skip: Any = None,
        transpose: Any = False,
        out: Any = None,
    ) -> Array:
        """Return `x` multiplied by a matrix or vector along each of several axes, by default the first."""
        if out is not None:
            return put(
                ArrayNamespace.multi_mode_dot(self, mat_or_vec_list, modes, skip, transpose), out
            )
        try:
            self_ = self._data if type(self) is Array else self
            mat_or_vec_list_ = [x._data if type(x) is Array else x for x in mat_or_vec_list]
            r = new(Array)
            r._data = choose(self_, *mat_or_vec_list_).multi_mode_dot(
                self_, mat_or_vec_list_, modes, skip, transpose
            )
            return r
        except Exception as error:
            return retry(error, "multi_mode_dot", self, mat_or_vec_list, modes, skip, transpose)

    def multiply(self, x2: Any, /, out: Any = None) -> Array:
        """Return the products."""
        if out is not None:
            return put(ArrayNamespace.multiply(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].multiply(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "multiply", self, x2)

    def nan_to_num(
        self,
        /,
        copy: Any = True,
        nan: Any = 0.0,
        posinf: Any = None,
        neginf: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the array with NaN and infinities replaced, these by the dtype's limits by default."""
        if out is not None:
            return put(ArrayNamespace.nan_to_num(self, copy, nan, posinf, neginf), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].nan_to_num(x, copy, nan, posinf, neginf)
            return r
        except Exception as error:
            return retry(error, "nan_to_num", self, copy, nan, posinf, neginf)

    def nanmean(
        self, /, axis: Any = None, keepdims: Any = False, dtype: Any = None, out: Any = None
    ) -> Array:
        """Return the mean of the elements that are not NaN; NaN where there are none."""
        if out is not None:
            return put(ArrayNamespace.nanmean(self, axis, keepdims, dtype), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].nanmean(x, axis, keepdims, dtype)
            return r
        except Exception as error:
            return retry(error, "nanmean", self, axis, keepdims, dtype)

    def nanmedian(
        self,
        /,
        axis: Any = None,
        keepdims: Any = False,
        overwrite_input: Any = False,
        out: Any = None,
    ) -> Array:
        """Return the median of the elements that are not NaN; NaN where there are none."""
        if out is not None:
            return put(ArrayNamespace.nanmedian(self, axis, keepdims, overwrite_input), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].nanmedian(x, axis, keepdims, overwrite_input)
            return r
        except Exception as error:
            return retry(error, "nanmedian", self, axis, keepdims, overwrite_input)

    def nanmin(
        self,
        /,
        axis: Any = None,
        keepdims: Any = False,
        initial: Any = None,
        where: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the smallest element that is not NaN; NaN where there are none."""
        if out is not None:
            return put(ArrayNamespace.nanmin(self, axis, keepdims, initial, where), out)
        try:
            self_ = self._data if type(self) is Array else self
            where_ = where._data if type(where) is Array else where
            r = new(Array)
            r._data = (table[type(self_)] if where_ is None else choose(self_, where_)).nanmin(
                self_, axis, keepdims, initial, where_
            )
            return r
        except Exception as error:
            return retry(error, "nanmin", self, axis, keepdims, initial, where)

    def nanprod(
        self,
        /,
        axis: Any = None,
        keepdims: Any = False,
        dtype: Any = None,
        initial: Any = None,
        where: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the product of the elements that are not NaN, times `initial`."""
        if out is not None:
            return put(ArrayNamespace.nanprod(self, axis, keepdims, dtype, initial, where), out)
        try:
            self_ = self._data if type(self) is Array else self
            where_ = where._data if type(where) is Array else where
            r = new(Array)
            r._data = (table[type(self_)] if where_ is None else choose(self_, where_)).nanprod(
                self_, axis, keepdims, dtype, initial, where_
            )
            return r
        except Exception as error:
            return retry(error, "nanprod", self, axis, keepdims, dtype, initial, where)

    def nansum(
        self, /, axis: Any = None, dtype: Any = None, keepdims: Any = False, out: Any = None
    ) -> Array:
        """Return the sum of the elements that are not NaN."""
        if out is not None:
            return put(ArrayNamespace.nansum(self, axis, dtype, keepdims), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].nansum(x, axis, dtype, keepdims)
            return r
        except Exception as error:
            return retry(error, "nansum", self, axis, dtype, keepdims)

    def nearest_interpolate(self, /, dims: Any, size: Any, scale: Any, exact: Any) -> Array:
        """Return the nearest samples of `x`, which has `dims` spatial axes, at new sizes."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].nearest_interpolate(x, dims, size, scale, exact)
            return r
        except Exception as error:
            return retry(error, "nearest_interpolate", self, dims, size, scale, exact)

    def negative(self, /, out: Any = None) -> Array:
        """Return the numbers with the opposite sign; unsigned integers wrap around."""
        if out is not None:
            return put(ArrayNamespace.negative(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].negative(x)
            return r
        except Exception as error:
            return retry(error, "negative", self)

    def nextafter(self, x2: Any, /, out: Any = None) -> Array:
        """Return the next number after `x1`, of those its dtype can hold, in the direction of `x2`."""
        if out is not None:
            return put(ArrayNamespace.nextafter(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].nextafter(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "nextafter", self, x2)

    def nms(
        self,
        /,
        scores: Any = None,
        iou_threshold: Any = 0.5,
        max_output_size: Any = None,
        score_threshold: Any = float("-inf"),
    ) -> Array:
        """Return the indices of the boxes that stay, best score first."""
        try:
            self_ = self._data if type(self) is Array else self
            scores_ = scores._data if type(scores) is Array else scores
            if type(scores) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = (table[type(self_)] if scores_ is None else choose(self_, scores_)).nms(
                self_, scores_, iou_threshold, max_output_size, score_threshold
            )
            return r
        except Exception as error:
            return retry(
                error, "nms", self, scores, iou_threshold, max_output_size, score_threshold
            )

    def nonzero(self, /, as_tuple: Any = True, size: Any = None, fill_value: Any = 0) -> Any:
        """Return the indices of the elements that are not 0: one array per axis."""
        try:
            x = self._data
            return wrap(table[type(x)].nonzero(x, as_tuple, size, fill_value))
        except Exception as error:
            return retry(error, "nonzero", self, as_tuple, size, fill_value)

    def not_equal(self, x2: Any, /, out: Any = None) -> Array:
        """Return where the operands differ; NaN differs from everything."""
        if out is not None:
            return put(ArrayNamespace.not_equal(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].not_equal(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "not_equal", self, x2)

    def one_hot(
        self,
        depth: Any,
        /,
        on_value: Any = None,
        off_value: Any = None,
        axis: Any = None,
        dtype: Any = None,
        device: Any = None,
        out: Any = None,
    ) -> Any:
        """Return `on_value` (1) where the new `axis` (the last) equals the index, else `off_value` (0)."""
        if out is not None:
            return put(
                ArrayNamespace.one_hot(self, depth, on_value, off_value, axis, dtype, device), out
            )
        try:
            x = self._data
            return wrap(table[type(x)].one_hot(x, depth, on_value, off_value, axis, dtype, device))
        except Exception as error:
            return retry(error, "one_hot", self, depth, on_value, off_value, axis, dtype, device)

    def ones_like(self, /, dtype: Any = None, device: Any = None, out: Any = None) -> Array:
        """Return ones in the shape and, unless given, the dtype of `x`."""
        if out is not None:
            return put(ArrayNamespace.ones_like(self, dtype, device), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].ones_like(x, dtype, device)
            return r
        except Exception as error:
            return retry(error, "ones_like", self, dtype, device)

    def outer(self, x2: Any, /, out: Any = None) -> Array:
        """Return the products of all pairs of elements: rows for `x1`, columns for `x2`."""
        if out is not None:
            return put(ArrayNamespace.outer(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(x2_)].outer(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "outer", self, x2)

    def pad(
        self,
        pad_width: Any,
        /,
        mode: Any = "constant",
        stat_length: Any = 1,
        constant_values: Any = 0,
        end_values: Any = 0,
        reflect_type: Any = "even",
    ) -> Array:
        """Return `input` enlarged before and after each axis, filled as `mode` says."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].pad(
                x, pad_width, mode, stat_length, constant_values, end_values, reflect_type
            )
            return r
        except Exception as error:
            return retry(
                error,
                "pad",
                self,
                pad_width,
                mode,
                stat_length,
                constant_values,
                end_values,
                reflect_type,
            )

    def partial_fold(self, /, mode: Any, shape: Any, skip_begin: Any = 1, out: Any = None) -> Array:
        """Return the tensor of shape `shape` whose `partial_unfold` along `mode` is `x`."""
        if out is not None:
            return put(ArrayNamespace.partial_fold(self, mode, shape, skip_begin), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].partial_fold(x, mode, shape, skip_begin)
            return r
        except Exception as error:
            return retry(error, "partial_fold", self, mode, shape, skip_begin)

    def partial_tensor_to_vec(
        self, /, skip_begin: Any = 1, skip_end: Any = 0, out: Any = None
    ) -> Array:
        """Return `x` with all axes flattened into one, except the first and last few."""
        if out is not None:
            return put(ArrayNamespace.partial_tensor_to_vec(self, skip_begin, skip_end), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].partial_tensor_to_vec(x, skip_begin, skip_end)
            return r
        except Exception as error:
            return retry(error, "partial_tensor_to_vec", self, skip_begin, skip_end)

    def partial_unfold(
        self,
        /,
        mode: Any = 0,
        skip_begin: Any = 1,
        skip_end: Any = 0,
        ravel_tensors: Any = False,
        out: Any = None,
    ) -> Array:
        """Return `x` unfolded along `mode`, counted after the `skip_begin` axes that stay."""
        if out is not None:
            return put(
                ArrayNamespace.partial_unfold(self, mode, skip_begin, skip_end, ravel_tensors), out
            )
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].partial_unfold(x, mode, skip_begin, skip_end, ravel_tensors)
            return r
        except Exception as error:
            return retry(error, "partial_unfold", self, mode, skip_begin, skip_end, ravel_tensors)

    def partial_vec_to_tensor(self, /, shape: Any, skip_begin: Any = 1, out: Any = None) -> Array:
        """Return the tensor of shape `shape` that `partial_tensor_to_vec` made `x` of."""
        if out is not None:
            return put(ArrayNamespace.partial_vec_to_tensor(self, shape, skip_begin), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].partial_vec_to_tensor(x, shape, skip_begin)
            return r
        except Exception as error:
            return retry(error, "partial_vec_to_tensor", self, shape, skip_begin)

    def permute_dims(self, /, axes: Any, copy: Any = None, out: Any = None) -> Array:
        """Return `x` with its axes in the order `axes`."""
        if out is not None:
            return put(ArrayNamespace.permute_dims(self, axes, copy), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].permute_dims(x, axes, copy)
            return r
        except Exception as error:
            return retry(error, "permute_dims", self, axes, copy)

    def pinv(self, /, rtol: Any = None, out: Any = None) -> Array:
        """Return the pseudo-inverses; singular values up to `rtol` times the largest count as zero."""
        if out is not None:
            return put(ArrayNamespace.pinv(self, rtol), out)
        try:
            self_ = self._data if type(self) is Array else self
            rtol_ = rtol._data if type(rtol) is Array else rtol
            r = new(Array)
            r._data = (table[type(self_)] if rtol_ is None else choose(self_, rtol_)).pinv(
                self_, rtol_
            )
            return r
        except Exception as error:
            return retry(error, "pinv", self, rtol)

    def poisson_nll_loss(
        self,
        /,
        target: Any,
        log_input: Any = True,
        full: Any = False,
        eps: Any = 1e-08,
        reduction: Any = "mean",
    ) -> Array:
        """Return the negative log-likelihood of counts under a Poisson rate, averaged."""
        try:
            if type(target) is Array:
                target_ = target._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not target_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                target_ = target
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(target_)].poisson_nll_loss(
                self_, target_, log_input, full, eps, reduction
            )
            return r
        except Exception as error:
            return retry(error, "poisson_nll_loss", self, target, log_input, full, eps, reduction)

    def polyval(self, /, x: Any) -> Array:
        """Return the values at `x` of the polynomial with these coefficients, highest power first."""
        try:
            if type(x) is Array:
                x_ = x._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x_ = x
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = array_first[type(self_)][type(x_)].polyval(self_, x_)
            return r
        except Exception as error:
            return retry(error, "polyval", self, x)

    def pool(
        self,
        /,
        window_shape: Any,
        pool_type: Any,
        strides: Any = None,
        padding: Any = "VALID",
        data_format: Any = None,
        dilations: Any = None,
        ceil_mode: Any = False,
        out: Any = None,
    ) -> Array:
        """Return maxima (`pool_type="MAX"`) or averages (`"AVG"`) over windows of 1 to 3 axes."""
        if out is not None:
            return put(
                ArrayNamespace.pool(
                    self,
                    window_shape,
                    pool_type,
                    strides,
                    padding,
                    data_format,
                    dilations,
                    ceil_mode,
                ),
                out,
            )
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].pool(
                x, window_shape, pool_type, strides, padding, data_format, dilations, ceil_mode
            )
            return r
        except Exception as error:
            return retry(
                error,
                "pool",
                self,
                window_shape,
                pool_type,
                strides,
                padding,
                data_format,
                dilations,
                ceil_mode,
            )

    def positive(self, /, out: Any = None) -> Array:
        """Return the numbers as they are, in a new array."""
        if out is not None:
            return put(ArrayNamespace.positive(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].positive(x)
            return r
        except Exception as error:
            return retry(error, "positive", self)

    def pow(self, x2: Any, /, out: Any = None) -> Array:
        """Return `x1` to the power of `x2`."""
        if out is not None:
            return put(ArrayNamespace.pow(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].pow(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "pow", self, x2)

    def prelu(self, slope: Any, /, out: Any = None) -> Array:
        """Return `x` where it is positive and `slope * x` elsewhere."""
        if out is not None:
            return put(ArrayNamespace.prelu(self, slope), out)
        try:
            if type(slope) is Array:
                slope_ = slope._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not slope_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                slope_ = slope
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = array_first[type(self_)][type(slope_)].prelu(self_, slope_)
            return r
        except Exception as error:
            return retry(error, "prelu", self, slope)

    def prod(
        self, /, axis: Any = None, dtype: Any = None, keepdims: Any = False, out: Any = None
    ) -> Array:
        """Return the product over `axis`; the product of nothing is 1."""
        if out is not None:
            return put(ArrayNamespace.prod(self, axis, dtype, keepdims), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].prod(x, axis, dtype, keepdims)
            return r
        except Exception as error:
            return retry(error, "prod", self, axis, dtype, keepdims)

    def put_along_axis(
        self, indices: Any, values: Any, axis: Any, /, mode: Any = "replace", out: Any = None
    ) -> Array:
        """Return `arr` with `values` put at each line's `indices` along `axis`."""
        if out is not None:
            return put(ArrayNamespace.put_along_axis(self, indices, values, axis, mode), out)
        try:
            self_ = self._data if type(self) is Array else self
            indices_ = indices._data if type(indices) is Array else indices
            values_ = values._data if type(values) is Array else values
            r = new(Array)
            r._data = (
                table[type(values_)]
                if type(self_) is type(indices_) is type(values_)
                else choose(self_, indices_, values_)
            ).put_along_axis(self_, indices_, values_, axis, mode)
            return r
        except Exception as error:
            return retry(error, "put_along_axis", self, indices, values, axis, mode)

    def qr(self, /, mode: Any = "reduced", out: Any = None) -> Any:
        """Return `Q`, with orthonormal columns, and upper triangular `R`, with `x` equal to `Q @ R`."""
        if out is not None:
            return put(ArrayNamespace.qr(self, mode), out)
        try:
            x = self._data
            return wrap(table[type(x)].qr(x, mode))
        except Exception as error:
            return retry(error, "qr", self, mode)

    def quantile(
        self,
        q: Any,
        /,
        axis: Any = None,
        keepdims: Any = False,
        interpolation: Any = "linear",
        out: Any = None,
    ) -> Array:
        """Return the values below which the fractions `q` of the elements lie."""
        if out is not None:
            return put(ArrayNamespace.quantile(self, q, axis, keepdims, interpolation), out)
        try:
            self_ = self._data if type(self) is Array else self
            q_ = q._data if type(q) is Array else q
            r = new(Array)
            r._data = array_first[type(self_)][type(q_)].quantile(
                self_, q_, axis, keepdims, interpolation
            )
            return r
        except Exception as error:
            return retry(error, "quantile", self, q, axis, keepdims, interpolation)

    def rad2deg(self, /, out: Any = None) -> Array:
        """Return angles in radians as degrees."""
        if out is not None:
            return put(ArrayNamespace.rad2deg(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].rad2deg(x)
            return r
        except Exception as error:
            return retry(error, "rad2deg", self)

    def reciprocal(self, /, out: Any = None) -> Array:
        """Return `1 / x`, as floats of the default dtype when `x` has integers."""
        if out is not None:
            return put(ArrayNamespace.reciprocal(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].reciprocal(x)
            return r
        except Exception as error:
            return retry(error, "reciprocal", self)

    def reduce_window(
        self,
        init_value: Any,
        computation: Any,
        window_dimensions: Any,
        /,
        window_strides: Any = 1,
        padding: Any = "VALID",
        base_dilation: Any = 1,
        window_dilation: Any = 1,
    ) -> Array:
        """Return the windows over all axes of `operand`, each reduced by a function of two arrays."""
        try:
            self_ = self._data if type(self) is Array else self
            init_value_ = init_value._data if type(init_value) is Array else init_value
            r = new(Array)
            r._data = array_first[type(self_)][type(init_value_)].reduce_window(
                self_,
                init_value_,
                computation,
                window_dimensions,
                window_strides,
                padding,
                base_dilation,
                window_dilation,
            )
            return r
        except Exception as error:
            return retry(
                error,
                "reduce_window",
                self,
                init_value,
                computation,
                window_dimensions,
                window_strides,
                padding,
                base_dilation,
                window_dilation,
            )

    def relu(self, /, complex_mode: Any = "jax", out: Any = None) -> Array:
        """Return `max(x, 0)`."""
        if complex_mode != "jax":
            return OPERATIONS["relu"](self, complex_mode, out)
        if out is not None:
            return put(ArrayNamespace.relu(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].relu(x)
            return r
        except Exception as error:
            return retry(error, "relu", self)

    def relu6(self, /, complex_mode: Any = "jax", out: Any = None) -> Array:
        """Return `min(max(x, 0), 6)`."""
        if complex_mode != "jax":
            return OPERATIONS["relu6"](self, complex_mode, out)
        if out is not None:
            return put(ArrayNamespace.relu6(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].relu6(x)
            return r
        except Exception as error:
            return retry(error, "relu6", self)

    def remainder(self, x2: Any, /, modulus: Any = True, out: Any = None) -> Array:
        """Return the remainders of the division, with the sign of the divisor as Python's `%`."""
        if not modulus:
            return OPERATIONS["remainder"](self, x2, modulus, out)
        if out is not None:
            return put(ArrayNamespace.remainder(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].remainder(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "remainder", self, x2)

    def repeat(self, /, repeats: Any, axis: Any = None, out: Any = None) -> Array:
        """Return `x` with each element repeated; flattened first without `axis`."""
        if out is not None:
            return put(ArrayNamespace.repeat(self, repeats, axis), out)
        try:
            self_ = self._data if type(self) is Array else self
            repeats_ = repeats._data if type(repeats) is Array else repeats
            r = new(Array)
            r._data = array_first[type(self_)][type(repeats_)].repeat(self_, repeats_, axis)
            return r
        except Exception as error:
            return retry(error, "repeat", self, repeats, axis)

    def requires_gradient(self, /) -> Any:
        """Return whether a gradient is being computed with respect to `x`."""
        try:
            x = self._data
            return table[type(x)].requires_gradient(x)
        except Exception as error:
            return retry(error, "requires_gradient", self)

    def reshape(
        self,
        /,
        shape: Any,
        copy: Any = None,
        order: Any = "C",
        allowzero: Any = True,
        out: Any = None,
    ) -> Array:
        """Return the elements in a new shape; one size may be -1, whatever is left over."""
        if out is not None:
            return put(ArrayNamespace.reshape(self, shape, copy, order, allowzero), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].reshape(x, shape, copy, order, allowzero)
            return r
        except Exception as error:
            return retry(error, "reshape", self, shape, copy, order, allowzero)

    def rfft(
        self, /, n: Any = None, axis: Any = -1, norm: Any = "backward", out: Any = None
    ) -> Array:
        """Return the first half of the Fourier transform of real numbers; the rest mirrors it."""
        if out is not None:
            return put(ArrayNamespace.rfft(self, n, axis, norm), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].rfft(x, n, axis, norm)
            return r
        except Exception as error:
            return retry(error, "rfft", self, n, axis, norm)

    def rfftn(
        self, /, s: Any = None, axes: Any = None, norm: Any = "backward", out: Any = None
    ) -> Array:
        """Return the Fourier transform of real numbers along `axes`, one half along the last."""
        if out is not None:
            return put(ArrayNamespace.rfftn(self, s, axes, norm), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].rfftn(x, s, axes, norm)
            return r
        except Exception as error:
            return retry(error, "rfftn", self, s, axes, norm)

    def rms_norm(
        self, normalized_idxs: Any = -1, /, scale: Any = None, eps: Any = 1e-06, out: Any = None
    ) -> Array:
        """Return `x / sqrt(mean(x**2) + eps) * scale` over some axes."""
        if out is not None:
            return put(ArrayNamespace.rms_norm(self, normalized_idxs, scale, eps), out)
        try:
            self_ = self._data if type(self) is Array else self
            scale_ = scale._data if type(scale) is Array else scale
            r = new(Array)
            r._data = (table[type(self_)] if scale_ is None else choose(self_, scale_)).rms_norm(
                self_, normalized_idxs, scale_, eps
            )
            return r
        except Exception as error:
            return retry(error, "rms_norm", self, normalized_idxs, scale, eps)

    def roll(self, /, shift: Any, axis: Any = None, out: Any = None) -> Array:
        """Return `x` with its elements moved by `shift` places; those pushed out come in at the start."""
        if out is not None:
            return put(ArrayNamespace.roll(self, shift, axis), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].roll(x, shift, axis)
            return r
        except Exception as error:
            return retry(error, "roll", self, shift, axis)

    def rot90(self, /, copy: Any = None, k: Any = 1, axes: Any = (0, 1), out: Any = None) -> Array:
        """Return `m` turned `k` times by 90 degrees, from the first towards the second of `axes`."""
        if out is not None:
            return put(ArrayNamespace.rot90(self, copy, k, axes), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].rot90(x, copy, k, axes)
            return r
        except Exception as error:
            return retry(error, "rot90", self, copy, k, axes)

    def round(self, /, decimals: Any = 0, out: Any = None) -> Array:
        """Return the numbers rounded to `decimals` decimal places; halves go to the even neighbour."""
        if out is not None:
            return put(ArrayNamespace.round(self, decimals), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].round(x, decimals)
            return r
        except Exception as error:
            return retry(error, "round", self, decimals)

    def scaled_dot_product_attention(
        self,
        key: Any,
        value: Any,
        /,
        scale: Any = None,
        mask: Any = None,
        dropout_p: Any = 0.0,
        is_causal: Any = False,
        training: Any = False,
        seed: Any = None,
        bias: Any = None,
        out: Any = None,
    ) -> Array:
        """Return `softmax(query @ key.mT * scale) @ value`, the scale `1 / sqrt(features)` by default."""
        if out is not None:
            return put(
                ArrayNamespace.scaled_dot_product_attention(
                    self, key, value, scale, mask, dropout_p, is_causal, training, seed, bias
                ),
                out,
            )
        try:
            value_ = value._data if type(value) is Array else value
            mask_ = mask._data if type(mask) is Array else mask
            bias_ = bias._data if type(bias) is Array else bias
            if type(key) is Array:
                key_ = key._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not key_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                key_ = key
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = (
                table[type(value_)]
                if type(self_) is type(key_) is type(value_)
                else choose(self_, key_, value_, mask_, bias_)
            ).scaled_dot_product_attention(
                self_, key_, value_, scale, mask_, dropout_p, is_causal, training, seed, bias_
            )
            return r
        except Exception as error:
            return retry(
                error,
                "scaled_dot_product_attention",
                self,
                key,
                value,
                scale,
                mask,
                dropout_p,
                is_causal,
                training,
                seed,
                bias,
            )

    def scaled_tanh(self, /, alpha: Any = 1.7159, beta: Any = 0.67, out: Any = None) -> Array:
        """Return `alpha * tanh(beta * x)`."""
        if out is not None:
            return put(ArrayNamespace.scaled_tanh(self, alpha, beta), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].scaled_tanh(x, alpha, beta)
            return r
        except Exception as error:
            return retry(error, "scaled_tanh", self, alpha, beta)

    def searchsorted(
        self,
        v: Any,
        /,
        side: Any = "left",
        sorter: Any = None,
        ret_dtype: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the indices at which `v` would be inserted in the ascending vector `x`."""
        if out is not None:
            return put(ArrayNamespace.searchsorted(self, v, side, sorter, ret_dtype), out)
        try:
            sorter_ = sorter._data if type(sorter) is Array else sorter
            if type(v) is Array:
                v_ = v._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not v_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                v_ = v
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = (
                array_first[type(self_)][type(v_)]
                if sorter_ is None
                else choose(self_, v_, sorter_)
            ).searchsorted(self_, v_, side, sorter_, ret_dtype)
            return r
        except Exception as error:
            return retry(error, "searchsorted", self, v, side, sorter, ret_dtype)

    def selu(self, /, out: Any = None) -> Array:
        """Return the self-normalising `elu`, scaled to keep mean 0 and variance 1."""
        if out is not None:
            return put(ArrayNamespace.selu(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].selu(x)
            return r
        except Exception as error:
            return retry(error, "selu", self)

    def sigmoid(self, /, complex_mode: Any = "jax", out: Any = None) -> Array:
        """Return `1 / (1 + exp(-x))`."""
        if complex_mode != "jax":
            return OPERATIONS["sigmoid"](self, complex_mode, out)
        if out is not None:
            return put(ArrayNamespace.sigmoid(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].sigmoid(x)
            return r
        except Exception as error:
            return retry(error, "sigmoid", self)

    def sign(self, /, np_variant: Any = True, out: Any = None) -> Array:
        """Return -1, 0 or 1 by the sign of each number; of a complex number `x / abs(x)`."""
        if out is not None:
            return put(ArrayNamespace.sign(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].sign(x)
            return r
        except Exception as error:
            return retry(error, "sign", self)

    def signbit(self, /, out: Any = None) -> Array:
        """Return where the sign bit is set: for negative numbers, -0.0 and NaN of that sign."""
        if out is not None:
            return put(ArrayNamespace.signbit(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].signbit(x)
            return r
        except Exception as error:
            return retry(error, "signbit", self)

    def silu(self, /, out: Any = None) -> Array:
        """Return `x * sigmoid(x)`."""
        if out is not None:
            return put(ArrayNamespace.silu(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].silu(x)
            return r
        except Exception as error:
            return retry(error, "silu", self)

    def sin(self, /, out: Any = None) -> Array:
        """Return the sines of angles in radians."""
        if out is not None:
            return put(ArrayNamespace.sin(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].sin(x)
            return r
        except Exception as error:
            return retry(error, "sin", self)

    def sinc(self, /, out: Any = None) -> Array:
        """Return `sin(pi * x) / (pi * x)`, which is 1 at zero."""
        if out is not None:
            return put(ArrayNamespace.sinc(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].sinc(x)
            return r
        except Exception as error:
            return retry(error, "sinc", self)

    def sinh(self, /, out: Any = None) -> Array:
        """Return the hyperbolic sines."""
        if out is not None:
            return put(ArrayNamespace.sinh(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].sinh(x)
            return r
        except Exception as error:
            return retry(error, "sinh", self)

    def sliding_window(
        self, kernel_size: Any, /, stride: Any = 1, dilation: Any = 1, padding: Any = "VALID"
    ) -> Array:
        """Return the elements of every window, side by side along a new last axis."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].sliding_window(x, kernel_size, stride, dilation, padding)
            return r
        except Exception as error:
            return retry(error, "sliding_window", self, kernel_size, stride, dilation, padding)

    def slogdet(self, /) -> Any:
        """Return sign and logarithm of the absolute value of the determinants of square matrices."""
        try:
            x = self._data
            return wrap(table[type(x)].slogdet(x))
        except Exception as error:
            return retry(error, "slogdet", self)

    def smooth_l1_loss(
        self, target: Any, /, beta: Any = 1.0, reduction: Any = "mean", out: Any = None
    ) -> Array:
        """Return the absolute differences, made smooth below `beta`, averaged: `huber_loss / beta`."""
        if out is not None:
            return put(ArrayNamespace.smooth_l1_loss(self, target, beta, reduction), out)
        try:
            if type(target) is Array:
                target_ = target._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not target_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                target_ = target
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(target_)].smooth_l1_loss(
                self_, target_, beta, reduction
            )
            return r
        except Exception as error:
            return retry(error, "smooth_l1_loss", self, target, beta, reduction)

    def soft_margin_loss(self, target: Any, /, reduction: Any = "mean", out: Any = None) -> Array:
        """Return `log(1 + exp(-target * input))` for targets of 1 and -1, averaged."""
        if out is not None:
            return put(ArrayNamespace.soft_margin_loss(self, target, reduction), out)
        try:
            if type(target) is Array:
                target_ = target._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not target_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                target_ = target
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(target_)].soft_margin_loss(self_, target_, reduction)
            return r
        except Exception as error:
            return retry(error, "soft_margin_loss", self, target, reduction)

    def soft_thresholding(self, /, threshold: Any, out: Any = None) -> Array:
        """Return `sign(x) * max(|x| - threshold, 0)`."""
        if out is not None:
            return put(ArrayNamespace.soft_thresholding(self, threshold), out)
        try:
            if type(threshold) is Array:
                threshold_ = threshold._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not threshold_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                threshold_ = threshold
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = array_first[type(self_)][type(threshold_)].soft_thresholding(
                self_, threshold_
            )
            return r
        except Exception as error:
            return retry(error, "soft_thresholding", self, threshold)

    def softmax(self, /, axis: Any = None, complex_mode: Any = "jax", out: Any = None) -> Array:
        """Return `exp(x)` divided by its sum along an axis, the last one by default."""
        if complex_mode != "jax":
            return OPERATIONS["softmax"](self, axis, complex_mode, out)
        if out is not None:
            return put(ArrayNamespace.softmax(self, axis), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].softmax(x, axis)
            return r
        except Exception as error:
            return retry(error, "softmax", self, axis)

    def softplus(
        self, /, beta: Any = None, threshold: Any = None, complex_mode: Any = "jax", out: Any = None
    ) -> Array:
        """Return `log(1 + exp(beta * x)) / beta`, and `x` where `beta * x` is above the threshold."""
        if complex_mode != "jax":
            return OPERATIONS["softplus"](self, beta, threshold, complex_mode, out)
        if out is not None:
            return put(ArrayNamespace.softplus(self, beta, threshold), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].softplus(x, beta, threshold)
            return r
        except Exception as error:
            return retry(error, "softplus", self, beta, threshold)

    def softshrink(self, /, lambd: Any = 0.5, out: Any = None) -> Array:
        """Return `x` moved towards zero by `lambd`, not beyond."""
        if out is not None:
            return put(ArrayNamespace.softshrink(self, lambd), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].softshrink(x, lambd)
            return r
        except Exception as error:
            return retry(error, "softshrink", self, lambd)

    def softsign(self, /, out: Any = None) -> Array:
        """Return `x / (1 + abs(x))`."""
        if out is not None:
            return put(ArrayNamespace.softsign(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].softsign(x)
            return r
        except Exception as error:
            return retry(error, "softsign", self)

    def solve(self, x2: Any, /, adjoint: Any = False, out: Any = None) -> Array:
        """Return the `x` with `x1 @ x = x2`; a 1-d `x2` is one column, anything else are matrices."""
        if out is not None:
            return put(ArrayNamespace.solve(self, x2, adjoint), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(x2_)].solve(self_, x2_, adjoint)
            return r
        except Exception as error:
            return retry(error, "solve", self, x2, adjoint)

    def solve_triangular(
        self,
        x2: Any,
        /,
        upper: Any = True,
        adjoint: Any = False,
        unit_diagonal: Any = False,
        out: Any = None,
    ) -> Array:
        """Return the `x` with `x1 @ x = x2` for triangular `x1`, of which only that triangle is read."""
        if out is not None:
            return put(
                ArrayNamespace.solve_triangular(self, x2, upper, adjoint, unit_diagonal), out
            )
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(x2_)].solve_triangular(
                self_, x2_, upper, adjoint, unit_diagonal
            )
            return r
        except Exception as error:
            return retry(error, "solve_triangular", self, x2, upper, adjoint, unit_diagonal)

    def sort(
        self, /, axis: Any = -1, descending: Any = False, stable: Any = True, out: Any = None
    ) -> Array:
        """Return the elements in order along `axis`; NaN counts as largest."""
        if out is not None:
            return put(ArrayNamespace.sort(self, axis, descending, stable), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].sort(x, axis, descending, stable)
            return r
        except Exception as error:
            return retry(error, "sort", self, axis, descending, stable)

    def sparse_cross_entropy(
        self,
        pred: Any,
        /,
        axis: Any = -1,
        epsilon: Any = 1e-07,
        reduction: Any = "mean",
        from_logits: Any = False,
        out: Any = None,
    ) -> Array:
        """Return the `cross_entropy` of classes given by number."""
        if out is not None:
            return put(
                ArrayNamespace.sparse_cross_entropy(
                    self, pred, axis, epsilon, reduction, from_logits
                ),
                out,
            )
        try:
            self_ = self._data if type(self) is Array else self
            pred_ = pred._data if type(pred) is Array else pred
            r = new(Array)
            r._data = both[type(self_)][type(pred_)].sparse_cross_entropy(
                self_, pred_, axis, epsilon, reduction, from_logits
            )
            return r
        except Exception as error:
            return retry(
                error, "sparse_cross_entropy", self, pred, axis, epsilon, reduction, from_logits
            )

    def sparsify_tensor(self, card: Any, /, out: Any = None) -> Array:
        """Return the array with all but the `card` elements largest in magnitude set to zero."""
        if out is not None:
            return put(ArrayNamespace.sparsify_tensor(self, card), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].sparsify_tensor(x, card)
            return r
        except Exception as error:
            return retry(error, "sparsify_tensor", self, card)

    def split(
        self,
        /,
        copy: Any = None,
        num_or_size_splits: Any = None,
        axis: Any = 0,
        with_remainder: Any = False,
    ) -> Any:
        """Return the parts of `x` along `axis`: equal ones, or of given sizes; `None`: of size 1."""
        try:
            x = self._data
            return wrap(table[type(x)].split(x, copy, num_or_size_splits, axis, with_remainder))
        except Exception as error:
            return retry(error, "split", self, copy, num_or_size_splits, axis, with_remainder)

    def sqrt(self, /, out: Any = None) -> Array:
        """Return the square roots; NaN of negative numbers."""
        if out is not None:
            return put(ArrayNamespace.sqrt(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].sqrt(x)
            return r
        except Exception as error:
            return retry(error, "sqrt", self)

    def square(self, /, out: Any = None) -> Array:
        """Return the squares."""
        if out is not None:
            return put(ArrayNamespace.square(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].square(x)
            return r
        except Exception as error:
            return retry(error, "square", self)

    def squeeze(self, /, axis: Any = None, copy: Any = None, out: Any = None) -> Array:
        """Return `x` without the axes `axis`, which must have size 1; `None` drops all of size 1."""
        if out is not None:
            return put(ArrayNamespace.squeeze(self, axis, copy), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].squeeze(x, axis, copy)
            return r
        except Exception as error:
            return retry(error, "squeeze", self, axis, copy)

    def ssim_loss(self, /, pred: Any, out: Any = None) -> Array:
        """Return 1 minus the mean structural similarity of images [..., height, width] from 0 to 1."""
        if out is not None:
            return put(ArrayNamespace.ssim_loss(self, pred), out)
        try:
            if type(pred) is Array:
                pred_ = pred._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not pred_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                pred_ = pred
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(pred_)].ssim_loss(self_, pred_)
            return r
        except Exception as error:
            return retry(error, "ssim_loss", self, pred)

    def stable_divide(self, denominator: Any, /, min_denominator: Any = None) -> Array:
        """Return `numerator / (denominator + min_denominator)`, by default with `ivy.min_denominator`."""
        try:
            if type(denominator) is Array:
                denominator_ = denominator._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not denominator_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                denominator_ = denominator
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(denominator_)].stable_divide(
                self_, denominator_, min_denominator
            )
            return r
        except Exception as error:
            return retry(error, "stable_divide", self, denominator, min_denominator)

    def stable_pow(self, exponent: Any, /, min_base: Any = None) -> Array:
        """Return `(base + min_base) ** exponent`, by default with `ivy.min_base`."""
        try:
            if type(exponent) is Array:
                exponent_ = exponent._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not exponent_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                exponent_ = exponent
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(exponent_)].stable_pow(self_, exponent_, min_base)
            return r
        except Exception as error:
            return retry(error, "stable_pow", self, exponent, min_base)

    def std(
        self, /, axis: Any = None, correction: Any = 0.0, keepdims: Any = False, out: Any = None
    ) -> Array:
        """Return the standard deviation over `axis`, the square root of `ivy.var`."""
        if out is not None:
            return put(ArrayNamespace.std(self, axis, correction, keepdims), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].std(x, axis, correction, keepdims)
            return r
        except Exception as error:
            return retry(error, "std", self, axis, correction, keepdims)

    def stop_gradient(self, /, preserve_type: Any = True, out: Any = None) -> Array:
        """Return `x` as a constant: no gradient flows through it."""
        if out is not None:
            return put(ArrayNamespace.stop_gradient(self, preserve_type), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].stop_gradient(x, preserve_type)
            return r
        except Exception as error:
            return retry(error, "stop_gradient", self, preserve_type)

    def subtract(self, x2: Any, /, alpha: Any = None, out: Any = None) -> Array:
        """Return the differences, with `alpha` those of `x1` and `alpha * x2`."""
        if alpha is not None:
            return OPERATIONS["subtract"](self, x2, alpha, out)
        if out is not None:
            return put(ArrayNamespace.subtract(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].subtract(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "subtract", self, x2)

    def sum(
        self, /, axis: Any = None, dtype: Any = None, keepdims: Any = False, out: Any = None
    ) -> Array:
        """Return the sum over `axis`; the sum of nothing is 0."""
        if out is not None:
            return put(ArrayNamespace.sum(self, axis, dtype, keepdims), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].sum(x, axis, dtype, keepdims)
            return r
        except Exception as error:
            return retry(error, "sum", self, axis, dtype, keepdims)

    def svd(self, /, compute_uv: Any = True, full_matrices: Any = True) -> Any:
        """Return `U`, the singular values `S` from the largest down, and `Vh`; `x = U @ diag(S) @ Vh`."""
        try:
            x = self._data
            return wrap(table[type(x)].svd(x, compute_uv, full_matrices))
        except Exception as error:
            return retry(error, "svd", self, compute_uv, full_matrices)

    def svd_flip(self, V: Any, /, u_based_decision: Any = True) -> Any:
        """Return singular vectors with signs that do not depend on the algorithm."""
        try:
            if type(V) is Array:
                V_ = V._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not V_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                V_ = V
                self_ = self._data if type(self) is Array else self
            return wrap(both[type(self_)][type(V_)].svd_flip(self_, V_, u_based_decision))
        except Exception as error:
            return retry(error, "svd_flip", self, V, u_based_decision)

    def svdvals(self, /, driver: Any = None, out: Any = None) -> Array:
        """Return the singular values of matrices, from the largest down."""
        if out is not None:
            return put(ArrayNamespace.svdvals(self, driver), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].svdvals(x, driver)
            return r
        except Exception as error:
            return retry(error, "svdvals", self, driver)

    def swapaxes(self, axis0: Any, axis1: Any, /, copy: Any = None, out: Any = None) -> Array:
        """Return `x` with two axes exchanged."""
        if out is not None:
            return put(ArrayNamespace.swapaxes(self, axis0, axis1, copy), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].swapaxes(x, axis0, axis1, copy)
            return r
        except Exception as error:
            return retry(error, "swapaxes", self, axis0, axis1, copy)

    def take(
        self,
        indices: Any,
        /,
        axis: Any = None,
        mode: Any = "fill",
        fill_value: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the elements of `x` at `indices` along `axis` (`None`: of the flattened `x`)."""
        if out is not None:
            return put(ArrayNamespace.take(self, indices, axis, mode, fill_value), out)
        try:
            self_ = self._data if type(self) is Array else self
            indices_ = indices._data if type(indices) is Array else indices
            r = new(Array)
            r._data = both[type(self_)][type(indices_)].take(
                self_, indices_, axis, mode, fill_value
            )
            return r
        except Exception as error:
            return retry(error, "take", self, indices, axis, mode, fill_value)

    def take_along_axis(
        self, indices: Any, /, axis: Any = -1, mode: Any = "fill", out: Any = None
    ) -> Array:
        """Return from each line along `axis` the elements at that line's `indices`."""
        if out is not None:
            return put(ArrayNamespace.take_along_axis(self, indices, axis, mode), out)
        try:
            self_ = self._data if type(self) is Array else self
            indices_ = indices._data if type(indices) is Array else indices
            r = new(Array)
            r._data = both[type(self_)][type(indices_)].take_along_axis(self_, indices_, axis, mode)
            return r
        except Exception as error:
            return retry(error, "take_along_axis", self, indices, axis, mode)

    def tan(self, /, out: Any = None) -> Array:
        """Return the tangents of angles in radians."""
        if out is not None:
            return put(ArrayNamespace.tan(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].tan(x)
            return r
        except Exception as error:
            return retry(error, "tan", self)

    def tanh(self, /, complex_mode: Any = "jax", out: Any = None) -> Array:
        """Return the hyperbolic tangents."""
        if complex_mode != "jax":
            return OPERATIONS["tanh"](self, complex_mode, out)
        if out is not None:
            return put(ArrayNamespace.tanh(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].tanh(x)
            return r
        except Exception as error:
            return retry(error, "tanh", self)

    def tanhshrink(self, /, out: Any = None) -> Array:
        """Return `x - tanh(x)`."""
        if out is not None:
            return put(ArrayNamespace.tanhshrink(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].tanhshrink(x)
            return r
        except Exception as error:
            return retry(error, "tanhshrink", self)

    def tensor_train(self, rank: Any, /, svd: Any = "truncated_svd", verbose: Any = False) -> Any:
        """Return a train of factors [rank before, size, rank after] whose product approximates `x`."""
        try:
            x = self._data
            return wrap(table[type(x)].tensor_train(x, rank, svd, verbose))
        except Exception as error:
            return retry(error, "tensor_train", self, rank, svd, verbose)

    def tensordot(self, x2: Any, /, axes: Any = 2, out: Any = None) -> Array:
        """Return the sum of products over `axes`: the last `n` of `x1` and first `n` of `x2`, or pairs."""
        if out is not None:
            return put(ArrayNamespace.tensordot(self, x2, axes), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(x2_)].tensordot(self_, x2_, axes)
            return r
        except Exception as error:
            return retry(error, "tensordot", self, x2, axes)

    def tensorsolve(self, x2: Any, /, axes: Any = None, out: Any = None) -> Array:
        """Return the `x` with `tensordot(x1, x, x.ndim) = x2`; `axes` of `x1` are moved to its end."""
        if out is not None:
            return put(ArrayNamespace.tensorsolve(self, x2, axes), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(x2_)].tensorsolve(self_, x2_, axes)
            return r
        except Exception as error:
            return retry(error, "tensorsolve", self, x2, axes)

    def threshold(self, /, threshold: Any, value: Any, out: Any = None) -> Array:
        """Return `x` where it is above the threshold and `value` elsewhere."""
        if out is not None:
            return put(ArrayNamespace.threshold(self, threshold, value), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].threshold(x, threshold, value)
            return r
        except Exception as error:
            return retry(error, "threshold", self, threshold, value)

    def thresholded_relu(self, /, threshold: Any = 0, out: Any = None) -> Array:
        """Return `x` where it is above the threshold and 0 elsewhere."""
        if out is not None:
            return put(ArrayNamespace.thresholded_relu(self, threshold), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].thresholded_relu(x, threshold)
            return r
        except Exception as error:
            return retry(error, "thresholded_relu", self, threshold)

    def tile(self, /, repeats: Any, out: Any = None) -> Array:
        """Return `x` laid out `repeats` times along each axis."""
        if out is not None:
            return put(ArrayNamespace.tile(self, repeats), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].tile(x, repeats)
            return r
        except Exception as error:
            return retry(error, "tile", self, repeats)

    def to_device(self, device: Any, /, stream: Any = None, out: Any = None) -> Array:
        """Return the array on a device; itself where it is there already."""
        if out is not None:
            return put(ArrayNamespace.to_device(self, device, stream), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].to_device(x, device, stream)
            return r
        except Exception as error:
            return retry(error, "to_device", self, device, stream)

    def top_k(
        self, k: Any, /, axis: Any = -1, largest: Any = True, sorted: Any = True, out: Any = None
    ) -> Any:
        """Return the `k` largest (or smallest) elements along `axis`, in order, and their indices."""
        if out is not None:
            return put(ArrayNamespace.top_k(self, k, axis, largest, sorted), out)
        try:
            x = self._data
            return wrap(table[type(x)].top_k(x, k, axis, largest, sorted))
        except Exception as error:
            return retry(error, "top_k", self, k, axis, largest, sorted)

    def trace(
        self,
        /,
        offset: Any = 0,
        axis1: Any = -2,
        axis2: Any = -1,
        dtype: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the sums along the diagonals of the matrices in two axes."""
        if out is not None:
            return put(ArrayNamespace.trace(self, offset, axis1, axis2, dtype), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].trace(x, offset, axis1, axis2, dtype)
            return r
        except Exception as error:
            return retry(error, "trace", self, offset, axis1, axis2, dtype)

    def trapz(self, /, x: Any = None, dx: Any = 1.0, axis: Any = -1, out: Any = None) -> Array:
        """Return the integral along an axis by the trapezoidal rule."""
        if out is not None:
            return put(ArrayNamespace.trapz(self, x, dx, axis), out)
        try:
            self_ = self._data if type(self) is Array else self
            x_ = x._data if type(x) is Array else x
            if type(x) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = (table[type(self_)] if x_ is None else choose(self_, x_)).trapz(
                self_, x_, dx, axis
            )
            return r
        except Exception as error:
            return retry(error, "trapz", self, x, dx, axis)

    def tril(self, /, k: Any = 0, out: Any = None) -> Array:
        """Return the lower triangle of each matrix, up to the `k`-th diagonal; zeros elsewhere."""
        if out is not None:
            return put(ArrayNamespace.tril(self, k), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].tril(x, k)
            return r
        except Exception as error:
            return retry(error, "tril", self, k)

    def trilu(self, /, k: Any = 0, upper: Any = True, out: Any = None) -> Array:
        """Return the upper, or the lower, triangle of each matrix; zeros elsewhere."""
        if out is not None:
            return put(ArrayNamespace.trilu(self, k, upper), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].trilu(x, k, upper)
            return r
        except Exception as error:
            return retry(error, "trilu", self, k, upper)

    def trim_zeros(self, /, trim: Any = "fb") -> Array:
        """Return a vector without its zeros at the front (`f`) and the back (`b`)."""
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].trim_zeros(x, trim)
            return r
        except Exception as error:
            return retry(error, "trim_zeros", self, trim)

    def triu(self, /, k: Any = 0, out: Any = None) -> Array:
        """Return the upper triangle of each matrix, from the `k`-th diagonal; zeros elsewhere."""
        if out is not None:
            return put(ArrayNamespace.triu(self, k), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].triu(x, k)
            return r
        except Exception as error:
            return retry(error, "triu", self, k)

    def trunc(self, /, out: Any = None) -> Array:
        """Return the numbers rounded towards 0 to integers, in the same dtype."""
        if out is not None:
            return put(ArrayNamespace.trunc(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].trunc(x)
            return r
        except Exception as error:
            return retry(error, "trunc", self)

    def trunc_divide(self, x2: Any, /, out: Any = None) -> Array:
        """Return `x1 / x2` rounded towards zero; integers stay integers."""
        if out is not None:
            return put(ArrayNamespace.trunc_divide(self, x2), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(x2_)].trunc_divide(self_, x2_)
            return r
        except Exception as error:
            return retry(error, "trunc_divide", self, x2)

    def truncated_svd(self, /, compute_uv: Any = True, n_eigenvecs: Any = None) -> Any:
        """Return the first `n_eigenvecs` singular vectors and values of a matrix: U, S, Vh."""
        try:
            x = self._data
            return wrap(table[type(x)].truncated_svd(x, compute_uv, n_eigenvecs))
        except Exception as error:
            return retry(error, "truncated_svd", self, compute_uv, n_eigenvecs)

    def unflatten(self, /, dim: Any, shape: Any, out: Any = None) -> Array:
        """Return `x` with its axis `dim` split into axes of the sizes `shape`."""
        if out is not None:
            return put(ArrayNamespace.unflatten(self, dim, shape), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].unflatten(x, dim, shape)
            return r
        except Exception as error:
            return retry(error, "unflatten", self, dim, shape)

    def unfold(self, /, mode: Any = 0, out: Any = None) -> Array:
        """Return the mode-`mode` unfolding: a matrix with axis `mode` first and the rest flattened."""
        if out is not None:
            return put(ArrayNamespace.unfold(self, mode), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].unfold(x, mode)
            return r
        except Exception as error:
            return retry(error, "unfold", self, mode)

    def unique_all(self, /, axis: Any = None, by_value: Any = True) -> Any:
        """Return the distinct elements, the index of the first of each, where each went, and counts."""
        try:
            x = self._data
            return wrap(table[type(x)].unique_all(x, axis, by_value))
        except Exception as error:
            return retry(error, "unique_all", self, axis, by_value)

    def unique_consecutive(self, /, axis: Any = None) -> Any:
        """Return `x` without repetitions of a preceding element, where each went, and run lengths."""
        try:
            x = self._data
            return wrap(table[type(x)].unique_consecutive(x, axis))
        except Exception as error:
            return retry(error, "unique_consecutive", self, axis)

    def unique_counts(self, /) -> Any:
        """Return the sorted distinct elements and how often each occurs."""
        try:
            x = self._data
            return wrap(table[type(x)].unique_counts(x))
        except Exception as error:
            return retry(error, "unique_counts", self)

    def unique_inverse(self, /, axis: Any = None) -> Any:
        """Return the sorted distinct elements and the indices that rebuild `x` from them."""
        try:
            x = self._data
            return wrap(table[type(x)].unique_inverse(x, axis))
        except Exception as error:
            return retry(error, "unique_inverse", self, axis)

    def unique_values(self, /, out: Any = None) -> Array:
        """Return the sorted distinct elements."""
        if out is not None:
            return put(ArrayNamespace.unique_values(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].unique_values(x)
            return r
        except Exception as error:
            return retry(error, "unique_values", self)

    def unravel_index(self, shape: Any, /, out: Any = None) -> Any:
        """Return the coordinates in an array of shape `shape` of indices into it flattened."""
        if out is not None:
            return put(ArrayNamespace.unravel_index(self, shape), out)
        try:
            x = self._data
            return wrap(table[type(x)].unravel_index(x, shape))
        except Exception as error:
            return retry(error, "unravel_index", self, shape)

    def unsorted_segment_mean(self, /, segment_ids: Any, num_segments: Any) -> Array:
        """Return the means of the rows of `data` that have the same number; 0 where there are none."""
        try:
            self_ = self._data if type(self) is Array else self
            segment_ids_ = segment_ids._data if type(segment_ids) is Array else segment_ids
            r = new(Array)
            r._data = both[type(self_)][type(segment_ids_)].unsorted_segment_mean(
                self_, segment_ids_, num_segments
            )
            return r
        except Exception as error:
            return retry(error, "unsorted_segment_mean", self, segment_ids, num_segments)

    def unsorted_segment_min(self, /, segment_ids: Any, num_segments: Any) -> Array:
        """Return the least of the rows of `data` that have the same number."""
        try:
            self_ = self._data if type(self) is Array else self
            segment_ids_ = segment_ids._data if type(segment_ids) is Array else segment_ids
            r = new(Array)
            r._data = both[type(self_)][type(segment_ids_)].unsorted_segment_min(
                self_, segment_ids_, num_segments
            )
            return r
        except Exception as error:
            return retry(error, "unsorted_segment_min", self, segment_ids, num_segments)

    def unsorted_segment_sum(self, /, segment_ids: Any, num_segments: Any) -> Array:
        """Return the sums of the rows of `data` that have the same number in `segment_ids`."""
        try:
            self_ = self._data if type(self) is Array else self
            segment_ids_ = segment_ids._data if type(segment_ids) is Array else segment_ids
            r = new(Array)
            r._data = both[type(self_)][type(segment_ids_)].unsorted_segment_sum(
                self_, segment_ids_, num_segments
            )
            return r
        except Exception as error:
            return retry(error, "unsorted_segment_sum", self, segment_ids, num_segments)

    def unstack(self, /, copy: Any = None, axis: Any = 0, keepdims: Any = False) -> Any:
        """Return the slices of `x` along `axis`, without that axis unless `keepdims`."""
        try:
            x = self._data
            return wrap(table[type(x)].unstack(x, copy, axis, keepdims))
        except Exception as error:
            return retry(error, "unstack", self, copy, axis, keepdims)

    def value_is_nan(self, /, include_infs: Any = True) -> Any:
        """Return whether the only element is NaN, or infinite unless `include_infs=False`."""
        try:
            x = self._data
            return table[type(x)].value_is_nan(x, include_infs)
        except Exception as error:
            return retry(error, "value_is_nan", self, include_infs)

    def vander(self, /, N: Any = None, increasing: Any = False, out: Any = None) -> Array:
        """Return the matrix whose columns are the powers `N - 1` to 0 of `x` (0 to `N - 1`)."""
        if out is not None:
            return put(ArrayNamespace.vander(self, N, increasing), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].vander(x, N, increasing)
            return r
        except Exception as error:
            return retry(error, "vander", self, N, increasing)

    def var(
        self, /, axis: Any = None, correction: Any = 0.0, keepdims: Any = False, out: Any = None
    ) -> Array:
        """Return the variance over `axis`: squared distances from the mean over `n - correction`."""
        if out is not None:
            return put(ArrayNamespace.var(self, axis, correction, keepdims), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].var(x, axis, correction, keepdims)
            return r
        except Exception as error:
            return retry(error, "var", self, axis, correction, keepdims)

    def vecdot(self, x2: Any, /, axis: Any = -1, out: Any = None) -> Array:
        """Return the dot products of the vectors along `axis`, those of `x1` conjugated."""
        if out is not None:
            return put(ArrayNamespace.vecdot(self, x2, axis), out)
        try:
            if type(x2) is Array:
                x2_ = x2._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                x2_ = x2
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(x2_)].vecdot(self_, x2_, axis)
            return r
        except Exception as error:
            return retry(error, "vecdot", self, x2, axis)

    def vector_norm(
        self,
        /,
        axis: Any = None,
        keepdims: Any = False,
        ord: Any = 2,
        dtype: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the norms of the vectors along `axis`: `sum(abs(x) ** ord) ** (1 / ord)`."""
        if out is not None:
            return put(ArrayNamespace.vector_norm(self, axis, keepdims, ord, dtype), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].vector_norm(x, axis, keepdims, ord, dtype)
            return r
        except Exception as error:
            return retry(error, "vector_norm", self, axis, keepdims, ord, dtype)

    def vector_to_skew_symmetric_matrix(self, /, out: Any = None) -> Array:
        """Return the matrices that multiply a vector as the cross products with `vector` do."""
        if out is not None:
            return put(ArrayNamespace.vector_to_skew_symmetric_matrix(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].vector_to_skew_symmetric_matrix(x)
            return r
        except Exception as error:
            return retry(error, "vector_to_skew_symmetric_matrix", self)

    def vsplit(self, indices_or_sections: Any, /, copy: Any = None) -> Any:
        """Return the parts of `ary` along axis 0, equal or cut at indices."""
        try:
            x = self._data
            return wrap(table[type(x)].vsplit(x, indices_or_sections, copy))
        except Exception as error:
            return retry(error, "vsplit", self, indices_or_sections, copy)

    def wasserstein_loss_discriminator(self, /, p_fake: Any, out: Any = None) -> Array:
        """Return the mean score of fake samples minus that of real ones."""
        if out is not None:
            return put(ArrayNamespace.wasserstein_loss_discriminator(self, p_fake), out)
        try:
            if type(p_fake) is Array:
                p_fake_ = p_fake._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not p_fake_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                p_fake_ = p_fake
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = both[type(self_)][type(p_fake_)].wasserstein_loss_discriminator(
                self_, p_fake_
            )
            return r
        except Exception as error:
            return retry(error, "wasserstein_loss_discriminator", self, p_fake)

    def wasserstein_loss_generator(self, /, out: Any = None) -> Array:
        """Return minus the mean score of fake samples."""
        if out is not None:
            return put(ArrayNamespace.wasserstein_loss_generator(self), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].wasserstein_loss_generator(x)
            return r
        except Exception as error:
            return retry(error, "wasserstein_loss_generator", self)

    def where(self, x1: Any, x2: Any, /, out: Any = None) -> Array:
        """Return the elements of `x1` where the condition is true (not 0), else those of `x2`."""
        if out is not None:
            return put(ArrayNamespace.where(self, x1, x2), out)
        try:
            self_ = self._data if type(self) is Array else self
            if type(x2) is Array:
                x2_ = x2._data
                if type(x1) is Array:
                    x1_ = x1._data
                    if x1_.dtype is not x2_.dtype:
                        raise MixedDtypes
                else:
                    x1_ = x1
            else:
                x2_ = x2
                x1_ = x1._data if type(x1) is Array else x1
            r = new(Array)
            r._data = (
                table[type(x2_)]
                if type(self_) is type(x1_) is type(x2_)
                else choose(self_, x1_, x2_)
            ).where(self_, x1_, x2_)
            return r
        except Exception as error:
            return retry(error, "where", self, x1, x2)

    def xlogy(self, y: Any, /, out: Any = None) -> Array:
        """Return `x * log(y)`, which is 0 where `x` is 0 and `y` is not NaN."""
        if out is not None:
            return put(ArrayNamespace.xlogy(self, y), out)
        try:
            if type(y) is Array:
                y_ = y._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not y_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                y_ = y
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = pairs[type(self_)][type(y_)].xlogy(self_, y_)
            return r
        except Exception as error:
            return retry(error, "xlogy", self, y)

    def zero_pad(self, /, pad_width: Any, out: Any = None) -> Array:
        """Return `x` with zeros added before and after each axis."""
        if out is not None:
            return put(ArrayNamespace.zero_pad(self, pad_width), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].zero_pad(x, pad_width)
            return r
        except Exception as error:
            return retry(error, "zero_pad", self, pad_width)

    def zeros_like(self, /, dtype: Any = None, device: Any = None, out: Any = None) -> Array:
        """Return zeros in the shape and, unless given, the dtype of `x`."""
        if out is not None:
            return put(ArrayNamespace.zeros_like(self, dtype, device), out)
        try:
            x = self._data
            r = new(Array)
            r._data = table[type(x)].zeros_like(x, dtype, device)
            return r
        except Exception as error:
            return retry(error, "zeros_like", self, dtype, device)

    def zeta(self, q: Any, /, out: Any = None) -> Array:
        """Return the Hurwitz zeta function, the sum of `(q + k) ** -x` over all `k >= 0`."""
        if out is not None:
            return put(ArrayNamespace.zeta(self, q), out)
        try:
            if type(q) is Array:
                q_ = q._data
                if type(self) is Array:
                    self_ = self._data
                    if self_.dtype is not q_.dtype:
                        raise MixedDtypes
                else:
                    self_ = self
            else:
                q_ = q
                self_ = self._data if type(self) is Array else self
            r = new(Array)
            r._data = array_first[type(self_)][type(q_)].zeta(self_, q_)
            return r
        except Exception as error:
            return retry(error, "zeta", self, q)

    def batched_outer(self, /, tensors: Any, out: Any = None) -> Array:
        """Return the outer product of several arrays, for each entry of their common first axis."""
        return ArrayNamespace.batched_outer([self, *tensors], out)

    def column_stack(self, /, arrays: Any, out: Any = None) -> Array:
        """Return the arrays side by side as columns of one matrix."""
        return ArrayNamespace.column_stack([self, *arrays], out)

    def concat(self, /, xs: Any, axis: Any = 0, out: Any = None) -> Array:
        """Return the arrays one after the other along `axis`; `None` flattens them first."""
        return ArrayNamespace.concat([self, *xs], axis, out)

    def concat_from_sequence(
        self, /, input_sequence: Any, new_axis: Any = 0, axis: Any = 0, out: Any = None
    ) -> Array:
        """Return the arrays joined along `axis`, which is a new axis when `new_axis` is 1."""
        return ArrayNamespace.concat_from_sequence([self, *input_sequence], new_axis, axis, out)

    def dstack(self, /, arrays: Any, out: Any = None) -> Array:
        """Return the arrays one behind the other along axis 2, each made 3-d as by `atleast_3d`."""
        return ArrayNamespace.dstack([self, *arrays], out)

    def hstack(self, /, arrays: Any, out: Any = None) -> Array:
        """Return the arrays one after the other along axis 1; vectors along axis 0."""
        return ArrayNamespace.hstack([self, *arrays], out)

    def khatri_rao(
        self,
        /,
        x: Any,
        weights: Any = None,
        skip_matrix: Any = None,
        mask: Any = None,
        out: Any = None,
    ) -> Array:
        """Return the Khatri-Rao product: the Kronecker product of each column of several matrices."""
        return ArrayNamespace.khatri_rao([self, *x], weights, skip_matrix, mask, out)

    def kronecker(
        self, /, x: Any, skip_matrix: Any = None, reverse: Any = False, out: Any = None
    ) -> Array:
        """Return the Kronecker product of several matrices, without that of index `skip_matrix`."""
        return ArrayNamespace.kronecker([self, *x], skip_matrix, reverse, out)

    def lexsort(self, /, keys: Any, axis: Any = -1, out: Any = None) -> Array:
        """Return the indices that sort by the last of `keys`, ties by the one before it, and so on."""
        return ArrayNamespace.lexsort([self, *keys], axis, out)

    def multi_dot(self, /, x: Any, out: Any = None) -> Array:
        """Return the product of two or more matrices, in the order that needs the fewest operations."""
        return ArrayNamespace.multi_dot([self, *x], out)

    def pad_sequence(
        self, /, sequences: Any, batch_first: Any = False, padding_value: Any = 0
    ) -> Array:
        """Return arrays of different lengths stacked, the shorter ones filled up at their end."""
        return ArrayNamespace.pad_sequence([self, *sequences], batch_first, padding_value)

    def stack(self, /, arrays: Any, axis: Any = 0, out: Any = None) -> Array:
        """Return the arrays side by side along a new axis."""
        return ArrayNamespace.stack([self, *arrays], axis, out)

    def tt_matrix_to_tensor(self, /, tt_matrix: Any, out: Any = None) -> Array:
        """Return the array of a matrix in tensor-train form, all row axes before all column axes."""
        return ArrayNamespace.tt_matrix_to_tensor([self, *tt_matrix], out)

    def vstack(self, /, arrays: Any, out: Any = None) -> Array:
        """Return the arrays one below the other, vectors as rows."""
        return ArrayNamespace.vstack([self, *arrays], out)

    def adam_step(
        self,
        mw: Any,
        vw: Any,
        step: Any,
        /,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-07,
        out: Any = None,
    ) -> Any:
        """Return Adam's change of the weights and its two new moments."""
        return OPERATIONS["adam_step"](self, mw, vw, step, beta1, beta2, epsilon, out)

    def adam_update(
        self,
        dcdw: Any,
        lr: Any,
        mw_tm1: Any,
        vw_tm1: Any,
        step: Any,
        /,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-07,
        stop_gradients: Any = True,
        out: Any = None,
    ) -> Any:
        """Return the weights after a step of Adam, and its two new moments."""
        return OPERATIONS["adam_update"](
            self, dcdw, lr, mw_tm1, vw_tm1, step, beta1, beta2, epsilon, stop_gradients, out
        )

    def assert_supports_inplace(self, /) -> Any:
        """Return True if the memory of this array can be written into, else raise."""
        return OPERATIONS["assert_supports_inplace"](self)

    def copy_array(self, /, to_ivy_array: Any = None, out: Any = None) -> Any:
        """Return a copy: an `ivy.Array` or a native array as asked for, by default as `x` is."""
        return OPERATIONS["copy_array"](self, to_ivy_array, out)

    def dct(
        self, /, type: Any = 2, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None
    ) -> Any:
        """Return the discrete cosine transform of type 1, 2, 3 or 4 along an axis."""
        return OPERATIONS["dct"](self, type, n, axis, norm, out)

    def einops_rearrange(self, pattern: Any, /, out: Any = None, **axes_lengths: Any) -> Any:
        """Return `einops.rearrange(x, pattern)`; needs the package einops."""
        return OPERATIONS["einops_rearrange"](self, pattern, out, **axes_lengths)

    def einops_reduce(
        self, pattern: Any, reduction: Any, /, out: Any = None, **axes_lengths: Any
    ) -> Any:
        """Return `einops.reduce(x, pattern, reduction)`; needs the package einops."""
        return OPERATIONS["einops_reduce"](self, pattern, reduction, out, **axes_lengths)

    def einops_repeat(self, pattern: Any, /, out: Any = None, **axes_lengths: Any) -> Any:
        """Return `einops.repeat(x, pattern)`; needs the package einops."""
        return OPERATIONS["einops_repeat"](self, pattern, out, **axes_lengths)

    def get_item(self, /, query: Any, copy: Any = None) -> Any:
        """Return `x[query]`, by NumPy's rules on every framework."""
        return OPERATIONS["get_item"](self, query, copy)

    def gradient_descent_update(
        self, dcdw: Any, lr: Any, /, stop_gradients: Any = True, out: Any = None
    ) -> Any:
        """Return `w - lr * dcdw`, cut off from the gradient by default."""
        return OPERATIONS["gradient_descent_update"](self, dcdw, lr, stop_gradients, out)

    def idct(
        self, /, type: Any = 2, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None
    ) -> Any:
        """Return the array whose cosine transform `dct`, with the same arguments, is `x`."""
        return OPERATIONS["idct"](self, type, n, axis, norm, out)

    def initialize_tucker(
        self,
        rank: Any,
        modes: Any,
        /,
        init: Any = "svd",
        seed: Any = None,
        svd: Any = "truncated_svd",
        non_negative: Any = False,
        mask: Any = None,
        svd_mask_repeats: Any = 5,
    ) -> Any:
        """Return core and factors that a Tucker decomposition may start from."""
        return OPERATIONS["initialize_tucker"](
            self, rank, modes, init, seed, svd, non_negative, mask, svd_mask_repeats
        )

    def inplace_decrement(self, /, val: Any) -> Any:
        """Return `x` after `val` was subtracted from it."""
        return OPERATIONS["inplace_decrement"](self, val)

    def inplace_increment(self, /, val: Any) -> Any:
        """Return `x` after `val` was added to it."""
        return OPERATIONS["inplace_increment"](self, val)

    def inplace_update(
        self, val: Any, /, ensure_in_backend: Any = False, keep_input_dtype: Any = False
    ) -> Any:
        """Return `x` after its values were replaced by `val`."""
        return OPERATIONS["inplace_update"](self, val, ensure_in_backend, keep_input_dtype)

    def lamb_update(
        self,
        dcdw: Any,
        lr: Any,
        mw_tm1: Any,
        vw_tm1: Any,
        step: Any,
        /,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-07,
        max_trust_ratio: Any = 10,
        decay_lambda: Any = 0,
        stop_gradients: Any = True,
        out: Any = None,
    ) -> Any:
        """Return the weights after a step of LAMB, and its two new moments."""
        return OPERATIONS["lamb_update"](
            self,
            dcdw,
            lr,
            mw_tm1,
            vw_tm1,
            step,
            beta1,
            beta2,
            epsilon,
            max_trust_ratio,
            decay_lambda,
            stop_gradients,
            out,
        )

    def lars_update(
        self,
        dcdw: Any,
        lr: Any,
        /,
        decay_lambda: Any = 0,
        stop_gradients: Any = True,
        out: Any = None,
    ) -> Any:
        """Return `w` after a step whose rate is scaled by `|w| / |dcdw|`."""
        return OPERATIONS["lars_update"](self, dcdw, lr, decay_lambda, stop_gradients, out)

    def linspace(
        self,
        stop: Any,
        /,
        num: Any,
        axis: Any = None,
        endpoint: Any = True,
        dtype: Any = None,
        device: Any = None,
        out: Any = None,
    ) -> Any:
        """Return `num` evenly spaced values from `start` to `stop`."""
        return OPERATIONS["linspace"](self, stop, num, axis, endpoint, dtype, device, out)

    def logspace(
        self,
        stop: Any,
        /,
        num: Any,
        base: Any = 10.0,
        axis: Any = 0,
        endpoint: Any = True,
        dtype: Any = None,
        device: Any = None,
        out: Any = None,
    ) -> Any:
        """Return `num` values evenly spaced on a log scale, from `base**start` to `base**stop`."""
        return OPERATIONS["logspace"](self, stop, num, base, axis, endpoint, dtype, device, out)

    def ndenumerate(self, /) -> Any:
        """Return an iterator over the elements, each with its index."""
        return OPERATIONS["ndenumerate"](self)

    def optimizer_update(
        self, effective_grad: Any, lr: Any, /, stop_gradients: Any = True, out: Any = None
    ) -> Any:
        """Return `w - lr * effective_grad`, cut off from the gradient by default."""
        return OPERATIONS["optimizer_update"](self, effective_grad, lr, stop_gradients, out)

    def partial_tucker(
        self,
        rank: Any = None,
        modes: Any = None,
        /,
        n_iter_max: Any = 100,
        init: Any = "svd",
        svd: Any = "truncated_svd",
        seed: Any = None,
        mask: Any = None,
        svd_mask_repeats: Any = 5,
        tol: Any = 0.0001,
        verbose: Any = False,
        return_errors: Any = False,
    ) -> Any:
        """Return core and factors of a Tucker decomposition along the axes `modes` only."""
        return OPERATIONS["partial_tucker"](
            self,
            rank,
            modes,
            n_iter_max,
            init,
            svd,
            seed,
            mask,
            svd_mask_repeats,
            tol,
            verbose,
            return_errors,
        )

    def reduce(
        self, init_value: Any, computation: Any, /, axes: Any = 0, keepdims: Any = False
    ) -> Any:
        """Return the elements along `axes` and `init_value` combined by a function of two arrays."""
        return OPERATIONS["reduce"](self, init_value, computation, axes, keepdims)

    def roi_align(
        self,
        /,
        boxes: Any,
        output_size: Any,
        spatial_scale: Any = 1.0,
        sampling_ratio: Any = -1,
        aligned: Any = False,
    ) -> Any:
        """Return each box of a feature map, resampled by means of bilinear samples to one size."""
        return OPERATIONS["roi_align"](
            self, boxes, output_size, spatial_scale, sampling_ratio, aligned
        )

    def set_item(self, query: Any, val: Any, /, copy: Any = False) -> Any:
        """Return `x` after `x[query] = val`; a new array when `copy=True`."""
        return OPERATIONS["set_item"](self, query, val, copy)

    def shuffle(self, axis: Any = 0, /, seed: Any = None, out: Any = None) -> Any:
        """Return `x` with its slices along an axis in random order."""
        return OPERATIONS["shuffle"](self, axis, seed, out)

    def stft(
        self,
        frame_length: Any,
        frame_step: Any,
        /,
        fft_length: Any = None,
        window_fn: Any = None,
        pad_end: Any = False,
        name: Any = None,
        out: Any = None,
    ) -> Any:
        """Return the Fourier transforms of overlapping frames of the signals along the last axis."""
        return OPERATIONS["stft"](
            self, frame_length, frame_step, fft_length, window_fn, pad_end, name, out
        )

    def supports_inplace_updates(self, /) -> Any:
        """Return whether the memory of this array can be written into."""
        return OPERATIONS["supports_inplace_updates"](self)

    def to_backend(self, backend: Any, /) -> Any:
        """Return an array as one of another framework, with the same values and dtype."""
        return OPERATIONS["to_backend"](self, backend)

    def to_dlpack(self, /) -> Any:
        """Return a DLPack capsule that shares the array's memory."""
        return OPERATIONS["to_dlpack"](self)

    def to_list(self, /) -> Any:
        """Return the values as nested lists of Python numbers, of an array without axes as a number."""
        return OPERATIONS["to_list"](self)

    def to_numpy(self, /, copy: Any = True) -> Any:
        """Return the values as a NumPy array; it may share memory when `copy=False`."""
        return OPERATIONS["to_numpy"](self, copy)

    def to_scalar(self, /) -> Any:
        """Return the only element as a Python number."""
        return OPERATIONS["to_scalar"](self)

    def tucker(
        self,
        rank: Any = None,
        /,
        fixed_factors: Any = None,
        n_iter_max: Any = 100,
        init: Any = "svd",
        svd: Any = "truncated_svd",
        seed: Any = None,
        mask: Any = None,
        svd_mask_repeats: Any = 5,
        tol: Any = 0.0001,
        verbose: Any = False,
        return_errors: Any = False,
    ) -> Any:
        """Return a Tucker decomposition: a core, and for each axis an orthonormal factor."""
        return OPERATIONS["tucker"](
            self,
            rank,
            fixed_factors,
            n_iter_max,
            init,
            svd,
            seed,
            mask,
            svd_mask_repeats,
            tol,
            verbose,
            return_errors,
        )

    def type_promote_arrays(self, x2: Any, /) -> Any:
        """Return both arrays in the dtype they promote to."""
        return OPERATIONS["type_promote_arrays"](self, x2)


class ArrayNamespace(ArrayMethods):
    """What dispatch calls for `ivy.Array`: every operation, under its own signature."""

    __slots__ = ()

    @staticmethod
    def batched_outer(tensors: Any, /, out: Any = None) -> Array:
        """Return the outer product of several arrays, for each entry of their common first axis."""
        if out is not None:
            return put(ArrayNamespace.batched_outer(tensors), out)
        try:
            tensors_ = [x._data if type(x) is Array else x for x in tensors]
            r = new(Array)
            r._data = table[
                type(tensors_[0])
                if len(tensors_) == 2 and type(tensors_[0]) is type(tensors_[1])
                else only(map(type, tensors_))
            ].batched_outer(tensors_)
            return r
        except Exception as error:
            return retry(error, "batched_outer", tensors)

    @staticmethod
    def column_stack(arrays: Any, /, out: Any = None) -> Array:
        """Return the arrays side by side as columns of one matrix."""
        if out is not None:
            return put(ArrayNamespace.column_stack(arrays), out)
        try:
            arrays_ = [x._data if type(x) is Array else x for x in arrays]
            r = new(Array)
            r._data = table[
                type(arrays_[0])
                if len(arrays_) == 2 and type(arrays_[0]) is type(arrays_[1])
                else only(map(type, arrays_))
            ].column_stack(arrays_)
            return r
        except Exception as error:
            return retry(error, "column_stack", arrays)

    @staticmethod
    def concat(xs: Any, /, axis: Any = 0, out: Any = None) -> Array:
        """Return the arrays one after the other along `axis`; `None` flattens them first."""
        if out is not None:
            return put(ArrayNamespace.concat(xs, axis), out)
        try:
            xs_ = [x._data if type(x) is Array else x for x in xs]
            r = new(Array)
            r._data = table[
                type(xs_[0])
                if len(xs_) == 2 and type(xs_[0]) is type(xs_[1])
                else only(map(type, xs_))
            ].concat(xs_, axis)
            return r
        except Exception as error:
            return retry(error, "concat", xs, axis)

    @staticmethod
    def concat_from_sequence(
        input_sequence: Any, /, new_axis: Any = 0, axis: Any = 0, out: Any = None
    ) -> Array:
        """Return the arrays joined along `axis`, which is a new axis when `new_axis` is 1."""
        if out is not None:
            return put(ArrayNamespace.concat_from_sequence(input_sequence, new_axis, axis), out)
        try:
            input_sequence_ = [x._data if type(x) is Array else x for x in input_sequence]
            r = new(Array)
            r._data = table[
                type(input_sequence_[0])
                if len(input_sequence_) == 2
                and type(input_sequence_[0]) is type(input_sequence_[1])
                else only(map(type, input_sequence_))
            ].concat_from_sequence(input_sequence_, new_axis, axis)
            return r
        except Exception as error:
            return retry(error, "concat_from_sequence", input_sequence, new_axis, axis)

    @staticmethod
    def dstack(arrays: Any, /, out: Any = None) -> Array:
        """Return the arrays one behind the other along axis 2, each made 3-d as by `atleast_3d`."""
        if out is not None:
            return put(ArrayNamespace.dstack(arrays), out)
        try:
            arrays_ = [x._data if type(x) is Array else x for x in arrays]
            r = new(Array)
            r._data = table[
                type(arrays_[0])
                if len(arrays_) == 2 and type(arrays_[0]) is type(arrays_[1])
                else only(map(type, arrays_))
            ].dstack(arrays_)
            return r
        except Exception as error:
            return retry(error, "dstack", arrays)

    @staticmethod
    def hstack(arrays: Any, /, out: Any = None) -> Array:
        """Return the arrays one after the other along axis 1; vectors along axis 0."""
        if out is not None:
            return put(ArrayNamespace.hstack(arrays), out)
        try:
            arrays_ = [x._data if type(x) is Array else x for x in arrays]
            r = new(Array)
            r._data = table[
                type(arrays_[0])
                if len(arrays_) == 2 and type(arrays_[0]) is type(arrays_[1])
                else only(map(type, arrays_))
            ].hstack(arrays_)
            return r
        except Exception as error:
            return retry(error, "hstack", arrays)

    @staticmethod
    def khatri_rao(
        x: Any, /, weights: Any = None, skip_matrix: Any = None, mask: Any = None, out: Any = None
    ) -> Array:
        """Return the Khatri-Rao product: the Kronecker product of each column of several matrices."""
        if out is not None:
            return put(ArrayNamespace.khatri_rao(x, weights, skip_matrix, mask), out)
        try:
            x_ = [x._data if type(x) is Array else x for x in x]
            weights_ = weights._data if type(weights) is Array else weights
            mask_ = mask._data if type(mask) is Array else mask
            if type(weights) is Array:
                raise MixedDtypes
            if type(mask) is Array:
                raise MixedDtypes
            r = new(Array)
            r._data = choose(*x_, weights_, mask_).khatri_rao(x_, weights_, skip_matrix, mask_)
            return r
        except Exception as error:
            return retry(error, "khatri_rao", x, weights, skip_matrix, mask)

    @staticmethod
    def kronecker(
        x: Any, /, skip_matrix: Any = None, reverse: Any = False, out: Any = None
    ) -> Array:
        """Return the Kronecker product of several matrices, without that of index `skip_matrix`."""
        if out is not None:
            return put(ArrayNamespace.kronecker(x, skip_matrix, reverse), out)
        try:
            x_ = [x._data if type(x) is Array else x for x in x]
            r = new(Array)
            r._data = table[
                type(x_[0]) if len(x_) == 2 and type(x_[0]) is type(x_[1]) else only(map(type, x_))
            ].kronecker(x_, skip_matrix, reverse)
            return r
        except Exception as error:
            return retry(error, "kronecker", x, skip_matrix, reverse)

    @staticmethod
    def lexsort(keys: Any, /, axis: Any = -1, out: Any = None) -> Any:
        """Return the indices that sort by the last of `keys`, ties by the one before it, and so on."""
        if out is not None:
            return put(ArrayNamespace.lexsort(keys, axis), out)
        try:
            keys_ = [x._data if type(x) is Array else x for x in keys]
            return wrap(
                table[
                    type(keys_[0])
                    if len(keys_) == 2 and type(keys_[0]) is type(keys_[1])
                    else only(map(type, keys_))
                ].lexsort(keys_, axis)
            )
        except Exception as error:
            return retry(error, "lexsort", keys, axis)

    @staticmethod
    def multi_dot(x: Any, /, out: Any = None) -> Array:
        """Return the product of two or more matrices, in the order that needs the fewest operations."""
        if out is not None:
            return put(ArrayNamespace.multi_dot(x), out)
        try:
            x_ = [x._data if type(x) is Array else x for x in x]
            r = new(Array)
            r._data = table[
                type(x_[0]) if len(x_) == 2 and type(x_[0]) is type(x_[1]) else only(map(type, x_))
            ].multi_dot(x_)
            return r
        except Exception as error:
            return retry(error, "multi_dot", x)

    @staticmethod
    def pad_sequence(sequences: Any, /, batch_first: Any = False, padding_value: Any = 0) -> Array:
        """Return arrays of different lengths stacked, the shorter ones filled up at their end."""
        try:
            sequences_ = [x._data if type(x) is Array else x for x in sequences]
            r = new(Array)
            r._data = table[
                type(sequences_[0])
                if len(sequences_) == 2 and type(sequences_[0]) is type(sequences_[1])
                else only(map(type, sequences_))
            ].pad_sequence(sequences_, batch_first, padding_value)
            return r
        except Exception as error:
            return retry(error, "pad_sequence", sequences, batch_first, padding_value)

    @staticmethod
    def stack(arrays: Any, /, axis: Any = 0, out: Any = None) -> Array:
        """Return the arrays side by side along a new axis."""
        if out is not None:
            return put(ArrayNamespace.stack(arrays, axis), out)
        try:
            arrays_ = [x._data if type(x) is Array else x for x in arrays]
            r = new(Array)
            r._data = table[
                type(arrays_[0])
                if len(arrays_) == 2 and type(arrays_[0]) is type(arrays_[1])
                else only(map(type, arrays_))
            ].stack(arrays_, axis)
            return r
        except Exception as error:
            return retry(error, "stack", arrays, axis)

    @staticmethod
    def tt_matrix_to_tensor(tt_matrix: Any, /, out: Any = None) -> Array:
        """Return the array of a matrix in tensor-train form, all row axes before all column axes."""
        if out is not None:
            return put(ArrayNamespace.tt_matrix_to_tensor(tt_matrix), out)
        try:
            tt_matrix_ = [x._data if type(x) is Array else x for x in tt_matrix]
            r = new(Array)
            r._data = table[
                type(tt_matrix_[0])
                if len(tt_matrix_) == 2 and type(tt_matrix_[0]) is type(tt_matrix_[1])
                else only(map(type, tt_matrix_))
            ].tt_matrix_to_tensor(tt_matrix_)
            return r
        except Exception as error:
            return retry(error, "tt_matrix_to_tensor", tt_matrix)

    @staticmethod
    def vstack(arrays: Any, /, out: Any = None) -> Array:
        """Return the arrays one below the other, vectors as rows."""
        if out is not None:
            return put(ArrayNamespace.vstack(arrays), out)
        try:
            arrays_ = [x._data if type(x) is Array else x for x in arrays]
            r = new(Array)
            r._data = table[
                type(arrays_[0])
                if len(arrays_) == 2 and type(arrays_[0]) is type(arrays_[1])
                else only(map(type, arrays_))
            ].vstack(arrays_)
            return r
        except Exception as error:
            return retry(error, "vstack", arrays)

    @staticmethod
    def einsum(equation: Any, /, *operands: Any, out: Any = None) -> Array:
        """Return the sum of products that Einstein's notation describes."""
        if out is not None:
            return put(ArrayNamespace.einsum(equation, *operands), out)
        try:
            operands_ = [x._data if type(x) is Array else x for x in operands]
            r = new(Array)
            r._data = table[
                type(operands_[0])
                if len(operands_) == 2 and type(operands_[0]) is type(operands_[1])
                else only(map(type, operands_))
            ].einsum(equation, *operands_)
            return r
        except Exception as error:
            return retry(error, "einsum", equation, *operands)

    @staticmethod
    def imag(x: Any, /, out: Any = None) -> Array:
        """Return the imaginary parts; zeros for real numbers."""
        if out is not None:
            return put(ArrayNamespace.imag(x), out)
        try:
            x_ = x._data if type(x) is Array else x
            r = new(Array)
            r._data = table[type(x_)].imag(x_)
            return r
        except Exception as error:
            return retry(error, "imag", x)

    @staticmethod
    def itemsize(x: Any, /) -> Any:
        """Return how many bytes an element takes."""
        try:
            x_ = x._data if type(x) is Array else x
            return table[type(x_)].itemsize(x_)
        except Exception as error:
            return retry(error, "itemsize", x)

    @staticmethod
    def real(x: Any, /, out: Any = None) -> Array:
        """Return the real parts."""
        if out is not None:
            return put(ArrayNamespace.real(x), out)
        try:
            x_ = x._data if type(x) is Array else x
            r = new(Array)
            r._data = table[type(x_)].real(x_)
            return r
        except Exception as error:
            return retry(error, "real", x)

    @staticmethod
    def shape(x: Any, /, as_array: Any = False) -> Any:
        """Return the shape, as an `ivy.Shape` or as an array."""
        try:
            x_ = x._data if type(x) is Array else x
            return wrap(table[type(x_)].shape(x_, as_array))
        except Exception as error:
            return retry(error, "shape", x, as_array)

    @staticmethod
    def size(x: Any, /) -> Any:
        """Return the number of elements."""
        try:
            x_ = x._data if type(x) is Array else x
            return table[type(x_)].size(x_)
        except Exception as error:
            return retry(error, "size", x)

    @staticmethod
    def strides(x: Any, /) -> Any:
        """Return how many bytes to step along each axis of a C-ordered copy of the array."""
        try:
            x_ = x._data if type(x) is Array else x
            return wrap(table[type(x_)].strides(x_))
        except Exception as error:
            return retry(error, "strides", x)


def bind(array: Any) -> None:
    """Tell the methods the class they wrap their results in."""
    globals()["Array"] = array  # type checkers keep the class imported above

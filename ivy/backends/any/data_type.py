"""Questions about dtypes, answered in a framework's own."""

from dataclasses import replace as _replace

from ivy import config
from ivy.backends import native_dtypes as dtypes
from ivy.errors import IvyException
from ivy.types import finfo as _finfo
from ivy.types import iinfo as _iinfo
from ivy.types import int64


def index_dtype(xp):
    return int64


def dtype(xp, x, as_native=True):
    ours = dtypes.dtype_of(x)
    return xp.as_native_dtype(ours) if as_native else ours


def as_ivy_dtype(xp, dtype_in):
    return dtypes.named_dtype(dtype_in)


def dtype_bits(xp, dtype_in):
    return dtypes.dtype_of(dtype_in).dtype_bits


def finfo(xp, type):
    limits = _finfo(dtypes.dtype_of(type))
    return _replace(limits, dtype=xp.as_native_dtype(limits.dtype))


def iinfo(xp, type):
    limits = _iinfo(dtypes.dtype_of(type))
    return _replace(limits, dtype=xp.as_native_dtype(limits.dtype))


def isdtype(xp, dtype, kind):
    return dtypes.is_of_kind(dtypes.named_dtype(dtype), kind)


def is_bool_dtype(xp, dtype_in):
    return dtypes.dtype_of(dtype_in).is_bool_dtype


def is_int_dtype(xp, dtype_in):
    return dtypes.dtype_of(dtype_in).is_int_dtype


def is_uint_dtype(xp, dtype_in):
    return dtypes.dtype_of(dtype_in).is_uint_dtype


def is_float_dtype(xp, dtype_in):
    return dtypes.dtype_of(dtype_in).is_float_dtype


def is_complex_dtype(xp, dtype_in):
    return dtypes.dtype_of(dtype_in).is_complex_dtype


def valid_dtype(xp, dtype_in):
    try:
        xp.as_native_dtype(dtype_in)
    except IvyException:
        return False
    return True


# ---- promotion --------------------------------------------------------------------------------


def can_cast(xp, from_, to):
    return dtypes.dtype_of(from_).can_cast(dtypes.dtype_of(to))


def result_type(xp, *arrays_and_dtypes):
    return xp.as_native_dtype(dtypes.result_dtype(*arrays_and_dtypes))


def promote_types(xp, type1, type2, array_api_promotion=False):
    return xp.as_native_dtype(dtypes.promoted_dtype(type1, type2, array_api_promotion))


def promote_types_of_inputs(xp, x1, x2, array_api_promotion=False):
    x1, x2 = (x if type(x) in dtypes.NUMBERS else xp.asarray(x) for x in (x1, x2))
    target = dtypes.result_dtype(x1, x2, standard_only=array_api_promotion)
    return xp.asarray(x1, dtype=target), xp.asarray(x2, dtype=target)


def type_promote_arrays(xp, x1, x2):
    return promote_types_of_inputs(xp, x1, x2)


# ---- defaults ---------------------------------------------------------------------------------


def default_dtype(xp, dtype=None, item=None, as_native=True):
    if dtype is None:
        dtype = dtypes.default_dtype() if item is None else dtypes.dtype_of_item(item)
    return xp.as_native_dtype(dtype) if as_native else dtypes.named_dtype(dtype)


def default_float_dtype(xp, input=None, float_dtype=None, as_native=True):
    ours = dtypes.default_of_kind("float", input, float_dtype)
    return xp.as_native_dtype(ours) if as_native else ours


def default_int_dtype(xp, input=None, int_dtype=None, as_native=True):
    ours = dtypes.default_of_kind("int", input, int_dtype)
    return xp.as_native_dtype(ours) if as_native else ours


def default_uint_dtype(xp, input=None, uint_dtype=None, as_native=True):
    ours = dtypes.default_of_kind("uint", input, uint_dtype)
    return xp.as_native_dtype(ours) if as_native else ours


def default_complex_dtype(xp, input=None, complex_dtype=None, as_native=True):
    ours = dtypes.default_of_kind("complex", input, complex_dtype)
    return xp.as_native_dtype(ours) if as_native else ours


def infer_default_dtype(xp, dtype, as_native=True):
    ours = config.default_of(dtypes.named_dtype(dtype).kind)
    return xp.as_native_dtype(ours) if as_native else ours


def closest_valid_dtype(xp, type=None, as_native=True):
    ours = dtypes.named_dtype(dtypes.default_dtype() if type is None else type)
    if not valid_dtype(xp, ours):
        ours = dtypes.named_dtype(f"{ours.kind}{ours.bits // 2}")
    return xp.as_native_dtype(ours) if as_native else ours

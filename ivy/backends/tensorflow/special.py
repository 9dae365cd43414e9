import tensorflow as tf
from tensorflow.python.ops import gen_array_ops as _arrays
from tensorflow.python.ops import gen_bitwise_ops as _bits
from tensorflow.python.ops import gen_math_ops as _math

import ivy.backends.tensorflow as _xp
from ivy.backends.limits import zeta_at_limits as _zeta_at_limits
from ivy.backends.on_floats import native_on_floats as _native_on_floats
from ivy.backends.tensorflow.promotion import promoting as _promoting
from ivy.backends.tensorflow.promotion import same_dtype as _same_dtype

_native = _native_on_floats(_xp)


erfc, lgamma = _native()(_math.erfc), _native()(_math.lgamma)


@_native()
def erf(x):
    # tensorflow 2.21: NaN for huge numbers. Beyond 27 even erfc is 0.
    return _math.erf(tf.clip_by_value(x, -27.0, 27.0))


@_native()
def digamma(x):
    # tensorflow 2.21: NaN at zero.
    return _math.select_v2(x == 0, -_math.reciprocal(x), _math.digamma(x))


@_native(2)
def zeta(x, q):
    x, q = _same_dtype(x, q)
    return _zeta_at_limits(_xp, x, q, _math.zeta(x, q))


# ---- the bits of floating-point numbers -------------------------------------------------------

# dtype -> integer of the same width, bits of the mantissa, exponent of 1.0
_LAYOUT = {tf.float32: (tf.int32, 23, 127), tf.float64: (tf.int64, 52, 1023)}


@_native()
def ldexp(x1, x2):
    integer, mantissa_bits, bias = _LAYOUT[x1.dtype]
    limit = 4 * (bias - 1)
    rest = tf.clip_by_value(tf.cast(x2, integer), -limit, limit)
    for _ in range(4):
        step = tf.clip_by_value(rest, -bias + 1, bias)
        rest = rest - step
        x1 = x1 * _arrays.bitcast(_shifted(step + bias, mantissa_bits), x1.dtype)
    return x1


def _shifted(x, count):
    return _bits.left_shift(x, tf.constant(count, x.dtype))


@_native()
def frexp(x):
    integer, mantissa_bits, bias = _LAYOUT[x.dtype]
    smallest_normal = 2.0 ** (1 - bias)
    # The integer in the mantissa of a subnormal number has all its digits.
    mask = tf.constant(2**mantissa_bits - 1, integer)
    digits = tf.cast(_bits.bitwise_and(_arrays.bitcast(x, integer), mask), x.dtype)
    subnormal = tf.abs(x) < smallest_normal
    size = tf.where(subnormal, digits, tf.abs(x))
    field = _bits.right_shift(_arrays.bitcast(size, integer), tf.constant(mantissa_bits, integer))
    exponent = tf.cast(field, tf.int32) - (bias - 1)
    exponent = exponent - tf.where(subnormal, bias + mantissa_bits - 1, 0)
    plain = (digits == 0) & subnormal | ~tf.math.is_finite(x)
    exponent = tf.where(plain, 0, exponent)
    half = _arrays.bitcast(_shifted(tf.cast(bias - 1, integer), mantissa_bits), x.dtype)
    fraction = _bits.bitwise_or(
        _bits.bitwise_and(_arrays.bitcast(size, integer), mask), _arrays.bitcast(half, integer)
    )
    mantissa = tf.sign(x) * _arrays.bitcast(fraction, x.dtype)
    return tf.where(plain, x, mantissa), exponent


# ---- integers ---------------------------------------------------------------------------------


@_promoting
def fmod(x1, x2):
    x1, x2 = tf.convert_to_tensor(x1), tf.convert_to_tensor(x2)
    if x1.dtype.is_floating:
        return _float_remainder(x1, x2)
    zero = x2 == 0
    safe = tf.where(zero, tf.ones_like(x2), x2)
    if x1.dtype in (tf.int32, tf.int64):
        rest = _math.truncate_mod(x1, safe)
    elif x1.dtype.is_unsigned:
        rest = _math.floor_mod(x1, safe)
    else:
        rest = tf.cast(_math.truncate_mod(tf.cast(x1, tf.int32), tf.cast(safe, tf.int32)), x1.dtype)
    return tf.where(zero, tf.zeros_like(rest), rest)


_float_remainder = _native(2)(_math.truncate_mod)


@_promoting
def gcd(x1, x2):
    shape = tf.broadcast_dynamic_shape(tf.shape(x1), tf.shape(x2))
    pair = [tf.broadcast_to(_xp.abs(x), shape) for x in (x1, x2)]

    def step(a, b):
        rest = _math.floor_mod(a, tf.where(b == 0, tf.ones_like(b), b))
        return tf.where(b == 0, a, b), tf.where(b == 0, b, rest)

    return tf.while_loop(lambda a, b: tf.reduce_any(b != 0), step, pair)[0]


as_complex = tf.complex

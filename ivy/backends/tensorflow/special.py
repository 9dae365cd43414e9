import tensorflow as tf
from tensorflow.python.ops import gen_array_ops as _arrays
from tensorflow.python.ops import gen_bitwise_ops as _bits
from tensorflow.python.ops import gen_math_ops as _math

import ivy.backends.tensorflow as _xp
from ivy.backends.on_floats import native_on_floats
from ivy.backends.picking import check_integers, exponents
from ivy.backends.tensorflow.promotion import promoting, same_dtype

_native = native_on_floats(_xp)


erfc, lgamma = _native()(_math.erfc), _native()(_math.lgamma)


@_native()
def erf(x):
    # tensorflow 2.21: NaN for huge numbers. Beyond 27 even erfc is 0.
    return _math.erf(tf.clip_by_value(x, -27.0, 27.0))


@_native()
def digamma(x):
    # tensorflow 2.21: NaN at zero.
    return _math.select_v2(x == 0, -_math.reciprocal(x), _math.digamma(x))


# ---- the bits of floating-point numbers -------------------------------------------------------

# dtype -> integer of the same width, bits of the mantissa, exponent of 1.0
_LAYOUT = {tf.float32: (tf.int32, 23, 127), tf.float64: (tf.int64, 52, 1023)}


@_native()
def ldexp(x1, x2):
    integer, mantissa_bits, bias = _LAYOUT[x1.dtype]
    limit = 4 * (bias - 1)
    x2 = exponents(_xp, tf.convert_to_tensor(x2))
    rest = tf.cast(tf.clip_by_value(x2, -limit, limit), integer)
    for _ in range(4):
        step = tf.clip_by_value(rest, -bias + 1, bias)
        rest = rest - step
        x1 = x1 * _arrays.bitcast(_shifted(step + bias, mantissa_bits), x1.dtype)
    return x1


def _shifted(x, count):
    return _bits.left_shift(x, _constant(count, x))


def _constant(number, like):
    return tf.constant(number, like.dtype)


@_native()
def frexp(x):
    return _frexp(x)


@tf.custom_gradient
def _frexp(x):
    mantissa, exponent = _frexp_of_bits(x)

    def pull_back(cotangent, _):
        # In two factors: the power of a subnormal number would be infinite.
        for part in (exponent // 2, exponent - exponent // 2):
            cotangent *= tf.pow(tf.constant(2, x.dtype), tf.cast(-part, x.dtype))
        return cotangent

    return (mantissa, exponent), pull_back


def _frexp_of_bits(x):
    # With bits only: TensorFlow's arithmetic takes subnormal numbers as zero.
    integer, mantissa_bits, bias = _LAYOUT[x.dtype]
    bits = _arrays.bitcast(x, integer)
    mask, sign = tf.constant(2**mantissa_bits - 1, integer), tf.constant(integer.min, integer)
    field = _bits.right_shift(_bits.bitwise_and(bits, integer.max), _constant(mantissa_bits, bits))
    digits = _bits.bitwise_and(bits, mask)
    # The mantissa of a subnormal number is an integer with a mantissa and exponent of its own.
    subnormal = (field == 0) & (digits != 0)
    inner = _arrays.bitcast(tf.cast(digits, x.dtype), integer)
    inner_field = _bits.right_shift(inner, _constant(mantissa_bits, bits))
    exponent = tf.where(subnormal, inner_field - (bias + mantissa_bits - 1), field) - (bias - 1)
    digits = _bits.bitwise_and(tf.where(subnormal, inner, bits), mask)
    half = _shifted(_constant(bias - 1, bits), mantissa_bits)
    mantissa = _bits.bitwise_or(_bits.bitwise_or(digits, half), _bits.bitwise_and(bits, sign))
    plain = (x == 0) & ~subnormal | ~tf.math.is_finite(x)
    return (
        tf.where(plain, x, _arrays.bitcast(mantissa, x.dtype)),
        tf.cast(tf.where(plain, tf.zeros_like(exponent), exponent), tf.int32),
    )


# ---- integers ---------------------------------------------------------------------------------


def fmod(x1, x2):
    x1, x2 = same_dtype(x1, x2)
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


@_native(2)
def _float_remainder(x1, x2):
    # TensorFlow 2.21 has no gradient of TruncateMod; of positive numbers FloorMod is the same.
    return _xp.copysign(_math.floor_mod(tf.abs(x1), tf.abs(x2)), x1)


@promoting
def gcd(x1, x2):
    check_integers("gcd", _xp.DTYPES[x1.dtype])
    shape = tf.broadcast_dynamic_shape(tf.shape(x1), tf.shape(x2))
    pair = [tf.broadcast_to(_xp.abs(x), shape) for x in (x1, x2)]

    def step(a, b):
        rest = _math.floor_mod(a, tf.where(b == 0, tf.ones_like(b), b))
        return tf.where(b == 0, a, b), tf.where(b == 0, b, rest)

    found = tf.while_loop(lambda a, b: tf.reduce_any(b != 0), step, pair)[0]
    return _xp.abs(found)  # the least integer has no absolute value


as_complex = tf.complex

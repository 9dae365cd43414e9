import functools as _functools

import numpy as np
import tensorflow as tf
from tensorflow.python.eager.record import could_possibly_record as _is_recording
from tensorflow.python.ops import gen_array_ops as _array_ops
from tensorflow.python.ops import gen_linalg_ops as _linalg_ops
from tensorflow.python.ops import gen_math_ops as _math_ops

from ivy.backends import tensorflow as _space
from ivy.backends.any import linear_algebra as _shared
from ivy.backends.axes import diagonal_of, normalized_axes
from ivy.backends.matrices import (
    in_floats,
    one_of,
    refuse_other_rows,
    refuse_unlike,
    refuse_vectors,
)
from ivy.backends.numpy.linear_algebra import pivoted_lu as _numpy_lu
from ivy.backends.on_floats import native_on_floats
from ivy.backends.tensorflow.gradients import custom_vjp
from ivy.backends.tensorflow.promotion import ERRORS, promoting, same_dtype
from ivy.errors import IvyValueError

_mat_mul, _batch_mat_mul = _math_ops.mat_mul, _math_ops.batch_mat_mul_v2
_floating = native_on_floats(_space)
_of_matrices, _of_square_matrices, _of_systems = in_floats(_floating)
_Eager = type(tf.constant(0))
# TensorFlow 2.21 multiplies no matrices of these.
_WITHOUT_KERNEL = frozenset((tf.bool, tf.int8, tf.int16, tf.uint8, tf.uint16, tf.uint32, tf.uint64))


# ---- products ---------------------------------------------------------------------------------


def matmul(x1, x2, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False):
    if transpose_a or transpose_b or adjoint_a or adjoint_b:
        x1 = matrix_transpose(x1, adjoint_a) if transpose_a or adjoint_a else x1
        x2 = matrix_transpose(x2, adjoint_b) if transpose_b or adjoint_b else x2
    # A graph takes these dtypes too, and finds out only when it runs that it has no kernel.
    if type(x1) is not _Eager and x1.dtype in _WITHOUT_KERNEL:
        return _matmul_of_any_dtype(x1, x2)
    try:
        if x1.shape.rank == 2 == x2.shape.rank:
            return _mat_mul(x1, x2)
        return _matmul_of_any_rank(x1, x2)
    except ERRORS:
        return _matmul_of_any_dtype(x1, x2)


def _matmul_of_any_rank(x1, x2):
    rank1, rank2 = x1.shape.rank, x2.shape.rank
    left = tf.expand_dims(x1, 0) if rank1 == 1 else x1
    right = tf.expand_dims(x2, 1) if rank2 == 1 else x2
    result = _batch_mat_mul(left, right)
    if rank1 == 1 or rank2 == 1:
        result = tf.squeeze(result, [-2] * (rank1 == 1) + [-1] * (rank2 == 1))
    return result


def _matmul_of_any_dtype(x1, x2):
    refuse_unlike(x1, x2)
    a, b = same_dtype(x1, x2)
    dtype = a.dtype
    if dtype in _WITHOUT_KERNEL:  # int64 wraps around alike
        a, b = tf.cast(a, tf.int64), tf.cast(b, tf.int64)
    if a is x1 and b is x2:
        return _matmul_of_any_rank(x1, x2)
    return tf.cast(_matmul_of_any_rank(a, b), dtype)


@_functools.cache
def _exchanging_last(rank):
    return np.array([*range(rank - 2), rank - 1, rank - 2], np.int32)


def matrix_transpose(x, conjugate=False):
    rank = x.shape.rank
    if rank < 2:
        refuse_vectors("matrix_transpose", x)
    if conjugate and x.dtype.is_complex:
        return _array_ops.conjugate_transpose(x, _exchanging_last(rank))
    return _array_ops.transpose(x, _exchanging_last(rank))


@promoting
def vecdot(x1, x2, axis=-1):
    if x1.shape[axis] != x2.shape[axis]:
        shapes = f"shapes {tuple(x1.shape)} and {tuple(x2.shape)}"
        raise IvyValueError(f"vecdot: expected vectors of equal length, got {shapes}")
    if axis >= 0 and x1.shape.rank != x2.shape.rank:
        x1, x2, axis = _space.moveaxis(x1, axis, -1), _space.moveaxis(x2, axis, -1), -1
    x1 = tf.math.conj(x1) if x1.dtype.is_complex else x1
    if x1.dtype in (tf.float16, tf.bfloat16):
        products = tf.cast(x1, tf.float32) * tf.cast(x2, tf.float32)
        return tf.cast(_math_ops._sum(products, axis), x1.dtype)
    return _math_ops._sum(_math_ops.mul(x1, x2), axis)


# ---- rearranging ------------------------------------------------------------------------------


def diagonal(x, offset=0, axis1=-2, axis2=-1):
    refuse_vectors("diagonal", x)
    first, second = normalized_axes("diagonal", (axis1, axis2), x.shape.rank)
    order = [i for i in range(x.shape.rank) if i not in (first, second)] + [first, second]
    x = tf.transpose(x, order)
    rows, columns = x.shape[-2:]
    if rows is None or columns is None:
        rows, columns = tf.unstack(tf.shape(x)[-2:])
        index = tf.range(rows)
        index = tf.boolean_mask(index, (index + offset >= 0) & (index + offset < columns))
    else:
        index = np.arange(rows)
        index = index[(index + offset >= 0) & (index + offset < columns)]
    flat = tf.reshape(x, tf.concat([tf.shape(x)[:-2], [rows * columns]], 0))
    return tf.gather(flat, index * columns + index + offset, axis=-1)


def diagflat(x, offset=0, padding_value=0, align="RIGHT_LEFT", num_rows=-1, num_cols=-1):
    x = tf.reshape(x, [-1])
    shape, row, column, count = diagonal_of(x.shape[0], offset, num_rows, num_cols)
    blank = tf.fill(shape, np.array(padding_value, x.dtype.as_numpy_dtype))
    if count == 0:
        return blank
    index = np.stack([np.arange(count) + row, np.arange(count) + column], -1)
    return tf.tensor_scatter_nd_update(blank, index, x[:count])


# ---- decompositions ---------------------------------------------------------------------------


@_of_square_matrices
def cholesky(x, upper=False):
    if upper:  # TensorFlow reads the lower triangle
        return matrix_transpose(cholesky(matrix_transpose(x, True)), True)
    # Where a matrix is not positive-definite the other triangle is not written.
    return tf.linalg.band_part(_linalg_ops.cholesky(x), -1, 0)


@_of_matrices
def qr(x, mode="reduced"):
    one_of("qr", "mode", mode, "reduced", "complete")
    # TensorFlow 2.21 (Eigen) overflows for elements near the square root of the largest number.
    largest = tf.reduce_max(tf.abs(x), [-2, -1], keepdims=True)
    usual = tf.math.is_finite(largest) & (largest > 0)
    exponent = tf.floor(tf.math.log(tf.where(usual, largest, 1)) / np.log(2.0))
    scale = tf.cast(tf.pow(tf.constant(2, largest.dtype), exponent), x.dtype)
    q, r = _linalg_ops.qr(x / scale, mode == "complete")
    return _shared.QRResult(q, r * scale)


@_of_matrices
def svd(x, compute_uv=True, full_matrices=True):
    s, u, v = _linalg_ops.svd(x, compute_uv, full_matrices)
    s = tf.math.real(s)
    if not compute_uv:
        return _shared.SingularValues(s)
    return _shared.SVDResult(u, s, matrix_transpose(v, True))


def _lower(x, UPLO):
    """Return matrices whose lower triangle is to be read, the only one TensorFlow reads."""
    return matrix_transpose(x, True) if one_of("eigh", "UPLO", UPLO, "L", "U") == "U" else x


@_of_square_matrices
def eigh(x, UPLO="L"):
    values, vectors = _linalg_ops.self_adjoint_eig_v2(_lower(x, UPLO))
    return _shared.EighResult(tf.math.real(values), vectors)


@_of_square_matrices
def eigvalsh(x, UPLO="L"):
    return tf.math.real(_linalg_ops.self_adjoint_eig_v2(_lower(x, UPLO), False)[0])


@_of_square_matrices
def eig(x):
    return _shared.EigResult(*tf.linalg.eig(x))


@_of_square_matrices
def eigvals(x):
    return tf.linalg.eigvals(x)


@_of_matrices
def pivoted_lu(x):
    rows, columns = x.shape[-2:]
    if rows == columns:
        return _square_lu(x)
    # TensorFlow 2.21 takes square matrices only, and no singular ones. More columns on the right
    # change nothing on the left.
    if rows > columns:
        filling = np.random.default_rng(0).normal(size=(rows, rows - columns))
        filling = tf.broadcast_to(tf.constant(filling, x.dtype), (*x.shape[:-1], rows - columns))
        lu, order = _square_lu(tf.concat([x, filling], -1))
        return lu[..., :columns], order
    lu, order = _square_lu(x[..., :rows])
    others = tf.gather(x[..., rows:], order, axis=-2, batch_dims=x.shape.rank - 2)
    return tf.concat([lu, solve_triangular(lu, others, False, False, True)], -1), order


@tf.custom_gradient
def _square_lu(x):
    # tensorflow 2.21: Lu has no gradient, and refuses singular matrices.
    try:
        lu, order = _linalg_ops.lu(x, tf.int64)
    except tf.errors.InvalidArgumentError:
        lu, order = map(tf.constant, _numpy_lu(x.numpy()))

    def pull_back(cotangent, _):
        lower = tf.linalg.set_diag(tf.linalg.band_part(lu, -1, 0), tf.ones_like(lu[..., 0]))
        upper = tf.linalg.band_part(lu, 0, -1)
        on_and_above = tf.linalg.band_part(cotangent, 0, -1)
        of_lower = tf.matmul(lower, cotangent - on_and_above, adjoint_a=True)
        of_upper = tf.matmul(on_and_above, upper, adjoint_b=True)
        inner = tf.linalg.band_part(of_upper, 0, -1)
        inner += of_lower - tf.linalg.band_part(of_lower, 0, -1)
        inner = tf.linalg.triangular_solve(lower, inner, adjoint=True)
        outer = tf.linalg.adjoint(
            tf.linalg.triangular_solve(upper, tf.linalg.adjoint(inner), False)
        )
        back = tf.argsort(order, axis=-1)
        return tf.gather(outer, back, axis=-2, batch_dims=x.shape.rank - 2)

    return (lu, order), pull_back


# ---- solving ----------------------------------------------------------------------------------


@_of_systems
def solve(x1, x2, adjoint=False):
    refuse_other_rows(x1, x2)
    is_vector = x2.shape.rank == 1
    x1, x2 = _same_stack(x1, tf.expand_dims(x2, -1) if is_vector else x2)
    result = _linalg_ops.matrix_solve(x1, x2, adjoint)
    return tf.squeeze(result, -1) if is_vector else result


def _same_stack(x1, x2):
    """Return both with the axes before the last two broadcast."""
    if x1.shape[:-2] == x2.shape[:-2]:
        return x1, x2
    stack = tf.broadcast_dynamic_shape(tf.shape(x1)[:-2], tf.shape(x2)[:-2])
    return (tf.broadcast_to(x, tf.concat([stack, tf.shape(x)[-2:]], 0)) for x in (x1, x2))


@_of_systems
def solve_triangular(x1, x2, upper=True, adjoint=False, unit_diagonal=False):
    if unit_diagonal:
        x1 = tf.linalg.set_diag(x1, tf.ones(tf.shape(x1)[:-1], x1.dtype))
    is_vector = x2.shape.rank == 1
    x1, x2 = _same_stack(x1, tf.expand_dims(x2, -1) if is_vector else x2)
    result = _linalg_ops.matrix_triangular_solve(x1, x2, not upper, adjoint)
    return tf.squeeze(result, -1) if is_vector else result


@_of_square_matrices
def inv(x, adjoint=False):
    return _linalg_ops.matrix_inverse(x, adjoint)


# tensorflow 2.21: the gradient of svd is not that of pinv at equal singular values.
def _pinv_gradient(inputs, y, cotangent):
    x, z, g = inputs[0], tf.linalg.adjoint(y), tf.linalg.adjoint(cotangent)
    left = (g - x @ y @ g) @ (y @ z)
    right = (z @ y) @ (g - g @ y @ x)
    return left + right - z @ cotangent @ z, None


@_floating()
def pseudo_inverse(x, rtol):
    return matrix_transpose(x) if 0 in x.shape[-2:] else _pinv(x, rtol)


def _pinv_by_svd(x, rtol):
    u, s, vh = svd(x, True, False)
    large = s > s[..., :1] * tf.cast(rtol, s.dtype)[..., None]
    inverse = tf.where(large, 1 / tf.where(large, s, 1), 0)
    return tf.linalg.adjoint(tf.matmul(u, tf.cast(inverse, x.dtype)[..., None] * vh))


_pinv = custom_vjp(_pinv_by_svd, _pinv_gradient)


# ---- numbers that describe matrices -----------------------------------------------------------


# TensorFlow 2.21: the gradient of a complex determinant lacks a conjugate.
_complex_det = custom_vjp(
    _linalg_ops.matrix_determinant,
    lambda xs, y, g: [(tf.math.conj(y) * g)[..., None, None] * tf.linalg.inv(xs[0], adjoint=True)],
)


@_of_square_matrices
def det(x):
    usual = _complex_det if x.dtype.is_complex else _linalg_ops.matrix_determinant
    if (tf.executing_eagerly() and not _is_recording()) or None in x.shape[-2:]:
        return usual(x)
    finite = tf.reduce_all(_space.isfinite(x), [-2, -1])
    return tf.cond(
        tf.reduce_all(finite),
        lambda: _recorded_det(usual, x),
        lambda: _det_of_some_finite(usual, x, finite[..., None, None]),
    )


def _recorded_det(usual, x):
    # TensorFlow 2.21: its gradient at a singular matrix is an error.
    singular = _functools.partial(_shared.det_of_singular, _space, usual, x)
    return tf.cond(tf.reduce_all(usual(x) != 0), lambda: usual(x), singular)


def _det_of_some_finite(usual, x, finite):
    # TensorFlow 2.21: its gradient at a matrix with NaN is an error, for a whole stack.
    @tf.custom_gradient
    def of_others(x):
        nans = tf.where(finite, tf.zeros_like(x), tf.constant(np.nan, x.dtype))
        return usual(x), lambda gradient: nans * gradient[..., None, None]

    safe = tf.where(finite, x, tf.eye(x.shape[-1], dtype=x.dtype))
    return tf.where(finite[..., 0, 0], _recorded_det(usual, safe), of_others(x))


@tf.custom_gradient
def _complex_slogdet(x):  # TensorFlow 2.21: no gradient of the sign
    sign, logarithm = _linalg_ops.log_matrix_determinant(x)

    def pull_back(of_sign, of_logarithm):
        turn = tf.math.imag(tf.math.conj(of_sign) * sign)
        scale = of_logarithm - tf.complex(tf.zeros_like(turn), turn)
        return scale[..., None, None] * tf.linalg.inv(x, adjoint=True)

    return (sign, logarithm), pull_back


@_of_square_matrices
def slogdet(x):
    function = _complex_slogdet if x.dtype.is_complex else _linalg_ops.log_matrix_determinant
    sign, logarithm = function(x)
    return _shared.SlogdetResult(sign, tf.math.real(logarithm))


# TensorFlow 2.21 halves matrices once too rarely, which costs half of the digits of 32 bits.
_LARGEST_NORM = {4: 3.92, 8: 5.37}


@_of_square_matrices
def matrix_exp(x):
    if 0 in x.shape:
        return x
    times = _shared.halvings(_space, x, _LARGEST_NORM[x.dtype.real_dtype.size])
    result = tf.linalg.expm(x / tf.cast(2**times, x.dtype))

    def squared(done, result):
        return done + 1, tf.where(done < times, result @ result, result)

    more = lambda done, _: done < tf.reduce_max(times)  # noqa: E731
    done = tf.zeros([], times.dtype)
    return tf.while_loop(more, squared, (done, result), maximum_iterations=2048)[1]


def root(total, degree=2):
    if tf.executing_eagerly() and not _is_recording():  # nothing will be differentiated
        return _space.sqrt(total) if degree == 2 else _space.pow(total, 1.0 / degree)
    return _shared.root(_space, total, degree)

import numpy as np
import scipy.linalg

from tests.samples import (
    ALL_INTS,
    BOOL,
    COMPLEXES,
    FLOATS,
    HALVES,
    INTS,
    NUMERIC,
    Operand,
    Sample,
    case,
    draw,
    kind_of,
    numpy_dtype,
    values,
)

INF = np.inf
INEXACT = FLOATS + COMPLEXES
SOLVED = INEXACT + HALVES
# Sums of a few products of numbers up to 4 cancel: errors are relative to the products.
SUMS = 16
# Decompositions are right to the norm of the matrix times a modest factor.
DECOMPOSED = 64


def real_of(dtype):
    return {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)


def complex_of(dtype):
    return "complex128" if dtype in ("float64", "complex128") else "complex64"


def accumulation(dtype):
    if kind_of(dtype) in "iu" and np.dtype(dtype).itemsize < 4:
        return "uint32" if kind_of(dtype) == "u" else "int32"
    return dtype


# ---- operands ---------------------------------------------------------------------------------


def matrices(*shape, seed=0, change):
    """Return drawn matrices changed by a function, in the dtype under test."""

    def make(dtype):
        drawn = draw(*shape, low=-1.0, high=1.0, seed=seed).make(dtype)
        wide = drawn.astype("complex128" if kind_of(dtype) == "c" else "float64")
        return change(wide).astype(numpy_dtype(dtype))

    return Operand(make)


def adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))


def regular(*shape, seed=0):
    """Return matrices far from singular."""
    return matrices(*shape, seed=seed, change=lambda x: x + 3 * np.eye(shape[-1]))


def hermitian(*shape, seed=0):
    return matrices(*shape, seed=seed, change=lambda x: x + adjoint(x))


def definite(*shape, seed=0):
    return matrices(*shape, seed=seed, change=lambda x: x @ adjoint(x) + 2 * np.eye(shape[-1]))


# ---- checks of results that are not unique ----------------------------------------------------

EPSILON = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 5e-6, "complex64": 5e-6}


class Checked:
    """The operands and results of a decomposition in full precision, and how exact they must be."""

    def __init__(self, x, *results):
        self.tolerance = EPSILON.get(x.dtype.name, 1e-13)
        self.arrays = [self.wide(each) for each in (x, *results)]

    @staticmethod
    def wide(x):
        return x.astype("complex128" if x.dtype.kind == "c" else "float64")

    def near(self, actual, expected, scale=16):
        np.testing.assert_allclose(actual, expected, rtol=0, atol=scale * self.tolerance)

    def orthonormal(self, columns):
        products = adjoint(columns) @ columns
        self.near(products, np.broadcast_to(np.eye(products.shape[-1]), products.shape))


def check_qr(result, x, mode="reduced"):
    scale = max(np.abs(x).max(initial=0).item(), 1)
    checked = Checked(x, *result)
    x, q, r = checked.arrays
    rows, columns = x.shape[-2:]
    inner = rows if mode == "complete" else min(rows, columns)
    assert q.shape == (*x.shape[:-2], rows, inner)
    assert r.shape == (*x.shape[:-2], inner, columns)
    checked.near(q @ (r / scale), x / scale)
    checked.orthonormal(q)
    np.testing.assert_array_equal(r, np.triu(r))


def check_svd(result, x, compute_uv=True, full_matrices=True):
    checked = Checked(x, *result)
    x, *parts = checked.arrays
    expected = np.linalg.svd(x, compute_uv=False)
    if not compute_uv:
        checked.near(*parts, expected)
        return
    u, s, vh = parts
    count = min(x.shape[-2:])
    checked.near(s, expected)
    assert u.shape[-1] == (x.shape[-2] if full_matrices else count)
    assert vh.shape[-2] == (x.shape[-1] if full_matrices else count)
    checked.near(u[..., :count] * s[..., None, :] @ vh[..., :count, :], x)
    checked.orthonormal(u)
    checked.orthonormal(adjoint(vh))


def check_eigh(result, x, UPLO="L"):
    checked = Checked(x, *result)
    x, eigenvalues, vectors = checked.arrays
    checked.near(eigenvalues, np.linalg.eigvalsh(x, UPLO))
    low = np.tril(x, -1) if UPLO == "L" else adjoint(np.triu(x, 1))
    whole = low + adjoint(low) + np.real(x * np.eye(x.shape[-1]))
    checked.near(whole @ vectors, vectors * eigenvalues[..., None, :])


def check_eig(result, x):
    checked = Checked(x, *result)
    wide, eigenvalues, vectors = checked.arrays
    checked.near(wide @ vectors, vectors * eigenvalues[..., None, :], 64)
    check_eigvals(result.eigenvalues, x)


def check_eigvals(result, x):
    checked = Checked(x, result)
    x, eigenvalues = checked.arrays
    distances = np.abs(eigenvalues[..., :, None] - np.linalg.eigvals(x)[..., None, :])
    checked.near(distances.min(-1), 0, 64)
    checked.near(distances.min(-2), 0, 64)


def check_lu(result, x, pivot=True):
    checked = Checked(x, result.LU)
    x, lu = checked.arrays
    rows, columns = x.shape[-2:]
    inner = min(rows, columns)
    lower = np.tril(lu[..., :inner], -1) + np.eye(rows, inner)
    checked.near(
        lower @ np.triu(lu[..., :inner, :]), np.take_along_axis(x, result.p[..., None], -2)
    )
    if pivot:
        assert np.all(np.abs(lower.real) + np.abs(lower.imag) <= 2.0)  # LAPACK compares these sums
    else:
        np.testing.assert_array_equal(result.p, np.broadcast_to(np.arange(rows), x.shape[:-1]))


# ---- references -------------------------------------------------------------------------------


def matmul_reference(
    x1, x2, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False
):
    x1 = adjoint(x1) if adjoint_a else np.swapaxes(x1, -1, -2) if transpose_a else x1
    x2 = adjoint(x2) if adjoint_b else np.swapaxes(x2, -1, -2) if transpose_b else x2
    return x1 @ x2


def cross_reference(x1, x2, axisa=-1, axisb=-1, axisc=-1, axis=None):
    return np.cross(x1, x2, axisa, axisb, axisc, axis)


def diagflat_reference(x, offset=0, padding_value=0, num_rows=-1, num_cols=-1):
    square = np.diagflat(x, offset)
    square[np.diagflat(np.ones(x.size), offset) == 0] = padding_value
    rows = len(square) if num_rows == -1 else num_rows
    columns = len(square) if num_cols == -1 else num_cols
    result = np.full((rows, columns), padding_value, x.dtype)
    height, width = min(rows, len(square)), min(columns, len(square))
    result[:height, :width] = square[:height, :width]
    return result


def solve_reference(x1, x2, adjoint=False):
    return np.linalg.solve(np.conj(np.swapaxes(x1, -1, -2)) if adjoint else x1, x2)


def triangular_reference(x1, x2, upper=True, adjoint=False, unit_diagonal=False):
    x1 = np.triu(x1) if upper else np.tril(x1)
    if unit_diagonal:
        x1 = x1 - x1 * np.eye(x1.shape[-1]) + np.eye(x1.shape[-1])
    return solve_reference(x1, x2, adjoint)


def lu_solve_reference(lu, p, b):
    lower, upper = np.tril(lu, -1) + np.eye(lu.shape[-1]), np.triu(lu)
    b = np.take_along_axis(b, p[..., None], -2) if b.ndim > 1 else b[p]
    return np.linalg.solve(upper, np.linalg.solve(lower, b))


def tridiagonal_reference(alpha, beta, eigvals_only=True, select="a", select_range=None):
    return scipy.linalg.eigh_tridiagonal(
        alpha, beta, eigvals_only=True, select=select, select_range=select_range
    )


def rank_reference(x, atol=None, rtol=None, hermitian=False):
    s = np.linalg.svd(x, compute_uv=False)
    cutoff = np.maximum(s[..., :1] * (rtol or 0), atol or 0)
    return np.sum(s > (cutoff or 1e-6), -1)


def trace_reference(x, offset=0, axis1=-2, axis2=-1, dtype=None):
    return np.trace(x, offset, axis1, axis2)


def norm_reference(x, ord="fro", axis=(-2, -1), keepdims=False, dtype=None):
    return np.linalg.norm(x, ord, axis, keepdims)


def vector_norm_reference(x, axis=None, keepdims=False, ord=2, dtype=None):
    return np.linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=ord)


PRODUCTS = [
    Sample(
        "matmul",
        matmul_reference,
        [
            case(draw(3, 4), draw(4, 3, seed=1)),
            case(draw(4), draw(4, seed=1)),
            case(draw(4), draw(2, 4, 3, seed=1)),
            case(draw(2, 3, 4), draw(4, seed=1)),
            case(draw(2, 3, 4), draw(4, 3, seed=1)),
            case(draw(2, 1, 3, 4), draw(2, 4, 3, seed=1)),
            case(draw(3, 4), draw(3, 4, seed=1), transpose_a=True),
            case(draw(3, 4), draw(3, 4, seed=1), adjoint_b=True),
            case(draw(2, 3, 4), draw(2, 3, 4, seed=1), adjoint_a=True),
            case(draw(3, 0), draw(0, 4)),
            case(draw(0, 3), draw(3, 4)),
        ],
        dtypes=NUMERIC,
        tolerance=SUMS,
    ),
    Sample(
        "dot",
        np.dot,
        [
            case(draw(4), draw(4, seed=1)),
            case(draw(), draw(3, 4)),
            case(draw(3, 4), draw(4, 3, seed=1)),
            case(draw(2, 3, 4), draw(2, 4, 3, seed=1)),
        ],
        dtypes=FLOATS + HALVES + INTS + COMPLEXES + ("uint16",),
        tolerance=SUMS,
    ),
    Sample(
        "inner",
        np.inner,
        [
            case(draw(4), draw(4, seed=1)),
            case(draw(), draw(4)),
            case(draw(2, 3, 4), draw(3, 4, seed=1)),
        ],
        dtypes=FLOATS + HALVES + INTS + COMPLEXES + ("uint16",),
        tolerance=SUMS,
    ),
    Sample(
        "outer",
        np.outer,
        [case(draw(4), draw(3)), case(draw(3, 4), draw(4)), case(draw(0), draw(3))],
        dtypes=NUMERIC,
        tolerance=4,
    ),
    Sample(
        "vecdot",
        lambda x1, x2, axis=-1: np.vecdot(x1, x2, axis=axis),
        [
            case(draw(3, 4), draw(3, 4, seed=1)),
            case(draw(3, 4), draw(3, 4, seed=1), axis=0),
            case(draw(2, 3, 4), draw(3, 4, seed=1), axis=-2),
            case(draw(3, 2, 4), draw(3, 4, seed=1), axis=0),
            case(draw(3, 4), draw(4, seed=1)),
        ],
        dtypes=NUMERIC,
        tolerance=SUMS,
    ),
    Sample(
        "tensordot",
        np.tensordot,
        [
            case(draw(3, 4), draw(4, 3, seed=1), axes=1),
            case(draw(2, 3, 4), draw(3, 4, 2, seed=1)),
            case(draw(3, 4), draw(3), axes=0),
            case(draw(2, 3, 4), draw(4, 2, seed=1), axes=([0, -1], [1, 0])),
            case(draw(2, 3, 4), draw(3, 4, seed=1), axes=(2, 1)),
        ],
        dtypes=FLOATS + HALVES + ALL_INTS + COMPLEXES,
        tolerance=2 * SUMS,
    ),
    Sample(
        "kron",
        np.kron,
        [
            case(draw(3, 4), draw(2, 3, seed=1)),
            case(draw(4), draw(3, 4)),
            case(draw(2, 3, 4), draw(4)),
            case(draw(), draw(3)),
        ],
        dtypes=FLOATS + HALVES + INTS + COMPLEXES + ("uint16",),
        tolerance=4,
    ),
    Sample(
        "cross",
        cross_reference,
        [
            case(draw(4, 3), draw(4, 3, seed=1)),
            case(draw(3, 4), draw(4, 3, seed=1), axisa=0, axisc=0),
            case(draw(3, 4), draw(3, 4, seed=1), axis=0),
            case(draw(2, 3, 4), draw(3, 4, seed=1), axis=-2),
            case(draw(3), draw(4, 3, seed=1)),
        ],
        dtypes=FLOATS + HALVES + ("int32", "int64", "int8") + COMPLEXES,
        tolerance=SUMS,
    ),
    Sample(
        "multi_dot",
        np.linalg.multi_dot,
        [
            case([draw(3, 4), draw(4, 3, seed=1), draw(3, 2, seed=2)]),
            case([draw(3, 4), draw(4, 3, seed=1)]),
            case([draw(3), draw(3, 4), draw(4, 3, seed=1), draw(3, seed=3)]),
            case([draw(2, 3), draw(3, 4), draw(4, seed=1)]),
        ],
        dtypes=FLOATS + COMPLEXES + INTS,
        tolerance=16 * SUMS,
    ),
    Sample(
        "matrix_power",
        np.linalg.matrix_power,
        [
            case(regular(3, 3), 3),
            case(regular(2, 3, 3), 0),
            case(regular(2, 3, 3), -2),
            case(regular(3, 3), 1),
            case(draw(3, 3), 5).only("int32", "int64"),
        ],
        dtypes=SOLVED,
        tolerance=DECOMPOSED,
    ),
    Sample(
        "matrix_exp",
        scipy.linalg.expm,
        [
            case(regular(3, 3)),
            case(matrices(2, 3, 3, change=lambda x: x / 8)),
            case(matrices(3, 3, change=lambda x: 4 * x)),
            case(draw(0, 0)),
        ],
        dtypes=SOLVED,
        tolerance=4 * DECOMPOSED,
    ),
]

REARRANGED = [
    Sample(
        "matrix_transpose",
        lambda x, conjugate=False: adjoint(x) if conjugate else np.swapaxes(x, -1, -2),
        [case(draw(3, 4)), case(draw(2, 3, 4)), case(draw(3, 4), conjugate=True)],
        dtypes=NUMERIC + BOOL,
    ),
    Sample(
        "adjoint",
        adjoint,
        [case(draw(3, 4)), case(draw(2, 3, 4))],
        dtypes=FLOATS + HALVES + COMPLEXES + INTS,
    ),
    Sample(
        "diagonal",
        lambda x, offset=0, axis1=-2, axis2=-1: np.diagonal(x, offset, axis1, axis2),
        [
            case(draw(3, 4)),
            case(draw(3, 4), offset=1),
            case(draw(2, 3, 4), offset=-1),
            case(draw(2, 3, 4), axis1=0, axis2=1),
            case(draw(2, 3, 4), axis1=2, axis2=0),
            case(draw(3, 4), offset=9),
        ],
        dtypes=NUMERIC + BOOL,
    ),
    Sample(
        "diag",
        np.diag,
        [case(draw(3)), case(draw(3), k=-1), case(draw(3, 4)), case(draw(3, 4), k=2)],
        dtypes=NUMERIC + BOOL,
    ),
    Sample(
        "diagflat",
        diagflat_reference,
        [
            case(draw(3)),
            case(draw(3), offset=2),
            case(draw(3, 4), offset=-1),
            case(draw(3), padding_value=2),
            case(draw(3), num_rows=4, num_cols=5),
            case(draw(3), offset=1, num_rows=2, num_cols=3),
            case(draw(0)),
        ],
        dtypes=FLOATS + HALVES + ALL_INTS,
    ),
    Sample(
        "trace",
        trace_reference,
        [
            case(draw(3, 4)),
            case(draw(2, 3, 4), offset=1),
            case(draw(2, 3, 4), axis1=0, axis2=1),
            case(draw(3, 4), offset=-9),
        ],
        dtypes=FLOATS + HALVES + ALL_INTS + COMPLEXES,
        result=accumulation,
    ),
    Sample(
        "vander",
        lambda x, N=None, increasing=False: np.vander(x, N, increasing),
        [
            case(draw(4)),
            case(draw(4), N=3, increasing=True),
            case(draw(3), N=1),
            case(draw(3), N=0),
        ],
        dtypes=FLOATS + COMPLEXES + INTS,
        result=accumulation,
    ),
    Sample(
        "vector_to_skew_symmetric_matrix",
        lambda vector: np.cross(np.eye(3), vector[..., None, :]),
        [case(draw(3)), case(draw(2, 3)), case(draw(2, 4, 3))],
        dtypes=FLOATS + HALVES + INTS,
    ),
]

DECOMPOSITIONS = [
    Sample(
        "cholesky",
        lambda x, upper=False: np.linalg.cholesky(x, upper=upper),
        [case(definite(3, 3)), case(definite(2, 3, 3), upper=True), case(draw(0, 0))],
        dtypes=SOLVED,
        tolerance=DECOMPOSED,
    ),
    Sample(
        "qr",
        None,
        [
            case(draw(4, 3)),
            case(draw(3, 4)),
            case(draw(2, 4, 3), mode="complete"),
            case(draw(0, 3)),
            case(values(np.full((3, 2), 1e30))).only("float32").named("large"),
        ],
        check=check_qr,
        dtypes=SOLVED,
    ),
    Sample(
        "svd",
        None,
        [
            case(draw(3, 4), full_matrices=False),
            case(draw(2, 4, 3)),
            case(draw(3, 4), compute_uv=False).only(*FLOATS),
        ],
        check=check_svd,
        dtypes=SOLVED,
        result=("same", real_of, "same"),
        differentiable=False,  # full matrices and signs are not unique
    ),
    Sample(
        "svdvals",
        lambda x, driver=None: np.linalg.svd(x, compute_uv=False),
        [case(draw(3, 4)), case(draw(2, 4, 3)), case(draw(0, 3))],
        dtypes=SOLVED,
        result="real",
        tolerance=DECOMPOSED,
    ),
    Sample(
        "eigh",
        None,
        [case(hermitian(3, 3)), case(hermitian(2, 3, 3)), case(draw(3, 3), UPLO="U")],
        check=check_eigh,
        dtypes=FLOATS + HALVES + COMPLEXES,
        result=(real_of, "same"),
        differentiable=False,  # signs are not unique
    ),
    Sample(
        "eigvalsh",
        np.linalg.eigvalsh,
        [case(hermitian(3, 3)), case(hermitian(2, 3, 3)), case(hermitian(3, 3), UPLO="U")],
        dtypes=FLOATS + HALVES + COMPLEXES,
        result="real",
        tolerance=DECOMPOSED,
    ),
    Sample(
        "eig",
        None,
        [case(draw(3, 3)), case(draw(2, 4, 4)), case(values([[2, 0], [0, 1]]))],
        check=check_eig,
        dtypes=SOLVED,
        result=complex_of,
        differentiable=False,
    ),
    Sample(
        "eigvals",
        None,
        [case(draw(3, 3)), case(draw(2, 4, 4))],
        check=check_eigvals,
        dtypes=SOLVED,
        result=complex_of,
        differentiable=False,
    ),
    Sample(
        "eigh_tridiagonal",
        tridiagonal_reference,
        [
            case(draw(4), draw(3, seed=1)),
            case(draw(4), draw(3, seed=1), select="i", select_range=(1, 2)),
            case(draw(4), draw(3, seed=1), select="v", select_range=(-1.0, 9.0)),
        ],
        tolerance=DECOMPOSED,
    ),
    Sample(
        "lu_factor",
        None,
        [
            case(draw(3, 3)),
            case(draw(2, 4, 4)),
            case(draw(4, 3)),
            case(draw(2, 3, 4)),
            case(regular(3, 3), pivot=False),
            case(regular(2, 3, 3), pivot=False),
        ],
        check=check_lu,
        dtypes=SOLVED,
        result=("same", "int64"),
        differentiable=False,
    ),
]

SOLVERS = [
    Sample(
        "solve",
        solve_reference,
        [
            case(regular(3, 3), draw(3, 4)),
            case(regular(3, 3), draw(3)),
            case(regular(2, 3, 3), draw(3)),
            case(regular(2, 3, 3), draw(3, 4)),
            case(regular(3, 3), draw(2, 3, 4)),
            case(regular(3, 3), draw(3, 4), adjoint=True),
            case(regular(3, 3, 3), draw(3, 3, 3)),
        ],
        dtypes=SOLVED,
        tolerance=DECOMPOSED,
    ),
    Sample(
        "solve_triangular",
        triangular_reference,
        [
            case(regular(3, 3), draw(3, 4)),
            case(regular(3, 3), draw(3, 4), upper=False),
            case(regular(3, 3), draw(3, 4), adjoint=True),
            case(regular(3, 3), draw(3, 4), upper=False, adjoint=True, unit_diagonal=True),
            case(regular(3, 3), draw(3, 4), unit_diagonal=True),
            case(regular(2, 3, 3), draw(2, 3, 4), upper=False),
            case(regular(3, 3), draw(3)),
        ],
        dtypes=SOLVED,
        tolerance=DECOMPOSED,
    ),
    Sample(
        "lu_solve",
        lu_solve_reference,
        [
            case(regular(3, 3), np.array([2, 0, 1]), draw(3, 4)),
            case(regular(3, 3), np.array([2, 0, 1]), draw(3)),
            case(regular(2, 3, 3), np.array([[2, 0, 1], [0, 2, 1]]), draw(2, 3, 4)),
        ],
        dtypes=SOLVED,
        tolerance=DECOMPOSED,
    ),
    Sample(
        "tensorsolve",
        lambda x1, x2, axes=None: np.linalg.tensorsolve(x1, x2, axes),
        [
            case(matrices(6, 6, change=lambda x: (x + 3 * np.eye(6)).reshape(2, 3, 6)), draw(2, 3)),
            case(
                matrices(6, 6, change=lambda x: (x + 3 * np.eye(6)).reshape(6, 2, 3)),
                draw(2, 3),
                axes=(0,),
            ),
        ],
        tolerance=DECOMPOSED,
    ),
    Sample(
        "inv",
        lambda x, adjoint=False: np.linalg.inv(np.conj(np.swapaxes(x, -1, -2)) if adjoint else x),
        [case(regular(3, 3)), case(regular(2, 3, 3), adjoint=True), case(draw(0, 0))],
        dtypes=SOLVED,
        tolerance=DECOMPOSED,
    ),
    Sample(
        "pinv",
        lambda x, rtol=None: np.linalg.pinv(x, rcond=rtol or 1e-6),
        [
            case(draw(3, 4)),
            case(draw(2, 4, 3)),
            case(values([[2, 0], [0, 0]])),
            case(values([[2, 0, 0], [0, 1, 0], [0, 0, 1e-2]]), rtol=0.1),
        ],
        dtypes=FLOATS + COMPLEXES,
        tolerance=4 * DECOMPOSED,
    ),
]

MATRIX_ORDERS = ("nuc", 1, -1, 2, -2, INF, -INF)
VECTOR_ORDERS = (0, 1, 3, -2, 0.5, INF, -INF)

DESCRIPTIONS = [
    Sample(
        "det",
        np.linalg.det,
        [case(regular(3, 3)), case(regular(2, 3, 3)), case(draw(0, 0)), case(draw(4, 4))],
        dtypes=SOLVED,
        tolerance=DECOMPOSED,
    ),
    Sample(
        "slogdet",
        lambda x: tuple(np.linalg.slogdet(x)),
        [case(regular(3, 3)), case(draw(2, 3, 3)), case(draw(0, 0))],
        dtypes=SOLVED,
        result=("same", "real"),
        tolerance=DECOMPOSED,
    ),
    Sample(
        "matrix_rank",
        rank_reference,
        [
            case(values([[1, 2], [2, 4]])),
            case(draw(3, 4)),
            case(values([[4, 0], [0, 1e-1]]), rtol=0.1),
            case(values([[4, 0], [0, 1e-1]]), atol=0.01),
            case(values([[4, 1], [1, 1]]), hermitian=True),
        ],
        dtypes=INEXACT,
        result="int64",
        differentiable=False,
    ),
    Sample(
        "cond",
        np.linalg.cond,
        [
            case(regular(3, 3)),
            case(regular(2, 3, 3), p=-2),
            *(case(regular(3, 3), p=p) for p in ("fro", "nuc", 1, -1, INF, -INF)),
        ],
        dtypes=INEXACT,
        result="real",
        tolerance=4 * DECOMPOSED,
    ),
    Sample(
        "matrix_norm",
        norm_reference,
        [
            case(draw(3, 4)),
            *(
                case(draw(2, 3, 4), ord=p).named(f"ord_{p}")
                for p in ("nuc", 1, -1, 2, -2, INF, -INF)
            ),
            *(
                case(draw(2, 3, 4), ord=p, axis=(2, 0), keepdims=True).named(f"axis_{p}")
                for p in ("fro", "nuc", 1, 2, INF)
            ),
        ],
        dtypes=SOLVED,
        result="real",
        tolerance=DECOMPOSED,
    ),
    Sample(
        "vector_norm",
        vector_norm_reference,
        [
            case(draw(3, 4), axis=1),
            case(draw(3, 4)),
            *(
                case(draw(3, 4), axis=0, ord=p).named(f"ord_{p}")
                for p in (0, 1, 3, -2, 0.5, INF, -INF)
            ),
            case(draw(2, 3, 4), axis=(0, 2), keepdims=True),
            case(values([300.0, 400.0])).named("large"),
        ],
        dtypes=(*SOLVED, "int32"),
        result=lambda dtype: "float32" if dtype == "int32" else real_of(dtype),
        tolerance=4,
    ),
]

SAMPLES = PRODUCTS + REARRANGED + DECOMPOSITIONS + SOLVERS + DESCRIPTIONS

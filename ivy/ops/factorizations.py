"""Products along the axes of tensors, and decompositions of tensors into factors.

Factored tensors are named tuples with a method `to_tensor()`; names and conventions are those of
the library TensorLy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.backends import factored_tensors
from ivy.dispatch import both, choose, create, only, put, retry, table, unwrap
from ivy.types import A, B, DtypeLike

__all__ = [
    "CPTensor",
    "Parafac2Tensor",
    "TRTensor",
    "TTTensor",
    "TuckerTensor",
    "batched_outer",
    "general_inner_product",
    "higher_order_moment",
    "initialize_tucker",
    "khatri_rao",
    "kronecker",
    "make_svd_non_negative",
    "mode_dot",
    "multi_mode_dot",
    "partial_tucker",
    "random_cp",
    "random_parafac2",
    "random_tr",
    "random_tt",
    "random_tucker",
    "svd_flip",
    "tensor_train",
    "truncated_svd",
    "tt_matrix_to_tensor",
    "tucker",
]

CPTensor = factored_tensors.CPTensor
TuckerTensor = factored_tensors.TuckerTensor
TTTensor = factored_tensors.TTTensor
TRTensor = factored_tensors.TRTensor
Parafac2Tensor = factored_tensors.Parafac2Tensor

_Rank = int | float | Sequence[int] | None

# ---- products ---------------------------------------------------------------------------------


def kronecker(
    x: Sequence[A], skip_matrix: int | None = None, reverse: bool = False, out: A | None = None
) -> A:
    """Return the Kronecker product of several matrices, without that of index `skip_matrix`.

    >>> ivy.kronecker([ivy.array([[1, 2]]), ivy.array([[1], [3]])])
    ivy.array([[1, 2],
               [3, 6]])
    """
    if out is not None:
        return put(kronecker(x, skip_matrix, reverse), out)
    try:
        return table[
            type(x[0]) if len(x) == 2 and type(x[0]) is type(x[1]) else only(map(type, x))
        ].kronecker(x, skip_matrix, reverse)
    except Exception as error:
        return retry(error, "kronecker", x, skip_matrix, reverse)


def khatri_rao(
    x: Sequence[A],
    weights: A | None = None,
    skip_matrix: int | None = None,
    mask: A | None = None,
    out: A | None = None,
) -> A:
    """Return the Khatri-Rao product: the Kronecker product of each column of several matrices.

    `weights` multiply the columns and `mask` the rows of the result.

    >>> ivy.khatri_rao([ivy.array([[1, 2]]), ivy.array([[1, 10], [3, 30]])])
    ivy.array([[ 1, 20],
               [ 3, 60]])
    """
    if out is not None:
        return put(khatri_rao(x, weights, skip_matrix, mask), out)
    try:
        return choose(*x, weights, mask).khatri_rao(x, weights, skip_matrix, mask)
    except Exception as error:
        return retry(error, "khatri_rao", x, weights, skip_matrix, mask)


def mode_dot(
    x: A, /, matrix_or_vector: A, mode: int, transpose: bool = False, out: A | None = None
) -> A:
    """Return `x` with each vector along the axis `mode` multiplied by a matrix.

    A vector instead contracts the axis, which is gone then. `transpose` takes the matrix
    transposed, and conjugated.

    >>> ivy.mode_dot(ivy.array([[1., 2.], [3., 4.]]), ivy.array([[1., 1.]]), 0)
    ivy.array([[4., 6.]])
    """
    if out is not None:
        return put(mode_dot(x, matrix_or_vector, mode, transpose), out)
    try:
        return both[type(x)][type(matrix_or_vector)].mode_dot(x, matrix_or_vector, mode, transpose)
    except Exception as error:
        return retry(error, "mode_dot", x, matrix_or_vector, mode, transpose)


def multi_mode_dot(
    x: A,
    mat_or_vec_list: Sequence[A],
    /,
    modes: Sequence[int] | None = None,
    skip: int | None = None,
    transpose: bool = False,
    out: A | None = None,
) -> A:
    """Return `x` multiplied by a matrix or vector along each of several axes, by default the first.

    `skip` is the index, in the list, of one to leave out.

    >>> ones = ivy.array([1., 1.])
    >>> ivy.multi_mode_dot(ivy.array([[1., 2.], [3., 4.]]), [ones, ones])
    ivy.array(10.)
    """
    if out is not None:
        return put(multi_mode_dot(x, mat_or_vec_list, modes, skip, transpose), out)
    try:
        return choose(x, *mat_or_vec_list).multi_mode_dot(
            x, mat_or_vec_list, modes, skip, transpose
        )
    except Exception as error:
        return retry(error, "multi_mode_dot", x, mat_or_vec_list, modes, skip, transpose)


def general_inner_product(a: A, b: A, n_modes: int | None = None, /, out: A | None = None) -> A:
    """Return the sum of all products of elements, or over the last axes of `a` and first of `b`.

    >>> ivy.general_inner_product(ivy.array([1., 2.]), ivy.array([3., 4.]))
    ivy.array(11.)
    """
    if out is not None:
        return put(general_inner_product(a, b, n_modes), out)
    try:
        return both[type(a)][type(b)].general_inner_product(a, b, n_modes)
    except Exception as error:
        return retry(error, "general_inner_product", a, b, n_modes)


def batched_outer(tensors: Sequence[A], /, out: A | None = None) -> A:
    """Return the outer product of several arrays, for each entry of their common first axis.

    >>> ivy.batched_outer([ivy.array([[1., 2.]]), ivy.array([[3., 4.]])])
    ivy.array([[[3., 4.],
                [6., 8.]]])
    """
    if out is not None:
        return put(batched_outer(tensors), out)
    try:
        return table[
            type(tensors[0])
            if len(tensors) == 2 and type(tensors[0]) is type(tensors[1])
            else only(map(type, tensors))
        ].batched_outer(tensors)
    except Exception as error:
        return retry(error, "batched_outer", tensors)


def higher_order_moment(x: A, order: int, /, out: A | None = None) -> A:
    """Return the mean over the first axis of the outer product of `x` with itself, `order` times.

    >>> ivy.higher_order_moment(ivy.array([[1., 2.], [3., 4.]]), 2)
    ivy.array([[ 5.,  7.],
               [ 7., 10.]])
    """
    if out is not None:
        return put(higher_order_moment(x, order), out)
    try:
        return table[type(x)].higher_order_moment(x, order)
    except Exception as error:
        return retry(error, "higher_order_moment", x, order)


def tt_matrix_to_tensor(tt_matrix: Sequence[A], /, out: A | None = None) -> A:
    """Return the array of a matrix in tensor-train form, all row axes before all column axes.

    Each factor is [rank before, rows, columns, rank after].

    >>> ivy.tt_matrix_to_tensor([ivy.ones((1, 2, 3, 2)), ivy.ones((2, 4, 5, 1))]).shape
    ivy.Shape(2, 4, 3, 5)
    """
    if out is not None:
        return put(tt_matrix_to_tensor(tt_matrix), out)
    try:
        return table[
            type(tt_matrix[0])
            if len(tt_matrix) == 2 and type(tt_matrix[0]) is type(tt_matrix[1])
            else only(map(type, tt_matrix))
        ].tt_matrix_to_tensor(tt_matrix)
    except Exception as error:
        return retry(error, "tt_matrix_to_tensor", tt_matrix)


# ---- singular values --------------------------------------------------------------------------


def svd_flip(U: A, V: A, /, u_based_decision: bool = True) -> tuple[A, A]:
    """Return singular vectors with signs that do not depend on the algorithm.

    The largest entry of each column of `U`, or of each row of `V`, becomes positive.

    >>> ivy.svd_flip(ivy.array([[-2.], [1.]]), ivy.array([[3., 4.]]))
    (ivy.array([[ 2.],
           [-1.]]), ivy.array([[-3., -4.]]))
    """
    try:
        return both[type(U)][type(V)].svd_flip(U, V, u_based_decision)
    except Exception as error:
        return retry(error, "svd_flip", U, V, u_based_decision)


def make_svd_non_negative(x: A, U: A, S: A, V: A, /, nntype: str = "nndsvd") -> tuple[A, A]:
    """Return two matrices without negative entries, made of a singular value decomposition of `x`.

    They start a non-negative factorization of `x`. With `nntype="nndsvda"` the mean of `x` takes
    the place of zeros.

    >>> x = ivy.array([[1., 2.], [2., 4.]])
    >>> W, H = ivy.make_svd_non_negative(x, *ivy.truncated_svd(x, n_eigenvecs=1))
    >>> ivy.allclose(W @ H, x, atol=1e-5)
    ivy.array(True)
    """
    try:
        return (
            table[type(V)] if type(x) is type(U) is type(S) is type(V) else choose(x, U, S, V)
        ).make_svd_non_negative(x, U, S, V, nntype)
    except Exception as error:
        return retry(error, "make_svd_non_negative", x, U, S, V, nntype)


def truncated_svd(
    x: A, /, compute_uv: bool = True, n_eigenvecs: int | None = None
) -> tuple[A, A, A]:
    """Return the first `n_eigenvecs` singular vectors and values of a matrix: U, S, Vh.

    Only the values, as one array, with `compute_uv=False`.

    >>> U, S, Vh = ivy.truncated_svd(ivy.array([[3., 0.], [0., 2.]]), n_eigenvecs=1)
    >>> S, U.shape, Vh.shape
    (ivy.array([3.]), ivy.Shape(2, 1), ivy.Shape(1, 2))
    """
    try:
        return table[type(x)].truncated_svd(x, compute_uv, n_eigenvecs)
    except Exception as error:
        return retry(error, "truncated_svd", x, compute_uv, n_eigenvecs)


# ---- decompositions ---------------------------------------------------------------------------


def tensor_train(
    input_tensor: A, rank: int | Sequence[int], /, svd: str = "truncated_svd", verbose: bool = False
) -> factored_tensors.TTTensor:
    """Return a train of factors [rank before, size, rank after] whose product approximates `x`.

    `rank` is the largest allowed between any two axes, or one per place, 1 at both ends.

    >>> x = ivy.reshape(ivy.arange(8, dtype="float32"), (2, 2, 2))
    >>> [factor.shape for factor in ivy.tensor_train(x, [1, 2, 2, 1]).factors]
    [ivy.Shape(1, 2, 2), ivy.Shape(2, 2, 2), ivy.Shape(2, 2, 1)]
    """
    try:
        return table[type(input_tensor)].tensor_train(input_tensor, rank, svd, verbose)
    except Exception as error:
        return retry(error, "tensor_train", input_tensor, rank, svd, verbose)


def _native_init(init: Any) -> Any:
    """Return what a decomposition starts from, a name or core and factors, with native arrays."""
    return init if isinstance(init, str) else (unwrap(init[0]), unwrap(list(init[1])))


def initialize_tucker(
    x: A,
    rank: _Rank,
    modes: Sequence[int],
    /,
    init: Any = "svd",
    seed: int | None = None,
    svd: str = "truncated_svd",
    non_negative: bool = False,
    mask: B | None = None,
    svd_mask_repeats: int = 5,
) -> tuple[A, list[A]]:
    """Return core and factors that a Tucker decomposition may start from.

    `init` is "svd", "random", or a core and factors to take over.

    >>> core, factors = ivy.initialize_tucker(ivy.ones((2, 3)), 1, [0, 1])
    >>> core.shape, [factor.shape for factor in factors]
    (ivy.Shape(1, 1), [ivy.Shape(2, 1), ivy.Shape(3, 1)])
    """
    return retry(
        None, "initialize_tucker", x, rank, modes, _native_init(init), seed, svd, non_negative,
        mask, svd_mask_repeats,
    )  # fmt: skip


def partial_tucker(
    x: A,
    rank: _Rank = None,
    modes: Sequence[int] | None = None,
    /,
    n_iter_max: int = 100,
    init: Any = "svd",
    svd: str = "truncated_svd",
    seed: int | None = None,
    mask: B | None = None,
    svd_mask_repeats: int = 5,
    tol: float | None = 1e-4,
    verbose: bool = False,
    return_errors: bool = False,
) -> Any:
    """Return core and factors of a Tucker decomposition along the axes `modes` only.

    Iterates until the relative error changes by less than `tol`; `tol=None` does all iterations,
    which can be traced. Entries where `mask` is zero are filled in. With `return_errors` also the
    error after each iteration.

    >>> core, factors = ivy.partial_tucker(ivy.ones((2, 3, 4)), [1, 1], [0, 1])
    >>> core.shape, [factor.shape for factor in factors]
    (ivy.Shape(1, 1, 4), [ivy.Shape(2, 1), ivy.Shape(3, 1)])
    """
    return retry(
        None, "partial_tucker", x, rank, modes, n_iter_max, _native_init(init), svd, seed, mask,
        svd_mask_repeats, tol, verbose, return_errors,
    )  # fmt: skip


def tucker(
    x: A,
    rank: _Rank = None,
    /,
    fixed_factors: Sequence[int] | None = None,
    n_iter_max: int = 100,
    init: Any = "svd",
    svd: str = "truncated_svd",
    seed: int | None = None,
    mask: B | None = None,
    svd_mask_repeats: int = 5,
    tol: float | None = 1e-4,
    verbose: bool = False,
    return_errors: bool = False,
) -> Any:
    """Return a Tucker decomposition: a core, and for each axis an orthonormal factor.

    `rank` is the size of the core, None for that of `x`. The factors of the axes `fixed_factors`
    stay those of `init`. The rest as for `partial_tucker`.

    >>> x = ivy.reshape(ivy.arange(8, dtype="float32"), (2, 2, 2))
    >>> ivy.allclose(ivy.tucker(x).to_tensor(), x, atol=1e-4)
    ivy.array(True)
    """
    return retry(
        None, "tucker", x, rank, fixed_factors, n_iter_max, _native_init(init), svd, seed, mask,
        svd_mask_repeats, tol, verbose, return_errors,
    )  # fmt: skip


# ---- random factored tensors ------------------------------------------------------------------


def random_tucker(
    shape: Sequence[int],
    rank: _Rank,
    /,
    dtype: DtypeLike = None,
    full: bool = False,
    orthogonal: bool = False,
    seed: int | None = None,
    non_negative: bool = False,
) -> Any:
    """Return a random Tucker tensor: core and factors, or with `full` the dense array.

    >>> ivy.random_tucker((3, 4), 2, seed=0).core.shape
    ivy.Shape(2, 2)
    """
    return create("random_tucker", shape, rank, dtype, full, orthogonal, seed, non_negative)


def random_cp(
    shape: Sequence[int],
    rank: int | float,
    /,
    dtype: DtypeLike = None,
    full: bool = False,
    orthogonal: bool = False,
    seed: int | None = None,
    normalise_factors: bool = True,
) -> Any:
    """Return a random sum of `rank` outer products: weights and factors, or the dense array.

    >>> ivy.random_cp((3, 4), 2, full=True, seed=0).shape
    ivy.Shape(3, 4)
    """
    return create("random_cp", shape, rank, dtype, full, orthogonal, seed, normalise_factors)


def random_tr(
    shape: Sequence[int],
    rank: int | Sequence[int],
    /,
    dtype: DtypeLike = None,
    full: bool = False,
    seed: int | None = None,
) -> Any:
    """Return a random tensor ring: its factors, or with `full` the dense array.

    >>> [factor.shape for factor in ivy.random_tr((3, 4), [2, 1, 2], seed=0).factors]
    [ivy.Shape(2, 3, 1), ivy.Shape(1, 4, 2)]
    """
    return create("random_tr", shape, rank, dtype, full, seed)


def random_parafac2(
    shapes: Sequence[Sequence[int]],
    rank: int,
    /,
    dtype: DtypeLike = None,
    full: bool = False,
    seed: int | None = None,
    normalise_factors: bool = True,
) -> Any:
    """Return random matrices of these shapes with common factors, as factors or in one array.

    >>> tensor = ivy.random_parafac2([(3, 4), (5, 4)], 2, seed=0)
    >>> [x.shape for x in tensor.to_slices()], tensor.to_tensor().shape
    ([ivy.Shape(3, 4), ivy.Shape(5, 4)], ivy.Shape(2, 5, 4))
    """
    return create("random_parafac2", shapes, rank, dtype, full, seed, normalise_factors)


def random_tt(
    shape: Sequence[int],
    rank: int | Sequence[int],
    /,
    full: bool = False,
    dtype: DtypeLike = None,
    seed: int | None = None,
) -> Any:
    """Return a random tensor train: its factors, or with `full` the dense array.

    >>> [factor.shape for factor in ivy.random_tt((3, 4), [1, 2, 1], seed=0).factors]
    [ivy.Shape(1, 3, 2), ivy.Shape(2, 4, 1)]
    """
    return create("random_tt", shape, rank, full, dtype, seed)

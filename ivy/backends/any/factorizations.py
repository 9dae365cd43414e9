"""Products along the axes of tensors, and decompositions into factors."""

from __future__ import annotations

import math

from ivy import config
from ivy.backends.axes import normalized_axes, normalized_axis
from ivy.backends.factored_tensors import (
    CPTensor,
    Parafac2Tensor,
    TRTensor,
    TTTensor,
    TuckerTensor,
    cp_rank,
    join_cp,
    join_parafac2,
    join_ring,
    join_train,
    join_tucker,
    train_rank,
    tucker_rank,
)
from ivy.backends.on_floats import on_floats
from ivy.errors import IvyValueError
from ivy.types import FINFO

# ---- products ---------------------------------------------------------------------------------


def kronecker(xp, x, skip_matrix=None, reverse=False):
    matrices = _without("kronecker", x, skip_matrix)
    result, *others = reversed(matrices) if reverse else matrices
    for matrix in others:
        result = xp.kron(result, matrix)
    return result


def khatri_rao(xp, x, weights=None, skip_matrix=None, mask=None):
    matrices = _without("khatri_rao", x, skip_matrix)
    shapes = [tuple(matrix.shape) for matrix in matrices]
    if any(len(shape) != 2 or shape[1] != shapes[0][-1] for shape in shapes):
        msg = "khatri_rao: expected x to be matrices of equally many columns"
        raise IvyValueError(f"{msg}, got shapes {shapes}")
    result, *others = matrices
    columns = shapes[0][1]
    for matrix in others:
        pairs = xp.multiply(xp.expand_dims(result, axis=1), xp.expand_dims(matrix, axis=0))
        rows = -1 if columns else result.shape[0] * matrix.shape[0]
        result = xp.reshape(pairs, (rows, columns))
    if weights is not None:
        result = xp.multiply(result, xp.reshape(weights, (1, -1)))
    return result if mask is None else xp.multiply(result, xp.reshape(mask, (-1, 1)))


def _without(name, x, skipped):
    matrices = [each for i, each in enumerate(x) if i != skipped]
    if not matrices:
        raise IvyValueError(f"{name}: expected x with at least one matrix left, got {len(x)}")
    return matrices


def mode_dot(xp, x, matrix_or_vector, mode, transpose=False):
    mode = normalized_axis("mode_dot", mode, len(x.shape))
    other = matrix_or_vector
    if len(other.shape) not in (1, 2):
        msg = f"mode_dot: expected a matrix or a vector, got shape {tuple(other.shape)}"
        raise IvyValueError(msg)
    if transpose and len(other.shape) == 2:
        other = xp.matrix_transpose(other, True)
    if other.shape[-1] != x.shape[mode]:
        msg = f"mode_dot: expected matrix_or_vector for {x.shape[mode]} elements along axis {mode}"
        raise IvyValueError(f"{msg}, got shape {tuple(matrix_or_vector.shape)}")
    product = xp.tensordot(other, x, ((len(other.shape) - 1,), (mode,)))
    return xp.moveaxis(product, 0, mode) if len(other.shape) == 2 else product


def multi_mode_dot(xp, x, mat_or_vec_list, modes=None, skip=None, transpose=False):
    if modes is None:
        modes = range(len(mat_or_vec_list))
    elif len(modes) != len(mat_or_vec_list):
        msg = f"multi_mode_dot: expected modes for {len(mat_or_vec_list)} arrays, got {modes}"
        raise IvyValueError(msg)
    modes = normalized_axes("multi_mode_dot", tuple(modes), len(x.shape))
    chosen = [
        (m, each)
        for i, (m, each) in enumerate(zip(modes, mat_or_vec_list, strict=True))
        if i != skip
    ]
    # A vector takes its axis away: from the last axis to the first, none moves the ones to come.
    for mode, each in sorted(chosen, key=lambda pair: -pair[0]):
        x = xp.mode_dot(x, each, mode, transpose)
    return x


def general_inner_product(xp, a, b, n_modes=None):
    if n_modes is None:
        if tuple(a.shape) != tuple(b.shape):
            shapes = f"{tuple(a.shape)} and {tuple(b.shape)}"
            msg = "general_inner_product: expected a and b of one shape without n_modes"
            raise IvyValueError(f"{msg}, got {shapes}")
        return xp.sum(xp.multiply(a, b), None, a.dtype)
    return xp.tensordot(a, b, n_modes)


def batched_outer(xp, tensors):
    result, *others = tensors
    batch = result.shape[0]
    for tensor in others:
        if tensor.shape[0] != batch:
            shapes = [tuple(each.shape) for each in tensors]
            msg = "batched_outer: expected tensors of one size along the first axis"
            raise IvyValueError(f"{msg}, got shapes {shapes}")
        left = (*result.shape, *[1] * (len(tensor.shape) - 1))
        right = (batch, *[1] * (len(result.shape) - 1), *tensor.shape[1:])
        result = xp.multiply(xp.reshape(result, left), xp.reshape(tensor, right))
    return result


def higher_order_moment(xp, x, order):
    if order < 1:
        raise IvyValueError(f"higher_order_moment: expected order of at least 1, got {order}")
    return xp.mean(xp.batched_outer([x] * order), 0)


def tt_matrix_to_tensor(xp, tt_matrix):
    count = len(tt_matrix)
    sizes = [n for factor in tt_matrix for n in factor.shape[1:3]]
    first, *others = tt_matrix
    result = xp.reshape(first, (-1, first.shape[-1]))
    for factor in others:
        result = xp.matmul(result, xp.reshape(factor, (factor.shape[0], -1)))
        result = xp.reshape(result, (-1, factor.shape[-1]))
    order = (*range(0, 2 * count, 2), *range(1, 2 * count, 2))
    return xp.permute_dims(xp.reshape(result, sizes), order)


# ---- singular values --------------------------------------------------------------------------


def svd_flip(xp, U, V, u_based_decision=True):
    decider = xp.matrix_transpose(U) if u_based_decision else V
    place = xp.expand_dims(xp.argmax(xp.abs(decider), 1), axis=1)
    signs = xp.sign(xp.take_along_axis(decider, place, 1))[:, 0]
    signs = xp.stop_gradient(xp.where(signs == 0, xp.ones_like(signs), signs))
    columns, rows = U.shape[1], V.shape[0]
    if max(columns, rows) > signs.shape[0]:  # vectors without a partner keep their sign
        missing = max(columns, rows) - signs.shape[0]
        signs = xp.concat([signs, xp.ones((missing,), dtype=signs.dtype)], 0)
    return (xp.multiply(U, signs[:columns]), xp.multiply(V, xp.expand_dims(signs[:rows], axis=1)))


def make_svd_non_negative(xp, x, U, S, V, nntype="nndsvd"):
    if nntype not in ("nndsvd", "nndsvda"):
        msg = f"make_svd_non_negative: expected nntype 'nndsvd' or 'nndsvda', got {nntype!r}"
        raise IvyValueError(msg)
    rank = min(U.shape[1], V.shape[0], S.shape[0])
    left, right, S = xp.matrix_transpose(U)[:rank], V[:rank], S[:rank]
    # Of each pair of vectors keep the positive or the negative parts, whichever are larger.
    sides = []
    for sign in (1.0, -1.0):
        parts = [xp.maximum(xp.multiply(v, sign), xp.zeros_like(v)) for v in (left, right)]
        norms = [xp.vector_norm(part, 1, True) for part in parts]
        sides.append((parts, norms, xp.multiply(*norms)))
    (positive, positive_norms, up), (negative, negative_norms, down) = sides
    first = xp.expand_dims(xp.arange(rank), axis=1) == 0
    scale = xp.sqrt(xp.multiply(xp.expand_dims(S, axis=1), xp.maximum(up, down)))
    factors = []
    for i, whole in enumerate((left, right)):
        part = xp.where(up > down, positive[i], negative[i])
        norm = xp.where(up > down, positive_norms[i], negative_norms[i])
        safe = xp.where(norm == 0, xp.ones_like(norm), norm)
        leading = xp.multiply(xp.sqrt(xp.expand_dims(S, axis=1)), xp.abs(whole))
        factors.append(xp.where(first, leading, xp.multiply(scale, xp.divide(part, safe))))
    least = FINFO[xp.DTYPES[U.dtype]].eps
    fill = xp.mean(x) if nntype == "nndsvda" else xp.zeros((), dtype=U.dtype)
    w, h = (xp.where(each < least, xp.astype(fill, U.dtype), each) for each in factors)
    return xp.matrix_transpose(w), h


def truncated_svd(xp, x, compute_uv=True, n_eigenvecs=None):
    if len(x.shape) != 2:
        raise IvyValueError(f"truncated_svd: expected x to be a matrix, got {tuple(x.shape)}")
    least, most = min(x.shape), max(x.shape)
    count = most if n_eigenvecs is None else min(n_eigenvecs, most)
    if count < 1:
        raise IvyValueError(f"truncated_svd: expected n_eigenvecs of at least 1, got {count}")
    if not compute_uv:
        return xp.svd(x, False).S[:count]
    u, s, v = xp.svd(x, True, count > least)
    return u[:, :count], s[:count], v[:count]


def _singular_vectors(xp, name, svd, x, rank, mask=None, repeats=5):
    """Return a truncated decomposition with fixed signs; masked places are filled in by it."""
    if svd != "truncated_svd":
        raise IvyValueError(f"{name}: expected svd 'truncated_svd', got {svd!r}")
    u, s, v = xp.truncated_svd(x, True, rank)
    if mask is not None:
        for _ in range(repeats):
            count = s.shape[0]
            guess = xp.matmul(xp.multiply(u[:, :count], s), v[:count])
            u, s, v = xp.truncated_svd(_filled(xp, x, guess, mask), True, rank)
    return (*xp.svd_flip(u, v), s)


def _filled(xp, x, guess, mask):
    """Return `x` where the mask is not zero, else a guess."""
    return xp.where(mask if xp.DTYPES[mask.dtype].kind == "bool" else mask != 0, x, guess)


# ---- decompositions ---------------------------------------------------------------------------


def tensor_train(xp, input_tensor, rank, svd="truncated_svd", verbose=False):
    return TTTensor(_train(xp, input_tensor, rank, svd, verbose))


@on_floats()
def _train(xp, x, rank, svd, verbose):
    shape = tuple(x.shape)
    ranks = train_rank("tensor_train", shape, rank)
    factors, before = [], 1
    rest = x
    for axis, size in enumerate(shape[:-1]):
        rest = xp.reshape(rest, (before * size, math.prod(shape[axis + 1 :])))
        after = min(*rest.shape, ranks[axis + 1])
        u, v, s = _singular_vectors(xp, "tensor_train", svd, rest, after)
        factors.append(xp.reshape(u, (before, size, after)))
        if verbose:
            print(f"tensor_train: factor {axis} of shape {(before, size, after)}")
        rest = xp.multiply(xp.expand_dims(s, axis=1), v)
        before = after
    factors.append(xp.reshape(rest, (before, shape[-1], 1)))
    return factors


def initialize_tucker(
    xp,
    x,
    rank,
    modes,
    init="svd",
    seed=None,
    svd="truncated_svd",
    non_negative=False,
    mask=None,
    svd_mask_repeats=5,
):
    name = "initialize_tucker"
    modes = normalized_axes(name, tuple(modes), len(x.shape))
    ranks = tucker_rank(name, tuple(x.shape[m] for m in modes), rank)
    if not isinstance(init, str):
        core, factors = init[0], list(init[1])
    elif init == "svd":
        factors = [
            _singular_vectors(
                xp,
                name,
                svd,
                xp.unfold(x, mode),
                r,
                None if mask is None else xp.unfold(mask, mode),
                svd_mask_repeats,
            )[0]
            for mode, r in zip(modes, ranks, strict=True)
        ]
        core = xp.multi_mode_dot(x, factors, modes, None, True)
    elif init == "random":
        shapes = [(x.shape[mode], r) for mode, r in zip(modes, ranks, strict=True)]
        core, *factors = _drawn(xp, [_core_shape(x, modes, ranks), *shapes], x.dtype, seed)
        core = core + 0.01
    else:
        msg = f"{name}: expected init 'svd', 'random' or (core, factors), got {init!r}"
        raise IvyValueError(msg)
    if non_negative:
        core, factors = xp.abs(core), [xp.abs(factor) for factor in factors]
    return core, factors


def _core_shape(x, modes, ranks):
    chosen = dict(zip(modes, ranks, strict=True))
    return tuple(chosen.get(axis, size) for axis, size in enumerate(x.shape))


def partial_tucker(
    xp,
    x,
    rank=None,
    modes=None,
    n_iter_max=100,
    init="svd",
    svd="truncated_svd",
    seed=None,
    mask=None,
    svd_mask_repeats=5,
    tol=1e-4,
    verbose=False,
    return_errors=False,
):
    modes = tuple(range(len(x.shape)) if modes is None else modes)
    modes = normalized_axes("partial_tucker", modes, len(x.shape))
    ranks = tucker_rank("partial_tucker", tuple(x.shape[m] for m in modes), rank)
    if xp.DTYPES[x.dtype].kind not in ("float", "complex"):
        x = xp.astype(x, config.default_of("float"))
    core, factors = xp.initialize_tucker(
        x, ranks, modes, init, seed, svd, False, mask, svd_mask_repeats
    )
    size = xp.vector_norm(x, None)
    errors = []
    for _ in range(n_iter_max):
        if mask is not None:
            x = _filled(xp, x, xp.multi_mode_dot(core, factors, modes), mask)
            size = xp.vector_norm(x, None)
        for i, mode in enumerate(modes):
            projected = xp.multi_mode_dot(x, factors, modes, i, True)
            factors[i] = _singular_vectors(
                xp, "partial_tucker", svd, xp.unfold(projected, mode), ranks[i]
            )[0]
        core = xp.multi_mode_dot(x, factors, modes, None, True)
        # The factors are orthonormal: what the core does not hold is the error.
        missing = xp.square(size) - xp.square(xp.vector_norm(core, None))
        errors.append(xp.sqrt(xp.maximum(missing, xp.zeros_like(missing))) / size)
        if verbose:
            print(f"partial_tucker: error {errors[-1]}")
        if tol and len(errors) > 1 and abs(float(errors[-2]) - float(errors[-1])) < tol:
            break
    return ((core, factors), errors) if return_errors else (core, factors)


def tucker(
    xp,
    x,
    rank=None,
    fixed_factors=None,
    n_iter_max=100,
    init="svd",
    svd="truncated_svd",
    seed=None,
    mask=None,
    svd_mask_repeats=5,
    tol=1e-4,
    verbose=False,
    return_errors=False,
):
    modes = list(range(len(x.shape)))
    ranks = tucker_rank("tucker", tuple(x.shape), rank)
    options = (svd, seed, mask, svd_mask_repeats, tol, verbose, True)
    if not fixed_factors:
        (core, factors), errors = xp.partial_tucker(x, ranks, modes, n_iter_max, init, *options)
    else:
        if isinstance(init, str):
            msg = "tucker: expected init (core, factors) with fixed_factors"
            raise IvyValueError(f"{msg}, got {init!r}")
        fixed = normalized_axes("tucker", tuple(fixed_factors), len(x.shape))
        free = [mode for mode in modes if mode not in fixed]
        if not free:
            msg = "tucker: expected fixed_factors to leave an axis"
            raise IvyValueError(f"{msg}, got {fixed_factors}")
        core, given = init
        factors = list(given)
        kept = [factors[m] for m in fixed]
        core = xp.multi_mode_dot(core, kept, fixed)
        (core, found), errors = xp.partial_tucker(
            x,
            [ranks[m] for m in free],
            free,
            n_iter_max,
            (core, [factors[m] for m in free]),
            *options,
        )
        for mode, factor in zip(free, found, strict=True):
            factors[mode] = factor
        core = xp.multi_mode_dot(core, kept, fixed, None, True)
    result = TuckerTensor(core, factors)
    return (result, errors) if return_errors else result


# ---- random factored tensors ------------------------------------------------------------------


def _drawn(xp, shapes, dtype, seed):
    """Return arrays of these shapes with numbers from 0 to 1, all of one draw."""
    native = xp.as_native_dtype(config.default_of("float") if dtype is None else dtype)
    sizes = [math.prod(shape) for shape in shapes]
    numbers = xp.random_uniform(shape=(sum(sizes),), dtype=native, seed=seed)
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    return [
        xp.reshape(numbers[start : start + size], shape)
        for start, size, shape in zip(starts, sizes, shapes, strict=True)
    ]


def random_tucker(
    xp, shape, rank, dtype=None, full=False, orthogonal=False, seed=None, non_negative=False
):
    shape = tuple(shape)
    ranks = tucker_rank("random_tucker", shape, rank)
    if orthogonal and any(r > size for r, size in zip(ranks, shape, strict=True)):
        msg = f"random_tucker: expected rank of at most {shape} for orthogonal factors"
        raise IvyValueError(f"{msg}, got {rank}")
    core, *factors = _drawn(xp, [ranks, *zip(shape, ranks, strict=True)], dtype, seed)
    if orthogonal:
        factors = [xp.qr(factor).Q for factor in factors]
    if non_negative:
        core, factors = xp.abs(core), [xp.abs(factor) for factor in factors]
    return join_tucker(xp, core, factors) if full else TuckerTensor(core, factors)


def random_cp(
    xp, shape, rank, dtype=None, full=False, orthogonal=False, seed=None, normalise_factors=True
):
    shape = tuple(shape)
    rank = cp_rank("random_cp", shape, rank)
    if orthogonal and rank > min(shape):
        msg = f"random_cp: expected rank of at most {min(shape)} for orthogonal factors"
        raise IvyValueError(f"{msg}, got {rank}")
    factors = _drawn(xp, [(size, rank) for size in shape], dtype, seed)
    if orthogonal:
        factors = [xp.qr(factor).Q for factor in factors]
    weights = xp.ones((rank,), dtype=factors[0].dtype)
    if normalise_factors:
        weights, factors = _normalised(xp, weights, factors)
    return join_cp(xp, weights, factors) if full else CPTensor(weights, factors)


def _normalised(xp, weights, factors):
    """Return factors with columns of length 1, and weights that take up the lengths."""
    new = []
    for factor in factors:
        length = xp.vector_norm(factor, 0)
        length = xp.where(length == 0, xp.ones_like(length), length)
        weights = xp.multiply(weights, length)
        new.append(xp.divide(factor, length))
    return weights, new


def random_tt(xp, shape, rank, full=False, dtype=None, seed=None):
    factors = _random_chain(xp, train_rank("random_tt", tuple(shape), rank), shape, dtype, seed)
    return join_train(xp, factors) if full else TTTensor(factors)


def random_tr(xp, shape, rank, dtype=None, full=False, seed=None):
    ranks = train_rank("random_tr", tuple(shape), rank, ring=True)
    factors = _random_chain(xp, ranks, shape, dtype, seed)
    return join_ring(xp, factors) if full else TRTensor(factors)


def _random_chain(xp, ranks, shape, dtype, seed):
    shapes = [(ranks[i], size, ranks[i + 1]) for i, size in enumerate(shape)]
    return _drawn(xp, shapes, dtype, seed)


def random_parafac2(xp, shapes, rank, dtype=None, full=False, seed=None, normalise_factors=True):
    shapes = [tuple(shape) for shape in shapes]
    if len({shape[-1] for shape in shapes}) != 1 or any(len(shape) != 2 for shape in shapes):
        msg = "random_parafac2: expected shapes of matrices of equally many columns"
        raise IvyValueError(f"{msg}, got {shapes}")
    if any(rows < rank for rows, _ in shapes):
        msg = f"random_parafac2: expected shapes with at least rank {rank} rows"
        raise IvyValueError(f"{msg}, got {shapes}")
    common = [(len(shapes), rank), (rank, rank), (shapes[0][1], rank)]
    drawn = _drawn(xp, [*common, *((rows, rank) for rows, _ in shapes)], dtype, seed)
    factors, projections = drawn[:3], [xp.qr(each).Q for each in drawn[3:]]
    weights = xp.ones((rank,), dtype=factors[0].dtype)
    if normalise_factors:
        weights, factors = _normalised(xp, weights, factors)
    parts = (weights, factors, projections)
    return join_parafac2(xp, *parts) if full else Parafac2Tensor(*parts)

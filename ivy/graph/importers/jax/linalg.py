"""Rules for JAX's primitives and functions of linear algebra and Fourier transforms."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
from jax import lax
from jax import numpy as jnp

from ivy.graph.importers.jax.shapes import array
from ivy.graph.importers.jax.written_out import read_function, written_out
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported, table, transpile_rule


@transpile_rule("jax", "cholesky")
def _cholesky(build, x, symmetrize_input=False):
    x = array(build, x)
    if symmetrize_input:
        x = build.divide(build.add(x, build.adjoint(x)), 2)
    return build.cholesky(x)


@transpile_rule("jax", "eigh")
def _eigh(build, x, lower, sort_eigenvalues, subset_by_index, algorithm=None, implementation=None):
    if subset_by_index is not None:
        raise Unsupported(f"subset_by_index={subset_by_index}")
    values, vectors = build.several(2, "eigh", array(build, x), UPLO="L" if lower else "U")
    return [vectors, values]


@transpile_rule("jax", "svd")
def _svd(build, x, full_matrices, compute_uv, subset_by_index, algorithm=None):
    if subset_by_index is not None:
        raise Unsupported(f"subset_by_index={subset_by_index}")
    x = array(build, x)
    if not compute_uv:
        return [build.svdvals(x)]
    u, s, vh = build.several(3, "svd", x, full_matrices=full_matrices)
    return [s, u, vh]


@transpile_rule("jax", "qr")
def _qr(build, x, full_matrices, pivoting, use_magma=None):
    if pivoting:
        raise Unsupported("pivoting=True")
    mode = "complete" if full_matrices else "reduced"
    return list(build.several(2, "qr", array(build, x), mode=mode))


@transpile_rule("jax", "eig")
def _eig(
    build,
    x,
    compute_left_eigenvectors,
    compute_right_eigenvectors,
    implementation=None,
    enable_eigvec_derivs=None,
):
    x = array(build, x)
    if compute_left_eigenvectors:
        raise Unsupported("left eigenvectors")
    if not compute_right_eigenvectors:
        return [build.eigvals(x)]
    return list(build.several(2, "eig", x))


@transpile_rule("jax", "triangular_solve")
def _triangular_solve(build, a, b, left_side, lower, transpose_a, conjugate_a, unit_diagonal):
    a, b = array(build, a), array(build, b)
    if conjugate_a and (a.dtype or "").startswith("complex"):
        a = build.conj(a)
    if not left_side:  # x a = b: a^T x^T = b^T
        b, transpose_a = build.matrix_transpose(b), not transpose_a
    if transpose_a:
        a, lower = build.matrix_transpose(a), not lower
    how = {"unit_diagonal": True} if unit_diagonal else {}
    result = build.solve_triangular(a, b, upper=not lower, **how)
    return result if left_side else build.matrix_transpose(result)


@transpile_rule("jax", "custom_linear_solve", "linear_solve")
def _custom_linear_solve(build, *operands, const_lengths, jaxprs):
    """Solve, and solve again for what is left: by that, gradients reach what the matrix is of.

    A function that solves by factors holds them up: JAX differentiates the equation in its place.
    """
    counts = const_lengths
    first = counts.matvec + counts.vecmat
    given = operands[first : first + counts.solve]
    rest = operands[first + counts.solve + counts.transpose_solve :]

    def call(closed: Any, *xs: Any) -> list[Any]:
        return [array(build, x) for x in build.reader.read(closed.jaxpr, closed.consts, xs)]

    def like(op: str, x: Value, *others: Value) -> Value:
        return build.typed(getattr(build, op)(x, *others), build.shape_of(x), x.dtype)

    found = call(jaxprs.solve, *given, *rest)
    if "while[" in str(jaxprs.solve):  # steps, which for nothing left would be none
        return found
    found = [like("stop_gradient", x) for x in found]
    made = call(jaxprs.matvec, *operands[: counts.matvec], *found)
    left = [like("subtract", array(build, x), y) for x, y in zip(rest, made, strict=True)]
    more = call(jaxprs.solve, *given, *left)
    return [like("add", x, y) for x, y in zip(found, more, strict=True)]


@transpile_rule("jax", "jit:solve")
def _solve(build, *xs):
    if len(xs) != 2:
        return NotImplemented
    a, b = (array(build, x) for x in xs)
    ranks = len(build.shape_of(a)), len(build.shape_of(b))
    if {a.dtype, b.dtype} != {str(build.avals[0].dtype)} or ranks[1] not in (1, ranks[0]):
        return NotImplemented
    return build.solve(a, b)


def _of_numbers(build, *xs, op):
    dtype = str(build.operands[0].dtype)
    if len(xs) != 1 or not dtype.startswith(("float", "complex")):
        return NotImplemented
    a = array(build, xs[0])
    return build.several(2, op, a) if op == "slogdet" else getattr(build, op)(a)


table("jax", _of_numbers, {f"jit:{op}": op for op in ("inv", "det", "slogdet")})


@transpile_rule("jax", "lu")
def _lu(build, x):
    x = array(build, x)
    factors, order = build.several(2, "lu_factor", x)
    rows = build.operands[0].shape[:-1]
    order = build.typed(build.astype(order, "int32"), rows, "int32")
    steps = min(build.operands[0].shape[-2:])
    return [factors, *read_function(build, partial(_pivots, steps=steps), order), order]


def _pivots(order: Any, steps: int) -> Any:
    """Return which row each step of an elimination exchanges with its own."""

    def of_one(order: Any) -> Any:
        def step(rows: Any, i: Any) -> Any:
            place = jnp.argmax(rows == order[i]).astype("int32")
            return rows.at[place].set(rows[i]).at[i].set(order[i]), place

        return lax.scan(step, jnp.arange(order.shape[0], dtype="int32"), jnp.arange(steps))[1]

    return _for_each(of_one, order)


@written_out("lu_pivots_to_permutation")
def _lu_pivots_to_permutation(pivots, permutation_size):
    def of_one(pivots: Any) -> Any:
        def step(rows: Any, pair: Any) -> Any:
            i, place = pair
            return rows.at[i].set(rows[place]).at[place].set(rows[i]), None

        rows = jnp.arange(permutation_size, dtype="int32")
        return lax.scan(step, rows, (jnp.arange(pivots.shape[0]), pivots))[0]

    return _for_each(of_one, pivots)


def _for_each(function: Any, x: Any) -> Any:
    """Apply a function of one axis to the last axis of an array."""
    for _ in range(x.ndim - 1):
        function = jax.vmap(function)
    return function(x)


# ---- Fourier ------------------------------------------------------------------------------------


@transpile_rule("jax", "fft")
def _fft(build, x, fft_type, fft_lengths):
    name = {0: "fftn", 1: "ifftn", 2: "rfftn", 3: "irfftn"}[int(fft_type)]
    axes = tuple(range(-len(fft_lengths), 0))
    return getattr(build, name)(array(build, x), build.dims(fft_lengths), axes)


@written_out("tridiagonal_solve")
def _tridiagonal_solve(lower, main, upper, b, perturb_singular=False):  # jax 0.8 has no such option
    if perturb_singular:
        raise Unsupported("perturb_singular=True")
    bands = ((lower[..., 1:], -1), (main, 0), (upper[..., :-1], 1))
    diagonal = jnp.vectorize(jnp.diag, excluded=(1,), signature="(n)->(m,m)")
    return jnp.linalg.solve(sum(diagonal(x, k) for x, k in bands if x.size), b)


@transpile_rule("jax", "schur", "hessenberg", "tridiagonal", "householder_product")
def _no_other_has_it(build, *_, **__):
    raise Unsupported("a factorization of JAX alone; eigh, of symmetric matrices, or qr may do")

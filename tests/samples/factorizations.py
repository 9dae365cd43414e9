"""Products by einsum; decompositions by what their factors multiply to."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np

from tests.samples import COMPLEXES, FLOATS, HALVES, INTS, Sample, case, draw


def without(x: Any, skipped: int | None) -> list[Any]:
    return [each for i, each in enumerate(x) if i != skipped]


def kronecker(x: Any, skip_matrix: Any = None, reverse: bool = False) -> Any:
    return reduce(np.kron, without(x, skip_matrix)[:: -1 if reverse else 1])


def khatri_rao(x: Any, weights: Any = None, skip_matrix: Any = None, mask: Any = None) -> Any:
    matrices = without(x, skip_matrix)
    columns = [reduce(np.kron, [m[:, i] for m in matrices]) for i in range(x[0].shape[1])]
    result = np.stack(columns, 1)
    result = result if weights is None else result * weights
    return result if mask is None else result * mask[:, None]


def mode_dot(x: Any, matrix: Any, mode: int, transpose: bool = False) -> Any:
    moved = np.moveaxis(x, mode, -1)
    if matrix.ndim == 1:
        return moved @ matrix
    return np.moveaxis(moved @ (matrix.conj() if transpose else matrix.T), -1, mode)


def multi_mode_dot(
    x: Any, factors: Any, modes: Any = None, skip: Any = None, transpose: bool = False
) -> Any:
    modes = range(len(factors)) if modes is None else modes
    pairs = [(m, f) for i, (m, f) in enumerate(zip(modes, factors, strict=True)) if i != skip]
    for mode, factor in sorted(pairs, key=lambda pair: -pair[0]):
        x = mode_dot(x, factor, mode, transpose)
    return x


def inner(a: Any, b: Any, n_modes: Any = None) -> Any:
    return np.sum(a * b) if n_modes is None else np.tensordot(a, b, n_modes)


def batched_outer(tensors: Any) -> Any:
    return np.stack([reduce(np.multiply.outer, parts) for parts in zip(*tensors, strict=True)])


def moment(x: Any, order: int) -> Any:
    return np.mean([reduce(np.multiply.outer, [row] * order) for row in x], 0)


def svd_flip(U: Any, V: Any, u_based_decision: bool = True) -> Any:
    vectors = U.T if u_based_decision else V
    signs = np.array([np.sign(v[np.argmax(np.abs(v))]) for v in vectors])
    return U * signs[: U.shape[1]], V * signs[: V.shape[0], None]


def check_svd(results: Any, x: Any, compute_uv: bool = True, n_eigenvecs: Any = None) -> None:
    u, s, v = results
    count = max(x.shape) if n_eigenvecs is None else n_eigenvecs
    full = np.linalg.svd(x.astype("float64"))
    np.testing.assert_allclose(s, full[1][:count], rtol=1e-4)
    best = (full[0][:, : len(s)] * full[1][:count]) @ full[2][: len(s)]
    np.testing.assert_allclose((u[:, : len(s)] * s) @ v[: len(s)], best, atol=1e-4)
    np.testing.assert_allclose(u.T @ u, np.eye(u.shape[1]), atol=1e-5)


def non_negative(x: Any, U: Any, S: Any, V: Any, nntype: str = "nndsvd") -> Any:
    """Boutsidis and Gallopoulos, "SVD based initialization", column by column."""
    w, h = np.zeros_like(U), np.zeros_like(V)
    w[:, 0], h[0] = np.sqrt(S[0]) * np.abs(U[:, 0]), np.sqrt(S[0]) * np.abs(V[0])
    for j in range(1, U.shape[1]):
        sides = [(np.maximum(s * U[:, j], 0), np.maximum(s * V[j], 0)) for s in (1, -1)]
        u, v = max(sides, key=lambda side: np.linalg.norm(side[0]) * np.linalg.norm(side[1]))
        lengths = np.linalg.norm(u), np.linalg.norm(v)
        scale = np.sqrt(S[j] * lengths[0] * lengths[1])
        w[:, j], h[j] = scale * u / lengths[0], scale * v / lengths[1]
    if nntype == "nndsvda":
        w, h = np.where(w == 0, x.mean(), w), np.where(h == 0, x.mean(), h)
    return w, h


def train(factors: Any) -> Any:
    return reduce(lambda a, b: np.tensordot(a, b, 1), factors)[0, ..., 0]


def tucker(core: Any, factors: Any) -> Any:
    return multi_mode_dot(core, factors)


def check_train(results: Any, x: Any, rank: Any) -> None:
    np.testing.assert_allclose(train(results.factors), x, atol=1e-4)
    assert [f.shape[0] for f in results.factors] == list(rank)[:-1]


def check_tucker(results: Any, x: Any, *args: Any, **kwargs: Any) -> None:
    core, factors = results
    np.testing.assert_allclose(tucker(core, factors), x, atol=1e-4)
    for factor in factors:
        np.testing.assert_allclose(factor.T @ factor, np.eye(factor.shape[1]), atol=1e-5)


def random(name: str, check: Any, *args: Any) -> Sample:
    return Sample(
        name,
        None,
        [case(*args, seed=0)],
        dtypes=("float32",),
        check=check,
        result="float32",
        differentiable=False,
    )


def check_shapes(*expected: Any) -> Any:
    def check(results: Any, *args: Any, **kwargs: Any) -> None:
        factors = [f for field in results for f in (field if isinstance(field, list) else [field])]
        assert [f.shape for f in factors] == list(expected)
        assert all(np.all((f >= -1) & (f <= 10)) for f in factors)

    return check


MATRICES = [draw(3, 2), draw(4, 2), draw(2, 2)]
PLAIN = FLOATS + INTS + HALVES + COMPLEXES
POSITIVE = draw(3, 4, low=0.5)
SVD = [draw(3, 2), draw(2, low=0.5), draw(2, 4)]

SAMPLES = [
    Sample(
        "kronecker",
        kronecker,
        [case(MATRICES), case(MATRICES, 1), case(MATRICES, reverse=True)],
        dtypes=PLAIN,
        tolerance=2,  # half precision rounds twice
    ),
    Sample(
        "khatri_rao",
        khatri_rao,
        [
            case(MATRICES),
            case(MATRICES, skip_matrix=0),
            case(MATRICES[:2], draw(2, seed=2), mask=draw(12)),
        ],
        dtypes=PLAIN,
        tolerance=2,
    ),
    Sample(
        "mode_dot",
        mode_dot,
        [
            case(draw(2, 3, 4), draw(5, 3), 1),
            case(draw(2, 3, 4), draw(4), -1),
            case(draw(2, 3, 4), draw(2, 3), 0, transpose=True),
        ],
        dtypes=PLAIN,
        tolerance=2,
    ),
    Sample(
        "multi_mode_dot",
        multi_mode_dot,
        [
            case(draw(2, 3, 4), [draw(3, 2), draw(2, 3), draw(2, 4)]),
            case(draw(2, 3, 4), [draw(4), draw(2)], [2, 0]),
            case(draw(2, 3, 4), [draw(2, 5), draw(3), draw(4, 3)], skip=1, transpose=True),
        ],
        dtypes=FLOATS + COMPLEXES,
        tolerance=4,
    ),
    Sample(
        "general_inner_product",
        inner,
        [case(draw(3, 4), draw(3, 4, seed=1)), case(draw(2, 3, 4), draw(3, 4, 2), 2)],
        dtypes=FLOATS + INTS,
        tolerance=4,
    ),
    Sample(
        "batched_outer",
        batched_outer,
        [case([draw(3, 4), draw(3, 2)]), case([draw(3, 2), draw(3, 2, 2), draw(3, 3)])],
        dtypes=PLAIN,
        tolerance=2,
    ),
    Sample(
        "higher_order_moment",
        moment,
        [case(draw(3, 4), 2), case(draw(4, 2), 3), case(draw(3, 4), 1)],
        tolerance=4,
    ),
    Sample(
        "tt_matrix_to_tensor",
        lambda factors: np.einsum("aijb,bklc->ikjl", *factors),
        [case([draw(1, 2, 3, 2), draw(2, 2, 4, 1)])],
        tolerance=4,
    ),
    Sample(
        "svd_flip",
        svd_flip,
        [case(draw(3, 2), draw(2, 4)), case(draw(3, 2), draw(2, 4), u_based_decision=False)],
    ),
    Sample(
        "make_svd_non_negative",
        non_negative,
        [case(POSITIVE, *SVD), case(POSITIVE, *SVD, nntype="nndsvda")],
    ),
    Sample(
        "truncated_svd",
        None,
        [case(draw(3, 4), n_eigenvecs=2), case(draw(4, 3), n_eigenvecs=3), case(draw(3, 4))],
        check=check_svd,
        result=("same", "same", "same"),
        differentiable=False,  # vectors have no fixed sign; with svd_flip they have
    ),
    Sample(
        "tensor_train",
        None,
        [case(draw(2, 3, 4), [1, 2, 4, 1])],
        check=check_train,
        differentiable=False,
    ),
    Sample(
        "initialize_tucker",
        None,
        [case(draw(2, 3, 4), [2, 3, 4], [0, 1, 2])],
        check=check_tucker,
        differentiable=False,
    ),
    Sample(
        "partial_tucker",
        None,
        [case(draw(2, 3, 4), [2, 3, 4], [0, 1, 2], n_iter_max=2, tol=None)],
        check=check_tucker,
        tolerance=8,  # SVDs of SVDs: small entries carry the rounding of the largest
        differentiable=False,
    ),
    Sample(
        "tucker",
        None,
        [case(draw(2, 3, 4), n_iter_max=2, tol=None), case(draw(2, 3, 4), [2, 3, 4])],
        check=check_tucker,
        tolerance=8,  # SVDs of SVDs: small entries carry the rounding of the largest
        differentiable=False,
    ),
    random("random_tucker", check_shapes((2, 2), (3, 2), (4, 2)), (3, 4), 2),
    random("random_cp", check_shapes((2,), (3, 2), (4, 2)), (3, 4), 2),
    random("random_tr", check_shapes((2, 3, 3), (3, 4, 2)), (3, 4), [2, 3, 2]),
    random("random_tt", check_shapes((1, 3, 2), (2, 4, 1)), (3, 4), [1, 2, 1]),
    random(
        "random_parafac2",
        check_shapes((2,), (2, 2), (2, 2), (4, 2), (3, 2), (5, 2)),
        [(3, 4), (5, 4)],
        2,
    ),
]

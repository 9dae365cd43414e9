"""Layers against loops and plain formulas in float64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special as sp

from tests.samples import FLOATS, HALVES, INTS, Sample, case, draw

REALS = FLOATS + HALVES
SMALL = {"low": -1.0, "high": 1.0}


def linear(x: Any, weight: Any, bias: Any = None) -> Any:
    outer = weight.ndim - 2
    letters, inner = "abc"[:outer], "uvw"[: x.ndim - 1 - outer]
    result = np.einsum(f"{letters}{inner}i,{letters}oi->{letters}{inner}o", x, weight)
    if bias is None:
        return result
    shape = (*bias.shape[:-1], *(1,) * len(inner), bias.shape[-1]) if bias.ndim > 1 else bias.shape
    return result + bias.reshape(shape)


def embedding(weights: Any, indices: Any, max_norm: float | None = None) -> Any:
    rows = weights[indices]
    if max_norm is None:
        return rows
    norm = np.linalg.norm(rows, axis=-1, keepdims=True)
    return np.where(norm > max_norm, rows * (max_norm / norm), rows)


def attention_weights(q: Any, k: Any, scale: float, hidden: Any = None, added: Any = 0) -> Any:
    scores = np.einsum("...qf,...kf->...qk", q, k) * scale + added
    scores = scores if hidden is None else np.where(hidden, -1e30, scores)
    return sp.softmax(scores, axis=-1)


def scaled_dot_product_attention(
    q: Any,
    k: Any,
    v: Any,
    scale: float | None = None,
    mask: Any = None,
    is_causal: bool = False,
    bias: Any = 0,
) -> Any:
    hidden = np.zeros((q.shape[-2], k.shape[-2]), bool) if mask is None else mask == 0
    if is_causal:
        hidden = hidden | (np.arange(k.shape[-2]) > np.arange(q.shape[-2])[:, None])
    return attention_weights(q, k, scale or q.shape[-1] ** -0.5, hidden, bias) @ v


def multi_head_attention(
    query: Any,
    key: Any = None,
    value: Any = None,
    batch_first: bool = True,
    num_heads: int = 8,
    attention_mask: Any = None,
    in_proj_weights: Any = None,
    q_proj_weights: Any = None,
    k_proj_weights: Any = None,
    v_proj_weights: Any = None,
    out_proj_weights: Any = None,
    in_proj_bias: Any = None,
    out_proj_bias: Any = None,
    is_causal: bool = False,
    key_padding_mask: Any = None,
    return_attention_weights: bool = False,
) -> Any:
    """Return it sample by sample and head by head."""
    key = query if key is None else key
    value = key if value is None else value
    batched = query.ndim == 3
    swapped = batched and not batch_first
    xs = [np.swapaxes(x, 0, 1) if swapped else x for x in (query, key, value)]
    xs = xs if batched else [x[None] for x in xs]
    separate = (q_proj_weights, k_proj_weights, v_proj_weights)
    projections = np.split(in_proj_weights, 3) if in_proj_weights is not None else separate
    biases = [0] * 3 if in_proj_bias is None else np.split(in_proj_bias, 3)
    q, k, v = (
        (x if w is None else x @ w.T) + b for x, w, b in zip(xs, projections, biases, strict=True)
    )
    size = q.shape[-1] // num_heads
    result, weights = np.zeros((*q.shape[:2], v.shape[-1])), []
    for sample in range(len(q)):
        hidden = np.zeros((q.shape[1], k.shape[1]), bool)
        added: Any = 0
        if attention_mask is not None and attention_mask.dtype == bool:
            hidden = hidden | attention_mask
        elif attention_mask is not None:
            added = attention_mask
        if key_padding_mask is not None:
            hidden = hidden | key_padding_mask[sample]
        if is_causal:
            hidden = hidden | (np.arange(k.shape[1]) > np.arange(q.shape[1])[:, None])
        heads = []
        for head in range(num_heads):
            own = slice(head * size, (head + 1) * size)
            attended = attention_weights(
                q[sample, :, own], k[sample, :, own], size**-0.5, hidden, added
            )
            result[sample, :, own] = attended @ v[sample, :, own]
            heads.append(attended)
        weights.append(np.mean(heads, 0))
    result = result if out_proj_weights is None else result @ out_proj_weights.T
    result = result if out_proj_bias is None else result + out_proj_bias
    result = np.swapaxes(result, 0, 1) if swapped else result
    result, averages = (result, np.stack(weights)) if batched else (result[0], weights[0])
    return (result, averages) if return_attention_weights else result


def check_dropped(axes: tuple[int, ...] = ()) -> Callable[..., None]:
    """Return a check that entries are dropped or scaled, together along `axes`."""

    def check(result: Any, x: Any, prob: float, **options: Any) -> None:
        if not options.get("training", True) or prob == 0:
            np.testing.assert_array_equal(result, x)
            return
        factor = 1 / (1 - prob) if options.get("scale", True) and prob < 1 else 1
        kept = np.asarray(result != 0)
        expected = np.where(kept, np.asarray(x, "float64") * factor, 0)
        np.testing.assert_allclose(np.asarray(result, "float64"), expected, rtol=2e-2)
        if axes and prob < 1:
            assert (kept.all(axes) | ~kept.any(axes)).all()
        assert kept.any() == (prob < 1)

    return check


POSITIVE = {"low": 1.0, "high": 2.0}

SAMPLES = [
    Sample(
        "linear",
        linear,
        [
            case(draw(2, 3, 4), draw(5, 4, seed=1), bias=draw(5, seed=2)),
            case(draw(3, 4), draw(5, 4, seed=1)),
            case(draw(2, 3, 4), draw(2, 5, 4, seed=1), bias=draw(2, 5, seed=2)),
            case(draw(2, 3, 2, 4), draw(2, 5, 4, seed=1), bias=draw(2, 5, seed=2)),
            case(draw(4), draw(5, 4, seed=1), bias=draw(5, seed=2)),
            case(draw(0, 4), draw(5, 4, seed=1)),
        ],
        dtypes=REALS + INTS,
        tolerance=4,  # halves: the product is rounded, and then the sum
    ),
    Sample(
        "embedding",
        embedding,
        [
            case(draw(3, 4), np.array([[2, 0], [2, 1]]), max_norm=3.0),
            case(draw(3, 4), np.array([1, 1, 2])),
            case(draw(3, 4), np.array(2, "int32")),
            case(draw(3, 4), np.zeros((0,), "int64")),
        ],
        dtypes=REALS,
        lists=False,
    ),
    Sample(
        "dropout",
        None,
        [
            case(draw(3, 4, **POSITIVE), 0.5, seed=1),
            case(draw(3, 4, **POSITIVE), 0.5, seed=1, scale=False),
            case(draw(3, 4, **POSITIVE), 0.5, training=False),
            case(draw(3, 4, **POSITIVE), 1.0),
            case(draw(3, 4, **POSITIVE), 0.0),
        ],
        dtypes=REALS + INTS,
        result="float",
        check=check_dropped(),
    ),
    Sample(
        "dropout1d",
        None,
        [case(draw(2, 3, 4, **POSITIVE), 0.5, seed=1)],
        check=check_dropped((1,)),
        dtypes=REALS,
    ),
    Sample(
        "dropout2d",
        None,
        [case(draw(2, 3, 2, 4, **POSITIVE), 0.5, seed=1)],
        check=check_dropped((1, 2)),
        dtypes=REALS,
    ),
    Sample(
        "dropout3d",
        None,
        [case(draw(2, 2, 3, 2, 4, **POSITIVE), 0.5, seed=1)],
        check=check_dropped((1, 2, 3)),
        dtypes=REALS,
    ),
    Sample(
        "scaled_dot_product_attention",
        scaled_dot_product_attention,
        [
            case(
                draw(2, 3, 4, **SMALL),
                draw(2, 5, 4, seed=1, **SMALL),
                draw(2, 5, 4, seed=2, **SMALL),
                mask=np.arange(30).reshape(2, 3, 5) % 4 * np.array([1, 1, 0])[:, None],
            ),
            case(draw(2, 3, 4), draw(2, 3, 4, seed=1), draw(2, 3, 4, seed=2), is_causal=True),
            case(draw(3, 4), draw(5, 4, seed=1), draw(5, 2, seed=2), scale=0.3),
            case(
                draw(3, 4),
                draw(5, 4, seed=1),
                draw(5, 2, seed=2),
                bias=np.arange(15).reshape(3, 5) % 4 / 4,
            ),
            case(
                draw(2, 2, 3, 4),
                draw(2, 2, 5, 4, seed=1),
                draw(2, 2, 5, 4, seed=2),
                mask=np.arange(15).reshape(3, 5) % 2 == 0,
                is_causal=True,
            ),
        ],
        dtypes=REALS + INTS,
        result="float",
    ),
    Sample(
        "multi_head_attention",
        multi_head_attention,
        [
            case(
                draw(2, 3, 4, **SMALL),
                num_heads=2,
                in_proj_weights=draw(12, 4, seed=1, **SMALL),
                in_proj_bias=draw(12, seed=2, **SMALL),
                out_proj_weights=draw(4, 4, seed=3, **SMALL),
                out_proj_bias=draw(4, seed=4, **SMALL),
                attention_mask=np.arange(9).reshape(3, 3) % 4 == 3,
            ),
            case(draw(3, 4), num_heads=2, is_causal=True, return_attention_weights=True),
            case(
                draw(3, 2, 4),
                draw(5, 2, 6, seed=1),
                draw(5, 2, 3, seed=2),
                batch_first=False,
                num_heads=2,
                q_proj_weights=draw(8, 4, seed=3, **SMALL),
                k_proj_weights=draw(8, 6, seed=4, **SMALL),
                v_proj_weights=draw(8, 3, seed=5, **SMALL),
                key_padding_mask=np.arange(10).reshape(2, 5) % 5 > 2,
                return_attention_weights=True,
            ).only("float64"),
            case(
                draw(2, 3, 4),
                draw(2, 5, 4, seed=1),
                num_heads=4,
                in_proj_weights=draw(12, 4, seed=2, **SMALL),
                attention_mask=draw(3, 5, seed=3),
            ),
        ],
        dtypes=REALS,
        tolerance=8,  # halves: three products one after the other, each rounded
    ),
]

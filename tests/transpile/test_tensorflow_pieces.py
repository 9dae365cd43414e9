"""Operations of TensorFlow on groups of rows, windows, boxes and diagonals, and their graphs."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("tensorflow")

import tensorflow as tf

from tests.transpile.checks import sizes_may_be_fixed
from tests.transpile.tensorflow_checks import check_function, positive, rand

FUNCTIONS: dict[str, Any] = {
    "more_segments": (
        lambda x, i: [
            tf.math.unsorted_segment_prod(x, i, 3),
            tf.math.unsorted_segment_prod(x, tf.stack([i, i, i, i], 1), 4),
            tf.math.segment_prod(tf.transpose(x), [0, 0, 2, 2]),
            tf.sparse.segment_sum(x, [0, 1, 1], [0, 0, 1]),
            tf.sparse.segment_mean(x, [0, 1, 1], [0, 0, 1]),
            tf.sparse.segment_sqrt_n(x, [0, 1, 1], [0, 0, 1], num_segments=4),
        ],
        rand(3, 4),
        tf.constant([0, 2, 0]),
    ),
    "places_of_maxima": (
        lambda x: [
            *tf.nn.max_pool_with_argmax(x, 2, 2, "SAME"),
            *tf.nn.max_pool_with_argmax(x, 3, 2, "VALID", "NHWC", tf.int32, True),
            tf.nn.dilation2d(x, rand(2, 3, 2), [1, 1, 2, 1], "SAME", "NHWC", [1, 2, 1, 1]),
            tf.nn.erosion2d(x, rand(2, 3, 2), [1, 1, 1, 1], "VALID", "NHWC", [1, 1, 1, 1]),
        ],
        rand(2, 5, 7, 2),
    ),
    "fake_quantization": (
        lambda x: [
            tf.quantization.fake_quant_with_min_max_args(x, -1.0, 1.5),
            tf.quantization.fake_quant_with_min_max_vars(x, 0.3, 2.0, 4, narrow_range=True),
            tf.quantization.fake_quant_with_min_max_vars_per_channel(
                x, [-1.0, -2.0, 0.0, -0.1], [1.0, 1.0, 1.0, 0.1]
            ),
        ],
        rand(3, 4),
    ),
    "boxes": (
        lambda boxes, scores: tf.raw_ops.NonMaxSuppressionV4(
            boxes=boxes,
            scores=scores,
            max_output_size=3,
            iou_threshold=0.5,
            score_threshold=0.1,
            pad_to_max_output_size=True,
        ),
        tf.constant([[0, 0, 1, 1], [0, 0.1, 1, 1.1], [2, 2, 3, 3], [5, 5, 6, 6.0]]),
        tf.constant([0.9, 0.8, 0.7, 0.05]),
    ),
    "least_squares": (
        lambda x: [
            tf.linalg.lstsq(x, x[:, :2], fast=False),
            tf.linalg.lstsq(x, x[:, :2], l2_regularizer=0.1),
            tf.linalg.lstsq(tf.transpose(x), tf.transpose(x)[:, :1], l2_regularizer=0.1),
        ],
        rand(5, 3),
    ),
    "betainc": (
        lambda a, b, x: tf.math.betainc(a, b, tf.concat([[0.0, 1.0], x[2:]], 0)),
        positive(6) * 4,
        positive(6, seed=1) * 9,
        positive(6, seed=2) - 0.5,
    ),
}


@pytest.mark.one_column
@pytest.mark.parametrize("name", FUNCTIONS)
def test_function(name: str, backend: str) -> None:
    function, *args = FUNCTIONS[name]
    check_function(function, tuple(args), backend)


DIAGONALS = [
    (k, align)
    for k in (0, 1, -2, (-1, 1), (0, 2), (-2, -1))
    for align in ("RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT")
]


@sizes_may_be_fixed()
@pytest.mark.parametrize("shape", [(3, 4), (4, 4), (5, 3)], ids=str)
def test_diagonals(shape: tuple[int, int], backend: str) -> None:
    def function(x: Any) -> Any:
        results = []
        for k, align in DIAGONALS:
            part = tf.linalg.diag_part(x, k=k, padding_value=7.0, align=align)
            results += [
                part,
                tf.linalg.diag(part, k=k, align=align),
                tf.linalg.diag(
                    part, k=k, num_rows=shape[0], num_cols=shape[1], padding_value=2.0, align=align
                ),
                tf.linalg.set_diag(x, part * 2, k=k, align=align),
            ]
        return results

    check_function(function, (rand(2, *shape),), backend)

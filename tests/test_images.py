"""Resampling against the frameworks' own, kernels, regions and boxes, and wrong arguments."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyIndexError, IvyValueError
from tests.helpers import native, to_numpy
from tests.samples.images import interpolate as by_definition

IMAGE = np.random.default_rng(0).standard_normal((2, 3, 7, 5))
TORCH_MODES = {
    1: ("linear", "nearest", "nearest-exact", "area"),
    2: ("bilinear", "bicubic", "nearest", "nearest-exact", "area"),
    3: ("trilinear", "nearest", "nearest-exact", "area"),
}


def resized(x: Any, size: Any, **options: Any) -> np.ndarray[Any, Any]:
    return to_numpy(ivy.interpolate(ivy.array(x, dtype="float64"), size, **options))


@pytest.mark.columns("torch")
@pytest.mark.parametrize("spatial", [1, 2, 3])
def test_equal_to_torch_on_every_backend(spatial: int, backend: str) -> None:
    import torch

    x = np.random.default_rng(1).standard_normal((2, 3, *(7, 5, 4)[:spatial]))
    sizes = [((9,) * spatial, None), ((3,) * spatial, None), (None, 1.7), (None, 0.6)]
    for mode, (size, scale), recompute in product(TORCH_MODES[spatial], sizes, (None, True)):
        has_kernel = mode not in ("nearest", "nearest-exact", "area")
        for align, smooth in product((False, True) if has_kernel else (False,), (False, True)):
            if smooth and mode not in ("bilinear", "bicubic"):
                continue
            corners = align if has_kernel else None
            expected = torch.nn.functional.interpolate(
                torch.tensor(x), size, scale, mode, corners, recompute and size is None, smooth
            )
            for name in ("numpy", "torch"):
                with ivy.use_backend(name):
                    result = resized(
                        x,
                        size,
                        mode=mode,
                        scale_factor=scale,
                        recompute_scale_factor=recompute,
                        align_corners=align,
                        antialias=smooth,
                    )
                message = f"{name} {mode} {size} {scale} {recompute} {align} {smooth}"
                np.testing.assert_allclose(result, expected, atol=1e-12, err_msg=message)


@pytest.mark.columns("torch")
def test_nearest_takes_the_samples_torch_takes(backend: str) -> None:
    import torch

    for old, new in product(range(1, 30), range(1, 30)):
        x = np.arange(old, dtype="float32").reshape(1, 1, old)
        for mode in ("nearest", "nearest-exact"):
            expected = torch.nn.functional.interpolate(torch.tensor(x), new, mode=mode)
            with ivy.use_backend("numpy"):
                result = ivy.interpolate(ivy.array(x), new, mode=mode)
            np.testing.assert_array_equal(to_numpy(result), expected, f"{mode} {old} {new}")


@pytest.mark.columns("jax")
@pytest.mark.parametrize("size", [(9, 8), (3, 2)])
def test_equal_to_jax(size: tuple[int, int], backend: str) -> None:
    import jax

    names = {"bicubic_tensorflow": "cubic", "lanczos3": "lanczos3", "lanczos5": "lanczos5"}
    for mode, antialias in product(names, (False, True)):
        expected = jax.image.resize(IMAGE, (2, 3, *size), names[mode], antialias=antialias)
        result = resized(IMAGE, size, mode=mode, antialias=antialias)
        np.testing.assert_allclose(result, expected, atol=1e-12, err_msg=mode)
    expected = jax.image.resize(IMAGE, (2, 3, *size), "linear", antialias=True)
    np.testing.assert_allclose(resized(IMAGE, size, antialias=True), expected, atol=1e-12)


@pytest.mark.columns("tensorflow")
@pytest.mark.parametrize("size", [(9, 8), (3, 2)])
def test_equal_to_tensorflow(size: tuple[int, int], backend: str) -> None:
    import tensorflow as tf

    image = np.moveaxis(IMAGE, 1, -1).astype("float32")
    modes = ["lanczos3", "lanczos5", "gaussian", "mitchellcubic", "bicubic_tensorflow"]
    for mode, antialias in [*product(modes, (False, True)), ("tf_area", False)]:
        name = {"tf_area": "area", "bicubic_tensorflow": "bicubic"}.get(mode, mode)
        expected = np.moveaxis(tf.image.resize(image, size, name, antialias=antialias), -1, 1)
        # Its bicubic without antialiasing looks weights up in a table of 1024.
        allowed = 5e-3 if name == "bicubic" and not antialias else 1e-5
        result = resized(IMAGE, size, mode=mode, antialias=antialias)
        np.testing.assert_allclose(result, expected, atol=allowed, err_msg=mode)


ALL_MODES = [
    *("linear", "nearest", "nearest-exact", "area", "bicubic", "bicubic_tensorflow"),
    *("lanczos3", "lanczos5", "gaussian", "mitchellcubic", "tf_area"),
]


@pytest.mark.parametrize("mode", ALL_MODES)
def test_constants_stay_constant(mode: str, backend: str) -> None:
    for size in ((9, 3), (1, 1)):
        result = resized(np.full((1, 2, 4, 6), 3.0), size, mode=mode)
        np.testing.assert_allclose(result, np.full((1, 2, *size), 3.0), rtol=1e-12)


@pytest.mark.parametrize("mode", ["linear", "bicubic", "lanczos3", "nearest", "area", "tf_area"])
def test_the_same_size_changes_nothing(mode: str, backend: str) -> None:
    np.testing.assert_allclose(resized(IMAGE, (7, 5), mode=mode), IMAGE, atol=1e-12)


def test_any_number_of_axes(backend: str) -> None:
    x = np.random.default_rng(2).standard_normal((1, 1, 2, 3, 2, 2))
    result = resized(x, (3, 2, 2, 4))
    np.testing.assert_allclose(result, by_definition(x, (3, 2, 2, 4)), atol=1e-12)


def test_integers(backend: str) -> None:
    x = ivy.array([[[1, 4]]])
    assert ivy.interpolate(x, 4, mode="nearest").dtype == "int32"
    assert ivy.interpolate(x, 3).dtype == "float32"
    assert ivy.interpolate(x, 3).tolist() == [[pytest.approx([1.0, 2.5, 4.0])]]


def test_second_order_gradient(backend: str) -> None:
    x = ivy.array(IMAGE[:1, :1], dtype="float64")

    def cost(x: Any) -> Any:
        return ivy.sum(ivy.interpolate(x, (4, 6), mode="bicubic") ** 3)

    first = ivy.grad(cost)
    second = to_numpy(ivy.grad(lambda x: ivy.sum(first(x) ** 2))(x))
    step = 1e-5 * np.ones_like(IMAGE[:1, :1])
    ends = [ivy.sum(first(x + sign * native(step, backend)) ** 2) for sign in (1, -1)]
    assert float(ends[0] - ends[1]) / 2e-5 == pytest.approx(second.sum(), rel=1e-5)


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        ((None,), {}, IvyValueError, "either size or scale_factor"),
        (((2, 2),), {"scale_factor": 2.0}, IvyValueError, "either size or scale_factor"),
        (((2, 2, 2),), {}, IvyValueError, "size for 2 axes"),
        ((2,), {"mode": "cubic"}, IvyValueError, "a mode of"),
        ((2,), {"mode": "trilinear"}, IvyValueError, "3 spatial axes"),
        ((0,), {}, IvyValueError, "size of at least 1"),
        ((2,), {"mode": "nearest", "align_corners": True}, IvyValueError, "align_corners"),
        ((2,), {"mode": "area", "antialias": True}, IvyValueError, "antialias"),
    ],
)
def test_wrong_arguments(
    arguments: Any, options: Any, error: type[Exception], message: str, backend: str
) -> None:
    with pytest.raises(error, match=message):
        ivy.interpolate(ivy.ones((1, 1, 3, 3)), *arguments, **options)


def test_wrong_shapes(backend: str) -> None:
    with pytest.raises(IvyIndexError, match="x of shape"):
        ivy.interpolate(ivy.ones((3, 3)), 2)
    with pytest.raises(IvyValueError, match="2 spatial axes"):
        ivy.nearest_interpolate(ivy.ones((1, 1, 3)), 2, [2, 2], None, False)
    with pytest.raises(IvyValueError, match="1 spatial axes"):
        ivy.area_interpolate(ivy.ones((1, 1, 3, 3)), 1, [2], None)


# ---- kernels ----------------------------------------------------------------------------------


def test_kernels_are_symmetric_and_end_at_their_radius(backend: str) -> None:
    radii = {"linear": 1, "bicubic": 2, "mitchellcubic": 2, "lanczos3": 3, "lanczos5": 5}
    for mode, radius in (radii | {"gaussian": 1.5, "bicubic_tensorflow": 2}).items():
        kernel = ivy.get_interpolate_kernel(mode)
        x = np.linspace(0, radius + 1, 23, dtype="float32")
        forth, back = kernel(ivy.array(x)), kernel(ivy.array(-x))
        np.testing.assert_allclose(to_numpy(forth), to_numpy(back))
        assert np.all(to_numpy(forth)[x >= radius] == 0)
        result = kernel(native(x, backend))
        assert not isinstance(result, ivy.Array)
    with pytest.raises(IvyValueError, match="a mode of"):
        ivy.get_interpolate_kernel("nearest")


def test_weights_and_equation_resample(backend: str) -> None:
    kernel = ivy.get_interpolate_kernel("lanczos3")
    x = ivy.array(IMAGE, dtype="float32")
    weights = [
        ivy.compute_weight_mat(old, new, new / old, False, kernel, True)
        for old, new in zip((7, 5), (4, 8), strict=True)
    ]
    result = ivy.einsum(ivy.generate_einsum_equation(2), x, *weights)
    expected = resized(IMAGE, (4, 8), mode="lanczos3", antialias=True)
    np.testing.assert_allclose(to_numpy(result), expected, atol=1e-5)
    assert ivy.generate_einsum_equation(3) == "abcde,cf,dg,eh->abfgh"
    with pytest.raises(IvyValueError, match="dim"):
        ivy.generate_einsum_equation(0)


# ---- functions given by points ----------------------------------------------------------------


def test_interp_at_the_points_and_beyond(backend: str) -> None:
    points, heights = [0.0, 1.0, 1.0, 3.0], [5.0, 6.0, 8.0, 2.0]
    x = [-1.0, 0.0, 0.5, 1.0, 3.0, 4.0, float("nan")]
    result = ivy.interp(ivy.array(x), ivy.array(points), ivy.array(heights))
    np.testing.assert_allclose(to_numpy(result), np.interp(x, points, heights), rtol=1e-6)


def test_interp_errors(backend: str) -> None:
    with pytest.raises(IvyValueError, match="xp and fp"):
        ivy.interp(ivy.ones(2), ivy.ones(3), ivy.ones(2))
    with pytest.raises(IvyValueError, match="period"):
        ivy.interp(ivy.ones(2), ivy.ones(3), ivy.ones(3), period=0)


# ---- regions ----------------------------------------------------------------------------------


def test_boxes_larger_than_the_image(backend: str) -> None:
    from tests.samples.images import roi_align

    boxes = np.array([[0, -9.3, -8.2, 14.7, 13.1]])
    result = ivy.roi_align(ivy.array(IMAGE, dtype="float64"), ivy.array(boxes, dtype="float64"), 3)
    np.testing.assert_allclose(to_numpy(result), roi_align(IMAGE, boxes, 3), atol=1e-12)


def test_boxes_without_extent(backend: str) -> None:
    x, boxes = ivy.ones((1, 1, 4, 4)), ivy.array([[0.0, 1.0, 1.0, 1.0, 1.0]])
    assert ivy.all(ivy.roi_align(x, boxes, 2) == 1)  # at least a pixel when not aligned
    assert ivy.all(ivy.roi_align(x, boxes, 2, aligned=True) == 0)


@pytest.mark.columns("numpy", "torch", "tensorflow")  # JAX takes half a minute to compile it
def test_gradient_of_boxes_with_samples_as_needed(backend: str) -> None:
    x = ivy.array(IMAGE, dtype="float64")
    boxes = np.array([[1, 0.3, 0.2, 3.3, 5.1]])

    def total(boxes: Any) -> Any:
        return ivy.sum(ivy.roi_align(x, boxes, 2, aligned=True) ** 2)

    gradient = to_numpy(ivy.grad(total)(ivy.array(boxes, dtype="float64")))
    step = np.array([[0, 1e-6, 0, 0, 0]])
    ends = [float(total(ivy.array(boxes + s * step, dtype="float64"))) for s in (1, -1)]
    assert (ends[0] - ends[1]) / 2e-6 == pytest.approx(gradient[0, 1], rel=1e-5)


def test_no_boxes(backend: str) -> None:
    x = ivy.ones((1, 2, 4, 4))
    assert ivy.roi_align(x, ivy.zeros((0, 5)), 2).shape == (0, 2, 2, 2)
    kept = ivy.nms(ivy.zeros((0, 4)))
    assert (kept.shape, kept.dtype) == ((0,), "int64")


def test_wrong_boxes(backend: str) -> None:
    with pytest.raises(IvyValueError, match="boxes"):
        ivy.roi_align(ivy.ones((1, 2, 4, 4)), ivy.zeros((3, 4)), 2)
    with pytest.raises(IvyValueError, match="output_size as a number from 1 or 2 of them, got 0"):
        ivy.roi_align(ivy.ones((1, 2, 4, 4)), ivy.zeros((3, 5)), 0)
    with pytest.raises(IvyValueError, match="input of shape"):
        ivy.roi_align(ivy.ones((2, 4, 4)), ivy.zeros((3, 5)), 2)
    with pytest.raises(IvyValueError, match="boxes"):
        ivy.nms(ivy.zeros((3, 5)))
    with pytest.raises(IvyValueError, match="score per box"):
        ivy.nms(ivy.zeros((3, 4)), ivy.zeros(2))


def test_many_boxes(backend: str) -> None:
    from tests.samples.images import nms

    random = np.random.default_rng(3)
    corners = random.uniform(0, 10, (60, 2))
    boxes = np.concatenate([corners, corners + random.uniform(1, 4, (60, 2))], 1)
    scores = random.permutation(60) / 60
    result = ivy.nms(ivy.array(boxes, dtype="float64"), ivy.array(scores, dtype="float64"), 0.3)
    np.testing.assert_array_equal(to_numpy(result), nms(boxes, scores, 0.3))

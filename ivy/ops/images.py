"""Resampling of images, channels first, and of functions given by points; regions and boxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ivy.backends import resampling
from ivy.dispatch import (
    OPERATIONS,
    choose,
    put,
    retry,
    space_of,
    table,
    unwrap,
    wrap_like,
)
from ivy.types import A

__all__ = [
    "area_interpolate",
    "compute_weight_mat",
    "generate_einsum_equation",
    "get_interpolate_kernel",
    "interp",
    "interpolate",
    "nearest_interpolate",
    "nms",
    "roi_align",
]

# ---- interpolation ----------------------------------------------------------------------------


def interpolate(
    x: A,
    size: int | Sequence[int] | None,
    /,
    mode: str = "linear",
    scale_factor: float | Sequence[float] | None = None,
    recompute_scale_factor: bool | None = None,
    align_corners: bool | None = False,
    antialias: bool = False,
    out: A | None = None,
) -> A:
    """Return `x`, of shape [batch, channels, *sizes], resampled to new spatial sizes.

    Modes linear (bilinear, trilinear), nearest, nearest-exact, area and bicubic equal those of
    `torch.nn.functional.interpolate`; bicubic_tensorflow, lanczos3, lanczos5, gaussian,
    mitchellcubic and tf_area those of `tf.image.resize`. Nearest modes keep the dtype, all others
    return floats.

    >>> ivy.interpolate(ivy.array([[[0., 1.]]]), 4)
    ivy.array([[[0.  , 0.25, 0.75, 1.  ]]])
    """
    if out is not None:
        return put(
            interpolate(
                x, size, mode, scale_factor, recompute_scale_factor, align_corners, antialias
            ),
            out,
        )
    try:
        return table[type(x)].interpolate(
            x, size, mode, scale_factor, recompute_scale_factor, align_corners, antialias
        )
    except Exception as error:
        return retry(
            error,
            "interpolate",
            x,
            size,
            mode,
            scale_factor,
            recompute_scale_factor,
            align_corners,
            antialias,
        )


def nearest_interpolate(
    x: A, dims: int, size: Sequence[int] | None, scale: Sequence[float] | None, exact: bool
) -> A:
    """Return the nearest samples of `x`, which has `dims` spatial axes, at new sizes.

    >>> ivy.nearest_interpolate(ivy.array([[[1, 2]]]), 1, [4], None, False)
    ivy.array([[[1, 1, 2, 2]]])
    """
    try:
        return table[type(x)].nearest_interpolate(x, dims, size, scale, exact)
    except Exception as error:
        return retry(error, "nearest_interpolate", x, dims, size, scale, exact)


def area_interpolate(
    x: A, dims: int, size: Sequence[int] | None, scale: Sequence[float] | None
) -> A:
    """Return the means of `x`, which has `dims` spatial axes, over areas, at new sizes.

    >>> ivy.area_interpolate(ivy.array([[[1., 3., 5., 7.]]]), 1, [2], None)
    ivy.array([[[2., 6.]]])
    """
    try:
        return table[type(x)].area_interpolate(x, dims, size, scale)
    except Exception as error:
        return retry(error, "area_interpolate", x, dims, size, scale)


def get_interpolate_kernel(mode: str) -> Callable[[Any], Any]:
    """Return the function that gives the weight of a sample at a distance, by which a mode works.

    >>> ivy.get_interpolate_kernel("linear")(ivy.array([0., 0.25, 2.]))
    ivy.array([1.  , 0.75, 0.  ])
    """
    weight = resampling.kernel(mode).weight

    def kernel(x: Any) -> Any:
        space = space_of(x)
        result = weight(space, space.asarray(unwrap(x)))
        return wrap_like(result, x)

    return kernel


def generate_einsum_equation(dim: int) -> str:
    """Return the equation by which `einsum` resamples `dim` spatial axes with weight matrices.

    >>> ivy.generate_einsum_equation(2)
    'abcd,ce,df->abef'
    """
    return resampling.einsum_equation(dim)


def compute_weight_mat(
    input_size: int,
    output_size: int,
    scale: float,
    align_corners: bool,
    kernel_fn: Callable[[Any], Any],
    antialias: bool,
) -> Any:
    """Return the matrix [input_size, output_size] that resamples an axis by a kernel.

    `scale` is the size of the output relative to the input, 2 for twice as many samples.

    >>> ivy.compute_weight_mat(2, 4, 2.0, False, ivy.get_interpolate_kernel("linear"), False)
    ivy.array([[1.  , 0.75, 0.25, 0.  ],
               [0.  , 0.25, 0.75, 1.  ]])
    """
    distances, places = resampling.distances(
        input_size, output_size, scale, align_corners, antialias
    )
    weights = kernel_fn(OPERATIONS["asarray"](distances.astype("float32")))
    space = space_of(weights)
    native = unwrap(weights)
    places = space.asarray(places, dtype=native.dtype)
    return wrap_like(resampling.normalized(space, native, places, input_size))


def interp(
    x: A | float,
    xp: A,
    fp: A,
    left: float | None = None,
    right: float | None = None,
    period: float | None = None,
) -> A:
    """Return at `x` the piecewise linear function that is `fp` at the increasing points `xp`.

    Outside the points it is `left` and `right`, by default the first and last of `fp`; with a
    `period` the points repeat, and may be in any order.

    >>> ivy.interp(ivy.array([0.5, 3.]), ivy.array([0., 1., 2.]), ivy.array([0., 10., 20.]))
    ivy.array([ 5., 20.])
    """
    try:
        return (table[type(fp)] if type(x) is type(xp) is type(fp) else choose(x, xp, fp)).interp(
            x, xp, fp, left, right, period
        )
    except Exception as error:
        return retry(error, "interp", x, xp, fp, left, right, period)


# ---- regions ----------------------------------------------------------------------------------


def roi_align(
    input: A,
    boxes: A | Sequence[A],
    output_size: int | tuple[int, int],
    spatial_scale: float = 1.0,
    sampling_ratio: int = -1,
    aligned: bool = False,
) -> A:
    """Return each box of a feature map, resampled by means of bilinear samples to one size.

    `input` is [batch, channels, height, width]; `boxes` rows of image, x1, y1, x2, y2, or one array
    of x1, y1, x2, y2 per image. A bin has `sampling_ratio` samples along each axis; by default as
    many as it has pixels. `aligned` shifts the box by half a pixel, to the middle of pixels.

    >>> x = ivy.reshape(ivy.arange(16, dtype="float32"), (1, 1, 4, 4))
    >>> ivy.roi_align(x, ivy.array([[0., 0., 0., 2., 2.]]), 2, sampling_ratio=1)
    ivy.array([[[[2.5, 3.5],
                 [6.5, 7.5]]]])
    """
    return retry(
        None, "roi_align", input, boxes, output_size, spatial_scale, sampling_ratio, aligned
    )


def nms(
    boxes: A,
    scores: A | None = None,
    iou_threshold: float = 0.5,
    max_output_size: int | None = None,
    score_threshold: float = float("-inf"),
) -> A:
    """Return the indices of the boxes that stay, best score first.

    A box x1, y1, x2, y2 is dropped when it overlaps a better one that stays by more than
    `iou_threshold` (intersection over union), or when its score is not above `score_threshold`.

    >>> boxes = ivy.array([[0., 0., 2., 2.], [0., 0., 2., 1.9], [3., 3., 4., 4.]])
    >>> ivy.nms(boxes, ivy.array([0.5, 0.9, 0.7]))
    ivy.array([1, 2], dtype=int64)
    """
    try:
        return (table[type(boxes)] if scores is None else choose(boxes, scores)).nms(
            boxes, scores, iou_threshold, max_output_size, score_threshold
        )
    except Exception as error:
        return retry(error, "nms", boxes, scores, iou_threshold, max_output_size, score_threshold)

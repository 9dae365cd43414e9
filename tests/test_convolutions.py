"""Convolutions in all layouts and paddings, their gradients to second order, and their errors.

The expected values come from the loops of `tests/samples/convolutions.py`.
"""

from __future__ import annotations

from itertools import cycle, product
from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyTypeError, IvyValueError
from tests.helpers import assert_close, native, to_numpy
from tests.samples.convolutions import backward, depthwise, forward

FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}
FILTER_FORMATS = ("channel_last", "channel_first")
TOLERANCE = 4  # sums of up to 27 * 3 products


def paddings(dims: int) -> list[Any]:
    """Return every form of a padding."""
    return ["SAME", "VALID", 1, [(2, 0), (0, 1), (1, 3)][:dims]]


def draw(*shape: int, seed: int = 0) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).uniform(-1, 1, shape).astype("float32")


def arranged(x: Any, filters: Any, data_format: str, filter_format: str) -> tuple[Any, Any]:
    """Return operands with channels last in the layouts asked for."""
    if data_format[1] == "C" or data_format == "channel_first":
        x = np.moveaxis(x, -1, 1)
    if filter_format == "channel_first":
        filters = np.moveaxis(filters, (-1, -2), (0, 1))
    return np.ascontiguousarray(x), np.ascontiguousarray(filters)


def layouts(dims: int, formats: tuple[str, str] | None = None) -> list[Any]:
    """Return padding, data format and filter format: every padding in every data format."""
    filter_formats = cycle((*FILTER_FORMATS, *FILTER_FORMATS[::-1]))
    pairs = product(paddings(dims), formats or FORMATS[dims])
    return [(padding, form, next(filter_formats)) for padding, form in pairs]


def check(
    name: str, reference: Any, x: Any, filters: Any, args: tuple[Any, ...], options: Any
) -> None:
    """Fail unless an operation gives what the loops do."""
    ours = {k: ivy.array(v) if isinstance(v, np.ndarray) else v for k, v in options.items()}
    result = getattr(ivy, name)(ivy.array(x), ivy.array(filters), *args, **ours)
    expected = reference(x.astype("float64"), filters.astype("float64"), *args, **options)
    assert_close(result, expected, "float32", tolerance=TOLERANCE)


def check_forward(dims: int) -> None:
    hows = cycle([(1, 1, 1), (2, 1, 1), (1, 2, 1), (3, 1, 2)])
    for padding, data_format, filter_format in layouts(dims):
        strides, dilations, x_dilations = next(hows)
        x, filters = arranged(
            draw(2, *(5, 6, 5)[:dims], 3), draw(*(3, 2, 1)[:dims], 3, 2), data_format, filter_format
        )
        options = {"data_format": data_format, "filter_format": filter_format}
        options |= {"dilations": dilations, "x_dilations": [x_dilations] * dims}
        check(f"conv{dims}d", forward(""), x, filters, (strides, padding), options)


def check_transposed(dims: int) -> None:
    hows = cycle([(2, 1), (1, 1), (1, 2), (3, 1)])
    for padding, data_format, filter_format in layouts(dims):
        strides, dilations = next(hows)
        x, filters = arranged(
            draw(2, *(3, 4, 3)[:dims], 3), draw(*(4, 3, 5)[:dims], 2, 3), data_format, filter_format
        )
        options: dict[str, Any] = {"data_format": data_format, "filter_format": filter_format}
        options |= {"dilations": dilations}
        name = f"conv{dims}d_transpose"
        check(name, backward(""), x, filters, (strides, padding), options)
        if padding == "SAME" and strides > 1:
            options["output_shape"] = [n * strides - 1 for n in (3, 4, 3)[:dims]]
            check(name, backward(""), x, filters, (strides, padding), options)


# ---- the rows of the dashboard ----------------------------------------------------------------


def test_conv1d(backend: str) -> None:
    check_forward(1)


def test_conv2d(backend: str) -> None:
    check_forward(2)


def test_conv3d(backend: str) -> None:
    check_forward(3)


def test_conv1d_transpose(backend: str) -> None:
    check_transposed(1)


def test_conv2d_transpose(backend: str) -> None:
    check_transposed(2)


def test_conv3d_transpose(backend: str) -> None:
    check_transposed(3)


def test_depthwise_conv2d(backend: str) -> None:
    hows = cycle([(1, 1), (2, 1), ((2, 1), 1), (1, (1, 2))])
    for padding, data_format, _ in layouts(2):
        x, filters = arranged(draw(2, 5, 6, 4), draw(3, 2, 4), data_format, "channel_last")
        strides, dilations = next(hows)
        options = {"data_format": data_format, "dilations": dilations}
        check("depthwise_conv2d", depthwise, x, filters, (strides, padding), options)


def test_conv_general_dilated(backend: str) -> None:
    for dims, groups in ((1, 4), (2, 2), (3, 2)):
        for padding, data_format, filter_format in layouts(dims, FILTER_FORMATS):
            x, filters = arranged(
                draw(2, *(4, 5, 4)[:dims], 4),
                draw(*(3, 2, 1)[:dims], 4 // groups, 2 * groups),
                data_format,
                filter_format,
            )
            options = {"dims": dims, "data_format": data_format, "filter_format": filter_format}
            options |= {"feature_group_count": groups, "bias": draw(2 * groups)}
            check("conv_general_dilated", forward(""), x, filters, (1, padding), options)


def test_conv_general_transpose(backend: str) -> None:
    for dims, groups in ((1, 4), (2, 2), (3, 2)):
        for padding, data_format, filter_format in layouts(dims, FILTER_FORMATS):
            x, filters = arranged(
                draw(2, *(3, 4, 3)[:dims], 4),
                draw(*(4, 3, 5)[:dims], 2, 4),
                data_format,
                filter_format,
            )
            options = {"dims": dims, "data_format": data_format, "filter_format": filter_format}
            options |= {"feature_group_count": groups, "bias": draw(2 * groups)}
            check("conv_general_transpose", backward(""), x, filters, (2, padding), options)


# ---- gradients --------------------------------------------------------------------------------

SECOND_ORDER = {
    "plain": ("conv2d", (2, 4, 4, 2), (3, 2, 2, 3), (1, "SAME"), {}),
    "strides": ("conv2d", (1, 5, 5, 2), (3, 3, 2, 2), (2, [(1, 0), (2, 1)]), {}),
    "dilations": ("conv2d", (1, 5, 5, 2), (2, 2, 2, 2), (1, "SAME"), {"dilations": 2}),
    # XLA of jax 0.10 ends the process at the gradients of these two for x and for the filters.
    "wide": ("conv2d", (1, 4, 1, 2), (2, 5, 2, 2), ((2, 1), [(1, 1), (2, 2)]), {}),
    "wide_spaced": ("conv2d", (1, 3, 1, 2), (4, 1, 2, 2), (1, [(0, 0), (1, 1)]),
                    {"x_dilations": (2, 1)}),
    "spaced": ("conv1d", (2, 5, 2), (2, 2, 3), (2, 1), {"x_dilations": 2}),
    "groups": ("conv_general_dilated", (1, 4, 4, 4), (2, 2, 2, 4), (1, 1),
               {"feature_group_count": 2}),
    "depthwise": ("depthwise_conv2d", (1, 4, 5, 3), (2, 2, 3), ((1, 2), "SAME"), {}),
    "transposed": ("conv2d_transpose", (1, 3, 3, 2), (3, 2, 3, 2), (2, "SAME"), {}),
    "transposed_dilated": ("conv1d_transpose", (2, 4, 2), (3, 2, 2), (2, "VALID"),
                           {"dilations": 2}),
    "volume": ("conv3d", (1, 3, 3, 3, 1), (2, 2, 2, 1, 2), (1, 1), {}),
}  # fmt: skip


@pytest.mark.parametrize("case", SECOND_ORDER)
def test_second_order(case: str, backend: str) -> None:
    """The gradient of a function of the gradient against differences of that function."""
    name, *shapes, args, options = SECOND_ORDER[case]
    start, step = [
        [draw(*shape, seed=seed).astype("float64") for shape in shapes] for seed in (1, 2)
    ]

    def cubed(v: list[Any]) -> Any:
        return ivy.sum(getattr(ivy, name)(v[0], v[1], *args, **options) ** 3)

    def of_gradient(v: list[Any]) -> Any:
        first, second = ivy.grad(cubed)(v)
        return ivy.sum(first**2) + ivy.sum(ivy.sin(second))

    def moved(by: float) -> list[Any]:
        return [ivy.array(a + by * b) for a, b in zip(start, step, strict=True)]

    found = ivy.grad(of_gradient)(moved(0))
    along = sum(float((to_numpy(g) * s).sum()) for g, s in zip(found, step, strict=True))
    difference = (float(of_gradient(moved(1e-5))) - float(of_gradient(moved(-1e-5)))) / 2e-5
    assert along == pytest.approx(difference, rel=1e-6, abs=1e-6)


def test_gradient_keeps_float32(backend: str) -> None:
    x, filters = ivy.array(draw(1, 4, 4, 2)), ivy.array(draw(2, 2, 2, 3))
    for gradient in ivy.grad(lambda v: ivy.sum(ivy.conv2d(*v, 1, "SAME")))([x, filters]):
        assert gradient.dtype == "float32"


# ---- dtypes and shapes ------------------------------------------------------------------------


def test_dtypes_promote(backend: str) -> None:
    x, filters = draw(1, 4, 2), draw(2, 2, 3)
    result = ivy.conv1d(ivy.array(x), ivy.array(filters, dtype="float64"), 1, "SAME")
    assert result.dtype == "float64"
    space = ivy.with_backend(backend)
    mixed = space.conv1d(space.asarray(x), space.asarray(filters, dtype="float64"), 1, "SAME")
    np.testing.assert_allclose(to_numpy(mixed), to_numpy(result))


def test_halves_add_up_in_single_precision(backend: str) -> None:
    x, filters = np.ones((1, 64, 64)), np.full((3, 64, 1), 1 / 64)
    filters[0, 0, 0] = 16  # 16 + 1 / 64 is 16 in half precision
    for dtype in ("float16", "bfloat16"):
        arrays = [ivy.array(a, dtype=dtype) for a in (x, filters)]
        result = ivy.conv1d(*arrays, 1, "VALID")
        expected = ivy.array(16 + 191 / 64, dtype=dtype)
        assert result.dtype == dtype
        assert bool(ivy.all(result == expected))


def test_empty_batch(backend: str) -> None:
    x, filters = ivy.zeros((0, 4, 5, 2)), ivy.ones((2, 2, 2, 3))
    assert tuple(ivy.conv2d(x, filters, 1, "SAME").shape) == (0, 4, 5, 3)


@pytest.mark.parametrize("groups", [1, 2, 4])
@pytest.mark.parametrize("name", ["conv_general_dilated", "conv_general_transpose"])
def test_gradients_of_an_empty_batch(name: str, groups: int, backend: str) -> None:
    x, bias = ivy.zeros((0, 5, 4), dtype="float64"), ivy.ones(4, dtype="float64")
    filters = ivy.ones((3, 4 // groups, 4), dtype="float64")

    def convolved(v: list[Any]) -> Any:
        options = {"dims": 1, "feature_group_count": groups, "bias": v[2]}
        return getattr(ivy, name)(v[0], v[1], 1, "SAME", **options)

    assert tuple(convolved([x, filters, bias]).shape) == (0, 5, 4)
    found = ivy.grad(lambda v: ivy.sum(convolved(v)))([x, filters, bias])
    for gradient, like in zip(found, (x, filters, bias), strict=True):
        assert_close(gradient, np.zeros(tuple(like.shape)), "float64")


@pytest.mark.columns("tensorflow")
def test_unknown_sizes(backend: str) -> None:
    import tensorflow as tf

    x, filters = draw(2, 5, 6, 3), draw(3, 3, 3, 2)
    for padding, strides, sizes in (
        ("SAME", 2, (None, None)),
        ("VALID", 1, (None, 6)),
        (1, 1, (5, 6)),
    ):
        signature = [tf.TensorSpec((None, *sizes, 3)), tf.TensorSpec((3, 3, 3, 2))]

        def program(a: Any, b: Any, how: Any = (strides, padding)) -> Any:
            return ivy.conv2d(a, b, *how)

        result = tf.function(program, input_signature=signature)(x, filters)
        expected = forward("NHWC")(x, filters, strides, padding)
        assert_close(result, expected, "float32", "tensorflow", TOLERANCE)


# ---- errors -----------------------------------------------------------------------------------

X, FILTERS = (1, 5, 5, 2), (3, 3, 2, 4)
ERRORS = {
    "rank of x": ("conv2d", (5, 5, 2), FILTERS, (1, "SAME"), {}, "x with 4 axes"),
    "rank of filters": ("conv2d", X, (3, 3, 2), (1, "SAME"), {}, "filters with 4 axes"),
    "data_format": ("conv2d", X, FILTERS, (1, "SAME", "NWC"), {}, "data_format 'NHWC' or 'NCHW'"),
    "filter_format": ("conv2d", X, FILTERS, (1, "SAME"), {"filter_format": "HWIO"},
                      "filter_format 'channel_last' or 'channel_first', got 'HWIO'"),
    "padding name": ("conv2d", X, FILTERS, (1, "FULL"), {}, "padding 'SAME', 'VALID'.*got 'FULL'"),
    "padding pairs": ("conv2d", X, FILTERS, (1, [(1, 1)]), {}, "padding.*2 pairs"),
    "negative padding": ("conv2d", X, FILTERS, (1, -1), {}, "padding.*got -1"),
    "strides": ("conv2d", X, FILTERS, ((1, 2, 3), 0), {}, "strides as a number from 1 or 2"),
    "zero stride": ("conv2d", X, FILTERS, (0, 0), {}, "strides.*got 0"),
    "dilations": ("conv2d", X, FILTERS, (1, 0), {"dilations": 1.5}, "dilations.*got 1.5"),
    "x_dilations": ("conv2d", X, FILTERS, (1, 0), {"x_dilations": 0}, "x_dilations.*got 0"),
    "channels": ("conv2d", (1, 5, 5, 3), FILTERS, (1, 0), {}, "x of 2 channels.*got 3"),
    "window": ("conv2d", (1, 2, 5, 2), FILTERS, (1, 0), {}, "window of 3 over 2 along .* 0"),
    "bias": ("conv2d", X, FILTERS, (1, 0), {"bias": (3,)}, r"bias of shape \(4,\), got \(3,\)"),
    "groups": ("conv_general_dilated", X, (3, 3, 1, 3), (1, 0), {"feature_group_count": 2},
               "feature_group_count that divides the 3 output channels, got 2"),
    "group channels": ("conv_general_dilated", X, FILTERS, (1, 0), {"feature_group_count": 2},
                       "x of 4 channels in all, 2 groups of 2, got 2"),
    "no groups": ("conv_general_dilated", X, FILTERS, (1, 0), {"feature_group_count": 0},
                  "feature_group_count as a number from 1, got 0"),
    "dims": ("conv_general_dilated", X, FILTERS, (1, 0), {"dims": 4}, "dims 1, 2 or 3, got 4"),
    "depthwise filters": ("depthwise_conv2d", X, (3, 3, 2, 2), (1, 0), {},
                          r"filters of shape \(height, width, channels\)"),
    "depthwise channels": ("depthwise_conv2d", X, (3, 3, 3), (1, 0), {}, "x of 3 channels.*got 2"),
    "transposed channels": ("conv2d_transpose", X, (3, 3, 4, 3), (1, 0), {},
                            "x of 3 channels as the filters, got 2"),
    "output_shape": ("conv2d_transpose", X, (3, 3, 4, 2), (2, "SAME"), {"output_shape": (12, 10)},
                     r"output_shape .* to \(5, 5\), got \(12, 10\)"),
    "output_shape sizes": ("conv2d_transpose", X, (3, 3, 4, 2), (2, 0), {"output_shape": (1,)},
                           "output_shape of 2 sizes, or 4"),
    "output_shape number": ("conv2d_transpose", X, (3, 3, 4, 2), (2, 0), {"output_shape": 10},
                            "output_shape of 2 sizes, or 4 .*got 10"),
    "nothing left": ("conv1d_transpose", (1, 1, 1), (2, 1, 1), (1, 2), {}, "padding that leaves"),
    "transposed x_dilations": ("conv", X, (3, 3, 4, 2), (1, 0),
                               {"transpose": True, "x_dilations": 2}, "x_dilations of 1"),
}  # fmt: skip


@pytest.mark.parametrize("case", ERRORS)
def test_errors(case: str, backend: str) -> None:
    name, x, filters, args, options, message = ERRORS[case]
    if "bias" in options:
        options = {**options, "bias": ivy.zeros(options["bias"])}
    with pytest.raises(IvyValueError, match=f"{name}: expected .*{message}"):
        getattr(ivy, name)(ivy.zeros(x), ivy.zeros(filters), *args, **options)


def test_integers_are_refused(backend: str) -> None:
    x, filters = ivy.zeros((1, 4, 2), dtype="int32"), ivy.zeros((2, 2, 3), dtype="int32")
    with pytest.raises(
        IvyTypeError, match="conv1d: expected floating-point x and filters, got int32"
    ):
        ivy.conv1d(x, filters, 1, 0)


def test_gradient_of_the_largest_of_several_channels_per_group(backend: str) -> None:
    """XLA compiled it wrongly."""
    generator = np.random.default_rng(0)
    x, w, upstream = (generator.normal(size=s) for s in ((3, 1, 12, 6), (1, 3, 1, 12), (3, 12)))

    def loss(w: Any) -> Any:
        y = ivy.conv_general_dilated(x_there, w, 1, "VALID", feature_group_count=6)
        return ivy.sum(ivy.max(y[:, 0], axis=1) * upstream_there)

    x_there, w_there, upstream_there = (native(each, backend) for each in (x, w, upstream))
    gradient = ivy.grad(loss)
    if backend == "jax":
        import jax

        gradient = jax.jit(gradient)
    windows = np.stack([np.repeat(x[:, 0, i : i + 10], 2, -1) for i in range(3)])
    places = (windows * w[0, :, 0][:, None, None]).sum(0).argmax(1)
    chosen = np.take_along_axis(windows, places[None, :, None], 2)[:, :, 0]
    expected = (chosen * upstream).sum(1)[None, :, None]
    np.testing.assert_allclose(to_numpy(gradient(w_there)), expected, rtol=1e-9)

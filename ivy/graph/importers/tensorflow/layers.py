"""Rules for products, convolutions, pooling and normalization of TensorFlow."""

from __future__ import annotations

from typing import Any

from ivy.graph.importers.tensorflow.values import numbers_of, rule, sizes_of, table
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported

# ---- products -----------------------------------------------------------------------------------


@rule("MatMul")
def _matmul(build, x, y, transpose_a=False, transpose_b=False, grad_a=False, grad_b=False):
    flags = {"transpose_a": transpose_a, "transpose_b": transpose_b}
    return build.matmul(x, y, **{key: True for key, flag in flags.items() if flag})


@rule("BatchMatMul", "BatchMatMulV2", "BatchMatMulV3")
def _batch_matmul(build, x, y, adj_x=False, adj_y=False, grad_x=False, grad_y=False, Tout=None):
    if Tout is not None and x.dtype != Tout:
        x, y = build.astype(x, Tout), build.astype(y, Tout)
    flags = {"adjoint_a": adj_x, "adjoint_b": adj_y}
    if not (x.dtype or "").startswith("complex"):
        flags = {"transpose_a": adj_x, "transpose_b": adj_y}
    return build.matmul(x, y, **{key: True for key, flag in flags.items() if flag})


@rule("Einsum")
def _einsum(build, *xs, equation):
    return build.einsum(equation, *xs)


# ---- convolutions -------------------------------------------------------------------------------


def spatial(numbers: Any, data_format: str) -> tuple[int, ...]:
    """Return the entries of spatial axes; those of batch and channels have to be 1."""
    numbers = tuple(numbers)
    channel = data_format.index("C")
    if numbers[0] != 1 or numbers[channel] != 1:
        raise Unsupported(f"strides or windows {numbers} over batch or channels")
    return tuple(n for i, n in enumerate(numbers) if i not in (0, channel))


def _padding(padding: str, explicit: Any, data_format: str) -> Any:
    if padding != "EXPLICIT":
        return padding
    pairs = tuple(zip(explicit[::2], explicit[1::2], strict=True))
    channel = data_format.index("C")
    return tuple(pair for i, pair in enumerate(pairs) if i not in (0, channel))


def _layout(data_format: str) -> dict[str, str]:
    return {} if data_format.endswith("C") else {"data_format": "channel_first"}


_DEFAULTS = {2: "NHWC", 3: "NDHWC"}


def channels_of(x: Value, data_format: str) -> int:
    """Return the number of channels."""
    size = x.shape[data_format.index("C")] if x.shape is not None else None
    if size is None:
        raise Unsupported("an unknown number of channels")
    return size


@rule("Conv2D", "Conv3D")
def convolved(
    build,
    x,
    filters,
    strides,
    padding,
    explicit_paddings=(),
    data_format="",
    dilations=(1,),
    use_cudnn_on_gpu=True,
):
    """Return a convolution; filters for fewer channels than there are mean groups."""
    if filters.shape is None or filters.shape[-2] is None:
        raise Unsupported("filters whose sizes are unknown")
    dims = len(filters.shape) - 2
    data_format = data_format or _DEFAULTS[dims]
    options: dict[str, Any] = {"dims": dims, **_layout(data_format)}
    groups = channels_of(x, data_format) // filters.shape[-2]
    if groups != 1:
        options["feature_group_count"] = groups
    if any(n != 1 for n in dilations):
        options["dilations"] = spatial(dilations, data_format)
    steps = spatial(strides, data_format)
    pads = _padding(padding, explicit_paddings, data_format)
    return build.conv_general_dilated(x, filters, steps, pads, **options)


@rule("DepthwiseConv2dNative")
def _depthwise(
    build,
    x,
    filters,
    strides,
    padding,
    explicit_paddings=(),
    data_format="NHWC",
    dilations=(1, 1, 1, 1),
):
    if filters.shape is None or None in filters.shape:
        raise Unsupported("filters whose sizes are unknown")
    height, width, channels, multiplier = (size or 0 for size in filters.shape)
    shaped = build.reshape(filters, (height, width, 1, channels * multiplier))
    options: dict[str, Any] = {"dims": 2, **_layout(data_format), "feature_group_count": channels}
    if any(n != 1 for n in dilations):
        options["dilations"] = spatial(dilations, data_format)
    steps = spatial(strides, data_format)
    pads = _padding(padding, explicit_paddings, data_format)
    return build.conv_general_dilated(x, shaped, steps, pads, **options)


@rule("Conv2DBackpropInput", "Conv3DBackpropInputV2", host=(0,))
def _conv_transpose(
    build,
    sizes,
    filters,
    x,
    strides,
    padding,
    data_format="",
    dilations=(1,),
    use_cudnn_on_gpu=True,
):
    """The gradient of a convolution by its input, whose shape is `sizes`."""
    if filters.shape is None or None in filters.shape:
        raise Unsupported("filters whose sizes are unknown")
    data_format = data_format or _DEFAULTS[len(filters.shape) - 2]
    channel = data_format.index("C")
    wanted = sizes_of(sizes)
    outputs = tuple(n for i, n in enumerate(wanted) if i not in (0, channel))
    if any(isinstance(n, Value) for n in outputs):
        raise Unsupported("an output size that is not known before the program runs")
    if not isinstance(wanted[channel], Value) and wanted[channel] != filters.shape[-2]:
        raise Unsupported("filters in groups")
    options: dict[str, Any] = {"dims": len(outputs), "output_shape": outputs}
    options |= _layout(data_format)
    if any(n != 1 for n in dilations):
        options["dilations"] = spatial(dilations, data_format)
    steps = spatial(strides, data_format)
    return build.conv_general_transpose(x, filters, steps, padding, **options)


# ---- pooling ------------------------------------------------------------------------------------


def _pooling(build, x, ksize, strides, padding, data_format="", explicit_paddings=(), *, op):
    usual = _DEFAULTS[int(op[-2])]
    data_format = data_format or usual
    window, steps = spatial(ksize, data_format), spatial(strides, data_format)
    pads = _padding(padding, explicit_paddings, data_format)
    options = {} if data_format == usual else {"data_format": data_format}
    return getattr(build, op)(x, window, steps, pads, **options)


table(_pooling, {"MaxPool": "max_pool2d", "AvgPool": "avg_pool2d"})
table(_pooling, {"MaxPool3D": "max_pool3d", "AvgPool3D": "avg_pool3d"})


@rule("MaxPoolV2", host=(1, 2))
def _max_pool_v2(build, x, ksize, strides, padding, data_format="NHWC"):
    window, steps = numbers_of(ksize, "a window"), numbers_of(strides, "strides")
    return _pooling(build, x, window, steps, padding, data_format, op="max_pool2d")


# ---- normalization ------------------------------------------------------------------------------


@rule("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def _fused_batch_norm(
    build,
    x,
    scale,
    offset,
    mean,
    variance,
    U="float32",
    epsilon=0.0001,
    exponential_avg_factor=1.0,
    data_format="NHWC",
    is_training=True,
):
    form = "NSC" if data_format.endswith("C") else "NCS"
    options: dict[str, Any] = {"offset": offset, "scale": scale, "eps": epsilon}
    options |= {} if form == "NSC" else {"data_format": form}
    statistics = mean, variance
    if is_training:
        options |= {"training": True, "momentum": exponential_avg_factor}
        if exponential_avg_factor == 1.0:
            statistics = build.zeros_like(scale), build.ones_like(scale)
    results = build.several(3, "batch_norm", x, *statistics, **options)
    spare = (mean, variance, mean)  # for the gradient, which computes its own
    return *results, *spare


@rule("LRN")
def _lrn(build, x, depth_radius=5, bias=1.0, alpha=1.0, beta=0.5):
    return build.local_response_norm(x, 2 * depth_radius + 1, bias=bias, alpha=alpha, beta=beta)

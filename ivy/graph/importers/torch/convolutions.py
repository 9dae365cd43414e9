"""Rules for convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.graph.importers.torch.values import TorchBuilder, known, rank, repeated, rule, with_batch
from ivy.graph.ir import Value
from ivy.graph.rules import Unsupported


def _without_batch(build: TorchBuilder, x: Value) -> Value:
    return build.squeeze(known(x, (1, *build.result_shape), build.result), axis=0)


def _options(dims: int, bias: Any, dilation: Any, groups: int) -> dict[str, Any]:
    """Return what is given by name: the layout, and what is not as usual."""
    options: dict[str, Any] = {"dims": dims}
    options |= {"data_format": "channel_first", "filter_format": "channel_first"}
    if bias is not None:
        options["bias"] = bias
    if groups != 1:
        options["feature_group_count"] = groups
    if (rates := repeated(dilation, dims)) != (1,) * dims:
        options["dilations"] = rates
    return options


def _pairs(padding: Any, weight: Value, dilation: Any) -> Any:
    """Return the padding of each axis; torch's "same" puts the odd zero at the end."""
    sizes: Sequence[Any] = (weight.shape or ())[2:]
    if padding == "valid":
        return ((0, 0),) * len(sizes)
    if padding == "same":
        rates = repeated(dilation, len(sizes))
        totals = [rate * ((size or 1) - 1) for rate, size in zip(rates, sizes, strict=True)]
        return tuple((total // 2, total - total // 2) for total in totals)
    return tuple((n, n) for n in repeated(padding, len(sizes)))


@rule("conv1d", "conv2d", "conv3d", "conv1d.padding", "conv2d.padding", "conv3d.padding")
def _convolved(build, x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    dims = rank(weight) - 2
    x, single = with_batch(build, x, dims)
    pads, options = _pairs(padding, weight, dilation), _options(dims, bias, dilation, groups)
    result = build.conv_general_dilated(x, weight, repeated(stride, dims), pads, **options)
    return _without_batch(build, result) if single else result


@rule("conv_transpose1d", "conv_transpose2d.input", "conv_transpose3d.input")
def _transposed(
    build, x, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1
):
    dims = rank(weight) - 2
    x, single = with_batch(build, x, dims)
    spatial = build.result_shape[-dims:]
    if None in spatial:
        raise Unsupported("an image of unknown size")
    pads, options = _pairs(padding, weight, dilation), _options(dims, bias, dilation, groups)
    result = build.conv_general_transpose(
        x, weight, repeated(stride, dims), pads, output_shape=spatial, **options
    )
    return _without_batch(build, result) if single else result


@rule("convolution", "_convolution")
def _general(
    build, x, weight, bias, stride, padding, dilation, transposed, output_padding, groups, *ignored
):
    if transposed:
        return _transposed(
            build, x, weight, bias, stride, padding, output_padding, groups, dilation
        )
    return _convolved(build, x, weight, bias, stride, padding, dilation, groups)

"""Rules for convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.graph.importers.torch.values import TorchBuilder, known, rank, repeated, rule, with_batch
from ivy.graph.ir import Value
from ivy.graph.rules import Rule, Unsupported


def _without_batch(build: TorchBuilder, x: Value) -> Value:
    return build.squeeze(known(x, (1, *build.result_shape), build.result), axis=0)


def _convolution(
    build: TorchBuilder,
    dims: int,
    x: Value,
    weight: Value,
    bias: Any,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: int,
) -> Value:
    x, single = with_batch(build, x, dims)
    options: dict[str, Any] = {} if bias is None else {"bias": bias}
    if groups != 1:
        options["feature_group_count"] = groups
    if (rates := repeated(dilation, dims)) != (1,) * dims:
        options["dilations"] = rates
    result = build.conv_general_dilated(
        x, weight, repeated(stride, dims), _pairs(padding, dims, weight, rates), dims=dims,
        data_format="channel_first", filter_format="channel_first", **options,
    )  # fmt: skip
    return _without_batch(build, result) if single else result


def _pairs(padding: Any, dims: int, weight: Value, dilation: Sequence[int]) -> Any:
    """Return the padding of each axis; torch's "same" puts the odd zero at the end."""
    if padding == "valid":
        return ((0, 0),) * dims
    if padding == "same":
        sizes = (weight.shape or ())[2:]
        totals = [rate * ((size or 1) - 1) for rate, size in zip(dilation, sizes, strict=True)]
        return tuple((total // 2, total - total // 2) for total in totals)
    return tuple((n, n) for n in repeated(padding, dims))


def _of_dims(dims: int) -> Rule:
    def apply(
        build: TorchBuilder,
        x: Value,
        weight: Value,
        bias: Any = None,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
    ) -> Value:
        return _convolution(build, dims, x, weight, bias, stride, padding, dilation, groups)

    return apply


def _transposed_of_dims(dims: int) -> Rule:
    def apply(
        build: TorchBuilder,
        x: Value,
        weight: Value,
        bias: Any = None,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        dilation: Any = 1,
    ) -> Value:
        return _transposed(
            build, dims, x, weight, bias, stride, padding, output_padding, groups, dilation
        )

    return apply


for _dims in (1, 2, 3):
    rule(f"conv{_dims}d", f"conv{_dims}d.padding")(_of_dims(_dims))
    _name = f"conv_transpose{_dims}d" + (".input" if _dims > 1 else "")
    rule(_name)(_transposed_of_dims(_dims))


def _transposed(
    build: TorchBuilder,
    dims: int,
    x: Value,
    weight: Value,
    bias: Any,
    stride: Any,
    padding: Any,
    output_padding: Any,
    groups: int,
    dilation: Any,
) -> Value:
    x, single = with_batch(build, x, dims)
    shape = build.result_shape if single else build.result_shape[1:]
    spatial = shape[-dims:]
    if None in spatial:
        raise Unsupported("an image of unknown size")
    options: dict[str, Any] = {} if bias is None else {"bias": bias}
    if groups != 1:
        options["feature_group_count"] = groups
    if (rates := repeated(dilation, dims)) != (1,) * dims:
        options["dilations"] = rates
    result = build.conv_general_transpose(
        x, weight, repeated(stride, dims), _pairs(padding, dims, weight, rates), dims=dims,
        output_shape=spatial, data_format="channel_first", filter_format="channel_first",
        **options,
    )  # fmt: skip
    return _without_batch(build, result) if single else result


@rule("convolution", "_convolution")
def _general(
    build, x, weight, bias, stride, padding, dilation, transposed, output_padding, groups, *ignored
):
    dims = rank(weight) - 2
    if transposed:
        return _transposed(
            build, dims, x, weight, bias, stride, padding, output_padding, groups, dilation
        )
    return _convolution(build, dims, x, weight, bias, stride, padding, dilation, groups)

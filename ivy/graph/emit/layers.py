"""Modules that equal a layer of torch.nn: recognised once, for every target."""

from __future__ import annotations

from typing import Any

from ivy.backends.windows import axes_to_first, axes_to_last, filter_axes
from ivy.graph.emit import windows
from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.classes import Argument, Constructed, Module
from ivy.graph.emit.indexing import square
from ivy.graph.emit.templates import filled


def known_layer(module: Module, emitter: Any) -> Constructed | None:
    """Return the layer of torch.nn that a module equals, by the name it has there."""
    found = {_layer_of(region, module, emitter) for region in module.regions}
    return found.pop() if len(found) == 1 else None


def _layer_of(region: Any, module: Module, emitter: Any) -> Constructed | None:
    """Return the layer that a module equals, as far as one of its calls tells."""
    nodes = region.items
    if not nodes or any(not hasattr(item, "op") for item in nodes):
        return None
    inputs = [value for value in region.inputs if value is not emitter.graph.training]
    if len(inputs) != 1 or len(region.outputs) != 1:
        return None
    weights = {".".join(parts): entry for parts, entry in module.entries.items()}
    if any(isinstance(entry, Module) for entry in weights.values()):
        return None
    maker = LAYERS.get(nodes[0].op)
    try:
        return (
            None if maker is None else maker(Call(nodes[0], None), nodes, weights, region, emitter)
        )
    except NoLine:
        return None


def conv_options(call: Call) -> dict[str, Any]:
    """Return the options of a convolution with channels first, as numbers per axis."""
    found = windows.same_layout(call)
    padding = windows.even(found.pads or ())
    if found.channel_last or padding is None or set(found.x_dilations) != {1}:
        raise NoLine("another convolution than those of torch.nn")
    return {
        "stride": square(found.strides),
        "padding": padding,
        "dilation": square(found.dilations),
        "groups": found.groups,
    }


def _check(condition: bool) -> None:
    if not condition:
        raise NoLine("another layer")


def _check_weights(
    call: Call, weights: dict[str, Any], emitter: Any, names: dict[str, str]
) -> None:
    """Raise unless arguments of a call are the weights of these names, which are trained."""
    given = {names[key]: call.get(key) for key in names if call.get(key) is not None}
    _check(given.keys() <= weights.keys())
    for name, value in given.items():
        trained = name.startswith("running_") or emitter.kind(weights[name][0]) == "parameter"
        _check(weights[name][1] is value and value.dtype == "float32" and trained)


def _linear(call: Call, nodes: Any, weights: Any, region: Any, emitter: Any) -> Constructed:
    _check(len(nodes) == 1 and call.get("x") is region.inputs[0])
    _check_weights(call, weights, emitter, {"weight": "weight", "bias": "bias"})
    _check(len(weights) == 1 + ("bias" in call.given) and call.ndim("weight") == 2)
    out, into = call.get("weight").shape
    return Constructed(
        "Linear",
        (
            Argument("in_features", into, positional=True),
            Argument("out_features", out, positional=True),
            Argument("bias", "bias" in call.given, True),
        ),
    )


def _embedding(call: Call, nodes: Any, weights: Any, region: Any, emitter: Any) -> Constructed:
    _check(call.get("indices") is region.inputs[0] and "max_norm" not in call.given)
    _check_weights(call, weights, emitter, {"weights": "weight"})
    _check(len(weights) == 1)
    rows, size = call.get("weights").shape
    padding = None
    if len(nodes) > 1:
        # Rows for padding get no gradient: equal, expand_dims, stop_gradient, where.
        _check([n.op for n in nodes[1:]] == ["equal", "expand_dims", "stop_gradient", "where"])
        _check(nodes[1].args[0] is region.inputs[0] and isinstance(nodes[1].args[1], int))
        _check(nodes[4].args[1:] == (nodes[3].outputs, nodes[0].outputs))
        padding = nodes[1].args[1]
    return Constructed(
        "Embedding",
        (
            Argument("num_embeddings", rows, positional=True),
            Argument("embedding_dim", size, positional=True),
            Argument("padding_idx", padding, None),
        ),
    )


def _layer_norm(call: Call, nodes: Any, weights: Any, region: Any, emitter: Any) -> Constructed:
    _check(len(nodes) == 1 and call.get("x") is region.inputs[0])
    _check_weights(call, weights, emitter, {"scale": "weight", "offset": "bias"})
    _check(len(weights) == 2 and {"scale", "offset"} <= call.given.keys())
    axes, rank = call.known("normalized_idxs"), call.ndim("x")
    _check("new_std" not in call.given and call.ndim("scale") == 1)
    _check(axes in (-1, rank - 1, (-1,), (rank - 1,), [-1], [rank - 1]))
    return Constructed(
        "LayerNorm",
        (
            Argument("normalized_shape", call.get("scale").shape[0], positional=True),
            Argument("eps", call.known("eps"), 1e-5),
        ),
    )


def _conv(call: Call, nodes: Any, weights: Any, region: Any, emitter: Any) -> Constructed:
    _check(len(nodes) == 1 and call.get("x") is region.inputs[0])
    _check_weights(call, weights, emitter, {"filters": "weight", "bias": "bias"})
    _check(len(weights) == 1 + ("bias" in call.given))
    options = conv_options(call)
    out, into, *kernel = call.get("filters").shape
    return Constructed(
        f"Conv{call.known('dims')}d",
        (
            Argument("in_channels", into * options["groups"], positional=True),
            Argument("out_channels", out, positional=True),
            Argument("kernel_size", square(tuple(kernel))),
            Argument("stride", options["stride"], 1),
            Argument("padding", options["padding"], 0),
            Argument("dilation", options["dilation"], 1),
            Argument("groups", options["groups"], 1),
            Argument("bias", "bias" in call.given, True),
        ),
    )


def _batch_norm(call: Call, nodes: Any, weights: Any, region: Any, emitter: Any) -> Constructed:
    names = {"weight", "bias", "running_mean", "running_var", "num_batches_tracked"}
    _check(set(weights) == names and call.get("x") is region.inputs[0])
    statistics = {"mean": "running_mean", "variance": "running_var"}
    _check_weights(call, weights, emitter, {"scale": "weight", "offset": "bias"} | statistics)
    _check({"scale", "offset"} <= call.given.keys())
    _check([n.op for n in nodes[1:]] == ["add"] and nodes[1].args[1] == 1)
    _check(nodes[1].args[0] is weights["num_batches_tracked"][1])
    _check(call.get("training") is emitter.graph.training and call.known("unbiased"))
    made = dict(
        zip(("running_mean", "running_var"), nodes[0].outputs[1:], strict=True),
        num_batches_tracked=nodes[1].outputs,
    )
    changed = emitter.graph.mutations
    _check(all(changed.get(weights[name][0]) is value for name, value in made.items()))
    _check(call.known("data_format") in ("NCS", "NCHW", "NC", "NCW", "NCDHW"))
    dims = max(call.ndim("x") - 2, 1)
    return Constructed(
        f"BatchNorm{dims}d",
        (
            Argument("num_features", weights["weight"][1].shape[0], positional=True),
            Argument("eps", call.known("eps"), 1e-5),
            Argument("momentum", call.known("momentum"), 0.1),
        ),
    )


LAYERS = {
    "linear": _linear,
    "embedding": _embedding,
    "layer_norm": _layer_norm,
    "conv_general_dilated": _conv,
    "batch_norm": _batch_norm,
}

CONV_ARGUMENTS = """(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
    )"""
PER_AXIS = """def per_axis(value):
            return value if isinstance(value, tuple) else (value,) * {n}

        shape = (out_channels, in_channels // groups, *per_axis(kernel_size))"""


def template(layer: Constructed, emitter: Any) -> Constructed | None:
    """Add the class of a layer to the source; None if there is no such class."""
    name, layers = layer.callee, emitter.target.layers
    if name in layers:
        text = layers[name]
    elif name[-2:] in ("1d", "2d", "3d") and name[:-2] in layers:
        dims = int(name[-2])
        words = {
            "conv_arguments": CONV_ARGUMENTS,
            "per_axis": PER_AXIS,
            "n": str(dims),
            "axes": windows.letters(dims),
            "index": windows.bias_index(dims, False),
            "to_last": str(axes_to_last(dims)),
            "to_first": str(axes_to_first(dims)),
            "filter_axes": str(filter_axes(dims, False)),
        }
        text = filled({name: layers[name[:-2]]}, words)[name]
    else:
        return None
    emitter.templates.setdefault(name, text)
    emitter.use_called(text)
    return layer

"""Mistakes with nests, modules, optimizers, `ivy.fit`, converters and files; see misuse_cases.

Files are made in the current folder, which is a new one for each row.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ivy
from ivy.errors import (
    IvyAttributeError,
    IvyBroadcastShapeError,
    IvyFileError,
    IvyFileNotFoundError,
    IvyIndexError,
    IvyInvalidBackendException,
    IvyKeyError,
    IvyNotImplementedException,
    IvyTypeError,
    IvyValueError,
)
from tests.misuse_cases import Case, array, ints, ones, other


def written(name: str, content: bytes) -> str:
    Path(name).write_bytes(content)
    return name


def net() -> ivy.Linear:
    return ivy.Linear(2, 3)


class Half(ivy.Module):
    """A module whose variables nobody made."""

    def __init__(self) -> None:
        super().__init__(build_mode="explicit")

    def _forward(self, x: Any) -> Any:
        return x


class Unkept(ivy.Module):
    """A module whose variables every call brings."""

    def __init__(self) -> None:
        self.linear = ivy.Linear(2, 3)
        super().__init__(store_vars=False)

    def _forward(self, x: Any) -> Any:
        return self.linear(x)


class NoForward(ivy.Module):
    pass


class Twice(ivy.Module):
    """A module with two submodules of one key."""

    def __init__(self) -> None:
        self.a = ivy.Linear(2, 2)
        self._a = ivy.Linear(2, 2)
        super().__init__()


class Lines:
    """What prints itself on several lines, as the optimizers of torch do."""

    def __repr__(self) -> str:
        return "of\nseveral\n    lines"


def cut(name: str) -> str:
    """Return the path of a file that lost its end."""
    Path(name).write_bytes(Path(name).read_bytes()[:-3])
    return name


def twice(optimizer: ivy.Optimizer, first: ivy.Array, second: ivy.Array) -> Any:
    """Do a step with one variable, then one with another under its name."""
    optimizer.step({"w": first}, {"w": first})
    return optimizer.step({"w": second}, {"w": second})


def fit(
    module: Any = None,
    data: Any = None,
    loss: Any = ivy.mse_loss,
    optimizer: Any = None,
    **options: Any,
) -> Any:
    """Fit a small network, with one argument wrong."""
    module = net() if module is None else module
    data = (ones(4, 2), ones(4, 3)) if data is None else data
    optimizer = ivy.SGD(0.1) if optimizer is None else optimizer
    return ivy.fit(module, data, loss, optimizer, progress=False, **options)


# fmt: off
CASES: dict[str, Case] = {
    # ---- nests and containers -------------------------------------------------------------------
    "index_nest": (
        lambda: ivy.index_nest({"a": 1}, ["b"]),
        IvyIndexError,
        r"index_nest: expected one of the keys \['a'\] at \(\), got 'b' in the index \('b',\)",
    ),
    "set_nest_at_index": (
        lambda: ivy.set_nest_at_index({"a": 1}, ["b", "c"], 1),
        IvyIndexError, r"set_nest_at_index: expected.*, got 'b' in the index \('b', 'c'\)"),
    "multi_index_nest": (
        lambda: ivy.multi_index_nest([1], [[3]]),
        IvyIndexError,
        r"index_nest: expected a position in a list of 1 at \(\), got 3 in the index \(3,\)",
    ),
    "Container: key": (
        lambda: ivy.Container(a=1)["b"],
        IvyKeyError, r"Container: expected the key chain 'b', got no 'b'"),
    "Container: chain": (
        lambda: ivy.Container(a={"b": 1})["a/c"],
        IvyKeyError, r"Container: expected the key chain 'a/c', got no 'c'"),
    "Container: attribute": (
        lambda: ivy.Container(a=1).b,
        IvyAttributeError, r"Container: expected.*, got 'b'; its keys are \['a'\]"),
    "Container: delete": (
        lambda: ivy.Container(a=1).__delitem__("b"),
        IvyKeyError, r"Container: expected the key chain 'b', got none to delete"),
    "Container: number": (
        lambda: ivy.Container(3),
        IvyTypeError, r"Container: expected a dict or pairs of key and value, got int"),
    "Container: int key": (
        lambda: ivy.Container({1: 2}),
        IvyTypeError, r"Container: expected keys that are strings, got 1"),
    "Container: unlike add": (
        lambda: ivy.Container(a=ones(2)) + ivy.Container(b=ones(2)),
        IvyIndexError, r"Container: expected all to have the key chain 'a', got one without"),
    "Container: leaf error": (
        lambda: ivy.Container(a=ones(2), b=ones(3)) + ones(2),
        IvyBroadcastShapeError, r"add .*called with float32\[3\], float32\[2\]"),
    "Container: combine": (
        lambda: ivy.Container.cont_combine(1, 2),
        IvyTypeError, r"cont_combine: expected one Container or more, got \['int', 'int'\]"),
    "Container: at_key_chains": (
        lambda: ivy.Container(a=1).cont_at_key_chains(["b"]),
        IvyKeyError, r"Container: expected the key chain 'b', got no 'b'"),
    "Container: cont_map number": (
        lambda: ivy.Container(a=1).cont_map(3),
        IvyTypeError, r"cont_map: expected a function, got 3"),
    "Container: unstack": (
        lambda: ivy.Container(a=ones(2), b=ones(3)).cont_unstack_conts(0),
        IvyValueError,
        r"cont_unstack_conts: expected.*, got \{'a': ivy\.Shape\(2\), 'b': ivy\.Shape\(3\)\}",
    ),
    "Container: identical": (
        lambda: ivy.Container(a=ones(2)).cont_identical(ivy.Container(a=ones(2))),
        IvyTypeError, r"cont_identical: expected a list \[a, b\] of Containers, got one"),
    "Container: save object": (
        lambda: ivy.Container(a=object()).cont_save("c.safetensors"),
        IvyTypeError,
        r"cont_save: expected arrays, or numbers, text and lists of those two, got object at a",
    ),
    "Container: save list of arrays": (
        lambda: ivy.Container(a=[ones(2)]).cont_save("c.safetensors"),
        IvyTypeError,
        r"cont_save: expected.*, got Array at a; ivy\.save\(\[container\], path\) takes more",
    ),
    "Container: load none": (
        lambda: ivy.Container.cont_load("none.safetensors"),
        IvyFileNotFoundError, r"none\.safetensors: expected a file, got none there"),
    "Container: load none json": (
        lambda: ivy.Container.cont_load("none.json"),
        IvyFileNotFoundError, r"none\.json: expected a file, got none there"),
    "Container: bad json": (
        lambda: ivy.Container.cont_load(written("x.json", b"{")),
        IvyFileError, r"x\.json: expected.*, got one that cannot be read"),
    "Container: json list": (
        lambda: ivy.Container.cont_load(written("x.json", b"[1]")),
        IvyTypeError, r"Container: expected a dict or pairs of key and value, got list"),
    "Container: json binary": (
        lambda: ivy.Container.cont_load(written("x.json", b"\xff\xfe")),
        IvyFileError, r"x\.json: expected.*, got one that cannot be read"),
    "Container: hdf5 none": (
        lambda: ivy.Container.cont_from_disk_as_hdf5("none.h5"),
        IvyFileNotFoundError, r"none\.h5: expected a file, got none there"),
    "Container: hdf5 bad": (
        lambda: ivy.Container.cont_from_disk_as_hdf5(written("x.h5", b"abc")),
        IvyFileError, r"x\.h5: expected.*, got one that cannot be read"),
    "Container: format": (
        lambda: ivy.Container(a=1).cont_save("x", format="npz"),
        IvyValueError, r"cont_save: expected a format of safetensors, h5 and pickle, got 'npz'"),
    # ---- modules --------------------------------------------------------------------------------
    "Linear: inner": (
        lambda: net()(ones(2, 5)),
        IvyValueError, r"linear: expected x of 2 features for the weight \(3, 2\), got \(2, 5\)"),
    "Linear: text": (
        lambda: net()("a"),
        IvyTypeError, r"linear: expected an array, a number or a list, got str: 'a'"),
    "Linear: sizes": (
        lambda: ivy.Linear(-1, 2),
        IvyValueError, r"Linear: expected a positive integer as input_channels, got -1"),
    "Linear: float sizes": (
        lambda: ivy.Linear(2.5, 2),
        IvyTypeError, r"Linear: expected a positive integer as input_channels, got 2\.5"),
    "Linear: other framework": (
        lambda: net()(ivy.reshape(other(), (1, 2))),
        IvyInvalidBackendException,
        r"expected arrays of one framework, got \w+ and \w+; convert with ivy\.to_backend",
    ),
    "Linear: v number": (
        lambda: setattr(net(), "v", 3),
        IvyTypeError, r"v: expected a Container or dict of variables, got int"),
    "Linear: v missing": (
        lambda: net()(ones(2, 2), v={"b": ones(3)}),
        IvyValueError, r"Linear\(2, 3\): expected in v w \(3, 2\), got nothing of the kind"),
    "Linear: v more": (
        lambda: net()(ones(2, 2), v={"w": ones(3, 2), "b": ones(3), "c": ones(1)}),
        IvyValueError, r"Linear\(2, 3\): expected in v nothing more, got c \(1,\)"),
    "Linear: v without bias": (
        lambda: setattr(net(), "v", {"w": ones(3, 2)}),
        IvyValueError, r"Linear\(2, 3\): expected in v b \(3,\), got nothing of the kind"),
    "Linear: v of other shapes": (
        lambda: setattr(net(), "v", {"w": ones(2, 3), "b": ones(3)}),
        IvyValueError, r"Linear\(2, 3\): expected in v w \(3, 2\), got w \(2, 3\)"),
    "Linear: v deeper": (
        lambda: setattr(net(), "v", {"w": {"x": ones(3, 2)}, "b": ones(3)}),
        IvyValueError, r"Linear\(2, 3\): expected in v w \(3, 2\), got w/x \(3, 2\)"),
    "Linear: state_dict": (
        lambda: net().load_state_dict({"w": ones(3, 2), "b": ones(1)}),
        IvyValueError, r"state_dict: expected b float32\[3\], got b float32\[1\]"),
    "Linear: v ctor": (
        lambda: ivy.Linear(2, 3, v={"w": ones(3, 2)}),
        IvyValueError,
        r"Linear\(2, 3\): expected in v b \(3,\), got nothing of the kind; with_partial_v=True",
    ),
    "Linear: v shape": (
        lambda: ivy.Linear(2, 3, v={"w": ones(3, 3), "b": ones(3)}),
        IvyValueError, r"Linear\(2, 3\): expected in v w \(3, 2\), got w \(3, 3\)"),
    "Linear: dtype": (
        lambda: ivy.Linear(2, 3, dtype="float12"),
        IvyValueError, r"Dtype: expected one of bool, .*, got 'float12'"),
    "Linear: attribute": (
        lambda: net().no_such,
        IvyAttributeError, r"Linear has no attribute 'no_such'"),
    "Module: explicit not built": (
        lambda: Half()(ones(2)),
        IvyValueError, r"Half: expected build\(\) before the first call, got none"),
    "Module: no forward": (
        lambda: NoForward()(ones(2)),
        IvyNotImplementedException, r"NoForward: expected a method _forward, got none"),
    "Module: two names": (
        lambda: Twice(),
        IvyValueError, r"Twice: expected.*, got two for .a.; an underscore in front of a name"),
    "Module: buffers": (
        lambda: setattr(ivy.BatchNorm(3), "buffers", {"mean": ones(3)}),
        IvyValueError, r"expected buffers of \['running_mean', 'running_var'\], got \['mean'\]"),
    "Module: call buffers": (
        lambda: net()(ones(1, 2), buffers={"mean": ones(3)}),
        IvyValueError, r"Linear\(2, 3\): expected buffers of \[\], got \['mean'\]"),
    "Module: no v": (
        lambda: Unkept()(ones(1, 2)),
        IvyValueError, r"Unkept\(\): expected v in every call, as store_vars=False has it, got"),
    "Module: expected_submod_rets": (
        lambda: ivy.Sequential(net())(ones(1, 2), expected_submod_rets={"Linear_0": [ones(3)]}),
        IvyValueError, r"Linear_0: expected call 0 to return the shape \(3,\), got \(1, 3\); in L"),
    "Module: load none": (
        lambda: net().load_weights("none.safetensors"),
        IvyFileNotFoundError, r"none\.safetensors: expected a file, got none there"),
    "Module: load ending": (
        lambda: net().load_weights("none.bin"),
        IvyValueError, r"weights: expected.*, got 'none\.bin'"),
    "Module: load other": (
        lambda: (ivy.Linear(3, 3).save_weights("o.h5"), net().load_weights("o.h5")),
        IvyValueError, r"o\.h5: expected w float32\[3, 2\], got w float32\[3, 3\]"),
    "Module: to_backend": (
        lambda: net().to_backend("caffe"),
        IvyInvalidBackendException, r"expected a backend of \(.*\), got 'caffe'"),
    "Sequential: number": (
        lambda: ivy.Sequential(net(), 3),
        IvyTypeError, r"Sequential: expected a function, got 3"),
    "Sequential: chain": (
        lambda: ivy.Sequential(net(), net())(ones(1, 2)),
        IvyValueError, r"\(3, 2\), got \(1, 3\); in Linear\(2, 3\) at submodules/v1$"),
    "Conv2D: format": (
        lambda: ivy.Conv2D(3, 4, 3, 1, "VALID", data_format="x"),
        IvyValueError, r"Conv2D: expected a data_format 'NHWC' or 'NCHW', got 'x'"),
    "Conv2D: input": (
        lambda: ivy.Conv2D(3, 4, 3, 1, "VALID")(ones(1, 4, 4, 2)),
        IvyValueError, r"conv_general_dilated: expected x of 3 channels as the filters, got 2"),
    "Dropout: prob": (
        lambda: ivy.Dropout(2.0),
        IvyValueError, r"Dropout: expected a number from 0 to 1 as prob, got 2\.0"),
    "MHA: heads": (
        lambda: ivy.MultiHeadAttention(6, num_heads=4),
        IvyValueError, r"Attention: expected a divisor of embed_dim=6 as num_heads, got 4"),
    "BatchNorm: input": (
        lambda: ivy.BatchNorm(3)(ones(2, 4)),
        IvyValueError, r"batch_norm: expected mean of 4 channels, got mean of shape \(3,\)"),
    "Embedding: float": (
        lambda: ivy.Embedding(3, 2)(ones(2)),
        IvyValueError, r"embedding: expected integer indices, got float32"),
    "Embedding: padding": (
        lambda: ivy.Embedding(3, 2, 3),
        IvyValueError, r"Embedding: expected padding_idx as one of 3 rows, got 3"),
    "register_parameter: number": (
        lambda: net().register_parameter("w/x", 3),
        IvyTypeError, r"register_parameter: expected an array, got 3"),
    "Linear: text size": (
        lambda: ivy.Linear("2", 3),
        IvyTypeError, r"Linear: expected a positive integer as input_channels, got '2'"),
    "Linear: sizes forgotten": (
        lambda: ivy.Linear(2),
        IvyTypeError, r"Linear: missing a required argument: 'output_channels'"),
    "Linear: unknown option": (
        lambda: ivy.Linear(2, 3, bias=False),
        IvyTypeError, r"Linear: got an unexpected keyword argument 'bias'"),
    "Linear: initializer": (
        lambda: ivy.Linear(2, 3, weight_initializer=3),
        IvyValueError, r"Linear: expected an ivy\.Initializer as weight_initializer, got 3"),
    "Linear: initializer class": (
        lambda: ivy.Linear(2, 3, bias_initializer=ivy.Ones),
        IvyValueError, r"Linear: expected an ivy\.Initializer as bias_initializer, got <class"),
    "Dropout: text": (
        lambda: ivy.Dropout("half"),
        IvyTypeError, r"Dropout: expected a number from 0 to 1 as prob, got 'half'"),
    "GELU: approximate": (
        lambda: ivy.GELU(approximate="none"),
        IvyTypeError, r"GELU: expected True or False as approximate, got 'none'"),
    "LSTM: layers": (
        lambda: ivy.LSTM(2, 3, num_layers=0),
        IvyValueError, r"LSTM: expected a positive integer as num_layers, got 0"),
    "LayerNorm: shape": (
        lambda: ivy.LayerNorm([2, "a"]),
        IvyValueError, r"LayerNorm: expected a positive integer or several as normalized_shape"),
    "GroupNorm: groups": (
        lambda: ivy.GroupNorm(3, 4),
        IvyValueError, r"GroupNorm: expected a divisor of num_channels=4 as num_groups, got 3"),
    "MaxPool2D: option": (
        lambda: ivy.MaxPool2D(2, 2, 0, dilated=2),
        IvyTypeError, r"MaxPool2D: expected options it knows, got dilated"),
    "MaxPool2D: format": (
        lambda: ivy.MaxPool2D(2, 2, 0, data_format="NWC"),
        IvyValueError, r"MaxPool2D: expected a data_format 'NHWC' or 'NCHW', got 'NWC'"),
    "Upsample: format": (
        lambda: ivy.Upsample(2, data_format="HWC"),
        IvyValueError, r"Upsample: expected a data_format of .*'NHWC'.*, got 'HWC'"),
    "AvgPool1D: padding": (
        lambda: ivy.AvgPool1D(2, 2, "half"),
        IvyValueError, r"AvgPool1D: expected a padding 'SAME', 'VALID', a number from 0 or 1 pair"),
    "MSELoss: reduction": (
        lambda: ivy.MSELoss(reduction="average"),
        IvyValueError, r"MSELoss: expected one of \('none', 'mean', 'sum'\) as reduction, got 'av"),
    "Uniform: fan_mode": (
        lambda: ivy.Uniform(1, ["fan_in"], 1, 1),
        IvyTypeError, r"Uniform: expected one of \(.*\) as fan_mode, got \['fan_in'\]"),
    "Conv2D: strides": (
        lambda: ivy.Conv2D(3, 4, 3, 0, "VALID"),
        IvyValueError, r"Conv2D: expected strides as a number from 1 or 2 of them, got 0"),
    "Conv3DTranspose: padding": (
        lambda: ivy.Conv3DTranspose(3, 4, 3, 1, "half"),
        IvyValueError, r"Conv3DTranspose: expected a padding 'SAME', 'VALID',.*, got 'half'"),
    "Conv1D: groups": (
        lambda: ivy.Conv1D(3, 4, 3, 1, "VALID", feature_group_count=2),
        IvyValueError, r"expected a divisor of input_channels=3 as feature_group_count, got 2"),
    "Conv2D: sizes": (
        lambda: ivy.Conv2D(3, 4, [3, 3, 3], 1, "VALID"),
        IvyValueError, r"expected filter_shape as a number from 1 or 2 of them, got \[3, 3, 3\]"),
    "DepthwiseConv2D: groups": (
        lambda: ivy.DepthwiseConv2D(4, 3, 1, "SAME", feature_group_count=2),
        IvyValueError,
        r"DepthwiseConv2D: expected num_channels=4 as feature_group_count, got 2; each channel is",
    ),
    "Conv2D: empty kernel": (
        lambda: ivy.Conv2D(3, 4, [0, 3], 1, "VALID"),
        IvyValueError, r"Conv2D: expected filter_shape as a number from 1 or 2 of them, got \[0,"),
    "Linear: v text": (
        lambda: ivy.Linear(2, 3, v={"w": "a", "b": "b"}),
        IvyValueError, r"Linear\(2, 3\): expected in v b \(3,\), w \(3, 2\), got b 'b', w 'a'; "),
    "Linear: v extra": (
        lambda: ivy.Linear(2, 3, v={"w": ones(3, 2), "b": ones(3), "c": ones(1)}),
        IvyValueError, r"Linear\(2, 3\): expected in v nothing more, got c \(1,\); with_partial_v"),
    "Linear: 0-d": (
        lambda: net()(array(1.0)),
        IvyValueError, r"linear: expected a weight .*, got \(3, 2\) for x of \(\)"),
    "Module: save number": (
        lambda: net().save_weights(3),
        IvyTypeError, r"file: expected the path of one, got 3"),
    "Module: load cut short": (
        lambda: (net().save_weights("w.safetensors"), net().load_weights(cut("w.safetensors"))),
        IvyFileError, r"w\.safetensors: expected a complete safetensors file, got one that cannot"),
    # ---- optimizers -----------------------------------------------------------------------------
    "SGD: lr text": (
        lambda: ivy.SGD("fast"),
        IvyTypeError, r"SGD: expected a number from 0 on or a schedule as lr, got 'fast'"),
    "SGD: lr negative": (
        lambda: ivy.SGD(-0.1),
        IvyValueError, r"SGD: expected a number from 0 on or a schedule as lr, got -0\.1"),
    "SGD: lr nan": (
        lambda: ivy.SGD(float("nan")),
        IvyValueError, r"SGD: expected a number from 0 on or a schedule as lr, got nan"),
    "SGD: lr set": (
        lambda: setattr(ivy.SGD(0.1), "lr", -1),
        IvyValueError, r"SGD: expected a number from 0 on or a schedule as lr, got -1"),
    "SGD: rate of a schedule": (
        lambda: ivy.SGD(lambda step: -1.0).step({"w": ones(2)}, {"w": ones(2)}),
        IvyValueError, r"SGD: expected a number from 0 on or a schedule as lr, got -1\.0"),
    "SGD: weight_decay": (
        lambda: ivy.SGD(0.1, weight_decay=-1e-2),
        IvyValueError, r"SGD: expected a number from 0 on as weight_decay, got -0\.01"),
    "LAMB: trust": (
        lambda: ivy.LAMB(0.1, max_trust_ratio=0),
        IvyValueError, r"LAMB: expected a positive number or None as max_trust_ratio, got 0"),
    "Adam: epsilon": (
        lambda: ivy.Adam(0.1, epsilon=float("nan")),
        IvyValueError, r"Adam: expected a number from 0 on as epsilon, got nan"),
    "RMSprop: rho": (
        lambda: ivy.RMSprop(0.1, rho=-0.1),
        IvyValueError, r"RMSprop: expected a number from 0 to below 1 as rho, got -0\.1"),
    "SGD: clip": (
        lambda: ivy.SGD(0.1, max_norm=1),
        IvyTypeError, r"SGD: expected options it knows, got max_norm"),
    "SGD: missing": (
        lambda: ivy.SGD(0.1).step(net().v, ivy.Container(w=ones(3, 2))),
        IvyValueError, r"optimizer: expected.*, got none for \['b'\]; pass ignore_missing=True"),
    "SGD: unknown": (
        lambda: ivy.SGD(0.1).step(net().v, ivy.Container(c=ones(3)), ignore_missing=True),
        IvyValueError, r"optimizer: expected gradients of variables, got 'c'"),
    "SGD: shapes": (
        lambda: ivy.SGD(0.1).step(net().v, ivy.Container(w=ones(2, 2), b=ones(3))),
        IvyValueError, r"optimizer: expected.*, got \(2, 2\) for \(3, 2\) at 'w'"),
    "SGD: number": (
        lambda: ivy.SGD(0.1).step(net().v, 3),
        IvyTypeError, r"optimizer: expected dense arrays as gradients, got int$"),
    "SGD: other framework": (
        lambda: ivy.SGD(0.1).step({"w": ones(2)}, {"w": other()}),
        IvyInvalidBackendException,
        r"expected arrays of one framework, got \w+ and \w+; convert with ivy\.to_backend",
    ),
    "SGD: text": (
        lambda: ivy.SGD(0.1).step({"w": ones(2)}, {"w": "a"}),
        IvyTypeError, r"optimizer: expected dense arrays as gradients, got str at 'w'"),
    "SGD: none": (
        lambda: ivy.SGD(0.1).step({"w": ones(2)}, {"w": None}),
        IvyValueError, r"optimizer: expected.*, got none for \['w'\]; pass ignore_missing=True"),
    "SGD: lr of two": (
        lambda: ivy.SGD(ones(2)),
        IvyTypeError, r"SGD: expected a number from 0 on or a schedule as lr, got float32\[2\]"),
    "SGD: momentum": (
        lambda: ivy.SGD(0.1, momentum=2.0),
        IvyValueError, r"SGD: expected a number from 0 to 1 as momentum, got 2\.0"),
    "Adam: beta1": (
        lambda: ivy.Adam(0.1, beta1=1.0),
        IvyValueError, r"Adam: expected a number from 0 to below 1 as beta1, got 1\.0"),
    "Adam: epsilon text": (
        lambda: ivy.Adam(0.1, epsilon="a"),
        IvyTypeError, r"Adam: expected a number from 0 on as epsilon, got 'a'"),
    "Adam: other shapes": (
        lambda: twice(ivy.Adam(0.1), ones(2), ones(3)),
        IvyValueError,
        r"expected variables as at the steps before, got float32\[3\] for float32\[2\] at 'w'",
    ),
    "Adam: other dtype": (
        lambda: twice(ivy.Adam(0.1), ones(2), ones(2, dtype="float64")),
        IvyValueError, r"got float64\[2\] for float32\[2\] at 'w'; start a new optimizer"),
    "Adafactor: other shapes": (
        lambda: twice(ivy.Adafactor(0.1), ones(2, 3), ones(4)),
        IvyValueError, r"got float32\[4\] for float32\[\d, \d\] at 'w'; start a new optimizer"),
    "Adam: complex gradients": (
        lambda: ivy.Adam(0.1).step({"w": ones(2)}, {"w": ones(2, dtype="complex64")}),
        IvyTypeError, r"expected real gradients of real variables, got complex64\[2\] at 'w'"),
    "Adam: module": (
        lambda: ivy.Adam(0.1).step(net(), net().v),
        IvyTypeError, r"optimizer: expected a nest of variables, got <Linear\(2, 3\)"),
    "Adam: nothing": (
        lambda: ivy.Adam(0.1).step(None, None),
        IvyTypeError, r"optimizer: expected a nest of variables, got None"),
    "clip_by_global_norm: negative": (
        lambda: ivy.clip_by_global_norm({"w": ones(2)}, -1.0),
        IvyValueError, r"clip_by_global_norm: expected a positive number as max_norm, got -1\.0"),
    "Adam: state": (
        lambda: ivy.Adam(0.1).set_state({"x": 1}),
        IvyTypeError, r"set_state: expected a dict with 'count', got \{'x': 1\}"),
    "Adam: update state": (
        lambda: ivy.Adam(0.1).update({"w": ones(2)}, {"w": ones(2)}, {}),
        IvyTypeError, r"update: expected a dict with 'count', got \{\}"),
    "Adam: int weights": (
        lambda: ivy.Adam(0.1).init({"w": ints(2)}),
        IvyTypeError,
        r"init: expected at least one floating array, got \{'w': ivy\.array\(\[1, 1\]\)\}",
    ),
    "global_norm: nothing": (
        lambda: ivy.global_norm({}),
        IvyTypeError, r"global_norm: expected at least one array, got \{\}"),
    "CosineSchedule: steps": (
        lambda: ivy.CosineSchedule(0.1, 0),
        IvyValueError, r"CosineSchedule: expected a positive number as steps, got 0"),
    "CosineSchedule: rate": (
        lambda: ivy.CosineSchedule("a", 10),
        IvyTypeError, r"CosineSchedule: expected a number from 0 on as rate, got 'a'"),
    "WarmupSchedule: then": (
        lambda: ivy.WarmupSchedule(None, 10),
        IvyTypeError, r"WarmupSchedule: expected a number from 0 on or a schedule as then, got N"),
    "gradient_descent_update: shapes": (
        lambda: ivy.gradient_descent_update(ones(2), ones(3), 0.1),
        IvyBroadcastShapeError,
        r"gradient_descent_update .*called with float32\[2\], float32\[3\], 0\.1, True",
    ),
    # ---- fit ------------------------------------------------------------------------------------
    "fit: optimizer": (
        lambda: fit(optimizer=3),
        IvyTypeError, r"optimizer: expected an ivy\.Optimizer, got 3"),
    "fit: module": (
        lambda: fit(module=3),
        IvyTypeError, r"module: expected an ivy\.Module, got 3; see ivy\.to_ivy_module"),
    "fit: loss": (
        lambda: fit(loss=3),
        IvyTypeError, r"loss: expected a function, got 3"),
    "fit: loss text": (
        lambda: fit(loss=lambda pred, true: "x"),
        IvyTypeError, r"loss: expected a function that returns a real array, got 'x'"),
    "fit: targets without the last axis": (
        lambda: fit(module=ivy.Linear(2, 1), data=(ones(4, 2), ones(4))),
        IvyValueError,
        r"loss: expected predictions and targets of one shape, got \(4, 1\) and \(4,\); reshape",
    ),
    "fit: loss module, more axes": (
        lambda: fit(loss=ivy.HuberLoss(), data=(ones(4, 2), ones(4, 3, 1))),
        IvyValueError,
        r"loss: expected predictions and targets of one shape, got \(4, 3\) and \(4, 3, 1\); resh",
    ),
    "fit: loss complex": (
        lambda: fit(loss=lambda pred, true: (pred * 1j).mean()),
        IvyTypeError, r"loss: expected a function that returns a real array, got complex64\[\]"),
    "fit: optimizer of several lines": (
        lambda: fit(optimizer=Lines()),
        IvyTypeError, r"optimizer: expected an ivy\.Optimizer, got of several lines"),
    "fit: checkpoint number": (
        lambda: fit(checkpoint=3),
        IvyTypeError, r"file: expected the path of one, got 3"),
    "fit: epochs": (
        lambda: fit(epochs=0),
        IvyValueError, r"epochs: expected a positive integer, got 0"),
    "fit: epochs text": (
        lambda: fit(epochs="a"),
        IvyValueError, r"epochs: expected a positive integer, got 'a'"),
    "fit: batch": (
        lambda: fit(batch_size=0),
        IvyValueError, r"batch_size: expected a positive integer, got 0"),
    "fit: batch float": (
        lambda: fit(batch_size=1.5),
        IvyValueError, r"batch_size: expected a positive integer, got 1\.5"),
    "fit: lengths": (
        lambda: fit(data=(ones(4, 2), ones(3, 3))),
        IvyValueError, r"data: expected arrays of one length, got shapes \[\(4, 2\), \(3, 3\)\]"),
    "fit: empty": (
        lambda: fit(data=(ones(0, 2), ones(0, 3))),
        IvyValueError, r"data: expected arrays of one length, got shapes \[\(0, 2\), \(0, 3\)\]"),
    "fit: empty list": (
        lambda: fit(data=[]),
        IvyValueError, r"data: expected.*, got none; pass a list, or a callable that returns an i"),
    "fit: data number": (
        lambda: fit(data=3),
        IvyTypeError, r"data: expected.*, got 3"),
    "fit: data batch": (
        lambda: fit(data=[ones(2)]),
        IvyTypeError, r"data: expected batches of \(x, y\), got float32\[2\]"),
    "fit: shapes": (
        lambda: fit(data=(ones(4, 5), ones(4, 3))),
        IvyValueError, r"linear: expected x of 2 features for the weight \(3, 2\), got \(4, 5\)"),
    "fit: no vars": (
        lambda: fit(module=ivy.ReLU()),
        IvyValueError, r"module: expected one with variables to train, got none"),
    "fit: checkpoint damaged": (
        lambda: fit(checkpoint=written("ck", b"abc")),
        IvyFileError, r"checkpoint: expected.*, got one that cannot be read"),
    "fit: callbacks": (
        lambda: fit(callbacks=3),
        IvyTypeError, r"callbacks: expected a list of functions, got 3"),
    "fit: callback number": (
        lambda: fit(callbacks=[3]),
        IvyTypeError, r"callbacks: expected a function, got 3"),
    "fit: validation exhausted": (
        lambda: fit(epochs=2, validation=(pair for pair in [(ones(4, 2), ones(4, 3))])),
        IvyValueError, r"validation: expected batches for epoch 1, got none; pass a list"),
    "fit: metrics": (
        lambda: fit(validation=(ones(4, 2), ones(4, 3)), metrics=[ivy.l1_loss]),
        IvyTypeError, r"metrics: expected a dict of functions, got \[<function l1_loss"),
    "fit: schedule": (
        lambda: fit(optimizer=ivy.SGD(lambda step: float("nan"))),
        IvyValueError, r"SGD: expected a number from 0 on or a schedule as lr, got nan"),
    "fit: seed": (
        lambda: fit(seed="a"),
        IvyTypeError, r"seed: expected an integer, got 'a'"),
    "fit: 0-d": (
        lambda: fit(data=(array(1.0), array(1.0))),
        IvyValueError, r"data: expected arrays of one length, got shapes \[\(\), \(\)\]"),
    "fit: validation": (
        lambda: fit(validation=3),
        IvyTypeError, r"data: expected.*, got 3"),
    # ---- converters -----------------------------------------------------------------------------
    "to_torch_module: number": (
        lambda: ivy.to_torch_module(3),
        IvyTypeError, r"module: expected an ivy\.Module, got int; see ivy\.to_ivy_module"),
    "from_torch_module: number": (
        lambda: ivy.from_torch_module(3),
        IvyTypeError, r"native_module: expected a torch\.nn\.Module, got 3"),
    "from_flax_module: number": (
        lambda: ivy.from_flax_module(3),
        IvyTypeError, r"native_module: expected a flax\.nnx\.Module or flax\.linen\.Module, got 3"),
    "from_haiku_module: number": (
        lambda: ivy.from_haiku_module(3),
        IvyTypeError,
        r"native_module: expected.*, got int; modules of Haiku exist inside hk\.transform on",
    ),
    "from_equinox_module: number": (
        lambda: ivy.from_equinox_module(3),
        IvyTypeError, r"native_module: expected a eqx\.Module, got 3"),
    "to_ivy_module: text": (
        lambda: ivy.to_ivy_module("x"),
        IvyTypeError,
        r"native_module: expected a module of torch, keras, haiku, flax, equinox, got str",
    ),
    "transpile: nothing": (
        lambda: ivy.transpile(),
        IvyValueError, r"to: expected.*, got None"),
    "transpile: to": (
        lambda: ivy.transpile(net(), to="caffe", args=(ones(1, 2),)),
        IvyValueError, r"to: expected.*, got 'caffe'"),
    "transpile: source": (
        lambda: ivy.transpile(net(), source="caffe", to="numpy", args=(ones(1, 2),)),
        IvyValueError, r"source: expected.*, got 'caffe'"),
    "trace_graph: wrong args": (
        lambda: ivy.trace_graph(net(), args=(ones(1, 5),)),
        IvyValueError, r"linear: expected x of 2 features for the weight \(3, 2\), got \(1, 5\)"),
    # ---- files ----------------------------------------------------------------------------------
    "load: none": (
        lambda: ivy.load("none.safetensors"),
        IvyFileNotFoundError, r"none\.safetensors: expected a file, got none there"),
    "load: folder": (
        lambda: ivy.load("."),
        IvyFileNotFoundError, r"\.: expected a file, got none there"),
    "load: number": (
        lambda: ivy.load(3),
        IvyTypeError, r"file: expected the path of one, got 3"),
    "load: type": (
        lambda: ivy.load("x", type="array"),
        IvyValueError, r"load: expected type module or container, got 'array'"),
    "load: format": (
        lambda: ivy.load("x", format="npz"),
        IvyValueError, r"load: expected a format of safetensors, h5 and pickle, got 'npz'"),
    "load: truncated": (
        lambda: ivy.load(written("t.safetensors", b"\x10")),
        IvyFileError, r"t\.safetensors: expected.*, got one that cannot be read"),
    "load: header": (
        lambda: ivy.load(written("t.safetensors", (2 ** 62).to_bytes(8, "little") + b"{}")),
        IvyFileError, r"t\.safetensors: expected.*, got one that cannot be read"),
    "load: h5": (
        lambda: ivy.load(written("t.h5", b"abc"), format="h5"),
        IvyFileError, r"t\.h5: expected.*, got one that cannot be read"),
    "load: pickle": (
        lambda: ivy.load(written("t.pkl", b"abc"), format="pickle"),
        IvyValueError, r"t\.pkl: expected.*, got False; load only files you trust"),
    "load: pickle bad": (
        lambda: ivy.load(written("t.pkl", b"abc"), format="pickle", allow_pickle=True),
        IvyFileError, r"t\.pkl: expected.*, got one that cannot be read"),
    "save: object": (
        lambda: ivy.save(object(), "x"),
        IvyTypeError, r"save.*(called with|, got) ."),
    "save: folder": (
        lambda: ivy.save(ones(2), "none/x"),
        IvyFileNotFoundError, r"none/x.*(called with|, got) ."),
    "save: into folder": (
        lambda: ivy.save(ones(2), "."),
        IvyFileError, r"\.: expected a place to write to, got: Is a directory"),
    "save: number path": (
        lambda: ivy.save(ones(2), 3),
        IvyTypeError, r"file: expected the path of one, got 3"),
    "save: key": (
        lambda: ivy.save({(1, 2): ones(2)}, "x"),
        IvyTypeError, r"save: expected texts and numbers as keys, got \(1, 2\) at \[\]"),
}
# fmt: on

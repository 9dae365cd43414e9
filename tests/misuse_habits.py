"""Mistakes of habit: arguments swapped, misspelt, or as another library has them; see misuse_cases.

Files are made in the current folder, which is a new one for each row.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

import ivy
from ivy.errors import (
    IvyBroadcastShapeError,
    IvyFileError,
    IvyFileNotFoundError,
    IvyIndexError,
    IvyInvalidBackendException,
    IvyKeyError,
    IvyTypeError,
    IvyValueError,
)
from tests.misuse_cases import Case, array, ones
from tests.misuse_modules import fit, net


def pair() -> Any:
    return ivy.Container(weight=ones(2), layer={"bias": ones(2)})


def of_one(name: str) -> Case:
    """Return the row of a function of several Containers that is given one instead of a list."""
    arguments = {"cont_reduce": (pair(), "sum"), "cont_multi_map": (lambda xs, _: xs, pair())}
    return (
        lambda: getattr(ivy.Container, name)(*arguments.get(name, (pair(),))),
        IvyTypeError,
        rf"{name}: expected a list \[a, b\] of Containers, got one",
    )


def strange() -> Any:
    """Return a native array of a dtype that ivy does not have: text, or floats of 8 bits."""
    backend = ivy.current_backend_str()
    if backend == "torch":
        import torch

        return torch.ones(2, dtype=torch.float8_e5m2)
    if backend == "jax":
        import jax.numpy as jnp

        return jnp.ones(2, dtype=jnp.float8_e5m2)
    if backend == "tensorflow":
        import tensorflow as tf

        return tf.constant(["a", "b"])
    return np.array(["a", "b"])


class Half(ivy.Module):
    """A module that cannot be shown, as one whose constructor failed."""

    def __repr__(self) -> str:
        raise AttributeError("no attribute 'layers'")


UNKNOWN_DTYPE = r"dtype: expected one of bool, int8, .*, got .*(U1|float8|string)"


ONE_CONTAINER = (
    "cont_reduce cont_list_join cont_list_stack cont_common_key_chains cont_identical_configs"
    " cont_identical_array_shapes cont_multi_map"
)


# fmt: off
CASES: dict[str, Case] = {
    # ---- nests and containers -------------------------------------------------------------------
    **{f"{name}: one Container": of_one(name) for name in ONE_CONTAINER.split()},
    "nested_map: swapped": (
        lambda: ivy.nested_map(3, lambda x: x),
        IvyTypeError, r"nested_map: expected a function, got 3"),
    "map_nest_at_index: swapped": (
        lambda: ivy.map_nest_at_index([1], lambda x: x, (0,)),
        IvyTypeError, r"map_nest_at_index: expected a function, got \(0,\)"),
    "nested_any: swapped": (
        lambda: ivy.nested_any(lambda x: x, [1]),
        IvyTypeError, r"nested_any: expected a function, got \[1\]"),
    "nested_argwhere: swapped": (
        lambda: ivy.nested_argwhere(lambda x: x, [1]),
        IvyTypeError, r"nested_argwhere: expected a function, got \[1\]"),
    "nested_multi_map: swapped": (
        lambda: ivy.nested_multi_map([[1]], lambda x, _: x),
        IvyTypeError, r"nested_multi_map: expected a function, got \[\[1\]\]"),
    "map: no function": (
        lambda: ivy.map([1], constant={"x": 1}),
        IvyTypeError, r"map: expected a function, got \[1\]"),
    "cache_fn: no function": (
        lambda: ivy.cache_fn("sum"),
        IvyTypeError, r"cache_fn: expected a function, got 'sum'"),
    "split_func_call: no function": (
        lambda: ivy.split_func_call("sum", [ones(2)], "concat"),
        IvyTypeError, r"split_func_call: expected a function, got 'sum'"),
    "cont_multi_map: swapped": (
        lambda: ivy.Container.cont_multi_map([pair()], lambda xs, _: xs),
        IvyTypeError, r"cont_multi_map: expected a function, got"),
    "cont_reduce: unknown": (
        lambda: ivy.Container.cont_reduce([pair(), pair()], "summ"),
        IvyValueError, r"cont_reduce: expected a function or the name of one, got 'summ'"),
    "cont_reduce: number": (
        lambda: ivy.Container.cont_reduce([pair(), pair()], 3),
        IvyTypeError, r"cont_reduce: expected a function, got 3"),
    "cont_unify: Container": (
        lambda: ivy.Container.cont_unify(pair(), "cpu", "sum"),
        IvyTypeError, r"cont_unify: expected a dict of Containers by device, got Container"),
    "cont_identical: number": (
        lambda: ivy.Container.cont_identical(3),
        IvyTypeError, r"cont_identical: expected a list of Containers, got 3"),
    "cont_identical: nothing": (
        lambda: ivy.Container.cont_identical([]),
        IvyValueError, r"cont_identical: expected one Container or more, got \[\]"),
    "key_chains: misspelt leaf": (
        lambda: pair().exp(key_chains="wieght"),
        IvyKeyError,
        r"key_chains: expected key chains of the Container, got 'wieght'; it has 'weight'",
    ),
    "key_chains: misspelt in a list": (
        lambda: pair().exp(key_chains=["weight", "layer/bais"]),
        IvyKeyError, r"got 'layer/bais'; it has 'layer/bias'"),
    "key_chains: all but a misspelt one": (
        lambda: pair().exp(key_chains="layr", to_apply=False),
        IvyKeyError, r"got 'layr'; it has 'layer'"),
    "key_chains: cont_map": (
        lambda: pair().cont_map(lambda x, _: x, key_chains="bias"),
        IvyKeyError, r"got 'bias'; it has 'layer/bias'"),
    "key_chains: cont_map_sub_conts": (
        lambda: pair().cont_map_sub_conts(lambda x, _: x, key_chains="layr"),
        IvyKeyError, r"got 'layr'; it has 'layer'"),
    "key_chains: cont_identical": (
        lambda: ivy.Container.cont_identical([pair(), pair()], key_chains="wieght"),
        IvyKeyError, r"got 'wieght'; it has 'weight'"),
    "key_chains: number in a list": (
        lambda: pair().exp(key_chains=[1]),
        IvyTypeError, r"Container: expected a key chain, got 1"),
    "cont_has_key_chain: number": (
        lambda: pair().cont_has_key_chain(3),
        IvyTypeError, r"Container: expected a key chain, got 3"),
    "cont_create_if_absent: number": (
        lambda: pair().cont_create_if_absent(3, 1),
        IvyTypeError, r"Container: expected a key chain, got 3"),
    "cont_flatten_key_chain: number": (
        lambda: pair().cont_flatten_key_chain(3),
        IvyTypeError, r"Container: expected a key chain, got 3"),
    "cont_cutoff_at_depth: text": (
        lambda: pair().cont_cutoff_at_depth("x"),
        IvyTypeError, r"cont_cutoff_at_depth: expected a number of levels, got 'x'"),
    "cont_cutoff_at_height: text": (
        lambda: pair().cont_cutoff_at_height("x"),
        IvyTypeError, r"cont_cutoff_at_height: expected a number of levels, got 'x'"),
    "cont_restructure: number": (
        lambda: pair().cont_restructure(3),
        IvyTypeError, r"cont_restructure: expected a dict of old to new key chains, got 3"),
    "cont_format_key_chains: number": (
        lambda: pair().cont_format_key_chains(3),
        IvyTypeError, r"cont_format_key_chains: expected a function, got 3"),
    "cont_reshape_like: number": (
        lambda: pair().cont_reshape_like(3),
        IvyTypeError, r"cont_reshape_like: expected a dict of shapes, got 3"),
    "cont_diff: numbers": (
        lambda: ivy.Container.cont_diff(1, 2),
        IvyTypeError, r"cont_diff: expected one Container or more, got \['int', 'int'\]"),
    "Container: print_limit": (
        lambda: ivy.Container(a=1, print_limit="x"),
        IvyTypeError, r"Container: expected a number as print_limit, got 'x'"),
    "cont_with_print_limit: text": (
        lambda: pair().cont_with_print_limit("x"),
        IvyTypeError, r"Container: expected a number as print_limit, got 'x'"),
    # ---- modules --------------------------------------------------------------------------------
    "Sequential: class": (
        lambda: ivy.Sequential(ivy.Linear),
        IvyTypeError, r"Sequential: expected modules, got the class Linear; make one"),
    "Sequential: position": (
        lambda: ivy.Sequential(net())[5],
        IvyIndexError, r"Sequential: expected a position of 1, got 5"),
    "Sequential: name": (
        lambda: ivy.Sequential(net())["a"],
        IvyTypeError, r"Sequential: expected a position of 1, got 'a'"),
    "train: text": (
        lambda: net().train("no"),
        IvyTypeError, r"Linear\.train: expected True or False, got 'no'"),
    "to_dtype: integers": (
        lambda: net().to_dtype("int32"),
        IvyTypeError, r"Linear\.to_dtype: expected a floating dtype, got int32"),
    "LSTM: state": (
        lambda: ivy.LSTM(2, 3)(ones(1, 4, 2), initial_state="x"),
        IvyTypeError, r"LSTM: expected initial_state as \(hidden states, cells\), got 'x'"),
    "register_buffer: number": (
        lambda: net().register_buffer(3, ones(2)),
        IvyTypeError, r"Linear\.register_buffer: expected a name, got 3"),
    "SGD: class of a schedule": (
        lambda: ivy.SGD(ivy.CosineSchedule),
        IvyValueError, r"SGD: expected a number from 0 on or a schedule as lr, got <class"),
    "fit: shuffle": (
        lambda: fit(shuffle="yes"),
        IvyTypeError, r"shuffle: expected True or False, got 'yes'"),
    "fit: resume": (
        lambda: fit(resume="yes"),
        IvyTypeError, r"resume: expected True or False, got 'yes'"),
    "fit: compile": (
        lambda: fit(compile="yes"),
        IvyTypeError, r"compile: expected True or False, got 'yes'"),
    "fit: callable that returns no batches": (
        lambda: fit(data=lambda: 3),
        IvyTypeError, r"data: expected a callable that returns an iterable.*, got 3"),
    "maml_step: nothing": (
        lambda: ivy.maml_step({}, len, len, {"w": ones(1)}, 1, 0.1),
        IvyValueError, r"batch: expected arrays with an element per task, got \{\}"),
    "transpile: number": (
        lambda: ivy.transpile(3, to="torch"),
        IvyTypeError, r"transpile: expected a function or a module, got 3"),
    "unify: text": (
        lambda: ivy.unify("model"),
        IvyTypeError, r"transpile: expected a function or a module, got 'model'"),
    # ---- gradients and loops --------------------------------------------------------------------
    "value_and_grad: number": (
        lambda: ivy.value_and_grad(3),
        IvyTypeError, r"value_and_grad: expected a function, got 3"),
    "jac: number": (
        lambda: ivy.jac(3),
        IvyTypeError, r"jac: expected a function, got 3"),
    "while_loop: text": (
        lambda: ivy.while_loop(lambda x: "no", lambda x: x, (1,)),
        IvyTypeError, r"while_loop: expected a condition, got 'no'"),
    "if_else: text": (
        lambda: ivy.if_else("no", lambda: 1, lambda: 2, vars={}),
        IvyTypeError, r"if_else: expected a condition, got 'no'"),
    "for_loop: body": (
        lambda: ivy.for_loop([1], 3, (1,)),
        IvyTypeError, r"for_loop: expected a function, got 3"),
    # ---- converters -----------------------------------------------------------------------------
    "to_keras_module: seed": (
        lambda: net().to_keras_module(seed="x"),
        IvyTypeError, r"to_keras_module: expected an integer as seed, got 'x'"),
    # ---- operations -----------------------------------------------------------------------------
    "vector_norm: ord": (
        lambda: ivy.vector_norm(ones(2), ord="x"),
        IvyTypeError, r"vector_norm"),
    "zeros: shape in a list": (
        lambda: ivy.zeros([[2]]),
        IvyTypeError, r"zeros \(\w+\): .*called with \[\[2\]\]"),
    "arange: beyond 64 bits": (
        lambda: ivy.arange(1e30),
        IvyValueError, r"arange: expected fewer than 2\*\*63 elements, got 1e\+30"),
    # ---- graphs --------------------------------------------------------------------------------
    "transpile: to, in a list": (
        lambda: ivy.transpile(net(), to=["numpy"], args=(ones(1, 2),)),
        IvyValueError, r"to: expected one of .*, got \['numpy'\]"),
    "transpile: source, in a list": (
        lambda: ivy.transpile(net(), source=["ivy"], to="numpy", args=(ones(1, 2),)),
        IvyValueError, r"source: expected one of .*, got \['ivy'\]"),
    "transpile: to and target": (
        lambda: ivy.transpile(net(), to="numpy", target="ivy", args=(ones(1, 2),)),
        IvyValueError, r"transpile: expected to or target, got both: 'numpy', 'ivy'"),
    "transpile: kwargs": (
        lambda: ivy.transpile(net(), to="numpy", args=(), kwargs=[1]),
        IvyTypeError, r"kwargs: expected a dict of arguments by name, got list"),
    "transpile: dynamic_axes": (
        lambda: ivy.transpile(net(), to="numpy", args=(ones(1, 2),), dynamic_axes=0.5),
        IvyValueError, r"dynamic_axes: expected .*, got"),
    "graph: arguments": (
        lambda: ivy.transpile(ivy.sin, to="ivy", args=(ones(2),))(ones(2), ones(2)),
        IvyTypeError, r"sin: expected the arguments x, got x, out"),
    "graph module: arguments": (
        lambda: ivy.transpile(net(), to="ivy", args=(ones(1, 2),))(ones(1, 2), 3),
        IvyTypeError, r"Linear: expected the arguments x, got x, 1"),
    "to_source: to": (
        lambda: ivy.to_source(net(), to=["jax"], args=(ones(1, 2),)),
        IvyValueError, r"to: expected one of .*, got \['jax'\]"),
    "to_source: weights": (
        lambda: ivy.to_source(net(), to="numpy", args=(ones(1, 2),), weights=5),
        IvyTypeError, r"file: expected the path of one, got 5"),
    "to_source: weights into a folder": (
        lambda: ivy.to_source(net(), to="numpy", args=(ones(1, 2),), weights="."),
        IvyFileError, r"\.: expected a place to write to, got: Is a directory"),
    "to_source: no folder": (
        lambda: ivy.to_source(net(), to="numpy", args=(ones(1, 2),), weights="none/x"),
        IvyFileNotFoundError, r"none/x: expected a folder that exists"),
    # ---- what was ignored ----------------------------------------------------------------------
    "fit: checkpoint_every": (
        lambda: fit(checkpoint_every=2),
        IvyValueError, r"checkpoint_every: expected a file as checkpoint, got none"),
    "SGD: rate with axes": (
        lambda: ivy.SGD(lambda step: ones(2)).step({"w": ones(2)}, {"w": ones(2)}),
        IvyTypeError, r"SGD: expected a number as lr, got float32\[2\]"),
    "Container: below a leaf": (
        lambda: ivy.Container(a=ones(2)).cont_set_at_key_chain("a/b", 1),
        IvyKeyError, r"Container: expected a Container at 'a' to set 'a/b' in it, got"),
    "Container: queues": (
        lambda: ivy.Container(queues=3, queue_load_sizes=[1]),
        IvyTypeError, r"Container: expected a list of queues, got 3"),
    "randint: beyond the dtype": (
        lambda: ivy.randint(0, 300, (2,), dtype="int8"),
        IvyValueError, r"randint: expected numbers of int8, -128 to 127, got low=0, high=300"),
    "randint: negative": (
        lambda: ivy.randint(-5, 3, (2,), dtype="uint8"),
        IvyValueError, r"randint: expected numbers of uint8, 0 to 255, got low=-5, high=3"),
    "grad: argnums": (
        lambda: ivy.grad(ivy.sum, argnums="x")(ones(2)),
        IvyTypeError, r"value_and_grad: expected argnums as an integer or a list.*, got 'x'"),
    "vjp: text": (
        lambda: ivy.vjp(ivy.square, ones(2))[1]("x"),
        IvyTypeError, r"vjp: expected cotangents, got 'x'"),
    "vjp: number": (
        lambda: ivy.vjp(ivy.square, ones(2))[1](1.0),
        IvyValueError, r"vjp: expected cotangents of shape \(2,\), got \(\)"),
    "vjp: other nest": (
        lambda: ivy.vjp(ivy.square, ones(2))[1]((ones(2),)),
        IvyValueError, r"vjp: expected cotangents at \[\(\)\], got one at \(0,\)"),
    "vjp: too few": (
        lambda: ivy.vjp(lambda x: (x, 2 * x), ones(2))[1]((ones(2),)),
        IvyValueError, r"vjp: expected a nest like the result, got none at \(1,\)"),
    "jvp: primals": (
        lambda: ivy.jvp(ivy.square, ones(2), ones(2)),
        IvyTypeError, r"jvp: expected a tuple of arguments as primals, got float32\[2\]"),
    "jvp: too many": (
        lambda: ivy.jvp(ivy.square, (ones(2),), (ones(2), ones(2))),
        IvyValueError, r"jvp: expected tangents at \[\(0,\)\], got one at \(1,\)"),
    "vmap: no axis": (
        lambda: ivy.vmap(ivy.sin, in_axes=None)(ones(2)),
        IvyValueError, r"vmap: expected in_axes for 1 arguments, got None"),
    # ---- arrays of dtypes that ivy does not have ------------------------------------------------
    "Array: strange": (
        lambda: ivy.Array(strange()),
        IvyTypeError, UNKNOWN_DTYPE),
    "matmul: strange": (
        lambda: ivy.matmul(strange(), ones(2, dtype="float64")),
        IvyTypeError, UNKNOWN_DTYPE),
    "grad: strange": (
        lambda: ivy.grad(ivy.sum)(strange()),
        IvyTypeError, UNKNOWN_DTYPE),
    "fit: strange": (
        lambda: fit(data=(strange(), ones(2))),
        IvyTypeError, UNKNOWN_DTYPE),
    "Linear: strange": (
        lambda: net()(strange()),
        IvyTypeError, UNKNOWN_DTYPE),
    "save: strange": (
        lambda: ivy.save({"a": strange()}, "a.safetensors"),
        IvyTypeError, r"(a: expected an array of numbers, got|to_numpy \(\w+\): .*unsupported)"),
    # ---- what cannot be converted, shown or found -----------------------------------------------
    "Array: ragged": (
        lambda: ivy.Array([[1.0], [1.0, 2.0]]),
        IvyValueError, r"asarray \(\w+\): .*called with \[\[1\.0\], \[1\.0, 2\.0\]\]"),
    "to_list: ragged": (
        lambda: ivy.to_list([[1.0], [1.0, 2.0]]),
        IvyValueError, r"asarray \(\w+\): .*called with \[\[1\.0\], \[1\.0, 2\.0\]\]"),
    "exp: what cannot be shown": (
        lambda: ivy.exp(object.__new__(Half)),
        IvyTypeError, r"exp: expected an array, a number or a list, got .*Half: <Half>"),
    "add: integer beyond floats": (
        lambda: ones(2) + 10**400,
        IvyValueError, r"dtype: expected one that holds 1000.*\.\.\., got float32"),
    "Array: integer beyond 64 bits": (
        lambda: ivy.Array([10**400]),
        IvyValueError, r"asarray \(\w+\): .*called with \[1000"),
    "set_backend: list": (
        lambda: ivy.set_backend(["torch"]),
        IvyInvalidBackendException, r"expected a backend of .*, got \['torch'\]"),
    "with_backend: None": (
        lambda: ivy.with_backend(None),
        IvyInvalidBackendException, r"expected a backend of .*, got None"),
    "zeros: number as device": (
        lambda: ivy.zeros(2, device=1.5),
        IvyTypeError, r"device \(\w+\): expected a name such as 'cpu', got 1\.5"),
    "to_device: list": (
        lambda: ivy.to_device(ones(2), ["cpu"]),
        IvyTypeError, r"device \(\w+\): expected a name such as 'cpu', got \['cpu'\]"),
    "Linear: device of an object": (
        lambda: net().to_device(SimpleNamespace(type="cpu")),
        IvyTypeError, r"device \(\w+\): expected a name such as 'cpu', got namespace"),
    # ---- of other libraries ---------------------------------------------------------------------
    "zeros: path": (
        lambda: ivy.zeros(Path("a")),
        IvyTypeError, r"zeros \(\w+\): .*called with PosixPath\('a'\)"),
    "reshape: sets": (
        lambda: ivy.reshape(ones(2), [{1}]),
        IvyTypeError, r"reshape \(\w+\): .*called with float32\[2\], \[\{1\}\]"),
    "concat: not in a list": (
        lambda: ivy.concat(ones(2), ones(2)),
        IvyTypeError, r"concat.*(float32\[2\], float32\[2\]|a list)|index: expected an int"),
    "stack: not in a list": (
        lambda: ivy.stack(ones(2), ones(2)),
        IvyTypeError, r"stack \(\w+\): .*called with float32\[2\], float32\[2\]|index: expected"),
    "concat: 0-d": (
        lambda: ivy.concat([ones(), ones()]),
        IvyValueError, r"concat.*(called with \[float32\[\]|expected arrays with axes)"),
    "einsum: swapped": (
        lambda: ivy.einsum(ones(2), "i->"),
        IvyTypeError, r"einsum: expected an array, a number or a list, got str: 'i->'"),
    "einsum: bytes": (
        lambda: ivy.einsum(b"i->", ones(2)),
        IvyTypeError, r"einsum: expected an equation such as 'ij,jk->ik', got b'i->'"),
    "setitem: several for one": (
        lambda: ones(2).__setitem__(0, [1.0, 2.0]),
        IvyBroadcastShapeError, r"setitem.*(called with|, got) ."),
    "Adam: variables": (
        lambda: ivy.Adam(net().v),
        IvyTypeError, r"Adam: expected a number from 0 on or a schedule as lr, got \{"),
    "fit: class of a loss": (
        lambda: fit(loss=ivy.MSELoss),
        IvyTypeError, r"loss: expected a function, got the class MSELoss; make one: MSELoss\(\)"),
    "fit: other widths": (
        lambda: fit(data=(ones(4, 2), ones(4, 2)), loss=lambda p, t: ivy.mean(p - t)),
        IvyBroadcastShapeError, r"subtract \(\w+\): .*called with float32\[4, 3\], float32\[4, 2"),
    "getitem: several elements": (
        lambda: array([1.0, 2.0]).item(),
        IvyValueError, r"Array\.item: expected one element, got shape \(2,\)"),
    "Uniform: no inputs": (
        lambda: ivy.GlorotUniform().create_variables((2, 2), "cpu", 0, 0),
        IvyValueError, r"fan_sum: expected the numbers of inputs and outputs.*, got fan_in=0"),
}
# fmt: on

"""Modules of ivy as modules of other libraries and back. The dashboard's page on converters.

The column is the backend the ivy module was built under; the library is the one of the test.
"""

from __future__ import annotations

import copy
import importlib.util
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import ivy
from ivy.errors import (
    IvyException,
    IvyInvalidBackendException,
    IvyMissingBackendException,
    IvyNotImplementedException,
    IvyTypeError,
    IvyValueError,
)
from tests.converter_checks import (
    CLOSE,
    KEYS,
    RATE,
    STEPS,
    IvyModel,
    Making,
    Net,
    assert_all_close,
    assert_decreases,
    called,
    check_keras_application,
    check_keras_round_trip,
    check_keras_training,
    check_training,
    floats,
    nnx_model,
    trains,
)
from tests.helpers import optional, to_numpy

torch, torch_models = optional("torch"), optional("tests.torch_models", "torch")
ROOT = Path(__file__).parents[1]
LIBRARIES = ("torch", "keras", "haiku", "flax", "linen", "equinox")


def model_data() -> tuple[Any, Any]:
    x = np.linspace(np.zeros((2, 3)), np.ones((2, 3)), 10, axis=-1).astype("float32")
    y = np.linspace(np.ones((2, 3)), np.zeros((2, 3)), 5, axis=-1).astype("float32")
    return x, y


def weights_of(module: ivy.Module) -> list[tuple[Any, Any]]:
    """Return (w, b) of the layers of an IvyModel as NumPy arrays of their own."""
    layers = [module.v.linear0, module.v.linear1, module.v.linear2]
    return [(np.array(to_numpy(v.w)), np.array(to_numpy(v.b))) for v in layers]


# ---- the dashboard's rows ----------------------------------------------------------------------


def test_to_torch_module(backend: str) -> None:
    ivy_model = IvyModel()
    native = torch.nn.Sequential(
        torch.nn.Linear(10, 64), torch.nn.ReLU(), torch.nn.Linear(64, 64), torch.nn.ReLU(),
        torch.nn.Linear(64, 5), torch.nn.Sigmoid(),
    )  # fmt: skip
    with torch.no_grad():
        for layer, (w, b) in zip(native[::2], weights_of(ivy_model), strict=True):
            layer.weight.copy_(torch.tensor(w))
            layer.bias.copy_(torch.tensor(b))
    x, y = map(torch.tensor, model_data())
    model = ivy_model.to_torch_module()
    assert isinstance(model, torch.nn.Module)

    def train(model: Any) -> list[Any]:
        optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
        losses = []
        for _ in range(10):
            loss = torch.nn.L1Loss()(y, model(x))
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        return losses

    losses = train(model)
    assert_decreases(losses)
    assert_all_close(losses, train(native))
    ours = [model.get_parameter(f"linear{i}.{kind}") for i in range(3) for kind in "wb"]
    assert_all_close(ours, native.parameters())


def test_to_keras_module(backend: str) -> None:
    keras, tf = pytest.importorskip("keras"), pytest.importorskip("tensorflow")
    ivy_model = IvyModel()
    activations = ("relu", "relu", "sigmoid")
    sizes = (64, 64, 5)
    native = keras.Sequential(
        [keras.layers.Dense(n, activation=a) for n, a in zip(sizes, activations, strict=True)]
    )
    x, y = map(tf.constant, model_data())
    native(x)
    for layer, (w, b) in zip(native.layers, weights_of(ivy_model), strict=True):
        layer.set_weights([w.T, b])
    model = ivy_model.to_keras_module()
    assert isinstance(model, keras.Model)

    def train(model: Any) -> list[Any]:
        optimizer = keras.optimizers.SGD(learning_rate=1e-3)
        losses = []
        for _ in range(10):
            with tf.GradientTape(watch_accessed_variables=False) as tape:
                tape.watch([weight.value for weight in model.trainable_weights])
                loss = keras.losses.MeanAbsoluteError()(y, model(x))
            gradients = tape.gradient(loss, model.trainable_weights)
            optimizer.apply_gradients(zip(gradients, model.trainable_weights, strict=True))
            losses.append(float(loss))
        return losses

    losses = train(model)
    assert_decreases(losses)
    assert_all_close(losses, train(native))
    ours = {weight.path: keras.ops.convert_to_numpy(weight) for weight in model.weights}
    for i, layer in enumerate(native.layers):
        w, b = layer.get_weights()
        np.testing.assert_allclose(ours[f"ivy_model/linear{i}/w"], w.T, **CLOSE)
        np.testing.assert_allclose(ours[f"ivy_model/linear{i}/b"], b, **CLOSE)


def test_to_haiku_module(backend: str) -> None:
    hk = pytest.importorskip("haiku")
    ivy_model = IvyModel()
    x, y = map(jnp.asarray, model_data())
    cls = ivy_model.to_haiku_module()
    assert issubclass(cls, hk.Module)
    model = hk.transform(lambda x: cls()(x))

    def native_fn(x: Any) -> Any:
        (w0, b0), (w1, b1), (w2, b2) = weights_of(ivy_model)

        def layer(x: Any, w: Any, b: Any) -> Any:
            constant = hk.initializers.Constant
            return hk.Linear(len(b), w_init=constant(w.T), b_init=constant(b))(x)

        x = jax.nn.relu(layer(x, w0, b0))
        return jax.nn.sigmoid(layer(jax.nn.relu(layer(x, w1, b1)), w2, b2))

    def train(model: Any) -> tuple[Any, list[Any]]:
        rng = jax.random.PRNGKey(42)
        params, losses = model.init(rng, x), []

        @jax.jit
        def step(params: Any) -> Any:
            return jax.value_and_grad(lambda p: jnp.mean(jnp.abs(y - model.apply(p, rng, x))))(
                params
            )

        for _ in range(10):
            loss, grads = step(params)
            params = jax.tree.map(lambda p, g: p - 0.001 * g, params, grads)
            losses.append(loss)
        return params, losses

    params, losses = train(model)
    native_params, native_losses = train(hk.transform(native_fn))
    assert_decreases(losses)
    assert_all_close(losses, native_losses)
    layers = ("linear", "linear_1", "linear_2")
    for i, layer in enumerate(layers):
        ours, native = params["ivy_model"], native_params[layer]
        np.testing.assert_allclose(ours[f"linear{i}/w"], native["w"].T, **CLOSE)
        np.testing.assert_allclose(ours[f"linear{i}/b"], native["b"], **CLOSE)


def keras_model() -> Any:
    import keras

    class KerasLinear(keras.Model):
        def __init__(self, in_size: int, out_size: int):
            super().__init__()
            self._linear = keras.layers.Dense(out_size)
            self.build((None, in_size))

        def build(self, input_shape: Any) -> None:
            self._linear.build(input_shape)
            self.built = True

        def call(self, x: Any) -> Any:
            return self._linear(x)

    class KerasModel(keras.Model):
        def __init__(self, in_size: int, out_size: int, device: Any = None, hidden_size: int = 64):
            super().__init__()
            self._linear0 = KerasLinear(in_size, hidden_size)
            self._linear1 = KerasLinear(hidden_size, hidden_size)
            self._linear2 = KerasLinear(hidden_size, out_size)

        def call(self, x: Any) -> Any:
            x = keras.ops.expand_dims(x, 0)
            for layer in (self._linear0, self._linear1, self._linear2):
                x = keras.ops.tanh(layer(x))
            return x[0]

    return KerasModel


def haiku_model() -> Any:
    import haiku as hk

    class HaikuLinear(hk.Module):
        def __init__(self, out_size: int):
            super().__init__()
            self._linear = hk.Linear(out_size)

        def __call__(self, x: Any) -> Any:
            return self._linear(x)

    class HaikuModel(hk.Module):
        def __init__(self, in_size: int, out_size: int, device: Any = None, hidden_size: int = 64):
            super().__init__()
            sizes = (hidden_size, hidden_size, out_size)
            self._layers = [HaikuLinear(size) for size in sizes]

        def __call__(self, x: Any) -> Any:
            x = jnp.expand_dims(x, 0)
            for layer in self._layers:
                x = jnp.tanh(layer(x))
            return x[0]

    return HaikuModel


def native_model(backend: str, from_class: bool, x: Any) -> tuple[Any, Callable[[Any, Any], Any]]:
    """Return a converted model, and the native forward as a function of its variables."""
    sizes = {"in_size": 4, "out_size": 5}
    given = {"constructor_kwargs": sizes, "instance_args": [x]}
    if backend == "torch":
        native = torch_models.TorchModel(**sizes)
        convert = ivy.Module.from_torch_module
        module = convert(torch_models.TorchModel, **given) if from_class else convert(native)

        def by_torch(v: Any, x: Any) -> Any:
            arrays = {chain.replace("/", "."): v[chain] for chain in v.cont_all_key_chains()}
            return torch.func.functional_call(native, arrays, (x,))

        return module, by_torch
    if backend == "jax":
        import haiku as hk

        cls = haiku_model()
        native = hk.transform(lambda x: cls(**sizes)(x))
        params = native.init(0, x.data)
        convert = ivy.Module.from_haiku_module
        module = convert(cls, **given) if from_class else convert(native, params_hk=params)

        def by_haiku(v: Any, x: Any) -> Any:
            arrays = {m: {n: v[f"{m}/{n}"] for n in params[m]} for m in params}
            return native.apply(arrays, None, x)

        return module, by_haiku
    cls = keras_model()
    native = cls(**sizes)
    native(x.data)
    convert = ivy.Module.from_keras_module
    module = convert(cls, **given) if from_class else convert(native)

    def by_keras(v: Any, x: Any) -> Any:
        # the names of a second model carry numbers: go by order
        return native.stateless_call([v[c] for c in module._trainable], [], x)[0]

    return module, by_keras


def check_on_numpy(from_class_and_args: bool, x: ivy.Array) -> None:
    """A module of torch under NumPy: translated with the arguments of a call, it trains there."""
    torch.manual_seed(0)
    native = torch_models.TorchModel(4, 5)
    torch.manual_seed(0)
    given = (
        (torch_models.TorchModel, (4, 5))
        if from_class_and_args
        else (torch_models.TorchModel(4, 5),)
    )
    module = ivy.Module.from_torch_module(*given, instance_args=(x,))
    assert all(isinstance(ivy.to_native(w), np.ndarray) for w in module.v.cont_to_iterator_values())
    optimizer, tensor = torch.optim.SGD(native.parameters(), 1e-3), torch.tensor(to_numpy(x))
    losses = []
    for _ in range(10):
        loss, grads = ivy.execute_with_gradients(lambda v: ivy.mean(module(x, v=v)), module.v)
        losses.append(loss)
        module.v = ivy.gradient_descent_update(module.v, grads, 1e-3)
        optimizer.zero_grad()
        native(tensor).mean().backward()
        optimizer.step()
    assert_decreases(losses)
    for name, w in native.named_parameters():
        np.testing.assert_allclose(to_numpy(module.v[name.replace(".", "/")]), w.detach(), **CLOSE)
    with pytest.raises(IvyInvalidBackendException, match=r"torch, got one of numpy.*transpile"):
        ivy.Module.from_torch_module(native)(x)
    with pytest.raises(IvyNotImplementedException, match=r"runs on numpy.*ivy.transpile"):
        ivy.Module.from_torch_module(native).to_backend("numpy")


@pytest.mark.parametrize("from_class_and_args", [True, False])
def test_from_backend_module(from_class_and_args: bool, backend: str) -> None:
    values = np.linspace(np.zeros((1, 2)), np.ones((1, 2)), 4, axis=-1).astype("float32")
    x = ivy.array(values)
    if backend == "numpy":
        check_on_numpy(from_class_and_args, x)
        return
    module, native = native_model(backend, from_class_and_args, x)

    def loss_fn(v: Any = None) -> Any:
        return ivy.mean(module(x, v=v))

    losses = [loss_fn()]
    native_v = module.v.cont_map(lambda w, _: ivy.native_array(ivy.copy_array(ivy.to_ivy(w))))
    for _ in range(10):
        loss, grads = ivy.execute_with_gradients(loss_fn, module.v)
        _, native_grads = ivy.execute_with_gradients(
            lambda v: ivy.mean(native(v, x.data)), native_v
        )
        new = ivy.gradient_descent_update(module.v, grads, 1e-3)
        if backend == "jax":
            module.v = new
        else:
            ivy.inplace_update(module.v, new)
        native_v = ivy.gradient_descent_update(native_v, native_grads, 1e-3)
        losses.append(loss_fn())
    assert_decreases(losses)
    assert ivy.is_array(loss) and loss.shape == ()
    assert isinstance(grads, ivy.Container)
    assert (abs(grads).max() > 0).cont_all_true()
    for chain, w in module.v.cont_to_iterator():
        np.testing.assert_allclose(to_numpy(w), to_numpy(native_v[chain]), **CLOSE)


# ---- a module of any backend in any library ----------------------------------------------------


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_module_of_any_backend_converts(library: str, backend: str) -> None:
    module = Net()
    module(ivy.array(floats(5, 4)))  # batch statistics that are not those of the start
    x = floats(6, 4, seed=1)
    expected = to_numpy(module.eval()(ivy.array(x)))
    np.testing.assert_allclose(to_numpy(called(module, library, x)), expected, **CLOSE)


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_forward_makes_arrays_of_the_library(library: str, backend: str) -> None:
    module, x = Making(), floats(6, 4)
    expected = to_numpy(module(ivy.array(x)))
    result = called(module, library, x)
    assert ivy.is_native_array(result)
    np.testing.assert_allclose(to_numpy(result), expected, **CLOSE)


def test_functions_and_methods_are_the_same() -> None:
    for library in LIBRARIES:
        function = getattr(ivy, f"to_{library}_module")
        assert getattr(ivy.Module, f"to_{library}_module") is function
    for library in LIBRARIES:
        if library != "linen":  # from_flax_module takes both
            function = getattr(ivy, f"from_{library}_module")
            assert getattr(ivy.Module, f"from_{library}_module") is function


# ---- trained by the library, as ivy itself trains ------------------------------------------------


@pytest.mark.parametrize("compiled", [False, True], ids=["eager", "compiled"])
def test_torch_trains(compiled: bool) -> None:
    pytest.importorskip("torch")

    def train(module: Any, x: Any, y: Any) -> Any:
        model = module.to_torch_module()
        optimizer = torch.optim.SGD(model.parameters(), lr=RATE)
        run = torch.compile(model, fullgraph=True, backend="eager") if compiled else model
        losses = []
        for _ in range(STEPS):
            optimizer.zero_grad()
            loss = torch.mean((run(torch.tensor(x)) - torch.tensor(y)) ** 2)
            loss.backward()
            optimizer.step()
            losses.append(loss.detach())
        return {name.replace(".", "/"): x for name, x in model.state_dict().items()}, losses

    check_training(train)
    torch._dynamo.reset()


def test_keras_trains() -> None:
    pytest.importorskip("keras")
    check_keras_training()


def test_haiku_trains() -> None:
    hk, optax = pytest.importorskip("haiku"), pytest.importorskip("optax")

    def train(module: Any, x: Any, y: Any) -> Any:
        cls = module.to_haiku_module()
        model = hk.transform_with_state(lambda x: cls()(x, is_training=True))
        params, state = model.init(jax.random.key(0), x)
        optimizer = optax.sgd(RATE)
        opt_state, losses = optimizer.init(params), []

        @jax.jit
        def step(params: Any, state: Any, opt_state: Any) -> Any:
            def loss_fn(params: Any) -> Any:
                out, new = model.apply(params, state, jax.random.key(1), x)
                return jnp.mean((out - y) ** 2), new

            (loss, state_), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
            updates, opt_state = optimizer.update(grads, opt_state)
            return optax.apply_updates(params, updates), state_, opt_state, loss

        for _ in range(STEPS):
            params, state, opt_state, loss = step(params, state, opt_state)
            losses.append(loss)
        return {**params["net"], **state["net"]}, losses

    check_training(train)


def test_flax_trains() -> None:
    pytest.importorskip("flax")
    import optax
    from flax import nnx

    def train(module: Any, x: Any, y: Any) -> Any:
        model = module.to_flax_module()
        optimizer = nnx.Optimizer(model, optax.sgd(RATE), wrt=nnx.Param)

        @nnx.jit
        def step(model: Any, optimizer: Any) -> Any:
            loss, grads = nnx.value_and_grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
            optimizer.update(model, grads)
            return loss

        losses = [step(model, optimizer) for _ in range(STEPS)]
        states = (nnx.state(model, kind) for kind in (nnx.Param, nnx.BatchStat))
        flat = [each for state in states for each in nnx.to_flat_state(state)]
        return {"/".join(path[1:]): x.get_value() for path, x in flat}, losses

    check_training(train)


def test_linen_trains() -> None:
    pytest.importorskip("flax")
    import optax
    from flax.traverse_util import flatten_dict

    def train(module: Any, x: Any, y: Any) -> Any:
        model = module.to_linen_module()
        variables = model.init(jax.random.key(0), x)
        optimizer = optax.sgd(RATE)
        opt_state, losses = optimizer.init(variables["params"]), []

        @jax.jit
        def step(variables: Any, opt_state: Any) -> Any:
            def loss_fn(params: Any) -> Any:
                given = {**variables, "params": params}
                rngs = {"dropout": jax.random.key(1)}
                out, new = model.apply(given, x, train=True, mutable=["batch_stats"], rngs=rngs)
                return jnp.mean((out - y) ** 2), new

            (loss, new), grads = jax.value_and_grad(loss_fn, has_aux=True)(variables["params"])
            updates, opt_state = optimizer.update(grads, opt_state)
            params = optax.apply_updates(variables["params"], updates)
            return {"params": params, **new}, opt_state, loss

        for _ in range(STEPS):
            variables, opt_state, loss = step(variables, opt_state)
            losses.append(loss)
        flat = (flatten_dict(variables[kind], sep="/") for kind in ("params", "batch_stats"))
        return {chain: x for each in flat for chain, x in each.items()}, losses

    check_training(train)


def test_equinox_trains() -> None:
    eqx, optax = pytest.importorskip("equinox"), pytest.importorskip("optax")

    def train(module: Any, x: Any, y: Any) -> Any:
        model = module.to_equinox_module()
        state = eqx.nn.State(model)
        optimizer = optax.sgd(RATE)
        opt_state, losses = optimizer.init(eqx.filter(model, eqx.is_inexact_array)), []

        @eqx.filter_jit
        def step(model: Any, state: Any, opt_state: Any) -> Any:
            @eqx.filter_value_and_grad(has_aux=True)
            def loss_fn(model: Any) -> Any:
                out, new = model(x, state, key=jax.random.key(1))
                return jnp.mean((out - y) ** 2), new

            (loss, state_), grads = loss_fn(model)
            updates, opt_state = optimizer.update(grads, opt_state)
            return eqx.apply_updates(model, updates), state_, opt_state, loss

        for _ in range(STEPS):
            model, state, opt_state, loss = step(model, state, opt_state)
            losses.append(loss)
        trees = (model.v, state.get(model.buffers))
        return {chain: x for tree in trees for chain, x in tree.cont_to_iterator()}, losses

    check_training(train)


@pytest.mark.columns("jax")
def test_donated_weights_leave_the_ivy_module_alone(backend: str) -> None:
    pytest.importorskip("flax")
    module, x = IvyModel(), jnp.ones((2, 10))
    expected = module(x)
    linen = module.to_linen_module()
    halve = jax.jit(lambda tree: jax.tree.map(lambda w: w / 2, tree), donate_argnums=0)
    for variables in (linen.init(jax.random.key(0), x), linen.init(jax.random.key(0), x)):
        np.testing.assert_array_equal(linen.apply(variables, x), expected)
        halve(variables)
    halve(module.to_equinox_module().v)
    np.testing.assert_array_equal(module(x), expected)


def test_modules_inside_plain_objects_convert(backend: str) -> None:
    pytest.importorskip("torch")

    class Parts:
        def __init__(self) -> None:
            self.layer = ivy.Linear(4, 3)

    class Holder(ivy.Module):
        def __init__(self) -> None:
            self._parts = Parts()
            super().__init__()

        def _forward(self, x: Any) -> Any:
            return self._parts.layer(x)

    model = Holder().to_torch_module()
    model(torch.tensor(floats(5, 4))).sum().backward()
    assert [name for name, _ in model.named_parameters()] == ["parts.layer.b", "parts.layer.w"]
    assert all(parameter.grad is not None for parameter in model.parameters())


# ---- a citizen of its library --------------------------------------------------------------------


def test_torch_lists_moves_copies_and_saves(backend: str) -> None:
    pytest.importorskip("torch")
    module = Net().eval()
    model = module.to_torch_module()
    assert [name.replace(".", "/") for name, _ in sorted(model.named_parameters())] == KEYS
    assert sorted(dict(model.named_buffers())) == ["norm.running_mean", "norm.running_var"]
    assert not model.training and repr(model).startswith("Net(\n  (dense): Linear(4, 8)")
    if backend == "torch":
        assert model.dense.w.data_ptr() == module.v.dense.w.data.data_ptr()
    x = torch.tensor(floats(5, 4))
    expected = model(x)
    file = io.BytesIO()
    torch.save(model.state_dict(), file)
    other = Net().to_torch_module().eval()
    file.seek(0)
    other.load_state_dict(torch.load(file))
    torch.testing.assert_close(other(x), expected)
    back = Net().load_state_dict(model.state_dict()).eval()
    ours = back(ivy.to_backend(ivy.array(floats(5, 4)), backend))
    np.testing.assert_allclose(ivy.to_numpy(ours), expected.detach(), rtol=1e-5, atol=1e-6)
    double = copy.deepcopy(model).double()
    assert double(x.double()).dtype == torch.float64
    assert all(parameter.is_leaf for parameter in double.parameters())
    torch.testing.assert_close(model(x), expected)
    # what torch replaces is used: functional_call, parametrizations
    zeros = {name: torch.zeros_like(p) for name, p in model.named_parameters()}
    assert torch.func.functional_call(model, zeros, (x,)).abs().max() == 0
    torch.nn.utils.parametrize.register_parametrization(model.head.v0, "w", torch.nn.Tanh())
    assert not torch.allclose(model(x), expected)
    torch.testing.assert_close(model.dense(x), torch.nn.functional.linear(x, model.dense.w))


def test_torch_modes_reach_the_parts() -> None:
    pytest.importorskip("torch")
    model = Net().to_torch_module()
    x = torch.tensor(floats(5, 4))
    assert model.training and not torch.equal(model(x), model(x))
    model.norm.eval()
    before = model.norm.running_mean.clone()
    model(x)
    assert torch.equal(model.norm.running_mean, before)
    model.eval()
    assert torch.equal(model(x), model(x))
    model.train()
    model(x).sum().backward()
    assert not torch.equal(model.norm.running_mean, before)


def test_torch_calls_the_hooks_of_the_parts() -> None:
    pytest.importorskip("torch")
    from torch.nn.utils import prune

    model, x, seen = Net().to_torch_module().eval(), torch.tensor(floats(5, 4)), {}
    expected = model(x)
    handles = [
        part.register_forward_hook(lambda _, args, out, name=name: seen.update({name: out}))
        for name, part in model.named_modules()
    ]
    model(x)
    assert list(seen) == ["dense", "norm", "drop", "head.v0", ""]
    torch.testing.assert_close(seen["dense"], model.dense(x))
    for handle in handles:
        handle.remove()
    model.head.v0.register_forward_hook(lambda _, args, out: out + 1)
    torch.testing.assert_close(model(x), expected + 1)
    # pruning sets the weight before each call of the part
    prune.random_unstructured(model.dense, "w", 0.5)
    torch.nn.init.ones_(model.dense.w_orig)
    model.train()(x).sum().backward()
    assert set(model.dense.w.flatten().tolist()) == {0.0, 1.0}
    assert torch.all(model.dense.w_orig.grad[model.dense.w == 0] == 0)
    assert model.dense.w_orig.grad is not None
    assert torch.any(model.norm.running_mean != 0)


@pytest.mark.parametrize("wrapped", [False, True])
def test_torch_recomputes_what_it_did_not_keep(wrapped: bool) -> None:
    pytest.importorskip("torch")
    from torch.utils.checkpoint import checkpoint

    model, x = Net(prob=0.0).to_torch_module(), torch.tensor(floats(5, 4))

    def forward(x: Any) -> Any:
        out = ivy.array(model(x)) if wrapped else model(x)
        return ivy.to_native(ivy.exp(out * out) * out)

    gradients = []
    for call in (forward, lambda x: checkpoint(forward, x, use_reentrant=False)):
        call(x).sum().backward()
        gradients.append([parameter.grad for parameter in model.parameters()])
        model.zero_grad()
    assert_all_close(*gradients)


def test_keras_freezes_batch_norms(backend: str) -> None:
    keras = pytest.importorskip("keras")
    x = np.random.default_rng(0).normal(size=(5, 4)).astype("float32")
    native = keras.Sequential([keras.Input((4,)), keras.layers.BatchNormalization(epsilon=1e-5)])
    model = ivy.Sequential(ivy.BatchNorm1D(4), ivy.Dropout(0.5)).to_keras_module()

    def values() -> list[Any]:
        return [keras.ops.convert_to_numpy(w).copy() for w in model.weights]

    before = values()
    model.trainable = native.trainable = False
    result = keras.ops.convert_to_numpy(model(x, training=True))
    expected = keras.ops.convert_to_numpy(native(x, training=True))
    kept = result != 0  # dropout goes on, in Keras too
    assert 0 < kept.sum() < kept.size
    np.testing.assert_allclose(result[kept], 2 * expected[kept], rtol=1e-6)
    assert all(map(np.array_equal, before, values()))
    model.trainable = True
    model(x, training=True)
    assert not all(map(np.array_equal, before, values()))


def test_keras_lists_freezes_and_saves(tmp_path: Path) -> None:
    keras = pytest.importorskip("keras")
    model = Net().to_keras_module()
    paths = sorted(weight.path for weight in model.trainable_weights)
    assert paths == [f"net/{chain}" for chain in KEYS]
    assert len(model.non_trainable_weights) == 2
    x = floats(5, 4)
    expected = np.asarray(model(x))
    assert not np.allclose(model(x, training=True), model(x, training=True))
    assert not np.allclose(model(x), expected)  # the statistics moved
    expected = np.asarray(model(x))
    model.save_weights(tmp_path / "net.weights.h5")
    other = Net().to_keras_module()
    other.load_weights(tmp_path / "net.weights.h5")
    np.testing.assert_allclose(other(x), expected, **CLOSE)
    functional = keras.Sequential([keras.Input((4,)), model, keras.layers.Dense(2)])
    assert functional.output_shape == (None, 2)
    functional.compile("adam", "mse")
    model.level.levels["dense"].trainable = False
    frozen = model.level.levels["dense"].get_weights()
    functional.fit(x, floats(5, 2), epochs=1, verbose=0)
    assert_all_close(model.level.levels["dense"].get_weights(), frozen)


def test_jax_libraries_respect_modes_and_keys() -> None:
    pytest.importorskip("flax")
    from flax import nnx

    module, x = Net(), floats(5, 4)
    model = module.to_flax_module(rngs=nnx.Rngs(3))
    assert not np.allclose(model(x), model(x))
    model.eval()
    np.testing.assert_array_equal(model(x), model(x))
    linen = module.to_linen_module()
    variables = linen.init(jax.random.key(0), x, train=False)
    outs = [
        linen.apply(variables, x, train=True, mutable=True, rngs={"dropout": jax.random.key(key)})
        for key in (0, 0, 1)
    ]
    np.testing.assert_array_equal(outs[0][0], outs[1][0])
    assert not np.allclose(outs[0][0], outs[2][0])
    assert "batch_stats" in outs[0][1]


def test_flax_and_equinox_save(tmp_path: Path) -> None:
    eqx, flax = pytest.importorskip("equinox"), pytest.importorskip("flax")
    x = floats(5, 4)
    one, other = (Net().eval().to_equinox_module() for _ in range(2))
    eqx.tree_serialise_leaves(tmp_path / "net.eqx", one)
    loaded = eqx.tree_deserialise_leaves(tmp_path / "net.eqx", other)
    results = [model(x, eqx.nn.State(model))[0] for model in (one, loaded)]
    np.testing.assert_array_equal(*results)
    one, other = (Net().eval().to_linen_module() for _ in range(2))
    variables, others = (m.init(jax.random.key(0), x) for m in (one, other))
    loaded = flax.serialization.from_bytes(others, flax.serialization.to_bytes(variables))
    np.testing.assert_array_equal(one.apply(variables, x), other.apply(loaded, x))
    one, other = (Net().eval().to_flax_module() for _ in range(2))
    flax.nnx.update(other, flax.nnx.state(one))
    np.testing.assert_array_equal(one(x), other(x))


def test_equinox_needs_a_state_for_buffers() -> None:
    pytest.importorskip("equinox")
    with pytest.raises(
        IvyTypeError, match=r"eqx.nn.State after the inputs.*eqx.nn.State\(module\)"
    ):
        Net().to_equinox_module()(floats(5, 4), floats(5, 4))


# ---- real models from other libraries ------------------------------------------------------------


@pytest.mark.columns("torch")
def test_a_resnet_of_torch(backend: str) -> None:
    native = torch_models.ResNet()
    module = ivy.to_ivy_module(copy.deepcopy(native))
    assert module.v.cont_all_key_chains()[0] == "blocks/0/conv/weight"
    x = torch.tensor(floats(4, 3, 8, 8))
    torch.testing.assert_close(module(x), native(x))
    torch.testing.assert_close(
        module.buffers.blocks["0"].norm.running_var, native.blocks[0].norm.running_var
    )
    optimizer = torch.optim.SGD(native.parameters(), lr=1e-2)
    for _ in range(3):
        optimizer.zero_grad()
        (native(x) ** 2).mean().backward()
        optimizer.step()
    trains(module, x)
    for name, expected in native.state_dict().items():
        chain = name.replace(".", "/")
        torch.testing.assert_close(module.state_dict[chain].detach(), expected, **CLOSE)
    module.eval()
    torch.testing.assert_close(module(x), native.eval()(x), **CLOSE)
    assert isinstance(module(ivy.array(x)), ivy.Array)
    compiled = torch.compile(module.to_torch_module(), fullgraph=True, backend="eager")
    torch.testing.assert_close(compiled(x), native(x), **CLOSE)
    torch._dynamo.reset()


@pytest.mark.columns("torch")
def test_a_transformer_of_hugging_face(backend: str) -> None:
    transformers = pytest.importorskip("transformers")
    config = transformers.BertConfig(
        hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        vocab_size=40, max_position_embeddings=16,
    )  # fmt: skip
    native = transformers.BertModel(config).eval()
    module = ivy.Module.from_torch_module(native)
    ids = torch.randint(0, 40, (2, 7))
    torch.testing.assert_close(module(ids).pooler_output, native(ids).pooler_output)
    assert isinstance(module(input_ids=ivy.array(ids)).pooler_output, ivy.Array)
    grads = trains(module, ids, pick=lambda out: out.pooler_output)
    assert len(grads.cont_all_key_chains()) == len(list(native.parameters()))


@pytest.mark.columns("torch")
def test_frozen_parameters_of_torch_are_not_trained(backend: str) -> None:
    native = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.BatchNorm1d(4))
    native[0].requires_grad_(False)
    before = native[0].weight.clone()
    module = ivy.from_torch_module(native)
    assert module.v.cont_all_key_chains() == ["1/bias", "1/weight"]
    assert {"0/bias", "0/weight"} < set(module.buffers.cont_all_key_chains())
    x = torch.tensor(floats(5, 4))
    trains(module, x)
    torch.testing.assert_close(module.buffers["0/weight"], before)
    doubled = module.buffers.cont_map(lambda w, chain: w * 2 if chain == "0/weight" else w)
    native.load_state_dict({"0.weight": before * 2}, strict=False)
    result, _ = module.stateless_call(module.v, doubled, x)
    expected = torch.func.functional_call(
        native, {c.replace("/", "."): w for c, w in module.v.cont_to_iterator()}, (x,)
    )
    torch.testing.assert_close(result, expected)


@pytest.mark.columns("torch")
def test_a_torch_layer_in_two_places_stays_as_it_is(backend: str) -> None:
    layer = torch.nn.Linear(2, 2)
    module = ivy.from_torch_module(torch.nn.Sequential(layer, torch.nn.ReLU(), layer))
    before = layer.weight
    module(torch.ones(1, 2), v=module.v.cont_map(lambda x, _: 2 * x))
    assert layer.weight is before


@pytest.mark.columns("torch")
def test_torch_in_place_lazy_and_class(backend: str) -> None:
    module = ivy.Module.from_torch_module(torch_models.ResNet, inplace_update=True, device="cpu")
    weight = module._native.head.weight
    before = weight.detach().clone()
    trains(module, torch.tensor(floats(4, 3, 8, 8)))
    assert module.v.head.weight is weight and not torch.equal(weight, before)
    lazy = torch.nn.LazyLinear(3)
    with pytest.raises(IvyValueError, match=r"instance_args: .* lazy layers of LazyLinear"):
        ivy.Module.from_torch_module(lazy)
    module = ivy.Module.from_torch_module(lazy, instance_args=[ivy.ones((2, 5))])
    assert module.v.weight.shape == (3, 5)


@pytest.mark.columns("tensorflow")
def test_a_keras_application(backend: str) -> None:
    pytest.importorskip("keras")
    check_keras_application()


@pytest.mark.columns("tensorflow")
def test_keras_makes_each_weight_once(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    keras = pytest.importorskip("keras")
    made, add_weight = [], keras.Layer.add_weight

    def counted(self: Any, *args: Any, **kwargs: Any) -> Any:
        made.append(kwargs["name"])
        return add_weight(self, *args, **kwargs)

    monkeypatch.setattr(keras.Layer, "add_weight", counted)
    inner = ivy.Sequential(ivy.Linear(2, 3), ivy.BatchNorm2D(3))
    model = ivy.Sequential(ivy.Sequential(inner)).to_keras_module()
    assert len(made) == len(model.weights) == 6


@pytest.mark.columns("tensorflow")
def test_keras_round_trip(backend: str) -> None:
    pytest.importorskip("keras")
    check_keras_round_trip()


def run_with_keras_on(name: str, program: str) -> None:
    for package in ("keras", name):
        pytest.importorskip(package)
    done = subprocess.run(
        [sys.executable, "-c", f"from tests import converter_checks; {program}"],
        check=False,
        env={**os.environ, "KERAS_BACKEND": name},
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=400,
    )
    assert done.stdout.endswith("all checks passed\n"), done.stderr[-3000:]


@pytest.mark.parametrize("name", ["jax", "torch"])
def test_other_backends_of_keras(name: str) -> None:
    run_with_keras_on(name, "converter_checks.keras_checks()")


@pytest.mark.large  # JAX compiles its gradients for half a minute
def test_a_keras_application_on_jax() -> None:
    program = "converter_checks.ivy.set_backend('jax'); converter_checks.check_keras_application()"
    run_with_keras_on("jax", f"{program}; print('all checks passed')")


@pytest.mark.columns("jax")
def test_a_haiku_net_with_state(backend: str) -> None:
    hk = pytest.importorskip("haiku")

    def forward(x: Any, is_training: bool) -> Any:
        x = hk.nets.MLP([8, 8])(x)
        x = hk.BatchNorm(True, True, 0.9)(x, is_training)
        x = hk.dropout(hk.next_rng_key(), 0.5, x) if is_training else x
        return hk.Linear(3)(x)

    native, x = hk.transform_with_state(forward), jnp.asarray(floats(5, 4))
    params, state = native.init(jax.random.key(0), x, True)
    module = ivy.Module.from_haiku_module(native, params_hk=(params, state))
    assert "mlp/~/linear_0/w" in module.v
    assert module.training and not np.allclose(module(x), module(x))
    moved = module.buffers["batch_norm/~/mean_ema/counter"]
    assert moved == state["batch_norm/~/mean_ema"]["counter"] + 2
    module.eval()
    trains(module, x)
    after = {m: {n: module.v[f"{m}/{n}"] for n in params[m]} for m in params}
    states = {m: {n: module.buffers[f"{m}/{n}"] for n in state[m]} for m in state}
    expected = native.apply(after, states, None, x, False)[0]
    np.testing.assert_allclose(module(x), expected, **CLOSE)


@pytest.mark.columns("jax")
def test_an_nnx_model(backend: str) -> None:
    pytest.importorskip("flax")
    from flax import nnx

    native, x = nnx_model()(nnx.Rngs(0)), jnp.asarray(floats(5, 4))
    module = ivy.Module.from_flax_module(native)
    assert module.v.cont_all_key_chains()[0] == "dense/bias"
    assert module.training and not np.allclose(module(x), module(x))
    assert int(module.buffers["drop/rngs/count"]) == 2
    call = jax.jit(module.stateless_call)
    one, buffers = call(module.v, module.buffers, x)
    assert not np.allclose(one, call(module.v, buffers, x)[0])
    module.eval()
    trains(module, x)
    native.eval()
    fresh = ivy.Module.from_flax_module(native)
    assert not fresh.training
    np.testing.assert_allclose(fresh(x), native(x), **CLOSE)
    by_class = ivy.Module.from_flax_module(nnx_model(), constructor_args=[nnx.Rngs(0)])
    np.testing.assert_array_equal(by_class.v.dense.kernel, native.dense.kernel[...])


@pytest.mark.columns("jax")
def test_a_linen_model(backend: str) -> None:
    pytest.importorskip("flax")
    from flax import linen

    class Model(linen.Module):
        size: int

        @linen.compact
        def __call__(self, x: Any, train: bool = True) -> Any:
            x = linen.BatchNorm(use_running_average=not train)(linen.Dense(self.size)(x))
            return linen.Dense(3)(linen.Dropout(0.5)(x, deterministic=not train))

    x = ivy.array(floats(5, 4))
    module = ivy.Module.from_flax_module(Model, constructor_kwargs={"size": 8}, instance_args=[x])
    assert not np.allclose(to_numpy(module(x)), to_numpy(module(x)))
    module.eval()
    trains(module, x)
    native = Model(8)
    variables = native.init(jax.random.key(0), x.data, train=False)
    module = ivy.Module.from_flax_module(native, params_fx=variables).eval()
    np.testing.assert_allclose(
        module(x.data), native.apply(variables, x.data, train=False), **CLOSE
    )
    with pytest.raises(IvyValueError, match=r"instance_args: .* or give params_fx"):
        ivy.Module.from_flax_module(native)


@pytest.mark.columns("jax")
def test_equinox_models(backend: str) -> None:
    eqx = pytest.importorskip("equinox")
    key = jax.random.key(0)
    x = jnp.asarray(floats(5, 4))
    native = eqx.nn.MLP(4, 3, 8, 2, key=key)
    module = ivy.Module.from_equinox_module(native)
    assert "layers/0/weight" in module.v
    np.testing.assert_allclose(jax.vmap(module)(x), jax.vmap(native)(x), **CLOSE)
    trains(module, x[0])
    attention = eqx.nn.MultiheadAttention(2, 4, dropout_p=0.5, key=key)
    module = ivy.to_ivy_module(attention)
    assert not np.allclose(module(x, x, x), module(x, x, x))
    module.eval()
    expected = eqx.nn.inference_mode(attention)(x, x, x)
    np.testing.assert_allclose(module(x, x, x), expected, **CLOSE)

    class Stateful(eqx.Module):
        dense: eqx.nn.Linear
        norm: eqx.nn.BatchNorm

        def __init__(self, key: Any):
            self.dense = eqx.nn.Linear(4, 3, key=key)
            self.norm = eqx.nn.BatchNorm(3, "batch", mode="batch")

        def __call__(self, x: Any, state: Any) -> Any:
            def one(x: Any, state: Any) -> Any:
                return self.norm(self.dense(x), state)

            return jax.vmap(one, axis_name="batch", in_axes=(0, None), out_axes=(0, None))(x, state)

    native, state = eqx.nn.make_with_state(Stateful)(key)
    by_class = ivy.Module.from_equinox_module(Stateful, constructor_args=[key])
    by_instance = ivy.Module.from_equinox_module(native, state)
    np.testing.assert_allclose(by_class(x), by_instance(x), **CLOSE)
    clone = jax.tree.unflatten(jax.tree.structure(state), jax.tree.leaves(state))
    expected, after = native(x, clone)
    again, _ = eqx.nn.inference_mode(native)(x, after)
    np.testing.assert_allclose(by_class.eval()(x), again, **CLOSE)


# ---- wrong use -----------------------------------------------------------------------------------


class Lazy(ivy.Module):
    """Built by a call."""

    def _build(self, x: Any) -> None:
        self.linear = ivy.Linear(x.shape[-1], 2)


def test_errors_name_the_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    keras, hk, eqx = map(pytest.importorskip, ("keras", "haiku", "equinox"))
    with pytest.raises(IvyTypeError, match="TorchModel: expected constructor_args"):
        ivy.Module.from_torch_module(torch_models.TorchModel)
    with pytest.raises(IvyTypeError, match="constructor_args: expected none with an instance"):
        ivy.Module.from_torch_module(torch_models.TorchModel(4, 5), constructor_args=[4, 5])
    with pytest.raises(IvyValueError, match=r"instance_args: .*Sequential .* or call the model"):
        ivy.Module.from_keras_module(keras.Sequential([keras.layers.Dense(3)]))
    with pytest.raises(IvyValueError, match=r"instance_args: .* or give params_hk"):
        ivy.Module.from_haiku_module(hk.Linear, constructor_args=[3])
    with pytest.raises(IvyTypeError, match=r"expected a class of hk.Module.*got function"):
        ivy.Module.from_haiku_module(lambda x: x)
    with pytest.raises(IvyTypeError, match=r"Linear: expected constructor_args.*got \(\)"):
        ivy.Module.from_haiku_module(hk.Linear, instance_args=[jnp.ones((2, 3))])
    with pytest.raises(IvyTypeError, match=r"expected a list, and a dict.*got 3, None"):
        ivy.Module.from_torch_module(torch_models.TorchModel, constructor_args=3)
    with pytest.raises(IvyValueError, match=r"expected 'cpu', 'gpu:0'.*got 'nonsense"):
        ivy.Module.from_torch_module(torch_models.TorchModel(4, 5), device="nonsense")
    with pytest.raises(IvyTypeError, match="Lazy: expected a call before the conversion"):
        Lazy(build_mode="on_call").to_torch_module()
    with pytest.raises(IvyTypeError, match=r"rngs: expected an nnx.Rngs or a seed, got 'a'"):
        IvyModel().to_flax_module(rngs="a")
    stateful, _ = eqx.nn.make_with_state(eqx.nn.BatchNorm)(3, "batch", mode="batch")
    with pytest.raises(IvyValueError, match=r"eqx_state: .*make_with_state"):
        ivy.to_ivy_module(stateful)
    with pytest.raises(IvyTypeError, match=r"expected a module of torch, keras.*got int"):
        ivy.to_ivy_module(3)
    with pytest.raises(IvyTypeError, match=r"expected an ivy.Module, got Linear; see ivy.to_ivy"):
        ivy.to_torch_module(torch.nn.Linear(2, 3))
    with pytest.raises(IvyTypeError, match="got the class Linear; make an instance of it"):
        ivy.to_torch_module(ivy.Linear)
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])
    with pytest.raises(IvyInvalidBackendException, match=r"arrays of tensorflow, got one of jax"):
        ivy.to_ivy_module(model)(jnp.ones((2, 4)))
    with pytest.raises(IvyNotImplementedException, match=r"expected save_weights.*again"):
        IvyModel().to_keras_module().save(tmp_path / "model.keras")
    monkeypatch.setattr(keras.backend, "backend", lambda: "openvino")
    with pytest.raises(IvyInvalidBackendException, match=r"openvino.*set KERAS_BACKEND"):
        IvyModel().to_keras_module()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    for library in LIBRARIES:
        with pytest.raises(IvyMissingBackendException, match=r"pip install 'ivy\[\w+\]'"):
            getattr(IvyModel(), f"to_{library}_module")()


def test_ivy_modules_pass_through() -> None:
    module = IvyModel()
    assert ivy.to_ivy_module(module) is module
    made = ivy.to_ivy_module(
        native_module_class=torch_models.TorchModel, args=[4], kwargs={"out_size": 5}
    )
    assert issubclass(type(made), ivy.Module) and made.v._linear2._linear.bias.shape == (5,)
    with pytest.raises(IvyException):
        made.to_backend("jax")


# ---- the guide -----------------------------------------------------------------------------------


def test_the_guide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("torch", "keras", "haiku", "flax", "equinox", "optax"):
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs/guide/converters.md").read_text()
    blocks = [part.partition("```")[0] for part in text.split("```python\n")[1:]]
    namespace: dict[str, Any] = {"__name__": "guide"}
    for block in blocks:
        exec(block, namespace)
    assert len(blocks) >= 8


def test_arguments_of_a_call_do_not_choose_numpy() -> None:
    """Without a chosen backend a module of JAX became one of NumPy, the default."""
    hk, nn = map(pytest.importorskip, ("haiku", "flax.linen"))
    x = np.ones((2, 3), "float32")
    modules = [
        ivy.Module.from_haiku_module(hk.Linear, constructor_args=[4], instance_args=[x]),
        ivy.Module.from_flax_module(nn.Dense(4), instance_args=[x]),
    ]
    for module in modules:
        assert module(jnp.asarray(x)).shape == (2, 4)
        assert all(leaf.backend == "jax" for leaf in module.v.to_ivy().cont_to_iterator_values())

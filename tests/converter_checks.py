"""Models and checks for the tests of converters, also of a process with another Keras backend."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

import ivy
from tests.helpers import optional, to_numpy

torch = optional("torch")
CLOSE = {"rtol": 1e-5, "atol": 1e-5}


class IvyModel(ivy.Module):
    """Three linear layers: the model of the dashboard's rows."""

    def __init__(self, in_size: int = 10, out_size: int = 5, hidden: int = 64):
        self.linear0 = ivy.Linear(in_size, hidden)
        self.linear1 = ivy.Linear(hidden, hidden)
        self.linear2 = ivy.Linear(hidden, out_size)
        ivy.Module.__init__(self)

    def _forward(self, x: Any) -> Any:
        x = ivy.relu(self.linear0(x))
        x = ivy.relu(self.linear1(x))
        return ivy.sigmoid(self.linear2(x))


class Net(ivy.Module):
    """A model with buffers and random numbers."""

    def __init__(self, prob: float = 0.5):
        self._dense = ivy.Linear(4, 8)
        self._norm = ivy.BatchNorm(8)
        self._drop = ivy.Dropout(prob)
        self._head = [ivy.Linear(8, 3)]
        super().__init__()

    def _forward(self, x: Any) -> Any:
        return self._head[0](self._drop(ivy.relu(self._norm(self._dense(x)))))


class Making(ivy.Module):
    """A model whose forward makes arrays, with no array to follow."""

    def __init__(self) -> None:
        self.lstm = ivy.LSTM(4, 3, return_state=False)
        super().__init__()
        self.register_buffer("calls", ivy.zeros(()))

    def _forward(self, x: Any) -> Any:
        self.calls = self.calls + ivy.ones(())
        return self.lstm(x[None])[0] + ivy.arange(3.0)


KEYS = ["dense/b", "dense/w", "head/v0/b", "head/v0/w", "norm/b", "norm/w"]


def floats(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).normal(size=shape).astype("float32")


def assert_decreases(losses: list[Any]) -> None:
    values = [float(loss) for loss in losses]
    assert all(after < before for before, after in itertools.pairwise(values)), values


def assert_all_close(ours: Any, theirs: Any) -> None:
    for one, other in zip(ours, theirs, strict=True):
        values = (x if isinstance(x, float) else to_numpy(x) for x in (one, other))
        np.testing.assert_allclose(*values, **CLOSE)


def called(module: ivy.Module, library: str, x: Any) -> Any:
    """Return what the module converted to a library gives in evaluation mode."""
    module.eval()
    if library == "torch":
        x = torch.tensor(x)
        return module.to_torch_module()(x).detach()
    if library == "keras":
        return module.to_keras_module()(x)
    if library == "haiku":
        import haiku as hk

        cls = module.to_haiku_module()
        model = hk.transform_with_state(lambda x: cls()(x))
        return model.apply(*model.init(None, x), None, x)[0]
    if library == "flax":
        return module.to_flax_module()(x)
    if library == "linen":
        model = module.to_linen_module()
        return model.apply(model.init(jax.random.key(0), x), x)
    import equinox as eqx

    model = module.to_equinox_module()
    return model(x, eqx.nn.State(model))[0]


def nnx_model() -> Any:
    from flax import nnx

    class Model(nnx.Module):
        def __init__(self, rngs: Any):
            self.dense = nnx.Linear(4, 8, rngs=rngs)
            self.norm = nnx.BatchNorm(8, rngs=rngs)
            self.drop = nnx.Dropout(0.5, rngs=rngs)
            self.heads = nnx.List([nnx.Linear(8, 3, rngs=rngs)])

        def __call__(self, x: Any) -> Any:
            return self.heads[0](self.drop(nnx.relu(self.norm(self.dense(x)))))

    return Model


STEPS, RATE = 4, 0.1


def trained_by_ivy() -> tuple[ivy.Module, Any, Any, list[float]]:
    """Return a module as it was, the variables and buffers after training, and the losses."""
    module = Net(prob=0.0)
    trained = module.copy()
    x, y = map(ivy.array, (floats(6, 4), floats(6, 3, seed=1)))
    losses = []
    for _ in range(STEPS):
        loss, grads = ivy.execute_with_gradients(
            lambda v: ivy.mean((trained(x, v=v) - y) ** 2), trained.v
        )
        trained.v = ivy.gradient_descent_update(trained.v, grads, RATE)
        losses.append(float(loss))
    return module, trained.v, trained.buffers, losses


def check_training(
    train: Callable[[ivy.Module, Any, Any], tuple[dict[str, Any], list[Any]]],
) -> None:
    """Compare a library's training with ivy's: losses, weights and batch statistics."""
    module, v, buffers, losses = trained_by_ivy()
    arrays, theirs = train(module, floats(6, 4), floats(6, 3, seed=1))
    np.testing.assert_allclose([float(loss) for loss in theirs], losses, **CLOSE)
    expected = dict([*v.cont_to_iterator(), *buffers.cont_to_iterator()])
    assert set(arrays) == set(expected)
    for chain, x in expected.items():
        np.testing.assert_allclose(to_numpy(arrays[chain]), to_numpy(x), **CLOSE)


def check_keras_training() -> None:
    import keras

    def train(module: Any, x: Any, y: Any) -> Any:
        model = module.to_keras_module()
        model.compile(optimizer=keras.optimizers.SGD(RATE), loss="mse")
        fitted = model.fit(x, y, batch_size=6, epochs=STEPS, shuffle=False, verbose=0)
        found = {w.path.removeprefix("net/"): keras.ops.convert_to_numpy(w) for w in model.weights}
        return found, fitted.history["loss"]

    check_training(train)


def trains(module: ivy.Module, *inputs: Any, steps: int = 3, pick: Any = None) -> ivy.Container:
    """Train with an optimizer of ivy; return the last gradients."""
    optimizer = ivy.SGD(lr=1e-2)
    losses = []

    def loss_fn(v: Any) -> Any:
        out = module(*inputs, v=v)
        return ivy.mean((out if pick is None else pick(out)) ** 2)

    for _ in range(steps):
        loss, grads = ivy.execute_with_gradients(loss_fn, module.v)
        module.v = optimizer.step(module.v, grads)
        losses.append(loss)
    assert_decreases(losses)
    return grads


def check_keras_application() -> None:
    import keras

    native = keras.applications.MobileNet(
        input_shape=(32, 32, 3), weights=None, classes=3, alpha=0.25
    )
    module = ivy.to_ivy_module(native)
    x = ivy.native_array(floats(2, 32, 32, 3))

    def gradients(v: Any, buffers: Any) -> Any:
        def loss(v: Any) -> Any:
            result, after = module.stateless_call(v, buffers, x)
            return ivy.sum(result**2), after["conv1_bn/moving_mean"]

        (_, after), grads = ivy.execute_with_gradients(loss, v, ret_grad_idxs=[[0]])
        return grads.get("0", grads), after

    before = to_numpy(module.buffers["conv1_bn/moving_mean"]).copy()
    grads, after = gradients(module.v, module.buffers)
    assert np.abs(to_numpy(ivy.stop_gradient(grads["conv1/kernel"]))).max() > 0
    assert not np.allclose(to_numpy(after), before)
    module.eval()
    expected = to_numpy(native(x, training=False))
    np.testing.assert_allclose(to_numpy(module(x)), expected, **CLOSE)
    assert isinstance(module(ivy.array(x)), ivy.Array)


def check_keras_round_trip() -> None:
    import keras

    native = keras.Sequential(
        [
            keras.layers.Dense(8, activation="tanh"),
            keras.layers.BatchNormalization(),
            keras.layers.Dropout(0.5),
            keras.layers.Dense(3),
        ]
    )
    x = ivy.native_array(floats(6, 4))
    native(x)
    module = ivy.Module.from_keras_module(native)
    again = module.to_keras_module()
    np.testing.assert_allclose(to_numpy(again(x)), to_numpy(native(x)), **CLOSE)
    again.compile("sgd", "mse")
    losses = again.fit(floats(6, 4), np.ones((6, 3)), epochs=2, verbose=0).history["loss"]
    assert np.all(np.isfinite(losses))
    module.eval()
    trains(module, x)
    one = to_numpy(ivy.Module.from_keras_module(again).eval()(x))
    np.testing.assert_allclose(one, to_numpy(again(x, training=False)), **CLOSE)


def keras_checks() -> None:
    """Run what a process with another backend of Keras is started for."""
    import keras

    name = keras.backend.backend()
    ivy.set_backend("numpy")
    check_keras_training()
    x = floats(6, 4)
    module = Net()
    expected = to_numpy(module.eval()(ivy.array(x)))
    np.testing.assert_allclose(to_numpy(called(module, "keras", x)), expected, **CLOSE)
    model = Net().to_keras_module()
    one, other = (to_numpy(model(x, training=True)) for _ in range(2))
    assert not np.allclose(one, other)
    model.compile("adam", "mse")
    model.fit(x, floats(6, 3), epochs=1, verbose=0)
    inputs = keras.Input((4,))
    assert keras.Model(inputs, model(inputs)).output_shape == (None, 3)
    ivy.set_backend(name)
    check_keras_round_trip()
    if name == "torch":
        check_keras_application()  # which on JAX takes half a minute to compile
        native = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.BatchNorm1d(3)).eval()
        model = ivy.to_ivy_module(native).to_keras_module()
        expected = to_numpy(native(torch.tensor(x)))
        np.testing.assert_allclose(to_numpy(model(x)), expected, **CLOSE)
        assert next(w.path for w in model.trainable_weights) == "from_torch/0/bias"
        back = ivy.Module.from_keras_module(model).to_torch_module().eval()
        np.testing.assert_allclose(to_numpy(back(torch.tensor(x))), expected, **CLOSE)
    print("all checks passed")

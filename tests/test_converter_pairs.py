"""From one library through ivy to another: outputs and gradients agree."""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import ivy
from ivy.errors import IvyNotImplementedException
from tests.converter_checks import CLOSE, KEYS, Net, floats, nnx_model
from tests.helpers import optional, to_numpy

torch = optional("torch")
LIBRARIES = ("torch", "keras", "haiku", "flax", "linen", "equinox")
ON_JAX = LIBRARIES[2:]
FRAMEWORK = {"torch": "torch", "keras": "tensorflow"}


def source_model(library: str, x: Any) -> tuple[Any, Any]:
    """Return what makes an ivy module of a library's model in evaluation, and its own output."""
    key, array = jax.random.key(0), jnp.asarray(x)
    if library == "torch":
        layers = (torch.nn.Linear(4, 8), torch.nn.BatchNorm1d(8), torch.nn.Linear(8, 3))
        native = torch.nn.Sequential(*layers).eval()
        return partial(ivy.from_torch_module, native), native(torch.tensor(x)).detach()
    if library == "keras":
        import keras

        dense, norm = keras.layers.Dense, keras.layers.BatchNormalization()
        native = keras.Sequential([keras.Input((4,)), dense(8, "tanh"), norm, dense(3)])
        return partial(ivy.from_keras_module, native), native(x)
    if library == "haiku":
        import haiku as hk

        native = hk.transform(lambda x: hk.nets.MLP([8, 3])(x))
        params = native.init(key, array)
        return partial(ivy.from_haiku_module, native, params), native.apply(params, None, array)
    if library == "flax":
        from flax import nnx

        native = nnx_model()(nnx.Rngs(0))
        native.eval()
        return partial(ivy.from_flax_module, native), native(array)
    if library == "linen":
        from flax import linen

        native = linen.Sequential([linen.Dense(8), linen.tanh, linen.Dense(3)])
        variables = native.init(key, array)
        return partial(ivy.from_flax_module, native, variables), native.apply(variables, array)
    import equinox as eqx

    class Batched(eqx.Module):
        layer: eqx.nn.Linear

        def __call__(self, x: Any) -> Any:
            return jax.vmap(self.layer)(x)

    native = Batched(eqx.nn.Linear(4, 3, key=key))
    return partial(ivy.from_equinox_module, native), native(array)


def gradients_in(library: str, module: ivy.Module, x: Any) -> dict[str, Any]:
    """Return the gradients of a sum of squares, by the library, of a module converted to it."""
    if library == "torch":
        model = module.to_torch_module()
        torch.sum(model(torch.tensor(x)) ** 2).backward()
        return {name.replace(".", "/"): w.grad for name, w in model.named_parameters()}
    if library == "keras":
        import tensorflow as tf

        model = module.to_keras_module()
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(x) ** 2)
        weights = model.trainable_weights
        chains = [weight.path.partition("/")[2] for weight in weights]
        return dict(zip(chains, tape.gradient(loss, weights), strict=True))
    x = jnp.asarray(x)
    if library == "haiku":
        import haiku as hk

        cls = module.to_haiku_module()
        model = hk.transform_with_state(lambda x: cls()(x))
        params, state = model.init(None, x)
        grads = jax.grad(lambda p: jnp.sum(model.apply(p, state, None, x)[0] ** 2))(params)
        return next(iter(grads.values()))
    if library == "flax":
        from flax import nnx

        model = module.to_flax_module()
        grads = nnx.grad(lambda m: jnp.sum(m(x) ** 2))(model)
        return {"/".join(p[1:]): g.get_value() for p, g in nnx.to_flat_state(grads)}
    if library == "linen":
        from flax.traverse_util import flatten_dict

        model = module.to_linen_module()
        variables = model.init(jax.random.key(0), x)

        def loss(params: Any) -> Any:
            return jnp.sum(model.apply({**variables, "params": params}, x) ** 2)

        return flatten_dict(jax.grad(loss)(variables["params"]), sep="/")
    import equinox as eqx

    model = module.to_equinox_module()

    def squares(model: Any) -> Any:
        out = model(x) if model.buffers is None else model(x, eqx.nn.State(model))[0]
        return jnp.sum(out**2)

    return dict(eqx.filter_grad(squares)(model).v.cont_to_iterator())


def check_gradients_in(libraries: tuple[str, ...], module: ivy.Module, x: Any) -> None:
    """Compare the gradients of a converted module, by its library, with ivy's."""
    given = ivy.array(x)
    _, grads = ivy.execute_with_gradients(lambda v: ivy.sum(module(given, v=v) ** 2), module.v)
    for target in libraries:
        found = gradients_in(target, module, x)
        assert set(found) == set(grads.cont_all_key_chains())
        for chain, gradient in found.items():
            np.testing.assert_allclose(to_numpy(gradient), to_numpy(grads[chain]), **CLOSE)


@pytest.mark.columns("numpy")
@pytest.mark.parametrize("source", LIBRARIES)
def test_from_any_library_to_any(source: str, backend: str) -> None:
    """Under NumPy the native code becomes ivy's, which runs everywhere: all ordered pairs."""
    for package in ("torch", "keras", "haiku", "flax", "equinox"):
        pytest.importorskip(package)
    x = floats(5, 4)
    convert, expected = source_model(source, x)
    module = convert(instance_args=(ivy.to_backend(x, FRAMEWORK.get(source, "jax")),)).eval()
    assert all(isinstance(ivy.to_native(w), np.ndarray) for w in module.v.cont_to_iterator_values())
    np.testing.assert_allclose(to_numpy(module(x)), to_numpy(expected), **CLOSE)
    check_gradients_in(LIBRARIES, module, x)


@pytest.mark.columns("jax")
@pytest.mark.parametrize("source", ON_JAX)
def test_from_a_library_on_jax_to_the_others(source: str, backend: str) -> None:
    for package in ("torch", "haiku", "flax", "equinox"):
        pytest.importorskip(package)
    x = floats(5, 4)
    make, expected = source_model(source, x)
    module = make()
    np.testing.assert_allclose(module(jnp.asarray(x)), expected, **CLOSE)
    check_gradients_in(ON_JAX, module, x)
    for convert in (module.to_torch_module, lambda: module.to_backend("torch")):
        with pytest.raises(IvyNotImplementedException, match=r"runs on torch.*jax; ivy.transpile"):
            convert()


def test_torch_round_trip(backend: str) -> None:
    module = Net().eval()
    x = torch.tensor(floats(5, 4))
    expected = module.to_torch_module()(x)
    back = ivy.Module.from_torch_module(module.to_torch_module())
    assert back.v.cont_all_key_chains() == KEYS
    torch.testing.assert_close(back(x), expected)
    again = back.to_torch_module()
    torch.testing.assert_close(again(x), expected)
    expected.sum().backward()
    again(x).sum().backward()
    assert all(parameter.grad is not None for parameter in again.parameters())
    for target in ("haiku", "keras"):
        with pytest.raises(IvyNotImplementedException, match=r"got code of torch; ivy.transpile"):
            getattr(ivy, f"to_{target}_module")(back)


def test_an_ivy_module_around_a_native_one(backend: str) -> None:
    class Mixed(ivy.Module):
        def __init__(self) -> None:
            self.own = ivy.Linear(4, 8)
            self.native = ivy.to_ivy_module(torch.nn.Linear(8, 3))
            super().__init__()

        def _forward(self, x: Any) -> Any:
            return self.native(self.own(x))

    module = Mixed()
    if backend == "torch":
        x = torch.tensor(floats(5, 4))
        torch.testing.assert_close(module.to_torch_module()(x), module(x))
    else:
        with pytest.raises(IvyNotImplementedException, match="got code of torch"):
            module.to_haiku_module()

"""The gradient API: rows of the dashboards first, then nests, orders, custom gradients, errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyException, IvyValueError
from tests.helpers import assert_close, to_numpy
from tests.test_values import on_backend

MATRICES = [
    [[4.6, 2.1, 5.0], [2.8, 1.3, 6.2]],
    [[4.6, 2.1], [5.0, 2.8], [1.3, 6.2]],
]
# name -> (function, its derivative by hand, both on NumPy in float64)
FUNCTIONS: dict[str, Any] = {
    "square": (
        lambda x: ivy.mean(ivy.square(x)),
        lambda x: np.mean(x**2),
        lambda x: 2 * x / x.size,
    ),
    "cos": (
        lambda x: ivy.mean(ivy.cos(x)),
        lambda x: np.mean(np.cos(x)),
        lambda x: -np.sin(x) / x.size,
    ),
}
matrices = pytest.mark.parametrize("matrix", MATRICES, ids=["wide", "tall"])
floats = pytest.mark.parametrize("dtype", ["float32", "float64"])
functions = pytest.mark.parametrize("name", list(FUNCTIONS))
flags = pytest.mark.parametrize("flag", [True, False])
every_float = pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])


def as_float64(x: Any) -> Any:
    return to_numpy(x).astype("float64")


# ---- gradient mode ----------------------------------------------------------------------------


@flags
def test_with_grads(flag: bool, backend: str) -> None:
    assert ivy.with_grads(with_grads=flag) is flag


@flags
def test_set_with_grads(flag: bool, backend: str) -> None:
    ivy.set_with_grads(flag)
    assert ivy.with_grads(with_grads=None) is flag
    ivy.unset_with_grads()


@flags
def test_unset_with_grads(flag: bool, backend: str) -> None:
    ivy.set_with_grads(flag)
    before = list(ivy.with_grads_stack)
    ivy.unset_with_grads()
    assert list(ivy.with_grads_stack) == before[:-1]
    assert ivy.with_grads() is True


def test_with_grads_rejects_other_values(backend: str) -> None:
    with pytest.raises(IvyException, match="with_grads"):
        ivy.with_grads(with_grads="yes")


# ---- gradients of one array -------------------------------------------------------------------


@every_float
@flags
def test_stop_gradient(dtype: str, flag: bool, backend: str) -> None:
    x = ivy.array([1.0, -2.0], dtype=dtype)
    assert_close(ivy.stop_gradient(x, preserve_type=flag), np.array([1.0, -2.0]), dtype)
    gradient = ivy.grad(lambda x: ivy.sum(x * ivy.stop_gradient(x, preserve_type=flag)))(x)
    assert_close(gradient, np.array([1.0, -2.0]), dtype)


@floats
@flags
def test_execute_with_gradients(dtype: str, flag: bool, backend: str) -> None:
    values = np.random.default_rng(0).uniform(0, 100, (2, 3))
    x = ivy.array(values, dtype=dtype)
    value, gradient = ivy.execute_with_gradients(ivy.mean, x, retain_grads=flag)
    assert_close(value, np.mean(as_float64(x)), dtype)
    assert_close(gradient, np.full((2, 3), 1 / 6), dtype)

    def mean_of_stack(nest: Any) -> Any:
        return ivy.mean(ivy.stack([nest["a"], nest["b"]["c"]]))

    nest = {"a": x, "b": {"c": ivy.array(2 * values, dtype=dtype)}}
    value, gradients = ivy.execute_with_gradients(mean_of_stack, nest, retain_grads=flag)
    assert_close(value, np.mean(1.5 * as_float64(x)), dtype)
    for part in (gradients["a"], gradients["b"]["c"]):
        assert_close(part, np.full((2, 3), 1 / 12), dtype)


@matrices
@floats
@functions
def test_value_and_grad(matrix: Any, dtype: str, name: str, backend: str) -> None:
    function, value, derivative = FUNCTIONS[name]
    x = ivy.array(matrix, dtype=dtype)
    found, gradient = ivy.value_and_grad(function)(x)
    assert_close(found, value(as_float64(x)), dtype)
    assert_close(gradient, derivative(as_float64(x)), dtype)


@matrices
@floats
@functions
def test_grad(matrix: Any, dtype: str, name: str, backend: str) -> None:
    x = ivy.array(matrix, dtype=dtype)
    assert_close(ivy.grad(FUNCTIONS[name][0])(x), FUNCTIONS[name][2](as_float64(x)), dtype)


@matrices
@floats
@functions
def test_jac(matrix: Any, dtype: str, name: str, backend: str) -> None:
    x = ivy.array(matrix, dtype=dtype)
    for jacobian in (ivy.jac, ivy.jacfwd):
        assert_close(jacobian(FUNCTIONS[name][0])(x), FUNCTIONS[name][2](as_float64(x)), dtype)


@pytest.mark.parametrize("jacobian", ["jac", "jacrev", "jacfwd"])
def test_jacobian_of_vectors(jacobian: str, backend: str) -> None:
    matrix = np.random.default_rng(0).normal(size=(3, 2))
    a = ivy.array(matrix, dtype="float64")
    found = getattr(ivy, jacobian)(lambda x: ivy.matmul(a, x))(
        ivy.array([1.0, 2.0], dtype="float64")
    )
    assert_close(found, matrix)


@floats
def test_hessian(dtype: str, backend: str) -> None:
    x = ivy.array([1.0, 2.0, 0.5], dtype=dtype)
    assert_close(ivy.hessian(lambda x: ivy.sum(x**3))(x), np.diag(6 * as_float64(x)), dtype)


# ---- orders, products, closures ---------------------------------------------------------------


@floats
def test_any_order(dtype: str, backend: str) -> None:
    derivative, x = (lambda x: x**4), ivy.array(2.0, dtype=dtype)
    for expected in (32.0, 48.0, 48.0, 24.0):
        derivative = ivy.grad(derivative)
        assert_close(derivative(x), np.float64(expected), dtype)


def test_through_a_closure(backend: str) -> None:
    def outer(x: Any) -> Any:
        return ivy.grad(lambda y: ivy.sum(x * y**2))(x)

    found = ivy.grad(lambda x: ivy.sum(outer(x)))(ivy.array([1.0, 3.0]))  # of 2 * x**2
    assert_close(found, np.array([4.0, 12.0], "float32"))


def test_vjp(backend: str) -> None:
    value, pull = ivy.vjp(
        lambda x, y: (x * y, ivy.sum(x)), ivy.array([1.0, 2.0]), ivy.array([3.0, 4.0])
    )
    assert_close(value[0], np.array([3.0, 8.0], "float32"))
    to_x, to_y = pull((ivy.array([1.0, 10.0]), ivy.array(100.0)))
    assert_close(to_x, np.array([103.0, 140.0], "float32"))
    assert_close(to_y, np.array([1.0, 20.0], "float32"))


def test_jvp(backend: str) -> None:
    primals = (ivy.array([1.0, 2.0]), ivy.array([3.0, 4.0]))
    tangents = (ivy.array([1.0, 0.0]), ivy.array([0.0, 10.0]))
    value, moved = ivy.jvp(ivy.multiply, primals, tangents)
    assert_close(value, np.array([3.0, 8.0], "float32"))
    assert_close(moved, np.array([3.0, 20.0], "float32"))


def test_vmap(backend: str) -> None:
    x = np.random.default_rng(0).normal(size=(3, 4)).astype("float32")
    rows = ivy.vmap(lambda row: ivy.sum(row**2))(on_backend(x, backend))
    assert_close(rows, np.sum(x.astype("float64") ** 2, 1), "float32")
    pairs = ivy.vmap(ivy.multiply, in_axes=(1, None))(on_backend(x, backend), ivy.array(2.0))
    assert_close(pairs, 2 * x.T)
    native = ivy.vmap(lambda row: ivy.with_backend(backend).sum(row))(on_backend(x, backend).data)
    assert type(native) is type(on_backend(x, backend).data)


@pytest.mark.columns("tensorflow")  # the one whose graphs do not know all sizes
def test_batches_of_unknown_size(backend: str) -> None:
    import tensorflow as tf

    def program(x: Any) -> Any:
        def of_row(row: Any, weights: Any) -> Any:
            return {"sum": ivy.sum(row * weights), "place": ivy.argmax(row)}

        mapped = ivy.vmap(of_row, in_axes=(1, None), out_axes=-1)(ivy.matrix_transpose(x), x[0])
        grads = ivy.vmap(ivy.grad(lambda row: ivy.sum(row**3)))(x)
        summed = ivy.unsorted_segment_sum(x, tf.constant([0, 1, 0]), 2)
        return mapped, grads, summed, ivy.dropout(x, 0.0)

    x = tf.random.stateless_uniform((3, 4), (0, 0))
    ivy.seed(seed_value=0)  # with which a draw of the program would be an error
    traced = tf.function(program, input_signature=[tf.TensorSpec((None, 4), tf.float32)])(x)
    for ours, wanted in zip(tf.nest.flatten(traced), tf.nest.flatten(program(x)), strict=True):
        assert_close(ours, wanted.numpy())


@pytest.mark.parametrize("size", [0, 2])
def test_vmap_of_nests(size: int, backend: str) -> None:
    x = np.random.default_rng(0).normal(size=(3, size)).astype("float32")
    y = np.arange(size * 4, dtype="float32").reshape(size, 4)
    nest = {"x": on_backend(x.T.copy(), backend), "y": [on_backend(y, backend), "kept"]}

    def function(nest: Any) -> Any:
        return {"a": nest["x"] * 2, "b": (ivy.sum(nest["y"][0]), nest["y"][1])}

    found = ivy.vmap(function, out_axes=-1)(nest)
    assert_close(found["a"], 2 * x)
    assert_close(found["b"][0], y.sum(1))
    assert found["b"][1] == "kept"
    numbers = ivy.vmap(lambda nest: 3.0)(nest)
    assert_close(numbers, np.full(size, 3.0), "float32", backend)


def test_gradients_of_each_sample(backend: str) -> None:
    """torch's autograd cannot be called inside vmap; torch.func can."""
    xs = np.random.default_rng(0).normal(size=(5, 3)).astype("float32")
    v = ivy.Container(w=ivy.array([1.0, -2.0, 3.0]), b=ivy.array(0.5))

    def loss(v: Any, x: Any) -> Any:
        return ivy.tanh(ivy.sum(v.w * x) + v.b)

    found = ivy.vmap(ivy.grad(loss), in_axes=(None, 0))(v, on_backend(xs, backend))
    slope = 1 - np.tanh(xs.astype("float64") @ [1.0, -2.0, 3.0] + 0.5) ** 2
    assert_close(found.b, slope, "float32")
    assert_close(found.w, slope[:, None] * xs, "float32")
    second = ivy.vmap(ivy.grad(ivy.grad(lambda x: x**3)))(ivy.array([1.0, 2.0]))
    assert_close(second, np.array([6.0, 12.0]), "float32")


def test_gradients_of_each_sample_are_differentiated(backend: str) -> None:
    xs = ivy.array([[1.0, 2.0], [3.0, 4.0]])

    def total(w: Any) -> Any:
        return ivy.sum(ivy.vmap(ivy.grad(lambda x: ivy.sum(x**3 * w)))(xs))

    assert_close(ivy.grad(total)(ivy.array(2.0)), np.array(90.0), "float32")


@pytest.mark.columns("torch")
def test_torch_records_gradients_only_for_others(backend: str) -> None:
    """What nobody can ask a gradient of is not kept; a captured parameter can be asked for one."""
    import torch

    x, w = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0], requires_grad=True)
    value, slope = ivy.value_and_grad(lambda x: (x**3).sum())(x)
    assert not value.requires_grad and not slope.requires_grad
    value, slope = ivy.value_and_grad(lambda x: (x * x * w).sum())(x)
    assert_close(
        torch.autograd.grad(value, w, retain_graph=True)[0], np.array([1.0, 4.0], "float32")
    )
    assert_close(torch.autograd.grad(slope.sum(), w)[0], np.array([2.0, 4.0], "float32"))


# ---- nests ------------------------------------------------------------------------------------


def test_structure_of_gradients(backend: str) -> None:
    xs = [{"a": ivy.array([1.0, 2.0])}, (ivy.array(3.0), ivy.array([1, 2])), "kept"]
    value, gradients = ivy.execute_with_gradients(
        lambda xs: ivy.sum(xs[0]["a"] * xs[1][0] * xs[1][1]), xs
    )
    assert_close(value, np.float32(15.0))
    assert isinstance(gradients, list) and len(gradients) == 2  # integers and text have none
    assert_close(gradients[0]["a"], np.array([3.0, 6.0], "float32"))
    assert isinstance(gradients[1], tuple)
    assert_close(gradients[1][0], np.float32(5.0))


def test_the_same_array_twice(backend: str) -> None:
    x = ivy.array([1.0, 2.0])
    _, gradients = ivy.execute_with_gradients(lambda xs: ivy.sum(xs[0] * xs[1]), [x, x])
    for gradient in gradients:
        assert_close(gradient, np.array([2.0, 4.0], "float32"))


def test_unused_inputs_get_zeros(backend: str) -> None:
    xs = [ivy.array([1.0, 2.0]), ivy.array([5.0])]
    gradients = ivy.grad(lambda xs: ivy.sum(xs[0]))(xs)
    assert_close(gradients[1], np.zeros(1, "float32"))


def test_integers_only(backend: str) -> None:
    value, gradient = ivy.execute_with_gradients(lambda x: ivy.sum(x * x), ivy.array([1, 2]))
    assert_close(value, np.float32(5.0))
    assert_close(gradient, np.array([2.0, 4.0], "float32"))


def test_several_outputs(backend: str) -> None:
    def function(x: Any) -> Any:
        return {"a": ivy.sum(x), "b": [ivy.sum(x * x)], "n": ivy.array([1, 2])}

    value, gradients = ivy.execute_with_gradients(function, ivy.array([1.0, 2.0]))
    assert_close(value["n"], np.array([1, 2], "int32"))
    assert list(gradients) == ["a", "b_0"]
    assert_close(gradients["a"], np.ones(2, "float32"))
    assert_close(gradients["b_0"], np.array([2.0, 4.0], "float32"))


def test_index_paths(backend: str) -> None:
    xs = {"a": ivy.array([1.0, 2.0]), "b": [ivy.array([3.0, 4.0]), ivy.array([1, 1])]}

    def function(xs: Any) -> Any:
        product = xs["a"] * xs["b"][0] * xs["b"][1]
        return ivy.sum(product), ivy.sum(product * product)

    _, gradients = ivy.execute_with_gradients(
        function, xs, xs_grad_idxs=[("b", 1)], ret_grad_idxs=[(0,)]
    )
    assert list(gradients) == ["0"]
    assert list(gradients["0"]) == ["b"]  # a named integer array becomes a float variable
    assert_close(gradients["0"]["b"][0], np.array([3.0, 8.0], "float32"))


def test_native_arrays(backend: str) -> None:
    xp = ivy.with_backend(backend)
    x = xp.asarray([1.0, 2.0], dtype=xp.float32)
    value, gradient = ivy.execute_with_gradients(lambda x: ivy.sum(x * x), x)
    assert isinstance(gradient, type(x)) and not isinstance(value, ivy.Array)
    assert_close(gradient, np.array([2.0, 4.0], "float32"))


def test_retained_values_differentiate_further(backend: str) -> None:
    def outer(x: Any) -> Any:
        value, gradient = ivy.execute_with_gradients(lambda x: ivy.sum(x**3), x, retain_grads=True)
        return value + ivy.sum(gradient)

    assert_close(ivy.grad(outer)(ivy.array([1.0, 2.0])), np.array([9.0, 24.0], "float32"))


def test_non_finite_entries_become_zero(backend: str) -> None:
    x = ivy.array([0.0, 4.0])
    _, gradient = ivy.execute_with_gradients(lambda x: ivy.sum(ivy.sqrt(x)), x)
    assert_close(gradient, np.array([0.0, 0.25], "float32"))
    assert not bool(ivy.isfinite(ivy.grad(lambda x: ivy.sum(ivy.sqrt(x)))(x))[0])


def test_gradients_beside_complex_numbers(backend: str) -> None:
    # The gradient of the real part of an analytic function is the conjugate of its derivative.
    z, number = np.array([0.5 + 2.0j, 1.0 - 0.25j], "complex64"), 2.0 + 1.0j
    for function, derivative in [
        (lambda z: z * number, number + 0 * z),
        (lambda z: number * z, number + 0 * z),
        (lambda z: z / number, 1 / number + 0 * z),
        (lambda z: number / z, -number / z**2),
        (lambda z: z * z * 1j, 2j * z),
    ]:
        found = ivy.grad(lambda z, f=function: ivy.sum(ivy.real(f(z))))(ivy.array(z))
        assert_close(found, np.conj(derivative))


def test_complex_gradients_agree(backend: str) -> None:
    # torch's convention: the gradient of |z|**2 is 2 * z
    z = ivy.array([1.0 + 2.0j, -1.0j])
    found = ivy.grad(lambda z: ivy.sum(ivy.real(z) ** 2 + ivy.imag(z) ** 2))(z)
    assert_close(found, 2 * np.array([1.0 + 2.0j, -1.0j], "complex64"))


def test_the_function_is_called_once(backend: str) -> None:
    calls = []

    def function(x: Any) -> Any:
        calls.append(1)
        return ivy.sum(x)

    ivy.execute_with_gradients(function, ivy.array([1.0]))
    assert len(calls) == 1


# ---- gradients of one's own -------------------------------------------------------------------


@matrices
@floats
@functions
@pytest.mark.parametrize("position", [0, 1], ids=["input", "output"])
def test_bind_custom_gradient_function(
    matrix: Any, dtype: str, name: str, position: int, backend: str
) -> None:
    inner = {"square": ivy.square, "cos": ivy.cos}[name]
    bound = ivy.bind_custom_gradient_function(inner, lambda *args: args[1] * args[0][position])
    x = ivy.array(matrix, dtype=dtype)
    value, gradient = ivy.execute_with_gradients(lambda x: ivy.mean(ivy.exp(bound(x) * 0.1)), x)
    plain = as_float64(x)
    result = {"square": np.square, "cos": np.cos}[name](plain)
    upstream = 0.1 * np.exp(0.1 * result) / plain.size
    assert_close(value, np.mean(np.exp(0.1 * result)), dtype)
    assert_close(gradient, upstream * (plain, result)[position], dtype)


def test_bound_functions_may_return_what_they_get(backend: str) -> None:
    bound = ivy.bind_custom_gradient_function(lambda x: x, lambda xs, g: -2 * g)
    found = ivy.grad(lambda x: ivy.sum(bound(x) ** 2))(ivy.array([1.0, 3.0]))
    assert_close(found, np.array([-4.0, -12.0], "float32"))


def test_softsign_at_second_order(backend: str) -> None:
    second = ivy.vmap(ivy.grad(ivy.grad(ivy.softsign)))(ivy.array([-1.0, 0.5]))
    assert_close(second, np.array([0.25, -2 / 1.5**3], "float32"))


def test_custom_gradient_at_second_order(backend: str) -> None:
    # dy/dx is said to be 3 * y; then d2y/dx2 is 3 * dy/dx = 9 * y
    triple = ivy.bind_custom_gradient_function(ivy.square, lambda xs, g: g * 3 * xs[1])
    x = ivy.array(2.0)
    assert_close(ivy.grad(triple)(x), np.float32(12.0))
    assert_close(ivy.grad(ivy.grad(triple))(x), np.float32(36.0))


def test_custom_gradient_of_two_inputs(backend: str) -> None:
    bound = ivy.bind_custom_gradient_function(ivy.multiply, lambda xs, g: (g * 10, g * 20))
    found = ivy.grad(lambda xs: ivy.sum(bound(*xs)))([ivy.array([1.0]), ivy.array([2.0])])
    assert_close(found[0], np.array([10.0], "float32"))
    assert_close(found[1], np.array([20.0], "float32"))


# ---- inside the frameworks' compilers ---------------------------------------------------------


def traced_gradients(xp: Any) -> dict[str, Any]:
    """Return functions of one native array that differentiate inside."""
    return {
        "execute_with_gradients": lambda x: ivy.execute_with_gradients(lambda x: xp.sum(x**3), x)[
            1
        ],
        "grad": lambda x: ivy.grad(lambda x: ivy.sum(ivy.exp(x)))(x),
        "grad of grad": lambda x: ivy.grad(lambda x: xp.sum(ivy.grad(lambda x: xp.sum(x**3))(x)))(
            x
        ),
        "jac": lambda x: ivy.jac(ivy.square)(x),
        "vjp": lambda x: ivy.vjp(ivy.square, x)[1](x)[0],
        "jvp": lambda x: ivy.jvp(ivy.square, (x,), (x,))[1],
    }


@pytest.mark.columns("torch", "jax", "tensorflow")
@pytest.mark.parametrize("name", list(traced_gradients(None)))
def test_traced(name: str, backend: str, jit: Any) -> None:
    xp = ivy.with_backend(backend)
    function, x = traced_gradients(xp)[name], xp.asarray([0.5, 2.0], dtype=xp.float32)
    plain = np.array([0.5, 2.0])
    expected = {
        "execute_with_gradients": 3 * plain**2,
        "grad": np.exp(plain),
        "grad of grad": 6 * plain,
        "jac": np.diag(2 * plain),
        "vjp": 2 * plain**2,
        "jvp": 2 * plain**2,
    }[name]
    assert_close(jit(function)(x), expected, "float32")


@pytest.mark.columns("jax", "tensorflow")
def test_traced_custom_gradient(backend: str, jit: Any) -> None:
    bound = ivy.bind_custom_gradient_function(ivy.square, lambda xs, g: g * 7)
    x = ivy.array([1.0, 2.0]).data
    found = jit(lambda x: ivy.grad(lambda x: ivy.sum(bound(x)))(x))(x)
    assert_close(found, np.array([7.0, 7.0], "float32"))


@pytest.mark.columns("torch")
def test_torch_refuses_to_drop_a_custom_gradient(backend: str) -> None:
    import torch

    bound = ivy.bind_custom_gradient_function(ivy.square, lambda xs, g: g * 7)

    def gradient(x: Any) -> Any:
        return ivy.grad(lambda x: ivy.sum(bound(x)))(x)

    x = torch.tensor([1.0, 2.0])
    with pytest.raises(Exception, match="trace_autograd_ops"):
        torch.compile(gradient, fullgraph=True, backend="eager")(x)
    torch._dynamo.reset()
    with torch._dynamo.config.patch(trace_autograd_ops=True):
        found = torch.compile(gradient, fullgraph=True, backend="eager")(x)
    assert_close(found, np.array([7.0, 7.0], "float32"))
    torch._dynamo.reset()


# ---- update rules -----------------------------------------------------------------------------


def moments(
    gradient: Any, m: Any, v: Any, step: int, beta1: float, beta2: float, eps: float
) -> Any:
    m = beta1 * m + (1 - beta1) * gradient
    v = beta2 * v + (1 - beta2) * gradient**2
    alpha = np.sqrt(1 - beta2**step) / (1 - beta1**step + eps)
    return alpha * m / (np.sqrt(np.maximum(v, 0)) + eps), m, v


def drawn(dtype: str, count: int, positive: bool = True) -> list[Any]:
    generator = np.random.default_rng(1)
    low = 0.1 if positive else -2.0
    return [ivy.array(generator.uniform(low, 2.0, (3, 4)), dtype=dtype) for _ in range(count)]


rates = pytest.mark.parametrize("rate", ["number", "0-d", "array"])
HALF_ERROR = {"float16": 4.0, "bfloat16": 4.0}
"""Every step of a formula rounds to half precision: a few times the error of one operation."""


def rate_of(kind: str, dtype: str) -> tuple[Any, Any]:
    """Return a learning rate of this kind and its value in NumPy."""
    if kind == "number":
        return 0.25, 0.25
    values = np.float64(0.25) if kind == "0-d" else np.linspace(0.25, 0.5, 12).reshape(3, 4)
    lr = ivy.array(values, dtype=dtype)
    return lr, as_float64(lr)


@every_float
@rates
@flags
def test_optimizer_update(dtype: str, rate: str, flag: bool, backend: str) -> None:
    w, g = drawn(dtype, 2, positive=False)
    lr, plain = rate_of(rate, dtype)
    expected = as_float64(w) - as_float64(g) * plain
    found = ivy.optimizer_update(w, g, lr, stop_gradients=flag)
    assert_close(found, expected, dtype, tolerance=HALF_ERROR.get(dtype, 1.0))


@every_float
@rates
@flags
def test_gradient_descent_update(dtype: str, rate: str, flag: bool, backend: str) -> None:
    w, g = drawn(dtype, 2, positive=False)
    lr, plain = rate_of(rate, dtype)
    expected = as_float64(w) - as_float64(g) * plain
    found = ivy.gradient_descent_update(w, g, lr, stop_gradients=flag)
    assert_close(found, expected, dtype, tolerance=HALF_ERROR.get(dtype, 1.0))


@every_float
@rates
@pytest.mark.parametrize("decay", [0, 0.1])
def test_lars_update(dtype: str, rate: str, decay: float, backend: str) -> None:
    w, g = drawn(dtype, 2)
    lr, plain = rate_of(rate, dtype)
    w64, g64 = as_float64(w), as_float64(g)
    size = np.linalg.norm(w64)
    effective = size * plain / (np.linalg.norm(g64) + 1e-12)
    if decay:
        effective = effective / (size * decay)
    found = ivy.lars_update(w, g, lr, decay_lambda=decay)
    assert_close(found, w64 - effective * g64, dtype, tolerance=HALF_ERROR.get(dtype, 1.0))


@every_float
@pytest.mark.parametrize("step", [1, 3])
def test_adam_step(dtype: str, step: int, backend: str) -> None:
    g, m, v = drawn(dtype, 3)
    betas = (0.8, 0.9, 0.01)
    expected = moments(as_float64(g), as_float64(m), as_float64(v), step, *betas)
    for given in (step, ivy.array(step)):
        found = ivy.adam_step(g, m, v, given, *betas)
        for ours, theirs in zip(found, expected, strict=True):
            assert_close(ours, theirs, dtype, tolerance=HALF_ERROR.get(dtype, 1.0))


def test_gradient_through_a_step_of_adam_without_a_second_moment(backend: str) -> None:
    """Elements that had no gradient yet; one below zero counts as none."""
    alpha = np.sqrt(1 - 0.9**2) / (1 - 0.8**2 + 0.01)
    g, m, v = (ivy.array(x, dtype="float64") for x in ([0.0, 1.0], [0.0, 2.0], [0.0, -3.0]))
    found = ivy.grad(lambda g: ivy.sum(ivy.adam_step(g, m, v, 2, 0.8, 0.9, 0.01)[0]))(g)
    np.testing.assert_allclose(to_numpy(found), [0.2 * alpha / 0.01] * 2, rtol=1e-9)


@every_float
@rates
def test_adam_update(dtype: str, rate: str, backend: str) -> None:
    w, g, m, v = drawn(dtype, 4)
    lr, plain = rate_of(rate, dtype)
    delta, m2, v2 = moments(as_float64(g), as_float64(m), as_float64(v), 2, 0.8, 0.9, 0.01)
    found = ivy.adam_update(w, g, lr, m, v, 2, 0.8, 0.9, 0.01)
    for ours, theirs in zip(found, (as_float64(w) - plain * delta, m2, v2), strict=True):
        assert_close(ours, theirs, dtype, tolerance=HALF_ERROR.get(dtype, 1.0))


@every_float
@rates
@pytest.mark.parametrize(("decay", "most"), [(0, 10), (0.1, 0.5)])
def test_lamb_update(dtype: str, rate: str, decay: float, most: float, backend: str) -> None:
    w, g, m, v = drawn(dtype, 4)
    lr, plain = rate_of(rate, dtype)
    w64 = as_float64(w)
    delta, m2, v2 = moments(as_float64(g), as_float64(m), as_float64(v), 2, 0.8, 0.9, 0.01)
    ratio = min(np.linalg.norm(w64) / (np.linalg.norm(delta + decay * w64) + 1e-12), most)
    found = ivy.lamb_update(w, g, lr, m, v, 2, 0.8, 0.9, 0.01, most, decay)
    for ours, theirs in zip(found, (w64 - plain * ratio * delta, m2, v2), strict=True):
        assert_close(ours, theirs, dtype, tolerance=HALF_ERROR.get(dtype, 1.0))


@pytest.mark.parametrize("half", ["float16", "bfloat16"])
def test_moments_stay_in_single_precision_beside_half_gradients(half: str, backend: str) -> None:
    w, g = (ivy.array([1.0, 2.0], dtype=half) for _ in range(2))
    m, v = ivy.array([0.1, 0.2]), ivy.array([1e-9, 4e-9])  # 1e-9 is 0 in float16
    delta, m2, v2 = moments(as_float64(g), as_float64(m), as_float64(v), 2, 0.9, 0.999, 1e-7)
    for ours, theirs in zip(ivy.adam_step(g, m, v, 2), (delta, m2, v2), strict=True):
        assert_close(ours, theirs, "float32")
    for decay in (0, 0.1):
        for new, *found in (
            ivy.adam_update(w, g, 0.1, m, v, 2),
            ivy.lamb_update(w, g, 0.1, m, v, ivy.array(2), decay_lambda=decay),
        ):
            assert new.dtype == half
            for ours, theirs in zip(found, (m2, v2), strict=True):
                assert_close(ours, theirs, "float32")


def test_updates_of_nests_and_out(backend: str) -> None:
    w = {"a": ivy.array([1.0]), "b": [ivy.array([2.0])]}
    g = {"a": ivy.array([0.5]), "b": [ivy.array([1.0])]}
    found = ivy.gradient_descent_update(w, g, 0.5)
    assert_close(found["a"], np.array([0.75], "float32"))
    assert_close(found["b"][0], np.array([1.5], "float32"))
    out = ivy.array([0.0])
    step = ivy.adam_step(g["a"], w["a"], w["a"], 1, out=out)
    assert step[0] is out
    assert ivy.gradient_descent_update(w["a"], g["a"], 0.5, out=out) is out
    assert_close(out, np.array([0.75], "float32"))


def test_updates_are_differentiable(backend: str) -> None:
    def after(lr: Any) -> Any:
        return ivy.sum(
            ivy.gradient_descent_update(
                ivy.array([1.0, 2.0]), ivy.array([3.0, 4.0]), lr, stop_gradients=False
            )
        )

    assert_close(ivy.grad(after)(ivy.array(0.1)), np.float32(-7.0))


# ---- bad input --------------------------------------------------------------------------------

MISTAKES = {
    "no array in": (lambda: ivy.execute_with_gradients(lambda x: x, "text"), "at least one array"),
    "no array out": (lambda: ivy.grad(lambda x: "text")(ivy.array(1.0)), "floating array"),
    "integers out": (lambda: ivy.grad(lambda x: ivy.argmax(x))(ivy.array([1.0])), "floating array"),
    "bool in": (lambda: ivy.grad(ivy.sum)(ivy.array([True])), "expected numbers"),
    "wrong input path": (
        lambda: ivy.execute_with_gradients(
            lambda x: x["a"], {"a": ivy.array(1.0)}, xs_grad_idxs=[("b",)]
        ),
        "index path",
    ),
    "wrong output path": (
        lambda: ivy.execute_with_gradients(lambda x: (x, x), ivy.array(1.0), ret_grad_idxs=[(5,)]),
        "index path",
    ),
    "argnums": (lambda: ivy.grad(ivy.sum, argnums=3)(ivy.array(1.0)), "argnums"),
    "custom gradient": (
        lambda: ivy.bind_custom_gradient_function(ivy.square, ivy.multiply)("text"),
        "expected arrays",
    ),
    "vmap axes": (lambda: ivy.vmap(ivy.sum, in_axes=(0, 0))(ivy.array([1.0])), "in_axes"),
}


@pytest.mark.parametrize("mistake", list(MISTAKES))
def test_mistakes(mistake: str, backend: str) -> None:
    call, text = MISTAKES[mistake]
    with pytest.raises(IvyException, match=text) as caught:
        call()
    assert "\n" not in str(caught.value)


@pytest.mark.columns("numpy", "tensorflow")  # the others have infinite entries
def test_errors_of_a_gradient_are_ivys(backend: str) -> None:
    with pytest.raises(IvyValueError, match=rf"value_and_grad \({backend}\): .*float32\[2, 2\]"):
        ivy.grad(lambda x: ivy.slogdet(x)[1])(ivy.ones((2, 2)))


@pytest.mark.columns("numpy")
def test_numpy_says_what_has_no_gradient(backend: str) -> None:
    with pytest.raises(IvyException, match="gradient rule, got interp"):
        ivy.grad(lambda x: np.interp(x, [0.0, 1.0], [0.0, 1.0]))(np.array([0.5]))
    with pytest.raises(IvyException, match="lose the gradient"):
        ivy.grad(lambda x: np.array(x))(np.array([0.5]))


def test_gradients_of_what_is_added_at_places(backend: str) -> None:
    """Values added at places, some of them the same: NumPy's `add.at` had no gradient."""
    generator = np.random.default_rng(0)
    x, values, weights = (generator.normal(size=s) for s in ((3, 4), (3, 5), (3, 4)))
    places = generator.integers(0, 4, (3, 5))

    def loss(pair: Any) -> Any:
        put = ivy.put_along_axis(pair[0], ivy.array(places), pair[1], 1, "sum")
        return ivy.sum(put * ivy.array(weights))

    found = ivy.grad(loss)([ivy.array(x), ivy.array(values)])
    assert_close(found[0], weights)
    assert_close(found[1], np.take_along_axis(weights, places, 1))

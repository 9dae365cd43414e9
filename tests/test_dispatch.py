"""Which framework serves a call: by the types of its arrays, whatever kind of array they are."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import backends, dispatch
from ivy.errors import IvyException, IvyInvalidBackendException
from tests.helpers import assert_close, native, to_numpy

torch_only = pytest.mark.columns("torch")
jax_only = pytest.mark.columns("jax")
tensorflow_only = pytest.mark.columns("tensorflow")

X = np.array([[1.0, 2.0], [3.0, 4.0]], "float32")


# ---- by type ----------------------------------------------------------------------------------


def test_native_in_native_out_whatever_is_current(backend: str) -> None:
    x = native(X, backend)
    for current in ("numpy", backend):
        with ivy.use_backend(current):
            for result in (ivy.exp(x), ivy.add(x, x), ivy.add(x, 1), ivy.add(1.5, x)):
                assert isinstance(result, backends.load(backend).NATIVE)


def test_array_in_array_out(backend: str) -> None:
    x = ivy.Array(native(X, backend))
    with ivy.use_backend("numpy"):
        for result in (ivy.exp(x), ivy.add(x, x), ivy.add(x, 1), ivy.add(1.5, x), x + 1, 2 - x):
            assert isinstance(result, ivy.Array)
            assert result.backend == backend


def test_array_with_native_gives_array(backend: str) -> None:
    x, y = ivy.Array(native(X, backend)), native(X, backend)
    for result in (
        ivy.add(x, y),
        ivy.add(y, x),
        x + y,
        y + x,
        ivy.concat([x, y]),
        ivy.matmul(y, x),
    ):
        assert isinstance(result, ivy.Array)
        assert result.backend == backend


def test_numbers_and_lists_use_the_current_backend(backend: str) -> None:
    assert_close(ivy.add(1, 2), np.array(3, "int32"))
    assert_close(ivy.add(1.0, 2), np.array(3.0, "float32"))
    assert_close(ivy.exp(0.0), np.array(1.0, "float32"))
    assert_close(ivy.add([1, 2], 3), np.array([4, 5], "int32"))
    assert_close(ivy.add([1.0, 2.0], [1, 2]), np.array([2.0, 4.0], "float32"))
    assert_close(ivy.sum([[1.0, 2.0], [3.0, 4.0]], axis=0), np.array([4.0, 6.0], "float32"))


NUMBERS_FOR_ARRAYS: dict[str, tuple[Any, Any, str]] = {
    "take": (lambda x: ivy.take(x, 1, axis=0), lambda x: x[1], "float64"),
    "gather": (lambda x: ivy.gather(x, 2, axis=1), lambda x: x[:, 2], "float64"),
    "atleast_1d": (lambda x: ivy.atleast_1d(2.5), lambda x: np.array([2.5]), "float32"),
    "atleast_3d": (lambda x: ivy.atleast_3d(x, 2)[1], lambda x: np.array([[[2]]]), "int32"),
    "broadcast_arrays": (
        lambda x: ivy.broadcast_arrays(x, 2)[1], lambda x: np.full(x.shape, 2), "int32",
    ),
    "meshgrid": (lambda x: ivy.meshgrid(x[0], 2)[1], lambda x: np.full((1, 4), 2), "int32"),
    "layer_norm": (
        lambda x: ivy.layer_norm(x, [1], scale=0, offset=2.0), lambda x: x * 0 + 2, "float64",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NUMBERS_FOR_ARRAYS)
def test_number_in_place_of_an_array(name: str, backend: str) -> None:
    call, expected, dtype = NUMBERS_FOR_ARRAYS[name]
    x = np.arange(12.0).reshape(3, 4)
    assert_close(call(ivy.array(x)), expected(x), dtype)


def test_lists_take_the_backend_of_the_array(backend: str) -> None:
    x = native(X, backend)
    with ivy.use_backend("numpy"):
        result = ivy.add(x, [10.0, 20.0])
    assert_close(result, X + np.array([10.0, 20.0], "float32"), backend=backend)
    assert not isinstance(result, ivy.Array)


def test_numpy_scalars_are_arrays() -> None:
    result = ivy.add(np.float32(1.5), np.float32(2.0))
    assert_close(result, np.array(3.5, "float32"), backend="numpy")
    assert not isinstance(result, ivy.Array)


@pytest.mark.parametrize("other", ["torch", "jax", "tensorflow"])
def test_two_frameworks_are_an_error_that_names_both(other: str) -> None:
    if not backends.installed(other):
        pytest.skip(f"{other} is not installed")
    x, y = native(X, "numpy"), native(X, other)
    mixtures: list[tuple[Any, Any]] = [(x, y), (ivy.Array(x), y), (x, ivy.Array(y))]
    for pair in mixtures:
        for call in (ivy.add, ivy.matmul, lambda a, b: ivy.concat([a, b])):
            with pytest.raises(IvyInvalidBackendException) as caught:
                call(*pair)
            message = str(caught.value)
            assert "numpy" in message
            assert other in message
            assert "to_backend" in message
            assert "\n" not in message
    with pytest.raises(IvyInvalidBackendException):
        ivy.Array(x) + ivy.Array(y)


def test_mixed_frameworks_of_condition_and_operands() -> None:
    if not backends.installed("torch"):
        pytest.skip("torch is not installed")
    with pytest.raises(IvyInvalidBackendException):
        ivy.where(native(X > 2, "numpy"), native(X, "torch"), native(X, "torch"))


def test_unknown_objects_are_a_type_error(backend: str) -> None:
    x = ivy.Array(native(X, backend))
    for bad in (object(), "text", {"a": 1}, {1, 2}):
        with pytest.raises(TypeError) as caught:
            ivy.add(x, bad)
        assert isinstance(caught.value, IvyException)
        assert str(caught.value).startswith("add")
        with pytest.raises(TypeError):
            ivy.exp(bad)


def test_operators_defer_to_types_that_know_better(backend: str) -> None:
    class Wise:
        def __radd__(self, other: Any) -> str:
            return "wise"

        def __eq__(self, other: object) -> Any:
            return "equal"

        __hash__ = None  # type: ignore[assignment]

    x = ivy.Array(native(X, backend))
    assert x + Wise() == "wise"
    assert (x == Wise()) == "equal"
    with pytest.raises(TypeError):
        x + object()


# ---- kinds of arrays --------------------------------------------------------------------------


@torch_only
def test_torch_parameter(backend: str) -> None:
    import torch

    p = torch.nn.Parameter(torch.ones(2, 2))
    result = ivy.sum(ivy.multiply(ivy.add(p, p), 3.0))
    result.backward()
    assert_close(p.grad, np.full((2, 2), 6.0, "float32"))


@torch_only
def test_torch_subclass(backend: str) -> None:
    import torch

    class Tagged(torch.Tensor):
        pass

    x = torch.ones(2, 2).as_subclass(Tagged)
    for result in (ivy.exp(x), ivy.add(x, torch.ones(2, 2)), ivy.add(torch.ones(2, 2), x)):
        assert type(result) is Tagged
    assert ivy.Array(x).backend == "torch"


@torch_only
def test_torch_fake_tensor(backend: str) -> None:
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode() as mode:
        x = mode.from_tensor(__import__("torch").ones(2, 3))
        assert ivy.matmul(ivy.exp(x), ivy.permute_dims(x, (1, 0))).shape == (2, 2)


@torch_only
def test_torch_vmap_and_grad(backend: str) -> None:
    import torch

    x = torch.arange(6.0).reshape(2, 3)
    assert_close(torch.func.vmap(ivy.sum)(x), np.array([3.0, 12.0], "float32"))
    gradient = torch.func.grad(lambda x: ivy.sum(ivy.multiply(x, x)))(x)
    assert_close(gradient, 2 * x)


@jax_only
def test_jax_tracers(backend: str) -> None:
    import jax

    x = jax.numpy.asarray(X)

    def loss(x: Any) -> Any:
        return ivy.sum(ivy.multiply(ivy.exp(x), ivy.add(x, 1)))

    expected = np.exp(X) * (X + 2)
    assert_close(jax.grad(loss)(x), expected, "float32")
    assert_close(jax.jit(jax.grad(loss))(x), expected, "float32")
    assert_close(jax.vmap(loss)(x), (np.exp(X) * (X + 1)).sum(1), "float32")
    assert_close(jax.jit(lambda x: ivy.add(x, X.tolist()))(x), X + X)


@jax_only
def test_jax_array_as_pytree(backend: str) -> None:
    import jax

    result = jax.jit(lambda x: x + x)(ivy.Array(jax.numpy.asarray(X)))
    assert isinstance(result, ivy.Array)
    assert_close(result, X + X)


@tensorflow_only
def test_tensorflow_variable_and_tape(backend: str) -> None:
    import tensorflow as tf

    v = tf.Variable(X)
    with tf.GradientTape() as tape:
        loss = ivy.sum(ivy.multiply(ivy.add(v, v), v))
    assert_close(tape.gradient(loss, v), 4 * X)


@tensorflow_only
def test_tensorflow_symbolic_tensors(backend: str) -> None:
    import tensorflow as tf

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def program(x: Any) -> Any:
        return ivy.sum(ivy.add(ivy.exp(x), 1), axis=1)

    assert_close(program(tf.constant(X)), (np.exp(X) + 1).sum(1), "float32")


@tensorflow_only
def test_tensorflow_array_into_function(backend: str) -> None:
    import tensorflow as tf

    result = tf.function(lambda x: x + x)(ivy.Array(tf.constant(X)))
    assert isinstance(result, ivy.Array)
    assert_close(result, X + X)


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_array_inside_a_traced_function(backend: str, jit: Any) -> None:
    def program(x: Any) -> Any:
        y = ivy.Array(x)
        y = ivy.exp(y) * 2 + y.sum(axis=0) - ivy.ones((2,))
        return y[0:1].data

    x = native(X, backend)
    expected = (np.exp(X) * 2 + X.sum(0) - 1)[:1]
    assert_close(jit(program)(x), expected, "float32")


@torch_only
def test_switching_backends_does_not_recompile(backend: str) -> None:
    import torch

    program = torch.compile(
        lambda x: ivy.add(ivy.exp(x), ivy.ones((2,)).data), fullgraph=True, backend="eager"
    )
    x = native(X, backend)
    program(x)
    counts = torch._dynamo.utils.counters["stats"]["unique_graphs"]
    for name in ("numpy", "jax", "torch"):
        if backends.installed(name):
            ivy.set_backend(name)
            program(x)
            ivy.unset_backend()
    assert torch._dynamo.utils.counters["stats"]["unique_graphs"] == counts
    torch._dynamo.reset()


@torch_only
def test_compiled_by_inductor(backend: str) -> None:
    """Machine code, not only the trace, for one program of a few operations."""
    import torch

    def program(x: Any, y: Any) -> Any:
        z = ivy.add(ivy.matmul(x, y), 1.0)
        return ivy.sum(ivy.where(ivy.greater(z, 0), ivy.exp(z), z), axis=-1)

    x, y = native(X, backend), native(X - 3, backend)
    assert_close(torch.compile(program, fullgraph=True)(x, y), program(x, y), "float32")
    torch._dynamo.reset()


# ---- namespaces -------------------------------------------------------------------------------


def test_with_backend_is_independent_of_the_current_one(backend: str) -> None:
    space = ivy.with_backend(backend)
    with ivy.use_backend("numpy"):
        assert isinstance(space.zeros((2,)), space.NATIVE)
        assert isinstance(space.add(space.ones((2,)), space.ones((2,))), space.NATIVE)
    assert space is ivy.with_backend(backend)
    assert space.current_backend_str() == backend


def test_two_namespaces_side_by_side() -> None:
    spaces = [ivy.with_backend(name) for name in backends.NAMES if backends.installed(name)]
    results = [space.to_numpy(space.exp(space.asarray([0.0, 1.0]))) for space in spaces]
    for result in results:
        np.testing.assert_allclose(result, np.exp([0.0, 1.0]), rtol=1e-6)


# ---- modes ------------------------------------------------------------------------------------


def test_native_mode_returns_native_arrays(backend: str) -> None:
    with ivy.ArrayMode(False):
        for result in (ivy.zeros((2,)), ivy.add([1.0], [2.0]), ivy.exp(1.0)):
            assert isinstance(result, backends.load(backend).NATIVE)
    assert isinstance(ivy.zeros((2,)), ivy.Array)


def test_native_mode_leaves_the_kind_of_given_arrays(backend: str) -> None:
    """Whether a call takes the fast path or not, as operands of two dtypes do not."""
    calls = {
        "add": lambda x, n: ivy.add(x, n),
        "matmul": lambda x, n: ivy.matmul(x, n),
        "concat": lambda x, n: ivy.concat([x, n]),
        "where": lambda x, n: ivy.where(x > 0, x, n),
        "divide": lambda x, n: ivy.divide(n, 2),
        "split": lambda x, n: ivy.split(x, num_or_size_splits=2)[0],
        "top_k": lambda x, n: ivy.top_k(x, 1).values,
        "scatter": lambda x, n: ivy.scatter_flat(n, x, size=3),
        "einops": lambda x, n: ivy.einops_rearrange(x, "a -> a"),
        "promote": lambda x, n: ivy.promote_types_of_inputs(x, n)[1],
        "gelu": lambda x, n: ivy.gelu(x, complex_mode="split"),
        "+": lambda x, n: x + n,
    }
    natives = [native(np.array(v, d), backend) for v, d in (([1, 2], "float32"), ([1, 2], "int32"))]
    arrays = [ivy.Array(x) for x in natives]
    with ivy.ArrayMode(False):
        kinds = {name: isinstance(call(*arrays), ivy.Array) for name, call in calls.items()}
        assert kinds == dict.fromkeys(calls, True)
        cast = ivy.asarray(arrays[0], dtype="int32")
        assert isinstance(cast, ivy.Array)
    for name in ("add", "matmul", "where", "promote", "gelu"):
        assert not isinstance(calls[name](*natives), ivy.Array), name


def test_precise_mode(backend: str) -> None:
    x, y = (
        native(np.array([1, 2], "int32"), backend),
        native(np.array([0.5, 1], "float32"), backend),
    )
    for a, b in ((x, y), (ivy.Array(x), ivy.Array(y))):
        assert_close(ivy.add(a, b), np.array([1.5, 3.0], "float32"))
        with ivy.PreciseMode(True):
            assert_close(ivy.add(a, b), np.array([1.5, 3.0], "float64"))
        assert_close(ivy.add(a, b), np.array([1.5, 3.0], "float32"))


def test_nan_policy(backend: str) -> None:
    x = native(np.array([1.0, np.nan], "float32"), backend)
    for operand in (x, ivy.Array(x)):
        ivy.add(operand, 1)
        with ivy.NanPolicy("raise_exception"), pytest.raises(IvyException, match=r"add .*NaN"):
            ivy.add(operand, 1)
        with ivy.NanPolicy("warns"), pytest.warns(UserWarning, match="NaN"):
            result = ivy.add(operand, 1)
        assert_close(result, np.array([2.0, np.nan], "float32"))
        ivy.add(operand, 1)


def test_precise_mode_of_one_thread_is_no_other_thread_s(backend: str) -> None:
    """A thread that leaves precise mode must not end it for a thread still inside."""
    x = native(np.array([1], "int32"), backend)
    y = native(np.array([0.5], "float32"), backend)
    inside, left = threading.Event(), threading.Event()

    def first() -> str:
        with ivy.PreciseMode(True):
            inside.set()
            left.wait(10)
            return str(ivy.Array(ivy.add(x, y)).dtype)

    def second() -> str:
        inside.wait(10)
        with ivy.PreciseMode(True):
            pass
        left.set()
        return str(ivy.Array(ivy.add(x, y)).dtype)

    with ThreadPoolExecutor(2) as pool:
        results = [pool.submit(first), pool.submit(second)]
        assert [r.result() for r in results] == ["float64", "float32"]


def test_threads_of_different_backends_do_not_disturb_each_other() -> None:
    names = [name for name in backends.NAMES if backends.installed(name)]
    start = threading.Barrier(len(names))

    def work(name: str) -> set[str]:
        ivy.set_backend(name)
        start.wait(30)
        found = set()
        for _ in range(50):
            x = ivy.ones((2, 2))
            found.add((x + ivy.exp(x)).backend)
        return found

    with ThreadPoolExecutor(len(names)) as pool:
        assert list(pool.map(work, names)) == [{name} for name in names]


# ---- containers' seam -------------------------------------------------------------------------


class Pair(dispatch.Nested):
    """The smallest container: two leaves."""

    def __init__(self, first: Any, second: Any) -> None:
        self.leaves = (first, second)

    def _map_operation(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        def call(index: int) -> Any:
            chosen = [a.leaves[index] if isinstance(a, Pair) else a for a in args]
            return dispatch.OPERATIONS[name](*chosen, **kwargs)

        return Pair(call(0), call(1))


def test_containers_map_over_their_leaves(backend: str) -> None:
    x = ivy.Array(native(X, backend))
    pair = Pair(x, x * 2)
    for result in (ivy.add(pair, x), ivy.add(x, pair), ivy.add(pair, pair), ivy.exp(pair)):
        assert isinstance(result, Pair)
        assert all(isinstance(leaf, ivy.Array) for leaf in result.leaves)
    assert_close(ivy.add(pair, 1).leaves[1], 2 * X + 1)
    assert_close(ivy.sum(pair, axis=1).leaves[0], X.sum(1))


def test_containers_are_no_arrays_when_not_nestable(backend: str) -> None:
    x = ivy.Array(native(X, backend))
    with ivy.NestableMode(False), pytest.raises(TypeError):
        ivy.add(Pair(x, x), 1)


# ---- promotion --------------------------------------------------------------------------------

PROMOTIONS = [
    ("int32", "float32", "float32"),
    ("int64", "float16", "float16"),
    ("int8", "int32", "int32"),
    ("uint8", "int8", "int16"),
    ("uint32", "int32", "int64"),
    ("float32", "float64", "float64"),
    ("bfloat16", "float16", "float32"),
    ("bfloat16", "float32", "float32"),
    ("bool", "int8", "int8"),
    ("bool", "float32", "float32"),
    ("int32", "complex64", "complex64"),
    ("float64", "complex64", "complex128"),
    ("uint64", "int64", "float64"),
]


@pytest.mark.parametrize(("one", "other", "expected"), PROMOTIONS)
def test_mixed_dtypes_promote(one: str, other: str, expected: str, backend: str) -> None:
    dtypes = backends.load("numpy").as_native_dtype
    x, y = np.array([1, 0, 1]).astype(dtypes(one)), np.array([1, 1, 0]).astype(dtypes(other))
    a, b = ivy.Array(native(x, backend)), ivy.Array(native(y, backend))
    for result in (ivy.add(a, b), ivy.add(b, a), a + b, b + a):
        assert_close(result, np.array([2, 1, 1]), expected)
    assert ivy.concat([a, b]).dtype == expected
    assert ivy.where(ivy.asarray([True, False, True]), a, b).dtype == expected


@pytest.mark.parametrize(
    ("dtype", "number", "expected"),
    [
        ("float16", 2, "float16"),
        ("float16", 2.5, "float16"),
        ("bfloat16", 2.5, "bfloat16"),
        ("float32", 2.5, "float32"),
        ("float64", 2.5, "float64"),
        ("int8", 2, "int8"),
        ("uint8", 2, "uint8"),
        ("int32", 2.5, "float32"),
        ("int64", 2.5, "float32"),
        ("int32", True, "int32"),
        ("float32", 1j, "complex64"),
        ("float64", 1j, "complex128"),
        ("complex64", 2.5, "complex64"),
        ("int32", 1j, "complex64"),
        ("bool", 2, "int32"),
        ("bool", 2.5, "float32"),
    ],
)
def test_numbers_are_weak(dtype: str, number: Any, expected: str, backend: str) -> None:
    x = np.array([0, 1]).astype(backends.load("numpy").as_native_dtype(dtype))
    wide = x.astype("complex128" if "complex" in expected else "float64") + number
    arrays = (native(x, backend), ivy.Array(native(x, backend)))
    for a in arrays:
        for result in (ivy.add(a, number), ivy.add(number, a)):
            assert_close(result, wide, expected)
    assert_close(arrays[1] + number, wide, expected)
    assert_close(number + arrays[1], wide, expected)


def test_0d_arrays_promote_like_others(backend: str) -> None:
    x = ivy.Array(native(np.array([1], "int8"), backend))
    y = ivy.Array(native(np.array(1, "int64"), backend))
    for result in (ivy.add(x, y), x + y, y + x):
        assert_close(result, np.array([2], "int64"))


# ---- in place ---------------------------------------------------------------------------------


def test_in_place_operators_keep_the_object_and_its_dtype(backend: str) -> None:
    x = ivy.Array(native(X, backend))
    alias = x
    x += 1
    x *= ivy.Array(native(X.astype("float64"), backend))
    assert alias is x
    assert_close(alias, (X + 1) * X, "float32")
    with pytest.raises(IvyException):
        x += ivy.ones((3, 2, 2))


def test_out_is_written_and_returned(backend: str) -> None:
    x, out = ivy.Array(native(X, backend)), ivy.zeros((2, 2))
    assert ivy.add(x, 1, out=out) is out
    assert_close(out, X + 1)
    assert x.exp(out=out) is out
    assert_close(out, np.exp(X), "float32")


@pytest.mark.columns("numpy", "torch")
def test_out_is_written_in_place_where_the_framework_can(backend: str) -> None:
    x, out = native(X, backend), native(np.zeros_like(X), backend)
    assert ivy.add(x, 1, out=out) is out
    np.testing.assert_array_equal(to_numpy(out), X + 1)


@pytest.mark.columns("jax", "tensorflow")
def test_out_of_an_immutable_native_array_is_an_error(backend: str) -> None:
    x, out = native(X, backend), native(np.zeros_like(X), backend)
    with pytest.raises(IvyException, match=r"pass an ivy\.Array"):
        ivy.add(x, 1, out=out)


# ---- scalars of NumPy -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda x: x * np.float64(2), 2 * X),
        (lambda x: np.sqrt(4.0) / x, 2 / X.astype("float64")),
        (lambda x: ivy.where(x > np.float64(2), x, np.float32(0)), np.where(X > 2, X, 0)),
        (lambda x: ivy.pow(x, np.int64(2)), X**2),
        (lambda x: ivy.stack([x, x]) - np.int32(1), np.stack([X, X]) - 1),
        (lambda x: ivy.full_like(x, np.float16(3)), np.full_like(X, 3)),
    ],
)
def test_scalars_of_numpy_are_numbers_beside_other_arrays(
    backend: str, function: Any, expected: Any
) -> None:
    result = function(ivy.Array(native(X, backend)))
    dtype = "float32" if backend != "numpy" else ivy.dtype(result)  # where they promote
    assert_close(result, expected, dtype, backend)


@pytest.mark.parametrize(
    "function",
    [
        lambda: ivy.full((2, 3), np.float64(1)),
        lambda: ivy.arange(np.int64(6)),
        lambda: ivy.linspace(np.float64(0), np.float64(1), 6),
        lambda: ivy.random_normal(mean=np.float32(1), std=np.sqrt(0.1), shape=6),
    ],
)
def test_scalars_of_numpy_do_not_choose_the_backend(backend: str, function: Any) -> None:
    result = function()
    assert isinstance(result, ivy.Array)
    assert type(result.data) is type(native(X, backend))
    assert result.dtype in (ivy.float32, ivy.int32)


FIRST = {
    "numpy": "import numpy as np; x, y = np.ones(3, 'float32'), np.ones((), 'float64')",
    "torch": "import torch; x, y = torch.ones(3), torch.ones((), dtype=torch.float64)",
    "jax": "import jax.numpy as jnp; x, y = jnp.ones(3), jnp.ones((), 'float16')",
    "tensorflow": "import tensorflow as tf; x, y = tf.ones(3), tf.ones((), 'float64')",
}


def test_the_first_call_of_a_process_is_like_the_next(backend: str) -> None:
    program = f"{FIRST[backend]}; import ivy; print(ivy.add(x, y).dtype == ivy.add(x, y).dtype)"
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert done.stdout == "True\n", done.stderr


@pytest.mark.parametrize(("name", "expected"), [("torch", "torch"), ("theano", "got 'theano'")])
def test_the_environment_names_a_backend(name: str, expected: str) -> None:
    program = "import ivy; print(ivy.current_backend_str())"
    environment = {**os.environ, "IVY_BACKEND": name}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    assert expected in (done.stdout or done.stderr)

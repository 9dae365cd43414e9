"""Compiled by its framework, a model written with ivy is the program of the native model."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ivy
from bench import models
from tests.helpers import before

Forward = Callable[[Any, Any], Any]


def written_with_arrays(forward: Forward) -> Forward:
    """Return the forward pass with every array an `ivy.Array` inside."""

    def with_arrays(parameters: Any, x: Any) -> Any:
        wrapped = [(ivy.Array(w), ivy.Array(b)) for w, b in parameters]
        return forward(wrapped, ivy.Array(x)).data

    return with_arrays


def written_with_operators(parameters: Any, x: Any) -> Any:
    *hidden, (weight, bias) = [(ivy.Array(w), ivy.Array(b)) for w, b in parameters]
    x = ivy.Array(x)
    for w, b in hidden:
        x = (x.matmul(w) + b).tanh()
    return (x.matmul(weight) + bias).data


WAYS: dict[str, Callable[[str], Forward]] = {
    "functions": lambda backend: models.ours(ivy)[0],
    "namespace": lambda backend: models.ours(ivy.with_backend(backend))[0],
    "arrays": lambda backend: written_with_arrays(models.ours(ivy)[0]),
    "operators": lambda backend: written_with_operators,
}
ways = pytest.mark.parametrize("way", WAYS)


def data(backend: str) -> tuple[Any, Any]:
    parameters, x, _ = models.data(ivy.with_backend(backend).asarray)
    return parameters, x


@ways
@pytest.mark.columns("torch")
def test_torch_has_no_graph_breaks(way: str, backend: str) -> None:
    import torch

    torch._dynamo.reset()
    operations = []

    def count(module: Any, inputs: Any) -> Any:
        operations.append([n.target for n in module.graph.nodes if n.op.startswith("call")])
        return module.forward

    inputs = data("torch")
    for forward in (models.native("torch")[0], WAYS[way]("torch")):
        compiled = torch.compile(forward, fullgraph=True, backend=count)
        torch.testing.assert_close(compiled(*inputs), forward(*inputs))
    native, ours = operations
    assert len(ours) == len(native)


@ways
@pytest.mark.columns("torch")
def test_torch_compiles_once(way: str, backend: str) -> None:
    import torch

    torch._dynamo.reset()
    graphs = []

    def count(module: Any, inputs: Any) -> Any:
        graphs.append(module)
        return module.forward

    compiled = torch.compile(WAYS[way]("torch"), fullgraph=True, backend=count)
    inputs = data("torch")
    for _ in range(3):
        compiled(*inputs)
    with ivy.use_backend("numpy"):
        compiled(*inputs)
    assert len(graphs) == 1


@pytest.mark.columns("torch")
def test_torch_compiles_a_training_step_once(backend: str) -> None:
    """Each step has other arrays than the one before, statistics of batches among them."""
    import torch

    torch._dynamo.reset()
    optimizer, xs = ivy.Adam(0.1), torch.linspace(-1, 2, 24).reshape(3, 2, 4)
    ends, graphs = [], []

    def count(module: Any, inputs: Any) -> Any:
        graphs.append(module)
        return module.forward

    for compiled in (False, True):
        ivy.seed(seed_value=0)
        attention = ivy.MultiHeadAttention(4, num_heads=2)
        net = ivy.Sequential(ivy.Linear(4, 4), ivy.BatchNorm(4), attention)

        def step(v: Any, state: Any, x: Any, net: Any = net) -> Any:
            def loss(v: Any) -> Any:
                return ivy.mean(net(x, v=v) ** 2)

            return optimizer.update(v, ivy.execute_with_gradients(loss, v)[1], state)

        v, state = net.v.cont_deep_copy(), optimizer.init(net.v)
        run = torch.compile(step, fullgraph=True, backend=count) if compiled else step
        for x in xs:
            v, state = run(v, state, x)
        ends.append([*v.cont_to_iterator_values(), *net.buffers.cont_to_iterator_values()])
    assert len(graphs) == 1
    for eager, traced in zip(*ends, strict=True):
        torch.testing.assert_close(eager.data, traced.data)


def primitives(jaxpr: Any) -> Iterator[str]:
    """Yield the primitives of a jaxpr, those of inner jitted functions in their place."""
    for equation in jaxpr.eqns:
        inner = equation.params.get("jaxpr")
        if inner is None:
            yield equation.primitive.name
        else:
            yield from primitives(inner.jaxpr)


@ways
@pytest.mark.columns("jax")
def test_jax_traces_the_same_jaxpr(way: str, backend: str) -> None:
    import jax

    inputs = data("jax")
    native = jax.make_jaxpr(models.native("jax")[0])(*inputs)
    ours = jax.make_jaxpr(WAYS[way]("jax"))(*inputs)
    assert list(primitives(ours.jaxpr)) == list(primitives(native.jaxpr))
    assert ours.out_avals == native.out_avals


@ways
@pytest.mark.columns("tensorflow")
def test_tensorflow_builds_the_same_graph(way: str, backend: str) -> None:
    import tensorflow as tf

    inputs = data("tensorflow")

    def operations(forward: Forward) -> list[str]:
        graph = tf.function(forward).get_concrete_function(*inputs).graph
        return sorted(operation.type for operation in graph.get_operations())

    assert operations(WAYS[way]("tensorflow")) == operations(models.native("tensorflow")[0])


@ways
@pytest.mark.columns("tensorflow")
def test_tensorflow_traces_once(way: str, backend: str) -> None:
    import tensorflow as tf

    inputs = data("tensorflow")
    compiled = tf.function(WAYS[way]("tensorflow"))
    for _ in range(3):
        compiled(*inputs)
    assert compiled.experimental_get_tracing_count() == 1


def compiled(backend: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function traced by its framework, without the time to generate machine code."""
    if backend == "torch":
        import torch

        torch._dynamo.reset()
        return torch.compile(function, fullgraph=True, backend="eager")
    return models.compiled(backend, function)


def matmul_operands(backend: str) -> tuple[Any, Any]:
    xp = ivy.with_backend(backend)
    return xp.asarray([[1.0, 2.0], [3.0, 4.0]]), xp.asarray([[0.0, 1.0], [5.0, -2.0]])


@pytest.mark.columns("torch", "jax", "tensorflow")
@pytest.mark.unsupported(
    *before("torch", 2, 15), reason="torch 2.13 traces `@` for its own classes only"
)
def test_matmul_operator(backend: str) -> None:
    product = compiled(backend, lambda x, y: (ivy.Array(x) @ ivy.Array(y)).data)
    assert ivy.Array(product(*matmul_operands(backend))).tolist() == [[10.0, -3.0], [20.0, -5.0]]


@pytest.mark.columns("torch", "jax", "tensorflow")
@pytest.mark.unsupported("torch", reason="torch 2.13 exchanges the operands of Array @ Tensor")
def test_matmul_operator_with_a_native_array(backend: str) -> None:
    product = compiled(backend, lambda x, y: (ivy.Array(x) @ y).data)
    assert ivy.Array(product(*matmul_operands(backend))).tolist() == [[10.0, -3.0], [20.0, -5.0]]


FIRST_USE = """
import ivy
{imports}

@{compiler}
def standardize(x):
    return ivy.divide(ivy.subtract(x, ivy.mean(x)), ivy.std(x))

x = {array}([1.0, 2.0, 6.0])
print(*(f"{{float(v):.5f}}" for _ in range(2) for v in standardize(x)), float(ivy.sum(x)))
"""
COMPILERS = {
    "torch": {
        "imports": "import torch",
        "compiler": "torch.compile(fullgraph=True, backend='eager')",
        "array": "torch.tensor",
    },
    "jax": {"imports": "import jax", "compiler": "jax.jit", "array": "jax.numpy.array"},
    "tensorflow": {
        "imports": "import tensorflow as tf",
        "compiler": "tf.function",
        "array": "tf.constant",
    },
}


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_the_first_use_of_a_framework_may_be_compiled(backend: str) -> None:
    """In a process of its own: in this one every backend has been loaded."""
    program = FIRST_USE.format(**COMPILERS[backend])
    done = subprocess.run(
        [sys.executable, "-"], input=program, check=False, capture_output=True, text=True
    )
    # (1, 2, 6) - 3, over the square root of 14 / 3.
    expected = "-0.92582 -0.46291 1.38873 " * 2 + "9.0\n"
    assert done.stdout == expected, done.stderr

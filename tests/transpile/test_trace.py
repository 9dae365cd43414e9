"""Tracing code written with ivy and with NumPy."""

from __future__ import annotations

import functools
import importlib
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import dispatch
from ivy.graph.importers.ivy.recording import RANDOM
from ivy.graph.rules import IvyTranspileException
from tests import samples
from tests.helpers import to_numpy
from tests.test_contract import converted
from tests.transpile.checks import FLOAT32, assert_close, flat, moved
from tests.transpile.numpy_snippets import SNIPPETS, X, Y


def array(*shape: int, seed: int = 0) -> Any:
    return ivy.array(np.random.default_rng(seed).normal(size=shape).astype("float32"))


def assert_same(found: Any, expected: Any, tolerance: float = FLOAT32) -> None:
    found, expected = flat(found), flat(expected)
    assert len(found) == len(expected)
    for x, y in zip(found, expected, strict=True):
        assert_close(to_numpy(x), to_numpy(y), tolerance, "result")


# ---- ivy functions ------------------------------------------------------------------------------


def test_operators_methods_and_assignment(backend: str) -> None:
    w = array(3, 5, seed=1)

    def function(x: Any, factor: int = 2) -> Any:
        y = ivy.relu(x @ w) * factor + 1
        y[:, 0] = 3.0
        return {"y": y, "z": y.sum(0) / x.shape[0], "n": x.astype("int32") + 1.5}

    graph = ivy.trace_graph(function, array(4, 3))
    assert str(graph) == str(ivy.trace_graph(function, args=(array(4, 3),)))
    with pytest.raises(
        ivy.errors.IvyTypeError, match=r"as they are or as args, .*'torch'.*given as source="
    ):
        ivy.trace_graph(function, "torch", args=(array(4, 3),))
    assert [value.shape for value in graph.inputs()] == [(None, 3)]
    for batch in (4, 7):
        x = array(batch, 3, seed=batch)
        assert_same(graph(x), function(x))
    assert isinstance(graph(array(4, 3))["y"], ivy.Array)
    assert len(graph.constants) == 1
    assert all(__file__ in node.source for node in graph.nodes)


@pytest.mark.parametrize("native", [False, True])
def test_sizes_follow_the_batch(backend: str, native: bool) -> None:
    def function(x: Any) -> Any:
        rows = x.shape[0]
        flat = ivy.reshape(x, (rows * 3,))
        return ivy.reshape(flat, (3, rows)), ivy.ones((rows, 2)), x + rows, ivy.arange(rows // 2)

    x = array(4, 3)
    graph = ivy.trace_graph(function, source="ivy", args=(ivy.to_native(x) if native else x,))
    ops = {node.op for node in graph.nodes}
    assert {"size", "host_multiply", "host_floor_divide"} <= ops
    other = array(6, 3)
    assert_same(graph(ivy.to_native(other) if native else other), function(other))


def test_a_size_used_by_python_is_fixed(backend: str) -> None:
    def function(x: Any) -> Any:
        return sum(x[i] for i in range(x.shape[0]))

    graph = ivy.trace_graph(function, args=(array(3, 2),))
    assert graph.inputs()[0].shape == (3, 2)
    assert_same(graph(array(3, 2, seed=1)), function(array(3, 2, seed=1)))


def test_nests_and_creation(backend: str) -> None:
    def function(xs: Any, *, mode: str) -> Any:
        noise = ivy.random_normal(shape=(2,), seed=1)
        return [xs["a"] + xs["b"][0], ivy.linspace(0.0, 1.0, 3) * 2, noise, mode]

    given = {"a": array(4, 2), "b": (array(4, 2, seed=1),)}
    graph = ivy.trace_graph(function, args=(given,), kwargs={"mode": "m"})
    found = graph(given, mode="m")
    assert_same(found, function(given, mode="m"))
    assert found[3] == "m"
    with pytest.raises(TypeError, match="mode='m'"):
        graph(given, mode="n")


def test_branches_and_loops(backend: str) -> None:
    def function(x: Any) -> Any:
        s = ivy.if_else(ivy.sum(x) > 0, lambda x: x * 2, lambda x: x - 1, (x,))
        total = ivy.for_loop(x, lambda row, v: (v[0] + row * s[0],), (ivy.zeros((3,)),))
        return s, total

    graph = ivy.trace_graph(function, args=(array(4, 3),))
    assert [node.op for node in graph.nodes if "Graph" in repr(node)] == ["if_else", "scan"]
    for x in (array(4, 3), -array(4, 3), array(2, 3)):
        assert_same(graph(x), function(x))


def test_while_loop(backend: str) -> None:
    def function(x: Any) -> Any:
        def step(i: Any, t: Any) -> Any:
            return i + 1, t * 2 + ivy.abs(x)

        return ivy.while_loop(lambda i, t: ivy.sum(t) < 100, step, (ivy.array(0), ivy.abs(x)))

    graph = ivy.trace_graph(function, args=(array(4, 3),))
    assert "while_loop" in [node.op for node in graph.nodes]
    x = array(4, 3, seed=5)
    assert_same(graph(x), function(x))


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (lambda x: x if x.sum() > 0 else -x, "bool"),
        (lambda x: x[x > 0], "shape does not depend on values"),
        (lambda x: ivy.nonzero(x), "shape does not depend on values"),
        (lambda x: ivy.to_numpy(x), "to_numpy"),
        (lambda x: int(x[0, 0]), "to_scalar"),
        (lambda x: ivy.array_equal(x, x), "array_equal"),
        (lambda x: ivy.execute_with_gradients(lambda v: (v**2).sum(), x), "without gradients"),
    ],
)
def test_what_cannot_be_traced_names_the_line(backend: str, function: Any, what: str) -> None:
    with pytest.raises(IvyTranspileException, match=what) as error:
        ivy.trace_graph(function, args=(array(4, 3),))
    assert f"{__file__}:{function.__code__.co_firstlineno}" in str(error.value)


def test_nothing_remains_after_an_error(backend: str) -> None:
    with pytest.raises(IvyTranspileException):
        ivy.trace_graph(lambda x: bool(x.sum()), args=(array(2, 2),))
    assert ivy.zeros((2,)).backend == backend


_TRACED = [
    sample
    for sample in samples.load()
    if sample.name in dispatch.OPERATIONS and sample.repeatable and sample.name not in RANDOM
]
_REFUSED = frozenset(
    "all_equal argwhere array_equal associative_scan bincount has_nans nonzero reduce_window "
    "repeat to_list to_scalar trim_zeros unique_all unique_consecutive unique_counts "
    "unique_inverse unique_values value_is_nan".split()
)


@pytest.mark.parametrize("area", sorted({sample.area for sample in _TRACED}))
def test_every_operation_is_traced(area: str) -> None:
    for sample in _TRACED:
        if sample.area != area:
            continue
        for case in sample.cases[:2]:
            args, kwargs = case.arguments((case.dtypes or tuple(sample.dtypes))[0])
            args, kwargs = converted((args, kwargs), ivy.array)
            function = getattr(ivy, sample.name)

            def call(*args: Any, function: Any = function, **kwargs: Any) -> Any:
                return function(*args, **kwargs)

            try:
                graph = ivy.trace_graph(call, source="ivy", args=args, kwargs=kwargs)
            except IvyTranspileException:
                assert sample.name in _REFUSED, sample.name
                continue
            assert_same(graph(*args, **kwargs), call(*args, **kwargs), 1e-6)


# ---- ivy modules --------------------------------------------------------------------------------


class Net(ivy.Module):
    def __init__(self) -> None:
        self.first = ivy.Linear(3, 4)
        self.norm = ivy.BatchNorm1D(4)
        self.dropout = ivy.Dropout(0.5)
        self.second = ivy.Linear(4, 2)
        super().__init__()

    def _forward(self, x: Any) -> Any:
        return self.second(self.dropout(ivy.gelu(self.norm(self.first(x)))))


def test_module(backend: str) -> None:
    module = Net()
    module.v = module.v.cont_map(lambda x, _: x + ivy.random_normal(shape=x.shape, seed=1) * 0.1)
    module.eval()
    x = array(4, 3)
    graph = module.trace_graph(args=(x,))
    assert [node.op for node in graph.nodes if node.op != "stop_gradient"] == [
        "linear", "batch_norm", "gelu", "dropout", "linear",
    ]  # fmt: skip
    assert "first.w" in graph.parameters
    assert "norm.running_mean" in graph.buffers
    assert set(graph.mutations) == {"norm.running_mean", "norm.running_var"}
    assert graph.nodes[0].scope == (("", "Net"), ("first", "Linear"))
    trained = {n.op for n in graph.nodes if graph.training in n.inputs()}
    assert trained == {"batch_norm", "dropout"}
    for batch in (4, 6):
        other = array(batch, 3, seed=batch)
        assert_same(graph(other), module(other))
    assert not module.training
    assert graph.train is None


def test_module_whose_training_is_another_program() -> None:
    class Noisy(ivy.Module):
        def _forward(self, x: Any) -> Any:
            return x * 2 + 1 if self.training else x

    graph = ivy.trace_graph(Noisy(), args=(array(2, 2),))
    assert graph.train is not None
    assert len(graph.train.nodes) == 2
    assert not graph.nodes


def test_tied_variables() -> None:
    class Tied(ivy.Module):
        def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
            weight = ivy.eye(3)
            return {"a": {"w": weight}, "b": {"w": weight}}

        def _forward(self, x: Any) -> Any:
            return x @ self.v.a.w @ self.v.b.w

    graph = ivy.trace_graph(Tied(), args=(array(2, 3),))
    assert list(graph.parameters) == ["a.w"]
    assert graph.aliases == {"b.w": "a.w"}


# ---- NumPy --------------------------------------------------------------------------------------


@pytest.mark.one_column
@pytest.mark.parametrize("name", SNIPPETS)
def test_numpy_code(backend: str, name: str) -> None:
    function, arrays = SNIPPETS[name]
    graph = ivy.trace_graph(function, args=arrays)
    assert graph.inputs()[0].shape[0] is None
    for times in (1.0, 2.0, 1.75):  # from even to odd, too
        given = tuple(np.concatenate([x, x])[: int(len(x) * times)] for x in arrays)
        expected = function(*(x.copy() for x in given))
        assert_same(graph(*moved(given, backend)), expected, 1e-4 if name == "fourier" else 2e-5)


def _decided_by_parity(x: Any) -> Any:
    return x[: x.shape[0] // 2] if len(x) % 2 == 0 else x


@pytest.mark.parametrize("source", ["ivy", "numpy"])
@pytest.mark.parametrize(
    "function",
    [
        _decided_by_parity,
        lambda x: x * 2 if x.shape[0] > 10 else x,
        lambda x: x[: min(len(x), 5)],
        lambda x: x if x.shape[0] % 4 else -x,
    ],
)
def test_programs_that_ask_for_a_size_are_for_that_size(function: Any, source: str) -> None:
    graph = ivy.trace_graph(function, source=source, args=(X,))
    assert graph.inputs()[0].shape == X.shape


@pytest.mark.parametrize("source", ["ivy", "numpy"])
def test_quotients_and_lengths_follow_the_batch(backend: str, source: str) -> None:
    def function(x: Any) -> Any:
        assert len(x) > 0
        assert len(x) == x.shape[0] != 0
        return (1 / len(x)) * x, x * (len(x) / 2 - 1), x[-len(x) // 2 :]

    x = ivy.to_native(ivy.to_backend(X, backend)) if source == "ivy" else X
    graph = ivy.trace_graph(function, source=source, args=(x,))
    assert graph.inputs()[0].shape[0] is None
    for given in (x, x[:3]):
        (native,) = moved((given,), backend)
        assert_same(graph(native), function(given))


@pytest.mark.parametrize("source", ["ivy", "numpy"])
def test_weights_may_be_given_first(source: str) -> None:
    graph = ivy.trace_graph(
        lambda w, x: x @ w["w"], source=source, args=({"w": np.ones((3, 5))}, Y)
    )
    assert [x.shape for x in graph.inputs()] == [(3, 5), (None, 3)]


def test_numpy_code_for_a_size(backend: str) -> None:
    def function(x: Any) -> Any:
        z = x.copy()
        np.fill_diagonal(z, 2)
        return np.concatenate(x[:, None]), *np.split(x, 2), np.stack(x.T, 1), z

    graph = ivy.trace_graph(function, args=(X,))
    assert graph.inputs()[0].shape == X.shape
    assert_same(graph(*moved((X,), backend)), function(X))


def _shared(x: Any) -> Any:
    row = x[0]
    row += 1
    return x


def _stale(x: Any) -> Any:
    z = x * 1
    row = z[0]
    z[0] = 5
    return row + z


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (lambda x: x if x.sum() > 0 else -x, "bool"),
        (lambda x: x[:, x.sum(0) > 0], "depends on values"),
        (lambda x: x[x > 100], "depends on values"),
        (lambda x: np.unique(x), "depends on values"),
        (lambda x: np.packbits(x > 0), "packbits"),
        (lambda x: np.digitize(x, [1.0, 0.0]), "digitize"),
        (lambda x: x + np.random.normal(size=3), "np.random.normal: expected no random numbers"),
        (lambda x: x + np.random.default_rng().random(), "np.random.default_rng: expected no"),
        (lambda x: x.flat[0], "array.flat"),
        (lambda x: x.tolist(), "tolist"),
        (_shared, "shares its memory"),
        (_stale, "shares its memory"),
    ],
)
def test_numpy_code_that_cannot_be_traced(function: Any, what: str) -> None:
    with pytest.raises(IvyTranspileException, match=what) as error:
        ivy.trace_graph(function, args=(X,))
    assert __file__ in str(error.value)


def test_numpy_is_as_before_after_tracing() -> None:
    before = [dict(vars(module)) for module in (np, np.random, np.lib._function_base_impl)]
    ivy.trace_graph(lambda x: np.array([x.sum()]) + np.random.default_rng(0).random(), args=(X,))
    with pytest.raises(IvyTranspileException):
        ivy.trace_graph(lambda x: np.random.random() * x, args=(X,))
    assert before == [dict(vars(m)) for m in (np, np.random, np.lib._function_base_impl)]


@pytest.mark.parametrize("source", ["ivy", "numpy"])
def test_arguments_are_not_written_to(backend: str, source: str) -> None:
    def function(x: Any) -> Any:
        y = x.copy() if source == "numpy" else x
        y[0] = 0
        return y

    x = ivy.to_native(ivy.to_backend(X.copy(), backend))
    graph = ivy.trace_graph(function, source=source, args=(X.copy(),))
    assert not to_numpy(graph(x))[0].any()
    np.testing.assert_array_equal(to_numpy(x), X)


MODULES = {"numpy": "numpy", "torch": "torch", "jax": "jax.numpy", "tensorflow": "tensorflow"}


def test_code_tells_its_framework(backend: str) -> None:
    library = importlib.import_module(MODULES[backend])

    def activation(x: Any) -> Any:
        return library.tanh(x)

    class Scaled:
        def __call__(self, x: Any, factor: float = 2.0) -> Any:
            return activation(x) * factor

    for function in (activation, Scaled(), functools.partial(Scaled(), factor=2.0)):
        translated = ivy.transpile(function, to="numpy", args=(X,))
        factor = 1 if function is activation else 2
        np.testing.assert_allclose(translated(X), np.tanh(X) * factor, rtol=1e-6)
    if backend != "numpy":  # a decorated function is called with arrays of the target
        other = "jax" if backend == "torch" else "torch"
        (x,) = moved((X,), other)
        assert_same(ivy.transpile(Scaled(), to=other)(x), np.tanh(X) * 2)
        # One of C.
        assert_same(ivy.transpile(library.tanh, to=other, args=(X,))(x), np.tanh(X))


@pytest.mark.columns("numpy")
def test_what_cannot_be_translated_is_refused_at_once(backend: str) -> None:
    for options in ({"source": "foo"}, {"source": "foo", "args": (1,)}):
        with pytest.raises(
            ivy.errors.IvyValueError, match=r"source: expected one of \('torch', .*, got 'foo'"
        ):
            ivy.transpile(len, to=backend, **options)
    with pytest.raises(ivy.errors.IvyValueError, match=r"source: expected one of"):
        ivy.transpile(source="foo", to=backend)
    with pytest.raises(
        ivy.errors.IvyTypeError, match="transpile: expected a function or a module, got 5"
    ):
        ivy.transpile(5, to=backend)

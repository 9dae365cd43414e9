"""Recurrent layers: against torch.nn and Keras, packed sequences, masks and errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyTypeError, IvyValueError
from tests.helpers import assert_close, to_numpy

RNG = np.random.default_rng(0)


def ours(x: Any, dtype: str = "float64") -> Any:
    return ivy.array(np.asarray(x), dtype=dtype)


def torch_module(name: str, **options: Any) -> Any:
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    return getattr(torch.nn, name)(3, 4, 2, **options).double()


def states_of(name: str, *leading: int) -> list[Any]:
    return [RNG.uniform(-1, 1, (*leading, 4)) for _ in range(2 if name == "LSTM" else 1)]


def run(name: str, module: Any, x: Any, states: Any, **options: Any) -> list[Any]:
    """Return outputs and last states of ours with the weights of a module of torch."""
    weights = [w.detach().numpy() for w in module._flat_weights]
    if options.get("weights_transposed"):
        weights = [w.T for w in weights]
    initial = [ours(s) for s in states]
    outputs, last = getattr(ivy, name.lower())(
        ours(x),
        initial if name == "LSTM" else initial[0],
        [ours(w) for w in weights],
        2,
        0.0,
        False,
        module.bidirectional,
        **options,
    )
    return [outputs, *(last if name == "LSTM" else [last])]


def torchs(name: str, module: Any, x: Any, states: Any) -> list[Any]:
    torch = pytest.importorskip("torch")
    initial = tuple(torch.tensor(s) for s in states)
    outputs, last = module(x, initial if name == "LSTM" else initial[0])
    outputs = getattr(outputs, "data", outputs)
    return [y.detach().numpy() for y in (outputs, *(last if name == "LSTM" else [last]))]


@pytest.mark.parametrize("name", ["LSTM", "GRU"])
@pytest.mark.parametrize("variant", ["plain", "batch_first", "transposed", "no_bias", "packed"])
def test_layers_are_torchs(name: str, variant: str, backend: str) -> None:
    torch = pytest.importorskip("torch")
    bidirectional = variant in ("batch_first", "packed")
    batch_first = variant == "batch_first"
    module = torch_module(
        name, bidirectional=bidirectional, batch_first=batch_first, bias=variant != "no_bias"
    )
    states = states_of(name, 2 * (1 + bidirectional), 5)
    x = RNG.uniform(-1, 1, (5, 6, 3) if batch_first else (6, 5, 3))
    given: Any = torch.tensor(x)
    options: dict[str, Any] = {}
    if batch_first:
        options["batch_first"] = True
    if variant == "transposed":
        options["weights_transposed"] = True
    if variant == "no_bias":
        options |= {"has_ih_bias": False, "has_hh_bias": False}
    if variant == "packed":
        lengths = torch.tensor([6, 4, 3, 3, 1])
        given = torch.nn.utils.rnn.pack_padded_sequence(given, lengths)
        x, options["batch_sizes"] = given.data.numpy(), given.batch_sizes.tolist()
    expected = torchs(name, module, given, states)
    for one, other in zip(run(name, module, x, states, **options), expected, strict=True):
        assert_close(one, other, "float64")


@pytest.mark.parametrize("name", ["lstm", "gru"])
def test_one_kind_of_biases(name: str, backend: str) -> None:
    gates = 4 if name == "lstm" else 3
    x, state = ours(RNG.uniform(-1, 1, (3, 2, 3))), ours(np.zeros((1, 2, 4)))
    states = [state, state] if name == "lstm" else state
    weights = [ours(RNG.uniform(-1, 1, shape)) for shape in [(4 * gates, 3), (4 * gates, 4)]]
    bias, zeros = ours(RNG.uniform(-1, 1, 4 * gates)), ours(np.zeros(4 * gates))
    layer = getattr(ivy, name)
    both = layer(x, states, [*weights, bias, zeros], 1, 0.0, False, False)[0]
    one = layer(x, states, [*weights, bias], 1, 0.0, False, False, has_hh_bias=False)[0]
    assert_close(one, both, "float64")


@pytest.mark.parametrize("name", ["lstm", "gru"])
def test_dropout_between_layers(name: str, backend: str) -> None:
    gates = 4 if name == "lstm" else 3
    x, state = ours(np.ones((3, 2, 4))), ours(np.zeros((2, 2, 4)))
    states = [state, state] if name == "lstm" else state
    weights = [ours(RNG.uniform(-1, 1, (4 * gates, 4))) for _ in range(4)]
    options = {"has_ih_bias": False, "has_hh_bias": False}
    layer = getattr(ivy, name)
    with ivy.rng(1):
        first = to_numpy(layer(x, states, weights, 2, 0.5, True, False, **options)[0])
    with ivy.rng(1):
        again = to_numpy(layer(x, states, weights, 2, 0.5, True, False, **options)[0])
    idle = to_numpy(layer(x, states, weights, 2, 0.5, False, False, **options)[0])
    np.testing.assert_array_equal(first, again)
    assert not np.allclose(first, idle)


@pytest.mark.columns("tensorflow")  # the one that has two ways
def test_many_steps_in_a_graph(backend: str) -> None:
    """Long enough that TensorFlow loops instead of writing the steps out."""
    import tensorflow as tf

    inputs = [RNG.uniform(-1, 1, s) for s in [(2, 20, 3), (2, 4), (2, 4), (3, 16), (4, 16)]]
    tensors = [tf.constant(x) for x in inputs]

    def loss(x: Any) -> Any:
        steps, (_, c) = ivy.lstm_update(x, *tensors[1:])
        return tf.reduce_sum(steps * steps) + tf.reduce_sum(c)

    def second(x: Any) -> Any:
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                value = loss(x)
            first = inner.gradient(value, x)
        return value, first, outer.gradient(first, x)

    for traced, eager in zip(tf.function(second)(tensors[0]), second(tensors[0]), strict=True):
        assert_close(traced, eager.numpy(), "float64")


def test_second_derivatives_of_lstm(backend: str) -> None:
    x = RNG.uniform(-1, 1, (2, 3, 2))
    others = [ours(RNG.uniform(-1, 1, s)) for s in [(2, 2), (2, 2), (2, 8), (2, 8)]]

    def first(x: Any) -> Any:
        return ivy.grad(lambda x: ivy.sum(ivy.square(ivy.lstm_update(x, *others)[0])))(x)

    direction = RNG.uniform(-1, 1, x.shape)
    found = ivy.grad(lambda x: ivy.sum(first(x) * ours(direction)))(ours(x))
    step = 1e-6
    ends = [to_numpy(first(ours(x + sign * step * direction))) for sign in (1, -1)]
    np.testing.assert_allclose(to_numpy(found), (ends[0] - ends[1]) / (2 * step), atol=1e-7)


@pytest.mark.parametrize("kind", ["LSTM", "GRU", "RNN"])
@pytest.mark.filterwarnings("ignore:.*torch.jit.script.*:DeprecationWarning")  # torch's own jvp
def test_layers_under_vmap_and_jvp(kind: str, backend: str) -> None:
    layer = getattr(ivy, kind)(3, 4, num_layers=2, return_state=False, dtype="float64")
    x, tangent = (RNG.uniform(-1, 1, (2, 5, 3)) for _ in range(2))
    mapped = ivy.vmap(lambda row: layer(row[None])[0])(ours(x))
    assert_close(mapped, to_numpy(layer(ours(x))), "float64")
    _, moved = ivy.jvp(layer, (ours(x),), (ours(tangent),))
    ends = [to_numpy(layer(ours(x + sign * 1e-6 * tangent))) for sign in (1, -1)]
    np.testing.assert_allclose(to_numpy(moved), (ends[0] - ends[1]) / 2e-6, atol=1e-7)
    if backend == "torch":
        import torch

        arrays = [(torch.tensor(each),) for each in (x, tangent)]
        assert_close(torch.func.jvp(layer, *arrays)[1], to_numpy(moved), "float64")


def test_errors_of_layers(backend: str) -> None:
    x, state = ivy.ones((3, 2, 4)), ivy.zeros((1, 2, 5))
    weights = [ivy.ones((20, 4)), ivy.ones((20, 5))]
    no_biases = {"has_ih_bias": False, "has_hh_bias": False}
    with pytest.raises(IvyValueError, match=r"lstm: expected all_weights of 4 arrays .* got 2"):
        ivy.lstm(x, [state, state], weights, 1, 0.0, False, False)
    with pytest.raises(IvyValueError, match=r"all_weights\[0\] of shape \(20, 4\), got \(20, 5\)"):
        ivy.lstm(x, [state, state], weights[::-1], 1, 0.0, False, False, **no_biases)
    with pytest.raises(IvyValueError, match=r"input \[T, N, in\], got shape \(2, 4\)"):
        ivy.lstm(x[0], [state, state], weights, 1, 0.0, False, False, **no_biases)
    with pytest.raises(IvyValueError, match="initial_states h and c, got 1"):
        ivy.lstm(x, [state], weights, 1, 0.0, False, False, **no_biases)
    with pytest.raises(IvyValueError, match=r"gru: expected all_weights\[0\] of shape \(15, 4\)"):
        ivy.gru(x, state, weights, 1, 0.0, False, False, **no_biases)
    with pytest.raises(IvyValueError, match=r"kernel of shape \(4, 20\), got \(20, 4\)"):
        ivy.lstm_update(ivy.ones((2, 3, 4)), state[0], state[0], *weights)
    with pytest.raises(IvyValueError, match=r"initial states of shape \(1, 2, 5\), got"):
        ivy.lstm(x, [ivy.zeros((1, 3, 5))] * 2, weights, 1, 0.0, False, False, **no_biases)
    with pytest.raises(IvyValueError, match=r"lstm: expected batch_sizes that .*, got \[2, 2\]"):
        ivy.lstm(x[0], [state] * 2, weights, 1, 0.0, False, False, False, [2, 2], **no_biases)
    # torch's kernels read past the end of biases and of the weights of later layers.
    biases = [*weights, ivy.ones(20), ivy.ones(3)]
    with pytest.raises(IvyValueError, match=r"all_weights\[3\] of shape \(20,\), got \(3,\)"):
        ivy.lstm(x, [state] * 2, biases, 1, 0.0, False, False)
    with pytest.raises(IvyValueError, match=r"all_weights\[2\] of shape \(20, 5\), got \(20, 4\)"):
        ivy.lstm(x, [ivy.zeros((2, 2, 5))] * 2, weights * 2, 2, 0.0, False, False, **no_biases)
    transposed = [ivy.ones((4, 20)), ivy.ones((5, 20))]
    with pytest.raises(IvyValueError, match=r"lstm_update: expected bias of shape \(20,\)"):
        ivy.lstm_update(ivy.ones((2, 3, 4)), state[0], state[0], *transposed, bias=ivy.ones(3))


# ---- any step ---------------------------------------------------------------------------------


def running_sum(x: Any, states: Any) -> Any:
    total = x * 2 + states[0]
    return total, [total]


def by_hand(x: Any, mask: Any, zero: bool) -> Any:
    """Return the outputs of `running_sum` along time, masked, and the last state."""
    state, previous, outputs = np.zeros(x[:, 0].shape), np.zeros(x[:, 0].shape), []
    for time in range(x.shape[1]):
        total = 2 * x[:, time] + state
        kept = mask[:, time].reshape(-1, *(1,) * (total.ndim - 1))
        state = np.where(kept, total, state)
        previous = np.where(kept, total, 0 if zero else previous)
        outputs.append(previous)
    return np.stack(outputs, 1), state


@pytest.mark.parametrize(
    ("zero", "backwards", "time_major", "unroll"),
    [
        (False, False, False, False),
        (True, True, False, False),
        (False, True, True, False),
        (True, False, False, True),
    ],
)
def test_rnn(zero: bool, backwards: bool, time_major: bool, unroll: bool, backend: str) -> None:
    x = RNG.uniform(-1, 1, (2, 5, 3))
    mask = np.array([[0, 1, 0, 1, 1], [1, 1, 1, 0, 0]], bool)
    step = -1 if backwards else 1
    expected, state = by_hand(x[:, ::step], mask[:, ::step], zero)
    swapped = (lambda a: np.swapaxes(a, 0, 1)) if time_major else (lambda a: a)
    last, outputs, states = ivy.rnn(
        running_sum,
        ours(swapped(x)),
        [ours(np.zeros((2, 3)))],
        go_backwards=backwards,
        mask=ivy.array(swapped(mask)),
        time_major=time_major,
        zero_output_for_mask=zero,
        unroll=unroll,
    )
    assert_close(outputs, swapped(expected), "float64")
    assert_close(last, expected[:, -1], "float64")
    assert_close(states[0], state, "float64")


@pytest.mark.parametrize("masked", [False, True])
def test_rnn_is_that_of_keras(masked: bool, backend: str) -> None:
    keras = pytest.importorskip("keras")
    if keras.backend.backend() != "tensorflow":
        pytest.skip("compares with Keras on TensorFlow")
    x, weight = RNG.uniform(-1, 1, (2, 4, 3)), RNG.uniform(-1, 1, (3, 3))
    mask = np.array([[1, 0, 1, 1], [1, 1, 0, 0]], bool) if masked else None
    tensors = keras.ops.convert_to_tensor

    def theirs(x: Any, states: Any) -> Any:
        h = keras.ops.tanh(x + keras.ops.matmul(states[0], states[1]))
        return h, [h]

    def step(x: Any, states: Any) -> Any:
        h = ivy.tanh(x + ivy.matmul(states[0], states[1]))
        return h, [h]

    expected = keras.src.backend.rnn(
        theirs,
        tensors(x),
        [tensors(np.zeros((2, 3)))],
        mask=None if mask is None else tensors(mask),
        constants=[tensors(weight)],
    )
    result = ivy.rnn(
        step,
        ours(x),
        [ours(np.zeros((2, 3)))],
        mask=None if mask is None else ivy.array(mask),
        constants=[ours(weight)],
    )
    assert_close(result[0], np.asarray(expected[0]), "float64")
    assert_close(result[1], np.asarray(expected[1]), "float64")
    assert_close(result[2][0], np.asarray(expected[2][0]), "float64")


def test_rnn_of_native_arrays_and_lists(backend: str) -> None:
    space = ivy.with_backend(backend)
    x = space.asarray(np.ones((2, 3, 4)), dtype="float32")
    state = space.zeros((2, 4), dtype="float32")

    def step(xs: Any, states: Any) -> Any:
        assert type(states[0]) is type(state) or not isinstance(states[0], ivy.Array)
        return xs[0] + xs[1] + states[0], [xs[0] + xs[1] + states[0]]

    last, outputs, _ = ivy.rnn(step, [x, x], [state], return_all_outputs=False)
    assert not isinstance(last, ivy.Array)
    np.testing.assert_array_equal(to_numpy(last), np.full((2, 4), 6.0))
    assert tuple(outputs.shape) == (2, 1, 4)


def test_rnn_of_so_many_steps(backend: str) -> None:
    x = ours(np.ones((2, 4)))
    lengths = ivy.array([3, 1])
    _, outputs, states = ivy.rnn(running_sum, x, [ours(np.zeros(2))], input_length=lengths)
    assert_close(outputs, np.array([[2.0, 4, 6, 6], [2, 2, 2, 2]]), "float64")
    assert_close(states[0], np.array([6.0, 2.0]), "float64")


def test_gradient_through_rnn(backend: str) -> None:
    x = ours(RNG.uniform(-1, 1, (2, 4, 3)))

    def loss(x: Any) -> Any:
        return ivy.sum(ivy.rnn(running_sum, x, [ours(np.zeros((2, 3)))])[0])

    assert_close(ivy.grad(loss)(x), np.full((2, 4, 3), 2.0), "float64")


def test_errors_of_rnn(backend: str) -> None:
    x, state = ivy.ones((2, 3, 4)), ivy.zeros((2, 4))
    with pytest.raises(IvyValueError, match="mask of 2 samples and 3 time steps, got shape"):
        ivy.rnn(running_sum, x, [state], mask=ivy.ones((2, 4), dtype="bool"))
    with pytest.raises(IvyValueError, match=r"rnn: expected inputs .*got \(4,\)"):
        ivy.rnn(running_sum, ivy.ones(4), [state])
    with pytest.raises(IvyValueError, match="at least one time step"):
        ivy.rnn(running_sum, x[:, :0], [state])
    with pytest.raises(IvyTypeError, match="expected arrays as inputs, got str"):
        ivy.rnn(running_sum, "x", [state])

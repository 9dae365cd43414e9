"""Recurrent layers: one step after the other along time.

Weights of a gate lie side by side: input, forget, cell, output of an LSTM; reset, update, new of a
GRU.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ivy.dispatch import Wrapper, choose, is_native, retry, space_of, table, unwrap, wrap
from ivy.errors import IvyTypeError
from ivy.types import A, B

__all__ = ["gru", "lstm", "lstm_update", "rnn"]


def lstm_update(
    x: A,
    init_h: A,
    init_c: A,
    kernel: A,
    recurrent_kernel: A,
    /,
    bias: A | None = None,
    recurrent_bias: A | None = None,
    time_major: bool = False,
) -> tuple[A, tuple[A, A]]:
    """Return the states `h` of all time steps, and the last `h` and `c`, of one LSTM layer.

    Shapes: `x` [*batch, T, in], or [T, *batch, in] with `time_major`; states [*batch, out];
    kernels [in, 4 * out] and [out, 4 * out].

    >>> x, state = ivy.zeros((1, 5, 2)), ivy.zeros((1, 3))
    >>> steps, (h, c) = ivy.lstm_update(x, state, state, ivy.ones((2, 12)), ivy.ones((3, 12)))
    >>> steps.shape, h.shape
    (ivy.Shape(1, 5, 3), ivy.Shape(1, 3))
    """
    try:
        return (
            table[type(recurrent_kernel)]
            if type(x) is type(init_h) is type(init_c) is type(kernel) is type(recurrent_kernel)
            else choose(x, init_h, init_c, kernel, recurrent_kernel, bias, recurrent_bias)
        ).lstm_update(x, init_h, init_c, kernel, recurrent_kernel, bias, recurrent_bias, time_major)
    except Exception as error:
        return retry(
            error,
            "lstm_update",
            x,
            init_h,
            init_c,
            kernel,
            recurrent_kernel,
            bias,
            recurrent_bias,
            time_major,
        )


def lstm(
    input: A,
    initial_states: Sequence[A],
    all_weights: Sequence[A],
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool = False,
    batch_sizes: Any = None,
    weights_transposed: bool = False,
    has_ih_bias: bool = True,
    has_hh_bias: bool = True,
) -> tuple[A, tuple[A, A]]:
    """Return the last layer's states of all time steps, and all layers' last `h` and `c`.

    As `torch.nn.LSTM`: `input` is [T, N, in]; `initial_states` a pair [layers * directions, N,
    out]; `all_weights` a flat list of [4 * out, in], [4 * out, out] and the biases [4 * out] for
    each layer and direction.

    Args:
        input: the sequences.
        initial_states: `h` and `c` before the first step.
        all_weights: the weights, layer by layer, forwards before backwards.
        num_layers: the number of layers.
        dropout: the probability that an entry between two layers is dropped in training.
        train: whether to do so.
        bidirectional: whether each layer also goes backwards, and yields both states.
        batch_first: whether the sequences and the result are [N, T, features].
        batch_sizes: for packed sequences [entries, in], how many of them have a first, a second,
            ... time step.
        weights_transposed: whether weights are [in, 4 * out] and [out, 4 * out].
        has_ih_bias: whether there are biases of the input.
        has_hh_bias: whether there are biases of the state.

    >>> weights = [ivy.ones((12, 2)), ivy.ones((12, 3)), ivy.ones(12), ivy.ones(12)]
    >>> states = [ivy.zeros((1, 4, 3)), ivy.zeros((1, 4, 3))]
    >>> steps, (h, c) = ivy.lstm(ivy.ones((5, 4, 2)), states, weights, 1, 0.0, False, False)
    >>> steps.shape, h.shape
    (ivy.Shape(5, 4, 3), ivy.Shape(1, 4, 3))
    """
    try:
        return choose(input, *initial_states, *all_weights).lstm(
            input,
            initial_states,
            all_weights,
            num_layers,
            dropout,
            train,
            bidirectional,
            batch_first,
            batch_sizes,
            weights_transposed,
            has_ih_bias,
            has_hh_bias,
        )
    except Exception as error:
        return retry(
            error,
            "lstm",
            input,
            initial_states,
            all_weights,
            num_layers,
            dropout,
            train,
            bidirectional,
            batch_first,
            batch_sizes,
            weights_transposed,
            has_ih_bias,
            has_hh_bias,
        )


def gru(
    input: A,
    initial_states: A,
    all_weights: Sequence[A],
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool = False,
    batch_sizes: Any = None,
    weights_transposed: bool = False,
    has_ih_bias: bool = True,
    has_hh_bias: bool = True,
) -> tuple[A, A]:
    """Return the last layer's states of all time steps, and the last states of all layers.

    As `lstm`, with one state, and weights [3 * out, ...] as of `torch.nn.GRU`.

    >>> weights = [ivy.ones((9, 2)), ivy.ones((9, 3)), ivy.ones(9), ivy.ones(9)]
    >>> x, state = ivy.ones((5, 4, 2)), ivy.zeros((1, 4, 3))
    >>> steps, last = ivy.gru(x, state, weights, 1, 0.0, False, False)
    >>> steps.shape, last.shape
    (ivy.Shape(5, 4, 3), ivy.Shape(1, 4, 3))
    """
    try:
        return choose(input, initial_states, *all_weights).gru(
            input,
            initial_states,
            all_weights,
            num_layers,
            dropout,
            train,
            bidirectional,
            batch_first,
            batch_sizes,
            weights_transposed,
            has_ih_bias,
            has_hh_bias,
        )
    except Exception as error:
        return retry(
            error,
            "gru",
            input,
            initial_states,
            all_weights,
            num_layers,
            dropout,
            train,
            bidirectional,
            batch_first,
            batch_sizes,
            weights_transposed,
            has_ih_bias,
            has_hh_bias,
        )


def rnn(
    step_function: Callable[[Any, list[Any]], tuple[Any, Sequence[Any]]],
    inputs: B,
    initial_states: Sequence[B],
    /,
    go_backwards: bool = False,
    mask: B | None = None,
    constants: Sequence[B] | None = None,
    unroll: bool = False,
    input_length: B | int | None = None,
    time_major: bool = False,
    zero_output_for_mask: bool = False,
    return_all_outputs: bool = True,
) -> tuple[Any, Any, list[Any]]:
    """Return the last output, all outputs and the last states of a function applied along time.

    Args:
        step_function: called with a time slice and the list of states and constants, returns an
            output and the new states.
        inputs: [N, T, ...], an array or a list of arrays.
        initial_states: the states before the first step.
        go_backwards: whether to start at the end; outputs come in the order of the steps.
        mask: [N, T]; where it is false the states stay, and so does the output.
        constants: arrays passed to every step after the states.
        unroll: whether to write the steps out instead of looping, while a framework traces.
        input_length: the number of time steps, one or one per sample; a mask of those after it.
        time_major: whether inputs, mask and outputs are [T, N, ...].
        zero_output_for_mask: whether the output is 0 where the mask is false.
        return_all_outputs: whether to return all outputs, or only the last one, on a time axis.

    >>> def add(x, states):
    ...     return x + states[0], [x + states[0]]
    >>> ivy.rnn(add, ivy.array([[1., 2., 3.]]), [ivy.zeros(1)])[1]
    ivy.array([[1., 3., 6.]])
    """
    given: Any = inputs
    several = isinstance(given, (list, tuple))
    sequences = list(given) if several else [given]
    if not isinstance(initial_states, (list, tuple)):
        found = type(initial_states).__name__
        raise IvyTypeError(f"rnn: expected initial_states as a list of arrays, got {found}")
    arrays = [*sequences, *initial_states, *(constants or []), mask, input_length]
    if not any(is_native(x) or isinstance(x, Wrapper) for x in sequences):
        raise IvyTypeError(f"rnn: expected arrays as inputs, got {type(sequences[0]).__name__}")
    space = space_of(*(x for x in arrays if x is not None))
    wrapped = any(isinstance(x, Wrapper) for x in arrays)
    dressed = wrap if wrapped else lambda x: x

    def step(xs: list[Any], states: list[Any]) -> tuple[Any, list[Any]]:
        output, new = step_function(dressed(xs if several else xs[0]), dressed(states))
        return unwrap(output), unwrap(list(new))

    last, outputs, states = space.rnn(
        step,
        unwrap(sequences),
        unwrap(list(initial_states)),
        go_backwards,
        unwrap(mask),
        unwrap(list(constants or [])),
        unroll,
        unwrap(input_length),
        time_major,
        zero_output_for_mask,
        return_all_outputs,
    )
    return dressed(last), dressed(outputs), dressed(states)

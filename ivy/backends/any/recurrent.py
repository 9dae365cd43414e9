"""Recurrent layers over a namespace. Only time is looped over, by the backend's `scan_time`."""

import math
from functools import partial

import numpy as np

from ivy.backends.on_floats import on_floats
from ivy.errors import IvyValueError

# ---- one layer in one direction ---------------------------------------------------------------


def _lstm_layer(xp, x, states, weights, biases, active, reverse):
    """Return `h` of all time steps and the last `h` and `c`; `x` is [T, N, in]."""
    of_input, recurrent = weights
    bias = biases[1] if biases[0] is None else biases[0]
    if biases[0] is not None and biases[1] is not None:
        bias = xp.add(*biases)
    size = recurrent.shape[0]

    def step(state, inputs):
        h, c = state
        gates = inputs[0] + xp.matmul(h, recurrent)
        entering, kept = xp.sigmoid(gates[:, :size]), xp.sigmoid(gates[:, size : 2 * size])
        cell = kept * c + entering * xp.tanh(gates[:, 2 * size : 3 * size])
        output = xp.sigmoid(gates[:, 3 * size :]) * xp.tanh(cell)
        if active is not None:
            output, cell = xp.where(inputs[1], output, h), xp.where(inputs[1], cell, c)
        return (output, cell), output

    return _scanned(xp, step, states, _projected(xp, x, of_input, bias), active, reverse)


def _gru_layer(xp, x, states, weights, biases, active, reverse):
    of_input, recurrent = weights
    size = recurrent.shape[0]

    def step(state, inputs):
        (h,) = state
        theirs, ours = inputs[0], xp.matmul(h, recurrent)
        ours = ours if biases[1] is None else ours + biases[1]
        reset = xp.sigmoid(theirs[:, :size] + ours[:, :size])
        kept = xp.sigmoid(theirs[:, size : 2 * size] + ours[:, size : 2 * size])
        new = xp.tanh(theirs[:, 2 * size :] + reset * ours[:, 2 * size :])
        output = new + kept * (h - new)
        if active is not None:
            output = xp.where(inputs[1], output, h)
        return (output,), output

    return _scanned(xp, step, states, _projected(xp, x, of_input, biases[0]), active, reverse)


def _projected(xp, x, weight, bias):
    """Return `x @ weight + bias` for all time steps in one product."""
    steps, batch, features = x.shape
    if steps is None or batch is None:  # as TensorFlow traces for any size
        return xp.matmul(x, weight) if bias is None else xp.matmul(x, weight) + bias
    rows = xp.matmul(xp.reshape(x, (steps * batch, features)), weight)
    rows = rows if bias is None else rows + bias
    return xp.reshape(rows, (steps, batch, weight.shape[1]))


def _scanned(xp, step, states, projected, active, reverse):
    if projected.shape[0] == 0:
        return projected[:, :, : states[0].shape[-1]], tuple(states)
    xs = (projected,) if active is None else (projected, active)
    last, outputs = xp.scan_time(step, tuple(states), xs, reverse)
    return outputs, last


# ---- several layers ---------------------------------------------------------------------------


def _weights_of_layers(xp, weights, transposed, has_biases):
    """Return per layer and direction the two weights [features, gates] and the two biases."""
    found, each = [], 2 + sum(has_biases)
    for first in range(0, len(weights), each):
        of_input, of_state, *biases = weights[first : first + each]
        if not transposed:
            of_input, of_state = xp.matrix_transpose(of_input), xp.matrix_transpose(of_state)
        biases = iter(biases)
        found.append(
            ((of_input, of_state), tuple(next(biases) if has else None for has in has_biases))
        )
    return found


def _check_operands(name, gates, input, states, weights, options):
    """Raise for shapes that do not fit each other."""
    layers, _, _, bidirectional, batch_first, batch_sizes, transposed, *has_biases = options
    packed = batch_sizes is not None
    if len(input.shape) != (2 if packed else 3):
        shape = "[entries, in]" if packed else "[T, N, in]"
        raise IvyValueError(f"{name}: expected input {shape}, got shape {tuple(input.shape)}")
    sizes = list(batch_sizes) if packed else [input.shape[0 if batch_first else 1]]
    if packed and (sum(sizes) != input.shape[0] or sizes != sorted(sizes, reverse=True)):
        msg = "expected batch_sizes that decrease and add up to the length of a packed input"
        raise IvyValueError(f"{name}: {msg}, got {sizes} for {tuple(input.shape)}")
    directions, size, biases = 2 if bidirectional else 1, states[0].shape[-1], sum(has_biases)
    count, each = layers * directions, 2 + biases
    if len(weights) != count * each:
        expected = f"all_weights of {each} arrays for each of {count} layers and directions"
        raise IvyValueError(f"{name}: expected {expected}, got {len(weights)} arrays")
    for state in states:
        _check_shape(name, "initial states", state, (count, sizes[0], size))
    for place, weight in enumerate(weights):
        of_input = input.shape[-1] if place < each * directions else size * directions
        shape = [(gates * size, of_input), (gates * size, size), *[(gates * size,)] * biases]
        shape = shape[place % each]
        _check_shape(name, f"all_weights[{place}]", weight, shape[::-1] if transposed else shape)


def _check_shape(name, argument, array, shape):
    found = tuple(array.shape)
    # What is not known while TensorFlow traces is None.
    if len(found) != len(shape) or any(None not in pair and pair[0] != pair[1]
                                       for pair in zip(found, shape, strict=True)):  # fmt: skip
        raise IvyValueError(f"{name}: expected {argument} of shape {shape}, got {found}")


def _stacked(xp, layer, x, states, weights, dropout, bidirectional, batch_sizes):
    """Return the outputs of the last layer, and per state the last ones of all layers."""
    active = order = None
    if batch_sizes is not None:
        x, active, order = _unpacked(xp, x, batch_sizes)
    directions = 2 if bidirectional else 1
    finals = []
    for first in range(0, len(weights), directions):
        if dropout and first:
            x = xp.dropout(x, dropout)
        outputs = []
        for direction in range(directions):
            own = [state[first + direction] for state in states]
            matrices, biases = weights[first + direction]
            steps, last = layer(xp, x, own, matrices, biases, active, direction == 1)
            outputs.append(steps)
            finals.append(last)
        x = xp.concat(outputs, axis=-1) if bidirectional else outputs[0]
    if order is not None:
        x = xp.take(xp.reshape(x, (x.shape[0] * x.shape[1], x.shape[2])), order, axis=0)
    return x, *(xp.stack(list(of_layers), axis=0) for of_layers in zip(*finals, strict=True))


def _unpacked(xp, x, batch_sizes):
    """Return packed sequences as [T, N, in], which steps there are, and the way back."""
    sizes = np.array(batch_sizes)
    rows = np.arange(sizes[0])
    active = rows < sizes[:, None]
    starts = np.cumsum(sizes) - sizes
    places = np.where(active, starts[:, None] + rows, 0)
    padded = xp.take(x, xp.asarray(places, dtype=xp.index_dtype()), axis=0)
    order = xp.asarray(np.flatnonzero(active), dtype=xp.index_dtype())
    return padded, xp.asarray(active[:, :, None]), order


def _run(xp, name, layer, gates, input, states, all_weights, options):
    _check_operands(name, gates, input, states, all_weights, options)
    _, dropout, train, bidirectional, batch_first, batch_sizes, transposed, *has_biases = options
    batch_first = batch_first and batch_sizes is None
    x = xp.swapaxes(input, 0, 1) if batch_first else input
    weights = _weights_of_layers(xp, all_weights, transposed, has_biases)
    dropout = dropout if train else 0
    outputs, *finals = _stacked(xp, layer, x, states, weights, dropout, bidirectional, batch_sizes)
    return xp.swapaxes(outputs, 0, 1) if batch_first else outputs, *finals


def _widened(body):
    """Let halves be computed in float32: rounding at every step would add up."""

    def computed(xp, input, states, weights, *options):
        several = isinstance(states, list | tuple)
        states = list(states) if several else [states]

        def run(xp, input, *others):
            return body(xp, input, others[: len(states)], others[len(states) :], *options)

        flat = (input, *states, *weights)
        return on_floats(len(flat))(run)(xp, *flat)

    return computed


def _layers_of(name, layer, gates):
    def run(
        xp,
        input,
        initial_states,
        all_weights,
        num_layers,
        dropout,
        train,
        bidirectional,
        batch_first=False,
        batch_sizes=None,
        weights_transposed=False,
        has_ih_bias=True,
        has_hh_bias=True,
    ):
        if name == "lstm" and len(initial_states) != 2:
            msg = "lstm: expected initial_states h and c"
            raise IvyValueError(f"{msg}, got {len(initial_states)} arrays")

        sizes = None if batch_sizes is None else tuple(int(n) for n in batch_sizes)
        options = (
            num_layers, dropout, train, bidirectional, batch_first, sizes, weights_transposed,
            has_ih_bias, has_hh_bias,
        )  # fmt: skip

        def body(xp, input, states, weights):
            return _run(xp, name, layer, gates, input, states, weights, options)

        outputs, *finals = _widened(body)(xp, input, initial_states, all_weights)
        return outputs, tuple(finals) if name == "lstm" else finals[0]

    run.__name__ = name
    return run


lstm, gru = _layers_of("lstm", _lstm_layer, 4), _layers_of("gru", _gru_layer, 3)


def lstm_update(
    xp,
    x,
    init_h,
    init_c,
    kernel,
    recurrent_kernel,
    bias=None,
    recurrent_bias=None,
    time_major=False,
):
    size = init_h.shape[-1]
    states = (*(x.shape[1:-1] if time_major else x.shape[:-2]), size)
    arguments = {
        "init_h": (init_h, states),
        "init_c": (init_c, states),
        "kernel": (kernel, (x.shape[-1], 4 * size)),
        "recurrent_kernel": (recurrent_kernel, (size, 4 * size)),
        "bias": (bias, (4 * size,)),
        "recurrent_bias": (recurrent_bias, (4 * size,)),
    }
    for argument, (array, shape) in arguments.items():
        if array is not None:
            _check_shape("lstm_update", argument, array, shape)
    sequences = x if len(x.shape) == 3 else xp.reshape(x, _flat_shape(x, time_major))
    batch = sequences.shape[1 if time_major else 0]
    states = [xp.reshape(state, (1, batch, size)) for state in (init_h, init_c)]
    weights = [kernel, recurrent_kernel, bias, recurrent_bias]
    outputs, last = xp.lstm(
        sequences, states, [w for w in weights if w is not None], 1, 0.0, False, False,
        not time_major, None, True, bias is not None, recurrent_bias is not None,
    )  # fmt: skip
    h, c = (xp.reshape(s, tuple(init_h.shape)) for s in last)
    outputs = outputs if len(x.shape) == 3 else xp.reshape(outputs, (*x.shape[:-1], size))
    return outputs, (h, c)


def _flat_shape(x, time_major):
    """Return the shape with all batch axes as one."""
    *batch, steps, features = x.shape
    if time_major:
        steps, *batch = x.shape[:-1]
    count = -1 if None in batch else math.prod(batch)
    return (steps, count, features) if time_major else (count, steps, features)


# ---- any step ---------------------------------------------------------------------------------


def scan_time(xp, step, carry, xs, reverse=False):
    """Return the last carry and all outputs of `step(carry, xs[t]) -> (carry, output)`."""
    outputs = []
    times = range(xs[0].shape[0])
    for time in reversed(times) if reverse else times:
        carry, output = step(carry, tuple(x[time] for x in xs))
        outputs.append(output)
    return carry, xp.stack(outputs[::-1] if reverse else outputs, axis=0)


def rnn(
    xp,
    step_function,
    inputs,
    initial_states,
    go_backwards=False,
    mask=None,
    constants=(),
    unroll=False,
    input_length=None,
    time_major=False,
    zero_output_for_mask=False,
    return_all_outputs=True,
):
    if any(len(x.shape) < 2 for x in inputs):
        shapes = ", ".join(str(tuple(x.shape)) for x in inputs)
        raise IvyValueError(f"rnn: expected inputs of batch and time, [N, T, ...], got {shapes}")
    if not time_major:
        inputs = [xp.swapaxes(x, 0, 1) for x in inputs]
        mask = None if mask is None else xp.swapaxes(mask, 0, 1)
    if inputs[0].shape[0] == 0:
        raise IvyValueError("rnn: expected at least one time step, got none")
    mask = _time_mask(xp, mask, input_length, inputs[0])
    if go_backwards:
        inputs = [xp.flip(x, axis=0) for x in inputs]
        mask = None if mask is None else xp.flip(mask, axis=0)
    count = len(initial_states)

    def step(carry, xs):
        states, previous = list(carry[:count]), carry[count:]
        xs, present = (xs[:-1], xs[-1]) if mask is not None else (xs, None)
        output, new = step_function(list(xs), [*states, *constants])
        if present is None:
            return (*new, *previous), output
        blank = xp.zeros_like(output) if zero_output_for_mask or not previous else previous[0]
        output = xp.where(_like(xp, present, output), output, blank)
        pairs = zip(new, states, strict=True)
        new = [xp.where(_like(xp, present, a), a, b) for a, b in pairs]
        return (*new, *(output for _ in previous)), output

    xs = (*inputs, mask) if mask is not None else tuple(inputs)
    # The first step tells what the outputs are like: a masked second one repeats the first.
    carry, output = step(tuple(initial_states), tuple(x[0] for x in xs))
    outputs = xp.expand_dims(output, axis=0)
    if inputs[0].shape[0] != 1:
        carry = (*carry[:count], *([output] if mask is not None else []))
        rest = tuple(x[1:] for x in xs)
        loop = partial(scan_time, xp) if unroll else xp.scan_time
        carry, others = loop(step, carry, rest)
        outputs = xp.concat([outputs, others], axis=0)
        output = outputs[-1]
    outputs = outputs if return_all_outputs else outputs[-1:]
    return output, outputs if time_major else xp.swapaxes(outputs, 0, 1), list(carry[:count])


def _time_mask(xp, mask, input_length, inputs):
    """Return [T, N] (or [T, 1]) of which steps count, or None."""
    if mask is not None:
        mask = mask if xp.DTYPES[mask.dtype] == "bool" else xp.not_equal(mask, 0)
        if len(mask.shape) == 3 and mask.shape[-1] == 1:
            mask = mask[..., 0]
        if tuple(mask.shape) != tuple(inputs.shape[:2]):
            expected = f"a mask of {inputs.shape[1]} samples and {inputs.shape[0]} time steps"
            raise IvyValueError(f"rnn: expected {expected}, got shape {tuple(mask.shape)}")
    if input_length is not None:
        times = xp.expand_dims(xp.arange(inputs.shape[0], dtype="int32"), axis=1)
        length = xp.reshape(xp.asarray(input_length, dtype="int32"), (1, -1))
        present = xp.broadcast_to(times < length, tuple(inputs.shape[:2]))
        mask = present if mask is None else xp.logical_and(mask, present)
    return mask


def _like(xp, mask, x):
    """Return a mask [N] with axes to broadcast along those of `x` [N, ...]."""
    return xp.reshape(mask, (mask.shape[0], *(1,) * (len(x.shape) - 1)))

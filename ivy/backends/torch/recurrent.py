"""PyTorch's kernels of recurrent layers; the shared bodies for what they refuse."""

import torch

import ivy.backends.torch as _xp
from ivy.backends.any import recurrent as _shared
from ivy.backends.stacks import layers
from ivy.rng import stream_for

_FULL_PRECISION = (torch.float32, torch.float64)


def scan_time(step, carry, xs, reverse=False):
    outputs = []
    slices = list(zip(*(x.unbind(0) for x in xs), strict=True))
    for each in reversed(slices) if reverse else slices:
        carry, output = step(carry, each)
        outputs.append(output)
    return carry, torch.stack(outputs[::-1] if reverse else outputs)


def _with_both_biases(weights, count, has_ih_bias, has_hh_bias):
    """Return the weights with zeros for the biases of one kind, when only the other is there."""
    if has_ih_bias == has_hh_bias:
        return weights
    found = []
    for first in range(0, 3 * count, 3):
        of_input, of_state, bias = weights[first : first + 3]
        zeros = torch.zeros_like(bias)
        found += [of_input, of_state, *((bias, zeros) if has_ih_bias else (zeros, bias))]
    return found


def _run(kernel, gates, input, states, weights, options):
    """Return what a kernel returns, or None for dtypes, randomness and no steps, which none has."""
    own = states if isinstance(states, list | tuple) else [states]
    # torch 2.13: its kernels look at few of the shapes, and read and write past the end.
    _shared._check_operands(kernel.__name__, gates, input, own, weights, options)
    count, dropout, train, bidirectional, batch_first, sizes, transposed, *biases = options
    ours = dropout and train and count > 1 and stream_for(None, _xp.is_tracing()) is not None
    same = all(x.dtype is input.dtype for x in (*own, *weights))
    if ours or not same or input.dtype not in _FULL_PRECISION or 0 in input.shape:
        return None
    each = 2 + sum(biases)
    if transposed:
        weights = [w.mT if i % each < 2 else w for i, w in enumerate(weights)]
    weights = _with_both_biases(list(weights), len(weights) // each, *biases)
    states = tuple(states) if isinstance(states, list | tuple) else states
    given = (any(biases), count, dropout, bool(train), bidirectional)
    if sizes is None:
        return kernel(input, states, weights, *given, batch_first)
    return kernel(input, torch.tensor(sizes), states, weights, *given)


def _compiles_gradients_of_weights(input):
    # There torch.compile takes oneDNN's layer, whose gradient it fails at, for weights alone.
    compiling = torch.compiler.is_compiling() and not torch.compiler.is_exporting()
    return compiling and torch.is_grad_enabled() and not input.requires_grad


def _is_mapped():
    # torch 2.13: its kernels have no rules for vmap and jvp.
    stack = None if torch.compiler.is_compiling() else torch._C._functorch.get_interpreter_stack()
    return any(each.key().name != "Grad" for each in stack or ())


def _layers_of(kernel, gates, shared):
    is_lstm = kernel is torch.lstm

    def run(arrays, options):
        input, states, _ = arrays
        refused = is_lstm and (len(states) != 2 or _compiles_gradients_of_weights(input))
        found = None if refused or _is_mapped() else _run(kernel, gates, *arrays, options)
        if found is None:
            return shared(_xp, *arrays, *options)
        return (found[0], tuple(found[1:])) if is_lstm else found

    return layers(run)


lstm, gru = _layers_of(torch.lstm, 4, _shared.lstm), _layers_of(torch.gru, 3, _shared.gru)

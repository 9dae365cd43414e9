"""Recurrent layers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ivy.errors import IvyTypeError, describe
from ivy.ops import recurrent
from ivy.ops.activations import relu
from ivy.ops.creation import zeros, zeros_like
from ivy.ops.elementwise import tanh
from ivy.ops.layers import linear
from ivy.ops.manipulation import repeat, stack
from ivy.ops.statistical import sum
from ivy.stateful.initializers import GLOROT, Initializer
from ivy.stateful.module import Module
from ivy.stateful.options import chosen

__all__ = ["GRU", "LSTM", "RNN"]


class Recurrent(Module):
    """What layers over the last axis but one have in common."""

    def __init__(
        self,
        input_channels: int,
        output_channels: int,
        /,
        *,
        weight_initializer: Initializer = GLOROT,
        num_layers: int = 1,
        return_sequence: bool = True,
        return_state: bool = True,
        device: Any = None,
        v: Any = None,
        dtype: Any = None,
    ) -> None:
        self._inputs, self._outputs, self._layers = input_channels, output_channels, num_layers
        self._return_sequence, self._return_state = return_sequence, return_state
        self._w_init = weight_initializer
        super().__init__(device=device, v=v, dtype=dtype)

    def _zeros(self, inputs: Any) -> Any:
        """Return the first state of a layer, zeros of shape `(*batch, output_channels)`."""
        # Of the inputs, which have the device, and a batch whose size TensorFlow may not know yet.
        one = sum(zeros_like(inputs[..., :1, :1], dtype=self.dtype), axis=-2)
        return repeat(one, self._outputs, axis=-1)

    def _extra_repr(self) -> str:
        return f"{self._inputs}, {self._outputs}, num_layers={self._layers}"


class LSTM(Recurrent):
    """Layers of long short-term memory over the last axis but one.

    Called with `inputs` of shape `(*batch, time, input_channels)` it returns all hidden states of
    the last layer (the last one with `return_sequence=False`), and with `return_state` also
    (hidden states, cell states), a list with one of each layer.
    """

    def get_initial_state(self, batch_shape: Sequence[int], dtype: Any = None) -> tuple[Any, Any]:
        """Return lists of zero hidden and cell states, one of each layer."""
        shape = (*batch_shape, self._outputs)
        dtype = dtype or self.dtype

        def states() -> list[Any]:
            return [zeros(shape, dtype=dtype, device=self.device) for _ in range(self._layers)]

        return states(), states()

    def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
        def matrix(rows: int) -> Any:
            columns = 4 * self._outputs
            return self._w_init.create_variables(
                (rows, columns), device, fan_out=columns, fan_in=rows, dtype=dtype
            )

        sizes = [self._inputs, *[self._outputs] * (self._layers - 1)]
        return {
            "input": {f"layer_{i}": {"w": matrix(size)} for i, size in enumerate(sizes)},
            "recurrent": {f"layer_{i}": {"w": matrix(self._outputs)} for i in range(self._layers)},
        }

    def _forward(self, inputs: Any, initial_state: Any = None) -> Any:
        v = self.v
        if initial_state is None:
            hidden = cells = [self._zeros(inputs)] * self._layers
        else:
            if not isinstance(initial_state, (list, tuple)) or len(initial_state) != 2:
                msg = "LSTM: expected initial_state as (hidden states, cells)"
                raise IvyTypeError(f"{msg}, got {describe(initial_state)}")
            hidden, cells = initial_state
        x, last_hidden, last_cells = inputs, [], []
        for i in range(self._layers):
            kernel, recurrent_kernel = v.input[f"layer_{i}"].w, v.recurrent[f"layer_{i}"].w
            x, (h, c) = recurrent.lstm_update(x, hidden[i], cells[i], kernel, recurrent_kernel)
            last_hidden.append(h)
            last_cells.append(c)
        result = x if self._return_sequence else x[..., -1, :]
        return (result, (last_hidden, last_cells)) if self._return_state else result


class GRU(Recurrent):
    """Layers of gated recurrent units, with the weights and gates of torch's.

    Called with `inputs` of shape `(batch, time, input_channels)` it returns all hidden states of
    the last layer (the last one with `return_sequence=False`), and with `return_state` also the
    last hidden states of every layer, `(num_layers, batch, output_channels)`.
    """

    gates = 3
    operation = staticmethod(recurrent.gru)

    def __init__(
        self, input_channels: int, output_channels: int, /, *, with_bias: bool = True, **rest: Any
    ) -> None:
        self._with_bias = with_bias
        super().__init__(input_channels, output_channels, **rest)

    def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
        rows = self.gates * self._outputs
        variables = {}
        for i in range(self._layers):
            inputs = self._inputs if i == 0 else self._outputs
            sizes = {"w_ih": inputs, "w_hh": self._outputs}
            layer = {
                name: self._w_init.create_variables(
                    (rows, size), device, fan_out=rows, fan_in=size, dtype=dtype
                )
                for name, size in sizes.items()
            }
            if self._with_bias:
                layer |= {
                    name: zeros((rows,), dtype=dtype, device=device) for name in ("b_ih", "b_hh")
                }
            variables[f"layer_{i}"] = layer
        return variables

    def _weights(self) -> list[Any]:
        names = ["w_ih", "w_hh", "b_ih", "b_hh"][: 4 if self._with_bias else 2]
        return [self.v[f"layer_{i}"][name] for i in range(self._layers) for name in names]

    def _forward(self, inputs: Any, initial_state: Any = None) -> Any:
        if initial_state is None:
            initial_state = stack([self._zeros(inputs)] * self._layers)
        result, state = type(self).operation(
            inputs,
            initial_state,
            self._weights(),
            self._layers,
            0.0,
            self.training,
            False,
            batch_first=True,
            has_ih_bias=self._with_bias,
            has_hh_bias=self._with_bias,
        )
        result = result if self._return_sequence else result[:, -1]
        return (result, state) if self._return_state else result


class RNN(GRU):
    """Layers of plain recurrence, `h = activation(w_ih x + b_ih + w_hh h + b_hh)`, tanh or relu."""

    gates = 1

    def __init__(
        self, input_channels: int, output_channels: int, /, *, activation: str = "tanh", **rest: Any
    ) -> None:
        self._activation = chosen("RNN", activation, tanh=tanh, relu=relu)
        super().__init__(input_channels, output_channels, **rest)

    def _forward(self, inputs: Any, initial_state: Any = None) -> Any:
        x, last = inputs, []
        for i in range(self._layers):
            layer = self.v[f"layer_{i}"]
            start = self._zeros(x) if initial_state is None else initial_state[i]
            # The inputs' share of every step is one product.
            x = linear(x, layer["w_ih"], layer["b_ih"] if self._with_bias else None)
            _, x, (h,) = recurrent.rnn(partial(self._step, layer), x, [start])
            last.append(h)
        result = x if self._return_sequence else x[:, -1]
        return (result, stack(last)) if self._return_state else result

    def _step(self, layer: Any, x: Any, states: Sequence[Any]) -> tuple[Any, list[Any]]:
        bias = layer["b_hh"] if self._with_bias else None
        h = self._activation(x + linear(states[0], layer["w_hh"], bias))
        return h, [h]

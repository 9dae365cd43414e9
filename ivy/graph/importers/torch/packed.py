"""Packed sequences: arrays as they were before, with a loop that leaves out what is padding.

How long packed data is depends on values. The arrays keep the length of the padded ones here; where
a sequence has ended, recurrent layers keep their states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn
from torch._higher_order_ops import scan
from torch._subclasses import FakeTensor
from torch.nn.utils import rnn
from torch.utils import _pytree

from ivy.graph.rules import IvyTranspileException

_CELLS = {"GRU": torch.gru_cell, "RNN_TANH": torch.rnn_tanh_cell, "RNN_RELU": torch.rnn_relu_cell}


class Packed(rnn.PackedSequence):  # type: ignore[misc]
    """Sequences [T, N, ...] that are padded at their ends, and the length of each."""

    def _refuse(self) -> Any:
        msg = "expected a packed sequence for recurrent layers, got a use of its entries"
        raise IvyTranspileException(f"{msg}; pad_packed_sequence gives them padded")

    _fields: Any = ""  # no NamedTuple to torch, which would iterate over it
    __iter__ = _refuse
    data = batch_sizes = sorted_indices = unsorted_indices = property(_refuse)

    def present(self) -> torch.Tensor:
        """Return which steps a sequence has, [T, N]."""
        return torch.arange(self[0].shape[0])[:, None] < self[1]


_pytree._private_register_pytree_node(Packed, lambda x: (x[:2], None), lambda xs, _: Packed(*xs))


class Listed(Sequence[Any]):
    """What `tolist` returns: the numbers of an array, read when they are asked for."""

    def __init__(self, array: torch.Tensor) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, place: Any) -> Any:
        return _tolist(self.array)[place]


_tolist = FakeTensor.tolist


def _pack(
    input: Any, lengths: Any, batch_first: bool = False, enforce_sorted: bool = True
) -> Packed:
    x = input.transpose(0, 1) if batch_first else input
    lengths = lengths.array if isinstance(lengths, Listed) else lengths
    return Packed(x, torch.as_tensor(lengths, dtype=torch.int64))


def _pad(
    sequence: Any,
    batch_first: bool = False,
    padding_value: float = 0.0,
    total_length: int | None = None,
) -> Any:
    x, lengths = sequence[:2]
    steps, present = x.shape[0], sequence.present()
    # What has fewer steps in torch than the array would be longer here, without a word.
    if total_length is None and not (torch.compiler.is_exporting() or present[-1].any()):
        msg = f"pad_packed_sequence: expected a sequence of all {steps} steps, got shorter ones"
        raise IvyTranspileException(f"{msg}; give total_length={steps}")
    x = torch.where(present.reshape(*present.shape, *(1,) * (x.ndim - 2)), x, padding_value)
    if total_length is not None:
        x = F.pad(x, (0, 0) * (x.ndim - 1) + (0, total_length - steps), value=padding_value)
    return x.transpose(0, 1) if batch_first else x, lengths


def _recurrent(original: Callable[..., Any]) -> Callable[..., Any]:
    def forward(self: Any, input: Any, hx: Any = None) -> Any:
        return _looped(self, input, hx) if isinstance(input, Packed) else original(self, input, hx)

    return forward


def _looped(self: Any, packed: Packed, hx: Any) -> tuple[Packed, Any]:
    x, present, is_lstm = packed[0], packed.present()[..., None], self.mode == "LSTM"
    directions = 1 + self.bidirectional
    if hx is None:
        sizes = (self.proj_size or self.hidden_size, self.hidden_size)[: 1 + is_lstm]
        hx = [x.new_zeros(self.num_layers * directions, x.shape[1], size) for size in sizes]
    else:
        hx = hx if is_lstm else [hx]
    last = []
    for layer in range(self.num_layers):
        x = F.dropout(x, self.dropout, self.training) if layer and self.dropout else x
        outputs = []
        for index in range(layer * directions, (layer + 1) * directions):
            step = partial(_step, self.all_weights[index], self.mode)
            start = tuple(each[index] for each in hx)
            state, y = scan(step, start, (x, present), reverse=index % directions == 1)
            last.append(state)
            outputs.append(y)
        x = torch.cat(outputs, -1)
    finals = tuple(map(torch.stack, zip(*last, strict=True)))
    return Packed(x, packed[1]), finals if is_lstm else finals[0]


def _step(weights: list[Any], mode: str, state: Any, given: Any) -> tuple[Any, Any]:
    """Return the states after a step of a layer, those before it where there is no entry."""
    row, is_present = given
    if mode == "LSTM":
        biases = weights[2:4] if len(weights) > 3 else (None, None)
        gates = F.linear(row, weights[0], biases[0]) + F.linear(state[0], weights[1], biases[1])
        into, kept, new, out = gates.chunk(4, -1)
        cell = kept.sigmoid() * state[1] + into.sigmoid() * new.tanh()
        hidden = out.sigmoid() * cell.tanh()
        # Of three or five weights the last one is a projection.
        after: Any = (hidden @ weights[-1].T if len(weights) % 2 else hidden), cell
    else:
        after = (_CELLS[mode](row, state[0], *weights),)
    kept = tuple(torch.where(is_present, *pair) for pair in zip(after, state, strict=True))
    return kept, kept[0].clone()


FUNCTIONS: list[tuple[Any, str, Callable[..., Any]]] = [
    (FakeTensor, "tolist", lambda x: Listed(x) if x.ndim == 1 else _tolist(x)),
    (rnn, "pack_padded_sequence", _pack), (rnn, "pad_packed_sequence", _pad),
    *((cls, "forward", _recurrent(cls.forward)) for cls in (nn.RNN, nn.LSTM, nn.GRU)),
]  # fmt: skip

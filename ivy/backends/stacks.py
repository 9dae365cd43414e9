"""What stacked recurrent layers take, the same for every kind and backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def layers(run: Callable[[tuple[Any, Any, Any], tuple[Any, ...]], Any]) -> Callable[..., Any]:
    """Return a backend's `lstm` or `gru`: `run` of input, states and weights, and the options."""

    def call(
        input: Any,
        initial_states: Any,
        all_weights: Any,
        num_layers: int,
        dropout: float,
        train: bool,
        bidirectional: bool,
        batch_first: bool = False,
        batch_sizes: Any = None,
        weights_transposed: bool = False,
        has_ih_bias: bool = True,
        has_hh_bias: bool = True,
    ) -> Any:
        sizes = None if batch_sizes is None else tuple(int(n) for n in batch_sizes)
        options = (
            num_layers, dropout, train, bidirectional, batch_first, sizes, weights_transposed,
            has_ih_bias, has_hh_bias,
        )  # fmt: skip
        return run((input, initial_states, all_weights), options)

    return call

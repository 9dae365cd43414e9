"""Containers that arrive through multiprocessing queues, loaded when they are indexed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from queue import Empty
from typing import Any

from ivy import config
from ivy.container.mapping import SEQUENCES
from ivy.dispatch import OPERATIONS
from ivy.errors import IvyBackendException, IvyIndexError, IvyTypeError, IvyValueError, describe


class Queues:
    """One long Container in parts, each of which a queue gives once.

    Args:
        queues: each gives one Container or dict.
        load_sizes: the length of the first axis of each of them.
        combine: "list_join", "concat" or a function of a list of Containers.
        timeout: seconds to wait for a part; by default the setting `queue_timeout`.
    """

    def __init__(
        self,
        queues: Sequence[Any],
        load_sizes: Sequence[int],
        combine: str | Callable[[list[Any]], Any],
        timeout: float | None,
    ) -> None:
        if not isinstance(queues, Sequence):
            raise IvyTypeError(f"Container: expected a list of queues, got {describe(queues)}")
        if load_sizes is None or len(load_sizes) != len(queues):
            msg = f"Container: expected queue_load_sizes of {len(queues)} queues"
            raise IvyValueError(f"{msg}, got {load_sizes}")
        if not callable(combine) and combine not in ("list_join", "concat"):
            msg = "Container: expected container_combine_method list_join, concat or a function"
            raise IvyValueError(f"{msg}, got {combine!r}")
        self._queues, self._combine, self._timeout = queues, combine, timeout
        self._starts = [0, *accumulate(load_sizes)]
        self._parts: dict[int, Any] = {}

    def load(self, query: Any) -> Any:
        """Return the entries at an index or a slice; in a tuple it is followed by other indices."""
        along, *others = query if isinstance(query, tuple) else (query,)
        total = self._starts[-1]
        if isinstance(along, slice):
            chosen = range(total)[along]
        elif -total <= along < total:
            chosen = range(total)[along : along + 1 or None]
        else:
            msg = f"Container: expected an index below the {total} entries of its queues"
            raise IvyIndexError(f"{msg}, got {along}")
        ends = (min(chosen[0], chosen[-1]), max(chosen[0], chosen[-1])) if chosen else (0, 0)
        first, last = (bisect_right(self._starts, end) - 1 for end in ends)
        joined = self._joined([self._part(i) for i in range(first, last + 1)])
        offset = self._starts[first]
        if not isinstance(along, slice):
            local: Any = chosen[0] - offset
        else:
            start, stop = chosen.start - offset, chosen.stop - offset
            local = slice(start, stop if stop >= 0 else None, chosen.step)
        return joined[(local, *others) if others else local]

    def _part(self, i: int) -> Any:
        if i not in self._parts:
            timeout = config.setting("queue_timeout") if self._timeout is None else self._timeout
            try:
                self._parts[i] = self._queues[i].get(timeout=timeout)
            except Empty as error:
                msg = f"Container: expected an entry of queue {i} within {timeout} s, got none"
                raise IvyBackendException(msg) from error
        return self._parts[i]

    def _joined(self, parts: list[Any]) -> Any:
        from ivy.container.core import Container

        parts = [part if isinstance(part, Container) else Container(part) for part in parts]
        if callable(self._combine):
            return self._combine(parts)
        if self._combine == "concat":
            return Container.cont_reduce(parts, lambda xs: OPERATIONS["concat"](xs, axis=0))
        return Container.cont_list_join([part.cont_map(_as_list) for part in parts])


def _as_list(leaf: Any, _: str) -> Any:
    return list(leaf) if isinstance(leaf, SEQUENCES) else [leaf[i] for i in range(leaf.shape[0])]

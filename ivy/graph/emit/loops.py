"""Calls of blocks of a list, one after the other, which are a loop in the source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ivy.graph.emit.lists import singular
from ivy.graph.emit.regions import Region, used_by
from ivy.graph.ir import Value, values_in


@dataclass(slots=True)
class Loop:
    """Calls of the blocks of a list, where each takes what the one before returned."""

    calls: list[Region]
    carried: list[tuple[int, int]]
    """Positions of (argument, result) that are handed on."""
    collected: list[int]
    """Positions of results that are read outside of the loop, where a list of them is."""
    where: str
    item: str

    def columns(self) -> list[list[Value]]:
        """Return what is collected, a list for each position."""
        return [[call.outputs[place] for call in self.calls] for place in self.collected]


def loop_at(emitter: Any, items: Sequence[Any], start: int, region: Region) -> Loop | None:
    """Return the calls of a list of blocks, or of many of them, from a position on, if a chain."""
    first = items[start]
    holder, _, index = first.path.rpartition(".")
    if not index.isdigit() or holder not in emitter.containers or not emitter.is_list(holder):
        return None
    begin = end = int(index)
    calls: list[Region] = []
    for item in items[start:]:
        if not isinstance(item, Region) or item.path != f"{holder}.{end}":
            break
        if item.columns or _signature(emitter, item) != _signature(emitter, first):
            break
        calls.append(item)
        end += 1
    whole = len(calls) == len(emitter.containers[holder])
    carried = _carried(emitter, calls) if len(calls) > (1 if whole else 2) else None
    collected = None if carried is None else _collected(emitter, calls, region, carried)
    if carried is None or collected is None:
        return None
    last = "" if end == len(emitter.containers[holder]) else end
    part = "" if whole else f"[{begin or ''}:{last}]"
    item = singular(emitter.attribute_hint(first.path))
    return Loop(calls, carried, collected, emitter.access(region.path, holder) + part, item)


def _signature(emitter: Any, call: Region) -> tuple[Any, int, int]:
    return emitter.methods.get(id(call)), len(call.inputs), len(call.outputs)


def _carried(emitter: Any, calls: list[Region]) -> list[tuple[int, int]] | None:
    """Return what each call hands on to the next; None if they are no chain."""
    inputs = [emitter.ordered(call.inputs) for call in calls]
    carried: list[tuple[int, int]] = []
    for position in range(len(inputs[0])):
        column = [each[position] for each in inputs]
        if all(value is column[0] for value in column):
            continue
        if column[1] not in calls[0].outputs:
            return None
        place = calls[0].outputs.index(column[1])
        if any(column[k] is not calls[k - 1].outputs[place] for k in range(1, len(calls))):
            return None
        carried.append((position, place))
    distinct = len({place for _, place in carried}) == len(carried)
    return carried if carried and distinct else None


def _collected(
    emitter: Any, calls: list[Region], region: Region, carried: list[tuple[int, int]]
) -> list[int] | None:
    """Return the results of which all are kept; None if that cannot be done in a list."""
    phase = emitter.phase_of[id(region)]
    written = {id(v) for v in phase.mutations.values()}
    read = {id(v) for item in region.items if item not in calls for v in used_by(item)}
    read |= {id(v) for v in [*values_in(phase.outputs), *region.outputs]} | written
    collected = []
    for place in range(len(calls[0].outputs)):
        column = [call.outputs[place] for call in calls]
        is_carried = any(place == result for _, result in carried)
        if any(id(v) in read for v in (column[:-1] if is_carried else column)):
            if any(id(v) in written for v in column):
                return None
            collected.append(place)
        elif not is_carried:
            return None
    return collected


def columns_of(emitter: Any, region: Region) -> list[list[Value]]:
    """Return the outputs of a call that it returns as lists: what its loops collect."""
    columns, position = [], 0
    while position < len(region.items):
        item = region.items[position]
        loop = loop_at(emitter, region.items, position, region) if _is_call(item) else None
        if loop is not None:
            columns += loop.columns()
        elif _is_call(item):
            columns += item.columns
        position += 1 if loop is None else len(loop.calls)
    found = []
    for column in columns:
        places = [i for i, value in enumerate(column) if value in region.outputs]
        if len(places) > 1 and places == list(range(places[0], places[-1] + 1)):
            found.append([column[i] for i in places])
    return found


def _is_call(item: Any) -> bool:
    return isinstance(item, Region)

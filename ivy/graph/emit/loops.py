"""Calls of all blocks of a list, one after the other, which are a loop in the source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ivy.graph.emit.regions import Region, used_by
from ivy.graph.ir import values_in


@dataclass(slots=True)
class Loop:
    """Calls of all blocks of a list, where each takes what the one before returned."""

    calls: list[Region]
    carried: list[tuple[int, int]]
    """Positions of (argument, result) that are handed on."""
    where: str
    item: str


def loop_at(emitter: Any, items: Sequence[Any], start: int, region: Region) -> Loop | None:
    """Return the calls of a list of blocks from a position on, if they are a chain."""
    first = items[start]
    holder, _, index = first.path.rpartition(".")
    if index != "0" or holder not in emitter.containers or not emitter.is_list(holder):
        return None
    count = len(emitter.containers[holder])
    calls = [item for item in items[start : start + count] if isinstance(item, Region)]
    paths = [f"{holder}.{i}" for i in range(count)]
    if count < 2 or [call.path for call in calls] != paths:
        return None
    if len({emitter.methods.get(id(call)) for call in calls}) > 1:
        return None
    carried = _carried(emitter, calls, region)
    if carried is None:
        return None
    word = emitter.attribute_hint(first.path)
    item = word[:-1] if word.endswith("s") and len(word) > 2 else word
    return Loop(calls, carried, emitter.access(region.path, holder), item)


def _carried(emitter: Any, calls: list[Region], region: Region) -> list[tuple[int, int]] | None:
    """Return what each call hands on to the next; None if they are no chain, or others use it."""
    inputs = [emitter.ordered(call.inputs) for call in calls]
    if len({len(each) for each in inputs}) > 1 or len({len(c.outputs) for c in calls}) > 1:
        return None
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
    places = sorted(place for _, place in carried)
    if not carried or places != list(range(len(calls[0].outputs))):
        return None
    phase = emitter.phase_of[id(region)]
    read = [v for item in region.items if item not in calls for v in used_by(item)]
    read += [*values_in(phase.outputs), *phase.mutations.values(), *region.outputs]
    handed = {id(v) for call in calls[:-1] for v in call.outputs}
    return None if any(id(v) in handed for v in read) else carried

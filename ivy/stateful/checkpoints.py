"""Checkpoints of `ivy.fit`: all that a run needs to go on, in one safetensors file."""

from __future__ import annotations

import json
import warnings
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ivy.dispatch import OPERATIONS, is_array, space_of, unwrap
from ivy.errors import IvyException, IvyFileError, IvyFileNotFoundError, IvyValueError
from ivy.files import parsed_json, read_arrays, reading, sync_folder, write_arrays, writing
from ivy.stateful.history import History
from ivy.stateful.leaves import in_kind_of, leaves_of, refilled
from ivy.stateful.optimizers import Optimizer

_FORMAT = "ivy.fit 1"
_CURVES = ("losses", "epochs", "validation", "seconds")


class Place:
    """Where a run is: steps done, and batches of the current epoch done, of how many if known."""

    def __init__(
        self, step: int = 0, epoch: int = 0, position: int = 0, batches: int | None = None
    ) -> None:
        self.step, self.epoch, self.position, self.batches = step, epoch, position, batches


def previous(path: Path) -> Path:
    """Return where the checkpoint before the last is kept."""
    return path.with_name(f"{path.name}.previous")


def save(path: Path, module: Any, optimizer: Optimizer, place: Place, history: History) -> None:
    """Write a checkpoint; the one there becomes the previous one."""
    groups = {"v": module.v, "buffers": module.buffers, "state": optimizer.state}
    arrays = {
        f"{group}/{chain}": np.asarray(OPERATIONS["to_numpy"](leaf, copy=False))
        for group, tree in groups.items()
        for chain, leaf in leaves_of(tree)
        if is_array(leaf)
    }
    curves = {name: getattr(history, name) for name in _CURVES}
    curves |= {f"metrics/{name}": values for name, values in history.metrics.items()}
    for name, values in curves.items():
        arrays[f"history/{name}"] = np.asarray(values, "float64")
    at = json.dumps(vars(place))
    metadata = {"format": _FORMAT, "place": at, "checksum": _checksum(arrays, at)}
    new = path.with_name(f"{path.name}.new")
    write_arrays(new, arrays, metadata)
    with writing(path):
        if path.exists():
            path.replace(previous(path))
        new.replace(path)
        sync_folder(path.parent)


def load(
    path: Path, module: Any, optimizer: Optimizer, batches: int | None
) -> tuple[Place, History] | None:
    """Restore the last good checkpoint and return where it was; None when there is none."""
    candidates = [p for p in (path, previous(path)) if p.exists()]
    failures: list[IvyException] = []
    for candidate in candidates:
        try:
            arrays, metadata = read_arrays(candidate)
            if metadata.get("format") != _FORMAT:
                raise IvyFileError(
                    f"{candidate}: expected a checkpoint of ivy.fit, got another file"
                )
            _check_sum(candidate, arrays, metadata)
        except (IvyFileError, IvyFileNotFoundError) as error:
            failures.append(error)
            if candidate != candidates[-1]:
                warnings.warn(f"{error}; going back to {previous(path)}", stacklevel=4)
            continue
        with reading(candidate, "a complete checkpoint"):
            place = _place(parsed_json(metadata["place"]))
        if place.position and None not in (batches, place.batches) and batches != place.batches:
            msg = f"{candidate}: expected {place.batches} batches in the epoch it is in"
            raise IvyValueError(
                f"{msg}, got {batches}; pass the data and batch_size it was made with"
            )
        place.batches = batches
        return place, _restored(candidate, arrays, module, optimizer)
    if failures:
        reasons = "; ".join(map(str, failures))
        msg = f"checkpoint: expected one that can be read, got none ({reasons})"
        raise IvyFileError(f"{msg}; remove it or pass resume=False to start anew")
    return None


def _place(numbers: dict[str, Any]) -> Place:
    if any(type(n) is not int or n < 0 for n in numbers.values() if n is not None):
        raise ValueError(f"a place in the data of {numbers!r:.99}")
    if None in (numbers["step"], numbers["epoch"], numbers["position"]):
        raise ValueError(f"no place in the data: {numbers!r:.99}")
    return Place(**numbers)


def _checksum(arrays: Mapping[str, Any], place: str) -> str:
    """Return a text that is another one when a name, a value or the place is."""
    found = zlib.crc32(place.encode())
    for name, x in sorted(arrays.items()):
        found = zlib.crc32(f"{name} {x.dtype} {x.shape}".encode(), found)
        found = zlib.crc32(np.ascontiguousarray(x).reshape(-1).view(np.uint8).data, found)
    return f"{found:08x}"


def _check_sum(path: Path, arrays: Mapping[str, Any], metadata: Mapping[str, str]) -> None:
    """Raise for a file that is not as it was written: a disk may change or lose bytes."""
    wanted = metadata.get("checksum")  # none in checkpoints of earlier versions
    found = _checksum(arrays, metadata.get("place", ""))
    if wanted is not None and found != wanted:
        msg = f"{path}: expected what was written, got other bytes (checksum {found}, not {wanted})"
        raise IvyFileError(f"{msg}: it cannot be read")


def _restored(path: Path, arrays: dict[str, Any], module: Any, optimizer: Optimizer) -> History:
    v = _filled(path, "v", module.v, arrays)
    buffers = _filled(path, "buffers", module.buffers, arrays)
    state: dict[str, Any] = {}
    metrics: dict[str, list[float]] = {}
    with reading(path, "a complete checkpoint"):
        for name, values in arrays.items():
            if name.startswith("state/"):
                _put(state, name.removeprefix("state/"), values)
            elif name.startswith("history/metrics/"):
                metrics[name.removeprefix("history/metrics/")] = _numbers(values)
        curves: dict[str, Any] = {name: _numbers(arrays[f"history/{name}"]) for name in _CURVES}
        optimizer.set_state(state)  # which may refuse it, when nothing has changed yet
    module.v, module.buffers = v, buffers
    return History(**curves, metrics=metrics)


def _numbers(values: Any) -> list[float]:
    if values.ndim != 1 or values.dtype != np.float64:
        raise ValueError(f"curves of {values.dtype}{values.shape}")
    return list(values.tolist())


def _put(tree: dict[str, Any], chain: str, value: Any) -> None:
    *parents, last = chain.split("/")
    for key in parents:
        tree = tree.setdefault(key, {})
    tree[last] = value


def _filled(path: Path, group: str, tree: Any, arrays: dict[str, Any]) -> Any:
    """Return a nest with the arrays of the file in place of its own."""
    values, another = [], "the checkpoint is of another model"
    leaves = leaves_of(tree)
    stored_chains = {n.removeprefix(f"{group}/") for n in arrays if n.startswith(f"{group}/")}
    if extra := stored_chains - {chain for chain, _ in leaves}:
        raise IvyValueError(f"{path}: expected no {group} {sorted(extra)}, got them; {another}")
    for chain, leaf in leaves:
        if not is_array(leaf):
            values.append(leaf)
            continue
        stored = arrays.get(f"{group}/{chain}")
        native = unwrap(leaf)
        if stored is None or stored.shape != tuple(native.shape):
            got = "none" if stored is None else f"shape {stored.shape}"
            msg = f"{path}: expected {group} {chain!r} of shape {tuple(native.shape)}, got {got}"
            raise IvyValueError(f"{msg}; {another}")
        space = space_of(native)
        values.append(in_kind_of(leaf, space.asarray(stored, dtype=native.dtype, copy=True)))
    return refilled(tree, values)

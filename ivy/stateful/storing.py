"""Save and load the weights of a module."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ivy.container import Container
from ivy.dispatch import OPERATIONS, Wrapper, space_of, unwrap
from ivy.errors import IvyValueError, describe
from ivy.files import as_path, writing
from ivy.stateful.building import alike, unlike

_FORMATS = {".safetensors": "safetensors", ".h5": "h5py", ".hdf5": "h5py"}


def _format(path: Path) -> str:
    if path.suffix not in _FORMATS:
        msg = f"weights: expected a file name ending in one of {sorted(_FORMATS)}"
        raise IvyValueError(f"{msg}, got {path.name!r}")
    return _FORMATS[path.suffix]


class StoringMethods:
    """Weights in files: safetensors, or HDF5 as the first Ivy wrote."""

    def save_weights(self: Any, weights_path: Any, /) -> None:
        """Write variables and buffers to a `.safetensors` or `.h5` file, making its folder.

        The file is complete or not there at all: it is written beside its place, then moved.
        """
        path = as_path(weights_path)
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        self.state_dict.cont_save(path, format=_format(path))

    def load_weights(self: Any, weights_path: Any, /) -> Any:
        """Read variables and buffers that `save_weights` wrote, and return the module."""
        path = as_path(weights_path)
        return self._load(path.name, Container.cont_load(path, format=_format(path)))

    def load_state_dict(self: Any, state_dict: Any, /) -> Any:
        """Copy variables and buffers, as `state_dict` of such a module has them; return the module.

        >>> layer = ivy.Linear(2, 3)
        >>> best = layer.state_dict.cont_deep_copy()
        >>> _ = layer.load_state_dict(best)
        """
        return self._load("state_dict", Container(state_dict).cont_deep_copy())

    def _load(self: Any, name: str, given: Container) -> Any:
        own = self.state_dict
        if not alike(own, given, describe):
            raise unlike(f"{name}: expected", own, given, describe)
        values = given.cont_map(lambda x, chain: _like(own[chain], x))
        self.v = values.cont_at_key_chains(self.v.cont_all_key_chains())
        self.buffers = values.cont_at_key_chains(self.buffers.cont_all_key_chains())
        return self

    save = save_weights

    load = load_weights


def _like(own: Any, given: Any) -> Any:
    """Return a loaded array in the framework and the form of the module's own."""
    moved = OPERATIONS["to_backend"](given, space_of(own).NAME)
    device = OPERATIONS["dev"](own)
    moved = OPERATIONS["to_device"](moved, device)
    return OPERATIONS["to_ivy"](moved) if isinstance(own, Wrapper) else unwrap(moved)

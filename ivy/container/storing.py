"""Methods of `ivy.Container` that write it to files and read it back."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import numpy as np

from ivy import config
from ivy.container.mapping import SEQUENCES
from ivy.container.structure import StructureMethods
from ivy.dispatch import OPERATIONS, is_array
from ivy.errors import IvyFileError, IvyTypeError, IvyValueError
from ivy.files import (
    check_sizes,
    checked_dataset,
    format_of,
    h5py_module,
    local_item,
    parsed_json,
    read_arrays,
    read_json,
    read_pickle,
    reading,
    write_arrays,
    write_json,
    write_pickle,
)

_ENDINGS = {".h5": "h5", ".hdf5": "h5", ".json": "json"}
_OTHER_NAMES = {"h5py": "h5", "hdf5": "h5"}
_SPARE = 2**21  # more than the parts that a dataset is made of
_PLAIN = (bool, int, float, str, type(None))
_OTHERS = "ivy.Container"
"""Metadata: the leaves that are no arrays, as JSON."""


class StoringMethods(StructureMethods):
    """Save and load as safetensors, HDF5, JSON or, when asked for by name, pickle."""

    def cont_save(self, filepath: Any, format: str | None = None) -> None:
        """Write the Container to a file.

        Args:
            filepath: where to write.
            format: "safetensors", "h5", "json" or "pickle"; by default HDF5 or JSON where the
                file's name ends so, else safetensors.
        """
        kind = _format("cont_save", filepath, format)
        if kind == "json":
            self.cont_to_disk_as_json(filepath)
        elif kind == "pickle":
            self.cont_to_disk_as_pickled(filepath)
        else:
            arrays, others = _separated(self)
            write_arrays(filepath, arrays, {_OTHERS: json.dumps(others)}, kind)

    @classmethod
    def cont_load(
        cls, filepath: Any, format: str | None = None, allow_pickle: bool = False
    ) -> Self:
        """Return the Container in a file, with arrays of the current backend.

        Args:
            filepath: what to read.
            format: as for `cont_save`.
            allow_pickle: whether a pickle may be read: it can run any code.
        """
        kind = _format("cont_load", filepath, format)
        if kind == "json":
            return cls.cont_from_disk_as_json(filepath)
        if kind == "pickle":
            return cls.cont_from_disk_as_pickled(filepath, allow_pickle=allow_pickle)
        arrays, metadata = read_arrays(filepath, kind)
        result = cls()
        with reading(filepath, "a file of Container.cont_save"):
            others = parsed_json(metadata.get(_OTHERS, "{}"))
            for chain, value in sorted({**others, **arrays}.items()):
                result[chain] = result._array(value) if chain in arrays else value
        return result

    def _array(self, values: Any) -> Any:
        """Return an array of the backend of this Container, else of the current one."""
        if self._settings.ivyh is None:
            return OPERATIONS["asarray"](values)
        with config.BACKEND.override(self._settings.ivyh):
            return OPERATIONS["asarray"](values)

    # ---- HDF5 -----------------------------------------------------------------------------

    def cont_to_disk_as_hdf5(
        self,
        h5_obj_or_filepath: Any,
        starting_index: int = 0,
        mode: str = "a",
        max_batch_size: int | None = None,
    ) -> None:
        """Write arrays, whose first axis is that of a batch, into datasets of an HDF5 file.

        Args:
            h5_obj_or_filepath: a file or group of h5py, or a path.
            starting_index: where in the datasets the first entry goes.
            mode: how to open a file: "w" overwrites, "a" extends.
            max_batch_size: how long the datasets can become; by default any length.
        """
        with _h5(h5_obj_or_filepath, mode) as group:
            for key, value in self.items():
                if isinstance(value, StoringMethods):
                    below = local_item(group, key) if key in group else group.create_group(key)
                    value.cont_to_disk_as_hdf5(below, starting_index, mode, max_batch_size)
                else:
                    _write_dataset(group, key, value, starting_index, max_batch_size)

    @classmethod
    def cont_from_disk_as_hdf5(
        cls,
        h5_obj_or_filepath: Any,
        slice_obj: Any = slice(None),
        alphabetical_keys: bool = True,
        ivyh: Any = None,
    ) -> Self:
        """Return the Container in an HDF5 file, or a slice of each of its datasets."""
        result = cls(alphabetical_keys=alphabetical_keys, ivyh=ivyh)
        with _h5(h5_obj_or_filepath, "r") as group:
            check_sizes(group.file, _datasets(group))
            for key in sorted(group) if alphabetical_keys else group:
                value = local_item(group, key)
                if hasattr(value, "keys"):
                    result[key] = cls.cont_from_disk_as_hdf5(
                        value, slice_obj, alphabetical_keys, ivyh
                    )
                else:
                    part = checked_dataset(value)[slice_obj if value.shape else ()]
                    result[key] = result._array(np.asarray(part))
        return result

    @staticmethod
    def h5_file_size(h5_obj_or_filepath: Any) -> tuple[int, int]:
        """Return the number of bytes of the datasets of an HDF5 file, and their batch size."""
        with _h5(h5_obj_or_filepath, "r") as group:
            datasets = list(_datasets(group))
            if not datasets:
                raise IvyValueError("h5_file_size: expected a file with datasets, got none")
            return sum(d.nbytes for d in datasets), datasets[-1].shape[0]

    @staticmethod
    def shuffle_h5_file(h5_obj_or_filepath: Any, seed_value: int = 0) -> None:
        """Shuffle the datasets of an HDF5 file in place, all of them in the same order."""
        with _h5(h5_obj_or_filepath, "a") as group:
            for dataset in _datasets(group):
                order = np.random.default_rng(seed_value).permutation(dataset.shape[0])
                dataset[...] = checked_dataset(dataset)[...][order]

    # ---- JSON -----------------------------------------------------------------------------

    def cont_to_jsonable(self, return_dict: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return nested dicts that JSON can hold: arrays as lists, what it does not know as text.

        >>> ivy.Container(a=ivy.array([1, 2]), b={"c": None}).cont_to_jsonable()
        {'a': [1, 2], 'b': {'c': None}}
        """
        result = {} if return_dict is None else return_dict
        for key, value in self.items():
            is_child = isinstance(value, StoringMethods)
            result[key] = value.cont_to_jsonable() if is_child else _jsonable(value)
        return result

    def cont_to_disk_as_json(self, json_filepath: Any) -> None:
        """Write the Container to a JSON file."""
        write_json(json_filepath, self.cont_to_jsonable())

    @classmethod
    def cont_from_disk_as_json(cls, json_filepath: Any, ivyh: Any = None) -> Self:
        """Return the Container in a JSON file; lists stay lists."""
        return cls(read_json(json_filepath), ivyh=ivyh)

    # ---- pickle ---------------------------------------------------------------------------

    def cont_to_disk_as_pickled(self, pickle_filepath: Any) -> None:
        """Write plain dicts of native arrays to a pickle file."""
        native = self.cont_map(lambda x, _: OPERATIONS["to_native"](x, nested=True))
        write_pickle(pickle_filepath, native.cont_to_dict())

    @classmethod
    def cont_from_disk_as_pickled(
        cls, pickle_filepath: Any, ivyh: Any = None, allow_pickle: bool = False
    ) -> Self:
        """Return the Container in a pickle; reading one may run any code, so it must be allowed."""
        return cls(read_pickle(pickle_filepath, allow_pickle), ivyh=ivyh)


def _format(name: str, path: Any, format: str | None) -> str:
    format = _ENDINGS.get(Path(path).suffix.lower()) if format is None else format
    format = _OTHER_NAMES.get(format or "", format)
    return "json" if format == "json" else format_of(name, path, format)


def _jsonable(value: Any) -> Any:
    if is_array(value):
        return _jsonable(OPERATIONS["to_list"](value))
    if isinstance(value, SEQUENCES):
        return [_jsonable(item) for item in value]
    return value if isinstance(value, _PLAIN) else str(value)


def _separated(container: StoringMethods) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the arrays by key chain, and all other leaves, which JSON can hold."""
    arrays: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for chain, leaf in container.cont_to_iterator(include_empty=True):
        if is_array(leaf):
            arrays[chain] = leaf
        else:
            _check_plain(chain, leaf)
            others[chain] = leaf
    return arrays, others


def _check_plain(chain: str, leaf: Any) -> None:
    if isinstance(leaf, (dict, *SEQUENCES)):  # the only dicts that are leaves are empty
        for item in leaf:
            _check_plain(chain, item)
    elif not isinstance(leaf, _PLAIN):
        kind = type(leaf).__name__
        msg = "cont_save: expected arrays, or numbers, text and lists of those two"
        raise IvyTypeError(f"{msg}, got {kind} at {chain}; ivy.save([container], path) takes more")


# ---- HDF5 -------------------------------------------------------------------------------------


@contextmanager
def _h5(file_or_path: Any, mode: str) -> Iterator[Any]:
    """Give a file of h5py for a path; an open file or a group as it is."""
    if hasattr(file_or_path, "keys"):
        yield file_or_path
        return
    with reading(file_or_path, "an HDF5 file") as path, h5py_module().File(path, mode) as file:
        yield file


def _check_space(file: Any, wanted: int) -> None:
    """Raise before a disk is full: HDF5 ends the process when a part of a dataset has no place."""
    file.flush()
    folder, wanted = Path(file.filename).parent, wanted + _SPARE
    if folder.is_dir() and (free := shutil.disk_usage(folder).free) < wanted:
        raise IvyFileError(f"{file.filename}: expected {wanted} bytes of space, got {free}")


def _write_dataset(group: Any, key: str, value: Any, start: int, max_size: int | None) -> None:
    values = OPERATIONS["to_numpy"](value) if is_array(value) else np.asarray(value)
    if values.dtype.kind not in "biufc":
        msg = f"cont_to_disk_as_hdf5: expected numbers HDF5 knows, got {values.dtype} at {key}"
        raise IvyTypeError(msg + "; use safetensors or float32")
    if values.ndim == 0:
        if key in group:
            del group[key]
        group.create_dataset(key, data=values)
        return
    _check_space(group.file, values.nbytes)
    stop = start + values.shape[0]
    if key not in group:
        limits = (max_size, *values.shape[1:])
        group.create_dataset(key, (stop, *values.shape[1:]), values.dtype, maxshape=limits)
    dataset = checked_dataset(local_item(group, key))
    if dataset.shape[0] < stop:
        dataset.resize(stop, axis=0)
    dataset[start:stop] = values


def _datasets(group: Any) -> Iterator[Any]:
    for key in group:
        child = local_item(group, key)
        if hasattr(child, "keys"):
            yield from _datasets(child)
        else:
            yield child

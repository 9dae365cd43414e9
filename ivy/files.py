"""Arrays in files: safetensors, HDF5, and pickle for those who ask for it by name.

A file is complete or not there at all: it is written beside its place, then moved.
"""

from __future__ import annotations

import json
import os
import pickle
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from ivy import backends
from ivy.dispatch import run, space_of, unwrap
from ivy.errors import (
    IvyException,
    IvyFileError,
    IvyFileNotFoundError,
    IvyMissingBackendException,
    IvyTypeError,
    IvyValueError,
    describe,
    first_line,
)

FORMATS = ("safetensors", "h5")
_FORMAT_OF_ENDING = {".h5": "h5", ".hdf5": "h5", ".pickle": "pickle", ".pkl": "pickle"}
_COMPLEX128 = "ivy.complex128"
"""Metadata: names of arrays that are pairs of float64, as safetensors has no complex128."""
_DTYPES: dict[str, Any] = {
    "BOOL": np.bool_, "U8": np.uint8, "U16": np.uint16, "U32": np.uint32, "U64": np.uint64,
    "I8": np.int8, "I16": np.int16, "I32": np.int32, "I64": np.int64, "F16": np.float16,
    "BF16": ml_dtypes.bfloat16, "F32": np.float32, "F64": np.float64, "C64": np.complex64,
}  # fmt: skip
"""Dtypes of safetensors that ivy has."""
_DENSEST, _SMALL = 1032, 1 << 26
"""How many bytes deflate, HDF5's compression, makes one of at most; what is read all the same."""
_UNFIT = {
    "safetensors": re.compile(r"__metadata__|.*[\ud800-\udfff].*", re.DOTALL),
    "h5": re.compile(r"(.*/)?\.?(/.*)?|.*[\0\ud800-\udfff].*", re.DOTALL),  # parts "" and "."
}
"""Names that a format has not, or has for something else."""


def write_arrays(
    path: str | os.PathLike[str],
    arrays: Mapping[str, Any],
    metadata: Mapping[str, str] | None = None,
    format: str = "safetensors",
) -> None:
    """Write arrays by name, of any framework, and texts by name to a file.

    Args:
        path: Where; a file there is replaced when all is written.
        arrays: Name -> native array, `ivy.Array` or NumPy array.
        metadata: Name -> text.
        format: "safetensors", or "h5", where a `/` in a name makes groups.
    """
    write = {"safetensors": _write_safetensors, "h5": _write_h5}[_known(format)]
    for name in arrays:
        if _UNFIT[format].fullmatch(name):
            msg = f"{format}: expected names of arrays that it can hold, got {name!r:.99}"
            raise IvyValueError(f"{msg}; give the array another name")
    values = {name: _numpy(name, array) for name, array in arrays.items()}
    with replacing(path) as temporary:
        write(temporary, values, dict(metadata or {}))


def read_arrays(
    path: str | os.PathLike[str], format: str = "safetensors"
) -> tuple[dict[str, np.ndarray[Any, Any]], dict[str, str]]:
    """Return the arrays of a file by name, as NumPy arrays of their own, and its metadata."""
    read = {"safetensors": _read_safetensors, "h5": _read_h5}[_known(format)]
    with reading(path, f"a complete {format} file") as file:
        return read(file)


def write_pickle(path: str | os.PathLike[str], value: Any) -> None:
    """Write any object to a pickle."""
    with replacing(path) as temporary, temporary.open("wb") as file:
        pickle.dump(value, file)


def read_pickle(path: str | os.PathLike[str], allow_pickle: bool = False) -> Any:
    """Return the object in a pickle; as that may run any code, only with `allow_pickle=True`."""
    if not allow_pickle:
        msg = f"{path}: expected allow_pickle=True, as reading a pickle may run any code"
        raise IvyValueError(f"{msg}, got False; load only files you trust")
    warnings.warn(f"{path} is a pickle: reading it may run any code", stacklevel=3)
    with reading(path, "a complete pickle") as file:
        return pickle.loads(file.read_bytes())


def write_json(path: str | os.PathLike[str], value: Any) -> None:
    """Write nested dicts and lists of numbers and texts."""
    with replacing(path) as temporary:
        temporary.write_text(json.dumps(value, indent=4))


def read_json(path: str | os.PathLike[str]) -> Any:
    """Return what a JSON file holds."""
    with reading(path, "a complete JSON file") as file:
        return parsed_json(file.read_bytes())


def parsed_json(text: str | bytes) -> Any:
    """Return what a text of JSON says; one that says two things of a key raises."""
    return json.loads(text, object_pairs_hook=_unique)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise IvyFileError(f"JSON: expected each key once, got {twice!r} twice")
    return found


def as_path(path: Any) -> Path:
    """Return the path of a file."""
    try:
        return Path(path)
    except TypeError:
        raise IvyTypeError(f"file: expected the path of one, got {describe(path)}") from None


def format_of(name: str, path: str | os.PathLike[str], format: str | None) -> str:
    """Return the format asked for; "safetensors" for None, unless the path says otherwise."""
    ending = as_path(path).suffix.lower()
    if format is None:
        if ending in _FORMAT_OF_ENDING:
            needed = f"format={_FORMAT_OF_ENDING[ending]!r}"
            raise IvyValueError(f"{name}: expected {needed} for a {ending} file, got None")
        return "safetensors"
    if format not in (*FORMATS, "pickle"):
        msg = f"{name}: expected a format of safetensors, h5 and pickle, got {format!r}"
        raise IvyValueError(msg)
    return format


def place_of(path: Any) -> Path:
    """Return the file to write that a path means, behind all links; raise if there cannot be one.

    A device or a pipe is not replaced by a file: others write there too.
    """
    with writing(path):
        target = as_path(path).resolve()
        if not target.parent.is_dir():
            msg = f"{path}: expected a folder that exists, got {target.parent}"
            raise IvyFileNotFoundError(msg)
        # From Python 3.13 on links in a circle stay links.
        if target.is_symlink() or (target.exists() and not target.is_file()):
            found = (
                "Is a directory" if target.is_dir() else "Is a device, a pipe or a circle of links"
            )
            raise IvyFileError(f"{path}: expected a place to write to, got: {found}")
        return target


@contextmanager
def writing(path: Any) -> Iterator[None]:
    """Word what goes wrong in a block that writes a file."""
    try:
        yield
    except IvyException:
        raise
    except (OSError, RuntimeError, ValueError) as error:  # also links in a circle, zeros in names
        number = getattr(error, "errno", None)  # what HDF5 says has several lines
        found = os.strerror(number) if number else first_line(error)
        raise IvyFileError(f"{path}: expected a place to write to, got: {found}") from error


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a path beside `path` to write to; what is there replaces `path` in one step."""
    target = place_of(path)
    # Not the whole name, which may be as long as names can be.
    temporary = target.with_name(f".{target.name[:40]}.{os.urandom(8).hex()}")
    with writing(path):
        try:
            temporary.touch()
            mode = (target if target.exists() else temporary).stat().st_mode
            yield temporary
            temporary.chmod(mode)  # safetensors makes a file that others cannot read
            _sync(temporary)
            temporary.replace(target)
            sync_folder(target.parent)
        finally:
            temporary.unlink(missing_ok=True)


def sync_folder(path: Path) -> None:
    """Have the disk hold the names in a folder."""
    if os.name == "posix":
        _sync(path)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def reading(path: str | os.PathLike[str], expected: str) -> Iterator[Path]:
    """Word what goes wrong in a block that reads a file, which may hold anything."""
    try:
        yield as_path(path)
    except IvyException:
        raise
    except FileNotFoundError as error:
        raise IvyFileNotFoundError(f"{path}: expected a file, got none there") from error
    except Exception as error:
        msg = f"{path}: expected {expected}, got one that cannot be read: {first_line(error):.300}"
        raise IvyFileError(msg) from error


def _known(format: str) -> str:
    if format not in FORMATS:
        raise IvyValueError(f"arrays: expected a format of {FORMATS}, got {format!r}")
    return format


def _numpy(name: str, array: Any) -> np.ndarray[Any, Any]:
    """Return an array as NumPy's, its elements in a row as they are written."""
    native = unwrap(array)
    if isinstance(native, (np.ndarray, np.generic)):
        values = np.asarray(native, order="C")
    else:
        values = np.asarray(run(space_of(native), "to_numpy", native, False), order="C")
    if values.dtype.newbyteorder("=") not in backends.load("numpy").DTYPES:
        raise IvyTypeError(f"{name}: expected an array of numbers, got {describe(values)}")
    return values


# ---- safetensors ------------------------------------------------------------------------------


def _write_safetensors(path: Path, arrays: dict[str, Any], metadata: dict[str, str]) -> None:
    from safetensors import SafetensorError
    from safetensors.numpy import save_file

    wide = [name for name, x in arrays.items() if x.dtype == np.complex128]
    if wide:
        metadata[_COMPLEX128] = json.dumps(wide)
        arrays |= {n: arrays[n][..., None].view(np.float64) for n in wide}
    try:
        save_file(arrays, path, metadata)
    except SafetensorError as error:  # a full disk, too
        msg = f"safetensors: expected to write {len(arrays)} arrays, got: {error}"
        raise IvyFileError(msg) from error


def _read_safetensors(path: Path) -> tuple[dict[str, Any], dict[str, str]]:
    from safetensors import safe_open

    if not path.is_file():
        raise FileNotFoundError
    with safe_open(path, framework="np"):  # which checks what the header claims
        pass
    # Not the arrays that safetensors maps: reading those of a file made shorter ends the process.
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        header = parsed_json(file.read(size))  # safetensors takes the last of a key's two entries
        metadata = header.pop("__metadata__", {})
        arrays = {name: _array(file, 8 + size, name, **entry) for name, entry in header.items()}
    for name in parsed_json(metadata.pop(_COMPLEX128, "[]")):
        arrays[name] = arrays[name].view(np.complex128)[..., 0]
    return arrays, metadata


def _array(
    file: BufferedReader,
    start: int,
    name: str,
    dtype: str,
    shape: list[int],
    data_offsets: list[int],
) -> np.ndarray[Any, Any]:
    """Return the array that a header tells of."""
    if dtype not in _DTYPES:
        raise IvyFileError(f"{name!r:.99}: expected one of {', '.join(_DTYPES)}, got {dtype:.20}")
    values = np.empty(shape, _DTYPES[dtype])
    file.seek(start + data_offsets[0])
    if (count := file.readinto(values.reshape(-1).view(np.uint8).data)) < values.nbytes:
        raise ValueError(f"{count} bytes of {values.nbytes} of {name!r:.99}")
    return values


# ---- HDF5 -------------------------------------------------------------------------------------


def h5py_module() -> Any:
    """Return h5py, which ivy does not depend on."""
    try:
        import h5py
    except ImportError as error:
        raise IvyMissingBackendException(
            "h5: expected h5py to be installed; pip install h5py"
        ) from error
    return h5py


def local_item(group: Any, key: str) -> Any:
    """Return an item of a group that is in the file itself, not behind a link to another file.

    A group has one name: through others it might be inside of itself.
    """
    h5py, link = h5py_module(), group.get(key, getlink=True)
    if hasattr(link, "filename"):
        msg = f"{group.name}/{key}: expected an item of the file, got a link out of it"
        raise IvyFileError(msg)
    item = group[key]
    linked = hasattr(link, "path") or h5py.h5o.get_info(item.id).rc > 1
    if linked and isinstance(item, h5py.Group):
        raise IvyFileError(
            f"{group.name}/{key}: expected groups of one name, got another name of one"
        )
    return item


def checked_dataset(dataset: Any) -> Any:
    """Return a dataset of numbers that is in the file itself.

    The bytes of one with external storage, or of a virtual one, are those of other files, whichever
    the writer named.
    """
    if dataset.external or dataset.is_virtual:
        msg = f"{dataset.name}: expected an HDF5 dataset in the file, got one stored in others"
        raise IvyFileError(msg)
    # Of numbers beyond 64 bits HDF5 has more than ivy; of an empty dataset it has no shape.
    if dataset.dtype.kind not in "biufc" or dataset.dtype.char in "gG" or dataset.shape is None:
        found = dataset.dtype if dataset.shape is not None else "an empty one"
        msg = f"{dataset.name}: expected an HDF5 dataset of numbers, got {found}"
        raise IvyFileError(msg)
    return dataset


def check_sizes(file: Any, datasets: Iterable[Any]) -> None:
    """Raise for datasets larger than what a file can hold, compressed as far as can be.

    One that was never written takes no place in a file, whatever the size that it claims.
    """
    wanted, held = sum(dataset.nbytes for dataset in datasets), file.id.get_filesize()
    if wanted > _SMALL + _DENSEST * held:
        msg = f"{file.filename}: expected at most {_DENSEST} bytes of arrays for each of the file"
        raise IvyFileError(f"{msg}, got {wanted} for {held}")


def _write_h5(path: Path, arrays: dict[str, Any], metadata: dict[str, str]) -> None:
    with h5py_module().File(path, "w") as file:
        file.attrs.update(metadata)
        for name, values in arrays.items():
            if values.dtype == ml_dtypes.bfloat16:  # unknown to HDF5
                file[name] = values.view(np.uint16)
                file[name].attrs["dtype"] = "bfloat16"
            else:
                file[name] = values


def _read_h5(path: Path) -> tuple[dict[str, Any], dict[str, str]]:
    h5py = h5py_module()
    names: list[str] = []
    arrays: dict[str, Any] = {}
    with h5py.File(path, "r") as file:
        # Not visititems, which leaves out links and what has two names.
        file.visititems_links(lambda name, _: names.append(name))
        items = {name: local_item(file, name) for name in names}
        check_sizes(file, (x for x in items.values() if isinstance(x, h5py.Dataset)))
        for name, item in items.items():
            if isinstance(item, h5py.Dataset):
                values = np.asarray(checked_dataset(item)[()])
                is_half = item.attrs.get("dtype") == "bfloat16"
                arrays[name] = values.view(ml_dtypes.bfloat16) if is_half else values
        return arrays, {name: str(text) for name, text in file.attrs.items()}

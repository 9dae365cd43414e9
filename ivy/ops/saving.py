"""Nests of arrays in files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

from ivy import nest
from ivy.dispatch import Nested, current_space, is_array, space_of, unwrap, wrap_like
from ivy.errors import IvyTypeError, IvyValueError, describe
from ivy.files import (
    format_of,
    parsed_json,
    read_arrays,
    read_pickle,
    reading,
    write_arrays,
    write_pickle,
)

__all__ = ["load", "save"]

_STRUCTURE = "ivy.nest"
_CONTAINER = "ivy.Container"
"""Metadata of files that `Container.cont_save` wrote."""


def save(item: Any, filepath: str | os.PathLike[str], format: str | None = None) -> None:
    """Write an array, a nest of arrays, a Container or the weights of a Module to a file.

    Args:
        item: Besides arrays a nest holds numbers, texts and None. Its lists, tuples, dicts and
            Containers are read back as such, other classes as what they derive from.
        filepath: Where; a file there is replaced when all is written.
        format: "safetensors", the default, "h5" or "pickle".

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     ivy.save({"a": ivy.array([1.0]), "b": (2, None)}, folder + "/x.safetensors")
    ...     ivy.load(folder + "/x.safetensors")
    {'a': ivy.array([1.]), 'b': (2, None)}
    """
    if hasattr(item, "save_weights"):
        item.save_weights(filepath)
        return
    if isinstance(item, Nested):
        item.cont_save(filepath, format)  # type: ignore[attr-defined]
        return
    format = format_of("save", filepath, format)
    if format == "pickle":
        write_pickle(filepath, nest.mapped(_as_numpy, item))
        return
    arrays: dict[str, Any] = {}
    structure = _encoded(item, (), arrays)
    write_arrays(filepath, arrays, {_STRUCTURE: json.dumps(structure)}, format)


def load(
    filepath: str | os.PathLike[str],
    format: str | None = None,
    type: str = "module",
    allow_pickle: bool = False,
) -> Any:
    """Return what is in a file, with arrays of the current backend.

    Args:
        filepath: What to read; any safetensors or HDF5 file.
        format: "safetensors", the default, "h5" or "pickle".
        type: "module" returns what was saved, of a Module its weights as a Container to give
            to `module.load_weights`. "container" makes a Container of a dict.
        allow_pickle: Whether a pickle may be read, which may run any code.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     ivy.save([ivy.array([1, 2])], folder + "/x.safetensors")
    ...     ivy.load(folder + "/x.safetensors")
    [ivy.array([1, 2])]
    """
    if type not in ("module", "container"):
        raise IvyValueError(f"load: expected type module or container, got {type!r}")
    format = format_of("load", filepath, format)
    if format == "pickle":
        found = nest.mapped(_as_array, read_pickle(filepath, allow_pickle))
    else:
        arrays, metadata = read_arrays(filepath, format)
        if _STRUCTURE in metadata:
            found = _decoded_file(filepath, metadata[_STRUCTURE], arrays)
        elif _CONTAINER in metadata:
            return _container_class().cont_load(filepath, format)
        else:
            found = {name: _as_array(values) for name, values in arrays.items()}
            found = _grouped(found) if format == "h5" else found
    wanted = type == "container" and not isinstance(found, Nested)
    return _container_class()(found) if wanted else found


# ---- values -----------------------------------------------------------------------------------


def _container_class() -> Any:
    from ivy.container import Container  # a layer above

    return Container


def _as_numpy(leaf: Any) -> Any:
    if is_array(leaf):
        native = unwrap(leaf)
        return space_of(native).to_numpy(native)
    return leaf


def _as_array(values: Any) -> Any:
    return wrap_like(current_space().from_numpy(values)) if hasattr(values, "dtype") else values


# ---- structures as JSON -----------------------------------------------------------------------

_PLAIN = (bool, int, float, str)


def _encoded(tree: Any, path: nest.Path, arrays: dict[str, Any]) -> Any:
    """Return a nest as JSON of one-entry dicts {kind: content}, its arrays put into `arrays`."""
    if is_array(tree):
        name = "/".join(str(key).replace("/", ".") for key in path) or "array"
        while name in arrays:
            name += "_"
        arrays[name] = tree
        return {"array": name}
    if isinstance(tree, (list, tuple)):
        kind = "list" if isinstance(tree, list) else "tuple"
        return {kind: [_encoded(child, (*path, i), arrays) for i, child in enumerate(tree)]}
    if isinstance(tree, dict):
        wrong = [key for key in tree if not isinstance(key, _PLAIN)]
        if wrong:
            msg = f"save: expected texts and numbers as keys, got {wrong[0]!r}"
            raise IvyTypeError(f"{msg} at {list(path)}")
        kind = "container" if isinstance(tree, Nested) else "dict"
        return {kind: [[k, _encoded(c, (*path, k), arrays)] for k, c in tree.items()]}
    if isinstance(tree, complex):
        return {"complex": [tree.real, tree.imag]}
    if tree is None or isinstance(tree, _PLAIN):
        return {"value": tree}
    msg = "save: expected arrays, numbers, texts and None in a nest"
    raise IvyTypeError(f"{msg}, got {describe(tree)} at {list(path)}")


def _decoded_file(path: Any, structure: str, arrays: dict[str, Any]) -> Any:
    with reading(path, "the structure of a nest in the metadata"):
        return _decoded(parsed_json(structure), arrays)


def _decoded(node: Any, arrays: dict[str, Any]) -> Any:
    [(kind, content)] = node.items()
    decode: dict[str, Callable[[], Any]] = {
        "array": lambda: _as_array(arrays[content]),
        "list": lambda: [_decoded(child, arrays) for child in content],
        "tuple": lambda: tuple(_decoded(child, arrays) for child in content),
        "dict": lambda: {key: _decoded(child, arrays) for key, child in content},
        "container": lambda: _container_class()({k: _decoded(c, arrays) for k, c in content}),
        "complex": lambda: complex(*content),
        "value": lambda: content,
    }
    return decode[kind]()


def _grouped(arrays: dict[str, Any]) -> dict[str, Any]:
    """Return nested dicts for names with `/`, the groups of an HDF5 file."""
    groups: dict[str, Any] = {}
    for name, array in arrays.items():
        *parents, last = name.split("/")
        group = groups
        for parent in parents:
            group = group.setdefault(parent, {})
        group[last] = array
    return groups

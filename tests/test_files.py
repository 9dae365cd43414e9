"""Arrays and nests of arrays in files."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import stat
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest

import ivy
from ivy import files
from ivy.errors import (
    IvyException,
    IvyFileError,
    IvyFileNotFoundError,
    IvyTypeError,
    IvyValueError,
)
from ivy.graph.ir import Graph
from ivy.types import ALL_DTYPES
from tests.helpers import dtype_of, to_numpy

H5 = pytest.param(
    "h5", marks=pytest.mark.skipif(find_spec("h5py") is None, reason="h5py is not installed")
)
every_format = pytest.mark.parametrize("format", ["safetensors", H5])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arrays.bin"


def numbers(dtype: str, shape: tuple[int, ...] = (2, 3)) -> np.ndarray[Any, Any]:
    count = int(np.prod(shape))
    native = np.dtype(getattr(ml_dtypes, dtype, dtype))
    if native.kind == "c":
        return (np.linspace(-2, 1, count) - 1j * np.pi).astype(native).reshape(shape)
    return (np.linspace(0, 100, count) / 3).astype(native).reshape(shape)


def assert_same(actual: Any, expected: np.ndarray[Any, Any]) -> None:
    """Fail unless both are bit by bit the same."""
    assert (actual.dtype, actual.shape) == (expected.dtype, expected.shape)
    assert actual.tobytes() == expected.tobytes()


# ---- arrays by name ---------------------------------------------------------------------------


@every_format
@pytest.mark.parametrize("shape", [(2, 3), (), (0, 4)], ids=str)
def test_all_dtypes_come_back_exactly(shape: tuple[int, ...], format: str, path: Path) -> None:
    arrays = {str(dtype): numbers(str(dtype), shape) for dtype in ALL_DTYPES}
    files.write_arrays(path, arrays, {"a": "b"}, format)
    found, metadata = files.read_arrays(path, format)
    assert found.keys() == arrays.keys()
    for name, values in arrays.items():
        assert_same(found[name], values)
    assert metadata == {"a": "b"}


@every_format
def test_arrays_in_any_order_of_memory(format: str, path: Path) -> None:
    values = np.arange(6.0).reshape(2, 3)
    arrays = {"T": values.T, "every second": values[:, ::2], "reversed": values[::-1]}
    files.write_arrays(path, arrays, format=format)
    for name, found in files.read_arrays(path, format)[0].items():
        np.testing.assert_array_equal(found, arrays[name])


def test_special_numbers_come_back_exactly(path: Path) -> None:
    values = np.array([np.nan, -0.0, np.inf, 5e-324], "float64")
    files.write_arrays(path, {"x": values})
    assert_same(files.read_arrays(path)[0]["x"], values)


def test_arrays_of_frameworks(backend: str, path: Path) -> None:
    x = ivy.array([[1.0, 2.5]], dtype="bfloat16")
    files.write_arrays(path, {"ivy": x, "native": x.data})
    for values in files.read_arrays(path)[0].values():
        assert_same(values, np.array([[1.0, 2.5]], ml_dtypes.bfloat16))


def test_read_arrays_are_writable_and_outlive_the_file(path: Path) -> None:
    files.write_arrays(path, {"x": np.zeros(3)})
    found = files.read_arrays(path)[0]["x"]
    path.write_bytes(b"")
    found[0] = 1.0
    assert found.tolist() == [1.0, 0.0, 0.0]


def test_names_with_slashes_are_groups_of_h5(path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    files.write_arrays(path, {"a/b": np.ones(2), "a/c": np.zeros(2)}, format="h5")
    with h5py.File(path) as file:
        assert sorted(file["a"]) == ["b", "c"]


# ---- safely -----------------------------------------------------------------------------------


def test_a_failed_write_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files.write_arrays(path, {"x": np.ones(2)})
    before = path.read_bytes()

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(IvyFileError, match="a place to write to, got: No space left on device"):
        files.write_arrays(path, {"x": np.zeros(2)})
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_an_array_that_cannot_be_written_leaves_the_old_file(path: Path) -> None:
    files.write_arrays(path, {"x": np.ones(2)})
    with pytest.raises(IvyTypeError, match="x: expected an array of numbers"):
        files.write_arrays(path, {"x": np.array(["text"])})
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="modes and links of POSIX")
def test_modes_and_links_are_kept(path: Path) -> None:
    link = path.with_name("link")
    link.symlink_to(path)
    old = os.umask(0o022)
    try:
        files.write_arrays(link, {"x": np.ones(2)})
    finally:
        os.umask(old)
    assert link.is_symlink() and stat.S_IMODE(path.stat().st_mode) == 0o644
    path.chmod(0o600)
    files.write_arrays(path, {"x": np.ones(2)})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("format", "names"),
    [
        ("safetensors", ["__metadata__", "\ud800"]),
        ("h5", ["", ".", "/a", "a/", "a//b", "a/./b", "a\0b", "a/\ud800"]),
    ],
)
def test_names_that_a_format_would_change(format: str, names: list[str], path: Path) -> None:
    for name in names:
        with pytest.raises(IvyValueError, match=f"{format}: expected names of arrays that it can"):
            files.write_arrays(path, {name: np.ones(2), "other": np.ones(2)}, format=format)
    assert list(path.parent.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
def test_places_that_no_file_is_written_to(path: Path) -> None:
    os.mkfifo(path)  # as /dev/null, which a rename would replace
    link = path.with_name("link")
    link.symlink_to(link)
    for place in (path, link, "a\0b", path.parent):
        with pytest.raises(IvyFileError, match="expected a place to write to, got: "):
            ivy.save(np.ones(2), place)
    with pytest.raises(IvyFileError, match="expected a place to write to, got: File exists"):
        ivy.Linear(1, 1).save_weights(path / "weights.h5")
    assert path.is_fifo() and sorted(path.parent.iterdir()) == [path, link]


def test_the_longest_name(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 255)
    ivy.save([1], path)
    assert ivy.load(path) == [1]


def test_folder_that_does_not_exist(path: Path) -> None:
    with pytest.raises(IvyFileNotFoundError, match="expected a folder that exists, got"):
        files.write_arrays(path / "none" / "x", {"x": np.ones(2)})


@every_format
def test_file_that_does_not_exist(format: str, path: Path) -> None:
    with pytest.raises(IvyFileNotFoundError, match="expected a file, got none there") as raised:
        files.read_arrays(path, format)
    assert isinstance(raised.value, FileNotFoundError)
    assert isinstance(raised.value, IvyException)


@every_format
def test_damaged_files(format: str, path: Path) -> None:
    files.write_arrays(path, {"x": np.ones((50, 50))}, format=format)
    whole = path.read_bytes()
    for damaged in (b"", b"abc", whole[:-100], whole[: len(whole) // 2], whole[:9], b"\xff" * 99):
        path.write_bytes(damaged)
        with pytest.raises(IvyFileError, match=f"a complete {format} file, got one that cannot"):
            files.read_arrays(path, format)


def test_damaged_header(path: Path) -> None:
    header = json.dumps({"x": {"dtype": "F32", "shape": [9], "data_offsets": [0, 4]}}).encode()
    path.write_bytes(len(header).to_bytes(8, "little") + header + b"1234")
    with pytest.raises(IvyFileError, match="cannot be read"):
        files.read_arrays(path)


def test_unknown_formats(path: Path) -> None:
    for call in (
        lambda: files.write_arrays(path, {}, format="npz"),
        lambda: ivy.save(1, path, "x"),
    ):
        with pytest.raises(IvyValueError, match="expected a format of"):
            call()


# ---- nests ------------------------------------------------------------------------------------


class Point(NamedTuple):
    x: Any
    y: Any


def assert_same_nest(actual: Any, expected: Any) -> None:
    if isinstance(expected, ivy.Array):
        assert isinstance(actual, ivy.Array) and dtype_of(actual) == dtype_of(expected)
        np.testing.assert_array_equal(to_numpy(actual), to_numpy(expected))
        return
    assert type(actual) is type(expected)
    if isinstance(expected, dict):
        assert list(actual) == list(expected)
        for key in expected:
            assert_same_nest(actual[key], expected[key])
    elif isinstance(expected, (list, tuple)):
        assert len(actual) == len(expected)
        for one, other in zip(actual, expected, strict=True):
            assert_same_nest(one, other)
    else:
        assert actual == expected


def example() -> dict[Any, Any]:
    return {
        "w": ivy.array([[1.0, 2.0]]),
        "list": [ivy.array([1, 2]), (True, 2, 2.5, None, "text", 1 + 2j), []],
        3: {"half": ivy.array([1.5], dtype="bfloat16"), "wide": ivy.array(1j, dtype="complex128")},
        "w/x": ivy.array([False]),
    }


@pytest.mark.parametrize("format", [None, "safetensors", H5])
def test_save_and_load(format: str | None, backend: str, path: Path) -> None:
    ivy.save(example(), path, format)
    assert_same_nest(ivy.load(path, format), example())


def test_save_and_load_pickle(backend: str, path: Path) -> None:
    ivy.save(example(), path, "pickle")
    with pytest.raises(IvyValueError, match="expected allow_pickle=True, as reading a pickle may"):
        ivy.load(path, "pickle")
    with pytest.warns(UserWarning, match="is a pickle: reading it may run any code"):
        assert_same_nest(ivy.load(path, "pickle", allow_pickle=True), example())
    path.write_bytes(pickle.dumps([1, 2])[:-1])
    with (
        pytest.warns(UserWarning, match="is a pickle"),
        pytest.raises(IvyFileError, match="a complete pickle"),
    ):
        ivy.load(path, "pickle", allow_pickle=True)


def test_save_and_load_one_array(backend: str, path: Path) -> None:
    x = ivy.array([1.0, 2.0])
    for item in (x, x.data):
        ivy.save(item, path)
        assert_same_nest(ivy.load(path), x)
    with ivy.ArrayMode(False):
        assert ivy.is_native_array(ivy.load(path))


def test_save_and_load_on_another_backend(path: Path, backend: str) -> None:
    with ivy.use_backend("numpy"):
        ivy.save([ivy.array([1.0])], path)
    [x] = ivy.load(path)
    assert x.backend == backend


def test_names_that_meet(backend: str, path: Path) -> None:
    nest = {"a": {"b": ivy.array([2])}, "a/b": ivy.array([1]), "a.b": ivy.array([3])}
    ivy.save(nest, path)
    assert_same_nest(ivy.load(path), nest)


def test_subclasses_are_loaded_as_what_they_derive_from(backend: str, path: Path) -> None:
    ivy.save(Point(ivy.array([1.0]), 2), path)
    assert_same_nest(ivy.load(path), (ivy.array([1.0]), 2))


@pytest.mark.parametrize("format", [None, H5])
def test_save_and_load_container(format: str | None, backend: str, path: Path) -> None:
    x = ivy.Container(a=ivy.array([1.0, 2.0]), b={"c": ivy.array([3])})
    ivy.save(x, path, format)
    found = ivy.load(path, format, type="container")
    assert isinstance(found, ivy.Container)
    assert_same_nest(found.b.c, x.b.c)
    ivy.save([x, 1], path, format)
    found = ivy.load(path, format)[0]
    assert isinstance(found, ivy.Container)
    assert_same_nest(found.a, x.a)


def test_load_as_container(backend: str, path: Path) -> None:
    ivy.save({"a": {"b": ivy.array([1.0])}}, path)
    found = ivy.load(path, type="container")
    assert isinstance(found, ivy.Container)
    assert_same_nest(found.a.b, ivy.array([1.0]))


def test_load_files_of_others(backend: str, path: Path) -> None:
    from safetensors.numpy import save_file

    save_file({"layer.weight": np.ones(2, "float32")}, path)
    assert_same_nest(ivy.load(path), {"layer.weight": ivy.array([1.0, 1.0])})
    h5py = pytest.importorskip("h5py")
    path.unlink()
    with h5py.File(path, "w") as file:
        file["layer/weight"] = np.ones(2, "float32")
    assert_same_nest(ivy.load(path, "h5"), {"layer": {"weight": ivy.array([1.0, 1.0])}})


def test_wrong_items(backend: str, path: Path) -> None:
    with pytest.raises(IvyTypeError, match=r"texts and None in a nest, got .* at \['a', 0\]"):
        ivy.save({"a": [object()]}, path)
    with pytest.raises(IvyTypeError, match="texts and numbers as keys, got"):
        ivy.save({(1, 2): 3}, path)
    assert not path.exists()


def test_wrong_arguments_of_load(backend: str, path: Path) -> None:
    with pytest.raises(IvyValueError, match="expected type module or container, got 'array'"):
        ivy.load(path, type="array")
    with pytest.raises(IvyValueError, match=r"expected format='h5' for a [.]h5 file, got None"):
        ivy.save(1, path.with_suffix(".h5"))
    with pytest.raises(
        IvyValueError, match=r"expected format='pickle' for a [.]pkl file, got None"
    ):
        ivy.load(path.with_suffix(".pkl"))


def test_wrong_structure(backend: str, path: Path) -> None:
    files.write_arrays(path, {"x": np.ones(2)}, {"ivy.nest": '{"array": "y"}'})
    with pytest.raises(IvyFileError, match="the structure of a nest in the metadata, got"):
        ivy.load(path)


# ---- files of somebody who means harm -----------------------------------------------------------

ONE = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}
HEADERS: dict[str, Any] = {
    "key twice": json.dumps({"x": ONE, "y": ONE}).replace("y", "x"),
    "unknown dtype": {"x": {**ONE, "dtype": "F33"}},
    "dtype no framework has": {"x": {**ONE, "dtype": "F8_E4M3", "shape": [4]}},
    "negative size": {"x": {**ONE, "shape": [-1]}},
    "shape that overflows": {"x": {**ONE, "shape": [2**62, 4]}},
    "arrays in one place": {"x": ONE, "y": ONE},
    "array beyond the end": {"x": {**ONE, "data_offsets": [0, 400]}},
    "bytes of no array": {},
    "list": [1, 2],
    "deep nest": '{"x": ' + "[" * 100_000,
    "complex array that is not there": {"__metadata__": {"ivy.complex128": '["y"]'}, "x": ONE},
    "nest of no array": {"__metadata__": {"ivy.nest": '{"array": "y"}'}, "x": ONE},
    "nest without end": {"__metadata__": {"ivy.nest": "[" * 100_000}, "x": ONE},
    "nest of unknown kind": {"__metadata__": {"ivy.nest": '{"eval": "1"}'}, "x": ONE},
    "leaf twice": {"__metadata__": {"ivy.Container": '{"a": 1, "a": 2}'}, "x": ONE},
    "leaves that are a list": {"__metadata__": {"ivy.Container": "[1]"}, "x": ONE},
}


@pytest.mark.parametrize("mistake", HEADERS)
def test_header_that_is_wrong(mistake: str, path: Path) -> None:
    header = HEADERS[mistake]
    text = (header if isinstance(header, str) else json.dumps(header)).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"1234")
    with pytest.raises(IvyFileError, match=r"expected .*, got ") as raised:
        ivy.load(path)
    assert len(str(raised.value)) < 500


@pytest.mark.parametrize("size", [2**31, 2**62, 2**64 - 1])
def test_header_that_claims_to_be_large(size: int, path: Path) -> None:
    path.write_bytes(size.to_bytes(8, "little") + b"{}")
    with pytest.raises(IvyFileError, match="cannot be read"):
        ivy.load(path)


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', '{"a": ', "[" * 100_000, "\x00\x01", ""])
def test_json_that_is_wrong(text: str, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(text)
    with pytest.raises(IvyFileError, match=r"expected .*, got "):
        ivy.Container.cont_load(path)


def test_h5_that_reads_other_files(tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    secret = tmp_path / "secret"
    secret.write_bytes(b"password")
    path = tmp_path / "x.h5"
    with h5py.File(path, "w") as file:
        file.create_dataset("x", (8,), "uint8", external=[(str(secret), 0, 8)])
    with pytest.raises(IvyFileError, match="expected an HDF5 dataset in the file, got one stored"):
        ivy.load(path, "h5")
    with pytest.raises(IvyFileError, match="expected an HDF5 dataset in the file, got one stored"):
        ivy.Container.cont_from_disk_as_hdf5(path)
    with pytest.raises(IvyFileError, match="expected an HDF5 dataset in the file, got one stored"):
        ivy.Container(x=np.ones(8, "uint8")).cont_to_disk_as_hdf5(path)
    assert secret.read_bytes() == b"password"
    other = tmp_path / "other.h5"
    with h5py.File(other, "w") as file:
        file["y"] = np.ones(2)
    path.unlink()
    with h5py.File(path, "w") as file:
        file["x"] = h5py.ExternalLink(str(other), "/y")
        file["group"] = h5py.ExternalLink(str(other), "/")
    with pytest.raises(IvyFileError, match="an item of the file, got a link out of it"):
        ivy.load(path, "h5")
    before = other.read_bytes()
    for use in (
        ivy.Container.cont_from_disk_as_hdf5,
        ivy.Container.h5_file_size,
        ivy.Container.shuffle_h5_file,
        ivy.Container(x=np.zeros(2)).cont_to_disk_as_hdf5,
        ivy.Container(group={"y": np.zeros(2)}).cont_to_disk_as_hdf5,
    ):
        with pytest.raises(IvyFileError, match="an item of the file, got a link out of it"):
            use(path)
    assert other.read_bytes() == before


def test_h5_that_shows_other_files(tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    path = tmp_path / "x.h5"
    with h5py.File(tmp_path / "other.h5", "w") as file:
        file["y"] = np.ones(2)
    layout = h5py.VirtualLayout((2,), "f8")
    layout[:] = h5py.VirtualSource(str(tmp_path / "other.h5"), "y", (2,))
    with h5py.File(path, "w") as file:
        file.create_virtual_dataset("x", layout)
    for load in (lambda: ivy.load(path, "h5"), lambda: ivy.Container.cont_from_disk_as_hdf5(path)):
        with pytest.raises(IvyFileError, match="an HDF5 dataset in the file, got one stored in"):
            load()


def test_h5_of_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """HDF5 1.14 crashes when it closes a dataset that did not fit: it is not written."""
    pytest.importorskip("h5py")
    full = shutil.disk_usage(tmp_path)._replace(free=2**21)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: full)
    with pytest.raises(IvyFileError, match="expected 2097160 bytes of space, got 2097152"):
        ivy.Container(x=np.ones(1)).cont_to_disk_as_hdf5(tmp_path / "x.h5")


def test_h5_of_links_in_the_file(tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    path = tmp_path / "x.h5"
    with h5py.File(path, "w") as file:
        file["x"] = np.ones(2)
        file["group/again"] = file["x"]
        file["soft"] = h5py.SoftLink("/x")
    assert sorted(files.read_arrays(path, "h5")[0]) == ["group/again", "soft", "x"]
    with h5py.File(path, "a") as file:
        file["nothing"] = h5py.SoftLink("/y")
    with pytest.raises(IvyFileError, match="expected a complete h5 file"):
        ivy.load(path, "h5")


@pytest.mark.parametrize("kind", ["empty", "longdouble"])
def test_h5_of_what_is_no_number_of_ivy(kind: str, tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    path = tmp_path / "x.h5"
    with h5py.File(path, "w") as file:
        file["x"] = h5py.Empty("f4") if kind == "empty" else np.ones(2, np.longdouble)
    for load in (lambda: ivy.load(path, "h5"), lambda: ivy.Container.cont_from_disk_as_hdf5(path)):
        with pytest.raises(IvyFileError, match="/x: expected an HDF5 dataset of numbers, got"):
            load()


def test_h5_of_texts(tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    path = tmp_path / "x.h5"
    with h5py.File(path, "w") as file:
        file["x"] = ["a", "b"]
    for load in (lambda: ivy.load(path, "h5"), lambda: ivy.Container.cont_from_disk_as_hdf5(path)):
        with pytest.raises(IvyFileError, match="expected an HDF5 dataset of numbers, got object"):
            load()


def test_h5_that_claims_to_be_large(tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    path = tmp_path / "x.h5"
    with h5py.File(path, "w") as file:
        for i in range(9):
            file.create_dataset(f"x{i}", (2**20,), "f8", chunks=(2**10,))
    for load in (lambda: ivy.load(path, "h5"), lambda: ivy.Container.cont_from_disk_as_hdf5(path)):
        with pytest.raises(IvyFileError, match="expected at most 1032 bytes of arrays for each"):
            load()
    with h5py.File(path, "w") as file:
        file.create_dataset("x", data=np.zeros(2**24), compression="gzip", compression_opts=9)
    assert ivy.load(path, "h5")["x"].shape == (2**24,)


@pytest.mark.parametrize("soft", [False, True])
def test_h5_of_groups_inside_of_themselves(soft: bool, tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    path = tmp_path / "x.h5"
    with h5py.File(path, "w") as file:
        inner = file.create_group("g40")
        for i in reversed(range(40)):  # 2**40 ways lead to the last
            outer = file.create_group(f"g{i}")
            for name in "ab":
                outer[name] = h5py.SoftLink(inner.name) if soft else inner
            inner = outer
    for use in (ivy.Container.cont_from_disk_as_hdf5, ivy.Container.h5_file_size):
        with pytest.raises(IvyFileError, match="expected groups of one name, got another name"):
            use(path)


def test_a_file_that_becomes_shorter_while_it_is_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.write_arrays(path, {"x": np.ones(2**20)})

    def cut(text: Any) -> Any:
        os.truncate(path, 2**12)
        return json.loads(text)

    monkeypatch.setattr(files, "parsed_json", cut)
    with pytest.raises(IvyFileError, match=f"bytes of {2**23} of 'x'"):
        files.read_arrays(path)


class Touches:
    """What writes a file when it is read from a pickle."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


def test_no_pickle_is_read_unasked(tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    harmful = pickle.dumps(Touches(touched))
    for name in ("x.safetensors", "x.h5", "x.json", "x.pickle", "x"):
        path = tmp_path / name
        path.write_bytes(harmful)
        for load in (
            lambda path=path: ivy.load(path),
            lambda path=path: ivy.load(path, "safetensors"),
            lambda path=path: ivy.load(path, "h5"),
            lambda path=path: ivy.load(path, "pickle"),
            lambda path=path: ivy.Container.cont_load(path),
            lambda path=path: ivy.Container.cont_from_disk_as_pickled(path),
            lambda path=path: ivy.Linear(2, 2).load_weights(path),
            lambda path=path: Graph.load(path),
        ):
            with pytest.raises(IvyException):
                load()
    assert not touched.exists()
    with pytest.warns(UserWarning, match="is a pickle"):
        ivy.load(path, "pickle", allow_pickle=True)
    assert touched.exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no os.fork")
@pytest.mark.parametrize("kills", [9, pytest.param(207, marks=pytest.mark.large)])
def test_a_killed_save_leaves_the_old_or_the_new_file(kills: int) -> None:
    program = [sys.executable, "-W", "ignore", "-m", "tests.killed_saves", str(kills)]
    done = subprocess.run(program, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert sum(int(line.split()[-1]) for line in done.stdout.splitlines()) == kills

"""The same mistake gives the same exception on every framework, in one line that names it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import backends, errors
from ivy.errors import IvyException
from tests.helpers import native


def array(values: Any, dtype: str = "float32") -> ivy.Array:
    """Return an array of the current backend."""
    return ivy.Array(native(np.array(values, dtype), ivy.current_backend_str()))


def ones(*shape: int, dtype: str = "float32") -> ivy.Array:
    """Return ones of the current backend."""
    return array(np.ones(shape), dtype)


# mistake: (operation named in the message, call, builtin class of the exception)
MISTAKES: dict[str, tuple[str, Callable[[], Any], type[Exception]]] = {
    "shapes that do not broadcast": ("add", lambda: ivy.add(ones(2), ones(3)), ValueError),
    "operator on shapes that do not broadcast": ("add", lambda: ones(2) + ones(3), ValueError),
    "inner sizes of matmul": ("matmul", lambda: ivy.matmul(ones(2, 3), ones(2, 3)), ValueError),
    "matmul of a 0-d array": ("matmul", lambda: ivy.matmul(array(1.0), ones(2)), ValueError),
    "reshape to another size": ("reshape", lambda: ivy.reshape(ones(6), (4, 2)), ValueError),
    "reshape with two unknown sizes": (
        "reshape",
        lambda: ivy.reshape(ones(6), (-1, -1)),
        ValueError,
    ),
    "broadcast_to a smaller shape": (
        "broadcast_to",
        lambda: ivy.broadcast_to(ones(3), (2,)),
        ValueError,
    ),
    "axis out of range": ("sum", lambda: ivy.sum(ones(2, 3), axis=2), IndexError),
    "negative axis out of range": ("max", lambda: ivy.max(ones(2, 3), axis=-3), IndexError),
    "axis given twice": ("sum", lambda: ivy.sum(ones(2, 3), axis=(0, 0)), ValueError),
    "axis of expand_dims": ("expand_dims", lambda: ivy.expand_dims(ones(2), axis=3), IndexError),
    "axis of flip": ("flip", lambda: ivy.flip(ones(2), axis=1), IndexError),
    "squeeze of a long axis": ("squeeze", lambda: ivy.squeeze(ones(2, 3), axis=0), ValueError),
    "permutation of other axes": (
        "permute_dims",
        lambda: ivy.permute_dims(ones(2, 3), (0, 0)),
        ValueError,
    ),
    "concat of unlike shapes": (
        "concat",
        lambda: ivy.concat([ones(2, 3), ones(2, 2)], axis=0),
        ValueError,
    ),
    "concat of nothing": ("concat", lambda: ivy.concat([]), ValueError),
    "stack of unlike shapes": ("stack", lambda: ivy.stack([ones(2), ones(3)]), ValueError),
    "argmax of nothing": ("argmax", lambda: ivy.argmax(ones(0)), ValueError),
    "max of nothing": ("max", lambda: ivy.max(ones(0)), ValueError),
    "dtype that does not exist": ("Dtype", lambda: ivy.zeros((2,), dtype="float12"), ValueError),
    "device that does not exist": ("Device", lambda: ivy.zeros((2,), device="oven"), ValueError),
    "negative size": ("zeros", lambda: ivy.zeros((-1,)), ValueError),
    "ragged list": ("asarray", lambda: ivy.asarray([[1.0, 2.0], [3.0]]), ValueError),
    "inverse of a rectangle": ("inv", lambda: ivy.inv(ones(2, 3)), ValueError),
    "cholesky of a vector": ("cholesky", lambda: ivy.cholesky(ones(2)), ValueError),
    "text for an array": ("exp", lambda: ivy.exp("text"), TypeError),
    "text for an operand": ("add", lambda: ivy.add(ones(2), "text"), TypeError),
    "bitwise of floats": ("bitwise_and", lambda: ivy.bitwise_and(ones(2), ones(2)), TypeError),
    "index out of range": ("(getitem|indexing)", lambda: ones(2, 3)[2], IndexError),
    "too many indices": ("(getitem|indexing)", lambda: ones(2)[0, 0], IndexError),
    "float as an index": ("(getitem|indexing)", lambda: ones(2)[0.5], IndexError),
    "mask of another shape": (
        "(getitem|indexing)",
        lambda: ones(2)[array([True] * 3, "bool")],
        IndexError,
    ),
    "bool of many": ("bool", lambda: bool(ones(2)), TypeError),
    "float of many": ("float", lambda: float(ones(2)), TypeError),
    "index of a float": ("index", lambda: [1, 2][ones()], TypeError),
    "len of a 0-d array": ("len", lambda: len(ones()), TypeError),
    "item of many": ("Array.item", lambda: ones(2).item(), ValueError),
    "T of a vector": ("Array.T", lambda: ones(2).T, ValueError),
    "unknown keyword": ("add", lambda: ivy.add(ones(2), ones(2), nothing=1), TypeError),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake(mistake: str, backend: str) -> None:
    operation, call, builtin = MISTAKES[mistake]
    with pytest.raises(Exception) as caught:
        call()
    message = str(caught.value)
    assert isinstance(caught.value, builtin), f"{type(caught.value).__mro__}: {message}"
    if mistake != "unknown keyword":  # Python's own, raised before ivy runs
        assert isinstance(caught.value, IvyException)
        assert re.match(operation, message)
        assert "\n" not in message


def test_native_arrays_get_the_same_error(backend: str) -> None:
    x, y = native(np.ones(2, "float32"), backend), native(np.ones(3, "float32"), backend)
    with pytest.raises(ValueError, match="add") as caught:
        ivy.add(x, y)
    assert isinstance(caught.value, IvyException)


def test_the_framework_s_own_exception_is_the_cause(backend: str) -> None:
    with pytest.raises(IvyException) as caught:
        ivy.reshape(ones(6), (4, 2))
    assert backend in str(caught.value)
    with ivy.ExceptionTraceMode("none"), pytest.raises(IvyException) as caught:
        ivy.reshape(ones(6), (4, 2))
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_every_exception_is_a_builtin_too() -> None:
    classes = [c for c in vars(errors).values() if isinstance(c, type)]
    ours = [c for c in classes if issubclass(c, IvyException)]
    general = {errors.IvyException, errors.IvyError}
    for cls in set(ours) - general:
        builtins = [base for base in cls.__mro__ if base.__module__ == "builtins"]
        assert any(base not in (Exception, BaseException, object) for base in builtins), cls
        assert str(cls("one", "two")) == "one two"


def test_framework_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "installed", lambda name: name == "numpy")
    monkeypatch.delitem(backends._loaded, "torch", raising=False)
    for attempt in (ivy.set_backend, ivy.with_backend):
        with pytest.raises(
            ImportError, match=r"torch is not installed; run: pip install"
        ) as caught:
            attempt("torch")
        assert isinstance(caught.value, IvyException)


def test_numpy_alone_is_enough() -> None:
    """With no other framework importable, NumPy's backend works and the others say so."""
    program = """
import sys
from importlib.abc import MetaPathFinder

class Hidden(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("torch", "jax", "jaxlib", "tensorflow", "keras", "scipy"):
            raise ModuleNotFoundError(name, name=name)

import importlib.util
real = importlib.util.find_spec
def find_spec(name, package=None):
    try:
        return real(name, package)
    except ModuleNotFoundError:
        return None
importlib.util.find_spec = find_spec
sys.meta_path.insert(0, Hidden())

import ivy
x = ivy.array([[1.0, 2.0], [3.0, 4.0]])
print(ivy.sum(ivy.exp(x @ x)) > 0, ivy.linalg.det(x))
for name in ("torch", "jax", "tensorflow"):
    try:
        ivy.set_backend(name)
    except ImportError as error:
        print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    first, *others = done.stdout.strip().split("\n")
    assert first == "ivy.array(True) ivy.array(-2.)"
    names = ("torch", "jax", "tensorflow")
    assert others == [f"{n} is not installed; run: pip install 'ivy[{n}]'" for n in names]

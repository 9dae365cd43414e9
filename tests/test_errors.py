"""Exceptions: their classes and causes, and frameworks that are not installed."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import ivy
from ivy import backends, errors
from ivy.errors import IvyException
from tests.helpers import native
from tests.misuse_cases import ones


def test_unknown_keyword_is_python_s_own_error(backend: str) -> None:
    with pytest.raises(TypeError, match="nothing"):
        ivy.add(ones(2), ones(2), nothing=1)


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

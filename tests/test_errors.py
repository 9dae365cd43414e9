"""Exceptions: their classes and causes, and frameworks that are not installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

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


def test_no_error_is_of_the_general_class() -> None:
    """Whoever expects a `ValueError` would miss it."""
    sources = Path(ivy.__file__).parent.rglob("*.py")
    found = [
        path
        for path in sources
        if re.search(r"(raise|return) Ivy(Exception|Error)\(", path.read_text())
    ]
    assert not found


@pytest.mark.parametrize(
    "raised", ["RuntimeError('no libfoo.so\\nat all')", "ImportError('no libfoo.so')"]
)
def test_framework_that_cannot_be_imported(raised: str, tmp_path: Path) -> None:
    (tmp_path / "jax.py").write_text(f"raise {raised}")
    program = """
import ivy
for attempt in (ivy.set_backend, ivy.with_backend, lambda name: ivy.to_backend(ivy.ones(1), name)):
    try:
        attempt("jax")
    except ivy.errors.IvyMissingBackendException as error:
        print(isinstance(error, ImportError), error)
print(ivy.backend_stack, ivy.ones(1).backend)
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    printed = subprocess.check_output([sys.executable, "-c", program], text=True, env=environment)
    kind = raised.partition("(")[0]
    message = f"jax: expected an installation that can be imported, got {kind}: no libfoo.so"
    assert printed.splitlines() == [*[f"True {message}; install jax anew"] * 3, "[] numpy"]


def test_empty_environment_variable_sets_no_backend() -> None:
    program = [sys.executable, "-c", "import ivy; print(ivy.backend_stack)"]
    environment = os.environ | {"IVY_BACKEND": ""}
    assert subprocess.check_output(program, text=True, env=environment) == "[]\n"


def test_framework_that_something_stands_in_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jax", ModuleType("jax"))  # it has no __spec__
    assert not backends.installed("jax")


@pytest.mark.columns("numpy", "jax", "tensorflow")
def test_function_of_torch_on_arrays_of_another_framework(backend: str) -> None:
    torch = pytest.importorskip("torch")
    message = f"sum: expected arrays of torch, got some of {backend}; use ivy's functions"
    with pytest.raises(errors.IvyTypeError, match=message):
        torch.sum(ones(2))
    with ivy.use_backend("torch"):
        assert float(torch.sum(ones(2))) == 2.0


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

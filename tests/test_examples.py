"""Every script in examples/ gives the same result on every backend as on NumPy."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

SCRIPTS = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


@cache
def load(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(f"examples_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def on_numpy(path: Path) -> Any:
    return load(path).main("numpy")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"examples/{path.stem}")
def test_same_result(path: Path, backend: str) -> None:
    result = load(path).main(backend)
    np.testing.assert_allclose(result, on_numpy(path), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"examples/{path.stem}:script")
def test_runs_as_a_script(path: Path) -> None:
    command = [sys.executable, str(path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=path.parents[1])
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"examples/{path.stem}:framework_free")
def test_names_no_framework(path: Path) -> None:
    imports = [
        line for line in path.read_text().splitlines() if line.startswith(("import", "from"))
    ]
    assert imports == ["import sys", "import ivy"]

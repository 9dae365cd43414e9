"""The scripts in examples/ and the code in the documentation run."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ivy
from tests.helpers import preserved_settings

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "guide"
SCRIPTS = sorted((ROOT / "examples").glob("*.py"))


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
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"examples/{path.stem}:framework_free")
def test_names_no_framework(path: Path) -> None:
    imports = [
        line for line in path.read_text().splitlines() if line.startswith(("import", "from"))
    ]
    assert imports == ["import sys", "import ivy"]


PAGES = [
    "README.md",
    "docs/conventions.md",
    *sorted(p.name for p in GUIDE.glob("*.md") if "```python" in p.read_text()),
]


@pytest.mark.parametrize("page", PAGES)
def test_code_in_the_documentation_runs(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("torch", "jax", "tensorflow"):
        pytest.importorskip(name)
    path = ROOT / page if (ROOT / page).exists() else GUIDE / page
    blocks = re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL)
    assert blocks
    monkeypatch.chdir(tmp_path)
    names = {"ivy": ivy, "np": np, "torch": sys.modules["torch"]}
    with preserved_settings():
        for block in blocks:
            exec(block, names)
    ivy.seed(seed_value=None)

"""The scripts in examples/ and the code in the documentation run."""

from __future__ import annotations

import doctest
import importlib.util
import math
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import parse

import numpy as np
import pytest
import scipy.optimize

import ivy
from tests.helpers import preserved_settings
from tests.test_doctests import FLAGS, Checker

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
KERAS_TO_TORCH = ROOT / "examples" / "keras_to_torch.py"
SCRIPTS = [path for path in EXAMPLES if path != KERAS_TO_TORCH]
FRAMEWORKS = {"jax", "keras", "tensorflow", "torch"}

# What an example has to reach on NumPy; the other frameworks have to give the same numbers.
REACHES: dict[str, Callable[[Any], bool]] = {
    "custom_gradient": lambda losses: losses[1] < 0.6 * losses[0],
    "denoise": lambda result: result[1] < 1e-5 < 0.2 < result[0],
    "digits": lambda result: result[-1] > 0.9,
    "game_of_life": lambda board: (
        np.argwhere(board).tolist() == [[2, 3], [3, 4], [4, 2], [4, 3], [4, 4]]
    ),
    "language_model": lambda losses: losses[0] > math.log(30) and losses[-1] < 2.5,
    "maml": lambda errors: errors[-1] < 0.5 * errors[0],
    "ode_fit": lambda found: abs(found[0] - 9.81) < 0.2 and abs(found[1] - 0.4) < 0.05,
    "shapes_cnn": lambda result: result[-1] > 0.85,
    "sinkhorn": lambda result: cheapest_pairs() < result[0] < 2 * cheapest_pairs(),
}


def cheapest_pairs() -> float:
    """Return the least that moving the points of examples/sinkhorn.py costs, pair by pair."""
    random = np.random.default_rng(0)
    x, y = (random.uniform(size=(16, 2)) for _ in range(2))
    costs = ((x[:, None] - y) ** 2).sum(-1)
    return float(costs[scipy.optimize.linear_sum_assignment(costs)].mean())


@cache
def load(path: Path) -> Any:
    if "sklearn" in path.read_text():
        pytest.importorskip("sklearn")
    spec = importlib.util.spec_from_file_location(f"examples_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def on_numpy(path: Path) -> Any:
    result = load(path).main("numpy")
    assert REACHES[path.stem](result), result
    return result


def run(path: Path, folder: Path) -> str:
    """Return what an example prints; the pictures it writes are there and can be read."""
    command = [sys.executable, str(path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    pictures = set(re.findall(r"\w+\.svg", path.read_text()))
    assert {picture.name for picture in folder.glob("*.svg")} == pictures
    for picture in pictures:
        assert "polyline" in {tag.tag.rpartition("}")[2] for tag in parse(folder / picture).iter()}
    return done.stdout


def row(path: Path) -> Any:
    """Return an example as a parameter; one takes ten seconds on each framework."""
    marks = [pytest.mark.one_column] if path.stem == "language_model" else []
    return pytest.param(path, id=f"examples/{path.stem}", marks=marks)


@pytest.mark.parametrize("path", [row(path) for path in SCRIPTS])
def test_same_result(path: Path, backend: str) -> None:
    expected = on_numpy(path)
    result = expected if backend == "numpy" else load(path).main(backend)
    # Units of custom_gradient are on or off: where the last digit decides, losses differ.
    rtol = 0.1 if path.stem == "custom_gradient" else 1e-4
    np.testing.assert_allclose(result, expected, rtol=rtol, atol=1e-5)


@pytest.mark.columns("torch")
def test_keras_to_torch(backend: str, tmp_path: Path) -> None:
    for name in ("keras", "sklearn"):
        pytest.importorskip(name)
    # In a process of its own: which framework Keras runs on is decided once.
    numbers = re.findall(r"\d[\d.]*(?:e-\d+)?(?= right|%|\.$)", run(KERAS_TO_TORCH, tmp_path), re.M)
    apart, before, after = (float(number) for number in numbers)
    assert apart < 1e-5
    assert before < 50
    assert after > 80


# What a script runs is what the test above runs.
SHORT = [path for path in SCRIPTS if path.stem != "language_model"]


@pytest.mark.parametrize("path", SHORT, ids=lambda path: f"examples/{path.stem}:script")
def test_runs_as_a_script(path: Path, tmp_path: Path) -> None:
    if "sklearn" in path.read_text():
        pytest.importorskip("sklearn")
    assert run(path, tmp_path)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"examples/{path.stem}:short")
def test_is_short_and_names_no_framework(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= 60
    imported = set(re.findall(r"^ *(?:import|from) (\w+)", text, re.M))
    if path.stem not in ("keras_to_torch", "sinkhorn"):  # which are about frameworks
        assert not imported & FRAMEWORKS


@pytest.mark.parametrize("path", [ROOT / "examples" / "digits.py", KERAS_TO_TORCH])
def test_says_what_to_install(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("sklearn", "sklearn.datasets", "keras"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setenv("KERAS_BACKEND", "torch")  # the script sets it
    with pytest.raises(SystemExit, match=r"pip install .*scikit-learn"):
        runpy.run_path(str(path))


# ---- the code in the documentation ------------------------------------------------------------

BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
NEEDS = re.compile(r"<!-- needs: (.+?) -->")
ON_ALL = "<!-- backends: all -->"
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text()
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if "reference" not in path.parts and BLOCK.search(path.read_text())
}
"""Name -> text of the pages with code. One says `backends: all` if it is to run on each of them, or
`needs: torch, jax` if it names libraries itself: then it runs once."""


def run_page(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the blocks of a page one after the other; what a block with prompts prints is checked."""
    monkeypatch.chdir(folder)
    if torch := sys.modules.get("torch"):
        # Whether it traces is what a page can get wrong; generating machine code takes seconds.
        monkeypatch.setattr(torch, "compile", partial(torch.compile, backend="eager"))
    names: dict[str, Any] = {}
    report: list[str] = []
    with preserved_settings():
        for block in BLOCK.findall(PAGES[page]):
            if ">>>" in block:
                parsed = doctest.DocTestParser().get_doctest(block, {}, page, page, 0)
                parsed.globs = names
                runner = doctest.DocTestRunner(Checker(), verbose=False, optionflags=FLAGS)
                runner.run(parsed, out=report.append, clear_globs=False)
            else:
                exec(compile(block, page, "exec"), names)
    ivy.seed(seed_value=None)
    assert not report, "".join(report)


@pytest.mark.parametrize("page", [page for page, text in PAGES.items() if ON_ALL in text])
def test_page_runs_on_every_backend(
    page: str, backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_page(page, tmp_path, monkeypatch)


@pytest.mark.parametrize("page", [page for page, text in PAGES.items() if ON_ALL not in text])
def test_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = NEEDS.search(PAGES[page])
    assert said or page == "README.md", f"{page}: say {ON_ALL} or <!-- needs: torch, ... -->"
    for name in said[1].split(", ") if said else ("torch", "jax", "tensorflow"):
        pytest.importorskip(name)
    run_page(page, tmp_path, monkeypatch)

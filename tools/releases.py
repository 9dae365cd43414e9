"""Try the newest releases of the frameworks, and tell what they break.

python tools/releases.py                  all newer releases, in one environment
python tools/releases.py --each           each by itself, beside the locked versions of the others
python tools/releases.py --only jax       one of them
python tools/releases.py --dry-run        compare versions only
python tools/releases.py --python python3.13 --minutes 20

Which releases there are depends on the Python: by default it is the newest that pyproject.toml
names and this machine has. A virtual environment in a temporary folder gets the versions of the
lock, the new ones where there are newer, and a part of the tests runs there, on the columns that
the new releases concern and for so many minutes each. A package that is locked in a build such as
torch's `+cpu` is tried in that build only, the others bringing gigabytes of CUDA, and left out
where there is none. A test that fails is tried again with the Python that runs this, where the
locked versions should be: if it fails there too, the release is not to blame. The exit code is 1
when something broke; releases that cannot be installed beside the others are broken too.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
FRAMEWORKS = {"numpy": "numpy", "torch": "torch", "tensorflow-cpu": "tensorflow"}
FRAMEWORKS |= {"keras": "tensorflow", "jax": "jax"}
FRAMEWORKS |= dict.fromkeys(("flax", "dm-haiku", "equinox", "optax"), "jax")
"""Package -> the column of the tests it is tried on."""
TESTS = [f"tests/test_{name}.py" for name in ("versions", "dispatch", "gradients", "optimizers")]
TESTS += [f"tests/test_{name}.py" for name in ("modules", "converters", "regressions", "values")]
TOOLS = ["pytest", "scipy", "hypothesis", "einops", "h5py", "rich", "safetensors", "ruff"]
BAD = ("FAILED", "ERROR")


def newest_python() -> str:
    """Return the newest interpreter on the path that pyproject.toml names, else this one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    found = [p for version in reversed(named) if shutil.which(p := f"python{version}")]
    return next(filter(runs, found), sys.executable)


def runs(python: str) -> bool:
    """Return whether an interpreter is more than the shim of a version manager."""
    return not subprocess.run([python, "--version"], check=False, capture_output=True).returncode


def available(python: str, package: str) -> list[str]:
    """Return the versions the registries have for a Python, newest first."""
    command = [python, "-m", "pip", "index", "versions", package]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    listed = re.search(r"Available versions: (.*)", done.stdout)
    return listed[1].split(", ") if listed else []


def same_build(versions: list[str], locked: str) -> str:
    """Return the newest version of the kind that is locked, such as `+cpu`, if there is one."""
    label = locked.partition("+")[2]
    return next((version for version in versions if version.partition("+")[2] == label), "")


def install(python: str, folder: str, versions: dict[str, str]) -> str:
    """Make an environment with these versions; return what pip complains about."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    command = [f"{folder}/bin/python", "-m", "pip", "install", "--quiet", *TOOLS]
    command += [f"{package}=={version}" for package, version in versions.items()]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return "; ".join(errors[:1]) or "pip failed" if done.returncode else ""


def outcomes(report: str) -> dict[str, str]:
    """Return the outcome of each test that a report of `pytest -v` names, however it ended."""
    return dict(re.findall(r"^(\S+::.+?) ([A-Z]{4,})(?: \(.*)? +\[ *\d+%\]$", report, re.MULTILINE))


def run(python: str, column: str, tests: list[str], minutes: float) -> tuple[dict[str, str], str]:
    """Return what became of the tests on one column, and how pytest ended if not as usual."""
    command = [python, "-m", "pytest", "-v", "-rN", "--tb=no", "-p", "no:cacheprovider"]
    command += ["--backend", column, *tests]
    environment = os.environ | {"ONEDNN_MAX_CPU_ISA": "AVX512_CORE_FP16"}
    with tempfile.TemporaryFile("w+") as report:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=report, stderr=subprocess.STDOUT, env=environment
        )
        try:
            code = process.wait(minutes * 60)
            trouble = f"pytest ended with {code}" if code not in (0, 1) else ""
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            trouble = f"not finished in {minutes:g} minutes"
        report.seek(0)
        text = report.read()
    found = outcomes(text)
    return found, trouble if found else f"{trouble}: {text[-500:]}"


def tried(options: argparse.Namespace, versions: dict[str, str], columns: list[str]) -> bool:
    """Say what the tests say of these versions; return whether something is broken."""
    broken = False
    with tempfile.TemporaryDirectory() as folder:
        if problem := install(options.python, folder, versions):
            print(f"    cannot be installed: {problem}", flush=True)
            return True
        for column in columns:
            found, trouble = run(f"{folder}/bin/python", column, options.tests, options.minutes)
            failed = [test for test, outcome in found.items() if outcome in BAD]
            before = run(sys.executable, column, failed, options.minutes)[0] if failed else {}
            news = [test for test in failed if before.get(test) not in BAD]
            passed = list(found.values()).count("PASSED")
            print(
                f"    {column}: {passed} passed, {len(news)} broken, "
                f"{len(failed) - len(news)} fail with the locked versions too"
                + f"; {trouble}"
                * bool(trouble),
                *(f"        {test}" for test in news),
                sep="\n",
                flush=True,
            )
            broken |= bool(news) or not found
    return broken


def main() -> None:
    parser = argparse.ArgumentParser(description="Tell what new releases of frameworks break.")
    parser.add_argument("--only", choices=FRAMEWORKS, action="append", help="repeatable")
    parser.add_argument("--each", action="store_true", help="one new release at a time")
    parser.add_argument("--dry-run", action="store_true", help="compare versions only")
    parser.add_argument("--lock", type=Path, default=ROOT / "requirements" / "newest.txt")
    parser.add_argument("--python", default=newest_python(), help="default: %(default)s")
    parser.add_argument("--minutes", type=float, default=20, help="for the tests of one column")
    parser.add_argument("--tests", nargs="+", default=TESTS)
    options = parser.parse_args()
    text = options.lock.read_text()
    locked = dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))
    versions, news = {}, {}
    version = subprocess.check_output([options.python, "--version"], text=True).strip()
    print(f"{'framework':16}{'locked':14}{'newest':14}{version}", flush=True)
    for package in FRAMEWORKS:
        found = available(options.python, package)
        new = same_build(found, locked[package])
        if new:
            versions[package] = locked[package]
        if new not in ("", locked[package]) and package in (options.only or FRAMEWORKS):
            news[package] = new
        without = f"  {found[0]} is there without +{locked[package].partition('+')[2]}"
        note = without * (new != found[0]) + "  left out" * (not new)
        print(f"{package:16}{locked[package]:14}{new or '-':14}{note}".rstrip(), flush=True)
    if not news or options.dry_run:
        return
    broken = False
    for part in [{k: v} for k, v in news.items()] if options.each else [news]:
        print("\n" + ", ".join(f"{package} {version}" for package, version in part.items()))
        columns = list(dict.fromkeys(FRAMEWORKS[package] for package in part))
        broken |= tried(options, versions | part, columns)
    sys.exit(broken)


if __name__ == "__main__":
    main()

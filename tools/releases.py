"""Try the newest releases of the frameworks, and tell what they break.

python tools/releases.py                  all frameworks, each in an environment of its own
python tools/releases.py --only jax       one of them
python tools/releases.py --dry-run        compare versions only
python tools/releases.py --lock requirements/oldest.txt    beside the oldest versions of the others

For each framework the registries have a newer version of than the lock, a virtual environment in a
temporary folder gets the lock with the new version in it, and a slice of the tests runs there. The
exit code is 1 when something broke; a release that cannot be installed beside the others is broken
too. One that brings gigabytes of CUDA with it is not tried, and the table says so.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
FRAMEWORKS = {"numpy": "numpy", "torch": "torch", "tensorflow-cpu": "tensorflow"}
FRAMEWORKS |= {"keras": "tensorflow", "jax": "jax"}
FRAMEWORKS |= dict.fromkeys(("flax", "dm-haiku", "equinox", "optax"), "jax")
"""Package -> the column of the tests it is tried on."""
TESTS = [f"tests/test_{name}.py" for name in ("versions", "dispatch", "gradients", "optimizers")]
TESTS += [f"tests/test_{name}.py" for name in ("modules", "converters")]
IN_STEP = {"jax": ["jaxlib"]}
"""Packages whose version is that of another."""


def newest(package: str) -> str:
    """Return the newest version the registries have for this Python."""
    command = [sys.executable, "-m", "pip", "index", "versions", package]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return re.search(r"Available versions: ([^,\s]+)", done.stdout)[1]  # type: ignore[index]


def brings_cuda(package: str, version: str) -> bool:
    """Return whether a release needs the libraries of a GPU."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--no-deps"]
    command += ["--ignore-installed", "--report", "-", f"{package}=={version}"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    needs = json.loads(done.stdout)["install"][0]["metadata"].get("requires_dist", [])
    return any(re.match("nvidia|cuda", need) and "extra ==" not in need for need in needs)


def install(python: Path, lock: dict[str, str], package: str, version: str) -> str:
    """Install the lock with one package in another version; return what pip complains about."""
    others = {k: v for k, v in lock.items() if k not in (package, *IN_STEP.get(package, ()))}
    constraints = python.parents[1] / "constraints.txt"
    pinned = [f"{name}=={number}" for name, number in others.items()]
    constraints.write_text("\n".join(pinned))
    direct = [f"{name}=={others[name]}" for name in FRAMEWORKS if name in others]
    tools = ["pytest", "scipy", "hypothesis", "einops", "h5py", "rich", "safetensors", "ruff"]
    command = [python, "-m", "pip", "install", "--quiet", "--constraint", constraints]
    command += [f"{package}=={version}", *direct, *tools]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return "; ".join(errors[:1]) or "pip failed" if done.returncode else ""


def failures(python: Path, column: str, tests: list[str]) -> list[str]:
    """Return the tests that fail in an environment, or the end of what pytest says instead."""
    command = [python, "-m", "pytest", "-q", "-rfE", "--tb=no", "-p", "no:cacheprovider"]
    command += ["--backend", column, *tests]
    environment = os.environ | {"ONEDNN_MAX_CPU_ISA": "AVX512_CORE_BF16"}
    done = subprocess.run(
        command, check=False, cwd=ROOT, capture_output=True, text=True, env=environment
    )
    found = re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return found or ([done.stdout[-500:] + done.stderr[-500:]] if done.returncode else [])


def tried(lock: dict[str, str], package: str, version: str, tests: list[str]) -> list[str]:
    """Return what a release breaks."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "bin", "python")
        problem = install(python, lock, package, version)
        return [problem] if problem else failures(python, FRAMEWORKS[package], tests)


def main() -> None:
    parser = argparse.ArgumentParser(description="Tell what new releases of frameworks break.")
    parser.add_argument("--only", choices=FRAMEWORKS, action="append", help="repeatable")
    parser.add_argument("--dry-run", action="store_true", help="compare versions only")
    parser.add_argument("--lock", type=Path, default=ROOT / "requirements" / "newest.txt")
    parser.add_argument("--tests", nargs="+", default=TESTS)
    options = parser.parse_args()
    lock = dict(re.findall(r"^([\w.-]+)==(\S+)", options.lock.read_text(), re.MULTILINE))
    broken: list[str] = []
    print(f"{'framework':16}{'locked':14}{'newest':14}failed tests", flush=True)
    for package in options.only or FRAMEWORKS:
        new = newest(package)
        found = []
        if lock[package] == new:
            outcome = "as locked"
        elif brings_cuda(package, new):
            outcome = "not tried: the registries have it with CUDA only"
        elif options.dry_run:
            outcome = "newer, not tried"
        else:
            found = tried(lock, package, new, options.tests)
            outcome = f"{len(found)}" if found else "none"
        broken += found
        print(f"{package:16}{lock[package]:14}{new:14}{outcome}", flush=True)
        for test in found:
            print(f"    {test}", flush=True)
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()

"""Write the lock files in requirements/: every package with its version and the hash of its file.

python tools/lock.py newest    of what pyproject.toml asks for: its extras pin the frameworks
python tools/lock.py oldest    of requirements/oldest.in

pip resolves for the Python and the machine that run this, from wherever it is configured to look;
nothing about where gets into the file. To install one, in a new virtual environment:

    pip install --require-hashes -r requirements/oldest.txt
    pip install --no-deps --no-build-isolation --editable .
"""

from __future__ import annotations

import argparse
import itertools
import json
import platform
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "requirements"
BUILD = [
    *tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"],
    "editables",  # what hatchling makes an editable installation with
]
INPUTS = {
    "newest": [f"{ROOT}[all,test]"],
    "oldest": ["-r", str(FOLDER / "oldest.in")],
}


def resolved(requirements: list[str]) -> list[dict[str, Any]]:
    """Return what pip would install into an empty environment, as its report tells it."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run"]
        command += ["--ignore-installed", "--report", str(report), *requirements]
        subprocess.run(command, check=True, cwd=folder)
        return json.loads(report.read_text())["install"]


def extras(items: list[dict[str, Any]]) -> dict[str, set[str]]:
    """Return the extras that resolved packages ask others for.

    Without them in the file, pip 23 looks at the newest `etils[epath]` before it sees `etils==...`,
    and refuses all of it because that one has no hash.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for text in itertools.chain(*(item["metadata"].get("requires_dist", ()) for item in items)):
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            found[canonicalize_name(requirement.name)] |= requirement.extras
    return found


def line(item: dict[str, Any], extras: dict[str, set[str]]) -> str:
    """Return the requirement of one resolved package."""
    name, version = canonicalize_name(item["metadata"]["name"]), item["metadata"]["version"]
    digest = item["download_info"]["archive_info"]["hashes"]["sha256"]
    asked = f"[{','.join(sorted(extras[name]))}]" if extras[name] else ""
    return f"{name}{asked}=={version} --hash=sha256:{digest}"


def locked(name: str) -> str:
    """Return the text of a lock file."""
    items = resolved([*INPUTS[name], *BUILD])
    asked = extras(items)
    lines = sorted(line(item, asked) for item in items if item["metadata"]["name"] != "ivy")
    python = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    header = f"# python tools/lock.py {name}: {python}, {platform.system()} {platform.machine()}"
    return "\n".join([header, *lines, ""])


def main() -> None:
    parser = argparse.ArgumentParser(description="Write requirements/<name>.txt.")
    parser.add_argument("name", choices=INPUTS)
    name = parser.parse_args().name
    path = FOLDER / f"{name}.txt"
    path.write_text(locked(name))
    print(f"{path.relative_to(ROOT)}: {len(path.read_text().splitlines()) - 1} packages")


if __name__ == "__main__":
    main()

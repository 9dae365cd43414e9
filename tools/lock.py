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
import json
import platform
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

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


def line(item: dict[str, Any]) -> str:
    """Return the requirement of one resolved package."""
    name, version = item["metadata"]["name"], item["metadata"]["version"]
    digest = item["download_info"]["archive_info"]["hashes"]["sha256"]
    return f"{name.lower().replace('_', '-')}=={version} --hash=sha256:{digest}"


def locked(name: str) -> str:
    """Return the text of a lock file."""
    items = resolved([*INPUTS[name], *BUILD])
    lines = sorted(line(item) for item in items if item["metadata"]["name"] != "ivy")
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

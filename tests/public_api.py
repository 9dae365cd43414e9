"""The public names of ivy, one per line with its parameters, as in `public_api.txt`.

python -m tests.public_api            rewrite the file after a change that is meant
"""

from __future__ import annotations

import inspect
import re
import types
from pathlib import Path
from typing import Any

import ivy

PATH = Path(__file__).with_name("public_api.txt")


def listing() -> list[str]:
    """Return a line per public name: functions with parameters, classes with public members."""
    lines = []
    for name, value in vars(ivy).items():
        if name.startswith("_") or isinstance(value, types.ModuleType):
            continue
        if inspect.isclass(value):
            lines += [name, *(f"{name}.{member}" for member in _members(value))]
        else:
            lines.append(name + _parameters(value))
    return sorted(lines)


def _members(cls: type) -> list[str]:
    return [name for name in dir(cls) if not name.startswith("_")]


def _parameters(value: Any) -> str:
    if not callable(value):
        return ""
    parameters = inspect.signature(value).parameters.values()
    plain = [p.replace(annotation=inspect.Parameter.empty) for p in parameters]
    return re.sub(r"<function (\w+) at \w+>", r"\1", str(inspect.Signature(plain)))


if __name__ == "__main__":
    PATH.write_text("\n".join(listing()) + "\n")

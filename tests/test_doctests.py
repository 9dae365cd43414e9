"""The examples in the docstrings of the public functions and classes, run on every backend."""

from __future__ import annotations

import doctest
import inspect
import re
import types
from typing import Any

import pytest

import ivy
from ivy.graph.rules import RULES
from tests import samples
from tests.helpers import preserved_settings

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SAMPLED = {sample.name for sample in samples.load()}
NUMBER = re.compile(r"-?\d+\.\d*(?:e[-+]?\d+)?")


class Checker(doctest.OutputChecker):
    """Compares printed numbers as numbers: frameworks differ in the last digit of a float32."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        if super().check_output(want, got, optionflags):
            return True
        shapes = [NUMBER.sub("#", text).split() for text in (want, got)]
        numbers = [[float(number) for number in NUMBER.findall(text)] for text in (want, got)]
        return shapes[0] == shapes[1] and numbers[0] == pytest.approx(numbers[1], rel=1e-6)


def examples() -> list[Any]:
    """Return one row per public function, class or method of a class that has an example."""
    found = []
    for name, value in sorted(vars(ivy).items()):
        if name.startswith("_") or not isinstance(value, types.FunctionType | type):
            continue
        if not value.__module__.startswith("ivy."):
            continue
        members = {name: value}
        if inspect.isclass(value):
            # its own methods and those of bases that belong to no other row
            others = [b for b in value.__mro__[1:] if hasattr(ivy, b.__name__)]
            inherited = {base for other in others for base in other.__mro__}
            bases = [base for base in value.__mro__ if base not in inherited]
            own = {key: getattr(value, key) for base in bases for key in vars(base)}
            methods = {k: v for k, v in own.items() if inspect.isfunction(v)}
            members |= {f"{name}.{key}": member for key, member in methods.items()}
        for label, member in members.items():
            if ">>>" in (inspect.getdoc(member) or ""):
                area = value.__module__.rpartition(".")[2]
                # JAX compiles each for a tenth of a second; the values of samples are tested there.
                others = ("numpy", "torch", "tensorflow")
                marks = [pytest.mark.columns(*others)] if label in SAMPLED else []
                found.append(pytest.param(label, member, id=f"{area}/{label}", marks=marks))
    return found


@pytest.mark.parametrize(("label", "member"), examples())
@pytest.mark.aspect("doctest")
def test_example(label: str, member: Any, backend: str, request: pytest.FixtureRequest) -> None:
    if label.endswith("in_memory"):
        request.getfixturevalue("frozen_heap")
    parsed = doctest.DocTestParser().get_doctest(
        inspect.getdoc(member) or "", {"ivy": ivy}, label, None, None
    )
    report: list[str] = []
    with preserved_settings():
        # Not verbose because pytest is: that would be in the report.
        runner = doctest.DocTestRunner(Checker(), verbose=False, optionflags=FLAGS)
        runner.run(parsed, out=report.append)
    RULES["torch"].pop("aten.my_scale", None)  # what the example of transpile_rule adds
    assert not report, "".join(report)

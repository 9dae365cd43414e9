"""How an operation of a framework becomes operations of ivy: one table per framework."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

from ivy.errors import IvyException, IvyNotImplementedException, IvyValueError, first_line
from ivy.graph.build import Builder
from ivy.graph.ir import Graph
from ivy.nest import leaves_with_paths

Rule = Callable[..., Any]
"""`rule(build, *arguments)` adds nodes and returns the Value of the result, or a tuple.

A rule names every argument it implements. An argument it does not name, or a value for which it
raises `Unsupported`, is reported to the user; it is never ignored.
"""

RULES: dict[str, dict[str, Rule]] = {"torch": {}, "jax": {}, "tensorflow": {}, "numpy": {}}


class Unsupported(Exception):
    """Raised by a rule for arguments it cannot translate; the message names them."""


class IvyTranspileException(IvyNotImplementedException):
    """A program that cannot be translated; the message lists every reason with its place."""


@contextmanager
def understood(graph: Graph) -> Iterator[None]:
    """Word what goes wrong in a block that reads a graph, which anybody may have made."""
    try:
        yield
    except IvyException:
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {first_line(error):.200}"
        msg = f"{graph.name!r:.60}: expected a graph whose operations fit each other, got {what}"
        raise IvyTranspileException(f"{msg}; trace the program again") from error


def warn_of_fixed_sizes(arguments: Any, why: str, axes: tuple[int, ...] = ()) -> None:
    """Say that a program was read for the sizes of its arrays only; called by `to_graph`.

    With `axes` only the sizes of these are fixed.
    """
    arrays = leaves_with_paths(arguments, lambda x: hasattr(x, "shape"))
    sizes = [str(tuple(x.shape)) for _, x in arrays]
    reason = " ".join(why.split())
    along = f" along axes {', '.join(map(str, axes))}" if axes else ""
    meant = "leave dynamic_axes out" if axes else "say dynamic_batch=False"
    warnings.warn(
        f"the translation is for arrays of the sizes given{along}, {', '.join(sizes)}, since "
        f"{reason:.300}; translate again for others, and if that is meant {meant}",
        stacklevel=5,
    )


def transpile_rule(framework: str, *names: str) -> Callable[[Rule], Rule]:
    """Return a decorator that makes a function the rule for operations of a framework.

    The function gets a builder, whose methods are ivy's operations, and the operation's arguments:

    >>> @ivy.transpile_rule("torch", "aten.my_scale")
    ... def my_scale(build, x, factor=1.0):
    ...     return build.multiply(x, factor)
    """
    if framework not in RULES:
        raise IvyValueError(f"framework: expected one of {tuple(RULES)}, got {framework!r}")

    def register(function: Rule) -> Rule:
        for name in names:
            RULES[framework][name] = function
        return function

    return register


def table(framework: str, function: Rule, names: dict[str, str]) -> None:
    """Make a function rules that differ in an operation of ivy, its `op`: {theirs: ivy's}."""
    for name, op in names.items():
        RULES[framework][name] = partial(function, op=op)


def alike(names: str) -> dict[str, str]:
    """Return the table of operations that have the same name in a framework and in ivy."""
    return {name: name for name in names.split()}


def called(build: Builder, *args: Any, op: str) -> Any:
    """Call an operation that has the same arguments, in the same order."""
    return getattr(build, op)(*args)


_signature = cache(inspect.signature)


class Translation:
    """Applies the rules of a framework, and collects what no rule can do."""

    def __init__(self, framework: str, build: Builder) -> None:
        self.framework, self.build = framework, build
        self.missing: dict[str, list[str]] = {}

    def has(self, name: str) -> bool:
        """Return whether there is a rule for an operation."""
        return name in RULES[self.framework]

    def apply(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Return what the rule returns; None, and a note for the error, when there is no such."""
        rule = RULES[self.framework].get(name)
        if rule is None:
            return self.note(name)
        try:
            _signature(rule).bind(self.build, *args, **kwargs)
        except TypeError as error:
            return self.note(f"{name}: {error}")
        try:
            return rule(self.build, *args, **kwargs)
        except Unsupported as error:
            return self.note(f"{name}: {error}")

    def note(self, problem: str) -> None:
        """Remember a problem at the present place in the program."""
        path = self.build.scope[-1][0] if self.build.scope else ""
        place = " in ".join(filter(None, (self.build.source, path)))
        self.missing.setdefault(problem, []).append(place)

    def check(self) -> None:
        """Raise one error that lists all problems, if there are any."""
        if not self.missing:
            return
        lines = []
        for problem, places in sorted(self.missing.items(), key=lambda item: -len(item[1])):
            known = sorted({place for place in places if place})[:3]
            where = f", at {'; '.join(known)}" if known else ""
            lines.append(f"  {len(places)} x {problem}{where}")
        listing = "\n".join(lines)
        hint = f'@ivy.transpile_rule("{self.framework}", "<operation>") adds a rule'
        msg = f"expected operations of {self.framework} that ivy can translate, got others"
        raise IvyTranspileException(f"{msg}; {hint}:\n{listing}")

"""Counts the checks a test executes: a test that checks nothing must not be green.

pytest rewrites the `assert` statements of test modules when it imports them. Here, before that, a
call of `count` is put in front of every check:

- an `assert` (unless of a constant);
- a block or call of `raises`, `warns` or `deprecated_call`;
- a call of something named `assert...`, such as `numpy.testing.assert_allclose` or
  `self.assertEqual`. If it is a helper from a test module, its own checks are counted instead.

A passing test pays one function call per check, and only while a dashboard is recorded.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

import pytest
from _pytest.assertion import rewrite

_NAME = "@dashboard"  # no name in anybody's source
_EXPECTATIONS = ("raises", "warns", "deprecated_call")


class _Executed:
    number = 0


_executed = _Executed()


def executed() -> int:
    """Return how many checks this process has executed."""
    return _executed.number


def count(function: Any = None) -> None:
    """Count one check: an `assert`, or a call of `function` unless that counts its own."""
    if _NAME not in getattr(function, "__globals__", ()):
        _executed.number += 1


# torch.compile counts while it traces; in the program a counter would make it compile each time.
count._dynamo_marked_constant = True  # type: ignore[attr-defined]


def enable() -> Callable[[], None]:
    """Make pytest count the checks of test modules it imports; return what undoes it."""
    # Private, as the rewriting has no hook: `tests/test_dashboard.py` tells when it changes.
    module: Any = rewrite
    try:
        original, tail = module.rewrite_asserts, module.PYC_TAIL
    except AttributeError as error:
        raise pytest.UsageError(
            f"--dashboard: expected a pytest that rewrites asserts as 8 and 9 do, got "
            f"{pytest.__version__}"
        ) from error

    def rewrite_counted(tree: ast.Module, *rest: Any) -> None:
        if not hasattr(original, "counts"):  # a pytest inside another one: marked once
            mark_checks(tree)
        original(tree, *rest)

    def undo() -> None:
        module.rewrite_asserts, module.PYC_TAIL = original, tail

    rewrite_counted.counts = True  # type: ignore[attr-defined]
    module.rewrite_asserts = rewrite_counted
    module.PYC_TAIL = f".dashboard{tail}"  # cached apart from modules without counts
    return undo


def mark_checks(tree: ast.Module) -> None:
    """Put a call of `count` in front of every check in a module."""
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                block[:] = [new for statement in block for new in (*_marks(statement), statement)]
    position = 0
    while position < len(tree.body) and _comes_first(tree.body[position]):
        position += 1
    tree.body.insert(position, ast.Import([ast.alias(__name__, _NAME)]))
    ast.fix_missing_locations(tree)


def _comes_first(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _marks(statement: ast.stmt) -> list[ast.stmt]:
    match statement:
        case ast.Assert(test=test) if not isinstance(test, ast.Constant):
            arguments: list[list[ast.expr]] = [[]]
        case ast.Expr(value=ast.Call(func=function)) if _is_check(function):
            arguments = [[copy.deepcopy(function)]]
        case ast.With(items=items) | ast.AsyncWith(items=items):
            calls = [item.context_expr for item in items]
            functions = [call.func for call in calls if isinstance(call, ast.Call)]
            arguments = [[copy.deepcopy(f)] for f in functions if _is_check(f)]
        case _:
            arguments = []
    module = ast.Name(_NAME, ast.Load())
    calls_of_count = [
        ast.Call(ast.Attribute(module, "count", ast.Load()), a, []) for a in arguments
    ]
    return [ast.copy_location(ast.Expr(call), statement) for call in calls_of_count]


def _is_check(function: ast.expr) -> bool:
    """Return whether `a.b.name` (evaluated twice, so no calls in it) has the name of a check."""
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    while isinstance(function, ast.Attribute):
        function = function.value
    is_plain = isinstance(function, ast.Name)
    return is_plain and (name.startswith("assert") or name in _EXPECTATIONS)

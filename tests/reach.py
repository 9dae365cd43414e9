"""Which functions of ivy a test reaches, read from the sources of the tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import ivy

GRADIENT_FUNCTIONS = {"grad", "value_and_grad", "execute_with_gradients", "jac", "vjp", "jvp"}
PUBLIC = frozenset(dir(ivy))


@cache
def tested(on_backends: bool) -> dict[str, frozenset[str]]:
    """Return the names of ivy that every test reaches: those with a column per backend, or not."""
    folder = Path(__file__).parent
    return {
        f"{path.relative_to(folder)}::{name}": reached
        for path in sorted(folder.rglob("test_*.py"))
        for name, reached in _tests_of(ast.parse(path.read_text()), on_backends)
    }


def reached_by_tests() -> frozenset[str]:
    """Return the names that some test calls on every backend."""
    return frozenset().union(*tested(True).values())


def reached_by_gradient_tests() -> frozenset[str]:
    """Return the names that occur together with gradients in a test on every backend."""
    return frozenset().union(*(r for r in tested(True).values() if r & GRADIENT_FUNCTIONS))


def reached_without_backend() -> frozenset[str]:
    """Return the names that some test calls once, for all backends."""
    return frozenset().union(*tested(False).values())


def _tests_of(module: ast.Module, on_backends: bool) -> Iterator[tuple[str, frozenset[str]]]:
    definitions = {name: node for node in module.body for name in _defined(node)}
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            parameters = {parameter.arg for parameter in node.args.args}
            if on_backends == bool(parameters & {"backend", "jit"}):
                yield node.name, _reached(node, definitions)


def _defined(node: ast.stmt) -> list[str]:
    """Return the names that a statement at the top of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
    return [
        part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)
    ]


def _is_ivy(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "ivy"


def _reached(start: ast.AST, definitions: dict[str, ast.stmt]) -> frozenset[str]:
    """Return the names of ivy in a function and in what it uses of its module.

    Strings count if `getattr(ivy, name)` does, too.
    """
    found: set[str] = set()
    strings: set[str] = set()
    by_string = False
    seen: set[str] = set()
    todo = [start]
    while todo:
        for node in ast.walk(todo.pop()):
            if isinstance(node, ast.Attribute) and _is_ivy(node.value):
                found.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                strings.add(node.value)
            elif isinstance(node, ast.Call) and any(map(_is_ivy, node.args)):
                by_string = True  # getattr(ivy, name)
            elif isinstance(node, ast.Name) and node.id in definitions and node.id not in seen:
                seen.add(node.id)
                todo.append(definitions[node.id])
    return frozenset(found | (strings if by_string else set())) & PUBLIC

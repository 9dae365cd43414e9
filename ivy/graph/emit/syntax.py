"""Statements of ivy's own source as syntax trees: found, looked into, rewritten and ordered."""

from __future__ import annotations

import ast
import functools
import inspect
import symtable
import sys
from types import ModuleType
from typing import Any


@functools.cache
def _tree(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(sys.modules[module]))


def binding(module: ModuleType, name: str) -> ast.stmt | None:
    """Return the last statement of a module that gives a name its value."""
    found = None
    for statement in _tree(module.__name__).body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            bound = [statement.name]
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            bound = [a.asname or a.name.split(".")[0] for a in statement.names]
        elif isinstance(statement, ast.Assign) and not _is_taped(statement.value):
            bound = [
                n.id
                for t in statement.targets
                for n in ast.walk(t)
                if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
            ]
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            bound = [statement.target.id]
        else:
            continue
        if name in bound:
            found = statement
    return found


def free_names(text: str) -> set[str]:
    """Return the global names that a statement reads."""
    found: set[str] = set()

    def visit(table: symtable.SymbolTable) -> None:
        top = table.get_type() == "module"
        for symbol in table.get_symbols():
            # From Python 3.12 on a comprehension's own variable stands in the table around it.
            free = not symbol.is_assigned() if top else symbol.is_global()
            if symbol.is_referenced() and free:
                found.add(symbol.get_name())
        for child in table.get_children():
            visit(child)

    visit(symtable.symtable(text, "statement", "exec"))
    return found


def is_primitive(node: ast.expr) -> bool:
    """Return whether an expression is what gives functions of NumPy a gradient in ivy."""
    return isinstance(node, ast.Name) and node.id in ("primitive", "scatter_primitive")


def _is_taped(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and is_primitive(node.func)


def imports_ivy(node: ast.AST) -> bool:
    """Return whether a statement imports something of ivy."""
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").split(".")[0] == "ivy"
    return isinstance(node, ast.Import) and any(a.name.startswith("ivy") for a in node.names)


class WithoutAnnotations(ast.NodeTransformer):
    """Removes annotations, which would need names that nothing else does."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Drop what a function says about its types."""
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Keep that attributes of a class are declared, which named tuples need."""
        for inner in node.body:
            if isinstance(inner, ast.AnnAssign) and "ClassVar" not in ast.unparse(inner.annotation):
                inner.annotation = ast.Name("object")
        node.body = [
            x if isinstance(x, ast.AnnAssign) and ast.unparse(x.annotation) == "object"
            else self.visit(x)
            for x in node.body
        ]  # fmt: skip
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """Drop the type of a parameter."""
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Make a plain assignment of a variable with a type."""
        self.generic_visit(node)
        if node.value is None:
            return ast.Pass()
        return ast.Assign([node.target], node.value, lineno=node.lineno)


class Replaced(ast.NodeTransformer):
    """Puts other expressions, given as source by the id of a node, in the place of some."""

    def __init__(self, sources: dict[int, str]) -> None:
        self._sources = sources

    def visit(self, node: ast.AST) -> Any:
        """Return what stands for a node."""
        source = self._sources.get(id(node))
        return super().visit(node) if source is None else ast.parse(source, mode="eval").body


def one_of_several(statement: ast.stmt, name: str) -> ast.stmt:
    """Return an assignment to several names as one to a single of them."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Tuple):
        return statement
    names = [ast.unparse(target) for target in statement.targets[0].elts]
    value, place = statement.value, names.index(name)
    listed = ast.List([ast.Starred(value, ast.Load())], ast.Load())
    one: ast.expr = ast.Subscript(listed, ast.Constant(place), ast.Load())
    if isinstance(value, ast.Tuple) and len(value.elts) == len(names):
        one = value.elts[place]
    return ast.Assign([ast.Name(name, ast.Store())], one, lineno=1)


def takes_space(tree: ast.stmt) -> bool:
    """Return whether a function in a statement takes the namespace `xp`."""
    return any(
        isinstance(node, (ast.FunctionDef, ast.Lambda))
        and any(a.arg == "xp" for a in node.args.args)
        for node in ast.walk(tree)
    )


def names_in(text: str) -> set[str]:
    """Return the names that stand in a text."""
    return {n.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name)}


def in_order(statements: dict[str, str]) -> list[str]:
    """Return statements so that what runs at once comes after what it needs."""
    trees = {name: ast.parse(text).body[0] for name, text in statements.items()}
    needs = {name: names_in(text) & statements.keys() for name, text in statements.items()}
    order: list[str] = []
    seen: set[str] = set()

    def visit(name: str, deep: bool) -> None:
        if name in seen:
            return
        seen.add(name)
        tree = trees[name]
        if isinstance(tree, ast.ClassDef) or (isinstance(tree, ast.FunctionDef) and not deep):
            now = _needed_at_once(tree) & statements.keys()
        else:
            now = needs[name]
        for other in sorted(now):
            visit(other, True)
        order.append(name)

    for name in statements:
        visit(name, False)
    return [statements[name].strip("\n") for name in order]


def _needed_at_once(tree: ast.FunctionDef | ast.ClassDef) -> set[str]:
    parts: list[ast.AST] = list(tree.decorator_list)
    if isinstance(tree, ast.FunctionDef):
        parts += [*tree.args.defaults, *(d for d in tree.args.kw_defaults if d is not None)]
    else:
        parts += tree.bases
        parts += [x for x in tree.body if not isinstance(x, ast.FunctionDef)]
        for inner in tree.body:
            if isinstance(inner, ast.FunctionDef):
                parts += [*inner.decorator_list, *inner.args.defaults]
    return {n.id for part in parts for n in ast.walk(part) if isinstance(n, ast.Name)}

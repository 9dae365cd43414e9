"""How one operation is printed: a table line with the arguments of a node put in."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import Any

import numpy as np

from ivy.graph.emit.text import ATOM, COMPARE, LOOSE, PLUS, POWER, TIMES, UNARY, Expr, literal
from ivy.graph.ir import Node, Value
from ivy.graph.operations import parameters
from ivy.types import Dtype

Line = "str | Operator | Callable[[Call], Expr] | tuple[Line, ...]"
"""A line of a target's table: how an operation of ivy is written there.

In a string `{x}` is an argument, `{x.}` one that something is attached to, `{*shape}` items
without parentheses; `<, axis={axis}>` is left out when the argument has its default, `{axis!}`
stands there all the same. Functions of the target that a line calls are added to the source. Of
several lines the first applies that has a place for every argument given. A function raises
`NoLine` for arguments it has no place for.
"""


class NoLine(Exception):
    """Raised where a table has no line for the arguments of an operation."""


class Quoted(str):
    """A text of a program: where it is put into source stands its literal, never itself."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return literal(str(self))


class Operator:
    """An infix or prefix operator of Python."""

    def __init__(self, sign: str, level: int, unary: bool = False) -> None:
        self.sign, self.level, self.unary = sign, level, unary


NO_EFFECT = frozenset("copy device allowzero complex_mode preserve_type sorted stable".split())
"""Arguments that change no value of the arrays in a graph, or ask for no order among equals."""


class Call:
    """A node whose arguments are asked for by name; those with their default are absent."""

    def __init__(self, node: Node, body: Any) -> None:
        self.node, self.body, self.op = node, body, node.op
        try:
            bound = parameters(node.op).bind(*node.args, **node.kwargs)
        except TypeError as error:
            raise NoLine(f"{node.op}: {error}") from None
        defaults = {name: p.default for name, p in parameters(node.op).parameters.items()}
        self.given: dict[str, Any] = {
            name: value
            for name, value in bound.arguments.items()
            if not (name in NO_EFFECT or (not _has_value(value) and value == defaults[name]))
            or name not in defaults
        }
        self.defaults = defaults
        self.taken: set[str] = set()
        self._shared: dict[str, Expr] = {}

    # ---- what a line asks for ----

    @property
    def target(self) -> str:
        """The framework that source is written for."""
        return str(self.body.target.name)

    @property
    def space(self) -> str:
        """What it is called in the source."""
        return str(self.body.target.namespace)

    def get(self, name: str) -> Any:
        """Return an argument as it stands in the graph, or its default."""
        self.taken.add(name)
        return self.given.get(name, self.defaults.get(name))

    def known(self, name: str) -> Any:
        """Return an argument that has to be a literal, or its default."""
        value = self.get(name)
        if _has_value(value):
            raise NoLine(f"{self.op}: {name} is computed")
        return Quoted(value) if isinstance(value, str) else value

    def expr(self, name: str) -> Expr:
        """Return the source of an argument."""
        value = self.get(name)
        return self.dtype(value) if name == "dtype" else self.of(value, name)

    def text(self, name: str, level: int = LOOSE) -> str:
        """Return the source of an argument, in parentheses if `level` needs them."""
        return self.expr(name).at(level)

    def dtype(self, value: Any) -> Expr:
        """Return the source of a dtype."""
        return Expr(self.body.target.dtype(Dtype(value).name))

    def of(self, value: Any, hint: str = "value") -> Expr:
        """Return the source of anything that may be an argument."""
        if isinstance(value, float) and self.node.results()[0].dtype == "float32":
            short = float(str(np.float32(value)))
            value = short if len(repr(short)) < 9 and abs(short) < 1e30 else value
        return self.body.expr(value, "number" if hint in ("x1", "x2") else hint)

    def shared(self, name: str) -> Expr:
        """Return the source of an array argument that stands at several places: it is read once."""
        self.taken.add(name)
        if name not in self._shared:
            self._shared[name] = self.body.variable(self.given[name])
        return self._shared[name]

    def use(self, name: str) -> None:
        """Add a function of the target, and those it calls, to the source."""
        self.body.emitter.use(name)

    def finished(self) -> None:
        """Raise if there are arguments that nobody asked for: none is ignored."""
        if left := self.given.keys() - self.taken:
            raise NoLine(f"{self.op}: {', '.join(sorted(left))}")

    def ndim(self, name: str) -> int:
        """Return the number of axes of an array argument."""
        shape = getattr(self.given.get(name), "shape", None)
        if shape is None:
            raise NoLine(f"{self.op}: {name} of unknown rank")
        return len(shape)


def _has_value(nest: Any) -> bool:
    if isinstance(nest, (tuple, list)):
        return any(map(_has_value, nest))
    if isinstance(nest, dict):
        return any(map(_has_value, nest.values()))
    if isinstance(nest, slice):
        return any(map(_has_value, (nest.start, nest.stop, nest.step)))
    return isinstance(nest, Value)


_FIELD = re.compile(r"\{(\*?)(\w+)([.*+^!-]?)\}")
_LEVELS = {"": LOOSE, "!": LOOSE, ".": ATOM, "*": TIMES, "+": PLUS, "^": POWER, "-": UNARY}
_OUTERMOST = {ast.Mult: TIMES, ast.Div: TIMES, ast.Add: PLUS, ast.Sub: PLUS, ast.USub: UNARY}


def applied(line: Any, call: Call) -> Expr:
    """Return what a line of a table makes of a call."""
    if isinstance(line, tuple):
        for one in line:
            if not isinstance(one, str) or _fits(one, call):
                return applied(one, call)
        raise NoLine(f"{call.op}: {', '.join(sorted(call.given))}")
    if isinstance(line, Operator):
        return _operated(line, call)
    if isinstance(line, str):
        if not _fits(line, call):
            raise NoLine(f"{call.op}: {', '.join(sorted(call.given))}")
        call.body.emitter.use_called(line)
        return Expr(_filled(line, call), _level(line))
    result: Expr = line(call)
    call.finished()
    return result


def _fits(line: str, call: Call) -> bool:
    fields = {name for _, name, _ in _FIELD.findall(line)}
    optional = {n for part in re.findall("<(.*?)>", line) for _, n, _ in _FIELD.findall(part)}
    optional |= {name for _, name, level in _FIELD.findall(line) if level == "!"}
    return call.given.keys() <= fields | call.taken and fields - optional <= call.given.keys()


@cache
def _level(line: str) -> int:
    """Return the precedence of a line's outermost operator."""
    plain = _FIELD.sub("x", re.sub("<.*?>|[\ue000\ue001]", "", line)).replace("(, ", "(")
    operator = getattr(ast.parse(plain, mode="eval").body, "op", None)
    return ATOM if operator is None else _OUTERMOST.get(type(operator), LOOSE)


def _filled(line: str, call: Call) -> str:
    def optional(match: re.Match[str]) -> str:
        names = [name for _, name, _ in _FIELD.findall(match[1])]
        return match[1] if all(name in call.given for name in names) else ""

    fields = [name for _, name, _ in _FIELD.findall(line)]

    def put(match: re.Match[str]) -> str:
        star, name, level = match.groups()
        if not star:
            twice = fields.count(name) > 1 and isinstance(call.given.get(name), Value)
            return call.shared(name).text if twice else call.text(name, _LEVELS[level])
        items = call.get(name)
        items = items if isinstance(items, (tuple, list)) else (items,)
        return ", ".join(call.of(item, "size").text for item in items)

    return _FIELD.sub(put, re.sub("<(.*?)>", optional, line).replace("(, ", "("))


def _operated(operator: Operator, call: Call) -> Expr:
    names = list(call.given)
    level = operator.level
    if operator.unary:
        if len(names) != 1:
            raise NoLine(f"{call.op}: {', '.join(names)}")
        return Expr(operator.sign + call.text(names[0], level), level)
    if names != ["x1", "x2"]:
        raise NoLine(f"{call.op}: {', '.join(names)}")
    chains = level == COMPARE  # `a < b != c` of Python is `a < b and b != c`
    first, second = call.text("x1", level + chains), call.text("x2", level + 1)
    return Expr(f"{first} {operator.sign} {second}", level)

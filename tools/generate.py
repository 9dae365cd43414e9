"""Write what follows mechanically from the signatures in `ivy/ops`.

    python tools/generate.py            rewrite
    python tools/generate.py --check    exit 1 if something is stale

1. In `ivy/ops/*.py`: `__all__`, and the bodies of dispatching functions. To add an operation,
   write its signature and docstring with the body `...` and run this. In `ivy/settings.py`:
   `__all__`.
2. `ivy/array_methods.py`: the same operations as methods and operators of `ivy.Array`.

An `if` or `del` written before the body takes care of the parameters it names: they are not passed
on to the backends. So `maximum(x1, x2, use_where)` still costs what `maximum(x1, x2)` does.

Annotations decide: `A` is an operand (operands promote together), `B` another array (indices,
conditions), `Sequence[A]` or `*xs: A` several. `ivy/dispatch.py` reads them the same way.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parents[1]
OPS = ROOT / "ivy" / "ops"
SETTINGS = ROOT / "ivy" / "settings.py"
METHODS = ROOT / "ivy" / "array_methods.py"

OPERATORS = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "floordiv": "floor_divide",
    "mod": "remainder",
    "pow": "pow",
    "matmul": "matmul",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
    "lshift": "bitwise_left_shift",
    "rshift": "bitwise_right_shift",
}
COMPARISONS = {
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
    "eq": "equal",
    "ne": "not_equal",
}
NUMBERS = {"complex", "float", "int", "Number", "bool"}
PROPERTIES = {"device", "dtype", "imag", "itemsize", "real", "shape", "size", "strides"}


@dataclass(frozen=True)
class Parameter:
    name: str
    default: str | None
    annotation: str
    variadic: bool = False
    keyword: bool = False
    mapping: bool = False

    @property
    def words(self) -> list[str]:
        return self.annotation.replace("Sequence[", "").replace("]", "").split(" | ")

    @property
    def is_array(self) -> bool:
        return self.name != "out" and ("A" in self.words or "B" in self.words)

    @property
    def promotes(self) -> bool:
        return "A" in self.words

    @property
    def takes_number(self) -> bool:
        return not NUMBERS.isdisjoint(self.words)

    @property
    def several(self) -> bool:
        return self.variadic or "Sequence[" in self.annotation

    @property
    def optional(self) -> bool:
        return self.default is not None

    @property
    def argument(self) -> str:
        """The text that passes this parameter on."""
        if self.mapping:
            return f"**{self.name}"
        return f"*{self.name}" if self.variadic else (f"{self.name}=" * self.keyword + self.name)


@dataclass(frozen=True)
class Operation:
    name: str
    parameters: tuple[Parameter, ...]
    positional_only: int
    returns: str
    node: ast.FunctionDef

    @property
    def options(self) -> list[ast.stmt]:
        """The statements written by hand before the body."""
        return leading_options(self.node)

    @property
    def passed(self) -> list[Parameter]:
        """The parameters that are passed on to the backends."""
        handled = {"out"}
        for statement in self.options:
            where = statement.test if isinstance(statement, ast.If) else statement
            handled |= {node.id for node in ast.walk(where) if isinstance(node, ast.Name)}
        return [p for p in self.parameters if p.name not in handled]

    @property
    def takes_out(self) -> bool:
        return any(p.name == "out" for p in self.parameters)

    @property
    def arrays(self) -> list[Parameter]:
        return [p for p in self.parameters if p.is_array]

    @property
    def arguments(self) -> str:
        return ", ".join(p.argument for p in self.passed)


def read(function: ast.FunctionDef) -> Operation:
    spec = function.args
    plain = [*spec.posonlyargs, *spec.args]
    defaults = [None] * (len(plain) - len(spec.defaults)) + [ast.unparse(d) for d in spec.defaults]

    def parameter(arg: ast.arg, default: str | None, **kind: bool) -> Parameter:
        annotation = ast.unparse(arg.annotation) if arg.annotation else ""
        return Parameter(arg.arg, default, annotation, **kind)

    parameters = [parameter(a, d) for a, d in zip(plain, defaults, strict=True)]
    if spec.vararg:
        parameters.append(parameter(spec.vararg, None, variadic=True))
    for arg, value in zip(spec.kwonlyargs, spec.kw_defaults, strict=True):
        parameters.append(parameter(arg, ast.unparse(value) if value else None, keyword=True))
    if spec.kwarg:
        parameters.append(parameter(spec.kwarg, None, mapping=True))
    returns = ast.unparse(function.returns) if function.returns else ""
    return Operation(function.name, tuple(parameters), len(spec.posonlyargs), returns, function)


def leading_options(function: ast.FunctionDef) -> list[ast.stmt]:
    """Return the statements, `if` and `del`, between a docstring and the body proper."""
    options = []
    for statement in function.body[1:]:
        is_out = isinstance(statement, ast.If) and ast.unparse(statement.test) == "out is not None"
        if is_out or not isinstance(statement, ast.If | ast.Delete):
            break
        options.append(statement)
    return options


def is_mechanical(function: ast.FunctionDef) -> bool:
    """Return whether a function's body is `...` or one that this script wrote."""
    body = function.body[1 + len(leading_options(function)) :]
    if body and isinstance(body[0], ast.If) and ast.unparse(body[0].test) == "out is not None":
        body = body[1:]
    text = "\n".join(map(ast.unparse, body))
    written = (f"return create('{function.name}'", "try:\n    return (", "try:\n    return ")
    retries = f"return retry(error, '{function.name}'" in text
    return len(body) == 1 and (
        text == "..." or text.startswith(written[0]) or (text.startswith(written[1:]) and retries)
    )


def functions(source: str) -> list[Operation]:
    """Return the public functions of an area, whoever wrote their bodies."""
    found = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    return [read(f) for f in found if not f.name.startswith("_")]


def operations(source: str) -> list[Operation]:
    """Return the public functions of an area whose bodies this script writes."""
    return [o for o in functions(source) if is_mechanical(o.node)]


# ---- the public functions ---------------------------------------------------------------------


def look_up(operation: Operation) -> str:
    """Return the expression for the namespace that serves the arrays of a call."""
    everything = ", ".join("*" * p.several + p.name for p in operation.arrays)
    needed = [p for p in operation.arrays if not p.optional]
    required = [p.name for p in needed]
    optional = [p.name for p in operation.arrays if p.optional]
    if any(p.several for p in operation.arrays):
        if len(operation.arrays) > 1:
            return f"choose({everything})"
        xs = required[0]
        pair = f"type({xs}[0]) if len({xs}) == 2 and type({xs}[0]) is type({xs}[1])"
        return f"table[{pair} else only(map(type, {xs}))]"
    if len(required) == 1:
        fast = f"table[type({required[0]})]"
    elif len(required) == 2:
        first, second = (p.takes_number for p in needed)
        types = "pairs" if first else "array_first" if second else "both"
        fast = f"{types}[type({required[0]})][type({required[1]})]"
    else:
        same = " is ".join(f"type({name})" for name in required)
        return f"(table[type({required[-1]})] if {same} else choose({everything}))"
    if optional:
        return f"({fast} if {' is '.join([*optional, 'None'])} else choose({everything}))"
    return fast


def function_body(operation: Operation) -> list[str]:
    name, arguments = operation.name, operation.arguments
    lines = []
    if operation.takes_out:
        # A parameter may have the function's own name: `threshold(x, threshold, value)`.
        hidden = any(p.name == name for p in operation.parameters)
        itself = f'globals()["{name}"]' if hidden else name
        lines += ["if out is not None:", f"    return put({itself}({arguments}), out)"]
    if not operation.arrays:
        return [*lines, f'return create("{name}", {arguments})']
    return [
        *lines,
        "try:",
        f"    return {look_up(operation)}.{name}({arguments})",
        "except Exception as error:",
        f'    return retry(error, "{name}", {arguments})',
    ]


def with_bodies(source: str) -> str:
    lines = source.splitlines()
    for operation in reversed(operations(source)):
        docstring, *_, last = operation.node.body
        before = [docstring, *operation.options][-1]
        lines[before.end_lineno : last.end_lineno] = [
            "    " + line for line in function_body(operation)
        ]
    return "\n".join(lines) + "\n"


def with_names(source: str) -> str:
    """Return the source with `__all__` listing its public names."""
    tree, lines = ast.parse(source), source.splitlines()
    names = []
    place = slice(0, 0)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            place = slice(node.end_lineno, node.end_lineno)
        elif isinstance(node, ast.Assign):
            targets = [t for target in node.targets for t in getattr(target, "elts", [target])]
            names += [t.id for t in targets if isinstance(t, ast.Name)]
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            place = slice(node.lineno - 1, node.end_lineno)
    lines[place] = [f"__all__ = {sorted(n for n in names if not n.startswith('_'))}"]
    return "\n".join(lines) + "\n"


# ---- the methods of Array ---------------------------------------------------------------------

HEADER = '''"""The operations as methods of `ivy.Array`. Written by tools/generate.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ivy.dispatch import (
    OPERATIONS,
    MixedDtypes,
    Wrapper,
    alike,
    array_first,
    both,
    choose,
    only,
    operate,
    pairs,
    put,
    replace,
    retry,
    table,
    wrap,
)

if TYPE_CHECKING:
    from ivy.array import Array

new = object.__new__  # new(Array) is cheaper than Array(...), which runs __init__


class ArrayMethods(Wrapper):
    """The operations whose first parameter is an array, and the operators."""

    __slots__ = ()

'''
NAMESPACE = '''

class ArrayNamespace(ArrayMethods):
    """What dispatch calls for `ivy.Array`: every operation, under its own signature."""

    __slots__ = ()

'''
FOOTER = '''

def bind(array: Any) -> None:
    """Tell the methods the class they wrap their results in."""
    globals()["Array"] = array  # type checkers keep the class imported above
'''


def signature(operation: Operation) -> str:
    """Return the parameters of a method, the first one called self."""
    parts = []
    for index, p in enumerate(operation.parameters):
        if p.keyword and not any(q.variadic or q.keyword for q in operation.parameters[:index]):
            parts.append("*")
        stars = "*" * p.variadic + "**" * p.mapping
        text = f"{stars}{p.name}: Any" if p.name != "self" else "self"
        parts.append(text + (f" = {p.default}" if p.default is not None else ""))
        if index + 1 == max(operation.positional_only, 1) and not p.variadic:
            parts.append("/")
    return ", ".join(parts)


def unwrapping(operation: Operation) -> tuple[dict[str, str], list[str]]:
    """Return native names for the array parameters, and the lines that fill them."""
    arrays = operation.arrays
    if [p.name for p in arrays] == ["self"]:
        return {"self": "x"}, ["x = self._data"]
    native = {p.name: f"{p.name}_" for p in arrays}
    operands = [p.name for p in arrays if p.promotes and not p.several and not p.optional]
    lines = []
    for p in arrays:
        if p.several:
            each = f"x._data if type(x) is Array else x for x in {p.name}"
            lines.append(f"{native[p.name]} = [{each}]")
        elif p.name not in operands[:2] or len(operands) == 1:
            value = f"{p.name}._data if type({p.name}) is Array else {p.name}"
            lines.append(f"{native[p.name]} = {value}")
    if len(operands) >= 2:
        x1, x2 = operands[:2]
        lines += [
            f"if type({x2}) is Array:",
            f"    {native[x2]} = {x2}._data",
            f"    if type({x1}) is Array:",
            f"        {native[x1]} = {x1}._data",
            f"        if {native[x1]}.dtype is not {native[x2]}.dtype:",
            "            raise MixedDtypes",
            "    else:",
            f"        {native[x1]} = {x1}",
            "else:",
            f"    {native[x2]} = {x2}",
            f"    {native[x1]} = {x1}._data if type({x1}) is Array else {x1}",
        ]
    for p in arrays:
        if (
            p.promotes
            and p.optional
            and not p.several
            and len([q for q in arrays if q.promotes]) > 1
        ):
            lines += [f"if type({p.name}) is Array:", "    raise MixedDtypes"]
    return native, lines


def method(operation: Operation) -> str:
    name, arguments = operation.name, operation.arguments
    native, lines = unwrapping(operation)
    renamed = replace(
        operation,
        parameters=tuple(replace(p, name=native.get(p.name, p.name)) for p in operation.parameters),
    )
    value = f"{look_up(renamed)}.{name}({renamed.arguments})"
    single = operation.returns == "A"
    if single:
        # The standard wants the array itself from `astype(x, dtype, copy=False)` where it may be.
        kept = "self if not copy and r._data is x else r  # type: ignore[return-value]"
        returned = kept if name == "astype" else "r"
        lines += ["r = new(Array)", f"r._data = {value}", f"return {returned}"]
    elif operation.returns in ("bool", "int"):
        lines += [f"return {value}"]
    else:
        lines += [f"return wrap({value})"]
    out = []
    for option in operation.options:
        if isinstance(option, ast.If):
            everything = ", ".join(p.argument for p in operation.parameters)
            forward = f'        return OPERATIONS["{name}"]({everything})'
            out += [f"    if {ast.unparse(option.test)}:", forward]
    if operation.takes_out:
        out += [
            "    if out is not None:",
            f"        return put(ArrayNamespace.{name}({arguments}), out)",
        ]
    summary = (ast.get_docstring(operation.node) or "").splitlines()[0]
    return indent(
        [
            f"def {name}({signature(operation)}) -> {'Array' if single else 'Any'}:",
            f'    """{summary}"""',
            *out,
            "    try:",
            *["        " + line for line in lines],
            "    except Exception as error:",
            f'        return retry(error, "{name}", {arguments})',
        ]
    )


def forwarding_method(operation: Operation) -> str:
    """Return the method of a function with a hand-written body."""
    bound = as_method(operation)
    summary = (ast.get_docstring(operation.node) or "").splitlines()[0]
    arguments = ", ".join(p.argument for p in bound.parameters)
    return indent(
        [
            f"def {operation.name}({signature(bound)}) -> Any:",
            f'    """{summary}"""',
            f'    return OPERATIONS["{operation.name}"]({arguments})',
        ]
    )


def as_method(operation: Operation) -> Operation:
    first, *others = operation.parameters
    if first.variadic:
        self = Parameter("self", None, first.annotation)
        return replace(operation, parameters=(self, *operation.parameters))
    return replace(operation, parameters=(replace(first, name="self"), *others))


def joining_method(operation: Operation) -> str:
    """Return the method of an operation on a list: `x.concat([y, z])` joins the three."""
    first, *others = operation.parameters
    itself = replace(operation, parameters=(Parameter("self", None, ""), first, *others))
    arguments = ", ".join([f"[self, *{first.name}]", *(p.argument for p in others)])
    summary = (ast.get_docstring(operation.node) or "").splitlines()[0]
    lines = [
        f"def {operation.name}({signature(itself)}) -> Array:",
        f'    """{summary}"""',
        f"    return ArrayNamespace.{operation.name}({arguments})",
    ]
    return indent(lines)


def operator(symbol: str, name: str) -> str:
    """Return `__add__` and, for arithmetic, `__radd__` and `__iadd__`."""
    methods = [binary(f"__{symbol}__", name, reflected=False)]
    if symbol not in COMPARISONS:
        methods += [
            binary(f"__r{symbol}__", name, reflected=True),
            [
                f"def __i{symbol}__(self, other: Any) -> Any:",
                f'    return replace(self, "{name}", other)',
            ],
        ]
    return "\n".join(map(indent, methods))


def binary(method: str, name: str, reflected: bool) -> list[str]:
    """Return one binary operator: on two arrays of one dtype, or an array and a number, at once."""
    slowly = f'"{name}", other, self' if reflected else f'"{name}", self, other'
    # Arrays of JAX and NumPy have the same dtype objects: the types must be equal, too.
    of_arrays = [
        "        if type(other) is Array:",
        "            y = other._data",
        "            if x.dtype is y.dtype and type(x) is type(y):",
        "                r = new(Array)",
        f"                r._data = alike[type(x)].{name}(x, y)",
        "                return r",
    ]
    x1, x2 = ("other", "x") if reflected else ("x", "other")
    return [
        f"def {method}(self, other: Any) -> Any:",
        "    try:",
        "        x = self._data",
        *([] if reflected else of_arrays),
        f"        {'' if reflected else 'el'}if type(other) is float or type(other) is int:",
        "            r = new(Array)",
        f"            r._data = pairs[type({x1})][type({x2})].{name}({x1}, {x2})",
        "            return r",
        "    except Exception:",
        f"        return operate({slowly})",
        f"    return operate({slowly})",
    ]


def indent(lines: list[str]) -> str:
    return "\n".join("    " + line for line in lines) + "\n"


def methods() -> str:
    found = [o for path in OPS.glob("*.py") for o in operations(path.read_text()) if o.arrays]
    found.sort(key=lambda o: o.name)
    on_self, on_lists, others = [], [], []
    for operation in found:
        first = operation.parameters[0]
        if first.is_array and (first.variadic or not first.several):
            kind = others if operation.name in PROPERTIES else on_self
        else:
            kind = on_lists if first.is_array else others
        kind.append(operation)
    areas = [functions(path.read_text()) for path in OPS.glob("*.py")]
    by_hand = [
        o
        for o in sorted((o for area in areas for o in area), key=lambda o: o.name)
        if not is_mechanical(o.node)
        and o.parameters
        and o.parameters[0].annotation == "A"
        and o.name not in PROPERTIES
    ]
    names = {o.name for o in found}
    parts = [operator(s, n) for s, n in (OPERATORS | COMPARISONS).items() if n in names]
    parts += [method(as_method(o)) for o in on_self] + [joining_method(o) for o in on_lists]
    parts += [forwarding_method(o) for o in by_hand]
    namespace = [indent(["@staticmethod"]) + method(o) for o in on_lists]
    namespace += [indent(["@staticmethod"]) + method(o) for o in others]
    if not namespace:
        namespace = ["    pass\n"]
    return HEADER + "\n".join(parts) + NAMESPACE + "\n".join(namespace) + FOOTER


def formatted(source: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", "x.py", "-"]
    done = subprocess.run(
        command, input=source, text=True, capture_output=True, cwd=ROOT, check=False
    )
    if done.returncode:
        raise SystemExit(f"cannot format: {done.stderr}")
    return done.stdout


def main() -> int:
    areas = sorted(path for path in OPS.glob("*.py") if path.name != "__init__.py")
    files = {path: with_bodies(with_names(path.read_text())) for path in [*areas, SETTINGS]}
    stale = []
    for path, source in [*files.items(), (METHODS, methods())]:
        text = formatted(source)
        if not path.exists() or path.read_text() != text:
            stale.append(str(path.relative_to(ROOT)))
            if "--check" not in sys.argv:
                path.write_text(text)
    print("\n".join(stale) or "everything is fresh")
    return int(bool(stale) and "--check" in sys.argv)


if __name__ == "__main__":
    raise SystemExit(main())

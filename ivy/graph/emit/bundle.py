"""Functions of ivy that emitted source needs, taken along with everything they use.

An operation without a line in a target's table is not written a second time: the statements that
define it in `ivy/backends` are copied, and those they refer to, until nothing of ivy is missing.
Bodies shared by all backends take a namespace `xp`, which the source gets with the operations used.
"""

from __future__ import annotations

import ast
import builtins
import copy
import functools
import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from ivy import backends, config
from ivy.backends import conversion, native_dtypes
from ivy.graph.emit.names import Names
from ivy.graph.emit.syntax import (
    Replaced,
    WithoutAnnotations,
    binding,
    free_names,
    imports_ivy,
    in_order,
    is_primitive,
    names_in,
    one_of_several,
    takes_space,
)
from ivy.graph.ir import RANDOM
from ivy.graph.rules import IvyTranspileException
from ivy.types import Dtype

_HERE = ("ivy.backends", "ivy.types", "ivy.constants", "ivy.errors", "ivy.locks")
"""Where statements may be copied from: what is elsewhere is machinery of ivy."""


class _Missing(Exception):
    """Something that cannot be taken along."""


class Bundle:
    """Collects functions of a backend as source."""

    def __init__(self, backend: str, names: Names | None = None) -> None:
        self.backend = backend
        self.names = Names() if names is None else names
        self._emitted: dict[tuple[str, str], str] = {}
        self._statements: dict[str, str] = {}
        self._imports: set[str] = set()
        self._words: dict[str, str] = {}
        """Name in the source -> the line that imports it."""
        self._attributes: dict[str, str] = {}
        self._functions: dict[str, str] = {}

    def function(self, op: str, problem: str) -> str:
        """Return the source that calls an operation, after taking its function along.

        Raises:
            IvyTranspileException: the function needs something that cannot be taken along.
        """
        if op not in self._functions:
            try:
                if op in {*RANDOM, "rrelu"}:
                    raise _Missing("random numbers of ivy")
                self._functions[op] = self._operation("run_scan" if op == "scan" else op)
            except _Missing as error:
                msg = f"{op}: expected an operation with a line in ivy/graph/emit/{self.backend}.py"
                raise IvyTranspileException(
                    f"{msg}, or one that can be copied, got neither ({problem}; {error})"
                ) from None
        return self._functions[op]

    def called(self, op: str, arguments: list[str], problem: str) -> str:
        """Return the source of a call of an operation."""
        function = self.function(op, problem)
        shared = function.startswith("functools.partial(")
        if shared:
            function = function.removeprefix("functools.partial(").partition(",")[0]
        first = ["xp"] if shared else []
        return f"{function}({', '.join([*first, *arguments])})"

    @property
    def used(self) -> bool:
        """Return whether anything was taken along."""
        return bool(self._functions)

    def source(self) -> str:
        """Return the functions, after the namespace they use."""
        if not self.used:
            return ""
        text = "\n\n".join(in_order(self._statements))
        if "xp" in names_in(text) or self._attributes:
            self._imports.add("from types import SimpleNamespace")
            given = ", ".join(f"{name}={what}" for name, what in self._attributes.items())
            filled = f"\n\nvars(xp).update({given})" if given else ""
            text = f"xp = SimpleNamespace()\n\n{text}{filled}"
        return text

    def imports(self) -> list[str]:
        """Return import lines that the functions need."""
        return sorted(self._imports)

    # ---- finding ----

    def _operation(self, name: str) -> str:
        """Return the source of an operation of the backend's namespace."""
        space = backends.load(self.backend)
        value = vars(space).get(name)
        if name in ("asarray", "array"):
            self._imports.add("import functools")
            return f"functools.partial({self._take(conversion, 'asarray')}, xp)"
        if isinstance(value, functools.partial) and value.args and value.args[0] is space:
            body = value.func
            inner = self._take(sys.modules[body.__module__], body.__name__)
            self._imports.add("import functools")
            return f"functools.partial({inner}, xp)"
        for module in _modules(space):
            if name in vars(module) and vars(module)[name] is value:
                return self._take(module, name)
        if name in ("e", "inf", "nan", "pi", "newaxis") or value is None:
            return repr(value) if value is None or value == value else 'float("nan")'
        native = {native: dtype for dtype, native in space.NATIVE_DTYPES.items()}
        try:
            if value in native:
                return self._dtype(native[value].name)
        except TypeError:
            pass
        raise _Missing(f"{name} of the namespace")

    def _dtype(self, name: str) -> str:
        line, source = _DTYPES[self.backend]
        self._imports.add(line)
        return source.format(name)

    def _take(self, module: ModuleType, name: str) -> str:
        """Return the name in the source of what a module calls `name`, taken along if need be."""
        key = (module.__name__, name)
        if key in self._emitted:
            return self._emitted[key]
        value = vars(module).get(name)
        if inspect.isclass(value) and issubclass(value, Exception):
            return next(base.__name__ for base in value.__mro__ if hasattr(builtins, base.__name__))
        if name == "Box" and module.__name__ == "ivy.backends.numpy_tape.engine":
            self._imports.add("import numpy as np")
            return "np.ndarray"
        if (module.__name__.split(".")[-1], name) in _STAND_INS:
            self._statements[name] = _STAND_INS[module.__name__.split(".")[-1], name]
            return name
        if value is conversion.asarray:
            self._attribute("as_native_dtype")
            line, made = _ARRAYS[self.backend]
            self._imports |= {line, "import numpy as np"}
            self._statements[name] = _ASARRAY.format(made=made)
            return name
        if value is backends.load:
            raise _Missing("what loads the backends of ivy")
        if value is config.setting:
            self._statements["settings"] = f"settings = {_settings()!r}"
            return "settings.get"
        if value is native_dtypes.named_dtype:
            dtype = self._take(sys.modules[Dtype.__module__], "Dtype")
            self._statements["named_dtype"] = _NAMED_DTYPE.format(dtype=dtype)
            return "named_dtype"
        statement = binding(module, name)
        if statement is None:
            raise _Missing(f"{name} of {module.__name__}")
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            return self._imported(module, name, statement, value)
        allowed = module.__name__.startswith(_HERE) or value is config.default_of
        if not allowed or "numpy_tape" in module.__name__:
            raise _Missing(f"{name} of {module.__name__}")
        # Never the name of a variable: neither of the model nor in another function.
        own = self.names.fresh(f"_{name.lstrip('_')}")
        self._emitted[key] = own
        self._statements[own] = self._rewritten(module, statement, name, own)
        return own

    def _imported(
        self, module: ModuleType, name: str, statement: ast.Import | ast.ImportFrom, value: Any
    ) -> str:
        key = (module.__name__, name)
        alias = next(a for a in statement.names if (a.asname or a.name.split(".")[0]) == name)
        if isinstance(statement, ast.ImportFrom):
            origin = statement.module or ""
            if origin.split(".")[0] == "ivy":
                if isinstance(value, ModuleType):
                    raise _Missing(f"{name}, a module")
                self._emitted[key] = self._take(importlib.import_module(origin), alias.name)
                return self._emitted[key]
            word = self._import_name(name, f"from {origin} import {alias.name}", alias.name)
        else:
            if alias.name.split(".")[0] == "ivy":
                raise _Missing(f"{name}, a module")
            # `import a.b` gives the name `a`.
            whole = alias.name if alias.asname else alias.name.split(".")[0]
            word = self._import_name(name, f"import {alias.name}", whole)
        self._emitted[key] = word
        return word

    def _import_name(self, name: str, line: str, plain: str) -> str:
        word = name.lstrip("_")
        while self._words.setdefault(word, line) != line:  # another module has this name
            word = f"{word}_"
        self.names.taken.add(word)
        self._imports.add(line if word == plain else f"{line} as {word}")
        return word

    # ---- rewriting ----

    def _rewritten(self, module: ModuleType, statement: ast.stmt, name: str, own: str) -> str:
        """Return the statement that defines `name`, with the names that things have in the source.

        `own` is the one of what it defines.
        """
        tree = one_of_several(WithoutAnnotations().visit(copy.deepcopy(statement)), name)
        if isinstance(tree, ast.FunctionDef):
            tree.decorator_list = [x for x in tree.decorator_list if not is_primitive(x)]
        if isinstance(tree, ast.ClassDef):  # a method that needs ivy is for users of ivy
            tree.body = [x for x in tree.body if not any(map(imports_ivy, ast.walk(x)))]
        if any(map(imports_ivy, ast.walk(tree))):
            raise _Missing(f"{name} of {module.__name__}, which imports from ivy")
        free = free_names(ast.unparse(tree)) - {name}
        spaces = {n for n in free if _is_space(vars(module).get(n), self.backend)}
        modules = {n for n in free - spaces if _is_of_ivy(vars(module).get(n))}
        parameters = {"xp"} if takes_space(tree) else set()
        replaced: dict[int, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                if node.value.id in modules:
                    replaced[id(node)] = self._take(vars(module)[node.value.id], node.attr)
                elif node.value.id in spaces | parameters:
                    self._attribute(node.attr)
            elif isinstance(node, ast.Name) and node.id in free:
                if node.id in spaces:
                    replaced[id(node)] = "xp"
                elif node.id not in modules and not hasattr(builtins, node.id):
                    replaced[id(node)] = self._take(module, node.id)
            elif isinstance(node, ast.Name) and node.id == name:
                replaced[id(node)] = own
        if isinstance(tree, (ast.FunctionDef, ast.ClassDef)):
            tree.name = own
        return ast.unparse(Replaced(replaced).visit(tree))

    def _attribute(self, name: str) -> None:
        if name not in self._attributes:
            self._attributes[name] = "None"  # stands for itself while it is looked for
            self._attributes[name] = self._operation(name)


_NAMED_DTYPE = """
def named_dtype(name):
    return {dtype}(str(getattr(name, "name", name)).removeprefix("torch."))
"""


_ASARRAY = """
def asarray(xp, obj, copy=None, dtype=None, device=None):
    if dtype is None and not hasattr(obj, "dtype"):
        kind = np.asarray(obj).dtype.kind
        dtype = {{"b": "bool", "i": "int32", "f": "float32", "c": "complex64"}}[kind]
    return {made}
"""
_NATIVE = "xp.as_native_dtype(dtype or obj.dtype)"
_ARRAYS = {
    "numpy": ("import numpy as np", f"np.asarray(obj, {_NATIVE})"),
    "jax": ("import jax.numpy as jnp", f"jnp.asarray(obj, {_NATIVE})"),
    "torch": ("import torch", f"torch.as_tensor(obj, dtype={_NATIVE})"),
    "tensorflow": ("import tensorflow as tf", f"tf.cast(obj, {_NATIVE})"),
}
"""Backend -> an import, and the source of what makes an array."""
_DTYPES = {
    "numpy": ("import numpy as np", 'np.dtype("{}")'),
    "jax": ("import numpy as np", 'np.dtype("{}")'),
    "torch": ("import torch", "torch.{}"),
    "tensorflow": ("import tensorflow as tf", "tf.{}"),
}
"""Backend -> an import, and the source of a dtype."""


_STAND_INS = {
    ("device", "to_device"): """
def to_device(x, *_):
    return x  # arrays stay where they are
""",
    ("engine", "constant"): """
def constant(x):
    return x  # without gradients every array is one
""",
    ("rng", "stream_for"): """
def stream_for(*_):
    raise NotImplementedError("random numbers of ivy, which this file has not")
""",
}
"""What stands for machinery of ivy in the source."""


def _settings() -> dict[str, Any]:
    """Return the settings in force, as far as they are plain values."""
    found = {name: setting.get() for name, setting in config.SETTINGS.items()}
    plain = {n: getattr(v, "name", v) for n, v in found.items()}
    return {n: v for n, v in plain.items() if isinstance(v, (str, int, float, bool, type(None)))}


def _modules(space: ModuleType) -> Iterator[ModuleType]:
    for info in pkgutil.iter_modules(space.__path__):
        yield importlib.import_module(f"{space.__name__}.{info.name}")


def _is_space(value: Any, backend: str) -> bool:
    return isinstance(value, ModuleType) and value.__name__ == f"ivy.backends.{backend}"


def _is_of_ivy(value: Any) -> bool:
    return isinstance(value, ModuleType) and value.__name__.split(".")[0] == "ivy"

"""Write what the documentation says about the code from the code.

    python tools/reference.py            rewrite the marked tables of docs/*.md
    python tools/reference.py --check    exit 1 if one is stale

`docs/conf.py` calls `write_pages`, which makes docs/reference/: a page per area of functions, with
a table of what each can do on which framework, and pages of the classes. These are not committed.
They need NumPy only: who implements an operation is read from the sources of the backends, what is
promised about it from tests/samples.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import ivy
import ivy.stateful
from ivy import backends, config
from ivy.types import ALL_DTYPES, Dtype

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TITLES = {"numpy": "NumPy", "torch": "PyTorch", "jax": "JAX", "tensorflow": "TensorFlow"}


# ---- what is known about an operation ---------------------------------------------------------


@cache
def native_bodies(framework: str) -> frozenset[str]:
    """Return the names that a backend defines itself, from its sources."""
    found: set[str] = set()
    for path in (ROOT / "ivy" / "backends" / framework).glob("[a-z]*.py"):
        if path.stem.startswith("unsigned_"):
            continue  # parts of `unsigned`, no operations
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                found.add(node.name)
            elif isinstance(node, ast.ImportFrom):
                found |= {alias.asname or alias.name for alias in node.names}
            elif isinstance(node, ast.Assign):
                names = [n for target in node.targets for n in ast.walk(target)]
                found |= {n.id for n in names if isinstance(n, ast.Name)}
    return frozenset(found)


@cache
def refused(framework: str) -> dict[str, str]:
    """Return the operations a backend declares it cannot do, with reasons, from its sources."""
    paths = (ROOT / "ivy" / "backends" / framework).glob("[a-z]*.py")
    found = [literal(path, "UNSUPPORTED") for path in paths]
    return {name: reason for reasons in found for name, reason in reasons.items()}


def literal(path: Path, name: str) -> dict[str, str]:
    """Return the dict that a file assigns to a name, without running the file."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            found: dict[str, str] = ast.literal_eval(node.value)
            return found
    return {}


def implementation(name: str, framework: str) -> str:
    """Return whose code runs: ● the backend's own, ○ that shared by all."""
    if reason := refused(framework).get(name):
        return f"– ({reason})"
    return "●" if name in native_bodies(framework) else "○"


def dtype_words(names: Iterable[str]) -> str:
    """Return dtypes in few words: `int` for all signed integers, else `int32/64`."""
    chosen = [Dtype(name) for name in names]
    words = []
    for kind in ("bool", "int", "uint", "float", "complex"):
        every = [d for d in ALL_DTYPES if d.kind == kind]
        some = [d for d in every if d in chosen]
        if len(some) == len(every):
            words.append(kind)
        elif some:
            plain = [d for d in some if d.name != "bfloat16"]
            words += ["bfloat16"] * (len(plain) < len(some))
            words += [kind + "/".join(str(d.bits) for d in plain)] * bool(plain)
    return ", ".join(words)


def traced_words(traceable: Any) -> str:
    """Return where an operation can be compiled."""
    if isinstance(traceable, bool):
        return "✓" if traceable else "–"
    if not traceable:
        return "✓"
    return "; ".join(f"not {TITLES[name]}: {reason}" for name, reason in traceable.items())


@cache
def samples() -> dict[str, Any]:
    """Return the row of tests/samples about each operation."""
    return {sample.name: sample for sample in importlib.import_module("tests.samples").load()}


def support_row(name: str) -> list[str]:
    """Return the cells about one operation."""
    sample = samples().get(name)
    promised = ["", "", ""]
    if sample is not None:
        gradient = "✓" if sample.differentiable else "–"
        promised = [dtype_words(sample.dtypes), gradient, traced_words(sample.traceable)]
    return [*(implementation(name, framework) for framework in backends.NAMES), *promised]


# ---- pages ------------------------------------------------------------------------------------

LEGEND = {
    "a framework": "● code of its own, often the framework's function itself; ○ a body all share",
    "Tested dtypes": "compared with an independent reference in these, on every framework; `int` "
    "is int8 to int64, `uint` likewise, `float` includes bfloat16; other dtypes may be accepted",
    "Gradient": "compared with finite differences",
    "Compiled": "runs inside `jax.jit`, `torch.compile` and `tf.function`",
    "empty": "not about arrays, or tested by hand",
}
"""Column of a table about operations -> what it says."""


def page(title: str, *parts: str) -> str:
    """Return a page of Markdown."""
    return "\n\n".join([f"# {title}", *parts]) + "\n"


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table of Markdown."""
    cells = [*header]
    lines = [cells, ["---"] * len(cells), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in r) + " |" for r in lines
    )


def documented(directives: Iterable[str]) -> str:
    """Return what autodoc shall document."""
    return "\n\n".join(["```{eval-rst}", *directives, "```"])


def summary(module: ModuleType) -> str:
    """Return the docstring of a module."""
    return inspect.getdoc(module) or ""


def title_of(module: ModuleType) -> str:
    """Return the last part of a module's name as a title."""
    return file_name(module).replace("_", " ").capitalize()


def full_name(name: str, module: ModuleType) -> str:
    """Return where a public name is found; ivy.fft is a namespace, which calls the function."""
    owner = "ivy" if getattr(ivy, name) is getattr(module, name) else module.__name__
    return f"{owner}.{name}"


def directive(name: str, module: ModuleType = ivy, members: Iterable[str] = ()) -> str:
    """Return the directive that documents a function or class."""
    if inspect.isclass(getattr(module, name)):
        chosen = f"   :members: {', '.join(members)}".rstrip()
        # `operation` is what a layer without variables calls.
        options = f"{chosen}\n   :exclude-members: operation"
        return f".. autoclass:: {full_name(name, module)}\n{options}"
    return f".. autofunction:: {full_name(name, module)}"


def area_page(module: ModuleType) -> str:
    """Return the page of an area of ivy/ops."""
    functions = [n for n in module.__all__ if inspect.isfunction(getattr(module, n))]
    values = [n for n in module.__all__ if not callable(getattr(module, n))]
    header = ["[Function](../index.md#how-to-read-the-tables)", *TITLES.values()]
    header += ["Tested dtypes", "Gradient", "Compiled"]
    links = [f"{{py:func}}`{n} <{full_name(n, module)}>`" for n in functions]
    rows = [[link, *support_row(n)] for link, n in zip(links, functions, strict=True)]
    others = ["Values: " + ", ".join(f"`ivy.{n}`" for n in values) + "."] if values else []
    directives = [directive(n, module) for n in module.__all__ if n not in values]
    support = "{.support}\n" + table(header, rows)
    parts = [summary(module), *others, support, documented(directives)]
    return page(title_of(module), *parts)


def class_page(title: str, intro: str, names: Iterable[str], members: Iterable[str] = ()) -> str:
    """Return a page of classes and functions of `ivy`."""
    chosen = [*members]
    return page(title, intro, documented(directive(name, members=chosen) for name in names))


def settings_page() -> str:
    """Return the page of everything that can be set."""
    rows = []
    for setting in config.SETTINGS.values():
        camel = "".join(part.capitalize() for part in setting.name.split("_"))
        names = [f"set_{setting.name}", f"unset_{setting.name}", camel, f"use_{setting.name}"]
        found = ", ".join(f"`{name}`" for name in names if hasattr(ivy, name))
        rows.append([f"`{setting.name}`", f"`{setting.default!r}`", found])
    names = [n for n in ivy.settings.__all__ if inspect.isfunction(getattr(ivy, n))]
    header = ["Setting", "Default", "Functions and context managers"]
    return page("Settings", table(header, rows), documented(map(directive, names)))


def types_page() -> str:
    """Return the page of dtypes, devices, shapes and constants."""
    dtypes = "Dtypes: " + ", ".join(f"`ivy.{dtype.name}`" for dtype in ALL_DTYPES) + "."
    numbers = [n for n, v in vars(ivy.constants).items() if isinstance(v, float)]
    constants = "Constants: " + ", ".join(f"`ivy.{n}`" for n in numbers) + ", `ivy.newaxis`."
    classes = ("Dtype", "Device", "Shape", "Finfo", "Iinfo")
    return class_page("Types and constants", f"{dtypes}\n\n{constants}", classes)


def errors_page() -> str:
    """Return the page of exceptions."""
    classes = [n for n, v in vars(ivy.errors).items() if inspect.isclass(v)]
    texts = [f".. autoexception:: ivy.errors.{name}\n   :show-inheritance:" for name in classes]
    return page("Errors", summary(ivy.errors), documented(texts))


def own_names(kind: type, start: str = "") -> list[str]:
    """Return the public methods and properties that a class of ivy has with its mixins."""
    ours = [base for base in kind.__mro__ if base.__module__.startswith("ivy.")]
    found = {name: value for base in reversed(ours) for name, value in vars(base).items()}
    public = [n for n in found if n.startswith(start) and not n.startswith(("_", "static_"))]
    return [name for name in public if inspect.getdoc(found[name])]


CONTAINER = """\
Every operation is a method (`c.exp()`) and, with `static_` before its name, a static method of the
class. Below are the methods that are about the Container itself."""
ARRAY = """\
Every operation whose first argument is an array is a method: `x.exp()` is `ivy.exp(x)`; see the
areas. Below is what an `Array` has besides."""
MODULE = "The base of layers and models."


def files_of(package: ModuleType) -> list[ModuleType]:
    """Return the modules of a package."""
    infos = pkgutil.iter_modules(package.__path__)
    return [importlib.import_module(f"{package.__name__}.{info.name}") for info in infos]


def public_names(modules: list[ModuleType], elsewhere: set[str]) -> dict[ModuleType, list[str]]:
    """Return what modules make public: their `__all__`, else what `ivy` takes from them."""
    listed = {m: [n for n in getattr(m, "__all__", ()) if hasattr(ivy, n)] for m in modules}
    found = {m: names for m, names in listed.items() if names}
    known = {name for names in found.values() for name in names} | elsewhere
    for name, value in vars(ivy).items():
        module = sys.modules.get(getattr(value, "__module__", None) or "")
        if module in modules and name not in known and not name.startswith("_"):
            found.setdefault(module, []).append(name)
    return found


def file_name(module: ModuleType) -> str:
    """Return the last part of a module's name."""
    return module.__name__.rpartition(".")[2]


def pages() -> dict[str, str]:
    """Return every page of the reference by its path, without the ending."""
    objects = {
        "array": class_page("Array", ARRAY, ["Array"]),
        "container": class_page(
            "Container", CONTAINER, ["Container"], own_names(ivy.Container, "cont_")
        ),
        "module": class_page("Module", MODULE, ["Module"], own_names(ivy.Module)),
        "settings": settings_page(),
        "types": types_page(),
        "errors": errors_page(),
    }
    packages = [ivy.stateful, ivy.graph] if hasattr(ivy, "graph") else [ivy.stateful]
    files = [module for package in packages for module in files_of(package)]
    areas = {m: m.__all__ for m in files_of(ivy.ops)}
    parts = public_names(files, {"Array", "Container", "Module"})
    found = objects | {f"functions/{file_name(m)}": area_page(m) for m in areas}
    shared = {file_name(m) for m in areas}
    for module, names in parts.items():
        title = title_of(module) + " as modules" * (file_name(module) in shared)
        found[f"modules/{file_name(module)}"] = class_page(title, summary(module), names)
    return found | {"index": index_page(areas, parts, objects)}


Listed = dict[ModuleType, list[str]]


def index_page(areas: Listed, parts: Listed, objects: Iterable[str]) -> str:
    """Return the page that lists the others."""

    def listed(folder: str, modules: Listed) -> str:
        rows = []
        for module, names in modules.items():
            link = f"[{title_of(module)}]({folder}/{file_name(module)}.md)"
            rows.append([link, str(len(names)), " ".join(summary(module).split("\n\n")[0].split())])
        return table(["", "Names", ""], rows)

    def tree(folder: str, names: Iterable[str]) -> str:
        options = [":maxdepth: 1", ":hidden:", ""]
        return "\n".join(["```{toctree}", *options, *(f"{folder}{n}" for n in names), "```"])

    return page(
        "Reference",
        "Written from the docstrings, whose examples are run on every framework.",
        "## Functions",
        listed("functions", areas),
        "## Modules, optimizers, converters",
        listed("modules", parts),
        "## Objects",
        " · ".join(f"[{name.capitalize()}]({name}.md)" for name in objects),
        "## How to read the tables",
        table(["Column", ""], LEGEND.items()),
        tree("", objects),
        tree("modules/", map(file_name, parts)),
        tree("functions/", map(file_name, areas)),
    )


def write_pages(folder: Path) -> None:
    """Write the reference; pages that are as they should be are left alone."""
    wanted = {folder / f"{name}.md": text for name, text in pages().items()}
    for path in folder.rglob("*.*"):
        if path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


def as_restructured_text(lines: Iterable[str]) -> list[str]:
    """Return the lines of a docstring, which are Markdown, as autodoc reads them."""
    parts = re.split(r"(`[^`]+`)", "\n".join(lines))
    special = re.compile(r"[*|]|(?<=\w)_(?!\w)")
    texts = (p if i % 2 else special.sub(r"\\\g<0>", p) for i, p in enumerate(parts))
    text = "".join(f"`{t}`" if i % 2 else t for i, t in enumerate(texts))
    given = [*lines]
    # Examples and what they print are taken as they are.
    is_code = _examples(given)
    return [g if code else t for g, t, code in zip(given, text.split("\n"), is_code, strict=True)]


def _examples(lines: list[str]) -> list[bool]:
    found, inside = [], False
    for line in lines:
        inside = line.lstrip().startswith(">>>") or (inside and bool(line.strip()))
        found.append(inside)
    return found


# ---- tables inside written pages --------------------------------------------------------------

LISTING = ROOT / "tests" / "test_api_listing.py"


def tables() -> dict[str, str]:
    """Return the text between each pair of markers."""
    listed = {
        "not provided": (["name", "why not"], literal(LISTING, "NOT_PROVIDED")),
        "other parameters": (["function", "here"], literal(LISTING, "DIFFERENT_PARAMETERS")),
    }
    return {
        name: table(header, [[f"`{key}`", text] for key, text in rows.items()])
        for name, (header, rows) in listed.items()
    }


def with_tables(text: str) -> str:
    """Return a page with its marked tables as they should be."""
    for name, rows in tables().items():
        start, end = f"<!-- table: {name} -->\n", "<!-- /table -->"
        before, found, rest = text.partition(start)
        if found:
            text = f"{before}{start}{rows}\n{end}{rest.partition(end)[2]}"
    return text


def main() -> int:
    stale = [
        path for path in DOCS.rglob("*.md") if with_tables(path.read_text()) != path.read_text()
    ]
    for path in stale:
        if "--check" in sys.argv:
            print(f"{path.relative_to(ROOT)} has a stale table; run: python tools/reference.py")
        else:
            path.write_text(with_tables(path.read_text()))
    return int("--check" in sys.argv and bool(stale))


if __name__ == "__main__":
    raise SystemExit(main())

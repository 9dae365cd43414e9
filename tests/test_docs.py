"""The documentation: links lead somewhere, tables and reference pages say what the code says."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from types import FunctionType

import pytest

import ivy
from ivy import backends, dispatch
from tools import reference

ROOT = Path(__file__).parents[1]
WRITTEN = [
    *ROOT.glob("*.md"),
    *(p for p in (ROOT / "docs").rglob("*.md") if "reference" not in p.parts),
]
LINK = re.compile(r"(?<!`)\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.DOTALL | re.MULTILINE)
INCLUDE = re.compile(r"^```\{include\} (\S+)", re.MULTILINE)
TREE = re.compile(r"^```\{toctree\}\n(.*?)^```", re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def pages() -> dict[Path, str]:
    """Return the text of every page by its path, those of the reference too."""
    made = {ROOT / "docs/reference" / f"{name}.md": t for name, t in reference.pages().items()}
    return made | {path: path.read_text() for path in WRITTEN}


def anchors(text: str) -> set[str]:
    """Return what can follow `#` in a link to a page: headings as GitHub and MyST name them."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.+)$", plain, re.MULTILINE)
    named = re.findall(r'<a (?:id|name)="([^"]+)"', text)
    return {re.sub(r"[^\w\- ]", "", h.lower()).strip().replace(" ", "-") for h in headings} | {
        *named
    }


def test_links_lead_somewhere(pages: dict[Path, str]) -> None:
    broken = []
    for path, text in pages.items():
        for target in LINK.findall(CODE.sub("", text)):
            file, _, anchor = target.partition("#")
            if ":" in file:  # another site
                continue
            to = (path.parent / file).resolve() if file else path
            if to not in pages and not to.exists():
                broken.append(f"{path.relative_to(ROOT)}: {target}")
            elif anchor and to.suffix == ".md" and anchor not in anchors(pages[to]):
                broken.append(f"{path.relative_to(ROOT)}: {target} (no such heading)")
    assert not broken, "\n".join(broken)


def test_every_page_is_reached(pages: dict[Path, str]) -> None:
    """From docs/index.md through tables of contents; Sphinx warns about the others."""
    reached: set[Path] = set()
    waiting = [ROOT / "docs/index.md"]
    while waiting:
        path = waiting.pop()
        if path in reached:
            continue
        reached.add(path)
        for tree in TREE.findall(pages[path]):
            for name in (n for n in tree.splitlines() if n and not n.startswith(":")):
                found = [p for p in pages if p.match(str(path.parent / f"{name}.md"))]
                assert found, f"{path.relative_to(ROOT)}: {name} is no page"
                waiting += found
    shown = {p for p in pages if (ROOT / "docs") in p.parents and "status" not in p.parts}
    missing = sorted(str(path.relative_to(ROOT)) for path in shown - reached)
    assert not missing, f"put into a table of contents, as of docs/index.md: {missing}"
    for path in reached:
        for included in INCLUDE.findall(pages[path]):
            assert (path.parent / included).exists()


def test_tables_are_those_of_the_code() -> None:
    stale = [
        path for path in WRITTEN if reference.with_tables(path.read_text()) != path.read_text()
    ]
    assert not stale, "run: python tools/reference.py"
    marked = "".join(path.read_text() for path in WRITTEN)
    assert all(f"<!-- table: {name} -->" in marked for name in reference.tables())


def test_every_public_name_is_in_the_reference(pages: dict[Path, str]) -> None:
    text = "".join(t for path, t in pages.items() if "reference" in path.parts)
    documented = re.findall(r"^\.\. auto\w+:: (?:ivy\.)?(?:\w+\.)*(\w+)$", text, re.MULTILINE)
    assert len(documented) == len(set(documented)), "documented twice"
    ours = [
        name
        for name, value in vars(ivy).items()
        if not name.startswith("_")
        and (getattr(value, "__module__", None) or "").startswith("ivy.")
        and isinstance(value, type | FunctionType)
    ]
    assert not sorted(set(ours) - set(documented))


def test_support_table_tells_whose_code_runs(backend: str) -> None:
    own = backends._public(backends.load(backend))
    for name in dispatch.OPERATIONS:
        assert (reference.implementation(name, backend) == "●") == (name in own), name


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["float32", "float64"], "float32/64"),
        (["bool", "float16", "bfloat16", "float32", "float64"], "bool, float"),
        (["int8", "int16", "int32", "int64", "bfloat16"], "int, bfloat16"),
        (["complex64", "uint8"], "uint8, complex64"),
    ],
)
def test_dtypes_in_few_words(names: list[str], words: str) -> None:
    assert reference.dtype_words(names) == words


def test_docstrings_become_restructured_text() -> None:
    lines = ["Return `x * y` of shape [*, n], `|x_|` or |x_|.", "", ">>> ivy.pow(2, 3) ** `", "8*"]
    expected = [
        "Return ``x * y`` of shape [\\*, n], ``|x_|`` or \\|x\\_\\|.",
        *lines[1:],
    ]
    assert reference.as_restructured_text(lines) == expected


def test_pages_are_made_without_test_tools() -> None:
    [mocks] = re.findall(r"with mock\(\[(.*)\]\)", (ROOT / "docs/conf.py").read_text())
    mocked = re.findall(r"\w+", mocks)
    there = {"ivy", "ml_dtypes", "numpy", "tests", *sys.stdlib_module_names, *mocked}
    for path in (ROOT / "tests/helpers.py", *(ROOT / "tests/samples").glob("*.py")):
        for node in ast.parse(path.read_text()).body:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.partition(".")[0] for name in names} <= there, path.name

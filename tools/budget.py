"""Count the lines of `ivy/` against the budget: small enough to be read.

    python tools/budget.py            a table by folder
    python tools/budget.py --files    ... by file
    python tools/budget.py --check    exit 1 when over the budget

Code lines are those without docstrings, comments and blanks. What tools/generate.py writes - the
methods of Array and the mechanical bodies in ivy/ops - costs a reader nothing and is not counted.
"""

from __future__ import annotations

import argparse
import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.generate import METHODS, ROOT, operations

CODE_LIMIT = 53_800
RAW_LIMIT = 79_500
FILE_LIMIT = 1_200
IGNORED = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def span(first: ast.stmt, last: ast.stmt) -> set[int]:
    """Return the numbers of the lines from one statement to the end of another."""
    return set(range(first.lineno, (last.end_lineno or last.lineno) + 1))


def docstring_lines(tree: ast.Module) -> set[int]:
    """Return the lines of docstrings, those below assignments too."""
    blocks = [node.body for node in ast.walk(tree) if hasattr(node, "body")]
    statements = [s for block in blocks if isinstance(block, list) for s in block]
    texts = [s for s in statements if isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)]
    return {line for s in texts if isinstance(s.value.value, str) for line in span(s, s)}


def generated_lines(source: str) -> set[int]:
    """Return the lines of a file in ivy/ops that tools/generate.py wrote."""
    bodies = [operation.node.body for operation in operations(source)]
    lines = {line for body in bodies if len(body) > 1 for line in span(body[1], body[-1])}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            lines |= span(node, node)
    return lines


def code_lines(source: str) -> set[int]:
    """Return the lines that hold code."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    spans = [range(t.start[0], t.end[0] + 1) for t in tokens if t.type not in IGNORED]
    return {line for lines in spans for line in lines} - docstring_lines(ast.parse(source))


def count(path: Path) -> Counter[str]:
    """Return the code, raw and generated lines of a file."""
    source = path.read_text()
    lines = set(range(1, source.count("\n") + 1))
    generated: set[int] = set()
    if path == METHODS:
        generated = lines
    elif path.parent == METHODS.parent / "ops":
        generated = generated_lines(source)
    code = len(code_lines(source) - generated)
    return Counter(code=code, raw=len(lines - generated), generated=len(generated), files=1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", action="store_true", help="one line per file")
    parser.add_argument("--check", action="store_true", help="exit 1 when over the budget")
    options = parser.parse_args()
    paths = sorted((ROOT / "ivy").rglob("*.py"))
    counts = {path.relative_to(ROOT): count(path) for path in paths}
    groups: dict[Path, Counter[str]] = {}
    for path, counted in counts.items():
        groups.setdefault(path if options.files else path.parent, Counter()).update(counted)
    total = sum(counts.values(), Counter())
    print(f"{'':40}{'files':>7}{'code':>8}{'raw':>8}{'generated':>11}")
    for name, c in [*groups.items(), ("total", total)]:
        print(f"{name!s:40}{c['files']:7}{c['code']:8}{c['raw']:8}{c['generated']:11}")
    print(f"{'budget':47}{CODE_LIMIT:8}{RAW_LIMIT:8}")
    long = [f"{path}: {c['raw']} lines" for path, c in counts.items() if c["raw"] > FILE_LIMIT]
    over = total["code"] > CODE_LIMIT or total["raw"] > RAW_LIMIT
    if long:
        print(f"longer than {FILE_LIMIT} lines:", *long, sep="\n  ")
    return int(options.check and (over or bool(long)))


if __name__ == "__main__":
    raise SystemExit(main())

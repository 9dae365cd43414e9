"""A picture of a graph: one HTML file without anything from elsewhere, collapsible by module."""

from __future__ import annotations

import os
from html import escape
from typing import Any

from ivy.files import replacing
from ivy.graph.ir import Graph, Node, Value, graphs_in

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --name: #06c; --kind: #777; }
@media (prefers-color-scheme: dark) { :root { --name: #6bf; --kind: #999; } }
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
h1 { font-size: 1.3rem; } code { font: 12px/1.5 ui-monospace, monospace; }
details { border-left: 2px solid var(--line); margin: .3rem 0 .3rem .4rem; padding-left: .8rem; }
summary { cursor: pointer; } summary b { color: var(--name); font-weight: 600; }
.kind { color: var(--kind); }
.op { border: 1px solid var(--line); border-radius: 6px; margin: .3rem 0; padding: .1rem .6rem;
      width: fit-content; max-width: 100%; overflow-wrap: anywhere; background: var(--soft); }
.op b { color: var(--name); }
.op.of { outline: 2px solid #3a3; } .op.to { outline: 2px solid #c63; }
table { border-collapse: collapse; } td { padding: .1rem .8rem .1rem 0; }
"""

_SCRIPT = """
const boxes = [...document.querySelectorAll('.op')];
const ids = (box, key) => (box.dataset[key] || '').split(' ').filter(Boolean);
const mark = (box, on) => {
  const given = new Set(ids(box, 'in')), made = new Set(ids(box, 'out'));
  for (const other of boxes) {
    other.classList.toggle('of', on && ids(other, 'out').some(v => given.has(v)));
    other.classList.toggle('to', on && ids(other, 'in').some(v => made.has(v)));
  }
};
for (const box of boxes) {
  box.addEventListener('mouseenter', () => mark(box, true));
  box.addEventListener('mouseleave', () => mark(box, false));
}
document.getElementById('all').addEventListener('click', () => {
  const all = [...document.querySelectorAll('details')], open = all.some(d => !d.open);
  for (const d of all) d.open = open;
});
"""


class Picture(str):
    """The HTML of a graph, which notebooks show."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        frame = escape(self, quote=True)
        return f'<iframe srcdoc="{frame}" style="width:100%;height:30rem;border:0"></iframe>'


def show(graph: Graph, path: str | os.PathLike[str] | None = None) -> Picture:
    """Return the picture of a graph, written to a file too if there is a path."""
    picture = Picture(_page(graph))
    if path is not None:
        with replacing(path) as temporary:
            temporary.write_text(picture, encoding="utf-8")
    return picture


def _page(graph: Graph) -> str:
    count = sum(1 for _ in graph.all_nodes())
    given = ", ".join(_typed(value) for value in graph.inputs())
    body = [
        f"<h1>{escape(graph.name)}</h1>",
        f'<p class="kind">{_counted(count)}, {len(graph.parameters)} parameters, '
        f'{len(graph.buffers)} buffers <button id="all">open or close all</button></p>',
        f"<p>given <code>{given or 'nothing'}</code></p>",
        _held(graph),
        _operations(graph),
        f"<p>returns <code>{escape(repr(graph.outputs))}</code></p>",
    ]
    if graph.mutations:
        writes = ", ".join(f"{escape(n)} ← {v!r}" for n, v in graph.mutations.items())
        body.append(f"<p>writes <code>{writes}</code></p>")
    if graph.train is not None:
        body.append(
            f"<details><summary>while training</summary>{_operations(graph.train)}</details>"
        )
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(graph.name)}</title><style>{_STYLE}</style>"
    )
    inner = "\n".join(filter(None, body))
    return (
        f'<!doctype html><html lang="en"><head>{head}</head>\n'
        f"<body>{inner}\n<script>{_SCRIPT}</script></body></html>\n"
    )


def _held(graph: Graph) -> str:
    """Return parameters, buffers and constants as a table."""
    rows = []
    for kind, table in (
        ("parameter", graph.parameters),
        ("buffer", graph.buffers),
        ("constant", graph.constants),
    ):
        for name, value in table.items():
            label = "frozen" if name in graph.frozen else kind
            rows.append(
                f'<tr><td><code>{escape(name)}</code></td><td class="kind">{label}</td>'
                f"<td><code>{_type(value)}</code></td></tr>"
            )
    if not rows:
        return ""
    return f"<details><summary>arrays it holds</summary><table>{''.join(rows)}</table></details>"


def _operations(graph: Graph) -> str:
    """Return the operations, those of a module in a part that can be closed."""
    lines: list[str] = []
    opened: tuple[Any, ...] = ()
    for position, node in enumerate(graph.nodes):
        common = 0
        while common < min(len(opened), len(node.scope)) and opened[common] == node.scope[common]:
            common += 1
        lines += ["</details>"] * (len(opened) - common)
        for depth in range(common, len(node.scope)):
            path, kind = node.scope[depth]
            size = _span(graph, position, depth)
            state = " open" if depth == 0 else ""
            lines.append(
                f"<details{state}><summary><b>{escape(path or kind)}</b> "
                f'<span class="kind">{escape(kind)}, {_counted(size)}</span></summary>'
            )
        opened = node.scope
        lines.append(_box(node))
    lines += ["</details>"] * len(opened)
    return "\n".join(lines)


def _span(graph: Graph, start: int, depth: int) -> int:
    """Return how many operations from here on belong to the same module."""
    scope = graph.nodes[start].scope[: depth + 1]
    end = start
    while end < len(graph.nodes) and graph.nodes[end].scope[: depth + 1] == scope:
        end += 1
    return end - start


def _box(node: Node) -> str:
    given = " ".join(value.name for value in node.inputs())
    made = " ".join(value.name for value in node.results())
    results = ", ".join(_typed(value) for value in node.results())
    values = [*map(repr, node.args), *(f"{k}={v!r}" for k, v in node.kwargs.items())]
    text = escape(", ".join(values))
    inner = "".join(
        f"<details><summary>{escape(graph.name)}</summary>{_operations(graph)}</details>"
        for graph in graphs_in((node.args, node.kwargs))
    )
    return (
        f'<div class="op" data-in="{escape(given)}" data-out="{escape(made)}" '
        f'title="{escape(node.source)}"><b>{escape(node.op)}</b> <code>{text} → {results}</code>'
        f"{inner}</div>"
    )


def _counted(count: int) -> str:
    return "1 operation" if count == 1 else f"{count} operations"


def _type(value: Value) -> str:
    if value.shape is None:
        return ""
    return f"{value.dtype}{list(value.shape)}".replace("None", "?")


def _typed(value: Value) -> str:
    kind = _type(value)
    return escape(f"{value}: {kind}" if kind else repr(value))

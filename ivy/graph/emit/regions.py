"""The modules of a graph: which operations belong to which call, what goes in and comes out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ivy.graph.ir import Graph, Node, Scope, Value, graphs_in, values_in


@dataclass(eq=False)
class Region:
    """One call of a module: operations, and calls of modules inside, in order."""

    path: str
    cls: str
    items: list[Any] = field(default_factory=list)
    inputs: list[Value] = field(default_factory=list)
    outputs: list[Value] = field(default_factory=list)
    columns: list[list[Value]] = field(default_factory=list)
    """Outputs that are returned together, as a list."""

    def nodes(self) -> Iterator[Node]:
        """Yield the operations, those of inner calls too."""
        for item in self.items:
            if isinstance(item, Region):
                yield from item.nodes()
            else:
                yield item

    def results(self) -> list[Any]:
        """Return the outputs as the source returns them, some of them in lists."""
        first = {id(column[0]): column for column in self.columns}
        others = {id(value) for column in self.columns for value in column[1:]}
        return [first.get(id(v), v) for v in self.outputs if id(v) not in others]

    def regions(self) -> Iterator[Region]:
        """Yield this call and all calls inside, inner ones first."""
        for item in self.items:
            if isinstance(item, Region):
                yield from item.regions()
        yield self


def used_values(node: Node) -> Iterator[Value]:
    """Yield the values an operation reads, those that graphs inside of it read too."""
    yield from node.inputs()
    for inner in graphs_in((node.args, node.kwargs)):
        own = {id(v) for v in [*inner.inputs(), *inner.held().values()]}
        for each in inner.nodes:
            own.update(id(v) for v in each.results())
            yield from (v for v in used_values(each) if id(v) not in own)
        yield from (v for v in values_in(inner.outputs) if id(v) not in own)


def region_tree(graph: Graph) -> Region:
    """Return the calls of a graph as a tree; the root has the path ''."""
    nodes = _placed(graph)
    names = [scope[0][1] for scope in (n.scope for n in graph.nodes) if scope and not scope[0][0]]
    root = Region("", names[0] if names else graph.name)
    stack = [root]
    for node, scope in nodes:
        depth = 0
        while (
            depth < len(scope)
            and depth + 1 < len(stack)
            and stack[depth + 1].path == scope[depth][0]
        ):
            depth += 1
        del stack[depth + 1 :]
        for path, cls in scope[depth:]:
            region = Region(path, cls)
            stack[-1].items.append(region)
            stack.append(region)
        stack[-1].items.append(node)
    return root


def _placed(graph: Graph) -> list[tuple[Node, Scope]]:
    """Return the operations with their scopes, each path inside of the one before.

    Operations that belong to no module, such as sizes, move to the modules that need them.
    """
    homeless = [node for node in graph.nodes if not node.scope]
    placed = [(node, _nested(node.scope)) for node in graph.nodes if node.scope]
    if not placed:
        return [(node, ()) for node in graph.nodes]
    kept = {id(value) for value in graph.results()}
    for node in reversed(homeless):
        made = {id(value) for value in node.results()}
        users = [i for i, (n, _) in enumerate(placed) if any(id(v) in made for v in used_values(n))]
        common: Scope = ()
        if users and not made & kept:
            common = placed[users[0]][1]
            for user in users[1:]:
                common = _common(common, placed[user][1])
        placed.insert(
            _place(placed, users[0] if users else len(placed), node, common), (node, common)
        )
    return placed


def _place(placed: list[tuple[Node, Scope]], user: int, node: Node, scope: Scope) -> int:
    """Return where to put an operation: before its first user, and before the call around that."""
    if user == len(placed) or len(placed[user][1]) == len(scope):
        return user
    inner = placed[user][1][: len(scope) + 1]
    needed = {id(value) for value in node.inputs()}
    while user and placed[user - 1][1][: len(inner)] == inner:
        if any(id(value) in needed for value in placed[user - 1][0].results()):
            break
        user -= 1
    return user


def _nested(scope: Scope) -> Scope:
    """Return a scope without the root, and without modules that live elsewhere."""
    kept: list[tuple[str, str]] = []
    for path, cls in scope:
        above = kept[-1][0] if kept else ""
        if path and path != above and (not above or path.startswith(f"{above}.")):
            kept.append((path, cls))
    return tuple(kept)


def _common(one: Scope, other: Scope) -> Scope:
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return one[:count]


def spliced(region: Region, inline: Any) -> None:
    """Put the items of inner calls for which `inline` is true in the place of the call."""
    items: list[Any] = []
    for item in region.items:
        if isinstance(item, Region):
            spliced(item, inline)
            items.extend(item.items if inline(item) else [item])
        else:
            items.append(item)
    region.items = items


def connect(root: Region, graph: Graph, owned: Any) -> None:
    """Find what goes into and comes out of each call.

    `owned(value, path)` says whether a value is an attribute below a module, so it is no input.
    """
    users: dict[int, set[int]] = {}
    for number, node in enumerate(root.nodes()):
        for value in used_values(node):
            users.setdefault(id(value), set()).add(number)
    kept = {id(value) for value in values_in(graph.outputs)}
    positions = {id(node): i for i, node in enumerate(root.nodes())}
    for region in root.regions():
        inside = list(region.nodes())
        numbers = {positions[id(node)] for node in inside}
        made = {id(value): value for node in inside for value in node.results()}
        seen: dict[int, Value] = {}
        for node in inside:
            for value in used_values(node):
                if id(value) not in made and not owned(value, region.path):
                    seen.setdefault(id(value), value)
        region.inputs = list(seen.values())
        region.outputs = [
            value for key, value in made.items() if key in kept or users.get(key, set()) - numbers
        ]
    for region in root.regions():
        own = {id(v) for node in region.nodes() for v in node.results()}
        prefix = f"{region.path}." if region.path else ""
        for name, value in graph.mutations.items():
            if id(value) in own and not name.startswith(prefix) and value not in region.outputs:
                region.outputs.append(value)


def used_by(item: Any) -> list[Value]:
    """Return what a call or an operation reads."""
    return item.inputs if isinstance(item, Region) else list(used_values(item))

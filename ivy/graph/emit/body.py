"""The body of one method: operations and calls of submodules as statements a person would write."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ivy.graph.emit.calls import NoLine
from ivy.graph.emit.lists import Lists, singular
from ivy.graph.emit.loops import Loop, loop_at
from ivy.graph.emit.names import Names, identifier
from ivy.graph.emit.regions import Region, used_values
from ivy.graph.emit.text import ATOM, UNARY, Expr, Slots, literal
from ivy.graph.ir import Graph, Node, Value, values_in

LONGEST = 72
"""How long an expression may be that stands inside of another one."""

KEPT_NAMES = frozenset(
    "add subtract multiply divide pow reshape swapaxes permute_dims expand_dims squeeze astype "
    "get_item set_item dropout relu gelu silu tanh sigmoid stop_gradient broadcast_to where clip "
    "negative flip roll pad constant_pad max_pool2d avg_pool2d concat identity layer_norm linear "
    "batch_norm conv_general_dilated matrix_transpose leaky_relu elu hardswish relu6 flatten tile "
    "repeat interpolate rms_norm group_norm logical_and bitwise_and logical_or".split()
)
"""Operations whose result is still called what their operand was."""

HINTS = {
    "arange": "positions",
    "scaled_dot_product_attention": "attended",
    "matmul": "product",
    "softmax": "weights",
    "var": "variance",
    "embedding": "x",
    "any": "some",
    "asarray": "x",
    "scan": "outputs",
    **dict.fromkeys("less less_equal greater greater_equal equal not_equal".split(), "mask"),
    **dict.fromkeys(("ones", "zeros", "full"), "filled"),
    "sum": "total",
    "max": "largest",
    "min": "smallest",
    "pow": "power",
    "size": "size",
    "split": "part",
    "unstack": "item",
    "sqrt": "root",
    **dict.fromkeys(("random_uniform", "random_normal"), "noise"),
}


def is_number(value: Value) -> bool:
    """Return whether a value is a Python number such as a size, after which no array is called."""
    return value.shape is None and value.dtype is None


def hint_of(value: Value, makers: dict[int, Node], depth: int = 8) -> str:
    """Return what to call a value, from the operations that made it."""
    node = makers.get(id(value))
    if node is None:
        return value.name
    if node.op in KEPT_NAMES:
        for source in node.inputs()[node.op == "where" :] if depth else ():
            if id(source) in makers and not is_number(source):
                return hint_of(source, makers, depth - 1)
        return "mask" if value.dtype == "bool" else "x"
    if node.op == "size" or node.op.startswith("host_"):
        return "batch" if node.op == "size" and node.args[1:] == (0,) else "size"
    return HINTS.get(node.op, node.op)


class Body:
    """Prints the items of a region in order. An expression used once stands where it is used."""

    def __init__(self, emitter: Any, region: Region, slots: Slots, names: Names) -> None:
        self.emitter, self.region, self.slots, self.names = emitter, region, slots, names
        self.target = emitter.target
        self.lines: list[str] = []
        self.variables: dict[int, str] = {}
        self.pending: dict[int, Expr] = {}
        self.lists = Lists()
        self.free: set[str] = set()
        self.remaining: Counter[int] = Counter()
        self.final: set[int] = set()
        """Values that are returned, whose expressions may be longer."""
        self.inside = False
        """Whether this is the body of a function inside of the method."""
        self.aids: list[tuple[str, str]] = []
        """Attributes that an operation needs, such as a layer for dropout: (name, source)."""

    # ---- names ----

    def bind(self, value: Value, name: str) -> str:
        """Give a value, such as an argument, a variable."""
        self.variables[id(value)] = name
        return name

    def count(self, values: Sequence[Value]) -> None:
        """Note uses that are to come."""
        self.remaining.update(id(value) for value in values)

    def _done(self, reads: Sequence[int]) -> None:
        for key in reads:
            self.remaining[key] -= 1
            if self.remaining[key] <= 0 and key in self.variables:
                self.free.add(self.variables[key])

    def name_for(self, hint: str) -> str:
        """Return a variable: one that is not needed any more if it has this name, or a new one."""
        base = identifier("x" if hint == "training" else hint)
        if base in self.free:
            self.free.discard(base)
            return base
        return self.names.fresh(base)

    # ---- expressions ----

    def expr(self, nest: Any, hint: str = "value") -> Expr:
        """Return the source of anything that may be an argument of an operation."""
        if isinstance(nest, Value):
            return self.read(nest)
        if isinstance(nest, (bool, str, bytes)) or nest is None:
            return Expr(literal(nest))
        if isinstance(nest, (int, float)):
            level = UNARY if nest < 0 else ATOM
            return Expr(self.slots.mark(nest, hint), level)
        if isinstance(nest, (tuple, list)):
            return Expr(self.sequence(nest, hint))
        if isinstance(nest, dict):
            items = (f"{literal(str(k))}: {self.expr(v, hint).text}" for k, v in nest.items())
            return Expr("{" + ", ".join(items) + "}")
        if isinstance(nest, Graph):
            return Expr(self.function(nest))
        if isinstance(nest, slice):
            ends = [self.expr(x, hint).text for x in (nest.start, nest.stop, nest.step)]
            return Expr(f"slice({', '.join(ends)})")
        if nest is Ellipsis:
            return Expr("...")
        if isinstance(nest, np.generic):
            return self.expr(nest.item(), hint)
        try:
            return Expr(literal(nest))
        except TypeError as error:
            raise NoLine(str(error)) from None

    def sequence(self, nest: Sequence[Any], hint: str = "value") -> str:
        """Return the source of a tuple or list; parts of it may stand in lists already."""
        inner, start = [], 0
        while start < len(nest):
            end, text = self._elements(nest, start, hint)
            if start == 0 and end == len(nest) > 1:
                made = text.removeprefix("*")
                if made.startswith("("):
                    made = made[1:-1]
                    return f"[{made}]" if isinstance(nest, list) else f"tuple({made})"
                return made if isinstance(nest, list) else f"tuple({made})"
            inner.append(text)
            start = end
        text = ", ".join(inner)
        if isinstance(nest, list):
            return f"[{text}]"
        return f"({text},)" if len(inner) == 1 else f"({text})"

    def _elements(self, nest: Sequence[Any], start: int, hint: str) -> tuple[int, str]:
        """Return the source of an element, or of as many as stand in lists, and where they end."""
        end, names = self.lists.side_by_side(nest, start)
        if names:
            made = f"*({self._comprehension(nest[start:end], names)})"
        else:
            end, part = self.lists.run(nest, start)
            if end == start + 1:
                return end, self.expr(nest[start], hint).text
            made = f"*{part}"
        self._reads += [id(value) for value in values_in(nest[start:end])]
        return end, made

    def _comprehension(self, elements: Sequence[Any], names: dict[int, str]) -> str:
        """Return the source of equal elements that have the values of lists, without brackets."""
        words = {name: self.names.fresh(singular(name)) for name in dict.fromkeys(names.values())}
        variables, reads = self.variables, list(self._reads)
        self.variables = variables | {key: words[name] for key, name in names.items()}
        text = self.expr(elements[0]).text
        self.variables, self._reads = variables, reads
        lists = next(iter(words)) if len(words) == 1 else f"zip({', '.join(words)}, strict=True)"
        return f"{text} for {', '.join(words.values())} in {lists}"

    def read(self, value: Value) -> Expr:
        """Return the source of a value: its expression if it stands here only, else a name."""
        key = id(value)
        if key in self.pending:
            found = self.pending.pop(key)
            self._reads.extend(found.reads)
            self._hints.append("" if is_number(value) else found.hint)
            return found
        if key in self.variables:
            self._reads.append(key)
            hint = re.sub(r"_\d+$", "", self.variables[key])
            self._hints.append("" if is_number(value) else hint)
            return Expr(self.variables[key])
        held = self.emitter.held(value, self)
        self._hints.append("")
        return held

    def variable(self, value: Value) -> Expr:
        """Return the name of a value that will stand at several places."""
        if id(value) in self.pending:
            self.flush(value)
        return self.read(value)

    def flush(self, value: Value) -> None:
        """Make a statement of an expression that waits for its use."""
        reads, hints = self._reads, self._hints
        self.assign(value, self.pending.pop(id(value)))
        self._reads, self._hints = reads, hints

    _reads: list[int]
    _hints: list[str]

    def printed(self, make: Callable[[], Expr]) -> Expr:
        """Return an expression together with what it reads and what it would be called."""
        self._reads, self._hints = [], []
        made = make()
        return Expr(
            made.text,
            made.level,
            tuple(self._reads),
            made.hint or next(filter(None, self._hints), ""),
        )

    def shorten(self, values: Sequence[Value]) -> None:
        """Make statements of the longest expressions that would stand in the next one."""
        waiting = [v for v in dict.fromkeys(values) if id(v) in self.pending]
        while waiting and sum(len(self.pending[id(v)]) for v in waiting) > LONGEST:
            longest = max(waiting, key=lambda v: len(self.pending[id(v)]))
            self.flush(longest)
            waiting.remove(longest)

    # ---- statements ----

    def assign(self, value: Value, expr: Expr) -> None:
        """Add a statement that gives a value a variable."""
        self._done(expr.reads)
        name = self.name_for(expr.hint or hint_of(value, self.emitter.makers))
        self.variables[id(value)] = name
        if name != expr.text:
            self.lines.append(f"{name} = {expr.text}")

    def assign_several(self, values: Sequence[Any], expr: Expr) -> None:
        """Add a statement that gives several values variables; those nobody reads are `_`.

        What is a list of values gets one variable.
        """
        self._done(expr.reads)
        names = []
        for value in values:
            if isinstance(value, list):
                names.append(self.bind_list(value))
                continue
            used = self.remaining[id(value)] > 0
            names.append(self.bind(value, self.name_for(self._word(value))) if used else "_")
        left = ", ".join(names) + ("," if len(names) == 1 else "")
        self.lines.append(f"{left} = {expr.text}")

    def _word(self, value: Value) -> str:
        """Return what to call one of several results."""
        return self.emitter.words.get(id(value)) or hint_of(value, self.emitter.makers)

    def bind_list(self, values: Sequence[Value]) -> str:
        """Give values a variable that is a list of them, called as what the model returns."""
        word = self._word(values[0])
        name = self.names.fresh(word if word.endswith("s") else f"{word}s")
        self.lists.add(name, values)
        for index, value in enumerate(values):
            self.bind(value, f"{name}[{index}]")
        return name

    def settle(self, value: Value, expr: Expr) -> None:
        """Keep an expression for the one place that uses it, or give it a variable."""
        longest = 2 * LONGEST if id(value) in self.final else LONGEST
        if self.remaining[id(value)] == 1 and len(expr) <= longest:
            self.pending[id(value)] = expr
        else:
            self.assign(value, expr)

    def statement(self, make: Callable[[], str]) -> None:
        """Add a statement other than an assignment to a variable."""
        expr = self.printed(lambda: Expr(make()))
        self._done(expr.reads)
        self.lines.append(expr.text)

    # ---- items ----

    def add(self, items: Sequence[Any]) -> None:
        """Print operations and calls, those of equal blocks as a loop."""
        position = 0
        while position < len(items):
            item = items[position]
            if isinstance(item, Node):
                self.node(item)
                position += 1
                continue
            loop = loop_at(self.emitter, items, position, self.region)
            if loop is not None:
                self.loop(loop)
                position += len(loop.calls)
            else:
                self.call(item)
                position += 1

    def node(self, node: Node) -> None:
        """Print an operation."""
        self.shorten(list(used_values(node)))
        expr = self.printed(lambda: self.emitter.printed_node(node, self))
        if isinstance(node.outputs, Value):
            if node.op == "where":
                expr.hint = next(filter(None, self._hints[1:]), "")
            if node.op not in self.target.table and node.op not in HINTS:
                expr.hint = "result"
            elif node.op not in KEPT_NAMES or not expr.hint:
                expr.hint = hint_of(node.outputs, self.emitter.makers)
            self.settle(node.outputs, expr)
            return
        self.assign_several(node.outputs, expr)

    def call(self, region: Region) -> None:
        """Print the call of a submodule."""
        self.shorten(region.inputs)
        where = self.emitter.access(self.region.path, region.path)
        hint = self.emitter.attribute_hint(region.path)
        self._finish_call(region, lambda: f"self.{where}", hint)

    def _finish_call(self, region: Region, callee: Callable[[], str], hint: str) -> None:
        dot = self._method_of(region)
        expr = self.printed(lambda: Expr(f"{callee()}{dot}({self.arguments(region)})"))
        results = region.results()
        if len(region.outputs) == 1:
            expr.hint = hint
            self.settle(region.outputs[0], expr)
        elif len(results) == 1:  # a list
            self._done(expr.reads)
            self.lines.append(f"{self.bind_list(results[0])} = {expr.text}")
        elif results:
            self.assign_several(results, expr)
        else:
            self._done(expr.reads)
            self.lines.append(expr.text)

    def _method_of(self, region: Region) -> str:
        """Return what stands behind a module that is called: nothing, or another method."""
        method = self.emitter.method_of(region)
        plain = method == self.target.method and (region.inputs or self.target.callable_empty)
        return "" if plain else f".{method}"

    def arguments(self, region: Region) -> str:
        """Return the arguments of a call of a submodule."""
        given = [
            f"training={self.read(v).text}"
            if v is self.emitter.graph.training
            else self.read(v).text
            for v in self.emitter.ordered(region.inputs)
        ]
        return ", ".join(given)

    def loop(self, loop: Loop) -> None:
        """Print calls of all blocks of a list, one after the other."""
        first, last = loop.calls[0], loop.calls[-1]
        inputs = self.emitter.ordered(first.inputs)
        carried = {id(inputs[position]): place for position, place in loop.carried}
        names: dict[int, str] = {}
        for value in inputs:
            if id(value) in self.pending:
                if id(value) in carried:
                    self.pending[id(value)].hint = "x"
                self.flush(value)
            if id(value) not in carried:  # each block reads it
                self.remaining[id(value)] -= len(loop.calls) - 1
        for key in carried:
            old = self.variables[key]
            self._done([key])
            names[key] = old if old in self.free else self.names.fresh("hidden")
            self.free.discard(old)
            if names[key] != old:
                self.lines.append(f"{names[key]} = {old}")
        lists = {}
        for place, column in zip(loop.collected, loop.columns(), strict=True):
            lists[place] = self.bind_list(column)
            self.lines.append(f"{lists[place]} = []")
        item = self.names.fresh(loop.item)
        dot = self._method_of(first)
        results = {place: names[key] for key, place in carried.items()}
        for place, name in lists.items():
            results.setdefault(place, self.names.fresh(singular(name)))

        def called() -> str:
            given = []
            for value in inputs:
                text = names[id(value)] if id(value) in names else self.read(value).text
                word = "training=" if value is self.emitter.graph.training else ""
                given.append(word + text)
            left = ", ".join(results[place] for place in sorted(results))
            return f"    {left} = {item}{dot}({', '.join(given)})"

        self.lines.append(f"for {item} in self.{loop.where}:")
        self.statement(called)
        self.lines += [f"    {name}.append({results[place]})" for place, name in lists.items()]
        for key, place in carried.items():
            self.bind(last.outputs[place], names[key])

    # ---- functions inside ----

    def function(self, graph: Graph) -> str:
        """Print a graph inside of an operation as a function before it, and return its name."""
        name = self.names.fresh(graph.name if graph.name != "graph" else "step")
        inner = Body(self.emitter, self.region, self.slots, self.names)
        inner.variables = dict(self.variables)
        inner.remaining = Counter(dict.fromkeys(self.variables, 1 << 30))
        inner.aids, inner.inside = self.aids, True
        taken = self.names.taken
        self.names.taken = set(taken)
        short = self.emitter.short_names
        arguments = [
            inner.bind(v, self.names.fresh(short.get(v.name, v.name))) for v in graph.inputs()
        ]
        makers = {id(v): node for node in graph.nodes for v in node.results()}
        self.emitter.makers.update(makers)
        self.emitter.constants_of(graph)
        for node in graph.nodes:
            inner.count(list(used_values(node)))
        inner.count(list(values_in(graph.outputs)))
        inner.add(graph.nodes)
        inner.finish(graph.outputs)
        self.names.taken = taken
        self.lines.append(f"def {name}({', '.join(arguments)}):")
        self.lines += [f"    {line}" for line in inner.lines]
        return name

    def finish(self, outputs: Any) -> None:
        """Print the return statement."""
        values = list(values_in(outputs))
        if len(values) > 1:
            self.shorten(values)
        self.statement(lambda: f"return {self.result(outputs)}")

    def result(self, outputs: Any) -> str:
        """Return the source of what a method returns."""
        if isinstance(outputs, tuple) and len(outputs) > 1:
            text = self.sequence(outputs)
            return text[1:-1] if text.startswith("(") else text
        return self.expr(outputs).text

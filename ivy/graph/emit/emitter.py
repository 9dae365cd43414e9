"""Puts the source of a graph together: modules, their classes, what they need, the weights."""

from __future__ import annotations

import functools
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ivy.dispatch import OPERATIONS
from ivy.graph.emit.body import Body, hint_of
from ivy.graph.emit.bundle import Bundle
from ivy.graph.emit.calls import Call, NoLine, applied
from ivy.graph.emit.classes import (
    Class,
    Constructed,
    Draft,
    Leaf,
    Module,
    camel_case,
    constructed,
    grouped,
    rendered,
    structured,
    weight_shape,
)
from ivy.graph.emit.lists import singular
from ivy.graph.emit.loops import columns_of
from ivy.graph.emit.names import Components, Names, identifier
from ivy.graph.emit.phases import phases, root_prefix, without_prefix
from ivy.graph.emit.random import draws, is_key
from ivy.graph.emit.readable import readable
from ivy.graph.emit.regions import Region, connect, region_tree, spliced, used_by, used_values
from ivy.graph.emit.target import Target
from ivy.graph.emit.text import Expr, Slots, filled
from ivy.graph.ir import Graph, Node, Value, values_in
from ivy.graph.operations import positional
from ivy.graph.passes.folding import FOLDED
from ivy.graph.rules import IvyTranspileException

PHASES = ("evaluate", "train_step")
"""Methods of a model whose training is another program than its evaluation."""
SMALL = 8
"""Constants of at most so many numbers stand where they are used."""


class Emitter:
    """Source of one graph for one target."""

    def __init__(self, graph: Graph, target: Target) -> None:
        self.prefix = root_prefix(graph)
        """What stands before the names of all weights in a file."""
        self.phases = [readable(without_prefix(phase, self.prefix)) for phase in phases(graph)]
        self.graph, self.target = self.phases[0], target
        graph = self.graph
        self.components = Components(target.reserved)
        self.names_of: dict[int, list[str]] = {}
        for phase in self.phases:
            for name, value in phase.held().items():
                names = self.names_of.setdefault(id(value), [])
                names += [name] if name not in names else []
        self.short_names = {
            f"{self.prefix}{name}".replace(".", "_"): name.rpartition(".")[2]
            for names in self.names_of.values()
            for name in names
        }
        """What the functions inside of a method call weights -> the last part of their names."""
        for alias, name in graph.aliases.items():
            held = graph.held().get(name)
            if held is not None:
                self.names_of[id(held)].append(alias)
        self.inline: dict[int, Any] = {}
        for phase in self.phases:
            self.constants_of(phase)
        self._name_constants()
        self.makers = {id(v): n for p in self.phases for n in p.nodes for v in n.results()}
        self.words = {id(v): word for p in self.phases for v, word in _words(p.outputs)}
        """Id of a value that the model returns -> the word it is returned by."""
        self.phase_of: dict[int, Graph] = {}
        """Id of a region -> the program it is part of."""
        self.is_function = self._is_function()
        self.keys = 0
        """How many keys of JAX a function has made of its own."""
        self.classes: list[Class] = []
        self.class_names = Names([*target.imports, *target.taken, "xp", camel_case(graph.name)])
        self.bundle = Bundle(target.name, self.class_names)
        self.templates: dict[str, str] = {}
        self.resolved: dict[str, Constructed] = {}
        self.methods: dict[int, str] = {}

    def constants_of(self, graph: Graph) -> None:
        """Note the constants that are small enough to stand where they are used."""
        for name, value in graph.constants.items():
            x = to_numpy(graph.arrays[name])
            alone = not graph.parameters and not graph.buffers
            small = x.size <= SMALL or (alone and x.dtype.kind in "biuf" and self.target.printed(x))
            if small or graph not in self.phases:
                self.inline[id(value)] = x

    def _name_constants(self) -> None:
        """Give what was computed while translating a name that a person would."""
        names = [name for names in self.names_of.values() for name in names]
        taken = {part for name in names for part in name.split(".")}
        for phase in self.phases:
            for name, value in phase.constants.items():
                if name.startswith(FOLDED) and id(value) not in self.inline:
                    hint = "mask" if value.dtype == "bool" else "constant"
                    self.components.call(name, hint, taken)

    # ---- the whole ----

    def source(self) -> str:
        """Return the source of the model."""
        roots = [self._root(phase) for phase in self.phases]
        if self.is_function:
            main = self._function(roots[0])
        else:
            self._collect(roots)
            for region in (region for root in roots for region in root.regions()):
                region.columns = columns_of(self, region) if region.path else []
            main = self._classes()
        written = f"{identifier(self.graph.name)}: written by ivy.transpile for {self.target.name}."
        sizes = self._sizes()
        doc = f'"""{written}\n\n{sizes}\n"""' if sizes else f'"""{written}"""'
        parts = [self.bundle.source(), *self.templates.values(), main]
        text = "\n\n".join(part.strip("\n") for part in parts if part.strip())
        return f"{doc}\n\n{self._imports(text)}\n\n{text}\n"

    def _sizes(self) -> str:
        """Return which sizes of arguments the source is for; empty if it is for all."""
        shapes = [
            (name, [n or "any" for n in value.shape or ()])
            for name, nest in _named_arguments(self.graph)
            for value in values_in(nest)
        ]
        if all(n in ("any", 1) for _, shape in shapes for n in shape):
            return ""
        listed = ", ".join(f"{name} [{', '.join(map(str, shape))}]" for name, shape in shapes)
        return textwrap.fill(f"For arguments of the sizes {listed}.", 99)

    def _imports(self, text: str) -> str:
        """Return the import lines of the names that stand in the source."""
        lines = set(self.bundle.imports())
        for name, line in self.target.imports.items():
            if re.search(rf"(?<![\w.\"']){name}\b", text):
                lines.add(line)
        library = sorted(x for x in lines if x.split()[1].split(".")[0] in sys.stdlib_module_names)
        others = sorted(lines - set(library), key=_import_order)
        return "\n\n".join("\n".join(block) for block in (library, others) if block)

    def _root(self, phase: Graph) -> Region:
        """Return a program as a tree of calls."""
        root = region_tree(phase)
        spliced(root, self._trivial)
        if self.is_function:
            spliced(root, lambda region: True)
        connect(root, phase, self._owned)
        for region in root.regions():
            self.phase_of[id(region)] = phase
        return root

    def _is_function(self) -> bool:
        """Return whether nothing is kept between calls: no weights, and no mode of a module."""
        if any(id(v) not in self.inline for v in self.graph.held().values()):
            return False
        used = [v for node in self.graph.all_nodes() for v in used_values(node)]
        return len(self.phases) == 1 and not (self.target.training and self.graph.training in used)

    @property
    def takes_key(self) -> bool:
        """Whether this is a function that draws from a key of JAX."""
        return self.is_function and self.target.name == "jax" and draws(self.graph)

    @property
    def given_key(self) -> Value | None:
        """The argument of such a function that was a key before: its numbers are ivy's now."""
        used = {id(v) for node in self.graph.all_nodes() for v in used_values(node)}
        free = [v for v in (*self.graph.args, *self.graph.kwargs.values()) if id(v) not in used]
        keys = [v for v in free if isinstance(v, Value) and is_key(v)]
        return keys[0] if self.takes_key and keys and self.graph.source == "jax" else None

    def use(self, name: str) -> None:
        """Add a function of the target, and those it calls, to the source."""
        if name not in self.templates:
            self.templates[name] = self.target.functions[name]
            self.use_called(self.templates[name])

    def use_called(self, text: str) -> None:
        """Add the functions of the target that a text calls."""
        for name in self.target.functions:
            if re.search(rf"(?<![\w.]){name}[(.]", text):
                self.use(name)

    def _trivial(self, region: Region) -> bool:
        """Return whether a call reads better as the operations it consists of."""
        numbered = any(
            isinstance(item, Region)
            and item.path[len(region.path) + 1 :].partition(".")[0].isdigit()
            for item in region.items
        )
        held = any(self.names_of.get(id(v)) for node in region.nodes() for v in used_values(node))
        count = sum(1 for _ in region.nodes())
        return numbered or not region.path or (not held and count <= 1)

    # ---- weights ----

    def name_for(self, value: Value, path: str) -> str:
        """Return the name of a weight, the one below `path` of several."""
        names = self.names_of[id(value)]
        inside = f"{path}." if path else ""
        return next((name for name in names if name.startswith(inside)), names[0])

    def _owned(self, value: Value, path: str) -> bool:
        if value is self.graph.training:
            return self.target.training is not None
        if id(value) in self.inline:
            return True
        if id(value) not in self.names_of:
            return False
        return not path or self.name_for(value, path).startswith(f"{path}.")

    def kind(self, name: str) -> str:
        """Return what a weight is: parameter, frozen, or buffer."""
        name = self.graph.aliases.get(name, name)
        value = self.graph.parameters.get(name)
        if value is None or not str(value.dtype).startswith(("float", "bfloat", "complex")):
            return "buffer"
        return "frozen" if name in self.graph.frozen else "parameter"

    def held(self, value: Value, body: Body) -> Expr:
        """Return how a weight, a constant or the mode is read in a method."""
        if value is self.graph.training:
            return Expr(self.target.training or "training")
        if id(value) in self.inline:
            x = self.inline[id(value)]
            return Expr(self.target.printed(x) or self.target.array(x))
        if id(value) not in self.names_of:
            msg = f"{self.graph.name}: expected a value made before it is used, got {value}"
            raise IvyTranspileException(msg)
        name = self.name_for(value, body.region.path)
        where = f"self.{self.access(body.region.path, name)}"
        return Expr(self.target.held(where, self.kind(name)))

    def _leaf(self, name: str, value: Value) -> Leaf:
        kind = self.kind(name)
        shape = weight_shape(value)
        first = ""
        if kind == "buffer":
            x = to_numpy(self._array(name))
            if not any(name in phase.mutations for phase in self.phases) and x.dtype.kind in "biuf":
                first = self.target.printed(x)
                shape = () if first else shape
        return Leaf(kind, shape, str(value.dtype), value=first)

    def _array(self, name: str) -> Any:
        """Return the array of a weight or constant."""
        name = self.graph.aliases.get(name, name)
        return next(phase.arrays[name] for phase in self.phases if name in phase.arrays)

    def constant(self, value: Value) -> Any:
        """Return the array of a value that is a constant; None of others."""
        if id(value) in self.inline:
            return self.inline[id(value)]
        for phase in self.phases:
            for name, held in phase.constants.items():
                if held is value:
                    return to_numpy(phase.arrays[name])
        return None

    def printed_buffers(self) -> list[str]:
        """Return the weights whose value stands in the source, so that a file may lack them."""
        return [name for name, value in self.used.items() if self._leaf(name, value).value]

    # ---- modules ----

    def _collect(self, roots: list[Region]) -> None:
        """Find the modules, and which modules and weights are below each."""
        self.modules: dict[str, Module] = {}
        self.used: dict[str, Value] = {}

        def visit(region: Region) -> None:
            module = self.modules.setdefault(region.path, Module(region.path, region.cls))
            module.regions.append(region)
            for item in region.items:
                if isinstance(item, Region):
                    visit(item)
                    continue
                for value in used_values(item):
                    if id(value) in self.names_of and id(value) not in self.inline:
                        self.used.setdefault(self.name_for(value, region.path), value)

        for root in roots:
            visit(root)
        for value in (v for phase in self.phases for v in phase.results()):  # returned as it is
            names = self.names_of.get(id(value), ())
            if names and id(value) not in self.inline and not any(n in self.used for n in names):
                self.used[names[0]] = value
        held = {name: value for phase in self.phases for name, value in phase.held().items()}
        mutations = [name for phase in self.phases for name in phase.mutations]
        for name in [*mutations, *(self.graph.aliases.get(n, n) for n in [*self.used])]:
            self.used.setdefault(name, held[name])
        for path in list(self.modules):
            if path:
                self._place(path, self.modules[path])
        order = {name: i for i, name in enumerate([*held, *self.graph.aliases])}
        for name in sorted(self.used, key=lambda name: order[name]):
            self._place(name, (name, self.used[name]))
        self.containers: dict[str, list[str]] = {}
        for module in self.modules.values():
            for parts in module.entries:
                for depth in range(1, len(parts)):
                    path = ".".join(filter(None, (module.path, *parts[:depth])))
                    keys = self.containers.setdefault(path, [])
                    if parts[depth] not in keys:
                        keys.append(parts[depth])

    def _place(self, name: str, entry: Any) -> None:
        parts = name.split(".")
        for depth in range(len(parts) - 1, -1, -1):
            path = ".".join(parts[:depth])
            if path in self.modules:
                self.modules[path].entries[tuple(parts[depth:])] = entry
                return

    def is_list(self, path: str) -> bool:
        """Return whether what lies below a path is a list, not a dict."""
        keys = self.containers[path]
        return sorted(keys) == sorted(map(str, range(len(keys))))

    def access(self, start: str, name: str) -> str:
        """Return the attributes that lead from a module to something below it."""
        text = ""
        path = start
        for part in name[len(start) + 1 if start else 0 :].split("."):
            if path in self.containers:
                text += f"[{part}]" if self.is_list(path) else f"[{part!r}]"
            else:
                text += f".{self.attribute(part)}"
            path = f"{path}.{part}" if path else part
        return text[1:]

    def attribute(self, part: str) -> str:
        """Return the attribute for a part of a name."""
        name = self.components.attribute(part)
        return f"layer_{name}" if name.isdigit() else name

    def attributes(self, name: str) -> str:
        """Return the name that a weight has by the attributes that lead to it."""
        found, path = [], ""
        for part in filter(None, name.split(".")):
            inside = path in self.modules and path not in self.containers
            found.append(self.attribute(part) if inside else self.components.attribute(part))
            path = f"{path}.{part}" if path else part
        return ".".join(found)

    def attribute_hint(self, path: str) -> str:
        """Return what to call the result of a module."""
        words = [part for part in path.split(".") if not part.isdigit()]
        return words[-1] if words else "x"

    # ---- classes ----

    def _classes(self) -> str:
        levels: dict[int, list[Module]] = {}
        for module in self.modules.values():
            levels.setdefault(module.height(), []).append(module)
        self._name_methods()
        root_module = self.modules[""]
        for _, modules in sorted(levels.items()):
            if root_module in modules:
                self.class_names.taken.discard(camel_case(self.graph.name))
            drafts = []
            for module in modules:
                layer = self.target.layer(module, self) if module is not root_module else None
                if layer is not None:
                    self.resolved[module.path] = layer
                else:
                    drafts.append(self._draft(module))
            for cls, members in grouped(drafts, self.class_names):
                self.classes.append(cls)
                for draft in members:
                    self.resolved[draft.module.path] = constructed(cls, draft)
        sources = []
        for cls in self.classes:
            is_root = cls.draft.module is root_module
            bases = self.target.root_base if is_root else self.target.base
            extra = self.target.loader(self) if is_root else []
            doc = '"""The whole model."""' if is_root else ""
            sources.append(rendered(cls, self.target, bases, extra, doc))
        return "\n\n".join(sources)

    def _name_methods(self) -> None:
        """Give each call the method it calls; calls with the same source share one later."""
        for module in self.modules.values():
            for number, region in enumerate(module.regions):
                suffix = "" if number == 0 else f"_{number + 1}"
                name = self.target.method if not suffix else f"forward{suffix}"
                self.methods[id(region)] = name
        root = self.modules[""]
        if len(self.phases) > 1:
            for region, name in zip(root.regions, PHASES, strict=True):
                self.methods[id(region)] = name
        for module in sorted(self.modules.values(), key=Module.height):
            if len(module.regions) > 1 and module is not root:
                if self.target.layer(module, self) is not None:
                    for region in module.regions:
                        self.methods[id(region)] = self.target.method
                    continue
                first: dict[Any, str] = {}
                for region in module.regions:
                    arguments, lines, slots, _ = self._method(region)
                    key = (arguments, tuple(lines), repr(slots.items))
                    self.methods[id(region)] = first.setdefault(key, self.methods[id(region)])

    def method_of(self, region: Region) -> str:
        """Return the method that a call calls."""
        return self.methods[id(region)]

    def _draft(self, module: Module) -> Draft:
        slots = Slots()
        methods: dict[str, tuple[str, str, tuple[str, ...]]] = {}
        aids: list[tuple[str, str]] = []
        for region in module.regions:
            name = self.methods[id(region)]
            if name not in methods:
                arguments, lines, slots, extra = self._method(region, slots)
                aids += extra
                methods[name] = (name, arguments, tuple(lines))
        if not module.path and len(self.phases) > 1:
            methods[self.target.method] = self._choice(methods[PHASES[0]][1])
        init: list[tuple[str, Any]] = []
        random = any("rngs" in source for _, source in aids)
        for name, element in self._elements(module).items():
            init.append((self.attribute(name), structured(element, slots)))
            random = random or _random(element)
        init += [(name, ("text", source)) for name, source in aids]
        init += [(n, ("text", x)) for n, x in self.target.attributes(_lines(methods)).items()]
        ties: tuple[tuple[str, str], ...] = ()
        if not module.path:
            ties = tuple(
                (f"self.{self.access('', alias)}", f"self.{self.access('', name)}")
                for alias, name in self.ties().items()
            )
        return Draft(module, slots, init, list(methods.values()), random, ties)

    def _choice(self, arguments: str) -> tuple[str, str, tuple[str, ...]]:
        """Return the method that calls the program for the mode."""
        given = arguments.removeprefix("self").removeprefix(", ")
        mode = self.target.training
        if mode is None:
            mode, arguments = "training", f"{arguments}, training=False"
        evaluated, trained = (f"self.{name}({given})" for name in PHASES)
        line = f"return {trained} if {mode} else {evaluated}"
        return self.target.method, arguments, (line,)

    def ties(self) -> dict[str, str]:
        """Return the other names of weights that are used, with the first ones."""
        return {n: self.graph.aliases[n] for n in self.used if n in self.graph.aliases}

    def _elements(self, module: Module) -> dict[str, Any]:
        """Return what a module has directly below it, by attribute: trees of lists and dicts."""
        tree: dict[str, Any] = {}
        for parts, entry in module.entries.items():
            place = tree
            for part in parts[:-1]:
                place = place.setdefault(part, {})
            place[parts[-1]] = entry

        def element(entry: Any, path: str) -> Any:
            if isinstance(entry, Module):
                return self.resolved[entry.path]
            if isinstance(entry, tuple):
                return self._leaf(*entry)
            inner = {part: element(one, f"{path}.{part}") for part, one in entry.items()}
            if self.is_list(path):
                return [inner[str(i)] for i in range(len(inner))]
            return inner

        return {
            part: element(entry, ".".join(filter(None, (module.path, part))))
            for part, entry in tree.items()
        }

    # ---- methods ----

    def ordered(self, inputs: Sequence[Value]) -> list[Value]:
        """Return the inputs of a call in the order of its arguments: the mode comes last."""
        training = self.graph.training
        return [v for v in inputs if v is not training] + [v for v in inputs if v is training]

    def _method(
        self, region: Region, slots: Slots | None = None
    ) -> tuple[str, list[str], Slots, list[tuple[str, str]]]:
        """Return arguments and statements of the method for a call."""
        slots = slots or Slots()
        taken = ["rngs", "key", "training"] if self.takes_key else ["rngs", "training"]
        names = Names([*self.target.imports, *self.class_names.taken, *taken])
        body = Body(self, region, slots, names)
        body.count([v for item in region.items for v in used_by(item)])
        if region.path:
            arguments = self._arguments(region, body)
            outputs: Any = tuple(region.results())
            outputs = outputs[0] if len(outputs) == 1 else outputs
        else:
            arguments = self._root_arguments(region, body)
            outputs = self.phase_of[id(region)].outputs
        written = self._written(region)
        body.count([*values_in(outputs), *written.values()])
        body.final = {id(value) for value in values_in(outputs)} if not written else set()
        body.add(region.items)
        self._write(written, body)
        if region.outputs or not region.path:
            body.finish(outputs)
        elif not body.lines:
            body.lines.append("pass")
        return ", ".join(["self", *arguments]), body.lines, slots, body.aids

    def _arguments(self, region: Region, body: Body) -> list[str]:
        arguments = []
        inputs = {id(v) for v in self.graph.inputs()}
        for number, value in enumerate(self.ordered(region.inputs)):
            if value is self.graph.training:
                body.bind(value, "training")
                arguments.append("training=False")
                continue
            hint = self._argument_hint(number, value, region, id(value) in inputs)
            arguments.append(body.bind(value, body.names.fresh(hint)))
        return arguments

    def _argument_hint(self, number: int, value: Value, region: Region, given: bool) -> str:
        """Return what to call an argument; it must not depend on where the call stands."""
        kind = str(value.dtype)
        counted = kind.startswith(("int", "uint"))
        if given and (number or counted):
            return value.name
        hint = hint_of(value, self.makers)
        if hint in ("batch", "size"):
            return hint
        if number == 0:
            return "x"
        if role := _role(value, region):
            return role
        if hint in ("cos", "sin"):
            return hint
        return "mask" if kind == "bool" else "positions" if counted else "y"

    def _root_arguments(self, region: Region, body: Body) -> list[str]:
        graph = self.phase_of[id(region)]
        arguments = []
        used = {id(v) for node in region.nodes() for v in used_values(node)}
        used.update(id(v) for v in values_in(graph.outputs))
        for hint, nest in _named_arguments(graph):
            if not list(values_in(nest)):
                continue
            name = "key" if nest is self.given_key else body.names.argument(hint)
            arguments.append(name)
            if isinstance(nest, Value):
                body.bind(nest, name)
            else:
                self._unpack(nest, name, body, used)
        if graph.training in region.inputs:
            body.bind(graph.training, "training")
            arguments.append("training=False")
        return arguments

    def _unpack(self, nest: Any, where: str, body: Body, used: set[int]) -> None:
        """Give the arrays inside of an argument variables."""
        if isinstance(nest, Value):
            if id(nest) in used:
                body.lines.append(f"{body.bind(nest, body.names.fresh(nest.name))} = {where}")
        elif isinstance(nest, dict):
            for key, item in nest.items():
                self._unpack(item, f"{where}[{key!r}]", body, used)
        elif isinstance(nest, (tuple, list)):
            for i, item in enumerate(nest):
                self._unpack(item, f"{where}[{i}]", body, used)

    def _written(self, region: Region) -> dict[str, Value]:
        """Return the buffers that a method writes: those below it, unless an inner call does."""
        found = {}
        inside = f"{region.path}." if region.path else ""
        for name, value in self.phase_of[id(region)].mutations.items():
            if not name.startswith(inside):
                continue
            inner = [r for r in region.items if isinstance(r, Region)]
            deeper = any(
                name.startswith(f"{r.path}.") and any(value in node.results() for node in r.nodes())
                for r in inner
            )
            made = any(value in node.results() for node in region.nodes())
            if not deeper and (made or not region.path):
                found[name] = value
        return found

    def _write(self, written: dict[str, Value], body: Body) -> None:
        if not written:
            return
        lines, body.lines = body.lines, []
        trained = self.graph.statistics if len(self.phases) == 1 else set()
        for name in sorted(written, key=lambda name: name in trained):
            where = f"self.{self.access(body.region.path, name)}"
            body.statement(functools.partial(self._assignment, where, written[name], body))
        always = len(written.keys() - trained)
        inner = [f"    {line}" for line in body.lines[always:]]
        if inner:
            inner.insert(0, f"if {self.held(self.graph.training, body).text}:")
        body.lines = [*lines, *body.lines[:always], *inner]

    def _assignment(self, where: str, value: Value, body: Body) -> str:
        return self.target.written(where, body.read(value).text)

    # ---- operations ----

    def printed_node(self, node: Node, body: Body) -> Expr:
        """Return the source of an operation: by the table, or a call of a copied function."""
        line = self.target.table.get(node.op)
        problem = f"no line for {node.op}"
        if line is not None:
            kept = dict(body.pending), list(body._reads), list(body._hints)
            count = len(body.slots.items)
            try:
                return applied(line, Call(node, body))
            except NoLine as error:
                problem = str(error)
                body.pending, body._reads, body._hints = kept
                del body.slots.items[count:]
        # Backends' own functions have other names for their arguments.
        args, kwargs = positional(node.op, node.args, node.kwargs)
        given = [self._copied_argument(x, "value", body) for x in args]
        given += [f"{key}={self._copied_argument(x, key, body)}" for key, x in kwargs.items()]
        return Expr(self.bundle.called(node.op, given, problem))

    def _copied_argument(self, x: Any, hint: str, body: Body) -> str:
        """Return an argument of a function that was copied from ivy."""
        text = body.expr(x, hint).text
        return self.target.as_array(text) if isinstance(x, Value) and self.is_held(x) else text

    def is_held(self, value: Value) -> bool:
        """Return whether a value is a weight, which the target may keep in an object of its own."""
        return id(value) in self.names_of and id(value) not in self.inline

    def _function(self, root: Region) -> str:
        """Return a graph without weights as a function."""
        arguments, lines, slots, _ = self._method(root)
        values = [str(v) for v in Draft(Module("", ""), slots, [], [], False).values()]
        arguments = arguments.removeprefix("self").removeprefix(", ")
        if self.keys and self.given_key is None:
            arguments = ", ".join(filter(None, (arguments, "key")))
        name = identifier(self.graph.name)
        if name in self.templates or name in self.target.imports:  # it would hide what it calls
            name += "_"
        head = [
            f"def {name}({arguments}):",
            '    """Return what the program it was made from returns."""',
        ]
        return "\n".join([*head, *(f"    {filled(line, values)}" for line in lines)])


def _lines(methods: dict[str, tuple[str, str, tuple[str, ...]]]) -> str:
    return "\n".join(line for *_, lines in methods.values() for line in lines)


def _role(value: Value, region: Region) -> str | None:
    """Return the name of the argument that a value is given for, if that says something."""
    for node in region.nodes():
        for key, given in node.kwargs.items():
            if given is value and key in ("mask", "bias", "scale"):
                return key
    return None


def _random(element: Any) -> bool:
    if isinstance(element, Constructed):
        return element.random
    if isinstance(element, (list, dict)):
        return any(map(_random, element.values() if isinstance(element, dict) else element))
    return False


def _words(nest: Any, word: str = "", several: bool = False) -> Iterator[tuple[Value, str]]:
    """Yield the values in what a model returns with the last word that leads to each."""
    if isinstance(nest, Value) and word:
        yield nest, singular(word) if several else word
    elif isinstance(nest, dict):
        for key, item in nest.items():
            yield from _words(item, key if isinstance(key, str) else word, several)
    elif isinstance(nest, (tuple, list)):
        for item in nest:
            yield from _words(item, word, True)


def to_numpy(x: Any) -> Any:
    """Return an array of any framework as one of NumPy."""
    if isinstance(x, np.ndarray):
        return x
    return OPERATIONS["to_numpy"](x)


def _import_order(line: str) -> tuple[bool, str, str]:
    return (line.startswith("from"), line.split()[1], line)


def _named_arguments(graph: Graph) -> list[tuple[str, Any]]:
    names = graph.argument_names
    rest = [f"x{i + 1}" for i in range(len(names), len(graph.args))]
    return [*zip((*names, *rest), graph.args, strict=False), *graph.kwargs.items()]

"""Import torch code: what `torch.export` says it does, by the rules of the files beside this one.

Operations that have a rule stay as they are; others are decomposed by torch until they have.
"""

from __future__ import annotations

import importlib
import operator
import re
import warnings
from typing import Any

import torch
from torch import fx, nn
from torch.export.graph_signature import InputKind, OutputKind
from torch.utils import _pytree

from ivy.graph.importers.shared import with_train
from ivy.graph.importers.torch import export as exports
from ivy.graph.importers.torch.values import FLOATS, TorchBuilder, cast, dtype_name
from ivy.graph.ir import Graph, Value, values_in
from ivy.graph.progress import steps
from ivy.graph.rules import RULES, IvyTranspileException, Translation, warn_of_fixed_sizes

RULE_FILES = tuple(
    importlib.import_module(f"ivy.graph.importers.torch.{name}")
    for name in ("activations", "control", "convolutions", "creation", "elementwise", "fourier",
                 "indexing", "layers", "linalg", "norms", "pooling", "random",
                 "reductions", "resampling", "shapes", "sizes")
)  # fmt: skip
"""The files of rules; importing them fills RULES."""

_IGNORED = ("device", "pin_memory", "non_blocking", "memory_format")
"""Arguments that say where an array lies, not what is in it."""

_EXPLICIT_CASTS = ("aten._to_copy", "aten.to.dtype", "aten.to.other", "aten.type_as")


def to_graph(
    obj: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    dynamic_batch: bool,
    dynamic_axes: tuple[int, ...] = (),
) -> Graph:
    """Return the graph of a module's or function's call with these arguments.

    With `dynamic_batch` the first axes that are as long as the first array's have any size, and so
    have `dynamic_axes` of all arrays.
    """
    if dynamic_axes:
        open_graph, fixed = _opened(obj, args, kwargs, dynamic_batch, dynamic_axes)
        if open_graph is not None and not fixed:
            return open_graph
        warn_of_fixed_sizes((args, kwargs), f"for other lengths torch says: {fixed}", dynamic_axes)
    given = args, kwargs
    sizes = {x.shape[0] for x in _arrays(given) if x.ndim}
    if not dynamic_batch or not sizes:
        return _imported(obj, args, kwargs, False)[0]
    if sizes == {1}:
        if (graph := _imported_twice(obj, args, kwargs)) is not None:
            return graph
        graph = _imported(obj, args, kwargs, False)[0]
        why = "a batch of one and a batch of two are not the same program to torch"
        warn_of_fixed_sizes(given, why)
        return graph
    open_graph, fixed = _opened(obj, args, kwargs, True)
    graph = open_graph or _imported(obj, args, kwargs, False)[0]
    if fixed:
        warn_of_fixed_sizes(given, f"for any batch torch says: {fixed}")
    return graph


def _opened(
    obj: Any, args: Any, kwargs: Any, dynamic_batch: bool, dynamic_axes: tuple[int, ...] = ()
) -> tuple[Graph | None, str]:
    """Return the graph for open sizes, None if some rule has to know them, and what fixes them."""
    try:
        return _imported(obj, args, kwargs, dynamic_batch, dynamic_axes)
    except IvyTranspileException as error:
        return None, str(error).partition("\n")[2] or str(error)


def _imported_twice(obj: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Graph | None:
    """Return the graph for a batch of one doubled, if it has the results of the one too.

    For torch a size of 1 is always a fixed one.
    """
    twice, named = _pytree.tree_map_only(
        torch.Tensor, lambda x: torch.cat([x, x]) if x.ndim else x, (args, kwargs)
    )
    try:
        graph, _ = _imported(obj, twice, named, True)
        found = _arrays(graph(*args, **kwargs))
    except Exception:  # whatever it is, the program for the one will say it too, or do without
        return None
    expected = exports.evaluated(obj, args, kwargs)
    alike = len(found) == len(expected) and all(map(_is_close, found, expected))
    return graph if alike and None in [x.shape[0] for x in graph.inputs() if x.shape] else None


def _arrays(nest: Any) -> list[torch.Tensor]:
    """Return the arrays in a nest of arguments or results."""
    found: list[torch.Tensor] = []
    exports.plain(nest, found, torch.Tensor)
    return found


def _is_close(x: torch.Tensor, y: torch.Tensor) -> bool:
    if x.shape != y.shape or x.dtype != y.dtype:
        return False
    scale = float(y.abs().nan_to_num(0, 0, 0).max()) if y.numel() else 0.0
    return torch.allclose(x, y, rtol=1e-3, atol=1e-4 * scale, equal_nan=True)


def _imported(
    obj: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    dynamic_batch: bool,
    dynamic_axes: tuple[int, ...] = (),
) -> tuple[Graph, str]:
    """Return the graph, and why sizes are fixed though any were wanted."""
    axes = (0,) * dynamic_batch + dynamic_axes
    name = type(obj).__name__ if isinstance(obj, nn.Module) else getattr(obj, "__name__", "graph")

    def read(training: bool) -> tuple[Graph, exports.Export]:
        exported = exports.export(obj, args, kwargs, axes, has_rule, training)
        graph = Graph(name=name, source="torch", argument_names=exports.argument_names(obj))
        return Importer(graph, exported).run(), exported

    graph, exported = read(False)
    fixed = exported.fixed
    if exported.differs:
        try:
            trained, exported = read(True)
        except IvyTranspileException as error:
            msg = f"{name}: what it does in training only is left out, since {error}"
            warnings.warn(msg, UserWarning, stacklevel=6)
        else:
            fixed = fixed or exported.fixed
            graph = graph if str(graph) == str(trained) else with_train(graph, trained)
    return graph, fixed


def rule_name(op: Any) -> str:
    """Return the name of the rule for an operation: `aten.add.Tensor`, `aten.relu`, `add`."""
    if isinstance(op, torch._ops.OpOverload):
        full = str(op)
        base = full.rpartition(".")[0]
        return full if full in RULES["torch"] else base
    if isinstance(op, torch._ops.HigherOrderOperator):
        return f"higher_order.{op.name()}"
    return f"python.{getattr(op, '__name__', op)}"


def has_rule(op: Any) -> bool:
    """Return whether an operation is translated as it is."""
    return rule_name(op) in RULES["torch"]


class Importer:
    """Translates an exported program, operation by operation."""

    def __init__(self, graph: Graph, exported: exports.Export) -> None:
        self.graph, self.exported = graph, exported
        self.build = TorchBuilder(graph)
        self.translation = Translation("torch", self.build)
        self.values: dict[fx.Node, Any] = {}
        self.build.modes["names"] = {}
        self.casts = False
        """Whether `torch.autocast` chooses the dtype that operations work in."""

    def run(self) -> Graph:
        """Return the graph.

        Raises:
            IvyTranspileException: some operations have no rule; all are listed.
        """
        program = self.exported.program
        nodes = list(program.graph.nodes)
        placeholders = [node for node in nodes if node.op == "placeholder"]
        inputs = self._bind(placeholders)
        live = live_nodes(program.graph)
        for node in steps(nodes):
            if node.op == "output":
                self._finish(node.args[0], inputs)
            elif node.op != "placeholder" and node in live:
                self.values[node] = self.translate(node, program.graph_module)
            elif isinstance(op := node.target, torch._ops.OpOverload) and op._schema.is_mutable:
                self._place(node)
                self.translation.note(f"{rule_name(op)}: a write that torch does not take apart")
        self.translation.check()
        return self.graph

    # ---- what goes in and out -------------------------------------------------------------------

    def _bind(self, placeholders: list[fx.Node]) -> list[Value]:
        """Make the values of parameters, buffers, constants and arguments."""
        program, graph = self.exported.program, self.graph
        parameters, buffers = self._held()
        first: dict[Any, str] = {}
        inputs: list[Any] = []
        for node, spec in zip(placeholders, program.graph_signature.input_specs, strict=True):
            if spec.kind is InputKind.USER_INPUT:
                value = self._value("x", node.meta.get("val"))
                inputs.append(value)
            elif spec.kind is InputKind.TOKEN:
                value = None
            elif spec.kind is InputKind.CONSTANT_TENSOR:
                name = self._short(spec.target)
                value = self._keep(graph.constants, name, program.constants[spec.target])
            else:
                name = self._short(spec.target)
                kept = parameters if spec.kind is InputKind.PARAMETER else buffers
                array = kept[spec.target]
                key = (array.data_ptr(), tuple(array.shape), array.stride(), array.dtype)
                original = first.setdefault(key if array.numel() else name, name)
                table = graph.parameters if kept is parameters else graph.buffers
                if original != name:
                    graph.aliases[name] = original
                    value = graph.held()[original]
                else:
                    value = self._keep(table, name, array)
                if kept is parameters and not array.requires_grad:
                    graph.frozen.add(name)
            self.values[node] = value
        names = {id(value): name for name, value in graph.held().items()}
        self.build.modes["names"] = names
        return inputs

    def _held(self) -> tuple[dict[str, torch.Tensor], dict[str, torch.Tensor]]:
        """Return parameters and buffers by the names of the program."""
        parameters, buffers = {}, {}
        for name, module in self.exported.modules.items():
            for path, x in module.named_parameters(remove_duplicate=False):
                parameters[f"{name}.{path}"] = x
            for path, x in module.named_buffers(remove_duplicate=False):
                buffers[f"{name}.{path}"] = x
        return parameters, buffers

    def _keep(self, table: dict[str, Value], name: str, array: torch.Tensor) -> Value:
        return self.build.kept(name.replace(".", "_"), array, table, name)

    def _short(self, target: str) -> str:
        return target.removeprefix(self.exported.prefix)

    def _value(self, name: str, meta: Any) -> Value:
        if isinstance(meta, torch.Tensor):
            return self.build.value(name, known_shape(meta), dtype_name(meta.dtype))
        return self.build.value(name)

    def _finish(self, results: Any, inputs: list[Any]) -> None:
        """Set arguments and result of the graph, and the buffers that the program writes."""
        signature = self.exported.program.graph_signature
        outputs = []
        for spec, result in zip(signature.output_specs, results, strict=True):
            value = self.argument(result)
            if spec.kind is OutputKind.USER_OUTPUT:
                outputs.append(value)
            elif spec.kind is OutputKind.BUFFER_MUTATION:
                if value is not self.graph.buffers.get(name := self._short(spec.target)):
                    self.graph.mutations[name] = value
            elif spec.kind is OutputKind.PARAMETER_MUTATION:
                name = self._short(spec.target)
                self.translation.note(f"a call that writes to the parameter {name}; write before")
        self.graph.outputs = _filled(self.exported.outputs, outputs)
        self.graph.args = _filled(self.exported.args, inputs)
        self.graph.kwargs = _filled(self.exported.kwargs, inputs)
        self._name_inputs()

    def _name_inputs(self) -> None:
        """Name the arrays after the parameters they are given to."""
        names = dict(zip(self.graph.argument_names, self.graph.args, strict=False))
        for name, nest in (names | self.graph.kwargs).items():
            if isinstance(nest, Value):
                nest.name = self.build.value(name).name

    # ---- operations -----------------------------------------------------------------------------

    def translate(self, node: fx.Node, owner: Any) -> Any:
        """Return the value, or the values, of a node of the program."""
        if node.op == "get_attr":
            return self._attribute(node, owner)
        name = rule_name(node.target)
        args = tuple(self.argument(x) for x in node.args)
        kwargs = {k: self.argument(x) for k, x in node.kwargs.items() if k not in _IGNORED}
        if node.target is operator.getitem and isinstance(args[0], (tuple, list)):
            return args[0][args[1]]
        meta = node.meta.get("val")
        if isinstance(meta, (int, float, bool)):
            return meta
        if self._is_constant(node) and not any(True for _ in values_in((args, kwargs))):
            return self.build.kept(node.name, node.target(*node.args, **node.kwargs))
        self._drop_defaults(kwargs)
        self._place(node)
        metas = meta if isinstance(meta, (tuple, list)) else [meta]
        self.build.expected = [
            (known_shape(x), dtype_name(x.dtype)) for x in metas if isinstance(x, torch.Tensor)
        ]
        self.build.operand = next((x.meta.get("val") for x in node.all_input_nodes), None)
        self.build.used = {
            user.args[1] for user in node.users if user.target is operator.getitem and user.users
        }
        if name.startswith("higher_order."):
            kwargs["importer"] = self
        elif self.casts and name not in _EXPLICIT_CASTS:
            args, kwargs = self._cast(args), {k: self._cast(x) for k, x in kwargs.items()}
        result = self.translation.apply(name, *args, **kwargs)
        if result is None and isinstance(meta, torch.Tensor):
            result = self.build.value("missing")
        elif result is None and isinstance(meta, (tuple, list)):
            result = tuple(self.build.value("missing") for _ in meta)
        results = result if isinstance(result, (tuple, list)) else (result,)
        for value, known in zip(results, metas, strict=False):
            if isinstance(value, Value) and isinstance(known, torch.Tensor) and value.dtype is None:
                value.shape, value.dtype = known_shape(known), dtype_name(known.dtype)
        return result

    def _cast(self, x: Any) -> Any:
        """Return floating operands in the dtype of the result, which is what autocast chose."""
        wanted = next((dtype for _, dtype in self.build.expected if dtype in FLOATS), None)
        if isinstance(x, tuple):
            return tuple(map(self._cast, x))
        if isinstance(x, Value) and x.dtype in FLOATS and wanted is not None:
            return cast(self.build, x, wanted)
        return x

    @staticmethod
    def _is_constant(node: fx.Node) -> bool:
        """Return whether an operation without a rule gives the same for the same arguments."""
        op, result = node.target, node.meta.get("val")
        drawn = torch.Tag.nondeterministic_seeded in getattr(op, "tags", ())
        return isinstance(result, torch.Tensor) and not has_rule(op) and not drawn

    def _attribute(self, node: fx.Node, owner: Any) -> Any:
        found = owner
        for part in str(node.target).split("."):
            found = getattr(found, part)
        if isinstance(found, torch.Tensor):
            name = str(node.target)
            if name not in self.graph.constants:
                self._keep(self.graph.constants, name, found)
            return self.graph.constants[name]
        return found

    def argument(self, x: Any) -> Any:
        """Return an argument of a node with values for nodes and names for dtypes."""
        if isinstance(x, fx.Node):
            return self.values[x]
        if isinstance(x, (tuple, list)):
            return tuple(self.argument(item) for item in x)
        if isinstance(x, torch.dtype):
            return dtype_name(x)
        return x

    @staticmethod
    def _drop_defaults(kwargs: dict[str, Any]) -> None:
        """Remove arguments that say what holds anyway."""
        if kwargs.get("layout") in (None, torch.strided):
            kwargs.pop("layout", None)
        if kwargs.get("generator") is None:
            kwargs.pop("generator", None)

    def _place(self, node: fx.Node) -> None:
        """Set scope and source of the operations that follow."""
        stack = (node.meta.get("nn_module_stack") or {}).values()
        prefix = self.exported.prefix.rstrip(".")
        scope: list[tuple[str, str]] = []
        for path, kind in stack:
            label = kind if isinstance(kind, str) else kind.__name__
            if path == "" or "metadata_hook" in path:
                continue
            short = re.sub(r"@\d+$", "", path)
            short = "" if short == prefix else short.removeprefix(f"{prefix}." if prefix else "")
            scope.append((short, label.rpartition(".")[2]))
        if scope or node.target not in (torch.ops.aten.sym_size.int,):
            self.build.scope = tuple(scope)
        self.build.source = _users_place(node.stack_trace or "")


def live_nodes(graph: fx.Graph) -> set[fx.Node]:
    """Return the nodes that results need: no checks of what export assumed."""
    live: set[fx.Node] = set()
    for node in reversed(graph.nodes):
        if node.op == "output" or node in live:
            live.update(node.all_input_nodes)
    return live


_FRAME = re.compile(r'File "([^"]+)", line (\d+)')


def _users_place(trace: str) -> str:
    """Return `file:line` of the innermost frame of a trace that is the user's."""
    frames = [m for m in _FRAME.findall(trace) if exports.is_users(m[0])]
    return f"{frames[-1][0]}:{frames[-1][1]}" if frames else ""


def known_shape(x: torch.Tensor) -> tuple[int | None, ...]:
    """Return the sizes of an array with None for those that may change."""
    return tuple(map(exports.known_size, x.shape))


def _filled(nest: Any, values: list[Any]) -> Any:
    """Return a nest with values in place of its leaves."""
    if isinstance(nest, exports.Leaf):
        return values[nest.index]
    if isinstance(nest, (tuple, list)):
        return type(nest)([_filled(x, values) for x in nest])
    if isinstance(nest, dict):
        return type(nest)({key: _filled(x, values) for key, x in nest.items()})
    return nest

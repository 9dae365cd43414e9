"""Export a call of torch code: one program for training and evaluation, with arrays only.

`torch.export` sees a wrapper that takes the arrays of the call and returns those of the result.
While it runs, functions that depend on the mode are replaced by operations of our own, so that
nothing of what only training does is lost.
"""

from __future__ import annotations

import copy
import functools
import inspect
import linecache
import logging
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch._dynamo.source import ConstantSource
from torch._subclasses import FakeTensorMode
from torch.export import Dim, ExportedProgram, _trace
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv, StatelessSymbolicContext
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.utils.rnn import PackedSequence
from torch.utils import _pytree

from ivy.graph.importers.torch.compositions import DECOMPOSITIONS
from ivy.graph.importers.torch.counting import Numbers
from ivy.graph.importers.torch.functions import own_gradients
from ivy.graph.importers.torch.knowing import Knowing
from ivy.graph.importers.torch.modes import (
    COMPILING,
    Modes,
    Stopping,
    evaluating,
    mark_constants,
    patched,
)
from ivy.graph.importers.torch.mutation import without_mutation
from ivy.graph.record import Record
from ivy.graph.rules import IvyTranspileException
from ivy.stateful.converters.sources.torch import functional_call

_TORCH = str(Path(torch.__file__).parent)
_IVY = str(Path(__file__).parents[3])
_MAXIMUM_DEPTH = 8


@dataclass(frozen=True)
class Leaf:
    """The place of an array of the arguments or of the result in their list."""

    index: int


@dataclass
class Export:
    """A call of torch code as a program, and how its arrays belong to arguments and result."""

    program: ExportedProgram
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    outputs: Any
    modules: dict[str, nn.Module]
    prefix: str
    """What stands before the names of a module's own weights in the program."""
    fixed: str
    """Why the program is for the sizes given, if it was wanted for any batch."""
    differs: bool
    """Whether training is another program than evaluation."""


class Result:
    """The result of a call; no list or dict, which export would put back as they were."""

    nest: Any = None


class Call(nn.Module):  # type: ignore[misc]
    """What is exported: the function, called with the arrays among its arguments."""

    def __init__(
        self,
        function: Callable[..., Any],
        modules: dict[str, nn.Module],
        leaves: list[Any],
        spec: Any,
    ) -> None:
        super().__init__()
        for name, module in modules.items():
            self.add_module(name, module)
        # Not attributes: a module that is called must not be registered by a second name.
        self.__dict__.update(call=function, leaves=leaves, spec=spec, result=Result(), known=None)

    def forward(self, *arrays: torch.Tensor) -> tuple[Any, ...]:
        """Return the arrays of the result; `result` keeps the nest they belong to."""
        given = iter(arrays)
        filled = [next(given) if isinstance(x, torch.Tensor) else x for x in self.leaves]
        args, kwargs = _pytree.tree_unflatten(filled, self.spec)
        found: list[Any] = []
        owners = [module._buffers for module in self.modules()]
        before = [dict(buffers) for buffers in owners]
        with self.known.of(self) if self.known is not None else nullcontext():
            self.result.nest = plain(self.call(*args, **kwargs), found)
        for buffers, old in zip(owners, before, strict=True):
            _write_assigned(buffers, old)
        return tuple(found)

    def arrays(self) -> list[torch.Tensor]:
        """Return the arrays among the arguments."""
        return [x for x in self.leaves if isinstance(x, torch.Tensor)]


def _write_assigned(buffers: dict[str, Any], before: dict[str, Any]) -> None:
    """Write to buffers what was put in their place, which export would not see.

    What has another size is a cache that grew: the next call would compute it again.
    """
    for name, old in before.items():
        new = buffers.get(name)
        if new is old or not isinstance(old, torch.Tensor) or not isinstance(new, torch.Tensor):
            continue
        if new.shape == old.shape and new.dtype == old.dtype:
            old.copy_(new.detach())
            buffers[name] = old


def export(
    function: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    dynamic_axes: tuple[int, ...],
    keep: Callable[[Any], bool],
    training: bool = False,
) -> Export:
    """Return the program of a call; operations are decomposed unless `keep` wants them.

    With `training` it is the program of training alone.
    """
    modules = modules_of(function)
    if any(
        isinstance(x, torch.jit.ScriptModule) for each in modules.values() for x in each.modules()
    ):
        raise IvyTranspileException(
            "expected Python code, got a module of torch.jit; give the module it was made from"
        )
    leaves = _pytree.tree_leaves((args, kwargs), is_leaf=lambda x: isinstance(x, PackedSequence))
    if any(isinstance(x, PackedSequence) for x in leaves):
        msg = "expected arrays as arguments, got a PackedSequence; give the padded array and its"
        raise IvyTranspileException(f"{msg} lengths to a function that packs them")
    _show_lines_of(function)
    leaves, spec = _pytree.tree_flatten((args, kwargs))
    call = Call(function, modules, leaves, spec)
    places = iter(range(len(leaves)))
    standing = [Leaf(next(places)) if isinstance(x, torch.Tensor) else x for x in leaves]
    nest = plain(_pytree.tree_unflatten(standing, spec), [], Leaf)
    # Which order is best for several operands is decided by sizes, which fixes them.
    numbers = Numbers(is_users)
    in_order = torch.backends.opt_einsum.flags(enabled=False)
    with own_gradients() as lost, _quiet(), in_order, evaluating(call) as modes:
        modes.probe(call)
        if training and modes.draws:
            raise IvyTranspileException(
                "it draws numbers by Python or NumPy; torch's are translated"
            )
        if training:
            modes.train(call)
        program, fixed = _exported(call, dynamic_axes, modes, numbers)
        outputs = call.result.nest
        program = decomposed(program, keep)
    for place, code in () if fixed else numbers.branches.items():
        msg = f"the translation is for sizes that decide as the example's at {place}: `{code}`"
        warnings.warn(msg, UserWarning, stacklevel=6)
    for name in sorted(lost):
        msg = f"{name}: its custom gradient is not kept; the target differentiates the function"
        warnings.warn(msg, UserWarning, stacklevel=6)
    prefix = "module." if "module" in modules and len(modules) == 1 else ""
    return Export(program, tuple(nest[0]), nest[1], outputs, modules, prefix, fixed, modes.differs)


# ---- what is called -----------------------------------------------------------------------------


def modules_of(function: Any) -> dict[str, nn.Module]:
    """Return the modules whose weights a function uses, by the names they get."""
    if isinstance(function, nn.Module):
        return {"module": function}
    if isinstance(owner := getattr(function, "__self__", None), nn.Module):
        return {"module": owner}
    found: dict[str, nn.Module] = {}
    if isinstance(function, functools.partial):
        given = {f"argument{i}": x for i, x in enumerate(function.args)} | function.keywords
        found |= {name: x for name, x in given.items() if isinstance(x, nn.Module)}
        return found | modules_of(function.func)
    try:
        names = inspect.getclosurevars(function)
    except (TypeError, ValueError):
        return found
    for name, x in {**names.globals, **names.nonlocals}.items():
        if isinstance(x, nn.Module) and not any(x is other for other in found.values()):
            found[name] = x
    return found


def evaluated(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[torch.Tensor]:
    """Return the arrays of the result of a call in evaluation mode, which changes nothing."""
    inside = [module for root in modules_of(function).values() for module in root.modules()]
    modes = [module.training for module in inside]
    args, kwargs = _pytree.tree_map_only(torch.Tensor, torch.clone, (args, kwargs))
    found: list[torch.Tensor] = []
    try:
        for module in inside:
            module.training = False
        with torch.no_grad():
            plain(function(*args, **kwargs), found)
    finally:
        for module, mode in zip(inside, modes, strict=True):
            module.training = mode
    return found


def argument_names(function: Any) -> tuple[str, ...]:
    """Return the names of the positional parameters of a module's forward, or a function."""
    called = function.forward if isinstance(function, nn.Module) else function
    try:
        parameters = inspect.signature(called).parameters.values()
    except (TypeError, ValueError):
        return ()
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(p.name for p in parameters if p.kind in positional)


def _show_lines_of(function: Any) -> None:
    """Let torch say which lines of a function its operations come from, not of modules only."""
    register = getattr(torch.fx.proxy, "_register_stack_trace_anchor", None)
    if register is not None and not isinstance(function, nn.Module):
        register(function)


def plain(
    nest: Any, found: list[Any], leaf: Any = (torch.Tensor, torch.SymInt), depth: int = 0
) -> Any:
    """Return a result as tuples, lists, dicts and Records, with a Leaf for each array in `found`.

    Other objects become Records of those attributes that have arrays in them.
    """
    if isinstance(nest, Leaf):
        return nest
    if isinstance(nest, leaf):
        found.append(nest)
        return Leaf(len(found) - 1)
    inside = functools.partial(plain, found=found, leaf=leaf, depth=depth + 1)
    if isinstance(nest, tuple) and hasattr(nest, "_fields"):
        return Record({name: inside(x) for name, x in zip(nest._fields, nest, strict=True)})
    if isinstance(nest, (tuple, list)):
        return (list if isinstance(nest, list) else tuple)([inside(x) for x in nest])
    if isinstance(nest, dict):
        kind = dict if type(nest).__module__ in ("builtins", "collections") else Record
        return kind({key: inside(x) for key, x in nest.items()})
    if nest is None or isinstance(nest, (bool, int, float, complex, str)):
        return nest
    if depth > _MAXIMUM_DEPTH:
        return None
    if is_dataclass(nest):
        items = {field.name: getattr(nest, field.name) for field in fields(nest)}
    else:
        items = getattr(nest, "__dict__", {})
    kept = {}
    for name, x in items.items():
        before = len(found)
        value = inside(x)
        if len(found) > before:
            kept[name] = value
    return Record(kept) if kept else None


# ---- exporting ----------------------------------------------------------------------------------


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence what torch says about its own internals."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _exported(
    call: Call, dynamic_axes: tuple[int, ...], modes: Modes, numbers: Numbers
) -> tuple[ExportedProgram, str]:
    """Return the program, and why its sizes are fixed though any were wanted.

    Code that fails because it does something else when torch compiles it is told that torch does
    not.
    """
    asked: list[str] = []
    try:
        with _telling(asked, True):
            return _program(call, dynamic_axes, modes, numbers)
    except IvyTranspileException:
        if not asked:
            raise
        with _telling(asked, False):
            return _program(call, dynamic_axes, modes, numbers)


@contextmanager
def _telling(asked: list[str], compiles: bool) -> Iterator[None]:
    """Answer users' code that asks if torch compiles it; `asked` are the files of such."""

    def answering(original: Callable[[], bool]) -> Callable[[], bool]:
        def answer() -> bool:
            if not is_users(file := sys._getframe(1).f_code.co_filename):
                return original()
            asked.append(file)
            return compiles and original()

        return answer

    with patched(*((owner, name, answering(original)) for owner, name, original in COMPILING)):
        yield


def _program(
    call: Call, dynamic_axes: tuple[int, ...], modes: Modes, numbers: Numbers
) -> tuple[ExportedProgram, str]:
    arrays = call.arrays()
    axes = _open_axes(arrays, dynamic_axes)
    program, fixed, known = None, "", -1
    # Where a program asks for plain numbers is seen when it does.
    while any(axes) and len(numbers.files) > known:
        known = len(numbers.files)
        try:
            with numbers.following():
                program = _attempt(call, arrays, {"arrays": axes}, modes)
        except Exception as error:
            program, fixed = None, str(explained(error))
        else:
            fixed = _fixed_size(program, axes)
    for place, code in numbers.fixed.items():
        program, fixed = None, fixed or f"a number is made of a size at {place}: `{code}`"
    if program is not None:
        return program, fixed
    try:
        return _attempt(call, arrays, None, modes), fixed
    except Exception as error:
        raise explained(error) from error


def _attempt(call: Call, arrays: list[Any], shapes: Any, modes: Modes) -> ExportedProgram:
    modes.restart()
    # torch marks arrays that have an open axis, and then a second attempt has open ones too.
    arrays = [x.detach().requires_grad_(x.requires_grad) for x in arrays]
    exported = functools.partial(torch.export.export, dynamic_shapes=shapes, strict=False)
    program: Any = None
    failure: Any = None
    with modes.noticing_gradients(), _quietly():
        try:
            program = None if modes.derives else exported(call, tuple(arrays))
        except Exception as error:
            failure = error
        if not modes.derives and _depends_on_values(failure or program):
            modes.restart()
            try:
                call.__dict__["known"] = Knowing(call)
                program = exported(call, tuple(arrays))
            except Exception as error:
                failure = error if isinstance(error, IvyTranspileException) else failure
            finally:
                call.__dict__["known"] = None
    if not modes.derives:
        if program is None:
            raise failure
        return program
    axes = shapes["arrays"] if shapes else (None,) * len(arrays)
    return exported(_derived(call, arrays, axes, modes), tuple(arrays))


@contextmanager
def _quietly() -> Iterator[None]:
    """Have torch not print the part of a program it has when it gives up: our error says where."""
    log = logging.getLogger("torch.fx.experimental.symbolic_shapes")
    level = log.level
    log.setLevel(logging.ERROR)
    vars(_trace)["print"] = lambda *_, **__: None
    try:
        yield
    finally:
        del vars(_trace)["print"]
        log.setLevel(level)


def _derived(call: Call, arrays: list[Any], axes: tuple[Any, ...], modes: Modes) -> nn.Module:
    """Return a call whose gradients are operations as others are: export takes no gradients.

    Only `axes` of the arrays are open.
    """
    own, buffers = dict(call.named_parameters()), dict(call.named_buffers())
    names = (*own, *buffers)
    modes.restart()

    def flat(*given: Any) -> tuple[Any, ...]:
        held = dict(zip(names, given, strict=False))
        with Stopping():
            return functional_call(call, held, given[len(names) :], {})

    given = [*own.values(), *buffers.values(), *arrays]
    given = [x.detach().requires_grad_(x.requires_grad) for x in given]
    # Sizes that are the same by chance must not be taken for one another.
    fake = FakeTensorMode(shape_env=ShapeEnv(duck_shape=False), allow_non_fake_inputs=True)
    open_axes = [wanted or () for wanted in (*(None for _ in names), *axes)]
    fakes = [
        fake.from_tensor(
            x,
            source=ConstantSource(f"given{number}"),
            symbolic_context=StatelessSymbolicContext(
                [DimDynamic.DYNAMIC if i in wanted else DimDynamic.STATIC for i in range(x.ndim)]
            ),
        )
        for number, (x, wanted) in enumerate(zip(given, open_axes, strict=True))
    ]
    with sdpa_kernel(SDPBackend.MATH):
        traced = make_fx(flat, tracing_mode="symbolic", _allow_non_fake_inputs=True)(*fakes)
    for node in traced.graph.find_nodes(op="call_function", target=torch.ops.aten.detach.default):
        node.replace_all_uses_with(node.args[0])  # of what torch saves for its own gradients
    traced.recompile()

    def forward(*arrays: Any) -> tuple[Any, ...]:
        held = (*map(outer.get_parameter, own), *map(outer.get_buffer, buffers))
        return traced(*held, *arrays)

    outer = Call(forward, dict(call.named_children()), [], None)
    outer.__dict__["forward"] = forward
    return outer


def _fixed_size(program: ExportedProgram, axes: tuple[Any, ...]) -> str:
    """Return why an axis of the first argument that has it has one size; empty if it has any."""
    inputs = set(program.graph_signature.user_inputs)
    given = [n for n in program.graph.nodes if n.op == "placeholder" and n.name in inputs]
    for axis in sorted({axis for each in axes for axis in each or ()}):
        first = next(i for i, each in enumerate(axes) if each and axis in each)
        size = known_size(given[first].meta["val"].shape[axis])
        if size is not None:
            return f"it works for {size} {'rows' if axis == 0 else f'along axis {axis}'} only"
    return ""


def known_size(size: int | torch.SymInt) -> int | None:
    """Return the size of an axis; None if it may change."""
    return size if isinstance(size, int) else size.node.maybe_as_int()


def _open_axes(arrays: list[torch.Tensor], wanted: tuple[int, ...]) -> tuple[Any, ...]:
    """Return which axes of each array may change; the first of those with the size of the batch.

    Sizes 0 and 1 are special to torch, so nothing is said about other sizes then.
    """
    batch = next((x.shape[0] for x in arrays if x.ndim and x.shape[0] > 1), None)

    def is_open(x: torch.Tensor, axis: int) -> bool:
        return axis < x.ndim and x.shape[axis] > 1 and (axis > 0 or x.shape[0] == batch)

    found = [{axis: Dim.AUTO for axis in wanted if is_open(x, axis)} for x in arrays]
    return tuple(axes or None for axes in found)


def decomposed(program: ExportedProgram, keep: Callable[[Any], bool]) -> ExportedProgram:
    """Return the program in operations we keep, and what others consist of; without mutation."""
    mark_constants(program)
    without_mutation(program.graph_module)
    lstm = torch.ops.aten.lstm.input
    if keep(lstm) and any(n.target is lstm and _has_projections(n) for n in program.graph.nodes):
        return decomposed(program, lambda op: op is not lstm and keep(op))
    if _is_translatable(program.graph_module, keep):
        return program
    table = dict(_decompositions())
    for op in list(table):
        if keep(op):
            del table[op]
    # torch 2.13: some decompositions view what cannot be viewed; then none is better than all.
    attempts = [table, {}]
    for each in attempts:
        try:
            return copy.copy(program).run_decompositions(each)
        except Exception as error:
            if each is attempts[-1]:
                raise explained(error) from error
    raise AssertionError("unreachable: the last attempt returns or raises")


def _has_projections(lstm: torch.fx.Node) -> bool:
    hidden, cell = (state.meta["val"].shape[-1] for state in lstm.args[1])
    return bool(hidden != cell)


def _is_translatable(module: torch.fx.GraphModule, keep: Callable[[Any], bool]) -> bool:
    """Return whether a program needs no decomposition, half of the time of an export."""
    for node in module.graph.nodes:
        if node.op == "get_attr" and hasattr(module, str(node.target)):
            inner = getattr(module, str(node.target))
            if isinstance(inner, torch.fx.GraphModule) and not _is_translatable(inner, keep):
                return False
        if "functorch" in (getattr(node.target, "__module__", None) or ""):
            return False  # a transformation, which decomposing applies
        if node.op != "call_function" or not isinstance(node.target, torch._ops.OpOverload):
            continue
        if node.target._schema.is_mutable or not (keep(node.target) or not node.users):
            return False
    return True


@functools.cache
def _decompositions() -> dict[Any, Any]:
    """Return what operations of torch consist of."""
    found = torch.export.default_decompositions()
    return {op: found[op] for op in list(found)} | DECOMPOSITIONS


# ---- errors -------------------------------------------------------------------------------------


def explained(error: Exception) -> IvyTranspileException:
    """Return an error of torch.export as one that names the user's line."""
    place, code = users_line(error)
    text = str(error)
    name = type(error).__name__
    where = f" at {place}: `{code}`" if place else ""
    if _depends_on_values(error):
        msg = f"expected a program that does the same for all values of its arrays, got one{where}"
        listed = re.search(r"\.(tolist|item)\(|\b(int|float|bool)\(", code)
        hint = "; numbers it needs are given as such, not in arrays" if listed else ""
        return IvyTranspileException(
            f"{msg} which decides by a value; torch.where or torch.cond express it{hint}"
        )
    if isinstance(error, IvyTranspileException):
        return IvyTranspileException(f"{text}{where}")
    summary = text.strip().partition("\n")[0]
    return IvyTranspileException(
        f"expected code that torch.export can trace, got {name}{where}: {summary}"
    )


def _depends_on_values(found: Exception | ExportedProgram) -> bool:
    """Return whether a program does by values what it does, as torch says or as it is seen to."""
    if isinstance(found, ExportedProgram):
        return any(map(_asks_for_values, found.graph.nodes))
    told = str(found), type(found).__name__
    return any(part in text for text in told for part in ("ata-dependent", "DataDep", "unbacked"))


def _asks_for_values(node: torch.fx.Node) -> bool:
    tags = getattr(node.target, "tags", ())
    if node.target is torch.ops.aten.index.Tensor:
        return any(x is not None and x.meta["val"].dtype == torch.bool for x in node.args[1])
    return torch.Tag.dynamic_output_shape in tags or torch.Tag.data_dependent_output in tags


def users_line(error: BaseException | None) -> tuple[str, str]:
    """Return `file:line` and its code: the innermost frame outside of torch and ivy."""
    while error is not None:
        frames = traceback.extract_tb(error.__traceback__)
        for frame in reversed(frames):
            if is_users(frame.filename):
                code = linecache.getline(frame.filename, frame.lineno or 0).strip()
                return f"{frame.filename}:{frame.lineno}", code
        error = error.__cause__ or error.__context__
    return "", ""


def is_users(filename: str) -> bool:
    """Return whether a file belongs to neither torch nor ivy nor Python itself."""
    of_python = "/lib/python3" in filename and "site-packages" not in filename
    if filename.startswith("<") or of_python:
        return False
    return not filename.startswith((_TORCH, f"{_IVY}/graph", "torch/"))

"""One program for training and evaluation: operations of our own stand for what depends on it.

A program is exported in evaluation mode. While that happens dropout, normalisation by running
statistics and attention of `torch.nn.functional` become `ivy_import::*`, which keep what training
would do: the probabilities and momenta that a short run in training mode was seen to use. Where
that run computes something else from the rest, too, training gets a program of its own.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial, wraps
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch._functorch import eager_transforms
from torch._higher_order_ops import utils as higher_order
from torch._higher_order_ops.utils import _hop_compile_and_call
from torch.distributions import Distribution
from torch.nn.modules import transformer
from torch.nn.modules.batchnorm import _BatchNorm
from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree

from ivy.graph.importers.torch import packed
from ivy.graph.importers.torch.compositions import FUNCTIONS
from ivy.graph.importers.torch.history import History
from ivy.graph.rules import IvyTranspileException
from ivy.stateful.converters.sources.torch import functional_call

NEVER, FOLLOWS, ALWAYS = 0, 1, 2
"""Whether something is done never, when the module trains, or always."""

_DROPOUTS = ("dropout", "alpha_dropout", "dropout1d", "dropout2d", "dropout3d",
             "feature_alpha_dropout")  # fmt: skip
_RUNNING_NORMS = ("batch_norm", "instance_norm")
_COUNTING = (nn.modules.batchnorm._NormBase, nn.RNNBase)
"""Modules of torch that are one operation to an importer, in whichever mode."""
COMPILING = tuple(
    (torch.compiler, name, getattr(torch.compiler, name))
    for name in ("is_compiling", "is_exporting")
)
"""What code asks to know if torch compiles it."""


# ---- operations ---------------------------------------------------------------------------------


def _operation(name: str) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that makes a function an operation of torch that stays whole."""

    def define(function: Callable[..., Any]) -> Any:
        return torch.library.custom_op(f"ivy_import::{name}", function, mutates_args=())

    return define


@_operation("dropout")
def _dropout(x: torch.Tensor, p: float, kind: str, mode: int) -> torch.Tensor:
    return x.clone()


@_operation("running_norm")
def _running_norm(
    x: torch.Tensor,
    mean: torch.Tensor,
    variance: torch.Tensor,
    weight: torch.Tensor | None,
    bias: torch.Tensor | None,
    count: torch.Tensor | None,
    mode: int,
    momentum: float | None,
    eps: float,
    updates: bool,
    kind: str,
) -> torch.Tensor:
    return x.clone()


@_operation("attention")
def _attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    mask: torch.Tensor | None,
    dropout_p: float,
    is_causal: bool,
    scale: float | None,
    enable_gqa: bool,
    mode: int,
) -> torch.Tensor:
    return F.scaled_dot_product_attention(query, key, value).clone()


@_operation("stop_gradient")
def _stop_gradient(x: torch.Tensor) -> torch.Tensor:
    return x.clone()


for _each in (_dropout, _running_norm, _stop_gradient):
    _each.register_fake(lambda x, *_: torch.empty_like(x))
_stop_gradient.register_autograd(lambda *_: None)


_attention.register_fake(
    lambda query, key, value, *_: query.new_empty((*query.shape[:-1], value.shape[-1]))
)


# ---- modes --------------------------------------------------------------------------------------


class _Seen(NamedTuple):
    """A call in training mode: the probability or momentum, and whether it was to train."""

    number: float | None
    training: bool
    updates: bool


class Modes:
    """Replaces functions of torch while a program runs; counts calls by module and function."""

    def __init__(self, call: nn.Module) -> None:
        self.trained = {id(module): module.training for module in call.modules()}
        roots = [id(module) for module in call.children()]
        # A module in evaluation mode inside of one that trains stays as it is.
        self.fixed = (
            {key for key, training in self.trained.items() if not training}
            if any(self.trained[root] for root in roots)
            else set()
        )
        self.stack: list[nn.Module] = []
        self.seen: dict[tuple[int, str, int], _Seen] = {}
        self.originals: dict[str, Callable[..., Any]] = {}
        self.probing = False
        self.history = History()
        self.differs = False
        """Whether a run in training mode computes something else, dropout and statistics apart."""
        self.draws = False
        """Whether it takes random numbers of Python or NumPy, which would be constants."""
        self.counters: set[str] = set()
        """Buffers that training only adds the number of calls to, as the operations do, too."""
        self.derives = False
        """Whether it takes gradients, and so has to tell what each mode does in operations."""
        self.nests = self.inside = False
        """Whether programs inside of it, as for `torch.cond`, have modes; whether it is in one."""
        self.restart()

    def restart(self) -> None:
        """Begin a new run."""
        self.counts: Counter[tuple[int, str]] = Counter()
        self.stack.clear()

    def probe(self, call: nn.Module) -> None:
        """See what a run in training mode does; a model that cannot run so is no problem."""
        if len(self.trained) == 1:
            return
        self.probing = True
        for recorded in (self.history, nullcontext()):
            try:
                # Whatever is seen first is what training does.
                with self.noticing_gradients():
                    trained, evaluated = (self._run(call, mode, recorded) for mode in (True, False))
            except IvyTranspileException:
                raise
            except Exception:
                # E.g. batch normalisation of one sample, or a loss that wants labels to train.
                self.seen.clear()
            else:
                self.differs = trained != evaluated or self.nests
                break
        self.probing = False
        self.restart()

    def _run(self, call: Any, training: bool, recorded: Any) -> Any:
        """Run a call in a mode, without a trace of it; return how its results came about."""
        self.restart()
        state = [*call.named_parameters(), *call.named_buffers()]
        copies = {name: x.detach().clone() for name, x in state}
        arrays = tuple(x.clone() for x in call.arrays())
        for name, x in (copies | dict(enumerate(arrays))).items():
            self.history.note(str(name), (), x)
        call.train(training)
        for module in call.modules():
            module.training &= id(module) not in self.fixed
        before = random.getstate(), np.random.get_state()  # noqa: NPY002
        try:
            enabled = torch.set_grad_enabled(self.derives)
            with torch.random.fork_rng(devices=[]), enabled, recorded:
                results = functional_call(call, copies, arrays, {})
        finally:
            call.eval()
            after = random.getstate(), np.random.get_state()  # noqa: NPY002
            self.draws |= str(before) != str(after)
            random.setstate(before[0])
            np.random.set_state(before[1])  # noqa: NPY002
        if training:
            self.counters = {
                counter
                for name, module in call.named_modules()
                if isinstance(module, _BatchNorm)
                and (counter := f"{name}.num_batches_tracked") in copies
                and copies[counter] - module.num_batches_tracked
                == self.counts[id(module), "batch_norm"]
            }
        written = (x for name, x in copies.items() if name not in self.counters)
        numbers = [self.history.number(x) for x in (*results, *written)]
        return repr(call.result.nest), numbers

    def train(self, call: nn.Module) -> None:
        """Let modules train, but those whose operations follow the mode anyway."""
        following = (
            () if self.derives or self.nests else (*_COUNTING, nn.modules.dropout._DropoutNd)
        )
        for module in call.modules():
            module.training = id(module) not in self.fixed and not _is_torchs(module, following)

    @contextmanager
    def noticing_gradients(self) -> Iterator[None]:
        """See whether a program takes gradients itself, by torch.func or torch.autograd.grad."""

        def noted(function: Callable[..., Any]) -> Callable[..., Any]:
            @wraps(function)
            def call(*args: Any, **kwargs: Any) -> Any:
                self.derives |= not self.inside  # torch does there, for a gradient to come
                return function(*args, **kwargs)

            return call

        owners = [(torch.autograd, "grad"), (eager_transforms, "grad_increment_nesting"),
                  (eager_transforms, "jvp_increment_nesting")]  # fmt: skip
        functions = [(owner, name, noted(getattr(owner, name))) for owner, name in owners]
        with patched(*functions, *_imported_by_name(functions)):
            yield

    def enter(self, module: nn.Module) -> None:
        """Begin a call of a module."""
        if self.inside:
            return  # a program inside of another may change nothing outside
        self.stack.append(module)
        self.history.pauses += self.probing and _is_torchs(module, _COUNTING)

    def leave(self, module: nn.Module, given: Any, result: Any) -> None:
        """End a call of a module."""
        if self.inside:
            return
        with suppress(IndexError):
            self.stack.pop()
        if self.probing and _is_torchs(module, _COUNTING):
            self.history.pauses -= 1
            self.history.note(f"module {id(module)}", given, result)

    def _seen_whole(self, call: Any, seen: _Seen, function: Any, *given: Any) -> Any:
        """Run a function as one operation, in whichever mode; the first run is what training does.

        A result that is an argument is copied: in the other mode it may be none.
        """
        self.seen.setdefault(call, seen)
        with self.history.paused():
            result = function()
            result = result.clone() if any(result is x for x in given) else result
        self.history.note(call[1], given, result)
        return result

    def next_call(self, function: str) -> tuple[int, str, int]:
        """Return module, function and number of this call; no module inside of a program."""
        if self.inside:
            if self.probing:
                self.nests = True
            return 0, function, 0
        module = id(self.stack[-1]) if self.stack else 0
        self.counts[module, function] += 1
        return module, function, self.counts[module, function]

    def mode(self, call: tuple[int, str, int], training: bool) -> int:
        """Return what a call depends on that has this argument `training` in evaluation."""
        if training:
            return ALWAYS
        if call[0] in self.fixed or call[0] == 0:
            return NEVER
        return FOLLOWS if call not in self.seen or self.seen[call].training else NEVER

    # What stands for the functions of torch.

    def nested(self, function: Callable[..., Any], args: Any, kwargs: Any = None) -> Any:
        """Stand for what compiles programs inside of a program."""
        self.inside = True
        self.nests |= function.__name__ == "_cond_op_wrapper"  # not all branches are seen
        try:
            if self.probing:
                return function(*args, **(kwargs or {}))
            # Of a code that was compiled before, torch asks if sizes are those, which fixes them.
            fresh = FunctionType(
                function.__code__.replace(), function.__globals__, closure=function.__closure__
            )
            with patched(*COMPILING):  # torch's compiler knows these as they are
                return _hop_compile_and_call(fresh, args, kwargs)
        finally:
            self.inside = False

    def dropout(
        self,
        kind: str,
        input: torch.Tensor,
        p: float | None = None,
        training: bool | None = None,
        inplace: bool = False,
    ) -> torch.Tensor:
        """Stand for a dropout."""
        usual = {"alpha_dropout": False, "feature_alpha_dropout": False}
        training = usual.get(kind, True) if training is None else training
        p = 0.5 if p is None else p
        call = self.next_call(kind)
        if self.probing:
            original = partial(self.originals[kind], input, p, training)
            return self._seen_whole(call, _Seen(p, training, False), original, input)
        mode = NEVER if self.derives and not training else self.mode(call, training)
        if mode == FOLLOWS and call in self.seen:
            p = self.seen[call].number or 0.0
        if mode == NEVER or p == 0:
            # A branch must not return what it is given.
            return self.originals[kind](input, p, False) if self.inside else input
        return torch.ops.ivy_import.dropout(input, float(p), kind, mode)

    def running_norm(
        self,
        kind: str,
        input: torch.Tensor,
        running_mean: torch.Tensor | None = None,
        running_var: torch.Tensor | None = None,
        weight: torch.Tensor | None = None,
        bias: torch.Tensor | None = None,
        training: bool | None = None,
        momentum: float = 0.1,
        eps: float = 1e-5,
        *,
        use_input_stats: bool = True,
    ) -> torch.Tensor:
        """Stand for `F.batch_norm` or `F.instance_norm`, which names `training` otherwise."""
        if training is None:
            training = kind == "instance_norm" and use_input_stats
        call = self.next_call(kind)
        original = partial(
            self.originals[kind],
            input, running_mean, running_var, weight, bias, training, momentum, eps,
        )  # fmt: skip
        if self.probing:
            seen = _Seen(momentum, training, running_mean is not None)
            return self._seen_whole(call, seen, original, input, weight, bias, eps)
        mode = self.mode(call, training)
        if running_mean is None or mode == NEVER or self.derives or self.inside:
            return original()
        module = self.stack[-1] if self.stack else None
        seen = self.seen.get(call, _Seen(momentum, True, True))
        count = None
        number = seen.number
        if isinstance(module, _BatchNorm) and mode == FOLLOWS:
            count = module.num_batches_tracked
            number = module.momentum
        return torch.ops.ivy_import.running_norm(
            input, running_mean, running_var, weight, bias, count, mode, number, eps, seen.updates,
            kind,
        )  # fmt: skip

    def attention(
        self,
        query: torch.Tensor,
        key: torch.Tensor,
        value: torch.Tensor,
        attn_mask: torch.Tensor | None = None,
        dropout_p: float = 0.0,
        is_causal: bool = False,
        scale: float | None = None,
        enable_gqa: bool = False,
    ) -> torch.Tensor:
        """Stand for `F.scaled_dot_product_attention`."""
        call = self.next_call("attention")
        original = partial(
            self.originals["scaled_dot_product_attention"],
            query, key, value, attn_mask, dropout_p, is_causal, scale=scale, enable_gqa=enable_gqa,
        )  # fmt: skip
        if self.probing:
            given = query, key, value, attn_mask, is_causal, scale, enable_gqa
            seen = _Seen(dropout_p, True, False)
            # The kernels of training and evaluation leave it in different layouts.
            return self._seen_whole(call, seen, lambda: original().contiguous(), *given)
        mode = ALWAYS if dropout_p else NEVER if self.derives else self.mode(call, False)
        p = self.seen[call].number if mode == FOLLOWS and call in self.seen else dropout_p
        if not p:
            return original()
        return torch.ops.ivy_import.attention(
            query, key, value, attn_mask, float(p), is_causal, scale, enable_gqa, mode
        )


@contextmanager
def evaluating(call: nn.Module) -> Iterator[Modes]:
    """Put modules into evaluation mode and replace the functions that depend on it."""
    modes = Modes(call)
    replaced: dict[str, Callable[..., Any]] = {
        name: partial(modes.dropout, name) for name in _DROPOUTS
    }
    replaced |= {name: partial(modes.running_norm, name) for name in _RUNNING_NORMS}
    replaced["scaled_dot_product_attention"] = modes.attention
    modes.originals = {name: getattr(F, name) for name in replaced}
    named = [(F, name, _named(f, modes.originals[name])) for name, f in replaced.items()]
    functions = [*named, *FUNCTIONS, *packed.FUNCTIONS]
    nested = (higher_order, "_hop_compile_and_call", modes.nested)
    # What distributions check of their arguments is decided by values.
    unchecked = (Distribution, "_validate_args", False)
    # Without a hint a mask is used as it is given: nothing is decided by its values.
    unseen = lambda mask, is_causal=None, size=None: bool(is_causal)  # noqa: E731
    decided = (transformer, "_detect_is_causal_mask", unseen)
    flags = [(module, module.training) for module in call.modules()]
    fast_path = torch.backends.mha.get_fastpath_enabled()
    handles = [
        register_module_forward_pre_hook(lambda module, _: modes.enter(module)),
        register_module_forward_hook(modes.leave, always_call=True),
    ]
    try:
        call.eval()
        torch.backends.mha.set_fastpath_enabled(False)
        unmoved = (nn.Module, "_apply", _applied)
        seen_writes = (torch.Tensor, "data", property(torch.Tensor.detach, _write_data))
        others = (unchecked, decided, nested, unmoved, seen_writes)
        with patched(*functions, *_imported_by_name(functions), *others):
            yield modes
    finally:
        torch.backends.mha.set_fastpath_enabled(fast_path)
        for handle in handles:
            handle.remove()
        for module, training in flags:
            module.training = training


_apply = nn.Module._apply


def _applied(module: nn.Module, function: Callable[[Any], Any], recurse: bool = True) -> nn.Module:
    """Stand for what `module.to(...)` calls, which exports refuse though nothing changes."""
    held = [*module.parameters(), *module.buffers()]
    kinds = {x.dtype for x in held}
    if all(function(torch.empty(0, dtype=kind)).dtype == kind for kind in kinds):
        return module
    return _apply(module, function, recurse)


_data = torch.Tensor.data


def _write_data(x: torch.Tensor, value: torch.Tensor) -> None:
    """Stand for `x.data = value`; exports see neither that nor what is written to `x.data`."""
    if x.shape == value.shape and x.dtype == value.dtype:
        x.detach().copy_(value.detach())
    else:
        _data.__set__(x, value)


@contextmanager
def patched(*replacements: tuple[Any, str, Any]) -> Iterator[None]:
    """Replace attributes, given as (owner, name, by what), for a while."""
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in replacements]
    try:
        for owner, name, value in replacements:
            setattr(owner, name, value)
        yield
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)


def _imported_by_name(functions: list[tuple[Any, str, Any]]) -> list[tuple[Any, str, Any]]:
    """Return replacements for modules that hold functions too: `from torch import cov`."""
    modules = [module for module in sys.modules.values() if isinstance(module, ModuleType)]
    return [
        (module, name, value)
        for owner, name, value in functions
        for module in modules
        if vars(module).get(name) is getattr(owner, name)
    ]


def _named(function: Callable[..., Any], original: Callable[..., Any]) -> Callable[..., Any]:
    """Return a plain function with the name of the original, as torch's compiler expects."""

    @wraps(original)
    def call(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return call


def _is_torchs(module: nn.Module, kinds: tuple[type, ...]) -> bool:
    """Return whether a module is of one of some classes, as torch wrote it."""
    return isinstance(module, kinds) and type(module).__module__.startswith("torch.nn.modules.")


class Stopping(TorchFunctionMode):  # type: ignore[misc]
    """Keeps what `detach` and `no_grad` do, which a trace of gradients would not know of."""

    def __torch_function__(self, op: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Return the result of an operation, marked if torch takes no gradient of it."""
        kwargs = kwargs or {}
        result = op(*args, **kwargs)
        constant = op is torch.Tensor.detach
        constant |= op is torch.autograd.grad and not kwargs.get("create_graph")
        if not constant and torch.is_grad_enabled():
            return result

        def stopped(x: Any) -> Any:
            new = x.is_floating_point() and not any(x is other for other in args)
            return torch.ops.ivy_import.stop_gradient(x) if new else x

        return _pytree.tree_map_only(torch.Tensor, stopped, result)


def mark_constants(program: torch.export.ExportedProgram) -> None:
    """Keep what `torch.no_grad` and `detach` do: decompositions would forget it."""
    graph = program.graph_module.graph
    stop = torch.ops.ivy_import.stop_gradient.default
    for node in list(graph.nodes):
        if node.target is torch.ops.aten.detach.default:
            # What is written to it is written to the array too, which a copy would hide.
            if not (writes := list(_writes(node))):
                node.target = stop
            elif _origin(node).op == "call_function":
                _keep_gradient(graph, node.args[0], writes)
            for write in writes:
                for x in write.all_input_nodes:
                    if x is not write.args[0] and x.meta["val"].is_floating_point():
                        with graph.inserting_before(write):
                            stopped = graph.call_function(stop, (x,))
                        stopped.meta = dict(x.meta)
                        write.replace_input_with(x, stopped)
        elif node.target is torch.ops.higher_order.wrap_with_set_grad_enabled:
            if node.args[0]:
                continue
            for item in list(node.users):
                value = item.meta.get("val")
                if not isinstance(value, torch.Tensor) or not value.is_floating_point():
                    continue
                with graph.inserting_after(item):
                    stopped = graph.call_function(stop, (item,))
                stopped.meta = dict(item.meta)
                item.replace_all_uses_with(
                    stopped, delete_user_cb=lambda user, s=stopped: user is not s
                )
    program.graph_module.recompile()


def _keep_gradient(graph: Any, x: Any, writes: list[Any]) -> None:
    """Give a computed array the gradient it had before each of the writes that torch does not see.

    To what is written `x - stop_gradient(x)` of before is added, a zero with the gradient of x.
    """
    aten, stop = torch.ops.aten, torch.ops.ivy_import.stop_gradient.default

    def call(target: Any, *args: Any) -> Any:
        node = graph.call_function(target, args)
        node.meta = dict(x.meta)
        return node

    for write in writes:
        with graph.inserting_before(write):
            before = call(aten.clone.default, x)
            zero = call(aten.sub.Tensor, before, call(stop, before))
        with graph.inserting_before(write.next):
            value = call(stop, call(aten.clone.default, x))
            # Beside infinity it is NaN.
            is_zero = call(aten.eq.Scalar, zero, 0)
            is_zero.meta["val"] = x.meta["val"] == 0
            chosen = call(aten.where.self, is_zero, call(aten.add.Tensor, value, zero), value)
            call(aten.copy_.default, x, chosen)


def _origin(node: Any) -> Any:
    """Return what an array is a view of: a parameter, an input, or what a program computed."""
    while node.op == "call_function":
        schema = getattr(node.target, "_schema", None)
        if schema is None or not schema.arguments or schema.arguments[0].alias_info is None:
            break
        node = node.args[0]
    return node


def _writes(node: Any) -> Iterator[Any]:
    """Yield what writes to an array or a view of it: `x.add_(y)`, `x[0] = y`."""
    for user in node.users:
        schema = getattr(user.target, "_schema", None)
        given = zip(user.args, schema.arguments if schema is not None else (), strict=False)
        shared = [a.alias_info for x, a in given if x is node and a.alias_info is not None]
        if any(each.is_write for each in shared):
            yield user
        if shared:
            yield from _writes(user)

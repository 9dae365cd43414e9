"""Optimizers: an update rule, its options, and the state it keeps between steps.

The pure form, `init` and `update`, is what a compiled program calls. `step` keeps the state and
runs the fastest program the framework has for the whole nest of variables.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, TypedDict, Unpack

from ivy import backends, dispatch
from ivy.container import Container
from ivy.dispatch import Wrapper, is_array, space_of, unwrap
from ivy.errors import IvyTypeError, IvyValueError, describe
from ivy.nest import mapped
from ivy.stateful.leaves import Matched, in_kind_of, leaves_of, matched
from ivy.stateful.options import Checked, check_known, check_options
from ivy.stateful.rules import RULES, Rule, State, initial_state

__all__ = [
    "LAMB",
    "LARS",
    "SGD",
    "Adafactor",
    "Adam",
    "AdamW",
    "Lion",
    "Optimizer",
    "RMSprop",
    "clip_by_global_norm",
    "global_norm",
]

_HALVES = ("float16", "bfloat16")


# ---- clipping ---------------------------------------------------------------------------------


def _widened(xp: Any, x: Any) -> Any:
    """Return half precision as single."""
    return xp.astype(x, xp.float32) if xp.DTYPES[x.dtype].name in _HALVES else x


def _cast(xp: Any, x: Any, dtype: Any) -> Any:
    """Return an array in a dtype; numbers stay as they are."""
    return x if isinstance(x, (int, float)) or x.dtype == dtype else xp.astype(x, dtype)


def _global_norm(xp: Any, gradients: Sequence[Any]) -> Any:
    squares = [xp.sum(xp.square(xp.abs(_widened(xp, g)))) for g in gradients]
    total = squares[0]
    for square in squares[1:]:
        total = xp.add(total, square)
    return xp.sqrt(total)


def _scaled_to_norm(xp: Any, gradients: Sequence[Any], max_norm: Any) -> list[Any]:
    norm = _global_norm(xp, gradients)
    scale = 1.0 / xp.maximum(norm / max_norm, xp.ones_like(norm))
    return [xp.multiply(g, xp.astype(scale, g.dtype)) for g in gradients]


def global_norm(grads: Any, /) -> Any:
    """Return the norm of all arrays of a nest together, as of one long vector.

    >>> ivy.global_norm(ivy.Container(a=ivy.array([3.0]), b=ivy.array([4.0])))
    ivy.array(5.)
    """
    arrays = _arrays("global_norm", grads)
    natives = [unwrap(x) for x in arrays]
    return in_kind_of(arrays[0], _global_norm(space_of(*natives), natives))


def clip_by_global_norm(grads: Any, max_norm: Any, /) -> Any:
    """Return the nest scaled down so that its global norm is at most `max_norm`.

    >>> ivy.clip_by_global_norm(ivy.Container(a=ivy.array([3.0]), b=ivy.array([4.0])), 1.0).a
    ivy.array([0.6])
    """
    natives = [unwrap(x) for x in _arrays("clip_by_global_norm", grads)]
    check_options("clip_by_global_norm", {"max_norm": max_norm})
    clipped = iter(_scaled_to_norm(space_of(*natives), natives, unwrap(max_norm)))
    return mapped(lambda x: in_kind_of(x, next(clipped)) if is_array(x) else x, grads)


def _arrays(name: str, tree: Any) -> list[Any]:
    arrays = [leaf for _, leaf in leaves_of(tree) if is_array(leaf)]
    if not arrays:
        raise IvyTypeError(f"{name}: expected at least one array, got {describe(tree)}")
    return arrays


# ---- one step over lists of arrays ------------------------------------------------------------


@dataclass(frozen=True)
class Update:
    """A rule with its options, and what comes before and after it: a step without its state."""

    rule: Rule
    options: tuple[tuple[str, Any], ...]
    clip_norm: float | None
    clip_value: float | None
    stop_gradients: bool

    def __call__(
        self,
        space: Any,
        weights: Sequence[Any],
        gradients: Sequence[Any],
        states: Sequence[State],
        t: Any,
        lr: Any,
        clipped: bool = False,
    ) -> tuple[list[Any], list[State]]:
        """Return new weights and states of the step numbered `t` from 1, of native arrays."""
        gradients = gradients if clipped else self.clip(space, gradients)
        options = dict(self.options)
        new_weights, new_states = [], []
        for w, g, state in zip(weights, gradients, states, strict=True):
            wide = _widened(space, w)
            gradient, *numbers = (_cast(space, x, wide.dtype) for x in (g, t, lr))
            arguments = wide, gradient, state, *numbers
            new, after = self.rule.update(space, *arguments, **options)
            new = _cast(space, new, w.dtype)
            if self.stop_gradients:
                new = space.stop_gradient(new)
                after = {name: space.stop_gradient(x) for name, x in after.items()}
            new_weights.append(new)
            new_states.append(after)
        return new_weights, new_states

    def clip(self, space: Any, gradients: Sequence[Any]) -> Sequence[Any]:
        """Return the gradients within the bounds."""
        if self.clip_value is not None:
            gradients = [space.clip(g, -self.clip_value, self.clip_value) for g in gradients]
        if self.clip_norm is not None:
            gradients = _scaled_to_norm(space, gradients, self.clip_norm)
        return gradients

    @property
    def remembers(self) -> tuple[str, ...]:
        """Names of the arrays a state has."""
        return self.rule.remembers(dict(self.options))

    def initial(self, space: Any, weight: Any) -> State:
        """Return the state of an array before its first step."""
        if space.DTYPES[weight.dtype].kind == "complex" and self.remembers:
            msg = f"{self.rule.name}: expected real variables, got {describe(weight)}"
            raise IvyTypeError(msg)
        return initial_state(space, self.rule, dict(self.options), _widened(space, weight))


@lru_cache(maxsize=256)
def _on_natives(update: Update, backend: str) -> Callable[..., Any]:
    """Return an update over native arrays: one object, so that JAX compiles equal ones once."""
    return partial(update, backends.load(backend))


# ---- optimizers -------------------------------------------------------------------------------


class Rest(TypedDict, total=False):
    """Options that every optimizer takes by name; `Optimizer` says what they mean."""

    init_on_first_step: bool
    fallback_to_non_traced: bool
    clip_norm: float | None
    clip_value: float | None


class Common(Rest, total=False):
    """The same, with those that the five optimizers of the first Ivy also take by position."""

    inplace: bool
    stop_gradients: bool
    trace_on_next_step: bool
    device: Any


class Optimizer(Checked, ABC):
    """Base of the optimizers: a `rule` of `ivy.stateful.rules`, its options and its state.

    Half-precision variables are updated, and remembered, in single precision.

    Args:
        lr: Learning rate: a number, a 0-d array, or a callable of nothing or of the number of the
            step from 0 on, such as `ivy.CosineSchedule`.
        inplace: Whether `step` writes into the variables. Torch and NumPy arrays and every
            `ivy.Array` change; native JAX and TensorFlow arrays cannot.
        stop_gradients: False: new variables can be differentiated by what they depend on; then
            `step` writes into none.
        init_on_first_step, trace_on_next_step, fallback_to_non_traced, device: Accepted. A state
            is made at the first step, where the variables are; a step is compiled where it can be.
        clip_norm: Largest global norm of the gradients; greater ones are scaled down.
        clip_value: Largest absolute value in the gradients, applied before `clip_norm`.
        options: Those of the rule.
    """

    def __init__(
        self,
        lr: Any,
        inplace: bool = True,
        stop_gradients: bool = True,
        init_on_first_step: bool = False,
        trace_on_next_step: bool = False,
        fallback_to_non_traced: bool = False,
        device: Any = None,
        clip_norm: float | None = None,
        clip_value: float | None = None,
        **options: Any,
    ) -> None:
        check_known(type(self).__name__, options, self.rule.update)
        self.lr = lr
        self._inplace = inplace
        pairs = tuple(options.items())
        self._update = Update(self.rule, pairs, clip_norm, clip_value, stop_gradients)
        self._count = 0
        self._memory: dict[str, State] = {}
        self._programs: dict[str, Callable[..., Any]] = {}
        self._framework = ""
        self._kinds: list[Any] = []  # of the variables, as they were looked at last
        self._wrapped = True

    @property
    @abstractmethod
    def rule(self) -> Rule:
        """The update rule."""

    def __repr__(self) -> str:
        options = {"lr": self.lr} | dict(self._update.options)
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in options.items())})"

    # ---- the learning rate ----------------------------------------------------------------

    @property
    def lr(self) -> Any:
        """The learning rate as given; it can be set between steps."""
        return self._lr

    @lr.setter
    def lr(self, lr: Any) -> None:
        check_options(type(self).__name__, {"lr": lr})
        self._lr = lr
        self._takes_step = callable(lr) and _takes_argument(lr)

    def rate(self, step: Any) -> Any:
        """Return the learning rate of a step, counted from 0: a number or a native array."""
        if not callable(self._lr):
            return unwrap(self._lr)
        return unwrap(self._lr(step) if self._takes_step else self._lr())

    def next_rate(self) -> float:
        """Return the learning rate of the next step as a number, which schedules may get wrong."""
        rate = self.rate(self._count)
        if is_array(rate) and len(rate.shape):
            msg = f"{type(self).__name__}: expected a number as lr, got {describe(rate)}"
            raise IvyTypeError(msg)
        for given in (rate, float(rate)) if is_array(rate) else (rate,):
            check_options(type(self).__name__, {"lr": given})
        return float(rate)

    # ---- the pure form --------------------------------------------------------------------

    def traced_update(self, space: Any) -> Callable[..., Any]:
        """Return the step over lists of native arrays as a framework that traces shall see it."""
        run = partial(self._update, space)
        return space.fused_while_traced(run) if self._update.stop_gradients else run

    def init(self, v: Any) -> Container:
        """Return the state before the first step: the `count` of steps, and Containers like `v`.

        >>> ivy.Adam().init(ivy.Container(w=ivy.ones(2))).mw.w
        ivy.array([0., 0.])
        """
        found = matched(v, v)
        space = found.space
        if not found.chains:
            raise IvyTypeError(f"init: expected at least one floating array, got {describe(v)}")
        zeros = [self._update.initial(space, weight) for weight in found.weights]
        wrapped = any(isinstance(leaf, Wrapper) for _, leaf in found.leaves)
        states = {chain: zeros[place] for chain, place in found.places.items()}
        return _as_container(space.zeros((), dtype="int32"), states, wrapped)

    def update(self, v: Any, grads: Any, state: Any, lr: Any = None) -> tuple[Any, Container]:
        """Return the variables and the state after a step; nothing is changed.

        This can be traced by `jax.jit`, `tf.function` and `torch.compile`.

        >>> sgd, v = ivy.SGD(0.5), ivy.Container(w=ivy.array([1.0]))
        >>> v, state = sgd.update(v, ivy.Container(w=ivy.array([1.0])), sgd.init(v))
        >>> v.w, state["count"]
        (ivy.array([0.5]), ivy.array(1))
        """
        found = matched(v, grads)
        count, memory = _from_container("update", state)
        if absent := [c for c in found.chains if c not in memory and self._update.remembers]:
            raise IvyValueError(f"update: expected a state made by init(v), got none for {absent}")
        states = [memory.get(chain, {}) for chain in found.chains]
        rate = self.rate(count) if lr is None else unwrap(lr)
        lists = found.weights, found.gradients, states
        new, states = self.traced_update(found.space)(*lists, count + 1, rate)
        after = {chain: states[place] for chain, place in found.places.items()}
        wrapped = isinstance(state["count"], Wrapper)
        return found.refilled(v, new), _as_container(count + 1, after, wrapped)

    # ---- the form with state --------------------------------------------------------------

    def step(self, v: Any, grads: Any, ignore_missing: bool = False) -> Any:
        """Return the variables after a step, `v` itself when all of it could be written into.

        Args:
            v: A nest of variables.
            grads: A nest with a gradient for each.
            ignore_missing: Whether variables without a gradient stay as they are; else they are
                an error.

        >>> v = ivy.Container(w=ivy.array([1.0, 2.0]))
        >>> ivy.SGD(0.5).step(v, ivy.Container(w=ivy.array([1.0, 1.0]))).w
        ivy.array([0.5, 1.5])
        """
        found = matched(v, grads, ignore_missing)
        if not found.chains:
            return v
        lists = found.chains, found.weights, found.gradients
        new, written = self.advanced(found.space, *lists)
        for chain, place in found.places.items():
            self._memory[chain] = self._memory[found.chains[place]]
        self._wrapped = any(isinstance(leaf, Wrapper) for _, leaf in found.leaves)
        return v if written and _put(found, new) else found.refilled(v, new)

    def advanced(
        self, space: Any, chains: list[str], weights: list[Any], gradients: list[Any]
    ) -> tuple[list[Any], bool]:
        """Return native arrays after a step, and whether they replace the variables in place."""
        update = self._update
        first = weights[0], gradients[0]
        traced = space.is_tracing() or any(space.is_traced(x) for x in first)
        if traced and update.remembers and update.stop_gradients:
            msg = f"{type(self).__name__}.step: expected concrete arrays, got traced ones"
            raise IvyTypeError(f"{msg}; inside a compiled program use init and update")
        lists = weights, gradients, self.states_for(space, chains, weights)
        pure = traced or not update.stop_gradients
        if pure:
            new, states = update(space, *lists, self._count + 1, self.rate(self._count))
        else:
            program = self._programs.get(space.NAME) or self._program(space)
            new, states = program(*lists, self._count + 1, self.next_rate())
        self.remember(self._count + 1, dict(zip(chains, states, strict=True)))
        if pure or not self._inplace:
            return new, False
        pairs = zip(weights, new, strict=True)
        return [w if x is w else space.write_into(w, x) for w, x in pairs], True

    def _program(self, space: Any) -> Callable[..., Any]:
        """Return the backend's fastest function for a step, made once for this optimizer.

        It takes lists of weights, gradients and states, the number of the step and the rate.
        """
        update = self._update
        run, clip = _on_natives(update, space.NAME), partial(update.clip, space)
        program = space.optimizer_step(update.rule, dict(update.options), clip, run, self._inplace)
        self._programs[space.NAME] = program
        return program

    def states_for(self, space: Any, chains: Sequence[str], weights: Sequence[Any]) -> list[State]:
        """Return what is remembered of each variable; zeros for those that are new."""
        if self._framework != space.NAME:  # a state was set, or the variables went elsewhere
            self._framework = space.NAME
            self._programs.clear()  # which may hold the memory that was
            for chain, state in self._memory.items():
                self._memory[chain] = {name: _copied(space, x) for name, x in state.items()}
        kinds = [(c, x.shape, x.dtype) for c, x in zip(chains, weights, strict=True)]
        if kinds != self._kinds:
            for chain, weight in zip(chains, weights, strict=True):
                if chain in self._memory:
                    expected = self._update.initial(space, weight)
                    _check_memory(chain, self._memory[chain], expected, weight)
            self._kinds = kinds
        return [
            self._memory[chain] if chain in self._memory else self._update.initial(space, weight)
            for chain, weight in zip(chains, weights, strict=True)
        ]

    def remember(self, count: int, states: dict[str, State]) -> None:
        """Take these states of variables, by key chain, as those after step number `count`."""
        self._count = count
        self._memory.update(states)

    # ---- saving and restoring -------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many steps were made."""
        return self._count

    @property
    def state(self) -> Container:
        """A copy of the state: the `count` of steps, and Containers keyed like the variables.

        >>> adam = ivy.Adam()
        >>> v = adam.step(ivy.Container(w=ivy.ones(1)), ivy.Container(w=ivy.ones(1)))
        >>> adam.state["count"], adam.state.mw.w
        (ivy.array(1), ivy.array([0.1]))
        """
        arrays = [x for state in self._memory.values() for x in state.values()]
        space = space_of(*arrays[:1])
        memory = {
            chain: {name: space_of(x).copy_array(x) for name, x in state.items()}
            for chain, state in self._memory.items()
        }
        return _as_container(space.asarray(self._count, dtype="int32"), memory, self._wrapped)

    def set_state(self, state: Any) -> None:
        """Go on from a state that `state` or `init` returned, of any framework.

        Args:
            state: A nested dict with at least `count`.
        """
        count, memory = _from_container("set_state", state)
        known = {"rows", "columns", *self._update.remembers}
        if unknown := set(state) - known - {"count"}:
            msg = f"set_state: expected a state of {type(self).__name__}"
            raise IvyValueError(f"{msg}, got one with {sorted(unknown)}")
        self._count, self._memory = int(count), memory
        self._framework, self._kinds = "", []

    def __getstate__(self) -> dict[str, Any]:
        # Copies take the rule of the class again: ivy's own are told apart by identity.
        update = replace(self._update, rule=None)  # type: ignore[arg-type]
        return {**self.__dict__, "_programs": {}, "_update": update}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _update=replace(state["_update"], rule=self.rule))


def _check_memory(chain: str, state: State, expected: State, weight: Any) -> None:
    """Raise unless what is remembered is of a variable like this one."""
    for name in {**state, **expected}:
        x, zeros = state.get(name), expected.get(name)
        if x is None or zeros is None or x.shape != zeros.shape or x.dtype != zeros.dtype:
            msg = f"optimizer: expected variables as at the steps before, got {describe(weight)}"
            found = f"no {name}" if x is None else describe(x)
            raise IvyValueError(f"{msg} for {found} at {chain!r}; start a new optimizer")


def _takes_argument(function: Callable[..., Any]) -> bool:
    """Return whether a learning rate is a schedule, called with the number of the step."""
    try:
        inspect.signature(function).bind(0)
    except TypeError:
        return False
    except ValueError:  # a builtin that does not tell
        return True
    return True


def _as_container(count: Any, states: dict[str, State], wrapped: bool) -> Container:
    """Return states by key chain as Containers by name."""
    kind = dispatch.new_array if wrapped else (lambda x: x)
    result = Container(count=kind(count))
    for chain, state in states.items():
        for name, array in state.items():
            result[f"{name}/{chain}" if chain else name] = kind(array)
    return result


def _from_container(name: str, state: Any) -> tuple[Any, dict[str, State]]:
    """Return the count, and the states by key chain, of Containers by name."""
    if not isinstance(state, dict) or "count" not in state:
        raise IvyTypeError(f"{name}: expected a dict with 'count', got {describe(state)}")
    memory: dict[str, State] = {}
    for name, values in state.items():
        if name != "count":
            for chain, leaf in leaves_of(values):
                memory.setdefault(chain, {})[name] = unwrap(leaf)
    return unwrap(state["count"]), memory


def _copied(space: Any, x: Any) -> Any:
    """Return a copy of an array of any framework as one of this."""
    own = space_of(x)
    return own.copy_array(x) if own is space else space.asarray(own.to_numpy(x), copy=True)


def _put(found: Matched, new: list[Any]) -> bool:
    """Put new arrays into the `ivy.Array`s; return whether no variable needs replacing."""
    complete = True
    for chain, leaf in found.leaves:
        if chain in found.places:
            array = new[found.places[chain]]
            if isinstance(leaf, Wrapper):
                leaf._data = array
            elif array is not leaf:
                complete = False
    return complete


class SGD(Optimizer):
    """Gradient descent, with momentum and weight decay as in `torch.optim.SGD`.

    `b = momentum * b + g + weight_decay * w`, then `w -= lr * b`.
    """

    rule = RULES["sgd"]

    def __init__(
        self,
        lr: Any = 1e-4,
        inplace: bool = True,
        stop_gradients: bool = True,
        trace_on_next_step: bool = False,
        device: Any = None,
        *,
        momentum: float = 0.0,
        nesterov: bool = False,
        weight_decay: float = 0.0,
        **rest: Unpack[Rest],
    ) -> None:
        super().__init__(
            lr, momentum=momentum, nesterov=nesterov, weight_decay=weight_decay, inplace=inplace,
            stop_gradients=stop_gradients, **rest,
        )  # fmt: skip


class LARS(Optimizer):
    """You et al.'s layer-wise rates (arXiv:1708.03888), as `optax.lars`.

    `b = momentum * b + lr * r * (g + decay_lambda * w)` with
    `r = trust_coefficient * |w| / |g + decay_lambda * w|`, then `w -= b`.
    """

    rule = RULES["lars"]

    def __init__(
        self,
        lr: Any = 1e-4,
        decay_lambda: float = 0,
        inplace: bool = True,
        stop_gradients: bool = True,
        trace_on_next_step: bool = False,
        device: Any = None,
        *,
        momentum: float = 0.9,
        trust_coefficient: float = 1e-3,
        epsilon: float = 0.0,
        **rest: Unpack[Rest],
    ) -> None:
        super().__init__(
            lr, momentum=momentum, trust_coefficient=trust_coefficient, epsilon=epsilon,
            weight_decay=decay_lambda, inplace=inplace, stop_gradients=stop_gradients, **rest,
        )  # fmt: skip


class Adam(Optimizer):
    """Kingma and Ba's Adam (arXiv:1412.6980), as `torch.optim.Adam`.

    `m = beta1 * m + (1 - beta1) * g`, `v = beta2 * v + (1 - beta2) * g**2`, then
    `w -= lr * m' / (sqrt(v') + epsilon)` with `m' = m / (1 - beta1**t)`, `v' = v / (1 - beta2**t)`.
    `weight_decay * w` is added to `g`.
    """

    rule = RULES["adam"]
    _decoupled = False

    def __init__(
        self,
        lr: Any = 1e-4,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-7,
        inplace: bool = True,
        stop_gradients: bool = True,
        trace_on_next_step: bool = False,
        device: Any = None,
        *,
        weight_decay: float = 0.0,
        **rest: Unpack[Rest],
    ) -> None:
        super().__init__(
            lr, beta1=beta1, beta2=beta2, epsilon=epsilon, weight_decay=weight_decay,
            decoupled=self._decoupled, inplace=inplace, stop_gradients=stop_gradients, **rest,
        )  # fmt: skip


class AdamW(Adam):
    """Loshchilov and Hutter's Adam with decoupled decay (arXiv:1711.05101), as `torch.optim.AdamW`.

    Adam, with `w -= lr * weight_decay * w` before each step.
    """

    _decoupled = True

    def __init__(
        self,
        lr: Any = 1e-4,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-7,
        weight_decay: float = 0.0,
        inplace: bool = True,
        stop_gradients: bool = True,
        trace_on_next_step: bool = False,
        device: Any = None,
        **rest: Unpack[Rest],
    ) -> None:
        super().__init__(
            lr, beta1, beta2, epsilon, inplace, stop_gradients, trace_on_next_step, device,
            weight_decay=weight_decay, **rest,
        )  # fmt: skip


class LAMB(Optimizer):
    """You et al.'s LAMB (arXiv:1904.00962), as `optax.lamb`: Adam's change, as long as the weights.

    With `d = m' / (sqrt(v') + epsilon) + decay_lambda * w` of Adam's moments,
    `w -= lr * min(|w| / |d|, max_trust_ratio) * d`; no cap for `max_trust_ratio=None`.
    """

    rule = RULES["lamb"]

    def __init__(
        self,
        lr: Any = 1e-4,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-7,
        max_trust_ratio: float | None = 10,
        decay_lambda: float = 0,
        inplace: bool = True,
        stop_gradients: bool = True,
        trace_on_next_step: bool = False,
        device: Any = None,
        **rest: Unpack[Rest],
    ) -> None:
        super().__init__(
            lr, beta1=beta1, beta2=beta2, epsilon=epsilon, max_trust_ratio=max_trust_ratio,
            weight_decay=decay_lambda, inplace=inplace, stop_gradients=stop_gradients, **rest,
        )  # fmt: skip


class RMSprop(Optimizer):
    """Hinton's RMSprop, as `torch.optim.RMSprop`: `w -= lr * g / (sqrt(v) + epsilon)`.

    `v` is the running mean of `g**2`, less that of `g` squared if `centered`.
    """

    rule = RULES["rmsprop"]

    def __init__(
        self,
        lr: Any = 1e-4,
        rho: float = 0.99,
        epsilon: float = 1e-7,
        momentum: float = 0.0,
        centered: bool = False,
        weight_decay: float = 0.0,
        **common: Unpack[Common],
    ) -> None:
        super().__init__(
            lr, rho=rho, epsilon=epsilon, momentum=momentum, centered=centered,
            weight_decay=weight_decay, **common,
        )  # fmt: skip


class Lion(Optimizer):
    """Chen et al.'s Lion (arXiv:2302.06675), as `optax.lion`.

    `w -= lr * (sign(beta1 * m + (1 - beta1) * g) + weight_decay * w)`, then
    `m = beta2 * m + (1 - beta2) * g`.
    """

    rule = RULES["lion"]

    def __init__(
        self,
        lr: Any = 1e-4,
        beta1: float = 0.9,
        beta2: float = 0.99,
        weight_decay: float = 0.0,
        **common: Unpack[Common],
    ) -> None:
        super().__init__(lr, beta1=beta1, beta2=beta2, weight_decay=weight_decay, **common)


class Adafactor(Optimizer):
    """Shazeer and Stern's Adafactor (arXiv:1804.04235), as `torch.optim.Adafactor`.

    Of the squared gradients of a matrix it remembers only means of rows and of columns. The rate
    of step `t` is `min(lr, 1 / sqrt(t)) * max(epsilon2, rms(w))`.
    """

    rule = RULES["adafactor"]

    def __init__(
        self,
        lr: Any = 1e-4,
        beta2_decay: float = -0.8,
        epsilon1: float | None = None,
        epsilon2: float = 1e-3,
        clip: float = 1.0,
        weight_decay: float = 0.0,
        **common: Unpack[Common],
    ) -> None:
        super().__init__(
            lr, beta2_decay=beta2_decay, epsilon1=epsilon1, epsilon2=epsilon2, clip=clip,
            weight_decay=weight_decay, **common,
        )  # fmt: skip

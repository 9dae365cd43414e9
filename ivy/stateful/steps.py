"""One step of training: the loss of a batch, its gradients, and the update of the variables."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from ivy.dispatch import OPERATIONS, Wrapper, is_array, unwrap
from ivy.errors import IvyTypeError, IvyValueError, check_callable, describe, reworded
from ivy.nest import mapped
from ivy.ops import losses
from ivy.ops.random import rng
from ivy.rng import key_of_seed
from ivy.stateful.batches import Batch
from ivy.stateful.leaves import TRAINED, in_kind_of, leaves_of, refilled
from ivy.stateful.module import Module
from ivy.stateful.optimizers import Optimizer


class Measure:
    """A loss or metric as a function of prediction and target that gives a scalar."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        check_callable(name, function)
        if isinstance(function, type):
            msg = f"{name}: expected a function, got the class {function.__name__}"
            raise IvyTypeError(f"{msg}; make one: {function.__name__}()")
        self._name, self._function = name, function
        called = _called(function)
        self._true_first = _parameters(called)[:2] == ["true", "pred"]
        self._is_ivys = getattr(called, "__module__", "") == losses.__name__
        self._on_natives = False

    def __call__(self, prediction: Any, target: Any) -> Any:
        """Return the mean of what the function gives."""
        if self._is_ivys:
            self._check_shapes(prediction, target)
        value = self._value(prediction, target)
        if not is_array(value) or "complex" in str(value.dtype):
            msg = f"{self._name}: expected a function that returns a real array"
            raise IvyTypeError(f"{msg}, got {describe(value)}")
        return OPERATIONS["mean"](value) if len(value.shape) else value

    def _check_shapes(self, prediction: Any, target: Any) -> None:
        """Raise for `(rows, 1)` beside `(rows,)`, which would compare each row with all others."""
        shapes = [tuple(getattr(each, "shape", ())) for each in (prediction, target)]
        short, long = sorted(shapes, key=len)
        if short and long == (*short, 1):
            msg = f"{self._name}: expected predictions and targets of one shape"
            raise IvyValueError(f"{msg}, got {shapes[0]} and {shapes[1]}; reshape one of them")

    def _value(self, prediction: Any, target: Any) -> Any:
        pair = (target, prediction) if self._true_first else (prediction, target)
        if self._on_natives:
            return self._function(*mapped(unwrap, pair))
        try:
            return self._function(*pair)
        except TypeError:
            # A function of a framework may refuse ivy.Array.
            try:
                value = self._function(*mapped(unwrap, pair))
            except Exception:
                value = None
            if value is None:
                raise
            self._on_natives = True
            return value


def _called(function: Callable[..., Any]) -> Callable[..., Any]:
    called = function._forward if isinstance(function, Module) else function
    return getattr(type(function), "operation", called)  # a `Function` of ivy's


def _parameters(called: Callable[..., Any]) -> list[str]:
    try:
        return list(inspect.signature(called).parameters)
    except (TypeError, ValueError):
        return []


class Step:
    """Loss and gradients of a batch, and the update of the variables."""

    interruptible = True
    """Whether a step may end in its middle and leave a usable module."""

    def __init__(
        self, module: Module, measures: Sequence[Measure], optimizer: Optimizer, space: Any
    ) -> None:
        self.module, self.optimizer, self.space = module, optimizer, space
        self.loss, self._measures = measures[0], measures
        self._kept: Any = None
        if not self._trained():
            raise IvyValueError(f"module: expected variables to train, got none in {module}")

    # ---- variables and buffers as lists of native arrays

    def _is_trained(self, leaf: Any) -> bool:
        return is_array(leaf) and self.space.DTYPES[unwrap(leaf).dtype].kind in TRAINED

    def _trained(self) -> list[tuple[str, Any]]:
        """Return (key chain, leaf) of the variables that have gradients."""
        return [pair for pair in leaves_of(self.module.v) if self._is_trained(pair[1])]

    def _variables(self, natives: Iterable[Any]) -> Any:
        """Return the variables of the module with these arrays as the trained ones."""
        v, new = self.module.v, iter(natives)
        return refilled(
            v, [in_kind_of(x, next(new)) if self._is_trained(x) else x for x in _values(v)]
        )

    def _buffers(self, natives: Sequence[Any]) -> Any:
        own = self.module.buffers
        return refilled(own, map(in_kind_of, _values(own), natives))

    def _state(self, trained: Sequence[tuple[str, Any]]) -> tuple[list[Any], list[Any]]:
        """Return weights and buffers."""
        weights = [unwrap(leaf) for _, leaf in trained]
        return weights, [unwrap(x) for x in _values(self.module.buffers)]

    def _store(
        self,
        trained: Sequence[tuple[str, Any]],
        weights: Sequence[Any],
        buffers: Sequence[Any],
        in_place: bool = True,
    ) -> None:
        if in_place and all(isinstance(leaf, Wrapper) for _, leaf in trained):
            for (_, leaf), array in zip(trained, weights, strict=True):
                leaf._data = array
        elif not all(leaf is array for (_, leaf), array in zip(trained, weights, strict=True)):
            self.module.v = self._variables(weights)
        if buffers:
            self.module.buffers = self._buffers(buffers)

    # ---- what is computed

    def gradients(
        self, weights: list[Any], buffers: list[Any], key: Any, batch: Batch
    ) -> tuple[Any, list[Any], list[Any]]:
        """Return the loss, the buffers after the call, and the gradients by the weights."""
        inputs, target = batch
        space = self.space

        def objective(*weights: Any) -> tuple[list[Any], list[Any]]:
            v, after = self._variables(weights), None
            with rng(key):
                if buffers:
                    held = self._buffers(buffers)
                    prediction, after = self.module.stateless_call(v, held, *inputs)
                else:
                    prediction = self.module(*inputs, v=v)
                value = unwrap(self.loss(prediction, target))
            if value.dtype not in space.DTYPES or space.DTYPES[value.dtype].kind != "float":
                msg = f"loss: expected a floating array of {space.NAME}"
                raise IvyTypeError(f"{msg}, got {describe(value)}")
            return [value], [unwrap(x) for x in _values(after)] if buffers else []

        (value,), pull, after = space.flat_vjp(objective, weights, retain=False)
        pairs = zip(pull([space.ones_like(value)]), weights, strict=True)
        found = [space.zeros_like(x) if g is None else g for g, x in pairs]
        return space.stop_gradient(value), [space.stop_gradient(x) for x in after], found

    def run(self, batch: Batch, seed: int) -> Any:
        """Do a step and return its loss."""
        trained = self._trained()
        weights, buffers = self._state(trained)
        self._kept = None
        value, after, gradients = self.gradients(weights, buffers, seed, batch)
        # Until the next step, as torch's own are: the C library returns memory that is free at the
        # end of a step to the system, and to get it again takes a third of the next one.
        self._kept = gradients
        lists = [chain for chain, _ in trained], weights, gradients
        new, in_place = self.optimizer.advanced(self.space, *lists)
        self._store(trained, new, after, in_place)
        return value

    def finish(self) -> None:
        """Be told that there is no further step."""
        self._kept = None

    def evaluate(self, batch: Batch) -> list[Any]:
        """Return the loss and the metrics of a batch; nothing changes."""
        return self.measured(self.module.v, self.module.buffers, batch)

    def measured(self, v: Any, buffers: Any, batch: Batch) -> list[Any]:
        """Return the loss and the metrics of a batch with these variables and buffers."""
        inputs, target = batch
        prediction, _ = self.module.stateless_call(v, buffers, *inputs)
        return [unwrap(measure(prediction, target)) for measure in self._measures]


class CompiledStep(Step):
    """The same as one program over lists of native arrays."""

    interruptible = False

    def __init__(self, *parts: Any, watched: bool) -> None:
        super().__init__(*parts)
        space = self.space
        # Besides the program: how its own arrays become usual ones, and NumPy's its own.
        program = space.held_program(self._stepped, overwrite=not watched)
        self._stepping, self._released, self._given = program
        self._evaluating = space.compiled(self._evaluated)
        dtypes = {space.DTYPES[unwrap(leaf).dtype].name for _, leaf in self._trained()}
        self._dtype = "float64" if dtypes & {"float64", "complex128"} else "float32"

    def finish(self) -> None:
        """Leave arrays of the usual kind in the module, whatever the program worked on."""
        trained = self._trained()
        weights, buffers = ([self._released(x) for x in xs] for xs in self._state(trained))
        self._store(trained, weights, buffers)

    def _batch(self, natives: Any) -> Batch:
        holder = self._trained()[0][1]
        inputs, target = mapped(lambda x: in_kind_of(holder, x), natives)
        return tuple(inputs), target

    # The programs: what frameworks trace.

    def _stepped(self, state: Any, numbers: Any, words: Any, batch: Any) -> Any:
        weights, buffers, states = state
        value, after, gradients = self.gradients(weights, buffers, words, self._batch(batch))
        update = self.optimizer.traced_update(self.space)
        new, states = update(weights, gradients, states, numbers[0], numbers[1])
        return [new, after, states], value

    def _evaluated(self, weights: list[Any], buffers: list[Any], batch: Any) -> list[Any]:
        return self.measured(self._variables(weights), self._buffers(buffers), self._batch(batch))

    def run(self, batch: Batch, seed: int) -> Any:
        """Do a step and return its loss."""
        optimizer, space = self.optimizer, self.space
        trained = self._trained()
        weights, buffers = self._state(trained)
        chains = [chain for chain, _ in trained]
        states = optimizer.states_for(space, chains, weights)
        key = key_of_seed(seed)
        words = self._given(np.array([key & 0xFFFFFFFF, key >> 32], "uint32"))
        numbers = self._given(np.array([optimizer.count + 1, optimizer.next_rate()], self._dtype))
        natives = mapped(unwrap, [list(batch[0]), batch[1]])
        state = [weights, buffers, states]
        try:
            (new, after, states), value = self._stepping(state, numbers, words, natives)
        except Exception as error:
            if not type(error).__module__.startswith("torch."):
                raise
            raise reworded(error, "fit", space.NAME, (natives,)) from error
        optimizer.remember(optimizer.count + 1, dict(zip(chains, states, strict=True)))
        self._store(trained, new, after)
        return value

    def evaluate(self, batch: Batch) -> list[Any]:
        """Return the loss and the metrics of a batch; nothing changes."""
        natives = mapped(unwrap, [list(batch[0]), batch[1]])
        return list(self._evaluating(*self._state(self._trained()), natives))


def _values(tree: Any) -> list[Any]:
    return [leaf for _, leaf in leaves_of(tree)]

"""`ivy.fit`: train a module on any framework, with checkpoints that a killed run goes on from."""

from __future__ import annotations

import inspect
import math
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from ivy import config
from ivy.dispatch import OPERATIONS, Wrapper, is_array, unwrap
from ivy.errors import IvyException, IvyTypeError, IvyValueError, check_callable, describe
from ivy.files import place_of
from ivy.nest import mapped
from ivy.ops import losses
from ivy.ops.random import rng
from ivy.rng import checked_seed, key_of_seed
from ivy.stateful import checkpoints
from ivy.stateful.batches import Batch, Batches, Converter, derived_seed
from ivy.stateful.checkpoints import Place
from ivy.stateful.history import History
from ivy.stateful.module import Module
from ivy.stateful.optimizers import TRAINED, Optimizer, in_kind_of, leaves_of, refilled
from ivy.stateful.reports import Report

__all__ = ["History", "Progress", "fit"]

_PENDING = 64
"""Losses fetched at a time: waiting for each would keep an accelerator idle."""


def fit(
    module: Module,
    data: Any,
    loss: Callable[[Any, Any], Any],
    optimizer: Optimizer,
    *,
    epochs: int = 1,
    batch_size: int | None = None,
    callbacks: Sequence[Callable[[Progress], Any]] = (),
    epoch_callbacks: Sequence[Callable[[Progress], Any]] = (),
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_every: int | None = None,
    resume: bool = True,
    shuffle: bool = True,
    seed: int = 0,
    validation: Any = None,
    metrics: Mapping[str, Callable[[Any, Any], Any]] | None = None,
    progress: bool = True,
    compile: bool | None = None,
) -> History:
    """Train a module in place and return the losses.

    Same seed, same data: the same run, dropout included; a run that was killed and resumes from
    its checkpoint ends with the very weights of one that was not.

    Args:
        module: What to train; its training mode is on meanwhile.
        data: A tuple of arrays, or dicts of arrays, `(x, y)`, cut into batches; or an iterable of
            `(x, y)` batches (a list, a torch `DataLoader`, a `tf.data.Dataset`), or a callable that
            returns one. All but the last part of a batch are inputs. Arrays are of any framework.
        loss: A function of prediction and target; ivy's own, whose parameters are `true` and
            `pred`, are called that way round. A result that is no scalar is averaged. Its gradients
            are used as they are, finite or not; a warning tells of a loss that is not.
        optimizer: Keeps its state, so that `fit` can be called again.
        epochs: How many times to go through the data.
        batch_size: Rows in a batch of a tuple of arrays; 32 by default.
        callbacks: Called with a `Progress` after each step.
        epoch_callbacks: The same after each epoch and its validation.
        checkpoint: File to write after each epoch, when ended early, and every `checkpoint_every`
            steps. The one before is kept as `<name>.previous`.
        checkpoint_every: Number of steps.
        resume: Whether to go on from `checkpoint` if it exists.
        shuffle: Whether a tuple of arrays is shuffled, differently in each epoch.
        seed: Decides the order of the data and all random numbers drawn in the module.
        validation: Data like `data`, whose loss in evaluation mode is taken after each epoch.
        metrics: Functions like `loss`, by name, whose mean over the validation data is taken too.
        progress: Whether to show progress: a bar in a terminal, else a line per epoch.
        compile: Whether a step is one compiled program; by default on JAX and TensorFlow.
    """
    if not isinstance(module, Module):
        msg = f"module: expected an ivy.Module, got {describe(module)}"
        raise IvyTypeError(f"{msg}; see ivy.to_ivy_module")
    if not isinstance(optimizer, Optimizer):
        raise IvyTypeError(f"optimizer: expected an ivy.Optimizer, got {describe(optimizer)}")
    counts = {"epochs": epochs, "batch_size": batch_size, "checkpoint_every": checkpoint_every}
    for name, value in counts.items():
        if value is not None and (not isinstance(value, int) or value < 1):
            raise IvyValueError(f"{name}: expected a positive integer, got {value!r}")
    for name, given in (("callbacks", callbacks), ("epoch_callbacks", epoch_callbacks)):
        if not isinstance(given, Iterable):
            raise IvyTypeError(f"{name}: expected a list of functions, got {describe(given)}")
        for callback in given:
            check_callable(name, callback)
    seed = checked_seed(seed)
    batches = Batches(data, batch_size, shuffle, seed)
    size = batch_size if isinstance(validation, tuple) else None
    held_out = None if validation is None else Batches(validation, size)
    if metrics and not isinstance(metrics, Mapping):
        raise IvyTypeError(f"metrics: expected a dict of functions, got {describe(metrics)}")
    if metrics and validation is None:
        raise IvyValueError(f"metrics: expected validation data for {list(metrics)}, got none")
    measures = [("loss", loss), *(metrics or {}).items()]
    called = callbacks, epoch_callbacks
    run = _Run(module, batches, measures, optimizer, called, seed, compile)
    with config.BACKEND.override(run.backend), _in_training(module):
        path = None if checkpoint is None else place_of(checkpoint)
        if path is not None and resume:
            run.resume(path)
        with Report(progress, epochs, batches.length) as report:
            run.train(epochs, held_out, path, checkpoint_every, report)
    return run.history


class Progress:
    """What callbacks get: where the run is, and a way to end it."""

    def __init__(self, run: _Run) -> None:
        self._run = run
        self.stopped = False

    @property
    def step(self) -> int:
        """How many steps are done."""
        return self._run.place.step

    @property
    def epoch(self) -> int:
        """Number of the current epoch, from 0."""
        return self._run.place.epoch

    @property
    def loss(self) -> float:
        """Loss of the last step."""
        self._run.fetch_losses()
        return self._run.history.losses[-1]

    @property
    def module(self) -> Module:
        """The module, with the variables after the last step."""
        return self._run.module

    @property
    def history(self) -> History:
        """All losses so far."""
        self._run.fetch_losses()
        return self._run.history

    def stop(self) -> None:
        """End the run after this step."""
        self.stopped = True


# ---- one step ---------------------------------------------------------------------------------


class _Measure:
    """A loss or metric as a function of prediction and target that gives a scalar."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        check_callable(name, function)
        self._name, self._function = name, function
        called = _called(function)
        self._true_first = _parameters(called)[:2] == ["true", "pred"]
        self._is_ivys = getattr(called, "__module__", "") == losses.__name__
        self._on_natives = False

    def __call__(self, prediction: Any, target: Any) -> Any:
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


class _Step:
    """Loss and gradients of a batch, and the update of the variables."""

    interruptible = True
    """Whether a step may end in its middle and leave a usable module."""

    def __init__(
        self, module: Module, measures: Sequence[_Measure], optimizer: Optimizer, space: Any
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


class _CompiledStep(_Step):
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
        (new, after, states), value = self._stepping(state, numbers, words, natives)
        optimizer.remember(optimizer.count + 1, dict(zip(chains, states, strict=True)))
        self._store(trained, new, after)
        return value

    def evaluate(self, batch: Batch) -> list[Any]:
        """Return the loss and the metrics of a batch; nothing changes."""
        natives = mapped(unwrap, [list(batch[0]), batch[1]])
        return list(self._evaluating(*self._state(self._trained()), natives))


def _values(tree: Any) -> list[Any]:
    return [leaf for _, leaf in leaves_of(tree)]


# ---- a run ------------------------------------------------------------------------------------


class _Run:
    """A module in training: its data, where it is, what happened so far."""

    def __init__(
        self,
        module: Module,
        batches: Batches,
        measures: Sequence[tuple[str, Callable[..., Any]]],
        optimizer: Optimizer,
        called: tuple[Sequence[Callable[[Progress], Any]], Sequence[Callable[[Progress], Any]]],
        seed: int,
        compile: bool | None,
    ) -> None:
        self.module, self.batches, self.optimizer = module, batches, optimizer
        (self._after_step, self._after_epoch), self._seed = called, seed
        self.place, self.history = Place(), History()
        self._pending: list[Any] = []
        self._build()
        self.convert = Converter(module.v)
        space = self.convert.space
        self.backend: str = space.NAME
        if compile and self.backend == "numpy":
            raise IvyValueError("compile: expected None or False with NumPy, got True")
        compiled = self.backend in ("jax", "tensorflow") if compile is None else compile
        self._names = [name for name, _ in measures]
        parts = (module, [_Measure(*each) for each in measures], optimizer, space)
        # Callbacks may keep arrays of a step, which the next one must then leave alone.
        self._step = _CompiledStep(*parts, watched=any(called)) if compiled else _Step(*parts)

    def _build(self) -> None:
        """Have a module that is built by its first call make its variables."""
        if self.module.built and all(m.built for m in self.module.modules()):
            return
        convert = Converter({"x": OPERATIONS["zeros"](1)})
        for inputs, _ in self.batches.epoch(0, 0, convert):
            training = [(m, m.training) for m in self.module.modules()]
            self.module.eval()(*inputs)
            for module, mode in training:
                module._training = mode
            return

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint if there is one."""
        found = checkpoints.load(path, self.module, self.optimizer)
        if found is not None:
            self.place, self.history = found

    def fetch_losses(self) -> None:
        """Bring losses that are still being computed to the history."""
        space = self.convert.space
        self.history.losses += [float(space.to_scalar(x)) for x in self._pending]
        self._pending.clear()

    def train(
        self,
        epochs: int,
        validation: Batches | None,
        path: Path | None,
        every: int | None,
        report: Report,
    ) -> None:
        """Do all steps that are left."""

        def save() -> None:
            if path is not None:
                self.fetch_losses()
                checkpoints.save(path, self.module, self.optimizer, self.place, self.history)

        progress = Progress(self)
        with _held_interrupts() as interrupts:
            try:
                while self.place.epoch < epochs and not (progress.stopped or interrupts.came):
                    self._epoch(progress, interrupts, every, save, report)
                    if not progress.stopped:
                        self._end_epoch(validation, report)
                        for callback in self._after_epoch:
                            callback(progress)
                        save()
            except KeyboardInterrupt:
                interrupts.came = True
            finally:
                self._step.finish()
            self.fetch_losses()
            self.history.interrupted = interrupts.came
            if (progress.stopped or interrupts.came) and not interrupts.forced:
                save()
            if interrupts.came:
                report.say(f"Interrupted after {self.place.step} steps.")

    def _epoch(
        self,
        progress: Progress,
        interrupts: _Interrupts,
        every: int | None,
        save: Callable[[], None],
        report: Report,
    ) -> None:
        place, self._started = self.place, time.perf_counter()
        report.start(place.epoch, place.position)
        for batch in self.batches.epoch(place.epoch, place.position, self.convert):
            interrupts.held = not self._step.interruptible
            self._pending.append(self._step.run(batch, derived_seed(self._seed, place.step)))
            interrupts.held = False
            place.step += 1
            place.position += 1
            if len(self._pending) >= _PENDING or report.is_due():
                self.fetch_losses()
                report.advance(place.position, self.history.losses[-1], _rows(batch))
            for callback in self._after_step:
                callback(progress)
            if every is not None and place.step % every == 0:
                save()
            if interrupts.came:
                raise KeyboardInterrupt
            if progress.stopped:
                return
        if not place.position:
            raise self._exhausted("data")

    def _exhausted(self, name: str) -> IvyException:
        msg = f"{name}: expected batches for epoch {self.place.epoch}, got none"
        return IvyException(f"{msg}; pass a list, or a callable that returns an iterator anew")

    def _end_epoch(self, validation: Batches | None, report: Report) -> None:
        self.fetch_losses()
        place, history = self.place, self.history
        held_out = None if validation is None else self._evaluate(validation)
        steps = history.losses[-place.position :]
        history.epochs.append(math.fsum(steps) / len(steps))
        if held_out is not None:
            history.validation.append(held_out[0])
            for name, value in zip(self._names[1:], held_out[1:], strict=True):
                history.metrics.setdefault(name, []).append(value)
        history.seconds.append(time.perf_counter() - self._started)
        place.epoch, place.position = place.epoch + 1, 0
        report.end(history)
        if not math.isfinite(history.epochs[-1]):
            warnings.warn(f"fit: the loss of epoch {place.epoch - 1} is not finite", stacklevel=5)

    def _evaluate(self, validation: Batches) -> list[float]:
        """Return the mean loss and metrics of the module in evaluation mode."""
        space, totals, rows = self.convert.space, [0.0] * len(self._names), 0
        modes = [(module, module.training) for module in self.module.modules()]
        self.module.eval()
        try:
            for inputs, target in validation.epoch(0, 0, self.convert):
                values = self._step.evaluate((inputs, target))
                count = _rows((inputs, target))
                numbers = (float(space.to_scalar(value)) for value in values)
                totals = [t + x * count for t, x in zip(totals, numbers, strict=True)]
                rows += count
        finally:
            for module, mode in modes:
                module._training = mode
        if not rows:
            raise self._exhausted("validation")
        return [total / rows for total in totals]


def _rows(batch: Batch) -> int:
    """Return how many rows a batch has."""
    for _, x in leaves_of(batch[0]):
        if is_array(x) and len(x.shape):
            return int(x.shape[0])
    return 1


@contextmanager
def _in_training(module: Module) -> Iterator[None]:
    """Have the module in training mode meanwhile; one that is keeps its frozen submodules."""
    modes = [(each, each.training) for each in module.modules()]
    if not module.training:
        module.train()
    try:
        yield
    finally:
        for each, mode in modes:
            each._training = mode


class _Interrupts:
    came = False
    held = False
    """Whether even a second one has to wait, since a step is all or nothing."""
    forced = False
    """Whether a second one came, which may have ended a step in its middle."""


@contextmanager
def _held_interrupts() -> Iterator[_Interrupts]:
    """Let the first Ctrl-C wait until a step is complete; the second one does not."""
    interrupts = _Interrupts()
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield interrupts
        return

    def note(number: int, frame: Any) -> None:
        if interrupts.came and not interrupts.held:
            interrupts.forced = True
            raise KeyboardInterrupt
        interrupts.came = True

    signal.signal(signal.SIGINT, note)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)

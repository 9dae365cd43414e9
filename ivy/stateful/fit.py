"""`ivy.fit`: train a module on any framework, with checkpoints that a killed run goes on from."""

from __future__ import annotations

import math
import os
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from numbers import Integral
from pathlib import Path
from typing import Any

from ivy import config
from ivy.dispatch import OPERATIONS, is_array
from ivy.errors import IvyException, IvyTypeError, IvyValueError, check_callable, describe
from ivy.files import place_of
from ivy.rng import checked_seed
from ivy.stateful import checkpoints
from ivy.stateful.batches import Batch, Batches, Converter, derived_seed
from ivy.stateful.checkpoints import Place
from ivy.stateful.history import History
from ivy.stateful.interrupts import Interrupts, held_interrupts
from ivy.stateful.leaves import leaves_of
from ivy.stateful.module import Module
from ivy.stateful.optimizers import Optimizer
from ivy.stateful.reports import Report
from ivy.stateful.steps import CompiledStep, Measure, Step

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
        if value is not None and (not isinstance(value, Integral) or value < 1):
            raise IvyValueError(f"{name}: expected a positive integer, got {value!r}")
    if checkpoint_every is not None and checkpoint is None:
        raise IvyValueError("checkpoint_every: expected a file as checkpoint, got none")
    options = {"shuffle": shuffle, "resume": resume, "progress": progress, "compile": compile}
    for name, value in options.items():
        if not isinstance(value, bool) and not (name == "compile" and value is None):
            raise IvyTypeError(f"{name}: expected True or False, got {describe(value)}")
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
    with config.BACKEND.override(run.backend), _modes_kept(module):
        if not module.training:  # one that is keeps its frozen submodules
            module.train()
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
        """Number of the current epoch, from 0; for `epoch_callbacks` that of the next one."""
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
        self.place, self.history = Place(batches=batches.length), History()
        self._pending: list[Any] = []
        self._build()
        self.convert = Converter(module.v)
        space = self.convert.space
        self.backend: str = space.NAME
        if compile and self.backend == "numpy":
            raise IvyValueError("compile: expected None or False with NumPy, got True")
        compiled = self.backend in ("jax", "tensorflow") if compile is None else compile
        self._names = [name for name, _ in measures]
        parts = (module, [Measure(*each) for each in measures], optimizer, space)
        # Callbacks may keep arrays of a step, which the next one must then leave alone.
        self._step = CompiledStep(*parts, watched=any(called)) if compiled else Step(*parts)

    def _build(self) -> None:
        """Have a module that is built by its first call make its variables."""
        if self.module.built and all(m.built for m in self.module.modules()):
            return
        convert = Converter({"x": OPERATIONS["zeros"](1)})
        for inputs, _ in self.batches.epoch(0, 0, convert):
            with _modes_kept(self.module):
                self.module.eval()(*inputs)
            return

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint if there is one."""
        found = checkpoints.load(path, self.module, self.optimizer, self.place.batches)
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
        with held_interrupts() as interrupts:
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
        interrupts: Interrupts,
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
        return IvyValueError(f"{msg}; pass a list, or a callable that returns an iterator anew")

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
        with _modes_kept(self.module):
            self.module.eval()
            for batch in validation.epoch(0, 0, self.convert):
                count = _rows(batch)
                numbers = (float(space.to_scalar(x)) for x in self._step.evaluate(batch))
                totals = [t + x * count for t, x in zip(totals, numbers, strict=True)]
                rows += count
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
def _modes_kept(module: Module) -> Iterator[None]:
    """Have all modules in the modes they are in now again at the end, new ones in the first's."""
    modes = {each: each.training for each in module.modules()}
    try:
        yield
    finally:
        for each in {*modes, *module.modules()}:
            each._training = modes.get(each, modes[module])

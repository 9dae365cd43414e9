"""`ivy.fit`: it equals a loop by hand, takes every kind of data, and resumes exactly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import ivy
from ivy import backends
from ivy.errors import IvyException, IvyFileError, IvyTypeError, IvyValueError
from ivy.files import read_arrays, write_arrays
from ivy.stateful.batches import Batches, Converter
from ivy.stateful.reports import Report

ROOT = Path(__file__).parents[1]


def samples(rows: int = 96) -> tuple[Any, Any]:
    """Return points and a smooth function of them."""
    x = np.random.default_rng(0).normal(size=(rows, 2)).astype("float32")
    return x, np.sin(x[:, :1] * 2) * x[:, 1:]


def mean_square(prediction: Any, target: Any) -> Any:
    """Return the mean of squared errors."""
    return ivy.mean((prediction - target) ** 2)


def perceptron(*between: Any) -> Any:
    """Return a small network, the same on every framework."""
    ivy.seed(seed_value=1)
    return ivy.Sequential(ivy.Linear(2, 8), ivy.Tanh(), *between, ivy.Linear(8, 1))


def values(module: Any) -> list[Any]:
    """Return variables and buffers as NumPy arrays."""
    state = [*module.v.cont_to_iterator_values(), *module.buffers.cont_to_iterator_values()]
    return [np.array(ivy.to_numpy(x)) for x in state]


def assert_same(first: list[Any], second: list[Any]) -> None:
    """Check that values are equal, bit for bit."""
    assert len(first) == len(second)
    for x, y in zip(first, second, strict=True):
        np.testing.assert_array_equal(x, y)


def fit(module: Any, data: Any = None, **options: Any) -> ivy.History:
    """Train with the defaults of this file."""
    options = {"epochs": 2, "progress": False} | options
    data = samples() if data is None else data
    optimizer = options.pop("optimizer", None) or ivy.Adam(0.02)
    return ivy.fit(module, data, options.pop("loss", mean_square), optimizer, **options)


# ---- what it computes -------------------------------------------------------------------------


def test_equals_a_loop_by_hand(backend: str) -> None:
    x, y = samples()
    module = perceptron()
    history = fit(module, shuffle=False, epochs=3)
    assert history.epochs[-1] < history.epochs[0]
    assert len(history.losses) == 9 and len(history.epochs) == len(history.seconds) == 3

    by_hand, adam, losses = perceptron(), ivy.Adam(0.02), []
    for start in [0, 32, 64] * 3:
        xs, ys = ivy.array(x[start : start + 32]), ivy.array(y[start : start + 32])
        value, gradients = ivy.execute_with_gradients(
            lambda v, xs=xs, ys=ys: mean_square(by_hand(xs, v=v), ys), by_hand.v
        )
        by_hand.v = adam.step(by_hand.v, gradients)
        losses.append(float(value))
    np.testing.assert_allclose(history.losses, losses, rtol=1e-4)
    for mine, his in zip(values(module), values(by_hand), strict=True):
        np.testing.assert_allclose(mine, his, atol=1e-5)


def test_the_same_curve_as_on_numpy(backend: str) -> None:
    history = fit(perceptron(ivy.Dropout(0.2)))
    with ivy.use_backend("numpy"):
        reference = fit(perceptron(ivy.Dropout(0.2)))
    np.testing.assert_allclose(history.losses, reference.losses, rtol=1e-4)
    assert fit(perceptron(ivy.Dropout(0.2)), seed=1).losses != history.losses


def test_batch_norm_learns_its_statistics(backend: str) -> None:
    class Normed(ivy.Module):
        def __init__(self) -> None:
            self.norm, self.out = ivy.BatchNorm2D(2), ivy.Linear(2, 1)

        def _forward(self, x: Any) -> Any:
            return self.out(self.norm(ivy.reshape(x, (-1, 1, 1, 2))))[:, 0, 0]

    x, y = samples()
    module = Normed()
    before = values(module)
    history = fit(module, (x * 3 + 5, y), epochs=30, validation=(x * 3 + 5, y))
    running = np.array(ivy.to_numpy(module.norm.running_mean))
    np.testing.assert_allclose(running, (x * 3 + 5).mean(0), atol=0.5)
    assert any((a != b).any() for a, b in zip(before, values(module), strict=True))
    assert len(history.validation) == 30
    assert module.training


def test_validation_is_in_evaluation_mode(backend: str) -> None:
    x, y = samples()
    module = perceptron(ivy.Dropout(0.9))
    module.v = module.v.cont_map(lambda w, _: w)
    history = fit(module, epochs=1, validation=(x, y))
    module.eval()
    loss = mean_square(module(ivy.array(x)), ivy.array(y))
    np.testing.assert_allclose(history.validation, [float(loss)], rtol=1e-4)


def test_metrics_of_the_validation_data(backend: str, tmp_path: Path) -> None:
    x = samples()[0]
    classes = (x[:, 0] > 0).astype("int32")
    held_out = x[:50], classes[:50]

    def hits(prediction: Any, target: Any) -> Any:
        return ivy.astype(ivy.argmax(prediction, axis=-1) == target, "float32")

    net = ivy.Sequential(ivy.Linear(2, 8), ivy.ReLU(), ivy.Linear(8, 2))
    options = {"loss": ivy.SparseCrossEntropyLoss(from_logits=True), "validation": held_out}
    options |= {"metrics": {"accuracy": hits, "loss": hits}, "batch_size": 32}
    options["checkpoint"] = tmp_path / "run"
    history = fit(net, (x, classes), **options)
    scores = ivy.to_numpy(net(ivy.array(x[:50])))
    wanted = (scores.argmax(-1) == classes[:50]).mean()
    assert len(history.metrics["accuracy"]) == len(history.validation) == 2
    np.testing.assert_allclose(history.metrics["accuracy"][-1], wanted, rtol=1e-6)
    surprise = np.log(np.exp(scores).sum(-1)) - scores[np.arange(50), classes[:50]]
    np.testing.assert_allclose(history.validation[-1], surprise.mean(), rtol=1e-4)
    longer = fit(net, (x, classes), epochs=3, **options)
    assert longer.metrics["accuracy"][:2] == history.metrics["accuracy"]
    assert len(longer.metrics["accuracy"]) == 3
    with pytest.raises(IvyValueError, match=r"metrics: expected validation data for \['hits'\]"):
        fit(net, (x, classes), metrics={"hits": hits})
    with pytest.raises(IvyTypeError, match="hits: expected a function that returns a real array"):
        fit(net, (x, classes), **options | {"metrics": {"hits": lambda p, t: "many"}, "epochs": 4})


def test_modes_are_put_back(backend: str) -> None:
    module = perceptron(ivy.Dropout(0.5)).eval()
    fit(module, epochs=1)
    assert not module.training


def test_modules_with_native_variables(backend: str) -> None:
    module, wrapped = perceptron(), perceptron()
    module.v = module.v.cont_map(lambda x, _: x.data)
    np.testing.assert_allclose(fit(module).losses, fit(wrapped).losses, rtol=1e-5)
    assert ivy.is_native_array(next(iter(module.v.cont_to_iterator_values())))


def test_modules_built_by_their_first_call(backend: str) -> None:
    class Lazy(ivy.Module):
        def __init__(self) -> None:
            super().__init__(build_mode="on_call")

        def _build(self, x: Any) -> None:
            self.linear, self.dropout = ivy.Linear(int(x.shape[-1]), 1), ivy.Dropout(0.5)

        def _forward(self, x: Any) -> Any:
            modes.add(self.dropout.training)
            return self.linear(self.dropout(x))

    module, modes = Lazy(), set[bool]()
    assert len(fit(module).losses) == 6
    assert modes == {True, False} and module.dropout.training  # made by a call in evaluation mode


@pytest.mark.parametrize("compile", [True, False])
@pytest.mark.columns("torch", "jax", "tensorflow")
def test_compiled_or_not(compile: bool, backend: str) -> None:
    if backend == "torch" and compile:
        # In a process of its own: what dynamo remembers of other tests changes how it traces.
        program = "from tests.test_fit import check_compiled_by_torch as check; check()"
        done = subprocess.run(
            [sys.executable, "-c", program], check=False, capture_output=True, text=True, cwd=ROOT
        )
        assert done.returncode == 0, done.stderr
        return
    module, other = perceptron(), perceptron()
    history = fit(module, epochs=1, compile=compile)
    np.testing.assert_allclose(history.losses, fit(other, epochs=1).losses, rtol=1e-4)


def check_compiled_by_torch() -> None:
    """More models than the programs that torch.compile gives a code object."""
    import torch._dynamo

    torch._dynamo.config.recompile_limit = 2  # 8 by default, which would take a minute
    ivy.set_backend("torch")
    space = backends.load("torch")
    # Tracing is what can go wrong; generating machine code takes long.
    space.compiled = partial(space.compiled, backend="eager")  # type: ignore[attr-defined]
    for _ in range(3):
        losses = fit(perceptron(), epochs=1, compile=True).losses
    np.testing.assert_allclose(losses, fit(perceptron(), epochs=1).losses, rtol=1e-4)


def test_learning_rate_schedules(backend: str) -> None:
    rates: list[int] = []

    def schedule(step: int) -> float:
        rates.append(step)
        return 0.01

    fit(perceptron(), optimizer=ivy.SGD(schedule))
    assert rates == [0, 1, 2, 3, 4, 5]


# ---- losses -----------------------------------------------------------------------------------


def test_losses_of_every_kind(backend: str) -> None:
    x = samples()[0]
    targets = np.eye(2, dtype="float32")[(x[:, 0] > 0).astype(int)]

    def classifier() -> Any:
        ivy.seed(seed_value=1)
        return ivy.Sequential(ivy.Linear(2, 2), ivy.Softmax())

    def by_hand(prediction: Any, target: Any) -> Any:
        return ivy.mean(-ivy.sum(target * ivy.log(prediction), axis=-1))

    want = fit(classifier(), (x, targets), loss=by_hand).losses
    not_reduced = fit(
        classifier(), (x, targets), loss=lambda p, t: -ivy.sum(t * ivy.log(p), axis=-1)
    ).losses
    np.testing.assert_allclose(not_reduced, want, rtol=1e-5)
    # ivy's own take (true, pred)
    own = fit(classifier(), (x, targets), loss=ivy.cross_entropy).losses
    assert own[-1] < own[0] and np.isfinite(own).all()
    module = ivy.CrossEntropyLoss()  # adds up over the classes, which fit averages over the rows
    np.testing.assert_allclose(fit(classifier(), (x, targets), loss=module).losses, want, rtol=1e-5)

    def native(prediction: Any, target: Any) -> Any:
        if backend == "torch":
            import torch

            return torch.nn.functional.mse_loss(prediction, target)
        if backend == "tensorflow":
            import tensorflow as tf

            return tf.reduce_mean(tf.square(prediction - target))
        import jax.numpy as jnp

        xp: Any = jnp if backend == "jax" else np
        return xp.mean(xp.square(xp.subtract(prediction, target)))

    if backend != "numpy":
        np.testing.assert_allclose(
            fit(perceptron(), loss=native).losses, fit(perceptron()).losses, rtol=1e-4
        )


# ---- data -------------------------------------------------------------------------------------


def test_data_of_every_form(backend: str) -> None:
    x, y = samples()
    cut = [(x[i : i + 32], y[i : i + 32]) for i in (0, 32, 64)]
    forms: list[Any] = [
        (ivy.array(x), ivy.array(y)),
        (x.astype("float64"), y.astype("float64")),
        cut,
        lambda: iter(cut),
    ]
    if backends.installed("torch"):
        import torch

        tensors = torch.utils.data.TensorDataset(torch.tensor(x), torch.tensor(y))
        forms.append(torch.utils.data.DataLoader(tensors, batch_size=32))
    if backend == "tensorflow":
        import tensorflow as tf

        forms.append(tf.data.Dataset.from_tensor_slices((x, y)).batch(32))
    module = perceptron()
    convert = Converter(module.v)
    for data in forms:
        batches = Batches(data)
        assert batches.length == 3 or callable(data)
        for _ in range(2):
            for (want, goal), ((inputs,), target) in zip(
                cut, batches.epoch(0, 0, convert), strict=True
            ):
                assert ivy.current_backend_str() == inputs.backend == target.backend
                assert inputs.dtype == target.dtype == "float32"
                np.testing.assert_array_equal(ivy.to_numpy(inputs), want)
                np.testing.assert_array_equal(ivy.to_numpy(target), goal)
    given = fit(module, forms[-1])
    np.testing.assert_allclose(given.losses, fit(perceptron(), shuffle=False).losses, rtol=1e-5)


class Sum(ivy.Module):
    """A linear layer of the sum of its inputs."""

    def __init__(self) -> None:
        self.linear = ivy.Linear(2, 1, weight_initializer=ivy.Ones())

    def _forward(self, x: Any, more: Any) -> Any:
        return self.linear(x + more)


def test_several_inputs_and_a_last_batch_that_is_smaller(backend: str) -> None:
    x, y = samples(50)
    history = fit(Sum(), (x, x, y), batch_size=20, epochs=1)
    assert len(history.losses) == 3


def test_dicts_of_arrays_are_cut_into_batches_too(backend: str) -> None:
    class OfDict(Sum):
        def _forward(self, parts: Any) -> Any:
            return super()._forward(parts["x"], parts["more"])

    x, y = samples(50)
    options = {"batch_size": 20, "epochs": 2}
    data = {"x": x, "more": ivy.array(x)}, y
    history = fit(OfDict(), data, validation=data, **options)
    np.testing.assert_allclose(history.losses, fit(Sum(), (x, x, y), **options).losses, rtol=1e-6)
    assert len(history.losses) == 6 and len(history.validation) == 2
    with pytest.raises(IvyValueError, match="expected arrays of one length"):
        fit(OfDict(), ({"x": x, "more": x[:5]}, y))


def test_batches_of_lists(backend: str) -> None:
    x, y = samples(6)
    lists = [(x.tolist(), y.tolist())] * 3
    found = fit(perceptron(), lists, shuffle=False).losses
    np.testing.assert_allclose(found, fit(perceptron(), [(x, y)] * 3).losses, rtol=1e-6)


def test_shuffling_depends_on_seed_and_epoch(backend: str) -> None:
    x = np.arange(8)

    def order(seed: int, epoch: int) -> list[int]:
        batches = Batches((ivy.array(x), x), 3, shuffle=True, seed=seed)
        return [int(n) for _, part in batches.epoch(epoch, 0, lambda x: x) for n in part]

    assert order(0, 0) == order(0, 0) != order(1, 0)
    assert order(0, 0) != order(0, 1)
    assert sorted(order(0, 0)) == list(range(8))


def test_numbers_of_numpy_are_counts(backend: str) -> None:
    history = fit(perceptron(), epochs=np.int64(2), batch_size=np.int32(40))
    assert len(history.epochs) == 2
    assert len(history.losses) == 6  # 96 rows: 40, 40 and 16


def test_wrong_data_and_arguments_are_explained(backend: str) -> None:
    x, y = samples()
    module = perceptron()
    with pytest.raises(IvyValueError, match="expected arrays of one length"):
        fit(module, (x, y[:5]))
    with pytest.raises(IvyTypeError, match="expected a tuple of arrays, an iterable"):
        fit(module, 3)
    with pytest.raises(IvyTypeError, match=r"expected a tuple of arrays.* got float32\[96, 2\]"):
        fit(module, x)
    with pytest.raises(IvyTypeError, match=r"expected batches of \(x, y\)"):
        fit(module, [x])
    with pytest.raises(IvyValueError, match="batch_size: expected None with data"):
        fit(module, [(x, y)], batch_size=4)
    with pytest.raises(IvyException, match="expected batches for epoch 1, got none"):
        fit(module, iter([(x, y)]))
    with pytest.raises(IvyValueError, match="epochs: expected a positive integer"):
        fit(module, epochs=0)
    with pytest.raises(IvyTypeError, match=r"optimizer: expected an ivy\.Optimizer"):
        ivy.fit(module, (x, y), mean_square, 0.1)  # type: ignore[arg-type]
    with pytest.raises(IvyTypeError, match="loss: expected a function that returns a real array"):
        fit(module, loss=lambda p, t: "small")
    with pytest.raises(IvyValueError, match="expected one with variables to train"):
        fit(ivy.Identity())


# ---- callbacks, interruption, reports ---------------------------------------------------------


def test_callbacks_see_every_step_and_can_stop(backend: str, tmp_path: Path) -> None:
    seen = []

    def callback(progress: ivy.Progress) -> None:
        seen.append((progress.step, progress.epoch, progress.loss))
        assert progress.module is module
        if progress.step == 4:
            progress.stop()

    module = perceptron()
    history = fit(module, callbacks=[callback], checkpoint=tmp_path / "run")
    assert (tmp_path / "run").exists()
    assert [(step, epoch) for step, epoch, _ in seen] == [(1, 0), (2, 0), (3, 0), (4, 1)]
    assert [loss for _, _, loss in seen] == history.losses
    assert len(history.epochs) == 1 and not history.interrupted


def test_epoch_callbacks_see_the_validation_and_can_stop(backend: str, tmp_path: Path) -> None:
    seen = []

    def stop(progress: ivy.Progress) -> None:
        history = progress.history
        seen.append((progress.step, len(history.epochs), history.validation[-1]))
        if progress.epoch == 2:
            progress.stop()

    options = {"epochs": 4, "validation": samples(32), "checkpoint": tmp_path / "run"}
    stopped, whole = perceptron(), perceptron()
    history = fit(stopped, epoch_callbacks=[stop], **options)
    assert [(step, epochs) for step, epochs, _ in seen] == [(3, 1), (6, 2)]
    assert [loss for _, _, loss in seen] == history.validation
    fit(whole, epochs=2)
    assert_same(values(stopped), values(whole))
    assert len(fit(stopped, **options).epochs) == 4  # a stopped run can go on


@pytest.mark.parametrize("how", ["raised", "signal"])
def test_interruption_keeps_the_last_step(how: str, backend: str, tmp_path: Path) -> None:
    complete, module = perceptron(), perceptron()
    fit(complete, callbacks=[lambda p: p.stop() if p.step == 4 else None])

    def interrupt(progress: ivy.Progress) -> None:
        if progress.step == 4:
            if how == "raised":
                raise KeyboardInterrupt
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    history = fit(module, callbacks=[interrupt], checkpoint=tmp_path / "run")
    assert history.interrupted and len(history.losses) == 4
    assert signal.getsignal(signal.SIGINT) is before
    assert_same(values(module), values(complete))
    # and goes on from there
    whole = perceptron()
    fit(whole)
    rest = perceptron()
    resumed = fit(rest, checkpoint=tmp_path / "run")
    assert_same(values(rest), values(whole))
    assert len(resumed.losses) == 6 and not resumed.interrupted


def test_an_epoch_is_not_gone_on_with_in_other_batches(backend: str, tmp_path: Path) -> None:
    fit(
        perceptron(),
        callbacks=[lambda p: p.stop() if p.step == 4 else None],
        checkpoint=tmp_path / "run",
    )
    module = perceptron()
    before = values(module)
    with pytest.raises(IvyValueError, match=r"expected 3 batches in the epoch .*, got 6; pass"):
        fit(module, batch_size=16, checkpoint=tmp_path / "run")
    assert_same(values(module), before)
    fit(module, checkpoint=tmp_path / "run")
    # Between epochs nothing is lost by it.
    history = fit(module, batch_size=16, epochs=3, checkpoint=tmp_path / "run")
    assert len(history.losses) == 6 + 6


@pytest.mark.columns("jax")
@pytest.mark.parametrize("watched", ["callbacks", "epoch_callbacks", ""])
def test_arrays_that_others_hold_are_not_overwritten(watched: str, backend: str) -> None:
    module = perceptron(ivy.BatchNorm1D(8))
    held: list[Any] = []
    kept: list[Any] = []

    def keep(progress: Any = None) -> None:
        held.append([x.data for x in module.state_dict.cont_to_iterator_values()])
        kept.append([np.array(x + 0) for x in held[-1]])  # of a copy: JAX spares what NumPy sees

    keep()
    fit(module, **({watched: [keep]} if watched else {}))
    assert len(held) == {"callbacks": 7, "epoch_callbacks": 3, "": 1}[watched]
    for arrays, before in zip(held, kept, strict=True):
        assert_same([np.asarray(x) for x in arrays], before)


@pytest.mark.columns("jax", "tensorflow")  # dynamo does not trace signals
def test_interrupted_twice_in_a_compiled_step(backend: str, tmp_path: Path) -> None:
    module = perceptron()

    def twice(prediction: Any, target: Any) -> Any:  # called while the first step is traced
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGINT)
        return mean_square(prediction, target)

    history = fit(module, loss=twice, compile=True, checkpoint=tmp_path / "run")
    assert history.interrupted and len(history.losses) == 1
    assert all(np.isfinite(x).all() for x in values(module)) and (tmp_path / "run").exists()


@pytest.mark.columns("numpy")
def test_a_second_interruption_does_not_wait(backend: str, tmp_path: Path) -> None:
    def insist(progress: ivy.Progress) -> None:
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGINT)

    history = fit(perceptron(), callbacks=[insist], checkpoint=tmp_path / "run")
    assert history.interrupted and len(history.losses) == 1
    assert not (tmp_path / "run").exists()  # a step may be half done


def test_a_line_per_epoch(backend: str, capsys: pytest.CaptureFixture[str]) -> None:
    fit(perceptron(), progress=True, validation=samples(), metrics={"distance": ivy.l1_loss})
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["epoch 1/2", "epoch 2/2"]
    assert ", validation 0." in lines[0] and ", distance 0." in lines[0]
    fit(perceptron())
    assert capsys.readouterr().err == ""


def test_a_bar_in_a_terminal(
    backend: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    fit(perceptron(), progress=True)
    assert "epoch 2/2: loss" in capsys.readouterr().err


def test_a_bar_keeps_what_it_said_in_the_epoch_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with Report(True, 2, 3) as report:
        notes = []
        for epoch in range(2):
            report.start(epoch, 0)
            notes.append(report._bar.tasks[0].fields["note"])
            report.advance(3, 0.5, 8)
    assert notes[0] == "starting" and notes[1].startswith("loss 0.5, ")


def test_a_loss_that_is_not_finite_is_warned_of(backend: str) -> None:
    with pytest.warns(UserWarning, match="the loss of epoch 0 is not finite"):
        fit(perceptron(), epochs=1, loss=lambda p, t: ivy.mean(p - t) * float("nan"))


def test_plot_is_an_svg(tmp_path: Path) -> None:
    history = ivy.History(losses=[3.0, 2.0, float("nan"), 1.0], validation=[2.5], epochs=[2.0])
    history.plot(tmp_path / "plot.svg")
    root = ElementTree.parse(tmp_path / "plot.svg").getroot()
    assert len([e for e in root if e.tag.endswith("polyline")]) == 2
    ivy.History().plot(tmp_path / "empty.svg")
    assert repr(history) == "History(steps=4, epochs=1, loss=1)"


# ---- checkpoints ------------------------------------------------------------------------------


def test_a_finished_run_has_nothing_left_to_do(backend: str, tmp_path: Path) -> None:
    first = perceptron()
    history = fit(first, checkpoint=tmp_path / "run")
    second = perceptron()
    again = fit(second, checkpoint=tmp_path / "run")
    assert_same(values(first), values(second))
    assert again.losses == history.losses
    longer = fit(second, checkpoint=tmp_path / "run", epochs=3)
    assert len(longer.losses) == 9
    anew = fit(perceptron(), checkpoint=tmp_path / "run", resume=False)
    assert anew.losses == history.losses


def test_damaged_checkpoints(backend: str, tmp_path: Path) -> None:
    path = tmp_path / "run"
    whole = perceptron(ivy.Dropout(0.3))
    fit(whole, checkpoint=path, checkpoint_every=2, epochs=3)
    assert (tmp_path / "run.previous").exists()
    path.write_bytes(path.read_bytes()[:100])
    module = perceptron(ivy.Dropout(0.3))
    with pytest.warns(UserWarning, match=r"cannot be read.*going back to .*run\.previous"):
        fit(module, checkpoint=path, epochs=3)
    assert_same(values(module), values(whole))
    path.write_bytes(b"no")
    (tmp_path / "run.previous").write_bytes(b"no")
    with (
        pytest.warns(UserWarning, match="going back"),
        pytest.raises(IvyFileError, match="expected one that can be read, got none"),
    ):
        fit(perceptron(ivy.Dropout(0.3)), checkpoint=path)


@pytest.mark.parametrize("place", ["name", "values", "end"])
def test_changed_bytes_in_a_checkpoint_are_noticed(
    place: str, backend: str, tmp_path: Path
) -> None:
    path = tmp_path / "run"
    whole = perceptron()
    fit(whole, checkpoint=path, checkpoint_every=2)
    content = bytearray(path.read_bytes())
    header = 8 + int.from_bytes(content[:8], "little")
    where = {"name": content.index(b"history/losses"), "values": header + 9, "end": -1}[place]
    content[where] ^= 1
    path.write_bytes(content)
    module = perceptron()
    with pytest.warns(UserWarning, match=r"expected what was written.*going back to .*previous"):
        fit(module, checkpoint=path)
    assert_same(values(module), values(whole))


WRONG: dict[str, Any] = {
    "place that is a list": {"place": '{"step": 1, "epoch": [], "position": 0, "batches": 1}'},
    "place before the start": {"place": '{"step": -1, "epoch": 0, "position": 0, "batches": 1}'},
    "no place": {"place": '{"step": 1, "epoch": null, "position": 0, "batches": 1}'},
    "count of several": {"state/count": np.zeros(2, "int32")},
    "state of a part of what it is": {"state/mw/submodules/v0/w/x": np.zeros(2, "float32")},
    "state of another shape": {"state/vw/submodules/v0/w": np.zeros(2, "float32")},
    "state without an array": {"state/vw/submodules/v0/w": None},
    "curve of another kind": {"history/losses": np.zeros((2, 2))},
    "metric of another kind": {"history/metrics/a": np.zeros(())},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_checkpoints_that_somebody_made(wrong: str, backend: str, tmp_path: Path) -> None:
    path = tmp_path / "run"
    fit(perceptron(), checkpoint=path, optimizer=ivy.Adam(0.01))
    arrays, metadata = read_arrays(path)
    assert {"state/count", "state/vw/submodules/v0/w"} <= set(arrays)
    metadata.pop("checksum")
    for name, given in WRONG[wrong].items():
        if name == "place":
            metadata[name] = given
        else:
            arrays[name] = given
    write_arrays(path, {n: x for n, x in arrays.items() if x is not None}, metadata)
    path.with_name("run.previous").unlink(missing_ok=True)
    with pytest.raises(IvyException, match=r"expected .*, got "):
        fit(perceptron(), checkpoint=path, optimizer=ivy.Adam(0.01), epochs=9)


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_checkpoints_stay_where_a_link_points_to(backend: str, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    kept, link = tmp_path / "disk" / "last", tmp_path / "link"
    link.symlink_to(kept)
    fit(perceptron(), checkpoint=link, compile=False)
    assert link.is_symlink() and kept.is_file()
    assert fit(perceptron(), checkpoint=link, compile=False).losses


def test_places_of_checkpoints_are_looked_at_before_training(backend: str, tmp_path: Path) -> None:
    module = perceptron()
    before = values(module)
    for place in (tmp_path, tmp_path / "none" / "last"):
        with pytest.raises(IvyFileError, match=r"expected a (place|folder)"):
            fit(module, checkpoint=place, resume=False)
    assert_same(values(module), before)


def test_checkpoints_of_other_models_are_refused(backend: str, tmp_path: Path) -> None:
    fit(perceptron(), checkpoint=tmp_path / "run")
    for other in (ivy.Sequential(ivy.Linear(2, 4), ivy.Linear(4, 1)), perceptron()[:2]):
        with pytest.raises(IvyException, match="the checkpoint is of another model"):
            fit(other, checkpoint=tmp_path / "run")
    module = perceptron()
    before = values(module)
    with pytest.raises(IvyException, match="expected a state of SGD"):
        fit(module, checkpoint=tmp_path / "run", optimizer=ivy.SGD(0.1))
    assert_same(values(module), before)


def test_resuming_between_the_last_step_of_an_epoch_and_its_end(
    backend: str, tmp_path: Path
) -> None:
    def broken() -> Any:
        raise OSError("no such disk")

    x, y = samples()
    cut = [(x[i : i + 32], y[i : i + 32]) for i in (0, 32, 64)]
    options = {"data": lambda: iter(cut), "checkpoint": tmp_path / "run", "checkpoint_every": 3}
    with pytest.raises(OSError, match="no such disk"):
        fit(perceptron(), validation=broken, **options)
    module, whole = perceptron(), perceptron()
    history = fit(module, validation=(x, y), **options)
    assert history.losses == fit(whole, cut).losses
    assert len(history.epochs) == len(history.validation) == 2
    assert_same(values(module), values(whole))


@pytest.mark.columns("jax")
def test_without_64_bits_on_jax(backend: str) -> None:
    import jax

    x, y = (part.astype("float64") for part in samples())
    with jax.enable_x64(False):
        from_numpy = fit(perceptron(), (x, y))
        from_jax = fit(perceptron(), tuple(jax.numpy.asarray(part) for part in samples()))
        classes = (x[:, 0] > 0).astype("int64")  # as of scikit-learn, or of a DataLoader of torch
        net = ivy.Sequential(ivy.Linear(2, 2))
        options = {"loss": ivy.SparseCrossEntropyLoss(from_logits=True)}
        assert np.isfinite(fit(net, (x, classes), **options).losses).all()
        with pytest.raises(IvyException, match="at most 32 bits while JAX's 64-bit mode is off"):
            fit(net, (x, classes + 2**40), **options)
    np.testing.assert_allclose(from_numpy.losses, from_jax.losses, rtol=1e-6)


KILLED = """
import sys, time
backend, path = sys.argv[1:]
if backend == "tensorflow":
    from tests.helpers import optional
    optional("torch")
import ivy
from tests.test_fit import fit, perceptron
ivy.set_backend(backend)
def slowly(progress):
    if progress.step >= 5:
        print("ready", flush=True)
        time.sleep(60)
fit(perceptron(ivy.Dropout(0.3)), epochs=4, checkpoint=path, checkpoint_every=1, callbacks=[slowly])
"""


def test_a_killed_run_ends_with_the_weights_of_one_that_was_not(
    backend: str, tmp_path: Path
) -> None:
    whole = perceptron(ivy.Dropout(0.3))
    history = fit(whole, epochs=4)
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, backend, str(tmp_path / "run")],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.kill()
    module = perceptron(ivy.Dropout(0.3))
    resumed = fit(module, epochs=4, checkpoint=tmp_path / "run")
    assert resumed.losses == history.losses
    assert_same(values(module), values(whole))

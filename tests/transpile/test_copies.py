"""Translated models as things of their library: copied, pickled, saved whole, held once."""

from __future__ import annotations

import base64
import copy
import gc
import os
import pickle
import subprocess
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyFileError
from tests.helpers import to_numpy
from tests.transpile.checks import moved

torch = pytest.importorskip("torch")
nn = torch.nn

X = torch.randn(5, 3, 6, generator=torch.Generator().manual_seed(0))


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv1d(3, 4, 3)
        self.norm = nn.BatchNorm1d(4)
        self.drop = nn.Dropout(0.5)
        self.rnn = nn.GRU(4, 3, batch_first=True)

    def forward(self, x: Any) -> Any:
        x = self.drop(torch.relu(self.norm(self.conv(x))))
        return self.rnn(x.transpose(1, 2))[0].sum(1)


def pair(backend: str) -> tuple[Any, Any, Any]:
    """Return a translated model, an input, and the results of the source."""
    source = Net().eval()
    (x,) = moved((X,), backend)
    model = ivy.transpile(source, to=backend, args=(X[:2],))
    return model, x, source(X).detach().numpy()


COPIES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda model: pickle.loads(pickle.dumps(model)),
}


@pytest.mark.parametrize("kind", COPIES)
def test_copies(kind: str, backend: str) -> None:
    model, x, expected = pair(backend)
    for each in (model, COPIES[kind](model)):
        np.testing.assert_allclose(to_numpy(each(x)), expected, rtol=1e-5, atol=1e-6)
    # A second generation, of a model that has run.
    again = COPIES[kind](COPIES[kind](model))
    np.testing.assert_allclose(to_numpy(again(x)), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.columns("torch")
def test_a_copy_is_compiled_and_trained_alone(backend: str) -> None:
    model, x, expected = pair(backend)
    twin = copy.deepcopy(model)
    compiled = torch.compile(twin, fullgraph=True, backend="eager")
    np.testing.assert_allclose(to_numpy(compiled(x)), expected, rtol=1e-5, atol=1e-6)
    optimizer = torch.optim.SGD(twin.parameters(), 0.1)
    twin(x).square().sum().backward()
    optimizer.step()
    np.testing.assert_allclose(to_numpy(model(x)), expected, rtol=1e-5, atol=1e-6)
    assert np.abs(to_numpy(twin(x)) - expected).max() > 1e-3


def test_weights_are_held_once(backend: str) -> None:
    source = Net().eval()
    weights = [weakref.ref(p) for p in source.parameters()]
    model = ivy.transpile(source, to=backend, args=(X[:2],))
    del source
    gc.collect()
    assert not any(ref() is not None for ref in weights)
    program = getattr(model, "ivy_module", model)
    program = program.modes.default if hasattr(program, "modes") else program
    assert not program._graph.arrays


def keras_model() -> tuple[Any, Any, Any]:
    model, x, expected = pair("tensorflow")
    np.testing.assert_allclose(model(x), expected, rtol=1e-5, atol=1e-6)
    return model, x, expected


READ = """
import sys, keras, numpy as np
import ivy.stateful.converters.targets.keras
model = keras.models.load_model(sys.argv[1])
np.save(sys.argv[3], model(np.load(sys.argv[2])).numpy())
"""


@pytest.mark.columns("tensorflow")
def test_keras_saves_the_whole_model(tmp_path: Path, backend: str) -> None:
    keras = pytest.importorskip("keras")
    model, x, expected = keras_model()
    model.compile("sgd", "mse")
    model.fit(x, np.zeros((5, 3)), epochs=1, verbose=0)
    trained = model(x).numpy()
    assert np.abs(trained - expected).max() > 1e-4
    model.save(tmp_path / "net.keras")
    loaded = keras.models.load_model(tmp_path / "net.keras")
    np.testing.assert_allclose(loaded(x), trained, rtol=1e-5, atol=1e-6)
    loaded.fit(x, np.zeros((5, 3)), epochs=1, verbose=0)
    clone = keras.models.clone_model(model)
    clone.set_weights(model.get_weights())
    np.testing.assert_allclose(clone(x), trained, rtol=1e-5, atol=1e-6)
    # In a process of its own.
    np.save(tmp_path / "x.npy", X.numpy())
    files = [str(tmp_path / name) for name in ("net.keras", "x.npy", "y.npy")]
    environment = os.environ | {"PYTHONPATH": str(Path(ivy.__file__).parents[1])}
    subprocess.run([sys.executable, "-c", READ, *files], check=True, env=environment)
    np.testing.assert_allclose(np.load(files[2]), trained, rtol=1e-5, atol=1e-6)


@pytest.mark.columns("tensorflow")
def test_keras_exports_the_model(tmp_path: Path, backend: str) -> None:
    tf = pytest.importorskip("tensorflow")
    model, x, expected = keras_model()
    model.export(tmp_path / "served", verbose=False)
    served = tf.saved_model.load(tmp_path / "served")
    np.testing.assert_allclose(served.serve(x), expected, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(served.serve(x[:3]), expected[:3], rtol=1e-5, atol=1e-6)


@pytest.mark.columns("tensorflow")
@pytest.mark.parametrize("program", ["%", base64.b64encode(b"no graph").decode(), 3])
def test_damaged_programs_are_refused(program: Any, backend: str) -> None:
    pytest.importorskip("keras")
    from ivy.stateful.converters.targets.keras import KerasModule

    with pytest.raises(IvyFileError):
        KerasModule.from_config({"program": program})

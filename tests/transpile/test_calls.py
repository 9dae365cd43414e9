"""How translated models and functions are called."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest

import ivy
from tests.helpers import to_numpy
from tests.transpile.checks import FLOAT32, assert_close, moved

torch = pytest.importorskip("torch")


def rand(*shape: int) -> Any:
    return torch.randn(shape, generator=torch.Generator().manual_seed(0))


class ManyKinds(torch.nn.Module):
    """Takes any number of arrays, nests, flags and numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(3, 4)

    def forward(self, given: Any, *rest: Any, scale: float = 1.0, flip: Any = None) -> Any:
        y = self.linear(given["x"]) * scale + sum(rest)
        return -y if flip else y


def test_arguments_of_all_kinds(backend: str) -> None:
    model, x, y = ManyKinds().eval(), rand(5, 3), rand(5, 4)
    calls: list[tuple[Any, Any]] = [
        (({"x": x},), {}),
        (({"x": x}, y, y + 1), {"scale": 2.0}),
        (({"x": x}, y), {"flip": True, "scale": 3.0}),
    ]
    for args, kwargs in calls:
        there = ivy.transpile(model, to=backend, args=args, kwargs=kwargs)
        moved_args, moved_kwargs = moved((args, kwargs), backend)
        expected = model(*args, **kwargs).detach().numpy()
        assert_close(to_numpy(there(*moved_args, **moved_kwargs)), expected, FLOAT32, "result")
    if backend != "tensorflow":  # whose modules are Keras', which words errors anew
        with pytest.raises(ivy.errors.IvyTypeError, match=r"expected scale=3\.0.*got 2\.0"):
            there(*moved_args, flip=True, scale=2.0)


def test_arguments_by_position_or_by_name(backend: str) -> None:
    def function(x: Any, y: Any, z: Any) -> Any:
        return x - 2 * y + z

    arrays = rand(2, 3), rand(2, 3), rand(2, 3)
    named = dict(zip("xyz", arrays, strict=True))
    there = ivy.transpile(function, "torch", backend, arrays[:1], {"y": arrays[1], "z": arrays[2]})
    given = moved(arrays, backend)
    expected = function(*arrays).numpy()
    for taken in range(4):
        rest = dict([*zip(named, given, strict=True)][taken:])
        assert_close(to_numpy(there(*given[:taken], **rest)), expected, FLOAT32, "result")
    with pytest.raises(ivy.errors.IvyTypeError, match="expected x once, got it by position and by"):
        there(given[0], x=given[0])
    with pytest.raises(ivy.errors.IvyTypeError, match=r"expected the arguments x, y, z, got x, y$"):
        there(*given[:2])


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.columns("numpy")
def test_a_terminal_shows_how_far_a_translation_is(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for stream in (Terminal(), io.StringIO()):
        monkeypatch.setattr(sys, "stderr", stream)
        ivy.transpile(ManyKinds().eval(), to=backend, args=({"x": rand(5, 3)},))
        text = stream.getvalue()
        assert ("reading ManyKinds" in text) == stream.isatty()
        assert ("translating" in text) == stream.isatty()

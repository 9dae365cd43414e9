"""The command `ivy`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ivy import backends, cli
from ivy._version import __version__


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit:
        cli.main(["--version"])
    assert exit.value.code == 0
    assert capsys.readouterr().out == f"ivy {__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["bakends"], ["demo", "--backend", "theano"]])
def test_unknown_command_is_explained(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit:
        cli.main(arguments)
    assert exit.value.code == 2
    message = capsys.readouterr().err
    assert "usage: ivy" in message
    assert "backends" in message or "numpy" in message


def test_backends_lists_every_framework(capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.main(["backends"])
    printed = capsys.readouterr().out
    assert status == 0, printed
    for name in backends.NAMES:
        assert name in printed
        if not backends.installed(name):
            assert f"pip install 'ivy[{name}]'" in printed


def test_backends_imports_nothing_missing_and_reports_broken_ones(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backends, "installed", lambda name: name == "torch")
    monkeypatch.setattr(cli, "_PROBE", "raise ImportError('no symbol')")
    assert cli.main(["backends"]) == 1
    printed = capsys.readouterr().out
    assert "broken: ImportError: no symbol" in printed
    assert "pip install 'ivy[jax]'" in printed


def test_demo_agrees(backend: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["demo", "--backend", backend]) == 0
    printed = capsys.readouterr().out
    assert backend in printed
    assert "ivy-demo.svg" in printed
    assert "The results agree." in printed


def test_demo_of_a_missing_framework_says_how_to_install_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backends, "_loaded", {})
    monkeypatch.setattr(backends, "installed", lambda name: False)
    assert cli.main(["demo", "--backend", "torch"]) == 1
    assert "pip install 'ivy[torch]'" in capsys.readouterr().err


def test_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "ivy", "--version"]
    assert subprocess.check_output(command, text=True) == f"ivy {__version__}\n"

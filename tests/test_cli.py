"""The command `ivy`."""

from __future__ import annotations

import importlib.util
import json
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import backends, cli, demo
from ivy._version import __version__
from ivy.dashboard import command as status
from tests.test_dashboard import line, write_run


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


@pytest.mark.parametrize("command", [(), *((name,) for name in cli.COMMANDS)], ids=" ".join)
def test_help_teaches(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit:
        cli.main([*command, "--help"])
    assert exit.value.code == 0
    _, _, examples = capsys.readouterr().out.partition("examples:\n")
    assert examples.lstrip().startswith("ivy")


EXAMPLES = [example for module in cli.COMMANDS.values() for example in module.EXAMPLES]


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_of_the_help_are_valid(example: str) -> None:
    name, command, *arguments = shlex.split(example.partition(" > ")[0])
    own, passed_on = status.split(arguments)
    assert name == "ivy"
    assert cli.parser().parse_args([command, *own]).command == command
    assert not passed_on or command in cli.PASSING_ON


def test_only_some_commands_pass_arguments_on(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit:
        cli.main(["demo", "--", "-x"])
    assert exit.value.code == 2
    assert "demo takes nothing after --" in capsys.readouterr().err


def test_ctrl_c_ends_a_training_and_the_command(
    backend: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(progress: ivy.Progress) -> None:
        signal.raise_signal(signal.SIGINT)

    def run(*_: Any) -> int:
        demo.train(interrupt)
        return 0

    monkeypatch.setattr(demo, "run", run)
    assert cli.main(["demo"]) == 130
    assert capsys.readouterr().err == "ivy: interrupted\n"


def test_backends_lists_every_framework(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The others are asked in tests/test_network.py, where their processes run anyway.
    monkeypatch.setattr(backends, "installed", lambda name: name == "numpy")
    assert cli.main(["backends", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == list(backends.NAMES)
    assert found.pop("numpy") == {"version": np.__version__, "devices": ["cpu"], "problem": None}
    for name, each in found.items():
        assert each["version"] is None
        assert f"pip install 'ivy[{name}]'" in each["problem"]


def test_backends_imports_nothing_missing_and_reports_broken_ones(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backends, "installed", lambda name: name == "torch")
    monkeypatch.setattr(cli.backends, "_PROBE", "raise ImportError('no symbol')")
    assert cli.main(["backends"]) == 1
    printed = capsys.readouterr().out
    assert "broken: ImportError: no symbol" in printed
    assert "pip install 'ivy[jax]'" in printed
    assert cli.main(["backends", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["torch"]["problem"].startswith("broken")


def test_status_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = write_run(tmp_path / "old", line("t"))
    new = write_run(tmp_path / "new", line("t", status="fail", reason="broke"))
    rows = ["--rows", str(tmp_path / "none.json"), "--output", str(tmp_path / "status")]
    assert cli.main(["status", "--json", *rows, str(new)]) == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out) == json.loads((tmp_path / "status/status.json").read_text())
    assert "0 of 1 all cells" in printed.err
    assert cli.main(["status", "--json", *rows, "--against", str(old), str(new)]) == 1
    (change,) = json.loads(capsys.readouterr().out)
    assert change == {
        "row": "a/t",
        "backend": "torch",
        "before": "pass",
        "after": "fail",
        "reason": "broke",
        "regression": True,
    }


def test_bench_measures(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "--backend", "numpy", "--quick", "--json"]) == 0
    printed = capfd.readouterr()
    found = json.loads(printed.out)["frameworks"]
    assert list(found) == ["numpy"]
    assert found["numpy"]["rows"]["add"]["native"] > 10
    assert "mean" in printed.err


def test_bench_hands_over_and_returns_the_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        calls.append((command, options["cwd"]))
        return subprocess.CompletedProcess(command, 3)

    monkeypatch.setattr(subprocess, "run", run)
    arguments = ["bench", "layers", "--backend", "torch", "--check", "--", "--layer", "conv2d"]
    assert cli.main(arguments) == 3
    expected = [sys.executable, "-m", "bench.layers", "--backend", "torch", "--check"]
    assert calls == [([*expected, "--layer", "conv2d"], Path(__file__).parents[1])]


def test_every_suite_of_bench_exists() -> None:
    for module in cli.bench.SUITES.values():
        assert importlib.util.find_spec(module)


def test_bench_outside_of_a_checkout(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli.bench, "__file__", str(tmp_path / "site-packages/ivy/cli/bench.py"))
    assert cli.main(["bench"]) == 1
    assert "change to a checkout of ivy" in capsys.readouterr().err


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


def test_status_into_what_is_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, taken = tmp_path / "run.jsonl", tmp_path / "taken"
    write_run(run, line("a/b", "numpy"))
    taken.write_text("a file")
    for folder in (taken, taken / "below"):
        assert cli.main(["status", str(run), "--output", str(folder)]) == 1
        message = f"ivy: status: expected a folder to write to, got {folder}: "
        assert capsys.readouterr().err.startswith(message)
    assert taken.read_text() == "a file"

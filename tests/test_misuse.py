"""Every mistake gives an exception of ivy: of one class on all backends, in one line that helps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ivy import backends
from ivy.errors import IvyException, IvyMissingBackendException
from tests import misuse_cases, misuse_habits, misuse_modules
from tests.misuse_cases import CASES_OF_VALUES, Case

CASES = misuse_cases.CASES | misuse_modules.CASES | misuse_habits.CASES


def check(case: Case) -> None:
    call, expected, pattern = case
    with pytest.raises(IvyException) as caught:
        call()
    message = str(caught.value)
    missing = [name for name in backends.NAMES if not backends.installed(name)]
    if missing and isinstance(caught.value, IvyMissingBackendException):
        pytest.skip(message)
    assert type(caught.value) is expected, f"{type(caught.value).__name__}: {message}"
    assert re.search(pattern, message), message
    assert "\n" not in message


@pytest.fixture(autouse=True)
def new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.filterwarnings("ignore:.*is a pickle")
@pytest.mark.parametrize("mistake", CASES)
def test_misuse(mistake: str, backend: str) -> None:
    check(CASES[mistake])


@pytest.mark.columns("numpy", "torch", "tensorflow")
@pytest.mark.parametrize("mistake", CASES_OF_VALUES)
def test_misuse_by_values(mistake: str, backend: str) -> None:
    check(CASES_OF_VALUES[mistake])

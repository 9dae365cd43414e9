"""ivy opens no connection to another machine: at import, in training, in its commands."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.without_network import LEFT

ROOT = Path(__file__).parents[1]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.without_network", *arguments]
    return subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)


def test_nothing_leaves_the_machine(backend: str) -> None:
    done = run(backend)
    assert done.returncode == 0, done.stderr[-3000:]
    told, asked = done.stdout.splitlines()[-2:]
    assert told == f"translated to numpy and {backend}"
    version, devices = json.loads(asked)
    assert version[0].isdigit() and devices[0] == "cpu"


def test_commands_stay_on_the_machine() -> None:
    done = run("--commands")
    assert done.returncode == 0, done.stderr[-3000:]
    assert "The results agree." in done.stdout


# 192.0.2.0/24 and 2001:db8::/32 are addresses for documentation: nobody is there.
LEAVING = {
    "connect": "s.socket().connect(('192.0.2.1', 9))",
    "connect to a name": "s.create_connection(('example.org', 80))",
    "connect by IPv6": "s.socket(s.AF_INET6).connect(('2001:db8::1', 9))",
    "send": "s.socket(type=s.SOCK_DGRAM).sendto(b'', ('192.0.2.1', 9))",
    "look up": "s.gethostbyname('example.org')",
    "caught": "try: s.socket().connect(('192.0.2.1', 9))\nexcept BaseException: ...",
    "by a library": "from urllib.request import urlopen; urlopen('http://192.0.2.1')",
}
STAYING = {
    "loopback": "a = s.create_server(('127.0.0.1', 0)); s.create_connection(a.getsockname())",
    "a pair": "a, b = s.socketpair(); a.send(b'1'); assert b.recv(1) == b'1'",
}


@pytest.mark.parametrize("code", LEAVING.values(), ids=LEAVING)
def test_what_leaves_is_seen(code: str) -> None:
    done = run("--run", f"import socket as s\n{code}")
    assert done.returncode == LEFT
    assert "socket." in done.stderr


@pytest.mark.parametrize("code", STAYING.values(), ids=STAYING)
def test_what_stays_is_not_in_the_way(code: str) -> None:
    done = run("--run", f"import socket as s\n{code}")
    assert (done.returncode, done.stderr) == (0, "")

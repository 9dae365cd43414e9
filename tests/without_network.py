"""Use ivy in a process that no connection leaves: `python -m tests.without_network torch`.

What would leave the machine ends the process at once, with status 3 and a traceback on stderr.
With `--commands` in place of a framework the commands are run, and with `--run CODE` a program, to
see that it would.
"""

from __future__ import annotations

import ipaddress
import os
import sys
import traceback
from typing import Any

LEFT = 3
"""The exit status of a process that was about to leave the machine."""
EVENTS = ("socket.connect", "socket.sendto", "socket.sendmsg")
"""Audit events of Python whose second argument is the address of the other side."""
LOOKUPS = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")
"""Those whose first argument is the name of a host to ask for."""


def stays_here(host: Any) -> bool:
    """Return whether a host is this machine itself."""
    if host in (None, "", b"", "localhost", b"localhost"):
        return True
    try:
        name = host.decode() if isinstance(host, bytes) else host
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def refuse(event: str, arguments: tuple[Any, ...]) -> None:
    """End the process at an audit event that leaves the machine."""
    if event in LOOKUPS:
        host = arguments[0]
    elif event in EVENTS and isinstance(arguments[1], tuple):  # else the path of an AF_UNIX socket
        host = arguments[1][0]
    else:
        return
    if not stays_here(host):
        print(f"{event}: {arguments}", file=sys.stderr)
        traceback.print_stack(file=sys.stderr)
        sys.stderr.flush()
        os._exit(LEFT)  # an exception could be caught by whoever connects


def use(backend: str) -> None:
    """Import, train, save, load and transpile on one framework."""
    import tempfile
    from pathlib import Path

    import ivy

    ivy.set_backend(backend)
    ivy.seed(seed_value=0)
    x = ivy.random_normal(shape=(8, 4))
    y = ivy.sum(x, axis=-1, keepdims=True)
    net = ivy.Sequential(ivy.Linear(4, 3), ivy.ReLU(), ivy.Linear(3, 1))
    ivy.fit(net, (x, y), ivy.mse_loss, ivy.Adam(1e-2), epochs=1)
    with tempfile.TemporaryDirectory() as folder:
        weights = Path(folder, "net.safetensors")
        net.save_weights(weights)
        net.load_weights(weights)
    for target in ("numpy", backend):
        translated = ivy.transpile(net, to=target, args=(x,))
        translated(ivy.to_backend(x, target).data)
    print(f"translated to numpy and {backend}")
    from ivy.cli.backends import _PROBE

    exec(_PROBE)  # what `ivy backends` runs for each framework; its argument is ours


def use_commands() -> None:
    """Run a command that imports nothing but NumPy, trains and writes files."""
    from ivy import cli

    raise SystemExit(cli.main(["demo", "--backend", "numpy"]))


if __name__ == "__main__":
    sys.addaudithook(refuse)
    if sys.argv[1] == "--run":
        exec(sys.argv[2])
    elif sys.argv[1] == "--commands":
        use_commands()
    else:
        use(sys.argv[1])

"""NumPy's only device."""

from __future__ import annotations

import cProfile
import os
from contextlib import contextmanager
from pathlib import Path

from ivy.types import Device

_CPU = Device("cpu")


def native_devices():
    return {_CPU: "cpu"}


def initial_device():
    return _CPU


def as_ivy_dev(device):
    return None if device is None else Device(device)


def dev(x, as_native=False):
    return "cpu" if as_native else _CPU


def to_device(x, device, stream=None):
    from ivy.backends import numpy as space

    space.as_native_dev(device)
    return x


def clear_cached_mem_on_dev(device):
    """Do nothing: NumPy returns memory at once."""


@contextmanager
def profile(save_dir):
    profiler = cProfile.Profile()
    with profiler:
        yield profiler
    Path(save_dir).mkdir(parents=True, exist_ok=True)
    profiler.dump_stats(Path(save_dir, f"ivy-{os.getpid()}.pstats"))

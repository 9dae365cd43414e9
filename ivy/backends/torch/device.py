"""PyTorch's devices."""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import torch

from ivy.errors import IvyNotImplementedException
from ivy.types import Device

_KINDS = {"cuda": "gpu", "mps": "gpu", "xpu": "gpu", "xla": "tpu"}
_CPU = Device("cpu")


@cache
def native_devices():
    found = {_CPU: torch.device("cpu")}
    if torch.accelerator.is_available():
        native = torch.accelerator.current_accelerator().type
        kind = _KINDS.get(native, "gpu")
        for index in range(torch.accelerator.device_count()):
            found[Device(f"{kind}:{index}")] = torch.device(native, index)
    return found


def initial_device():
    return as_ivy_dev(torch.get_default_device())


def as_ivy_dev(device):
    if device is None or isinstance(device, Device):
        return device
    kind, _, index = str(device).partition(":")
    kind = _KINDS.get(kind, kind)
    return _CPU if kind == "cpu" else Device(f"{kind}:{index or 0}")


def dev(x, as_native=False):
    device = x.device
    return device if as_native else _CPU if device.type == "cpu" else as_ivy_dev(device)


def to_device(x, device, stream=None):
    from ivy.backends import torch as space

    native = space.as_native_dev(device)
    if stream is None:
        return x.to(native)
    with torch.cuda.stream(stream):
        return x.to(native, non_blocking=True)


def clear_cached_mem_on_dev(device):
    if as_ivy_dev(device) != "cpu":
        torch.accelerator.empty_cache()


def accelerator_memory(device):
    free, total = torch.accelerator.get_memory_info(device)
    return total - free, total


def accelerator_load(device):
    if device.type != "cuda":
        raise IvyNotImplementedException(f"dev_util (torch): expected a CUDA device, got {device}")
    return float(torch.cuda.utilization(device))


@contextmanager
def profile(save_dir):
    Path(save_dir).mkdir(parents=True, exist_ok=True)
    with torch.profiler.profile() as profiler:
        yield profiler
    profiler.export_chrome_trace(str(Path(save_dir, f"ivy-{os.getpid()}.trace.json")))

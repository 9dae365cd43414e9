"""Where arrays live and how busy that place is."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from ivy import config
from ivy.errors import (
    IvyDeviceError,
    IvyNotImplementedException,
    IvyTypeError,
    IvyValueError,
    describe,
)
from ivy.types import Device

_GB = 1e9


def as_native_dev(xp, device):
    if device is None or isinstance(device, xp.NATIVE_DEVICES):
        return device
    if not isinstance(device, str):
        msg = f"device ({xp.NAME}): expected a name such as 'cpu', got {describe(device)}"
        raise IvyTypeError(msg)
    name = xp.as_ivy_dev(device)
    natives = xp.native_devices()
    if name in natives:
        return natives[name]
    if config.setting("soft_device_mode"):
        return natives[Device("cpu")]
    msg = f"device ({xp.NAME}): expected one of {', '.join(natives)}, got {str(device)!r}"
    raise IvyDeviceError(msg)


def num_gpus(xp):
    return sum(device.startswith("gpu") for device in xp.native_devices())


def gpu_is_available(xp):
    return xp.num_gpus() > 0


def tpu_is_available(xp):
    return any(device.startswith("tpu") for device in xp.native_devices())


def num_cpu_cores(xp, logical=True):
    if logical:
        return os.cpu_count() or 1
    cores = _physical_cores()
    return cores or os.cpu_count() or 1


def _physical_cores():
    path = Path("/proc/cpuinfo")
    processors = path.read_text().split("\n\n") if path.exists() else []
    cores = set()
    for processor in processors:
        lines = (line.partition(":") for line in processor.splitlines())
        facts = {name.strip(): value.strip() for name, _, value in lines}
        if "core id" in facts:
            cores.add((facts.get("physical id"), facts["core id"]))
    return len(cores)


# ---- memory and load --------------------------------------------------------------------------


def total_mem_on_dev(xp, device):
    name = xp.as_ivy_dev(device)
    if name == "cpu":
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / _GB
    _, total = xp.accelerator_memory(xp.as_native_dev(name))
    if total is None:
        msg = f"total_mem_on_dev ({xp.NAME}): expected 'cpu', got {name}; {xp.NAME} does not tell"
        raise IvyNotImplementedException(msg)
    return total / _GB


def used_mem_on_dev(xp, device, process_specific=False):
    name = xp.as_ivy_dev(device)
    if name == "cpu":
        return (_process_memory() if process_specific else _system_memory()) / _GB
    used, _ = xp.accelerator_memory(xp.as_native_dev(name))
    return used / _GB


def percent_used_mem_on_dev(xp, device, process_specific=False):
    used = used_mem_on_dev(xp, device, process_specific)
    return 100 * used / total_mem_on_dev(xp, device)


def dev_util(xp, device):
    name = xp.as_ivy_dev(device)
    if name != "cpu":
        return xp.accelerator_load(xp.as_native_dev(name))
    busy, total = _processor_times()
    time.sleep(0.05)
    busy_later, total_later = _processor_times()
    return 100 * (busy_later - busy) / max(1, total_later - total)


def _proc(name):
    path = Path("/proc", name)
    if not path.exists():
        msg = f"device: expected Linux, which tells this in {path}, got {sys.platform}"
        raise IvyNotImplementedException(msg)
    return path.read_text()


def _process_memory():
    return int(_proc("self/statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _system_memory():
    sizes = dict(line.split(":") for line in _proc("meminfo").splitlines())
    total, available = (int(sizes[name].split()[0]) for name in ("MemTotal", "MemAvailable"))
    return (total - available) * 1024


def _processor_times():
    ticks = list(map(int, _proc("stat").split("\n", 1)[0].split()[1:9]))
    idle = ticks[3] + ticks[4]
    return sum(ticks) - idle, sum(ticks)


# ---- calls in pieces --------------------------------------------------------------------------


def split_factor(xp, device=None):
    return config.SPLIT_FACTORS.get(_split_device(xp, device), 0.0)


def set_split_factor(xp, factor, device=None):
    if not 0 <= factor <= 1:
        raise IvyValueError(f"set_split_factor: expected a factor from 0 to 1, got {factor!r}")
    config.SPLIT_FACTORS[_split_device(xp, device)] = float(factor)


def _split_device(xp, device):
    return str(xp.default_device() if device is None else xp.as_ivy_dev(device))


def default_device(xp, device=None, item=None, as_native=None):
    if device is None and item is not None and isinstance(item, xp.NATIVE):
        device = xp.dev(item)
    if device is None:
        device = config.setting("default_device")
    if device is None:
        device = xp.initial_device()
    return xp.as_native_dev(device) if as_native else xp.as_ivy_dev(device)

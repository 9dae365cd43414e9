"""JAX's devices."""

from __future__ import annotations

from functools import cache

import jax

from ivy.errors import IvyNotImplementedException
from ivy.types import Device

_KINDS = {"cuda": "gpu", "rocm": "gpu"}
_CPU = Device("cpu")


@cache
def native_devices():
    # Asked by platform, jax.devices() omits the CPU when there is something better.
    found = {_CPU: jax.devices("cpu")[0]}
    return found | {as_ivy_dev(d): d for d in jax.devices() if d.platform != "cpu"}


def initial_device():
    return as_ivy_dev(jax.config.jax_default_device or jax.devices()[0])


def as_ivy_dev(device):
    if device is None or isinstance(device, Device):
        return device
    if isinstance(device, str):
        kind, _, index = device.partition(":")
    else:
        kind, index = getattr(device, "platform", device), getattr(device, "id", 0)
    kind = _KINDS.get(kind, kind)
    return _CPU if kind == "cpu" else Device(f"{kind}:{index or 0}")


def dev(x, as_native=False):
    native = _native_device(x)
    return native if as_native else as_ivy_dev(native)


def _native_device(x):
    if isinstance(x, jax.core.Tracer):
        return jax.config.jax_default_device or jax.devices()[0]
    return min(x.devices(), key=lambda device: device.id)


def to_device(x, device, stream=None):
    from ivy.backends import jax as space

    return jax.device_put(x, space.as_native_dev(device))


def clear_cached_mem_on_dev(device):
    jax.clear_caches()


def accelerator_memory(device):
    found = device.memory_stats() or {}
    if "bytes_limit" not in found:
        msg = f"memory (jax): expected a device that reports its memory, got {device}"
        raise IvyNotImplementedException(msg)
    return found["bytes_in_use"], found["bytes_limit"]


def accelerator_load(device):
    raise IvyNotImplementedException(f"dev_util (jax): expected 'cpu', got {as_ivy_dev(device)}")


def profile(save_dir):
    return jax.profiler.trace(str(save_dir))

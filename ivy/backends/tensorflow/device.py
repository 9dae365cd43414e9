"""TensorFlow's devices."""

from __future__ import annotations

from functools import cache

import tensorflow as tf

from ivy.errors import IvyNotImplementedException
from ivy.types import Device

_CPU = Device("cpu")


@cache
def native_devices():
    names = [device.name.partition("device:")[2] for device in tf.config.list_logical_devices()]
    found = {as_ivy_dev(name): f"/{name}" for name in names if name.startswith(("GPU", "TPU:"))}
    return {_CPU: "/CPU:0"} | found


def initial_device():
    return next((device for device in native_devices() if device.startswith("gpu")), _CPU)


def as_ivy_dev(device):
    if device is None or isinstance(device, Device):
        return device
    kind, _, index = str(device).rpartition("device:")[2].lstrip("/").lower().partition(":")
    return _CPU if kind in ("cpu", "") else Device(f"{kind}:{index or 0}")


def dev(x, as_native=False):
    # While tf.function traces, a tensor has no device yet: it gets the initial one.
    name = x.device
    found = as_ivy_dev(name) if name else initial_device()
    return native_devices()[found] if as_native else found


def to_device(x, device, stream=None):
    from ivy.backends import tensorflow as space

    native = space.as_native_dev(device)
    if x.device.endswith(native.lstrip("/")):
        return x
    with tf.device(native):
        return tf.identity(x)


def clear_cached_mem_on_dev(device):
    """Do nothing: TensorFlow keeps its memory for itself."""


def accelerator_memory(device):
    return tf.config.experimental.get_memory_info(device.lstrip("/"))["current"], None


def accelerator_load(device):
    raise IvyNotImplementedException(f"dev_util (tensorflow): expected 'cpu', got {device}")


def profile(save_dir):
    return tf.profiler.experimental.Profile(str(save_dir))

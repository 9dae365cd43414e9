"""Where arrays live: devices, their memory and load."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from ivy import config, nest
from ivy.dispatch import (
    OPERATIONS,
    Wrapper,
    create,
    current_space,
    is_native,
    put,
    retry,
    space_of,
    table,
    unwrap,
)
from ivy.errors import IvyValueError, check_callable
from ivy.types import A, Device, DeviceLike

__all__ = [
    "DefaultDevice",
    "Profiler",
    "as_ivy_dev",
    "as_native_dev",
    "clear_cached_mem_on_dev",
    "clear_mem_on_dev",
    "default_device",
    "dev",
    "dev_util",
    "function_supported_devices",
    "function_unsupported_devices",
    "get_all_ivy_arrays_on_dev",
    "gpu_is_available",
    "handle_soft_device_variable",
    "num_cpu_cores",
    "num_gpus",
    "num_ivy_arrays_on_dev",
    "percent_used_mem_on_dev",
    "print_all_ivy_arrays_on_dev",
    "set_default_device",
    "set_split_factor",
    "split_factor",
    "split_func_call",
    "to_device",
    "total_mem_on_dev",
    "tpu_is_available",
    "unset_default_device",
    "used_mem_on_dev",
]

# ---- of an array ------------------------------------------------------------------------------


def dev(x: A, /, as_native: bool = False) -> Device:
    """Return the device an array is on.

    >>> ivy.dev(ivy.array([1.0]))
    'cpu'
    """
    try:
        return table[type(x)].dev(x, as_native)
    except Exception as error:
        return retry(error, "dev", x, as_native)


def to_device(x: A, device: DeviceLike, /, stream: Any = None, out: A | None = None) -> A:
    """Return the array on a device; itself where it is there already.

    `stream` is a stream of the framework to copy on.

    >>> ivy.to_device(ivy.array([1.0]), "cpu")
    ivy.array([1.])
    """
    if out is not None:
        return put(to_device(x, device, stream), out)
    try:
        return table[type(x)].to_device(x, device, stream)
    except Exception as error:
        return retry(error, "to_device", x, device, stream)


# ---- which there are --------------------------------------------------------------------------


def as_ivy_dev(device: DeviceLike, /) -> Device:
    """Return ivy's name of a device, given by that or by the framework's own object or name.

    >>> ivy.as_ivy_dev("cpu")
    'cpu'
    """
    return create("as_ivy_dev", device)


def as_native_dev(device: DeviceLike, /) -> Any:
    """Return the framework's own device for a name; an error when it does not exist.

    In soft device mode a device that does not exist stands for the CPU.

    >>> ivy.as_ivy_dev(ivy.as_native_dev("cpu"))
    'cpu'
    """
    return create("as_native_dev", device)


def gpu_is_available() -> bool:
    """Return whether the current backend sees a GPU.

    >>> ivy.gpu_is_available() == (ivy.num_gpus() > 0)
    True
    """
    return create(
        "gpu_is_available",
    )


def tpu_is_available() -> bool:
    """Return whether the current backend sees a TPU.

    >>> isinstance(ivy.tpu_is_available(), bool)
    True
    """
    return create(
        "tpu_is_available",
    )


def num_gpus() -> int:
    """Return how many GPUs the current backend sees.

    >>> ivy.num_gpus() >= 0
    True
    """
    return create(
        "num_gpus",
    )


def num_cpu_cores(logical: bool = True) -> int:
    """Return the number of CPU cores; hyperthreads count unless `logical=False`.

    >>> ivy.num_cpu_cores() >= ivy.num_cpu_cores(logical=False) >= 1
    True
    """
    return create("num_cpu_cores", logical)


# ---- memory and load --------------------------------------------------------------------------


def total_mem_on_dev(device: DeviceLike, /) -> float:
    """Return the memory of a device, in gigabytes of 1e9 bytes.

    >>> ivy.total_mem_on_dev("cpu") > ivy.used_mem_on_dev("cpu")
    True
    """
    return create("total_mem_on_dev", device)


def used_mem_on_dev(device: DeviceLike, /, process_specific: bool = False) -> float:
    """Return the memory in use on a device, in gigabytes.

    By all processes, or by this one; on an accelerator always as the framework counts it.

    >>> ivy.used_mem_on_dev("cpu", process_specific=True) > 0
    True
    """
    return create("used_mem_on_dev", device, process_specific)


def percent_used_mem_on_dev(device: DeviceLike, /, process_specific: bool = False) -> float:
    """Return the share of a device's memory that is in use, in percent.

    >>> 0 < ivy.percent_used_mem_on_dev("cpu") < 100
    True
    """
    return create("percent_used_mem_on_dev", device, process_specific)


def dev_util(device: DeviceLike, /) -> float:
    """Return how busy a device is, in percent; the CPU is watched for 0.05 seconds.

    >>> 0 <= ivy.dev_util("cpu") <= 100
    True
    """
    return create("dev_util", device)


def clear_cached_mem_on_dev(device: DeviceLike, /) -> None:
    """Give back memory that the framework keeps on a device without using it.

    >>> ivy.clear_cached_mem_on_dev("cpu")
    """
    return create("clear_cached_mem_on_dev", device)


clear_mem_on_dev = clear_cached_mem_on_dev


# ---- the default ------------------------------------------------------------------------------


def default_device(
    device: DeviceLike = None, /, item: Any = None, as_native: bool | None = None
) -> Any:
    """Return the device for new arrays: `device`, else that of `item`, else the one set.

    When none was set it is the one the framework itself would use.

    >>> ivy.default_device("cpu")
    'cpu'
    """
    space = current_space() if item is None else space_of(item)
    return space.default_device(device, unwrap(item), as_native)


def set_default_device(device: DeviceLike, /) -> None:
    """Put new arrays on a device, until `unset_default_device`.

    >>> ivy.set_default_device("cpu")
    >>> ivy.unset_default_device()
    """
    config.DEFAULT_DEVICE.set(as_ivy_dev(device))


def unset_default_device() -> None:
    """Undo the last `set_default_device`.

    >>> ivy.set_default_device("cpu")
    >>> ivy.unset_default_device()
    """
    config.DEFAULT_DEVICE.unset()


def handle_soft_device_variable(*args: Any, fn: Callable[..., Any], **kwargs: Any) -> Any:
    """Return what `fn` returns for the arguments, with their arrays on the default device.

    >>> ivy.handle_soft_device_variable(ivy.array([1.0]), fn=ivy.exp).device
    'cpu'
    """
    check_callable("handle_soft_device_variable", fn)
    if not config.DEFAULT_DEVICE.is_set():
        return fn(*args, **kwargs)
    device = default_device()

    def moved(leaf: Any) -> Any:
        return to_device(leaf, device) if isinstance(leaf, Wrapper) or is_native(leaf) else leaf

    args, kwargs = nest.mapped(moved, (args, kwargs))
    return fn(*args, **kwargs)


class DefaultDevice:
    """Put new arrays on a device inside a `with` block.

    >>> with ivy.DefaultDevice("cpu"):
    ...     ivy.zeros(2).device
    'cpu'
    """

    def __init__(self, device: DeviceLike, /) -> None:
        self._override: AbstractContextManager[Any] = config.DEFAULT_DEVICE.override(
            as_ivy_dev(device)
        )

    def __enter__(self) -> DefaultDevice:
        self._override.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._override.__exit__(*raised)


# ---- calls in pieces --------------------------------------------------------------------------


def split_factor(device: DeviceLike = None, /) -> float:
    """Return how large the pieces of `split_func_call` are on a device.

    From 0, one element at a time, the default, to 1, everything at once.

    >>> ivy.split_factor()
    0.0
    """
    return create("split_factor", device)


def set_split_factor(factor: float, /, device: DeviceLike = None) -> None:
    """Choose how large the pieces of `split_func_call` are on a device, from 0 to 1.

    >>> ivy.set_split_factor(0.5)
    >>> ivy.split_factor()
    0.5
    >>> ivy.set_split_factor(0)
    """
    return create("set_split_factor", factor, device)


def split_func_call(
    func: Callable[..., Any],
    inputs: Sequence[Any],
    mode: str,
    /,
    max_chunk_size: int | None = None,
    chunk_size: int | None = None,
    input_axes: int | Sequence[int] = 0,
    output_axes: int | Sequence[int] | None = None,
    stop_gradients: bool = False,
    device: DeviceLike = None,
) -> Any:
    """Return what `func(*inputs)` returns, from calls on pieces of the inputs.

    The pieces have `chunk_size` elements along `input_axes`, or so many of `max_chunk_size` as
    the split factor says. `mode` is how the results are joined: "concat" along `output_axes`,
    by default the first input axis, "sum" or "mean".

    >>> ivy.split_func_call(ivy.sin, [ivy.array([0.0, 0.0])], "concat", chunk_size=1)
    ivy.array([0., 0.])
    """
    check_callable("split_func_call", func)
    if mode not in ("concat", "sum", "mean"):
        raise IvyValueError(f"split_func_call: expected concat, sum or mean, got {mode!r}")
    axes = [input_axes] * len(inputs) if isinstance(input_axes, int) else list(input_axes)
    length = inputs[0].shape[axes[0]]
    if chunk_size is None:
        largest = length if max_chunk_size is None else min(max_chunk_size, length)
        chunk_size = 1 + round((largest - 1) * split_factor(device))
    results = []
    for start in range(0, length, max(1, chunk_size)):
        chosen = slice(start, start + max(1, chunk_size))
        pieces = [_along(x, axis, chosen) for x, axis in zip(inputs, axes, strict=True)]
        result = func(*pieces)
        result = result if isinstance(result, (list, tuple)) else (result,)
        if stop_gradients:
            result = [OPERATIONS["stop_gradient"](x) for x in result]
        results.append((min(chunk_size, length - start), result))
    if output_axes is None or isinstance(output_axes, int):
        axis = axes[0] if output_axes is None else output_axes
        output_axes = [axis] * len(results[0][1])
    weights = [weight / length for weight, _ in results]
    columns = zip(*(result for _, result in results), strict=True)
    joined = [_join(list(xs), mode, a, weights) for xs, a in zip(columns, output_axes, strict=True)]
    return joined[0] if len(joined) == 1 else tuple(joined)


def _along(x: Any, axis: int, chosen: slice) -> Any:
    return OPERATIONS["get_item"](x, (*[slice(None)] * (axis % len(x.shape)), chosen))


def _join(xs: list[Any], mode: str, axis: int, weights: list[float]) -> Any:
    if mode == "concat":
        return OPERATIONS["concat"](xs, axis)
    if mode == "mean":
        xs = [OPERATIONS["multiply"](x, w) for x, w in zip(xs, weights, strict=True)]
    total = xs[0]
    for x in xs[1:]:
        total = OPERATIONS["add"](total, x)
    return total


# ---- which functions run where ----------------------------------------------------------------

_DEVICES = {
    "numpy": ("cpu",),
    "torch": ("cpu", "gpu"),
    "jax": ("cpu", "gpu", "tpu"),
    "tensorflow": ("cpu", "gpu", "tpu"),
}


def function_supported_devices(fn: Callable[..., Any], recurse: bool = True) -> tuple[str, ...]:
    """Return the kinds of device a function can run on with the current backend.

    They are the framework's, as ivy's functions consist of the framework's.

    >>> "cpu" in ivy.function_supported_devices(ivy.sin)
    True
    """
    return _DEVICES[current_space().NAME]


def function_unsupported_devices(fn: Callable[..., Any], recurse: bool = True) -> tuple[str, ...]:
    """Return the kinds of device a function cannot run on with the current backend.

    >>> "cpu" in ivy.function_unsupported_devices(ivy.sin)
    False
    """
    supported = function_supported_devices(fn, recurse)
    return tuple(kind for kind in ("cpu", "gpu", "tpu") if kind not in supported)


# ---- arrays in memory -------------------------------------------------------------------------


def get_all_ivy_arrays_on_dev(device: DeviceLike, /) -> dict[int, Any]:
    """Return all living `ivy.Array` on a device, by their `id`.

    >>> x = ivy.array([1, 2])
    >>> ivy.get_all_ivy_arrays_on_dev("cpu")[id(x)] is x
    True
    """
    name = as_ivy_dev(device)
    arrays = [x for x in gc.get_objects() if issubclass(type(x), Wrapper)]
    natives = [(x, getattr(x, "_data", None)) for x in arrays]
    found = ((x, data) for x, data in natives if is_native(data))
    return {id(x): x for x, data in found if space_of(data).dev(data) == name}


def num_ivy_arrays_on_dev(device: DeviceLike, /) -> int:
    """Return how many `ivy.Array` live on a device.

    >>> x = ivy.array([1, 2])
    >>> ivy.num_ivy_arrays_on_dev("cpu") > 0
    True
    """
    return len(get_all_ivy_arrays_on_dev(device))


def print_all_ivy_arrays_on_dev(device: DeviceLike = None, attr_only: bool = True) -> None:
    """Print all living `ivy.Array` on a device: their shape and dtype, or all of them.

    >>> x = ivy.array([1, 2])
    >>> ivy.print_all_ivy_arrays_on_dev("cpu")  # doctest: +ELLIPSIS
    (...
    """
    for x in get_all_ivy_arrays_on_dev(default_device(device)).values():
        print((tuple(x.shape), x.dtype) if attr_only else x)


class Profiler:
    """Record what runs inside a `with` block with the framework's own profiler.

    The report goes to `save_dir`: Python's pstats for NumPy, a Chrome trace for torch, TensorBoard
    logs for JAX and TensorFlow.
    """

    def __init__(self, save_dir: str) -> None:
        self._profile: AbstractContextManager[Any] = current_space().profile(save_dir)

    def start(self) -> None:
        """Begin to record."""
        self._profile.__enter__()

    def stop(self) -> None:
        """End, and write the report."""
        self._profile.__exit__(None, None, None)

    def __enter__(self) -> Profiler:
        self.start()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._profile.__exit__(*raised)

"""Devices: names, defaults, memory, calls in pieces. Only the CPU can be relied upon."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import backends, config
from tests.helpers import assert_close

X = np.arange(6, dtype="float32").reshape(3, 2)


def test_names(backend: str) -> None:
    native = ivy.as_native_dev("cpu")
    assert ivy.as_ivy_dev(native) == "cpu"
    assert ivy.as_native_dev(native) == native
    assert isinstance(ivy.as_ivy_dev("gpu"), ivy.Device)
    assert ivy.as_ivy_dev("gpu") == "gpu:0"
    with pytest.raises(ValueError, match="Device"):
        ivy.as_ivy_dev("toaster")


NATIVE_NAMES = {
    "torch": [("cuda:1", "gpu:1"), ("cuda", "gpu:0"), ("cpu", "cpu")],
    "jax": [("cuda:1", "gpu:1"), ("tpu:0", "tpu:0"), ("cpu:0", "cpu")],
    "tensorflow": [
        ("/job:localhost/replica:0/task:0/device:GPU:1", "gpu:1"),
        ("/GPU:0", "gpu:0"),
        ("/device:CPU:0", "cpu"),
        ("TPU:3", "tpu:3"),
    ],
    "numpy": [("cpu", "cpu")],
}


def test_native_names(backend: str) -> None:
    for name, ours in NATIVE_NAMES[backend]:
        assert ivy.as_ivy_dev(name) == ours


def test_missing_device(backend: str) -> None:
    missing = f"gpu:{ivy.num_gpus() + 7}"
    with pytest.raises(ivy.errors.IvyDeviceError, match=missing):
        ivy.as_native_dev(missing)
    with pytest.raises(ivy.errors.IvyDeviceError, match="expected one of cpu"):
        ivy.zeros(2, device=missing)
    with pytest.raises(ivy.errors.IvyDeviceError):
        ivy.to_device(ivy.zeros(2), missing)
    with ivy.SoftDeviceMode(True):
        assert ivy.zeros(2, device=missing).device == "cpu"


def test_dev_and_to_device(backend: str) -> None:
    x = ivy.asarray(X)
    assert ivy.dev(x) == x.device == ivy.dev(x.data) == "cpu"
    assert ivy.dev(x, as_native=True) == ivy.as_native_dev("cpu")
    assert_close(ivy.to_device(x, "cpu"), X)
    assert_close(x.to_device("cpu"), X)
    assert_close(ivy.to_device(x.data, ivy.as_native_dev("cpu")), X)
    assert ivy.is_native_array(ivy.to_device(x.data, "cpu"))


def test_default_device(backend: str) -> None:
    initial = ivy.default_device()
    assert initial == backends.load(backend).initial_device()
    assert ivy.default_device("cpu", as_native=True) == ivy.as_native_dev("cpu")
    assert ivy.default_device(item=ivy.asarray(X)) == "cpu"
    ivy.set_default_device("cpu")
    assert ivy.default_device() == "cpu"
    with ivy.DefaultDevice("gpu:3"):
        assert ivy.default_device() == "gpu:3"
        assert config.setting("default_device") == "gpu:3"
    assert ivy.default_device() == "cpu"
    ivy.unset_default_device()
    assert ivy.default_device() == initial


def test_memory_and_load(backend: str) -> None:
    total, used = ivy.total_mem_on_dev("cpu"), ivy.used_mem_on_dev("cpu")
    assert 0.1 < total < 1e5
    assert 0 < used < total
    assert 0 < ivy.used_mem_on_dev("cpu", process_specific=True) < total
    assert 0 < ivy.percent_used_mem_on_dev("cpu") < 100
    assert 0 <= ivy.dev_util("cpu") <= 100
    ivy.clear_cached_mem_on_dev("cpu")


def test_what_there_is(backend: str) -> None:
    assert ivy.num_cpu_cores() >= ivy.num_cpu_cores(logical=False) >= 1
    assert ivy.gpu_is_available() == (ivy.num_gpus() > 0)
    assert ivy.tpu_is_available() in (True, False)
    assert "cpu" in ivy.function_supported_devices(ivy.sin)
    assert ("gpu" in ivy.function_unsupported_devices(ivy.sin)) == (backend == "numpy")


@pytest.mark.parametrize("chunk", [1, 2, 3, 7])
def test_split_func_call(backend: str, chunk: int) -> None:
    x, y = ivy.asarray(X), ivy.asarray(X + 1)
    joined = ivy.split_func_call(ivy.multiply, [x, y], "concat", chunk_size=chunk)
    assert_close(joined, X * (X + 1))
    total = ivy.split_func_call(lambda x: ivy.sum(x, axis=0), [x], "sum", chunk_size=chunk)
    assert_close(total, X.sum(0))
    mean = ivy.split_func_call(lambda x: ivy.mean(x, axis=0), [x], "mean", chunk_size=chunk)
    assert_close(mean, X.mean(0))
    one, two = ivy.split_func_call(
        lambda x: (x, ivy.permute_dims(x, (1, 0))),
        [x],
        "concat",
        chunk_size=chunk,
        output_axes=(0, 1),
    )
    assert_close(one, X)
    assert_close(two, X.T)


def test_split_factor(backend: str) -> None:
    sizes = []

    def function(x: Any) -> Any:
        sizes.append(len(x))
        return x

    try:
        for factor, expected in ((0.0, [1, 1, 1]), (0.5, [2, 1]), (1.0, [3])):
            ivy.set_split_factor(factor)
            assert ivy.split_factor() == factor
            sizes.clear()
            assert_close(ivy.split_func_call(function, [ivy.asarray(X)], "concat"), X)
            assert sizes == expected
        sizes.clear()
        ivy.split_func_call(function, [ivy.asarray(X)], "concat", max_chunk_size=2)
        assert sizes == [2, 1]
    finally:
        ivy.set_split_factor(0)
    with pytest.raises(ValueError, match="from 0 to 1"):
        ivy.set_split_factor(2)
    with pytest.raises(ValueError, match="concat, sum or mean"):
        ivy.split_func_call(function, [ivy.asarray(X)], "product")


@pytest.mark.usefixtures("frozen_heap")
def test_arrays_on_a_device(backend: str, capsys: pytest.CaptureFixture[str]) -> None:
    x = ivy.asarray(X)
    assert ivy.get_all_ivy_arrays_on_dev("cpu")[id(x)] is x
    before = ivy.num_ivy_arrays_on_dev("cpu")
    kept = [ivy.asarray(X), ivy.asarray(X)]
    assert ivy.num_ivy_arrays_on_dev("cpu") >= before + 2
    del kept
    gc.collect()
    ivy.print_all_ivy_arrays_on_dev("cpu")
    assert "((3, 2), float32)" in capsys.readouterr().out


def test_profiler(backend: str, tmp_path: Path) -> None:
    with ivy.Profiler(str(tmp_path / "report")):
        ivy.exp(ivy.asarray(X))
    assert any(path.is_file() for path in (tmp_path / "report").rglob("*"))
    profiler = ivy.Profiler(str(tmp_path / "second"))
    profiler.start()
    ivy.exp(ivy.asarray(X))
    profiler.stop()
    assert any(path.is_file() for path in (tmp_path / "second").rglob("*"))


def test_handle_soft_device_variable(backend: str) -> None:
    x = ivy.array([1.0])
    assert ivy.handle_soft_device_variable(x, fn=lambda x, y: (x, y), y=2) == (x, 2)
    with ivy.DefaultDevice("cpu"):
        result = ivy.handle_soft_device_variable([x], fn=lambda xs, y: (xs, y), y={"a": x.data})
    assert result[0][0].device == "cpu" and ivy.is_native_array(result[1]["a"])


def test_clear_mem_on_dev(backend: str) -> None:
    assert ivy.clear_mem_on_dev("cpu") is None

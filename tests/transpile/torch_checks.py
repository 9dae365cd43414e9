"""What tests of the torch importer share: changed weights, native results, the comparison."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn

from ivy.graph.importers.torch.export import plain
from ivy.graph.transpile import trace_graph
from tests.transpile.checks import (
    FLOAT32,
    FLOAT64,
    GRADIENTS,
    Run,
    assert_close,
    assert_gradients,
    assert_varied,
    random_weights,
)
from tests.transpile.training import Training, check_training, training_towards_noise

Inputs = Callable[[int], tuple[tuple[Any, ...], dict[str, Any]]]


def perturbed(module: nn.Module, seed: int = 0) -> nn.Module:
    """Return a module with all floating weights and buffers moved from their first values."""
    generator = torch.Generator().manual_seed(seed)
    seen: set[int] = set()
    with torch.no_grad():
        for name, x in [*module.named_parameters(), *module.named_buffers()]:
            if not x.is_floating_point() or x.data_ptr() in seen:
                continue
            seen.add(x.data_ptr())
            noise = torch.randn(x.shape, generator=generator, dtype=torch.float64).to(x.dtype)
            if name.endswith("running_var"):
                x.add_(noise.abs())
            elif "inv_freq" in name:
                x.mul_(1 + 0.1 * noise.abs())
            else:
                x.add_(noise * (0.1 if x.ndim < 2 else 0.05))
    return module


def arrays_of(result: Any) -> list[torch.Tensor]:
    """Return the arrays of a result in the order of the graph's outputs."""
    found: list[Any] = []
    plain(result, found)
    return found


def native(
    module: Any, args: Any, kwargs: Any, training: bool, weights: list[Any] | None = None
) -> tuple[list[Any], dict[str, Any], dict[str, Any]]:
    """Return outputs, gradients and buffers of a copy of a module, after one call."""
    module = copy.deepcopy(module).train(training)
    outputs = arrays_of(module(*args, **kwargs))
    results = [x.detach().numpy() for x in outputs]
    factors = random_weights(results) if weights is None else weights
    pairs = zip(outputs, factors, strict=True)
    loss = sum((x * torch.tensor(w)).sum() for x, w in pairs if w is not None)
    gradients = {}
    if isinstance(loss, torch.Tensor) and loss.requires_grad:
        loss.backward()
        for name, x in module.named_parameters():
            if x.grad is not None:
                gradients[name] = x.grad.numpy()
    return results, gradients, {n: x.numpy() for n, x in module.named_buffers()}


@functools.cache
def _trained(make: Callable[[], tuple[nn.Module, Inputs]], size: int) -> Training:
    """Return what five steps of training by torch do."""
    module, inputs, _ = _made(make, size)
    module = copy.deepcopy(module).train()
    args, kwargs = inputs(size)
    trained = {n: x for n, x in module.named_parameters() if x.requires_grad}

    def outputs() -> list[Any]:
        return arrays_of(module(*args, **kwargs))

    def step() -> Any:
        loss = training.loss(outputs())
        found = torch.autograd.grad(loss, list(trained.values()), allow_unused=True)
        pairs = zip(trained, found, strict=True)
        return loss.detach(), {name: x for name, x in pairs if x is not None}

    def update(gradients: Any, rate: float) -> None:
        with torch.no_grad():
            for name, x in gradients.items():
                trained[name] -= rate * x

    shapes = [x.detach().numpy() for x in arrays_of(copy.deepcopy(module)(*args, **kwargs))]
    training = training_towards_noise(shapes)
    training.before = _state(module)
    training.descend(step, update)
    training.after = _state(module)
    return training


def _state(module: nn.Module) -> dict[str, Any]:
    return {
        name: x.detach().numpy().copy()
        for name, x in [*module.named_parameters(), *module.named_buffers()]
    }


@functools.cache
def _made(make: Callable[[], tuple[nn.Module, Inputs]], size: int) -> tuple[nn.Module, Inputs, Any]:
    """Return a module, its inputs and its graph, once for all backends: exporting takes seconds."""
    torch.manual_seed(0)
    module, inputs = make()
    module = perturbed(module).eval()
    args, kwargs = inputs(size)
    return module, inputs, trace_graph(module, *args, kwargs=kwargs)


def check_module(
    make: Callable[[], tuple[nn.Module, Inputs]],
    backend: str,
    sizes: tuple[int, ...] = (3, 5),
    training: bool = True,
    gradients: bool = True,
    tolerance: float = FLOAT32,
) -> Any:
    """Compare a module with its graph on a backend, on several batch sizes, in both modes."""
    module, inputs, graph = _made(make, sizes[0])
    run = Run(graph, backend)
    for size in sizes:
        args, kwargs = inputs(size)
        expected, _, _ = native(module, args, kwargs, False)
        assert_varied(expected)
        found, _ = run(args, kwargs)
        assert len(found) == len(expected)
        for i, (one, other) in enumerate(zip(found, expected, strict=True)):
            assert_close(one, other, tolerance, f"result {i} for a batch of {size}")
    args, kwargs = inputs(sizes[0])
    for mode in (False, True) if training else (False,):
        _compare(run, module, args, kwargs, mode, gradients, tolerance)
    return graph


def check_five_steps(make: Callable[[], tuple[nn.Module, Inputs]], backend: str) -> None:
    """Compare a training of a module by torch with one of its translation by the target."""
    size = 3
    _, inputs, graph = _made(make, size)
    check_training(graph, backend, _trained(make, size), *inputs(size))


def _compare(
    run: Run, module: nn.Module, args: Any, kwargs: Any, training: bool, gradients: bool,
    tolerance: float,
) -> None:  # fmt: skip
    expected, wanted, buffers = native(module, args, kwargs, training)
    weights = random_weights(expected)
    if training and run.graph.train is not None:
        run = Run(run.graph.train, run.backend)
        assert {n for n, x in module.named_buffers() if (buffers[n] != x.numpy()).any()} <= set(
            run.graph.mutations
        )
    if training and run.graph.mutations:
        found, written = run(args, kwargs, training)
        for one, other in zip(found, expected, strict=True):
            assert_close(one, other, 10 * tolerance, "result in training")
        for name, x in written.items():
            assert_close(x, buffers[name], 10 * tolerance, f"buffer {name}")
    if gradients and (not training or run.graph.mutations):
        found = run.gradients(weights, args, kwargs, training)
        assert_gradients(found, wanted, GRADIENTS)


def check_float64(module: nn.Module, inputs: Inputs, backend: str) -> None:
    """Compare in float64, where all that is left is a difference of formulas."""
    module = perturbed(copy.deepcopy(module).double()).eval()

    def wide(x: Any) -> Any:
        return x.double() if isinstance(x, torch.Tensor) and x.is_floating_point() else x

    args, kwargs = torch.utils._pytree.tree_map(wide, inputs(3))
    graph = trace_graph(module, *args, kwargs=kwargs)
    found, _ = Run(graph, backend)(args, kwargs)
    expected, _, _ = native(module, args, kwargs, False)
    for one, other in zip(found, expected, strict=True):
        assert_close(one, other, FLOAT64, "result in float64")


def check_function(
    function: Callable[..., Any], args: tuple[Any, ...], backend: str,
    tolerance: float = FLOAT32, compiled: bool = True,
) -> Any:  # fmt: skip
    """Compare the results of a function with those of its graph on a backend."""
    expected_arrays = arrays_of(function(*[_copied(x) for x in args]))
    graph = _traced(function, args)
    run = Run(graph, backend)
    expected = [x.detach().numpy() for x in expected_arrays]
    found, _ = run([_copied(x) for x in args], compiled=compiled)
    assert len(found) == len(expected)
    for i, (one, other) in enumerate(zip(found, expected, strict=True)):
        assert_close(one, other, tolerance, f"result {i}")
    return graph


@functools.cache
def _traced(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    return trace_graph(function, *map(_copied, args), source="torch")


def _copied(x: Any) -> Any:
    return torch.utils._pytree.tree_map(
        lambda y: y.clone() if isinstance(y, torch.Tensor) else y, x
    )


def rand(*shape: int, seed: int = 0) -> torch.Tensor:
    """Return normal numbers, the same in every run."""
    return torch.tensor(np.random.default_rng(seed).normal(size=shape).astype("float32"))


def integers(high: int, *shape: int, seed: int = 0) -> torch.Tensor:
    """Return integers below `high`."""
    return torch.tensor(np.random.default_rng(seed).integers(0, high, size=shape))

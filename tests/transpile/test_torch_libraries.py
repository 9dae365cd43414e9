"""Constructs that timm, diffusers and others use, written out; on every framework."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("torch")

import torch
import torch.nn.functional as F
from torch import nn

from ivy.graph.importers.torch import has_rule
from ivy.graph.importers.torch.export import export
from ivy.graph.transpile import trace_graph
from tests.transpile.torch_checks import check_module, rand


class NormAndActivation(nn.BatchNorm2d):
    """A normalisation that counts its batches itself, as those of timm do."""

    def forward(self, x: Any) -> Any:
        factor = self.momentum or 0.0
        if self.training:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                factor = 1.0 / float(self.num_batches_tracked)
        mean, variance = self.running_mean, self.running_var
        x = F.batch_norm(x, mean, variance, self.weight, self.bias, self.training, factor, self.eps)
        return F.silu(x)


@pytest.mark.parametrize("momentum", [0.1, None])
def test_counting_batches_needs_no_program_for_training(momentum: Any, backend: str) -> None:
    module = nn.Sequential(nn.Conv2d(3, 4, 1), NormAndActivation(4, momentum=momentum))
    graph = check_module(lambda: (module, lambda b: ((rand(b, 3, 5, 5),), {})), backend)
    assert graph.train is None
    assert "1.num_batches_tracked" in graph.mutations


class Upsampling(nn.Module):
    """What diffusers does before it makes images larger."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3, 1, 1))

    def forward(self, x: Any) -> Any:
        if x.shape[0] >= 64:
            x = x.contiguous()

        return F.interpolate(x * self.scale, scale_factor=2.0)


class Doubling(nn.Module):
    def forward(self, x: Any) -> Any:
        if x.shape[0] >= 64:
            x = x.contiguous()
        else:
            x = x * 2
        return x + 1


def test_branches_by_sizes_that_change_no_value_are_not_said(backend: str) -> None:
    check_module(lambda: (Upsampling(), lambda b: ((rand(b, 3, 4, 4),), {})), backend)


@pytest.mark.columns("numpy")
def test_branches_by_sizes_are_said(backend: str) -> None:
    with pytest.warns(UserWarning, match="sizes that decide as the example's .* >= 64"):
        trace_graph(Doubling(), args=[rand(3, 2)])


class Laying(nn.Module):
    """A block of diffusers that cares for the layout of arrays in training only."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 1)

    def forward(self, x: Any) -> Any:
        x = x.transpose(2, 3)
        if self.training:
            x = x.contiguous()
        return self.conv(x)


@pytest.mark.columns("numpy")
def test_layouts_of_training_are_no_program_of_their_own(backend: str) -> None:
    exported = export(Laying().eval(), (rand(2, 3, 4, 5),), {}, (0,), has_rule)
    assert not exported.differs


class Doubled(Laying):
    def forward(self, x: Any) -> Any:
        copy = x.clone() if self.training else x
        copy *= 2
        return self.conv(x) + copy.sum()


@pytest.mark.columns("numpy")
def test_copies_that_are_written_to_are_another_program(backend: str) -> None:
    assert trace_graph(Doubled(), args=[rand(2, 3, 4, 5)]).train is not None

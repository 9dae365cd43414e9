"""Constructs that timm, diffusers and others use, written out; on every framework."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("torch")

import torch.nn.functional as F
from torch import nn

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

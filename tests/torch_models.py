"""Modules of torch to convert; a file of their own, since there may be no torch."""

from __future__ import annotations

from typing import Any

import torch


class TorchLinear(torch.nn.Module):
    def __init__(self, in_size: int, out_size: int):
        super().__init__()
        self._linear = torch.nn.Linear(in_size, out_size)

    def forward(self, x: Any) -> Any:
        return self._linear(x)


class TorchModel(torch.nn.Module):
    def __init__(self, in_size: int, out_size: int, device: Any = None, hidden_size: int = 64):
        super().__init__()
        self._linear0 = TorchLinear(in_size, hidden_size)
        self._linear1 = TorchLinear(hidden_size, hidden_size)
        self._linear2 = TorchLinear(hidden_size, out_size)

    def forward(self, x: Any) -> Any:
        x = x.unsqueeze(0)
        for layer in (self._linear0, self._linear1, self._linear2):
            x = torch.tanh(layer(x))
        return x[0]


class Block(torch.nn.Module):
    def __init__(self, channels: int):
        super().__init__()
        self.conv = torch.nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm = torch.nn.BatchNorm2d(channels)

    def forward(self, x: Any) -> Any:
        return torch.relu(x + self.norm(self.conv(x)))


class ResNet(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.stem = torch.nn.Conv2d(3, 8, 3, stride=2, padding=1)
        self.blocks = torch.nn.Sequential(Block(8), Block(8))
        self.head = torch.nn.Linear(8, 4)

    def forward(self, x: Any) -> Any:
        return self.head(self.blocks(self.stem(x)).mean((2, 3)))

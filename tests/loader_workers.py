"""A torch DataLoader whose dataset computes with ivy: `python -m tests.loader_workers fork`."""

from __future__ import annotations

import sys
from typing import Any

import torch
from torch.utils.data import DataLoader, Dataset

import ivy


class Squares(Dataset[Any]):
    """Rows computed by ivy on NumPy, with random numbers by index."""

    def __len__(self) -> int:
        return 12

    def __getitem__(self, index: int) -> Any:
        with ivy.use_backend("numpy"):
            noise = ivy.random_uniform(shape=3, seed=index)
            row = ivy.square(ivy.full((3,), float(index))) + noise
        assert ivy.current_backend_str() == "torch", "the backend of the program is lost"
        return torch.from_numpy(row.data)


def main() -> None:
    ivy.set_backend("torch")
    dataset = Squares()
    expected = torch.stack([dataset[index] for index in range(len(dataset))])
    context: Any = sys.argv[1]
    for _ in range(2):
        batches = DataLoader(dataset, 4, num_workers=2, multiprocessing_context=context)
        assert torch.equal(torch.cat(list(batches)), expected), "workers drew other numbers"


if __name__ == "__main__":
    main()

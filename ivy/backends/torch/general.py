import torch


def to_numpy(x, copy=True):
    return x.detach().cpu().numpy()

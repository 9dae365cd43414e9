"""Creation functions that torch 2.13 lacks for wide unsigned integers, on views as signed ones."""

import torch as _torch

_SIGNED = {
    _torch.uint16: _torch.int16,
    _torch.uint32: _torch.int32,
    _torch.uint64: _torch.int64,
}


def _tril(x, k=0):
    return _torch.tril(x.view(_SIGNED[x.dtype]), k).view(x.dtype)


def _triu(x, k=0):
    return _torch.triu(x.view(_SIGNED[x.dtype]), k).view(x.dtype)


EMULATED_CREATION = {"tril": _tril, "triu": _triu}

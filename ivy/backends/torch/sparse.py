"""PyTorch's sparse tensors, in all of its layouts."""

from __future__ import annotations

import torch

SPARSE_FORMATS = ("coo", "csr", "csc", "bsr", "bsc")
_LAYOUTS = {getattr(torch, f"sparse_{format}"): format for format in SPARSE_FORMATS}


def is_sparse(x):
    return isinstance(x, torch.Tensor) and x.layout in _LAYOUTS


def make_sparse(format, indices, values, shape):
    make = getattr(torch, f"sparse_{format}_tensor")
    return make(*indices.values(), values, shape, check_invariants=True)


def sparse_parts(x):
    format = _LAYOUTS[x.layout]
    if format == "coo":
        x = x.coalesce()
        return format, {"coo_indices": x.indices()}, x.values(), x.shape
    if format in ("csr", "bsr"):
        indices = {"crow_indices": x.crow_indices(), "col_indices": x.col_indices()}
    else:
        indices = {"ccol_indices": x.ccol_indices(), "row_indices": x.row_indices()}
    return format, indices, x.values(), x.shape


def sparse_to_dense(x):
    return x.to_dense()

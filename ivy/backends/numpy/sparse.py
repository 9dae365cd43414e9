"""NumPy has no sparse arrays: SciPy's are used where SciPy is installed."""

from __future__ import annotations

import sys

import numpy as np

from ivy.errors import IvyNotImplementedException

SPARSE_FORMATS = ("coo", "csr", "csc", "bsr")


def _scipy_sparse():
    try:
        from scipy import sparse
    except ImportError as error:
        msg = "sparse arrays (numpy): expected SciPy to be installed; run: pip install scipy"
        raise IvyNotImplementedException(msg) from error
    return sparse


def is_sparse(x):
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and sparse.issparse(x) and x.format in SPARSE_FORMATS


def make_sparse(format, indices, values, shape):
    sparse = _scipy_sparse()
    if format == "coo":
        return sparse.coo_array((values, tuple(indices["coo_indices"])), shape=shape)
    starts, minor = indices.values()
    return getattr(sparse, f"{format}_array")((values, minor, starts), shape=shape)


def sparse_parts(x):
    if x.format == "coo":
        return "coo", {"coo_indices": np.stack(x.coords).astype(np.int64)}, x.data, x.shape
    names = (
        ("ccol_indices", "row_indices") if x.format == "csc" else ("crow_indices", "col_indices")
    )
    indices = (x.indptr.astype(np.int64), x.indices.astype(np.int64))
    return x.format, dict(zip(names, indices, strict=True)), x.data, x.shape


def sparse_to_dense(x):
    return x.toarray()

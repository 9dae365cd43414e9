"""JAX's experimental sparse arrays."""

from __future__ import annotations

import sys

import jax.numpy as jnp

SPARSE_FORMATS = ("coo", "csr")


def _sparse():
    from jax.experimental import sparse  # takes long to import, few need it

    return sparse


def is_sparse(x):
    sparse = sys.modules.get("jax.experimental.sparse")
    return sparse is not None and isinstance(x, (sparse.BCOO, sparse.BCSR)) and x.n_batch == 0


def make_sparse(format, indices, values, shape):
    if format == "coo":
        return _sparse().BCOO((values, indices["coo_indices"].T), shape=shape)
    return _sparse().BCSR((values, indices["col_indices"], indices["crow_indices"]), shape=shape)


def sparse_parts(x):
    if isinstance(x, _sparse().BCOO):
        return "coo", {"coo_indices": x.indices.T}, x.data, x.shape
    return "csr", {"crow_indices": x.indptr, "col_indices": x.indices}, x.data, x.shape


def sparse_to_dense(x):
    return jnp.asarray(x.todense())

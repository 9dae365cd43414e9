"""TensorFlow's SparseTensor."""

from __future__ import annotations

import tensorflow as tf

SPARSE_FORMATS = ("coo",)


def is_sparse(x):
    return isinstance(x, tf.SparseTensor)


def make_sparse(format, indices, values, shape):
    return tf.SparseTensor(tf.transpose(indices["coo_indices"]), values, shape)


def sparse_parts(x):
    return "coo", {"coo_indices": tf.transpose(x.indices)}, x.values, x.shape


def sparse_to_dense(x):
    # tf.sparse.to_dense rejects duplicates.
    return tf.scatter_nd(x.indices, x.values, x.dense_shape)

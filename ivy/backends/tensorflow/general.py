import tensorflow as tf


def to_numpy(x, copy=True):
    return x.numpy()

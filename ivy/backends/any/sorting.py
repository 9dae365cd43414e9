"""Sorting by several keys and inverses, made of `argsort` and `take_along_axis`."""

from __future__ import annotations

from ivy.errors import IvyValueError


def msort(xp, a):
    return xp.sort(a, 0)


def lexsort(xp, keys, axis=-1):
    if not len(keys):
        raise IvyValueError("lexsort: expected at least one key, got none")
    shapes = [tuple(key.shape) for key in keys]
    if len(set(shapes)) > 1:
        raise IvyValueError(f"lexsort: expected keys of one shape, got {shapes}")
    if not shapes[0]:
        return xp.reshape(lexsort(xp, [xp.reshape(key, (1,)) for key in keys], axis), ())
    order = xp.argsort(keys[0], axis)
    for key in list(keys)[1:]:
        step = xp.argsort(xp.take_along_axis(key, order, axis, "raise"), axis)
        order = xp.take_along_axis(order, step, axis, "raise")
    return order


def invert_permutation(xp, x):
    return xp.argsort(x)

"""What gradients need beside a framework's own differentiation."""

import math


def map_basis(xp, function, like):
    size = math.prod(like.shape)
    basis = xp.reshape(xp.eye(size, dtype=like.dtype), (size, *like.shape))
    rows = [function(basis[i]) for i in range(size)]
    return [xp.stack(list(column)) for column in zip(*rows, strict=True)]


def map_axis(xp, function, args, in_axes, out_axes):
    moved = [
        x if axis is None else xp.moveaxis(x, axis, 0)
        for x, axis in zip(args, in_axes, strict=True)
    ]
    [size] = {x.shape[0] for x, axis in zip(moved, in_axes, strict=True) if axis is not None}
    results = [
        function(*(x if axis is None else x[i] for x, axis in zip(moved, in_axes, strict=True)))
        for i in range(size)
    ]
    if isinstance(results[0], list | tuple):
        columns = zip(*results, strict=True)
        return type(results[0])(xp.stack(list(column), out_axes) for column in columns)
    return xp.stack(results, out_axes)


def zeros_for_non_finite(xp, xs):
    return [xp.where(xp.isfinite(x), x, xp.zeros_like(x)) for x in xs]

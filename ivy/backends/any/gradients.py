"""What gradients need beside a framework's own differentiation."""

import math


def map_basis(xp, function, like):
    size = math.prod(like.shape)
    basis = xp.reshape(xp.eye(size, dtype=like.dtype), (size, *like.shape))
    rows = [function(basis[i]) for i in range(size)]
    return [xp.stack(list(column)) for column in zip(*rows, strict=True)]


def map_axis(xp, function, args, in_axes, out_axes):
    pairs = zip(args, in_axes, strict=True)
    moved = [x if axis is None else xp.moveaxis(x, axis, 0) for x, axis in pairs]
    mapped = [axis is not None for axis in in_axes]
    [size] = {x.shape[0] for x, over in zip(moved, mapped, strict=True) if over}
    if size == 0:  # a call with zeros tells the shapes of the results
        moved = [
            xp.zeros((1, *x.shape[1:]), dtype=x.dtype) if over else x
            for x, over in zip(moved, mapped, strict=True)
        ]
    results = [
        function(*(x[i] if over else x for x, over in zip(moved, mapped, strict=True)))
        for i in range(max(size, 1))
    ]
    columns = zip(*results, strict=True)
    return [xp.moveaxis(xp.stack(list(column))[:size], 0, out_axes) for column in columns]


def zeros_for_non_finite(xp, xs):
    return [xp.where(xp.isfinite(x), x, xp.zeros_like(x)) for x in xs]

"""Rules for NumPy's functions that move elements, and for indexing."""

from __future__ import annotations

from ivy.graph.importers.numpy.values import NumpyBuilder, only_default, rank, renaming, rule
from ivy.graph.ir import Value, values_in
from ivy.graph.rules import Unsupported, alike, table


@rule("reshape")
def _reshape(build, a, shape=None, order="C", newshape=None, copy=None):
    if order != "C":
        raise Unsupported(f"order={order!r}")
    shape = newshape if shape is None else shape
    return build.reshape(a, tuple(shape) if isinstance(shape, (tuple, list)) else (shape,))


@rule("ravel")
def _ravel(build, a, order="C"):
    if order != "C":
        raise Unsupported(f"order={order!r}")
    return build.reshape(a, (-1,))


@rule("transpose", "permute_dims")
def _transpose(build, a, axes=None):
    return build.permute_dims(a, tuple(axes) if axes is not None else tuple(range(rank(a)))[::-1])


_SAME = (
    "diag diagonal expand_dims flip matrix_transpose moveaxis roll rot90 swapaxes take_along_axis "
    "tile tril triu"
)
renaming(alike(_SAME))
renaming({f"fft.{name}": name for name in ("fftshift", "ifftshift")})
renaming({"linalg.diagonal": "diagonal"})


@rule("squeeze")
def _squeeze(build, a, axis=None):
    if axis is None:
        axis = tuple(i for i, size in enumerate(a.shape or ()) if size == 1)
    return build.squeeze(a, axis=axis)


@rule("broadcast_to")
def _broadcast_to(build, array, shape, subok=False):
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    return build.broadcast_to(build.array(array), shape)


@rule("broadcast_arrays")
def _broadcast_arrays(build, *args, subok=False):
    return build.several(len(args), "broadcast_arrays", *map(build.array, args))


@rule("unravel_index")
def _unravel_index(build, indices, shape, order="C"):
    if order != "C":
        raise Unsupported(f"order={order!r}")
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    return build.several(len(shape), "unravel_index", build.array(indices), shape)


def _written(build, x, places, values, *, op):
    return build.put_along_axis(x, places, values, 0, mode=op)


@rule("subtract.at")
def _subtracted(build, x, places, values):
    return _written(build, x, places, build.negative(values), op="sum")


table("numpy", _written, {"add.at": "sum", "multiply.at": "mul"})
table("numpy", _written, {"maximum.at": "max", "minimum.at": "min"})


@rule("concatenate", "concat")
def _concatenate(build, arrays, axis=0, dtype=None, casting=""):
    arrays = build.arrays(arrays, build.result)
    if axis is None:
        arrays = [build.reshape(x, (-1,)) for x in arrays]
    return build.concat(arrays, axis=0 if axis is None else axis)


@rule("stack")
def _stack(build, arrays, axis=0, dtype=None, casting=""):
    return build.stack(build.arrays(arrays, build.result), axis=axis)


@rule("split", "array_split")
def _split(build, ary, indices_or_sections, axis=0):
    size = (ary.shape or ())[axis]
    if size is None:
        raise Unsupported("splitting an axis of unknown size")
    if isinstance(indices_or_sections, int):
        least, more = divmod(size, indices_or_sections)
        sizes = [least + (i < more) for i in range(indices_or_sections)]
    else:
        ends = [min(int(i), size) for i in indices_or_sections]
        sizes = [b - a for a, b in zip((0, *ends), (*ends, size), strict=True)]
    parts = build.several(len(sizes), "split", ary, num_or_size_splits=tuple(sizes), axis=axis)
    return list(parts)


@rule("repeat")
def _repeat(build, a, repeats, axis=None):
    if not isinstance(repeats, int):
        raise Unsupported("repeats that are no number")
    return build.repeat(a, repeats, axis=axis)


@rule("pad")
def _pad(build, array, pad_width, mode="constant", **kwargs):
    if (
        mode not in ("constant", "edge", "reflect", "symmetric", "wrap")
        or set(kwargs) - {"constant_values"}
        or isinstance(pad_width, dict)
    ):
        raise Unsupported(f"mode={mode!r} with {sorted(kwargs)}")
    return build.pad(array, pad_width, mode=mode, **kwargs)


@rule("meshgrid")
def _meshgrid(build, *xi, copy=True, sparse=False, indexing="xy"):
    xs = [build.array(x) for x in xi]
    return build.several(len(xs), "meshgrid", *xs, sparse=sparse, indexing=indexing)


# ---- indexing -----------------------------------------------------------------------------------


@rule("getitem")
def _getitem(build, x, query):
    if any(index.dtype == "bool" for index in values_in(query)):
        _follows_batch(build, isinstance(query, Value))
    return build.get_item(x, query)


def _follows_batch(build: NumpyBuilder, alone: bool = True) -> None:
    """Raise if what is selected may be as long as in the example only: it has to grow with it."""
    if not alone or build.shape[:1] != (None,):
        msg = "a shape that depends on values, of what is no selection from a batch by one mask"
        raise Unsupported(f"{msg}, or is none of the example; use np.where")


@rule("nonzero")
def nonzero(build, a):
    """Return where elements are that are not 0."""
    _follows_batch(build)
    return build.several(rank(a), "nonzero", a)


@rule("flatnonzero")
def _flatnonzero(build, a):
    _follows_batch(build)
    return build.several(1, "nonzero", build.reshape(a, (-1,)))[0]


@rule("argwhere")
def _argwhere(build, a):
    _follows_batch(build)
    return build.argwhere(a)


@rule("setitem")
def _setitem(build, x, query, value):
    value = build.array(value, x.dtype) if isinstance(value, Value) else value
    return build.set_item(x, query, value, copy=True)


@rule("take")
def _take(build, a, indices, axis=None, mode="raise"):
    if mode not in ("raise", "wrap", "clip"):
        raise Unsupported(f"mode={mode!r}")
    indices = build.array(indices)
    a = build.array(a)
    if mode == "raise" and not axis:
        source = build.reshape(a, (-1,)) if axis is None else a
        return build.get_item(source, (indices,))
    if mode == "raise":
        before = axis % rank(a) if isinstance(axis, int) else 0
        return build.get_item(a, (*[slice(None)] * before, indices))
    return build.take(a, indices, axis=axis, mode=mode)


@rule(*"bincount compress extract intersect1d setdiff1d setxor1d trim_zeros union1d unique".split())
def _depends_on_values(build, *args, **kwargs):
    raise Unsupported("a shape that depends on values; use np.where")


@rule("interp")
def _interp(build, x, xp, fp, left=None, right=None, period=None):
    only_default(period=period)
    x, xp, fp = (build.array(v, build.result) for v in (x, xp, fp))
    return build.interp(x, xp, fp, left=left, right=right)

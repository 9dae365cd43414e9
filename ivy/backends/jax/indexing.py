"""Reading and writing parts of arrays.

JAX's own indexing costs 100 to 400 microseconds outside of jit. Here one compiled function reads
or writes for all keys of one form: where slices start and what the integers are is passed as
data, so that a loop over `x[i]` or `x[i : i + 2]` compiles once.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ivy.backends import keys
from ivy.backends.jax.native import ARRAY_TYPES
from ivy.errors import IvyIndexError

(_Concrete,) = ARRAY_TYPES


class _Axis(NamedTuple):
    """What a key does with one axis, apart from where it starts."""

    length: int
    step: int
    whole: bool
    kept: bool


class _Form(NamedTuple):
    """The part of a key that a compiled function depends on."""

    basic: tuple[_Axis | None, ...]
    arrays: tuple[int, ...]
    separated: bool


def get_item(x, query, copy=None):
    parts = _parts(query)
    plan = keys.plan(parts, x.shape, _is_mask, _positions)
    if type(x) is not _Concrete:
        return x[parts]
    starts, form = _form(x.shape, plan)
    return _read(x, starts, tuple(plan.arrays.values()), form)


def set_item(x, query, val, copy=False):
    val = val if isinstance(val, jax.Array) else np.asarray(val, dtype=x.dtype)
    parts = _parts(query)
    if parts and _is_mask(parts[0]) and parts[1:] in ((), (Ellipsis,)):
        mask = parts[0]
        keys.check_mask(mask, 0, x.shape)
        if not mask.size:
            return x.copy() if copy else x
        rest = x.ndim - mask.ndim
        same_everywhere = val.ndim <= rest or (val.ndim == rest + 1 and val.shape[0] == 1)
        if same_everywhere or isinstance(mask, jax.core.Tracer):
            return _write_masked(x, mask, val, same_everywhere)
    plan = keys.plan(parts, x.shape, _is_mask, _positions)
    if not x.size and not plan.arrays:  # jax 0.10 takes a value of any shape for some slices
        np.empty(x.shape, bool)[parts] = np.empty(val.shape, bool)
    starts, form = _form(x.shape, plan)
    return _write(x, val, starts, tuple(plan.arrays.values()), form)


# ---- the key ----------------------------------------------------------------------------------


def _parts(query):
    return tuple(map(_entry, query)) if type(query) is tuple else (_entry(query),)


def _entry(part):
    part = part if isinstance(part, jax.Array) else keys.plain(part)
    if hasattr(part, "shape") and part.dtype.kind not in "biu":
        raise keys.invalid(part)
    return part


def _is_mask(part):
    return hasattr(part, "shape") and part.dtype.kind == "b"


def _positions(mask):
    if isinstance(mask, jax.core.Tracer):
        msg = (
            "indexing (jax): expected a mask with known values, got one traced by jax.jit, which "
            "needs to know the shape of the result; use ivy.where"
        )
        raise IvyIndexError(msg)
    return np.atleast_1d(np.asarray(mask)).nonzero()


def _form(shape, plan):
    """Return the part of a key that is data, and the part that is not."""
    starts, basic = [], []
    sizes = iter(shape)
    for part in plan.basic:
        if part is None:
            basic.append(None)
            continue
        size = next(sizes)
        if type(part) is int:
            start, length, step = part + size * (part < 0), 1, 1
        else:
            start, length, step = keys.resolved(part, size)
            start = start + min(step, 0) * (length - 1) if length else 0
        whole = length == size and step == 1 and type(part) is slice
        if not whole:
            starts.append(start)
        basic.append(_Axis(length, step, whole, type(part) is slice))
    form = _Form(tuple(basic), tuple(plan.arrays), plan.leading and plan.adjacent)
    return np.array(starts, np.int64 if max(starts, default=0) > 2**31 - 1 else np.int32), form


# ---- compiled ---------------------------------------------------------------------------------


def _block(starts, form):
    """Return where the smallest block that holds the slices starts, and its sizes."""
    axes = [part for part in form.basic if part is not None]
    given = iter(range(len(starts)))
    begins = [np.int32(0) if axis.whole else starts[next(given)] for axis in axes]
    return begins, [max(0, (axis.length - 1) * abs(axis.step) + 1) for axis in axes]


def _within_block(form):
    """Return the key that selects the slices from their block, new axes included in both."""
    return [
        keys.FULL if part is None else slice(None, None, part.step) if part.kept else 0
        for part in form.basic
    ]


def _take_key(form, indices, key):
    for axis, index in zip(form.arrays, indices, strict=True):
        key[axis] = index
    if form.separated:  # NumPy: an ellipsis separates even when it is empty
        key.insert(form.arrays[0] + 1, Ellipsis)
    return tuple(key)


def _with_new_axes(block, form):
    sizes = iter(block.shape)
    return block.reshape([1 if part is None else next(sizes) for part in form.basic])


@partial(jax.jit, static_argnums=3, inline=True)
def _read(x, starts, indices, form):
    if len(starts):
        x = lax.dynamic_slice(x, *_block(starts, form))
    x = _with_new_axes(x, form)[tuple(_within_block(form))]
    return x[_take_key(form, indices, [keys.FULL] * x.ndim)] if indices else x


@partial(jax.jit, static_argnums=4, inline=True)
def _write(x, val, starts, indices, form):
    begins, sizes = _block(starts, form)
    block = _with_new_axes(lax.dynamic_slice(x, begins, sizes) if len(starts) else x, form)
    key = _take_key(form, indices, _within_block(form))
    target = jax.eval_shape(lambda block: block[key], block).shape
    surplus = max(0, val.ndim - len(target))
    if set(val.shape[:surplus]) <= {1}:
        val = val.reshape(val.shape[surplus:])
    val = val.astype(x.dtype)
    if not indices and all(part is None or abs(part.step) == 1 for part in form.basic):
        backwards = [i for i, part in enumerate(form.basic) if part is not None and part.step < 0]
        block = jnp.flip(jnp.broadcast_to(val, target).reshape(block.shape), backwards)
    else:
        block = block.at[key].set(val)
    block = block.reshape(sizes)
    return lax.dynamic_update_slice(x, block, begins) if len(starts) else block


@partial(jax.jit, static_argnums=3, inline=True)
def _write_masked(x, mask, val, same_everywhere):
    val = val.astype(x.dtype)
    rest = x.shape[mask.ndim :]
    if same_everywhere:
        val = val.reshape(val.shape[1:]) if val.ndim > len(rest) else val
    else:  # the n-th true element takes the n-th value
        val = val[jnp.cumsum(mask.reshape(-1)) - 1].reshape(mask.shape + rest)
    return jnp.where(mask.reshape(mask.shape + (1,) * len(rest)), val, x)

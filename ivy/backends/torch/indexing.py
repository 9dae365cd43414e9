"""Reading and writing parts of tensors, by NumPy's rules."""

from __future__ import annotations

import numpy as np
import torch

from ivy.backends import keys

_SIMPLE = frozenset((int, type(None), type(Ellipsis)))
_MASK_OR_INDEX = frozenset((torch.bool, torch.int32, torch.int64))
_INTEGERS = frozenset(
    getattr(torch, f"{kind}{bits}") for kind in ("int", "uint") for bits in (8, 16, 32, 64)
)
# torch 2.13 has no index_put and flip kernels for these; moving bits needs no arithmetic.
_SIGNED = {torch.uint16: torch.int16, torch.uint32: torch.int32, torch.uint64: torch.int64}

_index = torch.ops.aten.index.Tensor
_index_put = torch.ops.aten.index_put_.default


def _is_native_key(query):
    """Whether torch means by a key what NumPy means."""
    kind = type(query)
    if kind is slice:
        return query.step is None or query.step > 0
    if kind is tuple:
        ellipses = 0
        for part in query:
            kind = type(part)
            if kind is slice:
                if part.step is not None and part.step < 0:
                    return False
            elif part is Ellipsis:
                ellipses += 1
            elif kind not in _SIMPLE:
                return False
        return ellipses < 2  # torch 2.13 takes several
    if kind is torch.Tensor:
        # torch 2.13 wants the right shape from a mask without elements too.
        return query.dtype in _MASK_OR_INDEX and query.ndim > 0 and 0 not in query.shape
    return kind in _SIMPLE


def get_item(x, query, copy=None):
    kind = type(query)
    if kind is int or (kind is slice and query.step is None) or _is_native_key(query):
        part = x[query]
    else:
        part = _get(x, query)
    return part.clone() if copy else part


def _get(x, query):
    plan = _plan(x, query)
    view, flipped = _sliced(x, plan.basic)
    view = _flipped(view, flipped)
    if not plan.arrays:
        return view
    part = _index(view, _indices(plan, x.device))
    if plan.leading and plan.adjacent:  # NumPy: an ellipsis separates even when it is empty
        first = min(plan.arrays)
        ndim = part.ndim - view.ndim + len(plan.arrays)
        part = torch.movedim(part, tuple(range(first, first + ndim)), tuple(range(ndim)))
    return part


def _plan(x, query):
    query = query if type(query) is tuple else (query,)
    parts = [_entry(part, x.device) for part in query]
    return keys.plan(parts, x.shape, _is_mask, _positions)


def _entry(part, device):
    if not isinstance(part, torch.Tensor):
        part = keys.plain(part)
        if not isinstance(part, np.ndarray):
            return part
        if part.dtype.kind not in "biu":
            raise keys.invalid(part)
        part = torch.from_numpy(part.astype(part.dtype if part.dtype.kind == "b" else np.int64))
        return part.to(device)
    if part.dtype in _MASK_OR_INDEX:
        return part
    if part.dtype not in _INTEGERS:
        raise keys.invalid(part)
    return part.to(torch.int64)


def _is_mask(part):
    return isinstance(part, torch.Tensor) and part.dtype == torch.bool


def _positions(mask):
    return (mask if mask.ndim else mask.reshape(1)).nonzero(as_tuple=True)


def _sliced(x, basic):
    """Return the view that the slices select, and its axes that run backwards."""
    native, flipped = [], []
    axis = position = 0
    for part in basic:
        if isinstance(part, slice) and part.step is not None and part.step < 0:
            start, length, step = keys.resolved(part, x.shape[axis])
            first = start + (length - 1) * step
            native.append(slice(first, start + 1, -step) if length else slice(0, 0))
            flipped.append(position)
        else:
            native.append(part)
        axis += part is not None
        position += type(part) is not int
    return x[tuple(native)], flipped


def _flipped(x, axes):
    return _restored(torch.flip(_signed(x), axes), x.dtype) if axes else x


# Tensor.view(dtype) cuts the gradient, even where it changes nothing.
def _signed(x):
    return x.view(_SIGNED[x.dtype]) if x.dtype in _SIGNED else x


def _restored(x, dtype):
    return x.view(dtype) if dtype in _SIGNED else x


def _indices(plan, device):
    """Return the arguments of aten.index, which takes tensors without axes for what they are."""
    found = []
    for axis in range(max(plan.arrays) + 1):
        index = plan.arrays.get(axis)
        found.append(torch.tensor(index, device=device) if type(index) is int else index)
    return found


def set_item(x, query, val, copy=False):
    # A tensor that autograd follows must not change: gradients may need its old values. One that
    # was expanded has the same memory for several elements.
    followed = x.requires_grad and torch.is_grad_enabled()
    if copy or followed or 0 in x.stride():
        x = x.clone(memory_format=torch.contiguous_format)
    if isinstance(val, torch.Tensor) and val.dtype != x.dtype:
        val = val.to(x.dtype)
    try:
        _set(x, query, val)
    except RuntimeError:
        # torch.func.vmap cannot write what it maps over into a tensor that it does not.
        return _replaced(x, query, val)
    return x


def _set(x, query, val):
    if _is_native_key(query) and (x.dtype not in _SIGNED or type(query) is not torch.Tensor):
        x[query] = val
        return
    plan = _plan(x, query)
    view, flipped = _sliced(x, plan.basic)
    val = torch.as_tensor(val, dtype=x.dtype, device=x.device)
    if not plan.arrays:
        view[...] = _flipped(_expanded(val, view.shape), flipped)
    elif flipped or (plan.leading and plan.adjacent):
        where = _flat_positions(x, query)
        _signed(x).put_(where, _signed(_expanded(val, where.shape)))
    else:
        indices = _indices(plan, x.device)
        ndim = view.ndim - len(plan.arrays) + max(i.ndim for i in indices if i is not None)
        _index_put(_signed(view), indices, _signed(_shortened(val, ndim)))


def _shortened(val, ndim):
    """Return the value without the leading axes of size 1 that its target does not have."""
    while val.ndim > ndim and val.shape[0] == 1:
        val = val[0]
    return val


def _expanded(val, shape):
    return _shortened(val, len(shape)).expand(shape)


def _flat_positions(x, query):
    """Return where the elements `x[query]` are in the flattened `x`."""
    return get_item(torch.arange(x.numel(), device=x.device).reshape(x.shape), query)


def _replaced(x, query, val):
    """Return a new tensor with `x[query]` replaced."""
    where = _flat_positions(x, query)
    val = _shortened(torch.as_tensor(val, dtype=x.dtype, device=x.device), where.ndim)
    flat = _signed(x.reshape(-1)).index_put((where,), _signed(val))
    return _restored(flat, x.dtype).reshape(x.shape)

"""PyTorch's kernels of layers, differentiable more than once."""

import torch
from torch import _C

import ivy.backends.torch as _xp
from ivy.backends.any import layers as _shared
from ivy.errors import IvyIndexError
from ivy.rng import stream_for

_linear = _C._nn.linear
_attention = _C._nn.scaled_dot_product_attention
_embedding = torch.embedding


def linear(x, weight, bias=None):
    plain = bias is None or (bias.dtype is x.dtype and bias.ndim == 1)
    if plain and weight.ndim == 2 and x.dtype is weight.dtype:
        try:
            return _linear(x, weight, bias)
        except RuntimeError:  # shapes; or a dtype without a kernel
            return _shared.linear(_xp, x, weight, bias)
    return _shared.linear(_xp, x, weight, bias)


def rows_at(weights, indices):
    if indices.dtype not in (torch.int64, torch.int32):
        indices = indices.to(torch.int64)
    try:
        return _embedding(weights, indices)
    except IndexError as error:
        msg = f"embedding: expected indices from 0 to {weights.shape[0] - 1}"
        raise IvyIndexError(f"{msg}, got {int(indices.min())} to {int(indices.max())}") from error


def dropout(x, prob, scale=True, dtype=None, training=True, seed=None, noise_shape=None):
    usual = scale and noise_shape is None and dtype is None and x.is_floating_point()
    if usual and training and 0 <= prob < 1 and stream_for(seed, _xp.is_tracing()) is None:
        return torch.dropout(x, prob, True)
    return _shared.dropout(_xp, x, prob, scale, dtype, training, seed, noise_shape)


# ---- attention --------------------------------------------------------------------------------


def attend(query, key, value, scale, keep=None, bias=None, is_causal=False):
    dtype = query.dtype
    if not (dtype is key.dtype is value.dtype and query.is_floating_point()):
        return _shared.attend(_xp, query, key, value, scale, keep, bias, is_causal)
    mask = None
    if keep is not None or bias is not None:
        query, mask = _masked(query, key, keep, bias, is_causal)
        is_causal = False
        if mask.requires_grad and torch.is_grad_enabled():
            return _composed(query, key, value, mask, is_causal, scale)
    needs_gradient = torch.is_grad_enabled() and (
        query.requires_grad or key.requires_grad or value.requires_grad
    )
    if not needs_gradient or torch.compiler.is_compiling():
        return _attention(query, key, value, mask, 0.0, is_causal, scale=scale)
    if _C._functorch.peek_interpreter_stack() is not None:
        return _composed(query, key, value, mask, is_causal, scale)
    return _Attention.apply(query, key, value, mask, is_causal, scale)


def _masked(query, key, keep, bias, is_causal):
    """Return the query and what to add to the scores."""
    bias = None if bias is None else bias.to(query.dtype)
    if is_causal:
        earlier = _shared._causal(_xp, query.shape[-2], key.shape[-2])
        keep = earlier if keep is None else keep & earlier
    if keep is None:
        return query, bias
    keep = torch.atleast_2d(keep)
    # Where nothing is kept all scores shall be equal, and have no gradient. They are 0: of the
    # least number the backward pass of torch 2.13 would make weights of 1 each.
    zero, some = query.new_zeros(()), keep.any(-1, keepdim=True)
    query = torch.where(some, query, zero)
    least = torch.where(some, query.new_full((), torch.finfo(query.dtype).min), zero)
    return query, torch.where(keep, zero if bias is None else bias, least)


def _composed(query, key, value, mask, is_causal, scale):
    return _softmax_of_scores(query, key, mask, is_causal, scale) @ value


class _Attention(torch.autograd.Function):  # type: ignore[misc]  # untyped in torch
    """Attention whose gradient is the kernel's own, and has gradients itself, by the formula.

    torch 2.13: the backward pass of its fused kernels cannot be differentiated.
    """

    @staticmethod
    def forward(ctx, query, key, value, mask, is_causal, scale):
        with torch.enable_grad():
            inner = [x.detach().requires_grad_() for x in (query, key, value)]
            result = _attention(*inner, mask, 0.0, is_causal, scale=scale)
        ctx.save_for_backward(query, key, value, mask)
        ctx.inner, ctx.is_causal, ctx.scale = (inner, result), is_causal, scale
        return result.detach()

    @staticmethod
    def backward(ctx, cotangent):
        if not torch.is_grad_enabled():
            inner, result = ctx.inner
            found = torch.autograd.grad(result, inner, cotangent, retain_graph=True)
            return *found, None, None, None
        query, key, value, mask = ctx.saved_tensors
        with torch.enable_grad():
            xs = [x.view_as(x) for x in (query, key, value)]
            weights = _softmax_of_scores(*xs[:2], mask, ctx.is_causal, ctx.scale)
            found = _gradients(*xs, weights, cotangent, ctx.scale)
        return *found, None, None, None


def _softmax_of_scores(query, key, mask, is_causal, scale):
    scores = (query * scale) @ key.mT
    if mask is not None:
        scores = scores + mask
    if is_causal:
        later = ~_shared._causal(_xp, *scores.shape[-2:])
        scores = scores.masked_fill(later, torch.finfo(scores.dtype).min)
    return torch.softmax(scores, -1)


def _gradients(query, key, value, weights, cotangent, scale):
    to_weights = cotangent @ value.mT
    to_scores = weights * (to_weights - (to_weights * weights).sum(-1, keepdim=True)) * scale
    found = to_scores @ key, to_scores.mT @ query, weights.mT @ cotangent
    return tuple(g.sum_to_size(x.shape) for g, x in zip(found, (query, key, value), strict=True))

import cmath
import threading

import torch

from ivy.errors import IvyNotImplementedException


class _State(threading.local):
    def __init__(self):
        self.in_func = False  # from the start: torch.compile guards on whether it is there


_state = _State()


def stop_gradient(x, preserve_type=True):
    return x.detach()


def requires_gradient(x):
    return x.requires_grad


def is_traced(x):
    if torch.compiler.is_compiling():  # which stores what a program writes, unless a vjp is inside
        return _state.in_func
    return torch._C._functorch.is_functorch_wrapped_tensor(x)


def flat_vjp(function, leaves, retain):
    # torch.compile does not trace autograd.grad unless this option is on; torch.func it does.
    if torch.compiler.is_compiling():
        if not torch._dynamo.config.trace_autograd_ops:
            return _vjp_by_func(_flagged(function), leaves)
    elif torch._C._functorch.maybe_current_level() is not None:  # inside vmap and its kin
        return _vjp_by_func(function, leaves)
    return _vjp_by_autograd(function, leaves, retain)


def _vjp_by_autograd(function, leaves, retain):
    # A view of a leaf that is itself being differentiated keeps the outer graph.
    xs = [x.view_as(x) if x.requires_grad else x.detach().requires_grad_() for x in leaves]
    if torch.is_grad_enabled():
        outs, others = function(*xs)
    else:
        with torch.enable_grad():
            outs, others = function(*xs)
    further = any(x.requires_grad for x in leaves) or (retain and _involve_others(outs, xs))

    def pull_back(cotangents):
        paired = [
            (out, ct)
            for out, ct in zip(outs, cotangents, strict=True)
            if ct is not None and out.requires_grad
        ]
        if not paired:
            return [None] * len(xs)
        ends, seeds = zip(*paired, strict=True)
        found = torch.autograd.grad(
            ends,
            xs,
            seeds,
            allow_unused=True,
            # Without `retain` the caller pulls back from each output once.
            retain_graph=retain or further or len(outs) > 1,
            create_graph=further or any(seed.requires_grad for seed in seeds),
        )
        return [g.to_dense() if g is not None and g.is_sparse else g for g in found]

    return (outs if further else [out.detach() for out in outs]), pull_back, others


def _involve_others(outs, xs):
    """Return whether results depend on more than `xs` that a gradient may be asked for.

    Only then can anybody differentiate the gradients, and recording these costs time.
    """
    if torch.compiler.is_compiling():
        return True  # which cannot walk the graph
    own = {id(x) for x in xs}
    nodes = [out.grad_fn for out in outs if out.grad_fn is not None]
    seen = {None, *nodes}
    for node in nodes:
        following = {each for each, _ in node.next_functions}
        if not following and id(getattr(node, "variable", None)) not in own:
            return True
        nodes += following - seen
        seen |= following
    return False


def _flagged(function):
    def flagged(*xs):
        outer = _state.in_func
        _state.in_func = True
        try:
            return function(*xs)
        finally:
            _state.in_func = outer

    return flagged


def _vjp_by_func(function, leaves):
    def with_tuple(*xs):
        outs, others = function(*xs)
        return tuple(outs), others

    outs, pull, others = torch.func.vjp(with_tuple, *leaves, has_aux=True)

    def pull_back(cotangents):
        paired = zip(outs, cotangents, strict=True)
        return list(pull(tuple(torch.zeros_like(o) if ct is None else ct for o, ct in paired)))

    return list(outs), pull_back, others


def custom_vjp(forward, backward):
    class Function(torch.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(*xs):
            out = forward(*xs)
            # An input may not be returned and kept for the gradient, too.
            return out.view_as(out) if any(out is x for x in xs) else out

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs, output)

        @staticmethod
        def backward(ctx, cotangent):
            *xs, out = ctx.saved_tensors
            return tuple(backward(xs, out, cotangent))

    def call(*xs):
        if _state.in_func:
            # torch 2.13 drops the custom backward here without a word (pytorch#193279).
            raise IvyNotImplementedException(
                "bind_custom_gradient_function (torch): a custom gradient inside torch.compile "
                "needs torch._dynamo.config.trace_autograd_ops = True before compiling"
            )
        return Function.apply(*xs)

    return call


def map_basis(function, like):
    basis = torch.eye(like.numel(), dtype=like.dtype).reshape(like.numel(), *like.shape)
    return torch.func.vmap(function)(basis)


def map_axis(function, args, in_axes, out_axes):
    return torch.func.vmap(function, tuple(in_axes), out_axes)(*args)


def zeros_for_non_finite(xs):
    # Looking first reads an array once; where looking would wait for a GPU it is not done.
    if torch.compiler.is_compiling() or not all(x.is_cpu and not is_traced(x) for x in xs):
        return [_zeros_for_non_finite(x) for x in xs]
    sums = [x.sum() for x in xs]
    return [
        x if cmath.isfinite(total.item()) else _zeros_for_non_finite(x)
        for x, total in zip(xs, sums, strict=True)
    ]


def _zeros_for_non_finite(x):
    if x.is_complex():
        return torch.where(torch.isfinite(x), x, 0)
    return torch.nan_to_num(x, 0.0, 0.0, 0.0)

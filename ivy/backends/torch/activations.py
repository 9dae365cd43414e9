"""PyTorch's kernels where they take a tensor; the shared bodies for what they refuse."""

import torch
from torch import _C

import ivy.backends.torch as _xp
from ivy.backends.any import activations as _shared

# The kernels behind torch.nn.functional, without its Python wrappers.
_nn = _C._nn
_FLOATS = frozenset((torch.float16, torch.bfloat16, torch.float32, torch.float64))
# Looking at the dtype first would cost 8 % of the most frequent ones. torch.compile, which cannot
# go on after an exception, has to; the question whether it is at work costs 2 %.
_relu, _softmax, _log_softmax = torch.relu, torch.softmax, torch.log_softmax
_is_compiling = torch.compiler.is_dynamo_compiling

sigmoid = torch.sigmoid


def threshold(x, threshold, value):
    if x.is_floating_point():
        return torch.threshold(x, threshold, value)
    return _shared.threshold(_xp, x, threshold, value)  # torch 2.13 would round `value`


def relu(x):
    if _is_compiling() and x.is_complex():
        return _shared.relu(_xp, x)
    try:
        return _relu(x)
    except RuntimeError:
        return _shared.relu(_xp, x)


def softmax(x, axis=None):
    if x.dtype in _FLOATS:  # of no integers torch 2.13 returns integers, of some it raises
        return _softmax(x, -1 if axis is None else axis)
    return _shared.softmax(_xp, x, axis)


def log_softmax(x, axis=None):
    if x.dtype in _FLOATS:
        return _log_softmax(x, -1 if axis is None else axis)
    return _shared.log_softmax(_xp, x, axis)


def gelu(x, approximate=False):
    if x.is_floating_point():
        return _nn.gelu(x, approximate="tanh" if approximate else "none")
    return _shared.gelu(_xp, x, approximate)


def leaky_relu(x, alpha=0.2):
    if x.is_floating_point():
        return _nn.leaky_relu(x, alpha)
    return _shared.leaky_relu(_xp, x, alpha)


def relu6(x):
    if x.is_floating_point():
        return _nn.hardtanh(x, 0, 6)
    return _shared.relu6(_xp, x)


def elu(x, alpha=1.0):
    return _nn.elu(x, alpha) if x.is_floating_point() else _shared.elu(_xp, x, alpha)


def celu(x, alpha=1.0):
    if x.is_floating_point():
        return torch.celu(x, alpha)
    return _shared.celu(_xp, x, alpha)


def selu(x):
    return torch.selu(x) if x.is_floating_point() else _shared.selu(_xp, x)


def silu(x):
    return _nn.silu(x) if x.is_floating_point() else _shared.silu(_xp, x)


def mish(x):
    return _nn.mish(x) if x.is_floating_point() else _shared.mish(_xp, x)


def hardswish(x):
    return _nn.hardswish(x) if x.is_floating_point() else _shared.hardswish(_xp, x)


def softplus(x, beta=None, threshold=None):
    if x.is_floating_point():
        # Beyond 50 the formula is x itself in every dtype; torch's own default is 20.
        return _nn.softplus(x, 1 if beta is None else beta, 50 if threshold is None else threshold)
    return _shared.softplus(_xp, x, beta, threshold)


def logsigmoid(input):
    if input.is_floating_point():
        return _nn.log_sigmoid(input)
    return _shared.logsigmoid(_xp, input)


def logit(x, eps=None):
    if x.is_floating_point():
        return torch.logit(x, eps)
    return _shared.logit(_xp, x, eps)


def hardtanh(x, max_val=1, min_val=-1):
    if x.is_floating_point():
        return torch.clamp(x, min_val, max_val)
    return _shared.hardtanh(_xp, x, max_val, min_val)


def softshrink(x, lambd=0.5):
    return _nn.softshrink(x, lambd) if x.is_floating_point() else _shared.softshrink(_xp, x, lambd)


def hardshrink(x, lambd=0.5):
    if x.is_floating_point():
        return torch.hardshrink(x, lambd)
    return _shared.hardshrink(_xp, x, lambd)

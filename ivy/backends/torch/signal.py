import operator as _operator

import torch


def host_constant(function, arguments, dtype, x=None):
    if torch.compiler.is_compiling():
        # A size that may vary has to be known here; operator.index makes torch.compile fix it.
        arguments = tuple(_operator.index(a) if type(a) is int else a for a in arguments)
    value = _constant(function, arguments, dtype)
    if x is not None:
        return value.to(x.device)
    return value.clone() if torch.compiler.is_compiling() else value  # a result must be computed


def _constant(function, arguments, dtype):
    return torch.from_numpy(function(*arguments)).to(dtype)


# torch.compile runs it instead of tracing NumPy.
_constant._dynamo_marked_constant = True  # type: ignore[attr-defined]

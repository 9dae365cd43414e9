"""Branches and loops that torch.compile and torch.export trace."""

from __future__ import annotations

import torch
from torch._higher_order_ops.while_loop import while_loop as _while_loop


def truth(cond):
    return None if torch.compiler.is_compiling() else bool(cond)


def is_symbolic(x):
    return False  # the length of an array is known while torch traces: such a loop is unrolled


def run_branch(cond, then, otherwise):
    return torch.cond(cond.reshape(()).to(torch.bool), then, otherwise)


def run_while(test, body, natives):
    def one_truth(*natives):
        return test(*natives).reshape(()).to(torch.bool)

    def new_values(*natives):
        # while_loop of torch 2.13 rejects a result that is one of its arguments.
        results = zip(body(*natives), natives, strict=True)
        return tuple(new.clone() if new is old else new for new, old in results)

    return _while_loop(one_truth, new_values, tuple(natives))

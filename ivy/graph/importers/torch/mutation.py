"""Operations of torch that write to an array which nobody else reads: they may as well make one.

torch can rid a program of them, too, but computes views anew where they are used then, so that they
leave the modules they belong to, and needs as long for it as for the export.
"""

from __future__ import annotations

import operator
from typing import Any

import torch
from torch import fx

_NEW = frozenset(
    "conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d linear matmul "
    "batch_norm layer_norm group_norm instance_norm max_pool1d max_pool2d max_pool3d".split()
)
"""Compositions that return new arrays; others may return what they are given, unsaid."""


def without_mutation(module: fx.GraphModule) -> None:
    """Let operations make an array instead of writing to one, where nobody sees the difference."""
    order = {node: number for number, node in enumerate(module.graph.nodes)}
    for node, number in order.items():
        plain = _plain(node.target)
        x = node.args[0] if node.args else None
        if plain is None or not isinstance(x, fx.Node) or not _is_new(x):
            continue
        arrays = [arg.meta.get("val") for arg in node.all_input_nodes]
        alike = {getattr(value, "dtype", None) for value in arrays} == {node.meta["val"].dtype}
        others = [user for user in x.users if user is not node]
        if alike and all(order[user] < number and _is_new(user) for user in others):
            node.target = plain
    module.recompile()


def _plain(op: Any) -> Any:
    """Return the operation that returns what this one writes to its first argument, if any."""
    if not isinstance(op, torch._ops.OpOverload) or not op._schema.is_mutable:
        return None
    name = op._schema.name.removeprefix("aten::")
    packet = getattr(torch.ops.aten, name[:-1], None) if name.endswith("_") else None
    plain = getattr(packet, op._overloadname, None)
    if plain is None or plain._schema.is_mutable:
        return None
    given = [[argument.name for argument in each._schema.arguments] for each in (op, plain)]
    return plain if given[0] == given[1] else None


def _is_new(node: fx.Node) -> bool:
    """Return whether an operation surely makes an array that shares no memory with others."""
    if node.target is operator.getitem and isinstance(node.args[0], fx.Node):
        return _is_new(node.args[0])
    op = node.target
    if not isinstance(op, torch._ops.OpOverload):
        return False
    if op.namespace != "aten" or op._schema.name.removeprefix("aten::") in _NEW:
        return op.namespace in ("aten", "ivy_import")
    composed = op.has_kernel_for_dispatch_key(torch._C.DispatchKey.CompositeImplicitAutograd)
    aliased = any(result.alias_info is not None for result in op._schema.returns)
    return not composed and not aliased and not op._schema.is_mutable

"""Classes of ivy as pytrees of torch, also across torch.export."""

from __future__ import annotations

from torch.utils import _pytree


def register_pytree(cls, flatten, unflatten, keys=None):
    def flatten_to_list(tree):
        leaves, metadata = flatten(tree)
        return list(leaves), metadata

    def unflatten_from_list(leaves, metadata):
        return unflatten(metadata, leaves)

    def flatten_with_keys(tree):
        leaves, metadata = flatten(tree)
        return list(zip(map(_pytree.MappingKey, keys(tree)), leaves, strict=True)), metadata

    _pytree.register_pytree_node(
        cls,
        flatten_to_list,
        unflatten_from_list,
        serialized_type_name=f"ivy.{cls.__name__}",
        flatten_with_keys_fn=flatten_with_keys if keys else None,
    )

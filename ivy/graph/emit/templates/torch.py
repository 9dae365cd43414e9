"""Functions of PyTorch."""

from __future__ import annotations

from ivy.graph.emit.templates import control
from ivy.graph.emit.templates.norms import norms

FUNCTIONS = {
    **control.FUNCTIONS["torch"],
    **{name: norms("torch")[name] for name in ("batch_norm", "layer_norm")},
    "spread": """
def spread(x, steps):
    # Zeros between the elements of images with channels first.
    sizes = ((n - 1) * s + 1 for n, s in zip(x.shape[2:], steps, strict=True))
    result = x.new_zeros(*x.shape[:2], *sizes)
    result[(slice(None), slice(None), *(slice(None, None, s) for s in steps))] = x
    return result
""",
    "attention": """
def attention(query, key, value, mask, **how):
    # Where no key may be seen all count the same, for which torch has NaN or 0.
    some = mask.any(-1, keepdim=True)
    return F.scaled_dot_product_attention(query * some, key, value, attn_mask=mask | ~some, **how)
""",
    "top_k": """
def top_k(x, k, dim=-1, largest=True):
    # Of equal numbers the first come first, which torch.topk does not promise.
    places = x.argsort(dim=dim, descending=largest, stable=True).narrow(dim, 0, k)
    return x.take_along_dim(places, dim), places
""",
    "take_or_nan": """
def take_or_nan(x, index, axis):
    inside = (index >= -x.shape[axis]) & (index < x.shape[axis])
    found = x[(slice(None),) * axis + (torch.where(inside, index, 0),)]
    inside = inside.reshape(inside.shape + (1,) * (x.ndim - axis - 1))
    return torch.where(inside, found, float("nan"))
""",
    "with_item": """
def with_item(x, index, value):
    x = x.clone()
    x[index] = value
    return x
""",
    "lstm": """
def lstm(x, states, weights, layers, dropout, training, bidirectional, batch_first, biases):
    options = (biases, layers, dropout, training, bidirectional, batch_first)
    x, hidden, cell = torch.lstm(x, states, weights, *options)
    return x, (hidden, cell)
""",
}

"""Layers over a namespace."""

import math
from itertools import zip_longest

from ivy.backends.axes import is_count
from ivy.backends.on_floats import on_floats
from ivy.config import default_of
from ivy.errors import IvyValueError
from ivy.types import FINFO


def linear(xp, x, weight, bias=None):
    _check_linear(x, weight, bias)
    transposed = xp.matrix_transpose(weight)
    outer = len(weight.shape) - 2
    inner = tuple(x.shape[outer:-1])
    if outer == 0 or len(inner) == 1:
        result = xp.matmul(x, transposed)
    else:
        rows = (*x.shape[:outer], math.prod(inner), x.shape[-1])
        result = xp.matmul(xp.reshape(x, rows), transposed)
        result = xp.reshape(result, (*result.shape[:-2], *inner, result.shape[-1]))
    if bias is None:
        return result
    if len(bias.shape) > 1:
        ones = (1,) * len(inner)
        bias = xp.reshape(bias, (*bias.shape[:-1], *ones, bias.shape[-1]))
    return xp.add(result, bias)


def _check_linear(x, weight, bias):
    if len(weight.shape) < 2 or len(x.shape) < len(weight.shape) - 1:
        shapes = f"{tuple(weight.shape)} for x of {tuple(x.shape)}"
        raise IvyValueError(f"linear: expected a weight [*outer, out, in], got {shapes}")
    if x.shape[-1] != weight.shape[-1]:
        msg = f"linear: expected x of {weight.shape[-1]} features for the weight"
        raise IvyValueError(f"{msg} {tuple(weight.shape)}, got {tuple(x.shape)}")
    if bias is not None:
        axes = len(bias.shape)
        if not 0 < axes < len(weight.shape) or bias.shape[-1] not in (1, weight.shape[-2]):
            msg = f"linear: expected a bias of {weight.shape[-2]} features for the weight"
            raise IvyValueError(f"{msg} {tuple(weight.shape)}, got {tuple(bias.shape)}")


def embedding(xp, weights, indices, max_norm=None):
    if len(weights.shape) != 2:
        msg = "embedding: expected weights [rows, features]"
        raise IvyValueError(f"{msg}, got shape {tuple(weights.shape)}")
    if xp.DTYPES[indices.dtype].kind not in ("int", "uint"):
        found = xp.DTYPES[indices.dtype]
        raise IvyValueError(f"embedding: expected integer indices, got {found}")
    if isinstance(max_norm, (int, float)) and max_norm < 0:  # not while it is traced
        raise IvyValueError(f"embedding: expected a max_norm of at least 0, got {max_norm}")
    rows = xp.rows_at(weights, indices)
    return rows if max_norm is None else _shortened(xp, rows, max_norm)


@on_floats()
def _shortened(xp, rows, max_norm):
    squares = xp.sum(xp.square(rows), -1, None, True)
    longer = squares > max_norm**2
    norm = xp.sqrt(xp.where(longer, squares, xp.ones_like(squares)))
    return rows * xp.where(longer, max_norm / norm, xp.ones_like(norm))


# ---- dropout ----------------------------------------------------------------------------------


def _prepared(xp, name, x, prob, dtype=None):
    """Return `x` in the dtype asked for, at least floating, once `prob` is a probability."""
    if not 0 <= prob <= 1:
        raise IvyValueError(f"{name}: expected prob from 0 to 1, got {prob}")
    if dtype is None and xp.DTYPES[x.dtype].kind not in ("float", "complex"):
        dtype = default_of("float")
    return x if dtype is None else xp.astype(x, xp.as_native_dtype(dtype))


def _noise_shape(x, noise_shape):
    shape = tuple(x.shape)
    if noise_shape is None:
        return shape
    noise = tuple(noise_shape)
    if len(noise) != len(shape) or any(
        n not in (None, 1, size) for n, size in zip(noise, shape, strict=False)
    ):
        msg = f"dropout: expected noise_shape of 1, None or the size per axis of {shape}"
        raise IvyValueError(f"{msg}, got {noise_shape!r}")
    return tuple(size if n is None else n for n, size in zip(noise, shape, strict=True))


def dropout(xp, x, prob, scale=True, dtype=None, training=True, seed=None, noise_shape=None):
    x = _prepared(xp, "dropout", x, prob, dtype)
    if not training or prob == 0:
        return x
    # Drawn in float32 whatever the dtype of x: so the same entries are dropped in all.
    noise = xp.random_uniform(0.0, 1.0, _noise_shape(x, noise_shape), None, "float32", seed)
    kept = xp.divide(x, 1 - prob) if scale and prob < 1 else x
    return xp.where(noise >= prob, kept, xp.zeros_like(kept))


def _drop_channels(xp, name, x, prob, training, data_format, seed, known):
    if data_format not in known:
        formats = " or ".join(map(repr, known))
        raise IvyValueError(f"{name}: expected a data_format of {formats}, got {data_format!r}")
    if len(x.shape) not in (len(data_format), len(data_format) - 1):
        msg = f"{name}: expected {len(data_format)} axes ({data_format}) or one less"
        raise IvyValueError(f"{msg}, got shape {tuple(x.shape)}")
    axes = data_format[len(data_format) - len(x.shape) :]
    noise = [None if letter in "NC" else 1 for letter in axes]
    return xp.dropout(x, prob, True, None, training, seed, noise)


def dropout1d(xp, x, prob, training=True, data_format="NWC", seed=None):
    known = ("NWC", "NCW")
    return _drop_channels(xp, "dropout1d", x, prob, training, data_format, seed, known)


def dropout2d(xp, x, prob, training=True, data_format="NHWC", seed=None):
    known = ("NHWC", "NCHW")
    return _drop_channels(xp, "dropout2d", x, prob, training, data_format, seed, known)


def dropout3d(xp, x, prob, training=True, data_format="NDHWC", seed=None):
    known = ("NDHWC", "NCDHW")
    return _drop_channels(xp, "dropout3d", x, prob, training, data_format, seed, known)


# ---- attention --------------------------------------------------------------------------------


def scaled_dot_product_attention(
    xp,
    query,
    key,
    value,
    scale=None,
    mask=None,
    dropout_p=0.0,
    is_causal=False,
    training=False,
    seed=None,
    bias=None,
):
    _check_attention("scaled_dot_product_attention", query, key, value)
    scores = (*query.shape[:-1], key.shape[-2])
    for argument, given in (("mask", mask), ("bias", bias)):
        if given is not None:
            _check_broadcasts("scaled_dot_product_attention", argument, given, scores)
    scale = scale or 1 / math.sqrt(query.shape[-1])
    keep = mask if mask is None or xp.DTYPES[mask.dtype] == "bool" else xp.not_equal(mask, 0)
    if dropout_p and training:
        weights = _weights(xp, query, key, scale, keep, bias, is_causal)
        return _collected(xp, xp.dropout(weights, dropout_p, seed=seed), value)
    return xp.attend(query, key, value, scale, keep, bias, is_causal)


def _check_attention(name, query, key, value):
    shapes = [tuple(x.shape) for x in (query, key, value)]
    fits = all(len(shape) >= 2 for shape in shapes) and _broadcast(shapes)
    if not fits or shapes[0][-1] != shapes[1][-1] or shapes[1][-2] != shapes[2][-2]:
        expected = "query [..., Q, F], key [..., K, F] and value [..., K, V]"
        raise IvyValueError(f"{name}: expected {expected}, got {', '.join(map(str, shapes))}")


def _broadcast(shapes):
    """Return whether all axes but the last two broadcast."""
    first, *others = (shape[-3::-1] for shape in shapes)
    if all(sizes == first for sizes in others):
        return True
    axes = zip_longest(first, *others)
    return all(len({size for size in sizes if size not in (1, None)}) < 2 for sizes in axes)


def _check_broadcasts(name, argument, given, scores):
    sizes = zip(reversed(given.shape), reversed(scores), strict=False)
    if any(a != b and not {a, b} & {1, None} for a, b in sizes):
        shapes = f"{tuple(scores)}, got {tuple(given.shape)}"
        raise IvyValueError(
            f"{name}: expected a {argument} that broadcasts to [..., Q, K] = {shapes}"
        )


def attend(xp, query, key, value, scale, keep=None, bias=None, is_causal=False):
    """Return what queries collect: `keep` says of which keys, `bias` is added to the scores."""
    return _attended(xp, query, key, value, scale, keep, bias, is_causal)


@on_floats(3)
def _attended(xp, query, key, value, scale, keep, bias, is_causal):
    weights = _weights(xp, query, key, scale, keep, bias, is_causal)
    return xp.matmul(weights, value)


@on_floats(2)
def _weights(xp, query, key, scale, keep, bias, is_causal):
    scores = xp.matmul(query * scale, xp.matrix_transpose(key))
    if bias is not None:
        scores = scores + xp.astype(bias, scores.dtype)
    if is_causal:
        earlier = _causal(xp, *scores.shape[-2:])
        keep = earlier if keep is None else keep & earlier
    if keep is not None:
        # Not minus infinity: a query without any key would get NaN.
        least = FINFO[xp.DTYPES[scores.dtype]].min
        scores = xp.where(keep, scores, xp.full_like(scores, least))
    return xp.softmax(scores, -1)


@on_floats(2)
def _collected(xp, weights, value):
    return xp.matmul(weights, value)


def _causal(xp, queries, keys):
    """Return which keys come no later than which queries."""
    order = xp.expand_dims(xp.arange(queries, dtype="int32"), axis=1)
    return order >= xp.expand_dims(xp.arange(keys, dtype="int32"), axis=0)


def multi_head_attention(
    xp,
    query,
    key=None,
    value=None,
    batch_first=True,
    num_heads=8,
    scale=None,
    attention_mask=None,
    in_proj_weights=None,
    q_proj_weights=None,
    k_proj_weights=None,
    v_proj_weights=None,
    out_proj_weights=None,
    in_proj_bias=None,
    out_proj_bias=None,
    is_causal=False,
    key_padding_mask=None,
    bias_k=None,
    bias_v=None,
    static_k=None,
    static_v=None,
    add_zero_attn=False,
    return_attention_weights=False,
    average_attention_weights=True,
    dropout=0.0,
    training=False,
    seed=None,
):
    layout = (len(query.shape) == 3, batch_first)
    sequences = _sequences(xp, query, key, value, *layout)
    weights = (in_proj_weights, q_proj_weights, k_proj_weights, v_proj_weights)
    q, k, v = _heads(xp, num_heads, _projections(xp, sequences, weights, in_proj_bias))
    k = k if static_k is None else _static(xp, "static_k", static_k, q)
    v = v if static_v is None else _static(xp, "static_v", static_v, q)
    _check_attention("multi_head_attention", q, k, v)
    own = k.shape[2]
    k, v = _with_more_keys(xp, k, v, bias_k, bias_v, add_zero_attn)
    more = int(bias_k is not None) + int(add_zero_attn)
    if is_causal and more:
        is_causal, causal = False, xp.logical_not(_causal(xp, q.shape[2], own))
    else:
        causal = None
    masks = (_spread(xp, attention_mask, q), _padding(xp, key_padding_mask, q), causal)
    keep, bias = _combined(xp, masks, own, more, q)
    scale = scale or 1 / math.sqrt(q.shape[-1])
    attended = None
    if return_attention_weights or (dropout and training):
        attended = _weights(xp, q, k, scale, keep, bias, is_causal)
        if dropout and training:
            attended = xp.dropout(attended, dropout, seed=seed)
        result = _collected(xp, attended, v)
    else:
        result = xp.attend(q, k, v, scale, keep, bias, is_causal)
    result = _projected(xp, _merged(xp, result), out_proj_weights, out_proj_bias)
    result = _arranged(xp, result, *layout)
    if not return_attention_weights:
        return result
    if average_attention_weights:
        attended = xp.mean(attended, 1)
    return result, attended if layout[0] else attended[0]


def _sequences(xp, query, key, value, batched, batch_first):
    """Return query, key and value as [N, L, features]; what is the same object stays so."""
    key = query if key is None else key
    value = key if value is None else value
    ndims = [len(x.shape) for x in (query, key, value)]
    if ndims not in ([2, 2, 2], [3, 3, 3]):
        shapes = ", ".join(str(tuple(x.shape)) for x in (query, key, value))
        msg = "multi_head_attention: expected query, key and value of 3 axes, or of 2"
        raise IvyValueError(f"{msg}, got {shapes}")
    if batched and batch_first:
        return query, key, value
    keys = xp.keys_of((query, key, value))
    arranged = dict(zip(keys, (query, key, value), strict=True))
    for same, x in arranged.items():
        arranged[same] = xp.swapaxes(x, 0, 1) if batched else xp.expand_dims(x, axis=0)
    return tuple(arranged[same] for same in keys)


def _arranged(xp, x, batched, batch_first):
    if not batched:
        return x[0]
    return x if batch_first else xp.swapaxes(x, 0, 1)


def _projections(xp, sequences, weights, bias):
    """Return the projections of query, key and value; one product where they are the same."""
    packed, *separate = weights
    if packed is None:
        biases = [None] * 3 if bias is None else _thirds(bias, "in_proj_bias")
        return [_projected(xp, *each) for each in zip(sequences, separate, biases, strict=True)]
    if any(weight is not None for weight in separate):
        msg = "multi_head_attention: expected in_proj_weights or q/k/v_proj_weights, got both"
        raise IvyValueError(msg)
    parts = _thirds(packed, "in_proj_weights")
    if sequences[0] is sequences[1] is sequences[2]:
        return _thirds(xp.linear(sequences[0], packed, bias), "in_proj_weights", last=True)
    biases = [None] * 3 if bias is None else _thirds(bias, "in_proj_bias")
    return [xp.linear(*each) for each in zip(sequences, parts, biases, strict=True)]


def _projected(xp, x, weight, bias):
    if weight is not None:
        return xp.linear(x, weight, bias)
    return x if bias is None else xp.add(x, bias)


def _thirds(x, name, last=False):
    size = x.shape[-1 if last else 0]
    if size % 3:
        msg = f"multi_head_attention: expected {name} of three equal parts"
        raise IvyValueError(f"{msg}, got shape {tuple(x.shape)}")
    part = size // 3
    slices = [slice(i * part, (i + 1) * part) for i in range(3)]
    return [x[..., each] if last else x[each] for each in slices]


def _heads(xp, num_heads, projections):
    """Return [N, L, heads * features] as [N, heads, L, features]."""

    def split(x):
        batch, length, features = x.shape
        if not is_count(num_heads, 1) or features % num_heads:
            msg = f"multi_head_attention: expected num_heads that divides {features} features"
            raise IvyValueError(f"{msg}, got {num_heads}")
        parts = xp.reshape(x, (batch, length, num_heads, features // num_heads))
        return xp.permute_dims(parts, (0, 2, 1, 3))

    return [split(x) for x in projections]


def _merged(xp, x):
    """Return [N, heads, L, features] as [N, L, heads * features]."""
    batch, heads, length, features = x.shape
    return xp.reshape(xp.permute_dims(x, (0, 2, 1, 3)), (batch, length, heads * features))


def _static(xp, name, x, q):
    batch, heads, _, features = q.shape
    if len(x.shape) != 3 or x.shape[0] != batch * heads or x.shape[2] != features:
        expected = f"{name} of shape ({batch * heads}, S, {features})"
        raise IvyValueError(f"multi_head_attention: expected {expected}, got {tuple(x.shape)}")
    return xp.reshape(x, (batch, heads, x.shape[1], features))


def _with_more_keys(xp, k, v, bias_k, bias_v, add_zero_attn):
    """Return keys and values with those of the bias and those of zeros appended."""
    if (bias_k is None) != (bias_v is None):
        raise IvyValueError("multi_head_attention: expected bias_k and bias_v, got one of them")
    more_k, more_v = [k], [v]
    for more, x, bias in ((more_k, k, bias_k), (more_v, v, bias_v)):
        batch, heads, _, features = x.shape
        shape = (batch, heads, 1, features)
        if bias is not None:
            per_head = xp.reshape(bias, (1, heads, 1, features))
            more.append(xp.broadcast_to(xp.astype(per_head, x.dtype), shape))
        if add_zero_attn:
            more.append(xp.zeros(shape, dtype=x.dtype))
    if len(more_k) == 1:
        return k, v
    return xp.concat(more_k, axis=2), xp.concat(more_v, axis=2)


def _spread(xp, mask, q):
    """Return an attention mask so that it broadcasts to [N, heads, L, S]."""
    if mask is None or len(mask.shape) != 3:
        return mask
    batch, heads = q.shape[:2]
    if mask.shape[0] == batch * heads:
        return xp.reshape(mask, (batch, heads, *mask.shape[1:]))
    return xp.expand_dims(mask, axis=1)


def _padding(xp, mask, q):
    if mask is None:
        return None
    if len(mask.shape) not in (1, 2):
        msg = "multi_head_attention: expected key_padding_mask [N, S] or [S]"
        raise IvyValueError(f"{msg}, got shape {tuple(mask.shape)}")
    return xp.reshape(mask, (-1 if len(mask.shape) == 2 else 1, 1, 1, mask.shape[-1]))


def _combined(xp, masks, keys, more, q):
    """Return the masks as one of what to keep and one to be added, keys appended later kept."""
    keep = bias = None
    for mask in masks:
        if mask is None:
            continue
        whole = _checked_mask(xp, mask, (*q.shape[:3], keys), more)
        dtype = xp.DTYPES[whole.dtype]
        if dtype.kind == "float":
            bias = whole if bias is None else xp.add(bias, whole)
        else:
            seen = xp.logical_not(whole) if dtype == "bool" else xp.equal(whole, 0)
            keep = seen if keep is None else xp.logical_and(keep, seen)
    return keep, bias


def _checked_mask(xp, mask, shape, more):
    """Return a mask that broadcasts to [N, heads, L, S], zeros for so many more keys appended."""
    own = tuple(mask.shape)
    ends = shape[len(shape) - len(own) :]
    if len(own) > 4 or any(n not in (1, size) for n, size in zip(own, ends, strict=False)):
        expected = f"masks that broadcast to [N, heads, L, S] = {shape}"
        raise IvyValueError(f"multi_head_attention: expected {expected}, got {own}")
    if not more:
        return mask
    mask = xp.broadcast_to(mask, (*own[:-1], shape[-1]))
    return xp.concat([mask, xp.zeros((*own[:-1], more), dtype=mask.dtype)], axis=-1)

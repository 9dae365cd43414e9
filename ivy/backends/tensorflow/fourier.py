import tensorflow as tf

_COMPLEX = {tf.float32: tf.complex64, tf.float64: tf.complex128}
_OPPOSITES = {"backward": "forward", "forward": "backward", "ortho": "ortho"}


def transform_axis(x, name, n, axis, norm):
    if name == "hfft":
        return transform_axis(tf.math.conj(x), "irfft", n, axis, _OPPOSITES[norm])
    if name == "ihfft":
        return tf.math.conj(transform_axis(x, "rfft", n, axis, _OPPOSITES[norm]))
    if name != "rfft" and not x.dtype.is_complex:
        x = tf.cast(x, _COMPLEX[x.dtype])
    last = x.shape.rank - 1
    if axis != last:
        x = tf.transpose(x, [i for i in range(last + 1) if i != axis] + [axis])
    x = _resized(x, n // 2 + 1 if name == "irfft" else n)
    options = [[n]] if name in ("rfft", "irfft") else []
    result = _scaled(getattr(tf.signal, name)(x, *options), name, n, norm)
    if axis != last:
        result = tf.transpose(result, [*range(axis), last, *range(axis, last)])
    return result


def _resized(x, n):
    """Return `x` with its last axis cut or padded with zeros to size `n`."""
    size = x.shape[-1]
    if size is None or not isinstance(n, int):
        x = x[..., :n]
        return tf.pad(x, [[0, 0]] * (x.shape.rank - 1) + [[0, n - tf.shape(x)[-1]]])
    if n == size:
        return x
    if n < size:
        return x[..., :n]
    return tf.pad(x, [[0, 0]] * (x.shape.rank - 1) + [[0, n - size]])


def _scaled(x, name, n, norm):
    """Return a transform that is scaled as by "backward" scaled as by `norm`."""
    if norm == "backward":
        return x
    if not isinstance(n, int):  # a size that only a run of the graph knows
        factor = tf.cast(n, x.dtype) ** (0.5 if norm == "ortho" else 1.0)
        return x * factor if name.startswith("i") else x / factor
    factor = {"ortho": n**-0.5, "forward": 1.0 / n}[norm]
    return x * tf.constant(1 / factor if name.startswith("i") else factor, x.dtype)

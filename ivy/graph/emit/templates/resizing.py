"""Images of other sizes, for targets without a function that gives the same."""

from __future__ import annotations

from ivy.graph.emit.templates import filled

_TEMPLATES = {
    "nearest": '''
def nearest(x, size, exact=False):
    """Return images [batch, channels, *sizes] of new sizes, with the nearest of their points."""
    for axis, new in enumerate(size, 2):
        places = (2 * np.arange(new) + exact) * x.shape[axis] // (2 * new)
        x = {take}
    return x
''',
    "interpolate": '''
def interpolate(x, size, kernel, scale=None, align_corners=False):
    """Return images [batch, channels, *sizes] of new sizes; edges stand for all beyond them."""
    for axis, new in enumerate(size, 2):
        old = x.shape[axis]
        step = old / new if scale is None else 1 / scale[axis - 2]
        places = (np.arange(new) + 0.5) * step - 0.5
        if align_corners:
            places = np.arange(new) * ((old - 1) / max(new - 1, 1))
        around = np.floor(places) + np.arange(-1, 3)[:, None]
        weights = np.zeros((new, old))
        index = np.arange(new), around.clip(0, old - 1).astype(int)
        np.add.at(weights, index, kernel(np.abs(around - places)))
        x = along_axis(x, weights, axis)
    return x
''',
    "antialiased": '''
def antialiased(x, size, kernel):
    """Return images [batch, channels, *sizes] of new sizes; smaller ones take all points in."""
    for axis, new in enumerate(size, 2):
        step = x.shape[axis] / new
        places = (np.arange(new)[:, None] + 0.5) * step - 0.5
        weights = kernel(np.abs(np.arange(x.shape[axis]) - places) / max(step, 1))
        x = along_axis(x, weights / weights.sum(1, keepdims=True), axis)
    return x
''',
    "adaptive_average": '''
def adaptive_average(x, size):
    """Return images [batch, channels, *sizes] of new sizes, with averages of windows."""
    for axis, new in enumerate(size, 2):
        old = x.shape[axis]
        first, last = np.arange(new) * old // new, -(-np.arange(1, new + 1) * old // new)
        place = np.arange(old)
        weights = (first[:, None] <= place) & (place < last[:, None])
        x = along_axis(x, weights / weights.sum(1, keepdims=True), axis)
    return x
''',
    "along_axis": '''
def along_axis(x, weights, axis):
    """Return x with an axis multiplied by a matrix [new, old]."""
    return {moveaxis}({product}, -1, axis)
''',
    "linear_kernel": """
def linear_kernel(distance):
    return np.maximum(1 - distance, 0)
""",
    "cubic_kernel": """
def cubic_kernel(x, a=-0.75):
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return np.where(x < 1, near, np.where(x < 2, far, 0))
""",
    "soft_cubic_kernel": """
def soft_cubic_kernel(distance):
    return cubic_kernel(distance, -0.5)
""",
}
_WORDS = {
    "take": "x.take(places, axis)",
    "product": "{np}.moveaxis(x, axis, -1) @ weights.T.astype(x.dtype)",
    "moveaxis": "{np}.moveaxis",
}
_TF_WORDS = {
    "take": "tf.gather(x, places, axis=axis)",
    "product": "tf.matmul({moveaxis}(x, axis, -1), tf.constant(weights.T, x.dtype))",
    "moveaxis": "tf.experimental.numpy.moveaxis",
}


def functions(target: str) -> dict[str, str]:
    """Return the functions of the source for a target."""
    words = _TF_WORDS if target == "tensorflow" else _WORDS
    return filled(_TEMPLATES, words | {"np": "jnp" if target == "jax" else "np"})

from functools import partial as _partial

import jax
import jax.numpy as jnp

from ivy import config as _config
from ivy.backends import jax as _space
from ivy.backends.any import images as _shared


def _tuple(value):
    return tuple(value) if isinstance(value, list) else value


# One compiled program instead of dozens.
_interpolate = jax.jit(
    _partial(_shared.interpolate, _space), static_argnums=(1, 2, 3, 4, 5, 6), inline=True
)
_interp = jax.jit(_partial(_shared.interp, _space), static_argnums=(3, 4, 5), inline=True)
_roi_align = jax.jit(_partial(_shared.roi_align, _space), static_argnums=(2, 3, 4, 5), inline=True)


def interpolate(
    x,
    size,
    mode="linear",
    scale_factor=None,
    recompute_scale_factor=None,
    align_corners=False,
    antialias=False,
):
    size, scale_factor = _tuple(size), _tuple(scale_factor)
    return _interpolate(
        x, size, mode, scale_factor, recompute_scale_factor, align_corners, antialias
    )


def interp(x, xp, fp, left=None, right=None, period=None):
    if not hasattr(x, "dtype") and xp.dtype.kind in "iu":  # whose dtype would cut off fractions
        xp = _space.astype(xp, _config.default_of("float"))
    return _interp(jnp.asarray(x, xp.dtype), xp, fp, left, right, period)


def roi_align(input, boxes, output_size, spatial_scale=1.0, sampling_ratio=-1, aligned=False):
    options = (_tuple(output_size), spatial_scale, sampling_ratio, aligned)
    if sampling_ratio > 0:
        return _roi_align(input, boxes, *options)
    return _shared.roi_align(_space, input, boxes, *options)  # how many samples, the boxes say


@jax.jit
def greedily_kept(over):
    place = jnp.arange(over.shape[0])

    def without(i, kept):
        return kept & ~(over[i] & kept[i] & (place > i))

    return jax.lax.fori_loop(0, over.shape[0], without, jnp.ones(over.shape[0], bool))

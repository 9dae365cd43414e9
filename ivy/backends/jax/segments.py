import operator as _operator
from functools import partial as _partial

import jax

from ivy.backends import jax as _space
from ivy.backends.any import segments as _shared

# One compiled program instead of a dozen.
_sum, _mean, _min = (
    jax.jit(_partial(body, _space), static_argnums=2, inline=True)
    for body in (
        _shared.unsorted_segment_sum,
        _shared.unsorted_segment_mean,
        _shared.unsorted_segment_min,
    )
)


def unsorted_segment_sum(data, segment_ids, num_segments):
    return _sum(data, segment_ids, _operator.index(num_segments))


def unsorted_segment_mean(data, segment_ids, num_segments):
    return _mean(data, segment_ids, _operator.index(num_segments))


def unsorted_segment_min(data, segment_ids, num_segments):
    return _min(data, segment_ids, _operator.index(num_segments))

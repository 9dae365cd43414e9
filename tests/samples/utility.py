import numpy as np

from tests.samples import BOOL, NUMERIC, Sample, case, draw, values

CASES = [
    case(draw(3, 4, low=0, high=2), axis=1),
    case(draw(3, 4)),
    case(draw(2, 3, 4, low=0, high=1), axis=(0, -1), keepdims=True),
    case(draw(3, 4, low=0, high=1), axis=[1, 0]),
    case(draw(3, 4, low=0, high=1), axis=()),
    case(draw(3, 4), keepdims=True),
    case(draw(0, 3), axis=0),
    case(draw(0, 3)),
    case(draw()),
    case(values([np.nan, 0.25, -0.0]), axis=0).only("float32", "float16", "bfloat16"),
]


def plain(function):
    return lambda x, axis=None, keepdims=False: function(
        x, tuple(axis) if isinstance(axis, list) else axis, keepdims=keepdims
    )


SAMPLES = [
    Sample("all", plain(np.all), CASES, dtypes=BOOL + NUMERIC, result="bool", differentiable=False),
    Sample("any", plain(np.any), CASES, dtypes=BOOL + NUMERIC, result="bool", differentiable=False),
]

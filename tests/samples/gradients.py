"""What gradients are made of; the gradient API itself is in `tests/test_gradients.py`."""

from __future__ import annotations

from tests.samples import FLOATS, HALVES, Sample, case, draw, values

SAMPLES = [
    Sample(
        "stop_gradient",
        lambda x, preserve_type=True: x,
        [case(draw(3, 4)), case(draw(0, 3)), case(values(2.0)), case(draw(4), preserve_type=False)],
        dtypes=FLOATS + HALVES,
        differentiable=False,
    ),
    Sample(
        "requires_gradient",
        lambda x: False,
        [case(draw(3, 4))],
        differentiable=False,
        traceable=False,
    ),
]

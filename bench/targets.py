"""What we promise: the largest ratio to native per kind of call and framework."""

from __future__ import annotations

EVERY_FUNCTION = "ivy.f(native), every operation"
MEAN_FUNCTION = "ivy.f(native), geometric mean"
EVERY_NAMESPACE = "xp.f(native), every operation"
EVERY_OPERATOR = "Array operator, every one"
EVERY_ARRAY = "ivy.f(Array), every operation"
EAGER_MODEL = "MLP forward and SGD step, eager"
COMPILED_MODEL = "MLP forward, compiled"
IMPORT_SECONDS = 0.25

TARGETS = {
    EVERY_FUNCTION: {"numpy": 1.15, "torch": 1.06, "jax": 1.06, "tensorflow": 1.03},
    MEAN_FUNCTION: {"numpy": 0.72, "torch": 1.02, "jax": 0.55, "tensorflow": 0.78},
    EVERY_NAMESPACE: {"numpy": 1.00, "torch": 1.00, "jax": 1.02, "tensorflow": 1.00},
    EVERY_OPERATOR: {"numpy": 1.65, "torch": 1.25, "jax": 1.12, "tensorflow": 1.05},
    EVERY_ARRAY: {"numpy": 1.90, "torch": 1.30, "jax": 1.12, "tensorflow": 1.08},
    EAGER_MODEL: {"numpy": 1.02, "torch": 1.03, "jax": 1.00, "tensorflow": 1.00},
    COMPILED_MODEL: {"torch": 1.02, "jax": 1.00, "tensorflow": 1.02},
}

NOISE = 0.05
"""Ratios this close to a target are within what two runs differ by."""

"""Programs of one framework on another; the checks are in helpers, which count as assertions."""

import pytest

pytest.register_assert_rewrite(
    *(f"tests.transpile.{name}" for name in (
        "checks", "training", "torch_checks", "tensorflow_checks", "jax_checks",
    ))
)  # fmt: skip

"""The operations measured: the idiomatic native call of each framework, and ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import ivy


@dataclass(frozen=True)
class Case:
    """One operation on small arrays `x`, `y`, `mask` as statements.

    `function` is called as `ivy.<function>` and `xp.<function>`, `method` on an `ivy.Array`;
    either may be missing. `is_operator` marks what the target for operators is about.
    """

    name: str
    function: str = ""
    method: str = ""
    native: dict[str, str] = field(default_factory=dict)
    is_operator: bool = False


def _case(name: str, function: str, method: str, *native: str) -> Case:
    return Case(name, function, method, dict(zip(ivy.backends.NAMES, native, strict=True)))


def _operator(statement: str) -> Case:
    return Case(
        statement, "", statement, dict.fromkeys(ivy.backends.NAMES, statement), is_operator=True
    )


CASES = (
    _case("add", "add(x, y)", "x.add(y)",
          "np.add(x, y)", "torch.add(x, y)", "jnp.add(x, y)", "tf.add(x, y)"),
    _case("multiply", "multiply(x, y)", "x.multiply(y)",
          "np.multiply(x, y)", "torch.multiply(x, y)", "jnp.multiply(x, y)", "tf.multiply(x, y)"),
    _case("add scalar", "add(x, 1.5)", "x.add(1.5)",
          "np.add(x, 1.5)", "torch.add(x, 1.5)", "jnp.add(x, 1.5)", "tf.add(x, 1.5)"),
    _case("exp", "exp(x)", "x.exp()", "np.exp(x)", "torch.exp(x)", "jnp.exp(x)", "tf.exp(x)"),
    _case("sum", "sum(x, axis=0)", "x.sum(axis=0)",
          "np.sum(x, axis=0)", "torch.sum(x, dim=0)", "jnp.sum(x, axis=0)",
          "tf.reduce_sum(x, axis=0)"),
    _case("mean", "mean(x, axis=0)", "x.mean(axis=0)",
          "np.mean(x, axis=0)", "torch.mean(x, dim=0)", "jnp.mean(x, axis=0)",
          "tf.reduce_mean(x, axis=0)"),
    _case("matmul", "matmul(x, y)", "x.matmul(y)",
          "np.matmul(x, y)", "torch.matmul(x, y)", "jnp.matmul(x, y)", "tf.matmul(x, y)"),
    _case("reshape", "reshape(x, (2, 8))", "x.reshape((2, 8))",
          "np.reshape(x, (2, 8))", "torch.reshape(x, (2, 8))", "jnp.reshape(x, (2, 8))",
          "tf.reshape(x, (2, 8))"),
    _case("concat", "concat([x, y], axis=0)", "x.concat([y], axis=0)",
          "np.concatenate([x, y], axis=0)", "torch.cat([x, y], dim=0)",
          "jnp.concatenate([x, y], axis=0)", "tf.concat([x, y], axis=0)"),
    _case("where", "where(mask, x, y)", "mask.where(x, y)",
          "np.where(mask, x, y)", "torch.where(mask, x, y)", "jnp.where(mask, x, y)",
          "tf.where(mask, x, y)"),
    _case("relu", "relu(x)", "x.relu()",
          "np.maximum(x, 0)", "torch.relu(x)", "jax.nn.relu(x)", "tf.nn.relu(x)"),
    _case("softmax", "softmax(x, axis=-1)", "x.softmax(axis=-1)",
          "softmax(x)", "torch.softmax(x, dim=-1)", "jax.nn.softmax(x, axis=-1)",
          "tf.nn.softmax(x, axis=-1)"),
    _operator("x + y"),
    _operator("x * y"),
    _operator("x + 1.5"),
    Case("x[0:2]", "", "x[0:2]", dict.fromkeys(ivy.backends.NAMES, "x[0:2]")),
)  # fmt: skip


def native_names(backend: str) -> dict[str, Any]:
    """Return the names the native statements of a framework use."""
    if backend == "numpy":
        import numpy as np

        return {"np": np, "softmax": _numpy_softmax(np)}
    if backend == "torch":
        import torch

        return {"torch": torch}
    if backend == "jax":
        import jax
        import jax.numpy as jnp

        return {"jax": jax, "jnp": jnp}
    import tensorflow as tf

    return {"tf": tf}


def _numpy_softmax(np: Any) -> Callable[[Any], Any]:
    def softmax(x: Any) -> Any:
        exponentials = np.exp(x - np.max(x, axis=-1, keepdims=True))
        return exponentials / np.sum(exponentials, axis=-1, keepdims=True)

    return softmax

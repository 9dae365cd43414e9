"""Branches and loops: decided by Python where values are known, traced by the frameworks else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ivy
from ivy.errors import IvyTypeError, IvyValueError
from tests.helpers import assert_close, native

Jit = Callable[[Any], Any]
TRACED = ("torch", "jax", "tensorflow")


def array(values: Any, dtype: str | None = "float32") -> Any:
    """Return a native array of the backend under test."""
    return ivy.array(values, dtype=dtype).data


# ---- values that are known --------------------------------------------------------------------


@pytest.mark.parametrize("value", [3.0, -3.0])
def test_if_else(value: float, backend: str) -> None:
    x = ivy.array([value])
    expected = [6.0] if value > 0 else [3.0]
    for cond in (lambda x: x > 0, x > 0, value > 0):
        result = ivy.if_else(cond, lambda x: x * 2, lambda x: -x, {"x": x})
        assert_close(result, expected, "float32")
    result = ivy.if_else(lambda x: x > 0, lambda x: x * 2, lambda x: -x, (x.data,))
    assert ivy.is_native_array(result)


def test_if_else_runs_one_branch(backend: str) -> None:
    calls = []
    ivy.if_else(True, lambda: calls.append(1), lambda: calls.append(2), {})
    assert calls == [1]


def test_while_loop(backend: str) -> None:
    i, x = ivy.array(0), ivy.array([1.0, 2.0])
    result = ivy.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (i, x))
    assert isinstance(result, tuple)
    assert_close(result[1], [8.0, 16.0], "float32")
    result = ivy.while_loop(
        lambda i, x: i < 3, lambda i, x: {"i": i + 1, "x": x * 2}, {"i": 0, "x": x}
    )
    assert result["i"] == 3
    assert_close(result["x"], [8.0, 16.0], "float32")


def test_while_loop_keeps_the_type_of_its_variables(backend: str) -> None:
    vars = ivy.Container(n=0, x=ivy.array([1.0]))
    for body in (lambda n, x: {"x": x * 2, "n": n + 1}, lambda n, x: (n + 1, x * 2)):
        result = ivy.while_loop(lambda n, x: n < 3, body, vars)
        assert isinstance(result, ivy.Container) and result.n == 3
        assert_close(result.x, [8.0], "float32")


def test_while_loop_of_one_variable(backend: str) -> None:
    assert ivy.while_loop(lambda i: i < 3, lambda i: i + 1, (0,)) == (3,)
    assert ivy.while_loop(lambda i: i < 3, lambda i: i + 1, {"i": 0}) == {"i": 3}
    assert ivy.while_loop(lambda i: i < 0, lambda i: i + 1, [0]) == [0]


def test_for_loop(backend: str) -> None:
    assert ivy.for_loop(range(4), lambda k, vars: (vars[0] + k,), (0,)) == (6,)
    assert ivy.for_loop([1, 2], lambda k, vars: {"x": vars["x"] * k}, {"x": 3}) == {"x": 6}
    total = ivy.for_loop(ivy.array([1.0, 2.0]), lambda k, x: x + k, ivy.array(0.5))
    assert_close(total, 3.5, "float32")
    (total,) = ivy.for_loop(array([[1.0], [2.0]]), lambda k, vars: vars[0] + k, (array([0.0]),))
    assert ivy.is_native_array(total)
    assert_close(total, [3.0], "float32")


def test_try_except(backend: str) -> None:
    def fails(x: Any) -> Any:
        return ivy.reshape(x, (7,))

    x = ivy.array([1.0])
    assert ivy.try_except(lambda x: x, fails, (x,)) is x
    assert isinstance(ivy.try_except(fails, lambda x, error: error, (x,)), IvyValueError)
    assert isinstance(ivy.try_except(fails, lambda x, error: error, {"x": x}), IvyValueError)


def test_cmp_is_and_cmp_isnot(backend: str) -> None:
    x = ivy.array([1.0])
    assert ivy.cmp_is(x, x) and not ivy.cmp_is(x, ivy.array([1.0]))
    assert not ivy.cmp_isnot(x, x) and ivy.cmp_isnot(x, None)


def test_gradients_of_loops_and_branches(backend: str) -> None:
    def cost(x: Any) -> Any:
        x = ivy.if_else(lambda x: x > 0, lambda x: x * 2, lambda x: -x, (x,))
        (x,) = ivy.while_loop(lambda x: x < 50, lambda x: x * x, (x,))
        return ivy.for_loop([1.0, 2.0], lambda k, x: x * k, x)

    assert_close(ivy.grad(cost)(ivy.array(3.0)), 4 * 4 * 2 * 2 * 3.0**3 * 2, "float32")


# ---- values that a framework traces -----------------------------------------------------------


def either(x: Any) -> Any:
    return ivy.if_else(
        lambda x: ivy.sum(x) > 0,
        lambda x: {"r": (ivy.exp(x), 1.5)},
        lambda x: {"r": (x - 1.0, 2.5)},
        {"x": x},
    )


@pytest.mark.columns(*TRACED)
@pytest.mark.parametrize("wrapped", [True, False])
def test_if_else_traced(wrapped: bool, backend: str, jit: Jit) -> None:
    compiled = jit(either)
    for values in ([1.0, 2.0], [-1.0, 0.5]):
        x = ivy.array(values) if wrapped else array(values)
        result = compiled(x)["r"]
        assert isinstance(result[0], ivy.Array) == wrapped
        assert_close(result[0], ivy.to_numpy(either(x)["r"][0]), "float32")
        assert float(result[1]) == either(x)["r"][1]


@pytest.mark.columns(*TRACED)
def test_if_else_traced_inside_another(backend: str, jit: Jit) -> None:
    def sign(x: Any) -> Any:
        return ivy.if_else(
            x > 0,
            lambda x: x * 0 + 1,
            lambda x: ivy.if_else(x < 0, lambda x: x * 0 - 1, lambda x: x * 1, {"x": x}),
            {"x": x},
        )

    compiled = jit(sign)
    for value, expected in ((3.0, 1.0), (-3.0, -1.0), (0.0, 0.0)):
        assert_close(compiled(ivy.array(value)), expected, "float32")


def doubled_until(x: Any, limit: Any) -> Any:
    """Return x doubled until its sum is above the limit, and how often that was."""
    return ivy.while_loop(
        lambda x, n, limit: ivy.sum(x["a"]) < limit,
        lambda x, n, limit: ({"a": x["a"] * 2}, n + 1, limit),
        ({"a": x}, 0, limit),
    )


@pytest.mark.columns(*TRACED)
@pytest.mark.parametrize("wrapped", [True, False])
def test_while_loop_traced(wrapped: bool, backend: str, jit: Jit) -> None:
    compiled = jit(lambda x, limit: doubled_until(x, limit)[:2])
    x = ivy.array([1.0, 2.0]) if wrapped else array([1.0, 2.0])
    for limit, times in ((20.0, 3), (100.0, 6), (0.0, 0)):
        result, count = compiled(x, ivy.array(limit) if wrapped else array(limit))
        assert isinstance(result["a"], ivy.Array) == wrapped
        assert_close(result["a"], [2.0**times, 2.0 ** (times + 1)], "float32")
        assert int(count) == times


@pytest.mark.columns(*TRACED)
def test_while_loop_starts_with_known_values(backend: str, jit: Jit) -> None:
    """The first test is decided by Python, the later ones are traced."""

    def root(x: Any) -> Any:
        def better(guess: Any, error: Any) -> Any:
            new = (guess + x / guess) * 0.5
            return new, ivy.abs(new - guess)

        return ivy.while_loop(lambda guess, error: error > 1e-6, better, (x, 1.0))[0]

    assert_close(jit(root)(ivy.array(2.0)), 2.0**0.5, "float32")


@pytest.mark.columns(*TRACED)
def test_known_conditions_are_not_traced(backend: str, jit: Jit) -> None:
    def power(x: Any) -> Any:
        x = ivy.if_else(True, lambda x: x * 1, lambda x: "never", (x,))
        return ivy.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x), (0, x))[1]

    assert_close(jit(power)(ivy.array(2.0)), 16.0, "float32")


@pytest.mark.columns(*TRACED)
@pytest.mark.parametrize("wrapped", [True, False])
def test_for_loop_traced(wrapped: bool, backend: str, jit: Jit) -> None:
    def polynomial(coefficients: Any, x: Any) -> Any:
        def horner(coefficient: Any, vars: Any) -> Any:
            value, count = vars
            return value * x + coefficient, count + 1

        return ivy.for_loop(coefficients, horner, (x * 0, 0))

    values = [2.0, -1.0, 5.0], 3.0
    args = [ivy.array(v) if wrapped else array(v) for v in values]
    result, count = jit(polynomial)(*args)
    assert isinstance(result, ivy.Array) == wrapped
    assert_close(result, 20.0, "float32")
    assert int(count) == 3


@pytest.mark.columns("tensorflow")
def test_for_loop_over_an_array_of_unknown_length(backend: str) -> None:
    import tensorflow as tf

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def total(x: Any) -> Any:
        return ivy.for_loop(x, lambda value, vars: (vars[0] + value,), (0.0,))[0]

    assert float(total(tf.constant([1.0, 2.0, 3.0]))) == 6.0
    assert float(total(tf.constant([1.0]))) == 1.0


@pytest.mark.columns("jax")
def test_traced_gradients_jax(backend: str) -> None:
    import jax

    value = array(1.5)
    branch = jax.jit(jax.grad(lambda x: either(x)["r"][0]))
    assert_close(branch(value), ivy.exp(value), "float32")

    def powers(x: Any) -> Any:
        return ivy.for_loop(array([1.0, 2.0]) * x, lambda k, total: total * k, x)

    assert_close(jax.jit(jax.grad(powers))(value), 6 * 1.5**2, "float32")
    forward = jax.jit(lambda x: jax.jvp(lambda x: doubled_until(x, 20.0)[0]["a"], (x,), (x,)))
    assert_close(forward(value)[1], 24.0, "float32")


@pytest.mark.columns("jax")
def test_if_else_under_vmap(backend: str) -> None:
    import jax

    x = array([1.0, -1.0])
    result = jax.vmap(lambda x: ivy.if_else(x > 0, lambda x: x * 3, lambda x: x, (x,)))(x)
    assert_close(result, [3.0, -1.0], "float32")


@pytest.mark.columns("torch")
def test_traced_gradients_torch(backend: str, jit: Jit) -> None:
    for function, slope in ((lambda x: either(x)["r"][0], 2.718281828**1.5), (loop, 16.0)):
        x = array(1.5).requires_grad_()
        jit(function)(x).backward()
        assert_close(x.grad, slope, "float32")


@pytest.mark.columns("tensorflow")
def test_traced_gradients_tensorflow(backend: str, jit: Jit) -> None:
    import tensorflow as tf

    for function, slope in ((lambda x: either(x)["r"][0], 2.718281828**1.5), (loop, 16.0)):
        x = array(1.5)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = jit(function)(x)
        assert_close(tape.gradient(y, x), slope, "float32")


def loop(x: Any) -> Any:
    return doubled_until(x, 20.0)[0]["a"]


# ---- what is wrong ----------------------------------------------------------------------------


def test_condition_of_several_elements(backend: str) -> None:
    x = ivy.array([1.0, 2.0])
    with pytest.raises(IvyValueError, match="if_else: expected a condition of one element"):
        ivy.if_else(x > 0, lambda x: x, lambda x: x, (x,))
    with pytest.raises(IvyValueError, match="while_loop: expected a condition of one element"):
        ivy.while_loop(lambda x: x > 0, lambda x: x, (x,))


def test_wrong_variables(backend: str) -> None:
    with pytest.raises(IvyTypeError, match="expected vars as a dict, tuple or list, got 3"):
        ivy.if_else(lambda x: True, abs, abs, 3)  # type: ignore[arg-type]
    with pytest.raises(IvyValueError, match="a function that returns 2 variables, got 1"):
        ivy.while_loop(lambda i, j: True, lambda i, j: 1, (0, 0))
    with pytest.raises(IvyValueError, match=r"the variables \['i'\], got \['j'\]"):
        ivy.while_loop(lambda i: True, lambda i: {"j": 1}, {"i": 0})
    with pytest.raises(IvyTypeError, match="an array without axes"):
        ivy.for_loop(native_number(backend), lambda k, x: x, ())


def native_number(backend: str) -> Any:
    import numpy as np

    return native(np.asarray(1.0), backend)


# tf.function and torch.compile raise their own exceptions, with the message of ivy's.


@pytest.mark.columns(*TRACED)
def test_branches_of_different_structure(backend: str, jit: Jit) -> None:
    def wrong(x: Any) -> Any:
        return ivy.if_else(x > 0, lambda x: (x, x), lambda x: x, (x,))

    with pytest.raises(Exception, match=r"if_else|cond"):
        jit(wrong)(array(1.0))


@pytest.mark.columns("jax", "tensorflow")
def test_loop_that_changes_structure(backend: str, jit: Jit) -> None:
    def wrong(x: Any) -> Any:
        return ivy.while_loop(lambda x: ivy.sum(x[0]) < 0, lambda x: [x[0], x[0]], ([x],))

    with pytest.raises(Exception, match="while_loop: expected variables at"):
        jit(wrong)(array(1.0))


@pytest.mark.columns(*TRACED)
def test_loop_that_changes_dtype(backend: str, jit: Jit) -> None:
    def wrong(x: Any) -> Any:
        return ivy.while_loop(lambda x: x < 0, lambda x: x > 3, (x,))

    with pytest.raises(Exception, match="while_loop"):
        jit(wrong)(array(-1.0))

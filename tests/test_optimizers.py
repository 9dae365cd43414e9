"""Optimizers against torch.optim and optax, their state, and learning rates that change."""

from __future__ import annotations

import copy
import math
import pickle
import warnings
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyException, IvyTypeError, IvyValueError
from ivy.stateful import optimizers, rules

SHAPES = {"a": (4, 3), "b": (3,), "c": (2, 3, 4), "d": ()}
STEPS = 100


def arrays(seed: int) -> dict[str, Any]:
    """Return float64 values for every variable."""
    random = np.random.default_rng(seed)
    return {name: np.asarray(random.normal(size=shape)) for name, shape in SHAPES.items()}


def variables(values: dict[str, Any], dtype: str = "float64") -> Any:
    """Return values as a Container of ivy arrays of their own, one level deep and two."""
    made = {name: ivy.array(np.array(value), dtype=dtype) for name, value in values.items()}
    return ivy.Container(a=made["a"], b=made["b"], deep={"c": made["c"], "d": made["d"]})


def numbers(v: Any) -> dict[str, Any]:
    """Return the values of such a Container."""
    flat = {"a": v.a, "b": v.b, "c": v.deep.c, "d": v.deep.d}
    return {name: np.asarray(ivy.to_numpy(x), "float64") for name, x in flat.items()}


def distance(v: Any, expected: dict[str, Any]) -> float:
    """Return the largest difference."""
    return max(float(np.abs(x - expected[name]).max()) for name, x in numbers(v).items())


def by_torch(name: str, **options: Any) -> dict[str, Any]:
    """Return the variables after 100 steps of an optimizer of torch."""
    torch = pytest.importorskip("torch")
    tensors = {k: torch.tensor(x, requires_grad=True) for k, x in arrays(0).items()}
    optimizer = getattr(torch.optim, name)(list(tensors.values()), **options)
    for step in range(STEPS):
        for key, gradient in arrays(step + 1).items():
            tensors[key].grad = torch.tensor(gradient)
        optimizer.step()
    return {key: x.detach().numpy() for key, x in tensors.items()}


def by_optax(name: str, **options: Any) -> dict[str, Any]:
    """Return the variables after 100 steps of an optimizer of optax."""
    optax = pytest.importorskip("optax")
    import jax

    with jax.enable_x64(True):
        v = {key: jax.numpy.asarray(x) for key, x in arrays(0).items()}
        optimizer = getattr(optax, name)(**options)
        state, update = optimizer.init(v), jax.jit(optimizer.update)
        for step in range(STEPS):
            gradients = {key: jax.numpy.asarray(x) for key, x in arrays(step + 1).items()}
            changes, state = update(gradients, state, v)
            v = optax.apply_updates(v, changes)
        return {key: np.asarray(x) for key, x in v.items()}


CASES: dict[str, tuple[Callable[[], ivy.Optimizer], Callable[[], dict[str, Any]]]] = {
    "SGD": (lambda: ivy.SGD(0.1), lambda: by_torch("SGD", lr=0.1)),
    "SGD-nesterov": (
        lambda: ivy.SGD(0.1, momentum=0.9, nesterov=True, weight_decay=0.01),
        lambda: by_torch("SGD", lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01),
    ),
    "SGD-momentum": (
        lambda: ivy.SGD(0.1, momentum=0.9),
        lambda: by_optax("sgd", learning_rate=0.1, momentum=0.9),
    ),
    "Adam": (lambda: ivy.Adam(0.01, epsilon=1e-8), lambda: by_torch("Adam", lr=0.01)),
    "Adam-decay": (
        lambda: ivy.Adam(0.01, epsilon=1e-8, weight_decay=0.1),
        lambda: by_torch("Adam", lr=0.01, weight_decay=0.1),
    ),
    "AdamW": (
        lambda: ivy.AdamW(0.01, epsilon=1e-8, weight_decay=0.1),
        lambda: by_torch("AdamW", lr=0.01, weight_decay=0.1),
    ),
    "LARS": (
        lambda: ivy.LARS(0.01, decay_lambda=0.1),
        lambda: by_optax("lars", learning_rate=0.01, weight_decay=0.1),
    ),
    "LAMB": (
        lambda: ivy.LAMB(0.01, epsilon=1e-6, decay_lambda=0.1, max_trust_ratio=None),
        lambda: by_optax("lamb", learning_rate=0.01, weight_decay=0.1),
    ),
    "RMSprop": (lambda: ivy.RMSprop(0.01, epsilon=1e-8), lambda: by_torch("RMSprop", lr=0.01)),
    "RMSprop-centered": (
        lambda: ivy.RMSprop(0.01, 0.99, 1e-8, momentum=0.9, centered=True, weight_decay=0.1),
        lambda: by_torch("RMSprop", lr=0.01, momentum=0.9, centered=True, weight_decay=0.1),
    ),
    "Lion": (
        lambda: ivy.Lion(0.01, weight_decay=0.1),
        lambda: by_optax("lion", learning_rate=0.01, weight_decay=0.1),
    ),
    "Adafactor": (
        lambda: ivy.Adafactor(0.01, weight_decay=0.1),
        lambda: by_torch("Adafactor", lr=0.01, weight_decay=0.1),
    ),
}
ALL = ("SGD", "Adam", "AdamW", "LARS", "LAMB", "RMSprop", "Lion", "Adafactor")


@cache
def expected(case: str) -> dict[str, Any]:
    """Return what the reference of a case gives."""
    return CASES[case][1]()


@pytest.mark.parametrize("case", CASES)
def test_equals_torch_or_optax_after_100_steps(case: str, backend: str) -> None:
    optimizer = CASES[case][0]()
    v = variables(arrays(0))
    for step in range(STEPS):
        v = optimizer.step(v, variables(arrays(step + 1)))
    assert distance(v, expected(case)) < 1e-12
    assert v.a.dtype == "float64"
    assert optimizer.count == int(optimizer.state["count"]) == STEPS


@pytest.mark.parametrize("case", CASES)
def test_update_equals_step(case: str, backend: str) -> None:
    optimizer = CASES[case][0]()
    stepped, v = variables(arrays(0)), variables(arrays(0))
    state = optimizer.init(v)
    before = numbers(v)
    for step in range(3):
        gradients = variables(arrays(step + 1))
        stepped = optimizer.step(stepped, gradients)
        old = v
        v, state = optimizer.update(v, gradients, state)
        assert step or distance(old, before) == 0
    assert distance(stepped, numbers(v)) < 1e-13
    assert int(state["count"]) == 3


@pytest.mark.parametrize("name", ALL)
@pytest.mark.columns("torch", "jax", "tensorflow")
def test_update_is_traceable(name: str, backend: str, jit: Callable[..., Any]) -> None:
    optimizer = getattr(ivy, name)(ivy.CosineSchedule(0.01, steps=10), clip_norm=1.0)
    v, gradients = variables(arrays(0), "float32"), variables(arrays(1), "float32")
    stepped = variables(arrays(0), "float32")
    state = optimizer.init(v)
    update = jit(optimizer.update)
    for _ in range(2):
        v, state = update(v, gradients, state)
        stepped = optimizer.step(stepped, gradients)
    assert distance(v, numbers(stepped)) < 1e-6
    assert int(state["count"]) == 2


def test_update_of_other_nests(backend: str) -> None:
    xp = ivy.with_backend(backend)
    for v in (xp.ones((2,)), [xp.ones((2,)), (xp.ones((3,)),)], {"w": ivy.ones((2,))}):
        optimizer = ivy.Adam(0.1)
        new, state = optimizer.update(v, v, optimizer.init(v))
        assert type(new) is type(v)
        for x in (new if not isinstance(v, dict) else new["w"],):
            first = x[0] if isinstance(x, list) else x
            np.testing.assert_allclose(ivy.to_numpy(first), [0.9, 0.9], atol=1e-6)
        stepped = ivy.Adam(0.1, inplace=False).step(v, v)
        assert type(stepped) is type(v)
        again, _ = optimizer.update(new, v, state)
        assert type(again) is type(v)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("name", ["SGD", "Adam", "LAMB", "Adafactor"])
def test_half_precision_is_remembered_in_single(name: str, dtype: str, backend: str) -> None:
    optimizer, wide = getattr(ivy, name)(0.01), getattr(ivy, name)(0.01)
    v, w = variables(arrays(0), dtype), variables(arrays(0), "float32")
    for step in range(3):
        v = optimizer.step(v, variables(arrays(step + 1), dtype))
        w = wide.step(w, variables(arrays(step + 1), "float32"))
    assert v.a.dtype == dtype
    assert distance(v, numbers(w)) < 0.05
    remembered = [x for key, x in optimizer.state.cont_to_iterator() if key != "count"]
    assert {str(x.dtype) for x in remembered} <= {"float32"}


# ---- variables, and what becomes of them ------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_inplace_changes_the_arrays_given(name: str, backend: str) -> None:
    v = variables(arrays(0))
    a = v.a
    assert getattr(ivy, name)(0.1).step(v, variables(arrays(1))) is v
    assert v.a is a
    assert not np.allclose(ivy.to_numpy(a), arrays(0)["a"])


@pytest.mark.parametrize("name", ALL)
def test_not_inplace_leaves_them_alone(name: str, backend: str) -> None:
    v = variables(arrays(0))
    new = getattr(ivy, name)(0.1, inplace=False).step(v, variables(arrays(1)))
    assert distance(v, arrays(0)) == 0
    changed = getattr(ivy, name)(0.1).step(variables(arrays(0)), variables(arrays(1)))
    assert distance(new, numbers(changed)) < 1e-12


def test_native_arrays_are_written_into_where_that_is_possible(backend: str) -> None:
    xp = ivy.with_backend(backend)
    w = xp.ones((3,))
    new = ivy.Adam(0.1).step({"w": w}, {"w": xp.ones((3,))})
    assert (new["w"] is w) == (backend in ("numpy", "torch"))
    np.testing.assert_allclose(xp.to_numpy(new["w"]), 0.9, atol=1e-6)


@pytest.mark.columns("torch")
def test_parameters_and_strides_of_torch(backend: str) -> None:
    import torch

    parameter = torch.nn.Parameter(torch.arange(6.0).reshape(2, 3))
    turned = torch.arange(6.0).reshape(2, 3).T
    expanded = torch.ones(()).expand(2, 3)
    ivy.Adam(0.1).step([parameter, turned], [expanded, torch.ones(3, 2)])
    assert parameter.requires_grad and parameter.is_leaf
    want = np.arange(6.0).reshape(2, 3) - 0.1
    np.testing.assert_allclose(parameter.detach().numpy(), want, atol=1e-6)
    np.testing.assert_allclose(turned.numpy(), want.T, atol=1e-6)


@pytest.mark.columns("tensorflow")
def test_variables_of_tensorflow_are_assigned(backend: str) -> None:
    import tensorflow as tf

    w = tf.Variable([1.0, 2.0])
    v = {"w": w}
    assert ivy.Adam(0.1).step(v, {"w": tf.constant([1.0, 1.0])}) is v
    np.testing.assert_allclose(w.numpy(), [0.9, 1.9], atol=1e-6)


@pytest.mark.columns("numpy")
def test_numpy_arrays_larger_than_a_chunk_that_cannot_be_written(backend: str) -> None:
    values = np.random.default_rng(0).normal(size=(3, 7001))
    frozen, turned = values.copy(), np.asfortranarray(values)
    frozen.flags.writeable = False
    plain = values.copy()
    gradients = {"f": np.ones_like(values), "t": np.ones_like(values), "p": np.ones_like(values)}
    new = ivy.Adam(0.1).step({"f": frozen, "t": turned, "p": plain}, gradients)
    assert new["p"] is plain and new["t"] is turned and new["f"] is not frozen
    for x in new.values():
        np.testing.assert_allclose(x, values - 0.1, atol=1e-6)


def test_tied_variables_are_updated_once(backend: str) -> None:
    w = ivy.array([1.0, 2.0])
    v = ivy.Container(a=w, b=w)
    gradient = ivy.array([1.0, 1.0])
    new = ivy.SGD(0.5).step(v, ivy.Container(a=gradient, b=gradient))
    np.testing.assert_allclose(ivy.to_numpy(new.a), [0.5, 1.5])
    np.testing.assert_allclose(ivy.to_numpy(new.b), [0.5, 1.5])


def test_integers_stay_as_they_are(backend: str) -> None:
    v = ivy.Container(w=ivy.array([1.0]), n=ivy.array([3]))
    new = ivy.Adam(0.1).step(v, ivy.Container(w=ivy.array([1.0])))
    assert new.n.tolist() == [3]


def test_missing_gradients(backend: str) -> None:
    v = variables(arrays(0))
    some = ivy.Container(deep={"c": ivy.array(arrays(1)["c"])})
    with pytest.raises(IvyException, match=r"got none for \['a', 'b', 'deep/d'\]"):
        ivy.SGD(0.1).step(v, some)
    new = ivy.SGD(0.1).step(v, some, ignore_missing=True)
    want = arrays(0) | {"c": arrays(0)["c"] - 0.1 * arrays(1)["c"]}
    assert distance(new, want) < 1e-12


def test_wrong_shapes_and_types_are_named(backend: str) -> None:
    v = ivy.Container(w=ivy.ones((2, 3)))
    with pytest.raises(IvyValueError, match=r"got \(3,\) for \(2, 3\) at 'w'"):
        ivy.SGD(0.1).step(v, ivy.Container(w=ivy.ones(3)))
    with pytest.raises(IvyValueError, match="expected a positive number as clip_norm"):
        ivy.SGD(0.1, clip_norm=0.0)
    with pytest.raises(IvyTypeError, match="init: expected at least one floating array"):
        ivy.SGD(0.1).init({})
    with pytest.raises(TypeError, match="abstract"):
        ivy.Optimizer(0.1)  # type: ignore[abstract]


def test_the_update_can_be_differentiated(backend: str) -> None:
    def after(lr: Any) -> Any:
        optimizer = ivy.SGD(lr, momentum=0.5, stop_gradients=False)
        v = ivy.Container(w=ivy.array([1.0, 2.0]))
        for _ in range(2):
            v = optimizer.step(v, ivy.Container(w=v.w * 2))
        return ivy.sum(v.w)

    # w1 = w (1 - 2 lr); b = 2 w 0.5 + 2 w1; w2 = w1 - lr b
    lr = 0.1
    want = sum(w * (-2 - 3 + 8 * lr) for w in (1.0, 2.0))
    assert abs(float(ivy.grad(after)(ivy.array(lr))) - want) < 1e-4


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_step_inside_a_trace_says_what_to_do(backend: str) -> None:
    adam, v = ivy.Adam(0.1), ivy.Container(w=ivy.ones(2))

    def loss(v: Any) -> Any:
        return ivy.sum(adam.step(v, v).w)

    if backend == "torch":
        import torch

        with pytest.raises(IvyException, match="use init and update"):
            torch.func.grad(lambda w: loss({"w": w}).data)(torch.ones(2))
    elif backend == "jax":
        import jax

        with pytest.raises(IvyException, match="use init and update"):
            jax.jit(loss)(v)
    else:
        import tensorflow as tf

        with pytest.raises(IvyException, match="use init and update"):
            tf.function(loss, autograph=False)(v)


# ---- clipping and learning rates --------------------------------------------------------------


def test_clipping(backend: str) -> None:
    v = variables(arrays(0))
    gradients = variables({name: x * 10 for name, x in arrays(1).items()})
    norm = math.sqrt(sum(float((x * x).sum()) for x in numbers(gradients).values()))
    np.testing.assert_allclose(float(ivy.global_norm(gradients)), norm, rtol=1e-6)
    clipped = ivy.clip_by_global_norm(gradients, 2.0)
    np.testing.assert_allclose(float(ivy.global_norm(clipped)), 2.0, rtol=1e-6)
    assert distance(ivy.clip_by_global_norm(gradients, 1e6), numbers(gradients)) == 0

    new = ivy.SGD(1.0, clip_norm=2.0).step(variables(arrays(0)), gradients)
    want = {name: arrays(0)[name] - x * 2 / norm for name, x in numbers(gradients).items()}
    assert distance(new, want) < 1e-12
    new = ivy.SGD(1.0, clip_value=0.5, inplace=False).step(v, gradients)
    want = {name: arrays(0)[name] - x.clip(-0.5, 0.5) for name, x in numbers(gradients).items()}
    assert distance(new, want) < 1e-12
    with pytest.raises(IvyTypeError, match="global_norm: expected at least one array"):
        ivy.global_norm({})


def test_trust_ratio_is_capped(backend: str) -> None:
    v = ivy.Container(w=ivy.array([300.0, 400.0]))
    gradients = ivy.Container(w=ivy.array([1.0, 1.0]))
    new = ivy.LAMB(0.1, inplace=False).step(v, gradients)
    np.testing.assert_allclose(ivy.to_numpy(new.w), [299.0, 399.0], rtol=1e-6)
    free = ivy.LAMB(0.1, max_trust_ratio=None, inplace=False).step(v, gradients)
    np.testing.assert_allclose(ivy.to_numpy(free.w), [300 - 35.35534, 400 - 35.35534], rtol=1e-5)


def test_learning_rates_of_every_kind(backend: str) -> None:
    def moved(lr: Any, steps: int = 2) -> float:
        optimizer, v = ivy.SGD(lr), ivy.Container(w=ivy.array([0.0]))
        for _ in range(steps):
            v = optimizer.step(v, ivy.Container(w=ivy.array([1.0])))
        return -float(v.w[0])

    assert moved(0.5) == 1.0
    assert moved(ivy.array(0.5)) == 1.0
    assert moved(lambda: 0.5) == 1.0
    assert moved(lambda step: 0.5 * (step + 1)) == 1.5
    assert moved(ivy.StepSchedule(1.0, every=1, factor=0.5)) == 1.5
    optimizer = ivy.SGD(1.0)
    optimizer.lr = 0.25
    v = optimizer.step(ivy.Container(w=ivy.array([0.0])), ivy.Container(w=ivy.array([1.0])))
    assert float(v.w[0]) == -0.25
    v, _ = optimizer.update(v, ivy.Container(w=ivy.array([1.0])), optimizer.init(v), lr=0.5)
    assert float(v.w[0]) == -0.75


SCHEDULES = {
    "constant": (ivy.ConstantSchedule(0.5), lambda t: 0.5),
    "step": (ivy.StepSchedule(0.5, every=3, factor=0.1), lambda t: 0.5 * 0.1 ** (t // 3)),
    "exponential": (
        ivy.ExponentialSchedule(0.5, factor=0.5, every=2, minimum=0.1),
        lambda t: max(0.5 * 0.5 ** (t / 2), 0.1),
    ),
    "cosine": (
        ivy.CosineSchedule(0.5, steps=6, minimum=0.1),
        lambda t: 0.1 + 0.2 * (1 + math.cos(math.pi * min(t / 6, 1))),
    ),
    "warmup": (
        ivy.WarmupSchedule(ivy.CosineSchedule(0.5, steps=4), steps=4),
        lambda t: (
            0.125 * (t + 1) if t < 4 else 0.25 * (1 + math.cos(math.pi * min((t - 4) / 4, 1)))
        ),
    ),
    "warmup-constant": (ivy.WarmupSchedule(0.5, steps=4), lambda t: min(0.125 * (t + 1), 0.5)),
}


@pytest.mark.parametrize("name", SCHEDULES)
def test_schedules(name: str, backend: str) -> None:
    schedule, want = SCHEDULES[name]
    for step in range(10):
        assert abs(schedule(step) - want(step)) < 1e-12
        assert abs(float(schedule(ivy.array(step))) - want(step)) < 1e-6
    assert copy.replace(schedule) == schedule if hasattr(copy, "replace") else True


def test_schedules_need_a_positive_number_of_steps() -> None:
    for make in (ivy.StepSchedule, ivy.CosineSchedule, ivy.WarmupSchedule):
        with pytest.raises(IvyValueError, match=r"positive number as (steps|every), got 0"):
            make(0.1, 0)


# ---- state ------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES)
def test_state_is_saved_and_restored_exactly(case: str, backend: str, tmp_path: Path) -> None:
    optimizer = CASES[case][0]()
    v = variables(arrays(0))
    for step in range(3):
        v = optimizer.step(v, variables(arrays(step + 1)))
    optimizer.state.cont_save(tmp_path / "state.safetensors")
    kept, middle = optimizer.state, v.cont_deep_copy()
    for step in range(3, 6):
        v = optimizer.step(v, variables(arrays(step + 1)))

    restored = CASES[case][0]()
    restored.set_state(ivy.Container.cont_load(tmp_path / "state.safetensors"))
    optimizer.set_state(kept)
    for other in (restored, optimizer):
        w = middle.cont_deep_copy()
        for step in range(3, 6):
            w = other.step(w, variables(arrays(step + 1)))
        assert distance(w, numbers(v)) == 0
        assert other.count == 6


def test_state_moves_between_frameworks(backend: str) -> None:
    ivy.set_backend("numpy")
    first = ivy.Adam(0.1)
    v = variables(arrays(0))
    for step in range(2):
        v = first.step(v, variables(arrays(step + 1)))
    state, middle = first.state, numbers(v)
    v = first.step(v, variables(arrays(3)))
    ivy.unset_backend()
    second = ivy.Adam(0.1)
    second.set_state(state)
    w = second.step(variables(middle), variables(arrays(3)))
    assert distance(w, numbers(v)) < 1e-12


def test_variables_move_between_frameworks_during_training(backend: str) -> None:
    optimizer, twin = ivy.Adam(0.1), ivy.Adam(0.1)
    v, there = ivy.Container(w=ivy.array([1.0, 2.0])), np.array([1.0, 2.0])
    for target in (backend, "numpy", backend):
        v, g = (ivy.to_backend(x, target) for x in (v, ivy.Container(w=ivy.array([0.1, -0.2]))))
        v = optimizer.step(v, g)
        there = twin.step({"w": there}, {"w": np.array([0.1, -0.2])})["w"]
        assert v.w.backend == target
        np.testing.assert_allclose(ivy.to_numpy(v.w), there, rtol=1e-5)


@pytest.mark.parametrize("kind", [ivy.Adam, partial(ivy.SGD, momentum=0.9), ivy.Adafactor])
def test_a_state_of_another_model_is_refused(kind: Any, backend: str) -> None:
    optimizer = kind(0.1)
    first, second = (ivy.Container(w=ivy.ones(size)) for size in (1, 2))
    optimizer.step(first, first)
    with pytest.raises(IvyValueError, match=r"as at the steps before.* 'w'"):
        optimizer.step(second, second)


def test_names_of_states(backend: str) -> None:
    v = variables(arrays(0))
    want = {
        "SGD": {"count"},
        "Adam": {"count", "mw", "vw"},
        "LAMB": {"count", "mw", "vw"},
        "LARS": {"count", "velocity"},
        "Adafactor": {"count", "rows", "columns", "vw"},
    }
    for name, keys in want.items():
        optimizer = getattr(ivy, name)()
        assert set(optimizer.init(v)) == keys
        optimizer.step(variables(arrays(0)), variables(arrays(1)))
        assert set(optimizer.state) == keys
    with pytest.raises(IvyException, match=r"expected a state of SGD, got one with \['mw', 'vw'\]"):
        ivy.SGD(0.1).set_state(ivy.Adam().init(v))
    with pytest.raises(IvyTypeError, match="set_state: expected a dict with 'count'"):
        ivy.SGD(0.1).set_state([])
    with pytest.raises(IvyException, match="update: expected a state made by init"):
        ivy.Adam().update(v, v, ivy.SGD().init(v))


def test_constructors_take_what_they_always_took() -> None:
    ivy.Adam(1e-3, 0.9, 0.999, 1e-7, True, True, False, "cpu")
    ivy.AdamW(1e-3, 0.9, 0.999, 1e-7, 0.1, True, True, False, "cpu")
    ivy.LAMB(1e-3, 0.9, 0.999, 1e-7, 10, 0, True, True, False, "cpu")
    ivy.LARS(1e-3, 0, True, True, False)
    ivy.SGD(1e-3, True, True, False)
    assert "lr=0.001" in repr(ivy.SGD(1e-3))


def test_unknown_options_are_refused() -> None:
    with pytest.raises(IvyTypeError, match="Adam: expected options it knows, got betas"):
        ivy.Adam(1e-3, betas=(0.9, 0.999))  # type: ignore[call-arg]


def test_an_optimizer_of_ones_own(backend: str) -> None:
    def signed(xp: Any, w: Any, g: Any, state: Any, t: Any, lr: Any) -> Any:
        return w - xp.sign(g) * lr, state

    class Signs(ivy.Optimizer):
        rule = rules.Rule("signs", signed, lambda options: ())

    v = Signs(0.5).step(ivy.Container(w=ivy.ones(2)), ivy.Container(w=ivy.array([3.0, -3.0])))
    np.testing.assert_allclose(ivy.to_numpy(v.w), [0.5, 1.5])


@pytest.mark.parametrize("again", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (partial(ivy.SGD, momentum=0.9), ("SGD", {"momentum": 0.9})),
        (partial(ivy.Adam, epsilon=1e-8), ("Adam", {})),
        (ivy.Adafactor, ("Adafactor", {})),
    ],
)
def test_copies_and_pickles_go_on(again: Any, ours: Any, theirs: Any, backend: str) -> None:
    name, options = theirs
    v = variables(arrays(0))
    optimizer = again(ours(0.01))
    for step in range(STEPS):
        v = optimizer.step(v, variables(arrays(step + 1)))
        if step == STEPS // 2:
            optimizer = again(optimizer)
    assert distance(v, by_torch(name, lr=0.01, **options)) < 1e-6


def test_clipping_gradients_of_zeros_does_not_divide_by_their_norm(backend: str) -> None:
    v = ivy.Container(w=ivy.ones(2))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        new = ivy.SGD(0.1, clip_norm=1.0).step(v, ivy.Container(w=ivy.zeros(2)))
    np.testing.assert_array_equal(ivy.to_numpy(new.w), [1.0, 1.0])


@pytest.mark.parametrize("rate", [None, "fast", [0.1]])
def test_a_schedule_that_returns_no_number(rate: Any, backend: str) -> None:
    v = ivy.Container(w=ivy.ones(2))
    with pytest.raises(IvyTypeError, match="SGD: expected a number from 0 on or a schedule as lr"):
        ivy.SGD(lambda step: rate).step(v, v)


def test_what_is_no_dense_array_is_refused_as_a_gradient(backend: str) -> None:
    v = ivy.Container(w=ivy.ones((2, 3)), b=ivy.ones(3))
    for ignored in (False, True):
        with pytest.raises(IvyTypeError, match=r"expected dense arrays .* at 'w'"):
            ivy.SGD(0.1).step(v, {"w": "no array", "b": ivy.ones(3)}, ignore_missing=ignored)


@pytest.mark.columns("tensorflow")
def test_slices_of_tensorflow_are_refused(backend: str) -> None:
    import tensorflow as tf

    table = tf.Variable(tf.ones((4, 2)))
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.gather(table, [1, 1]))
    with pytest.raises(IvyTypeError, match=r"expected dense arrays as gradients, got .*Slices"):
        ivy.SGD(0.1).step({"table": table}, {"table": tape.gradient(loss, table)})


@pytest.mark.columns("torch")
def test_sparse_gradients_of_torch_become_dense(backend: str) -> None:
    import torch

    def loss(v: Any) -> Any:
        places = torch.tensor([1, 1, 3])
        return torch.nn.functional.embedding(places, v["table"], sparse=True).sum()

    v = {"table": torch.ones((4, 2))}
    _, gradients = ivy.value_and_grad(loss)(v)
    new = ivy.Adam(0.1).step(v, gradients)
    np.testing.assert_array_equal(gradients["table"].numpy()[:, 0], [0, 2, 0, 1])
    np.testing.assert_allclose(new["table"].numpy()[:, 0], [1, 0.9, 1, 0.9], rtol=1e-6)


@pytest.mark.columns("tensorflow")
@pytest.mark.parametrize("function", [optimizers.matched, ivy.Adam.update, ivy.Adam.step])
def test_steps_are_what_autograph_converts(function: Any, backend: str) -> None:
    import tensorflow as tf

    tf.autograph.to_graph(function)  # or tf.function warns, once in a process

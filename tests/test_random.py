"""Random numbers: rows of the dashboards, the same numbers everywhere, and what they look like."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

import numpy as np
import pytest
import scipy.stats

import ivy
from ivy.backends import philox
from ivy.errors import IvyException
from ivy.rng import key_of_seed
from tests.helpers import assert_close, to_numpy

seeds = pytest.mark.parametrize("seed", [0, 7, 2**40])
float_dtypes = pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])


@pytest.fixture(autouse=True)
def unseeded(settings_restored: None) -> Any:
    """Start without the process-wide seed other tests have."""
    ivy.seed(seed_value=None)
    yield
    ivy.seed(seed_value=None)


# ---- the words --------------------------------------------------------------------------------


# Random123's known answers for philox4x32-10, of those whose counter's upper words are the key.
KNOWN = {
    0: ["6627e8d5", "e169c58d", "bc57ac4c", "9b00dbd8"],
    2**64 - 1: ["408f276d", "41c83b0e", "a20bc7c6", "6d5451fd"],
}


@pytest.mark.parametrize("bits", list(KNOWN), ids=["zeros", "ones"])
def test_philox_known_answers(bits: int) -> None:
    words = philox.words(bits, bits, 4)
    assert [f"{word:08x}" for word in words] == KNOWN[bits]


@seeds
def test_words_are_the_same_everywhere(seed: int, backend: str) -> None:
    key = key_of_seed(seed)
    for block, count in ((0, 5), (3, 4098), (2**32 - 1, 12)):
        found = to_numpy(ivy.with_backend(backend).random_words(key, block, count))
        np.testing.assert_array_equal(found.astype("uint32"), philox._computed(key, block, count))


# ---- rows of the dashboards -------------------------------------------------------------------


@cache
def on_numpy(name: str, args: tuple[Any, ...], options: tuple[tuple[str, Any], ...]) -> Any:
    """Return what NumPy draws, which every other framework must draw too."""
    with ivy.use_backend("numpy"):
        return to_numpy(getattr(ivy, name)(*args, **dict(options)))


def drawn(name: str, *args: Any, **options: Any) -> tuple[Any, Any]:
    """Return a draw of the backend under test, and NumPy's."""
    expected = on_numpy(name, args, tuple(options.items()))
    return getattr(ivy, name)(*args, **options), expected


@float_dtypes
@seeds
def test_random_uniform(dtype: str, seed: int, backend: str) -> None:
    found, expected = drawn(
        "random_uniform", low=-2.0, high=3.0, shape=(4, 5), dtype=dtype, seed=seed
    )
    assert_close(found, expected, dtype)
    unit, expected = drawn("random_uniform", shape=(2000,), dtype=dtype, seed=seed)
    np.testing.assert_array_equal(to_numpy(unit), expected)  # bit for bit
    assert expected.min() >= 0 and expected.max() < 1
    low, high = ivy.array([-1000.0, 100.0], dtype=dtype), ivy.array([101.0, 1000.0], dtype=dtype)
    between = ivy.random_uniform(low=low, high=high, dtype=dtype, seed=seed)
    assert between.dtype == dtype and between.shape == (2,)
    assert bool(ivy.all(between >= low)) and bool(ivy.all(between <= high))


@float_dtypes
@seeds
def test_random_normal(dtype: str, seed: int, backend: str) -> None:
    found, expected = drawn(
        "random_normal", mean=1.0, std=2.0, shape=(3, 5), dtype=dtype, seed=seed
    )
    assert_close(found, expected, dtype)
    means = ivy.array([-1000.0, 1000.0], dtype=dtype)
    around = ivy.random_normal(
        mean=means, std=ivy.array([0.0, 0.0], dtype=dtype), dtype=dtype, seed=seed
    )
    assert_close(around, to_numpy(means), dtype)


@pytest.mark.parametrize("replace", [True, False])
@seeds
def test_multinomial(replace: bool, seed: int, backend: str) -> None:
    found, expected = drawn("multinomial", 20, 6, batch_size=3, replace=replace, seed=seed)
    assert_close(found, expected, "int64")
    assert found.shape == (3, 6) and expected.min() >= 0 and expected.max() < 20
    probs = np.random.default_rng(1).uniform(1e-5, 1, (2, 8))
    weighted = ivy.multinomial(20, 5, probs=ivy.array(probs), replace=replace, seed=seed)
    with ivy.use_backend("numpy"):
        expected = ivy.multinomial(20, 5, probs=ivy.array(probs), replace=replace, seed=seed)
    assert_close(weighted, to_numpy(expected), "int64")
    if not replace:
        assert all(len(set(row)) == 5 for row in to_numpy(weighted))
    one_row = ivy.multinomial(20, 5, probs=ivy.array(probs[0]), replace=replace, seed=seed)
    assert one_row.shape == (5,) and one_row.dtype == "int64"


@float_dtypes
@seeds
def test_shuffle(dtype: str, seed: int, backend: str) -> None:
    x = np.arange(60.0).reshape(20, 3)
    shuffled = ivy.shuffle(ivy.array(x, dtype=dtype), seed=seed)
    with ivy.use_backend("numpy"):
        expected = to_numpy(ivy.shuffle(ivy.array(x, dtype=dtype), seed=seed))
    assert_close(shuffled, expected, dtype)
    rows = to_numpy(shuffled).astype("float64")
    np.testing.assert_array_equal(np.sort(rows, 0), x)  # whole rows, each once
    np.testing.assert_array_equal(rows[:, 1] - rows[:, 0], np.ones(20))
    columns = to_numpy(ivy.shuffle(ivy.array(x, dtype=dtype), 1, seed=seed)).astype("float64")
    np.testing.assert_array_equal(np.sort(columns, 1), x)


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "uint8"])
@seeds
def test_randint(dtype: str, seed: int, backend: str) -> None:
    found, expected = drawn("randint", 0, 100, shape=(50,), dtype=dtype, seed=seed)
    assert_close(found, expected, dtype)
    assert expected.min() >= 0 and expected.max() < 100
    wide, expected = drawn("randint", -(2**31), 2**31, shape=(50,), dtype="int64", seed=seed)
    assert_close(wide, expected, "int64")
    each = ivy.randint(ivy.array([0, 10]), ivy.array([1, 11]), seed=seed)
    assert_close(each, np.array([0, 10]), "int32")


# ---- other distributions ----------------------------------------------------------------------

OTHERS = {
    "bernoulli": ((0.3,), {"shape": (4000,)}, scipy.stats.bernoulli(0.3)),
    "gamma": ((2.0, 3.0), {"shape": (4000,)}, scipy.stats.gamma(2.0, scale=1 / 3)),
    "gamma, small": ((0.3, 1.0), {"shape": (4000,)}, scipy.stats.gamma(0.3)),
    "gamma, large": ((40.0, 1.0), {"shape": (4000,)}, scipy.stats.gamma(40.0)),
    "beta": ((2.0, 5.0), {"shape": (4000,)}, scipy.stats.beta(2.0, 5.0)),
    "beta, small": ((0.5, 0.25), {"shape": (4000,)}, scipy.stats.beta(0.5, 0.25)),
    "poisson": ((4.0,), {"shape": (4000,)}, scipy.stats.poisson(4.0)),
    "poisson, small": ((0.3,), {"shape": (4000,)}, scipy.stats.poisson(0.3)),
    "poisson, larger": ((11.0,), {"shape": (4000,)}, scipy.stats.poisson(11.0)),
    "poisson, large": ((400.0,), {"shape": (4000,)}, scipy.stats.poisson(400.0)),
    "random_normal": ((1.0, 2.0), {"shape": (4000,)}, scipy.stats.norm(1.0, 2.0)),
    "random_uniform": ((-1.0, 2.0), {"shape": (4000,)}, scipy.stats.uniform(-1.0, 3.0)),
    "randint": ((-3, 9), {"shape": (4000,)}, scipy.stats.randint(-3, 9)),
}


@pytest.mark.parametrize("name", list(OTHERS))
def test_distribution(name: str, backend: str) -> None:
    args, options, distribution = OTHERS[name]
    found, expected = drawn(name.partition(",")[0], *args, **options, seed=11)
    assert_close(found, expected, str(found.dtype))
    values = to_numpy(found).astype("float64")
    error = distribution.std() / np.sqrt(values.size)
    assert abs(values.mean() - distribution.mean()) < 4 * error
    assert abs(values.std() / distribution.std() - 1) < 0.1
    if isinstance(distribution.dist, scipy.stats.rv_continuous):
        assert scipy.stats.kstest(values, distribution.cdf).pvalue > 1e-3
    else:
        seen, counts = np.unique(values, return_counts=True)
        common = seen[counts >= 10]
        expected_counts = distribution.pmf(common) * values.size
        scale = counts[counts >= 10].sum() / expected_counts.sum()
        assert scipy.stats.chisquare(counts[counts >= 10], expected_counts * scale).pvalue > 1e-3


def test_multinomial_frequencies(backend: str) -> None:
    probs = np.array([0.1, 0.2, 0.7])
    for replace, count in ((True, 3000), (False, 1)):
        rows = 1 if replace else 3000
        given = ivy.array(np.broadcast_to(probs, (rows, 3)).copy())
        found = to_numpy(ivy.multinomial(3, count, probs=given, replace=replace, seed=5)).ravel()
        observed = np.bincount(found, minlength=3)
        assert scipy.stats.chisquare(observed, probs * observed.sum()).pvalue > 1e-3


def test_dirichlet(backend: str) -> None:
    alpha = np.array([1.0, 2.0, 3.0])
    found = ivy.dirichlet(ivy.array(alpha), size=(2000,), seed=3)
    with ivy.use_backend("numpy"):
        expected = to_numpy(ivy.dirichlet(ivy.array(alpha), size=(2000,), seed=3))
    assert_close(found, expected, "float32")
    np.testing.assert_allclose(expected.sum(-1), 1, rtol=1e-6)
    np.testing.assert_allclose(expected.mean(0), alpha / 6, atol=0.02)


def test_poisson_of_rates_without_a_choice(backend: str) -> None:
    found = ivy.poisson(ivy.array([-1.0, 0.0, np.nan]), fill_value=-5.0, seed=0)
    assert_close(found, np.array([-5.0, 0.0, np.nan], "float32"))


def test_tiny_parameters_give_no_nan(backend: str) -> None:
    tiny = ivy.full((200,), 1e-3)
    shares = to_numpy(ivy.beta(tiny, tiny, seed=2))
    assert np.all((shares >= 0) & (shares <= 1)) and 60 < shares.sum() < 140
    points = to_numpy(ivy.dirichlet(ivy.full((3,), 1e-3), size=100, seed=2))
    np.testing.assert_allclose(points.sum(-1), 1, rtol=1e-6)
    assert np.all(to_numpy(ivy.gamma(tiny, 1.0, seed=2)) >= 0)
    assert np.isnan(to_numpy(ivy.gamma(ivy.array([np.nan]), 1.0, seed=2))).all()


# ---- seeds and streams ------------------------------------------------------------------------


def test_process_seed(backend: str) -> None:
    ivy.seed(seed_value=3)
    first, second = ivy.random_uniform(shape=5), ivy.random_uniform(shape=5)
    ivy.seed(seed_value=3)
    with ivy.use_backend("numpy"):
        np.testing.assert_array_equal(to_numpy(first), to_numpy(ivy.random_uniform(shape=5)))
        np.testing.assert_array_equal(to_numpy(second), to_numpy(ivy.random_uniform(shape=5)))
    assert not np.array_equal(to_numpy(first), to_numpy(second))


def test_a_seed_of_a_call_leaves_the_stream_alone(backend: str) -> None:
    ivy.seed(seed_value=3)
    expected = ivy.random_uniform(shape=5)
    ivy.seed(seed_value=3)
    ivy.random_uniform(shape=100, seed=9)
    np.testing.assert_array_equal(to_numpy(ivy.random_uniform(shape=5)), to_numpy(expected))


def test_zero_is_a_seed(backend: str) -> None:
    draws = [to_numpy(ivy.random_uniform(shape=5, seed=0)) for _ in range(2)]
    np.testing.assert_array_equal(*draws)


def test_unseeded_draws_differ(backend: str) -> None:
    draws = [to_numpy(ivy.random_uniform(shape=5)) for _ in range(2)]
    assert not np.array_equal(*draws)
    assert not np.array_equal(*(to_numpy(ivy.shuffle(ivy.arange(50))) for _ in range(2)))
    assert ivy.multinomial(5, 3).shape == (1, 3)
    assert ivy.gamma(1.0, 1.0, shape=2).shape == (2,)


def test_threads_never_share_numbers(backend: str) -> None:
    ivy.seed(seed_value=1)
    found: list[Any] = []

    def draw() -> None:
        with ivy.use_backend(backend):
            for _ in range(20):
                found.append(float(ivy.random_uniform(dtype="float64")))

    threads = [threading.Thread(target=draw) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(set(found)) == 160


def test_rng_block(backend: str) -> None:
    with ivy.rng(5):
        inside = ivy.random_uniform(shape=3)
    assert_close(inside, to_numpy(ivy.random_uniform(shape=3, seed=5)), "float32")


# ---- inside the frameworks' compilers ---------------------------------------------------------


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_traced_seed(backend: str, jit: Any) -> None:
    def draw(x: Any) -> Any:
        return ivy.with_backend(backend).random_uniform(shape=(6,), seed=4) + x

    found = jit(draw)(ivy.array(0.0).data)
    assert_close(found, to_numpy(ivy.random_uniform(shape=(6,), seed=4)), "float32")


REJECTION = {
    "gamma": ([0.2, 1.0, 5.0, 90.0], [1.0, 2.0, 3.0, 4.0]),
    "beta": ([0.2, 1.0, 5.0, 90.0], [1.0, 0.1, 3.0, 40.0]),
    "dirichlet": ([0.2, 1.0, 5.0, 90.0],),
    "poisson": ([-1.0, 0.3, 9.0, 11.0, 500.0],),
}


@pytest.mark.parametrize("name", list(REJECTION))
@pytest.mark.columns("torch", "jax", "tensorflow")
def test_draws_by_rejection_trace(name: str, backend: str, jit: Any) -> None:
    parameters = [ivy.array(p, dtype="float64").data for p in REJECTION[name]]
    size = {"dirichlet": (200,)}.get(name)

    def draw(*given: Any) -> Any:
        tiled = given if size else [ivy.tile(p, (50, 1)) for p in given]
        options = {"size": size} if size else {}
        return getattr(ivy, name)(*tiled, **options, dtype="float64", seed=4)

    found = jit(lambda *given: draw(*given))(*parameters)
    assert_close(found, to_numpy(draw(*parameters)), "float64")


def test_key_that_is_an_array(backend: str) -> None:
    key = ivy.array([5, 7], dtype="int64")
    with ivy.rng(key):
        found = ivy.random_uniform(shape=3), ivy.gamma(2.0, 1.0, shape=3)
    with ivy.use_backend("numpy"), ivy.rng(np.array([5, 7])):
        expected = ivy.random_uniform(shape=3), ivy.gamma(2.0, 1.0, shape=3)
    for ours, theirs in zip(found, expected, strict=True):
        assert_close(ours, to_numpy(theirs), "float32")
    with pytest.raises(IvyException, match="two 32-bit words"), ivy.rng(key[:1]):
        pass


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_key_is_an_argument_of_a_program(backend: str, jit: Any) -> None:
    def draw(key: Any) -> Any:
        with ivy.rng(key):
            uniform, normal = ivy.random_uniform(shape=3), ivy.random_normal(shape=3)
            return [x.data for x in (uniform, normal, ivy.gamma(2.0, 1.0, shape=3))]

    program = jit(draw)
    for words in ([5, 7], [5, 8]):
        key = ivy.array(words, dtype="int64").data
        for found, expected in zip(program(key), draw(key), strict=True):
            assert_close(found, to_numpy(expected), "float32")


@pytest.mark.columns("jax")
def test_traced_key(backend: str) -> None:
    import jax

    @jax.jit
    def draw(key: Any) -> Any:
        with ivy.rng(key):
            return ivy.random_uniform(shape=3).data, ivy.random_normal(shape=3).data

    first, second = draw(jax.random.PRNGKey(1)), draw(jax.random.PRNGKey(2))
    assert not np.array_equal(first[0], second[0])
    np.testing.assert_array_equal(first[0], draw(jax.random.PRNGKey(1))[0])


@pytest.mark.columns("jax")
def test_jax_needs_a_key_to_trace(backend: str) -> None:
    import jax

    with pytest.raises(IvyException, match=r"ivy\.rng"):
        jax.jit(lambda: ivy.random_uniform(shape=3).data)()


@pytest.mark.columns("jax", "tensorflow")
def test_a_process_seed_is_not_frozen_into_a_program(backend: str, jit: Any) -> None:
    ivy.seed(seed_value=0)
    with pytest.raises(Exception, match=r"with ivy\.rng"):  # AutoGraph puts it in one of its own
        jit(lambda x: ivy.random_uniform(shape=3).data + x)(ivy.array(0.0).data)


# ---- bad input --------------------------------------------------------------------------------

MISTAKES = {
    "std": (lambda: ivy.random_normal(std=-1.0, shape=2), "std"),
    "order": (lambda: ivy.randint(5, 5, shape=2), "low < high"),
    "samples": (lambda: ivy.multinomial(3, 5, replace=False), "at most 3"),
    "shape": (lambda: ivy.random_uniform(low=ivy.array([0.0, 1.0]), shape=(3,)), "broadcast"),
    "seed": (lambda: ivy.random_uniform(shape=2, seed="a"), "integer"),
    "bernoulli": (lambda: ivy.bernoulli(None), "either probs or logits"),
    "gamma": (lambda: ivy.gamma(ivy.array([1.0, -2.0]), 1.0), "alpha of at least 0, got -2"),
    "dirichlet": (lambda: ivy.dirichlet(ivy.array([1.0, -2.0])), "alpha of at least 0, got -2"),
}


@pytest.mark.parametrize("mistake", list(MISTAKES))
def test_mistakes(mistake: str, backend: str) -> None:
    call, text = MISTAKES[mistake]
    with pytest.raises(IvyException, match=text):
        call()

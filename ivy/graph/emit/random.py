"""Random numbers: of the target's own generator, where a person would look for it.

torch and TensorFlow draw from their global generators, NumPy from `generator` of the file, JAX from
the `rngs` of a model or the `key` that a function takes. A seed in the graph stays one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.text import PLUS, TIMES, Expr
from ivy.graph.ir import Graph, Value


def draws(graph: Graph) -> bool:
    """Return whether a program draws numbers, other than to drop some."""
    return any(node.op in LINES for node in graph.all_nodes())


def is_key(value: Value) -> bool:
    """Return whether an argument of a JAX program is a key: a raw one, or one without a dtype."""
    return value.shape is None or (value.shape, value.dtype) == ((2,), "uint32")


def _shape(call: Call) -> str:
    shape = call.get("shape")
    shape = () if shape is None else shape if isinstance(shape, (tuple, list)) else (shape,)
    return call.of(tuple(shape), "size").text


def _dtype(call: Call) -> str:
    default = "int64" if call.op == "randint" else "float32"
    return call.dtype(call.known("dtype") or default).text


def _seeded(call: Call) -> Any:
    seed = call.known("seed")
    return None if seed is None else int(seed)


def key(call: Call) -> str:
    """Return the source of a new key of JAX."""
    seed = _seeded(call) if "seed" in call.defaults else None
    if seed is not None:
        return f"jax.random.key({seed})"
    emitter = call.body.emitter
    if call.body.inside:
        raise NoLine(f"{call.op}: random numbers inside of a loop or branch")
    if emitter.is_function:
        emitter.keys += 1
        return f"jax.random.fold_in(key, {emitter.keys})"
    if ("rngs", "rngs") not in call.body.aids:
        call.body.aids.append(("rngs", "rngs"))
    return "self.rngs()"


def _moved(drawn: str, low: Any, width: Any, call: Call) -> Expr:
    """Return numbers times a width plus a start, without what changes nothing."""
    if width != 1:
        drawn = f"{drawn} * {call.of(width, 'width').at(TIMES)}"
    if low != 0:
        return Expr(f"{drawn} + {call.of(low, 'low').at(PLUS + 1)}", PLUS)
    return Expr(drawn, TIMES if width != 1 else 12)


def _torch(call: Call, seed: int | None, integers: bool) -> str:
    extra = "" if seed is None else f", generator=torch.Generator().manual_seed({seed})"
    dtype = _dtype(call)
    extra += "" if dtype in ("torch.float32", "torch.int64") else f", dtype={dtype}"
    if integers:
        return f"torch.randint({call.text('low')}, {call.text('high')}, {_shape(call)}{extra})"
    return f"torch.rand{'n' if call.op == 'random_normal' else ''}({_shape(call)}{extra})"


def _numpy(call: Call, seed: int | None, integers: bool) -> str:
    if seed is None:
        call.use("generator")
    source = "generator" if seed is None else f"np.random.default_rng({seed})"
    given = f"{_shape(call)}, {_dtype(call)}"
    if integers:
        return f"{source}.integers({call.text('low')}, {call.text('high')}, {given})"
    return f"{source}.{'standard_normal' if call.op == 'random_normal' else 'random'}({given})"


def _jax(call: Call, seed: int | None, integers: bool) -> str:
    given = [key(call), _shape(call)]
    given += [call.text("low"), call.text("high")] if integers else []
    function = call.op.removeprefix("random_")
    return f"jax.random.{function}({', '.join([*given, _dtype(call)])})"


def _tensorflow(call: Call, seed: int | None, integers: bool) -> str:
    given = [_shape(call), *([] if seed is None else [f"({seed}, 0)"])]
    if integers:
        given += [f"minval={call.text('low')}", f"maxval={call.text('high')}"]
    dtype, kind = _dtype(call), "normal" if call.op == "random_normal" else "uniform"
    given += [] if dtype == "tf.float32" else [f"dtype={dtype}"]
    return f"tf.random.{'' if seed is None else 'stateless_'}{kind}({', '.join(given)})"


_OTHERS = {
    "torch": {
        "shuffle": "{x}[torch.randperm(len({x}))]",
        "poisson": "torch.poisson({lam}).to({dtype})",
        "gamma": "torch.distributions.Gamma({alpha}, {beta}).sample().to({dtype})",
    },
    "numpy": {
        "shuffle": "generator.permutation({x})",
        "poisson": "generator.poisson({lam}).astype({dtype})",
        "gamma": "generator.gamma({alpha}, 1 / {beta}).astype({dtype})",
    },
    "jax": {
        "shuffle": "jax.random.permutation({key}, {x})",
        "poisson": "jax.random.poisson({key}, {lam}).astype({dtype})",
        "gamma": "(jax.random.gamma({key}, {alpha}) / {beta}).astype({dtype})",
    },
    "tensorflow": {
        "shuffle": "tf.random.shuffle({x})",
        "poisson": "tf.random.poisson((), {lam}, {dtype})",
        "gamma": "tf.random.gamma((), {alpha}, {beta}, {dtype})",
    },
}
_NUMBERS: dict[str, Callable[[Call, int | None, bool], str]] = {
    "torch": _torch,
    "numpy": _numpy,
    "jax": _jax,
    "tensorflow": _tensorflow,
}


def _numbers(call: Call) -> Expr:
    """Print numbers between bounds, or around a mean."""
    names = ("low", "high", "mean", "std")
    low, high = (call.known(name) for name in names if name in call.defaults)
    text = _NUMBERS[call.target](call, _seeded(call), call.op == "randint")
    if call.op == "randint":
        return Expr(text)
    return _moved(text, low, high if call.op == "random_normal" else high - low, call)


def _other(call: Call) -> Expr:
    """Print numbers whose parameters are arrays."""
    if call.known("seed") is not None:
        raise NoLine(f"{call.op}: seed")
    text = _OTHERS[call.target][call.op]
    if "generator" in text:
        call.use("generator")
    if call.op == "shuffle":
        if call.get("axis") != 0:
            raise NoLine("shuffle: another axis")
        names = {"x": call.shared("x").text}
    else:
        if call.known("shape") is not None:
            raise NoLine(f"{call.op}: shape")
        arrays = ("lam",) if call.op == "poisson" else ("alpha", "beta")
        names = {name: call.text(name) for name in arrays}
        dtype = call.known("dtype") or getattr(call.given[arrays[0]], "dtype", "float32")
        names["dtype"] = call.dtype(dtype).text
    if "{key}" in text:
        names["key"] = key(call)
    return Expr(text.format(**names))


LINES = {
    **dict.fromkeys(("random_uniform", "random_normal", "randint"), _numbers),
    **dict.fromkeys(("shuffle", "poisson", "gamma"), _other),
}


def noise_shape(call: Call) -> str | None:
    """Return the shape of the numbers that dropout draws, if it is not that of its operand."""
    shape = call.get("noise_shape")
    if "scale" in call.given or "dtype" in call.given or "seed" in call.given:
        raise NoLine("dropout: options")
    if shape is None:
        return None
    x = call.shared("x").text
    sizes = [
        call.body.target.size.format(x=x, axis=axis) if n is None else call.of(n, "size").text
        for axis, n in enumerate(shape)
    ]
    return f"({', '.join(sizes)},)" if len(sizes) == 1 else f"({', '.join(sizes)})"

"""Source for JAX: `flax.nnx.Module` classes."""

from __future__ import annotations

from typing import Any

from ivy.graph.emit import functions, random, shared, windows
from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.target import Target
from ivy.graph.emit.templates import jax as templates
from ivy.graph.emit.text import ATOM, PLUS, TIMES, Expr, literal
from ivy.graph.ir import Value


def _conv(call: Call) -> Expr:
    found = windows.convolution(call)
    axes = windows.letters(found.dims)
    image = f"N{axes}C" if found.channel_last else f"NC{axes}"
    transposed = call.op == "conv_general_transpose"
    kernel = call.text("filters")
    if transposed:
        if found.groups != 1:
            raise NoLine(f"{call.op}: groups")
        # A transposed convolution is one over an image with gaps, with the kernel turned around.
        filters = f"{axes}OI" if found.filters_last else f"IO{axes}"
        turned = tuple(range(found.dims)) if found.filters_last else tuple(range(-found.dims, 0))
        kernel = f"jnp.flip({kernel}, {turned})"
        strides, pads, gaps = (1,) * found.dims, windows.spread_padding(found), found.strides
    else:
        filters = f"{axes}IO" if found.filters_last else f"OI{axes}"
        strides, pads, gaps = found.strides, found.pads or (), found.x_dilations
    parts = [
        call.text("x"),
        kernel,
        call.of(strides, "stride").text,
        call.of(pads, "padding").text,
        f'dimension_numbers=("{image}", "{filters}", "{image}")',
    ]
    if set(gaps) != {1}:
        parts.append(f"lhs_dilation={call.of(gaps, 'gaps').text}")
    if set(found.dilations) != {1}:
        parts.append(f"rhs_dilation={call.of(found.dilations, 'dilation').text}")
    if found.groups != 1:
        parts.append(f"feature_group_count={call.of(found.groups, 'groups').text}")
    made = f"lax.conv_general_dilated({', '.join(parts)})"
    if "bias" not in call.given:
        return Expr(made)
    index = windows.bias_index(found.dims, found.channel_last)
    return Expr(f"{made} + {call.text('bias', ATOM)}{index}", PLUS)


def _pool(call: Call) -> Expr:
    found = windows.pooling(call)
    numbers = (windows.per_image(n, found.last) for n in (found.kernel, found.strides))
    given = [call.of(n, "window").text for n in numbers]
    given.append(call.of(windows.of_image(found.pads, found.last), "padding").text)
    if set(found.dilations) != {1}:
        apart = call.of(windows.per_image(found.dilations, found.last), "dilation").text
        given.append(f"window_dilation={apart}")
    x, window = call.text("x"), ", ".join(given)
    if call.op.startswith("max"):
        return Expr(f"lax.reduce_window({x}, -jnp.inf, lax.max, {window})")
    if found.divisor is None:
        call.use("avg_pool")
        return Expr(f"avg_pool({x}, {window})")
    total = f"lax.reduce_window({x}, 0.0, lax.add, {window})"
    return Expr(total) if found.divisor == 1 else Expr(f"{total} / {found.divisor}", TIMES)


def _attention(call: Call) -> Expr:
    call.use("attention")
    parts = functions.attention_arguments(call)
    rate = call.known("dropout_p")
    call.get("training")
    if rate:
        parts.append(f"drop=self.{_dropout_layer(call, rate)}")
    return Expr(f"attention({', '.join(parts)})")


def _dropout(call: Call) -> Expr:
    rate, always = call.known("prob"), call.get("training") is True
    if not always and not isinstance(call.get("training"), Value):
        return call.expr("x")
    shape = random.noise_shape(call)
    x = call.shared("x").text if shape else call.text("x")
    drawn = f"jnp.ones({shape}, {x}.dtype)" if shape else x
    if always:
        call.use("dropout")
        made = f"dropout({drawn}, {call.of(rate, 'rate').text}, {random.key(call)})"
    else:
        made = f"self.{_dropout_layer(call, rate)}({drawn})"
    return Expr(f"{x} * {made}", TIMES) if shape else Expr(made)


def _dropout_layer(call: Call, rate: float) -> str:
    """Return the attribute with a dropout layer of a rate, one per method that drops."""
    wanted = f"nnx.Dropout({literal(rate)}, rngs=rngs)"
    for name, source in call.body.aids:
        if source == wanted:
            return name
    name = call.body.emitter.components.attribute("dropout_layer")
    name = name if not call.body.aids else f"{name}_{len(call.body.aids) + 1}"
    call.body.aids.append((name, wanted))
    return name


def _set_item(call: Call) -> Expr:
    from ivy.graph.emit.indexing import subscript

    x, query = call.text("x", ATOM), call.get("query")
    return Expr(f"{x}.at[{subscript(call, query)}].set({call.text('val')})")


_TABLE: dict[str, Any] = {
    **shared.of_namespace(shared.NUMPY, "jnp"),
    **{name: f"jax.nn.{name}({{x}})" for name in "relu silu sigmoid softplus relu6 mish".split()},
    "hardswish": "jax.nn.hard_swish({x})",
    "softsign": "jax.nn.soft_sign({x})",
    "logsigmoid": "jax.nn.log_sigmoid({input})",
    "lgamma": "jax.lax.lgamma({x})",
    "digamma": "jax.lax.digamma({x})",
    "complex": functions.complex_of,
    "matrix_exp": "jax.scipy.linalg.expm({x})",
    "unsorted_segment_sum": "jax.ops.segment_sum({data}, {segment_ids}, {num_segments})",
    "top_k": functions.top_k,
    "solve_triangular": lambda c: Expr(
        f"jax.scipy.linalg.solve_triangular({c.text('x1')}, {c.text('x2')}, "
        f"lower={not c.known('upper')})"
    ),
    "elu": "jax.nn.elu({x}<, {alpha}>)",
    "leaky_relu": "jax.nn.leaky_relu({x}, {alpha!})",
    "erf": "jax.lax.erf({x})",
    "rsqrt": "lax.rsqrt({x})",
    "stop_gradient": "lax.stop_gradient({x})",
    "softmax": functions.softmax,
    "log_softmax": functions.softmax,
    "gelu": "jax.nn.gelu({x}, approximate={approximate!})",
    "conv_general_dilated": _conv,
    "conv_general_transpose": _conv,
    **{f"{kind}_pool{n}d": _pool for kind in ("max", "avg") for n in (1, 2, 3)},
    "scaled_dot_product_attention": _attention,
    "dropout": _dropout,
    "set_item": _set_item,
}


class Jax(Target):
    """`flax.nnx.Module` classes."""

    name, namespace, safetensors = "jax", "jnp", "flax"
    implied = ("int64", "bool")
    lower = "jnp.tril({})"
    base = root_base = "nnx.Module"
    super_init = ""
    training = "not self.use_running_average"
    table = _TABLE
    functions = templates.FUNCTIONS
    layers = templates.LAYERS
    imports = {  # noqa: RUF012
        "jax": "import jax",
        "jnp": "import jax.numpy as jnp",
        "lax": "from jax import lax",
        "nnx": "from flax import nnx",
        "np": "import numpy as np",
        "math": "import math",
    }

    def __init__(self) -> None:
        from flax import nnx

        own = ("load_weights", "use_running_average", "rngs")
        self.reserved = frozenset((*dir(nnx.Module), *own))

    def dtype(self, name: str) -> str:
        """Return the dtype; those of 64 bits are what JAX's 64-bit mode makes of them."""
        wide = {"int64": "int", "float64": "float", "complex128": "complex", "bool": "bool"}
        return wide.get(name, f"jnp.{name}")

    def attributes(self, text: str) -> dict[str, str]:
        """Return the mode, which `train()` and `eval()` of a module set where it is declared."""
        name = "use_running_average"
        return {name: "False"} if f"self.{name}" in text else {}

    def held(self, where: str, kind: str) -> str:
        """Return how a variable is read."""
        return f"{where}[...]"

    def written(self, where: str, value: str) -> str:
        """Return how a variable is written."""
        return f"{where}[...] = lax.stop_gradient({value})"

    def leaf(self, kind: str, shape: str, dtype: str, value: str) -> str:
        """Return how a variable is made."""
        made = value or f"jnp.zeros({shape}, {self.dtype(dtype)})"
        if value:  # what stands in the source is not loaded
            return f"nnx.Variable({made})"
        return f"nnx.{'Param' if kind == 'parameter' else 'BatchStat'}({made})"

    def listed(self, items: str, leaves: bool) -> str:
        """Return a list of modules."""
        return f"nnx.List({items})"

    def mapped(self, items: str, leaves: bool) -> str:
        """Return a dict of modules."""
        return f"nnx.Dict({items})"

    def loading(self, emitter: Any) -> list[str]:
        """Return the statements that load weights."""
        return [
            "state = nnx.state(self, nnx.Any(nnx.Param, nnx.BatchStat))",
            "for names, variable in nnx.to_flat_state(state):",
            '    variable[...] = weights[".".join(map(str, names))]',
        ]

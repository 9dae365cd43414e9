"""Images of other sizes: the target's own function where results are equal, else a short one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ivy.backends import resampling
from ivy.backends.windows import axes_to_first, axes_to_last
from ivy.errors import IvyException
from ivy.graph.emit.calls import Call, NoLine
from ivy.graph.emit.text import Expr, literal


class _Plan:
    """What a call of `interpolate` asks for."""

    def __init__(self, call: Call) -> None:
        names = ("size", "mode", "scale_factor", "recompute_scale_factor", "align_corners")
        given = [call.known(name) for name in (*names, "antialias")]
        x = call.get("x")
        shape = getattr(x, "shape", None) or ()
        if None in shape[2:] or not str(x.dtype).startswith(("float", "bfloat")):
            raise NoLine("interpolate: sizes that are not known, or whole numbers")
        try:
            plan = resampling.planned(shape, *given)
        except IvyException as error:
            raise NoLine(str(error)) from None
        self.call, self.mode, self.sizes, self.scales = call, plan.mode, plan.sizes, plan.scales
        self.dims, self.old, self.dtype = len(plan.sizes), shape[2:], x.dtype
        self.align_corners, self.antialias = bool(given[4]), bool(given[5])
        self.linear = self.mode in resampling.LINEAR
        triples = zip(self.old, self.sizes, self.scales, strict=True)
        steps = [scale is None or old / new == 1 / scale for old, new, scale in triples]
        self.centred = all(steps) and not self.align_corners
        """Whether positions follow from the sizes."""

    def size(self) -> str:
        """Return the source of the new sizes."""
        return self.call.of(self.sizes, "size").text

    def native_mode(self, any_step: bool) -> str | None:
        """Return the kernel that JAX and TensorFlow have for it, in words of JAX."""
        steps = [old / new for old, new in zip(self.old, self.sizes, strict=True)]
        exact = any_step or all((step * 4096).is_integer() for step in steps)
        if not self.centred or not exact:  # they compute positions in float32
            return None
        if self.linear:
            return "linear"
        return "cubic" if self.mode == "bicubic" and self.antialias else None


def _one(numbers: tuple[Any, ...]) -> Any:
    return numbers[0] if len(set(numbers)) == 1 else numbers


def _torch(call: Call) -> Expr:
    plan = _Plan(call)
    mode = {1: "linear", 2: "bilinear", 3: "trilinear"}[plan.dims] if plan.linear else plan.mode
    if mode not in ("linear", "bilinear", "trilinear", "bicubic", "area", *resampling.NEAREST):
        raise NoLine(f"interpolate: mode {mode}")
    if plan.dims != 2 and (mode == "bicubic" or plan.antialias):
        raise NoLine(f"interpolate: {mode} along {plan.dims} axes")
    scaled = plan.scales[0] is not None
    wanted = f"scale_factor={call.of(_one(plan.scales), 'scale').text}" if scaled else plan.size()
    parts = [call.text("x"), wanted]
    parts += [f"mode={literal(str(mode))}"] if mode != "nearest" else []
    parts += [f"{n}=True" for n in ("align_corners", "antialias") if getattr(plan, n)]
    return Expr(f"F.interpolate({', '.join(parts)})")


def _jax(call: Call) -> Expr:
    plan = _Plan(call)
    mode = plan.native_mode(any_step=not plan.antialias)  # then as torch does
    if mode is None:
        return _written(plan)
    x = call.shared("x").text
    smaller = any(new < old for old, new in zip(plan.old, plan.sizes, strict=True))
    extra = ", antialias=False" if smaller and not plan.antialias else ""
    sizes = plan.size().strip("(),")
    return Expr(f'jax.image.resize({x}, (*{x}.shape[:2], {sizes}), "{mode}"{extra})')


def _tensorflow(call: Call) -> Expr:
    plan = _Plan(call)
    mode = plan.native_mode(any_step=False)
    if mode is None or plan.dims != 2 or plan.dtype != "float32":
        return _written(plan)
    turned = f"tf.transpose({call.text('x')}, {axes_to_last(2)})"
    extra = "" if mode == "linear" else ', "bicubic"'
    extra += ", antialias=True" if plan.antialias else ""
    made = f"tf.image.resize({turned}, {plan.size()}{extra})"
    return Expr(f"tf.transpose({made}, {axes_to_first(2)})")


def _written(plan: _Plan) -> Expr:
    """Return a call of a function of the source."""
    call, parts = plan.call, [plan.call.text("x"), plan.size()]
    if plan.mode in resampling.NEAREST:
        exact = plan.mode == "nearest-exact"
        for old, new, scale in zip(plan.old, plan.sizes, plan.scales, strict=True):
            wanted = resampling.nearest_index(old, new, scale, exact)
            if (wanted != (2 * np.arange(new) + exact) * old // (2 * new)).any():
                raise NoLine("interpolate: places that float32 rounds to others")
        function, parts = "nearest", [*parts, *(["exact=True"] if exact else [])]
    elif plan.mode == "area":
        function = "adaptive_average"
    elif plan.linear or plan.mode == "bicubic":
        function = "antialiased" if plan.antialias else "interpolate"
        parts.append("linear_kernel" if plan.linear else "cubic_kernel")
        if plan.antialias and not plan.centred:
            raise NoLine("interpolate: antialias with a scale or align_corners")
        if plan.antialias and not plan.linear:
            parts[-1] = "soft_cubic_kernel"
        if plan.align_corners:
            parts.append("align_corners=True")
        elif not plan.centred:
            parts.append(f"scale={call.of(plan.scales, 'scale').text}")
        call.use(parts[2])
    else:
        raise NoLine(f"interpolate: mode {plan.mode}")
    call.use(function)
    return Expr(f"{function}({', '.join(parts)})")


def _adaptive(call: Call) -> Expr:
    dims, form = int(call.op[-2]), call.known("data_format")
    sizes = call.known("output_size")
    sizes = tuple(sizes) if isinstance(sizes, (tuple, list)) else (sizes,) * dims
    if form.endswith("C") or call.ndim("input") != dims + 2 or None in sizes:
        raise NoLine(f"{call.op}: channels last, or no batch")
    x, size = call.text("input"), call.of(sizes, "size").text
    if call.target == "torch":
        return Expr(f"F.{call.op}({x}, {size})")
    if "max" in call.op or None in call.given["input"].shape[2:]:
        raise NoLine(f"{call.op}: maxima, or sizes that are not known")
    call.use("adaptive_average")
    return Expr(f"adaptive_average({x}, {size})")


_OF_TARGETS = {"torch": _torch, "jax": _jax, "tensorflow": _tensorflow}


def _interpolate(call: Call) -> Expr:
    own = _OF_TARGETS.get(call.target)
    return _written(_Plan(call)) if own is None else own(call)


LINES = {
    "interpolate": _interpolate,
    **{f"adaptive_{kind}_pool{n}d": _adaptive for kind in ("avg", "max") for n in (1, 2, 3)},
}

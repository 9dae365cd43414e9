import torch
import torch.nn.functional as F

from ivy.backends import torch as _space
from ivy.backends.any import images as _shared
from ivy.backends.on_floats import native_on_floats
from ivy.backends.resampling import NEAREST, kept_rows, planned

# torch's kernels: mode -> the number of spatial axes each is for.
_KERNELS = {"bilinear": (2,), "trilinear": (3,), "bicubic": (2,), "area": (1, 2, 3)}
_KERNELS |= dict.fromkeys(NEAREST, (1, 2, 3))
_LINEAR = {1: "linear", 2: "bilinear", 3: "trilinear"}
_NEAREST_DTYPES = (torch.float32, torch.float64, torch.uint8)


def interpolate(
    x,
    size,
    mode="linear",
    scale_factor=None,
    recompute_scale_factor=None,
    align_corners=False,
    antialias=False,
):
    plan = planned(
        x.shape, size, mode, scale_factor, recompute_scale_factor, align_corners, antialias
    )
    count = len(plan.sizes)
    name = _LINEAR.get(count, mode) if mode == "linear" else mode
    if name == "linear" and count == 1:
        native = not antialias
    else:
        # torch 2.13 gives wrong values with antialias where one column remains.
        native = count in _KERNELS.get(name, ()) and not (
            antialias and (count != 2 or plan.sizes[1] == 1)
        )
    if not native or (name in NEAREST and x.dtype not in _NEAREST_DTYPES):
        options = (mode, scale_factor, recompute_scale_factor, align_corners, antialias)
        return _shared.interpolate(_space, x, size, *options)
    sizes, scales = (plan.sizes, None) if plan.scales[0] is None else (None, plan.scales)
    corners = None if name in NEAREST or name == "area" else bool(align_corners)
    if name in NEAREST:
        return F.interpolate(x, sizes, scales, name)
    return _interpolate(x, sizes, scales, name, corners, antialias)


@native_on_floats(_space)()
def _interpolate(x, sizes, scales, mode, align_corners, antialias):
    return F.interpolate(x, sizes, scales, mode, align_corners, False, antialias)


def greedily_kept(over):
    if not torch.compiler.is_compiling():
        return torch.from_numpy(kept_rows(over.numpy(force=True))).to(over.device)
    kept = over.new_ones(over.shape[0])
    place = torch.arange(over.shape[0], device=over.device)
    for i in range(over.shape[0] - 1):
        kept = kept & ~(over[i] & kept[i] & (place > i))
    return kept

"""Operations written in torch: those it does not take apart, or only by looking at values."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F

from ivy.graph.importers.special import bessel_i1, bessel_ie, ndtri

aten = torch.ops.aten
DECOMPOSITIONS: dict[Any, Callable[..., Any]] = {}
"""Operation of ATen -> what it consists of, for those that torch has no decomposition of."""


def _consists_of(*ops: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        DECOMPOSITIONS.update(dict.fromkeys(ops, function))
        return function

    return register


# ---- functions that look at values --------------------------------------------------------------


def cov(x: Any, *, correction: int = 1, fweights: Any = None, aweights: Any = None) -> Any:
    """Stand for `torch.cov`, which checks the number of observations."""
    x = torch.atleast_2d(x)
    weights = fweights if aweights is None else aweights
    if fweights is not None and aweights is not None:
        weights = fweights * aweights
    if weights is None:
        centred = x - x.mean(1, keepdim=True)
        total, left = centred, max(x.shape[1] - correction, 0)
    else:
        count = weights.sum()
        centred = x - (x * weights).sum(1, keepdim=True) / count
        total, left = centred * weights, count - correction
        if aweights is not None and correction:
            left = count - correction * (weights * aweights).sum() / count
        left = left.clamp(min=0)
    return ((total @ centred.mH) / left).squeeze()


def corrcoef(x: Any) -> Any:
    """Stand for `torch.corrcoef`."""
    matrix = cov(x)
    if not matrix.ndim:
        return matrix / matrix
    spread = matrix.diagonal().real.sqrt()
    found = matrix / spread[:, None] / spread
    return found if found.is_complex() else found.clamp(-1, 1)


def combinations(x: Any, r: int = 2, with_replacement: bool = False) -> Any:
    """Stand for `torch.combinations`, which counts by a mask."""
    kind = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    places = torch.tensor(list(kind(range(x.shape[0]), r)), dtype=torch.int64).reshape(-1, r)
    return x[places]


def lstsq(a: Any, b: Any, rcond: float | None = None, *, driver: str | None = None) -> Any:
    """Stand for `torch.linalg.lstsq`; residuals are those of matrices of full rank."""
    b, vectors = (b[..., None], True) if b.ndim == 1 or b.ndim < a.ndim else (b, False)
    found = torch.linalg.pinv(a, rtol=rcond) @ b
    residuals = (a @ found - b).abs().square().sum(-2)
    if a.shape[-2] <= a.shape[-1] or driver in (None, "gelsy"):
        residuals = residuals.new_zeros((0,))
    solution = found.squeeze(-1) if vectors else found
    none = residuals.new_zeros((0,))
    rank = none.long() if driver == "gels" else torch.linalg.matrix_rank(a)
    values = torch.linalg.svdvals(a) if driver in ("gelsd", "gelss") else none
    return torch.return_types.linalg_lstsq((solution, residuals, rank, values))


def gaussian_nll_loss(
    input: Any,
    target: Any,
    var: Any,
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Any:
    """Stand for `F.gaussian_nll_loss`, which checks that no variance is negative."""
    var = torch.as_tensor(var, dtype=input.dtype)
    if var.shape == input.shape[:-1] != input.shape:
        var = var[..., None]
    bounded = var + (var.clamp(min=eps) - var).detach()
    loss = 0.5 * (bounded.log() + (input - target).square() / bounded)
    loss = loss + 0.5 * math.log(2 * math.pi) if full else loss
    return loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()


def ctc_loss(
    log_probs: Any,
    targets: Any,
    input_lengths: Any,
    target_lengths: Any,
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> Any:
    """Stand for `F.ctc_loss`: minus the log of the sum over all alignments, step by step."""
    if log_probs.ndim == 2:
        found = ctc_loss(
            log_probs[:, None], targets[None], torch.as_tensor(input_lengths).reshape(1),
            torch.as_tensor(target_lengths).reshape(1), blank, reduction, zero_infinity,
        )  # fmt: skip
        return found.squeeze(0) if reduction == "none" else found
    steps, batch, _ = log_probs.shape
    inputs, lengths = (torch.as_tensor(n) for n in (input_lengths, target_lengths))
    if targets.ndim == 1:  # one after the other
        places = (lengths.cumsum(0) - lengths)[:, None] + torch.arange(targets.shape[0])
        targets = targets[places.clamp(max=targets.shape[0] - 1)]
    targets = targets.long()
    labels = torch.full((batch, 2 * targets.shape[1] + 1), blank)
    labels[:, 1::2] = targets
    lowest = torch.finfo(log_probs.dtype).min / 4
    emitted = log_probs.gather(2, labels.expand(steps, *labels.shape))
    # A label is skipped to only from another label, with the blank between left out.
    skips = F.pad((targets[:, 1:] != targets[:, :-1]).repeat_interleave(2, 1), (3, 0))
    skips = (skips[:, : labels.shape[1]] & (labels != blank)) if targets.shape[1] else labels < 0
    start = torch.arange(labels.shape[1]) < 2
    alpha = torch.where(start, emitted[0], lowest)
    for step in range(1, steps):
        before = F.pad(alpha, (2, 0), value=lowest)
        skipped = torch.where(skips, before[:, :-2], lowest)
        paths = torch.stack([alpha, before[:, 1:-1], skipped])
        moved = (paths.logsumexp(0) + emitted[step]).clamp(min=lowest)
        alpha = torch.where((step < inputs)[:, None], moved, alpha)
    last = 2 * lengths[:, None]
    ends = torch.cat([alpha.gather(1, last), alpha.gather(1, (last - 1).clamp(min=0))], 1)
    ends = torch.where((lengths == 0)[:, None] & torch.tensor([False, True]), lowest, ends)
    loss = -ends.logsumexp(1)
    loss = torch.where(loss > -lowest / 2, 0.0 if zero_infinity else math.inf, loss)
    if reduction == "mean":
        return (loss / lengths.clamp(min=1)).mean()
    return loss.sum() if reduction == "sum" else loss


FUNCTIONS: list[tuple[Any, str, Callable[..., Any]]] = [
    (torch, "cov", cov), (torch.Tensor, "cov", cov), (torch, "corrcoef", corrcoef),
    (torch.Tensor, "corrcoef", corrcoef), (torch, "combinations", combinations),
    (torch.linalg, "lstsq", lstsq), (F, "ctc_loss", ctc_loss),
    (F, "gaussian_nll_loss", gaussian_nll_loss),
]  # fmt: skip
"""Functions that are replaced while a program is exported: (where, name, by what)."""


# ---- operations without a decomposition ---------------------------------------------------------


@_consists_of(aten.cholesky_inverse.default)
def _cholesky_inverse(x, upper=False):
    return torch.cholesky_solve(torch.eye(x.shape[-1], dtype=x.dtype).expand_as(x), x, upper)


@_consists_of(aten.convolution_backward.default)
def _convolution_backward(
    grad,
    x,
    weight,
    bias_sizes,
    stride,
    padding,
    dilation,
    transposed,
    output_padding,
    groups,
    output_mask,
):
    """Convolutions again: of the gradient with the weight, and of the input with the gradient."""
    small, large = (x, grad) if transposed else (grad, x)
    nothing = [0] * (x.ndim - 2)
    sizes = zip(*(each.shape[2:] for each in (large, small, weight)), strict=True)
    left = [
        n - (out - 1) * s + 2 * p - 1 - d * (k - 1)
        for (n, out, k), s, p, d in zip(sizes, stride, padding, dilation, strict=True)
    ]
    of_x = aten.convolution(
        grad, weight, None, stride, padding, dilation, not transposed,
        nothing if transposed else left, groups,
    )  # fmt: skip
    # Samples take the place of channels, and each channel of a group that of a sample.
    rows = large.unflatten(1, (groups, -1)).movedim(2, 0).transpose(1, 2).flatten(1, 2)
    columns = small.transpose(0, 1)
    found = aten.convolution(
        rows, columns, None, dilation, padding, stride, False, nothing, groups
    ).transpose(0, 1)
    of_weight = found[(..., *(slice(n) for n in weight.shape[2:]))]
    return of_x, of_weight, grad.sum((0, *range(2, grad.ndim)))


@_consists_of(aten.mode.default)
def _mode(x, dim=-1, keepdim=False):
    """The most frequent value, the smallest of several such, and its last place."""
    if not x.ndim:
        return x.clone(), torch.zeros((), dtype=torch.int64)
    moved = x.movedim(dim, -1)
    counts = (moved[..., None] == moved[..., None, :]).sum(-1)
    often = counts == counts.amax(-1, keepdim=True)
    largest = moved.amax(-1, keepdim=True)
    value = torch.where(often, moved, largest).amin(-1, keepdim=True)
    order = torch.arange(moved.shape[-1])
    place = torch.where(moved == value, order, 0).amax(-1, keepdim=True)
    found = value.movedim(-1, dim), place.movedim(-1, dim)
    return found if keepdim else tuple(y.squeeze(dim) for y in found)


@_consists_of(aten.nanmedian.default)
def _nanmedian(x):
    return x.reshape(-1).nanmedian(0).values


@_consists_of(aten.multilabel_margin_loss_forward.default)
def _multilabel_margin_loss(x, target, reduction):
    """Labels end at the first -1."""
    rows, labels = torch.atleast_2d(x), torch.atleast_2d(target)
    named = (labels < 0).cumsum(1) == 0
    safe = torch.where(named, labels, 0)
    is_target = (F.one_hot(safe, rows.shape[1]) * named[..., None]).sum(1) > 0
    margins = (1 - rows.gather(1, safe)[..., None] + rows[:, None]).clamp(min=0)
    counted = named[..., None] & ~is_target[:, None]
    loss = torch.where(counted, margins, 0).sum((1, 2)) / rows.shape[1]
    loss = loss if x.ndim == 2 and not reduction else loss.mean() if reduction == 1 else loss.sum()
    return loss, is_target.to(x.dtype).reshape(target.shape)


@_consists_of(aten.dist.default)
def _dist(x, y, p=2):
    return torch.linalg.vector_norm(x - y, p)


@_consists_of(aten.narrow_copy.default)
def _narrow_copy(x, dim, start, length):
    return x.narrow(dim, start, length).clone()


@_consists_of(aten.special_erfcx.default)
def _erfcx(x):
    """exp(x**2) * erfc(x), by a continued fraction where the factors leave the range."""
    large = x.clamp(min=2)
    fraction = large
    for n in range(40, 0, -1):
        fraction = large + n / 2 / fraction
    small = x.clamp(max=2)
    return torch.where(
        x > 2, 1 / math.sqrt(math.pi) / fraction, small.square().exp() * small.erfc()
    )


_SPECIAL: dict[Any, Any] = {
    aten.special_i0e: partial(bessel_ie, order=0), aten.special_i1e: partial(bessel_ie, order=1),
    aten.special_i1: bessel_i1, aten.special_ndtri: ndtri,
    aten.special_modified_bessel_i1: bessel_i1,
}  # fmt: skip
for _op, _function in _SPECIAL.items():
    _consists_of(_op.default)(lambda x, f=_function: f(torch, x=x + 0.0))


def _exchanged(rows: Any, i: int, place: Any) -> Any:
    """Return an order with the number at `i` exchanged for that at another place."""
    places, here, there = torch.arange(rows.shape[-1]), rows[..., i : i + 1], rows.gather(-1, place)
    return torch.where(places == i, there, torch.where(places == place, here, rows))


@_consists_of(aten.linalg_lu_factor_ex.default)
def _lu_factor(a, *, pivot=True, check_errors=False):
    """Both triangles in one, and with which row, counted from 1, each was exchanged in its turn."""
    permutation, lower, upper = torch.linalg.lu(a, pivot=pivot)
    order, steps = permutation.argmax(-2), min(a.shape[-2:])
    rows, pivots = torch.arange(a.shape[-2]).expand(order.shape), []
    for i in range(steps):
        pivots.append((rows == order[..., i : i + 1]).int().argmax(-1, keepdim=True))
        rows = _exchanged(rows, i, pivots[-1])
    # Below the steps the rows of a matrix lie in torch's order, which others do not keep.
    lower = F.one_hot(rows, rows.shape[-1]).to(a.dtype) @ permutation @ lower
    factors = F.pad(lower.tril(-1), (0, a.shape[-1] - steps))
    factors = factors + F.pad(upper, (0, 0, 0, a.shape[-2] - steps))
    return factors, torch.cat(pivots, -1).int() + 1, torch.zeros(a.shape[:-2], dtype=torch.int32)


@_consists_of(aten.lu_unpack.default)
def _lu_unpack(lu, pivots, unpack_data=True, unpack_pivots=True):
    if not unpack_data or not unpack_pivots:
        return NotImplemented  # which leaves it to be refused
    size, steps = lu.shape[-2], min(lu.shape[-2:])
    rows = torch.arange(size).expand(*pivots.shape[:-1], size)
    for i in range(steps):
        rows = _exchanged(rows, i, pivots[..., i : i + 1].long() - 1)
    order = F.one_hot(rows, size).mT.to(lu.dtype)
    lower = lu[..., :steps].tril(-1) + torch.eye(size, steps, dtype=lu.dtype)
    return order, lower, lu[..., :steps, :].triu()


@_consists_of(aten.linalg_lu_solve.default)
def _lu_solve(lu, pivots, b, *, left=True, adjoint=False):
    order, lower, upper = _lu_unpack(lu, pivots)
    matrix = order @ lower @ upper
    return torch.linalg.solve(matrix.mH if adjoint else matrix, b, left=left)


_FAKE = (
    aten.fake_quantize_per_tensor_affine_cachemask.default,
    aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams.default,
    aten.fake_quantize_per_channel_affine_cachemask.default,
)


@_consists_of(*_FAKE)
def _fake_quantize(x, scale, zero_point, *more):
    """Numbers at which a rounded one would be, with the gradient 1 unless they are outside."""
    how, low, high = more if len(more) == 3 else (None, *more)
    if isinstance(how, int):  # an axis to quantize along
        along = [-1 if i == how % x.ndim else 1 for i in range(x.ndim)]
        scale, zero_point = scale.reshape(along), zero_point.reshape(along)
    number = (x * (1 / scale)).round() + zero_point
    inside = (number >= low) & (number <= high)
    value = (number.clamp(low, high) - zero_point) * scale
    if isinstance(how, torch.Tensor):  # whether it is done
        inside, value = inside | (how == 0), torch.where(how == 0, x, value)
    passed = torch.where(inside, x, 0.0)
    stop = torch.ops.ivy_import.stop_gradient
    return stop(value) + (passed - stop(passed)), inside


# ---- random numbers -----------------------------------------------------------------------------


@_consists_of(aten.cauchy.default)
def _cauchy(x, median=0, sigma=1, *, generator=None):
    return median + sigma * torch.tan(math.pi * (torch.rand_like(x) - 0.5))


@_consists_of(aten.log_normal.default)
def _log_normal(x, mean=1, std=2, *, generator=None):
    return torch.exp(mean + std * torch.randn_like(x))


@_consists_of(aten.geometric.default)
def _geometric(x, p, *, generator=None):
    drawn = torch.rand(x.shape)
    return (torch.log1p(-drawn) / math.log1p(-p)).floor().add(1).to(x.dtype)

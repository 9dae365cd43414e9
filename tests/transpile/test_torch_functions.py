"""Functions of torch, one idea each, on every framework."""

from __future__ import annotations

import math
from typing import Any

import pytest

pytest.importorskip("torch")

import torch
import torch.nn.functional as F

from tests.transpile.checks import sizes_may_be_fixed
from tests.transpile.torch_checks import check_function, integers, rand


def spd(n: int = 4) -> Any:
    x = rand(3, n, n, seed=5)
    return x @ x.mT + n * torch.eye(n)


def in_place_slices(x: Any) -> Any:
    y = x.clone()
    y[:, 1] = 0
    y[0] += 2
    y[:, ::2].mul_(3)
    y[1, 2] = x[2, 1]
    return y


def in_place_argument(x: Any) -> Any:
    x = x * 1
    x.add_(1).clamp_(min=0).sqrt_()
    return x


def masked_assignment(x: Any) -> Any:
    y = x.clone()
    y[y > 0] = -1.0
    return y


def diagonals_written(x: Any) -> Any:
    first = x[0].clone().fill_diagonal_(0.5)
    return first, torch.diagonal_scatter(x, x[..., :3, 0] * 2, 1, 1, 2)


def branches(x: Any) -> Any:
    return torch.cond(x.sum() > 0, lambda x: x * 2, lambda x: x - 1, (x,))


def loop(x: Any) -> Any:
    from torch._higher_order_ops.while_loop import while_loop

    def body(i: Any, x: Any) -> Any:
        return i + 1, x * 1.5

    return while_loop(lambda i, x: i < 4, body, (torch.tensor(0), x))[1]


def loss_of(name: str, **options: Any) -> Any:
    def loss(x: Any, y: Any) -> Any:
        return getattr(F, name)(x, y, **options)

    return loss


def unfolded(x: Any) -> Any:
    columns = F.unfold(x, 3, padding=1, stride=2)
    return columns, F.fold(columns, (8, 8), 3, padding=1, stride=2)


def rotated(x: Any) -> Any:
    return torch.view_as_real(torch.view_as_complex(x) * torch.polar(x[..., 0], x[..., 1]))


x23, x234, image = rand(2, 3), rand(2, 3, 4), rand(2, 3, 8, 8)
index = integers(3, 2, 3)


def curvature(x: Any) -> Any:
    x = x.clone().requires_grad_()
    slope = torch.autograd.grad(x.tanh().sum(), x, create_graph=True)[0]
    return torch.autograd.grad(slope.sum(), x, create_graph=True)[0].detach()


def autocast(x: Any, w: Any) -> Any:
    with torch.autocast("cpu", dtype=torch.bfloat16):
        products = x @ w
        inner = (products @ products.mT).relu() + x.sum()
    with torch.autocast("cpu", enabled=False):
        return products.float(), inner.float(), x @ w


SNIPPETS: dict[str, tuple[Any, ...]] = {
    # indexing
    "triangles": (
        lambda x: x[:, *torch.tril_indices(3, 4, -1)] + x[:, *torch.triu_indices(3, 4, 2)], x234,
    ),
    "logcumsumexp_of_far_numbers": (lambda x: torch.logcumsumexp(90 * x, 2), x234),
    "average_of_a_window_larger_than_the_image": (
        lambda x: F.avg_pool2d(x, 9, ceil_mode=True), rand(2, 3, 4, 5),
    ),
    "bits": (lambda x: (x.view(torch.int32) ^ 1).view(torch.float32), x234),
    "slices": (lambda x: x[:, 1:, ::2] + x[:, :2, -2:], x234),
    "negative_step_by_flip": (lambda x: x.flip(1)[:, None, ..., 1], x234),
    "index_by_array": (lambda x, i: x[i], x234, integers(2, 5)),
    "index_by_two_arrays": (lambda x, i, j: x[i, :, j], x234, integers(2, 5), integers(4, 5)),
    "index_put": (lambda x, i: x.index_put((i,), x[i] * 2), x234, torch.tensor([1, 0])),
    "index_put_accumulate": (
        lambda x, i: x.index_put((i,), torch.ones(4, 3, 4), accumulate=True), x234,
        integers(2, 4),
    ),
    "masked_assignment": (masked_assignment, x234),
    "constant_masks": (
        lambda x: (x[:, torch.tensor([True, False, True])],
                   x.repeat_interleave(torch.tensor([1, 0, 2]), dim=1)), x234,
    ),
    "index_put_accumulate_between": (
        lambda x, i, j: (torch.ops.aten.index_put(x, [None, i], x[:, :2], True),
                         torch.ops.aten.index_put(x, [i, None, j], torch.ones(2, 3), True),
                         x[0].put(j, x[0, 0, :2], accumulate=True)),
        x234, torch.tensor([1, 1]), torch.tensor([0, 3]),
    ),
    "index_reduce": (
        lambda x, i: [x.index_reduce(1, i, 2 * x[:, :2], r, include_self=s)
                      for r in ("amax", "prod", "mean") for s in (True, False)], x234,
        torch.tensor([1, 1]),
    ),
    "scatter_reduce_of_integers": (
        lambda x, i: x.scatter_reduce(0, i, i, "amax", include_self=False), integers(5, 6),
        torch.tensor([1, 1, 4]),
    ),
    "diagonals_written": (diagonals_written, rand(2, 4, 4)),
    "searchsorted_rows": (
        lambda x, y: (torch.searchsorted(x.sort(1)[0], y, side="right", out_int32=True),
                      torch.searchsorted(x, y, sorter=x.argsort(1))), rand(2, 9), x23,
    ),
    "constants_by_functions": (
        lambda x: x * torch.hamming_window(4) + torch.fft.rfftfreq(6, 0.1), x234,
    ),
    "histc": (lambda x: (torch.histc(x, 5), torch.histc(x, 4, -1, 1)), x234),
    "masked_fill": (lambda x: x.masked_fill(x > 0, float("-inf")), x234),
    "where": (lambda x: torch.where(x > 0, x, 2), x234),
    "take_along_dim": (lambda x, i: torch.take_along_dim(x, i, 1), x23, index),
    # gather and scatter
    "gather_smaller": (lambda x, i: x.gather(1, i), rand(4, 5), integers(5, 2, 3)),
    "scatter": (lambda x, i: x.scatter(1, i, 7.0), rand(2, 5), torch.tensor([[0, 3], [4, 1]])),
    "scatter_smaller": (
        lambda x, i: x.scatter(0, i, torch.arange(9.0).reshape(3, 3)), rand(4, 5),
        torch.tensor([[0, 3], [1, 2]]),
    ),
    "scatter_add": (lambda x, i: x.scatter_add(1, i, x * 2), x23, index),
    "scatter_reduce": (
        lambda x, i: (
            x.scatter_reduce(1, i, x * 2, "amax"),
            x.scatter_reduce(1, i, x * 2, "mean", include_self=False),
            x.scatter_reduce(1, i, x * 2, "prod"),
        ), x23, index,
    ),
    "index_add": (lambda x, i: x.index_add(1, i, x[:, :2], alpha=2), x234, integers(3, 2)),
    "index_select": (lambda x, i: x.index_select(2, i), x234, integers(4, 5)),
    "select_and_slice_scatter": (
        lambda x: x.select_scatter(x[:, 0] * 2, 1, 2).slice_scatter(x[:, :1], 1, 0, 1), x234,
    ),
    # shapes
    "reshape": (lambda x: x.permute(2, 0, 1).reshape(4, -1).unflatten(1, (3, 2)), x234),
    "squeeze": (lambda x: x[:, :1].squeeze().unsqueeze(-1), x234),
    "expand_repeat": (lambda x: (x[:, None].expand(-1, 5, -1), x.repeat(2, 3), x.tile(2)), x23),
    "cat_stack_split": (
        lambda x: torch.stack(torch.cat([x, x * 2], 1).split([1, 2, 3], 1)[2].chunk(3, 1)), x23,
    ),
    "roll_flip": (lambda x: x.roll((1, 2), (0, 2)).rot90(1, (1, 2)), x234),
    "repeat_interleave": (lambda x: x.repeat_interleave(2, 1), x23),
    "tril_triu": (lambda x: x.tril(-1) + x.triu(1).transpose(1, 2).mT, rand(2, 4, 4)),
    "unfold": (lambda x: x.unfold(1, 3, 2), rand(2, 9)),
    "pad_modes": (
        lambda x: [F.pad(x, (1, 2, 2, 1), mode=m) for m in ("reflect", "replicate", "circular")]
        + [F.pad(x, (1, -1, 0, 2), value=3.0)], image,
    ),
    "pixel_shuffle": (lambda x: F.pixel_unshuffle(F.pixel_shuffle(x, 2), 4), rand(2, 4, 8, 8)),
    "meshgrid": (lambda x, y: torch.meshgrid(x, y, indexing="ij"), rand(3), rand(4)),
    "diagonal": (lambda x: (x.diagonal(1, 1, 2), torch.diag_embed(x[..., 0])), rand(2, 4, 4)),
    "fold": (unfolded, image),
    # arithmetic
    "promotion": (lambda x, i: (x + i, i / 2, i * 2.5, i // 2, i % 2, x * 2 > i), x23, index),
    "integer_division": (
        lambda i: (torch.div(i - 3, 2, rounding_mode="floor"),
                   torch.div(i - 3, 2, rounding_mode="trunc"), (i - 3).fmod(2)), index,
    ),
    "division_by_zero": (lambda x: (x / 0 * 2, 0.5 * (x / 0)), x23),
    "clamp_lerp": (lambda x, y: torch.lerp(x.clamp(-1, 0.5), y, 0.3), x23, rand(2, 3, seed=1)),
    "special": (
        lambda x: (x.erf() + torch.special.expit(x) + x.abs().lgamma(), torch.logit(x.sigmoid()),
                   x.abs().rsqrt()), x23,
    ),
    "activations": (
        lambda x: [F.gelu(x), F.gelu(x, approximate="tanh"), F.silu(x), F.mish(x), F.elu(x, 0.7),
                   F.softplus(x, 2, 3), F.hardswish(x), F.hardsigmoid(x), F.leaky_relu(x, 0.3),
                   F.selu(x), F.glu(x[:, :2]), F.relu6(x), F.softshrink(x), F.hardshrink(x),
                   F.tanhshrink(x), F.softsign(x), F.logsigmoid(x), F.celu(x, 0.5),
                   F.threshold(x, 0.1, 3.0), F.hardtanh(x, -0.5, 0.7)], x234,
    ),
    "softmax": (lambda x: (x.softmax(1), F.log_softmax(x, -1), F.softmin(x, 0)), x234),
    "complex_numbers": (rotated, rand(2, 3, 2)),
    # reductions
    "reductions": (
        lambda x: (x.sum((0, 2)), x.mean(1, keepdim=True), x.prod(2), x.amax((1, 2)), x.var(1),
                   x.std(), x.logsumexp(2), x.norm(dim=1), torch.var_mean(x, 2, correction=0)),
        x234,
    ),
    "extremes": (lambda x: (x.max(1), x.min(), x.argmax(2), x.argmin(), x.median(1)), x234),
    "counts": (lambda x: ((x > 0).sum(1), (x > 0).all(2), (x > 3).any(), x.count_nonzero(1)), x234),
    "cumulative": (lambda x: (x.cumsum(1), x.cumprod(2), x.cummax(1), x.logcumsumexp(2)), x234),
    "order": (lambda x: (x.sort(1), x.topk(2, 2), x.argsort(1, descending=True)), x234),
    "searchsorted": (lambda x, y: torch.searchsorted(x.sort()[0], y), rand(9), x23),
    # products
    "einsum": (lambda x, y: torch.einsum("bij, bkj -> bik", x, y), x234, rand(2, 5, 4)),
    "matmul": (lambda x, y: (x @ y, torch.addmm(x[0] @ y, x[0], y, beta=0.5)), x234, rand(4, 5)),
    "linear with a bias per row": (F.linear, rand(5, 3), rand(4, 3), rand(5, 4)),
    "bilinear": (lambda x, y, w: F.bilinear(x, y, w), rand(5, 3), rand(5, 4), rand(2, 3, 4)),
    "cdist": (lambda x, y: (torch.cdist(x, y), torch.cdist(x, y, 1)), x234, rand(2, 5, 4)),
    # linear algebra
    "solve": (lambda a, b: (torch.linalg.solve(a, b), torch.linalg.inv(a)), spd(), rand(3, 4, 2)),
    "factorizations": (
        lambda a: (torch.linalg.cholesky(a), torch.linalg.qr(a)[1].abs(),
                   torch.linalg.svd(a)[1], torch.linalg.eigh(a)[0]), spd(),
    ),
    "determinants": (
        lambda a: (torch.det(a), torch.linalg.slogdet(a), torch.trace(a[0]),
                   torch.linalg.matrix_norm(a), torch.linalg.pinv(a)), spd(),
    ),
    "triangular": (
        lambda a, b: torch.linalg.solve_triangular(torch.linalg.cholesky(a), b, upper=False),
        spd(), rand(3, 4, 2),
    ),
    # Fourier transforms
    "fft": (
        lambda x: (torch.fft.fft(x).abs(), torch.fft.rfft2(x, norm="ortho").real,
                   torch.fft.irfft(torch.fft.rfft(x, n=6), n=6), torch.fft.fftshift(x)), x234,
    ),
    # images
    "interpolate": (
        lambda x: [F.interpolate(x, scale_factor=1.5, mode="nearest"),
                   F.interpolate(x, size=(5, 11), mode="bilinear"),
                   F.interpolate(x, size=(5, 11), mode="bilinear", align_corners=True),
                   F.interpolate(x, scale_factor=2.3, mode="bicubic"),
                   F.interpolate(x, size=(4, 3), mode="bilinear", antialias=True),
                   F.interpolate(x, size=(4, 2), mode="area"),
                   F.interpolate(x, size=(5, 11), mode="nearest-exact")], image,
    ),
    "grid_sample": (
        lambda x, g: [F.grid_sample(x, g, mode=m, padding_mode=p, align_corners=a)
                      for m, p, a in (("bilinear", "zeros", False), ("bilinear", "border", True),
                                      ("bilinear", "reflection", False),
                                      ("nearest", "zeros", True),
                                      ("bicubic", "reflection", True),
                                      ("bicubic", "zeros", False))], image, rand(2, 4, 5, 2) * 0.9,
    ),
    "affine_grid": (
        lambda x, t: F.grid_sample(x, F.affine_grid(t, [2, 3, 5, 6], False), align_corners=False),
        image, rand(2, 2, 3),
    ),
    "pools": (
        lambda x: [F.max_pool2d(x, 3, 2, 1, ceil_mode=True), F.avg_pool2d(x, 3, 2, 1),
                   F.avg_pool2d(x, 3, 2, 1, ceil_mode=True, count_include_pad=False),
                   F.avg_pool2d(x, 2, divisor_override=3), F.adaptive_avg_pool2d(x, (3, 5)),
                   F.adaptive_max_pool2d(x, 3), F.max_pool2d(x, 2, dilation=2),
                   F.lp_pool2d(x.abs(), 2, 2), F.max_pool2d(x, 3, 2, 1, return_indices=True)],
        image,
    ),
    "convolutions": (
        lambda x, w: [F.conv2d(x, w, stride=2, padding=1), F.conv2d(x, w, padding="same"),
                      F.conv2d(x, w[:3, :1], groups=3, dilation=2),
                      F.conv_transpose2d(x, w.transpose(0, 1), stride=2, padding=1,
                                         output_padding=1),
                      F.conv1d(x[..., 0], w[..., 0])], image, rand(6, 3, 3, 3),
    ),
    # what torch itself decides by values, or does not take apart
    "covariances": (
        lambda x, n: (torch.cov(x), torch.corrcoef(x), x[0].cov(),
                      x.cov(correction=0, fweights=n, aweights=x[0].abs()), torch.corrcoef(x[0])),
        rand(3, 5), torch.tensor([1, 2, 1, 3, 1]),
    ),
    "combinations": (lambda x: (torch.combinations(x), torch.combinations(x, 3, True)), rand(4)),
    "lstsq": (lambda a, b: (*torch.linalg.lstsq(a, b),
                            *torch.linalg.lstsq(a, b, driver="gelsd")),
              rand(5, 3), rand(5, 2)),
    "lu": (lambda a: torch.linalg.lu(a), rand(2, 4, 3)),
    "cholesky_inverse": (lambda a: torch.cholesky_inverse(torch.linalg.cholesky(a)), spd()),
    "ctc_loss": (
        lambda x, y, n: [F.ctc_loss(x.log_softmax(2), y, [6, 5, 2], [3, 2, 3], reduction="none"),
                         F.ctc_loss(x.log_softmax(2), y.ravel()[:5], torch.tensor([6, 5, 6]), n,
                                    blank=4, reduction="sum"),
                         F.ctc_loss(x.log_softmax(2), y, [6, 5, 2], [3, 2, 3], zero_infinity=True),
                         F.ctc_loss(x[:, 0].log_softmax(1), y[0], torch.tensor(6), n[0])],
        rand(6, 3, 5), torch.tensor([[1, 2, 2], [3, 1, 0], [1, 1, 1]]), torch.tensor([3, 2, 0]),
    ),
    "multilabel_margin_loss": (
        lambda x, y: [F.multilabel_margin_loss(x, y, reduction=r) for r in ("none", "mean")]
        + [F.multilabel_margin_loss(x[0], y[0])], rand(2, 4),
        torch.tensor([[3, 0, -1, 1], [1, -1, 2, 2]]),
    ),
    "distributions": (
        lambda x: (torch.distributions.Normal(x, x.abs() + 1).log_prob(x * 2),
                   torch.distributions.Categorical(logits=x).entropy(),
                   torch.distributions.Beta(x.abs() + 1, 2.0).log_prob(x.sigmoid()),
                   torch.distributions.MultivariateNormal(x[0], torch.eye(3)).log_prob(x)), x23,
    ),
    "medians": (
        lambda x: (x.median(1), x.nanmedian(1), x.median(), x.nanmedian(), x.mode(0),
                   x.dist(x + 1)),
        torch.tensor([[1.0, math.nan, 3.0, 2.0], [4.0, 1.0, 1.0, 3.0]]),
    ),
    "fully_masked": (
        lambda q, m: F.scaled_dot_product_attention(q, q, q, m), rand(2, 3, 4),
        torch.tensor([[0.0, -math.inf, 1.0], [-math.inf] * 3, [1.0, 0.0, -math.inf]]),
    ),
    "cut_and_padded": (
        lambda x: [F.pad(x, (-1, 2, 2, -2), mode=m) for m in ("reflect", "replicate", "circular")],
        image,
    ),
    "scaled_error_functions": (
        lambda x: (torch.special.erfcx(x), torch.special.log_ndtr(x * 3), torch.frexp(x)), x23 * 4,
    ),
    "gradients_inside": (
        lambda x: (torch.func.grad(lambda y: (y**3).sum())(x), curvature(x),
                   torch.func.vmap(torch.func.jacfwd(torch.sin))(x),
                   torch.func.hessian(lambda y: y.prod())(x[0])), x23,
    ),
    "autocast": (autocast, x23.round(), rand(3, 5).round()),
    "copies": (lambda x: x.to(device=x.device, copy=True) * 2, x23),
    # losses
    "cross_entropy": (
        lambda x, y: [F.cross_entropy(x, y), F.cross_entropy(x, y, label_smoothing=0.1),
                      F.cross_entropy(x, y, weight=torch.arange(1.0, 6.0), ignore_index=2),
                      F.nll_loss(x, y, reduction="none")], rand(7, 5), integers(5, 7),
    ),
    "regression_losses": (
        lambda x, y: [F.mse_loss(x, y), F.l1_loss(x, y, reduction="sum"),
                      F.smooth_l1_loss(x, y, beta=0.5), F.huber_loss(x, y, delta=0.7),
                      F.cosine_similarity(x, y), F.pairwise_distance(x, y)], rand(4, 3),
        rand(4, 3, seed=1),
    ),
    "probability_losses": (
        lambda x, y: [F.binary_cross_entropy_with_logits(x, y.sigmoid()),
                      F.binary_cross_entropy(x.sigmoid(), y.sigmoid()),
                      F.kl_div(x.log_softmax(1), y.softmax(1), reduction="batchmean"),
                      F.poisson_nll_loss(x, y.exp()), F.hinge_embedding_loss(x, y.sign()),
                      F.margin_ranking_loss(x, y, y.sign()), F.soft_margin_loss(x, y.sign()),
                      F.triplet_margin_loss(x, y, x + 1)],
        rand(4, 3), rand(4, 3, seed=1),
    ),
    # in place, and control
    "in_place_slices": (in_place_slices, rand(4, 3)),
    "in_place_argument": (in_place_argument, rand(4, 3)),
    "branch": (branches, x23),
    "loop": (loop, x23),
    "one_hot": (lambda i: F.one_hot(i, 4), index),
    "summed_ellipsis": (
        lambda x, y: (torch.einsum("b...i,b...j->ij", x, y), torch.einsum("...j,...j->j", y, x)),
        rand(2, 3, 4), rand(2, 1, 4, seed=1),
    ),
    "pseudo_inverses": (
        lambda x: (torch.linalg.pinv(x, hermitian=True), torch.linalg.pinv(x[:, :3], atol=1.5),
                   torch.linalg.pinv(x, rtol=0.3, hermitian=True)), rand(4, 4),
    ),
    "embedding_bag": (lambda i, w: F.embedding_bag(i, w, mode="mean"), index, rand(5, 4)),
    "normalize": (lambda x: (F.normalize(x, dim=1), F.layer_norm(x, (3, 4)), F.instance_norm(x),
                             F.local_response_norm(x, 2), F.rms_norm(x, (4,))), x234),
    "attention": (
        lambda q, k: [F.scaled_dot_product_attention(q, k, k, is_causal=True),
                      F.scaled_dot_product_attention(q, k, k, k[..., :3, :].mean(-1)[:, None] > 0),
                      F.scaled_dot_product_attention(q, k, k, (q @ k.mT), scale=0.3)],
        rand(2, 3, 4), rand(2, 3, 4, seed=1),
    ),
    "bessel": (
        lambda x: (torch.special.i0e(9 * x), torch.special.i1e(9 * x), torch.special.i1(3 * x),
                   torch.special.modified_bessel_i0(x), torch.special.modified_bessel_i1(x)), x234,
    ),
    "ndtri": (
        lambda x: torch.special.ndtri(x),
        torch.tensor([0.0, 1e-30, 1e-9, 0.01, 0.5, 0.7, 0.9999, 1.0, 1.1]),
    ),
    "gammainc": (lambda a, x: torch.special.gammainc(a.abs(), x.abs()), x23, rand(2, 3, seed=1)),
    "gaussian_nll_loss": (
        lambda x, y, v: [F.gaussian_nll_loss(x, y, v.abs(), full=True, reduction="none"),
                         F.gaussian_nll_loss(x, y, v[:, 0].square(), eps=0.5),
                         F.gaussian_nll_loss(x, y, 0.7, reduction="sum")],
        x23, rand(2, 3, seed=1), rand(2, 3, seed=2),
    ),
    "largest of bags": (
        lambda w, i, o: [F.embedding_bag(i, w, o, mode="max"),
                         F.embedding_bag(i, w, o, mode="max", padding_idx=2)],
        rand(5, 3), torch.tensor([1, 2, 4, 2, 0, 2]), torch.tensor([0, 2, 2, 5]),
    ),
    "lu_factor": (
        lambda a, b: [*torch.linalg.lu_factor(a), *torch.lu_unpack(*torch.linalg.lu_factor(b)),
                      *torch.linalg.lu_factor(b.mT)], rand(2, 4, 4), rand(2, 5, 3),
    ),
    "lu_solve": (
        lambda a, b: [torch.linalg.lu_solve(*torch.linalg.lu_factor(a), b),
                      torch.linalg.lu_solve(*torch.linalg.lu_factor(a), b, adjoint=True),
                      torch.linalg.lu_solve(*torch.linalg.lu_factor(a), b.mT, left=False)],
        rand(2, 4, 4) + 3 * torch.eye(4), rand(2, 4, 3),
    ),
    "fake_quantize": (
        lambda x, s, z: [
            torch.fake_quantize_per_tensor_affine(x, 0.1, 3, 0, 15),
            torch.fake_quantize_per_tensor_affine(x, s[0], z[1], -8, 7),
            torch.fake_quantize_per_channel_affine(x, s, z, 1, -8, 7)],
        x23, torch.tensor([0.1, 0.2, 0.3]), torch.tensor([0, 1, 2], dtype=torch.int32),
    ),
    "rrelu": (lambda x: (F.rrelu(x), F.rrelu(x, 0.2, 0.4)), x23),
    "numbers_and_arrays": (
        lambda x, i: (torch.logical_not(i), x.clamp_max(0.2), torch.ldexp(x, i), i.type_as(x),
                      torch.where(x > 0, 1.0, 2.0), x.clone().copy_(x[0]), (x > 0).add(x < -1),
                      torch.polygamma(0, x.abs() + 1), torch.polygamma(2, x.abs() + 1)),
        x23, integers(3, 2, 3),
    ),
    "weighted_products": (
        lambda m, a, b: (torch.addbmm(m, a, b, beta=0.5, alpha=2), torch.outer(m[0], b[0, 0]),
                         torch.baddbmm(a @ b, a, b, beta=0),
                         torch.addmv(m[:, 0], a[0], b[0, :, 0], alpha=3)),
        rand(3, 2), x234, rand(2, 4, 2, seed=1),
    ),
    "hermitian_transforms": (
        lambda x: (torch.fft.hfft(x), torch.fft.ihfft(x).abs(), torch.fft.hfft(x, 5, norm="ortho"),
                   torch.fft.fftn(x, s=(2, 4)).abs(),
                   torch.fft.rfftn(x, s=(3,), norm="ortho").abs(), torch.fft.ifftshift(x, dim=1)),
        rand(3, 4),
    ),
    "no_axes": (
        lambda x, i: (x.gather(0, i), x.scatter(0, i, 2.0), x.index_select(0, i[None]), x.sum(0),
                      x.max(0), x.argmax(), x.cumsum(0), x.sort(), x.median(0), x.logsumexp(0),
                      x.flatten(), x.unsqueeze(0)), torch.tensor(0.7), torch.tensor(0),
    ),
    "places_of_values": (
        lambda x, i: (torch.take(x, i), torch.isin(i, torch.tensor([1, 2])), torch.isin(i, 2),
                      torch.bucketize(x, torch.tensor([-0.5, 0.0, 0.5]), right=True),
                      x.kthvalue(2), x.kthvalue(1, dim=0, keepdim=True), x.cummin(1),
                      x.max(1, keepdim=True), x.argmax(keepdim=True), x.median(1, keepdim=True),
                      x[torch.tensor([True, False, True])], x[:, torch.tensor([-2])]),
        rand(3, 4), integers(3, 2, 3),
    ),
    "masked_scatter": (
        lambda x, m, y: (x.masked_scatter(x > 0, y), x.masked_scatter(m, y)),
        x23, torch.tensor([True, False, True]), rand(6),
    ),
    "cores_of_factorizations": (
        lambda a, b: [*torch.linalg.cholesky_ex(a), torch.linalg.eigvalsh(a),
                      *torch.linalg.inv_ex(a), torch.linalg.solve(a, b[..., 0]),
                      torch.cholesky_solve(b, torch.linalg.cholesky(a)),
                      torch.linalg.matrix_power(a, 3), torch.linalg.eigvals(a).abs().amax(-1)],
        spd(), rand(3, 4, 2),
    ),
    "systems_of_triangles": (
        lambda a, b: (torch.linalg.solve_triangular(a.triu(), b.mT, upper=True, left=False),
                      torch.triangular_solve(b[0], a[0].triu(), transpose=True)[0],
                      torch.triangular_solve(b[0], a[0].tril(), upper=False)[0]),
        spd(), rand(3, 4, 2),
    ),
    "shared_heads": (
        lambda q, k: F.scaled_dot_product_attention(q, k, k, enable_gqa=True),
        rand(2, 4, 3, 8), rand(2, 2, 3, 8, seed=1),
    ),
    "valid_convolution": (lambda x, w: F.conv1d(x, w, padding="valid"), x234, rand(5, 3, 2)),
    "other_shapes": (
        lambda x, y: (x.view_as(y), torch.broadcast_to(x, (2, 3, 4)), x.roll(2), x.repeat(1, 1),
                      torch.narrow_copy(x, 1, 1, 2), x.T.as_strided((2, 2), (1, 2))),
        rand(3, 4), rand(4, 3),
    ),
    "creation": (
        lambda x: (torch.arange(x.shape[1]) + x, torch.linspace(0, 1, 5), torch.eye(3, 4),
                   torch.zeros_like(x, dtype=torch.int64), x.new_full((2,), 3), torch.tril(
                       torch.ones(x.shape[1], 3, dtype=torch.bool))), x23,
    ),
}  # fmt: skip


@sizes_may_be_fixed()
@pytest.mark.filterwarnings("ignore:index_reduce", "ignore:torch.triangular_solve")
@pytest.mark.one_column
@pytest.mark.parametrize("name", SNIPPETS)
def test_function(name: str, backend: str) -> None:
    function, *args = SNIPPETS[name]
    check_function(function, tuple(args), backend, tolerance=5e-5 if name in LOOSE else 1e-5)


SELECTIONS: dict[str, tuple[Any, ...]] = {
    "samples": (
        lambda x, g: F.grid_sample(x, g[g[:, 0] > 0][None, None], align_corners=True),
        rand(1, 2, 5, 6), rand(7, 2) * 0.6,
    ),
    "mask": (lambda x: x[x > 0].sum() + x.masked_select(x < 0).amin(), x234),
    "mask_of_rows": (lambda x: x[x[:, 0] > 0] * 2, rand(6, 3)),
    "masked_products": (lambda x: masked_products(x.clone()), x234),
    "nonzero": (lambda x: (x > 0).nonzero(), x23),
    "unique": (
        lambda i: [*i.unique(return_inverse=True, return_counts=True),
                   *torch.unique_consecutive(i, return_counts=True)], integers(3, 9),
    ),
    "bincount": (
        lambda i, w: (torch.bincount(i), i.bincount(w, 7), i.bincount(i)), integers(5, 9), rand(9),
    ),
    "repeats": (lambda x, n: x.repeat_interleave(n, dim=0), x23, torch.tensor([2, 1])),
}  # fmt: skip


def masked_products(x: Any) -> Any:
    x[x > 0] *= 2
    return x


@sizes_may_be_fixed()
@pytest.mark.parametrize("name", SELECTIONS)
def test_sizes_that_depend_on_values(name: str, backend: str) -> None:
    function, *args = SELECTIONS[name]
    check_function(function, tuple(args), backend, compiled=False)


LOOSE = {
    "lstsq",
    "lu",
    "lu_factor",
    "lu_solve",
    "solve",
    "determinants",
    "factorizations",
    "triangular",
    "grid_sample",
}
"""Where float32 leaves more than one error in the last places."""


def test_pads_of_truth_values(backend: str) -> None:
    check_function(lambda x: torch.nn.functional.pad(x > 0, (2, 1)), (rand(3, 4),), backend)


def draws(p: Any) -> Any:
    """What is the same whichever numbers are drawn."""
    drawn = torch.empty(50)
    return (
        torch.randperm(7).sort()[0],
        torch.multinomial(p, 3).sort()[0],
        torch.bernoulli(torch.tensor([0.0, 1.0])),
        drawn.clone().geometric_(0.3).ge(1),
        drawn.clone().log_normal_().gt(0),
        drawn.clone().cauchy_().isfinite(),
    )


@sizes_may_be_fixed()
def test_draws(backend: str) -> None:
    check_function(draws, (torch.tensor([0.2, 0.3, 0.5]),), backend, compiled=False)

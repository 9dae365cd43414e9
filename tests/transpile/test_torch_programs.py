"""Programs of torch as people write them, on every framework."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402
from torch.nn.utils import rnn  # noqa: E402

import ivy  # noqa: E402
from ivy.graph.rules import IvyTranspileException  # noqa: E402
from ivy.graph.transpile import trace_graph  # noqa: E402
from tests.helpers import to_numpy  # noqa: E402
from tests.transpile.checks import Run, assert_close, sizes_may_be_fixed  # noqa: E402
from tests.transpile.torch_checks import (  # noqa: E402
    arrays_of,
    check_function,
    check_module,
    perturbed,
    rand,
)


def check_sizes(
    function: Callable[..., Any], backend: str, *shape: int, sizes: tuple[int, ...] = (4, 3, 6)
) -> Any:
    """Compare a function with its graph, made for one size of the batch, for several sizes."""
    graph = trace_graph(function, rand(sizes[0], *shape), source="torch")
    assert graph.inputs()[0].shape == (None, *shape)
    for size in sizes:
        x = rand(size, *shape, seed=size)
        found, _ = Run(graph, backend)([x])
        for one, other in zip(found, arrays_of(function(x)), strict=True):
            assert_close(one, other.detach().numpy(), 1e-5, f"result for {size} rows")
    return graph


def windows(x: Any, size: int) -> Any:
    b, height, width, channels = x.shape
    x = x.view(b, height // size, size, width // size, size, channels)
    return x.permute(0, 1, 3, 2, 4, 5).reshape(-1, size, size, channels)


def joined(x: Any, size: int, height: int, width: int) -> Any:
    """Undo `windows` as Swin does."""
    b = int(x.shape[0] / (height * width / size / size))
    x = x.view(b, height // size, width // size, size, size, -1)
    return x.permute(0, 1, 3, 2, 4, 5).reshape(b, height, width, -1)


def test_the_batch_as_a_quotient(backend: str) -> None:
    check_sizes(lambda x: joined(windows(x, 2).tanh(), 2, 4, 6) - x, backend, 4, 6, 3)


NUMBERS: dict[str, Callable[[Any], Any]] = {
    "len": lambda x: x.reshape(len(x), -1).sum(0) / len(x) + torch.zeros(len(x[0]), 1),
    "int": lambda x: x.new_zeros(int(x.shape[0]), 2) + x[:, 0, :1],
    "float": lambda x: x / float(x.size(0)),
    "part": lambda x: x[: int(x.shape[0] * 0.75)],
    "ceil": lambda x: torch.cat([x[: math.ceil(len(x) / 2)], x[math.floor(len(x) / 2) :]]),
    "kinds": lambda x: x[: int(3 * len(x) / 4)] + isinstance(3, int) + issubclass(bool, int),
    "of numel": lambda x: x.reshape(int(x.numel() / 8), 4, 2).sum(1) * (x.numel() // 8),
}  # fmt: skip


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_made_of_sizes(name: str, backend: str) -> None:
    check_sizes(NUMBERS[name], backend, 4, 2)


@pytest.mark.columns("numpy")
@pytest.mark.parametrize(
    "function",
    [
        lambda x: torch.cat([x] * (len(x) // 2)),
        lambda x: x * math.log(len(x) // 2),
        lambda x: x * int(x.shape[0] ** 0.5),
    ],
)
def test_other_numbers_made_of_sizes_fix_them(function: Any, backend: str) -> None:
    with pytest.warns(UserWarning, match=r"for arrays of the sizes given, \(4, 2\)"):
        graph = trace_graph(function, rand(4, 2), source="torch")
    assert graph.inputs()[0].shape == (4, 2)


@pytest.mark.columns("numpy")
def test_branches_on_sizes_are_said(backend: str) -> None:
    def function(x: Any) -> Any:
        assert len(x) % 2 == 0
        if x.shape[0] == 10:
            raise ValueError
        return x * 2 if x.shape[0] > 3 else x * 3

    with pytest.warns(UserWarning, match=r"as the example's at .*: `return x \* 2 if") as said:
        graph = trace_graph(function, rand(4, 2), source="torch")
    assert len(said) == 1
    assert graph.inputs()[0].shape == (None, 2)


class Compilable(nn.Module):
    """Has forgotten what it needs where torch compiles it, as some of transformers have."""

    def forward(self, x: Any, mask: Any = None) -> Any:
        if mask is None and not torch.compiler.is_compiling():
            mask = torch.ones_like(x[:, 0])
        return x * mask[:, None]


def test_code_that_fails_when_compiled_is_read_as_it_runs(backend: str) -> None:
    check_sizes(Compilable(), backend, 4)


def written(function: Any, args: tuple[Any, ...], backend: str, path: Any) -> Any:
    """Return what the source of a program for a backend defines, with its weights."""
    namespace: dict[str, Any] = {}
    file = path / "weights.safetensors"
    exec(ivy.to_source(function, backend, args, weights=file, source="torch"), namespace)
    if not isinstance(function, nn.Module):
        return namespace[function.__name__]
    model = namespace[type(function).__name__]()
    model.load_weights(file)
    return model


class ByOtherWeights(nn.Module):
    """Calls a model with weights made of its own: no layer of it is called with those it has."""

    def __init__(self) -> None:
        super().__init__()
        deep = nn.Sequential(nn.Tanh(), nn.Sequential(nn.Linear(4, 4), nn.Sigmoid()))
        self.net = nn.Sequential(nn.Linear(4, 4), deep, nn.Linear(4, 2))
        self.scale = nn.Parameter(torch.ones(4))

    def forward(self, x: Any) -> Any:
        weights = {name: 0.9 * x for name, x in self.net.named_parameters()}
        return torch.func.functional_call(self.net, weights, (x * self.scale,))


def test_source_of_layers_that_are_called_with_other_weights(backend: str, tmp_path: Any) -> None:
    module, x = perturbed(ByOtherWeights()), rand(3, 4)
    for each in (module, nn.Sequential(module.net[1], ByOtherWeights())):
        found = ivy.to_numpy(written(each, (x,), backend, tmp_path)(ivy.to_backend(x, backend)))
        assert_close(found, each(x).detach().numpy(), 1e-5, "result")


class Following(nn.Module):
    """Moves its parts to where they are."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 3)

    def forward(self, x: Any) -> Any:
        self.layer = self.layer.to(x.dtype)
        return self.to(x.device).layer(x)


def test_moves_of_modules_that_change_nothing(backend: str) -> None:
    check_sizes(perturbed(Following()), backend, 4)


class Messages(nn.Module):
    """Passes messages along the edges of a graph, several of them to one place."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 3)
        self.start = nn.Parameter(torch.ones(6, 3))

    def forward(self, x: Any, places: Any) -> Any:
        sent, wide = self.layer(x), places[:, None].expand(-1, 3)
        total = self.start.scatter_add(0, wide, sent)
        mean = self.start.scatter_reduce(0, wide, sent, "mean", include_self=False)
        pairs = torch.zeros(6, 4, 3).index_put((places, places % 4), sent, accumulate=True)
        column = torch.tensor([0, 2])
        parts = self.start.index_put((places[:, None], column), sent[:, :2], accumulate=True)
        return total, mean, pairs, parts


def messages() -> Any:
    return Messages(), lambda n: ((rand(n, 4), torch.tensor([0, 2, 2, 5, 2])[:n]), {})


def test_messages_along_edges(backend: str) -> None:
    graph = check_module(messages, backend)
    assert [x.shape for x in graph.inputs()] == [(None, 4), (None,)]


class Products(Messages):
    def forward(self, x: Any, places: Any) -> Any:
        return self.start.scatter_reduce(0, places[:, None].expand(-1, 3), self.layer(x), "prod")


def products() -> Any:
    return Products(), messages()[1]


@pytest.mark.columns("numpy", "torch")  # JAX has no such gradient, and says so
def test_products_along_edges(backend: str) -> None:
    check_module(products, backend)


def test_source_of_sums_at_indices_is_short(backend: str, tmp_path: Any) -> None:
    def total(x: Any, i: Any) -> Any:
        return torch.zeros(6, 4, 3).index_put((i, (i + 1) % 4), x, accumulate=True)

    args = rand(4, 3), torch.tensor([0, 2, 2, 5])
    assert len(ivy.to_source(total, backend, args, source="torch").splitlines()) < 30
    run = written(total, args, backend, tmp_path)
    found = run(*(ivy.to_backend(x, backend) for x in args))
    assert_close(ivy.to_numpy(found), total(*args).numpy(), 1e-6, "sums")


def parts_written(x: Any, i: Any) -> Any:
    rows = torch.zeros(4, 5)
    for n in range(3):
        rows[n] = x[n, 0] * n
    y = x.clone()
    y[:, 1, ::2] = rows[:, 0, None]
    y[..., 2] = 7
    columns = torch.tensor([2, 0, 1])
    z = x.index_put((i,), rows[:2, None].expand(2, 3, 5))
    w = x[:, :, torch.tensor([[0, -1], [2, 2]])] * y[:, columns, columns, None, None]
    return rows, y, z, w, x[:, columns[:, None], torch.tensor([1, -2, 3])]


@sizes_may_be_fixed()
def test_source_that_writes_parts_is_short(backend: str, tmp_path: Any) -> None:
    args = rand(4, 3, 5), torch.tensor([3, 1])
    graph = trace_graph(parts_written, *args, source="torch")
    expected = [x.numpy() for x in parts_written(*args)]
    for one, other in zip(Run(graph, backend)(args)[0], expected, strict=True):
        assert_close(one, other, 1e-6, "run")
    assert len(ivy.to_source(graph, backend).splitlines()) < 75
    run = written(parts_written, args, backend, tmp_path)
    found = run(*(ivy.to_backend(x, backend) for x in args))
    for one, other in zip(found, expected, strict=True):
        assert_close(ivy.to_numpy(one), other, 1e-6, "written")


class ByLists(nn.Module):
    """Packs sequences by a list of their lengths, as many do."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.GRU(3, 4, batch_first=True)

    def forward(self, x: Any, lengths: Any) -> Any:
        packed = rnn.pack_padded_sequence(x, lengths.tolist(), True, enforce_sorted=False)
        states, last = self.layer(packed)
        return rnn.pad_packed_sequence(states, True)[0], last


def by_lists() -> Any:
    return ByLists(), lambda n: ((rand(n, 5, 3), torch.tensor([5, 3, 2, 4, 1])[:n]), {})


def test_lengths_as_lists(backend: str) -> None:
    graph = check_module(by_lists, backend)
    assert graph.inputs()[0].shape == (None, 5, 3)


@pytest.mark.columns("numpy")
def test_numbers_from_values_are_refused(backend: str) -> None:
    args = rand(3, 5), torch.tensor([5, 3, 2])
    packed = rnn.pack_padded_sequence(args[0][..., None], args[1], True)
    with pytest.raises(IvyTranspileException, match="got a PackedSequence; give the padded array"):
        trace_graph(nn.GRU(1, 2), packed)
    with pytest.raises(IvyTranspileException, match="numbers it needs are given as such"):
        trace_graph(lambda x, n: x * int(n.sum()), *args, source="torch")
    with pytest.raises(IvyTranspileException, match="compute with arrays, or give it as a number"):
        trace_graph(lambda x, n: x * n[0].item(), *args, source="torch")


SHORT: dict[str, Callable[[Any], Any]] = {
    "std": lambda x: (x - x.mean()) / (x.std() + 1e-8) + x.var(0) * x.std(1, keepdim=True),
    "pad": lambda x: torch.nn.functional.pad(x, (2, 1), mode="reflect"),
    "log10": lambda x: 2 / torch.log10(x.abs() + 2) - torch.log10(x.abs() + 2) / 2,
    "eigvalsh": lambda x: torch.linalg.eigvalsh(x[:, :, None] * x[:, None] + torch.eye(5)),
    "complex": lambda x: (torch.complex(x, 2 * x) * torch.polar(x.abs(), x)).real,
    "bfloat16": lambda x: (x.bfloat16() * torch.arange(5, dtype=torch.bfloat16).mul(0.5)).float(),
}


@pytest.mark.parametrize("name", SHORT)
def test_source_is_short(name: str, backend: str, tmp_path: Any) -> None:
    function, x = SHORT[name], rand(4, 5)
    graph = trace_graph(function, x, source="torch")
    graph.name = "function"
    source = ivy.to_source(graph, backend)
    assert len(source.splitlines()) < 80 or (name, backend) == ("eigvalsh", "tensorflow")
    namespace: dict[str, Any] = {}
    exec(source, namespace)
    for size in (4, 3):
        x = rand(size, 5, seed=size)
        found = ivy.to_numpy(namespace["function"](ivy.to_backend(x, backend)))
        assert_close(found, function(x).numpy(), 1e-5, name)


def test_source_of_matrix_exponentials(backend: str) -> None:
    function, x = torch.linalg.matrix_exp, rand(3, 4, 4)
    graph = trace_graph(lambda x: function(x) @ x, x, source="torch")
    graph.name = "function"
    namespace: dict[str, Any] = {}
    source = ivy.to_source(graph, backend)
    assert backend == "numpy" or len(source.splitlines()) < 20
    exec(source, namespace)
    found = ivy.to_numpy(namespace["function"](ivy.to_backend(x, backend)))
    assert_close(found, (function(x) @ x).numpy(), 1e-5, "product")


def off_diagonal(x: Any) -> Any:
    similar = x @ x.T
    mask = torch.eye(len(x), dtype=torch.bool)
    return torch.logsumexp(similar[~mask].view(len(x), -1), 1), similar[mask]


def pairs(x: Any) -> Any:
    mask = torch.ones(3, 3, dtype=torch.bool)
    mask[0] = False
    mask.fill_diagonal_(False)
    products = x[:, :3, None] * x[:, None, :3]
    chosen = torch.masked_select(products, mask).view(x.shape[0], -1)
    return chosen, products[:, mask] + 1, torch.where(mask)[1] + mask.sum().item()


def strides(x: Any) -> Any:
    sizes = torch.tensor([1, 2])
    for size in sizes.tolist():
        x = x + x.roll(size, 1)
    if (sizes > 1).any():
        x = x * int(sizes.sum())
    return sum(x[:, i] for i in sizes), x.gather(1, sizes.repeat(len(x), 1))


def compared(x: Any) -> Any:
    mask = torch.zeros(4, dtype=torch.bool)
    mask[2] = True
    row = mask[1:]
    row |= x[0, 1:] < 0.2
    return x.masked_select(mask), x[:, mask.clone()]


KNOWN: dict[str, Callable[[Any], Any]] = {
    f.__name__: f for f in (off_diagonal, pairs, strides, compared)
}


@sizes_may_be_fixed()
@pytest.mark.parametrize("name", KNOWN)
def test_values_that_follow_from_the_program(name: str, backend: str) -> None:
    check_function(KNOWN[name], (rand(5, 4),), backend, compiled=name != "compared")


class Interacting(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("upper", torch.ones(3, 3).triu(1).bool())
        self.head = nn.Linear(3, 2)

    def forward(self, x: Any) -> Any:
        return self.head((x @ x.mT)[:, self.upper])


def interacting() -> Any:
    return Interacting(), lambda b: ((rand(b, 3, 4),), {})


def test_masks_that_a_module_holds(backend: str) -> None:
    check_module(interacting, backend)


def strided_parts(x: Any) -> Any:
    turned, wide = x.T, (x.T * 2).reshape(2, 2, 3)
    return (
        turned.as_strided((3, 2), (1, 3)),
        (turned + 1).as_strided((2, 2), (3, 1), 1),
        turned.contiguous().as_strided((3, 2), (1, 3)),
        torch.as_strided_scatter(turned.exp(), x[:2, :2], (2, 2), (1, 4)),
        wide.transpose(0, 2).as_strided((2, 3), (3, 2)),
        x[1:].as_strided((2, 2), (2, 1)),
    )


@sizes_may_be_fixed()
def test_parts_of_memory(backend: str) -> None:
    check_function(strided_parts, (rand(3, 4),), backend)


@pytest.mark.columns("numpy")
@pytest.mark.parametrize("part", [lambda x: x[:, 1:], lambda x: x[:1], lambda x: x.T[1:]])
def test_parts_of_memory_that_others_share_are_refused(part: Any, backend: str) -> None:
    with pytest.raises(IvyTranspileException, match="part of another one in memory"):
        trace_graph(lambda x: part(x).as_strided((2, 2), (4, 1)), rand(3, 4), source="torch")


def nearest(points: Any) -> Any:
    """Choose points far from each other, as networks for clouds of points do."""
    rows = torch.arange(len(points))
    distance = torch.full(points.shape[:2], 1e10)
    chosen, last = [], torch.zeros(len(points), dtype=torch.long)
    for _ in range(3):
        chosen.append(last)
        new = (points - points[rows, last][:, None]).square().sum(-1)
        closer = new < distance
        distance[closer] = new[closer]
        last = distance.argmax(1)
    changed, rotated = points.clone(), points.roll(1, 2)
    row = closer[0]
    changed[:, row] = rotated[:, row]
    changed[closer] += 2 * rotated[closer] - 1
    return torch.stack(chosen, 1), distance, changed


def test_parts_that_a_mask_chooses_in_two_arrays(backend: str) -> None:
    check_function(nearest, (rand(4, 6, 3),), backend)


class Striding(nn.Module):
    """Has numbers in buffers, as codecs do; `advance` changes one."""

    def __init__(self, advance: Callable[[Any], None]) -> None:
        super().__init__()
        self.layer, self.advance = nn.Linear(4, 4), advance
        self.register_buffer("stride", torch.tensor(2))
        self.register_buffer("done", torch.tensor(True))
        self.register_buffer("calls", torch.tensor(0))

    def forward(self, x: Any) -> Any:
        if not self.done:
            x = x * 3
        self.calls += 1
        self.advance(self)
        missing = -x.shape[1] % self.stride
        x = nn.functional.pad(x, (0, 0, missing, self.stride))[:, :: self.stride]
        return self.layer(x[:, self.stride :])


def striding() -> Any:
    return Striding(lambda _: None), lambda b: ((rand(b, 5, 4),), {})


def test_numbers_in_buffers(backend: str) -> None:
    graph = check_module(striding, backend)
    assert set(graph.mutations) == {"calls"}


@pytest.mark.columns("numpy")
@pytest.mark.parametrize(
    "advance",
    [
        lambda module: module.stride.add_(1),
        lambda module: setattr(module, "stride", module.stride + 1),
        lambda module: module.done.fill_(False),
    ],
)
def test_numbers_in_buffers_that_change_are_refused(advance: Any, backend: str) -> None:
    with pytest.raises(IvyTranspileException, match="which it writes to, decides what it does"):
        trace_graph(Striding(advance), rand(3, 5, 4))


def _scaled(x: Any) -> Any:
    y = x * 3
    y.data.mul_(2)
    return y * y


def _masked(x: Any) -> Any:
    scores = x @ x.T
    scores.data.masked_fill_(torch.eye(4, dtype=torch.bool), -math.inf)
    scores.data.masked_fill_(torch.ones(4, 4, dtype=torch.bool).triu(2), -math.inf)
    return torch.softmax(scores, -1) @ x


def _parts(x: Any) -> Any:
    y = torch.sin(x)
    y.data[0] = 2.0
    y[:, 1].detach().add_(x[:, 0])
    return y**2


@sizes_may_be_fixed()
@pytest.mark.parametrize("function", [_scaled, _masked, _parts])
def test_gradients_pass_by_what_is_written_to_data(function: Any, backend: str) -> None:
    x = rand(4, 3).requires_grad_()
    there = ivy.transpile(function, to=backend, args=(x.detach(),))
    result = function(x)
    given = ivy.to_backend(x.detach().numpy(), backend)
    assert_close(to_numpy(there(given)), result.detach().numpy(), 1e-5, "result")
    (expected,) = torch.autograd.grad((result**2).sum(), x)
    found = ivy.grad(lambda x: ivy.sum(there(x) ** 2))(given)
    assert_close(to_numpy(found), expected.numpy(), 1e-4, "gradient")

"""`ivy.Module`: building, variables, calls, training, tracking. The dashboard's page on modules."""

from __future__ import annotations

import collections
import copy
import dataclasses
import inspect
import pickle
import threading
from typing import Any

import numpy as np
import pytest

import ivy
from ivy.errors import IvyException
from tests.helpers import optional, to_numpy

torch = optional("torch")
SHAPES = [((1, 1), 2, 3), ((2, 1), 4, 5), ((2, 2), 3, 2)]


class Trainable(ivy.Module):
    """Three linear layers with tanh."""

    def __init__(self, inputs: int, outputs: int, v: Any = None, with_partial_v: bool = False):
        self._linear0 = ivy.Linear(inputs, 64)
        self._linear1 = ivy.Linear(64, 64)
        self._linear2 = ivy.Linear(64, outputs)
        ivy.Module.__init__(self, v=v, with_partial_v=with_partial_v)

    def _layers_in_order(self) -> list[Any]:
        return [self._linear0, self._linear1, self._linear2]

    def _forward(self, x: Any) -> Any:
        x = ivy.expand_dims(x, axis=0)
        for layer in self._layers_in_order():
            x = ivy.tanh(layer(x))
        return x[0]


class WithList(Trainable):
    def __init__(self, inputs: int, outputs: int):
        self._layers = [ivy.Linear(inputs, 64), ivy.Linear(64, 64), ivy.Linear(64, outputs)]
        ivy.Module.__init__(self)

    def _layers_in_order(self) -> list[Any]:
        return self._layers


class WithDict(Trainable):
    def __init__(self, inputs: int, outputs: int):
        sizes = [(inputs, 64), (64, 64), (64, outputs)]
        self._layers = {f"linear{i}": ivy.Linear(*size) for i, size in enumerate(sizes)}
        ivy.Module.__init__(self)

    def _layers_in_order(self) -> list[Any]:
        return list(self._layers.values())


class DoubleLinear(ivy.Module):
    def __init__(self, inputs: int, outputs: int):
        self._l0 = ivy.Linear(inputs, 64)
        self._l1 = ivy.Linear(64, outputs)
        ivy.Module.__init__(self)

    def _forward(self, x: Any) -> Any:
        return self._l1(self._l0(x))


class Nested(ivy.Module):
    def __init__(self, inputs: int):
        self._dl0 = DoubleLinear(inputs, 64)
        self._dl1 = DoubleLinear(64, 64)
        ivy.Module.__init__(self)

    def _forward(self, x: Any) -> Any:
        return self._dl1(self._dl1(self._dl0(x)))


def inputs(batch: tuple[int, ...], channels: int) -> ivy.Array:
    return ivy.astype(ivy.linspace(ivy.zeros(batch), ivy.ones(batch), channels, axis=-1), "float32")


def expected_losses(weights: list[tuple[Any, Any]], x: Any, activation: Any) -> list[float]:
    """Return the losses of ten steps, by torch's own autograd in float64."""
    values = [torch.tensor(to_numpy(w), dtype=torch.float64) for pair in weights for w in pair]
    x = torch.tensor(to_numpy(x), dtype=torch.float64)
    found = []
    for _ in range(10):
        leaves = [value.clone().requires_grad_() for value in values]
        y = x
        for w, b in zip(leaves[::2], leaves[1::2], strict=True):
            y = activation(torch.nn.functional.linear(y, w, b))
        loss = y.mean()
        gradients = torch.autograd.grad(loss, leaves)
        values = [v - 1e-3 * g for v, g in zip(values, gradients, strict=True)]
        found.append(loss.item())
    return found


def trained(module: Any, x: Any) -> tuple[list[float], Any]:
    losses, previous = [], 1e12
    for _ in range(10):
        loss, grads = ivy.execute_with_gradients(lambda v: ivy.mean(module(x, v=v)), module.v)
        module.v = ivy.gradient_descent_update(module.v, grads, 1e-3)
        assert loss < previous
        previous = loss
        losses.append(float(loss))
    assert ivy.is_array(loss) and tuple(loss.shape) == ()
    assert isinstance(grads, ivy.Container)
    return losses, grads


def check_training(module: Any, x: Any, chains: list[str]) -> None:
    weights = [(module.v[f"{c}/w"], module.v[f"{c}/b"]) for c in chains]
    wanted = expected_losses(weights, x, torch.tanh)
    losses, grads = trained(module, x)
    np.testing.assert_allclose(losses, wanted, rtol=1e-4, atol=1e-6)  # float32 against float64
    for chain in chains:
        assert ivy.max(ivy.abs(grads[f"{chain}/w"])) > 0
        assert ivy.max(ivy.abs(grads[f"{chain}/b"])) > 0


# ---- the rows of the dashboard ----------------------------------------------------------------


@pytest.mark.parametrize(("batch", "channels", "outputs"), SHAPES)
def test_module_training(batch: Any, channels: int, outputs: int, backend: str) -> None:
    module = Trainable(channels, outputs)
    check_training(module, inputs(batch, channels), ["linear0", "linear1", "linear2"])


@pytest.mark.parametrize(("batch", "channels", "outputs"), SHAPES)
def test_module_w_list_training(batch: Any, channels: int, outputs: int, backend: str) -> None:
    module = WithList(channels, outputs)
    check_training(module, inputs(batch, channels), ["layers/v0", "layers/v1", "layers/v2"])


@pytest.mark.parametrize(("batch", "channels", "outputs"), SHAPES)
def test_module_w_dict_training(batch: Any, channels: int, outputs: int, backend: str) -> None:
    module = WithDict(channels, outputs)
    chains = ["layers/linear0", "layers/linear1", "layers/linear2"]
    check_training(module, inputs(batch, channels), chains)


class Duplicated(ivy.Module):
    def __init__(self, channels: int, same_layer: bool):
        if same_layer:
            self._linear0 = self._linear1 = ivy.Linear(channels, channels)
        else:
            w = ivy.ones((channels, channels))
            variables = [ivy.Container(w=w, b=ivy.ones((channels,))) for _ in range(2)]
            self._linear0 = ivy.Linear(channels, channels, v=variables[0])
            self._linear1 = ivy.Linear(channels, channels, v=variables[1])
        ivy.Module.__init__(self)

    def _forward(self, x: Any) -> Any:
        return self._linear1(self._linear0(x))


@pytest.mark.parametrize("same_layer", [True, False])
@pytest.mark.parametrize("channels", [1, 5])
def test_module_training_with_duplicate(channels: int, same_layer: bool, backend: str) -> None:
    x = inputs((1, 2), channels)
    module = Duplicated(channels, same_layer)
    assert module.v.cont_all_key_chains() == (
        ["linear0/b", "linear0/w"] if same_layer else ["linear0/b", "linear0/w", "linear1/b"]
    )
    w, b0 = (torch.tensor(to_numpy(module.v[f"linear0/{k}"]), dtype=torch.float64) for k in "wb")
    b1 = None if same_layer else torch.tensor(to_numpy(module.v["linear1/b"])).double()
    wanted, data = [], torch.tensor(to_numpy(x)).double()
    for _ in range(10):
        leaves = [t.clone().requires_grad_() for t in (w, b0, b1) if t is not None]
        hidden = torch.nn.functional.linear(data, leaves[0], leaves[1])
        loss = torch.nn.functional.linear(hidden, leaves[0], leaves[-1]).mean()
        steps = [1e-3 * g for g in torch.autograd.grad(loss, leaves)]
        w, b0 = w - steps[0], b0 - steps[1]
        b1 = None if b1 is None else b1 - steps[2]
        wanted.append(loss.item())
    losses, grads = trained(module, x)
    np.testing.assert_allclose(losses, wanted, rtol=1e-4, atol=1e-6)
    assert module._linear0.v.w is module._linear1.v.w
    assert ivy.max(ivy.abs(grads.linear0.w)) > 0
    assert same_layer or ivy.max(ivy.abs(grads.linear1.b)) > 0


@pytest.mark.parametrize(("batch", "channels", "outputs"), SHAPES[1:])
def test_module_w_partial_v(batch: Any, channels: int, outputs: int, backend: str) -> None:
    def array(*shape: int) -> Any:
        return ivy.random_uniform(shape=shape)

    extra = ivy.Container(
        linear0={"b": array(64), "w": array(64, channels)},
        linear1={"b": array(64), "w": array(64, 64), "extra": array(64, 64)},
        linear2={"b": array(outputs), "w": array(outputs, 64)},
    )
    with pytest.raises(IvyException, match=r"nothing more, got linear1/extra \(64, 64\)"):
        Trainable(channels, outputs, v=extra, with_partial_v=True)
    some = ivy.Container(
        linear0={"b": array(64)}, linear1={"w": array(64, 64)}, linear2={"b": array(outputs)}
    )
    with pytest.raises(IvyException, match="with_partial_v=True"):
        Trainable(channels, outputs, v=some)
    module = Trainable(channels, outputs, v=some, with_partial_v=True)
    assert module.v.linear0.b is some.linear0.b
    assert module._linear1.v.w is some.linear1.w
    with pytest.raises(IvyException, match=r"in v linear0/b \(64,\), got linear0/b \(3,\)"):
        Trainable(channels, outputs, v={"linear0": {"b": array(3)}}, with_partial_v=True)

    y = to_numpy(inputs(batch, channels))
    for layer in ("linear0", "linear1", "linear2"):
        w, b = (to_numpy(module.v[layer][k]) for k in "wb")
        y = np.tanh(y @ w.T + b)
    result = to_numpy(module(inputs(batch, channels)))
    np.testing.assert_allclose(result, y, rtol=1e-4, atol=1e-5)


def test_module_w_none_attribute(backend: str) -> None:
    class WithNone(ivy.Module):
        def __init__(self) -> None:
            self.nothing = None
            ivy.Module.__init__(self)

        def _forward(self, x: Any) -> Any:
            return x

    module = WithNone()
    x = inputs((2, 1), 3)
    assert module(x) is x
    assert isinstance(module.v, ivy.Container) and len(module.v) == 0


def test_with_custom_var_structure(backend: str) -> None:
    class Custom(Trainable):
        def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
            return ivy.Container(x=self._linear0.v, y=self._linear1.v, z=self._linear2.v)

    module = Custom(3, 2)
    assert list(module.v) == ["x", "y", "z"]
    x = inputs((2, 1), 3)
    before = to_numpy(module(x))
    doubled = module.v * 2
    changed = to_numpy(module(x, v=doubled))
    y = to_numpy(x)
    for key in "xyz":
        w, b = (to_numpy(doubled[key][k]) for k in "wb")
        y = np.tanh(y @ w.T + b)
    np.testing.assert_allclose(changed, y, rtol=1e-4, atol=1e-5)
    assert np.abs(changed - before).max() > 1e-3


ALL = ["dl0", "dl0/l0", "dl0/l1", "dl0/l0/b", "dl0/l0/w", "dl0/l1/b", "dl0/l1/w"]


def sub_modules(module: Any) -> list[Any]:
    return [
        *(module._dl0, module._dl1),
        *(module._dl0._l0, module._dl0._l1, module._dl1._l0, module._dl1._l1),
    ]


def test_top_variables(backend: str) -> None:
    module = Nested(3)
    assert module.top_v is None
    for each in sub_modules(module):
        for chain in [*ALL, *(chain.replace("dl0", "dl1") for chain in ALL)]:
            assert chain in each.top_v()
    assert module._dl0._l0.top_v(1) is module._dl0.v
    assert "dl1__l0__b" in module._dl0.top_v(flatten_key_chains=True)


def test_top_module(backend: str) -> None:
    module = Nested(3)
    assert module.top_mod is None
    assert all(each.top_mod() is module for each in sub_modules(module))
    assert module._dl0._l0.top_mod(1) is module._dl0
    assert module._dl1._l1.top_mod(1) is module._dl1
    assert module._dl1._l1.top_mod(2) is module


def test_v_with_top_v_key_chains(backend: str) -> None:
    module = Nested(3)
    assert module._dl0.v_with_top_v_key_chains().dl0 is module._dl0.v
    for outer in ("dl0", "dl1"):
        for inner in ("l0", "l1"):
            leaf = getattr(getattr(module, f"_{outer}"), f"_{inner}")
            assert leaf.v_with_top_v_key_chains()[outer][inner] is leaf.v
            assert leaf.v_with_top_v_key_chains(depth=1)[inner] is leaf.v
    flat = module._dl0._l0.v_with_top_v_key_chains(flatten_key_chains=True)
    assert set(flat) == {"dl0__l0__b", "dl0__l0__w"}


def test_modules_are_named_and_shown_in_the_top_one(
    backend: str, capsys: pytest.CaptureFixture[str]
) -> None:
    module = Nested(3)
    leaf = module._dl0._l1
    names = leaf.mod_with_top_mod_key_chain()
    assert len(names) == 3 and [name.split("(")[0] for name in names][1:] != names[:2]
    assert leaf.mod_with_top_mod_key_chain(depth=1) == names[1:]
    assert leaf.mod_with_top_mod_key_chain(flatten_key_chain=True) == "__".join(names)
    assert module.mod_with_top_mod_key_chain() == repr(module)
    leaf.show_v_in_top_v()
    shown = capsys.readouterr().out
    assert all(key in shown for key in ("dl0", "dl1", "l0", "l1"))
    leaf.show_v_in_top_v(depth=1)
    assert "dl1" not in capsys.readouterr().out
    leaf.show_mod_in_top_mod()
    whole = capsys.readouterr().out
    leaf.show_mod_in_top_mod(upper_depth=1)
    part = capsys.readouterr().out
    assert 0 < len(part) < len(whole)
    module.show_mod_in_top_mod()
    module.show_v_in_top_v()
    assert "dl1" in capsys.readouterr().out


def test_module_depth(backend: str) -> None:
    module = Nested(3)
    depths = [each.mod_depth() for each in (module, *sub_modules(module))]
    assert depths == [0, 1, 1, 2, 2, 2, 2]


def test_module_height(backend: str) -> None:
    module = Nested(3)
    heights = [each.mod_height() for each in (module, *sub_modules(module))]
    assert heights == [2, 1, 1, 0, 0, 0, 0]


def test_sub_modules(backend: str) -> None:
    module = Nested(3)
    assert module.sub_mods(depth=0) is module.v
    direct = module.sub_mods(depth=1)
    assert module._dl0.v in direct and module._dl1.v in direct
    everything = module.sub_mods()
    assert all(each.v in everything for each in sub_modules(module)[2:])
    assert ivy.Linear(2, 2).v not in everything
    names = module.sub_mods(show_v=False)
    assert len(names) == 2 and all(len(below) == 2 for below in names.values())


def flat_name(module: Any) -> str:
    return ivy.Container.cont_flatten_key_chain(repr(module), "_")


def numpy_linear(x: Any, layer: Any) -> Any:
    return x @ to_numpy(layer.v.w).T + to_numpy(layer.v.b)


def expected_returns(module: Any, x: Any) -> dict[Any, list[Any]]:
    """Return what each submodule of `Nested` returns at each of its calls, by NumPy."""
    found: dict[Any, list[Any]] = {each: [] for each in sub_modules(module)}
    y = to_numpy(x)
    for outer in (module._dl0, module._dl1, module._dl1):
        for inner in (outer._l0, outer._l1):
            y = numpy_linear(y, inner)
            found[inner].append(y)
        found[outer].append(y)
    return found


TRACKING = {
    "depth": lambda m: ({"submod_depth": 1}, [m._dl0, m._dl1]),
    "all": lambda m: ({}, sub_modules(m)),
    "some": lambda m: ({"submods_to_track": [m._dl1, m._dl0._l0]}, [m._dl1, m._dl0._l0]),
}


@pytest.mark.parametrize("way", TRACKING)
def test_module_track_submod_rets(way: str, backend: str) -> None:
    module, x = Nested(3), inputs((2, 1), 3)
    options, tracked = TRACKING[way](module)
    result = module(x, track_submod_rets=True, **options)
    assert tuple(result.shape) == (2, 1, 64)
    wanted = expected_returns(module, x)
    assert set(module.submod_rets) == {each.get_mod_key() for each in tracked}
    for each in tracked:
        returned = module.submod_rets[each.get_mod_key()]
        assert len(returned) == len(wanted[each])
        for got, want in zip(returned, wanted[each], strict=True):
            assert isinstance(got, np.ndarray)
            np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-5)
    module(x)
    assert not module._dl0.track_submod_rets()


@pytest.mark.parametrize("way", TRACKING)
def test_module_check_submod_rets(way: str, backend: str) -> None:
    module, x = Nested(3), inputs((2, 1), 3)
    options, _ = TRACKING[way](module)
    module(x, track_submod_rets=True, **options)
    returned = module.submod_rets
    module(x, expected_submod_rets=returned)
    module(x, expected_submod_rets=dict.fromkeys(returned))  # nothing to compare with
    with pytest.raises(IvyException, match="expected call 0 to return"):
        module(x, expected_submod_rets=returned.random_uniform(map_sequences=True))
    for spread in (lambda value, n: [value] * n, lambda value, n: value):
        expected = ivy.Container(
            {
                key: {"val": vals, "atol": spread(1e-8, len(vals)), "rtol": spread(1e-5, len(vals))}
                for key, vals in returned.items()
            },
            **returned._config,
        )
        module(x, expected_submod_rets=expected)
        with pytest.raises(IvyException):
            module(x, expected_submod_rets=expected.random_uniform(map_sequences=True))
    module(x)  # nothing of the failed calls is left


@pytest.mark.parametrize("way", TRACKING)
def test_module_track_submod_call_order(way: str, backend: str) -> None:
    module, x = Nested(3), inputs((2, 1), 3)
    options, _ = TRACKING[way](module)
    result = module(x, track_submod_call_order=True, **options)
    assert tuple(result.shape) == (2, 1, 64)
    order = module.submod_call_order[f"{flat_name(module)}_0"]
    dl0, dl1 = flat_name(module._dl0), flat_name(module._dl1)
    assert list(order) == [f"{dl0}_0", f"{dl1}_0", f"{dl1}_1"]

    def holds(entry: Any, each: Any) -> bool:
        flat = each.v.cont_flatten_key_chains().to_numpy()
        return bool(ivy.Container.cont_identical([entry, flat], same_arrays=False))

    for name, each in (
        (f"{dl0}_0", module._dl0),
        (f"{dl1}_0", module._dl1),
        (f"{dl1}_1", module._dl1),
    ):
        inner = [f"{flat_name(leaf)}_0" for leaf in (each._l0, each._l1)]
        if way == "depth" or (way == "some" and each is module._dl1):
            assert holds(order[name], each)
        elif way == "some":
            assert list(order[name]) == inner[:1]
            assert holds(order[name][inner[0]], each._l0)
        else:
            assert list(order[name]) == inner
            assert holds(order[name][inner[0]], each._l0)
            assert holds(order[name][inner[1]], each._l1)


# ---- beyond the rows --------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["first", "last", "never"])
def test_module_init_may_be_called_anywhere(order: str, backend: str) -> None:
    class Anywhere(ivy.Module):
        def __init__(self) -> None:
            if order == "first":
                super().__init__()
            self.linear = ivy.Linear(2, 3)
            if order == "last":
                super().__init__()

        def _forward(self, x: Any) -> Any:
            return self.linear(x)

    module = Anywhere()
    assert module.v.cont_all_key_chains() == ["linear/b", "linear/w"]
    assert module.built
    np.testing.assert_allclose(
        to_numpy(module(ivy.ones((1, 2)))),
        numpy_linear(np.ones((1, 2), "float32"), module.linear),
        rtol=1e-5,
    )


def test_a_module_may_be_a_dataclass(backend: str) -> None:
    @dataclasses.dataclass
    class Scaled(ivy.Module):
        factor: float = 2.0

        def __post_init__(self) -> None:
            self.linear = ivy.Linear(3, 1)

        def _forward(self, x: Any) -> Any:
            return self.factor * self.linear(x)

    module, x = ivy.Sequential(Scaled(), ivy.Linear(1, 3), Scaled()), inputs((4,), 3)
    assert module[0] != module[2] and len(set(module.modules())) == 6
    _, grads = ivy.execute_with_gradients(lambda v: ivy.sum(module(x, v=v)), module.v)
    outer = to_numpy(module[2].linear.v.w) @ to_numpy(module[1].v.w)  # (1, 1)
    wanted = 4.0 * outer * to_numpy(x).sum(0)
    np.testing.assert_allclose(to_numpy(grads.submodules.v0.linear.w), wanted, rtol=1e-4)


def test_children_added_later_are_taken_up(backend: str) -> None:
    module = Nested(3)
    kept = module.v.dl0.l0.w
    module.extra = ivy.Linear(2, 2)
    assert "extra/w" in module.v and module.v.dl0.l0.w is kept
    del module.extra
    assert "extra" not in module.v
    module._dl0.deep = ivy.Linear(2, 2)
    assert "dl0/deep/w" in module.v


class Holder:
    """A plain object on the way to a module."""

    def __init__(self, layer: ivy.Module) -> None:
        self.layer = layer


@pytest.mark.parametrize(
    ("hold", "chain"),
    [
        (lambda layer: [1, layer], "more/v1/w"),
        (lambda layer: {"a": (layer,)}, "more/a/v0/w"),
        (Holder, "more/layer/w"),
    ],
)
def test_children_in_lists_and_objects_added_later_are_taken_up(
    hold: Any, chain: str, backend: str
) -> None:
    module = Nested(3)
    module.more = hold(ivy.Linear(2, 2))
    assert chain in module.v and "dl0/l0/w" in module.v
    module.more = [1.0, "text", ivy.ones((2,))]
    assert "more" not in module.v
    module.more = hold(ivy.Linear(2, 2))
    assert chain in module.v
    del module.more
    assert "more" not in module.v


class Stack(ivy.Module):
    """Calls what its list and its dict hold, which others may change."""

    def __init__(self, *layers: Any) -> None:
        self.layers = list(layers)
        self.named: dict[str, Any] = {}
        super().__init__()

    def _forward(self, x: Any) -> Any:
        for layer in [*self.layers, *self.named.values()]:
            x = layer(x)
        return x


def test_modules_put_into_lists_and_dicts_are_taken_up(backend: str) -> None:
    inner = Stack()
    outer = Stack(ivy.Linear(2, 3), inner)
    x = ivy.ones((1, 2))
    assert outer.v.cont_all_key_chains() == ["layers/v0/b", "layers/v0/w"]
    inner.layers.append(ivy.Linear(3, 3))
    inner.named["last"] = ivy.Linear(3, 4)
    chains = [f"layers/v1/{layer}/{name}" for layer in ("layers/v0", "named/last") for name in "bw"]
    assert outer.v.cont_all_key_chains() == ["layers/v0/b", "layers/v0/w", *chains]
    assert inner.v.layers.v0.w is outer.v.layers.v1.layers.v0.w
    assert not to_numpy(outer(x, v=outer.v * 0)).any() and outer(x).shape == (1, 4)
    assert [type(each) for each in outer.modules()].count(ivy.Linear) == 3

    kept = outer.v.layers.v1.layers.v0.w
    new = ivy.Linear(3, 5)
    inner.named["last"] = new
    assert outer(x).shape == (1, 5)
    assert outer.v.layers.v1.named.last.w is new.v.w and outer.v.layers.v1.layers.v0.w is kept
    del inner.layers[0]
    assert "layers/v1/layers" not in outer.v

    twin = outer.copy()
    twin.layers.append(ivy.Dropout(0.0))
    twin.layers[1].layers.append(ivy.Linear(3, 3))
    assert "layers/v1/layers/v0/w" in twin.v and "layers/v1/layers" not in outer.v
    twin.eval()
    assert not twin.layers[-1].training


class Listing(ivy.Module):
    """Has a list and a dict with other things in them."""

    def __init__(self, held: list[Any]) -> None:
        self.more, self.options = list(held), {"sizes": list(held), "name": None}
        super().__init__()

    def _forward(self, x: Any) -> Any:
        return x + 1


NO_MODULES = {"nothing": [], "others": [3, "same"], "none": [None], "many": list(range(100))}


@pytest.mark.parametrize("late", [False, True], ids=["as built", "set later"])
@pytest.mark.parametrize("held", NO_MODULES.values(), ids=NO_MODULES)
def test_modules_put_into_a_list_without_any_are_taken_up(
    held: list[Any], late: bool, backend: str
) -> None:
    module = Listing([] if late else held)
    if late:
        module.more, module.options = list(held), {"sizes": list(held), "name": None}
    outer = Stack(module)
    assert not outer.v
    module.more.append("text")
    assert outer(ivy.ones((1, 2))).shape == (1, 2) and not outer.v
    module.more.append(ivy.Linear(2, 2))
    module.options["sizes"].append(ivy.Linear(2, 2))
    module.options["name"] = ivy.Linear(2, 2)
    for chain in (f"more/v{len(held) + 1}", f"options/sizes/v{len(held)}", "options/name"):
        assert f"layers/v0/{chain}/w" in outer.v, chain


def test_a_module_in_the_place_of_none_is_taken_up(backend: str) -> None:
    module = Listing([None, ivy.ones((2,)), ivy.zeros((2,))])
    module.more[1] = ivy.ones((3,))
    assert not module.v
    module.more[0] = ivy.Linear(2, 2)
    assert "more/v0/w" in module.v


def test_a_list_set_in_every_call_costs_no_new_collection(backend: str) -> None:
    class Remembering(ivy.Module):
        def __init__(self) -> None:
            self.layer = ivy.Linear(2, 2)
            self.last: list[Any] = []
            super().__init__()

        def _forward(self, x: Any) -> Any:
            self.last = [x, self.layer(x)]
            return self.last[-1]

    module = Remembering()
    collected = module.v
    for _ in range(3):
        module(ivy.ones((1, 2)))
        assert module.v is collected
    module.last.append(ivy.Linear(2, 2))
    assert "last/v2/w" in module.v


def test_a_dict_that_makes_its_values_may_hold_modules(backend: str) -> None:
    module = Stack()
    module.groups = collections.defaultdict(list)
    assert not module.v
    module.groups["a"] = []
    assert not module.v
    module.groups["a"].append(ivy.Linear(2, 2))
    assert module.v.cont_all_key_chains() == ["groups/a/v0/b", "groups/a/v0/w"]


def test_arrays_beside_modules_in_a_list_may_change(backend: str) -> None:
    module = Stack(ivy.Linear(2, 2))
    module.mixed = [ivy.ones((2,)), ivy.Linear(2, 2)]
    assert "mixed/v1/w" in module.v
    module.mixed[0] = ivy.zeros((2,))
    module.mixed.append(ivy.Linear(2, 2))
    assert "mixed/v2/w" in module.v


def test_underscores_and_objects_on_the_way_to_a_child(backend: str) -> None:
    """The first Ivy stripped only the first underscore, and computed with nothing."""

    class Holder:
        def __init__(self) -> None:
            self._lin = ivy.Linear(2, 2)

    class Module(ivy.Module):
        def __init__(self) -> None:
            self._d = {"_a": ivy.Linear(2, 2)}
            self._o = Holder()
            super().__init__()

        def _forward(self, x: Any) -> Any:
            return self._o._lin(self._d["_a"](x))

    module = Module()
    assert module.v.cont_all_key_chains() == ["d/a/b", "d/a/w", "o/lin/b", "o/lin/w"]
    x = ivy.ones((1, 2))
    doubled = module.v * 2
    y = np.ones((1, 2), "float32")
    for chain in ("d/a", "o/lin"):
        y = y @ to_numpy(doubled[f"{chain}/w"]).T + to_numpy(doubled[f"{chain}/b"])
    np.testing.assert_allclose(to_numpy(module(x, v=doubled)), y, rtol=1e-5)


def test_two_names_for_one_key_are_an_error(backend: str) -> None:
    class Clash(ivy.Module):
        def __init__(self) -> None:
            self._a, self.a = ivy.Linear(1, 1), ivy.Linear(1, 1)

    with pytest.raises(IvyException, match="got two for 'a'"):
        Clash()


@pytest.mark.parametrize("mode", ["explicit", "on_call"])
def test_build_modes(mode: str, backend: str) -> None:
    class Late(ivy.Module):
        def _build(self, *args: Any, **kwargs: Any) -> None:
            self.linear = ivy.Linear(2, 3, dtype=self.dtype)

        def _forward(self, x: Any) -> Any:
            return self.linear(x)

    module = Late(build_mode=mode)
    x = ivy.ones((1, 2), dtype="float64")
    assert not module.built and len(module.v) == 0
    if mode == "explicit":
        with pytest.raises(IvyException, match=r"expected build\(\) before"):
            module(x)
        assert module.build() is module.v
        assert module.v.linear.w.dtype == ivy.float32
    else:
        assert len(module.build()) == 0
        assert tuple(module(x).shape) == (1, 3)
        assert module.v.linear.w.dtype == ivy.float64
    assert module.v.cont_all_key_chains() == ["linear/b", "linear/w"]


def test_unknown_build_mode(backend: str) -> None:
    with pytest.raises(IvyException, match="as build_mode, got 'sometimes'"):
        ivy.Module(build_mode="sometimes")


def test_a_child_built_by_its_first_call(backend: str) -> None:
    class Late(ivy.Module):
        def _build(self, x: Any) -> None:
            self.linear = ivy.Linear(x.shape[-1], 3)

        def _forward(self, x: Any) -> Any:
            return self.linear(x)

    class Outer(ivy.Module):
        def __init__(self) -> None:
            self.late = Late(build_mode="on_call")

        def _forward(self, x: Any) -> Any:
            return self.late(x)

    outer = Outer()
    assert len(outer.v) == 0
    outer(ivy.ones((1, 2)))
    assert outer.v.cont_all_key_chains() == ["late/linear/b", "late/linear/w"]
    assert outer.v.late is outer.late.v


def test_store_vars_false_keeps_nothing(backend: str) -> None:
    class Stateless(ivy.Module):
        def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
            return {"w": ivy.ones((2,))}

        def _forward(self, x: Any) -> Any:
            return x * self.v.w

    module = Stateless(store_vars=False, build_mode="explicit")
    variables = module.build()
    assert list(variables) == ["w"] and len(module.v) == 0
    assert to_numpy(module(ivy.ones((2,)), v=variables * 3)).tolist() == [3.0, 3.0]


def test_the_current_backend_of_a_call_is_that_of_its_arrays(backend: str) -> None:
    class Making(ivy.Module):
        def _forward(self, x: Any = None) -> Any:
            with ivy.use_backend("numpy"):
                inner = ivy.current_backend_str()
            return {"made": [ivy.zeros(2)], "names": (ivy.current_backend_str(), inner)}

    module, x = Making(), ivy.ones(2)
    with ivy.use_backend("numpy"):
        result = module(x.data)
        assert result["names"] == (backend, "numpy") and type(result["made"][0]) is type(x.data)
        assert module(x)["made"][0].backend == backend and ivy.current_backend_str() == "numpy"
        assert module()["names"] == ("numpy", "numpy")
        module.register_parameter("w", x.data)
        assert module()["names"] == (backend, "numpy") and type(module()["made"][0]) is type(x.data)


def test_native_in_native_out(backend: str) -> None:
    module, x = Nested(3), inputs((2, 1), 3)
    wanted = expected_returns(module, x)[module._dl1][-1]
    for result in (module(x), module(x.data), module(x, v=module.v.to_native())):
        np.testing.assert_allclose(to_numpy(result), wanted, rtol=1e-4, atol=1e-5)
    assert isinstance(module(x), ivy.Array)
    assert ivy.is_native_array(module(x.data))
    assert isinstance(module(x, v=module.v.to_native()), ivy.Array)


class Masked(ivy.Module):
    """Notes the variables that it sees."""

    def __init__(self) -> None:
        self.layer = ivy.Linear(2, 2)

    def _forward(self, x: Any, mask: Any = 1) -> Any:
        self.seen = [self.v.layer, self.v.layer]
        return self.layer(x) * mask


def test_variables_of_a_native_call(backend: str) -> None:
    """They are native, made once, and not kept; an `ivy.Array` among the arguments decides."""
    module, x = Masked(), ivy.ones((3, 2))
    module(x.data)
    assert module.seen[0] is module.seen[1] and ivy.is_native_array(module.seen[0].w)
    assert isinstance(module.v.layer.w, ivy.Array)
    assert isinstance(module(x.data, mask=ivy.ones((2,))), ivy.Array)


def test_missing_variables_are_named(backend: str) -> None:
    module = Nested(3)
    with pytest.raises(IvyException, match=r"expected in v dl1/l0/b \(64,\), dl1/l0/w"):
        module(inputs((1, 1), 3), v={"dl0": module.v.dl0})
    assert module.v.dl1.l0.w.shape == (64, 64)  # that call left nothing behind
    with pytest.raises(IvyException, match="expected a Container or dict"):
        module.v = 3


def test_variables_set_below_are_seen_above_and_in_every_holder(
    backend: str, tmp_path: Any
) -> None:
    """A part has its weights loaded, or is trained by one model, and belongs to another too."""
    encoder = DoubleLinear(3, 4)
    first = ivy.Sequential(encoder, ivy.Linear(4, 1))
    second = ivy.Sequential(encoder, ivy.Linear(4, 2))
    chain = "submodules/v0/l0/w"

    def assert_all_are(value: float) -> None:
        for model in (first, second):
            np.testing.assert_array_equal(to_numpy(model.v[chain]), np.full((64, 3), value))
            x = inputs((1, 1), 3)
            np.testing.assert_array_equal(to_numpy(model(x, v=model.v)), to_numpy(model(x)))

    ones = encoder.v.cont_map(lambda x, _: ivy.ones_like(x))
    encoder.v = ones
    assert_all_are(1)
    encoder._l0.save_weights(tmp_path / "ones.safetensors")
    first.v = new = first.v * 3
    assert first.v is new
    assert_all_are(3)
    second.v = second.v * 2
    assert_all_are(6)
    encoder._l0.load_weights(tmp_path / "ones.safetensors")
    assert_all_are(1)


def test_threads_see_their_own_variables(backend: str) -> None:
    layer = ivy.Linear(2, 2, with_bias=False)
    x = ivy.ones((1, 2))
    wrong: list[Any] = []

    def work(number: int) -> None:
        variables = {"w": ivy.full((2, 2), float(number))}
        for _ in range(50):
            result = to_numpy(layer(x, v=variables))
            if not (result == 2 * number).all():
                wrong.append((number, result))

    with ivy.use_backend(backend):
        threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong


def test_train_and_eval_reach_every_module(backend: str) -> None:
    class Deep(ivy.Module):
        def __init__(self) -> None:
            self._drop = [ivy.Dropout(0.5)]
            self._inner = ivy.Sequential(ivy.Dropout(0.5))

        def _forward(self, x: Any) -> Any:
            return self._inner(self._drop[0](x))

    module, x = Deep(), ivy.ones((50,))
    assert (to_numpy(module(x)) == 0).any()
    assert module.eval() is module and not module.training
    assert (to_numpy(module(x)) == 1).all()
    module.train()
    assert all(each.training for each in module.modules())


def test_buffers(backend: str) -> None:
    class Counting(ivy.Module):
        def __init__(self) -> None:
            self.register_buffer("calls", ivy.zeros(()))
            self.register_buffer("nothing", None)

        def _forward(self, x: Any) -> Any:
            self.calls = self.calls + 1
            return x * self.calls

    module = ivy.Sequential(Counting(), Counting())
    x = ivy.array([2.0])
    assert to_numpy(module(x)).tolist() == [2.0]
    assert to_numpy(module(x)).tolist() == [8.0]
    assert module.buffers.cont_all_key_chains() == ["submodules/v0/calls", "submodules/v1/calls"]
    result, after = module.stateless_call(module.v, module.buffers * 0, x)
    assert to_numpy(result).tolist() == [2.0]
    assert float(after.submodules.v0.calls) == 1 and float(module[0].calls) == 2
    _, gradient = ivy.execute_with_gradients(lambda y: ivy.sum(module(y)), x)
    assert to_numpy(gradient).tolist() == [9.0]
    assert float(module[0].calls) == 3 and module[0].nothing is None
    module.buffers = module.buffers * 10
    assert float(module[1].calls) == 30
    assert isinstance(module[0].calls, ivy.Array)
    module(x.data)
    assert isinstance(module[0].calls, ivy.Array)


def test_buffers_that_depend_on_variables(backend: str) -> None:
    class Remembering(ivy.Module):
        def __init__(self) -> None:
            self.linear = ivy.Linear(2, 1, with_bias=False)
            self.register_buffer("last", ivy.zeros((1, 1)))

        def _forward(self, x: Any) -> Any:
            y = self.linear(x)
            self.last = y
            return y * self.last

    module, x = Remembering(), ivy.ones((1, 2))
    y = to_numpy(module.v.linear.w).sum()
    _, grads = ivy.execute_with_gradients(lambda v: ivy.sum(module(x, v=v)), module.v)
    np.testing.assert_allclose(to_numpy(module.last), [[y]], rtol=1e-6)
    np.testing.assert_allclose(to_numpy(grads.linear.w), [[2 * y, 2 * y]], rtol=1e-5)
    assert not ivy.requires_gradient(module.last)


def test_a_variable_may_be_called_as_an_attribute_of_modules(backend: str) -> None:
    """Values and heads are often called `v`; `module.v = ...` set such a variable alone."""

    class Head(ivy.Module):
        def _create_variables(self, **_: Any) -> Any:
            return {"v": ivy.ones((2,)), "w": ivy.ones((2,))}

        def _forward(self, x: Any) -> Any:
            return x * self.v["v"] + self.v["w"]

    head = Head()
    head.v = head.v.cont_map(lambda x, _: 3 * x)
    assert head(ivy.array([1.0, 2.0])).to_list() == [6.0, 9.0]


def test_registered_parameters(backend: str) -> None:
    class Scaled(ivy.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_parameter("scale", ivy.array([3.0]))

        def _forward(self, x: Any) -> Any:
            return x * self.scale

    module = ivy.Sequential(Scaled())
    assert module.v.cont_all_key_chains() == ["submodules/v0/scale"]
    x = ivy.array([2.0])
    _, grads = ivy.execute_with_gradients(lambda v: ivy.sum(module(x, v=v)), module.v)
    assert to_numpy(grads.submodules.v0.scale).tolist() == [2.0]
    module[0].scale = ivy.array([5.0])
    assert to_numpy(module(x)).tolist() == [10.0]
    assert to_numpy(module.v.submodules.v0.scale).tolist() == [5.0]


def test_state_dict_save_and_load(tmp_path: Any, backend: str) -> None:
    def network() -> Any:
        return ivy.Sequential(ivy.Linear(3, 4), ivy.BatchNorm1D(4))

    module, x = network(), inputs((4,), 3)
    module(x)
    names = ["b", "running_mean", "running_var", "w"]
    assert module.state_dict.submodules.v1.cont_all_key_chains() == names
    path = tmp_path / "new folder" / "weights.safetensors"
    module.save_weights(path)
    other = network().load_weights(path)
    for (chain, a), (_, b) in zip(
        module.state_dict.cont_to_iterator(), other.state_dict.cont_to_iterator(), strict=True
    ):
        np.testing.assert_array_equal(to_numpy(a), to_numpy(b), err_msg=chain)
    np.testing.assert_array_equal(to_numpy(module.eval()(x)), to_numpy(other.eval()(x)))
    with pytest.raises(IvyException, match=r"submodules/v0/w float32\[5, 3\]"):
        ivy.Sequential(ivy.Linear(3, 5), ivy.BatchNorm1D(5)).load(path)
    best = module.state_dict.cont_deep_copy()
    module.v = module.v * 0
    for state in (best, best.cont_to_dict(), ivy.to_backend(best, "numpy")):
        assert network().load_state_dict(state).v.submodules.v0.w.backend == backend
        other = network().load_state_dict(state).eval()
        np.testing.assert_array_equal(to_numpy(other(x)), to_numpy(network().load(path).eval()(x)))
    assert other.v.submodules.v0.w is not best.submodules.v0.w  # an optimizer may write into it
    with pytest.raises(IvyException, match=r"state_dict: expected submodules/v0/b float32\[4\]"):
        module.load_state_dict({})
    with pytest.raises(IvyException, match="expected a file name ending in"):
        module.save_weights(tmp_path / "weights.bin")


def test_copies_and_pickles(backend: str) -> None:
    module, x = Nested(3), inputs((1, 1), 3)
    before = to_numpy(module(x))
    for shared in (module.copy(), copy.copy(module)):
        assert shared._dl0 is not module._dl0 and shared.v.dl0.l0.w is module.v.dl0.l0.w
        assert shared._dl0.top_mod() is shared
        shared.v = shared.v * 2
        assert np.abs(to_numpy(shared(x)) - before).max() > 1e-3
        np.testing.assert_array_equal(to_numpy(module(x)), before)
    for other in (copy.deepcopy(module), pickle.loads(pickle.dumps(module))):
        np.testing.assert_array_equal(to_numpy(other(x)), to_numpy(module(x)))
        assert other.v.dl0 is other._dl0.v
        assert other._dl0._l0.top_mod() is other


def test_a_copy_of_a_part_leaves_the_rest_behind(backend: str) -> None:
    part = ivy.Sequential(ivy.Linear(100, 100), ivy.Linear(2, 3))
    for other in (copy.deepcopy(part[1]), pickle.loads(pickle.dumps(part[1]))):
        assert other.mod_depth() == 0 and part[1].mod_depth() == 1
    assert len(pickle.dumps(part[1])) < 10_000


@pytest.mark.parametrize("target", ["numpy", "torch", "jax", "tensorflow"])
def test_to_backend(target: str, backend: str) -> None:
    pytest.importorskip(target)
    module, x = ivy.Sequential(ivy.Linear(3, 4), ivy.BatchNorm1D(4)), inputs((4,), 3)
    module(x)
    moved = module.eval().to_backend(target)
    assert moved.v.submodules.v0.w.backend == target
    assert module.v.submodules.v0.w.backend == backend
    result = moved(ivy.to_backend(x, target))
    assert result.backend == target
    np.testing.assert_allclose(to_numpy(result), to_numpy(module(x)), rtol=1e-5, atol=1e-6)


def test_to_dtype(backend: str) -> None:
    module, x = ivy.Sequential(ivy.Linear(3, 4), ivy.BatchNorm1D(4)), inputs((8,), 3)
    module.register_buffer("calls", ivy.array(0))
    wanted = to_numpy(module(x))
    assert module.to_dtype("bfloat16") is module and module[0].dtype == "bfloat16"
    kinds = {str(leaf.dtype) for leaf in module.state_dict.cont_to_iterator_values()}
    assert kinds == {"bfloat16", "int32"}
    result = module(ivy.astype(x, "bfloat16"))
    assert result.dtype == module.buffers.submodules.v1.running_mean.dtype == "bfloat16"
    np.testing.assert_allclose(to_numpy(result).astype("float32"), wanted, atol=0.1)
    back = module.to_dtype("float32")(x)
    assert back.dtype == "float32"
    np.testing.assert_allclose(to_numpy(back), wanted, atol=0.1)


def test_to_device(backend: str) -> None:
    module = Nested(3)
    assert module.to_device("cpu") is module
    assert module.device == "cpu" and module._dl0._l0.device == "cpu"


def test_text(backend: str) -> None:
    module = ivy.Sequential(ivy.Linear(2, 3), ivy.ReLU())
    assert repr(module) == "<Sequential(), 9 parameters>"
    assert repr(module[0]) == "<Linear(2, 3) at submodules/v0, 9 parameters>"
    assert str(module).splitlines() == [
        "Sequential(): 9 parameters",
        "├── submodules/v0: Linear(2, 3): 9 parameters",
        "└── submodules/v1: ReLU(complex_mode='jax'): 0 parameters",
    ]


def test_missing_forward_and_attribute(backend: str) -> None:
    with pytest.raises(IvyException, match="expected a method _forward"):
        ivy.Module()(ivy.ones(1))
    with pytest.raises(AttributeError, match="no attribute 'nowhere'"):
        getattr(ivy.Linear(1, 1), "nowhere")  # noqa: B009


def test_without_gradients(backend: str) -> None:
    layer, x = ivy.Linear(2, 2), ivy.ones((1, 2))

    def loss(v: Any, **options: Any) -> Any:
        return ivy.sum(layer(x, v=v, **options) + v.b)

    _, grads = ivy.execute_with_gradients(lambda v: loss(v, with_grads=False), layer.v)
    assert to_numpy(grads.w).tolist() == [[0, 0], [0, 0]] and to_numpy(grads.b).tolist() == [1, 1]
    with ivy.GradientTracking(False):
        _, grads = ivy.execute_with_gradients(loss, layer.v)
    assert to_numpy(grads.b).tolist() == [1, 1]


# ---- modules as trees, and traced -------------------------------------------------------------


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_traced_equals_eager(jit: Any, backend: str) -> None:
    module, x = Nested(3), inputs((2, 1), 3)
    wanted = expected_returns(module, x)[module._dl1][-1]
    result = jit(lambda x: module(x))(x.data)
    np.testing.assert_allclose(to_numpy(result), wanted, rtol=1e-4, atol=1e-5)

    def step(x: Any, w: Any) -> Any:
        v = module.v.to_native()
        v["dl0/l0/w"] = w
        return module(x, v=v)

    doubled = module.v.dl0.l0.w * 2
    result = jit(step)(x.data, doubled.data)
    variables = module.v.cont_copy()
    variables["dl0/l0/w"] = doubled
    np.testing.assert_allclose(
        to_numpy(result), to_numpy(module(x, v=variables)), rtol=1e-4, atol=1e-5
    )


@pytest.mark.columns("jax")
def test_module_is_a_jax_tree(backend: str) -> None:
    import jax
    import jax.numpy as jnp
    import optax

    module, x = Trainable(3, 2), inputs((2, 1), 3)

    def loss(module: Any, x: Any) -> Any:
        return jnp.mean(module(x))

    traces = []

    @jax.jit
    def step(module: Any, state: Any, x: Any) -> Any:
        traces.append(1)
        value, grads = jax.value_and_grad(loss)(module, x)
        updates, state = optimizer.update(grads, state)
        return optax.apply_updates(module, updates), state, value

    optimizer = optax.sgd(1e-3)
    state = optimizer.init(module)
    weights = [(module.v[f"linear{i}/w"], module.v[f"linear{i}/b"]) for i in range(3)]
    wanted = expected_losses(weights, x, torch.tanh)
    losses = []
    for _ in range(10):
        module, state, value = step(module, state, x.data)
        losses.append(float(value))
    assert len(traces) == 1
    np.testing.assert_allclose(losses, wanted, rtol=1e-4, atol=1e-6)
    stacked = jax.tree.map(lambda leaf: jnp.stack([leaf, 2 * leaf]), module)
    both = jax.vmap(lambda m: m(x.data))(stacked)
    np.testing.assert_allclose(both[0], module(x.data), rtol=1e-5, atol=1e-6)


@pytest.mark.columns("jax")
def test_mode_is_part_of_the_jax_tree(backend: str) -> None:
    import jax

    module, x = ivy.Sequential(ivy.BatchNorm1D(3)), inputs((4,), 3)
    run = jax.jit(lambda module, x: module.stateless_call(module.v, module.buffers, x)[0])
    trained = run(module, x.data)
    evaluated = run(module.eval(), x.data)
    np.testing.assert_allclose(evaluated, to_numpy(x) / np.sqrt(1 + 1e-5), rtol=1e-5)
    assert np.abs(np.asarray(trained) - np.asarray(evaluated)).max() > 0.1


@pytest.mark.columns("torch")
def test_module_is_a_torch_tree(backend: str) -> None:
    module, x = Trainable(3, 2), inputs((2, 1), 3)
    grads = torch.func.grad(lambda m: m(x.data).mean())(module)
    _, wanted = ivy.execute_with_gradients(lambda v: ivy.mean(module(x, v=v)), module.v)
    for (chain, got), (_, want) in zip(
        grads.v.cont_to_iterator(), wanted.cont_to_iterator(), strict=True
    ):
        np.testing.assert_allclose(to_numpy(got), to_numpy(want), rtol=1e-5, err_msg=chain)


@pytest.mark.columns("jax", "tensorflow")
def test_writes_of_traced_buffers_are_refused(jit: Any, backend: str) -> None:
    module, x = ivy.BatchNorm1D(3), inputs((4,), 3)
    with pytest.raises(IvyException, match="stateless_call"):
        jit(lambda x: module(x))(x.data)


@pytest.mark.columns("torch", "jax", "tensorflow")
def test_stateless_call_under_jit(jit: Any, backend: str) -> None:
    module, x = ivy.BatchNorm1D(3), inputs((4,), 3)

    def run(x: Any) -> Any:
        result, buffers = module.stateless_call(module.v, module.buffers, x)
        return result, ivy.to_native(buffers.running_mean)

    result, mean = jit(run)(x.data)
    data = to_numpy(x)
    np.testing.assert_allclose(to_numpy(mean), 0.1 * data.mean(0), rtol=1e-5)
    wanted = (data - data.mean(0)) / np.sqrt(data.var(0) + 1e-5)
    np.testing.assert_allclose(to_numpy(result), wanted, rtol=1e-3, atol=1e-4)
    assert to_numpy(module.running_mean).tolist() == [0, 0, 0]


def test_help_shows_the_parameters_of_the_constructor() -> None:
    names = list(inspect.signature(ivy.Linear).parameters)
    assert names[:2] == ["input_channels", "output_channels"]
    assert "with_bias" in names

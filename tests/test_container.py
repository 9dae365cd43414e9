"""`ivy.Container`: items, key chains, operators, maps, comparisons, files, printing, trees."""

from __future__ import annotations

import copy
import json
import operator
import pickle
import queue
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ivy
from ivy import Container, dispatch
from ivy.errors import (
    IvyException,
    IvyIndexError,
    IvyKeyError,
    IvyNotImplementedException,
    IvyTypeError,
    IvyValueError,
)
from tests.helpers import since


def example() -> Container:
    """Return a Container of arrays of the current backend."""
    return Container(a=ivy.array([1.0, 2.0]), b={"c": ivy.array([3.0]), "d": ivy.array([4.0])})


def plain(value: Any) -> Any:
    """Return Containers as dicts, arrays as lists."""
    if isinstance(value, Container):
        return {key: plain(child) for key, child in value.items()}
    if type(value) in (list, tuple):
        return type(value)(map(plain, value))
    return ivy.to_list(value) if ivy.is_array(value) else value


# ---- making one, items, attributes ------------------------------------------------------------


def test_constructor(backend: str) -> None:
    expected = {"a": 1, "b": {"c": 2}}
    for c in (Container({"b": {"c": 2}, "a": 1}), Container(b={"c": 2}, a=1)):
        assert c.cont_to_dict() == expected
        assert list(c) == ["a", "b"] and isinstance(c.b, Container)
    assert Container([("a", 1)]).a == 1
    assert Container({"a/b": 1, "a.c": 2}).cont_to_dict() == {"a": {"b": 1, "c": 2}}
    assert list(Container({"b": 1, "a": 2}, alphabetical_keys=False)) == ["b", "a"]
    assert not Container() and len(Container(a=1, b=2)) == 2
    inner = Container(x=1)
    assert Container(a=inner).a is inner
    assert Container({"a": inner}, rebuild_child_containers=True).a is not inner


def test_constructor_errors() -> None:
    with pytest.raises(IvyException, match="expected a dict or keywords, got both"):
        Container({"a": 1}, b=2)
    with pytest.raises(IvyTypeError, match="expected a dict or pairs of key and value, got int"):
        Container(3)
    with pytest.raises(IvyTypeError, match="keys that are strings, got 1"):
        Container({1: 2})
    with pytest.raises(IvyNotImplementedException, match="to_backend"):
        Container({"a": 1}, dynamic_backend=True)


def test_types_to_iteratively_nest() -> None:
    c = Container({"a": [1, [2, 3]], "b": 4}, types_to_iteratively_nest=[list])
    assert c.cont_to_dict() == {"a": {"it_0": 1, "it_1": {"it_0": 2, "it_1": 3}}, "b": 4}
    assert c.cont_to_raw() == {"a": [1, [2, 3]], "b": 4}
    long = Container({"a": list(range(11))}, types_to_iteratively_nest=[list])
    assert list(long.a)[:2] == ["it_00", "it_01"] and long.cont_to_raw() == {"a": [*range(11)]}


def test_key_chains_as_items() -> None:
    c = Container(a=1, b={"c": {"d": 2}})
    assert c["b/c/d"] == c["b.c.d"] == c["b"]["c"]["d"] == c.b.c.d == 2
    assert c[""] is c
    with pytest.raises(KeyError):
        c["z"]
    for chain in ("b/z", "a/z", "z/a"):
        with pytest.raises(IvyException, match=chain):
            c[chain]
    c["x/y"] = 3
    c["b.c.e"] = {"f": 4}
    assert c.x.y == 3 and isinstance(c.b.c.e, Container)
    del c["b/c"]
    del c.x
    assert c.cont_to_dict() == {"a": 1, "b": {}}
    with pytest.raises(KeyError):
        del c["b/c"]
    with pytest.raises(IvyTypeError, match="key chain to set, got 0"):
        c[0] = 1
    c.update({"b/g": 5}, h={"i": 6})
    assert c.setdefault("b/g", 7) == 5 and c.setdefault("b/j", 7) == 7
    assert c.get("b/g") == c.get("b.g") == 5 and c.get("b/x") is c.get("x") is None
    assert c.get("b/x", 1) == c.pop("b/x", 1) == 1
    assert c.pop("b/j") == 7 and "b/j" not in c and "b/g" in c
    with pytest.raises(KeyError, match="'b/j'"):
        c.pop("b/j")
    assert c.cont_to_dict() == {"a": 1, "b": {"g": 5}, "h": {"i": 6}}


def test_index_every_leaf(backend: str) -> None:
    c = Container(a=ivy.array([[1, 2], [3, 4]]), b={"c": ivy.array(5), "d": None, "e": [6, 7]})
    assert plain(c[0]) == {"a": [1, 2], "b": {"c": 5, "d": None, "e": 6}}
    assert plain(c[1:]) == {"a": [[3, 4]], "b": {"c": 5, "d": None, "e": [7]}}
    assert plain(Container(a=c.a)[..., 0]) == {"a": [1, 3]}


def test_attributes(backend: str) -> None:
    c = example()
    assert c.b.c is c["b"]["c"]
    assert plain(c.ndim) == {"a": 1, "b": {"c": 1, "d": 1}}
    assert c.shape.cont_to_dict() == {"a": (2,), "b": {"c": (1,), "d": (1,)}}
    with pytest.raises(AttributeError):
        c.no_such_attribute  # noqa: B018
    with pytest.raises(AttributeError):
        Container().no_such_attribute  # noqa: B018
    c.new = {"x": 1}
    c._private = 2
    assert c.new.x == 1 and "_private" not in c and c._private == 2
    keys = Container(sum=1, linear={"mean": 2})
    assert keys.sum == 1 and keys.linear.mean == 2  # keys win over operations
    assert callable(example().sum)
    assert {"a", "sum", "cont_map"} <= set(dir(c))


def test_membership(backend: str) -> None:
    c = example()
    assert "a" in c and "b/c" in c and "b.c" in c
    assert "c" not in c and "b/z" not in c and 3 not in c
    assert c.b in c and c in c
    assert c.b.cont_deep_copy() not in c
    assert Container(c=c.b.c) not in c


def test_copies(backend: str) -> None:
    c = example()
    for same in (c.cont_copy(), c.copy(), copy.copy(c)):
        assert same is not c and same.b is not c.b and same.b.c is c.b.c
    for other in (c.cont_deep_copy(), copy.deepcopy(c), pickle.loads(pickle.dumps(c))):
        assert other.b.c is not c.b.c and plain(other) == plain(c)
    shared = Container(a=c.a, b=c.a).cont_deep_copy()
    assert shared.a is shared.b
    assert pickle.loads(pickle.dumps(Container(a=1, print_limit=3))).cont_config["print_limit"] == 3
    with pytest.raises(TypeError):
        hash(c)


# ---- operators --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda c, d: c + d, {"a": 9, "b": {"c": 5}}),
        (lambda c, d: c - 1, {"a": 6, "b": {"c": 2}}),
        (lambda c, d: 1 - c, {"a": -6, "b": {"c": -2}}),
        (lambda c, d: c * d, {"a": 14, "b": {"c": 6}}),
        (lambda c, d: c / d, {"a": 3.5, "b": {"c": 1.5}}),
        (lambda c, d: 21 / c, {"a": 3.0, "b": {"c": 7.0}}),
        (lambda c, d: c // d, {"a": 3, "b": {"c": 1}}),
        (lambda c, d: 22 // c, {"a": 3, "b": {"c": 7}}),
        (lambda c, d: c % d, {"a": 1, "b": {"c": 1}}),
        (lambda c, d: 22 % c, {"a": 1, "b": {"c": 1}}),
        (lambda c, d: c**d, {"a": 49, "b": {"c": 9}}),
        (lambda c, d: 2**c, {"a": 128, "b": {"c": 8}}),
        (lambda c, d: -c, {"a": -7, "b": {"c": -3}}),
        (lambda c, d: abs(-c), {"a": 7, "b": {"c": 3}}),
        (lambda c, d: ~c, {"a": -8, "b": {"c": -4}}),
        (lambda c, d: c & d, {"a": 2, "b": {"c": 2}}),
        (lambda c, d: c | 8, {"a": 15, "b": {"c": 11}}),
        (lambda c, d: 1 ^ c, {"a": 6, "b": {"c": 2}}),
        (lambda c, d: c << d, {"a": 28, "b": {"c": 12}}),
        (lambda c, d: c >> 1, {"a": 3, "b": {"c": 1}}),
        (lambda c, d: 1 << c, {"a": 128, "b": {"c": 8}}),
        (lambda c, d: c < 5, {"a": False, "b": {"c": True}}),
        (lambda c, d: c <= 3, {"a": False, "b": {"c": True}}),
        (lambda c, d: c == 7, {"a": True, "b": {"c": False}}),
        (lambda c, d: c != d, {"a": True, "b": {"c": True}}),
        (lambda c, d: c > 5, {"a": True, "b": {"c": False}}),
        (lambda c, d: c >= 7, {"a": True, "b": {"c": False}}),
        (lambda c, d: divmod(c, 2)[0], {"a": 3, "b": {"c": 1}}),
        (lambda c, d: divmod(22, c)[1], {"a": 1, "b": {"c": 1}}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("leaf", [int, ivy.array, lambda x: ivy.array(x).data])
def test_operators(
    function: Callable[..., Any], expected: Any, leaf: Callable[..., Any], backend: str
) -> None:
    c, d = (Container(a=leaf(x), b={"c": leaf(y)}) for x, y in ((7, 3), (2, 2)))
    assert plain(function(c, d)) == expected


def test_operators_of_containers(backend: str) -> None:
    c = example()
    assert (+c) is c
    before = c
    c += 1
    assert c is not before and plain(c.a) == [2, 3] and plain(before.a) == [1, 2]
    assert plain(Container(a=[1, (2, 3)]) + 1) == {"a": [2, (3, 4)]}
    assert (~Container(a=True, b=False)).cont_to_dict() == {"a": False, "b": True}
    matrix = ivy.array([[1.0, 2.0], [3.0, 4.0]])
    assert plain(Container(a=matrix) @ Container(a=matrix)) == {"a": [[7, 10], [15, 22]]}
    with pytest.raises(IndexError, match="b/d"):
        c + Container(a=1, b={"c": 2})


def test_operators_of_native_leaves_promote(backend: str) -> None:
    i, f = (Container(a=ivy.array(x).data) for x in ([7, -7], [1.5, 2.5]))
    for result, expected in ((i + f, [8.5, -4.5]), (i / 2, [3.5, -3.5]), (i @ f, -7.0)):
        assert ivy.is_native_array(result.a)
        assert str(ivy.dtype(result.a)) == "float32" and plain(result) == {"a": expected}
    assert plain(i < f) == {"a": [False, True]}
    with pytest.raises(IvyException, match="add"):
        i + Container(a=ivy.array([1, 2, 3]).data)
    texts = Container(a=np.array(["x", "y"])) == "x"  # of no dtype of ivy's
    assert plain(texts) == {"a": [True, False]}


def test_arrays_on_the_left(backend: str) -> None:
    c = example()
    for x in (ivy.array([10.0]), ivy.array([10.0]).data):
        assert plain(x + c) == {"a": [11, 12], "b": {"c": [13], "d": [14]}}
        assert plain(x * c) == {"a": [10, 20], "b": {"c": [30], "d": [40]}}


# ---- operations -------------------------------------------------------------------------------


def test_operations_are_methods_and_functions(backend: str) -> None:
    c = example()
    expected = {"a": 3, "b": {"c": 3, "d": 4}}
    assert plain(c.sum()) == plain(ivy.sum(c)) == plain(Container.static_sum(c)) == expected
    assert plain(ivy.add(c, c)) == {"a": [2, 4], "b": {"c": [6], "d": [8]}}
    assert plain(ivy.subtract(1, c)) == {"a": [0, -1], "b": {"c": [-2], "d": [-3]}}
    assert plain(c.concat([c], axis=0)) == {
        "a": [1, 2, 1, 2], "b": {"c": [3, 3], "d": [4, 4]},
    }  # fmt: skip
    assert plain(c.einsum("i->")) == expected
    axes = Container(a=0, b={"c": 1})
    assert plain(ivy.sum(ivy.array([[1, 2], [3, 4]]), axis=axes)) == {
        "a": [4, 6],
        "b": {"c": [3, 7]},
    }
    assert plain(Container(a=[c.a, c.a]).concat()) == {"a": [1, 2, 1, 2]}


def test_native_leaves_stay_native(backend: str) -> None:
    c = example().to_native()
    assert all(map(dispatch.is_native, c.cont_to_iterator_values()))
    assert all(map(dispatch.is_native, c.exp().cont_to_iterator_values()))
    assert all(isinstance(x, ivy.Array) for x in c.to_ivy().cont_to_iterator_values())
    assert all(map(dispatch.is_native, ivy.to_native(example()).cont_to_iterator_values()))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"key_chains": "a"}, {"a": 3, "b": {"c": [3], "d": [4]}}),
        ({"key_chains": ["b"]}, {"a": [1, 2], "b": {"c": 3, "d": 4}}),
        ({"key_chains": {"b": {"c": None}}}, {"a": [1, 2], "b": {"c": 3, "d": [4]}}),
        ({"key_chains": "b.c", "to_apply": False}, {"a": 3, "b": {"c": [3], "d": 4}}),
        ({"key_chains": "b/c", "prune_unapplied": True}, {"b": {"c": 3}}),
        ({"key_chains": "b", "to_apply": False, "prune_unapplied": True}, {"a": 3}),
    ],
)
def test_key_chains_select_leaves(options: Any, expected: Any, backend: str) -> None:
    assert plain(example().sum(**options)) == expected
    assert plain(Container.static_sum(example(), **options)) == expected


def test_map_sequences(backend: str) -> None:
    c = Container(a=[ivy.array([1.0, 2.0]), (ivy.array([3.0]),)])
    assert plain(c.sum(map_sequences=True)) == {"a": [3, (3,)]}
    assert plain(Container(a=[[1.0, 2.0], [3.0, 4.0]]).sum()) == {"a": 10}


def test_several_results_give_several_containers(backend: str) -> None:
    c = Container(a=ivy.array([1, 2, 2]), b={"c": ivy.array([3])})
    values, counts = c.unique_counts()
    assert plain(values) == {"a": [1, 2], "b": {"c": [3]}}
    assert plain(ivy.unique_counts(c).counts) == plain(counts) == {"a": [1, 2], "b": {"c": [1]}}
    halves = Container(a=ivy.array([1, 2]), b=ivy.array([3, 4])).split(num_or_size_splits=2)
    assert isinstance(halves, list) and plain(halves) == [
        {"a": [1], "b": [3]},
        {"a": [2], "b": [4]},
    ]
    assert plain(c.to_list()) == {"a": [1, 2, 2], "b": {"c": [3]}}  # no arrays: a list per leaf


def test_out(backend: str) -> None:
    c = example()
    out = c.zeros_like()
    leaf = out.b.c
    assert ivy.multiply(c, 2, out=out) is out and out.b.c is leaf
    assert plain(out) == {"a": [2, 4], "b": {"c": [6], "d": [8]}}
    assert c.exp(out=out) is out
    native = c.zeros_like().to_native()
    assert (native_out := ivy.multiply(c, 3, out=native)) is native
    assert plain(native_out.a) == [3, 6] and dispatch.is_native(native.a)


def test_nestable_mode_off(backend: str) -> None:
    with ivy.NestableMode(False), pytest.raises(IvyException, match=r"Container: \{ a: "):
        ivy.exp(example())


def test_random_numbers_in_the_place_of_leaves(backend: str) -> None:
    c = Container(a=[np.ones((2, 3)), np.ones(4)], b={"c": [np.zeros(2)]})
    drawn = c.random_uniform(map_sequences=True, high=2.0)
    assert [x.shape for x in drawn.a] == [(2, 3), (4,)] and drawn.b.c[0].shape == (2,)
    assert all(isinstance(x, np.ndarray) for x in drawn.a)
    again = example().random_uniform(high=5.0, seed=0)
    assert ivy.all(again.a >= ivy.array([1.0, 2.0])) and tuple(again.a.shape) == (2,)
    assert example().random_normal(seed=0).shape.a == (2,)
    assert example().randint(9).b.c.shape == (1,)
    low = ivy.random_uniform(low=example(), high=5.0, seed=0)
    assert plain(low) == plain(again)


def test_updates_of_containers(backend: str) -> None:
    c, grads = example(), example().ones_like()
    updated = ivy.gradient_descent_update(c, grads, 0.5)
    assert isinstance(updated, Container)
    assert plain(updated) == {"a": [0.5, 1.5], "b": {"c": [2.5], "d": [3.5]}}
    zeros = c.zeros_like()
    weights, first, second = ivy.adam_update(c, grads, 0.1, zeros, zeros, 1)
    assert {type(weights), type(first), type(second)} == {Container}
    assert np.allclose(plain(first.a), 0.1) and np.allclose(plain(second.b.c), 0.001)
    assert ivy.inplace_update(c, updated) is c
    assert plain(c) == plain(updated)


def test_gradients_of_containers(backend: str) -> None:
    c = example().cont_with_print_limit(3)
    cost, grads = ivy.execute_with_gradients(lambda v: ivy.sum(v.a**2) + ivy.sum(v.b.c), c)
    assert plain(cost) == 8 and isinstance(grads, Container)
    assert plain(grads) == {"a": [2, 4], "b": {"c": [1], "d": [0]}}
    assert grads.cont_config == c.cont_config
    _, several = ivy.execute_with_gradients(lambda v: (ivy.sum(v.a), {"x": ivy.sum(v.b.c)}), c)
    assert isinstance(several, Container) and list(several) == ["0", "1_x"]
    assert plain(several["1_x"]) == {"a": [0, 0], "b": {"c": [1], "d": [0]}}
    value = ivy.grad(lambda v: ivy.sum((v * v).a))(c)
    assert plain(value.a) == [2, 4]


def test_meta_learning_with_containers(backend: str) -> None:
    def cost(batch: Any, v: Any) -> Any:
        return ivy.mean((batch.x * v.w) ** 2)

    batch = Container(x=ivy.array([[2.0], [2.0]]))
    variables = Container(w=ivy.array([1.0]))
    mean_cost, grads = ivy.reptile_step(batch, cost, variables, 1, 0.125)
    assert plain(mean_cost) == 4 and isinstance(grads, Container) and plain(grads.w) == [8]
    _, grads = ivy.maml_step(batch, cost, cost, variables, 1, 0.0625)
    assert plain(grads) == {"w": [2]}


def test_to_backend(backend: str) -> None:
    moved = ivy.to_backend(example(), "numpy")
    assert isinstance(moved, Container) and isinstance(moved.b.c.data, np.ndarray)
    assert plain(moved) == plain(example())


def test_backend_of_leaves_without_framework(backend: str) -> None:
    c = Container(a=1.0, b={"c": [2.0]}, ivyh=backend)
    with ivy.use_backend("numpy"):
        result = c.exp()
    assert ivy.current_backend(result.b.c) is ivy.with_backend(backend) is c.cont_ivy
    assert Container(a=1).cont_ivy is ivy
    assert Container(a=1).cont_with_ivy_backend(ivy.with_backend(backend)).cont_ivy is c.cont_ivy


# ---- maps -------------------------------------------------------------------------------------


def test_cont_map() -> None:
    c = Container(a=1, b={"c": 2, "d": [3, 4]})
    seen = c.cont_map(lambda x, chain: (x, chain))
    assert seen.cont_to_dict() == {"a": (1, "a"), "b": {"c": (2, "b/c"), "d": ([3, 4], "b/d")}}
    inside = c.cont_map(lambda x, chain: (x, chain), map_sequences=True, key_chain="top")
    assert inside.b.d == [(3, None), (4, None)] and inside.a == (1, "top/a")
    chosen = c.cont_map(lambda x, _: 0, key_chains=["b/c"], prune_unapplied=True)
    assert chosen.cont_to_dict() == {"b": {"c": 0}}
    branch = c.cont_map(lambda x, _: 0, key_chains="b")  # the chain must be equal
    assert branch.cont_to_dict() == c.cont_to_dict()
    inner = c.b
    assert c.cont_map(lambda x, _: 0, key_chains="b/c", inplace=True) is c
    assert c.b is inner and c.b.c == 0 and c.a == 1


def test_cont_map_sub_conts() -> None:
    c = Container(a=1, b={"c": {"d": 2}})
    order: list[str] = []

    def visit(tree: Container, chain: str) -> Container:
        order.append(chain)
        return tree.cont_set_at_key_chain("seen", chain)

    result = c.cont_map_sub_conts(visit)
    assert order == ["b/c", "b", ""]
    assert result.cont_to_dict() == {
        "a": 1, "b": {"c": {"d": 2, "seen": "b/c"}, "seen": "b"}, "seen": "",
    }  # fmt: skip
    assert "seen" not in c.cont_map_sub_conts(visit, include_self=False)
    only = c.cont_map_sub_conts(visit, key_chains="b", include_self=False)
    assert only.cont_to_dict() == {"a": 1, "b": {"c": {"d": 2}, "seen": "b"}}
    assert c.cont_map_sub_conts(visit, inplace=True) is c and c.b.c.seen == "b/c"


def test_multi_map() -> None:
    c, d = Container(a=1, b={"c": 2}), Container(a=10, b={"c": 20}, e=30)
    result = Container.cont_multi_map(lambda xs, chain: (chain, sum(xs)), [c, d])
    assert result.cont_to_dict() == {"a": ("a", 11), "b": {"c": ("b/c", 22)}, "e": ("e", 30)}
    some = Container.cont_multi_map(lambda xs, _: 0, [c, d], key_chains="a")
    assert some.cont_to_dict() == {"a": 0, "b": {"c": 2}, "e": 30}
    some = Container.cont_multi_map(lambda xs, _: 0, [c, d], key_chains="a", prune_unapplied=True)
    assert some.cont_to_dict() == {"a": 0}
    lists = [Container(a=[1, (2,)]), Container(a=[3, (4,)])]
    assert Container.cont_multi_map(lambda xs, _: sum(xs), lists, map_nests=True).a == [4, (6,)]
    configured = Container.cont_multi_map(lambda xs, _: xs, [c, d], config={"print_limit": 1})
    assert configured.b.cont_config["print_limit"] == 1
    with pytest.raises(IvyException):
        Container.cont_multi_map(lambda xs, _: xs, [c, d], assert_identical=True)


def test_multi_map_in_function(backend: str) -> None:
    call = Container.cont_multi_map_in_function
    assert plain(call("add", example(), 1)) == plain(example() + 1)
    assert plain(call(lambda x, y: x, 1, {"deep": [example()]}["deep"][0])) == {
        "a": 1, "b": {"c": 1, "d": 1},
    }  # fmt: skip
    out = example()
    assert call("multiply", example(), 2, out=out) is out and plain(out.a) == [2, 4]
    assert Container.cont_handle_inplace(3, None) == 3


# ---- several Containers -----------------------------------------------------------------------


def test_joining_and_combining(backend: str) -> None:
    a, b = Container(x=[1], y={"z": [2]}), Container(x=[3, 4], y={"z": []})
    assert Container.cont_list_join([a, b]).cont_to_dict() == {"x": [1, 3, 4], "y": {"z": [2]}}
    assert Container.cont_list_stack([a, b], 0).x == [[1], [3, 4]]
    c = Container.cont_combine(
        Container(x=1, y={"z": 2}), Container(w=0, y={"v": 3}), Container(x=4)
    )
    assert c.cont_to_dict() == {"w": 0, "x": 4, "y": {"v": 3, "z": 2}} and list(c) == [
        "w",
        "x",
        "y",
    ]
    assert plain(Container.cont_reduce([example(), example()], "stack").b.c) == [[3], [3]]
    assert Container.cont_reduce([Container(x=1), Container(x=5)], max).x == 5
    chains = Container.cont_common_key_chains(
        [Container(a=1, b={"c": 2, "d": 3}), Container(b={"d": 4})]
    )
    assert chains == ["b/d"]
    with pytest.raises(IvyException, match="one Container or more"):
        Container.cont_combine()


@pytest.mark.parametrize(
    ("mode", "expected"), [("concat", [1, 2, 1, 2]), ("sum", [2, 4]), ("mean", [1, 2])]
)
def test_unify(mode: str, expected: Any, backend: str) -> None:
    parts = {"cpu": example(), "cpu:0": example()}
    assert plain(Container.cont_unify(parts, "cpu", mode).a) == expected
    with pytest.raises(IvyValueError, match="mode concat, sum or mean, got 'max'"):
        Container.cont_unify(parts, "cpu", "max")


def test_inplace_update() -> None:
    c = Container(a=1, b={"c": 2})
    inner = c.b
    c.cont_inplace_update({"b": {"d": 3}, "e": {"f": 4}}, print_limit=2)
    assert c.b is inner and c.cont_to_dict() == {"a": 1, "b": {"c": 2, "d": 3}, "e": {"f": 4}}
    assert c.b.cont_config["print_limit"] == 2
    c.cont_update_config(print_indent=2)
    assert c.b.cont_config["print_indent"] == 2
    with pytest.raises(IvyException, match="got colour"):
        c.cont_update_config(colour="red")


def test_truth(backend: str) -> None:
    true, false = ivy.array([True, True]), ivy.array([True, False])
    assert Container(a=true, b={"c": 1}).cont_all_true()
    assert not Container(a=false).cont_all_true() and not Container(a=false).cont_all_false()
    assert Container(a=0, b={"c": ivy.array([False])}).cont_all_false()
    assert Container(a=0, b=1).cont_all_true(key_chains="b", prune_unapplied=True)
    assert Container(a=[True, False]).cont_as_bools(map_sequences=True).a == [True, False]
    assert not Container(a=[True, False]).cont_all_true(map_sequences=True)
    assert Container(a=1, b={"c": 0}).cont_as_bools().cont_to_dict() == {
        "a": True,
        "b": {"c": False},
    }
    for wrong in (1, ivy.array([1])):
        with pytest.raises(IvyTypeError, match="expected leaves that are bool"):
            Container(a=wrong).cont_as_bools(assert_is_bool=True)
    assert Container(a=true, b=True).cont_all_true(assert_is_bool=True)


# ---- taking apart, lists, arrays --------------------------------------------------------------


def test_unstack_and_split(backend: str) -> None:
    c = Container(a=ivy.array([[1, 2], [3, 4]]), b={"c": ivy.array([[5, 6], [7, 8]])})
    assert plain(c.cont_unstack_conts(1)) == [
        {"a": [1, 3], "b": {"c": [5, 7]}}, {"a": [2, 4], "b": {"c": [6, 8]}},
    ]  # fmt: skip
    assert plain(c.cont_unstack_conts(0, keepdims=True, dim_size=2)[0].a) == [[1, 2]]
    with pytest.raises(IvyValueError, match="expected size 3 on axis 0"):
        c.cont_unstack_conts(0, dim_size=3)
    assert plain(c.split_conts(2, axis=1))[1] == {"a": [[2], [4]], "b": {"c": [[6], [8]]}}
    assert len(c.split_conts([1, 1])) == 2
    with pytest.raises(IvyValueError, match="as many parts"):
        Container(a=ivy.zeros(2), b=ivy.zeros(3)).split_conts()


def test_arrays(backend: str) -> None:
    x = ivy.array([[1, 2], [3, 4]])
    c = Container(a=x, b={"c": ivy.array([5]), "d": None, "e": x})
    assert c.cont_num_arrays() == 3
    assert list(c.cont_size_ordered_arrays()) == ["b__c", "a", "b__e"]
    assert c.cont_duplicate_array_keychains() == (("a", "b/e"),)
    assert example().cont_duplicate_array_keychains() == ()
    shaped = Container(a=ivy.zeros(6), b={"c": ivy.zeros(6)})
    target = {"a": (3,), "b": {"c": (3, 1)}}
    result = shaped.cont_reshape_like(target, leading_shape=[2])
    assert result.cont_shapes.cont_to_dict() == {"a": (2, 3), "b": {"c": (2, 3, 1)}}
    with pytest.raises(IvyValueError, match="expected 2 shapes, got 1"):
        shaped.cont_reshape_like({"a": (6,)})


def test_properties(backend: str) -> None:
    c = Container(a=ivy.zeros((2, 3, 4)), b={"c": ivy.zeros((2, 5))})
    assert c.cont_shape == [2, None] and Container().cont_shape == [0]
    assert c.cont_shapes.cont_to_dict() == {"a": (2, 3, 4), "b": {"c": (2, 5)}}
    assert isinstance(c.cont_shapes.a, ivy.Shape)
    assert c.cont_dtype == "float32"
    assert Container(a=ivy.zeros(1), b=ivy.array([1])).cont_dtype is None
    assert c.cont_dev == c.cont_dev_str == "cpu" and Container().cont_dev_str is None
    assert c.cont_max_depth == 2 and Container().cont_max_depth == 0
    assert c.dynamic_backend is False
    assert c.cont_config["print_limit"] == 10 and c._config == c.cont_config
    assert Container({"a": 1}, **c._config).cont_config == c.cont_config


def test_lists_and_dicts(backend: str) -> None:
    c = Container(a=1, b={"c": 2, "d": None, "e": {}})
    assert c.cont_to_dict() == {"a": 1, "b": {"c": 2, "d": None, "e": {}}}
    assert type(c.cont_to_dict()["b"]) is dict
    assert c.cont_to_nested_list() == [1, [2, []]]
    assert c.cont_to_flat_list() == [1, 2, None]
    assert [k for k, _ in c.cont_to_iterator(include_empty=True)] == ["a", "b/c", "b/d", "b/e"]
    assert list(c.cont_to_iterator_keys(leaf_keys_only=True)) == ["a", "c", "d"]
    assert list(c.cont_to_iterator_keys("top")) == ["top/a", "top/b/c", "top/b/d"]
    assert list(c.cont_to_iterator_values()) == [1, 2, None]
    flat = [7, 8, 9, 10]
    assert c.cont_from_flat_list(flat).cont_to_flat_list() == [7, 8, 9] and flat == [10]
    with pytest.raises(IvyValueError, match="at least 3"):
        c.cont_from_flat_list(flat)
    assert flat == [10]
    assert example().cont_with_entries_as_lists().cont_to_dict() == {
        "a": [1, 2], "b": {"c": [3], "d": [4]},
    }  # fmt: skip


# ---- key chains -------------------------------------------------------------------------------


def chains() -> Container:
    """Return the Container most tests of key chains use."""
    return Container(a=1, b={"c": 2, "d": {"e": 3}})


def test_looking_up_key_chains() -> None:
    c = chains()
    assert c.cont_has_key("d/e") and c.cont_has_key("c") and not c.cont_has_key("z")
    assert c.cont_has_key_chain("b/d") and not c.cont_has_key_chain("d/e")
    assert c.cont_at_key_chain("b.d.e") == 3
    assert c.cont_at_key_chain("b/z", ignore_key_errors=True) is None
    with pytest.raises(IvyKeyError, match="b/z"):
        c.cont_at_key_chain("b/z")
    assert c.cont_if_exists("b/c") == 2 and c.cont_if_exists("z") is None
    assert c.cont_try_kc("b/c") == 2 and c.cont_try_kc("z") is c
    assert c.cont_all_key_chains() == ["a", "b/c", "b/d/e"]
    assert Container(a={}).cont_all_key_chains(include_empty=True) == ["a"]
    assert c.cont_key_chains_containing("d") == ["b/d/e"]


def test_parts_by_key_chains() -> None:
    c = chains()
    for given in ("b/c", ["b/c"], ("b.c",), {"b": {"c": None}}, Container(b={"c": 0})):
        assert c.cont_at_key_chains(given).cont_to_dict() == {"b": {"c": 2}}
    both = c.cont_at_key_chains(["b", "b/x"], ignore_key_errors=True)
    assert both.cont_to_dict() == {"b": {"c": 2, "d": {"e": 3}}} and both.b is not c.b
    assert c.cont_at_key_chains(None) is c
    for wrong, error in ((["b/z"], IvyKeyError), (3, IvyTypeError)):
        with pytest.raises(error):
            c.cont_at_key_chains(wrong)
    with pytest.raises(IvyException):
        c.cont_at_key_chains(None, ignore_none=False)
    assert c.cont_at_keys("d").cont_to_dict() == {"b": {"d": {"e": 3}}}
    assert c.cont_at_keys(["a", "e"]).cont_to_dict() == {"a": 1, "b": {"d": {"e": 3}}}
    long = Container(alpha=1, beta=2)
    assert long.cont_at_keys("alp", containing=True).cont_to_dict() == {"alpha": 1}
    assert long.cont_at_keys("alp").cont_to_dict() == {} and long.cont_at_keys(None) is long


def test_setting_key_chains() -> None:
    c = chains()
    assert c.cont_set_at_keys({"c": 0, "a": 9}).cont_to_dict() == {
        "a": 9, "b": {"c": 0, "d": {"e": 3}},
    }  # fmt: skip
    assert c.cont_set_at_key_chain("x/y", 4).x.y == 4 and "x" not in c
    assert c.cont_overwrite_at_key_chain("b/c", 5).b.c == 5 and c.b.c == 2
    with pytest.raises(IvyException, match="b/z"):
        c.cont_overwrite_at_key_chain("b/z", 5)
    assert c.cont_set_at_key_chains({"b": {"c": 6}, "z": 7}).cont_to_dict() == {
        "a": 1, "b": {"c": 6, "d": {"e": 3}}, "z": 7,
    }  # fmt: skip
    given = Container()
    assert c.cont_set_at_key_chains({"b": {"c": 6}}, return_dict=given) is given
    assert given.cont_to_dict() == {"b": {"c": 6}}
    assert c.cont_overwrite_at_key_chains({"b": {"c": 6}}, inplace=True) is c and c.b.c == 6
    with pytest.raises(IvyException, match="b/z"):
        c.cont_overwrite_at_key_chains({"b": {"c": 7, "z": 7}}, inplace=True)
    assert c.b.c == 6
    assert c.cont_create_if_absent("b/c", 0) is c and c.b.c == 6
    assert c.cont_create_if_absent("b/n", 0, inplace=False) is not c
    assert c.cont_create_if_absent("b/n", 0).b.n == 0 and c.b.n == 0


def test_dropping_key_chains() -> None:
    c = chains()
    assert c.cont_prune_keys("c").cont_to_dict() == {"a": 1, "b": {"d": {"e": 3}}}
    assert c.cont_prune_keys(["a", "d/e"]).cont_to_dict() == {"b": {"c": 2}}
    assert c.cont_prune_keys(None) is c
    assert c.cont_prune_key_chain("b/d/e").cont_to_dict() == {"a": 1, "b": {"c": 2}}
    assert c.cont_prune_key_chain("b").cont_to_dict() == {"a": 1}
    assert c.cont_prune_key_chain("z/y").cont_to_dict() == c.cont_to_dict()
    for given in (["b/c", "b/d"], {"b": {"c": None, "d": None}}, Container(b={"c": 0, "d": 0})):
        assert c.cont_prune_key_chains(given).cont_to_dict() == {"a": 1}
    assert c.cont_prune_key_chains(None) is c
    empty = Container(a=None, b={"c": {}, "d": 1}, e={"f": {}})
    assert empty.cont_prune_empty().cont_to_dict() == {"b": {"d": 1}}
    assert empty.cont_prune_empty(keep_nones=True).cont_to_dict() == {"a": None, "b": {"d": 1}}
    assert Container().cont_prune_empty(base=False) is None
    assert Container().cont_prune_empty() is not None


def test_renaming_key_chains() -> None:
    c = chains()
    assert c.cont_format_key_chains(str.upper).cont_to_dict() == {
        "A": 1, "B": {"C": 2, "D": {"E": 3}},
    }  # fmt: skip
    mixed = Container({"b": {"z": 1, "y": 2}, "a": 3}, alphabetical_keys=False)
    assert mixed.cont_sort_by_key().cont_all_key_chains() == ["a", "b/y", "b/z"]
    assert c.cont_prune_key_from_key_chains("d").cont_to_dict() == {"a": 1, "b": {"c": 2, "e": 3}}
    named = Container(a={"layer1": {"w": 1}, "layer2": {"v": 2}})
    assert named.cont_prune_key_from_key_chains(containing="layer").cont_to_dict() == {
        "a": {"v": 2, "w": 1},
    }  # fmt: skip
    assert c.cont_prune_keys_from_key_chains(["b", "d"]).cont_to_dict() == {"a": 1, "c": 2, "e": 3}
    with pytest.raises(IvyException, match="absolute or containing"):
        c.cont_prune_key_from_key_chains()


def test_restructuring(backend: str) -> None:
    c = chains()
    move = c.cont_restructure_key_chains
    assert move({"b/c": "x/y"}).cont_to_dict() == {"a": 1, "b": {"d": {"e": 3}}, "x": {"y": 2}}
    assert move({"b/c": "x"}, keep_orig=False).cont_to_dict() == {"x": 2}
    assert move({"b/c": "x"}, replace=False).b.c == 2
    assert move({"b": ""}).cont_to_dict() == {"a": 1, "c": 2, "d": {"e": 3}}
    assert move({"": "top"}).cont_to_dict() == {"top": c.cont_to_dict()}
    x = Container(a=ivy.array([[1, 2], [3, 4]]), b=ivy.array([1, 2, 3, 4]))
    mapping = {
        "a": {"key_chain": "t", "pattern": "i j -> j i"},
        "b": {"key_chain": "u", "pattern": "(i j) -> i j", "axes_lengths": {"i": 2}},
    }
    assert plain(x.cont_restructure(mapping)) == {"t": [[1, 3], [2, 4]], "u": [[1, 2], [3, 4]]}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "a__b__c__d"),
        ({"replacement": "-"}, "a-b-c-d"),
        ({"above_height": 1}, "a__b__c/d"),
        ({"below_depth": 1}, "a/b__c__d"),
        ({"below_depth": 1, "above_height": 1}, "a/b__c/d"),
        ({"below_depth": 9}, "a/b/c/d"),
    ],
)
def test_flatten_key_chain(options: Any, expected: str) -> None:
    assert Container.cont_flatten_key_chain("a/b.c/d", **options) == expected
    if "replacement" not in options:
        flat = Container({"a/b/c/d": 1}).cont_flatten_key_chains(**options)
        assert flat.cont_all_key_chains() == [expected]


def test_flatten_key_chains_with_empty_ones() -> None:
    c = Container(a={"b": {}})
    assert c.cont_flatten_key_chains().cont_to_dict() == {}
    assert c.cont_flatten_key_chains(include_empty=True).cont_to_dict() == {"a__b": {}}


def test_trim_key() -> None:
    assert Container.cont_trim_key("abc", 5) == "abc"
    assert Container.cont_trim_key("abcdefghi", 3) == "aei"


def test_slicing_keys() -> None:
    c = Container(a=1, b={"x": 2, "y": 3}, c=4, d=5)
    assert list(c.cont_slice_keys(slice(1, 3))) == ["b", "c"]
    assert list(c.cont_slice_keys("b:c")) == ["b", "c"] and list(c.cont_slice_keys("c:")) == [
        "c",
        "d",
    ]
    assert c.cont_slice_keys(slice(0, 2)).b.cont_to_dict() == {"x": 2, "y": 3}
    deep = Container(a={"x": 1, "y": 2}, b=3).cont_slice_keys(slice(0, 1), all_depths=True)
    assert deep.cont_to_dict() == {"a": {"x": 1}}
    by_depth = c.cont_slice_keys({0: slice(0, 2), 1: "y:"})
    assert by_depth.cont_to_dict() == {"a": 1, "b": {"y": 3}}
    with pytest.raises(IvyException, match="alphabetical keys"):
        Container({"b": 1, "a": 2}, alphabetical_keys=False).cont_slice_keys("a:b")
    with pytest.raises(IvyTypeError, match="expected a slice"):
        c.cont_slice_keys(3)
    sliced = Container(p={"x": 1, "y": 2}, q={"r": {"x": 3}}).cont_slice_via_key("x")
    assert sliced.cont_to_dict() == {"p": 1, "q": {"r": 3}}


def test_cutting_off() -> None:
    c = chains()
    assert c.cont_cutoff_at_depth(1).cont_to_dict() == {"a": 1, "b": {}}
    assert c.cont_cutoff_at_depth(2).cont_to_dict() == {"a": 1, "b": {"c": 2, "d": {}}}
    assert c.cont_cutoff_at_height(0).cont_to_dict() == c.cont_to_dict()
    assert c.cont_cutoff_at_height(1).cont_to_dict() == {"a": 1, "b": {"c": 2, "d": {}}}
    assert c.cont_cutoff_at_height(2).cont_to_dict() == {"a": 1, "b": {}}
    assert c.cont_cutoff_at_height(3).cont_to_dict() == {}
    assert c.cont_cutoff_at_height(2, inplace=True) is c and not c.b
    d = chains()
    assert d.cont_cutoff_at_depth(1, inplace=True) is d and not d.b


# ---- comparing --------------------------------------------------------------------------------


def test_diff(backend: str) -> None:
    a = Container(s=ivy.array([1]), v=ivy.array([2]), k={"x": 1})
    b = Container(s=ivy.array([1]), v=ivy.array([3]), k={"x": 1, "y": 2})
    expected = {
        "k": {"x": 1, "y": {"diff_1": 2}}, "s": [1], "v": {"diff_0": [2], "diff_1": [3]},
    }  # fmt: skip
    diff = Container.cont_diff
    assert plain(diff(a, b).cont_sort_by_key()) == expected
    assert plain(diff(a, b, mode="same_only").cont_sort_by_key()) == {"k": {"x": 1}, "s": [1]}
    assert plain(diff(a, b, mode="diff_only").cont_sort_by_key()) == {
        "k": {"y": {"diff_1": 2}}, "v": {"diff_0": [2], "diff_1": [3]},
    }  # fmt: skip
    assert plain(diff(a, b, detect_key_diffs=False).k) == {"x": 1, "y": 2}
    assert plain(diff(a, b, detect_value_diffs=False).v) == [2]
    assert list(diff(a, b, a).v) == ["diff_0_2", "diff_1"]
    assert list(diff(a, b, diff_keys=["mine", "yours"]).v) == ["mine", "yours"]
    assert diff(a) is a
    with pytest.raises(IvyValueError, match="got 'some'"):
        diff(a, b, mode="some")
    structural = Container.cont_structural_diff
    assert plain(structural(a, b, mode="diff_only")) == {"k": {"y": {"diff_1": 2}}}
    wide = Container(x=ivy.zeros(2)), Container(x=ivy.zeros(3))
    assert list(structural(*wide).x) == ["diff_0", "diff_1"]
    assert not structural(*wide, mode="diff_only", detect_shape_diffs=False)


def test_identical(backend: str) -> None:
    c = example()
    same, equal = c.cont_copy(), c.cont_deep_copy()
    identical = Container.cont_identical
    assert identical([c, same]) and not identical([c, equal])
    assert identical([c, equal], same_arrays=False)
    other = equal.cont_set_at_key_chain("b/c", ivy.array([0.0]))
    assert not identical([c, other], same_arrays=False)
    assert identical([c, other], same_arrays=False, arrays_equal=False)
    assert identical([c, other], same_arrays=False, key_chains=["a", "b/d"])
    assert identical([c, other], same_arrays=False, key_chains="b/c", to_apply=False)
    smaller = c.cont_prune_key_chain("b/c")
    assert not identical([c, smaller]) and identical([c, smaller], partial=True)
    assert not identical([c, c.cont_set_at_key_chain("a", 1)])
    assert not identical([Container(a=1), Container(a=2)])
    assert not identical([Container(a=1), Container(a=1.0)])
    assert identical([Container(a=1), Container(a=1.0)], check_types=False)
    assert not identical([Container(a={"b": 1}), Container(a=1)])


def test_arrays_of_any_framework_are_compared(backend: str) -> None:
    identical = Container.cont_identical
    ones, twos, long = np.ones(2), 2 * np.ones(2), np.ones(3)
    assert identical([Container(a=ones), Container(a=np.ones(2))])
    assert not identical([Container(a=ones), Container(a=twos)])
    assert not identical([Container(a=ones), Container(a=long)], same_arrays=False)
    mixed = [Container(a=ones), Container(a=ivy.array([1.0, 1.0]))]
    assert not identical(mixed, same_arrays=False)
    assert identical(mixed, same_arrays=False, check_types=False)
    lists = [Container(a=[ones, 1]), Container(a=[np.ones(2), 1])]
    assert identical(lists) and not identical([lists[0], Container(a=[twos, 1])])


def test_assert_identical(backend: str) -> None:
    c = example()
    Container.cont_assert_identical([c, c.cont_copy()])
    with pytest.raises(IvyException, match="diff_0"):
        Container.cont_assert_identical([c, c + 1], same_arrays=False)
    Container.cont_assert_identical_structure([c, c + 1])
    with pytest.raises(IvyException, match="diff_1"):
        Container.cont_assert_identical_structure([c, Container(a=c.a, b=c.b, z=1)])
    structure = Container.cont_identical_structure
    assert structure([c, c + 1]) and not structure([c, Container(a=c.a, b=c.a)])
    longer = c.cont_set_at_key_chain("a", ivy.zeros(5))
    assert not structure([c, longer]) and structure([c, longer], check_shapes=False)
    Container.cont_assert_identical_structure([c, c + 1], assert_and_assign=True)
    assert plain(c) == {"a": [2, 3], "b": {"c": [4], "d": [5]}}
    built = Container({"a": lambda: ivy.zeros(2)}, build_callable=True)
    assert structure([built, Container(a=ivy.ones(2))])


def test_identical_configs_and_shapes(backend: str) -> None:
    c = example()
    assert Container.cont_identical_configs([c, c.cont_copy()])
    assert not Container.cont_identical_configs([c, c.cont_with_print_limit(2)])
    with pytest.raises(IvyException, match="two Containers or more, got 1"):
        Container.cont_identical_configs([c])
    assert Container.cont_identical_array_shapes([c, Container(x=c.b.c, y=c.b.d, z=c.a)])
    assert not Container.cont_identical_array_shapes([c, c.b])


def test_finding_parts(backend: str) -> None:
    c = example()
    assert c.cont_find_sub_container(c.b) == "b" and c.cont_find_sub_container(c) == ""
    assert c.cont_find_sub_container(c.b.cont_deep_copy()) is False
    part = Container(c=c.b.c)
    assert c.cont_find_sub_container(part) is False
    assert c.cont_find_sub_container(part, partial=True) == "b"
    assert not c.cont_contains_sub_container(Container(z=1), partial=True)
    c.cont_assert_contains_sub_container(c.b)
    with pytest.raises(IvyException, match="expected a Container that has"):
        c.cont_assert_contains_sub_container(Container(z=1))
    assert c.cont_find_sub_structure(c.b + 1) == "b"
    wide = Container(c=ivy.zeros(3), d=ivy.zeros(3))
    assert c.cont_find_sub_structure(wide) is False
    assert c.cont_find_sub_structure(wide, check_shapes=False) == "b"
    assert c.cont_contains_sub_structure(Container(d=ivy.zeros(1)), partial=True)
    c.cont_assert_contains_sub_structure(c.b + 1)
    with pytest.raises(IvyException, match="of the structure of"):
        c.cont_assert_contains_sub_structure(wide)


# ---- files ------------------------------------------------------------------------------------


def stored() -> Container:
    """Return a Container with what files have to keep."""
    return Container(a=ivy.array([1.0, 2.0]), b={"c": ivy.array([[1, 2]]), "d": 3, "e": {}})


@pytest.mark.parametrize("format", [None, "safetensors", "h5", "h5py"])
def test_save_and_load(format: str | None, tmp_path: Path, backend: str) -> None:
    if format in ("h5", "h5py"):
        pytest.importorskip("h5py")
    path = tmp_path / "file"
    stored().cont_save(path, format)
    loaded = Container.cont_load(path, format)
    assert plain(loaded) == plain(stored()) and loaded.a.dtype == "float32"
    assert ivy.current_backend(loaded.b.c) is ivy.with_backend(backend)
    with pytest.raises(IvyTypeError, match="got object at a/b"):
        Container(a={"b": object()}).cont_save(path, format)


def test_formats_by_name(tmp_path: Path, backend: str) -> None:
    c = Container(a=[1, 2], b={"c": ivy.array([1.5])})
    c.cont_save(tmp_path / "c.json")
    assert json.loads((tmp_path / "c.json").read_text()) == {"a": [1, 2], "b": {"c": [1.5]}}
    assert Container.cont_load(tmp_path / "c.json").cont_to_dict() == {
        "a": [1, 2],
        "b": {"c": [1.5]},
    }
    assert Container(x={1}).cont_to_jsonable() == {"x": "{1}"}
    with pytest.raises(IvyValueError, match="got 'xml'"):
        c.cont_save(tmp_path / "c", "xml")
    with pytest.raises(IvyValueError, match="pickle"):
        c.cont_save(tmp_path / "c.pickle")


def test_pickle_is_asked_for_by_name(tmp_path: Path, backend: str) -> None:
    path = tmp_path / "c.pickle"
    stored().cont_save(path, "pickle")
    with pytest.raises(IvyException, match="allow_pickle=True"):
        Container.cont_load(path, "pickle")
    with pytest.warns(UserWarning, match="may run any code"):
        loaded = Container.cont_load(path, "pickle", allow_pickle=True)
    assert plain(loaded) == plain(stored()) and dispatch.is_native(loaded.a)


def test_hdf5(tmp_path: Path, backend: str) -> None:
    pytest.importorskip("h5py")
    path = tmp_path / "c.h5"
    c = Container(a=ivy.array([[1.0], [2.0]]), b={"c": ivy.array([3, 4])})
    c.cont_to_disk_as_hdf5(path, max_batch_size=4)
    c.cont_to_disk_as_hdf5(path, starting_index=2)
    expected = {"a": [[1], [2], [1], [2]], "b": {"c": [3, 4, 3, 4]}}
    assert plain(Container.cont_from_disk_as_hdf5(path)) == expected
    part = Container.cont_from_disk_as_hdf5(path, slice(1, 3))
    assert plain(part) == {"a": [[2], [1]], "b": {"c": [4, 3]}}
    nbytes = 4 * 4 + 4 * 4
    assert Container.h5_file_size(path) == (nbytes, 4)
    Container.shuffle_h5_file(path, 1)
    shuffled = Container.cont_from_disk_as_hdf5(path)
    pairs = list(zip(plain(shuffled.a), plain(shuffled.b.c), strict=True))
    assert sorted(pairs) == [([1], 3), ([1], 3), ([2], 4), ([2], 4)]


# ---- printing ---------------------------------------------------------------------------------


def test_repr(backend: str) -> None:
    c = Container(a=ivy.array([1, 2]), b={"c": ivy.zeros((3, 4)), "d": "text"}, e={})
    assert (
        repr(c)
        == str(c)
        == (
            "{\n    a: ivy.array([1, 2]),\n    b: {\n        c: <ivy.Array of shape [3, 4]>,\n"
            "        d: 'text'\n    },\n    e: {}\n}"
        )
    )
    assert "0., 0." in repr(c.cont_remove_print_limit())
    assert "a: <ivy.Array of shape [2]>" in repr(c.cont_with_print_limit(1))
    assert repr(c.cont_with_print_indent(2)).startswith("{\n  a: ")
    assert ",\n\n    b:" in repr(c.cont_with_print_line_spacing(1))
    named = Container(abcdefghi=1)
    assert "aei: 1" in repr(named.cont_with_key_length_limit(3))
    short = named.cont_with_key_length_limit(3)
    assert short.cont_remove_key_length_limit(inplace=True) is short and "abcdefghi" in repr(short)
    assert c.cont_with_default_key_color("red").cont_config["default_key_color"] == "red"
    matrix = repr(Container(x=ivy.array([[1, 2], [3, 4]])))
    assert matrix == "{\n    x: ivy.array([[1, 2],\n                  [3, 4]])\n}"


def test_show(capsys: pytest.CaptureFixture[str], backend: str) -> None:
    c = Container(a=1, b={"c": 2}, keyword_color_dict={"a": "blue"})
    c.cont_show()
    assert capsys.readouterr().out == repr(c) + "\n"
    styles = {str(span.style) for span in c.__rich__().spans}
    assert styles - {""} == {"blue", "green"}  # rich 13.0 has spans without a style
    c.cont_show_sub_container("b/c")
    assert capsys.readouterr().out == repr(c) + "\n"
    c.cont_show_sub_container(c.b)
    assert "bold red" in {str(span.style) for span in c._rich_text("b").spans}
    for wrong in ("z", Container(z=1)):
        with pytest.raises(IvyException, match="a key chain or a part"):
            c.cont_show_sub_container(wrong)


# ---- queues -----------------------------------------------------------------------------------


def queues(backend: str, **options: Any) -> Container:
    """Return a Container of three queues with entries 0 to 5."""
    filled = []
    for numbers in ([0, 1], [2, 3, 4], [5]):
        filled.append(queue.Queue[Any]())
        filled[-1].put(Container(x=ivy.array(numbers), y={"z": numbers}))
    return Container(queues=filled, queue_load_sizes=[2, 3, 1], **options)


@pytest.mark.parametrize(
    ("query", "expected"),
    [(0, 0), (3, 3), (-1, 5), (slice(1, 4), [1, 2, 3]), (slice(None, None, -2), [5, 3, 1])],
)
def test_queues(query: Any, expected: Any, backend: str) -> None:
    loaded = queues(backend)[query]
    assert plain(loaded) == {"x": expected, "y": {"z": expected}}


def test_queues_are_read_when_needed(backend: str) -> None:
    c = queues(backend, queue_timeout=0.01)
    assert c[3].y.z == 3 and c[2].y.z == 2
    first = c._queues
    assert first is not None and list(first._parts) == [1]
    concatenated = queues(backend, container_combine_method=lambda parts: parts[0])
    assert concatenated[0].y.z == 0
    arrays = [queue.Queue[Any](), queue.Queue[Any]()]
    for i, each in enumerate(arrays):
        each.put({"x": ivy.array([2 * i, 2 * i + 1])})
    c = Container(queues=arrays, queue_load_sizes=[2, 2], container_combine_method="concat")
    assert plain(c[1:3]) == {"x": [1, 2]}
    with pytest.raises(IvyIndexError, match="below the 4 entries"):
        c[4]
    empty = Container(queues=[queue.Queue()], queue_load_sizes=[1], queue_timeout=0.01)
    with pytest.raises(IvyException, match="queue 0 within"):
        empty[0]
    with pytest.raises(IvyValueError, match="queue_load_sizes of 1 queues"):
        Container(queues=[queue.Queue()])
    with pytest.raises(IvyValueError, match="got 'sum'"):
        Container(queues=[queue.Queue()], queue_load_sizes=[1], container_combine_method="sum")


# ---- as trees of the frameworks ---------------------------------------------------------------


@pytest.mark.columns("torch", "jax", "tensorflow")
@pytest.mark.parametrize("native", [False, True])
def test_compiled(native: bool, backend: str, jit: Callable[..., Any]) -> None:
    c = example().to_native() if native else example()
    result = jit(lambda c: (c * 2 + c).exp().sum())(c)
    assert isinstance(result, Container)
    expected = ((c * 2 + c).exp()).sum()
    for chain, leaf in result.cont_to_iterator():
        assert type(leaf) is type(expected[chain])
        assert np.allclose(ivy.to_numpy(leaf), ivy.to_numpy(expected[chain]))
    value = jit(lambda c: c.a[0] + c["b/c"][0] * c.b["d"][0])(c)
    assert np.allclose(ivy.to_numpy(value), 13)


@pytest.mark.parametrize("symbol", ["lt", "le", "gt", "ge", "eq", "ne", "pow", "sub"])
def test_native_array_on_the_left(symbol: str, backend: str) -> None:
    compare, x = getattr(operator, symbol), np.array([1.0, 2.0, 3.0], "float32")
    result = compare(ivy.asarray(x).data, Container(a=ivy.asarray(x[::-1].copy()).data))
    assert isinstance(result, Container)
    assert np.allclose(ivy.to_numpy(result.a), compare(x, x[::-1]))


@pytest.mark.columns("jax")
def test_jax_trees(backend: str) -> None:
    import jax

    c = Container(b={"c": ivy.array([1.0]).data}, a=ivy.array([2.0]).data, print_limit=2)
    paths = [jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_leaves_with_path(c)]
    assert paths == ["['a']", "['b']['c']"]
    mapped = jax.tree.map(lambda x: x + 1, c)
    assert mapped.cont_config == c.cont_config and plain(mapped) == {"a": [3], "b": {"c": [2]}}
    grads = jax.grad(lambda c: (c.a**2 + c.b.c).sum())(c)
    assert plain(grads) == {"a": [4], "b": {"c": [1]}}


@pytest.mark.columns("torch")
def test_torch_trees(backend: str) -> None:
    import torch
    from torch.utils import _pytree

    c = Container(b={"c": torch.ones(1)}, a=2 * torch.ones(1), print_limit=2)
    paths = [_pytree.keystr(path) for path, _ in _pytree.tree_flatten_with_path(c)[0]]
    assert paths == ["['a']", "['b']['c']"]
    mapped = _pytree.tree_map(lambda x: x + 1, c)
    assert mapped.cont_config == c.cont_config and plain(mapped) == {"a": [3], "b": {"c": [2]}}
    grads = torch.func.grad(lambda c: (c.a**2 + c.b.c).sum())(c)
    assert plain(grads) == {"a": [4], "b": {"c": [1]}}


@pytest.mark.columns("torch")
def test_functions_of_torch(backend: str, jit: Callable[..., Any]) -> None:
    import torch

    c, x = example().to_native(), torch.ones(1)
    assert plain(torch.add(c, x)) == plain(c + 1)


def test_compiled_operations(backend: str, jit: Callable[..., Any]) -> None:
    c, x = example().to_native(), ivy.ones((1,)).data
    assert plain(jit(lambda c, x: c.multiply(x) + ivy.add(x, c))(c, x)) == plain(c + c + 1)


@pytest.mark.columns("torch")
@pytest.mark.unsupported(
    *since("torch", 2, 15), reason="torch 2.15 compiles no function of torch for classes of dicts"
)
def test_compiled_functions_of_torch(backend: str, jit: Callable[..., Any]) -> None:
    import torch

    c, x = example().to_native(), torch.ones(1)
    assert plain(jit(lambda c, x: torch.negative(x * c + x))(c, x)) == plain(-(c + 1))


@pytest.mark.columns("tensorflow")
def test_tensorflow_nests(backend: str) -> None:
    import tensorflow as tf

    c = example().to_native()
    mapped = tf.nest.map_structure(lambda x: x + 1, c)
    assert isinstance(mapped.b, Container) and plain(mapped) == plain(c + 1)


def test_optree(backend: str) -> None:
    optree = pytest.importorskip("optree")
    ivy.pytrees.register_with_optree()
    c = example().to_native()
    mapped = optree.tree_map(lambda x: x + 1, c)
    assert isinstance(mapped, Container) and plain(mapped) == plain(c + 1)


@pytest.mark.parametrize("chain", ["a//b", "/a/b", "a/b/", "a..b", ".a.b", "a/b"])
def test_what_is_set_at_a_key_chain_is_found_there(chain: str) -> None:
    for c in (Container({chain: 1}), Container()):
        c[chain] = 2
        assert c.cont_to_dict() == {"a": {"b": 2}}
        assert chain in c and c[chain] == c.get(chain) == 2
        del c[chain]
        assert c.cont_to_dict() == {"a": {}}

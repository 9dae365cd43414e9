"""Nested lists, tuples and dicts."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

import ivy
from ivy.errors import IvyIndexError, IvyValueError


class Point(NamedTuple):
    x: Any
    y: Any


class Names(dict[Any, Any]):
    """A dict of a class of its own."""


def example() -> dict[str, Any]:
    return {"a": [0, (1, 2)], "b": Point(3, {"c": 4}), "d": Names(e=5)}


LEAVES = [["a", 0], ["a", 1, 0], ["a", 1, 1], ["b", 0], ["b", 1, "c"], ["d", "e"]]
NESTS = [["a", 1], ["a"], ["b", 1], ["b"], ["d"]]


# ---- indices ----------------------------------------------------------------------------------


def test_index_nest() -> None:
    assert [ivy.index_nest(example(), index) for index in LEAVES] == [*range(6)]
    assert ivy.index_nest(example(), ("a", -1, -1)) == 2
    assert ivy.index_nest(7, ()) == 7


def test_index_nest_of_array(backend: str) -> None:
    x = ivy.array([[1.0, 2.0], [3.0, 4.0]])
    assert ivy.index_nest([x], (0, 1, 0)) == 3.0


def test_multi_index_nest() -> None:
    assert ivy.multi_index_nest(example(), LEAVES) == [*range(6)]


def test_all_nested_indices() -> None:
    assert ivy.all_nested_indices(example()) == LEAVES
    with_nests = ivy.all_nested_indices(example(), include_nests=True)
    assert [index for index in with_nests if index in NESTS] == NESTS
    assert sorted(with_nests, key=str) == sorted([*LEAVES, *NESTS], key=str)
    assert ivy.all_nested_indices() == []
    assert ivy.all_nested_indices(1) == [[]]


def test_nested_argwhere() -> None:
    assert ivy.nested_argwhere(example(), lambda x: x % 2 == 0) == LEAVES[::2]
    assert ivy.nested_argwhere(example(), lambda x: x > 1, stop_after_n_found=2) == LEAVES[2:4]
    assert ivy.nested_argwhere(example(), lambda x: x == (1, 2), check_nests=True) == [["a", 1]]
    assert ivy.nested_argwhere(example(), lambda x: x == (1, 2), to_ignore=tuple) == [["a", 1]]


def test_nested_any() -> None:
    assert ivy.nested_any(example(), lambda x: x == 5)
    assert not ivy.nested_any(example(), lambda x: isinstance(x, list))
    assert ivy.nested_any(example(), lambda x: isinstance(x, list), check_nests=True)


def test_duplicate_array_index_chains(backend: str) -> None:
    x, y = ivy.array([1.0]), ivy.array([1.0])
    nest = {"a": x, "b": [y, (x, 1)], "c": y.data}
    assert ivy.duplicate_array_index_chains(nest) == [[["a"], ["b", 1, 0]], [["b", 0], ["c"]]]


# ---- changes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("index", LEAVES + NESTS, ids=str)
@pytest.mark.parametrize("shallow", [True, False])
def test_set_nest_at_index(index: list[Any], shallow: bool) -> None:
    nest = example()
    result = ivy.set_nest_at_index(nest, index, "new", shallow=shallow)
    assert ivy.index_nest(result, index) == "new"
    assert (result is nest) == shallow
    assert shallow or nest == example()
    others = [i for i in LEAVES if i[: len(index)] != index]
    assert ivy.multi_index_nest(result, others) == ivy.multi_index_nest(example(), others)
    assert isinstance(result["b"], Point) or index == ["b"]
    assert isinstance(result["d"], Names) or index == ["d"]


def test_set_nest_at_index_of_tuple() -> None:
    nest = (1, [2])
    assert ivy.set_nest_at_index(nest, (0,), 5) == (5, [2])
    assert nest == (1, [2])
    assert ivy.set_nest_at_index(nest, (), 5) == 5


def test_set_nest_at_index_adds_a_key() -> None:
    assert ivy.set_nest_at_index({"a": {}}, ("a", "b"), 1) == {"a": {"b": 1}}


def test_map_nest_at_index() -> None:
    nest = example()
    assert ivy.map_nest_at_index(nest, ("b", 1, "c"), lambda x: -x, shallow=False)["b"][1] == {
        "c": -4
    }
    assert nest == example()
    assert ivy.map_nest_at_index(nest, ("b", 1, "c"), lambda x: -x) is nest
    assert nest["b"] == Point(3, {"c": -4})


def test_set_nest_at_indices() -> None:
    nest = example()
    assert ivy.set_nest_at_indices(nest, LEAVES, [*range(10, 16)], shallow=False) != nest
    assert nest == example()
    ivy.set_nest_at_indices(nest, LEAVES, [*range(10, 16)])
    assert ivy.multi_index_nest(nest, LEAVES) == [*range(10, 16)]
    assert ivy.set_nest_at_indices([1, [2]], [(0,), (1, 0)], 9) == [9, [9]]


def test_map_nest_at_indices() -> None:
    nest = example()
    result = ivy.map_nest_at_indices(nest, LEAVES, lambda x: x + 1, shallow=False)
    assert ivy.multi_index_nest(result, LEAVES) == [*range(1, 7)]
    assert nest == example()
    ivy.map_nest_at_indices(nest, LEAVES, lambda x: x + 1)
    assert nest == result


def test_prune_nest_at_index() -> None:
    nest = example()
    assert ivy.prune_nest_at_index(nest, ("a", 1, 0)) is nest
    assert nest["a"] == [0, (2,)]
    ivy.prune_nest_at_index(nest, ("d",))
    assert list(nest) == ["a", "b"]
    ivy.prune_nest_at_index(nest, ("b", 0))  # a Point has two
    assert nest["b"] == ({"c": 4},) and type(nest["b"]) is tuple


def test_prune_nest_at_indices() -> None:
    nest = [0, 1, [2, 3, 4], {"a": 5, "b": 6}]
    indices = [(0,), (2, 0), (2, -1), (2, 2), (3, "a")]
    assert ivy.prune_nest_at_indices(nest, indices) == [1, [3], {"b": 6}]
    assert nest == [1, [3], {"b": 6}]
    assert ivy.prune_nest_at_indices([[1, 2], 3], [(0,), (0, 1)]) == [3]


def test_insert_into_nest_at_index() -> None:
    nest = [[1, 2], (3, {"a": 4})]
    assert ivy.insert_into_nest_at_index(nest, (0, 2), 9) is nest
    ivy.insert_into_nest_at_index(nest, (1, 0), 8)
    ivy.insert_into_nest_at_index(nest, (1, 2, "b"), 7)
    assert nest == [[1, 2, 9], (8, 3, {"a": 4, "b": 7})]


def test_insert_into_nest_at_indices() -> None:
    nest = [[1, 2], (3,)]
    assert ivy.insert_into_nest_at_indices(nest, [(0, 0), (1, 1)], ["a", "b"]) is nest
    assert nest == [["a", 1, 2], (3, "b")]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ivy.index_nest([1, [2]], (1, 4)), "position in a list of 1 at (1,), got 4"),
        (lambda: ivy.index_nest({"a": 1}, ("b",)), "one of the keys ['a'] at (), got 'b'"),
        (lambda: ivy.index_nest([1], (0, 0)), "no key, as there is a int at (0,)"),
        (lambda: ivy.set_nest_at_index([1], (1,), 0), "position in a list of 1"),
        (lambda: ivy.set_nest_at_index([1], ("a",), 0), "position in a list of 1 at (), got 'a'"),
        (lambda: ivy.set_nest_at_index({}, ("a", "b"), 0), "one of the keys []"),
        (lambda: ivy.map_nest_at_index([1], (3,), abs), "map_nest_at_index: expected a position"),
        (lambda: ivy.prune_nest_at_index({"a": 1}, ("b",)), "one of the keys ['a']"),
        (lambda: ivy.prune_nest_at_index([1], ()), "at least one key"),
        (lambda: ivy.prune_nest_at_indices([1], [(1,)]), "prune_nest_at_indices: expected a pos"),
        (lambda: ivy.insert_into_nest_at_index([1], (3,), 0), "position in a list of 1"),
    ],
)
def test_wrong_indices_are_named(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(IvyIndexError) as raised:
        call()
    assert message in str(raised.value)


def test_values_for_all_indices() -> None:
    with pytest.raises(IvyValueError, match="a value for each of 2 indices, got 1"):
        ivy.set_nest_at_indices([1, 2], [(0,), (1,)], [1])


# ---- whole nests ------------------------------------------------------------------------------


@pytest.mark.parametrize("shallow", [True, False])
def test_nested_map(shallow: bool) -> None:
    nest = example()
    result = ivy.nested_map(lambda x: x * 2, nest, shallow=shallow)
    assert ivy.multi_index_nest(result, LEAVES) == [0, 2, 4, 6, 8, 10]
    assert (result is nest) == shallow
    assert shallow or nest == example()
    assert type(result["b"]) is Point and type(result["d"]) is Names


def test_nested_map_options() -> None:
    nest = example()
    kinds = ivy.nested_map(type, nest, include_derived=False, shallow=False)
    assert kinds["b"] is Point and kinds["d"] is Names
    kinds = ivy.nested_map(type, nest, include_derived={"tuple": False}, shallow=False)
    assert kinds["b"] is Point and kinds["d"] == {"e": int}
    kinds = ivy.nested_map(type, nest, to_ignore=(list, Names), shallow=False)
    assert kinds["a"] is list and kinds["d"] is Names
    assert ivy.nested_map(abs, (-1, [(-2,)]), to_mutable=True) == [1, [[2]]]
    assert ivy.nested_map(abs, -1) == 1


@pytest.mark.parametrize(
    "nest", [defaultdict(list, a=[1]), OrderedDict(b=1, a=(2,)), Names(a=1), Point([1], 2)]
)
def test_types_are_kept(nest: Any) -> None:
    copied = ivy.nested_map(lambda x: x, nest, shallow=False)
    assert copied == nest and copied is not nest and type(copied) is type(nest)
    if isinstance(nest, defaultdict):
        assert copied["new"] == []


def test_copy_nest() -> None:
    nest = example()
    copied = ivy.copy_nest(nest)
    assert copied == nest and copied["a"] is not nest["a"] and copied["d"] is nest["d"]
    copied = ivy.copy_nest(nest, include_derived=True)
    assert copied == nest and copied["d"] is not nest["d"]
    assert ivy.copy_nest(nest, to_mutable=True)["a"] == [0, [1, 2]]


def test_copy_nest_keeps_arrays(backend: str) -> None:
    x = ivy.array([1.0])
    assert ivy.copy_nest([x])[0] is x


def test_map(backend: str) -> None:
    arrays = [ivy.array([1.0, 2.0]), ivy.array([3.0, 6.0])]
    result = ivy.map(lambda x, y: (x + y, x), constant={"x": 1.0}, unique={"y": arrays})
    assert [r[0].to_list() for r in result] == [[2.0, 3.0], [4.0, 7.0]]
    mean = ivy.map(lambda x, y: (x + y, x), {"x": 1.0}, {"y": arrays}, mean=True)
    assert mean[0].to_list() == [3.0, 5.0] and mean[1] == 1.0
    assert ivy.map(lambda x: x, constant={"x": 1}) == [1]
    with pytest.raises(IvyValueError, match="equally long, got"):
        ivy.map(max, unique={"x": [1], "y": [1, 2]})


def test_nested_multi_map(backend: str) -> None:
    first = {"a": ivy.array([1.0]), "b": [ivy.array([2.0])]}
    second = {"a": ivy.array([10.0]), "b": [ivy.array([20.0])]}
    nests = [first, second]
    chains = []

    def add(values: list[Any], chain: str) -> Any:
        chains.append(chain)
        return (values[0] + values[1]).data

    result = ivy.nested_multi_map(add, nests)
    assert chains == ["a", "b/0"]
    assert isinstance(result["a"], ivy.Array) and result["b"][0].to_list() == [22.0]
    assert ivy.is_native_array(ivy.nested_multi_map(add, nests, to_ivy=False)["a"])
    result = ivy.nested_multi_map(add, nests, index_chains=["a"])
    assert result["a"].to_list() == [11.0] and result["b"][0] is first["b"][0]
    result = ivy.nested_multi_map(add, nests, index_chains=["a"], to_apply=False)
    assert result["a"] is first["a"]
    result = ivy.nested_multi_map(add, nests, index_chains=["a"], prune_unapplied=True)
    assert result["b"] == []


def test_nested_multi_map_needs_one_structure() -> None:
    with pytest.raises(IvyValueError, match="nests of one structure"):
        ivy.nested_multi_map(lambda xs, _: xs, [{"a": [1, 2]}, {"a": [1]}])
    with pytest.raises(IvyValueError, match="at least one nest"):
        ivy.nested_multi_map(lambda xs, _: xs, [])


def test_prune_empty() -> None:
    assert ivy.prune_empty({"a": [{}, ()], "b": [1, [], Point({}, 2)]}) == {"b": [1, (2,)]}
    assert ivy.prune_empty([[]]) == []


def test_nests_of_arrays(backend: str) -> None:
    """The leaves are arrays of the framework, which are moved and never compared or looked into."""
    x, y, z = (ivy.array(float(i)) for i in range(3))
    nest = {"a": [x, y], "b": (z,)}
    same = {"shallow": False}
    assert ivy.multi_index_nest(nest, [("a", 1), ("b", 0)]) == [y, z]
    assert ivy.all_nested_indices(nest) == [["a", 0], ["a", 1], ["b", 0]]
    assert ivy.nested_argwhere(nest, lambda leaf: leaf is y) == [["a", 1]]
    assert ivy.nested_any(nest, lambda leaf: leaf is z)
    assert ivy.set_nest_at_index(nest, ("a", 0), z, **same)["a"][0] is z
    assert ivy.set_nest_at_indices(nest, [("a", 0), ("b", 0)], [y, x], **same)["b"][0] is x
    assert ivy.map_nest_at_index(nest, ("b", 0), lambda leaf: leaf + 1, **same)["b"][0] == 3.0
    doubled = ivy.map_nest_at_indices(nest, [("a", 1), ("b", 0)], lambda leaf: leaf * 2, **same)
    assert (doubled["a"][1], doubled["b"][0]) == (2.0, 4.0)
    raised = ivy.nested_map(ivy.exp, nest, **same)
    assert raised["a"][0] == 1.0
    ivy.insert_into_nest_at_index(nest, ("a", 0), z)
    assert nest["a"][0] is z
    ivy.insert_into_nest_at_indices(nest, [("b", 1)], [x])
    assert nest["b"][1] is x
    ivy.prune_nest_at_index(nest, ("a", 0))
    ivy.prune_nest_at_indices(nest, [("b", 1)])
    assert nest["a"][0] is x and len(nest["b"]) == 1

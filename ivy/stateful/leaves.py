"""The leaves of nests: variables by key chain, and the gradients that belong to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ivy import dispatch
from ivy.dispatch import Wrapper, is_array, is_native, space_of, table
from ivy.errors import IvyTypeError, IvyValueError, describe
from ivy.nest import is_nest, mapped

TRAINED = ("float", "complex")
"""Kinds of dtypes that have gradients."""


def leaves_of(tree: Any) -> list[tuple[str, Any]]:
    """Return (key chain, leaf) of everything in a nest, in order; a lone leaf has the chain ''."""
    found: list[tuple[str, Any]] = []
    if is_nest(tree):
        _collect(tree, "", found)
    else:
        found.append(("", tree))
    return found


def _collect(tree: Any, prefix: str, found: list[tuple[str, Any]]) -> None:
    for key, child in tree.items() if isinstance(tree, dict) else enumerate(tree):
        if isinstance(child, (dict, list, tuple)):
            _collect(child, f"{prefix}{key}/", found)
        else:
            found.append((f"{prefix}{key}", child))


def refilled(tree: Any, leaves: Iterable[Any]) -> Any:
    """Return a nest of the same structure with other leaves, given in order."""
    remaining = iter(leaves)
    return mapped(lambda _: next(remaining), tree)


def in_kind_of(holder: Any, native: Any) -> Any:
    """Return a native array wrapped if `holder` is an `ivy.Array`."""
    return dispatch.new_array(native) if isinstance(holder, Wrapper) else native


class Matched(NamedTuple):
    """The variables to update, each array once, with their gradients."""

    space: Any
    chains: list[str]
    weights: list[Any]
    gradients: list[Any]
    places: dict[str, int]
    """Key chain -> position in the lists; one array at two places has one position."""
    leaves: list[tuple[str, Any]]
    """All leaves of the nest of variables."""

    def refilled(self, tree: Any, new: Sequence[Any]) -> Any:
        """Return the nest of the variables with these in place of the weights."""
        values = (
            in_kind_of(leaf, new[self.places[chain]]) if chain in self.places else leaf
            for chain, leaf in self.leaves
        )
        return refilled(tree, values)


def _natives(leaves: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Return the native arrays among leaves, with their key chains."""
    pairs = [(chain, x._data if isinstance(x, Wrapper) else x) for chain, x in leaves]
    return [pair for pair in pairs if type(pair[1]) in table or is_native(pair[1])]


def matched(v: Any, grads: Any, ignore_missing: bool = False) -> Matched:
    """Pair variables and gradients by their key chains."""
    leaves = leaves_of(v)
    if not is_nest(v) and not is_array(v):
        raise IvyTypeError(f"optimizer: expected a nest of variables, got {describe(v)}")
    of_each = leaves_of(grads)
    variables, given = _natives(leaves), dict(_natives(of_each))
    for chain, leaf in of_each if len(given) < len(of_each) else ():
        if leaf is not None and chain not in given:
            msg = f"optimizer: expected dense arrays as gradients, got {type(leaf).__name__}"
            raise IvyTypeError(f"{msg} at {chain!r}" if chain else msg)
    of_each_type = {type(x): x for x in [*(x for _, x in variables), *given.values()]}
    space = space_of(*of_each_type.values())
    found = Matched(space, [], [], [], {}, leaves)
    place_of_array: dict[Any, int] = {}
    missing = []
    keys = space.keys_of([weight for _, weight in variables])
    for (chain, weight), key in zip(variables, keys, strict=True):
        gradient, kind = given.get(chain), space.DTYPES[weight.dtype].kind
        if kind not in TRAINED:
            continue
        if gradient is None:
            missing.append(chain)
        elif key in place_of_array:
            found.places[chain] = place_of_array[key]
        else:
            if gradient.shape != weight.shape:
                shapes = f"{tuple(gradient.shape)} for {tuple(weight.shape)}"
                msg = "optimizer: expected gradients of the shapes of the variables"
                raise IvyValueError(f"{msg}, got {shapes} at {chain!r}")
            if kind == "float" and space.DTYPES[gradient.dtype].kind == "complex":
                msg = "optimizer: expected real gradients of real variables"
                raise IvyTypeError(f"{msg}, got {describe(gradient)} at {chain!r}")
            found.places[chain] = place_of_array[key] = len(found.chains)
            found.chains.append(chain)
            found.weights.append(weight)
            found.gradients.append(gradient)
    if missing and not ignore_missing:
        msg = f"optimizer: expected a gradient for each variable, got none for {missing}"
        raise IvyValueError(f"{msg}; pass ignore_missing=True to leave these as they are")
    unknown = given.keys() - dict(variables) if len(given) > len(found.places) else ()
    if unknown:  # TensorFlow 2.21: AutoGraph converts no `and (unknown := ...)`
        raise IvyValueError(f"optimizer: expected gradients of variables, got {min(unknown)!r}")
    return found

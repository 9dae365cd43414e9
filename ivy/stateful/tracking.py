"""Look into a call: what submodules returned, in which order, and where they stand."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from ivy.container import Container
from ivy.dispatch import OPERATIONS, is_array
from ivy.errors import IvyValueError
from ivy.state import CALLS


def _ordered() -> Container:
    return Container(alphabetical_keys=False)


def _flat(chain: str) -> str:
    return Container.cont_flatten_key_chain(chain, replacement="_")


def _as_numpy(x: Any) -> Any:
    return OPERATIONS["to_numpy"](x) if is_array(x) else x


class Tracker:
    """Follows one call of a module: records or checks the returns, records the order."""

    def __init__(
        self,
        top: Any,
        rets: bool,
        depth: int | None,
        modules: Iterable[Any] | None,
        order: bool,
        expected: Any,
    ) -> None:
        self.top, self.depth, self.order = top, depth, order
        self.modules = None if modules is None else list(modules)
        self.expected = None if expected is None else _expectations(expected)
        self.rets = rets or expected is not None
        self.counts: Counter[Any] = Counter()
        self.place = self.calls = _ordered()
        self.level = 0
        top.submod_rets, top.submod_call_order = _ordered(), self.calls

    def tracks(self, module: Any) -> bool:
        """Return whether this module, below the called one, is looked at."""
        if module is self.top:
            return False
        if self.modules is not None:
            return any(module is each for each in self.modules)
        return self.depth is None or self.level <= self.depth

    def call(self, module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run a module's `_forward` and take down what is asked for."""
        outer, level = self.place, self.level
        self.level += 0 if module is self.top else 1
        if self.order:
            key = _flat(repr(module))
            number = sum(1 for name in outer if name.rpartition("_")[0] == key)
            self.place = outer[f"{key}_{number}"] = _ordered()
        try:
            result = module._forward(*args, **kwargs)
            if self.rets and self.tracks(module):
                self._record(module, result)
            if self.order:
                self._close(module, outer)
        finally:
            self.place, self.level = outer, level
        return result

    def _record(self, module: Any, result: Any) -> None:
        key = module.get_mod_key(top_mod=self.top)
        if self.expected is not None:
            self._check(key, result)
        self.counts[key] += 1
        if dict.__contains__(self.top.submod_rets, key):
            self.top.submod_rets[key].append(_as_numpy(result))
        else:
            dict.__setitem__(self.top.submod_rets, key, [_as_numpy(result)])

    def _check(self, key: str, result: Any) -> None:
        wanted = self.expected.get(key.strip()) if self.expected else None
        number = self.counts[key]
        if wanted is None or number >= len(wanted) or wanted[number][0] is None:
            return
        value, tolerances = wanted[number]
        got, msg = np.asarray(_as_numpy(result)), f"{key.strip()}: expected call {number} to return"
        if got.shape != np.shape(value):
            raise IvyValueError(f"{msg} the shape {np.shape(value)}, got {got.shape}")
        if not np.allclose(got, value, **tolerances):
            gap = np.max(np.abs(got - value))
            raise IvyValueError(f"{msg} the values given, got others, up to {gap} away")

    def _close(self, module: Any, outer: Container) -> None:
        """Put a module's variables where the tracking ends; drop what has nothing tracked."""
        if module is self.top:
            return
        if self.modules is not None:
            at_end = self.tracks(module)
        else:
            at_end = not module._sub_modules() or self.level == self.depth
        if at_end:
            dict.clear(self.place)
            for key, x in module.v.cont_flatten_key_chains().items():
                dict.__setitem__(self.place, key, _as_numpy(x))
        elif self.modules is not None and not self.place:
            dict.popitem(outer)


def _expectations(expected: Any) -> dict[str, list[tuple[Any, dict[str, Any]]]]:
    """Return key -> (value, tolerances) of each call, from what `expected_submod_rets` may be."""
    found = {}
    for key, wanted in expected.items():
        values, rows = () if wanted is None else wanted, {}
        if isinstance(wanted, dict):
            values = wanted["val"]
            rows = {name: wanted[name] for name in ("atol", "rtol") if name in wanted}
        calls = []
        for i, value in enumerate(values):
            tolerances = {n: t[i] if isinstance(t, (list, tuple)) else t for n, t in rows.items()}
            calls.append((_as_numpy(value), {n: float(t) for n, t in tolerances.items()}))
        found[key.strip()] = calls
    return found


class TrackingMethods:
    """Where a module stands in the tree, and what the running call tracks."""

    # ---- places ---------------------------------------------------------------------------

    def _ancestors(self: Any) -> list[Any]:
        """Return the modules above, the direct parent first."""
        found, module = [], next(iter(self._above), None)
        while module is not None and module not in found:
            found.append(module)
            module = next(iter(module._above), None)
        return found

    def _path_in(self: Any, parent: Any) -> tuple[str, ...]:
        return next((path for child, path in parent._sub_modules() if child is self), ())

    def _key_chain(self: Any) -> str:
        """Return the key chain from the top module to this one."""
        chain = [self, *self._ancestors()]
        pairs = itertools.pairwise(chain)
        paths = [child._path_in(parent) for child, parent in pairs]
        return "/".join(key for path in reversed(paths) for key in path)

    @property
    def top_mod(self: Any) -> Any:
        """A function of `depth` that gives the ancestor that far up, the topmost for None.

        None for a module that is part of no other.
        """
        ancestors = self._ancestors()
        if not ancestors:
            return None

        def climb(depth: int | None = None) -> Any:
            levels = len(ancestors)
            return ancestors[(levels if depth is None else min(max(depth, 1), levels)) - 1]

        return climb

    @property
    def top_v(self: Any) -> Any:
        """A function of `depth` that gives the variables of that ancestor; None at the top."""
        climb = self.top_mod
        if climb is None:
            return None

        def variables(depth: int | None = None, flatten_key_chains: bool = False) -> Container:
            v: Container = climb(depth).v
            return v.cont_flatten_key_chains() if flatten_key_chains else v

        return variables

    def mod_depth(self: Any) -> int:
        """Return the number of modules above this one."""
        return len(self._ancestors())

    def mod_height(self: Any) -> int:
        """Return the number of levels of submodules below this one."""
        return max((1 + child.mod_height() for child, _ in self._sub_modules()), default=0)

    def sub_mods(
        self: Any,
        /,
        *,
        show_v: bool = True,
        depth: int | None = None,
        flatten_key_chains: bool = False,
    ) -> Any:
        """Return a Container of submodules by name, with their variables at the ends."""
        children = self._sub_modules()
        if depth == 0 or not children:
            if not show_v:
                return ""
            return self.v.cont_flatten_key_chains() if flatten_key_chains else self.v
        below = None if depth is None else depth - 1
        found = _ordered()
        for child, _ in children:
            value = child.sub_mods(show_v=show_v, depth=below)
            dict.__setitem__(found, _flat(repr(child)), value)
        return found.cont_flatten_key_chains() if flatten_key_chains else found

    def v_with_top_v_key_chains(
        self: Any, /, *, depth: int | None = None, flatten_key_chains: bool = False
    ) -> Container:
        """Return the module's variables under their key chain in the variables of an ancestor."""
        chain = [self, *self._ancestors()]
        chain = chain if depth is None else chain[: depth + 1]
        paths = [c._path_in(p) for c, p in itertools.pairwise(chain)]
        keys = [key for path in reversed(paths) for key in path]
        found: Container = self.v
        for key in reversed(keys):
            found = found._new({key: found})
        return found.cont_flatten_key_chains() if flatten_key_chains else found

    def mod_with_top_mod_key_chain(
        self: Any, /, *, depth: int | None = None, flatten_key_chain: bool = False
    ) -> Any:
        """Return the names of the modules from the top one down to this one."""
        ancestors = self._ancestors() if depth is None else self._ancestors()[:depth]
        if not ancestors:
            return repr(self)
        names = [_flat(repr(module)) for module in (*reversed(ancestors), self)]
        return "__".join(names) if flatten_key_chain else names

    def show_v_in_top_v(self: Any, /, *, depth: int | None = None) -> None:
        """Print the variables of an ancestor with this module's part highlighted."""
        top = self.top_v
        if top is None:
            self.v.cont_show()
        else:
            top(depth).cont_show_sub_container(self.v)

    def show_mod_in_top_mod(
        self: Any,
        /,
        *,
        upper_depth: int | None = None,
        lower_depth: int | None = None,
        flatten_key_chains: bool = False,
    ) -> None:
        """Print the submodules of an ancestor with this module highlighted."""
        climb = self.top_mod
        top = self if climb is None else climb(upper_depth)
        tree = top.sub_mods(depth=lower_depth, flatten_key_chains=flatten_key_chains)
        key = _flat(repr(self))
        chains = [c for c in tree.cont_all_key_chains() if key in c.split("/")]
        if chains:
            parts = chains[0].split("/")
            tree.cont_show_sub_container("/".join(parts[: parts.index(key) + 1]))
        else:
            tree.cont_show()

    def get_mod_key(self: Any, /, *, top_mod: Any = None) -> str:
        """Return a short name: a space per level, the class, its number in the top module."""
        if top_mod is None:
            climb = self.top_mod
            top_mod = self if climb is None else climb()
        names = top_mod.submod_dict
        if self not in names:
            kind = type(self).__name__
            number = sum(1 for module in names if type(module) is type(self))
            names[self] = f"{' ' * self.mod_depth()}{kind}_{number}"
        return str(names[self])

    # ---- the running call -------------------------------------------------------------------

    def track_submod_rets(self) -> bool:
        """Return whether the running call records what this module returns."""
        tracker = CALLS.tracker
        return tracker is not None and tracker.rets and tracker.tracks(self)

    def track_submod_call_order(self) -> bool:
        """Return whether the running call records when this module is called."""
        tracker = CALLS.tracker
        return tracker is not None and tracker.order and tracker.tracks(self)

    def check_submod_rets(self) -> bool:
        """Return whether the running call compares what submodules return."""
        return CALLS.tracker is not None and CALLS.tracker.expected is not None

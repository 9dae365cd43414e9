"""Methods of `ivy.Container` that compare and find Containers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ivy.container.combining import first_of
from ivy.container.differences import Comparison, Differ, check_list, find, identical
from ivy.container.mapping import EVERYTHING, Selection, normal
from ivy.container.tree import Tree
from ivy.errors import IvyValueError


class ComparingMethods(Tree):
    """Tell whether Containers are the same, where they differ, and where one is in another."""

    # ---- differences ----------------------------------------------------------------------

    @staticmethod
    def cont_diff(
        *containers: Any,
        mode: str = "all",
        diff_keys: str | Sequence[str] = "diff",
        detect_key_diffs: bool = True,
        detect_value_diffs: bool = True,
        detect_shape_diffs: bool = True,
        config: dict[str, Any] | None = None,
    ) -> Any:
        """Return a Container that shows where Containers differ.

        Args:
            containers: to be compared.
            mode: "all", "same_only" or "diff_only".
            diff_keys: a name that indices are added to, or a name for each Container. Containers
                that agree share one entry.
            detect_key_diffs: whether a key that one has not is a difference.
            detect_value_diffs: whether to compare values.
            detect_shape_diffs: whether to compare the shapes of arrays.
            config: settings of the result.

        >>> a, b = ivy.Container(x=1, y=2), ivy.Container(x=1, y=3)
        >>> ivy.Container.cont_diff(a, b).cont_to_dict()
        {'x': 1, 'y': {'diff_0': 2, 'diff_1': 3}}
        """
        if mode not in ("all", "same_only", "diff_only"):
            msg = f"cont_diff: expected mode all, same_only or diff_only, got {mode!r}"
            raise IvyValueError(msg)
        if len(containers) < 2:
            return containers[0] if containers else None
        first_of("cont_diff", containers)
        if isinstance(diff_keys, str):
            names = [str(i) for i in range(len(containers))]
            prefix = f"{diff_keys}_"
        else:
            names, prefix = list(diff_keys), ""
        comparison = Comparison(
            values=detect_value_diffs, shapes=detect_shape_diffs, types=False, identity=False
        )
        differ = Differ(mode, prefix, names, detect_key_diffs, comparison, containers[0])
        return differ.compare(containers)._configured(config)

    @staticmethod
    def cont_structural_diff(
        *containers: Any,
        mode: str = "all",
        diff_keys: str | Sequence[str] = "diff",
        detect_key_diffs: bool = True,
        detect_shape_diffs: bool = True,
        config: dict[str, Any] | None = None,
    ) -> Any:
        """Return a Container that shows where keys and shapes differ; see `cont_diff`."""
        return ComparingMethods.cont_diff(
            *containers,
            mode=mode,
            diff_keys=diff_keys,
            detect_key_diffs=detect_key_diffs,
            detect_value_diffs=False,
            detect_shape_diffs=detect_shape_diffs,
            config=config,
        )

    # ---- the same -------------------------------------------------------------------------

    @staticmethod
    def cont_identical(
        containers: Sequence[Any],
        check_types: bool = True,
        check_shapes: bool = True,
        same_arrays: bool = True,
        arrays_equal: bool = True,
        key_chains: Any = None,
        to_apply: bool = True,
        partial: bool = False,
        key_chain: str = "",
        assert_and_assign: bool = False,
    ) -> bool:
        """Return whether all Containers have the same keys and leaves.

        Args:
            containers: to be compared.
            check_types: whether leaves must have the same types.
            check_shapes: whether arrays must have the same shapes.
            same_arrays: whether arrays must be the same objects; NumPy's, and what is no array,
                need to be equal only.
            arrays_equal: without `same_arrays`, whether leaves must be equal.
            key_chains: compare only these, or with `to_apply=False` all others.
            to_apply: see `key_chains`.
            partial: whether to compare only the keys that all Containers have.
            key_chain: that the Containers are at.
            assert_and_assign: whether to write the leaves of the second into the first.

        >>> a, b = ivy.Container(x=ivy.array([1])), ivy.Container(x=ivy.array([1]))
        >>> ivy.Container.cont_identical([a, b])
        False
        >>> ivy.Container.cont_identical([a, b], same_arrays=False)
        True
        """
        check_list("cont_identical", containers)
        if not containers:
            raise IvyValueError("cont_identical: expected one Container or more, got []")
        comparison = Comparison(
            values=same_arrays or arrays_equal,
            shapes=check_shapes,
            types=check_types,
            identity=same_arrays,
            build=any(isinstance(c, Tree) and c._settings.build_callable for c in containers),
        )
        chosen = EVERYTHING if key_chains is None else Selection(key_chains, to_apply)
        if not partial:
            chosen.check([c for c in containers if isinstance(c, Tree)], normal(key_chain))
        same = identical(containers, comparison, chosen, partial, normal(key_chain))
        if same and assert_and_assign:
            containers[0]._write(containers[1])
        return same

    @staticmethod
    def cont_assert_identical(
        containers: Sequence[Any],
        check_types: bool = True,
        check_shapes: bool = True,
        same_arrays: bool = True,
        arrays_equal: bool = True,
        key_chains: Any = None,
        to_apply: bool = True,
        partial: bool = False,
    ) -> None:
        """Raise an exception that shows the differences unless Containers are identical."""
        same = ComparingMethods.cont_identical(
            containers, check_types, check_shapes, same_arrays, arrays_equal,
            key_chains, to_apply, partial,
        )  # fmt: skip
        if not same:
            diff = ComparingMethods.cont_diff(*containers, mode="diff_only")
            raise IvyValueError(f"cont_assert_identical: expected identical Containers, got {diff}")

    @staticmethod
    def cont_identical_structure(
        containers: Sequence[Any],
        check_types: bool = True,
        check_shapes: bool = True,
        key_chains: Any = None,
        to_apply: bool = True,
        partial: bool = False,
        key_chain: str = "",
        assert_and_assign: bool = False,
    ) -> bool:
        """Return whether all Containers have the same keys, types and shapes."""
        return ComparingMethods.cont_identical(
            containers, check_types, check_shapes, False, False,
            key_chains, to_apply, partial, key_chain, assert_and_assign,
        )  # fmt: skip

    @staticmethod
    def cont_assert_identical_structure(
        containers: Sequence[Any],
        check_types: bool = True,
        check_shapes: bool = True,
        key_chains: Any = None,
        to_apply: bool = True,
        partial: bool = False,
        assert_and_assign: bool = False,
    ) -> None:
        """Raise an exception that shows the differences unless structures are identical."""
        same = ComparingMethods.cont_identical_structure(
            containers, check_types, check_shapes, key_chains, to_apply, partial, "",
            assert_and_assign,
        )  # fmt: skip
        if not same:
            diff = ComparingMethods.cont_structural_diff(*containers, mode="diff_only")
            msg = f"cont_assert_identical_structure: expected the same structures, got {diff}"
            raise IvyValueError(msg)

    @staticmethod
    def cont_identical_configs(containers: Sequence[Any]) -> bool:
        """Return whether all Containers have the same settings."""
        first_of("cont_identical_configs", containers)
        if len(containers) < 2:
            msg = f"cont_identical_configs: expected two Containers or more, got {len(containers)}"
            raise IvyValueError(msg)
        return all(c._settings == containers[0]._settings for c in containers)

    @staticmethod
    def cont_identical_array_shapes(containers: Sequence[Any], exclusive: bool = False) -> bool:
        """Return whether the arrays of all Containers, ordered by size, have the same shapes."""
        first_of("cont_identical_array_shapes", containers)
        shapes = [
            [tuple(leaf.shape) for leaf in c.cont_size_ordered_arrays(exclusive).values()]
            for c in containers
        ]
        return all(each == shapes[0] for each in shapes)

    # ---- finding --------------------------------------------------------------------------

    def cont_find_sub_container(self, sub_cont_to_find: Any, partial: bool = False) -> str | bool:
        """Return the key chain of a Container with the same array objects, False if there is none.

        With `partial` the one found may have more keys.

        >>> c = ivy.Container(a=1, b={"c": ivy.array([2])})
        >>> c.cont_find_sub_container(c.b)
        'b'
        """
        comparison = Comparison(values=True, shapes=True, types=True, identity=True)
        return find(self, sub_cont_to_find, comparison, partial, "")

    def cont_contains_sub_container(self, sub_cont: Any, partial: bool = False) -> bool:
        """Return whether a Container with the same array objects is in this one."""
        return self.cont_find_sub_container(sub_cont, partial) is not False

    def cont_assert_contains_sub_container(self, sub_cont: Any, partial: bool = False) -> None:
        """Raise an exception unless a Container with the same array objects is in this one."""
        if not self.cont_contains_sub_container(sub_cont, partial):
            msg = "cont_assert_contains_sub_container: expected a Container that has"
            raise IvyValueError(f"{msg} {sub_cont}, got {self}")

    def cont_find_sub_structure(
        self, sub_struc_to_find: Any, check_shapes: bool = True, partial: bool = False
    ) -> str | bool:
        """Return the key chain of a Container of the same keys and shapes, or False."""
        comparison = Comparison(values=False, shapes=check_shapes, types=False, identity=False)
        return find(self, sub_struc_to_find, comparison, partial, "")

    def cont_contains_sub_structure(
        self, sub_cont: Any, check_shapes: bool = True, partial: bool = False
    ) -> bool:
        """Return whether a Container of the same keys and shapes is in this one."""
        return self.cont_find_sub_structure(sub_cont, check_shapes, partial) is not False

    def cont_assert_contains_sub_structure(
        self, sub_cont: Any, check_shapes: bool = True, partial: bool = False
    ) -> None:
        """Raise an exception unless a Container of the same keys and shapes is in this one."""
        if not self.cont_contains_sub_structure(sub_cont, check_shapes, partial):
            msg = "cont_assert_contains_sub_structure: expected a Container of the structure of"
            raise IvyValueError(f"{msg} {sub_cont}, got {self}")

"""Gradients of any function of arrays, on every framework, to any order.

A backend supplies `flat_vjp` and `custom_vjp` over flat lists of native arrays. Nests, indices,
duplicates and integers are handled here, once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ivy import backends, config, dispatch, state
from ivy.dispatch import NUMBERS, Wrapper, is_native, put, retry, space_of, table, wrap
from ivy.errors import IvyIndexError, IvyTypeError, IvyValueError, check_callable, describe
from ivy.nest import Path, leaves_with_paths, opened, pruned, replaced
from ivy.types import A

__all__ = [
    "GradientTracking",
    "bind_custom_gradient_function",
    "execute_with_gradients",
    "grad",
    "hessian",
    "jac",
    "jacfwd",
    "jacrev",
    "jvp",
    "requires_gradient",
    "set_with_grads",
    "stop_gradient",
    "unset_with_grads",
    "value_and_grad",
    "vjp",
    "vmap",
    "with_grads",
    "with_grads_stack",
]


# ---- gradient mode ----------------------------------------------------------------------------

with_grads_stack = config.WITH_GRADS.shared
GradientTracking = config.WITH_GRADS.override


def set_with_grads(with_grads: bool) -> None:
    """Choose whether gradients are wanted, until `unset_with_grads`.

    >>> ivy.set_with_grads(False)
    >>> ivy.with_grads()
    False
    >>> ivy.unset_with_grads()
    """
    config.WITH_GRADS.set(with_grads)


def unset_with_grads() -> None:
    """Undo the last `set_with_grads`.

    >>> ivy.set_with_grads(False)
    >>> ivy.unset_with_grads()
    >>> ivy.with_grads()
    True
    """
    config.WITH_GRADS.unset()


def with_grads(*, with_grads: bool | None = None) -> bool:
    """Return whether gradients are wanted: the argument if given, else the mode in force.

    >>> ivy.with_grads()
    True
    """
    if with_grads is None:
        return bool(config.setting("with_grads"))
    return bool(config.WITH_GRADS.check(with_grads))


# ---- variables of a call ----------------------------------------------------------------------


def _is_array(x: Any) -> bool:
    return type(x) in table or isinstance(x, Wrapper) or is_native(x)


def _native(x: Any) -> Any:
    return x._data if isinstance(x, Wrapper) else x


def _wrapped(native: Any) -> Any:
    return dispatch.new_array(native)


_FLOATING = frozenset({"float", "complex"})


def _check_like(name: str, what: str, given: Any, wanted: Any) -> None:
    if tuple(given.shape) != tuple(wanted.shape):
        shapes = f"{tuple(wanted.shape)}, got {tuple(given.shape)}"
        raise IvyValueError(f"{name}: expected {what} of shape {shapes}")


class _Variables:
    """The arrays of a nest that a function is differentiated by.

    The same array object at two places is one variable. Integers are left alone, unless there is
    nothing else or an index names them: then they become floats.
    """

    def __init__(self, name: str, tree: Any, indices: Sequence[Any] | None) -> None:
        self.tree = tree
        self.arrays: list[Any] = []
        rest: list[Any] = []
        self._with_arrays = opened(tree, _is_array, self.arrays, rest)
        if not self.arrays:
            raise IvyTypeError(f"{name}: expected at least one array, got {describe(tree)}")
        self.space = space_of(*self.arrays)
        natives = [x._data if isinstance(x, Wrapper) else x for x in self.arrays]
        chosen: Sequence[int] = range(len(natives))
        convert = False
        if indices is not None or not {self._kind(x) for x in natives} <= _FLOATING:
            chosen, convert = self._chosen(name, natives, indices)
        found = {id(natives[place]): natives[place] for place in chosen}
        slots = {key: slot for slot, key in enumerate(found)}
        self.natives = [self._as_float(name, x) if convert else x for x in found.values()]
        self.slots: list[int | None]
        if len(chosen) == len(natives):
            self.slots = [slots[id(x)] for x in natives]
        else:
            self.slots = [slots[id(x)] if i in chosen else None for i, x in enumerate(natives)]
        self._are_everything = not rest and len(chosen) == len(natives)

    def _chosen(
        self, name: str, natives: list[Any], indices: Sequence[Any] | None
    ) -> tuple[Sequence[int], bool]:
        """Return the places of the variables among the arrays, and whether some become floats."""
        if indices is None:
            floating = [i for i, x in enumerate(natives) if self._kind(x) in _FLOATING]
            return (floating, False) if floating else (range(len(natives)), True)
        paths = self.paths()
        selected = _selected(name, [(path, None) for path in paths], indices)
        places = [paths.index(path) for path, _ in selected]
        return places, any(self._kind(natives[place]) not in _FLOATING for place in places)

    def paths(self) -> list[Path]:
        """Return the index path of each array."""
        return [path for path, _ in leaves_with_paths(self.tree, _is_array)]

    def _kind(self, native: Any) -> str:
        return self.space.DTYPES[native.dtype].kind

    def _as_float(self, name: str, native: Any) -> Any:
        kind = self._kind(native)
        if kind in _FLOATING:
            return native
        if kind == "bool":
            raise IvyTypeError(
                f"{name}: expected numbers to differentiate by, got {describe(native)}"
            )
        return self.space.astype(native, config.default_of("float"))

    def _in_place(self, natives: Sequence[Any]) -> list[Any]:
        """Return the arrays of the nest, those that are variables replaced by these."""
        return [
            array
            if slot is None
            else dispatch.new_array(natives[slot])
            if isinstance(array, Wrapper)
            else natives[slot]
            for array, slot in zip(self.arrays, self.slots, strict=True)
        ]

    def filled(self, natives: Sequence[Any]) -> Any:
        """Return the nest with these arrays as its variables."""
        return self._with_arrays(iter(self._in_place(natives)))

    def nest(self, natives: Sequence[Any]) -> Any:
        """Return a nest of these arrays only, one for each variable."""
        if self._are_everything:
            return self.filled(natives)
        placed = zip(self.paths(), self._in_place(natives), self.slots, strict=True)
        return pruned(self.tree, {path: x for path, x, slot in placed if slot is not None})

    def take(self, name: str, tree: Any) -> list[Any]:
        """Return, for each variable, the array at its place in a nest of the same structure."""
        given = {path: _native(leaf) for path, leaf in leaves_with_paths(tree, _is_array)}
        found: list[Any] = [None] * len(self.natives)
        for path, slot in zip(self.paths(), self.slots, strict=True):
            if slot is None:
                continue
            if path not in given:
                raise IvyValueError(f"{name}: expected a nest like the primals, got none at {path}")
            if found[slot] is None:
                _check_like(name, "tangents", given[path], self.natives[slot])
                found[slot] = given[path]
        return found

    def zeros_for_none(self, gradients: Sequence[Any]) -> list[Any]:
        pairs = zip(gradients, self.natives, strict=True)
        return [self.space.zeros_like(x) if g is None else g for g, x in pairs]


def _selected(
    name: str, leaves: list[tuple[Path, Any]], indices: Sequence[Any] | None
) -> list[tuple[Path, Any]]:
    """Return the leaves below the index paths; all of them for `None`."""
    if indices is None:
        return leaves
    wanted = [tuple(index) if isinstance(index, (list, tuple)) else (index,) for index in indices]
    if len(leaves) == 1 and leaves[0][0] == ():
        return leaves  # a single array: there is nothing to choose from
    chosen: list[tuple[Path, Any]] = []
    for index in wanted:
        below = [leaf for leaf in leaves if leaf[0][: len(index)] == index]
        if not below:
            paths = [path for path, _ in leaves]
            raise IvyIndexError(f"{name}: expected an index path below one of {paths}, got {index}")
        chosen += [leaf for leaf in below if all(leaf[0] != c[0] for c in chosen)]
    return chosen


class _Outputs:
    """What a function returned: its nest, and which arrays in it are differentiated."""

    def __init__(self, name: str, indices: Sequence[Any] | None) -> None:
        self.name, self.indices = name, indices
        self.tree: Any = None
        self.paths: list[Path] = []
        self.other_paths: list[Path] = []
        self.wrapped: dict[Path, bool] = {}

    def flatten(self, space: Any, tree: Any) -> tuple[list[Any], list[Any]]:
        """Return the arrays to differentiate, and the others."""
        leaves = leaves_with_paths(tree, _is_array)
        chosen = [
            (path, leaf)
            for path, leaf in _selected(self.name, leaves, self.indices)
            if space.DTYPES[_native(leaf).dtype].kind in _FLOATING
        ]
        if not chosen:
            msg = f"{self.name}: expected a function that returns a floating array"
            raise IvyTypeError(f"{msg}, got {describe(tree)}")
        self.tree = tree
        self.paths = [path for path, _ in chosen]
        others = [(path, leaf) for path, leaf in leaves if path not in self.paths]
        self.other_paths = [path for path, _ in others]
        self.wrapped = {path: isinstance(leaf, Wrapper) for path, leaf in leaves}
        return [_native(leaf) for _, leaf in chosen], [_native(leaf) for _, leaf in others]

    def filled(self, natives: Sequence[Any], others: Sequence[Any] = ()) -> Any:
        values = dict(zip([*self.paths, *self.other_paths], [*natives, *others], strict=False))
        return replaced(
            self.tree,
            {p: dispatch.new_array(v) if self.wrapped[p] else v for p, v in values.items()},
        )


def _pull_back(
    name: str, func: Callable[[Any], Any], variables: _Variables, outputs: _Outputs, retain: bool
) -> tuple[list[Any], Callable[[list[Any]], list[Any]], list[Any]]:
    slots: list[tuple[state.Slot, bool]] = []  # and whether an ivy.Array was written

    def flat(*natives: Any) -> tuple[list[Any], list[Any]]:
        with state.collected() as writes:
            result = func(variables.filled(natives))
        chosen, others = outputs.flatten(variables.space, result)
        if writes:
            slots[:] = [(slot, isinstance(x, Wrapper)) for slot, x in writes.items()]
            others += map(_native, writes.values())
        return chosen, others

    outs, pull, others = variables.space.flat_vjp(flat, variables.natives, retain)
    if slots:  # what modules wrote leaves the transformation as a result, then it is stored
        kept = len(others) - len(slots)
        for (slot, wrapped), x in zip(slots, others[kept:], strict=True):
            value = variables.space.stop_gradient(x)
            state.write([slot], [dispatch.new_array(value) if wrapped else value])
        others = others[:kept]
    return outs, lambda cotangents: variables.zeros_for_none(pull(cotangents)), others


# ---- gradients --------------------------------------------------------------------------------


def execute_with_gradients(
    func: Callable[[Any], Any],
    xs: Any,
    /,
    retain_grads: bool = False,
    xs_grad_idxs: Sequence[Any] | None = None,
    ret_grad_idxs: Sequence[Any] | None = None,
) -> tuple[Any, Any]:
    """Return `func(xs)` and its gradients with respect to the arrays in `xs`.

    The gradients have the structure of `xs`; those of several outputs are a Container keyed by each
    output's index path. Non-scalar outputs are summed; inputs that play no part get zeros;
    entries that are not finite become 0. `func` is called once.

    Args:
        func: A function of one nest of arrays.
        xs: The nest.
        retain_grads: Whether the returned values can be differentiated further.
        xs_grad_idxs: Index paths of the inputs to differentiate by; all by default.
        ret_grad_idxs: Index paths of the outputs to differentiate; all by default.

    >>> ivy.execute_with_gradients(lambda x: ivy.sum(x * x), ivy.array([1., 2.]))
    (ivy.array(5.), ivy.array([2., 4.]))
    """
    return _values_and_gradients(
        "execute_with_gradients", func, xs, retain_grads, xs_grad_idxs, ret_grad_idxs, finite=True
    )


def _values_and_gradients(
    name: str,
    func: Callable[[Any], Any],
    xs: Any,
    retain: bool,
    xs_indices: Sequence[Any] | None = None,
    ret_indices: Sequence[Any] | None = None,
    finite: bool = False,
) -> tuple[Any, Any]:
    variables, outputs = _Variables(name, xs, xs_indices), _Outputs(name, ret_indices)
    space = variables.space
    outs, pull, others = _pull_back(name, func, variables, outputs, retain)
    gradients = {}
    for chosen, path in enumerate(outputs.paths):
        seeds = [space.ones_like(out) if i == chosen else None for i, out in enumerate(outs)]
        found = pull(seeds)
        if finite:
            found = space.zeros_for_non_finite(found)
        gradients["_".join(map(str, path))] = variables.nest(found)
    if not retain:
        outs = [space.stop_gradient(x) for x in outs]
        others = [space.stop_gradient(x) for x in others]
    values = outputs.filled(outs, others)
    alone = len(gradients) == 1 and ret_indices is None
    if alone or outputs.paths == [()]:
        return values, next(iter(gradients.values()))
    return values, dispatch.new_container(gradients)


def value_and_grad(
    func: Callable[..., Any], argnums: int | Sequence[int] = 0
) -> Callable[..., Any]:
    """Return a function that returns the value of `func` and its gradients.

    >>> ivy.value_and_grad(lambda x: ivy.sum(x * x))(ivy.array([1., 2.]))
    (ivy.array(5.), ivy.array([2., 4.]))
    """

    def evaluate(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
        chosen, call = _by_position("value_and_grad", func, argnums, args, kwargs)
        return _values_and_gradients("value_and_grad", call, chosen, retain=True)

    return evaluate


def grad(func: Callable[..., Any], argnums: int | Sequence[int] = 0) -> Callable[..., Any]:
    """Return a function that returns the gradients of `func` with respect to argument `argnums`.

    >>> ivy.grad(ivy.grad(lambda x: x * x * x))(ivy.array(2.))
    ivy.array(12.)
    """
    evaluate = value_and_grad(func, argnums)
    return lambda *args, **kwargs: evaluate(*args, **kwargs)[1]


def _by_position(
    name: str,
    func: Callable[..., Any],
    argnums: int | Sequence[int],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> tuple[Any, Callable[[Any], Any]]:
    """Return the chosen arguments as one nest, and `func` as a function of that nest."""
    check_callable(name, func)
    positions = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    if any(not -len(args) <= position < len(args) for position in positions):
        msg = f"{name}: expected argnums within the {len(args)} arguments given, got {argnums}"
        raise IvyIndexError(msg)
    chosen = tuple(_as_array_if_number(args[position]) for position in positions)

    def call(nest: Any) -> Any:
        full = list(args)
        for position, value in zip(
            positions, [nest] if isinstance(argnums, int) else nest, strict=True
        ):
            full[position] = value
        return func(*full, **kwargs)

    return (chosen[0] if isinstance(argnums, int) else chosen), call


def _as_array_if_number(x: Any) -> Any:
    return wrap(dispatch.current_space().asarray(x)) if type(x) in NUMBERS else x


# ---- products with Jacobians, and Jacobians ---------------------------------------------------


def vjp(func: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[[Any], tuple[Any, ...]]]:
    """Return `func(*primals)` and a function from cotangents of it to those of the primals.

    >>> value, pull = ivy.vjp(ivy.square, ivy.array([1., 2.]))
    >>> pull(ivy.array([1., 10.]))
    (ivy.array([ 2., 40.]),)
    """
    check_callable("vjp", func)
    variables, outputs = _Variables("vjp", primals, None), _Outputs("vjp", None)
    outs, pull, others = _pull_back("vjp", lambda xs: func(*xs), variables, outputs, retain=True)

    def pull_nest(cotangents: Any) -> tuple[Any, ...]:
        given = dict(leaves_with_paths(cotangents, _is_array))
        seeds = [_native(given[path]) if path in given else None for path in outputs.paths]
        for seed, out in zip(seeds, outs, strict=True):
            if seed is not None:
                _check_like("vjp", "cotangents", seed, out)
        gradients = variables.nest(pull(seeds))
        return tuple(gradients)

    return outputs.filled(outs, others), pull_nest


def jvp(
    func: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any]
) -> tuple[Any, Any]:
    """Return `func(*primals)` and its derivative along the tangents.

    >>> ivy.jvp(ivy.square, (ivy.array(3.),), (ivy.array(1.),))
    (ivy.array(9.), ivy.array(6.))
    """
    check_callable("jvp", func)
    variables, outputs = _Variables("jvp", tuple(primals), None), _Outputs("jvp", None)
    outs, push, others = _push_forward("jvp", lambda xs: func(*xs), variables, outputs)
    moved = push(variables.take("jvp", tuple(tangents)))
    return outputs.filled(outs, others), outputs.filled(moved)


def _push_forward(
    name: str, func: Callable[[Any], Any], variables: _Variables, outputs: _Outputs
) -> tuple[list[Any], Callable[[list[Any]], list[Any]], list[Any]]:
    """Forward mode out of two reverse modes: the pullback is linear, so its own pullback pushes."""
    space = variables.space
    outs, pull, others = _pull_back(name, func, variables, outputs, retain=True)
    seeds = [space.zeros_like(out) for out in outs]
    _, push, _ = space.flat_vjp(lambda *cotangents: (pull(list(cotangents)), []), seeds, True)

    def pushed(tangents: list[Any]) -> list[Any]:
        moved = push(tangents)
        return [space.zeros_like(o) if m is None else m for m, o in zip(moved, outs, strict=True)]

    return outs, pushed, others


def jac(func: Callable[..., Any], argnums: int = 0) -> Callable[..., Any]:
    """Return a function that returns the Jacobian of `func`: output axes first, then input axes.

    >>> ivy.jac(ivy.square)(ivy.array([1., 2.]))
    ivy.array([[2., 0.],
               [0., 4.]])
    """

    def evaluate(*args: Any, **kwargs: Any) -> Any:
        chosen, call = _by_position("jac", func, argnums, args, kwargs)
        variables, outputs = _Variables("jac", chosen, None), _Outputs("jac", None)
        outs, pull, _ = _pull_back("jac", call, variables, outputs, retain=True)
        space = variables.space
        results = []
        for k, out in enumerate(outs):

            def row(seed: Any, k: int = k) -> list[Any]:
                return pull([seed if i == k else None for i in range(len(outs))])

            stacked = space.map_basis(row, out)
            shapes = [tuple(out.shape) + tuple(x.shape) for x in variables.natives]
            rows = [space.reshape(s, shape) for s, shape in zip(stacked, shapes, strict=True)]
            results.append(variables.nest(rows))
        return replaced(outputs.tree, dict(zip(outputs.paths, results, strict=True)))

    return evaluate


jacrev = jac


def jacfwd(func: Callable[..., Any], argnums: int = 0) -> Callable[..., Any]:
    """Return what `jac` returns, computed column by column: cheaper for few inputs, many outputs.

    >>> ivy.jacfwd(ivy.square)(ivy.array([1., 2.]))
    ivy.array([[2., 0.],
               [0., 4.]])
    """

    def evaluate(*args: Any, **kwargs: Any) -> Any:
        chosen, call = _by_position("jacfwd", func, argnums, args, kwargs)
        variables, outputs = _Variables("jacfwd", chosen, None), _Outputs("jacfwd", None)
        outs, push, _ = _push_forward("jacfwd", call, variables, outputs)
        space = variables.space
        columns: list[list[Any]] = [[] for _ in outs]
        for k, x in enumerate(variables.natives):

            def column(seed: Any, k: int = k) -> list[Any]:
                tangents = [space.zeros_like(v) for v in variables.natives]
                tangents[k] = seed
                return push(tangents)

            for place, stacked in enumerate(space.map_basis(column, x)):
                shape = tuple(outs[place].shape)
                moved = space.moveaxis(space.reshape(stacked, (-1, *shape)), 0, -1)
                columns[place].append(space.reshape(moved, shape + tuple(x.shape)))
        results = [variables.nest(column) for column in columns]
        return replaced(outputs.tree, dict(zip(outputs.paths, results, strict=True)))

    return evaluate


def hessian(func: Callable[..., Any], argnums: int = 0) -> Callable[..., Any]:
    """Return a function that returns the second derivatives of `func`.

    >>> ivy.hessian(lambda x: ivy.sum(x * x * x))(ivy.array([1., 2.]))
    ivy.array([[ 6.,  0.],
               [ 0., 12.]])
    """
    return jac(grad(func, argnums), argnums)


# ---- gradients of one's own -------------------------------------------------------------------


def bind_custom_gradient_function(
    func: Callable[..., Any], custom_grad_func: Callable[[Any, Any], Any]
) -> Callable[..., Any]:
    """Return `func` with a gradient of your own.

    `custom_grad_func((x, func(x)), upstream)` returns the gradient for `x`; with several inputs
    it gets `((x1, x2, ..., result), upstream)` and returns a tuple.

    >>> clipped = ivy.bind_custom_gradient_function(ivy.square, lambda xs, g: ivy.clip(g, -1, 1))
    >>> ivy.grad(clipped)(ivy.array(5.))
    ivy.array(1.)
    """

    def bound(space: Any, given: Callable[[Any], Any]) -> Callable[..., Any]:
        def forward(*natives: Any) -> Any:
            return _native(func(*map(given, natives)))

        def backward(natives: Sequence[Any], result: Any, upstream: Any) -> tuple[Any, ...]:
            grads = custom_grad_func((*map(given, natives), given(result)), given(upstream))
            grads = grads if isinstance(grads, (tuple, list)) else (grads,)
            return tuple(map(_native, grads))

        native: Callable[..., Any] = space.custom_vjp(forward, backward)
        return native

    # Made now, not when called: torch.compile cannot trace the making.
    made = {(s.NAME, f): bound(s, f) for s in backends.loaded() for f in (_native, _wrapped)}

    def call(*xs: Any) -> Any:
        if not xs or not all(map(_is_array, xs)):
            got = ", ".join(map(describe, xs))
            raise IvyTypeError(f"bind_custom_gradient_function: expected arrays, got {got}")
        given = _wrapped if any(isinstance(x, Wrapper) for x in xs) else _native
        space = space_of(*xs)
        if (space.NAME, given) not in made:
            made[space.NAME, given] = bound(space, given)
        return given(made[space.NAME, given](*map(_native, xs)))

    return call


def stop_gradient(x: A, /, preserve_type: bool = True, out: A | None = None) -> A:
    """Return `x` as a constant: no gradient flows through it.

    >>> ivy.grad(lambda x: x * ivy.stop_gradient(x))(ivy.array(3.))
    ivy.array(3.)
    """
    if out is not None:
        return put(stop_gradient(x, preserve_type), out)
    try:
        return table[type(x)].stop_gradient(x, preserve_type)
    except Exception as error:
        return retry(error, "stop_gradient", x, preserve_type)


def requires_gradient(x: A) -> bool:
    """Return whether a gradient is being computed with respect to `x`.

    >>> ivy.requires_gradient(ivy.array(1.))
    False
    """
    try:
        return table[type(x)].requires_gradient(x)
    except Exception as error:
        return retry(error, "requires_gradient", x)


def vmap(
    func: Callable[..., Any], in_axes: int | Sequence[int | None] = 0, out_axes: int = 0
) -> Callable[..., Any]:
    """Return `func` mapped over an axis of its arguments.

    >>> ivy.vmap(ivy.sum)(ivy.array([[1., 2.], [3., 4.]]))
    ivy.array([3., 7.])
    """

    def mapped(*args: Any) -> Any:
        check_callable("vmap", func)
        axes = (in_axes,) * len(args) if isinstance(in_axes, int) else tuple(in_axes)
        if len(axes) != len(args):
            msg = f"vmap: expected in_axes for {len(args)} arguments, got {in_axes!r}"
            raise IvyValueError(msg)
        sizes = {x.shape[axis] for x, axis in zip(args, axes, strict=True) if axis is not None}
        if len(sizes) > 1:
            got = ", ".join(map(describe, args))
            raise IvyValueError(f"vmap: expected one size along in_axes {in_axes!r}, got {got}")
        wrapped = any(isinstance(x, Wrapper) for x in args)

        def native(*natives: Any) -> Any:
            given = [
                dispatch.new_array(n) if isinstance(x, Wrapper) else n
                for n, x in zip(natives, args, strict=True)
            ]
            result = func(*given)
            return (
                type(result)(map(_native, result))
                if isinstance(result, (list, tuple))
                else _native(result)
            )

        result = space_of(*args).map_axis(native, [*map(_native, args)], axes, out_axes)
        return wrap(result) if wrapped else result

    return mapped

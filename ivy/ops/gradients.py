"""Gradients of any function of arrays, on every framework, to any order.

`ivy/differentiation.py` handles nests, indices, duplicates and integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from numbers import Integral
from typing import Any

from ivy import backends, config, dispatch
from ivy.differentiation import (
    Outputs,
    Variables,
    is_array,
    native_of,
    pull_back,
    values_and_gradients,
)
from ivy.dispatch import NUMBERS, Wrapper, put, retry, space_of, table, wrap_like
from ivy.errors import IvyIndexError, IvyTypeError, IvyValueError, check_callable, describe
from ivy.nest import opened, replaced
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
    return values_and_gradients(
        "execute_with_gradients", func, xs, retain_grads, xs_grad_idxs, ret_grad_idxs, finite=True
    )


def value_and_grad(
    func: Callable[..., Any], argnums: int | Sequence[int] = 0
) -> Callable[..., Any]:
    """Return a function that returns the value of `func` and its gradients.

    >>> ivy.value_and_grad(lambda x: ivy.sum(x * x))(ivy.array([1., 2.]))
    (ivy.array(5.), ivy.array([2., 4.]))
    """
    check_callable("value_and_grad", func)

    def evaluate(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
        chosen, call = _by_position("value_and_grad", func, argnums, args, kwargs)
        return values_and_gradients("value_and_grad", call, chosen, retain=True)

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
    alone = not isinstance(argnums, Sequence)
    positions: Any = tuple(argnums) if isinstance(argnums, Sequence) else (argnums,)
    if any(not isinstance(position, Integral) for position in positions):
        msg = f"{name}: expected argnums as an integer or a list of them"
        raise IvyTypeError(f"{msg}, got {argnums!r}")
    if any(not -len(args) <= position < len(args) for position in positions):
        msg = f"{name}: expected argnums within the {len(args)} arguments given, got {argnums}"
        raise IvyIndexError(msg)
    chosen = tuple(_as_array_if_number(args[position]) for position in positions)

    def call(nest: Any) -> Any:
        full = list(args)
        for position, value in zip(positions, [nest] if alone else nest, strict=True):
            full[position] = value
        return func(*full, **kwargs)

    return (chosen[0] if alone else chosen), call


def _as_array_if_number(x: Any) -> Any:
    return wrap_like(dispatch.current_space().asarray(x)) if type(x) in NUMBERS else x


# ---- products with Jacobians, and Jacobians ---------------------------------------------------


def vjp(func: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[[Any], tuple[Any, ...]]]:
    """Return `func(*primals)` and a function from cotangents of it to those of the primals.

    >>> value, pull = ivy.vjp(ivy.square, ivy.array([1., 2.]))
    >>> pull(ivy.array([1., 10.]))
    (ivy.array([ 2., 40.]),)
    """
    check_callable("vjp", func)
    variables, outputs = Variables("vjp", primals, None), Outputs("vjp", None)
    outs, pull, others = pull_back("vjp", lambda xs: func(*xs), variables, outputs, retain=True)

    def pull_nest(cotangents: Any) -> tuple[Any, ...]:
        seeds = outputs.take("vjp", cotangents, outs, variables.space)
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
    for what, given in (("primals", primals), ("tangents", tangents)):
        if not isinstance(given, (tuple, list)):
            msg = f"jvp: expected a tuple of arguments as {what}, got {describe(given)}"
            raise IvyTypeError(f"{msg}; write (x,)")
    variables, outputs = Variables("jvp", tuple(primals), None), Outputs("jvp", None)
    outs, push, others = _push_forward("jvp", lambda xs: func(*xs), variables, outputs)
    moved = push(variables.take("jvp", tuple(tangents)))
    return outputs.filled(outs, others), outputs.filled(moved)


def _push_forward(
    name: str, func: Callable[[Any], Any], variables: Variables, outputs: Outputs
) -> tuple[list[Any], Callable[[list[Any]], list[Any]], list[Any]]:
    """Forward mode out of two reverse modes: the pullback is linear, so its own pullback pushes."""
    space = variables.space
    outs, pull, others = pull_back(name, func, variables, outputs, retain=True)
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
    check_callable("jac", func)

    def evaluate(*args: Any, **kwargs: Any) -> Any:
        chosen, call = _by_position("jac", func, argnums, args, kwargs)
        variables, outputs = Variables("jac", chosen, None), Outputs("jac", None)
        outs, pull, _ = pull_back("jac", call, variables, outputs, retain=True)
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
    check_callable("jacfwd", func)

    def evaluate(*args: Any, **kwargs: Any) -> Any:
        chosen, call = _by_position("jacfwd", func, argnums, args, kwargs)
        variables, outputs = Variables("jacfwd", chosen, None), Outputs("jacfwd", None)
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


def _wrapped(native: Any) -> Any:
    return dispatch.new_array(native)


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
            return native_of(func(*map(given, natives)))

        def backward(natives: Sequence[Any], result: Any, upstream: Any) -> tuple[Any, ...]:
            grads = custom_grad_func((*map(given, natives), given(result)), given(upstream))
            grads = grads if isinstance(grads, (tuple, list)) else (grads,)
            return tuple(map(native_of, grads))

        native: Callable[..., Any] = space.custom_vjp(forward, backward)
        return native

    # Made now, not when called: torch.compile cannot trace the making.
    made = {(s.NAME, f): bound(s, f) for s in backends.loaded() for f in (native_of, _wrapped)}

    def call(*xs: Any) -> Any:
        if not xs or not all(map(is_array, xs)):
            got = ", ".join(map(describe, xs))
            raise IvyTypeError(f"bind_custom_gradient_function: expected arrays, got {got}")
        given = _wrapped if any(isinstance(x, Wrapper) for x in xs) else native_of
        space = space_of(*xs)
        if (space.NAME, given) not in made:
            made[space.NAME, given] = bound(space, given)
        return given(made[space.NAME, given](*map(native_of, xs)))

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
    """Return `func` mapped over an axis of its arguments, of each array in a nest.

    >>> ivy.vmap(ivy.sum)(ivy.array([[1., 2.], [3., 4.]]))
    ivy.array([3., 7.])
    """

    def mapped(*args: Any) -> Any:
        check_callable("vmap", func)
        axes = tuple(in_axes) if isinstance(in_axes, Sequence) else (in_axes,) * len(args)
        if len(axes) != len(args) or all(axis is None for axis in axes):
            msg = f"vmap: expected in_axes for {len(args)} arguments, got {in_axes!r}"
            raise IvyValueError(msg)
        arrays: list[Any] = []
        axis_of_each: list[int | None] = []
        makers = []
        for x, axis in zip(args, axes, strict=True):
            makers.append(opened(x, is_array, arrays, []))
            _check_axis(x, arrays[len(axis_of_each) :], axis)
            axis_of_each += [axis] * (len(arrays) - len(axis_of_each))
        pairs = zip(arrays, axis_of_each, strict=True)
        if len({x.shape[axis] for x, axis in pairs if axis is not None} - {None}) > 1:
            got = ", ".join(map(describe, args))
            raise IvyValueError(f"vmap: expected one size along in_axes {in_axes!r}, got {got}")
        wrapped, space = any(isinstance(x, Wrapper) for x in arrays), space_of(*arrays)
        make_result: Callable[[Iterator[Any]], Any]

        def flat(*natives: Any) -> list[Any]:
            nonlocal make_result
            given = (
                dispatch.new_array(n) if isinstance(x, Wrapper) else n
                for n, x in zip(natives, arrays, strict=True)
            )
            found: list[Any] = []
            result = func(*[make(given) for make in makers])
            make_result = opened(result, lambda x: type(x) in NUMBERS or is_array(x), found, [])
            found = [native_of(x) if is_array(x) else space.asarray(x) for x in found]
            for x in found:
                if not -len(x.shape) <= out_axes + 1 <= len(x.shape) + 1:
                    msg = f"vmap: expected out_axes within the results, got {out_axes}"
                    raise IvyIndexError(f"{msg} for {describe(x)}")
            return found

        natives = [*map(native_of, arrays)]
        results = space.map_axis(flat, natives, axis_of_each, out_axes)
        return make_result(map(dispatch.new_array, results) if wrapped else iter(results))

    return mapped


def _check_axis(argument: Any, arrays: list[Any], axis: int | None) -> None:
    ranks = [len(x.shape) for x in arrays] or [0]
    if axis is not None and not all(-rank <= axis < rank for rank in ranks):
        msg = f"vmap: expected in_axes within the arguments, got {axis} for {describe(argument)}"
        raise IvyIndexError(msg)

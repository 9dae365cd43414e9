"""Meta-learning: gradients for weights from which a few steps lead to low costs on many tasks.

`batch` is a nest of arrays whose first axis counts the tasks. With `batched` all tasks run at
once: the cost functions get the whole batch and variables with a leading task axis, and return
the mean cost. Without, they get one task at a time, its axis kept with length 1.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ivy.dispatch import is_array
from ivy.errors import IvyIndexError, IvyValueError
from ivy.nest import Path, leaves_with_paths, pruned, replaced
from ivy.ops.gradients import execute_with_gradients, stop_gradient
from ivy.ops.manipulation import concat, expand_dims
from ivy.ops.statistical import mean
from ivy.ops.updates import gradient_descent_update

__all__ = ["fomaml_step", "maml_step", "reptile_step"]


_Cost = Callable[[Any, Any], Any]


def _leaves(tree: Any) -> dict[Path, Any]:
    return dict(leaves_with_paths(tree, is_array))


def _mapped(function: Callable[..., Any], tree: Any, *others: Any) -> Any:
    """Return the nest with `function` applied to its arrays and those at the same places."""
    rest = [_leaves(other) for other in others]
    values = {p: function(x, *(r[p] for r in rest)) for p, x in _leaves(tree).items()}
    return replaced(tree, values)


def _scaled(tree: Any, factor: int) -> Any:
    return _mapped(lambda x: x * factor, tree)


def _mean(trees: list[Any]) -> Any:
    return _mapped(lambda x, *xs: sum(xs, start=x) / (len(xs) + 1), *trees)


def _chosen(name: str, variables: Any, selection: Any, keep: bool) -> list[Path]:
    """Return the paths of the variables that a nest of the same keys selects, or leaves out."""
    paths = list(_leaves(variables))
    if selection is None:
        return paths
    named = [
        path
        for path, _ in leaves_with_paths(
            selection, lambda x: not isinstance(x, (dict, list, tuple))
        )
    ]
    unknown = [path for path in named if path not in paths]
    if unknown:
        raise IvyIndexError(f"{name}: expected paths of variables {paths}, got {unknown[0]}")
    return [path for path in paths if (path in named) == keep]


class _InnerLoop:
    """A few steps of optimization on one task, or on all of them at once."""

    def __init__(
        self,
        name: str,
        cost_fn: _Cost,
        variables: Any,
        steps: int,
        rate: float,
        optimize: Callable[..., Any],
        selection: Any,
        keep: bool,
    ) -> None:
        if steps < 1:
            raise IvyValueError(f"{name}: expected at least one inner step, got {steps}")
        self.cost_fn, self.steps, self.rate, self.optimize = cost_fn, steps, rate, optimize
        self.paths = _chosen(name, variables, selection, keep)

    def run(
        self, batch: Any, variables: Any, scale: int, differentiable: bool
    ) -> tuple[list[Any], list[Any], list[Any]]:
        """Return the variables after each step, and each step's cost and gradients."""
        after, costs, gradients = [], [], []
        for _ in range(self.steps):
            cost, grads = execute_with_gradients(
                lambda v: self.cost_fn(batch, v), variables, differentiable, self.paths
            )
            costs.append(cost)
            gradients.append(_scaled(grads, scale))
            moved = self.optimize(
                pruned(variables, {p: _leaves(variables)[p] for p in self.paths}),
                gradients[-1],
                self.rate,
                stop_gradients=not differentiable,
            )
            variables = _refilled(variables, self.paths, moved)
            after.append(variables)
        return after, costs, gradients


def _refilled(variables: Any, paths: list[Path], part: Any) -> Any:
    """Return the variables with those at `paths` taken, in order, from a smaller nest."""
    return replaced(variables, dict(zip(paths, _leaves(part).values(), strict=True)))


def _tasks(
    batch: Any, variables: Any, batched: bool, num_tasks: int | None
) -> list[tuple[Any, Any, int]]:
    """Return (batch, variables, number of tasks in it) of everything that is trained on."""
    arrays = _leaves(batch)
    if not num_tasks and not arrays:
        raise IvyValueError(f"batch: expected arrays with an element per task, got {batch!r}")
    count = num_tasks or next(iter(arrays.values())).shape[0]
    if batched:
        repeated = _mapped(lambda x: concat([expand_dims(x, axis=0)] * count, axis=0), variables)
        return [(batch, repeated, count)]
    return [(_mapped(lambda x, i=i: x[i : i + 1], batch), variables, 1) for i in range(count)]


def _collected(
    results: list[tuple[Any, Any, Any]], batched: bool, stop_gradients: bool, return_inner_v: bool
) -> tuple[Any, ...]:
    """Return mean cost and gradients over all tasks, and the inner variables if asked for."""
    costs, gradients, inner = zip(*results, strict=True)
    cost = sum(costs[1:], start=costs[0]) / len(costs)
    total = _mapped(lambda g: mean(g, axis=0), gradients[0]) if batched else _mean(list(gradients))
    if stop_gradients:
        cost = stop_gradient(cost)
    if not return_inner_v:
        return cost, total
    return cost, total, inner[0] if batched else list(inner)


def _same(batch: Any) -> Any:
    return batch


def fomaml_step(
    batch: Any,
    inner_cost_fn: _Cost,
    outer_cost_fn: _Cost | None,
    variables: Any,
    inner_grad_steps: int,
    inner_learning_rate: float,
    /,
    inner_optimization_step: Callable[..., Any] = gradient_descent_update,
    inner_batch_fn: Callable[[Any], Any] | None = None,
    outer_batch_fn: Callable[[Any], Any] | None = None,
    average_across_steps: bool = False,
    batched: bool = True,
    inner_v: Any = None,
    keep_inner_v: bool = True,
    outer_v: Any = None,
    keep_outer_v: bool = True,
    return_inner_v: bool = False,
    num_tasks: int | None = None,
    stop_gradients: bool = True,
) -> tuple[Any, ...]:
    """Return cost and gradients of first-order MAML.

    The gradients are those of the outer cost at the variables the inner steps end at, or their
    mean over all steps with `average_across_steps`. `inner_v` and `outer_v` are nests with the
    keys of the variables each loop works on.

    >>> cost = lambda batch, v: ivy.mean((batch["x"] * v["w"]) ** 2)
    >>> batch, v = {"x": ivy.array([[2.0], [2.0]])}, {"w": ivy.array([1.0])}
    >>> ivy.fomaml_step(batch, cost, cost, v, 1, 0.125)
    (ivy.array(0.), {'w': ivy.array([0.])})
    """
    inner = _InnerLoop(
        "fomaml_step", inner_cost_fn, variables, inner_grad_steps, inner_learning_rate,
        inner_optimization_step, inner_v, keep_inner_v,
    )  # fmt: skip
    outer_paths = _chosen("fomaml_step", variables, outer_v, keep_outer_v)
    cost_fn = outer_cost_fn or inner_cost_fn
    results = []
    for sub_batch, start, count in _tasks(batch, variables, batched, num_tasks):
        after, _, _ = inner.run((inner_batch_fn or _same)(sub_batch), start, count, False)
        outer_batch = (outer_batch_fn or _same)(sub_batch)
        points = after if average_across_steps else after[-1:]
        outer = partial(cost_fn, outer_batch)
        found = [execute_with_gradients(outer, p, False, outer_paths) for p in points]
        gradients = _scaled(_mean([grads for _, grads in found]), count)
        cost = sum((c for c, _ in found[1:]), start=found[0][0]) / len(found)
        results.append((cost, gradients, after[-1]))
    return _collected(results, batched, stop_gradients, return_inner_v)


def reptile_step(
    batch: Any,
    cost_fn: _Cost,
    variables: Any,
    inner_grad_steps: int,
    inner_learning_rate: float,
    /,
    inner_optimization_step: Callable[..., Any] = gradient_descent_update,
    batched: bool = True,
    return_inner_v: bool = False,
    num_tasks: int | None = None,
    stop_gradients: bool = True,
) -> tuple[Any, ...]:
    """Return cost and gradients of Reptile: the mean of the gradients of the inner steps.

    >>> cost = lambda batch, v: ivy.mean((batch["x"] * v["w"]) ** 2)
    >>> batch, v = {"x": ivy.array([[2.0], [2.0]])}, {"w": ivy.array([1.0])}
    >>> ivy.reptile_step(batch, cost, v, 1, 0.125)
    (ivy.array(4.), {'w': ivy.array([8.])})
    """
    inner = _InnerLoop(
        "reptile_step", cost_fn, variables, inner_grad_steps, inner_learning_rate,
        inner_optimization_step, None, True,
    )  # fmt: skip
    results = []
    for sub_batch, start, count in _tasks(batch, variables, batched, num_tasks):
        after, costs, gradients = inner.run(sub_batch, start, count, False)
        results.append((costs[-1], _mean(gradients), after[-1]))
    return _collected(results, batched, stop_gradients, return_inner_v)


def maml_step(
    batch: Any,
    inner_cost_fn: _Cost,
    outer_cost_fn: _Cost,
    variables: Any,
    inner_grad_steps: int,
    inner_learning_rate: float,
    /,
    inner_optimization_step: Callable[..., Any] = gradient_descent_update,
    inner_batch_fn: Callable[[Any], Any] | None = None,
    outer_batch_fn: Callable[[Any], Any] | None = None,
    average_across_steps: bool = False,
    batched: bool = True,
    inner_v: Any = None,
    keep_inner_v: bool = True,
    outer_v: Any = None,
    keep_outer_v: bool = True,
    return_inner_v: bool = False,
    num_tasks: int | None = None,
    stop_gradients: bool = True,
) -> tuple[Any, ...]:
    """Return cost and gradients of MAML: of the outer cost, through the inner steps.

    Parameters as of `fomaml_step`.

    >>> cost = lambda batch, v: ivy.mean((batch["x"] * v["w"]) ** 2)
    >>> batch, v = {"x": ivy.array([[2.0], [2.0]])}, {"w": ivy.array([1.0])}
    >>> ivy.maml_step(batch, cost, cost, v, 1, 0.0625)
    (ivy.array(1.), {'w': ivy.array([2.])})
    """
    inner = _InnerLoop(
        "maml_step", inner_cost_fn, variables, inner_grad_steps, inner_learning_rate,
        inner_optimization_step, inner_v, keep_inner_v,
    )  # fmt: skip
    outer_paths = _chosen("maml_step", variables, outer_v, keep_outer_v)
    results = []
    for sub_batch, start, count in _tasks(batch, variables, batched, num_tasks):
        inner_batch = (inner_batch_fn or _same)(sub_batch)
        outer_batch = (outer_batch_fn or _same)(sub_batch)

        def cost_after_steps(
            v: Any,
            inner_batch: Any = inner_batch,
            outer_batch: Any = outer_batch,
            count: int = count,
        ) -> Any:
            after, _, _ = inner.run(inner_batch, v, count, True)
            points = after if average_across_steps else after[-1:]
            costs = [outer_cost_fn(outer_batch, point) for point in points]
            return sum(costs[1:], start=costs[0]) / len(costs), after[-1]

        (cost, last), gradients = execute_with_gradients(
            cost_after_steps, start, not stop_gradients, outer_paths, [(0,)]
        )
        gradients = _scaled(gradients["0"], count)
        results.append((cost, gradients, last))
    return _collected(results, batched, stop_gradients, return_inner_v)

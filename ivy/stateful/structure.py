"""A module as text, as a copy and as a tree of the frameworks' transformations."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Self

from ivy import pytrees
from ivy.container import Container
from ivy.stateful.building import Above, hides_modules
from ivy.stateful.options import Checked


class StructureMethods(Checked):
    """What concerns the tree of modules as a whole."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Make every kind of module a tree for jax.jit, torch.func and optree."""
        super().__init_subclass__(**kwargs)
        pytrees.register(cls, _flatten, _unflatten)

    # ---- text -----------------------------------------------------------------------------

    @property
    def num_parameters(self: Any) -> int:
        """The number of elements of all variables.

        >>> ivy.Linear(2, 3).num_parameters
        9
        """
        return sum(math.prod(x.shape) for x in self.v.cont_to_iterator_values())

    def _name(self: Any) -> str:
        return f"{type(self).__name__}({self._extra_repr()})"

    def _place(self: Any) -> str:
        chain = self._key_chain()
        return f"{self._name()}{' at ' + chain if chain else ''}"

    def _count(self: Any) -> str:
        count = self.num_parameters
        return f"{count:,} parameter{'' if count == 1 else 's'}"

    def __repr__(self: Any) -> str:
        """Return one line: the class, where the module stands in the top one, its parameters."""
        return f"<{self._place()}, {self._count()}>"

    def __str__(self: Any) -> str:
        """Return the tree of modules, a line for each."""
        return "\n".join([f"{self._name()}: {self._count()}", *self._branches()])

    def _branches(self: Any) -> Iterator[str]:
        children = self._sub_modules()
        for number, (child, path) in enumerate(children, start=1):
            last = number == len(children)
            yield f"{'└' if last else '├'}── {'/'.join(path)}: {child._name()}: {child._count()}"
            for line in child._branches():
                yield ("    " if last else "│   ") + line

    def show_structure(self) -> None:
        """Print the tree of modules with the number of parameters of each.

        >>> ivy.Sequential(ivy.Linear(2, 3), ivy.ReLU()).show_structure()
        Sequential(): 9 parameters
        ├── submodules/v0: Linear(2, 3): 9 parameters
        └── submodules/v1: ReLU(complex_mode='jax'): 0 parameters
        """
        print(self)

    @property
    def module_dict(self: Any) -> Container:
        """The submodules by attribute name."""
        modules = {"/".join(path): child for child, path in self._sub_modules()}
        return Container(modules, alphabetical_keys=False)

    # ---- copies ---------------------------------------------------------------------------

    def copy(self) -> Self:
        """Return a module tree of its own with the same arrays.

        >>> layer = ivy.Linear(2, 3)
        >>> layer.copy().v.w is layer.v.w
        True
        """
        new: Self = _clone(self, {})
        return new

    __copy__ = copy


def _clone(module: Any, memo: dict[int, Any]) -> Any:
    if id(module) in memo:
        return memo[id(module)]
    module._ensure_built()
    new = memo[id(module)] = object.__new__(type(module))

    def cloned(value: Any) -> Any:
        if isinstance(value, StructureMethods):
            return _clone(value, memo)
        if isinstance(value, Container):
            return value
        if type(value) in (list, tuple):
            return type(value)([cloned(item) for item in value])
        if type(value) is dict:
            return {key: cloned(item) for key, item in value.items()}
        if hasattr(value, "__dict__") and hides_modules(value, StructureMethods):
            if id(value) not in memo:
                memo[id(value)] = copy.copy(value)
                vars(memo[id(value)]).update({k: cloned(x) for k, x in vars(value).items()})
            return memo[id(value)]
        return value

    attributes = {
        k: cloned(x)
        for k, x in vars(module).items()
        if k not in ("_bindings", "_above", "_watched")
    }
    vars(new).update(attributes, _bindings=(), _watched=(), _above=Above())
    vars(new)["_bindings"] = tuple(
        each._replace(child=_clone(each.child, memo)) for each in module._bindings
    )
    new._adopt()
    new._watch()
    return new


# ---- trees ------------------------------------------------------------------------------------


class Blueprint(NamedTuple):
    """All of a module but its arrays; two are equal when compiled code of one serves the other."""

    prototype: Any
    training: tuple[bool, ...]


def _flatten(module: Any) -> tuple[tuple[Any, Any], Blueprint]:
    prototype = module._prototype or module
    blueprint = Blueprint(prototype, tuple(each._training for each in module.modules()))
    return (module.v, module.buffers), blueprint


def _unflatten(blueprint: Blueprint, arrays: Iterable[Any]) -> Any:
    variables, buffers = arrays
    module = blueprint.prototype.copy()
    for each, training in zip(module.modules(), blueprint.training, strict=True):
        vars(each).update(_training=training, _prototype=None)
    vars(module)["_prototype"] = blueprint.prototype
    if isinstance(variables, Container):
        module._set_v(variables, set())
    else:
        vars(module)["_v"] = variables  # a placeholder of the framework's
    if isinstance(buffers, Container):
        for (owner, name), value in module._buffer_slots(buffers).items():
            owner._own_buffers[name] = value
    return module

"""Names of modules in traces: calls of submodules are put into scopes that a reader finds again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import jax

from ivy.graph.importers.jax.modes import linen_layer
from ivy.graph.importers.jax.read import SCOPE


def dotted(path: Any) -> str:
    """Return a path as a name with dots between levels."""
    return ".".join(str(key).replace(".", "_") for key in path)


def nnx_modules(model: Any) -> list[tuple[str, Any]]:
    """Return the modules in an nnx module, with their names."""
    from flax import nnx

    return [(dotted(path), part) for path, part in nnx.iter_modules(model)]


def linen_scope(call: Any, args: Any, kwargs: Any, context: Any) -> Any:
    """Call a method of a linen module in its scope."""
    path = dotted(context.module.path)
    if context.method_name != "__call__" or not path:
        return call(*args, **kwargs)
    with jax.named_scope(f"{SCOPE}{path}|{type(context.module).__name__}"):
        result = linen_layer(context, args, kwargs)
        return call(*args, **kwargs) if result is NotImplemented else result


@contextmanager
def haiku_scopes() -> Iterator[None]:
    """Let calls of Haiku modules name the scope they are in."""
    import haiku as hk

    def scope(call: Any, args: Any, kwargs: Any, context: Any) -> Any:
        if context.method_name != "__call__":
            return call(*args, **kwargs)
        path = context.module.module_name.replace("/", ".")
        with jax.named_scope(f"{SCOPE}{path}|{type(context.module).__name__}"):
            return call(*args, **kwargs)

    with hk.intercept_methods(scope):
        yield


def equinox_modules(model: Any) -> list[tuple[str, Any]]:
    """Return the modules in an Equinox module, with their names."""
    import equinox as eqx

    found: list[tuple[str, Any]] = []

    def visit(node: Any, path: str) -> None:
        if isinstance(node, eqx.Module):
            found.append((path, node))
            items: Any = vars(node).items()
        elif isinstance(node, (tuple, list)):
            items = enumerate(node)
        elif isinstance(node, dict):
            items = node.items()
        else:
            return
        for key, item in items:
            visit(item, f"{path}.{key}" if path else str(key))

    visit(model, "")
    return found


@contextmanager
def scoped(modules: list[tuple[str, Any]]) -> Iterator[None]:
    """Let calls of modules name the scope they are in."""
    paths = {id(part): path for path, part in modules if path}
    classes = {type(part) for path, part in modules if path and "__call__" in dir(type(part))}
    with ExitStack() as undo:
        for cls in classes:
            own = cls.__dict__.get("__call__")
            _set(cls, _naming(cls.__call__, paths))
            if own is None:
                undo.callback(type.__delattr__, cls, "__call__")
            else:
                undo.callback(_set, cls, own)
        yield


def _set(cls: type, call: Any) -> None:
    type.__setattr__(cls, "__call__", call)


def _naming(call: Any, paths: dict[int, str]) -> Any:
    def named(self: Any, *args: Any, **kwargs: Any) -> Any:
        path = paths.get(id(self))
        if path is None:
            return call(self, *args, **kwargs)
        with jax.named_scope(f"{SCOPE}{path}|{type(self).__name__}"):
            return call(self, *args, **kwargs)

    named.__wrapped__ = call  # type: ignore[attr-defined]
    return named

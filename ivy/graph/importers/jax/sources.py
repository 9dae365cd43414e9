"""What JAX's libraries call a model, as one form: a function of parameters, buffers, arguments.

- a function of arrays and pytrees; arrays it closes over are constants;
- an `nnx.Module`;
- a linen module: bound (`module.bind(variables)`), or a pair `(module, variables)`;
- a Haiku model: `(transformed, params)`, or `(transformed, params, state)`;
- an `eqx.Module`, or a pair `(module, state)` with an `eqx.nn.State`; the state is passed last;
- a Keras model, when JAX is the backend of Keras;
- an ivy module that runs one of those (`ivy.from_haiku_module(...)`).

Parameters and buffers have the names of the source, with dots between levels. Keys and counters of
random numbers are not kept: ivy draws from its own generator.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import jax

from ivy.errors import IvyTypeError
from ivy.graph.importers.jax.scopes import (
    dotted,
    equinox_modules,
    haiku_scopes,
    linen_scope,
    nnx_modules,
    scoped,
)
from ivy.graph.importers.tracing import parameter_names
from ivy.stateful.converters.sources.arguments import mode_argument
from ivy.stateful.converters.sources.native import NativeModule

Arrays = dict[str, Any]


@dataclass
class Source:
    """A model: `call(parameters, buffers, args, kwargs, training)` returns result and buffers."""

    name: str
    call: Callable[[Arrays, Arrays, tuple[Any, ...], dict[str, Any], bool], tuple[Any, Arrays]]
    signature: Callable[..., Any]
    parameters: Arrays = field(default_factory=dict)
    buffers: Arrays = field(default_factory=dict)
    has_modes: bool = True
    skipped: int = 0
    """How many of the signature's first parameters a caller does not give."""

    def argument_names(self) -> tuple[str, ...]:
        """Return the names of the positional parameters, as far as they have names."""
        return parameter_names(self.signature)[self.skipped :]


def source_of(obj: Any) -> Source:
    """Return any of the forms above as a Source."""
    if isinstance(obj, Source):
        return obj
    if isinstance(obj, NativeModule):
        obj = _inside(obj)
    model = obj[0] if type(obj) is tuple and obj else obj  # those of Haiku are named tuples
    for library, find in _FINDERS.items():
        if library in sys.modules and (source := find(obj, model)) is not None:
            return source
    if not callable(obj):
        raise IvyTypeError(f"obj: expected a function or module of JAX, got {type(obj).__name__}")
    name = getattr(obj, "__name__", type(obj).__name__)
    name = name if name.isidentifier() else "function"
    return Source(
        name, lambda p, b, args, kwargs, t: (obj(*args, **kwargs), {}), obj, has_modes=False
    )


def _inside(module: NativeModule) -> Any:
    """Return what an ivy module of another library was made from, with its present weights."""
    native = module._native
    v = dict(module.v.cont_to_iterator())
    buffers = dict(module.buffers.cont_to_iterator())
    v, buffers = ({k: getattr(x, "_data", x) for k, x in each.items()} for each in (v, buffers))
    kind = type(module).__name__
    if kind == "FromHaiku":
        from ivy.stateful.converters.sources.haiku import by_module

        return (native, by_module(v), by_module(buffers))
    if kind == "FromLinen":
        from flax.traverse_util import unflatten_dict

        return (native, {"params": unflatten_dict(v, sep="/"), **unflatten_dict(buffers, sep="/")})
    if kind == "FromEquinox":
        import equinox as eqx

        model = eqx.combine(module._variables.tree(v), module._static)
        states = module._states
        return model if states is None else (model, states.tree(buffers))
    return native


# ---- Flax ---------------------------------------------------------------------------------------


def _nnx(obj: Any, model: Any) -> Source | None:
    from flax import nnx

    from ivy.stateful.converters.targets.flax import NnxModule

    if not isinstance(obj, nnx.Module):
        return None
    graph, params, rngs, others = nnx.split(obj, nnx.Param, nnx.RngState, ...)
    flat_params, flat_others, flat_rngs = (
        dict(nnx.to_flat_state(each)) for each in (params, others, rngs)
    )
    # What ivy made has all parameters below `v` and all buffers below `buffers`.
    first = 1 if isinstance(obj, NnxModule) else 0
    names = {path: dotted(path[first:]) for path in (*flat_params, *flat_others)}

    def call(p: Arrays, b: Arrays, args: Any, kwargs: Any, training: bool) -> Any:
        given = [(path, x.replace(p[names[path]])) for path, x in flat_params.items()]
        given += [
            (path, x.replace(b[names[path]]) if isinstance(x, nnx.Variable) else b[names[path]])
            for path, x in flat_others.items()
        ]
        given += [(path, x.replace(x.get_value())) for path, x in flat_rngs.items()]
        merged = nnx.merge(graph, nnx.from_flat_state(given))
        merged.train() if training else merged.eval()
        with scoped(nnx_modules(merged)):
            result = merged(*args, **kwargs)
        after = dict(nnx.to_flat_state(nnx.state(merged)))
        return result, arrays({path: after[path] for path in flat_others})

    def arrays(flat: Any) -> Arrays:
        """Return arrays by name, of variables and of those that a module holds as they are."""
        return {
            names[path]: x.get_value() if isinstance(x, nnx.Variable) else x
            for path, x in flat.items()
        }

    return Source(
        type(obj).__name__, call, type(obj).__call__, arrays(flat_params), arrays(flat_others),
        skipped=1,
    )  # fmt: skip


def _linen(obj: Any, model: Any) -> Source | None:
    from flax import linen
    from flax.core import unfreeze
    from flax.traverse_util import flatten_dict, unflatten_dict

    if not isinstance(model, linen.Module):
        return None
    if model is not obj:
        variables = obj[1]
    elif obj.scope is not None:
        model, variables = obj.unbind()
    else:
        msg = (
            "obj: expected linen's variables too, as (module, variables) or module.bind(variables)"
        )
        raise IvyTypeError(f"{msg}, got a module alone")
    variables = linen.meta.unbox(unfreeze(variables))  # of what says where parts of arrays are
    variables = variables if "params" in variables else {"params": variables}
    params = flatten_dict(variables["params"], sep=".")
    collections = [name for name in variables if name != "params"]
    places = {}
    for collection in collections:
        for path in flatten_dict(variables[collection], sep="."):
            taken = path in params or path in places
            places[f"{collection}.{path}" if taken else path] = f"{collection}.{path}"
    flat = flatten_dict({name: variables[name] for name in collections}, sep=".")
    mode = mode_argument(type(model).__call__)

    def call(p: Arrays, b: Arrays, args: Any, kwargs: Any, training: bool) -> Any:
        kwargs = mode.arguments(training, kwargs)
        others = unflatten_dict({places[name]: x for name, x in b.items()}, sep=".")
        given = {"params": unflatten_dict(p, sep="."), **others}
        rngs = {name: jax.random.key(0) for name in ("dropout", "params", "noise", "carry")}
        with linen.intercept_methods(linen_scope):
            result = model.apply(given, *args, rngs=rngs, mutable=collections or False, **kwargs)
        if not collections:
            return result, {}
        result, after = result
        after = flatten_dict(linen.meta.unbox(unfreeze(after)), sep=".")
        return result, {name: after[place] for name, place in places.items() if place in after}

    buffers = {name: flat[place] for name, place in places.items()}
    cls = type(model)
    has_modes = mode.name is not None or bool(buffers)
    return Source(cls.__name__, call, cls.__call__, params, buffers, has_modes, skipped=1)


# ---- Haiku --------------------------------------------------------------------------------------


def _haiku(obj: Any, model: Any) -> Source | None:
    import haiku as hk

    if not isinstance(model, (hk.Transformed, hk.TransformedWithState)):
        return None
    if model is obj:
        msg = "obj: expected Haiku's parameters too, as (transformed, params) or with a state"
        raise IvyTypeError(f"{msg}, got a transformed function alone")
    params = _by_path(obj[1])
    buffers = _by_path(obj[2]) if len(obj) > 2 else {}
    places = {
        name: (module, leaf)
        for tree in obj[1:]
        for name, (module, leaf, _) in _haiku_places(tree).items()
    }
    mode = mode_argument(model.apply)

    def tree(arrays: Arrays) -> dict[str, Arrays]:
        found: dict[str, Arrays] = {}
        for name, x in arrays.items():
            module, leaf = places[name]
            found.setdefault(module, {})[leaf] = x
        return found

    def call(p: Arrays, b: Arrays, args: Any, kwargs: Any, training: bool) -> Any:
        kwargs = mode.arguments(training, kwargs)
        key = jax.random.key(0)
        with haiku_scopes():
            if isinstance(model, hk.TransformedWithState):
                result, after = model.apply(tree(p), tree(b), key, *args, **kwargs)
                return result, _by_path(after)
            return model.apply(tree(p), key, *args, **kwargs), {}

    has_modes = mode.name is not None
    skipped = 3 if isinstance(model, hk.TransformedWithState) else 2
    name = _haiku_name(params)
    return Source(name, call, model.apply, params, buffers, has_modes, skipped)


def _haiku_places(tree: Any) -> dict[str, tuple[str, str, Any]]:
    import haiku as hk

    found = {}
    for module, leaf, x in hk.data_structures.traverse(tree):
        found[f"{module}/{leaf}".replace("/", ".")] = (module, leaf, x)
    return found


def _by_path(tree: Any) -> Arrays:
    return {name: x for name, (_, _, x) in _haiku_places(tree).items()}


def _haiku_name(params: Arrays) -> str:
    roots = {name.partition(".")[0] for name in params}
    name = roots.pop() if len(roots) == 1 else "model"
    return name if name.isidentifier() else "model"


# ---- Equinox ------------------------------------------------------------------------------------


def _equinox(obj: Any, model: Any) -> Source | None:
    import equinox as eqx

    if not isinstance(model, eqx.Module) or not callable(model):
        return None
    state = obj[1] if model is not obj else None
    arrays, static = eqx.partition(model, eqx.is_array)
    leaves, structure = jax.tree_util.tree_flatten_with_path(arrays)
    names = [_equinox_name(path) for path, _ in leaves]
    floating = {name for name, (_, x) in zip(names, leaves, strict=True) if eqx.is_inexact_array(x)}
    state_leaves, state_structure = jax.tree_util.tree_flatten(state)
    state_names = [f"state.{i}" for i in range(len(state_leaves))]
    takes_key = "key" in inspect.signature(type(model).__call__).parameters

    def call(p: Arrays, b: Arrays, args: Any, kwargs: Any, training: bool) -> Any:
        given = [p[name] if name in p else b[name] for name in names]
        module = eqx.combine(jax.tree_util.tree_unflatten(structure, given), static)
        module = eqx.nn.inference_mode(module, not training)
        if takes_key and "key" not in kwargs:
            kwargs = {**kwargs, "key": jax.random.key(0)}
        with scoped(equinox_modules(module)):
            if state is None:
                return module(*args, **kwargs), {}
            before = [b[name] for name in state_names]
            given = jax.tree_util.tree_unflatten(state_structure, before)
            result, after = module(*args, given, **kwargs)
        return result, dict(zip(state_names, jax.tree_util.tree_leaves(after), strict=True))

    values = dict(zip(names, (x for _, x in leaves), strict=True))
    params = {name: x for name, x in values.items() if name in floating}
    buffers = {name: x for name, x in values.items() if name not in floating}
    buffers |= dict(zip(state_names, state_leaves, strict=True))
    cls = type(model)
    return Source(cls.__name__, call, cls.__call__, params, buffers, skipped=1)


def _equinox_name(path: Any) -> str:
    parts = []
    for entry in path:
        key = next((getattr(entry, k) for k in ("name", "key", "idx") if hasattr(entry, k)), entry)
        parts.append(str(key).replace(".", "_"))
    return ".".join(parts)


# ---- Keras --------------------------------------------------------------------------------------


def _keras(obj: Any, model: Any) -> Source | None:
    import keras

    if not isinstance(obj, keras.Layer) or keras.backend.backend() != "jax":
        return None
    trained, others = obj.trainable_variables, obj.non_trainable_variables
    counters = {id(v) for v in others if str(v.dtype).startswith("uint") and "seed" in v.path}
    names = {id(v): v.path.replace("/", ".") for v in (*trained, *others)}
    kept = [v for v in others if id(v) not in counters]

    def call(p: Arrays, b: Arrays, args: Any, kwargs: Any, training: bool) -> Any:
        if "training" in inspect.signature(obj.call).parameters:
            kwargs = {"training": training, **kwargs}
        first = [p[names[id(v)]] for v in trained]
        second = [b[names[id(v)]] if id(v) not in counters else v.value for v in others]
        result, after = obj.stateless_call(first, second, *args, **kwargs)
        new = {names[id(v)]: x for v, x in zip(others, after, strict=True) if id(v) not in counters}
        return result, new

    params = {names[id(v)]: v.value for v in trained}
    buffers = {names[id(v)]: v.value for v in kept}
    return Source(obj.name, call, obj.call, params, buffers)


_FINDERS: dict[str, Callable[[Any, Any], Source | None]] = {
    "flax.nnx": _nnx,
    "flax.linen": _linen,
    "haiku": _haiku,
    "equinox": _equinox,
    "keras": _keras,
}

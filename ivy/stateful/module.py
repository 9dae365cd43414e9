"""`ivy.Module`: an object with variables, built from other modules; no call is ever wrapped."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any, Self

from ivy import backends, config, dispatch, state
from ivy.container import Container
from ivy.dispatch import OPERATIONS, Wrapper, is_array, is_native, space_of, table, unwrap
from ivy.errors import (
    IvyAttributeError,
    IvyException,
    IvyNotImplementedException,
    IvyTypeError,
    IvyValueError,
    describe,
)
from ivy.nest import leaves_with_paths
from ivy.state import CALLS
from ivy.stateful.building import (
    Above,
    Path,
    alike,
    assembled,
    children_of,
    holds_modules,
    merged,
    shape_of,
    slice_for,
    unlike,
    watched_in,
)
from ivy.stateful.converters import ConverterMethods
from ivy.stateful.storing import StoringMethods
from ivy.stateful.structure import StructureMethods
from ivy.stateful.tracking import Tracker, TrackingMethods

# What Module keeps about itself, as opposed to the attributes of a subclass.
_INTERNAL: dict[str, Any] = {
    "_v": None,
    "_wrapped": None,
    "_built": False,
    "_stale": False,
    "_bindings": (),
    "_children": (),
    "_watched": (),
    "_created": None,
    "_own_buffers": None,
    "_above": None,
    "_prototype": None,
    "_training": True,
    "_build_mode": "on_init",
    "_build_args": ((), {}),
    "_given_v": None,
    "_given_buffers": None,
    "_with_partial_v": False,
    "_store_vars": True,
    "_device": None,
    "_dtype": None,
    "submod_rets": None,
    "submod_call_order": None,
    "expected_submod_rets": None,
    "submod_dict": None,
}
_SKIPPED = frozenset(_INTERNAL)


class _ModuleType(type):
    """Builds a module when its constructor is through, wherever that called `Module.__init__`."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls.__hash__ is None:  # a dataclass: modules with equal fields have their own variables
            cls.__hash__, cls.__eq__ = object.__hash__, object.__eq__
        module = super().__call__(*args, **kwargs)
        if module._build_mode == "on_init":
            module._ensure_built()
        return module

    @property
    def __signature__(cls) -> inspect.Signature:
        """What `help` shows: the parameters of the constructor."""
        _, *parameters = inspect.signature(cls.__init__).parameters.values()  # type: ignore[misc]
        return inspect.Signature(parameters)


class Module(
    TrackingMethods, StructureMethods, StoringMethods, ConverterMethods, metaclass=_ModuleType
):
    """Base of everything with variables: layers, models.

    A subclass makes its submodules in `__init__` or `_build`, its own variables in
    `_create_variables`, and computes in `_forward`. `v` holds all variables, its own and those of
    its submodules, in a Container keyed by attribute (`_linear0` is `linear0`, a list is `v0`,
    `v1`, ...). `module(x, v=other)` computes with other variables, differentiably.

    Args:
        args, kwargs: Handed to `_build`.
        v: Variables to use instead of new ones; all of them, or some with `with_partial_v`.
        buffers: Buffers to use instead of those registered.
        build_mode: When variables are made: `"on_init"`, at the first call with the dtype of its
            first array, if floating (`"on_call"`), or by `build()` (`"explicit"`).
        store_vars: False: the module keeps no variables, every call must bring `v`.
        training: Whether dropout drops and batch norm learns; see `train` and `eval`.
    """

    _v: Any
    _wrapped: bool | None

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        """Give the instance its state before any `__init__` runs."""
        module = super().__new__(cls)
        vars(module).update(_INTERNAL, _above=Above(), _own_buffers={}, submod_dict={})
        return module

    def __init__(
        self,
        /,
        *args: Any,
        v: Any = None,
        buffers: Any = None,
        build_mode: str = "on_init",
        store_vars: bool = True,
        with_partial_v: bool = False,
        dynamic_backend: bool | None = None,
        training: bool = True,
        dtype: Any = None,
        device: Any = None,
        devices: Any = None,
        **kwargs: Any,
    ) -> None:
        if dynamic_backend:
            msg = "dynamic_backend: expected None, got True; use module.to_backend(name)"
            raise IvyNotImplementedException(msg)
        self._given_v, self._given_buffers = v, buffers
        self._build_mode, self._build_args = build_mode, (args, kwargs)
        self._store_vars, self._with_partial_v = store_vars, with_partial_v
        self._dtype, self._device = dtype, device if device or not devices else devices[0]
        self._training = training

    # ---- what a subclass defines ----------------------------------------------------------

    def _forward(self, *args: Any, **kwargs: Any) -> Any:
        name = type(self).__name__
        raise IvyNotImplementedException(f"{name}: expected a method _forward, got none")

    def _build(self, *args: Any, **kwargs: Any) -> bool | None:
        """Make submodules; False says that some of them are not built yet."""
        return True

    def _create_variables(self, *, device: Any = None, dtype: Any = None) -> Any:
        """Return a nested dict of the module's own variables."""
        return {}

    def _draws(self) -> bool:
        """Return whether calls while training draw random numbers, those of submodules apart."""
        return False

    def _as_text(self) -> str | None:
        """Return the module without its arrays as text; None if its code is needed to make it."""
        return None

    def _extra_repr(self) -> str:
        """Return what stands between the parentheses of the repr."""
        return ""

    # ---- building -------------------------------------------------------------------------

    def build(
        self,
        *args: Any,
        from_call: bool = False,
        device: Any = None,
        dtype: Any = None,
        dynamic_backend: bool | None = None,
        **kwargs: Any,
    ) -> Container:
        """Make the submodules and variables, and return the variables.

        Nothing is done before the first call for a module with `build_mode="on_call"`.
        """
        if self._build_mode == "on_call" and not from_call:
            return self._v if self._v is not None else Container()
        self._device = device if device is not None else self._device
        self._dtype = dtype if dtype is not None else self._dtype
        if not (args or kwargs):
            args, kwargs = self._build_args
        if self._dtype is None or backends.as_ivy_dtype(self._dtype).kind != "float":
            self._build(*args, **kwargs)
        else:  # what it makes without a dtype has that of the module
            with config.DEFAULT_FLOAT.override(self._dtype):
                self._build(*args, **kwargs)
        created = self._create_variables(device=self._device, dtype=self._dtype)
        self._created = created if isinstance(created, Container) else Container(created)
        self._collect()
        if self._given_v is not None:
            given = merged(self._name(), self._v, self._given_v, self._with_partial_v)
            self._set_v(given, set())
        self._built = True
        if self._given_buffers is not None:
            self.buffers = self._given_buffers
        self._given_v = self._given_buffers = None
        if not self._training:  # its submodules, too, made in `_build` after `eval` perhaps
            self.eval()
        variables: Container = self._v
        if not self._store_vars:
            self._v = Container()
        return variables

    def _collect(self) -> None:
        """Put together the variables of the module and its submodules as they are now."""
        self._children = tuple(children_of(self, Module, _SKIPPED))
        self._adopt()
        variables, bindings = assembled(self._created, list(self._children))
        self._bindings = tuple(bindings)
        self._v, self._wrapped = variables, _are_wrapped(variables)
        self._stale = any(not child._built for child, _ in self._children)
        self._watch()

    def _adopt(self) -> None:
        """Let the children know whose they are."""
        for child, _ in self._children:
            child._above.put(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._adopt()

    def _watch(self) -> None:
        """Remember what the lists and dicts of modules, here and below, have in them."""
        below = [each for child, _ in self._children for each in child._watched]
        self._watched = (*watched_in(self, Module, _SKIPPED), *below)

    def _look_for_changes(self) -> None:
        """Mark what to collect anew: modules came into a list or left it, which tells nobody."""
        for each in self._watched:
            if each.has_changed():
                each.owner._mark_stale()
                self._stale = True

    def _ensure_built(self, *args: Any, **kwargs: Any) -> None:
        """Build what can be built without a call, or with this one."""
        if self._built:
            if self._watched:
                self._look_for_changes()
            if self._stale:
                self._refresh()
        elif self._build_mode == "on_init":
            self.build()
        elif self._build_mode == "explicit":
            name = type(self).__name__
            raise IvyValueError(f"{name}: expected build() before the first call, got none")
        else:
            x = _first_array(args, kwargs) if self._dtype is None else None
            if x is not None:
                dtype = space_of(x).DTYPES[unwrap(x).dtype]
                self._dtype = dtype if dtype.kind in ("float", "complex") else None  # no indices
            self.build(*args, from_call=True, **kwargs)

    def _refresh(self) -> None:
        """Take up submodules that were added or built since the variables were put together."""
        own = {key: self._v[key] for key in self._created if key in self._v}
        self._created = Container(own)
        self._collect()

    def __setattr__(self, name: str, value: Any) -> None:
        own = name not in vars(self) and not hasattr(type(self), name)  # `v` may be a weight, too
        if own and name in self._own_buffers:
            state.write([(self, name)], [self._local(value)])
            return
        if own and dict.__contains__(self._created or {}, name):
            self.v[name] = value
            return
        before = vars(self).get(name)
        object.__setattr__(self, name, value)
        if self._built and name not in _SKIPPED and name in vars(self):  # `v` is a property
            self._mark_stale_for(before, value)

    def __delattr__(self, name: str) -> None:
        before = vars(self).get(name)
        object.__delattr__(self, name)
        if self._built:
            self._mark_stale_for(before, None)

    def _mark_stale_for(self, before: Any, new: Any) -> None:
        """Collect variables anew if there are modules in a value that came or went, or may come."""
        if holds_modules(before, Module) or holds_modules(new, Module):
            self._mark_stale()
        elif isinstance(new, (list, dict)):
            known = next((each for each in self._watched if each.held is before), None)
            if known is None:
                self._mark_stale()
            else:  # a list put in the place of another, in every call perhaps
                known.follow(new)

    def _mark_stale(self) -> None:
        self._stale = True
        for module in self._above:
            module._mark_stale()

    def __getattr__(self, name: str) -> Any:
        # Only what no attribute holds comes here: buffers and registered parameters.
        own = vars(self).get("_own_buffers") or {}
        if name in own:
            return self._local(state.read((self, name), own[name]))
        created = vars(self).get("_created")
        if created is not None and dict.__contains__(created, name):
            return self.v[name]
        raise IvyAttributeError(f"{type(self).__name__} has no attribute {name!r}")

    # ---- variables ------------------------------------------------------------------------

    @property
    def v(self) -> Container:
        """All variables; during a call with `v=` the ones of that call."""
        variables = CALLS.variables
        if variables is not None and self in variables:
            return variables[self]
        if self._watched and not CALLS.inside:
            self._look_for_changes()
        if self._stale or not self._built:
            if not self._built and self._build_mode != "on_init":
                return self._v if self._v is not None else Container()
            self._ensure_built()
        if CALLS.native and self._wrapped:
            native = _in_kind(self._v, False)
            if variables is not None:
                variables[self] = native  # for the rest of the call
            return native
        return self._v

    @v.setter
    def v(self, variables: Any) -> None:
        if not isinstance(variables, dict):
            kind = type(variables).__name__
            raise IvyTypeError(f"v: expected a Container or dict of variables, got {kind}")
        self._ensure_built()
        container = variables if isinstance(variables, Container) else Container(variables)
        if self._store_vars and not alike(self._v, container, shape_of):
            raise unlike(f"{self._name()}: expected in v", self._v, container, shape_of)
        reached: set[Module] = set()
        self._set_v(container, reached)
        for holder in {each for module in reached for each in module._above} - reached:
            holder._mark_stale()

    def _set_v(self, variables: Container, reached: set[Module]) -> None:
        """Use these variables here and below, and note which modules that concerns."""
        reached.add(self)
        self._v, self._wrapped = variables, _are_wrapped(variables)
        for binding in self._bindings:
            binding.child._set_v(slice_for(binding, variables), reached)

    def register_parameter(self, name: str, value: Any) -> None:
        """Add a variable of the module's own, also reached as an attribute of that name.

        >>> module = ivy.Identity()
        >>> module.register_parameter("scale", ivy.array([2.0]))
        >>> module.v.scale
        ivy.array([2.])
        """
        if not is_array(value):
            raise IvyTypeError(f"register_parameter: expected an array, got {describe(value)}")
        self._ensure_built()
        self._refresh()
        self._created[name] = value
        self._collect()
        self._mark_stale()

    # ---- buffers --------------------------------------------------------------------------

    def register_buffer(self, name: str, value: Any) -> None:
        """Add an array that is state but no variable: running means, caches.

        It is read and written as an attribute. Inside a framework's transformation writes leave
        through `execute_with_gradients` or `stateless_call`.
        """
        if not isinstance(name, str):
            kind = type(self).__name__
            raise IvyTypeError(f"{kind}.register_buffer: expected a name, got {describe(name)}")
        if value is None:
            object.__setattr__(self, name, None)
        else:
            vars(self).pop(name, None)
            self._own_buffers[name] = value

    def _local(self, x: Any) -> Any:
        """Return an array in the form the running call computes in, native or `ivy.Array`."""
        return unwrap(x) if CALLS.native else x

    def _store_buffer(self, name: str, value: Any) -> None:
        native = unwrap(value)
        if is_native(native) and space_of(native).is_traced(native):
            msg = f"{type(self).__name__}.{name}: expected a concrete value, got a traced one"
            raise IvyTypeError(f"{msg}; use module.stateless_call inside a framework's jit")
        wrapped = isinstance(self._own_buffers[name], Wrapper) and is_native(value)
        self._own_buffers[name] = dispatch.new_array(value) if wrapped else value

    @property
    def buffers(self) -> Container:
        """The buffers of the module and its submodules, keyed as in `v`."""
        return Container(self._buffer_tree())

    @buffers.setter
    def buffers(self, values: Any) -> None:
        slots = self._known_slots(values)
        state.write(slots, slots.values())

    def _buffer_tree(self) -> dict[str, Any]:
        tree = {name: state.read((self, name), value) for name, value in self._own_buffers.items()}
        for child, path in self._sub_modules():
            if below := child._buffer_tree():
                node = tree
                for key in path[:-1]:
                    node = node.setdefault(key, {})
                node[path[-1]] = below
        return tree

    def _known_slots(self, values: Any) -> dict[state.Slot, Any]:
        """Return (module, name) -> value for a nested dict of buffers, all of which must exist."""
        slots = self._buffer_slots(values)
        tree = values if isinstance(values, Container) else Container(values)
        given = tree.cont_all_key_chains()
        if len(slots) != len(given):
            known = self.buffers.cont_all_key_chains()
            msg = f"{self._name()}: expected buffers of {known}"
            raise IvyValueError(f"{msg}, got {[chain for chain in given if chain not in known]}")
        return slots

    def _buffer_slots(self, values: Any) -> dict[state.Slot, Any]:
        """Return (module, name) -> value for a nested dict of buffers."""
        if not values:
            return {}
        values = values if isinstance(values, Container) else Container(values)
        slots = {(self, name): values[name] for name in self._own_buffers if name in values}
        for child, path in self._sub_modules():
            chain = "/".join(path)
            if chain in values:
                slots |= child._buffer_slots(values[chain])
        return slots

    def _sub_modules(self) -> tuple[tuple[Module, Path], ...]:
        self._look_for_changes()
        if not self._built or self._stale:
            return tuple(children_of(self, Module, _SKIPPED))
        return self._children

    @property
    def state_dict(self) -> Container:
        """Variables and buffers together, keyed alike."""
        return Container.cont_combine(self.v, self.buffers)

    # ---- calls ----------------------------------------------------------------------------

    def __call__(
        self,
        *args: Any,
        v: Any = None,
        buffers: Any = None,
        with_grads: bool | None = None,
        track_submod_rets: bool = False,
        submod_depth: int | None = None,
        submods_to_track: Any = None,
        track_submod_call_order: bool = False,
        expected_submod_rets: Any = None,
        **kwargs: Any,
    ) -> Any:
        """Return `_forward(*args, **kwargs)`, computed with the variables `v` if given."""
        if CALLS.inside and v is None and buffers is None and with_grads is None and self._built:
            try:
                if CALLS.tracker is None:
                    return self._forward(*args, **kwargs)
                return CALLS.tracker.call(self, args, kwargs)
            except IvyException as error:
                error.place = error.place or self._place()
                raise
        tracker = None
        if track_submod_rets or track_submod_call_order or expected_submod_rets is not None:
            tracker = Tracker(
                self,
                track_submod_rets,
                submod_depth,
                submods_to_track,
                track_submod_call_order,
                expected_submod_rets,
            )
        return self._call_with(v, buffers, with_grads, tracker, args, kwargs)

    def _call_with(
        self,
        v: Any,
        buffers: Any,
        with_grads: bool | None,
        tracker: Tracker | None,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Any:
        """Do a call that sets something for the calls inside it."""
        self._ensure_built(*args, **kwargs)
        calls = CALLS
        before = calls.inside, calls.native, calls.variables, calls.buffers, calls.tracker
        backend = calls.backend, calls.backends_set
        x = _first_array(args, kwargs)
        if x is None:
            x = _first_array((self.v if v is None else v,), {})
        variables = self._variables_for(v, with_grads, x)
        bound = dict(calls.variables or {})
        if variables is not None:  # before anything is set: these may not fit
            self._bind(variables, bound)
            calls.variables = bound
        slots = {} if buffers is None else self._known_slots(buffers)
        if x is not None:
            calls.native = not isinstance(x, Wrapper)
            if calls.native:
                calls.variables = bound
            dispatch.follow_backend_of(x)
        if buffers is not None:
            calls.buffers = {**(calls.buffers or {}), **slots}
        calls.inside = True
        calls.tracker = tracker or calls.tracker
        try:
            if calls.tracker is None:
                result = self._forward(*args, **kwargs)
            else:
                result = calls.tracker.call(self, args, kwargs)
            return _natively(result) if calls.native else result
        except IvyException as error:
            error.place = error.place or self._place()
            raise
        finally:
            calls.inside, calls.native, calls.variables, calls.buffers, calls.tracker = before
            calls.backend, calls.backends_set = backend
            if self._stale:
                self._refresh()

    def _variables_for(self, v: Any, with_grads: bool | None, x: Any) -> Container | None:
        """Return the variables of a call, or None for those the module has."""
        if v is None and not self._store_vars and (self._bindings or self._created):
            msg = f"{self._name()}: expected v in every call, as store_vars=False has it"
            raise IvyValueError(f"{msg}, got none")
        chosen = self.v if v is None else v if isinstance(v, Container) else Container(v)
        changed = v is not None
        if changed and self._store_vars and not alike(self._v, chosen):
            raise unlike(f"{self._name()}: expected in v", self._v, chosen)
        if with_grads is None:
            with_grads = config.setting("with_grads")
        if not with_grads and chosen:
            chosen, changed = chosen.stop_gradient(), True
        wrapped = isinstance(x, Wrapper)
        # The `v` of each module makes native arrays of its own where these are wanted.
        if x is not None and (changed or self._wrapped not in (True, wrapped)):
            converted = _in_kind(chosen, wrapped)
            changed = changed or converted is not chosen
            chosen = converted
        return chosen if changed else None

    def _bind(self, variables: Container, into: dict[Any, Any]) -> None:
        into[self] = variables
        for binding in self._bindings:
            binding.child._bind(slice_for(binding, variables), into)

    def stateless_call(self, v: Any, buffers: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Return the result of a call with these variables and buffers, and the buffers after it.

        The module itself does not change: this is the form for `jax.jit`, `tf.function` and
        `torch.func`.

        >>> layer = ivy.Linear(2, 3)
        >>> y, buffers = layer.stateless_call(layer.v, layer.buffers, ivy.ones((4, 2)))
        >>> y.shape, buffers
        (ivy.Shape(4, 3), {})
        """
        with state.collected() as writes:
            result = self(*args, v=v, buffers=buffers, **kwargs)
            for slot, value in self._buffer_slots(buffers).items():
                writes.setdefault(slot, value)
            after = self.buffers
        return result, after

    def trace_graph(self, args: Any = None, kwargs: Any = None, **trace_kwargs: Any) -> Any:
        """Return the `Graph` of a call with these arguments; see `ivy.trace_graph`."""
        from ivy.graph.transpile import trace_graph  # which imports this module

        return trace_graph(self, args=args, kwargs=kwargs, **trace_kwargs)

    def show_graph(self, *args: Any, fname: Any = None, **kwargs: Any) -> Any:
        """Return a picture of a call's operations, collapsible by module; write it to `fname`."""
        return self.trace_graph(args=args, kwargs=kwargs).show(fname)

    # ---- modes, devices, frameworks ---------------------------------------------------------

    def train(self, mode: bool = True) -> Self:
        """Put the module and its submodules in training mode, and return it."""
        if not isinstance(mode, bool):
            name = type(self).__name__
            raise IvyTypeError(f"{name}.train: expected True or False, got {describe(mode)}")
        self._training = mode
        for child, _ in self._sub_modules():
            child.train(mode)
        return self

    def eval(self) -> Self:
        """Put the module and its submodules in evaluation mode, and return it."""
        return self.train(False)

    @property
    def training(self) -> bool:
        """Whether the module is in training mode."""
        return bool(self._training)

    @property
    def device(self) -> Any:
        """The device given to the constructor, or that of the first variable."""
        if self._device is None:
            for x in self.v.cont_to_iterator_values():
                return OPERATIONS["dev"](x)
        return self._device

    @property
    def dtype(self) -> Any:
        """The dtype given to the constructor, or that of the first variable."""
        if self._dtype is None:
            for x in self.v.cont_to_iterator_values():
                return space_of(x).DTYPES[unwrap(x).dtype]
        return self._dtype

    @property
    def build_mode(self) -> str:
        """When variables are made."""
        return str(self._build_mode)

    @property
    def built(self) -> bool:
        """Whether the variables exist."""
        return bool(self._built)

    built_ = built

    def to_device(self, device: Any) -> Self:
        """Move variables and buffers to a device, and return the module."""
        self._map_state(lambda x: OPERATIONS["to_device"](x, device))
        for module in self.modules():
            module._device = device
        return self

    def to_dtype(self, dtype: Any) -> Self:
        """Cast floating variables and buffers to a dtype, and return the module.

        >>> ivy.Linear(2, 3).to_dtype("bfloat16").v.w.dtype
        bfloat16
        """
        is_float, astype = OPERATIONS["is_float_dtype"], OPERATIONS["astype"]
        if not is_float(dtype) and not OPERATIONS["is_complex_dtype"](dtype):
            name = type(self).__name__
            raise IvyTypeError(f"{name}.to_dtype: expected a floating dtype, got {dtype}")
        self._map_state(lambda x: astype(x, dtype) if is_float(x) else x)
        for module in self.modules():
            module._dtype = dtype
        return self

    def to_backend(self, backend: str) -> Self:
        """Return a copy of the module whose variables and buffers belong to another framework.

        >>> ivy.Linear(2, 3).to_backend("numpy").v.w.backend
        'numpy'
        """
        backends.load(backend)
        moved = self.copy()
        moved._map_state(lambda x: OPERATIONS["to_backend"](x, backend))
        return moved

    def _map_state(self, function: Callable[[Any], Any]) -> None:
        self.v = self.v.cont_map(lambda x, _: function(x))
        self.buffers = self.buffers.cont_map(lambda x, _: function(x))

    def modules(self) -> Iterator[Module]:
        """Yield the module and all modules below it, each once."""
        seen: set[int] = set()

        def walk(module: Module) -> Iterator[Module]:
            if id(module) in seen:
                return
            seen.add(id(module))
            yield module
            for child, _ in module._sub_modules():
                yield from walk(child)

        return walk(self)


def _first_array(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Return the first array among the arguments of a call, an `ivy.Array` if there is one."""
    alone = len(args) == 1 and not kwargs
    if args and (isinstance(args[0], Wrapper) or (alone and type(args[0]) in table)):
        return args[0]
    arrays = leaves_with_paths((args, kwargs), is_array)
    for _, x in arrays:
        if isinstance(x, Wrapper):
            return x
    return arrays[0][1] if arrays else None


def _natively(result: Any) -> Any:
    """Return a result with native arrays, also where it came of an `ivy.zeros` in the forward."""
    if is_native(result) or not leaves_with_paths(result, lambda x: isinstance(x, Wrapper)):
        return result
    return OPERATIONS["to_native"](result, nested=True)


def _are_wrapped(variables: Container) -> bool | None:
    """Return whether all variables are `ivy.Array` (or there are none), None for some of them."""
    kinds = {isinstance(x, Wrapper) for x in variables.cont_to_iterator_values()}
    return kinds.pop() if len(kinds) == 1 else None


def _in_kind(variables: Container, wrapped: bool) -> Container:
    """Return the variables as `ivy.Array` or as native arrays; the same object when they are."""
    changed = {}
    for key, x in variables.items():
        new: Any
        if isinstance(x, Container):
            new = _in_kind(x, wrapped)
        elif isinstance(x, Wrapper):
            new = x if wrapped else x._data
        else:
            new = dispatch.new_array(x) if wrapped and is_native(x) else x
        if new is not x:
            changed[key] = new
    return variables._new({**variables, **changed}) if changed else variables

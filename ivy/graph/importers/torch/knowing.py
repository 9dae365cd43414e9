"""Arrays whose values follow from the program alone, such as a mask made by `torch.eye`.

While torch exports, arrays have shapes and no values. What depends on values, as a branch does and
the shape of `x[mask]`, is done with those computed beside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch._subclasses.fake_tensor import is_fake
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree
from torch.utils._python_dispatch import _disable_current_modes
from torch.utils.weak import WeakTensorKeyDictionary

from ivy.graph.rules import IvyTranspileException

_LARGEST = 2**20
_DRAWING = ("rand", "empty", "normal", "bernoulli", "multinomial", "poisson", "dropout", "uniform",
            "exponential")  # fmt: skip
"""What is in the names of functions whose results do not follow from their arguments."""
_BY_SHAPE = ("zeros_like", "ones_like", "full_like", "new_zeros", "new_ones", "new_full")
_ASKING = ("item", "tolist", "__bool__", "__int__", "__float__", "__index__", "equal", "allclose")
_COUNTING = ("nonzero", "argwhere", "unique", "unique_consecutive", "masked_select",
             "repeat_interleave")  # fmt: skip
"""Functions whose results have shapes that depend on values."""
_WRITING = re.compile(r"[a-z]\w*[a-z0-9]_|__setitem__|__i(?!nt__|nvert__|ndex__|ter__)[a-z]+__")


class Knowing(TorchFunctionMode):  # type: ignore[misc]
    """Computes the values of arrays beside a program, where they do not depend on its inputs."""

    def __init__(self, module: torch.nn.Module) -> None:
        super().__init__()
        held = dict(module.named_buffers())
        self.held = {name: x.clone() for name, x in held.items() if not _is_real(x)}
        """Masks and whole numbers that the program holds, taken for what they are now."""
        self.values: Any = WeakTensorKeyDictionary()
        self.used: dict[int, torch.Tensor] = {}
        """Place in memory -> a value there that others followed from."""
        self.changed: dict[int, torch.Tensor] = {}
        """Place in memory -> a value there that the program wrote to."""
        self.lost: dict[int, torch.Tensor] = {}
        """Those of them where it wrote what is not known."""

    @contextmanager
    def of(self, module: torch.nn.Module) -> Iterator[None]:
        """Follow a module that has arrays without values in place of its own.

        Raises:
            IvyTranspileException: it changes what decided what it does.
        """
        before = {name: x for name, x in module.named_buffers() if name in self.held}
        self.values.update({x: self.held[name] for name, x in before.items()})
        with self:
            yield
        after = dict(module.named_buffers())
        for name, value in self.held.items():
            is_written = _place(value) in self.changed or after.get(name) is not before.get(name)
            if is_written and _place(value) in self.used:
                what = f"where {name.removeprefix('module.')}, which it writes to, decides what it"
                msg = f"expected a program that does the same in each call, got one {what} does"
                raise IvyTranspileException(msg)

    def __torch_function__(self, op: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Run a function, and beside on the values of its arguments if all are known."""
        kwargs = kwargs or {}
        name = getattr(op, "__name__", "")
        leaves = _pytree.tree_leaves((args, kwargs))
        if any(self._value(x, name) is None for x in leaves if x is not None):
            if name == "masked_select" and self._value(args[1]) is not None:
                x, mask = args
                if x.shape[x.ndim - mask.ndim :] != mask.shape:
                    x, mask = torch.broadcast_tensors(x, mask)
                return x[(..., *self._places(mask))].flatten()
            if name == "__getitem__":
                args = (args[0], self._places(args[1]))
            elif _WRITING.fullmatch(name):
                value = self._value(args[0]) if isinstance(args[0], torch.Tensor) else None
                if value is not None:
                    self.lost[_place(value)] = self.changed[_place(value)] = value
            sizes = (self._number(x) if isinstance(x, (tuple, list)) else x for x in args[1:])
            return op(*args[:1], *sizes, **kwargs)
        if name in (*_ASKING, *_COUNTING) or (name == "where" and len(leaves) == 1):
            return self._compute(op, args, kwargs)
        if name == "__iter__":
            with self:
                return iter(args[0].unbind())
        result = op(*args, **kwargs)
        made = [x for x in _pytree.tree_leaves(result) if isinstance(x, torch.Tensor)]
        known = all(isinstance(n, int) for x in made for n in x.shape)
        if not known or any(part in name for part in _DRAWING):
            return result
        if made or _WRITING.fullmatch(name):
            found = _pytree.tree_leaves(self._compute(op, args, kwargs))
            values = [x for x in found if isinstance(x, torch.Tensor)]
            self.values.update(zip(made, values, strict=True))
        return result

    def _value(self, x: Any, name: str = "") -> Any:
        """Return the value of an argument, None if it is not known."""
        if isinstance(x, (torch.SymInt, torch.SymFloat, torch.SymBool)):
            return None
        if not isinstance(x, torch.Tensor):
            return x
        if not all(isinstance(n, int) for n in x.shape) or x.numel() > _LARGEST:
            return None
        if x not in self.values and not is_fake(x):
            self.values[x] = self._copy(x)
        value = self.values.get(x)
        if value is not None and _place(value) not in self.lost:
            return value
        return torch.empty((), dtype=x.dtype).expand(x.shape) if name in _BY_SHAPE else None

    @staticmethod
    def _copy(x: torch.Tensor) -> torch.Tensor:
        with _disable_current_modes(), torch._C.DisableTorchFunction():
            return x.detach().clone()

    def _compute(self, op: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        name = getattr(op, "__name__", "")
        with _disable_current_modes(), torch._C.DisableTorchFunction(), torch.no_grad():
            args, kwargs = _pytree.tree_map_only(
                torch.Tensor, lambda x: self._value(x, name), (args, kwargs)
            )
            values = [x for x in _pytree.tree_leaves((args, kwargs)) if isinstance(x, torch.Tensor)]
            writes = _WRITING.fullmatch(name) is not None
            self.changed.update({_place(x): x for x in values[:writes]})
            self.used.update({_place(x): x for x in values[writes:]})
            return op(*args, **kwargs)

    def _places(self, index: Any) -> Any:
        """Return an index with the places of known masks in their stead, and known numbers."""
        items: tuple[Any, ...] = ()
        for item in index if isinstance(index, tuple) else (index,):
            value = self._value(item) if isinstance(item, torch.Tensor) else None
            if value is not None and value.dtype == torch.bool:
                items += self._compute(torch.Tensor.nonzero, (item,), {"as_tuple": True})
            elif isinstance(item, slice):
                items += (slice(*map(self._number, (item.start, item.stop, item.step))),)
            else:
                items += (self._number(item),)
        return items

    def _number(self, x: Any) -> Any:
        """Return the number that an array is, if it is known to be one, for what wants numbers."""
        if isinstance(x, (tuple, list)):
            return type(x)(map(self._number, x)) if type(x) in (tuple, list) else x
        if not isinstance(x, torch.Tensor) or x.ndim or (value := self._value(x)) is None:
            return x
        return x if _is_real(value) else self._compute(torch.Tensor.item, (x,), {})


def _is_real(x: torch.Tensor) -> bool:
    return x.is_floating_point() or x.is_complex() or x.numel() > _LARGEST


def _place(x: torch.Tensor) -> int:
    return x.untyped_storage().data_ptr()

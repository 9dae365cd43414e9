"""What every target has: a table of operations, and how classes and weights look there."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from ivy.graph.emit.classes import Constructed, Module
from ivy.graph.emit.layers import known_layer, template
from ivy.graph.emit.text import literal

PRINTED = 32
"""Arrays of at most so many numbers have their value in the source."""


class Target(ABC):
    """A framework that source is written for."""

    name = ""
    namespace = ""
    """What the framework is called in the source, as `np`."""
    make_array, make_range = "array", "arange"
    """Functions of the namespace."""
    size = "{x}.shape[{axis}]"
    """Source of a size of an array."""
    lower = "{}"
    """Source of the lower half of a matrix."""
    implied: tuple[str, ...] = ()
    """Dtypes that small arrays have without saying so."""
    base, root_base = "", ""
    """Classes that modules, and the whole model, derive from."""
    method = "__call__"
    super_init = "super().__init__()"
    training: str | None = None
    """Source of whether a module trains; None: it is an argument of every call."""
    callable_empty = True
    """Whether a module can be called without arguments."""
    table: dict[str, Any]
    reserved: frozenset[str] = frozenset()
    """Attributes of the base classes."""
    imports: dict[str, str]
    """Name in the source -> the line that imports it."""
    functions: dict[str, str] = {}  # noqa: RUF012
    """Functions for operations that the library has not."""
    layers: dict[str, str] = {}  # noqa: RUF012
    """Classes for layers that the library has not with these weights."""

    @property
    def taken(self) -> list[str]:
        """Return the names that classes of the model cannot have."""
        dims = [f"{name}{n}d" for name in self.layers for n in (1, 2, 3)]
        return [*self.layers, *dims, *self.functions]

    def dtype(self, name: str) -> str:
        """Return the source of a dtype."""
        return f"{self.namespace}.{name}"

    def array(self, x: Any) -> str:
        """Return the source of a small array."""
        name = x.dtype.name
        dtype = "" if name in self.implied else f", dtype={self.dtype(name)}"
        return f"{self.namespace}.{self.make_array}({array_literal(x)}{dtype})"

    def filled(self, shape: tuple[int, ...], value: Any, dtype: str) -> str:
        """Return the source of an array of equal numbers."""
        function = {0: "zeros", 1: "ones"}.get(value, "full")
        number = f", {literal(value)}" if function == "full" else ""
        return f"{self.namespace}.{function}({shape}{number}, dtype={self.dtype(dtype)})"

    def printed(self, x: Any) -> str:
        """Return the source of an array that is simple enough to stand there; '' of others."""
        if x.size > 4 and (x == x.flat[0]).all():
            return self.filled(x.shape, x.flat[0].item(), x.dtype.name)
        if made := self._recognised(x):
            return made
        if x.ndim > 1 and 2 < max(x.shape) == x.size <= PRINTED:
            return _with_axes(self.array(x.ravel()), x.shape)
        return self.array(x) if x.size <= PRINTED else ""

    def _recognised(self, x: Any) -> str:
        """Return the source of numbers in order, or of the lower half of a matrix; '' else."""
        flat, last = x.ravel(), x.shape[-2:]
        if x.size > 2 and x.dtype.kind in "if" and max(x.shape) == x.size:
            if x.dtype.itemsize < 4 or (flat != np.arange(x.size)).any():
                return ""
            made = self.counted(x.size, x.dtype.name)
            sizes = x.shape
        elif x.size > 4 and x.dtype == bool and len(last) == 2 and math.prod(last) == x.size:
            if (x.reshape(last) != np.tri(*last).astype(bool)).any():
                return ""
            made = self.lower.format(self.filled(last, True, "bool"))
            sizes = (*x.shape[:-2], 2, 2)
        else:
            return ""
        return _with_axes(made, sizes)

    def counted(self, size: int, dtype: str) -> str:
        """Return the source of the numbers from 0 to `size - 1`."""
        plain = dtype == "int64" and self.make_range == "arange"
        extra = "" if plain else f", dtype={self.dtype(dtype)}"
        return f"{self.namespace}.{self.make_range}({size}{extra})"

    def attributes(self, text: str) -> dict[str, str]:
        """Return attributes that a class needs for its methods, with their first values."""
        return {}

    def as_array(self, held: str) -> str:
        """Return a weight as functions copied from ivy take it."""
        return held

    def held(self, where: str, kind: str) -> str:
        """Return the source that reads a weight."""
        return where

    def written(self, where: str, value: str) -> str:
        """Return the statement that writes a buffer."""
        return f"{where} = {value}"

    def layer(self, module: Module, emitter: Any) -> Constructed | None:
        """Return the layer of torch.nn that a module equals, if there is one, as a class here."""
        found = known_layer(module, emitter)
        return None if found is None else template(found, emitter)

    @abstractmethod
    def leaf(self, kind: str, shape: str, dtype: str, value: str) -> str:
        """Return the source that makes a parameter or buffer."""

    def listed(self, items: str, leaves: bool) -> str:
        """Return the source of a list of modules or weights."""
        return items

    def mapped(self, items: str, leaves: bool) -> str:
        """Return the source of a dict of modules or weights."""
        return items

    def declared(self, attribute: str, element: Any, fill: Any) -> list[str]:
        """Return the statements of a constructor that make an attribute."""
        return [f"self.{attribute} = {self.made(element, fill)}"]

    def made(self, element: Any, fill: Any) -> str:
        """Return the source that makes a submodule, a weight, or a container of those."""
        kind = element[0]
        if kind == "make":
            _, callee, arguments, random = element
            return f"{callee}({fill.arguments(arguments, random)})"
        if kind == "leaf":
            _, what, sizes, dtype, value = element
            sizes = [fill.text(size) for size in sizes]
            shape = f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"
            return self.leaf(what, shape, dtype, value)
        if kind == "list":
            leaves = any(one[0] == "leaf" for one, _ in element[1])
            return self.listed(self._items(element[1], fill), leaves)
        if kind == "dict":
            leaves = any(one[0] == "leaf" for _, one in element[1])
            inner = ", ".join(f"{key!r}: {self.made(one, fill)}" for key, one in element[1])
            return self.mapped("{" + inner + "}", leaves)
        return str(element[1])

    def _items(self, runs: Any, fill: Any) -> str:
        parts = []
        for one, count in runs:
            made, times = self.made(one, fill), fill.count(count)
            parts.append((made, times))
        if len(parts) == 1 and parts[0][1] is not None:
            return f"[{parts[0][0]} for _ in range({parts[0][1]})]"
        listed = (
            made if times is None else f"*({made} for _ in range({times}))" for made, times in parts
        )
        return f"[{', '.join(listed)}]"

    def loader(self, emitter: Any) -> list[str]:
        """Return the method that loads weights."""
        return [
            "def load_weights(self, path):",
            '    """Load weights from a safetensors file by their names; it may hold more."""',
            f"    from safetensors.{self.safetensors} import load_file",
            "",
            "    weights = load_file(path)",
            *renaming(emitter),
            *(f"    {line}" for line in self.loading(emitter)),
        ]

    safetensors = ""
    """The module of safetensors that reads a file."""

    @abstractmethod
    def loading(self, emitter: Any) -> list[str]:
        """Return the statements that give the model its `weights`."""


def _with_axes(made: str, sizes: Sequence[int]) -> str:
    """Return the source of an array with new axes, where sizes are 1."""
    index = ", ".join(":" if n > 1 else "None" for n in sizes)
    while index.endswith(("None, :", ":, :")):
        index = index.removesuffix(", :")
    return made if index == ":" else f"{made}[{index}]"


def array_literal(x: Any) -> str:
    """Return a small array as nested lists of numbers."""
    array = np.asarray(x)
    if array.dtype.kind not in "biufc":
        array = array.astype("float64")  # bfloat16, which has no literals
    if array.dtype == np.float32:
        # The shortest numbers that are the same in float32.
        text = np.array2string(
            array,
            threshold=array.size + 1,
            separator=", ",
            floatmode="unique",
            max_line_width=10**6,
        )
        text = " ".join(text.split())
        return text.replace("inf", 'float("inf")').replace("nan", 'float("nan")')
    return literal(array.tolist())


def renaming(emitter: Any) -> list[str]:
    """Return statements that give weights the names of the attributes, where those differ."""
    lines = []
    if emitter.prefix:
        short = f"name.removeprefix({emitter.prefix!r})"
        lines.append(f"    weights = {{{short}: x for name, x in weights.items()}}")
    printed = emitter.printed_buffers()
    renamed = {k: v for k, v in emitter.components.renamed.items() if k not in printed}
    if renamed:
        pairs = ", ".join(f"{part!r}: {name!r}" for part, name in renamed.items())
        split = "attributes.get(part, part) for part in name.split('.')"
        lines += [
            f"    attributes = {{{pairs}}}",
            f"    weights = {{'.'.join({split}): x for name, x in weights.items()}}",
        ]
    numbered = [
        f"{emitter.attributes(path)}." if path else ""
        for path, module in sorted(emitter.modules.items(), key=lambda item: item[0].count("."))
        if any(parts[0].isdigit() for parts in module.entries)
    ]
    if numbered == [""]:
        lines.append(
            "    weights = {f'layer_{n}' if n[0].isdigit() else n: x for n, x in weights.items()}"
        )
    elif numbered:
        lines += [
            f"    for start in {numbered!r}:",
            "        for name in [n for n in weights if n.startswith(start)]:",
            "            if (rest := name[len(start) :])[0].isdigit():",
            "                weights[f'{start}layer_{rest}'] = weights.pop(name)",
        ]
    for alias, name in emitter.ties().items():
        tied, first = emitter.attributes(alias), emitter.attributes(name)
        lines.append(f"    weights.setdefault({tied!r}, weights[{first!r}])")
    return lines

"""Numbers that Python makes of sizes: `len(x)`, `int(n / 4)`, `math.ceil(n / 2)`.

Of what `__len__` and `__int__` return Python makes plain numbers, and these fix the batch.
"""

from __future__ import annotations

import linecache
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Any

import torch
from torch import SymBool, SymFloat, SymInt

from ivy.graph.importers.torch.modes import patched
from ivy.graph.importers.tracing import lengths

_LARGEST_RATIO = 4096


class _Kind(type):
    """The type of what stands for `int` or `float` in a file: they, but a size stays one."""

    plain: type
    of_size: Callable[[Any], Any]

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if args and isinstance(args[0], (SymInt, SymFloat)):
            return cls.of_size(args[0])
        return cls.plain(*args, **kwargs)

    def __instancecheck__(cls, x: Any) -> bool:
        return isinstance(x, cls.plain)

    def __subclasscheck__(cls, kind: Any) -> bool:
        return issubclass(kind, cls.plain)

    def __eq__(cls, other: object) -> bool:
        return other is cls or other is cls.plain

    def __hash__(cls) -> int:
        return hash(cls.plain)


class _Int(int, metaclass=_Kind):
    plain, of_size = int, torch.sym_int


class _Float(float, metaclass=_Kind):
    plain, of_size = float, torch.sym_float


_STAND_INS = {"int": _Int, "float": _Float}


class Numbers:
    """Lets what a program makes of sizes follow them, in files that were seen to make any."""

    def __init__(self, is_users: Callable[[str], bool]) -> None:
        self.is_users = is_users
        self.quotients: dict[int, tuple[Any, Any, int]] = {}
        """Identity of a number -> the number, and the whole numbers it is the quotient of."""
        self.files: dict[tuple[int, str], dict[str, Any]] = {}
        """Globals of code that makes plain numbers of sizes, by what it calls for that."""
        self.fixed: dict[str, str] = {}
        """Lines that make plain numbers of sizes in other ways."""
        self.branches: dict[str, str] = {}
        """Lines that decide by sizes."""

    @contextmanager
    def following(self) -> Iterator[None]:
        """Replace what Python calls for sizes."""
        for found in (self.quotients, self.fixed, self.branches):
            found.clear()

        def stands_for(kind: type, name: str, function: Any, *given: Any) -> Any:
            original = getattr(kind, name)
            return kind, name, lambda x, *others: function(original, *given, x, *others)

        replaced = [
            stands_for(kind, name, self._scaled, name == "__truediv__")
            for kind in (SymInt, SymFloat)
            for name in ("__mul__", "__rmul__", "__truediv__")
        ]
        replaced += [
            stands_for(SymInt, "__sym_float__", self._widened),
            stands_for(SymFloat, "__floor__", self._floor),
            stands_for(SymFloat, "__trunc__", self._floor),
            stands_for(SymFloat, "__ceil__", self._ceil),
            *(stands_for(SymInt, name, self._asked) for name in ("__int__", "__index__")),
            *(stands_for(SymFloat, name, self._asked) for name in ("__int__", "__float__")),
            stands_for(SymBool, "__bool__", self._decided),
        ]
        with lengths(torch.Tensor), patched(*replaced), ExitStack() as stack:
            for (_, name), names in self.files.items():
                stack.enter_context(_held(names, name, _STAND_INS[name]))
            yield

    def _quotient(self, x: Any) -> tuple[Any, int]:
        """Return a number made of sizes as a quotient; by 0 if it is none."""
        return (x, 1) if isinstance(x, SymInt) else self.quotients.get(id(x), (None, x, 0))[1:]

    def _widened(self, original: Any, x: Any) -> Any:
        result = original(x)
        self.quotients[id(result)] = result, x, 1
        return result

    def _scaled(self, original: Any, inverse: bool, x: Any, factor: Any) -> Any:
        result = original(x, factor)
        above, below = self._quotient(x)
        if below and isinstance(result, SymFloat) and type(factor) in (int, float) and factor > 0:
            up, down = factor.as_integer_ratio()[:: -1 if inverse else 1]
            if max(up, down * below) < _LARGEST_RATIO:
                self.quotients[id(result)] = result, above if up == 1 else above * up, down * below
        return result

    def _floor(self, original: Any, x: Any) -> Any:
        above, below = self._quotient(x)
        return above // below if below > 1 else above if below else original(x)

    def _ceil(self, original: Any, x: Any) -> Any:
        above, below = self._quotient(x)
        return -(-above // below) if below > 1 else above if below else original(x)

    def _asked(self, original: Any, x: Any) -> Any:
        """Stand for what makes a plain number of a size, which then is that of the example."""
        if (frame := self._users_frame()) is None:
            return original(x)
        names = frame.f_globals
        for name in {*_STAND_INS} & {*frame.f_code.co_names}:
            self.files[id(names), name] = names
        return self._noting(self.fixed, frame, original, x)

    def _decided(self, original: Any, x: Any) -> Any:
        """Stand for what a branch asks a comparison of sizes."""
        frame = self._users_frame()
        if frame is None or _changes_no_value(frame.f_code.co_filename, frame.f_lineno):
            return original(x)
        return self._noting(self.branches, frame, original, x)

    @staticmethod
    def _noting(places: dict[str, str], frame: FrameType, original: Any, x: Any) -> Any:
        """Return what a size gives; note the line if it depends on the size."""
        known = len(x.node.shape_env.guards)
        result = original(x)
        if len(x.node.shape_env.guards) > known:
            file, line = frame.f_code.co_filename, frame.f_lineno
            places[f"{file}:{line}"] = linecache.getline(file, line).strip()
        return result

    def _users_frame(self) -> FrameType | None:
        """Return the frame that called a method of a size, if it is the user's."""
        frame: Any = sys._getframe(3)
        while frame.f_code.co_filename == torch.__file__ and frame.f_code.co_name.startswith("__"):
            frame = frame.f_back
        return frame if self.is_users(frame.f_code.co_filename) else None


def _changes_no_value(file: str, line: int) -> bool:
    """Return whether a branch is there for an error only, or for how an array lies in memory."""
    lines = (linecache.getline(file, line + i).rstrip() for i in range(8))
    text, body, after, *_ = (*filter(None, lines), "", "", "")
    test, done = text.lstrip(), body.lstrip()
    if test.startswith("assert") or (test.startswith("if") and done.startswith("raise")):
        return True
    following = after.lstrip()
    ends = len(after) - len(following) <= len(text) - len(test) and following[:2] != "el"
    moves = re.fullmatch(r"(\w+) = \1\.contiguous\(\)", done) is not None
    return test.startswith("if") and moves and ends


@contextmanager
def _held(names: dict[str, Any], name: str, value: Any) -> Iterator[None]:
    """Let a file have a global name for a while, one that it does not define itself."""
    if name in names:
        yield
        return
    names[name] = value
    try:
        yield
    finally:
        del names[name]

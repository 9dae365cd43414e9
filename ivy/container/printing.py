"""Methods of `ivy.Container` that print: plain text, or coloured by rich."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

from ivy.container.mapping import join, normal
from ivy.container.restructuring import RestructuringMethods
from ivy.container.structure import StructureMethods
from ivy.dispatch import OPERATIONS, is_array
from ivy.errors import IvyValueError

_HIGHLIGHT = "bold red"


class PrintingMethods(StructureMethods, RestructuringMethods):
    """Print Containers like JSON without quotes."""

    def __repr__(self) -> str:
        return "".join(text for text, _ in self._printed())

    __str__ = __repr__

    def __rich__(self) -> Any:
        return self._rich_text()

    def cont_show(self) -> None:
        """Print with coloured keys."""
        _print(self._rich_text())

    def cont_show_sub_container(self, sub_cont_or_keychain: Any) -> None:
        """Print with one part highlighted, given by its key chain or as a Container."""
        chain: Any = sub_cont_or_keychain
        if not isinstance(chain, str):
            chain = self.cont_find_sub_container(chain)  # type: ignore[attr-defined]
        if chain is False or not self.cont_has_key_chain(chain):
            msg = "cont_show_sub_container: expected a key chain or a part of the Container"
            raise IvyValueError(f"{msg}, got {sub_cont_or_keychain!r}")
        _print(self._rich_text(normal(chain)))

    def _rich_text(self, highlighted: str | None = None) -> Any:
        from rich.text import Text

        return Text.assemble(*self._printed(highlighted))

    def _printed(
        self, highlighted: str | None = None, chain: str = "", margin: str = ""
    ) -> Iterator[tuple[str, str]]:
        """Yield (text, style)."""
        settings = self._settings
        if not self:
            yield "{}", ""
            return
        inner = margin + " " * settings.print_indent
        ending = "\n" * (1 + settings.print_line_spacing)
        yield "{", ""
        for position, (key, value) in enumerate(self.items()):
            below = join(chain, key)
            lit = highlighted is not None and f"{below}/".startswith(f"{highlighted}/".lstrip("/"))
            limit = settings.key_length_limit
            yield ("," if position else "") + (ending if position else "\n") + inner, ""
            name = key if limit is None else self.cont_trim_key(key, limit)
            yield name, _HIGHLIGHT if lit else self._color_of(key)
            yield ": ", ""
            if isinstance(value, PrintingMethods):
                yield from value._printed(highlighted, below, inner)
            else:
                text = _leaf_text(value, settings.print_limit)
                indent = "\n" + inner + " " * (len(name) + 2)
                yield text.replace("\n", indent), _HIGHLIGHT if lit else ""
        yield f"\n{margin}}}", ""

    def _color_of(self, key: str) -> str:
        for keyword, color in self._settings.keyword_color_dict:
            if keyword in key:
                return color
        return self._settings.default_key_color

    # ---- settings -------------------------------------------------------------------------

    def cont_with_print_limit(self, print_limit: int | None, inplace: bool = False) -> Self:
        """Return the Container with arrays of more elements printed as type and shape."""
        return self._with(inplace, print_limit=print_limit)

    def cont_remove_print_limit(self, inplace: bool = False) -> Self:
        """Return the Container with all arrays printed in full."""
        return self._with(inplace, print_limit=None)

    def cont_with_key_length_limit(
        self, key_length_limit: int | None, inplace: bool = False
    ) -> Self:
        """Return the Container with longer keys shortened when printed."""
        return self._with(inplace, key_length_limit=key_length_limit)

    def cont_remove_key_length_limit(self, inplace: bool = False) -> Self:
        """Return the Container with keys printed in full."""
        return self._with(inplace, key_length_limit=None)

    def cont_with_print_indent(self, print_indent: int, inplace: bool = False) -> Self:
        """Return the Container with another indentation of each level."""
        return self._with(inplace, print_indent=print_indent)

    def cont_with_print_line_spacing(self, print_line_spacing: int, inplace: bool = False) -> Self:
        """Return the Container with empty lines between its entries when printed."""
        return self._with(inplace, print_line_spacing=print_line_spacing)

    def cont_with_default_key_color(self, default_key_color: str, inplace: bool = False) -> Self:
        """Return the Container with another colour of its keys."""
        return self._with(inplace, default_key_color=default_key_color)


def _leaf_text(leaf: Any, limit: int | None) -> str:
    """Return the text of a leaf: of an array of more than `limit` elements its type and shape."""
    if is_array(leaf) and limit is not None and OPERATIONS["size"](leaf) > limit:
        kind = type(leaf)
        module = kind.__module__.partition(".")[0]
        return f"<{module}.{kind.__qualname__} of shape {list(leaf.shape)}>"
    return repr(leaf)


def _print(text: Any) -> None:
    from rich.console import Console

    Console().print(text)

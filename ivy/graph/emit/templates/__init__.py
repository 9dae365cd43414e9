"""Functions and classes as text, for files of source that need them. A file per target."""

from __future__ import annotations


def filled(texts: dict[str, str], words: dict[str, str]) -> dict[str, str]:
    """Return texts with the meaning of each `{word}`; one that has others in it comes first."""
    for word, meaning in words.items():
        texts = {name: text.replace(f"{{{word}}}", meaning) for name, text in texts.items()}
    return texts

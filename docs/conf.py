"""Sphinx: `make docs` builds the pages offline, warnings are errors."""

from pathlib import Path

from ivy._version import __version__

project = "ivy"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build", "status"]  # docs/status is written by `ivy status`, read on its own
html_theme = "furo"
html_title = f"ivy {version}"
autodoc_typehints = "none"

# One page per area of ivy/ops; autodoc fills it with what the docstrings say.
DOCS = Path(__file__).parent
(DOCS / "reference").mkdir(exist_ok=True)
for path in (DOCS.parent / "ivy" / "ops").glob("[a-z]*.py"):
    title = path.stem.replace("_", " ").capitalize()
    text = f"{title}\n{'=' * len(title)}\n\n.. automodule:: ivy.ops.{path.stem}\n   :members:\n"
    (DOCS / "reference" / f"{path.stem}.rst").write_text(text)

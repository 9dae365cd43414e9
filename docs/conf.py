"""Sphinx: `make docs` builds the pages offline, warnings are errors."""

from ivy._version import __version__

project = "ivy"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"ivy {version}"
autodoc_typehints = "none"

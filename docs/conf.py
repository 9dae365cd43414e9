"""Sphinx: `make docs` builds the pages offline, warnings are errors."""

import inspect
import re
import shutil
import sys
from pathlib import Path

from sphinx.ext.autodoc.mock import mock
from sphinx.util.inspect import stringify_signature

sys.path.insert(0, str(Path(__file__).parents[1]))

import ivy
from ivy._version import __version__
from tools import reference

DOCS = Path(__file__).parent
project = "ivy"
copyright = "the authors of ivy"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build", "status"]  # docs/status is written by `ivy status`, read on its own
html_theme = "furo"
html_title = f"ivy {version}"
html_show_sourcelink = False
html_static_path = ["_static"]
html_css_files = ["tables.css"]
autodoc_typehints = "none"
autodoc_member_order = "bysource"
myst_heading_anchors = 3
myst_enable_extensions = ["attrs_block"]  # the class of the tables that tools/reference.py writes

# The samples need these to be computed and compared; the tables say their dtypes only.
with mock(["equinox", "pytest", "scipy"]):
    reference.write_pages(DOCS / "reference")


def link_status(app, name, source):
    """Let links to the dashboard's Markdown, which GitHub shows, lead to its page of HTML."""
    link = r"\[([^\]]+)\]\(([./]*status/)README\.md\)"
    source[0] = re.sub(link, r'<a href="\2index.html">\1</a>', source[0])


def copy_status(app, error):
    """Put the dashboard beside the pages, as it is."""
    if error is None:
        shutil.copytree(DOCS / "status", Path(app.outdir) / "status", dirs_exist_ok=True)


def rewrite_docstring(app, what, name, value, options, lines):
    """Take docstrings as the Markdown they are."""
    lines[:] = reference.as_restructured_text(lines)
    if what == "property":
        lines.insert(0, "")  # else Napoleon takes what is before a colon for a type


def show_constructor(app, what, name, value, options, signature, returns):
    """Show the parameters of a module's `__init__`, not those of the class that builds modules."""
    if what != "class" or not issubclass(value, ivy.Module):
        return None
    _, *parameters = inspect.signature(value.__init__).parameters.values()
    text = stringify_signature(inspect.Signature(parameters), show_annotation=False)
    return re.sub(r"<ivy[\w.]*\.(\w+) object>", r"\1()", text), None


def setup(app):
    app.connect("autodoc-process-signature", show_constructor)
    app.connect("autodoc-process-docstring", rewrite_docstring, priority=400)
    app.connect("source-read", link_status)
    app.connect("build-finished", copy_status)

"""Import paths of the first Ivy: `ivy.functional`, `ivy.functional.ivy`, `ivy.utils.exceptions`."""

from __future__ import annotations

import sys
from types import ModuleType

from ivy import errors

functional = ModuleType("ivy.functional", "The functions of ivy, under the path of the first Ivy.")
utils = ModuleType("ivy.utils", "`ivy.utils.exceptions`, under the path of the first Ivy.")
utils.exceptions = errors  # type: ignore[attr-defined]
functional.ivy = sys.modules["ivy"]  # type: ignore[attr-defined]
functional.__getattr__ = lambda name: getattr(sys.modules["ivy"], name)  # type: ignore[method-assign]

sys.modules |= {
    "ivy.functional": functional,
    "ivy.functional.ivy": sys.modules["ivy"],
    "ivy.utils": utils,
    "ivy.utils.exceptions": errors,
}

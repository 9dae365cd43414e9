"""Write docs/demo.svg, the picture of README.md: what `ivy demo` prints here, as in a terminal."""

from __future__ import annotations

import argparse
import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

ROOT = Path(__file__).parents[1]


def main() -> int:
    sys.path.insert(0, str(ROOT))
    from ivy import demo

    recorded = Console(record=True, width=86, file=io.StringIO(), color_system="truecolor")
    recorded.print("$ ivy demo", style="bold")
    status = demo.run(recorded, argparse.Namespace(backend=None), [])
    picture = recorded.export_svg(title="ivy demo", theme=MONOKAI, unique_id="demo")
    # A page loads no font for a picture; the reader's own fixed-width one is used.
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)
    (ROOT / "docs" / "demo.svg").write_text(picture, encoding="utf-8")
    return status


if __name__ == "__main__":
    raise SystemExit(main())

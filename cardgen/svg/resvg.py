"""Draws SVG texts with resvg in a process of its own, which `raster` runs: requests are JSON, answers PNG files in
base64.

So a stranger's drawing, perhaps with a filter that never ends, takes bounded time and memory.
"""

from __future__ import annotations

import base64
import sys
from typing import Any

from cardgen.store.isolated import read_request


def main() -> int:
    request: Any = read_request()
    import resvg_py

    family = request["family"]
    generic = dict.fromkeys(("serif", "sans_serif", "cursive", "fantasy", "monospace"), family)
    for drawing in request["drawings"]:
        png = resvg_py.svg_to_bytes(
            svg_string=drawing["svg"],
            width=drawing["width"],
            skip_system_fonts=True,
            dpi=96,
            font_files=request["fonts"],
            font_family=family,
            **{f"{name}_family": value for name, value in generic.items()},
        )
        print(base64.b64encode(bytes(png)).decode())
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Draws one SVG text with resvg, in a process of its own: what it is asked comes as JSON, a PNG file goes back.

So a drawing from a stranger, a filter without end among them, takes bounded time and memory. Run by `raster`.
"""

from __future__ import annotations

import json
import sys


def main() -> int:
    import resvg_py

    asked = json.load(sys.stdin)
    family = asked["family"]
    generic = dict.fromkeys(("serif", "sans_serif", "cursive", "fantasy", "monospace"), family)
    drawn = resvg_py.svg_to_bytes(
        svg_string=asked["svg"],
        width=asked["width"],
        skip_system_fonts=True,
        dpi=96,
        font_files=asked["fonts"],
        font_family=family,
        **{f"{name}_family": value for name, value in generic.items()},
    )
    sys.stdout.buffer.write(bytes(drawn))
    return 0


if __name__ == "__main__":
    sys.exit(main())

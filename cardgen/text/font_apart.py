"""Packed fonts unpacked by a process of its own: a WOFF2 file of 70 KB may say that it holds 7 GB."""

from __future__ import annotations

import sys
from pathlib import Path

from cardgen.apart import ApartError, asked_apart, hear
from cardgen.errors import Place, fail
from cardgen.reach import read_bytes

SECONDS = 30.0  # the largest pan-CJK fonts take ten
MEMORY = 2_000_000_000  # bytes of address space, Python's own among them


def unpacked_apart(path: Path) -> bytes:
    """The font that a WOFF or WOFF2 file packs, in bounded time and memory. Raises InputError."""
    try:
        return asked_apart(__name__, str(path), SECONDS)
    except TimeoutError as error:
        raise fail(f"cannot be unpacked: {error}", Place(str(path))) from None
    except ApartError:
        raise fail("this font is damaged, or asks for too much memory", Place(str(path))) from None


def main() -> None:
    """Says the bytes of the font that it is asked for."""
    from cardgen.text.font_file import MAX_BYTES, repacked

    asked = hear(MEMORY)
    assert isinstance(asked, str)
    plain = repacked(read_bytes(Path(asked), MAX_BYTES), None)
    if len(plain) > MAX_BYTES:
        raise SystemExit("too large")
    sys.stdout.buffer.write(plain)


if __name__ == "__main__":
    main()

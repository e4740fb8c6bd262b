"""Unpacks fonts in a separate process, because a WOFF2 file of 70 KB can unpack to 7 GB."""

from __future__ import annotations

import io
import logging
import sys
from pathlib import Path

from cardgen.foundations.errors import Place, fail
from cardgen.store.isolated import IsolatedProcessError, read_request, run_isolated
from cardgen.store.reach import read_bytes

MAX_BYTES = 200_000_000  # bytes of a font; the largest pan-CJK collections have 130 MB
TIMEOUT = 30.0  # seconds; the largest pan-CJK fonts take ten
PIECE = 256  # bytes of a packed stream at a time, which can unpack to a million times as many
MEMORY = 2_000_000_000  # bytes of address space, Python's own among them
PLAIN = "use its TTF or OTF file"
DAMAGED = "this font is damaged: its tables are not as OpenType defines them; download or export it again"
_TOO_LARGE, _NOT_WHOLE = "too large once unpacked", "not whole"


def unpack_isolated(path: Path) -> bytes:
    """Unpacks a WOFF or WOFF2 file, in bounded time and memory. Raises InputError."""
    try:
        return run_isolated(__name__, str(path), TIMEOUT)
    except TimeoutError:
        message = f"expected a font that cardgen can unpack within {TIMEOUT:g} s; {PLAIN}"
    except IsolatedProcessError as error:
        message = _failure(str(error))
    raise fail(message, Place(str(path)))


def _failure(reason: str) -> str:
    if "MemoryError" in reason:
        return f"expected a font that needs at most {MEMORY / 1e9:g} GB of memory to unpack; {PLAIN}"
    if _TOO_LARGE in reason:
        return f"expected a font of at most {MAX_BYTES:,} bytes once unpacked, got a larger one; {PLAIN}"
    return DAMAGED


def repacked(data: bytes, flavour: str | None) -> bytes:
    """Packs a font as woff2, or unpacks it for None. Raises the errors of fontTools."""
    from fontTools.ttLib import TTFont

    logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # its messages are for makers of fonts
    font, packed = TTFont(io.BytesIO(data), recalcTimestamp=False, recalcBBoxes=flavour is not None), io.BytesIO()
    font.flavor = flavour
    font.save(packed, reorderTables=None if flavour is None else False)
    return packed.getvalue()


def _bounded() -> None:
    """Limits the decompressors of fontTools to MAX_BYTES."""
    import zlib

    import brotli

    def inflated(packed: bytes) -> bytes:
        stream = zlib.decompressobj()
        data = stream.decompress(packed, MAX_BYTES)
        if not stream.eof:
            raise ValueError(_TOO_LARGE if len(data) >= MAX_BYTES else _NOT_WHOLE)
        return data

    def unpacked(packed: bytes) -> bytes:
        stream, parts, size = brotli.Decompressor(), [], 0
        for begin in range(0, len(packed), PIECE):
            parts.append(stream.process(packed[begin : begin + PIECE]))
            size += len(parts[-1])
            if size > MAX_BYTES:
                break
        if size > MAX_BYTES or not stream.is_finished():
            raise ValueError(_TOO_LARGE if size > MAX_BYTES else _NOT_WHOLE)
        return b"".join(parts)

    zlib.decompress, brotli.decompress = inflated, unpacked  # type: ignore[assignment]  # the types are narrower on purpose


def main() -> None:
    """Writes the bytes of the requested font to standard output."""
    request = read_request(MEMORY)
    assert isinstance(request, str)
    _bounded()
    plain = repacked(read_bytes(Path(request), MAX_BYTES), None)
    if len(plain) > MAX_BYTES:
        raise SystemExit(_TOO_LARGE)
    sys.stdout.buffer.write(plain)


if __name__ == "__main__":
    main()

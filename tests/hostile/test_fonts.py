"""Packed fonts that hold more than they should: told within bounds, and nothing else."""

from __future__ import annotations

import io
import struct
import zlib
from functools import cache
from pathlib import Path

import brotli
import pytest
from fontTools.ttLib import TTFont

from cardgen.foundations.errors import InputError
from cardgen.store.library import BUILTIN
from cardgen.text import isolated_font
from cardgen.text.font_file import faces_in
from tests.hostile.limits import limits

PLAIN = BUILTIN / "templates/fonts/source-sans-3/regular.ttf"
GB = 1_000_000_000


def packed(flavour: str) -> bytes:
    font, file = TTFont(PLAIN), io.BytesIO()
    font.flavor = flavour
    font.save(file)
    return file.getvalue()


PIECE = 50_000_000  # bytes that are packed by themselves, so that all pieces of zeros but the first are packed alike


@cache
def zeros(size: int) -> bytes:
    """A brotli stream of so many zeros."""
    maker = brotli.Compressor(quality=5)
    first, more = (maker.process(bytes(PIECE)) + maker.flush() for _ in range(2))
    return first + more * (size // PIECE - 1) + maker.finish()


@cache
def deflated(size: int) -> bytes:
    """A zlib stream of so many zeros (RFC 1950: its end is their Adler-32)."""
    maker = zlib.compressobj(9, wbits=-15)
    piece = maker.compress(bytes(PIECE)) + maker.flush(zlib.Z_FULL_FLUSH)
    return b"\x78\xda" + piece * (size // PIECE) + b"\x03\x00" + (size % 65521 << 16 | 1).to_bytes(4, "big")


def woff2(stream: bytes, told: int) -> bytes:
    """A WOFF2 file of one table (W3C: WOFF File Format 2.0, 4), which says that it has `told` bytes."""

    def number(value: int) -> bytes:  # UIntBase128
        digits = [value >> shift & 127 for shift in range(28, -1, -7)]
        while len(digits) > 1 and not digits[0]:
            digits.pop(0)
        return bytes([digit | 128 for digit in digits[:-1]] + digits[-1:])

    table = bytes([0]) + number(told)  # cmap, as it is
    length = 48 + len(table) + len(stream)
    sizes = struct.pack(">HHLL", 1, 0, min(told + 28, 2**32 - 1), len(stream))
    return b"wOF2\x00\x01\x00\x00" + struct.pack(">L", length) + sizes + bytes(24) + table + stream


def woff(stream: bytes, told: int) -> bytes:
    """A WOFF file of one table."""
    entry = b"cmap" + struct.pack(">LLLL", 64, len(stream), told, 0)
    head = b"wOFF\x00\x01\x00\x00" + struct.pack(">LHHLHHLLLLL", 64 + len(stream), 1, 0, told + 28, 1, 0, 0, 0, 0, 0, 0)
    return head + entry + stream


ATTACKS = {
    "a stream of 4 GB": lambda: woff2(zeros(4 * GB), 1_000),
    "a stream of 4 GB that says so": lambda: woff2(zeros(4 * GB), 4 * GB),
    "a stream of nothing that says 4 GB": lambda: woff2(brotli.compress(b""), 4 * GB),
    "a stream without end": lambda: woff2(zeros(GB)[:-3], 1_000),
    "a table of 2 GB": lambda: woff(deflated(2 * GB), 2 * GB),
    "a table of 2 GB that says less": lambda: woff(deflated(2 * GB), 1_000),
    "noise": lambda: woff2(bytes(range(256)) * 200, 1_000),
    "a head alone": lambda: packed("woff2")[:48],
    "half a font": lambda: packed("woff2")[:30_000],
    "many tables": lambda: packed("woff2")[:12] + b"\xff\xff" + packed("woff2")[14:],
    "half a font of WOFF": lambda: packed("woff")[:30_000],
}


def test_attacks_are_whole_streams():
    size = 3 * PIECE
    assert zlib.decompress(deflated(size)) == brotli.decompress(zeros(size)) == bytes(size)


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    monkeypatch.setattr(isolated_font, "TIMEOUT", 10.0)


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS)
def test_a_font_that_unpacks_without_end_is_told(attack, tmp_path: Path):
    file = tmp_path / f"font.{'woff' if 'WOFF' in attack or 'table of' in attack else 'woff2'}"
    file.write_bytes(ATTACKS[attack]())
    with limits(seconds=30, more=500_000_000), pytest.raises(InputError) as error:
        faces_in(file)
    (fault,) = error.value.faults
    assert (fault.place and fault.place.file == str(file) and "font" in fault.message) or "unpacked" in fault.message


@pytest.mark.parametrize("flavour", ["woff", "woff2"])
def test_a_font_that_is_packed_is_read(flavour, tmp_path: Path):
    file = tmp_path / f"font.{flavour}"
    file.write_bytes(packed(flavour))
    assert faces_in(file)[0].families == faces_in(PLAIN)[0].families

"""A small ICC profile of a press that no house has (ICC.1:2001-04, `mft2` tables), made from a simple model of inks.

Cyan, magenta and yellow take away red, green and blue, and black all three. Greys are printed with black in part, so
that dark colours ask for about 300 % of ink.
"""

from __future__ import annotations

import struct
from functools import cache

import numpy as np

_WHITE = np.array((0.9642, 1.0, 0.8249))  # of the space that profiles are tied to
_TO_XYZ = np.array(  # of linear sRGB, adapted to that
    ((0.4360747, 0.3850649, 0.1430804), (0.2225045, 0.7168786, 0.0606169), (0.0139322, 0.0971045, 0.7141733))
)
_BEND = 2.2  # of light against ink
_GRID = 13


def _signed(values) -> bytes:
    return b"".join(struct.pack(">i", round(value * 65536)) for value in values)


def _lab(linear: np.ndarray) -> np.ndarray:
    xyz = linear @ _TO_XYZ.T / _WHITE
    x, y, z = np.moveaxis(np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116), -1, 0)
    return np.stack((116 * y - 16, 500 * (x - y), 200 * (y - z)), -1)


def _light(lab: np.ndarray) -> np.ndarray:
    y = (lab[..., 0] + 16) / 116
    bent = np.stack((y + lab[..., 1] / 500, y, y - lab[..., 2] / 200), -1)
    xyz = np.where(bent > 6 / 29, bent**3, (116 * bent - 16) * 27 / 24389) * _WHITE
    return np.clip(xyz @ np.linalg.inv(_TO_XYZ).T, 0, 1)


def _axes(count: int, size: int) -> np.ndarray:
    steps = np.linspace(0, 1, size)
    return np.stack(np.meshgrid(*[steps] * count, indexing="ij"), -1)


def _inks(light: np.ndarray) -> np.ndarray:
    """Cyan, magenta, yellow, black: black stands in for less than half of what all three have."""
    cmy = 1 - light ** (1 / _BEND)
    black = np.clip(cmy.min(-1, keepdims=True) - 0.35, 0, 1) * 1.3
    return np.clip(np.concatenate((cmy - black * 0.18, np.minimum(black, 1)), -1), 0, 1)


def _table(rows: np.ndarray, ins: int, outs: int, size: int) -> bytes:
    """An `mft2` tag: no curves before and after the grid."""
    head = b"mft2" + bytes(4) + bytes((ins, outs, size, 0)) + _signed((1, 0, 0, 0, 1, 0, 0, 0, 1))
    line = struct.pack(">2H", 0, 65535)
    values = np.clip(np.round(rows.reshape(-1, outs)), 0, 65535).astype(">u2").tobytes()
    return head + struct.pack(">2H", 2, 2) + line * ins + values + line * outs


def _words(text: str) -> bytes:
    told = text.encode() + b"\0"
    return b"desc" + bytes(4) + struct.pack(">I", len(told)) + told + bytes(4 + 4 + 2 + 1 + 67)


@cache
def press_profile(space: bytes = b"CMYK") -> bytes:
    """The bytes of the profile."""
    grid = _axes(3, _GRID)
    lab = grid * 65535 / np.array((652.8, 256, 256)) - np.array((0, 128, 128))
    to_ink = _table(_inks(_light(lab)) * 65535, 3, 4, _GRID)
    four = _axes(4, 5)
    seen = _lab(((1 - four[..., :3]) * (1 - 0.93 * four[..., 3:])) ** _BEND)
    told = np.stack((seen[..., 0] / 100 * 65280, (seen[..., 1] + 128) * 256, (seen[..., 2] + 128) * 256), -1)
    to_sight = _table(told, 4, 3, 5)
    tags = {
        b"desc": _words("a press for tests"),
        b"cprt": b"text" + bytes(4) + b"public domain\0",
        b"wtpt": b"XYZ " + bytes(4) + _signed(_WHITE),
        b"A2B0": to_sight,
        b"B2A0": to_ink,
    }
    at, index, data = 128 + 4 + 12 * len(tags), b"", b""
    for name, tag in tags.items():
        index += name + struct.pack(">2I", at + len(data), len(tag))
        data += tag + bytes(-len(tag) % 4)
    body = struct.pack(">I", len(tags)) + index + data
    head = struct.pack(">I", 128 + len(body)) + bytes(4) + struct.pack(">I", 0x02400000) + b"prtr" + space + b"Lab "
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(4 * 7) + _signed(_WHITE) + bytes(48)
    return head + body

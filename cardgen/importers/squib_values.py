"""Translates Squib's lengths, colours and fonts to ours, and reads the entries of its layout files."""

from __future__ import annotations

import re
from collections.abc import Mapping as AbcMapping
from pathlib import Path
from typing import TypeAlias

from cardgen.definitions.nodes import Mapping, Node, Scalar, Sequence
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.importers.looks import hex_colour
from cardgen.importers.model import FontStyle
from cardgen.importers.sources import read_source

Entry: TypeAlias = "dict[str, object]"
INCH = 25.4
_UNITS = {"in": 1.0, "inch": 1.0, "inches": 1.0, "cm": 1 / 2.54, "mm": 1 / INCH, "pt": 1 / 72, "px": 0.0}
_LENGTH = re.compile(r"\s*([+-]?\d*\.?\d+)\s*([a-z]*)\s*")
_RELATIVE = re.compile(r"\s*([-+*/])=\s*(.+)")
_SHORT = re.compile(r"(middle|center|deck)\s*(?:([-+/])\s*(.+))?")
CELL = 37.5  # pixels of Squib's unit `cell`
MAX_LINKS = 20  # entries of layouts in a chain of `extends`


def pixels(value: object, dpi: float, whole: float = 0.0) -> float | None:
    """The pixels of `825`, `2.5in`, `3mm`, `2c`, `middle` or `deck - 1in`; None for any other text."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        return float(value)
    text = str(value).strip().lower()
    if short := _SHORT.fullmatch(text):
        start = whole if short[1] == "deck" else whole / 2
        other = pixels(short[3], dpi) if short[2] else 0.0
        if other is None or (short[2] == "/" and not other):
            return None
        return start / other if short[2] == "/" else start + (other if short[2] == "+" else -other)
    match = _LENGTH.fullmatch(text)
    if not match:
        return None
    number, unit = float(match[1]), match[2]
    if unit in ("c", "cell", "cells"):
        return number * CELL
    if unit in ("", "px", "deg", "rad"):
        return number
    return number * _UNITS[unit] * dpi if unit in _UNITS else None


def degrees(value: object) -> float | None:
    """An angle in degrees, clockwise; a bare number is in radians."""
    number = pixels(value, 300.0)
    if number is None:
        return None
    return number if str(value).strip().endswith("deg") else number * 57.29577951308232


def paint(value: object, names: AbcMapping[str, str]) -> str | None:
    """A colour or gradient as cardgen writes it; '' for none, None if cardgen does not understand it."""
    text = str(value or "").strip()
    if text in names:
        text = names[text]
    if not text.startswith("("):
        return hex_colour(text)
    points = [
        [float(part) for part in re.findall(r"-?\d+(?:\.\d+)?", point)] for point in re.findall(r"\(([^()]*)\)", text)
    ]
    stops = [hex_colour(name) for name in re.findall(r"([#:]?\w+)\s*@", text)]
    colours = [stop for stop in stops if stop]
    if len(points) < 2 or len(colours) < 2 or len(colours) != len(stops) or not all(len(each) >= 2 for each in points):
        return None
    way = "round" if len(points[0]) > 2 else _way(points[1][0] - points[0][0], points[1][1] - points[0][1])
    return f"{' to '.join(colours)}, {way}"


def _way(right: float, down: float) -> str:
    if abs(down) >= abs(right):
        return "down" if down >= 0 else "up"
    return "right" if right > 0 else "left"


def font(value: object, size: object = None) -> FontStyle:
    """The style of `Sans bold 36`, as Pango reads it: a family, its style, the size in pt."""
    words = str(value or "Arial 36").split()
    points = 36.0
    if words and re.fullmatch(r"\d+(?:\.\d+)?", words[-1]):
        points = float(words.pop())
    if isinstance(size, (int, float)) and not isinstance(size, bool):
        points = float(size)
    lower = {word.lower().strip(",") for word in words}
    styles = {"bold", "italic", "oblique", "normal", "regular", "medium", "light", "heavy", "semi-bold", "ultra-bold"}
    family = " ".join(word for word in words if word.lower().strip(",") not in styles).split(",")[0].strip()
    bold = bool(lower & {"bold", "heavy", "semi-bold", "ultra-bold"})
    return FontStyle(family, points, bold, bool(lower & {"italic", "oblique"}))


def read_layout(path: Path, before: AbcMapping[str, Entry], dpi: float) -> dict[str, Entry]:
    """The entries of a layout file, laid over those of earlier files, each over those that it extends. Raises
    InputError."""
    text = re.sub(r"!ruby/\w+ ?", "", read_source(path))
    if not re.sub(r"(?m)#.*$|^---", "", text).strip():
        return dict(before)
    node = parse_yaml(text, str(path), last_wins=True)
    entries: dict[str, Entry] = dict(before)
    if isinstance(node, Mapping):
        entries |= {name: entry for name, each in node.items.items() if isinstance(entry := plain(each), dict)}
    return {name: _with_parents(entries, name, dpi, 0) for name in entries}


def plain(node: Node) -> object:
    """A node as plain values: texts, numbers, lists and dicts."""
    if isinstance(node, Mapping):
        merged: Entry = {}
        for name, inner in node.items.items():
            value = plain(inner)
            if name == "<<" and isinstance(value, dict):
                merged = {**value, **merged}
            else:
                merged[name] = value
        return merged
    if isinstance(node, Sequence):
        return [plain(inner) for inner in node.items]
    assert isinstance(node, Scalar)
    return _scalar(node.text)


def _scalar(text: str) -> object:
    if re.fullmatch(r"[+-]?\d{1,12}", text):
        return int(text)
    if re.fullmatch(r"[+-]?\d{1,12}\.\d+", text):
        return float(text)
    plain_words = {"": None, "~": None, "null": None, "nil": None, "true": True, "false": False}
    return plain_words.get(text, text.removeprefix(":") if re.fullmatch(r":\w+", text) else text)


def _with_parents(entries: AbcMapping[str, Entry], name: str, dpi: float, depth: int) -> Entry:
    """An entry, laid over those that it extends; of several, the last wins."""
    entry = entries.get(name, {})
    parents = entry.get("extends")
    if not parents or depth > MAX_LINKS:
        return {key: value for key, value in entry.items() if key != "extends"}
    inherited: Entry = {}
    for parent in parents if isinstance(parents, list) else [parents]:
        inherited |= _with_parents(entries, str(parent), dpi, depth + 1)
    own = {key: value for key, value in entry.items() if key != "extends"}
    return inherited | {key: _relative_value(inherited.get(key), value, dpi) for key, value in own.items()}


def _relative_value(parent: object, value: object, dpi: float) -> object:
    """The result of `+= 50` with the parent's value."""
    match = _RELATIVE.fullmatch(value) if isinstance(value, str) else None
    if not match:
        return value
    left = pixels(parent, dpi) or 0.0
    right = pixels(match[2], dpi) or 0.0
    if match[1] in "+-":
        return left + right if match[1] == "+" else left - right
    return left * right if match[1] == "*" else left / (right or 1.0)

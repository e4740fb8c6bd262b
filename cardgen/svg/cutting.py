"""Writes parts of a drawing as separate SVG files, for the program that draws them as pixels.

Each element has its own styles, the fonts are the game's, pictures are embedded, and the file refers to no other file.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from cardgen.foundations.errors import fail
from cardgen.graphics.drawing import Item, extent
from cardgen.graphics.geometry import Box
from cardgen.graphics.pixels import for_web
from cardgen.store.reach import read_bytes
from cardgen.svg.image import content, is_svg
from cardgen.svg.reading import Reader
from cardgen.svg.style import INHERITED, STYLED, Style, families_of
from cardgen.svg.tree import MAX_ELEMENTS, SVG, XML, Element
from cardgen.svg.values import Size, length, reference
from cardgen.text.font_file import family_of

_LEFT_OUT = ("script", "style", "foreignObject")
_STYLE_ONLY = ("font-kerning", "mix-blend-mode", "isolation", "mask-type")  # resvg does not read these as attributes
_PLACED = ("id", "transform", "transform-origin")  # attributes that depend on an element's place in the file


class TooMuchError(ValueError):
    """Raised if the parts of a drawing would have more elements than the whole."""


def alone(reader: Reader, node: Element, parent: Style, view: Size) -> str:
    """An element in its own coordinates, as the content of an `<svg>` that still needs a view box."""
    part = _copy(reader, node)
    for name in _PLACED:
        part.attrib.pop(name, None)
    if "style" in part.attrib:
        part.set("style", re.sub("mix-blend-mode:[^;]*", "", part.attrib["style"]))
    inside = [_inheriting(each, style) for each, style in _referenced_elements(reader, part)]
    width, height = (f"{side!r}" for side in view)
    frame = ElementTree.Element("svg", width=width, height=height, viewBox=f"0 0 {width} {height}", overflow="visible")
    ElementTree.SubElement(frame, "defs").extend(inside)
    frame.append(_inheriting(part, parent))
    return ElementTree.tostring(frame, encoding="unicode")


def whole(reader: Reader, root: Element) -> str:
    """The whole file."""
    tree = _copy(reader, root)
    tree.set("xmlns", SVG)
    return ElementTree.tostring(tree, encoding="unicode")


def sized_file(svg: str, box: Box, size: tuple[int, int]) -> str:
    """The result of `alone` as a file that shows a box at a size in pixels."""
    left, top, right, bottom = box
    view = f"{left!r} {top!r} {right - left!r} {bottom - top!r}"
    sides = f'width="{size[0]}" height="{size[1]}"'
    return f'<svg xmlns="{SVG}" viewBox="{view}" preserveAspectRatio="none" {sides}>{svg}</svg>'


def _copy(reader: Reader, node: Element) -> ElementTree.Element:
    reader.copied += 1
    if reader.copied > MAX_ELEMENTS:
        raise TooMuchError
    attributes = {name: value for name, value in node.attrib.items() if name not in STYLED}
    for name in ("style", "class"):
        attributes.pop(name, None)
    attributes |= reader.styles.declared_values(node)
    if only := [name for name in _STYLE_ONLY if name in attributes]:
        attributes["style"] = ";".join(f"{name}:{attributes.pop(name)}" for name in only)
    if space := attributes.pop("space", None):
        attributes[f"{{{XML}}}space"] = space
    if reader.faces and "font-family" in attributes:
        attributes["font-family"] = family_of(
            reader.faces(families_of(attributes["font-family"]), False, False, reader.at(node)).own.source
        )
    href = attributes.get("href", "").strip()
    if href and not href.startswith("#"):
        del attributes["href"]
        if node.tag in ("image", "feImage") and (href.startswith("data:") or "://" not in href):
            attributes["href"] = _inside(reader, node, href)
    copy = ElementTree.Element(node.tag, attributes)
    copy.text, copy.tail = node.text, node.tail
    copy.extend([_copy(reader, child) for child in node if ":" not in child.tag and child.tag not in _LEFT_OUT])
    return copy


def _inside(reader: Reader, node: Element, href: str) -> str:
    source = content(reader, node, href)
    if is_svg(source):
        kind, data = "svg+xml", read_bytes(source) if isinstance(source, Path) else source
    else:
        try:
            kind, data = for_web(source)
        except ValueError as error:
            raise fail(f"<{node.tag}>: {error}", reader.at(node)) from None
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def _referenced_elements(reader: Reader, part: ElementTree.Element) -> Iterator[tuple[ElementTree.Element, Style]]:
    """Copies of all elements that a part refers to, directly or not, each with the style that it inherits."""
    names_seen: set[str] = set()
    unseen = [part]
    while unseen:
        for each in unseen.pop().iter():
            names = {name for value in each.attrib.values() for name in re.findall(r"#([^\s\"')]+)", value)}
            for name in sorted(names - names_seen):
                names_seen.add(name)
                if (node := reader.ids.get(name)) is not None:
                    copied = _copy(reader, node)
                    above = reader.painter.parents.get(id(node))
                    unseen.append(copied)
                    yield copied, reader.painter.inherited_style(above) if above is not None else {}


def _inheriting(part: ElementTree.Element, style: Style) -> ElementTree.Element:
    """An element in a parent that has the style it inherits."""
    around = ElementTree.Element("g", {name: value for name, value in style.items() if name in INHERITED})
    part.tail = None
    around.append(part)
    return around


def reach(reader: Reader, style: Style, items: tuple[Item, ...], view: Size) -> Box | None:
    """The box that an element's filters and other pixel effects can reach; None if it is unknown."""
    box = extent(items)
    text = style.get("filter", "none")
    margin = float(style["font-size"]) if text == "none" else 0.0
    for function in re.findall(r"(?:blur|drop-shadow)\([^()]*(?:\([^()]*\)[^()]*)*\)", text):
        margin += 3 * sum(abs(length(word, 0) or 0) for word in re.findall(r"[-+.\w]+", function))
    boxes = [(box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)] if box else []
    for name in re.findall(r"url\([^()]*\)", text):
        node = reader.ids.get(reference(name) or "")
        region = _region(node, extent(items, inked=False), view) if node is not None and node.tag == "filter" else None
        boxes += [region] if region else []
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _region(node: Element, box: Box | None, view: Size) -> Box | None:
    """The filter region (Filter Effects 1, 9.3)."""
    if node.get("filterUnits") == "userSpaceOnUse":
        left, top, across, down = 0.0, 0.0, *view
        whole = view
    elif box is None:
        return None
    else:
        left, top, across, down = box[0], box[1], box[2] - box[0], box[3] - box[1]
        whole = (1.0, 1.0)
    missing = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
    edges = [length(node.get(name, default), whole[index % 2]) for index, (name, default) in enumerate(missing.items())]
    x, y, width, height = (0.0 if value is None else value for value in edges)
    if whole == view:
        return x, y, x + width, y + height
    return left + x * across, top + y * down, left + (x + width) * across, top + (y + height) * down

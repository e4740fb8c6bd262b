"""Reads an SVG file into items (SVG 2, static), in units of 1/96 inch from its top left corner.

`SvgDrawing.patches` has the parts that only pixels can show, such as filters. `SvgDrawing.beyond` lists parts that
cannot be separated from what lies below them, and `SvgDrawing.passed` those that print cannot show, each with its
place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from cardgen.foundations.errors import Fault, InputError, Place, fail
from cardgen.graphics.drawing import Group, Item, Picture, Shape, Use, extent
from cardgen.graphics.geometry import IDENTITY, Matrix, Segments, multiply, rectangle
from cardgen.graphics.paths import read_path
from cardgen.svg.cutting import TooMuchError, alone, reach, whole
from cardgen.svg.drawn import DrawnWords, Noted, Patch, SvgDrawing
from cardgen.svg.frames import asked_size, nested, used
from cardgen.svg.image import image_items
from cardgen.svg.inking import inked
from cardgen.svg.laying import blend_of, composited
from cardgen.svg.outline import IntricateError
from cardgen.svg.paint import Painter
from cardgen.svg.patching import burden
from cardgen.svg.reading import Faces, Find
from cardgen.svg.shapes import SHAPES, segments_of
from cardgen.svg.style import GEOMETRY, Style, Styles
from cardgen.svg.text import text_items
from cardgen.svg.tree import Element, read_file, read_tree
from cardgen.svg.values import FARTHEST, Size, allowed, colour, fitted, origin, transform, view_box

MAX_DRAWN = 100_000
_MOST = 5  # how many times the cost of the whole patches can have
MAX_WITHIN = 3  # drawings within one another
_PASSED = {
    "script": "a script", "foreignObject": "foreign content", "animate": "an animation", "set": "an animation",
    "animateTransform": "an animation", "animateMotion": "an animation", "video": "a film", "audio": "a sound",
}  # fmt: skip


def read_drawing(path: Path, key: str, faces: Faces | None = None, find: Find | None = None) -> SvgDrawing:
    """What an SVG file draws.

    `key` begins the names of pictures inside; `faces` gives the font face of a style, `find` the file of an address.
    Raises InputError.
    """
    return draw_tree(read_file(path), Place(str(path)), key, faces, find)


def draw_tree(
    root: Element, place: Place, key: str, faces: Faces | None, find: Find | None, depth: int = 0
) -> SvgDrawing:
    """As `read_drawing`, of a tree at hand; `depth` is how many files it lies within."""
    reader = _Reader(root, place, key, faces, find, depth)
    return reader.read()


class _Reader:
    """Reads one file. `noted` and `beyond` collect what vectors cannot draw, in this element and in the whole drawing.
    `passed` collects what print cannot show at all."""

    def __init__(
        self, root: Element, place: Place, key: str, faces: Faces | None, find: Find | None, depth: int
    ) -> None:
        self.root, self.place, self.key, self.faces, self.find, self.depth = root, place, key, faces, find, depth
        self.styles = Styles(root)
        self.ids: dict[str, Element] = {}
        for node in root.iter():
            if name := node.get("id"):
                self.ids.setdefault(name, node)
        self.painter = Painter(self.ids, self.styles, {id(child): node for node in root.iter() for child in node})
        self.pictures: dict[str, Path | bytes] = {}
        self.patches: dict[str, Patch] = {}
        self.copied = 0  # elements of these
        self.noted: dict[str, Noted] = {}
        self.beyond: dict[str, Noted] = {}
        self.passed: dict[str, Noted] = {}
        self.words: list[DrawnWords] = []
        self.faults: list[Fault] = []
        self.count = 0
        self.open: list[int] = []  # elements being read, so that none contains itself

    # Notes

    def at(self, node: Element) -> Place:
        return Place(self.place.file, node.line, node.column)

    def cannot(self, what: str, node: Element, sized: bool = True) -> None:
        """Notes something that needs pixels, independent of what is below."""
        self.noted.setdefault(what, Noted(what, self.at(node), sized))

    def depends(self, what: str, node: Element) -> None:
        """Notes something that needs pixels together with everything below it."""
        self.beyond.setdefault(what, Noted(what, self.at(node)))

    # The whole

    def read(self) -> SvgDrawing:
        root = self.root
        view = view_box(root.get("viewBox"))
        width, height = asked_size(root, view, self.at(root))
        size = (width or 100.0, height or 100.0)
        style = self.styles.of(root, {})
        if style.get("display") == "none":
            return SvgDrawing((), width or 100.0, height or 100.0)
        matrix = fitted(view, size, root.get("preserveAspectRatio"))[0] if view else IDENTITY
        inside = (view[2], view[3]) if view else size
        items = self.children(root, style, inside)
        if width is None or height is None:
            box = extent(items) or (0, 0, 100, 100)
            size = (width or max(1.0, box[2]), height or max(1.0, box[3]))
        if matrix != IDENTITY and items:
            items = (Group(items, matrix),)
        items = self.composite(items, root, style, size)
        if style.get("filter", "none") != "none":
            self.cannot("a filter", root)
        if self.painter.odd:
            self.depends("a gradient or pattern taken over from what uses a shape", root)
        ground = colour(style.get("background-color", style.get("background", "none")))
        if ground:
            items = (Shape(rectangle(0, 0, *size), ground), *items)
        if "mix-blend-mode" in str([node.attrib for node in root.iter()]) + str(self.styles.sheet) and items:
            items = (Group(items, blend="normal"),)
        passed, faults = tuple(self.passed.values()), tuple(self.faults)
        drawn = SvgDrawing(
            items, *size, self.pictures, self.patches, passed=passed, words=tuple(self.words), faults=faults
        )
        if self.patches and self.depth == 0 and burden(drawn) > _MOST:
            self.beyond |= {noted.what: noted for patch in self.patches.values() for noted in patch.noted}
        beyond = {**self.noted, **self.beyond}
        if not beyond or self.faces is None:
            return drawn
        self.copied = 0
        return replace(drawn, patches={}, beyond=tuple(beyond.values()), whole=whole(self, root))

    def children(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        return tuple(item for child in node for item in self.element(child, style, view))

    def element(self, node: Element, parent: Style, view: Size) -> tuple[Item, ...]:
        """The items of an element in the coordinates of its parent."""
        tag = node.tag
        if tag not in _HANDLERS:
            if tag in _PASSED:
                self.passed.setdefault(tag, Noted(f"{_PASSED[tag]} (<{tag}>)", self.at(node)))
            return ()
        self.count += 1
        if self.count > MAX_DRAWN:
            raise fail(f"expected at most {MAX_DRAWN:,} shapes; simplify the drawing", self.at(node))
        if id(node) in self.open or len(self.open) > 150:
            return ()
        style = self.styles.of(node, parent)
        if style.get("display") == "none" or not allowed(node):
            return ()
        self.open.append(id(node))
        noted, beyond, patches = self.noted, dict(self.beyond), len(self.patches)
        self.noted = {}
        items: tuple[Item, ...] = ()
        try:
            items = _HANDLERS[tag](self, node, style, view)
            shown = self.composite(items, node, style, view)
        except IntricateError:
            self.cannot("a clip or a stroke that is too intricate", node, False)
            shown = ()
        finally:
            self.open.pop()
            own, self.noted = self.noted, noted
        if style.get("filter", "none") != "none":
            own, self.beyond = {"a filter": Noted("a filter", self.at(node))} | own, beyond
        if not own or self.faces is None:  # icons have no pixels
            return shown
        for key in list(self.patches)[patches:]:  # patches inside this one
            del self.patches[key]
        return self.patch(tuple(own.values()), items, node, parent, view)

    def matrix(self, node: Element, style: Style, view: Size) -> Matrix | None:
        """An element's transform; None if nothing of it is visible."""
        text = style.get("transform", "")
        if not text:
            return IDENTITY
        try:
            result = transform(text)
        except ValueError as error:
            self.faults.append(Fault(str(error), self.at(node)))
            return IDENTITY
        if result and (at := style.get("transform-origin")) and style.get("transform-box") is None:
            x, y = origin(at, view)
            result = multiply(multiply((1, 0, 0, 1, -x, -y), result), (1, 0, 0, 1, x, y))
        return result

    def composite(self, items: tuple[Item, ...], node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        """Items with their element's transform, clip, mask, opacity and blend mode."""
        matrix = self.matrix(node, style, view) if node is not self.root else IDENTITY
        return composited(self, items, matrix, node, style, view)

    def patch(
        self, noted: tuple[Noted, ...], items: tuple[Item, ...], node: Element, parent: Style, view: Size
    ) -> tuple[Item, ...]:
        """A patch for an element that only pixels can show."""
        style = self.styles.of(node, parent)
        matrix = self.matrix(node, style, view)
        try:
            svg = alone(self, node, parent, view)
        except TooMuchError:
            svg = ""
        if not svg or (self.painter.contexts and "context-" in svg):
            self.beyond.update((each.what, each) for each in noted)
            return ()
        if matrix is None:
            return ()
        box = reach(self, style, items, view) if all(each.sized for each in noted) else None
        key = f"{self.key}/{hashlib.blake2b(f'{box} {svg}'.encode(), digest_size=8).hexdigest()}"
        self.patches.setdefault(key, Patch(svg, box, noted))
        sized = extent(items, inked=False)
        shown: tuple[Item, ...] = (Use(key), *((Shape(rectangle(*sized)),) if sized else ()))
        blend = blend_of(self, node, style)
        return shown if matrix == IDENTITY and blend == "through" else (Group(shown, matrix, blend=blend),)

    # Kinds of elements

    def switch(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        for child in node:
            if child.tag in _HANDLERS and allowed(child):
                return self.element(child, style, view)
        return ()

    def shape(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        segments = self.outline(node, style, view)
        if not segments:
            return ()
        if style.get("visibility", "visible") != "visible":
            return (Shape(segments),)
        return inked(self, segments, style, view)

    def outline(self, node: Element, style: Style, view: Size) -> Segments:
        """A shape's path."""
        given = node.attrib
        if not style.keys().isdisjoint(GEOMETRY):
            given = given | {name: style[name] for name in GEOMETRY if name in style and style[name] != "auto"}
        if given.get("d", "").startswith("path("):
            given["d"] = given["d"][5:].rstrip(")").strip("\"'")
        if node.tag == "path" and not read_path(given.get("d", ""))[1]:
            told = f"expected SVG path data with coordinates under {FARTHEST:,}, got {given['d'][:40]!r}"
            self.faults.append(Fault(told, self.at(node)))
        segments = segments_of(node.tag, given, view, float(style["font-size"]))
        return segments if len(segments) > 1 else ()

    def image(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        return image_items(self, node, style, view) if style.get("visibility", "visible") == "visible" else ()

    def keep(self, picture: Path | bytes, name: str, box: tuple[float, float, float, float]) -> Picture:
        """Stores a picture of the drawing for documents, and returns an item that shows it."""
        key = f"{self.key}/{name}"
        self.pictures[key] = picture
        return Picture(*box, key)

    def within(self, data: bytes, place: Place, node: Element) -> tuple[tuple[Item, ...], Size]:
        """The items and the size of a drawing inside this one, which may name no further files. Raises InputError."""
        if self.depth >= MAX_WITHIN:
            raise fail(f"<image>: expected at most {MAX_WITHIN} drawings within one another", self.at(node))
        try:
            inner = draw_tree(read_tree(data, place), place, self.key, self.faces, None, self.depth + 1)
        except InputError as error:
            raise fail(f"<image>: {error.faults[0].message}", self.at(node)) from None
        self.pictures |= inner.pictures
        self.patches |= inner.patches
        for noted in inner.beyond:
            self.cannot(noted.what, node)
        self.words += inner.words
        self.passed |= {noted.what: Noted(noted.what, self.at(node)) for noted in inner.passed}
        return inner.items, (inner.width, inner.height)


Handler = Callable[[_Reader, Element, Style, Size], tuple[Item, ...]]
_HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(SHAPES, _Reader.shape),
    "g": _Reader.children,
    "a": _Reader.children,
    "switch": _Reader.switch,
    "svg": nested,
    "use": used,
    "text": text_items,
    "image": _Reader.image,
}

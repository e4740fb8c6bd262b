"""Reads an SVG file into items (SVG 2, static), in units of 1/96 inch from its top left corner.

`SvgDrawing.patches` has the parts that only pixels can show, such as filters. `SvgDrawing.beyond` lists parts that
cannot be separated from what lies below them, and `SvgDrawing.passed` those that print cannot show, each with its
place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from cardgen.foundations.errors import Fault, InputError, Place, fail
from cardgen.graphics.drawing import Group, Item, Picture, Shape, Use, extent
from cardgen.graphics.geometry import IDENTITY, Matrix, Segments, multiply, rectangle
from cardgen.graphics.paths import read_path
from cardgen.svg.cutting import TooMuchError, alone, reach, whole
from cardgen.svg.drawn import DrawnWords, Limitation, Patch, PlacedWords, SvgDrawing
from cardgen.svg.frames import inner_svg, requested_size, use_items
from cardgen.svg.image import image_items
from cardgen.svg.inking import ink_path
from cardgen.svg.laying import blend_of, composite_items
from cardgen.svg.outline import IntricateError
from cardgen.svg.paint import Painter
from cardgen.svg.patching import burden
from cardgen.svg.reading import Faces, Find
from cardgen.svg.shapes import SHAPES, segments_of
from cardgen.svg.style import GEOMETRY, Style, Styles
from cardgen.svg.text import text_items
from cardgen.svg.tree import Element, read_file, read_tree
from cardgen.svg.values import MAX_COORDINATE, Size, colour, fit_view_box, is_shown, origin, transform, view_box

MAX_DRAWN = 100_000
_MAX_BURDEN = 5  # times the cost of drawing the whole that its patches may cost
MAX_WITHIN = 3  # levels of nested drawings
_PASSED = {
    "script": "a script", "foreignObject": "foreign content", "animate": "an animation", "set": "an animation",
    "animateTransform": "an animation", "animateMotion": "an animation", "video": "a film", "audio": "a sound",
}  # fmt: skip


def read_drawing(path: Path, key: str, faces: Faces | None = None, find: Find | None = None) -> SvgDrawing:
    """Reads an SVG file.

    `key` begins the names of pictures inside; `faces` gives the font face of a style, `find` the file of an address.
    Raises InputError.
    """
    return draw_tree(read_file(path), Place(str(path)), key, faces, find)


def draw_tree(
    root: Element, place: Place, key: str, faces: Faces | None, find: Find | None, depth: int = 0
) -> SvgDrawing:
    """Reads a parsed drawing as `read_drawing` does; `depth` counts the files around it."""
    reader = _Reader(root, place, key, faces, find, depth)
    return reader.read()


def read_with_words(
    path: Path, key: str, faces: Faces, find: Find
) -> tuple[Element, SvgDrawing, tuple[PlacedWords, ...], Mapping[int, Element]]:
    """Reads an SVG file as `read_drawing` does. Returns also its root, its words with the items that place them, and
    the parent of each element by the element's id. Raises InputError."""
    reader = _Reader(read_file(path), Place(str(path)), key, faces, find, 0)
    reader.placed = []
    drawing = reader.read()
    return reader.root, drawing, tuple(reader.placed), reader.painter.parents


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
        self.copied = 0  # elements copied into patches
        self.noted: dict[str, Limitation] = {}
        self.beyond: dict[str, Limitation] = {}
        self.passed: dict[str, Limitation] = {}
        self.words: list[DrawnWords] = []
        self.placed: list[PlacedWords] | None = None
        self.faults: list[Fault] = []
        self.count = 0
        self.open: list[int] = []  # elements being read, so that none contains itself

    # limitations

    def at(self, node: Element) -> Place:
        return Place(self.place.file, node.line, node.column)

    def cannot(self, what: str, node: Element, sized: bool = True) -> None:
        """Notes something that needs pixels, independent of what is below."""
        self.noted.setdefault(what, Limitation(what, self.at(node), sized))

    def depends(self, what: str, node: Element) -> None:
        """Notes something that needs pixels together with everything below it."""
        self.beyond.setdefault(what, Limitation(what, self.at(node)))

    # the whole file

    def read(self) -> SvgDrawing:
        root = self.root
        view = view_box(root.get("viewBox"))
        width, height = requested_size(root, view, self.at(root))
        size = (width or 100.0, height or 100.0)
        style = self.styles.of(root, {})
        if style.get("display") == "none":
            return SvgDrawing((), width or 100.0, height or 100.0)
        matrix = fit_view_box(view, size, root.get("preserveAspectRatio"))[0] if view else IDENTITY
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
        drawing = SvgDrawing(
            items, *size, self.pictures, self.patches, passed=passed, words=tuple(self.words), faults=faults
        )
        if self.patches and self.depth == 0 and burden(drawing) > _MAX_BURDEN:
            self.beyond |= {
                limitation.what: limitation for patch in self.patches.values() for limitation in patch.noted
            }
        beyond = {**self.noted, **self.beyond}
        if not beyond or self.faces is None:
            return drawing
        self.copied = 0
        return replace(drawing, patches={}, beyond=tuple(beyond.values()), whole=whole(self, root))

    def children(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        return tuple(item for child in node for item in self.element(child, style, view))

    def element(self, node: Element, parent: Style, view: Size) -> tuple[Item, ...]:
        """The items of an element in the coordinates of its parent."""
        tag = node.tag
        if tag not in _HANDLERS:
            if tag in _PASSED:
                self.passed.setdefault(tag, Limitation(f"{_PASSED[tag]} (<{tag}>)", self.at(node)))
            return ()
        self.count += 1
        if self.count > MAX_DRAWN:
            raise fail(f"expected at most {MAX_DRAWN:,} shapes; simplify the drawing", self.at(node))
        if id(node) in self.open or len(self.open) > 150:
            return ()
        style = self.styles.of(node, parent)
        if style.get("display") == "none" or not is_shown(node):
            return ()
        self.open.append(id(node))
        limitations, beyond, patches = self.noted, dict(self.beyond), len(self.patches)
        self.noted = {}
        items: tuple[Item, ...] = ()
        try:
            items = _HANDLERS[tag](self, node, style, view)
            composited = self.composite(items, node, style, view)
        except IntricateError:
            self.cannot("a clip or a stroke that is too intricate", node, False)
            composited = ()
        finally:
            self.open.pop()
            own, self.noted = self.noted, limitations
        if style.get("filter", "none") != "none":
            own, self.beyond = {"a filter": Limitation("a filter", self.at(node))} | own, beyond
        if not own or self.faces is None or self.placed is not None:  # icons cannot have pixels; words need no effects
            return composited
        for key in list(self.patches)[patches:]:  # remove the patches inside this one
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
        return composite_items(self, items, matrix, node, style, view)

    def patch(
        self, limitations: tuple[Limitation, ...], items: tuple[Item, ...], node: Element, parent: Style, view: Size
    ) -> tuple[Item, ...]:
        """A patch for an element that only pixels can show."""
        style = self.styles.of(node, parent)
        matrix = self.matrix(node, style, view)
        try:
            svg = alone(self, node, parent, view)
        except TooMuchError:
            svg = ""
        if not svg or (self.painter.contexts and "context-" in svg):
            self.beyond.update((each.what, each) for each in limitations)
            return ()
        if matrix is None:
            return ()
        box = reach(self, style, items, view) if all(each.sized for each in limitations) else None
        key = f"{self.key}/{hashlib.blake2b(f'{box} {svg}'.encode(), digest_size=8).hexdigest()}"
        self.patches.setdefault(key, Patch(svg, box, limitations))
        sized = extent(items, inked=False)
        uses: tuple[Item, ...] = (Use(key), *((Shape(rectangle(*sized)),) if sized else ()))
        blend = blend_of(self, node, style)
        return uses if matrix == IDENTITY and blend == "through" else (Group(uses, matrix, blend=blend),)

    # kinds of elements

    def switch(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        for child in node:
            if child.tag in _HANDLERS and is_shown(child):
                return self.element(child, style, view)
        return ()

    def shape(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        segments = self.outline(node, style, view)
        if not segments:
            return ()
        if style.get("visibility", "visible") != "visible":
            return (Shape(segments),)
        return ink_path(self, segments, style, view)

    def outline(self, node: Element, style: Style, view: Size) -> Segments:
        """A shape's path."""
        attributes = node.attrib
        if not style.keys().isdisjoint(GEOMETRY):
            attributes = attributes | {
                name: style[name] for name in GEOMETRY if name in style and style[name] != "auto"
            }
        if attributes.get("d", "").startswith("path("):
            attributes["d"] = attributes["d"][5:].rstrip(")").strip("\"'")
        if node.tag == "path" and not read_path(attributes.get("d", ""))[1]:
            message = f"expected SVG path data with coordinates under {MAX_COORDINATE:,}, got {attributes['d'][:40]!r}"
            self.faults.append(Fault(message, self.at(node)))
        segments = segments_of(node.tag, attributes, view, float(style["font-size"]))
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
        for limitation in inner.beyond:
            self.cannot(limitation.what, node)
        self.words += inner.words
        self.passed |= {limitation.what: Limitation(limitation.what, self.at(node)) for limitation in inner.passed}
        return inner.items, (inner.width, inner.height)


Handler = Callable[[_Reader, Element, Style, Size], tuple[Item, ...]]
_HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(SHAPES, _Reader.shape),
    "g": _Reader.children,
    "a": _Reader.children,
    "switch": _Reader.switch,
    "svg": inner_svg,
    "use": use_items,
    "text": text_items,
    "image": _Reader.image,
}

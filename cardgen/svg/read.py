"""An SVG file to items (SVG 2, static, without filters), in units of 1/96 inch from its left upper corner.

What a viewer would draw and we do not is told, with its place: `Drawn.beyond` what only pixels can show, `Drawn.passed`
what no print can.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cardgen.drawing import (
    IDENTITY,
    Box,
    Group,
    Item,
    Matrix,
    Picture,
    Segments,
    Shape,
    extent,
    multiply,
    rectangle,
)
from cardgen.errors import Fault, InputError, Place, fail
from cardgen.paths import read_path
from cardgen.svg.clip import clipped, masked
from cardgen.svg.drawn import Drawn, Noted
from cardgen.svg.frames import nested, used
from cardgen.svg.image import image_items
from cardgen.svg.inking import inked
from cardgen.svg.outline import IntricateError
from cardgen.svg.paint import Painter
from cardgen.svg.reading import Faces, Find
from cardgen.svg.shapes import SHAPES, segments_of
from cardgen.svg.style import GEOMETRY, Style, Styles
from cardgen.svg.text import text_items
from cardgen.svg.tree import Element, read_file, read_tree
from cardgen.svg.values import FARTHEST, Size, allowed, colour, fitted, length, origin, part, transform, view_box

MAX_DRAWN = 100_000
MAX_WITHIN = 3  # drawings within one another
_LAID = ("transform", "clip-path", "mask", "opacity", "mix-blend-mode", "isolation")  # how items are laid down
_BLENDS = [
    "multiply",
    "screen",
    "overlay",
    "darken",
    "lighten",
    "color-dodge",
    "color-burn",
    "hard-light",
    "soft-light",
]
_BLENDS += ["soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity"]
_PASSED = {
    "script": "a script", "foreignObject": "foreign content", "animate": "an animation", "set": "an animation",
    "animateTransform": "an animation", "animateMotion": "an animation", "video": "a film", "audio": "a sound",
}  # fmt: skip


def read_drawing(path: Path, key: str, faces: Faces | None = None, find: Find | None = None) -> Drawn:
    """What an SVG file draws.

    `key` begins the names of pictures inside; `faces` gives the font face of a style, `find` the file of an address.
    Raises InputError.
    """
    return draw_tree(read_file(path), Place(str(path)), key, faces, find)


def draw_tree(root: Element, place: Place, key: str, faces: Faces | None, find: Find | None, depth: int = 0) -> Drawn:
    """As `read_drawing`, of a tree at hand; `depth` is how many files it lies within."""
    reader = _Reader(root, place, key, faces, find, depth)
    return reader.drawn()


class _Reader:
    """Reads one file. `beyond` and `passed` gather what it cannot draw."""

    def __init__(
        self, root: Element, place: Place, key: str, faces: Faces | None, find: Find | None, depth: int
    ) -> None:
        self.root, self.place, self.key, self.faces, self.find, self.depth = root, place, key, faces, find, depth
        self.styles = Styles(root)
        self.ids: dict[str, Element] = {}
        self.parents: dict[int, Element] = {}
        for node in root.iter():
            if name := node.get("id"):
                self.ids.setdefault(name, node)  # type: ignore[arg-type]
            for child in node:
                self.parents[id(child)] = node  # type: ignore[assignment]
        self.painter = Painter(self.ids, self.styles, self.parents)
        self.pictures: dict[str, Path | bytes] = {}
        self.beyond: dict[str, Noted] = {}
        self.passed: dict[str, Noted] = {}
        self.faults: list[Fault] = []
        self.count = 0
        self.open: list[int] = []  # elements that are shown within themselves would never end

    # What is told

    def at(self, node: Element) -> Place:
        return Place(self.place.file, node.line, node.column)

    def cannot(self, what: str, node: Element) -> None:
        """Notes something that takes pixels."""
        self.beyond.setdefault(what, Noted(what, self.at(node)))

    # The whole

    def drawn(self) -> Drawn:
        root = self.root
        view = view_box(root.get("viewBox"))
        em = 16.0
        width = length(_absolute(root.get("width")), 0, em)
        height = length(_absolute(root.get("height")), 0, em)
        for name, value in (("width", width), ("height", height)):
            if value is not None and value <= 0:
                raise fail(f"expected a {name} of more than 0, got {root.get(name)!r}", self.at(root))
        if view:
            if width is None and height is None:
                width, height = view[2], view[3]
            elif width is None or height is None:
                width = width or height * view[2] / view[3]  # type: ignore[operator]
                height = height or width * view[3] / view[2]
        size = (width or 100.0, height or 100.0)
        style = self.styles.of(root, {})
        if style.get("display") == "none":
            return Drawn((), width or 100.0, height or 100.0)
        matrix = fitted(view, size, root.get("preserveAspectRatio"))[0] if view else IDENTITY
        inside = (view[2], view[3]) if view else size
        items = self.children(root, style, inside)
        if width is None or height is None:
            box = extent(items) or (0, 0, 100, 100)
            size = (width or max(1.0, box[2]), height or max(1.0, box[3]))
        if matrix != IDENTITY and items:
            items = (Group(items, matrix),)
        items = self.put(items, root, style, size)
        if self.painter.odd:
            self.cannot("a gradient or pattern taken over from what uses a shape", root)
        ground = colour(style.get("background-color", style.get("background", "none")))
        if ground:
            items = (Shape(rectangle(0, 0, *size), ground), *items)
        if "mix-blend-mode" in str([node.attrib for node in root.iter()]) + str(self.styles.sheet) and items:
            items = (Group(items, blend="normal"),)
        beyond, passed = tuple(self.beyond.values()), tuple(self.passed.values())
        return Drawn(items, *size, self.pictures, beyond, passed, tuple(self.faults))

    def children(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        return tuple(item for child in node for item in self.element(child, style, view))

    def element(self, node: Element, parent: Style, view: Size) -> tuple[Item, ...]:
        """The items of an element in the coordinates of what it stands in."""
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
        try:
            return self.put(_HANDLERS[tag](self, node, style, view), node, style, view)
        except IntricateError:
            self.cannot("a clip or a stroke that is too intricate", node)
            return ()
        finally:
            self.open.pop()

    def matrix(self, node: Element, style: Style, view: Size) -> Matrix | None:
        """An element's transform; None where nothing of it is seen."""
        text = style.get("transform", "")
        if not text:
            return IDENTITY
        try:
            found = transform(text)
        except ValueError as error:
            self.faults.append(Fault(str(error), self.at(node)))
            return IDENTITY
        if found and (at := style.get("transform-origin")) and style.get("transform-box") is None:
            x, y = origin(at, view)
            found = multiply(multiply((1, 0, 0, 1, -x, -y), found), (1, 0, 0, 1, x, y))
        return found

    def put(self, items: tuple[Item, ...], node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        """Items with their element's transform, clip, mask, opacity and blend mode."""
        filtered = style.get("filter", "none") != "none"
        if filtered:
            self.cannot("a filter", node)
        if not items:
            return ()
        if style.keys().isdisjoint(_LAID):
            return items
        matrix = self.matrix(node, style, view) if node is not self.root else IDENTITY
        if matrix is None:
            return ()
        box: list[Box | None] = []

        def bounds() -> Box | None:
            if not box:
                box.append(extent(items, inked=False))
            return box[0]

        clip = clipped(self, style, bounds, view)
        if clip == ():
            return ()
        mask = masked(self, style, bounds, view)
        if mask == "hidden":
            return ()
        opacity, blend = part(style.get("opacity")), style.get("mix-blend-mode", "normal")
        if blend in ("color-dodge", "color-burn"):  # PDF files have other ones
            self.cannot(f"the blend mode {blend}", node)
        blend = blend if blend in _BLENDS else "normal" if style.get("isolation") == "isolate" else "through"
        if matrix == IDENTITY and clip is None and mask is None and opacity == 1 and blend == "through":
            return items
        assert not isinstance(mask, str)
        return (Group(items, matrix, clip, opacity, blend, mask),)

    # Kinds of elements

    def group(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        return self.children(node, style, view)

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
        given = dict(node.attrib)
        given.update({name: style[name] for name in GEOMETRY if name in style and style[name] != "auto"})
        if given.get("d", "").startswith("path("):
            given["d"] = given["d"][5:].rstrip(")").strip("\"'")
        if node.tag == "path" and not read_path(given.get("d", ""))[1]:
            told = f"expected SVG path data with coordinates under {FARTHEST:,}, got {given['d'][:40]!r}"
            self.faults.append(Fault(told, self.at(node)))
        found = segments_of(node.tag, given, view, float(style["font-size"]))
        return found if len(found) > 1 else ()

    def text(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        return tuple(text_items(self, node, style, view))

    def image(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        if style.get("visibility", "visible") != "visible":
            return ()
        return image_items(self, node, style, view)

    def keep(self, picture: Path | bytes, name: str, box: tuple[float, float, float, float]) -> Picture:
        """A picture inside, at hand for documents."""
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
        for noted in (*inner.beyond, *inner.passed):
            self.cannot(noted.what, node)
        return inner.items, (inner.width, inner.height)


Handler = Callable[[_Reader, Element, Style, Size], tuple[Item, ...]]
_HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(SHAPES, _Reader.shape),
    "g": _Reader.group,
    "a": _Reader.group,
    "switch": _Reader.switch,
    "svg": nested,
    "use": used,
    "text": _Reader.text,
    "image": _Reader.image,
}


def _absolute(text: str | None) -> str | None:
    return None if text is None or "%" in text or text == "auto" else text

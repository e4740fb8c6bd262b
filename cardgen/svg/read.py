"""An SVG file to items (SVG 2, static, without filters), in units of 1/96 inch from its left upper corner.

What a viewer would draw and we do not is told, with its place: `Drawn.beyond` what only pixels can show, `Drawn.passed`
what no print can.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
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
    tight_box,
)
from cardgen.errors import Fault, InputError, Place, fail
from cardgen.svg import markers, tiles
from cardgen.svg.clip import clipped, masked
from cardgen.svg.image import image_items
from cardgen.svg.outline import IntricateError, stroked
from cardgen.svg.paint import Painter, Server
from cardgen.svg.path import read_path
from cardgen.svg.pens import pen_of
from cardgen.svg.reading import Faces, Find
from cardgen.svg.shapes import SHAPES, segments_of
from cardgen.svg.style import GEOMETRY, Style, Styles
from cardgen.svg.text import text_items
from cardgen.svg.tree import Element, read_file, read_tree
from cardgen.svg.values import FARTHEST, Size, allowed, fitted, length, part, reference, transform, view_box

MAX_DRAWN = 100_000
MAX_WITHIN = 3  # drawings within one another
_BLENDS = frozenset(
    [
        "multiply",
        "screen",
        "overlay",
        "darken",
        "lighten",
        "color-dodge",
        "color-burn",
        "hard-light",
        "soft-light",
        "difference",
        "exclusion",
        "hue",
        "saturation",
        "color",
        "luminosity",
    ]
)
_PASSED = {
    "script": "a script", "foreignObject": "foreign content", "animate": "an animation", "set": "an animation",
    "animateTransform": "an animation", "animateMotion": "an animation", "video": "a film", "audio": "a sound",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Noted:
    """Something of a file that is not drawn as it stands there."""

    what: str
    place: Place


@dataclass(frozen=True, slots=True)
class Drawn:
    """A file's items, the size that it asks for, and the pictures inside, by their keys."""

    items: tuple[Item, ...]
    width: float
    height: float
    pictures: dict[str, Path | bytes] = field(default_factory=dict)
    beyond: tuple[Noted, ...] = ()
    passed: tuple[Noted, ...] = ()
    faults: tuple[Fault, ...] = ()  # what is malformed, and left out as SVG asks for


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
        items = self._put(items, root, style, size)
        if "mix-blend-mode" in str([node.attrib for node in root.iter()]) + str(self.styles.sheet) and items:
            items = (Group(items, blend="normal"),)
        beyond, passed = tuple(self.beyond.values()), tuple(self.passed.values())
        return Drawn(items, *size, self.pictures, beyond, passed, tuple(self.faults))

    def children(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        return tuple(item for child in node for item in self.element(child, style, view))  # type: ignore[arg-type]

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
            return self._put(_HANDLERS[tag](self, node, style, view), node, style, view)
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
        if found and (origin := style.get("transform-origin")) and style.get("transform-box") is None:
            x, y = _origin(origin, view)
            found = multiply(multiply((1, 0, 0, 1, -x, -y), found), (1, 0, 0, 1, x, y))
        return found

    def _put(self, items: tuple[Item, ...], node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        """Items with their element's transform, clip, mask, opacity and blend mode."""
        filtered = style.get("filter", "none") != "none"
        if filtered:
            self.cannot("a filter", node)
        if not items:
            return ()
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
            if child.tag in _HANDLERS and allowed(child):  # type: ignore[arg-type]
                return self.element(child, style, view)  # type: ignore[arg-type]
        return ()

    def nested(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        return self.viewport(node, style, view, {})

    def viewport(self, node: Element, style: Style, view: Size, given: dict[str, str]) -> tuple[Item, ...]:
        """What an inner <svg> or a used <symbol> shows; `given` are the measures of the <use>."""
        told = {**{name: style[name] for name in GEOMETRY if name in style}, **given}
        em = float(style["font-size"])
        x, y = length(told.get("x"), view[0], em) or 0.0, length(told.get("y"), view[1], em) or 0.0
        width = length(told.get("width", "100%"), view[0], em)
        height = length(told.get("height", "100%"), view[1], em)
        width, height = (view[0] if width is None else width), (view[1] if height is None else height)
        if width <= 0 or height <= 0:
            return ()
        box = view_box(node.get("viewBox"))
        matrix, inside = IDENTITY, (width, height)
        if box:
            matrix = fitted(box, (width, height), node.get("preserveAspectRatio"))[0]
            inside = (box[2], box[3])
        items = self.children(node, style, inside)
        if not items:
            return ()
        if matrix != IDENTITY or x or y:
            items = (Group(items, multiply(matrix, (1, 0, 0, 1, x, y))),)
        if style.get("overflow", "hidden") in ("hidden", "scroll"):
            items = (Group(items, clip=rectangle(x, y, x + width, y + height)),)
        return items

    def use(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        target = self.ids.get(reference(node.get("href")) or "")
        if target is None or id(target) in self.open:
            return ()
        em = float(style["font-size"])
        x, y = length(style.get("x"), view[0], em) or 0.0, length(style.get("y"), view[1], em) or 0.0
        self.painter.enter(style)
        try:
            items = self._used(target, style, view)
        finally:
            self.painter.contexts.pop()
        return (Group(items, (1, 0, 0, 1, x, y)),) if items and (x or y) else items

    def _used(self, target: Element, style: Style, view: Size) -> tuple[Item, ...]:
        if target.tag in ("symbol", "svg"):
            given = {name: style[name] for name in ("width", "height") if name in style and style[name] != "auto"}
            self.open.append(id(target))
            try:
                own = self.styles.of(target, style)
                if own.get("display") == "none":
                    return ()
                if target.tag == "symbol":
                    own = {name: value for name, value in own.items() if name not in GEOMETRY}
                items = self.viewport(target, own, view, given)
                return self._put(items, target, own, view)
            finally:
                self.open.pop()
        return self.element(target, style, view)

    def shape(self, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
        segments = self.outline(node, style, view)
        if not segments:
            return ()
        if style.get("visibility", "visible") != "visible":
            return (Shape(segments),)
        return self.inked(segments, node, style, view, markers.marked(self, segments, style, view))

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

    def inked(
        self, segments: Segments, node: Element, style: Style, view: Size, on_top: tuple[Item, ...] = ()
    ) -> tuple[Item, ...]:
        """A path filled, stroked and with its markers, in the order that its style wants."""
        box = tight_box(segments)
        evenodd = style.get("fill-rule") == "evenodd"
        layers: dict[str, Callable[[], tuple[Item, ...]]] = {
            "fill": lambda: self.painted(
                segments, self.painter.paint(style, "fill"), evenodd, box, style, view, "fill"
            ),
            "stroke": lambda: self._stroke(segments, box, style, view),
            "markers": lambda: on_top,
        }
        order = style.get("paint-order", "normal").split()
        if not set(order) <= layers.keys() or len(set(order)) < len(order):
            order = []
        order += [word for word in layers if word not in order]
        # What nothing is painted with still counts where sizes are taken
        return tuple(item for word in order for item in layers[word]()) or (Shape(segments),)

    def _stroke(self, segments: Segments, box: Box, style: Style, view: Size) -> tuple[Item, ...]:
        paint = self.painter.paint(style, "stroke")
        pen, line = pen_of(style, view)
        if paint is None or line <= 0:
            return ()
        if isinstance(paint, str) and all(dash > 0 for dash in pen.dashes):
            return (Shape(segments, None, paint, line, pen=pen),)
        return self.painted(stroked(segments, line, pen), paint, False, box, style, view, "stroke")

    def painted(
        self,
        segments: Segments,
        paint: str | Server | None,
        evenodd: bool,
        box: Box,
        style: Style,
        view: Size,
        name: str,
    ) -> tuple[Item, ...]:
        """A path filled with what a style asks for; `box` is what a gradient or a pattern is fitted to."""
        flat = name == "fill" and (box[0] == box[2] or box[1] == box[3])
        if paint is None or not segments or flat:  # PDF viewers draw a hairline where there is nothing to fill
            return ()
        if isinstance(paint, str):
            return (Shape(segments, paint, evenodd=evenodd),)
        opacity = part(style.get(f"{name}-opacity"))
        if paint.tag == "pattern":
            return tiles.tiled(self, paint, segments, evenodd, box, view, opacity)
        filled = self.painter.gradient(paint, box, view, opacity)
        return (Shape(segments, filled, evenodd=evenodd),) if filled else ()

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
    "svg": _Reader.nested,
    "use": _Reader.use,
    "text": _Reader.text,
    "image": _Reader.image,
}


def _absolute(text: str | None) -> str | None:
    return None if text is None or "%" in text or text == "auto" else text


def _origin(text: str, view: Size) -> tuple[float, float]:
    named = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
    found = text.split()[:2]
    if found and (found[0] in ("top", "bottom") or found[1:] in (["left"], ["right"])):
        found = [*(found[1:] or ["center"]), found[0]]
    words = [named.get(word, word) for word in found] or ["50%"]
    x = length(words[0], view[0]) or 0.0
    y = length(words[1] if len(words) > 1 else "50%", view[1]) or 0.0
    return x, y

"""Reads the paint of fills and strokes: colours, gradients and patterns (SVG 2, 13 and 14)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Gradient
from cardgen.graphics.geometry import IDENTITY, Box, Matrix, apply, multiply
from cardgen.svg.style import Style, Styles
from cardgen.svg.tree import Element
from cardgen.svg.values import Size, colour, length, part, reference, transform, undone, with_alpha

_MAX_TURNS = 100  # repeats of a gradient


@dataclass(frozen=True, slots=True)
class Server:
    """A paint server: a gradient or a pattern, with the elements that it inherits attributes from."""

    chain: tuple[Element, ...]
    instead: str | None = None  # the fallback colour

    @property
    def tag(self) -> str:
        return self.chain[0].tag

    def get(self, name: str, missing: str | None = None) -> str | None:
        return next((node.attrib[name] for node in self.chain if name in node.attrib), missing)

    def first_attribute(self, name: str, tags: tuple[str, ...]) -> str | None:
        """The attribute of the first element with one of these tags that has it."""
        return next((node.attrib[name] for node in self.chain if name in node.attrib and node.tag in tags), None)


class Painter:
    """Finds the paint servers among a file's elements."""

    def __init__(self, ids: dict[str, Element], styles: Styles, parents: dict[int, Element]) -> None:
        self.ids, self.styles, self.parents = ids, styles, parents
        self.odd = False  # whether a context paint is a gradient or a pattern
        self.contexts: list[Style] = []  # styles of the elements that use the one being drawn

    def paint(self, style: Style, name: str) -> str | Server | None:
        """A colour or a paint server; None for no paint."""
        text = style.get(name, "#000000" if name == "fill" else "none").strip()
        if text in ("none", "transparent", ""):
            return None
        opacity = part(style.get(f"{name}-opacity"))
        if text.startswith("url("):
            node = self.ids.get(reference(text) or "")
            text = text.partition(")")[2].strip()
            if node is not None and node.tag in ("linearGradient", "radialGradient", "pattern"):
                instead = self._colour(text, style, opacity) if text not in ("", "none") else None
                return Server(tuple(self._chain(node)), instead)
            if text in ("", "none"):
                return None
        if text in ("context-fill", "context-stroke"):
            inherited = self._context(text.removeprefix("context-"))
            self.odd = self.odd or isinstance(inherited, Server)
            return inherited
        solid = self._colour(text, style, opacity)
        return with_alpha("#000000", opacity) if solid is None and name == "fill" else solid

    def _colour(self, text: str, style: Style, opacity: float) -> str | None:
        parsed = colour(text.partition("icc-color(")[0].strip(), self.current(style))
        return with_alpha(parsed, opacity) if parsed else None

    def enter(self, style: Style) -> None:
        """Sets the context style for what is drawn from now on; `contexts.pop()` ends it."""
        self.contexts.append(style)

    def _context(self, name: str) -> str | Server | None:
        """The context paint: that of the element which uses the one being drawn."""
        if not self.contexts:
            return None
        style = self.contexts.pop()
        try:
            return self.paint(style, name)
        finally:
            self.contexts.append(style)

    def current(self, style: Style) -> str:
        text = style.get("color", "#000000")
        return colour(text) or "#000000"

    def _chain(self, node: Element) -> Iterator[Element]:
        visited: list[Element] = []
        at: Element | None = node
        while at is not None and at not in visited and len(visited) < 20:
            if at.tag not in ("linearGradient", "radialGradient", "pattern"):
                return
            visited.append(at)
            yield at
            at = self.ids.get(reference(at.get("href")) or "")

    def gradient(self, server: Server, box: Box, view: Size, opacity: float) -> str | Gradient | None:
        """The gradient for a shape in `box`; a colour if it has only one."""
        stops = self._stops(server, opacity)
        if not stops:
            return server.instead
        if len(stops) == 1:
            return stops[0][1]
        matrix = self._matrix(server, "gradientTransform")
        if matrix is None:
            return None
        bounding = server.get("gradientUnits") != "userSpaceOnUse"
        if bounding:
            left, top, right, bottom = box
            if right - left <= 0 or bottom - top <= 0:
                return server.instead
            matrix = multiply(matrix, (right - left, 0, 0, bottom - top, left, top))
            view = (1.0, 1.0)
        points = self._linear(server, view) if server.tag == "linearGradient" else self._radial(server, view)
        if points is None:
            return stops[-1][1]
        gradient = Gradient(points, tuple(stops), matrix)
        spread = server.get("spreadMethod")
        return repeat_gradient(gradient, box, spread == "reflect") if spread in ("repeat", "reflect") else gradient

    def _matrix(self, server: Server, name: str) -> Matrix | None:
        try:
            return transform(server.get(name) or "")
        except ValueError:
            return IDENTITY

    def _linear(self, server: Server, view: Size) -> tuple[float, ...] | None:
        def at(name: str, whole: float, missing: str) -> float:
            return length(server.first_attribute(name, ("linearGradient",)) or missing, whole) or 0.0

        x0, y0, x1, y1 = (
            at("x1", view[0], "0%"),
            at("y1", view[1], "0%"),
            at("x2", view[0], "100%"),
            at("y2", view[1], "0%"),
        )
        return None if (x0, y0) == (x1, y1) else (x0, y0, x1, y1)

    def _radial(self, server: Server, view: Size) -> tuple[float, ...] | None:
        diagonal = math.sqrt((view[0] ** 2 + view[1] ** 2) / 2)

        def at(name: str, whole: float, missing: float) -> float:
            value = length(server.first_attribute(name, ("radialGradient",)), whole)
            return missing if value is None else value

        x, y, radius = at("cx", view[0], view[0] / 2), at("cy", view[1], view[1] / 2), at("r", diagonal, diagonal / 2)
        fx, fy, focus = at("fx", view[0], x), at("fy", view[1], y), at("fr", diagonal, 0.0)
        if radius <= 0:
            return None
        return fx, fy, max(0.0, focus), x, y, radius

    def _stops(self, server: Server, opacity: float) -> list[tuple[float, str]]:
        owner = next((node for node in server.chain if any(child.tag == "stop" for child in node)), None)
        if owner is None:
            return []
        above = self.inherited_style(owner)
        stops: list[tuple[float, str]] = []
        least = 0.0
        for node in owner:
            if node.tag != "stop":
                continue
            assert isinstance(node, Element)
            style = self.styles.of(node, above)
            least = max(least, part(node.get("offset"), 0.0))
            stop_colour = colour(style.get("stop-color", "#000000"), self.current(style)) or "#000000"
            stops.append((least, with_alpha(stop_colour, part(style.get("stop-opacity")) * opacity)))
        return stops

    def inherited_style(self, node: Element) -> Style:
        """The style of an element at its own place in the file."""
        above = self.parents.get(id(node))
        return self.styles.of(node, self.inherited_style(above) if above is not None else {})


def repeat_gradient(gradient: Gradient, box: Box, mirrored: bool) -> Gradient:
    """A gradient that repeats, or is reflected, beyond its ends, as far as a box reaches."""
    a, b, c, d, *_ = gradient.matrix
    if abs(a * d - b * c) < 1e-12:
        return gradient
    undo = undone(gradient.matrix)
    corners = [apply(undo, x, y) for x in box[0::2] for y in box[1::2]]
    points = gradient.points
    if len(points) == 4:
        x0, y0, x1, y1 = points
        dx, dy = x1 - x0, y1 - y0
        along = [((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy) for x, y in corners]
        first, last = math.floor(min(along)), math.ceil(max(along))
        first, last = max(first, -_MAX_TURNS), min(last, _MAX_TURNS)
        extended: tuple[float, ...] = (x0 + first * dx, y0 + first * dy, x0 + last * dx, y0 + last * dy)
    else:
        fx, fy, focus, x, y, radius = points
        step = radius - focus
        far = max(math.hypot(px - x, py - y) for px, py in corners) + math.hypot(fx - x, fy - y)
        first, last = 0, min(max(1, math.ceil(far / max(1e-6, step - math.hypot(fx - x, fy - y)))), _MAX_TURNS)
        extended = (fx, fy, focus, fx + last * (x - fx), fy + last * (y - fy), focus + last * step)
    turns = range(first, max(last, first + 1))
    stops: list[tuple[float, str]] = []
    for index, turn in enumerate(turns):
        own = gradient.stops
        if own[0][0] > 0:
            own = ((0.0, own[0][1]), *own)
        if own[-1][0] < 1:
            own = (*own, (1.0, own[-1][1]))
        if mirrored and turn % 2:
            own = tuple((1 - at, stop_colour) for at, stop_colour in reversed(own))
        stops += [((index + at) / len(turns), stop_colour) for at, stop_colour in own]
    return replace(gradient, points=extended, stops=tuple(stops))

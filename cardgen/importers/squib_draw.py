"""Translates Squib's drawing methods to boxes on the cards of a deck."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from cardgen.importers.looks import escaped, hex_colour, marked, mirrored
from cardgen.importers.model import MOST_DRAWN, Deck, DrawnBox, Plain, Project, Value, each, settled
from cardgen.importers.ruby_methods import text
from cardgen.importers.ruby_run import Span, Thing, Unclear
from cardgen.importers.sources import FilesBeside
from cardgen.importers.squib_values import INCH, Entry, degrees, font, paint, pixels

DRAWN = {
    *("background", "rect", "circle", "ellipse", "line", "triangle", "polygon", "star", "curve", "grid"),
    *("text", "svg", "png", "jpg"),
}
_READ = {
    *("layout", "range", "x", "y", "width", "height", "radius", "x_radius", "y_radius", "fill_color", "stroke_color"),
    *("stroke_width", "color", "angle", "str", "font", "font_size", "align", "valign", "markup", "file", "force_id"),
    *("x1", "y1", "x2", "y2", "x3", "y3", "cx1", "cy1", "cx2", "cy2", "n", "inner_radius", "outer_radius"),
    *("hint", "wrap", "ellipsize", "join", "cap", "stroke_strategy", "placeholder", "warn_ellipsize", "extends"),
    *("justify", "spacing"),
}
_INKED = ("rect", "circle", "ellipse", "line", "triangle", "polygon", "star", "curve", "grid")
_OF_VERBS = {
    "text": {"data", "id", "mask", "alpha", "blend"},
    "svg": {"flip_horizontal", "flip_vertical"},
    "png": {"flip_horizontal", "flip_vertical"},
    **{verb: {"dash"} for verb in _INKED},
}
MOST_DASHES = 8
_ACROSS = {"x", "x1", "x2", "x3", "cx1", "cx2"}
_PLACES = _ACROSS | {name.replace("x", "y") for name in _ACROSS}


class SquibDrawing:
    """A deck while its block is read. Lengths of the script are pixels from the corner of its bleed."""

    def __init__(
        self,
        project: Project,
        deck: Deck,
        beside: FilesBeside,
        dpi: float,
        size: tuple[float, float],
        layout: Callable[[], dict[str, Entry]],
    ) -> None:
        self.project, self.deck, self.beside, self.dpi = project, deck, beside, dpi
        self.width, self.height = size
        self.layout = layout
        self.font = "Arial 36"

    def draw(self, verb: str, line: int, options: Entry, embeds: bool) -> None:
        """What a verb puts on the deck's cards. Raises Unclear."""
        given = self._with_layout(options, line)
        for name in given.keys() - _READ - _OF_VERBS.get(verb, set()):
            if given[name] not in (None, "", False, "none"):
                self.project.lose(line, f"cardgen does not understand: {name} of {verb}")
        if embeds:
            self.project.lose(
                line,
                "cardgen does not import pictures inside a text; put them into icons/ and write :name: in the text",
            )
        box = getattr(self, f"_{'picture' if verb in ('svg', 'png', 'jpg') else verb}")(given, line)
        if box is None:
            return
        if len(self.deck.boxes) >= MOST_DRAWN:
            raise Unclear(f"{verb}: it draws more than {MOST_DRAWN:,} things; cardgen imported the first of them")
        cards = self._range(given.get("range", "all"))
        entry = options.get("layout")
        name = text(entry) if isinstance(entry, str) else ""
        self.deck.boxes.append(replace(box, name=box.name or name, cards=cards))

    def _with_layout(self, options: Entry, line: int) -> Entry:
        """The options of a call over those of the layout's entry that it names; of several entries, card by card."""
        names, layout = options.get("layout"), self.layout()
        if names is None:
            return options
        if isinstance(names, list):
            entries = [layout.get(text(name), {}) if name is not None else {} for name in names]
            keys = {key: None for entry in entries for key in entry}
            return {key: [entry.get(key) for entry in entries] for key in keys} | options
        if text(names) not in layout:
            self.project.lose(line, f"there is no entry '{text(names)}' in the layouts")
        return {**layout.get(text(names), {}), **options}

    def _range(self, told: Thing) -> frozenset[int] | None:
        """The cards that a range names; None for all."""
        cards = self.deck.cards
        if told in ("all", None):
            return None if told == "all" else frozenset()
        if isinstance(told, Span):
            first, last = (at + cards if at < 0 else at for at in (told.first, told.last))
            return frozenset(range(max(first, 0), min(last, cards - 1) + 1))
        numbers = told if isinstance(told, list) else [told]
        if not all(isinstance(number, int) for number in numbers if number is not None):
            raise Unclear(f"range: {text(told)}")
        return frozenset(at % cards for at in numbers if isinstance(at, int) and -cards <= at < cards)

    # values of options

    def _value(self, given: Entry, name: str, otherwise: Thing, read: Callable[[Thing], Plain]) -> Value:
        """An option's value, card by card where it is a list."""
        value = given.get(name, otherwise)
        if isinstance(value, list):
            cells = [value[0]] * self.deck.cards if len(value) == 1 else value[: self.deck.cards]
            return settled((*(read(otherwise if cell is None else cell) for cell in cells),))
        return read(otherwise if value is None else value)

    def _mm(self, given: Entry, name: str, otherwise: Thing) -> Value:
        """A place or an extent in mm; places count from the trim."""
        whole = self.width if name in _ACROSS or name == "width" else self.height
        shift = self.deck.bleed if name in _PLACES else 0.0

        def read(value: Thing) -> Plain:
            number = pixels(value, self.dpi, whole)
            return None if number is None else number * INCH / self.dpi - shift

        return self._value(given, name, otherwise, read)

    def _plain(self, given: Entry, name: str, otherwise: float) -> float:
        """A length that is the same on all cards, in mm from the trim; of several the first."""
        value = self._mm(given, name, otherwise)
        first = value[0] if isinstance(value, tuple) else value
        return first if isinstance(first, float) else 0.0

    def _paint(self, given: Entry, name: str, otherwise: str) -> Value:
        def read(value: Thing) -> Plain:
            colour = paint(value, {})
            colour = hex_colour(otherwise) if colour is None else colour
            return colour if name == "fill_color" or not colour else colour.split(" to ")[0]

        return self._value(given, name, otherwise, read)

    def _inked(self, given: Entry, fill: str = "#0000") -> dict[str, Value]:
        keys = {"fill": self._paint(given, "fill_color", fill), "stroke": self._paint(given, "stroke_color", "black")}
        line = self._mm(given, "stroke_width", 2)
        line = each(lambda width: min(width, 20.0) if isinstance(width, float) else 0.3, line)
        if line == 0.0:
            keys["stroke"] = ""
        return keys | ({"line": line, **self._dash(given)} if keys["stroke"] else {})

    def _dash(self, given: Entry) -> dict[str, Value]:
        """The lengths of dashes and gaps, in turns."""

        def read(value: Thing) -> Plain:
            lengths = [pixels(each, self.dpi, 0.0) for each in re.findall(r"[\d.]+[a-z]*", text(value))[:MOST_DASHES]]
            mm = [f"{length * INCH / self.dpi:.2f}" for length in lengths if length is not None]
            return " ".join(mm * (2 if len(mm) == 1 else 1))

        dash = self._value(given, "dash", "", read)
        return {"dash": dash} if isinstance(dash, str) and dash else {}

    # verbs

    def _background(self, given: Entry, line: int) -> DrawnBox:
        size = (self.deck.size[0] + 2 * self.deck.bleed, self.deck.size[1] + 2 * self.deck.bleed)
        fill = self._paint(given, "color", "black")
        bleed = -self.deck.bleed
        return DrawnBox("rectangle", line, bleed, bleed, *size, {"fill": fill}, "background")

    def _rect(self, given: Entry, line: int) -> DrawnBox:
        corners = self._mm(given, "radius", None) or self._mm(given, "x_radius", 0)
        keys = self._inked(given) | ({"corners": corners} if corners else {})
        return self._place_box(DrawnBox("rectangle", line, keys=keys), given)

    def _ellipse(self, given: Entry, line: int) -> DrawnBox:
        return self._place_box(DrawnBox("ellipse", line, keys=self._inked(given)), given)

    def _circle(self, given: Entry, line: int) -> DrawnBox:
        x, y, radius = self._mm(given, "x", 0), self._mm(given, "y", 0), self._mm(given, "radius", 100)
        start = [each(lambda at, out: (at or 0.0) - (out or 0.0), middle, radius) for middle in (x, y)]
        across = each(lambda out: 2 * (out or 0.0), radius)
        return DrawnBox("ellipse", line, start[0], start[1], across, across, self._inked(given))

    def _place_box(self, box: DrawnBox, given: Entry) -> DrawnBox:
        width, height = self._mm(given, "width", "deck"), self._mm(given, "height", "deck")
        box = replace(box, left=self._mm(given, "x", 0), top=self._mm(given, "y", 0), width=width, height=height)
        return self._turned(box, given)

    def _turned(self, box: DrawnBox, given: Entry) -> DrawnBox:
        """Squib turns about the upper left corner, we about the middle."""
        angle = self._value(given, "angle", 0, degrees)
        if not angle:
            return box

        def moved(across: bool) -> Value:
            def move(at: Plain, width: Plain, height: Plain, turn: Plain) -> Plain:
                if not (
                    isinstance(width, float) and isinstance(height, float) and isinstance(turn, float)
                ):  # an open text
                    return at
                sine, cosine = math.sin(math.radians(turn)), math.cos(math.radians(turn))
                middle = width * cosine - height * sine if across else width * sine + height * cosine
                return (at if isinstance(at, float) else 0.0) + (middle - (width if across else height)) / 2

            return each(move, box.left if across else box.top, box.width, box.height, angle)

        return replace(box, left=moved(True), top=moved(False), keys={**box.keys, "turn": angle})

    def _path(self, d: str, line: int, given: Entry, fill: str = "#0000") -> DrawnBox:
        """A path in mm from the trim, over the whole card."""
        width, height = self.deck.size
        keys: dict[str, Value] = {"d": d, "view": f"0 0 {width:.2f} {height:.2f}", **self._inked(given, fill)}
        return DrawnBox("path", line, 0.0, 0.0, width, height, keys)

    def _points(self, given: Entry, *names: tuple[str, float, float]) -> list[tuple[float, float]]:
        return [(self._plain(given, f"x{end}", x), self._plain(given, f"y{end}", y)) for end, x, y in names]

    def _line(self, given: Entry, line: int) -> DrawnBox:
        color = given.get("stroke_color", given.get("color", "black"))
        return self._path(
            _straight(self._points(given, ("1", 100, 100), ("2", 150, 150))),
            line,
            {**given, "stroke_color": color, "fill_color": "#0000"},
        )

    def _triangle(self, given: Entry, line: int) -> DrawnBox:
        return self._path(
            _straight(self._points(given, ("1", 100, 100), ("2", 150, 150), ("3", 100, 150))) + " Z", line, given
        )

    def _curve(self, given: Entry, line: int) -> DrawnBox:
        (x1, y1), (x2, y2) = self._points(given, ("1", 0, 0), ("2", 5, 5))
        names = [self._plain(given, name, 0) for name in ("cx1", "cy1", "cx2", "cy2")]
        return self._path(f"M {x1:.2f} {y1:.2f} C " + " ".join(f"{at:.2f}" for at in [*names, x2, y2]), line, given)

    def _polygon(self, given: Entry, line: int) -> DrawnBox:
        return self._corners(given, line, [self._plain(given, "radius", 100)])

    def _star(self, given: Entry, line: int) -> DrawnBox:
        radii = [self._plain(given, name, default) for name, default in (("outer_radius", 100), ("inner_radius", 50))]
        return self._corners(given, line, radii)

    def _corners(self, given: Entry, line: int, radii: list[float]) -> DrawnBox:
        number = given.get("n", 5)
        number = min(max(number, 3), 100) if isinstance(number, int) else 5
        x, y = self._plain(given, "x", 0), self._plain(given, "y", 0)
        turn = degrees(given.get("angle", 0)) or 0.0
        many = number * len(radii)
        angles = [math.radians(turn + 360 * at / many) for at in range(many)]
        points = [
            (x + radii[at % len(radii)] * math.cos(a), y + radii[at % len(radii)] * math.sin(a))
            for at, a in enumerate(angles)
        ]
        return self._path(_straight(points) + " Z", line, given)

    def _grid(self, given: Entry, line: int) -> DrawnBox:
        step = [max(self._plain(given, name, 50), 0.5) for name in ("width", "height")]
        start = [self._plain(given, name, 0) for name in ("x", "y")]
        width, height = self.deck.size
        many = [
            min(int((side - at) / gap) + 1, 400) for side, at, gap in zip((width, height), start, step, strict=True)
        ]
        downs = [f"M {start[0] + at * step[0]:.2f} 0 V {height:.2f}" for at in range(many[0])]
        across = [f"M 0 {start[1] + at * step[1]:.2f} H {width:.2f}" for at in range(many[1])]
        return self._path(" ".join(downs + across), line, given)

    def _text(self, given: Entry, line: int) -> DrawnBox:
        markup = given.get("markup") is True

        def as_markup(value: Thing) -> Plain:
            return marked(text(value)) if markup or "<b>" in text(value) else escaped(text(value))

        words = self._value(given, "str", "", as_markup)
        styles = given.get("font", self.font)
        fonts = styles if isinstance(styles, list) else [styles]
        first = next((each for each in fonts if each), self.font)
        style = font(first, given.get("font_size"))
        if len(fonts) > 1:
            sizes = tuple(font(name or first, given.get("font_size")).size for name in fonts[: self.deck.cards])
            style = replace(style, size=settled(tuple(size if isinstance(size, float) else 12.0 for size in sizes)))
        keys: dict[str, Value] = {"text": words, "colour": self._paint(given, "color", "black")}
        keys["align"] = self._word(given, "align", {"center": "centre", "right": "right"}, "left", line)
        keys["valign"] = self._word(
            given, "valign", {"middle": "middle", "center": "middle", "bottom": "bottom"}, "top", line
        )
        left, top = self._mm(given, "x", 0), self._mm(given, "y", 0)
        box = DrawnBox("text", line, left, top, keys=keys, style=style)
        box = replace(box, width=self._extent(given, "width"), height=self._extent(given, "height"))
        return self._turned(box, given)

    def _extent(self, given: Entry, name: str) -> Value:
        """A text's width or height; None where it is left open, and the text reaches to the edge of the card."""
        told = self._mm(given, name, None)
        return None if _open(told) or told == 0.0 else told

    def _word(self, given: Entry, name: str, known: dict[str, str], otherwise: str, line: int) -> str:
        value = given.get(name)
        value = value[0] if isinstance(value, list) and value else value
        return known.get(text(value).strip().lower(), otherwise)

    def _picture(self, given: Entry, line: int) -> DrawnBox | None:
        if "file" not in given or given.get("file") in ("", None):
            if given.get("data"):
                raise Unclear("svg data: the script makes this picture itself; save it to a file and name the file")
            return None
        of = self._value(given, "file", "", lambda value: text(value) or None)
        width, height = self._picture_size(of, given)
        box = DrawnBox(
            "picture",
            line,
            self._mm(given, "x", 0),
            self._mm(given, "y", 0),
            width,
            height,
            {"of": of, **self._mirror(given)},
        )
        return self._turned(box, given)

    def _mirror(self, given: Entry) -> dict[str, Value]:
        across, down = (self._value(given, f"flip_{way}", False, _yes) for way in ("horizontal", "vertical"))
        mirror = settled(each(lambda one, other: mirrored(bool(one), bool(other)), across, down))
        return {"mirror": mirror} if mirror != "none" else {}

    def _picture_size(self, of: Value, given: Entry) -> tuple[Value, Value]:
        """The extents of a picture: as told, else its own, else to scale with the one that is told."""
        width, height = self._mm(given, "width", "native"), self._mm(given, "height", "native")
        if not _open(width) and not _open(height):
            return width, height
        own = next(filter(None, map(self._own_size, _names(of))), None)
        own_width, own_height = own or self.deck.size
        if _open(width) and _open(height):
            return own_width, own_height
        if _open(width):
            return each(lambda told: (told or 0.0) * own_width / own_height, height), height
        if str(given.get("height", "native")) == "scale":
            return width, each(lambda told: (told or 0.0) * own_height / own_width, width)
        return width, own_height

    def _own_size(self, name: str) -> tuple[float, float] | None:
        size = self.beside.size(name)
        return (size[0] * INCH / self.dpi, size[1] * INCH / self.dpi) if size else None


def _yes(value: Thing) -> Plain:
    return float(value is True)


def _open(value: Value) -> bool:
    return value is None or (isinstance(value, tuple) and any(each is None for each in value))


def _names(of: Value) -> Iterable[str]:
    return [str(name) for name in (of if isinstance(of, tuple) else (of,)) if name][:20]


def _straight(points: Iterable[tuple[float, float]]) -> str:
    return "M " + " L ".join(f"{x:.2f} {y:.2f}" for x, y in points)

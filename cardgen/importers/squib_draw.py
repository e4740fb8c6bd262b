"""Translates Squib's drawing methods to boxes on the cards of a deck."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from cardgen.importers.looks import escape_markup, hex_colour, mirror_value, to_markup
from cardgen.importers.model import MAX_DRAWN, Deck, DrawnBox, Plain, Project, Value, each, one_if_equal
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
_WITH_INK = ("rect", "circle", "ellipse", "line", "triangle", "polygon", "star", "curve", "grid")
_OWN_OPTIONS = {
    "text": {"data", "id", "mask", "alpha", "blend"},
    "svg": {"flip_horizontal", "flip_vertical"},
    "png": {"flip_horizontal", "flip_vertical"},
    **{verb: {"dash"} for verb in _WITH_INK},
}
MAX_DASHES = 8
_ACROSS = {"x", "x1", "x2", "x3", "cx1", "cx2"}
_PLACES = _ACROSS | {name.replace("x", "y") for name in _ACROSS}


class SquibDrawing:
    """Draws the boxes of one deck. Lengths in the script are pixels from the corner of the bleed."""

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
        """Adds the box that a method draws on the deck's cards. Raises Unclear."""
        merged = self._with_layout(options, line)
        for name in merged.keys() - _READ - _OWN_OPTIONS.get(verb, set()):
            if merged[name] not in (None, "", False, "none"):
                self.project.lose(line, f"cardgen does not understand: {name} of {verb}")
        if embeds:
            self.project.lose(
                line,
                "cardgen does not import pictures inside a text; put them into icons/ and write :name: in the text",
            )
        box = getattr(self, f"_{'picture' if verb in ('svg', 'png', 'jpg') else verb}")(merged, line)
        if box is None:
            return
        if len(self.deck.boxes) >= MAX_DRAWN:
            raise Unclear(f"{verb}: it draws more than {MAX_DRAWN:,} things; cardgen imported the first of them")
        cards = self._range(merged.get("range", "all"))
        entry = options.get("layout")
        name = text(entry) if isinstance(entry, str) else ""
        self.deck.boxes.append(replace(box, name=box.name or name, cards=cards))

    def _with_layout(self, options: Entry, line: int) -> Entry:
        """The options of a call, laid over those of its entry in the layout; with several entries, card by card."""
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

    def _range(self, chosen: Thing) -> frozenset[int] | None:
        """The cards of a range; None for all."""
        cards = self.deck.cards
        if chosen in ("all", None):
            return None if chosen == "all" else frozenset()
        if isinstance(chosen, Span):
            first, last = (at + cards if at < 0 else at for at in (chosen.first, chosen.last))
            return frozenset(range(max(first, 0), min(last, cards - 1) + 1))
        numbers = chosen if isinstance(chosen, list) else [chosen]
        if not all(isinstance(number, int) for number in numbers if number is not None):
            raise Unclear(f"range: {text(chosen)}")
        return frozenset(at % cards for at in numbers if isinstance(at, int) and -cards <= at < cards)

    # values of options

    def _value(self, options: Entry, name: str, otherwise: Thing, read: Callable[[Thing], Plain]) -> Value:
        """An option's value, for each card if it is a list."""
        value = options.get(name, otherwise)
        if isinstance(value, list):
            cells = [value[0]] * self.deck.cards if len(value) == 1 else value[: self.deck.cards]
            return one_if_equal((*(read(otherwise if cell is None else cell) for cell in cells),))
        return read(otherwise if value is None else value)

    def _mm(self, options: Entry, name: str, otherwise: Thing) -> Value:
        """A position or an extent in mm; positions count from the trim."""
        whole = self.width if name in _ACROSS or name == "width" else self.height
        shift = self.deck.bleed if name in _PLACES else 0.0

        def read(value: Thing) -> Plain:
            number = pixels(value, self.dpi, whole)
            return None if number is None else number * INCH / self.dpi - shift

        return self._value(options, name, otherwise, read)

    def _plain(self, options: Entry, name: str, otherwise: float) -> float:
        """A length in mm that is the same on all cards, or the first card's; positions count from the trim."""
        value = self._mm(options, name, otherwise)
        first = value[0] if isinstance(value, tuple) else value
        return first if isinstance(first, float) else 0.0

    def _paint(self, options: Entry, name: str, otherwise: str) -> Value:
        def read(value: Thing) -> Plain:
            colour = paint(value, {})
            colour = hex_colour(otherwise) if colour is None else colour
            return colour if name == "fill_color" or not colour else colour.split(" to ")[0]

        return self._value(options, name, otherwise, read)

    def _ink_keys(self, options: Entry, fill: str = "#0000") -> dict[str, Value]:
        keys = {
            "fill": self._paint(options, "fill_color", fill),
            "stroke": self._paint(options, "stroke_color", "black"),
        }
        line = self._mm(options, "stroke_width", 2)
        line = each(lambda width: min(width, 20.0) if isinstance(width, float) else 0.3, line)
        if line == 0.0:
            keys["stroke"] = ""
        return keys | ({"line": line, **self._dash(options)} if keys["stroke"] else {})

    def _dash(self, options: Entry) -> dict[str, Value]:
        """The alternating lengths of dashes and gaps."""

        def read(value: Thing) -> Plain:
            lengths = [pixels(each, self.dpi, 0.0) for each in re.findall(r"[\d.]+[a-z]*", text(value))[:MAX_DASHES]]
            mm = [f"{length * INCH / self.dpi:.2f}" for length in lengths if length is not None]
            return " ".join(mm * (2 if len(mm) == 1 else 1))

        dash = self._value(options, "dash", "", read)
        return {"dash": dash} if isinstance(dash, str) and dash else {}

    # methods

    def _background(self, options: Entry, line: int) -> DrawnBox:
        size = (self.deck.size[0] + 2 * self.deck.bleed, self.deck.size[1] + 2 * self.deck.bleed)
        fill = self._paint(options, "color", "black")
        bleed = -self.deck.bleed
        return DrawnBox("rectangle", line, bleed, bleed, *size, {"fill": fill}, "background")

    def _rect(self, options: Entry, line: int) -> DrawnBox:
        corners = self._mm(options, "radius", None) or self._mm(options, "x_radius", 0)
        keys = self._ink_keys(options) | ({"corners": corners} if corners else {})
        return self._place_box(DrawnBox("rectangle", line, keys=keys), options)

    def _ellipse(self, options: Entry, line: int) -> DrawnBox:
        return self._place_box(DrawnBox("ellipse", line, keys=self._ink_keys(options)), options)

    def _circle(self, options: Entry, line: int) -> DrawnBox:
        x, y, radius = self._mm(options, "x", 0), self._mm(options, "y", 0), self._mm(options, "radius", 100)
        start = [each(lambda at, out: (at or 0.0) - (out or 0.0), middle, radius) for middle in (x, y)]
        across = each(lambda out: 2 * (out or 0.0), radius)
        return DrawnBox("ellipse", line, start[0], start[1], across, across, self._ink_keys(options))

    def _place_box(self, box: DrawnBox, options: Entry) -> DrawnBox:
        width, height = self._mm(options, "width", "deck"), self._mm(options, "height", "deck")
        box = replace(box, left=self._mm(options, "x", 0), top=self._mm(options, "y", 0), width=width, height=height)
        return self._turn_box(box, options)

    def _turn_box(self, box: DrawnBox, options: Entry) -> DrawnBox:
        """Squib turns a box about its upper left corner, cardgen about its middle."""
        angle = self._value(options, "angle", 0, degrees)
        if not angle:
            return box

        def move(across: bool) -> Value:
            def move(at: Plain, width: Plain, height: Plain, turn: Plain) -> Plain:
                if not (
                    isinstance(width, float) and isinstance(height, float) and isinstance(turn, float)
                ):  # a text without a width
                    return at
                sine, cosine = math.sin(math.radians(turn)), math.cos(math.radians(turn))
                middle = width * cosine - height * sine if across else width * sine + height * cosine
                return (at if isinstance(at, float) else 0.0) + (middle - (width if across else height)) / 2

            return each(move, box.left if across else box.top, box.width, box.height, angle)

        return replace(box, left=move(True), top=move(False), keys={**box.keys, "turn": angle})

    def _path(self, d: str, line: int, options: Entry, fill: str = "#0000") -> DrawnBox:
        """A path in mm from the trim, over the whole card."""
        width, height = self.deck.size
        keys: dict[str, Value] = {"d": d, "view": f"0 0 {width:.2f} {height:.2f}", **self._ink_keys(options, fill)}
        return DrawnBox("path", line, 0.0, 0.0, width, height, keys)

    def _points(self, options: Entry, *names: tuple[str, float, float]) -> list[tuple[float, float]]:
        return [(self._plain(options, f"x{end}", x), self._plain(options, f"y{end}", y)) for end, x, y in names]

    def _line(self, options: Entry, line: int) -> DrawnBox:
        color = options.get("stroke_color", options.get("color", "black"))
        return self._path(
            _straight(self._points(options, ("1", 100, 100), ("2", 150, 150))),
            line,
            {**options, "stroke_color": color, "fill_color": "#0000"},
        )

    def _triangle(self, options: Entry, line: int) -> DrawnBox:
        return self._path(
            _straight(self._points(options, ("1", 100, 100), ("2", 150, 150), ("3", 100, 150))) + " Z", line, options
        )

    def _curve(self, options: Entry, line: int) -> DrawnBox:
        (x1, y1), (x2, y2) = self._points(options, ("1", 0, 0), ("2", 5, 5))
        names = [self._plain(options, name, 0) for name in ("cx1", "cy1", "cx2", "cy2")]
        return self._path(f"M {x1:.2f} {y1:.2f} C " + " ".join(f"{at:.2f}" for at in [*names, x2, y2]), line, options)

    def _polygon(self, options: Entry, line: int) -> DrawnBox:
        return self._corners(options, line, [self._plain(options, "radius", 100)])

    def _star(self, options: Entry, line: int) -> DrawnBox:
        radii = [self._plain(options, name, default) for name, default in (("outer_radius", 100), ("inner_radius", 50))]
        return self._corners(options, line, radii)

    def _corners(self, options: Entry, line: int, radii: list[float]) -> DrawnBox:
        number = options.get("n", 5)
        number = min(max(number, 3), 100) if isinstance(number, int) else 5
        x, y = self._plain(options, "x", 0), self._plain(options, "y", 0)
        turn = degrees(options.get("angle", 0)) or 0.0
        many = number * len(radii)
        angles = [math.radians(turn + 360 * at / many) for at in range(many)]
        points = [
            (x + radii[at % len(radii)] * math.cos(a), y + radii[at % len(radii)] * math.sin(a))
            for at, a in enumerate(angles)
        ]
        return self._path(_straight(points) + " Z", line, options)

    def _grid(self, options: Entry, line: int) -> DrawnBox:
        step = [max(self._plain(options, name, 50), 0.5) for name in ("width", "height")]
        start = [self._plain(options, name, 0) for name in ("x", "y")]
        width, height = self.deck.size
        many = [
            min(int((side - at) / gap) + 1, 400) for side, at, gap in zip((width, height), start, step, strict=True)
        ]
        downs = [f"M {start[0] + at * step[0]:.2f} 0 V {height:.2f}" for at in range(many[0])]
        across = [f"M 0 {start[1] + at * step[1]:.2f} H {width:.2f}" for at in range(many[1])]
        return self._path(" ".join(downs + across), line, options)

    def _text(self, options: Entry, line: int) -> DrawnBox:
        markup = options.get("markup") is True

        def as_markup(value: Thing) -> Plain:
            return to_markup(text(value)) if markup or "<b>" in text(value) else escape_markup(text(value))

        words = self._value(options, "str", "", as_markup)
        styles = options.get("font", self.font)
        fonts = styles if isinstance(styles, list) else [styles]
        first = next((each for each in fonts if each), self.font)
        style = font(first, options.get("font_size"))
        if len(fonts) > 1:
            sizes = tuple(font(name or first, options.get("font_size")).size for name in fonts[: self.deck.cards])
            style = replace(
                style, size=one_if_equal(tuple(size if isinstance(size, float) else 12.0 for size in sizes))
            )
        keys: dict[str, Value] = {"text": words, "colour": self._paint(options, "color", "black")}
        keys["align"] = self._word(options, "align", {"center": "centre", "right": "right"}, "left", line)
        keys["valign"] = self._word(
            options, "valign", {"middle": "middle", "center": "middle", "bottom": "bottom"}, "top", line
        )
        left, top = self._mm(options, "x", 0), self._mm(options, "y", 0)
        box = DrawnBox("text", line, left, top, keys=keys, style=style)
        box = replace(box, width=self._extent(options, "width"), height=self._extent(options, "height"))
        return self._turn_box(box, options)

    def _extent(self, options: Entry, name: str) -> Value:
        """A text's width or height; None if it is open, so that the text reaches to the edge of the card."""
        extent = self._mm(options, name, None)
        return None if _open(extent) or extent == 0.0 else extent

    def _word(self, options: Entry, name: str, known: dict[str, str], otherwise: str, line: int) -> str:
        value = options.get(name)
        value = value[0] if isinstance(value, list) and value else value
        return known.get(text(value).strip().lower(), otherwise)

    def _picture(self, options: Entry, line: int) -> DrawnBox | None:
        if "file" not in options or options.get("file") in ("", None):
            if options.get("data"):
                raise Unclear("svg data: the script makes this picture itself; save it to a file and name the file")
            return None
        of = self._value(options, "file", "", lambda value: text(value) or None)
        width, height = self._picture_size(of, options)
        box = DrawnBox(
            "picture",
            line,
            self._mm(options, "x", 0),
            self._mm(options, "y", 0),
            width,
            height,
            {"of": of, **self._mirror(options)},
        )
        return self._turn_box(box, options)

    def _mirror(self, options: Entry) -> dict[str, Value]:
        across, down = (self._value(options, f"flip_{way}", False, _yes) for way in ("horizontal", "vertical"))
        mirror = one_if_equal(each(lambda one, other: mirror_value(bool(one), bool(other)), across, down))
        return {"mirror": mirror} if mirror != "none" else {}

    def _picture_size(self, of: Value, options: Entry) -> tuple[Value, Value]:
        """The size of a picture: the script's width and height, or its own size, scaled if the script gives only one of
        them."""
        width, height = self._mm(options, "width", "native"), self._mm(options, "height", "native")
        if not _open(width) and not _open(height):
            return width, height
        own = next(filter(None, map(self._own_size, _names(of))), None)
        own_width, own_height = own or self.deck.size
        if _open(width) and _open(height):
            return own_width, own_height
        if _open(width):
            return each(lambda length: (length or 0.0) * own_width / own_height, height), height
        if str(options.get("height", "native")) == "scale":
            return width, each(lambda length: (length or 0.0) * own_height / own_width, width)
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

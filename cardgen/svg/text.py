"""Sets the words of a drawing in the deck's fonts (SVG 2, 11): each line from its starting point, in its styles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from itertools import pairwise
from unicodedata import bidirectional

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, Place, fail
from cardgen.graphics.drawing import Group, Item, Shape, Text, texts
from cardgen.graphics.geometry import multiply, rectangle, rotation, transform, translation
from cardgen.svg.drawn import DrawnWords, PlacedWords
from cardgen.svg.inking import ink_path
from cardgen.svg.paint import Server
from cardgen.svg.reading import Reader
from cardgen.svg.signs import PlacedCharacter, chunks, collapse_spaces, place_signs, runs_of, signs_of
from cardgen.svg.style import Style, families_of
from cardgen.svg.tree import Element
from cardgen.svg.values import Size, length
from cardgen.text.fonts import Font
from cardgen.text.inline import Run
from cardgen.text.letters import letters, lines_of
from cardgen.text.setting import line_items, unbroken

WIDTH = "data-width"  # our attribute: the maximum width of words, which shrink to fit
_ODD = (  # properties that we do not support, their neutral values, and how messages name them
    ("font-variant", ("normal", "none"), "words in small capitals or other forms"),
    ("font-variation-settings", ("normal",), "words in a form of a variable font"),
    ("font-kerning", ("auto", "normal"), "words without kerning"),
    ("kerning", ("auto",), "words with a kerning of their own"),
)


@dataclass(slots=True)
class _Run:
    """Characters of one style on one line, in ems of `size`."""

    text: str
    node: Element
    style: Style
    face: Font
    size: float
    width: float
    within: tuple[tuple[Element, Style], ...]
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0
    items: list[Item] = field(default_factory=list)


def text_items(reader: Reader, node: Element, style: Style, view: Size) -> tuple[Item, ...]:
    """The items of a <text>."""
    return tuple(_items(reader, node, style, view))


def _items(reader: Reader, node: Element, style: Style, view: Size) -> Iterator[Item]:
    signs = list(collapse_spaces(signs_of(reader, node, style, ((node, style),))))
    if not signs:
        return
    place_signs(signs, view)
    for name, plain, what in _ODD:
        if odd := next((sign for sign in signs if sign.style.get(name, plain[0]) not in plain), None):
            reader.cannot(what, odd.node)
    if style.get("writing-mode", "lr") not in ("lr", "lr-tb", "horizontal-tb"):
        reader.cannot("words from top to bottom", node, False)
        return
    lines = [(chunk, _line(reader, node, chunk)) for chunk in chunks(signs)]
    shrunk = min((_shrinkage(reader, chunk[0], runs, view) for chunk, runs in lines), default=1.0)
    x = y = 0.0
    for chunk, runs in lines:
        x = x if chunk[0].x is None else chunk[0].x
        y = y if chunk[0].y is None else chunk[0].y
        start, items, number = (x, y), [], len(reader.placed or ())
        x -= _width_of(runs) * {"middle": 0.5, "end": 1.0}.get(chunk[0].style.get("text-anchor", ""), 0.0)
        for run in runs:
            x, y = x + run.dx, y + run.dy
            own = [*_run_items(reader, run, x, y - _rise(run), view)]
            words = tuple(text for text, _ in texts(own))
            reader.words.append(DrawnWords(run.text.strip(), words, reader.at(run.node), shrunk))
            if reader.placed is not None:
                reader.placed.append(_with_place(run, node, own[-1] if own else None, chunk[0], number))
            items += own
            x += run.width
        if shrunk == 1:
            yield from items
            continue
        about = (start[0] * (1 - shrunk), start[1] * (1 - shrunk))
        x, y = about[0] + shrunk * x, about[1] + shrunk * y
        yield Group(tuple(items), (shrunk, 0, 0, shrunk, *about))


def _with_place(run: _Run, node: Element, item: Item | None, first: PlacedCharacter, chunk: int) -> PlacedWords:
    """A run with the item that places it, the last one that it is drawn with."""
    anchor = first.style.get("text-anchor", "start")
    around = tuple(each for each, _ in run.within)
    return PlacedWords(run.text, node, run.style, item, chunk, anchor, run.width, run.size, around)


def _line(reader: Reader, node: Element, chunk: list[PlacedCharacter]) -> list[_Run]:
    """The runs of characters that are aligned together."""
    runs = [_run(reader, same, same[-1] is chunk[-1]) for same in runs_of(chunk)]
    if len(runs) > 1 and any(bidirectional(sign.text) in ("R", "AL") for sign in chunk):
        reader.cannot("words from the right, put letter by letter", node)
    for before, after in pairwise(runs):
        after.dx += _kern(reader, before, after)
    return runs


def _width_of(runs: list[_Run]) -> float:
    return sum(run.dx + run.width for run in runs)


def _shrinkage(reader: Reader, first: PlacedCharacter, runs: list[_Run], view: Size) -> float:
    """The factor, at most 1, by which a line shrinks to the `data-width` of an element around it."""
    holder = next((node for node, _ in reversed(first.within) if WIDTH in node.attrib), None)
    if holder is None:
        return 1.0
    most, wide = length(holder.get(WIDTH), view[0], float(first.style["font-size"])), _width_of(runs)
    if most is None or most <= 0:
        message = f"expected a {WIDTH} of more than 0, got {holder.get(WIDTH)!r}"
        reader.faults.append(Fault(message, reader.at(holder)))
        return 1.0
    return min(1.0, most / wide) if wide > 0 else 1.0


def _run(reader: Reader, signs: Sequence[PlacedCharacter], last: bool) -> _Run:
    first = signs[0]
    # The second of two spaces is kept, so it must not look like one between words
    style, text = first.style, "".join(sign.text for sign in signs).replace("  ", " \u00a0")
    size = float(style["font-size"])
    place = reader.at(first.node)
    if reader.faces is None:
        raise fail("expected shapes; convert the words (<text>) to paths in your drawing program", place)
    families = families_of(style.get("font-family", ""))
    bold, italic = int(style.get("font-weight", "400")) >= 600, style.get("font-style", "normal") != "normal"
    face = reader.faces(families, bold, italic, place)
    pieces = unbroken(Run(text, bold, italic), face, place)
    width = sum(piece.width for piece in pieces) * size
    for name, among in (("letter-spacing", text), ("word-spacing", text.count(" ") * " ")):
        if spacing := length(style.get(name), size, size):
            width += spacing * (len(among) - (last and name == "letter-spacing"))
    run = _Run(text, first.node, style, face, size, width, first.within, first.dx, first.dy, first.turn)
    run.items = line_items(pieces, 0.0, 0.0, size, "#000000") if size > 0 else []
    return run


def _kern(reader: Reader, before: _Run, after: _Run) -> float:
    """The kerning between two characters that have places of their own."""
    if before.face is not after.face or " " in (before.text[-1], after.text[0]):
        return 0.0
    place, first, second = reader.at(after.node), before.text[-1], after.text[0]
    return before.size * (
        _width(first + second, after.face, place) - _width(first, after.face, place) - _width(second, after.face, place)
    )


def _width(text: str, face: Font, place: Place) -> float:
    return sum(piece.width for piece in unbroken(Run(text), face, place))


def _rise(run: _Run) -> float:
    """How far a run is raised above the baseline."""
    lines, size = lines_of(run.face.own.source), run.size
    raised = 0.0
    for _, style in run.within[1:]:
        shift = style.get("baseline-shift", "baseline")
        if shift in ("super", "sub"):
            raised += size * (lines.raised if shift == "super" else -lines.lowered)
        else:
            em = float(style["font-size"])
            raised += length(shift, em, em) or 0.0
    own = run.style.get("alignment-baseline", "auto")
    baseline = run.style.get("dominant-baseline", "auto") if own in ("auto", "baseline") else own
    lowered = {
        "central": (lines.above - lines.below) / 2,
        "middle": lines.small / 2,
        "hanging": 0.8 * lines.above,
        "before-edge": lines.above,
        "text-before-edge": lines.above,
        "text-top": lines.above,
        "after-edge": -lines.below,
        "text-after-edge": -lines.below,
        "ideographic": -lines.below,
        "mathematical": lines.above / 2,
    }.get(baseline, 0.0)
    return raised - lowered * size


def _run_items(reader: Reader, run: _Run, x: float, y: float, view: Size) -> Iterator[Item]:
    style = run.style
    if style.get("visibility", "visible") != "visible" or not run.text.strip():
        return
    fill, stroke = reader.painter.paint(style, "fill"), reader.painter.paint(style, "stroke")
    lines = lines_of(run.face.own.source)
    decorated = [(node, own) for node, own in run.within if own.get("text-decoration", "none") != "none"]
    plain = stroke is None and isinstance(fill, str | None)
    if decorated and not (plain and all(_alike(own, style) for _, own in decorated)):
        reader.cannot("lines at words, in another colour or size", run.node)
    if any(isinstance(paint, Server) and paint.get("gradientUnits") != "userSpaceOnUse" for paint in (fill, stroke)):
        reader.cannot("words with a gradient or a pattern", run.node)  # the paint spans all words, not one run
    items: list[Item] = []
    place = multiply(rotation(run.turn, 0, 0), translation(x, y))
    if not plain:
        faces = {face.name: face.source for face in run.face.faces}
        paths = (letters(item, faces[item.font]) for item in run.items if isinstance(item, Text))
        path = transform(tuple(segment for path in paths for segment in path), place)
        yield from ink_path(reader, path, style, view) if path else ()
    elif isinstance(fill, str):
        items += [replace(item, colour=fill) if isinstance(item, Text) else item for item in run.items]
        lines_wanted = {word for _, own in decorated for word in own["text-decoration"].split()}
        for word, down in (
            ("underline", lines.underline),
            ("overline", -lines.above),
            ("line-through", -lines.through),
        ):
            if word in lines_wanted:
                top, thick = (down - lines.thick / 2) * run.size, lines.thick * run.size
                items.append(Shape(rectangle(0, top, run.width, top + thick), fill))
    # The box has no paint, but gives the words their extent
    box = Shape(rectangle(0, -lines.above * run.size, run.width, lines.below * run.size))
    yield Group((*items, box), place)


def _alike(style: Style, other: Style) -> bool:
    """Whether two styles draw a line alike."""
    return all(style.get(name) == other.get(name) for name in ("fill", "font-size", "font-family", "fill-opacity"))

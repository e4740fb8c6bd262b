"""Words of a drawing, in the deck's fonts (SVG 2, 11): lines that start where they say, each in its styles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from itertools import pairwise
from unicodedata import bidirectional

from cardgen.dataclass import dataclass
from cardgen.drawing import Group, Item, Shape, Text
from cardgen.errors import Place, fail
from cardgen.geometry import moved, multiply, rectangle, transform, turned
from cardgen.svg.inking import inked
from cardgen.svg.paint import Server
from cardgen.svg.reading import Reader
from cardgen.svg.style import Style, families_of
from cardgen.svg.tree import Element
from cardgen.svg.values import Size, allowed, length, numbers, part, reference
from cardgen.text.fonts import Font
from cardgen.text.inline import Run
from cardgen.text.letters import letters, lines_of
from cardgen.text.setting import line_items, unbroken

_ODD = (  # what sets words in another way, what it says where it does not, and how that is told
    ("font-variant", ("normal", "none"), "words in small capitals or other forms"),
    ("font-variation-settings", ("normal",), "words in a form of a variable font"),
    ("font-kerning", ("auto", "normal"), "words without kerning"),
    ("kerning", ("auto",), "words with a kerning of their own"),
)


@dataclass(slots=True)
class _Sign:
    """One character: its style, and where it is put, if it says so."""

    text: str
    node: Element
    style: Style
    within: tuple[tuple[Element, Style], ...]  # the elements that it stands in, the innermost last
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0


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
    signs = list(_spaced(_signs(reader, node, style, ((node, style),))))
    if not signs:
        return
    _place(signs, view)
    for name, plain, what in _ODD:
        if odd := next((sign for sign in signs if sign.style.get(name, plain[0]) not in plain), None):
            reader.cannot(what, odd.node)
    if style.get("writing-mode", "lr") not in ("lr", "lr-tb", "horizontal-tb"):
        reader.cannot("words from top to bottom", node, False)
        return
    x = y = 0.0
    for chunk in _chunks(signs):
        x = x if chunk[0].x is None else chunk[0].x
        y = y if chunk[0].y is None else chunk[0].y
        runs = [_run(reader, same, same[-1] is chunk[-1]) for same in _runs(chunk)]
        if len(runs) > 1 and any(bidirectional(sign.text) in ("R", "AL") for sign in chunk):
            reader.cannot("words from the right, put letter by letter", node)
        for before, after in pairwise(runs):
            after.dx += _kern(reader, before, after)
        width = sum(run.dx + run.width for run in runs)
        x -= width * {"middle": 0.5, "end": 1.0}.get(chunk[0].style.get("text-anchor", ""), 0.0)
        for run in runs:
            x, y = x + run.dx, y + run.dy
            yield from _drawn(reader, run, x, y - _raised(run), view)
            x += run.width


def _signs(reader: Reader, node: Element, style: Style, within: tuple[tuple[Element, Style], ...]) -> Iterator[_Sign]:
    """The characters of an element."""
    if style.get("display") == "none":
        return
    if node.tag == "textPath":
        reader.cannot("words along a path", node, False)
        return
    if node.get("textLength"):
        reader.cannot("words stretched to a length (textLength)", node, False)
    if node.tag == "tref":
        target = reader.ids.get(reference(node.get("href")) or "")
        yield from (
            _Sign(sign, node, style, within) for sign in ("".join(target.itertext()) if target is not None else "")
        )
    yield from (_Sign(sign, node, style, within) for sign in node.text or "")
    for child in node:
        assert isinstance(child, Element)
        if child.tag in ("tspan", "textPath", "a", "tref"):
            yield from _inner(reader, child, style, within)
        yield from (_Sign(sign, node, style, within) for sign in child.tail or "")


def _inner(reader: Reader, node: Element, parent: Style, within: tuple[tuple[Element, Style], ...]) -> Iterator[_Sign]:
    own = reader.styles.of(node, parent)
    if part(own.get("opacity")) < 1:
        reader.cannot("words seen through in part", node)
    if allowed(node):
        yield from _signs(reader, node, own, (*within, (node, own)))


def _place(signs: list[_Sign], view: Size) -> None:
    """What the elements' lists of places say of their characters, the inner ones last."""
    members: dict[int, tuple[Element, Style, list[_Sign]]] = {}
    for sign in signs:
        for node, style in sign.within:
            members.setdefault(id(node), (node, style, []))[2].append(sign)
    for node, style, own in members.values():
        em = float(style["font-size"])
        for name, whole in (("x", view[0]), ("y", view[1]), ("dx", view[0]), ("dy", view[1])):
            words = re.split(r"[\s,]+", node.get(name, "").strip())
            for sign, word in zip(own, words, strict=False):
                if (value := length(word, whole, em)) is not None:
                    setattr(sign, name, value)
        if turns := numbers(node.get("rotate")):
            for index, sign in enumerate(own):
                sign.turn = turns[min(index, len(turns) - 1)]


def _spaced(signs: Iterable[_Sign]) -> list[_Sign]:
    """The characters with white space as XML has it: one space where there is some, none at the ends."""
    kept: list[_Sign] = []
    for sign in signs:
        if _preserved(sign):
            kept.append(replace(sign, text=" ") if sign.text in "\t\n\r" else sign)
        elif sign.text in " \t" and kept and kept[-1].text != " ":
            kept.append(replace(sign, text=" "))
        elif sign.text not in " \t\n\r":
            kept.append(sign)
    while kept and kept[-1].text == " " and not _preserved(kept[-1]):
        kept.pop()
    return kept


def _preserved(sign: _Sign) -> bool:
    told = (node.get("space") for node, _ in reversed(sign.within))
    return next((each for each in told if each), "default") == "preserve"


def _chunks(signs: list[_Sign]) -> Iterator[list[_Sign]]:
    """What is aligned together: from one place on to the next."""
    chunk: list[_Sign] = []
    for sign in signs:
        if chunk and (sign.x is not None or sign.y is not None):
            yield chunk
            chunk = []
        chunk.append(sign)
    if chunk:
        yield chunk


def _runs(chunk: list[_Sign]) -> Iterator[list[_Sign]]:
    run: list[_Sign] = []
    for sign in chunk:
        spaced = any(
            sign.style.get(name, "normal") not in ("normal", "0") for name in ("letter-spacing", "word-spacing")
        )
        if run and (sign.style is not run[-1].style or sign.dx or sign.dy or sign.turn or run[-1].turn or spaced):
            yield run
            run = []
        run.append(sign)
    if run:
        yield run


def _run(reader: Reader, signs: Sequence[_Sign], last: bool) -> _Run:
    first = signs[0]
    # Spaces that are to be kept are told from those that lines are made of
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
    """How far apart, beyond their own widths, the font puts two characters that are placed one by one."""
    if before.face is not after.face or " " in (before.text[-1], after.text[0]):
        return 0.0
    place, first, second = reader.at(after.node), before.text[-1], after.text[0]
    return before.size * (
        _width(first + second, after.face, place) - _width(first, after.face, place) - _width(second, after.face, place)
    )


def _width(text: str, face: Font, place: Place) -> float:
    return sum(piece.width for piece in unbroken(Run(text), face, place))


def _raised(run: _Run) -> float:
    """How far a run stands above the line."""
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


def _drawn(reader: Reader, run: _Run, x: float, y: float, view: Size) -> Iterator[Item]:
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
        reader.cannot("words with a gradient or a pattern", run.node)  # fitted to all of them, not to a run
    items: list[Item] = []
    place = multiply(turned(run.turn, 0, 0), moved(x, y))
    if not plain:
        faces = {face.name: face.source for face in run.face.faces}
        paths = (letters(item, faces[item.font]) for item in run.items if isinstance(item, Text))
        path = transform(tuple(segment for path in paths for segment in path), place)
        yield from inked(reader, path, style, view) if path else ()
    elif isinstance(fill, str):
        items += [replace(item, colour=fill) if isinstance(item, Text) else item for item in run.items]
        told = {word for _, own in decorated for word in own["text-decoration"].split()}
        for word, down in (
            ("underline", lines.underline),
            ("overline", -lines.above),
            ("line-through", -lines.through),
        ):
            if word in told:
                top, thick = (down - lines.thick / 2) * run.size, lines.thick * run.size
                items.append(Shape(rectangle(0, top, run.width, top + thick), fill))
    box = Shape(
        rectangle(0, -lines.above * run.size, run.width, lines.below * run.size)
    )  # for what asks how large it is
    yield Group((*items, box), place)


def _alike(style: Style, other: Style) -> bool:
    """Whether a line that one style draws is as the other would draw it."""
    return all(style.get(name) == other.get(name) for name in ("fill", "font-size", "font-family", "fill-opacity"))

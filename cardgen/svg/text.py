"""Words of a drawing, in the deck's fonts (SVG 2, 11): lines that start where they say, each in its styles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from cardgen.drawing import Group, Item, Shape, Text, multiply, rectangle, turned
from cardgen.errors import fail
from cardgen.svg.reading import Reader
from cardgen.svg.style import Style
from cardgen.svg.tree import Element
from cardgen.svg.values import Size, length, numbers, part, reference
from cardgen.text.fonts import FontFace
from cardgen.text.inline import Run
from cardgen.text.setting import line_items, pieces_of


@dataclass(slots=True)
class _Sign:
    """One character: its style, and where it is put, if it says so."""

    text: str
    node: Element
    style: Style
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
    face: FontFace
    size: float
    width: float
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0
    items: list[Item] = field(default_factory=list)


def text_items(reader: Reader, node: Element, style: Style, view: Size) -> Iterator[Item]:
    """The items of a <text>."""
    signs = list(_spaced(list(_signs(reader, node, style, view, True))))
    if not signs:
        return
    if style.get("writing-mode", "lr") not in ("lr", "lr-tb", "horizontal-tb"):
        reader.cannot("words from top to bottom", node)
        return
    x = y = 0.0
    for chunk in _chunks(signs):
        x = x if chunk[0].x is None else chunk[0].x
        y = y if chunk[0].y is None else chunk[0].y
        runs = [_run(reader, same) for same in _runs(chunk)]
        width = sum(run.dx + run.width for run in runs)
        x -= width * {"middle": 0.5, "end": 1.0}.get(chunk[0].style.get("text-anchor", ""), 0.0)
        for run in runs:
            x, y = x + run.dx, y + run.dy
            yield from _drawn(reader, run, x, y - _raised(run), view)
            x += run.width


def _signs(reader: Reader, node: Element, style: Style, view: Size, outermost: bool = False) -> Iterator[_Sign]:
    """The characters of an element, each with what its own element or those around it say of its place."""
    if style.get("display") == "none":
        return
    if node.tag == "textPath":
        reader.cannot("words along a path", node)
        return
    if node.get("textLength"):
        reader.cannot("words stretched to a length (textLength)", node)
    found: list[_Sign] = []
    if node.tag == "tref":
        target = reader.ids.get(reference(node.get("href")) or "")
        found += [_Sign(sign, node, style) for sign in ("".join(target.itertext()) if target is not None else "")]
    found += [_Sign(sign, node, style) for sign in node.text or ""]
    for child in node:
        assert isinstance(child, Element)
        if child.tag in ("tspan", "textPath", "a", "tref"):
            own = reader.styles.of(child, style)
            if "baseline-shift" not in own and "baseline-shift" in style:
                own["baseline-shift"] = style["baseline-shift"]
            if "text-decoration" in style:
                own["text-decoration"] = f"{own.get('text-decoration', '')} {style['text-decoration']}"
            if "opacity" in own and part(own["opacity"]) < 1:
                reader.cannot("words seen through in part", child)
            found += _signs(reader, child, own, view)
        found += [_Sign(sign, node, style) for sign in child.tail or ""]
    _place(node, style, view, found)
    yield from found


def _place(node: Element, style: Style, view: Size, signs: list[_Sign]) -> None:
    """What an element's lists of places say; inner elements, which were read before, win."""
    em = float(style["font-size"])

    def listed(name: str, whole: float) -> list[float]:
        words = re.split(r"[\s,]+", node.get(name, "").strip())
        return [value for word in words if (value := length(word, whole, em)) is not None]

    seen = [sign for sign in signs if sign.text not in "\n\r\t"]
    xs, ys, dxs, dys = listed("x", view[0]), listed("y", view[1]), listed("dx", view[0]), listed("dy", view[1])
    for index, sign in enumerate(seen):
        if index < len(xs) and sign.x is None:
            sign.x = xs[index]
        if index < len(ys) and sign.y is None:
            sign.y = ys[index]
        if index < len(dxs):
            sign.dx = sign.dx or dxs[index]
        if index < len(dys):
            sign.dy = sign.dy or dys[index]
    if turns := numbers(node.get("rotate")):
        for index, sign in enumerate(seen):
            sign.turn = sign.turn or turns[min(index, len(turns) - 1)]


def _spaced(signs: list[_Sign]) -> Iterator[_Sign]:
    """The characters with white space as XML has it: one space where there is some, none at the ends."""
    kept: list[_Sign] = []
    carried: _Sign | None = None
    for sign in signs:
        preserved = sign.node.get("space") == "preserve" or "pre" in sign.style.get("white-space", "")
        if sign.text in "\n\r\t" and not preserved and sign.text in "\n\r":
            carried = carried or sign
            continue
        text = " " if sign.text in "\t\n\r" else sign.text
        if text == " " and not preserved and (not kept or kept[-1].text == " "):
            carried = carried or sign
            continue
        if carried is not None and sign.x is None and sign.y is None:
            sign = replace(sign, x=carried.x, y=carried.y, dx=sign.dx or carried.dx, dy=sign.dy or carried.dy)
        carried = None
        kept.append(replace(sign, text=text))
    while kept and kept[-1].text == " " and kept[-1].node.get("space") != "preserve":
        kept.pop()
    yield from kept


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


def _run(reader: Reader, signs: Sequence[_Sign]) -> _Run:
    first = signs[0]
    style, text = first.style, "".join(sign.text for sign in signs)
    size = float(style["font-size"])
    place = reader.at(first.node)
    if reader.faces is None:
        raise fail("expected shapes; convert the words (<text>) to paths in your drawing program", place)
    families = tuple(name.strip(" \"'") for name in style.get("font-family", "").split(",") if name.strip())
    bold, italic = int(style.get("font-weight", "400")) >= 600, style.get("font-style", "normal") != "normal"
    face = reader.faces(families, bold, italic, place)
    pieces = pieces_of((Run(text, bold, italic),), lambda *_: face, _no_icon, "en", False, place)
    width = sum(piece.width for piece in pieces) * size
    for name, among in (("letter-spacing", text), ("word-spacing", text.count(" ") * " ")):
        if spacing := length(style.get(name), 0, size):
            width += spacing * len(among)
    run = _Run(text, first.node, style, face, size, width, first.dx, first.dy, first.turn)
    run.items = line_items(pieces, 0.0, 0.0, size, "#000000") if size > 0 else []
    return run


def _no_icon(name: str):
    raise KeyError(name)


_SHIFTS = {"super": 0.4, "sub": -0.2, "baseline": 0.0}


def _raised(run: _Run) -> float:
    """How far a run stands above the line."""
    shift = run.style.get("baseline-shift", "baseline")
    raised = _SHIFTS[shift] * run.size if shift in _SHIFTS else length(shift, run.size, run.size) or 0.0
    face, baseline = run.face, run.style.get("dominant-baseline", "auto")
    lowered = {
        "central": (face.ascent - face.descent) / 2,
        "middle": face.cap_height * 0.36,
        "hanging": face.cap_height,
        "text-before-edge": face.ascent,
        "text-top": face.ascent,
        "text-after-edge": -face.descent,
        "ideographic": -face.descent,
        "mathematical": face.cap_height / 2,
    }.get(baseline, 0.0)
    return raised - lowered * run.size


def _drawn(reader: Reader, run: _Run, x: float, y: float, view: Size) -> Iterator[Item]:
    style = run.style
    if style.get("visibility", "visible") != "visible" or not run.text.strip():
        return
    fill, stroke = reader.painter.paint(style, "fill"), reader.painter.paint(style, "stroke")
    if stroke is not None or not isinstance(fill, str | None):
        reader.cannot("words with a stroke, a gradient or a pattern", run.node)
        return
    if fill is None:
        return
    items = [_coloured(item, fill) for item in run.items]
    decorated = set(style.get("text-decoration", "").split())
    thick = 0.06 * run.size
    for word, at in (("underline", 0.12), ("overline", -0.8), ("line-through", -0.28)):
        if word in decorated:
            top = at * run.size
            items.append(Shape(rectangle(0, top, run.width, top + thick), fill))
    yield Group(tuple(items), multiply(turned(run.turn, 0, 0), (1, 0, 0, 1, x, y)))


def _coloured(item: Item, colour: str) -> Item:
    return replace(item, colour=colour) if isinstance(item, Text) else item

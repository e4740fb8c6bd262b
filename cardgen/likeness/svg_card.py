"""Reads an SVG drawing of a finished card, and writes it again without what became fields."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote
from xml.sax.saxutils import escape, quoteattr

from cardgen.finished.sizes import size_of, size_of_page, usual_size
from cardgen.foundations.errors import InputError, Place, fail
from cardgen.foundations.units import INCH
from cardgen.graphics.drawing import Group, Item, Picture, Shape
from cardgen.graphics.geometry import IDENTITY, Box, Matrix, box_through, multiply, segments_box
from cardgen.importers.sources import FilesBeside
from cardgen.likeness.model import CardRest, FinishedCard, SeenPicture, TypeStyle, WordRun
from cardgen.likeness.typefaces import Typefaces
from cardgen.svg.drawn import PlacedWords, SvgDrawing
from cardgen.svg.read import read_with_words
from cardgen.svg.style import Styles, families_of
from cardgen.svg.tree import SVG, Element
from cardgen.svg.values import colour, length, part, reference, with_alpha

PIXEL = INCH / 96  # mm
BELOW, ABOVE = "drawing/card.svg", "drawing/card-above.svg"
MAX_RUNS = 20_000
_SAID = re.compile(r"\s*[\d.]+\s*(mm|cm|in|pt|pc|q)\s*", re.IGNORECASE)
_DRAWN = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "image", "use")
_PAINTS = ("fill", "stroke", "stop-color")
_BRACES = str.maketrans("{}", "()")
_LEFT = ("script", "metadata", "foreignObject", "title", "desc")


class SvgCard:
    """A drawing of a card in SVG. Raises InputError if cardgen cannot read it."""

    def __init__(self, path: Path, typefaces: Typefaces) -> None:
        self.path, self.typefaces = path, typefaces
        self.beside = FilesBeside(path)
        self.styles: Styles | None = None
        self.plainer: dict[str, str] = {}  # what words have that their fields will not, with some of these words
        self.shades: Mapping[str, str] = {}
        self.shaded: set[str] = set()  # the columns among them that the drawing has
        self.root, self.drawing, placed, self.parents = read_with_words(path, "card", typefaces.face, self._find)
        if self.drawing.faults:
            raise InputError(*self.drawing.faults)
        if len(placed) > MAX_RUNS:
            raise fail(f"expected at most {MAX_RUNS:,} runs of words; simplify the drawing", Place(str(path)))
        self.nodes = list(self.root.iter())
        self.numbers = {id(node): number for number, node in enumerate(self.nodes)}
        self.card = self._read(placed)

    def _find(self, name: str, place: Place) -> Path:
        if found := self.beside.find(name):
            if found.suffix.lower() in (".svg", ".svgz"):
                raise fail(f"<image>: '{name[:60]}' is a drawing; embed it, or save it as a picture", place)
            return found
        raise fail(f"<image>: there is no picture '{name[:60]}' beside the drawing", place)

    def _read(self, placed: tuple[PlacedWords, ...]) -> FinishedCard:
        scale, width, height, bleed, how = _size(self.root, self.drawing)
        into: Matrix = (scale, 0, 0, scale, -bleed, -bleed)
        items = {id(words.item): words for words in placed if words.item is not None}
        runs: dict[int, list[tuple[PlacedWords, Matrix]]] = {}
        pictures: list[SeenPicture] = []
        shapes: list[Box] = []
        for item, matrix, clip in _walk(self.drawing.items, into, None):
            if id(item) in items:
                runs.setdefault(id(item), []).append((items[id(item)], matrix))
            elif isinstance(item, Picture):
                pictures += self._picture(item, matrix, clip)
            elif isinstance(item, Shape) and item.segments and (item.fill or item.stroke):
                shapes.append(box_through(matrix, segments_box(item.segments)))
        notes = []
        hidden = [words for words in placed if words.item is not None and id(words.item) not in runs]
        if hidden:
            said = " ".join(words.said.strip() for words in hidden)[:60]
            notes.append(f"words that are hidden or cut off stay as they are: '{said}'")
        if any(node.tag == "textPath" for node in self.nodes):
            notes.append("words along a path stay as they are")
        copies = max((len(found) for found in runs.values()), default=0)
        words_seen = [
            self._run(words, runs[id(words.item)][copy], copy)
            if words.item is not None and len(runs.get(id(words.item), ())) > copy
            else None
            for copy in range(copies)
            for words in placed
        ]
        spaced = self._with_spaces(placed, words_seen)
        for what, said in self.plainer.items():
            notes.append(f"words with {what} are plain as fields, such as '{said[:40]}'")
        return FinishedCard(width, height, bleed, how, tuple(spaced), tuple(pictures), tuple(shapes), tuple(notes))

    def _with_spaces(self, placed: tuple[PlacedWords, ...], seen: list[WordRun | None]) -> Iterator[WordRun]:
        """The runs; one that only is a space belongs to the words before it."""
        last: WordRun | None = None
        for index, run in enumerate(seen):
            words = placed[index % len(placed)]
            if run is None:
                if last and not words.said.strip() and words.said and last.chunk % MAX_RUNS == words.chunk:
                    last = replace(last, text=last.text + " ")
                continue
            if last:
                yield last
            last = run
        if last:
            yield last

    def _run(self, words: PlacedWords, found: tuple[PlacedWords, Matrix], copy: int) -> WordRun:
        _, matrix = found
        own = words.item.matrix if isinstance(words.item, Group) else IDENTITY
        a, b, c, d, e, f = multiply(own, matrix)
        scale = math.sqrt(abs(a * d - b * c))
        bold = int(words.style.get("font-weight", "400")) >= 600
        italic = words.style.get("font-style", "normal") != "normal"
        families = families_of(words.style.get("font-family", ""))
        face = self.typefaces.find(families, bold, italic)
        size = words.size
        spacing = (length(words.style.get("letter-spacing"), size, size) or 0.0) / size if size else 0.0
        shade = self._colour(words)
        style = TypeStyle(", ".join(families[:1]), face.use, face.bold, face.italic, size * scale, shade, spacing)
        turn = math.degrees(math.atan2(b, a)) % 360
        along = math.hypot(a, b)
        owner = self.numbers[id(words.node)]
        chunk = words.chunk + MAX_RUNS * copy
        return WordRun(
            words.said, e, f, words.width * along, 0.0 if min(turn, 360 - turn) < 1e-3 else turn, style,
            words.anchor, chunk, owner, self._label(words),
        )  # fmt: skip

    def _colour(self, words: PlacedWords) -> str:
        text = words.style.get("fill", "#000000").strip()
        if text.startswith("url("):
            text = self._first_stop(reference(text))
            self.plainer.setdefault("a gradient", words.said.strip())
        if words.style.get("stroke", "none") not in ("none", ""):
            self.plainer.setdefault("an outline", words.said.strip())
        shade = colour(text, colour(words.style.get("color", "#000000")) or "#000000") or "#000000"
        node: Element | None = words.node
        opacity = part(words.style.get("fill-opacity"))
        while node is not None:
            opacity *= part(node.get("opacity"))
            if node.get("filter") or "filter:" in node.get("style", ""):
                self.plainer.setdefault("a filter", words.said.strip())
            node = self.parents.get(id(node))
        return with_alpha(shade, opacity)

    def _first_stop(self, name: str | None) -> str:
        """The first colour of a gradient."""
        self.styles = self.styles or Styles(self.root)
        for node in self.root.iter():
            if name and node.get("id") == name:
                for stop in node.iter("stop"):
                    return self.styles.declared_values(stop).get("stop-color", "#000000")
        return "#000000"

    def _label(self, words: PlacedWords) -> str:
        """The ids and classes of the elements around words."""
        names: list[str] = []
        node: Element | None = words.within[-1] if words.within else words.node
        while node is not None and node is not self.root:
            names += [node.get("id", ""), node.get("class", "")]
            node = self.parents.get(id(node))
        return " ".join(filter(None, names))[:300]

    def _picture(self, item: Picture, matrix: Matrix, clip: Box | None) -> Iterator[SeenPicture]:
        source = self.drawing.pictures.get(item.file)
        box = box_through(matrix, (item.x, item.y, item.x + item.width, item.y + item.height))
        cut = clip is not None and any(
            abs(one - other) > 0.2 for one, other in zip(clip, _within(box, clip), strict=True)
        )
        if clip is not None:
            cut = cut or any(abs(one - other) > 0.2 for one, other in zip(box, _within(box, clip), strict=True))
            box = _within(box, clip)
        turn = math.degrees(math.atan2(matrix[1], matrix[0])) % 360
        for node in self.root.iter("image"):
            href = (node.get("href") or "").strip()
            if isinstance(source, Path) and not href.startswith("data:"):
                if self.beside.find(unquote(href.removeprefix("file://"))) != source:
                    continue
                name = source.name
            elif isinstance(source, bytes) and href.startswith("data:"):
                name = node.get("id", "") or node.get("data-name", "")
            else:
                continue
            yield SeenPicture(box, name, source, self.numbers[id(node)], turn, cut)
            return

    def rest(self, words: Collection[int], pictures: Collection[int], shades: Mapping[str, str]) -> CardRest:
        """The drawing without the elements of words and pictures that became fields: what lies below the pictures, and
        what lies above them. Columns replace the colours `shades`."""
        self.shades, self.shaded = shades, set()
        gone = {*words, *pictures}
        first = min(pictures, default=len(self.nodes))
        copies: dict[str, Path] = {}
        below = self._text(gone, range(first, len(self.nodes)) if pictures else range(0), copies)
        texts, above = {BELOW: below}, ""
        if pictures and any(
            node.tag in _DRAWN and number > first and number not in gone and not self._is_defined(node)
            for number, node in enumerate(self.nodes)
        ):
            above = ABOVE
            texts[ABOVE] = self._text(gone, range(first), copies)
        return CardRest(BELOW, above, texts, copies, colours=frozenset(self.shaded))

    def _is_defined(self, node: Element) -> bool:
        """Whether an element is only drawn where others use it."""
        at: Element | None = node
        while at is not None:
            if at.tag in ("defs", "symbol", "pattern", "clipPath", "mask", "marker", "linearGradient"):
                return True
            at = self.parents.get(id(at))
        return False

    def _text(self, gone: Collection[int], left: range, copies: dict[str, Path]) -> str:
        """The drawing as text, without elements, and without those drawn in a range."""
        pieces = ['<?xml version="1.0" encoding="UTF-8"?>\n']

        def write(node: Element, defined: bool) -> None:
            number = self.numbers[id(node)]
            if ":" in node.tag or node.tag in _LEFT or number in gone:
                return
            defined = defined or node.tag in ("defs", "symbol", "pattern", "clipPath", "mask", "marker")
            if number in left and node.tag in _DRAWN and not defined:
                return
            # braces would be expressions
            attributes = {name: value.translate(_BRACES) for name, value in node.attrib.items()}
            words = (node.text or "") if node.tag == "style" else (node.text or "").translate(_BRACES)
            if node.tag == "image" and not self._keep_picture(attributes, copies):
                return
            if painted := self._painted(node):
                attributes["style"] = f"{attributes.get('style', '')};{painted}".lstrip(";")
            if node is self.root:
                attributes |= self._outer()
            if node.tag in ("text", "tspan") and "font-family" in self._declared(node):
                attributes["style"] = f"{attributes.get('style', '')};{self._font(node)}".lstrip(";")
            written = "".join(
                f" {'xml:space' if name == 'space' else name}={quoteattr(value)}"
                for name, value in attributes.items()
                if " " not in name and ":" not in name and not name.startswith("on")
            )
            head = f' xmlns="{SVG}"' if node is self.root else ""
            pieces.append(f"<{node.tag}{head}{written}>{escape(words)}")
            for child in node:
                write(child, defined)
                pieces.append(escape((child.tail or "").translate(_BRACES)))
            pieces.append(f"</{node.tag}>")

        write(self.root, False)
        return "".join(pieces) + "\n"

    def _painted(self, node: Element) -> str:
        """The declarations of colours that are cells."""
        if not self.shades:
            return ""
        self.styles = self.styles or Styles(self.root)
        declared = self.styles.declared_values(node)
        painted = []
        for name in _PAINTS:
            if column := self.shades.get(colour(declared[name]) or "") if name in declared else None:
                self.shaded.add(column)
                painted.append(f"{name}:{{{column}}}")
        return ";".join(painted)

    def _declared(self, node: Element) -> str:
        return " ".join((*node.attrib, node.get("style", ""), node.get("class", "") and "font-family"))

    def _font(self, node: Element) -> str:
        """The declarations of a font of ours, for words that stay in the drawing."""
        self.styles = self.styles or Styles(self.root)
        above: list[Element] = []
        at: Element | None = node
        while at is not None:
            above.append(at)
            at = self.parents.get(id(at))
        style: dict[str, str] = {}
        for each in reversed(above):
            style = self.styles.of(each, style)
        bold, italic = int(style.get("font-weight", "400")) >= 600, style.get("font-style", "normal") != "normal"
        face = self.typefaces.find(families_of(style.get("font-family", "")), bold, italic)
        slope = "italic" if face.italic else "normal"
        return f"font-family:{face.use};font-weight:{700 if face.bold else 400};font-style:{slope}"

    def _outer(self) -> dict[str, str]:
        """The size of the drawing in mm, so that it fills the card and its bleed."""
        view = self.root.get("viewBox") or f"0 0 {self.drawing.width:g} {self.drawing.height:g}"
        card = self.card
        return {
            "width": f"{card.width + 2 * card.bleed:g}mm", "height": f"{card.height + 2 * card.bleed:g}mm",
            "viewBox": view, "preserveAspectRatio": self.root.get("preserveAspectRatio", "none"),
        }  # fmt: skip

    def _keep_picture(self, attributes: dict[str, str], copies: dict[str, Path]) -> bool:
        """Whether a picture stays; one in a file is copied."""
        href = attributes.get("href", "").strip()
        if href.startswith(("data:", "#")) or not href:
            return True
        found = self.beside.picture(unquote(href.removeprefix("file://")))
        if not found:
            return False
        name, path = found
        copies[name] = path
        attributes["href"] = f"../{name}"
        return True


def _size(root: Element, drawing: SvgDrawing) -> tuple[float, float, float, float, str]:
    """How many mm a unit of the drawing has, the card's width, height and bleed in mm, and what they are guessed from.

    A size in mm, cm, in or pt is what the drawing says. Pixels are 1/96 inch in some programs, 1/72 or less in others.
    """
    across, down = drawing.width, drawing.height
    said = all(_SAID.fullmatch(root.get(name, "")) for name in ("width", "height"))
    if said:
        size = size_of_page(across * PIXEL, down * PIXEL)
        return PIXEL, size.width, size.height, size.bleed, ""
    sized = root.get("width") is not None
    for dots in (96, 72) if sized else (72, 96):  # Illustrator writes only a view box, in points
        if usual := usual_size(across * INCH / dots, down * INCH / dots):
            whole = usual.width + 2 * usual.bleed
            return whole / across, usual.width, usual.height, usual.bleed, f"{dots} units to the inch"
    size = size_of(max(1, round(across)), max(1, round(down)))
    return (size.width + 2 * size.bleed) / across, size.width, size.height, size.bleed, size.how


def _walk(items: tuple[Item, ...], matrix: Matrix, clip: Box | None) -> Iterator[tuple[Item, Matrix, Box | None]]:
    """All items with the matrix of their group and the box that they are cut to."""
    for item in items:
        yield item, matrix, clip
        if isinstance(item, Group):
            inner = clip
            if item.clip:
                own = box_through(multiply(item.matrix, matrix), segments_box(item.clip))
                inner = own if clip is None else _within(own, clip)
            yield from _walk(item.items, multiply(item.matrix, matrix), inner)


def _within(box: Box, clip: Box) -> Box:
    """The part of a box that a clip leaves."""
    return max(box[0], clip[0]), max(box[1], clip[1]), min(box[2], clip[2]), min(box[3], clip[3])

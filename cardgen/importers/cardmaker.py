"""Reads CardMaker's projects: layouts of elements, and the spreadsheets that they refer to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.parsers import expat

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place, fail
from cardgen.importers.looks import escaped, hex_colour, marked
from cardgen.importers.model import (
    MOST_BOXES,
    MOST_CARDS,
    MOST_DECKS,
    Deck,
    DrawnBox,
    FontStyle,
    Plain,
    Project,
    Value,
    each,
    settled,
)
from cardgen.importers.sources import FilesBeside, read_columns, read_source, sheets_of

INCH = 25.4
SCREEN = 96.0  # pixels of an inch for which CardMaker sets its fonts' points
MOST_ELEMENTS, MOST_DEEP = 20_000, 30
LEAST = 0.1  # mm of what lies behind an element
_ALIGN, _VALIGN = ("left", "centre", "right"), ("top", "middle", "bottom")
_MIRRORS = {"1": "across", "2": "down"}
_TAGS = re.compile(r"<(/?)(\w+)(?:=[^<>]{0,200})?>")
_GROUND = re.compile(r"#bg(shape|graphic)::((?:#[^#]{0,200}#)?[^#]{0,400})#")  # behind an element
_OVERRIDE = re.compile(r"\$\[(\w{1,40}):([^\[\]]{0,300})\]")
_SHAPE = re.compile(r"'?#(rect|roundedrect|ellipse);(\d{1,4});[^;#]*;[^;#]*(?:;(\d{1,4}))?")
_NUMBER = re.compile(r"-?\d{1,9}(?:\.\d{1,9})?")


@dataclass(frozen=True, slots=True)
class XmlElement:
    """An element of XML: its name, attributes, line and how deep it lies."""

    name: str
    told: dict[str, str]
    line: int
    depth: int


def elements(text: str, file: str) -> list[XmlElement]:
    """The elements of XML, in order. Raises InputError for what is no XML, declares entities, or is too deep."""
    elements: list[XmlElement] = []
    depth = 0
    parser = expat.ParserCreate()

    def start(name: str, told: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        line = parser.CurrentLineNumber
        if depth > MOST_DEEP or len(elements) >= MOST_ELEMENTS:
            what = f"{MOST_DEEP} levels of nesting" if depth > MOST_DEEP else f"{MOST_ELEMENTS:,} elements"
            raise fail(f"expected at most {what}", Place(file, line, parser.CurrentColumnNumber + 1))
        elements.append(XmlElement(name, {key.lower(): value for key, value in told.items()}, line, depth))

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1

    def declared(*_: object) -> None:
        place = Place(file, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        raise fail("expected a project of CardMaker, got XML with a document type of its own", place)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = declared
    try:
        parser.Parse(re.sub(r"^\s*<\?xml[^>]*\?>", "", text), True)
    except expat.ExpatError as error:
        told = expat.ErrorString(error.code)
        raise fail(f"cardgen cannot read this as XML: {told}", Place(file, error.lineno, error.offset + 1)) from None
    return elements


def read_cardmaker(path: Path, beside: FilesBeside) -> Project:
    """The decks of a project, a layout each. Raises InputError."""
    project = Project(path.name)
    source = read_source(path)
    scripted = re.search(r"<translatorName>\s*JavaScript", source) is not None
    layouts: list[list[XmlElement]] = []
    for element in elements(source, str(path)):
        if element.name == "Layout":
            layouts.append([])
        if layouts:
            layouts[-1].append(element)
    for layout in layouts:
        _take(project, layout, beside, path, scripted)
    return project


def _take(project: Project, layout: list[XmlElement], beside: FilesBeside, path: Path, scripted: bool) -> None:
    if len(project.decks) >= MOST_DECKS:
        project.misread(layout[0].line, "a layout too many for one game")
        return
    project.read += 1
    deck = _Layout(project, layout, beside, path, scripted).deck()
    if deck:
        project.decks.append(deck)


class _Layout:
    """A layout while it is read. Lengths are pixels."""

    def __init__(
        self, project: Project, layout: list[XmlElement], beside: FilesBeside, path: Path, scripted: bool
    ) -> None:
        self.project, self.beside, self.scripted = project, beside, scripted
        self.head, *self.inner = layout
        self.dpi = _number(self.head.told.get("dpi")) or 100.0
        self.scale = INCH / self.dpi
        self.columns: dict[str, tuple[str, ...]] = {}
        self.cards = 1
        self.unknown: set[str] = set()  # names of neither columns nor defines
        self.copies: list[int] = []  # of each card, the how manieth it is of its row, from 0
        self.defines = self._defines([path.with_name(f"{path.stem}_defines.csv").name])

    def deck(self) -> Deck | None:
        width, height = (_number(self.head.told.get(side)) * self.scale for side in ("width", "height"))
        if width <= 0 or height <= 0:
            self.project.misread(self.head.line, "a layout without a size")
            return None
        self._references()
        deck = Deck(self.head.told.get("name", "cards"), (width, height), self.cards, 0.0, self.columns)
        for element in reversed([child for child in self.inner if child.name == "Element"]):  # the first lies on top
            self.project.read += 1
            if element.told.get("enabled", "true").lower() != "true":
                continue
            if len(deck.boxes) >= MOST_BOXES:
                self.project.misread(element.line, "an element too many for one card")
                continue
            deck.boxes += self._boxes(element)
        return deck

    # sheets

    def _references(self) -> None:
        told = [child for child in self.inner if child.name == "Reference"]
        first = [child for child in told if child.told.get("default", "").lower() == "true"] or told
        together = self.head.told.get("combinereferences", "").lower() == "true"
        rows: list[dict[str, str]] = []
        for child in told if together else first[:1]:
            for row, many in self._rows(child):
                rows += [row] * many
                self.copies += range(many)
        if not rows:
            count = self.head.told.get("defaultcount", "1")
            self.cards = min(max(int(count), 1), MOST_CARDS) if count.isdigit() and len(count) < 6 else 1
            return
        names = {name: None for row in rows for name in row}
        self.cards = len(rows)
        self.columns = {name: tuple(row.get(name, "") for row in rows) for name in names}

    def _rows(self, reference: XmlElement) -> list[tuple[dict[str, str], int]]:
        """The rows of a sheet, each with the number of its cards, which its first column says."""
        name = reference.told.get("relativepath", "")
        parts = name.split(";")
        at = next((at for at, part in enumerate(parts) if part.lower().endswith((".csv", ".xlsx", ".ods"))), None)
        file, sheet = (name, None) if at is None else (parts[at], (*parts, "")[at + 1] or None)
        lines = self.beside.sheet(file)
        if not lines:
            self.project.lose(
                reference.line, f"there is no sheet '{file}' beside the project; save it there as a .csv file"
            )
            return []
        stem = lines.stem
        self.defines |= self._defines([f"{Path(file).parent.as_posix()}/{stem}_defines.csv", f"{stem}_defines.csv"])
        try:
            columns = read_columns(lines, sheet if sheet in sheets_of(lines) else None)
        except InputError as error:
            self.project.lose(reference.line, f"cardgen cannot read {lines.name}: {error.faults[0].message}")
            return []
        count, *_ = columns
        chosen = [name for name in columns if name not in (count, "allowed_layout")]
        rows: list[tuple[dict[str, str], int]] = []
        left = MOST_CARDS
        for at, told in enumerate(columns[count]):
            allowed = columns.get("allowed_layout", ("",) * (at + 1))[at]
            if allowed not in ("", "*") and self.head.told.get("name", "") not in re.split(r"[;,|]", allowed):
                continue
            many = min(int(told) if told.isdigit() and len(told) < 5 else 1, left)
            rows.append(({name: columns[name][at] for name in chosen}, many))
            left -= many
        return rows

    def _defines(self, names: list[str]) -> dict[str, str]:
        """Words that stand for others, by their names in small letters."""
        for name in names:
            if sheet := self.beside.sheet(name):
                try:
                    columns = list(read_columns(sheet).values())
                except InputError:
                    return {}
                if len(columns) > 1:
                    return {key.lower(): value for key, value in zip(columns[0], columns[1], strict=True)}
        return {}

    # values

    def _filled(self, element: XmlElement, text: str) -> Value:
        """A text for each card. Raises _Code where it is a program."""
        if self.scripted:
            text = self._unscripted(text)
        text = re.sub(r"&\[(\w{1,40})\]", lambda match: element.told.get(match[1].lower(), ""), text)
        self.unknown.clear()
        told = settled(tuple(self._on(text, card, 0) for card in range(self.cards)))
        for name in sorted(self.unknown):
            self._lost(element, f"'{name}', which is no column and no define")
        return told

    def _unscripted(self, text: str) -> str:
        """What a script of texts and names says in the words of projects without: `'art/' + name + '.png'`. Raises
        _Code for any other."""
        parts = re.findall(r"\s*('(?:[^'\\]|\\.){0,2000}'|[A-Za-z_]\w{0,100})\s*(?:\+|;?\s*$)", text)
        if not re.fullmatch(r"\s*(?:(?:'(?:[^'\\]|\\.)*'|[A-Za-z_]\w*)\s*(?:\+\s*(?!$)|;?\s*$))*", text):
            raise _Code
        return "".join(part[1:-1].replace("\\'", "'") if part.startswith("'") else f"@[{part}]" for part in parts)

    def _on(self, text: str, card: int, deep: int) -> str:
        if deep > 8 or len(text) > 20_000:
            return text[:20_000]

        def cell_or_define(match: re.Match[str]) -> str:
            name = match[1].strip()
            known = {column.lower(): cells for column, cells in self.columns.items()}
            if name.lower() in known:
                return self._on(known[name.lower()][card], card, deep + 1)
            if name.lower() not in self.defines:
                self.unknown.add(name)
            return self._on(self.defines.get(name.lower(), ""), card, deep + 1)

        def own(match: re.Match[str]) -> str:
            numbers = {"deckindex": card + 1, "cardindex": card + 1, "cardcount": self.cards, "cardIndex": card + 1}
            return str(numbers.get(match[1].strip(), self.head.told.get("name", "") if "layout" in match[1] else ""))

        for _ in range(8):  # one may stand within another
            inner = re.sub(r"!\[([^\[\]]{1,100})\]", own, text)
            inner = re.sub(r"@\[([^\[\]]{1,200})\]", cell_or_define, inner)[:20_000]
            if inner == text:
                break
            text = inner
        for _ in range(8):
            inner = re.sub(r"#\(((?:(?!#\(|\)#).){1,2000})\)#", _decided, text, flags=re.DOTALL)
            if inner == text:
                break
            text = inner
        counter = r"#(#|sc;)(\d{1,6});(\d{1,4});(\d{1,2})#"
        copy = self.copies[card] if self.copies else card
        return re.sub(counter, lambda match: _counter_value(match, card if match[1] == "#" else copy), text)

    # elements

    def _boxes(self, element: XmlElement) -> Iterator[DrawnBox]:
        kind = element.told.get("type", "")
        try:
            told = self._filled(element, element.told.get("variable", ""))
        except _Code:
            self._lost(element, "a variable that contains a program")
            return
        element, told = self._overridden(element, told)
        left, top, width, height = (
            _number(element.told.get(key)) * self.scale for key in ("x", "y", "width", "height")
        )
        if left > 10_000 or top > 10_000 or width <= 0 or height <= 0:
            self._lost(element, "an element without a size")
            return
        turn = _number(element.told.get("rotation"))
        keys: dict[str, Value] = {"turn": turn % 360} if turn % 360 else {}
        box = DrawnBox("rectangle", element.line, left, top, width, height, keys, element.told.get("name", ""))
        if (opacity := min(max(_number(element.told.get("opacity", "255")), 0.0), 255.0)) < 255:
            keys["opacity"] = round(opacity / 255, 2)
        ground = _colour(element.told.get("backgroundcolor"))
        if ground:
            yield replace(box, keys={"fill": ground, **keys}, name=f"{box.name} ground")
        yield from self._grounds(element, box, (left, top, width, height), told)
        told = each(lambda text: _GROUND.sub("", str(text or "")), told)
        if kind in ("Text", "FormattedText"):
            yield self._text(element, box, told, kind == "FormattedText")
        elif kind == "Graphic":
            aspect = element.told.get("lockaspect", "").lower() == "true"
            way: dict[str, Value] = {} if aspect else {"fit": "cover"}
            if mirror := _MIRRORS.get(element.told.get("mirrortype", "0")):
                way["mirror"] = mirror
            yield replace(box, draw="picture", keys={"of": told, **keys, **way})
        elif kind == "Shape":
            yield from self._shape(element, box, told)
        else:
            self._lost(element, f"an element of the kind {kind}; draw it as a part")
        frame = _number(element.told.get("borderthickness")) * self.scale
        if frame and (stroke := _colour(element.told.get("bordercolor"))):
            yield replace(box, keys={"stroke": stroke, "line": min(frame, 20.0), **keys}, name=f"{box.name} border")

    def _overridden(self, element: XmlElement, told: Value) -> tuple[XmlElement, Value]:
        """An element with what its text says of it, `$[elementcolor:0xff0000]`, and the text without that."""
        texts = told if isinstance(told, tuple) else (told,)
        overrides = {tuple(_OVERRIDE.findall(str(text or ""))) for text in texts}
        said = {name.lower(): value for pairs in overrides for name, value in pairs}
        for name in said:
            if name not in element.told:
                self._lost(element, f"the property '{name}'")
            elif len(overrides) > 1:
                self._lost(element, f"the property '{name}', which differs between cards; let its key read the card")
        own = {name: value for name, value in said.items() if value and len(overrides) == 1}
        return replace(element, told=element.told | own), each(lambda text: _OVERRIDE.sub("", str(text or "")), told)

    def _lost(self, element: XmlElement, what: str) -> None:
        self.project.misread(element.line, f"{element.told.get('name', element.name)}: {what}")

    def _text(self, element: XmlElement, box: DrawnBox, told: Value, rich: bool) -> DrawnBox:
        family, size, *flags = [*element.told.get("font", "Arial;12").split(";"), *"000"]
        points = (_number(size) or 12.0) * SCREEN / self.dpi
        style = FontStyle(family, points, flags[0] == "1", flags[2 if len(flags) > 3 else 1] == "1")

        def as_markup(value: Plain) -> Plain:
            text = str(value or "").replace("\\n", "\n").replace("\\c", ",")
            return marked(_TAGS.sub(_supported_tag, text)) if rich else escaped(text)

        words = tuple(map(as_markup, told)) if isinstance(told, tuple) else as_markup(told)
        keys: dict[str, Value] = {
            "text": settled(words),
            "colour": _colour(element.told.get("elementcolor")) or "#000000",
        }
        keys["align"] = _of(_ALIGN, element.told.get("horizontalalign"))
        keys["valign"] = _of(_VALIGN, element.told.get("verticalalign"))
        outline = _number(element.told.get("outlinethickness")) * self.scale
        if outline and (colour := _colour(element.told.get("outlinecolor"))):
            keys |= {"outline": colour, "outline_width": min(outline / 2, 5.0)}
        return replace(box, draw="text", keys={**keys, **box.keys}, style=style)

    def _shape(self, element: XmlElement, box: DrawnBox, told: Value) -> Iterator[DrawnBox]:
        """`#rect;width of the line;-;-#`, `#roundedrect;...;corner#`, `#ellipse;...#`: with no line it is filled."""
        first = next((text for text in (told if isinstance(told, tuple) else (told,)) if text), "")
        shape = self._shaped(str(first), _colour(element.told.get("elementcolor")) or "#000000", box)
        if not shape:
            self._lost(element, f"the shape {first}")
            return
        there = None
        if isinstance(told, tuple):
            there = frozenset(card for card, text in enumerate(told) if text)
        yield replace(shape, cards=there)

    def _shaped(self, text: str, colour: str, box: DrawnBox) -> DrawnBox | None:
        """A shape of CardMaker in a box."""
        match = _SHAPE.match(text)
        if not match:
            return None
        line, corner = float(match[2]) * self.scale, float(match[3] or 0) * self.scale
        keys: dict[str, Value] = {"stroke": colour, "line": min(line, 20.0)} if line else {"fill": colour}
        if match[1] == "roundedrect" and corner:
            keys["corners"] = corner
        return replace(box, draw="ellipse" if match[1] == "ellipse" else "rectangle", keys={**keys, **box.keys})

    def _grounds(
        self, element: XmlElement, box: DrawnBox, area: tuple[float, float, float, float], told: Value
    ) -> Iterator[DrawnBox]:
        """What a text or a picture names to lie behind it: `#bgshape::SHAPE::COLOUR::x::y::wider::higher::line::its
        colour#`, `#bggraphic::FILE::x::y::wider::higher::keep its shape::tiles...#`; all but the first may be missing.
        """
        texts = told if isinstance(told, tuple) else (told,)
        grounds: dict[tuple[str, ...], dict[int, str]] = {}  # of each kind the shapes or files, by card
        for card, text in enumerate(texts):
            for kind, ground in _GROUND.findall(str(text or "")):
                first, *rest = ground.split("::")
                alike = (kind, *rest) if kind == "graphic" else (kind, *rest, first)
                grounds.setdefault(alike, {})[card] = first
        for (kind, *told_of), named in grounds.items():
            rest = [*told_of, *[""] * 8]
            colour = rest.pop(0) if kind == "shape" else ""
            x, y, wider, higher = (_number(text) * self.scale for text in rest[:4])
            there = frozenset(named) if len(named) < len(texts) else None
            left, top, width, height = area
            own = replace(box, left=left + x, top=top + y, name=f"{box.name} ground", cards=there)
            own = replace(own, width=max(width + wider, LEAST), height=max(height + higher, LEAST))
            if kind == "graphic":
                if "x" in rest[5]:
                    self._lost(element, "tiles of a picture behind it; cardgen draws the picture once")
                fit: dict[str, Value] = {} if rest[4].lower() == "true" else {"fit": "cover"}
                of = settled(tuple(named.get(card, "") for card in range(len(texts))))
                yield replace(own, draw="picture", keys={"of": of, **fit, **box.keys})
                continue
            text = next(iter(named.values()))
            shape = self._shaped(text, _colour(colour), own)
            if not shape:
                self._lost(element, f"the shape {text} behind it")
                continue
            keys = dict(shape.keys)
            if (stroke := _colour(rest[5])) and (line := _number(rest[4])):
                keys |= {"stroke": stroke, "line": min(line * self.scale, 20.0)}
            yield replace(shape, keys={key: value for key, value in keys.items() if value != ""})


class _Code(Exception):
    """A variable that is a program, which is not run."""


def _decided(match: re.Match[str]) -> str:
    """What `if a == b then c else d` or `switch;key;a;b;...` comes to."""
    text = match[1].strip()
    if text.lower().startswith("switch"):
        _, key, *pairs = text.split(";")
        told = dict(zip(pairs[::2], pairs[1::2], strict=False))
        return next((value for name, value in told.items() if name.strip() == key.strip()), told.get("#default", ""))
    asked = re.match(r"if\s+(.*?)\s*(==|!=|>=|<=|>|<)\s*(.*?)\s+then\s*(.*?)(?:\s*\belse\b\s*(.*))?$", text, re.DOTALL)
    if not asked:
        return ""
    left, sign, right, then, otherwise = (part or "" for part in asked.groups())
    return _word(then if _holds(left, sign, right) else otherwise)


def _holds(left: str, sign: str, right: str) -> bool:
    left, right = left.strip("[] ").lower(), right.strip("[] ").lower()
    if sign in ("==", "!="):
        same = left in right.split(";") if ";" in right else _word(left) == _word(right)
        return same == (sign == "==")
    numbers = [float(text) if _NUMBER.fullmatch(text) else 0.0 for text in (left, right)]
    return {">": numbers[0] > numbers[1], "<": numbers[0] < numbers[1]}.get(
        sign, numbers[0] >= numbers[1] if sign == ">=" else numbers[0] <= numbers[1]
    )


def _word(text: str) -> str:
    return "" if text.strip().lower() in ("#empty", "#nodraw") else text.strip()


def _counter_value(match: re.Match[str], number: int) -> str:
    start, step, width = (int(part) for part in match.groups()[1:])
    return str(start + step * number).zfill(min(width, 20))


def _supported_tag(match: re.Match[str]) -> str:
    """A tag that means the same to us; others are left out."""
    return match[0] if match[2].lower() in ("b", "i", "br") else ""


def _number(text: str | None) -> float:
    match = _NUMBER.fullmatch((text or "").strip())
    return float(match[0]) if match else 0.0


def _of(words: tuple[str, ...], number: str | None) -> str:
    return words[int(number)] if number in ("0", "1", "2") else words[0]


def _colour(text: str | None) -> str:
    return hex_colour(re.sub(r"^0x", "#", (text or "").strip(), flags=re.IGNORECASE)) or ""

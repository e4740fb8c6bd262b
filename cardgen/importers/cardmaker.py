"""Reads CardMaker's projects: layouts of elements, and the spreadsheets that they refer to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cardgen.foundations.errors import InputError
from cardgen.importers.cardmaker_shapes import MAX_LINE, backgrounds, shape_box, without_backgrounds
from cardgen.importers.cardmaker_values import ProgramVariable, Variables, colour, number
from cardgen.importers.cardmaker_xml import XmlElement, parse_elements
from cardgen.importers.looks import escape_markup, to_markup
from cardgen.importers.model import (
    MAX_BOXES,
    MAX_CARDS,
    MAX_DECKS,
    Deck,
    DrawnBox,
    FontStyle,
    Plain,
    Project,
    Value,
    each,
    one_if_equal,
)
from cardgen.importers.sources import FilesBeside, read_columns, read_source, sheets_of

INCH = 25.4
SCREEN = 96.0  # pixels per inch for CardMaker's font sizes in points
_ALIGN, _VALIGN = ("left", "centre", "right"), ("top", "middle", "bottom")
_MIRRORS = {"1": "across", "2": "down"}
_TAGS = re.compile(r"<(/?)(\w+)(?:=[^<>]{0,200})?>")
_OVERRIDE = re.compile(r"\$\[(\w{1,40}):([^\[\]]{0,300})\]")


def read_cardmaker(path: Path, beside: FilesBeside) -> Project:
    """The decks of a project, one for each layout. Raises InputError."""
    project = Project(path.name)
    source = read_source(path)
    scripted = re.search(r"<translatorName>\s*JavaScript", source) is not None
    layouts: list[list[XmlElement]] = []
    for element in parse_elements(source, str(path)):
        if element.name == "Layout":
            layouts.append([])
        if layouts:
            layouts[-1].append(element)
    for layout in layouts:
        _add_deck(project, layout, beside, path, scripted)
    return project


def _add_deck(project: Project, layout: list[XmlElement], beside: FilesBeside, path: Path, scripted: bool) -> None:
    if len(project.decks) >= MAX_DECKS:
        project.misread(layout[0].line, "a layout too many for one game")
        return
    project.read += 1
    deck = _Layout(project, layout, beside, path, scripted).deck()
    if deck:
        project.decks.append(deck)


class _Layout:
    """Makes a deck of one layout. Lengths of the layout are pixels."""

    def __init__(
        self, project: Project, layout: list[XmlElement], beside: FilesBeside, path: Path, scripted: bool
    ) -> None:
        self.project, self.beside = project, beside
        self.head, *self.inner = layout
        self.dpi = number(self.head.attributes.get("dpi")) or 100.0
        self.scale = INCH / self.dpi
        self.name = self.head.attributes.get("name", "")
        defines = self._read_defines([path.with_name(f"{path.stem}_defines.csv").name])
        self.variables = Variables(self.name, scripted, defines)

    def deck(self) -> Deck | None:
        width, height = (number(self.head.attributes.get(side)) * self.scale for side in ("width", "height"))
        if width <= 0 or height <= 0:
            self.project.misread(self.head.line, "a layout without a size")
            return None
        self._read_references()
        name = self.head.attributes.get("name", "cards")
        deck = Deck(name, (width, height), self.variables.cards, 0.0, self.variables.columns)
        for element in reversed([child for child in self.inner if child.name == "Element"]):  # the first one on top
            self.project.read += 1
            if element.attributes.get("enabled", "true").lower() != "true":
                continue
            if len(deck.boxes) >= MAX_BOXES:
                self.project.misread(element.line, "an element too many for one card")
                continue
            deck.boxes += self._boxes(element)
        return deck

    # sheets

    def _read_references(self) -> None:
        references = [child for child in self.inner if child.name == "Reference"]
        default = [child for child in references if child.attributes.get("default", "").lower() == "true"]
        combined = self.head.attributes.get("combinereferences", "").lower() == "true"
        rows: list[dict[str, str]] = []
        for child in references if combined else (default or references)[:1]:
            for row, count in self._rows(child):
                rows += [row] * count
                self.variables.copies += range(count)
        if not rows:
            text = self.head.attributes.get("defaultcount", "1")
            self.variables.cards = min(max(int(text), 1), MAX_CARDS) if text.isdigit() and len(text) < 6 else 1
            return
        names = {name: None for row in rows for name in row}
        self.variables.cards = len(rows)
        self.variables.columns = {name: tuple(row.get(name, "") for row in rows) for name in names}

    def _rows(self, reference: XmlElement) -> list[tuple[dict[str, str], int]]:
        """The rows of a sheet, each with the number of its cards, which is in the first column."""
        name = reference.attributes.get("relativepath", "")
        parts = name.split(";")
        at = next((at for at, part in enumerate(parts) if part.lower().endswith((".csv", ".xlsx", ".ods"))), None)
        file, sheet = (name, None) if at is None else (parts[at], (*parts, "")[at + 1] or None)
        path = self.beside.sheet(file)
        if not path:
            self.project.lose(
                reference.line, f"there is no sheet '{file}' beside the project; save it there as a .csv file"
            )
            return []
        defines = f"{path.stem}_defines.csv"
        self.variables.defines |= self._read_defines([f"{Path(file).parent.as_posix()}/{defines}", defines])
        try:
            columns = read_columns(path, sheet if sheet in sheets_of(path) else None)
        except InputError as error:
            self.project.lose(reference.line, f"cardgen cannot read {path.name}: {error.faults[0].message}")
            return []
        count, *_ = columns
        names = [name for name in columns if name not in (count, "allowed_layout")]
        rows: list[tuple[dict[str, str], int]] = []
        room = MAX_CARDS
        for at, cell in enumerate(columns[count]):
            allowed = columns.get("allowed_layout", ("",) * (at + 1))[at]
            if allowed not in ("", "*") and self.name not in re.split(r"[;,|]", allowed):
                continue
            copies = min(int(cell) if cell.isdigit() and len(cell) < 5 else 1, room)
            rows.append(({name: columns[name][at] for name in names}, copies))
            room -= copies
        return rows

    def _read_defines(self, names: list[str]) -> dict[str, str]:
        """The defines of the first of these sheets that exists: texts by names in small letters."""
        for name in names:
            if sheet := self.beside.sheet(name):
                try:
                    columns = list(read_columns(sheet).values())
                except InputError:
                    return {}
                if len(columns) > 1:
                    return {key.lower(): value for key, value in zip(columns[0], columns[1], strict=True)}
        return {}

    # elements

    def _boxes(self, element: XmlElement) -> Iterator[DrawnBox]:
        kind = element.attributes.get("type", "")
        try:
            texts, unknown = self.variables.fill_in(element, element.attributes.get("variable", ""))
        except ProgramVariable:
            self._lose(element, "a variable that contains a program")
            return
        for name in unknown:
            self._lose(element, f"'{name}', which is no column and no define")
        element, texts = self._with_overrides(element, texts)
        left, top, width, height = (
            number(element.attributes.get(key)) * self.scale for key in ("x", "y", "width", "height")
        )
        if left > 10_000 or top > 10_000 or width <= 0 or height <= 0:
            self._lose(element, "an element without a size")
            return
        turn = number(element.attributes.get("rotation"))
        keys: dict[str, Value] = {"turn": turn % 360} if turn % 360 else {}
        name = element.attributes.get("name", "")
        box = DrawnBox("rectangle", element.line, left, top, width, height, keys, name)
        if (opacity := min(max(number(element.attributes.get("opacity", "255")), 0.0), 255.0)) < 255:
            keys["opacity"] = round(opacity / 255, 2)
        if ground := colour(element.attributes.get("backgroundcolor")):
            yield replace(box, keys={"fill": ground, **keys}, name=f"{box.name} ground")
        yield from backgrounds(box, texts, self.scale, lambda what: self._lose(element, what))
        texts = without_backgrounds(texts)
        if kind in ("Text", "FormattedText"):
            yield self._text(element, box, texts, kind == "FormattedText")
        elif kind == "Graphic":
            aspect = element.attributes.get("lockaspect", "").lower() == "true"
            fit: dict[str, Value] = {} if aspect else {"fit": "cover"}
            if mirror := _MIRRORS.get(element.attributes.get("mirrortype", "0")):
                fit["mirror"] = mirror
            yield replace(box, draw="picture", keys={"of": texts, **keys, **fit})
        elif kind == "Shape":
            yield from self._shape(element, box, texts)
        else:
            self._lose(element, f"an element of the kind {kind}; draw it as a part")
        border = number(element.attributes.get("borderthickness")) * self.scale
        if border and (stroke := colour(element.attributes.get("bordercolor"))):
            line = min(border, MAX_LINE)
            yield replace(box, keys={"stroke": stroke, "line": line, **keys}, name=f"{box.name} border")

    def _with_overrides(self, element: XmlElement, texts: Value) -> tuple[XmlElement, Value]:
        """An element with the attributes that its text overrides, `$[elementcolor:0xff0000]`, and the text without
        these overrides."""
        by_card = texts if isinstance(texts, tuple) else (texts,)
        overrides = {tuple(_OVERRIDE.findall(str(text or ""))) for text in by_card}
        values = {name.lower(): value for pairs in overrides for name, value in pairs}
        for name in values:
            if name not in element.attributes:
                self._lose(element, f"the property '{name}'")
            elif len(overrides) > 1:
                self._lose(element, f"the property '{name}', which differs between cards; let its key read the card")
        own = {name: value for name, value in values.items() if value and len(overrides) == 1}
        bare = each(lambda text: _OVERRIDE.sub("", str(text or "")), texts)
        return replace(element, attributes=element.attributes | own), bare

    def _lose(self, element: XmlElement, what: str) -> None:
        self.project.misread(element.line, f"{element.attributes.get('name', element.name)}: {what}")

    def _text(self, element: XmlElement, box: DrawnBox, texts: Value, rich: bool) -> DrawnBox:
        attributes = element.attributes
        family, size, *flags = [*attributes.get("font", "Arial;12").split(";"), *"000"]
        points = (number(size) or 12.0) * SCREEN / self.dpi
        style = FontStyle(family, points, flags[0] == "1", flags[2 if len(flags) > 3 else 1] == "1")

        def as_markup(value: Plain) -> Plain:
            text = str(value or "").replace("\\n", "\n").replace("\\c", ",")
            return to_markup(_TAGS.sub(_supported_tag, text)) if rich else escape_markup(text)

        words = tuple(map(as_markup, texts)) if isinstance(texts, tuple) else as_markup(texts)
        keys: dict[str, Value] = {
            "text": one_if_equal(words),
            "colour": colour(attributes.get("elementcolor")) or "#000000",
        }
        keys["align"] = _choose(_ALIGN, attributes.get("horizontalalign"))
        keys["valign"] = _choose(_VALIGN, attributes.get("verticalalign"))
        outline = number(attributes.get("outlinethickness")) * self.scale
        if outline and (ink := colour(attributes.get("outlinecolor"))):
            keys |= {"outline": ink, "outline_width": min(outline / 2, 5.0)}
        return replace(box, draw="text", keys={**keys, **box.keys}, style=style)

    def _shape(self, element: XmlElement, box: DrawnBox, texts: Value) -> Iterator[DrawnBox]:
        """The box as the shape that its first text names, on the cards that have a text."""
        first = next((text for text in (texts if isinstance(texts, tuple) else (texts,)) if text), "")
        ink = colour(element.attributes.get("elementcolor")) or "#000000"
        shape = shape_box(str(first), ink, box, self.scale)
        if not shape:
            self._lose(element, f"the shape {first}")
            return
        cards = None
        if isinstance(texts, tuple):
            cards = frozenset(card for card, text in enumerate(texts) if text)
        yield replace(shape, cards=cards)


def _supported_tag(match: re.Match[str]) -> str:
    """A tag that means the same to us; other tags are left out."""
    return match[0] if match[2].lower() in ("b", "i", "br") else ""


def _choose(words: tuple[str, ...], number: str | None) -> str:
    return words[int(number)] if number in ("0", "1", "2") else words[0]

"""Drafts the first files of a game from a spreadsheet: it guesses the meaning of columns, and draws them plainly."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

from cardgen.definitions.copies import COUNT, plainly
from cardgen.definitions.decks import NOT_ON_CARDS
from cardgen.definitions.evaluate import is_number
from cardgen.definitions.headings import ID, Column, SheetSpec, languages_of, likely_names, read_headings
from cardgen.definitions.lines import Line
from cardgen.definitions.nodes import Mapping, Scalar
from cardgen.definitions.spreadsheets import read_lines
from cardgen.definitions.strings_file import as_yaml
from cardgen.definitions.tables import naming
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail

MAX_NUMBERS, MAX_LINES, MAX_GROUPS, SHORT, LABEL, DIGITS = 5, 3, 8, 24, 8, 5  # the room on a card
LABEL_EMS = 4.15  # the greatest width of a label
_NARROW_LETTERS, _WIDE_LETTERS = " fijlrtI.,:;'|!()[]-", "mwMW@%…—ЖЮШЩжюшщ"
SIZES = ("poker", "tarot", "a6", "a5")  # sizes of cards, the smallest first
# Headings of designers' notes, which no card shows
NOTES = {
    *("note", "notes", "remark", "remarks", "comment", "comments", "todo", "design notes", "remarque", "remarques"),
    *("commentaire", "commentaires", "nota", "notas", "commento", "commenti", "osservazioni", "bemerkung"),
    *("bemerkungen", "anmerkung", "anmerkungen", "notiz", "notizen"),
}
LAYOUT = "layouts/card.yaml"
LOOKS = "looks"
QUIET = "quiet"  # a key whose value is a mapping, so no cell can have it
COLOURS = ("#b5533c", "#4f7d6a", "#3f6f96", "#b98b2f", "#7d5a8c", "#6b6f4b", "#a0596b", "#5b6f80")


@dataclass(frozen=True, slots=True)
class _DraftField:
    """A column with the texts of its cells in all languages; layouts read it as `name`."""

    column: Column
    cells: tuple[str, ...]
    translated: tuple[str, ...]

    @property
    def title(self) -> str:
        return self.column.path[0]

    @property
    def longest(self) -> int:
        return max(map(len, self.cells + self.translated))

    @property
    def lines(self) -> int:
        """Returns the number of lines of the longest cell."""
        return max(cell.count("\n") for cell in self.cells + self.translated) + 1

    @property
    def numbers(self) -> bool:
        """Returns whether the column has numbers that fit in boxes of their own."""
        return all(map(is_number, self.cells)) and self.longest <= DIGITS

    @property
    def name(self) -> str:
        plain = re.fullmatch(r"[^\W_]\w*(?:[ -]\w+)*", self.title)
        return f"card.{self.title}" if plain else 'card."' + self.title.replace('"', '""') + '"'


@dataclass(frozen=True, slots=True)
class SheetDraft:
    """How cardgen reads a spreadsheet that says nothing of itself: its languages, its columns, and the columns that it
    renames, by heading."""

    languages: tuple[str, ...]
    columns: list[Column]
    renamed: dict[str, str]
    asked: SheetSpec

    def source(self, file: str, sheet: str | None) -> str:
        """The value of `cards:` in YAML."""
        named = {"from": file} | ({"sheet": sheet} if sheet else {})
        lines = [f"{key}: {as_yaml(value)}" for key, value in named.items()]
        if self.renamed:
            columns = ", ".join(f"{as_yaml(old)}: {as_yaml(new)}" for old, new in self.renamed.items())
            lines.append(f"columns: {{{columns}}}")
        return f"{{{', '.join(lines)}}}"


def columns_of(lines: Sequence[Line], place: Place) -> SheetDraft:
    """Returns how to read the lines of a spreadsheet, of which there are two or more. Raises InputError."""
    head, *rows = lines
    languages = languages_of(head) or ("en",)
    renamed = likely_names(head, rows, (NOT_ON_CARDS.keys() - {ID}) | {QUIET} | _misleading_headings(head, rows))
    asked = _renaming(renamed, languages, place)
    columns = read_headings(head, rows, asked)
    if columns and not naming(rows, columns, asked):  # there are only numbers: the first column distinguishes cards
        renamed[columns[0].name] = ID
        asked = _renaming(renamed, languages, place)
        columns = read_headings(head, rows, asked)
    return SheetDraft(languages, columns, renamed, asked)


def draft(file: Path, sheet: str | None = None, size: str = SIZES[0]) -> dict[str, str]:
    """Returns the text of each file of a game by its path, for the cards of a spreadsheet, in this size. Raises
    InputError."""
    lines = read_lines(file, sheet)
    if len(lines) < 2:
        raise fail("expected a row with the names of the columns, and the cards below it", Place(str(file)))
    _, *rows = lines
    sheet_draft = columns_of(lines, Place(str(file)))
    languages, columns, asked = sheet_draft.languages, sheet_draft.columns, sheet_draft.asked
    own = [
        column for column in columns if column.path[1:] in ((), (languages[0],)) and column.path[0] not in (ID, COUNT)
    ]
    fields = [
        _DraftField(column, tuple(_cells(rows, column)), tuple(_translations(rows, column, columns)))
        for column in own
        if plainly(column.path[0]) not in NOTES
    ]
    named = naming(rows, [column for column in columns if column.path != (ID,)], asked)
    files = {
        "game.yaml": _game(file.name, languages, sheet_draft.source(file.name, sheet), size),
        LAYOUT: _layout(fields, named),
    }
    return files | {f"strings/{language}.yaml": _strings(language, languages[0]) for language in languages}


def _misleading_headings(head: Line, rows: Sequence[Line]) -> set[str]:
    """Headings of columns that a card's count would be read from, although they hold something else."""
    named = [(index, cell.text) for index, cell in enumerate(head.cells) if cell and cell.text in (COUNT, LOOKS)]
    cells = {name: [row.cells[index] for row in rows if index < len(row.cells)] for index, name in named}
    return {
        name for name, those in cells.items() if not all(re.fullmatch(r"\d{1,2}", cell.text) for cell in those if cell)
    }


def _renaming(renamed: dict[str, str], languages: Sequence[str], place: Place) -> SheetSpec:
    called = Mapping({old: Scalar(new, place) for old, new in renamed.items()}, place, dict.fromkeys(renamed, place))
    return SheetSpec(columns=called, languages=languages)


def _cells(rows: Sequence, column: Column) -> list[str]:
    cells = [row.cells[column.index] for row in rows if column.index < len(row.cells)]
    return [cell.text for cell in cells if cell]


def _translations(rows: Sequence, column: Column, columns: Sequence[Column]) -> list[str]:
    """The translations of a column's cells, from other columns."""
    others = [each for each in columns if each is not column and each.path[0] == column.path[0]]
    return [cell for each in others for cell in _cells(rows, each)]


def _game(file: str, languages: Sequence[str], source: str, size: str) -> str:
    colours = ", ".join(f'group{number}: "{colour}"' for number, colour in enumerate(COLOURS, 1))
    return f"""\
# The cards stand in {file}: change it, save it, and build again. Everything after a # is a remark.
players: 2-4
languages: [{", ".join(languages)}]
version: 1                    # printed on every sheet

look:
  colours: {{{colours}}}

decks:
  cards:
    size: {f"{size:5}":<19} # poker, mini, tarot, square, 70 x 110 mm, ...
    kinds:
      card:
        layout: card          # layouts/card.yaml
        cards: {source}
"""


def _strings(language: str, first: str) -> str:
    return "game.title: My Game\n" if language == first else "game.title: {from: My Game, to: My Game}\n"


def _layout(drawn: Sequence[_DraftField], named: Column | None) -> str:
    """The name on top, in a frame of the group's colour; below it short texts, the longest text, and numbers."""
    title = next((each for each in drawn if named and each.column.path[0] == named.path[0]), None)
    rest = [each for each in drawn if each is not title and each.cells]
    numbers = [each for each in rest if each.numbers][:MAX_NUMBERS]
    texts = [each for each in rest if not each.numbers and not _is_address(each)]
    short = [each for each in texts if each.longest <= SHORT and each.lines == 1][:MAX_LINES]
    long = max((each for each in texts if each not in short), key=lambda each: each.longest, default=None)
    groups = [each for each in short if 1 < len(set(each.cells)) <= min(MAX_GROUPS, len(each.cells) - 1)]
    fields = {
        "frame": f"draw: rectangle, fill: {_by(groups)}, left: -bleed, right: -bleed, top: -bleed, bottom: -bleed",
        "paper": "draw: rectangle, fill: paper, corners: 3, left: 4, right: 4, top: 4, bottom: 4",
        "name": f"{_text(title.name if title else 'card.id', 'name')}, left: 7, right: 7, top: 7, height: 9",
    }
    for row, each in enumerate(short):
        fields[f"line{row + 1}"] = f"{_field_line(each, 'line')}, left: 7, right: 7, top: {17 + 6 * row}, height: 5"
    if long:
        fields["text"] = f"{_field_line(long, 'story')}, left: 8, right: 8, top: {19 + 6 * len(short)}, bottom: 22"
    for index, each in enumerate(numbers):
        place = f"left: {7 + 10 * index}, width: 9"
        said = f"draw: text, text: {as_yaml(_label(each.title))}, style: label, when: {as_yaml(each.name)}"
        fields[f"label{index + 1}"] = f"{said}, {place}, bottom: 16, height: 4"
        fields[f"number{index + 1}"] = f"{_field_line(each, 'number')}, {place}, bottom: 7, height: 9"
    return _HEAD + "".join(f"  {name}: {{{field}}}\n" for name, field in fields.items())


def _label(title: str) -> str:
    """A title, shortened if it is wider than the box of the number below it."""
    if len(title) <= LABEL and sum(map(_ems, title)) <= LABEL_EMS:
        return title
    wide = list(accumulate(map(_ems, title[: LABEL - 1])))
    return title[: sum(each + _ems("…") <= LABEL_EMS for each in wide)].rstrip() + "…"


def _ems(letter: str) -> float:
    """The greatest width of a letter in most fonts, in ems."""
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in _NARROW_LETTERS:
        return 0.35
    return 0.95 if letter in _WIDE_LETTERS else 0.68 if letter.isupper() else 0.56 if letter.isascii() else 0.7


def _text(name: str, style: str) -> str:
    return f"draw: text, text: {as_yaml(f'{{{name}}}')}, style: {style}"


def _field_line(field: _DraftField, style: str) -> str:
    """The line of a field that shows a column, on cards with a value in it."""
    return f"{_text(field.name, style)}, when: {as_yaml(field.name)}"


_HEAD = """\
# How a card is drawn, from the lowest thing to the topmost. Lengths are millimetres from the trim edges.
styles:
  name:   {font: display, bold: yes, size: 15, at_least: 6, align: centre}
  line:   {size: 9, at_least: 6, italic: yes, lines: 1, align: centre}
  story:  {size: 10, at_least: 6, leading: 1.25, align: centre}
  number: {font: display, bold: yes, size: 15, at_least: 6, lines: 1, align: centre}
  label:  {size: 6, at_least: 6, lines: 1, align: centre}
fields:
"""


def _is_address(field: _DraftField) -> bool:
    """Whether a column has addresses of pictures or pages."""
    known = re.compile(r".*\.(png|jpe?g|svg|gif|webp|tiff?|bmp)|https?://\S*", re.IGNORECASE)
    return all(map(known.fullmatch, field.cells))


def _by(groups: Sequence[_DraftField]) -> str:
    """The colour of a frame: a look-up by the first column that sorts cards into groups."""
    if not groups:
        return "group1"
    values = dict.fromkeys(cell.casefold() for cell in groups[0].cells)
    known = {value: f"group{number}" for number, value in enumerate(values, 1) if value not in ("by", "else")}
    colours = ", ".join(f"{as_yaml(value)}: {colour}" for value, colour in known.items())
    return f"{{by: {as_yaml(groups[0].name)}, {colours}, else: ink}}"

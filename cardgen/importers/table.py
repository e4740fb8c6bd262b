"""Makes the spreadsheet of an imported deck: the other program's columns, and further ones for values."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from cardgen.definitions.copies import COUNT
from cardgen.definitions.decks import NOT_ON_CARDS
from cardgen.definitions.draft import LOOKS, QUIET
from cardgen.definitions.evaluate import is_number
from cardgen.definitions.headings import ID
from cardgen.definitions.lines import MAX_COLUMNS
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail
from cardgen.importers.looks import slug, unique
from cardgen.importers.model import Plain

_TAKEN = {*NOT_ON_CARDS, ID, COUNT, LOOKS, QUIET}
_LANGUAGE = re.compile(r".*[ _.-]en", re.IGNORECASE)  # a heading of words in English
_DENIED = {"no", "none"}  # cells that can count as empty


@dataclass(frozen=True, slots=True)
class ColumnReading:
    """A column with the varying part of texts, and the fixed text before and after that part."""

    column: str
    before: str = ""
    after: str = ""


class DraftTable:
    """Columns by headings that are valid names of fields. Raises InputError for too many columns."""

    def __init__(self, file: str, cards: int, columns: dict[str, tuple[str, ...]]) -> None:
        self.file, self.cards = file, cards
        self.columns: dict[str, tuple[str, ...]] = {}
        self.taken = set(_TAKEN)
        for name, cells in columns.items():
            self._add(name, cells)

    def _add(self, wish: str, cells: tuple[str, ...]) -> str:
        if len(self.columns) >= MAX_COLUMNS - 2:
            raise fail(f"expected at most {MAX_COLUMNS} columns, those that its values need included", Place(self.file))
        plain = re.sub(r"[{}\"]+", "", " ".join(wish.split())) or "column"
        if plain.casefold() in _TAKEN or _LANGUAGE.fullmatch(plain):
            plain = f"my {plain}" if plain.casefold() in _TAKEN else f"{plain} text"
        name = unique(plain, self.taken)
        self.columns[name] = cells
        return name

    def holding(self, values: Sequence[Plain], wish: str) -> ColumnReading:
        """The column from which a layout reads these values: one that contains them, or else a new one."""
        cells = tuple(map(cell, values))
        for name, column in self.columns.items():
            if column == cells:
                return ColumnReading(name)
        return self._within(cells) or ColumnReading(self._add(wish, cells))

    def _within(self, cells: tuple[str, ...]) -> ColumnReading | None:
        """A column whose cells are a part of all texts, between the same words."""
        for name, column in self.columns.items():
            if len(set(column)) < 2 or any(not own for own, text in zip(column, cells, strict=True) if text):
                continue
            own, text = next((pair for pair in zip(column, cells, strict=True) if pair[1]), ("", ""))
            at = text.find(own) if own else -1
            before, after = (text[:at], text[at + len(own) :]) if at >= 0 else ("", "")
            if not before + after or {"{", "}"} & {*before, *after}:
                continue
            if all(not text or text == before + own + after for own, text in zip(column, cells, strict=True)):
                return ColumnReading(name, before, after)
        return None

    def telling(self, cards: frozenset[int], wish: str) -> str:
        """A condition that is true for only these cards."""
        for name, column in self.columns.items():
            plainly = not any(own.lower() in _DENIED for own in column)
            if plainly and cards == {at for at, own in enumerate(column) if own}:
                return column_name(name)
            values = {column[at] for at in cards}
            value = next(iter(values), "")
            plain = len(values) == 1 and re.fullmatch(r"[\w ]{1,40}", value) and value.lower() not in _DENIED
            if plain and cards == {at for at, own in enumerate(column) if own.casefold() == value.casefold()}:
                return f"{column_name(name)} == '{value}'"
        return column_name(self._add(wish, tuple("yes" if at in cards else "" for at in range(self.cards))))

    def text(self, counts: Iterable[int], prefix: str) -> str:
        """The CSV file, each row with its own id and its number of copies."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([ID, COUNT, *self.columns])
        naming = self._naming()
        ids: set[str] = set()
        for at, count in enumerate(counts):
            name = unique(slug(f"{prefix}{naming[at] if naming else at + 1}", "card"), ids)
            writer.writerow([name, count, *(cells[at] for cells in self.columns.values())])
        return out.getvalue()

    def _naming(self) -> tuple[str, ...] | None:
        """The cells that name cards: those of a column called `name` or the like, or the first column full of texts."""
        candidates = sorted(
            self.columns, key=lambda name: name.casefold() not in ("name", "title", "card", "card name")
        )
        for name in candidates:
            cells = self.columns[name]
            if all(cells) and not any(map(is_number, cells)) and max(map(len, cells)) <= 60:
                return cells
        return None


def cell(value: Plain) -> str:
    """A value as the text of a cell."""
    if value is None:
        return ""
    return number(value) if isinstance(value, float) else str(value).replace("\0", "").strip()


def number(value: float) -> str:
    """Millimetres or points to hundredths, without trailing zeros."""
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits


def column_name(name: str) -> str:
    """The name by which a layout reads a column."""
    plain = re.fullmatch(r"[^\W_]\w*(?:[ -]\w+)*", name)
    return f"card.{name}" if plain else f'card."{name}"'

"""Makes the spreadsheet of a drafted deck: the columns of the other program, and those that its values need besides."""

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
_LANGUAGE = re.compile(r".*[ _.-]en", re.IGNORECASE)  # would be taken for words of one language
_DENIED = {"no", "none"}  # cells that may count as not there


@dataclass(frozen=True, slots=True)
class ColumnReading:
    """A column that holds what differs between texts, and what stands before and behind it in all of them."""

    column: str
    before: str = ""
    after: str = ""


class DraftTable:
    """Columns by headings that no field may not have. Raises InputError for more than a sheet has room for."""

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
        """Where a layout reads texts: in a column that has them, alone or between the same words, or in a new one."""
        cells = tuple(map(cell, values))
        for name, known in self.columns.items():
            if known == cells:
                return ColumnReading(name)
        return self._within(cells) or ColumnReading(self._add(wish, cells))

    def _within(self, cells: tuple[str, ...]) -> ColumnReading | None:
        """A column whose cells stand in all texts, between the same words."""
        for name, known in self.columns.items():
            if len(set(known)) < 2 or any(not own for own, text in zip(known, cells, strict=True) if text):
                continue
            own, text = next((pair for pair in zip(known, cells, strict=True) if pair[1]), ("", ""))
            at = text.find(own) if own else -1
            before, after = (text[:at], text[at + len(own) :]) if at >= 0 else ("", "")
            if not before + after or {"{", "}"} & {*before, *after}:
                continue
            if all(not text or text == before + own + after for own, text in zip(known, cells, strict=True)):
                return ColumnReading(name, before, after)
        return None

    def telling(self, cards: frozenset[int], wish: str) -> str:
        """The condition that holds for these cards alone."""
        for name, known in self.columns.items():
            plainly = not any(own.lower() in _DENIED for own in known)
            if plainly and cards == {at for at, own in enumerate(known) if own}:
                return called(name)
            values = {known[at] for at in cards}
            value = next(iter(values), "")
            plain = len(values) == 1 and re.fullmatch(r"[\w ]{1,40}", value) and value.lower() not in _DENIED
            if plain and cards == {at for at, own in enumerate(known) if own.casefold() == value.casefold()}:
                return f"{called(name)} == '{value}'"
        return called(self._add(wish, tuple("yes" if at in cards else "" for at in range(self.cards))))

    def text(self, counts: Iterable[int], prefix: str) -> str:
        """The lines of a CSV file, each with an id of its own and how many there are of it."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([ID, COUNT, *self.columns])
        naming = self._naming()
        taken: set[str] = set()
        for at, count in enumerate(counts):
            name = unique(slug(f"{prefix}{naming[at] if naming else at + 1}", "card"), taken)
            writer.writerow([name, count, *(cells[at] for cells in self.columns.values())])
        return out.getvalue()

    def _naming(self) -> tuple[str, ...] | None:
        """The cells that name cards: those of a column called so, or the first that is of texts, all there."""
        named = sorted(self.columns, key=lambda name: name.casefold() not in ("name", "title", "card", "card name"))
        for name in named:
            cells = self.columns[name]
            if all(cells) and not any(map(is_number, cells)) and max(map(len, cells)) <= 60:
                return cells
        return None


def cell(value: Plain) -> str:
    """A value as a cell of a sheet has it."""
    if value is None:
        return ""
    return number(value) if isinstance(value, float) else str(value).replace("\0", "").strip()


def number(value: float) -> str:
    """Millimetres or points to hundredths, without noughts at the end."""
    told = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if told == "-0" else told


def called(name: str) -> str:
    """How a layout reads a column."""
    plain = re.fullmatch(r"[^\W_]\w*(?:[ -]\w+)*", name)
    return f"card.{name}" if plain else f'card."{name}"'

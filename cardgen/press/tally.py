"""Counts what a print needs before anything is printed: sheets, cards and cuts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NotRequired, TypedDict

from cardgen.graphics.drawing import Document
from cardgen.store.outputs import Written

_MAX_LINES = 6
_DEFAULTS = {"sheets": None, "cards": None, "cuts": None, "by_hand": 0}  # for missing keys; None: required


class Tally(TypedDict):
    sheets: int
    cards: int
    cuts: int
    by_hand: NotRequired[int]
    ink: NotRequired[int]


def tally(document: Document, by_machine: bool = False) -> Tally:
    """Counts sheets, cards and cuts; with a machine that cuts, the sheets that it cannot cut."""
    fronts = [page for page in document.pages if not page.back]
    totals: Tally = {
        "sheets": len(fronts),
        "cards": sum(page.cards for page in fronts),
        "cuts": sum(page.cuts for page in fronts),
    }
    if by_machine:
        totals["by_hand"] = sum(page.cuts > 0 and not page.cut for page in fronts)
    return totals


def tally_lines(written: Sequence[Written]) -> Iterator[str]:
    """Reports what prints need, in lines: languages that need the same together, and for many editions the sum."""
    groups: dict[tuple[str, str, str, tuple[int, ...]], list[str]] = {}
    inks: dict[tuple[str, str, str], int] = {}
    for file in written:
        *_, game, variant, language, _ = file.path.parts
        figures = file.figures or {}
        numbers = (figures.get(key, default) for key, default in _DEFAULTS.items())
        takes = tuple(number for number in numbers if isinstance(number, int))
        if len(takes) == len(_DEFAULTS):  # a damaged build manifest may lack some
            groups.setdefault((game, variant, file.path.stem, takes), []).append(language)
            if isinstance(ink := figures.get("ink"), int):
                inks[game, variant, file.path.stem] = ink
    if len(groups) <= _MAX_LINES:
        for (game, variant, part, takes), languages in groups.items():
            each = f", in each of {', '.join(languages)}" if len(languages) > 1 else ""
            yield f"{game} {variant} {part}: {_line(takes, inks.get((game, variant, part)), part)}{each}"
        return
    sums = [sum(len(languages) * key[3][at] for key, languages in groups.items()) for at in range(len(_DEFAULTS))]
    known = [(len(languages), inks.get(key[:3])) for key, languages in groups.items()]
    ink = sum(number * (covered or 0) for number, covered in known)
    yield f"all together: {_line(sums, None if None in [each for _, each in known] else ink, 'cards and components')}"


def _line(takes: Sequence[int], ink: int | None, what: str) -> str:
    sheets, cards, cuts, by_hand = takes
    hand = f", {_so_many(by_hand, 'sheets')} to be cut by hand" if by_hand else ""
    covered = f", {ink:,} cm² of ink" if ink is not None else ""
    return f"{_so_many(sheets, 'sheets')}, {_so_many(cards, what)}{covered}, {_so_many(cuts, 'cuts')}{hand}"


def _so_many(number: int, things: str) -> str:
    return f"{number:,} {things.removesuffix('s') if number == 1 else things}"

"""Counts what a print needs before anything is printed: sheets, cards, cuts, and the area of ink."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NotRequired, TypedDict

from cardgen.foundations.units import INCH
from cardgen.graphics.drawing import Document, Group, Item, Page, Use
from cardgen.graphics.geometry import Box, moved, segments_box
from cardgen.store.outputs import Written

_DPI = 30  # enough to measure how dark a face is
_MAX_LINES = 6  # lines
_DEFAULTS = {"sheets": None, "cards": None, "cuts": None, "by_hand": 0}  # for missing keys; None: required


class Tally(TypedDict):
    sheets: int
    cards: int
    cuts: int
    by_hand: NotRequired[int]
    ink: NotRequired[int]


def tally(document: Document, with_ink: bool, by_machine: bool = False) -> Tally:
    """Counts sheets, cards and cuts; with ink, the cm² of paper that it covers, a tint by how dark it is; with a
    machine that cuts, the sheets that it cannot cut."""
    fronts = [page for page in document.pages if not page.back]
    totals: Tally = {
        "sheets": len(fronts),
        "cards": sum(page.cards for page in fronts),
        "cuts": sum(page.cuts for page in fronts),
    }
    if by_machine:
        totals["by_hand"] = sum(page.cuts > 0 and not page.cut for page in fronts)
    if with_ink:
        totals["ink"] = round(_ink(document))
    return totals


def _ink(document: Document) -> float:
    from PIL import Image, ImageStat

    from cardgen.pdf.raster import Rasteriser
    from cardgen.pdf.write import write_pdf

    uses = Counter(use for page in document.pages for use in _uses(page.items, None))
    names = list(dict.fromkeys(name for name, _ in uses))
    if not names:
        return 0.0
    boxes = {name: document.symbols[name].box for name in names}
    pages = []
    for left, top, right, bottom in boxes.values():
        size = right - left, bottom - top
        pages.append(Page(*size, (), (0, 0, *size), (0, 0, *size)))
    pages = [
        replace(page, items=(Group((Use(name),), moved(-boxes[name][0], -boxes[name][1])),))
        for page, name in zip(pages, names, strict=True)
    ]
    drawn = Rasteriser(write_pdf(replace(document, pages=tuple(pages))))  # packed, as its forms are for the sheets
    dots, faces = _DPI / INCH, {}
    for number, page in enumerate(pages):
        width, height = max(1, round(page.width * dots)), max(1, round(page.height * dots))
        faces[names[number]] = Image.frombytes("RGB", (width, height), drawn.page(number, width, height).data)
    total = 0.0
    for (name, clip), count in uses.items():
        face = faces[name]
        left, top, right, bottom = (round(side * dots) for side in _within(clip, boxes[name]))
        seen = face.crop((max(0, left), max(0, top), min(right, face.width), min(bottom, face.height)))
        light = sum(ImageStat.Stat(seen).sum) / 3 / 255  # of three colours
        total += count * (seen.width * seen.height - light) / dots**2
    return total / 100


def _uses(items: Iterable[Item], clip: Box | None) -> Iterator[tuple[str, Box | None]]:
    """Yields the faces on a page, each with the box to which it is clipped."""
    for item in items:
        if isinstance(item, Use):
            yield item.symbol, clip
        elif isinstance(item, Group):
            yield from _uses(item.items, segments_box(item.clip) if item.clip else clip)


def _within(clip: Box | None, box: Box) -> Box:
    """The part of a box inside the clip, from the corner of the box."""
    left, top, right, bottom = box
    seen = clip or box
    return (
        max(seen[0], left) - left, max(seen[1], top) - top, min(seen[2], right) - left, min(seen[3], bottom) - top
    )  # fmt: skip


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

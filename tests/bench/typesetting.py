"""The colour of running text: paragraphs of the base rulebooks by cardgen, and by LuaLaTeX with microtype.

Both set the same words with the same font file, size, width and language; last lines, which are not stretched, do not
count. A line is wide whose spaces are on average more than twice as wide as the font's own.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path

import lualatex
from drawn import Drawn, Measured, paragraphs
from figures import figure

from cardgen.definitions.game import BASE
from cardgen.press.edition import Common, Options, open_edition
from cardgen.rulebook.pages import make_pages
from cardgen.rulebook.sheet import A5
from cardgen.store.library import all_games

WIDE = 2.0  # times the normal space
HEAD = ("sd", "mean", "wide", "hyphens", "lines", "letters")


def main(folder: Path) -> None:
    if lualatex.missing():
        print(f"typesetting: there is no {lualatex.COMMAND} to set the same text beside")
        return
    books = {name: found for home in all_games() for name, found in _books(home)}
    every = [each for found in books.values() for each in found]
    theirs = iter(lualatex.measured(every, folder))
    print(f"{'':24}{'cardgen':>{8 * len(HEAD)}}{'LuaLaTeX':>{8 * len(HEAD)}}")
    print(f"{'':24}{''.join(f'{each:>8}' for each in 2 * HEAD)}")
    ours_all: list[Measured] = []
    theirs_all: list[Measured] = []
    behind = 0
    for name, found in books.items():
        ours = [line for each in found for line in each.lines]
        other = [line for _ in found for line in next(theirs)]
        behind += _deviation(ours) > _deviation(other)
        print(f"{name:24}{_told(ours)}{_told(other)}", flush=True)
        ours_all += ours
        theirs_all += other
    print(f"{'all':24}{_told(ours_all)}{_told(theirs_all)}")
    figure("deviation of word spaces, relative to LuaLaTeX", _deviation(ours_all) / _deviation(theirs_all), 1)
    figure("books in which it is larger than in LuaLaTeX", behind, 1, "books")
    figure(
        "lines with spaces over twice the normal width, beyond those of LuaLaTeX",
        max(0, _wide(ours_all) - _wide(theirs_all)),
        1,
        "lines",
    )
    figure("lines that end with a hyphen, relative to LuaLaTeX", _hyphens(ours_all) / max(1, _hyphens(theirs_all)), 1)


def _books(home) -> list[tuple[str, list[Drawn]]]:
    edition = open_edition(home, BASE, Options(only=("rulebook",)), lambda finding: None, Common())
    found = []
    for language in edition.languages:
        if template := home.rulebook(f"{language}.md.j2"):
            document = edition.book(language).typeset(template, make_pages)
            found.append((f"{home.name} {language}", list(paragraphs(document, A5.measure))))
    return found


def _told(lines: Sequence[Measured]) -> str:
    spaces = _spaces(lines)
    letters = max((max(each.letters[1] - 1, 1 - each.letters[0]) for each in lines), default=0.0)
    mean = statistics.mean(spaces) if spaces else 1.0
    numbers = f"{_deviation(lines):8.3f}{mean:8.3f}{_wide(lines):8}{_hyphens(lines):8}{len(lines):8}"
    return f"{numbers}{100 * letters:7.2f}%"


def _spaces(lines: Sequence[Measured]) -> list[float]:
    return [space for line in lines if line.full for space in line.spaces]


def _deviation(lines: Sequence[Measured]) -> float:
    """The standard deviation of word spaces, in normal ones."""
    spaces = _spaces(lines)
    return statistics.pstdev(spaces) if spaces else 0.0


def _wide(lines: Sequence[Measured]) -> int:
    return sum(line.full and bool(line.spaces) and statistics.mean(line.spaces) > WIDE for line in lines)


def _hyphens(lines: Sequence[Measured]) -> int:
    return sum(line.hyphen for line in lines)

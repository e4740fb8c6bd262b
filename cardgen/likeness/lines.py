"""Joins runs of words to lines, and lines below one another to blocks, as a reader sees them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cardgen.foundations.dataclass import dataclass
from cardgen.likeness.model import SAME_ANGLE, WordRun, is_placed

_SAME_LINE = 0.08  # ems
_OVERLAP, _APART = -0.4, 0.9  # ems between two runs of one line
_SPACE = 0.14  # ems from which a gap is a space
_LEADING = (0.8, 2.2)  # ems between the lines of a block
ALIGNED = 0.25  # mm by which edges of aligned lines differ
SIGNS = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "\u00ad": "", "\u2011": "-", "\u200b": ""})


@dataclass(frozen=True, slots=True)
class LinePiece:
    """A run within a line, with the part of the line's text that it has."""

    run: WordRun
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line of words: its text, and its runs. `left` and `right` are its ends along the baseline, and `down` is the
    baseline, all in coordinates that are turned by `turn`."""

    text: str
    pieces: tuple[LinePiece, ...]
    turn: float
    left: float
    right: float
    down: float
    anchor: str

    @property
    def main(self) -> WordRun:
        """The run with most letters."""
        return max((piece.run for piece in self.pieces), key=lambda run: len(run.text))

    @property
    def size(self) -> float:
        return self.main.type.size

    @property
    def owners(self) -> set[int]:
        return {piece.run.owner for piece in self.pieces}

    @property
    def labels(self) -> str:
        return " ".join(piece.run.label for piece in self.pieces)

    def at(self, anchor: str) -> float:
        return {"middle": (self.left + self.right) / 2, "end": self.right}.get(anchor, self.left)


def plain(text: str) -> str:
    """A text as it is compared: single spaces, straight quotes, no ligatures."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFC", text).translate(SIGNS)).split())


def lines_of(runs: Sequence[WordRun]) -> list[CardLine]:
    """The lines of a card, in the order of the drawing."""
    groups: list[list[WordRun]] = []
    for run in filter(is_placed, runs):
        if groups and _joins(groups[-1], run):
            groups[-1].append(run)
        elif run.text.strip():
            groups.append([run])
    return [line for group in groups if (line := _line(group)) is not None]


def _joins(group: Sequence[WordRun], run: WordRun) -> bool:
    """Whether a run belongs to a line. Words of another size or colour are a line of their own, unless all are aligned
    together about their middle or their end."""
    last = group[-1]
    if not run.text.strip() and run.chunk == last.chunk:
        return True
    one, other = last.type, run.type
    alike = (one.use, one.colour) == (other.use, other.colour) and abs(one.size - other.size) <= 0.03 * one.size
    if run.chunk == last.chunk:
        return alike or run.anchor in ("middle", "end")
    return alike and _continues(group, run)


def _continues(group: Sequence[WordRun], run: WordRun) -> bool:
    """Whether a run continues a line that the drawing writes in parts, such as letter by letter."""
    last = group[-1]
    if run.anchor not in ("", "start") or last.anchor not in ("", "start") or _angle(last.turn, run.turn) > SAME_ANGLE:
        return False
    (x0, y0), (x1, y1) = last.frame(run.turn), run.frame(run.turn)
    size = max(last.type.size, run.type.size)
    gap = (x1 - x0 - last.width) / max(size, 1e-6)
    return abs(y1 - y0) <= _SAME_LINE * size and _OVERLAP <= gap <= _APART


def _angle(one: float, other: float) -> float:
    away = abs(one - other) % 360
    return min(away, 360 - away)


def _line(group: Sequence[WordRun]) -> CardLine | None:
    """A line of runs, with spaces where the runs stand apart."""
    turn = group[0].turn
    text, pieces, end = "", [], 0.0
    tight = _tracking(group)
    for index, run in enumerate(group):
        own = re.sub(r"\s+", " ", run.text)
        x, _ = run.frame(turn)
        gap = (x - end) / max(run.type.size, 1e-6)
        apart = index and gap > tight + _SPACE and run.chunk != group[index - 1].chunk
        if apart and not text.endswith(" ") and not own.startswith(" "):
            text += " "
        if text.endswith(" ") or not text:
            own = own.lstrip(" ")
        pieces.append(LinePiece(run, len(text), len(text) + len(own)))
        text += own
        end = x + run.width
    whole = text.rstrip()
    if not whole:
        return None
    left, down = group[0].frame(turn)
    right = max(run.frame(turn)[0] + _inked(run) for run in group)
    kept = tuple(
        LinePiece(each.run, each.start, min(each.end, len(whole))) for each in pieces if each.start < len(whole)
    )
    return CardLine(whole, kept, turn, left, right, down, group[0].anchor)


def _inked(run: WordRun) -> float:
    """The width of a run without the space at its end."""
    bare = len(run.text.rstrip())
    return (
        run.width * (bare / len(run.text))
        if bare < len(run.text) <= 3
        else run.width - (0.25 * run.type.size * (len(run.text) - bare))
    )


def _tracking(group: Sequence[WordRun]) -> float:
    """The space between the letters of a word that is spaced out, in ems: what most gaps have."""
    gaps = []
    for before, after in pairwise(group):
        x0, x1 = before.frame(group[0].turn)[0], after.frame(group[0].turn)[0]
        if before.chunk != after.chunk and len(before.text.strip()) == 1:
            gaps.append((x1 - x0 - before.width) / max(after.type.size, 1e-6))
    return max(0.0, sorted(gaps)[len(gaps) // 2]) if len(gaps) > 2 else 0.0


def blocks_of(lines: Sequence[CardLine]) -> list[list[CardLine]]:
    """Runs of lines below one another in one style, which may be one text that is wrapped."""
    blocks: list[list[CardLine]] = []
    for line in lines:
        if blocks and _below(blocks[-1], line):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def _below(block: Sequence[CardLine], line: CardLine) -> bool:
    last = block[-1]
    one, other = last.main.type, line.main.type
    alike = (one.use, one.colour) == (other.use, other.colour) and abs(one.size - other.size) < 0.02 * one.size
    if not alike or _angle(last.turn, line.turn) > SAME_ANGLE or (last.anchor != line.anchor):
        return False
    step = (line.down - last.down) / max(line.size, 1e-6)
    if not _LEADING[0] <= step <= _LEADING[1]:
        return False
    if len(block) > 1 and abs((line.down - last.down) - (last.down - block[-2].down)) > 0.15 * line.size:
        return False
    return bool(set(alignments([*block, line])))


def alignments(lines: Sequence[CardLine]) -> Iterator[str]:
    """The alignments that the edges of lines allow: start, middle, end."""
    slack = ALIGNED + 0.03 * max(line.size for line in lines)
    for anchor in ("start", "middle", "end"):
        edges = [line.at(anchor) for line in lines]
        if max(edges) - min(edges) <= slack:
            yield anchor

"""Finds the cells of a table's line among the words of a card, and the line that the card shows."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field

from cardgen.definitions.evaluate import is_number
from cardgen.foundations.dataclass import dataclass
from cardgen.likeness.lines import SIGNS, CardLine
from cardgen.likeness.model import unturned
from cardgen.likeness.table import CellColumn, CellTable

_SHORT = 2  # letters: shorter words within a line are seldom cells
_LONG = 30  # letters that count for a match
_NEAR = 14.0  # mm within which a label names a number
_YES = {"yes", "no", "true", "false", "x", "none"}
_CASES: dict[str, Callable[[str], str]] = {
    "": str, "upper": str.upper, "lower": str.lower, "capital": lambda text: text[:1].upper() + text[1:],
}  # fmt: skip


@dataclass
class CellClaim:
    """A part of a block's text that is a cell: of one of the `columns`, the likeliest first, through a function of
    letters. `sure`: only one column can be meant."""

    start: int
    end: int
    columns: list[CellColumn]
    case: str
    whole: bool
    sure: bool = True

    @property
    def column(self) -> CellColumn:
        return self.columns[0]


@dataclass
class FoundField:
    """Lines that become one field: fixed texts, and cells with the columns that they come from. Without any claim, it
    is only what leaves the drawing together with cells."""

    lines: tuple[CardLine, ...]
    parts: list[tuple[str, CellClaim | None, bool, bool]]  # text, cell, and whether it is bold and italic

    @property
    def claims(self) -> list[CellClaim]:
        return [claim for _, claim, _, _ in self.parts if claim]


@dataclass
class _Block:
    """A block's text as it is compared, and for each of its letters the line and the letter there."""

    lines: Sequence[CardLine]
    text: str = ""
    at: list[tuple[int, int]] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    claims: list[CellClaim] = field(default_factory=list)

    def whole(self, start: int, end: int) -> bool:
        """Whether a part is whole lines."""
        begins = start in self.starts
        return begins and (end == len(self.text) or end + 1 in self.starts)


def _block(lines: Sequence[CardLine]) -> _Block:
    block = _Block(lines)
    letters: list[str] = []
    for number, line in enumerate(lines):
        if letters:
            letters.append(" ")
            block.at.append((number - 1, len(lines[number - 1].text)))
        block.starts.append(len(letters))
        for index, sign in enumerate(line.text):
            for each in unicodedata.normalize("NFKC", sign.translate(SIGNS)) if not sign.isascii() else sign:
                letters.append(" " if each.isspace() else each)
                block.at.append((number, index))
    block.text = "".join(letters)
    return block


class Matching:
    """The blocks of a card, and where the cells of a table stand in them."""

    def __init__(self, blocks: Sequence[Sequence[CardLine]], table: CellTable) -> None:
        self.table = table
        self.blocks = [_block(block) for block in blocks]
        joined = (_undivided(block)[0] for block in self.blocks if "- " in block.text)
        self.all = "\n".join((*(block.text for block in self.blocks), *joined)).casefold()
        self.tokens = set(re.findall(r"\w+", self.all))
        self.near: dict[int, str] = {}  # labels by the ids of lines

    def scores(self) -> list[float]:
        """How well each row fits: the letters of the cells that are found, less for those that are not."""
        return [self._score(row) for row in range(len(self.table.places))]

    def _score(self, row: int) -> float:
        score = 0.0
        for column in self.table.columns:
            cell = column.cells[row]
            if not cell or column.minor:
                continue
            plain = cell.casefold()
            first = re.search(r"\w+", plain)
            known = first is None or first[0] in self.tokens
            found = known and ((first is not None and first[0] == plain) or plain in self.all)
            score += min(len(cell), _LONG) if found else -0.5
        return score

    def claim(self, row: int) -> None:
        """Finds the cells of a row."""
        values: dict[str, list[CellColumn]] = {}
        for column in self.table.columns:
            if column.cells[row]:
                values.setdefault(column.cells[row], []).append(column)
        for minor in (False, True):
            for value, columns in sorted(values.items(), key=lambda each: -len(each[0])):
                if mine := [column for column in columns if column.minor == minor]:
                    self._claim_value(value, mine, minor)

    def _claim_value(self, value: str, columns: list[CellColumn], minor: bool) -> None:
        found: list[tuple[_Block, CellClaim]] = []
        for case, change in _CASES.items():
            if case and found:
                break
            wanted = change(value)
            if case and wanted == value:
                continue
            for block in self.blocks:
                if wanted.split(" ")[0] not in block.text:
                    continue
                for start, end in _occurrences(block, wanted):
                    claim = CellClaim(start, end, [*columns], case, block.whole(start, end))
                    if self._is_likely(block, claim, value, minor):
                        found.append((block, claim))
        if any(claim.whole for _, claim in found):
            found = [
                (block, claim) for block, claim in found
                if claim.whole or len(value) > _SHORT + 2 or self._affinity(block, claim, columns) > 0
            ]  # fmt: skip
        elif len(value) <= _SHORT and len(found) > len(columns):
            named = [each for each in found if self._affinity(each[0], each[1], columns) > 0]
            found = named or found
        self._assign(found, columns)
        for block, claim in found:
            block.claims.append(claim)

    def _is_likely(self, block: _Block, claim: CellClaim, value: str, minor: bool) -> bool:
        if minor and not (claim.whole and not is_number(value)):
            return self._affinity(block, claim, claim.columns) > 0
        if claim.whole:
            return True
        if value.casefold() in _YES:
            return False
        return is_number(value) or len(value) > _SHORT or value.isupper()

    def _affinity(self, block: _Block, claim: CellClaim, columns: Sequence[CellColumn]) -> float:
        return max(self._closeness(block, claim, column) for column in columns)

    def _closeness(self, block: _Block, claim: CellClaim, column: CellColumn) -> float:
        """How much the words around a part of a text, or the names in the drawing, say that it is of a column."""
        words = [word for word in re.findall(r"\w+", column.heading.casefold()) if len(word) > 1]
        if not words:
            return 0.0
        line = block.lines[block.at[claim.start][0]]
        score = 0.0
        labels = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", line.labels).casefold())
        around = (block.text[: claim.start] + " | " + block.text[claim.end :]).casefold()
        nearest = self._label_near(line)
        for word in words:
            score += 3.0 * (word in labels)
            score += 2.0 * bool(re.search(rf"(?<!\w){re.escape(word)}", around))
            score += 1.0 * bool(nearest and re.search(rf"(?<!\w){re.escape(word)}", nearest))
            if len(word) > 3:
                score += 0.4 * any(label[:3] == word[:3] for label in labels if len(label) >= 3)
        return score / len(words)

    def _label_near(self, line: CardLine) -> str:
        """The words of the line nearest to a line."""
        if id(line) not in self.near:
            self.near[id(line)] = self._find_label(line)
        return self.near[id(line)]

    def _find_label(self, line: CardLine) -> str:
        x, y = _middle(line)
        away = [
            (math.hypot(_middle(other)[0] - x, _middle(other)[1] - y), other.text.casefold())
            for block in self.blocks
            for other in block.lines
            if other is not line and not is_number(other.text)
        ]
        near = [each for each in away if each[0] <= _NEAR]
        return min(near)[1] if near else ""

    def _assign(self, found: list[tuple[_Block, CellClaim]], columns: list[CellColumn]) -> None:
        """Gives each part of several columns with the same cell its likeliest column."""
        if len(columns) < 2:
            return
        free = [*columns]
        order = sorted(found, key=lambda each: -self._affinity(each[0], each[1], columns))
        for block, claim in order:
            close = {column.name: self._closeness(block, claim, column) for column in columns}
            twin = next((other for other in found if other[1] is not claim and _are_twins((block, claim), other)), None)
            ranked = sorted(columns, key=lambda column: (-close[column.name], column not in free))
            first, second = close[ranked[0].name], close[ranked[1].name]
            claim.sure = first > second + 0.05 or (len(columns) == 2 and len(free) == 1 and ranked[0] in free)
            if not claim.sure and twin and twin[1].columns[0] not in free:
                ranked = sorted(columns, key=lambda column: column is not twin[1].columns[0])
                claim.sure = twin[1].sure
            claim.columns[:] = ranked
            if ranked[0] in free:
                free.remove(ranked[0])

    def fields(self) -> list[FoundField]:
        """The fields: lines with cells, and those that leave the drawing with them."""
        fields: list[FoundField] = []
        for block in self.blocks:
            block.claims.sort(key=lambda claim: claim.start)
            for group in _groups_by_line(block):
                fields.append(_field(block, group))
        owners = {owner for each in fields for line in each.lines for owner in line.owners}
        taken = {id(line) for each in fields for line in each.lines}
        while more := [
            line for block in self.blocks for line in block.lines
            if id(line) not in taken and line.owners & owners
        ]:  # fmt: skip
            for line in more:
                fields.append(FoundField((line,), _parts_by_style(_block([line]), 0, len(_block([line]).text), ())))
                taken.add(id(line))
                owners |= line.owners
        return fields


def _occurrences(block: _Block, wanted: str) -> Iterator[tuple[int, int]]:
    """Where a text stands in a block as words of its own, apart from what is taken. A word may be divided at the end of
    a line."""
    before = r"(?<!\w)" if wanted[:1].isalnum() else ""
    behind = r"(?!\w)" if wanted[-1:].isalnum() else ""
    if wanted[:1].isdigit():
        before += r"(?<!\d[.,])"
    if wanted[-1:].isdigit():
        behind += r"(?![.,]\d)"
    pattern = r"\s+".join(map(re.escape, wanted.split()))
    for match in re.finditer(before + pattern + behind, block.text):
        if not any(claim.start < match.end() and match.start() < claim.end for claim in block.claims):
            yield match.span()
    if len(wanted) > 12 and "- " in block.text:
        text, letters = _undivided(block)
        for match in re.finditer(before + pattern + behind, text):
            start, end = letters[match.start()], letters[match.end() - 1] + 1
            divided = any(_divides(block, index) for index in range(start, end))
            if divided and not any(claim.start < end and start < claim.end for claim in block.claims):
                yield start, end


def _undivided(block: _Block) -> tuple[str, list[int]]:
    """A block's text with words whole that are divided at the end of a line, and the number of each letter."""
    letters = [index for index in range(len(block.text)) if not _divides(block, index)]
    return "".join(block.text[index] for index in letters), letters


def _divides(block: _Block, index: int) -> bool:
    """Whether a letter is a hyphen at the end of a line within a word, or the space after it."""
    text = block.text
    if text[index] == "-":
        return (
            text[index + 1 : index + 2] == " " and index + 2 in block.starts and text[index + 2 : index + 3].islower()
        )
    return index > 0 and text[index - 1] == "-" and index + 1 in block.starts and _divides(block, index - 1)


def _middle(line: CardLine) -> tuple[float, float]:
    return unturned((line.left + line.right) / 2, line.down - 0.3 * line.size, line.turn)


def _are_twins(one: tuple[_Block, CellClaim], other: tuple[_Block, CellClaim]) -> bool:
    """Whether two parts are turned by 180 degrees to one another."""
    lines = [block.lines[block.at[claim.start][0]] for block, claim in (one, other)]
    return abs(abs(lines[0].turn - lines[1].turn) - 180) < 1


def _groups_by_line(block: _Block) -> Iterator[list[CellClaim]]:
    """Claims that share a line."""
    group: list[CellClaim] = []
    for claim in block.claims:
        if group and block.at[claim.start][0] > block.at[group[-1].end - 1][0]:
            yield group
            group = []
        group.append(claim)
    if group:
        yield group


def _field(block: _Block, claims: Sequence[CellClaim]) -> FoundField:
    first, last = block.at[claims[0].start][0], block.at[claims[-1].end - 1][0]
    start = block.starts[first]
    end = block.starts[last + 1] - 1 if last + 1 < len(block.starts) else len(block.text)
    return FoundField(tuple(block.lines[first : last + 1]), _parts_by_style(block, start, end, claims))


def _parts_by_style(
    block: _Block, start: int, end: int, claims: Sequence[CellClaim]
) -> list[tuple[str, CellClaim | None, bool, bool]]:
    """The parts of a text: cells, and fixed texts in each style. Their letters are those of the drawing."""
    parts: list[tuple[str, CellClaim | None, bool, bool]] = []
    index = start
    while index < end:
        bold, italic = _style_at(block, index)
        claim = next((each for each in claims if each.start == index), None)
        if claim:
            parts.append(("", claim, bold, italic))
            index = claim.end
            continue
        line, letter = block.at[index]
        text = block.lines[line].text
        sign = text[letter] if letter < len(text) else " "
        if index > start and block.at[index - 1] == block.at[index]:
            sign = ""  # one letter of the drawing may be several that are compared
        if parts and parts[-1][1] is None and (parts[-1][2:] == (bold, italic) or sign == " "):
            parts[-1] = (parts[-1][0] + sign, None, *parts[-1][2:])
        else:
            parts.append((sign, None, bold, italic))
        index += 1
    return parts


def _style_at(block: _Block, index: int) -> tuple[bool, bool]:
    line, letter = block.at[index]
    for piece in block.lines[line].pieces:
        if piece.start <= letter < piece.end:
            return piece.run.type.bold, piece.run.type.italic
    style = block.lines[line].main.type
    return style.bold, style.italic

"""Parses the name of a picture's file: its card, its number of copies, and its side."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from cardgen.foundations.dataclass import dataclass

Side = Literal["", "front", "back"]
MAX_COPIES = 999
_BACKS = {
    *("back", "backs", "backside", "cardback", "cardbacks", "dos", "verso", "retro", "dorso", "reverso", "rug"),
    *("rückseite", "rückseiten", "rueckseite", "rueckseiten", "ruckseite", "kartenrücken"),
}
_FRONTS = {
    *("front", "fronts", "recto", "fronte", "vorderseite", "vorderseiten", "anverso", "voorkant"),
}
_LETTERS: dict[str, Side] = {"a": "front", "f": "front", "b": "back"}  # only beside a file with the other
# Words that add nothing to a side: shared_back, card_back
_OF_ALL = {
    *("card", "cards", "deck", "game", "all", "the", "of", "shared", "common", "carte", "cartes", "karte", "karten"),
    *("carta", "carte", "mazzo", "de", "des", "la", "le", "del", "delle", "der"),
}
_COUNT = r"(?:(\d{1,3})[x×]|[x×](\d{1,3}))"
_COUNTS = (
    re.compile(rf"{_COUNT}[\s_-]+(?P<name>.+)"),  # 3x fox
    re.compile(rf"(?P<name>.+?)(?:[\s_-]+{_COUNT}|[\s_-]*\({_COUNT}\))"),  # fox x3, fox_3x, fox (x3)
    re.compile(r"(?P<name>.+?)\s*@(\d{1,3})"),  # fox@3
)


@dataclass(frozen=True, slots=True)
class ParsedName:
    """The parts of a file name: the `words` of a card's name, `count` copies (None if the name has no number), and
    perhaps a side.

    `letter` means that a single letter names the side (fox_b). It does so only beside a file with the other letter.
    """

    name: str
    words: tuple[str, ...]
    count: int | None = None
    side: Side = ""
    letter: bool = False

    @property
    def whole(self) -> tuple[str, ...]:
        """All words of the name, with those that name a side."""
        return words(self.name)

    def of_page(self, number: int) -> ParsedName:
        """The name of one page of a file: it has the side of the file, but not its copies."""
        side: Side = "" if self.letter else self.side
        own = self.whole if self.letter else self.words
        return ParsedName(f"{self.name} {number}", (*own, str(number)), None, side)

    def is_of_all(self, others: tuple[str, ...]) -> bool:
        """Whether it names a side and no card; `others` are the words of its folder's name."""
        return bool(self.side) and not self.letter and not {*self.words} - _OF_ALL - {*others}


def read_name(stem: str) -> ParsedName:
    """Parses the name of a file without its suffix."""
    name, count = unicodedata.normalize("NFC", stem).strip(), None
    for form in _COUNTS:
        if match := form.fullmatch(name):
            name = match["name"]
            count = next(int(digits) for digits in match.groups() if digits and digits.isdigit() and digits != name)
            break
    own = words(name)
    for at in (-1, 0):
        if own and (side := side_of(own[at])):
            return ParsedName(name, own[:-1] if at else own[1:], count, side)
    if len(own) > 1 and (side := _LETTERS.get(own[-1], "")):
        return ParsedName(name, own[:-1], count, side, True)
    return ParsedName(name, own, count)


def side_of(word: str) -> Side:
    """The side that a word of a file's or folder's name names."""
    return "back" if word in _BACKS else "front" if word in _FRONTS else ""


def words(name: str) -> tuple[str, ...]:
    """The words of a name in small letters. A capital begins a word: FoxBack."""
    apart = re.sub(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])", " ", name)
    return tuple(word for word in re.split(r"[\W_]+", apart.casefold()) if word)

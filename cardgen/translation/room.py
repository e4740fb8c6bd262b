"""Measures the room of a text on cards for translators: its boxes, the letters that fit, and a picture of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.faces.compose import Composer
from cardgen.faces.fit import Said
from cardgen.faces.paragraph import paragraph
from cardgen.foundations.dataclass import dataclass
from cardgen.text.typography import ICON
from cardgen.translation.translatable import SourceText, own_keys

_CARDS = 4  # that a note names
_MOST = 4000  # letters that are tried


@dataclass(frozen=True, slots=True)
class TextUse:
    """A text of the first language in a field of a side; `picture` is one of that side, below the edition's folder."""

    side: str
    field: str
    said: Said
    picture: str


@dataclass(frozen=True, slots=True)
class RoomOnCards:
    """Of a text: what to tell of where it stands, how many letters have room, and a picture of it."""

    notes: tuple[str, ...] = ()
    most: int | None = None
    picture: str = ""


class Rooms:
    """Where the texts of an edition stand."""

    def __init__(self, composer: Composer) -> None:
        self.composer = composer
        self._uses: dict[object, dict[int, TextUse]] = {}  # by the places of texts, and by the keys of what cards say
        own, first = own_keys(composer), composer.game.languages[0]
        for side in composer.sides:
            deck, _, rest = side.name.partition("/")
            face = rest.rpartition("/")[2]
            there = face in ("front", "back") and side.owner
            picture = f"pictures/{deck}/{side.id}.{first}.{face}.png" if there else ""
            for (field, language), said in composer.reading(side).said.items():
                if language == first:
                    for known in (said.place, *own.get((side.name, field), ())):
                        self._uses.setdefault(known, {})[id(said)] = TextUse(side.id, field, said, picture)

    def of(self, source: SourceText) -> RoomOnCards:
        uses = {id(use.said): use for use in self._of(source)}
        return self._room(list(uses.values())) if uses else RoomOnCards()

    def _of(self, source: SourceText) -> Iterator[TextUse]:
        for known in source.keys if source.entry.plain else (source.entry.place, *source.keys):
            yield from self._uses.get(known, {}).values()

    def _room(self, uses: list[TextUse]) -> RoomOnCards:
        cards = list(dict.fromkeys(use.side for use in uses))
        more = f" and {len(cards) - _CARDS} more" if len(cards) > _CARDS else ""
        notes = [f"on {', '.join(cards[:_CARDS])}{more}"]
        boxes: dict[tuple, TextUse] = {}
        for use in uses:
            boxes.setdefault((use.said.group, use.said.area), use)
        fits = []
        for use in boxes.values():
            left, top, right, bottom = use.said.area
            fits.append(_letters(self.composer, use.said))
            told = f"; at most {fits[-1]} letters" if fits[-1] else ""
            notes.append(f"{use.field}: box {right - left:.1f} x {bottom - top:.1f} mm{told}")
        known = [each for each in fits if each]
        picture = next((use.picture for use in uses if use.picture), "")
        return RoomOnCards(tuple(dict.fromkeys(notes)), min(known) if known else None, picture)


def _letters(composer: Composer, said: Said) -> int | None:
    """How many letters of the like have room at the smallest size allowed; at least those that are there."""
    plain = ICON.sub("", re.sub(r"[*\\\[\]]|\]\([^()]*\)", "", said.words.text)).split()
    if not plain:
        return None
    language = said.languages[0]

    def fits(count: int) -> bool:
        filler = (" ".join(plain) + " ") * (count // max(1, len(" ".join(plain))) + 1)
        words = paragraph(filler[:count].rstrip(), said.style, language, composer.supplies, said.place)
        return said.excess_of(words, said.style.at_least) is None

    low, high = len(said.words.text), 2 * len(said.words.text)
    while high < _MOST and fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low

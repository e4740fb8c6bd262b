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

_CARDS = 4  # cards named in a note
_MAX_LETTERS = 4000


@dataclass(frozen=True, slots=True)
class TextUse:
    """A text of the first language in a field of a side, with the path of the side's picture below the edition's
    folder."""

    side: str
    field: str
    text: Said
    picture: str


@dataclass(frozen=True, slots=True)
class RoomOnCards:
    """The room of a text: notes on its boxes, the number of letters that fit, and a picture of it."""

    notes: tuple[str, ...] = ()
    most: int | None = None
    picture: str = ""


class Rooms:
    """Finds the fields that show the texts of an edition."""

    def __init__(self, composer: Composer) -> None:
        self.composer = composer
        self._uses: dict[object, dict[int, TextUse]] = {}  # by the places of texts, and by the keys of cards' texts
        own, first = own_keys(composer), composer.game.languages[0]
        for side in composer.sides:
            deck, _, rest = side.name.partition("/")
            face = rest.rpartition("/")[2]
            has_picture = face in ("front", "back") and side.owner
            picture = f"pictures/{deck}/{side.id}.{first}.{face}.png" if has_picture else ""
            for (field, language), text in composer.reading(side).said.items():
                if language == first:
                    for name in (text.place, *own.get((side.name, field), ())):
                        self._uses.setdefault(name, {})[id(text)] = TextUse(side.id, field, text, picture)

    def of(self, source: SourceText) -> RoomOnCards:
        uses = {id(use.text): use for use in self._of(source)}
        return self._room(list(uses.values())) if uses else RoomOnCards()

    def _of(self, source: SourceText) -> Iterator[TextUse]:
        for name in source.keys if source.entry.plain else (source.entry.place, *source.keys):
            yield from self._uses.get(name, {}).values()

    def _room(self, uses: list[TextUse]) -> RoomOnCards:
        cards = list(dict.fromkeys(use.side for use in uses))
        more = f" and {len(cards) - _CARDS} more" if len(cards) > _CARDS else ""
        notes = [f"on {', '.join(cards[:_CARDS])}{more}"]
        boxes: dict[tuple, TextUse] = {}
        for use in uses:
            boxes.setdefault((use.text.group, use.text.area), use)
        fits = []
        for use in boxes.values():
            left, top, right, bottom = use.text.area
            fits.append(_letters(self.composer, use.text))
            most = f"; at most {fits[-1]} letters" if fits[-1] else ""
            notes.append(f"{use.field}: box {right - left:.1f} x {bottom - top:.1f} mm{most}")
        limits = [each for each in fits if each]
        picture = next((use.picture for use in uses if use.picture), "")
        return RoomOnCards(tuple(dict.fromkeys(notes)), min(limits) if limits else None, picture)


def _letters(composer: Composer, text: Said) -> int | None:
    """The number of similar letters that fit at the smallest size allowed, at least as many as the text has."""
    plain = ICON.sub("", re.sub(r"[*\\\[\]]|\]\([^()]*\)", "", text.words.text)).split()
    if not plain:
        return None
    language = text.languages[0]

    def fits(count: int) -> bool:
        filler = (" ".join(plain) + " ") * (count // max(1, len(" ".join(plain))) + 1)
        words = paragraph(filler[:count].rstrip(), text.style, language, composer.supplies, text.place)
        return text.excess_of(words, text.style.at_least) is None

    low, high = len(text.words.text), 2 * len(text.words.text)
    while high < _MAX_LETTERS and fits(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low

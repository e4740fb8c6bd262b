"""The ledger of printed boxes: the cards of each, as one edition in one language, and which cards make another edition
of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from cardgen.foundations.dataclass import dataclass

ANY = "any"  # a back that does not matter, of a card that is wanted for a sleeve


@dataclass(frozen=True, slots=True)
class PrintedCopies:
    """Copies of one card from one print. `front` and `back` are digests of what they show, the card's code first."""

    deck: str
    card: str
    name: str
    copies: int
    front: str
    back: str = ""  # none: it stays white
    printed: str = ""  # a date as in 2026-11-23
    printer: str = ""
    note: str = ""

    @property
    def code(self) -> str:
        return self.front.partition("-")[0]

    def shows(self, wanted: PrintedCopies) -> bool:
        """Whether it may be used as a wanted card."""
        return self.front == wanted.front and wanted.back in (ANY, self.back)


Box = tuple[PrintedCopies, ...]


@dataclass(frozen=True, slots=True)
class TextSize:
    """The size in points that the texts of a style and field had on all cards of a deck."""

    deck: str
    style: str
    field: str
    pt: float


Sizes = tuple[TextSize, ...]


@dataclass(frozen=True, slots=True)
class Ledger:
    """The boxes of a game, by edition, then by language; and the sizes of texts when each was recorded last."""

    game: str
    boxes: Mapping[str, Mapping[str, Box]] = field(default_factory=dict)
    sizes: Mapping[str, Mapping[str, Sizes]] = field(default_factory=dict)

    def box(self, edition: str, language: str) -> Box | None:
        return self.boxes.get(edition, {}).get(language)

    def sizes_of(self, edition: str, language: str) -> Sizes:
        return self.sizes.get(edition, {}).get(language, ())

    def with_box(self, edition: str, language: str, box: Box, sizes: Sizes) -> Ledger:
        boxes = {**self.boxes, edition: {**self.boxes.get(edition, {}), language: box}}
        known = {**self.sizes, edition: {**self.sizes.get(edition, {}), language: sizes}}
        return replace(self, boxes=boxes, sizes=known)


@dataclass(frozen=True, slots=True)
class BoxChange:
    """What makes one box of another: `kept` stays, `pulled` goes out, `added` is printed; `renamed` tells of some that
    stay what they were called and are called now."""

    kept: Box
    pulled: Box
    added: Box
    renamed: tuple[tuple[PrintedCopies, PrintedCopies], ...] = ()


def change(old: Box, new: Box) -> BoxChange:
    """What makes `old` the box `new`: as many cards as can be stay, those of the same id before others."""
    left = [lot.copies for lot in old]
    kept: list[tuple[int, PrintedCopies]] = []
    renamed: list[tuple[PrintedCopies, PrintedCopies]] = []
    wanting = [lot.copies for lot in new]
    passes = ((any_back, own) for any_back in (False, True) for own in (True, False))
    for any_back, own in passes:
        for number, lot in enumerate(new):
            for at, there in enumerate(old) if any_back == (lot.back == ANY) else ():
                if own != ((there.deck, there.card) == (lot.deck, lot.card)) or not there.shows(lot):
                    continue
                if used := min(left[at], wanting[number]):
                    left[at] -= used
                    wanting[number] -= used
                    kept.append((number, replace(there, deck=lot.deck, card=lot.card, name=lot.name, copies=used)))
                    renamed += [] if own else [(there, lot)]
    kept.sort(key=lambda one: one[0])
    pulled = tuple(replace(lot, copies=count) for lot, count in zip(old, left, strict=True) if count)
    added = tuple(replace(lot, copies=count) for lot, count in zip(new, wanting, strict=True) if count)
    return BoxChange(tuple(lot for _, lot in kept), pulled, added, tuple(renamed))


def recorded(old: Box, new: Box, printed: str, printer: str, note: str) -> Box:
    """The box `new` made of `old`: what has been added was printed then, there, and with that remark."""
    changes = change(old, new)
    added = [replace(lot, printed=printed, printer=printer, note=note) for lot in changes.added]
    order = {(lot.deck, lot.card): number for number, lot in enumerate(new)}
    together: dict[PrintedCopies, int] = {}
    for lot in (*changes.kept, *added):
        alike = replace(lot, copies=0)
        together[alike] = together.get(alike, 0) + lot.copies
    lots = [replace(lot, copies=copies) for lot, copies in together.items()]
    return tuple(sorted(lots, key=lambda lot: (order[lot.deck, lot.card], lot.printed, lot.printer, lot.note)))

"""The ledger of printed boxes: the cards of each, in one edition and language, and the cards that turn it into another
edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from cardgen.foundations.dataclass import dataclass

ANY = "any"  # any back, for a card in a sleeve


@dataclass(frozen=True, slots=True)
class PrintedCopies:
    """Copies of one card from one print. `front` and `back` are digests of its faces, which begin with its code."""

    deck: str
    card: str
    name: str
    copies: int
    front: str
    back: str = ""  # empty: a white back
    printed: str = ""  # a date such as 2026-11-23
    printer: str = ""
    note: str = ""

    @property
    def code(self) -> str:
        return self.front.partition("-")[0]

    def shows(self, wanted: PrintedCopies) -> bool:
        """Whether it can serve as the wanted card."""
        return self.front == wanted.front and wanted.back in (ANY, self.back)


Box = tuple[PrintedCopies, ...]


@dataclass(frozen=True, slots=True)
class TextSize:
    """The size in points of the texts of a style and field on all cards of a deck."""

    deck: str
    style: str
    field: str
    pt: float


Sizes = tuple[TextSize, ...]


@dataclass(frozen=True, slots=True)
class Ledger:
    """The boxes of a game, by edition, then by language; and the sizes of texts when each box was recorded last."""

    game: str
    boxes: Mapping[str, Mapping[str, Box]] = field(default_factory=dict)
    sizes: Mapping[str, Mapping[str, Sizes]] = field(default_factory=dict)

    def box(self, edition: str, language: str) -> Box | None:
        return self.boxes.get(edition, {}).get(language)

    def sizes_of(self, edition: str, language: str) -> Sizes:
        return self.sizes.get(edition, {}).get(language, ())

    def with_box(self, edition: str, language: str, box: Box, sizes: Sizes) -> Ledger:
        boxes = {**self.boxes, edition: {**self.boxes.get(edition, {}), language: box}}
        all_sizes = {**self.sizes, edition: {**self.sizes.get(edition, {}), language: sizes}}
        return replace(self, boxes=boxes, sizes=all_sizes)


@dataclass(frozen=True, slots=True)
class BoxChange:
    """The change from one box to another: lots that are kept, pulled and added. `renamed` has the old and the new lot
    of kept cards whose names changed."""

    kept: Box
    pulled: Box
    added: Box
    renamed: tuple[tuple[PrintedCopies, PrintedCopies], ...] = ()


def change(old: Box, new: Box) -> BoxChange:
    """The change from `old` to `new`. As many cards as possible stay, first those with the same id."""
    remaining = [lot.copies for lot in old]
    kept: list[tuple[int, PrintedCopies]] = []
    renamed: list[tuple[PrintedCopies, PrintedCopies]] = []
    missing = [lot.copies for lot in new]
    passes = ((any_back, own) for any_back in (False, True) for own in (True, False))
    for any_back, own in passes:
        for number, lot in enumerate(new):
            for at, old_lot in enumerate(old) if any_back == (lot.back == ANY) else ():
                if own != ((old_lot.deck, old_lot.card) == (lot.deck, lot.card)) or not old_lot.shows(lot):
                    continue
                if moved := min(remaining[at], missing[number]):
                    remaining[at] -= moved
                    missing[number] -= moved
                    kept.append((number, replace(old_lot, deck=lot.deck, card=lot.card, name=lot.name, copies=moved)))
                    renamed += [] if own else [(old_lot, lot)]
    kept.sort(key=lambda one: one[0])
    pulled = tuple(replace(lot, copies=count) for lot, count in zip(old, remaining, strict=True) if count)
    added = tuple(replace(lot, copies=count) for lot, count in zip(new, missing, strict=True) if count)
    return BoxChange(tuple(lot for _, lot in kept), pulled, added, tuple(renamed))


def record_change(old: Box, new: Box, printed: str, printer: str, note: str) -> Box:
    """The box `new` after its change from `old`; added lots get this date, printer and note."""
    changes = change(old, new)
    added = [replace(lot, printed=printed, printer=printer, note=note) for lot in changes.added]
    order = {(lot.deck, lot.card): number for number, lot in enumerate(new)}
    copies_of: dict[PrintedCopies, int] = {}
    for lot in (*changes.kept, *added):
        alike = replace(lot, copies=0)
        copies_of[alike] = copies_of.get(alike, 0) + lot.copies
    lots = [replace(lot, copies=copies) for lot, copies in copies_of.items()]
    return tuple(sorted(lots, key=lambda lot: (order[lot.deck, lot.card], lot.printed, lot.printer, lot.note)))

"""Decks of finished pictures: those of one folder and one size, each card with its copies and its back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from pathlib import Path

from cardgen.definitions.decks import MAX_CARDS
from cardgen.definitions.game_file import MOST_DECKS
from cardgen.definitions.ids import as_id, ids_of
from cardgen.finished.names import ParsedName, Side, read_name, words
from cardgen.finished.pictures import Finished
from cardgen.finished.sizes import Size
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, fail
from cardgen.store.library import unusable

ROOT = "cards"  # the deck of what lies in no folder of its own
_SAME = 1.0  # mm by which cards of one deck may differ: programs round
_LEAST = 4  # pages of a file whose every second one is their back; copies that tell one


@dataclass(eq=False)
class PictureCard:
    """A picture with its copies and perhaps a back of its own; `id` is its card's in the game."""

    front: Finished
    name: str
    count: int
    back: Finished | None = None
    id: str = ""


@dataclass
class Deck:
    """Cards of one size and, but for those that have their own, one back."""

    name: str
    size: Size
    cards: list[PictureCard]
    back: Finished | None = None


@dataclass
class _Group:
    """The pictures of one folder: cards, and backs of all of them."""

    folder: tuple[str, ...]
    cards: list[PictureCard] = field(default_factory=list)
    backs: list[Finished] = field(default_factory=list)


def decks_of(pictures: Sequence[Finished]) -> tuple[list[Deck], list[Fault]]:
    """The decks that pictures make, and what could not be made of some. Raises InputError where there are too many."""
    faults: list[Fault] = []
    folders: dict[tuple[str, ...], list[tuple[Finished, Side]]] = {}
    for picture in pictures:
        folder, side = _apart(picture.folder)
        folders.setdefault(folder, []).append((picture, side))
    groups = [_grouped(folder, group, faults) for folder, group in folders.items()]
    shared = next((group.backs for group in groups if not group.folder), [])
    dealt = [(group, _dealt(group, shared, faults)) for group in groups]
    all_decks = [deck for _, decks in dealt for deck in decks]
    for group, decks in dealt:
        sizes = [deck.size for deck in (decks if group.folder else all_decks)]
        unfit = (back for back in group.backs if not any(_alike(back.size, size) for size in sizes))
        faults += (_left(back, f"no card has its size, {back.size.label}") for back in unfit)
    if not all_decks:
        raise fail("expected fronts of cards, got only backs")
    if len(all_decks) > MOST_DECKS:
        raise fail(f"expected at most {MOST_DECKS} decks, one for each folder and size, got {len(all_decks):,}")
    if (cards := sum(card.count for deck in all_decks for card in deck.cards)) > MAX_CARDS:
        raise fail(f"expected at most {MAX_CARDS:,} cards in all decks, got {cards:,}")
    _name(all_decks)
    return all_decks, faults


def _apart(folder: tuple[str, ...]) -> tuple[tuple[str, ...], Side]:
    """A folder without its last part where that names a side, and that side: fronts/ and backs/ are one deck."""
    told = read_name(folder[-1]) if folder else None
    if told and told.is_of_all(()):
        return folder[:-1], told.side
    return folder, ""


def _grouped(folder: tuple[str, ...], group: Sequence[tuple[Finished, Side]], faults: list[Fault]) -> _Group:
    """The cards of a folder with their backs."""
    named = [(picture, _as_of(picture.told, side)) for picture, side in group]
    backs = [(picture, told) for picture, told in named if told.side == "back"]
    of_backs = {told.words for _, told in backs}
    grouped = _Group(folder)
    cards: dict[tuple[str, ...], PictureCard] = {}
    for picture, told in named:
        if told.side != "back":
            is_side = not told.letter or told.words in of_backs  # fox_a is a front beside fox_b alone
            name = told.words if is_side else told.whole
            grouped.cards.append(_card(picture, told, name))
            cards.setdefault(name, grouped.cards[-1])
    alone = sum(side == "back" for _, side in group) == 1  # in a folder of backs
    for picture, told in backs:
        card = cards.get(told.words) if told.words else None
        if card and card.back:
            faults.append(_left(picture, f"the card has a back already, {card.back.called}"))
        elif card:
            card.back = picture
        elif told.is_of_all(words(folder[-1]) if folder else ()) or (alone and (picture, "back") in group):
            grouped.backs.append(picture)
        else:
            grouped.cards.append(_card(picture, told, told.whole))
            if not told.letter:
                faults.append(
                    Fault("cardgen takes it for a card, because there is no front of that name", picture.fault_place)
                )
    if not grouped.backs and not any(card.back for card in grouped.cards):
        _take_suggested(grouped)
    grouped.cards = _merged(grouped.cards)
    return grouped


def _as_of(told: ParsedName, side: Side) -> ParsedName:
    """What a name says in a folder that says a side."""
    return replace(told, words=told.whole, side=side, letter=False) if side and not told.side else told


def _card(picture: Finished, told: ParsedName, name: tuple[str, ...]) -> PictureCard:
    return PictureCard(picture, " ".join(name), 1 if told.count is None else told.count)


def _take_suggested(group: _Group) -> None:
    """Takes for the back of all cards what numbers tell as one: a picture with as many copies as all others have, or
    every second page of a file."""
    copies = sum(card.count for card in group.cards)
    for card in group.cards:
        if len(group.cards) > 2 and card.count >= _LEAST and 2 * card.count == copies:
            group.cards.remove(card)
            group.backs.append(card.front)
            return
    files: dict[Path, list[PictureCard]] = {}
    for card in group.cards:
        if card.front.page:
            files.setdefault(card.front.file.parent, []).append(card)
    for pages in files.values():
        if len(pages) >= _LEAST and _is_back(pages[1::2], pages[0::2]):
            group.cards = [card for card in group.cards if card not in pages[1::2]]
            group.backs.append(pages[1].front)


def _is_back(pages: Sequence[PictureCard], others: Sequence[PictureCard]) -> bool:
    """Whether pages are all the same, and so many as others, of which none is like them."""
    (first, *more), theirs = ({card.front.digest for card in of} for of in (pages, others))
    return not more and len(pages) == len(others) and first not in theirs


def _merged(cards: Iterable[PictureCard]) -> list[PictureCard]:
    """Cards of which no two are the same picture, before and behind: their copies count together."""
    merged: dict[tuple[str, str], PictureCard] = {}
    for card in cards:
        key = card.front.digest, card.back.digest if card.back else ""
        if key in merged:
            merged[key].count += card.count
        else:
            merged[key] = card
    return list(merged.values())


def _dealt(group: _Group, shared: Sequence[Finished], faults: list[Fault]) -> list[Deck]:
    """A deck of a folder's cards for each size."""
    decks: list[Deck] = []
    for size in (sizes := _sizes(group.cards)):
        own = [card for card in group.cards if next(each for each in sizes if _alike(card.front.size, each)) is size]
        decks.append(Deck(" ".join(group.folder) or ROOT, size, own))
    for deck in decks:
        if len(decks) > 1:
            deck.name += f" {deck.size.name}"
        fitting = [back for back in (*group.backs, *(shared if group.folder else ())) if _alike(back.size, deck.size)]
        deck.back = fitting[0] if fitting else None
        faults += (_left(back, f"there is a back already, {fitting[0].called}") for back in fitting[1:]
                   if back in group.backs)  # fmt: skip
        for card in deck.cards:
            if card.back and not _alike(card.back.size, deck.size):
                told = f"its card is {deck.size.label} large, it is {card.back.size.label}"
                faults.append(_left(card.back, told))
                card.back = None
    return decks


def _sizes(cards: Sequence[PictureCard]) -> list[Size]:
    """The sizes of cards, those that many have first; what hardly differs is one."""
    counted: dict[Size, int] = {}
    for card in cards:
        size = replace(card.front.size, bleed=0.0, how="")
        counted[size] = counted.get(size, 0) + 1
    sizes: list[Size] = []
    for size in sorted(counted, key=lambda size: -counted[size]):
        if not any(_alike(size, other) for other in sizes):
            sizes.append(size)
    return sizes


def _alike(one: Size, other: Size) -> bool:
    return all(abs(a - b) <= _SAME for a, b in zip(one.trim, other.trim, strict=True))


def _left(picture: Finished, why: str) -> Fault:
    return Fault(f"it is left out: {why}", picture.fault_place)


def _name(decks: Sequence[Deck]) -> None:
    """Gives decks and cards their ids, each another."""
    for deck, id in zip(
        decks, ids_of([deck.name for deck in decks], [[deck.size.name] for deck in decks]), strict=True
    ):
        deck.name = _usable(id)
    cards = [(deck, card) for deck in decks for card in deck.cards]
    names = [card.name or deck.name for deck, card in cards]
    for (_, card), id in zip(cards, ids_of(names, [[deck.name] for deck, _ in cards]), strict=True):
        card.id = _usable(id)


def _usable(id: str) -> str:
    return as_id(f"card-{id}") if unusable(id) else id

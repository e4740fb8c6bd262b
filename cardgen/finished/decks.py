"""Groups finished pictures into decks by folder and size, and finds each card's copies and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from pathlib import Path

from cardgen.definitions.decks import MAX_CARDS
from cardgen.definitions.game_file import MAX_DECKS
from cardgen.definitions.ids import as_id, ids_of
from cardgen.finished.names import ParsedName, Side, read_name, words
from cardgen.finished.pictures import FinishedPicture
from cardgen.finished.sizes import Size
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, fail
from cardgen.store.library import unusable

ROOT = "cards"  # the name of the deck of pictures outside of folders
_SAME = 1.0  # mm, the tolerance of the size of a deck's cards, because programs round
_MIN_BACKS = 4  # pages or copies from which cardgen concludes that a picture is the back


@dataclass(eq=False)
class PictureCard:
    """A card: its picture, its copies, perhaps its own back, and its id in the game."""

    front: FinishedPicture
    name: str
    count: int
    back: FinishedPicture | None = None
    id: str = ""


@dataclass
class Deck:
    """Cards of one size, with one back for those that have no back of their own."""

    name: str
    size: Size
    cards: list[PictureCard]
    back: FinishedPicture | None = None


@dataclass
class _Group:
    """The pictures of one folder: cards, and backs for all of them."""

    folder: tuple[str, ...]
    cards: list[PictureCard] = field(default_factory=list)
    backs: list[FinishedPicture] = field(default_factory=list)


def decks_of(pictures: Sequence[FinishedPicture]) -> tuple[list[Deck], list[Fault]]:
    """The decks that pictures make, and the faults of pictures left out. Raises InputError if there are too many."""
    faults: list[Fault] = []
    folders: dict[tuple[str, ...], list[tuple[FinishedPicture, Side]]] = {}
    for picture in pictures:
        folder, side = _apart(picture.folder)
        folders.setdefault(folder, []).append((picture, side))
    groups = [_group_sides(folder, group, faults) for folder, group in folders.items()]
    shared = next((group.backs for group in groups if not group.folder), [])
    dealt = [(group, _decks_by_size(group, shared, faults)) for group in groups]
    all_decks = [deck for _, decks in dealt for deck in decks]
    for group, decks in dealt:
        sizes = [deck.size for deck in (decks if group.folder else all_decks)]
        unfit = (back for back in group.backs if not any(_alike(back.size, size) for size in sizes))
        faults += (_left_out(back, f"no card has its size, {back.size.label}") for back in unfit)
    if not all_decks:
        raise fail("expected fronts of cards, got only backs")
    if len(all_decks) > MAX_DECKS:
        raise fail(f"expected at most {MAX_DECKS} decks, one for each folder and size, got {len(all_decks):,}")
    if (cards := sum(card.count for deck in all_decks for card in deck.cards)) > MAX_CARDS:
        raise fail(f"expected at most {MAX_CARDS:,} cards in all decks, got {cards:,}")
    _name(all_decks)
    return all_decks, faults


def _apart(folder: tuple[str, ...]) -> tuple[tuple[str, ...], Side]:
    """A folder without its last part if that names a side, and the side: fronts/ and backs/ are one deck."""
    parsed = read_name(folder[-1]) if folder else None
    if parsed and parsed.is_of_all(()):
        return folder[:-1], parsed.side
    return folder, ""


def _group_sides(folder: tuple[str, ...], group: Sequence[tuple[FinishedPicture, Side]], faults: list[Fault]) -> _Group:
    """The cards of a folder with their backs."""
    parsed_names = [(picture, _on_side(picture.parsed_name, side)) for picture, side in group]
    backs = [(picture, parsed) for picture, parsed in parsed_names if parsed.side == "back"]
    words_of_backs = {parsed.words for _, parsed in backs}
    grouped = _Group(folder)
    cards: dict[tuple[str, ...], PictureCard] = {}
    for picture, parsed in parsed_names:
        if parsed.side != "back":
            is_side = not parsed.letter or parsed.words in words_of_backs  # fox_a is a front only beside fox_b
            name = parsed.words if is_side else parsed.whole
            grouped.cards.append(_card(picture, parsed, name))
            cards.setdefault(name, grouped.cards[-1])
    alone = sum(side == "back" for _, side in group) == 1  # the only picture in a folder of backs
    for picture, parsed in backs:
        card = cards.get(parsed.words) if parsed.words else None
        if card and card.back:
            faults.append(_left_out(picture, f"the card has a back already, {card.back.display_name}"))
        elif card:
            card.back = picture
        elif parsed.is_of_all(words(folder[-1]) if folder else ()) or (alone and (picture, "back") in group):
            grouped.backs.append(picture)
        else:
            grouped.cards.append(_card(picture, parsed, parsed.whole))
            if not parsed.letter:
                faults.append(
                    Fault("cardgen takes it for a card, because there is no front of that name", picture.fault_place)
                )
    if not grouped.backs and not any(card.back for card in grouped.cards):
        _take_suggested(grouped)
    grouped.cards = _merge_equal(grouped.cards)
    return grouped


def _on_side(parsed: ParsedName, side: Side) -> ParsedName:
    """A name in a folder of a side, which decides its side if the name has none."""
    return replace(parsed, words=parsed.whole, side=side, letter=False) if side and not parsed.side else parsed


def _card(picture: FinishedPicture, parsed: ParsedName, name: tuple[str, ...]) -> PictureCard:
    return PictureCard(picture, " ".join(name), 1 if parsed.count is None else parsed.count)


def _take_suggested(group: _Group) -> None:
    """Takes as the back of all cards a picture with as many copies as all others together, or every second page of a
    file if these are the same."""
    copies = sum(card.count for card in group.cards)
    for card in group.cards:
        if len(group.cards) > 2 and card.count >= _MIN_BACKS and 2 * card.count == copies:
            group.cards.remove(card)
            group.backs.append(card.front)
            return
    files: dict[Path, list[PictureCard]] = {}
    for card in group.cards:
        if card.front.page:
            files.setdefault(card.front.file.parent, []).append(card)
    for pages in files.values():
        if len(pages) >= _MIN_BACKS and _is_back(pages[1::2], pages[0::2]):
            group.cards = [card for card in group.cards if card not in pages[1::2]]
            group.backs.append(pages[1].front)


def _is_back(pages: Sequence[PictureCard], others: Sequence[PictureCard]) -> bool:
    """Whether pages are all the same, as many as the others, and different from all of these."""
    (first, *more), theirs = ({card.front.digest for card in of} for of in (pages, others))
    return not more and len(pages) == len(others) and first not in theirs


def _merge_equal(cards: Iterable[PictureCard]) -> list[PictureCard]:
    """Cards with those merged that have the same front and back."""
    merged: dict[tuple[str, str], PictureCard] = {}
    for card in cards:
        key = card.front.digest, card.back.digest if card.back else ""
        if key in merged:
            merged[key].count += card.count
        else:
            merged[key] = card
    return list(merged.values())


def _decks_by_size(group: _Group, shared: Sequence[FinishedPicture], faults: list[Fault]) -> list[Deck]:
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
        faults += (_left_out(back, f"there is a back already, {fitting[0].display_name}") for back in fitting[1:]
                   if back in group.backs)  # fmt: skip
        for card in deck.cards:
            if card.back and not _alike(card.back.size, deck.size):
                reason = f"its card is {deck.size.label} large, it is {card.back.size.label}"
                faults.append(_left_out(card.back, reason))
                card.back = None
    return decks


def _sizes(cards: Sequence[PictureCard]) -> list[Size]:
    """The sizes of cards, the most frequent first, without sizes that hardly differ from earlier ones."""
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


def _left_out(picture: FinishedPicture, why: str) -> Fault:
    return Fault(f"it is left out: {why}", picture.fault_place)


def _name(decks: Sequence[Deck]) -> None:
    """Gives decks and cards unique ids."""
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

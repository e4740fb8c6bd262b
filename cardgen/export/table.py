"""Describes a game on a virtual table, for all platforms: piles, zones, deals, mats, tokens, dice and counters.

The modules in `targets` write it in the format of each platform.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle

from cardgen.definitions.components import BACK, FRONT, PIPS, Component
from cardgen.definitions.game import Deck, Game
from cardgen.definitions.nodes import Scalar
from cardgen.export.start import Start, start_of
from cardgen.export.target import Shipment
from cardgen.faces.compose import CardFaces
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Face
from cardgen.text.card_names import names_apart
from cardgen.text.print_words import names
from cardgen.text.strings import Strings
from cardgen.text.table_words import called, table_word
from cardgen.text.typography import typeset

MAX_TOKENS = 60  # tokens of one kind
PLATFORM_WORDS = ("gather", "sit")  # words that platforms have themselves


@dataclass(frozen=True, slots=True)
class TableKind:
    """Cards or tokens of one size, with the faces of each: those of a deck, or of a component. `copies` has the ids of
    a card's copies, if these have several looks."""

    name: str
    called: str
    size: tuple[float, float]  # mm
    faces: Mapping[str, tuple[Face, Face | None]]  # by the id of copies: front and back
    names: Mapping[str, str]
    copies: Mapping[str, tuple[str, ...]]  # the ids of copies, by the card's id


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A place with cards, each a (kind, card), from the bottom. A `pile` lies face down and can be shuffled; `room` is
    the number of cards that fit side by side. `sunk` cards lie in any order among the lowest, with `below` other cards:
    these and all cards above begin at `mixed`, where they are shuffled."""

    name: str
    called: str
    cards: tuple[tuple[str, str], ...]
    size: tuple[float, float]  # the size of its cards in mm
    pile: bool = False
    room: int = 1
    sunk: frozenset[str] = frozenset()
    below: int = 0
    mixed: str = ""


@dataclass(frozen=True, slots=True)
class Lot:
    """All cards of a kind that begin at one place; sunk cards there are a lot of their own. A room has a deck for each
    lot, because it gathers whole decks."""

    name: str
    kind: TableKind
    place: TablePlace
    sunk: bool = False

    @property
    def home(self) -> str:
        """The place at which cardgen gathers it."""
        return self.place.name if self.sunk else self.place.mixed or self.place.name

    @property
    def cards(self) -> list[tuple[int, str]]:
        """Its cards, each with its index at the place."""
        return [
            (number, card)
            for number, (kind, card) in enumerate(self.place.cards)
            if kind == self.kind.name and (card in self.place.sunk) == self.sunk
        ]

    @property
    def faces(self) -> dict[str, tuple[Face, Face | None]]:
        held = {card for _, card in self.cards}
        return {card: faces for card, faces in self.kind.faces.items() if card in held}


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal of cards, by the number of players, from a pile to a place, or to each player's hand without a place."""

    called: str
    pile: str
    place: str | None
    counts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Count:
    """A counter: its name and its start."""

    name: str
    called: str
    start: int


@dataclass(frozen=True, slots=True)
class VirtualTable:
    title: str
    words: Mapping[str, str]
    players: tuple[int, int]
    kinds: tuple[TableKind, ...]
    places: tuple[TablePlace, ...]
    deals: tuple[Deal, ...]
    mats: tuple[tuple[str, Face], ...]
    dice: tuple[tuple[str, Component, Mapping[str, Face]], ...]
    counts: tuple[Count, ...]

    def kind(self, name: str) -> TableKind:
        return next(kind for kind in self.kinds if kind.name == name)

    @property
    def lots(self) -> list[Lot]:
        """The lots; the lot at the first place of a kind has the kind's name."""
        result = []
        for kind in self.kinds:
            places = [place for place in self.places if kind.name in dict(place.cards)]
            names = [kind.name, *(f"{kind.name}-{place.name}" for place in places[1:])]
            for name, place in zip(names, places, strict=False):
                lots = (Lot(name, kind, place), Lot(f"{name}-sunk", kind, place, True))
                result += [lot for lot in lots if lot.cards]
        return result

    @property
    def sinking(self) -> list[tuple[TablePlace, int]]:
        """The piles with sunk cards, and the number of cards above the part with these."""
        return [(each, len(each.cards) - each.below - len(each.sunk)) for each in self.places if each.sunk]

    @property
    def counters_by_start(self) -> dict[int, list[str]]:
        """The names of counters by their start."""
        names: dict[int, list[str]] = {}
        for count in self.counts:
            names.setdefault(count.start, []).append(count.name)
        return names

    @property
    def faces(self) -> dict[str, Face]:
        """Every face on the table, by its name."""
        cards = (face for lot in self.lots for pair in lot.faces.values() for face in pair if face)
        dice = (face for _, _, panels in self.dice for face in panels.values())
        return {face.name: face for face in (*cards, *(face for _, face in self.mats), *dice)}


def table_of(shipment: Shipment) -> VirtualTable:
    """The table of a game in a language, ready to be played."""
    game, strings = shipment.game, shipment.composer.strings[shipment.language]
    start = start_of(game)
    decks = [_deck_kind(shipment, deck) for deck in game.decks if deck.count]
    things = [thing for each in game.components if (thing := _thing(shipment, each))]
    places = [
        *_piles(game.decks, decks, start, strings),
        *_zones(game, decks, start, strings),
    ]
    if places and not start.zones:
        places.append(TablePlace("aside", called(strings, "aside"), (), places[0].size))
    places += [_stock(kind, component) for kind, component in things]
    kinds = (*decks, *(kind for kind, _ in things))
    return VirtualTable(
        shipment.title,
        {word: table_word(strings, word) for word in PLATFORM_WORDS},
        game.players,
        kinds,
        tuple(_in_looks(places, kinds)),
        tuple(_deals(game, places, start, strings)),
        tuple(_mats(shipment)),
        tuple(_dice(shipment)),
        tuple(_counts(start, strings, game.players[1])),
    )


def _deck_kind(shipment: Shipment, deck: Deck) -> TableKind:
    composer, language = shipment.composer, shipment.language
    cards: list[CardFaces] = composer.cards(deck, language, shipment.game.codes)
    strings = composer.strings[language]
    name = names(strings, "deck", [deck.name])[deck.name]
    called = names_apart([*deck.designs], composer.names(language), strings)
    faces = {card.copies.id: (card.front, card.back) for card in cards}
    apart = {card.copies.id: called[card.design.id] for card in cards}
    copies: dict[str, tuple[str, ...]] = {}
    for card in cards:
        copies[card.design.id] = (*copies.get(card.design.id, ()), *(card.copies.id,) * max(1, card.design.count))
    return TableKind(deck.name, name, deck.size, faces, apart, copies)


def _thing(shipment: Shipment, component: Component) -> tuple[TableKind, Component] | None:
    """A kind of cards, tokens or standees, which move about; None for other components."""
    if component.make not in ("card", "token", "standee"):
        return None
    panels = shipment.composer.panels(component, shipment.language)
    said = _component_name(shipment, component)
    faces = {component.id: (panels[FRONT], panels.get(BACK))}
    name = f"component-{component.id}"
    alone = {component.id: (component.id,)}
    return TableKind(name, said, component.size, faces, {component.id: said}, alone), component


def _component_name(shipment: Shipment, component: Component) -> str:
    return names(shipment.composer.strings[shipment.language], "component", [component.id])[component.id]


def _stock(kind: TableKind, component: Component) -> TablePlace:
    (id,) = kind.faces
    count = min(component.count, MAX_TOKENS)
    return TablePlace(f"stock-{component.id}", kind.called, ((kind.name, id),) * count, kind.size)


def _dealt_from(kind: TableKind, start: Start) -> list[frozenset[str]]:
    """The decks that are dealt together with its cards."""
    return [dealt.decks for dealt in start.dealt if kind.name in dealt.decks]


def _piles(decks: tuple[Deck, ...], kinds: list[TableKind], start: Start, strings: Strings) -> Iterator[TablePlace]:
    """A pile of each deck, or of decks that are dealt together; beside it, a place for cards that are not dealt and
    have no other place at the start."""
    elsewhere: Counter[str] = sum(start.zones.values(), Counter())
    together: list[list[TableKind]] = []
    for kind in kinds:
        mixed = [{kind.name}, *_dealt_from(kind, start)]
        group = next((each for each in together if any(one.name in decks for one in each for decks in mixed)), None)
        if group:
            group.append(kind)
        else:
            together.append([kind])
    counts = {design.id: design.count for deck in decks for design in deck.designs}
    for group in together:
        first = group[0]
        cards = [
            (kind.name, card) for kind in group for card in kind.copies for _ in range(counts[card] - elsewhere[card])
        ]
        pooled = [one for one in cards if one[1] in start.pool or not _dealt_from(first, start)]
        called = ", ".join(dict.fromkeys(kind.called for kind in group))
        pile = TablePlace(f"pile-{first.name}", called, tuple(_shuffle(pooled)), first.size, True)
        if sunk := [one for one in pile.cards if one[1] in start.sunk]:
            others = [one for one in pile.cards if one not in sunk]
            below = len(others) // start.sunk[sunk[0][1]]
            apart = TablePlace(f"mixed-{first.name}", table_word(strings, "mixed"), (), first.size, True)
            lying = (*_shuffle([*sunk, *others[:below]]), *others[below:])
            yield replace(pile, cards=lying, sunk=frozenset(card for _, card in sunk), below=below, mixed=apart.name)
            yield apart
        else:
            yield pile
        if left := [one for one in cards if one not in pooled]:
            yield TablePlace(f"rest-{first.name}", table_word(strings, "rest"), tuple(left), first.size)


def _shuffle(cards: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The cards in an order that reveals nothing, the same in every language."""
    numbered = [
        (hashlib.sha256(f"{card} {number}".encode()).digest(), number) for number, (_, card) in enumerate(cards)
    ]
    return [cards[number] for _, number in sorted(numbered)]


def _zones(game: Game, kinds: list[TableKind], start: Start, strings: Strings) -> Iterator[TablePlace]:
    kind_of = {card: kind for kind in kinds for card in kind.copies}
    for zone, cards in start.zones.items():
        dealt = max(
            (max(deal.counts.values()) for deal in start.dealt if deal.zone == zone and not deal.each), default=0
        )
        held = tuple((kind_of[card].name, card) for card in sorted(cards.elements(), key=[*kind_of].index))
        size = kind_of[held[0][1]].size if held else kinds[0].size
        several = len({card for _, card in held})
        yield TablePlace(
            f"zone-{zone.replace(' ', '-')}",
            _zone_called(game, zone, strings),
            held,
            size,
            room=max(1, dealt + several),
        )


def _in_looks(places: Sequence[TablePlace], kinds: Sequence[TableKind]) -> Iterator[TablePlace]:
    """The places that hold cards."""
    copies = {(kind.name, card): ids for kind in kinds for card, ids in kind.copies.items()}
    next_of = {card: cycle(ids) for card, ids in copies.items()}
    for place in places:
        sunk = frozenset(id for (_, card), ids in copies.items() if card in place.sunk for id in ids)
        yield replace(place, cards=tuple((kind, next(next_of[kind, card])) for kind, card in place.cards), sunk=sunk)


def _zone_called(game: Game, zone: str, strings: Strings) -> str:
    """The name of a zone; a zone of a family has the family's name with that of its value in the strings."""
    family, _, value = zone.partition(" ")
    each = game.clauses.below("zones", family).get("each") if game.clauses else None
    key = f"{each.text}.{value.replace(' ', '_')}" if isinstance(each, Scalar) else ""
    if key not in strings.entries or f"table.{zone.replace(' ', '_')}" in strings.entries:
        return called(strings, zone)
    return typeset(f"{called(strings, family)}: {strings.say(key)}", strings.language)


def _deals(game: Game, places: list[TablePlace], start: Start, strings: Strings) -> Iterator[Deal]:
    for dealt in start.dealt:
        pile = next(place.name for place in places if place.pile and {kind for kind, _ in place.cards} & dealt.decks)
        where = called(strings, "hand") if dealt.each else _zone_called(game, dealt.zone, strings)
        place = None if dealt.each else f"zone-{dealt.zone.replace(' ', '-')}"
        yield Deal(typeset(f"{table_word(strings, 'deal')}: {where}", strings.language), pile, place, dealt.counts)


def _mats(shipment: Shipment) -> Iterator[tuple[str, Face]]:
    for component in shipment.game.components:
        if component.make == "mat":
            face = shipment.composer.panels(component, shipment.language)[FRONT]
            for number in range(component.count):
                yield f"mat-{component.id}-{number + 1}", face


def _dice(shipment: Shipment) -> Iterator[tuple[str, Component, Mapping[str, Face]]]:
    for component in shipment.game.components:
        if component.make == "die":
            panels = shipment.composer.panels(component, shipment.language)
            faces = {pip: panels[pip] for pip in PIPS}
            for number in range(component.count):
                yield f"die-{component.id}-{number + 1}", component, faces


def _counts(start: Start, strings: Strings, most: int) -> Iterator[Count]:
    """The counters of the rules, and scores if no player has a counter."""
    counters = dict(start.counters)
    if not any(each for _, each in counters.values()):
        counters["score"] = 0, True
    for name, (begin, each) in counters.items():
        id = f"count-{name.replace(' ', '-').lower()}"
        if not each:
            yield Count(id, called(strings, name), begin)
        for player in range(1, most + 1) if each else ():
            yield Count(f"{id}-{player}", f"{called(strings, name)} {player}", begin)

"""Reads the decks of a game from its nodes, and checks that every card has one place in them."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.definitions.designs import EngineFields, KindReader
from cardgen.definitions.fields import name
from cardgen.definitions.game import Deck
from cardgen.definitions.game_file import GameFile, Kind
from cardgen.definitions.holes import cut_holes
from cardgen.definitions.nodes import Mapping, at
from cardgen.foundations.errors import Fault, InputError, fail

MAX_CARDS = 10_000  # in all decks
NOT_ON_KINDS = {
    "id": "the id of a card is the name that you list it under",
    "kind": "the name of a kind is the one that you list it under",
}
NOT_ON_CARDS = NOT_ON_KINDS | {
    "kind": "a card belongs to the kind that lists it",
    "layout": "write it on the kind, for all its cards",
    "back": "write it on the kind, for all its cards",
    "figure": "it names a layout: write it on the kind, for all its cards, or give a key of your own another name",
    "cards": "write it on the kind",
    "sets": "write it on the kind, for all its cards",
    "each": "write it on the kind",
    "sides": "write it on the kind, for all its cards",
}


def read_decks(model: GameFile, node: Mapping, fields: EngineFields) -> tuple[Deck, ...]:
    """Returns the decks. Raises InputError with the faults of all cards; a fault of a kind counts once, whatever its
    number of cards."""
    _require_few(model, node)
    decks: list[Deck] = []
    seen: dict[str, str] = {}  # the path of each card
    faults: list[Fault] = []
    cards = 0
    for deck_name, deck in model.decks.items():
        designs = []
        for kind_name, kind in deck.kinds.items():
            kind_node = node.below("decks", deck_name, "kinds", kind_name)
            faults += _misplaced_keys(f"decks.{deck_name}.kinds.{kind_name}", kind, kind_node)
            reader = KindReader(deck_name, deck.back, kind_name, kind, kind_node, fields)
            for card, design in reader.read():
                if design.id in seen:
                    message = f"the card '{design.id}' appears twice, first in {seen[design.id]}"
                    faults.append(Fault(message, kind_node.below("cards").keys[card]))
                seen.setdefault(design.id, f"{deck_name}.{kind_name}")
                designs.append(design)
            faults += reader.faults
        deck_node = node.below("decks", deck_name)
        try:
            outline = deck.shape.outline(*deck.size)
        except ValueError as error:
            faults.append(Fault(f"decks.{deck_name}.shape: {error}", at(deck_node, "shape")))
            continue
        outline, wrong = cut_holes(outline, deck.holes)
        faults += [
            Fault(f"decks.{deck_name}.holes.{hole}: {message}", at(deck_node, "holes", hole)) for hole, message in wrong
        ]
        built = Deck(deck_name, outline, deck.total, deck.smallest, tuple(designs), deck_node, deck.quiet)
        cards += built.count
        if cards > MAX_CARDS:
            raise _too_many(f"decks.{deck_name}", cards, deck_node)
        decks.append(built)
    if faults:
        raise InputError(*dict.fromkeys(faults))
    return tuple(decks)


def _require_few(model: GameFile, node: Mapping) -> None:
    """Counts the different cards before they are made. Raises InputError if there are too many."""
    count = 0
    for deck_name, deck in model.decks.items():
        for kind_name, kind in deck.kinds.items():
            count += len(kind.cards) * max(1, len(kind.sets))
            if count > MAX_CARDS:
                where = f"decks.{deck_name}.kinds.{kind_name}"
                raise _too_many(where, count, node.below("decks", deck_name, "kinds", kind_name))


def _too_many(where: str, count: int, node: Mapping) -> InputError:
    return fail(f"{where}: expected at most {MAX_CARDS:,} cards in all decks, got {count:,} up to here", node.place)


def _misplaced_keys(path: str, kind: Kind, node: Mapping) -> Iterator[Fault]:
    """Faults for keys that have a meaning elsewhere, and so cannot be fields of a face."""
    given = {"set": "cardgen takes it from sets:"} if kind.sets else {}
    given |= {"side": "cardgen takes it from sides:"} if kind.sides else {}
    owners = [(path, node, NOT_ON_KINDS | given)]
    cards = node.below("cards")
    owners += [(f"{path}.cards.{card}", cards.below(card), NOT_ON_CARDS | given) for card in cards.items]
    if not kind.sets:
        for card in kind.cards:
            try:
                name(card)
            except ValueError as error:
                yield Fault(f"{path}.cards.{card}: {error}", cards.keys[card])
    for where, owner, reserved in owners:
        for key in reserved.keys() & owner.items.keys():
            yield Fault(f"{where}.{key}: unknown key; {reserved[key]}", owner.keys[key])

"""The decks of a game, read from its nodes: every card once, none too many."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.definitions.designs import CardFields, KindReader
from cardgen.definitions.fields import name
from cardgen.definitions.game import Deck
from cardgen.definitions.game_file import GameFile, Kind
from cardgen.definitions.nodes import Mapping, at
from cardgen.errors import Fault, InputError

MAX_CARDS = 10_000
NOT_ON_KINDS = {"id": "a card's id is its own key", "kind": "a kind's name is its own key"}
NOT_ON_CARDS = NOT_ON_KINDS | {
    "kind": "a card belongs to the kind that it stands under",
    "layout": "it stands on the kind, for all its cards",
    "back": "it stands on the kind, for all its cards",
    "figure": "it stands on the kind, for all its cards, and names a layout; call a key of your own otherwise",
    "cards": "it stands on the kind",
    "sets": "it stands on the kind, for all its cards",
    "each": "it stands on the kind",
    "sides": "it stands on the kind, for all its cards",
}


def read_decks(model: GameFile, node: Mapping, fields: CardFields) -> tuple[Deck, ...]:
    """The decks. Raises InputError with the faults of all cards; a kind's fault is one, whatever their number."""
    decks: list[Deck] = []
    seen: dict[str, str] = {}  # where each card stands
    faults: list[Fault] = []
    for deck_name, deck in model.decks.items():
        designs = []
        for kind_name, kind in deck.kinds.items():
            kind_node = node.below("decks", deck_name, "kinds", kind_name)
            faults += _misplaced(f"decks.{deck_name}.kinds.{kind_name}", kind, kind_node)
            reader = KindReader(deck_name, deck.back, kind_name, kind, kind_node, fields)
            for card, design in reader.read():
                if design.id in seen:
                    message = f"the card '{design.id}' stands twice, first in {seen[design.id]}"
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
        built = Deck(deck_name, outline, deck.total, tuple(designs), deck_node)
        if built.count > MAX_CARDS:
            message = f"decks.{deck_name}: expected at most {MAX_CARDS:,} cards, got {built.count:,}"
            faults.append(Fault(message, deck_node.place))
        decks.append(built)
    if faults:
        raise InputError(*dict.fromkeys(faults))
    return tuple(decks)


def _misplaced(path: str, kind: Kind, node: Mapping) -> Iterator[Fault]:
    """Keys that mean something elsewhere, and so cannot be fields of a face."""
    given = {"set": "it comes from sets:"} if kind.sets else {}
    given |= {"side": "it comes from sides:"} if kind.sides else {}
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

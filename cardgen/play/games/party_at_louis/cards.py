"""The cards of a variant of Party at Louis in play: their owners, and their names in snapshots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cardgen.definitions.game import Design, Game
from cardgen.foundations.dataclass import dataclass
from cardgen.play.games.party_at_louis.demand import Demand
from cardgen.play.games.party_at_louis.number import PrintedNumber
from cardgen.play.games.party_at_louis.record import MAX_NOBLES

DISH, NOBLE, IMPOSTOR, SOLO, END = KINDS = ("dish", "noble", "impostor", "solo", "end")
SIDES, MIXED = ("unmasked", "masked"), "mixed"


@dataclass(frozen=True, slots=True)
class Noble:
    """One side of a noble: its name in snapshots, and its index among its player's nobles."""

    name: str
    player: int
    place: int
    side: int
    design: Design

    @property
    def face(self) -> int:
        """Its number in the record, as `record.face` computes it."""
        return (self.player * MAX_NOBLES + self.place) * 2 + self.side

    @property
    def demand(self) -> Demand:
        return self.design.read("demand", Demand)


@dataclass(frozen=True, slots=True)
class Cards:
    """All cards. A dish or solo card's number in a record is its index here; copies of one card share a name."""

    dishes: tuple[Design, ...]
    dish_names: tuple[str, ...]
    owners: tuple[str, ...]  # owners of nobles, in the order of the seats (PA37)
    nobles: tuple[Noble, ...]
    solo_names: tuple[str, ...]
    end: str


class _Same:
    """A game as a cache key, compared by identity."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.game is self.game


def cards(game: Game) -> Cards:
    """Everything that play must know by name."""
    return _cards(_Same(game))


@lru_cache(maxsize=16)
def _cards(same: _Same) -> Cards:
    game = same.game
    dishes = of_kind(game, DISH)
    return Cards(
        dishes=tuple(dishes),
        dish_names=tuple(design.id for design in dishes),
        owners=owners(game),
        nobles=tuple(_nobles(game)),
        solo_names=tuple(design.id.upper() for design in of_kind(game, SOLO)),
        end=next((design.id for design in of_kind(game, END)), END),
    )


def of_kind(game: Game, kind: str) -> list[Design]:
    """Every card of a kind, as often as it is in the deck."""
    return [design for design in game.designs if design.kind == kind for _ in range(design.count)]


def owners(game: Game) -> tuple[str, ...]:
    """The sets of nobles."""
    return tuple(dict.fromkeys(design.set or "" for design in of_kind(game, NOBLE)))


def _nobles(game: Game) -> Iterator[Noble]:
    for player, owner in enumerate(owners(game)):
        for place, design in enumerate(design for design in of_kind(game, NOBLE) if (design.set or "") == owner):
            key = design.card
            parts = key.split("-")
            for side, face in enumerate(design.faces):
                name = parts[side].upper() if len(parts) == len(design.faces) else f"{key}-{face.side}"
                yield Noble(name, player, place, side, face)


def number(design: Design, field: str) -> int:
    """A card's value or points."""
    return design.read(field, PrintedNumber).root

"""Plays a game for its pictures: positions as zones of cards, as one player at the table sees them.

It plays in a process of its own that interprets the engine, because a few turns take less time than compiling it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from cardgen.definitions.game import Game
from cardgen.export.start import play_apart
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import CardgenError

VIEWER = 0  # the player at the near side of the table
PLAYERS = 3  # at the table, if the game is for so many
SEED = 7
PILE, HAND, RING, GRID, ROW = "pile", "hand", "ring", "grid", "row"
_UNSEEN = "unseen "  # the prefix under which positions repeat the cards of a hand
_DECISIONS = 40  # the most that are looked at for a turn to show
_LEAST_MOVING, _MOST_STEPS, _MOST_AT_ONCE = 3, 6, 5


@dataclass(frozen=True, slots=True)
class ZoneCard:
    """A card in a zone: its id, whether the viewer sees its front, and its place, which may leave others empty."""

    id: str
    up: bool
    at: int


@dataclass(frozen=True, slots=True)
class ShownZone:
    """A zone of a position: its path, its owner, if it has one, its form, its cards from the left, or from the bottom
    of a pile, and the mat on which it lies, with the number of columns there."""

    path: str
    owner: int | None
    form: str
    cards: tuple[ZoneCard, ...]
    mat: str = ""
    columns: int = 0


Moment = tuple[ShownZone, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """What a played game shows: the number of players, the deal, and the moments of a turn, from the one before it."""

    players: int
    dealt: Moment
    turn: tuple[Moment, ...] = ()


def story_of(game: Game) -> Story | None:
    """The story of a game; None for a game without an engine, or that its engine cannot deal."""
    return play_apart(_tell, game) if game.engine is not None else None


def _tell(game: Game) -> Story | None:
    from cardgen.play.game import PlayedGame

    try:
        played = PlayedGame(game, taught=False)
        players = min(max(PLAYERS, played.player_counts[0]), played.player_counts[-1])
        reading = _Reading(game, played, players)
        dealt = reading.moment(played.new_position(players, SEED))
        return Story(players, dealt, tuple(_best_turn([*reading.turns()])))
    except (CardgenError, ValueError, IndexError, KeyError):
        return None  # a check reports what is wrong; the other pictures are still useful


class _Reading:
    """Reads the positions of one game."""

    def __init__(self, game: Game, played: Any, players: int) -> None:
        self.game, self.played, self.players = game, played, players
        self.designs = {design.id: design for design in game.designs}
        self.order = {id: number for number, id in enumerate(self.designs)}
        self.forms = {zone: (form, mat.id) for mat in game.components for zone, form in mat.lays.items()}
        self.hidden = {"players", "to_act", "terminal", "registers", *played.engine.picture.BOOKKEEPING}

    def turns(self) -> Iterator[list[Moment]]:
        """The moments of each turn, from the one before it."""
        from cardgen.play.playthrough import RANDOM, Turns
        from cardgen.play.position import Position

        turns = Turns(self.played, [RANDOM] * self.players, SEED, _DECISIONS, {})
        for steps in turns:
            before = Position(self.played, steps[0].now)
            yield [self.moment(before), *(self.moment(Position(self.played, step.then)) for step in steps)]

    def moment(self, position: Any) -> Moment:
        snapshot, seen = position.snapshot(), position.observation(VIEWER)
        pictures = self.played.engine.picture.pictures(self.game, snapshot)
        return tuple(
            zone
            for name, value in snapshot.items()
            if name not in self.hidden and not name.startswith(_UNSEEN)
            for zone in self._zones(name, value, seen.get(name), pictures)
        )

    def _zones(self, name: str, value: Any, seen: Any, pictures: Mapping[str, Any]) -> Iterator[ShownZone]:
        known = self.designs
        if isinstance(value, list) and len(value) == self.players and not _is_cards(value, known):
            for player, own in enumerate(value):
                part = seen[player] if isinstance(seen, list) and len(seen) == self.players else seen
                yield from self._zone(name, f"{name}/{player}", player, own, part, pictures)
        elif isinstance(value, dict) and value and not _is_cards(value, known) and "id" not in value:
            for part, held in value.items():
                own = seen.get(part) if isinstance(seen, Mapping) else seen
                yield from self._zone(name, f"{name}/{part}", None, held, own, pictures)
        else:
            yield from self._zone(name, name, None, value, seen, pictures)

    def _zone(
        self, name: str, path: str, owner: int | None, value: Any, seen: Any, pictures: Mapping[str, Any]
    ) -> Iterator[ShownZone]:
        form, mat = self.forms.get(name, ("", ""))
        kind, _, columns = form.partition(" ")
        if _is_cards(value, self.designs):
            hidden = _is_hidden(value, seen)
            cards = [ZoneCard(id, not hidden, at) for at, id in self._ids(value)]
            if hidden and isinstance(value, list) and owner is None:
                kind = PILE
            elif owner is not None and "hand" in name:
                kind = HAND
            yield ShownZone(path, owner, kind or ROW, tuple(cards), mat, int(columns or 0))
        elif isinstance(value, list) and any(isinstance(each, dict) for each in value):
            designs = [pictures.get(f"{path}/{at}") for at in range(len(value))]
            ids = [design.id if design else str(each.get("id")) for design, each in zip(designs, value, strict=True)]
            cards = [ZoneCard(id, True, at) for at, id in enumerate(ids) if id in self.designs]
            yield ShownZone(path, owner, kind or ROW, tuple(cards), mat, int(columns or 0))
            under = [card for each in value for held in each.values() if isinstance(held, list) for card in _flat(held)]
            known = [card for card in under if card in self.designs]
            cards = [ZoneCard(card, True, at) for at, card in enumerate(known)]
            yield ShownZone(f"{path}/under", owner, ROW, tuple(cards))

    def _ids(self, value: Any) -> list[tuple[int, str]]:
        """The cards of a value, with their places."""
        if isinstance(value, str):
            return [(0, value)]
        if isinstance(value, Mapping):
            ordered = sorted(value.items(), key=lambda each: self.order[each[0]])
            return list(enumerate(card for card, count in ordered for _ in range(count)))
        return [(at, card) for at, card in enumerate(value) if card is not None]


def _is_cards(value: Any, known: Mapping[str, object]) -> bool:
    """Whether a value of a position lists cards, counts them, or is one."""
    if isinstance(value, dict):
        return all(card in known and isinstance(count, int) for card, count in value.items())
    if isinstance(value, list):
        return all(card is None or (isinstance(card, str) and card in known) for card in value)
    return isinstance(value, str) and value in known


def _is_hidden(value: Any, seen: Any) -> bool:
    """Whether an observation has only the number of cards, or of some of them."""
    if isinstance(seen, Mapping) and set(seen) == {"known", "unseen"}:
        return bool(seen["unseen"])
    return seen != value and (seen is None or (isinstance(seen, int) and not isinstance(seen, bool)))


def _flat(value: list[Any]) -> Iterator[Any]:
    for each in value:
        yield from _flat(each) if isinstance(each, list) else (each,)


# The turn to show


def _best_turn(turns: Sequence[Sequence[Moment]]) -> list[Moment]:
    """The moments of the turn in which most cards move; a short one goes on with the next turns."""
    best: list[Moment] = []
    most = 0
    for first in range(1, len(turns)):
        shown: list[Moment] = list(turns[first][:1])
        moved = steps = 0
        for turn in turns[first:]:
            changes = [(moment, _moved(before, moment)) for before, moment in pairwise(turn)]
            if steps and (steps >= _LEAST_MOVING or steps + sum(1 for _, n in changes if n) > _MOST_STEPS):
                break
            for moment, count in changes:
                if count:
                    shown.append(moment)
                    moved += count if count <= _MOST_AT_ONCE else -100
                    steps += 1
        if moved > most and steps <= _MOST_STEPS:
            best, most = shown, moved
    return best


def _moved(before: Moment, after: Moment) -> int:
    """The number of cards that a zone gained."""
    held = {zone.path: list(zone.cards) for zone in before}
    count = 0
    for zone in after:
        left = [card.id for card in held.get(zone.path, [])]
        for card in zone.cards:
            if card.id in left:
                left.remove(card.id)
            else:
                count += 1
    return count

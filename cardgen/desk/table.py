"""A game on the table: its seats, the decisions so far, and what each seat may see and do.

A table stores its seed and the list of its decisions. It replays these to answer any other question. So you undo a
decision by replaying one less, and a record takes one line. No position leaves this module: it returns only what a
seat observes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict

from cardgen.desk.answers import Refused
from cardgen.desk.laying import common
from cardgen.desk.shape import is_cards
from cardgen.play.batches import BOUND
from cardgen.play.game import PlayedGame
from cardgen.play.playthrough import Turns, lines
from cardgen.play.position import Position, options_of
from cardgen.play.seating import PERSON, policies
from cardgen.play.tale import Step
from cardgen.play.words import PLAYERS, Words

MAX_HAPPENED = 40  # decisions that a seat sees since it last decided
MAX_LETTERS = 30  # of what a person is called


class LegalAction(TypedDict):
    """A legal action in words, with the places of each thing that it concerns."""

    action: int
    said: str
    touches: Sequence[Sequence[str]]


class SeenDecision(TypedDict):
    """A decision as one player gets it, with its number; `said` is empty if it is secret."""

    number: int
    player: int
    said: str


class GameTable:
    """One game. `seats` are PERSON or policies in the order of turns; `names` are the names that the people there want,
    if any. Players have numbers of their own.

    Raises Refused for seats and options that the game does not have, and for decisions that are not legal.
    """

    def __init__(
        self,
        game: PlayedGame,
        seats: Sequence[str],
        seed: int,
        options: Mapping[str, str] | None = None,
        decisions: Sequence[int] = (),
        names: Sequence[str] = (),
    ) -> None:
        if len(seats) not in game.player_counts:
            raise Refused("table.seats", low=game.player_counts[0], high=game.player_counts[-1])
        if unknown := set(seats) - {PERSON} - set(policies(game)):
            raise Refused("table.policy", name=min(unknown))
        self.game, self.seats, self.seed = game, tuple(seats), seed
        try:
            self.options = options_of(options or {}, game.engine.zones.OPTIONS)
        except ValueError as error:
            raise Refused("table.asked") from error
        self.decisions: list[int] = list(decisions)
        self.names = [_plain(name) for name in [*names[: len(seats)], *[""] * (len(seats) - len(names))]]
        self.version = 0  # grows with every change
        self._turns = self._again(self.decisions)

    def _again(self, decisions: Sequence[int]) -> Turns:
        """A new table of this game after these decisions. Raises Refused for one that is not legal."""
        turns = Turns(self.game, self.seats, self.seed, BOUND, self.options, decisions)
        try:
            for number, action in enumerate(decisions):
                if number + 1 == len(decisions):
                    turns.position.apply_action(action)
                else:
                    turns.position.carry_out(action)
        except ValueError as error:
            raise Refused("table.decisions") from error
        return turns

    # ---- who sits where

    @property
    def position(self) -> Position:
        return self._turns.position

    @property
    def players(self) -> int:
        return len(self.seats)

    def seated(self, player: int) -> str:
        """Returns who plays for a player: PERSON or a policy."""
        return self.seats[self._seat(player)]

    def _seat(self, player: int) -> int:
        return (player - int(self.position.record.first)) % self.players

    def call(self, player: int, name: str) -> None:
        """Names a player from now on."""
        self.names[self._seat(player)] = _plain(name)

    def words(self, language: str) -> Words:
        """Returns the game's words with the players' names; a player without a name gets one that nobody else has."""
        own = [self.names[self._seat(player)] for player in range(self.players)]
        kept = [usual for usual, name in zip(PLAYERS, own, strict=False) if not name and usual not in own]
        others = (name for name in PLAYERS if name not in (*own, *kept))
        return self.game.words(language).calling(
            [name or (usual if usual in kept else next(others)) for usual, name in zip(PLAYERS, own, strict=False)]
        )

    def called(self, language: str) -> list[str]:
        """Returns everybody's name, by number."""
        words = self.words(language)
        return [words.player(player)("") for player in range(self.players)]

    @property
    def people(self) -> list[int]:
        """Returns the players whom people play."""
        return [player for player in range(self.players) if self.seated(player) == PERSON]

    @property
    def to_act(self) -> int | None:
        """The player who must choose now; None when the game is over."""
        return None if self.position.is_terminal() else self.position.current_player()

    @property
    def over(self) -> bool:
        return self.position.is_terminal() or len(self.decisions) >= BOUND

    # ---- play

    def act(self, player: int, action: int) -> None:
        """Makes a person's decision, and those of the policies after them. Raises Refused."""
        if self.over:
            raise Refused("table.over")
        if player != self.to_act:
            raise Refused("table.not_your_turn")
        if action not in self.position.legal_actions():
            raise Refused("table.not_legal")
        self._decide(action)
        self.go_on()

    def go_on(self) -> None:
        """Lets policies decide until it is a person's turn."""
        while not self.over and self.seated(self.position.current_player()) != PERSON:
            self._decide(self._turns.choose())

    def _decide(self, action: int) -> None:
        self.position.apply_action(action)
        self.decisions.append(action)
        self.version += 1

    def undo(self) -> None:
        """Takes back the last decision of a person, and what followed. Raises Refused if there is none."""
        turns, last = self._again([]), None
        for number, action in enumerate(self.decisions):
            if self.seated(turns.position.current_player()) == PERSON:
                last = number
            turns.position.carry_out(action)
        if last is None:
            raise Refused("table.nothing_to_undo")
        del self.decisions[last:]
        self._turns = self._again(self.decisions)
        self._turns.given = ()
        self.version += 1

    def at(self, number: int) -> GameTable:
        """Returns the same table after that many decisions; nobody plays on there."""
        decided = self.decisions[: max(0, number)]
        return GameTable(self.game, self.seats, self.seed, self.options, decided, self.names)

    # ---- what a seat sees

    def observation(self, player: int | None) -> dict[str, object]:
        """Returns what a player sees; without a player, what everybody can see."""
        return observed(self.position, player)

    def legal(self, words: Words) -> list[LegalAction]:
        """Returns the legal actions in words, with the places that each concerns."""
        return [
            LegalAction(
                action=action,
                said=self.position.action_to_string(action, words),
                touches=self._touches(self.position, action) or [],
            )
            for action in self.position.legal_actions()
        ]

    def happened(self, since: int, player: int | None, words: Words) -> list[SeenDecision]:
        """Returns the decisions from a number on, as that player sees them: `said` is empty for secret ones."""
        since = max(since, len(self.decisions) - MAX_HAPPENED)
        before = self._again(self.decisions[:since]).position
        decisions: list[SeenDecision] = []
        for number in range(since, len(self.decisions)):
            action, after = self.decisions[number], before.clone()
            after.carry_out(action)
            who = before.current_player()
            known = who == player or self._is_open(before, action, after, player)
            said = before.action_to_string(action, words) if known else ""
            decisions.append(SeenDecision(number=number, player=who, said=said))
            before = after
        return decisions

    def _is_open(self, before: Position, action: int, after: Position, player: int | None) -> bool:
        """Whether a player knows what was done: for each card of the action, they saw where it lay before, or see where
        it lies now."""
        seen, now = observed(before, player), observed(after, player)
        if seen == before.snapshot():
            return True
        about = self._touches(before, action)
        return about is not None and all(any(self._knows(place, seen, now) for place in places) for places in about)

    def _touches(self, position: Position, action: int) -> Sequence[tuple[str, ...]] | None:
        game = self.game
        return game.engine.picture.touches(game.definition, game.table, position.record, action)

    def _knows(self, place: str, seen: Mapping[str, object], now: Mapping[str, object]) -> bool:
        zone, _, card = place.rpartition("/")
        if card in self._cards:
            return _count(card, at(seen, zone)) > 0 or _count(card, now) > _count(card, seen)
        return not isinstance(at(seen, zone), int) if zone else True

    @property
    def _cards(self) -> set[str]:
        return {design.id for design in self.game.definition.designs}

    # ---- the end

    def account(self, language: str) -> Iterator[str]:
        """Yields the whole game in words. Use it only when the game is over, because it shows what was hidden."""
        return lines(self.turns(), self.words(language))

    def steps(self) -> Iterator[Step]:
        """Yields every decision, with the positions before and after it."""
        for steps in self.turns():
            yield from steps

    def turns(self) -> Turns:
        """Returns the game from its deal on, so far."""
        return Turns(self.game, self.seats, self.seed, BOUND, self.options, self.decisions, on=False)

    @property
    def mark(self) -> str:
        """The seed with the hash of the rules, as findings show it."""
        return f"{self.seed}-{self.game.rules_hash(**self.options)}"


def replayed(game: PlayedGame, seats: Sequence[str], seed: int, options: Mapping[str, str] | None = None) -> GameTable:
    """Returns the game that policies play with a seed, as a check plays it."""
    table = GameTable(game, seats, seed, options)
    table.go_on()
    return table


def _plain(name: str) -> str:
    """A name as it can stand in a sentence."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())[:MAX_LETTERS].strip()


def observed(position: Position, player: int | None) -> dict[str, object]:
    """Returns what a player sees of a position; without a player, what all of them see."""
    if player is not None:
        return position.observation(player)
    first, *others = (position.observation(each) for each in range(int(position.record.players)))
    for other in others:
        first = common(first, other)
    return first


def at(seen: object, path: str) -> object:
    """Returns what an observation has at a path; None if there is nothing."""
    for part in path.split("/") if path else ():
        if isinstance(seen, Mapping):
            seen = seen.get(part)
        elif isinstance(seen, list) and part.isdigit() and int(part) < len(seen):
            seen = seen[int(part)]
        else:
            return None
    return seen


def _count(card: str, seen: object) -> int:
    """The number of times that a card is seen."""
    if isinstance(seen, Mapping):
        own = seen.get(card)
        there = own if isinstance(own, int) and not isinstance(own, bool) and is_cards(seen, {*seen}) else 0
        return there + sum(_count(card, value) for value in seen.values() if not isinstance(value, int))
    if isinstance(seen, list):
        return sum(_count(card, value) for value in seen)
    return int(seen == card)

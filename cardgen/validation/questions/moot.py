"""Finds rules that matter in the base game but not in a variant: it changes each rule and plays the same games
again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

import numpy as np

from cardgen.definitions import nodes
from cardgen.definitions.fields import word
from cardgen.definitions.rules import RuleInfo, RuleValue, explain
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError
from cardgen.foundations.findings import Finding
from cardgen.play.batches import engine_hash, games_spec
from cardgen.play.game import PlayedGame
from cardgen.play.seating import RANDOM
from cardgen.store import cache

KIND = "moot"
MAX_BYTES = 1_000_000
FIRST_GAMES, GAMES = 20, 200  # random games with each number of players: the first, which suffice for most rules; all
RARE_SHARE = 0.05  # share of games up to which a rule of the base counts as rare


def moot_rules(game: PlayedGame, base: PlayedGame) -> Iterator[Finding]:
    """Finds rules whose other values change no game of a variant, although they change games of the base."""
    definition = game.definition
    infos = {info.name: info for info in explain(definition.declared)} if definition.declared else {}
    for name in filter(
        infos.get, cache.cached_list(KIND, _key(game, base), MAX_BYTES, lambda: _moot(game, base, infos))
    ):
        value = definition.rules[name]
        tried = " and ".join(map(word, _others(infos[name], value)))
        message = (
            f"the rule {name} ({word(value)}) no longer changes anything: {GAMES:,} games with each number of "
            f"players went the same with {tried}; the variant removes what it concerns, so the rulebook need not "
            "explain it"
        )
        place = nodes.at(definition.node, "rules", name)
        yield Finding("moot-rule", message, place, definition.name, definition.variant, topic=name)


def _key(game: PlayedGame, base: PlayedGame) -> str:
    """A hash of everything that the games of both depend on, also under other rules."""
    digest = hashlib.sha256(engine_hash(game.engine.name).encode() + Path(__file__).read_bytes())
    for each in (game.definition, base.definition):
        clauses = each.clauses and nodes.content(each.clauses)
        digest.update(repr((nodes.content(each.node), sorted(each.rules.items()), clauses)).encode())
    return digest.hexdigest()[:32]


def _moot(game: PlayedGame, base: PlayedGame, infos: Mapping[str, RuleInfo]) -> list[str]:
    def share(replayed: _Replayed, name: str, enough: float) -> float:
        return replayed.share(name, _others(infos[name], replayed.game.definition.rules[name]), enough)

    mine, theirs = _Replayed(game), _Replayed(base)
    return [name for name in infos if not share(mine, name, 0.0) and share(theirs, name, RARE_SHARE) > RARE_SHARE]


def _others(info: RuleInfo, value: RuleValue) -> Sequence[RuleValue]:
    """The other options; of a number, the values next to it."""
    others = [other for other in info.values if other != value]
    return others if info.options else [other for other in others if abs(int(other) - int(value)) == 1]


@dataclass(slots=True)
class _Replayed:
    """Plays a game's random games once, and compares them with the same games under other rules."""

    game: PlayedGame
    own: dict[tuple[int, int], list[bytes]] = field(default_factory=dict)  # by number of players and first seed

    def share(self, rule: str, values: Sequence[RuleValue], enough: float) -> float:
        """The share of games that differ with other values of a rule, for the number of players with the largest share.
        It plays only a few games if their share is already more than `enough`."""
        most = 0.0
        for other in filter(None, (self._with(rule, value) for value in values)):
            low, high = self.game.definition.players
            for players in range(low, min(high, self.game.engine.zones.MAX_PLAYERS) + 1):
                if all(_suffices(each, players) for each in (self.game, other)):
                    differ: list[bool] = []
                    for first, games in ((0, FIRST_GAMES), (FIRST_GAMES, GAMES - FIRST_GAMES)):
                        mine = self._own(players, first, games)
                        theirs = _play_at_random(other, players, first, games)
                        differ += [one != two for one, two in zip(mine, theirs, strict=True)]
                        most = max(most, float(np.mean(differ)))
                        if most > enough:
                            return most
        return most

    def _own(self, players: int, first: int, games: int) -> list[bytes]:
        if (players, first) not in self.own:
            self.own[players, first] = _play_at_random(self.game, players, first, games)
        return self.own[players, first]

    def _with(self, rule: str, value: RuleValue) -> PlayedGame | None:
        """The game with another value of a rule; None if that game is not possible."""
        definition = self.game.definition
        try:
            return PlayedGame(replace(definition, rules={**definition.rules, rule: value}))
        except InputError:
            return None


def _suffices(game: PlayedGame, players: int) -> bool:
    return bool(game.engine.zones.deck_needs(game.definition, game.table, players)[0])


def _play_at_random(game: PlayedGame, players: int, first: int, games: int) -> list[bytes]:
    return [record.tobytes() for record in games_spec(game, (RANDOM,) * players).play(first, games)]

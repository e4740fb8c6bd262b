"""The measures of played games: a number for each game, or whether something happened in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial

import numpy as np

from cardgen.foundations.dataclass import dataclass
from cardgen.play.engines import load_engine
from cardgen.play.game import PlayedGame
from cardgen.play.goals import CHOSEN, FORCED, IDLE, PLAYED, SCORED, Grade
from cardgen.rules.layout import STUCK

BULK_SHARE = 0.5  # the share of all points from which `bulk` is above 0; twice a fair share, if that is more
STRONG_LIFT = 0.25  # `lift` is above 0 if using a thing adds so much to the chance of winning
VAIN_SHARE = 0.5  # shares of idle plays and of forced ones from which `vain` and `pressed` are above 0

# What `expect:` may name. docs/reference prints this table.
ABOUT = {
    "turns": "turns of all players together, including those without a choice",
    "rounds": "rounds, as the game counts them (courses, toasts, ...)",
    "decisions": "choices made, forced ones included",
    "minutes": "the time that a game takes, at 20 seconds a decision (an engine can use another number)",
    "score": "points of a player, on average",
    "best_score": "points of the best player",
    "margin": "points between the best and the second",
    "lead_changes": "how often the lead changes hands",
    "options": "legal actions at a decision, on average",
    "forced": "share of decisions with only one legal action",
    "first_player": (
        "%: the first player wins: alone, unless all win together or a rule lets tied players share the win"
    ),
    "ties_before": "%: several players have the most points",
    "ties": "%: several players win, because no rule breaks their tie or a rule lets them share the win",
    "nobody_wins": "%: nobody wins",
    "dead_ends": "%: a player has no legal action",
    "endless": "%: the game does not end within the bound on decisions, or goes round without any",
    "ends.NAME": "%: the game ends in this way",
    "silences.NAME": "%: play meets this case, on which the rules are silent",
    "tallies.NAME": "how often this happens (the tables of `--report` list the names)",
}


@dataclass(frozen=True, slots=True)
class Measure:
    """`of(results)` gives a value for each game; a share's values are 0 or 1. `turn(results)` gives the turn in which
    it first happened, if that is known."""

    of: Callable[[np.ndarray], np.ndarray]
    share: bool = False
    turn: Callable[[np.ndarray], np.ndarray] | None = None


@dataclass(frozen=True, slots=True)
class Watched:
    """Everything that determines the measures of games, as words and numbers only, so any machine can measure."""

    engine: str
    players: int
    tallies: tuple[str, ...]
    ends: tuple[str, ...]
    cases: tuple[str, ...]  # cases that the rules leave open
    lowest: bool  # whether the lowest score wins
    together: bool  # whether all win together or nobody does
    shared: bool  # whether several players win: all together, or tied players by a rule
    grades: tuple[Grade, ...] = ()
    things: tuple[str, ...] = ()


def watched(game: PlayedGame, players: int) -> Watched:
    """Returns what is measured of a variant's games with this number of players."""
    grades = tuple(game.grades) if players == 1 else ()
    things = tuple(game.things) if players > 1 else ()
    lowest, cases = bool(game.table.lowest), tuple(game.silences)
    shared = game.shared or game.together
    return Watched(
        game.engine.name, players, game.tallies, game.ending_names, cases, lowest, game.together, shared, grades, things
    )


def measures(game: PlayedGame, players: int) -> dict[str, Measure]:
    """Returns every measure that `expect:` can name, for this number of players."""
    return {name: measure for name, measure in all_measures(watched(game, players)).items() if ":" not in name}


@lru_cache(maxsize=200)
def all_measures(what: Watched) -> dict[str, Measure]:
    """Returns all measures: those that designers can name, and those for findings and reports, with a colon:

    `seat:N` and `player:N` win, alone or as the rules share it (a seat counted from who starts, a player by their
    colour), `points:N` those of a seat, `last:N` it has the last turn, `last won:N` and wins, `met:T` tally T is not 0,
    `vain:K` and `pressed:K` are above 0 on average if more than half of the plays of K are in vain, or of the
    doings of K forced, `grade:G` a game alone comes to that grade. `half:led` one player alone leads when half of the
    rounds are over, `half:won` and wins. In games that some win and others lose (`some:win`, `some:won` how many do):
    `users:T` how many players use thing T, `winner:T` how many winners do, `lift:T` is above 0 on average if T
    decides games (STRONG_LIFT). `bulk:T` is above 0 if it brings most of all points (BULK_SHARE).
    """
    return dict(_named_measures(what)) | dict(_inner(what))


def _named_measures(what: Watched) -> Iterator[tuple[str, Measure]]:
    players, seconds = what.players, load_engine(what.engine).verbs.DECISION_SECONDS
    yield "turns", Measure(lambda r: r["turns"])
    yield "rounds", Measure(lambda r: r["rounds"])
    yield "decisions", Measure(lambda r: r["decisions"])
    yield "minutes", Measure(lambda r: r["decisions"] * (seconds / 60))
    yield "score", Measure(lambda r: r["scores"][:, :players].mean(axis=1))
    yield "best_score", Measure(_best(players, what.lowest))
    yield "margin", Measure(_margin(players, what.lowest))
    yield "lead_changes", Measure(lambda r: r["lead_changes"])
    yield "options", Measure(lambda r: r["options"] / np.maximum(r["decisions"], 1))
    yield "forced", Measure(lambda r: r["forced"] / np.maximum(r["decisions"], 1))
    yield "first_player", _wins(0, what.shared)
    yield "ties_before", _tied("leaders", what.together)
    yield "ties", _tied("winners", what.together)
    yield "nobody_wins", Measure(lambda r: (r["winners"] == 0) & (r["finished"] == 1), share=True)
    yield "dead_ends", Measure(lambda r: r["dead_ends"] > 0, share=True, turn=lambda r: r["dead_end_turn"])
    yield "endless", Measure(_goes_on(what), share=True)
    for code, name in enumerate(what.ends):
        if name:
            yield f"ends.{name}", _ended(code)
    for case, name in enumerate(what.cases):
        yield f"silences.{name}", _met(case)
    for place, name in enumerate(what.tallies):
        yield f"tallies.{name}", _tallied(place)


def _inner(what: Watched) -> Iterator[tuple[str, Measure]]:
    for seat in range(what.players):
        yield f"seat:{seat}", _wins(seat, what.shared)
        yield f"player:{seat}", _wins_as(seat, what.players, what.shared)
        yield f"points:{seat}", _points(seat)
        yield f"last:{seat}", _last(seat, what.players)
        yield f"last won:{seat}", _last(seat, what.players, what.shared)
    places = {name: place for place, name in enumerate(what.tallies)}
    for name, place in places.items():
        yield f"met:{name}", _happened(place)
        if name.startswith(PLAYED) and (idle := IDLE + name.removeprefix(PLAYED)) in places:
            yield f"vain:{name.removeprefix(PLAYED)}", _more(places[idle], place)
        if name.startswith(FORCED) and (chosen := CHOSEN + name.removeprefix(FORCED)) in places:
            yield f"pressed:{name.removeprefix(FORCED)}", _more(place, place, places[chosen])
    yield "half:led", Measure(lambda r: r["halfway"] >= 0, share=True)
    yield (
        "half:won",
        Measure(lambda r: (r["halfway"] >= 0) & won(r["winners"], r["halfway"].clip(0), what.shared), share=True),
    )
    yield from _uses(what)
    scored = [place for name, place in places.items() if name.startswith(SCORED)]
    for place in scored:
        yield (
            f"bulk:{what.tallies[place].removeprefix(SCORED)}",
            _more_than(max(BULK_SHARE, 2 / len(scored)), place, scored),
        )
    for grade in what.grades:
        yield f"grade:{grade.printed}", _graded(grade.low, grade.high)


def bits(masks: np.ndarray) -> np.ndarray:
    """Counts the players in each mask."""
    return np.bitwise_count(masks.astype(np.uint32))


def won(masks: np.ndarray, seat: int | np.ndarray, shared: bool) -> np.ndarray:
    """Returns whether a seat is among the winners; if players do not share wins, whether it wins alone."""
    own = np.left_shift(1, seat)
    return (masks & own) != 0 if shared else masks == own


def _goes_on(what: Watched) -> Callable[[np.ndarray], np.ndarray]:
    """Whether a game was given up, or loops without a decision."""
    stuck = what.ends.index(STUCK) if STUCK in what.ends else -1
    return lambda r: (r["finished"] == 0) | (r["ended"] == stuck)


def _tied(who: str, together: bool) -> Measure:
    """Whether several players are tied; players who win together never are."""
    return Measure(lambda r: (bits(r[who]) > 1) & (not together), share=True)


def _ended(code: int) -> Measure:
    return Measure(lambda r: (r["ended"] == code) & (r["finished"] == 1), share=True)


def _met(case: int) -> Measure:
    return Measure(lambda r: r["silences"][:, case] > 0, share=True, turn=lambda r: r["silent_turn"][:, case])


def _tallied(place: int) -> Measure:
    return Measure(lambda r: r["tallies"][:, place])


def _happened(place: int) -> Measure:
    return Measure(lambda r: r["tallies"][:, place] > 0, share=True)


def _wins(seat: int, shared: bool) -> Measure:
    return Measure(lambda r: won(r["winners"], seat, shared), share=True)


def _last(seat: int, players: int, shared: bool | None = None) -> Measure:
    """Whether a seat has the last turn, if turns go round; unless `shared` is None, whether it also wins."""

    def last(records: np.ndarray) -> np.ndarray:
        is_last = (records["turns"] - 1) % players == seat
        return is_last if shared is None else is_last & won(records["winners"], seat, shared)

    return Measure(last, share=True)


def _wins_as(player: int, players: int, shared: bool) -> Measure:
    return Measure(lambda r: won(r["winners"], (player - r["first"]) % players, shared), share=True)


def _points(seat: int) -> Measure:
    return Measure(lambda r: r["scores"][:, seat])


def _more(part: int, *whole: int) -> Measure:
    """The excess of a tally over half of the sum of others."""
    return Measure(lambda r: r["tallies"][:, part] - VAIN_SHARE * r["tallies"][:, list(whole)].sum(axis=1))


def _more_than(share: float, part: int, whole: Sequence[int]) -> Measure:
    """The excess of a tally over a share of the sum of others."""
    return Measure(lambda r: r["tallies"][:, part] - share * r["tallies"][:, list(whole)].sum(axis=1))


def _uses(what: Watched) -> Iterator[tuple[str, Measure]]:
    """Measures that compare players who use a thing with those who do not, within games that some win and others lose.
    So seats and lengths of games are equal."""
    players = what.players

    def wins(records: np.ndarray) -> np.ndarray:
        """How many win; 0 in a game that does not count."""
        many = bits(records["winners"])
        return many * ((many < players) if what.shared else (many == 1))

    def used(records: np.ndarray, bit: int) -> np.ndarray:
        return (records["used"][:, :players] >> bit & 1) * (wins(records) > 0)[:, None]

    def winner(records: np.ndarray, bit: int) -> np.ndarray:
        return (used(records, bit) * (records["winners"][:, None] >> np.arange(players) & 1)).sum(axis=1)

    def users(records: np.ndarray, bit: int) -> np.ndarray:
        return used(records, bit).sum(axis=1)

    def lift(records: np.ndarray, bit: int) -> np.ndarray:
        count = users(records, bit)
        return winner(records, bit) - count * wins(records) / players - STRONG_LIFT * count * (1 - count / players)

    yield "some:win", Measure(lambda r: wins(r) > 0, share=True)
    yield "some:won", Measure(wins)
    for bit, name in enumerate(what.things):
        if name:
            yield f"users:{name}", Measure(partial(users, bit=bit))
            yield f"winner:{name}", Measure(partial(winner, bit=bit))
            yield f"lift:{name}", Measure(partial(lift, bit=bit))


def _graded(low: int, high: int) -> Measure:
    return Measure(lambda r: (r["scores"][:, 0] >= low) & (r["scores"][:, 0] <= high), share=True)


def _best(players: int, lowest: bool) -> Callable[[np.ndarray], np.ndarray]:
    return lambda r: r["scores"][:, :players].min(axis=1) if lowest else r["scores"][:, :players].max(axis=1)


def _margin(players: int, lowest: bool) -> Callable[[np.ndarray], np.ndarray]:
    """The points between the best player and the second."""

    def margin(results: np.ndarray) -> np.ndarray:
        if players == 1:
            return np.zeros(len(results))
        ordered = np.sort(results["scores"][:, :players], axis=1)
        return ordered[:, 1] - ordered[:, 0] if lowest else ordered[:, -1] - ordered[:, -2]

    return margin

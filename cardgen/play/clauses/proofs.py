"""Proves facts about all games of clauses by arithmetic: whether the cards suffice, and how long games last."""

from __future__ import annotations

import numpy as np

from cardgen.definitions.game import Game
from cardgen.play.chance import seed_streams
from cardgen.play.clauses import engine, record
from cardgen.play.clauses.compiled_game import compiled_of
from cardgen.play.proofs import Ending, Shortage
from cardgen.rules import grammar
from cardgen.rules.clauses import Program
from cardgen.rules.program import rules_of
from cardgen.rules.rounds import Reach, Rounds, shortages
from cardgen.store.remember import per_large_object


def _rounds(game: Game, players: int) -> Rounds | None:
    return reach_of(game, players).rounds()


def _rule_values(game: Game) -> tuple[tuple[str, int | str], ...]:
    return tuple(rules_of(game).items())


def reach_of(game: Game, players: int) -> Reach:
    """What play can reach under the game's rules, with so many players."""
    return _reach(compiled_of(game).program, _rule_values(game), players)


@per_large_object
def _reach(program: Program, rules: tuple[tuple[str, int | str], ...], players: int) -> Reach:
    return Reach(program, dict(rules), players)


def proofs(game: Game, table: np.record, players: int) -> tuple[Ending | None, Shortage | None]:
    """Why every game ends, and what happens if the pile runs short; None unless each round takes its cards from a pile
    to which none return."""
    if (rounds := _rounds(game, players)) is None:
        return None, None
    compiled = compiled_of(game)
    pile = compiled.layout.zones[rounds.zone]
    start = int(table.copies.sum()) - rounds.cards
    why = f"each {rounds.name} takes its cards from a pile to which none come back"
    ending = Ending(why, lambda state: int(state.sizes[pile]), start, rounds.cards, rounds.decisions, rounds.name)
    short = next(shortages(compiled.program, rounds.zone), None)
    return (None if rounds.comes_back or start < 0 else ending), Shortage(short, never=False) if short else None


def provides(game: Game, tally: str) -> bool:
    """Whether the rules provide for what a tally counts: a legal action, or a note that play can reach."""
    reach = reach_of(game, game.players[0])
    actions = [
        action.path for section in reach.program.actions.values() for action in section.values() if action.name == tally
    ]
    if actions:
        return not reach.actions.isdisjoint(actions)
    return tally not in _notes(reach.program) or tally in reach.notes


def _notes(program: Program) -> frozenset[str]:
    said = (tree for sentence in program.sentences.values() for tree in sentence.tree.walk())
    return frozenset(tree.case for tree in said if isinstance(tree, grammar.DoNote))


def deck_needs(game: Game, table: np.record, players: int) -> tuple[bool, str]:
    """Whether the cards suffice for a round, and the largest number of rounds. If rounds are not dealt from a pile:
    whether the cards suffice until the first decision, and how many are then left where nobody sees them."""
    rounds = _rounds(game, players)
    return _first_deal(game, table, players) if rounds is None else _all_rounds(game, table, rounds)


def _all_rounds(game: Game, table: np.record, rounds: Rounds) -> tuple[bool, str]:
    compiled, cards = compiled_of(game), int(table.copies.sum())
    members = table.members[compiled.layout.noun(rounds.noun)]
    there = int(table.copies[members == 1].sum())
    most, left = divmod(cards, rounds.cards)
    if there < rounds.cards:  # there are too few cards of the required kind
        most, left, cards = 0, there, there
    length = f"at most {most} {rounds.name}{'' if most == 1 else 's'}, {left} left"
    if rounds.comes_back:
        length = f"{length.removeprefix('at most ')}, and more if cards come back"
    return most > 0, f"{cards} cards, {rounds.cards} a {rounds.name}: {length}"


def _first_deal(game: Game, table: np.record, players: int) -> tuple[bool, str]:
    state = np.zeros(1, record.STATE)[0]
    state.players = players
    seed_streams(state.streams, 0)
    engine.deal(table, state)
    layout = compiled_of(game).layout
    short = [case for case, number in layout.cases.items() if case.startswith("short.") and state.silences[number]]
    piles = [number for number, each in enumerate(layout.instances) if each.listed >= 0 and not table.open[number]]
    left = sum(int(state.sizes[number]) for number in piles)
    cards = int(table.copies.sum())
    deal = f"{cards} cards: {cards - left} dealt, {left} left"
    return not short, f"{deal}; {short[0].removeprefix('short.')} finds too few" if short else deal


def remedy(game: Game, table: np.record, players: int, wanted: int) -> str:
    """A sentence about what would let the deck make so many rounds with so many players."""
    rounds = _rounds(game, players)
    if rounds is None:
        return ""
    there, name = int(table.copies.sum()), rounds.name
    most, changes = there // rounds.cards, []
    if (missing := wanted * rounds.cards - there) > 0:
        changes.append(f"{missing} more card{'' if missing == 1 else 's'}")
    fewer = rounds.each - there // (wanted * players) if rounds.each else 0
    if 0 < fewer < rounds.each:
        changes.append(f"{fewer} card{'' if fewer == 1 else 's'} a player fewer")
    said = f"with {players} players the deck makes {most} {name}{'' if most == 1 else 's'}"
    advice = ", or ".join(changes) + "," * (len(changes) > 1)
    return f"{said}; {advice} would give {wanted}" if changes and wanted > most else ""

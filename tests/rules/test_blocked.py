"""Actions that no `when` forbids but their own first move, which finds too few cards: these cases are counted."""

import numpy as np
import pytest

from cardgen.play.clauses import engine, native, zones
from cardgen.play.clauses.tables import table_of
from cardgen.play.compiled import COMPILES
from cardgen.play.words import Words
from cardgen.rules.compile import compile_program
from tests.play.games import definition
from tests.rules.rowed import Rowed
from tests.rules.test_read import read

GAME = """\
cards: {card: {value: 1 to 3, count: 4}}
zones: {stock: pile, hand: hand, out: open}
game:
  shuffle: shuffle all cards into stock
  deal: deal 4 cards from stock to each hand
  turns:
    players: in turn from first player
    until: every player has no cards in hand
    none: note run_out if no card in stock
    act: {choose: turn, otherwise: nothing}
turn:
  play: {WHENpick: {card: a card in your hand}, away: move card from your hand to out}
  other: ACTION
"""  # three players hold all cards, and lay one a turn
DRAW = "{card: draw 1 card from stock to your hand}"
STEAL = "{pick: {who: an other player}, card: steal 1 random card from hand of who to out}"
SEEDS = 10


def game(action, when="", more=""):
    compiled = compile_program(read(GAME.replace("ACTION", action).replace("WHEN", when) + more), 3)
    return compiled, table_of(compiled, {})


def counted(compiled, table):
    """How often cases of actions came about, in each of some games."""
    cases = [number for case, number in compiled.layout.cases.items() if case.startswith("blocked.")]
    states = [Rowed(compiled, table, 3, seed).play().state for seed in range(SEEDS)]
    return [sum(int(state.silences[case]) for case in cases) for state in states]


def test_a_draw_from_an_empty_pile_is_counted_once_a_game():
    compiled, table = game(DRAW)
    assert "blocked.turn.other" in compiled.layout.cases
    assert counted(compiled, table) == [1] * SEEDS


@pytest.mark.parametrize(
    "action",
    [
        DRAW.replace("{", "{when: any card in stock, "),
        DRAW.replace("draw 1", "draw up to 1"),
        "{none: note idle, card: draw 1 card from stock to your hand}",  # that is a draw that falls short
        STEAL.replace("other player", "other player who has any card in hand"),
    ],
)
def test_what_a_when_or_a_pick_forbids_is_no_case(action):
    assert not any(counted(*game(action)))


def test_players_from_whom_nothing_can_be_taken_are_told_of():
    assert any(counted(*game(STEAL)))


def test_where_nothing_can_be_chosen_at_all_otherwise_settles_it():
    """Nobody can play, and nobody can draw: there is no decision in which the draw would be missed."""
    rules = GAME.replace("until: every player has no cards in hand\n", "skip: no card in your hand\n")
    compiled = compile_program(read(rules.replace("ACTION", DRAW).replace("WHEN", "when: no card in your hand, ")), 3)
    assert counted(compiled, table_of(compiled, {})) == [0] * SEEDS


def test_a_file_that_notes_that_there_are_none_has_spoken_of_it():
    compiled, table = game(DRAW, more="silences: {run_out: {of: game.turns.none, fact: F1}}\n")
    assert "blocked.turn.other" not in compiled.layout.cases and not any(counted(compiled, table))


def test_a_silence_of_an_action_of_one_sentence_is_that_it_cannot_be_chosen(monkeypatch):
    named = "silences: {no_card: {of: turn.other, fact: F1}}\n"
    compiled, _ = game("draw 1 card from stock to your hand", more=named)
    monkeypatch.setattr(zones, "compiled_of", lambda _: compiled)
    cases = dict(zip(compiled.layout.cases, zones.silences(definition("hedgerow")), strict=True))
    assert cases["blocked.turn.other"] == "no_card" and cases["short.turn.other"] == "short.turn.other"


@pytest.mark.skipif(not COMPILES, reason="there is no machine code without numba")
@pytest.mark.parametrize("action", [DRAW, STEAL])
def test_machine_code_counts_what_rows_count(action, monkeypatch, speed):
    monkeypatch.setattr(native, "_addresses", {})
    compiled, table = game(action)
    rows = counted(compiled, table)
    native.load(compiled, table)
    ready = zones.ready(table)
    assert ready["native"][0] and counted(compiled, ready) == rows


def test_to_look_again_at_what_may_be_chosen_changes_nothing():
    compiled, table = game(DRAW)
    played = Rowed(compiled, table, 3, 1)
    engine.deal(played.table, played.state)
    options = np.zeros((2, engine.MAX_OPTIONS), np.int32)
    many = [engine.legal(played.table, played.state, options[0])]
    before = played.state.copy()
    many.append(engine.legal(played.table, played.state, options[1]))
    assert many[0] == many[1] and (options[0] == options[1]).all()
    assert all((before[name] == played.state[name]).all() for name in ("m", "sizes", "silences", "tallies", "streams"))


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_it_is_told_in_each_language(language):
    said = Words(definition("hedgerow"), language).silence("blocked.turn.draw")
    assert said.endswith("(turn.draw).") and "blocked" not in said

"""What a check tells as proved, and what becomes of a proof that a played game contradicts."""

import json
from dataclasses import replace

import pytest

from cardgen.play import load_game
from cardgen.play.proofs import Shortage
from cardgen.validation.questions.judge import judge_cell
from cardgen.validation.questions.proofs import endings, lasting
from cardgen.validation.results import CellResult, Check, VariantResult
from cardgen.validation.telling.report import as_json
from tests.validation.verdicts import cell_of, told


@pytest.fixture
def game():
    return load_game("king_lui")


def disproved(cell):
    return [finding for finding in told(judge_cell(cell, 0.01)) if finding.code == "disproved"]


def declare(game, players, **changed):
    """As if the engine declared otherwise."""
    game._proofs_by_players[players] = (replace(game.termination_proof(players), **changed), game.shortage(players))


def test_games_that_bear_a_proof_out_are_told_with_it(game):
    cells = [cell_of(game, ["random"] * players, 20) for players in (3, 4, 5)]
    assert not any(map(disproved, cells))
    why = "each course takes its cards from a pile to which none come back"
    assert list(endings(game, cells)) == [f"yes, proved: {why}, at most 18 courses with 3, 13 with 4, 11 with 5"]
    assert list(endings(game, cells[:1])) == [f"yes, proved: {why}, at most 18 courses"]


def test_a_game_against_the_proof_is_an_error(game):
    declare(game, 3, start=30)
    (found,) = disproved(cell_of(game, ["random"] * 3, 20))
    assert found.severity == "error" and "but cardgen proved that games end within 6 courses" in found.message
    assert found.replay and found.evidence.seed
    declare(game, 4, decisions=1)
    (found,) = disproved(cell_of(game, ["random"] * 4, 20))
    assert "within 13 decisions" in found.message


def test_a_deck_that_runs_out_against_the_proof_is_an_error(game):
    game._proofs_by_players[5] = (game.termination_proof(5), Shortage("supply_ran_out", never=True))
    (found,) = disproved(cell_of(game, ["random"] * 5, 40))
    assert "it never does: The draw pile is empty in the middle of a course" in found.message


def test_where_nothing_is_proved_it_is_told_in_how_many_games():
    game = load_game("draco", "one_for_the_road")
    cells = [cell_of(game, ["greedy"] * players, 10) for players in (5, 6)]
    proved, seen = endings(game, cells)
    assert proved.startswith("5 players: yes, proved: each turn draws a card") and proved.endswith("at most 15 rounds")
    assert seen == "6 players: yes, in all 10 games"


def test_an_engine_that_declares_nothing_is_told_of_as_before(game):
    game._proofs_by_players = {players: (None, None) for players in (3, 4, 5)}
    cell = cell_of(game, ["random"] * 3, 20)
    assert list(endings(game, [cell])) == ["yes, in all 20 games"]
    assert lasting(game, 3, [cell]) == "" and not disproved(cell)


def test_whether_a_deck_lasts(game):
    cell = cell_of(game, ["random"] * 5, 40)
    assert lasting(game, 5, []) == ""
    assert "; it runs out early in " in lasting(game, 5, [cell]) and "of games (random)" in lasting(game, 5, [cell])
    game._proofs_by_players[5] = (None, Shortage("tie_remains", never=False))
    assert lasting(game, 5, [cell_of(game, ["random"] * 5, 1)]) == ", and it lasted in all 1 game"
    assert lasting(load_game("party_at_louis"), 2, []) == ", and it lasts (proved)"


def test_json_tells_bounds_where_they_are_proved():
    found = {}
    for players in (5, 6):
        cell = cell_of(load_game("draco", "one_for_the_road"), ["greedy"] * players, 1)
        part = VariantResult(cell.game, [CellResult(cell)])
        (result,) = json.loads(json.dumps(as_json([], Check([part]))))["results"]
        found[players] = result["proved"]
    assert found[5]["ends"]["rounds"] == 15 and found[5]["ends"]["decisions"] == 450 and found[5]["deck_lasts"] is True
    assert found[6] == {"ends": None, "deck_lasts": True}

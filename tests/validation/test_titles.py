"""A designer meets printed names, never those of our code: cards, what play counts, where rules are silent."""

import pytest

from cardgen.play import load_game
from cardgen.play.goals import IDLE, PLAYED, SCORED
from cardgen.store.library import all_games
from cardgen.validation import titles
from cardgen.validation.questions.judge import judge_cell, judge_variant
from cardgen.validation.results import CellResult, VariantResult
from cardgen.validation.telling.answers import answers
from cardgen.validation.telling.figures import series
from cardgen.validation.telling.tables import tables
from tests.validation.verdicts import cell_of, told, with_records

GAMES = [home.name for home in all_games()]


@pytest.fixture(scope="module")
def cell():
    """Games of Draco & Co in which Zork's payer was never found, and everything else came about."""
    game = load_game("draco")
    found = cell_of(game, ["greedy"] * 4)
    results = found.spec.play(0, 200)
    results["tallies"] += 1
    results["tallies"][:, game.tallies.index("zork_paid")] = 0
    results["tallies"][:, game.tallies.index("played.tip")] = 0
    return with_records(found, results)


@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_counted_has_words_in_every_language(name):
    game = load_game(name)
    of_cards = {goal.tally for goal in game.goals}
    for tally in game.tallies:
        if tally.startswith((PLAYED, IDLE, SCORED)):
            assert titles.card(game, tally.partition(".")[2]) in titles._cards(game).values()
        elif tally in of_cards:
            assert titles.tally(game, tally) in titles._cards(game).values()
        else:
            for language in game.definition.languages:
                assert game.words(language).knows(f"play.tally.{tally}"), (language, tally)


@pytest.mark.parametrize("name", GAMES)
def test_so_have_the_cases_on_which_rules_are_silent(name):
    game = load_game(name)
    for case in game.silences:
        assert titles.silence(game, case) not in (case, "")


def test_without_words_a_name_is_told_as_it_is():
    game = load_game("draco")
    assert titles.tally(game, "songs_sung") == "songs sung"
    assert titles.silence(game, "song_unheard") == "song_unheard"
    assert titles.card(game, "minstrel") == "minstrel"


def test_what_never_happens_is_told_in_words(cell):
    findings = told(judge_variant([cell], 0.01))
    never = {finding.topic: finding.message for finding in findings if finding.code == "never-used"}
    assert never["zork_paid"] == "payments for Zork: never in 200 games"
    assert never["played.tip"] == "'Tip' is never played in 200 games"


def test_cases_are_told_in_words(cell):
    found = {finding.topic: finding.message for finding in told(judge_cell(cell, 0.01)) if finding.code == "silence"}
    case = "A player owes more than they have (rulebook: A Toast) (DA7)"
    assert found["payer_short"].endswith(f"% of games: {case}") and "payer_short" not in found["payer_short"]
    lines = [line for answer in answers(VariantResult(cell.game, [CellResult(cell)])) for line in answer.lines]
    assert any(line.endswith(f": {case}") for line in lines)
    assert any(line.endswith("of games: The draw pile had run out: this was the last toast.") for line in lines)


def test_tables_name_beside_it_what_expect_asks_for_and_charts_do_not(cell):
    part = VariantResult(cell.game, [CellResult(cell)])
    (table,) = [table for table in tables(part) if table.title.startswith("How often what happens")]
    assert "payments for Zork (zork_paid)" in table.head and "toasts" in table.head
    rows = [row.name for one in series(part) if "happen" in one.title for chart in one.charts for row in chart.rows]
    assert "payments for Zork" in rows and not any("_" in name for name in rows)


def test_what_must_be_done_is_told_in_words():
    game = load_game("party_at_louis")
    cell = cell_of(game, ["greedy"] * 3)
    results = cell.spec.play(0, 100)
    results["tallies"][:, game.tallies.index("forced.clearing")] = 40
    found = told(judge_cell(with_records(cell, results), 0.01))
    (message,) = [finding.message for finding in found if finding.code == "mostly-forced"]
    assert message.endswith("is forced: nobles cleared because they can no longer be satisfied")

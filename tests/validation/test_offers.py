"""Whether what a game offers is worth it: goals, grades, forced choices, what one may forgo."""

import numpy as np
import pytest

from cardgen.play import load_game
from cardgen.validation.questions.judge import judge_cell, judge_variant
from cardgen.validation.questions.worth import gains, goals_met, grades_reached
from cardgen.validation.results import CellResult, VariantResult
from cardgen.validation.telling.tables import tables
from tests.validation.verdicts import cell_of, told, with_records

PARTY = load_game("party_at_louis")
GAMES = 2000


def cell(table, side="unmasked", games=GAMES):
    return cell_of(PARTY, table, games, {"side": side})


@pytest.fixture(scope="module")
def alone():
    return cell(["greedy"])


@pytest.fixture(scope="module")
def four():
    return cell(["greedy"] * 4, "masked")


def made_up(found, points=None, games=GAMES, table=None, **tallies):
    """The same cell, as if a tally (each game's) or the first seat's points had been such."""
    results = found.spec.play(0, games)
    for name, counts in tallies.items():
        results["tallies"][:, PARTY.tallies.index(name.replace("__", "."))] = counts
    if points is not None:
        results["scores"][:, 0] = points
    return with_records(found, results, table)


def found_in(cell, code):
    return [finding for finding in told(judge_cell(cell, 0.01)) if finding.code == code]


NOBLES = {f"{side}_{place}": 0 for side in ("unmasked", "masked") for place in range(1, 7)}


def test_goals_are_the_nobles_by_their_printed_names_and_points(alone, four):
    assert [goal.points for goal in PARTY.goals if goal.tally.startswith("unmasked")] == [3, 1, 2, 2, 3, 1]
    assert [goal.points for goal in PARTY.goals if goal.tally.startswith("masked")] == [3, 3, 1, 2, 1, 2]
    met = {one.title: one for one in goals_met(alone, 0.05)}
    assert set(met) == {
        "Countess Rosalind", "Admiral Tempest", "Marquise Bergamot", "Duke Carat", "Duchess Pearl", "Viscount Quill",
    }  # fmt: skip
    place = PARTY.tallies.index("unmasked_5")
    assert met["Duchess Pearl"].share.mean == alone.spec.play(0, GAMES)["tallies"][:, place].mean()
    total = sum(one.share.mean * 4 * one.goal.points for one in goals_met(four, 0.05))
    assert total == pytest.approx(four.spec.play(0, GAMES)["scores"][:, :4].sum(axis=1).mean())


@pytest.mark.parametrize(("every", "named"), [(2, False), (90, False), (400, True)])
def test_a_goal_that_hardly_anybody_meets(alone, every, named):
    rare = made_up(alone, **NOBLES | {"unmasked_1": 1, "unmasked_2": np.arange(GAMES) % every == 0})
    topics = [finding.topic for finding in told(judge_variant([rare], 0.01)) if finding.code == "hardly-met"]
    assert topics == (["unmasked_2"] if named else [])
    common = made_up(alone, **NOBLES | {"unmasked_2": 1})
    assert not [finding for finding in told(judge_variant([rare, common], 0.01)) if finding.code == "hardly-met"]


def test_who_plays_at_random_tells_nothing_of_goals(alone):
    rare = made_up(alone, table=("random",), **NOBLES | {"unmasked_2": np.arange(GAMES) % 400 == 0})
    assert not [finding for finding in told(judge_variant([rare], 0.01)) if finding.code == "hardly-met"]


def test_a_goal_worth_more_that_is_met_more_often(alone):
    half = np.arange(GAMES) % 2
    (finding,) = found_in(made_up(alone, **NOBLES | {"unmasked_1": 1, "unmasked_2": half}), "misvalued")
    assert "100% of players meet 'Countess Rosalind' (3 points), but only" in finding.message
    assert "but only 50% meet" in finding.message and finding.evidence.share == 1.0
    assert not found_in(made_up(alone, **NOBLES | {"unmasked_1": half, "unmasked_2": 1}), "misvalued")
    assert not found_in(made_up(alone, **NOBLES | {"unmasked_1": half, "unmasked_2": half}), "misvalued")
    assert not found_in(made_up(alone, **NOBLES | {"unmasked_1": 1}), "misvalued")  # the others were not played


@pytest.mark.parametrize(
    ("points", "grades"),
    [
        (np.arange(GAMES) % 13, []),
        (np.full(GAMES, 9), ["11–12", "9–10", "7–8"]),  # all in one grade: of the others but the lowest nothing is seen
        (np.arange(GAMES) % 11, ["11–12"]),
        (7 + np.arange(GAMES) % 6, []),  # nobody is poor: that is no fault
    ],
)
def test_grades_that_tell_nothing(alone, points, grades):
    assert [finding.topic for finding in found_in(made_up(alone, points), "idle-grade")] == grades


def test_grades_are_counted(alone, four):
    points = alone.spec.play(0, GAMES)["scores"][:, 0]
    found = {grade.printed: share.mean for grade, share in grades_reached(alone, 0.05)}
    assert found == {
        printed: ((points >= low) & (points <= high)).mean()
        for printed, low, high in (("11–12", 11, 12), ("9–10", 9, 10), ("7–8", 7, 8), ("0–6", 0, 6))
    }
    assert grades_reached(four, 0.05) == []


def test_what_is_mostly_forced(alone):
    (finding,) = found_in(made_up(alone, forced__clearing=2, chosen__clearing=1), "mostly-forced")
    assert f"67% ({2 * GAMES:,} of {3 * GAMES:,}) is forced: nobles cleared because" in finding.message
    assert not found_in(made_up(alone, forced__clearing=1, chosen__clearing=1), "mostly-forced")
    assert not found_in(made_up(alone, forced__clearing=0, chosen__clearing=0), "mostly-forced")


def test_the_price_of_what_is_forgone(alone):
    proud, other = cell(["proud"]), cell(["keep"])
    (gain,) = gains([alone, proud, other], 0.05)
    assert (gain.policy, gain.what) == ("proud", "the impostor")
    assert gain.with_it.mean == pytest.approx(alone.seen.mean("points:0"))
    assert gain.without.mean == pytest.approx(proud.seen.mean("points:0"))
    assert not proud.seen.total("tallies.impostor")
    assert list(gains([proud, other], 0.05)) == []


@pytest.mark.parametrize(("points", "named"), [(3, False), (9, True), (10, True)])
def test_what_gains_nothing(alone, points, named):
    """Without it fewer points, as many, and more."""
    sensible = made_up(alone, 8 + np.arange(GAMES) % 3)
    proud = made_up(alone, points - 1 + np.arange(GAMES) % 3, table=("proud",))
    codes = [finding.code for finding in told(judge_variant([sensible, proud], 0.01))]
    assert ("no-gain" in codes) is named
    few = [made_up(alone, 9, 5), made_up(alone, 9, 5, ("proud",))]
    assert "no-gain" not in [finding.code for finding in told(judge_variant(few, 0.01))]


def test_among_several_it_is_the_first_seat_against_the_same_seat(four):
    one = cell(["proud", *["greedy"] * 3], "masked", 500)
    (gain,) = gains([four, one, cell(["proud", *["keep"] * 3], "masked", 10)], 0.05)
    assert gain.cell is one and gain.with_it.mean == four.seen.mean("seat:0")
    assert gain.without.mean == one.seen.mean("seat:0")


def test_the_page_has_tables_of_them(alone, four):
    made = {
        table.title: table
        for table in tables(VariantResult(PARTY, [CellResult(alone), CellResult(four), CellResult(cell(["proud"]))]))
    }
    goals = made["Goal by goal: the share of players who meet it"].rows
    assert {row[2] for row in goals} >= {"Countess Rosalind", "Harlequin"} and len(goals) == 12
    assert [row[2] for row in made["Alone, by the printed grades"].rows] == ["11–12", "9–10", "7–8", "0–6"] * 2
    assert len(made["What it gains: the first player's wins; points, alone"].rows) == 1


def test_a_game_without_goals_and_grades_has_none():
    lui = load_game("king_lui")
    assert lui.goals == () and lui.grades == ()

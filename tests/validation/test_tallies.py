"""What a check tells of each kind of card: how often it is played, and how often in vain."""

import pytest

from cardgen.play import load_game
from cardgen.play.batches import Batch
from cardgen.play.goals import SCORED
from cardgen.validation.questions.judge import judge_cell, judge_variant
from cardgen.validation.questions.kinds import kinds
from cardgen.validation.results import CellResult, VariantResult
from cardgen.validation.sampling.measures import measures
from cardgen.validation.sampling.metrics import metrics
from cardgen.validation.telling.figures import series
from cardgen.validation.telling.tables import tables
from tests.validation.verdicts import cell_of, told, with_records

DRACO = load_game("draco")


def cell(policy="greedy", games=0):
    """Four players of one policy, and so many games of theirs."""
    return cell_of(DRACO, [policy] * 4, games)


@pytest.fixture(scope="module")
def greedy():
    return cell(games=1000)


def counted(found, games=1000, table=None, **tallies):
    """The same cell, as if card X had been played and idle so often (in every game alike)."""
    results = found.spec.play(0, games)
    for name, count in tallies.items():
        what, _, kind = name.partition("_")
        results["tallies"][:, DRACO.tallies.index(f"{what}.{kind}")] = count
    return with_records(found, results, table)


def idle(found):
    return {finding.topic: finding for finding in told(judge_cell(found, 0.01)) if finding.code == "often-idle"}


def test_a_card_that_mostly_does_nothing_is_named_with_a_game(greedy):
    found = idle(greedy)
    assert set(found) == {"brawl"}  # a duel that the better placed wins, or that is tied; Tipsy Draco's die is even
    finding = found["brawl"]
    tallies = greedy.spec.play(0, 1000)["tallies"]
    of = DRACO.tallies.index
    plays, vain = (int(tallies[:, of(f"{what}.brawl")].sum()) for what in ("played", "idle"))
    assert (
        f"'Brawl' changes nothing in {100 * vain / plays:.0f}% of its plays ({vain:,} of {plays:,})" in finding.message
        and plays / 2 < vain < plays
    )
    assert finding.severity == "note" and finding.evidence.share == (tallies[:, of("idle.brawl")] > 0).mean()
    again = Batch(DRACO, ["greedy"] * 4, seed=int(finding.evidence.seed.split("-")[0]))
    again.play(1)
    assert again.results["tallies"][0, of("idle.brawl")] > 0


@pytest.mark.parametrize(("played", "vain", "named"), [(2, 1, False), (3, 2, True), (3, 1, False), (0, 0, False)])
def test_it_takes_more_than_half_of_the_plays(greedy, played, vain, named):
    assert ("tip" in idle(counted(greedy, played_tip=played, idle_tip=vain))) is named


def test_a_few_plays_tell_nothing(greedy):
    assert "tip" in idle(counted(greedy, played_tip=1, idle_tip=1))
    assert "tip" not in idle(counted(greedy, 5, played_tip=1, idle_tip=1))


def test_it_is_judged_among_sensible_players(greedy):
    assert "tip" not in idle(counted(greedy, table=("random",) * 4, played_tip=1, idle_tip=1))


def test_a_card_that_nobody_plays_is_never_used_but_one_that_always_works_is_fine(greedy):
    never = counted(greedy, played_tip=0, idle_tip=0, idle_elbow=0)
    findings = told(judge_variant([never], 0.01))
    topics = {finding.topic for finding in findings if finding.code == "never-used"}
    assert "played.tip" in topics
    assert "'Tip' is never played in 1,000 games" in [finding.message for finding in findings]
    assert not any(topic.startswith("idle.") or topic == "played.elbow" for topic in topics)


def test_measures_and_metrics_know_every_card(greedy):
    known = measures(DRACO, 4)
    assert {name for name in known if name.startswith("tallies.")} == {f"tallies.{name}" for name in DRACO.tallies}
    found = metrics(greedy.seen)["tallies"]
    assert list(found) == list(DRACO.tallies)
    records = greedy.spec.play(0, 1000)
    for place, name in enumerate(DRACO.tallies):
        assert found[name] == pytest.approx(records["tallies"][:, place].mean(), abs=1e-5)


def test_the_page_tells_cards_in_a_table_of_their_own(greedy):
    part = VariantResult(DRACO, [CellResult(greedy), CellResult(cell("random", 20))])
    made = {table.title: table for table in tables(part)}
    cards = made["Card by card: times a game"].rows
    assert [row[2] for row in cards] == [kind.title for kind in kinds(DRACO)]
    assert {row[1] for row in cards} == {"greedy"}
    assert not any("." in name for name in made["How often what happens: times a game"].head)
    (often,) = [one for one in series(part) if one.title == "How often does what happen?"]
    assert len(often.charts) == 1


def test_a_game_whose_cards_are_not_counted_one_by_one_has_its_own():
    game = load_game("king_lui")
    dishes = [f"{SCORED}{dish}" for dish in game.things if dish not in ("", "emerald")]
    assert [tally for tally in game.tallies if tally.startswith(SCORED)] == dishes and kinds(game) == ()
    assert game.template(3)["tallies"].shape[1] >= len(game.tallies)


def test_the_points_of_dishes_are_all_points():
    game = load_game("king_lui")
    batch = Batch(game, ["greedy"] * 4)
    batch.play(50)
    results = batch.results
    of_dishes = results["tallies"][:, [place for place, tally in enumerate(game.tallies) if tally.startswith(SCORED)]]
    assert (of_dishes.sum(axis=1) == results["scores"].sum(axis=1)).all() and of_dishes.any(axis=0).all()

"""`cardgen tune`: finds what can be had, says what cannot, and writes a variant that keeps its word."""

from __future__ import annotations

import json
import math
import re

import pytest

from cardgen.definitions.expect import Expectation
from cardgen.definitions.load import load_game
from cardgen.foundations.errors import Place
from cardgen.store.library import find_game
from cardgen.validation.sampling.confidence import Estimate
from cardgen.validation.settings.space import SearchSpace, axis
from cardgen.validation.settings.trials import Ground
from cardgen.validation.settings.tune import expectations, goal_distance, tune
from cardgen.validation.settings.tune_page import LEFT, RIGHT, page, trades
from cardgen.validation.settings.tuned import as_json, as_text

from .test_sweep import Slow

TWO = ["cards_per_player=1..4", "count.emerald=3..10"]
SHORT = "random: {minutes: 10 to 13, first_player: 18 to 34%}"


def ground(*said, players=(4,)):
    space = SearchSpace(tuple(axis(text, "--within") for text in said))
    return Ground(find_game("king_lui"), "base", space, {}, players, ())


def search(wished, *said, **more):
    place = ground(*(said or TWO))
    return tune(place, expectations(place, wished), **more)


def test_it_finds_settings_that_meet_what_is_wished():
    found = search(SHORT)
    assert found.best
    assert {one.settings["cards_per_player"] for one in found.best} == {"3"}  # two make it longer, four shorter
    for one in found.best:
        for _, asked, measured in found.answers(one):
            assert asked.low <= measured.low <= measured.high <= asked.high


def test_it_says_when_nothing_does():
    found = search("random: {minutes: 2 to 3}")
    assert not found.best
    assert {found.met(one) for one in found.playable} == {False}
    assert "None of these meets the goals." in as_text(found)
    assert found.ranked[0].settings["cards_per_player"] == "4"  # the shortest is the nearest


def test_the_order_of_settings_and_the_crew_change_nothing():
    first, second = search(SHORT), search(SHORT, *reversed(TWO), executor=Slow(), fresh=True)
    told = [{key: value for key, value in as_json(found).items() if key != "within"} for found in (first, second)]
    assert told[0] == told[1]


def test_a_stop_and_going_on_is_like_never_stopping():
    stopped = search(SHORT, executor=Slow(40))
    assert stopped.stopped
    gone_on, anew = search(SHORT), search(SHORT, fresh=True)
    assert 0 < gone_on.games < anew.games
    assert as_json(gone_on) == as_json(anew)


def test_a_budget_is_kept():
    found = search(SHORT, budget=3_000)
    assert found.spent
    assert 2_000 < sum(cell.seen.games for one in found.trials for cell in one.cells) <= 3_000
    assert "A larger --budget continues from here" in as_text(found)


def test_of_a_large_space_a_part_is_tried_and_the_goal_is_found():
    """Steps from the sample lead to what lies between its points."""
    axes = ["cards_per_player=1..4", "count.emerald=1..20", "count.dish=5..20"]
    found = search("random: {rounds: 4.9 to 5.1, score: 27 to 27.6}", *axes, budget=30_000)
    assert found.ground.space.size == 1_280
    assert 64 < len(found.playable) < 640
    assert found.best or any(found.met(one) is None for one in found.playable)
    starts = set(found.ground.space.sample(64))
    assert any(one.point not in starts for one in found.ranked[:4])


def test_points_that_no_other_beats():
    found = search(SHORT)
    distances = {one.point: [each.mean for each in found.distances(one)] for one in found.playable}
    front = {one.point for one in found.front}
    assert front
    for point, mine in distances.items():
        beaten = [
            other
            for other, theirs in distances.items()
            if all(a <= b for a, b in zip(theirs, mine, strict=True)) and theirs != mine
        ]
        assert (point in front) == (not beaten)


@pytest.mark.parametrize(
    "low, high, mean, strained",
    [(10, 20, 15, 0), (10, 20, 20, 1), (10, 20, 5, 2), (0, 0.1, 0.1, 1), (0, 0.1, 0.05, 0.5), (8, math.inf, 8, 1),
     (8, math.inf, 4, 1.5), (8, math.inf, 16, 0)],
)  # fmt: skip
def test_strain_is_one_at_the_bound(low, high, mean, strained):
    asked = Expectation("greedy", "minutes", low, high, "", Place(""))
    near, far = (goal_distance(asked, Estimate(mean, mean - reach, mean + reach, 100)) for reach in (0.0, 0.02))
    assert near.mean == pytest.approx(strained)
    assert near.low == near.high == near.mean
    assert far.low <= far.mean <= far.high


def test_unplayed_games_strain_without_end():
    asked = Expectation("greedy", "minutes", 10, 20, "", Place(""))
    found = goal_distance(asked, Estimate(15, -math.inf, math.inf, 8))
    assert (found.low, found.high, found.met) == (0, math.inf, None)


# ---- the command


@pytest.mark.slow
def test_the_variant_loads_builds_and_is_judged(run, tmp_path):
    within = [part for text in TWO for part in ("--within", text)]
    told = run("tune", "king_lui", *within, "--players", "4", "--for", SHORT, "--out", "quick_lunch.yaml")
    assert told.code == 0
    command = told.out.splitlines()[-1].partition("with: cardgen ")[2]
    assert command == "check king_lui --variant ./quick_lunch.yaml"
    variant = load_game(find_game("king_lui"), str(tmp_path / "quick_lunch.yaml"))
    (deck,) = variant.decks
    assert deck.total in (None, deck.count)
    assert [asked.policies for asked in variant.expect] == ["random/random/random/random"] * 2
    assert run("build", "king_lui", "--variant", "./quick_lunch.yaml", "--lang", "fr", "--only", "cards").code == 0
    judged = run(
        "check", "king_lui", "--variant", "./quick_lunch.yaml", "--policies", "random", "--json", "--players", "4"
    )
    assert judged.code == 0
    codes = {each["code"] for result in json.loads(judged.out)["results"] for each in result["findings"]}
    assert not codes & {"expect-missed", "expect-open", "total-wrong"}


def test_a_kind_is_written_card_by_card_with_the_total(run, tmp_path):
    told = run(
        "tune", "king_lui", "--within", "count.dish=14", "--for", "random: {minutes: 1 to 60}", "--out", "x.yaml"
    )
    assert told.code == 0
    variant = load_game(find_game("king_lui"), str(tmp_path / "x.yaml"))
    assert {design.count for design in variant.designs} == {14, 5}
    assert variant.decks[0].total == variant.decks[0].count == 7 * 14 + 5
    assert [asked.policies for asked in variant.expect] == ["random"]  # for all numbers of players


def test_nothing_is_written_where_nothing_meets_it(run, tmp_path):
    told = run("tune", "king_lui", "--within", TWO[0], "--for", "random: {minutes: 2 to 3}", "--out", "x.yaml")
    assert told.code == 1
    assert "cardgen did not write x.yaml" in told.out
    assert not (tmp_path / "x.yaml").exists()


def test_a_variant_that_cannot_be_named_is_refused_before_anything_is_played(run, tmp_path):
    (tmp_path / "mine.yaml").write_text("changes: king_lui\n", "utf-8")
    arguments = ("--variant", "./mine.yaml", "--within", TWO[0], "--for", SHORT)
    told = run("tune", "king_lui", *arguments, "--out", "x.yaml")
    assert (told.code, told.out) == (2, "")
    assert (
        "x.yaml: cardgen cannot write a variant that changes mine, because that is in no folder of the game's variants"
        in told.err
    )


@pytest.mark.slow
def test_what_a_variant_expects_is_wished_unless_told(run):
    within = ("--within", "count.emerald=5,6", "--players", "4")
    told = run("tune", "king_lui", "--variant", "express", *within, "--json")
    document = json.loads(told.out)
    assert [(each["policies"], each["measure"]) for each in document["wished"]] == [
        ("greedy", "minutes"),
        ("greedy", "rounds"),
    ]
    assert (told.code, document["met"]) == (0, True)


def test_the_page_shows_all_points_and_where_they_are_to_lie():
    found = search(SHORT)
    (trade,) = trades(found)
    assert len(trade.dots) == len(found.playable)
    x, y, width, height = trade.wished
    inside = [x < dot.x < x + width and y < dot.y < y + height for dot in trade.dots]
    assert [dot.kind == "met" for dot in trade.dots] == inside  # none of these lies so near that games cannot tell
    assert any(inside) and not all(inside)
    text = page(found)
    assert text == page(found)
    assert text.count('<circle class="met"') == len(found.best)
    assert not re.search(r"<script|src=|https?://", text)


def test_a_page_of_one_wish_has_no_trade_offs_and_bounds_may_be_open():
    assert "<svg" not in page(search("random: {minutes: 10 to 13}"))
    (trade,) = trades(search("random: {minutes: at least 10, first_player: under 90%}"))
    x, _, width, height = trade.wished
    assert x > LEFT and x + width == RIGHT  # as far to the right as one likes
    assert height > 0


def test_a_page_of_nothing_that_is_known_yet():
    text = page(search(SHORT, executor=Slow(0)))
    assert "You stopped the search before it was over" in text
    assert "<svg" not in text


def test_the_command_writes_the_page_with_the_variant(run, tmp_path):
    arguments = ("tune", "king_lui", "--within", TWO[0], "--for", "random: {minutes: 1 to 60}", "--report", "page.html")
    assert run(*arguments, "--out", "x.yaml").code == 0
    text = (tmp_path / "page.html").read_text("utf-8")
    assert "changes: king_lui" in text
    assert "made x.yaml; judge it with" in text


@pytest.mark.parametrize(
    "wished, told",
    [
        ("greedy: {minuts: 12 to 15}", "--for:1:10: expect: there is no measure 'minuts'; did you mean 'minutes'?"),
        ("gredy: {minutes: 12 to 15}", "king_lui has no policy 'gredy'; did you mean 'greedy'?"),
        ("greedy: {minutes: 12 bis 15}", "--for:1:19: expect.greedy.minutes: expected bounds such as '40 to 60'"),
        ("greedy: 12", "--for:1:1: expect.greedy: expected measures and their bounds"),
        ("greedy", "--for:1:1: expected keys with values"),
        ("greedy: {minutes: [", "--for:"),
        ("greedy/random: {minutes: 1 to 60}", "expected policies for these numbers of players, got greedy/random"),
        (None, "there is no goal; expected --for"),
    ],
)
def test_wrong_wishes_are_told_with_their_place(run, wished, told):
    outcome = run("tune", "king_lui", "--within", TWO[0], *(["--for", wished] if wished else []))
    assert (outcome.code, outcome.out) == (2, "")
    assert told in outcome.err
    assert "Traceback" not in outcome.err

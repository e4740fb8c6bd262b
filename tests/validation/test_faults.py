"""What decides games, what is not the variant's doing, and what a fault in one variant stops."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from cardgen.foundations.findings import Finding
from cardgen.play import load_game
from cardgen.text.numbers import numbers_in
from cardgen.validation.questions.beside import as_in_base, no_longer_met
from cardgen.validation.questions.judge import judge_cell
from cardgen.validation.results import CellResult, VariantResult
from cardgen.validation.telling.answers import answers
from cardgen.validation.telling.grouping import FindingGroup
from cardgen.validation.telling.tell import MAX_SHOWN, _variant
from tests.validation.verdicts import cell_of, told, with_records

DRACO = load_game("draco")
GAMES, ALPHA = 2000, 1e-4
CARD = DRACO.things.index("tip")


@pytest.fixture
def cell():
    return cell_of(DRACO, ["greedy"] * 4)


@pytest.fixture
def records(cell):
    """Games of nothing in particular, each seat winning in its turn."""
    found = np.repeat(cell.spec.play(0, 1), GAMES)
    found["silences"] = found["dead_ends"] = found["tallies"] = found["used"] = 0
    found["first"] = found["halfway"] = 0
    found["winners"] = 1 << (np.arange(GAMES) % 4)
    return found


def codes(cell, records):
    return {finding.code for finding in told(judge_cell(with_records(cell, records), ALPHA))} & {
        "decisive", "lopsided", "often-tied", "runaway"
    }  # fmt: skip


def used_by(records, seats):
    """Of each game the seat that uses the card."""
    records["used"][np.arange(GAMES), seats] |= 1 << CARD
    return records


def winners(share, seed=1):
    """A seat for each game: that of the winner with so much chance, else any of the others."""
    lot, games = np.random.default_rng(seed), np.arange(GAMES)
    return np.where(lot.random(GAMES) < share, games % 4, (games + lot.integers(1, 4, GAMES)) % 4)


def test_a_card_that_wins_by_itself(cell, records):
    (finding,) = told(judge_cell(with_records(cell, used_by(records, winners(0.7))), ALPHA))
    assert (finding.code, finding.topic, finding.severity) == ("decisive", "tip", "warning")
    assert "players who use 'Tip' win 70% of games, and players who do not win 9.9%" in finding.message
    assert finding.measured.low > 0 and finding.measured.games == GAMES


def test_cards_that_win_are_told_at_once(cell, records):
    """Where most are so, it is not one of them."""
    seats = winners(0.7)
    for other in ("shove", "tax"):
        records["used"][np.arange(GAMES), seats] |= 1 << DRACO.things.index(other)
    (finding,) = told(judge_cell(with_records(cell, used_by(records, seats)), ALPHA))
    likewise = "likewise 'Tip', 'Draco\u2019s Cut': 3 of 3 cards do this: perhaps it matters how many a player uses"
    assert finding.code == "decisive" and likewise in finding.message


@pytest.mark.parametrize("seed", range(20))
def test_a_card_that_any_may_use(cell, records, seed):
    assert codes(cell, used_by(records, winners(0.25, seed))) == set()


def test_a_card_that_all_use_decides_nothing(cell, records):
    records["used"][:, :4] |= 1 << CARD
    assert codes(cell, records) == set()


def test_who_uses_a_card_in_play():
    played = cell_of(DRACO, ["greedy"] * 3, 200).spec.play(0, 200)
    place = DRACO.tallies.index("played.tip")
    users = (played["used"] >> CARD & 1).sum(axis=1)
    assert ((users > 0) == (played["tallies"][:, place] > 0)).all() and users.any()
    assert (users <= played["tallies"][:, place]).all()


@pytest.mark.parametrize(("share", "found"), [(0.9, {"runaway"}), (0.8, set()), (0.3, set())])
def test_a_lead_that_is_never_lost(cell, records, share, found):
    records["halfway"] = winners(share)
    assert codes(cell, records) == found


def test_who_led_half_way_is_a_seat():
    played = cell_of(DRACO, ["greedy"] * 3, 0).spec.play(0, 100)
    assert set(played["halfway"].tolist()) == {-1, 0, 1, 2}


@pytest.mark.parametrize(("every", "found"), [(3, {"often-tied"}), (5, set())])
def test_games_that_nobody_wins(cell, records, every, found):
    records["winners"][::every] = 0
    assert codes(cell, records) == found


def test_one_dish_for_all_points():
    game = load_game("king_lui")
    cell = cell_of(game, ["greedy"] * 3)
    records = np.repeat(cell.spec.play(0, 1), GAMES)
    records["winners"], records["halfway"], records["used"] = 1 << (np.arange(GAMES) % 3), 0, 0
    first = game.tallies.index("points.ham")
    records["tallies"][:, first : first + 7] = [40, 5, 5, 5, 5, 5, 5]
    assert codes(cell, records) == {"lopsided"}
    records["tallies"][:, first] = 29
    assert codes(cell, records) == set()


# ---- beside the base game


FOUND = Finding("silence", "", None, "g", "v", 4, topic="tie", size=0.3)


@pytest.mark.parametrize(
    ("mine", "as_base"),
    [
        ({}, True),
        ({"size": 0.44}, True),
        ({"size": 0.46}, False),  # half as much again
        ({"size": 0.9, "standing": 1}, True),  # where trouble is looked for
        ({"players": 5}, True),  # a note
        ({"topic": "other"}, False),
        ({"code": "seat-advantage"}, False),
    ],
)
def test_what_the_base_game_has_as_much(mine, as_base):
    assert as_in_base(replace(FOUND, **mine), [FOUND]) is as_base


def test_a_warning_is_that_of_so_many_players():
    warning = replace(FOUND, code="seat-advantage")
    assert as_in_base(warning, [warning]) and not as_in_base(replace(warning, players=5), [warning])


def test_a_curiosity_of_the_base_does_not_excuse_a_warning():
    rare, often = replace(FOUND, code="rare-dead-end"), replace(FOUND, code="dead-end")
    assert as_in_base(rare, [often]) and not as_in_base(often, [rare])


def test_sensible_play_stands_for_the_game(cell):
    """Rare tables and saboteurs do not."""
    case = "silences.bank_empty"
    records = cell.spec.play(0, 40)
    place = list(DRACO.engine.verbs.SILENCES).index("bank_empty")
    parts = []
    for table, hits in ((("greedy",) * 4, 4), (("random",) * 4, 20), (("saboteur",) * 4, 40)):
        mine = records.copy()
        mine["silences"][:, place] = np.arange(40) < hits
        parts.append(CellResult(with_records(cell, mine, table)))
    assert case in parts[0].cell.seen._places
    lines = [line for answer in answers(VariantResult(DRACO, parts)) for line in answer.lines if "DA24" in line]
    assert lines[0].startswith("up to 10% of games (greedy, 4 players)")
    lines = [line for answer in answers(VariantResult(DRACO, parts[1:])) for line in answer.lines if "DA24" in line]
    assert lines[0].startswith("up to 50% of games (random, 4 players)")
    lines = [line for answer in answers(VariantResult(DRACO, parts[2:])) for line in answer.lines if "DA24" in line]
    assert "only if players look for it" in lines[0]


def test_where_all_is_told_nothing_is_left(cell):
    part, old = (
        VariantResult(DRACO, [CellResult(cell)]),
        FindingGroup(Finding("silence", "as before", None, "draco", "x", as_base=True), ()),
    )
    new = FindingGroup(Finding("silence", "new", None, "draco", "x"), ())
    for whole, left in ((True, []), (False, ["... and 12 smaller; --all lists all"])):
        lines = [*_variant(part, [new] * (MAX_SHOWN + 12) + [old] * 6, whole)]
        assert [line for line in lines if "smaller" in line] == left
        assert sum("as before" in line for line in lines) == 6 * whole


# ---- nothing harmless is stopped


TITLES = "texts: {en: {title: T}, fr: {title: T}, it: {title: T}}\n"
ASKED = ("--policies", "random", "--games", "20", "--json")


@pytest.fixture
def library(tmp_path, monkeypatch):
    """A library with variants of King Lui, of which no static check is made."""
    monkeypatch.setattr("cardgen.validation.static.check_variants", lambda *_: ([], {}))
    folder = tmp_path / "variants" / "king_lui"
    folder.mkdir(parents=True)
    (tmp_path / "decks").mkdir()

    def write(**variants):
        for name, text in variants.items():
            (folder / f"{name}.yaml").write_text(f"changes: king_lui\n{text}\n{TITLES}", "utf-8")

    return write


def test_a_fault_in_one_variant_stops_no_other(run, library):
    library(broken="cards: {haam: {count: 3}}", fine="rules: {last_tie: nobody}")
    told_of = run("check", "king_lui", "--variant", "all", *ASKED)
    document = json.loads(told_of.out)
    assert told_of.code == 2 and not document["ok"]
    (fault,) = [finding for finding in document["static"] if "haam" in finding["message"]]
    assert fault["where"].endswith("broken.yaml:2:9")
    assert {"base", "fine"} <= {result["variant"] for result in document["results"]}
    assert "broken" not in {result["variant"] for result in document["results"]}


def test_the_fault_is_told_on_the_terminal_too(run, library):
    library(broken="cards: {haam: {count: 3}}")
    told_of = run("check", "king_lui", "--variant", "all", *ASKED[:-1], "--players", "3")
    assert told_of.code == 2 and "haam" in told_of.err and "king_lui / base" in told_of.out


@pytest.mark.parametrize("change", ["cards: {cake: drop}", "cards: {cheese: {count: 11}}", "cards: {emerald: drop}"])
def test_examples_of_the_base_that_a_variant_makes_untrue_are_left_out(run, library, change):
    library(mine=change)
    told_of = run("check", "king_lui", "--variant", "mine", *ASKED)
    document = json.loads(told_of.out)
    assert told_of.code == 0 and document["ok"]
    notes = [finding for finding in document["static"] if finding["code"] == "example-left-out"]
    assert len(notes) == 1
    assert not [finding for finding in document["static"] if finding["severity"] == "error"]


def test_a_variant_may_be_for_other_numbers_of_players(run, library):
    library(small="players: 3-4")
    document = json.loads(run("check", "king_lui", "--variant", "small", *ASKED).out)
    assert {result["players"] for result in document["results"]} == {3, 4}


def test_numbers_that_a_text_says():
    assert numbers_in("Three cards, 12 coins; one more", "en") == {3, 12}
    assert numbers_in("Tu sei il re: due carte", "it") == {2}


@pytest.mark.parametrize(("each", "code"), [(5, "never-used"), (2, "no-longer-met")])
def test_what_came_about_in_the_base_and_never_does_is_missed(cell, records, each, code):
    """In every other base game somebody plays the card: a variant in which nobody ever does has lost it."""
    played = DRACO.tallies.index("played.tip")
    records["tallies"][:, played] = np.arange(GAMES) % each == 0
    never = Finding("never-used", "never", None, "draco", "mine", topic="played.tip")
    assert [found.code for found in no_longer_met([never], [with_records(cell, records)])] == [code]

"""`cardgen check` plays: what it is asked, what it hands out, what it judges, how it ends."""

from __future__ import annotations

import functools
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

import pytest

from cardgen.play import load_game
from cardgen.play.batches import Batch, games_spec
from cardgen.store.library import find_game

VARIANTS = Path(__file__).parent / "variants"
FINDING = ["code", "severity", "message", "where", "game", "variant", "players", "evidence"]


@pytest.fixture
def check(run, monkeypatch):
    """check(*arguments, static=False, game="king_lui") -> exit code and document; without the static part, which has
    its own tests."""

    def check(*arguments, static=False, game="king_lui"):
        if not static:
            monkeypatch.setattr("cardgen.validation.static.check_variants", lambda *_: ([], {}))
        told = run("check", game, "--json", *arguments)
        return told.code, json.loads(told.out)

    return check


def findings(document: dict, code: str) -> list[dict]:
    found = [*document["static"], *(finding for result in document["results"] for finding in result["findings"])]
    return [finding for finding in found if finding["code"] == code]


@pytest.fixture
def house_rule(tmp_path):
    """house_rule(text) -> the path of a variant of King Lui that says so."""

    def write(text: str) -> str:
        titles = "texts: {en: {title: T, why: W.}, fr: {title: T, why: W.}, it: {title: T, why: W.}}\n"
        (tmp_path / "mine.yaml").write_text(f"changes: king_lui\n{text}\n{titles}", "utf-8")
        return "./mine.yaml"

    return write


# ---- what is played


def test_exactly_so_many_games_from_that_seed_in_every_cell(check):
    code, document = check("--games", "40", "--seed", "500", "--policies", "random,greedy/random*", "--players", "3-5",
                           "--variant", "all")  # fmt: skip
    cells = [(result["variant"], result["players"], tuple(result["policies"])) for result in document["results"]]
    variants = ["base", *find_game("king_lui").variants]
    tables = {n: [("random",) * n, ("greedy", *("random",) * (n - 1))] for n in (3, 4, 5)}
    assert cells == [(variant, n, table) for variant in variants for n in (3, 4, 5) for table in tables[n]]
    assert code == 0 and {(result["games"], result["seed"]) for result in document["results"]} == {(40, 500)}


@pytest.fixture
def unplayed(monkeypatch):
    """Cells are planned, and no game of them is played."""
    monkeypatch.setattr("cardgen.validation.sampling.sampler.Sampler.play", lambda rounds, goals: deque(goals, 0))


@pytest.mark.parametrize(
    ("variant", "quick", "tried"), [("base", 60, True), ("base", 59, False), ("express", 60, False)]
)
def test_who_tries_out_the_end_sits_where_a_base_that_is_quick_to_play_is_judged(
    check, unplayed, monkeypatch, variant, quick, tried
):
    """Weighing what may be done in a game of clauses takes as long as 60 random decisions."""
    monkeypatch.setattr("cardgen.validation.sampling.cells.QUICK_WEIGHING", quick)
    _, document = check("--variant", variant)
    tables = {tuple(result["policies"]) for result in document["results"] if result["variant"] == variant}
    assert (("endgame",) * 5 in tables) is tried


@pytest.mark.slow
@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize(
    ("game", "simple"),
    [
        ("draco", ["always-toast", "never-toast"]),  # by its engine
        ("king_lui", ["always-take", "always-draw"]),  # by its clauses: the first two of what may be chosen
    ],
)
def test_by_default_every_policy_sits_at_every_table(check, unplayed, game, simple, deep):
    _, document = check("--variant", "base", "--games", "1", *(["--deep"] if deep else []), game=game)
    for players in (3, 4, 5):
        tables = [result["policies"] for result in document["results"] if result["players"] == players]
        alike = list(dict.fromkeys(table[0] for table in tables if len(set(table)) == 1))  # each option set has them
        assert alike == ["random", "greedy", "learnt", *(["endgame"] if deep else []), *simple, "saboteur"]
        assert ["greedy", *["random"] * (players - 1)] in tables
        for table in (["lookahead", *["greedy"] * (players - 1)], ["search", *["learnt"] * (players - 1)]):
            assert (table in tables) is deep


def test_the_document_is_that_of_the_design(check):
    _, document = check("--variant", "base", "--games", "60", "--policies", "random", "--players", "4")
    assert {"schema", "ok", "static", "results"} <= set(document) and document["schema"] == 1
    (result,) = document["results"]
    assert {"game", "variant", "players", "policies", "games", "seed", "ok", "findings", "metrics"} <= set(result)
    assert (result["game"], result["variant"], result["players"]) == ("king_lui", "base", 4)
    for finding in result["findings"]:
        assert list(finding)[:8] == FINDING
        assert set(finding["evidence"] or {}) in (set(), {"seed", "turn", "share"})
    metrics = result["metrics"]
    game = load_game("king_lui")
    batch = Batch(game, ["random"] * 4)
    batch.play(60)
    games = batch.results
    for name in ("turns", "decisions", "rounds"):
        assert metrics[name] == pytest.approx(games[name].mean(), abs=1e-4)
    for seat in range(4):
        scores, told = games["scores"][:, seat], metrics["scores"][seat]
        assert told == {"mean": pytest.approx(scores.mean(), abs=1e-3),
                        "sd": pytest.approx(scores.std(ddof=1), abs=1e-3),
                        "min": scores.min(), "max": scores.max()}  # fmt: skip
        share = metrics["win_share"][seat]
        assert share["share"] == pytest.approx((games["winners"] == 1 << seat).mean(), abs=1e-4)
        assert 0 <= share["low"] <= share["share"] <= share["high"] <= 1
    assert set(metrics["ties"]) == {"before", "after"} and metrics["ties"]["before"] >= metrics["ties"]["after"]
    assert metrics["ends"] == {"supply": 1.0, "no_card_to_draw": 0.0, "in-circles": 0.0, "over": 0.0, "too-large": 0.0}
    written = {"nothing_to_do", "no_dish_but_emerald", "supply_ran_out", "tie_remains"}
    found = {"short.course.lay", "short.turn.draw.card", "no_action.turn.draw.emerald.what.use_or_place.decide"}
    assert set(metrics["silences"]) == written | found  # by the rules' author, and by what reads the clauses
    for place, case in enumerate(game.silences):
        assert metrics["silences"][case] == pytest.approx((games["silences"][:, place] > 0).mean(), abs=1e-4)
    assert metrics["silences"]["supply_ran_out"] > 0
    assert metrics["dead_ends"] == (games["dead_ends"] > 0).mean()


def test_rules_are_tried_without_a_file(check):
    _, document = check("--variant", "base", "--games", "30", "--policies", "always-take", "--players", "3",
                        "--set", "cards_per_player=4")  # fmt: skip
    assert document["results"][0]["metrics"]["rounds"] == 9  # 110 cards, 12 a course


def test_the_same_again_is_the_same(check):
    asked = ("--variant", "hungry_dragon", "--games", "50", "--policies", "greedy,random")
    assert check(*asked) == check(*asked)


@pytest.mark.parametrize(
    ("minutes", "clearly"), [("15", False), ("15-20", False), ("5", True), ("30-45", True), ("{measured: 9}", True)]
)
def test_minutes_that_play_belies_are_told_where_they_stand(check, house_rule, minutes, clearly):
    """Sensible games of King Lui have 51 decisions, of 20 seconds each: 17 minutes."""
    path = house_rule(f"minutes: {minutes}")
    _, document = check("--variant", path, "--games", "100", "--policies", "greedy,random", "--players", "4")
    told = findings(document, "duration")
    assert [finding["where"] for finding in told] == (["mine.yaml:2:10"] if clearly else [])
    assert all("with greedy, a game takes about 17 minutes; `minutes:` says" in finding["message"] for finding in told)


# ---- input at fault


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--policies", "gredy"], "king_lui has no policy 'gredy'; did you mean 'greedy'"),
        (["--policies", "random/lookahed/random"], "no policy 'lookahed'; did you mean 'lookahead'"),
        (
            ["--policies", "random/greedy/random", "--players", "4"],
            "random/greedy/random: expected policies for 4 players",
        ),
        (["--players", "2"], "--players: king_lui is for 3 to 5 players, not 2"),
        (["--players", "3,6"], "--players: king_lui is for 3 to 5 players, not 6"),
        (["--games", "0"], "expected a whole number from 1, got '0'"),
        (["--seed", "-1"], "--seed"),
        (["--set", "cards_per_player=9"], "cards_per_player"),
        (["--set", "cards_per_playr=3"], "did you mean 'cards_per_player'"),
        (["--variant", "hungri_dragon"], "king_lui has no variant 'hungri_dragon'; did you mean 'hungry_dragon'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_input_at_fault(check, arguments, message):
    code, document = check(*arguments)
    assert code == 2 and not document["ok"] and document["results"] == []
    (fault,) = document["static"]
    assert message in fault["message"] and fault["severity"] == "error"


@pytest.mark.parametrize(
    ("expect", "line", "message"),
    [
        ("random: {rounds: soon}", 3, "expect.random.rounds: expected bounds such as '40 to 60'"),
        ("random: {rounds: 9 to 8}", 3, "expected bounds"),
        ("random: {rouns: 8 to 9}", 3, "expect: there is no measure 'rouns'; did you mean 'rounds'"),
        ("rando: {rounds: 8 to 9}", 0, "king_lui has no policy 'rando'; did you mean 'random'"),
        ("random: 8", 3, "expect.random: expected keys with values"),
    ],
)
def test_expectations_that_cannot_be_read(check, house_rule, expect, line, message):
    code, document = check("--variant", house_rule(f"expect:\n  {expect}"))
    assert code == 2
    (fault,) = document["static"]
    assert message in fault["message"]
    assert not line or fault["where"].startswith(f"mine.yaml:{line}:")


# ---- judgements


@pytest.mark.slow
def test_the_broken_house_rule_is_found_out(check):
    """What the README shows: tests/validation/variants/second_breakfast.yaml."""
    path = VARIANTS / "second_breakfast.yaml"
    code, document = check("--variant", str(path), "--policies", "random")
    missed = findings(document, "expect-missed")
    assert code == 1 and not document["ok"] and [found["players"] for found in missed] == [3, 4, 5]
    assert all(found["where"].endswith("second_breakfast.yaml:12:5") for found in missed)
    assert all("rounds" in found["message"] and "8 to 13" in found["message"] for found in missed)
    assert findings(document, "expect-open") == []
    assert [result["ok"] for result in document["results"]] == [False] * 3


def test_expectations_met_missed_and_open(check, house_rule):
    path = house_rule("expect:\n  greedy:\n    rounds: 15 to 18\n    ties: under 90 %\n    turns: at least 90\n"
                      "    first_player: 33.30 to 33.34 %")  # fmt: skip
    code, document = check("--variant", path, "--policies", "greedy", "--players", "3", "--games", "200")
    (missed,), (still_open,) = findings(document, "expect-missed"), findings(document, "expect-open")
    assert code == 1
    assert (missed["where"].rpartition("/")[2], missed["severity"]) == ("mine.yaml:6:5", "error")
    assert "turns" in missed["message"] and "at least 90" in missed["message"]
    assert (still_open["where"].rpartition("/")[2], still_open["severity"]) == ("mine.yaml:7:5", "warning")
    assert "200 games" in still_open["message"]


def test_what_every_game_fulfils_is_met_though_no_interval_ends_there(check, house_rule):
    path = house_rule("expect: {random: {endless: at most 0 %, tallies.place: at most 0, rounds: 1 to 40}}")
    code, document = check("--variant", path, "--policies", "random", "--players", "3", "--games", "64")
    told = {finding["message"].partition(" ")[0] for finding in findings(document, "expect-open")}
    assert code == 0 and findings(document, "expect-missed") == [] and "rounds" not in told and "endless" not in told


def test_what_is_expected_of_a_table_is_played_even_if_nobody_asked(check, house_rule, unplayed):
    path = house_rule("expect:\n  always-draw/greedy/random: {rounds: 1 to 99}")
    _, document = check("--variant", path)
    seats = [result["policies"] for result in document["results"]]
    assert ["always-draw", "greedy", "random"] in seats
    _, document = check("--variant", path, "--policies", "random")
    assert {policy for result in document["results"] for policy in result["policies"]} == {"random"}


def test_games_go_on_until_an_expectation_is_answered(check, house_rule):
    """Random play at three has 0.33% of ties left: the least games do not tell it from 0.6%."""
    path = house_rule("expect:\n  random: {ties: under 0.6 %}")
    code, document = check("--variant", path, "--policies", "random", "--players", "3")
    assert code == 0 and findings(document, "expect-open") == findings(document, "expect-missed") == []
    assert document["results"][0]["games"] > 1000


def test_a_deck_that_cannot_deal_a_course_is_a_finding(check):
    code, document = check(
        "--variant", str(VARIANTS / "crumbs.yaml"), "--policies", "random", "--games", "10", static=True
    )
    (small,) = findings(document, "deck-too-small")
    assert (code, small["players"], small["variant"]) == (1, 5, "crumbs")
    assert small["where"].endswith("crumbs.yaml:12:19") and "9 cards, 10 a course" in small["message"]
    assert [result["players"] for result in document["results"]] == [3, 4]
    assert {found["variant"] for found in document["static"]} == {"crumbs"}


def test_a_game_that_does_not_end(check, monkeypatch):
    """The bound on decisions, made small: every game of King Lui ends, whatever its rules."""
    monkeypatch.setattr("cardgen.validation.sampling.cells.games_spec", functools.partial(games_spec, bound=20))
    code, document = check(
        "--variant", "base", "--games", "30", "--seed", "70", "--policies", "random", "--players", "3"
    )
    (endless,) = findings(document, "endless")
    assert code == 1 and endless["severity"] == "error" and "20 decisions" in endless["message"]
    assert endless["evidence"]["seed"].startswith("70-") and endless["evidence"]["share"] == 1
    assert endless["replay"].startswith("cardgen replay king_lui --players 3 --seed 70-")
    assert document["results"][0]["metrics"]["endless"] == 1


def test_dead_ends_and_silences_tell_a_game_and_its_turn(check):
    _, document = check("--variant", "base", "--games", "2000", "--policies", "random", "--players", "5")
    (stuck,) = findings(document, "rare-dead-end")  # 0.79% of games
    silences = findings(document, "silence")
    assert stuck["severity"] == "note" and 0.004 < stuck["evidence"]["share"] < 0.012
    assert {found["message"].split()[-1] for found in silences} == {"(KA4)", "(KA5)", "(KA6)", "(KA11)"}
    assert all(found["evidence"]["turn"] >= 1 for found in [stuck, *silences])


def test_a_variant_is_compared_with_its_base_on_common_seeds(check):
    asked = ("--games", "400", "--policies", "random", "--players", "3")
    _, document = check("--variant", "express", *asked)
    (result,) = document["results"]
    rounds, score = result["vs_base"]["rounds"], result["vs_base"]["first_player"]
    assert rounds["differs"] and rounds["low"] <= rounds["change"] <= rounds["high"] < 0
    assert not score["differs"]
    (told,) = findings(document, "differs")
    assert "rounds 16.2 ->" in told["message"]
    _, document = check("--variant", "base", *asked)
    assert document["results"][0]["vs_base"] == {} and findings(document, "differs") == []


def test_a_wrong_example_is_an_error(check, house_rule, run, tmp_path):
    asked = ("--policies", "random", "--games", "5", "--players", "3")
    code, document = check("--variant", house_rule("cards: {ham: {count: 5}}\ntotals: {kitchen: 100}"), *asked)
    (note,) = findings(document, "example-left-out")  # it shows more hams than there are
    assert code == 0 and "tie (it shows 9 ham, and there are 5)" in note["message"]
    shutil.copytree(find_game("king_lui").folder, tmp_path / "breakfast")
    examples = tmp_path / "breakfast" / "examples.yaml"
    examples.write_text(examples.read_text("utf-8").replace("scores: {Anna: 12,", "scores: {Anna: 13,"), "utf-8")
    document = json.loads(run("check", "./breakfast", "--json", *asked).out)
    (wrong,) = findings(document, "example-wrong")
    assert not document["ok"] and wrong["message"].startswith("cheese: then.scores: expected [13, 4, 0]")
    assert "breakfast/examples.yaml:" in wrong["where"]


def test_a_game_without_an_engine_is_only_checked_statically(game, run):
    told = run("check", "./wood", "--games", "5", "--json")
    assert told.code == 0 and json.loads(told.out)["results"] == []


def test_on_a_terminal_the_three_questions_come_first(run, monkeypatch):
    monkeypatch.setattr("cardgen.validation.static.check_variants", lambda *_: ([], {}))
    told = run("check", "king_lui", "--variant", "base", "--games", "50", "--policies", "random")
    assert (told.code, told.err) == (0, "")
    places = [told.out.index(question) for question in
              ("Is the deck large enough?", "Does every game end?", "Where are the rules", "policies")]  # fmt: skip
    assert places == sorted(places)
    assert "3 players: yes, 110 cards, 6 a course: at most 18 courses, 2 left" in told.out


# ---- Ctrl-C


@pytest.mark.slow
@pytest.mark.parametrize(
    ("extra", "sent"),
    [([], signal.SIGINT), (["--json"], signal.SIGINT), ([], signal.SIGTERM)],
    ids=["text", "json", "terminated"],
)
def test_an_interruption_tells_what_is_known(tmp_path, extra, sent):
    Batch(load_game("king_lui"), ["random"] * 3).play(1)  # compiles, so that the other process need not
    line = [sys.executable, "-m", "cardgen", "check", "king_lui", "--variant", "base", "--players", "3",
            "--policies", "random", "--games", "100000000", *extra]  # fmt: skip
    process = subprocess.Popen(
        line, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        while process.poll() is None and cpu_seconds(process.pid) < 4:
            time.sleep(0.2)
        process.send_signal(sent)
        out, err = process.communicate(timeout=120)  # its threads are gone, or it would not end
    finally:
        process.kill()
    assert process.returncode == 130 and "Traceback" not in err + out
    if extra:
        document = json.loads(out)
        (result,) = document["results"]
        assert document["partial"] and 0 < result["games"] < 100_000_000
        assert result["metrics"]["rounds"] == pytest.approx(16.21, abs=0.5)
        assert findings(document, "interrupted")
    else:
        assert "warning interrupted: you stopped the check before all games were played" in out


def cpu_seconds(pid: int) -> float:
    """How long a process has worked: a busy machine starts it later."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return float("inf")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_an_interruption_in_the_middle_keeps_what_was_played(check, monkeypatch):
    from cardgen.validation.sampling.sampler import Sampler

    take, pieces = Sampler._take, []

    def some(rounds, *piece):
        pieces.append(piece)
        if len(pieces) == 4:
            raise KeyboardInterrupt
        take(rounds, *piece)

    monkeypatch.setattr(Sampler, "_take", some)
    code, document = check("--variant", "all", "--policies", "random,greedy", "--games", "100")
    assert code == 130 and document["partial"]
    assert [result["games"] for result in document["results"]] == [100, 64]  # pieces of 64 and 36 games
    assert findings(document, "interrupted")


def test_an_interruption_before_a_variants_first_game_is_told_all_the_same(check, monkeypatch):
    """The base game is played first, to be compared with."""

    def stopped(rounds, goals):
        raise KeyboardInterrupt

    monkeypatch.setattr("cardgen.validation.sampling.sampler.Sampler.play", stopped)
    code, document = check("--variant", "express", "--policies", "random", "--games", "20")
    assert code == 130 and document["partial"] and findings(document, "interrupted")


def test_an_interruption_at_the_end_keeps_what_was_found(check, monkeypatch):
    """Games are played once more, for what never changes in them."""

    def stopped(game, seats):
        raise KeyboardInterrupt

    monkeypatch.setattr("cardgen.play.game.PlayedGame.unused", stopped)
    code, document = check("--variant", "base", "--policies", "random", "--games", "20")
    assert code == 130 and document["partial"] and findings(document, "interrupted")
    assert {result["games"] for result in document["results"]} == {20}


def test_once_interrupted_it_begins_nothing_more(check, monkeypatch):
    def stopped(rounds, goals):
        raise KeyboardInterrupt

    monkeypatch.setattr("cardgen.validation.sampling.sampler.Sampler.play", stopped)
    monkeypatch.setattr("cardgen.validation.play.never", lambda *_: pytest.fail("plays on"))
    assert check("--variant", "base", "--policies", "random", "--games", "20")[0] == 130


def test_a_games_own_library(run, tmp_path, monkeypatch):
    """A designer's own variant of a built-in game, found by its name, with a replay command that finds it, too."""
    monkeypatch.setattr("cardgen.validation.static.check_variants", lambda *_: ([], {}))
    folder = tmp_path / "variants" / "king_lui"
    folder.mkdir(parents=True)
    (tmp_path / "decks").mkdir()
    shutil.copy(VARIANTS / "second_breakfast.yaml", folder)
    told = run("check", "king_lui", "--variant", "second_breakfast", "--games", "200", "--policies", "random", "--json")
    (first, *_) = findings(json.loads(told.out), "expect-missed")
    assert first["where"] == "variants/king_lui/second_breakfast.yaml:12:5"
    shown = run(*first["replay"].split()[1:])
    assert shown.code == 0 and "Second Breakfast" in shown.out.splitlines()[0]


def test_a_game_of_ones_own_is_replayed_by_its_path(run, tmp_path, monkeypatch):
    monkeypatch.setattr("cardgen.validation.static.check_variants", lambda *_: ([], {}))
    shutil.copytree(find_game("king_lui").folder, tmp_path / "breakfast")
    asked = ("--variant", "base", "--games", "300", "--policies", "random", "--players", "3", "--json")
    document = json.loads(run("check", "./breakfast", *asked).out)
    commands = {finding["replay"] for finding in findings(document, "silence")}
    assert commands and all(command.startswith("cardgen replay ./breakfast --players 3 ") for command in commands)
    assert all(run(*command.split()[1:]).code == 0 for command in commands)


@pytest.mark.slow
def test_a_variant_is_told_on_a_screen_and_many_on_two(run):
    """Of one variant what it is judged by, of several each in a few lines, its base first and then the gravest."""
    one = run("check", "king_lui", "--variant", "express", "--games", "64", "--players", "3,4,5").out
    assert len(one.splitlines()) <= 50 and "always-take" not in one and "  learnt  " in one
    whole = run("check", "king_lui", "--variant", "express", "--games", "64", "--players", "3,4,5", "--all").out
    assert len(whole.splitlines()) > len(one.splitlines()) and "always-take" in whole
    many = run("check", "king_lui", "--variant", "all", "--games", "64", "--players", "3").out.splitlines()
    heads = [line for line in many if line.startswith("king_lui / ")]
    assert heads[0].startswith("king_lui / base: Is the deck large enough? yes  Does every game end? proved")
    assert len(heads) == 8 and len(many) <= 8 * 6 + 6
    assert not any("cardgen replay" in line for line in many)

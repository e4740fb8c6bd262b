"""`cardgen replay`: the very game of a finding, in the designer's language; a word where the rules have changed."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from cardgen.play.batches import Batch
from tests.play.games import played
from tests.rules.test_published import FILES

NAMES = ("Anna", "Bruno", "Chiara", "Dario", "Elena")


@pytest.mark.parametrize("policies", ["random", "greedy", "always-take/random/greedy"])
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_game_of_a_seed_ends_as_the_batch_saw_it(run, policies, language):
    table = policies.split("/") if "/" in policies else [policies] * 3
    batch = Batch(played("king_lui"), table, seed=30)
    batch.play(2)
    for result in batch.results:
        told = run("replay", "king_lui", "--players", "3", "--seed", str(result["seed"]), "--policies", policies,
                   "--lang", language)  # fmt: skip
        assert (told.code, told.err) == (0, "")
        totals = [int(line.split()[-2]) for line in told.out.splitlines() if re.match(r" *Total", line)]
        assert totals == result["scores"][:3].tolist()
        assert len(re.findall(r"^(?:Course|Service|Portata)\s\d", told.out, re.M)) == result["rounds"]
        typed = run("replay", "king_lui", "--players", "3", "--seed", str(result["seed"]), "--policies", policies,
                    "--lang", language, "--typed")  # fmt: skip
        decisions = typed.out.partition("\n\n")[2].splitlines()
        assert len(decisions) == result["decisions"] and all(line.split(" ")[0] in NAMES for line in decisions)


def test_a_finding_can_be_replayed_by_its_own_command(run, monkeypatch):
    monkeypatch.setattr("cardgen.validation.static.check_variants", lambda *_: ([], {}))
    path = Path(__file__).parent / "variants" / "second_breakfast.yaml"
    checked = run("check", "king_lui", "--variant", str(path), "--set", "portions_fed=1", "--games", "300",
                  "--policies", "random,greedy/random*", "--players", "4", "--json")  # fmt: skip
    seen = set()
    for result in json.loads(checked.out)["results"]:
        for finding in result["findings"]:
            if "replay" not in finding:
                continue
            told = run(*shlex.split(finding["replay"])[1:])
            assert told.code == 0 and "have changed" not in told.out, finding["replay"]
            assert finding["evidence"]["seed"] in told.out.splitlines()[0]
            if finding["code"] == "silence":
                seen.add(finding["message"])
                what = re.sub(r" \(KA\d+\)$", "", finding["message"].partition("of games: ")[2])
                case = f"! Turn {finding['evidence']['turn']}, a case that the published rules leave open. {what}"
                assert case in told.out.replace("\u00a0", " ").replace("’", "'")
    assert seen


def test_under_changed_rules_it_says_so(run):
    told = run("replay", "king_lui", "--players", "3", "--seed", "17-0000")
    first, second, *_ = told.out.splitlines()
    hashed = played("king_lui").rules_hash()
    assert told.code == 0 and "rules have changed" in first and hashed in first
    assert f"17-{hashed}" in second
    assert "changed" not in run("replay", "king_lui", "--players", "3", "--seed", f"17-{hashed}").out
    other = run("replay", "king_lui", "--players", "3", "--seed", f"17-{hashed}", "--set", "hands=open", "--lang", "fr")
    assert other.out.splitlines()[0] != told.out.splitlines()[0] and hashed not in other.out.splitlines()[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--players", "3", "--seed", "x"],
            "--seed: expected a number, or one with its rules' hash such as 17-3fa2, got 'x'",
        ),
        (["--players", "3", "--seed", "-1"], "--seed"),
        (["--players", "2", "--seed", "1"], "--players: king_lui is for 3 to 5 players, not 2"),
        (["--players", "3", "--seed", "1", "--policies", "gredy"], "no policy 'gredy'; did you mean 'greedy'"),
        (["--players", "4", "--seed", "1", "--policies", "random/greedy/random"], "does not seat 4 players"),
        (["--players", "3", "--seed", "1", "--lang", "de"], "the game has no language 'de'"),
        (["--players", "3", "--seed", "1", "--variant", "expres"], "no variant 'expres'; did you mean 'express'"),
        (["--seed", "1"], "--players"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_input_at_fault(run, arguments, message):
    told = run("replay", "king_lui", *arguments)
    assert (told.code, told.out) == (2, "") and message in told.err and "Traceback" not in told.err


def test_a_game_without_an_engine_cannot_be_replayed(game, run):
    told = run("replay", "./wood", "--players", "3", "--seed", "1")
    assert told.code == 2 and "has no engine and no rules.yaml" in told.err


@pytest.mark.parametrize("clause", ["plays", "winner", "gather"])
def test_a_round_is_told_where_it_begins_whichever_of_its_clauses_reports_count(run, tmp_path, clause):
    text = (FILES / "whist_pairs.yaml").read_text().replace("rounds: trick.plays", f"rounds: trick.{clause}")
    (tmp_path / "whist.yaml").write_text(text)
    told = run("replay", str(tmp_path / "whist.yaml"), "--players", "4", "--seed", "1", "--policies", "random").out
    lines = told.replace("\u00a0", " ").splitlines()
    assert lines[2:5] == ["", "Round 1", "Bruno – card: 2 clubs."] and "Round 13" in lines and "Round 14" not in lines

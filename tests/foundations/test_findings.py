"""Findings and faults as the terminal tells them."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from cardgen.foundations.errors import Fault, Place
from cardgen.foundations.findings import FEW, SCREENFUL, _without, alike, list_lines


def fault(number: int, cause: str = "") -> Fault:
    return Fault(f"message {number}", None, "x", f"c{number}", cause)


def test_many_of_one_cause_are_told_as_one():
    lines = list_lines([fault(number, "text") for number in range(12)], str, whole=False)
    assert lines == ["message 0", "    and 11 more like it, such as c1, c2, c3, c4, c5, c6"]
    assert len(list_lines([fault(number, "text") for number in range(12)], str, whole=True)) == 12


def test_a_few_are_told_one_by_one():
    assert list_lines([fault(number, "text") for number in range(FEW)], str, whole=False) == [
        f"message {number}" for number in range(FEW)
    ]


def test_no_more_than_a_screenful():
    lines = list_lines([fault(number) for number in range(100)], str, whole=False)
    assert len(lines) == SCREENFUL + 1
    assert lines[-1] == f"... and {100 - SCREENFUL} more; --all lists all"


def told_of(*messages: str) -> list[str]:
    faults = [Fault(message, Place("deck.csv", line, 1), "x") for line, message in enumerate(messages, 2)]
    return list_lines(faults, lambda fault: fault.message, whole=False)


def test_what_says_the_same_of_many_cards_is_told_as_one():
    assert told_of(*(f"decks.d.kinds.k.cards.fox-{n}.count: expected a number, got 'x'" for n in range(6))) == [
        "decks.d.kinds.k.cards.fox-0.count: expected a number, got 'x'",
        "    and 5 more like it: fox-1, fox-2, fox-3, fox-4, fox-5",
    ]
    others = [f"fox-{n}.icon: there is no icon 'owl{n}'" for n in range(6)]
    assert told_of(*others) == others, "each has its own cure"
    assert told_of(*["the emphasis is open"] * 5)[1].startswith("    and 4 more like it: deck.csv:3:1, deck.csv:4:1,")
    keys = [f"fox.{key}: expected a number, got 'x'" for key in ("a", "b", "c", "d")]
    assert told_of(*keys) == keys
    cards = [Fault(f"fox-{n}: the card has no 'x'", Place("a", n), "x", f"fox-{n}") for n in range(1, 9)]
    assert len(list_lines(cards, str, whole=False)) == 2


def test_eighty_cards_in_another_script_are_told_in_two_lines(game, run):
    cards = "".join(f"          c{number}: {{icon: owl, value: 1}}\n" for number in range(80))
    game.edit("game.yaml", "          fox:", f"{cards}          fox:")
    game.edit("game.yaml", "total: 5", "total: 165")
    texts = "".join(f"creature.c{number}: {chr(0x72D0 + number)}\n" for number in range(80))
    game.write("strings/en.yaml", (game.path / "strings/en.yaml").read_text("utf-8") + texts)
    told = run("build", "./wood", "--lang", "en").err.splitlines()
    assert len(told) == 2 and told[1] == "    and 79 more like it, such as c1, c2, c3, c4, c5, c6"
    drafted = run("build", "./wood", "--lang", "en", "--draft").err.splitlines()
    assert len(drafted) == 2 and drafted[1] == told[1]


@given(st.lists(st.sampled_from(["", "a", "b"]), max_size=40))
def test_nothing_is_lost(causes):
    faults = [fault(number, cause) for number, cause in enumerate(causes)]
    assert sorted(each.who for group in alike(faults) for each in group) == sorted(each.who for each in faults)


def test_a_finding_is_kept_still_with_its_reason(game, run):
    game.edit("strings/fr.yaml", "to: Renard", "to: Renard 25")
    assert "string-numbers" in run("check", "./wood", "--static").out
    game.edit("game.yaml", "version: 1", 'version: 1\nquiet: {string-numbers: "the French count otherwise"}')
    assert run("check", "./wood", "--static").out == "nothing to report; 1 kept quiet\n"
    (kept,) = json.loads(run("check", "./wood", "--static", "--json").out)["quiet"]
    assert (kept["code"], kept["reason"]) == ("string-numbers", "the French count otherwise")
    assert "warning" not in run("build", "./wood").err


def test_errors_and_unknown_findings_cannot_be_kept_still(game, run):
    game.edit("game.yaml", "version: 1", "version: 1\nquiet: {string-numers: no}")
    assert "there is no finding 'string-numers'; did you mean 'string-numbers'?" in run("build", "./wood").err
    game.edit("game.yaml", "quiet: {string-numers: no}", "quiet: {total-wrong: no}")
    told = "'total-wrong' is an error, which you cannot keep quiet; of errors, only cut-off and text-hidden can be"
    assert told in run("build", "./wood").err


def test_eighty_texts_that_do_not_fit_are_told_in_two_lines(game, run):
    cards = "".join(f"          c{number}: {{icon: owl, value: 1}}\n" for number in range(80))
    game.edit("game.yaml", "          fox:", f"{cards}          fox:")
    game.edit("game.yaml", "total: 5", "total: 165")
    texts = "".join(f"creature.c{number}: {'Long ' * 20}\n" for number in range(80))
    game.write("strings/en.yaml", (game.path / "strings/en.yaml").read_text() + texts)
    told = run("build", "./wood", "--lang", "en").err.splitlines()
    assert len(told) == 2 and "and 79 more like it" in told[1]
    assert len(run("build", "./wood", "--lang", "en", "--all").err.splitlines()) == 80


@given(st.text("ab-. é", max_size=30), st.sampled_from(["a", "ab", "a-b", "é", "b/a"]))
def test_a_name_is_left_out_where_it_is_no_part_of_another(text, name):
    assert _without(text, name) == re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", "", text)

"""The static check of some languages or cards alone."""

import json

import pytest

from cardgen.validation import recall


def told(run, *arguments):
    found = run("check", "./wood", "--static", "--variant", "base", "--json", *arguments)
    document = json.loads(found.out)
    return document, [(finding["code"], finding.get("who", "")) for finding in document["static"]]


@pytest.fixture
def faulty(game):
    """The wood, each of its creatures with a text that is hard to read."""
    game.edit("layouts/creature.yaml", "style: text, left: 8", 'style: text, colour: "#eeeeee", left: 8')
    return game


def test_cards_alone_are_looked_at_and_the_others_are_counted(faulty, run):
    whole, all_found = told(run)
    assert ("low-contrast", "owl") in all_found and not whole["partial"]
    document, found = told(run, "--cards", "fox")
    assert document["partial"]
    assert {who for code, who in found if code != "narrowed"} == {"fox"}
    assert [each for each in all_found if each[1] == "fox"] == [each for each in found if each[0] != "narrowed"]
    (narrowed,) = [each for each in document["static"] if each["code"] == "narrowed"]
    assert "did not check 1 card; components, rulebooks" in narrowed["message"] and narrowed["severity"] == "note"


def test_languages_alone_are_looked_at_and_the_others_are_named(game, run):
    game.edit("strings/fr.yaml", "creature.fox", "creature.foxx")
    assert ("string-missing", "creature.fox") in told(run)[1]
    document, found = told(run, "--lang", "en")
    assert document["partial"] and [code for code, _ in found] == ["narrowed"]
    assert "did not check 1 language (fr)" in document["static"][0]["message"]
    document, found = told(run, "--lang", "fr")
    assert ("string-missing", "creature.fox") in found and "1 language (en)" in str(document)


def test_all_that_there_is_may_be_asked_for(game, run):
    assert told(run, "--lang", "fr,en")[0] == told(run)[0]


def test_what_is_kept_of_a_part_is_not_taken_for_the_whole(faulty, run, store):
    part = told(run, "--cards", "fox")
    whole = told(run)
    assert part != whole and told(run, "--cards", "fox") == part and told(run) == whole
    assert len(list((store.parent / recall.KIND).iterdir())) == 2


@pytest.mark.parametrize("arguments, message", [("--cards foxx", "'fox'"), ("--lang fx", "expected one of en, fr")])
def test_an_unknown_name_is_reported_with_the_nearest(game, run, arguments, message):
    found = run("check", "./wood", "--static", *arguments.split())
    assert found.code == 2 and message in found.err


def test_a_card_that_a_variant_drops_is_no_fault_there(faulty, run):
    faulty.write("variants/few.yaml", "changes: wood\ncards: {owl: drop}\n")
    found = run("check", "./wood", "--static", "--cards", "owl", "--all")
    assert found.code < 2 and "low-contrast" in found.out

"""The static check reads the rulebooks' and summaries' templates."""

import json

import pytest

CASES = {
    "an undefined name": ("# Play\n\nHello {{ nmae }}\n", "rulebook-fault", 3, "'nmae' is undefined"),
    "what cannot be read": ("# Play\n\n{% for %}\n", "rulebook-fault", 3, "cannot be read as a template"),
    "a missing sign": ("# Play\n\nHello \u2603\n", "glyph-missing", 3, "there is no '\u2603'"),
    "a missing sign in a table": ("# Play\n\n| a |\n|---|\n| \u2603 |\n", "glyph-missing", 3, "there is no '\u2603'"),
    "a missing sign in a list in a box": (
        "> **Box**\n>\n> - one\n> - \u2603\n",
        "glyph-missing",
        4,
        "there is no '\u2603'",
    ),
    "an unknown icon": ("# Play\n\n:gian:\n", "rulebook-fault", 3, "there is no icon ':gian:'; did you mean 'gain'?"),
    "an unknown card": ("# Play\n\n![x](cards:foxx)\n", "rulebook-fault", 3, "nothing called 'foxx'"),
    "raw HTML": ("# Play\n\n<b>x</b>\n", "rulebook-fault", 3, "HTML"),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("file", ["en.md.j2", "fr.md.j2", "en.summary.md.j2"])
def test_a_fault_is_a_finding_at_its_line(game, run, case, file):
    text, code, line, message = CASES[case]
    game.write(f"rulebooks/{file}", text)
    told = run("check", "./wood", "--static", "--json", "--variant", "base")
    (found,) = [each for each in json.loads(told.out)["static"] if each["severity"] == "error"]
    assert told.code == 1
    assert (found["code"], found["where"]) == (code, f"wood/rulebooks/{file}:{line}:1")
    assert message in found["message"]


def test_a_card_that_only_a_variant_lacks(game, run):
    game.write("rulebooks/en.md.j2", "# Play\n\n![A fox](cards:fox)\n")
    game.write("variants/foxless.yaml", "changes: wood\ncards: {fox: drop}\ntexts: {en: {title: No fox}}")
    told = run("check", "./wood", "--static", "--json")
    (found,) = [each for each in json.loads(told.out)["static"] if each["code"] == "rulebook-fault"]
    assert (found["variant"], found["where"]) == ("foxless", "wood/rulebooks/en.md.j2:3:1")
    assert run("check", "./wood", "--static", "--variant", "base").code == 0


def test_an_example_that_names_what_is_not_there_is_no_judgement(game, run):
    game.write("examples.yaml", "first:\n  players: [Ann, Ben]\n  hands: {Ann: {foxx: 2}}\n  then: {}\n")
    for command in ("check", "build"):
        game.write("rulebooks/en.md.j2", "# Play\n\nHello\n")
        told = run(command, "./wood")
        assert told.code == 2
        assert told.err.startswith("wood/examples.yaml:3:17: first.hands.Ann: there is no card or player 'foxx' here")


def test_an_example_of_the_base_that_a_variant_makes_impossible_is_left_out(game, run):
    """The fault is not its author's; one that the variant brings itself is."""
    game.write("rulebooks/en.md.j2", "# Play\n\nHello\n")
    game.write("examples.yaml", "first:\n  players: [Ann, Ben]\n  hands: {Ann: {fox: 2}}\n  then: {}\n")
    game.write("variants/foxless.yaml", "changes: wood\ncards: {fox: drop}\ntexts: {en: {title: No fox}}")
    assert run("build", "./wood").code == 0
    assert run("build", "./wood", "--variant", "foxless").code == 0
    game.write("examples.yaml", "first:\n  players: [Ann, Ben]\n  hands: {Ann: {foxx: 2}}\n  then: {}\n")
    told = run("build", "./wood", "--variant", "foxless")
    assert told.code == 2 and "there is no card or player 'foxx' in the variant" in told.err

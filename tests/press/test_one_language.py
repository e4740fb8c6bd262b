"""Only the languages that are asked for may stop a build."""

import pytest

LONG = "Renard " * 8
GAME = """\
players: 2
languages: [en, fr]
decks: {d: {kinds: {k: {layout: l, cards: {fox: {name: {en: %s, fr: %s}}}}}}}
"""


@pytest.fixture
def named(game):
    """named(english, french, field): a game of one card with this name."""

    def write(english, french, field='draw: text, text: "{card.name}"'):
        game.write("game.yaml", GAME % (english, french))
        game.write("layouts/l.yaml", f"fields: {{t: {{{field}, left: 5, width: 18, top: 6, height: 4}}}}")
        game.write("strings/en.yaml", "game.title: R")
        game.write("strings/fr.yaml", "game.title: {from: R, to: R}")
        (game.path / "variants" / "quick.yaml").unlink()

    return write


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (LONG, "too high for its 4.0 mm at 6 pt"),
        ("鴉", "there is no '鴉'"),
        ("':no-such-icon:'", "there is no icon ':no-such-icon:'"),
        ('"**never closed"', "is not closed"),
        ('"{nothing}"', "'{nothing}'"),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_a_language_that_cannot_be_printed_stops_itself_alone(named, run, wrong, told, first):
    named(*((wrong, "Renard") if first else ("Fox", wrong)))
    bad, good = ("en", "fr") if first else ("fr", "en")
    assert run("build", "./wood", "--lang", good).code == 0
    for asked in (["--lang", bad], []):
        stopped = run("build", "./wood", *asked)
        assert stopped.code and told in stopped.err, stopped
    checked = run("check", "--static", "./wood")
    assert checked.code and told in checked.out + checked.err


def test_what_draws_by_language_stops_its_language_alone(named, run):
    named("acorn", "no-such-icon", 'draw: icon, of: "{card.name}"')
    assert run("build", "./wood", "--lang", "en").code == 0
    stopped = run("build", "./wood", "--lang", "fr")
    assert "there is no icon 'no-such-icon'" in stopped.err


SHEET_GAME = """\
players: 2
languages: [en, fr]
decks: {d: {kinds: {k: {layout: l, cards: cards.csv}}}}
"""


@pytest.fixture
def two_cards(game):
    """A game of a fox and an owl, with faults that a build can print in both languages of each."""
    game.write("game.yaml", SHEET_GAME)
    game.write("cards.csv", "id,Name en,Name fr\nfox,Fox **2,Renard **3\nowl,Owl **4,Hibou **5\n")
    game.write(
        "layouts/l.yaml", 'fields: {t: {draw: text, text: "{card.Name}", left: 5, width: 50, top: 6, height: 14}}'
    )
    game.write("strings/en.yaml", "game.title: R")
    game.write("strings/fr.yaml", "game.title: {from: R, to: R}")
    (game.path / "variants" / "quick.yaml").unlink()
    return game


@pytest.mark.parametrize("whole_first", [True, False])
def test_a_build_of_a_part_tells_what_concerns_that_part(two_cards, run, whole_first):
    if whole_first:
        whole = run("build", "./wood", "--only", "cards").err
        assert whole.count("opens is not closed") == 4 and whole.count("numbers") == 2
    part = run("build", "./wood", "--only", "cards", "--lang", "en", "--cards", "owl").err
    assert part.count("opens is not closed") == 1 and "cards.csv:3:" in part and "numbers" not in part
    part = run("build", "./wood", "--only", "cards", "--lang", "fr", "--cards", "owl").err
    assert part.count("numbers") == 1 and part.count("opens is not closed") == 2 and "cards.csv:2:" not in part


def test_a_build_keeps_quiet_what_its_game_keeps_quiet(two_cards, run):
    two_cards.write(
        "game.yaml", SHEET_GAME + 'quiet: {markup-open: "stars are stars here", text-differs: "so be it"}\n'
    )
    assert "opens is not closed" not in run("build", "./wood", "--only", "cards").err


def test_a_check_tells_of_faces_that_fonts_lack(game, run):
    game.edit("game.yaml", "{display: fraunces, text: source-sans-3}", "{display: fraunces, text: tavern}")
    game.edit("strings/en.yaml", "Take {value}", "*Take* {value}")
    built, checked = run("build", "./wood", "--only", "cards").err, run("check", "./wood", "--static").out
    assert "has no italic face" in built and "face-missing" in checked

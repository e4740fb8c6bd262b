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

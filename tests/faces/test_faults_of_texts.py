"""What is wrong with a text is told with its card, its column and its language."""

import pytest

HEAD = "id,Type,Rules en,Rules fr,Cost\n"
GAME = """\
players: 2
languages: [en, fr]
decks: {d: {kinds: {k: {layout: l, cards: cards.csv}}}}
"""


@pytest.fixture
def wrong(game, run):
    """wrong(line, text): what a build says of a card in a spreadsheet that a layout shows so."""

    def build(line, text):
        game.write("game.yaml", GAME)
        game.write("cards.csv", HEAD + line)
        cost = "{draw: text, text: '{card.Cost}', top: 60, height: 6}"
        said = f"{{draw: text, text: {text!r}, left: 5, right: 5, top: 5, height: 20}}"
        game.write("layouts/l.yaml", f"fields:\n  t: {said}\n  c: {cost}\n")
        game.write("strings/en.yaml", "game.title: R")
        game.write("strings/fr.yaml", "game.title: {from: R, to: R}")
        (game.path / "variants" / "quick.yaml").unlink(missing_ok=True)
        return run("build", "./wood").err

    return build


ALL = "{card.Type}: {card.Rules}"
FRENCH, TYPE = "fr: 'decks.d.kinds.k.cards.fox.Rules.fr': ", "wood/cards.csv:2:5: warning: fox.Type: "


@pytest.mark.parametrize(
    ("line", "text", "told"),
    [
        (
            "fox,beast,Go on :acorn:,Va **x,1",
            "{card.Rules}",
            "wood/cards.csv:2:25: warning: " + FRENCH + "the emphasis that **",
        ),
        (
            "fox,beast,Go on now,Va :akorn:,1",
            "{card.Rules}",
            "wood/cards.csv:2:21: " + FRENCH + "there is no icon ':ak",
        ),
        ("fox,beast,Go on now,Va 鴉,1", "{card.Rules}", "wood/cards.csv:2:21: " + FRENCH + "there is no '鴉'"),
        ("fox,beast,Go on now,Va *x,1", ALL, "wood/cards.csv:2:21: warning: " + FRENCH + "the emphasis that *"),
        ("fox,be*st,Go on now,Va x,1", ALL, TYPE + "the emphasis that *"),
        ("fox,be*st,Go on now,Va x,1", "{card.Type}{card.Rules}", TYPE + "the emphasis that *"),
    ],
)
def test_the_column_and_the_language_are_told(wrong, line, text, told):
    assert told in wrong(line, text)


def test_a_plain_text_is_told_once_for_all_languages(wrong):
    assert wrong("fox,be*st,Go on,Va,1", "{card.Type}").count("fox.Type: the emphasis") == 1

"""King Lui's rulebook under other rules: what it says, and that three languages say it in the same places."""

from pathlib import Path

import pytest
from hypothesis import given

from cardgen.rulebook.markdown import read_markdown
from tests.rulebook.reading import LANGUAGES, SOME, Reading

BOOKS = Reading("king_lui")
HOME, INFOS, said = BOOKS.home, BOOKS.infos, BOOKS.said


# Each rule's sentences stand in the rulebook under it and in no other.
WORDING = [
    (
        {"emerald_drawn": "redraw"},
        "If the draw pile runs out first, your turn is over and you add nothing to your hand.",
        "Si la pioche s’épuise avant, votre tour prend fin et vous ne prenez rien en main.",
        "Se prima il mazzo di pesca si esaurisce, il tuo turno finisce e non prendi nulla in mano.",
    ),
    (
        {"emerald_drawn": "keep"},
        "at the end of the game it scores nothing, is not discarded and does not count in a tie.",
        "à la fin de la partie, elle ne rapporte rien, n’est pas défaussée et ne compte pas en cas d’égalité.",
        "alla fine della partita non dà punti, non si scarta e non conta per lo spareggio.",
    ),
    (
        {"emerald_drawn": "keep"},
        "If an Emerald card lies on the table or in your hand and the king has at least 2 portions",
        "S’il y a une carte Emerald sur la table ou dans votre main et au moins 2 portions",
        "hai in mano una carta Emerald o ce n’è una sul tavolo e il re ha almeno 2 porzioni",
    ),
    (
        {"empty_supply": "end"},
        "If the draw pile is empty as well, you must feed Emerald. If you cannot, the game ends at once.",
        "Si la pioche est vide elle aussi, vous devez nourrir Emerald. Si vous ne le pouvez pas, la partie prend fin "
        "aussitôt.",
        "Se anche il mazzo di pesca è vuoto, devi dar da mangiare a Emerald. Se non puoi, la partita finisce subito.",
    ),
    (
        {"empty_supply": "reshuffle"},
        "Emerald cards included, into a new draw pile. If there are none, you must feed Emerald. If you cannot, you "
        "miss your turn.",
        "forment une nouvelle pioche. S’il n’y en a aucune, vous devez nourrir Emerald. Si vous ne le pouvez pas, "
        "passez votre tour.",
        "formano un nuovo mazzo di pesca. Se non ce ne sono, devi dar da mangiare a Emerald. Se non puoi, salti il "
        "turno.",
    ),
    (
        {"king_portions": "ever"},
        "the king has received at least 2 portions since the start of the game and at least one is left at his place",
        "que le roi a reçu au moins 2 portions depuis le début de la partie et qu’il lui en reste au moins une",
        "il re ha ricevuto almeno 2 porzioni dall’inizio della partita e gliene resta almeno una",
    ),
    (
        {"king_portions": "ever", "portions_fed": "3"},
        "If he has fewer than 3 left, remove them all.",
        "S’il lui en reste moins de 3, retirez-les toutes.",
        "Se gliene restano meno di 3, toglile tutte.",
    ),
    (
        {"last_tie": "last_chef"},
        "the tied player who was the last to lay the table wins",
        "elle revient à celle qui a mis la table en dernier",
        "vince chi tra loro ha apparecchiato per ultimo",
    ),
]


@pytest.mark.parametrize(("rules", "en", "fr", "it"), WORDING)
def test_a_rule_has_its_words_and_no_other_has(rules, en, fr, it):
    BOOKS.words_stand_under_their_rules_alone(rules, en, fr, it)


def test_what_emerald_is_fed_is_never_fewer_than_one():
    one = {"king_portions": "ever", "portions_fed": "1"}
    for language, words in zip(LANGUAGES, ("fewer than 1", "moins de 1", "meno di 1"), strict=True):
        assert words not in said(language, **one)


def test_a_table_for_three_shows_as_many_cards_as_are_turned_up():
    for per_player in (2, 3, 4):
        for language in LANGUAGES:
            text = said(language, cards_per_player=str(per_player))
            figures = [block for block in read_markdown(text, Path("king_lui")) if getattr(block, "scene", None)]
            (scene,) = [each.scene for each in figures if any(shown.name == "ham" for shown in each.faces[1:])]
            sheet = next(lying for lying in scene.lies if lying.face == "plate")
            right = [lying for lying in scene.lies if lying.at[0] > sheet.at[0] + 210]
            assert sum(lying.copies for lying in right if not lying.face.endswith("back")) == 3 * per_player


@pytest.mark.slow
@SOME
@given(BOOKS.rules)
def test_languages_say_the_same_in_the_same_places(rules):
    for kind in ("md", "summary.md"):
        texts = BOOKS.languages_agree(rules, kind)
        if kind == "md":
            for text in texts.values():
                BOOKS.all_cards_are_counted(text)

"""Rules and counts as controls, and the sentences that change with them."""

from __future__ import annotations

import pytest

from cardgen.comparing.sentences import changed
from cardgen.definitions.fields import word
from cardgen.definitions.load import load_game
from cardgen.definitions.rules import explain
from cardgen.desk.controls import controls, counts
from cardgen.faces.compose import Composer
from cardgen.faces.readings import Readings
from cardgen.press.books import BookMaker
from cardgen.store.library import all_games, find_game

KING = find_game("king_lui")


@pytest.mark.parametrize("home", all_games(), ids=lambda home: home.name)
def test_every_rule_and_card_of_every_game_has_a_control_in_words(home):
    game = load_game(home)
    for language in game.languages:
        shown = controls(game, game, language)
        assert [each.name for each in shown] == (
            [info.name for info in explain(game.declared)] if game.declared else []
        )
        for each in shown:
            assert each.label and "_" not in each.label
            if each.kind == "number":
                assert each.least <= int(each.value) <= each.most
            else:
                assert each.value in [value for value, said in each.options if said]
        steppers = [card for group in counts(game, game, language) for card in group.cards]
        assert {each.card: each.value for each in steppers} == {design.id: design.count for design in game.designs}
        labels = [
            (group.deck, group.kind, card.label) for group in counts(game, game, language) for card in group.cards
        ]
        assert len(set(labels)) == len(labels)


def test_controls_say_what_is_set_and_what_is_usual():
    now, before = load_game(KING, "open_table", {"portions_fed": "1", "count.wine": "9"}), load_game(KING, "open_table")
    fed = next(each for each in controls(now, before, "fr") if each.name == "portions_fed")
    assert (fed.kind, fed.value, fed.usual, fed.least, fed.most) == ("number", "1", "2", 1, 4)
    hands = next(each for each in controls(now, before, "it") if each.name == "hands")
    assert (hands.value, hands.usual) == (word(before.rules["hands"]),) * 2 == ("open", "open")
    wine = next(card for group in counts(now, before, "fr") for card in group.cards if card.card == "wine")
    assert (wine.label, wine.value, wine.usual, wine.name) == ("Vin", 9, 15, "count.wine")


def test_the_sentences_of_the_rulebook_that_change_stand_old_beside_new():
    readings, before = Readings(), load_game(KING)
    now = load_game(KING, settings={"portions_fed": "1"})

    def maker(game, language):
        return BookMaker(Composer(game, readings=readings), before, language, "x")

    for language, old, new in (("en", "2 portions", "1 portion"), ("fr", "2 portions", "1 portion")):
        found = list(changed(maker(before, language), maker(now, language)))
        assert {each.book for each in found} == {"rulebook", "summary"}
        pair = next(each for each in found if each.old and each.new)
        told = ["".join(text for text, _ in side).replace("\xa0", " ") for side in (pair.old, pair.new)]
        assert old in told[0] and new in told[1]
        assert any(differs for _, differs in pair.old) and not all(differs for _, differs in pair.old)
        assert pair.under
    assert not list(changed(maker(before, "it"), maker(before, "it")))

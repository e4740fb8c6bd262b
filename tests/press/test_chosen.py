"""Cards that are named on the command line."""

from __future__ import annotations

import pytest

from cardgen.definitions.load import load_game
from cardgen.foundations.errors import InputError
from cardgen.press.chosen import chosen_cards
from cardgen.store.library import Home

GAME = """\
players: 2
languages: [en, fr]
decks:
  d:
    kinds:
      court:
        layout: k
        sets: [hearts, spades]
        cards:
          queen: {name: {en: The Queen, fr: La Reine}}
          king: {name: {en: The King, fr: Le Roi}}
          page: {name: {en: Page, fr: Valet}}
        each:
          spades-page: {name: {en: Black Page, fr: Valet noir}}
      beast:
        layout: k
        cards:
          red-fox: {name: {en: Fox, fr: Renard}}
          old-fox: {name: {en: Fox, fr: Vieux renard}}
          lisa: {name: {en: Лиса, fr: Évasion}}
"""


@pytest.fixture
def game(tmp_path):
    (tmp_path / "layouts").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "layouts" / "k.yaml").write_text(
        "fields: {name: {draw: text, text: '{card.name}', top: 9, height: 9}}\n"
    )
    return load_game(Home(tmp_path, None, ()))


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("hearts-queen", "hearts-queen"),
        ("queen-hearts", "hearts-queen"),
        ("Queen Hearts", "hearts-queen"),
        ("KING", "king"),
        ("valet noir", "spades-page"),
        ("valet", "hearts-page"),
        ("the queen", "queen"),
        ("La Reine", "queen"),
        ("Red_Fox", "red-fox"),
        ("vieux  Renard", "old-fox"),
        ("лиса", "lisa"),
        ("evasion", "lisa"),
    ],
)
def test_a_card_is_found_as_people_call_it(game, asked, found):
    assert chosen_cards(game, [asked, found]) == (found,)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("fox", "has several cards 'fox': red-fox, old-fox"),
        ("roi", "has no card 'roi'; did you mean 'king'?"),
        ("hearts", "has no card 'hearts'; did you mean 'hearts-queen', 'hearts-king' or 'hearts-page'?"),
        ("quen-hearts", "has no card 'quen-hearts'; did you mean 'hearts-queen', 'hearts-page' or 'hearts-king'?"),
        ("herts-king", "has no card 'herts-king'; did you mean 'hearts-king'?"),
    ],
)
def test_what_is_no_card_is_told_with_the_nearest(game, asked, told):
    with pytest.raises(InputError) as error:
        chosen_cards(game, [asked])
    assert str(error.value).endswith(told)

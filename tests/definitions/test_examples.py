"""Which examples hold: under their rules, and with the cards that they name as they are in the game itself."""

import pytest

from cardgen.definitions.examples import read_examples
from cardgen.definitions.load import load_game
from cardgen.foundations.errors import InputError
from cardgen.store.library import find_game

EXAMPLE = "first:\n  needs: {cards: %s}\n  players: [Ann, Ben]\n  hands: {Ann: {fox: 2}, Ben: [owl]}\n  then: {}\n"


def holds(game, change, cards="named"):
    """Whether the example is true in a variant that changes cards so."""
    game.write("examples.yaml", EXAMPLE % cards)
    game.write("variants/other.yaml", f"changes: wood\ncards: {change}\ntexts: {{en: {{title: Other}}}}\n")
    home = find_game(str(game.path))
    (example,) = read_examples(load_game(home, "other"), load_game(home))
    return example.holds


@pytest.mark.parametrize(
    ("change", "true"),
    [
        ("{owl: {count: 4}}", True),
        ("{owl: {count: 1}}", True),  # as many as the example shows
        ("{fox: {count: 1}}", False),
        ("{fox: drop}", False),
        ("{fox: {value: 4}}", False),
    ],
)
def test_an_example_holds_with_the_cards_that_it_names(game, change, true):
    assert holds(game, change) is true


def test_it_may_need_more_cards_than_it_names(game):
    game.write("examples.yaml", EXAMPLE.replace("fox: 2", "fox: 0").replace("[owl]", "[]") % "[owl]")
    game.write("variants/other.yaml", "changes: wood\ncards: {owl: {value: 5}}\ntexts: {en: {title: Other}}\n")
    home = find_game(str(game.path))
    base = load_game(home)
    (other,) = read_examples(load_game(home, "other"), base)
    (same,) = read_examples(base)
    assert (other.holds, same.holds) == (False, True)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("[foxx]", "first.needs.cards: there is no card 'foxx'; did you mean 'fox'?"),
        ("all", "first.needs.cards: expected 'named' or a list of cards, got 'all'"),
    ],
)
def test_cards_that_it_cannot_need(game, cards, message):
    with pytest.raises(InputError) as error:
        holds(game, "{owl: {count: 4}}", cards)
    (fault,) = error.value.faults
    assert fault.message == message and fault.place.line == 2

"""What a variant may change of a game's components."""

from __future__ import annotations

import pytest

from cardgen.definitions.load import load_game
from cardgen.foundations.errors import InputError
from cardgen.store.library import find_game

COMPONENTS = """\
components:
  aid: {make: card, layout: sheet, count: players, hint: Look}
  mat: {make: mat, layout: sheet, size: a5}
"""


@pytest.fixture
def load(game):
    """Loads the game, with components, and a variant of that text laid over it."""
    game.write("game.yaml", (game.path / "game.yaml").read_text() + COMPONENTS)

    def load(text: str):
        game.write("variants/try.yaml", "changes: wood\n" + text)
        return {each.id: each for each in load_game(find_game("./wood", game.path.parent), "try").components}

    return load


def test_keys_are_changed_and_the_others_stay(load):
    found = load("components: {aid: {count: 2, hint: drop}, mat: {size: a4}}")
    assert (found["aid"].count, dict(found["aid"].fields)) == (2, {})
    assert (found["mat"].size, found["aid"].layouts) == ((210, 297), {"front": "sheet"})


def test_components_are_dropped_and_added(load):
    found = load("components:\n  mat: drop\n  box: {make: tuck-box, holds: forest, card_thickness: 0.4 mm}\n")
    assert found.keys() == {"aid", "box"}
    assert found["box"].depth == pytest.approx(5 * 0.4 + 1), "as deep as the cards of this variant"
    assert str(found["box"].place).endswith("wood/variants/try.yaml:4:8")


def test_a_box_is_as_deep_as_the_variants_deck(load):
    found = load("cards: {fox: {count: 10}}\ncomponents: {box: {make: tuck-box, holds: forest, card_thickness: 0.4}}")
    assert found["box"].depth == pytest.approx(13 * 0.4 + 1)


def test_a_game_without_components_may_get_one(game):
    game.write("variants/try.yaml", "changes: wood\ncomponents: {mat: {make: mat, layout: back}}")
    (mat,) = load_game(find_game("./wood", game.path.parent), "try").components
    assert (mat.id, mat.make) == ("mat", "mat")


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (
            "components: {iad: {count: 2}}",
            "2:14",
            "components: there is no component 'iad' (a new component needs a 'make'); did you mean 'aid'?",
        ),
        (
            "components: {matt: drop}",
            "2:14",
            "components: there is no component 'matt' (a new component needs a 'make'); did you mean 'mat'?",
        ),
        (
            "components: {aid: {make: mat}}",
            "2:26",
            "components.aid.make: a component of the game cannot change its make",
        ),
        (
            "components: {aid: {hnt: drop}}",
            "2:20",
            "components.aid.hnt: there is nothing to drop; did you mean 'hint'?",
        ),
        (
            "components: {box: {make: matt, layout: sheet}}",
            "2:26",
            "components.box.make: there is no 'matt'; did you mean 'mat'?",
        ),
        ("components: {aid: {count: four}}", "2:27", "components.aid.count: expected a whole number, or players"),
        ("components: {aid: 3}", "2:19", "components.aid: expected keys with values, got '3'"),
    ],
)
def test_faults(load, text, place, message):
    with pytest.raises(InputError) as error:
        load(text)
    (fault,) = error.value.faults
    assert str(fault.place).endswith(f"try.yaml:{place}")
    assert fault.message.startswith(message)

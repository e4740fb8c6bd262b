"""What is meant to be so is kept quiet on a deck, a kind, a card, a component or a field, with its reason."""

import pytest
import yaml

from cardgen.definitions.load import load_game
from cardgen.faces.checks import check_faces
from cardgen.faces.compose import Composer
from cardgen.faces.twins import check_twins
from cardgen.foundations.errors import InputError
from cardgen.store.library import Home
from cardgen.validation.overlaps import check_overlaps

WHY = {"cut-off": "A running title."}
WORDS = {"draw": "text", "text": "{card.name}", "left": -3, "right": 43, "top": 40, "height": 10}
CARDS = {"fox": {"name": "Fox"}, "owl": {"name": "Owl"}}


def found(composer):
    checks = (check_faces, check_overlaps, check_twins)
    return {(finding.code, finding.who): finding.quiet for check in checks for finding in check(composer)}


def changed(tmp_path, change):
    path = tmp_path / "zoo" / "game.yaml"
    game = yaml.safe_load(path.read_text("utf-8"))
    change(game)
    path.write_text(yaml.safe_dump(game, sort_keys=False), "utf-8")
    return Composer(load_game(Home(tmp_path / "zoo", None, ())))


def test_on_a_card(compose):
    told = found(compose({"t": WORDS}, cards={"fox": {"name": "Fox", "quiet": WHY}, "owl": {"name": "Owl"}}))
    assert told == {("cut-off", "fox"): "A running title.", ("cut-off", "owl"): ""}


@pytest.mark.parametrize("where", [(), ("kinds", "beast")], ids=["deck", "kind"])
def test_on_a_deck_or_kind(compose, tmp_path, where):
    compose({"t": WORDS}, cards=CARDS)

    def change(game):
        of = game["decks"]["pack"]
        for key in where:
            of = of[key]
        of["quiet"] = WHY

    assert set(found(changed(tmp_path, change)).values()) == {"A running title."}


def test_on_a_component(compose, tmp_path):
    compose({"t": WORDS | {"text": "Zoo"}})
    token = {"make": "card", "layout": "beast", "size": "60 x 90 mm", "quiet": WHY}
    composer = changed(tmp_path, lambda game: game.update(components={"aid": token}))
    assert found(composer) == {("cut-off", "fox"): "", ("cut-off", "aid"): "A running title."}


def test_on_a_field_the_others_are_told(compose):
    fields = {"t": WORDS | {"quiet": WHY}, "u": WORDS | {"top": 60}}
    both = [finding.quiet for finding in check_faces(compose(fields, cards={"fox": {"name": "Fox"}}))]
    assert sorted(both) == ["", "A running title."]


def test_two_texts_on_one_spot_are_kept_quiet_by_either_field(compose):
    low = {"draw": "text", "text": "Fox", "left": 10, "right": 10, "top": 40, "height": 10}
    high = low | {"text": "Owl", "quiet": {"texts-overlap": "A stamp."}}
    assert found(compose({"low": low, "high": high})) == {("texts-overlap", "fox"): "A stamp."}


def test_a_card_that_is_meant_to_look_like_another(compose):
    name = WORDS | {"left": 10, "right": 10}
    spy = {"name": "Fox", "quiet": {"card-twice": "Nobody can tell the spy from the fox."}}
    told = found(compose({"t": name}, cards={"fox": {"name": "Fox"}, "spy": spy}))
    assert told == {("card-twice", "spy"): "Nobody can tell the spy from the fox."}


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("glyph-missing", "'glyph-missing' is an error, which you cannot keep quiet"),
        ("no-skill", "'no-skill' never concerns cards; write it under quiet: in game.yaml"),
        ("near-egde", "there is no finding 'near-egde'; did you mean 'near-edge'?"),
    ],
)
def test_what_cannot_be_kept_quiet_on_a_card(compose, code, message):
    with pytest.raises(InputError) as raised:
        compose({"t": WORDS}, cards={"fox": {"name": "Fox", "quiet": {code: "x"}}})
    assert message in str(raised.value) and "game.yaml:" in str(raised.value)


def test_a_field_keeps_nothing_quiet_that_is_not_its_own(compose):
    with pytest.raises(InputError, match="'card-twice' never concerns fields"):
        compose({"t": WORDS | {"quiet": {"card-twice": "x"}}}, cards=CARDS)

"""An error on one face hides nothing of the others, and what it does hide is said."""

import json

from cardgen.store.library import find_game
from cardgen.validation import static

LONG = "Fox " * 60
PALE = 'style: text, colour: "#eeeeee", left: 8'
SIGN = "狐"


def checked(run):
    told = json.loads(run("check", "./wood", "--variant", "base", "--static", "--json").out)
    return told, {entry["code"]: entry["message"] for entry in told["static"]}


def test_a_text_that_does_not_fit_hides_nothing_else(game, run):
    game.edit("layouts/creature.yaml", "style: text, left: 8", PALE)
    game.edit("strings/en.yaml", "creature.fox: Fox", f"creature.fox: {LONG}")
    told, found = checked(run)
    assert {"does-not-fit", "low-contrast", "unchecked"} <= found.keys()
    contrasts = [entry["who"] for entry in told["static"] if entry["code"] == "low-contrast"]
    assert contrasts == ["fox", "owl"], "the fox's other text was looked at, too"
    assert found["unchecked"].endswith("1 field of faces, fox (name)")
    assert told["partial"] and not told["ok"]
    assert "warning unchecked" in run("check", "./wood", "--static").out


def test_where_too_much_is_at_fault_nobody_asks_for_the_rest(game, run, monkeypatch):
    game.edit("layouts/creature.yaml", "style: text, left: 8", PALE)
    game.edit("game.yaml", "total: 5", "total: 6")
    game.edit("strings/en.yaml", "creature.fox: Fox", f"creature.fox: {LONG}")
    monkeypatch.setattr(static, "MAX_DRAFTED", 0)
    told, found = checked(run)
    assert set(found) == {"total-wrong", "string-stale", "does-not-fit", "unchecked"} and told["partial"]
    assert "checked no faces" in found["unchecked"]


def test_all_is_looked_at_again_once_it_fits(game, run):
    game.edit("layouts/creature.yaml", "style: text, left: 8", PALE)
    told, found = checked(run)
    assert not told["partial"] and set(found) == {"low-contrast"}


def test_a_sign_that_no_font_has_does_not_hide_a_text_that_does_not_fit(game, run):
    game.edit("strings/en.yaml", "creature.fox: Fox", f"creature.fox: {LONG}")
    game.edit("strings/en.yaml", "creature.owl: Owl", f"creature.owl: Owl {SIGN}")
    _, found = checked(run)
    assert {"does-not-fit", "glyph-missing", "unchecked"} <= found.keys()


def test_a_language_without_its_file_hides_no_other_language(game, run):
    game.edit("layouts/creature.yaml", "style: text, left: 8", PALE)
    (game.path / "strings/fr.yaml").unlink()
    told, found = checked(run)
    assert {"string-missing", "low-contrast"} <= found.keys() and told["partial"]
    assert found["unchecked"].endswith("pictures skipped every face in fr")


def test_what_is_not_translated_is_told_once(game, run):
    game.edit("strings/fr.yaml", "creature.fox: {from: Fox, to: Renard}\n", "")
    told, found = checked(run)
    assert sorted(entry["code"] for entry in told["static"]) == ["string-missing", "unchecked"]
    assert "fox (name)" in found["unchecked"]


def test_cards_whose_names_do_not_fit_are_told_apart_by_them(game, run):
    game.edit("game.yaml", "{icon: fox-head, value: 3}", '{icon: owl, value: 3, colour: "#aa0000"}')
    game.edit("game.yaml", "{icon: owl, value: 2, count: 3}", '{icon: owl, value: 2, count: 3, colour: "#00aa00"}')
    game.edit("layouts/creature.yaml", 'of: "{card.icon}"', 'of: "{card.icon}", colour: "{card.colour}"')
    game.edit("strings/en.yaml", "creature.fox: Fox", f"creature.fox: {LONG}")
    game.edit("strings/en.yaml", "creature.owl: Owl", f"creature.owl: {LONG.replace('Fox', 'Owl')}")
    _, found = checked(run)
    assert "unchecked" in found and "colour-only" not in found


def test_a_fault_in_a_file_leaves_the_document_partial(game, run):
    game.edit("game.yaml", "icon: fox-head", "icon: fox-hed")
    told, found = checked(run)
    assert set(found) == {"unknown-name"} and told["partial"]


def test_a_face_that_is_front_and_back_is_told_once(game):
    game.edit("layouts/creature.yaml", "style: text, left: 8", PALE)
    game.edit("game.yaml", "back: back", "back: creature")
    found = static.check_static(find_game(str(game.path)))
    assert [(each.code, each.who) for each in found] == [("low-contrast", "fox"), ("low-contrast", "owl")]

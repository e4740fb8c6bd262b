"""Keeping what is set as a variant: only what differs, nothing lost, and the same game."""

from __future__ import annotations

import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.definitions.fields import word
from cardgen.definitions.load import load_game
from cardgen.definitions.rules import explain
from cardgen.desk.keep import as_variant, write
from cardgen.foundations.errors import InputError
from cardgen.store.library import all_games, find_game

PLAYED = [home for home in all_games() if load_game(home).rules]


@pytest.fixture
def home(tmp_path):
    """The game in a library of its own, with two variants."""
    shutil.copytree(find_game("king_lui").folder, tmp_path / "decks" / "king_lui")
    shutil.copytree(find_game("king_lui").variant_folders[0], tmp_path / "variants" / "king_lui")
    return find_game("./decks/king_lui", tmp_path)


def test_a_new_variant_says_only_what_differs(home):
    chosen = {"portions_fed": "1", "hands": "closed", "count.dish": "14", "emerald_when_no_dish": "yes"}
    kept = as_variant(home, "base", chosen, "house_rule", "La règle de la maison : douce", "fr")
    assert kept.before is None and not kept.path.exists()
    write(kept)
    lines = kept.path.read_text().splitlines()
    assert lines[:4] == ["changes: king_lui", "rules:", "  portions_fed: 1", "  emerald_when_no_dish: yes"]
    assert "  ham: {count: 14}" in lines and "totals: {kitchen: 103}" in lines and "emerald:" not in kept.text
    title = '{title: "La règle de la maison : douce"}'
    assert lines[-3:] == ["texts:", f"  en: {title}", f"  fr: {title}"], "nobody has typed an Italian one"
    game = load_game(home, "house_rule")
    assert dict(game.rules) == dict(load_game(home, settings=chosen).rules)


def test_a_variant_of_a_variant_stands_on_it(home):
    write(as_variant(home, "hungry_dragon", {"portions_fed": "3"}, "starving"))
    text = home.variants["starving"].read_text()
    assert text.startswith("changes: hungry_dragon\nrules:\n  portions_fed: 3\ntexts:\n")
    assert load_game(home, "starving").rules["emerald_when_no_dish"] is True


def test_the_open_variant_keeps_its_remarks(home):
    before = home.variants["hungry_dragon"].read_text()
    write(as_variant(home, "hungry_dragon", {"portions_fed": "3", "count.emerald": "9"}, "hungry_dragon"))
    after = home.variants["hungry_dragon"].read_text()
    assert after == before.replace("count: 8", "count: 9").replace("kitchen: 98", "kitchen: 99").replace(
        "dish: yes\n", "dish: yes\n  portions_fed: 3\n"
    )
    usual = {"portions_fed": "2", "emerald_when_no_dish": "no"}
    write(as_variant(home, "hungry_dragon", usual, "hungry_dragon"))
    told = home.variants["hungry_dragon"].read_text()
    assert (
        "rules" not in told
        and "# a breakfast without wine" in told
        and load_game(home, "hungry_dragon").rules["portions_fed"] == 2
    )


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("express", "there is already a variant 'express'; open it to change it"),
        ("base", "a variant cannot be called 'base'"),
        ("all", "a variant cannot be called 'all'"),
        ("king_lui", "a variant cannot be called 'king_lui'"),
        ("../game", "expected a name of lower-case letters"),
        ("", "expected a name of lower-case letters"),
    ],
)
def test_names_that_cannot_be(home, name, told):
    before = {path: path.read_bytes() for path in home.variant_folders[0].iterdir()}
    with pytest.raises(InputError) as caught:
        as_variant(home, "base", {"portions_fed": "1"}, name)
    assert told in caught.value.faults[0].message
    assert before == {path: path.read_bytes() for path in home.variant_folders[0].iterdir()}


def test_a_file_that_changed_meanwhile_is_not_written_over(home):
    kept = as_variant(home, "express", {"portions_fed": "1"}, "express")
    path = home.variants["express"]
    path.write_text(path.read_text() + "# mine\n")
    with pytest.raises(InputError, match="changed since you opened it"):
        write(kept)
    assert path.read_text().endswith("# mine\n")
    new = as_variant(home, "base", {"portions_fed": "1"}, "quick")
    new.path.write_text("changes: king_lui\n")
    with pytest.raises(InputError, match="changed since you opened it"):
        write(new)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whatever_is_set_is_kept_as_the_same_game(data):
    home = data.draw(st.sampled_from(PLAYED))
    variant = data.draw(st.sampled_from(["base", *home.variants]))
    rules = {info.name: info for info in explain(load_game(home).declared)}
    names = data.draw(st.lists(st.sampled_from(sorted(rules)), max_size=4, unique=True))
    chosen = {name: word(data.draw(st.sampled_from(rules[name].values))) for name in names}
    card = data.draw(st.sampled_from(load_game(home, variant).designs)).id
    chosen[f"count.{card}"] = str(data.draw(st.integers(0, 12)))
    name = data.draw(st.sampled_from([variant, "made_here"])) if variant != "base" else "made_here"
    kept = as_variant(home, variant, chosen, name)  # which raises InputError where it is another game
    assert all(line in kept.text for line in (kept.before or "").splitlines() if line.startswith("#"))
    assert ("made_here" in str(kept.path)) == (kept.before is None)

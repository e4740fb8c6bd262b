"""Cards made for each of a kind's sets, and cards whose two sides are both faces of play."""

import pytest

from cardgen.definitions.load import load_game
from cardgen.foundations.errors import InputError
from cardgen.store.library import find_game

GAME = """\
players: 2
languages: [en]
decks:
  pack:
    total: {total}
    kinds:
      beast:
        layout: beast
        {kind}
        cards: {{{cards}}}
"""
SETS = "sets: [red, blue]"
SIDES = "sides: [day, night]"


@pytest.fixture
def load(tmp_path):
    """load(kind, cards, variant) -> the game whose kind says so, under a variant's `cards:`."""

    def load(kind: str, cards: str, variant: str = "", total: int = 1):
        folder = tmp_path / "zoo"
        for part in ("strings", "variants"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        (folder / "game.yaml").write_text(GAME.format(kind=kind, cards=cards, total=total), "utf-8")
        (folder / "strings/en.yaml").write_text("game.title: Zoo\n", "utf-8")
        if variant:
            text = f"changes: zoo\ncards:\n  {variant}\ntexts: {{en: {{title: Other}}}}\n"
            (folder / "variants/other.yaml").write_text(text, "utf-8")
        return load_game(find_game(str(folder)), "other" if variant else "base")

    return load


def faults(error):
    return [fault.message for fault in error.value.faults]


def test_a_card_is_made_for_each_set(load):
    game = load(SETS, "fox: {value: 3}, 7: {count: 2}")
    assert [(d.id, d.set, d.count) for d in game.designs] == [
        ("red-fox", "red", 1),
        ("red-7", "red", 2),
        ("blue-fox", "blue", 1),
        ("blue-7", "blue", 2),
    ]
    told = {"id": "red-fox", "kind": "beast", "count": 1, "set": "red", "looks": 1, "look": 1, "value": "3"}
    assert game.designs[0].readable == told


def test_a_field_may_have_a_value_for_each_set(load):
    kind = f"{SETS}\n        icon: {{red: rose, blue: moon}}"
    game = load(kind, "fox: {power: {red: 1, blue: 2}, depth: {here: 1}}")
    red, blue = (design.fields for design in game.designs)
    assert (red["icon"], red["power"]) == ("rose", "1")
    assert (blue["icon"], blue["power"]) == ("moon", "2")
    assert red["depth"] == {"here": "1"}, "keys that are no sets mean something else"
    assert game.designs[1].place_of("power").column > game.designs[0].place_of("power").column


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("fox: {power: {red: 1, bleu: 2}}",
         "decks.pack.kinds.beast.cards.fox.power: expected a value for each of red, blue, "
         "but 'bleu' is none of them; did you mean 'blue'?"),
        ("fox: {power: {red: 1}}",
         "decks.pack.kinds.beast.cards.fox.power: expected a value for each of red, blue; there is none for blue"),
        ("fox: {set: red}", "decks.pack.kinds.beast.cards.fox.set: unknown key; cardgen takes it from sets:"),
        ("fox: {sets: [red]}",
         "decks.pack.kinds.beast.cards.fox.sets: unknown key; write it on the kind, for all its cards"),
    ],
)  # fmt: skip
def test_faults_of_a_set_are_told_once(load, cards, message):
    with pytest.raises(InputError) as error:
        load(SETS, cards)
    assert faults(error) == [message]


def test_a_card_without_sets_has_a_name_that_begins_with_a_letter(load):
    with pytest.raises(InputError) as error:
        load("count: 1", "7: {}")
    assert "expected a name" in faults(error)[0] and error.value.faults[0].place.line == 10


def test_both_sides_are_faces_of_play(load):
    kind = f"{SIDES}\n        icon: owl\n        night: {{ground: dark}}"
    (design,) = load(kind, "fox: {value: 3, day: {power: 1}, night: {power: 2, icon: moon}}").designs
    front, back = design.faces
    assert (front.id, front.side, front.fields) == ("fox", "day", {"icon": "owl", "value": "3", "power": "1"})
    assert (back.id, back.side) == ("fox", "night")
    assert back.fields == {"icon": "moon", "ground": "dark", "value": "3", "power": "2"}
    assert back.layout == front.layout and front.back is None


def test_a_side_is_made_of_keys_with_values(load):
    with pytest.raises(InputError) as error:
        load(SIDES, "fox: {day: 3}")
    assert faults(error) == [
        "decks.pack.kinds.beast.cards.fox.day: expected keys with values, for the side 'day', got a text or a number"
    ]


@pytest.mark.parametrize("sides", ["[day]", "[day, night, dawn]", "[day, day]"])
def test_a_card_has_two_sides(load, sides):
    with pytest.raises(InputError, match=r"sides: (expected two names|'day' appears twice)"):
        load(f"sides: {sides}", "fox: {}")


def test_each_changes_single_cards(load):
    kind = f"{SETS}\n        each: {{blue-fox: {{value: 9, count: 3}}, red-owl: drop}}"
    game = load(kind, "fox: {value: 1}, owl: {value: 2}")
    assert [(d.id, d.fields["value"], d.count) for d in game.designs] == [
        ("red-fox", "1", 1), ("blue-fox", "9", 3), ("blue-owl", "2", 1),
    ]  # fmt: skip


def test_each_names_cards_of_the_sets(load):
    with pytest.raises(InputError) as error:
        load(f"{SETS}\n        each: {{blue-fx: drop}}", "fox: {}")
    assert faults(error) == ["decks.pack.kinds.beast.each: there is no card 'blue-fx'; did you mean 'blue-fox'?"]


@pytest.mark.parametrize(
    ("change", "counts"),
    [
        ("red-fox: drop", {"blue-fox": 1}),
        ("fox: drop\n  owl: {kind: beast}", {"red-owl": 1, "blue-owl": 1}),
        ("blue-fox: {count: 4}", {"red-fox": 1, "blue-fox": 4}),
        ("fox: {count: 2}\n  red-fox: {count: 5}", {"red-fox": 5, "blue-fox": 2}),
    ],
)
def test_a_variant_changes_all_sets_or_one_card(load, change, counts):
    assert {d.id: d.count for d in load(SETS, "fox: {}", change).designs} == counts


def test_a_variant_that_names_no_card_is_told_the_nearest(load):
    with pytest.raises(InputError, match=r"there is no card 'red-fix' .*did you mean 'red-fox'\?"):
        load(SETS, "fox: {}", "red-fix: drop")

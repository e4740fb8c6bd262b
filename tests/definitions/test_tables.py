"""Cards of a spreadsheet, whatever the file: headings, ids, words by language, and what is asked about."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.definitions.fields import name as valid_name
from cardgen.definitions.headings import SheetSpec
from cardgen.definitions.ids import as_id, ids_of
from cardgen.definitions.lines import Line
from cardgen.definitions.nodes import Mapping, Scalar, at
from cardgen.definitions.strings_file import as_yaml
from cardgen.definitions.tables import read_cards
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.foundations.errors import InputError, Place


def lines(*rows: list) -> list[Line]:
    """Lines as a sheet gives them; None is an empty cell."""
    found = []
    for number, row in enumerate(rows, 1):
        cells = (
            Scalar(str(cell), Place("deck.xlsx", number, column, "S")) if cell is not None else None
            for column, cell in enumerate(row, 1)
        )
        found.append(Line(Place("deck.xlsx", number, 1, "S"), tuple(cells)))
    return found


def read(*rows: list, **asked) -> Mapping:
    if columns := asked.pop("columns", None):
        asked["columns"] = parse_yaml(columns, "game.yaml")
    if when := asked.pop("when", None):
        asked["when"] = Scalar(when, Place("game.yaml", 9, 9), lead=0)
    return read_cards(lines(*rows), SheetSpec(**asked))


def faults(*rows: list, **asked) -> list[str]:
    with pytest.raises(InputError) as error:
        read(*rows, **asked)
    return [f"{fault.place.cell or fault.place} {fault.message}" for fault in error.value.faults]


def test_headings_stand_for_themselves_or_for_what_columns_calls_them():
    rows = [["Card  Name", "Cost (gold)", "Qty", "Notes"], ["Fox", 3, 2, "x"], ["Owl", None, 1, None]]
    cards = read(*rows, columns="{card name: name, Qty: count, notes: drop}")
    assert cards.data == {
        "fox": {"name": "Fox", "Cost (gold)": "3", "count": "2"},
        "owl": {"name": "Owl", "count": "1"},
    }
    assert at(cards, "fox", "count").cell == "C2" and cards.keys["owl"].cell == "A3"
    assert faults(*rows, columns="{Qyt: count}") == [
        "game.yaml:1:2 columns.Qyt: there is no column 'Qyt' in deck.xlsx; did you mean 'Qty'?"
    ]


def test_columns_calls_the_words_of_all_languages_at_once():
    head = ["Card Name en", "Card Name (de)", "Card  name_fr", "Notes en", "Notes fr"]
    rows = [head, ["Fox", "Fuchs", "Renard", "x", None]]
    asked = {"columns": "{Card Name: name, Notes: drop}", "languages": ("en", "de", "fr")}
    cards = read(*rows, **asked)
    assert cards.data == {"fox": {"name": {"en": "Fox", "de": "Fuchs", "fr": "Renard"}}}
    assert at(cards, "fox", "name", "fr").cell == "C2"
    french = read(["Titre_fr"], ["Renard"], columns="{Titre: name}", languages=("fr",))
    assert french.data == {"renard": {"name": {"fr": "Renard"}}}
    plain = read(["Card Name", "Card Name fr"], ["Fox", "Renard"], columns="{Card Name: name}", languages=("en", "fr"))
    assert plain.data == {"fox": {"name": {"en": "Fox", "fr": "Renard"}}}
    own = read(["A en", "A fr"], ["Fox", "x"], columns="{A: name, A fr: note}", languages=("en", "fr"))
    assert own.data == {"fox": {"name": {"en": "Fox"}, "note": "x"}}
    (told,) = faults(*rows, columns="{Car Name: name}", languages=("en", "de", "fr"))
    assert told.endswith("there is no column 'Car Name' in deck.xlsx; did you mean 'Card Name'?")


@pytest.mark.parametrize(
    "heading",
    ["Qty", "count ", "COPIES", "Nombre", "Anzahl", "#", "Quantité", "Qty.", "Nb. d’exemplaires", "Num", "Duplication"],
)
def test_what_may_tell_how_many_there_are_is_asked_about(heading):
    rows = [["name", heading], ["Fox", 2], ["Owl", 2]]
    told = heading.strip()
    if told == "count":
        assert read(*rows).data["fox"] == {"name": "Fox", "count": "2"}
        return
    name = as_yaml(told)
    assert faults(*rows) == [
        f"B1 the column '{told}' seems to hold the number of copies of each card; if so, write cards: "
        f"{{from: deck.xlsx, columns: {{{name}: count}}}}; if not, write {{{name}: {name}}}"
    ]
    assert read(*rows, columns=f'{{"{told}": count}}').data["fox"] == {"name": "Fox", "count": "2"}
    assert read(*rows, columns=f'{{"{told}": "{told}"}}').data["fox"] == {"name": "Fox", told: "2"}


def test_a_slip_among_counts_does_not_hide_what_they_are():
    rows = [["name", "Copies"], ["Fox", 2], ["Owl", "two"], ["Elk", 3], ["Bee", 1]]
    (told,) = faults(*rows)
    assert told.startswith("B1 the column 'Copies' seems to hold the number of copies")
    assert read(*rows, columns="{Copies: count}").data["owl"]["count"] == "two"  # which a card's model tells
    (told,) = faults(*rows, columns="{Copies: cuont}")
    assert told.startswith("B1 the column 'Copies' seems to hold the number of copies")
    assert read(*rows, columns="{Copies: stock}").data["owl"]["stock"] == "two"


def test_what_only_looks_like_a_count_is_not_asked_about():
    assert read(["name", "Qty"], ["Fox", "many"]).data == {"fox": {"name": "Fox", "Qty": "many"}}
    assert read(["name", "#"], ["Fox", 1], ["Owl", 2]).data["owl"] == {"name": "Owl", "#": "2"}
    assert len(faults(["name", "#"], ["Fox", 3], ["Owl", 2])) == 1
    shuffled = [["name", "No."], *([f"card {number}", number] for number in (4, 2, 6, 1, 5, 3))]
    assert read(*shuffled).data["card-4"]["No."] == "4"
    assert read(["name", "Number"], ["Draw {Number}.", 2], ["Take {Number:card/cards}.", 2])
    assert read(["name", "Qty"], ["Fox", 2], ["Owl", 2], is_shown={"Qty"}.__contains__).data["owl"]["Qty"] == "2"
    assert read(["name", "count", "Copies"], ["Fox", 1, 5]).data == {
        "fox": {"name": "Fox", "count": "1", "Copies": "5"}
    }


WORDS = [["name en", "name (fr)", "Effect_en", "Effect_fr", "give_it"], ["Fox", "Renard", "Run", None, "x"]]


def test_words_by_language():
    cards = read(*WORDS, languages=("en", "fr", "it"))
    assert cards.data == {"fox": {"name": {"en": "Fox", "fr": "Renard"}, "Effect": {"en": "Run"}, "give_it": "x"}}
    assert at(cards, "fox", "name", "fr").cell == "B2"
    plain = read(["name", "name fr"], ["Fox", "Renard"], languages=("en", "fr"))
    assert plain.data == {"fox": {"name": {"en": "Fox", "fr": "Renard"}}}
    assert read(["name", "name fr"], ["Fox", "Renard"]).data == {"fox": {"name": "Fox", "name fr": "Renard"}}
    brazil = read(["name en", "name pt-BR"], ["Fox", "Raposa"], languages=("en", "pt_BR"))
    assert brazil.data == {"fox": {"name": {"en": "Fox", "pt_BR": "Raposa"}}}
    assert faults(["name", "name en"], ["a", "b"]) == ["B1 the columns 'name' and 'name en' would both be 'name.en'"]
    assert faults(["name", "A en", "A en"], ["a", "b", "c"]) == ["C1 the column 'A en' appears twice"]


def test_sides_and_sets():
    rows = [["id", "day.icon", "night.icon", "day.name fr", "day.name en", "gem.red", "gem.blue", "v1.5"],
            ["7", "sun", "moon", "Soleil", "Sun", "ruby", "sapphire", "x"]]  # fmt: skip
    cards = read(*rows, languages=("en", "fr"), sides=("day", "night"), sets=("red", "blue"))
    assert cards.data == {
        "7": {
            "day": {"icon": "sun", "name": {"fr": "Soleil", "en": "Sun"}},
            "night": {"icon": "moon"},
            "gem": {"red": "ruby", "blue": "sapphire"},
            "v1.5": "x",
        }
    }


def test_what_an_engine_reads_may_be_yaml_in_a_cell():
    cards = read(["id", "effect", "note"], ["fox", "[{roll: d}, go]", "[no]"], read_by_engine=frozenset({"effect"}))
    assert cards.data == {"fox": {"effect": ({"roll": "d"}, "go"), "note": "[no]"}}
    assert at(cards, "fox", "effect", 0, "roll").cell == "B2"
    assert faults(["id", "effect"], ["fox", "[{roll"], read_by_engine=frozenset({"effect"}))[0].startswith("B2 ")


def test_some_lines():
    rows = [["name", "Type", "Cost"], ["Fox", "Beast", 3], ["Axe", "Item", None], ["Owl", "beast", 1]]
    assert list(read(*rows, when="card.Type == beast").items) == ["fox", "owl"]
    assert list(read(*rows, when="card.Cost > 2 or card.Type == item").items) == ["fox", "axe"]
    assert faults(*rows, when="card.Typ == beast") == [
        "game.yaml:9:9 when: there is no 'card.Typ' in the spreadsheet; did you mean 'card.Type'?"
    ]
    (told,) = faults(*rows, when="card.Cost > 2 and card.name > 2")
    assert told.startswith("game.yaml:9:27 when: expected a number, but 'card.name' is 'Fox' (in ")


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("Élan d'Or", "elan-d-or"),
        ("Fox's Den!", "foxs-den"),
        ("C-001", "c-001"),
        ("red_fox", "red_fox"),
        ("7 Swords", "card-7-swords"),
        ("Œuf & Ærø", "oeuf-aero"),
        ("x" * 99, "x" * 60),
    ],
)
def test_ids(text, id):
    assert as_id(text) == id


def test_an_id_of_another_script_is_short_and_its_own():
    assert as_id("Лиса") == as_id("Лиса") != as_id("Сова")
    assert as_id("狐").startswith("card-")


def test_where_ids_come_from():
    assert list(read(["Cost", "Title", "Text"], [3, "Fox", "a"], [1, "Owl", "a"]).items) == ["fox", "owl"]
    assert list(read(["Text", "Name"], ["a", "Fox"]).items) == ["fox"]
    assert list(read(["No.", "Set", "Card Name"], ["A1", "x", "Fox"], ["A2", "x", "Owl"]).items) == ["fox", "owl"]
    assert list(read(["No.", "Being"], ["A1", "Fox"], ["A2", "Owl"]).items) == ["fox", "owl"]
    assert list(read(["No."], ["A1"], ["A2"]).items) == ["a1", "a2"]
    assert list(read(["Title", "Type", "Card"], ["1", "Beast", "Fox"]).items) == ["fox"]
    assert list(read(["Type en", "Titel en"], ["Beast", "Fox"], languages=("en",)).items) == ["fox"]
    assert list(read(["ID", "Name"], ["C-001", "Fox"]).items) == ["c-001"]
    assert faults(["Cost"], [3]) == [
        "A1 expected a column 'id', or one of texts to make ids from; expected one of Cost"
    ]
    assert faults(["name", "Cost"], ["Fox", 1], [None, 2]) == ["A3 expected 'name', to make an id from, in every line"]
    assert faults(["Price", "Note"], [5, "Starts"], [6, None]) == [
        "A3 expected 'Note', to make an id from, in every line; or name them by another column, columns: {Price: name}"
    ]
    assert faults(["id"], ["fox"], ["Fox"]) == ["A3 the id 'fox' appears twice, first in line 2"]


def test_cards_of_one_name():
    assert list(read(["name", "Cost", "Set"], ["Fox", 1, "Red"], ["Fox", 1, "Blue"]).items) == ["fox-red", "fox-blue"]
    assert list(read(["name", "a", "b"], ["Fox", 1, 1], ["Fox", 1, None], ["Fox", None, 1]).items) == [
        "fox-3",
        "fox-2",
        "fox-1",
    ]


NAMES = st.lists(
    st.tuples(st.sampled_from(["Fox", "Owl", "Élan", "7", "狐"]), st.text("ab", max_size=2), st.text("12", max_size=1)),
    min_size=1,
    max_size=8,
)


@given(NAMES, st.randoms(use_true_random=False))
def test_ids_stay_when_lines_move(rows, chance: random.Random):
    def ids(of):
        return ids_of([name for name, *_ in of], [list(cells) for _, *cells in of])

    moved = list(rows)
    chance.shuffle(moved)
    before = sorted(zip(ids(rows), rows, strict=True))
    assert sorted(zip(ids(moved), moved, strict=True)) == before
    assert len({id for id, _ in before}) == len(rows) or any("-" in id for id, _ in before)
    assert all(valid_name(id) for id, _ in before)


def test_faults_of_headings():
    assert faults(["name", None], ["Fox", "x"]) == ["A1 column 2 has no name"]
    assert faults(["name", "a", "a"], ["Fox", 1, 2]) == ["C1 the column 'a' appears twice"]
    why = {"layout": "write it on the kind"}
    assert faults(["name", "layout"], ["Fox", "x"], reserved=why) == [
        "B1 a column cannot be called 'layout'; write it on the kind; rename it, columns: "
        "{layout: my layout}, or leave it out, {layout: drop}"
    ]
    assert read(["name", "layout"], ["Fox", "x"], reserved=why, columns="{layout: drop}").data == {
        "fox": {"name": "Fox"}
    }

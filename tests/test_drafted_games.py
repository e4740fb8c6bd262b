"""The first build of a game that `cardgen new --from` makes of a spreadsheet prints it, whatever the sheet holds."""

import csv

import pytest

LONG = "The fox that is quick and brown jumps over the dog that is lazy. "
SHEETS = {
    "a long text": ("poker", [["Name", "Text"], ["Fox", LONG * 6]]),
    "a very long text": ("tarot", [["Name", "Text"], ["Fox", LONG * 22]]),
    "a long translation": (
        "poker",
        [
            ["Name en", "Name de", "Type en", "Type de"],
            ["Fox", "Fuchs", "beast", "Ein langes Ungeheuer aus dem tiefen Wald"],
        ],
    ),
    "long numbers": ("poker", [["Name", "People", "Share"], ["Fox", 1234567, 1000.123], ["Owl", 3, 2]]),
    "a long name": ("poker", [["Name"], ["Donaudampfschifffahrtsgesellschaftskapitän"]]),
    "an address": ("poker", [["Name", "Link"], ["Fox", "https://example.org/" + "abc" * 60]]),
    "numbers alone": ("poker", [["1", "2"], [1, 2], [3, 4]]),
    "a name that is taken": ("poker", [["Name", "looks", "count"], ["Fox", "angry", "few"]]),
    "wide titles": ("poker", [["Name", "W" * 60, "MOVEMENT", "Strength"], ["Fox", 3, 4, 5], ["Owl", 1, 2, 3]]),
    "titles that no font has": ("poker", [["Name", "\u2694\ufe0f", "עלות"], ["Fox", 3, 4], ["Owl", 1, 2]]),
    "many columns": ("poker", [["Name", *range(60)], ["Fox", *range(60)], ["Owl", *range(1, 61)]]),
    "names that layouts may not have": (
        "poker",
        [["Name", "quiet", "kind", "A and B", "{x}", "by"], ["Fox", *"abcde"], ["Owl", *"fghij"]],
    ),
    "a quantity beside a count that is none": ("poker", [["Name", "count", "Qty"], ["Fox", "few", 3], ["Owl", "x", 1]]),
    "a plain column for English": ("poker", [["Name", "Name (fr)", "Name (de)"], ["Fox", "Renard", "Fuchs"]]),
}


@pytest.mark.parametrize(("size", "rows"), SHEETS.values(), ids=SHEETS)
def test_a_drafted_game_is_printed(run, tmp_path, size, rows):
    with (tmp_path / "deck.csv").open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows(rows)
    assert run("new", "mine", "--from", "deck.csv").code == 0
    built = run("build", "./mine")
    assert built.code == 0, built.err
    assert f"size: {size}" in (tmp_path / "mine/game.yaml").read_text("utf-8")


def test_labels_that_have_room_stay(run, tmp_path):
    (tmp_path / "deck.csv").write_text("Name,Strength,Movement\nFox,3,2\nOwl,1,4\n", "utf-8")
    run("new", "mine", "--from", "deck.csv")
    layout = (tmp_path / "mine/layouts/card.yaml").read_text("utf-8")
    assert "text: Strength, style: label" in layout and 'text: "Move…", style: label' in layout


def test_words_that_cannot_be_printed_are_told_at_once(run, tmp_path):
    (tmp_path / "deck.csv").write_text("Name,Text\nFox,狐\nOwl,plain\n", "utf-8")
    told = run("new", "mine", "--from", "deck.csv")
    assert told.code == 0 and "cardgen build --draft ./mine marks it:\n  mine/deck.csv:2:5: fox.Text: " in told.out
    assert "put the files of Noto Sans SC into the game's folder fonts/, and write [" in told.out


@pytest.mark.parametrize("cell", ["**bold", "5* and up", "*odd **both", "3 * 4", "**fine** but *"])
def test_emphasis_that_a_cell_leaves_open_is_printed_as_it_is(run, tmp_path, cell):
    (tmp_path / "deck.csv").write_text(f"Name,Text\nFox,{cell}\nOwl,plain\n", "utf-8")
    assert "this cannot be printed" not in run("new", "mine", "--from", "deck.csv").out
    built = run("build", "./mine")
    assert built.code == 0 and "deck.csv:2:5: warning: fox.Text: the emphasis that *" in built.err
    assert "deck.csv:2:5: warning markup-open" in run("check", "./mine", "--static").out


def test_where_no_card_is_large_enough_it_stays_as_it_is(run, tmp_path):
    (tmp_path / "deck.csv").write_text(f"Name,Text\nFox,{'word' * 200}\n", "utf-8")
    assert run("new", "mine", "--from", "deck.csv").code == 0
    assert "size: poker" in (tmp_path / "mine/game.yaml").read_text("utf-8")
    assert "too wide" in run("build", "./mine").err

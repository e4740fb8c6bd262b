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


def test_where_no_card_is_large_enough_it_stays_as_it_is(run, tmp_path):
    (tmp_path / "deck.csv").write_text(f"Name,Text\nFox,{'word' * 200}\n", "utf-8")
    assert run("new", "mine", "--from", "deck.csv").code == 0
    assert "size: poker" in (tmp_path / "mine/game.yaml").read_text("utf-8")
    assert "too wide" in run("build", "./mine").err

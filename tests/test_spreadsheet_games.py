"""Games of spreadsheets, from the file to the cards."""

from __future__ import annotations

import csv

import pytest

from cardgen.commands.cli import main
from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.graphics.drawing import texts
from cardgen.store.library import Home

from .definitions.books import write_book
from .pages import make, printed

HEADINGS = ["Name", "null", 'a "b"', "c: d", "{e}", "kind", "by", "no", "else", "Text", "#", "back", "art"]
CELLS = ["Fox", 3, "x: y", "else", "{z}", "by", "no", "#1", "null", "A long text that has *no* end: really {none}.", 2]


@pytest.mark.parametrize("suffix", [".xlsx", ".ods", ".csv"])
def test_a_game_of_any_spreadsheet_is_printed(tmp_path, monkeypatch, capsys, suffix):
    monkeypatch.chdir(tmp_path)
    rows = [HEADINGS, [*CELLS, 4, "fox.png"], ["Owl", 1, *CELLS[2:9], "Short.", 2, None, "owl.png"]]
    file = tmp_path / f"deck{suffix}"
    if suffix == ".csv":
        with file.open("w", encoding="utf-16", newline="") as out:
            csv.writer(out, delimiter="\t").writerows(rows)
    else:
        write_book(file, {"Cards": rows, "Notes": [["x"]]})
    assert main(["new", "mine", "--from", str(file), *(["--sheet", "cards"] if suffix != ".csv" else [])]) == 0
    assert main(["build", "./mine"]) == 0
    game = load_game(Home(tmp_path / "mine", None, ()))
    assert [(design.id, design.count) for design in game.designs] == [("fox", 2), ("owl", 2)]
    assert game.designs[0].fields["my kind"] == "by"
    assert "Fox" in printed(game.home)["fox"]


def test_a_game_of_a_spreadsheet_speaks_its_languages(tmp_path, monkeypatch, capsys):
    file = make("howto/spreadsheets.md", tmp_path / "my_game").folder / "deck.xlsx"
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mine", "--from", str(file)]) == 0
    assert main(["build", "./mine"]) == 0
    said = printed(Home(tmp_path / "mine", None, ()), language="fr")
    assert "too strong?" not in "".join(word for words in said.values() for word in words)
    assert said["lantern"] == ["Lantern", "Item", "Ne craignez pas le noir."]
    assert main(["new", "other", "--from", "nothing.xlsx"]) == 2
    assert "nothing.xlsx: this file does not exist" in capsys.readouterr().err
    assert main(["new", "other", "--from", str(tmp_path)]) == 2
    assert not (tmp_path / "other").exists()


def test_a_column_that_is_shown_is_no_count(tmp_path, capsys):
    folder = tmp_path / "my_game"
    (folder / "layouts").mkdir(parents=True)
    game = "players: 2\nlanguages: [en]\ndecks: {d: {kinds: {k: {layout: k, cards: deck.xlsx}}}}\n"
    (folder / "game.yaml").write_text(game)
    (folder / "layouts" / "base.yaml").write_text("fields: {n: {draw: text, text: '{card.Qty}', top: 6, height: 9}}\n")
    (folder / "layouts" / "k.yaml").write_text("extends: base\nfields: {}\n")
    write_book(folder / "deck.xlsx", {"Cards": [["Name en", "Qty"], ["Fox", 3], ["Owl", 2]]})
    assert printed(Home(folder, None, ())) == {"fox": ["3"], "owl": ["2"]}
    (folder / "layouts" / "k.yaml").write_text("fields: {n: {draw: text, text: Q, top: 6, height: 9}}\n")
    assert main(["build", str(folder), "--out", str(tmp_path)]) == 2
    assert "the column 'Qty' seems to hold the number of copies" in capsys.readouterr().err


TWO_SIDED = {
    "game.yaml": "players: 2\nlanguages: [en, fr]\ndecks: {d: {kinds: {k: {layout: k, sets: [red, blue], "
    "sides: [day, night], cards: {from: deck.xlsx, columns: {Qty: count}}}}}}\n",
    "layouts/k.yaml": "fields:\n  name: {draw: text, text: '{card.name} {card.gem or -} {card.cost or 0}', "
    "left: 5, right: 5, top: 6, height: 9}\n",
    "variants/quick.yaml": "changes: my_game\ncards:\n  fox: {night: {name: {fr: Hibou}}, cost: 5}\n"
    "  red-7: {gem: opal}\ntexts: {en: {title: Quick}, fr: {title: Rapide}}\n",
}
ROWS = [
    ["id", "gem.red", "gem.blue", "day.name en", "day.name fr", "night.name en", "night.name fr", "cost", "Qty"],
    ["7", "ruby", "pearl", "Sun", "Soleil", "Moon", "Lune", 3, 2],
    ["fox", None, None, "Fox", "Renard", "Owl", "Chouette", None, 1],
]


def test_sets_sides_and_variants(tmp_path):
    folder = tmp_path / "my_game"
    for name, text in TWO_SIDED.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    write_book(folder / "deck.xlsx", {"Cards": ROWS})
    home = Home(folder, None, (folder / "variants",))
    assert printed(home) == {
        "red-7": ["Sun ruby 3"],
        "red-fox": ["Fox - 0"],
        "blue-7": ["Sun pearl 3"],
        "blue-fox": ["Fox - 0"],
    }
    assert [design.count for design in load_game(home).designs] == [2, 1, 2, 1]
    assert printed(home, "quick", "fr")["red-7"] == ["Soleil opal 3"]
    composer = Composer(load_game(home, "quick"))
    back = composer.cards(composer.game.decks[0], "fr")[1].back
    assert [text.text for text, _ in texts(back.items)] == ["Hibou - 5"]


SHARED = {
    "game.yaml": "players: 2\nlanguages: [en]\ndecks: {d: {kinds: {\n"
    "  beast: {layout: beast, cards: {from: c.csv, when: card.Type == Beast}},\n"
    "  spell: {layout: spell, cards: {from: c.csv, when: card.Type == Spell}}}}}\n",
    "layouts/beast.yaml": "fields: {n: {draw: text, text: '{card.Power} {card.Type}', left: 9, right: 9, top: 9, "
    "height: 9}}\n",
    "layouts/spell.yaml": "fields: {n: {draw: text, text: '{card.Name} {card.Type}', left: 9, right: 9, top: 9, "
    "height: 9}}\n",
    "c.csv": "Name,Type,Power,Draft\nFox,Beast,3,x\nOwl,Beast,1,\nHail,Spell,0,y\n",
    "strings/en.yaml": "game.title: Wood\n",
}


@pytest.fixture
def shared(tmp_path):
    folder = tmp_path / "shared"
    for name, text in SHARED.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def test_a_column_that_one_of_the_kinds_shows_is_used(shared, capsys):
    assert main(["check", str(shared), "--static"]) == 0
    told = capsys.readouterr().out
    assert "'Draft'" in told and "'Power'" not in told


def test_lines_and_kinds_that_no_when_brings_together_are_told(shared, capsys):
    sheet = shared / "c.csv"
    sheet.write_text(SHARED["c.csv"].replace("Owl,Beast", "Owl,Baest"), "utf-8")
    main(["check", str(shared), "--static"])
    told = capsys.readouterr().out
    assert "c.csv:3:1: warning line-left: no kind takes this row ('Owl')" in told and "kind-empty" not in told
    sheet.write_text(SHARED["c.csv"].replace("Spell", "Spel"), "utf-8")
    main(["check", str(shared), "--static"])
    told = capsys.readouterr().out
    assert "warning kind-empty: no row of this sheet matches the 'when' of 'spell'" in told and "('Hail')" in told


def test_one_kind_may_leave_lines_out(shared, capsys):
    game = shared / "game.yaml"
    kept = [line for line in SHARED["game.yaml"].splitlines() if "spell:" not in line]
    game.write_text("\n".join(kept).removesuffix(",") + "}}}\n", "utf-8")
    assert main(["check", str(shared), "--static"]) == 0
    assert "line-left" not in capsys.readouterr().out

"""The pages on spreadsheets and on layouts that decide: their examples are whole games, and come out as they say."""

from __future__ import annotations

import csv
import re

import pytest

from cardgen.cli import main
from cardgen.definitions.expressions import FUNCTIONS
from cardgen.definitions.load import load_game
from cardgen.drawing import texts
from cardgen.faces.compose import Composer
from cardgen.library import BUILTIN, Home

from .definitions.books import write_book

HOWTO = BUILTIN / "docs" / "howto"
FILE = re.compile(r"`([\w/]+\.yaml)`:\n\n```yaml\n(.*?)```", re.S)
SHEET = re.compile(r"the sheet `(\w+)` of `([\w.]+)`:\n\n((?:\|.*\|\n)+)")


@pytest.fixture
def page(tmp_path):
    """page(name) -> the home of the game that a page makes."""

    def make(name: str) -> Home:
        folder, text = tmp_path / "my_game", (HOWTO / name).read_text("utf-8")
        for file, content in FILE.findall(text):
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(content, "utf-8")
        for sheet, file, table in SHEET.findall(text):
            rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in table.splitlines()]
            told = [[int(cell) if cell.isdigit() else cell or None for cell in row] for row in rows[:1] + rows[2:]]
            write_book(folder / file, {sheet: told})
        return Home(folder, None, (folder / "variants",))

    return make


def printed(home: Home, variant: str = "base", language: str = "en") -> dict[str, list[str]]:
    """What stands on the front of each card."""
    composer = Composer(load_game(home, variant))
    faces = composer.cards(composer.game.decks[0], language)
    return {each.design.id: [text.text.replace("\u00a0", " ") for text, _ in texts(each.front.items)] for each in faces}


def test_spreadsheets(page, tmp_path, monkeypatch, capsys):
    home = page("spreadsheets.md")
    (home.folder / "strings").mkdir()
    assert printed(home) == {
        "fox": ["Fox", "2", "Draw 2 cards."],
        "old-owl": ["Old Owl", "4", "Look at the top card."],
        "lantern": ["Lantern", "-", "Fear no dark."],
    }
    assert printed(home, language="fr")["fox"][2] == "Piochez 2 cartes."
    assert [design.count for design in load_game(home).designs] == [3, 2, 1]
    assert printed(home, "quick", "fr") == {
        "fox": ["Fox", "1", "Piochez 1 carte."],
        "old-owl": ["Old Owl", "4", "Regardez les deux premières cartes."],
    }
    monkeypatch.chdir(tmp_path)
    assert main(["build", "./my_game", "--variant", "all"]) == 0
    assert main(["check", "./my_game", "--static"]) == 0
    assert "deck.xlsx:Heroes!H3: note column-unused: no layout reads the column 'Notes'" in capsys.readouterr().out
    assert main(["list", "./my_game"]) == 0
    assert "creature: Fox (fox) x3, Old Owl (old-owl) x2, Lantern (lantern) x1" in capsys.readouterr().out


def test_layouts_that_decide(page, tmp_path, monkeypatch, capsys):
    home = page("layouts-that-decide.md")
    (home.folder / "strings").mkdir()
    (home.folder / "strings" / "en.yaml").write_text("game.title: Wood\n", "utf-8")
    assert printed(home) == {
        "fox": ["Fox", "3", "dear", "worth 5", "FOX MOVES FIRST"],
        "owl": ["Owl", "1"],
        "elk": ["Elk", "-", "clumsy"],
    }
    monkeypatch.chdir(tmp_path)
    assert main(["build", "./my_game"]) == 0
    layout = home.folder / "layouts" / "creature.yaml"
    layout.write_text(layout.read_text("utf-8").replace('"{card.cost or -}"', '"{uper(card.name)}"'), "utf-8")
    assert main(["build", "./my_game"]) == 2
    (told,) = re.findall(r"^layouts/.*upper.*$", (HOWTO / "layouts-that-decide.md").read_text("utf-8"), re.M)
    assert capsys.readouterr().err.strip().endswith(told.partition(":")[2].partition(":")[2].partition(":")[2])


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


def test_a_game_of_a_spreadsheet_speaks_its_languages(page, tmp_path, monkeypatch, capsys):
    file = page("spreadsheets.md").folder / "deck.xlsx"
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mine", "--from", str(file)]) == 0
    assert main(["build", "./mine"]) == 0
    said = printed(Home(tmp_path / "mine", None, ()), language="fr")
    assert said["lantern"] == ["Lantern", "Item", "Ne craignez pas le noir."]
    assert main(["new", "other", "--from", "nothing.xlsx"]) == 2
    assert "nothing.xlsx: cannot be read: No such file or directory" in capsys.readouterr().err
    assert main(["new", "other", "--from", str(tmp_path)]) == 2
    assert not (tmp_path / "other").exists()


def test_every_function_is_told():
    text = (HOWTO / "layouts-that-decide.md").read_text("utf-8")
    told = re.findall(r"`\{?(\w+)(?=\(|`)", text[text.index("| write | get |") : text.index("There is no more")])
    assert set(FUNCTIONS) <= set(told)


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

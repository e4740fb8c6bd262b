"""What single pages of docs/ say comes true: the cards look as told, the messages and games are those that are shown.

That every page's game is built, and nothing wrong with it, is in test_pages.py.
"""

from __future__ import annotations

import re
import shlex

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from cardgen.commands.cli import main
from cardgen.definitions.expressions import FUNCTIONS
from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.play.games.draco.steps import VERBS
from cardgen.store.library import find_game

from .pages import files, make, printed, text_of
from .pdf_reader import Pdf


@pytest.fixture
def page(tmp_path, monkeypatch):
    """page(name) -> the home of the game that a page makes, ./my_game of the folder in which one stands."""

    def made(name: str):
        monkeypatch.chdir(tmp_path)
        return make(name, tmp_path / "my_game")

    return made


# ---- the tutorial


def test_a_deck_from_a_spreadsheet_step_by_step(page, tmp_path, capsys):
    home = page("tutorial.md")
    (tmp_path / "deck.xlsx").write_bytes((home.folder / "deck.xlsx").read_bytes())
    assert main(["new", "wood", "--from", "deck.xlsx"]) == 0
    assert main(["build", "./wood"]) == 0
    for name, content in files("tutorial.md").items():
        (tmp_path / "wood" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "wood" / name).write_text(content, "utf-8")
    assert main(["build", "./wood"]) == 0
    pdf = Pdf((tmp_path / "out/wood/base/en/cards.pdf").read_bytes())
    assert sum(len(sheet.placements) for sheet in pdf.sheets) == 2 * 9
    assert main(["check", "./wood", "--static"]) == 0
    assert printed(find_game("./wood"), language="fr")["fox"][:2] == ["Renard", "Piochez 2 cartes."]


# ---- print houses


def test_a_house_of_ones_own(page, capsys):
    page("howto/print-houses.md")
    assert main(["export", "./my_game", "--to", "cardhouse", "--lang", "en"]) == 0
    assert "cardhouse/poker/counts.csv" in capsys.readouterr().out.replace("\\", "/")
    assert main(["export", "./my_game", "--to", "drivethru", "--check"]) == 1
    told = capsys.readouterr().err
    assert "error: DriveThruCards prints by" in told and "note: forest: the printer cuts 63 x 88 mm" in told
    assert main(["export", "./my_game", "--to", "drivethru"]) == 2
    told = capsys.readouterr().err.replace("\\", "/")
    shown = re.search(r"^(templates/printers/drivethru.*?get it) \(", text_of("howto/print-houses.md"), re.M)[1]
    assert shown in told and "put it into my_game/printers" in told


# ---- spreadsheets, and layouts that decide


def test_spreadsheets(page, capsys):
    home = page("howto/spreadsheets.md")
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
    assert main(["build", "./my_game", "--variant", "all"]) == 0
    assert main(["check", "./my_game", "--static"]) == 0
    assert "deck.xlsx:Heroes!H3: note column-unused: no layout reads the column 'Notes'" in capsys.readouterr().out
    assert main(["list", "./my_game"]) == 0
    assert "creature: Fox (fox) x3, Old Owl (old-owl) x2, Lantern (lantern) x1" in capsys.readouterr().out


def test_layouts_that_decide(page, capsys):
    home = page("howto/layouts-that-decide.md")
    assert printed(home) == {
        "fox": ["Fox", "3", "dear", "worth 5", "FOX MOVES FIRST"],
        "owl": ["Owl", "1"],
        "elk": ["Elk", "-", "clumsy"],
    }
    assert main(["build", "./my_game"]) == 0
    layout = home.folder / "layouts" / "creature.yaml"
    layout.write_text(layout.read_text("utf-8").replace('"{card.cost or -}"', '"{uper(card.name)}"'), "utf-8")
    assert main(["build", "./my_game"]) == 2
    (told,) = re.findall(r"^layouts/.*upper.*$", text_of("howto/layouts-that-decide.md"), re.M)
    assert capsys.readouterr().err.strip().endswith(told.partition(":")[2].partition(":")[2].partition(":")[2])


def test_what_a_stack_cannot_place_is_told_as_shown(page, capsys):
    layout = page("howto/stacks.md").folder / "layouts" / "quest.yaml"
    shown = re.findall(r"^layouts/.*$", text_of("howto/stacks.md"), re.M)
    text = layout.read_text("utf-8")
    for told, change in zip(shown, ("", "height: 0.4, top: 3"), strict=True):
        layout.write_text(text.replace("height: 0.4", change).replace("fill: gold, ,", "fill: gold,"), "utf-8")
        assert main(["build", "./my_game"]) == 2
        assert capsys.readouterr().err.strip() == f"my_game/{told}"


def test_one_drawing_for_all_cards(page, capsys):
    home = page("howto/one-drawing-for-all-cards.md")
    assert printed(home)["west"] == ["A mild breeze from the west", "Force 2"]
    assert printed(home, language="fr")["north"] == ["Vent du nord", "Force 5"]
    assert main(["build", "./my_game", "--lang", "fr"]) == 0
    page_of_words = PdfDocument("out/my_game/base/fr/cards.pdf")[0].get_textpage().get_text_range()
    assert "Vent du nord" in page_of_words and "Une douce brise" in page_of_words
    capsys.readouterr()
    frame = home.folder / "art" / "frame.svg"
    frame.write_text(frame.read_text("utf-8").replace("card.name", "card.nam"), "utf-8")
    assert main(["build", "./my_game"]) == 2
    (told,) = re.findall(r"`(<text>: 'card.nam' [^`]*)`", text_of("howto/one-drawing-for-all-cards.md"))
    assert f"art/frame.svg:7:48: {told}" in capsys.readouterr().err.replace("\\", "/")


def test_every_function_is_told():
    text = text_of("howto/layouts-that-decide.md")
    told = re.findall(r"`\{?(\w+)(?=\(|`)", text[text.index("| write | get |") : text.index("These are all functions")])
    assert set(FUNCTIONS) <= set(told)


# ---- shapes and pictures


def test_shapes(page, tmp_path, capsys):
    page("howto/shapes.md")
    assert main(["build", "./my_game"]) == 0
    pdf = Pdf((tmp_path / "out/my_game/base/en/cards.pdf").read_bytes())
    assert sum(len(sheet.placements) for sheet in pdf.sheets) == 2 * (18 + 2)
    components = Pdf((tmp_path / "out/my_game/base/en/components.pdf").read_bytes())
    assert sum(len(sheet.placements) for sheet in components.sheets) == 2 * (10 + 10 + 4)
    assert main(["check", "./my_game", "--static"]) == 0
    capsys.readouterr()
    assert main(["list", "./my_game"]) == 0
    assert "18 cards of 52 x 60.04 mm, hexagon" in capsys.readouterr().out


def test_the_message_about_a_size_is_the_one_that_comes(page, capsys):
    shown = re.search(r"^game\.yaml:\d+:\d+: .*$", text_of("howto/shapes.md"), re.M)[0]
    path = page("howto/shapes.md").folder / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("52 x 60.04 mm", "52 x 52 mm"), "utf-8")
    assert main(["build", "./my_game"]) == 2
    assert capsys.readouterr().err.strip() == f"my_game/{shown}"


def test_pictures_are_called_as_it_says_and_the_code_is_drawn(page, tmp_path, capsys):
    page("howto/pictures-of-cards.md")
    assert main(["build", "./my_game", "--only", "pictures", "--lang", "en", "--dpi", "60"]) == 0
    folder = tmp_path / "out/my_game/base/pictures"
    decks = {path.parent.name for path in folder.rglob("*.front.png")}
    assert len(decks) == 1
    assert (folder / decks.pop() / "back.en.png").is_file()
    assert {path.name for path in folder.glob("*.png")} == {"contact.en.png", "fan.en.png", "row.en.png"}


def test_what_lies_outside_of_a_shape_is_seen_through(page, tmp_path, capsys):
    page("howto/shapes.md")
    assert main(["build", "./my_game", "--only", "pictures", "--dpi", "60"]) == 0
    assert Image.open(tmp_path / "out/my_game/base/pictures/components/ore.en.front.png").mode == "RGBA"


# ---- text and languages


def test_markup_reads_as_it_says(page):
    said = {id: " ".join(" ".join(texts).split()) for id, texts in printed(page("howto/text.md")).items()}
    assert "Take 3 acorns" in said["fox"] and "from a neighbour" in said["fox"]
    assert "Look at two cards." in said["owl"] and "best" in said["owl"]
    assert "You are fourth in line." in said["wolf"]
    assert "Pay 2 * 1" in said["oak"]


def test_plurals_follow_their_language(page):
    home = page("howto/languages.md")
    assert [printed(home, language=language)["owl"][-1] for language in ("en", "de", "pl")] == [
        "Scores 5 points.",
        "Bringt 5 Punkte.",
        "Daje 5 punktów.",
    ]
    assert printed(home, language="pl")["fox"][-1] == "Daje 1 punkt."


def test_a_language_is_added_as_it_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "my_game"]) == 0
    game = tmp_path / "my_game"
    text = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(text.replace("languages: [en, fr]", "languages: [en, fr, de]"), "utf-8")
    (game / "strings" / "de.yaml").write_text((game / "strings" / "fr.yaml").read_text("utf-8"), "utf-8")
    assert main(["check", "./my_game", "--static"]) == 0
    assert main(["build", "./my_game", "--lang", "de"]) == 0
    assert [path.parent.name for path in (tmp_path / "out").rglob("*.pdf")] == ["de"]


# ---- cards that do something, and play


def test_its_new_card_is_played_drawn_and_told(tmp_path, monkeypatch):
    page = text_of("howto/what-a-card-does.md")
    (text,) = re.findall(r"```yaml\n(changes: draco\n.*?)```", page, re.S)
    more = "".join(f"  {language}: {{title: W, action.windfall: W}}\n" for language in ("fr", "it"))
    (tmp_path / "decks").mkdir()
    (tmp_path / "variants" / "draco").mkdir(parents=True)
    (tmp_path / "variants/draco/windfall.yaml").write_text(text + more, "utf-8")
    monkeypatch.chdir(tmp_path)
    game = load_game(find_game("draco"), "windfall")
    composer = Composer(game)
    (side,) = [side for side in composer.sides if side.name.endswith("/windfall/front")]
    said = " ".join(item.text for item in composer.items(side, "rule", "en"))
    assert said.startswith("Roll the die. If the die shows more than 3: Take as much silver")
    told = page[page.index("The verbs are") : page.index("; what each takes")]
    assert set(re.findall(r"`(\w+)`", told)) == set(VERBS)


def house_rule(tmp_path, monkeypatch):
    section = text_of("howto/checking.md").partition("## Write a house rule")[2]
    text = re.search(r"```yaml\n(changes: king_lui\n.*?)```", section, re.S)[1]
    (tmp_path / "variants" / "king_lui").mkdir(parents=True)
    (tmp_path / "variants" / "king_lui" / "crowded_table.yaml").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return text


def shown(command):
    """The command of a block that starts with `$ cardgen COMMAND`, and the lines that it shows."""
    block = re.search(rf"```\n\$ cardgen ({command} .*?)\n(.*?)\n\.\.\.\n```", text_of("howto/checking.md"), re.S)
    return shlex.split(block[1]), block[2]


def test_its_house_rule_reads_as_it_shows(tmp_path, monkeypatch, capsys):
    text = house_rule(tmp_path, monkeypatch)
    assert len(text.splitlines()) <= 10
    arguments, told = shown("check")
    assert main(arguments) == 1
    out = capsys.readouterr().out
    for block in told.split("\n\n"):
        assert block + "\n" in out
    arguments, told = shown("replay")
    assert shlex.join(arguments) in out  # the command of the finding
    assert main(arguments) == 0
    assert capsys.readouterr().out.replace("\u00a0", " ").startswith(told + "\n")


def test_its_house_rule_is_printed(tmp_path, monkeypatch, capsys):
    house_rule(tmp_path, monkeypatch)
    assert main(["build", "king_lui", "--variant", "crowded_table", "--lang", "en", "--only", "rulebook"]) == 0
    assert (tmp_path / "out/king_lui/crowded_table/en/rulebook.pdf").stat().st_size > 10_000


@pytest.mark.parametrize("place", range(3))
def test_its_sweep_and_searches_come_out_as_it_shows(place, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    page = text_of("howto/sweeping.md")
    command, told = re.findall(r"```\n\$ cardgen (.*?)\n(.*?)\n```", page, re.S)[place]
    code = main(shlex.split(command))
    out = capsys.readouterr().out
    for block in filter(None, re.split(r"^\.\.\.$", told, flags=re.M)):
        assert block.strip("\n") in out
    assert code == (1 if "None of these" in told else 0)
    if "--out" in command:
        (variant,) = re.findall(r"```yaml\n(.*?)```", page, re.S)
        assert (tmp_path / "lunch.yaml").read_text("utf-8") == variant


def test_its_python_does_what_it_says(capsys):
    code = re.search(r"```python\n(.*?)```", text_of("howto/engines.md"), re.S)[1]
    exec(code, {})
    assert capsys.readouterr().out.strip() == re.search(r"# (\[.*\])\n", code)[1]


# ---- accounts of games


def test_accounts(page, capsys):
    page("howto/accounts.md")
    told = text_of("howto/accounts.md").partition("$ cardgen replay ./my_game ")[2].partition("\n```")[0]
    arguments, _, account = told.partition("\n")
    assert main(["replay", "./my_game", *arguments.split()]) == 0
    assert re.sub(r"[\u00a0\u202f]", " ", capsys.readouterr().out).strip() == account.strip()
    assert main(["replay", "./my_game", *arguments.split(), "--lang", "fr"]) == 0
    assert "La tempête emporte ce qu’a joué Bruno : Renard et Vieux chêne." in re.sub(
        r"[\u00a0\u202f]", " ", capsys.readouterr().out
    )
    assert main(["check", "./my_game", "--static"]) == 0


# ---- sentences linked to clauses


def test_sentences_and_clauses(page, tmp_path, capsys):
    home = page("howto/sentences-and-clauses.md")
    assert main(["seal", "./my_game"]) == 0 and capsys.readouterr().out == "nothing to write\n"
    assert main(["build", "./my_game", "--variant", "all", "--only", "rulebook"]) == 0
    base, thieves = (
        (tmp_path / f"out/my_game/{edition}/en/rulebook.html").read_text("utf-8") for edition in ("base", "thieves")
    )
    assert "<strong>Draw</strong> the top card." in base and "<strong>Draw</strong> the top card." not in thieves
    assert thieves.count("<strong>Draw</strong> the top 2\u00a0cards.") == 2, "in the book, and under What changes"
    assert "in front of you. Then take a card at random from your left neighbour.</li>" in thieves
    plain = (tmp_path / "out/my_game/base/fr/rulebook.html").read_text("utf-8")
    assert "Piochez 1\u00a0carte de la zone stock dans votre zone hand." in plain
    assert main(["check", "./my_game", "--static"]) == 0
    (home.folder / "rules.yaml").write_text(
        (home.folder / "rules.yaml").read_text("utf-8").replace("draw 1 card", "draw 3 cards"), "utf-8"
    )
    capsys.readouterr()
    main(["check", "./my_game", "--static", "--variant", "base"])
    assert "my_game/rulebooks/en.md.j2:19: warning clause-changed: 'turn.draw'" in capsys.readouterr().out.replace(
        ":1: w", ": w"
    )

"""The how-to pages about shapes and pictures are true: their games are built, their messages come."""

import re

import pytest
from PIL import Image

from cardgen.cli import main
from cardgen.library import BUILTIN
from tests.pdf_reader import Pdf

PAGES = BUILTIN / "docs" / "howto"


def files(page):
    """The files of a page: a name in backquotes, and a block of YAML after it."""
    text = (PAGES / page).read_text("utf-8")
    return dict(re.findall(r"^`([\w/]+\.yaml)`:\n\n```yaml\n(.*?)```", text, re.M | re.S))


@pytest.fixture
def land(tmp_path, monkeypatch):
    folder = tmp_path / "land"
    for name, text in files("shapes.md").items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    monkeypatch.chdir(folder)
    return folder


def test_its_game_is_built_and_checked(land, capsys):
    assert main(["build", "."]) == 0
    pdf = Pdf((land / "out/land/base/en/cards.pdf").read_bytes())
    assert sum(len(sheet.placements) for sheet in pdf.sheets) == 2 * (18 + 2)
    components = Pdf((land / "out/land/base/en/components.pdf").read_bytes())
    assert sum(len(sheet.placements) for sheet in components.sheets) == 2 * (10 + 10 + 4)
    assert main(["check", ".", "--static"]) == 0
    capsys.readouterr()
    assert main(["list", "."]) == 0
    assert "18 cards of 52 x 60.04 mm, hexagon" in capsys.readouterr().out


def test_its_message_is_the_one_that_comes(land, capsys):
    shown = re.search(r"^game\.yaml:\d+:\d+: .*$", (PAGES / "shapes.md").read_text("utf-8"), re.M)[0]
    path = land / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("52 x 60.04 mm", "52 x 52 mm"), "utf-8")
    assert main(["build", "."]) == 2
    assert capsys.readouterr().err.strip() == shown


def test_pictures_are_called_as_it_says_and_the_code_is_drawn(land, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "my_game"]) == 0
    (tmp_path / "my_game/layouts/back.yaml").write_text(files("pictures-of-cards.md")["layouts/back.yaml"], "utf-8")
    assert main(["build", "./my_game", "--only", "pictures", "--lang", "en", "--dpi", "60"]) == 0
    folder = tmp_path / "out/my_game/base/pictures"
    decks = {path.parent.name for path in folder.rglob("*.front.png")}
    assert len(decks) == 1
    assert (folder / decks.pop() / "back.en.png").is_file()
    assert {path.name for path in folder.glob("*.png")} == {"contact.en.png", "fan.en.png", "row.en.png"}
    monkeypatch.chdir(land)
    assert main(["build", ".", "--only", "pictures", "--dpi", "60"]) == 0
    assert Image.open("out/land/base/pictures/components/ore.en.front.png").mode == "RGBA"


def test_links_lead_somewhere():
    for page in ("shapes.md", "pictures-of-cards.md"):
        for target in re.findall(r"\]\(([^)#]+\.md)\)", (PAGES / page).read_text("utf-8")):
            assert (PAGES / target).exists()

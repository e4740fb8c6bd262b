"""docs/ is true: every example is a game that is built, every command parses, every link leads somewhere."""

from __future__ import annotations

import re
import shlex

import pytest
import yaml

from cardgen.commands.cli import main
from cardgen.commands.parser import parser
from cardgen.definitions.game_file import GameFile, VariantFile
from cardgen.definitions.house_file import HouseFile
from cardgen.definitions.layout_file import LayoutFile
from cardgen.definitions.sheet_file import CutterFile, PrinterFile, SheetFile
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.store.library import BUILTIN

from .pages import ALL, BLOCK, commands, files, fragments, install, make, text_of

PAGES = list(ALL)
WITH_GAMES = [page for page in PAGES if files(page)]
OF_CLAUSES = (
    "howto/deck-builder.md",
    "howto/hearts.md",
    "howto/house-rules.md",
    "howto/how-to-say.md",
    "howto/known-games.md",
    "howto/love-letter.md",
    "reference/rules.md",
)  # whose pieces test_rules_docs.py plays
OF_SHEETS = (SheetFile, CutterFile, PrinterFile)
GAME = {"players": "2", "languages": ["en"], "decks": {}}  # what every game says


@pytest.mark.parametrize("page", WITH_GAMES)
def test_its_game_is_built_and_nothing_is_wrong_with_it(page, tmp_path, monkeypatch, capsys):
    install(page, tmp_path, monkeypatch)
    make(page, tmp_path / "my_game")
    monkeypatch.chdir(tmp_path)
    assert main(["build", "./my_game", "--variant", "all"]) == 0, capsys.readouterr().err
    assert main(["check", "./my_game", "--static"]) == 0, capsys.readouterr().out
    assert " error " not in capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES)
def test_its_fragments_are_true(page):
    """A piece of a layout, of a variant or of game.yaml, with keys and values as they may be."""
    for text in fragments(page) if page not in OF_CLAUSES else ():
        keys = set(parse_yaml(text, page).data)
        if "changes" in keys:
            validate(VariantFile, parse_yaml(text, page))
        elif "sends" in keys:
            validate(HouseFile, parse_yaml(text, page))
        elif model := next((model for model in OF_SHEETS if keys <= set(model.model_fields)), None):
            validate(model, parse_yaml(text, page))
        elif keys <= set(LayoutFile.model_fields):
            validate(LayoutFile, parse_yaml(text + ("" if "fields" in keys else "\nfields: {}"), page))
        else:
            rest = {key: value for key, value in GAME.items() if key not in keys}
            validate(GameFile, parse_yaml(f"{text}\n{yaml.safe_dump(rest)}", page))


@pytest.mark.parametrize("page", [*PAGES, "README"])
def test_its_commands_are_commands(page):
    text = (BUILTIN / "README.md").read_text("utf-8") if page == "README" else text_of(page)
    for line in commands(text):
        if "[" not in line and "NAME" not in line:
            parser().parse_args(shlex.split(line)[1:])


def anchors(text: str) -> set[str]:
    """What a heading is called in links, as forges and Markdown processors make it."""
    heads = re.findall(r"^#+ (.+)$", BLOCK.sub("", text), re.M)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", head).lower() for head in heads)
    made = {re.sub(r"[^\w\- ]", "", head).strip().replace(" ", "-") for head in plain}
    return made | set(re.findall(r'<a id="([\w-]+)"', text))


@pytest.mark.parametrize("page", PAGES)
def test_its_links_lead_somewhere(page):
    text = re.sub(r"`[^`\n]*`", "", BLOCK.sub("", text_of(page)))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        path = (ALL[page].parent / file).resolve() if file else ALL[page]
        assert path.is_file() and path.is_relative_to(BUILTIN / "docs"), target
        assert not anchor or anchor in anchors(path.read_text("utf-8")), target


def test_every_page_can_be_found():
    """From the index, in as many steps as it takes; and each stands in the site's contents."""
    seen, ahead = set(), ["index.md"]
    while ahead:
        page = ahead.pop()
        seen.add(page)
        for target in re.findall(r"\]\(([^)#\s]+\.md)", text_of(page)):
            found = (ALL[page].parent / target).resolve().relative_to(BUILTIN / "docs").as_posix()
            ahead += [found] if found not in seen else []
    assert seen == set(PAGES)
    contents = re.findall(r"[\w/-]+\.md", (BUILTIN / "mkdocs.yml").read_text("utf-8"))
    assert sorted(contents) == sorted(PAGES)


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("howto/") or page == "tutorial.md"])
def test_shared_pages_are_short(page):
    assert len(text_of(page).splitlines()) <= 150

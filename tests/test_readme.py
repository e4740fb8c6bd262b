"""The README is true: its options, tables and commands are those of the code."""

import re
import shlex

import pytest

from cardgen.cli import _parser, main
from cardgen.definitions import layout_file
from cardgen.findings import STATIC
from cardgen.library import BUILTIN, all_games

README = (BUILTIN / "README.md").read_text("utf-8")
FIELDS = {"Rectangle": "rectangle", "Ellipse": "ellipse", "Path": "path", "Icon": "icon", "Picture": "picture",
          "Pattern": "pattern", "TextField": "text", "Pips": "pips", "Same": "same"}  # fmt: skip


def subcommands():
    (action,) = [action for action in _parser()._actions if action.dest == "command"]
    return action.choices


def test_every_option_of_every_command_is_there():
    synopsis = re.search(r"## Printing\n+```\n(.*?)```", README, re.S)[1]
    told = {line.split()[1]: line for line in re.sub(r"\n {10,}", " ", synopsis).splitlines()}
    assert set(told) == set(subcommands())
    for name, parser in subcommands().items():
        options = {option for action in parser._actions for option in action.option_strings} - {"-h", "--help"}
        assert set(re.findall(r"--[a-z]+", told[name])) == options, name


@pytest.mark.parametrize("code", STATIC)
def test_every_finding_is_there_with_its_meaning(code):
    severity, meaning = STATIC[code]
    assert f"| `{code}` | {severity} | {meaning} |" in README


@pytest.mark.parametrize(("model", "verb"), FIELDS.items())
def test_every_field_is_there_with_its_keys(model, verb):
    (row,) = re.findall(rf"^\| `{verb}` \|.*\|(.*)\|$", README, re.M)
    keys = set(getattr(layout_file, model).model_fields) - set(layout_file.Placed.model_fields) - {"draw"}
    assert set(re.findall(r"`(\w+)`", row)) == keys | ({"turn"} if model == "Same" else set())


def test_its_own_game_works_as_it_says(tmp_path, monkeypatch, capsys):
    block = re.search(r"## Start your own game\n+```\n(.*?)```", README, re.S)[1]
    monkeypatch.chdir(tmp_path)
    for line in block.splitlines():
        assert main(shlex.split(line)[1:]) == 0, line
    assert (tmp_path / "out" / "my_game" / "base" / "en" / "cards.pdf").stat().st_size > 10_000
    files = re.findall(r"^\| (`.*?`) \|", README[README.index("In it:") : README.index("A **card**")], re.M)
    for name in re.findall(r"`([^`]+\.yaml)`", " ".join(files)):
        assert (tmp_path / "my_game" / name).is_file(), name


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


def test_the_error_that_it_shows_is_the_one_that_comes(tmp_path, monkeypatch, capsys):
    import shutil

    shown = re.search(r"^decks/king_lui/game\.yaml:\d+:\d+: .*$", README, re.M)[0]
    shutil.copytree(BUILTIN / "decks", tmp_path / "decks")
    path = tmp_path / "decks" / "king_lui" / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("cheese-wedge", "cheese-wegde"), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["build", "king_lui"]) == 2
    assert capsys.readouterr().err.strip() == shown


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith(("https://", "cards:")) or (BUILTIN / target).exists(), target


def test_every_shipped_icon_and_font_is_credited():
    credits = (BUILTIN / "templates" / "icons" / "LICENSE.md").read_text("utf-8")
    names = set(re.findall(r"[a-z][a-z-]+", credits[credits.index("|---") :]))
    assert {path.stem for path in (BUILTIN / "templates" / "icons").glob("*.svg")} <= names
    for folder in (BUILTIN / "templates" / "fonts").iterdir():
        assert (folder / "OFL.txt").is_file()
    assert all_games()

"""The README is true: its commands run, its links lead somewhere, its message is the one that comes."""

import re
import shlex
import shutil

from cardgen.commands.cli import main
from cardgen.store.library import BUILTIN, all_games
from tests.pages import text_of
from tests.tools.reference import subcommands

README = (BUILTIN / "README.md").read_text("utf-8")


def test_it_is_short():
    assert len(README.splitlines()) <= 100


def test_its_own_game_works_as_it_says(tmp_path, monkeypatch, capsys):
    block = re.search(r"### 2. Start your own game\n+```\n(.*?)```", README, re.S)[1]
    monkeypatch.chdir(tmp_path)
    for line in block.splitlines():
        assert main(shlex.split(line)[1:]) == 0, line
    assert (tmp_path / "out" / "my_game" / "base" / "en" / "cards.pdf").stat().st_size > 10_000
    page = text_of("howto/your-own-game.md")
    files = re.findall(
        r"^\| (`.*?`) \|", page[page.index("The folder holds these files:") : page.index("## Cards")], re.M
    )
    assert len(files) > 3
    for name in re.findall(r"`([^`]+\.yaml)`", " ".join(files)):
        assert (tmp_path / "my_game" / name).is_file(), name


def test_the_error_that_it_shows_is_the_one_that_comes(tmp_path, monkeypatch, capsys):
    shown = re.search(r"^decks/king_lui/game\.yaml:\d+:\d+: .*$", README, re.M)[0]
    shutil.copytree(BUILTIN / "decks", tmp_path / "decks")
    path = tmp_path / "decks" / "king_lui" / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("pattern: dots", "pattern: dotz"), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["build", "king_lui"]) == 2
    assert capsys.readouterr().err.strip() == shown


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)[)#]", re.sub(r"`[^`\n]*`", "", README)):
        assert target.startswith(("https://", "cards:")) or (BUILTIN / target).exists(), target


def test_every_shipped_icon_and_font_is_credited():
    credits = (BUILTIN / "templates" / "icons" / "LICENSE.md").read_text("utf-8")
    names = set(re.findall(r"[a-z][a-z-]+", credits[credits.index("|---") :]))
    assert {path.stem for path in (BUILTIN / "templates" / "icons").glob("*.svg")} <= names
    for folder in (BUILTIN / "templates" / "fonts").iterdir():
        assert (folder / "OFL.txt").is_file()
    assert all_games()


def test_the_help_says_where_they_are_listed():
    told = " ".join(subcommands()["check"].format_help().split())
    assert re.findall(r"\w+\.md", told) == ["findings.md", "play.md"]
    assert text_of("reference/findings.md") and text_of("reference/play.md")

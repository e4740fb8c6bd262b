"""The README is true: its options, tables and commands are those of the code."""

import re
import shlex

import pytest

from cardgen.cli import _parser, main
from cardgen.definitions import layout_file
from cardgen.definitions.engines import engines
from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.findings import DYNAMIC, STATIC
from cardgen.library import BUILTIN, all_games, find_game
from cardgen.play import load_game as load_played
from cardgen.play.games.draco.steps import VERBS
from cardgen.play.machine import machine
from cardgen.play.tables import ABOUT, policies
from cardgen.validation.measures import ABOUT as MEASURES
from cardgen.validation.measures import measures

README = (BUILTIN / "README.md").read_text("utf-8")
FIELDS = {"Rectangle": "rectangle", "Ellipse": "ellipse", "Path": "path", "Icon": "icon", "Picture": "picture",
          "Pattern": "pattern", "TextField": "text", "Pips": "pips", "Ring": "ring",
          "Strip": "strip", "Grid": "grid", "Qr": "qr", "Same": "same"}  # fmt: skip


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
    for target in re.findall(r"\]\(([^)#]+)\)", re.sub(r"`[^`\n]*`", "", README)):
        assert target.startswith(("https://", "cards:")) or (BUILTIN / target).exists(), target


def test_every_shipped_icon_and_font_is_credited():
    credits = (BUILTIN / "templates" / "icons" / "LICENSE.md").read_text("utf-8")
    names = set(re.findall(r"[a-z][a-z-]+", credits[credits.index("|---") :]))
    assert {path.stem for path in (BUILTIN / "templates" / "icons").glob("*.svg")} <= names
    for folder in (BUILTIN / "templates" / "fonts").iterdir():
        assert (folder / "OFL.txt").is_file()
    assert all_games()


def test_its_new_card_is_played_drawn_and_told(tmp_path, monkeypatch):
    (text,) = re.findall(r"```yaml\n(changes: draco\n.*?)```", README, re.S)
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
    told = README[README.index("The verbs are") : README.index("; what each takes")]
    assert set(re.findall(r"`(\w+)`", told)) == set(VERBS)


# ---- play


def house_rule(tmp_path, monkeypatch):
    section = README[README.index("## Write a house rule") :]
    text = re.search(r"```yaml\n(changes: king_lui\n.*?)```", section, re.S)[1]
    (tmp_path / "variants" / "king_lui").mkdir(parents=True)
    (tmp_path / "variants" / "king_lui" / "crowded_table.yaml").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return text


def shown(command):
    """The command of a block that starts with `$ cardgen COMMAND`, and the lines that it shows."""
    block = re.search(rf"```\n\$ cardgen ({command} .*?)\n(.*?)\n\.\.\.\n```", README, re.S)
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


def test_its_python_does_what_it_says(capsys):
    code = re.search(r"```python\n(.*?)```", README, re.S)[1]
    exec(code, {})
    assert capsys.readouterr().out.strip() == re.search(r"# (\[.*\])\n", code)[1]


@pytest.mark.parametrize("code", DYNAMIC)
def test_every_finding_of_play_is_there_with_its_meaning(code):
    severity, meaning = DYNAMIC[code]
    assert f"| `{code}` | {severity} | {meaning} |" in README


def test_every_policy_is_there():
    table = README[README.index("| policy | plays |") : README.index("Without `--policies`")]
    told = dict(re.findall(r"^\| `([\w-]+)` \| (.*) \|$", table, re.M))
    known = set()
    for name in engines():
        found = machine(name)
        known |= set(policies(found))
        assert set(found.policies.ABOUT) | set(ABOUT) >= set(policies(found))
        assert all(told[policy].endswith(about) for policy, about in found.policies.ABOUT.items())
    assert set(told) == known
    assert all(told[policy] == about for policy, about in ABOUT.items())


def test_every_measure_is_there():
    table = README[README.index("| measure |") : README.index("A policy is a way to play")]
    assert dict(re.findall(r"^\| `([\w.]+)` \| (.*) \|$", table, re.M)) == MEASURES
    for name in engines():
        known = measures(load_played(name), 3)
        assert {re.sub(r"\..*", ".NAME", measure) for measure in known} == set(MEASURES)
        shares = {re.sub(r"\..*", ".NAME", measure) for measure, how in known.items() if how.share}
        assert shares == {measure for measure, about in MEASURES.items() if about.startswith("%")}


def test_the_help_says_where_they_are_listed():
    told = " ".join(subcommands()["check"].format_help().split())
    for heading in re.findall(r"'([A-Z][^']+)'", told):
        assert f"\n## {heading}\n" in README
    assert told.count("'What the check finds'") == 1

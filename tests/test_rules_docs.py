"""What docs tell of rules files comes true: the tutorial's game and figures, and each house rule of the cookbook."""

from __future__ import annotations

import random
import re
import shlex

import pytest

from cardgen.commands.cli import main
from cardgen.definitions.load import load_game
from cardgen.play import load_game as load_play
from cardgen.play.clauses.tables import settings_of
from cardgen.rules.marked import bytes_of
from cardgen.rules.program import program_of
from cardgen.starting.starter import make_game
from cardgen.store.library import find_game

from .pages import make, text_of
from .rules.test_read import GAMES, read

TUTORIAL, COOKBOOK, SAID = "howto/rules.md", "howto/house-rules.md", "howto/how-to-say.md"
MENDED = [("draw: draw 1 card", "draw: draw up to 1 card")]


# ---- the tutorial


@pytest.fixture
def tutorial(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return make(TUTORIAL, tmp_path / "my_game").folder


def shown(command):
    """The command of a block that starts with `$ cardgen COMMAND`, and the lines that it shows."""
    block = re.search(rf"```\n\$ cardgen ({command} .*?)\n(.*?)\n\.\.\.\n```", text_of(TUTORIAL), re.S)
    return shlex.split(block[1]), block[2]


def test_its_game_has_about_forty_lines(tutorial):
    lines = len((tutorial / "rules.yaml").read_text("utf-8").splitlines())
    assert lines <= 45 and f"a game of {lines} lines" in text_of(TUTORIAL)


def test_its_first_check_finds_what_it_shows(tutorial, capsys):
    rules = (tutorial / "rules.yaml").read_text("utf-8")
    (tutorial / "rules.yaml").write_text(re.sub(r"^ties:.*\n", "", rules, flags=re.M), "utf-8")
    arguments, told = shown("check")
    assert main(arguments) == 0
    assert told in capsys.readouterr().out


def mend(folder):
    rules = (folder / "rules.yaml").read_text("utf-8")
    for was, now in MENDED:
        assert rules.count(was) == 1 and f"`{now.removeprefix('draw: ')}`" in text_of(TUTORIAL)
        rules = rules.replace(was, now)
    (folder / "rules.yaml").write_text(rules, "utf-8")


def test_mended_it_is_silent_nowhere_and_told_as_it_shows(tutorial, capsys):
    mend(tutorial)
    assert main(["check", "./my_game", "--policies", "greedy", "--games", "100"]) == 0
    assert "Where are the rules silent?   nowhere in these games" in capsys.readouterr().out
    arguments, told = shown("replay")
    assert main(arguments) == 0
    out = capsys.readouterr().out.replace("\u00a0", " ")
    assert out.startswith(told + "\n")


def test_its_slip_is_told_as_it_shows(tutorial, capsys):
    path = tutorial / "rules.yaml"
    path.write_text(path.read_text("utf-8").replace("  out:   open", "  owt:   open"), "utf-8")
    assert main(["check", "./my_game"]) == 2
    (told,) = re.findall(r"^my_game/rules\.yaml:.*$", text_of(TUTORIAL), re.M)
    assert told in capsys.readouterr().err.splitlines()


def test_the_variant_of_its_game_is_played(tutorial, capsys):
    mend(tutorial)
    variant = re.search(r"```yaml\n(changes: my_game\n.*?)```", text_of(COOKBOOK), re.S)[1]
    (tutorial / "variants").mkdir()
    (tutorial / "variants/long_night.yaml").write_text(variant, "utf-8")
    arguments = ["./my_game", "--variant", "long_night", "--policies", "greedy", "--games", "200"]
    assert main(["check", *arguments]) == 0
    assert "What differs from the base?" in capsys.readouterr().out
    changed = program_of(load_game(find_game("./my_game"), "long_night")).sentences
    assert "effects.wolf.others.lose" not in changed and {"score.owls", "game.turns.gift"} <= changed.keys()


# ---- the cookbook


def recipes():
    """The kind of game, the remark and the clauses of each."""
    text = text_of(COOKBOOK)
    for kind, block in re.findall(r"--kind ([\w-]+)`:\n\n```yaml\n(.*?)```", text, re.S):
        for remark, clauses in re.findall(r"^# (.+)\n((?:[^#\n].*\n)+)", block, re.M):
            yield pytest.param(kind, clauses, id=f"{kind}: {remark}")


RECIPES = list(recipes())


def test_there_are_twenty_and_each_is_short():
    assert len(RECIPES) == 20
    assert all(len(clauses.splitlines()) <= 6 for _, clauses in (each.values for each in RECIPES))


def played(game, variant, seed):
    """What comes of a game of as many players as may be, who mostly take the first action that they may."""
    loaded, chance, decisions = load_play(game, variant=variant), random.Random(seed), []
    position = loaded.new_position(players=loaded.definition.players[1], seed=seed)
    while not position.is_terminal():
        actions = position.legal_actions()
        decisions.append([position.action_to_string(each) for each in actions])
        assert len(decisions) < 3000, "a game without an end"
        position.apply_action(actions[0] if chance.random() < 0.8 else chance.choice(actions))
    return decisions, list(position.returns()), position.winners()


@pytest.mark.parametrize(("kind", "clauses"), RECIPES)
def test_a_house_rule_is_read_and_makes_another_game(kind, clauses, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    make_game("my_game", kind=kind)
    (tmp_path / "my_game/variants").mkdir()
    lines = "".join(f"  {line}\n" for line in clauses.splitlines())
    variant = f"changes: my_game\nclauses:\n{lines}texts:\n  en: {{title: Mine}}\n  fr: {{title: À moi}}\n"
    (tmp_path / "my_game/variants/mine.yaml").write_text(variant, "utf-8")
    assert main(["check", "./my_game", "--variant", "mine", "--static"]) == 0, capsys.readouterr().out
    assert any(played("./my_game", "base", seed) != played("./my_game", "mine", seed) for seed in range(20))


# ---- how to say it


def test_all_that_is_said_is_another_game_that_ends(tutorial):
    mend(tutorial)
    (tutorial / "variants").mkdir()
    pieces = [
        found
        for block in re.findall(r"```yaml\n(.*?)```", text_of(SAID), re.S)
        for found in re.findall(r"^# (.+)\n((?:[^#\n].*\n)+)", block, re.M)
    ]
    base, same = [played("./my_game", "base", seed) for seed in range(8)], []
    assert len(pieces) == 11
    for number, (remark, clauses) in enumerate(pieces):
        lines = "".join(f"  {line}\n" for line in clauses.splitlines())
        variant = f"changes: my_game\nclauses:\n{lines}texts: {{en: {{title: Mine}}, fr: {{title: Le mien}}}}\n"
        (tutorial / f"variants/mine{number}.yaml").write_text(variant, "utf-8")
        if base == [played("./my_game", f"mine{number}", seed) for seed in range(8)]:
            same.append(remark)
    assert not same


# ---- games that readers know


@pytest.mark.parametrize(
    ("page", "name"), [("hearts", "hearts"), ("love-letter", "court"), ("deck-builder", "deck_building")]
)
def test_a_known_game_told_in_pieces_is_the_one_that_was_held_against_a_simulator(page, name):
    """Its pieces, one under the other, say what the file says of which independent engines play the same games."""
    pieces = "\n".join(re.findall(r"```yaml\n(.*?)```", text_of(f"howto/{page}.md"), re.S))
    told, known = (read(text) for text in (pieces, (GAMES / f"{name}.yaml").read_text("utf-8")))
    settings = settings_of(known, {})
    assert bytes_of(told, settings) == bytes_of(known, settings)
    assert [path for path in told.sentences] == [path for path in known.sentences]


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Decide together, then act on it", "temple"),
        ("As many rows as players", "chameleons"),
        ("Who has passed stays out", "passing"),
        ("Keep the order of cards", "procession"),
    ],
)
def test_what_other_games_need_is_said_as_in_games_that_were_held_against_simulators(heading, name):
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text_of("howto/known-games.md"), re.M | re.S)[1]
    (piece,) = re.findall(r"```yaml\n(.*?)```", section, re.S)
    known = (GAMES / f"{name}.yaml").read_text("utf-8")
    assert all(f"{line}\n" in known or f"{line}  " in known for line in piece.splitlines())

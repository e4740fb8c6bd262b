"""`cardgen new --kind`: a game with rules that is printed, played and in order from the first minute."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from cardgen.commands.cli import main
from cardgen.definitions.load import load_game
from cardgen.play import load_game as load_play
from cardgen.starting import starter
from cardgen.starting.starter import KINDS, kinds, make_game
from cardgen.store.library import find_game

from .pdf_reader import Pdf
from .tools.reference import subcommands


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_these_kinds_there_are_and_help_names_them():
    assert kinds() == ("drafting", "push-your-luck", "shedding", "solo", "tricks")
    (option,) = [each for each in subcommands()["new"]._actions if "--kind" in each.option_strings]
    assert option.help.endswith(", ".join(kinds()))


@pytest.mark.parametrize("kind", kinds())
def test_a_new_game_of_a_kind_is_printed_played_and_in_order(kind, here, capsys):
    assert main(["new", "night_owls", "--kind", kind]) == 0
    assert capsys.readouterr().out == "made night_owls/game.yaml; print it with: cardgen build ./night_owls\n"
    assert main(["build", "./night_owls"]) == 0, capsys.readouterr().err
    game = load_game(find_game("./night_owls"))
    assert game.languages == ("en", "fr")
    assert {game.strings[language]["game.title"].text for language in game.languages} == {"Night Owls"}
    for language in game.languages:
        pdf = Pdf((here / f"out/night_owls/base/{language}/cards.pdf").read_bytes())
        assert sum(len(sheet.placements) for sheet in pdf.sheets) == 2 * sum(each.count for each in game.designs)
    capsys.readouterr()
    assert main(["check", "./night_owls", "--static"]) == 0
    assert capsys.readouterr().out == "nothing to report\n"
    assert main(["check", "./night_owls", "--games", "20", "--policies", "random"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"Does every game end\? +yes", out) and " error " not in out


@pytest.mark.parametrize(("players", "rows"), [("5-8", ["5", "6"]), ("8", [])])
def test_more_players_than_the_computer_seats_are_told(players, rows, here, capsys):
    make_game("night_owls", kind="drafting")
    file = here / "night_owls/game.yaml"
    file.write_text(
        re.sub(r"(?m)^players: .*$", f"players: {players}", file.read_text(encoding="utf-8")), encoding="utf-8"
    )
    assert main(["check", "./night_owls", "--games", "2", "--policies", "random"]) == 0
    out = capsys.readouterr().out
    told = players.replace("-", " to ")
    assert f"not-seated: cardgen plays it with at most 6 players, but it is for {told}" in out
    assert re.findall(r"(?m)^ +(\d) +random", out) == rows
    assert main(["check", "./night_owls", "--players", "8"]) == 2
    assert "--players: the computer plays with at most 6, not 8" in capsys.readouterr().err


@pytest.mark.parametrize("kind", kinds())
def test_every_action_of_a_kind_is_said_in_words(kind, here):
    """By strings in each language, and never by the names of clauses."""
    make_game("night_owls", kind=kind)
    position = load_play("./night_owls").new_position(seed=3)
    said = {language: set() for language in ("en", "fr")}
    while not position.is_terminal():
        for action in position.legal_actions():
            for language, texts in said.items():
                texts.add(position.action_to_string(action, language))
        position.apply_action(position.legal_actions()[-1])
    assert said["en"] and said["fr"] and not said["en"] & said["fr"]
    assert not [text for texts in said.values() for text in texts if re.search(r"[_{}]|\b[a-z]+-\d", text)]


def test_its_rules_are_short_and_its_files_are_remarked():
    for kind in kinds():
        rules = (KINDS / kind / "rules.yaml").read_text("utf-8")
        assert len(rules.splitlines()) <= 50 and rules.startswith("# ") and rules.count("#") >= 5


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--kind", "trics"], "there is no kind of game 'trics'; did you mean 'tricks'?"),
        (["--kind", "chess"], "there is no kind of game 'chess'; expected one of drafting, push-your-luck, "),
        (
            ["--kind", "tricks", "--from", "deck.csv"],
            "--kind and --from: start a game from a kind or from a file; choose one",
        ),
    ],
)
def test_what_it_does_not_know_it_says(arguments, told, here, capsys):
    assert main(["new", "owls", *arguments]) == 2
    assert capsys.readouterr().err.startswith(told)
    assert not (here / "owls").exists()


@pytest.mark.parametrize("kind", [None, *kinds()])
def test_a_new_game_may_be_changed_even_where_the_installation_may_not(kind, tmp_path, monkeypatch):
    source = Path(shutil.copytree(starter.BUILTIN / "templates", tmp_path / "templates"))
    for path in source.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    monkeypatch.setattr(starter, "STARTER", source / "starter")
    monkeypatch.setattr(starter, "KINDS", source / "kinds")
    folder = starter.make_game(str(tmp_path / "mine"), kind=kind)
    for path in source.rglob("*"):
        path.chmod(0o755)
    assert [path for path in [folder, *folder.rglob("*")] if not path.stat().st_mode & 0o200] == []


def test_an_owl_of_a_shedding_game_always_names_a_suit(here):
    make_game("night_owls", kind="shedding")
    game, chance, owls = load_play("./night_owls"), random.Random(5), 0
    for seed in range(20):
        position = game.new_position(3, seed=seed)
        while not position.is_terminal():
            legal = position.legal_actions()
            said = [position.action_to_string(action) for action in legal]
            assert "plays Owl" not in said
            owls += any(each.startswith("plays Owl and names ") for each in said)
            position.apply_action(chance.choice(legal))
    assert owls > 100

"""The commands: what they print, write and end with."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest

import cardgen.press.edition
import cardgen.starting.starter
from cardgen import __version__
from cardgen.definitions.load import load_game
from cardgen.definitions.schema import schemas
from cardgen.rules.schema import FILE, rules_schema
from cardgen.store.library import find_game
from tests.conftest import FILES, contents

COMMANDS = ("list", "new", "build", "check", "schema")


def built(tmp_path) -> list[str]:
    return sorted(path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.pdf"))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(run, command):
    told = run(command, "--help")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(f"usage: cardgen {command}")


def test_help_lists_the_commands_and_exit_codes(run):
    told = run("--help")
    assert told.code == 0
    assert all(f"\n    {command} " in told.out for command in COMMANDS)
    assert (
        "0 done, 1 a check found an error or a search found nothing, 2 the input has a mistake, 130 interrupted"
        in " ".join(told.out.split())
    )


def test_the_version(run):
    assert run("--version").out == f"cardgen {__version__}\n"


def test_the_command_line_imports_nothing_that_is_slow():
    code = "import sys, cardgen.commands.cli; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    slow = {"pydantic", "yaml", "reportlab", "numba", "numpy", "babel", "PIL", "uharfbuzz", "fontTools", "jinja2"}
    assert "cardgen" in loaded and not slow & set(loaded)


def test_a_terminal_that_does_not_know_all_letters(game, tmp_path):
    game.edit("game.yaml", "total: 5", "total: 6")
    game.edit("variants/quick.yaml", "changes: wood", "changes: forêt")
    game.path.rename(tmp_path / "forêt")
    for command, code in {("list", "./forêt"): 0, ("build", "./forêt"): 0, ("check", "./forêt", "--json"): 1}.items():
        line = [sys.executable, "-m", "cardgen", *command]
        ended = subprocess.run(line, cwd=tmp_path, capture_output=True, env=os.environ | {"PYTHONIOENCODING": "ascii"})
        assert (ended.returncode, b"Traceback" in ended.stderr) == (code, False), command
        assert b"for\\xeat" in ended.stdout or json.loads(ended.stdout)["static"][0]["game"] == "forêt"


# build


def test_a_build_says_what_it_wrote(game, run, tmp_path):
    told = run("build", "./wood")
    assert (told.code, told.err) == (0, "")
    *files, takes = told.out.splitlines()
    assert [line.split("  ")[0] for line in files] == ["out/wood/base/en/cards.pdf", "out/wood/base/fr/cards.pdf"]
    assert takes == "wood base cards: 1 sheet, 5 cards, 62 cm² of ink, 7 cuts, in each of en, fr"
    assert built(tmp_path) == ["wood/base/en/cards.pdf", "wood/base/fr/cards.pdf"]
    assert run("build", "./wood").out.count("unchanged") == 2


@pytest.mark.parametrize(
    ("arguments", "folders"),
    [
        (["--lang", "fr"], ["base/fr"]),
        (["--lang", "fr, en,fr"], ["base/en", "base/fr"]),
        (["--variant", "base", "--lang", "en"], ["base/en"]),
        (["--variant", "quick", "--lang", "en"], ["quick/en"]),
        (["--variant", "wood/variants/quick.yaml", "--lang", "en"], ["quick/en"]),
        (["--variant", "all", "--lang", "en"], ["base/en", "quick/en"]),
        (["--variant", "all"], ["base/en", "base/fr", "quick/en", "quick/fr"]),
    ],
    ids=" ".join,
)
def test_variants_and_languages(game, run, tmp_path, arguments, folders):
    assert run("build", "./wood", *arguments).code == 0
    assert built(tmp_path) == [f"wood/{folder}/cards.pdf" for folder in folders]


def test_some_cards_only(game, run, tmp_path, monkeypatch):
    printed = []
    impose = cardgen.press.sheets.impose

    def spy(cards, *more):
        printed.append([card.front.label for card in cards])
        return impose(cards, *more)

    monkeypatch.setattr(cardgen.press.sheets, "impose", spy)
    assert run("build", "./wood", "--lang", "en", "--cards", "owl").code == 0
    assert run("build", "./wood", "--lang", "en", "--cards", "owl,fox").code == 0
    assert printed == [["Owl"] * 3, ["Fox"] * 2 + ["Owl"] * 3]


def test_out(game, run, tmp_path):
    assert run("build", "./wood", "--lang", "en", "--out", "deep/down").code == 0
    assert (tmp_path / "deep/down/wood/base/en/cards.pdf").is_file()
    assert not (tmp_path / "out").exists()


def test_the_game_one_stands_in(game, run):
    told = run("build", "--lang", "en", cwd=game.path)
    assert told.code == 0 and "out/wood/base/en/cards.pdf" in told.out


def test_two_games_of_one_name(game, run, tmp_path):
    shutil.copytree(game.path, tmp_path / "other/wood")
    told = run("build", "./wood", "./other/wood")
    assert told.code == 2 and "two games are called 'wood'" in told.err
    assert run("build", "./wood", "wood/.", "--lang", "en").out.count("cards.pdf") == 1


def test_lengths_in_any_unit(game, run):
    assert run("build", "./wood", "--lang", "en", "--gap", "0.1in", "--bleed", "2 mm", "--paper", "Letter").code == 0


@pytest.mark.parametrize("command", ["build", "check"])
def test_an_interruption(game, run, out, monkeypatch, command):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("cardgen.press.edition.open_edition", stop)
    monkeypatch.setattr("cardgen.validation.static.check_variants", stop)
    before = contents(out)
    told = run(command, "./wood")
    assert (told.code, told.out, told.err) == (130, "", "interrupted\n")
    assert contents(out) == before


def test_no_games(run, tmp_path):
    (tmp_path / "decks").mkdir()
    told = run("build")
    assert told.code == 2 and "there are no games here; make one with 'cardgen new my_game'" in told.err


# list


def test_list(run, tmp_path):
    told = run("list")
    assert told.code == 0
    assert "king_lui  King Lui: 3-5 players, ages 7+, 15 minutes, 110 cards, en, fr, it" in told.out


def test_long_lists_are_short_where_counts_are_alike_and_are_wrapped(run):
    lines = run("list", "party_at_louis").out.splitlines()
    start = lines.index(next(line for line in lines if line.startswith("  dish: 1 each of Desserts (blue-1, blue-2, ")))
    cards = " ".join(lines[start : lines.index(next(line for line in lines if line.startswith("  noble: ")))])
    assert cards.count(",") == 71 and "white-12)" in cards and "Drinks (green-1," in cards
    assert max(map(len, lines[start : start + 7])) <= 120


def test_list_a_game(game, run):
    told = run("list", "./wood")
    assert told.code == 0
    assert told.out.splitlines() == [
        "Wood (wood), 2-4 players",
        "languages: en, fr",
        "",
        "forest: 5 cards of 63 x 88 mm",
        "  creature: Fox (fox) x2, Owl (owl) x3",
        "",
        "variant quick: Quick Wood",
        "  Less to shuffle.",
    ]


# new


@pytest.mark.parametrize(
    ("name", "command", "title"),
    [
        ("my_game", "cardgen build ./my_game", "My Game"),
        ("shelf/owl-hunt/", "cardgen build shelf/owl-hunt", "Owl Hunt"),
        ("../next", "cardgen build ../next", "Next"),
        ("null", "cardgen build ./null", "Null"),
        ("on", "cardgen build ./on", "On"),
    ],
)
def test_a_new_game_can_be_printed_and_has_nothing_wrong(run, tmp_path, name, command, title):
    here = tmp_path / "here"
    here.mkdir()
    told = run("new", name, cwd=here)
    assert told.code == 0 and told.out.rstrip().endswith(command)
    path = command.split()[-1]
    assert run("build", path, cwd=here).code == 0
    checked = run("check", path, cwd=here)
    assert (checked.code, checked.out) == (0, "nothing to report\n")
    game = load_game(find_game(path, here))
    assert {game.strings[language]["game.title"].text for language in game.languages} == {title}


# check


def test_check_finds_nothing_wrong(game, run):
    told = run("check", "./wood", "--static")
    assert (told.code, told.out) == (0, "nothing to report\n")


def test_check_finds_an_error(game, run):
    game.edit("game.yaml", "total: 5", "total: 6")
    told = run("check", "./wood")
    assert told.code == 1
    assert told.out.startswith("wood/game.yaml:11:12: error total-wrong: ")
    assert told.out.endswith("1 error, 0 warnings, 0 notes\n")


def test_a_warning_is_no_error(game, run):
    game.edit("strings/fr.yaml", "from: Owl", "from: Barn Owl")
    told = run("check", "./wood")
    assert told.code == 0 and "warning string-stale" in told.out


def test_check_judges_what_a_build_refuses(game, run):
    game.edit("strings/fr.yaml", "to: Hibou", "to: Grandeducdeseptentrion")
    told = run("check", "./wood", "--variant", "base")
    assert told.code == 1 and "error does-not-fit: card 'Owl' (owl), field 'name', fr" in told.out


def document(told) -> dict:
    assert told.err == ""
    found = json.loads(told.out)
    assert list(found) == ["schema", "ok", "cardgen", "partial", "static", "results"] and found["schema"] == 1
    return found


FINDING = ["code", "severity", "message", "where", "game", "variant", "players", "evidence"]


def test_check_as_json(game, run):
    told = run("check", "./wood", "--json")
    assert told.code == 0 and document(told) == {
        "schema": 1, "ok": True, "cardgen": __version__, "partial": False, "static": [], "results": []
    }  # fmt: skip
    game.edit("game.yaml", "total: 5", "total: 6")
    told = run("check", "./wood", "--json")
    (found,) = document(told)["static"]
    assert told.code == 1 and not document(told)["ok"] and list(found) == FINDING
    assert (found["code"], found["where"], found["game"], found["variant"]) == (
        "total-wrong", "wood/game.yaml:11:12", "wood", "base"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "code", "where"),
    [
        (["./wood"], "invalid", "wood/game.yaml:19:45"),
        (["wod"], "unknown-name", None),
        (["./wood", "--variant", "quik"], "unknown-name", None),
        (["./wood", "--nonsense"], "invalid", None),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_as_json(game, run, arguments, code, where):
    if arguments == ["./wood"]:
        game.edit("game.yaml", "count: 3", "count: three")
    told = run("check", "--json", *arguments)
    (found,) = document(told)["static"]
    assert told.code == 2 and list(found) == FINDING
    assert (found["code"], found["severity"], found["where"]) == (code, "error", where)


def test_many_faults_are_not_all_shown_on_a_terminal(game, run):
    game.write("strings/en.yaml", "".join(f"a{n}: []\n" for n in range(70)))
    told = run("build", "./wood")
    assert (
        told.code == 2 and len(told.err.splitlines()) == 31 and told.err.endswith("... and 40 more; --all lists all\n")
    )
    assert len(document(run("check", "./wood", "--json"))["static"]) == 70


# schema


def test_without_a_command_it_explains_itself(run):
    told = run()
    assert told.code == 2 and told.out.startswith("usage: cardgen") and told.err == ""


def test_help_tells_what_is_taken_by_default(run):
    told = " ".join(run("build", "--help").out.split())
    assert "(default: a4)" in told and "(default: long)" in told and "(default: full)" in told


def test_an_output_that_is_full_or_closed(game, tmp_path):
    line = f"{sys.executable} -m cardgen"
    for command in ("list ./wood", "check ./wood", "build ./wood --lang en", "--help", ""):
        for output in ("> /dev/full", ">&-"):
            shell = f"{line} {command} {output}"
            ended = subprocess.run(shell, shell=True, cwd=tmp_path, capture_output=True, text=True)
            assert "Traceback" not in ended.stderr and "Exception" not in ended.stderr, (command, output)
            if output == "> /dev/full":
                assert (ended.returncode, ended.stderr) == (
                    2, "cannot write to standard output: No space left on device\n"
                ), command  # fmt: skip


def test_schemas_lie_in_a_library_with_templates_else_here(run, tmp_path):
    assert run("schema").out.startswith("schemas/game.json")
    for folder in ("decks/deep", "templates"):
        (tmp_path / folder).mkdir(parents=True)
    assert run("schema").out.startswith("templates/schemas/game.json")
    assert run("schema", cwd=tmp_path / "decks/deep").out.startswith("../../templates/schemas/game.json")


def test_schema(run, tmp_path):
    told = run("schema", "--out", "here")
    assert told.code == 0
    found = schemas() | {FILE: rules_schema()}
    assert told.out.split() == [f"here/{name}" for name in found]
    assert {name: json.loads(data) for name, data in contents(tmp_path / "here").items()} == json.loads(
        json.dumps(found)
    )


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["list king_lui", "calibrate kitchen", "build king_lui --lang en --cards cheese"])
def test_streams_may_be_closed(closed, words, tmp_path):
    line = f"exec {sys.executable} -m cardgen {words} {closed}"
    ended = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True)
    assert ended.returncode == 0 and "Traceback" not in ended.stderr, ended.stderr


@pytest.mark.slow
def test_where_numba_compiles_nothing_games_are_played_interpreted(tmp_path):
    """Its own switch, which people set to debug: machine code of clauses is called through it."""
    command = [
        sys.executable,
        "-m",
        "cardgen",
        "check",
        "king_lui",
        "--variant",
        "base",
        "--games",
        "2",
        "--policies",
        "random",
    ]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr


def test_of_several_games_a_line_each_is_told(tmp_path, game, run):
    glade = shutil.copytree(game.path, tmp_path / "glade")
    (glade / "variants/quick.yaml").write_text(FILES["variants/quick.yaml"].replace("changes: wood", "changes: glade"))
    told = run("build", "./wood", "./glade", "--variant", "all")
    assert told.code == 0 and not told.err
    games = [line for line in told.out.splitlines() if line.startswith("out")]
    assert [line.partition("  ")[0] for line in games] == [f"out{os.sep}wood{os.sep}", f"out{os.sep}glade{os.sep}"]
    assert all("2 editions, 4 files, " in line for line in games)
    again = run("build", "./wood", "./glade", "--variant", "all").out.splitlines()
    assert sum(line.endswith("  unchanged") for line in again) == 2
    whole = run("build", "./wood", "./glade", "--variant", "all", "--all")
    assert sum("cards.pdf" in line for line in whole.out.splitlines()) == 8
    assert sum("cards.pdf" in line for line in run("build", "./wood").out.splitlines()) == 2


def test_every_command_has_a_module_that_declares_and_runs_it():
    from cardgen.commands import COMMANDS
    from cardgen.commands.parser import module_of

    assert all(callable(module_of(name).declare) and callable(module_of(name).run) for name in COMMANDS)

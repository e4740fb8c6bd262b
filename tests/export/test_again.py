"""Exports and builds that are asked for again, and those that cannot be written."""

import errno
import json
import tempfile

import pytest

import cardgen.press.edition
from cardgen.press.profiles import find_printer, kind_of
from cardgen.store.library import Home
from tests.conftest import contents

ORPHAN = "\nunheard: Nobody says so\n"
FULL = OSError(errno.ENOSPC, "No space left on device")
COMMANDS = {
    "export": ("export", "./wood", "--to", "png,tts", "--dpi", "50", "--lang", "en"),
    "build": ("build", "./wood", "--lang", "en"),
    "several": ("build", "./wood", "--variant", "all", "--lang", "en", "--only", "cards"),
}


def in_french(command):
    return tuple("fr" if part == "en" else part for part in COMMANDS[command])


def unopened(monkeypatch):
    def opened(*_):
        raise AssertionError("was opened again")

    monkeypatch.setattr(cardgen.press.edition, "open_edition", opened)
    monkeypatch.setattr("cardgen.export.open_edition", opened)


@pytest.mark.parametrize("command", COMMANDS)
def test_what_was_found_is_told_again_without_a_look_at_the_game(game, run, monkeypatch, command):
    game.write("strings/en.yaml", (game.path / "strings/en.yaml").read_text() + ORPHAN)
    first = run(*in_french(command))
    assert first.code == 0 and "fr.yaml: error: fr: 'unheard' is not translated" in first.err
    unopened(monkeypatch)
    again = run(*in_french(command))
    assert again.code == 0 and again.err == first.err
    files = [line for line in again.out.splitlines() if "/wood/" in line]
    assert files and all(line.endswith("unchanged") for line in files)


@pytest.mark.parametrize("harm", [{"code": "nonsense"}, {"place": {"file": "../../gone.yaml"}}, {"place": 3}])
def test_harmed_findings_are_found_again(game, run, tmp_path, harm):
    game.write("strings/en.yaml", (game.path / "strings/en.yaml").read_text() + ORPHAN)
    first = run(*in_french("build"))
    (path,) = (tmp_path / "out").rglob(".whole.json")
    told = json.loads(path.read_text())
    told["findings"][0] |= harm
    path.write_text(json.dumps(told))
    assert run(*in_french("build")).err == first.err


# A full disk


def full_at_the_end(monkeypatch, after):
    """So many files find room beside their places, the later ones do not."""
    made, make = [], tempfile.mkstemp

    def few(*arguments, **named):
        made.append(arguments)
        if len(made) > after:
            raise FULL
        return make(*arguments, **named)

    monkeypatch.setattr("cardgen.store.writing.tempfile.mkstemp", few)


@pytest.mark.parametrize("after", [0, 3])
def test_an_export_to_a_full_disk_leaves_all_as_it_was(game, run, tmp_path, monkeypatch, after):
    export = COMMANDS["export"]
    assert run(*export).code == 0
    game.edit("strings/en.yaml", "Fox", "Vixen")
    before = contents(tmp_path)
    with monkeypatch.context() as patch:
        full_at_the_end(patch, after)
        result = run(*export)
    assert result.code == 2 and "cardgen cannot write this: No space left on device" in result.err
    assert contents(tmp_path) == before
    assert run(*export).code == 0


def test_an_export_that_finds_no_room_for_what_it_makes(game, run, tmp_path, monkeypatch):
    before = contents(tmp_path)

    def full(*_, **__):
        raise FULL

    monkeypatch.setattr("cardgen.export.tempfile.NamedTemporaryFile", full)
    result = run(*COMMANDS["export"])
    assert result.code == 2 and "cardgen cannot write this: No space left on device" in result.err
    assert contents(tmp_path) == before


def test_a_record_on_a_full_disk_leaves_the_last_one(game, run, tmp_path, monkeypatch):
    record = ("printed", "./wood", "--lang", "en")
    assert run(*record).code == 0
    game.edit("strings/en.yaml", "Fox", "Vixen")
    before = contents(tmp_path)
    with monkeypatch.context() as patch:
        full_at_the_end(patch, 0)
        result = run(*record)
    assert result.code == 2 and "printed.yaml: cardgen cannot write this: No space left on device" in result.err
    ledger = {name: data for name, data in contents(tmp_path).items() if name.endswith("printed.yaml")}
    assert ledger == {name: before[name] for name in ledger}


def test_words_on_a_full_disk_leave_the_strings(game, run, tmp_path, monkeypatch):
    assert run("words", "./wood", "--to", "csv").code == 0
    path = tmp_path / "out/wood/base/fr/words.csv"
    path.write_text(path.read_text("utf-8-sig").replace("Renard", "Goupil"))
    before = contents(tmp_path)
    full_at_the_end(monkeypatch, 0)
    result = run("words", "./wood", "--from", str(path))
    assert result.code == 2 and "fr.yaml: cardgen cannot write this: No space left on device" in result.err
    assert contents(tmp_path) == before


# Several editions in one go


def saved(tmp_path, variant, prefix):
    return json.loads((tmp_path / f"out/wood/{variant}/en/tts/{prefix}.en.json").read_text())["ObjectStates"][0]


def test_variants_that_are_saved_in_one_go_share_their_slots(game, run, tmp_path):
    export = ("export", "./wood", "--to", "tts", "--lang", "en", "--variant", "all")
    assert run(*export).code == 0
    base, quick = saved(tmp_path, "base", "wood"), saved(tmp_path, "quick", "wood-quick")

    def slots(deck):
        return {card["Nickname"]: card["CardID"] % 100 for card in deck["ContainedObjects"]}

    assert slots(base) == slots(quick)
    assert len(base["DeckIDs"]) == len(quick["DeckIDs"]) + 1
    lock = game.path / "slots.yaml"
    before, written = lock.read_text(), contents(tmp_path / "out")
    again = run(*export)
    assert again.code == 0 and again.out.count("unchanged") == len(again.out.splitlines())
    lock.unlink()  # one after the other they come to the same
    for variant in ("base", "quick"):
        assert run(*export[:-1], variant).code == 0
    assert lock.read_text() == before and contents(tmp_path / "out") == written


def test_a_check_that_would_refuse_says_so_and_writes_nothing(game, run, tmp_path):
    game.write("printers/ours.yaml", "name: Our House\nsends: pictures\nbleed: 3 mm\nsafe: 3 mm\nmost: 3\n")
    before = contents(tmp_path)
    result = run("export", "./wood", "--to", "ours", "--check", "--lang", "en")
    assert result.code == 1 and "error: 5 cards of the size" in result.err
    assert {name for name in contents(tmp_path) if not name.startswith("out/")} == set(before)
    assert not (tmp_path / "out/wood").exists()


# Printers at home and print houses lie in one folder


AT_HOME = "paper: a4\nflip: long\ndx: 0.4 mm\ndy: 0 mm\nrotation: 0\nscale: [1, 1]\nmargin: 5 mm\n"
HOUSE = "name: Our House\nsends: pictures\nbleed: 3 mm\nsafe: 3 mm\n"


@pytest.mark.parametrize(
    ("profile", "arguments", "told"),
    [
        (AT_HOME, ("export", "--to", "ours"), "wood/printers/ours.yaml: 'ours' is a printer at home; to print on it, "
         "run cardgen build --printer ours"),
        (HOUSE, ("build", "--printer", "ours"), "wood/printers/ours.yaml:1:1: 'ours' is a print house; "
         "to order from it, run cardgen export --to ours"),
        (AT_HOME.replace("flip: long", "flip: lung"), ("build", "--printer", "ours"), "ours.yaml:2:7: flip: expected"),
        (AT_HOME.replace("dx: 0.4 mm", "dx: far"), ("build", "--printer", "ours"), "ours.yaml:3:5: dx: expected"),
        (AT_HOME.replace("margin", "margen"), ("build", "--printer", "ours"), "ours.yaml:7:1: margen: unknown key"),
        ("paper: [a4\n", ("build", "--printer", "ours"), "ours.yaml:1:8: the bracket [ opened"),
    ],
)  # fmt: skip
def test_a_profile_that_will_not_do_is_told_with_its_place(game, run, tmp_path, profile, arguments, told):
    game.write("printers/ours.yaml", profile)
    before = contents(game.path)
    result = run(arguments[0], "./wood", "--lang", "en", *arguments[1:])
    assert result.code == 2 and told in result.err
    assert contents(game.path) == before and not (tmp_path / "out/wood").exists()


def test_a_print_house_of_the_library_is_no_printer(game, run):
    told = run("build", "./wood", "--lang", "en", "--printer", "tgc")
    assert told.code == 2 and "'tgc' is a print house; to order from it, run cardgen export --to tgc" in told.err


def test_a_printer_of_the_game_comes_before_those_of_its_library(tmp_path):
    library = tmp_path / "library"
    home = Home(library / "decks/wood", library, ())
    for folder, flip in ((library, "long"), (home.folder, "short")):
        (folder / "printers").mkdir(parents=True)
        (folder / "printers/ours.yaml").write_text(f"paper: a4\nflip: {flip}\n")
    printer, node = find_printer(home, "ours")
    assert (printer.flip, kind_of(node)) == ("short", "printer")


def test_both_kinds_of_profiles_share_a_folder(game, run):
    game.write("printers/desk.yaml", AT_HOME)
    game.write("printers/ours.yaml", HOUSE)
    assert run("build", "./wood", "--lang", "en", "--only", "cards", "--printer", "desk").code == 0
    assert run("export", "./wood", "--lang", "en", "--to", "ours", "--check").code == 0


def test_the_faults_of_every_house_are_told(game, run):
    """A printer at home of which the paper is not said is none of them, and is told where it is asked for."""
    game.write("printers/desk.yaml", AT_HOME.partition("\n")[2])
    game.write("printers/mill.yaml", HOUSE.replace("bleed", "bled"))
    game.write("printers/ours.yaml", HOUSE.replace("3 mm", "far"))
    game.write("printers/torn.yaml", "name: [Torn\n")
    told = run("export", "./wood", "--lang", "en", "--to", "tgc").err
    assert [place in told for place in ("mill.yaml:3:1: bled", "ours.yaml:3:8", "ours.yaml:4:7", "torn.yaml:1:")] == [
        True
    ] * 4
    assert "desk" not in told
    for name in ("mill", "ours", "torn"):
        game.write(f"printers/{name}.yaml", HOUSE)
    assert run("export", "./wood", "--lang", "en", "--to", "ours", "--check").code == 0
    told = run("build", "./wood", "--lang", "en", "--printer", "desk")
    assert told.code == 2 and "desk.yaml:1:1: paper: " in told.err

"""What a command writes: nothing outside the folder that one stands in or has named, nothing in the place of a device,
a pipe, a socket, a link or a folder. Each is refused with a clear message, and all else is as it was."""

import ast
import os
import socket
import stat
from pathlib import Path

import pytest

from cardgen.desk import keep, notes, texts
from cardgen.foundations.errors import InputError
from cardgen.store.library import PACKAGE, find_game
from cardgen.store.outputs import MANIFEST, PendingFile, tidy, write_made
from cardgen.store.writing import own_folder, place_of, require_writable
from tests.conftest import contents

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no such files")
MADE = ("build", "./wood")


@pytest.fixture
def outside(tmp_path_factory) -> Path:
    """A folder of the user's that no game has to do with."""
    folder = tmp_path_factory.mktemp("outside")
    (folder / "thesis.pdf").write_text("ten years of work")
    return folder


def refused(told, *words: str) -> None:
    assert told.code == 2, told.err
    assert "cardgen cannot write" in told.err and "Traceback" not in told.err
    assert all(word in told.err for word in words), told.err


# ---- links on the way


def all_of_it(out: Path, outside: Path) -> None:
    out.symlink_to(outside)


def one_that_hangs(out: Path, outside: Path) -> None:
    out.symlink_to(outside / "new")


def a_game(out: Path, outside: Path) -> None:
    out.mkdir()
    (out / "wood").symlink_to(outside)


def an_edition(out: Path, outside: Path) -> None:
    (out / "wood").mkdir(parents=True)
    (out / "wood/base").symlink_to(outside)


def a_language(out: Path, outside: Path) -> None:
    (out / "wood/base").mkdir(parents=True)
    (out / "wood/base/en").symlink_to(os.path.relpath(outside, out / "wood/base"))


def a_link_to_a_link(out: Path, outside: Path) -> None:
    (out / "wood").mkdir(parents=True)
    (out / "other").symlink_to(outside)
    (out / "wood/base").symlink_to("../other")


LINKS = [all_of_it, one_that_hangs, a_game, an_edition, a_language, a_link_to_a_link]


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize(
    "command",
    [
        MADE, (*MADE, "--only", "pictures"), ("export", "./wood", "--to", "png"), ("export", "./wood", "--to", "tts"),
        ("words", "./wood", "--to", "po"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_nothing_is_written_through_a_link_that_leads_out(link, command, game, run, tmp_path, outside):
    if link is a_language and command[-1] in ("po", "pictures"):
        pytest.skip("which nothing is written to")
    link(tmp_path / "out", outside)
    before = contents(outside)
    refused(run(*command), "a link leads out of", str(outside))
    assert contents(outside) == before and not (outside / "new").exists()
    assert not [path for path in outside.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("link", [a_game, an_edition, a_language, a_link_to_a_link])
def test_a_folder_that_was_named_leads_where_it_will_and_what_is_in_it_does_not(link, game, run, tmp_path, outside):
    """`--out`, elsewhere than below the folder that one stands in, may itself be a link: that is the user's own."""
    link(outside / "out", tmp_path)
    before = contents(tmp_path)
    refused(run(*MADE, "--out", str(outside / "out"), cwd=tmp_path / "wood" / ".."), "a link leads out of")
    assert contents(tmp_path) == before
    (outside / "mine").symlink_to(outside / "really")
    assert run(*MADE, "--out", str(outside / "mine")).code == 0
    assert (outside / "really/wood/base/en/cards.pdf").exists()


def test_a_link_that_stays_within_is_followed(game, run, tmp_path):
    (tmp_path / "prints").mkdir()
    (tmp_path / "out").symlink_to("prints")
    assert run(*MADE).code == 0
    assert (tmp_path / "prints/wood/base/en/cards.pdf").exists() and (tmp_path / "out").is_symlink()


# ---- what stands in the place of a file


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_socket(path: Path) -> None:
    where = os.getcwd()
    os.chdir(path.parent)  # the names of sockets are short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(where)


def a_device(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only an administrator makes devices")


def a_link(path: Path) -> None:
    path.symlink_to("elsewhere")
    path.with_name("elsewhere").write_text("kept")


def a_link_to_nothing(path: Path) -> None:
    path.symlink_to("nowhere")


def a_folder(path: Path) -> None:
    path.mkdir()


KINDS = [a_pipe, a_socket, a_device, a_link, a_link_to_nothing, a_folder]
SWEEP = ("sweep", "king_lui", "--over", "cards_per_player=3", "--games", "1")
TUNE = ("tune", "king_lui", "--within", "cards_per_player=3..4", "--for", "random: {minutes: 1 to 90}")
OPTIONS = [
    ("check", "./wood", "--static", "--report"), (*SWEEP, "--report"), (*SWEEP, "--csv"), (*SWEEP, "--parquet"),
    (*TUNE, "--report"),
]  # fmt: skip


def state(folder: Path) -> dict[str, tuple[int, int, str]]:
    found = {path: path.lstat() for path in folder.rglob("*")}
    return {
        str(path): (each.st_mode, each.st_ino, os.readlink(path) if path.is_symlink() else "")
        for path, each in found.items()
    }


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", OPTIONS, ids=lambda command: f"{command[0]} {command[-1]}")
def test_what_a_command_is_told_to_write_takes_the_place_of_files_alone(kind, command, game, run, tmp_path):
    target = tmp_path / "target"
    kind(target)
    before = state(tmp_path)
    refused(run(*command, "target"), "target", "it is a")
    assert state(tmp_path) == before


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", ["cards.pdf", MANIFEST])
def test_what_a_build_writes_takes_the_place_of_files_alone(kind, place, game, run, tmp_path):
    folder = tmp_path / "out/wood/base/en"
    folder.mkdir(parents=True)
    kind(folder / place)
    before = state(tmp_path)
    refused(run(*MADE), place, "it is a")
    assert state(tmp_path) == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_printers_profile_takes_the_place_of_a_file_alone(kind, run, tmp_path):
    (tmp_path / "printers").mkdir()
    kind(tmp_path / "printers/hp.yaml")
    before = state(tmp_path)
    corners = [word for corner in ("top-left", "top-right", "bottom-left", "bottom-right") for word in
               (f"--{corner}", "0", "0")]  # fmt: skip
    refused(run("calibrate", "hp", *corners), "hp.yaml")
    assert state(tmp_path) == before


def test_printers_profiles_are_not_written_through_a_link(run, tmp_path, outside):
    (tmp_path / "printers").symlink_to(outside)
    before = contents(outside)
    corners = [word for corner in ("top-left", "top-right", "bottom-left", "bottom-right") for word in
               (f"--{corner}", "0", "0")]  # fmt: skip
    refused(run("calibrate", "hp", *corners), "a link leads out of")
    (tmp_path / "out").symlink_to(outside)
    refused(run("calibrate", "hp"), "a link leads out of")
    assert contents(outside) == before


def test_the_standard_output_is_written_to(game, run, tmp_path):
    there = os.lstat("/dev/stdout")
    for name in ("-", "/dev/stdout"):
        told = run("check", "./wood", "--static", "--report", name)
        assert told.code == 0 and told.out.startswith("<!DOCTYPE html>") and told.out.count("</html>") == 1
    assert not (tmp_path / "-").exists() and os.lstat("/dev/stdout") == there


def test_devices_stay_devices(game, run):
    before = os.lstat("/dev/null")
    refused(run("check", "./wood", "--static", "--report", "/dev/null"), "it is a device")
    assert os.lstat("/dev/null").st_mode == before.st_mode


# ---- what is written beside a game


SAVES = {
    "variants": lambda home: keep.write(keep.as_variant(home, "base", {"count.fox": "4"}, "more"), *home.grounds),
    "notes": lambda home: notes.add(home, notes.Note("base", "1-0000", 1, "people", "", "good")),
    "strings": lambda home: texts.write(home.folder / "strings/it.yaml", "", "a: b\n", *home.grounds),
}


@pytest.mark.parametrize("part", SAVES)
def test_what_the_desk_saves_stays_with_the_game(part, game, tmp_path, outside, monkeypatch):
    """From another folder, so that the game's own is the only bound."""
    (game.path / "variants/quick.yaml").unlink()
    home = find_game(str(game.path))
    monkeypatch.chdir(outside.parent)
    SAVES[part](home)  # where there is no link
    folder = game.path / part
    folder.rename(tmp_path / part)
    folder.symlink_to(outside)
    before = contents(outside)
    with pytest.raises(InputError, match="a link leads out of"):
        SAVES[part](home) if part != "strings" else texts.write(folder / "new.yaml", "", "a: b\n", *home.grounds)
    assert contents(outside) == before


def test_translations_are_not_taken_into_another_file(game, run, tmp_path, outside):
    assert run("words", "./wood", "--to", "csv", "--lang", "fr").code == 0
    table = tmp_path / "out/wood/base/fr/words.csv"
    table.write_text(table.read_text("utf-8").replace("Renard", "Goupil"), "utf-8")
    file = game.path / "strings/fr.yaml"
    file.rename(game.path / "strings/real.yaml")
    file.symlink_to("real.yaml")
    before = contents(game.path)
    refused(run("words", "./wood", "--from", str(table)), "it is a link")
    assert contents(game.path) == before


@pytest.mark.parametrize("link", ["new", "here/new"])
def test_a_new_game_is_made_in_a_folder_that_is_one(link, run, tmp_path, outside):
    (tmp_path / "here").mkdir()
    (tmp_path / link).symlink_to(outside / "there")
    assert run("new", link).code == 2
    assert run("new", f"{link}/game").code == 2
    assert contents(outside).keys() == {"thesis.pdf"}


def test_schemas_are_not_written_through_a_link(run, tmp_path, outside):
    (tmp_path / "schemas").symlink_to(outside)
    refused(run("schema", "--out", "schemas"), "a link leads out of")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/game.json").symlink_to(outside / "thesis.pdf")
    refused(run("schema", "--out", "mine"), "it is a link")
    assert contents(outside) == {"thesis.pdf": b"ten years of work"}


# ---- what a ledger tells to take away


@pytest.mark.parametrize("name", ["../../thesis.pdf", "{outside}/thesis.pdf", "..", "", "a/../../../thesis.pdf"])
def test_a_ledger_takes_away_what_lies_beside_it_alone(name, tmp_path, outside):
    import hashlib
    import json

    folder = tmp_path / "out"
    (folder / "a").mkdir(parents=True)
    kept = outside / "thesis.pdf"
    (tmp_path.parent / "thesis.pdf").write_bytes(kept.read_bytes())
    digest = hashlib.sha256(kept.read_bytes()).hexdigest()
    told = {name.format(outside=outside): {"key": "k", "bytes": digest, "stat": [17, kept.stat().st_mtime_ns]}}
    (folder / MANIFEST).write_text(json.dumps(told))
    (folder / "a" / MANIFEST).write_text(json.dumps(told))
    assert tidy(folder, []) == []
    assert kept.exists() and (tmp_path.parent / "thesis.pdf").exists()


# ---- the mechanism


def test_places_are_real_ones(tmp_path, outside, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link").symlink_to(outside)
    assert place_of(Path("a/b")) == tmp_path / "a/b"
    assert place_of(outside / "b") == outside / "b"  # named, and not brought
    for path in ("link/b", "link/../b/../link/b", f"{tmp_path}/link/b"):
        for ask in (place_of, require_writable):
            with pytest.raises(InputError, match="a link leads out of"):
                ask(Path(path))
    with pytest.raises(InputError, match="a link leads out of"):
        own_folder(Path("link"), "made")
    with pytest.raises(InputError, match="a link leads out of"):
        write_made([PendingFile(tmp_path / "link/b", "k", "d", b"a")])
    assert contents(outside).keys() == {"thesis.pdf"} and not list(outside.glob(".*"))


TEMPORARY = {  # what is written into a folder that was made for it a moment before
    "starting/starter.py", "desk/uploads.py", "fetching/sheets.py", "press/images.py", "text/font_file.py",
    "pdf/separations.py",
    "desk/keep.py",
    "importers/game.py", "importers/sources.py",
    "comparing/git.py",
}  # fmt: skip
WRITES = {"write_bytes", "write_text", "symlink_to", "hardlink_to", "rename"}  # of paths
MODULES = {"shutil": {"copy", "copyfile", "copytree", "move"}, "os": {"replace", "rename", "link", "symlink"}}


def test_files_are_written_by_what_looks_where():
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                module = node.func.value.id if isinstance(node.func.value, ast.Name) else ""
                if node.func.attr in WRITES | MODULES.get(module, set()):
                    found.add(path.relative_to(PACKAGE).as_posix())
    assert found - TEMPORARY == {"store/writing.py", "store/cache.py"}
    assert found >= TEMPORARY

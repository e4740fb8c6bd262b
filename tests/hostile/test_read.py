"""What a command reads: regular files of a bounded size. A pipe is not waited for, a device and a file of 60 GB not
taken into memory, and what was harmed is not taken as whole."""

import ast
import json
import os
import stat
import sys
from pathlib import Path

import pytest

from cardgen.store.library import PACKAGE
from cardgen.store.outputs import FOLDER_RECORD, MANIFEST
from tests.conftest import Outcome
from tests.hostile.limits import limits

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there are no such files")


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_device(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 5))  # of zeros without end
    except PermissionError:
        pytest.skip("only an administrator makes devices")


def a_link_to_a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_sparse_file(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(60_000_000_000)


def a_folder(path: Path) -> None:
    path.mkdir()


def a_deep_text(path: Path) -> None:
    path.write_text("[" * 1_000_000)


KINDS = [a_pipe, a_device, a_link_to_a_device, a_sparse_file, a_folder, a_deep_text]


@pytest.fixture
def bounded(run):
    """Runs a command within bounds of time and memory."""

    def bounded(*command: str, codes: tuple[int, ...]) -> Outcome:
        with limits():
            found = run(*command)
        assert found.code in codes, found.err
        assert "Traceback" not in found.err and "MemoryError" not in found.err
        return found

    return bounded


def put(kind, path: Path) -> None:
    path.unlink(missing_ok=True)
    kind(path)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["en/cards.pdf", f"en/{MANIFEST}", f"en/{FOLDER_RECORD}"])
def test_what_lies_where_a_build_writes(kind, name, game, out, tmp_path, bounded):
    """A file is replaced; what is none is refused, and stays."""
    put(kind, path := out / "wood/base" / name)
    before = path.lstat()
    if kind in (a_sparse_file, a_deep_text):
        bounded("build", "./wood", codes=(0,))
        assert path.stat().st_size < 1_000_000
    else:
        assert "cardgen cannot write this file: it is a" in bounded("build", "./wood", codes=(2,)).err
        assert (path.lstat().st_ino, path.lstat().st_mode) == (before.st_ino, before.st_mode)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["game.yaml", "strings/fr.yaml", "layouts/creature.yaml", "variants/quick.yaml"])
def test_files_of_a_game(kind, name, game, tmp_path, bounded):
    put(kind, game.path / name)
    bounded(
        "build",
        "./wood",
        "--variant",
        "quick",
        codes=(
            0,
            2,
        ),
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("slots.yaml", ("export", "./wood", "--to", "tts")),
        ("printed.yaml", ("printed", "./wood")),
        ("printed.yaml", ("build", "./wood", "--changed")),
        ("rules.yaml", ("check", "./wood", "--static")),
        ("examples.yaml", ("check", "./wood", "--static")),
        ("learnt.yaml", ("check", "./wood", "--static")),
        ("rulebooks/en.md.j2", ("build", "./wood")),
        ("fonts/mine/regular.ttf", ("build", "./wood")),
        ("icons/fox-head.svg", ("build", "./wood")),
        ("played/wood/one.yaml", ("check", "./wood", "--static")),
        ("words/en.yaml", ("build", "./wood")),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)  # fmt: skip
def test_files_that_may_lie_beside_a_game(kind, name, command, game, tmp_path, bounded):
    (path := game.path / name).parent.mkdir(parents=True, exist_ok=True)
    kind(path)
    bounded(
        *command,
        codes=(
            0,
            1,
            2,
        ),
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "svg"])
def test_pictures(kind, suffix, game, tmp_path, bounded):
    (path := game.path / f"art/big.{suffix}").parent.mkdir()
    kind(path)
    game.write("layouts/back.yaml", f"fields:\n  art: {{draw: picture, of: art/big.{suffix}, top: 5, height: 20}}\n")
    bounded("build", "./wood", codes=(2,))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("printers/hp.yaml", ("build", "./wood", "--printer", "hp")),
        ("words.po", ("words", "./wood", "--from", "words.po")),
        ("words.csv", ("words", "./wood", "--from", "words.csv")),
        ("words.xliff", ("words", "./wood", "--from", "words.xliff")),
        ("cards.csv", ("new", "mine", "--from", "cards.csv")),
        ("cards.xlsx", ("new", "mine", "--from", "cards.xlsx")),
        ("cards.ods", ("new", "mine", "--from", "cards.ods")),
        ("card.svg", ("new", "mine", "--like", "card.svg", "--cells", "deck.csv")),
        ("card.pdf", ("new", "mine", "--like", "card.pdf", "--cells", "deck.csv")),
        ("cards.csv", ("new", "mine", "--like", "card.svg", "--cells", "cards.csv")),
        ("some.yaml", ("build", "./wood", "--variant", "./some.yaml")),
        ("one.yaml", ("build", "./one.yaml")),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)  # fmt: skip
def test_files_that_are_named(kind, name, command, game, tmp_path, bounded):
    (path := tmp_path / name).parent.mkdir(exist_ok=True)
    kind(path)
    bounded(*command, codes=(2,))


HARMS = {
    "a byte": lambda data: data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :],
    "all of it": lambda data: b"\0" * len(data),
}


@pytest.mark.parametrize("how", HARMS)
def test_what_was_harmed_with_its_old_size_and_time_is_made_anew(how, game, run, tmp_path, out):
    assert run("build", "./wood").out.count("unchanged") == 2
    path = out / "wood/base/en/cards.pdf"
    whole, told = path.read_bytes(), path.stat()
    path.write_bytes(HARMS[how](whole))
    os.utime(path, ns=(told.st_atime_ns, told.st_mtime_ns))
    assert run("build", "./wood").out.count("unchanged") == 1
    assert path.read_bytes() == whole


@pytest.mark.parametrize("name", ["../../../secret", "/etc/passwd", "", "a", "en/../../../secret", "en", "."])
def test_a_record_names_files_of_its_own_folder_alone(name, game, run, tmp_path, out):
    (tmp_path / "secret").write_text("secret")
    for path in out.glob(f"wood/base/*/{FOLDER_RECORD}"):
        told = json.loads(path.read_text())
        told["files"] = {name: "0" * 64, **told["files"]}
        path.write_text(json.dumps(told))
    told = run("build", "./wood")
    assert told.code == 0 and "secret" not in told.out + told.err and told.out.count("unchanged") == 2


def test_within_these_bounds_a_game_is_printed(game, tmp_path, bounded):
    bounded("build", "./wood", "--variant", "all", codes=(0,))


# ---- the mechanism has no ways around it

OWN = {  # what is read of the package itself, or was made a moment before in a folder of ours
    "text/patterns.py", "store/code.py", "play/compiled.py", "play/lowering/module.py", "validation/questions/moot.py",
    "validation/sampling/kept.py", "desk/server.py", "pdf/separations.py", "export/houses/reading_back.py",
    "store/outputs.py", "starting/starter.py",
}  # fmt: skip
HEADS = {"text/font_file.py"}  # of files that were looked at: a few bytes


def test_files_are_read_by_what_bounds_them():
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                bytewise = any(getattr(each, "value", "") == "rb" for each in node.args)
                if node.func.attr in ("read_bytes", "read_text") or (node.func.attr == "open" and bytewise):
                    found.add(path.relative_to(PACKAGE).as_posix())
    assert found - OWN - HEADS == {"store/reach.py"}
    assert found >= OWN | HEADS

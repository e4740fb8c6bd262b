"""What differs on Windows and macOS, simulated: locked files, consoles, capitals in names, lines and paths.

Processes without fork are in `tests/press/test_spawned.py`, reserved names in `tests/store/test_library.py`.
"""

from __future__ import annotations

import builtins
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.commands.cli import main
from cardgen.foundations import terminal
from cardgen.foundations.errors import InputError
from cardgen.store import writing
from cardgen.store.outputs import PendingFile, write_made


class Terminal(io.StringIO):
    def isatty(self):
        return True


# ---- files that another program has open


@pytest.fixture
def locked(monkeypatch):
    """A set of files that a viewer has open."""
    files = set()

    def refusing(path, *given, **named):
        if Path(path) in files:
            raise PermissionError(13, "Permission denied", str(path))
        return builtins.open(path, *given, **named)

    monkeypatch.setattr(writing, "_LOCKS", True)
    monkeypatch.setattr(writing, "open", refusing, raising=False)
    return files


def test_no_file_is_replaced_if_a_viewer_has_one_of_them_open(locked, tmp_path):
    first, second = tmp_path / "a.pdf", tmp_path / "b.pdf"
    for file in (first, second):
        file.write_bytes(b"old")
    locked.add(second)
    with pytest.raises(InputError, match=r"b\.pdf: .*another program has this file open.*close it there"):
        writing.replace_files({first: b"new", second: b"new"})
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"a.pdf": b"old", "b.pdf": b"old"}
    locked.clear()
    writing.replace_files({first: b"new", second: b"new", tmp_path / "c.pdf": b"new"})
    assert second.read_bytes() == b"new"


# ---- consoles


@pytest.mark.parametrize(
    ("platform", "switched", "term", "takes"),
    [
        ("linux", False, "xterm", True),
        ("linux", True, "dumb", False),
        ("win32", True, "", True),
        ("win32", 0, "", False),
    ],
)
def test_escape_sequences_go_to_terminals_that_understand_them(platform, switched, term, takes, monkeypatch):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(terminal, "_switch_escapes_on", lambda: bool(switched))
    assert terminal.takes_escapes(Terminal()) is takes
    assert not terminal.takes_escapes(io.StringIO())


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "cp850", "ascii"])
def test_a_console_without_unicode_gets_every_line(encoding, tmp_path):
    game = tmp_path / "ça"
    (game / "strings").mkdir(parents=True)
    (game / "game.yaml").write_text("players: 2\nlanguages: [en]\ndecks: {}\n", "utf-8")
    (game / "strings/en.yaml").write_text('game.title: "Ça – 中 🂡"\n', "utf-8")
    line = [sys.executable, "-m", "cardgen", "list", str(game)]
    done = subprocess.run(line, env=os.environ | {"PYTHONIOENCODING": encoding}, capture_output=True, timeout=60)
    assert b"Traceback" not in done.stderr
    assert done.stdout.decode(encoding) or done.stderr.decode(encoding)


# ---- names and lines


def test_two_files_whose_names_differ_in_capitals_are_refused(tmp_path):
    files = [PendingFile(tmp_path / name, name, name, b"x") for name in ("Cards.pdf", "cards.pdf")]
    with pytest.raises(InputError, match="two games with the same name"):
        write_made(files, root=tmp_path)


def test_files_with_lines_of_windows_are_read_and_kept(tmp_path, monkeypatch):
    """CR LF and a byte order mark, as Notepad writes them."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "wood"]) == 0
    for file in (tmp_path / "wood").rglob("*.yaml"):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert main(["check", "./wood", "--static"]) == 0


def test_a_path_may_be_written_with_backslashes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "wood"]) == 0
    (tmp_path / "wood/art").mkdir()
    (tmp_path / "wood/art/dot.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>')
    layout = tmp_path / "wood/layouts/creature.yaml"
    layout.write_text(
        layout.read_text("utf-8") + "  dot: {draw: picture, of: 'art\\dot.svg', left: 5, top: 5, width: 4, height: 4}\n"
    )
    assert main(["check", "./wood", "--static"]) == 0

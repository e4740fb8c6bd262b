"""What is looked at while something is made is noted, and what is remembered is noted again."""

from __future__ import annotations

import ast
import os
import pickle
from pathlib import Path

import pytest

from cardgen.foundations.errors import InputError
from cardgen.press import cores
from cardgen.store import cache, reach, remember
from cardgen.store.answers import Answers, as_kept, of_kept
from cardgen.store.library import PACKAGE
from cardgen.store.traces import READ, Question, Trace, tracing, untraced

ASKED = {
    "a file": lambda folder: reach.read_bytes(folder / "a.yaml"),
    "no file": lambda folder: missed(folder / "b.yaml"),
    "whether there is a file": lambda folder: reach.is_file(folder / "b.yaml"),
    "whether there is a folder": lambda folder: reach.is_folder(folder / "b.yaml"),
    "whether there is anything": lambda folder: reach.is_there(folder / "b.yaml"),
    "names": lambda folder: reach.matching(folder, "*.yaml"),
    "files below": lambda folder: reach.files_below(folder, [".yaml"]),
}
CHANGES = {
    "a file": lambda folder: (folder / "a.yaml").write_text("two"),
    "whether there is a folder": lambda folder: (folder / "b.yaml").mkdir(),
}


def missed(path):
    with pytest.raises(InputError):
        reach.read_bytes(path)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.yaml").write_text("one")
    return tmp_path


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("name", ASKED)
def test_a_question_is_answered_otherwise_after_a_change_and_not_before(folder, name, kept):
    with tracing() as trace:
        ASKED[name](folder)
    assert trace.answers
    asked = of_kept(as_kept(trace, folder / "out"), folder / "out", [folder]) if kept else [*trace.answers.items()]
    assert Answers().agree(asked)
    (folder / "c.txt").write_text("nobody asked for it")
    assert Answers().agree(asked)
    CHANGES.get(name, lambda folder: (folder / "b.yaml").write_text("new"))(folder)
    assert not Answers().agree(asked)


def test_a_change_that_keeps_size_and_time_is_seen(folder):
    with tracing() as trace:
        reach.read_bytes(folder / "a.yaml")
    assert Answers().agree(trace.answers.items())
    told = os.stat(folder / "a.yaml")
    (folder / "a.yaml").write_text("two")
    os.utime(folder / "a.yaml", ns=(told.st_atime_ns, told.st_mtime_ns))
    assert not Answers().agree(trace.answers.items())


def test_a_file_that_changes_while_it_is_read_agrees_with_nothing(folder):
    with tracing() as trace:
        reach.read_bytes(folder / "a.yaml")
        (folder / "a.yaml").write_text("two")
        reach.read_bytes(folder / "a.yaml")
    assert not Answers().agree(trace.answers.items())


def test_traces_nest_and_what_only_compares_is_in_none(folder):
    with tracing() as outer:
        with tracing() as inner:
            reach.read_bytes(folder / "a.yaml")
        with untraced():
            reach.is_file(folder / "b.yaml")
    assert outer.answers == inner.answers and len(inner.answers) == 1


def test_what_is_remembered_is_noted_each_time_with_all_that_it_read(folder):
    (folder / "inner.yaml").write_text("inner")
    read = []

    @remember.per_file
    def both(path):
        read.append(path)
        return reach.read_bytes(path) + reach.read_bytes(folder / "inner.yaml")

    def asked():
        with tracing() as trace:
            found = both(folder / "a.yaml")
        return found, trace.paths()

    assert asked() == asked() == (b"oneinner", [str(folder / "inner.yaml"), str(folder / "a.yaml")][::-1])
    assert len(read) == 1
    (folder / "inner.yaml").write_text("other")
    assert asked()[0] == b"oneother"


def test_what_is_worked_out_once_counts_for_all_who_ask(folder):
    asked = remember.once(lambda: reach.read_bytes(folder / "a.yaml"))
    for _ in range(2):
        with tracing() as trace:
            asked()
        assert trace.paths() == [str(folder / "a.yaml")]


def test_processes_hand_back_what_they_read(folder, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1}, raising=False)
    for name in "bc":
        (folder / f"{name}.yaml").write_text(name)
    names = ["a.yaml", "b.yaml"]
    with tracing() as trace:
        assert cores.each(lambda name: reach.read_bytes(folder / name), names, "reading") == [b"one", b"b"]
        with cores.run_in_background(lambda: reach.read_bytes(folder / "c.yaml")) as found:
            assert found.result() == b"c"
    assert {Path(path).name for path in trace.paths()} == {"a.yaml", "b.yaml", "c.yaml"}


def test_what_is_kept_between_commands_is_in_no_trace(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    with tracing() as trace:
        cache.keep("kind", "name", b"data")
        assert cache.read("kind", "name") == b"data"
    assert trace.answers == {}


def test_a_trace_goes_from_process_to_process():
    trace = Trace([(Question(READ, "/a"), "1")])
    assert pickle.loads(pickle.dumps(trace)).answers == trace.answers


@pytest.mark.parametrize(
    "harm",
    [
        None,
        {},
        [1],
        [["read", "a", ""]],
        [["read", "a", "", 3]],
        [["eaten", "a", "", "x"]],
        [["below", "/", "", "x"]],
        [["names", "../..", "*", "x"]],
        [["read", "a", "", "x"]] * 60_000,
    ],
    ids=lambda harm: repr(harm)[:30],
)
def test_what_we_did_not_write_is_refused(tmp_path, harm):
    with pytest.raises(ValueError):
        of_kept(harm, tmp_path, [tmp_path])


ROOMS = [
    "definitions",
    "rules",
    "text",
    "svg",
    "checks",
    "graphics",
    "faces",
    "sheets",
    "rulebook",
    "pdf",
    "press",
    "export",
]
LOOKING = {"exists", "is_file", "is_dir", "glob", "rglob", "iterdir", "scandir", "listdir", "read_text", "open"}
KNOWN = {  # what is no file of a game, counts for no trace, or is noted besides
    "pdf/separations.py": "drawn.exists()",
    "press/files.py": "folder.glob(pattern)",
    "text/font_file.py": "path.open('rb')",
    "graphics/pixels.py": "Image.open(file, formats=FORMATS)",
}
HELD = ("io.BytesIO(", "packed.open(", "self.open(")  # what was read already


def test_stages_look_at_files_by_one_room_alone():
    """So nothing that is looked for is left out of a trace."""
    found = {}
    for path in sorted(path for room in (*ROOMS, "export") for path in (PACKAGE / room).rglob("*.py")):
        calls = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
        for call in calls:
            if isinstance(call.func, ast.Attribute) and call.func.attr in LOOKING:
                told = ast.unparse(call)
                if not any(held in told for held in HELD):
                    assert found.setdefault(path.relative_to(PACKAGE).as_posix(), told) == told
    assert found == KNOWN

"""Editions that did not change are not opened again, and only those."""

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image

import cardgen.press.edition as press
from cardgen.press import cores
from cardgen.press.many import prepare_all
from cardgen.press.options import Options
from cardgen.store.library import find_game
from cardgen.store.outputs import write_made
from tests.printing import write_game

VARIANT = "changes: wood\ntexts:\n  en: {title: Quick}\n"
FRONT = """\
  picture: {draw: picture, of: art/dot.png}
  id: {draw: text, text: "{card.id}", left: 5, right: 5, top: 5, height: 8}
"""


@pytest.fixture
def wood(tmp_path, monkeypatch):
    """A game with a picture, a rulebook and two variants, of which one changes the other."""
    folder = write_game(tmp_path / "wood", FRONT, None, ["one", "two"])
    (folder / "art").mkdir()
    Image.new("RGB", (4, 4), "red").save(folder / "art/dot.png")
    (folder / "rulebooks").mkdir()
    (folder / "rulebooks/en.md.j2").write_text("# Play\n\nHello")
    (folder / "variants").mkdir()
    (folder / "variants/quick.yaml").write_text(VARIANT)
    (folder / "variants/quicker.yaml").write_text(VARIANT.replace("changes: wood", "changes: quick"))
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def run(wood, monkeypatch):
    """run() -> the editions opened by a build of all, and the paths of the files that it wrote."""
    opened = []
    real = press.open_edition

    def open_edition(home, variant, *more):
        opened.append(variant)
        return real(home, variant, *more)

    monkeypatch.setattr(press, "open_edition", open_edition)
    monkeypatch.setattr("os.cpu_count", lambda: 1)  # side by side, the processes would count for themselves

    def run(**options):
        opened.clear()
        home = find_game(str(wood))
        prepared = prepare_all([(home, name) for name in ("base", *home.variants)], Options(**options))
        assert not [fault for job in prepared for fault in job.faults]
        files = write_made(
            [file for job in prepared for file in job.made], [job.whole for job in prepared if job.whole]
        )
        return set(opened), [file.path for file in files if file.changed]

    return run


ALL = {"base", "quick", "quicker"}


def test_what_did_not_change_is_not_opened(run):
    opened, files = run()
    assert opened == ALL and len(files) == 12  # cards, rulebook, booklet and HTML of each
    assert run() == (set(), [])


def test_the_files_are_told_all_the_same(run, capsys):
    from cardgen.commands.cli import main

    assert main(["build", ".", "--variant", "all"]) == 0
    first = capsys.readouterr().out
    assert main(["build", ".", "--variant", "all"]) == 0
    assert capsys.readouterr().out.replace("  unchanged", "") == first


@pytest.mark.parametrize(
    ("file", "opened"),
    [
        ("game.yaml", ALL),
        ("strings/en.yaml", ALL),
        ("layouts/front.yaml", ALL),
        ("rulebooks/en.md.j2", ALL),
        ("examples.yaml", ALL),
        ("notes.csv", set()),  # nothing reads it
        ("variants/quick.yaml", {"quick", "quicker"}),
        ("variants/quicker.yaml", {"quicker"}),
    ],
)
def test_what_changed_is_opened(run, file, opened):
    run()
    with Path(file).open("a") as text:
        text.write("\n# a remark\n" if file != "examples.yaml" else "{}")
    assert run()[0] == opened


def test_a_picture_counts(run):
    run()
    Image.new("RGB", (4, 4), "blue").save("art/dot.png")
    opened, files = run()
    assert opened == ALL and files


def test_a_picture_from_elsewhere_counts(wood, tmp_path):
    library = tmp_path / "library"
    (library / "decks").mkdir(parents=True)
    wood.rename(library / "decks/wood")
    (library / "art").mkdir()
    (library / "decks/wood/art/dot.png").rename(library / "art/dot.png")
    home = find_game(str(library / "decks/wood"))

    def opened():
        prepared = prepare_all([(home, "base")], Options(out=tmp_path / "out"))
        write_made([file for job in prepared for file in job.made], [job.whole for job in prepared if job.whole])
        return any(job.whole for job in prepared)

    assert opened() and not opened()
    Image.new("RGB", (4, 4), "blue").save(library / "art/dot.png")
    assert opened() and not opened()


def test_a_spreadsheet_counts_wherever_it_is(run, wood):
    """Also in a hidden folder, where nobody looks for it."""
    text = (wood / "game.yaml").read_text()
    for folder in ("tables", ".tables"):
        (wood / folder).mkdir()
        (wood / folder / "cards.csv").write_text("id\none\n")
        (wood / "game.yaml").write_text(text.replace("{one: {}, two: {}}", f"{folder}/cards.csv"))
        run()
        (wood / folder / "cards.csv").write_text("id\nthree\n")
        opened, files = run()
        assert opened == ALL and any(file.name == "cards.pdf" for file in files)


@pytest.mark.parametrize("options", [{"paper": "letter"}, {"settings": {}, "bleed": 2.0}, {"languages": ("en",)}])
def test_other_options_open_it_and_are_remembered_instead(run, options):
    run()
    assert run(**options)[0] == ALL
    assert run(**options)[0] == set()
    assert run()[0] == ALL


@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_bytes(b"scribbled")])
@pytest.mark.parametrize("name", ["cards.pdf", "rulebook.html", ".built.json", ".whole.json"])
def test_a_harmed_file_opens_its_edition(run, harm, name):
    run()
    kept = {path: path.read_bytes() for path in Path("out").rglob("*.*") if path.name != ".built.json"}
    harm(Path("out/wood/quick/en") / name)
    assert run()[0] == {"quick"}
    assert kept == {path: path.read_bytes() for path in kept}


def test_what_is_wrong_is_told_each_time(run, wood, capsys):
    from cardgen.commands.cli import main

    (wood / "game.yaml").write_text((wood / "game.yaml").read_text().replace("kinds:", "total: 7\n    kinds:"))
    main(["build", "."])
    first = capsys.readouterr().err
    assert "total" in first and "7" in first
    main(["build", "."])
    assert capsys.readouterr().err == first


def test_what_changes_while_it_is_read_is_not_missed(run, monkeypatch):
    counting = press.open_edition

    def slow(*job):
        edition = counting(*job)
        Path("strings/en.yaml").write_text("game.title: Saved while a build was on its way\n")
        return edition

    with monkeypatch.context() as patched:
        patched.setattr(press, "open_edition", slow)
        run()
    assert "base" in run()[0]  # the first one was read before


@pytest.mark.skipif(not shutil.which("pgrep") or (os.cpu_count() or 1) < 2, reason="needs pgrep and two processors")
def test_an_interruption_leaves_no_process(tmp_path):
    command = [sys.executable, "-m", "cardgen", "build", "--variant", "all", "--out", str(tmp_path)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, start_new_session=True, **quiet)

    def group():
        return subprocess.run(["pgrep", "-g", str(process.pid)], capture_output=True, text=True).stdout.split()

    while len(group()) < 3 and process.poll() is None:  # it and its workers
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(60) == 130
    assert group() == [] and not list(tmp_path.iterdir())


HALF_BEGUN = """
import multiprocessing.process, os, signal, time
from cardgen.press import cores
cores.processes.processors = lambda: 2
start = multiprocessing.process.BaseProcess.start
def begin(process):
    start(process)
    os.kill(os.getpid(), signal.SIGINT)
multiprocessing.process.BaseProcess.start = begin
try:
    {}
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize(
    "work",
    ["cores.each(time.sleep, [0, 0, 0], 'waiting')", "with cores.run_in_background(os.getpid) as done: done.result()"],
)
def test_an_interruption_while_processes_begin_ends_them_too(work):
    told = subprocess.run([sys.executable, "-c", HALF_BEGUN.format(work)], capture_output=True, text=True, timeout=60)
    assert told.stdout == "interrupted\n", told.stderr


def test_what_a_process_cannot_tell_is_worked_out_here():
    here = os.getpid()

    def work():
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)  # as a system short of memory does
        return "known"

    with cores.run_in_background(work) as done:
        assert done.result() == "known" and done.result() == "known"


def test_an_interruption_beside_reaches_the_one_who_waits():
    def work():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), cores.run_in_background(work) as done:
        done.result()


def test_nothing_is_left_of_what_nobody_waited_for():
    with cores.run_in_background(lambda: time.sleep(60)):
        begun = multiprocessing.active_children()
    assert not set(begun) & set(multiprocessing.active_children())

"""Whatever file of a game changes, the files made from it are made anew, and no others: what they are made from is
recorded while they are made, so that nothing can be forgotten."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from cardgen.commands.cli import main
from cardgen.press.many import prepare_all
from cardgen.press.options import Options
from cardgen.store import outputs
from cardgen.store.library import BUILTIN, find_game
from cardgen.store.outputs import FOLDER_RECORD, MANIFEST
from tests.conftest import FILES, Folder

FONTS, WORDS = BUILTIN / "templates/fonts", BUILTIN / "templates/words"
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="{}" d="M1 1h7v7z"/></svg>'
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h{}v7z"/></svg>'
MORE = """\
      beast:
        layout: beast
        cards: tables/beasts.csv
components:
  coin: {make: token, layout: coin, diameter: 22, count: 2}
  box: {make: tuck-box, holds: forest, card_thickness: 0.6 mm, layout: coin}
"""
OWN = {
    "layouts/beast.yaml": """\
fields:
  ground: {draw: pattern, of: spots, colour: ink}
  drawing: {draw: picture, of: art/tree.svg, left: 5, width: 20, top: 5, height: 20}
  photo: {draw: picture, of: art/photo.png, left: 30, width: 20, top: 5, height: 20}
  linked: {draw: picture, of: art/frame.svg, left: 5, width: 20, top: 30, height: 20}
  name: {draw: text, text: "{card.id}", style: text, left: 5, right: 5, top: 60, height: 10}
  power: {draw: text, text: "{card.power}", style: text, left: 5, right: 5, top: 72, height: 10}
""",
    "layouts/coin.yaml": """\
fields:
  sign: {draw: icon, of: star, left: 5, right: 5, top: 5, bottom: 5}
""",
    "tables/beasts.csv": "id,power\nbear,3\nlynx,2\n",
    "icons/star.svg": ICON.format(7),
    "patterns/spots.svg": ICON.format(5),
    "art/tree.svg": PICTURE.format("#336633"),
    "art/frame.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    '<image href="inner.png" width="9" height="9"/></svg>',
    "rulebooks/en.md.j2": "# Play\n\nHello. {% include 'shared.j2' %}\n",
    "rulebooks/fr.md.j2": "# Jeu\n\nBonjour.\n",
    "rulebooks/shared.j2": "Take turns.",
    "rulebooks/en.summary.md.j2": "# In brief\n\nTake turns.\n",
    "words/en.yaml": (WORDS / "en.yaml").read_text("utf-8"),
    "sheets/own.yaml": "about: mine\npaper: 200 x 290 mm\n",
    "cutters/own.yaml": (BUILTIN / "templates/cutters/silhouette.yaml").read_text("utf-8"),
    "printers/kitchen.yaml": "paper: a4\nflip: long\ndx: 0.2 mm\ndy: 0 mm\nrotation: 0\nscale: [1, 1]\nmargin: 4 mm\n",
    "printers/office.yaml": (BUILTIN / "templates/printers/mpc.yaml").read_text("utf-8"),
}
BUILDS = {
    "sheets": ("build", "./wood", "--paper", "own", "--only", "cards,components,rulebook,summary,proof"),
    "pictures": ("build", "./wood", "--only", "pictures", "--dpi", "40"),
    "variant": ("build", "./wood", "--variant", "quick", "--lang", "en", "--only", "cards,rulebook"),
    "cut": ("build", "./wood", "--printer", "kitchen", "--cutter", "own", "--lang", "en", "--only", "cards"),
    "export": ("export", "./wood", "--to", "png,tts,office", "--dpi", "40", "--lang", "en"),
}
# Of each file a change that its outputs show
EDITS = {
    "game.yaml": ("value: 3", "value: 4"),
    "layouts/creature.yaml": ("height: 40", "height: 39"),
    "layouts/back.yaml": ("ink 20 %", "ink 30 %"),
    "layouts/beast.yaml": ("top: 60", "top: 59"),
    "layouts/coin.yaml": ("left: 5", "left: 6"),
    "strings/en.yaml": ("creature.owl: Owl", "creature.owl: Bird"),
    "strings/fr.yaml": ("to: Hibou", "to: Duc"),
    "variants/quick.yaml": ("fox: {count: 1}", "fox: {count: 3}"),
    "tables/beasts.csv": ("bear,3", "bear,5"),
    "icons/star.svg": ("h7", "h6"),
    "patterns/spots.svg": ("h5", "h4"),
    "art/tree.svg": ("#336633", "#663333"),
    "art/frame.svg": ('width="9"', 'width="8"'),
    "art/photo.png": None,
    "art/inner.png": None,
    "fonts/mine/regular.ttf": None,
    "rulebooks/en.md.j2": ("Hello", "Good day"),
    "rulebooks/fr.md.j2": ("Bonjour", "Salut"),
    "rulebooks/shared.j2": ("turns", "your turns"),
    "rulebooks/en.summary.md.j2": ("In brief", "In short"),
    "words/en.yaml": ("contents: Contents", "contents: In this book"),
    "sheets/own.yaml": ("290", "289"),
    "cutters/own.yaml": ("arm: 5 mm", "arm: 6 mm"),
    "printers/kitchen.yaml": ("dx: 0.2", "dx: 0.4"),
    "printers/office.yaml": ("(S30) Standard Smooth", "(S27) Smooth"),
}
# What is made anew though it shows the same: keys tell more than it shows
SPARE = {
    "game.yaml": "rulebook|fan",
    "layouts/beast.yaml": "rulebook",
    "tables/beasts.csv": "rulebook",
    "fonts/mine/regular.ttf": "",
    "words/en.yaml": "en/(rulebook|summary)",
    "printers/kitchen.yaml": "cards-forest.(dxf|svg)",
}
NEW = {  # files that were looked for in vain
    "icons/fox-head.svg": ICON.format(7),
    "words/fr.yaml": re.sub("(?m)^contents: .*", "contents: Ici", (WORDS / "fr.yaml").read_text("utf-8")),
    "rulebooks/fr.summary.md.j2": "# En bref\n\nJouez.\n",
}


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """The game, and all that was made of it."""
    where = tmp_path_factory.mktemp("whole")
    wood = Folder(where / "wood")
    for name, text in (FILES | OWN).items():
        wood.write(name, text)
    wood.edit("game.yaml", "text: source-sans-3", "text: mine")
    wood.edit("game.yaml", "total: 5", "total: 7")
    wood.write("game.yaml", (wood.path / "game.yaml").read_text("utf-8") + MORE)
    wood.write("fonts/mine/regular.ttf", (FONTS / "source-sans-3/regular.ttf").read_bytes())
    for name, colour in (("photo", "red"), ("inner", "green")):
        Image.new("RGB", (60, 60), colour).save(wood.path / f"art/{name}.png")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.cpu_count", lambda: 1)
        patch.chdir(where)
        for name, command in BUILDS.items():
            assert main([*command, "--out", f"out/{name}"]) == 0
    return where


@pytest.fixture
def room(first, tmp_path, monkeypatch):
    """The same, to be changed: it is put back afterwards, as outputs know where they were made."""
    shutil.copytree(first, tmp_path / "kept")
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.chdir(first)
    yield Folder(first / "wood")
    monkeypatch.chdir(tmp_path)
    shutil.rmtree(first)
    shutil.copytree(tmp_path / "kept", first)


def build(to, monkeypatch):
    """All outputs below a folder; returns those that were made, and all with their bytes."""
    made = set()
    finished = outputs._pending_file

    def noted(output, *more):
        made.add(output.path.relative_to(to).as_posix())
        return finished(output, *more)

    with monkeypatch.context() as patch:
        patch.setattr(outputs, "_pending_file", noted)
        for name, command in BUILDS.items():
            assert main([*command, "--out", f"{to}/{name}"]) == 0
    return made, files(Path(to))


def files(folder):
    """Those with their bytes, as if they all lay in `out`: some tell their own address."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().replace(b"/fresh/", b"/out/")
        for path in folder.rglob("*.*")
        if path.is_file() and path.name not in (MANIFEST, FOLDER_RECORD)
    }


def change(wood, name):
    if edit := EDITS[name]:
        wood.edit(name, *edit)
    elif name.endswith(".ttf"):
        wood.write(name, (FONTS / "alegreya/regular.ttf").read_bytes())
    else:
        Image.new("RGB", (60, 60), "blue").save(wood.path / name)


def test_nothing_is_made_where_nothing_changed(room, monkeypatch):
    made, _ = build("out", monkeypatch)
    assert made == set()


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITS)
def test_what_a_file_changes_is_made_anew_and_nothing_else(room, monkeypatch, name):
    before = files(Path("out"))
    change(room, name)
    made, kept = build("out", monkeypatch)
    _, fresh = build("fresh", monkeypatch)
    assert {path: kept.get(path) for path in fresh} == fresh
    differing = {path for path, data in fresh.items() if before.get(path) != data}
    assert differing, "a change that no output shows tests nothing"
    spare = {path for path in made - differing if not path.startswith("export/")}  # which is made as a whole
    assert not {path for path in spare if not (name in SPARE and re.search(SPARE[name], path))}


@pytest.mark.slow
@pytest.mark.parametrize("name", NEW)
def test_what_a_new_file_changes_is_made_anew(room, monkeypatch, name):
    before = files(Path("out"))
    room.write(name, NEW[name])
    _, kept = build("out", monkeypatch)
    _, fresh = build("fresh", monkeypatch)
    assert {path: kept.get(path) for path in fresh} == fresh != before


def test_every_file_that_is_read_is_changed_here(first):
    own = {path.relative_to(first / "wood").as_posix() for path in (first / "wood").rglob("*") if path.is_file()}
    read = {path.relative_to(first / "wood").as_posix() for path in seen(first / "out", first / "wood")}
    assert read - EDITS.keys() == set()
    assert own & EDITS.keys() == EDITS.keys()


def seen(out, below):
    """The files below a folder that were read for outputs, as these tell it."""
    found = set()
    for record in out.glob("**/" + FOLDER_RECORD):
        folder = record.parents[2 if "export" in record.parts else 1]
        asked = json.loads(record.read_bytes())["seen"]
        found |= {Path(folder, path).resolve() for kind, path, *_ in asked if kind == "read"}
    return {path for path in found if path.is_relative_to(below)}


OPENED = """
import os, sys
opened = set()
def hear(event, told):
    if event == "open" and isinstance(told[0], (str, bytes, os.PathLike)) and not (told[2] or 0) & os.O_WRONLY:
        opened.add(os.path.abspath(os.fsdecode(told[0])))
sys.addaudithook(hear)
os.cpu_count = lambda: 1
from cardgen.commands.cli import main
from cardgen.press.files import Files
Files._digest = lambda self, path: "told"  # keys look at more than is shown
assert main(sys.argv[1:]) == 0
sys.stderr.write("OPENED " + "|".join(sorted(opened)))
"""


@pytest.mark.parametrize("name", sorted({*BUILDS} - {"pictures"}))  # each picture goes by a key of its own
def test_what_is_opened_is_recorded(first, tmp_path, name):
    """Python itself tells which files were opened."""
    command = [sys.executable, "-c", OPENED, *BUILDS[name], "--out", str(tmp_path / name)]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    ended = subprocess.run(command, cwd=first, capture_output=True, text=True, env=environment)
    opened = {Path(path).resolve() for path in ended.stderr.rpartition("OPENED ")[2].split("|")}
    assert len(opened) > 20
    for below in (first / "wood", BUILTIN / "templates"):
        named = {path for path in opened if path.is_relative_to(below)}
        if name == "export":  # whose key tells profiles of print houses, and slots as they lie there afterwards
            named = {path for path in named if path.parent.name != "printers" and path.name != "slots.yaml"}
        assert named and named <= seen(tmp_path, below)


def test_editions_printed_together_record_what_each_alone_does(first, tmp_path, monkeypatch):
    """Whatever editions of one build share: sides, games, what was read of a file."""
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.chdir(first)
    home = find_game("./wood")

    def traces(*variants):
        prepared = prepare_all([(home, each) for each in variants], Options(languages=("en",), out=tmp_path))
        assert not [fault for job in prepared for fault in job.faults]
        return [set(job.whole.seen.answers) for job in prepared if job.whole]

    together = traces("base", "quick")
    assert all(alone <= found for (alone,), found in zip([traces("base"), traces("quick")], together, strict=True))

"""Shared fixtures: a small game to break, and a way to run a command."""

from __future__ import annotations

import gc
import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from cardgen.commands.cli import main
from cardgen.definitions.engines import engines
from cardgen.play.tiers import at_speed

pytest_plugins = ("tests.slow",)

settings.register_profile("untimed", deadline=None)  # how long an example takes says nothing of what it holds
settings.load_profile("untimed")

gc.set_threshold(200_000, 20, 20)  # the command looks for no garbage at all
STATM = Path("/proc/self/statm")
GROWN = 150 * 2**20 // 4096  # pages of memory
_kept = 0  # of them, when garbage was looked for last


@pytest.fixture(autouse=True, scope="module")
def without_garbage():
    """It is looked for between modules, once enough may have gathered: two processes of tests came to 5 GB."""
    global _kept
    yield
    if _pages() - _kept > GROWN:
        gc.collect()
        _kept = _pages()


def _pages() -> int:
    return int(STATM.read_text().split()[1]) if STATM.exists() else 0


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell has it for what runs in its background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # or what tests start and interrupt would never end


@pytest.fixture
def speed():
    """Waits for compiled code: a game that is interpreted calls no machine code of its own, though it has some."""
    with at_speed():
        yield


FILES = {
    "game.yaml": """\
# A small game.
players: 2-4
languages: [en, fr]
version: 1
look:
  fonts: {display: fraunces, text: source-sans-3}
  colours: {ink: "#2c2a3a", paper: "#fffdf7"}
icons: {gain: acorn}
decks:
  forest:
    total: 5
    back: back
    kinds:
      creature:
        layout: creature
        count: 2
        cards:
          fox: {icon: fox-head, value: 3}
          owl: {icon: owl, value: 2, count: 3}
""",
    "layouts/creature.yaml": """\
extends: card
fields:
  art: {draw: icon, of: "{card.icon}", top: 20, height: 40}
  name: {draw: text, say: "creature.{card.id}", style: display, left: 8, right: 8, top: 6, height: 10}
  text: {draw: text, say: text.all, style: text, left: 8, right: 8, top: 62, height: 14}
""",
    "layouts/back.yaml": """\
fields:
  ground: {draw: rectangle, fill: "ink 20 %"}
""",
    "strings/en.yaml": """\
game.title: Wood
creature.fox: Fox
creature.owl: Owl
text.all: "Take {value} :gain:."
""",
    "strings/fr.yaml": """\
game.title: {from: Wood, to: Bois}
creature.fox: {from: Fox, to: Renard}
creature.owl: {from: Owl, to: Hibou}
text.all: {from: "Take {value} :gain:.", to: "Prenez {value} :gain:."}
""",
    "variants/quick.yaml": """\
changes: wood
cards:
  fox: {count: 1}
texts:
  en: {title: Quick Wood, why: Less to shuffle.}
  fr: {title: Bois express, why: Moins à mélanger.}
""",
}


@dataclass(frozen=True)
class Folder:
    """A folder of text files, by their paths in it."""

    path: Path

    def write(self, name: str, text: str | bytes) -> Path:
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def edit(self, name: str, old: str, new: str) -> Path:
        """Replaces what stands exactly once in a file."""
        text = (self.path / name).read_text("utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        return self.write(name, text.replace(old, new))


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


@pytest.fixture
def game(tmp_path: Path) -> Folder:
    """The game `wood`: two cards, two languages, a variant; in the folder that commands run in."""
    folder = Folder(tmp_path / "wood")
    for name, text in FILES.items():
        folder.write(name, text)
    return folder


@pytest.fixture(scope="session")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `build ./wood` writes, to be copied and not changed."""
    where = tmp_path_factory.mktemp("printed")
    for name, text in FILES.items():
        Folder(where / "wood").write(name, text)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(where)
        assert main(["build", "./wood", "--variant", "all"]) == 0
    return where / "out"


@pytest.fixture
def out(printed: Path, tmp_path: Path) -> Path:
    """An `out` folder that an earlier build filled."""
    return Path(shutil.copytree(printed, tmp_path / "out"))


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Runs one command in `tmp_path`, or in a folder `cwd`."""

    def run(*arguments: str, cwd: Path = tmp_path) -> Outcome:
        monkeypatch.chdir(cwd)
        capsys.readouterr()
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as ended:  # argparse's --help and --version
            code = ended.code
        told = capsys.readouterr()
        return Outcome(code, told.out, told.err)

    return run


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder and its bytes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def installed(monkeypatch):
    """The engines of the package alone, without those that tests have brought."""
    for name in [name for name, module in engines().items() if module.startswith("tests.")]:
        monkeypatch.delitem(engines(), name)

"""Slow tests: they run where their rooms have changed since they last passed, which `tests/slow.lock` records.

A test is marked `slow` if it takes seconds of a quiet processor. `--slow no`, the default, leaves it out. `--slow
changed` runs it if a file of its rooms has changed, and `--slow all` always. If you name its file or the test, it runs
as well. A run of the whole suite records what passed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "tests/slow.lock"
GAMES = "decks", "templates", "variants"
PRINTED = "graphics", "definitions", "faces", "text", "svg", "pdf", "sheets", "press", "rulebook", "rules", *GAMES
# What tests are about, by the folder in `tests/` or the name of the file: rooms of `cardgen/`, and folders beside it.
ROOMS = {
    "comparing": ("comparing", "ledger", "validation", "play", *PRINTED),
    "desk": ("desk", "comparing", "press", "play", "rules", "faces", *GAMES),
    "export": ("export", "definitions", "faces", "rules", "press", *GAMES),
    "faces": ("graphics", "definitions", "faces", "text", "svg", *GAMES),
    "hostile": ("definitions", "faces", "text", "svg", "rules", "rulebook", "press", "play", "validation", "importers"),
    "play": ("play", "rules", *GAMES),
    "ledger": ("ledger",),
    "likeness": ("likeness", "definitions", "faces", "text", "svg", "pdf", "starting"),
    "pdf": ("pdf", "graphics"),
    "press": ("ledger", "store", *PRINTED),
    "rulebook": PRINTED,
    "rules": ("rules", "play"),
    "store": ("play", "validation", "press"),
    "sheets": ("sheets", "faces", "pdf", *GAMES),
    "translation": ("translation", "definitions", "faces", "text", *GAMES),
    "validation": ("validation", "play", "rules", *GAMES),
    "commands": ("play", "validation", "press"),
    "test_decks": PRINTED,
    "test_editorial": PRINTED,
    "test_hostile": ("rulebook", "svg", "text", "press"),
    "test_rules_docs": ("rules", "play"),
    "test_terms": PRINTED,
}


def rooms_of(file: Path) -> tuple[str, ...]:
    """What a file of tests is about. Raises KeyError where ROOMS does not tell."""
    first = file.relative_to(ROOT / "tests").parts[0].removesuffix(".py")
    return ROOMS[first]


@cache
def fingerprint(file: Path) -> str:
    """Changes with a file of tests and with all files of its rooms."""
    told = hashlib.sha256(file.read_bytes())
    for room in rooms_of(file):
        told.update(room_fingerprint(room).encode())
    return told.hexdigest()[:16]


@cache
def room_fingerprint(room: str) -> str:
    places = [place for place in (ROOT / room, ROOT / "cardgen" / room) if place.is_dir()]
    assert places, f"{room} is neither a room of cardgen nor a folder beside it"
    told = hashlib.sha256()
    for file in sorted(each for each in places[0].rglob("*") if each.is_file() and "__pycache__" not in each.parts):
        told.update(f"{file.relative_to(ROOT)} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return told.hexdigest()


def recorded() -> dict[str, str]:
    """The fingerprint with which the slow tests of each file last passed."""
    return json.loads(LOCK.read_text("utf-8")) if LOCK.exists() else {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", choices=("no", "changed", "all"), default="no", help="which slow tests to run")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes seconds; runs where its rooms have changed, or with --slow all")
    config.pluginmanager.register(Passed(), "slow tests that passed")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("slow")
    if wanted == "all" or _is_named(config):
        return
    known = recorded()
    slow = [item for item in items if item.get_closest_marker("slow")]
    left = {item for item in slow if wanted == "no" or known.get(_name(item.path)) == fingerprint(item.path)}
    if left:
        config.hook.pytest_deselected(items=[*left])
        items[:] = [item for item in items if item not in left]


def _is_named(config: pytest.Config) -> bool:
    """Whether files or tests are asked for by name: then they run, slow or not."""
    return bool(config.option.keyword) or config.args_source is not pytest.Config.ArgsSource.TESTPATHS


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


class Passed:
    """Records the files whose slow tests all passed, in a run of all tests."""

    def __init__(self) -> None:
        self._files: dict[str, bool] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if "slow" in report.keywords:
            file = report.nodeid.partition("::")[0]
            self._files[file] = self._files.get(file, True) and not report.failed

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        config = session.config
        if hasattr(config, "workerinput") or _is_named(config) or session.shouldstop:
            return
        passed = sorted(file for file, all_passed in self._files.items() if all_passed)
        if passed:
            record(passed)


def record(files: Iterable[str]) -> None:
    """Notes that the slow tests of these files passed as they are."""
    known = {file: told for file, told in recorded().items() if (ROOT / file).exists()}
    known |= {file: fingerprint(ROOT / file) for file in files}
    LOCK.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", "utf-8")

"""Records of games and notes on them that somebody sends: read, told or passed over, at the desk and in checks."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.play.batches import BOUND
from cardgen.play.game import load_game
from cardgen.store.library import find_game
from tests.desk.conftest import Served, serve
from tests.hostile.limits import limits

__all__ = ["serve"]

GOOD = """\
started: 2026-11-23 20:15
variant: base
mark: {mark}
seats: [person, greedy, greedy]
finished: true
scores: [10, 20, 30]
winners: [2]
decisions: [{decisions}]
"""
NOTE = "# king_lui\n\n- **base**, seed {mark}, decision {number}, `{seats}`: odd\n"


def mark() -> str:
    return f"17-{load_game('king_lui').rules_hash()}"


def written(**changed: str) -> Callable[[Path], object]:
    def write(path: Path) -> None:
        lines = dict(line.split(": ", 1) for line in GOOD.format(mark=mark(), decisions="0").splitlines())
        path.write_text("".join(f"{key}: {text}\n" for key, text in (lines | changed).items()))

    return write


def bomb(path: Path) -> None:
    names = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}' if n else '1'] * 10)}]" for n in range(12)]
    path.write_text("\n".join(names) + "\nstarted: *a11\n")


# what stands in the file of a record
RECORDS: dict[str, Callable[[Path], object]] = {
    "nothing": lambda path: path.write_text(""),
    "noise": lambda path: path.write_bytes(bytes(range(256)) * 40),
    "a list": lambda path: path.write_text("- 1\n- 2\n"),
    "brackets without end": lambda path: path.write_text("[" * 50_000),
    "aliases by the billion": bomb,
    "more than it may hold": lambda path: path.write_text(GOOD + "#" * 300_000),
    "a folder": lambda path: path.mkdir(),
    "a pipe": os.mkfifo,
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
    "a link out of the library": lambda path: path.symlink_to("/etc/passwd"),
    "no seed": written(mark="none"),
    "a seed of other digits": written(mark="١٧-3fa2"),
    "a seed without end": written(mark="9" * 5_000 + "-3fa2"),
    "a seed too large": written(mark=f"{2**200}-3fa2"),
    "a negative seed": written(mark="-5-3fa2"),
    "rules of another time": written(mark="17-0000"),
    "nobody": written(seats="[]"),
    "a hundred players": written(seats=f"[{', '.join(['person'] * 100)}]"),
    "unknown players": written(seats="[person, wizard, wizard]"),
    "names that are none": written(names='["\\0", "\\u202e", "<b>"]'),
    "names without end": written(names=f"[{', '.join(['a'] * 30_000)}]"),
    "more names than seats": written(names="[a, b, c, d, e, f, g, h]"),
    "a decision that is not legal": written(decisions="[0, 99]"),
    "a negative decision": written(decisions="[-1]"),
    "a decision beyond all numbers": written(decisions=f"[{10**30}]"),
    "many decisions": written(decisions=f"[{', '.join(['0'] * 3 * BOUND)}]"),
    "points of nobody": written(scores="[1]"),
    "winners that do not play": written(winners="[7, -1]"),
    "points beyond all numbers": written(scores=f"[{10**40}, 1, 2]"),
    "turns beyond all numbers": written(turns=str(10**40), rounds=str(-(10**40))),
    "a first player who does not play": written(first="9"),
    "settings that are none": written(settings="{nothing: '1'}"),
    "options that are none": written(options="{agreed: anything}"),
    "another variant": written(variant="../../base"),
    "a key of its own": written(more="1"),
}

NOTES = {
    "a seed too large": NOTE.format(mark=f"{10**39 - 1}-{'0' * 4}", number=1, seats="person/greedy/greedy"),
    "no such decision": NOTE.format(mark="17-0000", number=999_999, seats="greedy/greedy/greedy"),
    "no such players": NOTE.format(mark="17-0000", number=1, seats="wizard/-/"),
    "a record elsewhere": "- **base**, seed 17-0000, decision 1, `a/b`, record `passwd`: odd\n",
    "a note without end": "- **base**, seed 17-0000, decision 1, `a/b`: " + "x" * 3_000_000 + "\n",
    "signs without end": "- **" * 200_000,
    "200,000 notes": "- **base**, seed 17-0000, decision 1, `a/b/c`: odd\n" * 200_000,
}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A library of a stranger's, in which the desk stands."""
    folder = tmp_path_factory.mktemp("library")
    (folder / "variants").mkdir()
    for kind in ("records/king_lui", "notes"):
        (folder / kind).mkdir(parents=True)
    before = Path.cwd()
    os.chdir(folder)
    yield folder
    os.chdir(before)


@pytest.fixture(scope="module")
def served(library, serve) -> Served:
    return serve(["king_lui"])


@pytest.fixture
def host(served):
    with served.client() as client:
        yield client


@pytest.fixture
def planted(library):
    """A file that is gone after the test."""
    found: list[Path] = []

    def plant(path: str, write: Callable[[Path], object]) -> Path:
        found.append(library / path)
        write(found[-1])
        return found[-1]

    yield plant
    for path in found:
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)


TABLE = "/api/king_lui/base/en/table"


@pytest.mark.slow
@pytest.mark.parametrize("attack", RECORDS)
def test_a_record_is_laid_out_or_told(attack, host, planted, library, run):
    planted("records/king_lui/sent.yaml", RECORDS[attack])
    with limits(60):
        assert host.get(TABLE).status_code == 200
        answer = host.post(TABLE, json={"record": "sent"})
        assert answer.status_code in (200, 400, 422), answer.text
        if answer.status_code == 200:
            id = answer.json()["id"]
            assert host.get(f"{TABLE}/{id}").status_code == 200
            assert host.post(f"{TABLE}/{id}/quit", json={}).status_code == 200
        else:
            assert answer.json().get("error") or answer.json()["faults"]
        found = run("check", "king_lui", "--variant", "base", "--players", "3", "--policies", "random", "--games", "8")
    assert found.code in (0, 1) and "Traceback" not in found.err, found.err


@pytest.mark.parametrize("attack", NOTES)
def test_a_note_is_laid_out_or_told(attack, host, planted, library):
    planted("notes/king_lui.md", lambda path: path.write_text(NOTES[attack]))
    with limits(60):
        found = host.get(TABLE)
        assert found.status_code == 200 and len(found.content) < 10_000_000
        for note in found.json()["notes"][:3]:
            answer = host.post(TABLE, json={"note": note["number"]})
            assert answer.status_code in (200, 400, 422), answer.text


def test_the_game_of_the_folder_is_the_one_that_is_played(library):
    assert find_game("king_lui").folder.name == "king_lui"

"""A report is kept with what was read for it: whatever file of a game changes or comes, the next check looks again."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.validation import check as checking


@pytest.fixture
def checks(run, monkeypatch) -> list[int]:
    """A game of its own, checked once; grows by one whenever a check looks again."""
    assert run("new", "demo", "--kind", "tricks").code == 0
    looked: list[int] = []
    check = checking._check
    monkeypatch.setattr(checking, "_check", lambda *asked: looked.append(1) or check(*asked))
    return looked


def report(run) -> str:
    done = run("check", "./demo", "--games", "8", "--json")
    assert done.code in (0, 2)
    return done.out


@pytest.mark.slow
def test_nothing_is_looked_at_twice_until_a_file_changes_or_comes(checks, run, tmp_path):
    told = report(run)
    assert report(run) == told and len(checks) == 1
    files = sorted(path for path in (tmp_path / "demo").rglob("*") if path.is_file())
    assert {"game.yaml", "rules.yaml", "en.yaml", "fr.yaml", "face.yaml"} <= {path.name for path in files}
    for path in files:
        before = len(checks)
        path.write_text(path.read_text("utf-8") + "\n# a note\n", "utf-8")
        report(run)
        assert len(checks) == before + 1, path
        report(run)
        assert len(checks) == before + 1, path


@pytest.mark.parametrize("name", ["demo/learnt.yaml", "demo/examples.yaml", "records/demo/one.yaml"])
def test_a_file_that_comes_is_looked_at(checks, run, tmp_path, name):
    report(run)
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text("nothing: such\n", "utf-8")
    run("check", "./demo", "--games", "8")
    assert len(checks) == 2


def test_other_wishes_have_reports_of_their_own(checks, run):
    report(run)
    run("check", "./demo", "--games", "16")
    run("check", "./demo", "--games", "8", "--seed", "5")
    assert len(checks) == 3
    assert report(run) and len(checks) == 3

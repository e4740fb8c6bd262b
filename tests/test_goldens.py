"""What is printed is what was reviewed: `make golden` writes the files anew, git shows what changed."""

import difflib

import pytest

from tests.goldens.produce import FOLDER, golden, names

NAMES = names()


@pytest.mark.parametrize("name", NAMES)
def test_golden(name):
    path = FOLDER / name
    kept = path.read_text("utf-8") if path.exists() else ""
    lines = difflib.unified_diff(kept.splitlines(), golden(name).splitlines(), name, "now", lineterm="")
    difference = "\n".join(lines)
    assert not difference, difference


def test_no_golden_is_left_over():
    assert {path.name for path in FOLDER.glob("*.txt")} == set(NAMES)

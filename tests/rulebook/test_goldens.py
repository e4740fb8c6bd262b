"""Rulebooks against the texts that people have reviewed; `python -m tests.rulebook.produce` writes them again."""

import pytest

from tests.rulebook.produce import FOLDER, SAMPLE, goldens


@pytest.mark.parametrize("name", sorted(goldens()))
def test_a_rulebook_is_as_it_was(name):
    assert goldens()[name] == (FOLDER / name).read_text("utf-8")


def test_no_golden_is_left_over():
    assert {path.name for path in FOLDER.iterdir()} == {*goldens(), SAMPLE.name}

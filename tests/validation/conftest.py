"""Checks of these tests keep no games between commands but in a folder of their own."""

import pytest

from cardgen.validation.sampling import kept
from tests.warm import without_the_rest


@pytest.fixture(autouse=True)
def store(tmp_path_factory, monkeypatch):
    """Where pieces of games are kept: empty at the beginning of each test."""
    folder = tmp_path_factory.mktemp("kept")
    for name, value in without_the_rest(folder).items():
        monkeypatch.setenv(name, value)
    (found := folder / "cardgen" / kept.KIND).mkdir()
    return found

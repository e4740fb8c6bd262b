"""Checks of these tests keep no games between commands but in a folder of their own."""

import pytest

from cardgen.validation import check, recall
from cardgen.validation.sampling import kept

KINDS = (kept.KIND, recall.KIND, check.KIND)


@pytest.fixture(autouse=True)
def store(tmp_path_factory, monkeypatch):
    """Where pieces of games are kept: empty at the beginning of each test."""
    folder = tmp_path_factory.mktemp("games")
    for kind in KINDS:
        (folder / kind).mkdir()
    monkeypatch.setattr(kept.caches, "folders", lambda kind, folders=kept.caches.folders: _own(kind, folder, folders))
    return folder / kept.KIND


def _own(kind, folder, folders):
    return iter([folder / kind]) if kind in KINDS else folders(kind)

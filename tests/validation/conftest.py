"""Checks of these tests keep no games between commands but in a folder of their own."""

import pytest

from cardgen.validation import kept


@pytest.fixture(autouse=True)
def store(tmp_path_factory, monkeypatch):
    """Where pieces of games are kept: empty at the beginning of each test."""
    folder = tmp_path_factory.mktemp("games")
    monkeypatch.setattr(kept.caches, "folders", lambda kind, folders=kept.caches.folders: _own(kind, folder, folders))
    return folder


def _own(kind, folder, folders):
    return iter([folder]) if kind == kept.KIND else folders(kind)

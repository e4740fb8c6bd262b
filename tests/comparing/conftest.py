"""A small game in a git repository, with two revisions and files that have changed since."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Folder

VALUES = {"NAME": "Somebody", "EMAIL": "some@body", "DATE": "2026-01-02T03:04:05+00:00"}
WHO = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in VALUES.items()}


@pytest.fixture
def git() -> Callable[..., str]:
    """Runs git in a folder, as its owner does."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")

    def git(folder: Path, *arguments: str) -> str:
        command = ["git", "-c", "init.defaultBranch=main", "-c", "commit.gpgSign=false", *arguments]
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, **WHO}, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    return git


@pytest.fixture
def repository(game: Folder, git) -> Folder:
    """The game `wood`: at v1 as it is made, at HEAD with an owl more, and now with a fox of another name."""
    git(game.path, "init", "-q")
    git(game.path, "add", ".")
    git(game.path, "commit", "-qm", "Begin")
    git(game.path, "tag", "v1")
    game.edit("game.yaml", "value: 2, count: 3", "value: 2, count: 4")
    game.edit("game.yaml", "total: 5", "total: 6")
    git(game.path, "commit", "-qam", "One more owl")
    game.edit("strings/en.yaml", "creature.fox: Fox", "creature.fox: Vixen")
    game.edit("strings/fr.yaml", "{from: Fox, to: Renard}", "{from: Vixen, to: Renarde}")
    return game

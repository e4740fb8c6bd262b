"""States of a game in git: what is read, under which names, and how the places of mistakes are told."""

from __future__ import annotations

import json
import shutil

import pytest

from cardgen.comparing import git as repositories
from cardgen.comparing.states import revisions, two_states
from cardgen.store.library import find_game
from tests.conftest import Folder, contents
from tests.rules.test_read import SMALL


def cards(run, *arguments: str) -> dict[str, list[int]]:
    told = run("compare", "./wood", *arguments, "--lang", "en", "--json")
    assert told.code == 0, told.err
    return {each["card"]: each["copies"] for each in json.loads(told.out)["cards"]["en"]}


def test_without_a_state_the_files_are_compared_with_the_last_revision(repository, run):
    told = run("compare", "./wood")
    assert told.code == 0 and told.out.startswith("wood: HEAD -> now\n")
    assert "Vixen (fox): looks different on the front" in told.out
    assert "[[Fox]]" in told.out and "[[Vixen]]" in told.out


@pytest.mark.parametrize("name", ["v1", "HEAD~1", "HEAD^", "main~", "refs/tags/v1", "tags/v1", "@~1", "git:v1"])
def test_revisions_have_the_names_that_git_gives_them(repository, run, name):
    assert cards(run, name, "HEAD") == {"owl": [3, 4]}


def test_a_commit_is_named_by_its_beginning(repository, run, git):
    commit = git(repository.path, "rev-parse", "v1")
    assert cards(run, commit[:8], "HEAD") == cards(run, commit, "HEAD") == {"owl": [3, 4]}


def test_packed_references_branches_and_annotated_tags_are_found(repository, run, git):
    git(repository.path, "branch", "feature/owls", "v1")
    git(repository.path, "tag", "-a", "-m", "a tag", "noted", "v1")
    git(repository.path, "pack-refs", "--all")
    git(repository.path, "gc", "-q")
    for name in ("feature/owls", "noted", "v1"):
        assert cards(run, name, "HEAD") == {"owl": [3, 4]}


def test_a_variant_comes_before_a_revision_of_its_name(repository, run, git):
    git(repository.path, "tag", "quick", "v1")
    assert cards(run, "quick", "base")["fox"] == [1, 2]
    assert cards(run, "git:quick", "HEAD") == {"owl": [3, 4]}


def test_variants_are_those_of_the_revision(repository, run):
    repository.edit("variants/quick.yaml", "fox: {count: 1}", "fox: {count: 3}")
    assert cards(run, "HEAD", "now", "--variant", "quick")["fox"] == [1, 3]


def test_a_game_in_a_library_has_the_variants_of_the_revision_too(game, git, run, tmp_path):
    root = tmp_path / "library"
    shutil.copytree(game.path, root / "decks/wood", ignore=shutil.ignore_patterns("variants"))
    shutil.copytree(game.path / "variants", root / "variants/wood")
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "Begin")
    Folder(root).edit("variants/wood/quick.yaml", "count: 1", "count: 4")
    told = run("compare", "wood", "HEAD", "--variant", "quick", "--lang", "en", "--json", cwd=root)
    assert json.loads(told.out)["cards"]["en"][0]["copies"] == [1, 4]


def test_further_work_trees_are_read(repository, git, run, tmp_path):
    git(repository.path, "worktree", "add", "-q", str(tmp_path / "tree" / "wood"), "v1")
    told = run("compare", "./wood", "main", "HEAD", "--lang", "en", "--json", cwd=tmp_path / "tree")
    assert json.loads(told.out)["cards"]["en"][0]["copies"] == [4, 3]


def test_mistakes_of_a_revision_have_its_places(repository, git, run):
    before = (repository.path / "game.yaml").read_text()
    repository.write("game.yaml", before.replace("players: 2-4", "players: none"))
    git(repository.path, "commit", "-qam", "A mistake")
    repository.write("game.yaml", before)
    told = run("compare", "./wood")
    assert told.code == 2 and "HEAD:decks/wood/game.yaml:2:" in told.err and "cardgen-state" not in told.err


def test_nothing_is_left_behind_and_nothing_written_in_the_repository(repository, run, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tmp_path / "temporary").mkdir()
    before = contents(repository.path)
    assert run("compare", "./wood", "v1").code == 0
    assert contents(repository.path) == before and not list((tmp_path / "temporary").iterdir())


def test_links_within_a_game_are_followed(repository, git, run):
    (repository.path / "strings/de.yaml").symlink_to("en.yaml")
    (repository.path / "layouts/out.yaml").symlink_to("/etc/hostname")
    git(repository.path, "add", ".")
    git(repository.path, "commit", "-qm", "Links")
    with two_states(find_game(str(repository.path)), "HEAD", None) as (old, _):
        there = contents(old.home.folder)
        assert there["strings/de.yaml"] == there["strings/en.yaml"] and "layouts/out.yaml" not in there


def test_the_last_revisions_of_a_game(repository):
    assert [said for _, _, said in revisions(find_game(str(repository.path)))] == ["One more owl", "Begin"]


def test_without_git_the_command_says_so(repository, run, monkeypatch):
    monkeypatch.setattr(repositories.shutil, "which", lambda name: None)
    told = run("compare", "./wood")
    assert told.code == 2 and "git is not installed" in told.err
    assert run("compare", "./wood", "base", "quick").code == 0


def test_outside_of_a_repository_a_revision_is_unknown(game, run):
    told = run("compare", "./wood", "HEAD~1")
    assert told.code == 2 and "is in no git repository" in told.err


def test_a_folder_that_was_not_there_yet(repository, git, run, tmp_path):
    later = Folder(repository.path / "inner")
    for name, data in contents(repository.path).items():
        if not name.startswith(".git/"):
            later.write(name, data)
    told = run("compare", "./wood/inner", "v1")
    assert told.code == 2 and "was not there at that revision" in told.err


def test_a_folder_called_git_alone_makes_no_repository(tmp_path):
    assert repositories.repository_of(tmp_path) is None
    (tmp_path / ".git").mkdir()
    assert repositories.repository_of(tmp_path) is None


def test_a_game_that_is_one_file_is_read_with_its_variants(git, run, tmp_path):
    here = Folder(tmp_path / "alone")
    here.write("my_row.yaml", SMALL + "ties: {last: shared}\n")
    here.write("my_row/variants/other.yaml", "changes: my_row\nplayers: 2-3\n")
    git(here.path, "init", "-q")
    git(here.path, "add", ".")
    git(here.path, "commit", "-qm", "Begin")
    here.edit("my_row.yaml", "ties: {last: shared}", "ties: {last: nobody}")
    for more in ((), ("--variant", "other")):
        told = run("compare", "./my_row.yaml", "HEAD", *more, "--json", cwd=here.path)
        assert told.code == 0, told.err
        (sentence,) = json.loads(told.out)["rules"]
        assert (sentence["old"], sentence["new"]) == ("last: shared", "last: nobody")

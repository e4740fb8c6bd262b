"""A repository of a stranger: nothing that it says is run or obeyed, nothing is written outside of a folder of ours,
and what is without end comes to an end."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.comparing import git as reader
from tests.comparing.conftest import git, repository  # noqa: F401
from tests.conftest import Folder, contents
from tests.hostile.limits import limits

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there are no such files")


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    """What an attack makes if it succeeds."""
    return tmp_path / "hacked"


def attack(folder: Path, mark: Path, name: str = "attack") -> str:
    """A program that makes the mark."""
    program = folder / name
    program.write_text(f"#!/bin/sh\ntouch '{mark}'\ncat\n")
    program.chmod(0o755)
    return str(program)


def compared(run, *names: str):
    with limits():
        told = run("compare", "./wood", *names, "--lang", "en")
    assert "Traceback" not in told.err
    return told


@pytest.fixture
def armed(repository: Folder, tmp_path: Path, mark: Path) -> Folder:  # noqa: F811
    """The repository with everything in its configuration that names a program."""
    program = attack(tmp_path, mark)
    config = repository.path / ".git/config"
    config.write_text(
        config.read_text()
        + f"""
[core]
\tfsmonitor = {program}
\thooksPath = {tmp_path}/hooks
\tpager = {program}
\teditor = {program}
\tsshCommand = {program}
\tattributesFile = {tmp_path}/attributes
\tgitProxy = {program}
\talternateRefsCommand = {program}
\taskPass = {program}
[pager]
\tlog = {program}
[alias]
\trev-parse = !{program}
\tls-tree = !{program}
\tcat-file = !{program}
[filter "evil"]
\tsmudge = {program}
\tclean = {program}
\tprocess = {program}
\trequired = true
[diff]
\texternal = {program}
[diff "evil"]
\ttextconv = {program}
\tcommand = {program}
[log]
\tshowSignature = true
[gpg]
\tprogram = {program}
[include]
\tpath = {tmp_path}/more
[credential]
\thelper = !{program}
[protocol "ext"]
\tallow = always
"""
    )
    (tmp_path / "attributes").write_text("* filter=evil diff=evil\n")
    (repository.path / ".git/info").mkdir(exist_ok=True)
    (repository.path / ".git/info/attributes").write_text("* filter=evil diff=evil\n")
    (tmp_path / "more").write_text(f"[core]\n\tfsmonitor = {program}\n")
    for folder in (tmp_path / "hooks", repository.path / ".git/hooks"):
        folder.mkdir(exist_ok=True)
        for hook in (
            "post-checkout",
            "post-index-change",
            "fsmonitor-watchman",
            "reference-transaction",
            "pre-auto-gc",
        ):
            attack(folder, mark, hook)
    return repository


def test_no_program_of_a_repository_is_run(armed, run, mark):
    told = compared(run, "v1", "HEAD")
    assert told.code == 0 and "3 -> 4 copies" in told.out and not mark.exists()
    from cardgen.comparing.states import revisions
    from cardgen.store.library import find_game

    assert len(revisions(find_game(str(armed.path)))) == 2 and not mark.exists()


def test_attributes_of_a_revision_are_not_obeyed(armed, run, mark, git):  # noqa: F811
    """Objects are taken as they are kept: no filter, no export-subst, no export-ignore."""
    armed.write(".gitattributes", "*.yaml filter=evil export-ignore\nstrings/en.yaml export-subst\n")
    git(armed.path, "-c", "core.fsmonitor=", "-c", "filter.evil.required=false", "-c", "filter.evil.clean=cat",
        "-c", "filter.evil.process=", "-c", "core.hooksPath=/dev/null", "commit", "--no-verify", "-qm", "More",
        "-a")  # fmt: skip
    mark.unlink(missing_ok=True)
    assert compared(run, "HEAD", "now").code == 0 and not mark.exists()


def test_what_is_missing_is_asked_of_nobody(armed, run, mark, git, tmp_path):  # noqa: F811
    blob = git(armed.path, "rev-parse", "v1:game.yaml")
    mark.unlink(missing_ok=True)
    config = armed.path / ".git/config"
    more = attack(tmp_path, mark, "more.sh")
    remote = f'[remote "origin"]\n\turl = ext::{more}\n\tpromisor = true\n'
    config.write_text(f"{config.read_text()}[extensions]\n\tpartialClone = origin\n{remote}")
    (armed.path / ".git/objects" / blob[:2] / blob[2:]).unlink()
    told = compared(run, "v1", "HEAD")
    assert told.code == 2 and "the repository lacks this file" in told.err and not mark.exists()


@pytest.mark.parametrize(
    "name",
    [
        "--output=x", "--upload-pack=touch x", "-h", "--help", "--git-dir=/", "--exec-path=.", "-", "--", "HEAD..v1",
        "HEAD...v1", ":/One", "HEAD:game.yaml", "HEAD^{tree}", "HEAD^{/One}", "v1 HEAD", "v1\nHEAD", "v1\0", "HEAD@{0}",
        "HEAD~99999999999999999999", "git:--output=x", "git:", "git:/etc/passwd", "git:../../../etc/passwd", "x" * 5000,
        "git:refs/../../config", "HEAD" + "~1" * 500, "*", "v?", "$(touch x)", "`touch x`", "v1;touch x",
        "git:.git/HEAD",
    ],
)  # fmt: skip
def test_revisions_are_no_options(name, repository, run, tmp_path):  # noqa: F811
    before = contents(tmp_path)
    told = compared(run, f"git:{name}" if name.startswith("-") else name)  # as it comes from a browser
    assert told.code == 2 and contents(tmp_path) == before


def test_a_revision_that_looks_like_an_option_of_the_command_is_none(repository, run, tmp_path):  # noqa: F811
    told = run("compare", "./wood", "--output=x")
    assert told.code == 2 and not (tmp_path / "x").exists()


# ---- names of files


def tree(git, folder: Path, *entries: tuple[str, str, str]) -> str:  # noqa: F811
    """A tree of entries: mode, object and name, which git does not look at."""
    lines = "".join(f"{mode} {'tree' if mode == '040000' else 'blob'} {made}\t{name}\0" for mode, made, name in entries)
    done = subprocess.run(["git", "mktree", "-z"], cwd=folder, input=lines.encode(), capture_output=True, check=True)
    return done.stdout.decode().strip()


@pytest.mark.parametrize(
    "name", ["..", ".git", ".GIT", "git~1", "a\\..\\b", "c:d", "con", "a\nb", "trailing.", "\udcff"]
)
def test_files_of_such_names_are_not_written(name, repository, git, run, tmp_path):  # noqa: F811
    blob = git(repository.path, "hash-object", "-w", "game.yaml")
    inner = tree(git, repository.path, ("100644", blob, "game.yaml"))
    lines = f"040000 tree {inner}\t".encode() + os.fsencode(name) + b"\0" + f"100644 blob {blob}\tgame.yaml\0".encode()
    done = subprocess.run(["git", "mktree", "-z"], cwd=repository.path, input=lines, capture_output=True, check=True)
    commit = git(repository.path, "commit-tree", "-m", "evil", done.stdout.decode().strip())
    before = contents(tmp_path)
    told = compared(run, commit)
    assert told.code == 2 and contents(tmp_path) == before
    assert "in the repository" in told.err or "not in UTF-8" in told.err


def test_links_lead_nowhere(repository, git, run, tmp_path):  # noqa: F811
    for name, target in (("strings/it.yaml", "/etc/passwd"), ("layouts/a.yaml", "../../../secret"), ("art", "/")):
        (repository.path / name).symlink_to(target)
    (tmp_path / "secret").write_text("secret")
    git(repository.path, "add", ".")
    git(repository.path, "commit", "-qm", "Links")
    told = compared(run, "HEAD", "HEAD~1")
    assert told.code == 0 and "secret" not in told.out


# ---- sizes


def test_large_files_are_refused_before_they_are_unpacked(repository, git, run, monkeypatch):  # noqa: F811
    repository.write("art/large.svg", "x" * 50_000)
    git(repository.path, "add", ".")
    git(repository.path, "commit", "-qm", "Large")
    for name, most, words in (
        ("MAX_BYTES", 40_000, "large.svg: expected at most"),
        ("MAX_ALL_BYTES", 45_000, "expected at most"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(reader, name, most)
            told = compared(run, "HEAD")
            assert told.code == 2 and words in told.err
    for name in ("MAX_FILES", "MAX_LIST_BYTES"):
        with monkeypatch.context() as patch:
            patch.setattr(reader, name, 3)
            assert compared(run, "HEAD").code == 2


@pytest.mark.slow
def test_a_packed_file_of_zeros_is_not_unpacked(repository, git, run):  # noqa: F811
    with (repository.path / "zeros").open("wb") as file:
        file.truncate(reader.MAX_BYTES + 1)
    git(repository.path, "add", "zeros")
    git(repository.path, "commit", "-qm", "Zeros")
    (repository.path / "zeros").unlink()
    told = compared(run, "HEAD")
    assert told.code == 2 and "zeros: expected at most" in told.err


# ---- what is no file


@pytest.mark.parametrize(
    "name", ["HEAD", "packed-refs", "config", "commondir", "refs/heads/main", "objects/info/alternates"]
)
@pytest.mark.parametrize("kind", ["pipe", "device", "sparse", "folder"])
def test_what_is_no_file_is_not_waited_for(name, kind, repository, run, monkeypatch):  # noqa: F811
    monkeypatch.setattr(reader, "SECONDS", 3.0)
    path = repository.path / ".git" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        try:
            os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 5))
        except PermissionError:
            pytest.skip("only an administrator makes devices")
    elif kind == "folder":
        path.mkdir()
    else:
        with path.open("wb") as file:
            file.truncate(60_000_000_000)
    told = compared(run, "v1")
    assert told.code in (0, 2)


def test_references_in_a_circle_come_to_an_end(repository, run):  # noqa: F811
    for one, other in (("a", "b"), ("b", "a")):
        (repository.path / f".git/refs/heads/{one}").write_text(f"ref: refs/heads/{other}\n")
    assert compared(run, "a").code == 2


def test_a_git_file_that_leads_elsewhere(game, run, tmp_path):
    for text in ("gitdir: /etc", "gitdir: ../../../../../../dev", "gitdir: \0", "gitdir: " + "a" * 100_000, "nonsense"):
        game.write(".git", text)
        assert compared(run, "HEAD").code == 2


def test_replacements_are_not_obeyed(repository, git, run):  # noqa: F811
    first, second = git(repository.path, "rev-parse", "v1"), git(repository.path, "rev-parse", "HEAD")
    git(repository.path, "replace", first, second)
    assert "3 -> 4 copies" in compared(run, "v1", "HEAD").out


def test_the_environment_of_the_user_does_not_lead_elsewhere(repository, run, monkeypatch, mark, tmp_path):  # noqa: F811
    program = attack(tmp_path, mark)
    for name, value in {
        "GIT_DIR": "/nowhere", "GIT_SSH_COMMAND": program, "GIT_EXTERNAL_DIFF": program, "GIT_PAGER": program,
        "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": program,
        "GIT_INDEX_FILE": "/nowhere", "GIT_WORK_TREE": "/", "GIT_TRACE": str(mark),
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    assert "3 -> 4 copies" in compared(run, "v1", "HEAD").out and not mark.exists()


def test_a_program_of_the_current_folder_is_not_git(repository, run, mark, tmp_path, monkeypatch):  # noqa: F811
    attack(tmp_path, mark, "git")
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.environ['PATH']}")
    told = compared(run, "v1")
    assert told.code == 2 and "git is not installed" in told.err and not mark.exists()

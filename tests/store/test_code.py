"""Digests of code: kept by the times of files, and never stale."""

import os

import pytest

from cardgen.store.code import code_digest, code_files


@pytest.fixture
def package(tmp_path):
    (tmp_path / "room" / "__pycache__").mkdir(parents=True)
    (tmp_path / "a.py").write_text("A = 1\n")
    (tmp_path / "room" / "b.py").write_text("B = 1\n")
    (tmp_path / "room" / "words.txt").write_text("no code\n")
    return tmp_path


def digest_now(folder):
    code_digest.cache_clear()  # as another process
    return code_digest(folder)


def test_only_python_files_count(package):
    assert code_files(package) == [package / "a.py", package / "room" / "b.py"]
    before = digest_now(package)
    (package / "room" / "words.txt").write_text("other words\n")
    (package / "room" / "__pycache__" / "b.py").write_text("B = 3\n")
    assert digest_now(package) == before


def test_a_change_counts_even_with_the_old_size_and_time(package):
    file = package / "room" / "b.py"
    before, status = digest_now(package), file.stat()
    assert digest_now(package) == before
    file.write_text("B = 2\n")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert digest_now(package) != before


def test_the_content_counts_and_not_the_time(package):
    before = digest_now(package)
    os.utime(package / "a.py", (1, 1))
    assert digest_now(package) == before

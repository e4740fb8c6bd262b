"""What is kept between commands: found again, and done without where no folder can be written."""

from cardgen.store import cache


def test_what_is_kept_is_found_again(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.read("things", "a") is None
    cache.keep("things", "a", b"one")
    cache.keep("things", "a", b"two")
    assert cache.read("things", "a") == b"two"
    assert [path.name for path in (tmp_path / "cardgen" / "things").iterdir()] == ["a"]


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "file"))
    cache.keep("things", "a", b"one")
    assert cache.read("things", "a") is None

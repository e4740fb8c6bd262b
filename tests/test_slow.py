"""Which slow tests run, and what is recorded of them."""

import ast
from types import SimpleNamespace

import pytest

from tests import slow


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Rules and their tests, of which one is slow."""
    for name in ("cardgen/rules/read.py", "cardgen/play/game.py", "tests/rules/test_read.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"# {name}", "utf-8")
    monkeypatch.setattr(slow, "ROOT", tmp_path)
    monkeypatch.setattr(slow, "LOCK", tmp_path / "tests/slow.lock")
    return tmp_path


def chosen(root, wanted, keyword=""):
    """The tests that run."""
    deselected = SimpleNamespace(pytest_deselected=lambda items: None)
    source = pytest.Config.ArgsSource.TESTPATHS
    config = SimpleNamespace(
        getoption=lambda _: wanted, option=SimpleNamespace(keyword=keyword), args_source=source, hook=deselected
    )
    slow.fingerprint.cache_clear()
    slow.room_fingerprint.cache_clear()
    file = root / "tests/rules/test_read.py"
    items = [Item("quick", file, None), Item("slow", file, True)]
    slow.pytest_collection_modifyitems(config, items)
    return [item.name for item in items]


class Item:
    def __init__(self, name, path, marker):
        self.name, self.path, self._marker = name, path, marker

    def get_closest_marker(self, _):
        return self._marker


def test_slow_tests_run_where_they_are_asked_for(repository):
    assert chosen(repository, "no") == ["quick"]
    assert chosen(repository, "no", keyword="read") == chosen(repository, "all") == ["quick", "slow"]


@pytest.mark.parametrize("changed", ["cardgen/rules/read.py", "cardgen/play/game.py", "tests/rules/test_read.py"])
def test_they_run_until_they_pass_and_again_once_a_file_has_changed(repository, changed):
    assert chosen(repository, "changed") == ["quick", "slow"]
    slow.record(["tests/rules/test_read.py"])
    assert chosen(repository, "changed") == ["quick"]
    (repository / changed).write_text("# another", "utf-8")
    assert chosen(repository, "changed") == ["quick", "slow"]


def test_a_file_is_recorded_if_all_its_slow_tests_passed(repository):
    passed = slow.Passed()
    config = SimpleNamespace(option=SimpleNamespace(keyword=""), args_source=pytest.Config.ArgsSource.TESTPATHS)
    session = SimpleNamespace(config=config, shouldstop=False)

    def run(*reports):
        for name, keywords, failed in reports:
            passed.pytest_runtest_logreport(SimpleNamespace(nodeid=name, keywords=keywords, failed=failed))
        passed.pytest_sessionfinish(session)
        return [*slow.recorded()]

    file = "tests/rules/test_read.py"
    assert run((f"{file}::quick", (), False)) == []
    assert run((f"{file}::slow[1]", ("slow",), False)) == [file]
    slow.LOCK.unlink()
    assert run((f"{file}::slow[2]", ("slow",), True), (f"{file}::slow[3]", ("slow",), False)) == []


def test_rooms_are_told_of_every_file_with_slow_tests():
    for file in (slow.ROOT / "tests").rglob("test_*.py"):
        if "mark.slow" in file.read_text("utf-8") and _marks_tests(file):
            assert slow.fingerprint(file)


def _marks_tests(file):
    functions = (node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.FunctionDef))
    return any("mark.slow" in ast.unparse(decorator) for each in functions for decorator in each.decorator_list)

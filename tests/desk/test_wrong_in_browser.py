"""What is wrong with a game's files stands on every page, once, and goes when it is mended."""

from __future__ import annotations

import pytest

from cardgen.starting.starter import make_game

PAGES = ("see", "sheets", "book", "rules", "texts", "try", "table")


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path / make_game("my_game", kind="tricks")


@pytest.mark.slow
@pytest.mark.parametrize("page_name", PAGES)
def test_a_clause_that_is_not_understood_is_told_once_on_each_page(page, serve, game, page_name):
    served = serve([game])
    rules = game / "rules.yaml"
    good = rules.read_text("utf-8")
    rules.write_text(good.replace("shuffle all", "shufle all", 1), "utf-8")
    page.goto(served.entry)
    page.goto(f"{served.url}/#/my_game/base/en/{page_name}")
    page.locator("body", has_text="shufle").wait_for()
    page.wait_for_timeout(300)
    assert page.evaluate("document.body.innerText.split('shufle').length") == 2
    rules.write_text(good, "utf-8")
    served.desk.changed()
    if page_name in ("sheets", "rules", "texts", "try"):
        page.wait_for_selector("body > .faults", state="detached")

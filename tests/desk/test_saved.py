"""What was saved from the desk is taken back, and variants are deleted: one's own, and not what changed since."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from cardgen.desk import saved
from cardgen.desk.answers import Refused
from cardgen.desk.saved import Saves
from cardgen.starting.starter import make_game
from cardgen.store.library import find_game


@pytest.fixture(scope="module")
def served(library, serve):
    return serve(["king_lui"])


def post(served, path: str, body: dict | None = None) -> httpx.Response:
    headers = {"Origin": served.url}
    url = f"{served.url}/api/king_lui/{path}"
    return httpx.post(url, json=body or {}, cookies=served.cookies, headers=headers, timeout=120)


def test_a_text_and_a_new_variant_are_taken_back_one_after_the_other(served, library):
    path = library / "decks/king_lui/strings/fr.yaml"
    before = path.read_bytes()
    text = {"key": "dish.bread", "form": "", "text": "Miche", "seen": "Pain"}
    assert post(served, "base/fr/texts", text).status_code == 200
    assert post(served, "base/fr/keep?set=portions_fed=1", {"name": "petite", "title": "Petite"}).status_code == 200
    made = library / "variants/king_lui/petite.yaml"
    assert made.exists() and b"Miche" in path.read_bytes()
    assert post(served, "petite/fr/undo").json() == {"variant": "base"}
    assert not made.exists() and b"Miche" in path.read_bytes()
    assert post(served, "base/fr/undo").json() == {"variant": "base"}
    assert path.read_bytes() == before
    refused = post(served, "base/fr/undo")
    assert refused.status_code == 400 and "rien à annuler" in refused.json()["error"]


def test_what_changed_since_is_not_undone(served, library):
    path = library / "decks/king_lui/strings/fr.yaml"
    before = path.read_text()
    text = {"key": "dish.bread", "form": "", "text": "Miche", "seen": "Pain"}
    assert post(served, "base/fr/texts", text).status_code == 200
    own = path.read_text() + "# by hand\n"
    path.write_text(own)
    refused = post(served, "base/en/undo")
    assert refused.status_code == 400 and "has changed since" in refused.json()["error"]
    assert path.read_text() == own
    path.write_text(own.removesuffix("# by hand\n"))
    assert post(served, "base/en/undo").status_code == 200
    assert path.read_text() == before


def test_a_variant_is_deleted_and_comes_back(page, served, library):
    path = library / "variants/king_lui/express.yaml"
    before = path.read_bytes()
    page.set_default_timeout(60_000)
    page.goto(served.entry)
    page.goto(f"{served.url}/#/king_lui/express/en/rules")
    page.get_by_role("button", name="Delete this variant").click()
    page.wait_for_url("**/king_lui/base/en/rules")
    assert not path.exists()
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url("**/king_lui/express/en/rules")
    assert path.read_bytes() == before


def test_ctrl_z_leaves_a_variant_that_goes_with_it(page, served, library):
    page.set_default_timeout(60_000)
    page.goto(served.entry)
    assert post(served, "base/en/keep?set=portions_fed=1", {"name": "small", "title": "Small"}).status_code == 200
    made = library / "variants/king_lui/small.yaml"
    page.goto(f"{served.url}/#/king_lui/small/en/sheets")
    page.wait_for_selector("#place[data-page=sheets]")
    page.keyboard.press("Control+z")
    page.wait_for_url("**/king_lui/base/en/sheets")
    assert not made.exists()
    expect(page.locator("#notice")).to_have_text("Undone")
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#notice")).to_have_text("Redone")
    assert made.exists() and "/base/" in page.url
    assert post(served, "base/en/undo").status_code == 200


def test_only_a_variant_that_nobody_stands_on_is_deleted(served, library):
    path = library / "variants/king_lui/hungry_dragon.yaml"
    above = library / "variants/king_lui/upon_it.yaml"
    above.write_text("changes: hungry_dragon\ntexts:\n  en: {title: Upon it}\n")
    refused = post(served, "hungry_dragon/en/delete")
    assert refused.status_code == 400 and "upon_it" in refused.json()["error"] and path.exists()
    above.unlink()
    assert post(served, "base/en/delete").status_code == 400
    link = library / "variants/king_lui/linked.yaml"
    link.symlink_to(path)
    assert post(served, "linked/en/delete").status_code in (400, 422)
    assert path.exists() and link.is_symlink()
    link.unlink()


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    make_game("wood")
    return find_game("./wood")


def written(saves, home, name, text):
    path = home.folder / "layouts" / name
    saves.save(home, "base", [path], lambda: path.write_text(text))
    return path


def test_what_was_undone_is_done_again_until_something_else_is_saved(game):
    saves = Saves()
    path = written(saves, game, "one.yaml", "a: 1\n")
    written(saves, game, "one.yaml", "a: 2\n")
    saves.undo(game)
    assert path.read_text() == "a: 1\n"
    saves.undo(game)
    assert not path.exists()
    saves.redo(game)
    saves.redo(game)
    assert path.read_text() == "a: 2\n"
    with pytest.raises(Refused):
        saves.redo(game)
    saves.undo(game)
    written(saves, game, "two.yaml", "b: 1\n")
    with pytest.raises(Refused):
        saves.redo(game)


def test_the_next_desk_undoes_what_this_one_saved(game):
    path = written(Saves(), game, "one.yaml", "a: 1\n")
    written(Saves(), game, "one.yaml", "a: 2\n")
    saves = Saves()
    saves.undo(game)
    assert path.read_text() == "a: 1\n"
    Saves().undo(game)
    assert not path.exists()
    with pytest.raises(Refused):
        Saves().undo(game)


def test_the_next_desk_undoes_nothing_that_has_changed_since(game):
    path = written(Saves(), game, "one.yaml", "a: 1\n")
    path.write_text("a: 3\n")
    with pytest.raises(Refused):
        Saves().undo(game)
    assert path.read_text() == "a: 3\n"


def test_only_as_much_is_kept_as_there_is_room_for(game, monkeypatch):
    monkeypatch.setattr(saved, "MAX_KEPT_BYTES", 200)
    for number in range(9):
        path = written(Saves(), game, "one.yaml", f"a: {number}\n")
    saves = Saves()
    with pytest.raises(Refused):
        for _ in range(9):
            saves.undo(game)
    assert path.read_text() not in ("a: 8\n", "a: 0\n")


@pytest.mark.parametrize(
    "kept",
    [b"{", b"7", b"[7]", b'{"saves": []}', b'[["base", "base", {"a": 1}]]', b'[["base", "base", {"a": ["?", "?"]}]]',
     b'[["base", "base", {"a": ["00000", null]}]]', b'[["base", "base", ["a"]]]', b"\xff"],
)  # fmt: skip
def test_what_a_desk_of_another_form_kept_is_ignored(game, monkeypatch, kept):
    monkeypatch.setattr(saved.cache, "read", lambda kind, name: kept)
    saves = Saves()
    with pytest.raises(Refused):
        saves.undo(game)
    path = written(saves, game, "one.yaml", "a: 1\n")
    saves.undo(game)
    assert not path.exists()

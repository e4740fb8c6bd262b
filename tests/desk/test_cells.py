"""The page of tables: what it shows, what it writes, and what it refuses; over HTTP and in a browser."""

from __future__ import annotations

import codecs
import os
import shutil

import pytest
from playwright.sync_api import expect

from cardgen.definitions.yaml_source import read_yaml
from cardgen.desk import cells
from cardgen.starting.starter import make_game
from tests.definitions.books import write_book
from tests.desk.conftest import until
from tests.rules.test_read import GAMES

CSV = "name,count,power\nFox,3,4\nOwl,2,7\n"
SHEET, CARDS = "/api/wood/base/en/cells", "/api/tricks/base/en/cells"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("cells")


@pytest.fixture(scope="module")
def served(folder, serve):
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        (folder / "cards.csv").write_text(CSV)
        make_game("wood", folder / "cards.csv")
        write_book(folder / "deck.xlsx", {"Heroes": [["name", "power", "twice"], ["Elk", 3, "x"]], "Notes": []})
        make_game("book", folder / "deck.xlsx")
        make_game("tricks", kind="tricks")
        yield serve(["./wood", "./book", "./tricks", "king_lui"])


@pytest.fixture
def client(served, folder):
    files = [folder / "wood/cards.csv", folder / "book/deck.xlsx", folder / "tricks/game.yaml"]
    before = {path: path.read_bytes() for path in files}
    with served.client() as client:
        yield client
    for path, data in before.items():
        path.write_bytes(data)


def change(client, path, table, *cells):
    changes = [dict(zip(("row", "column", "seen", "text"), cell, strict=True)) for cell in cells]
    return client.post(path, json={"table": table, "changes": changes})


def test_a_spreadsheet_is_a_table(client, folder):
    (table,) = client.get(SHEET).json()["tables"]
    assert table["columns"] == ["name", "count", "power"] and not table["fixed"]
    assert table["rows"][1] == {"row": "3", "cells": ["Owl", "2", "7"]}
    answer = change(client, SHEET, table["name"], ("3", 2, "7", "8"), ("4", 0, "", "Hen"), ("4", 1, "", "1")).json()
    assert (folder / "wood/cards.csv").read_text() == "name,count,power\nFox,3,4\nOwl,2,8\nHen,1,\n"
    assert answer["faults"] == [] and answer["tables"][0]["rows"][2]["cells"] == ["Hen", "1", ""]
    assert client.post("/api/wood/base/en/undo", json={}).status_code == 200
    assert (folder / "wood/cards.csv").read_text() == CSV


def test_a_workbook_is_a_table(client):
    path = "/api/book/base/en/cells"
    (table,) = client.get(path).json()["tables"]
    assert table["sheet"] == "Heroes"
    (after,) = change(client, path, table["name"], ("2", 1, "3", "12")).json()["tables"]
    assert after["rows"][0]["cells"] == ["Elk", "12", "x"]


def test_cards_of_game_yaml_are_a_table(client, folder):
    tables = {table["name"]: table for table in client.get(CARDS).json()["tables"]}
    table = tables["suits/card"]
    assert table["columns"] == ["id", "value"] and table["rows"][0] == {"row": "1", "cells": ["1", "1"]}
    file = folder / "tricks/game.yaml"
    before = file.read_text()
    change(client, CARDS, "suits/card", ("2", 1, "2", "20"))
    assert file.read_text() == before.replace("2: {value: 2}", "2: {value: 20}")
    change(client, CARDS, "suits/card", ("ace", 1, "", "14"))
    cards = read_yaml(file).below("decks", "suits", "kinds", "card", "cards")
    assert cards.data["ace"] == {"value": "14"}
    change(client, CARDS, "suits/card", ("3", 1, "3", ""))
    assert read_yaml(file).below("decks", "suits", "kinds", "card", "cards").data["3"] == {}


def test_what_breaks_the_game_is_written_and_reported(client):
    (table,) = client.get(SHEET).json()["tables"]
    faults = change(client, SHEET, table["name"], ("2", 1, "3", "many")).json()["faults"]
    assert faults and faults[0]["file"].endswith("cards.csv") and faults[0]["line"] == 2


def test_a_cell_that_says_something_else_by_now_is_not_overwritten(client, folder):
    (table,) = client.get(SHEET).json()["tables"]
    answer = change(client, SHEET, table["name"], ("2", 2, "5", "6"))
    assert answer.status_code == 400 and answer.json()["now"] == "4"
    assert (folder / "wood/cards.csv").read_text() == CSV


@pytest.mark.parametrize(
    ("cell", "status"),
    [
        (("1", 0, "name", "x"), 400),
        (("2", 9, "", "x"), 400),
        (("2", -1, "", "x"), 400),
        (("two", 0, "", "x"), 400),
        (("²", 0, "", "x"), 400),
        (("2", "1", "", "x"), 400),
        (("99999", 0, "", "x"), 422),
        (("2", 0, "Fox", "\0"), 422),
        (("2", 0, "Fox", 7), 400),
    ],
)
def test_wrong_requests_are_refused(client, folder, cell, status):
    (table,) = client.get(SHEET).json()["tables"]
    assert change(client, SHEET, table["name"], cell).status_code == status
    assert (folder / "wood/cards.csv").read_text() == CSV


def test_wrong_ids_and_tables_are_refused(client):
    assert change(client, CARDS, "suits/card", ("A Card", 1, "", "1")).status_code == 422
    assert change(client, CARDS, "suits/nobody", ("a", 1, "", "1")).status_code == 422
    assert client.post(CARDS, json={"table": "suits/card", "changes": []}).status_code == 400
    assert client.post(CARDS, json={"table": "suits/card", "changes": [7]}).status_code == 400


def test_a_game_that_came_with_cardgen_is_only_shown(client):
    tables = client.get("/api/king_lui/base/en/cells").json()["tables"]
    assert {table["fixed"] for table in tables} == {"elsewhere"}
    row = tables[0]["rows"][0]
    answer = change(client, "/api/king_lui/base/en/cells", tables[0]["name"], (row["row"], 1, row["cells"][1], "9"))
    assert answer.status_code == 422


def test_a_byte_order_mark_of_game_yaml_stays(client, folder):
    file = folder / "tricks/game.yaml"
    file.write_bytes(codecs.BOM_UTF8 + (before := file.read_bytes()))
    change(client, CARDS, "suits/card", ("2", 1, "2", "20")).raise_for_status()
    assert file.read_bytes() == codecs.BOM_UTF8 + before.replace(b"2: {value: 2}", b"2: {value: 20}")


@pytest.mark.parametrize(
    ("path", "table", "file", "work"),
    [(CARDS, "suits/card", "tricks/game.yaml", "parse_yaml"), (SHEET, "cards/card", "wood/cards.csv", "with_cells")],
)
def test_what_somebody_writes_at_the_same_moment_is_not_overwritten(
    client, folder, monkeypatch, path, table, file, work
):
    file = folder / file
    theirs = file.read_bytes() + (b"# mine\n" if file.suffix == ".yaml" else b"Hen,1,1\n")
    now = getattr(cells, work)

    def meanwhile(*given):
        file.write_bytes(theirs)
        return now(*given)

    monkeypatch.setattr(cells, work, meanwhile)
    seen = "2" if work == "parse_yaml" else "3"
    answer = change(client, path, table, ("2", 1, seen, "20"))
    assert answer.status_code == 422 and "wrote nothing" in answer.json()["faults"][0]["message"]
    assert file.read_bytes() == theirs


def test_a_game_of_rules_alone_has_no_table(folder, serve, monkeypatch):
    monkeypatch.chdir(folder)
    shutil.copy(GAMES / "no_thanks.yaml", folder)
    with serve(["./no_thanks.yaml"]).client() as client:
        answer = client.get("/api/no_thanks/base/en/cells")
        assert answer.status_code == 200 and answer.json() == {"tables": [], "faults": []}
        assert change(client, "/api/no_thanks/base/en/cells", "cards/card", ("1", 1, "", "x")).status_code == 422


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_library_behind_a_link_has_its_tables(tmp_path, serve, monkeypatch):
    (tmp_path / "real").mkdir()
    (tmp_path / "decks").symlink_to(tmp_path / "real")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text(CSV)
    make_game("decks/birds", tmp_path / "cards.csv")
    with serve(["birds"]).client() as client:
        (table,) = client.get("/api/birds/base/en/cells").json()["tables"]
        assert (table["file"], table["fixed"]) == ("cards.csv", "")
        answer = change(client, "/api/birds/base/en/cells", table["name"], ("2", 1, "3", "5"))
        assert answer.status_code == 200
    assert "Fox,5,4" in (tmp_path / "real/birds/cards.csv").read_text()


# ---- in a browser


@pytest.fixture
def opened(page, client, served):
    page.goto(served.entry)

    def show(game):
        page.goto("about:blank")
        page.goto(f"{served.url}/#/{game}/base/en/cells")
        page.wait_for_selector(".cells td")

    return show


def test_a_cell_is_typed_and_undone(page, opened, folder):
    opened("wood")
    cell = page.get_by_label("power, 2")
    cell.fill("9")
    cell.press("Enter")
    expect(page.locator("#undo [role=status]")).to_have_text("Saved in cards.csv.")
    assert "Fox,3,9" in (folder / "wood/cards.csv").read_text()
    expect(page.get_by_label("power, 3")).to_be_focused()
    page.locator("#undo button").first.click()
    expect(page.get_by_label("power, 2")).to_have_value("4")


def test_a_new_card_of_game_yaml_is_typed(page, opened, folder):
    opened("tricks")
    fresh = page.get_by_label("id, new row").first
    fresh.fill("ace")
    fresh.press("Tab")
    expect(page.get_by_label("value, ace")).to_have_value("")
    page.get_by_label("value, ace").fill("14")
    page.get_by_label("value, ace").press("Enter")
    until(lambda: "ace: {value: 14}" in (folder / "tricks/game.yaml").read_text())


def test_a_block_of_cells_is_pasted(page, opened, folder):
    opened("wood")
    page.get_by_label("count, 2").focus()
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.setData('text/plain', '5\\t6\\n7\\t8\\n1\\t1\\n');
            const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
            document.activeElement.dispatchEvent(paste);
        }"""
    )
    expect(page.get_by_label("power, 4")).to_have_value("1")
    assert (folder / "wood/cards.csv").read_text() == "name,count,power\nFox,5,6\nOwl,7,8\n,1,1\n"

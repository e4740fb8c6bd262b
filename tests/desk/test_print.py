"""The page *Print* and what it asks of the desk: the files of a build, and the sheets that are chosen."""

from __future__ import annotations

import io
import re

import httpx
import pikepdf
import pytest

from cardgen.pdf.raster import Rasteriser
from tests.conftest import FILES, Folder
from tests.desk.conftest import Served, until

WOOD = "/api/wood/base/en/print"


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> Folder:
    found = Folder(tmp_path_factory.mktemp("print") / "wood")
    for name, text in FILES.items():
        found.write(name, text)
    found.write("printers/mine.yaml", "paper: a4\nflip: long\ndx: 0.5 mm\nmargin: 8 mm\n")
    return found


@pytest.fixture(scope="module")
def served(serve, game) -> Served:
    return serve([game.path])


@pytest.fixture(scope="module")
def client(served) -> httpx.Client:
    return served.client()


def test_the_choices_are_those_of_the_game(client):
    choices = client.get(f"{WOOD}/choices").json()
    assert {"a4", "letter"} <= {*choices["papers"]} and choices["printers"] == ["mine"]
    assert (choices["whats"], choices["languages"], choices["recorded"]) == (["cards"], ["en", "fr"], [])


def test_the_file_is_that_of_a_build(client, game, tmp_path, monkeypatch):
    from cardgen.commands.cli import main

    monkeypatch.chdir(tmp_path)
    assert main(["build", str(game.path), "--paper", "letter", "--gap", "2"]) == 0
    given = client.get(f"{WOOD}/print.pdf", params={"paper": "letter", "gap": "2"})
    assert given.headers["content-type"] == "application/pdf"
    assert given.headers["content-disposition"].startswith("inline")
    assert given.content == (tmp_path / "out/wood/base/en/cards.pdf").read_bytes()


def test_the_pages_that_are_shown_are_those_of_the_file(client):
    seen = client.get(WOOD).json()
    (sheet,) = seen["files"][0]["pages"]
    assert (seen["sheets"], seen["sides"], seen["cards"], seen["edges"], seen["margin"]) == (1, 2, 5, ["long"], 5)
    assert seen["share"] == 0.4444 and sheet["front"]["cut"].count("M") == 5
    pdf = client.get(f"{WOOD}/print.pdf").content
    for number, side in enumerate((sheet["front"], sheet["back"])):
        from PIL import Image

        shown = Image.open(io.BytesIO(client.get(f"{WOOD}/{side['picture']}.png").content))
        pixels = Rasteriser(pdf).page(number, *shown.size)
        assert shown.tobytes() == bytes(pixels.data)
    assert client.get(f"{WOOD}/0/7.png").status_code == client.get(f"{WOOD}/3/0.png").status_code == 422


def test_sides_kinds_languages_and_numbers_are_chosen(client):
    def pages(**asked: str) -> int:
        with pikepdf.open(io.BytesIO(client.get(f"{WOOD}/print.pdf", params=asked).content)) as pdf:
            return len(pdf.pages)

    assert (pages(), pages(sides="fronts"), pages(lang="en,fr"), pages(lang="en,fr", first="2")) == (2, 1, 4, 2)
    assert pages(which="kind", kind="creature") == 2
    assert pages(lang="en,fr", file="fr/cards.pdf") == 2
    assert client.get(WOOD, params={"first": "9"}).json()["sheets"] == 0
    assert "You have chosen nothing" in client.get(f"{WOOD}/print.pdf", params={"first": "9"}).json()["error"]


def test_a_printer_is_shown_with_its_corrections(client):
    seen = client.get(WOOD, params={"printer": "mine"}).json()
    assert seen["margin"] == 8 and seen["printer"]["dx"] == 0.5


@pytest.mark.parametrize(
    "asked",
    [
        {"paper": "nowhere"}, {"paper": "../../etc/passwd"}, {"printer": "../secret"}, {"printer": "nobody"},
        {"duplex": "sideways"}, {"guides": "x"}, {"gap": "100"}, {"gap": "-1"}, {"bleed": "nan"}, {"ink": "blood"},
        {"lang": "de"}, {"which": "kind", "kind": "nobody"}, {"first": "x"}, {"last": "-1"}, {"sides": "left"},
        {"which": "changed"}, {"what": "a/b"}, {"paper": "1 x 1 mm"},
    ],
)  # fmt: skip
def test_values_that_no_build_takes_are_refused(client, asked):
    given = client.get(WOOD, params=asked)
    assert given.status_code == 422 and given.json()["faults"][0]["message"]


def test_a_mistake_stops_a_print_as_it_stops_a_build(client, game):
    before = (game.path / "layouts/creature.yaml").read_text()
    assert client.get(WOOD).status_code == 200
    game.edit("layouts/creature.yaml", "draw: icon", "draw: ikon")
    try:
        until(lambda: client.get(WOOD).status_code == 422)
        assert "ikon" in client.get(f"{WOOD}/print.pdf").text
    finally:
        game.write("layouts/creature.yaml", before)
    until(lambda: client.get(WOOD).status_code == 200)


def test_only_what_changed_since_a_print_is_chosen(client, game):
    from cardgen.commands.cli import main

    assert main(["printed", str(game.path), "--lang", "en"]) == 0
    before = (game.path / "game.yaml").read_text()
    game.edit("game.yaml", "value: 2, count: 3", "value: 7, count: 3")
    try:
        until(lambda: client.get(f"{WOOD}/choices").json()["recorded"] == ["en"])
        until(lambda: client.get(WOOD, params={"which": "changed"}).json().get("cards") == 3)
        seen = client.get(WOOD, params={"which": "changed"}).json()
        assert [file["what"] for file in seen["files"]] == ["changed"] and seen["sheets"] == 2
    finally:
        game.write("game.yaml", before)
        (game.path / "printed.yaml").unlink()
    until(lambda: client.get(f"{WOOD}/choices").json()["recorded"] == [])


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_page_shows_sheets_and_prints_those_that_are_chosen(page, served, size):
    from axe_playwright_python.sync_playwright import Axe

    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.add_init_script("window.print = () => { top.asked = location.href; }")
    page.goto(served.entry)
    page.goto(f"{served.url}/#/wood/base/fr/print")
    page.wait_for_selector(".print-files .pairs img")
    assert page.locator(".pairs img").count() == 2 and "Feuille 1, verso" in page.locator(".pairs").inner_text()
    assert re.search(r"Feuilles\s: 1 · faces imprimées\s: 2 · cartes\s: 5", page.locator(".print-told").inner_text())
    assert page.locator(".pairs svg .cut").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size[0] < 800:
        page.get_by_text("Quoi imprimer, et comment").click()
    page.get_by_label("anglais").check()
    page.get_by_label("Faces").select_option("fronts")
    page.wait_for_selector(".print-files section:nth-child(2)")
    until(lambda: page.locator(".pairs img").count() == 2)
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "best-practice"]})
    assert not found.response["violations"], found.generate_report()
    with page.expect_request(re.compile(r"print\.pdf")) as asked:
        page.get_by_role("button", name="Imprimer", exact=True).click()
    assert {"sides=fronts", "lang=fr%2Cen"} <= {*asked.value.url.split("?")[1].split("&")}
    until(lambda: "print.pdf" in (page.evaluate("window.asked") or ""))
    with page.expect_request(re.compile(r"print\.pdf.*file=")) as asked:
        page.get_by_role("button", name=re.compile("N’imprimer|Imprimer: en|Imprimer : en")).last.click()
    assert "file=en%2Fcards.pdf" in asked.value.url

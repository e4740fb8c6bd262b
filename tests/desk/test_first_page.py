"""The first page over HTTP and in a browser: games, new ones of every sort, and what is refused."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from cardgen.desk import guard, uploads
from cardgen.desk.spoken import languages
from cardgen.starting.starter import kinds, make_game

CSV = b"name,count,power\nFox,3,4\nOwl,2,7\n"
START = "/api/start/en"


@pytest.fixture(scope="module")
def served(tmp_path_factory, serve):
    folder = tmp_path_factory.mktemp("desk")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        make_game("forest")
        yield serve(["./forest", "king_lui"])


@pytest.fixture
def client(served):
    with served.client() as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/join"])
def test_the_page_names_the_languages_of_the_desk(client, path):
    assert f'data-languages="{" ".join(sorted(languages()))}"' in client.get(path).text


def send(client, files, name="0123-4567-89ab"):
    for path, data in files.items():
        answer = client.post(f"{START}/upload", params={"id": name, "path": path}, content=data)
        assert answer.status_code == 200, answer.text
    return name


def test_games_have_covers_and_figures(client):
    for name, cards in (("forest", 6), ("king_lui", 110)):
        cover = client.get(f"/api/{name}/base/en/cover.svg")
        assert cover.headers["content-type"] == "image/svg+xml"
        assert "sandbox" in cover.headers["content-security-policy"]
        assert cover.text.startswith("<svg") and len(cover.text) > 1000
        about = client.get(f"/api/{name}/base/en/about").json()
        assert about["cards"] >= cards and len(about["players"]) == 2


@pytest.mark.parametrize("kind", ["", *kinds()])
def test_every_kind_has_a_picture_and_makes_a_game(client, kind):
    assert client.get(f"{START}/kind/{kind or '-'}.svg").text.startswith("<svg")
    made = client.post(f"{START}/new", json={"title": f"My {kind or 'cards'}", "kind": kind})
    assert made.status_code == 200, made.text
    name = made.json()["game"]
    assert name == f"my_{(kind or 'cards').replace('-', '_')}"
    assert client.get(f"/api/{name}/base/en/faces").json()["title"] == f"My {kind or 'cards'}"
    assert {"name": name, "title": f"My {kind or 'cards'}"}.items() <= client.get("/api/games").json()[-1].items()


def test_a_title_of_any_signs_is_the_games_own(client):
    title = "Été: 7 # {cats} \\ 猫"
    name = client.post(f"{START}/new", json={"title": title, "kind": "tricks"}).json()["game"]
    assert (
        client.get("/api/games").json()[-1]["title"] == title.replace("{", "(").replace("}", ")")
        and name == "ete_7_cats"
    )


def test_dropped_files_make_a_game_once(client):
    upload = send(client, {"cards.csv": CSV})
    made = client.post(f"{START}/new", json={"title": "Wood", "upload": upload}).json()
    assert made["remarks"] == [] and client.get(f"/api/{made['game']}/base/en/about").json()["cards"] == 5
    again = client.post(f"{START}/new", json={"title": "Wood", "upload": upload})
    assert again.status_code == 400 and "no file" in again.json()["error"]


def test_a_fault_names_the_file_as_it_was_dropped(client):
    upload = send(client, {"deck/cards.csv": b"name,count\nFox,many\n"})
    told = client.post(f"{START}/new", json={"title": "Faulty", "upload": upload})
    assert "cardgen-dropped" not in told.text
    assert told.status_code == 200 or told.json()["faults"]


def test_what_is_wrong_is_refused(client):
    assert client.post(f"{START}/new", json={"title": "  "}).status_code == 400
    assert client.post(f"{START}/new", json={"title": 7}).status_code == 400
    assert client.post(f"{START}/new", json={"title": "x" * 90}).status_code == 400
    assert client.post(f"{START}/new", json={"title": "A", "kind": "chess"}).status_code == 422
    assert client.post(f"{START}/new", json={"title": "A", "upload": "0000-0000"}).status_code == 400
    for params in ({"id": "../..", "path": "a.csv"}, {"id": "0123-4567", "path": "../a.csv"}, {"path": "a.csv"}):
        assert client.post(f"{START}/upload", params=params, content=CSV).status_code in (400, 422)


def test_names_that_no_folder_has_are_refused(client):
    for path in ("a\0b", "\0"):
        assert client.get(f"{START}/folders", params={"in": path}).status_code == 400
        assert client.post(f"{START}/open", json={"path": path}).status_code == 400
    assert client.get(f"{START}/folders", params={"in": "/nowhere/at/all"}).status_code == 422
    send(client, {"a": CSV}, "dddd-dddd")
    told = client.post(f"{START}/upload", params={"id": "dddd-dddd", "path": "a/b.csv"}, content=CSV)
    assert told.status_code == 422 and "cannot write a/b.csv" in told.json()["faults"][0]["message"]


def test_where_nothing_can_be_written_that_is_said(client, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("cardgen.desk.first_page.folder_for_new", lambda: tmp_path / "file" / "games")
    told = client.post(f"{START}/new", json={"title": "Nowhere", "kind": "solo"})
    assert told.status_code == 422 and "cannot write" in told.json()["faults"][0]["message"]


def test_uploads_are_bounded_and_end_with_the_desk(client, monkeypatch):
    monkeypatch.setattr(uploads, "MAX_FILES", 2)
    send(client, {"a.csv": CSV, "b.csv": CSV}, "aaaa-aaaa")
    more = client.post(f"{START}/upload", params={"id": "aaaa-aaaa", "path": "c.csv"}, content=CSV)
    assert more.status_code == 400 and "at most 2 files" in more.json()["error"]
    held = uploads.Uploads()
    held.add("bbbb-bbbb", "a/b.csv", CSV)
    folder = held.folder("bbbb-bbbb")
    assert (folder / "a" / "b.csv").read_bytes() == CSV
    held.end_all()
    assert not folder.exists()


def test_a_file_may_be_larger_than_other_requests_but_not_without_bound(client, monkeypatch):
    large = b"x" * (guard.MAX_BODY_BYTES + 1)
    assert client.post(f"{START}/upload", params={"id": "cccc-cccc", "path": "a.png"}, content=large).status_code == 200
    assert client.post(f"{START}/new", content=large).status_code == 403
    monkeypatch.setattr(guard, "MAX_UPLOAD_BYTES", 100)
    assert client.post(f"{START}/upload", params={"id": "cccc-cccc", "path": "a.png"}, content=large).status_code == 403


def test_a_folder_is_looked_for_and_opened(client, tmp_path):
    make_game(str(tmp_path / "meadow"))
    (tmp_path / "other").mkdir()
    make_game(str(tmp_path / "other" / "forest"))
    listed = client.get(f"{START}/folders", params={"in": str(tmp_path)}).json()
    assert [(each["name"], each["game"]) for each in listed["folders"]] == [("meadow", True), ("other", False)]
    assert listed["above"] == str(tmp_path.parent)
    opened = client.post(f"{START}/open", json={"path": str(tmp_path / "meadow")})
    assert opened.json() == {"game": "meadow"}
    assert client.get("/api/meadow/base/en/faces").status_code == 200
    assert client.post(f"{START}/open", json={"path": str(tmp_path / "other")}).status_code == 422
    same = client.post(f"{START}/open", json={"path": str(tmp_path / "other" / "forest")})
    assert same.status_code == 400 and "another game called forest" in same.json()["error"]


# ---- in a browser


@pytest.fixture
def first(page, served):
    page.goto(served.entry)
    page.wait_for_selector(".shelf img")
    return page


def test_several_games_open_with_the_first_page(first):
    assert {"Forest", "King Lui"} <= set(first.locator(".shelf strong").all_text_contents())
    expect(first.locator(".shelf li", has_text="King Lui").locator("small")).to_have_text("3–5 players · 110 cards")
    first.locator(".shelf a", has_text="King Lui").click()
    expect(first).to_have_url(re.compile("#/king_lui/base/en/see"))
    first.locator(".brand").click()
    expect(first.locator("h1").first).to_have_text("Games")


@pytest.mark.parametrize(("language", "word"), [("fr", "Un nouveau jeu"), ("it", "Un nuovo gioco")])
def test_the_first_page_speaks_your_language(first, language, word):
    first.locator("header select").select_option(language)
    expect(first.locator("h1").last).to_have_text(word)
    assert first.evaluate("document.documentElement.lang") == language


def test_a_game_is_made_by_keyboard_and_seen(first):
    first.locator("#new-title").focus()
    first.keyboard.type("Seven Cats")
    first.locator(".kinds button", has_text="Solo").focus()
    first.keyboard.press("Enter")
    expect(first).to_have_url(re.compile("#/seven_cats/base/en/see"))
    expect(first.locator(".brand + select option:checked")).to_have_text("Seven Cats")
    expect(first.locator("main img").first).to_be_visible()


def test_a_game_without_a_title_is_asked_for_one(first):
    first.locator(".kinds button").first.click()
    expect(first.locator(".new [role=status]")).to_have_text("Give the game a title first.")
    assert first.evaluate("document.activeElement.id") == "new-title"


def test_a_file_is_chosen_and_faults_are_shown(first, tmp_path):
    good, bad = tmp_path / "cards.csv", tmp_path / "cards.xlsx"
    good.write_bytes(CSV)
    bad.write_bytes(b"no workbook")
    chooser = first.locator("input[type=file]:not([webkitdirectory])")
    first.locator("#new-title").fill("Chosen")
    chooser.set_input_files(str(bad))
    expect(first.locator(".remarks li").first).to_contain_text("cards.xlsx")
    chooser.set_input_files(str(good))
    expect(first).to_have_url(re.compile("#/chosen/base/en/see"))


def test_on_a_phone_nothing_runs_over_the_edge(first):
    first.set_viewport_size({"width": 390, "height": 844})
    assert first.evaluate("document.documentElement.scrollWidth") <= 390

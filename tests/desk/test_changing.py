"""Rules, texts and tries over HTTP: what is shown, what is written, and what is told of what a person does wrong."""

from __future__ import annotations

import shutil
import time

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.testclient import TestClient

from cardgen.definitions.load import load_game
from cardgen.desk import changing, rules, texts, tries
from cardgen.desk.edition import edition
from cardgen.desk.spoken import desk_words
from cardgen.desk.state import Desk
from cardgen.foundations import findings
from cardgen.foundations.errors import CIRCLE, INVALID, OUTSIDE_LIBRARY, UNKNOWN_NAME
from cardgen.starting.starter import make_game
from cardgen.store.library import find_game

KING = "/api/king_lui/base/fr"
FED = {"set": "portions_fed=1"}


class Heard(Desk):
    """A desk that keeps what it tells."""

    def __init__(self, homes):
        super().__init__(homes)
        self.told = []

    def send_event(self, event, data):
        self.told.append((event, data))


@pytest.fixture
def library(tmp_path, monkeypatch):
    shutil.copytree(find_game("king_lui").folder, tmp_path / "decks" / "king_lui")
    shutil.copytree(find_game("king_lui").variant_folders[0], tmp_path / "variants" / "king_lui")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def desk(library):
    make_game("decks/plain")
    return Heard([find_game("king_lui"), find_game("plain")])


@pytest.fixture
def client(desk):
    tried = tries.CheckRunner(desk.send_event)
    routes = [*rules.routes(desk), *texts.routes(desk), *tries.routes(desk, tried)]
    with TestClient(Starlette(routes=routes)) as client:
        yield client
    tried.close()


def test_a_house_rule_is_seen_and_kept(client, library):
    shown = client.get(f"{KING}/rules", params=FED).json()
    fed = next(each for each in shown["controls"] if each["name"] == "portions_fed")
    assert (fed["value"], fed["usual"], shown["title"], shown["played"]) == ("1", "2", "Le Roi Lui", True)
    changed = client.get(f"{KING}/sentences", params=FED).json()["changed"]
    assert any("1\u00a0portion" in "".join(text for text, _ in each["new"]) for each in changed)
    before = {path: path.read_bytes() for path in library.rglob("*") if path.is_file()}
    answer = client.post(f"{KING}/keep", params=FED, json={"name": "gentle", "title": "Douce"})
    assert answer.json() == {"variant": "gentle"}
    after = {path: path.read_bytes() for path in library.rglob("*") if path.is_file()}
    assert {path.relative_to(library).as_posix() for path in after if after[path] != before.get(path)} == {
        "variants/king_lui/gentle.yaml"
    }
    assert load_game(find_game("king_lui"), "gentle").rules["portions_fed"] == 1


@pytest.mark.parametrize(
    ("path", "body", "status", "told"),
    [
        ("base/fr/keep?set=portions_fed=1", {"name": "express"}, 422, "open it to change it"),
        ("base/fr/keep?set=portions_fed=1", {"name": "../x"}, 422, "expected a name"),
        ("base/fr/keep?set=portions_fed=1", {}, 400, "ne comprend pas cette demande"),
        ("base/it/keep", {"name": "mine"}, 400, "Non c’è nulla da salvare"),
        ("express/fr/keep?set=portions_fed=1", {"name": "express"}, 400, "« express » est la variante ouverte"),
        ("base/fr/keep?set=portions_fed=9", {"name": "mine"}, 422, "portions_fed"),
        ("base/fr/texts", {"key": "no.such", "form": "", "text": "x", "seen": ""}, 422, "no text 'no.such'"),
        ("base/fr/texts", {"key": "dish.ham", "form": "", "text": "x", "seen": "Lard"}, 400, "maintenant : « Jambon »"),
        (".hidden/fr/texts", {"key": "a", "form": "", "text": "x", "seen": ""}, 422, "no variant '.hidden'"),
        ("base/fr/try?set=no_rule=9", {}, 422, "no_rule"),
        ("base/de/try", {}, 422, "no language 'de'"),
        ("nowhere/fr/try", {}, 422, "no variant 'nowhere'"),
    ],
)  # fmt: skip
def test_what_a_person_does_wrong_is_told_and_nothing_is_written(client, library, path, body, status, told):
    before = {path: path.read_bytes() for path in library.rglob("*") if path.is_file()}
    answer = client.post(f"/api/king_lui/{path}", json=body)
    found = answer.json()
    message = found.get("error") or " ".join(fault["message"] for fault in found["faults"])
    assert answer.status_code == status and told in message.replace("\u00a0", " ")
    assert before == {path: path.read_bytes() for path in library.rglob("*") if path.is_file()}


def test_a_text_is_measured_written_and_found_changed(client, library):
    rows = client.get(f"{KING}/texts").json()["texts"]
    ham = next(each for each in rows if each["key"] == "dish.ham")
    assert ham["text"] == "Jambon" and ham["fits"][0]["cards"] == 1 and "/" in ham["place"]
    asked = {"key": "dish.ham", "form": "", "text": "Jambon de pays fumé au bois de hêtre"}
    assert client.post(f"{KING}/texts/measure", json=asked).json()["fits"][0]["alone"] < ham["fits"][0]["alone"]
    far = asked | {"text": "Anticonstitutionnellement" * 4, "seen": "Jambon"}
    assert client.post(f"{KING}/texts", json=far).json()["fits"][0]["over"] > 0
    rows = client.get(f"{KING}/texts").json()["texts"]  # which shows it, so that it can be mended
    assert next(each for each in rows if each["key"] == "dish.ham")["fits"][0]["over"] > 0
    assert client.get(f"{KING}/sentences", params=FED).json()["changed"]
    client.post(f"{KING}/texts", json=far | {"text": "Jambon", "seen": far["text"]}).raise_for_status()
    path = library / "decks/king_lui/strings/fr.yaml"
    before = path.read_text()
    client.post(f"{KING}/texts", json=asked | {"text": "Jambonneau", "seen": "Jambon"}).raise_for_status()
    assert path.read_text() == before.replace("to: Jambon}", "to: Jambonneau}")
    again = client.post(f"{KING}/texts", json=asked | {"seen": "Jambon"})
    assert again.status_code == 400 and again.json()["now"] == "Jambonneau"


def test_a_try_tells_all_browsers_and_is_kept(client, desk):
    assert client.get(f"{KING}/try", params=FED).json() == {"known": None}
    id = client.post(f"{KING}/try", params=FED, json={}).json()["known"]["id"]
    until = time.monotonic() + 400  # a new machine compiles first, and glances at games that it does not count
    while time.monotonic() < until and not (desk.told and desk.told[-1][1]["figures"].get("games", 0) > 64):
        time.sleep(0.05)
    client.post(f"{KING}/try/stop", json={"id": id})
    while time.monotonic() < until and desk.told[-1][1]["state"] in ("begun", "playing"):
        time.sleep(0.05)
    known = client.get(f"{KING}/try", params=FED).json()["known"]
    assert {event for event, _ in desk.told} == {"try"} and known["state"] == "stopped" and known["figures"]["games"]


def test_a_game_that_nobody_plays_says_so(client):
    answer = client.post("/api/plain/base/en/try", json={})
    assert answer.status_code == 400 and "The desk cannot play this game" in answer.json()["error"]


def test_every_finding_has_a_name_in_words():
    """House findings are those of exports, which the desk does not show."""
    known = {key.removeprefix("finding.") for key in desk_words("en").entries if key.startswith("finding.")}
    faults = {INVALID, UNKNOWN_NAME, CIRCLE, OUTSIDE_LIBRARY}  # of files that cannot be read, told beside findings
    assert known == faults | set(findings.STATIC | findings.DYNAMIC | findings.DRAFT)


def test_all_languages_have_the_same_words():
    keys = {language: set(desk_words(language).entries) for language in ("en", "fr", "it")}
    assert keys["en"] == keys["fr"] == keys["it"]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("strings/fr.yaml", "to: Poulet", "to: Volaille"),
        ("layouts/dish.yaml", "fields:", "# seen anew\nfields:"),
        ("art/README.md", "", "no face shows this"),
    ],
)
def test_faces_are_composed_anew_where_a_file_changed_that_they_show(library, file, old, new):
    editions, home = changing.Editions(), find_game("king_lui", library)
    composer, readings = editions.composed(home, "base", {})
    assert editions.composed(home, "base", {}) == (composer, readings)
    path = home.folder / file
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    now, _ = editions.composed(home, "base", {})
    assert (now is composer) == file.endswith(".md")


def test_faces_are_composed_anew_for_other_pictures(library):
    editions, home = changing.Editions(), find_game("king_lui", library)
    composer, _ = editions.composed(home, "base", {})
    for path in (home.folder / "art").glob("*.svg"):
        path.write_bytes(path.read_bytes().replace(b"</svg>", b"<!-- another --></svg>"))
    changed, _ = editions.composed(home, "base", {})
    assert changed is not composer and editions.composed(home, "base", {})[0] is changed


def test_settings_make_the_same_edition_in_any_order():
    desk, path = Desk([find_game("king_lui")]), {"game": "king_lui", "variant": "base", "language": "en"}
    one, other = (
        edition(Request({"type": "http", "path_params": path, "query_string": query}), desk)
        for query in (b"set=a=1&set=b=2", b"set=b=2&set=a=1")
    )
    assert one.key == other.key

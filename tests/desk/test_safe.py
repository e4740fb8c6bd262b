"""Safe and sound: who may ask the desk, what a hostile deck can do, and what becomes of files that come and go."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from cardgen.desk.state import Desk
from cardgen.store.library import find_game
from tests.conftest import FILES, Folder
from tests.desk.conftest import TOKEN, Served, until

ROOT = Path(__file__).resolve().parents[2]
FACES = "/api/wood/base/en/faces"
EVIL = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>"
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" onload="window.hacked = 3">
<script>window.hacked = 4</script>
<a href="javascript:window.hacked = 5"><path d="M0 0h512v512z" onclick="window.hacked = 6"/></a></svg>"""


def wood(folder: Path) -> Folder:
    """The small game of the tests, in a folder of its own."""
    found = Folder(folder / "wood")
    for name, text in FILES.items():
        found.write(name, text)
    return found


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> Folder:
    return wood(tmp_path_factory.mktemp("safe"))


@pytest.fixture(scope="module")
def served(serve, game) -> Served:
    return serve([game.path])


@pytest.fixture(scope="module")
def shared(serve, game) -> Served:
    return serve([game.path], share=True)


def ask(served: Served, path: str, method: str = "GET", body: str | None = None, **more: str | None):
    """The status, headers and text of an answer; `more` are headers, those that are None are left out."""
    cookie = "; ".join(f"{name}={value}" for name, value in served.cookies.items())
    headers = {"Host": served.host, "Cookie": cookie, **({"Origin": served.url} if method == "POST" else {})} | more
    connection = http.client.HTTPConnection(served.host, timeout=60)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        data = (body or "").encode()
        for name, value in {**headers, "Content-Length": str(len(data))}.items():
            if value is not None:
                connection.putheader(name.replace("_", "-"), value)
        connection.endheaders(data)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode("utf-8", "replace")
    finally:
        connection.close()


def faces(served: Served) -> dict:
    status, _, text = ask(served, FACES)
    assert status == 200, text
    return json.loads(text)


# Who may ask


def test_only_who_has_the_token_is_answered(served):
    assert ask(served, FACES)[0] == 200
    for cookie in (None, "cardgen-desk=x", f"{next(iter(served.cookies))}=wrong"):
        for path in ("/", FACES, "/static/desk.js", "/events", "/api/games", "/?token=wrong"):
            assert ask(served, path, Cookie=cookie)[0] == 403, path
    status, headers, _ = ask(served, f"/?token={TOKEN}", Cookie=None)
    assert status == 303 and headers["location"] == "/"
    assert {"HttpOnly", "SameSite=strict"} <= {part.strip() for part in headers["set-cookie"].split(";")}


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "localhost.evil:80"])
def test_it_goes_by_no_other_name(served, host):
    assert ask(served, FACES, Host=host)[0] == 403
    assert ask(served, f"/?token={TOKEN}", Host=host)[0] == 403


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://127.0.0.1"])
def test_nothing_is_changed_for_another_page(served, origin):
    path = "/api/wood/base/en/texts"
    body = json.dumps({"key": "creature.fox", "form": "", "text": "Wolf", "seen": "Fox"})
    assert ask(served, path, "POST", body, Origin=origin, Content_Type="application/json")[0] == 403


def test_what_is_too_much_is_refused(served):
    assert ask(served, "/api/wood/base/en/texts", "POST", "x" * 2_100_000)[0] in (400, 403)
    assert ask(served, FACES)[0] == 200


@pytest.mark.parametrize("path", ["/", "/static/desk.js", FACES, "/api/wood/base/en/face/fox/front.svg"])
def test_every_answer_says_what_may_run_in_it(served, path):
    status, headers, _ = ask(served, path)
    policy = headers["content-security-policy"]
    assert status == 200 and "default-src 'none'" in policy and headers["x-content-type-options"] == "nosniff"
    assert "script-src 'self'" in policy if path == "/" else "unsafe-eval" not in policy
    assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py", "/static/..%2fserver.py", "/static/%2e%2e/state.py", "/static//etc/passwd",
        "/api/..%2f..%2fetc/base/en/faces", "/api/wood/..%2f..%2fsecret/en/faces",
        "/api/wood/.%2fvariants%2fquick.yaml/en/faces",
        "/api/wood/base/..%2f..%2fen/faces", "/api/wood/base/en/face/..%2f..%2fgame.yaml/front.svg", "/game.yaml",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_library(served, path):
    status, _, text = ask(served, path)
    assert status in (400, 404, 422), text
    assert "Traceback" not in text and "def " not in text


def test_others_of_the_network_see_where_a_code_is_typed_and_nothing_else(shared):
    for path in ("/", FACES, "/api/games", "/api/wood/base/en/face/fox/front.svg", "/api/wood/base/en/texts"):
        assert ask(shared, path, Cookie=None)[0] == 403, path
    assert ask(shared, "/join", Cookie=None)[0] == 200 and ask(shared, "/api/words/fr", Cookie=None)[0] == 200
    assert ask(shared, FACES, Cookie="cardgen-seat=guessed")[0] == 403


def test_who_has_no_token_hears_of_tables_alone(shared):
    heard = Heard(shared, cookie="")
    until(lambda: heard.began)
    shared.desk.send_event("edition", {"game": "wood", "faults": [{"file": "/a/secret/place"}]})
    shared.desk.send_event("table", {"id": "x", "version": 1})
    until(lambda: "event: table" in heard.text)
    assert "secret" not in heard.text and "edition" not in heard.text
    heard.close()


class Heard:
    """What a stream of events has said so far."""

    def __init__(self, served: Served, cookie: str | None = None) -> None:
        self.socket = socket.create_connection(served.host.split(":"))
        told = cookie if cookie is not None else "; ".join(f"{key}={value}" for key, value in served.cookies.items())
        self.socket.sendall(f"GET /events HTTP/1.1\r\nHost: {served.host}\r\nCookie: {told}\r\n\r\n".encode())
        self.text = ""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            while data := self.socket.recv(65536):
                self.text += data.decode()
        except OSError:
            pass

    @property
    def began(self) -> bool:
        return ": here" in self.text

    def close(self) -> None:
        self.socket.close()


# Hostile decks


def test_a_hostile_deck_runs_nothing(serve, page, tmp_path):
    deck = wood(tmp_path)
    deck.write("icons/evil.svg", DRAWING)
    deck.edit("game.yaml", "icon: fox-head", "icon: evil")
    deck.write("strings/en.yaml", FILES["strings/en.yaml"].replace(": Fox", f": {json.dumps(EVIL)}"))
    deck.edit("strings/en.yaml", "game.title: Wood", f"game.title: {json.dumps(EVIL + 'Wood')}")
    deck.edit("strings/fr.yaml", "{from: Fox, to: Renard}", f"{{from: {json.dumps(EVIL)}, to: {json.dumps(EVIL)}}}")
    deck.edit(
        "layouts/creature.yaml",
        "style: display, left: 8, right: 8, top: 6, height: 10",
        "style: text, left: 8, right: 8, top: 6, height: 14",
    )
    served = serve([deck.path])
    status, headers, svg = ask(served, "/api/wood/base/en/face/fox/front.svg")
    assert status == 200, svg
    assert "sandbox" in headers["content-security-policy"]
    for word in ("script", "onload", "onclick", "javascript", "<a "):
        assert word not in svg
    page.goto(served.entry)
    for name in ("see", "sheets", "book", "rules", "texts", "try", "table"):
        page.goto(f"{served.url}/#/wood/base/en/{name}")
        page.wait_for_selector(f"main[data-page={name}]")
        page.wait_for_timeout(150)
        assert page.evaluate("window.hacked") is None, name
        assert page.locator("script").count() == 1, name


# Files that come and go


def test_a_file_half_written_leaves_the_last_good_faces_and_is_told_with_its_place(serve, tmp_path):
    deck = wood(tmp_path)
    served = serve([deck.path])
    before = faces(served)
    assert before["faults"] == []
    half = FILES["game.yaml"][: FILES["game.yaml"].index("fox-head") + 3]
    deck.write("game.yaml", half)
    until(lambda: faces(served)["faults"])
    found = faces(served)
    assert [each["digest"] for each in found["faces"]] == [each["digest"] for each in before["faces"]]
    fault = found["faults"][0]
    assert fault["file"].endswith("game.yaml") and fault["line"] >= 1
    deck.write("game.yaml", FILES["game.yaml"])
    until(lambda: not faces(served)["faults"])
    deck.edit("strings/en.yaml", "creature.fox: Fox", "creature.fox: Vixen")
    changed = [each["id"] for each in before["faces"]]
    until(lambda: _other(before, faces(served)))
    assert _other(before, faces(served)) == {"fox"} and len(changed) == len(faces(served)["faces"])


def _other(before: dict, after: dict) -> set[str]:
    """The cards that look different."""
    digests = {(each["id"], each["side"]): each["digest"] for each in before["faces"]}
    return {each["id"] for each in after["faces"] if digests[each["id"], each["side"]] != each["digest"]}


def test_a_thousand_saves_are_few_readings(serve, tmp_path, monkeypatch):
    deck = wood(tmp_path)
    served = serve([deck.path])
    before = faces(served)
    read, work = [], Desk.changed
    monkeypatch.setattr(Desk, "changed", lambda desk: (read.append(1), work(desk)))
    for number in range(1000):
        deck.write("strings/en.yaml", FILES["strings/en.yaml"].replace(": Fox", f": Fox {number}"))
    until(lambda: _other(before, faces(served)))
    time.sleep(0.3)
    last = faces(served)
    deck.write("strings/en.yaml", FILES["strings/en.yaml"].replace(": Fox", ": Fox 999"))
    time.sleep(0.3)
    assert _other(last, faces(served)) == set() and _other(before, last) == {"fox"}
    assert 1 <= len(read) < 100


def test_a_folder_that_goes_and_comes_back(serve, tmp_path):
    deck = wood(tmp_path)
    served = serve([deck.path])
    before = faces(served)
    away = deck.path.with_name("away")
    shutil.move(deck.path, away)
    until(lambda: faces(served)["faults"])
    found = faces(served)
    assert "cannot find the folder of this game" in found["faults"][0]["message"]
    assert len(found["faces"]) == len(before["faces"])
    shutil.move(away, deck.path)
    until(lambda: not faces(served)["faults"])


def test_fifty_tabs_hear_the_same_and_the_desk_still_answers(served):
    tabs = [Heard(served) for _ in range(50)]
    until(lambda: all(tab.began for tab in tabs))
    served.desk.send_event("files", {"game": "wood", "there": True})
    until(lambda: all("event: files" in tab.text for tab in tabs))
    assert ask(served, FACES)[0] == 200
    for tab in tabs:
        tab.close()


# The command


def begun(port: int, folder: Path) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    command = [sys.executable, "-m", "cardgen", "desk", "./wood", "--no-browser", "--port", str(port)]
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=-1, stderr=-1, text=True)


def test_a_port_that_is_taken_is_told_and_an_interrupt_ends_it(tmp_path):
    wood(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = begun(port, tmp_path)
        assert refused.wait(20) == 2 and f"port {port} is in use" in refused.communicate()[1]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    desk = begun(port, tmp_path)
    assert f"http://127.0.0.1:{port}/?token=" in desk.stdout.readline()
    until(lambda: _answers(port))
    os.kill(desk.pid, signal.SIGINT)
    _, told = desk.communicate(timeout=60)
    assert desk.returncode in (0, 130) and "Traceback" not in told, told


@pytest.mark.parametrize("after", [0, 0.01, 0.03, 0.06, 0.12, 0.25])
def test_an_interrupt_while_it_begins_ends_it_as_well(tmp_path, after):
    """What was being imported just then swallowed it."""
    wood(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    desk = begun(port, tmp_path)
    desk.stdout.readline()
    time.sleep(after)
    os.kill(desk.pid, signal.SIGINT)
    _, told = desk.communicate(timeout=30)
    assert desk.returncode in (0, 130) and "Traceback" not in told, told


@pytest.mark.parametrize("apart", [0, 0.02, 0.1, 0.4])
def test_a_second_interrupt_breaks_nothing_off(tmp_path, apart):
    wood(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    desk = begun(port, tmp_path)
    desk.stdout.readline()
    until(lambda: _answers(port))
    for _ in range(2):
        os.kill(desk.pid, signal.SIGINT)
        time.sleep(apart)
    _, told = desk.communicate(timeout=30)
    assert desk.returncode == 130 and told == "interrupted\n", told


def test_an_interrupt_in_the_middle_of_a_try_ends_all_that_plays(tmp_path):
    """What plays is a process of its own, which does not hear the terminal."""
    shutil.copytree(find_game("king_lui").folder, tmp_path / "wood")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    desk = begun(port, tmp_path)
    address = desk.stdout.readline().split()[-1]
    until(lambda: _answers(port))
    root = address.partition("/?")[0]
    with httpx.Client(follow_redirects=True, timeout=120, headers={"Origin": root}) as browser:
        browser.get(address).raise_for_status()
        tried = f"{root}/api/wood/base/en/try"
        assert browser.post(tried, json={}).raise_for_status().json()["known"]["state"] in ("begun", "playing")
        playing = _children(desk.pid)
        assert playing
        os.kill(desk.pid, signal.SIGINT)
        _, told = desk.communicate(timeout=60)
    assert desk.returncode in (0, 130) and "Traceback" not in told
    until(lambda: not any(Path(f"/proc/{child}/status").exists() for child in playing))


def _children(process: int) -> set[str]:
    """The processes that one has begun."""
    told = Path(f"/proc/{process}/task").glob("*/children")
    return {child for each in told for child in each.read_text().split()}


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False

"""Sheets that are fetched from a server of the test's own: what is written, and what each failure says."""

from __future__ import annotations

import ssl
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import yaml

from cardgen.commands.cli import main
from cardgen.definitions.fields import sheet_name, web_address
from cardgen.fetching import download as downloading
from cardgen.fetching.addresses import file_address
from cardgen.fetching.download import DownloadError, download
from cardgen.fetching.sheets import fetch_sheets, sheets_of
from cardgen.foundations.errors import InputError
from cardgen.rules.load import load_game
from cardgen.starting.starter import make_game
from cardgen.store.library import find_game

CSV = b"name,count,power\nFox,3,4\nOwl,2,7\n"
PAGE = b"<!doctype html><html><body>Sign in</body></html>"


class Kept(BaseHTTPRequestHandler):
    """Answers with what `answers` has for a path: (status, headers, body), or a function that sends it."""

    answers: dict[str, object] = {}
    asked: list[str] = []

    def do_GET(self):
        self.asked.append(self.path)
        answer = self.answers.get(self.path, (404, {}, b"gone"))
        if callable(answer):
            answer(self)
            return
        status, headers, body = answer
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *told):
        pass


@pytest.fixture
def server():
    Kept.answers, Kept.asked = {"/cards.csv": (200, {"Content-Type": "text/csv"}, CSV)}, []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Kept)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def game(tmp_path, monkeypatch, server):
    """A game whose cards are kept on the server."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_bytes(CSV)
    make_game("wood", tmp_path / "cards.csv")
    return lambda file="cards.csv", path="/cards.csv": names(tmp_path / "wood", {file: server + path})


def names(folder, fetch):
    path = folder / "game.yaml"
    text = path.read_text().partition("\nfetch:")[0].rstrip("\n")
    path.write_text(f"{text}\nfetch: {yaml.safe_dump(fetch, default_flow_style=True, width=1000)}")
    return find_game(str(folder))


def answer(path, body, status=200, **headers):
    Kept.answers[path] = (status, {key.replace("_", "-"): value for key, value in headers.items()}, body)


def fetched(home, **options):
    return fetch_sheets(home, local=True, **options)


def test_a_sheet_comes_with_a_record_and_the_next_build_needs_no_network(game):
    home = game("tables/more.csv")
    (sheet,) = fetched(home)
    assert sheet.changed and (home.folder / "tables/more.csv").read_bytes() == CSV
    record = yaml.safe_load((home.folder / "fetched.yaml").read_text())["tables/more.csv"]
    assert record.keys() == {"from", "date", "bytes", "digest"} and record["bytes"] == len(CSV)
    asked = len(Kept.asked)
    assert sum(deck.count for deck in load_game(home).decks) == 5
    assert sheets_of(home)[0].date == record["date"] and len(Kept.asked) == asked


def test_what_is_unchanged_leaves_every_file_as_it_is(game):
    home = game("more.csv")
    fetched(home)
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in home.folder.glob("*.*")}
    assert not fetched(home)[0].changed
    assert before == {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in home.folder.glob("*.*")}
    answer("/cards.csv", CSV + b"Elk,1,9\n")
    assert fetched(home)[0].changed and b"Elk" in (home.folder / "more.csv").read_bytes()


def test_own_changes_are_never_overwritten_unasked(game):
    home = game()
    with pytest.raises(InputError, match="changes of your own and cardgen has not fetched it; --replace"):
        fetched(home)
    assert fetched(home, replace=True)
    (home.folder / "cards.csv").write_bytes(CSV + b"Hen,1,1\n")
    with pytest.raises(InputError, match="changes of your own since you fetched it"):
        fetched(home)
    assert b"Hen" in (home.folder / "cards.csv").read_bytes()
    fetched(home, replace=True)
    assert (home.folder / "cards.csv").read_bytes() == CSV and not fetched(home)[0].changed


def test_if_one_fails_none_is_written(game, server):
    home = names(game().folder, {"a.csv": f"{server}/cards.csv", "b.csv": f"{server}/gone.csv"})
    with pytest.raises(InputError, match=r"game.yaml:\d+:\d+: fetch.b.csv: .* there is no such file"):
        fetched(home)
    assert not (home.folder / "a.csv").exists() and not (home.folder / "fetched.yaml").exists()


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        (PAGE, "text/html", "got a web page instead of a sheet"),
        (b"  <!DOCTYPE HTML><p>no", "text/csv", "got a web page instead of a sheet"),
        (b"PK\x03\x04nothing", "text/csv", "got a workbook"),
    ],
)
def test_what_is_no_sheet_is_not_written(game, body, kind, said):
    home = game("more.csv")
    answer("/cards.csv", body, Content_Type=kind)
    with pytest.raises(InputError, match=said):
        fetched(home)
    assert not (home.folder / "more.csv").exists()


def test_a_book_that_is_none_is_not_written(game):
    home = game("more.xlsx")
    with pytest.raises(InputError, match="is no sheet"):
        fetched(home)


@pytest.mark.parametrize(
    ("status", "said"), [(401, "password"), (403, "not shared"), (404, "no such file"), (500, "status 500")]
)
def test_an_error_says_what_it_means(server, status, said):
    answer("/x.csv", b"", status)
    with pytest.raises(DownloadError, match=said):
        download(f"{server}/x.csv", local=True)


def test_redirects_are_followed_a_few_times_and_never_out_of_the_web(server):
    answer("/one", b"", 302, Location="/cards.csv")
    assert download(f"{server}/one", local=True).data == CSV
    answer("/round", b"", 302, Location="/round")
    with pytest.raises(DownloadError):
        download(f"{server}/round", local=True)
    for place in ("file:///etc/passwd", "ftp://127.0.0.1/x", "data:text/csv,a"):
        answer("/out", b"", 302, Location=place)
        with pytest.raises(DownloadError, match="does not follow"):
            download(f"{server}/out", local=True)


def test_machines_of_the_own_network_are_asked_only_if_that_is_wanted(game, server):
    with pytest.raises(InputError, match="--local"):
        fetch_sheets(game("more.csv"))
    assert Kept.asked == []


@pytest.mark.parametrize("who", ["", "me:secret@"])
def test_a_proxy_of_the_own_network_is_asked(server, monkeypatch, who):
    proxy = server.removeprefix("http://")
    monkeypatch.setenv("http_proxy", f"http://{who}{proxy}")
    monkeypatch.delenv("no_proxy", raising=False)
    Kept.answers["http://cards.example/cards.csv"] = Kept.answers["/cards.csv"]
    assert download("http://cards.example/cards.csv").data == CSV


def test_what_needs_no_proxy_is_not_taken_for_one(server, monkeypatch):
    monkeypatch.setenv("http_proxy", server)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with pytest.raises(DownloadError, match="--local"):
        download(f"{server}/cards.csv")
    assert Kept.asked == []


def test_an_encrypted_connection_is_refused_before_it_begins(server, monkeypatch):
    made = []
    monkeypatch.setattr(
        ssl, "create_default_context", lambda: made.append(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)) or made[-1]
    )
    with pytest.raises(DownloadError, match="--local"):
        download(f"{server.replace('http:', 'https:')}/cards.csv")
    assert len(made) == 1


def test_a_file_without_an_end_is_given_up(server, monkeypatch):
    monkeypatch.setattr(downloading, "MAX_BYTES", 500_000)

    def endless(handler):
        handler.send_response(200)
        handler.end_headers()
        with suppress(OSError):
            while True:
                handler.wfile.write(b"a,b\n" * 10_000)

    Kept.answers["/endless"] = endless
    with pytest.raises(DownloadError, match="more than"):
        download(f"{server}/endless", local=True)


def test_a_slow_machine_is_given_up(server, monkeypatch):
    monkeypatch.setattr(downloading, "MAX_WAIT", 0.3)
    monkeypatch.setattr(downloading, "MAX_SECONDS", 1.0)

    def drips(handler):
        handler.send_response(200)
        handler.end_headers()
        with suppress(OSError):
            for _ in range(100):
                handler.wfile.write(b"a")
                time.sleep(0.1)

    Kept.answers["/silent"] = lambda handler: time.sleep(2)
    Kept.answers["/drips"] = drips
    with pytest.raises(DownloadError, match="does not answer"):
        download(f"{server}/silent", local=True)
    with pytest.raises(DownloadError, match="longer than 1 seconds"):
        download(f"{server}/drips", local=True)


def test_half_a_file_is_none(server):
    answer("/half", CSV, Content_Length=str(len(CSV) + 10))
    with pytest.raises(DownloadError):
        download(f"{server}/half", local=True)


def test_where_nobody_is_that_is_said(server):
    port = server.rpartition(":")[2]
    with pytest.raises(DownloadError, match=r"no machine of that name|no network"):
        download(f"http://nobody.invalid:{port}/cards.csv")
    with pytest.raises(DownloadError, match="connection failed"):
        download("http://127.0.0.1:9/cards.csv", local=True)
    with pytest.raises(DownloadError, match=r"prove|failed"):
        download(server.replace("http:", "https:"), local=True)


SHEET = "https://docs.google.com/spreadsheets/d/1aBcDeFgHiJkLmNoP"


@pytest.mark.parametrize(
    ("address", "suffix", "expected"),
    [
        (f"{SHEET}/edit#gid=42", ".csv", f"{SHEET}/export?format=csv&gid=42"),
        (f"{SHEET}/edit?gid=7#gid=42", ".tsv", f"{SHEET}/export?format=tsv&gid=7"),
        (f"{SHEET}/edit?usp=sharing", ".csv", f"{SHEET}/export?format=csv"),
        (f"{SHEET}/edit#gid=42", ".xlsx", f"{SHEET}/export?format=xlsx"),
        (SHEET.replace("/d/", "/u/0/d/"), ".ods", f"{SHEET}/export?format=ods"),
        (SHEET.replace("/d/", "/d/e/") + "/pubhtml?gid=3", ".csv",
         SHEET.replace("/d/", "/d/e/") + "/pub?output=csv&gid=3&single=true"),
        (f"{SHEET}/edit#gid=1%26x=2", ".csv", f"{SHEET}/export?format=csv"),
        ("https://example.org/spreadsheets/d/1aBcDeFgHiJkLmNoP/edit", ".csv",
         "https://example.org/spreadsheets/d/1aBcDeFgHiJkLmNoP/edit"),
    ],
)  # fmt: skip
def test_the_address_of_a_google_sheet_leads_to_its_export(address, suffix, expected):
    assert file_address(address, suffix) == expected


@pytest.mark.parametrize(
    "address", ["", "cards.csv", "file:///etc/passwd", "ftp://a/b", "https://", "http://a b/c", "http://u:p@a/b",
                "http://a:x/b", "http://[::1/b", "https://é.org/a", "http://" + "a" * 3000, 7],
)  # fmt: skip
def test_what_is_no_address_is_told(address):
    with pytest.raises(ValueError, match="expected an address"):
        web_address(address)


@pytest.mark.parametrize("name", ["../a.csv", "/a.csv", "a.txt", "game.yaml", ".git/a.csv", "a//b.csv", "con.csv", 1])
def test_a_sheet_lies_in_the_games_folder(name):
    with pytest.raises(ValueError, match="expected a file in the game's folder"):
        sheet_name(name)


def test_the_command_says_what_came(game, capsys):
    home = game("more.csv")
    assert main(["fetch", "./wood", "--local"]) == 0
    assert "wood/more.csv: new (" in capsys.readouterr().out
    assert main(["fetch", "./wood", "--local"]) == 0
    assert "unchanged" in capsys.readouterr().out
    assert main(["fetch", "./wood"]) == 2
    names(home.folder, {})
    assert main(["fetch", "./wood"]) == 2
    assert "names no sheets to fetch" in capsys.readouterr().err


@pytest.mark.parametrize("record", ["", "[1]", "a: 1", "{", "more.csv: {digest: 7}", "x" * 10])
def test_a_damaged_record_is_as_none(game, record):
    home = game("more.csv")
    (home.folder / "fetched.yaml").write_text(record)
    assert fetched(home)[0].changed


def test_sheets_are_fetched_into_no_other_folder(game, tmp_path):
    home = game("tables/deep/more.csv")
    (tmp_path / "elsewhere").mkdir()
    (home.folder / "tables").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="link leads out"):
        fetched(home)
    assert not list((tmp_path / "elsewhere").iterdir())

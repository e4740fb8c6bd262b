"""What nobody at a table may learn: a thief takes all that a browser can get, and knows what its seat sees alone."""

from __future__ import annotations

import json
import random

import httpx
import pytest

from cardgen.desk.asking import sittings_of
from cardgen.desk.sitting import Sittings
from cardgen.play.game import load_game
from cardgen.play.marks import WIDE
from cardgen.validation.replay import replay
from tests.desk.conftest import Served

GAMES = {"king_lui": 3, "draco": 3, "party_at_louis": 2, "hedgerow": 3}
STRANGE = (
    None,
    True,
    3,
    -1,
    1.5,
    10**30,
    "x" * 5_000,
    "\ud800",
    [],
    [1],
    [[1]],
    ["x" * 5_000],
    {},
    {"a": 1},
    {"side": [1]},
)


@pytest.fixture(scope="module")
def served(serve) -> Served:
    return serve(list(GAMES), share=True)


@pytest.fixture
def host(served):
    with served.client() as client:
        yield client


@pytest.fixture
def guest(served):
    with httpx.Client(base_url=served.url, headers={"Origin": served.url}, timeout=900) as client:
        yield client


def shared(host: httpx.Client, guest: httpx.Client, game: str) -> tuple[str, str]:
    """A table at which a guest sits; its address and its id."""
    base = f"/api/{game}/base/en/table"
    seats = ["person", "person", *["greedy"] * (GAMES[game] - 2)]
    id = host.post(base, json={"seats": seats, "away": [1], "seed": ""}).json()["id"]
    code = host.get(f"{base}/{id}").json()["code"]
    assert guest.post("/api/join", json={"code": code}).status_code == 200
    return base, id


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_thief_finds_neither_the_seed_nor_another_hand(game, served, host, guest, tmp_path, monkeypatch):
    monkeypatch.setattr("cardgen.desk.records.folder_of", lambda home: tmp_path / "records")
    monkeypatch.setattr("cardgen.desk.notes.folder_of", lambda home, kind: tmp_path / kind)
    base, id = shared(host, guest, game)
    table = sittings_of(served.desk).find(id).table
    secrets = {str(table.seed), f"{table.seed:x}", table.mark}
    assert table.seed >= WIDE  # nobody tries out so many
    chance, taken = random.Random(1), [client.post(f"{base}/{id}/hint", json={}).text for client in (host, guest)]
    for _ in range(12):
        for client in (host, guest):
            taken += [client.get(path).text for path in (f"{base}/{id}", base, "/api/games", f"{base}/{id}/account",
                      f"{base}/{id}/told", f"{base}/{id}/at/0", f"{base}/{id}/frame/1")]  # fmt: skip
        taken.append(host.post(f"{base}/{id}/note", json={"text": "odd"}).text)
        if table.over:
            break
        mine = next(told for told in (client.get(f"{base}/{id}").json() for client in (host, guest)) if told["actions"])
        actor = host if mine.get("code") is not None else guest
        action = chance.choice(mine["actions"])["action"]
        taken.append(actor.post(f"{base}/{id}/act", json={"action": action, "version": mine["version"]}).text)
    assert taken and not table.over
    for text in taken:
        assert not any(secret in text for secret in secrets)
    assert not any(str(table.seed) in path.name for path in tmp_path.rglob("*"))


def test_a_game_that_is_shared_is_not_laid_out_again_before_its_end(served, host, guest, tmp_path, monkeypatch):
    """By its record, or by a note on it, the desk's own browser would come to every seat."""
    for module, kind in (("records", "records"), ("notes", "notes")):
        monkeypatch.setattr(f"cardgen.desk.{module}.folder_of", lambda home, kind=kind: tmp_path / kind)
    monkeypatch.setattr("cardgen.play.record_files.folder_of", lambda home, kind="records": tmp_path / kind)
    base, id = shared(host, guest, "king_lui")
    assert host.post(f"{base}/{id}/note", json={"text": "odd"}).status_code == 200
    (record,) = (tmp_path / "records" / "king_lui").glob("*.yaml")
    for again in ({"record": record.stem}, {"note": 0}):
        answer = host.post(base, json=again)
        assert answer.status_code == 400 and answer.json()["error"], again
    table, chance = sittings_of(served.desk).find(id).table, random.Random(2)
    while not table.over:
        table.act(table.to_act, chance.choice(table.position.legal_actions()))
    assert host.post(base, json={"record": record.stem}).status_code == 200


def test_who_joins_a_table_of_her_own_keeps_the_desk(host):
    base = "/api/king_lui/base/en/table"
    id = host.post(base, json={"seats": ["person", "person", "greedy"], "away": [1]}).json()["id"]
    code = host.get(f"{base}/{id}").json()["code"]
    assert host.post("/api/join", json={"code": code}).json()["id"] == id
    assert not {cookie for cookie in host.cookies if "seat" in cookie}
    assert host.get(base).status_code == 200  # what no guest may ask for
    assert host.get(f"{base}/{id}").json()["open"] == []
    assert host.post("/api/join", json={"code": code}).status_code == 400


def test_the_seed_is_told_when_the_game_is_over_and_plays_it_again(served, host, guest, tmp_path, monkeypatch):
    monkeypatch.setattr("cardgen.desk.records.folder_of", lambda home: tmp_path / "records")
    base, id = shared(host, guest, "king_lui")
    table, chance = sittings_of(served.desk).find(id).table, random.Random(2)
    while not table.over:
        assert guest.get(f"{base}/{id}").json()["mark"] == ""
        table.act(table.to_act, chance.choice(table.position.legal_actions()))
    assert host.get(f"{base}/{id}").json()["mark"] == guest.get(f"{base}/{id}").json()["mark"] == table.mark
    assert table.mark in guest.get(f"{base}/{id}/account").text
    home = table.game.definition.home
    told = "\n".join(replay(home, "base", {}, 3, table.mark, "random", "en"))
    dealt = table.at(0).position
    assert table.mark in told
    assert dealt.snapshot() == table.game.new_position(3, table.seed).snapshot()


def test_seats_are_not_shared_where_somebody_knows_the_seed(host):
    base = "/api/king_lui/base/en/table"
    answer = host.post(base, json={"seats": ["person"] * 3, "seed": "7", "away": [1]})
    assert answer.status_code == 400 and "number of the deal" in answer.json()["error"]


def test_every_table_has_a_seed_of_its_own():
    game, sittings = load_game("king_lui"), Sittings()
    seeds = [sittings.open(game, ["person"] * 3).table.seed for _ in range(20)]
    assert len(set(seeds)) == 20 and all(WIDE <= seed < 2**128 for seed in seeds)
    assert len({seed >> 100 for seed in seeds}) > 15  # all of its bits are drawn


@pytest.mark.parametrize("verb", ["", "act", "come", "undo", "hint", "why", "note", "share"])
def test_what_is_of_another_shape_is_refused_in_words(host, verb, tmp_path, monkeypatch):
    monkeypatch.setattr("cardgen.desk.records.folder_of", lambda home: tmp_path / "records")
    monkeypatch.setattr("cardgen.desk.notes.folder_of", lambda home, kind: tmp_path / kind)
    base = "/api/king_lui/base/en/table"
    id = host.post(base, json={"seats": ["person"] * 3}).json()["id"]
    path = f"{base}/{id}/{verb}" if verb else base
    keys = {
        "": ("seats", "seed", "options", "away", "record", "note", "replay"),
        "act": ("action", "version"),
        "come": ("player",),
        "why": ("path",),
        "note": ("text", "number"),
        "share": ("players",),
    }.get(verb, ("x",))
    fair = {"": {"seats": ["person"] * 3}, "act": {"action": 0, "version": 0}, "note": {"text": "odd"}}.get(verb, {})
    for key in keys:
        for value in STRANGE:
            data = json.dumps(fair | {key: value})
            answer = host.post(path, content=data, headers={"Content-Type": "application/json"})
            assert answer.status_code in (200, 400, 422), (key, value, answer.text)
            assert answer.json()
    deep = "[" * 100_000 + "]" * 100_000
    for data in ("", "{", "[]", "7", deep, '{"text": ' + deep + "}"):
        answer = host.post(path, content=data, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400 and answer.json()["error"], data[:20]


@pytest.mark.parametrize("path", ["texts", "texts/measure", "keep", "try/stop"])
def test_so_it_is_on_the_pages_that_change_a_game(host, path):
    fair = {"texts/measure": {"key": "game.title", "form": "", "text": "x"}}.get(path, {})
    for key in ("key", "form", "text", "seen", "name", "title", "id"):
        for value in STRANGE:
            data = json.dumps(fair | {key: value})
            url = f"/api/king_lui/base/en/{path}"
            answer = host.post(url, content=data, headers={"Content-Type": "application/json"})
            assert answer.status_code in (200, 400, 422), (key, value, answer.text)


def test_a_value_that_a_game_does_not_have_is_refused_and_nothing_else_is(host, tmp_path, monkeypatch, capfd):
    monkeypatch.setattr("cardgen.desk.notes.folder_of", lambda home, kind: tmp_path)
    base = "/api/king_lui/base/en/table"
    people = ["person"] * 3
    note = f"- **base**, seed {'9' * 39}-0000, decision 1, `greedy/greedy/greedy`: odd\n"
    (tmp_path / "king_lui.md").write_text(note, "utf-8")
    for body in ({"seats": people, "options": {"odd": "x"}}, {"note": 0}, {"record": "none"}, {"seats": [*people] * 9}):
        answer = host.post(base, json=body)
        assert answer.status_code == 400 and answer.json()["error"], body
    id = host.post(base, json={"seats": people}).json()["id"]
    assert host.post(f"{base}/{id}/come", json={"player": 99}).status_code == 400

    def hint(*_: object) -> None:
        raise ValueError("an error of the engine")

    monkeypatch.setattr("cardgen.desk.seats.hint", hint)
    host.post(f"{base}/{id}/come", json={"player": host.get(f"{base}/{id}").json()["to_act"]})
    answer = host.post(f"{base}/{id}/hint", json={})
    assert answer.status_code == 500 and answer.json()["error"]
    assert "an error of the engine" in capfd.readouterr().err

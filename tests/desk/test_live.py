"""A change of a card reaches the table of Tabletop Simulator, while the desk is open."""

from __future__ import annotations

import json
import re
import time

import pytest

from cardgen.commands.cli import main
from cardgen.desk import live
from cardgen.desk.exports import exports_of
from tests.export.tabletop import Tabletop
from tests.export.test_live import free_port, without_pictures

BASE = "/api/mygame/base/en/live"


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mygame"]) == 0
    return tmp_path / "mygame"


def exported(folder):
    """What lies on the table once somebody has loaded the export."""
    assert main(["export", str(folder), "--to", "tts", "--lang", "en"]) == 0
    return json.loads((folder.parent / "out/mygame/base/en/tts/mygame.en.json").read_text("utf-8"))["ObjectStates"]


def until(client, wanted, seconds=60.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        status = client.get(BASE).json()
        if wanted(status):
            return status
        time.sleep(0.05)
    raise AssertionError(status)


def test_it_says_when_tabletop_simulator_is_not_there(game, serve, monkeypatch):
    monkeypatch.setattr(live, "PORT", free_port())
    monkeypatch.setattr(live, "OWN_PORT", free_port())
    with serve([game]).client() as client:
        assert client.get(BASE).json() == {"state": "off"}
        client.post(BASE, json={"on": True})
        status = until(client, lambda status: status["state"] == "failed")
        assert status["problem"].startswith("Tabletop Simulator is not running")
        assert client.post(BASE, json={"on": False}).json() == {"state": "off"}


@pytest.mark.slow
def test_a_saved_change_shows_on_the_table(game, serve, monkeypatch):
    with Tabletop(exported(game), free_port()) as table:
        monkeypatch.setattr(live, "PORT", table.port)
        monkeypatch.setattr(live, "OWN_PORT", table.own_port)
        with serve([game]).client() as client:
            client.post(BASE, json={"on": True})
            until(client, lambda status: status["state"] == "sent")
            table.shuffle(next(iter(table.objects)))
            for value in (7, 8, 9):
                before = json.loads(json.dumps(table.objects))
                file = game / "game.yaml"
                file.write_text(re.sub(r"value: \d", f"value: {value}", file.read_text("utf-8"), count=1), "utf-8")
                status = until(client, lambda status: status.get("changed"))
                assert (status["wrong"], status["absent"], status["held"]) == (0, 0, 0)
                assert without_pictures(table.objects) == without_pictures(before)
                assert table.objects != before
                client.post(BASE, json={"on": True})  # sends again; nothing is left to change
                until(client, lambda status: status.get("changed") == 0)
        new = {url for each in exported(game) for url in re.findall(r"file:[^\"]*", json.dumps(each))}
        assert {url for url in re.findall(r"file:[^\"]*", json.dumps(table.objects))} <= new


def test_all_pages_of_a_desk_export_one_at_a_time(serve):
    desk = serve(["king_lui"]).desk
    assert exports_of(desk) is exports_of(desk)

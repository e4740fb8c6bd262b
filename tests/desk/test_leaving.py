"""Tables that are left, found again, cleared away; and what the desk takes elsewhere."""

from __future__ import annotations

import httpx
import pytest

from cardgen.play.record_files import folder_of, read_record
from cardgen.store.library import BUILTIN, find_game
from tests.desk.conftest import Served

BASE = "/api/king_lui/base/en"
TABLE = f"{BASE}/table"


@pytest.fixture(scope="module")
def served(library, serve) -> Served:
    return serve(["king_lui"], share=True)


@pytest.fixture
def host(served):
    with served.client() as client:
        yield client


def asked(client: httpx.Client, path: str, **body) -> dict:
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def moved(client: httpx.Client, id: str) -> dict:
    told = client.get(f"{TABLE}/{id}").json()
    return asked(client, f"{TABLE}/{id}/act", action=told["actions"][0]["action"], version=told["version"])


def test_a_game_that_is_left_is_found_again_and_its_record_goes_on(host, library):
    id = asked(host, TABLE, seats=["person", "greedy", "greedy"], names=["Zoë", "", ""])["id"]
    told = moved(host, id)
    (there,) = host.get(TABLE).json()["tables"]
    assert there["id"] == id and "Zoë" in there["names"]
    asked(host, f"{TABLE}/{id}/leave")
    assert host.get(f"{TABLE}/{id}").status_code == 400
    found = host.get(TABLE).json()
    assert found["tables"] == []
    (kept,) = found["records"]
    assert not kept["finished"] and kept["names"] == ["Zoë"]
    again = asked(host, TABLE, record=kept["name"])["id"]
    now = host.get(f"{TABLE}/{again}").json()
    assert [each["name"] for each in now["players"]] == [each["name"] for each in told["players"]]
    assert now["number"] == told["number"]
    for _ in range(400):
        if now["over"]:
            break
        now = moved(host, again)
    (path,) = (library / "records/king_lui").glob("*.yaml")
    assert path.stem == kept["name"] and read_record(path).finished and read_record(path).names == ("Zoë", "", "")


def test_a_record_is_deleted_and_comes_back(host, library):
    asked(host, f"{TABLE}/{asked(host, TABLE, seats=['person'] * 3)['id']}/leave")
    id = asked(host, TABLE, seats=["person", "greedy", "greedy"])["id"]
    moved(host, id)
    asked(host, f"{TABLE}/{id}/leave")
    name = host.get(TABLE).json()["records"][0]["name"]
    path = library / f"records/king_lui/{name}.yaml"
    before = path.read_bytes()
    asked(host, f"{TABLE}/forget", record=name)
    assert not path.exists()
    assert host.post(f"{TABLE}/forget", json={"record": f"../../decks/king_lui/{name}"}).status_code == 400
    asked(host, f"{BASE}/undo")
    assert path.read_bytes() == before


def test_a_guest_gets_up_and_is_a_guest_no_more(served, host):
    id = asked(host, TABLE, seats=["person", "person", "greedy"], away=[1])["id"]
    code = host.get(f"{TABLE}/{id}").json()["code"]
    with httpx.Client(base_url=served.url, headers={"Origin": served.url}, timeout=120) as guest:
        asked(guest, "/api/join", code=code, name="Ugo")
        assert "Ugo" in [each["name"] for each in host.get(f"{TABLE}/{id}").json()["players"]]
        asked(guest, f"{TABLE}/{id}/leave")
        assert not guest.cookies and guest.get(f"{TABLE}/{id}").status_code in (401, 403)
        assert len(host.get(f"{TABLE}/{id}").json()["open"]) == 1
        asked(host, f"{TABLE}/{id}/leave")  # the others play on
        assert host.get(f"{TABLE}/{id}").status_code == 200
        asked(guest, "/api/join", code=code)


def test_a_variant_is_renamed_with_its_games_and_called_back(host, library):
    folder = library / "variants/king_lui"
    before = (folder / "express.yaml").read_bytes()
    own = "/api/king_lui/express/fr"
    id = asked(host, f"{own}/table", seats=["person", "greedy", "greedy"])["id"]
    told = host.get(f"{own}/table/{id}").json()
    asked(host, f"{own}/table/{id}/act", action=told["actions"][0]["action"], version=told["version"])
    asked(host, f"{own}/table/{id}/leave")
    assert asked(host, f"{own}/rename", name="fast", title="À toute vitesse") == {"variant": "fast"}
    assert not (folder / "express.yaml").exists()
    written = (folder / "fast.yaml").read_text()
    assert "À toute vitesse" in written and written.count("\n") >= before.count(b"\n")
    assert len(host.get("/api/king_lui/fast/fr/table").json()["records"]) == 1
    assert host.post("/api/king_lui/fast/fr/rename", json={"name": "hungry_dragon"}).status_code == 422
    assert host.post("/api/king_lui/fast/fr/rename", json={"name": "con"}).status_code == 422
    assert host.post("/api/king_lui/base/fr/rename", json={"name": "other"}).status_code == 400
    assert asked(host, "/api/king_lui/fast/fr/undo") == {"variant": "express"}
    assert (folder / "express.yaml").read_bytes() == before and not (folder / "fast.yaml").exists()
    assert len(host.get(f"{own}/table").json()["records"]) == 1


def test_the_desk_takes_a_game_elsewhere_as_the_command_does(host, library):
    targets = {each["name"]: each["about"] for each in host.get(f"{BASE}/exports").json()["targets"]}
    assert {"png", "tts", "vtt", "pcio", "tgc"} <= {*targets} and all(targets.values())
    found = asked(host, f"{BASE}/exports", target="vtt")
    assert found["made"] and found["command"].startswith("cardgen export king_lui --to vtt"), found
    assert (library / found["folder"] / "king_lui.en.vtt").is_file()
    assert host.post(f"{BASE}/exports", json={"target": "nowhere"}).status_code == 422


@pytest.mark.parametrize("standing", ["nowhere", "a library of one's own"])
def test_of_an_installed_game_what_is_kept_lies_where_one_stands(standing, tmp_path, monkeypatch):
    """What was installed may be read only, and is another's."""
    if standing != "nowhere":
        (tmp_path / "decks").mkdir()
    (tmp_path / "within").mkdir()
    monkeypatch.chdir(tmp_path / "within")
    expected = tmp_path / ("within" if standing == "nowhere" else "") / "records"
    assert folder_of(find_game("king_lui")) == expected
    monkeypatch.chdir(BUILTIN / "docs")
    assert folder_of(find_game("king_lui")) == BUILTIN / "records"

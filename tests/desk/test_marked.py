"""What the desk shows of a game that was never right: its faces, with marks where something is wrong."""

import shutil

import pytest
from starlette.testclient import TestClient

from cardgen.desk.server import app
from cardgen.desk.state import Desk
from cardgen.store.library import find_game


@pytest.fixture
def own(tmp_path):
    folder = tmp_path / "decks" / "paws"
    shutil.copytree(find_game("honey_paws").folder, folder)
    return folder


@pytest.fixture
def desk(own):
    return Desk([find_game(str(own))])


@pytest.fixture
def get(desk):
    with TestClient(app(desk, "token", ("testserver",)), base_url="http://testserver") as client:
        client.get("/?token=token")
        yield lambda path: client.get(f"/api/paws/base/{path}")


def rewrite(own, file, old, new):
    path = own / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_a_language_that_is_half_translated_is_shown_in_words_of_the_first(own, desk, get):
    rewrite(own, "strings/fr.yaml", 'pot.lavender: {from: "Lavender", to: "Lavande"}\n', "")
    told = get("fr/faces").json()
    assert told["marked"] and any("'pot.lavender' is not translated" in each["message"] for each in told["faults"])
    names = {each["name"] for each in told["faces"]}
    assert "Tournesol" in names
    pots = [each for each in told["faces"] if each["id"].startswith("lavender") and each["side"] == "front"]
    assert pots and all(get(f"fr/face/{each['id']}/front.svg").status_code == 200 for each in pots)
    english = get("en/faces").json()
    assert not english["marked"] and english["faults"] == []


def test_a_translation_that_comes_takes_the_marks_away(own, desk, get):
    line = 'pot.lavender: {from: "Lavender", to: "Lavande"}\n'
    rewrite(own, "strings/fr.yaml", line, "")
    assert get("fr/faces").json()["marked"]
    with (own / "strings/fr.yaml").open("a", encoding="utf-8") as file:
        file.write(line)
    desk.changed()
    told = get("fr/faces").json()
    assert not told["marked"] and told["faults"] == [] and "Lavande" in {each["name"] for each in told["faces"]}


def test_what_was_never_right_is_a_draft_until_it_is(own, desk, get):
    rewrite(own, "strings/en.yaml", "pot.clover: Clover\n", 'pot.clover: "Clover :nosuchicon:"\n')
    told = get("en/faces").json()
    assert told["marked"] and told["faces"] and any("nosuchicon" in each["message"] for each in told["faults"])
    rewrite(own, "strings/en.yaml", ":nosuchicon:", ":nosuchsign:")
    desk.changed()
    told = get("en/faces").json()
    assert told["marked"] and any("nosuchsign" in each["message"] for each in told["faults"])
    rewrite(own, "strings/en.yaml", '"Clover :nosuchsign:"', "Clover")
    desk.changed()
    assert not get("en/faces").json()["marked"]
    rewrite(own, "strings/en.yaml", "pot.clover: Clover\n", 'pot.clover: "Clover :nosuchicon:"\n')
    desk.changed()
    told = get("en/faces").json()
    assert told["faults"] and not told["marked"], "the last good faces stay"


def test_files_that_nobody_can_read_show_nothing(own, get):
    rewrite(own, "game.yaml", "languages:", "languages: [")
    answer = get("en/faces")
    assert answer.status_code == 422 and answer.json()["faults"]

"""New layouts from the starters' ones, and pictures that are dropped on cards: what is written, and what is refused."""

from __future__ import annotations

import io
import re
import shutil

import pytest
from PIL import Image

from cardgen.definitions.yaml_source import read_yaml
from cardgen.desk.new_layout import PRESENT, starters
from cardgen.desk.spoken import desk_text
from cardgen.faces.compose import Composer
from cardgen.rules.load import load_game
from cardgen.starting.starter import make_game
from cardgen.store.library import find_game

SHEET = "name,count,power,colour\nFox,3,4,#aa5522\nOwl,2,7,#335577\n"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0H20V10z"/></svg>'
GAMES = {  # a card of each
    "forest": "fox", "tricks": "acorn-1", "birds": "fox", "king_lui": "ham", "draco": "elbow",
}  # fmt: skip


def png(width=40, height=20, kind="PNG"):
    held = io.BytesIO()
    Image.new("RGB", (width, height), "#aa5522").save(held, kind)
    return held.getvalue()


@pytest.fixture
def asks(tmp_path, serve, monkeypatch):
    """Asks a desk of one's own games."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text(SHEET)
    make_game("forest")
    make_game("tricks", kind="tricks")
    make_game("birds", tmp_path / "cards.csv")
    for name in ("king_lui", "draco"):
        shutil.copytree(find_game(name).folder, tmp_path / name)
    with serve([f"./{name}" for name in GAMES]).client() as client:
        yield Asks(client, tmp_path)


class Asks:
    def __init__(self, client, folder):
        self.client, self.folder = client, folder

    def get(self, game="forest", card="fox", side="front"):
        answer = self.client.get(f"/api/{game}/base/en/layout/{card}/{side}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def make(self, starter, name, game="forest", card="fox", side="front", code=200, of="face"):
        answer = self.client.post(
            f"/api/{game}/base/en/layout/{card}/{side}/new?of={of}", json={"starter": starter, "name": name}
        )
        assert answer.status_code == code, answer.text
        return answer.json()

    def drop(self, name, data, game="forest", card="fox", code=200, **query):
        answer = self.client.post(
            f"/api/{game}/base/en/layout/{card}/front/picture", params={"name": name, **query}, content=data
        )
        assert answer.status_code == code, answer.text
        return answer.json()

    def undo(self, game="forest"):
        self.client.post(f"/api/{game}/base/en/undo", json={}).raise_for_status()

    def files(self, game="forest"):
        return {path: path.read_bytes() for path in (self.folder / game).rglob("*") if path.is_file()}

    def prints(self, game):
        made = Composer(load_game(find_game(f"./{game}", self.folder)))
        return made.blocking_faults(made.game.languages)


@pytest.mark.parametrize("starter", [PRESENT, *starters()])
@pytest.mark.parametrize("game", GAMES)
def test_the_cards_can_use_a_layout_of_every_starter(asks, game, starter):
    before, name = asks.files(game), f"my_{starter}"
    found = asks.make(starter, name, game, GAMES[game])
    assert found["layout"] == name and found["faults"] == []
    assert asks.prints(game) == []
    after = asks.files(game)
    (made,) = after.keys() - before.keys()
    assert made == asks.folder / game / "layouts" / f"{name}.yaml"
    (changed,) = [path for path in before if after[path] != before[path]]
    old, new = before[changed].decode().splitlines(), after[changed].decode().splitlines()
    (line,) = [(one, two) for one, two in zip(old, new, strict=True) if one != two]
    assert changed.name == "game.yaml" and line[1] == re.sub(r"layout: \w+", f"layout: {name}", line[0], count=1)
    asks.undo(game)
    assert asks.files(game) == before


def test_each_starter_has_a_name_in_each_language():
    for language in ("en", "fr", "it"):
        for starter in (PRESENT, *starters()):
            key = f"layout.new.{starter}"
            assert desk_text(language, key) != key


def test_a_starter_shows_what_the_cards_have(asks):
    found = asks.make("creature", "mine", "king_lui", "ham")
    fields = {each["key"]: each for each in found["fields"]}
    assert fields["name"]["text"]["key"] == "dish.ham"
    assert "value" not in fields and "value2" not in fields


def test_a_back_gets_a_new_layout(asks):
    found = asks.make("plain_back", "rear", side="back")
    assert found["layout"] == "rear"
    assert read_yaml(asks.folder / "forest/game.yaml").below("decks", "forest").data["back"] == "rear"
    assert asks.prints("forest") == []


@pytest.mark.parametrize(
    ("starter", "name", "code"),
    [("creature", "creature", 400), ("creature", "card", 400), ("creature", "../x", 422), ("creature", "", 422),
     ("dragon", "mine", 400), ("../../x", "mine", 400)],
)  # fmt: skip
def test_what_makes_no_layout_is_refused(asks, starter, name, code):
    before = asks.files()
    found = asks.make(starter, name, code=code)
    assert found.get("error") or found["faults"]
    assert asks.files() == before


def test_a_layout_of_a_game_that_came_with_cardgen_is_not_written(serve):
    with serve(["king_lui"]).client() as client:
        answer = client.post(
            "/api/king_lui/base/en/layout/ham/front/new", json={"starter": "creature", "name": "mine_own"}
        )
        assert answer.status_code in (200, 400)  # in a checkout, its library is one's own
        if answer.status_code == 200:
            client.post("/api/king_lui/base/en/undo", json={}).raise_for_status()


# ---- pictures


def test_a_dropped_picture_is_copied_and_shown(asks):
    before = asks.files()
    found = asks.drop("Mein Füchslein.PNG", png(), x="31.5", y="20")
    assert found["added"] == "picture2" and found["file"] == "art/mein_fuchslein.png"
    assert (asks.folder / "forest/art/mein_fuchslein.png").read_bytes() == png()
    field = next(each for each in found["fields"] if each["key"] == "picture2")
    left, top, right, bottom = field["box"]
    assert (left + right) / 2 == pytest.approx(31.5, abs=0.1) and (top + bottom) / 2 == pytest.approx(20, abs=0.1)
    assert (right - left) / (bottom - top) == pytest.approx(2, abs=0.05) and field["drawn"]
    asks.undo()
    assert asks.files() == before


def test_no_picture_is_overwritten_and_the_same_is_copied_once(asks):
    assert asks.drop("fox.png", png())["file"] == "art/fox.png"
    assert asks.drop("fox.png", png(30))["file"] == "art/fox_2.png"
    assert asks.drop("fox.png", png(30))["file"] == "art/fox_2.png"
    assert (asks.folder / "forest/art/fox.png").read_bytes() == png()


def test_a_picture_in_a_corner_stays_on_the_card(asks):
    found = asks.drop("tall.jpeg", png(10, 100, "JPEG"), x="63", y="88")
    field = next(each for each in found["fields"] if each["key"] == found["added"])
    assert field["box"][2] <= 63.05 and field["box"][3] <= 88.05


def test_a_picture_on_a_picture_field_replaces_its_picture(asks):
    asks.drop("one.svg", SVG)
    layout = asks.folder / "forest/layouts/creature.yaml"
    before = layout.read_text()
    assert 'picture2: {draw: picture, of: "art/one.svg"' in before
    found = asks.drop("two.png", png(), field="picture2")
    assert found["added"] == "picture2"
    assert layout.read_text() == before.replace("art/one.svg", "art/two.png")


def test_a_card_gets_the_picture_that_its_field_reads(asks):
    asks.drop("one.svg", SVG)
    game = asks.folder / "forest/game.yaml"
    for card in ("fox", "owl", "wolf", "oak"):
        game.write_text(re.sub(rf"{card}: +{{", f"{card}: {{image: art/one.svg, ", game.read_text()))
    layout = asks.folder / "forest/layouts/creature.yaml"
    layout.write_text(layout.read_text().replace('"art/one.svg"', '"{card.image}"'))
    before = game.read_text(), layout.read_text()
    assert asks.get()["faults"] == []
    found = asks.drop("Fox two.png", png(), field="picture2")
    assert found["faults"] == []
    assert game.read_text() == before[0].replace("fox: {image: art/one.svg", "fox: {image: art/fox_two.png")
    assert layout.read_text() == before[1]


def test_a_picture_that_an_expression_names_stays(asks):
    asks.drop("fox.svg", SVG)
    layout = asks.folder / "forest/layouts/creature.yaml"
    for name in ("owl", "wolf", "oak"):
        (asks.folder / f"forest/art/{name}.svg").write_bytes(SVG)
    layout.write_text(layout.read_text().replace('"art/fox.svg"', '"art/{card.id}.svg"'))
    before = asks.files()
    assert "art/{card.id}.svg" in asks.drop("two.png", png(), field="picture2", code=400)["error"]
    assert asks.files() == before


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [("fox.png", b"no picture", 400), ("fox.svg", b"<html>", 400), ("fox.svg", b"", 400),
     ("fox.gif", png(kind="GIF"), 400),
     ("../fox.png", png(), 422), ("a/../../fox.png", png(), 422), ("", png(), 422), (".fox.png", png(), 422),
     ("fox\0.png", png(), 422), ("x" * 300 + ".png", png(), 422), ("fox.exe", b"MZ", 400)],
)  # fmt: skip
def test_what_is_no_picture_is_not_copied(asks, name, data, code):
    before = asks.files()
    found = asks.drop(name, data, code=code)
    assert found.get("error") or found["faults"]
    assert asks.files() == before


@pytest.mark.parametrize("query", [{"x": "far"}, {"x": "nan"}, {"y": "1e99"}, {"field": "nobody"}, {"field": "name"}])
def test_a_strange_place_is_refused(asks, query):
    before = asks.files()
    asks.drop("fox.png", png(), code=422 if query == {"field": "nobody"} else 400, **query)
    assert asks.files() == before


def test_a_name_without_letters_gets_one_of_ours(asks):
    assert asks.drop("狐.png", png())["file"] == "art/picture.png"

"""The page of layouts, asked as its browser asks: what it writes, what it refuses, and what stays as it was."""

from __future__ import annotations

import shutil
import time
from dataclasses import replace

import pytest

from cardgen.definitions.layout_edit import LayoutEdit
from cardgen.desk.answers import Refused
from cardgen.desk.changing import Editions
from cardgen.desk.layout_fields import PlacedField, placed_fields
from cardgen.desk.moving import OriginalKeys, changes_of_place
from cardgen.faces.computed import with_numbers
from cardgen.store.library import all_games, find_game

LAYOUT = """\
# The tile of the tests.
extends: base
fields:
  art:   {draw: rectangle, fill: ink, left: 4, width: 20.50, top: 0.5 in, height: 10}   # a remark
  disc:  {draw: ellipse, fill: gold, width: 23, height: 20}
  wide:  {draw: rectangle, fill: paper, left: -bleed, right: -bleed, bottom: 6, height: 8}
  told:  {draw: text, text: "3", style: text, left: "{card.value}", width: 20, top: 40, height: 8}
  again: {same: art}
  pile:
    draw: stack
    left: 5
    right: 5
    top: 60
    height: 20
    fields:
      one: {draw: rectangle, fill: ink, height: 5}
  price:
    draw: group
    left: 30
    width: 20
    top: 20
    height: 20
    turn: 90
    fields:
      coin: {draw: ellipse, fill: gold, left: 1, width: 8, top: 2, height: 8}
  title: {style: text}
"""
BASE = """\
fields:
  title: {draw: text, text: "Tile", style: text, left: 5, right: 5, top: 5, height: 8}
"""
GAME = """\
version: 1
players: 2-4
languages: [en]
look: {fonts: {display: fraunces, text: source-sans-3}, colours: {ink: "#202020", paper: "#ffffff", gold: "#d0a000"}}
decks:
  tiles:
    kinds:
      tile: {layout: tile, count: 2, cards: {one: {value: 5}, two: {value: 6}}}
"""


@pytest.fixture(scope="module")
def tiles(tmp_path_factory, serve):
    """A game of one layout that extends another, and a desk that shows it."""
    folder = tmp_path_factory.mktemp("home") / "tiles"
    (folder / "layouts").mkdir(parents=True)
    (folder / "strings").mkdir()
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "strings/en.yaml").write_text("game.title: Tiles\n", "utf-8")
    return folder, serve([folder])


@pytest.fixture
def page(tiles):
    """Asks the page about one card; its files are as above before each test."""
    folder, served = tiles
    (folder / "layouts/tile.yaml").write_text(LAYOUT, "utf-8")
    (folder / "layouts/base.yaml").write_text(BASE, "utf-8")
    with served.client() as client:
        yield Page(client, folder)


class Page:
    def __init__(self, client, folder):
        self.client, self.folder = client, folder
        self.address = "/api/tiles/base/en/layout/one/front"

    def get(self):
        answer = self.client.get(self.address)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def field(self, key):
        return next(each for each in self.get()["fields"] if each["key"] == key)

    def post(self, what, body, code=200):
        answer = self.client.post(f"{self.address}/{what}", json=body)
        assert answer.status_code == code, answer.text
        return answer.json()

    def move(self, key, by, parent=False, code=200, turn=None):
        field = self.field(key)
        box = [each + more for each, more in zip(field["box"], by, strict=True)]
        turn = field["turn"] if turn is None else turn
        return self.post("move", {"moves": [{"key": key, "box": box, "turn": turn}], "parent": parent}, code)

    def text(self, name="tile"):
        return (self.folder / f"layouts/{name}.yaml").read_text("utf-8")

    def line(self, start):
        return next(line for line in self.text().splitlines() if line.lstrip().startswith(start))


def test_it_lists_fields_with_their_places(page):
    found = page.get()
    assert (found["width"], found["height"], found["layout"], found["extends"]) == (63, 88, "tile", "base")
    keys = [each["key"] for each in found["fields"]]
    assert keys == ["title", "art", "disc", "wide", "told", "again", "pile", "pile.one", "price", "price.coin"]
    art = page.field("art")
    assert art["box"] == pytest.approx([4, 12.7, 24.5, 22.7])
    assert art["keys"]["fill"]["text"] == "ink"
    assert art["at"]["line"] == 4
    assert page.field("title")["keys"]["left"]["inherited"] == "base"
    fixed = {each["key"]: each["fixed"] for each in found["fields"] if each["fixed"]}
    assert fixed == {
        "told": {"x": "computed"},
        "again": {"all": "same"},
        "pile.one": {"x": "stack", "y": "stack"},
    }


def test_a_move_changes_two_numbers_and_nothing_else(page):
    page.move("art", (1.5, 2.54, 1.5, 2.54))
    assert page.line("art") == (
        "  art:   {draw: rectangle, fill: ink, left: 5.5, width: 20.50, top: 0.6 in, height: 10}   # a remark"
    )
    assert page.text().count("\n") == LAYOUT.count("\n")
    assert page.field("art")["box"] == pytest.approx([5.5, 15.24, 26, 25.24])


def test_moved_back_it_is_as_it_was(page):
    page.move("disc", (0, 0, -2, 0))  # leaves the centre on one side
    assert "width: 21, height: 20, left: 20}" in page.line("disc")
    page.move("disc", (0, 0, 2, 0))
    assert page.text() == LAYOUT
    for key in ("art", "disc", "wide", "price", "price.coin", "title"):
        page.move(key, (0.1, 0.05, 0.1, 0.05))
        assert page.text() != LAYOUT
        page.move(key, (-0.1, -0.05, -0.1, -0.05))
        assert page.text() == LAYOUT, key


def test_what_is_inherited_is_changed_here_or_in_the_parent(page):
    page.move("title", (0, 2, 0, 2))
    assert page.line("title") == "  title: {style: text, top: 7}"
    assert page.text("base") == BASE
    (page.folder / "layouts/tile.yaml").write_text(LAYOUT, "utf-8")
    until(lambda: page.field("title")["box"][1] == 5)
    page.move("title", (0, 3, 0, 3), parent=True)
    assert page.text() == LAYOUT
    assert "top: 8," in page.text("base")


def until(there):
    end = time.monotonic() + 30
    while not there():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize(("key", "by"), [("told", (1, 0, 1, 0)), ("again", (1, 0, 1, 0)), ("pile.one", (1, 0, 1, 0))])
def test_what_cannot_be_moved_says_why(page, key, by):
    assert page.move(key, by, code=400)["error"]
    assert page.text() == LAYOUT


def test_the_other_direction_of_a_computed_one_moves(page):
    page.move("told", (0, 1, 0, 1))
    assert 'left: "{card.value}", width: 20, top: 41, height: 8' in page.line("told")


def test_nothing_is_moved_off_the_card(page):
    found = page.move("art", (60, 0, 60, 0), code=422)
    assert "beyond the bleed" in found["faults"][0]["message"]
    assert page.text() == LAYOUT


def test_a_field_of_a_turned_group_moves_in_its_frame(page):
    page.move("price.coin", (2, 1, 2, 1))
    assert page.line("coin") == "      coin: {draw: ellipse, fill: gold, left: 3, width: 8, top: 3, height: 8}"


def test_several_move_in_one_save(page):
    moves = []
    for key in ("art", "disc"):
        field = page.field(key)
        moves.append({"key": key, "box": [each + 1 for each in field["box"]], "turn": 15})
    page.post("move", {"moves": moves})
    assert "left: 5," in page.line("art") and "turn: 15" in page.line("art")
    assert "left: 21," in page.line("disc") and "turn: 15" in page.line("disc")
    page.client.post("/api/tiles/base/en/undo", json={})
    assert page.text() == LAYOUT


@pytest.mark.parametrize(
    ("field", "key", "text", "line"),
    [
        ("art", "fill", "#c9a27a", 'fill: "#c9a27a"'),
        ("art", "corners", "2", "corners: 2}"),
        ("art", "fill", "", "art:   {draw: rectangle, left: 4,"),
        ("art", "fill", "{by: card.id, one: gold, else: ink}", "fill: {by: card.id, one: gold, else: ink}"),
        ("title", "style", "", "  title: {top: 6}"),
        ("title", "left", "", "  title: {style: text, top: 6, left: drop}"),
    ],
)
def test_a_key_is_set_or_taken_away(page, field, key, text, line):
    if field == "title":
        page.post("key", {"field": "title", "key": "top", "text": "6"})
    page.post("key", {"field": field, "key": key, "text": text})
    assert line in page.text()


def test_a_faulty_value_is_reported_and_not_written(page):
    found = page.post("key", {"field": "art", "key": "corners", "text": "round"}, 422)
    assert "expected" in found["faults"][0]["message"]
    assert page.text() == LAYOUT


def test_fields_are_added_copied_ordered_and_removed(page):
    added = page.post("add", {"draw": "text"})["added"]
    assert added == "text"
    assert (
        page.text()
        .splitlines()[-1]
        .startswith("  text: {draw: text, text: Text, style: text, align: centre, left: 18.9")
    )
    assert page.post("add", {"copy": "art"})["added"] == "art2"
    assert "  art2: {draw: rectangle, fill: ink, left: 4, width: 20.50, top: 0.5 in, height: 10}" in page.text()
    page.post("order", {"field": "art2", "before": "art"})
    assert page.text().index("art2:") < page.text().index("art: ")
    page.post("remove", {"fields": ["art2", "text"]})
    assert page.text() == LAYOUT
    page.post("remove", {"fields": ["title"]})
    assert page.line("title") == "  title: drop"


@pytest.mark.parametrize("kind", ["rectangle", "ellipse", "line", "path", "qr", "ring", "icon", "pips"])
def test_a_new_field_of_each_kind_is_drawn(page, kind):
    of = "acorn" if kind in ("icon", "pips") else ""
    added = page.post("add", {"draw": kind, "of": of})["added"]
    assert page.field(added)["drawn"]


def test_the_picture_is_whole_alone_or_without(page):
    whole, alone, but = (page.client.get(f"{page.address}.svg{query}") for query in ("", "?alone=disc", "?but=disc"))
    assert [each.status_code for each in (whole, alone, but)] == [200, 200, 200]
    assert len(alone.text) < len(but.text) < len(whole.text)


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("move", {}),
        ("move", {"moves": "all"}),
        ("move", {"moves": [{"key": "art", "box": [1, 2, 3], "turn": 0}]}),
        ("move", {"moves": [{"key": "art", "box": [1, 2, 3, "4"], "turn": 0}]}),
        ("move", {"moves": [{"key": "art", "box": [1, 2, 3, 1e300], "turn": 0}]}),
        ("move", {"moves": [{"key": "art", "box": [1, 2, 3, 4], "turn": True}]}),
        ("key", {"field": "art"}),
        ("add", {"draw": "dragon"}),
        ("remove", {"fields": "art"}),
        ("order", {"field": ["art"]}),
    ],
)
def test_requests_of_another_structure_are_refused(page, what, body):
    assert page.post(what, body, 400)["error"]
    assert page.text() == LAYOUT


ATTACKS = (
    "{", "}", "{{", "a: b", '"', "'", "#", "x\ny: 1", "&a *a", "!!python/object:os.system x", "|", ">", "- a", "[",
    "\x00", "e" * 5000, "{card.name}", "../../etc/passwd", "drop", "null", "~", "%YAML", "? a", ": ", "{a: {b: 1}}",
    "*x", "1e999", "nan", "-bleed", "<script>",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("text", ATTACKS)
def test_whatever_is_typed_is_written_whole_or_refused_and_can_be_undone(page, text):
    posts = [
        ("key", {"field": "art", "key": key, "text": text}) for key in ("fill", "draw", "repeat", "a b", text[:50])
    ]
    posts += [
        ("add", {"draw": "picture", "of": text}),
        ("add", {"draw": text[:50]}),
        ("remove", {"fields": [text[:50]]}),
    ]
    posts += [("key", {"field": text, "key": "fill", "text": "ink"}), ("order", {"field": "art", "before": text})]
    for what, body in posts:
        answer = page.client.post(f"{page.address}/{what}", json=body)
        assert answer.status_code in (200, 400, 422), (what, body, answer.text)
        page.get()
        if answer.status_code == 200 and page.text() != LAYOUT:
            page.client.post("/api/tiles/base/en/undo", json={}).raise_for_status()
        assert page.text() == LAYOUT, (what, body)


def test_a_field_that_is_not_there(page):
    assert page.post("key", {"field": "nobody", "key": "fill", "text": "ink"}, 422)["faults"]


def test_a_file_that_changes_meanwhile_is_not_overwritten(page):
    """What somebody else wrote a moment ago stays, and the move is made beside it."""
    page.field("art")
    (page.folder / "layouts/tile.yaml").write_text(
        LAYOUT.replace("fill: gold, width: 23", "fill: paper, width: 24"), "utf-8"
    )
    page.move("art", (1, 0, 1, 0))
    assert "fill: paper, width: 24" in page.text()
    assert "left: 5," in page.line("art")


@pytest.mark.slow
@pytest.mark.parametrize("name", [home.name for home in all_games()])
def test_every_field_of_a_deck_moves_there_and_back_byte_for_byte(name, tmp_path, monkeypatch):
    shutil.copytree(find_game(name).folder, tmp_path / "decks" / name)
    monkeypatch.chdir(tmp_path)
    home, originals = find_game(name), OriginalKeys()
    composer, _ = Editions().composed(home, "base", {})
    language, seen, moved = composer.game.languages[0], set(), 0
    for side in composer.sides:
        spots = composer.reading(side).spots[language]
        for placed in placed_fields(composer, side, language):
            spot = placed.spot
            if (name_of := (spot.layout.name, spot.name)) in seen:
                continue
            seen.add(name_of)
            before = {path: path.read_bytes() for path in tmp_path.rglob("layouts/*.yaml")}
            left, top, right, bottom = placed.box
            away = left + 1, top + 0.5, right + 1, bottom + 0.5
            try:
                layout = written(home, composer, placed, language, away, originals)
            except Refused:
                continue
            field = with_numbers(layout.field(spot.name), spots.context(spot))
            there = PlacedField(replace(spot, layout=layout, field=layout.field(spot.name)), field, away)
            assert {path: path.read_bytes() for path in before} != before
            written(home, composer, there, language, placed.box, originals)
            assert {path: path.read_bytes() for path in before} == before, name_of
            moved += 1
    assert moved > 40


def written(home, composer, placed, language, box, originals):
    """The layout after a field was moved, which its files say by then."""
    edit = LayoutEdit(home, placed.spot.layout)
    for change in changes_of_place(composer, placed, language, (box, placed.field.turn)):
        originals.write(edit, placed.spot.name, change, False)
    layout = edit.draft(placed.spot.layout.name)
    for path, (_, after) in edit.changed().items():
        path.write_text(after, "utf-8", newline="")
    return layout

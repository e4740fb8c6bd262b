"""Draco's places: his sheet, the figures of the rulebook and the engine agree on which is where, for both his hands."""

import math
import re

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import texts
from cardgen.play import load_game as load_play
from cardgen.play.games.draco.position import LEFT, RIGHT, place_of
from cardgen.rulebook.blocks import walk
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.scene import Scene
from cardgen.store.library import find_game
from tests.books import text_of

HOME = find_game("draco")


def clockwise(x: float, y: float) -> float:
    """Degrees from the top, of a point seen from the middle."""
    return math.degrees(math.atan2(x, -y)) % 360


def in_order(numbers: dict[int, float]) -> list[int]:
    """The numbers, as one meets them going clockwise from the top."""
    return sorted(numbers, key=lambda number: numbers[number])


@pytest.fixture(scope="module")
def sheet():
    composer = Composer(load_game(HOME))
    (side,) = [side for side in composer.sides if side.name == "component:table/front"]
    return composer, side


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("hand", ["right", "left"])
def test_the_sheet_numbers_places_from_the_hand_with_the_cup(sheet, players, hand):
    composer, side = sheet
    middle = side.size[0] / 2
    items = composer.items(side, f"{hand}{players}", "en")
    found = {
        int(text.text): clockwise(text.x + text.width / 2 - middle, text.y - 2 - middle) for text, _ in texts(items)
    }
    assert sorted(found) == [*range(1, players + 2)]  # half of the ring, without the place between
    ways = in_order(found)
    assert ways == sorted(found, reverse=hand == "right")  # clockwise from Draco: his left hand first
    assert all((angle > 180) == (hand == "right") for angle in found.values())
    ((between, _),) = texts(composer.items(side, f"mid{players}", "en"))
    assert int(between.text) == players + 2


def test_draco_sits_at_the_upper_edge_of_his_sheet(sheet):
    composer, side = sheet
    (draco,) = [text for text, _ in texts(composer.items(side, "sits", "en"))]
    assert draco.y < side.size[1] / 10


@pytest.mark.parametrize("hand", ["right", "left"])
def test_its_numbers_are_read_at_arms_length(sheet, hand):
    composer, side = sheet
    for players in range(3, 7):
        drawn = [text for text, _ in texts(composer.items(side, f"{hand}{players}", "en"))]
        assert drawn and all(text.size >= 25 * POINT - 1e-6 and "bold" in text.font for text in drawn)


@pytest.mark.parametrize("hand", ["right", "left"])
def test_the_engine_counts_alike(hand):
    """Its ring is told clockwise from Draco's left hand, as people lay it."""
    position = load_play("draco").new_position(players=3, seed=4)
    state = position.record
    state["hand"] = RIGHT if hand == "right" else LEFT
    told = [int(place_of(state, character)) for character in state["ring"][:9]]
    assert position.snapshot()["cup_hand"] == hand and told == sorted(told, reverse=hand == "right")


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_figures_seat_draco_on_top_and_all_others_around(language):
    text = text_of(HOME, language)
    shown = (getattr(block, "scene", None) for block in walk(read_markdown(text, HOME.folder)))
    cast = re.compile(r"\w+_(amazon|rogue|gnome|goblin)|zork|john|sarah")
    scenes = [each for each in shown if isinstance(each, Scene) and len(rings_of(each, cast)) == 9]
    assert len(scenes) == 3  # the set-up, the places, and an example with the cup in his left hand
    for scene in scenes:
        table = next(lying for lying in scene.lies if lying.face == "table")
        x, y = (at + 195 / 2 for at in table.at)
        draco = next(lying for lying in scene.lies if lying.face.startswith("draco/"))
        assert clockwise(draco.at[0] + 31.5 - x, draco.at[1] + 44 - y) == pytest.approx(0, abs=1)
        angles = [clockwise(at[0] + 31.5 - x, at[1] + 44 - y) for at in rings_of(scene, cast)]
        assert angles == sorted(angles)
        numbers = [label for label in scene.labels if label.plain and label.text.isdecimal()]
        told = [int(label.text) for label in numbers]
        assert told in ([], sorted(range(1, 10), reverse=draco.face == "draco/right"))
        angles = [clockwise(label.at[0] - x, label.at[1] - y) for label in numbers]
        assert angles == sorted(angles)


def rings_of(scene, cast):
    """Where the characters of a scene lie, in its order."""
    return [lying.at for lying in scene.lies if cast.fullmatch(lying.face)]

"""The press kit: perspective against arithmetic done by other means, panels of boxes, what moves in a turn, the sheet,
the same bytes twice, what cannot be made."""

import io
import itertools
import math

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from cardgen.definitions.game import BASE
from cardgen.export.presskit import kit
from cardgen.export.presskit.bodies import CARD, card_skin, flat, hull, tuck_box
from cardgen.export.presskit.camera import Camera, fit_camera, homography, through
from cardgen.export.presskit.closed_box import fold_box, place_corners
from cardgen.export.presskit.moments import story_of
from cardgen.export.presskit.sell_sheet import split_pitch
from cardgen.export.presskit.table_plan import CardSpot, LaidCard, LaidPile, LaidTable, TablePlan
from cardgen.export.presskit.turn import motions
from cardgen.export.target import Shipment
from cardgen.export.targets import press
from cardgen.graphics.drawing import Face
from cardgen.press.edition import Options, open_edition
from cardgen.rules.load import load_game
from cardgen.store.library import all_games, find_game

GAMES = [home.name for home in all_games()]
PICTURES = {"box.png", "box-back.png", "product.png", "fan.png", "hand.png", "table.png", "components.png"}


# ---- perspective


def seen_by_matrices(camera, point):
    """The pixel of a point by a 3 x 4 matrix of a camera: rotation, then translation, then the picture."""
    angle = math.radians(camera.elevation)
    right = np.array([1.0, 0.0, 0.0])
    towards = np.array([0.0, math.cos(angle), math.sin(angle)])  # from the target to the camera
    up = np.cross(right, towards)
    rotation = np.array([right, -up, -towards])
    place = np.array(camera.target) + camera.distance * towards
    x, y, depth = rotation @ (np.array(point) - place)
    return camera.middle[0] + camera.focal * x / depth, camera.middle[1] + camera.focal * y / depth


def test_a_unit_square_is_where_matrices_put_it():
    camera = Camera((3.0, -2.0, 5.0), 37.0, 420.0, 2900.0, (800.0, 533.0))
    for point in itertools.product((0.0, 1.0), (0.0, 1.0), (0.0, 40.0)):
        assert camera.project(point) == pytest.approx(seen_by_matrices(camera, point))


def test_a_square_from_above_stays_a_square():
    camera = Camera((0.0, 0.0, 0.0), 90.0, 500.0, 1000.0, (100.0, 100.0))
    corners = [camera.project((x, y, 0.0)) for x, y in ((-50, -50), (50, -50), (50, 50), (-50, 50))]
    assert corners == [pytest.approx(each) for each in ((0, 0), (200, 0), (200, 200), (0, 200))]
    assert camera.scale((0.0, 0.0, 0.0)) == pytest.approx(2.0)
    assert camera.scale((0.0, 0.0, 250.0)) == pytest.approx(4.0)  # at half the distance, twice as large


def test_what_is_further_is_smaller_and_higher():
    camera = Camera((0.0, 0.0, 0.0), 45.0, 500.0, 1000.0, (0.0, 0.0))
    near, far = ([camera.project((x, y, 0.0)) for x in (-10, 10)] for y in (100, -100))
    assert near[1][0] - near[0][0] > far[1][0] - far[0][0]
    assert far[0][1] < near[0][1]


def test_a_homography_takes_corners_to_corners_and_diagonals_to_diagonals():
    square, shape = [(0, 0), (1, 0), (1, 1), (0, 1)], [(10, 20), (90, 35), (80, 70), (5, 60)]
    matrix = homography(square, shape)
    for one, other in zip(square, shape, strict=True):
        assert through(matrix, one) == pytest.approx(other)
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = (shape[0], shape[2], shape[1], shape[3])
    down = (x1 - x2) * (y3 - y4) - (y1 - y2) * (x3 - x4)  # where the diagonals cross, by determinants
    x = ((x1 * y2 - y1 * x2) * (x3 - x4) - (x1 - x2) * (x3 * y4 - y3 * x4)) / down
    y = ((x1 * y2 - y1 * x2) * (y3 - y4) - (y1 - y2) * (x3 * y4 - y3 * x4)) / down
    assert through(matrix, (0.5, 0.5)) == pytest.approx((x, y))


def test_a_plane_seen_by_a_camera_is_a_homography():
    camera = Camera((0.0, 0.0, 0.0), 40.0, 600.0, 2000.0, (800.0, 500.0))
    corners = [(-40.0, -30.0), (40.0, -30.0), (40.0, 30.0), (-40.0, 30.0)]
    matrix = homography(corners, [camera.project((*corner, 0.0)) for corner in corners])
    for point in ((0.0, 0.0), (13.0, -7.0), (-31.0, 22.0)):
        assert through(matrix, point) == pytest.approx(camera.project((*point, 0.0)))


@pytest.mark.parametrize("size", [(1600, 1067), (1200, 1600)])
def test_the_camera_fits_everything_within_its_margins(size):
    points = [(-100.0, -60.0, 0.0), (130.0, 70.0, 0.0), (0.0, 0.0, 90.0)]
    camera = fit_camera(points, size, 35.0, margin=0.05)
    seen = [camera.project(point) for point in points]
    margin = 0.05 * max(size)
    for axis in (0, 1):
        low, high = min(at[axis] for at in seen), max(at[axis] for at in seen)
        assert low > margin - 0.5 and high < size[axis] - margin + 0.5
        assert (low + high) / 2 == pytest.approx(size[axis] / 2)
    spans = [max(at[axis] for at in seen) - min(at[axis] for at in seen) for axis in (0, 1)]
    assert any(span == pytest.approx(side - 2 * margin, abs=1) for span, side in zip(spans, size, strict=True))


# ---- the box


def test_the_panels_of_a_box_meet_at_its_edges():
    w, h, d = 64.0, 90.0, 34.0
    panels = {panel.way: panel for panel in fold_box(w, h, d)}
    assert {way: panel.shows for way, panel in panels.items()} == {
        "left": "side", "front": "front", "right": "side", "back": "back", "top": "top", "bottom": "top",
    }  # fmt: skip
    top_left, top_right, bottom_right, bottom_left = panels["front"].corners
    assert (top_left, bottom_right) == ((-w / 2, d / 2, h), (w / 2, d / 2, 0.0))
    assert panels["right"].corners[0] == top_right and panels["right"].corners[3] == bottom_right
    assert panels["left"].corners[1] == top_left and panels["left"].corners[2] == bottom_left
    assert panels["back"].corners[0] == panels["right"].corners[1]
    # The lid is read from the front: its foot is the front's upper edge
    assert panels["top"].corners[3] == top_left and panels["top"].corners[2] == top_right
    assert len({corner for panel in panels.values() for corner in panel.corners}) == 8


def test_each_panel_is_as_large_as_its_face():
    w, h, d = 64.0, 90.0, 34.0
    sizes = {"front": (w, h), "back": (w, h), "side": (d, h), "top": (w, d)}
    for panel in fold_box(w, h, d):
        a, b, c, _ = panel.corners
        assert (math.dist(a, b), math.dist(b, c)) == pytest.approx(sizes[panel.shows])


@pytest.mark.parametrize(("turn", "seen"), [(0, 2), (28, 3), (-28, 3), (208, 3)])
def test_only_panels_that_face_the_viewer_are_drawn(turn, seen):
    faces = {
        name: Face(name, "", *size, 0.0, ())
        for name, size in (("front", (64, 90)), ("back", (64, 90)), ("side", (34, 90)), ("top", (64, 34)))
    }
    body = tuck_box(faces, (64.0, 90.0, 34.0), (0.0, 0.0), turn)
    assert len([patch for patch in body.patches if patch.skin.face]) == seen


def test_a_turned_box_shows_its_right_side():
    ((x, y, _), *_) = place_corners(((10.0, 0.0, 0.0),) * 4, 90.0, (0.0, 0.0, 0.0))
    assert (x, y) == pytest.approx((0.0, 10.0))  # what was at the right is near to the viewer


# ---- bodies


def test_a_card_keeps_its_shape_and_has_round_corners():
    face = Face("fox", "Fox", 63.0, 88.0, 0.0, ())
    (patch,) = flat(card_skin(face), (100.0, 50.0), 30.0, over=2.0).patches
    a, b, c, d = patch.corners
    assert (math.dist(a, b), math.dist(b, c)) == pytest.approx((63.0, 88.0))
    assert math.dist(a, c) == pytest.approx(math.hypot(63, 88)) and math.dist(b, d) == pytest.approx(math.hypot(63, 88))
    assert {corner[2] for corner in patch.corners} == {2.0 + CARD}
    assert patch.at(31.5, 44.0) == pytest.approx((100.0, 50.0, 2.0 + CARD))
    assert (0.0, 0.0) not in [(round(x, 3), round(y, 3)) for x, y, _ in patch.rim]
    assert all(math.dist(a, point) > 1.0 for point in patch.rim)


def test_the_hull_of_points_is_convex():
    points = [(0.0, 0.0, 1.0), (4.0, 0.0, 1.0), (4.0, 4.0, 1.0), (0.0, 4.0, 1.0), (2.0, 2.0, 1.0), (1.0, 3.0, 1.0)]
    assert hull(points) == [points[0], points[1], points[2], points[3]]


# ---- the turn


def spot(x, up=True, over=0.0):
    return CardSpot(x, 0.0, 0.0, over, up)


def test_cards_that_move_are_known_by_their_zones():
    before = LaidTable(
        (LaidPile("owl", "stock", 9, spot(0, False)),),
        (LaidCard("fox", "hand/0", spot(10)), LaidCard("hare", "hand/0", spot(20)), LaidCard("elk", "row", spot(90))),
    )
    after = LaidTable(
        (LaidPile("owl", "stock", 8, spot(0, False)),),
        (LaidCard("hare", "hand/0", spot(15)), LaidCard("owl", "hand/0", spot(25)), LaidCard("elk", "row", spot(90)),
         LaidCard("fox", "row", spot(100))),
    )  # fmt: skip
    moving, left = motions(before, after)
    assert [(each.id, each.start.x, each.end.x, each.slides) for each in moving] == [
        ("hare", 20, 15, True), ("fox", 10, 100, False), ("owl", 0, 25, False),
    ]  # fmt: skip
    assert moving[2].start == CardSpot(0, 0.0, 0.0, 9 * CARD, False)  # from the top of the pile, face down
    assert sorted(each.id for each in left) == ["fox", "hare"]


def test_what_lies_still_does_not_move():
    laid = LaidTable((), (LaidCard("fox", "row", spot(1)), LaidCard("fox", "row", spot(2))))
    assert motions(laid, laid) == ([], [])


@pytest.mark.parametrize("name", ["draco", "king_lui", "hedgerow"])
def test_a_turn_is_played_and_the_same_each_time(name):
    game = load_game(find_game(name))
    story = story_of(game)
    assert story and story.players == 3 and 2 <= len(story.turn) <= 7
    assert story == story_of(load_game(find_game(name)))
    known = {design.id for design in game.designs}
    assert {card.id for moment in story.turn for zone in moment for card in zone.cards} <= known


def test_hands_of_others_lie_face_down():
    story = story_of(load_game(find_game("hedgerow")))
    up = {zone.owner: {card.up for card in zone.cards} for zone in story.dealt if zone.form == "hand"}
    assert up == {0: {True}, 1: {False}, 2: {False}}


@pytest.mark.parametrize("name", ["draco", "king_lui", "hedgerow", "windmillers"])
def test_zones_do_not_lie_on_each_other(name):
    game = load_game(find_game(name))
    story = story_of(game)
    plan = TablePlan(game, story, [story.dealt], {})
    laid = plan.lay(story.dealt)
    zones = {}
    for card in (*laid.cards, *laid.piles):
        width, height = plan.sizes[card.id]
        turn = math.radians(card.spot.turn)
        w = (abs(width * math.cos(turn)) + abs(height * math.sin(turn))) / 2
        h = (abs(width * math.sin(turn)) + abs(height * math.cos(turn))) / 2
        box = (card.spot.x - w, card.spot.y - h, card.spot.x + w, card.spot.y + h)
        old = zones.get(card.path, box)
        zones[card.path] = (*map(min, old[:2], box[:2]), *map(max, old[2:], box[2:]))
    for (one, a), (other, b) in itertools.combinations(zones.items(), 2):
        beside = a[2] <= b[0] + 6 or b[2] <= a[0] + 6 or a[3] <= b[1] + 6 or b[3] <= a[1] + 6
        assert beside, (one, other)


# ---- the sell sheet


def test_the_first_sentence_leads():
    assert split_pitch("A wood. It sleeps!") == ("A wood.", "It sleeps!")
    assert split_pitch("Gare au renard\u202f! Il rôde.") == ("Gare au renard\u202f!", "Il rôde.")
    assert split_pitch("Only one sentence.") == ("Only one sentence.", "")
    assert split_pitch("") == ("", "")


def kit_of(name, language, below=None):
    home = find_game(name, *([below] if below else []))
    edition = open_edition(home, BASE, Options((language,), bleed=0.0), lambda finding: None)
    return Shipment(edition, language, kit_options(), home.folder)


def kit_options():
    from cardgen.export.options import ExportOptions

    return ExportOptions()


FACTS = {
    "en": ("For 3 to 5 players", "15 minutes", "ages 7+"),
    "fr": ("De 3 à 5 joueurs", "15 minutes", "dès 7 ans"),
    "it": ("Da 3 a 5 giocatori", "15 minuti", "da 7 anni in su"),
}


@pytest.mark.parametrize("language", FACTS)
def test_the_sheet_says_what_the_box_says(language):
    texts = kit.PressKit(kit_of("king_lui", language)).texts
    assert tuple(fact.replace("\u00a0", " ") for fact in texts.facts) == FACTS[language]
    assert texts.contents[0].startswith("110") and len(texts.contents) == 3
    strings = load_game(find_game("king_lui")).strings[language]
    assert texts.lead.split()[0] in strings["box.pitch"].text and texts.about


# ---- what is made


def exported(tmp_path, language="en"):
    folder = tmp_path / "out" / "wood" / BASE / language / "press"
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*")) if not path.name.startswith(".")}


@pytest.fixture
def small(monkeypatch):
    """Pictures of a quarter of their size."""
    shots = {name: ((size[0] // 4, size[1] // 4), shoot) for name, (size, shoot) in kit._SHOTS.items()}
    monkeypatch.setattr(kit, "_SHOTS", shots)
    monkeypatch.setattr(kit, "LANDSCAPE", (400, 267))


def test_a_game_without_box_and_rules_is_shown_all_the_same(game, run, tmp_path, small):
    result = run("export", "./wood", "--to", "press", "--lang", "en")
    assert result.code == 0, result.err
    left = [line for line in result.err.splitlines() if "in the press kit" in line]
    assert [line.partition(": no ")[2] for line in left] == [
        "box in the press kit: the game has no tuck box",
        "table in the press kit: the game has no rules to set it up by",
        "turn in the press kit: the game has no rules to play it by",
    ]
    files = exported(tmp_path)
    assert {*files} == {"components.png", "fan.png", "hand.png", "product.png", "sell-sheet.pdf"}
    for name in ("fan.png", "hand.png", "product.png"):
        assert Image.open(io.BytesIO(files[name])).size == (400, 266)


def test_the_same_game_gives_the_same_bytes(game, run, tmp_path, small):
    assert run("export", "./wood", "--to", "press", "--lang", "en").code == 0
    first = exported(tmp_path)
    assert run("export", "./wood", "--to", "press", "--lang", "en", "--out", "again").code == 0
    folder = tmp_path / "again" / "wood" / BASE / "en" / "press"
    assert {name: (folder / name).read_bytes() for name in first} == first
    again = run("export", "./wood", "--to", "press", "--lang", "en")
    assert "unchanged" in again.out and "box in the press kit" in again.err


def test_checking_draws_nothing(game, run, tmp_path):
    result = run("export", "./wood", "--to", "press", "--lang", "en", "--check")
    assert result.code == 0 and "no box in the press kit" in result.err
    assert not exported(tmp_path)


def test_one_card_makes_no_fan(game, run, tmp_path, small):
    text = (game.path / "game.yaml").read_text()
    game.write("game.yaml", "\n".join(line for line in text.splitlines() if "fox:" not in line) + "\n")
    result = run("export", "./wood", "--to", "press", "--lang", "en")
    if result.code == 0:  # the other card is there
        assert "no fan in the press kit: the game has fewer than two cards" in result.err
        assert "fan.png" not in exported(tmp_path)


def test_the_game_says_what_it_is_about(game, run, tmp_path, small):
    path = game.path / "strings/en.yaml"
    path.write_text(path.read_text() + '\npress.pitch: "The wood sleeps. The owls do not."\n')
    result = run("export", "./wood", "--to", "press", "--lang", "en")
    assert result.code == 0, result.err
    checked = run("check", "./wood", "--lang", "en")
    assert "press.pitch" not in checked.out + checked.err
    (page,) = pypdfium2.PdfDocument(exported(tmp_path)["sell-sheet.pdf"])
    text = page.get_textpage().get_text_bounded()
    assert "The wood sleeps." in text and "The owls do not." in text
    assert (page.get_width(), page.get_height()) == pytest.approx((595.28, 841.89), abs=0.1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "language"), [*zip(GAMES, itertools.cycle(("fr", "it", "en")), strict=False)])
def test_every_game_makes_all_pictures(name, language):
    shipment = kit_of(name, language)
    assert list(press._preflight(shipment)) == []
    files = {path.name: data for path, data in press._write(shipment).items()}
    assert {*files} == {*PICTURES, "turn.webp", "sell-sheet.pdf"}
    for each in PICTURES:
        image = Image.open(io.BytesIO(files[each]))
        assert max(image.size) == kit.LONG_SIDE
        grey = np.asarray(image.convert("L"))
        for corner in (grey[:20, :20], grey[:20, -20:], grey[-20:, :20], grey[-20:, -20:]):
            assert corner.min() > 200  # the light ground, with nothing cut off by the edge of the picture
        assert grey.std() > 10
    turn = Image.open(io.BytesIO(files["turn.webp"]))
    assert turn.n_frames > 10 and max(turn.size) == kit.LONG_SIDE
    document = pypdfium2.PdfDocument(files["sell-sheet.pdf"])
    text = document[0].get_textpage().get_text_bounded()
    assert len(document) == 1 and str(shipment.game.age) in text

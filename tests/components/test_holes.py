"""Holes and windows in cards and tokens."""

import io

import ezdxf
import numpy
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen.definitions.holes import Hole, cut_holes
from cardgen.definitions.load import load_game
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.faces.checks import check_faces
from cardgen.faces.compose import Composer
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Shape as Drawn
from cardgen.graphics.geometry import backwards, segments_box
from cardgen.graphics.outline import SIDE, Shape, beside, read_path
from cardgen.graphics.polygon import area, holds, polygon
from cardgen.press.cutting import CutFiles
from cardgen.press.edition import Options
from cardgen.press.sheets import cards_in, impose_decks, lay_components, round_corners
from cardgen.sheets.cut_paths import outlines, strokes
from cardgen.store.library import Home
from cardgen.svg.write import SvgWriter, cut_svg
from tests.houses import files, found, house
from tests.icc import press_profile
from tests.pdf_reader import read
from tests.printing import write_game

GROUND = '  ground: {draw: rectangle, fill: "#806040", left: -bleed, right: -bleed, top: -bleed, bottom: -bleed}\n'
HOLES = {
    "eyelet": {"diameter": 5, "top": 4},
    "window": {"shape": "rounded 2 mm", "width": 30, "height": 20, "left": 10},
}


def holes_of(told):
    return {name: validate(Hole, parse_yaml(yaml.safe_dump(hole), "game.yaml")) for name, hole in told.items()}


@pytest.fixture
def pierce(tmp_path):
    """pierce(fields, holes) -> the folder of a game whose cards have holes."""

    def make(fields=GROUND, holes=HOLES, back=None, more=""):
        folder = write_game(tmp_path / "game", fields, back, ["a"])
        game = folder / "game.yaml"
        told = yaml.safe_dump(holes, default_flow_style=True, width=10_000).strip()
        game.write_text(game.read_text().replace("    kinds:", f"    holes: {told}\n    kinds:") + more)
        return folder

    return make


def composed(folder):
    return Composer(load_game(Home(folder, None, ())))


CARD = Shape().outline(63, 88)


def test_a_hole_lies_where_it_is_said():
    outline, faults = cut_holes(CARD, holes_of(HOLES))
    assert not faults and not outline.straight
    eyelet, window = map(segments_box, outline.holes)
    assert eyelet == pytest.approx((29, 4, 34, 9)) and window == pytest.approx((10, 34, 40, 54))
    *holes, whole = outline.lines
    assert whole == CARD.path
    assert {area(polygon(hole)) > 0 for hole in holes} == {area(polygon(whole)) < 0}


@pytest.mark.parametrize(
    ("hole", "told"),
    [
        (
            {"diameter": 5, "top": 0.5, "left": 5},
            "lies 0.5 mm from the outer cutting line; expected 1 mm",
        ),
        ({"diameter": 5, "left": 60}, "overlaps the outer cutting line by 2.0 mm"),
        ({"diameter": 5, "left": 1, "right": 2}, "expected left or right, got both"),
        ({"diameter": 5, "width": 3}, "expected a diameter, or a width and a height"),
        ({"width": 3}, "expected a diameter, or a width and a height"),
        ({"width": 8, "height": 3}, "a circle is not 8 x 3 mm"),
        ({"diameter": 5, "top": 12}, "lies 0.5 mm from the hole 'first'"),
        ({"diameter": 50, "top": 2}, "overlaps the hole 'first' by 9.5 mm"),
    ],
)
def test_a_hole_that_cannot_be_cut_is_told_with_its_place(pierce, hole, told):
    folder = pierce(holes={"first": {"diameter": 7.5, "top": 4}, "other": hole})
    with pytest.raises(InputError) as error:
        load_game(Home(folder, None, ()))
    (fault,) = error.value.faults
    assert told in fault.message and fault.message.startswith("decks.deck.holes.other: ")
    line = (folder / "game.yaml").read_text().splitlines()[fault.place.line - 1]
    assert line[fault.place.column - 1 :].startswith("{") and "other" in line[: fault.place.column]


def test_holes_of_tokens_are_told_with_their_place(pierce):
    more = "components:\n  coin: {make: token, layout: front, diameter: 20, holes: {eye: {diameter: 19}}}\n"
    with pytest.raises(InputError, match=r"components\.coin\.holes\.eye: it lies 0\.5 mm from the outer cutting line"):
        load_game(Home(pierce(more=more), None, ()))


def test_pictures_show_holes(pierce):
    made = files(pierce(), "png")
    alpha = numpy.asarray(Image.open(io.BytesIO(made["deck/a.en.front.png"])))[:, :, 3]

    def at(x, y):
        return round(y / 25.4 * 300), round(x / 25.4 * 300)

    assert [alpha[at(*place)] for place in ((31.5, 6.5), (20, 45), (50, 45), (31.5, 2))] == [0, 0, 255, 255]


def test_the_desk_shows_holes(pierce):
    composer = composed(pierce())
    face = composer.face(composer.sides[0], "en")
    shown = cut_svg(face, SvgWriter(composer.supplies.symbols, composer.supplies.pictures))
    assert shown.count("clip-path") == 1 and shown.split('clipPath id="c1">')[1].split("</clipPath>")[0].count("M") == 3


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("left: 12, width: 26, top: 38, height: 12", {"cut-off"}),  # in the window
        ("left: 4, right: 4, top: 40, height: 8", {"cut-off"}),  # across it
        ("left: 12, width: 30, top: 55, height: 5", {"near-edge"}),
        ("left: 12, width: 30, top: 65, height: 6", set()),
    ],
)
def test_words_in_a_hole_are_cut_off(pierce, text, codes):
    folder = pierce('  words: {draw: text, text: "Many little words", %s}\n' % text)  # noqa: UP031
    found = {finding.code: finding.message for finding in check_faces(composed(folder))}
    assert found.keys() == codes
    for message in found.values():
        assert "hole" in message


def cut_files(folder, out, **options):
    composer = composed(folder)
    given = Options(languages=("en",), **options)
    return {output.path.name: output.make() for output in CutFiles(composer, "en", given, out, "").cards()}


@pytest.mark.parametrize("cutter", ["silhouette", "cricut"])
def test_a_cutter_goes_along_holes_first(pierce, tmp_path, cutter):
    made = cut_files(pierce(), tmp_path, cutter=cutter)
    paths = [line for line in made["cards-deck.svg"].decode().splitlines() if line.startswith("<path")]
    round_ones = ["C" in path for path in paths]  # holes; cards are rectangles
    if cutter == "cricut":
        assert round_ones == [True, True, False] * (len(paths) // 3)
    else:  # cards share their edges
        assert round_ones == [True] * 18 + [False] * 8
        lines = ezdxf.read(io.StringIO(made["cards-deck.dxf"].decode())).modelspace().query("LWPOLYLINE")
        assert [line.closed for line in lines] == round_ones
    for name, data in made.items():
        if name.endswith(".png"):
            alpha = numpy.asarray(Image.open(io.BytesIO(data)))[:, :, 3]
            kept = (alpha == 255).mean() * alpha.size / (300 / 25.4) ** 2  # mm²
            assert kept == pytest.approx(63 * 88 - 30 * 20 - numpy.pi * 2.5**2 + (4 - numpy.pi) * 4, rel=0.01)


def test_edges_that_cards_share_are_cut_once_around_holes():
    outline, _ = cut_holes(CARD, holes_of({"eyelet": {"diameter": 5, "top": 4}}))
    cut = outlines([(0, 0, 63, 88), (63, 0, 126, 88)], outline)
    assert [len(path) for path in strokes(cut)] == [6, 6, 2, 2, 2, 2, 2]  # two circles; three edges down, two across


def test_scissors_get_lines_around_holes(pierce):
    folder = pierce()
    with_holes = page_of(folder)
    game = folder / "game.yaml"
    game.write_text("\n".join(line for line in game.read_text().splitlines() if "holes:" not in line))
    without = page_of(folder)
    assert len(lines_of(with_holes)) == len(lines_of(without)) + 4  # each of two, black on white
    assert (with_holes.cuts, without.cuts) == (6, 4)


def page_of(folder):
    composer, options = composed(folder), Options(languages=("en",))
    ((deck,), cards) = composer.game.decks, cards_in(composer, "en", options, composer.game.decks[0])
    ((page,), _) = impose_decks(composer, "en", options, [(deck, cards)])
    return page


def test_holes_of_tokens_count_as_cuts(pierce):
    more = "components:\n  coin: {make: token, layout: front, count: 3, holes: {eye: {diameter: 5}}}\n"
    composer, options = composed(pierce(more=more)), Options(languages=("en",))
    (front, back), _ = lay_components(composer, "en", options)
    assert (front.cards, front.cuts, back.cuts) == (3, 6, 0)
    assert len(lines_of(front)) == 3 * 2 * 2  # black on white


def lines_of(page):
    return [segment for item in page.items if isinstance(item, Drawn) for segment in item.segments if segment[0] == "M"]


def test_backs_have_their_holes_behind_those_of_fronts():
    outline, _ = cut_holes(CARD, holes_of({"eyelet": {"diameter": 5, "left": 4, "top": 4}}))
    (behind,) = outline.mirrored.holes
    assert segments_box(behind) == pytest.approx((54, 4, 59, 9))
    assert segments_box(outline.mirrored.mirrored.holes[0]) == pytest.approx(segments_box(outline.holes[0]))
    *holes, whole = outline.mirrored.lines
    assert {area(polygon(hole)) > 0 for hole in holes} == {area(polygon(whole)) < 0}


def test_round_corners_of_the_command_line_keep_holes():
    outline, _ = cut_holes(CARD, holes_of(HOLES))
    assert round_corners(outline, Options(corners=3)).holes == outline.holes


DIE = "name: Our House\nsends: pdf\nbleed: 3\nsafe: 1\ncopies: no\ndie: Cut Contour\n"


def test_a_factory_gets_lines_of_holes(pierce):
    folder = pierce()
    (folder / "printers").mkdir()
    (folder / "printers/own.icc").write_bytes(press_profile())
    house(folder, DIE)
    (page,) = read(files(folder)["63x88mm.die.pdf"])
    assert sum(len(line) for line in page.strokes) >= 5 + 8 + 4
    assert "house-hole" not in found(folder)
    house(folder, DIE.replace("die: Cut Contour\n", ""))
    told = found(folder)["house-hole"]
    assert told.severity == "warning" and "deck: Our House receives no cutting lines for holes" in told.message


shapes = st.sampled_from(
    [
        Shape().outline(60, 80),
        Shape("rounded", corners=5).outline(60, 80),
        Shape("circle").outline(60, 60),
        Shape("hexagon").outline(60, 60 / SIDE),
        read_path("M0 0 L60 0 L60 60 Q60 80 30 80 C 10 80 25 50 0 40 Z", None).outline(60, 80),
    ]
)


@given(shapes, st.tuples(st.floats(15, 30), st.floats(15, 30)), st.floats(4, 20), st.floats(-5, 70), st.floats(-5, 85))
def test_a_point_has_room_only_outside_of_holes(outline, corner, diameter, x, y):
    hole = holes_of({"it": {"diameter": diameter, "left": corner[0], "top": corner[1]}})
    cut, faults = cut_holes(outline, hole)
    if faults:
        return
    dot = ((x, y), (x + 0.01, y), (x, y + 0.01))
    away = beside(polygon(cut.holes[0]), dot)
    assert cut.room(dot) == pytest.approx(min(outline.room(dot), away))
    if holds(polygon(cut.holes[0]), dot[0]):
        assert cut.room(dot) <= 0.01


@given(shapes)
def test_a_path_walked_backwards_is_the_same_line(outline):
    behind = backwards(outline.path)
    assert area(polygon(behind)) == pytest.approx(-area(polygon(outline.path)))
    assert {(round(x, 6), round(y, 6)) for x, y in polygon(behind, 0.01)} == {
        (round(x, 6), round(y, 6)) for x, y in polygon(outline.path, 0.01)
    }

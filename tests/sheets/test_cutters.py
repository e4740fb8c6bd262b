"""Cutters: marks where they look for them, cards away from these, and paths that meet the cards."""

import io
import re
from itertools import pairwise, product
from pathlib import Path

import ezdxf
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.definitions.sheet_file import CutterFile, SheetFile
from cardgen.foundations.errors import InputError
from cardgen.graphics.geometry import segments_box
from cardgen.graphics.outline import RECTANGLE
from cardgen.press.edition import Options, open_edition, plan
from cardgen.press.ink import ink_area
from cardgen.press.sheets import card_sheets
from cardgen.press.tally import tally
from cardgen.press.tally import tally_lines as tally_told
from cardgen.sheets.registration import kept_free, kept_white, registration_marks
from cardgen.sheets.stock import Stock, lay_out
from cardgen.store.library import find_game
from cardgen.store.outputs import Written
from tests.pdf_reader import overlap, read
from tests.printing import king_lui_sheets, numbered, printed, raster, write_game

GROUND = "  all: {draw: rectangle, fill: '#000000', left: -bleed, right: -bleed, top: -bleed, bottom: -bleed}\n"
THREE, FOUR = CutterFile(marks="three", margin=9.0), CutterFile(marks="four", margin=9.0)
sides = st.floats(30, 150).map(lambda value: round(value, 2))
papers = st.sampled_from([(210.0, 297.0), (215.9, 279.4), (297.0, 420.0)])


def files(tmp_path, size=(63, 88), count=9, **options):
    """The PDF file, and what the cutter gets, by kind; of pictures the last."""
    numbered(tmp_path / "numbers", count, size)
    pdf, *others = plan(find_game(str(tmp_path / "numbers")), "base", Options(**options))
    return pdf.make(), {output.path.suffix: output.make() for output in others}


def test_marks_are_where_silhouette_looks_for_them():
    boxes = [segments_box(mark.segments) for mark in registration_marks(THREE, 210, 297)]
    assert boxes == [(10, 10, 15, 15), (195, 10, 200, 15), (10, 282, 15, 287)]
    four = [segments_box(mark.segments) for mark in registration_marks(FOUR, 210, 297)]
    assert four == [(10, 10, 15, 15), (195, 10, 200, 15), (10, 282, 15, 287), (195, 282, 200, 287)]


def test_they_are_printed_on_the_front_alone(tmp_path):
    data = numbered(tmp_path / "numbers", 9, cutter="silhouette")
    front, back = (np.asarray(raster(data, page)) for page in (0, 1))
    assert front[101:149, 101:149].max() < 10  # a square
    assert front[101:109, 1951:1999].max() < 10  # an angle, and what it leaves open
    assert front[115:149, 1951:1985].min() > 250
    assert back[90:155, 60:160].min() > 250


@given(papers, sides, sides, st.sampled_from([THREE, FOUR]), st.floats(0, 6), st.floats(0, 5))
def test_cards_and_their_bleed_stay_away_from_marks(paper, width, height, cutter, gap, bleed):
    try:
        sheet = lay_out(Stock(paper, 5.0, None, cutter), RECTANGLE.outline(width, height), gap, bleed)
    except InputError:
        assume(False)
    cells = [sheet.cell(index) for index in range(sheet.cells)]
    assert len({*cells}) == sheet.cells > 0
    taken = frozenset(sheet.position(cell) for cell in cells)
    white = kept_white(cutter, sheet.page_width, sheet.page_height)
    for cell in cells:
        assert not any(overlap(part, box) for part in (cell, *sheet.printed_parts(cell, taken)) for box in white)


NEAR = CutterFile(marks="three", margin=9.0, nearest=1.0)


@given(papers, sides, sides, st.floats(0, 6), st.floats(0.5, 5))
def test_where_cards_may_lie_nearer_bleed_still_ends_at_the_white(paper, width, height, gap, bleed):
    try:
        sheet = lay_out(Stock(paper, 5.0, None, NEAR), RECTANGLE.outline(width, height), gap, bleed)
    except InputError:
        assume(False)
    cells = [sheet.cell(index) for index in range(sheet.cells)]
    taken = frozenset(sheet.position(cell) for cell in cells)
    page = sheet.page_width, sheet.page_height
    white = kept_white(NEAR, *page)
    for cell in cells:
        assert not any(overlap(cell, box) for box in kept_free(NEAR, *page))
        west, north, east, south = sheet.bleed_reach(cell, taken)
        whole, parts = (
            (cell[0] - west, cell[1] - north, cell[2] + east, cell[3] + south),
            sheet.printed_parts(cell, taken),
        )
        for spot in spots(whole, cell, *white):
            told = inside(spot, cell) or not any(inside(spot, box) for box in white)
            assert told == any(inside(spot, part) for part in parts)


def spots(whole, *boxes):
    """A point of each part of a box into which the edges of others divide it."""
    for_axis = []
    for low, high in ((0, 2), (1, 3)):
        edges = sorted({whole[low], whole[high], *(box[side] for box in boxes for side in (low, high))})
        middles = ((near + far) / 2 for near, far in pairwise(edges) if far - near > 1e-6)
        for_axis.append([middle for middle in middles if whole[low] < middle < whole[high]])
    return product(*for_axis)


def inside(point, box):
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]


def test_nine_cards_lie_on_a4_and_bleed_is_cut_at_the_marks_alone():
    front, back = king_lui_sheets(cutter="silhouette")[:2]
    clips = [card.clip for card in front.placements]
    assert len(clips) == 9
    assert clips[0] == pytest.approx((7.5, 13.5, 73.5, 104.5), abs=0.01)
    assert clips[1] == pytest.approx((73.5, 13.5, 136.5, 104.5), abs=0.01)
    assert clips[3] == pytest.approx((7.5, 104.5, 73.5, 192.5), abs=0.01)
    assert clips[8] == pytest.approx((136.5, 192.5, 202.5, 283.5), abs=0.01)  # there is no fourth mark
    assert back.placements[0].clip == pytest.approx((136.5, 13.5, 202.5, 104.5), abs=0.01)


def test_bleed_beside_a_mark_loses_no_more_than_must_stay_white(tmp_path):
    game = write_game(tmp_path / "dark", GROUND, GROUND, [f"c{number}" for number in range(9)])
    dark, behind = (np.asarray(raster(printed(game, cutter="silhouette"), page)).max(2) < 10 for page in (0, 1))
    assert behind[136:2834, 76:2024].all()
    expected = behind.copy()
    for left, top in ((7, 7), (192, 7), (7, 279)):  # 3 mm around each mark
        expected[10 * top : 10 * top + 110, 10 * left : 10 * left + 110] = False
    expected[165:2805, 105:1995] = True  # the cards
    dark[:100] = dark[2870:] = expected[:100] = expected[2870:] = False  # ruler and label
    for left, top in ((10, 10), (195, 10), (10, 282)):
        dark[10 * top : 10 * top + 50, 10 * left : 10 * left + 50] = False
    differ = dark != expected
    assert not (differ[1:, 1:] & differ[:-1, :-1]).any()  # a pixel may be counted here or there, not two


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "a5"])
def test_label_and_ruler_stay_beside_the_marks(paper):
    for sheet in king_lui_sheets(cutter="silhouette", paper=paper)[::2]:
        size = sheet.width, sheet.height
        assert {"100 mm"} < {word.text for word in sheet.words}
        assert not [word for word in sheet.words for box in kept_white(THREE, *size) if overlap(word.box, box)]
        ruler = [point for line in sheet.strokes for point in line]
        assert not [point for point in ruler for box in kept_white(THREE, *size) if overlap((*point, *point), box)]


def test_a_place_beside_a_mark_is_left_free():
    nine = SheetFile(paper="letter", columns=3, rows=3)
    sheet = lay_out(Stock(nine.paper, 5.0, nine, THREE), RECTANGLE.outline(63, 88), 0, 0)
    assert sheet.free_places == (0, 2, 6)  # of nine places, those at the square and the angles
    assert [sheet.cell(index) for index in range(sheet.cells)] == [sheet.place(index) for index in (1, 3, 4, 5, 7, 8)]
    assert lay_out(Stock(nine.paper, 5.0, None, THREE), RECTANGLE.outline(63, 88)).cells == 8  # across


def points(path):
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@pytest.mark.parametrize("cutter", ["silhouette", "plotter"])
def test_paths_go_around_the_cards_from_one_origin(tmp_path, cutter):
    pdf, others = files(tmp_path, cutter=cutter, gap=1.5)
    trims = [card.trim(63, 88) for card in read(pdf)[0].placements]
    paths = [points(path) for path in re.findall(r' d="(.+?)"', others[".svg"].decode())]
    assert b'viewBox="0 0 ' in others[".svg"]
    document = ezdxf.read(io.StringIO(others[".dxf"].decode()))
    lines = [[(x, -y) for x, y in line.get_points("xy")] for line in document.modelspace()]
    assert document.units == ezdxf.units.MM
    assert all(line.closed for line in document.modelspace())
    for found in (paths, lines):
        boxes = [(min(x), min(y), max(x), max(y)) for x, y in (zip(*path, strict=True) for path in found)]
        assert len(boxes) >= len(trims)
        assert all(any(box == pytest.approx(trim, abs=0.01) for box in boxes) for trim in trims)


def test_edges_that_cards_share_are_cut_once(tmp_path):
    _, others = files(tmp_path, cutter="silhouette")
    paths = sorted(points(path) for path in re.findall(r' d="(.+?)"', others[".svg"].decode()))
    down = [[(x, 16.5), (x, 280.5)] for x in (10.5, 73.5, 136.5, 199.5)]
    across = [[(10.5, y), (199.5, y)] for y in (16.5, 104.5, 192.5, 280.5)]
    assert paths == sorted(down + across)


def test_a_cricut_cuts_within_its_area(tmp_path):
    pdf, others = files(tmp_path, cutter="cricut", paper="letter", corners=3.0)
    assert set(others) == {".svg", ".png"}
    svg = others[".svg"].decode()
    width, height = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups())
    assert sorted((width, height)) == pytest.approx([171.45, 234.95])
    paths = [points(path) for path in re.findall(r' d="(.+?)"', svg)]
    assert len(paths) == 4
    lefts, tops = (sorted({round(min(point[axis] for point in path), 3) for path in paths}) for axis in (0, 1))
    sides = sorted((lefts[1] - lefts[0] - 63, tops[1] - tops[0] - 88))
    assert sides == pytest.approx([2, 2], abs=0.01)  # between cards, though nobody asked for a gap
    assert all(0 <= x <= width and 0 <= y <= height for path in paths for x, y in path)
    front = read(pdf)[0]
    left, top = (front.width - width) / 2, (front.height - height) / 2
    corners = sorted((min(x for x, _ in path) + left, min(y for _, y in path) + top) for path in paths)
    trims = sorted(card.trim(63, 88)[:2] for card in front.placements)
    assert [value for corner in corners for value in corner] == pytest.approx([v for t in trims for v in t], abs=0.01)


# What a print takes


def taken(tmp_path, **options):
    game = write_game(tmp_path, GROUND, None, [f"c{number}" for number in range(11)])
    options = Options(bleed=0.0, **options)
    edition = open_edition(find_game(str(game)), "base", options, lambda finding: None)
    document = card_sheets(edition.composer, "en", options)
    return tally(document, bool(options.cutter)) | {"ink": ink_area(document, "cards", edition.common.files)}


def test_paper_ink_and_cuts_are_told(tmp_path):
    found = taken(tmp_path / "full")
    assert found | {"ink": 0} == {"sheets": 2, "cards": 11, "cuts": 8 + 5, "ink": 0}
    assert found["ink"] == pytest.approx(11 * 6.3 * 8.8, rel=0.03)
    assert taken(tmp_path / "low", ink="low")["ink"] < 0.05 * found["ink"]
    cut = taken(tmp_path / "cut", cutter="plotter", gap=2.0)
    assert (cut["cuts"], cut["by_hand"]) == (11, 0)


@pytest.mark.parametrize(
    ("by_hand", "told"),
    [({}, ""), ({"by_hand": 1}, ", 1 sheet to be cut by hand"), ({"by_hand": 2}, ", 2 sheets to be cut by hand")],
)
def test_sheets_that_the_machine_does_not_cut_are_told(by_hand, told):
    found = {"sheets": 7, "cards": 56, "cuts": 63, **by_hand}
    (line,) = tally_told([Written(Path("out/g/base/en/components.pdf"), True, 1, found)])
    assert line == f"g base components: 7 sheets, 56 components, 63 cuts{told}"


@pytest.mark.parametrize(("part", "told"), [("components", "1 component"), ("cards", "1 card")])
def test_one_of_each_is_told_as_one(part, told):
    found = {"sheets": 1, "cards": 1, "cuts": 1}
    (line,) = tally_told([Written(Path(f"out/g/base/en/{part}.pdf"), True, 1, found)])
    assert line == f"g base {part}: 1 sheet, {told}, 1 cut"

"""Cards that are no rectangles, on paper: where they lie, what is cut and what bleeds, front and back, in mm."""

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.foundations.units import PAPERS
from cardgen.graphics.drawing import Face, Group, Shape
from cardgen.graphics.geometry import segments_box, transform
from cardgen.graphics.outline import SIDE, read_path, read_shape
from cardgen.graphics.polygon import distance, holds, polygon
from cardgen.sheets.honeycomb import Honeycomb
from cardgen.sheets.impose import SheetCard, impose, place_behind
from cardgen.sheets.stock import Stock, lay_out
from tests.sheets.test_impose import FONT

ARROW = read_path("M0 0 L60 0 L60 60 Q60 80 30 80 C 10 80 25 50 0 40 Z", None)
papers, edges = st.sampled_from(sorted(PAPERS.values())), st.sampled_from(["long", "short"])
hexagons = st.builds(
    lambda name, across: read_shape(name).outline(*read_shape(name).across(across)),
    st.sampled_from(["hexagon", "hexagon flat"]),
    st.floats(15, 90),
)


def middle(box):
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def pages_of(outline, count, duplex="long", gap=0.0, paper=PAPERS["a4"]):
    cards = [
        SheetCard(*(Face(f"{side} {number}", "x", outline.width, outline.height, 3, ()) for side in ("front", "back")))
        for number in range(count)
    ]
    sheet = lay_out(Stock(paper), outline, gap, 3.0)
    return sheet, impose(cards, sheet, duplex, "x", FONT, outline)


def placed(page):
    return [item for item in page.items if isinstance(item, Group) and item.clip]


def cuts(page):
    return [item for item in page.items if isinstance(item, Shape) and item.line == 0.15 and len(item.segments) > 2]


@settings(deadline=None, max_examples=40)
@given(papers, hexagons, st.sampled_from([0.0, 2.0, 6.0]))
def test_hexagons_lie_side_by_side_inside_the_margins(paper, outline, gap):
    sheet = lay_out(Stock(paper), outline, gap, 3.0)
    assert isinstance(sheet, Honeycomb) and sheet.cells >= 1
    boxes = [sheet.cell(index) for index in range(sheet.cells)]
    for left, top, right, bottom in boxes:
        assert min(left, top, sheet.page_width - right, sheet.page_height - bottom) > 5 - 1e-3
    step = min(outline.width, outline.height) + gap
    if len(boxes) < 60:
        near = [math.dist(middle(one), middle(other)) for one, other in combinations(boxes, 2)]
        assert all(away > step - 1e-3 for away in near)
        beside = sum(away < step + 1e-3 for away in near)
        assert len(boxes) < 6 or beside >= len(boxes)  # like a honeycomb


def test_a_honeycomb_loses_less_paper_than_rows():
    outline = read_shape("hexagon").outline(*read_shape("hexagon").across(50))
    comb = lay_out(Stock(PAPERS["a4"]), outline)
    across, down = (200 // outline.width) * (287 // outline.height), (287 // outline.width) * (200 // outline.height)
    assert comb.cells > max(across, down)
    # without the half rows at its ends it fills its block
    assert comb.cells * 50 * 50 * SIDE > 0.8 * (comb.block[2] - comb.block[0]) * (comb.block[3] - comb.block[1])


@settings(deadline=None, max_examples=40)
@given(papers, hexagons, edges, st.sampled_from([0.0, 6.0]))
def test_behind_each_hexagon_lies_its_back(paper, outline, edge, gap):
    sheet, pages = pages_of(outline, 7, edge, gap, paper)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        for one, other in zip(placed(front), placed(back), strict=True):
            left, top = one.matrix[4:]
            box = (left, top, left + outline.width, top + outline.height)
            behind, over = place_behind(sheet, box, edge)
            assert segments_box(transform(outline.path, other.matrix)) == pytest.approx(behind)
            assert (other.matrix[0] < 0) == over


@settings(deadline=None, max_examples=30)
@given(hexagons, st.integers(1, 40), edges, st.sampled_from([0.0, 3.0, 6.0]))
def test_a_hexagons_bleed_is_whole_where_nobody_lies_and_stays_off_the_others(outline, count, edge, gap):
    _, pages = pages_of(outline, count, edge, gap)
    for page in pages[:2]:
        groups = placed(page)
        trims = [transform(outline.path, group.matrix) for group in groups]
        for number, group in enumerate(groups):
            shown = polygon(transform(group.items[0].clip, group.matrix))
            own = polygon(trims[number])
            assert all(holds(shown, corner) or distance(shown, corner) < 0.01 for corner in own)
            for other in trims[:number] + trims[number + 1 :]:
                x, y = middle(segments_box(other))
                inner = [(x + 0.99 * (px - x), y + 0.99 * (py - y)) for px, py in polygon(other)]
                assert not any(holds(shown, point) for point in inner)
        if count == 1:
            assert distance(shown, middle(segments_box(trims[0]))) == pytest.approx(
                min(outline.width, outline.height) / 2 + 3
            )


def test_sides_that_two_hexagons_share_are_cut_once():
    outline = read_shape("hexagon").outline(*read_shape("hexagon").across(50))
    _, (one, *_) = pages_of(outline, 1)
    _, (two, back, *_) = pages_of(outline, 2)
    assert [sum(s[0] == "L" for s in cuts(page)[0].segments) for page in (one, two)] == [6, 11]
    assert not cuts(back)


@pytest.mark.parametrize("edge", ["long", "short"])
def test_a_path_is_cut_on_the_front_and_mirrored_behind(edge):
    outline = ARROW.outline(60, 80)
    _, (front, back) = pages_of(outline, 2, edge)
    (line,) = cuts(front)
    first = placed(front)[0]
    assert segments_box(line.segments)[:2] == pytest.approx(first.matrix[4:])
    for one, other in zip(placed(front), placed(back), strict=True):
        seen = polygon(transform(outline.path, one.matrix))
        behind = polygon(transform(outline.mirrored.path, other.matrix))
        for x, y in seen:
            turned = (front.width - x, y) if edge == "long" else (x, front.height - y)
            assert min(math.dist(turned, point) for point in behind) < 0.01
        clip = polygon(tuple(transform(outline.mirrored.path, other.matrix)))
        assert other.items[0].clip[: len(outline.path)] == outline.mirrored.path
        assert len(clip) > 10


def test_round_corners_are_drawn_beside_crop_marks():
    outline = read_shape("rounded 4 mm").outline(63, 88)
    sheet, (front, back) = pages_of(outline, 9)
    (line,) = cuts(front)
    arcs = [segment for segment in line.segments if segment[0] == "C"]
    assert len(arcs) == 4 * 9 and len(line.segments) == 2 * len(arcs)
    assert segments_box(line.segments) == pytest.approx(sheet.block)
    straight = [item for item in front.items if isinstance(item, Shape) and len(item.segments) == 2]
    assert len(straight) == 2 * (4 + 4)
    assert not cuts(back)


def test_circles_have_a_line_and_crop_marks_and_their_bleed_is_round():
    outline = read_shape("circle").outline(60, 60)
    _, (front, back) = pages_of(outline, 4)
    (line,) = cuts(front)
    assert sum(segment[0] == "M" for segment in line.segments) == 4
    assert segments_box(placed(back)[0].items[0].clip) == pytest.approx((-3, -3, 63, 63))

"""Round tokens, the die and the standee as they leave the printer: lengths read back from the PDF, in mm."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cardgen.foundations.errors import InputError
from cardgen.graphics.geometry import segments_box
from cardgen.sheets import die, standee
from tests.components.printed import sheets, write_game
from tests.pdf_reader import around

TOKEN = "coin: {make: token, layout: face, back: rear, diameter: 22 mm, count: 20}"
PANEL = {"rear": 'fields:\n  n: {draw: text, text: "{component.panel}", left: 3, right: 3, top: 3, height: 8}\n'}
CUT, FOLD, HAIR = 0.35, 0.25, 0.15


def lines(sheet, width):
    return [path for path, (line, _) in zip(sheet.strokes, sheet.pens, strict=True) if line == pytest.approx(width)]


# Tokens


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_token_has_a_circle_to_cut_and_its_back_behind_it(tmp_path, paper):
    front, back = sheets(write_game(tmp_path / "g", TOKEN, layouts=PANEL), paper=paper)
    assert len(front.placements) == len(back.placements) == 20
    circles, lines_behind = (
        [box for box in map(around, lines(page, HAIR)) if min(box[2] - box[0], box[3] - box[1]) > 20]
        for page in (front, back)
    )
    assert len(circles) == 20 and not lines_behind
    for circle, placed in zip(sorted(circles), sorted(p.trim(22, 22) for p in front.placements), strict=True):
        assert circle == pytest.approx(placed, abs=0.02)
        assert circle[2] - circle[0] == pytest.approx(22, abs=0.02)
    behind = [placed.trim(22, 22) for placed in back.placements]
    upright = front.height >= front.width
    for left, top, right, bottom in circles:
        if upright:
            seen = (front.width - right, top, front.width - left, bottom)
        else:
            seen = (left, front.height - bottom, right, front.height - top)
        assert any(box == pytest.approx(seen, abs=0.02) for box in behind)


def test_tokens_lie_apart_and_inside_the_margins(tmp_path):
    front, _ = sheets(write_game(tmp_path / "g", TOKEN, layouts=PANEL))
    boxes = [placed.trim(22, 22) for placed in front.placements]
    rows = {}
    for box in boxes:
        rows.setdefault(round(box[1], 1), []).append(box)
    for row in rows.values():
        for first, second in pairwise(sorted(row)):
            assert second[0] - first[2] == pytest.approx(5, abs=0.02)
    left, top, right, bottom = around([(box[i], box[i + 1]) for box in boxes for i in (0, 2)])
    assert min(left, top, front.width - right, front.height - bottom) >= 5


def test_a_token_without_a_back_has_its_front_on_both_sides(tmp_path):
    front, back = sheets(write_game(tmp_path / "g", "coin: {make: token, layout: face, count: 3}"))
    assert len(front.placements) == len(back.placements) == 3


def test_a_token_that_is_too_large_is_told(tmp_path):
    with pytest.raises(InputError, match=r"components\.coin\.diameter: expected .* 100, got '101'"):
        sheets(write_game(tmp_path / "g", "coin: {make: token, layout: face, diameter: 101}"))


# The die


def rolled(net):
    """Folds the net: each square's outward direction, its up and right turned with it, found along shared edges."""
    squares = {panel.shows: panel.box for panel in net.panels}
    start = "2"
    found = {start: ((0, 0, 1), (0, 1, 0), (1, 0, 0))}  # out, up, right
    waiting = [start]
    while waiting:
        name = waiting.pop()
        out, up, right = found[name]
        left, top, east, bottom = squares[name]
        for other, box in squares.items():
            if other in found:
                continue
            if box[1] == pytest.approx(top) and box[0] == pytest.approx(east):
                found[other] = (right, up, minus(out))
            elif box[1] == pytest.approx(top) and box[2] == pytest.approx(left):
                found[other] = (minus(right), up, out)
            elif box[0] == pytest.approx(left) and box[3] == pytest.approx(top):
                found[other] = (up, minus(out), right)
            elif box[0] == pytest.approx(left) and box[1] == pytest.approx(bottom):
                found[other] = (minus(up), out, right)
            else:
                continue
            waiting.append(other)
    return {name: out for name, (out, _, _) in found.items()}


def minus(vector):
    return tuple(-value for value in vector)


@pytest.mark.parametrize("edge", [12, 16, 20, 50])
def test_a_die_folds_to_a_cube_whose_opposite_sides_add_up_to_seven(edge):
    net = die.net(edge)
    sides = rolled(net)
    assert len(set(sides.values())) == 6
    for name, out in sides.items():
        (opposite,) = [other for other, facing in sides.items() if facing == minus(out)]
        assert int(name) + int(opposite) == 7
    for panel in net.panels:
        left, top, right, bottom = panel.box
        assert right - left == pytest.approx(edge) and bottom - top == pytest.approx(edge)


@pytest.mark.parametrize("edge", [12, 20, 50])
def test_a_die_has_a_flap_for_every_seam_and_room_behind_it(edge):
    net = die.net(edge)
    assert len(net.folds) == 5 + 7 and len(net.flaps) == 7, "a cube has 12 edges: 5 are folds, 7 are glued"
    folds = {tuple(sorted(((x0, y0), (x1, y1)))) for x0, y0, x1, y1 in net.folds}
    for flap in net.flaps:
        assert flap.glued
        start, end = flap.outline[0][1:], flap.outline[-1][1:]
        assert any(
            {near(a, start), near(b, end)} == {True} or {near(a, end), near(b, start)} == {True} for a, b in folds
        )
        depth = min(flap.box[2] - flap.box[0], flap.box[3] - flap.box[1])
        assert 3.5 <= depth < edge / 2, "two flaps behind one square do not meet"
    boxes = [flap.box for flap in net.flaps]
    assert not [1 for i, a in enumerate(boxes) for b in boxes[i + 1 :] if overlap(a, b)]
    assert not [1 for a in boxes for panel in net.panels if overlap(a, panel.box)]
    (cut,) = net.cuts
    left, top, right, bottom = segments_box(cut)
    assert (left, top) == pytest.approx((0, 0)) and bottom == pytest.approx(3 * edge)
    assert right == pytest.approx(4.32 * edge)


def near(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) < 1e-6


def overlap(a, b):
    return min(a[2], b[2]) - max(a[0], b[0]) > 1e-6 and min(a[3], b[3]) - max(a[1], b[1]) > 1e-6


def test_a_die_shows_each_of_its_sides_once(tmp_path):
    (page,) = sheets(write_game(tmp_path / "g", "die: {make: die, layout: rear, edge: 20 mm}", layouts=PANEL))
    assert sorted(placed.text for placed in page.placements) == ["1", "2", "3", "4", "5", "6"]
    box = page.placements[0].trim(20, 20)
    assert box[2] - box[0] == pytest.approx(20, abs=0.02)
    assert len([path for path in lines(page, CUT) if len(path) > 2]) == 1
    assert {"cut", "fold", "glue"} <= {said.text for said in page.words}


def test_several_dice_lie_on_one_page(tmp_path):
    pages = sheets(write_game(tmp_path / "g", "die: {make: die, layout: rear, edge: 16 mm, count: 4}", layouts=PANEL))
    assert [len(page.placements) for page in pages] == [24]


# The standee


@pytest.mark.parametrize(("width", "height", "depth"), [(40, 60, 25), (30, 40, 20), (70, 90, 40)])
def test_a_standee_is_a_strip_of_back_front_foot_and_flap(width, height, depth):
    net = standee.net(width, height, depth)
    assert [y0 for _, y0, _, _ in net.folds] == pytest.approx([height, 2 * height, 2 * height + depth])
    assert all((x0, x1, y0 - y1) == pytest.approx((0, width, 0)) for x0, y0, x1, y1 in net.folds)
    back, front = net.panels
    assert back.turned and not front.turned, "the back reads upright once it is folded over"
    assert back.box == pytest.approx((0, 0, width, height))
    assert front.box == pytest.approx((0, height, width, 2 * height))
    foot, flap = net.flaps
    assert flap.glued and not foot.glued and 8 <= flap.box[3] - flap.box[1] <= 14
    (cut,) = net.cuts
    assert segments_box(cut) == pytest.approx((0, 0, width, flap.box[3]))
    assert depth < 2 * height, "front, back and foot close to a triangle"


def test_a_standee_is_printed_with_both_its_sides(tmp_path):
    line = "cup: {make: standee, layout: rear, size: 40 x 60 mm, depth: 25 mm}"
    (page,) = sheets(write_game(tmp_path / "g", line, layouts=PANEL))
    assert [placed.text for placed in page.placements] == ["back", "front"]
    back, front = (placed.trim(40, 60) for placed in page.placements)
    assert back[3] == pytest.approx(front[1], abs=0.02) and front[3] - front[1] == pytest.approx(60, abs=0.02)
    folds = [path for path in lines(page, FOLD)]
    assert len(folds) >= 3


def test_a_net_larger_than_the_paper_is_an_error_with_its_place(tmp_path):
    line = "cup: {make: standee, layout: face, size: ¦100 x 140 mm}"
    with pytest.raises(InputError) as raised:
        sheets(write_game(tmp_path / "g", line.replace("¦", "")))
    (fault,) = raised.value.faults
    assert "components.cup: a standee of 100 x 140 x 25 mm does not fit on the paper" in fault.message
    assert (fault.place.line, fault.place.column) == (9, 2 + line.index("¦") + 1)


# A box for several decks


def test_a_box_may_hold_several_decks(tmp_path):
    game = write_game(tmp_path / "g", "box: {make: tuck-box, holds: [deck, more], layout: face}", count=40)
    path = game / "game.yaml"
    more = "  more:\n    size: poker\n    kinds: {other: {layout: face, count: 10, cards: {two: {}}}}\n"
    path.write_text(path.read_text("utf-8").replace("components:", more + "components:"), "utf-8")
    (page,) = sheets(game)
    assert any("64 × 89 × 16 mm" in said.text for said in page.words)  # 50 cards of 0.30 mm and 1 mm of air
    path.write_text(path.read_text("utf-8").replace("[deck, more]", "[deck, moer]"), "utf-8")
    with pytest.raises(InputError, match=r"components\.box\.holds: there is no deck 'moer'; did you mean 'more'\?"):
        sheets(game)


def test_paper_that_is_cut_already_is_for_cards_alone(tmp_path):
    game = write_game(tmp_path / "game", "disc: {make: token, layout: face, diameter: 30, count: 2}")
    with pytest.raises(InputError, match=r"components\.disc: this paper is die-cut for cards only"):
        sheets(game, paper="avery-5371")

"""What shares a page: nets and tokens of all sizes, cards of one size. Lengths in mm."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.press.edition import Options, plan
from cardgen.sheets.grid import MARGIN
from cardgen.sheets.pack import fits, pack
from cardgen.sheets.stock import Stock
from cardgen.sheets.tokens import CLEAR
from cardgen.store.library import find_game
from tests.components.printed import sheets, words, write_game
from tests.pdf_reader import overlap, read
from tests.printing import ROOT, raster

A4 = (210.0, 297.0)
ROOMS = Stock(A4).rooms(3.0)
SIZES = st.lists(st.tuples(st.floats(5, 280), st.floats(5, 280)).filter(lambda size: fits(size, ROOMS)), max_size=30)


def apart(one, other):
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


@given(SIZES)
def test_each_thing_lies_once_inside_the_margins_and_clear_of_all_others(sizes):
    pages = pack(sizes, ROOMS, 6.0)
    assert pages == pack(sizes, ROOMS, 6.0), "the same again is the same"
    assert sorted(index for page in pages for index in page.boxes) == list(range(len(sizes)))
    for page in pages:
        assert page.room.page in (A4, A4[::-1])
        assert (
            page.width + 2 * MARGIN <= page.room.page[0] + 1e-5 and page.height + 2 * MARGIN <= page.room.page[1] + 1e-5
        )
        for index, (left, top, right, bottom) in page.boxes.items():
            assert (right - left, bottom - top) == pytest.approx(sizes[index])
            assert left >= 0 and top >= 0 and right <= page.width + 1e-6 and bottom <= page.height + 1e-5
        assert all(apart(one, other) >= 6 - 1e-5 for one, other in combinations(page.boxes.values(), 2))


def test_what_fits_one_page_lies_on_one():
    assert [len(page.boxes) for page in pack([(130, 60), (90, 154), (100, 40)], ROOMS, 6.0)] == [3]
    assert [len(page.boxes) for page in pack([(130, 60), (90, 154), (150, 80)], ROOMS, 6.0)] == [2, 1]


def test_pages_stand_upright_or_on_their_side_as_things_need():
    assert [page.room.page for page in pack([(280, 50), (50, 280)], ROOMS, 6.0)] == [A4, A4[::-1]]


def test_a_box_lies_across_where_its_bleed_has_no_room_upright():
    (output,) = plan(find_game("draco", ROOT), "base", Options(languages=("en",), only=("components",)))
    data = output.make()
    cup, box = read(data)[4:6]
    assert (round(cup.width), round(box.width)) == (210, 297)
    (left, top, right, bottom), around = box.trim, (box.trim[0] - 3, box.trim[1] - 3, box.trim[2] + 3, box.trim[3] + 3)
    assert (left, top) == pytest.approx((48.7, 15.8), abs=0.01)
    assert box.bleed == pytest.approx(around, abs=0.01)
    beside = np.asarray(raster(data, 5))[round(5 * (top + bottom)), :].min(1)  # through the middle of its panels
    assert beside[round(10 * right) + 5 : round(10 * right) + 28].max() < 250
    assert beside[round(10 * right) + 32 :].min() > 250


def test_a_die_and_a_standee_share_a_page(tmp_path):
    lines = "die: {make: die, layout: face}\nmat: {make: mat, layout: face}\ncup: {make: standee, layout: face}"
    shared, mat = sheets(write_game(tmp_path / "g", lines))
    assert len(shared.placements) == 6 + 2 and len(mat.placements) == 1
    assert any(" · die, cup · 1/1 · " in text for text in words(shared))
    assert {"die 20 mm", "cup 40 × 60 × 25 mm"} <= set(words(shared))


def test_tokens_of_two_sizes_share_a_page_and_so_do_their_backs(tmp_path):
    lines = "small: {make: token, layout: face, diameter: 20 mm, count: 9}\nbig: {make: token, layout: face, count: 7}"
    front, back = sheets(write_game(tmp_path / "g", lines))
    assert len(front.placements) == len(back.placements) == 16


BESIDE = """\
board: {make: mat, layout: face, size: 190 x 190 mm}
pawn: {make: token, layout: face, diameter: 20, count: 3}
"""


@pytest.mark.parametrize(("duplex", "pages"), [("long", [4, 3]), ("short", [4, 3]), ("none", [7])])
def test_tokens_lie_beside_a_mat_if_that_saves_a_sheet(tmp_path, duplex, pages):
    found = sheets(write_game(tmp_path / "g", BESIDE), duplex=duplex)
    assert [len(page.placements) for page in found] == pages
    boxes = [placed.clip for placed in found[0].placements]
    assert not any(overlap(one, two) for one, two in combinations(boxes, 2))
    mat, *tokens = sorted(boxes, key=lambda box: box[0] - box[2])
    assert min(token[1] - mat[3] for token in tokens) == pytest.approx(CLEAR, abs=0.02)


@pytest.mark.parametrize("lines", [BESIDE.replace("count: 3", "count: 60"), BESIDE.replace("190 x 190", "200 x 287")])
def test_a_mat_lies_alone_if_tokens_beside_it_save_no_sheet(tmp_path, lines):
    mat, *tokens = sheets(write_game(tmp_path / "g", lines))
    assert len(mat.placements) == 1 and len(tokens) == 2


def test_cards_of_one_size_share_a_page_and_others_do_not(tmp_path):
    lines = "\n".join(f"{name}: {{make: card, layout: face, size: {size}}}" for name, size in
                      {"aid": "poker", "scale": "poker", "note": "mini"}.items())  # fmt: skip
    assert [len(page.placements) for page in sheets(write_game(tmp_path / "g", lines))] == [2, 1]


@pytest.mark.parametrize(("game", "pages"), [("king_lui", 4), ("draco", 8), ("party_at_louis", 8)])
def test_shipped_components_waste_no_page(game, pages):
    (output,) = plan(find_game(game, ROOT), "base", Options(languages=("en",), only=("components",)))
    assert len(read(output.make())) == pages

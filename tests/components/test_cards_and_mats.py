"""Aids and mats: how many, how large, where their backs lie, and what they say."""

from __future__ import annotations

from itertools import combinations

import pytest

from cardgen.foundations.errors import InputError
from cardgen.press.edition import Options, plan
from cardgen.store.library import find_game
from tests.components.printed import king_lui, sheets, words, write_game
from tests.pdf_reader import overlap, read
from tests.printing import ROOT

AID = "aid: {make: card, layout: face, back: rear, size: poker, count: players}"
REAR = {"rear": 'fields:\n  n: {draw: text, text: "back {component.id}", left: 5, right: 5, top: 5, height: 8}\n'}


@pytest.mark.parametrize("players", [2, 5, 10])
def test_one_aid_for_each_player(tmp_path, players):
    game = write_game(tmp_path / "g", AID.replace(", back: rear", ""), players=players)
    pages = sheets(game)
    assert sum(len(page.placements) for page in pages) == players
    assert len(pages) == -(-players // 9)


def test_a_number_of_copies(tmp_path):
    game = write_game(tmp_path / "g", "token: {make: card, layout: face, size: 25 x 25 mm, count: 12}")
    (page,) = sheets(game)
    assert len(page.placements) == 12
    box = page.placements[0].trim(25, 25)
    assert (box[2] - box[0], box[3] - box[1]) == pytest.approx((25, 25))


def test_a_mat_for_each_player_stands_on_pages_of_its_own(tmp_path):
    pages = sheets(write_game(tmp_path / "g", "mat: {make: mat, layout: face, size: a5, count: players}", players=3))
    assert [len(page.placements) for page in pages] == [1, 1, 1]


@pytest.mark.parametrize("duplex", ["long", "none"])
def test_small_mats_share_a_page_whichever_they_are(tmp_path, duplex):
    lines = "one: {make: mat, layout: face, size: 90 x 60 mm, count: players}\ntwo: {make: mat, layout: face, size: a6}"
    (page,) = sheets(write_game(tmp_path / "g", lines, players=3), duplex=duplex)
    boxes = [placed.clip for placed in page.placements]
    assert len(boxes) == 4 and not any(overlap(one, two) for one, two in combinations(boxes, 2))


@pytest.mark.parametrize("duplex", ["long", "short"])
def test_backs_lie_behind_their_fronts(tmp_path, duplex):
    front, back = sheets(write_game(tmp_path / "g", AID, players=4, layouts=REAR), duplex=duplex)
    behind = {tuple(round(v, 1) for v in placed.trim(63, 88)) for placed in back.placements}
    for placed in front.placements:
        left, top, right, bottom = placed.trim(63, 88)
        if duplex == "long":
            seen = (front.width - right, top, front.width - left, bottom)
        else:
            seen = (left, front.height - bottom, right, front.height - top)
        assert tuple(round(v, 1) for v in seen) in behind


def test_without_duplex_both_sides_of_an_aid_are_printed_side_by_side(tmp_path):
    (page,) = sheets(write_game(tmp_path / "g", AID, players=4, layouts=REAR), duplex="none")
    assert [placed.text for placed in page.placements] == ["", "back aid"] * 4


@pytest.mark.parametrize("paper", ["a4", "letter", "pa4", "a3"])
def test_a_mat_stands_in_the_middle_of_a_page_of_its_own(tmp_path, paper):
    (page,) = sheets(write_game(tmp_path / "g", "mat: {make: mat, layout: face, size: a5}"), paper=paper)
    left, top, right, bottom = page.trim
    assert (right - left, bottom - top) == pytest.approx((148, 210), abs=0.01)
    assert left == pytest.approx(page.width - right, abs=0.01)
    assert top == pytest.approx(page.height - bottom, abs=0.01)
    ends = {(round(x, 1), round(y, 1)) for path in page.strokes for x, y in path}
    for x in (left, right):
        assert any(abs(px - x) < 0.1 and py < top for px, py in ends), "crop marks outside every trim edge"
    for y in (top, bottom):
        assert any(abs(py - y) < 0.1 and px < left for px, py in ends)


@pytest.mark.parametrize(
    ("size", "bleed"),
    [((150, 200), (3, 3)), ((195, 195), (2.5, 3)), ((196, 268), (2, 3)), ((280, 196), (0.7, 2)), ((200, 287), (0, 0))],
)
def test_bleed_of_a_mat_goes_as_far_as_the_margin_except_around_the_marks(tmp_path, size, bleed):
    width, height = size
    mat = f"mat: {{make: mat, layout: face, size: {width} x {height} mm}}"
    (page,) = sheets(write_game(tmp_path / "g", mat))
    left, top, right, bottom = page.trim
    beside, above = bleed
    around = left - beside, top - above, right + beside, bottom + above
    assert page.bleed == pytest.approx(around, abs=0.01)
    (mat,) = page.placements
    assert mat.clip == pytest.approx(around, abs=0.01)
    marks = [path for path in page.strokes if len(path) == 2]
    assert len(marks) == 8
    for (x0, y0), (x1, y1) in marks:
        assert abs(x1 - x0) + abs(y1 - y0) >= 1.2 - 0.01
        line = min(x0, x1) - 0.1, min(y0, y1) - 0.1, max(x0, x1) + 0.1, max(y0, y1) + 0.1
        assert not any(overlap(line, part) for part in mat.parts)
    for middle in ((left - beside / 2, 0.5 * top + 0.5 * bottom), (0.5 * left + 0.5 * right, top - above / 2)):
        spot = middle[0] - 0.01, middle[1] - 0.01, middle[0] + 0.01, middle[1] + 0.01
        assert any(overlap(spot, part) for part in mat.parts)


def test_a_mat_as_large_as_the_paper_is_the_page(tmp_path):
    (page,) = sheets(write_game(tmp_path / "g", "mat: {make: mat, layout: face, size: a4}"))
    assert page.trim == pytest.approx((0, 0, page.width, page.height), abs=0.01)
    assert not page.strokes and not page.words, "nothing is cut, so nothing is marked"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "mat: {make: mat, layout: face, size: ¦a3}",
            "components.mat.size: a mat of 297 x 420 mm does not fit on the paper, 210 x 297 mm with margins of 5 mm",
        ),
        ("mat: {make: mat, layout: face, size: ¦205 x 295 mm}", "a mat of 205 x 295 mm does not fit on the paper"),
        (
            "sign: {make: card, layout: face, size: ¦290 x 100 mm}",
            "components.sign.size: a card of 290 x 100 mm is larger than the page",
        ),
    ],
)
def test_what_is_larger_than_the_paper_is_an_error_with_its_place(tmp_path, line, told):
    game = write_game(tmp_path / "g", line.replace("¦", ""))
    with pytest.raises(InputError) as raised:
        sheets(game)
    (fault,) = raised.value.faults
    assert told in fault.message
    assert (fault.place.line, fault.place.column) == (9, 2 + line.index("¦") + 1)
    if "a3" in line:
        assert len(sheets(game, paper="a3")) == 1


def test_all_components_that_do_not_fit_are_told_together(tmp_path):
    lines = "one: {make: mat, layout: face, size: a3}\ntwo: {make: mat, layout: face, size: a3}"
    with pytest.raises(InputError) as raised:
        sheets(write_game(tmp_path / "g", lines))
    assert [fault.place.line for fault in raised.value.faults] == [9, 10]


# King Lui's own


def test_king_lui_has_a_plate_an_aid_for_each_player_and_a_box():
    plate, fronts, backs, box = king_lui()
    assert len(plate.placements) == 1
    assert len(fronts.placements) == len(backs.placements) == 5
    assert len(box.placements) == 6
    trim = plate.trim
    assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((210, 148), abs=0.01)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["The King’s", "A Course", "Scoring", "2 cards", "3 to 5 players", "Chicken"]),
        ("fr", ["du roi", "Un service", "Décompte", "2 cartes", "De 3 à 5 joueurs", "Poulet"]),
        ("it", ["Il foglio del re", "Una portata", "Punteggio", "2 carte", "Da 3 a 5 giocatori", "Pollo"]),
    ],
)
def test_king_luis_components_speak_three_languages(language, told):
    said = " ".join(text for page in king_lui(language) for text in words(page))
    for text in told:
        assert text.replace(" ", "") in said.replace("\u00a0", "").replace("\u202f", "").replace(" ", ""), text


def test_a_variant_without_wine_has_no_dock_for_it():
    assert "Wine" in king_lui()[0].placements[0].text
    assert "Wine" not in king_lui(variant="hungry_dragon")[0].placements[0].text


@pytest.mark.parametrize(
    ("language", "one", "three"),
    [
        ("en", "1 card", "3 cards"),
        ("fr", "1 carte", "3 cartes"),
        ("it", "1 carta", "3 carte"),
    ],
)
def test_the_aid_says_the_rules_that_are_played(language, one, three):
    for number, told in ((1, one), (3, three)):
        text = aid(language, cards_per_player=str(number))
        assert told.replace(" ", "") in text.replace("\u00a0", "").replace(" ", "")


def test_a_line_stands_only_where_its_rule_does():
    assert "you must draw. If you cannot draw, feed Emerald." in aid("en", emerald_when_no_dish="no")
    assert "you must draw or feed Emerald." in aid("en", emerald_when_no_dish="yes")


def aid(language: str, **rules: str) -> str:
    """What both sides of King Lui's aid say when these rules are set."""
    options = Options(languages=(language,), only=("components",), settings=rules)
    (output,) = plan(find_game("king_lui", ROOT), "base", options)
    return " ".join(page.placements[0].text for page in read(output.make())[1:3])

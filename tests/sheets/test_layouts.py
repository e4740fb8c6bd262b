"""Papers and sheets with places of their own, folds, stacks, guides: where cards lie on them, in millimetres."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.commands.cli import main
from cardgen.foundations.units import PAPERS
from cardgen.press.setup import read_sheet
from cardgen.sheets.impose import split_batches
from cardgen.store.library import BUILTIN, Home
from tests.pdf_reader import read
from tests.printing import numbered, write_game
from tests.sheets.test_backs import behind

INCH = 25.4
HOME = Home(BUILTIN / "decks" / "none", BUILTIN, ())
FILES = sorted(path.stem for path in (BUILTIN / "templates/sheets").glob("*.yaml"))


def test_papers_are_files_of_sheets():
    assert {"a3", "a4", "a5", "letter", "pa4", "legal", "tabloid", "13x19", "avery-5160", "avery-5371"} <= {*FILES}
    sheets = {name: read_sheet(HOME, name) for name in FILES}
    assert all(sheet.about for sheet in sheets.values())
    assert {name: sheets[name].paper for name in PAPERS.keys() & sheets} == {
        name: size for name, size in PAPERS.items() if name in sheets
    }
    assert sheets["13x19"].paper == pytest.approx((330.2, 482.6))


@pytest.mark.parametrize(
    ("paper", "size"), [("13 x 19 in", (330.2, 482.6)), ("200x300mm", (200, 300)), ("300 x 200 mm", (200, 300))]
)
def test_a_paper_of_any_size(tmp_path, paper, size):
    (front, _) = read(numbered(tmp_path / "numbers", 1, paper=paper))
    assert (front.width, front.height) == pytest.approx(size, abs=0.01)


# The first label's corner and the steps between them, from glabels-data 3.4
DIE_CUT = [
    ("avery-5371", (3.5 * INCH, 2 * INCH), (0.75, 0.5), (3.5, 2.0), (2, 5)),
    ("avery-5160", (2.625 * INCH, 1 * INCH), (0.156, 0.5), (2.781, 1.0), (3, 10)),
    ("avery-5371", (89, 51), (0.75, 0.5), (3.5, 2.0), (2, 5)),  # a hair larger than its place: in its middle
]


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize(("sheet", "size", "first", "step", "count"), DIE_CUT)
def test_cards_lie_in_the_places_of_die_cut_sheets(tmp_path, sheet, size, first, step, count, edge):
    columns, rows = count
    front, back = read(numbered(tmp_path / "numbers", columns * rows, size, paper=sheet, duplex=edge))
    places = {card.text: card.trim(*size) for card in front.placements}
    place = step[0] * INCH if sheet == "avery-5371" else size[0], step[1] * INCH
    for number in range(columns * rows):
        row, column = divmod(number, columns)
        x, y = ((first[axis] + (column, row)[axis] * step[axis]) * INCH for axis in (0, 1))
        x, y = x + (place[0] - size[0]) / 2, y + (place[1] - size[1]) / 2
        assert places[f"front c{number + 1}"][:2] == pytest.approx((x, y), abs=0.01)
    for card in back.placements:
        left, top, right, bottom = places[card.text.replace("back", "front")]
        corners = [behind(back, *card.at(x, y), edge) for x, y in ((0, 0), size)]
        assert corners[0] + corners[1] == pytest.approx((right, top, left, bottom), abs=0.01)
    assert len(front.strokes) <= 1  # the ruler alone: nothing is cut


def test_eight_on_a_page_that_lies_across(tmp_path):
    front, _ = read(numbered(tmp_path / "numbers", 8, paper="a4-8up"))
    assert (front.width, front.height) == pytest.approx((297, 210), abs=0.01)
    corners = [card.trim(63, 88)[:2] for card in front.placements]
    assert corners == [pytest.approx((22.5 + 63 * x, 17 + 88 * y), abs=0.01) for y in (0, 1) for x in range(4)]


# Folded


@pytest.mark.parametrize(
    ("paper", "size", "across", "count"),
    [("letter", (63, 88), True, 4), ("a4", (95, 55), False, 5), ("a4", (120, 60), False, 3)],
)
def test_a_folded_sheet_has_backs_behind_fronts(tmp_path, paper, size, across, count):
    sheets = read(numbered(tmp_path / "numbers", count + 1, size, paper=paper, duplex="fold"))
    assert [len(sheet.placements) for sheet in sheets] == [2 * count, 2]
    for sheet in sheets:
        fronts = {card.text.split()[1]: card for card in sheet.placements if card.text.startswith("front")}
        for card in sheet.placements:
            middle = sheet.height / 2 if across else sheet.width / 2
            low, high = (card.clip[1], card.clip[3]) if across else (card.clip[0], card.clip[2])
            assert high <= middle + 0.01 or low >= middle - 0.01  # nothing reaches over the fold
            if card.text.startswith("back"):
                for x, y in [(0, 0), (size[0], 0), (0, size[1])]:
                    u, v = card.at(x, y)
                    there = (u, sheet.height - v) if across else (sheet.width - u, v)
                    # Turned over sideways in the hand, the back's left lies behind the front's right.
                    assert there == pytest.approx(fronts[card.text.split()[1]].at(size[0] - x, y), abs=0.01)


# Stacked


@given(st.integers(1, 300), st.integers(1, 30))
def test_the_cut_pile_is_in_order(count, places):
    sheets = split_batches(range(count), places, stack=True)
    assert len(sheets) == -(-count // places)
    assert max(map(len, sheets)) <= places
    piles = [[sheet[place] for sheet in sheets if place < len(sheet)] for place in range(places)]
    assert [card for pile in piles for card in pile] == list(range(count))
    assert all(card == place * len(sheets) + number for number, sheet in enumerate(sheets)
               for place, card in enumerate(sheet))  # fmt: skip


def test_a_stack_is_printed_so(tmp_path):
    sheets = read(numbered(tmp_path / "numbers", 11, stack=True))
    said = [[card.text.split()[1] for card in sheet.placements] for sheet in sheets]
    assert said[0] == ["c1", "c3", "c5", "c7", "c9", "c11"]
    assert sorted(said[1]) == sorted(said[0])
    assert said[2] == ["c2", "c4", "c6", "c8", "c10"]


# Guides


def segments(sheet):
    return [(tuple(a), tuple(b)) for stroke in sheet.strokes for a, b in pairwise(stroke)]


@pytest.mark.parametrize("sides", ["front", "back", "both"])
def test_crosses_stand_at_all_corners(tmp_path, sides):
    pages = read(numbered(tmp_path / "numbers", 2, gap=6.0, guides="crosses", guide_sides=sides))
    for page, side in zip(pages, ("front", "back"), strict=True):
        found = {
            (round((a[0] + b[0]) / 2, 2), round((a[1] + b[1]) / 2, 2))
            for a, b in segments(page)
            if abs(abs(a[0] - b[0]) + abs(a[1] - b[1]) - 4) < 0.01
        }
        trims = [card.trim(63, 88) for card in page.placements]
        corners = {(round(trim[i], 2), round(trim[j], 2)) for trim in trims for i in (0, 2) for j in (1, 3)}
        assert (corners <= found) == (sides in (side, "both"))


@pytest.mark.parametrize("kind", ["lines", "dashes"])
def test_lines_run_along_all_edges(tmp_path, kind):
    page, _ = read(numbered(tmp_path / "numbers", 9, guides=kind))
    lines = segments(page)
    for x in (10.5, 73.5, 136.5, 199.5):
        assert any(a[0] == b[0] == pytest.approx(x, abs=0.01) and abs(a[1] - b[1]) > 264 for a, b in lines)
    for y in (16.5, 104.5, 192.5, 280.5):
        assert any(a[1] == b[1] == pytest.approx(y, abs=0.01) and abs(a[0] - b[0]) > 189 for a, b in lines)


def test_round_corners_are_drawn_where_they_are_punched(tmp_path):
    plain = read(numbered(tmp_path / "plain", 1))[0]
    punched = read(numbered(tmp_path / "punched", 1, corners=4.0))[0]
    left, top, right, bottom = plain.placements[0].trim(63, 88)
    new = {(round(x, 2), round(y, 2)) for stroke in punched.strokes for x, y in stroke}
    new -= {(round(x, 2), round(y, 2)) for stroke in plain.strokes for x, y in stroke}
    ends = {(x, y + z) for x in (left, right) for y, z in ((top, 4), (bottom, -4))}
    ends |= {(x + z, y) for y in (top, bottom) for x, z in ((left, 4), (right, -4))}
    assert {(round(x, 2), round(y, 2)) for x, y in ends} == new


# Files of one's own, and faults in them

FAULTS = [
    ("paper: a4\ncolumns: 2\n", "sheets/mine.yaml:1:1: rows: expected a number of rows as well"),
    ("paper: a4\ncolumns: 2\nrows: 2\nleft: 3\n", "sheets/mine.yaml:4:7: left: expected both left and top, or neither"),
    ("paper: a4\ngap: 3\n", "sheets/mine.yaml:2:6: gap: expected columns and rows as well"),
    ("paper: a4\ndie_cut: yes\n", "die_cut: expected the size, columns and rows of a sheet that is cut already"),
    ("paper: a4\ncolumns: 4\nrows: 4\n", "4 x 4 cards of 63 x 88 mm do not fit on 210 x 297 mm with margins of 5 mm"),
    (
        "paper: a4\ncolumns: 1\nrows: 1\nsize: tarot\n",
        "a card of 63 x 88 mm does not fit the places of this paper, 70 x 120 mm",
    ),
    ("paper: a4\ncolums: 2\n", "sheets/mine.yaml:2:1: colums: unknown key; did you mean 'columns'?"),
    ("paper: a4\ngap: [1, 2, 3]\n", "gap: expected a length, or two in a list: across and down, got a list"),
    ("size: a4\n", "paper: expected a value, but this key is missing"),
]


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_faults_of_a_sheet_are_told(tmp_path, monkeypatch, capsys, text, message):
    monkeypatch.chdir(tmp_path)
    field = "  id: {draw: text, text: x, left: 5, right: 5, top: 5, height: 8}\n"
    game = write_game(tmp_path / "game", field, None, ["a"])
    (game / "sheets").mkdir()
    (game / "sheets/mine.yaml").write_text(text)
    assert main(["build", "./game", "--paper", "mine"]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


WORDS = [
    (["--paper", "lettre"], "there is no paper 'lettre'; did you mean 'letter'?"),
    (["--paper", "10 x y mm"], "paper: expected a length"),
    (["--paper", "3 x 4 mm"], "paper: expected sides from 5 to 1000 mm"),
    (["--paper", "a4-8up", "--duplex", "fold"], "'a4-8up' has places of its own: choose it or --duplex fold"),
    (["--cutter", "silouette"], "there is no cutter 'silouette'; did you mean 'silhouette'?"),
    (["--cutter", "plotter", "--duplex", "fold"], "a sheet that is folded is cut by hand"),
    (["--printer", "mine"], "there is no printer 'mine'; cardgen calibrate mine makes it"),
]


@pytest.mark.parametrize(("arguments", "message"), WORDS)
def test_unknown_words_are_told(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert main(["build", "king_lui", "--only", "cards", "--lang", "en", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())

"""What surrounds the cards: crop marks, ruler, label. All of it is read from the PDF."""

import pytest

from tests.pdf_reader import around, overlap, read
from tests.printing import POKER, king_lui_sheets, numbered, printed, write_game

SHEETS = [("a4", 0), ("letter", 0), ("pa4", 0), ("a3", 0), ("a4", 4), ("letter", 4), ("pa4", 10), ("a3", 1)]
HAIR = 0.15  # mm; a stroke is that wide


@pytest.fixture(params=SHEETS, ids=str)
def sheets(request):
    paper, gap = request.param
    return king_lui_sheets(paper=paper, gap=gap)


def marks(sheet):
    """Crop marks are the strokes of a single line."""
    return [stroke for stroke in sheet.strokes if len(stroke) == 2]


def ruler(sheet):
    (found,) = [stroke for stroke in sheet.strokes if len(stroke) > 2]
    return found


def inked(stroke):
    """A stroke is wider than its path, but not longer."""
    left, top, right, bottom = around(stroke)
    x, y = (HAIR / 2 if len(stroke) > 2 or side < 1e-6 else 0 for side in (right - left, bottom - top))
    return left - x, top - y, right + x, bottom + y


def test_there_is_a_mark_at_every_trim_edge(sheets):
    for sheet in sheets[::2]:
        trims = [card.trim(*POKER) for card in sheet.placements]
        left, top, right, bottom = around([point for trim in trims for point in (trim[:2], trim[2:])])
        boxes = [around(mark) for mark in marks(sheet)]
        upright = [box for box in boxes if box[2] - box[0] < 1e-6]
        level = [box for box in boxes if box[3] - box[1] < 1e-6]
        assert len(upright) + len(level) == len(boxes)
        xs = sorted({round(edge, 3) for trim in trims for edge in (trim[0], trim[2])})
        ys = sorted({round(edge, 3) for trim in trims for edge in (trim[1], trim[3])})
        assert sorted(box[0] for box in upright if box[3] < top) == pytest.approx(xs, abs=0.002)
        assert sorted(box[0] for box in upright if box[1] > bottom) == pytest.approx(xs, abs=0.002)
        assert sorted(box[1] for box in level if box[2] < left) == pytest.approx(ys, abs=0.002)
        assert sorted(box[1] for box in level if box[0] > right) == pytest.approx(ys, abs=0.002)
        assert len(boxes) == 2 * len(xs) + 2 * len(ys)
        assert all(max(box[2] - box[0], box[3] - box[1]) >= 1.2 - 1e-3 for box in boxes)


def test_backs_have_no_marks(sheets):
    assert not any(marks(sheet) for sheet in sheets[1::2])


def test_the_ruler_measures_100_mm_with_a_tick_every_10(sheets):
    for sheet in sheets:
        line = ruler(sheet)
        (x0, y0), (x1, y1) = line[:2]
        assert ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 == pytest.approx(100, abs=0.001)
        along = [((x - x0) ** 2 + (y - y0) ** 2) ** 0.5 for x, y in line[2::2]]
        assert along == pytest.approx(range(0, 101, 10), abs=0.001)
        assert "100 mm" in [words.text for words in sheet.words]


def test_nothing_collides_and_all_keeps_the_margin(sheets):
    for sheet in sheets:
        things = [inked(stroke) for stroke in sheet.strokes] + [words.box for words in sheet.words]
        for index, thing in enumerate(things):
            assert not any(overlap(thing, other) for other in things[:index])
            assert not any(overlap(thing, part) for card in sheet.placements for part in card.parts)
        for left, top, right, bottom in [*things, *(card.clip for card in sheet.placements)]:
            assert min(left, top, sheet.width - right, sheet.height - bottom) >= 5 - HAIR


def test_the_label_names_game_variant_language_page_and_version():
    sheets = king_lui_sheets(paper="letter")
    labels = [next(words.text for words in sheet.words if words.text != "100 mm") for sheet in sheets]
    assert labels[0] == "King Lui · base · en · Cards · 1/26 · v1"
    assert labels[25] == "King Lui · base · en · Cards · 26/26 · v1"


def test_labels_can_be_read(sheets):
    assert all(words.size >= 6 * 25.4 / 72 - 1e-3 for sheet in sheets for words in sheet.words)


def test_a_long_title_is_shortened_and_the_rest_of_the_label_stays(tmp_path):
    game = write_game(tmp_path / "long", "  box: {draw: rectangle, stroke: ink}\n", None, ["one"], (150, 88))
    (game / "strings/en.yaml").write_text(f"game.title: {'A very long title ' * 20}\n")
    (sheet,) = read(printed(game))
    (label,) = [words for words in sheet.words if words.text != "100 mm"]
    assert label.text.startswith("A very long title A very")
    assert label.text.endswith("… · base · en · deck · 1/1 · v1")
    assert label.box[2] <= sheet.width - 5


@pytest.mark.parametrize(("paper", "gap"), [("letter", 0), ("pa4", 0), ("a4", 4)])
def test_where_room_is_short_marks_stand_in_notches_of_the_bleed(paper, gap):
    front, back = king_lui_sheets(paper=paper, gap=gap)[:2]
    left, top, right, bottom = front.trim
    assert not any(len(card.parts) > 1 for card in back.placements)  # there are no marks
    beside = [around(mark) for mark in marks(front)]
    notched = [
        (x0, y0, x1, y1) for x0, y0, x1, y1 in beside if overlap((x0 - 0.1, y0 - 0.1, x1 + 0.1, y1 + 0.1), front.bleed)
    ]
    assert notched
    for x0, y0, x1, y1 in notched:
        white = (x0 - 0.3, y0 - 0.3, x1 + 0.3, y1 + 0.3)
        outside = [(0, 0, left, 999), (right, 0, 999, 999), (0, 0, 999, top), (0, bottom, 999, 999)]
        assert any(overlap(white, half) for half in outside)
        parts = [part for card in front.placements for part in card.parts]
        clear = [(max(white[0], a), max(white[1], b), min(white[2], c), min(white[3], d)) for a, b, c, d in outside]
        assert not any(overlap(part, box) for part in parts for box in clear if box[0] < box[2] and box[1] < box[3])


def test_a_card_that_fills_the_paper_keeps_its_marks_on_it_and_nothing_collides(tmp_path):
    (sheet, _) = read(numbered(tmp_path / "large", 1, size=(200, 287)))
    assert len(marks(sheet)) == 8
    things = [inked(stroke) for stroke in sheet.strokes] + [words.box for words in sheet.words]
    for index, thing in enumerate(things):
        assert not any(overlap(thing, other) for other in things[:index])
        assert not any(overlap(thing, part) for part in sheet.placements[0].parts)
        assert min(thing[0], thing[1], sheet.width - thing[2], sheet.height - thing[3]) > 0.3

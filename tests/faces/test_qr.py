"""QR codes: what is drawn is what segno encodes, as one path; what cannot be scanned is told."""

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.faces.draw.qr import MAX_DIGITS, qr_code
from cardgen.faces.ink import low_ink
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Shape, Use
from cardgen.graphics.geometry import box_through, segments_box
from cardgen.graphics.polygon import area, holds, polygon

URL = "https://example.org/rules/"


def contours(path):
    found = []
    for segment in path:
        if segment[0] == "M":
            found.append([])
        found[-1].append(segment)
    return [polygon(tuple(contour)) for contour in found]


@settings(max_examples=20, deadline=None)
@given(st.text(min_size=1, max_size=6), st.sampled_from(["low", "medium", "quartile", "high"]))
def test_the_path_fills_just_the_dark_modules(text, error):
    code = qr_code(text, error)
    (shape,) = code.items
    matrix = segno.make_qr(text, error=error[0]).matrix
    side = len(matrix)
    assert code.box == (0, 0, side, side)
    turns = [[0] * side for _ in range(side)]
    for points in contours(shape.segments):
        way = 1 if area(points) > 0 else -1
        left, top, right, bottom = map(int, segments_box(tuple(("L", *point) for point in points)))
        for y in range(top, bottom):
            for x in range(left, right):
                turns[y][x] += way * holds(points, (x + 0.5, y + 0.5))
    assert [[bool(turn) for turn in row] for row in turns] == [[bool(module) for module in row] for row in matrix]


def test_it_lies_in_its_field_with_a_quiet_zone(items):
    plate, code = items(
        {"code": {"draw": "qr", "of": f"{URL}{{card.id}}", "left": 5, "top": 5, "width": 20, "height": 30}}
    )
    assert isinstance(plate, Shape) and plate.fill == "#ffffff"
    assert segments_box(plate.segments) == pytest.approx((5, 10, 25, 30))
    assert isinstance(code, Use) and code.colour == "#101010"
    side = qr_code(f"{URL}fox", "medium").box[2]
    quiet = 20 * 4 / (side + 8)
    assert box_through(code.matrix, (0, 0, side, side)) == pytest.approx(
        (5 + quiet, 10 + quiet, 25 - quiet, 30 - quiet)
    )


def test_without_ground_and_zone_it_fills_its_field(items):
    (code,) = items({"code": {"draw": "qr", "of": "fox", "quiet": 0, "ground": None, "width": 20, "height": 20}})
    assert box_through(code.matrix, qr_code("fox", "medium").box) == pytest.approx((20, 35, 40, 55))


def test_the_longest_text_is_the_longest_that_any_code_holds():
    assert qr_code("1" * MAX_DIGITS, "low").box[2] == 177
    with pytest.raises(segno.DataOverflowError):
        segno.make_qr("1" * (MAX_DIGITS + 1), error="l")
    with pytest.raises(ValueError, match="a text of 1,000,000 bytes is too long for a QR code of error level low"):
        qr_code("1" * 1_000_000, "low")


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ({"of": "x" * 3000}, "a text of 3,000 bytes is too long for a QR code of error level medium"),
        ({"of": URL, "width": 8}, "modules of 0.24 mm cannot be scanned; expected 0.33 mm or more: a field of 10.9 mm"),
        ({"of": "  "}, "expected a text to encode"),
        ({"of": URL, "colour": "#ffffff", "ground": "#000000"}, "expected a dark colour on a light ground"),
        ({"of": URL, "opacity": "30 %"}, "opacity: expected #101010 on #ffffff to be told apart"),
        ({"of": URL, "colour": "#aaaaaa"}, "got #aaaaaa on #ffffff, which cannot be scanned"),
        ({"of": URL, "error": "none"}, "expected one of 'low', 'medium', 'quartile', 'high', got 'none'"),
        ({"of": "{card.nothing}"}, "'card.nothing' is not defined"),
    ],
)
def test_what_cannot_be_scanned_is_told_at_its_place(compose, field, message):
    with pytest.raises(InputError) as caught:
        compose({"code": {"draw": "qr", "width": 40, "height": 40} | field})
    (fault,) = caught.value.faults
    assert message in fault.message
    assert fault.place.file.endswith("layouts/beast.yaml") and fault.place.line


def test_it_stays_filled_where_ink_is_saved(compose):
    composer = compose({"code": {"draw": "qr", "of": URL, "colour": "sea", "width": 40, "height": 40}})
    face = composer.face(composer.sides[0], "en")
    faces, symbols = low_ink({face.name: face}, composer.supplies.symbols)
    code = faces[face.name].items[-1]
    assert symbols[code.symbol].items[0].fill == "current"

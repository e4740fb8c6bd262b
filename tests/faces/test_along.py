"""Texts whose letters stand on a curve."""

import io
import math

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.faces.along import curve_of
from cardgen.faces.checks import check_faces
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Document, Halo, Page, Text, Use
from cardgen.graphics.geometry import apply, segments_box, tight_box
from cardgen.graphics.needs import prune
from cardgen.pdf.write import write_pdf
from cardgen.rulebook.svg import Drawer as PageDrawer
from cardgen.svg.write import SvgWriter, outlines
from cardgen.text.letters import letters
from tests.faces.conftest import flat

AREA = (5.0, 10.0, 55.0, 40.0)
PLACE = {"left": 5, "right": 5, "top": 10, "height": 30}
FOX = {"draw": "text", "text": "Hall of Kings", "along": "arc 8", "size": 14, "align": "centre", **PLACE}


def curve(told, view="0 0 100 100", area=AREA):
    return curve_of(told, lambda: view, area)


def only_text(items):
    (found,) = [item for item in flat(items) if isinstance(item, Text)]
    return found


def data_of(composer, face):
    fonts = {name: font.source for name, font in composer.supplies.fonts.items()}
    whole = (0, 0, 60, 90)
    page = Page(60, 90, face.items, whole, whole)
    return write_pdf(prune(Document("t", "en", "a", (page,), composer.supplies.symbols, fonts, {}))), fonts


def test_an_arc_rises_from_its_ends_to_its_middle():
    found = curve("arc 8")
    assert found.points[0] == pytest.approx((5, 8), abs=0.01) and found.points[-1] == pytest.approx((55, 8), abs=0.01)
    assert found.at(found.length / 2) == pytest.approx((30, 0), abs=0.01)
    radius = (50**2 / 4 + 8**2) / 16
    assert found.length == pytest.approx(2 * radius * math.asin(25 / radius), abs=0.02)
    valley = curve("arc -8 mm")
    assert valley.at(valley.length / 2) == pytest.approx((30, 8), abs=0.01) and valley.points[0] == (5, 0)
    assert curve("arc 0").length == pytest.approx(50)


def test_a_wave_goes_up_first():
    found = curve("wave 6 x 2")
    ys = [y for _, y in found.points]
    assert (min(ys), max(ys)) == pytest.approx((0, 6)) and found.points[0][1] == pytest.approx(3)
    assert found.at(found.length / 8)[1] < 3 < found.at(3 * found.length / 8)[1]


def test_path_data_is_fitted_into_the_field():
    found = curve("M0 50 L100 50", area=(0, 0, 30, 60))
    assert found.points == ((0, 30), (30, 30)) and not found.loose
    circle = curve("M0 5A5 5 0 0 1 10 5A5 5 0 0 1 0 5Z", "0 0 10 10", (0, 0, 30, 30))
    assert circle.length == pytest.approx(30 * math.pi, abs=0.05)
    assert curve("M0 0H50 M0 90H100").length == pytest.approx(15, abs=1), "its first line"


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("arch 8", "expected an arc and its rise"),
        ("arc high", "expected a length"),
        ("arc 3" + " " * 50_000 + "x", "expected an arc and its rise"),
        ("arc 26", "at most half its width, 25 mm"),
        ("M0 0", "without length"),
        ("", "without length"),
        ("wave 3 x 0", "from 1 wave on"),
        ("M0 0 R5", "expected an arc and its rise"),
        ("M0 0" + "h1" * 200, "at most 200 parts, got 201"),
    ],
)
def test_a_bad_curve_is_told_at_its_place(compose, told, expected):
    with pytest.raises(InputError, match=rf"beast\.yaml:\d+:\d+: fields\.fox\.along: .*{expected}"):
        compose({"fox": FOX | {"along": told}})


def test_letters_stand_on_the_curve_and_turn_with_it(items):
    text = only_text(items({"fox": FOX}))
    assert text.text == "Hall of Kings" and len(text.places) == 13
    turns = [math.degrees(math.atan2(b, a)) for a, b, *_ in text.places]
    assert turns == sorted(turns) and turns[0] < -12 and turns[-1] > 12
    assert -turns[0] == pytest.approx(turns[-1], abs=3), "in the middle of it"
    box = (text.x, text.y - text.ascent, text.x + text.width, text.y + text.descent)
    assert box[1] >= 10 - 1e-6 and box[3] <= 40 + 1e-6


@given(st.floats(-24, 24), st.sampled_from(["arc {}", "wave {}"]), st.floats(0, 40), st.floats(0.5, 6))
def test_what_is_placed_stands_on_it(size, kind, way, width):
    found = curve(kind.format(round(size, 3)))
    place = found.place(way, width)
    a, b, c, d, *_ = place
    assert math.hypot(a, b) == pytest.approx(1) and a * d - b * c == pytest.approx(1)
    assert apply(place, width / 2, 0) == pytest.approx(found.at(way + width / 2))


def test_all_ways_of_drawing_show_the_same(compose):
    composer = compose({"fox": FOX | {"slant": 15}})
    face = composer.face(composer.sides[0], "en")
    data, fonts = data_of(composer, face)
    text = only_text(face.items)
    box = tight_box(letters(text, fonts[text.font]))
    assert segments_box(outlines(text, fonts[text.font])) == pytest.approx(box, abs=0.1)
    shown = pypdfium2.PdfDocument(io.BytesIO(data))[0].render(scale=10).to_pil().convert("L")
    seen = shown.point(lambda value: 255 * (value < 128)).getbbox()
    assert [edge / 10 * 25.4 / 72 for edge in seen] == pytest.approx(box, abs=0.1)
    assert SvgWriter({}, {}, fonts).items(face.items).count("<use") == 11, "no space is drawn"
    page = PageDrawer({}, {}).items(face.items)
    assert (
        'xml:space="preserve"' in page and "Hall of Kings" in page and 'rotate="-' in page and "oblique 15deg" in page
    )


def test_words_are_found_in_the_file(compose):
    composer = compose({"fox": FOX | {"along": "wave 4"}})
    data, _ = data_of(composer, composer.face(composer.sides[0], "en"))
    assert pypdfium2.PdfDocument(io.BytesIO(data))[0].get_textpage().get_text_range().strip() == "Hall of Kings"


def test_a_text_that_is_too_long_is_made_smaller_and_else_told(compose):
    long = FOX | {"text": "The Hall of Kings and of their Cooks", "size": 14}
    composer = compose({"fox": long})
    text = only_text(composer.face(composer.sides[0], "en").items)
    assert text.size < 14 * 25.4 / 72
    with pytest.raises(InputError, match=r"field 'fox', en, fr: .* mm too wide for its 53\.\d mm at 6 pt"):
        compose({"fox": long | {"text": long["text"] * 4}})
    with pytest.raises(InputError, match=r"mm too high for its 9\.0 mm"):
        compose({"fox": FOX | {"height": 9}})
    with pytest.raises(InputError, match=r"too high"):
        compose({"fox": FOX | {"text": "Hall\nof Kings"}})


def test_icons_outlines_gradients_and_spacing_go_along(compose):
    words = FOX | {"text": "Hall :acorn: Kings", "outline": "sea", "spacing": 0.1, "shadow": "0 0 1 ink"}
    composer = compose({"fox": words})
    found = list(flat(composer.face(composer.sides[0], "en").items))
    assert [item.text.places for item in found if isinstance(item, Halo)] == [
        item.places for item in found if isinstance(item, Text)
    ]
    wide, icon = [item for item in found if isinstance(item, Use)]
    assert wide.matrix == icon.matrix and "/shade/" in wide.symbol
    a, b, *_ = icon.matrix
    assert abs(b / a) < 0.2 and b != 0
    painted = compose({"fox": words | {"colour": "ink to sea, right"}})
    painted.face(painted.sides[0], "en")


def test_what_reaches_far_beyond_its_view_takes_no_longer():
    wide = "C1e5 1e5 -1e5 1e5 3 4" * 199
    assert len(curve(f"M0 0{wide}", "0 0 0.01 0.01").points) < 30_000


@pytest.mark.parametrize("text", ["\u200b", "A\u200b", "e\u0301\u0302x"])
def test_signs_that_are_not_seen_or_stand_on_others_go_along(items, text):
    for item in flat(items({"fox": FOX | {"text": text}})):
        assert not isinstance(item, Text) or len(item.places) == len(item.glyphs or item.text)


def test_a_moved_text_moves_its_letters(items):
    text = only_text(items({"fox": FOX}))
    far = text.move(3, 4)
    assert far.places[0][4:] == pytest.approx((text.places[0][4] + 3, text.places[0][5] + 4))
    assert "places" in repr(text) and repr(far) != repr(text)


def test_its_ink_is_measured_against_the_trim_and_its_ground_letter_by_letter(compose):
    circle = {"along": "M5 50A45 45 0 0 1 95 50", "left": 0, "right": 0, "top": 0, "height": 60, "align": "left"}
    near = FOX | circle | {"size": 20}
    codes = {found.code for found in check_faces(compose({"fox": near}))}
    assert codes & {"near-edge", "cut-off"}
    disc = {"draw": "ellipse", "fill": "ink", "left": 20, "width": 20, "top": 25, "height": 20}
    round_it = FOX | circle | {"along": "M20 50A30 30 0 0 1 80 50", "size": 12}
    assert [found.code for found in check_faces(compose({"disc": disc, "fox": round_it}))] == []


def test_a_card_may_say_how_far_it_rises(compose):
    cards = {"fox": {"rise": 4}}
    composer = compose({"fox": FOX | {"along": "arc {card.rise}"}}, cards=cards)
    assert only_text(composer.face(composer.sides[0], "en").items).places

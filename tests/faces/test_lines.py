"""Dashes of strokes, and straight lines with heads."""

import io
import math
from itertools import pairwise

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.faces.draw.line import _pen
from cardgen.faces.ink import low_ink
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import PLAIN, Document, Face, Page, Pen, Shape
from cardgen.graphics.geometry import tight_box
from cardgen.pdf.write import write_pdf
from cardgen.store.library import Home
from cardgen.svg.write import SvgWriter
from tests.faces.conftest import flat

BOX = {"left": 10, "top": 10, "width": 20, "height": 10}
FRAME = {"draw": "rectangle", "stroke": "sea", "line": 0.5, "dash": "2 1", **BOX}
LINE = {"draw": "line", "line": 0.5, **BOX}


@pytest.mark.parametrize("shape", [{"draw": "rectangle"}, {"draw": "ellipse"}, {"draw": "path", "d": "M0 0H100V50"}])
def test_strokes_are_dashed(items, shape):
    (drawn,) = items({"a": FRAME | shape})
    assert drawn.pen == Pen(dashes=(2, 1)) and "dashes" in repr(drawn)


def test_without_a_stroke_there_is_no_pen(items):
    (drawn,) = items({"a": FRAME | {"stroke": None, "fill": "sea"}})
    assert drawn.pen == PLAIN


def test_dashes_of_nought_are_dots():
    assert _pen("0 1.2") == Pen("round", dashes=(0, 1.2))


def test_a_card_may_say_how_long_dashes_are(compose):
    composer = compose({"a": FRAME | {"dash": "{card.on} 1"}}, cards={"fox": {"on": 3}})
    assert composer.face(composer.sides[0], "en").items[0].pen.dashes == (3, 1)


@pytest.mark.parametrize("told", ["2", "2 -1", "dotted", "0 0", "1 1 1 1 1 1 1 1 1", "2 mm 1 mm"])
def test_bad_dashes_are_told_at_their_place(compose, told):
    message = r"beast\.yaml:\d+:\d+: fields\.a\.dash: expected the lengths of dashes and gaps in mm, such as 2 1"
    with pytest.raises(InputError, match=message):
        compose({"a": FRAME | {"dash": told}})


def test_low_ink_keeps_dashes(items):
    (filled,) = items({"a": FRAME | {"fill": "sea"}})
    (saved,) = low_ink({"a": Face("a", "a", 60, 90, 3, (filled,))}, {})[0]["a"].items
    assert saved.pen.dashes == (2, 1)


def test_all_ways_of_drawing_show_dashes(items):
    (drawn,) = items({"a": FRAME})
    area = (0, 0, 60, 90)
    data = write_pdf(Document("t", "en", "a", (Page(60, 90, (drawn,), area, area),)))
    assert b"[2 1] 0 d" in io.BytesIO(data).read() or "[2 1] 0 d" in stream(data)
    assert 'stroke-dasharray="2 1"' in SvgWriter({}, {}).items([drawn])


def stream(data):
    from pypdf import PdfReader

    return PdfReader(io.BytesIO(data)).pages[0].get_contents().get_data().decode()


def test_a_line_crosses_its_field_unless_told(items):
    (drawn,) = items({"a": LINE})
    assert drawn == Shape((("M", 10, 15), ("L", 30, 15)), stroke="#101010", line=0.5)


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("0 0", "20 10", (("M", 10, 10), ("L", 30, 20))),
        ("0 % 100 %", "100% 0%", (("M", 10, 20), ("L", 30, 10))),
        ("1 cm, 5", "10 100 %", (("M", 20, 15), ("L", 20, 20))),
    ],
)
def test_its_points_count_in_its_field(items, start, end, expected):
    (drawn,) = items({"a": LINE | {"from": start, "to": end}})
    assert drawn.segments == expected


def test_without_edges_they_count_on_the_card(items):
    (drawn,) = items({"a": {"draw": "line", "from": "5 40", "to": "55 40"}})
    assert drawn.segments == (("M", 5, 40), ("L", 55, 40))


def test_it_turns_and_repeats_as_any_field(items):
    drawn = list(flat(items({"a": LINE | {"turn": 45, "repeat": {"i": "1 to 3", "lay": "column", "gap": 2}}})))
    assert len(drawn) == 3


def test_it_may_read_what_it_is_repeated_for(items):
    lines = LINE | {"repeat": {"i": "1 to 2"}, "from": "0 {i}", "to": "10 {i * 2}"}
    assert [each.segments[1][2] for each in flat(items({"a": lines}))] == [12, 14]
    with pytest.raises(InputError, match=r"beast\.yaml:\d+:\d+: fields\.a\.from: '?j"):
        items({"a": lines | {"from": "0 {j.x}"}})


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"from": "left"}, "from: expected a point such as 5 40"),
        ({"to": "25 5"}, "to: expected a point in the field's 20 x 10 mm, got '25 5'"),
        ({"from": "3 3", "to": "3 3"}, "to: expected two points, got one twice"),
        ({"end": "star"}, "end: expected one of 'none', 'arrow', 'dot', 'bar', got 'star'"),
    ],
)
def test_a_bad_line_is_told_at_its_place(compose, told, expected):
    with pytest.raises(InputError, match=rf"beast\.yaml:\d+:\d+: .*{expected}"):
        compose({"a": LINE | told})


def test_long_nonsense_is_told_at_once(compose):
    for key, told in (("from", "5" + " " * 50_000 + "x"), ("dash", "2" + " ," * 20_000 + "x")):
        with pytest.raises(InputError, match=rf"{key}: expected"):
            compose({"a": LINE | {key: told}})


def test_heads_stand_at_its_ends(items):
    shaft, dot, arrow = items({"a": LINE | {"start": "dot", "end": "arrow"}})
    assert shaft.segments[0] == ("M", pytest.approx(11, abs=0.05), 15), "what is seen through lies nowhere double"
    assert shaft.segments[1] == ("L", 27.5, 15)
    assert tight_box(dot.segments) == pytest.approx((9, 14, 11, 16))
    assert tight_box(arrow.segments) == pytest.approx((27.5, 14, 30, 16))
    assert {dot.fill, arrow.fill} == {"#101010"}
    bar = items({"a": LINE | {"end": "bar"}})[1]
    assert tight_box(bar.segments) == pytest.approx((29.75, 13.75, 30.25, 16.25))


@given(st.floats(0, 20), st.floats(0, 10), st.floats(0, 20), st.floats(0, 10))
def test_the_tip_is_the_point_and_a_short_line_has_a_short_head(x0, y0, x1, y1):
    from types import SimpleNamespace

    from cardgen.definitions.layout_fields import LineField
    from cardgen.faces.draw.line import draw_line

    start, end = (round(x0, 3), round(y0, 3)), (round(x1, 3), round(y1, 3))
    if (long := math.dist(start, end)) < 0.02:
        return
    told = {"from": "{} {}".format(*start), "to": "{} {}".format(*end)}
    field = LineField(draw="line", end="arrow", start="arrow", line=1.0, **told)
    context = SimpleNamespace(
        fill=lambda text, key: text,
        colour=lambda *_: "#000000",
        language="en",
        supplies=SimpleNamespace(game=SimpleNamespace(mirrored=())),
    )
    *shafts, first, last = draw_line(field, (0, 0, 20, 10), context)
    assert first.segments[0][1:] == pytest.approx(start, abs=1e-9)
    assert last.segments[0][1:] == pytest.approx(end, abs=1e-9)
    for shaft in shafts:
        (_, *a), (_, *b) = shaft.segments
        assert math.dist(a, b) == pytest.approx(long - 10)
    assert bool(shafts) == (long > 10.01)


def test_a_language_from_the_right_has_it_the_other_way_round(compose, tmp_path):
    compose({"a": LINE | {"to": "5 0"}})
    path = tmp_path / "zoo" / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("  colours:", "  mirrored: [fr]\n  colours:"), "utf-8")
    composer = Composer(load_game(Home(tmp_path / "zoo", None, ())))
    first, second = (composer.face(composer.sides[0], language).items[0].segments for language in ("en", "fr"))
    assert [60 - point[1] for point in first] == [point[1] for point in second]


def test_dots_are_seen(items):
    (drawn,) = items({"a": LINE | {"dash": "0 2", "line": 1}})
    area = (0, 0, 60, 90)
    data = write_pdf(Document("t", "en", "a", (Page(60, 90, (drawn,), area, area),)))
    shown = pypdfium2.PdfDocument(io.BytesIO(data))[0].render(scale=10).to_pil().convert("L")
    row = [shown.getpixel((x, round(15 / 25.4 * 720))) < 128 for x in range(shown.width)]
    assert sum(now and not before for before, now in pairwise(row)) in (10, 11)

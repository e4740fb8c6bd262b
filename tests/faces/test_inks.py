"""Gradients, shadows, outlines around letters and coloured words on faces."""

import pytest

from cardgen.faces.checks import check_faces
from cardgen.faces.ink import low_ink
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Face, Gradient, Group, Halo, Picture, Shape, Text, Use
from tests.faces.conftest import flat

BOX = {"left": 10, "top": 10, "width": 20, "height": 10}
STROKED = '<svg viewBox="0 0 9 9"><path d="M1 5h7" stroke="#000" stroke-width="2"/></svg>'


def test_a_gradient_reaches_over_its_field(items):
    (shape,) = items({"sky": {"draw": "rectangle", "fill": "sea to white, right", **BOX}})
    assert shape.fill == Gradient((10, 15, 30, 15), ((0, "#2060a0"), (1, "#ffffff")))


def test_a_stroke_is_of_one_colour(items):
    with pytest.raises(InputError, match="expected one colour here, not a gradient"):
        items({"sky": {"draw": "rectangle", "stroke": "sea to white", **BOX}})


def test_a_shadow_lies_below_its_shape(compose):
    composer = compose({"a": {"draw": "rectangle", "fill": "sea", "shadow": "1 2 3 ink alpha 50 %", **BOX}})
    shadow, shape = composer.face(composer.sides[0], "en").items
    assert isinstance(shadow, Picture) and isinstance(shape, Shape)
    middle = shadow.x + shadow.width / 2, shadow.y + shadow.height / 2
    assert middle == pytest.approx((21, 17))
    assert len(composer.supplies.pictures[shadow.file]) < 5_000
    (saved,) = low_ink({"a": composer.face(composer.sides[0], "en")}, {})[0].values()
    assert not any(isinstance(item, Picture) for item in flat(saved.items))


def test_a_shadow_says_what_it_expected(items):
    with pytest.raises(InputError, match=r"fields\.a\.shadow: expected mm to the right, down and outwards"):
        items({"a": {"draw": "rectangle", "fill": "sea", "shadow": "soft", **BOX}})


def test_words_have_colours_of_their_own(items):
    told = [
        item for item in flat(items({"a": {"draw": "text", "text": "two [big](sea) *owls*"}})) if isinstance(item, Text)
    ]
    assert [(item.text.strip(), item.colour) for item in told] == [
        ("two", "#101010"), ("big", "#2060a0"), ("", "#101010"), ("owls", "#101010"),
    ]  # fmt: skip


def test_an_unknown_colour_in_a_text_is_told(items):
    with pytest.raises(InputError, match=r"\[words\]\(see\): there is no colour 'see'; did you mean 'sea'"):
        items({"a": {"draw": "text", "text": "[owls](see)"}})


def test_letters_and_icons_are_outlined_behind(compose, tmp_path):
    (tmp_path / "zoo" / "icons").mkdir(parents=True)
    (tmp_path / "zoo" / "icons" / "line.svg").write_text(STROKED)
    style = {"plain": {"colour": "#ffffff", "outline": "ink", "outline_width": 0.5}}
    composer = compose({"a": {"draw": "text", "text": "Owl :line:", "style": "plain"}}, styles=style)
    found = list(flat(composer.face(composer.sides[0], "en").items))
    halo, wide, text, icon = found
    assert isinstance(halo, Halo) and halo.text == text and (halo.colour, halo.line) == ("#101010", 0.5)
    assert isinstance(wide, Use) and "/shade/" in wide.symbol and wide.matrix == icon.matrix


def test_white_words_with_a_dark_outline_are_read_on_white(compose):
    field = {"a": {"draw": "text", "text": "Owl", "colour": "#ffffff", "width": 30, "height": 9}}
    assert "low-contrast" in [finding.code for finding in check_faces(compose(field))]
    field["a"]["outline"] = "ink"
    assert "low-contrast" not in [finding.code for finding in check_faces(compose(field))]


def test_a_veil_of_alpha_counts_with_what_is_below_it(compose):
    """Black words on a sea behind a white veil can be read; on black they could not."""
    whole = {"left": 0, "top": 0, "width": 60, "height": 90}
    words = {"draw": "text", "text": "Owl", **whole}
    for ground, readable in (("#2060a0", True), ("#000000", False)):
        fields = {
            "g": {"draw": "rectangle", "fill": ground, **whole},
            "v": {"draw": "rectangle", "fill": "#ffffff60", **whole},
        }
        found = [finding.code for finding in check_faces(compose(fields | {"w": words}))]
        assert ("low-contrast" not in found) == readable


def test_low_ink_thins_pictures_but_their_lines_and_small_parts(compose, tmp_path):
    (tmp_path / "zoo" / "art").mkdir(parents=True)
    (tmp_path / "zoo" / "art" / "owl.svg").write_text(
        '<svg viewBox="0 0 100 100"><path d="M10 10H90V90Z" fill="#204060" fill-opacity=".5" stroke="#101010"/>'
        '<circle cx="50" cy="30" r="3" fill="#204060"/><path d="M10 50H90" stroke="#101010" stroke-width="12"/>'
        '<path d="M10 50H90" stroke="#d08040" stroke-width="8"/></svg>'
    )
    composer = compose({"a": {"draw": "picture", "of": "art/owl.svg", **BOX}})
    faces, symbols = low_ink({"a": composer.face(composer.sides[0], "en")}, composer.supplies.symbols)
    (use,) = flat(faces["a"].items)
    body, line, eye, contour, wing = flat(symbols[use.symbol].items)
    assert (body.fill, line.stroke) == ("#d7dde280", "#101010")
    assert eye.fill == "#204060"
    assert (contour.stroke, wing.stroke) == ("#101010", "#f7e8dd")
    assert symbols[use.symbol[: -len("/thin")]] == composer.supplies.symbols[use.symbol[: -len("/thin")]]


def test_low_ink_thins_photographs():
    photo = Picture(1, 2, 30, 20, "art/photo.jpg")
    (saved,) = low_ink({"a": Face("a", "a", 63, 88, 3, (photo,))}, {})[0].values()
    (group,) = saved.items
    assert isinstance(group, Group) and group.items == (photo,) and group.opacity < 0.3

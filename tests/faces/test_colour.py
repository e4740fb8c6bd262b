import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.faces.colour import VISIONS, as_hex, contrast, distance, luminance, parse, parse_paint, rgb
from cardgen.graphics.drawing import Gradient

COLOURS = st.tuples(*[st.integers(0, 255)] * 3).map(lambda c: "#{:02x}{:02x}{:02x}".format(*c))
NAMED = {"ink": "#101010", "sea": "#2060a0", "bad": "blue"}


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("#00000080", "#00000080"),
        ("#0008", "#00000088"),
        ("ink alpha 50 %", "#10203080"),
        ("tomato", "#ff6347"),
        ("gold", "#112233"),  # the deck's own wins
        ("ink 0 % alpha 0 %", "#ffffff00"),
    ],
)
def test_alpha_and_names_of_css(text, colour):
    assert parse(text, {"ink": "#102030", "gold": "#112233"}) == colour


def test_gradients():
    box = (0.0, 0.0, 10.0, 20.0)
    down = parse_paint("red to blue at 40 % to #000", {}, box)
    assert down == Gradient((5, 0, 5, 20), ((0, "#ff0000"), (0.4, "#0000ff"), (1, "#000000")))
    assert parse_paint("red to blue, left", {}, box).points == pytest.approx((10, 10, 0, 10))
    assert parse_paint("red to blue, 90°", {}, box).points == pytest.approx((5, 0, 5, 20))
    assert parse_paint("red to blue, round", {}, box).points == (0, 0, 0, 0, 0, 1)
    assert parse_paint("red 50 %", {}, box) == "#ff8080"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("red to bleu", "there is no colour 'bleu'"),
        ("red to blue, sideways", "expected down, up, left, right, round or degrees"),
        ("red at 50 % to blue at 20 %", "that rise from 0 to 100 %"),
    ],
)
def test_gradients_say_what_they_expected(text, message):
    with pytest.raises(ValueError, match=message):
        parse_paint(text, {"ink": "#000000"}, (0, 0, 1, 1))


def test_one_colour_is_no_gradient():
    with pytest.raises(ValueError, match="expected one colour here, not a gradient"):
        parse("red to blue", {})


@pytest.mark.parametrize(
    ("text", "expected"),
    [("#AbCdEf", "#abcdef"), ("#e07", "#ee0077"), ("#e07 50 %", "#f680bb"),
     ("sea", "#2060a0"), ("sea 50 %", "#90b0d0"), ("sea 0%", "#ffffff"),
     ("sea 150 %", "#103050"),      ("#2060a0 200 %", "#000000")],
)  # fmt: skip
def test_parse(text, expected):
    assert parse(text, NAMED) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [("#abcde", "expected a colour such as"), ("see", "did you mean 'sea'?"), ("sea 201 %", "strength from 0 to 200 %"),
     ("bad", "look.colours.bad"), ("rgb(1,2,3)", "expected a colour")],
)  # fmt: skip
def test_parse_says_what_it_expected(text, message):
    with pytest.raises(ValueError) as error:
        parse(text, NAMED)
    assert message in str(error.value)


def test_wcag_reference_values():
    # W3C, Techniques for WCAG 2, G18: black on white is 21:1; #767676 is the lightest grey with 4.5:1 on white
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") >= 4.5 > contrast("#777777", "#ffffff")


def test_red_and_green_of_one_lightness_are_alike_to_protan_and_deutan_eyes():
    assert distance("#b0413e", "#5e7a2c") > 60
    assert distance("#b0413e", "#5e7a2c", "deutan") < distance("#b0413e", "#5e7a2c") / 2
    assert distance("#3f6fd0", "#d0a83f", "deutan") > 60, "blue and yellow stay apart"


@given(COLOURS)
def test_greys_look_the_same_to_all(colour):
    grey = "#" + colour[1:3] * 3
    for vision in VISIONS:
        assert distance(grey, grey, vision) == 0
    assert as_hex(rgb(colour)) == colour


@given(COLOURS, COLOURS)
def test_contrast_and_distance_are_symmetric(one, other):
    assert contrast(one, other) == contrast(other, one) >= 1
    assert distance(one, other) == pytest.approx(distance(other, one))
    assert 0 <= luminance(one) <= 1

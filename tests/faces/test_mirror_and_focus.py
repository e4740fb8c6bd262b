"""Which way round pictures and icons are, and which point of a picture stays seen where it covers its field."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from cardgen.faces.draw.picture import _nearest, read_point
from cardgen.foundations.errors import InputError
from tests.faces.test_veils import PER_MM, picture_of

RED, GREEN, BLUE, YELLOW = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0)
WHITE = (255, 255, 255)
FIELD = {"draw": "picture", "of": "art/four.png", "left": 10, "top": 20, "width": 40, "height": 40}
CORNERS = (15, 25), (45, 25), (15, 55), (45, 55)
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path fill="red" d="M0 0h1v1H0z"/>'
    '<path fill="lime" d="M1 0h1v1H1z"/><path fill="blue" d="M0 1h1v1H0z"/><path fill="yellow" d="M1 1h1v1H1z"/></svg>'
)


@pytest.fixture
def look(compose, tmp_path):
    """look(field, *places) -> the colours there of a picture of four squares, or of four stripes side by side."""
    art = tmp_path / "zoo" / "art"
    art.mkdir(parents=True)
    (art / "four.svg").write_text(SVG)
    four = Image.new("RGB", (2, 2))
    four.putdata([RED, GREEN, BLUE, YELLOW])
    four.resize((80, 80), Image.Resampling.NEAREST).save(art / "four.png")
    stripes = Image.new("RGB", (4, 1))
    stripes.putdata([RED, GREEN, BLUE, YELLOW])
    stripes.resize((400, 100), Image.Resampling.NEAREST).save(art / "stripes.png")

    def shown(field, *places, **more):
        picture = picture_of(compose({"a": field}, **more))
        return [picture.getpixel((round(PER_MM * x), round(PER_MM * y))) for x, y in places]

    return shown


@pytest.mark.parametrize("of", ["art/four.png", "art/four.svg"])
@pytest.mark.parametrize(
    ("mirror", "expected"),
    [
        ("across", [GREEN, RED, YELLOW, BLUE]),
        ("down", [BLUE, YELLOW, RED, GREEN]),
        ("both", [YELLOW, BLUE, GREEN, RED]),
    ],
)
def test_a_picture_is_mirrored_in_its_field(look, of, mirror, expected):
    assert look(FIELD | {"of": of, "mirror": mirror}, *CORNERS) == expected
    assert look(FIELD | {"of": of, "mirror": mirror, "fit": "cover", "corners": 2}, *CORNERS) == expected


@pytest.mark.parametrize(
    ("row", "expected"), [("top", [RED, GREEN, BLUE, YELLOW]), ("bottom", [BLUE, YELLOW, RED, GREEN])]
)
def test_a_card_decides_which_way_round_a_picture_is(look, row, expected):
    way = {"by": "card.row", "top": "none", "bottom": "down"}
    assert look(FIELD | {"mirror": way}, *CORNERS, cards={"fox": {"row": row}}) == expected
    told = {"way": {"top": "none", "bottom": "down"}[row]}
    assert look(FIELD | {"mirror": "{card.way}"}, *CORNERS, cards={"fox": told}) == expected


def test_a_way_that_is_none_is_told_of_its_option(look):
    way = {"by": "card.row", "top": "none", "else": "upside"}
    with pytest.raises(InputError) as error:
        look(FIELD | {"mirror": way}, cards={"fox": {"row": "low"}})
    told = "fields.a.mirror.else: expected one of 'none', 'across', 'down', 'both', got 'upside'"
    assert told in str(error.value)


def test_an_icon_is_mirrored_with_its_second_tone_and_its_shadow(look, tmp_path):
    icons = tmp_path / "zoo" / "icons"
    icons.mkdir()
    flag = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h4v8h-4z"/></svg>'
    (icons / "flag.svg").write_text(flag)
    icon = FIELD | {"draw": "icon", "of": "flag", "colour": "#ff0000", "shade": "#0000ff", "outline": 2}
    assert look(icon, (20, 40), (40, 40), (31, 40)) == [RED, WHITE, BLUE]
    assert look(icon | {"mirror": "across"}, (20, 40), (40, 40), (29, 40)) == [WHITE, RED, BLUE]
    shaded = {"mirror": "across", "shadow": "5 0 0.1 #00ff00", "shade": "#0000ff00"}
    assert look(icon | shaded, (40, 40), (48, 40)) == [RED, GREEN]


@pytest.mark.parametrize(
    ("focus", "expected"),
    [
        ("left", RED), ("right", YELLOW), ("left top", RED), ("bottom right", YELLOW),
        ([0.4, 0.5], GREEN), ("60 % 10 %", BLUE), ("0.6, 0.1", BLUE), ("{card.focus}", GREEN),
        (["{card.focus}", 0], GREEN),
    ],
)  # fmt: skip
def test_a_point_of_a_picture_that_covers_its_field_stays_seen(look, focus, expected):
    """Of the stripes, each as wide as the field, the one that is told is in its middle."""
    text = str(focus)
    card = {"focus": "0.4" if isinstance(focus, list) else "40 % 50 %"} if "{" in text else {}
    field = FIELD | {"of": "art/stripes.png", "fit": "cover", "focus": focus}
    assert look(field, (30, 40), cards={"fox": card}) == [expected]


def test_what_it_shows_is_mirrored(look):
    field = FIELD | {"of": "art/stripes.png", "fit": "cover", "focus": [0.25, 0.5]}
    assert look(field, (15, 40), (45, 40)) == [RED, GREEN]
    assert look(field | {"mirror": "across"}, (15, 40), (45, 40)) == [GREEN, RED]


@pytest.mark.parametrize("focus", ["", "up", "left right", "top top", "0.5", "1.2 0.5", "140 % 0 %", [0.5], [0, 0, 0]])
def test_a_point_that_is_none_is_told(look, focus):
    with pytest.raises(InputError) as error:
        look(FIELD | {"fit": "cover", "focus": focus})
    (fault,) = error.value.faults
    assert "focus: expected" in fault.message and fault.place.line


def test_a_picture_that_is_seen_whole_has_none(look):
    with pytest.raises(InputError, match="focus: expected `fit: cover` beside it"):
        look(FIELD | {"focus": "top"})


def test_words_and_numbers_say_the_same():
    same = {"top": "50 % 0 %", "left": "0 0.5", "middle": ".5 .5", "right bottom": "1 1", "centre top": "0.5,0"}
    for words, numbers in same.items():
        assert read_point(words) == read_point(numbers)


@settings(max_examples=200, deadline=None)
@given(st.floats(0, 1), st.floats(-5, 90), st.floats(1, 100), st.floats(1, 5))
def test_a_picture_covers_its_field_and_shows_the_point(part, start, room, larger):
    length = room * larger
    begins = _nearest(part, start, start + room, length)
    assert begins <= start + 1e-9 and begins + length >= start + room - 1e-9
    assert start - 1e-9 <= begins + part * length <= start + room + 1e-9

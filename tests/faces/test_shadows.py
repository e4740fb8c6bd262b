"""Soft shadows: of shapes and icons, of pictures by what they cover, of what a mask leaves of them."""

import pytest
from PIL import Image, ImageDraw

from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Picture
from tests.faces.conftest import flat
from tests.faces.test_veils import PER_MM, WHOLE, picture_of

WHITE = (255, 255, 255)
BOX = {"left": 15, "width": 30, "top": 30, "height": 30}
SHADOW = {"shadow": "0 30 0 #ff0000"}  # sharp, and beside what casts it
RED = (255, 0, 0)
MIDDLE, CORNER, EDGE = (30, 75), (16, 61), (44, 75)  # of the shadow
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">{}</svg>'
DISC = '<circle cx="15" cy="15" r="14" fill="teal"/>'


@pytest.fixture
def look(compose, tmp_path):
    """look(fields) -> the colours in the middle, at a corner and at the right edge of the shadow below."""
    folder = tmp_path / "zoo" / "art"
    folder.mkdir(parents=True)
    disc = Image.new("RGBA", (90, 90), (0, 0, 0, 0))
    ImageDraw.Draw(disc).ellipse((3, 3, 87, 87), fill=(0, 128, 128, 255))
    disc.save(folder / "disc.png")
    disc.getchannel("A").save(folder / "light.png")
    Image.new("RGB", (90, 90), "teal").save(folder / "full.jpg")
    (folder / "disc.svg").write_text(SVG.format(DISC))
    line = '<g transform="translate(15 15)"><path d="M-15 0H15" stroke="teal" stroke-width="4"/></g>'
    (folder / "line.svg").write_text(SVG.format(line))
    clip = '<clipPath id="c"><circle cx="15" cy="15" r="14"/></clipPath>'
    (folder / "clip.svg").write_text(SVG.format(f'{clip}<g clip-path="url(#c)"><path d="M0 0h30v30H0z"/></g>'))

    def shown(fields, **more):
        picture = picture_of(compose(fields, **more))
        return [picture.getpixel((round(PER_MM * x), round(PER_MM * y))) for x, y in (MIDDLE, CORNER, EDGE)]

    return shown


def art(file, **more):
    return {"draw": "picture", "of": f"art/{file}", **BOX, **SHADOW, **more}


@pytest.mark.parametrize(
    ("field", "corner"),
    [
        (art("full.jpg"), RED), (art("full.jpg", corners=10), WHITE), (art("full.jpg", mask="ellipse"), WHITE),
        (art("full.jpg", mask="art/disc.png"), WHITE), (art("full.jpg", mask="art/light.png"), WHITE),
        (art("full.jpg", mask="art/disc.svg"), WHITE), (art("disc.png"), WHITE),
        (art("disc.png", mirror="both"), WHITE),
        (art("disc.svg"), WHITE), (art("clip.svg"), WHITE), (art("disc.png", fit="cover"), WHITE),
        (WHOLE | BOX | SHADOW | {"mask": "ellipse"}, WHITE), (WHOLE | BOX | SHADOW, RED),
    ],
)  # fmt: skip
def test_a_shadow_is_that_of_what_is_seen(look, field, corner):
    assert look({"a": field})[:2] == [RED, corner]


def test_an_svg_picture_casts_that_of_its_lines(look):
    assert look({"a": art("line.svg")}) == [RED, WHITE, RED]


def test_it_turns_with_its_field(look):
    """A shadow below lies at the left of what is turned a quarter clockwise."""
    assert look({"a": art("line.svg", turn=90, shadow="0 0 0 #ff0000")}) == [WHITE, WHITE, WHITE]


def test_what_another_field_masks_casts_the_shadow_of_that(look):
    window = {"draw": "ellipse", **BOX}
    for field in (art("full.jpg", mask={"field": "w"}), WHOLE | BOX | SHADOW | {"mask": {"field": "w"}}):
        assert look({"a": field, "w": window})[:2] == [RED, WHITE]
        assert look({"w": window, "a": field})[:2] == [RED, WHITE]


def test_words_as_a_mask_cast_none(look):
    words = {"draw": "text", "text": "Fox", **BOX}
    with pytest.raises(InputError, match=r"fields\.a\.shadow: a field that is masked by a text casts none"):
        look({"a": art("full.jpg", mask={"field": "w"}), "w": words})


def test_the_same_elsewhere_has_the_same_shadow(items):
    fields = {"a": WHOLE | BOX | SHADOW, "b": WHOLE | BOX | SHADOW | {"left": 5}}
    shadows = [item for item in flat(items(fields)) if isinstance(item, Picture)]
    assert len(shadows) == 2 and len({picture.file for picture in shadows}) == 1

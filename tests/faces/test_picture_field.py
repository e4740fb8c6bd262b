"""Pictures on cards: SVG files in colour, files of pixels, what the check says of them."""

import io

import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from cardgen.faces.ink import low_ink
from cardgen.faces.picture_checks import check_pictures
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Group, Picture, Shape, Text, Use
from cardgen.store.library import BUILTIN
from tests.faces.conftest import flat
from tests.foreign import FONTS

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">{}</svg>'
PLAIN = SVG.format('<rect width="20" height="10" fill="teal"/>')


@pytest.fixture
def drawn(compose, tmp_path):
    """drawn(file, data, **field) -> a Composer of a card with that picture."""

    def make(file, data, **field):
        path = tmp_path / "zoo" / "art" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(data, Image.Image):
            data.save(path)
        else:
            path.write_text(data)
        return compose(
            {"art": {"draw": "picture", "of": f"art/{file}", "width": 30, "height": 30, "left": 0, "top": 0, **field}}
        )

    return make


def items(composer):
    return composer.face(composer.sides[0], "en").items


def codes(composer):
    return [finding.code for finding in check_pictures(composer)]


def test_an_svg_picture_is_a_symbol_whole_in_its_box(drawn):
    composer = drawn("fox.svg", PLAIN)
    (use,) = items(composer)
    assert isinstance(use, Use) and use.symbol.startswith("pictures/art/fox.svg#")
    assert use.matrix == pytest.approx((1.5, 0, 0, 1.5, 0, 7.5))
    assert codes(composer) == []


def test_or_covers_it(drawn):
    (group,) = items(drawn("fox.svg", PLAIN, fit="cover"))
    assert isinstance(group, Group) and group.items[0].matrix == pytest.approx((3, 0, 0, 3, -15, 0))


BLUR = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
BLURRED = f'{BLUR}<path d="M0 0h20v10z"/><g transform="scale(2)"><rect filter="url(#f)" width="4" height="4"/></g>'


def test_what_vectors_cannot_show_is_pixels_at_300_dpi_and_the_rest_is_not(drawn):
    composer = drawn("fox.svg", SVG.format(BLURRED))
    path, group = drawn_by(composer)
    assert isinstance(path, Shape) and isinstance(group, Group)
    picture = group.items[0]
    assert isinstance(picture, Picture)
    width, height = Image.open(io.BytesIO(composer.supplies.pictures[picture.file])).size
    assert (picture.width, picture.height) == pytest.approx(
        (4.8, 4.6), abs=0.3
    )  # but for what lies outside of the drawing
    mm = 1.5 * 2 * picture.width
    assert width / mm * 25.4 == pytest.approx(300, abs=3) and width == pytest.approx(height, abs=2)
    (finding,) = check_pictures(composer)
    assert finding.code == "picture-pixels" and "this part of the picture" in finding.message


def test_a_drawing_within_is_seen_through_a_filter_too(drawn):
    inner = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"
    image = (
        f'<image filter="url(#f)" width="9" height="9" href="data:image/svg+xml;utf8,{inner.replace("<", "&lt;")}"/>'
    )
    composer = drawn("fox.svg", SVG.format(BLUR + image))
    (picture,) = (item for item in flat(drawn_by(composer)) if isinstance(item, Picture))
    shown = Image.open(io.BytesIO(composer.supplies.pictures[picture.file])).convert("RGBA")
    assert shown.getpixel((shown.width // 2, shown.height // 2)) == (0, 0, 0, 255)


def test_low_ink_thins_pixels_as_it_does_the_rest(drawn):
    composer = drawn("fox.svg", SVG.format(BLURRED))
    saved, symbols = low_ink({"fox": composer.face(composer.sides[0], "en")}, composer.supplies.symbols)
    _, group = symbols[saved["fox"].items[0].symbol].items
    (thin, _) = group.items
    assert isinstance(thin.items[0], Picture) and thin.opacity < 0.3


def test_what_depends_on_what_is_below_takes_the_whole_picture(drawn):
    body = '<rect width="20" height="10" fill="red"/><g style="mix-blend-mode:color-dodge"><path d="M0 0h9v9z"/></g>'
    composer = drawn("fox.svg", SVG.format(body))
    (picture,) = drawn_by(composer)
    assert Image.open(io.BytesIO(composer.supplies.pictures[picture.file])).size == (354, 177)
    (finding,) = check_pictures(composer)
    assert finding.code == "picture-pixels" and "the whole picture" in finding.message


def test_words_that_take_pixels_are_in_the_decks_fonts_too(drawn):
    shown = []
    for family in ("display", "text"):
        text = f'{BLUR}<text y="9" font-size="4" font-family="{family}" filter="url(#f)">Foxes</text>'
        composer = drawn("fox.svg", SVG.format(text))
        (picture,) = (item for item in drawn_by(composer) if isinstance(item, Picture))
        shown.append(composer.supplies.pictures[picture.file])
    assert shown[0] != shown[1]


@pytest.mark.parametrize("flavour", [None, "woff", "woff2"])
def test_words_that_take_pixels_stand_in_fonts_of_any_format(drawn, tmp_path, flavour):
    """A family of more than four faces calls itself so by its typographic name alone."""
    font = TTFont(BUILTIN / "templates" / "fonts" / "source-sans-3" / "regular.ttf")
    font["name"].setName("Grand 12", 1, 3, 1, 0x409)
    font["name"].setName("Grand", 16, 3, 1, 0x409)
    font.flavor = flavour
    folder = tmp_path / "zoo" / "fonts" / "source-sans-3"
    folder.mkdir(parents=True)
    font.save(folder / "regular.ttf")
    body = (
        '<path id="p" d="M1 8q9 -8 18 0"/>'
        '<text font-size="4" font-family="text"><textPath href="#p">Fox</textPath></text>'
    )
    composer = drawn("fox.svg", SVG.format(body))
    assert [item for item in drawn_by(composer) if isinstance(item, Picture)]


def test_words_of_a_script_that_ends_lines_anywhere_stand_on_one(drawn, tmp_path):
    folder = tmp_path / "zoo" / "fonts" / "fraunces"
    folder.mkdir(parents=True)
    (folder / "regular.otf").write_bytes((FONTS / "japanese.otf").read_bytes())
    body = '<text y="9" xml:lang="ja" font-family="display">{}</text>'
    texts = [item.text for item in flat(drawn_items(drawn, body.format("山の国"))) if isinstance(item, Text)]
    assert "".join(texts) == "山の国"


def test_scripts_and_faulty_paths_are_told(drawn):
    body = '<script/><rect width="9" height="9"/><path d="M0 0h3v3 K"/>'
    assert sorted(codes(drawn("fox.svg", SVG.format(body)))) == ["picture-part", "picture-part"]


def test_words_are_set_in_the_decks_fonts(drawn):
    texts = [item for item in flat(drawn_items(drawn, '<text font-family="display" y="9">Fox</text>'))]
    assert texts[0].font == "fraunces/regular"
    texts = [
        item for item in flat(drawn_items(drawn, '<text font-family="Comic Sans" font-style="italic" y="9">Fox</text>'))
    ]
    assert texts[0].font == "source-sans-3/italic"


def drawn_items(drawn, body):
    return drawn_by(drawn("fox.svg", SVG.format(body)))


def drawn_by(composer):
    (use,) = items(composer)
    return composer.supplies.symbols[use.symbol].items


def test_a_picture_inside_must_lie_in_the_games_folder(drawn, tmp_path):
    Image.new("RGB", (4, 4)).save(tmp_path / "secret.png")
    with pytest.raises(InputError, match=r"fox.svg:1:\d+: the picture '../secret.png' lies outside"):
        drawn("fox.svg", SVG.format('<image href="../../secret.png" width="9" height="9"/>'))


KINDS = [("a.webp", "RGBA"), ("a.gif", "P"), ("a.tiff", "CMYK"), ("a.png", "I;16"), ("a.bmp", "RGB")]


@pytest.mark.parametrize(("file", "mode"), KINDS)
def test_pictures_of_every_kind(drawn, file, mode):
    (picture,) = items(drawn(file, Image.new(mode, (400, 200))))
    assert (picture.width, picture.height) == (30, 15)


def test_a_picture_may_be_named_as_windows_does(drawn):
    (picture,) = items(drawn("fox.png", Image.new("RGB", (400, 200)), of="art\\fox.png"))
    assert (picture.width, picture.height) == (30, 15)


def test_too_few_pixels_are_told_with_those_wanted(drawn):
    (finding,) = check_pictures(drawn("fox.png", Image.new("RGB", (100, 50))))
    assert finding.code == "low-resolution"
    assert "art/fox.png has 100 x 50 pixels, 85 to the inch" in finding.message
    assert finding.message.endswith("expected 200 or more: 237 x 119 pixels")
    assert codes(drawn("fox.png", Image.new("RGB", (300, 150)))) == []

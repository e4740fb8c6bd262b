"""Bleed that is made of a picture which ends at the trim: mirrored, stretched, or in the colour of its edge."""

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from PIL import Image

from cardgen.definitions.load import load_game
from cardgen.faces.bleed import LAP, TRIM_TOLERANCE, bands
from cardgen.faces.compose import Composer
from cardgen.faces.ink import low_ink
from cardgen.faces.picture_checks import check_pictures
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Document, Group, Page, Use
from cardgen.pdf.flat import flatten
from cardgen.pdf.raster import Rasteriser
from cardgen.pdf.write import write_pdf
from cardgen.store.library import Home
from cardgen.svg.write import SvgWriter, face_svg

PIXELS = 4  # to the mm
BLEED = 3.0
RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90"><rect width="60" height="90" fill="#00ff00"/>
<rect width="2" height="90" fill="#ff0000"/><rect x="58" width="2" height="90" fill="#0000ff"/></svg>"""


def striped(width=600, height=900):
    """Green, with 2 mm of red on the left and 2 mm of blue on the right of a card of 60 x 90 mm."""
    image = Image.new("RGB", (width, height), GREEN)
    image.paste(RED, (0, 0, width // 30, height))
    image.paste(BLUE, (width - width // 30, 0, width, height))
    return image


@pytest.fixture
def drawn(compose, tmp_path):
    """drawn(file, data, bleed=..., **field) -> a Composer of a card that is this picture."""

    def make(file, data, printed=BLEED, **field):
        path = tmp_path / "zoo" / "art" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(data, Image.Image):
            data.save(path)
        else:
            path.write_text(data)
        fields = {"art": {"draw": "picture", "of": f"art/{file}", **field}}
        return compose(fields, bleed=printed)

    return make


def document(composer, language="en"):
    face = composer.face(composer.sides[0], language)
    bleed, symbols = face.bleed, {**composer.supplies.symbols, face.name: face.symbol}
    box = (0.0, 0.0, face.width + 2 * bleed, face.height + 2 * bleed)
    page = Page(box[2], box[3], (Use(face.name, (1, 0, 0, 1, bleed, bleed)),), box, box)
    return Document("", "en", "", (page,), symbols, {}, composer.supplies.pictures)


def seen(composer, told=None):
    """seen(x, y) -> the colour there, in mm from the trim's upper left corner."""
    told = told or document(composer)
    (page,) = told.pages
    width, height = (round(side * PIXELS) for side in (page.width, page.height))
    pixels = Rasteriser.of(told).page(0, width, height)
    image = Image.frombytes("RGB", (width, height), bytes(pixels.data))
    bleed = (page.width - 60) / 2

    def at(x, y):
        found = image.getpixel((int((x + bleed) * PIXELS), int((y + bleed) * PIXELS)))
        return tuple(255 * (part > 127) for part in found)

    return at


@pytest.mark.parametrize(("file", "data"), [("fox.png", striped()), ("fox.svg", SVG)], ids=["pixels", "svg"])
class TestOfEither:
    def test_it_is_mirrored_outwards(self, drawn, file, data):
        at = seen(drawn(file, data, bleed="mirror"))
        assert [at(-1, 45), at(-2.7, 45), at(61, 45), at(62.7, 45)] == [RED, GREEN, BLUE, GREEN]
        assert [at(30, -2.9), at(30, 92.9), at(-1, -2.9), at(-2.7, -2.9), at(61, 92)] == [
            GREEN,
            GREEN,
            RED,
            GREEN,
            BLUE,
        ]

    def test_or_its_last_pixels_are_stretched(self, drawn, file, data):
        at = seen(drawn(file, data, bleed="stretch"))
        assert [at(-1, 45), at(-2.9, 45), at(61, 45), at(62.9, 45)] == [RED, RED, BLUE, BLUE]
        assert [at(30, -2.9), at(-2.9, -2.9), at(62.9, 92.9)] == [GREEN, RED, BLUE]

    @pytest.mark.parametrize("card, made", [("fox", True), ("owl", False)])
    def test_a_card_decides_whether_it_is_made(self, drawn, file, data, card, made):
        at = seen(drawn(file, data, bleed={"by": "card.id", card: "stretch", "else": "none"}))
        assert (at(-2.9, 45) == RED) == made

    def test_without_it_the_paper_shows(self, drawn, file, data):
        assert seen(drawn(file, data))(-1, 45) == WHITE

    def test_no_seam_shows_at_the_trim(self, drawn, file, data):
        at = seen(drawn(file, data, bleed="mirror"))
        assert {at(0.05 * step, 45) for step in range(-20, 20)} == {RED}

    def test_minus_bleed_is_where_the_made_bleed_ends(self, drawn, file, data):
        edges = dict.fromkeys(("left", "right", "top", "bottom"), "-bleed")
        whole, plain = drawn(file, data, bleed="mirror", **edges), drawn(file, data, bleed="mirror")
        assert document(whole).symbols == document(plain).symbols

    def test_a_bleed_of_its_own_is_kept_and_goes_on(self, drawn, file, data):
        edges = dict.fromkeys(("left", "right", "top", "bottom"), -2)
        at = seen(drawn(file, data, printed=4.0, bleed="mirror", fit="cover", **edges))
        assert [at(-1, 45), at(0.3, 45), at(-3, 45)] == [RED, GREEN, RED]

    def test_only_edges_at_the_trim_have_it(self, drawn, file, data):
        at = seen(drawn(file, data, bleed="mirror", fit="cover", left=0, right=0, top=10, height=40))
        assert [at(-1, 30), at(61, 30), at(30, 8), at(30, -1), at(30, 52)] == [RED, BLUE, WHITE, WHITE, WHITE]

    def test_a_turned_picture_has_it_at_the_edges_that_it_comes_to(self, drawn, file, data):
        at = seen(drawn(file, data, bleed="mirror", width=90, height=60, fit="cover", turn=90))
        assert [at(30, -1), at(30, 91), at(-1, 45), at(61, 45)] == [RED, BLUE, GREEN, GREEN]

    def test_a_group_that_is_scaled_is_no_obstacle(self, compose, drawn, file, data):
        drawn(file, data)
        art = {"draw": "picture", "of": f"art/{file}", "bleed": "mirror"}
        group = {"draw": "group", "scale": 2, "width": 30, "height": 45, "fields": {"art": art}}
        at = seen(compose({"half": group}))
        assert [at(-1, 45), at(-2.7, 45), at(61, 45)] == [RED, GREEN, BLUE]

    def test_what_stretches_is_not_taken_for_coarse(self, drawn, file, data):
        for how in ("mirror", "stretch"):
            assert list(check_pictures(drawn(file, data, bleed=how))) == []

    def test_no_bleed_is_made_where_none_is_printed(self, drawn, file, data):
        face = drawn(file, data, printed=0.0, bleed="mirror")
        assert face.face(face.sides[0], "en").items == drawn(file, data, printed=0.0).face(face.sides[0], "en").items

    def test_the_file_grows_by_little(self, drawn, file, data):
        plain, made = (len(write_pdf(document(drawn(file, data, **more)))) for more in ({}, {"bleed": "mirror"}))
        assert made - plain < 1500

    def test_low_ink_does_without_it(self, drawn, file, data):
        composer = drawn(file, data, bleed="mirror")
        saved, _ = low_ink({"fox": composer.face(composer.sides[0], "en")}, composer.supplies.symbols)
        *around, own = saved["fox"].items
        assert [repr(item) for item in around] == 8 * [repr(Group(()))] and own != Group(())

    def test_the_desk_shows_the_same(self, drawn, file, data):
        composer = drawn(file, data, bleed="mirror")
        drawer = SvgWriter(composer.supplies.symbols, composer.supplies.pictures)
        shown = face_svg(composer.face(composer.sides[0], "en"), drawer)
        assert shown.count("<image") <= 1 and shown.count("matrix(-1 ") == 6


@pytest.mark.parametrize("how", ["mirror", "stretch"])
def test_what_lets_see_through_is_laid_flat_with_its_bleed(drawn, how):
    """As for houses that take no transparency."""
    image = striped().convert("RGBA")
    image.putpixel((300, 450), (0, 0, 0, 90))
    composer = drawn("fox.png", image, bleed=how)
    at = seen(composer, flatten(document(composer)))
    assert [at(-1, 45), at(61, 45), at(30, -2), at(30, 92), at(30, 30)] == [RED, BLUE, GREEN, GREEN, GREEN]


def test_a_language_that_is_laid_out_from_the_right_has_it_on_that_side(drawn, tmp_path):
    drawn("fox.png", striped(), bleed="mirror", fit="cover", left=-10, width=50, top=20, height=30, turn=90)
    file = tmp_path / "zoo/game.yaml"
    told = yaml.safe_load(file.read_text("utf-8"))
    told["look"]["mirrored"] = ["fr"]
    file.write_text(yaml.safe_dump(told), "utf-8")
    composer = Composer(load_game(Home(tmp_path / "zoo", None, ())))
    shown = {language: seen(composer, document(composer, language)) for language in ("en", "fr")}
    assert [shown["en"](-1, 35), shown["en"](61, 35)] == [GREEN, WHITE]
    assert [shown["fr"](-1, 35), shown["fr"](61, 35)] == [WHITE, GREEN]


def test_the_colour_of_its_edge_is_that_of_most_of_it(drawn):
    image = striped()
    image.paste((20, 30, 40), (0, 0, 600, 900))
    image.paste(RED, (200, 0, 260, 900))
    composer = drawn("fox.png", image, bleed="colour")
    ground, _ = composer.face(composer.sides[0], "en").items
    assert ground.fill == "#141e28"
    assert seen(composer)(-2.9, -2.9) == (0, 0, 0)
    (ground, _) = drawn("fox.png", image, printed=0.0, bleed="colour").face(composer.sides[0], "en").items
    assert ground.fill == "#141e28"  # what lets see through shows it, whatever bleed is printed


def test_what_is_cut_or_clear_has_no_part_in_that_colour(drawn):
    image = Image.new("RGBA", (900, 900), (0, 255, 0, 255))
    image.paste((255, 0, 0, 255), (0, 0, 900, 900))
    image.paste((0, 0, 255, 255), (150, 0, 750, 900))  # what `cover` shows of it
    image.paste((9, 9, 9, 0), (150, 0, 750, 500))
    composer = drawn("fox.png", image, bleed="colour", fit="cover")
    ground, _ = composer.face(composer.sides[0], "en").items
    assert ground.fill == "#0000ff"


@pytest.mark.parametrize(
    ("data", "more", "told"),
    [
        (striped(), {"bleed": "mirrored"}, "fields.art.bleed: expected one of 'none', 'mirror', 'stretch', 'colour'"),
        (striped(), {"bleed": "mirror", "corners": 3}, "fields.art.bleed: a picture with round corners has no edge"),
        (striped(), {"bleed": "mirror", "turn": 10, "width": 50, "height": 70}, "expected a turn of 0, 90, 180 or 270"),
        (SVG, {"bleed": "colour"}, "fields.art.bleed: an SVG picture has no edge pixels"),
        (Image.new("RGBA", (60, 90)), {"bleed": "colour"}, "fields.art.bleed: all of the edge of 'art/fox"),
    ],
)  # fmt: skip
def test_faults_are_told_at_the_key(drawn, data, more, told):
    with pytest.raises(InputError) as error:
        drawn("fox.svg" if isinstance(data, str) else "fox.png", data, **more)
    (fault,) = error.value.faults
    assert told in fault.message
    assert fault.place.file.endswith("layouts/beast.yaml") and fault.place.line > 1


LENGTHS = st.floats(0.5, 200)


@settings(max_examples=200)
@given(st.sampled_from(["mirror", "stretch"]), st.floats(-3, 3), LENGTHS, st.floats(-8, 8), st.floats(0, 8), LENGTHS)
def test_bands_reach_from_the_pictures_end_to_that_of_the_bleed(how, start, length, before, bleed, trim):
    """And show nothing but what is in the picture."""
    # Where a length is the bound itself, rounding decides
    assume(abs(bleed - before - 1e-6) > 1e-9 and abs(before + TRIM_TOLERANCE) > 1e-9)
    end = start + length
    found = bands(how, (start, end), (start + before, start + before + trim), bleed)
    middle, *rest = found
    assert (middle.first, middle.last) == (start, end)
    assert len(rest) <= 2
    for band in rest:
        low, high = sorted((band.at(band.first), band.at(band.last)))
        assert band.first >= start - 1e-6 and band.last <= end + 1e-6
        outer = (start + before - bleed, start + before + trim + bleed)
        assert low == pytest.approx(outer[0], abs=1e-6) or high == pytest.approx(outer[1], abs=1e-6)
        assert low == pytest.approx(end - LAP, abs=1e-6) or high == pytest.approx(start + LAP, abs=1e-6)
    reaches = start - (start + before) <= TRIM_TOLERANCE and start > start + before - bleed + 1e-6
    assert reaches == any(min(band.at(band.first), band.at(band.last)) < start for band in rest)

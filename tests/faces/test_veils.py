"""What fields are laid over others under: opacity, blend modes and masks, as they are seen on a printed face."""

import io

import pypdfium2
import pytest
import resvg_py
from PIL import Image

from cardgen.definitions.load import load_game
from cardgen.desk.gallery import svg_of
from cardgen.faces.checks import check_faces
from cardgen.faces.compose import Composer
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Document, Group, Page, Picture, Shape, Text, Use
from cardgen.graphics.needs import prune
from cardgen.pdf.flat import flatten
from cardgen.pdf.inks import PressInks
from cardgen.pdf.raster import Rasteriser
from cardgen.pdf.write import write_pdf
from cardgen.store.library import Home
from cardgen.validation.behind import Behind
from cardgen.validation.overlaps import check_overlaps
from tests.faces.conftest import flat
from tests.icc import press_profile
from tests.svg.drawn import unlike

WHOLE = {"draw": "rectangle", "fill": "#000000"}
HALF = {"draw": "rectangle", "fill": "#000000", "left": 0, "width": 30, "top": 0, "height": 90}
PER_MM = 4


@pytest.fixture
def seen(compose):
    """seen(fields, *places, **more) -> the colours of the first card's front at places in mm."""

    def look(fields, *places, **more):
        composer = compose(fields, **more)
        return [picture_of(composer).getpixel((round(PER_MM * x), round(PER_MM * y))) for x, y in places]

    return look


def document_of(composer):
    """A page with the first card's front in English."""
    face, supplies = composer.face(composer.sides[0], "en"), composer.supplies
    box = (0.0, 0.0, face.width, face.height)
    fonts = {name: font.source for name, font in supplies.fonts.items()}
    page = Page(face.width, face.height, (Use(face.name),), box, box)
    symbols = supplies.symbols | {face.name: face.symbol}
    return prune(Document("", "en", "", (page,), symbols, fonts, supplies.pictures))


def rendered(document):
    size = 60 * PER_MM, 90 * PER_MM
    return Image.frombytes("RGB", size, Rasteriser.of(document).page(0, *size).data)


def picture_of(composer):
    return rendered(document_of(composer))


def near(*colour):
    return pytest.approx(colour, abs=3)


def faults(compose, fields, **more):
    with pytest.raises(InputError) as error:
        compose(fields, **more)
    return [(fault.message, fault.place) for fault in error.value.faults]


# Opacity


@pytest.mark.parametrize("opacity", [0.4, "40 %", "40%", "{card.seen}", {"by": "card.id", "fox": 0.4}])
def test_a_field_is_seen_as_far_as_its_opacity_says(seen, opacity):
    card = {"seen": "40 %"} if opacity == "{card.seen}" else {}
    colours = seen({"a": WHOLE | {"opacity": opacity}}, (30, 45), cards={"fox": card})
    assert colours == [near(153, 153, 153)]


def test_a_group_is_put_together_before_it_is_made_transparent(seen):
    """Two black squares, one above the other, are no darker than one."""
    inner = {"a": WHOLE, "b": HALF}
    assert seen({"g": {"draw": "group", "fields": inner, "opacity": 0.5}}, (15, 45), (45, 45)) == [
        near(128, 128, 128), near(128, 128, 128),
    ]  # fmt: skip
    each = {name: field | {"opacity": 0.5} for name, field in inner.items()}
    assert seen(each, (15, 45), (45, 45)) == [near(64, 64, 64), near(128, 128, 128)]


def test_groups_stand_in_groups_and_are_drawn_once_more(seen):
    box = {"left": 0, "width": 20, "top": 0, "height": 20}
    inner = {"draw": "group", "fields": {"a": WHOLE, "b": HALF}, "opacity": 0.5}
    outer = {"draw": "group", "fields": {"in": inner, "c": WHOLE | {"left": 0, "width": 5}}, "opacity": 0.5, **box}
    fields = {"g": outer, "again": {"same": "g"}}
    assert seen(fields, (2, 10), (15, 10), (45, 80), (58, 80)) == [
        near(128, 128, 128), near(191, 191, 191), near(191, 191, 191), near(128, 128, 128),
    ]  # fmt: skip


def test_a_part_and_fields_that_are_repeated_have_one_too(seen):
    row = WHOLE | {"opacity": "{i * 0.25}", "repeat": {"i": "1 to 3", "lay": "row"}, "left": 0, "width": 20}
    assert seen({"r": row}, (10, 45), (30, 45), (50, 45)) == [
        near(191, 191, 191), near(128, 128, 128), near(64, 64, 64),
    ]  # fmt: skip


@pytest.mark.parametrize("opacity", [40, "140 %", -0.1, "much", [0.5]])
def test_an_opacity_is_a_part_of_one_or_a_percentage(compose, opacity):
    ((message, place),) = faults(compose, {"a": WHOLE | {"opacity": opacity}})
    assert "opacity: expected a number from 0 to 1 or a percentage such as 40 %, got" in message
    assert place.line and place.file.endswith("layouts/beast.yaml")


def test_one_that_a_card_gives_is_told_where_the_card_gives_it(compose):
    ((message, place),) = faults(compose, {"a": WHOLE | {"opacity": "{card.seen}"}}, cards={"fox": {"seen": 40}})
    assert "fox.seen: expected a number from 0 to 1" in message and place.file.endswith("game.yaml")


def test_a_field_that_covers_is_drawn_as_before(items):
    (shape,) = items({"a": WHOLE | {"opacity": 1, "blend": "normal"}})
    assert isinstance(shape, Shape)


# Blend modes, by the formulas of ISO 32000-1, 11.3.5.2: what each makes of b below and s above, from 0 to 1


def hard_light(b, s):
    return 2 * b * s if s <= 0.5 else b + (2 * s - 1) - b * (2 * s - 1)


def soft_light(b, s):
    root = ((16 * b - 12) * b + 4) * b if b <= 0.25 else b**0.5
    return b - (1 - 2 * s) * b * (1 - b) if s <= 0.5 else b + (2 * s - 1) * (root - b)


MODES = {
    "normal": lambda b, s: s,
    "multiply": lambda b, s: b * s,
    "screen": lambda b, s: b + s - b * s,
    "overlay": lambda b, s: hard_light(s, b),
    "darken": min,
    "lighten": max,
    "color-dodge": lambda b, s: 0.0 if not b else min(1.0, b / (1 - s)) if s < 1 else 1.0,
    "color-burn": lambda b, s: 1.0 if b == 1 else 1 - min(1.0, (1 - b) / s) if s else 0.0,
    "hard-light": hard_light,
    "soft-light": soft_light,
    "difference": lambda b, s: abs(b - s),
    "exclusion": lambda b, s: b + s - 2 * b * s,
}
BELOW, ABOVE = (0x20, 0x80, 0xD0), (0xB0, 0x40, 0xF0)


def coloured(rgb):
    return "#" + bytes(rgb).hex()


@pytest.mark.parametrize("mode", MODES)
def test_colours_blend_with_what_lies_below_on_the_face(seen, mode):
    fields = {
        "below": WHOLE | {"fill": coloured(BELOW)},
        "above": HALF | {"fill": coloured(ABOVE), "blend": mode},
    }
    blended = tuple(round(255 * MODES[mode](b / 255, s / 255)) for b, s in zip(BELOW, ABOVE, strict=True))
    assert seen(fields, (15, 45), (45, 45)) == [near(*blended), near(*BELOW)]


def test_on_bare_paper_they_blend_with_white(seen, items):
    field = {"a": HALF | {"fill": coloured(ABOVE), "blend": "difference"}}
    assert seen(field, (15, 45)) == [near(*(255 - part for part in ABOVE))]
    ground, *_ = items(field)
    assert isinstance(ground, Shape) and ground.fill == "#ffffff"


def test_a_blend_takes_an_opacity_and_a_group(seen):
    inner = {"a": HALF | {"fill": "#ff8000"}, "b": HALF | {"fill": "#808080", "height": 45}}
    group = {"draw": "group", "fields": inner, "blend": "multiply", "opacity": 0.5}
    below = WHOLE | {"fill": "#8080ff"}
    assert seen({"below": below, "g": group}, (15, 20), (15, 70)) == [near(96, 96, 191), near(128, 96, 128)]


def test_a_blend_mode_that_there_is_not_is_told_with_those_that_there_are(compose):
    ((message, place),) = faults(compose, {"a": WHOLE | {"blend": "multipli"}})
    assert "blend: expected one of 'normal', 'multiply'" in message and "did you mean 'multiply'?" in message
    assert place.line


# What the check of contrast sees of them

WORDS = {"draw": "text", "text": "Fox", "left": 10, "right": 10, "top": 40, "height": 10}


def codes(composer):
    return [finding.code for finding in check_faces(composer, Behind(composer))]


@pytest.mark.parametrize(
    ("words", "ground", "expected"),
    [
        ({"colour": "#000000"}, {"fill": "#ffffff"}, []),
        ({"colour": "#000000", "opacity": 0.3}, {"fill": "#ffffff"}, ["low-contrast"]),
        ({"colour": "#000000", "opacity": 0.9}, {"fill": "#ffffff"}, []),
        ({"colour": "#000000"}, {"fill": "#000000", "opacity": 0.2}, []),
        ({"colour": "#000000"}, {"fill": "#000000", "opacity": 0.8}, ["low-contrast"]),
        ({"colour": "#ffffff"}, {"fill": "#000000", "opacity": 0.2}, ["low-contrast"]),
        ({"colour": "#ffffff", "blend": "multiply"}, {"fill": "#000000"}, ["low-contrast"]),
        ({"colour": "#ffffff", "blend": "difference"}, {"fill": "#ffffff"}, []),
        ({"colour": "#808080", "blend": "screen"}, {"fill": "#ffffff"}, ["low-contrast"]),
        ({"colour": "#000000"}, {"fill": "#303030", "blend": "screen"}, []),
    ],
)
def test_the_contrast_is_that_of_what_is_seen(compose, words, ground, expected):
    assert codes(compose({"ground": WHOLE | ground, "words": WORDS | words})) == expected


@pytest.mark.parametrize("dark", ["#757575", "#0077c6"])
def test_the_contrast_with_white_pixels_is_that_with_white(compose, dark):
    """Just enough on white (4.6:1), both ways: colours are told as they are, and not in steps."""
    ground, veil = WHOLE | {"fill": "#ffffff"}, WHOLE | {"fill": "#ffffff", "opacity": 0.5}
    assert codes(compose({"ground": ground, "veil": veil, "words": WORDS | {"colour": dark}})) == []
    ground = WHOLE | {"fill": dark, "opacity": 0.999}
    assert codes(compose({"ground": ground, "words": WORDS | {"colour": "#ffffff"}})) == []


def test_the_contrast_of_words_in_a_group_is_that_of_what_is_seen(compose):
    inner = {"plate": WHOLE | {"fill": "#ffffff"}, "words": WORDS}
    group = {"draw": "group", "fields": inner}
    below = WHOLE | {"fill": "#202020"}
    assert codes(compose({"below": below, "g": group | {"opacity": 0.9}})) == []
    assert codes(compose({"below": below, "g": group | {"opacity": 0.3}})) == ["low-contrast"]


# Masks


@pytest.fixture
def art(tmp_path):
    """art(file, picture) -> its name, once it lies in the game's folder."""

    def keep(file, data):
        path = tmp_path / "zoo" / "art" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        data.save(path) if isinstance(data, Image.Image) else path.write_text(data)
        return f"art/{file}"

    return keep


SQUARE = WHOLE | {"left": 10, "width": 40, "top": 20, "height": 40}
MIDDLE, CORNER = (30, 40), (11, 21)
BLACK, WHITE = (0, 0, 0), (255, 255, 255)


@pytest.mark.parametrize(
    "mask", ["ellipse", "circle", "hexagon", "rounded 12 mm", {"path": "M50 0 L100 50 L50 100 L0 50 Z"}, "{card.cut}"]
)
def test_a_shape_is_a_mask(seen, mask):
    card = {"cut": "circle"} if mask == "{card.cut}" else {}
    assert seen({"a": SQUARE | {"mask": mask}}, MIDDLE, CORNER, (30, 10), cards={"fox": card}) == [BLACK, WHITE, WHITE]


def test_a_shape_keeps_its_proportions_and_is_a_clip(items, seen):
    fields = {"a": WHOLE | {"mask": "hexagon flat"}}  # 60 x 52 mm on 60 x 90 mm
    (group,) = items(fields)
    assert group.clip and group.mask is None
    assert seen(fields, (30, 18), (30, 20), (30, 70), (30, 72)) == [WHITE, BLACK, BLACK, WHITE]


def test_a_mask_turns_with_its_field_and_may_have_holes(seen):
    ring = {"path": "M0 0 H100 V100 H0 Z M25 25 V75 H75 V25 Z"}
    assert seen({"a": SQUARE | {"mask": ring}}, MIDDLE, (12, 40)) == [WHITE, BLACK]
    half = {"path": "M0 0 H50 V100 H0 Z"}
    assert seen({"a": SQUARE | {"mask": half, "turn": 90}}, (30, 30), (30, 50)) == [BLACK, WHITE]


def test_a_picture_is_a_mask_by_its_alpha_or_else_by_its_light(seen, art):
    soft = Image.new("RGBA", (40, 10), (0, 0, 0, 255))
    soft.paste((255, 0, 0, 51), (20, 0, 40, 10))
    hard = Image.new("RGB", (40, 10), "white")
    hard.paste((51, 51, 51), (20, 0, 40, 10))
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="2" height="1" fill="red"/></svg>'
    places = ((20, 40), (40, 40))
    for name, mask, right in (("soft.png", soft, 204), ("hard.png", hard, 204), ("cut.svg", svg, 255)):
        field = SQUARE | {"mask": art(name, mask)}
        assert seen({"a": field}, *places) == [near(*BLACK), near(right, right, right)], name


def test_a_mask_is_named_by_the_card(seen, art):
    art("fox.png", Image.new("L", (4, 4), 255))
    assert seen({"a": SQUARE | {"mask": "art/{card.id}.png"}}, MIDDLE) == [near(*BLACK)]


WINDOW = {"draw": "ellipse", "left": 20, "width": 20, "top": 30, "height": 20}


def test_the_outline_of_another_field_is_a_mask_whether_it_is_filled_or_not(seen, items):
    places = MIDDLE, (21, 31), (12, 40)
    for window in (WINDOW, WINDOW | {"fill": "#000000"}, WINDOW | {"stroke": "#000000"}):
        fields = {"a": SQUARE | {"mask": {"field": "w"}}, "w": window}
        assert seen(fields, *places) == [BLACK, WHITE, WHITE]
    assert items(fields)[0].clip


def test_one_that_is_turned_or_in_the_same_group_lies_where_it_is_seen(seen):
    bar = {"draw": "rectangle", "left": 0, "width": 40, "top": 15, "height": 10, "turn": 90}
    fields = {"a": WHOLE | {"mask": {"field": "bar"}, "turn": 90}, "bar": bar}
    group = {"draw": "group", "fields": fields, "left": 10, "width": 40, "top": 20, "height": 40}
    assert seen({"g": group}, MIDDLE, (30, 25), (15, 40)) == [BLACK, BLACK, WHITE]


def test_all_of_a_field_that_is_repeated_is_a_mask_and_so_are_words(seen, compose):
    holes = WINDOW | {"left": 10, "width": 10, "repeat": {"i": "1 to 2", "lay": "row", "gap": 20}}
    assert seen({"a": SQUARE | {"mask": {"field": "w"}}, "w": holes}, (15, 40), (30, 40), (45, 40)) == [
        BLACK, WHITE, BLACK,
    ]  # fmt: skip
    words = {"draw": "text", "text": "III", "size": 60, "left": 10, "width": 40, "top": 20, "height": 40}
    filled = {"w": words, "a": SQUARE | {"fill": "#ff0000", "mask": {"field": "w"}}}
    red, black = (sum(picture_of(compose(of)).convert("L").histogram()[:128]) for of in (filled, {"w": words}))
    assert red == pytest.approx(black, rel=0.1) and black > 1000


def test_where_both_are_repeated_each_is_masked_by_the_one_of_its_number(seen):
    repeat = {"i": "1 to 2", "lay": "row"}
    window = WINDOW | {"left": 0, "width": 20, "top": 20, "repeat": repeat, "height": "{20 * i}"}
    whole = WHOLE | {"left": 0, "width": 60, "top": 0, "height": 90, "opacity": 0.5, "mask": {"field": "w"}}
    pair = {"a": whole | {"repeat": {"i": "1 to 2"}}, "w": window}
    assert seen(pair, (10, 30), (30, 30), (30, 50)) == [near(128, 128, 128)] * 3
    group = {"draw": "group", "fields": {"a": WHOLE}, "repeat": {"i": "1 to 2"}, "opacity": 0.5}
    assert seen({"g": group | {"mask": {"field": "w"}}, "w": window}, (10, 30), (30, 50)) == [near(128, 128, 128)] * 2


def test_a_part_is_laid_as_one_and_its_fields_mask_each_other(seen):
    inner = {"a": WHOLE | {"mask": {"field": "w"}}, "w": {"draw": "ellipse"}, "b": WHOLE | {"mask": "ellipse"}}
    part = {"draw": "part", "of": "sign", "opacity": 0.5, "left": 10, "width": 40, "top": 20, "height": 40}
    assert seen({"p": part}, MIDDLE, CORNER, figure=inner) == [near(128, 128, 128), WHITE]


def test_a_field_that_is_not_drawn_masks_nothing(seen):
    window = WINDOW | {"when": "card.window"}
    fields = {"a": SQUARE | {"mask": {"field": "w"}}, "w": window}
    assert seen(fields, CORNER) == [BLACK]


def test_groups_and_words_have_masks_too(seen, compose):
    group = {"draw": "group", "fields": {"a": WHOLE}, "mask": "ellipse", "scale": 0.5, "turn": 90}
    assert seen({"g": group | {"left": 10, "width": 40, "top": 20, "height": 20}}, (30, 30), (26, 21), (30, 38)) == [
        BLACK, WHITE, BLACK,
    ]  # fmt: skip
    words = {"t": WORDS | {"mask": "ellipse"}}
    (group,) = compose(words).face(compose(words).sides[0], "en").items
    assert group.clip and [item.text for item in flat([group]) if isinstance(item, Text)] == ["Fox"]


@pytest.mark.parametrize(
    ("mask", "told", "key"),
    [
        ("hexagn", "expected a shape such as ellipse", "mask"),
        ("{card.cut}", "expected a shape such as ellipse", "cut"),
        ("art/none.png", "none.png", "mask"),
        ({"field": "windw"}, "there is no other field 'windw'; did you mean 'window'?", "field"),
        ({"field": "a"}, "there is no other field 'a'", "field"),
        ({"path": "M0 0 K"}, "expected SVG path data", "path"),
        ({"path": ""}, "that draws nothing", "path"),
        ({"path": "M0 0 H9 V9 Z", "view": "0 0"}, "expected a view box", "view"),
        ({"path": "M0 0 H9 V9 Z", "viw": "0 0 1 1"}, "viw: unknown key; did you mean 'view'?", "viw"),
        ({"shape": "ellipse"}, "expected a shape such as ellipse", "shape"),
        (["ellipse"], "expected a shape such as ellipse, hexagon", "- ellipse"),
    ],
)
def test_a_mask_that_is_none_is_told_where_it_is_written(compose, tmp_path, mask, told, key):
    fields = {"a": SQUARE | {"mask": mask}, "window": WINDOW}
    card = {"cut": "hexagn"} if mask == "{card.cut}" else {}
    ((message, place),) = faults(compose, fields, cards={"fox": card})
    assert told in message
    line = (tmp_path / "zoo" / place.file).read_text("utf-8").splitlines()[place.line - 1]
    assert key in line


# The desk shows what is printed


def test_the_faces_of_the_desk_show_the_same(compose, art):
    soft = Image.linear_gradient("L").resize((40, 40))
    alpha = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
    alpha.paste((0, 0, 0, 200), (5, 5, 35, 35))
    box, part = {"width": 20, "height": 20}, WHOLE | {"left": 0, "width": 10}
    fields = {
        "ground": WHOLE | {"fill": "#3060c0", "top": 30, "height": 60},
        "blend": WHOLE | {"fill": "#ffcc00", "blend": "multiply", "left": 5, "top": 20, **box},
        "screen": WHOLE | {"fill": "#802020", "blend": "screen", "left": 30, "top": 20, **box},
        "light": WHOLE | {"fill": "#ffffff", "mask": art("soft.png", soft), "left": 5, "top": 45, **box},
        "alpha": WHOLE | {"fill": "#00ff00", "mask": art("alpha.png", alpha), "left": 30, "top": 45, **box},
        "shape": WHOLE | {"fill": "#ff0000", "mask": "hexagon", "opacity": 0.5, "left": 5, "top": 67, **box},
        "group": {"draw": "group", "fields": {"a": WHOLE, "b": part}, "opacity": 0.4, "left": 30, "top": 67, **box},
    }
    composer = compose(fields)
    svg = svg_of(composer, composer.face(composer.sides[0], "en"))
    size = {"width": 60 * PER_MM, "dpi": 96}
    data = resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", skip_system_fonts=True, **size)
    shown = Image.open(io.BytesIO(bytes(data))).convert("RGB")
    assert unlike(picture_of(composer), shown) < 0.005


# What print houses get


def test_without_transparency_what_is_seen_through_becomes_pixels_and_looks_the_same(compose):
    words = WORDS | {"top": 70, "colour": "#ffffff"}
    fields = {"ground": WHOLE | {"fill": "#3060c0"}, "veil": SQUARE | {"fill": "#ffcc00", "blend": "multiply"},
              "cut": SQUARE | {"fill": "#ff0000", "mask": "ellipse", "left": 15}, "words": words}  # fmt: skip
    composer = compose(fields)
    document = document_of(composer)
    flat_one = flatten(document)
    (face,) = flat_one.symbols.values()
    assert any(isinstance(item, Picture) for item in face.items)
    assert any(isinstance(item, Text) for item in face.items)  # words above it stay words
    assert all(item.plain for item in face.items if isinstance(item, Group))
    assert unlike(rendered(document), rendered(flat_one)) < 0.01


def test_masks_and_blends_are_printed_in_the_inks_of_a_press(compose, art):
    light = Image.linear_gradient("L").resize((40, 40))
    field = SQUARE | {"fill": "#ffffff", "mask": art("light.png", light)}
    document = document_of(compose({"ground": WHOLE, "a": field}))
    pdf = write_pdf(document, PressInks(press_profile()))
    shown = pypdfium2.PdfDocument(pdf)[0].render(scale=PER_MM * 25.4 / 72).to_pil().convert("L")
    black, *rest = (shown.getpixel((30 * PER_MM, y * PER_MM)) for y in (10, 25, 40, 55))
    assert rest == pytest.approx([black + (255 - black) * part for part in (1 / 8, 1 / 2, 7 / 8)], abs=4)


# What hides, and what a draft shows


def overlaps(composer):
    return [finding.code for finding in check_overlaps(composer)]


def test_words_are_hidden_by_what_covers_them_and_seen_through_what_does_not(compose):
    words, cover = WORDS | {"colour": "#000000"}, SQUARE | {"fill": "#ffffff"}
    assert overlaps(compose({"words": words, "cover": cover})) == ["text-hidden"]
    assert overlaps(compose({"words": words, "cover": cover | {"blend": "multiply"}})) == []
    assert overlaps(compose({"words": words, "cover": cover | {"opacity": 0.5}})) == []
    hole = {"path": "M0 0 H100 V100 H0 Z M1 1 V99 H99 V1 Z"}
    assert overlaps(compose({"words": words, "cover": cover | {"mask": hole}})) == []


@pytest.mark.parametrize("mask", ["hexagn", "art/none.png"])
def test_a_draft_marks_a_field_whose_mask_is_none(compose, tmp_path, mask):
    with pytest.raises(InputError):
        compose({"a": SQUARE | {"mask": mask}})
    composer = Composer(load_game(Home(tmp_path / "zoo", None, ())), draft=True)
    assert composer.marked_faults(["en"]) and composer.reading(composer.sides[0]).faulty("en") == ["a"]
    assert composer.face(composer.sides[0], "en").items


def test_words_that_are_a_mask_are_seen_as_what_they_show(compose):
    """Their own colour is hidden by what fills them."""
    words = WORDS | {"colour": "#ffffff", "text": "III", "size": 30}
    fill = SQUARE | {"mask": {"field": "words"}}
    for colour, expected in (("#000000", []), ("#f0f0f0", ["low-contrast"])):
        composer = compose({"words": words, "fill": fill | {"fill": colour}})
        assert (codes(composer), overlaps(composer)) == (expected, [])
    words |= {"colour": "#000000"}
    composer = compose({"words": words, "fill": fill, "cover": SQUARE | {"fill": "#00ff00"}})
    assert overlaps(composer) == ["text-hidden"]

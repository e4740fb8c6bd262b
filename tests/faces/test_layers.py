"""Fields that are printed in foil or varnish."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.definitions.load import load_game
from cardgen.faces.checks import check_faces
from cardgen.faces.colour import contrast
from cardgen.faces.compose import Composer
from cardgen.faces.ink import low_ink
from cardgen.faces.layers import at_home, in_layer
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import FREE, SOLID, Group, Halo, Shape, Text, Use, extent
from cardgen.graphics.geometry import rectangle
from cardgen.graphics.layers import for_press, layer_mask, layers_alone, layers_of, process_colours, without_layers
from cardgen.store.library import Home
from cardgen.svg.write import SvgWriter, face_svg
from cardgen.validation.overlaps import check_overlaps
from tests.faces.conftest import flat
from tests.printing import write_game

LAYERS = '{foil: {ink: Gold foil, shown: "#c9a227"}, varnish: {ink: Spot varnish}}'
GOLD = "#c9a227"


@pytest.fixture
def card(tmp_path):
    """card(fields of the front) -> a Composer of its game."""

    def make(front, layers=LAYERS):
        folder = write_game(tmp_path / "game", front, None, ["a"])
        game = folder / "game.yaml"
        game.write_text(game.read_text().replace("look: {", f"look: {{layers: {layers}, "))
        return Composer(load_game(Home(folder, None, ())))

    return make


def face_of(composer):
    return composer.face(composer.sides[0], "en")


def test_a_layer_is_shown_in_its_likeness_and_kept_beside_it(card):
    face = face_of(
        card("  frame: {draw: rectangle, fill: red, stroke: ink, layer: foil}\n  sign: {draw: icon, of: acorn}\n")
    )
    frame = next(flat(face.items))
    assert (frame.fill, frame.stroke) == (GOLD, GOLD)
    (plate, sign) = for_press(face).items
    assert (plate.layer.name, plate.layer.ink) == ("foil", "Gold foil") and isinstance(sign, Use)
    (shape,) = plate.items
    assert (shape.fill, shape.stroke) == (SOLID, SOLID)
    assert process_colours(for_press(face)).items == (sign,)


def test_without_a_likeness_a_layer_is_left_out(card):
    face = face_of(card("  gloss: {draw: ellipse, fill: red, layer: varnish}\n"))
    assert face.items == () and list(layers_of(face.layered)) == ["varnish"]


def test_a_face_without_layers_is_what_it_was(card):
    face = face_of(card("  frame: {draw: rectangle, fill: red}\n"))
    assert face.layered == () and for_press(face) is face and process_colours(face) is face


FIELDS = {
    "text": '{draw: text, text: "Fox :acorn:", outline: red, layer: foil}',
    "icon": "{draw: icon, of: acorn, shade: blue, outline: 0.5, layer: foil}",
    "pips": "{draw: pips, of: acorn, count: 3, layer: foil}",
    "ring": "{draw: ring, count: 5, disc: red, width: 50, height: 50, layer: foil}",
    "gradient": '{draw: rectangle, fill: "gold to tomato, right", layer: foil}',
    "alpha": '{draw: path, d: "M0 0 H9 V9 Z", fill: "#ff000040", layer: foil}',
    "group": '{draw: group, width: 20, height: 9, turn: 30, layer: foil, fields: {w: {draw: text, text: "W"}}}',
    "turned": "{draw: rectangle, fill: red, turn: 20, width: 20, height: 9, layer: foil}",
    "repeated": "{draw: rectangle, fill: red, width: 5, height: 5, repeat: {i: 1 to 3, lay: row}, layer: foil}",
}


@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS.keys())
def test_whatever_a_field_draws_is_printed_wholly(card, field):
    face = face_of(card(f"  it: {field}\n"))
    assert without_layers(face.layered) in ((), tuple(Group((), each.matrix, each.clip) for each in face.layered))
    drawn = list(flat(face.layered))
    assert drawn
    for item in drawn:
        assert isinstance(item, (Shape, Text, Halo))
        assert {getattr(item, key, None) for key in ("fill", "stroke", "colour")} == {SOLID, None}
    assert {getattr(item, "fill", getattr(item, "colour", None)) for item in flat(face.items)} <= {GOLD, None}


def test_the_innermost_layer_counts_and_others_have_none(card):
    inner = "{w: {draw: ellipse, fill: red, layer: varnish}, x: {draw: ellipse, fill: red}}"
    front = f"  g: {{draw: group, width: 20, height: 20, layer: foil, fields: {inner}}}\n"
    layered = face_of(card(front + "  y: {draw: ellipse, fill: red}\n")).layered
    assert [isinstance(item, Group) and item.layer.name for item in layered] == ["varnish", "foil", False]


def test_a_field_drawn_again_keeps_its_layer(card):
    face = face_of(
        card(
            "  corner: {draw: ellipse, fill: red, width: 9, height: 9, left: 3, top: 3, layer: foil}\n"
            "  other: {same: corner}\n"
        )
    )
    (first, second) = face.layered
    assert first.layer and second.layer is None and list(layers_of([second])) == ["foil"]


def test_white_is_left_free(card):
    face = face_of(card("  code: {draw: qr, of: hello, width: 20, height: 20, layer: foil}\n"))
    assert {item.fill for item in flat(face.layered)} == {SOLID, FREE}
    (seen,) = face.items
    assert seen.mask and seen.items[0].fill == GOLD  # what is below is seen through
    assert "<mask" in face_svg(face, SvgWriter({}, {}))


def test_what_is_left_free_is_seen_with_low_ink(card):
    composer = card("  code: {draw: qr, of: hello, width: 20, height: 20, layer: foil}\n")
    faces, _ = low_ink({"it": face_of(composer)}, composer.supplies.symbols)
    (seen,) = faces["it"].items
    assert seen.mask and contrast(seen.items[0].fill, "#ffffff") >= 4.5
    assert extent(seen.items) == pytest.approx((21.5, 34, 41.5, 54))


@pytest.mark.parametrize(
    ("field", "where"),
    [
        ("  a: {draw: rectangle, fill: red, shadow: 1 1 2 ink, layer: foil}\n", "fields.a.layer: a draws pixels"),
        (
            "  g: {draw: group, width: 9, height: 9, layer: foil, "
            "fields: {a: {draw: icon, of: acorn, shadow: 1 1 2 ink}}}\n",
            "fields.g.layer: g.a draws pixels",
        ),
    ],
)
def test_what_fades_cannot_be_in_a_layer(card, field, where):
    with pytest.raises(InputError, match=where) as error:
        card(field)
    (fault,) = error.value.faults
    assert "expected shapes, texts, icons or vector pictures" in fault.message
    assert fault.place.line == 2


@pytest.mark.parametrize(
    ("layers", "told"), [(LAYERS, "there is no print layer 'foli'; did you mean 'foil'?"), ("{}", "look.layers")]
)
def test_an_unknown_layer_is_told_with_its_place(card, layers, told):
    with pytest.raises(InputError) as error:
        card("  a: {draw: rectangle, fill: red, layer: foli}\n", layers)
    (fault,) = error.value.faults
    assert told in fault.message and (fault.place.line, fault.place.column) == (2, 42)


@pytest.mark.parametrize("ink", ["Black", "all", "Cyan"])
def test_the_inks_of_a_press_are_no_layers(card, ink):
    with pytest.raises(InputError, match=f"look.layers.foil.ink: expected an ink beside .*{ink}"):
        card("  a: {draw: rectangle, fill: red}\n", f"{{foil: {{ink: {ink}}}}}")


def test_what_is_not_shown_hides_nothing_and_has_no_contrast(card):
    words = '  words: {draw: text, text: "Fox", height: 9, top: 20, left: 9, right: 9}\n'
    gloss = "  gloss: {draw: rectangle, fill: ink, layer: varnish}\n"
    said = '  said: {draw: text, text: "Owl", height: 9, top: 60, left: 9, right: 9, layer: varnish}\n'
    dark = "  ground: {draw: rectangle, fill: ink, top: 55}\n"
    composer = card(words + gloss + dark + said)
    assert not [*check_faces(composer), *check_overlaps(composer)]


def test_words_of_a_layer_must_not_be_cut_off(card):
    composer = card('  said: {draw: text, text: "Owl", height: 3, bottom: -2.5, left: 9, right: 9, layer: varnish}\n')
    assert [finding.code for finding in check_faces(composer)] == ["cut-off"]


def test_the_likeness_must_be_read(card):
    composer = card('  said: {draw: text, text: "Owl", height: 9, top: 9, left: 9, right: 9, layer: foil}\n')
    assert [finding.code for finding in check_faces(composer)] == ["low-contrast"]  # gold on white


def test_a_change_of_a_layer_changes_the_card(card, tmp_path):
    composer = card("  a: {draw: rectangle, fill: red, layer: varnish}\n")
    digest = composer.digest(face_of(composer))
    layout = tmp_path / "game/layouts/front.yaml"
    layout.write_text(layout.read_text().replace("rectangle", "ellipse"))
    other = Composer(load_game(Home(tmp_path / "game", None, ())))
    assert other.digest(face_of(other)) != digest


SQUARES = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 9), st.sampled_from(["", "foil", "varnish"])), max_size=6
)


@given(SQUARES)
def test_layers_and_the_rest_are_all_there_is(squares):
    from cardgen.graphics.drawing import Layer

    items = []
    for x, y, name in squares:
        shape = Shape(rectangle(x, y, x + 3, y + 3), fill="#ff0000")
        items.append(in_layer([shape], Layer(name, name, GOLD), {}) if name else shape)
    assert len(without_layers(items)) + len(layers_alone(items)) == len(items)
    assert len(at_home(items)) == len(items) and not layers_of(at_home(items))
    assert layers_of(items).keys() == {name for _, _, name in squares if name}


def test_what_lies_above_cuts_it_out_of_a_mask(card):
    from cardgen.graphics.drawing import Document, Page
    from cardgen.pdf.raster import Rasteriser

    front = (
        "  a: {draw: rectangle, fill: red, layer: foil}\n  hole: {draw: ellipse, fill: red, width: 30, height: 30}\n"
    )
    front += "  below: {draw: rectangle, fill: blue, left: 0, width: 20, under: a}\n"
    composer = card(front + "  gloss: {draw: rectangle, fill: ink, layer: varnish, top: 70}\n")
    mask = layer_mask(for_press(face_of(composer)), "foil")
    box = (0.0, 0.0, 63.0, 88.0)
    document = Document("", "en", "", (Page(63, 88, mask.items, box, box),), composer.supplies.symbols)
    pixels = Rasteriser.of(document).page(0, 63, 88)
    rows = [pixels.data[63 * 3 * y : 63 * 3 * (y + 1)] for y in range(88)]
    assert {bytes(rows[44][3 * 31 : 3 * 32])} == {b"\xff\xff\xff"}  # the ellipse
    for x, y in ((5, 44), (31, 5), (31, 80)):
        assert bytes(rows[y][3 * x : 3 * x + 3]) == b"\0\0\0"

"""Foil and varnish as print houses get them."""

import io

import numpy
import pikepdf
import pytest
from PIL import Image

from cardgen.export.houses.profile import houses
from cardgen.export.houses.reading_back import screen_colours
from cardgen.store.library import find_game
from tests.houses import HOUSE, files, found, house, layout, opened, operators

LAYERS = 'look: {layers: {foil: {ink: Gold foil, shown: "#c9a227"}, varnish: {ink: Vernis sélectif}}, '
FIELDS = """\
  frame: {draw: rectangle, fill: red, left: 10, right: 10, top: 50, bottom: 10, layer: foil}
  cut: {draw: ellipse, fill: "#ffff00", left: 20, width: 10, top: 60, height: 10}
  word: {draw: text, text: "words", left: 35, right: 12, top: 60, height: 8, size: 14}
  gloss: {draw: ellipse, fill: ink, left: 12, width: 10, top: 12, height: 10, layer: varnish}
"""
PICTURES = "name: Our House\nsends: pictures\nbleed: 3\nsafe: 5\nsizes: {poker: {size: 63 x 88 mm}}\n"
SPOTS = HOUSE.replace("first: back", "copies: no\nlayers: spots")


@pytest.fixture
def foil(game):
    """The game with print layers on its fronts."""
    yaml = game / "game.yaml"
    yaml.write_text(yaml.read_text().replace("look: {", LAYERS))
    layout(game, FIELDS)
    return game


def separations(pdf):
    """The spot colours of a file by their inks."""
    found = {}
    for form in pdf.objects:
        if isinstance(form, pikepdf.Stream) and "/ColorSpace" in form.get("/Resources", {}):
            for name, (kind, ink, shown, tint) in form.Resources.ColorSpace.items():
                assert (str(kind), str(shown)) == ("/Separation", "/DeviceCMYK")
                found[str(ink)] = name, [float(part) for part in tint.C1]
    return found


@pytest.mark.parametrize("standard", ["PDF/X-1a:2003", "PDF/X-4"])
def test_layers_are_spot_colours_over_what_is_there(foil, standard):
    house(foil, SPOTS, standard)
    data = files(foil)["poker.pdf"]
    assert data == files(foil)["poker.pdf"]
    with opened(data) as pdf:
        inks = separations(pdf)
        assert set(inks) == {"/Gold foil", "/Vernis sélectif"}
        assert inks["/Vernis sélectif"][1] == [0, 1, 0, 0] != inks["/Gold foil"][1]
        drawn = operators(pdf).decode()
        assert "/spot-foil cs 1 scn" in drawn and "/spot-varnish cs 1 scn" in drawn
        assert not screen_colours(pdf)
        states = [form.Resources.get("/ExtGState", {}) for form in pdf.objects if form.get("/Subtype") == "/Form"]
        assert any(state.get("/OP") for of in states for state in of.values())


def test_black_words_above_a_layer_cut_it_out(foil):
    house(foil, SPOTS)
    drawn = operators(opened(files(foil)["poker.pdf"])).decode()
    above = drawn.split("/spot-foil cs 1 scn", 1)[1].split("/spot-varnish", 1)[0]
    words = next(line for line in above.splitlines() if "BT 0 0 0 1 k" in line)
    assert " gs " not in words  # no overprint
    below = next(line for line in drawn.splitlines() if "BT 0 0 0 1 k" in line)
    assert " gs " in below


def test_what_is_seen_through_cuts_nothing_out_of_a_layer(foil):
    layout(foil, FIELDS + '  veil: {draw: rectangle, fill: "#0000ff40", left: 12, width: 20, top: 52, height: 20}\n')
    house(foil, SPOTS, "PDF/X-1a:2003")
    drawn = operators(opened(files(foil)["poker.pdf"])).decode()
    pixels = drawn.rindex("FormXob.flat")
    assert drawn.count("/spot-foil cs 1 scn") == 6 and "/spot-foil cs 1 scn" in drawn[pixels:]  # of three cards


def test_without_asking_a_house_gets_no_inks_but_masks_apart(foil):
    house(foil)
    made = files(foil)
    with opened(made["poker.pdf"]) as pdf:
        assert not separations(pdf)
    assert {name for name in made if name.endswith(".png")} == {
        f"masks/poker/deck/{card}.front-{layer}.png" for card in "abc" for layer in ("foil", "varnish")
    }
    told = found(foil)["house-layer"]
    assert told.severity == "note" and "'foil'" in told.message and "masks/" in told.message


@pytest.mark.parametrize(("says", "folder"), [("", "masks/poker"), ("layers: masks\n", "poker")])
def test_masks_are_black_where_the_layer_is(foil, says, folder):
    (foil / "printers/ours.yaml").write_text(PICTURES + says)
    made = files(foil)
    face = numpy.asarray(Image.open(io.BytesIO(made["poker/deck/a.front.png"])).convert("RGB"))
    mask = numpy.asarray(Image.open(io.BytesIO(made[f"{folder}/deck/a.front-foil.png"])).convert("L"))
    assert face.shape[:2] == mask.shape == (1110, 815)

    def at(x, y):  # mm from the trim's corner
        return round((y + 3) / 25.4 * 300), round((x + 3) / 25.4 * 300)

    assert mask[at(12, 52)] == 0 and mask[at(5, 5)] == 255
    assert mask[at(25, 65)] == 255  # a shape above cuts it out
    assert tuple(face[at(12, 52)]) == (0xE8, 0xD8, 0xB0)  # the picture has what lies below the foil
    assert tuple(face[at(25, 65)]) == (255, 255, 0)
    assert ("house-layer" in found(foil)) == (not says)


def test_ink_of_layers_does_not_count(foil):
    house(foil, SPOTS, ink=300)
    assert not found(foil).keys() & {"house-ink", "house-rgb", "house-font"}
    layout(foil, FIELDS.replace("fill: red", "fill: ink").replace("layer: foil", "layer: varnish"))
    assert "house-ink" not in found(foil)


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (PICTURES + "layers: spots\n", "layers: pictures take masks"),
        (HOUSE + "layers: masks\nprinting: {icc: own.icc, condition: A, called: B}\n", "layers: PDF files take spots"),
    ],
)
def test_a_house_takes_layers_in_the_way_that_it_takes_faces(foil, says, told):
    (foil / "printers/ours.yaml").write_text(says)
    with pytest.raises(Exception, match=told):
        houses(find_game(str(foil)))


def test_pictures_of_faces_come_with_masks(foil):
    made = files(foil, "png")
    assert "masks/deck/a.en.front-foil.png" in made and "deck/a.en.front.png" in made
    mask = Image.open(io.BytesIO(made["masks/deck/a.en.front-varnish.png"]))
    assert mask.mode == "RGB" and mask.getcolors()[0][1] in ((0, 0, 0), (255, 255, 255))

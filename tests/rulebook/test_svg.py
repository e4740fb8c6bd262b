"""Drawings in pages for browsers: what is seen through, and pictures that every browser shows."""

import base64
import io

from PIL import Image

from cardgen.graphics.drawing import Gradient, Group, Halo, Mask, Pen, Picture, Shape, Text
from cardgen.graphics.geometry import rectangle
from cardgen.rulebook.svg import Drawer

BOX = rectangle(0, 0, 2, 2)


def drawn(*items, pictures=None):
    drawer = Drawer({}, pictures or {})
    told = drawer.items(items)
    return told, drawer.definition_block()


def test_gradients_are_defined_and_named():
    told, defined = drawn(Shape(BOX, Gradient((0, 0, 2, 0), ((0, "#ff0000"), (1, "#0000ff80")), (1, 0, 0, 2, 0, 0))))
    assert 'fill="url(#g1)"' in told
    assert '<linearGradient id="g1" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="2" y2="0"' in defined
    assert 'gradientTransform="matrix(1 0 0 2 0 0)"><stop offset="0" stop-color="#ff0000"/>' in defined
    assert 'stop-color="#0000ff80"' in defined


def test_groups_masks_and_strokes():
    shape = Shape(BOX, None, "#000000", 1, pen=Pen("round", "miter", 4, (2, 1)))
    told, defined = drawn(Group((shape,), opacity=0.5, blend="multiply", mask=Mask((Shape(BOX, "#ffffff"),))))
    assert ' opacity="0.5" style="mix-blend-mode:multiply;isolation:isolate" mask="url(#m1)"' in told
    assert 'stroke-linecap="round" stroke-linejoin="miter" stroke-miterlimit="4" stroke-dasharray="2 1"' in told
    assert '<mask maskUnits="userSpaceOnUse"' in defined and 'id="m1"><path' in defined


def test_a_halo_is_only_seen():
    told, _ = drawn(Halo(Text(0, 0, "Fox", "source-sans-3/regular", 4, "#ffffff", 9, 3, 1), "#000000", 0.5))
    assert told.startswith('<g aria-hidden="true" fill="none" stroke="#000000" stroke-width="1"')
    assert 'fill="none">Fox</text>' in told


def test_pictures_of_any_kind_become_what_browsers_show():
    file = io.BytesIO()
    Image.new("CMYK", (3, 2), (255, 0, 0, 0)).save(file, "TIFF")
    told, defined = drawn(Picture(1, 2, 3, 2, "x"), Picture(5, 2, 6, 4, "x"), pictures={"x": file.getvalue()})
    assert told == '<use href="#p1" transform="matrix(3 0 0 2 1 2)"/><use href="#p1" transform="matrix(6 0 0 4 5 2)"/>'
    assert defined.count("base64,") == 1  # however often it is shown
    data = base64.b64decode(defined.partition("base64,")[2].partition('"')[0])
    image = Image.open(io.BytesIO(data))
    assert (image.format, image.mode, image.size) == ("PNG", "RGB", (3, 2))
    assert image.getpixel((0, 0)) == (0, 255, 255)

"""One module alone touches the parts of reportlab that it calls its own, and reportlab still has them."""

import ast
import inspect

import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from cardgen.pdf.canvas import PageCanvas, picture_reader
from cardgen.store.library import PACKAGE

ROOM = PACKAGE / "pdf"


def private_parts(path):
    """The attributes with an underscore that a module asks of something else than itself."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            owner = ast.unparse(node.value)
            if owner != "self" and not owner.startswith("_"):
                yield node.attr


def test_no_other_module_touches_them():
    assert {path.name for path in ROOM.glob("*.py") if set(private_parts(path))} == {"canvas.py"}
    users = {path.name for path in ROOM.glob("*.py") if "pdfgen" in path.read_text("utf-8")}
    assert users == {"canvas.py"}


def test_reportlab_has_them():
    canvas = Canvas(None, initialFontName="Helvetica")
    assert isinstance(canvas._code, list) and isinstance(canvas._formsinuse, list) and canvas._doc
    assert "_make_preamble" in vars(Canvas) and "_dataA" in inspect.getsource(ImageReader)


def test_operators_stand_on_the_page_as_they_are():
    canvas = PageCanvas(None, invariant=1, pageCompression=0)
    canvas.add_operators("q 2 0 0 2 0 0 cm", "0 0 1 1 re f", "Q", forms=[])
    canvas.showPage()
    data = canvas.getpdfdata()
    assert b"q 2 0 0 2 0 0 cm\n0 0 1 1 re f\nQ" in data and b"/F1 12 Tf" not in data


@pytest.mark.parametrize("inks", ["RGB", "CMYK", "L"])
def test_pixels_keep_what_lets_see_through_them(inks):
    image, alpha = Image.new(inks, (2, 2)), Image.new("L", (2, 2), 128)
    canvas = PageCanvas(None, invariant=1, pageCompression=0)
    canvas.drawImage(picture_reader(image, alpha), 0, 0, 1, 1, mask="auto")
    canvas.showPage()
    assert b"/SMask" in canvas.getpdfdata()

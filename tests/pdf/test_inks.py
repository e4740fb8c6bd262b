"""Colours as the inks of a press: what is written, what is not, and how much lies where."""

import io
import stat

import numpy
import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from cardgen.graphics.drawing import Document, Gradient, Group, Page, Picture, Shape, Symbol, Use
from cardgen.graphics.geometry import rectangle
from cardgen.pdf.flat import flatten
from cardgen.pdf.inks import SCREEN, PressInks
from cardgen.pdf.layered import SpotInk
from cardgen.pdf.separations import most_ink_by_ghostscript, most_ink_by_pdfium
from cardgen.pdf.write import write_pdf
from tests.icc import press_profile
from tests.printing import raster

PRESS = PressInks(press_profile())
SPARE = PressInks(press_profile(), limit=2.4)
colours = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")


def square(colour, left=0.0, top=0.0, side=20.0, **more):
    return Shape(rectangle(left, top, left + side, top + side), fill=colour, **more)


def paged(*items, pictures=None):
    """A page of 20 x 20 mm that shows items as a face does."""
    box = (0.0, 0.0, 20.0, 20.0)
    face = {"face": Symbol("face", box, items)}
    return Document("", "en", "", (Page(20, 20, (Use("face"),), box, box),), face, {}, pictures or {})


def streams(data):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return [bytes(thing.read_bytes()) for thing in pdf.objects if thing.get("/Subtype") == "/Form"]


def picture(mode="RGB", colour=(200, 30, 30)):
    file = io.BytesIO()
    Image.new(mode, (40, 40), colour).save(file, "PNG")
    return file.getvalue()


@settings(deadline=None)
@given(colours)
def test_all_inks_together_stay_below_the_limit_and_black_stays(colour):
    inks = SPARE.components(colour)
    assert sum(inks) <= 2.4 + 1e-3
    assert inks[3] == PRESS.components(colour)[3]
    assert all(spare <= full for spare, full in zip(inks, PRESS.components(colour), strict=True))


def test_paper_has_no_ink():
    assert SPARE.components("#ffffff") == (0, 0, 0, 0)


@pytest.mark.parametrize("colour", ["#000000", "#2b2320", "#3a2317"])
def test_dark_words_are_black_alone_and_overprint(colour):
    fill, state = PRESS.words(colour)
    assert fill == "0 0 0 1 k"
    assert state and "/op true" in state and "/OPM 1" in state


@pytest.mark.parametrize("colour", ["#ffffff", "#8a1c1c", "#00000080"])
def test_other_words_keep_their_colour(colour):
    fill, state = PRESS.words(colour)
    assert fill == PRESS.fill(colour) != "0 0 0 1 k"
    assert state is None


def test_black_can_be_asked_for_alone():
    strict = PressInks(press_profile(), black=0)
    assert strict.words("#000000")[0] == "0 0 0 1 k"
    assert strict.words("#010000")[0] != "0 0 0 1 k"


@pytest.mark.parametrize(
    ("profile", "told"),
    [(b"no profile", "cannot read it as an ICC profile"), (press_profile(b"RGB "), "of RGB colours; expected one")],
)
def test_a_profile_of_no_press_is_told(profile, told):
    with pytest.raises(ValueError, match=told):
        PressInks(profile)


def test_shapes_gradients_pictures_and_groups_are_written_in_inks():
    fade = Gradient((0, 0, 20, 0), ((0, "#ff0000"), (1, "#0000ff")))
    items = square(fade), Group((square("#00ff00", stroke="#123456", line=1.0),), opacity=0.5), Picture(0, 0, 9, 9, "p")
    document = paged(*items, pictures={"p": picture("RGBA", (9, 99, 9, 128))})
    data = write_pdf(document, PRESS)
    assert b"DeviceRGB" in write_pdf(document)
    assert b"DeviceRGB" not in data and b"/DeviceCMYK" in data
    told = b"\n".join(streams(data))
    assert b" rg" not in told and b" RG" not in told
    assert f"{PRESS.fill('#00ff00')} ".encode() in told
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (image,) = (thing for thing in pdf.objects if thing.get("/ColorSpace") == "/DeviceCMYK" and "/Width" in thing)
        assert image.SMask.ColorSpace == "/DeviceGray"
        inks = [part / 255 for part in image.read_bytes()[:4]]
    assert inks == pytest.approx(PRESS.components("#096309"), abs=0.01)


def test_screens_see_what_they_saw():
    assert write_pdf(paged(square("#123456")), SCREEN) == write_pdf(paged(square("#123456")))


def test_ink_is_measured_on_the_plates():
    (spot,) = most_ink_by_pdfium(paged(square("#ffffff"), square("#000000", left=10, top=5, side=4)), PRESS)
    assert spot.share == pytest.approx(sum(PRESS.components("#000000")), abs=0.02)
    assert 10 < spot.x < 14 and 5 < spot.y < 9


def test_inks_that_are_seen_through_add_up():
    below, above = PRESS.components("#ff0000"), PRESS.components("#0000ff")
    (spot,) = most_ink_by_pdfium(paged(square("#ff0000"), square("#0000ff80")), PRESS)
    assert spot.share == pytest.approx(
        sum(a * 127 / 255 + b * 128 / 255 for a, b in zip(below, above, strict=True)), abs=0.03
    )


def test_a_thin_line_is_no_spot():
    thin = Shape(rectangle(5, 0, 5.2, 20), fill="#000000")
    (spot,) = most_ink_by_pdfium(paged(square("#ffffff"), thin), PRESS)
    assert spot.share < 1.0


def test_ghostscripts_plates_are_measured_where_it_is_installed(tmp_path):
    plates = tmp_path / "plates.tif"
    pages = [Image.new("CMYK", (79, 79)), Image.new("CMYK", (79, 79), (255, 0, 51, 255))]
    pages[0].save(plates, save_all=True, append_images=pages[1:])
    program = tmp_path / "gs"
    program.write_text(f'#!/bin/sh\nfor a; do case $a in -sOutputFile=*) cp {plates} "${{a#*=}}";; esac; done\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    assert [spot.share for spot in most_ink_by_ghostscript(b"%PDF", str(program))] == pytest.approx([0, 2.2])
    program.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    with pytest.raises(ValueError, match="not today"):
        most_ink_by_ghostscript(b"%PDF", str(program))


# Laid flat


def test_what_covers_is_left_alone():
    document = paged(square("#ff0000"), Group((square("#00ff00"),), clip=rectangle(0, 0, 5, 5)))
    assert flatten(document) is document


@pytest.mark.parametrize(
    "seen_through",
    [
        square("#0000ff66", left=4, top=4, side=8),
        Group((square("#0000ff", left=4, top=4, side=8),), opacity=0.4),
        Group((square("#ffff00", left=1), square("#0000ff66", left=4, top=4, side=8)), clip=rectangle(2, 2, 15, 15)),
        Group((square("#8080ff", left=4, top=4, side=8),), blend="multiply"),
        Picture(4, 4, 8, 8, "p"),
    ],
)
def test_laid_flat_it_looks_the_same_and_nothing_is_seen_through(seen_through):
    above = square("#00ff00", left=8, top=8, side=4)
    document = paged(square("#ff0000"), seen_through, above, pictures={"p": picture("RGBA", (0, 0, 255, 90))})
    flat = flatten(document)
    before, after = (numpy.asarray(raster(write_pdf(each), 0), int) for each in (document, flat))
    far = abs(before - after).max(axis=2)
    assert (far > 12).mean() < 0.02  # edges alone
    marks = b"SMask", b"/ca ", b"/Transparency"
    assert any(mark in write_pdf(document) for mark in marks)
    assert not any(mark in write_pdf(flat) for mark in marks)
    assert flat.symbols["face"].items[-1] == above


def test_a_spot_colour_has_no_gradients_and_no_pictures():
    foil = SpotInk("Gold foil", "spot-foil", (0.1, 0.2, 0.7, 0.0))
    assert foil.colours.body.startswith("[/Separation /Gold#20foil /DeviceCMYK")
    assert "/C1 [0.1 0.2 0.7 0]" in foil.colours.body
    assert foil.stroke("#000000") == "/spot-foil CS 1 SCN"
    for refused in (lambda: foil.components("#123456"), lambda: foil.image(b"")):
        with pytest.raises(TypeError, match="Gold#20foil"):
            refused()

"""The printed picture: pages as pixels, 10 to the millimetre."""

import io
import subprocess
import sys
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from cardgen.pdf import raster as rasters
from tests.printing import POKER, ROOT, king_lui, printed, raster, write_game

FRONT = """\
  box: {draw: rectangle, fill: "#000000", left: 10, top: 20, width: 15, height: 30}
  ring: {draw: rectangle, stroke: "#000000", line: 1, right: 5, bottom: 10, width: 20, height: 8}
  icon: {draw: icon, of: square, colour: "#ff0000", left: 35, top: 20, width: 12, height: 20}
  corner: {draw: icon, of: square, colour: "#0000ff", left: 1, top: 1, width: 6, height: 6}
  corner2: {same: corner}
"""
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0h512v512H0z"/></svg>'


@pytest.fixture(scope="module")
def face(tmp_path_factory) -> Image.Image:
    """The trim of one card, the first on A4."""
    game = write_game(tmp_path_factory.mktemp("pixels") / "simple", FRONT, None, ["one"])
    (game / "icons").mkdir()
    (game / "icons/square.svg").write_text(SQUARE)
    return trim(raster(printed(game), 0), 0, 0)


def trim(page: Image.Image, column: int, row: int) -> Image.Image:
    left, top = 105 + 630 * column, 165 + 880 * row
    return page.crop((left, top, left + 630, top + 880))


def box_of(face: Image.Image, colour: tuple[int, int, int], part: tuple[int, int, int, int] | None = None):
    """Where a colour is, in millimetres."""
    face = face.crop(part) if part else face
    red, green, blue = ImageChops.difference(face, Image.new("RGB", face.size, colour)).split()
    off = ImageChops.lighter(red, ImageChops.lighter(green, blue))
    left, top, right, bottom = off.point(lambda value: 255 if value < 100 else 0).getbbox()
    x, y = part[:2] if part else (0, 0)
    return pytest.approx(((left + x) / 10, (top + y) / 10, (right + x) / 10, (bottom + y) / 10), abs=0.11)


def test_a_rectangle_is_where_the_layout_says(face):
    assert box_of(face, (0, 0, 0), (0, 0, 300, 880)) == (10, 20, 25, 50)


def test_a_stroke_lies_on_its_edge(face):
    """A line of 1 mm reaches half a millimetre to either side, and leaves the middle white."""
    assert box_of(face, (0, 0, 0), (300, 600, 630, 880)) == (37.5, 69.5, 58.5, 78.5)
    assert box_of(face, (255, 255, 255), (376, 696, 584, 784)) == (38.5, 70.5, 57.5, 77.5)


def test_an_icon_is_as_large_as_its_box_allows_and_in_its_middle(face):
    assert box_of(face, (255, 0, 0)) == (35, 24, 47, 36)


def test_the_same_turned_is_in_the_opposite_corner(face):
    assert box_of(face, (0, 0, 255), (0, 0, 300, 400)) == (1, 1, 7, 7)
    assert box_of(face, (0, 0, 255), (300, 400, 630, 880)) == (56, 81, 62, 87)


def test_king_luis_back_is_the_same_whichever_way_up():
    back = trim(raster(king_lui(), 1), 1, 1).convert("L")
    off = ImageChops.difference(back, back.transpose(Image.Transpose.ROTATE_180))
    assert ImageStat.Stat(off).mean[0] < 0.5
    assert sum(off.histogram()[64:]) / (POKER[0] * POKER[1] * 100) < 0.001
    assert ImageStat.Stat(back).stddev[0] > 10  # and it is not a blank


def test_bleed_reaches_3_mm_over_the_trim_and_no_further():
    page = raster(king_lui(), 1).convert("L")
    bleed, beyond = page.crop((75, 500, 104, 1500)), page.crop((0, 500, 74, 1500))
    assert bleed.getextrema()[0] < 240
    assert ImageStat.Stat(bleed).mean[0] < 245
    assert beyond.getextrema() == (255, 255)


@pytest.fixture
def pictured(tmp_path):
    """pictured(image, file) -> the pixels, 10 to the millimetre, of a card all covered by that picture."""

    def build(image, file, **options):
        front = f"  all: {{draw: picture, of: art/{file}, fit: cover}}\n"
        game = write_game(tmp_path / "zoo", front, None, ["one"])
        (game / "art").mkdir()
        image.save(game / "art" / file, **options)
        return trim(raster(printed(game), 0), 0, 0).convert("RGB").load()

    return build


def test_a_photograph_taken_with_the_camera_on_its_side_is_printed_upright(pictured):
    lying = Image.new("RGB", (880, 630), "blue")
    lying.paste("red", (0, 0, 440, 630))  # the upper half, once the camera's turn is undone
    exif = Image.Exif()
    exif[0x0112] = 6
    pixels = pictured(lying, "photo.jpg", exif=exif, quality=95)
    assert pixels[315, 200][0] > 200 > 60 > pixels[315, 200][2]
    assert pixels[315, 700][2] > 200 > 60 > pixels[315, 700][0]


def test_sixteen_bits_of_grey_keep_their_shades(pictured):
    assert pictured(Image.new("I;16", (63, 88), 0x8000), "deep.png")[315, 440] == pytest.approx((128, 128, 128), abs=2)


def test_two_folders_may_hold_the_same_font(tmp_path):
    """Own fonts often start as copies; the PDF must not mind."""
    game = write_game(tmp_path / "twins", '  a: {draw: text, text: "Ab", style: two, height: 20}\n', None, ["one"])
    own = game / "fonts" / "mine"
    own.mkdir(parents=True)
    (own / "regular.ttf").write_bytes((ROOT / "templates/fonts/source-sans-3/regular.ttf").read_bytes())
    text = (game / "game.yaml").read_text().replace("{text: source-sans-3}", "{text: source-sans-3, display: mine}")
    (game / "game.yaml").write_text(text)
    (game / "layouts/front.yaml").write_text(
        (game / "layouts/front.yaml").read_text() + "styles: {two: {font: display}}\n"
    )
    assert printed(game).startswith(b"%PDF")


@pytest.mark.slow
@pytest.mark.parametrize("packer", [rasters.compress, zlib.compress])
@given(st.integers(1, 90), st.integers(1, 90), st.booleans(), st.integers(1, 255), st.randoms(use_true_random=False))
def test_pixels_are_read_back_from_a_png_file_whoever_packs_them(packer, width, height, clear, colours, chooser):
    data = bytes(chooser.randrange(colours) for _ in range(width * height * (4 if clear else 3)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rasters, "compress", packer)
        file = rasters.png(rasters.Pixels(width, height, clear, data), 254)
    image = Image.open(io.BytesIO(file))
    assert (image.size, image.mode) == ((width, height), "RGBA" if clear else "RGB")
    assert image.tobytes() == data and image.info["dpi"] == pytest.approx((254, 254), abs=0.01)


THREADS = """
import io, threading
from reportlab.pdfgen.canvas import Canvas
from cardgen.pdf.raster import Rasteriser
made = io.BytesIO()
canvas = Canvas(made, pagesize=(200, 200))
for number in range(30):
    canvas.drawString(10, 100, f"page {number} " * 8)
    canvas.circle(50, 50, number + 1)
    canvas.showPage()
canvas.save()
alone = [Rasteriser(made.getvalue()).page(number, 60, 60).data for number in range(30)]
found = []
def draw():
    for _ in range(12):
        file = Rasteriser(made.getvalue())
        found.append([file.page(number, 60, 60).data for number in range(30)] == alone)
threads = [threading.Thread(target=draw) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(found), all(found))
"""


def test_threads_draw_files_side_by_side():
    """As pages of the desk do; PDFium itself breaks within a hundredth of a second."""
    told = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, timeout=120)
    assert told.stdout == "48 True\n", (told.returncode, told.stderr)

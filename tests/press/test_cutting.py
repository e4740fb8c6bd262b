"""What a cutter gets: paths of components that meet what is printed, folds to score, pictures on clear ground."""

import io
import re

import ezdxf
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen.definitions.sheet_file import CutterFile
from cardgen.graphics.drawing import Page
from cardgen.graphics.geometry import ellipse, tight_box
from cardgen.graphics.paths import parse_path
from cardgen.graphics.polygon import distance, holds, polygon
from cardgen.press.cut_formats import Paths, dxf, svg
from cardgen.press.cutting import DPI, cut_out
from cardgen.press.edition import Options, plan
from cardgen.sheets.pack import fits, pack
from cardgen.sheets.registration import kept_white
from cardgen.sheets.stock import Stock
from cardgen.store.library import find_game
from tests.components.printed import write_game
from tests.pdf_reader import Pdf, overlap, read
from tests.printing import numbered, raster

TOKENS = """\
coin: {make: token, layout: face, diameter: 24 mm, count: 9}
ore: {make: token, layout: face, shape: hexagon flat, diameter: 22 mm, count: 7}
banner: {make: token, layout: face, shape: {path: "M0 0 H30 V45 L15 35 L0 45 Z"}, size: 20 x 30 mm, count: 4}
"""
NETS = """\
die: {make: die, layout: face, edge: 20 mm}
hero: {make: standee, layout: face, size: 30 x 45 mm, depth: 20 mm}
box: {make: tuck-box, holds: [deck], layout: face, back: face, side: face, top: face}
"""
MATS = "small: {make: mat, layout: face, size: 150 x 120 mm}\nlarge: {make: mat, layout: face, size: 195 x 195 mm}\n"
AIDS = "aid: {make: card, layout: face, size: poker, count: 4}\n"


def build(tmp_path, components, **options):
    """The pages of components.pdf, and the cutter's files by their names."""
    game = write_game(tmp_path / "g", components)
    pdf, *others = plan(find_game(str(game)), "base", Options(only=("components",), **options))
    return pdf, read(pdf.make()), {output.path.name: output.make() for output in others}


def of_svg(data):
    """The closed paths by the kind of line."""
    groups = re.findall(r'<g id="(\w+)" fill="none" stroke="(#\w+)".*?>(.*?)</g>', data.decode(), re.S)
    return {
        (name, colour): [parse_path(path) for path in re.findall(r' d="(.+?)"', inside)]
        for name, colour, inside in groups
    }


def of_dxf(data):
    """The polylines by layer, y downwards."""
    document = ezdxf.read(io.StringIO(data.decode()))
    assert document.units == ezdxf.units.MM
    found = {}
    for line in document.modelspace():
        found.setdefault(line.dxf.layer, []).append((line.closed, [(x, -y) for x, y in line.get_points("xy")]))
    return found


def boxes(paths):
    return sorted(tight_box(path) for path in paths)


def spans(lines):
    return sorted((min(x), min(y), max(x), max(y)) for x, y in (zip(*points, strict=True) for _, points in lines))


def alike(found, wanted):
    assert len(found) == len(wanted)
    for one, other in zip(sorted(found), sorted(wanted), strict=True):
        assert one == pytest.approx(other, abs=0.01)


@pytest.mark.parametrize("cutter", ["silhouette", "cameo-5-alpha", "plotter"])
def test_tokens_are_cut_along_their_outlines(tmp_path, cutter):
    pdf, sheets, files = build(tmp_path, TOKENS, cutter=cutter)
    shown = {}
    for number, _, trim in panels(pdf.make()):
        shown.setdefault(number, []).append(trim)
    fronts = range(1, len(sheets), 2)
    names = {f"components-{number}.{kind}" for number in range(1, len(fronts) + 1) for kind in ("dxf", "svg")}
    assert set(files) == names and sum(len(shown[page]) for page in fronts) == 20
    for number, page in enumerate(fronts, 1):
        ((kind, drawn),) = of_svg(files[f"components-{number}.svg"]).items()
        ((layer, lines),) = of_dxf(files[f"components-{number}.dxf"]).items()
        assert (kind, layer) == (("cut", "#000000"), "CUT")
        alike(boxes(drawn), shown[page])
        alike(spans(lines), shown[page])
        assert len(sheets[page - 1].strokes) == 1  # the ruler alone: no lines around tokens


@pytest.mark.parametrize("cutter", ["silhouette", "cricut"])
def test_a_honeycomb_is_cut_hexagon_by_hexagon_beside_the_marks(tmp_path, cutter):
    hexagons = "ore: {make: token, layout: face, shape: hexagon, diameter: 26 mm, count: 60}"
    pdf, sheets, files = build(tmp_path, hexagons, cutter=cutter)
    shown = {}
    for number, sheet, (left, top, right, bottom) in panels(pdf.make()):
        ground = (sheet.width, sheet.height) if cutter == "silhouette" else (171.45, 234.95)
        if sheet.width > sheet.height:
            ground = max(ground), min(ground)
        x, y = (sheet.width - ground[0]) / 2, (sheet.height - ground[1]) / 2
        shown.setdefault(number, []).append((left - x, top - y, right - x, bottom - y))
    total = 0
    for number, page in enumerate(range(1, len(sheets), 2), 1):
        drawn = of_svg(files[f"components-{number}.svg"])[("cut", "#000000")]
        alike(boxes(drawn), shown[page])
        assert {len(polygon(path)) for path in drawn} == {6}
        total += len(drawn)
        if cutter == "silhouette":
            white = kept_white(CutterFile(marks="three"), sheets[page - 1].width, sheets[page - 1].height)
            assert not [clip for clip in clips(sheets[page - 1]) for box in white if overlap(clip, box)]
    assert total == 60


def clips(sheet):
    return sorted(placement.clip for placement in sheet.placements)


def test_marks_stand_on_fronts_and_tokens_stay_away_from_them(tmp_path):
    many = "coin: {make: token, layout: face, diameter: 20 mm, count: 200}"
    pdf, sheets, files = build(tmp_path, many, cutter="silhouette")
    marks = CutterFile(marks="three", margin=9.0)
    for number, front in enumerate(sheets[::2], 1):
        white = kept_white(marks, front.width, front.height)
        assert not [clip for clip in clips(front) for box in white if overlap(clip, box)]
        for path in boxes(of_svg(files[f"components-{number}.svg"])[("cut", "#000000")]):
            assert path[0] >= 9 - 0.01 and path[2] <= front.width - 9 + 0.01
    pixels = np.asarray(raster(pdf.make(), 0))
    assert pixels[101:149, 101:149].max() < 10  # the square
    assert np.asarray(raster(pdf.make(), 1))[90:155, 60:160].min() > 250


@pytest.mark.parametrize("cutter", ["silhouette", "plotter", "cricut"])
def test_nets_are_cut_around_and_scored_along_their_folds(tmp_path, cutter):
    pdf, _, files = build(tmp_path, NETS, cutter=cutter)
    edges = 0
    for number, sheet, (left, top, right, bottom) in panels(pdf.make()):
        data = files[f"components-{number}.svg"]
        found = of_svg(data)
        width, height = map(float, re.search(rb'viewBox="0 0 (\S+) (\S+)"', data).groups())
        x, y = (sheet.width - width) / 2, (sheet.height - height) / 2  # a Cricut's area lies in the page's middle
        # A quarter along each edge: a thumb notch is in its middle
        across, down = (3 * left + right) / 4, (3 * top + bottom) / 4
        for point in ((across, top), (across, bottom), (left, down), (right, down)):
            there = point[0] - x, point[1] - y
            away = [distance(polygon(path), there) for path in found[("cut", "#000000")]]
            away += [distance(ends(path), there) for path in found[("score", "#0000ff")]]
            assert min(away) < 0.01
            edges += 1
    assert edges >= 4 * (6 + 2 + 6)
    for name in (name for name in files if name.endswith("dxf")):
        cut, scored = of_svg(files[name.replace("dxf", "svg")]).values()
        layers = of_dxf(files[name])
        alike(spans(layers["CUT"]), boxes(cut))
        alike([sum(points, ()) for _, points in layers["SCORE"]], [sum(ends(path), ()) for path in scored])
        assert all(closed for closed, _ in layers["CUT"]) and not any(closed for closed, _ in layers["SCORE"])


def ends(path):
    return tuple((x, y) for _, x, y in path)


def panels(data):
    """For each page the boxes of what is shown on it, without the 3 mm of bleed around it."""
    pdf = Pdf(data)
    for number, (page, sheet) in enumerate(zip(pdf.reader.pages, pdf.sheets, strict=True), 1):
        forms = page["/Resources"]["/XObject"]
        for each in sheet.placements:
            left, bottom, right, top = (float(value) for value in forms[each.form]["/BBox"])
            yield number, sheet, each.trim(right - left - 6, top - bottom - 6)


def test_a_mat_beyond_the_reach_is_cut_by_hand(tmp_path):
    pdf, sheets, files = build(tmp_path, MATS, cutter="silhouette")
    assert set(files) == {"components-1.dxf", "components-1.svg"}
    small, large = sheets
    assert large.strokes and len(large.strokes) > len(small.strokes)  # crop marks
    (path,) = of_svg(files["components-1.svg"])[("cut", "#000000")]
    assert tight_box(path) == pytest.approx(small.trim, abs=0.01)
    assert pdf.figures()["by_hand"] == 1


def test_aids_are_cut_like_cards(tmp_path):
    _, (front,), files = build(tmp_path, AIDS, cutter="silhouette", gap=2.0)
    paths = of_svg(files["components-1.svg"])[("cut", "#000000")]
    alike(boxes(paths), [placement.trim(63, 88) for placement in front.placements])


# Pictures


def alpha(data):
    image = Image.open(io.BytesIO(data))
    assert image.mode == "RGBA"
    assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    return np.asarray(image)[..., 3]


def test_a_picture_shows_the_area_and_is_clear_around_what_is_cut(tmp_path):
    _, sheets, files = build(tmp_path, TOKENS, cutter="cricut")
    names = [name for name in files if name.endswith(".png")]
    assert names == [f"components-{number}.png" for number in range(1, len(sheets) // 2 + 1)]
    for name in names:
        seen = alpha(files[name])
        assert sorted(seen.shape) == [2025, 2775]  # 9.25 x 6.75 in at 300 dpi
        paths = of_svg(files[name.replace("png", "svg")])[("cut", "#000000")]
        corners = [polygon(path, 0.005) for path in paths]
        mm = 25.4 / 300
        for row, column in np.random.default_rng(1).integers(0, seen.shape, (600, 2)):
            point = (column + 0.5) * mm, (row + 0.5) * mm
            away = min(distance(each, point) for each in corners)
            if away > 0.1:
                assert seen[row, column] == (255 if any(holds(each, point) for each in corners) else 0)


def test_cards_are_apart_in_pictures_and_the_last_sheet_has_those_that_are_left(tmp_path):
    numbered(tmp_path / "n", 6)
    outputs = plan(find_game(str(tmp_path / "n")), "base", Options(only=("cards",), cutter="cricut"))
    pictures = {output.path.name: alpha(output.make()) for output in outputs if output.path.suffix == ".png"}
    assert list(pictures) == ["cards-deck-1.png", "cards-deck-2.png"]
    area = (63 * 88) / (25.4 / DPI) ** 2
    assert [(seen > 127).sum() / area for seen in pictures.values()] == pytest.approx([4, 2], rel=0.005)
    again = plan(find_game(str(tmp_path / "n")), "base", Options(only=("cards",), cutter="cricut"))
    assert again[-1].make() == outputs[-1].make()
    assert again[-1].key == outputs[-1].key


def test_a_picture_holds_no_mark_nor_label():
    marked = CutterFile(marks="three")
    page = Page(210, 297, (), (0, 0, 210, 297), (0, 0, 210, 297), cut=(ellipse(50, 50, 80, 80),))
    picture = cut_out(page, marked)
    assert (picture.page.width, picture.page.height, picture.clear) == (210, 297, True)
    (group,) = picture.page.items
    assert group.clip == ellipse(50, 50, 80, 80)


# Files of paths


@given(st.floats(1, 150), st.floats(1, 150))
def test_a_dxf_stays_within_a_hundredth_of_curves(width, height):
    paths = Paths(210, 297, (ellipse(10, 10, 10 + width, 10 + height),))
    ((_, points),) = of_dxf(dxf(paths))["CUT"]
    exact = np.array(polygon(paths.cut[0], 0.0005))
    start = np.array(points)
    side = np.roll(start, -1, axis=0) - start
    lengths = np.maximum((side**2).sum(1), 1e-12)
    for some in np.array_split(exact, 1 + len(exact) // 500):
        away = some[:, None] - start
        along = np.clip((away * side).sum(2) / lengths, 0, 1)
        assert np.hypot(*(away - along[..., None] * side).transpose(2, 0, 1)).min(1).max() < 0.01


def test_what_is_not_scored_has_no_layer():
    paths = Paths(50, 50, (ellipse(5, 5, 20, 20),))
    assert set(of_dxf(dxf(paths))) == {"CUT"} and b"score" not in svg(paths)
    both = Paths(50, 50, paths.cut, ((("M", 5, 12), ("L", 20, 12)),))
    assert set(of_dxf(dxf(both))) == {"CUT", "SCORE"}
    colours = [layer.dxf.color for layer in ezdxf.read(io.StringIO(dxf(both).decode())).layers]
    assert {7, 5} <= set(colours)


@given(
    st.sampled_from([(210.0, 297.0), (215.9, 279.4), (297.0, 420.0)]),
    st.lists(st.tuples(st.floats(8, 120), st.floats(8, 120)), min_size=1, max_size=30),
    st.sampled_from(["three", "four"]),
    st.floats(0, 3),
)
def test_things_lie_within_reach_and_their_bleed_beside_the_marks(paper, things, marks, bleed):
    cutter = CutterFile(marks=marks, margin=9.0)
    rooms = Stock(paper, 5.0, None, cutter).rooms(bleed)
    assert all(fits(size, rooms) for size in things)
    for packed in pack(things, rooms, 6.0):
        width, height = packed.room.page
        left, top = (width - packed.width) / 2, (height - packed.height) / 2
        for x0, y0, x1, y1 in packed.boxes.values():
            box = (left + x0 - bleed, top + y0 - bleed, left + x1 + bleed, top + y1 + bleed)
            assert min(box[0], box[1], width - box[2], height - box[3]) + bleed >= 9 - 1e-4
            assert not any(overlap(box, white) for white in kept_white(cutter, width, height))

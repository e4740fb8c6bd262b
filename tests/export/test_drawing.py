"""Faces as pixels: what they begin with alike is drawn once, and a sheet shows what was drawn alone."""

import io
from itertools import pairwise

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from cardgen.export import drawing
from cardgen.export.drawing import PictureSheet, draw, portrait
from cardgen.foundations.errors import CardgenError
from cardgen.press.edition import open_edition
from cardgen.press.images import named_faces
from cardgen.press.options import Options
from cardgen.store.library import find_game

DPI = 60.0


@pytest.fixture(scope="module")
def edition():
    return open_edition(find_game("draco"), "base", Options(("en",), bleed=0.0), lambda finding: None)


@pytest.fixture(scope="module")
def faces(edition):
    return [one.face for one in named_faces(edition.composer, edition.options, "en") if one.card]


@pytest.fixture
def drawn(edition):
    """drawn(drawings) -> their pixels."""
    return lambda drawings: list(drawing._rasterise(edition, "en", drawings))


@settings(deadline=None, max_examples=20)
@given(data=st.data())
def test_faces_drawn_after_one_another_look_as_if_each_were_drawn_alone(edition, faces, data):
    which = data.draw(st.lists(st.integers(0, len(faces) - 1), min_size=1, max_size=6))
    chosen = [portrait(faces[index], DPI, rounded=data.draw(st.booleans())) for index in which]
    for one, pixels in zip(chosen, drawing._rasterise(edition, "en", chosen), strict=True):
        (alone,) = drawing._rasterise(edition, "en", [one])
        assert pixels == alone


def test_neighbours_of_a_kind_are_drawn_on_from_where_they_part(faces):
    shared = [drawing._shared_prefix(portrait(one), portrait(other)) for one, other in pairwise(faces)]
    assert sum(count > 0 for count in shared) > len(faces) / 2
    one, other = portrait(faces[0]), portrait(faces[1])
    count = drawing._shared_prefix(one, other)
    assert faces[0].items[:count] == faces[1].items[:count] and faces[0].items[count] != faces[1].items[count]
    assert (
        drawing._shared_prefix(one, portrait(faces[1], 200))
        == drawing._shared_prefix(one, portrait(faces[1], bleed=2.0))
        == 0
    )


def test_a_sheet_shows_the_mean_of_each_square_of_what_was_drawn_alone(edition, faces, drawn, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    parts = [portrait(face, DPI, rounded=False) for face in faces[:5]]
    (data,) = draw(edition, "en", [PictureSheet((*parts[:3], None, *parts[3:]), 3, 3, 2)])
    shown = numpy.asarray(Image.open(io.BytesIO(data)), numpy.int32)
    width, height = parts[0].size
    across, down = -(-width // 2), -(-height // 2)
    assert shown.shape == (3 * down, 3 * across, 3)
    cells = {
        (row, column): shown[row * down :, column * across :][:down, :across] for row in range(3) for column in range(3)
    }
    for place, pixels in zip([(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)], drawn(parts), strict=True):
        whole = numpy.frombuffer(pixels.data, numpy.uint8).reshape(height, width, 3)[
            : height // 2 * 2, : width // 2 * 2
        ]
        mean = whole.reshape(height // 2, 2, width // 2, 2, 3).mean(axis=(1, 3))
        assert abs(cells[place][: height // 2, : width // 2] - mean).max() <= 1
    assert all((cells[place] == 255).all() for place in [(1, 0), (2, 0), (2, 1), (2, 2)])


def test_what_a_sheet_and_a_picture_share_is_drawn_once(edition, faces):
    parts = [portrait(face, DPI, rounded=False) for face in faces[:4]]
    sheet, alone = PictureSheet(tuple(parts), 2, 2), portrait(faces[5], DPI)
    keys = {one: drawing._key(edition, of) for one, of in (("sheet", sheet), ("part", parts[1]), ("alone", alone))}
    missing = {keys["part"]: parts[1], keys["sheet"]: sheet, keys["alone"]: alone}
    first, second = drawing._batches(edition, missing)
    assert (first.sheet, first.key, len(first.drawn), {*first.wanted}) == (sheet, keys["sheet"], 4, {keys["part"]})
    assert (second.sheet, [*second.drawn]) == (None, [keys["alone"]])


def test_a_picture_for_which_there_is_no_memory_is_told(drawn, faces, monkeypatch):
    from pypdfium2 import raw

    monkeypatch.setattr(raw, "FPDFBitmap_CreateEx", lambda *told: None)
    with pytest.raises(CardgenError, match="no memory for a picture of 149 x 208 pixels"):
        drawn([portrait(faces[0], DPI)])

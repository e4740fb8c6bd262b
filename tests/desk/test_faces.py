"""Faces in the browser are those of the PDF: the same drawings, seen side by side."""

from __future__ import annotations

import io
from urllib.parse import quote

import numpy
import pytest
from PIL import Image

from cardgen.definitions.load import load_game
from cardgen.desk.gallery import named_sides
from cardgen.faces.compose import Composer
from cardgen.graphics.drawing import Page
from cardgen.pdf.raster import Rasteriser
from cardgen.pdf.write import write_pdf
from cardgen.press.display import placed_face
from cardgen.press.options import Options
from cardgen.press.sheets import Sheets
from cardgen.store.library import find_game

GAMES = ("king_lui", "draco", "party_at_louis", "windmillers")
MOST = 0.01  # of the difference between black and white, in the mean
DOTS = 12  # to the millimetre: 300 to the inch, at which one prints
EACH = 5  # faces of a game


@pytest.fixture(scope="module")
def served(serve):
    return serve(GAMES)


def some(composer: Composer, language: str):
    """Faces of every group, spread over the game."""
    found = {}
    for seen in named_sides(composer, language):
        found.setdefault((seen.group, seen.kind, seen.side), seen)
    every = [*found.values()]
    return [every[at * len(every) // min(EACH, len(every))] for at in range(min(EACH, len(every)))]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_face_looks_as_it_is_printed(name, page, served):
    composer = Composer(load_game(find_game(name)))
    language = composer.game.languages[-1]
    page.goto(served.entry)
    chosen = some(composer, language)
    assert chosen
    for seen in chosen:
        face = composer.face(seen.shown, language)
        width, height = round(face.width * DOTS), round(face.height * DOTS)
        whole = (0.0, 0.0, face.width, face.height)
        sheet = Page(face.width, face.height, (placed_face(face),), whole, whole)
        pdf = write_pdf(Sheets(composer, language, Options()).document([sheet], {face.name: face}))
        drawn = Rasteriser(pdf).page(0, width, height)
        printed = numpy.frombuffer(drawn.data, numpy.uint8).reshape(height, width, 3).astype(float)
        address = f"/api/{name}/base/{language}/{seen.of}/{quote(seen.id, safe='')}/{seen.side}.svg?look={seen.look}"
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            """async ([address, width, height]) => {
              const image = new Image(width, height);
              image.src = address;
              await image.decode();
              document.documentElement.style.cssText = 'background: #fff; scrollbar-gutter: auto; overflow: hidden';
              document.body.style.cssText = 'margin: 0; background: #fff';
              image.style.display = 'block';
              document.body.replaceChildren(image);
            }""",
            [address, width, height],
        )
        shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        shown = numpy.asarray(shot).astype(float)
        assert shown.shape == printed.shape
        assert numpy.abs(shown - printed).mean() / 255 < MOST, (seen.id, seen.side)

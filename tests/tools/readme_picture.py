"""Makes docs/king_lui.png for the README from real faces: every front, the languages taking turns, and the back."""

import io
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.graphics.drawing import Document, Page, Use
from cardgen.pdf.write import write_pdf
from cardgen.press.edition import Options, card_sheets
from cardgen.store.library import find_game

TARGET = Path(__file__).resolve().parents[2] / "docs" / "king_lui.png"
DPI, GAP, COLUMNS = 92, 14, 5


def main() -> None:
    composer = Composer(load_game(find_game("king_lui")))
    (deck,) = composer.game.decks
    languages = composer.game.languages
    faces = [composer.cards(deck, languages[i % len(languages)])[i].front for i in range(len(deck.designs))]
    faces.append(composer.cards(deck, "en")[0].back)
    pictures = [picture(face, card_sheets(composer, "en", Options())) for face in faces]
    width, height = pictures[0].size
    rows = -(-len(pictures) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * (width + GAP) + GAP, rows * (height + GAP) + GAP), "#ebe5da")
    for index, image in enumerate(pictures):
        row, column = divmod(index, COLUMNS)
        sheet.paste(image, (GAP + column * (width + GAP), GAP + row * (height + GAP)))
    TARGET.parent.mkdir(exist_ok=True)
    sheet.quantize(128).save(TARGET, optimize=True)


def picture(face, document: Document) -> Image.Image:
    """One face at its trim size."""
    trim = (0, 0, face.width, face.height)
    page = Page(face.width, face.height, (Use(face.name),), trim, trim)
    symbols = document.symbols | {face.name: face.symbol}
    alone = Document("", "en", "", (page,), symbols, document.fonts, document.pictures)
    return pdfium.PdfDocument(io.BytesIO(write_pdf(alone)))[0].render(scale=DPI / 72).to_pil()


if __name__ == "__main__":
    main()

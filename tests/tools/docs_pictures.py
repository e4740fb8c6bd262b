"""Makes docs/pictures from what cardgen prints of the games that the pages show.

python -m tests.tools.docs_pictures
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

from cardgen.commands.cli import main as cardgen
from tests import pages

FOLDER = pages.DOCS / "pictures"
TABLE = "#ebe5da"  # what they lie on
GAP = 12
DPI = 72
GAME = "my_game"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (page, parts, take) in PICTURES.items():
        with tempfile.TemporaryDirectory() as folder:
            pages.make(page, Path(folder) / GAME)
            os.chdir(folder)
            if cardgen(["build", f"./{GAME}", "--only", parts, "--dpi", str(DPI)]):
                raise SystemExit(f"{page} cannot be built")
            save(take(Path("out") / GAME / "base"), FOLDER / f"{name}.png")
            os.chdir(pages.DOCS)
    like()


def like() -> None:
    """The cards of the page whose game is made from one card."""
    drawing, table = (each[2] for each in pages.BLOCK.findall(pages.text_of("howto/like.md"))[:2])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("card.svg").write_text(drawing, "utf-8")
        Path("deck.csv").write_text(table, "utf-8")
        made = cardgen(["new", GAME, "--like", "card.svg", "--cells", "deck.csv"])
        if made or cardgen(["build", f"./{GAME}", "--only", "pictures", "--dpi", str(DPI)]):
            raise SystemExit("howto/like.md cannot be built")
        fronts = [f"cards/{id}.en.front" for id in ("old-mill", "harbour", "night-watch")]
        save(cards(Path("out") / GAME / "base", *fronts), FOLDER / "like.png")
        os.chdir(pages.DOCS)


def save(image: Image.Image, path: Path) -> None:
    """On the table's colour, with few colours so that the file is small."""
    ground = Image.new("RGB", (image.width + 2 * GAP, image.height + 2 * GAP), TABLE)
    ground.paste(image, (GAP, GAP), image if image.mode == "RGBA" else None)
    ground.quantize(128).save(path, optimize=True)


def beside(images: Sequence[Image.Image], across: bool = True) -> Image.Image:
    """Pictures in a row, or (not `across`) in a column."""
    rgba = [image.convert("RGBA") for image in images]
    long = sum(image.width if across else image.height for image in rgba) + GAP * (len(rgba) - 1)
    wide = max(image.height if across else image.width for image in rgba)
    whole = Image.new("RGBA", (long, wide) if across else (wide, long))
    at = 0
    for image in rgba:
        whole.paste(image, (at, (wide - image.height) // 2) if across else (0, at))
        at += (image.width if across else image.height) + GAP
    return whole


def page_of(path: Path, number: int, dpi: float = DPI) -> Image.Image:
    return pdfium.PdfDocument(path)[number].render(scale=dpi / 72).to_pil()


def cards(folder: Path, *names: str) -> Image.Image:
    return beside([Image.open(folder / "pictures" / f"{name}.png") for name in names])


def tutorial(folder: Path) -> Image.Image:
    ids = ("fox", "old-owl", "raven", "wolf")
    rows = [cards(folder, *(f"forest/{id}.{language}.front" for id in ids)) for language in ("en", "fr")]
    return beside(rows, across=False)


def shapes(folder: Path) -> Image.Image:
    tiles = [f"land/{id}.en.front" for id in ("wood", "hill", "sea")]
    return cards(folder, *tiles, "components/banner.en.front", "components/coin.en.front", "components/ore.en.front")


def art(folder: Path) -> Image.Image:
    return cards(folder, "land/hills.en.front", "land/lake.en.front")


def layers(folder: Path) -> Image.Image:
    return cards(folder, "desert/sun.en.front", "desert/tomb.en.front")


def decide(folder: Path) -> Image.Image:
    return cards(folder, *(f"forest/{id}.en.front" for id in ("fox", "owl", "elk")))


def filled(folder: Path) -> Image.Image:
    return cards(folder, *(f"winds/{id}.en.front" for id in ("north", "west", "south")))


def repeats(folder: Path) -> Image.Image:
    return cards(folder, "forest/fox.en.front", "forest/owl.en.front")


def stacks(folder: Path) -> Image.Image:
    return cards(folder, *(f"quests/{id}.en.front" for id in ("bread", "salt", "home")))


def components(folder: Path) -> Image.Image:
    small = [f"components/{name}" for name in ("coin.en.front", "luck.en.5", "hero.en.front", "aid.en.front")]
    pdf = folder / "en" / "components.pdf"
    return beside([cards(folder, *small), page_of(pdf, len(pdfium.PdfDocument(pdf)) - 1, 36)])


def sheet(folder: Path) -> Image.Image:
    return beside([page_of(folder / "en" / "cards.pdf", number, 40) for number in (0, 1)])


def rulebook(folder: Path) -> Image.Image:
    pdf = folder / "en" / "rulebook.pdf"
    return beside([page_of(pdf, number, 54) for number in range(min(3, len(pdfium.PdfDocument(pdf))))])


# Picture: the page whose game it shows, what is built of it, and what is taken of that.
PICTURES = {
    "tutorial": ("tutorial.md", "pictures", tutorial),
    "shapes": ("howto/shapes.md", "pictures", shapes),
    "art": ("howto/pictures.md", "pictures", art),
    "layers": ("howto/layers.md", "pictures", layers),
    "decide": ("howto/layouts-that-decide.md", "pictures", decide),
    "stacks": ("howto/stacks.md", "pictures", stacks),
    "filled": ("howto/one-drawing-for-all-cards.md", "pictures", filled),
    "repeats": ("howto/repeats-groups-and-parts.md", "pictures", repeats),
    "components": ("howto/components.md", "pictures,components", components),
    "sheet": ("tutorial.md", "cards", sheet),
    "rulebook": ("howto/rulebooks.md", "rulebook", rulebook),
}

if __name__ == "__main__":
    main()

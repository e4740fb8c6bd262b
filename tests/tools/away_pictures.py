"""Makes the pictures of what leaves the house or changes in it: a pull list, what a cutter cuts, a table online, an
order, long texts.

python -m tests.tools.away_pictures
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw

from cardgen.commands.cli import main as cardgen
from cardgen.foundations.units import INCH
from cardgen.graphics.paths import parse_path
from cardgen.graphics.polygon import polygon
from tests.tools.docs_pictures import FOLDER, beside, page_of, save
from tests.tools.table_picture import table_picture

ROOT = Path(__file__).resolve().parents[2]
FONT = ROOT / "templates" / "fonts" / "source-sans-3" / "regular.ttf"
DPI = 90
CUT_DPI, SHARP = 42, 4  # of sheets to be cut, and how much larger they are drawn
CUT, SCORE = "#e6007e", "#0050ff"  # what is cut and what is scored, in colours that are not on the sheets


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        shutil.copytree(ROOT / "decks" / "king_lui", "game")
        save(changed(Path("game")), FOLDER / "changed.png")
        save(cut(), FOLDER / "cutter.png")
        run("export", "draco", "--to", "vtt", "--lang", "en")
        table = table_picture(Path("out/draco/base/en/vtt/draco.en.vtt"), FONT)
        save(table.crop((0, 0, 1600, 740)).resize((880, 407)), FOLDER / "online.png")
        run("export", "king_lui", "--to", "mpc", "--lang", "en")
        save(order(Path("out/king_lui/base/en/mpc")), FOLDER / "houses.png")
        for language in ("en", "x-long"):
            run("build", "draco", "--lang", language, "--only", "pictures", "--draft", "--dpi", "72")
        save(longer(Path("out/draco/base")), FOLDER / "translators.png")
        os.chdir(ROOT)


def run(*words: str) -> None:
    if cardgen(list(words)):
        raise SystemExit(f"cardgen {' '.join(words)} failed")


def changed(game: Path) -> Image.Image:
    """The list of cards to take out after three changes of colour."""
    run("printed", f"./{game}", "--lang", "en")
    path = game / "game.yaml"
    text = path.read_text(encoding="utf-8").split('colour: "#')
    text[2:4] = ["8fc7e8" + part[6:] for part in text[2:4]]
    path.write_text('colour: "#'.join(text), encoding="utf-8")
    run("build", f"./{game}", "--lang", "en", "--changed")
    page = page_of(Path("out/game/base/en/changed.pdf"), 0, DPI)
    return page.crop((0, int(page.height * 0.03), int(page.width * 0.6), int(page.height * 0.23)))


def cut() -> Image.Image:
    """Sheets of tokens and of a box with a cutter's marks, and over them the lines that the cutter gets."""
    run("build", "draco", "--cutter", "silhouette", "--only", "components", "--lang", "en")
    folder = Path("out/draco/base/en")
    tokens, box = (sheet(folder, *place) for place in ((2, 2), (6, 5)))
    return beside([tokens, box])


def sheet(folder: Path, page: int, number: int) -> Image.Image:
    """A page, and on it the paths of its number."""
    shown = page_of(folder / "components.pdf", page, SHARP * CUT_DPI).convert("RGB")
    pen, scale = ImageDraw.Draw(shown), SHARP * CUT_DPI / INCH
    data = (folder / f"components-{number}.svg").read_text("utf-8")
    for colour, group in zip((CUT, SCORE), re.findall(r"<g .*?</g>", data, re.S), strict=False):
        for path in re.findall(r' d="(.+?)"', group):
            points = [(x * scale, y * scale) for x, y in polygon(parse_path(path), 0.05)]
            pen.line([*points, *points[:2]], fill=colour, width=2 * SHARP, joint="curve")
    return shown.resize((shown.width // SHARP, shown.height // SHARP), Image.Resampling.LANCZOS)


def longer(folder: Path) -> Image.Image:
    """Cards, and beside each the same with texts a third longer."""
    ids = ("splits", "rogues")
    tops = [folder / "pictures" / "tavern", folder / "x-long" / "pictures" / "tavern"]
    return beside([Image.open(top / f"{id}.en.front.png") for id in ids for top in tops])


def order(folder: Path) -> Image.Image:
    """The first pictures of an order, with their bleed."""
    faces = sorted((folder).rglob("*.front.png"))[:5]
    return beside([shrunk(Image.open(face)) for face in faces])


def shrunk(image: Image.Image) -> Image.Image:
    return image.resize((image.width * 160 // image.height, 160))


if __name__ == "__main__":
    main()

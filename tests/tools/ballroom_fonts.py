"""Makes templates/fonts/ballroom from Playfair Display's original files, as its FONTLOG.txt tells: digits are lining
(its first choice, old-style, lets a 1 look like an I), and only characters of European languages in Latin letters are
kept. The licence reserves the name Playfair Display for the original, so the result bears another one.

Usage: ballroom_fonts.py FOLDER, the unpacked npm package @expo-google-fonts/playfair-display.
"""

import shutil
import sys
from pathlib import Path

from font_subset import rename, save_subset, with_digits
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parents[2] / "templates" / "fonts" / "ballroom"
FACES = {"regular": "400Regular", "italic": "400Regular_Italic", "bold": "700Bold"}
RESERVED = {"Playfair Display": "Ballroom", "PlayfairDisplay": "Ballroom"}


def main(source: Path) -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for face, folder in FACES.items():
        (original,) = (source / folder).glob("*.ttf")
        font = TTFont(original, recalcTimestamp=False)
        with_digits(font, "lf")
        rename(font, RESERVED)
        save_subset(font, TARGET / f"{face}.ttf")
    shutil.copyfile(source / "LICENSE_FONT", TARGET / "OFL.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Makes templates/fonts/alegreya from the family's original files, as two changes to each, told in its FONTLOG.txt:
digits are lining and of one width (in the original's first choice, old-style, a 1 reads as an I), and only
characters of European languages in Latin letters are kept.

Usage: alegreya_fonts.py FOLDER, the unpacked npm package @expo-google-fonts/alegreya.
"""

import shutil
import sys
from pathlib import Path

from font_subset import save_subset, with_digits
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parents[2] / "templates" / "fonts" / "alegreya"
FACES = {
    "regular": "400Regular",
    "italic": "400Regular_Italic",
    "bold": "700Bold",
    "bold-italic": "700Bold_Italic",
}


def main(source: Path) -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for face, folder in FACES.items():
        (original,) = (source / folder).glob("*.ttf")
        font = TTFont(original, recalcTimestamp=False)
        with_digits(font, "tf")
        save_subset(font, TARGET / f"{face}.ttf")
    shutil.copyfile(source / "LICENSE_FONT", TARGET / "OFL.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

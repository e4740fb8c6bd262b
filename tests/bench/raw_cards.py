"""The reference of the bench: King Lui's 110 English cards and backs, drawn by hand with reportlab alone.

Everything is hard-coded: no definitions, no languages, no fitting, no checks. Icons and patterns are converted from
their SVG paths by the few lines that they need, and faces are form XObjects, as anybody who knows reportlab would.
"""

import re
import sys
from pathlib import Path

from reportlab import rl_config
from reportlab.lib.colors import HexColor, white
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
WIDTH, HEIGHT, BLEED = 63, 88, 3
INK, PAPER, GOLD, ROYAL = (HexColor(c) for c in ("#3a2317", "#fffdf7", "#d9a02b", "#a8322d"))
DISHES = [
    ("Ham", "ham-shank", "#e58a92", "stripes"),
    ("Cheese", "cheese-wedge", "#f4c93f", "dots"),
    ("Bread", "bread", "#c08f57", "weave"),
    ("Cake", "cake-slice", "#b08fd8", "zigzag"),
    ("Wine", "wine-bottle", "#9c3550", "diamonds"),
    ("Fruit", "fruit-bowl", "#86b75c", "leaves"),
    ("Chicken", "chicken-oven", "#ee9345", "checks"),
    ("Emerald", "dragon-head", "#249a88", "scales"),
]


def tint(colour, percent):
    colour = HexColor(colour)
    part = percent / 100
    if part <= 1:
        return type(colour)(*(1 - part * (1 - v) for v in colour.rgb()))
    return type(colour)(*((2 - part) * v for v in colour.rgb()))


def svg_form(canvas, name, path, mode="f"):
    """A form XObject of an SVG file's paths, in the file's own units."""
    text = path.read_text()
    size = [float(v) for v in re.search(r'viewBox="([^"]+)"', text)[1].split()][2:]
    code = " ".join(convert(d) for d in re.findall(r' d="([^"]+)"', text))
    canvas.beginForm(name, -size[0], -size[1], 2 * size[0], 2 * size[1])
    canvas._code.append(f"{12 if mode == 'B' else 0} w 1 j {code} {mode}")
    canvas.endForm()
    return size


def convert(data):
    """SVG path data as PDF operators, by fontTools' parser."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    pen, out = RecordingPen(), []
    parse_path(data, pen)
    at = (0, 0)
    for verb, points in pen.value:
        if verb == "qCurveTo":
            (x1, y1), (x2, y2) = points
            (x0, y0) = at
            points = (
                (x0 + 2 * (x1 - x0) / 3, y0 + 2 * (y1 - y0) / 3),
                (x2 + 2 * (x1 - x2) / 3, y2 + 2 * (y1 - y2) / 3),
                (x2, y2),
            )
            verb = "curveTo"
        if points:
            at = points[-1]
        out.append(
            " ".join(f"{v:.2f}" for p in points for v in p)
            + {"moveTo": " m", "lineTo": " l", "curveTo": " c"}.get(verb, " h")
        )
    return " ".join(out)


def draw_svg(canvas, name, x, y, size, box, colour):
    """Puts a form into a box of `size` points whose lower left corner is (x, y)."""
    canvas.saveState()
    canvas.setFillColor(colour)
    canvas.setStrokeColor(colour)
    canvas.translate(x, y + size)
    canvas.scale(size / box, -size / box)
    canvas.doForm(name)
    canvas.restoreState()


def pattern(canvas, name, size, colour, ground):
    canvas.setFillColor(ground)
    canvas.rect(-BLEED * mm, -BLEED * mm, (WIDTH + 2 * BLEED) * mm, (HEIGHT + 2 * BLEED) * mm, stroke=0, fill=1)
    for row in range(int((HEIGHT + 2 * BLEED) / size[1]) + 2):
        for column in range(int((WIDTH + 2 * BLEED) / size[0]) + 2):
            canvas.saveState()
            canvas.setFillColor(colour)
            canvas.translate((column * size[0] - BLEED) * mm, (row * size[1] - BLEED) * mm)
            canvas.scale(mm, mm)
            canvas.doForm(name)
            canvas.restoreState()


def main(target):
    rl_config.useA85 = 0
    fonts = TEMPLATES / "fonts"
    pdfmetrics.registerFont(TTFont("display", fonts / "fraunces" / "regular.ttf"))
    pdfmetrics.registerFont(TTFont("text", fonts / "source-sans-3" / "regular.ttf"))
    canvas = Canvas(target, pagesize=(210 * mm, 297 * mm), pageCompression=1, invariant=1, initialFontName="text")
    for icon in [icon for _, icon, _, _ in DISHES] + ["jewel-crown", "crown", "knife-fork"]:
        svg_form(canvas, icon, TEMPLATES / "icons" / f"{icon}.svg")
        svg_form(canvas, icon + "-shade", TEMPLATES / "icons" / f"{icon}.svg", "B")
    tiles = {
        name: svg_form(canvas, name, TEMPLATES / "patterns" / f"{name}.svg")
        for name in [p for *_, p in DISHES] + ["lattice"]
    }
    for dish in DISHES:
        front(canvas, *dish, tiles)
    back(canvas, tiles)
    faces = [name for name, *_ in DISHES[:-1] for _ in range(15)] + ["Emerald"] * 5
    for start in range(0, len(faces), 9):
        batch = faces[start : start + 9]
        for side in ("front", "back"):
            for index, name in enumerate(batch):
                row, column = divmod(index, 3)
                x = (10.5 + (column if side == "front" else 2 - column) * WIDTH) * mm
                canvas.saveState()
                canvas.translate(x, (297 - 16.5 - (row + 1) * HEIGHT) * mm)
                canvas.doForm(name + "-face" if side == "front" else "back")
                canvas.restoreState()
            if side == "front":
                for x in (10.5, 73.5, 136.5, 199.5):
                    canvas.line(x * mm, 8 * mm, x * mm, 12 * mm)
                    canvas.line(x * mm, 285 * mm, x * mm, 289 * mm)
                for y in (16.5, 104.5, 192.5, 280.5):
                    canvas.line(5 * mm, y * mm, 7 * mm, y * mm)
                    canvas.line(203 * mm, y * mm, 205 * mm, y * mm)
            canvas.setFont("text", 6.5)
            canvas.drawString(10.5 * mm, 5 * mm, f"King Lui · base · en · {start // 9 + 1} {side}")
            canvas.showPage()
    canvas.save()


def front(canvas, name, icon, colour, tile, tiles):
    canvas.beginForm(name + "-face", -BLEED * mm, -BLEED * mm, (WIDTH + BLEED) * mm, (HEIGHT + BLEED) * mm)
    pattern(canvas, tile, tiles[tile], tint(colour, 62), tint(colour, 26))
    canvas.setFillColor(PAPER)
    canvas.setStrokeColor(tint(colour, 125))
    canvas.circle(WIDTH / 2 * mm, (HEIGHT - 39.5) * mm, 25 * mm, fill=1)
    canvas.setFillColor(tint(colour, 14))
    canvas.circle(WIDTH / 2 * mm, (HEIGHT - 39.5) * mm, 20 * mm, fill=1)
    draw_svg(canvas, icon + "-shade", 15.5 * mm, (HEIGHT - 55.5) * mm, 32 * mm, 512, INK)
    draw_svg(canvas, icon, 15.5 * mm, (HEIGHT - 55.5) * mm, 32 * mm, 512, HexColor(colour))
    for turned in (False, True):
        canvas.saveState()
        if turned:
            canvas.translate(WIDTH * mm, HEIGHT * mm)
            canvas.rotate(180)
        canvas.setFillColor(PAPER)
        canvas.circle(8.5 * mm, (HEIGHT - 8.5) * mm, 5 * mm, fill=1)
        draw_svg(canvas, icon, 4.75 * mm, (HEIGHT - 12.25) * mm, 7.5 * mm, 512, INK)
        canvas.restoreState()
    canvas.setFillColor(PAPER)
    canvas.roundRect(15 * mm, 5 * mm, 33 * mm, 14 * mm, 2 * mm, fill=1)
    canvas.setFillColor(INK)
    canvas.setFont("display", 18)
    canvas.drawCentredString(WIDTH / 2 * mm, 11.5 * mm, name)
    canvas.setFont("text", 6)
    canvas.drawCentredString(WIDTH / 2 * mm, 6.5 * mm, name.lower() + " 1")
    if name == "Emerald":
        canvas.setFillColor(PAPER)
        canvas.roundRect(8 * mm, 22 * mm, 47 * mm, 12.5 * mm, 2 * mm, fill=1)
        draw_svg(canvas, "crown", 10 * mm, 24 * mm, 8.5 * mm, 512, GOLD)
        for x in (22, 29.5):
            canvas.setFillColor(white)
            canvas.rect(x * mm, 24 * mm, 6 * mm, 8.5 * mm, fill=1)
            draw_svg(canvas, "knife-fork", (x + 0.75) * mm, 26 * mm, 4.5 * mm, 512, INK)
        draw_svg(canvas, icon, 44.5 * mm, 24 * mm, 9 * mm, 512, HexColor(colour))
    canvas.endForm()


def back(canvas, tiles):
    canvas.beginForm("back", -BLEED * mm, -BLEED * mm, (WIDTH + BLEED) * mm, (HEIGHT + BLEED) * mm)
    pattern(canvas, "lattice", tiles["lattice"], tint("#a8322d", 45), tint("#a8322d", 16))
    canvas.setStrokeColor(ROYAL)
    canvas.roundRect(4 * mm, 4 * mm, 55 * mm, 80 * mm, 3 * mm)
    canvas.setFillColor(PAPER)
    canvas.ellipse(12 * mm, 15.5 * mm, 51 * mm, 72.5 * mm, fill=1)
    for turned in (False, True):
        canvas.saveState()
        if turned:
            canvas.translate(WIDTH * mm, HEIGHT * mm)
            canvas.rotate(180)
        draw_svg(canvas, "jewel-crown-shade", 21 * mm, 44.5 * mm, 21 * mm, 512, ROYAL)
        draw_svg(canvas, "jewel-crown", 21 * mm, 44.5 * mm, 21 * mm, 512, GOLD)
        canvas.restoreState()
    canvas.endForm()


if __name__ == "__main__":
    main(sys.argv[1])

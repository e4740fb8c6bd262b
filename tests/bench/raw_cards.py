"""The reference of the bench: King Lui's 110 English cards and backs, drawn by hand with reportlab alone.

Everything is hard-coded: no definitions, no languages, no fitting, no checks. Pictures and patterns are converted from
their SVG files by the few lines that they need, and faces are form XObjects, as anybody who knows reportlab would.
"""

import math
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES, ART = ROOT / "templates", ROOT / "decks/king_lui/art"
WIDTH, HEIGHT, BLEED = 63, 88, 3
INK, PAPER, GOLD, ROYAL = (HexColor(c) for c in ("#3a2317", "#fffdf7", "#d9a02b", "#a8322d"))
DISHES = [
    ("Ham", "#e58a92", "stripes"),
    ("Cheese", "#f4c93f", "dots"),
    ("Bread", "#c08f57", "weave"),
    ("Cake", "#b08fd8", "zigzag"),
    ("Wine", "#9c3550", "diamonds"),
    ("Fruit", "#86b75c", "leaves"),
    ("Chicken", "#ee9345", "checks"),
    ("Emerald", "#249a88", "scales"),
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


class Picture:
    """An SVG file of shapes, groups, clip paths and uses as PDF operators."""

    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        self.size = [float(v) for v in root.get("viewBox").split()][2:]
        self.named = {e.get("id"): e for e in root.iter() if e.get("id")}
        self.code = ["1 J 1 j"]
        for child in root:
            self.draw(child, {"fill": "#000000"})

    def draw(self, element, around):
        kind = element.tag.split("}")[1]
        style = around | {k: v for k in ("fill", "stroke", "stroke-width") if (v := element.get(k))}
        if kind in ("defs", "clipPath"):
            return
        self.code.append("q")
        for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
            self.transform(name, [float(v) for v in re.split(r"[\s,]+", numbers.strip())])
        if clip := element.get("clip-path"):
            self.code += [self.outline(e) for e in self.named[clip[5:-1]]] + ["W n"]
        if kind == "use":
            self.transform("translate", [float(element.get("x", 0)), float(element.get("y", 0))])
            self.draw(self.named[element.get("href")[1:]], style)
        elif kind == "g":
            for child in element:
                self.draw(child, style)
        else:
            filled, stroked = style["fill"] != "none", style.get("stroke", "none") != "none"
            if filled:
                self.code.append("{:.3f} {:.3f} {:.3f} rg".format(*HexColor(style["fill"]).rgb()))
            if stroked:
                self.code.append("{:.3f} {:.3f} {:.3f} RG".format(*HexColor(style["stroke"]).rgb()))
                self.code.append(style.get("stroke-width", "1") + " w")
            self.code.append(self.outline(element))
            self.code.append("B" if filled and stroked else "f" if filled else "S" if stroked else "n")
        self.code.append("Q")

    def transform(self, name, numbers):
        if name == "translate":
            self.code.append("1 0 0 1 {:g} {:g} cm".format(*(*numbers, 0)[:2]))
        elif name == "rotate":
            turn, x, y = (*numbers, 0, 0)[:3]
            cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            told = (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
            self.code.append("{:.4f} {:.4f} {:.4f} {:.4f} {:.3f} {:.3f} cm".format(*told))

    def outline(self, element):
        kind, number = element.tag.split("}")[1], lambda name: float(element.get(name, 0))
        if kind == "use":
            return self.outline(self.named[element.get("href")[1:]])
        if kind == "path":
            return convert(element.get("d"))
        if kind == "rect":
            return "{:g} {:g} {:g} {:g} re".format(*tuple(map(number, ("x", "y", "width", "height"))))
        x, y = number("cx"), number("cy")
        a, b = (number("r"),) * 2 if kind == "circle" else (number("rx"), number("ry"))
        return convert(f"M{x - a} {y}A{a} {b} 0 0 1 {x + a} {y}A{a} {b} 0 0 1 {x - a} {y}Z")


def picture_form(canvas, name):
    made = Picture(ART / f"{name}.svg")
    canvas.beginForm(name, 0, 0, *made.size)
    canvas._code += made.code
    canvas.endForm()
    return made.size


def draw_picture(canvas, name, box, x, top, width, height):
    """Puts a picture into a box on a face, in mm from its upper left corner."""
    scale = min(width / box[0], height / box[1]) * mm
    canvas.saveState()
    canvas.translate((x + width / 2) * mm - scale * box[0] / 2, (HEIGHT - top - height / 2) * mm + scale * box[1] / 2)
    canvas.scale(scale, -scale)
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
    names = [name.lower() for name, *_ in DISHES]
    pictures = [*names, *(f"{name}_small" for name in names), "crown", "portion", "arrow"]
    pictures += [f"{name}_{look}" for name in names[:-1] for look in ("cut", "crumbs")]
    boxes = {name: picture_form(canvas, name) for name in pictures}
    tiles = {
        name: svg_form(canvas, name, TEMPLATES / "patterns" / f"{name}.svg")
        for name in [p for *_, p in DISHES] + ["lattice"]
    }
    for name, colour, tile in DISHES:
        for look in ("", "_cut", "_crumbs") if name != "Emerald" else ("",):
            front(canvas, name, look, colour, tile, tiles, boxes)
    back(canvas, tiles, boxes)
    looks = [("", "_cut", "_crumbs")[n % 3] for n in range(15)]
    faces = [name + look for name, *_ in DISHES[:-1] for look in looks] + ["Emerald"] * 5
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


def front(canvas, name, look, colour, tile, tiles, boxes):
    art = name.lower()
    canvas.beginForm(name + look + "-face", -BLEED * mm, -BLEED * mm, (WIDTH + BLEED) * mm, (HEIGHT + BLEED) * mm)
    pattern(canvas, tile, tiles[tile], tint(colour, 62), tint(colour, 26))
    canvas.setFillColor(PAPER)
    canvas.setStrokeColor(tint(colour, 125))
    canvas.circle(WIDTH / 2 * mm, (HEIGHT - 42) * mm, 33 * mm, stroke=0, fill=1)
    if name == "Emerald":
        draw_picture(canvas, art, boxes[art], 6.5, 4.2, 54, 54)
    else:
        draw_picture(canvas, art + look, boxes[art + look], 2.5, 12.5, 58, 58)
    for turned in (False, True):
        canvas.saveState()
        if turned:
            canvas.translate(WIDTH * mm, HEIGHT * mm)
            canvas.rotate(180)
        canvas.setFillColor(PAPER)
        canvas.roundRect(-BLEED * mm, (HEIGHT - 16.5) * mm, 19.5 * mm, 19.5 * mm, 5 * mm, fill=1)
        draw_picture(canvas, art + "_small", boxes[art + "_small"], 2.8, 2.8, 12.4, 12.4)
        canvas.restoreState()
    canvas.setFillColor(PAPER)
    canvas.roundRect(18.5 * mm, 5.5 * mm, 26 * mm, 7 * mm, 3.5 * mm, stroke=0, fill=1)
    canvas.setFillColor(INK)
    canvas.setFont("display", 13)
    canvas.drawCentredString(WIDTH / 2 * mm, 7.2 * mm, name)
    if name == "Emerald":
        canvas.setFillColor(PAPER)
        canvas.roundRect(5.5 * mm, 17 * mm, 52 * mm, 12.4 * mm, 6 * mm, stroke=0, fill=1)
        signs = (("crown", 8, 59.5, 10.5, 10.5), ("portion", 21.6, 60.3, 6.4, 9), ("portion", 28.6, 60.3, 6.4, 9))
        for sign, *box in (*signs, ("arrow", 38, 62, 5.6, 5.6), ("emerald_small", 44, 58.9, 11.8, 11.8)):
            draw_picture(canvas, sign, boxes[sign], *box)
    canvas.endForm()


def back(canvas, tiles, boxes):
    canvas.beginForm("back", -BLEED * mm, -BLEED * mm, (WIDTH + BLEED) * mm, (HEIGHT + BLEED) * mm)
    pattern(canvas, "lattice", tiles["lattice"], tint("#a8322d", 45), tint("#a8322d", 16))
    for colour, edge in ((ROYAL, 4), (GOLD, 5.4)):
        canvas.setStrokeColor(colour)
        canvas.roundRect(edge * mm, edge * mm, (WIDTH - 2 * edge) * mm, (HEIGHT - 2 * edge) * mm, 3 * mm)
    canvas.setFillColor(PAPER)
    canvas.ellipse(12 * mm, 15.5 * mm, 51 * mm, 72.5 * mm, fill=1)
    for turned in (False, True):
        canvas.saveState()
        if turned:
            canvas.translate(WIDTH * mm, HEIGHT * mm)
            canvas.rotate(180)
        draw_picture(canvas, "crown", boxes["crown"], 20, 20.5, 23, 23)
        canvas.restoreState()
    canvas.endForm()


if __name__ == "__main__":
    main(sys.argv[1])

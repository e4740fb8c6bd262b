"""Draws the table of a .vtt file as it is when the room opens, from nothing but that file."""

from __future__ import annotations

import io
import json
import re
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1600, 1000  # units of a table
FELT, HOLDER, BUTTON, INK = "#ebe5da", "#dcd3c3", "#1f5ca6", "#3a332b"


def table_picture(vtt: Path, font: Path) -> Image.Image:
    """A pixel to a unit. What lies on a pile is hidden by its top card."""
    with zipfile.ZipFile(vtt) as room:
        widgets = {key: value for key, value in json.loads(room.read("0.json")).items() if key != "_meta"}

        @cache
        def asset(name: str) -> Image.Image:
            return Image.open(io.BytesIO(room.read(name.lstrip("/")))).convert("RGBA")

        image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
        for widget in sorted(widgets.values(), key=lambda each: (each.get("layer", 0), each.get("z", 0))):
            draw_widget(image, widget, widgets, asset, font)
    return image


def draw_widget(image: Image.Image, widget: dict[str, Any], widgets: dict[str, Any], asset: Any, font: Path) -> None:
    kind, (x, y, wide, high) = widget.get("type"), box(widget, widgets)
    draw, corners = ImageDraw.Draw(image), (x, y, x + wide, y + high)
    if kind == "deck":
        return
    if kind == "card":
        picture = asset(face(widget, widgets))
    elif image_of := widget.get("image") or (kind == "dice" and widget["faces"][0]["image"]):
        picture = asset(image_of)
    else:
        fill = {"holder": HOLDER, "button": BUTTON, "seat": "#ffffff", "dice": "#ffffff"}.get(kind)
        if fill:
            draw.rounded_rectangle(corners, 8, fill)
        text = str(widget.get("text", widget.get("displayEmpty", "")))
        stated = re.search(r"font-size: (\d+)px", widget.get("css", ""))
        size = int(stated[1]) if stated else 16
        middle = (x + wide / 2, y + high / 2)
        ink = "#ffffff" if kind == "button" else INK
        draw.text(middle, text, ink, ImageFont.truetype(str(font), size), "mm")
        return
    picture = picture.resize((round(wide), round(high)))
    image.paste(picture, (round(x), round(y)), picture)


def box(widget: dict[str, Any], widgets: dict[str, Any]) -> tuple[float, float, float, float]:
    """Where it lies on the table: left, top, width, height. Cards begin a little inside of what holds them."""
    x, y, defaults = widget.get("x", 0), widget.get("y", 0), {}
    if widget.get("type") == "card":
        defaults = widgets[widget["deck"]].get("cardDefaults", {})
    above = widgets.get(widget.get("parent", ""))
    if above:
        left, top, *_ = box(above, widgets)
        x, y = left + x, top + y
    wide, high = (widget.get(side, defaults.get(side, 0)) for side in ("width", "height"))
    return x, y, wide, high


def face(card: dict[str, Any], widgets: dict[str, Any]) -> str:
    """The picture of the side that is up."""
    deck = widgets[card["deck"]]
    (item,) = deck["faceTemplates"][card.get("activeFace", 0)]["objects"]
    kind = deck["cardTypes"][card["cardType"]]
    dynamic = item.get("dynamicProperties", {}).get("value")
    return kind[dynamic] if dynamic else item["value"]

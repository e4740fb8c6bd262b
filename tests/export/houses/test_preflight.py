"""What is told before anything is sent."""

import pytest
from PIL import Image

from tests.houses import FRONT, HOUSE, files, found, house, layout


def test_a_sound_game_passes(game):
    assert found(game) == {}
    assert found(game, "mpc") == {}


def test_a_size_that_the_house_does_not_cut_is_told_with_the_nearest(game):
    yaml = game / "game.yaml"
    yaml.write_text(yaml.read_text().replace("63 x 88 mm", "70 x 70 mm"))
    told = found(game)["house-size"]
    assert told.severity == "error" and told.place.line == 6
    assert "does not cut 70 x 70 mm; the nearest is poker, 63 x 88 mm" in told.message
    assert files(game) == {}


def test_a_size_that_is_nearly_the_houses_is_told(game):
    yaml = game / "game.yaml"
    yaml.write_text(yaml.read_text().replace("63 x 88 mm", "62.5 x 88.4 mm"))
    assert "the printer cuts 62.5 x 88.4 mm as poker, 63 x 88 mm" in found(game)["house-near"].message


def test_pictures_need_pixels(game):
    (game / "art").mkdir()
    Image.new("RGB", (200, 200)).save(game / "art/low.png")
    layout(game, "  art: {draw: picture, of: art/low.png, left: 20, width: 23, top: 30, height: 23}\n")
    told = found(game)["house-ppi"].message
    assert told.startswith("a, en: the front: art/low.png has 221 pixels per inch; Our House asks for 250")


@pytest.mark.parametrize(
    ("edge", "side"), [("right: 0", "right"), ("left: 0", "left"), ("top: 0", "top"), ("bottom: 0", "bottom")]
)
def test_the_bleed_is_to_be_filled_on_every_side(game, edge, side):
    key = edge.split(":")[0]
    layout(game, "", ground=FRONT.replace(f"{key}: -bleed", edge))
    assert found(game)["house-bleed"].message.endswith(f"does not fill the bleed ({side})")


def test_a_white_border_needs_no_bleed(game):
    layout(game, "", ground=FRONT.replace("-bleed", "4"))
    assert "house-bleed" not in found(game)


def test_words_stay_within_the_safe_zone(game):
    layout(game, "  low: {draw: text, text: low, left: 4, right: 8, bottom: 20, height: 8}\n")
    told = found(game)["house-safe"]
    assert "a, en: the front: 'low' lies 4.3 mm within the cut; Our House asks for 5.0 mm" in told.message
    assert told.who == "deck/a"


SIGN = "styles: {sign: {font: text, size: 13, at_least: 13, lines: 1, align: centre}}\n"


@pytest.mark.parametrize(("text", "safe"), [("sauce", True), ("Échange", False), ("…", True)])
def test_letters_count_and_not_the_room_that_their_line_keeps_for_others(game, text, safe):
    """Small letters may stand where an accent above a capital would be too near."""
    layout(game, f'  high: {{draw: text, text: "{text}", style: sign, left: 20, right: 20, top: 4, height: 6}}\n{SIGN}')
    assert ("house-safe" not in found(game)) == safe


@pytest.mark.parametrize(("left", "safe"), [(-29, False), (-28, True)])
def test_letters_that_are_turned_are_measured_as_they_stand(game, left, safe):
    turned = f"style: sign, left: {left}, width: 70, top: 42, height: 8, turn: 270"
    layout(game, f"  dock: {{draw: text, text: mast, {turned}}}\n{SIGN}")
    assert ("house-safe" not in found(game)) == safe


def test_hairlines_are_told(game):
    layout(game, "  box: {draw: rectangle, stroke: ink, line: 0.05, left: 20, width: 20, top: 30, height: 20}\n")
    assert "a line of 0.14 pt; Our House needs at least 0.25 pt" in found(game)["house-hairline"].message


def test_too_much_ink_is_told_with_its_place(game):
    house(game, ink=130)
    layout(game, '  dark: {draw: rectangle, fill: "#1040a0", left: 20, width: 10, top: 30, height: 20}\n')
    assert "house-ink" not in found(game)  # colours keep to the limit by themselves
    words = '  dark: {draw: rectangle, fill: "#1040a0", left: 8, right: 8, top: 30, height: 30}\n'
    words += '  big: {draw: text, text: "III", left: 10, right: 10, top: 30, height: 30, style: huge}\n'
    layout(game, words + "styles: {huge: {size: 70, bold: yes}}\n")
    told = found(game)["house-ink"]  # black that is printed over it comes on top
    assert told.severity == "error" and "% of ink" in told.message and "Our House allows 130 %" in told.message


def test_a_card_needs_a_back(game):
    yaml = game / "game.yaml"
    yaml.write_text(yaml.read_text().replace("back: back", "# no backs"))
    (game / "layouts/back.yaml").unlink()
    told = found(game)["house-back"]
    assert told.severity == "error" and told.message.startswith("a, en: expected a back")
    assert "house-back" not in found(game, "tgc")


def test_an_order_may_be_too_large(game):
    house(game, HOUSE + "most: 4\n")
    assert "5 cards of the size poker; Our House takes at most 4 in one order" in found(game)["house-count"].message


def test_screen_colours_and_fonts_that_are_not_embedded_are_told(game, monkeypatch):
    def spoilt(house, document):
        from reportlab.pdfgen.canvas import Canvas

        canvas = Canvas(None)
        for _ in document.pages:
            canvas.setFillColorRGB(1, 0, 0)
            canvas.drawString(10, 10, "1 0 0 rg")
            canvas.showPage()
        return canvas.getpdfdata()

    monkeypatch.setattr("cardgen.export.houses.preflight.file_of", spoilt)
    told = found(game)
    assert told["house-font"].message == "en: the font Helvetica is not embedded"
    assert told["house-rgb"].message == "en: a shape or a text is in screen colours"

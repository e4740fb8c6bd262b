"""A designer's own fonts and languages on cards."""

import shutil

import pytest

from tests.foreign import FONTS, SHIPPED
from tests.pdf_reader import read


@pytest.fixture
def hebrew(game, run):
    """The small game in English and Hebrew."""
    for name, file in {"Body.ttf": SHIPPED / "source-sans-3/regular.ttf", "he.ttf": FONTS / "hebrew.ttf"}.items():
        (game.path / "fonts").mkdir(exist_ok=True)
        shutil.copy(file, game.path / "fonts" / name)
    game.edit("game.yaml", "languages: [en, fr]", "languages: [en, he]")
    fonts = "{display: [Body.ttf, {he: noto-sans-hebrew}], text: [Body.ttf, {he: noto-sans-hebrew}]}"
    game.edit("game.yaml", "{display: fraunces, text: source-sans-3}", fonts)
    (game.path / "variants/quick.yaml").unlink()
    game.write(
        "strings/he.yaml",
        "game.title: {from: Wood, to: אב}\ncreature.fox: {from: Fox, to: אבגד}\ncreature.owl: {from: Owl, to: הו}\n"
        'text.all: {from: "Take {value} :gain:.", to: "קחו {value} :gain:."}\n',
    )
    return game


def cards(game, run, language):
    found = run("build", "./wood", "--lang", language, "--only", "cards")
    assert found.code == 0, found.err
    return read((game.path.parent / f"out/wood/base/{language}/cards.pdf").read_bytes())[0].placements


def test_cards_are_printed_in_the_fonts_of_their_language(hebrew, run):
    assert "דגבא" in cards(hebrew, run, "he")[0].text
    # glyphs from left to right
    assert "Fox" in cards(hebrew, run, "en")[0].text


def test_a_language_without_its_font_is_told_what_to_do(hebrew, run):
    hebrew.edit("game.yaml", "{display: [Body.ttf, {he: noto-sans-hebrew}],", "{display: Body.ttf,")
    found = run("build", "./wood", "--lang", "he")
    assert found.code == 2
    assert "there is no 'א' (U+05D0)" in found.err and "add a second font after it in look.fonts" in found.err


def test_faces_are_laid_out_from_the_right_if_asked(hebrew, run):
    number_field = '  n: {draw: text, text: "{card.value}", align: left, left: 4, top: 4, width: 8, height: 8}'
    hebrew.edit("layouts/creature.yaml", "fields:", f"fields:\n{number_field}")
    hebrew.edit("game.yaml", "  colours:", "  mirrored: [he]\n  colours:")
    from cardgen.graphics.drawing import texts
    from cardgen.press.edition import Options, open_edition
    from cardgen.store.library import find_game

    edition = open_edition(find_game(str(hebrew.path)), "base", Options(), lambda finding: None)
    (side, *_) = edition.composer.sides

    def number(language):
        return next(text for text, _ in texts(edition.composer.face(side, language).items) if text.text == "3")

    plain, other = number("en"), number("he")
    assert 63 - other.x - other.width == pytest.approx(plain.x)
    assert plain.x == pytest.approx(4)


def test_mirrored_languages_are_the_games(hebrew, run):
    hebrew.edit("game.yaml", "  colours:", "  mirrored: [ar]\n  colours:")
    assert "look.mirrored: 'ar' is not one of the game's languages" in run("build", "./wood").err


def test_a_missing_italic_is_told_and_not_faked(hebrew, run):
    hebrew.edit("strings/en.yaml", 'text.all: "Take', 'text.all: "*Take*')
    hebrew.edit("strings/he.yaml", '"Take', '"*Take*')
    found = run("build", "./wood", "--lang", "en")
    assert found.code == 0
    assert (
        "warning: the font 'Body.ttf' has no italic face, so such words stand upright; slant: 12 leans a whole style"
        in found.err
    )


def test_a_missing_italic_of_a_languages_own_font_is_told_behind_a_font_that_has_one(hebrew, run):
    told = "the font 'noto-sans-hebrew' has no italic face"
    hebrew.edit("game.yaml", "text: [Body.ttf, {he:", "text: [source-sans-3, {he:")
    assert told not in run("build", "./wood", "--lang", "he").err, "no word asks for one"
    hebrew.edit("strings/en.yaml", 'text.all: "Take', 'text.all: "*Take*')
    hebrew.edit("strings/he.yaml", '"Take', '"*Take*')
    hebrew.edit("strings/he.yaml", '"קחו', '"*קחו*')
    assert told in run("build", "./wood", "--lang", "he").err


def test_junk_for_a_font_is_told_by_its_file(hebrew, run):
    hebrew.write("fonts/Body.ttf", b"junk")
    found = run("build", "./wood")
    assert (found.code, found.err.count("Traceback")) == (2, 0)
    assert "wood/fonts/Body.ttf: expected a font as TTF" in found.err

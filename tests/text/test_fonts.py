import pytest
from fontTools.ttLib import TTFont

from cardgen.drawing import FontSource
from cardgen.library import BUILTIN
from cardgen.text.fonts import FontFace

FONTS = sorted((BUILTIN / "templates" / "fonts").glob("*/*.ttf"))


@pytest.fixture(params=FONTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def face(request):
    return FontFace(f"{request.param.parent.name}/{request.param.stem}", FontSource(request.param))


def test_widths_are_the_fonts_own_advances_plus_kerning(face):
    font = TTFont(face.source.path)
    advances, names = font["hmtx"], font.getBestCmap()
    text = "Formaggio à l’œuf 12"
    shaped = face.shape(text)
    plain = sum(advances[names[ord(c)]][0] for c in text) / font["head"].unitsPerEm
    assert shaped.width == pytest.approx(plain + sum(kern for _, kern in shaped.kerns))


def test_kerning_pairs_are_pulled_together(face):
    assert face.shape("AVAVA").width < sum(face.shape(c).width for c in "AVAVA")


def test_a_narrow_no_break_space_is_narrow_even_where_the_font_lacks_it(face):
    narrow = face.shape("a\u202fb").width - face.shape("ab").width
    assert 0 < narrow < face.shape(" ").width
    assert not face.missing("\u202f")


def test_a_minus_that_an_old_face_lacks_is_an_en_dash():
    (path,) = [path for path in FONTS if path.parent.name == "tavern"]
    face = FontFace("tavern/regular", FontSource(path))
    assert ord("−") not in TTFont(path).getBestCmap() and face.shape("3 − 2").text == "3 – 2"


def test_nothing_is_nothing_wide(face):
    assert face.shape("").width == 0


def test_missing_characters_are_named(face):
    assert "ह" in face.missing("aéह") and "é" not in face.missing("aéह")


@pytest.mark.parametrize("sign", "«»“”‘’…–−×œŒÆæÀÉÈÇçùûîïôàìòù€°ßñãőłčž")
def test_every_sign_of_our_languages_is_there(face, sign):
    assert face.missing(sign) == []


def test_each_font_has_its_licence():
    for path in FONTS:
        assert "SIL Open Font License" in (path.parent / "OFL.txt").read_text("utf-8")

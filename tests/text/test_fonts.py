import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from cardgen.graphics.drawing import FontSource
from cardgen.store.library import BUILTIN
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


def test_a_space_after_an_ampersand_is_as_wide_as_another_beyond_its_tail(face):
    font = TTFont(face.source.path)
    glyphs, name = font.getGlyphSet(), font.getBestCmap()[ord("&")]
    box = BoundsPen(glyphs)
    glyphs[name].draw(box)
    tail = (box.bounds[2] - font["hmtx"][name][0]) / font["head"].unitsPerEm
    wider = face.shape("& C").width - face.shape("&").width - face.shape(" C").width
    alone = face.shape("&").width - face.advance("&")
    assert wider == pytest.approx(0, abs=0.03)
    assert alone == pytest.approx(tail if tail > 0.02 else 0, abs=0.002)


def test_a_narrow_no_break_space_is_narrow_even_where_the_font_lacks_it(face):
    narrow = face.shape("a\u202fb").width - face.shape("ab").width
    assert 0 < narrow < face.shape(" ").width
    assert not face.missing("\u202f")


def test_a_minus_that_an_old_face_lacks_is_an_en_dash():
    (path,) = [path for path in FONTS if path.parent.name == "tavern"]
    face = FontFace("tavern/regular", FontSource(path))
    assert ord("−") not in TTFont(path).getBestCmap() and face.shape("3 − 2").text == "3 – 2"


@pytest.mark.parametrize("sign", "\u2010\u2011")
def test_a_hyphen_that_a_face_lacks_is_one_that_it_has(face, sign):
    """The no-break hyphen of word processors stands in few fonts: it must not stop a build."""
    has = TTFont(face.source.path).getBestCmap()
    drawn = next(each for each in (sign, "\u2010", "-") if ord(each) in has)
    assert face.missing(f"non{sign}Elite") == [] and face.shape(f"non{sign}Elite").text == f"non{drawn}Elite"


@pytest.mark.parametrize("sign", "\u2010\u2011\u2212")
@pytest.mark.parametrize("backwards", [False, True])
def test_signs_that_stand_in_do_so_in_runs_of_glyphs(sign, backwards):
    (path,) = [path for path in FONTS if path.parent.name == "tavern"]
    shaped = FontFace("tavern/regular", FontSource(path)).shape_run(f"3{sign}2", "he", backwards)
    assert len(shaped.glyphs) == 3 and all(glyph.number for glyph in shaped.glyphs), "no box for a missing sign"


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


def with_old_style_digits(path, lining):
    """Source Sans 3 whose digits are its old-style ones; with its lining ones as a feature, or without."""
    font = TTFont(BUILTIN / "templates/fonts/source-sans-3/regular.ttf")
    table = font["GSUB"].table
    features = [each for each in table.FeatureList.FeatureRecord if each.FeatureTag == "onum"]
    (index,) = {index for each in features for index in each.Feature.LookupListIndex}
    (lookup,) = (getattr(each, "ExtSubTable", each) for each in table.LookupList.Lookup[index].SubTable)
    plain = {ord(sign): lookup.mapping[font.getBestCmap()[ord(sign)]] for sign in "0123456789"}
    for cmap in font["cmap"].tables:
        cmap.cmap.update(plain)
    lookup.mapping = {other: name for name, other in lookup.mapping.items()}
    for each in features:
        each.FeatureTag = "lnum" if lining else "ss20"
    font.save(path)
    return FontFace("old/regular", FontSource(path))


def test_lining_figures_are_asked_for_where_digits_are_old_style(tmp_path):
    plain = FontFace("source-sans-3/regular", FontSource(BUILTIN / "templates/fonts/source-sans-3/regular.ttf"))
    assert plain.is_lining and plain.lining is plain
    face = with_old_style_digits(tmp_path / "a.ttf", lining=True)
    assert not face.is_lining and face.lining.is_lining and face.lining.name == face.name
    assert not face.shape("12").glyphs and [glyph.text for glyph in face.lining.shape("12").glyphs] == ["1", "2"]
    assert face.lining.shape("12").width == pytest.approx(plain.shape("12").width)
    assert face.lining.shape("ab") == face.shape("ab"), "only digits are others"
    face = with_old_style_digits(tmp_path / "b.ttf", lining=False)
    assert not face.is_lining and face.lining is face

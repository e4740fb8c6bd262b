"""Whatever font a designer brings is read, or refused with what is wrong."""

import io

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.foundations.errors import InputError
from cardgen.pdf.fonts import subset
from cardgen.rulebook import webfont
from cardgen.text.font_file import faces_in, open_face, slug
from cardgen.text.fonts import font, font_face
from cardgen.text.isolated_font import DAMAGED
from tests.foreign import FONTS, SHIPPED, collection, woff2

REGULAR, BOLD = SHIPPED / "source-sans-3/regular.ttf", SHIPPED / "source-sans-3/bold.ttf"


def refused(file) -> str:
    with pytest.raises(InputError) as error:
        faces_in(file)
    (fault,) = error.value.faults
    assert fault.place.file == str(file)
    return fault.message


def test_a_face_says_what_it_is():
    (regular,), (bold,) = faces_in(REGULAR), faces_in(BOLD)
    assert "source-sans-3" in regular.families
    assert (regular.weights, bold.weights) == ((400, 400), (700, 700))
    assert not regular.italic and faces_in(SHIPPED / "source-sans-3/italic.ttf")[0].italic


def test_a_variable_font_has_all_its_weights():
    (face,) = faces_in(FONTS / "variable.ttf")
    assert face.weights == (100, 900)
    assert face.source(350).axes == (("wght", 350),)
    assert face.source(1000).axes == (("wght", 900),)


def test_a_collection_holds_several(tmp_path):
    file = tmp_path / "both.ttc"
    file.write_bytes(collection(REGULAR, BOLD))
    assert [(face.number, face.weights[0]) for face in faces_in(file)] == [(0, 400), (1, 700)]
    assert open_face(file, 1).glyph_count == open_face(BOLD).glyph_count


def test_woff2_is_the_font_that_it_packs(tmp_path):
    file = tmp_path / "web.woff2"
    file.write_bytes(woff2(REGULAR))
    assert faces_in(file)[0].families == faces_in(REGULAR)[0].families
    assert open_face(file).unicodes == open_face(REGULAR).unicodes


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "expected a font as TTF, OTF, TTC, WOFF or WOFF2, got an empty file"),
        (b"\x89PNG\r\n", "expected a font as TTF, OTF, TTC, WOFF or WOFF2, got a file of another kind"),
        (b"\0\1\0\0" + bytes(40), "this font has no outlines; expected one with outlines (TrueType or CFF)"),
        (b"OTTO" + b"\xff" * 200, "this font has no outlines; expected one with outlines (TrueType or CFF)"),
        (b"ttcf\0\1\0\0\xff\xff\xff\xff", "expected a collection of 1 to 64 fonts, got 4294967295"),
        (b"wOF2" + bytes(40), DAMAGED),
    ],
)
def test_what_is_no_font_is_refused(tmp_path, data, message):
    file = tmp_path / "regular.ttf"
    file.write_bytes(data)
    assert refused(file) == message


def test_a_folder_called_like_a_font_is_refused(tmp_path):
    (tmp_path / "regular.ttf").mkdir()
    assert refused(tmp_path / "regular.ttf") == "expected a font file, which cardgen cannot open here: Is a directory"


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_damaged_font_is_read_or_refused(tmp_path_factory, data):
    whole = bytearray((FONTS / data.draw(st.sampled_from(["hebrew.ttf", "japanese.otf"]))).read_bytes())
    tables = TTFont(io.BytesIO(whole)).reader.tables
    for _ in range(data.draw(st.integers(1, 20))):
        table = tables[data.draw(st.sampled_from(sorted(tables)))]  # small ones as often as large ones
        at = data.draw(st.sampled_from([12, table.offset])) + data.draw(st.integers(0, 60))
        whole[at % len(whole)] = data.draw(st.integers(0, 255))
    file = tmp_path_factory.mktemp("fonts") / "regular.ttf"
    file.write_bytes(bytes(whole[: data.draw(st.just(len(whole)) | st.integers(4, len(whole)))]))
    try:
        for info in faces_in(file):
            source = info.source(400)
            face = font_face("regular", source)
            found = font((face,), face, "fr")
            found.shape("Élan; AV"), found.ascent, found.pitch, found.cap_height
            subset(source, tuple(sign for sign in "Élan; AV" if face.has(sign)))
            webfont._woff2(source, "Élan; AV")
    except InputError as error:
        assert error.faults[0].place.file == str(file)


@pytest.mark.parametrize(
    ("name", "known"),
    [("Source Sans 3", "source-sans-3"), ("Noto Sans CJK JP", "noto-sans-cjk-jp"), ("Ébène", "ebene")],
)
def test_families_are_called_as_names_are_written(name, known):
    assert slug(name) == known

"""The area of ink: known areas, and what is kept of them."""

import pytest

from cardgen.graphics.drawing import Document, FontSource, Group, Page, Shape, Symbol, Text, Use
from cardgen.graphics.geometry import rectangle, translation
from cardgen.press import ink
from cardgen.press.files import Files

A4 = (0.0, 0.0, 210.0, 297.0)


@pytest.fixture(autouse=True)
def _empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def face(name, side, colour="#000000"):
    """A square of that many mm, painted whole."""
    return Symbol(name, (0.0, 0.0, side, side), (Shape(rectangle(0, 0, side, side), fill=colour),))


def document(*faces, times=1, clip=None):
    uses = [Group((Use(one.name),), translation(60.0 * at, 0), clip) for one in faces for at in range(times)]
    page = Page(210.0, 297.0, tuple(uses), A4, A4)
    return Document("Squares", "en", "", (page,), {one.name: one for one in faces})


@pytest.fixture
def measured(monkeypatch):
    """The names of the faces that are drawn to be measured."""
    names, measure = [], ink._dark_areas

    def spy(drawn, uses):
        names.extend(name for name, _ in uses)
        return measure(drawn, uses)

    monkeypatch.setattr(ink, "_dark_areas", spy)
    return names


def test_black_covers_its_area_and_grey_half_of_it():
    assert ink.ink_area(document(face("black", 50.0)), "cards", Files()) == 25
    assert ink.ink_area(document(face("grey", 50.0, "#808080")), "cards", Files()) == pytest.approx(12.5, abs=0.6)
    assert ink.ink_area(document(face("white", 50.0, "#ffffff")), "cards", Files()) == 0


def test_each_use_counts_and_a_clip_cuts_off():
    assert ink.ink_area(document(face("black", 50.0), times=3), "cards", Files()) == 75
    assert ink.ink_area(document(face("black", 50.0), clip=rectangle(0, 0, 50, 25)), "cards", Files()) in (12, 13)


def test_only_changed_faces_are_measured_again(measured):
    one, two = face("one", 50.0), face("two", 30.0)
    assert ink.ink_area(document(one, two), "cards", Files()) == 34
    assert ink.ink_area(document(one, two), "cards", Files()) == 34
    assert measured == ["one", "two"]
    assert ink.ink_area(document(one, face("two", 40.0)), "cards", Files()) == 41
    assert measured == ["one", "two", "two"]


def test_a_clip_is_measured_for_itself(measured):
    ink.ink_area(document(face("one", 50.0)), "cards", Files())
    assert ink.ink_area(document(face("one", 50.0), clip=rectangle(0, 0, 50, 10)), "cards", Files()) == 5
    assert measured == ["one", "one"]


def test_a_damaged_record_is_made_anew(tmp_path, measured):
    ink.ink_area(document(face("one", 50.0)), "cards", Files())
    (record,) = (tmp_path / "cardgen" / "ink").iterdir()
    record.write_bytes(b"scribbled")
    assert ink.ink_area(document(face("one", 50.0)), "cards", Files()) == 25
    assert measured == ["one", "one"]


def test_a_font_of_other_content_counts_as_a_change(tmp_path, measured):
    font = tmp_path / "font.ttf"
    text = Text(0.0, 10.0, "A", "plain/regular", 10.0, "#000000", width=5.0, ascent=7.0, descent=2.0)
    worded = Symbol("worded", (0.0, 0.0, 20.0, 20.0), (text,))
    paper = document(worded)
    digests = []
    for content in (b"one", b"two"):
        font.write_bytes(content)
        paper.fonts["plain/regular"] = FontSource(font)
        digests.append(ink._face_digest(paper, "worded", Files()))
    assert digests[0] != digests[1]

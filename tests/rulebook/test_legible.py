"""What figures show of a face: all of it where it can be read, else a face of their own, else what is left of it."""

import pytest

from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Document, Face, Group, Page, Shape, Symbol, Text, Use, texts
from cardgen.graphics.geometry import rectangle, translation
from cardgen.rulebook.html import make_html
from cardgen.rulebook.legible import MIN_LEGIBLE_SIZE, legible, too_small
from cardgen.rulebook.pages import make_pages
from tests.rulebook.library import book, seen
from tests.rulebook.test_pages import uses

GROUND = Shape(rectangle(0, 0, 63, 88), fill="#e08040")


def word(text: str, points: float) -> Text:
    return Text(10, 70, text, "fraunces/bold", points * POINT, "#000000", 20, 4, 1)


def face(name: str, *items) -> Face:
    return Face(f"pack/{name}", name, 63, 88, 3, (GROUND, *items))


def told(shown: Face) -> list[str]:
    return [text.text for text, _ in texts(shown.items)]


FOX = face("fox", word("name", 20), word("rule", 9))
SIGN = face("fox/figure", word("3", 40))


@pytest.mark.parametrize(
    ("scale", "name", "words"),
    [(1, "pack/fox", ["name", "rule"]), (0.7, "pack/fox/figure", ["3"]), (0.1, "pack/fox/figure/1", [])],
)
def test_the_figures_own_face_is_shown_where_the_cards_cannot_be_read(scale, name, words):
    shown = legible([FOX, SIGN], scale)
    assert (shown.name, told(shown)) == (name, words)


def test_without_one_the_texts_that_cannot_be_read_are_left_out():
    shown = legible([FOX], 0.4)
    assert told(shown) == ["name"] and shown.items[0] == GROUND
    assert legible([FOX], MIN_LEGIBLE_SIZE / 9).items == FOX.items


def test_signs_among_words_go_with_them():
    strip = Group((Use("icons/acorn"), Group((word("4", 9),), translation(1, 1))), translation(2, 2))
    assert legible([face("fox", strip)], 0.7).items == (GROUND,)


def test_what_turns_and_scales_a_text_counts():
    larger = Group((word("4", 9),), (0, 2, -2, 0, 0, 0))
    assert told(legible([face("fox", larger)], 0.5)) == ["4"]


@pytest.mark.parametrize(("names", "drawn"), [({}, []), ({"fox": SIGN}, ["pack/fox/figure"] * 2)])
def test_pages_show_it(names, drawn):
    document = make_pages("![Foxes](cards:fox*2)", book(faces={"fox": FOX}, smaller=names, cover=()))
    assert uses(document.pages[-1].items) == drawn
    assert not list(too_small(document))


def test_pages_tell_what_is_too_small():
    small = Group((Use("tiny"),), (0.5, 0, 0, 0.5, 0, 0))
    page = Page(148, 210, (word("large", 6.5), small), (0, 0, 148, 210), (0, 0, 148, 210))
    tiny = Symbol("tiny", (0, 0, 50, 50), (word("small", 12),))
    document = Document("The Wood", "en", "", (page,), {"tiny": tiny})
    assert [(number, text, round(size, 3)) for number, text, size in too_small(document)] == [(1, "small", 6)]


def test_names_stand_below_their_faces_with_their_counts():
    document = make_pages("![Beasts](names:fox=15,owl)", book())
    found = [text.text for text in seen(document.pages[1])]
    assert found[:2] == ["Fox ×\u00a015", "Owl"]
    html = make_html("![Beasts](names:fox=15,owl)", book())
    assert all(f' aria-hidden="true">{told}</p>' in html for told in ("Fox ×\u00a015", "Owl"))


def test_long_names_are_set_smaller_but_never_too_small():
    names = {"fox": face("fox"), "owl": face("owl")}
    for name in ("Confiturière", "La grande Confiturière des trois Renards"):
        faces = {key: Face(value.name, name, 63, 88, 3, value.items) for key, value in names.items()}
        row = ",".join(["fox", "owl"] * 3)
        document = make_pages(f"> ![Beasts](names:{row})", book(faces=faces, cover=(), language="fr"))
        assert not list(too_small(document))

"""HTML in a text is told where it is written, once, with what to write in its place."""

import pytest

from cardgen.faces.foreign_markup import check_html

WORDS = {"draw": "text", "text": "{card.name}", "left": 10, "right": 10, "top": 40, "height": 10}


def found(composer):
    return [(finding.place.file.rsplit("/", 1)[-1], finding.message) for finding in check_html(composer)]


def test_a_tag_in_a_layout_is_told_once(compose):
    cards = {"fox": {}, "owl": {}}
    told = "en: '<b>' is HTML, which cardgen prints as it is; write **words** for bold ones"
    assert found(compose({"t": WORDS | {"text": "<b>First</b> words"}}, cards=cards)) == [("beast.yaml", told)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("one<br/>two", "'<br/>' is HTML, which cardgen prints as it is; begin a new line in the text"),
        ("R&amp;D", "'&amp;' is HTML, which cardgen prints as it is; write the character itself"),
        ('<span style="x">a</span>', "write [words](colour) for coloured ones"),
        ("H<sub>2</sub>O", "'<sub>' is HTML, which cardgen prints as it is"),
    ],
)
def test_on_a_card(compose, text, told):
    ((file, message),) = found(compose({"t": WORDS}, cards={"fox": {"name": text}}))
    assert file == "game.yaml" and message.endswith(told)


@pytest.mark.parametrize("text", ["a < b and b > c", "<3", "R&D; more", "<fox>", "-> b", "**bold**"])
def test_what_is_no_html(compose, text):
    assert found(compose({"t": WORDS}, cards={"fox": {"name": text}})) == []


def test_a_title_that_stands_on_no_face(compose):
    texts = {"en": {"game.title": "Zoo"}, "fr": {"game.title": {"from": "Zoo", "to": "<i>Zoo</i>"}}}
    told = "fr: '<i>' is HTML, which cardgen prints as it is; write *words* for italic ones"
    assert found(compose({"t": WORDS | {"text": "a"}}, texts=texts)) == [("fr.yaml", told)]

"""Scenes: what lies where on a table, in millimetres, to scale; faults are told with their lines."""

import re

import pytest

from cardgen.drawing import Group, Shape, Text, texts
from cardgen.errors import InputError
from cardgen.geometry import IDENTITY, box_through, multiply, segments_box
from cardgen.rulebook.html import make_html
from cardgen.rulebook.legible import LEAST
from cardgen.rulebook.look import Look
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.pages import make_pages
from cardgen.rulebook.proof import proofread
from cardgen.rulebook.stage import TALLEST, set_stage
from cardgen.rulebook.typesetting import typeset_markdown
from cardgen.units import POINT
from tests.rulebook.library import book

SCENE = """\
```scene Two foxes, an owl and the *pile*
area: 200 x 100
lies:
  - {face: fox, at: 10 5}
  - {face: owl, at: 100 20, turn: 90}
{more}labels:
  - {text: Draw pile, at: 100 90}
```
"""


def stage(more: str = "", width: float = 100.0, **changed):
    (figure,) = read_markdown(SCENE.replace("{more}", more), book().source)
    return set_stage(figure.scene, width, Look(book(**changed)))


def faces(items, matrix=IDENTITY):
    """The boxes of the faces among items, on paper."""
    for item in items:
        if isinstance(item, Group):
            inner = multiply(item.matrix, matrix)
            if item.clip:
                yield tuple(round(value, 3) for value in box_through(inner, segments_box(item.clip)))
            else:
                yield from faces(item.items, inner)


def test_faces_lie_where_they_are_said_to_to_scale():
    made = stage()
    assert (made.width, made.height) == (100, 50)
    assert list(faces(made.items)) == [(5, 2.5, 36.5, 46.5), (50, 10, 94, 41.5)]


def test_copies_lie_a_step_further_each_and_above():
    made = stage("  - {face: owl, at: 20 2, copies: 3, step: 10 4}\n")
    assert [box[:2] for box in faces(made.items)][2:] == [(10, 1), (15, 3), (20, 5)]


def test_a_tall_scene_is_as_high_as_a_page_allows():
    text = "```scene Tall\narea: 100 x 1000\nlies: [{face: fox, at: 0 0}]\n```"
    (figure,) = read_markdown(text, book().source)
    made = set_stage(figure.scene, 116, Look(book()))
    assert (made.width, made.height) == (pytest.approx(TALLEST / 10), pytest.approx(TALLEST))


def test_labels_are_of_the_books_own_type_in_the_middle_of_their_points():
    made = stage()
    slip = made.items[-2] if isinstance(made.items[-1], Text) else None
    assert isinstance(slip, Shape)
    left, top, right, bottom = segments_box(slip.segments)
    assert ((left + right) / 2, (top + bottom) / 2) == (pytest.approx(50), pytest.approx(45))
    (word,) = [text for text, _ in texts(made.items) if text.text == "Draw pile"]
    assert word.size >= LEAST * POINT and left < word.x and word.x + word.width < right


@pytest.mark.parametrize("wide", [60, 116])
def test_no_text_is_too_small(wide):
    assert all(size >= LEAST * POINT - 1e-6 for _, size in texts(stage(width=wide).items))


@pytest.mark.parametrize(
    ("more", "line", "message"),
    [
        ("  - {face: fxo, at: 1 1}\n", 6, "there is nothing called 'fxo' to show; did you mean 'fox'?"),
        ("  - {face: fox, at: 150 5}\n", 6, "'fox' lies 13.0 mm beyond the right edge of the scene"),
        ("  - {face: fox, at: -2 5}\n", 6, "'fox' lies 2.0 mm beyond the left edge of the scene"),
        ("  - {face: fox, at: 5 5, copies: 3, step: 0 6}\n", 6, "'fox' lies 5.0 mm beyond the lower edge of the scene"),
        ("  - {face: fox, at: here}\n", 6, "expected two lengths in mm"),
        ("  - {face: fox, at: 1 1, trun: 90}\n", 6, "unknown key; did you mean 'turn'?"),
        ("  - {face: fox, at: 1 1, copies: none}\n", 6, "expected a whole number, got 'none'"),
    ],
)
def test_faults_are_told_with_their_lines(more, line, message):
    for make in (make_pages, make_html, proofread):
        with pytest.raises(InputError) as error:
            make(SCENE.replace("{more}", more), book())
        fault = error.value.faults[0]
        assert message in fault.message and fault.place.line == line


def test_a_label_stays_on_the_table():
    with pytest.raises(InputError, match=r"'Draw pile' lies 9.0 mm beyond the lower edge of the scene"):
        make_pages(SCENE.replace("{more}", "").replace("at: 100 90", "at: 100 109"), book())
    make_pages(SCENE.replace("{more}", "").replace("at: 100 90", "at: 100 100"), book())  # moved up onto it


def test_a_scene_has_a_caption_and_code_has_none():
    for text, message in (("```scene\narea: 9 x 9\nlies: []\n```", "without a caption"), ("```\nx\n```", "code")):
        with pytest.raises(InputError, match=message):
            make_pages(text, book())


def test_a_web_page_tells_what_lies_there():
    page = make_html(SCENE.replace("{more}", ""), book())
    (picture,) = re.findall(r'<div class="row">(<svg.*?</svg>)</div>', page.split("<figure>")[1], re.S)
    assert "<title>Fox, Owl; Draw pile</title>" in picture and ">Draw pile</text>" in picture
    assert "<figcaption>Two foxes, an owl and the <em>pile</em></figcaption>" in page


def test_its_data_is_left_alone_by_typography():
    text = 'Avant : "oui" ?\n\n```scene La table : prête ?\nlies: [{face: fox, at: 1 1}] # "x" ?\n```\n\nAprès : oui'
    first, _, fence, data, *_, last = typeset_markdown(text, "fr").split("\n")
    assert data == 'lies: [{face: fox, at: 1 1}] # "x" ?'
    assert fence == "```scene La table\u00a0: prête\u202f?" and "\u00a0:" in first and "\u00a0:" in last


def test_its_labels_are_typeset():
    (figure,) = read_markdown(
        "```scene Table\narea: 90 x 90\nlies: [{face: fox, at: 0 0}]\nlabels: [{text: L'hôte, at: 45 45}]\n```",
        book().source,
    )
    made = set_stage(figure.scene, 90, Look(book(language="fr")))
    assert "L’hôte" in [text.text for text, _ in texts(made.items)]

"""Scenes: what lies where on a table, in millimetres, to scale; faults are told with their lines."""

import random
import re

import pytest

from cardgen.foundations.errors import InputError
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Group, Shape, texts
from cardgen.graphics.geometry import IDENTITY, box_through, multiply, segments_box
from cardgen.rulebook.assemble import known_symbols
from cardgen.rulebook.html import make_html
from cardgen.rulebook.legible import MIN_LEGIBLE_SIZE
from cardgen.rulebook.look import Look
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.pages import make_pages
from cardgen.rulebook.proof import proofread
from cardgen.rulebook.stage import MARGIN, TALLEST, set_stage
from cardgen.rulebook.typesetting import typeset_markdown
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


def slips(items, matrix=IDENTITY):
    """The boxes of the slips of labels, on paper."""
    for item in items:
        if isinstance(item, Group) and not item.clip:
            inner = multiply(item.matrix, matrix)
            yield from (box_through(inner, segments_box(each.segments)) for each in item.items if is_slip(each))


def is_slip(item):
    return isinstance(item, Shape) and bool(item.fill and item.stroke)


def fills(items):
    for item in items:
        if isinstance(item, Group):
            yield from fills(item.items)
        elif isinstance(item, Shape):
            yield item.fill


def test_a_small_thing_is_drawn_larger():
    *_, true = faces(stage("  - {face: fox, at: 20 5}\n").items)
    *_, large = faces(stage("  - {face: fox, at: 20 5, scale: 1.05}\n").items)
    assert large[:2] == true[:2]
    assert large[2] - large[0] == pytest.approx(1.05 * (true[2] - true[0]), abs=0.01)


def test_faces_lie_where_they_are_said_to_to_scale():
    made = stage()
    fox, owl = faces(made.items)
    scale = (fox[2] - fox[0]) / 63
    assert (owl[2] - owl[0], owl[3] - owl[1]) == (
        pytest.approx(88 * scale, abs=0.01),
        pytest.approx(63 * scale, abs=0.01),
    )
    assert (owl[0] - fox[0], owl[1] - fox[1]) == (
        pytest.approx(90 * scale, abs=0.01),
        pytest.approx(15 * scale, abs=0.01),
    )
    assert made.width == pytest.approx(100)  # as wide as it may be


def dashed(items, matrix=IDENTITY):
    """The boxes of the outlines of empty places, on paper."""
    for item in items:
        if isinstance(item, Group) and not item.clip:
            inner = multiply(item.matrix, matrix)
            yield from (
                box_through(inner, segments_box(each.segments))
                for each in item.items
                if isinstance(each, Shape) and each.pen.dashes
            )


def test_an_empty_place_is_an_outline_to_scale():
    made = stage("empty:\n  - {at: 80 5, size: 63 x 88 mm}\n")
    fox, _ = faces(made.items)
    (outline,) = dashed(made.items)
    scale = (fox[2] - fox[0]) / 63
    assert outline == (
        pytest.approx(fox[0] + 70 * scale, abs=0.01),
        pytest.approx(fox[1], abs=0.01),
        pytest.approx(fox[2] + 70 * scale, abs=0.01),
        pytest.approx(fox[3], abs=0.01),
    )


def test_an_empty_place_beyond_an_edge_is_told():
    with pytest.raises(InputError, match=r"an empty place lies 8\.0 mm beyond the right edge"):
        stage("empty:\n  - {at: 145 5, size: 63 x 88 mm}\n")


def test_copies_lie_a_step_further_each_and_above():
    made = stage("  - {face: owl, at: 20 2, copies: 3, step: 10 4}\n")
    first, second, third = list(faces(made.items))[2:]
    scale = (first[2] - first[0]) / 63
    for before, after in ((first, second), (second, third)):
        step = (after[0] - before[0], after[1] - before[1])
        assert step == (pytest.approx(10 * scale, abs=0.01), pytest.approx(4 * scale, abs=0.01))


def test_a_tall_scene_is_as_high_as_a_page_allows():
    text = "```scene Tall\narea: 100 x 1000\nlies: [{face: fox, at: 0 0}, {face: fox, at: 37 912}]\n```"
    (figure,) = read_markdown(text, book().source)
    made = set_stage(figure.scene, 116, Look(book()))
    high = TALLEST - 2 * MARGIN
    assert (made.width, made.height) == (pytest.approx(high / 10 + 2 * MARGIN), pytest.approx(TALLEST))


LABELS = ["Draw pile", "1", "In front of the player who goes last"]


@pytest.mark.parametrize("width", [60, 116])
@pytest.mark.parametrize("points", [7.0, 10.0])
@pytest.mark.parametrize("seed", range(12))
def test_nothing_lies_near_the_edge_of_a_table(seed, points, width):
    chance = random.Random(seed)
    lies = [
        f"{{face: fox, at: {chance.randint(0, 230)} {chance.randint(0, 110)}}}" for _ in range(chance.randint(1, 4))
    ]
    labels = [
        f"{{text: {chance.choice(LABELS)}, at: {chance.randint(0, 300)} {chance.randint(20, 180)}}}" for _ in "ab"
    ]
    text = f"```scene Table\narea: 300 x 200\nlies: [{', '.join(lies)}]\nlabels: [{', '.join(labels)}]\n```"
    (figure,) = read_markdown(text, book().source)
    made = set_stage(figure.scene, width, Look(book(), points))
    covered = [*faces(made.items), *slips(made.items)]
    assert len(covered) == len(lies) + len(labels)
    sides = (
        min(box[0] for box in covered),
        min(box[1] for box in covered),
        made.width - max(box[2] for box in covered),
        made.height - max(box[3] for box in covered),
    )
    assert sides == tuple(pytest.approx(MARGIN, abs=0.01) for _ in sides)  # and no further from it
    assert made.width <= width + 0.01 and made.height <= TALLEST + 0.01


def test_a_figure_in_a_box_lies_on_its_ground():
    (figure,) = read_markdown(SCENE.replace("{more}", ""), book().source)
    look = Look(book())
    table, boxed = set_stage(figure.scene, 100, look), set_stage(figure.scene, 100, look.on(look.ground, boxed=True))
    assert isinstance(table.items[0], Shape) and isinstance(table.items[0].fill, str)
    assert not any(isinstance(item, Shape) for item in boxed.items)
    assert min(box[0] for box in faces(boxed.items)) == 0
    found = [
        fill
        for fill in fills(make_pages("> " + SCENE.replace("{more}", "").replace("\n", "\n> "), book()).pages[1].items)
    ]
    assert found.count(look.tint(0.07)) == 0


def test_a_bracket_holds_together_what_a_label_names():
    text = (
        "```scene Table\narea: 200 x 120\nlies: [{face: fox, at: 0 0}, {face: fox, at: 137 0}]\nlabels: [{LABEL}]\n```"
    )
    drawn = []
    for label in ("text: Both, at: 100 105", "text: Both, at: 100 105, along: 5 195"):
        (figure,) = read_markdown(text.replace("LABEL", label), book().source)
        drawn.append(set_stage(figure.scene, 100, Look(book())))
    bare, held = drawn
    (bracket,) = [item for item in held.items[-1].items if isinstance(item, Shape) and not item.fill]
    left, top, right, bottom = segments_box(bracket.segments)
    fox = next(iter(faces(held.items)))
    scale = (fox[2] - fox[0]) / 63
    assert right - left == pytest.approx(190 * scale, abs=0.01) and bottom - top == pytest.approx(1.4)
    assert not any(isinstance(item, Shape) and not item.fill for item in bare.items[-1].items)
    with pytest.raises(InputError, match="beyond the right edge"):
        make_pages(text.replace("LABEL", "text: Both, at: 100 105, along: 5 220"), book())


def test_labels_are_of_the_books_own_type_in_the_middle_of_their_points():
    made = stage()
    (slip,) = slips(made.items)
    fox, _ = faces(made.items)
    scale = (fox[2] - fox[0]) / 63
    left, top, right, bottom = slip
    middle = ((left + right) / 2 - fox[0], (top + bottom) / 2 - fox[1])
    assert middle == (pytest.approx(90 * scale, abs=0.01), pytest.approx(85 * scale, abs=0.01))
    (group,) = [item for item in made.items if isinstance(item, Group)]
    (word,) = [text for text, _ in texts(group.items) if text.text == "Draw pile"]
    x = word.x + group.matrix[4]
    assert word.size >= MIN_LEGIBLE_SIZE * POINT and left < x and x + word.width < right


@pytest.mark.parametrize("wide", [60, 116])
def test_no_text_is_too_small(wide):
    assert all(size >= MIN_LEGIBLE_SIZE * POINT - 1e-6 for _, size in texts(stage(width=wide).items))


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


@pytest.mark.parametrize("more", [1.0, 1.02, 1.1, 1.5])
def test_a_scene_is_not_made_so_small_for_its_page_that_texts_get_lost(more):
    """Its faces say their names, 16 mm high: they can be read from about a seventh of that on."""
    (figure,) = read_markdown(SCENE.replace("{more}", ""), book().source)
    width, whole = 180 * MIN_LEGIBLE_SIZE * POINT / 16 * more + 2 * MARGIN, Look(book())
    said = [
        {text.text for text, _ in texts(set_stage(figure.scene, width, look).items, known_symbols(book()))}
        for look in (whole, whole.smaller(0.84))
    ]
    assert said[0] == said[1] and {"fox", "owl"} <= said[0]


def test_a_plain_label_has_no_slip():
    label = "{text: '3', at: 100 60, plain: PLAIN}"
    text = f"```scene Table\narea: 200 x 120\nlies: [{{face: fox, at: 0 0}}]\nlabels: [{label}]\n```"
    drawn = []
    for plain in ("yes", "no"):
        (figure,) = read_markdown(text.replace("PLAIN", plain), book().source)
        drawn.append(set_stage(figure.scene, 100, Look(book())).items)
    assert [len(list(slips(items))) for items in drawn] == [0, 1]
    assert all("3" in "".join(str(each) for each in texts(items)) for items in drawn)


def test_a_small_scale_draws_a_thing_smaller():
    fox, _, small = faces(stage("  - {face: fox, at: 20 5, scale: 0.5}\n").items)
    assert small[2] - small[0] == pytest.approx(0.5 * (fox[2] - fox[0]), abs=0.01)
    with pytest.raises(InputError, match=r"scale: expected"):
        stage("  - {face: fox, at: 20 5, scale: 0.2}\n")


def named(words, wide):
    """A fox in a scene, with its name in lines of at most `wide` mm."""
    label = f"{{text: {words}, at: 100 92, wide: {wide}}}"
    text = f"```scene Table\narea: 200 x 140\nlies: [{{face: fox, at: 68 0}}]\nlabels: [{label}]\n```"
    (figure,) = read_markdown(text, book().source)
    return set_stage(figure.scene, 100, Look(book())).items


def test_the_name_of_a_thing_has_no_slip_and_stays_on_one_line_if_it_can():
    sizes = {wide: {size for _, size in texts(named("The old fox of the hill", wide))} for wide in (60, 20, 8)}
    assert list(slips(named("The old fox of the hill", 60))) == []
    assert max(sizes[20]) < max(sizes[60])  # a narrower line has smaller letters,
    assert min(sizes[8]) == pytest.approx(MIN_LEGIBLE_SIZE * POINT)  # but never illegible ones

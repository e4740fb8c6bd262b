"""Anatomies: a card and what its signs mean; words stand beside what they point at, and nothing lies over anything."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Face, Shape
from cardgen.graphics.geometry import segments_box
from cardgen.rulebook.anatomy import MAX_SIGNS
from cardgen.rulebook.html import make_html
from cardgen.rulebook.look import Look
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.pages import make_pages
from cardgen.rulebook.pointing import ASIDE, CARD_HEIGHT, CLEAR, INSIDE
from cardgen.rulebook.proof import proofread
from cardgen.rulebook.sheet import A5, page_of
from cardgen.rulebook.stage import set_stage
from tests.rulebook.library import book, lines, seen

WIDTH, SCALE = 116.0, CARD_HEIGHT / 88
OFF = CLEAR / SCALE  # from a sign to the middle of its dot, in mm on the card
LEFT = (WIDTH - 63 * SCALE) / 2  # of the card, in mm on paper
BOXES = {"value": (4, 4, 12, 14), "name": (20, 4, 43, 14), "text": (6, 60, 57, 80), "turned": (50, 70, 60, 84)}


def anatomy(signs, boxes):
    told = "\n".join(f"  {name}: {words}" for name, words in signs.items())
    owl = Face("pack/owl", "Owl", 63, 88, 3, (), fields=boxes)
    return f"```anatomy An *owl*\nface: owl\nsigns:\n{told}\n```\n", book(faces={"owl": owl}, cover=())


def pointing(signs, boxes=BOXES):
    text, found = anatomy(signs, boxes)
    (figure,) = read_markdown(text, found.source)
    return set_stage(figure.scene, WIDTH, Look(found))


def dots(stage):
    """What is pointed at, from the left, in mm on the card."""
    boxes = [segments_box(item.segments) for item in stage.items if isinstance(item, Shape) and item.fill]
    middles = [((left + right) / 2 - LEFT, (top + bottom) / 2) for left, top, right, bottom in boxes]
    return [(pytest.approx(x / SCALE), pytest.approx(y / SCALE)) for x, y in sorted(middles)]


def test_each_sign_is_pointed_at_its_edge_from_the_nearer_side():
    stage = pointing({"value": "Worth", "turned": "The same, turned"})
    assert dots(stage) == [(4 - OFF, 9), (60 + OFF, 77)]
    told = {text.text: text for text in seen(page_of(A5, stage.items))}
    assert told["Worth"].right == pytest.approx(LEFT - ASIDE)
    assert told["The same, turned"].left == pytest.approx(LEFT + 63 * SCALE + ASIDE)


def test_signs_in_the_middle_go_to_the_side_with_fewer():
    stage = pointing({"value": "Worth", "name": "Called", "text": "Does"})
    assert dots(stage) == [(4 - OFF, 9), (6 - OFF, 70), (43 + OFF, 9)]


def test_what_is_as_wide_as_the_card_is_pointed_at_within():
    """At the card's edge a line would end at nothing. What reaches but one edge is pointed at there, if it must be."""
    wide = {"art": (-3, 0, 66, 40), "bar": (0.5, 60, 30, 70)}
    assert dots(pointing(dict.fromkeys(wide, "Words"), wide)) == [(0, 65), (63 - INSIDE / SCALE, 20)]


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 80)), min_size=1, max_size=MAX_SIGNS), st.integers(1, 12))
def test_words_are_all_told_and_none_lies_over_another(corners, length):
    boxes = {f"f{index}": (x, y, x + 8, y + 6) for index, (x, y) in enumerate(corners)}
    stage = pointing(dict.fromkeys(boxes, "acorn " * length), boxes)
    rows = lines(sorted(seen(page_of(A5, stage.items)), key=lambda text: (text.left > WIDTH / 2, text.baseline)))
    assert " ".join(text.text for row in rows for text in row).split() == ["acorn"] * length * len(boxes)
    for side in (False, True):
        drops = [row[0].baseline for row in rows if (row[0].left > WIDTH / 2) == side]
        assert all(below - above > 3 for above, below in pairwise(drops))
        assert all(0 < drop < stage.height for drop in drops)


def test_what_cannot_be_pointed_at_is_told_with_its_line():
    for make in (make_pages, make_html, proofread):
        with pytest.raises(InputError) as error:
            make(*anatomy({"name": "Called", "vlaue": "Worth", "art": "Who"}, BOXES))
        told = [(fault.place.line, fault.message) for fault in error.value.faults]
        assert told[0] == (5, "'Owl' shows no field 'vlaue'; did you mean 'value'?") and told[1][0] == 6


def test_it_is_read_aloud_on_the_web_and_on_paper():
    text, found = anatomy({"value": "Worth", "name": "Called"}, BOXES)
    assert "<title>Owl; Worth; Called</title>" in make_html(text, found)
    assert make_pages(text, found)


def test_it_has_a_caption_and_signs():
    with pytest.raises(InputError, match="without a caption; write ```anatomy what it shows"):
        make_pages("```anatomy\nface: owl\nsigns: {name: It}\n```", book())
    with pytest.raises(InputError, match="signs"):
        make_pages("```anatomy An owl\nface: owl\n```", book())

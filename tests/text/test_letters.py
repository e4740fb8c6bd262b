"""Letters as paths, and what lies around them."""

import pytest

from cardgen.graphics.drawing import FontSource, Text
from cardgen.graphics.geometry import rotation
from cardgen.store.library import BUILTIN
from cardgen.text.letters import ink, reach

SOURCE = FontSource(BUILTIN / "templates" / "fonts" / "fraunces" / "italic.ttf")


def text(said, **more):
    return Text(3.0, 20.0, said, "fraunces/italic", 7.0, "#000000", 30.0, 6.0, 2.0, **more)


@pytest.mark.parametrize("more", [{}, {"kerns": ((0, -0.3), (2, 0.5))}, {"spacing": 0.2}, {"scale": 1.4}])
def test_their_reach_is_a_close_box_around_their_ink(more):
    found = text("Jolly fog", **more)
    xs, ys = zip(*ink(found, SOURCE), strict=True)
    box, inner = reach(found, SOURCE), (min(xs), min(ys), max(xs), max(ys))
    assert box == pytest.approx(inner, abs=0.02)
    assert all(edge <= own for edge, own in zip(box[:2], inner[:2], strict=True))
    assert all(edge >= own for edge, own in zip(box[2:], inner[2:], strict=True))


def test_the_reach_of_turned_letters_holds_their_ink():
    found = text("Jolly", places=tuple(rotation(20.0 * index, 9.0 * index, 4.0) for index in range(5)))
    left, top, right, bottom = reach(found, SOURCE)
    assert all(left <= x <= right and top <= y <= bottom for x, y in ink(found, SOURCE))


def test_blanks_reach_nowhere():
    assert reach(text("  "), SOURCE) is None and ink(text("  "), SOURCE) == ()

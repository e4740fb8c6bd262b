"""Figures: rows as an author breaks them, none wider than the measure, all of one scale."""

from hypothesis import given
from hypothesis import strategies as st

from cardgen.drawing import Face
from cardgen.rulebook.fan import Fan
from cardgen.rulebook.figure import GAP, GRID, ROWS_HEIGHT, arrange

POKER = Face(name="fox", width=63, height=88, bleed=0, items=(), label="Fox")
ROWS = st.lists(st.integers(1, 7), min_size=2, max_size=5)


@given(ROWS, st.floats(60, 180))
def test_rows_are_the_authors(rows, width):
    fans = [Fan(POKER, 1, None) for _ in range(sum(rows))]
    breaks = [sum(rows[:index]) for index in range(1, len(rows))]
    made = arrange(fans, width, 1.0, breaks)
    assert [len(row) for row, _ in made] == rows
    (height,) = {height for _, height in made}
    assert height <= ROWS_HEIGHT and height * len(rows) <= GRID + 1e-9
    assert max(rows) * height * 63 / 88 + (max(rows) - 1) * GAP <= width + 1e-9

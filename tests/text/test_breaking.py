from hypothesis import given
from hypothesis import strategies as st

from cardgen.text import breaking
from cardgen.text.breaking import Box, Break, Space, break_lines, count_lines, fill_lines


def words(*widths):
    pieces = []
    for width in widths:
        pieces += [Box(width), Space(1)]
    return pieces[:-1]


def widths(lines):
    return [sum(piece.width for piece in line) for line in lines]


def test_lines_are_even_rather_than_full():
    # greedy would give 9 and 1; both fit in two lines
    assert widths(break_lines(words(3, 3, 1, 3), 9)) == [7, 5] or widths(break_lines(words(3, 3, 1, 3), 9)) == [5, 7]


def test_full_lines_have_as_many_words_as_they_can_hold():
    assert widths(fill_lines(words(3, 3, 1, 3), 9)) == [9, 3]
    pieces = [Box(6, "Emer"), Break(1, "-"), Box(5, "ald"), Space(1), Box(2, "is")]
    assert [[piece.item for piece in line] for line in fill_lines(pieces, 8)] == [["Emer", "-"], ["ald", None, "is"]]
    forced = [Box(2), Break(forced=True), Box(2), Break(forced=True), Break(forced=True), Box(2)]
    assert fill_lines(forced, 100) == break_lines(forced, 100)
    assert fill_lines(words(3, 12), 10) is None and fill_lines([], 10) == [[]]


@given(st.lists(st.integers(1, 9), min_size=1, max_size=30), st.integers(9, 40))
def test_full_lines_are_as_few_as_even_ones(sizes, room):
    full, pieces = fill_lines(words(*sizes), room), words(*sizes)
    assert len(full) == len(break_lines(pieces, room)) == count_lines(breaking.metrics(pieces), room)
    assert all(width <= room for width in widths(full))
    assert [piece for line in full for piece in line if isinstance(piece, Box)] == [Box(size) for size in sizes]


def test_a_word_wider_than_the_line_cannot_be_broken():
    assert break_lines(words(3, 12), 10) is None


def test_a_hyphen_is_drawn_where_a_line_ends_and_only_there():
    pieces = [Box(6, "Emer"), Break(1, "-"), Box(5, "ald")]
    assert [[piece.item for piece in line] for line in break_lines(pieces, 8)] == [["Emer", "-"], ["ald"]]
    assert [[piece.item for piece in line] for line in break_lines(pieces, 11)] == [["Emer", "ald"]]


def test_a_forced_break_ends_a_line():
    pieces = [Box(2), Break(forced=True), Box(2), Break(forced=True), Break(forced=True), Box(2)]
    assert widths(break_lines(pieces, 100)) == [2, 2, 0, 2]


def test_an_empty_text_is_one_empty_line():
    assert break_lines([], 10) == [[]]


@given(st.lists(st.floats(0.5, 9), min_size=1, max_size=30), st.floats(9, 40))
def test_nothing_is_lost_and_no_line_is_too_wide(sizes, width):
    lines = break_lines(words(*sizes), width)
    assert [piece.width for line in lines for piece in line if isinstance(piece, Box)] == sizes
    assert all(total <= width + 1e-6 for total in widths(lines))


@given(st.lists(st.floats(0.5, 9), min_size=1, max_size=20), st.floats(9, 40))
def test_as_few_lines_as_filling_greedily(sizes, width):
    greedy, room = 1, width
    for index, size in enumerate(sizes):
        need = size if room == width or index == 0 else size + 1
        if need > room + 1e-9:
            greedy, room, need = greedy + 1, width, size
        room -= need
    assert len(break_lines(words(*sizes), width)) == greedy


def test_metrics_that_are_known_are_not_found_again(monkeypatch):
    pieces = words(3, 3, 1, 3)
    known, lines = breaking.metrics(pieces), break_lines(pieces, 9)
    monkeypatch.setattr(breaking, "metrics", None)
    assert break_lines(pieces, 9, known) == lines


metrics = st.one_of(
    st.tuples(
        st.just(breaking.BOX), st.sampled_from([0.0, 0.4, 1.0, 2.5]), st.just(True), st.just(False), st.just(0.0)
    ),
    st.tuples(st.just(breaking.SPACE), st.sampled_from([0.0, 0.3, 1.0]), st.just(True), st.just(False), st.just(0.0)),
    st.tuples(
        st.just(breaking.BREAK), st.sampled_from([0.0, 0.4]), st.booleans(), st.just(False), st.sampled_from([0.0, 0.5])
    ),
    st.just((breaking.BREAK, 0.0, False, True, 0.0)),
)


@given(st.lists(metrics, max_size=30).map(tuple), st.sampled_from([0.5, 1.0, 2.5, 4.0]))
def test_lines_are_counted_as_they_are_broken(metrics, width):
    stops = breaking._stops(metrics, width)
    assert breaking.count_lines(metrics, width) == (None if stops is None else len(stops))

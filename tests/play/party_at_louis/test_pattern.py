"""Patterns of impostors and solo cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from cardgen.definitions.load import load_game
from cardgen.definitions.nodes import Plain
from cardgen.play.games.party_at_louis.pattern import Pattern
from cardgen.store.library import find_game

GAME = load_game(find_game("party_at_louis"))
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
COLUMNS = [(0, 3, 6), (1, 4, 7), (2, 5, 8)]


def pattern(*rows):
    return Pattern.model_validate(tuple(Plain(row) for row in rows))


def patterns(kind):
    return [design.behaviour["pattern"] for design in GAME.designs if design.kind == kind]


def test_a_pattern_is_read_row_by_row():
    assert pattern("xx.", "x..", "...").cells == (0, 1, 3)
    assert pattern("xx.", "x..", "...").grid() == ((True, True, False), (True, False, False), (False, False, False))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (("xx..", "x..", "..."), "expected 3 characters, got 4 in 'xx..': it leaves the 3 x 3 grid"),
        (("xx.", "x..", "...", "..."), "expected 3 rows, got 4: it leaves the 3 x 3 grid"),
        (("xx.", "x.."), "expected 3 rows, got 2"),
        (("xx.", "x..", "..x"), "expected 3 cells marked x, got 4"),
        (("xx.", "...", "..."), "expected 3 cells marked x, got 2"),
        (("xo.", "x..", "..."), "expected 3 characters, x for a cell that is taken"),
    ],
)
def test_what_leaves_the_grid_or_has_not_three_cells_is_refused(rows, message):
    with pytest.raises(ValidationError, match=message):
        pattern(*rows)


def test_impostors_have_four_placements_each_none_of_them_a_row_or_column():
    found = patterns("impostor")
    assert len(found) == 4 and len({each.placements for each in found}) == 4
    for each in found:
        assert len(each.placements) == 4
        assert not set(each.placements) & {*ROWS, *COLUMNS}


def test_solo_cards_hit_each_cell_three_times():
    found = [each.cells for each in patterns("solo")]
    assert len(set(found)) == 9 and {*ROWS, *COLUMNS} < set(found)
    assert [sum(cell in cells for cells in found) for cell in range(9)] == [3] * 9


@given(st.sets(st.integers(0, 8), min_size=3, max_size=3))
def test_turns_keep_three_cells_and_four_of_them_come_back(cells):
    rows = ["".join("x" if 3 * row + column in cells else "." for column in range(3)) for row in range(3)]
    found = pattern(*rows).placements
    assert len(found) in (1, 2, 4)
    assert found[0] == tuple(sorted(cells)) and all(len(set(each)) == 3 for each in found)
    middle = 4 in cells
    assert all((4 in each) == middle for each in found), "a quarter turn is about the middle"

"""Party at Louis's player sheets: a satisfied noble, turned by a quarter, covers nothing of its neighbours. In mm."""

from __future__ import annotations

from itertools import combinations

import pytest

from cardgen.definitions.layout_reading import read_layout
from cardgen.definitions.load import load_game
from cardgen.faces import box as boxes
from cardgen.foundations.errors import Place
from cardgen.graphics.geometry import Box
from cardgen.store.library import find_game
from tests.printing import POKER, ROOT

LEAST = 1.0  # between two cards, so that fingers can turn one
PRINTABLE = 5.0


@pytest.fixture(scope="module")
def sheets() -> list[tuple[float, list[Box]]]:
    """Width and slots of both halves of a player's row, from left to right."""
    game = load_game(find_game("party_at_louis", ROOT))
    found = []
    for component in (next(each for each in game.components if each.id == id) for id in ("row", "row_end")):
        layout = read_layout(game.home, component.layouts["front"], Place("test"))
        slots = [field for name, field in layout.fields.items() if name.startswith("slot")]
        found.append(
            (
                component.size[0],
                sorted(boxes.place(slot, boxes.Frame(*component.size), component.size, 3.0) for slot in slots),
            )
        )
    return found


def card(slot: Box, turned: bool) -> Box:
    """A card in the middle of its slot, upright or turned by a quarter."""
    x, y = (slot[0] + slot[2]) / 2, (slot[1] + slot[3]) / 2
    width, height = POKER[::-1] if turned else POKER
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def apart(one: Box, other: Box) -> float:
    """The room between two boxes; negative where they overlap."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


def test_there_is_a_slot_as_large_as_a_card_for_each_noble(sheets):
    slots = [slot for _, found in sheets for slot in found]
    assert len(slots) == 6
    for left, top, right, bottom in slots:
        assert (right - left, bottom - top) == pytest.approx(POKER)


def test_cards_upright_and_turned_keep_clear_of_their_neighbours(sheets):
    """Also across the seam of the two halves, laid edge to edge."""
    laid, start = [], 0.0
    for width, slots in sheets:
        laid += [(left + start, top, right + start, bottom) for left, top, right, bottom in slots]
        start += width
    for one, other in combinations(laid, 2):
        for ways in ((False, False), (False, True), (True, False), (True, True)):
            assert apart(card(one, ways[0]), card(other, ways[1])) >= LEAST


def test_a_turned_card_lies_on_its_sheet_above_the_dishes(sheets):
    for width, slots in sheets:
        for slot in slots:
            left, _, right, bottom = card(slot, turned=True)
            assert left >= 0 and right <= width and bottom <= slot[3]


def test_both_halves_are_printed_on_a_page_each(sheets):
    assert all(width <= 297 - 2 * PRINTABLE for width, _ in sheets)

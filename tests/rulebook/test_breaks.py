"""The ends of pages are those that cost least: held against all others, and against filling page after page."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.rulebook.atoms import Atom, Entry, Keep
from cardgen.rulebook.breaks import Breaks, best_breaks
from cardgen.rulebook.page_costs import PageCosts, Room
from cardgen.rulebook.paginate import chosen, paginate, place
from cardgen.rulebook.penalties import FILLER, NO_BACK, PAGE, PRESSED, SMALLER, SPILT, TURN, WITHIN

UNIT, HEIGHT = 2.0, 40.0
PLENTY = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
header = Atom(4.0)
keeps = st.sampled_from([Keep.FREE, Keep.FREE, Keep.FREE, Keep.WISH, Keep.MUST])
strips = st.builds(
    Atom,
    height=st.integers(1, 8).map(lambda units: units * UNIT),
    before=st.integers(0, 4).map(lambda units: units * UNIT),
    after=st.integers(0, 2).map(lambda units: units * UNIT),
    keep=keeps,
    turn=keeps,
    line=st.sampled_from([None, (1, 2), (2, 2)]),
    header=st.sampled_from([None, None, header]),
    entry=st.sampled_from([None, None, None, Entry(1, "one")]),
    new_page=st.sampled_from([False] * 9 + [True]),
)
rooms = st.builds(Room, st.just(HEIGHT), st.sampled_from([0.0, UNIT]), st.integers(2, 5), st.just(False), st.booleans())


def cost(page_costs, ends):
    """What pages with these ends cost; None where one does not fit, though it could be made shorter."""
    total = 0.0
    for number, (start, end) in enumerate(pairwise((0, *ends)), page_costs.room.first):
        if any(start < stop < end for stop in page_costs.stops):
            return None
        page = page_costs.page_cost(start, end)
        if page is None and any(start < other < end for other in page_costs.ends):
            return None
        total += PAGE + (SPILT if page is None else page) + page_costs.break_cost(end)[number % 2]
    spare = -(page_costs.room.first + len(ends) - 1) % 4
    return total + (NO_BACK if page_costs.room.back and not spare else FILLER * (spare - page_costs.room.back))


def first_fit(page_costs):
    """Page after page as full as it can be, nothing divided that can be whole."""
    ends, start = [], 0
    while start < len(page_costs.atoms):
        stop = min(stop for stop in page_costs.stops if stop > start)
        fitting = [
            end for end in page_costs.ends if start < end <= stop and page_costs.page_cost(start, end) is not None
        ]
        whole = [end for end in fitting if end == stop or page_costs.atoms[end - 1].keep == Keep.FREE]
        start = max(whole or fitting or [min(end for end in page_costs.ends if end > start)])
        ends.append(start)
    return ends


def texts(most):
    """Atoms, and the same with smaller figures."""
    figures = st.tuples(strips, st.sampled_from([0, 0, 1, 3]))  # units that a figure is smaller by, at each step
    return st.lists(figures, min_size=1, max_size=most).map(_flows)


def _flows(figures):
    return [
        [replace(atom, height=max(UNIT / 2, atom.height - step * by * UNIT)) for atom, by in figures]
        for step in range(len(SMALLER))
    ]


@PLENTY
@given(texts(9), rooms)
def test_no_other_ends_cost_less(flows, room):
    atoms, *smaller = flows
    page_costs = PageCosts(atoms, room, smaller)
    inner = [end for end in page_costs.ends if end < len(atoms)]
    all_ends = [(*some, len(atoms)) for count in range(len(inner) + 1) for some in combinations(inner, count)]
    costs = [found for ends in all_ends if (found := cost(page_costs, ends)) is not None]
    breaks = best_breaks(page_costs)
    assert breaks.cost == pytest.approx(min(costs)) == pytest.approx(cost(page_costs, breaks.ends))


@PLENTY
@given(texts(120), rooms)
def test_filling_page_after_page_never_costs_less(flows, room):
    atoms, *smaller = flows
    page_costs = PageCosts(atoms, room, smaller)
    assert best_breaks(page_costs).cost <= cost(page_costs, first_fit(page_costs)) + 1e-6


@PLENTY
@given(st.lists(strips, min_size=1, max_size=120), rooms)
def test_all_atoms_stand_in_their_order_within_the_page_and_gaps_move_by_a_unit_at_most(atoms, room):
    page_costs = PageCosts(atoms, room)
    pages = place(page_costs, best_breaks(page_costs))
    assert [each.atom for page in pages for each in page if each.atom is not header] == atoms
    for page in pages:
        assert (page[0].atom is header) == (page[0].atom is header or page[0].atom.header is not None)
        bottom = page[-1].top + page[-1].atom.height
        assert bottom <= HEIGHT + 1e-6 or len([each for each in page if each.atom is not header]) == 1
        for above, below in pairwise(page):
            gap = max(above.atom.after, below.atom.before)
            moved = below.top - above.top - above.atom.height - gap
            if moved != pytest.approx(0):
                assert abs(moved) <= room.unit + 1e-6 and gap >= 2 * UNIT
                assert moved < 0 or not above.atom.entry


@PLENTY
@given(texts(60), rooms)
def test_the_figures_of_a_page_are_as_large_as_costs_it_least(flows, room):
    atoms, *smaller = flows
    page_costs = PageCosts(atoms, room, smaller)
    breaks = best_breaks(page_costs)
    found = chosen(page_costs, breaks)
    for start, end in breaks.pages:
        alike = [flow[start:end] == found[start:end] for flow in flows]
        given = [PageCosts(flow, room).needed(start, end) for flow in flows]
        fits = [units is not None for units in given]
        costs = [
            float("inf") if units is None else SMALLER[size] + PRESSED * units**2 for size, units in enumerate(given)
        ]
        assert alike[costs.index(min(costs))]
        (page,) = place(PageCosts(found[start:end], room), Breaks((end - start,), 0.0))
        assert page[-1].top + page[-1].atom.height <= HEIGHT + 1e-6 or not any(fits)


def lines(count, **kind):
    return [Atom(2 * UNIT, **kind) for _ in range(count)]


def pages(atoms, first=2):
    return [len(page) for page in paginate(atoms, Room(HEIGHT, UNIT, first))]


def test_a_page_ends_before_what_does_not_fit_whole():
    box = [*lines(5, keep=Keep.WISH), *lines(1)]
    assert pages([*lines(7), *box, *lines(4)]) == [7, 10]


def test_a_box_is_divided_rather_than_half_a_page_left_empty():
    assert pages([*lines(4), *lines(7, keep=Keep.WISH), *lines(1), *lines(3)])[0] > 4


@pytest.mark.parametrize(("first", "expected"), [(2, [8, 5]), (3, [7, 6])])
def test_a_figure_stands_across_the_fold_but_not_overleaf_of_what_announces_it(first, expected):
    atoms = [*lines(7), *lines(1, turn=Keep.MUST), *lines(4, keep=Keep.MUST), *lines(1)]
    assert pages(atoms, first) == expected


def test_leaves_are_turned_where_steps_are_done():
    steps = [*lines(5, turn=Keep.WISH), *lines(1)]
    assert pages([*lines(7), *steps, *lines(4)], 3) == [7, 10]
    assert pages([*lines(7), *steps, *lines(4)], 2)[0] > 7


@pytest.mark.parametrize(("entry", "more"), [(Entry(1, "one"), 0), (Entry(2, "one"), WITHIN), (None, WITHIN + TURN)])
def test_a_leaf_is_best_turned_between_chapters_then_between_sections(entry, more):
    page_costs = PageCosts([*lines(9), Atom(2 * UNIT, entry=entry), *lines(5)], Room(HEIGHT, UNIT))
    facing, turned = page_costs.break_cost(9)
    assert turned - facing == more


@pytest.mark.parametrize("units", [-1, 1])
def test_gaps_give_and_take_so_that_a_page_ends_at_its_foot(units):
    held = [Atom(2 * UNIT, before=2 * UNIT, keep=Keep.MUST), *lines(3, keep=Keep.MUST), *lines(1)]
    atoms = [*lines(4), *held, *lines(7, keep=Keep.MUST), *lines(1)]
    room = Room(HEIGHT + units * UNIT, UNIT)
    page = paginate(atoms, room)[0]
    assert page[-1].top + page[-1].atom.height == pytest.approx(room.height)
    assert page[4].top - page[3].top == pytest.approx((4 + units) * UNIT)


def test_a_heading_stays_nearer_to_its_text_than_to_what_is_before_it():
    atoms = [*lines(4), Atom(2 * UNIT, before=2 * UNIT, entry=Entry(2, "one")), *lines(4), *lines(8)]
    page = paginate(atoms, Room(HEIGHT - UNIT, UNIT))[0]
    assert page[4].top - page[3].top >= 4 * UNIT

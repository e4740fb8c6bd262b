"""Rows that are led on by what is known offer the same in no more steps, as a small machine of the tests' own tells."""

from hypothesis import given
from hypothesis import strategies as st

from cardgen.rules import ops
from cardgen.rules.jump_threading import JumpThreading
from cardgen.rules.rows import WIDTH

KEPT, FIRST, LAST = (
    4,
    8,
    12,
)  # registers: constants below KEPT, then those that keep their values, then those that do not
CONSTANTS = {number: number for number in range(KEPT)}
TESTS = {
    ops.JUMP_EQ: int.__eq__, ops.JUMP_NE: int.__ne__, ops.JUMP_LT: int.__lt__, ops.JUMP_GE: int.__ge__,
}  # fmt: skip

registers, changing = st.integers(0, LAST - 1), st.integers(KEPT, LAST - 1)


@st.composite
def programs(draw):
    """Rows that only jump on, with a few entries, each of which is come to from before as well."""
    size = draw(st.integers(3, 20))
    rows = []
    for place in range(size):
        there = st.integers(place + 1, size)
        rows.append(
            draw(
                st.one_of(
                    st.tuples(st.just(ops.SET), changing, registers),
                    st.tuples(st.just(ops.LOAD_NUMBER), changing, st.integers(0, KEPT)),
                    st.tuples(st.just(ops.ADD), changing, registers, registers),
                    st.tuples(st.just(ops.OFFER), registers),
                    st.tuples(st.just(ops.JUMP), there),
                    st.tuples(st.sampled_from(sorted(TESTS)), registers, registers, there),
                )
            )
        )
    entries = {0, *draw(st.sets(st.integers(0, size), max_size=2))}
    return [[*row, *[0] * (WIDTH - len(row))] for row in [*rows, (ops.STOP,)]], entries


def played(rows, place, kept):
    """What is offered from a row on, what is kept, and in how many steps; what is not kept is not read before it is
    written, or the same wherever it is asked for."""
    v = [*range(KEPT), *kept, *[0] * (LAST - FIRST)]
    told, steps = [], 0
    while rows[place][0] != ops.STOP:
        op, a, b, c = rows[place][:4]
        place, steps = place + 1, steps + 1
        if op == ops.SET:
            v[a] = v[b]
        elif op == ops.LOAD_NUMBER:
            v[a] = b
        elif op == ops.ADD:
            v[a] = v[b] + v[c]
        elif op == ops.OFFER:
            told.append(v[a])
        elif op == ops.JUMP:
            place = a
        elif TESTS[op](v[a], v[b]):
            place = c
    return told, v[:FIRST], steps


@given(programs(), st.lists(st.integers(0, KEPT), min_size=FIRST - KEPT, max_size=FIRST - KEPT))
def test_the_same_is_offered(program, kept):
    rows, entries = program
    fewer = [list(row) for row in rows]
    places = JumpThreading(fewer, set(entries), set(), CONSTANTS, range(FIRST, LAST)).threaded()
    assert len(fewer) <= len(rows)
    for entry in entries:
        before, after = played(rows, entry, kept), played(fewer, places[entry], kept)
        assert before[:2] == after[:2] and after[2] <= before[2]


def threaded(*rows):
    found = [[*row, *[0] * (WIDTH - len(row))] for row in rows]
    JumpThreading(found, {0}, set(), CONSTANTS, range(FIRST, LAST)).threaded()
    return [tuple(row[:4]) for row in found]


def test_a_register_that_only_carries_a_condition_is_gone():
    """`if 4 is 5 and 6 is 7` by a register, as conditions write it: two tests are left."""
    assert threaded(
        (ops.LOAD_NUMBER, 8, 0),
        (ops.JUMP_NE, 4, 5, 4),
        (ops.JUMP_NE, 6, 7, 4),
        (ops.LOAD_NUMBER, 8, 1),
        (ops.JUMP_EQ, 8, 0, 6),
        (ops.OFFER, 1),
        (ops.STOP,),
    ) == [(ops.JUMP_NE, 4, 5, 3), (ops.JUMP_NE, 6, 7, 3), (ops.OFFER, 1, 0, 0), (ops.STOP, 0, 0, 0)]


def test_the_same_test_again_is_not_asked_again():
    assert threaded(
        (ops.JUMP_LT, 4, 5, 2),
        (ops.OFFER, 1),
        (ops.JUMP_LT, 4, 5, 4),
        (ops.OFFER, 2),
        (ops.STOP,),
    )[0] == (ops.JUMP_LT, 4, 5, 4)

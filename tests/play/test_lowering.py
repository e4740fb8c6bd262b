"""Functions as machine code bring what they bring as Python."""

import ctypes
import random

import numpy as np
import pytest

from cardgen.play.clauses import native, record
from cardgen.play.compiled import COMPILES
from cardgen.play.lowering import intrinsics
from cardgen.play.lowering.module import Module, functions_of

pytestmark = pytest.mark.skipif(not COMPILES, reason="there is no machine code without numba")

SOURCE = """
def execute(table, state, pc, options):
    v, m = state.v, state.m
    state.turns, state.rounds = 0, 0
    if pc == 0:
        return reckon(v, v[0], v[1])
    if pc == 1:
        return around(state, v[0], v[1])
    if pc == 2:
        return told(table, v[0])
    if pc == 3:
        return offered(options, v[0])
    if pc == 4:
        return mixed(state.streams)
    return cards(table, m, v[0], v[1])

def reckon(v, a, b):
    v[2] = a + b * 3 - (a & b | a ^ 5)
    v[3] = a // b if b else -1
    v[4] = a % b if b else -1
    v[5] = min(a, b) + max(a, -b) + ~a
    v[6] = (a >> 2) + (1 << (b & 7))
    v[7] = a < b and b != 3 or not a
    v[8] = 1 + (a == b) + (a >= b)
    v[9] |= a
    return v[2] - v[3]

def around(state, a, b):
    found, steps = 0, 0
    while True:
        steps += 1
        if steps > 40 or not (a > 0 and b > -5):
            break
        if steps % 3 == 0:
            continue
        found += steps
        for each in range(b, a, 2):
            if each == 6:
                break
            found += each
        for back in range(3, -1, -1):
            state.turns += back
    for steps in range(2):
        found += 100
    return found * 1000 + steps

def told(table, card):
    if table.cards > 1 and table.listed[1] < 0:
        return table.fields[0, card] * 10 + table.fields[1, 2]
    return never_written(table)

def offered(options, many):
    count = 0
    for each in range(many):
        if count < len(options):
            options[count] = each * each
            count += 1
    return count

def mixed(streams):
    x = streams[1]
    x ^= x >> 7
    streams[2] = x
    streams[np.uint64(4)] ^= x
    signed = np.int64(x)
    streams[3] = after(streams[3])
    streams[4] = after(after(x))
    streams[5] = x // np.uint64(3) + x % np.uint64(1000)
    streams[6] = ((x if signed < 0 else after(x)) >> 9) ^ min(x, streams[2]) ^ (max(x, streams[4]) >> 2)
    streams[1] = x if x > np.uint64(1 << 40) and streams[4] <= x else streams[0]
    return np.int64(x >> 32) + (np.int64(np.uint64(signed) >> 60) - (signed >> 60))

def after(x):
    x ^= x >> 7
    x ^= x << 17
    return x

def cards(table, m, low, value):
    found = intrinsics.total(m, 11 + low, 3, 10) + 1000 * intrinsics.total_where(m, 11, 2, 90, table.fields[0], value)
    for card in intrinsics.present(m, 11 + low, 1, 140):
        if card % 5 == 2:
            continue
        found += card
        if found > 5_000_000:
            break
    for card in intrinsics.present_where(m, 11, 0, 70, table.fields[0], value):
        found += 7 * card
    for card in intrinsics.present(m, 11, 5, 5):
        found += 1
    found += 11 * intrinsics.worth(m, 11 + low, 3, 120, table.fields[1])
    for other in range(4):
        if intrinsics.some_where(m, 300 + low, 2, 70, table.fields[1], other):
            found += 100_000 << other
    if intrinsics.some_where(m, 300 + low, 2, 9, table.fields[1], 3):
        found += 3
    if intrinsics.some_where(m, 300 + low, 2, 68, table.fields[0], 2):
        found += 5
    for card in intrinsics.present_where(m, 200 + low, 1, 100, table.fields[1], 2):
        found += card
    return found + 13 * intrinsics.total_where(m, 200 + low, 4, 5, table.fields[1], 1)
"""
NAMES = {"np": np, "intrinsics": intrinsics}


@pytest.fixture(scope="module")
def table():
    found = np.zeros(1, record.TABLE)[0]
    chance = random.Random(3)
    found.cards = 150
    found.listed[1] = -1
    found.fields[:2] = [[chance.randrange(4) for _ in range(250)] for _ in range(2)]
    return found


@pytest.fixture(scope="module")
def machine(table):
    text = Module(table, record.STATE).text(functions_of(SOURCE, NAMES)["execute"], "entry")
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    made = ctypes.CFUNCTYPE(number, pointer, pointer, number, pointer, number)(native._linked(native.object_of(text)))
    return lambda state, pc, options: made(
        table.__array_interface__["data"][0], state.ctypes.data, pc, options.ctypes.data, len(options)
    )


@pytest.fixture(scope="module")
def python():
    made = dict(NAMES)
    exec(SOURCE, made)
    return made["execute"]


@pytest.mark.parametrize("pc", range(6))
def test_a_function_does_the_same_as_machine_code(pc, table, machine, python):
    chance, few, seen = random.Random(pc), random.Random(8), set()
    for _ in range(40):
        positions = np.zeros(2, record.STATE)
        position = positions[0]
        position.v[:12] = [chance.randrange(-20, 20) for _ in range(12)]
        position.m[:400] = [chance.choice((0, 0, 1, 3)) for _ in range(400)]
        position.m[280:400] = [few.randrange(25) == 7 for _ in range(120)]  # seldom any
        position.streams[:] = [chance.getrandbits(64) for _ in range(7)]
        if pc in (2, 5):  # a card, or none
            position.v[:2] = chance.randrange(-1 if pc == 2 else 0, 30), chance.randrange(4)
        positions[1] = position
        offers = np.zeros((2, 6), np.int32)
        found = int(python(table, position, pc, offers[0]))
        assert machine(positions[1:], pc, offers[1]) == found
        assert positions[0].tobytes() == positions[1].tobytes() and offers[0].tolist() == offers[1].tolist()
        seen.add(found)
    assert len(seen) > 3


@pytest.mark.parametrize(
    "line",
    [
        "for each in range(3):\n        pass\n    else:\n        pc = 1",
        "while pc < 3:\n        pc += 1\n    else:\n        pc = 1",
        "pc = min(pc, 3, key=None)",
        "pc = len(state.v)",
        "kept = np.empty(3, np.int64)",
        "kept = np.empty(3)",
        "pc = 1 < pc < 3",
    ],
)
def test_what_has_no_lowering_is_refused(table, line):
    source = f"def execute(table, state, pc, options):\n    {line}\n    return pc\n"
    with pytest.raises(AssertionError):
        Module(table, record.STATE).text(functions_of(source, NAMES)["execute"], "entry")

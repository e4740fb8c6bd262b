"""What is worked out once: also by several threads, and when there is too much to remember."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from cardgen.store.reach import read_bytes
from cardgen.store.remember import once, per_file, per_object
from cardgen.store.traces import tracing


class Thing:
    def __init__(self, number: int) -> None:
        self.number = number


def test_the_same_object_is_asked_for_once():
    asked = []
    number_of = per_object(lambda thing: asked.append(thing) or thing.number)
    thing = Thing(7)
    assert (number_of(thing), number_of(thing), len(asked)) == (7, 7, 1)


def test_an_object_that_is_gone_is_not_taken_for_another():
    number_of = per_object(lambda thing: thing.number)
    assert [number_of(Thing(number)) for number in range(2_000)] == list(range(2_000))


class Interrupting:
    """A key at whose look-ups another thread may come in; `between` is what that one does."""

    def __init__(self) -> None:
        self.between = lambda: None

    def __hash__(self) -> int:
        self.between()
        return 1


def test_another_thread_may_forget_all_between_two_look_ups():
    number_of = per_object(lambda thing, *more: thing.number, most=1)
    thing, key = Thing(7), Interrupting()
    number_of(thing, key)
    looked_up = []

    def forget() -> None:
        looked_up.append(key)
        if len(looked_up) == 2:
            number_of(Thing(8))

    key.between = forget
    assert number_of(thing, key) == 7


@pytest.fixture
def restless():
    """Threads take turns after a few steps each."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("most", [1, 3, 1_000])
def test_many_threads_ask_for_many_objects(restless, most):
    things = [Thing(number) for number in range(7)]
    number_of = per_object(lambda thing, more: (thing.number, more), most)

    def ask(seed):
        for turn in range(400):
            number = (seed * 31 + turn * 7) % 11
            thing = things[number] if number < 7 else Thing(number)  # some are gone at once, and their ids others'
            assert number_of(thing, seed % 2) == (number, seed % 2)
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(24)))


def test_many_threads_read_files_that_change(restless, tmp_path):
    paths = [tmp_path / f"{number}.yaml" for number in range(5)]
    for path in paths:
        path.write_text(path.name)
    text_of = per_file(lambda path, more: read_bytes(path).decode() + more)

    def ask(seed):
        for turn in range(100):
            path = paths[(seed + turn) % 5]
            with tracing() as trace:
                assert text_of(path, str(seed % 3)) == path.name + str(seed % 3)
            assert trace.paths() == [str(path)]
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(24)))


def test_what_is_worked_out_once_is_one_object_for_all_threads(restless):
    made = once(object)
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: made(), range(200)))) == 1

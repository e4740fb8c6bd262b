"""What is worked out once: also by several threads, and when there is too much to remember."""

from __future__ import annotations

from cardgen.store.remember import per_object


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

"""Dataclasses whose methods are written late are those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
import threading
import time
from dataclasses import FrozenInstanceError, field
from types import SimpleNamespace
from typing import ClassVar

import pytest

from cardgen.foundations.dataclass import dataclass


def made(dataclass):
    """Classes of every kind that we use."""

    @dataclass(frozen=True, slots=True)
    class Point:
        x: int
        y: int = 2
        known: ClassVar[int] = 7

        def far(self) -> int:
            return self.x + self.y

    @dataclass(frozen=True, slots=True)
    class Deep(Point):
        z: list[int] = field(default_factory=list, kw_only=True)

    @dataclass(slots=True)
    class Open:
        name: str
        parts: list[str] = field(default_factory=list)

        def __post_init__(self) -> None:
            self.parts.append(self.name)

    @dataclass(frozen=True, slots=True)
    class Checked:
        unset: int
        more: list[int] = field(default_factory=lambda: [5])

        def __post_init__(self) -> None:
            self.more.append(self.unset)

    @dataclass(frozen=True, slots=True, order=True)
    class Ordered:
        number: int

    @dataclass(frozen=True, slots=True, eq=False)
    class Itself:
        number: int

    @dataclass
    class Plain:
        number: int = 3

        def __repr__(self) -> str:
            return "plain"

    class Below(Point):
        __slots__ = ()

    return SimpleNamespace(**locals())


WAYS = {
    "equal": lambda k: (k.Point(1), k.Point(1) == k.Point(1, 2), k.Point(1) != k.Point(2), hash(k.Point(1))),
    "told": lambda k: (repr(k.Point(y=1, x=0)), k.Point(1).far(), k.Point.known, k.Point.__match_args__),
    "fields": lambda k: [[each.name for each in dataclasses.fields(kind)] for kind in (k.Point, k.Deep)],
    "below": lambda k: (repr(k.Deep(1, z=[3])), k.Deep(1) == k.Deep(1), k.Deep(1) == k.Point(1)),
    "replaced": lambda k: (dataclasses.replace(k.Deep(1), y=5), dataclasses.asdict(k.Point(4))),
    "known": lambda k: (dataclasses.is_dataclass(k.Deep), dataclasses.is_dataclass(k.Below)),
    "open": lambda k: (repr(k.Open("a")), k.Open("a") == k.Open("a"), k.Open.__hash__, k.Open.__slots__),
    "given": lambda k: (k.Checked(1), k.Checked(more=[], unset=2), k.Checked(1).more is k.Checked(1).more),
    "ordered": lambda k: (sorted([k.Ordered(2), k.Ordered(1)]), k.Ordered(1) < k.Ordered(2)),
    "itself": lambda k: (k.Itself(1) == k.Itself(1), hash(k.Itself(1)) == hash(k.Itself(1))),
    "plain": lambda k: (repr(k.Plain()), k.Plain() == k.Plain(3), k.Plain.number, k.Plain.__hash__),
    "no dataclass": lambda k: (repr(k.Below(1)), k.Below(1) == k.Below(1), copy.copy(k.Below(4)).x),
    "slots": lambda k: (k.Point.__slots__, k.Deep.__slots__, hasattr(k.Point(1), "__dict__"), k.Point.__qualname__),
}


@pytest.mark.parametrize("way", WAYS)
def test_it_is_as_the_standard_library_has_it(way):
    assert repr(WAYS[way](made(dataclass))) == repr(WAYS[way](made(dataclasses.dataclass)))


def test_what_is_frozen_stays_so():
    for kinds in (made(dataclass), made(dataclasses.dataclass)):
        point = kinds.Point(1)
        with pytest.raises(FrozenInstanceError):
            point.x = 2
        with pytest.raises(FrozenInstanceError):
            del point.x
        with pytest.raises(TypeError):
            kinds.Point()


@dataclass(frozen=True, slots=True)
class Sent:
    name: str
    more: tuple[int, ...] = ()


def test_an_object_that_comes_from_another_process_is_compared():
    """It is made without `__init__`, in a process that may never have made one."""
    code = (
        "import pickle, sys; from tests.foundations.test_dataclass import Sent; "
        "one, other = pickle.load(sys.stdin.buffer);"
        "print(one == other, hash(one) == hash(other), one)"
    )
    sent = pickle.dumps((Sent("a", (1,)), Sent("a", (1,))))
    told = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, check=True)
    assert told.stdout.decode().strip() == "True True Sent(name='a', more=(1,))"


def test_threads_may_make_the_first_objects_at_once(monkeypatch):
    real = dataclasses.dataclass

    def slow(**options):
        time.sleep(0.02)
        return lambda cls: (real(**options)(cls), time.sleep(0.02))[0]

    monkeypatch.setattr(dataclasses, "dataclass", slow)
    for _ in range(5):
        kinds = made(dataclass)
        found: list[object] = []
        begin = threading.Barrier(8)

        def make(kind, found=found, begin=begin):
            begin.wait()
            found.append(repr(kind(1)))

        threads = [threading.Thread(target=make, args=(kind,)) for kind in (kinds.Point, kinds.Deep) * 4]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 8

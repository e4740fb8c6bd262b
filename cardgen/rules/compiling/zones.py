"""Compiles references to zones, and the values of zone families and fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardgen.rules import grammar
from cardgen.rules.code import GE, LT, ONE, ZERO, Place, Test
from cardgen.rules.compiling.scope import Scope


class ZoneCompiler:
    """Compiles zones to their numbers and offset registers."""

    player: Callable[[grammar.Player], int]  # returns the register of a player
    primary: Callable[[grammar.Primary], int]  # returns the register of a primary value

    def __init__(self, scope: Scope) -> None:
        self.scope, self.code, self.layout, self.program = scope, scope.code, scope.layout, scope.program

    def place(self, zone: grammar.Zone) -> Place | None:
        """Returns the zone of an expression; None if it can refer to several, or to none."""
        match zone:
            case grammar.ZoneYours() | grammar.ZoneZone():
                return self.layout.place(zone.zone, self.scope.you)
            case grammar.ZoneOf():
                return self.layout.place(zone.zone, self.player(zone.player))
        return None

    def single(self, zone: grammar.Zone) -> Place:
        """Returns the zone of an expression. Raises InputError if it can refer to several."""
        if place := self.place(zone):
            return place
        raise self.scope.fault("expected one zone here, got several")

    @contextmanager
    def each_place(self, zone: grammar.Zone) -> Iterator[Place]:
        """Loops over the zones of an expression; over none of a family if no zone has the number or value."""
        if place := self.place(zone):
            yield place
        elif isinstance(zone, grammar.OfFamily):
            with self._owners(zone) as owner, self._indices(zone, owner) as place:
                yield place
        else:
            with self.code.each_player() as player:
                yield self.layout.place(zone.name, player)

    @contextmanager
    def _owners(self, zone: grammar.ZoneOfFamily) -> Iterator[int]:
        """Yields the register of the owner of a family's zones, or of each owner in a loop."""
        if not self.program.zones[zone.family].each:
            yield ZERO
            return
        match zone:
            case grammar.ZoneYoursOne() | grammar.ZoneYoursAll() | grammar.ZonePicked():
                yield self.scope.you
            case grammar.ZoneOneOf() | grammar.ZoneAllOf():
                yield self.player(zone.player)
            case _:
                with self.code.each_player() as player:
                    yield player

    @contextmanager
    def _indices(self, zone: grammar.ZoneOfFamily, owner: int) -> Iterator[Place]:
        """Loops over the zones of a family that one player or the table has: one of them, or all."""
        code, name, first = self.code, zone.family, self.code.temp()
        many = self.layout.many(name)
        code.add("mul", first, owner, code.number(many))
        number = code.temp()
        if isinstance(zone, grammar.WholeFamily):
            index = code.temp()
            with code.loop("range", index, ZERO, code.number(many)):
                code.add("add", number, first, index)
                yield Place(self.layout.zones[name], number)
            return
        value = self.scope.one(name) if isinstance(zone, grammar.ZonePicked) else self.primary(zone.primary)
        index = self.index(name, value)
        with code.when(Test(GE, index, ZERO)):
            code.add("add", number, first, index)
            yield Place(self.layout.zones[name], number)

    def index(self, name: str, value: int) -> int:
        """Returns the index of a value among those of a field or a family, or -1."""
        code, result = self.code, self.code.temp()
        by = self.program.zones[name].by if name in self.program.zones else name
        if isinstance(by, str):
            code.add("value_index", result, self.layout.fields[by], value, len(self.layout.values(by)))
            return result
        code.add("sub", result, value, ONE)
        with code.when(Test(LT, code.number(by or 0), value)):
            code.copy(result, code.number(-1))
        return result

    @contextmanager
    def each_value(self, name: str) -> Iterator[int]:
        """Loops over the values of a field or a family, bound to its name; yields the index."""
        index, value = self.code.temp(), self.code.temp()
        with self.code.loop("range", index, ZERO, self.code.number(len(self.program.values(name)))):
            self.value_at(value, name, index)
            with self.scope.binding(**{name: value}):
                yield index

    def value_at(self, into: int, name: str, index: int) -> None:
        """Loads the value at an index among those of a field or a family."""
        by = self.program.zones[name].by if name in self.program.zones else name
        if isinstance(by, str):
            self.code.add("value_at", into, self.layout.fields[by], index)
        else:
            self.code.add("add", into, index, ONE)

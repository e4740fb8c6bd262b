"""Joins the compilers of expressions: zones, groups of cards, players, values and conditions, which call one
another."""

from __future__ import annotations

from cardgen.rules.compiling.aggregates import AggregateCompiler
from cardgen.rules.compiling.conditions import ConditionCompiler
from cardgen.rules.compiling.groups import GroupCompiler
from cardgen.rules.compiling.players import PlayerCompiler
from cardgen.rules.compiling.scope import Scope
from cardgen.rules.compiling.values import ValueCompiler
from cardgen.rules.compiling.zones import ZoneCompiler


class Expressions:
    """The compilers of expressions. Each constructor takes those before it; the calls to later ones are set here."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.zones = zones = ZoneCompiler(scope)
        self.groups = groups = GroupCompiler(scope, zones)
        self.players = players = PlayerCompiler(scope, zones)
        aggregates = AggregateCompiler(scope, zones, groups)
        self.values = values = ValueCompiler(scope, zones, groups, players, aggregates)
        self.conditions = conditions = ConditionCompiler(scope, groups, players, values)
        zones.player, zones.primary = players.player, values.primary
        groups.fitting = conditions.fitting
        players.value = aggregates.value = values.value
        aggregates.field = values.field
        values.holds, values.test = conditions.holds, conditions.test

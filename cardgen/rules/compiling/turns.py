"""Compiles turns: whose they are, in which order, and how steps reverse, skip or end them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cardgen.rules import grammar
from cardgen.rules.at_once import taken_back
from cardgen.rules.clauses import Flow, Turns
from cardgen.rules.code import (
    AGAIN,
    END_TURN,
    EQ,
    GE,
    HOLDER,
    IT,
    LT,
    NE,
    OF_TURNS,
    ONE,
    PLAYERS,
    SKIPS,
    STEP,
    YOU,
    ZERO,
    Test,
)
from cardgen.rules.compiling.expressions import Expressions
from cardgen.rules.turns import said_in


class TurnCompiler:
    """Compiles loops over players; registers that such loops change are restored after them."""

    def __init__(self, expressions: Expressions, compile_flow: Callable[[Flow], None]) -> None:
        scope = self.scope = expressions.scope
        self.code, self.layout, self.program = scope.code, scope.layout, scope.program
        self.players, self.values, self.conditions = expressions.players, expressions.values, expressions.conditions
        self.compile_flow = compile_flow  # writes the instructions of a flow
        self.turn_at = -1  # the label of the current turn, until its first choice
        self.repeat_label = -1  # the label from which play can repeat the current simultaneous turns, or -1
        # whether turns can change direction or skip players
        self.turning = bool(said_in(scope.program, grammar.DoReverse | grammar.DoSkipNext | grammar.PlayerNext))
        self.end_turn = bool(said_in(scope.program, grammar.DoEndTurn))
        self.again = bool(said_in(scope.program, grammar.DoAgain))
        self.of_turns = (*OF_TURNS, *((STEP, SKIPS, HOLDER) if self.turning else ()))

    def compile_turns(self, flow: Turns) -> None:
        """Compiles a loop that gives each player a turn, in order, until its condition holds."""
        code = self.code
        turn, place = code.allocate(), code.allocate()
        top, go, further, once_more, over = (code.label() for _ in range(5))
        self.scope.where_said = flow.order.place
        kept = code.save(self.of_turns)
        before, self.repeat_label = self.repeat_label, self._compile_repeat(taken_back(self.program, flow))
        seats, by = self._start_turns(flow, turn, place)
        code.place_label(top)
        if flow.until is None:
            code.jump(over, Test(GE, turn, PLAYERS))
        self._seat(seats, place)
        self._check_until(over, flow)
        self._check_skipped(further, flow)
        self._one_turn(flow, go, further, once_more)
        self.repeat_label = before
        code.place_label(further)
        code.add("add", turn, turn, ONE)
        code.add("seat", place, place, by)
        code.add("idle")
        code.jump(top)
        if self.again:
            code.place_label(once_more)
            self._seat(seats, place)
            self._check_until(over, flow)
            code.add("idle")
            code.jump(go)
        code.place_label(over)
        code.restore(self.of_turns, kept)

    def _start_turns(self, flow: Turns, turn: int, place: int) -> tuple[int, int]:
        """Sets `place` and `turn` to the first turn. Returns what `_order` does, and the register with the step from
        one seat to the next."""
        code, order = self.code, flow.order.tree
        seats = self._order(order, place)
        by = code.number(-1) if isinstance(order, grammar.PlayersInTurnRight) else ONE
        if self.turning:
            code.copy(STEP, by)
            code.copy(SKIPS, ZERO)
            by = STEP
        code.copy(turn, ZERO)
        return seats, by

    def _check_skipped(self, further: int, flow: Turns) -> None:
        """Goes on with the next turn if a step or the clause skips this player."""
        code = self.code
        if self.turning:
            with code.temporaries():
                skipped = code.copy(code.temp(), SKIPS)
                with code.when(Test(NE, SKIPS, ZERO)):
                    code.add("sub", SKIPS, SKIPS, ONE)
                code.jump(further, Test(NE, skipped, ZERO))
        if flow.skip:
            with code.temporaries():
                self.scope.where_said = flow.skip.place
                self.conditions.jump_unless(further, flow.skip.tree, False)

    def _one_turn(self, flow: Turns, go: int, further: int, once_more: int) -> None:
        """Compiles the steps of a turn. They can end it (`further`) or take it again (`once_more`)."""
        code = self.code
        code.place_label(go)
        if self.end_turn:
            code.add("here", END_TURN, further)
        if self.again:
            code.add("here", AGAIN, once_more)
        code.add("turn")
        self.turn_at = go
        for step in flow.steps:
            self.compile_flow(step)
        self.turn_at = -1

    def _compile_repeat(self, names: frozenset[str]) -> int:
        """Saves what the turns change, and returns the label that restores it to repeat them; -1 if they change
        nothing."""
        aside = self.layout.aside(names & self.program.zones.keys()) if names else None
        if aside is None:
            return -1
        code, repeat, begin = self.code, self.code.label(), self.code.label()
        registers = (
            register for name in sorted(names - self.program.zones.keys()) for register in self._registers_of(name)
        )
        changed = [IT, *registers]
        kept = self.code.save(changed)
        for zone, at in aside:
            code.add("put_aside", zone, at)
        code.jump(begin)
        code.place_label(repeat)
        self.code.restore(changed, kept)
        for zone, at in aside:
            code.add("bring_back", zone, at)
        code.place_label(begin)
        return repeat

    def _registers_of(self, name: str) -> Iterable[int]:
        """The registers of a role or a counter."""
        if name in self.scope.roles:
            return (self.scope.roles[name],)
        many = self.layout.players if self.program.counters[name].each else 1
        return range(self.scope.counters[name], self.scope.counters[name] + many)

    def _order(self, order: grammar.Players, place: int) -> int:
        """Sets `place` to the first turn. Returns the first of the registers with the players in turn order, or -1 for
        seat order."""
        code = self.code
        with code.temporaries():
            if not isinstance(order, grammar.PlayersByMost | grammar.PlayersByFewest):
                code.copy(place, self.players.player(order.player) if isinstance(order, grammar.InTurn) else ZERO)
                return -1
            seats = [code.allocate() for _ in range(2 * self.layout.players)]
            worth = seats[self.layout.players]
            code.copy(place, ZERO)
            with self.code.each_player() as player:
                with self.scope.as_player(player):
                    mine = self.code.signed(self.values.value(order.value), order.most)
                code.add("store", worth, player, mine)
            with self.code.each_player() as player:  # a player's place is the number of players before them
                before, mine, theirs = code.copy(code.temp(), ZERO), code.temp(), code.temp()
                code.add("load", mine, worth, player)
                with self.code.each_player() as other:
                    code.add("load", theirs, worth, other)
                    with code.when(Test(LT, mine, theirs)):
                        code.add("add", before, before, ONE)
                    with code.when(Test(EQ, mine, theirs)), code.when(Test(LT, other, player)):
                        code.add("add", before, before, ONE)
                code.add("store", seats[0], before, player)
            return seats[0]

    def _seat(self, seats: int, place: int) -> None:
        """Makes the player at a place `you`."""
        if seats < 0:
            self.code.copy(YOU, place)
        else:
            self.code.add("load", YOU, seats, place)
        if self.turning:
            self.code.copy(HOLDER, YOU)

    def _check_until(self, over: int, flow: Turns) -> None:
        if flow.until:
            with self.code.temporaries():
                self.scope.where_said = flow.until.place
                self.conditions.jump_unless(over, flow.until.tree, False)

"""Static facts about all games of a program: how many cards each round takes from a pile that gets none back, how many
decisions a round has at most, and which actions the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from cardgen.foundations.dataclass import dataclass
from cardgen.rules import grammar
from cardgen.rules.clauses import (
    Action,
    Block,
    By,
    Choice,
    Do,
    EachPlayer,
    Flow,
    ForEach,
    Program,
    Repeat,
    Said,
    Turns,
    steps_in,
    steps_of,
)
from cardgen.rules.settled import Rules, Settled, alone, settled
from cardgen.rules.tree import Tree


@dataclass(frozen=True, slots=True)
class Rounds:
    """Rounds that each begin with a draw of `cards` cards from a pile, as long as the pile has that many of `noun`."""

    name: str  # as reports call a round
    zone: str
    noun: str
    cards: int
    each: int  # cards for each player; 0 if the number does not depend on the players
    decisions: int  # most decisions of a round
    comes_back: bool  # whether a clause in the loop can move cards to the pile


class Reach:
    """What play can reach under given rules, for a given number of players."""

    def __init__(self, program: Program, rules: Rules, players: int) -> None:
        self.program, self.rules, self.players = program, rules, players

    @cached_property
    def actions(self) -> frozenset[str]:
        """Returns the paths of reachable actions, as far as the rules decide that."""
        every = self.all_of(self.program.phases["game"])
        sections = {flow.section for flow in every if isinstance(flow, Choice)}
        actions = (action for section in sections for action in self.program.actions[section].values())
        return frozenset(action.path for action in actions if self.offered(action))

    @cached_property
    def notes(self) -> frozenset[str]:
        """Returns the cases that reachable steps note, as far as the rules decide that."""
        sentences = (flow.said.tree for flow in self.all_of(self.program.phases["game"]) if isinstance(flow, Do))
        return frozenset(tree.do.case for tree in sentences if isinstance(tree.do, grammar.DoNote))

    def rounds(self) -> Rounds | None:
        """Returns the rounds, if each begins with a draw and the game ends when the pile has too few cards."""
        path = self.program.rounds
        said = self.program.sentences.get(path)
        moved = _draw(said)
        phase = path.split(".")[0]
        if said is None or moved is None or phase not in self.program.phases:
            return None
        zone, amount = moved
        cards = self.number(amount)
        noun = self._guarded_noun(phase, path, zone, amount)
        decisions = self.decisions(self.program.phases[phase])
        loop = next((each for each in self._loops() if any(_path(flow) == path for flow in self.all_of(each))), None)
        if not cards or not noun or not decisions or loop is None:
            return None
        each, rest = divmod(cards, self.players)
        by_players = any(isinstance(tree, grammar.PrimaryPlayers) for tree in self._with_numbers(amount))
        each = each if by_players and not rest else 0
        return Rounds(phase.replace("_", " "), zone, noun, cards, each, decisions, self._comes_back(loop, zone))

    def _loops(self) -> Iterator[Repeat]:
        for phase in self.program.phases.values():
            yield from (flow for flow in steps_of(phase) if isinstance(flow, Repeat))

    def _guarded_noun(self, phase: str, path: str, zone: str, amount: grammar.Amount) -> str:
        """The kind of card that the phase counts in the pile before its draw, to end the game if there are too few."""
        for step in self.program.phases[phase].steps:
            if _path(step) == path:
                break
            flow = self._selected(step)
            if not isinstance(flow, Block) or not flow.when or flow.unless:
                continue
            match flow.when.tree:
                case grammar.TestHaving(
                    having=grammar.HavingFewer(
                        amount=asked, some=grammar.SomeIn(noun=noun, zone=grammar.OfZone(zone=there))
                    )
                ) if _same_words(asked, amount) and there == zone and self._can_end(flow.steps[-1:]):
                    return noun
        return ""

    def _can_end(self, steps: tuple[Flow, ...]) -> bool:
        """Whether these steps can end the game."""
        for step in steps:
            for flow in self.all_of(step):
                match flow:
                    case Do(said=Said(tree=grammar.StepDo(do=grammar.DoEndGame()))):
                        return True
        return False

    def _comes_back(self, loop: Flow, zone: str) -> bool:
        """Whether a clause of a loop can move cards to a zone."""
        for flow in self.all_of(loop):
            if isinstance(flow, Do) and not self.never(flow.said.tree):
                match flow.said.tree.do:
                    case (
                        grammar.Moving(target=grammar.OfZone(zone=to))
                        | grammar.DoShuffleZone(target=grammar.OfZone(zone=to))
                    ) if to == zone:
                        return True
        return False

    # ---- what rules decide

    def all_of(self, flow: Flow, seen: set[str] | None = None) -> Iterator[Flow]:
        """Yields a flow and all flows that can follow from it: phases that it calls, actions that it offers, effects of
        cards."""
        seen = set() if seen is None else seen
        yield flow
        if isinstance(flow, By):
            yield from self.all_of(self._selected(flow), seen)
            return
        if isinstance(flow, Block) and flow.when and self.ruled_out(flow.when.tree, not flow.unless):
            if flow.otherwise:
                yield from self.all_of(flow.otherwise, seen)
            return
        for step in steps_in(flow):
            yield from self.all_of(step, seen)
        for inner in self._following(flow, seen):
            yield from self.all_of(inner, seen)

    def _following(self, flow: Flow, seen: set[str]) -> Iterator[Flow]:
        program = self.program
        sections, phases, effects = [], [], False
        if isinstance(flow, Choice):
            sections.append(flow.section)
        if isinstance(flow, Do):
            if self.never(flow.said.tree):
                return
            match flow.said.tree.do:
                case grammar.DoChoose(section=section):
                    sections.append(section)
                    yield Choice(flow.said.path, section)
                case grammar.DoSection(section=section):
                    phases.append(section)
                case grammar.DoEffect():
                    effects = True
        for name in phases:
            if name not in seen:
                seen.add(name)
                yield program.phases[name]
        for section in sections:
            if f"choice {section}" not in seen:
                seen.add(f"choice {section}")
                for action in program.actions[section].values():
                    if self.offered(action):
                        yield from action.steps
        if effects and "effects" not in seen:
            seen.add("effects")
            yield from program.effects.values()

    def offered(self, action: Action) -> bool:
        """Returns whether the deck has the cards that an action needs, and whether its zones can hold them under these
        rules."""
        if action.when and self.ruled_out(action.when.tree, True):
            return False
        for said in action.picks.values():
            match said.tree:
                case grammar.PickCard(some=grammar.SomeIn(noun=noun, zone=place)):
                    kind, zone = self._cards(noun), self.program.zones[place.name]
                case _:
                    continue
            held = zone.holds[str(self.rules[zone.held_by]) if zone.held_by else ""]
            if not kind & self._cards(held):
                return False
        return True

    def never(self, step: grammar.Step) -> bool:
        """Returns whether the rules alone show that a step never happens."""
        return isinstance(step, grammar.Conditional) and self.ruled_out(step.condition, step.wanted)

    def _cards(self, noun: str) -> frozenset[str]:
        """The cards of a kind in the deck."""
        deck = self.program.deck
        ids = deck.counts if noun in ("card", "cards") else deck.kinds.get(noun, ())
        return frozenset(card for card in ids if deck.counts[card])

    def _selected(self, flow: Flow) -> Flow:
        """The branch that the rules select; other flows as they are."""
        if isinstance(flow, By):
            option = str(self.rules[flow.rule])
            return flow.branches.get(option, Block(flow.path, ()))
        return flow

    def ruled_out(self, tree: grammar.Question, wanted: bool) -> bool:
        """Returns whether the rules alone show that a condition never has this result."""
        match tree:
            case grammar.Brackets():
                return self.ruled_out(tree.condition, wanted)
            case grammar.TestNot():
                return self.ruled_out(tree.test, not wanted)
            case grammar.Joined():
                sides = [self.ruled_out(side, wanted) for side in (tree.left, tree.right)]
                return any(sides) if tree.all == wanted else all(sides)
            case grammar.TestYes(primary=grammar.PrimaryRule(rule=rule)):
                return (str(self.rules[rule]) in ("yes", "1")) != wanted
            case grammar.Is():
                match alone(tree.one), alone(tree.two):
                    case grammar.PrimaryRule(rule=rule), grammar.PrimaryConstant(constant=constant):
                        return (str(self.rules[rule]) == constant) != wanted
        return False

    def number(self, tree: Settled) -> int | None:
        """Returns a value that depends only on rules and the number of players; None for others."""
        return settled(tree, self.program, self.rules, self.players)

    def _with_numbers(self, tree: Tree) -> Iterator[Tree]:
        """All trees in a value and in the numbers that it names."""
        for each in tree.walk():
            yield each
            if isinstance(each, grammar.AmountName | grammar.PrimaryName):
                for said in self.program.numbers[each.number].said.values():
                    yield from said.tree.walk()

    def decisions(self, flow: Flow) -> int | None:
        """Returns how many decisions a flow has at most; None if that is unknown."""
        flow = self._selected(flow)
        inner = [self.decisions(step) for step in steps_in(flow)]
        if isinstance(flow, Do):
            inner += [self.decisions(each) for each in self._successors(flow)]
        if any(each is None for each in inner):
            return None
        total = sum(each or 0 for each in inner)
        once = isinstance(flow, Turns) and not flow.until and isinstance(flow.order.tree, grammar.InTurn)
        if isinstance(flow, Repeat | Turns) and not once:
            return 0 if not total else None
        if isinstance(flow, Turns):
            return total * self.players
        if isinstance(flow, Choice):
            actions = self.program.actions[flow.section].values()
            after = [self._after(action) for action in actions if self.offered(action)]
            return None if None in after else max(1 + max((each or 0 for each in after), default=0), total)
        if isinstance(flow, EachPlayer | ForEach) and total:
            return None
        return total

    def _after(self, action: Action) -> int | None:
        totals = [self.decisions(step) for step in action.steps]
        return None if None in totals else sum(each or 0 for each in totals)

    def _successors(self, flow: Do) -> Iterator[Flow]:
        """The flows to which one step leads."""
        match flow.said.tree.do:
            case grammar.DoChoose(section=section):
                yield Choice(flow.said.path, section)
            case grammar.DoSection(section=section):
                yield self.program.phases[section]
            case grammar.DoAgain() | grammar.DoEffect() | grammar.DoReverse():  # these have no known bound
                yield EachPlayer(flow.said.path, (Choice(flow.said.path, next(iter(self.program.actions))),))


def shortages(program: Program, zone: str) -> Iterator[str]:
    """Yields the names of the silences for a zone without cards."""
    for path, silence in program.silences.items():
        match program.sentences.get(path):
            case Said(
                tree=grammar.StepIf(
                    condition=grammar.TestHaving(
                        having=grammar.HavingNo(some=grammar.SomeIn(noun="card", zone=grammar.OfZone(zone=name)))
                    )
                )
            ) if name == zone:
                yield silence.name


def _draw(said: Said[Tree] | None) -> tuple[str, grammar.Amount] | None:
    """The zone and the amount of a draw of a fixed number of cards."""
    match said:
        case Said(
            tree=grammar.StepDo(
                do=grammar.DoMove(moved=grammar.MovedSome(amount=amount), source=grammar.ZoneZone(zone=zone))
            )
        ):
            return zone, amount
    return None


def _same_words(one: Tree, two: Tree) -> bool:
    """Whether two trees are written in the same words."""
    return str(one) == str(two)


def _path(flow: Flow) -> str:
    return flow.said.path if isinstance(flow, Do) else flow.path

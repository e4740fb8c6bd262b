"""What can be told of all games of a program without playing: how many cards each round takes from a pile to which none
come back, how many decisions a round has at most, and which actions its rules provide for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from cardgen.dataclass import dataclass
from cardgen.rules.clauses import Action, Block, By, Choice, Do, Flow, Program, Repeat, Said, Turns, steps_in, steps_of
from cardgen.rules.parse import Tree
from cardgen.rules.settled import WRAPS, Rules, settled


@dataclass(frozen=True, slots=True)
class Rounds:
    """So many cards are taken from a pile at the beginning of each round, as long as it has as many of `noun`."""

    name: str  # what a round is called
    zone: str
    noun: str
    cards: int
    each: int  # of them for each player; 0 where that is not how they are reckoned
    decisions: int  # in a round, at most
    comes_back: bool  # whether any clause may move cards to the pile in between


class Reach:
    """What can be come to under some rules, with so many players."""

    def __init__(self, program: Program, rules: Rules, players: int) -> None:
        self.program, self.rules, self.players = program, rules, players

    @cached_property
    def actions(self) -> frozenset[str]:
        """The paths of actions that can be chosen, as far as rules alone say."""
        every = self.all_of(self.program.phases["game"])
        sections = {flow.section for flow in every if isinstance(flow, Choice)}
        found = (action for section in sections for action in self.program.actions[section].values())
        return frozenset(action.path for action in found if self.offered(action))

    @cached_property
    def notes(self) -> frozenset[str]:
        """The cases that can be noted, as far as rules alone say."""
        sentences = (flow.said.tree for flow in self.all_of(self.program.phases["game"]) if isinstance(flow, Do))
        return frozenset(each.word("case") for tree in sentences for each in tree.walk() if each.form == "note")

    def rounds(self) -> Rounds | None:
        """Rounds that are counted by a draw of their own, where the game ends unless the pile has as many cards."""
        path = self.program.rounds
        said = self.program.sentences.get(path)
        moved = _moved(said)
        phase = path.split(".")[0]
        if said is None or moved is None or phase not in self.program.phases:
            return None
        zone, amount = moved.tree("source").word("zone"), moved.tree("moved").tree("amount")
        cards = self.number(amount)
        noun = self._kept_enough(phase, path, zone, amount)
        decisions = self.decisions(self.program.phases[phase])
        loop = next((each for each in self._loops() if any(_path(flow) == path for flow in self.all_of(each))), None)
        if not cards or not noun or not decisions or loop is None:
            return None
        each, rest = divmod(cards, self.players)
        by_players = "players" in [tree.form for tree in self._whole(amount)]
        each = each if by_players and not rest else 0
        return Rounds(phase.replace("_", " "), zone, noun, cards, each, decisions, self._comes_back(loop, zone))

    def _loops(self) -> Iterator[Repeat]:
        for phase in self.program.phases.values():
            yield from (flow for flow in steps_of(phase) if isinstance(flow, Repeat))

    def _kept_enough(self, phase: str, path: str, zone: str, amount: Tree) -> str:
        """The kind of cards of which the pile has as many before they are taken, or else the game is over."""
        for step in self.program.phases[phase].steps:
            if _path(step) == path:
                break
            flow = self._chosen(step)
            if isinstance(flow, Block) and flow.when and not flow.unless and flow.when.tree.form == "having":
                asked = flow.when.tree.tree("having")
                if asked.form == "fewer" and _same(asked.tree("amount"), amount):
                    some = asked.tree("some")
                    if some.form == "in" and some.tree("zone").word("zone") == zone and self._ends(flow.steps[-1:]):
                        return some.word("noun")
        return ""

    def _ends(self, steps: tuple[Flow, ...]) -> bool:
        """Whether the game is over behind these steps."""
        for step in steps:
            for flow in self.all_of(step):
                tree = flow.said.tree if isinstance(flow, Do) else None
                if tree and tree.form == "do" and tree.tree("do").form == "end_game":
                    return True
        return False

    def _comes_back(self, loop: Flow, zone: str) -> bool:
        """Whether any clause of a loop may move cards into a zone."""
        for flow in self.all_of(loop):
            if isinstance(flow, Do):
                tree = flow.said.tree
                if tree.form in ("if", "unless") and self.ruled_out(tree.tree("condition"), tree.form == "if"):
                    continue
                for inner in tree.walk():
                    target = inner.parts.get("target")
                    if isinstance(target, Tree) and target.parts.get("zone") == zone:
                        return True
        return False

    # ---- what rules decide

    def all_of(self, flow: Flow, seen: set[str] | None = None) -> Iterator[Flow]:
        """A flow and all that may come of it: in phases that it calls, actions that it offers, effects of cards."""
        seen = set() if seen is None else seen
        yield flow
        if isinstance(flow, By):
            yield from self.all_of(self._chosen(flow), seen)
            return
        if isinstance(flow, Block) and flow.when and self.ruled_out(flow.when.tree, not flow.unless):
            if flow.otherwise:
                yield from self.all_of(flow.otherwise, seen)
            return
        for step in steps_in(flow):
            yield from self.all_of(step, seen)
        for inner in self._led_to(flow, seen):
            yield from self.all_of(inner, seen)

    def _led_to(self, flow: Flow, seen: set[str]) -> Iterator[Flow]:
        program = self.program
        sections, phases, effects = [], [], False
        if isinstance(flow, Choice):
            sections.append(flow.section)
        if isinstance(flow, Do):
            tree = flow.said.tree
            if tree.form in ("if", "unless") and self.ruled_out(tree.tree("condition"), tree.form == "if"):
                return
            for inner in tree.walk():
                if inner.form == "choose":
                    sections.append(inner.word("section"))
                    yield Choice(flow.said.path, inner.word("section"))
                elif inner.form == "phase":
                    phases.append(inner.word("section"))
                effects = effects or inner.form == "effect"
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
        """Whether the rules let the cards that an action needs lie where it takes them from, and the deck has them."""
        if action.when and self.ruled_out(action.when.tree, True):
            return False
        for said in action.picks.values():
            if said.tree.form != "card":
                continue
            some = said.tree.tree("some")
            if some.form != "in":
                continue
            kind, zone = self._cards(some.word("noun")), self.program.zones[some.tree("zone").word("zone")]
            held = zone.holds[str(self.rules[zone.held_by]) if zone.held_by else ""]
            if not kind & self._cards(held):
                return False
        return True

    def _cards(self, noun: str) -> frozenset[str]:
        """The cards of a kind that the deck has."""
        deck = self.program.deck
        ids = deck.counts if noun in ("card", "cards") else deck.kinds.get(noun, ())
        return frozenset(card for card in ids if deck.counts[card])

    def _chosen(self, flow: Flow) -> Flow:
        """Of what hangs on a rule, that which holds."""
        if isinstance(flow, By):
            option = str(self.rules[flow.rule])
            return flow.branches.get(option, Block(flow.path, ()))
        return flow

    def ruled_out(self, tree: Tree, wanted: bool) -> bool:
        """Whether the rules alone say that a condition never is as wanted."""
        if tree.form == "brackets":
            return self.ruled_out(tree.tree("condition"), wanted)
        if tree.form == "not":
            return self.ruled_out(tree.tree("test"), not wanted)
        if tree.form in ("and", "or"):
            sides = [self.ruled_out(tree.tree(side), wanted) for side in ("left", "right")]
            return any(sides) if (tree.form == "and") == wanted else all(sides)
        if tree.form == "yes" and tree.tree("primary").form == "rule":
            return (str(self.rules[tree.tree("primary").word("rule")]) in ("yes", "1")) != wanted
        if tree.form == "is":
            one, two = (_only(tree.tree(side)) for side in ("one", "two"))
            if one and two and one.form == "rule" and two.form == "constant":
                return (str(self.rules[one.word("rule")]) == two.word("constant")) != wanted
        return False

    def number(self, tree: Tree) -> int | None:
        """A value that rules and the number of players alone make."""
        return settled(tree, self.program, self.rules, self.players)

    def _whole(self, tree: Tree) -> Iterator[Tree]:
        """A value with the numbers that it names."""
        for each in tree.walk():
            yield each
            if each.form == "name":
                for said in self.program.numbers[each.word("number")].said.values():
                    yield from said.tree.walk()

    def decisions(self, flow: Flow) -> int | None:
        """How many decisions it has at most; None where that is not known."""
        flow = self._chosen(flow)
        inner = [self.decisions(step) for step in steps_in(flow)]
        if isinstance(flow, Do):
            inner += [self.decisions(each) for each in self._successors(flow)]
        if any(each is None for each in inner):
            return None
        total = sum(each or 0 for each in inner)
        if isinstance(flow, Repeat) or (isinstance(flow, Turns) and (flow.until or flow.order.tree.form not in _ONCE)):
            return 0 if not total else None
        if isinstance(flow, Turns):
            return total * self.players
        if isinstance(flow, Choice):
            actions = self.program.actions[flow.section].values()
            after = [self._after(action) for action in actions if self.offered(action)]
            return None if None in after else max(1 + max((each or 0 for each in after), default=0), total)
        if type(flow).__name__ in ("EachPlayer", "ForEach") and total:
            return None
        return total

    def _after(self, action: Action) -> int | None:
        found = [self.decisions(step) for step in action.steps]
        return None if None in found else sum(each or 0 for each in found)

    def _successors(self, flow: Do) -> Iterator[Flow]:
        """What one sentence leads to."""
        for tree in flow.said.tree.walk():
            if tree.form == "choose":
                yield Choice(flow.said.path, tree.word("section"))
            elif tree.form == "phase":
                yield self.program.phases[tree.word("section")]
            elif tree.form in ("again", "effect", "reverse"):  # which may go on for long
                yield Repeat(flow.said.path, flow.said, (Choice(flow.said.path, next(iter(self.program.actions))),))


_ONCE = ("in_turn", "in_turn_right")


def shortages(program: Program, zone: str) -> Iterator[str]:
    """The silences that note that a zone has no card."""
    for path, silence in program.silences.items():
        said = program.sentences.get(path)
        if said and said.tree.form == "if":
            asked = said.tree.tree("condition").parts.get("having")
            if isinstance(asked, Tree) and asked.form == "no":
                some = asked.tree("some")
                if some.form == "in" and some.word("noun") == "card" and some.tree("zone").word("zone") == zone:
                    yield silence.name


def _moved(said: Said | None) -> Tree | None:
    """A draw of a certain number of cards from a zone."""
    if said is None or said.tree.form != "do":
        return None
    tree = said.tree.tree("do")
    if tree.form != "move" or tree.tree("moved").form != "some" or "source" not in tree.parts:
        return None
    return tree if tree.tree("source").form == "zone" else None


def _only(tree: Tree) -> Tree | None:
    """What stands alone in a value."""
    while tree.form in WRAPS:
        inner = [part for part in tree.parts.values() if isinstance(part, Tree)]
        if len(inner) != 1:
            return None
        (tree,) = inner
    return tree


def _same(one: Tree, two: Tree) -> bool:
    """Whether two things are said in the same words."""
    return str(one) == str(two)


def _path(flow: Flow) -> str:
    return flow.said.path if isinstance(flow, Do) else flow.path

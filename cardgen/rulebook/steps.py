"""Writes the steps and actions of a plain rulebook as nested items of lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cardgen.foundations.dataclass import dataclass
from cardgen.rulebook.clause_sentences import SENTENCE, sentence
from cardgen.rulebook.markdown import DEEPEST
from cardgen.rulebook.phrases import Phrases
from cardgen.rules.clause_changes import NOTES
from cardgen.rules.clauses import FAMILY, NOUN, Action, Block, By, Choice, Do, EachPlayer, Flow, ForEach, Repeat, Turns
from cardgen.rules.grammar import Condition

_EACH = {NOUN: "each_card", FAMILY: "each_zone"}


@dataclass(frozen=True, slots=True)
class Item:
    """A step in words, without a capital if it is made of phrases, and the steps in it."""

    text: str
    inner: tuple[Item, ...] = ()


class Steps:
    def __init__(self, phrases: Phrases) -> None:
        self.phrases, self.program, self.say = phrases, phrases.program, phrases.say

    def own(self, path: str) -> str:
        """The sentence of the game's strings for a clause."""
        known = f"{SENTENCE}{path}" in self.phrases.strings.entries
        return sentence(self.phrases.game, self.phrases.strings, path) if known else ""

    def items(self, flows: Iterable[Flow]) -> list[Item]:
        return [item for flow in flows for item in self.item(flow)]

    def item(self, flow: Flow) -> list[Item]:
        """The items of a step: several for a step that only groups others, none for one that players need not know."""
        if own := self.own(flow.said.path if isinstance(flow, Do) else flow.path):
            return [Item(own)]
        match flow:
            case Do():
                said = "" if isinstance(flow.said.tree.do, NOTES) else self.phrases.in_words(flow.said)
                return [Item(f"{said}.")] if said else []
            case Block():
                return self._block(flow)
            case Repeat():
                return self._headed(self.phrases.in_words(flow.how), flow.steps)
            case Turns():
                return self._turns(flow)
            case EachPlayer():
                return self._headed(self.say("each_player"), flow.steps)
            case ForEach():
                thing = self.phrases.gone_through(flow.word, _EACH.get(flow.what, "each"))
                with self.phrases.binding(**{flow.word: thing}):
                    return self._headed(self.say("each_value", name=thing.noun), flow.steps)
            case By():
                branch = flow.branches.get(self.phrases.option(flow.rule))
                return self.item(branch) if branch else []
            case Choice():
                return self._choice(flow)

    def _block(self, flow: Block) -> list[Item]:
        if flow.when is None:
            return self.items(flow.steps)
        if (holds := self.phrases.truth(flow.when.tree)) is not None:
            if holds != flow.unless:
                return self.items(flow.steps)
            return self.item(flow.otherwise) if flow.otherwise else []
        head = self.say("unless" if flow.unless else "if", condition=self.phrases.in_words(flow.when))
        otherwise = self._headed(self.say("else"), [flow.otherwise]) if flow.otherwise else []
        return self._headed(head, flow.steps) + otherwise

    def _headed(self, head: str, steps: Iterable[Flow]) -> list[Item]:
        inner = tuple(self.items(steps))
        return [Item(self.say("then", head=head), inner)] if inner else []

    def _turns(self, flow: Turns) -> list[Item]:
        inner = self.items(flow.steps)
        if flow.skip:
            inner.insert(0, Item(self.say("skip", condition=self.phrases.in_words(flow.skip))))
        if flow.until:
            inner.append(Item(self.say("again", condition=self.phrases.in_words(flow.until))))
        return [Item(self.say("then", head=self.phrases.in_words(flow.order)), tuple(inner))]

    def _choice(self, flow: Choice) -> list[Item]:
        otherwise = self._headed(self.say("otherwise"), [flow.otherwise]) if flow.otherwise else []
        if flow.section in self.program.actions and "." in flow.section:
            actions = self.actions(self.program.actions[flow.section])
            return [Item(self.say("then", head=self.say("choose_here")), tuple(actions)), *otherwise]
        return [Item(f"{self.phrases.choice(flow.section)}."), *otherwise]

    def actions(self, actions: Mapping[str, Action]) -> list[Item]:
        """The items of the actions that the current rules allow."""
        ever = (each for each in actions.values() if not each.when or self._truth(each.when.tree) is not False)
        return [self._action(action) for action in ever]

    def _action(self, action: Action) -> Item:
        if own := self.own(action.path):
            return Item(own)
        said = [f"**{self.phrases.title(action.name)}.**"]
        if not action.narrows:
            said += self._when(action)
        things = {name: self.phrases.picked(name, pick) for name, pick in action.picks.items()}
        alike = Counter([*things.values(), *self.phrases.bound.values()])
        with self.phrases.binding():
            for name, pick in action.picks.items():
                thing = things[name]
                own = self.phrases.bare(name)
                thing = thing._replace(name=own) if alike[thing] > 1 and own != thing.noun else thing
                said.append(self.say("pick", pick=self.phrases.with_name(thing, self.phrases.in_words(pick))))
                self.phrases.bound[name] = thing
            if action.narrows:
                said += self._when(action)
            said += [
                self.say("must", condition=self.phrases.in_words(obligation))
                for obligation in action.must.values()
                if self._truth(obligation.tree) is None
            ]
            steps = self.items(action.steps)
            line, inner = in_line(steps) if steps else (f"{capital(self.say('do.nothing'))}.", ())
            said.append(line)
        return Item(" ".join(filter(None, said)), inner)

    def _when(self, action: Action) -> list[str]:
        """The conditions of an action, except those that the current rules already satisfy."""
        if not action.when or self._truth(action.when.tree) is not None:
            return []
        return [self.say("when", condition=self.phrases.in_words(action.when))]

    def _truth(self, tree: Condition) -> bool | None:
        return self.phrases.truth(tree)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _is_line(item: Item) -> bool:
    """Whether an item fits on one line, which cannot show where several inner steps end."""
    return not item.inner or (len(item.inner) == 1 and _is_line(item.inner[0]))


def _line(item: Item) -> str:
    """An item and its inner items, on one line."""
    first, *others = [*map(_line, item.inner)] or [""]
    return " ".join(filter(None, (item.text, first, *map(capital, others))))


def in_line(items: Sequence[Item]) -> tuple[str, tuple[Item, ...]]:
    """Steps as the end of a line, or as the items of a list below it."""
    if all(map(_is_line, items)):
        return " ".join(capital(_line(item)) for item in items), ()
    return "", tuple(items)


def listed(items: Sequence[Item], sign: str, depth: int = 1) -> Iterator[str]:
    """The lines of a list, with an empty line behind it."""
    indent = "   " * (depth - 1)
    for item in items:
        flat = depth == DEEPEST or _is_line(item)
        while not flat and len(item.inner) == 1:
            (only,) = item.inner
            item = Item(f"{item.text} {only.text}", only.inner)
        yield f"{indent}{sign} {capital(_line(item) if flat else item.text)}"
        if item.inner and not flat:
            yield from listed(item.inner, "-", depth + 1)
    if depth == 1:
        yield ""

"""Reads the steps and actions of a rules file, with their control flow: conditions, loops, turns and choices."""

from __future__ import annotations

from cardgen.definitions import nodes
from cardgen.definitions.clauses import BESIDE_CHOICE
from cardgen.definitions.declared import each_of, text_of
from cardgen.definitions.nodes import Mapping, Node, Scalar, kind
from cardgen.foundations.errors import UNKNOWN_NAME, fail, is_slip, likeliest, nearest
from cardgen.rules.clauses import (
    FAMILY,
    FIELD,
    NOUN,
    Action,
    Block,
    By,
    Choice,
    Do,
    EachPlayer,
    Flow,
    ForEach,
    Repeat,
    Said,
    Turns,
)
from cardgen.rules.code import MAX_PICKED
from cardgen.rules.declare import is_name
from cardgen.rules.grammar import (
    CONDITION,
    PICK,
    PLAYERS,
    REPEAT,
    STEP,
    Amount,
    AmountNumber,
    AmountRule,
    Pick,
    PickCards,
)
from cardgen.rules.picked import NOTHING, Bound, gone_through
from cardgen.rules.sentences import Sentences, without_faults
from cardgen.rules.tree import RuleName, Tree

CONTROL = (
    "if",
    "unless",
    "else",
    "repeat",
    "players",
    "until",
    "skip",
    "for each",
    "by",
    "choose",
    "otherwise",
    "when",
    "pick",
    "must",
)
OF_ACTIONS = ("when", "pick", "must")
HEADS = ("repeat", "players", "for each")
MAX_DEEP = 20


class Flows(Sentences):
    """The steps of a file. `inline` has the actions written inside choices, by path."""

    def __init__(self, node: Mapping) -> None:
        super().__init__(node)
        self.inline: dict[str, dict[str, Action]] = {}

    def _flow(self, node: Node, path: str, bound: Bound, deep: int) -> Flow | None:
        """Reads a step: one sentence, or named steps in sequence with words of control."""
        if deep > MAX_DEEP:
            raise fail(f"{path}: expected at most {MAX_DEEP} levels of steps inside steps, got more", node.place)
        if isinstance(node, Scalar):
            said = self._sentence(STEP, node, path, bound)
            return Do(said) if said else None
        if not isinstance(node, Mapping):
            self._fault(f"{path}: expected a sentence or named steps, got {kind(node)}", node.place)
            return None
        if {"if", "unless"} <= node.items.keys():
            self._fault(
                f"{path}: expected 'if' or 'unless', got both; write two clauses, one inside the other",
                node.keys["unless"],
            )
        if "else" in node.items and not {"if", "unless", "by"} & node.items.keys():
            self._fault(f"{path}: 'else' needs 'if', 'unless' or 'by' in the same clause", node.keys["else"])
        inner = self._inner(node, path, bound, deep)
        if inner is None or not {"if", "unless"} & node.items.keys():
            return inner
        which = "if" if "if" in node.items else "unless"
        when = self._sentence(CONDITION, node.items[which], f"{path}.{which}", bound)
        steps = inner.steps if type(inner) is Block else (inner,)
        other = self._flow(node.items["else"], f"{path}.else", bound, deep + 1) if "else" in node.items else None
        return Block(path, steps, when, which == "unless", other) if when else None

    def _inner(self, node: Mapping, path: str, bound: Bound, deep: int) -> Flow | None:
        if "by" in node.items:
            rule = self._by(node, path)
            branches = {
                option: self._flow(branch, f"{path}.{option}", bound, deep + 1)
                for option, branch in node.items.items()
                if option != "by"
            }
            return By(path, rule, without_faults(branches)) if rule else None
        if "choose" in node.items:
            return self._choice(node, path, bound, deep)
        heads = [key for key in HEADS if key in node.items]
        if len(heads) > 1:
            self._fault(
                f"{path}: expected '{heads[0]}' or '{heads[1]}', got both; write two clauses, one inside the other",
                node.keys[heads[1]],
            )
            return None
        allowed = {"repeat": (), "players": ("until", "skip"), "for each": ()}.get(heads[0] if heads else "", ())
        self._check_control(node, path, ("if", "unless", "else", *heads, *allowed))
        if "for each" in heads:
            return self._for_each(node, path, bound, deep)
        steps = self._steps(node, path, bound, deep)
        if "repeat" in heads:
            how = self._sentence(REPEAT, node.items["repeat"], f"{path}.repeat", bound)
            return Repeat(path, how, steps) if how else None
        if "players" in heads:
            order = self._sentence(PLAYERS, node.items["players"], f"{path}.players", bound)
            until, skip = (
                self._sentence(CONDITION, node.items[key], f"{path}.{key}", bound) if key in node.items else None
                for key in ("until", "skip")
            )
            return Turns(path, order, steps, until, skip) if order else None
        return Block(path, steps)

    def _for_each(self, node: Mapping, path: str, bound: Bound, deep: int) -> Flow | None:
        """Reads `for each`: steps for each player, or with the loop variable bound to each value, card or zone."""
        entry = node.items["for each"]
        word = text_of(entry, "'player', a field, a kind of card or a zone family")
        if word == "player":
            return EachPlayer(path, self._steps(node, path, bound, deep))
        names = self.words.names
        what = {FIELD: names["field"], NOUN: names["noun"], FAMILY: names["family"] | names["own"]}
        for each, known in what.items():
            if known.get(word) == word:
                return ForEach(path, each, word, self._steps(node, path, {**bound, **gone_through(each, word)}, deep))
        if word in self.unfit:
            return None
        every = ["player", *(name for known in what.values() for name in known)]
        self._fault(
            f"{path}.for each: expected 'player', a field, a kind of card or a zone family, "
            f"got '{word}'{nearest(word, every)}",
            entry.place,
        )
        return None

    def _steps(self, node: Mapping, path: str, bound: Bound, deep: int) -> tuple[Flow, ...]:
        flows = []
        for name, inner in node.items.items():
            if name in CONTROL:
                continue
            known = len(self.faults)
            step = self._flow(inner, f"{path}.{name}", bound, deep + 1)
            if word := self._misspelt_control(name, inner, node, path, bound, known):
                del self.faults[known:]
                message = f"{path}: there is no word of structure '{name}'; did you mean '{word}'?"
                self._fault(message, node.keys[name], UNKNOWN_NAME)
            elif step:
                flows.append(step)
        return tuple(flows)

    def _misspelt_control(
        self, name: str, inner: Node, node: Mapping, path: str, bound: Bound, known: int
    ) -> str | None:
        """Returns the word of control that a step's name misspells, if its content is no step but fits under that word.
        The content of `else` is a step, so for `else` the name alone decides."""
        if is_slip(name, "else") and {"if", "unless"} & node.items.keys() and "else" not in node.items:
            return "else"
        word = likeliest(name, CONTROL) if len(self.faults) > known else None
        return word if word and self._fits_under(word, inner, f"{path}.{name}", bound) else None

    def _fits_under(self, word: str, node: Node, path: str, bound: Bound) -> bool:
        """Whether the content fits under a word of control."""
        if word in ("by", "choose", "for each"):
            return isinstance(node, Scalar) and is_name(node.text.strip())
        each = nodes.mapping(node).items.values() if word in ("pick", "must") and isinstance(node, Mapping) else [node]
        rules: dict[str, RuleName[Tree]] = {"pick": PICK, "repeat": REPEAT, "players": PLAYERS}
        known = len(self.faults)
        for inner in each:
            self._sentence(rules.get(word, CONDITION), inner, path, bound)
            self.sentences.pop(path, None)
        right = len(self.faults) == known
        del self.faults[known:]
        return right

    def _check_control(self, node: Mapping, path: str, allowed: tuple[str, ...]) -> None:
        """Reports each word of control that has no meaning here."""
        for key in node.items:
            if key in CONTROL and key not in allowed:
                section, _, step = path.partition(".")
                if key in OF_ACTIONS and step and "." not in step and not set(HEADS) & node.items.keys():
                    message = (
                        f"'{key}' belongs to actions, and no step says 'choose {section}'; add that step, or remove "
                        f"'{key}'"
                    )
                else:
                    message = f"'{key}' has no meaning here, and you cannot use it as the name of a step"
                self._fault(f"{path}: {message}", node.keys[key])

    def _choice(self, node: Mapping, path: str, bound: Bound, deep: int) -> Flow | None:
        self._check_control(node, path, BESIDE_CHOICE)
        for name in node.items:
            if name not in CONTROL:
                self._fault(f"{path}: expected only 'otherwise' beside 'choose', got '{name}'", node.keys[name])
        otherwise = (
            self._flow(node.items["otherwise"], f"{path}.otherwise", bound, deep + 1)
            if "otherwise" in node.items
            else None
        )
        entry = node.items["choose"]
        if isinstance(entry, Mapping):
            self.inline[path] = self._actions(entry, path, bound, deep + 1)
            return Choice(path, path, otherwise)
        section = text_of(entry, "a section, or actions")
        return Choice(path, section, otherwise)

    def _actions(self, node: Node, path: str, bound: Bound = NOTHING, deep: int = 0) -> dict[str, Action]:
        if not isinstance(node, Mapping):
            self._fault(f"{path}: expected actions, got {kind(node)}", node.place)
            return {}
        return {name: self._action(inner, f"{path}.{name}", name, bound, deep) for name, inner in node.items.items()}

    def _action(self, node: Node, path: str, name: str, bound: Bound, deep: int) -> Action:
        if not isinstance(node, Mapping):
            step = self._flow(node, path, bound, deep)
            return Action(path, name, (step,) if step else (), place=node.place)
        picks: dict[str, Said[Pick] | None] = {}
        for picked, entry, place in each_of(node.get("pick"), self.faults):
            if picked in CONTROL:
                self._fault(
                    f"{path}.pick: you cannot use '{picked}' as a name, because it is a word of the rules language; "
                    "choose another name",
                    place,
                )
            picks[picked] = said = self._sentence(PICK, entry, f"{path}.pick.{picked}", bound)
            if said and isinstance(said.tree, PickCards):
                self._check_pick_size(said.tree.amount, entry, said.path)
            bound = {**bound, picked: said.tree.form if said else ""}
        when = self._sentence(CONDITION, node.items["when"], f"{path}.when", bound) if "when" in node.items else None
        must = {
            obligation: self._sentence(CONDITION, entry, f"{path}.must.{obligation}", bound)
            for obligation, entry, _ in each_of(node.get("must"), self.faults)
        }
        rest = {key: inner for key, inner in node.items.items() if key not in OF_ACTIONS}
        flow = self._flow(Mapping(rest, node.place, node.keys), path, bound, deep)
        steps = flow.steps if type(flow) is Block and flow.when is None else (flow,) if flow else ()
        return Action(path, name, steps, when, without_faults(picks), without_faults(must), node.place)

    def _check_pick_size(self, amount: Amount, node: Node, path: str) -> None:
        """Reports a pick of more cards than one pick can take, if the file alone shows their number."""
        rule = self.rules.get(amount.rule) if isinstance(amount, AmountRule) else None
        many = rule.most if rule else amount.number if isinstance(amount, AmountNumber) else 0
        if many > MAX_PICKED:
            place = nodes.within(node, amount.at) if isinstance(node, Scalar) else node.place
            message = f"expected a pick of at most {MAX_PICKED} cards, got {many:,}"
            self._fault(f"{path}: {message}; let the player pick the others in further actions", place)

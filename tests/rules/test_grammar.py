"""Every form of the grammar is read from its own example, whatever comes before it."""

import copy
from typing import get_args

import pytest

from cardgen.rules import grammar
from cardgen.rules.grammar import CALLED, RULES
from cardgen.rules.parse import MAX_SIGNS, Slip, elements, parse
from cardgen.rules.tree import Chain, Tree


def same(*words):
    return {word: word for word in words}


NAMES = {what: {} for what in CALLED} | {
    "zone": same("stock", "table", "market", "hand", "trick", "won", "row", "offer"),
    "family": same("column", "pile"),
    "own": same("path"),
    "role": same("dealer", "starter", "leader"),
    "counter": same("led", "passes", "tricks", "chips", "pot", "sold", "broken"),
    "number": same("laid", "strength", "taken", "discarded"),
    "rule": same("dealt", "limit", "open_hands"),
    "section": same("turn", "course", "play"),
    "action": same("take", "draw"),
    "noun": {"card": "card", "cards": "card", "fruit": "fruit", "fruits": "fruit", "joker": "joker"},
    "card": same("card_2_clubs", "card_12_spades"),
    "field": same("suit", "rank", "value"),
    "bound": same("card", "fruit", "chosen"),
    "named": same("card", "fruit", "chosen", "suit", "column", "path"),
    "there": same("column"),
    "constant": same("hearts", "clubs"),
}
FORMS = [
    pytest.param(rule, form, id=f"{rule}: {form.example}")
    for rule, forms in RULES.items()
    if not isinstance(forms, Chain)
    for form in forms
    if form.example
]


@pytest.mark.parametrize(("rule", "form"), FORMS)
def test_an_example_is_read_by_its_form(rule, form):
    tree = parse(rule, form.example, NAMES)
    assert (tree.rule_name, tree.form) == (rule, form.name), str(tree)


def test_every_rule_that_is_named_is_there():
    named = {
        word
        for forms in RULES.values()
        for form in ([] if isinstance(forms, Chain) else forms)
        for element in _all(elements(form.said))
        if element.kind == "rule"
        for word in element.words
    }
    assert named | {chain.of for chain in RULES.values() if isinstance(chain, Chain)} <= RULES.keys()
    assert {element.words[0] for forms in RULES.values() if not isinstance(forms, Chain) for form in forms
            for element in _all(elements(form.said)) if element.kind == "name"} <= CALLED.keys()  # fmt: skip


def test_no_form_has_two_parts_of_one_name():
    for forms in RULES.values():
        for form in () if isinstance(forms, Chain) else forms:
            parts = [element.part for element in _all(elements(form.said)) if element.part]
            assert len(set(parts)) == len(parts), form.said


def _parts(found, types, left_out=False):
    """By the name of each part of a pattern the type that a field of it has."""
    for element in found:
        if element.kind == "optional":
            yield from _parts(element.inner, types, True)
        elif element.part:
            kind = types[element.words[0]] if element.kind == "rule" else int if element.kind == "number" else str
            yield element.part, kind | None if left_out else kind


def _fields(made):
    """The fields of a form's class, with their types; those of the nearest class where several declare one."""
    found = {}
    for each in reversed(made.__mro__[: made.__mro__.index(Tree)]):
        hints = {name: hint for name, hint in each.__annotations__.items() if not hint.startswith("ClassVar")}
        found |= {name: eval(hint, vars(grammar)) for name, hint in hints.items()}
    return found


EVERY = [form for forms in RULES.values() if not isinstance(forms, Chain) for form in forms]


@pytest.mark.parametrize("form", EVERY, ids=[f"{form.made.__name__}: {form.said}" for form in EVERY])
def test_a_class_has_the_fields_that_its_pattern_fills(form):
    said = dict(_parts(elements(form.said), {rule: getattr(grammar, rule.capitalize()) for rule in RULES}))
    fields = _fields(form.made)
    assert said.keys() == fields.keys()
    for name, kind in said.items():  # a class that several forms have in common may take more than one of them says
        assert {*(get_args(kind) or [kind])} <= {*(get_args(fields[name]) or [fields[name]])}, name
        left_out = type(None) in get_args(kind)
        assert hasattr(form.made, name) == left_out and getattr(form.made, name, None) is None, name


def test_every_class_is_of_one_rule_and_called_by_it():
    made = [made for forms in RULES.values() for made in (forms.made.values() if isinstance(forms, Chain) else
            dict.fromkeys(form.made for form in forms))]  # fmt: skip
    assert len({*made}) == len(made)
    declared = [each for each in vars(grammar).values() if isinstance(each, type) and issubclass(each, Tree)]
    assert {*made} == {each for each in declared if each.patterns or each.form}, "a class that is in no rule's union"
    for each in made:
        assert each.__name__.startswith(each.rule_name.capitalize()) and each.form, each


def test_trees_are_equal_by_what_they_say_and_do_not_change():
    one, two, other = (parse("step", said, NAMES) for said in ("go again", "go again", "end the turn"))
    assert one == two and hash(one) == hash(two) and one != other
    assert one.walk() and copy.deepcopy(one) == one
    with pytest.raises(AttributeError):
        one.at = 3


def test_a_tree_is_walked_from_the_outermost_on_and_part_by_part():
    tree = parse("condition", "you are dealer and tricks is 0", NAMES)
    assert [each.key for each in tree.walk()][:4] == ["both.and", "test.is_player", "player.you", "player.role"]
    assert tree.children() == [tree.left, tree.right] and tree.walk() is tree.walk()


def _all(found):
    for element in found:
        yield element
        yield from _all(element.inner)


def test_times_and_plus_bind_as_they_do_at_school():
    tree = parse("sum", "1 + 2 * 3", NAMES)
    assert tree.form == "+" and tree.right.form == "*"
    tree = parse("sum", "1 - 2 - 3", NAMES)
    assert tree.form == "-" and tree.left.form == "-"


def test_where_reaches_no_further_than_one_comparison():
    tree = parse("sum", "sum of rank of cards in your trick where suit is led + 3", NAMES)
    assert tree.form == "+"
    assert parse("sum", "sum of rank of cards in your trick where rank is (led + 3)", NAMES).form == "plain"


def test_and_binds_before_or():
    tree = parse("condition", "you are dealer or you are starter and broken is 1", NAMES)
    assert tree.form == "or" and tree.right.form == "and"


def test_a_noun_after_a_number_is_any_and_otherwise_what_was_picked():
    bound = {"fruit": "fruit"}
    counted = parse("value", "fruit in your hand", NAMES | {"bound": bound})
    assert "group.bound" in str(counted)
    assert "some.in" in str(parse("condition", "any fruit in your hand", NAMES | {"bound": bound}))
    assert "some.in" in str(parse("value", "fruits in your hand", NAMES | {"bound": bound}))


@pytest.mark.parametrize(
    ("rule", "sentence", "offset", "told"),
    [
        ("step", "take all fruit from tabel to your hand", 20, "there is no zone 'tabel'; did you mean 'table'?"),
        ("step", "drow 2 cards from stock to table", 0, "cardgen does not understand 'drow'; did you mean 'draw'?"),
        ("step", "draw 2 cards from", 17, "the sentence ends too soon; expected a zone, a zone family, "),
        ("step", "draw 2 cards stock to table", 13, "got 'stock'"),
        ("step", "left of dealer becomes dealr", 23, "there is no role 'dealr'; did you mean 'dealer'?"),
        ("value", "limit if fruits", 15, "the sentence ends too soon"),
        ("condition", "no fruit on table and", 21, "the sentence ends too soon"),
        ("value", "1 + ;", 4, "got ';'"),
        ("step", "", 0, "the sentence ends too soon"),
    ],
)
def test_a_slip_says_where_and_what_was_expected(rule, sentence, offset, told):
    with pytest.raises(Slip) as slip:
        parse(rule, sentence, NAMES)
    assert slip.value.offset == offset and told in str(slip.value)


@pytest.mark.parametrize(
    "sentence",
    [
        "(" * 60 + "1" + ")" * 60,
        "1 + " * 90 + "1",
        "x" * (MAX_SIGNS + 1),
        " and ".join(["you are dealer"] * 40),
        "- " * 79 + "1",
    ],
)
def test_what_is_hostile_ends_soon(sentence):
    with pytest.raises(Slip):
        parse("condition", sentence, NAMES)

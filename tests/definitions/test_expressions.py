"""Expressions: what they come to, what they read, and that no text makes more of them than a value or a slip."""

import contextlib
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.definitions import evaluate, templates
from cardgen.definitions.expressions import (
    FUNCTIONS,
    KEYWORDS,
    MAX_DEPTH,
    Call,
    Name,
    Pair,
    Several,
    Slip,
    TextLiteral,
    parse,
)
from cardgen.definitions.templates import LookUp, chosen, condition_reads, fill, holds, reads, word_names

SCOPE = {
    "card": {
        "id": "fox",
        "value": 3,
        "half-up": "x",
        "cost": "2",
        "race": "Elf",
        "tags": "fire, Ice",
        "list": ("a", "b"),
        "Card Name": "Élan d'Or",
        "Cost (gold)": "4",
        "power": "no",
        "zero": "0",
    },
    "deck": {"cards": {"fox": {"icon": "tail"}}},
    "rules": {"turns": 0, "hand": 5},
    "language": "fr",
}


@pytest.mark.parametrize(
    ("template", "said"),
    [
        # names, as they ever were
        ("{card.id}: {card.value}, {language}", "fox: 3, fr"),
        ("{card.half-up}", "x"),
        ("{ card.id }", "fox"),
        ("{deck.cards.fox.icon}", "tail"),
        ("{card.id} 40 %", "fox 40 %"),
        # headings of spreadsheets
        ("{card.Card Name}", "Élan d'Or"),
        ('{card."Cost (gold)"}', "4"),
        ("{card.'Cost (gold)' + 1}", "5"),
        # defaults
        ("{card.bonus or -}", "-"),
        ("{card.bonus or –}", "–"),
        ("{card.power or card.bonus or 'not yet'}", "not yet"),
        ("{card.zero or -}", "0"),
        ("{card.cost or -}", "2"),
        # numbers
        ("{card.cost + 1}", "3"),
        ("{card.cost - 1 - 1}", "0"),
        ("{card.cost + 2 * 3}", "8"),
        ("{(card.cost + 2) * 3}", "12"),
        ("{card.value / card.cost}", "1.5"),
        ("{-card.cost * -1}", "2"),
        ("{card.cost * 0.1 + 0.1}", "0.3"),
        ("{round(card.value / 2)} {round(-card.value / 2)}", "2 -2"),
        ("{min(card.cost, 9, rules.hand)} {max(card.cost, 9)}", "2 9"),
        ("{(card.bonus or 0) + 1}", "1"),
        # texts
        ("{upper(card.id)} {lower(card.race)} {capital(card.id)}", "FOX elf Fox"),
        ("icon-{slug(card.Card Name)}", "icon-elan-d-or"),
        ("{length(card.id)}", "3"),
        # yes and no
        ("{card.race == elf} {card.cost > 2}", "yes no"),
    ],
)
def test_what_a_template_says(template, said):
    assert fill(template, SCOPE) == said


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("card.value", True),
        ("{card.value}", True),
        ("card.bonus", False),
        ("card.power", False),
        ("card.zero", True),
        ("rules.turns", False),
        ("deck.cards.fox", True),
        ("deck.cards.owl", False),
        ("card.race == elf", True),
        ("card.race == 'elf'", True),
        ("card.race != elf", False),
        ("card.cost == 2.0", True),
        ("card.cost >= 2 and card.cost < 3", True),
        ("card.race == orc or card.value > 2", True),
        ("not card.bonus", True),
        ("not card.race == elf", False),
        ("card.bonus > 2", False),
        ("card.bonus == 2", False),
        ("card.bonus != 2", True),
        ("card.race in (orc, elf)", True),
        ("card.race in (orc, 'wood elf')", False),
        ("ice in card.tags", True),
        ("fir in card.tags", False),
        ("b in card.list", True),
        ("card.race in card.bonus", False),
        ('card.Card Name == "élan d\'or"', True),
    ],
)
def test_what_holds(condition, expected):
    assert holds(condition, SCOPE) is expected


@pytest.mark.parametrize(
    ("template", "offset", "message"),
    [
        ("{card.valu}", 1, "'card.valu' is not defined; did you mean 'card.value'?"),
        ("{crad.id}", 1, "'crad.id' is not defined; did you mean 'card'?"),
        ("{card}", 0, "expected a name such as {card.icon}, got '{card}'"),
        ("{cost or -}", 0, "did you mean 'card.cost'?"),
        ("{deck.cards.fox}", 1, "'deck.cards.fox' has parts; name one of them; did you mean 'deck.cards.fox.icon'?"),
        ("{card.list}", 1, "'card.list' is a list, which cannot be drawn"),
        ("{card.id.upper}", 1, "'card.id' has no parts"),
        ("{card.__class__}", 0, "expected a name such as"),
        ("{card['id']}", 6, "expected a sign such as =="),
        ("{1+1}", 0, "expected a name such as"),
        ("{card.id()}", 8, "expected a sign such as =="),
        ("{card .id}", 6, "put a text of several words between quotes"),
        ("{}", 1, "expected a value such as card.cost, got nothing more"),
        ("a {card.id", 2, "expected braces in pairs"),
        ("{card.race == wood elf}", 19, "got 'elf'; put a text of several words between quotes"),
        ("{card.race = elf}", 11, "expected == or != to compare, got '='"),
        ("{card.race <> elf}", 11, "expected == or != to compare, got '<>'"),
        ("{1 < card.cost < 3}", 15, "join two comparisons with 'and'"),
        ("{card.id} {uper(card.id)}", 11, "there is no function 'uper'; did you mean 'upper'?"),
        ("{min(card.cost)}", 1, "min: expected from 2 to 9 values, got 1"),
        ("{card.id == 'abc}", 12, "expected another ' to close the quote opened here"),
        ("{card.cost + card.race}", 13, "expected a number, but 'card.race' is 'Elf'"),
        ("{card.cost + card.bonus}", 13, "'card.bonus' is not defined"),
        ("{card.cost / 0}", 11, "cannot divide by 0"),
        ("{card.cost * 999999999999}", 11, "expected numbers up to 1,000,000,000,000"),
        ("{card.cost + (1, 2)}", 15, "expected a closing ), got ','"),
        ("{upper(card.list)}", 7, "'card.list' is a list"),
        ("{" + "(" * 30 + "card.id" + ")" * 30 + "}", MAX_DEPTH + 1, "expected at most 20 levels of nesting"),
        ("{" + "not " * 30 + "card.id}", None, "expected at most 20 levels of nesting"),
        ("{" + "-" * 30 + "card.id}", None, "expected at most 20 levels of nesting"),
        ("{card.id + " + "1 + " * 100 + "1}", 1, "expected at most 400 characters between braces"),
    ],
)
def test_slips(template, offset, message):
    with pytest.raises(Slip) as slip:
        fill(template, SCOPE)
    assert message in str(slip.value)
    assert offset is None or slip.value.offset == offset


def test_what_is_read_is_found_in_all_that_may_come_of_it():
    assert list(reads("{card.id} and {language}")) == ["card.id", "language"]
    assert list(reads("{card.a or card.Card Name or upper(card.b)}")) == ["card.a", "card.Card Name", "card.b"]
    assert list(condition_reads("not card.a and card.b in (card.c, d) or card.e > 2")) == [
        f"card.{each}" for each in ("a", "b", "c", "e")
    ]
    choice = templates.template({"by": "card.race", "elf": "{card.gold}", "else": {"by": "card.x", "y": "{card.z}"}})
    assert list(reads(choice)) == ["card.race", "card.gold", "card.x", "card.z"]


def test_a_look_up():
    choice = templates.template({"by": "card.race", "ELF": {"by": "card.cost > 2", "yes": "a", "no": "b"}, "else": "c"})
    assert chosen(choice, SCOPE) == ("b", ("ELF", "no"))
    assert chosen(choice, {"card": {"race": "orc"}}) == ("c", ("else",))
    assert chosen(choice, {"card": {}}) == ("c", ("else",))
    bare = LookUp("card.race", (("orc", "a"),))
    with pytest.raises(Slip, match="the look-up has no entry for 'Elf'"):
        chosen(bare, SCOPE)
    with pytest.raises(evaluate.Unknown, match=r"'card\.race' is not defined"):
        chosen(bare, {"card": {}})


def test_a_default_passes_a_cards_own_value_on():
    assert templates.passed_on("{card.cost} %", SCOPE) == ("card", "cost")
    assert templates.passed_on("{card.cost or 3}", SCOPE) == ("card", "cost")
    assert templates.passed_on("{card.bonus or 3}", SCOPE) is None
    assert templates.passed_on("a {card.cost}", SCOPE) is None


# What is printed reads back

WORDS = st.from_regex(r"[A-Za-zé][a-zé0-9_]{0,5}", fullmatch=True).filter(lambda word: word not in KEYWORDS)
STEPS = st.one_of(WORDS, st.text(min_size=1, max_size=6))
LEAVES = st.one_of(
    st.builds(TextLiteral, st.one_of(st.text(max_size=6), WORDS, st.integers(0, 99).map(str))),
    st.builds(lambda steps: Name(("card", *steps)), st.lists(STEPS, min_size=1, max_size=3)),
)
SIGNS = ("or", "and", "==", "!=", "<", "<=", ">", ">=", "in", "+", "-", "*", "/")


def above(below):
    many = st.lists(below, min_size=2, max_size=3).map(tuple)
    functions = [name for name, (least, most) in FUNCTIONS.items() if most == 1]
    return st.one_of(
        st.builds(Pair, st.sampled_from(SIGNS), below, below),
        st.builds(Pair, st.just("in"), below, st.builds(Several, many)),
        st.builds(Call, st.sampled_from([*functions, "not", "-"]), st.tuples(below)),
        st.builds(Call, st.sampled_from(["min", "max"]), many),
    )


def printed(tree) -> str:
    if isinstance(tree, TextLiteral):
        return "'" + tree.text.replace("'", "''") + "'"
    if isinstance(tree, Name):
        return ".".join([tree.parts[0], *('"' + step.replace('"', '""') + '"' for step in tree.parts[1:])])
    if isinstance(tree, Several):
        return f"({', '.join(map(printed, tree.items))})"
    if isinstance(tree, Call) and tree.function in ("not", "-"):
        return f"({tree.function} {printed(tree.values[0])})"
    if isinstance(tree, Call):
        return f"{tree.function}({', '.join(map(printed, tree.values))})"
    right = printed(tree.right)
    return f"({printed(tree.left)} {tree.sign} {right})"


@given(st.recursive(LEAVES, above, max_leaves=8))
def test_what_is_printed_reads_back(tree):
    text = printed(tree)
    if len(text) <= 400:
        assert parse(text) == tree


ANY = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(["card.cost", "card.Card Name", "elf", "'a b'", "3", "(", ")", ",", "{", "}", *SIGNS, "min("]),
        max_size=40,
    ).map(" ".join),
)


@settings(deadline=None)
@given(ANY, st.booleans())
def test_any_text_comes_to_something_or_is_a_slip(text, own):
    for work in (
        lambda: fill(text, SCOPE),
        lambda: fill(f"{{{text}}}", SCOPE),
        lambda: holds(text, SCOPE),
        lambda: evaluate.evaluate_text(parse(text, own), SCOPE),
        lambda: list(reads(text)),
    ):
        try:
            work()
        except Slip as slip:
            assert 0 <= slip.offset <= len(text) + 2


@pytest.mark.parametrize("sign", ["(", "not ", "-", "a.", "min(", "'", "card.a or ", "1+", "a in (", "x ", '""'])
def test_hostile_texts_take_no_time(sign):
    text = sign * (400 // len(sign))
    started = time.perf_counter()
    for each in (text, text + "card.a", text * 1000):
        with contextlib.suppress(Slip):
            holds(each, SCOPE)
    assert time.perf_counter() - started < 0.5


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{card.id}: {card.race} {card.race}", ["card.id", "card.race"]),
        (":{card.icon}: {card.id}", ["card.id"]),
        (":gem-{card.icon}: {card.id} {card.icon}", ["card.id"]),
        ("[{card.race}]({card.colour})", ["card.race"]),
        ("Cost:{card.cost}", ["card.cost"]),
        (
            {"by": "card.race", "elf": "{card.id}", "else": {"by": "card.cost", "1": "{card.gold or 1}"}},
            ["card.id", "card.gold"],
        ),
    ],
)
def test_words_are_what_names_no_icon_or_colour_and_looks_nothing_up(text, shown):
    assert list(word_names(templates.template(text))) == shown

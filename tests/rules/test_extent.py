"""What would take for ever, to be made ready or to be played, is told in bounded time, with its place."""

import time

import pytest

from cardgen.foundations.errors import InputError
from cardgen.rules.code import MAX_AT_A_STRETCH
from cardgen.rules.compile import compile_program
from cardgen.rules.extent import MAX_WITHIN
from cardgen.rules.rows import rows_of
from tests.rules.test_read import faults, read

HEAD = """\
cards: {card: {value: 1 to 10, suit: [red, blue]}}
zones: {stock: pile, hand: hand}
counters: {pot: 0}
game: {deal: deal 3 cards from stock to each hand, go: SECTION, act: choose turn}
turn: {play: {pick: {c: a card in your hand}, away: move c from your hand to stock}}
score: {sum: NUMBER}
"""


def rules(section="nothing", number="1", rest=""):
    return HEAD.replace("SECTION", section).replace("NUMBER", number) + rest


def chain(many, said, last, name="n"):
    """Lines of a mapping, each of which says something of the next one."""
    return "".join(f"{name}{at}: {said.format(f'{name}{at + 1}')}\n" for at in range(many)) + f"{name}{many}: {last}\n"


def numbers(many, said, last):
    lines = chain(many, said, last).splitlines()
    return rules(number="n0", rest="numbers:\n" + "".join(f"  {line}\n" for line in lines))


def sections(many, said, last="{done: nothing}"):
    return rules("p0", rest=chain(many, said, last, "p"))


SIX = "{{a: {0}, b: {0}, c: {0}, d: {0}, e: {0}, f: {0}}}"
CAN = "  a{0}: {{pick: {{c: a kind of card}}, when: you can a{1}, go: nothing}}\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (sections(8, SIX), "p1: expected loops through at most 100,000 things, got 279,936"),
        (sections(40, "{{a: {0}, b: {0}}}"), "p11.a: clauses refer to other clauses through more than 24 levels"),
        (sections(5, "{{for each: card, go: {}}}", "{for each: card, a: nothing}"),
         "p2: expected loops through at most 100,000 things, got 160,000"),
        (sections(1500, "{{a: {}}}"), "p11.a: clauses refer to other clauses through more than 24 levels"),
        (numbers(5, "for each card, {}", "for each card, 1"),
         "n2: expected loops through at most 100,000 things, got 160,000"),
        (numbers(5, "cards in stock where value is {}", "cards in stock where value is pot"),
         "n1: expected loops through at most 100,000 things, got"),
        (numbers(1500, "{}", "1"), "numbers.n24: clauses refer to other clauses through more than 24 levels"),
        (rules() + "more:\n" + "".join(CAN.format(at, at + 1) for at in range(8)) + "  a8: {go: nothing}\n",
         "more.a4: expected loops through at most 100,000 things, got 160,000"),
    ],
)  # fmt: skip
def test_clauses_that_lead_to_more_and_more_are_told(text, told):
    began = time.monotonic()
    found = faults(text.replace("act: choose turn", "act: choose turn, more: choose more") if "more:" in text else text)
    assert any(told in each for each in found), found
    assert time.monotonic() - began < 5


def test_clauses_as_deep_as_they_may_be_are_played():
    program = read(sections(MAX_WITHIN // 2 - 2, "{{a: {0}, b: nothing}}"))
    assert rows_of(compile_program(program, 4)).rows


def test_numbers_that_double_are_told_before_they_fill_memory():
    began = time.monotonic()
    with pytest.raises(InputError) as error:
        compile_program(read(numbers(16, "{0} + {0}", "pot")), 4)
    told = f"score.sum: this clause needs more than {MAX_AT_A_STRETCH:,} instructions in a row"
    assert str(error.value).startswith(f"small.yaml:6:14: {told}")
    few = compile_program(read(numbers(8, "{0} + {0}", "pot")), 4)
    assert len(rows_of(few).rows) < 200 and time.monotonic() - began < 20


@pytest.mark.slow
def test_a_game_of_too_many_instructions_is_told():
    wide = "".join(f"  s{at}: set pot to larger of (pot * 3 + {at}) and (pot - cards in stock)\n" for at in range(3000))
    with pytest.raises(InputError, match=r"game\.s\d+: at this clause, the game needs more than 12,000 instructions"):
        compile_program(read(rules().replace("game: {deal:", f"game:\n{wide}  deal: {{all:")), 4)

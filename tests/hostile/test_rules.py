"""Rules files that are bombs: sentences, clauses that ask for one another, cards and zones by the million. Each is told
with its place, or played and printed, in bounded time and memory."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.play.game import load_game
from cardgen.play.playthrough import Turns
from cardgen.store import processes
from tests.hostile.limits import limits

BEADS = """\
# Beads: a walk from one pile to the other.
cards: {bead: {number: 1 to 8}}
players: 1
zones: {dish: open pile, jar: open pile}
game:
  all: move all cards into dish
  turns: {players: in turn from first player, until: cards in jar is 8, act: {choose: turn}}
turn:
  there: {when: any card in dish, go: move 1 card from dish to jar}
  back: {when: any card in jar, go: move 1 card from jar to dish}
score: {points: cards in jar}
"""
Change = Callable[[str], str]
PLACED = r"beads\.yaml:\d+:\d+: "


def put(old: str, new: str) -> Change:
    def change(text: str) -> str:
        assert text.count(old) == 1, old
        return text.replace(old, new)

    return change


def score(said: str) -> Change:
    return put("{points: cards in jar}", f'{{points: "{said}"}}')


def section(said: str) -> Change:
    """One more section, or several."""
    return put("players: 1\n", f"players: 1\n{said}\n")


def step(said: str) -> Change:
    """One more step of the game, or several."""
    return put("  all: move all cards into dish\n", f"  all: move all cards into dish\n{said}\n")


def many(count: int, line: str, between: str = ", ") -> str:
    return between.join(line.format(n=n, next=n + 1) for n in range(count))


def phases(count: int, line: str) -> Change:
    """Phases that ask for one another, the first of which the game asks for."""
    own = many(count, line, "\n") + f"\np{count}: {{z: move all cards from jar to dish}}"
    return lambda text: step("  more: p0")(section(own)(text))


# what is changed, and what is told of it; None where it is played and printed
BOMBS: dict[str, tuple[Change, str | None]] = {
    "brackets within brackets": (score("(" * 199 + "1" + ")" * 199), PLACED + "score.points: "),
    "ten thousand brackets": (score("(" * 10_000 + "1" + ")" * 10_000), PLACED + ".*at most 400 characters"),
    "brackets that are not closed": (score("(" * 200), PLACED + "score.points: "),
    "a sum of eighty words": (score("1 + " * 40 + "1"), PLACED + ".*at most 80 words"),
    "a sum without end": (score("1 + " * 20_000 + "1"), PLACED + ".*at most 400 characters"),
    "conditions within conditions": (score("(1 if 1 is 1, else " * 20 + "1" + ")" * 20), PLACED),
    "a condition of fifteen parts": (
        put("cards in jar is 8", " and ".join(["cards in jar is 8"] * 15)),
        PLACED + ".*at most 80",
    ),
    "a product beyond all numbers": (score(" * ".join(["1000000"] * 30)), None),
    "division by zero": (score("1 / 0"), None),
    "division by what may be none": (score("cards in jar / cards in dish"), None),
    "fifty minuses": (score("- " * 50 + "1"), None),
    "junk": (score("( + * ) " * 40), PLACED + "score.points: "),
    "a sign that turns the line": (score("\u202e cards in jar"), PLACED + "score.points: .*got '.u202e'"),
    "three thousand wrong words": (
        step(many(3_000, "  s{n}: {{go: moove 1 card from dsh to jr}}", "\n")),
        PLACED + ".*did you mean 'move'",
    ),
    "numbers doubled twenty times": (
        lambda text: score("n0")(section(f"numbers: {{{many(20, 'n{n}: n{next} + n{next}')}, n20: 1}}")(text)),
        PLACED + ".*more than 3,000 instructions",
    ),
    "numbers doubled sixty times": (section(f"numbers: {{{many(60, 'n{n}: n{next} + n{next}')}, n60: 1}}"), PLACED),
    "a number twelvefold twelve times": (
        lambda text: score("n0")(
            section(f"numbers: {{{many(12, 'n{n}: ' + ' + '.join(['n{next}'] * 12))}, n12: 1}}")(text)
        ),
        PLACED + ".*more than 3,000 instructions",
    ),
    "numbers that are one another": (
        lambda text: score("na")(section("numbers: {na: nb + 1, nb: na + 1}")(text)),
        PLACED + ".*depends on itself",
    ),
    "three thousand numbers": (section(f"numbers: {{{many(3_000, 'n{n}: 1')}}}"), None),
    "phases in a circle": (phases(2, "p{n}: {{x: p0}}"), PLACED + ".*leads back to itself"),
    "phases that double thirty times": (phases(30, "p{n}: {{x: p{next}, y: p{next}}}"), PLACED + ".*24 levels"),
    "a chain of 2,000 phases": (phases(2_000, "p{n}: {{x: p{next}}}"), PLACED + ".*more than 24 levels"),
    "steps within steps": (
        step("  r: " + "{repeat: 2 times, r: " * 34 + "move all cards from jar to dish" + "}" * 34),
        PLACED + ".*at most 20 levels",
    ),
    "loops within loops": (
        step("  r: " + "{repeat: 999 times, r: " * 12 + "move all cards from jar to dish" + "}" * 12),
        None,
    ),
    "a million times": (step("  r: {repeat: 999999 times, r: move all cards from jar to dish}"), None),
    "more than a million times": (
        step("  r: {repeat: 9999999999 times, r: move all cards from jar to dish}"),
        PLACED + ".*up to 1,000,000",
    ),
    "until never": (step("  r: {repeat: until 1 is 2, r: move all cards from jar to dish}"), None),
    "six thousand clauses": (
        step(many(6_000, "  s{n}: move all cards from jar to dish", "\n")),
        PLACED + ".*at most 5,000 clauses",
    ),
    "five hundred choices": (
        put(
            "turn:\n",
            "turn:\n" + many(500, "  c{n}: {{when: any card in dish, go: move 1 card from dish to jar}}\n", ""),
        ),
        r"beads\.yaml: rules: expected at most 64 actions",
    ),
    "a million cards": (put("1 to 8", "1 to 1000000"), PLACED + ".*too long"),
    "cards without end": (put("1 to 8", "1 to 99999999999999999999999999"), PLACED),
    "cards by four fields": (
        put("number: 1 to 8", many(4, "f{n}: 1 to 200")),
        PLACED + ".*at most 1,000 different cards, got 1,600,000,000",
    ),
    "60,000 cards": (put("1 to 8", f"[{many(60_000, '{n}')}]"), PLACED + ".*at most 1,000 different cards, got 60,000"),
    "a billion of a card": (put("1 to 8", "1 to 8, count: 999999999"), PLACED + ".*up to 1,000,000"),
    "a number of players without end": (put("players: 1\n", "players: 1-999999999999\n"), PLACED + "players: "),
    "3,000 zones": (
        put("zones: {", "zones: {" + many(3_000, "z{n}: open pile, ", "")),
        r"beads\.yaml:4:\d+: zones\.z\d+: expected at most 119 zones",
    ),
    "3,000 counters": (
        section(f"counters: {{{many(3_000, 'c{n}: 0')}}}"),
        r"beads\.yaml: rules: expected at most 500 numbers to remember, got 3,032",
    ),
    "a counter beyond all numbers": (section("counters: {c: 999999999999}"), PLACED + "counters.c: expected a number"),
    "a counter that is squared at each turn": (
        lambda text: put("from dish to jar}", "from dish to jar, up: set c to c * c + 999999}")(
            section("counters: {c: 1}")(text)
        ),
        None,
    ),
    "a move of a billion cards": (
        put("move 1 card from dish", "move 999999999 cards from dish"),
        PLACED + ".*up to 1,000,000",
    ),
    "two hundred rules": (
        section(f"rules: {{{many(200, 'r{n}: {{{{is: 1}}}}')}}}".replace("{{", "{").replace("}}", "}")),
        PLACED + "rules: expected at most 100, got 200",
    ),
}


@pytest.fixture(scope="module", autouse=True)
def warm(tmp_path_factory):
    """What is compiled once for all games is no part of an attack."""
    path = tmp_path_factory.mktemp("warm") / "beads.yaml"
    path.write_text(BEADS)
    assert [*Turns(load_game(str(path)), ["random"], 1, 50, {})]


@pytest.mark.slow
@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_of_rules_is_told_or_played(bomb, tmp_path: Path, run, monkeypatch):
    monkeypatch.setattr(processes, "processors", lambda: 1)
    change, expected = BOMBS[bomb]
    (tmp_path / "beads.yaml").write_text(change(BEADS))
    told = ""
    for command in (
        ("replay", "./beads.yaml", "--players", "1", "--seed", "1"),
        ("check", "./beads.yaml", "--static"),
        ("build", "./beads.yaml", "--lang", "en"),
    ):
        with limits():
            found = run(*command)
        assert found.code in (0, 1, 2) and "Traceback" not in found.err, found.err
        told += found.err if found.code == 2 else found.out if command[0] == "check" else ""
    assert re.search(expected, told) if expected else "instructions" not in told, told[:1_000]

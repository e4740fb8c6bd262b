"""What is asked of commands: numbers beyond all bounds, names as long as books, ranges by the billion; and codes,
cutters, print houses, positions that are no such thing. Each is told, or done, in bounded time and memory."""

import re

import pytest

from cardgen.store import processes
from tests.conftest import Folder
from tests.hostile.limits import limits

BILLION, LONG = "9" * 15, "x" * 100_000
SWEEP = ("sweep", "king_lui", "--games", "1", "--over")
TUNE = ("tune", "king_lui", "--within", "cards_per_player=3..4", "--for")
REPLAY = ("replay", "draco", "--players", "3", "--seed", "1", "--set")
CORNERS = ("--top-right", "0", "0", "--bottom-left", "0", "0", "--bottom-right", "0", "0")
MANY = ",".join(f"c{n}" for n in range(20_000))

# a command, and what is told of it
ASKED: dict[str, tuple[tuple[str, ...], str]] = {
    "games beyond all numbers": (("check", "king_lui", "--games", "9" * 18), "--games: expected a whole number"),
    "no games": (("check", "king_lui", "--games", "0"), "--games: expected a whole number from 1"),
    "a billion players": (
        ("check", "king_lui", "--players", "1-1000000000"),
        "--players: expected a number of players",
    ),
    "a billion players to watch": (("replay", "king_lui", "--seed", "1", "--players", "999999999"), "--players: "),
    "a seed without end": (
        ("replay", "king_lui", "--players", "3", "--seed", "9" * 5_000),
        "--seed: expected a number",
    ),
    "a seed too far": (("replay", "king_lui", "--players", "3", "--seed", str(2**128)), "--seed: expected a number"),
    "a time without end": (("check", "king_lui", "--time", "9" * 30 + "s"), "--time: expected a time"),
    "a time that is no number": (("check", "king_lui", "--time", "nan"), "--time: expected a time"),
    "a budget beyond all numbers": ((*TUNE, "random: {minutes: 1 to 90}", "--budget", "9" * 18), "--budget: expected"),
    "20,000 policies": (("check", "king_lui", "--policies", "/".join(["random"] * 15_000)), "expected policies for"),
    "a policy as long as a book": (("check", "king_lui", "--policies", LONG), "has no policy"),
    "a range of a billion": ((*SWEEP, "cards_per_player=1..1000000000"), "expected a range"),
    "a range without end": ((*SWEEP, f"cards_per_player=1..{'9' * 400}"), "expected a range"),
    "a range by steps of nothing": ((*SWEEP, "cards_per_player=1..10..0"), "--over cards_per_player=1..10..0: "),
    "a range the other way round": ((*SWEEP, "cards_per_player=10..1"), "from less to more"),
    "a list of 15,000": ((*SWEEP, "cards_per_player=" + ",".join(map(str, range(15_000)))), "--over cards_per_player="),
    "a million points": (
        (
            "sweep",
            "draco",
            "--games",
            "1",
            *(
                word
                for rule in (
                    "first_pays",
                    "second_pays",
                    "third_pays",
                    "fourth_pays",
                    "last_owes",
                    "second_to_last_owes",
                )
                for word in ("--over", f"{rule}=0..10")
            ),
        ),
        "there are 1,771,561 points",
    ),
    "a count from 0 to 1,000": (
        ("sweep", "draco", "--games", "1", "--over", "count.elbow=0..1000"),
        "at most 1,000 values",
    ),
    "a search in a billion": (
        ("tune", "king_lui", "--within", "cards_per_player=1..1000000000", *TUNE[-1:], "random: {minutes: 1 to 9}"),
        "expected a range",
    ),
    "a wish in brackets": ((*TUNE, "{" * 5_000), "at most 40 levels"),
    "a wish without bounds": ((*TUNE, "random: {minutes: 1e999 to .inf}"), "expected bounds"),
    "a rule beyond all numbers": ((*REPLAY, "hand_size=" + "9" * 5_000), "rules.hand_size: expected a whole number"),
    "an endless rule": ((*REPLAY, "hand_size=.inf"), "rules.hand_size: expected a whole number"),
    "a rule that is no number": ((*REPLAY, "hand_size=nan"), "rules.hand_size: expected a whole number"),
    "half a rule": ((*REPLAY, "hand_size=1.5"), "rules.hand_size: expected a whole number"),
    "less than a rule": ((*REPLAY, "hand_size=-1"), "rules.hand_size: expected at least 1"),
    "a thousand of a card": ((*REPLAY, "count.elbow=1000"), "the engine plays at most 250 cards"),
    "a billion of a card": ((*REPLAY, f"count.elbow={BILLION}"), r"count: expected"),
    "a rule as long as a book": ((*REPLAY, f"{LONG}=1"), "expected a name"),
    "an effect that is a word": ((*REPLAY, "effect.elbow=x"), "effect: expected"),
    "dots without end": (("build", "./wood", "--only", "pictures", "--dpi", "999999999"), "--dpi: expected from 36"),
    "20,000 cards": (("build", "./wood", "--cards", MANY), "wood has no card 'c0'"),
    "20,000 languages": (("build", "./wood", "--lang", MANY), "wood has no language 'c0'"),
    "a variant as long as a book": (("build", "./wood", "--variant", LONG), "has no variant"),
    "a variant far above": (
        ("build", "./wood", "--variant", "../" * 500 + "etc/passwd"),
        "expected keys with values|no variant",
    ),
    "a bleed without end": (("build", "./wood", "--bleed", "99999999mm"), "--bleed: expected from 0 to 10 mm"),
    "a gap that is infinite": (("build", "./wood", "--gap", "1e999"), "--gap: expected a length"),
    "a paper as large as a field": (
        ("build", "./wood", "--paper", "99999 x 99999 mm"),
        "expected sides from 5 to 1000 mm",
    ),
    "a reading that is infinite": (("calibrate", "hp", "--top-left", "1e999", "0", *CORNERS), "--top-left: expected"),
    "a reading that is no number": (("calibrate", "hp", "--top-left", "nan", "0", *CORNERS), "--top-left: expected"),
    "a reading beyond the sheet": (
        ("calibrate", "hp", "--top-left", "999999999", "0", *CORNERS),
        "--top-left: expected",
    ),
    "a game as long as a book": (("list", LONG), "there is no game"),
    "a new game as long as a line": (("new", "x" * 1_000), "expected a name"),
    "a new game that is a device": (("new", "con"), "Windows reserves that name"),
}
ART = 'draw: icon, of: "{card.icon}"'
BUILD = ("build", "./wood")
# a file, what it says, the command that reads it, and what is told
FILES: dict[str, tuple[str, str, tuple[str, ...], str | None]] = {
    "a code of 2,900 signs": (
        "layout",
        "draw: qr, of: " + "x" * 2_900,
        BUILD,
        r"creature\.yaml:3:\d+: .*too long for a QR",
    ),
    "a code of 90,000 signs": (
        "layout",
        "draw: qr, of: " + "x" * 90_000,
        BUILD,
        r"creature\.yaml:3:\d+: .*too long for a QR",
    ),
    "a code of pictures": (
        "layout",
        f'draw: qr, of: "{chr(0x1F600) * 700}"',
        BUILD,
        r"creature\.yaml:3:\d+: .*too long",
    ),
    "a code of NULs": ("layout", 'draw: qr, of: "a\\0b"', BUILD, None),
    "a code of no signs": ("layout", 'draw: qr, of: ""', BUILD, ""),
    "20,000 icons on a card": ("layout", f"draw: strip, of: [{'acorn, ' * 20_000}]", BUILD, r"creature\.yaml:3:\d+: "),
    "a cutter of 20,000 marks": (
        "cutters/mine.yaml",
        f"marks: {{{', '.join(f'm{n}: 1' for n in range(20_000))}}}",
        (*BUILD, "--cutter", "mine"),
        r"mine\.yaml:1:8: marks: expected one of",
    ),
    "a cutter beyond all numbers": (
        "cutters/mine.yaml",
        "inset: 1e999\nline: .inf",
        (*BUILD, "--cutter", "mine"),
        r"mine\.yaml:1:8: inset: expected",
    ),
    "a cutter of minus sizes": (
        "cutters/mine.yaml",
        "inset: -999999\nline: -1\narm: 999999",
        (*BUILD, "--cutter", "mine"),
        r"mine\.yaml:",
    ),
    "a house of 20,000 sizes": (
        "printers/mine.yaml",
        f"sizes: [{'{name: a, size: poker}, ' * 20_000}]",
        ("export", "./wood", "--to", "mine"),
        r"mine\.yaml:1:1: name: expected a value",
    ),
    "a house that is a list": (
        "printers/mine.yaml",
        "[" + "a, " * 60_000 + "]",
        ("export", "./wood", "--to", "mine"),
        r"mine\.yaml:1:1: ",
    ),
    "20,000 positions": (
        "examples.yaml",
        "".join(f"e{n}: {{players: 999999}}\n" for n in range(20_000)),
        ("check", "./wood", "--static"),
        r"examples\.yaml:1:\d+: ",
    ),
    "a box of a billion": (
        "printed.yaml",
        "cards: {" + ", ".join(f"c{n}: 999999999" for n in range(20_000)) + "}",
        (*BUILD, "--changed"),
        r"printed\.yaml:",
    ),
    "slots by the thousand": (
        "slots.yaml",
        "".join(f"s{n}: {n}\n" for n in range(60_000)),
        ("export", "./wood", "--to", "tts"),
        r"slots\.yaml|tts",
    ),
}


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    monkeypatch.setattr(processes, "processors", lambda: 1)


def told_soon(run, *command: str) -> tuple[int, str]:
    with limits():
        found = run(*command)
    assert found.code in (0, 1, 2) and "Traceback" not in found.err, found.err
    assert "root:" not in found.out + found.err
    return found.code, found.out + found.err


@pytest.mark.slow
@pytest.mark.parametrize("attack", ASKED)
def test_what_is_asked_beyond_all_bounds_is_told(attack, game, run):
    command, expected = ASKED[attack]
    code, told = told_soon(run, *command)
    assert code == 2 and re.search(expected, told), told[:1_000]


@pytest.mark.slow
@pytest.mark.parametrize("attack", FILES)
def test_what_is_no_such_thing_is_told(attack, game: Folder, run):
    file, said, command, expected = FILES[attack]
    if file == "layout":
        game.edit("layouts/creature.yaml", ART, said)
    else:
        game.write(file, said)
    code, told = told_soon(run, *command)
    assert code == 0 if expected is None else re.search(expected, told), told[:1_000]

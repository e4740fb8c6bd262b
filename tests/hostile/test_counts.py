"""Whatever is counted: lists, numbers, chains and texts of a game, and of what translators send back. What is too much
is told with its place before it is made; all else is done, in bounded time and memory."""

import re
from collections.abc import Callable
from itertools import islice, product

import pytest

from cardgen.store import processes
from tests.conftest import FILES, Folder
from tests.hostile.limits import limits

GAME = FILES["game.yaml"]
BEFORE_DECKS = GAME.partition("decks:")[0]
COMMANDS = (("list", "./wood"), ("build", "./wood"), ("check", "./wood", "--static"))
Plant = Callable[[Folder], object]


def edit(old: str, new: str, file: str = "game.yaml") -> Plant:
    return lambda game: game.edit(file, old, new)


def many(count: int, line: str, between: str = ", ") -> str:
    return between.join(line.format(n=n) for n in range(count))


def languages(count: int) -> str:
    """So many codes, no two alike."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return ", ".join(
        islice(
            ("".join(code) for code in product(letters, letters, letters, ("", "_AA", "_BB", "_CC", "_DD", "_EE"))),
            count,
        )
    )


def cards(count: int, sets: int = 1, copies: int = 1, decks: int = 1) -> Plant:
    """So many kinds of cards in each of so many sets and decks."""
    own = f"sets: [{many(sets, 's{n}')}], " if sets > 1 else ""

    def plant(game: Folder) -> None:
        told = [
            f"  d{deck}: {{kinds: {{k{deck}: {{layout: creature, count: {copies}, {own}cards: {{"
            + many(count, f"d{deck}c{{n}}: {{{{icon: owl, value: 1}}}}")
            + "}}}}"
            for deck in range(decks)
        ]
        game.write("game.yaml", BEFORE_DECKS + "decks:\n" + "\n".join(told) + "\n")
        (game.path / "variants/quick.yaml").unlink()

    return plant


def variants(count: int, chained: bool) -> Plant:
    def plant(game: Folder) -> None:
        for n in range(count):
            above = f"v{n + 1}" if chained and n < count - 1 else "wood"
            game.write(f"variants/v{n}.yaml", f"changes: {above}\ntexts:\n  en: {{title: A, why: B.}}\n")

    return plant


def layouts(game: Folder) -> None:
    """A layout that stands on 1,500 others."""
    for n in range(1_500):
        game.write(f"layouts/l{n}.yaml", f"extends: l{n + 1}\n" if n < 1_499 else "extends: card\n")
    game.edit("layouts/creature.yaml", "extends: card", "extends: l0")


def components(count: int, copies: int, make: str = "token") -> Plant:
    told = many(count, f"c{{n}}: {{{{make: {make}, layout: back, count: {copies}}}}}")
    return edit("icons:", f"components: {{{told}}}\nicons:")


def said(text: str) -> Plant:
    """A card's name."""
    return lambda game: game.write("strings/en.yaml", FILES["strings/en.yaml"].replace(": Fox", f': "{text}"'))


def both(*plants: Plant) -> Plant:
    return lambda game: [plant(game) for plant in plants]


# what is planted, and what is told of it with its place; None where nothing is wrong but the size, if that
COUNTS: dict[str, tuple[Plant, str | None]] = {
    "90,000 languages": (
        edit("languages: [en, fr]", f"languages: [en, {languages(90_000)}]"),
        r"game\.yaml:3:12: languages: expected at most 100, got 90,001",
    ),
    "90,000 mirrored languages": (
        edit("  colours", f"  mirrored: [{languages(90_000)}]\n  colours"),
        r"game\.yaml:7:13: look\.mirrored: expected at most 100, got 90,000",
    ),
    "90,000 sets": (cards(1, sets=90_000), r"game\.yaml:10:\d+: .*\.sets: expected at most 200, got 90,000"),
    "2,500 sets by 2,500 cards": (cards(2_500, sets=2_500), r"\.sets: expected at most 200, got 2,500"),
    "200 sets by 2,500 cards": (
        cards(2_500, sets=200),
        r"game\.yaml:10:\d+: decks\.d0\.kinds\.k0: expected at most 10,000 cards in all decks, got 500,000 up to here",
    ),
    "1,200,000 cards by one count": (
        cards(1_200, copies=1_000),
        r"game\.yaml:10:\d+: decks\.d0: expected at most 10,000 cards in all decks, got 1,200,000 up to here",
    ),
    "200 decks of 9,000 cards": (cards(9, copies=1_000, decks=200), r"decks\.d1: expected at most 10,000 cards"),
    "9,000 decks": (cards(1, decks=9_000), r"game\.yaml:10:3: decks: expected at most 200, got 9,000"),
    "1,500 variants in a chain": (variants(1_500, True), r"wood/variants: expected at most 200 variants of a game"),
    "1,500 variants": (variants(1_500, False), r"wood/variants: expected at most 200 variants of a game"),
    "60 variants in a chain": (
        variants(60, True),
        r"variants/v29\.yaml:1:10: variants change each other in a chain: expected at most 30",
    ),
    "1,500 layouts in a chain": (
        layouts,
        r"layouts/l28\.yaml:1:10: layouts extend each other in a chain: expected at most 30",
    ),
    "9,000 components": (components(9_000, 200), r"game\.yaml:8:13: components: expected at most 1,000, got 9,000"),
    "200,000 tokens": (
        components(1_000, 200),
        r"game\.yaml:8:13: components: expected at most 5,000 pieces in all, got 200,000",
    ),
    "40,000 mats": (components(200, 200, "mat"), r"components: expected at most 5,000 pieces in all, got 40,000"),
    "a cover of 90,000 cards": (
        edit("  colours", f"  cover: [{many(90_000, 'fox')}]\n  colours"),
        r"look\.cover: expected at most 60, got 90,000",
    ),
    "findings kept still 60,000 times": (
        edit("version: 1", f"version: 1\nquiet: {{{many(60_000, 'q{n}: a')}}}"),
        r"quiet: expected at most",
    ),
    "60,000 unknown keys": (edit("version: 1", "version: 1\n" + many(60_000, "key{n}: 1", "\n")), "unknown key"),
    "60,000 unknown cards of sets": (
        edit(
            "        count: 2\n",
            f"        count: 2\n        sets: [a]\n        each: {{{many(60_000, 'a-q{n}: drop')}}}\n",
        ),
        "there is no card 'a-q0'",
    ),
    "30,000 unknown cards of a variant": (
        both(
            cards(4_000),
            lambda game: game.write(
                "variants/x.yaml",
                "changes: wood\ncards:\n"
                + many(30_000, "  dx{n}: {{count: 1}}", "\n")
                + "\ntexts: {en: {title: A, why: B}}\n",
            ),
        ),
        "there is no card 'dx0'",
    ),
    "60,000 rules": (
        edit("version: 1", f"version: 1\nrules: {{{many(60_000, 'q{n}: 1')}}}"),
        "this game has no engine to use this rule",
    ),
    "60,000 colours": (edit("colours: {", "colours: {" + many(60_000, "c{n}: '#111'") + ", "), None),
    "60,000 names of icons": (edit("icons: {", "icons: {" + many(60_000, "i{n}: acorn") + ", "), None),
    "60,000 strings": (
        lambda game: game.write("strings/en.yaml", FILES["strings/en.yaml"] + many(60_000, "k.x{n}: a", "\n")),
        "is not translated",
    ),
    "30,000 fields": (
        lambda game: game.write(
            "layouts/back.yaml", "fields:\n" + many(30_000, "  f{n}: {{draw: rectangle, fill: ink}}", "\n")
        ),
        None,
    ),
    "a name of three million letters": (said("F" * 3_000_000), r"en\.yaml:2:15: expected at most 100,000 characters"),
    "a name of 99,000 letters": (said("F" * 99_000), "fit"),
    "a name of 24,000 words": (said("Fox " * 24_000), "fit"),
    "a name of 12,000 icons": (said(":acorn: " * 12_000), "fit"),
    "a name of 99,000 braces": (said("{" * 99_000), "fit"),
    "a name of 33,000 emphases": (said("**a" * 33_000), "fit"),
    "an author of a million letters": (
        edit("version: 1", f"version: 1\nauthor: {'A' * 1_000_000}"),
        r"game\.yaml:5:9: expected at most 100,000",
    ),
}
NUMBERS = ("1e999", ".inf", ".nan", "-1", "0.5", "9" * 5_000, "0x10", "1_000", "٣", "1e3", "true", "[1]", "{a: 1}")
PLACES = {
    "count": edit("count: 2", "count: {}"),
    "total": edit("total: 5", "total: {}"),
    "players": edit("players: 2-4", "players: {}"),
    "age": edit("version: 1", "version: 1\nage: {}"),
    "minutes": edit("version: 1", "version: 1\nminutes: {}"),
    "size": edit("    total: 5", "    total: 5\n    size: {} x {} mm"),
    "top": edit("top: 6, height: 10", "top: {}, height: {}", "layouts/creature.yaml"),
    "text size": edit("extends: card", "extends: card\nstyles: {text: {size: NUMBER}}", "layouts/creature.yaml"),
}


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """One processor: other processes would have bounds of their own."""
    monkeypatch.setattr(processes, "processors", lambda: 1)


def told_soon(run, *command: str):
    """What a command says, within bounds of time and memory."""
    with limits():
        found = run(*command)
    assert found.code in (0, 1, 2) and "Traceback" not in found.err, found.err
    assert len(found.err) < 200_000
    return found


@pytest.mark.slow
@pytest.mark.parametrize("attack", COUNTS)
def test_what_is_too_much_is_told_with_its_place(attack, game, run):
    plant, expected = COUNTS[attack]
    plant(game)
    told = ""
    for command in COMMANDS:
        found = told_soon(run, *command)
        told += found.out + found.err
    assert re.search(expected, told) if expected else found.code == 0, told[:2_000]


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number[:8])
@pytest.mark.parametrize("place", PLACES)
def test_what_is_no_number_is_told_with_its_place(place, number, game, run):
    PLACES[place](game)
    file = "layouts/creature.yaml" if place in ("top", "text size") else "game.yaml"
    text = (game.path / file).read_text("utf-8")
    game.write(file, text.replace("{}", number).replace("NUMBER", number))
    for command in COMMANDS:
        found = told_soon(run, *command)
    assert found.code == 0 or re.search(r"wood/[\w/]+\.yaml:\d+:\d+: ", found.out + found.err)


# ---- what translators send back

PO = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n\n'
FOX = 'msgctxt "creature.fox"\nmsgid "Fox"\nmsgstr '
XLIFF = (
    '<?xml version="1.0" encoding="UTF-8"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
    '<file original="wood" source-language="en" target-language="fr"><body>{}</body></file></xliff>'
)
UNIT = '<trans-unit id="creature.fox"><source>{}</source><target>{}</target></trans-unit>'
CSV = "key,source,translation fr\n"
LONG, DEEP = r":\d+:\d+: expected (a text of )?at most 50,000 characters", r":1:\d+: expected at most 100 elements"
WORDS: dict[str, tuple[str, str | bytes, str | None]] = {  # the kind, what it says, and what is told of it
    "elements within elements": ("xliff", XLIFF.format("<g>" * 200_000 + "</g>" * 200_000), DEEP),
    "elements within a text": ("xliff", XLIFF.format(UNIT.format("<g>a" * 200_000 + "</g>" * 200_000, "b")), DEEP),
    "units within units": ("xliff", XLIFF.format('<trans-unit id="a">' * 50_000 + "</trans-unit>" * 50_000), DEEP),
    "elements that are not closed": ("xliff", XLIFF.partition("{}")[0] + "<g>" * 500_000, DEEP),
    "a text in 600,000 parts": ("xliff", XLIFF.format(UNIT.format("a<g/>" * 600_000, "b")), LONG),
    "a text of references": ("xliff", XLIFF.format(UNIT.format("Fox", "&amp;" * 700_000)), LONG),
    "a text of line ends": ("xliff", XLIFF.format(UNIT.format("Fox", "\n" * 3_000_000)), LONG),
    "a billion laughs": (
        "xliff",
        '<!DOCTYPE x [<!ENTITY a "aaa"><!ENTITY b "&a;&a;&a;">]>' + XLIFF.format(UNIT.format("Fox", "&b;")),
        "DOCTYPE",
    ),
    "an entity of a file": (
        "xliff",
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + XLIFF.format(UNIT.format("Fox", "&a;")),
        "DOCTYPE",
    ),
    "200,000 attributes": ("xliff", XLIFF.format("<g " + many(200_000, "a{n}='b'", " ") + "/>"), None),
    "60,000 name spaces": ("xliff", XLIFF.format(many(60_000, '<a{n}:g xmlns:a{n}="x{n}"/>', "")), None),
    "a key of three million letters": (
        "xliff",
        XLIFF.format(f'<trans-unit id="{"a" * 3_000_000}"/>'),
        "a key of at most 300",
    ),
    "30,000 texts that there are not": (
        "xliff",
        XLIFF.format(many(30_000, '<trans-unit id="k{n}"><source>a</source><target>b</target></trans-unit>', "")),
        "has no text 'k0'",
    ),
    "XLIFF that ends at once": (
        "xliff",
        XLIFF.format(UNIT.format("Fox", "Renard"))[:-30],
        "this is not a valid XLIFF file",
    ),
    "XLIFF in Latin 1": ("xliff", XLIFF.format(UNIT.format("Fox", "Renàrd")).encode("latin-1"), "expected UTF-8"),
    "XLIFF in UTF-16": ("xliff", XLIFF.format(UNIT.format("Fox", "Renàrd")).encode("utf-16"), "expected UTF-8"),
    "XLIFF that says to be in UTF-7": (
        "xliff",
        XLIFF.replace("UTF-8", "UTF-7").format(UNIT.format("Fox", "Renàrd")),
        None,
    ),
    "a line of quotes": ("po", PO + FOX + '"' * 1_500_000, LONG),
    "lines of quotes": ("po", PO + FOX + '""\n' * 700_000, LONG),
    "escaped quotes": ("po", PO + FOX + '"' + '\\"' * 900_000 + '"\n', LONG),
    "backslashes": ("po", PO + FOX + '"' + "\\" * 1_500_000 + '"\n', LONG),
    "a text in 300,000 lines": ("po", PO + FOX + '""\n' + '"aaaaaaaa"\n' * 300_000, LONG),
    "nothing but quotes": ("po", '"' * 1_500_000, LONG),
    "700,000 remarks": ("po", PO + "# a\n" * 700_000 + FOX + '"R"\n', LONG),
    "700,000 places": ("po", PO + "#: " + "a:1 " * 700_000 + "\n" + FOX + '"R"\n', LONG),
    "60,000 texts without a blank line": (
        "po",
        PO + many(60_000, 'msgctxt "k{n}"\nmsgid "Fox"\nmsgstr\t"R"', "\n"),
        "has no text 'k0'",
    ),
    "60,000 obsolete texts": ("po", PO + '#~ msgid "a"\n#~ msgstr "b"\n' * 60_000, None),
    "100,000 forms of a plural": (
        "po",
        PO + FOX.replace("msgstr ", 'msgid_plural "F"\n') + many(100_000, 'msgstr[{n}] "R"', "\n"),
        None,
    ),
    "a plural form without end": (
        "po",
        PO + FOX.replace("msgstr ", f'msgid_plural "F"\nmsgstr[{"9" * 40_000}] "R"\n'),
        None,
    ),
    "a rule of plurals without end": (
        "po",
        PO.replace("\n\n", '\n"Plural-Forms: nplurals=9999999999; plural=n;\\n"\n\n') + FOX + '"R"',
        None,
    ),
    "PO that ends at once": ("po", (PO + FOX)[:-12], None),
    "the name of a file for PO": ("po", "/etc/passwd", r"words\.po:1:1: this line does not belong in a PO file"),
    "a million columns": (
        "csv",
        CSV[:-1] + "," * 1_000_000 + "\ncreature.fox,Fox,Renard" + ",b" * 1_000_000 + "\n",
        None,
    ),
    "nothing but columns": ("csv", "," * 3_000_000, r"words\.csv:1:1: expected the columns key"),
    "a cell of quotes": (
        "csv",
        CSV + "creature.fox,Fox," + '"' * 1_500_000,
        r"words\.csv:2:1: this line is not valid CSV",
    ),
    "a cell of a million lines": ("csv", CSV + 'creature.fox,Fox,"' + "a\n" * 1_500_000, r"words\.csv:2:1: "),
    "150,000 times the same text": ("csv", CSV + "creature.fox,Fox,R\n" * 150_000, "translated twice"),
    "100,000 lines that end otherwise": ("csv", CSV.replace("\n", "\r") * 100_000, "has no text 'key'"),
    "a NUL": ("csv", CSV + "creature.fox,Fox,\0\n", r"words\.csv:2:18: expected text, got a NUL byte"),
    "a language that is a path": (
        "csv",
        CSV.replace(" fr", " ../../en") + "creature.fox,Fox,R\n",
        "has no language '../../en'",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("attack", WORDS)
def test_words_that_come_back(attack, game, run, tmp_path):
    kind, text, expected = WORDS[attack]
    (tmp_path / f"words.{kind}").write_bytes(text if isinstance(text, bytes) else text.encode())
    found = told_soon(run, "words", "./wood", "--from", f"words.{kind}")
    assert re.search(expected, found.err) if expected else found.code == 0, found.err[:2_000]
    assert "root:" not in found.out + found.err
    assert found.code == (2 if expected else 0)

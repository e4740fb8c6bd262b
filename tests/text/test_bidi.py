"""Which way each sign is read: the conformance files of Unicode, and lines as designers write them."""

from pathlib import Path
from unicodedata import bidirectional, category, mirrored

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text import bidi

KINDS = dict(
    L="a", R="א", AL="ا", EN="1", ES="+", ET="$", AN="١", CS=",", NSM="\u0300", BN="\u00ad", B="\u2029", S="\t", WS=" ",
    ON="!", LRE="\u202a", RLE="\u202b", LRO="\u202d", RLO="\u202e", PDF="\u202c", LRI="\u2066", RLI="\u2067",
    FSI="\u2068", PDI="\u2069",
)  # fmt: skip
SAMPLES = [
    line.split(";")
    for line in Path(__file__).with_name("bidi.txt").read_text().splitlines()
    if line and not line.startswith("#")
]


def base_of(text: str, told: str) -> int:
    return bidi.direction(text) or 0 if told == "2" else int(told)


def test_the_samples_of_the_conformance_files():
    """Both files were run whole once: 91,707 lines of characters and 770,241 of classes."""
    faults = []
    for signs, told, *wanted in SAMPLES:
        text = "".join(KINDS.get(sign) or chr(int(sign, 16)) for sign in signs.split())
        base = base_of(text, told)
        *_, levels = wanted if len(wanted) == 1 else wanted[:2]
        found = bidi.levels(text, base)
        shown = [at for at, level in enumerate(levels.split()) if level != "x"]
        right = [found[at] for at in shown] == [int(levels.split()[at]) for at in shown]
        if len(wanted) == 3:
            order = [shown[at] for at in bidi.visual([found[at] for at in shown])]
            right = right and base == int(wanted[0]) and order == list(map(int, wanted[2].split()))
        faults += [] if right else [(signs, told, wanted, found)]
    assert faults == [] and len(SAMPLES) > 500


@pytest.mark.parametrize(
    ("text", "base", "shown"),
    [  # capitals stand for letters that are read from the right
        ("A (B) C", 1, "C (B) A"),
        ("A (abc) B", 1, "B (abc) A"),
        ("A abc (d) B", 1, "B abc (d) A"),
        ("A abc (B) C", 1, "C (B) abc A"),
        ("ab A (cd) B", 0, "ab A (cd) B"),
        ("A 1-3 B", 1, "B 1-3 A"),
        ("A 1 (2) B", 1, "B (2) 1 A"),
        ("ab \u2067A 12!\u2069 cd", 0, "ab !12 A cd"),
        ("A \u2068ab (1)\u2069: B", 1, "B :ab (1) A"),
        ("A ab (1): B", 1, "B :ab (1) A"),
    ],
)
def test_lines_as_designers_write_them(text, base, shown):
    text = text.translate(dict(zip(b"ABC", "אבג", strict=True)))
    levels = bidi.levels(text, base)
    turned = {**dict(zip("()", ")(", strict=True)), **dict(zip("אבג", "ABC", strict=True))}
    seen = [turned.get(text[at], text[at]) if levels[at] % 2 else text[at] for at in bidi.visual(levels)]
    assert "".join(sign for sign in seen if not "\u2066" <= sign <= "\u2069") == shown


def test_brackets_deeper_than_the_stack_are_plain_signs():
    for depth, way in ((63, 2), (64, 1)):
        assert bidi.levels("a" + "(" * depth + "b" + ")" * depth, 1)[-1] == way


def test_the_brackets_are_those_of_unicode():
    pairs = dict(zip(bidi._BRACKETS[::2], bidi._BRACKETS[1::2], strict=True))
    for opening, closing in pairs.items():
        assert (category(opening), category(closing)) == ("Ps", "Pe")
        assert all(mirrored(sign) and bidirectional(sign) == "ON" for sign in (opening, closing))
    assert len(pairs) == 64


@given(st.text(alphabet=[*KINDS.values(), *"()[]《》"], max_size=40), st.sampled_from([0, 1]))
def test_every_sign_has_a_level(text, base):
    levels = bidi.levels(text, base)
    assert len(levels) == len(text) and all(base <= level <= 126 for level in levels)

"""Each leaf type: what it reads, and what it says of anything else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.definitions import fields, templates
from cardgen.definitions.fields import Offset, players
from cardgen.definitions.nodes import Plain
from cardgen.foundations.units import POINT

P = Plain
READ = [
    (fields.whole, P("15"), 15),
    (fields.whole, P("-3"), -3),
    (fields.whole, P("010"), 10),
    (fields.number, P("1.10"), 1.1),
    (fields.number, P(".5"), 0.5),
    (fields.flag, P("no"), False),
    (fields.flag, P("Yes"), True),
    (fields.words, P("no"), "no"),
    (fields.words, P("12:30"), "12:30"),
    (fields.words, P("1.10"), "1.10"),
    (fields.name, P("my-card_2"), "my-card_2"),
    (fields.name, "no", "no"),
    (fields.language, P("no"), "no"),  # Norwegian, not False
    (fields.language, P("pt_BR"), "pt_BR"),
    (fields.words_list, P("Ann"), ("Ann",)),
    (fields.words_list, (P("Ann"), P("Bob")), ("Ann", "Bob")),
    (fields.length_in("mm"), P("63"), 63.0),
    (fields.length_in("mm"), "2.5in", 63.5),
    (fields.points, P("12"), 12 * POINT),
    (fields.points, "3 mm", 3.0),
    (fields.size, P("poker"), (63.0, 88.0)),
    (fields.size, P("63 x 88 mm"), (63.0, 88.0)),
    (fields.size, P("2.5 x 3.5in"), (63.5, pytest.approx(88.9))),
    (fields.offset, P("-bleed"), Offset(0.0, -1)),
    (fields.offset, P("-2.5"), Offset(-2.5)),
    (fields.players, P("3-5"), (3, 5)),
    (fields.players, P("4"), (4, 4)),
    (fields.age, P("7+"), 7),
    (fields.age, P("12"), 12),
    (fields.minutes, P("15"), fields.Minutes(15, 15)),
    (fields.minutes, P("30–45"), fields.Minutes(30, 45)),
    (fields.minutes, {"measured": P("20-35")}, fields.Minutes(20, 35, measured=True)),
    (fields.colour, "#c9A27a", "#c9A27a"),
    (fields.colour, P("gold"), "#ffd700"),
    (templates.read_condition, P("card.power"), "card.power"),
    (templates.read_condition, "{card.power}", "{card.power}"),
]


@pytest.mark.parametrize(("read", "value", "expected"), READ)
def test_reads(read, value, expected):
    found = read(value)
    assert found == expected
    assert type(found) is not Plain, "a model holds plain values"


REFUSED = [
    (fields.whole, P("1.5"), "expected a whole number, got '1.5'"),
    (fields.whole, "15", "expected a whole number, got '15'"),  # between quotes it is a text
    (fields.whole, P("12:30"), "expected a whole number, got '12:30'"),
    (fields.whole, P("yes"), "expected a whole number, got 'yes'"),
    (fields.whole, P("9" * 13), "expected a whole number"),
    (fields.whole, None, "expected a whole number, got nothing"),
    (fields.whole, {}, "expected a whole number, got keys with values"),
    (fields.number, P("1e9"), "expected a number, got '1e9'"),
    (fields.number, P("nan"), "expected a number, got 'nan'"),
    (fields.flag, P("1"), "expected yes or no, got '1'"),
    (fields.flag, "no", "expected yes or no, got 'no'"),
    (fields.words, (), "expected a text, got a list"),
    (fields.words, None, "expected a text, got nothing"),
    (fields.name, "Ham", "expected a name of lower-case letters"),
    (fields.name, "a" * 61, "expected a name of lower-case letters"),
    (fields.name, "../a", "expected a name of lower-case letters"),
    (fields.language, "French", "expected a language code such as en, fr or pt_BR, got 'French'"),
    (fields.words_list, (P("a"), ()), "expected a text, got a list"),
    (fields.length_in("mm"), P("3 feet"), "expected a length such as 63"),
    (fields.length_in("mm"), (), "expected a length, got a list"),
    (fields.points, P("2.9"), "expected from 3 to 400 pt, got '2.9'"),
    (fields.points, P("401"), "expected from 3 to 400 pt, got '401'"),
    (fields.points, "1 in extra", "expected a length such as"),
    (fields.size, P("63"), "expected a size such as 63 x 88 mm"),
    (fields.size, P("4 x 88"), "expected sides from 5 to 1000 mm"),
    (fields.size, P("nan x 88"), "expected a length such as"),
    (fields.size, 3, "expected a size such as poker"),
    (fields.offset, P("bleeds"), "expected a length such as"),
    (fields.players, P("0-3"), "expected a number of players"),
    (fields.age, P("0+"), "expected the least age, such as 7+"),
    (fields.age, P("seven"), "expected the least age, such as 7+"),
    (fields.minutes, P("45-30"), "expected minutes such as 15, 30-45"),
    (fields.minutes, {"guessed": P("20")}, "expected minutes such as 15, 30-45"),
    (fields.minutes, {"measured": ()}, "expected minutes such as 15, 30-45"),
    (fields.players, P("5-3"), "expected a number of players"),
    (fields.players, P("2-99"), "expected a number of players"),
    (fields.colour, None, "expected a colour such as '#c9a27a' (in quotes) or gold, got nothing"),
    (fields.colour, "#fffff", "expected a colour such as"),
    (fields.colour, P("currentcolor"), "expected a colour such as"),
    (fields.colour, P("gold 40 %"), "expected a colour such as"),
    (templates.read_condition, P("power"), "expected the name of a card's field, such as card.power"),
    (templates.read_condition, "{card.power", "expected the name of a card's field"),
    (templates.read_condition, P("card"), "expected the name of a card's field"),
    (templates.read_condition, "'", "expected another ' to close the quote opened here"),
    (fields.once, ("en", "fr", "en"), "'en' appears twice"),
]


@pytest.mark.parametrize(("read", "value", "message"), REFUSED)
def test_refuses(read, value, message):
    with pytest.raises(ValueError) as error:
        read(value)
    assert message in str(error.value)


ANY = st.none() | st.text(max_size=12) | st.text(max_size=12).map(P) | st.just(()) | st.just({})
LEAVES = [fields.whole, fields.number, fields.flag, fields.words, fields.name, fields.language, fields.words_list,
          fields.length_in("mm"), fields.points, fields.size, fields.offset, fields.players, fields.age,
          fields.minutes, fields.colour,
          templates.read_condition]  # fmt: skip


@given(st.sampled_from(LEAVES), ANY)
def test_anything_is_read_or_refused(read, value):
    try:
        read(value)
    except ValueError as error:
        assert "expected" in str(error)


def test_long_values_are_shown_short():
    assert fields.quote("a" * 99) == repr("a" * 37 + "...")


@pytest.mark.parametrize("said", ["2-4", "2–4", " 2 - 4 ", "2 to 4"])
def test_numbers_of_players_are_said_as_ranges_of_values_are(said):
    assert players(said) == (2, 4)

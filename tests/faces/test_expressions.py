import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.faces.expressions import fill, is_there, look_up, reads

SCOPE = {"card": {"id": "fox", "value": 3, "half-up": "x"}, "language": "fr"}


def test_names_are_looked_up():
    assert fill("{card.id}: {card.value}, {language}", SCOPE) == "fox: 3, fr"
    assert fill("{card.half-up}", SCOPE) == "x"
    assert reads("{card.id} and {language}") == ["card.id", "language"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("card.valu", "'card.valu' is not defined; did you mean 'card.value'?"),
        ("crad.id", "'crad.id' is not defined; did you mean 'card'?"),
        ("card", "'card' has parts; name one of them"),
        ("card.id.upper", "'card.id' has no parts"),
        ("card.__class__", "expected a name such as"),
        ("card['id']", "expected a name such as"),
        ("().__class__.__bases__", "expected a name such as"),
        ("1+1", "expected a name such as"),
        ("card.id()", "expected a name such as"),
        ("card .id", "expected a name such as"),
        ("", "expected a name such as"),
    ],
)
def test_anything_else_is_refused(name, message):
    with pytest.raises(ValueError) as error:
        look_up(name, SCOPE)
    assert message in str(error.value)


@given(st.text(max_size=30))
def test_any_template_fills_or_is_refused(text):
    with contextlib.suppress(ValueError):
        fill(text, SCOPE)


def test_is_there():
    assert is_there("card.value", SCOPE) and is_there("{card.value}", SCOPE)
    assert not is_there("card.power", SCOPE) and not is_there("deck.name", SCOPE)
    assert not any(is_there("rules.turns", {"rules": {"turns": value}}) for value in (False, "no", "none", 0))

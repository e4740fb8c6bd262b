import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.text.typography import ICON, NARROW_NBSP, NBSP, QUOTES, typeset

CASES = [
    # French: narrow no-break space before ; ! ?, no-break before : and inside guillemets, one or many signs
    ("fr", "Goûtez à tout, jamais plus que lui !", "Goûtez à tout, jamais plus que lui\u202f!"),
    ("fr", "Lancez le dé : quoi ?! Ah; bon", "Lancez le dé\u00a0: quoi\u202f?! Ah\u202f; bon"),
    ("fr", "Remarque: rien", "Remarque\u00a0: rien"),
    ("fr", "À 12:30, n° 5", "À 12:30, n°\u00a05"),
    ("fr", '"Oui", dit-il', "«\u00a0Oui\u00a0», dit-il"),
    ("fr", "« déjà » et «déjà»", "«\u00a0déjà\u00a0» et «\u00a0déjà\u00a0»"),
    ("fr", 'le "petit *mot*" !', "le «\u00a0petit *mot*\u00a0»\u202f!"),
    ("fr", "1 000 cartes, 12 %, 63 mm", "1\u202f000\u00a0cartes, 12\u00a0%, 63\u00a0mm"),
    ("fr", "tous, y compris vous; Y comprises", "tous, y\u00a0compris vous\u202f; Y\u00a0comprises"),
    ("fr", "À vot' bon cœur", "À vot’ bon cœur"),
    # Italian: guillemets without spaces, none before any sign
    ("it", 'Il "mazzo" è finito: pesca!', "Il «mazzo» è finito: pesca!"),
    ("it", "un po' di 'cose'", "un po’ di “cose”"),
    ("it", "l'«altro»", "l’«altro»"),
    ("it", "« largo »", "«largo»"),
    # English: curly quotes, double outside
    ("en", "It's \"the king's 'own' choice\"", "It’s “the king’s ‘own’ choice”"),
    ("en", "the players' hands and rogues' honour", "the players’ hands and rogues’ honour"),
    ("en", '\'Tis ("quoted")', "’Tis (“quoted”)"),
    # What all share
    ("en", "3-5 players - or -2...", "3–5\u00a0players\u00a0– or −2…"),
    ("en", "3 x 4 = 12", "3\u00a0×\u00a04\u00a0=\u00a012"),
    ("en", "2026-11-21", "2026-11-21"),
    # A number stays with what it counts, a word or an icon
    (
        "fr",
        "ces 3 plats, 1 à 5 *places*, 2 :ham: et 3 :",
        "ces 3\u00a0plats, 1\u00a0à 5\u00a0*places*, 2\u00a0:ham: et 3\u00a0:",
    ),
    ("en", "1 of **these 4 **cards, 2 (of 3)", "1\u00a0of **these 4\u00a0**cards, 2 (of 3)"),
    ("de", "\"Hallo\" - 'nein'", "„Hallo“\u00a0– ‚nein‘"),
    # Icons are not words: their colons take no French space, and quotes beside them still know their side
    ("fr", ":all: les portions :cheese: !", ":all: les portions :cheese:\u202f!"),
    ("fr", 'prenez ":cheese:"', "prenez «\u00a0:cheese:\u00a0»"),
]


@pytest.mark.parametrize(("language", "typed", "expected"), CASES)
def test_typeset(language, typed, expected):
    assert typeset(typed, language) == expected


@given(st.text(st.sampled_from("ab 1'\":;!?-.*«»x%")), st.sampled_from(sorted(QUOTES)))
def test_typeset_twice_is_typeset_once(text, language):
    once = typeset(text, language)
    assert typeset(once, language) == once


@given(st.text(alphabet="abc \"'!?;:.,é*", max_size=40), st.sampled_from(["fr", "it", "en"]))
def test_no_straight_sign_and_no_letter_lost(text, language):
    found = typeset(text, language)
    assert not set("'\"") & set(found)
    assert [c for c in found if c.isalpha()] == [c for c in text if c.isalpha()]


@given(st.text(alphabet="AB !?;:", max_size=30))  # capitals: no :icon: among them
def test_french_signs_never_start_a_line(text):
    found = typeset(text, "fr")
    assert not re.search(r"[AB] [!?;:]", found), found


def test_icons_pass_through_unchanged():
    text = "a :b-c: :d1: e"
    assert ICON.findall(typeset(text, "fr")) == ["b-c", "d1"]
    assert NARROW_NBSP not in typeset(text, "fr") and NBSP not in typeset(text, "fr")


@given(st.text(alphabet=":aé \"'1\ue000\ue001\uf8ff\U000f0000\U0010ffff", max_size=30))
def test_characters_for_private_use_are_no_icons(text):
    """An icon font's signs, which a text may have, are not taken for the icons that are held while it is set."""
    own = "[\ue000-\uf8ff\U000f0000-\U0010ffff]"
    assert re.findall(own, typeset(text, "fr")) == re.findall(own, text)
    assert ICON.findall(typeset(text, "fr")) == ICON.findall(text)

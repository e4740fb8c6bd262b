"""What cards say with words in colours, in the books that quote it."""

import re

import pytest

from cardgen.definitions.load import load_game
from cardgen.definitions.strings_file import Entry
from cardgen.foundations.errors import InputError, Place
from cardgen.graphics.drawing import Group, Text, Use
from cardgen.rulebook.card_texts import says_of
from cardgen.rulebook.colours import contrast
from cardgen.rulebook.html import make_html
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.pages import make_pages
from cardgen.store.library import find_game
from cardgen.text.inline import for_markdown
from cardgen.text.strings import Strings
from tests.rulebook.library import book

SAID = "# Owls\n\nPay " + for_markdown("[two *coins* :acorn:](gold 40 %) or [nothing](black).")
COLOURS = {"gold 40 %": "#f0d890", "black": "#000000"}


def colour(name):
    if name not in COLOURS:
        raise ValueError(f"there is no colour '{name}'")
    return COLOURS[name]


def items(found):
    for item in found:
        yield from items(item.items) if isinstance(item, Group) else [item]


def test_a_book_has_them_as_they_are_read_on_its_paper():
    document = make_pages(SAID, book(colour=colour))
    drawn = [item for page in document.pages[1:] for item in items(page.items) if isinstance(item, (Text, Use))]
    inks = {item.text.strip(): item.colour for item in drawn if isinstance(item, Text)}
    assert inks["two"] == inks["coins"] != inks["Pay"]
    assert inks["nothing"] == "#000000"
    assert contrast(inks["two"], "#ffffff") >= 4.5
    (acorn,) = (item for item in drawn if isinstance(item, Use) and item.symbol == "icons/acorn")
    assert acorn.colour == inks["two"]


def test_a_page_of_the_web_has_them_for_light_and_dark_screens():
    html = make_html(SAID, book(colour=colour))
    (day, night), *_ = re.findall(r'<span class="ink" style="--day:(#\w+);--night:(#\w+)">two', html)
    assert contrast(day, "#ffffff") >= 4.5 and contrast(night, "#1c1917") >= 4.5
    assert "<em>coins</em>" in html and ".ink{color:var(--night)}" in html


def test_what_a_card_says_keeps_its_colours():
    (card, *_) = (card for card in load_game(find_game("draco")).designs if card.behaviour)
    field = next(iter(card.behaviour))
    said = {f"card.{card.id}.{field}": Entry("Take [two](gold 40 %).", Place("en.yaml"))}
    assert says_of(card, Strings("en", said))[field] == "Take [two](colour=gold%2040%20%25)."


def test_one_that_nobody_knows_is_told():
    with pytest.raises(InputError, match=r"\[words\]\(bleu\): there is no colour 'bleu'"):
        make_pages("# A\n\n" + for_markdown("[b](bleu)"), book(colour=colour))


def test_other_links_are_refused():
    with pytest.raises(InputError, match="rulebooks cannot print links"):
        read_markdown("# A\n\n[b](https://example.org)", Place("x"))

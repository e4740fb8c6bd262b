"""The ledger of what was printed: old box - pulled + printed = new deck, for any edits; its text, and what is wrong."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.foundations.errors import InputError
from cardgen.ledger.boxes import ANY, Ledger, PrintedCopies, TextSize, change, record_change
from cardgen.ledger.ledger_file import HEAD, ledger_text, parse_ledger

SIDES = [f"{number:04x}-{number:012x}" for number in range(6)]  # few, so that cards share them
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
WORDS = st.sampled_from(["Fox", "Grey Owl", "l'ours: 3 #"])
LINE = "{deck: forest, card: fox, name: Fox, copies: 2, front: 9f1c-02ab34cd56ef, printed: 2026-11-21}"


def sized(*lines):
    """A ledger of no box with these lines on sizes."""
    return "game: wood\nboxes: {}\nsizes:\n  base:\n    en:\n" + "".join(f"      - {line}\n" for line in lines)


@st.composite
def decks(draw):
    """A deck as a definition may have it: each card once, some of them alike, with backs or without."""
    ids = draw(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("uvwxyz")), unique=True, max_size=6))
    backs = st.sampled_from([*SIDES[:2], ""])
    sides = st.sampled_from(SIDES)
    return tuple(
        PrintedCopies(deck, card, draw(WORDS), draw(st.integers(1, 9)), draw(sides), draw(backs)) for deck, card in ids
    )


points = st.integers(1, 4000).map(lambda quarters: quarters / 4)
sizes = st.dictionaries(st.tuples(st.sampled_from("ab"), NAMES, st.sampled_from("xyz")), points, max_size=4).map(
    lambda told: tuple(TextSize(*group, pt) for group, pt in told.items())
)


@st.composite
def edited(draw, deck):
    """The deck after an evening's work: cards renamed, redrawn, counted anew, thrown out, and new ones."""
    found = {(lot.deck, lot.card): lot for lot in draw(decks())} if draw(st.booleans()) else {}
    for lot in deck:
        kind = draw(st.sampled_from(["same", "renamed", "redrawn", "count", "gone"]))
        card = f"{lot.card}2" if kind == "renamed" else lot.card
        front = draw(st.sampled_from(SIDES)) if kind == "redrawn" else lot.front
        copies = draw(st.integers(1, 9)) if kind == "count" else lot.copies
        if kind != "gone":
            found[lot.deck, card] = PrintedCopies(lot.deck, card, lot.name, copies, front, lot.back)
    return tuple(found.values())


def cards(lots):
    return Counter({side: count for side, count in _sums(lots).items() if count})


def _sums(lots):
    found = Counter()
    for lot in lots:
        found[lot.front, lot.back] += lot.copies
    return found


@settings(max_examples=60)
@given(st.data())
def test_the_old_box_less_what_is_pulled_with_what_is_printed_is_the_new_deck(data):
    box = ()
    for evening in range(3):  # what an earlier evening record_change is in the box
        new = data.draw(edited(box if evening else data.draw(decks())))
        found = change(box, new)
        pulled, printed = cards(found.pulled), cards(found.added)
        assert not pulled - cards(box)
        assert cards(box) - pulled + printed == cards(new)
        assert not pulled & printed  # nothing is printed that could have stayed
        assert cards(found.kept) + printed == cards(new)
        box = record_change(box, new, f"2026-11-0{evening + 1}", data.draw(st.sampled_from(["", "office"])), "")
        assert cards(box) == cards(new)
        assert change(box, new).pulled == change(box, new).added == ()
        ledger = Ledger("wood").with_box("base", "en", box, data.draw(sizes))
        assert parse_ledger(ledger_text(ledger), "printed.yaml", "wood") == ledger


@given(decks(), decks())
def test_where_backs_are_not_printed_they_do_not_matter(old, new):
    wanted = tuple(PrintedCopies(lot.deck, lot.card, lot.name, lot.copies, lot.front, ANY) for lot in new)
    found = change(old, wanted)
    fronts = [Counter(front for front, _ in cards(lots).elements()) for lots in (old, found.pulled, found.added, new)]
    assert fronts[0] - fronts[1] + fronts[2] == fronts[3]
    assert not fronts[1] & fronts[2]


@given(NAMES, NAMES, NAMES)
def test_any_name_and_note_is_read_back(name, printer, note):
    ledger = Ledger(
        "wood", {"base hand=3": {"en": (PrintedCopies("d", "c", name, 1, SIDES[0], "", "2026-11-21", printer, note),)}}
    )
    text = ledger_text(ledger)
    assert parse_ledger(text, "printed.yaml", "wood") == ledger
    assert len(text.splitlines()) == 6  # a line for each card, for git


def test_a_renamed_card_stays_where_it_was_and_keeps_its_date():
    old = PrintedCopies("d", "fox", "Fox", 3, SIDES[0], "", "2026-11-01", "office")
    new = PrintedCopies("d", "vixen", "Vixen", 3, SIDES[0])
    found = change((old,), (new,))
    assert (found.pulled, found.added, found.renamed) == ((), (), ((old, new),))
    (lot,) = record_change((old,), (new,), "2026-11-09", "home", "")
    assert (lot.card, lot.name, lot.printed, lot.printer) == ("vixen", "Vixen", "2026-11-01", "office")


def test_more_copies_are_a_line_of_their_own():
    old = PrintedCopies("d", "fox", "Fox", 3, SIDES[0], "", "2026-11-01")
    box = record_change((old,), (PrintedCopies("d", "fox", "Fox", 5, SIDES[0]),), "2026-11-09", "", "thin paper")
    assert [(lot.copies, lot.printed, lot.note) for lot in box] == [
        (3, "2026-11-01", ""),
        (2, "2026-11-09", "thin paper"),
    ]


def said(*lines, head="game: wood"):
    return "\n".join([HEAD, head, "boxes:", "  base:", "    en:", *(f"      - {line}" for line in lines)]) + "\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            said(LINE).replace("      - ", "<<<<<<< HEAD\n      - ") + "=======\n>>>>>>> other\n",
            "printed.yaml:6:1: a merge left a conflict here (<<<<<<<); keep the lines that are true of the box",
        ),
        (said(LINE, head="game: pond"), "printed.yaml:2:7: expected what was printed of 'wood', but this is"),
        (said(LINE, LINE), "printed.yaml:7:9: 'fox' of 2026-11-21 is listed twice in this box"),
        (said(LINE.replace("copies", "copis")), "unknown key 'copis'; did you mean 'copies'?"),
        (said(LINE.replace("copies: 2, ", "")), "printed.yaml:6:9: expected the keys copies"),
        (said(LINE.replace(": 2,", ": two,")), "copies: expected a whole number from 1 to 9999, got 'two'"),
        (said(LINE.replace("9f1c-", "")), "front: expected what it showed, such as 9f1c-02ab34c"),
        (said(LINE.replace("-11-21", "")), "printed: expected a date such as 2026-11-23, got '2026'"),
        (said("fox"), "printed.yaml:6:9: expected keys with values, got a text"),
        ("game: wood\nboxes: {base: {en: fox}}\n", "printed.yaml:2:20: expected a list of cards, got a text"),
        ("game: wood\n", "printed.yaml:1:1: expected the keys boxes"),
        (sized("fox"), "printed.yaml:6:9: expected keys with values, got a text"),
        (sized("{deck: a, style: b, pt: 12}"), "printed.yaml:6:9: expected the keys field"),
        (sized("{deck: a, style: b, field: c, pt: big}"), "pt: expected a size in points such as 12.5, got 'big'"),
        (sized("{deck: a, style: b, field: c, pt: 9}", "{deck: a, style: b, field: c, pt: 8}"),
         "printed.yaml:7:9: the size of 'c' in 'a' is listed twice; keep the line of the last print"),
        ("boxes: {}\n", "printed.yaml:1:1: expected the keys game"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(text, told):
    with pytest.raises(InputError) as error:
        parse_ledger(text, "printed.yaml", "wood")
    assert told in str(error.value)

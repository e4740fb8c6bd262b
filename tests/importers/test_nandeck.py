"""nanDECK's scripts: each test a small deck in the words of its manual."""

import pytest

from .adopt import PICTURE, adopt

DECK = """\
; a comment
UNIT = MM
CARDSIZE = 63, 88
LINKMULTI = Copies
LINK = "deck.csv"
[all] = 1-{(Name)}
[gap] = 5
RECTANGLE = [all], 0, 0, 100%, 100%, #000000, #FFEEDD, 1
FONT = Georgia, 16, B, #112233
TEXT = [all], [Name], {[gap]+1}, [gap], 100%-2*[gap], 10%, center, center
FONT = Arial, 9, , #000000
TEXT = "3", "Only the last", 5, 30, 50, 8, left, top
IF = [Cost] > 2
  TEXT = [all], "Dear: [Cost]", 5, 40, 50, 8, left, top
ELSE
  TEXT = [all], "Cheap", 5, 40, 50, 8, left, top
ENDIF
IMAGE = [all], [Art], 10, 50, 20, 20, 0, P
PATTERN = [all], "star.svg", [Cost], 5, 75, 50, 8, 6, 6, 0, T, left, center
DUPLEX = 1-3, 4
VISUAL = HVG, 10, 10
"""
BESIDE = {
    "deck.csv": "Name,Cost,Art,Copies\nFox,3,fox.svg,2\nOwl,1,,1\n",
    "fox.svg": PICTURE,
    "star.svg": PICTURE,
}


@pytest.fixture
def deck(tmp_path):
    return adopt(tmp_path, "deck.nde", DECK, BESIDE)


def test_cards_and_texts_come_over(deck):
    assert deck.said == {"fox": ["Fox", "Dear: 3"], "owl": ["Owl", "Only the last", "Cheap"]}
    assert deck.counts == {"fox": 2, "owl": 1}


def test_sums_labels_and_percents_are_places(deck):
    assert "size: 63 x 88 mm" in deck.file("game.yaml")
    name = deck.field("name")
    assert "left: 6, width: 53, top: 5, height: 8.8" in name and "align: centre, valign: middle" in name
    assert 'text: "{card.Name}"' in name
    assert "georgia-16: {size: 16, bold: yes}  # Georgia" in deck.file("layouts/cards.yaml")


def test_signs_are_drawn_as_often_as_the_card_says(deck):
    layout = deck.file("layouts/cards.yaml")
    assert layout.count('of: "star.svg"') == 0 and layout.count("art/star.svg") == 3


def test_what_is_not_understood_is_told_with_its_line(deck):
    assert deck.lost == ["deck.nde:20: cardgen does not understand: DUPLEX = 1-3, 4"]


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ("H", "mirror: across"),
        ("PV", "mirror: down"),
        ("HV", "mirror: both"),
        ('"[Way]"', 'mirror: "{card.picture mirror}"'),
    ],
)
def test_pictures_are_mirrored_as_their_flags_say(tmp_path, flags, expected):
    text = 'CARDSIZE = 6, 9\nLINK = "deck.csv"\n'
    text += f'TEXT = "1-2", [Name], 0.5, 0.5, 5, 1\nIMAGE = "1-2", "fox.svg", 1, 1, 4, 4, 0, {flags}\n'
    text += f'PATTERN = "1-2", "fox.svg", 1, 0.5, 6, 2, 2, 2, 2, 180, {flags}'
    sheet = "Name,Way\nFox,H\nOwl,\n"
    deck = adopt(tmp_path, "deck.nde", text, {"deck.csv": sheet, "fox.svg": PICTURE})
    layout = deck.file("layouts/cards.yaml")
    assert layout.count(expected) == 2 and "turn: 180" in layout
    assert deck.said == {"fox": ["Fox"], "owl": ["Owl"]} and deck.lost == []


LOOPS = """\
CARDSIZE = 6, 9
[names] = "Fox|Owl|Elk"
[x] = 1|2|3
FONT = Arial, 9, , #000000
MACRO = BADGE, (cards), (words)
  ELLIPSE = (cards), 4, 0.5, 1, 1, #000000, #FF0000#0000FF@90, 0.05
  TEXT = (cards), (words), 1, 8, 3, 0.6, left, center
END
FOR = i, 1, 3
  TEXT = "{i}", {names?i}, {0.5 + i * 0.5}, 1, 3, 0.6, left, center
NEXT
BADGE = "2-3", "Macro §"
"""


def test_loops_sequences_and_macros(tmp_path):
    deck = adopt(tmp_path, "deck.txt", LOOPS)
    assert deck.said == {"fox": ["Fox"], "owl": ["Owl", "Macro 1"], "elk": ["Elk", "Macro 2"]}
    assert deck.lost == []
    assert deck.file("layouts/cards.yaml").count("draw: text") == 2  # one of the loop, which goes from card to card
    assert "#ff0000 to #0000ff, down" in deck.field("ellipse")


def test_a_sheet_that_is_elsewhere_is_told(tmp_path):
    deck = adopt(tmp_path, "deck.nde", 'LINK = "1SJdrY!cards"\nTEXT = 1, "Fox", 1, 1, 4, 1, left, top\n')
    assert deck.lost == [
        "deck.nde:1: there is no sheet '1SJdrY' beside the script; save it there as a .csv or .xlsx file"
    ]
    assert deck.said == {"card-1": ["Fox"]}


def test_a_sheet_in_latin_letters_is_read(tmp_path):
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "deck.csv").write_bytes("Name\nKäuzchen\n".encode("cp1252"))
    deck = adopt(tmp_path, "deck.nde", "LINK = deck.csv\nTEXT = , [Name], 1, 1, 4, 1, left, top\n")
    assert deck.said == {"k-uzchen": ["Käuzchen"]}


def test_a_text_in_the_middle_of_a_box_that_reaches_beyond_the_card_stays_where_it_is(tmp_path):
    deck = adopt(tmp_path, "deck.nde", "FONT = Arial, 9, , #000000\nTEXT = 1, Fox, 1, -2, 4, 6, left, center\n")
    assert "top: 0, height: 20" in deck.field("text")  # its middle is 1 cm from the top

"""What `cardgen new --from` makes of another program's deck, and what the command says."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.importers.looks import escape_markup, hex_colour, slug, to_markup
from cardgen.importers.model import DrawnBox, merge_boxes
from cardgen.importers.table import DraftTable
from cardgen.text.inline import parse_inline

SCRIPTS = {
    "deck.rb": "Squib::Deck.new(cards: 2) do\n"
    "  text str: %w(Fox Owl), x: 99, y: 99, font: 'Sans 9'\n  text str: Time.now\nend",
    "deck.nde": "TEXT = 1-2, Fox, 1, 1, 4, 1, left, top\nSTRANGE = 1, 2\n",
    "deck.cmp": '<Project><Layout Name="a" width="200" height="300" dpi="100" defaultCount="2"><Element name="t" '
    'type="Text" variable="Fox" x="10" y="10" width="99" height="20"/>\n<Element name="odd" type="Other" variable="x" '
    'x="1" y="1" width="9" height="9"/></Layout></Project>',
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_drafted_game_is_built_at_once(run, tmp_path, name):
    (tmp_path / name).write_text(SCRIPTS[name], "utf-8")
    made = run("new", "mine", "--from", name)
    assert made.code == 0, made.err
    assert "made mine/game.yaml; print it with: cardgen build ./mine\nThese parts could not be imported:\n" in made.out
    assert f"  {name}:" in made.out
    built = run("build", "./mine")
    assert built.code == 0, built.err
    assert "game.title: Mine" in (tmp_path / "mine/strings/en.yaml").read_text("utf-8")


def test_what_cannot_be_built_is_left_out_and_told(run, tmp_path):
    (tmp_path / "deck.rb").write_text(
        "Squib::Deck.new(width: 600, height: 600) do\n  text str: 'Fox', x: 99, y: 99, font: 'Sans 9'\n"
        f"  text str: '{'x' * 400}', x: 99, y: 99, width: 20, height: 20\nend\n"
    )
    made = run("new", "mine", "--from", "deck.rb")
    assert "deck.rb:3: left out: text-2: " in made.out
    assert "  # text-2: {draw: text" in (tmp_path / "mine/layouts/cards.yaml").read_text("utf-8")
    assert run("build", "./mine").code == 0


def test_what_a_game_can_be_made_of_is_told(run, tmp_path):
    (tmp_path / "deck.py").write_text("Create()\n", "utf-8")
    made = run("new", "mine", "--from", "deck.py")
    assert made.code == 2
    assert "deck.py: expected a spreadsheet (.csv, " in made.err
    assert "or another program's deck (.rb, .nde, .txt, .cmp)" in made.err


def test_a_script_takes_neither_sheet_nor_kind(run, tmp_path):
    (tmp_path / "deck.rb").write_text(SCRIPTS["deck.rb"])
    assert "--sheet and --kind" in run("new", "mine", "--from", "deck.rb", "--sheet", "x").err
    assert run("new", "mine", "--from", "deck.rb", "--kind", "solo").code == 2


@pytest.mark.parametrize(
    ("told", "ours"),
    [
        ("red", "#ff0000"),
        (":deep_sky_blue", "#00bfff"),
        ("#0000", ""),
        ("#abc", "#aabbcc"),
        ("#11223344", "#11223344"),
        ("#112233FF", "#112233"),
        ("#111122223333", "#112233"),
        ("empty", ""),
        ("nonsense", None),
    ],
)
def test_colours(told, ours):
    assert hex_colour(told) == ours


def test_signs_that_mean_something_to_us_stand_for_themselves():
    assert escape_markup("*a* [b](c) :d: 1:2") == r"\*a\* \[b\](c) \:d: 1:2"
    assert to_markup("<b>a</b><i>b</i><br><u>c</u>*") == "**a***b*\nc\\*"


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.text(max_size=30))
def test_names_are_names(text):
    from cardgen.definitions.fields import name

    try:
        assert name(slug(text))
    except ValueError as error:
        assert "expected another name" in str(error)  # of those that no file may have


cards = st.integers(1, 6)


@settings(max_examples=60, deadline=None)
@given(st.data(), cards)
def test_boxes_that_are_joined_lie_on_the_same_cards_in_the_same_order(data, number):
    some = st.none() | st.frozensets(st.integers(0, number - 1), min_size=1)
    boxes = [
        DrawnBox("text", data.draw(st.integers(1, 3)), left=float(at), keys={"text": f"t{at}"}, cards=data.draw(some))
        for at in range(data.draw(st.integers(0, 8)))
    ]

    def drawn(those, card):
        """What lies on a card, the lowest first."""
        return [
            value[card] if isinstance(value := box.keys["text"], tuple) else value
            for box in those
            if box.cards is None or card in box.cards
        ]

    whole = merge_boxes(boxes, number)
    assert all(drawn(boxes, card) == drawn(whole, card) for card in range(number))


def test_a_table_reads_texts_from_the_columns_that_they_are_made_of():
    table = DraftTable("x", 2, {"name": ("Fox", "Owl"), "kind": ("a", "b"), "Text en": ("x", "y")})
    assert list(table.columns) == ["name", "my kind", "Text en text"]
    reading = table.holding(("art/Fox.png", "art/Owl.png"), "of")
    assert (reading.before, reading.column, reading.after) == ("art/", "name", ".png")
    assert table.holding(("q", "r"), "title").column == "title"
    assert table.telling(frozenset({1}), "show it") == "card.name == 'Owl'"


def test_a_column_with_no_in_it_tells_nobody_s_cards():
    table = DraftTable("x", 3, {"kind": ("None", "a", "b"), "rest": ("", "c", "d")})
    assert table.telling(frozenset({1, 2}), "show it") == "card.rest"


@pytest.mark.parametrize(
    ("tagged", "ours"),
    [
        ("<b>a</b> <i>b</i>", "**a** *b*"),
        ("<i>a</i><i>b</i>", "*ab*"),
        ("<i>a</i><b><i>b</b></i>", "*a**b***"),
        ("<b><i>a</b>b</i>", "***a**b*"),
        ("<b>open", "**open**"),
        ("a</b>b<br>c", "ab\nc"),
        ("2 * 3 <i>x</i>", "2 \\* 3 *x*"),
    ],
)
def test_tags_that_cross_or_stay_open_become_marks_that_close(tagged, ours):
    assert to_markup(tagged) == ours
    parse_inline(ours)

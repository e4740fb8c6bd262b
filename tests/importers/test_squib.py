"""Squib's scripts: each test a small deck in the words of its manual."""

import pytest

from .adopt import PICTURE, adopt

DECK = """\
require 'squib'
data = Squib.csv file: 'deck.csv'

Squib::Deck.new(cards: data['Name'].size, layout: 'layout.yml') do
  background color: '#fff8e0'
  rect layout: :frame
  text str: data['Name'], layout: 'title'
  text str: data['Cost'].map { |c| "Cost: #{c}" },
       x: 75, y: 150, font: 'Sans 12'   # goes on here
  svg file: data['Art'], layout: :art
  svg file: 'missing.svg', x: 10, y: 10, width: 20, height: 20
  text range: [2], str: 'Last!', x: 100, y: 900, font: 'Sans 9'
  save_pdf trim: 37.5
end
"""
BESIDE = {
    "deck.csv": "Name,Cost,Art,qty\nFox,3,fox.svg,2\nOwl,1,,1\n",
    "layout.yml": "base: {x: 75, width: 675}\n"
    "frame: {extends: base, y: 75, height: 975, radius: 30, fill_color: white}\n"
    "title: {extends: base, x: += 25, y: 90, height: 60, font: 'Serif bold 18', align: center, valign: middle}\n"
    "art: {x: 100, y: 300, width: 300}\n",
    "fox.svg": PICTURE,
}


@pytest.fixture
def deck(tmp_path):
    return adopt(tmp_path, "deck.rb", DECK, BESIDE)


def test_cards_and_texts_come_over(deck):
    assert deck.said == {"fox": ["Fox", "Cost: 3"], "owl": ["Owl", "Cost: 1", "Last!"]}
    assert deck.counts == {"fox": 2, "owl": 1}  # rows with a quantity are copies


def test_places_count_from_the_trim(deck):
    assert "size: 63.5 x 88.9 mm" in deck.file("game.yaml")
    frame = deck.field("frame")
    assert "left: 3.17, width: 57.15, top: 3.17, height: 82.55" in frame and "corners: 2.54" in frame
    assert deck.field("background").count("-bleed") == 4
    assert "left: 5.29" in deck.field("title")  # what it extends, 25 pixels on


def test_a_layout_reads_the_columns_that_texts_are_made_of(deck):
    assert 'text: "{card.Name}"' in deck.field("title")
    assert 'text: "Cost: {card.Cost}"' in deck.field("text")


def test_ranges_and_cards_without_a_picture_are_conditions(deck):
    assert "when: \"card.Name == 'Owl'\"" in deck.field("text-2")
    assert 'of: "art/{card.Art}"' in deck.field("art") and "when: \"card.Name == 'Fox'\"" in deck.field("art")
    assert "width: 25.4, top: 22.22, height" in deck.field("art")
    assert (deck.folder / "art/fox.svg").read_text("utf-8") == PICTURE


def test_what_is_missing_is_told_with_its_line(deck):
    assert deck.lost == ["deck.rb:11: no picture 'missing.svg'"]
    head, *_ = deck.file("layouts/cards.yaml").splitlines()
    assert head == "# deck.rb:11: no picture 'missing.svg'"
    assert "  # picture: {draw: picture" in deck.file("layouts/cards.yaml")


LOOPS = """\
names = %w(Fox Owl Elk)
stars = [1, 0, 2]
Squib::Deck.new cards: names.size, width: '63mm', height: '88mm' do
  text str: names, x: '5mm', y: '5mm', font: 'Sans 9'
  names.each_with_index do |name, i|
    stars[i].times do |n|
      circle x: 100 + n * 60, y: 300, radius: 20, range: i, fill_color: :red
    end
    text str: "No #{i + 1}", range: i, x: 100, y: 400 + 10 * i, font: 'Sans 9' if i > 0
  end
end
"""


def test_loops_over_cards_become_fields_that_read_the_card(tmp_path):
    deck = adopt(tmp_path, "deck.rb", LOOPS)
    assert deck.said == {"fox": ["Fox"], "owl": ["Owl", "No 2"], "elk": ["Elk", "No 3"]}
    assert deck.lost == []
    layout = deck.file("layouts/cards.yaml")
    assert layout.count("draw: ellipse") == 2 and layout.count("draw: text") == 2
    assert '"{card.text-2 top}"' in deck.field("text-2")


UNREAD = """\
Squib::Deck.new(cards: 1) do
  text str: Time.now, x: 100, y: 100
  text str: 'Kept', x: 100, y: 200, dash: '3 3'
  class Foo
    def bar; 1; end
  end
  svg data: drawing(1), layout: :nowhere
  text str: 'Kept too', x: 100, y: 300 do |embed|
    embed.svg key: ':a:', file: 'a.svg'
  end
end
"""


def test_statements_that_are_not_understood_are_listed_and_the_rest_goes_on(tmp_path):
    deck = adopt(tmp_path, "deck.rb", UNREAD)
    assert deck.said == {"card-1": ["Kept", "Kept too"]}
    told = "\n".join(deck.lost)
    assert "deck.rb:2: cardgen does not understand: text str: Time.now" in told
    assert "deck.rb:3: cardgen does not understand: dash of text" in told
    assert "deck.rb:4: cardgen does not understand: class Foo" in told
    assert "deck.rb:7: cardgen does not understand: " in told
    assert "deck.rb:8: cardgen does not import pictures inside a text" in told


def test_several_decks_are_decks_of_one_game(tmp_path):
    script = "\n".join(
        f"Squib::Deck.new(cards: 1, width: 300, height: 400) {{ text str: '{name}', x: 9, y: 9, font: 'Sans 9' }}"
        for name in ("Front", "Back")
    )
    deck = adopt(tmp_path, "deck.rb", script)
    assert sorted(text for said in deck.said.values() for text in said) == ["Back", "Front"]
    assert "size: 25.4 x 33.87 mm" in deck.file("game.yaml")


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("'a' + 'b'.upcase", "aB"),
        ('"#{1 + 2 * 3}-#{[4, 5].last}"', "7-5"),
        ("{ 'x' => 'y' }['x']", "y"),
        ("(1..3).map { |i| i * i }.join('/')", "1/4/9"),
        ('%w(a b).each_with_index.map { |x, i| "#{x}#{i}" }.join', "a0b1"),
        ("true ? 'yes' : 'no'", "yes"),
        ("['b', nil, 'a'].compact.sort.first", "a"),
        ("'%02d' % 7", "07"),
        ("[1, 2, 3].select { |n| n.odd? }.map(&:to_s).join('+')", "1+3"),
        ("'*star* [x] :owl:'", "*star* [x] :owl:"),
        ("<<~END\n  two\n  lines\nEND", "two lines"),
    ],
)
def test_values_are_worked_out(tmp_path, expression, said):
    script = f"v = {expression}\nSquib::Deck.new(cards: 1) do\n  text str: v, x: 99, y: 99, font: 'Sans 9'\nend\n"
    deck = adopt(tmp_path, "deck.rb", script)
    assert (deck.lost, " ".join(deck.said["card-1"])) == ([], said)


def test_a_turn_about_the_corner_is_one_about_the_middle(tmp_path):
    script = "Squib::Deck.new(width: 600, height: 600) { rect x: 300, y: 300, width: 100, height: 50, angle: '90deg' }"
    told = adopt(tmp_path, "deck.rb", script).field("rectangle")
    assert "turn: 90" in told and "left: 19.05, width: 8.47, top: 27.52, height: 4.23" in told


def test_cells_of_spaces_alone_are_texts_that_are_not_there(tmp_path):
    script = "Squib::Deck.new(cards: 2) { text str: ['Fox', '  '], x: 99, y: 99, font: 'Sans 9' }"
    deck = adopt(tmp_path, "deck.rb", script)
    assert list(deck.said.values()) == [["Fox"], []] and deck.lost == []


def test_a_background_of_an_unknown_colour_hides_no_card(tmp_path):
    script = "Squib::Deck.new { background color: paint(1)\ntext str: 'Fox', x: 99, y: 99, font: 'Sans 9' }"
    deck = adopt(tmp_path, "deck.rb", script)
    assert "background" not in deck.file("layouts/cards.yaml").split("fields:")[1] and len(deck.lost) == 1


def test_pictures_are_mirrored(tmp_path):
    text = (
        "Squib::Deck.new(cards: 2) do\n  text str: %w(Fox Owl)\n"
        "  svg file: 'fox.svg', x: 75, y: 75, width: 300, height: 300, flip_horizontal: true\n"
        "  svg file: 'fox.svg', x: 75, y: 475, width: 300, height: 300, flip_vertical: [true, false]\nend\n"
    )
    deck = adopt(tmp_path, "deck.rb", text, {"fox.svg": PICTURE})
    assert "mirror: across" in deck.field("picture") and 'mirror: "{card.picture-2 mirror}"' in deck.field("picture-2")
    assert deck.said == {"fox": ["Fox"], "owl": ["Owl"]} and deck.lost == []


@pytest.mark.parametrize(("dash", "expected"), [("15 30", "1.27 2.54"), ("15", "1.27 1.27"), ("1mm 2mm", "1.00 2.00")])
def test_strokes_are_dashed(tmp_path, dash, expected):
    text = f"Squib::Deck.new do\n  rect x: 75, y: 75, width: 300, height: 300, dash: '{dash}'\nend\n"
    deck = adopt(tmp_path, "deck.rb", text)
    assert f"dash: {expected}" in deck.field("rectangle").replace('"', "") and deck.lost == []
    assert deck.said == {"card-1": []}


def test_of_keys_that_stand_twice_in_a_layout_the_last_counts_as_in_ruby(tmp_path):
    twice = BESIDE["layout.yml"] + "frame: {x: 75, x: 150, y: 75, width: 600, height: 975}\n"
    deck = adopt(tmp_path, "deck.rb", DECK, BESIDE | {"layout.yml": twice})
    assert deck.lost == ["deck.rb:11: no picture 'missing.svg'"]
    assert "left: 9.52, width: 50.8" in deck.field("frame")

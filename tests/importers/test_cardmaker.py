"""CardMaker's projects: each test a small one as the program saves them."""

import pytest

from tests.definitions.books import write_book

from .adopt import PICTURE, adopt

ELEMENT = (
    '<Element name="{name}" type="{type}" variable="{variable}" x="{x}" y="10" width="100" height="20" rotation="0" '
    'font="Arial;12;1;0;0;0" elementcolor="0xff0000FF" opacity="255" horizontalalign="1" verticalalign="1" '
    'lockaspect="true" enabled="{enabled}" borderthickness="0" backgroundcolor="0x00000000" />'
)


def element(name, type, variable, x=10, enabled="true"):
    return ELEMENT.format(name=name, type=type, variable=variable, x=x, enabled=enabled)


def project(*elements, head="", more='<Reference RelativePath="deck.csv" Default="true" />'):
    layout = f'<Layout Name="Heroes" width="200" height="300" dpi="100" defaultCount="2" {head}>'
    return f'<?xml version="1.0"?>\n<Project>{layout}\n' + "\n".join(elements) + f"\n{more}</Layout></Project>"


BESIDE = {"deck.csv": "Count,name,clan\n2,Fox,red\n1,Owl,blue\n", "images/red.svg": PICTURE}


def test_elements_come_over_and_the_first_lies_on_top(tmp_path):
    text = project(
        element("Title", "Text", "@[name]"),
        element("Clan", "Text", "#(switch;@[clan];red;Warm;blue;Cold)#"),
        element("Kind", "Text", "#(if @[clan] == red then Ember else Frost)#"),
        element("Number", "Text", "##1;1;2#"),
        element("Art", "Graphic", "images/@[clan].svg"),
        element("Frame", "Shape", "#roundedrect;3;-;-;10#"),
        element("Off", "Text", "never", enabled="false"),
        element("Inner", "SubLayout", "other"),
    )
    deck = adopt(tmp_path, "game.cmp", text, BESIDE)
    assert sorted(deck.said["fox"]) == sorted(["Fox", "Warm", "Ember", "01"])
    assert sum(deck.counts.values()) == 3
    layout = deck.file("layouts/heroes.yaml")
    assert layout.index("frame:") < layout.index("art:") < layout.index("title:")
    title = deck.field("title", "heroes")
    assert "left: 2.54, width: 25.4, top: 2.54, height: 5.08" in title and 'colour: "#ff0000"' in title
    assert "arial-11-52: {size: 11.52, bold: yes}  # Arial" in layout
    assert deck.lost == [
        "game.cmp:10: cardgen does not understand: Inner: an element of the kind SubLayout; draw it as a part",
        "game.cmp:7: no picture 'images/blue.svg'",
    ]


def test_a_project_without_a_sheet_has_so_many_cards(tmp_path):
    deck = adopt(tmp_path, "game.cmp", project(element("Title", "Text", "Hello"), more=""))
    assert list(deck.counts.values()) == [2]


def test_scripts_of_texts_and_names_are_read_and_others_told(tmp_path):
    text = project(
        element("Title", "Text", "'The ' + name"),
        element("Sum", "Text", "parseInt(name) + 1"),
    ).replace("</Project>", "<translatorName>JavaScript</translatorName></Project>")
    deck = adopt(tmp_path, "game.cmp", text, BESIDE)
    assert deck.said["fox"] == ["The Fox"]
    assert deck.lost == ["game.cmp:4: cardgen does not understand: Sum: a variable that contains a program"]


def test_markup_of_formatted_texts_is_ours(tmp_path):
    text = project(element("Body", "FormattedText", "Now &lt;b&gt;bold&lt;/b&gt; and &lt;fs=24&gt;large&lt;/fs&gt;"))
    deck = adopt(tmp_path, "game.cmp", text, BESIDE)
    assert "Now **bold** and large" in deck.field("body", "heroes")


def test_cards_of_other_layouts_are_left_out(tmp_path):
    sheet = {"deck.csv": "Count,name,allowed_layout\n1,Fox,Heroes\n1,Owl,Villains\n1,Elk,*\n"}
    deck = adopt(tmp_path, "game.cmp", project(element("Title", "Text", "@[name]")), sheet)
    assert set(deck.said) == {"fox", "elk"}


def test_elements_are_seen_through_and_mirrored(tmp_path):
    graphic = element("Art", "Graphic", "images/red.svg").replace('opacity="255"', 'opacity="64" mirrortype="2"')
    deck = adopt(tmp_path, "game.cmp", project(graphic, element("Title", "Text", "@[name]")), BESIDE)
    assert "opacity: 0.25, mirror: down" in deck.field("art", "heroes") and deck.lost == []
    assert deck.said["owl"] == ["Owl"]


@pytest.mark.parametrize("name", ["Images/Red.SVG", "images\\RED.svg", r"E:\Games\Deck\images\red.svg"])
def test_pictures_are_found_as_windows_finds_them(tmp_path, name):
    deck = adopt(tmp_path, "game.cmp", project(element("Art", "Graphic", name)), BESIDE)
    assert deck.lost == [] and "images/red.svg" in deck.field("art", "heroes")


def test_no_picture_is_found_outside(tmp_path):
    (tmp_path / "Secret.svg").write_text(PICTURE, "utf-8")
    deck = adopt(tmp_path, "game.cmp", project(element("Art", "Graphic", "../secret.svg")), BESIDE)
    assert deck.lost == ["game.cmp:3: no picture '../secret.svg'"]


def test_a_reference_names_the_sheet_of_a_book(tmp_path):
    (tmp_path / "theirs").mkdir()
    sheets = {"Villains": [["Count", "name"], [1, "Wrong"]], "Hero Cards": [["Count", "name"], [2, "Fox"]]}
    write_book(tmp_path / "theirs" / "lists.xlsx", sheets)
    more = '<Reference RelativePath="excel;lists.xlsx;Hero Cards" Default="true" />'
    deck = adopt(tmp_path, "game.cmp", project(element("Title", "Text", "@[name]"), more=more))
    assert deck.said == {"fox": ["Fox"]} and deck.counts == {"fox": 2}


def test_a_counter_counts_all_cards_or_those_of_a_row(tmp_path):
    beside = {"deck.csv": "Count,name\n2,Fox\n1,Owl\n2,Elk\n"}
    deck = adopt(tmp_path, "game.cmp", project(element("Both", "Text", "##1;1;2# and #sc;1;1;1#")), beside)
    said = sorted(text for texts in deck.said.values() for text in texts)
    assert said == ["01 and 1", "02 and 2", "03 and 1", "04 and 1", "05 and 2"]


def test_what_lies_behind_an_element_comes_over(tmp_path):
    shape = "#bgshape::#roundedrect;0;-;-;5#::0xaaaaff::5::5::-10::-10::16::0x0000ff#"
    text = project(
        element("Title", "Text", f"@[name]{shape}"),
        element("Sign", "Text", "x#bggraphic::images/@[clan].svg::0::0::-40::0::true::-::1::1#"),
        element("Many", "Graphic", "images/red.svg#bggraphic::images/red.svg::0::0::0::0::false::16x16::-::-#"),
        element("Odd", "Text", "y#bgshape::#star;0#::0xff0000#"),
    )
    deck = adopt(tmp_path, "game.cmp", text, BESIDE | {"images/blue.svg": PICTURE})
    assert sorted(deck.said["fox"]) == sorted(["Fox", "x", "y"])
    ground = deck.field("title-ground", "heroes")
    assert "left: 3.81, width: 22.86, top: 3.81, height: 2.54" in ground and "corners: 1.27" in ground
    assert 'fill: "#aaaaff"' in ground and 'stroke: "#0000ff"' in ground and "line: 4.06," in ground
    assert "draw: picture" in deck.field("sign-ground", "heroes")
    assert "fit: cover" in deck.field("many-ground", "heroes")
    layout = deck.file("layouts/heroes.yaml")
    assert layout.index("title-ground:") < layout.index("title:")
    assert deck.lost == [
        "game.cmp:6: cardgen does not understand: Odd: the shape #star;0# behind it",
        "game.cmp:5: cardgen does not understand: Many: tiles of a picture behind it; cardgen draws the picture once",
    ]


def test_what_a_text_says_of_its_element_comes_over(tmp_path):
    text = project(
        element("Title", "Text", "@[name]$[elementcolor:0x00ff00]"),
        element("Clan", "Text", "@[clan]$[elementcolor:@[tint ![layoutname]]]$[gradient:points;0xff0000;&amp;[width]]"),
        element("Kind", "Text", "kind$[elementcolor:#(if @[clan] == red then 0xff0000 else 0x0000ff)#]"),
    )
    deck = adopt(tmp_path, "game.cmp", text, BESIDE | {"game_defines.csv": "define,value\ntint heroes,0x0000ff\n"})
    assert sorted(deck.said["fox"]) == ["Fox", "kind", "red"]
    assert 'colour: "#00ff00"' in deck.field("title", "heroes") and 'colour: "#0000ff"' in deck.field("clan", "heroes")
    assert deck.lost == [
        "game.cmp:5: cardgen does not understand: Kind: the property 'elementcolor', which differs between cards; "
        "let its key read the card",
        "game.cmp:4: cardgen does not understand: Clan: the property 'gradient'",
    ]


def test_an_unknown_name_is_told(tmp_path):
    deck = adopt(tmp_path, "game.cmp", project(element("Title", "Text", "@[name] @[nmae]")), BESIDE)
    told = "game.cmp:3: cardgen does not understand: Title: 'nmae', which is no column and no define"
    assert deck.lost == [told]

"""The HTML file: well formed, named for those who listen, and whole in itself."""

import base64
import io
import re
from html.parser import HTMLParser

import pytest
from fontTools.ttLib import TTFont

from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Shape, Symbol
from cardgen.graphics.geometry import rectangle
from cardgen.rulebook.colours import contrast
from cardgen.rulebook.html import make_html
from cardgen.rulebook.webfont import USUAL, font_rules
from tests.rulebook.library import FACES, book

TEXT = """\
# Setup & start

Take *two* **cards** :acorn: < 3.

1. Shuffle.
2. Deal:
   - to all
   - to none

> **Example**
>
> Anna draws.

## Cards

![Three foxes](cards:fox*3,owl)

| Card | Count |
|---|--:|
| Fox | 3 |

---

# End

### Last words

Done.
"""
VOID = {"meta", "br"}


class Tree(HTMLParser):
    """Every element with its attributes and the text in it; fails on a tag that is not closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.all = [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        element = {"tag": tag, "text": "", "within": [each["tag"] for each in self.open], **dict(attributes)}
        self.all.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1]["tag"] == tag, f"</{tag}> in {[each['tag'] for each in self.open]}"
        self.open.pop()

    def handle_data(self, data):
        for element in self.open:
            element["text"] += data

    def find(self, *tags):
        return [element for element in self.all if element["tag"] in tags]


@pytest.fixture(scope="module")
def html():
    return make_html(TEXT, book())


@pytest.fixture(scope="module")
def tree(html):
    return Tree(html)


def test_the_page_names_its_language_title_and_width(tree):
    assert tree.find("html")[0]["lang"] == "en"
    assert tree.find("title")[0]["text"] == "The Wood"
    assert any(meta.get("name") == "viewport" for meta in tree.find("meta"))


def test_headings_follow_one_another_without_gaps(tree):
    found = [(element["tag"], element["text"]) for element in tree.find("h1", "h2", "h3", "h4")]
    assert found == [
        ("h1", "The Wood"),
        ("h2", "Contents"),
        ("h2", "Setup & start"),
        ("h3", "Cards"),
        ("h2", "End"),
        ("h4", "Last words"),
    ]


def test_the_contents_lead_to_chapters_and_sections(tree):
    ids = {element["id"]: element["text"] for element in tree.all if "id" in element}
    links = [element for element in tree.find("a") if "nav" in element["within"]]
    assert [link["text"] for link in links] == ["Setup & start", "Cards", "End"]
    assert all(ids[link["href"].removeprefix("#")] == link["text"] for link in links)


def test_every_picture_has_a_name(tree):
    pictures = [element for element in tree.find("svg", "img") if element.get("aria-hidden") != "true"]
    titles = [element["text"] for element in tree.find("title")][1:]
    assert len(pictures) == 5  # two on the cover, an icon, two in the figure
    assert sum("aria-label" in picture for picture in pictures) + len(titles) == len(pictures)
    assert all(picture["role"] == "img" for picture in pictures)
    assert titles == ["Fox", "Owl", "3 × Fox", "Owl"] or sorted(titles) == sorted(["Fox", "Owl", "3 × Fox", "Owl"])


def test_nothing_outside_is_asked_for(html, tree):
    assert "://" not in html
    assert not tree.find("script", "link", "iframe", "img")
    assert not re.search(r"@import|url\((?!#|data:)", html)
    for element in tree.all:
        for name in ("href", "src", "xlink:href"):
            assert element.get(name, "#").startswith("#")


def test_every_reference_is_there_and_every_id_once(tree):
    ids = [element["id"] for element in tree.all if "id" in element]
    assert len(ids) == len(set(ids))
    for element in tree.find("use", "a"):
        assert element["href"].removeprefix("#") in ids
    for element in tree.all:
        if "clip-path" in element:
            assert element["clip-path"][5:-1] in ids


def test_a_face_is_defined_once_and_its_text_keeps_its_width(tree):
    words = [element for element in tree.find("text") if element["text"] == "fox"]
    assert len(words) == 1
    assert words[0]["textlength"] == "47" and words[0]["lengthadjust"] == "spacingAndGlyphs"
    assert "Fraunces" in words[0]["font-family"]


def test_words_and_lists(html):
    assert "<p>Take <em>two</em> <strong>cards</strong> <svg " in html
    assert "&lt; 3." in html and "Setup &amp; start" in html
    assert re.search(r"<ol>\s*<li>Shuffle.</li>\s*<li>Deal:<ul>\s*<li>to all</li>\s*<li>to none</li>\s*</ul>", html)


def test_tables_have_headers_and_can_be_scrolled(tree):
    assert [(cell["text"], cell["scope"]) for cell in tree.find("th")] == [("Card", "col"), ("Count", "col")]
    assert [cell.get("class") for cell in tree.find("td")] == [None, "right"]
    (region,) = [element for element in tree.find("div") if element.get("role") == "region"]
    assert region["tabindex"] == "0" and region["aria-label"] == "Card, Count"


def test_a_callout_is_a_note_with_a_name(tree):
    (note,) = tree.find("aside")
    assert note["role"] == "note" and note["aria-label"] == "Example"


def test_a_page_break_counts_on_paper(html):
    assert re.search(r'<h2 id="h\d" class="page">End</h2>', html)


@pytest.mark.parametrize("accent", ["#2060a0", "#f4c93f", "#101010", "#ffffff", "#d9a02b"])
def test_words_can_be_read_in_the_light_and_in_the_dark(accent):
    colours = {"ink": "#3a2317", "paper": "#fffdf7", "accent": accent, "second": "#d9a02b"}
    html = make_html(TEXT, book(colours=colours))
    themes = re.findall(r"(--ink:[^}]+)}", html)
    assert len(themes) == 2
    for theme in themes:
        found = dict(part.removeprefix("--").split(":") for part in theme.split(";"))
        assert contrast(found["ink"], found["tint"]) >= 4.5
        for name in ("ink", "accent", "grey"):
            assert contrast(found[name], found["paper"]) >= 4.5, name
        assert contrast(found["accent"], found["tint"]) >= 4.5


def test_text_is_escaped():
    nasty = "A \"<b>\" & 'c'"
    html = make_html("text", book(title=nasty, author=nasty, subtitle=nasty))
    assert "<b>" not in html
    Tree(html)


def test_without_headings_there_are_no_contents():
    assert "<nav" not in make_html("text", book())


def test_all_faults_are_told():
    with pytest.raises(InputError) as caught:
        make_html("![a](cards:fix)\n\n:nut:", book())
    assert [fault.place.line for fault in caught.value.faults] == [1, 3]


def test_the_same_text_makes_the_same_file(html):
    assert make_html(TEXT, book()) == html


def test_counts_are_told_below_their_faces():
    text = make_html("![Beasts](cards:fox=15,owl)", book())
    figure = text.split("<figure>")[1]
    assert figure.count("<p") == 1 and '</svg><p aria-hidden="true">×\u00a015</p></div>' in figure
    assert "<title>15 × Fox</title>" in figure and "<title>Owl</title>" in figure


def test_a_chapter_named_in_italics_is_a_link():
    tree = Tree(
        make_html("# One\n\nSee *Two, at last*, not *three* or **Two, at last**.\n\n# *Two*, at last\n\nx", book())
    )
    (link,) = (element for element in tree.find("a") if "main" in element["within"])
    assert link["text"] == "Two, at last"
    assert [element["text"] for element in tree.all if element.get("id") == link["href"].removeprefix("#")] == [
        link["text"]
    ]


def test_the_books_fonts_are_in_the_page(html):
    rules = re.findall(r"@font-face{font-family:'([^']*)';font-weight:(\w+);font-style:(\w+);[^}]*base64,([^)]*)", html)
    assert {(family, weight, style) for family, weight, style, _ in rules} == {
        ("Alegreya", "normal", "normal"),
        ("Alegreya", "bold", "normal"),
        ("Alegreya", "normal", "italic"),
        ("Fraunces", "bold", "normal"),
    }
    for *_, packed in rules:
        font = TTFont(io.BytesIO(base64.b64decode(packed)))
        assert font.flavor == "woff2"
        assert set(map(ord, "Take3éœ’")) <= set(font.getBestCmap())


def test_no_more_of_a_font_is_shipped_than_the_page_and_western_texts_need():
    (text, *_) = (face for use, face in FACES.items() if use == "text")
    kept = TTFont(
        io.BytesIO(base64.b64decode(re.search(r"base64,([^)]*)", font_rules([("a/b", text.own.source)], "ő"))[1]))
    )
    assert ord("a") in kept.getBestCmap()
    assert set(kept.getBestCmap()) <= {ord("ő"), *map(ord, USUAL)}


def test_a_row_of_few_faces_stays_a_row():
    for markdown, rows in (("cards:fox,owl*2", 1), ("cards:fox,owl;fox", 2), ("cards:" + ",".join(["fox"] * 7), 0)):
        tree = Tree(make_html(f"![Beasts]({markdown})", book()))
        lines = [element for element in tree.find("div") if element.get("class") == "line"]
        assert len([line for line in lines if "figure" in line["within"]]) == rows


def test_a_scene_heads_the_page_in_place_of_the_cover_s_faces():
    scene = Symbol("pictures/scene", (0, 0, 12, 16), (Shape(rectangle(0, 0, 12, 16), fill="#204060"),))
    html = make_html("text", book(scene=scene))
    header = html[html.index("<header>") : html.index("</header>")]
    assert '<svg class="scene" aria-hidden="true" viewBox="0 0 12 16"><use href=' in header
    assert "<title>" not in header and html.count("#204060") == 1

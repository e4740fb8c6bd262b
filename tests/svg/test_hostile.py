"""Whatever a file holds, it is read, or refused with its place: quickly, and with nothing opened or fetched."""

import contextlib
import gzip

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.foundations.errors import InputError, Place
from cardgen.graphics.paths import read_path
from cardgen.svg.read import draw_tree, read_drawing
from cardgen.svg.tree import read_tree
from cardgen.svg.values import colour, length, numbers, transform
from tests.svg.drawn import HEAD, font, written

LAUGHS = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>'


def read(tmp_path, body, head=HEAD):
    return read_drawing(written(tmp_path, body, head), "x", font)


@pytest.mark.parametrize(
    ("body", "head", "message"),
    [
        ("<text>&c;</text>", f"{LAUGHS}{HEAD}", r"x.svg:1:\d+: expected entities"),
        ("<g>" * 200 + "</g>" * 200, HEAD, "expected at most 100 groups within one another"),
        ("<rect", HEAD, r"x.svg:1:\d+: expected SVG as well-formed XML, found a mistake: not"),
        ('<image href="http://example.org/a.png" width="9" height="9"/>', HEAD, "is not fetched"),
        ('<image href="../../secret.png" width="9" height="9"/>', HEAD, "is not fetched"),
        ('<image href="data:image/png;base64,AAAA" width="9" height="9"/>', HEAD, "<image>: it is no PNG"),
        ('<rect width="1" height="1"/>', '<svg xmlns="http://www.w3.org/2000/svg" width="-5" height="9">', "a width"),
    ],
)
def test_refused_with_its_place(tmp_path, body, head, message):
    with pytest.raises(InputError, match=message):
        read(tmp_path, body, head)


def test_a_bomb_of_uses_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr("cardgen.svg.read.MAX_DRAWN", 5_000)
    levels = '<g id="u0"><path d="M0 0h1v1z"/></g>'
    for level in range(1, 7):
        inner = f'<use href="#u{level - 1}"/>' * 10
        levels += f'<g id="u{level}">{inner}</g>'
    with pytest.raises(InputError, match="expected at most 5,000 shapes"):
        read(tmp_path, levels)


def test_filters_within_filters_are_cut_out_once_or_all_together(tmp_path, monkeypatch):
    inner = '<rect width="9" height="9" filter="url(#f)"/>'
    opened = '<g filter="url(#f)">'
    nested = f'<filter id="f"/>{opened * 50}{inner}{"</g>" * 50}'
    assert len(read(tmp_path, nested).patches) == 1
    monkeypatch.setattr("cardgen.svg.cutting.MAX_ELEMENTS", 500)
    drawn = read(tmp_path, nested)
    assert not drawn.patches and drawn.whole and [noted.what for noted in drawn.beyond] == ["a filter"]


def test_many_filters_that_cover_one_another_take_the_whole_picture(tmp_path):
    one = '<filter id="f"/><rect width="{0}" height="{0}" filter="url(#f)"/>'
    assert len(read(tmp_path, one.format(200)).patches) == 1
    many = read(tmp_path, "".join(one.format(180 + index) for index in range(20)))
    assert not many.patches and many.whole
    assert len(read(tmp_path, "".join(one.format(10 + index) for index in range(20))).patches) == 20


def test_what_shows_itself_is_drawn_once(tmp_path):
    circle = '<g id="a"><rect width="9" height="9"/><use href="#a"/></g><use href="#b"/><use id="b" href="#b"/>'
    assert len(read(tmp_path, circle).items) == 1


def test_style_sheets_import_nothing(tmp_path):
    drawn = read(tmp_path, '<style>@import url(file:///etc/passwd); rect{fill:red}</style><rect width="9" height="9"/>')
    assert drawn.items[0].fill == "#ff0000"


def test_entities_of_drawing_programs_are_read(tmp_path):
    head = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd" ['
        '<!ENTITY ns_svg "http://www.w3.org/2000/svg">]><svg xmlns="&ns_svg;" viewBox="0 0 9 9">'
    )
    assert len(read(tmp_path, '<path d="M0 0h1v1z"/>', head).items) == 1


def test_packed_files_are_read_and_bounded(tmp_path):
    place = Place("x.svgz")
    assert read_tree(gzip.compress(f"{HEAD}<g/></svg>".encode()), place).tag == "svg"
    with pytest.raises(InputError, match="expected a whole file packed by gzip"):
        read_tree(gzip.compress(b"<svg/>")[:-9], place)
    with pytest.raises(InputError, match="expected at most"):
        read_tree(gzip.compress(b" " * 31_000_000), place)


def test_malformed_parts_are_told_and_the_rest_is_drawn(tmp_path):
    drawn = read(tmp_path, '<path d="M0 0h5v5 K9"/><g transform="spin(3)"><rect width="1" height="1"/></g>')
    assert len(drawn.items) == 2
    assert [fault.message[:30] for fault in drawn.faults] == [
        "expected SVG path data with co",
        "expected translate, scale, rot",
    ]
    assert all(fault.place.line == 1 and fault.place.column > 1 for fault in drawn.faults)


def test_what_vectors_cannot_show_is_named(tmp_path):
    body = '<filter id="f"/>\n<rect width="9" height="9" filter="url(#f)"/>\n<script>x()</script>'
    drawn = read(tmp_path, body)
    (patch,) = drawn.patches.values()
    assert [(noted.what, noted.place.line) for noted in patch.noted] == [("a filter", 2)]
    assert [(noted.what, noted.place.line) for noted in drawn.passed] == [("a script (<script>)", 3)]


TAGS = ["g", "path", "rect", "circle", "use", "text", "tspan", "image", "svg", "linearGradient", "stop", "mask"]
TAGS += ["clipPath", "pattern", "marker", "symbol", "style", "line", "polygon", "switch", "a"]
NAMES = ["id", "href", "d", "x", "y", "width", "height", "r", "cx", "transform", "style", "class", "fill", "stroke"]
NAMES += ["viewBox", "clip-path", "mask", "marker-mid", "opacity", "points", "offset", "font-size", "stroke-width"]
NAMES += ["stroke-dasharray", "dx", "rotate", "preserveAspectRatio", "gradientUnits", "patternUnits", "spreadMethod"]
KNOWN = [
    "#a",
    "url(#a)",
    "a",
    "0",
    "10",
    "-3",
    "50%",
    "1e9",
    "none",
    "inherit",
    "M0 0L9 9",
    "1 2 3 4",
    "nan",
    "reflect",
]
KNOWN += ["rotate(3)", "scale(0)", "fill:red", "currentColor", "0 0 9 9", "objectBoundingBox"]
VALUES = st.one_of(st.sampled_from(KNOWN), st.text("aM019 .,-e%#(){};:", max_size=12))


def elements(inner):
    attributes = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=5)
    return st.builds(
        lambda tag, given, within: "<{0}{1}>{2}</{0}>".format(
            tag, "".join(f' {name}="{value}"' for name, value in given.items()), "".join(within)
        ),
        st.sampled_from(TAGS),
        attributes,
        st.lists(inner, max_size=3),
    )


@settings(max_examples=80, deadline=None)
@given(st.lists(st.recursive(elements(st.just("ab c")), elements, max_leaves=6), max_size=4))
def test_any_elements_are_read_or_refused(bodies):
    place = Place("x.svg")
    try:
        draw_tree(read_tree(f"{HEAD}{''.join(bodies)}</svg>".encode(), place), place, "x", font, None)
    except InputError as error:
        assert error.faults[0].place.file == "x.svg"


@settings(max_examples=200, deadline=None)
@given(st.text("MmLlHhVvCcSsQqTtAaZz0123456789.,- e+", max_size=40))
def test_any_text_is_path_data_as_far_as_it_is(text):
    segments, whole = read_path(text)
    assert all(segment[0] in "MLCZ" for segment in segments)
    assert not segments or segments[0][0] == "M"
    assert whole in (True, False)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=20))
def test_any_text_is_a_value_or_none(text):
    assert length(text, 100) is None or isinstance(length(text, 100), float)
    assert all(isinstance(value, float) for value in numbers(text))
    assert colour(text) is None or colour(text).startswith("#")
    with contextlib.suppress(ValueError):
        transform(text)

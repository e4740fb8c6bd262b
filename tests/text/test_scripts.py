"""Scripts that ask more of a paragraph than one glyph after another."""

from itertools import pairwise

import pytest
from babel import Locale, localedata
from hypothesis import given
from hypothesis import strategies as st

from cardgen.foundations.errors import Place
from cardgen.graphics.drawing import Text
from cardgen.text.bidi import visual
from cardgen.text.breaking import Box, Break, Space, break_lines
from cardgen.text.fonts import Font
from cardgen.text.inline import parse_inline
from cardgen.text.scripts import BACKWARDS, UNSEEN, analysed, base_level, clusters
from cardgen.text.setting import line_items, pieces_of
from tests.foreign import FONTS, face, font


def set_text(text: str, face, width: float = 1000.0) -> list[list[str]]:
    """What each line of a text shows, from left to right."""
    pieces = pieces_of(parse_inline(text), lambda bold, italic: face, None, face.language, True, Place("x"))
    lines = break_lines(pieces, width)
    return [[item.text for item in line_items(line, 0, 0, 1, "#000000") if isinstance(item, Text)] for line in lines]


def parts(text: str, language: str) -> list[str]:
    return [text[a:b] for a, b in pairwise([0, *sorted(analysed(text, language).breaks), len(text)])]


def test_japanese_lines_end_neither_before_a_comma_nor_after_an_opening_bracket():
    assert parts("晩「ケーキ」を、食べる。", "ja") == ["晩", "「ケー", "キ」", "を、", "食", "べ", "る。"]


def test_thai_words_are_found_without_spaces():
    assert parts("พระราชากินเค้ก", "th") == ["พระ", "ราชา", "กิน", "เค้ก"]


def test_signs_beyond_the_first_plane_do_not_shift_the_breaks():
    assert parts("\U00020000王様", "ja") == ["\U00020000", "王", "様"]


def test_western_paragraphs_are_left_alone():
    assert analysed("Le roi : « 12 ½ – gâteaux » Ωμέγα Жук", "fr") is None


def test_levels_of_a_hebrew_line_with_a_number_and_latin():
    assert analysed("אב 12 ab", "he").levels == (1, 1, 1, 2, 2, 1, 2, 2)
    assert analysed("ab אב", "en").levels == (0, 0, 0, 1, 1)


@pytest.mark.parametrize(
    ("text", "language", "level"),
    [("אב", "en", 1), ("ab אב", "en", 0), ("ab אב", "he", 1), ("12", "ar", 0), ("", "ar", 0)],
)
def test_which_way_a_paragraph_is_read(text, language, level):
    assert base_level(text, language) == level


def test_marks_stay_with_their_letters():
    assert clusters("e\u0301x") == ["e\u0301", "x"]
    assert clusters("👩\u200d🚀!") == ["👩\u200d🚀", "!"]


@given(st.lists(st.integers(0, 4)))
def test_the_visual_order_is_an_order(levels):
    order = visual(levels)
    assert sorted(order) == list(range(len(levels)))
    if all(level % 2 == 0 for level in levels) and len(set(levels)) <= 1:
        assert order == list(range(len(levels)))


def test_a_hebrew_line_runs_from_the_right_with_its_number_in_order():
    ((*shown,),) = set_text("אב 12 גד", font("hebrew.ttf", language="he", own=1))
    assert [text.strip() for text in shown if text.strip()] == ["גד", "12", "אב"]


def test_an_arabic_word_is_joined():
    arabic = font("arabic.ttf", language="ar", own=1)
    ((_, word),) = arabic.shape("ملك", backwards=True)
    alone = [arabic.shape(letter, backwards=True)[0][1].glyphs[0].number for letter in "ملك"]
    assert word.backwards and len(word.glyphs) == 3
    assert [glyph.number for glyph in reversed(word.glyphs)] != alone
    assert "".join(glyph.text for glyph in reversed(word.glyphs)) == "ملك"


def test_a_ligature_stands_for_both_letters():
    ((_, word),) = font("arabic.ttf", language="ar", own=1).shape("لا", backwards=True)
    assert "".join(glyph.text for glyph in reversed(word.glyphs)) == "لا"


def test_devanagari_vowels_change_places_and_marks_lie_on_their_letters():
    ((face, word),) = font("devanagari.ttf", language="hi", own=1).shape("खिलाड़ी")
    assert face.name == "devanagari/regular"
    assert word.width == pytest.approx(sum(glyph.advance for glyph in word.glyphs))
    assert "".join(glyph.text for glyph in word.glyphs) == "खिलाड़ी"
    assert len(word.glyphs) >= 4


def test_what_the_first_font_lacks_the_next_one_draws():
    ((first, one), (second, other)) = font("japanese.otf", language="ja", own=1).shape("3個")
    assert (first.name, one.text) == ("regular/regular", "3")
    assert (second.name, other.text) == ("japanese/regular", "個")
    assert font().missing("個★a") == ["★", "個"]
    assert font("japanese.otf").missing("個★a") == ["★"]


def test_lines_are_as_high_as_the_languages_own_letters():
    latin, thai = font(), font("thai.ttf", language="th", own=1)
    assert thai.ascent > latin.ascent and font("thai.ttf").ascent == latin.ascent


def test_decomposed_letters_are_composed():
    assert set_text("e\u0301te\u0301", font()) == [["été"]]


def test_a_mark_without_a_composed_letter_is_set_upon_it():
    ((_, word),) = font().shape("x\u0323")
    assert len(word.glyphs) == 2 and word.glyphs[1].text in ("", "\u0323")


def test_japanese_lines_break_between_letters_and_join_into_one_text():
    japanese = font("japanese.otf", language="ja", own=1)
    (whole,) = set_text("王様は毎晩", japanese)
    assert whole == ["王様は毎晩"]
    lines = set_text("王様は毎晩王様は毎晩", japanese, width=2.1)
    assert "".join(part for line in lines for part in line) == "王様は毎晩王様は毎晩"
    assert [len("".join(line)) for line in lines] == [2, 2, 2, 2, 2]


@given(st.text(alphabet="אב 12ab(),.א王様ก\u200f\u064e", max_size=30))
def test_no_text_is_lost(text):
    if analysed(text, "he"):
        found = analysed(text, "he")
        assert len(found.levels) == len(text) and all(0 < at < len(text) for at in found.breaks)
    assert "".join(clusters(text)) == text


def test_boxes_keep_their_level_for_the_line():
    face = font("hebrew.ttf", language="he", own=1)
    pieces = pieces_of(parse_inline("אב ab"), lambda bold, italic: face, None, "he", False, Place("x"))
    assert [piece.level for piece in pieces if isinstance(piece, Box)] == [1, 2]


def test_the_languages_that_are_read_from_the_right_are_those_of_cldr():
    plain = [code for code in localedata.locale_identifiers() if "_" not in code]
    known = {code for code in plain if Locale.parse(code).character_order == "right-to-left"}
    assert known == BACKWARDS & set(plain)  # of which each version knows more


def lines_of(text: str, language: str, width: float) -> list[str]:
    """Its lines where each sign is one em wide."""
    cost = analysed(text, language).breaks
    pieces = []
    for at, sign in enumerate(text):
        pieces += [Break(cost=cost[at])] if at in cost else []
        pieces.append(Space(1, sign) if sign == " " else Box(1, sign))
    broken = break_lines(pieces, width)
    return ["".join(piece.item for piece in line) for line in broken]


@pytest.mark.parametrize(
    ("text", "language", "width", "lines"),
    [
        ("聞くは一時の恥、聞かぬは一生の恥。", "ja", 11, ["聞くは一時の恥、", "聞かぬは一生の恥。"]),
        ("一滴ずつ、水がめは満ちる。", "ja", 9, ["一滴ずつ、", "水がめは満ちる。"]),
        ("遠くの親類より近くの他人。", "ja", 10, ["遠くの親類より", "近くの他人。"]),
        ("遠くの親類より近くの他人。", "ja", 5, ["遠くの親類", "より近くの", "他人。"]),  # no more lines for it
        ("手札の「ケーキ」を捨てる。", "ja", 10, ["手札の「ケーキ」を", "捨てる。"]),
        ("每位玩家抽两张牌，然后弃掉一张。", "zh", 9, ["每位玩家抽两张牌，", "然后弃掉一张。"]),
        ("왕은 매일 밤 케이크를 먹는다.", "ko", 11, ["왕은 매일 밤", "케이크를 먹는다."]),
    ],
)
def test_lines_rather_end_where_phrases_do(text, language, width, lines):
    assert lines_of(text, language, width) == lines


def test_each_language_draws_its_own_han_signs():
    han = {
        code: Font([face(FONTS / "han.otf")], face(FONTS / "han.otf"), code) for code in ("ja", "zh", "zh_TW", "zh_HK")
    }
    drawn = {code: own.shape("骨直")[0][1] for code, own in han.items()}
    assert drawn["ja"].glyphs == () and {each.text for each in drawn.values()} == {"骨直"}
    forms = {code: tuple(glyph.number for glyph in each.glyphs) for code, each in drawn.items()}
    assert len(set(forms.values())) == 4
    assert {each.width for each in drawn.values()} == {2.0}


def test_languages_share_what_a_font_draws_alike_for_all():
    arabic = face(FONTS / "arabic.ttf")
    assert arabic.shape("12", "ar") is arabic.shape("12", "fa")


@pytest.mark.parametrize(("text", "script"), [("ᠮᠣᠩᠭᠣᠯ", "Mongolian"), ("ꡏꡡꡃ", "Phags-Pa")])
def test_what_runs_downwards_is_refused(text, script):
    assert font().fault(f"a {text}") == f"{script} runs from top to bottom, which cardgen cannot print: 'a {text}'"
    assert font().missing(f"a {text}") == sorted(set(text))


def test_lines_of_piled_letters_stand_apart():
    thai = font("thai.ttf", language="th", own=1)
    assert thai.pitch == pytest.approx(thai.ascent + thai.descent, abs=0.1) and thai.pitch > 1.3
    assert font("thai.ttf").pitch == 0 and font("japanese.otf", language="ja", own=1).pitch < 1.1


def test_what_is_isolated_stays_together():
    hebrew = font("hebrew.ttf", language="he", own=1)
    ((*plain,),) = set_text("ab 12: אב", hebrew)
    ((*held,),) = set_text("\u2068ab 12:\u2069 אב", hebrew)
    assert "".join(plain).split() == ["אב", ":ab", "12"]
    assert UNSEEN.sub("", "".join(held)).split() == ["אב", "ab", "12:"]


def test_a_sign_without_a_name_that_runs_downwards_is_told_too():
    assert font().fault("a \U0001166d").startswith("Mongolian runs from top to bottom, which cardgen cannot print")

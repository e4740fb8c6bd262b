import pytest

from cardgen.text.inline import InlineIcon, LineBreak, Run, for_markdown, icon_names, parse_inline


def test_words_and_icons_have_colours():
    found = parse_inline("pay [two *coins* :coin:](gold 40 %) now")
    assert [(getattr(item, "text", ""), item.colour) for item in found] == [
        ("pay ", ""), ("two ", "gold 40 %"), ("coins", "gold 40 %"), (" ", "gold 40 %"), ("", "gold 40 %"),
        (" now", ""),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["[1-3]", "a ] b", "[a] (b)", "x](y)", r"\[a](b)", r"\[a\] b"])
def test_brackets_alone_are_brackets(text):
    (run,) = parse_inline(text)
    assert (run.text, run.colour) == (text.replace("\\", ""), "")


def test_a_text_without_its_colours_keeps_its_other_markup():
    assert for_markdown("a [*b* :c:](ink 40 %) d") == "a [*b* :c:](colour=ink%2040%20%25) d"


def test_runs_icons_and_breaks():
    assert parse_inline("Take *two* :cheese:\n**or** ***all***") == (
        Run("Take "),
        Run("two", italic=True),
        Run(" "),
        InlineIcon("cheese"),
        LineBreak(),
        Run("or", bold=True),
        Run(" "),
        Run("all", bold=True, italic=True),
    )


def test_a_backslash_means_the_sign_itself():
    assert parse_inline(r"2 \* 3 \:cheese: \\") == (Run("2 * 3 :cheese: \\"),)


@pytest.mark.parametrize("text", ["*open", "**open", "a *b **c*"])
def test_open_emphasis_is_named(text):
    with pytest.raises(ValueError, match="is not closed"):
        parse_inline(text)


def test_a_time_is_not_an_icon():
    assert icon_names("at 9:30:15, see note: this") == ()

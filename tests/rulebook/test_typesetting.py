"""Typography leaves Markdown's own signs alone."""

import pytest

from cardgen.rulebook.typesetting import typeset_markdown


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("- l'un\n- l'autre", "- l’un\n- l’autre"),
        ("> - Oui ?", "> - Oui\u202f?"),
        ("> **Exemple : l'as**", "> **Exemple\u00a0: l’as**"),
        ("10. dix - onze", "10. dix\u00a0– onze"),
        ("|---|:-:|--:|", "|---|:-:|--:|"),
        ("| a | b |\n|:--|---|\n| 3 x 4 | 'x' |", "| a | b |\n|:--|---|\n| 3\u00a0×\u00a04 | “x” |"),
        ("---", "---"),
        ("# C'est :crown: !", "# C’est :crown:\u202f!"),
        ("![L'as : 2 x 3](cards:a-1*3,b...c)", "![L’as\u00a0: 2\u00a0×\u00a03](cards:a-1*3,b...c)"),
        ("une ligne  \nl'autre", "une ligne  \nl’autre"),
    ],
)
def test_french(typed, expected):
    assert typeset_markdown(typed, "fr") == expected


def test_it_can_be_done_twice():
    once = typeset_markdown("> - L'un : « oui » ; 3 x 4 ?", "fr")
    assert typeset_markdown(once, "fr") == once

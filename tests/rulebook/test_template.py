"""Templates: what they may read, and that nothing else can be reached, looped or written."""

import pytest

from cardgen.errors import InputError
from cardgen.rulebook.template import render

VALUES = {"x": 3, "rules": {"speed": 2}, "cards": [{"id": "fox"}, {"id": "owl"}], "say": lambda key: f"<{key}>"}


@pytest.fixture
def template(tmp_path):
    """template(text) -> what it renders to; it stands in the file en.md.j2."""

    def make(text, **others):
        folder = tmp_path / "rulebooks"
        folder.mkdir(exist_ok=True)
        for name, content in others.items():
            (folder / f"{name}.j2").write_text(content, "utf-8")
        (folder / "en.md.j2").write_text(text, "utf-8")
        return render(folder / "en.md.j2", [folder], VALUES)

    return make


def test_values_loops_conditions_and_functions(template):
    loop = "{% for card in cards %}\n- {{ say(card.id) }}\n{% endfor %}\n"
    text = loop + "{% if rules.speed > 1 %}fast{% endif %} {{ x * 4 }}"
    assert template(text) == "- <fox>\n- <owl>\nfast 12"


def test_a_template_may_include_one_of_its_own(template):
    assert template("{% include 'part.j2' %}!", part="a {{ x }}") == "a 3!"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a\n{{ speed }}", 2, "reads a name that is not there: 'speed' is undefined"),
        ("{{ rules.sped }}", 1, "has no attribute 'sped'"),
        ("\n\n{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}", 3, "loops more than"),
        ("{% for i in range(10**9) %}{% endfor %}", 1, "Range too big"),
        ("{% macro f() %}{{ f() }}{% endmacro %}\n{{ f() }}", 1, "calls itself without end"),
        ("{{ 'ab' * 999999999 }}", 1, "* is for numbers"),
        ("{{ 9 ** 999999 }}", 1, "expected a power of at most 10"),
        ("{{ '%999999999d' % 1 }}", 1, "% is for numbers"),
        ("{{ 'a'.ljust(999999999) }}", 1, "access to attribute 'ljust'"),
        ("{{ '{:>999999999}'.format(1) }}", 1, "access to attribute 'format'"),
        ("{{ ''.__class__.__mro__ }}", 1, "reaches for what a template may not use"),
        ("{{ say.__globals__ }}", 1, "reaches for what a template may not use"),
        ("{{ cycler }}", 1, "reads a name that is not there"),
        ("{% include '/etc/passwd' %}", 1, "there is no template '/etc/passwd'"),
        ("{% include '../secret.j2' %}", 1, "there is no template '../secret.j2'"),
        ("a\n{% if %}", 2, "cannot be read as a template"),
        ("{% import os %}", 1, "cannot be read as a template"),
        ("{{ 1 / 0 }}", 1, "division by zero"),
        ("{% for i in range(99999) %}aaaaaaaaaa{% endfor %}", 1, "writes more than"),
    ],
)
def test_what_a_template_may_not_do(template, tmp_path, text, line, message):
    (tmp_path / "secret.j2").write_text("secret")
    with pytest.raises(InputError) as error:
        template(text)
    (fault,) = error.value.faults
    assert message in fault.message
    assert (fault.place.file.endswith("rulebooks/en.md.j2"), fault.place.line) == (True, line)


def test_a_fault_in_an_included_template_points_there(template):
    with pytest.raises(InputError) as error:
        template("{% include 'part.j2' %}", part="a\n{{ speed }}")
    assert str(error.value.faults[0].place).endswith("part.j2:2:1")

"""Templates: what they may read, and that nothing else can be reached, looped or written."""

import pytest

from cardgen.foundations.errors import InputError
from cardgen.rulebook.template import render

VALUES = {"x": 3, "rules": {"speed": 2}, "cards": [{"id": "fox"}, {"id": "owl"}], "say": lambda key: f"<{key}>"}

DOUBLING = "{{% set a = 'xxxx' %}}" + 40 * "{{% set a = {0} %}}" + "{{{{ a|length }}}}"

LISTS = "{% set a = [1, 1] %}" + 40 * "{% set a = [a, a] %}"


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


def test_texts_are_joined(template):
    text = (
        "{{ cards|map(attribute='id')|join(', ') }} {{ cards|join('/', attribute='id') }} {{ 'a' ~ x ~ [1, 2]|join }}"
    )
    assert template(text) == "fox, owl fox/owl a312"
    assert template("{{ [1, x]|sum }} {{ cards|sum(attribute='n') }}".replace("cards", "[{'n': 2}, {'n': 5}]")) == "4 7"
    assert template("{{ 'ABC'|lower }} {{ 2 ** 10 }} {{ x + 1 }} {{ 1.5 * 2 }}") == "abc 1024 4 3.0"


def test_a_template_that_includes_itself_without_end(template):
    with pytest.raises(InputError) as error:
        template("{% include 'part.j2' %}", part="{% include 'part.j2' %}")
    assert "calls itself without end" in error.value.faults[0].message
    twice = "{% set m = m - 1 %}{% if m %}{% include 'part.j2' %}{% include 'part.j2' %}{% endif %}"
    with pytest.raises(InputError) as error:
        template("{% set m = 60 %}{% include 'part.j2' %}", part=twice)
    assert "calls more than" in error.value.faults[0].message


def test_a_template_may_include_one_of_its_own(template):
    assert template("{% include 'part.j2' %}!", part="a {{ x }}") == "a 3!"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a\n{{ speed }}", 2, "reads a name that is not there: 'speed' is undefined"),
        ("{{ rules.sped }}", 1, "has no attribute 'sped'; did you mean 'speed'?"),
        ("{{ rule.speed }}", 1, "'rule' is undefined; did you mean 'rules'?"),
        (
            "{{ {'a': 1}.Cost }}",
            1,
            "reads 'Cost', which is not there; where only some have it, write Cost | default('-')",
        ),
        ("\n\n{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}", 3, "loops more than"),
        ("{% for i in range(10**9) %}{% endfor %}", 1, "Range too big"),
        ("{% macro f() %}{{ f() }}{% endmacro %}\n{{ f() }}", 1, "calls itself without end"),
        ("{{ 'ab' * 999999999 }}", 1, "*: expected two numbers, got a text"),
        ("{{ 9 ** 999999 }}", 1, "**: expected a power of at most 10"),
        ("{{ '%999999999d' % 1 }}", 1, "%: expected two numbers, got a text"),
        ("{{ 'a'.ljust(999999999) }}", 1, "access to attribute 'ljust'"),
        ("{{ '{:>999999999}'.format(1) }}", 1, "access to attribute 'format'"),
        ("{{ ''.__class__.__mro__ }}", 1, "uses something that templates cannot use"),
        ("{{ say.__globals__ }}", 1, "uses something that templates cannot use"),
        ("{{ cycler }}", 1, "reads a name that is not there"),
        ("{% include '/etc/passwd' %}", 1, "there is no template '/etc/passwd'"),
        ("{% include '../secret.j2' %}", 1, "there is no template '../secret.j2'"),
        ("a\n{% if %}", 2, "cannot be read as a template"),
        ("{% import os %}", 1, "cannot be read as a template"),
        ("{{ 1 / 0 }}", 1, "division by zero"),
        ("{% for i in range(99999) %}aaaaaaaaaa{% endfor %}", 1, "writes more than"),
        (DOUBLING.format("a ~ a"), 1, "writes more than"),
        (DOUBLING.format("[a, a]|join"), 1, "writes more than"),
        (DOUBLING.format("a + a"), 1, "+: expected two numbers, got a text; join texts with ~"),
        ("{% set a %}xxxx{% endset %}\n" + 40 * "{% set a %}{{ a }}{{ a }}{% endset %}", 2, "writes more than"),
        (
            "{% macro f(a) %}{{ a }}{{ a }}{% endmacro %}{{ " + 40 * "f(" + "'xx'" + 40 * ")" + " }}",
            1,
            "writes more than",
        ),
        (
            "{% set a = [1, 1] %}" + 40 * "{% set a = [a, a] %}" + "{{ a }}",
            1,
            "expected a text or a number to write, got a list; join it",
        ),
        (
            "{% set a = [1, 1] %}" + 40 * "{% set a = [a, a] %}" + "{{ a ~ '' }}",
            1,
            "expected a text or a number to write, got a list; join it",
        ),
        (
            "{% set a = [1, 1] %}" + 40 * "{% set a = [a, a] %}" + "{{ a|lower }}",
            1,
            "expected a text or a number to write, got a list; join it",
        ),
        ("{% set a = [1, 1] %}" + 40 * "{% set a = [a, a]|sum(start=[]) %}", 1, "sum: expected numbers, got a list"),
        (
            "{% set a = 99999 %}" + 40 * "{% set a = a * a %}" + "{{ a }}",
            1,
            "expected a result of at most 256 bits, got a larger number",
        ),
        (
            "{% set a = 9 %}" + 40 * "{% set a = a ** 10 %}" + "{{ a }}",
            1,
            "expected a result of at most 256 bits, got a larger number",
        ),
        (
            "{% macro f(n) %}{% if n %}{{ f(n-1) }}{{ f(n-1) }}{% endif %}{% endmacro %}{{ f(60) }}",
            1,
            "calls more than",
        ),
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

"""Templates of a stranger's rulebook that would run, or take memory, without end: each is told within bounds."""

from __future__ import annotations

import pytest

from cardgen.foundations.errors import InputError
from cardgen.rulebook.template import render
from tests.hostile.limits import limits

A, B = "{% set a = range(99999)|list %}", "{% set b = range(99999)|list %}"
TEXT = "{% set a = '" + 20_000 * "x" + "' %}"
VALUES = {
    "cards": [{"id": f"card-{number}", "value": number % 7} for number in range(110)],
    "rules": {"speed": 2},
    "say": lambda key: 20_000 * "said ",
}


def turns(body: str) -> str:
    return "{% for i in range(99999) %}" + body + "{% endfor %}"


EMPTY = 4000 * "{% if false %}{% endif %}"
NESTED = "{% set a = [1, 1] %}{% set b = [1, 1] %}" + 60 * "{% set a = [a, a] %}{% set b = [b, b] %}"
CALLS = "{{% macro f{0}() %}}{{{{ f{1}() }}}}{{{{ f{1}() }}}}{{% endmacro %}}"
MACROS = "".join(CALLS.format(n, n + 1) for n in range(60)) + "{% macro f60() %}{% endmacro %}"
ATTACKS = {
    "sums": turns("{% if range(99999)|sum %}{% endif %}"),
    "sorts": turns("{% set a = range(99999)|sort %}"),
    "sorts backwards": A + turns("{% set b = a|sort(true)|first %}"),
    "selects": turns("{% set a = range(99999)|select('odd')|list %}"),
    "selects that find nothing": turns("{% for j in range(99999)|select('gt', 100000) %}{% endfor %}"),
    "selects by an attribute": A + turns("{% set b = a|selectattr('x', 'defined')|list %}"),
    "maps": turns("{% set a = range(99999)|map('lower')|list %}"),
    "maps of lists": A + "{% set b = [" + 2000 * "a," + "]|map('list')|list %}",
    "maps of maps": turns("{% set a = range(99999)" + 40 * "|map('lower')" + "|last %}"),
    "lists of texts": TEXT + turns("{% set b = a|list %}"),
    "lists of lists": A + turns("{% set b = a|list|list|list %}"),
    "joins": turns("{% set a = range(9999)|join %}"),
    "joins of nothing": turns("{% set a = range(99999)|map('first')|join %}"),
    "searches": A + turns("{% if -1 in a %}{% endif %}"),
    "searches by a test": A + turns("{% if -1 is in(a) %}{% endif %}"),
    "searches of texts": TEXT + turns("{% if 'y' in a %}{% endif %}"),
    "selects in lists": A + "{% set b = range(99999)|select('in', a)|list %}",
    "compares": A + B + turns("{% if a == b %}{% endif %}"),
    "compares by a test": A + B + turns("{% if a is eq(b) %}{% endif %}"),
    "compares lists of lists": NESTED + "{% if a == b %}{% endif %}",
    "orders lists of lists": NESTED + "{% if a < b %}{% endif %}",
    "finds lists of lists": NESTED + "{% if a in [b] %}{% endif %}",
    "sorts lists of lists": NESTED + "{% set c = [a, b]|sort %}",
    "changes of lists of lists": NESTED + "{% for i in [1, 2] %}{{ loop.changed(a if i == 1 else b) }}{% endfor %}",
    "slices": A + turns("{% set b = a[:] %}"),
    "hands on": A + "{% macro f() %}{% endmacro %}" + turns("{% set b = f(*a) %}"),
    "loops anew": "{% for i in range(300) recursive %}{{ loop(range(300)) if loop.depth < 5 }}{% endfor %}",
    "loops anew over little": "{% for i in range(99999) recursive if i == 9 %}{{ loop(range(99999)) }}{% endfor %}",
    "loops anew in silence": "{% for i in [1, 2] recursive %}{% set a = loop([1, 2]) %}{% endfor %}",
    "loops without a body": "{% for i in range(99999) if false %}{% endfor %}" * 400,
    "a long body": "{% for i in range(99999) %}" + EMPTY + "{% endfor %}",
    "a long macro": "{% macro f() %}" + EMPTY + "{% endmacro %}" + turns("{{ f() }}"),
    "a long block": "{% block b %}" + EMPTY + "{% endblock %}" + turns("{{ self.b() }}"),
    "a long call": "{% macro f() %}{% endmacro %}" + turns("{% call f() %}" + EMPTY + "{% endcall %}"),
    "an inclusion of much": turns("{% include 'long.j2' %}"),
    "an import of much": turns("{% import 'long.j2' as a %}"),
    "inclusions of what is missing": turns("{% include [" + 900 * "'none.j2'," + "] ignore missing %}"),
    "an inclusion of a list": turns("{% include range(99999)|map('lower')|list ignore missing %}"),
    "texts that are kept": TEXT + "{% macro f() %}" + turns("{{ a ~ i }}") + "{% endmacro %}{{ f()|length }}",
    "texts that are thrown away": TEXT + turns("{% set b = a ~ a %}"),
    "what is said": turns("{% set a = say('x') %}"),
    "what is said in a list": "{% macro f() %}" + turns("{{ say('x') }}") + "{% endmacro %}{{ f()|length }}",
    "small letters": TEXT + turns("{% set b = a|lower %}"),
    "a text that doubles": "{% set a = 'xxxx' %}" + 60 * "{% set a = [a, a]|join %}",
    "differences": A + turns("{% set b = a - a %}"),
    "a template without end": "{{ 1 }}" * 100_000,
    "a template of many statements": "{%if 1%}{%endif%}" * 23_000,
    "deep brackets": "{{ " + 5000 * "(" + "1" + 5000 * ")" + " }}",
    "deep lists": "{{ " + 5000 * "[" + 5000 * "]" + " }}",
    "a long sum": "{{ " + "1 + " * 90_000 + "1 }}",
    "a long chain": "{{ x" + ".y" * 100_000 + " }}",
    "many filters": "{{ 'x'" + "|lower" * 60_000 + " }}",
    "deep conditions": 3000 * "{% if true %}" + 3000 * "{% endif %}",
    "deep loops": "".join(f"{{% for i{n} in [1, 2] %}}" for n in range(18)) + 18 * "{% endfor %}",
    "many macros": MACROS + "{{ f0() }}",
    "one number of many digits": "{{ " + "9" * 100_000 + " }}",
    "one number that grows": "{% set a = 9 %}" + 60 * "{% set a = a * a %}",
}  # fmt: skip


BY_THEMSELVES = ("a template of many statements",)  # attacks that end soon and are not told


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS)
def test_a_template_ends_within_bounds(attack, tmp_path):
    (tmp_path / "en.md.j2").write_text(ATTACKS[attack], "utf-8")
    (tmp_path / "long.j2").write_text(EMPTY, "utf-8")
    with limits(seconds=15, more=500_000_000):
        if attack in BY_THEMSELVES:
            render(tmp_path / "en.md.j2", [tmp_path], VALUES)
            return
        with pytest.raises(InputError) as error:
            render(tmp_path / "en.md.j2", [tmp_path], VALUES)
    (fault,) = error.value.faults
    assert fault.place and fault.place.file.endswith(".j2") and fault.place.line
    assert "\n" not in fault.message and len(fault.message) < 300


HONEST = {
    "{% for card in cards|sort(attribute='value') %}{{ card.id if loop.first }}{% endfor %}": "card-0",
    "{{ cards|selectattr('value', 'gt', 5)|map(attribute='id')|list|length }}": "15",
    "{{ 'yes' if 'speed' in rules and cards[0] in cards and [1, [2]] == [1, [2]] }}": "yes",
    "{{ cards[2:4]|map(attribute='value')|sum }}{{ ['b', 'A']|sort|join }}": "5Ab",
    "{% for a in [[1, [2]], 3] recursive %}{{ loop(a) if a is iterable else a }}{% endfor %}": "123",
}


@pytest.mark.parametrize("text", HONEST)
def test_what_books_need_works(text, tmp_path):
    (tmp_path / "en.md.j2").write_text(text, "utf-8")
    assert render(tmp_path / "en.md.j2", [tmp_path], VALUES) == HONEST[text]

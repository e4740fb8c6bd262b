"""Links sentences of a template to clauses: `{% tells "turn.take 3fa2" %}Take a card.{% endtells %}`.

`{% untold "counters" %}` names those that need no sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser

from cardgen.definitions.yaml_source import read_text
from cardgen.foundations.errors import Place
from cardgen.rulebook.marks import Mark, parse_clauses

RenderBlock = Callable[[str, str], str]
"""Returns what to print for a block, from its clauses and its text."""

END = "endtells"
_END = re.compile(rf"\{{%-?\s*{END}\s*%\}}")


class Tells(Extension):
    """The two tags. cardgen keeps compiled templates, so the environment's `render_block` decides what to print."""

    tags = {"tells", "untold"}

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Keeps the end of a line behind a sentence; Jinja removes it only after a tag that is alone on its line."""
        return "\n".join(map(_with_line_end, source.split("\n"))) if END in source else source

    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        tag = next(parser.stream)
        said = parser.parse_primary()
        if not isinstance(said, nodes.Const) or not isinstance(said.value, str) or not parse_clauses(said.value):
            parser.fail(f'expected clauses in quotes, such as {{% {tag.value} "turn.take 3fa2" %}}', tag.lineno)
        marks, place = getattr(self.environment, "marks", []), Place(str(parser.filename), tag.lineno, 1)
        if tag.value == "untold":
            marks.append(Mark(parse_clauses(said.value), True, place))
            return []
        number = len(marks)
        body = parser.parse_statements((f"name:{END}",), drop_needle=True)
        text = "".join(each.data for node in body for each in node.find_all(nodes.TemplateData))
        marks.insert(number, Mark(parse_clauses(said.value), False, place, block="\n" in text.strip("\n")))
        return nodes.CallBlock(self.call_method("_render_block", [said]), [], [], body).set_lineno(tag.lineno)

    def _render_block(self, clauses: str, caller: Callable[[], str]) -> str:
        environment: Any = self.environment  # the environment of `render`
        return environment.render_block(clauses, caller())


def _with_line_end(line: str) -> str:
    """A line that keeps its end, if a sentence begins and ends in it."""
    tag = line.rfind("{%")
    inline = tag > 0 and _END.fullmatch(line, tag) and line[:tag].strip()
    return f"{line.removesuffix('%}')}+%}}" if inline else line


def marks_of(templates: Iterable[Path]) -> tuple[Mark, ...]:
    """The marks of templates; those in one that is no template are reported when it is rendered."""
    return tuple(mark for template in templates for mark in _marks(template, read_text(template)))


@lru_cache(maxsize=256)  # editions of a game share templates
def _marks(template: Path, text: str) -> tuple[Mark, ...]:
    environment: Any = Environment(extensions=[Tells])
    environment.marks = []
    try:
        environment.parse(text, template.name, str(template))
    except (TemplateSyntaxError, RecursionError):
        return ()
    return tuple(environment.marks)

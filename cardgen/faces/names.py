"""What cards are called where readers meet them: what their field `name` says, else their ids."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.definitions.game import Design
from cardgen.definitions.layout_file import Layout, TextField, read_layout
from cardgen.faces import expressions
from cardgen.library import Home
from cardgen.text import articles
from cardgen.text.strings import Strings
from cardgen.text.typography import typeset


def card_names(designs: Iterable[Design], home: Home, strings: Strings, form: str = "") -> dict[str, str]:
    """Each card's name by its id, and of two-sided ones each side's by ID/SIDE, in the language of the strings.

    `form` is how a sentence takes it: with its article, behind a preposition (see `text.articles`).
    """
    layouts: dict[str, Layout] = {}
    found: dict[str, str] = {}
    for design in designs:
        for face in design.faces:
            if face.layout not in layouts:
                layouts[face.layout] = read_layout(home, face.layout, face.place_of("layout"))
        found[design.id] = _name(design, layouts[design.layout], strings, form)
        if design.reverse:
            sides = ((f"{design.id}/{face.side}", face) for face in design.faces)
            found |= {id: _name(face, layouts[face.layout], strings, form) for id, face in sides}
    return found


def _name(design: Design, layout: Layout, strings: Strings, form: str) -> str:
    field = layout.fields.get("name")
    if not isinstance(field, TextField):
        return design.id
    scope = {"card": design.readable}
    try:
        if field.say is None:
            return articles.said(expressions.fill(field.text or "", scope), strings.language, form)
        return typeset(strings.name(expressions.fill(field.say, scope))(form), strings.language)
    except (KeyError, ValueError):
        return design.id

"""Writes the page of `cardgen sweep --report`: maps, lines and the whole table, in one HTML file that needs no
other."""

from __future__ import annotations

from cardgen.validation.settings import maps
from cardgen.validation.settings.sweep import Sweep
from cardgen.validation.settings.swept import heading, how_sure, idle, rows_in_words
from cardgen.validation.telling.page import rendered

TEMPLATE = "sweep.html.j2"


def page(asked: Sweep) -> str:
    """Returns the page as text; the same games give the same page. Raises InputError for a faulty template."""
    definition = asked.definition
    words = asked.game.words(definition.languages[0])
    head, *rows = rows_in_words(asked)
    return rendered(
        TEMPLATE,
        title=words.say("game.title"),
        heading=heading(asked),
        over=[(axis.name, ", ".join(axis.values)) for axis in asked.space.axes],
        series=list(maps.charts(asked)),
        head=head,
        rows=rows,
        names=len(asked.space.axes) + 2,
        maps=maps.SIZES,
        sure=how_sure(asked),
        idle=idle(asked),
        stopped=asked.stopped,
    )

"""Writes the page of `check --report`: one HTML file that needs no other, to read, print and send."""

from __future__ import annotations

from collections.abc import Sequence

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment

from cardgen import __version__
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.findings import ALL, Finding, alike
from cardgen.foundations.plain import require_plain
from cardgen.play.seating import ABOUT
from cardgen.store.library import BUILTIN
from cardgen.validation.results import Check, VariantResult
from cardgen.validation.telling import charts
from cardgen.validation.telling.answers import Answer, answers
from cardgen.validation.telling.figures import Series, series
from cardgen.validation.telling.grouping import ORDER, FindingGroup, by_severity, findings_of, groups, new_and_old
from cardgen.validation.telling.tables import FigureTable, tables
from cardgen.validation.telling.tell import how_sure
from cardgen.validation.wording import quantity, rests

TEMPLATE = "check.html.j2"
FUNCTIONS = frozenset({"rests"})  # functions that templates can call
SIGNS = {"error": "✖", "warning": "▲", "note": "●"}


@dataclass(frozen=True, slots=True)
class Part:
    """A variant's chapter."""

    key: str
    title: str
    variant: str
    settings: str
    source: str  # games and rules behind its figures
    answers: tuple[Answer, ...]
    counts: str
    findings: tuple[FindingGroup, ...]
    as_base: tuple[FindingGroup, ...]  # findings that a variant shares with its base game
    series: tuple[Series, ...]
    tables: tuple[FigureTable, ...]
    partial: bool


def page(static: Sequence[Finding], check: Check | None, quiet: int = 0) -> str:
    """Returns the page as text, with the number of findings kept `quiet`; the same findings and games give the same
    page."""
    played = check.parts if check else []
    parts = [_part(number, part) for number, part in enumerate(played, start=1)]
    games = list(dict.fromkeys(part.game.words(part.game.definition.languages[0]).say("game.title") for part in played))
    return rendered(
        TEMPLATE,
        games=games,
        parts=parts,
        static=alike(by_severity(static)),
        counts=counts(static) + (f"; {quiet:,} kept quiet" if quiet else ""),
        signs=SIGNS,
        meanings={code: meaning for code, (_, meaning) in ALL.items()},
        policies=_policies(played),
        chart=charts.SIZES,
        rests=rests,
        sure=how_sure(check) if check and check.parts else "",
    )


def rendered(template: str, **values: object) -> str:
    """Renders a page from the package's templates. Raises TypeError for a value that is not plain."""
    require_plain(values, FUNCTIONS)
    return _environment().get_template(template).render(version=__version__, **values)


def _policies(played: Sequence[VariantResult]) -> dict[str, str]:
    """The policies of all games, and each game's own, in words."""
    own = {name: about for part in played for name, about in part.game.engine.policies.ABOUT.items()}
    return ABOUT | own


def counts(findings: Sequence[Finding]) -> str:
    """Counts findings in words, such as `1 error, 2 warnings`, without severities that do not occur."""
    numbers = {severity: sum(finding.severity == severity for finding in findings) for severity in ORDER}
    return ", ".join(quantity(number, severity) for severity, number in numbers.items() if number) or "no findings"


def _part(number: int, part: VariantResult) -> Part:
    definition = part.game.definition
    words = part.game.words(definition.languages[0])
    named = words.say("variant.title") if words.knows("variant.title") else definition.variant
    new, old = new_and_old(groups(findings_of(part)))
    return Part(
        key=f"part-{number}",
        title=f"{words.say('game.title')}: {named if definition.variant != 'base' else 'base game'}",
        variant=f"{definition.name} / {definition.variant}",
        settings=", ".join(f"{name}={value}" for name, value in definition.settings.items()),
        source=_source(part),
        answers=tuple(answers(part)),
        counts=counts([group.first for group in new]),
        findings=tuple(new),
        as_base=tuple(old),
        series=tuple(series(part)),
        tables=tuple(tables(part)),
        partial=part.partial,
    )


def _source(part: VariantResult) -> str:
    """The games behind a chapter: their number, rules and first seed."""
    cells = part.played_cells
    if not cells:
        return ""
    hashes = dict.fromkeys(part.game.rules_hash(**cell.options) for cell in cells)
    games = sum(cell.seen.games for cell in cells)
    return f"Made from {quantity(games, 'game')}, seeds from {cells[0].seed}, rules {', '.join(hashes)}"


def _environment() -> jinja2.Environment:
    """Loads templates only from the package, because a library can be a stranger's; escapes every value."""
    return ImmutableSandboxedEnvironment(
        loader=jinja2.FileSystemLoader(BUILTIN / "templates" / "reports"),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )

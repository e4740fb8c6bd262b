"""Writes findings and figures for a terminal: for each variant, it answers a designer's questions first."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from cardgen.definitions.game import BASE
from cardgen.foundations.findings import Finding, list_lines
from cardgen.store.library import typed_name, typed_variant
from cardgen.validation.sampling.confidence import FALSE_DISCOVERY_RATE
from cardgen.validation.telling.grouping import ORDER, FindingGroup, by_severity, findings_of, groups, new_and_old
from cardgen.validation.wording import percent, quantity

if TYPE_CHECKING:
    from cardgen.validation.results import Check, VariantResult
    from cardgen.validation.sampling.cells import Cell
    from cardgen.validation.telling.answers import Answer

WIDTH = 118  # columns of text; commands are never broken, so that you can copy them
INDENT = 30
MAX_SHOWN = 10  # findings on a variant that make a screenful
MAX_AMONG = 3  # findings on each of several variants
HEAD = ("players", "policies", "games", "turns", "rounds", "minutes", "score", "margin", "ties", "wins by seat (%)")
LEGEND = (
    "Figures are means over games. A policy alone sits at every seat; greedy/random* is one greedy player, at the first"
    " seat, against random ones. Score is a player's, margin the winner's lead, ties those that several win;"
    " where these share the win, it counts for each of them."
)


def as_text(static: Sequence[Finding], check: Check | None = None, whole: bool = False, quiet: int = 0) -> str:
    """Returns the report as text: what the static check found, each variant's answers, figures and findings, and a last
    line that counts the findings and those kept `quiet`.

    One variant fills a screen; several have a few lines each, the gravest first. `whole` shows all that is known of
    them. Static findings of one cause are shown as one, and no more than a screenful.

    Findings of play that are the same for several numbers of players or policies count once, as they are shown; those
    of a variant that its base has as much do not count.
    """
    lines = list_lines(by_severity(static), _line, whole)
    findings = list(static)
    parts = [(part, groups(findings_of(part))) for part in check.parts] if check else []
    several = len(parts) > 1 and not whole
    for part, grouped in sorted(parts, key=_gravity) if several else parts:
        shown = _in_brief(part, grouped) if several else _variant(part, grouped, whole, bool(check and check.tables))
        lines += [*([""] if lines else []), *shown]
        findings += [group.first for group in grouped if not group.first.as_base]
    if check and any(part.played_cells for part, _ in parts):
        legend = textwrap.wrap(LEGEND, WIDTH) if whole or check.tables else []
        lines += ["", *legend, *textwrap.wrap(how_sure(check), WIDTH)]
        lines += (
            textwrap.wrap(f"{_one_alone(parts)} shows more about one variant, --all shows everything.", WIDTH)
            if several
            else []
        )
    counts = [quantity(sum(finding.severity == severity for finding in findings), severity) for severity in ORDER]
    last = ", ".join(counts) if findings else "nothing to report"
    if quiet:
        last += f"; {quiet:,} kept quiet"
    if check and check.unanswered:
        last += f"; of {quantity(check.questions, 'question')} {check.unanswered:,} stay open, as the games are too few"
    return "\n".join([*lines, *([""] if parts else []), last])


def _gravity(result: tuple[VariantResult, list[FindingGroup]]) -> tuple:
    """The sort key of a result: by game, its base first, then variants by their gravest own findings."""
    part, grouped = result
    new, _ = new_and_old(grouped)
    graves = (-sum(group.first.severity == severity for group in new) for severity in ORDER)
    return part.game.definition.name, part.game.definition.variant != BASE, *graves


def _one_alone(parts: Sequence[tuple[VariantResult, object]]) -> str:
    """The command that shows more of one variant."""
    part = parts[-1][0].game.definition
    variant = f" --variant {typed_variant(part.home, part.variant_file)}" if part.variant_file else ""
    return f"`cardgen check {typed_name(part.home)}{variant}`"


def _in_brief(part: VariantResult, grouped: Sequence[FindingGroup]) -> Iterator[str]:
    """A variant in a few lines: its answers in a word each, and its gravest findings."""
    from cardgen.validation.telling.answers import answers  # its import waits for the compiler

    definition = part.game.definition
    said = (f"{answer.question} {_in_a_word(answer)}" for answer in answers(part) if answer.good is not None)
    yield from textwrap.wrap(f"{definition.name} / {definition.edition}: {'  '.join(said)}", WIDTH)
    new, old = new_and_old(grouped)
    for group in new[:MAX_AMONG]:
        finding = group.first
        players = f"{quantity(finding.players, 'player')}: " if finding.players else ""
        line = f"{finding.severity} {finding.code}: {players}{finding.message}"
        yield textwrap.shorten(line, WIDTH - 4, initial_indent="    ", placeholder=" ...")
    left, before = len(new) - MAX_AMONG, f"{len(old)} as in the base game" if old else ""
    if more := ", ".join(filter(None, (f"{left} smaller" if left > 0 else "", before))):
        yield f"    and {more}"


def _in_a_word(answer: Answer) -> str:
    return "proved" if answer.proved else "yes" if answer.good else "NO"


def how_sure(check: Check) -> str:
    """Explains how sure the findings are that rest on chance."""
    return (
        f"Intervals hold however often you look. The check asked {check.questions:,} questions. Of the findings "
        f"that rest on chance, on average at most 1 in {1 / FALSE_DISCOVERY_RATE:.0f} is false."
    )


def _line(finding: Finding) -> str:
    where = f"{finding.place}: " if finding.place else ""
    game = finding.game if finding.variant == "base" else f"{finding.game} / {finding.variant}"
    return f"{where}{finding.severity} {finding.code}: {finding.message} [{game}]"


def _variant(part: VariantResult, grouped: Sequence[FindingGroup], whole: bool, asked: bool = False) -> Iterator[str]:
    """A variant on a screen; all tables of policies if these are `asked` for."""
    from cardgen.validation.people import people_rows
    from cardgen.validation.telling.answers import answers  # its import waits for the compiler

    definition = part.game.definition
    title = f"{definition.name} / {definition.edition}"
    yield title
    yield "=" * len(title)
    for answer in answers(part, brief=not whole):
        yield from _block(answer.question, answer.lines)
    if cells := part.played_cells:
        yield ""
        shown = sorted(cells if whole or asked else _judging(cells), key=lambda cell: cell.players)
        rows = [HEAD, *(_row(cell) for cell in shown), *people_rows(part.game)]
        yield from table_lines(rows, {1, len(HEAD) - 1})  # words are aligned to the left, figures to the right
    new, old = new_and_old(grouped)
    listed = new if whole else new[:MAX_SHOWN]
    for group in (*listed, *(old if whole else ())):
        yield ""
        yield from _finding(group)
    if left := len(new) - len(listed):
        yield ""
        yield f"... and {left:,} smaller; --all lists all"
    if old and not whole:
        yield ""
        yield from textwrap.wrap(_as_before(old), WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def _judging(cells: Sequence[Cell]) -> Sequence[Cell]:
    """The cells that judge the game, one for each number of players; all cells if there is none."""
    return [cell for cell in cells if cell.uniform == cell.balance_policy] or cells


def _as_before(old: Sequence[FindingGroup]) -> str:
    """`as in the base game: seat-advantage (2 findings), silence`."""
    times: dict[str, int] = {}
    for group in old:
        times[group.first.code] = times.get(group.first.code, 0) + 1
    named = ", ".join(f"{code} ({number})" if number > 1 else code for code, number in times.items())
    return f"as in the base game: {named}; --all lists them"


def _block(question: str, answer_lines: Sequence[str]) -> Iterator[str]:
    head = question
    for line in answer_lines:
        whole = line.replace(" -> ", "\xa0->\xa0")  # keeps a change on one line
        first, next_ = head.ljust(INDENT), " " * (INDENT + 2)
        wrapped = textwrap.wrap(whole, WIDTH, initial_indent=first, subsequent_indent=next_)
        yield from (part.replace("\xa0", " ") for part in wrapped)
        head = ""


def _row(cell: Cell) -> tuple[str, ...]:
    mean = cell.seen.mean
    wins = " ".join(f"{100 * mean(f'seat:{seat}'):.0f}" for seat in range(cell.players))
    length = (f"{mean('turns'):.1f}", f"{mean('rounds'):.1f}", f"{mean('minutes'):.0f}")
    apart = (f"{mean('margin'):.1f}", percent(mean("ties")))
    if cell.game.together:
        wins, apart = f"all {percent(mean('seat:0')).removesuffix('%')}", ("–", "–")
    score = (f"{mean('score'):.1f}" if cell.game.scored else "–", *apart)
    return (str(cell.players), cell.title, f"{cell.seen.games:,}", *length, *score, wins)


def table_lines(rows: Sequence[Sequence[str]], left: Collection[int]) -> Iterator[str]:
    """Lays out rows in columns, some aligned to the left; the last column can have any width."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            text.ljust(width) if column in left else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def _finding(group: FindingGroup) -> Iterator[str]:
    """One of a group of like findings, with the command that shows a game of it, and how many more there are."""
    finding = group.first
    where = f"{finding.place}: " if finding.place else ""
    players = f"{quantity(finding.players, 'player')}: " if finding.players else ""
    text = f"{where}{finding.severity} {finding.code}: {players}{finding.message}"
    yield from textwrap.wrap(text, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    if finding.replay:
        met = finding.evidence and finding.evidence.turn
        turn = f"   (turn {met})" if met else ""
        yield f"    {finding.replay}{turn}"
    if group.others:
        more = len(group.others)
        yield f"    one of {more + 1} like it; --json and --report list the other{'s' if more > 1 else ''}"

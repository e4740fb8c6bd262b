"""Findings and figures for the terminal: for each variant a designer's questions first."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from cardgen.findings import Finding, listed
from cardgen.validation.sampling.sound import FALSE
from cardgen.validation.telling.grouping import ORDER, Group, by_severity, findings_of, groups, new_and_old
from cardgen.validation.wording import counted, percent

if TYPE_CHECKING:
    from cardgen.validation.play import Check, Played
    from cardgen.validation.sampling.cells import Cell

WIDTH = 118  # columns of text; commands stand whole on their line, to be copied
INDENT = 30
MOST_TOLD = 10  # findings on a variant that make a screenful
HEAD = ("players", "policies", "games", "turns", "rounds", "minutes", "score", "margin", "ties", "wins by seat (%)")
LEGEND = (
    "Figures are means over games. A policy alone sits at every seat; greedy/random* is one greedy player, at the first"
    " seat, against random ones. Score is a player's, margin the winner's lead, ties those that several win."
)


def as_text(static: Sequence[Finding], check: Check | None = None, whole: bool = False) -> str:
    """What the static check found, each variant's answers, figures and findings, and a last line that counts these.

    Static findings of one cause are told as one, and no more than a screenful, unless the `whole` is asked for.

    Findings of play that tell the same of several numbers of players or policies count once, as they are shown; those
    of a variant that its base has as much do not count.
    """
    lines = listed(by_severity(static), _line, whole)
    found = list(static)
    played = check.parts if check else []
    for part in played:
        grouped = groups(findings_of(part))
        lines += [*([""] if lines else []), *_variant(part, grouped, whole)]
        found += [group.first for group in grouped if not group.first.as_base]
    if check and any(part.played_cells for part in played):
        lines += ["", *textwrap.wrap(LEGEND, WIDTH), *textwrap.wrap(how_sure(check), WIDTH)]
    counts = [counted(sum(finding.severity == severity for finding in found), severity) for severity in ORDER]
    last = ", ".join(counts) if found else "nothing to report"
    if check and check.unanswered:
        last += f"; of {counted(check.questions, 'question')} {check.unanswered:,} stay open, as the games are too few"
    return "\n".join([*lines, *([""] if played else []), last])


def how_sure(check: Check) -> str:
    """What is stated of the findings that rest on chance."""
    return (
        f"Intervals hold however often one looks. {check.questions:,} questions were asked: of the findings that rest"
        f" on chance, 1 in {1 / FALSE:.0f} is false at most, in the mean."
    )


def _line(finding: Finding) -> str:
    where = f"{finding.place}: " if finding.place else ""
    game = finding.game if finding.variant == "base" else f"{finding.game} / {finding.variant}"
    return f"{where}{finding.severity} {finding.code}: {finding.message} [{game}]"


def _variant(part: Played, grouped: Sequence[Group], whole: bool) -> Iterator[str]:
    from cardgen.validation.people import people_rows
    from cardgen.validation.telling.answers import answers  # which waits for the compiler

    definition = part.game.definition
    title = f"{definition.name} / {definition.edition}"
    yield title
    yield "=" * len(title)
    for answer in answers(part):
        yield from _block(answer.question, answer.lines)
    if cells := part.played_cells:
        yield ""
        rows = [HEAD, *(_row(cell) for cell in cells), *people_rows(part.game)]
        yield from table_lines(rows, {1, len(HEAD) - 1})  # words stand at the left, figures at the right
    new, old = new_and_old(grouped)
    told = new if whole else new[:MOST_TOLD]
    for group in (*told, *(old if whole else ())):
        yield ""
        yield from _finding(group)
    if left := len(new) - len(told):
        yield ""
        yield f"... and {left:,} smaller; --all tells all"
    if old and not whole:
        yield ""
        yield from textwrap.wrap(_as_before(old), WIDTH, subsequent_indent="    ", break_on_hyphens=False)


def _as_before(old: Sequence[Group]) -> str:
    """`as in the base game: seat-advantage (2 findings), silence`."""
    times: dict[str, int] = {}
    for group in old:
        times[group.first.code] = times.get(group.first.code, 0) + 1
    named = ", ".join(f"{code} ({number})" if number > 1 else code for code, number in times.items())
    return f"as in the base game: {named}; --all tells them"


def _block(question: str, told: Sequence[str]) -> Iterator[str]:
    head = question
    for line in told:
        whole = line.replace(" -> ", "\xa0->\xa0")  # a change stays on its line
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
        wins, apart = f"all {100 * (1 - mean('nobody_wins') - mean('endless')):.2g}", ("–", "–")
    score = (f"{mean('score'):.1f}", *apart)
    return (str(cell.players), cell.title, f"{cell.seen.games:,}", *length, *score, wins)


def table_lines(rows: Sequence[Sequence[str]], left: Collection[int]) -> Iterator[str]:
    """Rows of columns, some of which stand at the left; the last words of a row may be as long as they like."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            text.ljust(width) if column in left else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def _finding(group: Group) -> Iterator[str]:
    """One of the findings that tell the same, with the command that shows a game of it; and how many more there are."""
    finding = group.first
    where = f"{finding.place}: " if finding.place else ""
    players = f"{counted(finding.players, 'player')}: " if finding.players else ""
    told = f"{where}{finding.severity} {finding.code}: {players}{finding.message}"
    yield from textwrap.wrap(told, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    if finding.replay:
        met = finding.evidence and finding.evidence.turn
        turn = f"   (turn {met})" if met else ""
        yield f"    {finding.replay}{turn}"
    if group.others:
        more = len(group.others)
        yield f"    one of {more + 1} like it; --json and --report tell the other{'s' if more > 1 else ''}"

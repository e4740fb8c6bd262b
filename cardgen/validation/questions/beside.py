"""Compares a variant's findings with those of its base game: which are new or worse, and which it does not cause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.foundations.errors import Place
from cardgen.foundations.findings import SEVERITIES, Finding
from cardgen.validation.sampling.cells import Cell, CellStanding

MISSED_FROM = 0.5  # times per game in the base, from which its absence in the variant is a finding
WORSE_FACTOR = 1.5  # a finding so many times as large as in the base is reported again
MIN_WORSE_SIZE = 0.02  # a finding up to this size is never worse than another of its kind
NOT_MET = ("never-used", "hardly-met")  # findings that something never happens


def as_in_base(finding: Finding, of_base: Sequence[Finding]) -> bool:
    """Returns whether the base game has a finding of the same kind, at least as grave and about as large.

    It looks for one with as many players. A note, which reports no fault, may have any number of players. A finding on
    games that do not represent the game never counts as worse.
    """
    alike = [other for other in of_base if _kind(other) == _kind(finding)]
    there = [other for other in alike if other.players == finding.players]
    if finding.severity == "note":
        if alike and finding.standing < CellStanding.RANDOM:
            return True
        there = there or alike
    return any(_is_as_grave(other, finding) for other in there) and not _is_worse(finding, there)


def no_longer_met(findings: Sequence[Finding], of_base: Sequence[Cell]) -> list[Finding]:
    """Returns a variant's findings. Those that something never happens become `no-longer-met` if it does happen in the
    base game."""
    judged = [cell.seen for cell in of_base if cell.represents_game]

    def was_met(topic: str | None) -> bool:
        known = (seen for seen in judged if topic in seen.what.tallies)
        return any(seen.mean(f"tallies.{topic}") >= MISSED_FROM for seen in known)

    def is_lost(finding: Finding) -> bool:
        return finding.code in NOT_MET and not finding.as_base and was_met(finding.topic)

    return [replace(each, code="no-longer-met") if is_lost(each) else each for each in findings]


def _kind(finding: Finding) -> tuple[str, str | None, str, Place | None]:
    """The kind of a finding. A `rare-` finding is of the same kind as the finding whose small case it is."""
    place = finding.place if finding.topic is None else None
    return finding.code.removeprefix("rare-"), finding.topic, finding.who, place


def _is_as_grave(one: Finding, other: Finding) -> bool:
    return SEVERITIES.index(one.severity) <= SEVERITIES.index(other.severity)


def _is_worse(finding: Finding, there: Sequence[Finding]) -> bool:
    """Whether a finding is larger than the largest in the base, and not by chance if both have intervals."""
    most = max(there, key=lambda other: other.size)
    if finding.size <= max(WORSE_FACTOR * most.size, MIN_WORSE_SIZE):
        return False
    one, other = finding.measured, most.measured
    return not (one and other) or one.low > other.high or one.high < other.low

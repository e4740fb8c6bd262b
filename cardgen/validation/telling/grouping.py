"""Sorts findings into the order of the report, and puts those of one kind together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.findings import Finding

if TYPE_CHECKING:
    from cardgen.validation.results import VariantResult

ORDER = {"error": 0, "warning": 1, "note": 2}


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """Findings of one kind. `first` represents them: the gravest and largest from the most representative cell."""

    first: Finding
    others: tuple[Finding, ...]


def findings_of(part: VariantResult) -> list[Finding]:
    """Returns all findings on a variant, errors first, the larger before the smaller."""
    return sorted(part.all_findings, key=_weight, reverse=True)


def by_severity(findings: Sequence[Finding]) -> list[Finding]:
    """Sorts findings: errors, then warnings, then notes."""
    return sorted(findings, key=lambda finding: ORDER[finding.severity])


def groups(findings: Sequence[Finding]) -> list[FindingGroup]:
    """Groups findings by kind, case and place; it leaves out those that an answer reports (`differs`)."""
    by_topic: dict[tuple, list[Finding]] = {}
    for finding in findings:
        if finding.code != "differs":
            kind = finding.code.removeprefix("rare-")
            by_topic.setdefault((kind, finding.topic, finding.place), []).append(finding)
    made = []
    for group in by_topic.values():
        first = max(group, key=_weight)
        made.append(FindingGroup(first, tuple(finding for finding in group if finding is not first)))
    return sorted(made, key=lambda group: _order(group.first), reverse=True)


def new_and_old(grouped: Sequence[FindingGroup]) -> tuple[list[FindingGroup], list[FindingGroup]]:
    """Splits findings into those that the variant causes and those that its base game has as well."""
    new = [group for group in grouped if not group.first.as_base]
    return new, [group for group in grouped if group.first.as_base]


def _order(finding: Finding) -> tuple:
    """The sort key of a finding: whether players understand the game comes first."""
    return -ORDER[finding.severity], finding.code == "no-skill", finding.standing > 0, finding.size


def _weight(finding: Finding) -> tuple:
    """The sort key of a finding within a report: new findings precede those of the base game."""
    return not finding.as_base, -ORDER[finding.severity], finding.standing, finding.size

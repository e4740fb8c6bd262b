"""Findings for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.errors import Fault
from cardgen.findings import Finding

ORDER = {"error": 0, "warning": 1, "note": 2}


def as_text(findings: Sequence[Finding]) -> str:
    """A line a finding, errors first, and a last line that counts them."""
    lines = []
    for finding in sorted(findings, key=lambda found: ORDER[found.severity]):
        where = f"{finding.place}: " if finding.place else ""
        game = finding.game if finding.variant == "base" else f"{finding.game} / {finding.variant}"
        lines.append(f"{where}{finding.severity} {finding.code}: {finding.message} [{game}]")
    counts = [
        f"{_count(findings, severity)} {severity}{'' if _count(findings, severity) == 1 else 's'}" for severity in ORDER
    ]
    return "\n".join([*lines, ", ".join(counts) if findings else "nothing to report"])


def _count(findings: Sequence[Finding], severity: str) -> int:
    return sum(finding.severity == severity for finding in findings)


def as_json(findings: Sequence[Finding]) -> dict[str, Any]:
    """The document of `check --json`."""
    ok = not any(finding.severity == "error" for finding in findings)
    return {"schema": 1, "ok": ok, "static": [_finding(finding) for finding in findings], "results": []}


def faults_as_json(faults: Sequence[Fault]) -> dict[str, Any]:
    """The same document where the input is at fault."""
    told = [_entry(fault.code, "error", fault.message, fault.place) for fault in faults]
    return {"schema": 1, "ok": False, "static": told, "results": []}


def _finding(finding: Finding) -> dict[str, Any]:
    entry = _entry(finding.code, finding.severity, finding.message, finding.place)
    return entry | {"game": finding.game, "variant": finding.variant}


def _entry(code: str, severity: str, message: str, place: object) -> dict[str, Any]:
    return {
        "code": code,
        "severity": severity,
        "message": message,
        "where": str(place) if place else None,
        "game": None,
        "variant": None,
        "players": None,
        "evidence": None,
    }

"""Prints faults and findings for commands."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from cardgen.commands import INPUT
from cardgen.foundations.errors import Fault
from cardgen.foundations.findings import Finding, list_lines
from cardgen.foundations.terminal import say


def report(findings: Sequence[Finding], whole: bool) -> None:
    """Prints findings that do not stop a print, each once, to standard error."""

    def line(finding: Finding) -> str:
        place = f"{finding.place}: " if finding.place else ""
        return f"{place}{finding.severity}: {finding.message}"

    once = {(each.message, each.place): each for each in findings}
    for each in list_lines(list(once.values()), line, whole):
        say(each, file=sys.stderr)


def refuse(faults: Sequence[Fault], as_json: bool, whole: bool) -> int:
    """Prints the faults of bad input. Returns the exit code."""
    if as_json:
        from cardgen.validation.telling.report import faults_as_json

        say(json.dumps(faults_as_json(faults), indent=2), flush=True)
        return INPUT
    for line in list_lines(faults, str, whole):
        say(line, file=sys.stderr)
    return INPUT

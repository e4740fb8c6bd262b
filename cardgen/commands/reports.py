"""What commands say of faults and findings."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from cardgen.commands import INPUT
from cardgen.foundations.errors import Fault
from cardgen.foundations.findings import Finding, listed
from cardgen.foundations.terminal import say


def report(findings: Sequence[Finding], whole: bool) -> None:
    """Prints what is wrong though it can be printed, each once, to the stream of errors."""

    def line(finding: Finding) -> str:
        place = f"{finding.place}: " if finding.place else ""
        return f"{place}{finding.severity}: {finding.message}"

    once = {(each.message, each.place): each for each in findings}
    for each in listed(list(once.values()), line, whole):
        say(each, file=sys.stderr)


def refuse(faults: Sequence[Fault], as_json: bool, whole: bool) -> int:
    """Prints the faults of bad input, and returns its exit code."""
    if as_json:
        from cardgen.validation.telling.report import faults_as_json

        say(json.dumps(faults_as_json(faults), indent=2), flush=True)
        return INPUT
    for line in listed(faults, str, whole):
        say(line, file=sys.stderr)
    return INPUT

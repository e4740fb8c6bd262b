"""Writes findings and figures as JSON, for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cardgen import __version__
from cardgen.foundations.errors import Fault
from cardgen.foundations.findings import Finding
from cardgen.validation.sampling.confidence import FALSE_DISCOVERY_RATE

if TYPE_CHECKING:
    from cardgen.validation.results import CellResult, Check, VariantResult
    from cardgen.validation.sampling.cells import Cell

BEFORE_PLAY = (
    "deck-too-small",
    "example-wrong",
    "example-left-out",
    "not-played",
    "not-seated",
    "moot-rule",
)  # keys that static findings have, too
IN_PART = ("unchecked", "narrowed")  # codes: the check did not look at everything


def as_json(
    static: Sequence[Finding],
    check: Check | None = None,
    faults: Sequence[Fault] = (),
    quiet: Sequence[Finding] = (),
) -> dict[str, Any]:
    """Returns the document of `check --json`. `faults` are those of variants that were left out, `quiet` the accepted
    findings.

    It is `partial` if the check did not look at or play everything.
    """
    findings, results = list(static), []
    for part in check.parts if check else ():
        with_cell = _with_cells(part)
        findings += with_cell.pop(None, ())
        results += [_result(part, judged, with_cell.get(place, ())) for place, judged in enumerate(part.cells)]
    ok = (
        not faults
        and all(finding.severity != "error" for finding in findings)
        and all(result["ok"] for result in results)
    )
    partial = bool(faults or (check and check.stopped) or any(finding.code in IN_PART for finding in findings))
    document = _document(ok, [*map(_fault, faults), *map(_finding, findings)], results, partial)
    if quiet:
        document["quiet"] = [_finding(finding) | {"reason": finding.quiet} for finding in quiet]
    if kept := [each for part in (check.parts if check else ()) for each in _people(part)]:
        document["people"] = kept
    if check and check.parts:
        document["chance"] = {
            "false_findings": FALSE_DISCOVERY_RATE,
            "questions": check.questions,
            "level": check.alpha,
        }
    return document


def _with_cells(part: VariantResult) -> dict[int | None, list[Finding]]:
    """The findings that need several cells, by the first cell that they can concern; None: beside the static ones."""
    by_cell: dict[int | None, list[Finding]] = {}
    for finding in part.findings:
        fitting = (
            place
            for place, judged in enumerate(part.cells)
            if finding.code not in BEFORE_PLAY and finding.players in (None, judged.cell.players)
        )
        by_cell.setdefault(next(fitting, None), []).append(finding)
    return by_cell


def _document(ok: bool, static: list, results: list, partial: bool = False) -> dict[str, Any]:
    return {
        "schema": 1, "ok": ok, "cardgen": __version__, "partial": partial, "static": static, "results": results
    }  # fmt: skip


def faults_as_json(faults: Sequence[Fault]) -> dict[str, Any]:
    """Returns the same document for faulty input, which hides everything else."""
    return _document(False, [_fault(fault) for fault in faults], [], partial=True)


def _fault(fault: Fault) -> dict[str, Any]:
    return _entry(fault.code, "error", fault.message, fault.place)


def _result(part: VariantResult, judged: CellResult, more: Sequence[Finding]) -> dict[str, Any]:
    from cardgen.validation.sampling.metrics import metrics

    cell, findings = judged.cell, [*judged.findings, *more]
    games = cell.seen.games
    return {
        "game": cell.definition.name,
        "variant": cell.definition.variant,
        "players": cell.players,
        "policies": list(cell.table),
        "options": dict(cell.options),
        "rules": part.game.rules_hash(**cell.options),
        "games": games,
        "proved": _proved(cell),
        "seed": cell.seed,
        "ok": not any(finding.severity == "error" for finding in findings),
        "findings": [_finding(finding) for finding in findings],
        "metrics": metrics(cell.seen) if games else None,
        "vs_base": {
            difference.measure: {
                "base": round(difference.base, 5),
                "change": round(difference.change.mean, 5),
                "low": round(difference.change.low, 5),
                "high": round(difference.change.high, 5),
                "differs": difference.is_one,
            }
            for difference in judged.differences
        },
    }


def _people(part: VariantResult) -> Iterator[dict[str, Any]]:
    """Games that people have played at the desk, beside those of the results."""
    from cardgen.validation.people import people

    of = {"game": part.game.definition.name, "variant": part.game.definition.variant}
    for kept in people(part.game):
        yield of | {name: _rounded(value) for name, value in asdict(kept).items()}


def _rounded(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_rounded(each) for each in value]
    return round(value, 5) if isinstance(value, float) else value


def _proved(cell: Cell) -> dict[str, Any]:
    """Facts about all games, not only those played; null if they are not proved."""
    from cardgen.validation.questions.proofs import does_last

    ending = cell.game.termination_proof(cell.players)
    bounds = {"why": ending.why, "rounds": ending.rounds, "decisions": ending.most_decisions} if ending else None
    return {"ends": bounds, "deck_lasts": does_last(cell.game, cell.players) or None}


def _finding(finding: Finding) -> dict[str, Any]:
    entry = _entry(finding.code, finding.severity, finding.message, finding.place)
    evidence = finding.evidence
    as_evidence = {"seed": evidence.seed, "turn": evidence.turn, "share": evidence.share} if evidence else None
    about = {"game": finding.game, "variant": finding.variant, "players": finding.players, "evidence": as_evidence}
    more: dict[str, Any] = {
        "replay": finding.replay,
        "who": finding.who,
        "cause": finding.cause,  # findings of one code and cause are alike
        "as_base": finding.as_base,
    }
    if measured := finding.measured:
        numbers = {key: round(getattr(measured, key), 5) for key in ("mean", "low", "high")}
        more["measured"] = {"what": measured.what, **numbers, "games": measured.games, "falls": measured.refuted_beyond}
        more["measured"]["share"] = measured.share
    return entry | about | {key: value for key, value in more.items() if value}


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

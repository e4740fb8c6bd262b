"""Compares a variant's reason with how it plays: a variant that claims shorter games must not make them longer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.text.claims import LENGTH, Claim, claims
from cardgen.validation.questions import compare
from cardgen.validation.questions.compare import Difference
from cardgen.validation.questions.evidence import PendingFinding, Verdict, measurement
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.confidence import Estimate

WHY = "variant.why"
CLEAR_CHANGE = 0.1  # part of the base's value; a change of this size refutes a reason with the opposite effect


def variant_verdicts(cell: Cell, differences: Sequence[Difference]) -> list[Verdict]:
    """Reports what differs from the base, and what contradicts the variant's reason."""
    return [*compare.difference_verdicts(cell, differences), *_claimed(cell, differences)]


def _claimed(cell: Cell, compared: Sequence[Difference]) -> Iterator[Verdict]:
    """A verdict for each claim of a variant's own reason about the length of games, in any language."""
    if not cell.sensible or cell.definition.variant_file is None:
        return
    differences = {each.measure: each for each in compared}
    for language in cell.definition.languages:
        entry = cell.definition.strings[language].get(WHY)
        for claim in claims(entry.text, language) if entry and isinstance(entry.text, str) else ():
            measured = differences.get("turns" if claim.what == LENGTH else claim.what)
            if measured is None or not measured.base:
                continue
            opposite = _is_opposite(claim, measured)
            pending = None
            if opposite:
                assert entry
                times = measured.after / measured.base
                message = (
                    f"{language}: the reason says '{claim.words}', but with {cell.title} there are {times:.2g} times "
                    f"as many {measured.measure} as in the base game ({measured.words})"
                )
                refuted_beyond = f"{'at least' if claim.more else 'at most'} {measured.base:.3g}"
                about = measurement(measured.measure, _against(claim, measured), refuted_beyond)
                size = max(times, 1 / max(times, 1e-3))
                pending = PendingFinding(
                    cell, "text-otherwise", message, measured.measure, not claim.more, place=entry.place,
                    topic=f"{language} {claim.what}", measured=about, size=size,
                )  # fmt: skip
            yield Verdict(pending, (), opposite)


def _is_opposite(claim: Claim, measured: Difference) -> bool:
    """Whether the whole interval lies clearly on the other side."""
    after = _against(claim, measured)
    if claim.more:
        return after.high < measured.base * (1 - CLEAR_CHANGE)
    return after.low > measured.base * (1 + CLEAR_CHANGE)


def _against(claim: Claim, measured: Difference) -> Estimate:
    """The variant's value, against the bound from which it refutes a claim."""
    return measured.against(1 - CLEAR_CHANGE if claim.more else 1 + CLEAR_CHANGE)

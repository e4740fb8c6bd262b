"""Holds the false discovery rate (e-BY, by Wang and Ramdas; see `validation/play.py`): how surely each of many
questions must be answered, so that few of the findings that rest on samples are false.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.validation.questions.evidence import Verdict
from cardgen.validation.sampling.confidence import FALSE_DISCOVERY_RATE


def questions_of(verdicts: Sequence[Verdict]) -> int:
    """Returns how many questions are settled by sampling."""
    return sum(verdict.discovery is not None for verdict in verdicts)


def alpha_for(verdicts: Sequence[Verdict]) -> float:
    """Returns the alpha that each interval may have, given these answers: FALSE_DISCOVERY_RATE * R / K for K questions
    of which R are answered with yes."""
    discoveries = sum(verdict.discovery is True for verdict in verdicts)
    return FALSE_DISCOVERY_RATE * max(1, discoveries) / max(1, questions_of(verdicts))

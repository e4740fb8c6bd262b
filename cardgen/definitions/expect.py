"""Reads `expect:`, an author's bounds of measures under a table of policies, with the place of each."""

from __future__ import annotations

import re

from cardgen.definitions.nodes import Mapping, Scalar
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError, Place

NUMBER = r"(\d+(?:\.\d+)?)\s*(%?)"
FORMS = {
    "between": re.compile(rf"{NUMBER}\s*(?:to|-|–)\s*{NUMBER}"),
    "under": re.compile(rf"(?:under|below|less than|at most)\s*{NUMBER}"),
    "over": re.compile(rf"(?:over|above|more than|at least)\s*{NUMBER}"),
}
EXPECTED = "expected bounds such as '40 to 60', 'under 1%' or 'at least 8'"


@dataclass(frozen=True, slots=True)
class Expectation:
    """`measure` lies from `low` to `high` (shares as parts of 1) when `policies` play."""

    policies: str
    measure: str
    low: float
    high: float
    said: str
    place: Place


def read_expectations(node: Mapping) -> tuple[Expectation, ...]:
    """Returns all bounds under `expect:` of a game or a variant. Raises InputError with every fault."""
    expectations, faults = [], []
    tables = node.below("expect")
    for policies, measures in tables.items.items():
        if not isinstance(measures, Mapping):
            message = f"expect.{policies}: expected measures and their bounds, such as 'rounds: 8 to 13'"
            faults.append(Fault(message, tables.keys[policies]))
            continue
        for measure, value in measures.items.items():
            text = value.text if isinstance(value, Scalar) else ""
            bounds = _bounds(text)
            if bounds is None:
                faults.append(Fault(f"expect.{policies}.{measure}: {EXPECTED}, got '{text}'", value.place))
            else:
                expectations.append(Expectation(policies, measure, *bounds, text, measures.keys[measure]))
    if faults:
        raise InputError(*faults)
    return tuple(expectations)


def _bounds(text: str) -> tuple[float, float] | None:
    for form, pattern in FORMS.items():
        if match := pattern.fullmatch(text.strip()):
            numbers = match.groups()
            percent = "%" in numbers[1::2]
            values = [float(number) / (100 if percent else 1) for number in numbers[::2]]
            if form == "between":
                return (values[0], values[1]) if values[0] <= values[1] else None
            return (0.0, values[0]) if form == "under" else (values[0], float("inf"))
    return None

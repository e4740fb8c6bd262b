"""Compares a variant with the base game by common random numbers: game i of both is dealt from the same seed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import field
from functools import partial

import numpy as np

from cardgen.definitions import nodes
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.findings import Finding
from cardgen.play.goals import SCORED
from cardgen.validation import titles
from cardgen.validation.questions.evidence import PendingFinding, Verdict, measurement
from cardgen.validation.questions.kinds import of_kinds
from cardgen.validation.sampling import confidence
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.confidence import Estimate, Paired
from cardgen.validation.sampling.game_sums import COMPARED, compared
from cardgen.validation.sampling.measures import all_measures
from cardgen.validation.wording import percent

MIN_CHANGE = 0.02  # part of the base's value from which a change is reported
MIN_TALLY_CHANGE = 0.25  # part of the base's value from which a change of a tally is reported
MAX_SHOWN = 8
FACTOR = 2  # a variant with so many times as much, or as little, counts as another game
MIN_TALLY = 0.5  # times per game from which changes of a tally are reported
LENGTHS = ("turns", "rounds")


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of a measure between the variant and its base, over the games with common seeds."""

    measure: str
    base: float
    change: Estimate
    pairs: Paired = field(compare=False)  # the change and the base's value follow from them
    alpha: float
    share: bool = False
    title: str = ""

    @property
    def is_one(self) -> bool:
        return self.change.excludes(0.0)

    @property
    def part(self) -> float:
        """The size of the change, as a share of the base's value."""
        return abs(self.change.mean) / max(abs(self.base), 0.05)

    @property
    def matters(self) -> bool:
        """Whether the change is large enough to report."""
        return self.is_one and self.part > (MIN_CHANGE if self.measure in COMPARED else MIN_TALLY_CHANGE)

    @property
    def of_every_game(self) -> bool:
        """Whether every game has this measure: length, points and wins."""
        return self.measure in COMPARED

    @property
    def is_far(self) -> bool:
        """Whether the whole interval lies beyond half and twice the base."""
        low, high = self.base / FACTOR, self.base * FACTOR
        return self.base > 0 and (self.against(1 / FACTOR).high < low or self.against(FACTOR).low > high)

    @property
    def after(self) -> float:
        """The variant's value."""
        return self.base + self.change.mean

    def against(self, factor: float) -> Estimate:
        """The variant's value, with an interval that lies wholly beyond `factor` times the base's value only if the
        variant's mean surely does. It allows for the uncertainty of the base's value."""
        contrast, bound = confidence.paired(self.pairs, self.alpha, factor), factor * self.base
        return Estimate(self.after, bound + contrast.low, bound + contrast.high, contrast.games)

    @property
    def times(self) -> float:
        """How many times as much, or as little, the variant has; 1 stands for FACTOR."""
        after = max(self.after, 1e-3 * self.base)
        return max(after / self.base, self.base / after) / FACTOR

    @property
    def words(self) -> str:
        """`turns 48.6 -> 33.2`."""
        say = percent if self.share else "{:.3g}".format
        after = round(self.after, 12)  # rounds the rest of a share to 0
        return f"{self.title or self.measure.replace('_', ' ')} {say(self.base)} -> {say(after)}"


def differences(cell: Cell, base: Cell, alpha: float) -> list[Difference]:
    """Returns the paired differences of all measures that are compared; none if too few games are in common.

    Games are in common up to the first block whose width differs: what lies behind it is not compared.
    """
    mine, theirs = cell.seen, base.seen
    blocks = min(len(mine.widths), len(theirs.widths))
    while blocks and not np.array_equal(mine.widths[:blocks], theirs.widths[:blocks]):
        blocks -= 1
    if blocks < confidence.MIN_BLOCKS or mine.widths[:blocks].sum() < confidence.MIN_GAMES:
        return []
    names = compared(mine.what)
    shared = [name for name in compared(theirs.what) if name in names]
    columns = [[order.index(name) for name in shared] for order in (names, compared(theirs.what))]
    widths = mine.widths[:blocks]
    after, before = (each.blocks[:blocks][:, chosen] for each, chosen in zip((mine, theirs), columns, strict=True))
    known = all_measures(mine.what)
    result = []
    for place, name in enumerate(shared):
        ranges = (high - low for low, high in (mine.range(name), theirs.range(name)))
        pairs = Paired(widths, after[:, place], before[:, place], *ranges)
        title = titles.tally(cell.game, name.removeprefix("tallies.")) if name not in COMPARED else ""
        base_mean = float(pairs.before.sum() / widths.sum())
        change = confidence.paired(pairs, alpha)
        result.append(Difference(name, base_mean, change, pairs, alpha, known[name].share, title))
    return result


def _otherwise(cell: Cell, differences: Sequence[Difference]) -> Iterator[Verdict]:
    """The measures with less than half, or more than twice, of the base game's value. The length of games comes first,
    unless the variant's own file states it."""
    apart = of_kinds(cell.game)
    for code in ("other-length", "other-play"):
        asked = [each for each in differences if _is_asked(each, code, apart)]
        far = [each for each in asked if each.is_far]
        yield from (Verdict(discovery=each.is_far) for each in asked)
        if not far or (code == "other-length" and _tells_minutes(cell)):
            continue
        most = max(far, key=lambda each: each.times)
        changes = ", ".join(each.words for each in sorted(far, key=lambda each: -each.times)[:MAX_SHOWN])
        remedy = _remedy(cell, far) if code == "other-length" else ""
        message = f"with {cell.title}, play differs greatly from the base: {changes}{remedy}"
        refuted_beyond = f"{most.base / FACTOR:.3g} to {most.base * FACTOR:.3g}"
        after = most.against(FACTOR if most.after > most.base else 1 / FACTOR)
        measured = measurement(most.title or most.measure, after, refuted_beyond, most.share)
        yield Verdict(PendingFinding(cell, code, message, most.measure, topic=code, measured=measured, size=most.times))


def _is_asked(difference: Difference, code: str, apart: Collection[str]) -> bool:
    if code == "other-length":
        return difference.measure in LENGTHS
    tally = difference.measure.removeprefix("tallies.")
    counted = difference.measure != tally and tally not in apart and not tally.startswith(SCORED)
    return counted and difference.base >= MIN_TALLY


def _tells_minutes(cell: Cell) -> bool:
    """Whether the variant's own file states how long a game lasts."""
    definition = cell.definition
    said = nodes.at(definition.node, "minutes") if definition.minutes else None
    return bool(said and definition.variant_file and said.file == str(definition.variant_file))


def _remedy(cell: Cell, far: Sequence[Difference]) -> str:
    """A sentence on what would let the deck have as many rounds as the base game."""
    rounds = next((each for each in far if each.measure == "rounds"), None)
    said = cell.game.remedy(cell.players, round(rounds.base)) if rounds else ""
    return f"; {said}" if said else ""


def in_order(differences: Sequence[Difference]) -> list[Difference]:
    """Returns the differences that matter: length, points and wins first, then the largest."""
    mattering = [difference for difference in differences if difference.matters]
    others = (difference for difference in mattering if not difference.of_every_game)
    first = [difference for difference in mattering if difference.of_every_game]
    return first + sorted(others, key=lambda difference: -difference.part)


def difference_verdicts(cell: Cell, differences: Sequence[Difference]) -> list[Verdict]:
    """Returns a note on what clearly differs from the base: length, points and wins first, then the largest changes."""
    mattering = in_order(differences)
    words = [difference.words for difference in mattering[:MAX_SHOWN]]
    verdicts = [Verdict(discovery=difference.matters) for difference in differences]
    if cell.sensible:
        verdicts += _otherwise(cell, differences)
    if words:
        more = len(mattering) - len(words)
        rest = f" and {more} more" if more else ""
        definition = cell.definition
        message = f"with {cell.title}, different from the base game: {', '.join(words)}{rest}"
        about = (definition.name, definition.variant, cell.players)
        verdicts.append(Verdict(partial(Finding, "differs", message, None, *about)))
    return verdicts

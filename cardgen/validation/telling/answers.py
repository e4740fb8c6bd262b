"""Answers a designer's questions on a variant from its played games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cardgen.foundations.dataclass import dataclass
from cardgen.validation import titles
from cardgen.validation.questions.compare import in_order
from cardgen.validation.questions.contests import conclusions
from cardgen.validation.questions.proofs import does_last, endings, lasting
from cardgen.validation.wording import percent, quantity

if TYPE_CHECKING:
    from cardgen.validation.results import CellResult, VariantResult
    from cardgen.validation.sampling.cells import Cell

DECK, END, SILENT = "Is the deck large enough?", "Does every game end?", "Where are the rules silent?"
PLAY = "Is it played well?"
OTHERWISE = "What differs from the base?"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question. `good` is None if there is no right or wrong; `proved` means that it holds for all
    games, not only for those played."""

    question: str
    lines: tuple[str, ...]
    good: bool | None = None
    proved: bool = False


MAX_SILENT, MAX_OTHERWISE = 2, 3  # cases, and measures beside those of every game, in a brief answer


def answers(part: VariantResult, brief: bool = False) -> list[Answer]:
    """Answers whether the deck is large enough and, if games were played, whether they end, where the rules are silent,
    how well they were played and what differs. If `brief`, it shortens long answers."""
    cells = part.played_cells
    enough = all(suffices for suffices, _ in part.decks.values())
    lasts = enough and all(does_last(part.game, players) for players in part.decks)
    result = [Answer(DECK, tuple(_decks(part, cells)), enough, lasts)]
    if cells:
        ended = not any(cell.seen.total("endless") for cell in cells if cell.ends)
        proved = ended and all(part.game.termination_proof(cell.players) for cell in cells)
        result.append(Answer(END, tuple(_ends(part, cells)), ended, proved))
        silent = tuple(_silences(part, cells)) or ("nowhere in these games",)
        result.append(Answer(SILENT, _most(silent, MAX_SILENT, "case") if brief else silent))
        if played := tuple(conclusions(cells)):
            blind = any(cell.trust.doubted and not cell.trust.trusted for cell in cells)
            result.insert(0 if blind else len(result), Answer(PLAY, played, False if blind else None))
    if differing := tuple(_otherwise(part, brief)):
        result.append(Answer(OTHERWISE, differing))
    return result


def _decks(part: VariantResult, cells: Sequence[Cell]) -> Iterator[str]:
    """How long the deck lasts, by number of players, and whether it lasts to the end."""
    for players, (suffices, explanation) in part.decks.items():
        here = [cell for cell in cells if cell.players == players]
        lasts = lasting(part.game, players, here) if suffices else ""
        yield f"{quantity(players, 'player')}: {'yes' if suffices else 'NO'}, {explanation}{lasts}"


def _ends(part: VariantResult, cells: Sequence[Cell]) -> Iterator[str]:
    """Whether all games end, proved or observed, with which endings, and whether a player ever had no action."""
    played = [[cell for cell in cells if cell.ends is meant] for meant in (True, False)]
    (games, unfinished), (others, prolonged) = (
        (sum(cell.seen.games for cell in those), round(sum(cell.seen.total("endless") for cell in those)))
        for those in played
    )
    if unfinished:
        yield f"NO: {quantity(unfinished, 'game')} of {games:,} ({percent(unfinished / games)}) did not"
    else:
        meant = ", if any player wants to end it" if prolonged else ""
        yield from (f"{ending}{meant}" for ending in endings(part.game, played[0] if prolonged else cells))
    if prolonged:
        yield f"if all players keep the game going, {quantity(prolonged, 'game')} of {others:,} did not end"
    games += others
    words = part.game.words(part.game.definition.languages[0])
    for name in filter(None, part.game.ending_names):
        if hits := sum(cell.seen.total(f"ends.{name}") for cell in cells):
            yield f"{percent(hits / games)} of games: {words.ending(name)}"
    stuck = _up_to(cells, "dead_ends")
    yield f"a player is stuck in {stuck}" if stuck else "no player is ever without a legal action"


def _silences(part: VariantResult, cells: Sequence[Cell]) -> Iterator[str]:
    """Each case with its greatest share of games; cases of the most representative tables come first."""
    met = ((name, _most_often(cells, f"silences.{name}")) for name in part.game.silences)
    known = [(cell.standing, cell.seen.mean(f"silences.{name}"), name) for name, cell in met if cell]
    for _, _, name in sorted(known, key=lambda each: each[:2], reverse=True):
        yield f"{_up_to(cells, f'silences.{name}')}: {titles.ruled(part.game, name)}"


def _most_often(cells: Sequence[Cell], measure: str) -> Cell | None:
    """Among the cells that represent the game best and in which something happens, the one in which it happens most
    often."""
    met = [cell for cell in cells if cell.seen.total(measure)]
    return max(met, key=lambda cell: (cell.standing, cell.seen.mean(measure)), default=None)


def _up_to(cells: Sequence[Cell], measure: str) -> str:
    """In how many games something happens at most: if all play sensibly, or else at random, or else at tables that
    represent the game less well. Empty if it never happens."""
    if (cell := _most_often(cells, measure)) is None:
        return ""
    only = ", only if players look for it" if not cell.standing else ""
    return f"up to {percent(cell.seen.mean(measure))} of games ({cell.title}, {quantity(cell.players, 'player')}{only})"


def _most(lines: Sequence[str], most: int, what: str) -> tuple[str, ...]:
    left = len(lines) - most
    return (*lines[:most], f"and {quantity(left, f'more {what}')}; --all lists all") if left > 0 else tuple(lines)


def _otherwise(part: VariantResult, brief: bool) -> Iterator[str]:
    """Differences from the base where sensible players play, or else the first policy that was played."""
    for judged in compared(part):
        cell = judged.cell
        ordered = in_order(judged.differences)
        differences = [difference.words for difference in ordered]
        most = MAX_OTHERWISE + sum(difference.of_every_game for difference in ordered)
        words = ", ".join(differences[:most] if brief else differences)
        more = f" and {len(differences) - most} more" if brief and len(differences) > most else ""
        yield f"{quantity(cell.players, 'player')}, {cell.title}: {words or 'nothing clearly'}{more}"


def compared(part: VariantResult) -> list[CellResult]:
    """Returns, for each number of players and each option, the cell to show beside the base game's."""
    sensible = part.game.engine.policies.POLICIES[0]
    cells: dict[tuple, CellResult] = {}
    for judged in part.cells:
        key = judged.cell.players, tuple(judged.cell.options.items())
        if judged.differences and (judged.cell.uniform == sensible or key not in cells):
            cells[key] = judged
    return list(cells.values())

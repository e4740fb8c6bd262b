"""Findings that hold for all games of a variant and not only for those played: that games end, and that the deck lasts.

An engine declares such proofs (`play/proofs.py`). cardgen tests them with every played game: a game that is longer than
proved is an error of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cardgen.validation import titles
from cardgen.validation.questions.evidence import PendingFinding, Verdict
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.wording import percent, quantity

if TYPE_CHECKING:
    from cardgen.play.game import PlayedGame


def judge_proofs(cell: Cell, alpha: float) -> Iterator[Verdict]:
    """Reports played games that are longer than the engine proved, or in which the deck ran short against its proof."""
    ending, shortage = cell.game.termination_proof(cell.players), cell.game.shortage(cell.players)
    if ending:
        for measure, bound, what in (
            ("rounds", ending.rounds, ending.round),
            ("decisions", ending.most_decisions, "decision"),
        ):
            most = int(cell.seen.range(measure)[1])
            if most > bound:
                proof = f"cardgen proved that games end within {quantity(bound, what)} ({ending.why})"
                message = f"with {cell.title}, a game has {most:,}, but {proof}"
                yield Verdict(PendingFinding(cell, "disproved", message, measure, topic=measure))
                break
    if shortage and shortage.never and cell.seen.total(f"silences.{shortage.case}"):
        case = titles.silence(cell.game, shortage.case)
        message = f"with {cell.title}, this happens, but cardgen proved that it never does: {case}"
        yield Verdict(PendingFinding(cell, "disproved", message, f"silences.{shortage.case}", topic=shortage.case))


def endings(game: PlayedGame, cells: Sequence[Cell]) -> Iterator[str]:
    """Yields sentences that say that every game ends: why, by number of players, or in how many games it did."""
    counts = dict.fromkeys(cell.players for cell in cells)
    proofs = {players: game.termination_proof(players) for players in counts}
    for why in dict.fromkeys(ending.why for ending in proofs.values() if ending):
        proved = {players: ending for players, ending in proofs.items() if ending and ending.why == why}
        first, *others = proved.items()
        bounds = [quantity(first[1].rounds, first[1].round), *(f"{ending.rounds:,}" for _, ending in others)]
        if others:
            bounds = [f"{bound} with {players}" for bound, players in zip(bounds, proved, strict=True)]
        alone = "" if len(proved) == len(proofs) else f"{_players(list(proved))}: "
        yield f"{alone}yes, proved: {why}, at most {', '.join(bounds)}"
    if left := [players for players, ending in proofs.items() if not ending]:
        games = sum(cell.seen.games for cell in cells if cell.players in left)
        alone = "" if len(left) == len(proofs) else f"{_players(left)}: "
        yield f"{alone}yes, in all {quantity(games, 'game')}"


def does_last(game: PlayedGame, players: int) -> bool:
    """Returns whether the engine proved that the deck lasts."""
    shortage = game.shortage(players)
    return shortage is not None and shortage.never


def lasting(game: PlayedGame, players: int, cells: Sequence[Cell]) -> str:
    """Says whether the deck lasts to the end of every game with that many players: proved, or as observed."""
    shortage = game.shortage(players)
    if shortage is None:
        return ""
    if shortage.never:
        return ", and it lasts (proved)"
    case, games = f"silences.{shortage.case}", sum(cell.seen.games for cell in cells)
    if not games:
        return ""
    short = [cell for cell in cells if cell.seen.total(case)]
    if not short:
        return f", and it lasted in all {quantity(games, 'game')}"
    cell = max(short, key=lambda cell: (cell.standing, cell.seen.mean(case)))
    return f"; it runs out early in {percent(cell.seen.mean(case))} of games ({cell.title})"


def _players(counts: Sequence[int]) -> str:
    """`1 player`, `2 to 4 players`, `3 and 5 players`."""
    if len(counts) > 2 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]} players"
    return f"{' and '.join(map(str, counts))} player{'' if list(counts) == [1] else 's'}"

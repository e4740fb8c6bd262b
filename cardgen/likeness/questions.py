"""What a drawing cannot tell: asked on a terminal, or kept as a list of open points."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.foundations.dataclass import dataclass

Ask = Callable[[str, Sequence[str]], int]  # a question and its answers; returns the number of one, from 0


@dataclass
class Questions:
    """Asks somebody, if there is a way to; else the first answer holds, and `points` has what to change."""

    ask: Ask | None
    points: list[str]

    def choose(self, question: str, answers: Sequence[str], change: str) -> int:
        """The number of the answer, from 0. `change` tells what to change if the first one is wrong."""
        if self.ask and len(answers) > 1:
            return self.ask(question, answers)
        self.points.append(f"{question} cardgen took: {answers[0]}; {change}")
        return 0

    def tell(self, point: str) -> None:
        if point not in self.points:
            self.points.append(point)

"""What a terminal shows while games are played."""

import io
import re

import pytest

from cardgen.store.library import find_game
from cardgen.validation.plan import Plan
from cardgen.validation.play import check_play
from cardgen.validation.telling.live import MAX_LINES, Live

PLAN = Plan(players=(3,), policies=("random", "greedy"))


class Screen(io.StringIO):
    """A terminal that knows the signs that `Live` sends: what stands on it, and all that ever stood there."""

    def __init__(self):
        self.lines, self.ever = [], []

    def write(self, text):
        if not text:
            return 0
        up = re.match(r"\r(?:\033\[(\d+)A)?", text)
        for _ in range(int(up[1] or 0)):
            self.lines.pop()
        body = text[up.end() :].removesuffix("\033[J")
        self.lines += [line.removesuffix("\033[K") for line in body.splitlines()]
        self.ever += self.lines
        assert "\033" not in "".join(self.lines)
        return len(text)


@pytest.fixture
def screen(monkeypatch):
    monkeypatch.setattr("cardgen.validation.telling.live.REDRAW_SECONDS", 0.0)
    monkeypatch.setattr("cardgen.validation.play.BUDGET", 2_000_000)
    return Screen()


def test_each_variant_has_a_line_that_is_sharpened_in_place(screen):
    live = Live(screen)
    check_play([(find_game("king_lui"), ["base", "express"])], PLAN, live)
    assert len(screen.lines) == 3  # a line each, and the bar
    told = [line for line in screen.ever if line.startswith("king_lui / express")]
    assert len(set(told)) > 1 and all("deck yes, ends yes" in line for line in told) and "128 games" in told[0]
    assert "settled" in told[-1] or "open" in told[-1]
    live.clear()
    assert screen.lines == []


def test_the_bar_never_goes_back(screen):
    check_play([(find_game("king_lui"), ["base"])], PLAN, Live(screen))
    bars = [line.count("#") for line in screen.ever if line.startswith("[")]
    assert len(bars) > 3 and bars == sorted(bars) and bars[-1] <= 30


def test_a_screen_holds_no_more_than_fits(screen):
    home = find_game("king_lui")
    variants = ["base", *home.variants]
    assert len(variants) < MAX_LINES
    live = Live(screen)
    live._lines = {f"game / {number}": f"game / {number}: {'long ' * 100}\033[2J" for number in range(40)}
    live._draw()
    assert len(screen.lines) == MAX_LINES and all(len(line) < 200 for line in screen.lines)


def test_it_is_said_how_long_it_may_take(screen, monkeypatch):
    live = Live(screen)
    live.begun -= 10.3
    assert live._left(0.5) == " at most 10 s" and live._left(0.0101) == " at most 17 min" and live._left(0.0) == ""

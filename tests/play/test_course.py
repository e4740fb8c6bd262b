"""What is learnt is the same to the bit, whoever plays the games from which one learns."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest

from cardgen.play import learning, load_game
from cardgen.play.course import PIECE, Course, here, pieces
from cardgen.play.learnt import as_yaml

FEW = {"ROUNDS": 2, "JUDGED_OPTIONS": 2, "DETERMINISATIONS": 1, "MARGIN_GAMES": 3, "OPENINGS": 3}


@pytest.fixture(autouse=True)
def small(monkeypatch):
    for name, few in FEW.items():
        monkeypatch.setattr(learning, name, few)


def one_by_one(course, asked):
    return (course.study(*piece) for piece in asked)


def last_first(course, asked):
    """As many machines would, of which the last one is the quickest."""
    found = {piece: course.study(*piece) for piece in reversed(asked)}
    return [found[piece] for piece in asked]


def crowd(course, asked):
    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(lambda piece: course.study(*piece), asked))


@pytest.mark.slow
@pytest.mark.parametrize("studies", [last_first, crowd, here])
def test_whoever_plays_learns_the_same(studies):
    game = load_game("draco")  # whose sides are agreed on, in turn
    first, other = learnt_by(one_by_one), learnt_by(studies)
    assert as_yaml(first, game.engine) == as_yaml(other, game.engine)
    assert any(first.weights[3])


@cache
def learnt_by(studies):
    return learning.learn(load_game("draco"), [3], 2 * PIECE + 1, seed=7, studies=studies)


@pytest.mark.parametrize("games", [1, PIECE, PIECE + 1, 10 * PIECE - 1])
def test_pieces_are_all_games_once(games):
    assert [number for first, count in pieces(games) for number in range(first, first + count)] == [*range(games)]


@pytest.mark.slow
def test_a_piece_depends_on_its_own_games_alone():
    game = load_game("draco")
    course = learning._course(game, 3, seed=11)
    alone = course.study(5, 2)
    again = Course(
        "draco",
        game.tables.copy(),
        course.templates,
        11,
        course.judged,
        course.determinisations,
        course.exploration_period,
    )
    again.study(0, 3)
    for one, other in zip(alone, again.study(5, 2), strict=True):
        assert np.array_equal(one, other) and one.any()

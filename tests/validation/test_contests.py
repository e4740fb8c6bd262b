"""Who plays better than whom, and by whom balance is judged."""

from cardgen.play import load_game
from cardgen.validation.questions.contests import ALIKE, STRONGER, TOO_FEW, WEAKER, conclusions, contests, open_contests
from cardgen.validation.questions.judge import judge_variant
from cardgen.validation.sampling.cells import default_tables
from cardgen.validation.telling.tell import _row
from tests.validation.verdicts import cell_of, told, with_records


def wins(cell, share, games=4000):
    """The cell as if the first seat had won such a part of so many games."""
    records = cell.spec.play(0, 1).repeat(games)
    records["winners"] = 2
    records["winners"][: round(share * games)] = 1
    return with_records(cell, records)


def four(one, others, share, game, games=4000):
    return wins(cell_of(game, [one, *[others] * 3]), share, games)


def test_one_is_held_against_an_equal_in_the_same_seat():
    """40% in the first seat is nothing, where all who sit there win 40%."""
    game = load_game("draco")
    equals = four("greedy", "greedy", 0.4, game, 20_000)
    for share, outcome in ((0.4, ALIKE), (0.5, STRONGER), (0.3, WEAKER)):
        (found,) = contests([four("learnt", "greedy", share, game, 20_000), equals])
        assert (found.one, found.others, found.outcome) == ("learnt", "greedy", outcome)
    (found,) = contests([equals, four("learnt", "greedy", 0.45, game, 64)])
    assert found.outcome == TOO_FEW


def test_nothing_is_told_without_equals_or_of_a_saboteur():
    game = load_game("draco")
    assert contests([four("learnt", "greedy", 0.5, game)]) == []
    assert contests([four("greedy", "greedy", 0.4, game), four("saboteur", "greedy", 0.5, game)]) == []
    mixed = wins(cell_of(game, ["learnt", "greedy", "random", "greedy"]), 0.5)
    assert contests([four("greedy", "greedy", 0.4, game), mixed]) == []


def test_conclusions_say_by_whom_balance_is_judged():
    game = load_game("draco")
    cells = [four("greedy", "greedy", 0.25, game), four("learnt", "greedy", 0.35, game)]
    assert list(conclusions(cells)) == [
        "learnt among greedy wins 35% (an equal 25%) with 4 players: cardgen judges balance by learnt"
    ]
    cells += [four("learnt", "learnt", 0.25, game), four("search", "learnt", 0.4, game)]
    _, second = conclusions(cells)
    assert second.startswith("search among learnt wins 40% (an equal 25%) with 4 players: ")
    assert second.endswith("cardgen still judges balance by learnt, which is quick")
    (weak,) = conclusions([cells[0], four("learnt", "greedy", 0.15, game)])
    assert weak.endswith("cardgen judges balance by learnt, which is weak; cardgen learn may find a stronger policy")


def test_without_what_was_learnt_it_may_be_looked_for():
    game = load_game("draco")
    game.tables["taught"] = 0
    (line,) = conclusions([four("random", "random", 0.25, game), four("greedy", "random", 0.6, game)])
    assert line == (
        "greedy among random wins 60% (an equal 25%) with 4 players: "
        "cardgen judges balance by greedy; no stronger policy is known, but cardgen learn may find one"
    )
    known = [four("random", "random", 0.25, game), four("greedy", "random", 0.6, game)]
    known += [four("greedy", "greedy", 0.25, game), four("lookahead", "greedy", 0.4, game)]
    first, second = conclusions(known)
    assert first.endswith("cardgen judges balance by greedy") and second.startswith("lookahead among greedy wins 40%")


def test_alone_points_are_held_against_one_another():
    game = load_game("party_at_louis")
    found = contests([cell_of(game, [policy], 200) for policy in ("random", "greedy")])
    assert [(each.one, each.others, each.outcome) for each in found] == [("greedy", "random", STRONGER)]
    (line,) = conclusions([each.cell for each in found] + [each.alike for each in found])
    assert line.startswith("alone, greedy has ") and " points (random 0.0): cardgen judges balance by greedy" in line


def test_play_goes_on_until_it_is_told_who_is_stronger():
    game = load_game("draco")
    equals, few = four("greedy", "greedy", 0.25, game), four("learnt", "greedy", 0.3, game, 64)
    (verdict,) = open_contests([equals, few])
    assert list(verdict.open) == [few, equals] and verdict.discovery is None and verdict.finding is None
    (verdict,) = open_contests([equals, four("learnt", "greedy", 0.4, game)])
    assert list(verdict.open) == []


def test_a_plain_check_has_those_it_can_afford_and_a_deep_one_those_who_think():
    plain, deep = (set(map(str, default_tables(load_game("draco"), deep))) for deep in (False, True))
    assert {"greedy/random*", "learnt/greedy*"} <= plain
    thinkers = {f"{name}/{rivals}*" for name in ("lookahead", "search") for rivals in ("greedy", "learnt")}
    assert deep - plain == {"endgame", *thinkers}  # Draco is not quick enough for those who try out the end


def test_it_is_said_who_else_judges_the_seats():
    tried = four("endgame", "endgame", 0.25, load_game("king_lui"))
    told = "cardgen also judges seats by endgame, which tries out the end of the game (with 4 players)"
    assert list(conclusions([tried]))[-1:] == [told]


def test_those_who_win_together_are_held_against_points():
    """No seat of theirs wins alone, so that its wins would tell of no skill at all."""
    game = load_game("harbour_lights")
    tables = (["random"] * 3, ["greedy"] * 3, ["greedy", "random", "random"])
    cells = [cell_of(game, table, 64) for table in tables]
    assert [(found.one, found.others, found.outcome) for found in contests(cells)] == [("greedy", "random", STRONGER)]
    (said, *_) = conclusions(cells)
    assert said.startswith("together, greedy has 1") and "points (random " in said
    assert "no-skill" not in {finding.code for finding in told(judge_variant(cells, 0.05))}
    assert _row(cells[1])[-3:-1] == ("–", "–") and _row(cells[1])[-1].startswith("all ")

from __future__ import annotations

from functools import cache

import pytest

import cgt
from cgt.core.route import Question
from cgt.errors import BudgetError, IllegalMoveError, NotApplicableError, ParseError, PositionError, RulesetError
from cgt.fast.jit import compiled_works
from cgt.games.heaps.quota import LinearQuota, TableQuota, parse_quota
from cgt.games.heaps.takeaway import TakeAway


@pytest.mark.parametrize(
    ("text", "quota"),
    [
        ("2n", LinearQuota(2)),
        ("n", LinearQuota(1)),
        ("n+1", LinearQuota(1, 1)),
        (" 3 n - 2 ", LinearQuota(3, -2)),
        ("2*n+1", LinearQuota(2, 1)),
        ("7", LinearQuota(0, 7)),
        ("[3, 1,8]", TableQuota((3, 1, 8))),
    ],
)
def test_quotas_are_read_and_written(text, quota):
    assert parse_quota(text) == quota
    assert parse_quota(str(quota)) == quota


@pytest.mark.parametrize(
    "text", ["", "n2", "2x", "__import__('os')", "2n+", "n n", "[]", "[1,]", "2.5n", "1e3", "-n", "²n", "n3", "2n 3"]
)
def test_what_is_no_quota_is_refused(text):
    with pytest.raises(ParseError, match="is not a quota"):
        parse_quota(text)


@pytest.mark.parametrize("text", ["0", "n-1", "0n", "[1,0]", "2n-2"])
def test_quotas_below_one_are_refused(text):
    with pytest.raises(RulesetError, match="at least 1"):
        parse_quota(text)


def test_the_question_of_article_000():
    solution = cgt.solve(cgt.games.TakeAway("2n").position((50, 2)), "misere")
    assert solution.outcome is cgt.Outcome.N
    assert solution.winning_moves == (2,)
    assert solution.route == "closed form"
    assert solution.explanation == "50 = 1 + 34 + 13 + 2: take 2"


@pytest.mark.parametrize(
    ("opening", "size", "quota"),
    [("all but one", 10, 9), ("all but one", 1, 0), (2, 10, 2), (2, 1, 1), ("unlimited", 10, 10), ("3", 10, 3)],
)
def test_opening_rules(opening, size, quota):
    assert cgt.games.TakeAway("2n", opening).position(size).quota == quota


@pytest.mark.parametrize("opening", ["", "0", "-1", "all", "some"])
def test_unknown_openings(opening):
    with pytest.raises(RulesetError, match="the opening is"):
        cgt.games.TakeAway("2n", opening)


def test_texts_round_trip():
    for game in [
        cgt.games.TakeAway("2n"),
        cgt.games.TakeAway("n+1", 2),
        cgt.games.GlobalTakeAway("3n"),
        cgt.games.FibonacciNim("unlimited"),
    ]:
        assert cgt.parse_ruleset(str(game)) == game
    game = cgt.games.TakeAway("2n")
    for text in ["21:4", "21:4,10:9", "0", "1", "5:5,1:1,0"]:
        assert str(game.parse(text)) == text
        assert game.parse(str(game.parse(text))) == game.parse(text)
    assert str(game.parse("21:4 + 10")) == "21:4,10:9"
    assert str(cgt.games.GlobalTakeAway("n+1").parse("50,50:2")) == "50,50:2"


@pytest.mark.parametrize("text", ["", "x", "21:", ":3", "-5", "3,,4", "21:4:5", "5.5", "21;4", "٣"])
def test_unreadable_positions(text):
    with pytest.raises(ParseError):
        cgt.games.TakeAway("2n").parse(text)


@pytest.mark.parametrize("heap", [(5, 0), -1, (5, -2), (5, 2, 1), True, 2.0, "5"])
def test_impossible_positions(heap):
    with pytest.raises(PositionError):
        cgt.games.TakeAway("2n").position(heap)
    with pytest.raises(PositionError):
        cgt.games.TakeAway("2n").parse("5:0")


def test_illegal_moves_say_what_was_allowed():
    position = cgt.games.TakeAway("2n").position((21, 4))
    for move in (0, 5, -1, "2", None, 2.0):
        with pytest.raises(IllegalMoveError, match="take 1 to 4"):
            position.play(move)
    position = cgt.games.GlobalTakeAway("2n").position(5, 7, quota=3)
    for move in (2, (0, 4), (2, 1), (0, 0), ("a", 1)):
        with pytest.raises(IllegalMoveError):
            position.play(move)


def test_a_python_function_as_a_quota(upto):
    def squares(taken):
        return taken * taken

    game = cgt.games.TakeAway(squares)
    assert str(game) == "takeaway(squares)"
    assert cgt.crosscheck(game, upto(18, full=61)).agrees
    falling = cgt.games.TakeAway(lambda taken: 3 - taken)
    with pytest.raises(RulesetError, match="at least 1"):
        cgt.outcome(falling.position((9, 3)))


def test_several_heaps_are_a_sum():
    game = cgt.games.TakeAway("3n")
    total = game.position((9, 4), 7)
    assert total == game.position((9, 4)) + game.position(7)
    assert cgt.nim_value(total) == cgt.nim_value(game.position((9, 4))) ^ cgt.nim_value(game.position(7))


def test_heaps_of_a_thousand_digits():
    for rule in ("2n", "3n", "n+1", "7n-3"):
        solution = cgt.solve(cgt.games.TakeAway(rule).position((10**1000 + 12345, 10**999)))
        take = solution.winning_moves[0]
        assert cgt.outcome(solution.position.play(take)) is cgt.Outcome.P


def test_a_constant_quota_with_too_many_winning_moves_to_list(monkeypatch, upto):
    monkeypatch.setattr("cgt.games.heaps.takeaway.LISTED_MOVES", upto(200, full=100_000))
    game = cgt.games.TakeAway("3", "unlimited")
    position = game.position(10**30 + 1)
    assert cgt.outcome(position) is cgt.Outcome.N
    with pytest.raises(cgt.errors.CGTError, match="too many to list"):
        cgt.solve(position, closed_form=game.closed_forms()[0])


def test_a_closed_form_refuses_the_positions_of_another_game():
    form = cgt.games.TakeAway("2n").closed_forms()[0]
    foreign = cgt.games.TakeAway("3n").position(10)
    assert form.answer(Question(foreign)) is None
    with pytest.raises(NotApplicableError, match="says nothing about"):
        cgt.solve(foreign, closed_form=form)


def test_fibonacci_nim_is_lost_exactly_at_fibonacci_numbers():
    lost = [size for size in range(2, 100) if cgt.outcome(cgt.games.FibonacciNim().position(size)) is cgt.Outcome.P]
    # Whinihan (1963).
    assert lost == [2, 3, 5, 8, 13, 21, 34, 55, 89]


def test_a_heap_that_only_its_size_makes_large_is_not_searched():
    with pytest.raises(cgt.errors.CGTError, match="limit of 1,000 positions"):
        cgt.solve(cgt.games.GlobalTakeAway("3n").position(400, 500, 600), max_positions=1_000)


@pytest.mark.parametrize("rule", ["2n", "3n", "n+1", "[2,1,3]"])
def test_larger_heaps_are_answered_from_a_table_as_a_search_would(rule):
    position = cgt.games.TakeAway(rule).position((101, 9), (120, 30), 15)
    by_table, by_search = cgt.solve(position), cgt.solve(position, route="search", max_positions=None)
    assert (by_table.route, by_search.route) == ("table", "search")
    assert by_table.nim_value == by_search.nim_value
    assert list(by_table.winning_moves) == list(by_search.winning_moves)


def test_several_heaps_of_tens_of_thousands(monkeypatch):
    monkeypatch.setattr("cgt.fast.backend.compiled_before", compiled_works)  # as from the second run on
    solution = cgt.solve(cgt.games.FibonacciNim().position(20_000, (30_000, 500)))
    assert solution.route == "table"
    assert all(cgt.outcome(solution.position.play(move)) is cgt.Outcome.P for move in solution.winning_moves[:3])


@pytest.mark.parametrize("other", [1, 4, 6])
def test_in_a_sum_with_another_game_a_table_tells_all_moves_of_a_heap_at_once(monkeypatch, other):
    @cache
    def nim_value(heap, most):
        met = {nim_value(heap - take, min(heap - take, 3 * take)) for take in range(1, most + 1)}
        return next(value for value in range(heap + 2) if value not in met)

    monkeypatch.setattr("cgt.solving.routes.nim_values.TRIED_MOVES", 0)  # none is tried by itself
    solution = cgt.solve(TakeAway("3n").position((120, 90)) + cgt.games.Nim().position(other))
    assert [answer.route for answer in solution.components] == ["table", "closed form"]
    wanted = [take for take in range(1, 91) if nim_value(120 - take, min(120 - take, 3 * take)) == other]
    assert [move.move for move in solution.winning_moves if move.component == 0] == wanted
    assert wanted


@pytest.mark.full
def test_heaps_above_the_levels_take_the_table_and_still_larger_ones_are_refused_in_a_line():
    solution = cgt.solve(cgt.games.FibonacciNim().parse("400:300,5:4"))
    (table,) = solution.completed_by
    assert (solution.outcome, solution.status) == (cgt.Outcome.N, "theorem")
    assert (table.route, table.status, table.nim_value) == ("table", "computed", 10)
    with pytest.raises(BudgetError, match=r"a table of 50000001 nim-values .*is beyond the limit"):
        cgt.solve(cgt.games.TakeAway("2n").parse("50000000:30000000,5:4"), max_positions=1_000)


@pytest.mark.parametrize("quota", ["2n", "n", "3n-2", "3n/2", "[3,1,8]", "3000000000n"])
def test_the_moves_that_a_table_tells_are_those_of_the_definition(quota):
    game = TakeAway(quota)

    @cache
    def nim_value(heap, most):
        met = {nim_value(heap - take, min(heap - take, game.next_quota(take))) for take in range(1, most + 1)}
        return next(value for value in range(heap + 2) if value not in met)

    look_up = game.table("python")
    look_up.extend_to(game.position((40, 40)))
    for heap, most in ((40, 40), (39, 7), (1, 1), (12, 3), (0, 0)):
        pile = game.table_position(heap, most)
        assert look_up(pile) == nim_value(heap, most)
        for value in range(6):
            assert look_up.moves_to(pile, value) == [
                take
                for take in range(1, most + 1)
                if nim_value(heap - take, min(heap - take, game.next_quota(take))) == value
            ]


def test_a_table_of_another_game_is_not_looked_up():
    look_up = TakeAway("2n").table("python")
    with pytest.raises(PositionError, match=r"is not a heap of takeaway\(2n\)"):
        look_up(TakeAway("3n").position((5, 2)))

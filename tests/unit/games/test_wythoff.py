from __future__ import annotations

from itertools import islice, product
from math import isqrt

import pytest

import cgt
from cgt.core.nimber import mex
from cgt.core.outcome import Convention, Outcome
from cgt.core.reading import arguments_of
from cgt.core.route import Question
from cgt.errors import IllegalMoveError, NotApplicableError, ParseError, PositionError, RulesetError
from cgt.games.heaps.wythoff import TwoHeaps, Wythoff
from cgt.games.heaps.wythoff_pairs import losing_pairs, pair_of_rank, partner

MISERE = Convention.MISERE
GAME = Wythoff()
FORM = TwoHeaps(GAME)


@pytest.mark.parametrize(
    ("text", "ruleset"), [("", GAME), ("1", GAME), ("2", Wythoff(2)), ("1,3", Wythoff(1, 3)), ("2,4", Wythoff(2, 4))]
)
def test_from_text(text, ruleset):
    assert Wythoff.from_arguments(*(text.split(",") if text else ())) == ruleset


@pytest.mark.parametrize("ruleset", [GAME, Wythoff(2), Wythoff(1, 3), Wythoff(5, 4)])
def test_text_form_reads_back(ruleset):
    assert Wythoff.from_arguments(*arguments_of(str(ruleset))) == ruleset
    assert ruleset.wording.position_text(ruleset.parse(ruleset.example)) == ruleset.example


@pytest.mark.parametrize(
    "wrong", [("0",), ("x",), ("1", "1"), ("1", "x"), ("1", "2", "3"), ("-1",), ("",), ("1", "51"), ("1", "9" * 90)]
)
def test_wrong_text(wrong):
    with pytest.raises(RulesetError, match=r"wythoff\(.*needs|wythoff got 1, 2, 3; it takes"):
        Wythoff.from_arguments(*wrong)


@pytest.mark.parametrize(("a", "heaps"), [(0, 2), (1.0, 2), (True, 2), (1, 1), (1, "3"), (-2, 2)])
def test_wrong_parameters(a, heaps):
    with pytest.raises(RulesetError):
        Wythoff(a, heaps)


def test_how_many_heaps():
    assert Wythoff().position(4, 5, 6).heaps == (4, 5, 6)
    for wrong in ((), (3,), (3, -1), (3, "4"), (3, 2.0)):
        with pytest.raises(PositionError):
            GAME.position(*wrong)
    with pytest.raises(PositionError, match=r"at least 3 heaps, not 2: give 3 heaps or more .*, such as 3,6,9$"):
        Wythoff(1, 3).position(3, 5)
    with pytest.raises(ParseError):
        GAME.parse("3;5")
    with pytest.raises(PositionError, match="two heaps or more separated by commas"):
        GAME.parse("3")


@pytest.mark.parametrize("a", [1, 2, 3, 9])
def test_moves_are_exactly_those_the_rule_allows(a):
    heaps = (3, 0, 4, 2)
    expected = set()
    for amounts in product(*(range(heap + 1) for heap in heaps)):
        taken = [amount for amount in amounts if amount]
        if len(taken) == 1 or (len(taken) == 2 and abs(taken[0] - taken[1]) < a):
            expected.add(amounts)
    position = Wythoff(a).position(*heaps)
    moves = list(position.moves())
    assert len(moves) == len(expected)
    assert set(moves) == expected
    for amounts in product(range(-1, 5), repeat=4):
        if amounts not in expected:
            with pytest.raises(IllegalMoveError):
                position.play(amounts)


def test_moves_are_lazy():
    assert list(islice(GAME.position(10**1000, 10**1000).moves(), 2)) == [(1, 0), (2, 0)]


@pytest.mark.parametrize("a", [1, 2, 3, 4, 7, 50])
def test_losing_pairs_are_the_mex_construction(a):
    """E_n = mex of all before, H_n = E_n + a n, or a n + 1 more in misère play (a >= 2)."""
    for convention in Convention if a > 1 else [Convention.NORMAL]:
        used = set()
        for rank, pair in enumerate(islice(losing_pairs(a, convention), 500)):
            low = mex(used)
            assert pair == (low, low + a * rank + (convention is MISERE)) == pair_of_rank(rank, a, convention)
            used |= set(pair)


def test_misere_pairs_of_wythoffs_game():
    assert list(islice(losing_pairs(1, MISERE), 5)) == [(0, 1), (2, 2), (3, 5), (4, 7), (6, 10)]


@pytest.mark.parametrize("a", [1, 2, 3, 8])
@pytest.mark.parametrize("convention", list(Convention))
def test_every_size_has_one_partner(a, convention, upto):
    stop = upto(600, full=3_000)
    mates = {}
    for low, high in losing_pairs(a, convention):
        if low >= stop:
            break
        mates[low], mates[high] = high, low
    assert [partner(size, a, convention) for size in range(stop)] == [mates[size] for size in range(stop)]


def test_p_positions():
    assert GAME.p_positions(8) == [(0, 0), (1, 2), (3, 5), (4, 7)]
    assert GAME.p_positions(7) == [(0, 0), (1, 2), (3, 5)]
    assert GAME.p_positions(6, "misere") == [(0, 1), (2, 2), (3, 5)]
    assert GAME.p_positions(0) == []
    with pytest.raises(NotApplicableError, match="only those of two heaps"):
        Wythoff(1, 3).p_positions(10)


@pytest.mark.parametrize(
    ("heaps", "move", "words"),
    [
        ((11, 20), (0, 2), "11 = 10100F ends in an even number of zeros; with one more it is 18 = 101000F, and 20 = "),
        ((19, 20), (7, 0), "20 = 101010F ends in an odd number of zeros; with one fewer it is 12 = 10101F, and 19 = "),
        ((14, 19), (6, 6), "the heaps differ by 5, and 5 - 1 = 101F; with a 1 appended that is 8, with a 0 more 13: "),
    ],
)
def test_the_three_cases_of_article_002(heaps, move, words):
    explanation = cgt.solve(GAME.position(*heaps), closed_form=FORM).explanation
    assert explanation.startswith(words)
    assert explanation.endswith(": " + GAME.wording.move_text(GAME.position(*heaps), move))
    assert move in cgt.solve(GAME.position(*heaps), closed_form=FORM).winning_moves


@pytest.mark.parametrize("a", [1, 2, 3])
@pytest.mark.parametrize("convention", list(Convention))
def test_explanations_name_a_winning_move_exactly_when_there_is_one(a, convention, upto):
    form = TwoHeaps(Wythoff(a))
    for heaps in product(range(upto(14, full=40)), repeat=2):
        position = form.ruleset.position(*heaps)
        solution = cgt.solve(position, convention, closed_form=form)
        explanation = solution.explanation
        texts = [form.ruleset.wording.move_text(position, move) for move in solution.winning_moves]
        assert any(explanation.endswith(": " + text) for text in texts) == bool(texts), explanation
        assert ("take" in explanation) == bool(texts), explanation


def test_explanations_by_pairs():
    assert cgt.solve(Wythoff(2).position(4, 11), closed_form=TwoHeaps(Wythoff(2))).explanation == (
        "leave losing pair 3: 4 is the least number in no pair before, and 10 = 4 + 2·3: take 1 from heap 2"
    )
    assert cgt.solve(Wythoff(2).position(2, 5), MISERE, closed_form=TwoHeaps(Wythoff(2))).explanation == (
        "this is losing pair 1: 2 is the least number in no pair before, and 5 = 2 + 2·1 + 1: "
        "every move can be answered"
    )
    assert (
        "0,1 and 2,2 in place of 0,0 and 1,2; leave 0,1: take "
        in cgt.solve(GAME.position(3, 4), MISERE, closed_form=FORM).explanation
    )
    assert (
        cgt.solve(GAME.position(0, 0), MISERE, closed_form=FORM).explanation
        == "no match is left, and the player to move has won"
    )


def test_article_002_misere_examples():
    assert (3, 3) in cgt.solve(GAME.position(3, 4), MISERE, closed_form=FORM).winning_moves
    assert (0, 3) in cgt.solve(GAME.position(2, 5), MISERE, closed_form=FORM).winning_moves


@pytest.mark.parametrize("a", [1, 2, pytest.param(5, marks=pytest.mark.full), 10**600])
@pytest.mark.parametrize("convention", list(Convention))
def test_heaps_of_a_thousand_digits(a, convention, upto):
    """By default of 300 where the Fibonacci numbers of each are told: the next test has more of them."""
    form = TwoHeaps(Wythoff(a))
    rank = 10 ** (upto(300, full=1_000) if a == 1 else 1_000)
    x, y = pair_of_rank(rank, a, convention)
    extra = int(convention is MISERE and a > 1)
    # Exact: x is the integer part of rank·α (+ 1/α), checked by squaring, with α = (2 - a + √(a² + 4)) / 2.
    assert y - x == a * rank + extra
    if not extra:
        assert x == (rank * (2 - a) + isqrt(rank * rank * (a * a + 4))) // 2
    lost = cgt.solve(form.ruleset.position(x, y), convention, closed_form=form)
    assert (lost.outcome, lost.winning_moves) == (Outcome.P, ())
    for heaps, move in [((x, y + 7), (0, 7)), ((x + 5, y), (5, 0)), ((y + 9, x + 9), (9, 9)), ((x + 1, y + 1), (1, 1))]:
        position = form.ruleset.position(*heaps)
        solution = cgt.solve(position, convention, closed_form=form)
        moves = solution.winning_moves
        assert solution.outcome is Outcome.N
        assert move in moves
        assert len(moves) <= 6
        assert all(cgt.solve(position.play(move), convention, closed_form=form).outcome is Outcome.P for move in moves)
        assert len(solution.explanation) < 500


def test_ten_thousand_digits(upto):
    size = 10 ** upto(2_000, full=10_000)
    position = GAME.position(size, size + 1)
    solution = cgt.solve(position, closed_form=FORM)
    assert solution.outcome is Outcome.N
    assert len(solution.explanation) < 500


def test_where_it_applies():
    three = GAME.position(3, 0, 5)
    assert FORM.answer(Question(three)) is not None
    assert cgt.solve(three, closed_form=FORM).outcome is Outcome.P
    assert cgt.solve(GAME.position(0, 4, 5), closed_form=FORM).winning_moves == ((0, 1, 0), (0, 3, 3))
    assert FORM.answer(Question(GAME.position(1, 2, 3))) is None
    assert FORM.answer(Question(Wythoff(2).position(1, 2))) is None
    assert FORM.answer(Question(GAME.position(1, 2) + GAME.position(3, 5))) is None
    with pytest.raises(NotApplicableError):
        cgt.solve(GAME.position(1, 2, 3), MISERE, closed_form=FORM)


@pytest.mark.parametrize("text", ["queen 300,400", "wythoff(1,3) 300,400,0"])
def test_wythoffs_table_answers_where_its_values_are_the_same(text):
    """The queen was searched for half a minute; of three heaps, one of them empty, it said that a table holds two."""
    position = cgt.parse_position(text)
    assert cgt.nim_value(position) == cgt.nim_value("wythoff 300,400") == 556
    assert cgt.nim_value(position + cgt.parse_position("nim 3")) == 556 ^ 3


def test_the_table_of_the_queen_by_the_definition(upto):
    most = upto(24, full=60)
    values = {}
    for x, y in product(range(most), repeat=2):
        along = {values[left, y] for left in range(x)} | {values[x, down] for down in range(y)}
        values[x, y] = mex(along | {values[x - step, y - step] for step in range(1, min(x, y) + 1)})
    assert cgt.nim_value_table("queen", most, most) == [[values[x, y] for y in range(most)] for x in range(most)]
    queen = cgt.games.Queen()
    table = queen.table()
    for x, y in product(range(0, most, 5), range(0, most, 3)):
        table.extend_to(queen.position(x, y))
        assert table(queen.position(x, y)) == values[x, y]
    with pytest.raises(PositionError, match="not a position of queen"):
        table(cgt.parse_position("wythoff 1,2"))

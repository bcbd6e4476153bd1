from __future__ import annotations

import random
from contextlib import suppress
from itertools import islice

import pytest

import cgt
from cgt.core.code import NAMED
from cgt.core.outcome import Convention
from cgt.core.route import Question
from cgt.errors import CGTError, IllegalMoveError, NotApplicableError, NumberError, RulesetError
from cgt.families.periodic_form import PeriodicForm
from cgt.families.registry import example_ruleset, parse_ruleset
from cgt.games.heaps.taking_breaking import Kayles, Octal, TakingBreaking
from cgt.theory.period import PeriodStatus


def test_names_and_codes():
    assert parse_ruleset("kayles") == parse_ruleset("octal(.770)") == TakingBreaking("0.77")
    assert str(parse_ruleset("kayles")) == "kayles"
    assert str(parse_ruleset("hexadecimal(0.3f)")) == "hexadecimal(0.3F)"
    assert str(parse_ruleset("taking-breaking(4!.0)")) == "taking-breaking(4!.0)"
    assert str(parse_ruleset("taking-breaking(0.{2,3})")) == "hexadecimal(0.C)"
    assert str(parse_ruleset("hexadecimal(0.77)")) == str(parse_ruleset("taking-breaking(0.77)")) == "octal(0.77)"
    for name in NAMED:
        assert str(parse_ruleset(name)) == name
        assert parse_ruleset(str(parse_ruleset(name))) == parse_ruleset(name)
        assert parse_ruleset(name).code == NAMED[name].code
    with pytest.raises(RulesetError):
        parse_ruleset("octal(0.7,0.7)")
    with pytest.raises(CGTError):
        parse_ruleset("octal(7.7)")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("octal(0.8)", "hexadecimal(0.8)"),
        ("octal(0.3f)", "hexadecimal(0.3F)"),
        ("octal(4!.0)", "taking-breaking(4!.0)"),
        ("octal(4.[3])", "taking-breaking(4.[3])"),
        ("hexadecimal(0.{4})", "taking-breaking(0.{4})"),
        ("hexadecimal(0.7=)", "taking-breaking(0.7=)"),
    ],
)
def test_a_code_under_too_narrow_a_name_is_refused_with_the_right_one(text, right):
    with pytest.raises(RulesetError) as refusal:
        parse_ruleset(text)
    assert str(refusal.value).endswith(f"write {right}")
    assert str(parse_ruleset(right)) == right


def test_the_three_names_stand_for_three_families():
    shown = {name: str(example_ruleset(name)) for name in ("octal", "hexadecimal", "taking-breaking")}
    assert shown == {
        "octal": "octal(0.77)",
        "hexadecimal": "hexadecimal(0.3F)",
        "taking-breaking": "taking-breaking(4!.0)",
    }
    assert len({example_ruleset(name).title for name in shown}) == 3
    assert type(example_ruleset("octal")) is TakingBreaking


@pytest.mark.parametrize("text", ["0.77", "0.3F", "4!.0", "0.7=", "4.[3]", "{2+}.0"])
def test_play_agrees_with_the_options(text):
    game = TakingBreaking(text)
    for size in range(9):
        for option in game.heap_options(size):
            assert sorted(game.after((size,), option)) == sorted(option)
            assert game.after((size,), tuple(reversed(option))) == tuple(sorted(option))
        legal = set(game.heap_options(size))
        for illegal in {(1, 1), (2, 2), (0, 3), (size,), (size + 1,), (), (1, 2), (1, 1, 1)} - legal:
            with pytest.raises(IllegalMoveError):
                game.after((size,), illegal)
    with pytest.raises(IllegalMoveError):
        game.after((5,), 2)


@pytest.mark.parametrize(
    "text",
    [
        *("0.77", "0.137", "0.15", "0.3303", "0.7!", "0.4=", "0.3F", "4.07", "4.[3]", "4!.[3]", "0.8B", "0.3[7]"),
        *("0.[03]", "0.[30]", "0.[1]", "0.3[02]", "0.[24!]"),
    ],
)
def test_closed_form_agrees_with_the_engine(text, upto):
    game = TakingBreaking(text)
    form = PeriodicForm(game)
    rng = random.Random(1)
    positions = [game.position(size) for size in range(upto(11, full=25))]
    positions += [game.position(rng.randrange(12), rng.randrange(12)) for _ in range(upto(3, full=15))]
    evaluator = cgt.Evaluator()
    for position in positions:
        assert cgt.solve(position, closed_form=form).nim_value == evaluator.nim_value(position)
        assert cgt.solve(position, closed_form=form).outcome == evaluator.outcome(position)
        assert set(cgt.solve(position, closed_form=form).winning_moves) == set(evaluator.winning_moves(position))
        assert cgt.solve(position, closed_form=form).explanation


@pytest.mark.full("0.07-300", "0.77-200")
@pytest.mark.parametrize(("text", "size"), [("0.77", 200), ("0.07", 300), ("0.7!", 61), ("0.4=", 60), ("0.15", 200)])
def test_winning_moves_beyond_the_period(text, size, upto):
    """Residue counting against a plain count of all options."""
    game = TakingBreaking(text)
    form = PeriodicForm(game)
    for heap in range(size, size + upto(2, full=13)):
        for other in (0, 11):
            position = game.position(heap, other)
            moves = cgt.solve(position, closed_form=form).winning_moves
            total = cgt.solve(position, closed_form=form).nim_value
            expected = [
                (index, option)
                for index, one in enumerate((heap, other))
                for option in game.heap_options(one)
                if total
                and cgt.solve(game.position(*option), closed_form=form).nim_value
                == cgt.solve(game.position((other, heap)[index]), closed_form=form).nim_value
            ]
            assert [tuple(move) for move in moves] == expected
            assert len(moves) == len(expected)


def test_a_heap_of_ten_to_the_thirty(upto):
    heap = 10**30
    position = Kayles().position(heap, heap + 1, 7)
    form = PeriodicForm(Kayles())
    assert cgt.solve(position, closed_form=form).outcome is cgt.Outcome.N
    moves = cgt.solve(position, closed_form=form).winning_moves
    assert moves.total > 10**28
    for move in islice(moves, upto(60, full=300)):
        assert cgt.solve(position.play(move), closed_form=form).nim_value == 0
    assert moves[5] == list(islice(moves, 6))[5]
    assert "modulo 12, except these 14" in cgt.solve(position, closed_form=form).explanation
    assert (
        f"{heap} = 76 + {(heap - 76) // 12} × 12 is worth 1, as 76 is"
        in cgt.solve(position, closed_form=form).explanation
    )
    assert "in all" in repr(moves)
    solution = cgt.solve(position)
    assert solution.nim_value == cgt.solve(position, closed_form=form).nim_value
    assert solution.card().rows


def test_a_heap_with_a_saltus_is_worked_out():
    kenyons = parse_ruleset("kenyons")
    heap = 6 * 10**29 + 4
    solution = cgt.solve(kenyons.position(heap), closed_form=PeriodicForm(kenyons))
    told = f"{heap} = 4 + {10**29} × 6 is worth 1 + {10**29} × 3 = {3 * 10**29 + 1}"
    assert told in solution.explanation


@pytest.mark.parametrize("text", ["subtraction(2,5,11)", "all-but(1,3)", "bounded-nim(4)", "nim"])
def test_a_taking_game_is_played_by_its_certificate(text):
    """The moves of these games are amounts, not the heaps that remain."""
    game = parse_ruleset(text)
    form = PeriodicForm(game, game.period().certificate)
    evaluator = cgt.Evaluator()
    for sizes in [(0,), (7,), (16,), (27, 18), (20, 3, 9)]:
        position = game.position(*sizes)
        solution = cgt.solve(position, closed_form=form)
        assert set(solution.winning_moves) == set(evaluator.winning_moves(position))
        assert all(game.wording.move_text(position, move) for move in solution.winning_moves)
        assert solution.explanation


def test_the_period_is_told_once_for_all_heaps():
    game = cgt.games.Subtraction(2, 5, 11)
    told = cgt.solve(game.position(100, 50, 17)).explanation
    assert told.count("modulo 13") == 1
    assert "; 100 = 22 + 6 × 13 is worth 1, as 22 is; " in told


def test_misere_is_left_to_others():
    form = PeriodicForm(Kayles())
    assert form.answer(Question(Kayles().position(3), Convention.MISERE)) is None
    with pytest.raises(NotApplicableError):
        cgt.solve(Kayles().position(3), Convention.MISERE, closed_form=form)
    assert form.answer(Question(cgt.games.Nim().position(3))) is None


def test_the_period_method():
    report = parse_ruleset("kayles").period()
    assert report.record() | {"exceptions": None} == {
        "ruleset": "kayles",
        "preperiod": 71,
        "period": 12,
        "saltus": 0,
        "exceptions": None,
        "status": "proved",
        "theorem": "Guy-Smith",
        "checked_to": 167,
        "enough": None,
    }
    assert parse_ruleset("all-but(2,3)").period().periodicity.saltus == 2
    assert cgt.games.Subtraction(2, 5, 7).period().periodicity.period == 22


@pytest.mark.parametrize("limit", [-1, 2.5, True])
def test_a_limit_that_is_none_is_refused(limit):
    for game in (Kayles(), parse_ruleset("take-a-square")):
        for ask in (game.period, lambda limit, game=game: cgt.discover(game, limit)):
            with pytest.raises(NumberError, match=r"(limit|stop) is a whole number of at least 0, or None"):
                ask(limit)


def test_rules_given_as_functions():
    from cgt.families.function_heap_game import HeapRule, TakingRule

    divide = HeapRule(lambda n: [(a, n - a) for a in range(1, n // 2 + 1) if 2 * a != n], name="grundy-again")
    assert divide.table().values(30) == parse_ruleset("grundy").table().values(30)
    assert divide.period(60).status in {PeriodStatus.NONE, PeriodStatus.OBSERVED}
    odd_even = TakingRule(lambda n: [k for k in ((1, 2) if n % 2 else (1, 4)) if k <= n], name="odd-even")
    proved = odd_even.period(500, reach=4, modulus=2)
    assert proved.status is PeriodStatus.PROVED
    assert "promised" in proved.theorem
    values = odd_even.table().values(400)
    assert proved.periodicity.first_failure(values) is None
    with pytest.raises(RulesetError, match="alike modulo 1"):
        odd_even.period(500, reach=4)
    with pytest.raises(RulesetError, match="more than 3"):
        odd_even.period(500, reach=3, modulus=2)
    with pytest.raises(RulesetError, match="divides"):
        divide.period(60, reach=3)
    with pytest.raises(RulesetError, match="must get smaller"):
        HeapRule(lambda n: [(n,)] if n == 5 else [], name="stuck").period(60)
    with pytest.raises(RulesetError, match="must get smaller"):
        HeapRule(lambda n: [(1.5,)] if n == 5 else [], name="half").period(60)


def test_random_subtraction_sets(upto):
    """Every one proved, and the definition agrees beyond what was proved from."""
    rng = random.Random(2026)
    for number in range(upto(200, full=2000)):
        takes = sorted(rng.sample(range(1, 16), rng.randrange(1, 6)))
        report = cgt.games.Subtraction(takes).period(limit=100_000)
        assert report.status is PeriodStatus.PROVED, takes
        if number % 5 == 0:
            stop = report.checked_to + report.periodicity.period + 20
            values = []
            for heap in range(min(stop, 400)):
                reached = {values[heap - take] for take in takes if take <= heap}
                values.append(next(value for value in range(len(takes) + 1) if value not in reached))
            assert [report.periodicity.value(heap, report.values) for heap in range(len(values))] == values


def test_a_code_by_its_family_is_the_code():
    octal = parse_ruleset("octal(0.77)")
    assert (repr(octal), str(octal)) == ("TakingBreaking('0.77')", "octal(0.77)")
    assert octal == TakingBreaking("0.77")
    assert repr(Octal("0.77")) == repr(octal)


def test_no_table_is_thought_of_beyond_a_thousand_million():
    assert Kayles().table().entries(Kayles().position(7, 10**9 + 1)) is None


def test_a_code_without_a_name_has_itself_as_argument():
    assert (str(Kayles()), str(TakingBreaking("0.123"))) == ("kayles", "octal(0.123)")


@pytest.mark.parametrize(
    ("code", "allowed"),
    [("8.0", 3), ("8?.0", 2), ("8!.0", 1), ("8=.0", 1)],
    ids=["any sizes", "not all alike", "all different", "all alike"],
)
def test_a_move_to_three_heaps_is_made_where_their_sizes_are_allowed(code, allowed):
    position = TakingBreaking(code).position(6)
    made = []
    for heaps in ((1, 1, 4), (1, 2, 3), (2, 2, 2)):
        with suppress(IllegalMoveError):
            made.append(position.play(heaps))
            assert heaps in list(position.moves())
    assert len(made) == allowed

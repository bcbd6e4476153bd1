"""Numbers beyond the 4,300 digits that Python writes: every ruleset, position and solution can still be shown."""

from __future__ import annotations

from functools import partial
from itertools import islice
from time import process_time

import pytest

import cgt
from cgt.apps.cli import main
from cgt.apps.web.bridge import Bridge
from cgt.core.changed_rules import BlockedMoves
from cgt.core.code import HeapCode
from cgt.core.compounds import ComponentMove
from cgt.core.lazy_moves import LazyMoves, counted
from cgt.core.nimber import Nimber
from cgt.core.numbers import exact_repr
from cgt.engine.pruned import TranspositionTable
from cgt.errors import (
    BudgetError,
    CGTError,
    IllegalMoveError,
    MemoryBudgetError,
    NumberError,
    PositionError,
    RulesetError,
)
from cgt.families.matches import MatchRuleset
from cgt.families.registry import example_ruleset, parse_ruleset
from cgt.fast.subtraction_values import SubtractionSequence
from cgt.fast.taking_breaking_values import sequence_of
from cgt.fast.wythoff_values import p_positions
from cgt.solving.subjects import PositionText
from cgt.store.oeis import Indexed
from cgt.store.pair_table import PairTable
from cgt.store.quota_table import QuotaTable
from cgt.store.sequence_table import SequenceTable
from cgt.theory import period

HUGE = 10**5000
ZEROS = "0" * 5000

SECONDS = {"moore-nim", "lasker", "wythoff", "mark", "aliquot", "global-takeaway", "dim", "prim", "officers"}
SECONDS |= {"delete-nim", "hexadecimal", "kenyons", "couples-are-forever", "push-the-button", "exact-nim", "selective"}
SECONDS |= {"forbidden", "nontotative"}
"""Games that take longer than the others."""

RULESETS = [
    cgt.games.Wythoff(HUGE),
    cgt.games.MooreNim(HUGE),
    cgt.games.BoundedNim(HUGE),
    cgt.games.Subtraction(1, HUGE),
    cgt.games.AllBut(HUGE),
    cgt.games.TakeAway(cgt.games.LinearQuota(HUGE, -5)),
    cgt.games.TakeAway(cgt.games.LinearQuota(2, HUGE)),
    cgt.games.TakeAway(cgt.games.LinearQuota(0, HUGE)),
    cgt.games.TakeAway([3, HUGE]),
    cgt.games.TakeAway("2n", HUGE),
    cgt.games.GlobalTakeAway("2n", HUGE),
    cgt.games.FibonacciNim(HUGE),
    cgt.games.Kotzig(5, [HUGE]),
    cgt.games.VectorGame((HUGE, 1)),
]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_a_ruleset_with_a_huge_parameter_is_shown(ruleset):
    assert ZEROS in str(ruleset) or "9" * 5000 in str(ruleset)
    assert ZEROS in repr(ruleset)
    for form in ruleset.closed_forms():
        assert type(form).__name__ in repr(form)


OF_HEAPS = [name for name in cgt.ruleset_names() if isinstance(example_ruleset(name), MatchRuleset)]


@pytest.mark.full(
    "dawsons-chess-normal",
    "double-kayles-normal",
    "fibonacci-nim-normal",
    "grundy-normal",
    "take-a-power-normal",
    "taking-breaking-normal",
    "totative-normal",
)
@pytest.mark.parametrize(
    ("name", "convention"),
    [
        *((name, "normal") for name in OF_HEAPS),
        *(
            pytest.param(name, "misere", marks=() if name in {"nim", "kayles", "takeaway"} else pytest.mark.full)
            for name in OF_HEAPS
        ),
    ],
)
def test_a_position_of_huge_heaps_and_its_solution_are_shown(name, convention, upto):
    game = example_ruleset(name)
    # The formula for two heaps under one quota takes the square of their digits, and some: one huge heap is enough.
    position = game.position(HUGE, 5 if name == "global-takeaway" else HUGE + 7)
    for text in (str(position), repr(position), game.wording.position_text(position)):
        assert ZEROS in text
    assert game.parse(str(position)) == position
    if name in upto(SECONDS, full=()):
        return
    try:
        solution = cgt.solve(position, convention, max_positions=100)
    except BudgetError:
        return  # no formula is known; the errors have a test of their own
    assert ZEROS in str(solution)
    assert "digits)" in repr(solution)
    assert hash(solution) == hash(cgt.solve(position, convention))
    for face in (solution._repr_html_(), solution._repr_latex_(), position._repr_svg_()):
        assert len(face) < 60_000
    assert all(len(text) < 3000 for _term, text in solution.card().rows)
    for move in islice(solution.winning_moves, 3):
        assert len(game.wording.move_text(position, move)) < 300


QUICK = {"staircase", "antonim", "end-nim", "brussels-sprouts", "cyclic-nimhoff", "bounded-nim"}
"""Games that are asked in Python by default; in the command line, which is asked below, Python writes any number."""


@pytest.mark.full("antonim-misere", "antonim-normal", "end-nim-misere", "staircase-misere")
@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.full) for name in cgt.ruleset_names()]
)
def test_every_answer_in_python_is_shown_or_refused(name, convention, upto, guarded):
    """Alone, and in a sum, whose nim-values are added."""
    for heaps in upto((2,), full=(1, 2, 3)):
        for also in ("", " + nim 3"):
            guarded()
            text = f"{example_ruleset(name)} {sizes(5000, heaps)}{also}"
            try:
                solution = cgt.solve(text, convention, max_positions=300)
            except CGTError:
                continue
            for face in (str(solution), repr(solution), solution._repr_html_(), solution._repr_latex_()):
                assert face
            assert len(solution.explanation) < 12_000
            for move in islice(solution.winning_moves, 2):
                solution.position.play(move)


def test_what_has_a_huge_number_beside_a_position_is_shown():
    nim = cgt.games.Nim().position(3)
    halving = cgt.game(lambda size: [size - 1, size // 2] if size else [])
    pairs = cgt.game(lambda pair: [(pair[0] - 1, pair[1])] if pair[0] else [], example=(3, 4))
    position = pairs.position(HUGE, HUGE)
    for shown in (
        *(cgt.with_pass(nim, HUGE), cgt.blocked(nim, HUGE), cgt.blocked(nim, HUGE, ()), halving.position(HUGE)),
        *(cgt.blocked(nim, HUGE).play("ask"), position, halving.position(HUGE) + nim),
    ):
        assert ZEROS in repr(shown)
        if not isinstance(shown, BlockedMoves):
            assert ZEROS in str(shown) or "9" * 5000 in str(shown)
    assert halving.parse(str(halving.position(HUGE))) == halving.position(HUGE)
    assert pairs.parse(str(position)) == position
    assert len(PositionText(halving.position(HUGE)).move(HUGE // 2)) < 300


def test_a_huge_number_is_refused_in_short():
    code, table = HeapCode.parse("0.7"), SequenceTable([0, 1], ruleset="x")
    pairs, quotas = PairTable.wythoff(2, 3), QuotaTable.build((2, 0), 5, name="f")
    blocked = cgt.blocked(cgt.games.Nim().position(3), HUGE, ())
    for ask, error in (
        (lambda: next(code.options(-HUGE)), PositionError),
        (lambda: table.nim_value(HUGE), PositionError),
        (lambda: pairs.nim_value(HUGE, 0), PositionError),
        (lambda: PairTable.wythoff(2, 3, -HUGE), RulesetError),
        (lambda: p_positions(1, HUGE), OverflowError),
        (lambda: p_positions(1, -HUGE), NumberError),
        (lambda: quotas.nim_value(HUGE, 0), PositionError),
        (lambda: quotas.nim_value(3, -HUGE), PositionError),
        (lambda: QuotaTable.build((2, 0), HUGE), MemoryBudgetError),
        (lambda: QuotaTable.build(lambda _move: -HUGE, 3), RulesetError),
        (lambda: SubtractionSequence([-HUGE]), RulesetError),
        (lambda: blocked.play((3, ())), IllegalMoveError),
        (lambda: Indexed(0, (1, 2)).at(HUGE), IndexError),
        (lambda: LazyMoves(lambda: iter(()))[HUGE], IndexError),
        (lambda: TranspositionTable(-HUGE), NumberError),
        (lambda: cgt.solve(parse_ruleset("grundy").position(HUGE**2), max_positions=HUGE), BudgetError),
        *((partial(sequence_of(HeapCode.parse(each)).extend_to, HUGE), MemoryBudgetError) for each in CODES),
    ):
        with pytest.raises(error) as refusal:
            ask()
        assert len(str(refusal.value)) <= 600


def test_a_huge_bound_of_the_memory_is_shown():
    before = cgt.memory().max_bytes
    try:
        assert len(str(cgt.memory(max_bytes=HUGE).card())) < 600
    finally:
        cgt.memory(max_bytes=before)
    assert ZEROS in repr(Indexed(HUGE, (HUGE,)))


CODES = ("0.77", "0.3033", "0.303[3]", "0.4!")


def test_lists_without_a_limit_are_refused_before_they_fill_the_memory():
    halving = cgt.game(lambda size: [size // 2] if size else [])
    with pytest.raises(MemoryBudgetError):
        cgt.p_positions(halving, 10**30, max_positions=None)
    for rows, columns in ((10**30, 0), (10**9, 0)):
        with pytest.raises(BudgetError):
            cgt.nim_value_table("wythoff", rows, columns)
    assert cgt.nim_value_table("wythoff", 3, 0) == [[], [], []]


def test_huge_nimbers_are_shown():
    assert str(Nimber(HUGE)) == f"*1{ZEROS}"
    assert repr(Nimber(HUGE)) == f"Nimber(1{ZEROS})"


def test_values_are_written_as_python_writes_them():
    for value in (0, -7, (), (1,), (1, (2, "x")), ComponentMove(1, (2, 3)), None, "x", True, [1]):
        assert exact_repr(value) == repr(value)
    assert exact_repr(ComponentMove(0, -HUGE)) == f"ComponentMove(component=0, move=-1{ZEROS})"


def test_more_moves_than_python_counts():
    moves = LazyMoves(lambda: iter(range(10)), HUGE)
    with pytest.raises(BudgetError, match="see `total`"):
        len(moves)
    assert repr(moves).startswith("LazyMoves(0, 1, 2, 3, …, 10000000…")
    assert ZEROS in repr(LazyMoves(lambda: iter((HUGE,))))


@pytest.mark.parametrize("wrong", [-HUGE, (HUGE, HUGE, HUGE), [HUGE], {HUGE: 1}, (HUGE,) * 200, {HUGE}], ids=type)
def test_a_huge_mistake_is_told_in_short(wrong):
    for game in ("nim", "wythoff", "kayles", "takeaway(2n)", "global-takeaway(2n)", "moore-nim(2)"):
        position = parse_ruleset(game).position(HUGE, HUGE)
        with pytest.raises(IllegalMoveError) as refusal:
            position.play(wrong)
        assert len(str(refusal.value)) <= 600
    with pytest.raises(CGTError) as refused:
        cgt.games.Nim().position(wrong)
    assert len(str(refused.value)) <= 600


def test_a_quota_that_falls_is_told_in_short():
    with pytest.raises(RulesetError, match="must be at least 1") as refusal:
        cgt.games.LinearQuota(1, -HUGE)
    assert len(str(refusal.value)) <= 600


EXPONENTS = (30, 155, 308, 309, 1000, 5000)
"""Where floats end, in digits: 308 for one, 154 for its square; and 4,300, where Python writes no more."""
PATIENCE = 30
"""Processor seconds for an answer or a refusal: a period is looked for in three, before which loops may be compiled."""


def told(capsys, *arguments):
    """What a command says, and that it ends well: an answer, or a refusal in one line, in time."""
    begin = process_time()
    code = main(arguments)
    seconds = process_time() - begin
    out, err = capsys.readouterr()
    assert code in {0, 1, 2, 3, 4}, (code, err[-300:])  # 4: no such list of this game
    assert code < 2 or len(err.strip().splitlines()) == 1, err[-300:]
    assert seconds < PATIENCE, seconds
    return out


def sizes(exponent, heaps):
    return ",".join(f"1{7 * heap:0{exponent}}" for heap in range(heaps))


@pytest.mark.full("enforced", "moves", "saliquant", "take-a-power", "totative", "vectors")
@pytest.mark.parametrize("name", cgt.ruleset_names())
def test_positions_of_any_length_are_answered_or_refused(name, upto, capsys, guarded):
    """By default two heaps, beyond every float, in normal play."""
    for exponent in upto((309,), full=EXPONENTS):
        if name in upto(SECONDS | {"with-pass"}, full=()):
            continue
        for heaps in upto((2,), full=(1, 2, 3)):
            for play in upto(((),), full=((), ("--misere",))):
                guarded()
                told(capsys, "solve", str(example_ruleset(name)), sizes(exponent, heaps), "--max-positions=2000", *play)


@pytest.mark.parametrize("name", cgt.ruleset_names())
def test_lists_of_any_length_are_given_or_refused(name, upto, capsys):
    for exponent in upto((309,), full=EXPONENTS):
        told(capsys, "values", str(example_ruleset(name)), sizes(exponent, 1))


@pytest.mark.parametrize(
    "name",
    [
        name if name in {"wythoff", "exact-nim"} else pytest.param(name, marks=pytest.mark.full)
        for name in cgt.ruleset_names()
    ],
)
def test_games_with_a_huge_parameter_are_discovered_or_refused(name, upto, capsys):
    for exponent in upto((30, 309), full=EXPONENTS):
        told(capsys, "discover", f"{name}({sizes(exponent, 1)})")


OTHER_QUESTIONS = {
    "table": "table {} {} 3",
    "table across": "table {} 3 {}",
    "plot": "plot {} --stop {} -o figure.svg",
    "genus": "genus {} {}",
    "period": "period {} {}",
    "quotient": "quotient {} {}",
    "discover": "discover {} {}",
}
ASKED = {"kayles", "dawsons-kayles", "aliquot", "wythoff", "takeaway", "chomp"}


@pytest.mark.full("discover-dawsons-kayles", "discover-takeaway", "discover-wythoff")
@pytest.mark.parametrize(
    ("question", "name"),
    [
        pytest.param(question, name, marks=() if name in ASKED and question != "quotient" else pytest.mark.full)
        for question in OTHER_QUESTIONS
        for name in cgt.ruleset_names()
    ],
)
def test_questions_of_any_length_are_answered_or_refused(name, question, upto, capsys, tmp_path, monkeypatch, guarded):
    monkeypatch.chdir(tmp_path)
    for exponent in upto((309,), full=EXPONENTS):
        guarded()
        told(capsys, *OTHER_QUESTIONS[question].format(example_ruleset(name), sizes(exponent, 1)).split())


@pytest.mark.full("aliquot-misere", "aliquot-normal", "dawsons-kayles-misere")
@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize(
    "name", [name if name in ASKED else pytest.param(name, marks=pytest.mark.full) for name in cgt.ruleset_names()]
)
def test_the_page_begins_with_positions_of_any_length_or_refuses_them(name, convention, upto, guarded):
    for exponent in upto((309,), full=EXPONENTS):
        for heaps in upto((2,), full=(1, 2, 3)):
            guarded()
            page = Bridge()
            asked = {"game": str(example_ruleset(name)), "position": sizes(exponent, heaps), "convention": convention}
            begin = process_time()
            answer = page.answer({"do": "new", **asked})
            assert "\n" not in str(answer.get("error", ""))
            if "error" not in answer:
                assert "\n" not in str(page.answer({"do": "explain"}).get("error", ""))
            assert process_time() - begin < 2 * PATIENCE


def test_moves_that_are_not_all_tried_are_said_to_be_cut(guarded):
    """In Prim each move is compared with thousands of digits: some are told, and that there may be others."""
    solution = cgt.solve(cgt.games.Prim().position(HUGE, HUGE + 5))
    assert solution.outcome is cgt.Outcome.N
    assert all(solution.position.play(move) for move in islice(solution.winning_moves, 2))
    assert counted(solution.winning_moves) is None
    assert "perhaps others" in str(solution.card().rows)


def test_a_number_with_few_divisors_is_not_walked_along(guarded):
    """Takes that share a divisor with the heap: all smaller numbers were tried, without an end."""
    with pytest.raises(BudgetError):
        cgt.solve(cgt.games.Nontotative().position(HUGE + 7), max_positions=100)
    takes = cgt.games.Nontotative().takes(7 * (10**6 + 3))
    assert [*islice(takes, 1000)][-2:] == [6993, 7000]


def test_a_period_is_looked_for_as_far_as_memory_goes():
    """What cannot reach its limit says so after the comfortable part; a period proved before is told."""
    with pytest.raises(MemoryBudgetError, match="nim-values of"):
        cgt.period("aliquot", HUGE)
    assert cgt.period("kayles", HUGE).periodicity.period == 12


def test_how_long_a_process_has_worked_before_does_not_count(monkeypatch):
    monkeypatch.setattr(period, "thread_seconds", lambda: 1e9)
    assert cgt.period("kayles", HUGE).periodicity.period == 12


def test_a_limit_that_memory_cannot_reach_is_refused_after_some_seconds(monkeypatch):
    """However long the comfortable part takes: in officers, loops not yet compiled take most of ten seconds."""
    monkeypatch.setattr(period, "SEARCH_SECONDS", -1)
    reached = []
    with pytest.raises(MemoryBudgetError, match="nim-values of"):
        cgt.period("officers", HUGE, progress=lambda done, _total: reached.append(done))
    assert not reached
    assert cgt.period("officers", 50).checked_to == 50


@pytest.mark.full("blocked(nim,{})")
@pytest.mark.parametrize("text", ["blocked(nim,{})", "blocked(euclid,{})"])
def test_games_changed_by_a_huge_number_are_discovered(text, upto, capsys):
    for exponent in upto((30,), full=EXPONENTS):
        told(capsys, "discover", text.format(sizes(exponent, 1)))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("wythoff {155},{155}", "winning"),
        ("wythoff {1000},5", "winning"),
        ("exact-nim(2) {1000},{1000},{1000}", "1500000"),
        ("motley 15000", "turn 15000"),
        ("chocolate(2) 5,{5000}", "winning"),
    ],
)
def test_huge_questions_are_answered(question, answer, capsys):
    numbers = {str(exponent): sizes(exponent, 1) for exponent in EXPONENTS}
    for exponent, number in numbers.items():
        question = question.replace(f"{{{exponent}}}", number)
    assert answer in told(capsys, "solve", question)


def test_a_bar_of_a_huge_length_is_refused_in_short():
    with pytest.raises(PositionError, match=r"of length 5 is at most 2 high, not 10000000…") as refusal:
        cgt.parse_ruleset("chocolate(2)").position(HUGE, 5)
    assert len(str(refusal.value)) < 200


def test_figures_of_huge_positions_are_drawn(tmp_path, capsys):
    file = tmp_path / "position.svg"
    told(capsys, "solve", "wythoff", f"{sizes(308, 1)},5", "-o", str(file))
    assert "<svg" in file.read_text()


@pytest.mark.full(
    "antonim {0},{1},5-normal-5000",
    "global-takeaway(2n) {0}:{0}-normal-5000",
    "lasker {0}-normal-5000",
    "lim {0},{1},5-normal-5000",
    "queen {0},{1}-misere-5000",
    "rook {0},{1}-normal-5000",
    "silver-dollar {0},{1},5-normal-5000",
)
@pytest.mark.parametrize("exponent", [60, 5000])
@pytest.mark.parametrize(
    ("text", "convention"),
    [
        ("antonim {0},{1},5", "normal"),
        ("cyclic-nimhoff(3) {0},{1}", "normal"),
        ("queen {0},{1}", "misere"),
        ("rook {0},{1}", "normal"),
        ("silver-dollar {0},{1},5", "normal"),
        ("lasker {0}", "normal"),
        ("chocolate(2) 5,{0}", "normal"),
        ("lim {0},{1},5", "normal"),
        ("kayles {0},5", "normal"),
        ("global-takeaway(2n) {0}:{0}", "normal"),
        ("nim {0},{1},5 + kayles 3", "normal"),
    ],
)
def test_a_winning_move_is_read_back_as_it_is_written(text, exponent, convention):
    """It is far beyond the moves that are looked through one by one; words to read have the numbers shortened."""
    position = cgt.parse_position(text.format(*sizes(exponent, 2).split(",")))
    solution = cgt.solve(position, convention, max_positions=300)
    told = PositionText(position)
    moves = list(islice(solution.winning_moves, 3))
    assert moves or solution.outcome is cgt.Outcome.P
    for move in moves:
        assert told.words.read_move(position, told.write(move)) == move
        assert len(told.move(move)) < 200

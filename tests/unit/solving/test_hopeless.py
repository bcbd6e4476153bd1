"""What no search can answer is refused before it begins; what a search could answer never is."""

from __future__ import annotations

import random
import tracemalloc
from itertools import count

import attrs
import pytest

import cgt
from cgt.core.compounds import Conjunctive, ContinuedConjunctive, DiminishedDisjunctive, Selective, ShortenedSelective
from cgt.core.outcome import Outcome
from cgt.core.route import Facts, Question
from cgt.engine.evaluator import Evaluator
from cgt.errors import BudgetError
from cgt.families.capabilities import HasHeaps
from cgt.families.registry import iter_rulesets, parse_ruleset
from cgt.games.operators import KINDS, CompoundGame
from cgt.solving.routes import Routes
from cgt.solving.routes.by_search import SearchRoute, refuse_hopeless
from cgt.solving.subjects import parse_position

HUGE = 10**30


@pytest.mark.full(
    "antonim 1000000000000000000000000000000,3,5-misere",
    "kayles 7 + grundy 1000000000000000000000000000000-misere",
    "leaper(12,11) 1000000000000000000000000000000,4-normal",
)
@pytest.mark.parametrize(
    ("text", "convention"),
    [
        (f"grundy {HUGE}", "normal"),
        (f"take-a-prime {HUGE}", "normal"),
        (f"aliquot {HUGE},5", "misere"),
        (f"saliquant {HUGE},5", "normal"),
        (f"nontotative {HUGE},8", "misere"),
        (f"fibonacci-nim {HUGE},10", "misere"),
        (f"global-takeaway(2n) 7,5,{HUGE}:4", "normal"),
        (f"wythoff 7,5,{HUGE}", "normal"),
        (f"leaper(12,11) {HUGE},4", "normal"),
        (f"knight {HUGE},{HUGE} + nim 3", "misere"),
        (f"exact-slow-nim(2) {HUGE},{HUGE},{HUGE},{HUGE}", "normal"),
        (f"kayles 7 + grundy {HUGE}", "misere"),
        (f"antonim {HUGE},3,5", "misere"),
        (f"chocolate(2) 3,{HUGE}", "misere"),
        # Their periods and quotients are looked for first, which takes longer than all the others.
        pytest.param(f"0.007 {HUGE}", "normal", marks=pytest.mark.full),
        pytest.param(f"hexadecimal(0.1F3) {HUGE},5", "misere", marks=pytest.mark.full),
        pytest.param(f"0.0[7] {HUGE}", "misere", marks=pytest.mark.full),
        (f"sylver {HUGE}", "normal"),
        (f"lctr {HUGE},5", "misere"),
        (f"downright {10**12},5", "normal"),
        (f"lim {HUGE},7,8", "misere"),
        (f"lim {HUGE},{HUGE},{HUGE}", "misere"),
        (f"enforced(nim,wythoff) {HUGE},7", "normal"),
        (f"enforced(nim,wythoff) {HUGE},7 by 1", "misere"),
        (f"selective(nim,wythoff) {HUGE},7", "misere"),
        (f"with-pass(kayles) 3,{HUGE}", "misere"),
        (f"with-pass(enforced(nim,wythoff),2) {HUGE},7", "normal"),
        (f"blocked(kayles,2) 3,{HUGE} asked", "normal"),
    ],
)
def test_what_is_hopeless_is_refused_at_once(monkeypatch, text, convention):
    def opened(*_):
        pytest.fail("a search began")

    monkeypatch.setattr("cgt.engine.evaluator.search", opened)
    monkeypatch.setattr("cgt.engine.pruned.PrunedSearch.is_p", opened)
    monkeypatch.setattr("cgt.engine.pruned.PrunedSearch.nim_value", opened)
    monkeypatch.setattr("cgt.solving.routes.blocking.search", opened)
    monkeypatch.setattr("cgt.theory.form_sums.search", opened)
    with pytest.raises(BudgetError, match=r"opens at least \d+ positions|more than 100,000 moves"):
        cgt.solve(parse_position(text), convention)


@pytest.mark.parametrize("compound", [Conjunctive, ContinuedConjunctive, Selective, ShortenedSelective])
def test_a_compound_is_refused_at_once_where_one_of_its_parts_is(monkeypatch, compound):
    """A heap of 10^9 took 750 MB before the search gave up."""
    monkeypatch.setattr("cgt.engine.evaluator.search", lambda *_, **__: pytest.fail("a search began"))
    huge, two = cgt.games.Nim().position(10**9), cgt.games.Nim().position(2)
    with pytest.raises(BudgetError, match="opens at least 500000000 positions"):
        cgt.outcome(compound(huge, two))


@pytest.mark.parametrize("ask", [cgt.nim_value, lambda one: cgt.outcome(one, "misere"), cgt.remoteness])
def test_a_compound_that_ends_early_is_not_refused_for_its_longest_part(ask):
    """Where no theorem asks for the parts, the play is over with the shortest: two moves here."""
    ones = parse_ruleset("subtraction(1)")
    huge, small = (Conjunctive(ones.position(size), ones.position(2)) for size in (10**9, 4))
    assert ask(huge) == ask(small)


@pytest.mark.parametrize("compound", [Conjunctive, DiminishedDisjunctive, ShortenedSelective])
def test_a_compound_that_has_ended_is_lost_however_large_its_other_parts_are(monkeypatch, compound):
    monkeypatch.setattr("cgt.engine.evaluator.search", lambda *_, **__: pytest.fail("a search began"))
    huge, none = cgt.games.Nim().position(10**9), cgt.games.Nim().position(0)
    assert cgt.outcome(compound(huge, none)) is Outcome.P


def test_the_moves_that_may_end_a_part_are_tried_up_to_a_bound():
    """A heap of 10^9 was played down move by move, which no limit ended."""
    heap = cgt.games.Nim().position
    with pytest.raises(BudgetError, match="more than 100,000 moves here, too many"):
        cgt.outcome(DiminishedDisjunctive(heap(10**6), heap(2)))


def test_the_nim_value_of_a_compound_that_is_not_needed_is_not_searched_for_long(monkeypatch):
    """Theorems tell the winner and the moves; the value took two hundred times as long."""
    monkeypatch.setattr("cgt.solving.routes.by_search.FEW", 100)
    played = count()
    play = Selective.play
    monkeypatch.setattr(Selective, "play", lambda self, move: (next(played), play(self, move))[1])
    heap = cgt.games.Nim().position
    compound = Selective(heap(6), heap(12), heap(5))
    solution = cgt.solve(compound)
    assert (solution.outcome, solution.winning_moves, solution.nim_value) == (Outcome.N, ((6, 12, 5),), None)
    assert next(played) < 5_000
    assert cgt.solve(Selective(heap(2), heap(3))).nim_value == 5


@pytest.mark.parametrize("kind", KINDS)
def test_a_compound_that_is_a_game_is_known_from_its_parts(monkeypatch, kind):
    game = parse_ruleset(f"compound(subtraction(1,3,4),{kind})")
    positions = [game.position(*heaps) for heaps in ((2, 5), (4, 7), (3, 1, 6), (0, 4), (7, 2), (2, 2))]
    by_moves = [Evaluator(theory=False).outcome(position) for position in positions]
    monkeypatch.setattr(CompoundGame, "steps", lambda *_: pytest.fail("it was played"))
    assert [cgt.outcome(position) for position in positions] == by_moves
    assert len(set(by_moves)) == 2


def test_a_nim_value_of_too_many_options_is_refused_at_once():
    with pytest.raises(BudgetError, match="more than 100,000 moves"):
        cgt.nim_value(parse_position(f"antonim {HUGE},3,5"))


@pytest.mark.parametrize("text", [f"{HUGE}", f"3,{HUGE}"])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_lost_options_are_not_counted_where_a_search_is_hopeless(monkeypatch, text, convention):
    """Of a heap of 10^30, 150,000 moves were played before the search gave up."""
    monkeypatch.setattr("cgt.solving.routes.blocking.BlockedSearch.is_lost", lambda *_: pytest.fail("a search began"))
    with pytest.raises(BudgetError, match=r"opens at least \d+ positions"):
        cgt.solve(parse_ruleset("blocked(kayles,2)").parse(text), convention)


@pytest.mark.full
@pytest.mark.parametrize("text", [pytest.param(f"{HUGE}", marks=pytest.mark.full), f"3,{HUGE}"])
def test_nobody_chooses_what_to_forbid_among_too_many_moves(text):
    game = parse_ruleset("blocked(kayles,2)")
    with pytest.raises(BudgetError, match="more than 100,000 moves"):
        game.parse(f"{text} without 1 from 1")


@attrs.frozen
class Endless:
    """A component with more options than there is time for."""

    def moves(self):
        return count()

    def play(self, move):
        return parse_ruleset("nim").position(move)

    def components(self):
        return (self,)


def test_options_without_end_are_given_up_in_time():
    with pytest.raises(BudgetError, match=r"limit of 0\.03 s: a higher max_seconds allows more"):
        Evaluator(max_seconds=0.03).nim_value(Endless())
    assert Evaluator(max_seconds=0.03).outcome(Endless()) is cgt.Outcome.N  # the first option is over


def test_the_size_is_told_and_advice_only_where_a_machine_could_follow():
    with pytest.raises(BudgetError) as error:
        cgt.nim_value(parse_ruleset("grundy").position(3 * HUGE))
    assert (str(HUGE) in error.value.what, error.value.limit) == (True, None)
    with pytest.raises(BudgetError, match="a higher max_positions allows more"):
        cgt.remoteness(parse_ruleset("grundy").position(10**9))


SENTENCES = (
    "moves(n: n - 3 | n - 1)",
    "moves(n: t >= 2 & t <= 4 -> n - t | n - 1)",
    "moves(x, y: x - 2, y | x, y - 1)",
    "moves(x, y: x - 1, y - 1 | t >= 1 -> x - t, y | x, y - 2)",
    "moves(n: n mod 3 == 1 -> n - 1 | n - 2)",
    "vectors((1,2),(2,1))",
)


CHANGED = (
    "enforced(nim,wythoff)",
    "enforced(wythoff,nim)",
    "enforced(subtraction(2,3),nim)",
    "enforced(vectors((1,2),(2,1)),nim)",
    "enforced(moves(x, y: x - 2, y | x, y - 1),nim)",
    "selective(nim,wythoff)",
    "selective(subtraction(3),wythoff)",
    "selective(aliquot,nim)",
    "with-pass(grundy)",
    "with-pass(saliquant,2)",
    "with-pass(wythoff)",
    "with-pass(knight)",
    "with-pass(lim)",
    "with-pass(enforced(nim,wythoff))",
    "blocked(0.37,2)",
)


@pytest.mark.parametrize(
    "text", [f"moves(n: n - {10**9} | n - 1)", f"moves(n: t >= 1 & t <= {10**9} -> n - t)", f"vectors(({10**9}),(1))"]
)
def test_a_sentence_is_refused_before_a_search_as_a_heap_game_is(text):
    with pytest.raises(BudgetError, match="a search opens at least"):
        refuse_hopeless(parse_ruleset(text).position(HUGE * 10**9), 150_000)


def codes(count):
    """Random codes, among them such whose options skip heaps, and which divide what is left."""
    rng = random.Random(15)
    digits = ["0", "1", "2", "3", "4", "7", "8", "C", "F", "4!", "8!", "8?", "4=", "{2+}", "{1,3!}"]
    for _ in range(count):
        after = "".join(rng.choices(digits, k=rng.randint(1, 5)))
        yield rng.choice(["0", "4", "8", "4!", "8?", "4="]) + "." + after + rng.choice(["", "", "[3]", "[07]"])


def positions(upto):
    for _name, game in iter_rulesets():
        if game.hints.least_positions(game.parse(game.example)):
            yield from list(game.sample_positions(upto(5, full=12)))[: upto(20, full=400)]
    for text in (*codes(upto(12, full=200)), "subtraction(4,9)", "subtraction(7)", "leaper(2,2)", "leaper(3,0)"):
        game = parse_ruleset(text)
        yield from (game.position(size) for size in range(upto(8, full=16)) if isinstance(game, HasHeaps))
        yield from list(game.sample_positions(4))
    for text in CHANGED:
        yield from list(parse_ruleset(text).sample_positions(8))[:: upto(6, full=1)]
    for text in SENTENCES:
        yield from list(parse_ruleset(text).sample_positions(12))[:: upto(8, full=1)]


def test_a_search_opens_no_fewer_positions_than_are_told_beforehand(upto):
    """Of every position it keeps a value; a pruned search counts what it opens."""
    told = 0
    for position in positions(upto):
        least = position.game.hints.least_positions(position) if hasattr(position, "game") else 0
        for convention in ("normal", "misere") if least else ():
            evaluator = Evaluator(convention)
            evaluator.outcome(position)
            assert max(len(evaluator), evaluator.visited) >= least, (str(position.game), str(position), convention)
            told += 1
    assert told > 100


@pytest.mark.parametrize(
    "text",
    [
        "exact-slow-nim(2) 7,5",
        "exact-slow-nim(2) 7,5,3",
        "exact-slow-nim(3) 4,3,2,2",
        "exact-slow-nim(3) 7,5",
        "knight 12,5",
        "leaper(3,1) 12,4",
        "leaper(2,2) 12,9",
    ],
)
def test_where_moves_take_no_more_than_so_much_the_shortest_play_is_told(text):
    position = parse_position(text)
    met, moves = {position}, 0
    while all(list(one.moves()) for one in met):
        met, moves = {one.play(move) for one in met for move in one.moves()}, moves + 1
    assert position.game.hints.least_positions(position) == moves


@pytest.mark.parametrize("text", ["subtraction(1000000000000000000000000000000) 3000000000000000000000000000007"])
def test_large_heaps_that_are_soon_gone_are_answered(text):
    position = parse_position(text)
    refuse_hopeless(position, 150_000)
    assert cgt.solve(position, route="search").outcome is cgt.Outcome.N


def test_a_search_that_the_limit_allows_is_not_refused():
    """The bound of a short limit is its own, as the search counts positions then."""
    position = parse_ruleset("take-a-square").position(400)
    assert cgt.solve(position, route="search", max_positions=1_000).nim_value == cgt.nim_value(position)
    cgt.forget()
    with pytest.raises(BudgetError, match="at least 400 positions, far beyond the limit of 300"):
        cgt.solve(position, route="search", max_positions=300)
    evaluator = Evaluator()
    evaluator.outcome(position)
    assert cgt.solve(position, route="search", evaluator=evaluator, max_positions=300).outcome is cgt.outcome(position)


def test_what_is_known_already_counts():
    """Each heap opens a few positions more than the one before; and so does each component of a sum."""
    game, routes = parse_ruleset("take-a-square"), Routes()
    for size in range(0, 200, 40):
        question = Question(game.position(size), needed=Facts.NIM_VALUE, max_positions=50)
        assert routes.ask(question, "search").nim_value == cgt.nim_value(question.position)
    search = SearchRoute()
    for size in (40, 80, 120):
        question = Question(game.position(size), needed=Facts.NIM_VALUE, max_positions=50)
        assert search.answer(question).nim_value == cgt.nim_value(question.position)


def test_what_is_asked_together_takes_the_time_of_one(monkeypatch):
    """The nim-value would be found within its own time, but not in what the winning moves have left of it."""
    asked = []

    def slow(self, *_):
        asked.append(self.deadline)
        return 0

    monkeypatch.setattr(Evaluator, "nim_value", slow)
    cgt.solve(cgt.game(range).position(5))
    (deadline,) = asked
    assert deadline < float("inf")
    spent = Evaluator(max_seconds=1_000)
    spent.deadline = 0.0
    with pytest.raises(BudgetError, match=" s: a higher max_seconds"):
        spent.outcome(parse_ruleset("take-a-square").position(5_000))
    spent.deadline = float("inf")
    assert spent.outcome(parse_ruleset("take-a-square").position(400)) is cgt.Outcome.N


@pytest.mark.full("0.007 100000000")
@pytest.mark.parametrize(
    "text",
    [
        "fibonacci-nim 50000000:9000000 + kayles 5",
        "takeaway(3n-1) 50000000:9000000,4000000:10",
        "wythoff 20000,30000 + wythoff 3,4",
        "0.007 100000000",
    ],
)
def test_a_table_beyond_the_memory_of_a_question_is_refused_before_it_is_begun(text):
    pytest.importorskip("numpy")
    tracemalloc.start()
    try:
        with pytest.raises(BudgetError, match=r"would take about .* limit is 750.0 MB: a higher max_positions allows"):
            cgt.solve(text, max_positions=150_000)
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: cgt.nim_values("sylver", 3, along="4,{n}", start=2),
        lambda: cgt.nim_values("sylver", 9, along="8,12,{n}", start=8),
        lambda: cgt.remoteness("sylver 8,12"),
        lambda: cgt.solve("sylver 8,12"),
    ],
)
def test_moves_without_end_are_refused_before_a_search_walks_along_them(monkeypatch, ask):
    """Where all numbers named have a common divisor: a list searched for minutes, up to the limit of its options."""

    def tried(*_):
        pytest.fail("a search began")

    monkeypatch.setattr("cgt.engine.evaluator.search", tried)
    monkeypatch.setattr("cgt.games.coins.sylver.SylverCoinage.after", tried)
    with pytest.raises(BudgetError, match=r"has more than .* moves to try"):
        ask()

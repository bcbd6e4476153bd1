"""The open list of routes: who is asked, in which order, and what happens where an answer is partial or missing."""

import pickle
import sys
from itertools import count, product
from subprocess import run

import attrs
import pytest
from more_itertools import ilen

import cgt
from cgt.core.lazy_moves import counted
from cgt.core.outcome import Outcome
from cgt.core.plugins import Plugin, without_duplicates
from cgt.core.route import NOTHING, Answer, ClosedForm, Facts, Question, Rank, Route, Status
from cgt.errors import BudgetError, LoopError, NotApplicableError, ParseError, PluginWarning, RulesetError
from cgt.families.heap_game import HeapTable
from cgt.solving.routes import Routes, default_routes, plugin_routes
from cgt.solving.routes.blocking import CountedOptions
from cgt.solving.routes.nim_values import Worth

NIM = cgt.games.Nim().position(3, 5)


KNOWN, TABLE, COMPONENTS, SEARCH = Rank


@attrs.frozen
class Oracle:
    """A route that says what it is told to say."""

    name: str
    rank: Rank
    said: Answer | None = None
    error: Exception | None = None

    def answer(self, question):
        if self.error is not None:
            raise self.error
        return self.said


def asked(*routes, needed=Facts.OUTCOME, optional=NOTHING, only=None, position=NIM):
    question = Question(position, needed=needed, optional=optional)
    return Routes(known=lambda _position, _convention: routes).ask(question, only)


def says(name, rank=KNOWN, **facts):
    return Oracle(name, rank, Answer(name, "a book", **facts))


def test_the_least_rank_is_asked_first_and_the_order_decides_within_a_rank():
    dear, cheap, other = (says(name, rank, outcome=cgt.Outcome.N) for name, rank in [("a", 2), ("b", 1), ("c", 1)])
    assert asked(dear, cheap, other).route == "b"
    assert asked(Oracle("empty", KNOWN), dear).route == "a"


def test_what_is_needed_is_completed_at_any_rank_and_what_is_welcome_where_it_is_known():
    outcome = says("outcome", outcome=cgt.Outcome.N)
    value, dear = says("value", KNOWN, nim_value=6), says("dear", TABLE, nim_value=6)
    both = asked(outcome, dear, needed=Facts.OUTCOME | Facts.NIM_VALUE)
    assert (both.route, both.nim_value, [other.route for other in both.completed_by]) == ("outcome", 6, ["dear"])
    assert asked(outcome, value, optional=Facts.NIM_VALUE).nim_value == 6
    assert asked(outcome, dear, optional=Facts.NIM_VALUE).nim_value is None


@pytest.mark.parametrize("rank", [TABLE, COMPONENTS])
def test_nothing_is_searched_where_a_table_or_the_components_took_too_long(rank):
    failing = Oracle("failing", rank, error=BudgetError("too long"))
    with pytest.raises(BudgetError, match="too long"):
        asked(failing, Oracle("searched", SEARCH, error=AssertionError()), position=cgt.games.Nim().position(3))
    assert asked(failing, says("parts", COMPONENTS, outcome=cgt.Outcome.N)).route == "parts"


def test_where_one_search_took_too_long_the_next_is_asked():
    failing = Oracle("failing", SEARCH, error=BudgetError("too long"))
    found = asked(failing, says("searched", SEARCH, outcome=cgt.Outcome.N), position=cgt.games.Nim().position(3))
    assert found.route == "searched"


@pytest.mark.parametrize("error", [BudgetError("too long"), LoopError((NIM,))])
def test_where_one_route_gives_up_the_next_is_asked(error):
    failing = Oracle("failing", KNOWN, error=error)
    assert asked(failing, says("next", TABLE, outcome=cgt.Outcome.D)).outcome is cgt.Outcome.D
    with pytest.raises(type(error)):
        asked(failing, only="failing")


def test_a_route_that_is_asked_for_and_missing():
    with pytest.raises(NotApplicableError, match="there is no answer by table for 3 in misère play"):
        cgt.solve(cgt.games.Nim().position(3), "misere", route="table")
    with pytest.raises(ParseError, match="unknown route 'guess'"):
        asked(says("mine", outcome=cgt.Outcome.N), only="guess")
    with pytest.raises(NotApplicableError, match="there is no answer by mine"):
        asked(Oracle("mine", KNOWN), only="mine")


def test_our_routes_keep_the_protocol():
    for question in product([cgt.parse_ruleset("kayles").position(7, 5), NIM], cgt.Convention):
        for route in Routes().routes(Question(*question)):
            assert isinstance(route, Route)


def test_a_ruleset_brings_forms_of_its_own():
    class Own(cgt.ClosedForm):
        name, reference = "own", "nobody"

        def answer(self, question):
            return says("own", nim_value=41, outcome=cgt.Outcome.N, winning_moves=()).answer(question)

    @attrs.frozen
    class Known(cgt.TakingRule):
        def closed_forms(self):
            return (Own(),)

    game = Known(lambda n: [1] if n else [])
    assert cgt.nim_value(game.position(9)) == 41
    assert cgt.solve(game.position(9)).route == "own"
    assert cgt.nim_value(cgt.TakingRule(game.function).position(9)) == 1


def test_routes_enter_by_their_entry_point(monkeypatch):
    class Mine(Plugin):
        def load(self):
            return lambda: says("mine", outcome=cgt.Outcome.P)

    entries = [Mine("route", "mine", "mine"), Plugin("route", "broken", "no_such:Module")]
    entries += [Plugin("route", "other", "builtins:dict"), Plugin("route", "two words", "builtins:dict")]
    monkeypatch.setattr("cgt.core.plugins.plugins", lambda group, what: without_duplicates(entries))
    plugin_routes.cache_clear()
    try:
        with pytest.warns(PluginWarning, match="'broken'|'other'|'two words'") as warnings:
            assert [route.name for route in plugin_routes()] == ["mine"]
        assert len(warnings) == 3
        assert "mine" in [route.name for route in default_routes(NIM, cgt.Convention.NORMAL)]
    finally:
        monkeypatch.undo()
        plugin_routes.cache_clear()


@pytest.mark.parametrize(
    ("code", "heap"),
    [
        *(pytest.param(code, heap, marks=pytest.mark.full) for code, heap in [("0.2B", 12_000), ("0.8!", 600)]),
        ("0.8?", 600),
        pytest.param("0.{2!+}", 250, marks=pytest.mark.full),
        pytest.param("0.{2?+}", 150, marks=pytest.mark.full),
    ],
)
def test_a_table_of_few_entries_that_would_take_long_is_refused(monkeypatch, code, heap):
    """Three heaps and more cost the cube of the heap, and those compared with each other the fourth power."""
    monkeypatch.setattr("cgt.families.periodic_form.FORM_SECONDS", 0.01)  # their periods show too late for any patience
    monkeypatch.setattr("cgt.solving.routes.nim_values.TABLE_SECONDS", 0.2)
    game = cgt.parse_ruleset(code)
    with pytest.raises(BudgetError, match=rf"a table of {heap + 1} nim-values is beyond the limit of 150,000"):
        cgt.solve(game.position(heap))
    assert cgt.nim_value(game.position(9)) == cgt.Evaluator().nim_value(game.position(9))


def test_a_higher_limit_leaves_a_table_more_time_in_proportion(monkeypatch):
    """A clock on which each entry takes a second, looked at after each half second."""
    clock = count()
    monkeypatch.setattr("cgt.solving.routes.nim_values.process_time", lambda: next(clock))

    class SlowTable(HeapTable):
        def extend_to(self, position, progress=None):
            for done in range(16) if progress is not None else ():
                progress(done, 15)
            super().extend_to(position)

    class Slow(cgt.HeapRule):
        def table(self, backend="auto"):
            return SlowTable(self, backend)

    position = Slow(lambda n: [(n - 1,)] if n else []).position(14)
    with pytest.raises(BudgetError, match="a table of 15 nim-values is beyond the limit of 100,000 positions"):
        cgt.solve(position, route="table", max_positions=100_000)
    for limit in (200_000, None):
        assert cgt.solve(position, route="table", max_positions=limit).nim_value == 0


def test_a_table_keeps_to_the_limit():
    game = cgt.HeapRule(lambda n: [(n - 1,)] if n else [])
    with pytest.raises(BudgetError, match="a table of 31 nim-values is beyond the limit of 30 positions"):
        cgt.solve(game.position(30), route="table", max_positions=30)
    assert cgt.solve(game.position(30), route="table", max_positions=31).nim_value == 0


@pytest.mark.parametrize(("tried", "counts"), [(7, 1), (6, None)])
@pytest.mark.parametrize("heaps", [(7,), (5, 2)])
def test_of_more_moves_than_are_tried_those_that_win_are_found_as_one_walks(monkeypatch, heaps, tried, counts):
    monkeypatch.setattr("cgt.solving.routes.nim_values.TRIED_MOVES", tried)
    position = cgt.HeapRule(lambda n: [(left,) for left in range(n)]).position(*heaps)
    moves = cgt.solve(position, route="table").winning_moves
    assert [cgt.nim_value(position.play(move)) for move in moves] == [0]
    assert counted(moves) == counts


def naive_nim_value(position, memo):
    """The definition, of whole positions: nothing is taken apart."""
    if position not in memo:
        below = {naive_nim_value(position.play(move), memo) for move in position.moves()}
        memo[position] = min(set(range(len(below) + 1)) - below)
    return memo[position]


SUMS = [
    ("kayles", "7", "nim", "3", "wythoff", "1,2"),
    ("grundy", "6", "fibonacci-nim", "4", "nim", "1"),
    ("subtraction(1,3,4)", "9", "wythoff", "1,2", "wythoff", "2,2"),
    ("kayles", "4", "kayles", "3", "octal(0.07)", "6"),
    ("nim", "2", "nim", "2", "bounded-nim(3)", "4"),
]


@pytest.mark.full("kayles + 4 + kayles + 3 + octal(0.07) + 6", "kayles + 7 + nim + 3 + wythoff + 1,2")
@pytest.mark.parametrize("sum_", SUMS, ids=" + ".join)
def test_sums_across_games_against_the_definition(sum_):
    total = cgt.Sum(*(cgt.parse_ruleset(game).parse(text) for game, text in zip(sum_[::2], sum_[1::2], strict=True)))
    memo = {}
    solution = cgt.solve(total)
    assert solution.nim_value == naive_nim_value(total, memo)
    assert solution.outcome is (cgt.Outcome.N if solution.nim_value else cgt.Outcome.P)
    assert set(solution.winning_moves) == {
        move for move in total.moves() if naive_nim_value(total.play(move), memo) == 0
    }
    assert all(part.route for part in solution.components)
    assert [part.nim_value for part in solution.components] == [naive_nim_value(part, memo) for part in total.parts]


def test_a_huge_component_is_no_obstacle():
    total = cgt.parse_ruleset("kayles").position(10**30) + cgt.games.Wythoff().position(2, 3)
    solution = cgt.solve(total)
    assert (solution.route, solution.nim_value) == ("components", 1 ^ 5)
    assert {part.route for part in solution.components} == {"certificate", "search"}
    assert cgt.nim_value(total.play(solution.winning_moves[0])) == 0


@pytest.mark.full
def test_the_winning_moves_of_a_sum_are_counted_by_formulas():
    """Of heaps of 5,000 digits they were listed by the thousand, and counted one by one again for each face."""

    def moves(heap):
        return cgt.solve(cgt.parse_ruleset("kayles").position(heap) + cgt.games.Nim().position(3)).winning_moves

    assert isinstance(moves(100), tuple)
    near, next_, far = (10**30 % 24 + 24 * turn for turn in (3_000, 3_001, 10**30 // 24))
    assert [counted(moves(heap)) for heap in (near, next_)] == [ilen(moves(heap)) for heap in (near, next_)]
    grown = counted(moves(next_)) - counted(moves(near))
    assert counted(moves(far)) == counted(moves(near)) + grown * (far - near) // 24
    long = moves(10**9 + 16)
    copy = pickle.loads(pickle.dumps(long))  # noqa: S301 - our own bytes: the walk, not its moves
    assert (counted(copy), copy[:9]) == (counted(long), long[:9])


def test_misere_sums_are_not_taken_apart():
    total = cgt.games.Nim().position(1) + cgt.games.Wythoff().position(1, 2)
    assert cgt.solve(total, "misere").route != "components"


def test_how_well_founded_the_parts_are_so_is_the_sum():
    by_theorem = cgt.solve(cgt.games.Nim().position(3) + cgt.games.Subtraction(1, 2).position(10**9))
    assert by_theorem.status is Status.THEOREM
    assert cgt.solve(cgt.games.Nim().position(3) + cgt.games.Wythoff().position(1, 3)).status is Status.COMPUTED


@pytest.mark.full("11-lasker")
@pytest.mark.parametrize(
    "game", ["nim", "kayles", "lasker", "subtraction(1,2)", "subtraction(1,3,4)", "bounded-nim(3)"]
)
@pytest.mark.parametrize("text", ["11", "3,5", "0"])
def test_moves_to_a_nim_value_against_the_definition(game, text):
    rules = cgt.parse_ruleset(game)
    position = rules.parse(text)
    question = Question(position, needed=Facts.NIM_VALUE, optional=Facts.OUTCOME)  # of the value alone a table tells
    answer = next(filter(None, (form.answer(question) for form in rules.closed_forms())))
    memo = {}
    for value in range(7):
        true = {move for move in position.moves() if naive_nim_value(position.play(move), memo) == value}
        found = answer.moves_to(value)
        assert len(found) == len(true)
        assert set(found) == true


@pytest.mark.full
def test_equal_components_cancel_in_normal_play(monkeypatch):
    huge = 10**30
    monkeypatch.setattr("cgt.engine.evaluator.Evaluator.nim_value", None)  # which must not be asked
    grundy, prime = cgt.parse_ruleset("grundy"), cgt.parse_ruleset("take-a-prime")
    alone = cgt.solve(grundy.position(huge, huge))
    assert (alone.route, alone.outcome, alone.nim_value, alone.winning_moves) == ("equal components", "P", 0, ())
    mixed = grundy.position(huge) + prime.position(huge) + grundy.position(huge)
    assert cgt.outcome(mixed + prime.position(huge)) is cgt.Outcome.P
    # A long table is not begun where what is left tells enough.
    octal = cgt.parse_ruleset("0.007")
    question = Question(octal.position(10**6, 10**6, 5), needed=Facts.OUTCOME)
    assert Routes().ask(question).route == "equal components"
    # Three are one, and what is left is added as ever.
    kayles = cgt.games.Kayles().position
    assert cgt.nim_value(grundy.position(huge, huge) + kayles(7) + kayles(7) + kayles(7) + kayles(3)) == 2 ^ 3
    assert cgt.nim_value(cgt.games.Wythoff().position(300_000, 7) + cgt.games.Wythoff().position(7, 300_000)) == 0
    with pytest.raises(BudgetError, match="the next player wins, but by which move was not found"):
        cgt.solve(grundy.position(huge, huge) + kayles(3))
    with pytest.raises(
        BudgetError, match="neither player can force a win, but which moves keep the draw was not found"
    ):
        cgt.solve(grundy.position(huge, huge) + cgt.parse_position("walk b: a>b,b>a"))
    for total in (grundy.position(huge, huge + 1), mixed):
        with pytest.raises(BudgetError, match="opens at least"):
            cgt.outcome(total)


def test_equal_components_do_not_cancel_in_misere_play_nor_where_play_goes_round():
    assert cgt.outcome(cgt.games.Nim().position(1, 1), "misere") is cgt.Outcome.N
    round_ = cgt.game({0: [1, 2], 1: [0, 2], 2: []}.__getitem__)
    assert cgt.solve(round_.position(0) + round_.position(0)).route != "equal components"


@pytest.mark.parametrize(
    ("text", "expected", "drawing"),
    [
        ("nim 1,1 + walk a: a>b,b>a,b>c", "P", None),
        ("nim 1,1,2 + walk a: a>b,b>a,b>c", "N", None),
        ("nim 1,1 + walk b: a>b,b>a", "D", "in nim 1,1: take 1 from heap 1; in nim 1,1: take 1 from heap 2; "),
    ],
)
def test_equal_components_beside_play_that_goes_round(text, expected, drawing):
    """The pair makes the play longer than what is left without it: no number of moves is given for the whole."""
    solution = cgt.solve(text)
    assert (solution.outcome, solution.explanation) == (expected, "equal components cancel")
    kept = dict(solution.details).get("moves that keep the draw")
    assert kept == (drawing and f"{drawing}in walk b: a>b,b>a: go to a")


def test_sums_with_equal_components_are_worth_what_the_engine_says(upto):
    games = [cgt.parse_ruleset(text) for text in ("kayles", "0.007", "grundy", "take-a-prime")]
    for game, other in product(games, repeat=2):
        for one, two in product(range(upto(6, full=3), upto(7, full=9)), repeat=2):
            total = game.position(one, two, one) + other.position(two)
            solution = cgt.solve(total)
            evaluator = cgt.Evaluator()
            assert cgt.nim_value(total) == evaluator.nim_value(total)
            assert (solution.outcome, list(solution.winning_moves)) == (
                evaluator.outcome(total),
                evaluator.winning_moves(total),
            )


@pytest.mark.parametrize("position", [cgt.parse_position("nim 3"), cgt.parse_position("cram 2x3")])
@pytest.mark.parametrize(("asked", "given"), [("misere", "normal"), ("normal", "misere")])
def test_an_evaluator_of_the_other_convention_is_refused(position, asked, given):
    """It was accepted wherever no search was needed; where one was, there was said to be no route."""
    form, other = position.game.closed_forms()[0], cgt.Evaluator(given)
    refused = rf"of {other.convention.word} play, .*: Evaluator\('{asked}'\) is$"
    for ask in (
        lambda: cgt.solve(position, asked, evaluator=other),
        lambda: cgt.solve(position, asked, evaluator=other, closed_form=form),
        lambda: Routes(other).ask(Question(position, cgt.Convention.of(asked))),
    ):
        with pytest.raises(NotApplicableError, match=refused):
            ask()
    assert cgt.solve(position, asked, evaluator=cgt.Evaluator(asked)).outcome is cgt.outcome(position, asked)


def test_routes_load_when_they_are_asked():
    """The nim-value of a class of one's own loads the search and the memory, and no theory, loop or game."""
    program = (
        "import sys, cgt\n"
        "class Heap(int):\n"
        "    def moves(self): return range(1, min(3, self) + 1)\n"
        "    def play(self, take): return Heap(self - take)\n"
        "assert cgt.nim_value(Heap(10)) == 2\n"
        "print(*(name for name in sys.modules if name.startswith('cgt')))"
    )
    loaded = run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert {name.split(".")[1] for name in loaded if "." in name} <= {*("core", "engine", "errors", "solving", "store")}
    assert len(loaded) <= 32


def test_a_move_to_a_component_that_nobody_knows_is_refused():
    worth = Worth(Question(NIM), [Oracle("silent", KNOWN)])
    with pytest.raises(BudgetError, match="nothing tells the nim-value of 4"):
        list(worth.moves_to(cgt.games.Nim().position(5), 0))


def test_forbidden_moves_are_counted_within_the_limit_that_is_given():
    """Of nothing, and without a limit: neither is another number."""
    position = cgt.parse_position("blocked(nim,2) 3,5")
    with pytest.raises(BudgetError, match="max_positions"):
        cgt.solve(position, max_positions=0)
    route = CountedOptions()
    assert route.answer(Question(position)).outcome is cgt.solve(position).outcome
    assert [search._budget.limit for search in route._searches.values()] == [None]


@pytest.mark.parametrize("forms", [(5,), None, ("bouton",), (ClosedForm,)])
def test_what_is_no_tuple_of_closed_forms_is_named(forms):
    class Odd(cgt.games.Kayles):
        def closed_forms(self):
            return forms

    position = Odd().position(5)
    for asked in (position, position + cgt.games.Nim().position(3)):
        with pytest.raises(RulesetError, match=r"closed_forms\(\) of kayles gave .*: return a tuple of closed forms"):
            cgt.solve(asked)


class Says(ClosedForm):
    """A closed form that gives whatever it is made with."""

    name, reference = "says", "nobody"

    def __init__(self, given):
        self.given = given

    def answer(self, question):
        return self.given(self, question) if callable(self.given) else self.given


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("N", "answer.* of Says gave 'N': return an Answer"),
        (True, "answer.* of Says gave True: return an Answer"),
        (Outcome.N, "of Says gave .*: return an Answer"),
        (lambda self, q: self.build_answer(q, "N", lambda: (1,), lambda moves: "so"), "gave 'N' where an Outcome"),
        (
            lambda self, q: self.build_answer(q, Outcome.N, lambda: (m for m in [1]), lambda moves: "so"),
            "where a sequence of moves",
        ),
        *(
            (
                lambda self, q, value=value: self.build_answer(
                    q, Outcome.N, lambda: (1,), lambda moves: "so", nim_value=value
                ),
                "Says gives a nim-value, a whole number of at least 0, not",
            )
            for value in (-1, 2.5, "3", True)
        ),
    ],
)
def test_what_a_closed_form_may_not_give_is_named(given, message):
    position = cgt.parse_position("nim 3")
    for ask in (
        lambda: cgt.solve(position, closed_form=Says(given)),
        lambda: Routes(known=lambda _position, _convention: [Says(given)]).ask(Question(position)),
        lambda: cgt.crosscheck(Says(given), positions=[position]),
    ):
        with pytest.raises(RulesetError, match=message):
            ask()


def test_an_illegal_move_of_a_closed_form_is_not_blamed_on_the_position():
    position = cgt.parse_position("nim 3")

    def answer(form, question):
        wording = position.game.wording
        return form.build_answer(question, Outcome.N, lambda: (7,), lambda moves: wording.move_text(position, moves[0]))

    with pytest.raises(RulesetError, match=r"closed form 'says' gave an illegal move: 7 may not be taken .* take 1"):
        cgt.solve(position, closed_form=Says(answer))


def test_a_reason_is_a_text():
    form = Says(lambda self, q: self.build_answer(q, Outcome.N, lambda: (1,), lambda moves: None))
    with pytest.raises(RulesetError, match="Says gave None where a reason in words is asked for"):
        cgt.solve("nim 3", closed_form=form)


def test_closed_forms_are_given_as_a_tuple():
    class One(cgt.games.Nim):
        def closed_forms(self):
            return None

    with pytest.raises(RulesetError, match=r"closed_forms\(\) of nim gave None: return a tuple"):
        cgt.solve(One().position(3, 5))

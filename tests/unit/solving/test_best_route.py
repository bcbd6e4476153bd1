"""The best route by default: what is asked first is not much dearer than any other route that answers."""

from __future__ import annotations

import sys

import attrs
import pytest

import cgt
from cgt.core.route import Facts, Question, Rank
from cgt.errors import BudgetError, CGTError
from cgt.families.capabilities import HasHeaps
from cgt.families.registry import example_ruleset, ruleset_names
from cgt.solving.routes import Routes
from cgt.solving.routes.by_search import SearchRoute


def test_two_heaps_of_wythoff_are_tabulated():
    """The nim-values by the definition, written out, on the way to (45, 50)."""
    values = {}
    for i in range(46):
        for j in range(51):
            reached = {values[k, j] for k in range(i)} | {values[i, k] for k in range(j)}
            reached |= {values[i - k, j - k] for k in range(1, min(i, j) + 1)}
            values[i, j] = next(value for value in range(i + j + 1) if value not in reached)
    game = cgt.games.Wythoff()
    answer = Routes().ask(Question(game.position(45, 50), needed=Facts.NIM_VALUE))
    assert ([more.route for more in answer.completed_by], answer.nim_value) == (["table"], values[45, 50])
    total = game.position(45, 50) + game.position(30, 40)
    assert cgt.nim_value(total) == values[45, 50] ^ values[30, 40]


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("wythoff", "200000,200000"),
        pytest.param("treblecross", "3000000", marks=pytest.mark.full),
        ("fibonacci-nim", "50000000:9000000"),
        ("fibonacci-nim", f"{10**400}:{10**399}"),
        ("takeaway(3n)", f"{10**30}:{10**29},{10**30}:{10**28}"),
        ("fibonacci-nim", f"{10**30}:{10**29},{10**30}:{10**28}"),
    ],
)
def test_what_is_too_large_is_refused_at_once_with_its_size(text, position):
    game = cgt.parse_ruleset(text)
    with pytest.raises(BudgetError, match=r"table (?:of|to) \d"):
        cgt.nim_value(game.parse(position))


UNNOTICED = 0.2
"""Seconds that nobody minds."""

LIMIT = 2 * UNNOTICED
"""Seconds after which an answer is waited for no longer."""

SECONDS_A_CALL = 1e-6
"""What a call takes, with all that is done between two: the same work takes the same time, however busy the machine."""


class TooLongError(BaseException):
    """Ends what has made too many calls, whoever catches errors."""


def seconds(position, only=None, *, limit=LIMIT):
    """What the nim-value takes with nothing remembered, by the calls that our code makes.

    None where it does not answer within the limit.
    """
    cgt.forget()  # else a route is asked last for the table that another has just made
    question = Question(position, needed=Facts.NIM_VALUE, max_positions=100_000)
    calls = 0

    def count(frame, event, _argument):
        nonlocal calls
        if event in {"call", "c_call"} and frame.f_globals.get("__name__", "").startswith("cgt."):
            calls += 1
            if calls * SECONDS_A_CALL > limit:
                raise TooLongError

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        Routes().ask(question, only)
    except (TooLongError, CGTError):
        return None
    finally:
        sys.setprofile(before)
    return calls * SECONDS_A_CALL


def three_times_dearer(position):
    """The routes that answer in a third of the time that the default takes, beyond what nobody minds."""
    taken = seconds(position)
    if taken is not None and taken < UNNOTICED:
        return []
    third = ((LIMIT if taken is None else taken) - UNNOTICED) / 3
    names = {route.name for route in Routes().routes(Question(position, needed=Facts.NIM_VALUE))}
    found = {name: seconds(position, name, limit=third) for name in names}
    return sorted(name for name, cost in found.items() if cost is not None and cost < third)


DEAR = {"moore-nim", "with-pass", "vectors", "moves", "blocked"}


# A generator that is closed when the calls are spent cannot pass the error on; the next call raises it again.
@pytest.mark.full("selective")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.full if name in DEAR or place % 3 else ())
        for place, name in enumerate(ruleset_names())
    ],
)
def test_no_answer_costs_more_than_three_times_the_best_route(monkeypatch, name, upto):
    """In plain Python, whose calls can be counted; `python -m benchmarks.best_route` asks with a clock."""
    monkeypatch.setattr("cgt.fast.backend.compiled_works", lambda: False)
    ruleset = example_ruleset(name)
    for digits in range(1, upto(2, full=6) + 1) if isinstance(ruleset, HasHeaps) else ():
        position = ruleset.position(*[10**digits] * ruleset.listed_heaps)
        soon = seconds(position, limit=UNNOTICED)
        if soon is None or soon >= UNNOTICED:
            assert three_times_dearer(position) == [], position
        if soon is None:
            break  # nor would larger ones be answered


@pytest.mark.full("True")
@pytest.mark.parametrize("dear", [False, True])
def test_a_dear_route_that_is_asked_first_is_found_out(monkeypatch, dear):
    class First:
        name, rank = "first", Rank.KNOWN

        def answer(self, question):
            for _ in range(16 if dear else 1):
                cgt.forget()
                answer = SearchRoute().answer(question)
            return attrs.evolve(answer, route=self.name)

    monkeypatch.setattr("cgt.solving.routes.plugin_routes", lambda: (First(),))
    position = cgt.parse_ruleset("take-a-square").position(400)
    assert Routes().ask(Question(position, needed=Facts.NIM_VALUE)).route == "first"
    assert three_times_dearer(position) == (["search", "table"] if dear else [])


@pytest.mark.parametrize("rank", [Rank.KNOWN, Rank.TABLE])
def test_a_budget_spent_on_what_is_known_at_once_keeps_no_search_back(monkeypatch, rank):
    """A table that is too large has been tried in earnest; a theorem that gives up has cost nothing yet."""

    class First:
        name = "first"

        def answer(self, question):
            raise BudgetError("not by this theorem")

    First.rank = rank
    monkeypatch.setattr("cgt.solving.routes.plugin_routes", lambda: (First(),))
    question = Question(cgt.parse_position("cram 2x3"), needed=Facts.NIM_VALUE)
    if rank is Rank.KNOWN:
        assert Routes().ask(question).nim_value == 1
    else:
        with pytest.raises(BudgetError, match="not by this theorem"):
            Routes().ask(question)

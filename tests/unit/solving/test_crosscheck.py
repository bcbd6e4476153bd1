from __future__ import annotations

import attrs
import pytest

import cgt
from cgt.core.route import Answer
from cgt.errors import BudgetError, NotApplicableError, RulesetError
from cgt.families.state_form import ValueForm
from cgt.games.heaps.nim import Bouton
from cgt.games.heaps.takeaway import BaseNumeration


@attrs.frozen
class OffAt(Bouton):
    """Bouton's rule, wrong for one multiset of heaps and in one respect."""

    heaps: tuple[int, ...] = (2, 5)
    about: str = "outcome"

    def answer(self, question):
        true = super().answer(question)
        if tuple(sorted(self.ruleset.sizes(question.position))) != self.heaps:
            return true
        flipped = {"N": cgt.Outcome.P, "P": cgt.Outcome.N}[true.outcome]
        wrong = {
            "outcome": {"outcome": flipped},
            "winning moves": {"winning_moves": true.winning_moves[1:]},
            "nim-value": {"nim_value": true.nim_value + 1},
        }
        return attrs.evolve(true, **wrong[self.about])


@pytest.mark.parametrize("about", ["outcome", "winning moves", "nim-value"])
def test_a_wrong_closed_form_is_caught_at_its_one_wrong_place(about):
    report = cgt.crosscheck(OffAt(cgt.games.Nim(), about=about), 13)
    assert not report.agrees
    assert report.counterexample.about == about
    assert str(report.counterexample.position) == "2,5"
    assert cgt.crosscheck(Bouton(cgt.games.Nim()), 13).agrees
    assert not report  # as `assert cgt.crosscheck(…)` in a test of somebody's own takes it


@attrs.frozen
class ThreesOfThirteen(ValueForm):
    """The closed form of subtraction(1,2), which tells to take three from a heap of thirteen."""

    ruleset: cgt.Game

    name, statement, reference = "threes", "Leave a multiple of 3.", "nobody"

    def covers(self, _state):
        return True

    def value(self, state):
        return state[0] % 3

    def candidates(self, state, value):
        yield from (take for take in (1, 2) if take <= state[0] and (state[0] - take) % 3 == value)
        if state[0] == 13:
            yield 3

    def reason(self, _state, _convention):
        return "the rest is 1"


def test_a_move_that_is_none_is_a_counterexample():
    report = cgt.crosscheck(ThreesOfThirteen(cgt.games.Subtraction(1, 2)), 20)
    assert (str(report.counterexample.position), report.counterexample.about) == ("13", "winning moves")
    assert "threes says winning moves (3 may not be taken from a heap of 13 under" in str(report)
    assert cgt.crosscheck(ThreesOfThirteen(cgt.games.Subtraction(1, 2)), 13).agrees


class EverythingDivides(BaseNumeration):
    """A common mistake: the right numeration of the wrong quota."""

    def __attrs_post_init__(self):
        super().__attrs_post_init__()
        object.__setattr__(self, "base", BaseNumeration(cgt.games.TakeAway("2n+1")).base)


def test_the_counterexample_is_the_least():
    report = cgt.crosscheck(EverythingDivides(cgt.games.TakeAway("2n")), 41)
    assert not report.agrees
    size = report.counterexample.position.size
    smaller = cgt.crosscheck(EverythingDivides(cgt.games.TakeAway("2n")), size)
    assert smaller.agrees


def test_checking_nothing_is_not_agreement():
    report = cgt.crosscheck(
        BaseNumeration(cgt.games.TakeAway([3, 1, 3, 8])), 1, positions=[cgt.games.Nim().position(3)]
    )
    assert report.checked == 0
    assert report.skipped == 1
    assert not report.agrees


def test_a_ruleset_without_closed_forms():
    with pytest.raises(NotApplicableError, match="no closed form"):
        cgt.crosscheck(cgt.TakingRule(lambda size: range(1, size + 1)))


@pytest.mark.parametrize("rule", ["blocked(kayles,2)", "with-pass(kayles)"])
def test_a_game_that_is_only_searched_has_no_closed_form(rule):
    """Nor is counting lost options one: it would be compared with nothing."""
    with pytest.raises(NotApplicableError, match="has no closed form to compare"):
        cgt.crosscheck(rule, 4)


def test_progress_is_told(upto):
    told, stop = [], upto(30, full=41)
    cgt.crosscheck(cgt.games.TakeAway("2n"), stop, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (stop * (stop - 1) // 2 + 2,) * 2  # the opening heaps 0 and 1 too
    assert [done for done, _ in told] == sorted(done for done, _ in told)


@pytest.mark.parametrize("stop", [500_002, 10**30, 10**4000])
@pytest.mark.parametrize(
    "game", [cgt.games.Nim(), cgt.games.Wythoff(), cgt.games.TakeAway("2n"), cgt.games.Subtraction(1, 3, 4)], ids=str
)
def test_a_bound_beyond_all_checking_is_refused_at_once(game, stop):
    with pytest.raises(BudgetError, match="are more than 500,000"):
        cgt.crosscheck(game, stop)


def test_a_rulesets_own_form_is_audited():
    class Guess(cgt.ClosedForm):
        name, reference, kinds = "guess", "nobody", ()

        def answer(self, question):
            if question.position.size == 0:
                return None
            value = question.position.size % 3
            return Answer(self.name, "nobody", outcome=cgt.Outcome.N if value else cgt.Outcome.P, nim_value=value)

    class Guessed(cgt.HeapRule):
        def closed_forms(self):
            return (Guess(),)

    right = Guessed(lambda n: [(n - take,) for take in (1, 2) if take <= n])
    heaps = [right.position(size) for size in range(10)]
    report = cgt.crosscheck(right, positions=heaps)
    assert (report.agrees, report.checked, report.skipped, report.by_route) == (True, 9, 1, {"guess": 9})
    wrong = Guessed(lambda n: [(n - take,) for take in (1, 2, 3) if take <= n])
    found = cgt.crosscheck(wrong, positions=[wrong.position(size) for size in range(10)]).counterexample
    assert (found.position.size, found.closed_form, found.about) == (3, "guess", "outcome")
    assert cgt.crosscheck(Guess(), positions=heaps).checked == 9
    assert [cgt.crosscheck(right, positions=heaps[:count]).agrees for count in (1, 2)] == [False, True]


def test_a_closed_form_that_cannot_be_checked_is_told_what_is_missing():
    class Nameless(cgt.ClosedForm):
        def answer(self, question):
            return None

    class Unsourced(Nameless):
        name = "mine"

    for form, lacking in ((Nameless, "name"), (Unsourced, "reference")):
        with pytest.raises(TypeError, match=f"abstract method.*{lacking}"):
            form()  # and no answer fails in its midst
    with pytest.raises(
        RulesetError, match=r"Bouton'> is not a closed form: it is a class; give an object, such as Bouton\(…\)"
    ):
        cgt.crosscheck(Bouton)


def test_one_more_route_changes_the_count_of_no_other():
    """What counts is the positions: with a second form for the same ones they are no more."""

    class Twice(cgt.games.BoundedNim):
        def closed_forms(self):
            return (*super().closed_forms(), super().closed_forms()[0])

    game = Twice(4)
    report, before = cgt.crosscheck(game, 7), cgt.crosscheck(cgt.games.BoundedNim(4), 7)
    assert (report.checked, report.agrees) == (before.checked, True)
    (name,) = before.by_route
    assert report.by_route == {name: 2 * before.by_route[name]}


def test_positions_are_given_as_texts_too():
    for positions in (["wythoff 3,5", "wythoff 4,6"], "wythoff 3,5"):
        report = cgt.crosscheck("wythoff", positions=positions)
        assert report.checked == (1 if isinstance(positions, str) else 2)
        assert report.agrees


def test_equal_reports_hash_alike():
    assert hash(cgt.crosscheck("kayles", 4)) == hash(cgt.crosscheck("kayles", 4))

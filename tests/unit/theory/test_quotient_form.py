"""Playing by a quotient, against the definition of misère play written out here."""

from __future__ import annotations

import random
from functools import cache

import pytest

import cgt
from cgt.core.code import HeapCode
from cgt.core.compounds import ComponentMove
from cgt.core.outcome import Convention
from cgt.core.route import Question
from cgt.errors import BudgetError, NotApplicableError
from cgt.families.quotient_form import QuotientForm
from cgt.solving.routes.misere_play import QuotientSearch
from cgt.theory.quotient_growth import quotient_of_codes
from cgt.theory.residues import QuotientPlay

TWENTY = [
    "0.77", "0.15", "0.123", "0.71", "0.75", "0.53", "0.44", "0.07", "0.26", "0.351",
    "0.312", "0.3101", "4.2", "0.115", "0.152", "0.14", "0.57", "0.72", "0.33", "0.6",
]  # fmt: skip


@cache
def options(text, heap):
    """What a heap may become under an octal code, read digit by digit."""
    found = []
    digits = [int(digit) for digit in text.replace(".", "")]
    for taken, digit in enumerate(digits):
        rest = heap - taken
        if digit & 1 and rest == 0:
            found.append(())
        if digit & 2 and rest > 0:
            found.append((rest,))
        if digit & 4:
            found += [(part, rest - part) for part in range(1, rest // 2 + 1)]
    return found


@cache
def is_p(text, heaps):
    """Misère play: the player to move wins a sum without moves."""
    after = [tuple(sorted(heaps[:at] + heaps[at + 1 :] + option)) for at, option in moves(text, heaps)]
    return bool(after) and not any(is_p(text, tuple(heap for heap in one if options(text, heap))) for one in after)


def moves(text, heaps):
    return [(at, option) for at, heap in enumerate(heaps) for option in options(text, heap)]


def winning(text, heaps):
    found = []
    for at, option in moves(text, heaps):
        left = heaps[:at] + heaps[at + 1 :] + option
        if is_p(text, tuple(sorted(heap for heap in left if options(text, heap)))):
            found.append((at, option))
    return found


def compare(text, rng, largest, sums):
    game = cgt.games.TakingBreaking(text)
    form = QuotientForm((game,))
    for _ in range(sums):
        heaps = tuple(rng.randint(0, largest) for _ in range(rng.randint(1, 4)))
        position = game.position(*heaps)
        expected = winning(text, heaps)
        assert form.answer(Question(position, Convention.MISERE)) is not None
        found = [(move.component, move.move) if isinstance(move, ComponentMove) else (0, move)
                 for move in cgt.solve(position, "misere", closed_form=form).winning_moves]  # fmt: skip
        assert found == expected, (text, heaps)
        wins = bool(expected) or not moves(text, heaps)
        assert str(cgt.solve(position, "misere", closed_form=form).outcome) == ("N" if wins else "P")


@pytest.mark.parametrize("text", TWENTY[::2])
def test_random_sums_from_ten_codes(text):
    compare(text, random.Random(text), 9, 8)


@pytest.mark.full
@pytest.mark.parametrize("text", TWENTY)
def test_many_random_sums_from_twenty_codes(text):
    compare(text, random.Random(text), 14, 200)


@pytest.mark.parametrize("text", ["0.77", "0.75", "0.53", "0.123", "0.3", "4.2", "0.35!", "0.B", "0.0"])
def test_large_heaps_by_residues_as_by_listing(text):
    """Counts and moves beyond the proof's own window, which the residues answer, against every option listed."""
    found = quotient_of_codes([HeapCode.parse(text)], effort=300_000)
    play = QuotientPlay(found.game, found.monoid)
    if not found.is_proved:
        pytest.skip("not proved with little effort")
    wanted = found.portion
    for heap in [*range(max(found.heaps - 3, 0), found.heaps + 8), found.heaps + 61]:
        listed = [option for option in found.game.code.options(heap) if play.element(option) in wanted]
        assert list(play.options(heap, wanted)) == listed
        assert play.count(heap, wanted) == len(listed)


def test_a_thousand_heaps_of_huge_size():
    game = cgt.games.TakingBreaking("0.77")
    position = game.position(*(10**30 + 7 * index for index in range(1000)))
    solution = cgt.solve(position, "misere")
    assert solution.route == "misère quotient"
    quotient = cgt.misere_quotient("0.77")
    for move in solution.winning_moves[:3]:
        after = position.play(move)
        sizes = [part.size for part in after.parts]
        assert str(quotient.outcome(*sizes)) == "P"
    assert "P-portion" in solution.explanation


def test_every_move_out_of_a_p_position_is_answered():
    game = cgt.games.TakingBreaking("0.77")
    form = QuotientForm((game,))
    position = game.position(10**30, 10**30)
    while str(cgt.solve(position, "misere", closed_form=form).outcome) == "N":
        position = position.play(cgt.solve(position, "misere", closed_form=form).winning_moves[0])
    assert cgt.solve(position, "misere", closed_form=form).winning_moves == ()
    assert "every move can be answered" in cgt.solve(position, "misere", closed_form=form).explanation


def test_sums_of_different_games():
    kayles, other = cgt.games.TakingBreaking("0.77"), cgt.games.TakingBreaking("0.75")
    position = kayles.position(5) + other.position(3) + kayles.position(2)
    solution = cgt.solve(position, "misere")
    assert solution.route == "misère quotient"
    searched = cgt.solve(position, "misere", route="search")
    assert (solution.outcome, list(solution.winning_moves)) == (searched.outcome, list(searched.winning_moves))
    huge = cgt.solve(kayles.position(10**20) + other.position(10**30), "misere")
    assert huge.route == "misère quotient"


def test_normal_play_and_strangers_are_refused():
    game = cgt.games.TakingBreaking("0.77")
    form = QuotientForm((game,))
    assert form.answer(Question(game.position(5))) is None
    assert form.answer(Question(cgt.games.Nim().position(5), Convention.MISERE)) is None
    with pytest.raises(NotApplicableError, match="says nothing"):
        cgt.solve(game.position(5), closed_form=form)


def test_beyond_what_is_settled_the_form_is_silent():
    game = cgt.games.TakingBreaking("0.07")
    form = QuotientForm((game,))
    assert form.answer(Question(game.position(14, 12), Convention.MISERE)) is not None
    assert form.answer(Question(game.position(10**9), Convention.MISERE)) is None


@pytest.mark.parametrize("text", ["0.07", *(pytest.param(text, marks=pytest.mark.full) for text in ("0.26", "0.77"))])
def test_search_beyond_what_is_settled(text):
    """The quotient of a few heaps as a table, against the definition."""
    search = QuotientSearch(quotient_of_codes([HeapCode.parse(text)], 6), 10_000)
    rng = random.Random(text)
    for _ in range(30):
        heaps = tuple(rng.randint(0, 10) for _ in range(rng.randint(1, 3)))
        places = tuple((0, heap) for heap in heaps)
        assert search.is_p(places) == is_p(text, tuple(sorted(heap for heap in heaps if options(text, heap))))
        found = [(at, option) for at in range(len(heaps)) for option in search.winning_options(places, at)]
        assert found == winning(text, heaps)


@pytest.mark.full
def test_the_search_is_a_route():
    game = cgt.games.TakingBreaking("0.07")
    solution = cgt.solve(game.position(50), "misere")
    assert (solution.route, str(solution.outcome)) == ("quotient search", "P")
    assert cgt.solve(game.position(36), "misere", route="search").outcome == cgt.outcome(game.position(36), "misere")
    with pytest.raises(BudgetError):
        cgt.solve(game.position(90, 91, 92), "misere", max_positions=1_000)

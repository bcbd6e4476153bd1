"""Rules and sentences that speak of another game's positions, against the definitions written out here."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

import cgt
from cgt.core.outcome import Convention
from cgt.errors import BudgetError, NotApplicableError, ParseError
from cgt.families.game_sets import linear_moves
from cgt.games import FormulaGame
from cgt.solving.certificates import read_certificate
from cgt.solving.sentences import decide_sentence
from cgt.theory.levels import lost_positions

NIM = "x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t"
UNTIL_LOST = f"{NIM}; ends P(x, y); game wythoff"
WORTH_ONE = "n: G1(t) & t >= 1 -> n - t; game subtraction(1,2,4)"
TO_THREES = "n: t >= 1 -> n - t; ends P(n); game subtraction(1,2)"
LOST_TAKEN = "n: P(t) & t >= 1 -> n - t; game subtraction(1,2)"


@cache
def wythoff_lost(x, y):
    moves = [(x - t, y) for t in range(1, x + 1)] + [(x, y - t) for t in range(1, y + 1)]
    moves += [(x - t, y - t) for t in range(1, min(x, y) + 1)]
    return not any(wythoff_lost(*move) for move in moves)


@cache
def worth(n):
    below = {worth(n - take) for take in (1, 2, 4) if take <= n}
    return min(value for value in range(5) if value not in below)


def until_lost(position):
    x, y = position
    if wythoff_lost(x, y):
        return []
    return [(x - t, y) for t in range(1, x + 1)] + [(x, y - t) for t in range(1, y + 1)]


OPTIONS = {
    UNTIL_LOST: until_lost,
    WORTH_ONE: lambda p: [(p[0] - t,) for t in range(1, p[0] + 1) if worth(t) == 1],
    TO_THREES: lambda p: [(n,) for n in range(p[0])] if p[0] % 3 else [],
}

QUICK = {(WORTH_ONE, False), (TO_THREES, True)}


@pytest.mark.full(*(f"{text}-{misere}" for text in OPTIONS for misere in (False, True) if (text, misere) not in QUICK))
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("text", OPTIONS)
def test_what_is_proved_is_so_on_all_small_positions(text, misere, upto):
    options = OPTIONS[text]

    @cache
    def lost(position):
        after = options(position)
        return not any(map(lost, after)) if after or not misere else False

    game = FormulaGame(text)
    found = lost_positions(linear_moves(game), Convention.of("misere" if misere else "normal"))
    assert found.status == "proved"
    for position in product(range(upto(12, full=60)), repeat=game.listed_heaps):
        assert found.automaton.accepts(*position) is lost(position)
    for position in product(range(6), repeat=game.listed_heaps):
        assert set(game.position(*position).moves()) == set(options(position))


@pytest.mark.parametrize(
    ("text", "game"),
    [(LOST_TAKEN, "subtraction(1,2)"), pytest.param(WORTH_ONE, "subtraction(1,2,4)", marks=pytest.mark.full)],
)
def test_the_certificate_is_verified_with_what_it_speaks_of(text, game, monkeypatch):
    found = cgt.discover(f"moves({text})")
    assert found.proved
    seen = []
    monkeypatch.setattr(type(found.levels), "verify", lambda self, *_rest: seen.append(self.ruleset))
    cgt.verify(read_certificate(found.levels.to_json()))
    assert seen == [game, found.levels.ruleset]


def test_one_syntax_for_rules_and_sentences():
    assert decide_sentence("forall x: x >= 1 => ~P(x, 2x + 1); game wythoff")
    assert decide_sentence("forall n: P(n) & S(n) => n == 0 | n >= 4; game bounded-nim(3); S = 10*").holds
    assert decide_sentence("forall n: exists m: n == 2m | n == 2m + 1; base zeckendorf").system == "zeckendorf"


@pytest.mark.full
def test_a_sentence_of_a_blocked_game_has_a_counterexample():
    assert decide_sentence("forall x y: P(x, y) => x <= y; game blocked(vectors((1,0),(0,1)),2)").counterexample


@pytest.mark.parametrize(
    ("text", "game", "error"),
    [
        ("forall x: P(x, x); game wythoff", "wythoff", ParseError),
        ("forall x: P(x, x); game wythoff; game nim", None, ParseError),
        ("forall x: x >= 0; ends x <= 3", None, ParseError),
        ("forall x: P(x, x); game nobody", None, cgt.errors.CGTError),
        ("forall x: P(x, x); game kayles", None, NotApplicableError),
        ("forall x: G1(x, x); game blocked(vectors((1,0),(0,1)),2)", None, NotApplicableError),
        ("forall x: P(x, x, x); game wythoff", None, cgt.errors.CGTError),
        ("forall n q: P(n, q); game takeaway(4n)", None, BudgetError),
        ("forall x: x >= 0" + "; game moves(x: x - 1" * 4 + "))))", None, ParseError),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(text, game, error):
    with pytest.raises(error) as told:
        decide_sentence(text, game=game)
    assert "\n" not in str(told.value)

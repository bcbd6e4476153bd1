"""Peg duotaire and push-the-button games against their definitions."""

from __future__ import annotations

from functools import cache, reduce
from itertools import product
from operator import xor

import pytest

import cgt
from cgt.core.outcome import Outcome
from cgt.errors import CGTError
from cgt.games.boards.pegs import PegBits


def hops(pegs, many):
    """The sets of pegs that a move leaves; a strip without end of whole numbers."""
    for peg, step in product(pegs, (-1, 1)):
        left, at = pegs, peg
        while at + step in left and at + 2 * step not in left:
            left = (left - {at, at + step}) | {at + 2 * step}
            at += 2 * step
            yield left
            if not many:
                break


@cache
def peg_value(pegs, many):
    reached = {peg_value(left, many) for left in hops(pegs, many)}
    return next(value for value in range(len(reached) + 1) if value not in reached)


@pytest.mark.parametrize("many", [False, True])
def test_pegs_by_definition(many, upto):
    game = cgt.parse_ruleset("peg-duotaire(multihop)" if many else "peg-duotaire")
    for length in range(1, upto(8, full=11)):
        for signs in product("o.", repeat=length):
            row = "".join(signs)
            if row.strip(".") != row or not row:
                continue
            position = game.parse(row)
            pegs = frozenset(place for place, sign in enumerate(row) if sign == "o")
            assert cgt.nim_value(position) == peg_value(pegs, many), row
            assert len(list(position.moves())) == len(list(hops(pegs, many)))
            for move in position.moves():
                assert game.wording.read_move(position, game.wording.write_move(position, move)) == move
    assert game.position(3) == game.parse("..ooo.")


@pytest.mark.parametrize("many", [False, True])
def test_parts_of_a_row_of_pegs_never_meet(many, upto):
    """The parts together are worth the row, and no part could be parted further."""

    @cache
    def reached(pegs):
        return frozenset({pegs}.union(*(reached(left) for left in hops(pegs, many))))

    parted = 0
    for signs in product("o.", repeat=upto(9, full=12)):
        pegs = frozenset(place for place, sign in enumerate(signs) if sign == "o")
        state = sum(2 << place for place in pegs)
        bits = PegBits(many, 1)
        parts = bits.components(state)
        assert [bits.components(part) for part in parts] == [[part] for part in parts]
        worth = [peg_value(frozenset(place for place in range(16) if part >> place & 1), many) for part in parts]
        assert reduce(xor, worth, 0) == peg_value(pegs, many), signs
        parted += len(parts) > 1
        # Of a row that stays together each gap is filled, or hopped over, in some line of play.
        if len(parts) == 1 and parts[0].bit_count() == len(pegs):
            filled = frozenset().union(*reached(pegs))
            first, last = min(pegs), max(pegs)
            assert all(place in filled for place in range(first, last + 1)), signs
    assert parted > 10


def nim_options(heaps):
    for place, heap in enumerate(heaps):
        for left in range(heap):
            yield (*heaps[:place], left, *heaps[place + 1 :])


def wythoff_options(heaps):
    yield from nim_options(heaps)
    a, b = heaps
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


RULES = {"nim": nim_options, "wythoff": wythoff_options}


@pytest.mark.parametrize(("first", "second"), list(product(RULES, repeat=2)))
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_the_button_by_definition(first, second, convention, upto):
    @cache
    def wins(pushed, heaps):
        options = [(pushed, left) for left in RULES[second if pushed else first](heaps)]
        options += [] if pushed else [(True, heaps)]
        if not options:
            return convention == "misere"
        return any(not wins(*option) for option in options)

    game = cgt.parse_ruleset(f"push-the-button({first},{second})")
    for heaps in product(range(upto(5, full=9)), repeat=2):
        position = game.position(*heaps)
        assert (cgt.outcome(position, convention) is Outcome.N) == wins(False, heaps), heaps
        assert game.parse(str(position)) == position
        pushed = position.play("push")
        assert game.parse(str(pushed)) == pushed
        assert (cgt.outcome(pushed, convention) is Outcome.N) == wins(True, heaps), heaps
        for move in position.moves():
            assert game.wording.read_move(position, game.wording.write_move(position, move)) == move


def test_what_the_second_ruleset_does_not_know_is_refused():
    game = cgt.parse_ruleset("push-the-button(nim,euclid)")
    with pytest.raises(CGTError, match="is no position of euclid"):
        game.position(3, 4, 5)
    with pytest.raises(CGTError):
        cgt.parse_ruleset("push-the-button(nim)")


@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_of_two_buttons_the_outer_one_is_pushed_first(convention):
    """Both moves were called "push", so that a win by the outer one could not be played."""
    game = cgt.parse_ruleset("push-the-button(push-the-button(knight,nim),subtraction(1,3,4))")
    for heaps in product(range(5), repeat=2):
        position = game.position(*heaps)
        moves = list(position.moves())
        won = {move for move in moves if cgt.outcome(position.play(move), convention) is Outcome.P}
        assert set(cgt.winning_moves(position, convention)) == won
        assert (cgt.outcome(position, convention) is Outcome.N) == (bool(won) if moves else convention == "misere")

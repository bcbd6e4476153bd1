"""Every game of the library in small positions, both conventions: who wins, and by which moves, by the definition."""

from __future__ import annotations

from itertools import islice

import pytest

import cgt
from cgt.core.outcome import Convention
from cgt.core.route import Question
from cgt.errors import LoopError
from cgt.families.registry import example_ruleset, ruleset_names


class TooManyError(Exception):
    """The definition has been written out for enough positions."""


def is_won(position, misere, known, most):
    """Whether the player to move wins; a position met again on the way is a loop."""
    if position not in known:
        if len(known) > most:
            raise TooManyError
        known[position] = None
        options = [position.play(move) for move in position.moves()]
        known[position] = misere if not options else any(not is_won(option, misere, known, most) for option in options)
    if known[position] is None:
        raise LoopError((position,))
    return known[position]


@pytest.mark.full("sprouts-misere", "sprouts-normal")
@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
@pytest.mark.parametrize("name", ruleset_names())
def test_small_positions(name, misere, upto):
    """The samples, until the definition has been written out for so many positions, about."""
    game, known, most = example_ruleset(name), {}, upto(250, full=20_000)
    convention = Convention.of("misere" if misere else "normal")
    if convention not in game.conventions:
        pytest.skip(f"{game} is not played so")
    positions = [game.parse(game.example), *islice(game.sample_positions(upto(4, full=8)), upto(8, full=400))]
    for position in positions[1:]:
        try:
            won = is_won(position, misere, known, most)
            moves = [move for move in position.moves() if not is_won(position.play(move), misere, known, most)]
        except TooManyError:
            break
        except (LoopError, RecursionError):
            pytest.skip(f"{game} can go round in a loop")
        solved = cgt.solve(position, convention)
        assert (solved.outcome is cgt.Outcome.N) is won, position
        assert sorted(map(str, solved.winning_moves)) == sorted(map(str, moves)), position


def test_a_part_that_is_its_own_only_component_is_one():
    class Own:
        def moves(self):
            return ()

        def play(self, move):
            raise ValueError

        def components(self):
            return (self,)

    class Wrapped(Own):
        def components(self):
            return (cgt.games.Nim().position(3, 5),)

    from cgt.core.compounds import components_of

    own = Own()
    assert components_of(own) == (own,)
    assert components_of(Wrapped()) == (cgt.games.Nim().position(3), cgt.games.Nim().position(5))


def test_the_shortening_of_tuples_ends_at_twenty():
    from cgt.core.numbers import format_value

    assert len(format_value((10**100,) * 19)) > 200
    assert len(format_value((10**100,) * 20)) == 80


def test_as_many_players_as_there_may_be():
    from cgt.engine.players import MOST_PLAYERS, PodiumEvaluator
    from cgt.errors import RulesetError

    assert PodiumEvaluator(MOST_PLAYERS).players == MOST_PLAYERS
    assert PodiumEvaluator(2).players == 2
    for players in (1, MOST_PLAYERS + 1):
        with pytest.raises(RulesetError, match="it takes 2 to"):
            PodiumEvaluator(players)


@pytest.mark.parametrize(("quota", "applies"), [((0, 3), False), ((1, 0), True), ((1, 1), True), ((2, -1), True)])
def test_the_mirror_needs_a_quota_that_grows(quota, applies):
    from cgt.games.heaps.global_takeaway import EqualHeaps, GlobalTakeAway

    game = GlobalTakeAway(cgt.games.LinearQuota(*quota))
    assert (EqualHeaps(game).answer(Question(game.parse("4,4:1"))) is not None) is applies


def test_a_saltus_is_told_in_words():
    from cgt.families.periodic_form import pattern_text, periodic_play

    assert "heaps modulo 6, plus 3 a period" in pattern_text(periodic_play(cgt.parse_ruleset("kenyons").code))
    assert "plus" not in pattern_text(periodic_play(cgt.parse_ruleset("kayles").code))


def test_a_game_with_a_name_goes_by_it():
    kayles, code = cgt.parse_ruleset("kayles"), cgt.parse_ruleset("0.077")
    assert str(kayles) == "kayles"
    assert str(code) == "octal(0.077)"

"""What a game says to a friend is true: each strategy against the search, and none where it does not hold."""

from functools import cache
from itertools import combinations_with_replacement, product

import pytest

import cgt
from cgt.core.outcome import Convention
from cgt.core.position import is_over
from cgt.families.registry import iter_rulesets

NORMAL = Convention.NORMAL


@cache
def lost(position):
    """Whether whoever moves loses, by the definition."""
    return not any(lost(position.play(move)) for move in position.moves())


def wythoff_pairs(bound):
    used, pairs = {0}, {(0, 0)}
    for difference in range(1, bound):
        smaller = min(set(range(len(used) + 1)) - used)
        used |= {smaller, smaller + difference}
        pairs.add((smaller, smaller + difference))
    return pairs


def binary_parts(number):
    return [1 << place for place in range(number.bit_length()) if number >> place & 1]


def fibonacci_parts(number):
    numbers, parts = [1, 2], []
    while numbers[-1] <= number:
        numbers.append(numbers[-1] + numbers[-2])
    for one in reversed(numbers):
        if one <= number:
            parts.append(one)
            number -= one
    return parts


@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_bounded_nim(most):
    game = cgt.games.BoundedNim(most)
    for size in range(1, 15):
        position = game.position(size)
        assert f"multiple of {most + 1}" in game.wording.strategy(position, NORMAL)
        assert lost(position) is (size % (most + 1) == 0)


def test_nim():
    game = cgt.games.Nim()
    for heaps in combinations_with_replacement(range(7), 3):
        counts = [part for heap in heaps for part in binary_parts(heap)]
        assert lost(game.position(*heaps)) is all(counts.count(part) % 2 == 0 for part in counts)
        assert ("alike" in game.wording.strategy(game.position(*heaps), NORMAL)) is (0 in heaps)


@pytest.mark.parametrize("game", [cgt.games.Wythoff(), cgt.games.Queen()])
def test_wythoffs_pairs(game):
    pairs = wythoff_pairs(12)
    for numbers in combinations_with_replacement(range(11), 2):
        if any(numbers):
            assert "1, 2; 3, 5; 4, 7; 6, 10" in game.wording.strategy(game.position(*numbers), NORMAL)
            assert lost(game.position(*numbers)) is (numbers in pairs)


@pytest.mark.parametrize(
    ("game", "parts"),
    [("takeaway(n)", binary_parts), ("takeaway(2n)", fibonacci_parts), ("fibonacci-nim", fibonacci_parts)],
)
def test_the_smallest_part_is_taken(game, parts):
    game = cgt.parse_ruleset(game)
    for size in range(2, 40):
        position, smallest = game.position(size), min(parts(size))
        assert "smallest part" in game.wording.strategy(position, NORMAL)
        if smallest < size:
            assert lost(position.play(smallest))
        else:
            assert lost(position)


def test_euclid():
    game = cgt.games.Euclid()
    for smaller, larger in combinations_with_replacement(range(1, 25), 2):
        assert "1.618" in game.wording.strategy(game.position(smaller, larger), NORMAL)
        assert lost(game.position(smaller, larger)) is (larger < 1.618 * smaller)
    assert not cgt.games.Euclid(to_zero=True).wording.strategy(cgt.games.Euclid(to_zero=True).position(2, 3), NORMAL)


@pytest.mark.parametrize(("game", "odd"), [(cgt.games.Kayles(), False), (cgt.games.Treblecross(), True)])
def test_the_middle_of_a_row(game, odd):
    for size in range(1, 16):
        strategy = game.wording.strategy(game.position(size), NORMAL)
        assert ("middle" in strategy) is (size % 2 == 1 or not odd)
        if strategy:
            middle = str((size + 1) // 2) if size % 2 else f"{size // 2},{size // 2 + 1}"
            assert lost(game.position(size).play(game.wording.read_move(game.position(size), middle)))
        assert "like it" in game.wording.strategy(game.position(size, size), NORMAL)
        assert size > 6 or lost(game.position(size, size))


def test_cram():
    game = cgt.games.Cram()
    for rows, columns in product(range(1, 5), range(1, 5)):
        position = game.parse(f"{rows}x{columns}")
        strategy = game.wording.strategy(position, NORMAL)
        if rows * columns > 1 and rows % 2 == columns % 2 == 0:
            assert strategy.startswith("answer every domino")
            assert lost(position)
        elif rows * columns > 1 and (rows + columns) % 2:
            assert strategy.startswith("cover the two squares in the middle")
            down = rows % 2 == 0
            first = (rows // 2, (columns + 1) // 2) if down else ((rows + 1) // 2, columns // 2)
            second = (first[0] + down, first[1] + (not down))
            after = position.play((first, second))
            assert lost(after)
            assert is_over(after) or game.wording.strategy(after, NORMAL).startswith("answer every domino")
        elif rows * columns > 1:
            assert strategy == ""


def test_chomp():
    game = cgt.games.Chomp()
    for size in (2, 3, 4):
        square = game.parse(",".join([str(size)] * size))
        assert "equally long" in game.wording.strategy(square, NORMAL)
        arms = square.play((2, 2))
        assert "equally long" in game.wording.strategy(arms, NORMAL)
        assert lost(arms)
    for upper, lower in combinations_with_replacement(range(1, 7), 2):
        position = game.parse(f"{lower},{upper}")
        assert (
            "one square shorter" in game.wording.strategy(position, NORMAL)
            or upper == lower == 2
            or (lower, upper) == (2, 1)
        )
        assert lost(position) is (lower == upper + 1)


def test_staircase_and_turning_turtles():
    steps = cgt.games.Staircase()
    for coins in product(range(4), repeat=3):
        if any(coins):
            assert "1, 3, 5" in steps.wording.strategy(steps.position(*coins), NORMAL)
            assert lost(steps.position(*coins)) is (coins[0] == coins[2])
    turtles = cgt.games.TurningTurtles()
    for word in product("TH", repeat=6):
        if "H" in word:
            heaps = [place for place, sign in enumerate(word, 1) if sign == "H"]
            assert "play nim" in turtles.wording.strategy(turtles.parse("".join(word)), NORMAL)
            assert lost(turtles.parse("".join(word))) is lost(cgt.games.Nim().position(*heaps))


def test_brussels_sprouts_last_equally_long():
    game = cgt.games.BrusselsSprouts()

    def lengths(position):
        after = list(map(position.play, position.moves()))
        return {1 + length for one in after for length in lengths(one)} or {0}

    for start in ("1", "2", "3 | 2", "1,2"):
        assert "equally long" in game.wording.strategy(game.parse(start), NORMAL)
        assert len(lengths(game.parse(start))) == 1


def test_misere_play_has_a_strategy_of_its_own_or_none():
    for name, game in iter_rulesets():
        if Convention.MISERE in game.conventions and name != "brussels-sprouts":
            assert game.wording.strategy(game.parse(game.example), Convention.MISERE) == "", name


def test_nothing_is_taken_of_pins_and_crosses():
    for game in (cgt.games.Kayles(), cgt.games.Treblecross()):
        for convention in Convention:
            assert "takes" not in game.wording.goal(convention)

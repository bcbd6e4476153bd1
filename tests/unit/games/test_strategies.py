"""What a game says to a friend is true: each strategy against the search, and none where it does not hold."""

import re
from functools import cache, reduce
from itertools import chain, combinations, combinations_with_replacement, islice, pairwise, product
from operator import xor

import pytest

import cgt
from cgt.core.game import strategy_text
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import is_over
from cgt.core.wording import plainly_spaced
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


def test_the_first_eight_numbers_of_a_base_are_named():
    game = cgt.parse_ruleset("takeaway(3n)")
    assert " 1, 2, 3, 4, 6, 8, 11, 15, …" in game.wording.strategy(game.position(1_000), NORMAL)


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
            assert "pairs 0, 0; 1, 2; 3, 5; 4, 7; 6, 10; …" in game.wording.strategy(game.position(*numbers), NORMAL)
            assert lost(game.position(*numbers)) is (numbers in pairs)


@pytest.mark.full("misere")
@pytest.mark.parametrize("convention", Convention)
def test_wythoffs_game_as_a_sentence(convention):
    """The words for its digits, read here by nothing of the library."""
    game = cgt.games.FormulaGame("x, y: t >= 1 -> x - t, y | t >= 1 -> x, y - t | t >= 1 -> x - t, y - t")
    way = plainly_spaced(game.wording.strategy(game.position(5, 8), convention))
    words = way.removeprefix("leave numbers x, y such that ").removesuffix(
        ", written with the place values 1, 2, 3, 5, 8, 13, …"
    )
    places = [1, 2, 3, 5, 8, 13, 21, 34]

    def holds(clause, numbers):
        if ends := re.fullmatch(r"(\w) ends in an even number of zeros", clause):
            parts = fibonacci_parts(numbers[ends[1]])
            return bool(parts) and places.index(min(parts)) % 2 == 0
        if appended := re.fullmatch(r"(\w) is (\w) with a zero appended", clause):
            parts = fibonacci_parts(numbers[appended[2]])
            return numbers[appended[1]] == sum(places[places.index(part) + 1] for part in parts)
        left, sign, right = re.fullmatch(r"(.+) ([=≤]) (.+)", clause).groups()
        one, other = (
            sum(int(each) if each.isdigit() else numbers[each] for each in side.split(" + ")) for side in (left, right)
        )
        return one == other if sign == "=" else one <= other

    evaluator = cgt.Evaluator(convention)
    for x, y in product(range(14), repeat=2):
        named = any(
            all(holds(clause, {"x": x, "y": y}) for clause in case.split(" and ")) for case in words.split(", or ")
        )
        assert named is (evaluator.outcome(game.position(x, y)) is Outcome.P), (x, y)


@pytest.mark.parametrize("convention", Convention)
@pytest.mark.parametrize("a", [1, 2, 3])
def test_where_a_small_position_wins_it_reaches_a_pair_that_is_named(a, convention):
    """From 0, 5 and from 3, 3 only 0, 0 wins, which was not among the pairs."""
    game = cgt.games.Wythoff(a)
    for numbers in product(range(5), repeat=2):
        position = game.position(*numbers)
        named = set(re.findall(r"\d+, \d+(?=;)", game.wording.strategy(position, convention)))
        left = [sorted(position.play(move).heaps) for move in cgt.winning_moves(position, convention)]
        assert {", ".join(map(str, heaps)) for heaps in left} <= named, numbers


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
    fibonacci = [1, 1, 2, 3, 5, 8, 13, 21, 34]
    multiples = {(k * one, k * other) for one, other in pairwise(fibonacci) for k in range(1, 35)}
    misere = cgt.Evaluator(Convention.MISERE)
    for pair in combinations_with_replacement(range(1, 35), 2):
        position, close = game.position(*pair), pair[1] < 1.618 * pair[0]
        strategy = game.wording.strategy(position, misere.convention)
        assert "but more, where they are equal multiples of neighbours in 1, 1, 2, 3, 5, 8, 13, …" in strategy
        assert (misere.outcome(position) is cgt.Outcome.P) is (close is not (pair in multiples))
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


def test_cram(upto):
    game = cgt.games.Cram()
    for rows, columns in product(range(1, 5), range(1, 5)):
        if rows * columns > upto(12, full=16):
            continue
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
        assert "one square shorter" in game.wording.strategy(position, NORMAL) or upper == lower == 2 or upper == 1
        assert lost(position) is (lower == upper + 1)


def test_staircase_and_turning_turtles(upto):
    steps = cgt.games.Staircase()
    for coins in product(range(4), repeat=3):
        if any(coins):
            assert "1, 3, 5" in strategy_text(steps, steps.position(*coins), NORMAL)
            assert lost(steps.position(*coins)) is (coins[0] == coins[2])
    turtles = cgt.games.TurningTurtles()
    for word in product("TH", repeat=upto(5, full=6)):
        if "H" in word:
            heaps = [place for place, sign in enumerate(word, 1) if sign == "H"]
            assert "play nim" in turtles.wording.strategy(turtles.parse("".join(word)), NORMAL)
            assert lost(turtles.parse("".join(word))) is lost(cgt.games.Nim().position(*heaps))


def lengths(position):
    after = list(map(position.play, position.moves()))
    return {1 + length for one in after for length in lengths(one)} or {0}


def test_brussels_sprouts_last_equally_long():
    game = cgt.games.BrusselsSprouts()
    for start in ("1", "2", "3 | 2", "1,2"):
        assert "equally long" in game.wording.strategy(game.parse(start), NORMAL)
        assert len(lengths(game.parse(start))) == 1


COMPARED_IN_MISERE = {
    *("all-but", "bounded-nim", "brussels-sprouts", "euclid", "king", "knight", "leaper", "moore-nim", "motley", "nim"),
    *("queen", "rook", "ruler", "subtraction", "take-a-cube", "take-a-factorial", "take-a-fibonacci", "take-a-power"),
    *("take-a-prime", "take-a-square", "take-a-triangle", "takeaway", "wythoff", "moves"),
}
"""The games with a strategy in misère play, whose kinds are compared with the search in this file."""


def test_misere_play_has_a_strategy_of_its_own_or_none():
    for name, game in iter_rulesets():
        if Convention.MISERE in game.conventions and name not in COMPARED_IN_MISERE:
            assert game.wording.strategy(game.parse(game.example), Convention.MISERE) == "", name


def test_misere_nim_is_nim_until_heaps_of_one_are_left():
    """Positions that the rule leaves are lost, all others won."""
    game, misere = cgt.games.Nim(), cgt.Evaluator("misere")
    for heaps in product(range(5), repeat=3):
        position = game.position(*heaps)
        ones = max(heaps) < 2
        assert (misere.outcome(position) == "P") is (sum(heaps) % 2 == 1 if ones else nim_sum(heaps) == 0)
        assert "an odd number of heaps of 1" in game.wording.strategy(position, Convention.MISERE)


def is_left_in_misere_nim(values):
    return sum(values) % 2 == 1 if max(values) < 2 else nim_sum(values) == 0


@pytest.mark.parametrize(
    ("name", "words", "values"),
    [
        ("bounded-nim(3)", "an odd number of remainders of 1", [0, 1, 2, 3, 0, 1, 2, 3]),
        ("take-a-square", "an odd number of heaps worth 1", [0, 1, 0, 1, 2, 0, 1, 0]),
        ("subtraction(1,3,4)", "an odd number of heaps worth 1", [0, 1, 0, 1, 2, 3, 2, 0]),
    ],
)
def test_heaps_count_as_heaps_of_misere_nim(name, words, values):
    game, misere = cgt.parse_ruleset(name), cgt.Evaluator("misere")
    for heaps in combinations_with_replacement(range(8), 3):
        position = game.position(*heaps)
        assert words in strategy_text(game, position, Convention.MISERE)
        assert (misere.outcome(position) == "P") is is_left_in_misere_nim([values[heap] for heap in heaps]), heaps


@pytest.mark.parametrize("most", [2, 3])
def test_columns_in_misere_play(most):
    game, misere = cgt.games.MooreNim(most), cgt.Evaluator("misere")
    for heaps in combinations_with_replacement(range(5), 4):
        position = game.position(*heaps)
        assert f"1 more than a multiple of {most + 1}" in strategy_text(game, position, Convention.MISERE)
        left = sum(heaps) % (most + 1) == 1 if max(heaps) < 2 else columns_of(most + 1)(heaps)
        assert (misere.outcome(position) == "P") is left, heaps


@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_one_row_of_bounded_misere_nim(most):
    game, misere = cgt.games.BoundedNim(most), cgt.Evaluator("misere")
    for size in range(15):
        position = game.position(size)
        assert f"1 more than a multiple of {most + 1}:" in strategy_text(game, position, Convention.MISERE)
        assert (misere.outcome(position) == "P") is (size % (most + 1) == 1)


def is_left_by_the_rook(square):
    return sorted(square) == [0, 1] or (square[0] == square[1] and square[0] > 1)


def is_left_by_the_king(square):
    return min(square) % 2 == max(square) % 2 == 0 if min(square) else max(square) % 2 == 1


@pytest.mark.parametrize(
    ("name", "words", "is_left"),
    [("rook", "0,1 or 1,0 where you can", is_left_by_the_rook), ("king", "neither of them 0", is_left_by_the_king)],
)
def test_pieces_in_misere_play(name, words, is_left):
    game, misere = cgt.parse_ruleset(name), cgt.Evaluator("misere")
    for square in product(range(9), repeat=2):
        position = game.position(*square)
        assert words in strategy_text(game, position, Convention.MISERE)
        assert (misere.outcome(position) == "P") is is_left(square), square


@pytest.mark.parametrize("name", ["ruler", "motley"])
def test_heads_count_as_heaps_of_misere_nim(name):
    game, misere = cgt.parse_ruleset(name), cgt.Evaluator("misere")
    for heads in chain.from_iterable(combinations(range(1, 7), count) for count in range(7)):
        position = game.position(*heads)
        text = strategy_text(game, position, Convention.MISERE)
        worths = [int(worth) for worth in re.findall(r"\d+", text.partition("…")[0])]
        assert text.endswith("an odd number of heads worth 1")
        left = is_left_in_misere_nim([0, *(worths[head - 1] for head in heads)])
        assert (misere.outcome(position) == "P") is left, heads


@pytest.mark.parametrize(("name", "parts"), [("takeaway(n)", binary_parts), ("takeaway(2n)", fibonacci_parts)])
def test_one_match_is_laid_aside_in_misere_takeaway(name, parts):
    game, misere = cgt.parse_ruleset(name), cgt.Evaluator("misere")
    for size, quota in product(range(2, 30), range(1, 9)):
        position = game.position((size, quota))
        assert strategy_text(game, position, Convention.MISERE).startswith("lay one match aside")
        assert (misere.outcome(position) == "N") is (min(parts(size - 1)) <= quota)


def test_several_heaps_of_fibonacci_nim():
    game, evaluator = cgt.games.FibonacciNim(), cgt.Evaluator()
    for size, quota in product(range(1, 30), range(1, 9)):
        assert strategy_text(game, game.position((size, quota), 5), NORMAL).endswith("a nim-sum of 0")
        nothing = evaluator.nim_value(game.position((size, quota))) == 0
        assert nothing is (min(fibonacci_parts(size)) > quota)


@pytest.mark.parametrize(("name", "side"), [("leaper(2,1)", 4), ("leaper(4,2)", 8)])
def test_leapers_that_are_knights(name, side):
    game = cgt.parse_ruleset(name)
    for square in product(range(20), repeat=2):
        position = game.position(*square)
        assert f"blocks of {side} by {side}" in strategy_text(game, position, NORMAL)
        assert lost(position) is all(number % side < side // 2 for number in square)


@pytest.mark.parametrize("name", ["leaper(1,0)", "leaper(3,0)", "leaper(2,2)"])
def test_leapers_whose_moves_are_counted(name, upto):
    game = cgt.parse_ruleset(name)
    for square in product(range(upto(5, full=8)), repeat=2):
        assert "equally long" in strategy_text(game, game.position(*square), NORMAL)
        assert len(lengths(game.position(*square))) == 1


@pytest.mark.parametrize("convention", Convention)
def test_leapers_in_blocks(convention):
    game, evaluator = cgt.parse_ruleset("leaper(3,1)"), cgt.Evaluator(convention)
    for x, y in product(range(30, 36), range(6)):
        text = strategy_text(game, game.position(x, y), convention)
        assert text.startswith("from some square on, what a square is worth repeats every 6 squares")
        alike = [game.position(x + further, y) for further in (0, 6, 12)]
        assert len(set(map(evaluator.outcome, alike))) == 1


@pytest.mark.parametrize("name", ["leaper(2,1)", "knight"])
def test_blocks_of_leapers_need_not_repeat_from_the_corner_on(name):
    game, misere = cgt.parse_ruleset(name), cgt.Evaluator("misere")
    assert "repeats every 4 squares" in game.wording.strategy(game.position(11, 0), Convention.MISERE)
    at_the_edge, further = game.position(11, 0), game.position(15, 4)
    assert misere.outcome(at_the_edge) is not misere.outcome(further)
    assert misere.outcome(further) is misere.outcome(game.position(19, 8))


@pytest.mark.parametrize("row", ["a-b,ground-b", "a-b,b-c,ground-c"])
@pytest.mark.parametrize("rest", ["", ",ground-x", ",ground-x,ground-x", ",x-y,y-z,x-z"])
def test_a_loony_part_wins_beside_anything(row, rest):
    game = cgt.games.Nimstring()
    position = game.parse(row + rest)
    assert "such as a row of two coins or more" in strategy_text(game, position, NORMAL)
    assert cgt.solve(position).explanation.startswith("a part is loony")
    assert not lost(position)


def test_so_many_heaps_are_taken_whole_that_no_move_is_left():
    game = cgt.games.ExactNim(2)
    for heaps in combinations_with_replacement(range(4), 3):
        position = game.position(*heaps)
        assert "take 2 heaps whole" in strategy_text(game, position, NORMAL)
        assert lost(position) is (sum(map(bool, heaps)) < 2)


def test_nothing_is_taken_of_pins_and_crosses():
    for game in (cgt.games.Kayles(), cgt.games.Treblecross()):
        for convention in Convention:
            assert "takes" not in game.wording.goal(convention)


# Rules in the words of a strategy, written anew: whether a position may be left to the other player.


def nim_sum(numbers):
    return reduce(xor, numbers, 0)


def halvings(number):
    return next(count for count in range(number.bit_length()) if number >> count & 1)


def every_second_gap(squares):
    gaps = [high - low - 1 for low, high in pairwise((-1, *squares))]
    return nim_sum(gap for place, gap in enumerate(reversed(gaps)) if place % 2 == 0) == 0


def squares_and_distances(squares):
    distances = (high - low for low, high in combinations(squares, 2))
    return nim_sum([*squares, *(2 ** (halvings(distance) + 1) - 1 for distance in distances)]) == 0


def three_heaps_with_one_more(heaps):
    return not heaps or nim_sum(heap + 1 for heap in (*heaps, 0, 0, 0)[:3]) == 0


def least_prime_number(heap):
    primes = [number for number in range(2, heap + 1) if all(number % smaller for smaller in range(2, number))]
    return next((place for place, prime in enumerate(primes, 1) if heap % prime == 0), 0)


def columns_of(modulus):
    return lambda heaps: all(sum(heap >> place & 1 for heap in heaps) % modulus == 0 for place in range(4))


DIFFERENT = [squares for count in (1, 2, 3, 4) for squares in combinations(range(8), count)]
HEAPS = [heaps for count in (1, 2, 3) for heaps in combinations_with_replacement(range(1, 8), count)]
PAIRS = list(product(range(1, 9), repeat=2))
SQUARES = list(product(range(9), repeat=2))

RULES = {
    "silver-dollar": ("every second gap", DIFFERENT, every_second_gap),
    "welter": ("if their distance is odd", DIFFERENT, squares_and_distances),
    "antonim": ("three heaps", [heaps for heaps in HEAPS if len(set(heaps)) == len(heaps)], three_heaps_with_one_more),
    "aliquot": ("be halved:", HEAPS, lambda heaps: nim_sum(map(halvings, heaps)) == 0),
    "dim": ("and one more", HEAPS, lambda heaps: nim_sum(halvings(heap) + 1 for heap in heaps) == 0),
    "prim": ("least prime divisor", HEAPS, lambda heaps: nim_sum(map(least_prime_number, heaps)) == 0),
    "totative": ("least prime divisor", HEAPS, lambda heaps: nim_sum(map(least_prime_number, heaps)) == 0),
    "mark": ("odd number of times", [(heap,) for heap in range(1, 60)], lambda heaps: halvings(heaps[0]) % 2 == 1),
    "lim": (
        "three sums",
        list(combinations_with_replacement(range(6), 3)),
        lambda piles: nim_sum(map(sum, combinations(piles, 2))) == 0,
    ),
    "bounded-nim(3)": ("remainders", HEAPS[7:], lambda heaps: nim_sum(heap % 4 for heap in heaps) == 0),
    "delete-nim": ("two even", PAIRS, lambda heaps: all(heap % 2 == 0 for heap in heaps)),
    "delete-nim(divide)": ("two odd", PAIRS, lambda heaps: all(heap % 2 for heap in heaps)),
    "cyclic-nimhoff(3)": (
        "divide each heap by 3",
        HEAPS,
        lambda heaps: nim_sum(heap // 3 for heap in heaps) == 0 and sum(heap % 3 for heap in heaps) % 3 == 0,
    ),
    "moore-nim(2)": ("multiple of 3 ones", HEAPS, columns_of(3)),
    "moore-nim(3)": ("multiple of 4 ones", list(combinations_with_replacement(range(4), 4))[1:], columns_of(4)),
    "rook": ("diagonal", SQUARES, lambda square: square[0] == square[1]),
    "king": ("two even numbers", SQUARES, lambda square: all(number % 2 == 0 for number in square)),
    "knight": ("blocks of four", SQUARES, lambda square: all(number % 4 < 2 for number in square)),
}


@pytest.mark.parametrize("name", RULES)
def test_what_the_words_say_to_leave_is_lost_and_nothing_else(name):
    words, states, is_left = RULES[name]
    game = cgt.parse_ruleset(name)
    for state in states:
        position = game.position(*state)
        assert words in strategy_text(game, position, NORMAL), state
        assert lost(position) is is_left(state), state


def counts_in_mark(heap):
    """The count of a heap of Mark as the words have it, 0 for none."""
    if heap == 0 or halvings(heap) % 2:
        return 0
    return 2 if 1 in map(counts_in_mark, (heap - 1, heap // 2)) else 1


def test_heaps_of_mark_count_as_the_words_say():
    game = cgt.games.Mark()
    for heaps in product(range(14), repeat=2):
        position = game.position(*heaps)
        counts = list(map(counts_in_mark, heaps))
        assert lost(position) is (counts.count(1) % 2 == counts.count(2) % 2 == 0), heaps
        assert heaps.count(0) or "an even number of ones and" in strategy_text(game, position, NORMAL)


def test_one_heap_of_mark_in_misere_play_is_left_as_the_words_say():
    game, misere = cgt.games.Mark(), cgt.Evaluator("misere")
    for heap in range(1, 70):
        position = game.position(heap)
        assert "of the powers 1, 2, 4, 8" in game.wording.strategy(position, Convention.MISERE)
        is_power = heap == 1 << halvings(heap)
        assert (misere.outcome(position) == "P") is (halvings(heap) % 2 == (0 if is_power else 1)), heap
    assert game.wording.strategy(game.position(3, 5), Convention.MISERE) == ""


@cache
def wythoff_lost(x, y, a, misere):
    """Whether two heaps are lost under slack a, by the definition."""
    if not x + y:
        return not misere
    single = [(x - k, y) for k in range(1, x + 1)] + [(x, y - k) for k in range(1, y + 1)]
    both = [(x - k, y - m) for k in range(1, x + 1) for m in range(1, y + 1) if abs(k - m) < a]
    return not any(wythoff_lost(*option, a, misere) for option in single + both)


@pytest.mark.parametrize("a", [1, 2, 3])
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_the_pairs_that_are_named_are_the_first_lost_ones(a, convention):
    """Under every slack, and in misère play too: those of a = 1 were named for all."""
    game, misere = cgt.games.Wythoff(a), convention == "misere"
    text = strategy_text(game, game.position(3, 4), cgt.Convention.of(convention))
    pairs = [tuple(map(int, pair.split(","))) for pair in re.findall(r"\d+, \d+(?=;)", text)]
    assert len(pairs) >= 4
    squares = ((x, y) for y in range(pairs[-1][1] + 1) for x in range(y + 1))
    assert sorted(pairs) == sorted(square for square in squares if wythoff_lost(*square, a, misere))
    differences = [int(number) for number in re.findall(r"\d+", text.split("differences are")[1])]
    assert differences == [high - low for low, high in pairs][-len(differences) :]


@cache
def value(position):
    """The nim-value, by the definition."""
    reached = {value(position.play(move)) for move in position.moves()}
    return next(number for number in range(len(reached) + 1) if number not in reached)


COINS = ["turning-turtles", "mock-turtles", "moebius", "mogul", "ruler", "twins", "triplets", "motley"]


@pytest.mark.parametrize("name", COINS)
def test_the_worths_that_are_named_are_those_of_the_heads(name):
    game = cgt.parse_ruleset(name)
    text = strategy_text(game, game.parse("TH"), NORMAL)
    worths = list(map(int, re.findall(r"\d+", text))) or list(range(1, 9))
    assert len(worths) == 8
    for places in chain.from_iterable(combinations(range(1, 8), count) for count in range(1, 8)):
        assert lost(game.position(*places)) is (nim_sum(worths[place - 1] for place in places) == 0)


@pytest.mark.parametrize(("quota", "more"), [("3n", True), ("n+1", True), ("3", False), ("2n-1", True)])
def test_the_smallest_part_is_taken_in_the_numbers_that_are_named(quota, more):
    game = cgt.parse_ruleset(f"takeaway({quota})")
    text = strategy_text(game, game.position(20), NORMAL)
    numbers, rest = list(map(int, re.findall(r"\d+", text))), 0
    assert ("…" in text) is more
    for size in range(2, min(numbers[-1], 24) if more else 24):
        parts, rest = [], size
        while rest:
            parts.append(max(number for number in numbers if number <= rest))
            rest -= parts[-1]
        for allowed in range(1, size + 1):
            position = game.under_quota(allowed, size)
            assert lost(position) is (allowed < parts[-1])
            assert lost(position) or lost(position.play(parts[-1]))


def test_several_bars_of_chocolate_are_heaps_of_nim_and_one_is_cut_to_its_bitter_square():
    game = cgt.parse_ruleset("chocolate(2)")
    bars = [(height, length) for length in range(6) for height in range(length // 2 + 1)]
    for bar in bars[1:]:
        position = game.position(*bar)
        assert "bitter square alone" in strategy_text(game, position, NORMAL)
        winning = [move for move in position.moves() if lost(position.play(move))]
        assert [str(position.play(move)) for move in winning] == ["0,0"]
    for one, other in combinations_with_replacement(bars, 2):
        position = cgt.Sum(game.position(*one), game.position(*other))
        assert lost(position) is (nim_sum((*one, *other)) == 0)


def graphs(size):
    """The connected graphs on so many vertices a, b, …, as lists of edges."""
    pairs = list(combinations("abcde"[:size], 2))
    for count in range(size - 1, len(pairs) + 1):
        for edges in combinations(pairs, count):
            reached = {"a"}
            for _turn in range(size):
                reached |= {vertex for edge in edges if reached & set(edge) for vertex in edge}
            if len(reached) == size:
                yield edges


def token_at(game, start, edges):
    return game.parse(f"{start}: {','.join('-'.join(edge) for edge in edges)}")


def matchings(edges):
    if not edges:
        return [()]
    first, *rest = edges
    apart = [edge for edge in rest if not set(edge) & set(first)]
    return [*matchings(rest), *((first, *others) for others in matchings(apart))]


def test_the_partner_in_a_largest_set_of_pairs_wins(upto):
    game = cgt.games.Geography()
    for edges in chain.from_iterable(map(graphs, range(2, upto(4, full=5) + 1))):
        most = max(map(len, matchings(edges)))
        for start in sorted(set(chain(*edges))):
            position = token_at(game, start, edges)
            assert "partner" in strategy_text(game, position, NORMAL)
            largest = [
                dict((*pairs, *(pair[::-1] for pair in pairs))) for pairs in matchings(edges) if len(pairs) == most
            ]
            partners = {pairs.get(start) for pairs in largest}
            assert lost(position) is (None in partners)
            assert lost(position) or partners == {move for move in position.moves() if lost(position.play(move))}


def test_whoever_is_second_goes_to_the_partner_where_the_token_began_without_one(upto):
    """With a partner for the token's own vertex, which is gone after the first move, the answer is none."""
    game = cgt.games.Geography()
    for edges in chain.from_iterable(map(graphs, range(2, upto(4, full=5) + 1))):
        most = max(map(len, matchings(edges)))
        largest = [dict((*pairs, *(pair[::-1] for pair in pairs))) for pairs in matchings(edges) if len(pairs) == most]
        for start in sorted(set(chain(*edges))):
            position = token_at(game, start, edges)
            alone = [pairs for pairs in largest if start not in pairs]
            leaves_it_out = "without the token's vertex if that costs no pair" in strategy_text(game, position, NORMAL)
            for pairs in (alone if leaves_it_out else largest) if lost(position) else ():
                for move in position.moves():
                    assert pairs[move] != start
                    assert lost(position.play(move).play(pairs[move]))


def leads_to_even_kernel(edges, start, target):
    """Whether, once the token is at `target`, it stands in a set of vertices as the words describe it."""
    left = [edge for edge in edges if set(edge) != {start, target}]
    vertices = set(chain(*edges))
    for others in chain.from_iterable(combinations(sorted(vertices - {target}), n) for n in range(len(vertices))):
        kernel = {target, *others}
        is_joined = any(set(edge) <= kernel for edge in left)
        into = [sum(vertex in edge and bool(kernel & set(edge)) for edge in left) for vertex in vertices - kernel]
        if not is_joined and all(count % 2 == 0 for count in into):
            return True
    return False


def test_an_even_set_of_vertices_is_reached(upto):
    """On graphs without odd cycles, which the closed form covers."""
    game, looked_at = cgt.games.EdgeGeography(), 0
    for edges in chain.from_iterable(map(graphs, range(2, upto(4, full=5) + 1))):
        for start in sorted(set(chain(*edges))):
            position = token_at(game, start, edges)
            if text := strategy_text(game, position, NORMAL):
                looked_at += 1
                assert "even number of edges" in text
                for move in position.moves():
                    assert lost(position.play(move)) is leads_to_even_kernel(edges, start, move)
    assert looked_at > 50


def blades(edges):
    """What stands on the ground, by the words: cycles grow from one point, blades that meet add up, one more below."""
    place = {vertex: vertex for edge in edges for vertex in edge}

    def is_bridge(edge):
        others, reached = [one for one in edges if one is not edge], {edge[0]}
        for _turn in others:
            reached |= {vertex for one in others if reached & set(one) for vertex in one}
        return edge[1] not in reached

    for edge in edges:
        if not is_bridge(edge):
            old, new = place[edge[1]], place[edge[0]]
            place = {vertex: new if there == old else there for vertex, there in place.items()}
    ends = [(place[low], place[high]) for low, high in edges]

    def worth(vertex, below):
        loops = [1 for low, high in ends if low == high == vertex]
        above = [
            1 + worth(other, vertex)
            for low, high in ends
            if vertex in (low, high) and low != high and (other := high if low == vertex else low) != below
        ]
        return nim_sum(loops + above)

    return worth(place["ground"], None)


def test_blades_and_cycles_on_the_ground(upto):
    game = cgt.games.Hackenbush()
    for edges in chain.from_iterable(map(graphs, range(2, upto(4, full=5) + 1))):
        grown = [tuple("ground" if vertex == "a" else vertex for vertex in edge) for edge in edges]
        position = game.parse(",".join("-".join(edge) for edge in grown))
        assert "blade" in strategy_text(game, position, NORMAL)
        assert value(position) == blades(grown)


def test_branches_of_an_order_that_grows_upwards():
    game = cgt.parse_ruleset("poset")
    for below in product(range(-1, 4), repeat=5):  # each element's one below it, an earlier one or none
        if any(lower >= place for place, lower in enumerate(below)):
            continue

        def worth(place, below=below):
            return 1 + nim_sum(worth(upper) for upper, lower in enumerate(below) if lower == place)

        names = "abcde"
        pairs = [f"{names[lower]}<{names[upper]}" for upper, lower in enumerate(below) if lower >= 0]
        single = [names[place] for place, lower in enumerate(below) if lower < 0 and place not in below]
        position = game.parse(",".join(pairs + single))
        assert "branches meet" in strategy_text(game, position, NORMAL)
        assert value(position) == nim_sum(worth(place) for place, lower in enumerate(below) if lower < 0)


@cache
def nim_product(x, y):
    excluded = {nim_product(a, y) ^ nim_product(x, b) ^ nim_product(a, b) for a, b in product(range(x), range(y))}
    return next(number for number in range(len(excluded) + 1) if number not in excluded)


@pytest.mark.parametrize(
    ("name", "rows", "columns"),
    [("turning-corners", "twins", "twins"), ("rugs", "ruler", "ruler"), ("tartan(ruler,twins)", "ruler", "twins")],
)
def test_worths_of_rows_and_columns_are_multiplied(name, rows, columns):
    game, down, across = map(cgt.parse_ruleset, (name, rows, columns))
    squares = list(product(range(1, 4), repeat=2))
    worths = {
        (row, column): nim_product(value(down.position(row)), value(across.position(column))) for row, column in squares
    }
    for heads in chain.from_iterable(combinations(squares, count) for count in range(1, 4)):
        position = game.position(*heads)
        assert "as nim multiplies" in strategy_text(game, position, NORMAL)
        assert lost(position) is (nim_sum(worths[head] for head in heads) == 0)


def test_two_alike_cancel_out():
    for name, alike in (
        ("dawsons-pawns", ["...#...", ".....#.....", "..#..#....#...."]),
        ("node-kayles", ["a-b,b-c,x-y,y-z", "a-b,b-c,a-c,x-y,y-z,x-z", "a-b,a-c,a-d,w-x,w-y,w-z"]),
        ("arc-kayles", ["a-b,b-c,x-y,y-z", "a-b,b-c,a-c,x-y,y-z,x-z"]),
    ):
        game = cgt.parse_ruleset(name)
        for text in alike:
            assert "alike two by two" in strategy_text(game, game.parse(text), NORMAL)
            assert lost(game.parse(text))


def test_two_equal_heaps_under_one_quota_are_copied():
    game = cgt.parse_ruleset("global-takeaway(2n)")
    for size in range(1, 9):
        position = game.position(size, size)
        assert "in one heap" in strategy_text(game, position, NORMAL)
        assert lost(position)


def test_arms_of_chocolate_are_left_equally_long():
    game = cgt.games.Chomp()
    for across, down in product(range(1, 6), repeat=2):
        position = game.position(across, *[1] * (down - 1))
        assert "equally long" in strategy_text(game, position, NORMAL)
        assert lost(position) is (across == down)


COMPARED = {
    *(name.partition("(")[0] for name in RULES),
    *COINS,
    *("bounded-nim", "nim", "wythoff", "queen", "takeaway", "fibonacci-nim", "euclid", "kayles", "treblecross"),
    *("cram", "chomp", "staircase", "brussels-sprouts", "chocolate", "geography", "edge-geography", "hackenbush"),
    *("poset", "turning-corners", "rugs", "tartan", "dawsons-pawns", "node-kayles", "arc-kayles", "global-takeaway"),
    *("leaper", "nimstring", "exact-nim", "moves"),
}
"""The games whose strategy is compared with the search in this file."""


def test_no_strategy_is_left_out_here():
    for name, game in iter_rulesets():
        samples = [game.parse(game.example), *islice(game.sample_positions(3), 40)]
        assert name in COMPARED or not any(strategy_text(game, position, NORMAL) for position in samples), name


def test_a_strategy_is_a_clause(upto):
    """Pages make a sentence of it, and keys go on after it. By default of every third game."""
    for name, game in list(iter_rulesets())[:: upto(3, full=1)]:
        text = strategy_text(game, game.parse(game.example), NORMAL)
        assert not text or (text[0].islower() and text[-1] != "."), name

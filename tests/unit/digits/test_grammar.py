"""Sentences read from text: what they mean, and where they cannot be read."""

from __future__ import annotations

from itertools import product
from operator import eq, gt, le, ne

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cgt
from cgt.apps.cli import main
from cgt.digits.decide import decide, define
from cgt.digits.expressions import named_sets, nim_sum_sets
from cgt.digits.formula import Predicate
from cgt.digits.grammar import parse_moves, parse_sentence
from cgt.digits.system import kary, number_system, zeckendorf
from cgt.errors import ParseError


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("forall n: exists m: n == 2m | n == 2*m + 1", True),
        ("forall n: exists m: n == 2m", False),
        ("forall n m: n < m <=> ~(m <= n)", True),
        ("forall n m: n <= m => n <= m + 1 & 0 <= n <= m", True),
        ("forall n m k: n + m == k => n > k", False),
    ],
)
def test_a_sentence_means_what_it_says(text, holds):
    assert bool(decide(parse_sentence(text), zeckendorf())) == holds


@pytest.mark.parametrize("product", ["2*3*n", "2*3n", "2*n*3", "n*2*3", "n*6", "6n"])
def test_numbers_are_multiplied(product):
    assert str(parse_sentence(f"{product} == 2*{10**20 - 1}")) == str(parse_sentence(f"6n == {2 * 10**20 - 2}"))


def test_what_is_written_is_read_back():
    even = Predicate("Even", define(parse_sentence("exists m: n == 2m"), kary()))
    text = "forall n: Even(n) | Even(n + 1)"
    assert str(parse_sentence(text, {"Even": even})) == text
    assert decide(parse_sentence(text, {"Even": even}), kary())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("forall n n <=", "a colon was expected after forall n, n, at character 12"),
        ("exists n. n > 3", "write : for ., at character 9"),
        ("exists n, m. n > m", "write : for ., at character 12"),
        ("exists n (n > 3)", "a colon was expected after exists n, at character 10"),
        ("forall 3: 3 > 1", "name of a variable was expected, at character 8"),
        ("n == 0.5", "'\\.' means nothing in a sentence, at character 7"),
        ("(n + 1)*n == 2", "not linear, at character 8"),
        ("2 (n + 1) == 4", "between 2 and \\( a sign is missing"),
        ("t <= floor(n/2)", "write n // 2 for floor\\(n/2\\), at character 6"),
        ("t <= ⌊n/2⌋", "write n // 2 for ⌊n/2⌋, at character 6"),
        ("t <= ⌈n/2⌉", "write \\(n \\+ 1\\) // 2 for ⌈n/2⌉, at character 6"),
        ("t <= n ÷ 2", "write // for ÷, at character 8"),
        ("t <= n div 2", "write // for div, at character 8"),
        ("t <= ceil(n / 2)", "write \\(n \\+ 1\\) // 2 for ceil\\(n/2\\), at character 6"),
        ("t <= n // k", "a division is by a number, 1, 2, 3, …, at character 11"),
        ("t <= n // 0", "a division is by a number, 1, 2, 3, …, at character 11"),
        ("n*m == 2", "not linear, at character 2"),
        ("n*2*m == 2", "not linear, at character 4"),
        ("2*3* == n", "a number or the name of a variable was expected, at character 6"),
        ("x*2y == 4", "not linear, at character 3"),
        ("2*3 n == 6", "between 3 and n a sign is missing, such as & or \\*, at character 5"),
        ("forall n: (n <= 2", "'\\)' was expected, at character 18"),
        ("Q(n)", "define one at the end, as in S\\(n\\); S = 10\\*, at character 1"),
        ("n + 2", "comparison such as n <= 2q was expected, at character 6"),
        ("n <= 2 )", "should end, at character 8"),
        ("n ? 2", "means nothing in a sentence, at character 3"),
        ("t <= n/2", "write 2t <= n for t <= n/2, at character 7"),
        ("n % 3 == 1", "write n mod 3 for n % 3, at character 3"),
        ("x + y mod 2 == 0", r"write \(x \+ y\) mod 2, or x \+ \(y mod 2\): .*, at character 1"),
        ("n - n mod 2 == 0", r"or x \+ \(y mod 2\): brackets say what is divided, at character 1"),
        ("n + n mod 2 == 0", r"or x \+ \(y mod 2\): brackets say what is divided, at character 1"),
        ("n mod 0 == 0", "division is by a number, 1, 2, 3, …, at character 7"),
        ("n mod k == 0", "division is by a number, 1, 2, 3, …, at character 7"),
        ("x xor y == 1", "the nim-sum x xor y is read in base 2, 4, 8 or 16, at character 3"),
        ("n == m^2", "a product of variables is not linear, at character 7"),
        ("n**2 >= n", "a product of variables is not linear, at character 2"),
        ("n == 2**k", "write power2\\(n\\) for n == 2\\*\\*k, at character 7"),
        ("n == 10^3", "write 1000 for 10\\^3, at character 8"),
        ("n == 5**3", "write 125 for 5\\*\\*3, at character 7"),
        ("n <= 2^10", "write 1024 for 2\\^10, at character 7"),
        ("n == 10^k", "'\\^' means nothing in a sentence, at character 8"),
        ("n == 9^999999", "'\\^' means nothing in a sentence, at character 7"),
        ("n =! 3", "write != for =!, at character 4"),
        ("t² <= n", "a product of variables is not linear, at character 2"),
        ("n =< 3", "write <= for =<, at character 3"),
        ("n => 3", "write >= for =>, at character 3"),
        ("n <> 3", "write != for <>, at character 3"),
        ("n !== 3", "write != for !==, at character 3"),
        ("n =/= 3", "write != for =/=, at character 4"),
        ("n === 3", "write == for ===, at character 3"),
        ("n > côté", "'côté' means nothing in a sentence, at character 5"),
        ("t is a power of 2", "write power2\\(t\\) for t power of 2, at character 3"),
        ("t est une puissance de 2", "write power2\\(t\\) for t puissance de 2, at character 3"),
        ("t is a power of 3", "a comparison such as n <= 2q was expected, at character 3"),
        ("non t == 1", "write ~ for non, at character 1"),
        ("n > 3 AND n < 9", "write & for AND, at character 7"),
        ("FORALL n: n > 3", "write forall for FORALL, at character 1"),
        ("n Mod 2 == 1", "write mod for Mod, at character 3"),
        ("Odd(n)", "write t mod 2 == 1 for odd\\(t\\), at character 1"),
        ("n == 2^k", "write power2\\(n\\) for n == 2\\^k, at character 7"),
        ("n > 3 -> n < 9", "write => for ->, at character 7"),
        ("n > 3 && n < 9", "write & for &&, at character 7"),
        ("n > 3 || n < 9", "write \\| for \\|\\|, at character 7"),
        ("t >= 1 t <= 3", "between 1 and t a sign is missing, such as & or \\*, at character 8"),
        ("forall n: n >= 3 n", "between 3 and n a sign is missing"),
        ("n <= 1e9", "between 1 and e9 a sign is missing"),
        ("n <= 1_000", "between 1 and _000 a sign is missing"),
        ("t in {1, 3}", "write t == 1 \\| t == 3 for t in {1, 3}, at character 6"),
        ("t in [1, 3]", "write t == 1 \\| t == 3 for t in \\[1, 3\\], at character 6"),
        ("t dans [1, 3]", "write t == 1 \\| t == 3 for t dans \\[1, 3\\], at character 8"),
        ("[n >= 0] & n < 3", "'\\[' means nothing in a sentence, at character 1"),
        ("n is even", "write t mod 2 == 0 for t even, at character 3"),
        ("forall n: n odd", "write t mod 2 == 1 for t odd, at character 13"),
        ("n pair", "write t mod 2 == 0 for t pair, at character 3"),
        ("n est impair", "write t mod 2 == 1 for t impair, at character 3"),
        ("n == 1 mod 3", "write n mod 3 == 1 for n == 1 mod 3, at character 6"),
        ("n + 1 <= (2 + 2) mod 3", "write n mod 3 == 1 for n == 1 mod 3, at character 10"),
        ("n = 1 (mod 3)", "write n mod 3 == 1 for n == 1 \\(mod 3\\), at character 7"),
        ("n ≡ 1 (mod 3)", "write n mod 3 == 1 for n ≡ 1 \\(mod 3\\), at character 3"),
        ("n is a multiple of 3", "write t mod 3 == 0 for t multiple of 3, at character 3"),
        ("n multiple de 3", "write t mod 3 == 0 for t multiple de 3, at character 3"),
        ("n is divisible by 3", "write t mod 3 == 0 for t divisible by 3, at character 3"),
        ("t between 1 and 3", "write 1 <= t & t <= 3 for t between 1 and 3, at character 3"),
        ("t compris entre 1 et 3", "write 1 <= t & t <= 3 for t entre 1 et 3, at character 11"),
        ("t from 1 to 3", "write 1 <= t & t <= 3 for t from 1 to 3, at character 3"),
        ("t = 1..3", "write 1 <= t & t <= 3 for t = 1..3, at character 6"),
        ("t = 1…3", "write 1 <= t & t <= 3 for t = 1…3, at character 6"),
        ("t == 1 | 3", "write t == 1 \\| t == 3 for t == 1 \\| 3, at character 10"),
        (
            "P(n)",
            "P is a set of a game's positions: name the game at the end, as in P\\(x, y\\); game wythoff, at",
        ),
        ("forall t in S: t >= 1", "write forall t: S\\(t\\) => … for forall t in S, at character 10"),
        ("exists x y dans P: x < y", "write exists y: P\\(y\\) & … for exists y dans P, at character 12"),
        ("for every n: n >= 0", "write forall x: for for every x, at character 1"),
        ("for n: n >= 0", "write forall x: for for x:, at character 1"),
        ("pour m, n: m >= n", "write forall x: for pour x:, at character 1"),
        ("pour tout n: n >= 0", "write forall x: for pour tout x, at character 1"),
        ("there exists n: n > 3", "write exists x: for there exists x, at character 1"),
        ("t <= min(x, y)", "write t <= x & t <= y for t <= min\\(x, y\\), at character 6"),
        ("max(x, y) <= t", "write x <= t & y <= t for max\\(x, y\\) <= t, at character 1"),
        ("abs(s - t) < 2", "write s < t \\+ 2 & t < s \\+ 2 for abs\\(s - t\\) < 2, at character 1"),
        ("t > 1 & |s - t| < 2", "write s < t \\+ 2 & t < s \\+ 2 for \\|s - t\\| < 2, at character 9"),
        (
            "t >= 1 & gcd(t, n) == 1",
            "no function gcd is known: .* sums of variables .*, at character 10",
        ),
        ("t <= sqrt(n)", "no function sqrt is known: .*, at character 6"),
        ("t == 1 | 2 | n == 5", "write t == 1 \\| t == 3 for t == 1 \\| 3, at character 10"),
        ("(x, y) in P", "write P\\(x, y\\) for \\(x, y\\) in P, at character 1"),
        ("n >= 1 & 3 | n", "write n mod 3 == 0 for 3 \\| n, at character 10"),
        ("(0, 0) | (1, 1)", "write x == 0 & y == 0 for \\(0, 0\\), at character 1"),
        ("n' < n", "write n1 for n', at character 1"),
        ("odd(n)", "write t mod 2 == 1 for odd\\(t\\), at character 1"),
        ("! n == 2", "write ~ for !, at character 1"),
        ("n ÷ 2 == 2", "write // for ÷, at character 3"),
        ("n > 3 et n < 9", "write & for et, at character 7"),
        ("(" * 200, "nested more than"),
        ("(" * 4_000 + "n" + ")" * 4_000 + " <= 1", "nested more than"),
    ],
)
def test_errors_tell_the_place(text, message):
    with pytest.raises(ParseError, match=message):
        parse_sentence(text)


def test_brackets_around_what_a_move_leaves_are_advised_against():
    with pytest.raises(ParseError, match=r"write x - t, y for \(x - t, y\), at character 17"):
        parse_moves("x, y: t >= 1 -> (x - t, y)")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(x, y): x - 1, y", "write x, y: for \\(x, y\\):, at character 1"),
        ("n -> n - 1 | n - 2", "write : for ->, at character 3"),
        ("n: t >= 1, t <= 3 -> n - t", "write & for ,, at character 10"),
        ("x y: x - 1, y", "write x, y for x y, at character 3"),
        ("n - 1 | n - 2", "the numbers of a position come first, as in n: n - 1, at character 3"),
        ("n, q: 1 <= t & t <= q -> n - t, q = 2t", "write x - t for x = x - t, at character 33"),
        ("x: t >= 1 & t <= 3 -> x := x - t", "write x - t for x = x - t, at character 23"),
        ("x, y: (x, y) != (0, 0) -> x - 1, y", "write x == 0 & y == 0 for \\(x, y\\) == \\(0, 0\\), at character 7"),
        ("n: {n - 1, n - 2}", "write n - 1 \\| n - 2 for {n - 1, n - 2}, at character 4"),
        ("n: n - 3, n - 4", "write n - 1 \\| n - 2 for n - 1, n - 2, at character 4"),
        ("n: t >= 1 -> {n - t}", "write n - 1 \\| n - 2 for {n - 1, n - 2}, at character 14"),
        ("n: t >= 1 -> n - sqrt(t)", "no function sqrt is known: .*, at character 18"),
        ("x, y: x' < x -> x', y", "write x1 for x', at character 7"),
        ("x: x := x - 1", "write x - t for x = x - t, at character 4"),
        ("x, y: x = x - 1, y", "write x - t for x = x - t, at character 7"),
        ("n: n - t with t == 1", "write t >= 1 -> n - t for n - t with t >= 1, at character 10"),
        ("n: n - t avec t == 1", "write t >= 1 -> n - t for n - t avec t >= 1, at character 10"),
        ("n: n - t si t == 1", "write t >= 1 -> n - t for n - t si t >= 1, at character 10"),
        ("n: si t == 1 alors n - t", "write t >= 1 -> n - t for si t >= 1 alors n - t, at character 4"),
        ("n: n - t for t from 1 to 3", "write t >= 1 -> n - t for n - t for t >= 1, at character 10"),
        ("n: n - t pour t = 1", "write t >= 1 -> n - t for n - t pour t >= 1, at character 10"),
        ("1, 3,4", "^write subtraction\\(1, 3,4\\) for moves\\(1, 3,4\\)$"),
        ("[1,3]", "^write subtraction\\(1,3\\) for moves\\(\\[1,3\\]\\)$"),
        ("0, 2", "^the name of a variable was expected, at character 1"),
        ("n: t >= 1 --> n - t", "write -> for -->, at character 11"),
        ("x, y: t >= 1 -> max(x - t, 0), y", r"write x >= y -> x \| x < y -> y for max\(x, y\), at character 17"),
        ("x, y: min(x, y), y - 1", r"write x <= y -> x \| x > y -> y for min\(x, y\), at character 7"),
        ("x, y: abs(x - y), y - 1", r"write x >= y -> x - y \| x < y -> y - x for abs\(x - y\), at character 7"),
        ("n: n - 1 |", "a number or the name of a variable was expected, at character 11"),
        ("n: t in 1, 3 -> n - t", "write t == 1 \\| t == 3 for t in 1, 3, at character 6"),
        ("n: t dans 1, 3 -> n - t", "write t == 1 \\| t == 3 for t dans 1, 3, at character 6"),
        ("n: t = 1, 3 -> n - t", "write t == 1 \\| t == 3 for t == 1, 3, at character 9"),
        ("n: 1 <= t <= 1,000 -> n - t", "write 1000 for 1,000, at character 14"),
        ("n: 1 <= t <= 1, 500 -> n - t", "write 1000 for 1,000, at character 14"),
        ("n: t == 1, 000 -> n - t", "write 1000 for 1,000, at character 9"),
        ("n: t == 100, 200 -> n - t", "write t == 1 \\| t == 3 for t == 1, 3, at character 12"),
        ("n: t == 1, 3 <= n -> n - t", "write & for ,, at character 10"),
        ("n: n - t, t == 1", "write t >= 1 -> n - t for n - t, t >= 1, at character 9"),
        ("x, y: x - t, y, t = 1", "write t >= 1 -> n - t for n - t, t >= 1, at character 12"),
        ("n: n - t, 1 <= t <= 3", "write t >= 1 -> n - t for n - t, t >= 1, at character 9"),
        ("n: n - t where 1 <= t <= 3", "write t >= 1 -> n - t for n - t where t >= 1, at character 10"),
        ("n: t >= 1 -> n - t, ends n <= 3", "write ; for ,, at character 19"),
        ("n: t >= 1 -> n - t ends n <= 3", "write ; ends for ends, at character 20"),
        ("n: prime(t) -> n - t", "subtraction\\(primes\\); a sentence has no such set, at character 4"),
        ("n: square(t) -> n - t", "subtraction\\(x\\^2\\); a sentence has no such set, at character 4"),
        ("n: Q(t) -> n - t", "no set of this name is known"),
        ("n: if t == 1 then n - t", "write t >= 1 -> n - t for if t >= 1 then n - t, at character 4"),
    ],
)
def test_what_is_written_for_a_sign_of_a_move_is_advised_against(text, message):
    with pytest.raises(ParseError, match=message):
        parse_moves(text)


def test_bars_between_moves_are_no_bars_around_a_difference():
    assert len(parse_moves("x, y: x - 1, y | x - 2, y | x >= 3 -> x - 3, y")[1]) == 3


def test_words_of_advice_may_be_variables():
    assert str(parse_sentence("forall n odd: n == odd")) == "forall n odd: n == odd"
    names, _kinds = parse_moves("et, si, from: t >= 1 & t <= et -> et - t, si - 1, from | et, si, from - 1")
    assert names == ("et", "si", "from")
    assert str(parse_sentence("forall t, in, dans: dans <= t + in")) == "forall t in dans: dans <= t + in"
    for text in ("entre == et", "between + and == 3", "exists entre, et: entre <= et"):
        assert str(parse_sentence(text)) == text.replace(",", "")
    assert str(parse_sentence("si mod 2 == 1 & et mod 3 == 1")) == "(exists k: si == 2k + 1) & (exists m: et == 3m + 1)"
    assert parse_moves("si: si mod 2 == 1 -> si - 1")[0] == ("si",)
    assert parse_moves("ends, in: ends - 1, in | ends, in - 1")[0] == ("ends", "in")
    assert parse_moves("n, ends: ends >= 1 -> n,ends - 1")[0] == ("n", "ends")
    assert parse_sentence("where == non & puissance <= 3").free == ("where", "non", "puissance")


def test_the_remainder_of_a_number_is_read_where_it_is_no_congruence():
    assert str(parse_sentence("7 mod 3 == 1")) == "exists k: 0 == 3k"
    for text in ("n mod 3 == 7 mod 3", "7 mod 3 == n mod 3", "n == (7 mod 3)"):
        assert parse_sentence(text).free == ("n",)


def test_the_arrow_of_a_sentence_is_not_that_of_a_move():
    with pytest.raises(ParseError, match="write -> for =>, at character 11"):
        parse_moves("x: t >= 1 => x - t")
    assert parse_moves("x: t >= 2 => t <= x -> x - t")


def test_a_condition_may_begin_with_a_quantifier_over_several_numbers():
    names, (kind,) = parse_moves("n: exists a, b: t == 2a + 3b -> n - t")
    assert (names, kind.allowed.free) == (("n",), ("t",))


def test_each_side_of_a_comparison_may_stand_in_brackets():
    plain = str(parse_sentence("x + y <= 3n"))
    assert str(parse_sentence("(x + y) <= (3n)")) == str(parse_sentence("((x + y) <= 3n)")) == plain
    nim_sums = nim_sum_sets(kary())
    for text, holds in (
        ("(x xor y) <= 5", lambda x, y: x ^ y <= 5),
        ("3 == (x xor y xor (x + 1)) mod 4", lambda x, y: (x ^ y ^ (x + 1)) % 4 == 3),
        ("(x xor (y mod 3)) mod 5 != 1", lambda x, y: (x ^ y % 3) % 5 != 1),
    ):
        automaton = define(parse_sentence(text, nim_sums), kary(), ("x", "y"))
        assert {pair for pair in product(range(12), repeat=2) if holds(*pair)} == set(automaton.members(12)), text


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("2*(x + 1) == y", lambda x, y: 2 * (x + 1) == y),
        ("3(x - y) <= x + (y - 2)*2", lambda x, y: 3 * (x - y) <= x + (y - 2) * 2),
        ("(x + 1) + y == 9 - (y - (2 - x))", lambda x, y: x + 1 + y == 9 - (y - (2 - x))),
        ("-(x - 3) < 2*(2*(y + 1) - x) & (x) >= 1", lambda x, y: -(x - 3) < 2 * (2 * (y + 1) - x) and x >= 1),
        ("(2*(x + y) - 1) mod 3 == 1", lambda x, y: (2 * (x + y) - 1) % 3 == 1),
        ("(2 + 1)*x == y*(1 + 1)*2 - 2*2x", lambda x, y: (2 + 1) * x == y * (1 + 1) * 2 - 2 * 2 * x),
        ("2*(x + 1) mod 3 == y", lambda x, y: 2 * (x + 1) % 3 == y),
        ("x mod 3 + 1 == y", lambda x, y: x % 3 + 1 == y),
        ("x - (x mod 4) == y", lambda x, y: x - x % 4 == y),
        ("(x - y) // 2 + 1 <= y // 3", lambda x, y: (x - y) // 2 + 1 <= y // 3),
        ("-x // 2 == 1 - y", lambda x, y: -x // 2 == 1 - y),
        ("x // 2 * 2 == x", lambda x, y: x // 2 * 2 == x),
        ("(x // 2 + y) // 3 == 1 | x + y // 2 <= 4", lambda x, y: (x // 2 + y) // 3 == 1 or x + y // 2 <= 4),
        ("(7 - 3x) // 4 != (x mod 4) // 2 - y", lambda x, y: (7 - 3 * x) // 4 != x % 4 // 2 - y),
        ("2*(x mod 4) - y == x // 3", lambda x, y: 2 * (x % 4) - y == x // 3),
        ("power2((x + 1) // 3) & y // 2 < 3", lambda x, y: (x + 1) // 3 in {1, 2, 4} and y // 2 < 3),
        ("(x xor y) + 1 == 2*(x mod 4)", lambda x, y: (x ^ y) + 1 == 2 * (x % 4)),
        ("2*(x xor 1) - y <= x xor 2*(y xor x)", lambda x, y: 2 * (x ^ 1) - y <= x ^ 2 * (y ^ x)),
        ("power2(x xor y) & (x xor y) mod 3 == 1", lambda x, y: (x ^ y) in {1, 4}),
    ],
)
def test_a_term_may_hold_brackets(text, holds):
    automaton = define(parse_sentence(f"({text}) & x + y >= 0", named_sets(kary())), kary(), ("x", "y"))
    assert {pair for pair in product(range(12), repeat=2) if holds(*pair)} == set(automaton.members(12))


def test_what_a_move_leaves_may_hold_brackets():
    (kind,) = parse_moves("n: t >= 1 -> n - 2*(t + 1)")[1]
    assert str(*kind.result) == "n - 2t - 2"
    three, kind = parse_moves("n: n - (1 + 2) | (t == 1 | t == 3) & t <= n -> n - t")[1]
    assert (str(*three.result), str(kind.allowed)) == ("n - 3", "(t == 1 | t == 3) & t <= n")
    assert (three.condition, three.left, kind.condition) == ("", ("n - (1 + 2)",), "(t == 1 | t == 3) & t <= n")
    kinds = parse_moves("x, y: (x - 1) - t, y | t >= 1 -> (x - t), (y)")[1]
    assert [str(kind.result) for kind in kinds] == ["(x - t - 1, y)", "(x - t, y)"]
    (kind,) = parse_moves("n: (n - t)")[1]
    assert str(*kind.result) == "n - t"


def test_a_number_may_stand_on_either_side_of_what_it_multiplies():
    assert str(parse_sentence("forall n t: t*2 + n*3 == 7")) == str(parse_sentence("forall n t: 2*t + 3n == 7"))


RELATIONS = {"==": eq, "!=": ne, "<=": le, ">": gt}


@given(
    factors=st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.integers(-9, 9)),
    divisor=st.integers(1, 6),
    relation=st.sampled_from(sorted(RELATIONS)),
    value=st.integers(0, 7),
)
def test_a_remainder_is_that_of_division_also_below_0(factors, divisor, relation, value):
    a, b, c = factors
    terms = f"{a}x + {b}y + {c}".replace("+ -", "- ")
    sentence = parse_sentence(f"({terms}) mod {divisor} {relation} {value} & x + y >= 0")
    automaton = define(sentence, kary(), ("x", "y"))
    for x, y in product(range(9), repeat=2):
        expected = RELATIONS[relation]((a * x + b * y + c) % divisor, value)
        assert automaton.accepts(x, y) == expected, (sentence, x, y)


def test_remainders_are_compared_with_each_other_and_in_chains():
    alike = define(parse_sentence("x mod 3 == y mod 3"), kary())
    assert {(x, y) for x, y in product(range(9), repeat=2) if (x - y) % 3 == 0} == set(alike.members(9))
    middle = define(parse_sentence("1 <= n mod 5 < 3"), kary())
    assert [n for (n,) in middle.members(12)] == [1, 2, 6, 7, 11]
    assert str(parse_sentence("k mod 2 == 1")) == "exists m: k == 2m + 1"  # k is taken
    assert decide(parse_sentence("forall mod: mod mod 2 == 0 | (mod + 1) mod 2 == 0"), zeckendorf())


@pytest.mark.parametrize("system", [kary(2), kary(4)], ids=str)
@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("x xor y == z", lambda x, y, z: x ^ y == z),
        ("x xor y xor z == 5", lambda x, y, z: x ^ y ^ z == 5),
        ("x xor y != z - 3", lambda x, y, z: x ^ y != z - 3),
        ("2 <= x xor y < z", lambda x, y, z: 2 <= x ^ y < z),
        ("x + y xor 2z == y xor 3", lambda x, y, z: (x + y) ^ (2 * z) == y ^ 3),
        ("(x + y) xor (y + 1) == z", lambda x, y, z: (x + y) ^ (y + 1) == z),
        ("x mod 3 xor (y + z) mod 4 >= 2", lambda x, y, z: (x % 3) ^ ((y + z) % 4) >= 2),
        ("~(x xor y == 3 xor z) & 2 xor x <= 4", lambda x, y, z: x ^ y != 3 ^ z and 2 ^ x <= 4),
    ],
)
def test_a_nim_sum_is_that_of_binary_digits(text, holds, system, upto):
    sentence = parse_sentence(f"({text}) & x + y + z >= 0", named_sets(system))
    automaton = define(sentence, system, ("x", "y", "z"))
    for numbers in product(range(upto(6, full=10)), repeat=3):
        assert automaton.accepts(*numbers) == holds(*numbers), numbers


def test_a_nim_sum_is_decided_in_base_2_by_itself(capsys):
    assert main(["decide", "forall x y z: x xor y == z => y xor z == x"]) == 0
    assert main(["decide", "exists x y: x xor y == 5 & x + y == 8"]) == 1  # they differ by twice the common ones
    assert main(["decide", "forall x y: x xor y <= x + y", "--base", "base 3"]) == 2
    assert "base 2, 4, 8 or 16" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["1<1=>" * 900, "1<1|" * 900, "1<1&" * 900, "1<1<=>" * 900, "1<" * 900, "a<1=>" * 75])
def test_a_formula_that_would_be_too_deep_is_refused(text):
    with pytest.raises(ParseError, match="more than 150 signs"):
        parse_sentence(f"{text}1<1")


def test_the_deepest_formula_that_is_read_can_be_decided_and_shown():
    for text in ("0 <= " * 149 + "1", " | ".join(["1 < 0"] * 75), "0 < 0 => " * 74 + "0 < 0"):
        found = parse_sentence(text)
        assert str(found)
        assert decide(found, kary()).holds == (text[0] == "0")


@pytest.mark.parametrize("thing", [None, 3, b"1 < 2", ["1 < 2"]])
def test_what_is_no_text_is_no_sentence(thing):
    with pytest.raises(ParseError, match="only text"):
        parse_sentence(thing)
    with pytest.raises(ParseError, match="only text"):
        parse_moves(thing)


@pytest.mark.parametrize("rule", ["n: n >= 1 -> n/2", "n: n/2", "n: t == 1 | t == 2 -> n/2; ends n == 1"])
def test_a_half_that_is_left_is_rounded_down(rule):
    """It was answered with the advice for a condition, which no move is."""
    with pytest.raises(ParseError, match="write n // 2 for n/2"):
        cgt.parse_ruleset(f"moves({rule})").position(5)


@pytest.mark.parametrize(
    ("rule", "options"),
    [
        ("n: n >= 1 -> n // 2", lambda n: [n // 2] if n else []),
        ("n: n - 1 | n >= 1 -> (n - (n mod 2)) // 2", lambda n: [n - 1, n // 2] if n else []),
        ("n: t >= 1 & t <= n // 3 -> n - t", lambda n: [n - t for t in range(1, n // 3 + 1)]),
        (
            "n: n - n // 2 - 1 | n >= 5 -> n mod 5",
            lambda n: ([n - n // 2 - 1] if n else []) + ([n % 5] if n > 4 else []),
        ),
        ("n: 1 <= t <= n -> (n - t) // 2", lambda n: [(n - t) // 2 for t in range(1, n + 1)]),
        ("n: 1 <= t & t <= n // 2 -> t", lambda n: range(1, n // 2 + 1)),
        ("n: t < (n mod 5) // 2 + 1 & t < n -> t", lambda n: range(min(n, n % 5 // 2 + 1))),
        ("n: t == (n // 2) // 3 & n >= 1 -> t", lambda n: [n // 6] if n else []),
    ],
)
def test_a_move_leaves_a_quotient_or_a_remainder(rule, options):
    assert cgt.nim_values(f"moves({rule})", 40) == cgt.nim_values(cgt.game(options, name="by a function"), 40)
    assert cgt.parse_ruleset(f"moves({rule})").linear_moves().size.coefficients == {"n": 1}


def test_a_nim_sum_that_is_left_is_chosen():
    with pytest.raises(ParseError, match="write m < n & m == n xor t -> m for -> n xor t"):
        cgt.parse_ruleset("moves(n: t >= 1 & t <= n -> n xor t; base 2)")
    game = cgt.parse_ruleset("moves(n: t == 3 & m < n & m == n xor t -> m; base 2)")
    assert [list(map(str, game.position(n).moves())) for n in (1, 2, 5, 6)] == [[], ["(1,)"], [], ["(5,)"]]


@pytest.mark.parametrize("rule", ["n: t <= n/2 -> n - t", "n: n - 1 | t >= 1 & n/2 >= t -> n - t"])
def test_a_half_in_a_condition_is_written_by_its_double(rule):
    with pytest.raises(ParseError, match="write 2t <= n for t <= n/2"):
        cgt.parse_ruleset(f"moves({rule})").position(5)


def test_a_nim_sum_and_a_number_are_compared_as_the_advice_says():
    advised = cgt.parse_ruleset("moves(n: t >= 1 & n xor t == n - t -> n - t)")
    parts = cgt.game(lambda n: [n - t for t in range(1, n + 1) if (n ^ t) + t == n], name="parts of a number")
    assert cgt.nim_values(advised, 40) == cgt.nim_values(parts, 40)


@pytest.mark.parametrize(
    ("text", "message"),
    [("power2(n, n)", "power2 is about 1 number, not 2"), ("Sum(n)", "Sum is about 3 numbers, not 1")],
)
def test_a_set_of_other_many_numbers(text, message):
    (nim_sum,) = nim_sum_sets(kary()).values()
    sets = {**named_sets(kary()), "Sum": Predicate("Sum", nim_sum.automaton)}
    with pytest.raises(ParseError, match=f"^{message}, at character 11"):
        parse_sentence(f"forall n: {text}", sets)


@pytest.mark.parametrize("base", ["base 2", "base 3", "base 16", "zeckendorf", "ostrowski(2)", "takeaway(3n)"])
def test_sets_of_digits_by_the_digits(base, upto):
    """Zeros at the end are counted, appended, and stand behind the last part, the least of all."""
    system = number_system(base)
    sets = {name: named_sets(system)[name].automaton for name in ("vile", "dopey", "shift", "below")}
    places = [system.number((1, *(0,) * zeros)) for zeros in range(12)]
    for x in range(1, 40):
        digits = system.digits(x)
        zeros = next(count for count, digit in enumerate(reversed(digits)) if digit)
        assert sets["vile"].accepts(x) == (zeros % 2 == 0) == (not sets["dopey"].accepts(x))
        part = digits[-1 - zeros] * places[zeros]
        for y in range(upto(66, full=90)):
            assert sets["shift"].accepts(x, y) == (system.digits(y) == (*digits, 0)), (x, y)
            assert sets["below"].accepts(y, x) == (y < part), (y, x)
        assert sets["below"].accepts(x, 0)
    assert not sets["vile"].accepts(0)
    assert not sets["dopey"].accepts(0)
    assert sets["shift"].accepts(0, 0)


def test_a_quotient_of_a_quotient_is_one():
    """Eight in one another took 4.7 GB."""
    sentence = parse_sentence("(2n // 3 + 5) // 2 // 7 == m")
    assert str(sentence) == str(parse_sentence("(2n + 15) // 42 == m")) == "42m <= 2n + 15 & 2n <= 42m + 26"
    known = cgt.game(lambda n: [(2 * n // 3 + 5) // 2 // 7] if n >= 9 else [], name="nested")
    assert cgt.nim_values("moves(n: n >= 9 -> (2n // 3 + 5) // 2 // 7)", 60) == cgt.nim_values(known, 60)
    assert decide(parse_sentence("forall n: n // 2 // 3 + (n // 2) == n // 6 + n // 2"), kary())

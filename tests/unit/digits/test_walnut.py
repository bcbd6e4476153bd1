"""Automata in the text format of Walnut, read here as its manual says and run on digits made here."""

from __future__ import annotations

from itertools import product
from math import isqrt

import pytest

from cgt.apps.cli import main
from cgt.digits.linear import linear
from cgt.digits.system import kary, number_system, zeckendorf
from cgt.digits.walnut import to_walnut
from cgt.errors import ParseError


def read(text):
    """The names of the tracks, the accepting states, and the arrows by state and letter."""
    header, *lines = filter(None, text.splitlines())
    accepting, arrows, state = set(), {}, None
    for line in lines:
        before, arrow, target = line.partition(" -> ")
        if arrow:
            letter = (state, *map(int, before.split()))
            assert letter not in arrows
            arrows[letter] = int(target)
        else:
            state, ends = map(int, line.split())
            accepting |= {state} if ends else set()
    return header.split(), accepting, arrows


def accepts(automaton, numbers, digits):
    """Whether the automaton accepts the numbers, most significant digits first, at one length."""
    _names, accepting, arrows = automaton
    rows = [digits(number) for number in numbers]
    longest = max(map(len, rows))
    state = 0
    for letter in zip(*([0] * (longest - len(row)) + row for row in rows), strict=True):
        state = arrows.get((state, *letter))
    return state in accepting


def binary(number):
    return [int(digit) for digit in f"{number:b}"]


def fibonacci(number):
    numbers = [1, 2]
    while numbers[-1] <= number:
        numbers.append(numbers[-1] + numbers[-2])
    digits = []
    for part in reversed(numbers):
        digits.append(int(part <= number))
        number -= part if part <= number else 0
    return digits


@pytest.mark.parametrize(
    ("system", "name", "digits"), [(kary(), "msd_2", binary), (zeckendorf(), "msd_fib", fibonacci)]
)
def test_the_text_is_the_automaton(system, name, digits):
    automaton = read(to_walnut(linear(system, (1, -2), 1, at_most=True)))
    assert automaton[0] == [name, name]
    for x, y in product(range(40), repeat=2):
        assert accepts(automaton, (x, y), digits) == (x - 2 * y + 1 <= 0)


@pytest.mark.full("False")
@pytest.mark.parametrize("misere", [False, True])
def test_a_prover_is_given_the_p_positions(misere, tmp_path):
    target = tmp_path / "wythoff.txt"
    assert main(["recognise", "wythoff", "--level", "1", *["--misere"] * misere, "--walnut", str(target)]) == 0
    automaton = read(target.read_text())
    lost = {(n + isqrt(5 * n * n)) // 2 for n in range(50)}  # Wythoff 1907: floor(n phi), and n more
    pairs = {(low, low + n) for n, low in enumerate(sorted(lost))}
    if misere:  # Fraenkel 1984: all but the three smallest pairs
        pairs = pairs - {(0, 0), (1, 2)} | {(0, 1), (2, 2)}
    for x, y in product(range(50), repeat=2):
        assert accepts(automaton, (x, y), fibonacci) == ((min(x, y), max(x, y)) in pairs)


def test_what_no_automaton_describes_is_not_written(tmp_path, capsys):
    target = tmp_path / "none.txt"
    assert main(["recognise", "wythoff", "--base", "base 2", "--stop", "300", "--walnut", str(target)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not target.exists()


@pytest.mark.parametrize("text", ["takeaway(9999n)", "takeaway(2n+300)", "takeaway(n+50)", "takeaway(50n-1)"])
def test_a_number_system_that_takes_long_is_not_made_from_text(text):
    with pytest.raises(ParseError, match="takes long"):
        number_system(text)

"""The text format of Walnut for automata: writer and reader.

Walnut (H. Mousavi, 2016) is the prover of J. Shallit, *The Logical Approach to Automatic Sequences* (2022); its files
name the number system of each track, then each state with 1 or 0 for accepting or not, and its arrows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cgt.core.errors import ParseError
from cgt.core.numbers import format_int
from cgt.core.reading import check_text
from cgt.digits.automaton import Automaton
from cgt.digits.automaton_arrays import digits_of
from cgt.digits.system import DEAD, NumberSystem, number_system

MOST_LETTERS = 1 << 16
"""The most letters that an automaton may have to be read: the digits of all tracks together."""

_STATE = re.compile(r"([0-9]{1,9})[ \t]+([01])")
_ARROW = re.compile(r"([0-9]{1,9}(?:[ \t]+[0-9]{1,9})*)[ \t]*->[ \t]*([0-9]{1,9})")


def to_walnut(automaton: Automaton) -> str:
    """The automaton in Walnut's text format.

    Walnut knows `msd_2`, `msd_fib` and the like; the other systems need files of its own.

    >>> from cgt.digits.linear import linear
    >>> from cgt.digits.system import kary
    >>> print(to_walnut(linear(kary(), (1, -1), 0, at_most=False)))
    msd_2 msd_2
    <BLANKLINE>
    0 1
    0 0 -> 0
    1 1 -> 0
    <BLANKLINE>
    """
    digits = digits_of(automaton.system.digit_count, automaton.tracks)
    lines = [" ".join([_walnut_name(automaton.system)] * automaton.tracks)]
    for state, (row, end) in enumerate(zip(automaton.steps.tolist(), automaton.ends.tolist(), strict=True)):
        lines += ["", f"{state} {int(end)}"]
        for letter, target in enumerate(row):
            if target != DEAD:
                lines.append(f"{' '.join(map(str, digits[letter].tolist()))} -> {target}")
    return "\n".join(lines) + "\n"


def from_walnut(text: str) -> Automaton:
    r"""The automaton of a text in Walnut's format; all tracks are in one number system.

    Raises:
        ParseError: with the line that cannot be read.
        NumberError: the automaton is none of numbers: see `Automaton.of`.

    >>> print(from_walnut("msd_fib\n\n0 0\n0 -> 0\n1 -> 1\n\n1 1\n0 -> 1\n"))
    <Automaton of 2 states, 1 track in zeckendorf>
    """
    check_text(text)
    lines = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    meant = ((number, line) for number, line in lines if line and not line.startswith("#"))
    number, header = next(meant, (1, ""))
    systems = [_system(name, number) for name in header.split()]
    if not systems or any(system != systems[0] for system in systems):
        raise ParseError(
            f"line {number} names the number system of each track, all the same one, such as msd_fib msd_fib"
        )
    if len(systems) > MOST_LETTERS.bit_length() or systems[0].digit_count ** len(systems) > MOST_LETTERS:
        raise ParseError(
            f"line {number} names {len(systems)} tracks: "
            f"they have more than {format_int(MOST_LETTERS, group=True)} letters"
        )
    return Automaton.of(systems[0], len(systems), *_arrays(meant, systems[0], len(systems)))


def _walnut_name(system: NumberSystem) -> str:
    if system.name == "zeckendorf":
        return "msd_fib"
    return "msd_" + re.sub(r"base |\(|\)", "", system.name)


def _system(name: str, number: int) -> NumberSystem:
    plain = name.removeprefix("msd_")
    if plain == "fib":
        return number_system("zeckendorf")
    match = re.fullmatch(r"([a-z]*?)(n?[0-9+-].*)", plain)
    try:
        return number_system(f"{match[1] or 'base '}({match[2]})" if match else plain)
    except ParseError:
        pass
    raise ParseError(f"line {number} names the number system {name[:40]!r}; there are such as msd_2 and msd_fib")


def _arrays(lines: Iterator[tuple[int, str]], system: NumberSystem, tracks: int) -> tuple[list[list[int]], list[bool]]:
    rows: list[list[int]] = []
    ends: list[bool] = []
    for number, line in lines:
        if match := _STATE.fullmatch(line):
            if int(match[1]) != len(rows):
                raise ParseError(f"line {number}: the states are numbered in order, and {len(rows)} comes next")
            rows.append([DEAD] * system.digit_count**tracks)
            ends.append(match[2] == "1")
        elif (match := _ARROW.fullmatch(line)) and rows:
            digits = list(map(int, match[1].split()))
            if len(digits) != tracks or max(digits) >= system.digit_count:
                raise ParseError(f"line {number}: an arrow needs {tracks} digits below {system.digit_count}")
            letter = 0
            for digit in digits:
                letter = letter * system.digit_count + digit
            if rows[-1][letter] != DEAD:
                raise ParseError(f"line {number}: a second arrow for the same digits; only one is allowed")
            rows[-1][letter] = int(match[2])
        else:
            raise ParseError(f"line {number} is neither a state such as '0 1' nor an arrow such as '0 1 -> 2'")
    if not rows:
        raise ParseError("no state is given: the first one begins with a line such as '0 1'")
    return rows, ends

"""The text format of Walnut for automata.

Walnut (H. Mousavi, 2016) is the prover of J. Shallit, *The Logical Approach to Automatic Sequences* (2022); its files
name the number system of each track, then each state with 1 or 0 for accepting or not, and its arrows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cgt.digits.automaton_arrays import digits_of
from cgt.digits.system import DEAD, NumberSystem

if TYPE_CHECKING:
    from cgt.digits.automaton import Automaton


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


def _walnut_name(system: NumberSystem) -> str:
    if system.name == "zeckendorf":
        return "msd_fib"
    return "msd_" + re.sub(r"base |\(|\)", "", system.name)

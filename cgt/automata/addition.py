"""Addition in a number system: an automaton, not believed but verified.

The system's words in order count through the numbers, so which number comes next is told by order alone. An automaton
adds if and only if x + 0 = x, and x + (y + 1) is the number next to x + y: by induction on y nothing else does.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import attrs
import numpy as np

from cgt.automata.automaton import Automaton, conjunction, valid_part
from cgt.automata.letters import columns
from cgt.automata.linear import linear
from cgt.automata.products import Part, product
from cgt.automata.words import least_word
from cgt.automata.work import Work
from cgt.errors import NoAdditionError

if TYPE_CHECKING:
    from cgt.numeration.system import NumberSystem


@attrs.frozen
class Refuted:
    """Where an automaton for x + y = z does not add."""

    axiom: str
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.axiom} fails for {', '.join(map(str, self.numbers))}"


@cache
def successor(system: NumberSystem) -> Automaton:
    """The pairs (x, x + 1), by definition: x < y, and no number stands between.

    >>> from cgt.numeration.system import takeaway
    >>> list(successor(takeaway(4)).members(5))
    [(0, 1), (1, 2), (2, 3), (3, 4)]
    """
    less = linear(system, (1, -1), 0, at_most=True) - linear(system, (1, -1), 0, at_most=False)
    between = conjunction(system, 3, [(less, (0, 1)), (less, (1, 2))], Work()).project(1)
    return less - between


def refutation(add: Automaton) -> Refuted | None:
    """Where an automaton of three tracks does not add, None when it does: decided, for all numbers.

    >>> from cgt.numeration.system import zeckendorf
    >>> refutation(linear(zeckendorf(), (1, 1, -1), 0, at_most=False)) is None
    True
    >>> print(refutation(linear(zeckendorf(), (1, 2, -1), 0, at_most=False)))
    x + (y + 1) = (x + y) + 1 fails for 0, 0, 1, 0, 1
    """
    system = add.system
    zero = Automaton.made(system, 1, np.array([[0, *[-1] * (system.digit_count - 1)]], np.int32), np.array([True]))
    with_zero = conjunction(system, 3, [(add, (0, 1, 2)), (zero, (1,))], Work()).project(1)
    wrong = (with_zero ^ linear(system, (1, -1), 0, at_most=False)).least()
    if wrong is not None:
        return Refuted("x + 0 = x", wrong)
    following = successor(system)
    no_number = conjunction(system, 3, [(add, (0, 1, 2)), (zero, (2,))], Work()) & conjunction(
        system, 3, [(following.project(0), (1,))], Work()
    )
    wrong = no_number.least()
    if wrong is not None:
        return Refuted("x + y > 0 for y > 0", wrong)
    # x, y, y + 1, w, w + 1: x + y = w just when x + (y + 1) = w + 1
    parts = [
        *(Part(following.steps, following.ends, columns(system.digit_count, 5, chosen)) for chosen in ((1, 2), (3, 4))),
        valid_part(system, 5, 0),
        *(Part(add.steps, add.ends, columns(system.digit_count, 5, c), needed=False) for c in ((0, 1, 3), (0, 2, 4))),
    ]
    steps, ends = product(parts, Work(), lambda ends: ends[0] & ends[1] & ends[2] & (ends[3] ^ ends[4]), first=True)
    word = least_word(steps, ends, system.digit_count, 5)
    return None if word is None else Refuted("x + (y + 1) = (x + y) + 1", tuple(map(system.number, word)))


@cache
def addition(system: NumberSystem) -> Automaton:
    """The triples (x, y, x + y), verified.

    Raises:
        NoAdditionError: no automaton is known to add in this system.

    >>> from cgt.numeration.system import zeckendorf
    >>> addition(zeckendorf())
    <Automaton of 16 states, 3 tracks in zeckendorf>
    """
    add = linear(system, (1, 1, -1), 0, at_most=False)
    wrong = refutation(add)
    if wrong is not None:
        raise NoAdditionError(f"the automaton found for {system} does not add: {wrong}")
    return add

"""All but finitely many amounts may be taken: the values that are not yet spent decide what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.codes.digit import Digit
from cgt.proofs.theorem import PeriodTheorem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cgt.codes.code import HeapCode
    from cgt.proofs.periodicity import Periodicity

TAKE = Digit.of_mask(3)
PLAIN = {Digit.of_mask(mask) for mask in range(4)}


class UnspentValues(PeriodTheorem):
    """Any number may be taken except finitely many, the greatest x: when the state comes again, everything does.

    G(n) is the least v such that every earlier heap m of value v has n - m among the excepted takes. So a value that
    occurs below n - x is spent for ever; the other values are those of the last x heaps that are not spent (each with
    the places where it stands) and the fresh ones above the greatest value so far. Which place of that list G(n) takes
    depends on nothing else. If the lists at n and at n + p agree, place by place and the values s apart, the greatest
    value s apart as well, then by induction G(m + p) = G(m) + s for every m >= n; and below n it was seen. A digit that
    demands or forbids an empty rest only matters for heaps up to x. There are finitely many orders of such lists,
    which is why these games always become arithmetic periodic.
    """

    name = "all-but state"
    statement = "the unspent values of the last x heaps, x the greatest excepted take, come again with the saltus added"
    reference = "A. N. Siegel, Combinatorial Game Theory (2013), chapter IV; the argument stands in the class"
    plain = False

    def covers(self, code: HeapCode) -> bool:
        """Codes that only take, with the digit 3 repeating."""
        return (
            code.tail == (TAKE,)
            and not (code.digits and code.digits[0])
            and all(digit in PLAIN for digit in code.digits)
        )

    def needed(self, code: HeapCode, found: Periodicity) -> int:
        """A period beyond every excepted take and the preperiod."""
        return max(found.preperiod, 1) + found.period + 2 * len(code.digits)

    def holds(self, code: HeapCode, found: Periodicity, values: Sequence[int]) -> bool:
        """The state at the end is the state a period earlier."""
        late = len(values)
        early = late - found.period
        width = len(code.digits) - 1
        if early - width <= max(found.preperiod, 0):
            return False
        return _unspent(values, early, width, 0) == _unspent(values, late, width, found.saltus)


def _unspent(values: Sequence[int], at: int, width: int, lift: int) -> tuple[int, list[int | None]]:
    """The greatest value below heap `at`, and the last `width` values, None where spent; all of them `lift` less."""
    spent = set(map(int, values[: at - width]))
    window = [None if int(value) in spent else int(value) - lift for value in values[at - width : at]]
    return max(map(int, values[:at])) - lift, window

"""Wythoff's game and its relatives: take from one heap, or nearly the same from two (articles 002 and 003)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import hypot
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from cgt.core.compounds import components_of
from cgt.core.game import state_of
from cgt.core.language import _
from cgt.core.memory_limit import BYTES_A_NUMBER, check_list
from cgt.core.nim_table import NimTable
from cgt.core.numbers import check_whole, exact_repr, format_int, format_value
from cgt.core.outcome import Convention, ConventionLike, Outcome
from cgt.core.position import Position
from cgt.core.progress import Progress, notify, reporting
from cgt.core.reading import WholeNumber
from cgt.core.route import Answer, ClosedForm, Question, with_conclusion
from cgt.digits.fibonacci import base, is_wythoff_pair
from cgt.errors import BudgetError, NotApplicableError, NumberError, PositionError
from cgt.families.discovery import Discovery
from cgt.families.matches import heaps_of, largest_heap
from cgt.fast.jit import numpy_installed
from cgt.fast.wythoff_rows import nim_value_rows
from cgt.games.heaps.number_rows import JointHeaps, JointRuleset, Numbers, NumbersRuleset, taken_from_one
from cgt.games.heaps.wythoff_pairs import (
    Pair,
    losing_pairs,
    notation_reason,
    pair_of_rank,
    pair_reason,
    partner,
    winning_takes,
)

if TYPE_CHECKING:
    from pathlib import Path

    from cgt.digits.moves import LinearMoves
    from cgt.families.lesson_words import LessonWords
    from cgt.fast.backend import Backend
    from cgt.store.pair_table import PairTable

WYTHOFF = "W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 (1907)"

SHOWN_TERMS = 24
"""The number of terms of the base that a study shows."""


def pairs_strategy(a: int, convention: Convention) -> str:
    """The text of the strategy for two heaps, which is also that of the queen where a = 1."""
    misere = convention is Convention.MISERE
    special = misere and a == 1  # the first two are not by the rule of the others, and (0, 1) has the lesser heap
    ranks = (1, 0, 2, 3, 4) if special else range(4) if misere else range(5)
    pairs = [pair_of_rank(rank, a, convention) for rank in ranks]
    text = _(
        "reach one of the pairs {pairs}; …: each begins with the smallest number not used yet, and their differences "
        "are {differences}, …"
    )
    if special:
        text = _(
            "reach one of the pairs {pairs}; …: from the third on each begins with the smallest number not used yet, "
            "and their differences are {differences}, …"
        )
    return text.format(
        pairs=_("; ").join(f"{format_int(low)}, {format_int(high)}" for low, high in pairs),
        differences=", ".join(format_int(high - low) for low, high in pairs[2 if special else 0 :]),
    )


@attrs.frozen
class Wythoff(JointRuleset):
    """Take any number from one heap, or k >= 1 and l >= 1 from two heaps with |k - l| < a; a = 1 is Wythoff's game.

    Args:
        a: the slack; with a = d + 1 the two amounts may differ by d.
        heaps: how many heaps a position has at least, and how many the listed P-positions have.

    >>> import cgt
    >>> game = Wythoff()
    >>> game.p_positions(14), Wythoff(2).p_positions(14)
    ([(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)], [(0, 0), (1, 3), (2, 6), (4, 10), (5, 13)])
    >>> print(cgt.solve(game.position(4, 7), closed_form=TwoHeaps(game)).explanation)
    4 = 101F ends in an even number of zeros, and 7 = 1010F is the same with a zero appended: every move can be answered
    """

    name = "wythoff"
    title = "Wythoff's game"
    references = (
        WYTHOFF,
        "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, Amer. Math. Monthly 89 (1982)",
        "A. S. Fraenkel, Wythoff games, continued fractions, cedar trees and Fibonacci searches, TCS 29 (1984)",
    )
    argument_form = (
        "a number a, 1 by default, such as wythoff(2): the amounts taken from two heaps differ by less than a; then "
        "the least number of heaps, 2 by default, as in wythoff(1,3)"
    )
    board: ClassVar[str] = "queen"

    a: int = attrs.field(
        default=1,
        repr=exact_repr,
        validator=WholeNumber("wythoff(a) needs a whole number a of at least 1, as in wythoff(2)"),
    )
    heaps: int = attrs.field(
        default=2, validator=WholeNumber("wythoff(a,heaps) needs 2 to 50 heaps, as in wythoff(1,3)", least=2, most=50)
    )

    @property
    def position_form(self) -> str:
        """The form of a position, with the least number of heaps."""
        if self.heaps == 2:
            return _("two heaps or more separated by commas, such as 3,5")
        text = _("{heaps} heaps or more separated by commas, such as {example}")
        return text.format(heaps=self.heaps, example=self.example)

    @property
    def example(self) -> str:
        """The example, `3,6` and so on: of two heaps, a win."""
        return ",".join(str(3 + 3 * index) for index in range(self.heaps))

    @property
    def rules(self) -> str:
        """The rules with the slack itself."""
        if self.a == 1:
            return _("Take any number of matches from one heap, or the same number from each of two heaps.")
        return _(
            "Take any number of matches from one heap, or some from each of two heaps, "
            "the two amounts differing by less than {a}."
        ).format(a=exact_repr(self.a))

    @property
    def slope(self) -> float | None:
        """The limit of y/x over the P-positions x < y of two heaps, which lie near two rays; None for more heaps.

        Raises:
            NumberError: no float holds it.

        >>> Wythoff().slope
        1.618033988749895
        """
        if self.heaps != 2:
            return None
        if self.a.bit_length() > 1000:
            raise NumberError(f"no float holds a slope of {format_int(self.a)}")
        return (self.a + hypot(self.a, 2)) / 2

    def position(self, *heaps: int | tuple[int, ...]) -> JointHeaps:
        """The position with these heaps, at least as many as the game has."""
        position = super().position(*heaps)
        if len(heaps) < self.heaps:
            raise PositionError(
                _("{value} has at least {heaps} heaps, not {count}: give {position_form}").format(
                    value=self, heaps=self.heaps, count=len(heaps), position_form=self.position_form
                )
            )
        return position

    def moves(self, heaps: Numbers, /) -> Iterator[Numbers]:
        """The moves in one heap, then the moves in two."""
        none = (0,) * len(heaps)
        yield from taken_from_one(heaps)
        for one, two in combinations(range(len(heaps)), 2):
            before, between, after = none[:one], none[one + 1 : two], none[two + 1 :]
            for amount in range(1, heaps[one] + 1):
                for other in range(max(1, amount - self.a + 1), min(heaps[two], amount + self.a - 1) + 1):
                    yield (*before, amount, *between, other, *after)

    def allows(self, heaps: Numbers, amounts: Numbers) -> bool:
        taken = [amount for amount in amounts if amount]
        return len(taken) == 1 or (len(taken) == 2 and abs(taken[0] - taken[1]) < self.a)

    def study(self, limit: int | None = None, *, progress: Progress | None = None) -> Discovery:
        """The study by Fraenkel's numeration, where it covers the game."""
        if self.heaps != 2:
            tried = (_("Fraenkel's numeration is for two heaps: search answers"),)
            return Discovery(str(self), "other", (), tried=tried)
        step = exact_repr(self.a)
        return Discovery(
            rule=str(self),
            kind="Wythoff",
            values=tuple(base(10**6, self.a)[:SHOWN_TERMS]),
            recurrence=f"p_0 = 1, p_1 = {exact_repr(self.a + 1)}, p_n = {'' if self.a == 1 else step}p_(n-1) + p_(n-2)",
            strategy=_(
                "write both heaps in this base; the player to move loses when the lesser ends in an even number of "
                "zeros and the greater is the lesser with a zero appended"
            ),
            proved=True,
            tried=(_("Fraenkel (1982): a theorem for two heaps and every slack a >= 1"),),
            listed="base",
        )

    def table(self, backend: Backend = "auto") -> PairsOfHeaps:
        """The table of nim-values by the two nonempty heaps."""
        return PairsOfHeaps(self, self.a, self.heaps, backend)

    def sample_positions(self, bound: int) -> Iterable[JointHeaps]:
        """Sample positions: all with heaps up to `bound`, up to their order."""
        for heaps in combinations_with_replacement(range(bound + 1), self.heaps):
            yield self.position(*heaps)

    def linear_moves(self) -> LinearMoves | None:
        """The moves of two heaps as formulas, None for more heaps."""
        from cgt.games.heaps.linear_moves import pair_moves

        return pair_moves(self.a) if self.heaps == 2 else None

    def _least_positions(self, position: Position) -> int:
        return largest_heap(position)

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy by losing pairs, for two heaps."""
        return pairs_strategy(self.a, convention) if len(heaps_of(position)) == 2 else ""

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (TwoHeaps(self),)

    @property
    def listed_heaps(self) -> int:
        """The number of heaps of the game."""
        return self.heaps

    def p_positions(
        self, stop: int, convention: ConventionLike = Convention.NORMAL, progress: Progress | None = None
    ) -> list[Pair]:
        """The P-positions (x, y), x <= y, of two heaps below `stop`, ascending: about stop / (a + 1) of them.

        Raises:
            NotApplicableError: the game is played on more than two heaps, where no formula is known.
            NumberError: `stop` is no whole number of at least 0.
            MemoryBudgetError: they would not fit; nothing was allocated.
        """
        if self.heaps != 2:
            raise NotApplicableError(f"the P-positions of {self} are known by no formula: only those of two heaps are")
        count = check_whole(stop, "stop is a whole number of at least 0") // (self.a + 1)
        check_list(count, "P-positions", width=2)
        results = []
        for pair in reporting(losing_pairs(self.a, Convention.of(convention)), count, progress):
            if pair[1] >= stop:
                break
            results.append(pair)
        return results

    def lesson_words(self) -> LessonWords | None:
        """The lesson words of Wythoff's own game."""
        from cgt.games.lesson_texts import written_words  # a question is answered without

        if (self.a, self.heaps) != (1, 2):
            return None
        return written_words("wythoff")


@attrs.frozen
class TwoHeaps(ClosedForm):
    """The closed form for two heaps (others empty), any slack, both conventions: exact at any size.

    For a = 1 in normal play they are Wythoff's own (1907), for every other slack and in misère play Fraenkel's.

    There are at most six winning moves. In one heap: to the other heap's partner. In both: a losing pair's difference
    is a multiple of a (one more in misère play with a >= 2), and fewer than three such differences are less than a
    away from the difference of the heaps.
    """

    ruleset: Wythoff
    name = "Fraenkel's pairs"
    statement = "Two heaps (others empty), with any slack, in both conventions: exact at any size."
    reference = Wythoff.references[1]

    def answer(self, question: Question) -> Answer | None:
        """The answer for at most two nonempty heaps; for nim-values above 0 no formula is known."""
        position, convention, a = question.position, question.convention, self.ruleset.a
        if not isinstance(position, JointHeaps) or position.game != self.ruleset:
            return None
        heaps = position.heaps
        if len(heaps) < 2 or sum(map(bool, heaps)) > 2:
            return None
        # Empty heaps fill up where fewer than two are left.
        first, second = sorted(sorted(range(len(heaps)), key=lambda index: heaps[index] == 0)[:2])
        x, y = heaps[first], heaps[second]
        losing = is_wythoff_pair(x, y, a) if convention is Convention.NORMAL else partner(x, a, convention) == y

        def amounts(one: int, two: int) -> Numbers:
            return tuple({first: one, second: two}.get(index, 0) for index in range(len(heaps)))

        def reason(moves: Sequence[Numbers]) -> str:
            if (x, y) == (0, 0):
                if convention is Convention.NORMAL:
                    return _("no match is left, and the player to move has lost")
                return _("no match is left, and the player to move has won")
            takes = [(move[first], move[second]) for move in moves]
            if a == 1 and convention is Convention.NORMAL:
                text, takes = notation_reason(x, y)
            else:
                text = pair_reason(x, y, takes, a, convention)
            move_text = self.ruleset.wording.move_text(position, amounts(*takes[0])) if takes else None
            return with_conclusion(text, Outcome.N if takes else Outcome.P, move_text)

        return self.build_answer(
            question,
            Outcome.P if losing else Outcome.N,
            lambda: tuple(amounts(*pair) for pair in winning_takes(x, y, a, convention)),
            reason,
            reference=Wythoff.references[0] if a == 1 and convention is Convention.NORMAL else None,
        )


MOST_PLAIN_CELLS = 4_000_000
"""The largest table without numpy: two seconds."""

LEAST_TABLE = 1_000
"""The least number of cells of a table: a search of fewer is done before a table is begun."""


@attrs.frozen
class _PlainPairs:
    """A table of pairs without numpy."""

    values: list[list[int]]

    @property
    def rows(self) -> int:
        return len(self.values)

    @property
    def cols(self) -> int:
        return len(self.values[0])

    @property
    def nbytes(self) -> int:
        return BYTES_A_NUMBER * self.rows * self.cols

    def nim_value(self, lesser: int, greater: int) -> int:
        return self.values[lesser][greater]


class PairsOfHeaps(NimTable):
    """A table of nim-values of the positions with at most two nonempty heaps, or of the squares of a queen.

    Args:
        ruleset: the game; its two numbers are played on as the two heaps of Wythoff's game.
        a: the slack of the game.
        heaps: how many heaps it has; of more than two, arrays and rows are refused.
        backend: which of the two loops.
    """

    def __init__(self, ruleset: JointRuleset | NumbersRuleset[Any], a: int, heaps: int, backend: Backend) -> None:
        self.ruleset = ruleset
        self.a = a
        self.heaps = heaps
        self._backend = backend
        self._known: PairTable | _PlainPairs | None = None

    def entries(self, position: Position) -> int | None:
        """The number of table entries that a position needs; None for three heaps or more, or a small table."""
        parts = components_of(position)
        if None in (state_of(self.ruleset, part) for part in parts) or any(
            sum(map(bool, self.ruleset.sizes(part))) > 2 for part in parts
        ):
            return None
        rows, columns = self._sides(position)
        return rows * columns if rows * columns >= LEAST_TABLE else None

    @property
    def nbytes(self) -> int:
        known = self._known
        if known is None:
            return 0
        return known.nbytes if isinstance(known, _PlainPairs) else known.values.nbytes

    def extend_to(self, position: Position, progress: Progress | None = None) -> None:
        rows, columns = self._sides(position)
        known = self._known
        if known is not None and known.rows >= rows and known.cols >= columns:
            return
        notify(progress, 0, rows * columns)
        if known is not None and known.rows * known.cols <= 4 * rows * columns:
            # Both, and a little further, so that pairs asked one after another do not each go on by one.
            rows, columns = max(rows * 5 // 4, known.rows), max(columns * 5 // 4, known.cols)
        self._known = self._pairs(rows, columns, progress)

    def __call__(self, position: Position) -> int:
        total = 0
        for part in components_of(position):
            if state_of(self.ruleset, part) is None:
                raise PositionError(f"{format_value(part)} is not a position of {self.ruleset}")
            lesser, greater = self._two_greatest(part)
            total ^= 0 if self._known is None else self._known.nim_value(lesser, greater)
        return total

    def rows(self, rows: int, columns: int, progress: Progress | None = None) -> list[list[int]]:
        """The nim-values of two heaps, in rows and columns."""
        self._two_heaps()
        known = self._pairs(rows, columns, progress)
        if isinstance(known, _PlainPairs):
            return known.values
        numbers: list[list[int]] = known.values.tolist()
        return numbers

    def _pairs(self, rows: int, columns: int, progress: Progress | None) -> PairTable | _PlainPairs:
        if numpy_installed():
            from cgt.store.pair_table import PairTable

            return PairTable.wythoff(rows, columns, self.a, backend=self._backend, progress=progress)
        if rows * columns > MOST_PLAIN_CELLS:
            size = f"{format_int(rows)} × {format_int(columns)}"
            raise BudgetError(f"a table of {size} nim-values needs numpy: pip install 'cgt-impartial[fast]'")
        return _PlainPairs(nim_value_rows(rows, columns, self.a, progress))

    def keep(self, path: Path, *sizes: int, progress: Progress | None = None) -> None:
        if len(sizes) != 2:
            raise NotApplicableError("a file keeps the pairs of heaps of such a game")
        self.arrays(*sizes, path=path, progress=progress)

    def arrays(
        self,
        rows: int,
        cols: int,
        *,
        progress: Progress | None = None,
        memory_limit: int | None = None,
        path: str | Path | None = None,
    ) -> PairTable:
        """The nim-values of two heaps, the first below `rows`, the second below `cols`: see `PairTable.wythoff`.

        Raises:
            NotApplicableError: the game is played on more than two heaps.

        >>> Wythoff().table().arrays(4, 5).values[2].tolist()
        [2, 0, 1, 5, 3]
        """
        self._two_heaps()
        from cgt.store.pair_table import PairTable

        return PairTable.wythoff(
            rows,
            cols,
            self.a,
            backend=self._backend,
            progress=progress,
            memory_limit=memory_limit,
            path=path,
        )

    def _two_heaps(self) -> None:
        if self.heaps != 2:
            text = _("{value} is played on {heaps} heaps: a table of pairs holds two")
            raise NotApplicableError(text.format(value=self.ruleset, heaps=self.heaps))

    def _sides(self, position: Position) -> tuple[int, int]:
        """The rows and columns of a table that contains every component."""
        pairs = [self._two_greatest(part) for part in components_of(position)]
        return max(lesser for lesser, _ in pairs) + 1, max(greater for _, greater in pairs) + 1

    def _two_greatest(self, part: Position) -> tuple[int, int]:
        *_, lesser, greater = sorted((0, 0, *self.ruleset.sizes(part)))
        return lesser, greater

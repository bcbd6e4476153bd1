"""A closed form in misère play for codes under which every heap may be taken whole, or to one counter: Lasker's nim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import merge

import attrs

from cgt.core.code import Constraint, HeapCode
from cgt.core.compounds import move_in
from cgt.core.language import _
from cgt.core.lazy_moves import listed
from cgt.core.nimber import nim_sum
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.core.route import Answer, Question, with_conclusion
from cgt.families.heap_game import Heaps, games_of, moves_into, own_sizes
from cgt.families.periodic_form import PeriodicForm, play_of
from cgt.families.tame_form import small_heaps_text, tame_value


def is_nimlike(code: HeapCode) -> bool:
    """Whether every heap may be taken whole and to one counter, and heaps are divided into boundedly many.

    >>> [is_nimlike(HeapCode.parse(text)) for text in ("4.[3]", "0.7[3]", "0.[2]", "0.77", "0.3[F]")]
    [True, True, False, False, True]
    """
    takes = (*code.digits[1:], *code.tail)
    whole = all(None not in (digit.constraint(0), digit.constraint(1)) for digit in takes)
    return bool(code.tail) and whole and code.most_parts is not None


@attrs.frozen
class NimlikeInMisere(PeriodicForm):
    """The closed form in misère play of games whose heaps may all be taken whole, or to one counter.

    A heap of 2 or more is worth 2 or more. Lost are an odd number of heaps of 1, and what has a larger heap and is
    worth 0 in normal play. For who is at 0 with a larger heap has two of them, leaves one of them, and a value that is
    not 0; who is at another value with one larger heap leaves it empty or 1, whichever makes the number of ones odd;
    and with two larger heaps there is the winning move of normal play.

    >>> import cgt
    >>> print(*(cgt.outcome(text, "misere") for text in ("lasker 10^30,10^30", "lasker 1,1,1", "lasker 10^30,1")))
    P P N
    """

    name = "nim-like in misère play"
    statement = (
        "Misère play of a game whose heaps may all be taken whole, or to one counter: lost is an odd number of ones, "
        "and what has a larger heap and is lost in normal play."
    )
    reference = "by induction, as for nim: the last heap of 2 or more may be left empty, or at 1"

    def answer(self, question: Question) -> Answer | None:
        """The answer in misère play, where values prove a period."""
        position, code = question.position, self.ruleset.code
        sizes = own_sizes(self.ruleset, position) if question.convention is Convention.MISERE else None
        if sizes is None or code is None or play_of(self.ruleset, max(sizes, default=0)) is None:
            return None
        values = [self._play.value(size) for size in sizes]
        total = tame_value(values, Convention.MISERE)
        outcome = Outcome.N if total else Outcome.P

        def reason(moves: Sequence[Move]) -> str:
            clauses = self.clauses(sizes, values)
            if max(sizes, default=0) <= 1:
                clauses = [small_heaps_text()]
            elif sum(size > 1 for size in sizes) == 1:
                clauses.append(_("lost are an odd number of ones, and a nim-sum of 0 where a heap is larger"))
            move_text = self.ruleset.wording.move_text(position, moves[0]) if moves else None
            return with_conclusion(_("; ").join(clauses), outcome, move_text)

        return self.build_answer(
            question,
            outcome,
            lambda: () if outcome is Outcome.P else listed(lambda: self._winning(code, position, sizes, values)),
            reason,
            nim_value=total,
        )

    def _winning(
        self, code: HeapCode, position: Position, sizes: Sequence[int], values: Sequence[int]
    ) -> Iterator[Move]:
        total = nim_sum(*values)
        larger, ones = sum(size > 1 for size in sizes), sizes.count(1)
        for place, (game, size) in enumerate(zip(games_of(position), sizes, strict=True)):
            wanted = total ^ values[place]
            stays_large, others = larger > (size > 1), ones - (size == 1)
            large = (o for o in self._play.options_to(size, wanted) if stays_large or max(o, default=0) > 1)
            small = (o for o in _ones(code, size) if not stays_large and (others + len(o)) % 2)
            for move in moves_into(game, size, merge(large, small, key=lambda o: (-sum(o), len(o), o))):
                yield move_in(position, place, move)


def _ones(code: HeapCode, size: int) -> Iterator[Heaps]:
    """The options of a heap that are heaps of 1 or none, from many on."""
    for count in range(min(size, code.most_parts or 0), -1, -1):
        if code.digit(size - count).constraint(count) in {Constraint.ANY, Constraint.EQUAL}:
            yield (1,) * count

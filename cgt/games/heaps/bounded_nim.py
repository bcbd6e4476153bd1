"""Bounded nim: take 1 to m matches from one row (article 001 plays it with m = 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from cgt.core.code import HeapCode
from cgt.core.compounds import move_in
from cgt.core.language import _
from cgt.core.numbers import exact_repr, format_int
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.core.reading import WholeNumber
from cgt.core.route import Answer, ClosedForm, Question, with_conclusion
from cgt.families.heap_game import TakingRuleset, own_sizes
from cgt.families.matches import heaps_of
from cgt.families.tame_form import TameForm

if TYPE_CHECKING:
    from cgt.digits.moves import LinearMoves
    from cgt.families.lesson_words import LessonWords

FERGUSON = "T. S. Ferguson, On sums of graph games with last player losing, Int. J. Game Theory 3 (1974)"


@attrs.frozen
class BoundedNim(TakingRuleset):
    """Take at least one match and at most `most`, from one heap.

    >>> import cgt
    >>> game = BoundedNim(3)
    >>> game.table().values(10)
    [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]
    >>> cgt.winning_moves(game.position(13, 6))
    (ComponentMove(component=0, move=3), ComponentMove(component=1, move=1))
    """

    name = "bounded-nim"
    title = "Bounded nim"
    rules = "Take at least one match and at most m, from one heap."
    references = (
        "C.-G. Bachet de Méziriac, Problèmes plaisants et délectables (1612)",
        "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays, ch. 4 and 13 (1982)",
        FERGUSON,
    )
    example_arguments = ("3",)
    argument_form = "a number m, such as bounded-nim(4): the most that a move may take"
    example = "13,6,8"

    most: int = attrs.field(
        repr=exact_repr,
        metadata={"letter": "m"},
        validator=WholeNumber("bounded-nim(m) needs a whole number m of at least 1"),
    )

    @property
    def code(self) -> HeapCode | None:
        """The code with a digit 3 for every amount; None where there are more than 10,000."""
        return HeapCode.of_subtraction(range(1, self.most + 1)) if self.most <= 10_000 else None

    def takes(self, size: int) -> range:
        return range(1, min(self.most, size) + 1)

    def linear_moves(self) -> LinearMoves:
        """The moves of one row as formulas."""
        from cgt.digits.moves import bounded_moves

        return bounded_moves(self.most)

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy of leaving a multiple of `most + 1` of one row; in misère play, of several, by remainders."""
        if len(heaps_of(position)) != 1:
            if convention is Convention.NORMAL:
                return ""
            return _(
                "divide each heap by one more than you may take: the remainders count as heaps of nim; leave a nim-sum "
                "of 0 as long as a remainder of 2 or more stays, then leave an odd number of remainders of 1"
            )
        text = _(
            "leave 1, or 1 more than a multiple of {cycle}: whatever the other takes, take what makes it {cycle} "
            "together"
        )
        if convention is Convention.NORMAL:
            text = _("leave a multiple of {cycle}: whatever the other takes, take what makes it {cycle} together")
        return text.format(cycle=format_int(self.most + 1))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        remainders = Remainders(self, self.most)
        return (remainders, ParityRule(self)) if self.most == 3 else (remainders,)

    def lesson_words(self) -> LessonWords | None:
        """The texts of the lesson on this game; None where `most` is 1."""
        from cgt.games.lesson_texts import written_words  # a question is answered without

        if self.most == 1:
            return None
        cycle = self.most + 1
        after = {"next": cycle + 1, "after": 2 * cycle + 1, "start": 3 * cycle + 1}
        return written_words("bounded-nim", most=self.most, cycle=cycle, **after)


@attrs.frozen
class Remainders(TameForm):
    """The closed form by remainders: a row is worth its remainder modulo `most` + 1, in both conventions.

    From a row worth r one can reach every other remainder by taking, but also by going round once more, which makes
    the remainder larger: the opponent takes that back. So rows are nim heaps of their remainders with moves that can
    be undone, and the misère rule of nim stays valid.
    """

    most: int = attrs.field(repr=exact_repr)
    name = "remainders modulo m+1"
    statement = "When 1 to m may be taken, a row is worth its remainder modulo m + 1, in both conventions."
    strategy = "divide each heap by one more than you may take: only the remainders count, as heaps of nim"
    reference = BoundedNim.references[1]

    def value(self, size: int) -> int:
        return size % (self.most + 1)

    def takes_to(self, size: int, value: int) -> Sequence[int]:
        take = (size - value) % (self.most + 1)
        return (take,) if value <= self.most and 1 <= take <= size else ()

    def describe(self, size: int) -> str:
        return _("{size} leaves {rest} when divided by {modulus}").format(
            size=format_int(size), rest=format_int(self.value(size)), modulus=format_int(self.most + 1)
        )


@attrs.frozen
class ParityRule(ClosedForm):
    """The rule for taking 1, 2 or 3: lost exactly when the numbers of rows that leave 1, 2, 3 modulo 4 have one parity.

    This is the pupils' own rule; it counts rows and knows nothing of nim-sums.

    >>> import cgt
    >>> game = BoundedNim(3)
    >>> print(cgt.solve(game.position(13, 10, 19), closed_form=ParityRule(game)).explanation)
    modulo 4, rows that leave 1: 1, rows that leave 2: 1, rows that leave 3: 1, all odd: every move can be answered
    """

    ruleset: BoundedNim
    name = "parity of the rows that leave 1, 2 and 3"
    statement = (
        "Taking 1, 2 or 3: losing exactly when as many rows, up to parity, leave 1 as leave 2 and as leave 3 modulo 4."
    )
    reference = "MATh.en.JEANS, lycée Guy Môquet, Châteaubriant, Le jeu des allumettes (2012-2013)"

    def answer(self, question: Question) -> Answer | None:
        """The answer in normal play with at most 3 taken: P exactly when the three counts have the same parity."""
        position = question.position
        sizes = own_sizes(self.ruleset, position)
        if question.convention is not Convention.NORMAL or self.ruleset.most != 3 or sizes is None:
            return None
        counts = [0, 0, 0, 0]
        for size in sizes:
            counts[size % 4] += 1

        def moves() -> Iterator[Move]:
            for index, size in enumerate(sizes):
                for take in self.ruleset.takes(size):
                    after = list(counts)
                    after[size % 4] -= 1
                    after[(size - take) % 4] += 1
                    if _same_parity(after):
                        yield move_in(position, index, take)

        def reason(winning: Sequence[Move]) -> str:
            odd = sum(count % 2 for count in counts[1:])
            text = _("modulo 4, rows that leave 1: {n1}, rows that leave 2: {n2}, rows that leave 3: {n3}").format(
                n1=counts[1], n2=counts[2], n3=counts[3]
            )
            if odd in {0, 3}:
                return with_conclusion(text + (_(", all odd") if odd else _(", all even")), Outcome.P, None)
            move_text = self.ruleset.wording.move_text(position, winning[0])
            return with_conclusion(text + _(", not all odd nor all even"), Outcome.N, move_text)

        outcome = Outcome.P if _same_parity(counts) else Outcome.N
        return self.build_answer(question, outcome, lambda: tuple(moves()), reason)


def _same_parity(counts: Sequence[int]) -> bool:
    return counts[1] % 2 == counts[2] % 2 == counts[3] % 2

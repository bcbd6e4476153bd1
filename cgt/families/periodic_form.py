"""Closed forms for heaps of any size in games with proved periods."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

import attrs

from cgt.core.compounds import move_in
from cgt.core.language import _
from cgt.core.lazy_moves import LazyMoves
from cgt.core.memory import MEMORY
from cgt.core.nimber import SHOWN_TERMS, nim_sum, sum_text
from cgt.core.numbers import format_int
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.core.progress import Progress, thread_seconds
from cgt.core.route import Answer, ClosedForm, Facts, Question, with_conclusion
from cgt.errors import BudgetError, CertificateError
from cgt.families.heap_game import HeapRuleset, count_into, games_of, moves_into, own_sizes
from cgt.families.tame_form import TameForm

if TYPE_CHECKING:
    from cgt.core.code import HeapCode
    from cgt.core.repetition import Periodicity
    from cgt.theory.period_certificate import PeriodCertificate
    from cgt.theory.residues import PeriodicPlay

SEARCHED = {1: 50_000, 2: 10_000, 3: 300}
"""The numbers of values in which a closed form looks for moves, by the heaps left: about half a second in plain
Python."""
SEARCHED_BEYOND = 40

FORM_SECONDS = 2.0
"""Processor seconds after which it looks no further: heaps that are compared with each other take long."""

AT_ONCE = 256
"""The number of values in which it looks however small the heap: some milliseconds."""


def periodic_play(code: HeapCode, heap: int | None = None) -> PeriodicPlay | None:
    """The play by the period of a code that few values prove, else None.

    For a `heap` of a given size no more than twice as many values are looked at: a table of them does as well.

    >>> from cgt.core.code import HeapCode
    >>> periodic_play(HeapCode.parse("0.77")).periodicity.period
    12
    """
    with MEMORY.borrow(("period", code, Convention.NORMAL), lambda: _PeriodSearch(code)) as search:
        return search.play_for(heap)


class _PeriodSearch:
    """A resumable search for the period of a code."""

    def __init__(self, code: HeapCode) -> None:
        self._code = code
        from cgt.fast.taking_breaking_values import sequence_of

        self._sequence = sequence_of(code, backend="python")
        self._most = SEARCHED.get(max(code.most_parts or 9, 1), SEARCHED_BEYOND)
        self._looked_to = 0
        self._proved: tuple[Periodicity, Sequence[int], str] | None = None

    @property
    def nbytes(self) -> int:
        """About how many bytes it takes."""
        return self._sequence.nbytes

    def play_for(self, heap: int | None) -> PeriodicPlay | None:
        """The play, if a number of values that grows with the heap, up to a bound, proves the period."""
        # In powers of two, so that one heap after another does not look at the same values again and again.
        wanted = self._most if heap is None else min(self._most, max(AT_ONCE, 1 << heap.bit_length()))
        if self._proved is None and wanted > self._looked_to:
            try:
                self._look(wanted, _give_up_after(FORM_SECONDS))
            except BudgetError:
                self._most = wanted = len(self._sequence.values)
                self._look(wanted)
            self._looked_to = wanted
        if self._proved is None:
            return None
        from cgt.theory.residues import PeriodicPlay

        return PeriodicPlay(self._code, *self._proved)

    def _look(self, stop: int, progress: Progress | None = None) -> None:
        """Look for a period that `stop` values prove."""
        from cgt.theory.period import period_of_code  # with its theorems, when it is asked for

        report = period_of_code(self._code, stop, sequence=self._sequence, progress=progress)
        if report.periodicity is not None and report.theorem is not None:
            self._proved = report.periodicity, report.values, report.theorem


def _give_up_after(seconds: float) -> Progress:
    """A progress callback that raises `BudgetError` after so many processor seconds."""
    end = thread_seconds() + seconds

    def watch(_done: int, _total: int) -> None:
        if thread_seconds() > end:
            raise BudgetError("the search for a period takes too long")

    return watch


def pattern_text(play: PeriodicPlay) -> str:
    """The pattern of the nim-values, as a clause: the period, and the heaps that do not fit."""
    periodicity = play.periodicity
    if periodicity.period > 1:
        text = _("heaps modulo {period}").format(period=periodicity.period)
        if periodicity.saltus:
            text += _(", plus {saltus} a period").format(saltus=periodicity.saltus)
    elif periodicity.saltus:
        text = _("each counter more adds {saltus}").format(saltus=periodicity.saltus)
    else:
        text = _("every heap is worth {value}").format(value=play.value(periodicity.preperiod))
    exceptions = periodicity.exceptions(play.values)
    if exceptions:
        shown = ", ".join(map(str, exceptions[:14])) + (", …" if len(exceptions) > 14 else "")
        if len(exceptions) == 1:
            text += _(", except heap {shown}").format(shown=shown)
        else:
            text += _(", except these {count}: {shown}").format(count=len(exceptions), shown=shown)
    return text


def worth_text(play: PeriodicPlay, size: int) -> str:
    """The nim-value of a heap, as a clause; beyond the table, by the heap in the table that it repeats.

    >>> import cgt
    >>> print(worth_text(periodic_play(cgt.parse_ruleset("kayles").code), 1000))
    1000 = 76 + 77 × 12 is worth 1, as 76 is
    >>> print(worth_text(periodic_play(cgt.parse_ruleset("kenyons").code), 1000))
    1000 = 4 + 166 × 6 is worth 1 + 166 × 3 = 499
    """
    result, value = play.periodicity, play.value(size)
    source, turns = result.reduce(size)
    parts = {
        "size": format_int(size),
        "value": format_int(value),
        "source": source,
        "turns": format_int(turns),
        "period": result.period,
        "saltus": result.saltus,
        "base": play.value(source),
    }
    if not turns or result.period == 1:
        return _("{size} is worth {value}").format(**parts)
    if not result.saltus:
        return _("{size} = {source} + {turns} × {period} is worth {value}, as {source} is").format(**parts)
    return _("{size} = {source} + {turns} × {period} is worth {base} + {turns} × {saltus} = {value}").format(**parts)


@attrs.frozen
class PeriodicForm(ClosedForm):
    """The closed form for normal play of any number of heaps of a game with a period certificate.

    A certificate that is given must be of the game's own code, else a `CertificateError` says so. Without one, one is
    looked for when first asked; where none is found early, nothing applies.

    >>> import cgt
    >>> kayles = cgt.parse_ruleset("kayles")
    >>> cgt.solve(kayles.position(10**30), closed_form=PeriodicForm(kayles)).nim_value
    1
    """

    ruleset: HeapRuleset
    given: PeriodCertificate | None = attrs.field(default=None, repr=False)

    @given.validator
    def _is_of_the_game(self, _attribute: object, given: PeriodCertificate | None) -> None:
        if given is not None and given.code != self.ruleset.code:
            raise CertificateError(f"the certificate is of {given.code}, and the code of {self.ruleset} is another")

    name = "periodic nim-sequence"
    statement = "Normal play of any number of heaps of a game with a certificate."
    kinds = ("certificate", "closed form")
    reference = "R. K. Guy and C. A. B. Smith, The G-values of various games (1956)"

    def answer(self, question: Question) -> Answer | None:
        """The answer in normal play, by a period sought in at most about twice as many values as the largest heap."""
        position = question.position
        sizes = own_sizes(self.ruleset, position) if question.convention is Convention.NORMAL else None
        if sizes is None:
            return None
        largest = max(sizes, default=0)
        if self.given is None and (_asks_little(question, largest) or play_of(self.ruleset, largest) is None):
            return None
        values = [self._play.value(size) for size in sizes]
        total = nim_sum(*values)
        return self.build_answer(
            question,
            Outcome.N if total else Outcome.P,
            lambda: self._moves_to(position, sizes, values, 0),
            partial(self._reason, position, sizes, values, total),
            nim_value=total,
            moves_to=partial(self._moves_to, position, sizes, values),
            reference=self._play.reference,
        )

    def _moves_to(self, position: Position, sizes: Sequence[int], values: Sequence[int], value: int) -> Sequence[Move]:
        """The moves that make the nim-sum `value`, lazily; `total` counts them."""
        change = nim_sum(*values) ^ value
        if not change:
            return ()
        wanted = [(size, change ^ own) for size, own in zip(sizes, values, strict=True)]
        games = games_of(position)
        counts = [self._count_to(game, size, worth) for game, (size, worth) in zip(games, wanted, strict=True)]
        total = None if None in counts else sum(count for count in counts if count is not None)
        return LazyMoves(partial(self._moves, position, wanted), total)

    def _count_to(self, game: HeapRuleset, size: int, value: int) -> int | None:
        def is_worth_it(option: tuple[int, ...]) -> bool:
            return nim_sum(*map(self._play.value, option)) == value

        return count_into(game, size, self._play.count_to(size, value), is_worth_it)

    def _moves(self, position: Position, wanted: Sequence[tuple[int, int]]) -> Iterator[Move]:
        for index, (game, (size, value)) in enumerate(zip(games_of(position), wanted, strict=True)):
            for move in moves_into(game, size, self._play.options_to(size, value)):
                yield move_in(position, index, move)

    def clauses(self, sizes: Sequence[int], values: Sequence[int]) -> list[str]:
        """The clauses of a reason: the period, the nim-values of the heaps, and their nim-sum."""
        different = list(dict.fromkeys(sizes))
        worths = [worth_text(self._play, size) for size in different[:SHOWN_TERMS]]
        clauses = [pattern_text(self._play), *worths, *["…"] * (len(different) > SHOWN_TERMS)]
        if len(sizes) > 1:
            text = _("the nim-sum is {sum}")
            clauses.append(text.format(sum=sum_text(values[: SHOWN_TERMS + 1], nim_sum(*values))))
        return clauses

    def _reason(
        self, position: Position, sizes: Sequence[int], values: Sequence[int], total: int, moves: Sequence[Move]
    ) -> str:
        text = _("; ").join(self.clauses(sizes, values))
        if not total:
            return with_conclusion(text, Outcome.P, None)
        return with_conclusion(text, Outcome.N, self.ruleset.wording.move_text(position, moves[0]))

    @cached_property
    def _play(self) -> PeriodicPlay:
        if self.given is None:
            return _known_play(self.ruleset)
        from cgt.theory.residues import PeriodicPlay

        return PeriodicPlay(self.given.code, self.given.periodicity, self.given.values, self.given.theorem)


@attrs.frozen
class PeriodicTakes(TameForm):
    """The closed form for both conventions of a game of fixed takes with a certificate: its heaps are tame.

    >>> import cgt
    >>> game = cgt.games.Subtraction(1, 3, 4)
    >>> print(cgt.solve(game.position(10**30), closed_form=PeriodicTakes(game)).explanation)
    heaps modulo 7; 1000000000000000000000000000000 = 1 + 142857142857142857142857142857 × 7 is worth 1, as 1 is: take 1
    """

    name = "periodic nim-sequence"
    statement = "Both conventions of a game of fixed takes with a certificate: its heaps are tame."
    kinds = ("certificate", "closed form")
    reference = (
        "the period theorem of the certificate; in misère play T. S. Ferguson, On sums of graph games with last player "
        "losing (1974)"
    )

    def covers(self, sizes: Sequence[int], convention: Convention) -> bool:
        """Whether the period is proved, for every position then."""
        return play_of(self.ruleset, max(sizes, default=0)) is not None

    def value(self, size: int) -> int:
        return self._play.value(size)

    def takes_to(self, size: int, value: int) -> Iterable[int]:
        return (size - sum(option) for option in self._play.options_to(size, value))

    @property
    def premise(self) -> str:
        return pattern_text(self._play)

    def describe(self, size: int) -> str:
        return worth_text(self._play, size)

    @cached_property
    def _play(self) -> PeriodicPlay:
        return _known_play(self.ruleset)


def _asks_little(question: Question, largest: int) -> bool:
    """Whether only outcome or nim-value is asked, of heaps so small that a table costs less than a period search.

    Whoever wants another fact, too, gets the period.
    """
    in_reach = question.max_positions is None or largest < question.max_positions
    return largest < AT_ONCE and in_reach and question.needed | question.optional in {Facts.OUTCOME, Facts.NIM_VALUE}


def play_of(ruleset: HeapRuleset, heap: int | None = None) -> PeriodicPlay | None:
    """The play by the period of a game's code that few values prove, as `periodic_play`; None without a code."""
    return None if ruleset.code is None else periodic_play(ruleset.code, heap)


def _known_play(ruleset: HeapRuleset) -> PeriodicPlay:
    play = play_of(ruleset)
    assert play is not None  # noqa: S101 - asked only where a form applies; this tells the type checker
    return play

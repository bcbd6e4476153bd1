"""Take-away games: how many matches may be taken depends on how many the last move took (articles 000 and 004)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import attrs
from more_itertools import nth, take

from cgt.core.compounds import Sum, components_of
from cgt.core.game import GamePosition, position_of
from cgt.core.language import _
from cgt.core.numbers import exact_repr, format_int, format_value, is_whole
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Position
from cgt.core.reading import check_sizes, parse_size
from cgt.core.route import Answer, ClosedForm, Question, with_conclusion
from cgt.digits.takeaway_base import Base, first_drop, is_covered, is_nondecreasing
from cgt.errors import (
    BudgetError,
    IllegalMoveError,
    ParseError,
    PositionError,
)
from cgt.games.heaps.quota import FloorQuota, LinearQuota, Pile, Quota, TakeAwayRuleset, opening_quota, shown_parts

if TYPE_CHECKING:
    from cgt.core.progress import Progress
    from cgt.core.wording import Wording
    from cgt.digits.moves import LinearMoves
    from cgt.families.discovery import Discovery
    from cgt.families.lesson_words import LessonWords
    from cgt.fast.backend import Backend
    from cgt.games.heaps.takeaway_table import TakeAwayTable

LISTED_MOVES = 100_000
"""The greatest number of winning moves listed; only a quota that stops growing allows so many."""

CHECKED_QUOTA = 10_000
"""The bound to which a user's own quota function is evaluated to see whether the theorem covers it."""

SHOWN_TERMS = 8
"""The number of first terms of a base that a strategy names."""

Expansion: TypeAlias = Sequence[tuple[int, int]]
"""The parts of a heap, the least first, each with how often it occurs."""


@attrs.frozen
class TakeAway(TakeAwayRuleset[tuple[int, int], int]):
    """One heap and a quota; each heap of several has a quota of its own, so they form a `Sum`.

    Args:
        quota: from the last move's n to the most that may be taken next: text such as `"2n"`, `"n+1"`, a table, or
            any Python function.
        opening: what the first move may take: a number, `"all but one"` (the usual rule) or `"unlimited"`.

    >>> import cgt
    >>> game = TakeAway("2n")
    >>> cgt.solve(game.position((50, 2)), "misere").winning_moves
    (2,)
    """

    name = "takeaway"
    title = "Take-away"
    references: ClassVar[tuple[str, ...]] = (
        "A. J. Schwenk, Take-away games, Fibonacci Quarterly 8 (1970)",
        "A. Mothe, L. Orban, E. Privat, S. Rocher and L. Thouy, La stratégie des allumettes, MATh.en.JEANS (2005)",
    )
    example_arguments: ClassVar[tuple[str, ...]] = ("2n",)
    argument_form = (
        "the most that may be taken after a move that took n, such as takeaway(3n), takeaway(n+1), takeaway(3n/2), or "
        "takeaway([3,1,8]) for n = 1, 2, and 3 or more; then the most that the first move in a heap may take, as in "
        "takeaway(2n,5) or takeaway(2n,unlimited), by default all but one"
    )
    position_form = "heaps separated by commas, a heap's quota after a colon, such as 21:4,10"
    example = "22:4"

    @property
    def rules(self) -> str:
        """The rules with the quota and the opening."""
        text = _(
            "Take at least one match; after a move in a heap that took n, the next in it may take at most {quota}."
        )
        return f"{text.format(quota=self._next_quota_text)} {self._opening_text}"

    @property
    def _opening_text(self) -> str:
        """The opening rule, as a sentence of the rules."""
        if self.opening == "all but one":
            return _("The first move in a heap may not take all of it.")
        if self.opening == "unlimited":
            return _("The first move in a heap may take any number.")
        return _("The first move in a heap may take at most {count}.").format(count=exact_repr(self.opening))

    @property
    def wording(self) -> Wording:
        return attrs.evolve(super().wording, separator=",", table_axes=("heap", "quota"))

    def moves(self, state: tuple[int, int], /) -> range:
        """The amounts from 1 to the quota."""
        return range(1, state[1] + 1)

    def after(self, state: tuple[int, int], move: int, /) -> tuple[int, int]:
        """The heap and quota after a move; raises `IllegalMoveError`."""
        size, quota = state
        if not is_whole(move) or not 1 <= move <= quota:
            allowed = f"take 1 to {format_int(quota)}" if quota else "no move is left"
            raise IllegalMoveError(
                f"{format_value(move)} may not be taken from a heap of {format_int(size)}: {allowed}"
            )
        return size - move, min(size - move, self.next_quota(move))

    def options(self, state: tuple[int, int], /) -> Iterator[tuple[int, int]]:
        """The heap and quota after each amount."""
        size, quota = state
        return ((size - take, min(size - take, self.next_quota(take))) for take in range(1, quota + 1))

    def write(self, state: tuple[int, int], /) -> str:
        """The text of a heap, with its quota after a colon where anything may be taken."""
        size, quota = map(exact_repr, state)
        return f"{size}:{quota}" if state[1] else size

    def position(self, *heaps: int | tuple[int, ...], quota: int | None = None) -> Pile | Sum:
        """The position of heaps, a sum if several; each is a size, under the opening rule, or a pair (size, quota).

        Two sizes are two heaps; with `quota` each size is under that quota.

        >>> game = TakeAway("2n")
        >>> print(game.position(50, quota=2), game.position(50, 2), game.position((50, 2), 7))
        50:2 50:49,2:1 50:2,7:6
        """
        given = heaps if quota is None else [heap if isinstance(heap, tuple) else (heap, quota) for heap in heaps]
        for heap in given:
            if isinstance(heap, tuple) and len(heap) != 2:
                raise PositionError(f"a heap is a size or a pair (size, quota), not {format_value(heap)}")
        sizes = (check_sizes(heap if isinstance(heap, tuple) else (heap,)) for heap in given)
        piles = [self._pile(*heap) for heap in sizes] or [Pile(self, (0, 0))]
        return piles[0] if len(piles) == 1 else Sum(*piles)

    def _pile(self, size: int, quota: int | None = None) -> Pile:
        if quota is None:
            quota = opening_quota(self.opening, size)
        elif quota == 0 and size > 0:
            raise PositionError(
                _("the quota of a heap is at least 1: {size}:0 allows no move").format(size=format_int(size))
            )
        return Pile(self, (size, min(size, quota)))

    def read(self, text: str) -> tuple[int, int]:
        """Read a heap such as `21:4`, or `10` for an initial one."""
        size, colon, quota = text.partition(":")
        whole = parse_size(size, text, 0, self.position_form)
        return self._pile(whole, parse_size(quota, text, len(size) + 1, self.position_form) if colon else None).state

    def parse(self, text: str) -> GamePosition | Sum:
        """Read heaps such as `21:4,10`: a comma joins them as `+` does."""
        try:
            return super().parse(text.replace(",", "+") if isinstance(text, str) else text)
        except ParseError as error:
            raise error.within(text, 0) from None

    def table_position(self, row: int, column: int) -> Pile:
        """The heap `row` under the quota `column`; under the quota 0 nothing may be taken."""
        size, quota = check_sizes((row, column))
        return Pile(self, (size, min(size, quota)))

    def piles(self, position: Position) -> list[Pile] | None:
        """The heaps of a position; None where one belongs to another game."""
        parts = components_of(position)
        piles = [part for part in parts if isinstance(part, Pile) and part.game == self]
        return piles if len(piles) == len(parts) else None

    def under_quota(self, quota: int, *heaps: int) -> Position:
        """The heaps, each under this quota."""
        return self.position(*heaps, quota=quota)

    def study(self, limit: int | None = None, *, progress: Progress | None = None) -> Discovery:
        """The study of the quota's base, and the strategy where a theorem covers it."""
        return _study(str(self), self.quota)

    def table(self, backend: Backend = "auto") -> TakeAwayTable:
        """The nim-values by heap and quota."""
        from cgt.games.heaps.takeaway_table import TakeAwayTable  # one heap is answered without

        return TakeAwayTable(self, backend)

    def sample_positions(self, bound: int) -> Iterator[Position]:
        """Sample positions: heaps up to `bound` under every quota, and small initial heaps."""
        yield from (self.position(size) for size in range(min(bound, 1) + 1))
        for size in range(bound + 1):
            for quota in range(1, size + 1):
                yield self.position((size, quota))

    def linear_moves(self) -> LinearMoves | None:
        """The linear moves of one heap, from which levels of nim-values are proved."""
        from cgt.games.heaps.linear_moves import own_moves

        return own_moves(self.quota, self.table().arrays)

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy of the smallest part, where the quota never falls, and of several heaps for the quota 2n."""
        if isinstance(position, Pile):
            text = self._strategy_of_one(position)
            if not text or convention is Convention.NORMAL:
                return text
            aside = _("lay one match aside, which is for the other player; of the others: {strategy}")
            return aside.format(strategy=text)
        if convention is not Convention.NORMAL or self.quota != LinearQuota(2) or self.piles(position) is None:
            return ""
        return _(
            "write each heap as a sum of Fibonacci numbers, no two of them neighbours: a heap of which the smallest "
            "part may not be taken counts nothing, any other counts as a heap of nim, how large a table tells; leave a "
            "nim-sum of 0"
        )

    def _strategy_of_one(self, position: Pile) -> str:
        """The strategy of the smallest part in normal play; empty where the quota falls."""
        if self.quota == LinearQuota(1):
            return _("write the matches as a sum of 1, 2, 4, 8, …, each at most once, and take the smallest part")
        if self.quota == LinearQuota(2):
            return _(
                "write the matches as a sum of the Fibonacci numbers 1, 2, 3, 5, 8, …, no two of them neighbours, and "
                "take the smallest part"
            )
        form = BaseNumeration(self)
        if not form.never_falls(position.state[0]):
            return ""
        numbers, more = take(SHOWN_TERMS, form.base), nth(form.base, SHOWN_TERMS) is not None
        shown = ", ".join(map(format_int, numbers)) + _(", …") * more
        text = _(
            "write the matches as a sum of the numbers {numbers}, each time with the greatest that fits, and take the "
            "smallest part"
        )
        return text.format(numbers=shown)

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (BaseNumeration(self),)

    def lesson_words(self) -> LessonWords | None:
        """The texts of the lesson on Fibonacci nim; None for other quotas and openings."""
        from cgt.games.lesson_texts import written_words  # a question is answered without

        if (self.quota, self.opening) != (LinearQuota(2), "all but one"):
            return None
        return written_words("fibonacci-nim")


position_of.register(TakeAway, Pile)


@attrs.frozen
class BaseNumeration(ClosedForm):
    """Schwenk's theorem for one heap in the base of the quota: who may take the least part wins (1970).

    In misère play the last match is poison: a heap of n plays like a heap of n - 1 in normal play.
    """

    ruleset: TakeAway
    base: Base = attrs.field(init=False, eq=False, repr=False)
    name = "base numeration"
    statement = "One heap: write it in the base of the quota; whoever may take the least part wins (Schwenk, 1970)."
    reference = TakeAway.references[0]

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "base", Base(self.ruleset.quota))

    def answer(self, question: Question) -> Answer | None:
        """The answer for one heap: N exactly when the quota reaches the least part."""
        pile, misere = question.position, question.convention is Convention.MISERE
        if not isinstance(pile, Pile) or pile.game != self.ruleset:
            return None
        heap, quota = pile.state
        if not self.never_falls(heap):
            return None
        if misere and not quota:  # there is no match, or the opening rule allows no move: a heap of 1, all but one
            over = _("no move is left, and the player to move has won")
            return self.build_answer(question, Outcome.N, tuple, lambda _moves: over)
        size = heap - misere
        expansion = self.base.expansion(size) if size else []
        wins = bool(expansion) and quota >= expansion[0][0]
        return self.build_answer(
            question,
            Outcome.N if wins else Outcome.P,
            lambda: self._takes(pile, expansion) if wins else (),
            lambda _moves: _sum_reason(expansion, size, quota, misere=misere),
            nim_value=None if misere else self.nim_value(size, quota),
        )

    def nim_value(self, size: int, quota: int) -> int | None:
        """The nim-value of a heap with its quota in normal play; None, the default, where no formula is known."""
        return None

    def never_falls(self, size: int) -> bool:
        """Whether the quota is nondecreasing: known for k·n+q and its parts; a user's is checked up to the heap."""
        if isinstance(self.ruleset.quota, LinearQuota | FloorQuota):
            return True
        return size <= CHECKED_QUOTA and is_nondecreasing(self.ruleset.next_quota, max(size, 1))

    def _takes(self, pile: Pile, expansion: Expansion) -> tuple[int, ...]:
        """The winning takes: tails of parts within the quota that leave too small a quota for the next part."""
        takes = tuple(islice(self.base.winning_tails(expansion, pile.state[1]), LISTED_MOVES + 1))
        if len(takes) > LISTED_MOVES:
            text = _("{pile} has more than {listed_moves} winning moves: too many to list")
            raise BudgetError(text.format(pile=pile, listed_moves=format_int(LISTED_MOVES, group=True)))
        return takes


def _sum_reason(expansion: Expansion, size: int, quota: int, *, misere: bool) -> str:
    if not expansion:
        return _("no match can be taken without losing") if misere else _("no move is left")
    parts = shown_parts(expansion)
    if misere:
        parts.append("1")
    least = expansion[0][0]
    written = f"{format_int(size + misere)} = {' + '.join(reversed(parts))}"
    if len(parts) == 1:
        written = _("{size} is one part").format(size=format_int(size))
    if quota >= least:
        return _("{sum}: take {least}").format(sum=written, least=format_int(least))
    text = _("{sum}, and {least} is more than the {quota} that may be taken").format(
        sum=written, least=format_int(least), quota=format_int(quota)
    )
    return with_conclusion(text, Outcome.P, None)


LISTED_TERMS = 24
BOUND_OF_QUOTAS = 10_000


def _study(rule: str, quota: Quota) -> Discovery:
    """The study of the base of a quota, where Schwenk's theorem covers it; `rule` is the game as text."""
    from cgt.families.discovery import Discovery
    from cgt.theory.base_recurrence import linear_recurrence

    base = Base(quota)
    never_falls = isinstance(quota, LinearQuota | FloorQuota)
    bound = BOUND_OF_QUOTAS
    covered = never_falls or is_covered(quota, bound)
    every = never_falls or is_nondecreasing(quota, bound)
    tried = []
    recurrence = result = None
    divisor = quota.d if isinstance(quota, FloorQuota) else 1
    if isinstance(quota, LinearQuota | FloorQuota) and quota.k >= divisor:
        try:
            result = linear_recurrence(quota.k, quota.q, divisor)
            recurrence = _("{recurrence}, proved from the base itself").format(recurrence=result)
        except BudgetError as error:
            tried.append(str(error))
    elif (last := base.ends_at(10**6)) is not None:
        recurrence = _("none: the base ends with {last}, which greedy sums use again and again").format(last=last)
    if not covered:
        falls = _("Schwenk's theorem: the quota falls by more than 1 after a take of {take}")
        tried.append(falls.format(take=first_drop(quota, bound)))
    strategy = None
    if covered:
        strategy = _(
            "write the heap as a greedy sum of base numbers; whoever may take the least part wins by taking it"
        )
        if not every:
            strategy += _("; the quota falls at places, so other takes may win as well")
    looked = _("Schwenk's hypothesis was checked for takes up to {bound}").format(bound=bound)
    return Discovery(
        rule=rule,
        kind="quota",
        listed="base",
        values=tuple(islice(base, LISTED_TERMS)) if covered else (),
        recurrence=recurrence if covered else None,
        base=result,
        strategy=strategy,
        proved=never_falls,
        tried=tuple(tried if never_falls else [*tried, looked]),
    )

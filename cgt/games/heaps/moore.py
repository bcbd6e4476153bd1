"""Moore's nim: take from at most k heaps at once (E. H. Moore, 1910)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

import attrs

from cgt.core.language import _, ngettext
from cgt.core.lazy_moves import LazyMoves, in_order
from cgt.core.numbers import exact_repr, format_int
from cgt.core.outcome import Convention
from cgt.core.position import Position
from cgt.core.reading import WholeNumber
from cgt.core.route import ClosedForm
from cgt.families.matches import largest_heap
from cgt.families.state_form import StateForm
from cgt.families.tame_form import tame_value
from cgt.games.heaps.number_rows import JointRuleset, Numbers, taken_from


@attrs.frozen
class MooreNim(JointRuleset):
    """Take any numbers of matches, at least one in all, from at most `most_heaps` heaps.

    >>> import cgt
    >>> game = MooreNim(2)
    >>> cgt.outcome(game.position(5, 5, 5)), list(game.position(1, 2).moves())
    (<Outcome.P: 'P'>, [(1, 0), (0, 1), (0, 2), (1, 1), (1, 2)])
    """

    name = "moore-nim"
    title = "Moore's nim"
    rules = "Take any numbers of matches, at least one in all, from at most k of the heaps."
    references = ("E. H. Moore, A generalization of the game called nim, Annals of Mathematics 11 (1910)",)
    example_arguments = ("2",)
    argument_form = "a number k, such as moore-nim(3): a move takes from at most k heaps"
    example = "3,4,5"

    most_heaps: int = attrs.field(
        repr=exact_repr,
        metadata={"letter": "k"},
        validator=WholeNumber("moore-nim(k) needs a whole number k of at least 1"),
    )

    def moves(self, heaps: Numbers, /) -> Iterator[Numbers]:
        """The moves in one heap, in two, and so on."""
        alive = [index for index, heap in enumerate(heaps) if heap]
        for count in range(1, min(self.most_heaps, len(alive)) + 1):
            for chosen in combinations(alive, count):
                yield from taken_from(heaps, chosen)

    def allows(self, heaps: Numbers, amounts: Numbers) -> bool:
        return 1 <= sum(map(bool, amounts)) <= self.most_heaps

    def _least_positions(self, position: Position) -> int:
        return largest_heap(position)

    def _strategy(self, position: Position, convention: Convention) -> str:
        """The strategy in misère play; the closed form has that of normal play."""
        if convention is Convention.NORMAL:
            return ""
        text = _(
            "write the heaps in binary under each other: leave in every column a multiple of {modulus} ones as long as "
            "a heap of 2 or more stays; then leave 1 heap of 1, or 1 more than a multiple of {modulus}"
        )
        return text.format(modulus=format_int(self.most_heaps + 1))

    def closed_forms(self) -> tuple[ClosedForm, ...]:
        return (BinaryColumns(self),)


@attrs.frozen
class BinaryColumns(StateForm[Numbers, Numbers]):
    """Moore's theorem: P exactly when every binary column of the heaps has a multiple of k + 1 ones.

    In misère play, once at most k heaps are larger than 1, the last column must have one more than such a multiple
    instead. For then one move can bring every heap down to 1 or 0, and while more than k heaps are larger no move can.
    """

    ruleset: MooreNim
    name = "binary digits modulo k+1"
    statement = (
        "Write the heaps in binary under each other: P exactly when every column has a multiple of k + 1 ones; in "
        "misère play, once at most k heaps are larger than 1, the last column one more."
    )
    reference = MooreNim.references[0]
    conventions = (Convention.NORMAL, Convention.MISERE)

    @property
    def strategy(self) -> str:
        text = _("write the heaps in binary under each other: leave in every column a multiple of {modulus} ones")
        return text.format(modulus=format_int(self.ruleset.most_heaps + 1))

    def _targets(self, heaps: Numbers, convention: Convention) -> list[int]:
        """The number that each column should leave modulo k + 1, the units first."""
        few = sum(heap > 1 for heap in heaps) <= self.ruleset.most_heaps
        return [int(convention is Convention.MISERE and few), *(0 for _place in columns(heaps)[1:])]

    def _wrong(self, heaps: Numbers, convention: Convention) -> list[int]:
        """The places of the columns with other numbers of ones."""
        modulus, targets = self.ruleset.most_heaps + 1, self._targets(heaps, convention)
        return [place for place, ones in enumerate(columns(heaps)) if ones % modulus != targets[place]]

    def is_p(self, state: Numbers, convention: Convention) -> bool:
        """Whether every column is right; O(heaps × digits)."""
        return not self._wrong(state, convention)

    def nim_value(self, state: Numbers, convention: Convention) -> int | None:
        """The nim-value of nim where k is 1, and that of one heap where a move may reach all and so leave any fewer."""
        if sum(map(bool, state)) <= self.ruleset.most_heaps:
            return tame_value([sum(state)], convention)
        return tame_value(state, convention) if self.ruleset.most_heaps == 1 else None

    def winning_moves(self, state: Numbers, convention: Convention) -> LazyMoves[Numbers]:
        """The balancing moves, found column by column, lazily: there can be exponentially many."""
        return LazyMoves(partial(_winning_moves, state, self._targets(state, convention), self.ruleset.most_heaps))

    def reason(self, state: Numbers, convention: Convention) -> str:
        counts, wrong = columns(state), self._wrong(state, convention)
        modulus = self.ruleset.most_heaps + 1
        if len(counts) <= 12 and len(state) <= 8:
            text = _("in binary the heaps are {heaps}, and the numbers of ones in the columns are {counts}").format(
                heaps=", ".join(f"{heap:b}" for heap in state) or "0",
                counts=", ".join(map(str, reversed(counts))) or "0",
            )
        elif wrong:
            ones = counts[wrong[-1]]
            text = ngettext(
                "in binary, {ones} heap has a 1 worth 2^{place}",
                "in binary, {ones} heaps have a 1 worth 2^{place}",
                ones,
            ).format(ones=ones, place=wrong[-1])
        else:
            text = _("in binary, no digit is 1 in a number of heaps that is not a multiple of {modulus}").format(
                modulus=modulus
            )
        should = _("; every count should be a multiple of {modulus}")
        if any(self._targets(state, convention)):
            should = _("; every count should be a multiple of {modulus}, the last one 1 more (misère play)")
        return text + should.format(modulus=modulus) + (_(", and is") if not wrong else "")


def columns(heaps: Sequence[int]) -> list[int]:
    """The number of heaps with a 1 in each binary place, the units first; at least one place.

    >>> columns([5, 4, 1]), columns([1, 1]), columns([])
    ([2, 0, 2], [2], [0])
    """
    places = max(max(heaps, default=0).bit_length(), 1)
    written = (f"{heap:0{places}b}" for heap in (0, *heaps))
    return [ones.count("1") for ones in zip(*written, strict=True)][::-1]


@attrs.frozen
class _Partial:
    """The heaps after a move, decided down to some binary place: heaps lowered so far, with their new digits."""

    lowered: tuple[int, ...]
    digits: tuple[int, ...]


def _winning_moves(heaps: tuple[int, ...], targets: Sequence[int], most: int) -> Iterator[Numbers]:
    """The balancing moves, in the order of all moves unless they are too many to be sorted."""
    return in_order(_balancing_moves(heaps, targets, most), _place_among_moves)


def _balancing_moves(heaps: tuple[int, ...], targets: Sequence[int], most: int) -> Iterator[Numbers]:
    """Every move after which each column leaves its target modulo `most` + 1.

    From the highest place down: a heap is lowered at the first place where a 1 of it becomes 0, and below that place
    its digits are free. A partial choice with at most `most` lowered heaps can always be completed (this is Moore's
    theorem), so the walk never meets a dead end. An explicit stack, since there is a level for every binary digit.
    """
    top = len(targets) - 1
    stack = [_choices(heaps, _Partial((), ()), top, targets[top], most)]
    while stack:
        chosen = next(stack[-1], None)
        if chosen is None:
            stack.pop()
            continue
        place = top - len(stack)
        if place >= 0:
            stack.append(_choices(heaps, chosen, place, targets[place], most))
        elif chosen.lowered:
            amounts = [0] * len(heaps)
            for index, digits in zip(chosen.lowered, chosen.digits, strict=True):
                amounts[index] = heaps[index] - digits
            yield tuple(amounts)


def _place_among_moves(amounts: Numbers) -> tuple[int, list[int], Numbers]:
    """A sort key of moves: one heap before two, the first heaps before the others."""
    chosen = [heap for heap, amount in enumerate(amounts) if amount]
    return len(chosen), chosen, amounts


def _choices(heaps: tuple[int, ...], chosen: _Partial, place: int, target: int, most: int) -> Iterator[_Partial]:
    """The choices at one place: the further heaps to lower there, and the lowered heaps with a 1 there."""
    count = len(chosen.lowered)
    candidates = [index for index, heap in enumerate(heaps) if heap >> place & 1 and index not in chosen.lowered]
    for more in range(min(most - count, len(candidates)) + 1):
        ones = (target - len(candidates) + more) % (most + 1)
        if ones > count:
            continue
        for newly in combinations(candidates, more):
            kept = tuple(heaps[index] >> (place + 1) << 1 for index in newly)
            for with_one in combinations(range(count), ones):
                digits = tuple(digit << 1 | (which in with_one) for which, digit in enumerate(chosen.digits))
                yield _Partial(chosen.lowered + newly, digits + kept)

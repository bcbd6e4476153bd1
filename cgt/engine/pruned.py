"""Pruned search in normal play: the outcome of a sum, without nim-values that do not matter.

A component's nim-value is asked for only as far as it decides: "is it one of these values?" Most options are then
never opened. Source: Beling and Rogalski, "On pruning search trees of impartial games", Artif. Intell. 283 (2020),
after Lemoine and Viennot, "Nimbers are inevitable", Theor. Comput. Sci. 462 (2012).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Generic, TypeAlias, TypeVar

from cgt.core.language import _
from cgt.core.memory import size_of
from cgt.core.numbers import check_whole, format_int
from cgt.engine.budget import DEFAULT_BYTES, SLOTS, Budget, size_of_words
from cgt.errors import BudgetError, LoopError

Node = TypeVar("Node")
ValueSet: TypeAlias = int | None
"""A set of nim-values as bits, or None for all."""

_Option: TypeAlias = tuple[int, int, int, list[Node]]
"""An option that is not known: the work that its largest unknown part may make, how many there are, the nim-sum of the
known parts, and the unknown ones, the largest last."""

MOST_EXCLUDED = 1 << 18
"""The greatest numbers of components, and of sizes, for which excluded values are remembered."""

OPTIONS_PER_CHECK = 10_000
"""The number of options of one component after which the clock and the memory are looked at."""

SYMMETRIC_DEPTH = 4
"""The depth of a search to which equal options are laid together; further down few are equal."""

SINGLE_VALUES = 16
"""Whether it is the nim-value is asked of each number below this one by one; then which of all it is."""


class TranspositionTable(Generic[Node]):
    """Values of positions, each with the work it took; when the table is full, values that took least work are dropped.

    Args:
        max_bytes: an estimate of the memory, keys included, that is not exceeded.

    >>> table = TranspositionTable(1000)
    >>> for number in range(10):
    ...     table.put(number, 0, work=number)
    >>> table.values
    {6: 0, 7: 0, 8: 0, 9: 0}
    """

    def __init__(self, max_bytes: int = DEFAULT_BYTES) -> None:
        self.max_bytes = check_whole(max_bytes, "a table takes at least one byte", least=1)
        self.values: dict[Node, int] = {}
        self.dropped = 0
        self._works: dict[Node, int] = {}
        self._bytes = 0

    def __len__(self) -> int:
        return len(self.values)

    @property
    def nbytes(self) -> int:
        """The estimate of the memory that it takes now."""
        return self._bytes

    def put(self, key: Node, value: int, work: int) -> None:
        """Keep a value, unless it is too large; where there is no room, the half that took least work goes first."""
        if key not in self.values:
            needed = SLOTS + size_of(key)
            if needed > self.max_bytes:
                return
            while self._bytes + needed > self.max_bytes:
                self._drop_half()
            self._bytes += needed
        self._works[key] = work
        self.values[key] = value

    def _drop_half(self) -> None:
        # Of equal works the older go first: a dict keeps the order in which keys came.
        for key in sorted(self._works, key=self._works.__getitem__)[: len(self._works) // 2 + 1]:
            del self._works[key]
            self.values.pop(key, None)
            self.dropped += 1
        self._bytes = sum(SLOTS + size_of(key) for key in self.values)


class PrunedSearch(Generic[Node]):
    """Search of sums of components; a function gives the options of a component, each a tuple of components.

    Args:
        options: the options of a component; the tuples may be empty and may hold a component twice.
        size: a guess at how much work a component makes, by which the largest is put off.
        table_bytes: the memory the transposition table may take.
        known: words (`1 << nim-value`) known from elsewhere.

    Attributes:
        visited: how many times a component's options were made.
    """

    def __init__(
        self,
        options: Callable[[Node], Iterable[Sequence[Node]]],
        size: Callable[[Node], int],
        *,
        table_bytes: int = DEFAULT_BYTES,
        known: Mapping[Node, int] | None = None,
    ) -> None:
        self.table: TranspositionTable[Node] = TranspositionTable(table_bytes)
        self.visited = 0
        self._make_options = options
        self._make_size = size
        self._sizes: dict[Node, int] = {}
        self._known = known if known is not None else {}
        self._excluded: dict[Node, int] = {}
        self._open: dict[Node, None] = {}
        self._budget = Budget(None)
        self._prune = True

    @property
    def nbytes(self) -> int:
        """About how many bytes the search takes, with the values that components are known not to have."""
        return self.table.nbytes + size_of_words(self._sizes) + size_of_words(self._excluded)

    def __len__(self) -> int:
        """The number of nim-values that are known."""
        return len(self.table)

    def known(self, component: Node) -> int | None:
        """The nim-value of a component, where this search has computed it."""
        return self.table.values.get(component)

    def is_p(self, components: Iterable[Node], budget: Budget, *, prune: bool = True) -> bool:
        """Whether the player to move in the sum of the components loses; without `prune` every option is opened.

        Raises:
            LoopError: a component is its own follower; the error holds the cycle.
            BudgetError: the budget is spent; the table keeps what was learnt.
        """
        self._prune = prune
        total = 0
        unknown = []
        for component in _odd_parts(components):
            value = self._value(component)
            if value is None:
                unknown.append(component)
            else:
                total ^= value
        unknown.sort(key=self._size)
        if not unknown:
            return total == 0
        for component in unknown[:-1]:
            total ^= self.nim_value(component, budget, prune=prune)
        return self._run(unknown[-1], 1 << total if prune else None, budget) == total

    def nim_value(self, component: Node, budget: Budget, *, prune: bool = True) -> int:
        """The nim-value of a component, by asking whether it is 0, 1, …: few options refute a value.

        Raises:
            LoopError: a component is its own follower; the error holds the cycle.
            BudgetError: the budget is spent; the table keeps what was learnt.
        """
        self._prune = prune
        for value in range(SINGLE_VALUES if prune else 0):
            if (result := self._run(component, 1 << value, budget)) >= 0:
                return result
        return self._run(component, None, budget)

    def with_counts(self, error: BudgetError) -> BudgetError:
        """The error, with the numbers of opened components and known nim-values in its message."""
        if not self.visited:
            return error
        text = _("{what}, with {opened} components opened and {known} nim-values known").format(
            what=error.what, opened=format_int(self.visited, group=True), known=format_int(len(self), group=True)
        )
        return BudgetError(text, error.limit)

    def _size(self, component: Node) -> int:
        size = self._sizes.get(component)
        if size is None:
            if len(self._sizes) >= MOST_EXCLUDED:
                self._sizes.clear()
            size = self._sizes[component] = self._make_size(component)
        return size

    def _value(self, component: Node) -> int | None:
        value = self.table.values.get(component)
        if value is None and (word := self._known.get(component)):
            return word.bit_length() - 1
        return value

    def _run(self, component: Node, targets: ValueSet, budget: Budget) -> int:
        """The nim-value, or perhaps -1 if it is none of `targets`; runs generators in place of recursion."""
        value = self._value(component)
        if value is not None:
            return value
        asking = self._budget, self._open  # whose rules ask this search for another value
        self._budget, self._open = budget, {}
        stack = [self._decide(component, targets)]
        answer: int | None = None
        try:
            budget.begin()
            while stack:
                try:
                    component, targets = stack[-1].send(answer)
                except StopIteration as stop:
                    stack.pop()
                    answer = stop.value
                    continue
                answer = self._value(component)
                if answer is None:
                    if targets is not None and not targets & ~self._excluded.get(component, 0):
                        answer = -1
                    else:
                        stack.append(self._decide(component, targets))
        finally:
            self._budget, self._open = asking
            budget.end()
        return -1 if answer is None else answer

    def _decide(self, component: Node, targets: ValueSet) -> Generator[tuple[Node, ValueSet], int | None, int]:
        """Yield questions about other components; return the nim-value, or -1 if it is found to be none of `targets`.

        The nim-value is one of `candidates`, of which there is one more than options not yet looked at.
        """
        if component in self._open:
            path = list(self._open)
            raise LoopError(tuple(path[path.index(component) :]))
        self.visited += 1
        began = self.visited
        waiting: list[_Option[Node]] = []
        option_values = self._option_values(component, targets, waiting)
        if targets is not None and not targets & ~option_values:
            return self._refuse(component, targets)
        self._open[component] = None
        candidates = _least_without(option_values, len(waiting) + 1)
        below = -1 if targets is None else (1 << targets.bit_length()) - 1
        exact = True
        for _size, _count, total, unknown in waiting:
            if targets is not None and not candidates & targets:
                return self._refuse(component, targets)
            most = 1 << candidates.bit_length() - 1
            ask = candidates & below & ~most
            exact = exact and ask == candidates ^ most
            value = -1
            if ask or not self._prune:
                for part in unknown[:-1]:
                    total ^= _answer((yield part, None))  # noqa: PLW2901 - what is known of the option grows
                value = _answer((yield unknown[-1], _nim_sums(ask, total) if self._prune else None))
            candidates = candidates ^ most if value < 0 else _without(candidates, value ^ total)
        if targets is not None and not exact and not candidates & below:
            return self._refuse(component, targets)
        del self._open[component]
        nim_value = candidates.bit_length() - 1
        self.table.put(component, nim_value, self.visited - began)
        return nim_value

    def _option_values(self, component: Node, targets: ValueSet, waiting: list[_Option[Node]]) -> int:
        """The set of the known values of options; the other options are put into `waiting`, the least work first.

        It ends as soon as all that is wanted was seen.
        """
        option_values = count = 0
        values, known, sizes = self.table.values, self._known, self._sizes
        for parts in self._make_options(component):
            count += 1
            if not count % OPTIONS_PER_CHECK:
                self._budget.check_clock_and_memory()  # they may have no end
            total, unknown = 0, []
            for part in parts:
                value = values.get(part)
                if value is not None:
                    total ^= value
                elif word := known.get(part):
                    total ^= word.bit_length() - 1
                else:
                    unknown.append(part)
            if len(unknown) > 1:
                unknown = sorted(_odd_parts(unknown), key=self._size)
            if unknown:
                last = unknown[-1]
                size = sizes.get(last)
                excluded = self._excluded.get(last, 0)
                # The more values it has not, the likelier it has one that is wanted, unless that is excluded, too.
                promise = excluded.bit_count() + (not excluded or not excluded & _nim_sums(targets or 0, total))
                waiting.append(((self._size(last) if size is None else size) - promise, len(unknown), total, unknown))
            else:
                option_values |= 1 << total
                if targets is not None and not targets & ~option_values:
                    break
        self._budget.opened(count)
        if len(self._open) < SYMMETRIC_DEPTH:
            waiting[:] = _fewest_forms_first(waiting)
        waiting.sort(key=itemgetter(0, 1))
        return option_values

    def _refuse(self, component: Node, targets: int) -> int:
        """Record that a component's nim-value is none of `targets`, and return -1."""
        self._open.pop(component, None)
        if len(self._excluded) >= MOST_EXCLUDED:
            self._excluded.clear()
        self._excluded[component] = self._excluded.get(component, 0) | targets
        return -1


def _answer(answer: int | None) -> int:
    """The answer as a number: -1 for None, with which a generator is started."""
    return -1 if answer is None else answer


def _fewest_forms_first(waiting: list[_Option[Node]]) -> list[_Option[Node]]:
    """The options, equal ones once, those in fewer forms first: they keep more of a symmetry, and may settle it.

    On a symmetric board a domino in the middle is its own image, and the reply to every other is the image of it.
    """
    forms: dict[tuple[int, frozenset[Node]], list[_Option[Node]]] = {}
    for option in waiting:
        forms.setdefault((option[2], frozenset(option[3])), []).append(option)
    return [options[0] for options in sorted(forms.values(), key=len)]


def _least_without(option_values: int, count: int) -> int:
    """The least `count` numbers that are not in a set."""
    value = ((1 << count + option_values.bit_count()) - 1) & ~option_values
    for _bit in range(value.bit_count() - count):
        value ^= 1 << value.bit_length() - 1
    return value


def _odd_parts(parts: Iterable[Node]) -> dict[Node, None]:
    """The parts that occur an odd number of times: equal ones cancel."""
    odd: dict[Node, None] = {}
    for part in parts:
        if part in odd:
            del odd[part]
        else:
            odd[part] = None
    return odd


def _without(candidates: int, value: int) -> int:
    """The candidates without `value`, which an option has, or without their largest if `value` is not among them."""
    return candidates ^ (1 << value if candidates >> value & 1 else 1 << candidates.bit_length() - 1)


def _nim_sums(values: int, total: int) -> int:
    """The nim-sums of all values of a set with `total`."""
    if not total:
        return values
    number = 0
    for value in range(values.bit_length()):
        if values >> value & 1:
            number |= 1 << (value ^ total)
    return number

"""A heap game given by a function: from the size of a heap to its options, or to the amounts that may be taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs
from more_itertools import unique_everseen

from cgt.core.numbers import format_value
from cgt.errors import RulesetError
from cgt.families.heap_game import (
    HeapRuleset,
    Heaps,
    TakingRuleset,
    check_amount,
    check_iterable,
    smaller_heaps,
)


def _check_function(rule: HeapRuleset, _field: object, function: Callable[[int], Iterable[Any]]) -> None:
    if not callable(function):
        raise RulesetError(
            f"{type(rule).__name__} is made from a function of the heap, such as "
            f"lambda n: {'[1, 2]' if isinstance(rule, TakingRule) else '[(n - 1,)] if n else []'}, "
            f"not {format_value(function)}"
        )


def _check_name(_rule: HeapRuleset, _field: object, name: object) -> None:
    if not isinstance(name, str):
        raise RulesetError(f"name is a text, not {format_value(name)}")


@attrs.frozen
class HeapRule(HeapRuleset):
    """A heap game from a function `n -> options`, each option a tuple of the heaps that remain."""

    function: Callable[[int], Iterable[Heaps]] = attrs.field(repr=False, validator=_check_function)
    # The one ruleset that is named by its user, not by its class.
    name: str = attrs.field(default="heap-rule", validator=_check_name)  # type: ignore[misc]
    title = "Your own heap game"
    rules = "Whatever the function allows."

    def heap_options(self, size: int) -> Iterator[Heaps]:
        """The options that the function gives, lazily and each once.

        Raises:
            RulesetError: it says something else than tuples (or lists) of smaller heaps.
        """
        return unique_everseen(smaller_heaps(self, size, self.function(size)))


@attrs.frozen
class TakingRule(TakingRuleset):
    """A taking game from a function `n -> amounts that may be taken`.

    >>> squares = TakingRule(lambda n: [k * k for k in range(1, n + 1) if k * k <= n], name="squares")
    >>> squares.table().values(10)
    [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]
    """

    function: Callable[[int], Iterable[int]] = attrs.field(repr=False, validator=_check_function)
    # The one ruleset that is named by its user, not by its class.
    name: str = attrs.field(default="taking-rule", validator=_check_name)  # type: ignore[misc]
    title = "Your own taking game"
    rules = "Take an amount that the function allows."

    def takes(self, size: int) -> Iterable[int]:
        """The amounts that the function gives, in its order and each once.

        Raises:
            RulesetError: it gives something else than whole numbers from 1 to `size`.
        """
        amounts = check_iterable(self, size, self.function(size))
        if isinstance(amounts, range) and all(1 <= end <= size for end in (*amounts[:1], *amounts[-1:])):
            return amounts  # of any length
        checked = (one if type(one) is int and 1 <= one <= size else check_amount(self, size, one) for one in amounts)
        return unique_everseen(checked)

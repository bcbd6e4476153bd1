"""Heap games from a function of your own: what one heap may become, or what may be taken from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import attrs

from cgt.core.errors import RulesetError
from cgt.core.language import _
from cgt.core.numbers import brief, shortened
from cgt.families.heap_game import HeapRuleset, Heaps, TakingRuleset

Said = TypeVar("Said")


def _check_function(rule: HeapRuleset, _field: object, function: Callable[[int], Iterable[Any]]) -> None:
    if not callable(function):
        raise RulesetError(
            _("{name} is made from a function of the heap, such as lambda n: {example}, not {value}").format(
                name=type(rule).__name__,
                example="[1, 2]" if isinstance(rule, TakingRule) else "[(n - 1,)] if n else []",
                value=brief(function),
            )
        )


@attrs.frozen
class HeapRule(HeapRuleset):
    """A heap game from a function `n -> options`, each option a tuple of the heaps that remain."""

    function: Callable[[int], Iterable[Heaps]] = attrs.field(repr=False, validator=_check_function)
    name: str = "heap-rule"  # type: ignore[misc]  # the one ruleset that is named by its user, not by its class
    title = "Your own heap game"
    rules = "Whatever the function allows."

    def options(self, size: int) -> Iterator[Heaps]:
        """What the function says, lazily.

        Raises:
            RulesetError: it says something else than tuples (or lists) of heaps.
        """
        for option in _several(self, size, self.function(size)):
            if not isinstance(option, tuple | list):
                raise RulesetError(
                    f"{self}: a heap of {shortened(size)} may not become {brief(option)}: an option is the tuple of "
                    "the heaps that remain, such as (4,) or (1, 3)"
                )
            yield tuple(option)


@attrs.frozen
class TakingRule(TakingRuleset):
    """A taking game from a function `n -> amounts that may be taken`.

    >>> squares = TakingRule(lambda n: [k * k for k in range(1, n + 1) if k * k <= n], name="squares")
    >>> squares.table().values(10)
    [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]
    """

    function: Callable[[int], Iterable[int]] = attrs.field(repr=False, validator=_check_function)
    name: str = "taking-rule"  # type: ignore[misc]  # the one ruleset that is named by its user, not by its class
    title = "Your own taking game"
    rules = "Take an amount that the function allows."

    def takes(self, size: int) -> Iterable[int]:
        """What the function says; raises `RulesetError` when that is not several amounts."""
        return _several(self, size, self.function(size))


def _several(ruleset: HeapRuleset, size: int, said: Iterable[Said]) -> Iterable[Said]:
    """What a function said of a heap, when it is something to go through."""
    if not isinstance(said, Iterable):
        raise RulesetError(f"{ruleset}: for a heap of {shortened(size)} a list is asked for, not {brief(said)}")
    return said

"""Which game is meant by a ruleset, a text or a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.core.game import Game
from cgt.families.registry import parse_ruleset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def read_rule(rule: Game | str | Callable[[int], Iterable[tuple[int, ...]]]) -> Game:
    """The ruleset meant by a ruleset, its text, a bare code, or a function from a heap to its options.

    >>> str(read_rule("0.137")), str(read_rule("kayles"))
    ('octal(0.137)', 'kayles')
    """
    if isinstance(rule, Game):
        return rule
    if isinstance(rule, str):
        return parse_ruleset(rule)
    from cgt.families.rules import HeapRule  # a text is read without

    return HeapRule(rule)

"""What a question is about: a position or a game, as an object or as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from cgt.core.game import Game, check_ruleset
from cgt.core.position import check_position
from cgt.families.registry import parse_ruleset
from cgt.solving.sums import parse_position

if TYPE_CHECKING:
    from cgt.core.position import Position

Rule: TypeAlias = Game | str | Callable[[int], Iterable[tuple[int, ...]]]
"""A ruleset, its text, a bare code, or a function from a heap to its options."""


def read_rule(rule: Rule) -> Game:
    """The ruleset meant by a ruleset, its text, a bare code, or a function from a heap to its options.

    >>> str(read_rule("0.137")), str(read_rule("kayles"))
    ('octal(0.137)', 'kayles')
    """
    if isinstance(rule, str):
        return parse_ruleset(rule)
    if isinstance(rule, Game):
        return rule
    if isinstance(rule, type) or not callable(rule):
        check_ruleset(rule)
    from cgt.families.rules import HeapRule  # a text is read without

    return HeapRule(rule)


def read_position(position: Position | str) -> Position:
    """The position meant by a position, or by a text such as `kayles 7 + nim 3,5`.

    >>> print(read_position("nim 3,5"))
    3,5
    """
    if isinstance(position, str):
        return parse_position(position)
    check_position(position)
    return position

"""What take-away games have in common, whether each heap has its own quota or all share one (articles 000 and 004)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Literal, TypeAlias

import attrs

from cgt.core.errors import RulesetError
from cgt.core.game import M, S
from cgt.core.language import _
from cgt.core.numbers import brief, from_decimal, is_whole, shortened, to_decimal, written
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.digits.takeaway_base import Base
from cgt.families.matches import MatchRuleset, heaps_of, quotas_of
from cgt.games.heaps.quota import FloorQuota, LinearQuota, Quota, quota_text, read_quota

Opening: TypeAlias = int | Literal["all but one", "unlimited"]
"""How much the first move may take: a number, anything but the whole heap, or anything."""

SHOWN_PARTS = 20
"""How many parts of a sum an explanation shows."""


def shown_parts(parts: Sequence[tuple[int, int]]) -> list[str]:
    """The texts of (part, how often), those in the middle left out where there are many.

    >>> shown_parts([(2, 1), (4, 3)]), shown_parts([(part, 1) for part in range(30)])[8:13]
    (['2', '3×4'], ['8', '9', '…', '20', '21'])
    """
    half = SHOWN_PARTS // 2
    if len(parts) > SHOWN_PARTS:
        return [*shown_parts(parts[:half]), "…", *shown_parts(parts[-half:])]
    return [shortened(part) if often == 1 else f"{shortened(often)}×{shortened(part)}" for part, often in parts]


def read_opening(opening: str | int) -> Opening:
    """An opening rule from its text; raises `RulesetError` for anything else.

    >>> read_opening("all but one"), read_opening("2")
    ('all but one', 2)
    """
    text = opening.strip() if isinstance(opening, str) else written(opening) if is_whole(opening) else ""
    if text.isdecimal() and text.isascii() and text.strip("0"):
        return from_decimal(text)
    if text in {"all but one", "unlimited"}:
        return "unlimited" if text == "unlimited" else "all but one"
    raise RulesetError(
        _("the opening is a number of at least 1, 'all but one' or 'unlimited', not {opening}").format(
            opening=brief(opening)
        )
    )


def opening_quota(opening: Opening, size: int) -> int:
    """The quota on the first move from `size` matches."""
    if opening == "unlimited":
        return size
    return max(size - 1, 0) if opening == "all but one" else min(opening, size)


@attrs.frozen
class TakeAwayRuleset(MatchRuleset[S, M]):
    """What the take-away games share: a quota function, an opening rule, and how they are written."""

    quota: Quota = attrs.field(converter=read_quota)
    opening: Opening = attrs.field(default="all but one", converter=read_opening, repr=written)

    @property
    def arguments(self) -> tuple[str, ...]:
        quota = quota_text(self.quota)
        return (quota,) if self.opening == "all but one" else (quota, self._opening_text)

    @classmethod
    def from_arguments(cls, *arguments: str) -> TakeAwayRuleset:
        """A quota such as `2n`, and maybe an opening rule: a number, `all but one` or `unlimited`."""
        if not 1 <= len(arguments) <= 2:
            raise RulesetError(
                _("{name} takes a quota and maybe an opening rule: {name}(2n), {name}(2n,2)").format(name=cls.name)
            )
        return cls(*arguments)

    @property
    def _opening_text(self) -> str:
        return to_decimal(self.opening) if isinstance(self.opening, int) else self.opening

    def parts(self, number: int) -> tuple[int, ...]:
        """The terms of the quota's base that add up to a number of at least 1, ascending."""
        return Base(self.quota).parts(number)

    def rules_text(self) -> str:
        """The rules with the quota itself."""
        return _(self.rules).replace(_("the quota of n"), quota_text(self.quota))

    def advice(self, position: Position, move: Move, convention: Convention) -> str:
        """What a winning move leaves, in the base of the quota where one heap is left."""
        after = position.play(move)
        heaps, quotas = heaps_of(after), quotas_of(after)
        most = quotas[0] if len(heaps) == 1 else None
        told = None if most is None else _quota_advice(self.quota, heaps[0], most, convention)
        return super().advice(position, move, convention) if told is None else told

    def least_searched(self, position: Position) -> int:
        """As many as the largest heap has matches, since one may always be taken, and is taken first."""
        return max(self.sizes(position), default=0)

    def next_quota(self, taken: int) -> int:
        """What may be taken after `taken` was; raises `RulesetError` unless it is a whole number of at least 1."""
        quota = self.quota(taken)
        if not is_whole(quota) or quota < 1:
            raise RulesetError(
                _("the quota after taking {taken} is {quota}: it must be a whole number of at least 1").format(
                    taken=brief(taken), quota=brief(quota)
                )
            )
        return quota


SHOWN_TERMS = 8
"""How many terms of a base are told."""


def _quota_advice(quota: Quota, heap: int, most: int, convention: Convention) -> str | None:
    """What is good about leaving `heap` with at most `most` to take; None where the theorem says nothing.

    >>> from cgt.core.outcome import Convention
    >>> _quota_advice(LinearQuota(2), 13, 6, Convention.NORMAL)
    'leave your opponent a Fibonacci number: 13'
    >>> _quota_advice(LinearQuota(2), 47, 6, Convention.NORMAL)
    'leave your opponent 47: the least part of 47 = 34 + 13 is more than the 6 that may be taken'
    """
    loses = convention.terminal_outcome is Outcome.N
    size = heap - 1 if loses else heap
    if size < 1 or not isinstance(quota, LinearQuota | FloorQuota):
        return None
    parts = Base(quota).parts(size)
    if parts[0] <= most:
        return None
    told = {
        "heap": shortened(heap),
        "size": shortened(size),
        "most": shortened(most),
        "sum": " + ".join(map(shortened, reversed(parts))),
        "base": ", ".join([*map(str, islice(Base(quota), SHOWN_TERMS)), "…"]),
    }
    if len(parts) > 1:
        text = _(
            "leave your opponent {heap}: the least part of {size} = {sum} is more than the {most} that may be taken"
        )
    elif quota == LinearQuota(2):
        fibonacci = _("leave your opponent a Fibonacci number: {heap}")
        text = _("leave your opponent 1 more than a Fibonacci number: {heap}") if loses else fibonacci
    else:
        term = _("leave your opponent {heap}, one of the numbers {base}")
        text = _("leave your opponent {heap}, 1 more than one of the numbers {base}") if loses else term
    return text.format(**told)

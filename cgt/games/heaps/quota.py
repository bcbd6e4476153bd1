"""Quotas, the limit of a move as a function of the last take; and the base of the games under them.

Each heap may have a quota of its own, or all share one (articles 000 and 004).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from math import gcd
from typing import Literal, TypeAlias

import attrs

from cgt.core.game import M, S
from cgt.core.language import _
from cgt.core.numbers import check_whole, exact_repr, format_int, format_value, from_decimal, needed_text
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Move, Position
from cgt.core.reading import as_list, check_text, typed_signs
from cgt.digits.takeaway_base import Base
from cgt.errors import ParseError, RulesetError
from cgt.families.matches import MatchPosition, MatchRuleset, heaps_of, largest_heap, quotas_of

Quota = Callable[[int], int]
"""A function from the amount k >= 1 that was just taken to the greatest amount, at least 1, that may be taken next."""

_NEEDS_TABLE = "every quota of a table is a whole number of at least 1"
_NEEDS_QUOTA = "the quota after taking {taken} is a whole number of at least 1"
_NEEDS_OPENING = "the opening is a number of at least 1, 'all but one' or 'unlimited'"


def _of_table(values: Iterable[int]) -> tuple[int, ...]:
    given = as_list(values, "a table of quotas is a list such as [3, 1, 8], not {value}", error=RulesetError)
    return tuple(check_whole(value, _NEEDS_TABLE, least=1, error=RulesetError) for value in given)


@attrs.frozen
class LinearQuota:
    """The quota k·n + q, where n is what the last move took.

    Raises:
        RulesetError: k is negative, or the quota after taking 1 would be below 1.

    >>> LinearQuota(2, 1)(5), str(LinearQuota(2, 1)), str(LinearQuota(1, -0))
    (11, '2n+1', 'n')
    """

    k: int = attrs.field(repr=exact_repr)
    q: int = attrs.field(default=0, repr=exact_repr)

    def __attrs_post_init__(self) -> None:
        for name, number in (("k", self.k), ("q", self.q)):
            needs = "the quota k·n+q needs whole numbers k and q"
            object.__setattr__(self, name, check_whole(number, needs, least=None, error=RulesetError))
        if self.k < 0:
            raise RulesetError(_("the quota {value} falls below 1: k·n+q needs k of at least 0").format(value=self))
        if self.k + self.q < 1:
            text = _("the quota {value} is {k} after 1 is taken: it must be at least 1")
            raise RulesetError(text.format(value=self, k=format_value(self.k + self.q)))

    def __call__(self, taken: int) -> int:
        """The quota after `taken` was taken."""
        return self.k * taken + self.q

    def __str__(self) -> str:
        if self.k == 0:
            return exact_repr(self.q)
        sign = "+" if self.q > 0 else ""
        return f"{exact_repr(self.k) if self.k != 1 else ''}n{sign}{exact_repr(self.q) if self.q else ''}"


@attrs.frozen
class FloorQuota:
    """The quota ⌊(k·n + q)/d⌋, exactly, where n is what the last move took; it never falls.

    Raises:
        RulesetError: k is negative, d is below 1, or the quota after taking 1 would be below 1.

    >>> [FloorQuota(3, 0, 2)(n) for n in (1, 2, 3, 10**30 + 1)][:3], str(FloorQuota(3, 2, 2))
    ([1, 3, 4], 'floor(3n/2)+1')
    """

    k: int = attrs.field(repr=exact_repr)
    q: int = attrs.field(repr=exact_repr)
    d: int = attrs.field(repr=exact_repr)

    def __attrs_post_init__(self) -> None:
        for name, number, least in (("k", self.k, 0), ("q", self.q, None), ("d", self.d, 1)):
            needs = "⌊(k·n+q)/d⌋ needs whole numbers, k at least 0, d at least 1"
            object.__setattr__(self, name, check_whole(number, needs, least=least, error=RulesetError))
        if self(1) < 1:
            text = _("the quota {quota} is {value} after 1 is taken: it must be at least 1")
            raise RulesetError(text.format(quota=self, value=format_value(self(1))))

    @classmethod
    def least(cls, k: int, q: int, d: int) -> FloorQuota | LinearQuota:
        """The quota in lowest terms: equal rules get one form, and a whole one is a `LinearQuota`.

        >>> FloorQuota.least(6, 3, 4), FloorQuota.least(4, 0, 2)
        (FloorQuota(k=3, q=1, d=2), LinearQuota(k=2, q=0))
        """
        if d < 1:
            raise RulesetError(_("a quota is divided by a number of at least 1"))
        common = gcd(k, d)
        quota = cls(k // common, q // common, d // common)
        return LinearQuota(quota.k, quota.q) if quota.d == 1 else quota

    def __call__(self, taken: int) -> int:
        """The quota after `taken` was taken."""
        return (self.k * taken + self.q) // self.d

    def __str__(self) -> str:
        whole, rest = divmod(self.q, self.d)
        term = f"{exact_repr(self.k) if self.k != 1 else ''}n"
        inner = f"({term}+{exact_repr(rest)})" if rest else term
        added = f"{'+' if whole > 0 else ''}{exact_repr(whole)}" if whole else ""
        return f"floor({inner}/{exact_repr(self.d)}){added}"


@attrs.frozen
class TableQuota:
    """The quota read from a table: `values[0]` after 1 was taken, and so on; its last entry holds for all larger takes.

    Raises:
        RulesetError: the table is empty, or an entry is not a whole number of at least 1.

    >>> [TableQuota((3, 1, 8))(n) for n in (1, 2, 3, 4)]
    [3, 1, 8, 8]
    """

    values: tuple[int, ...] = attrs.field(repr=exact_repr, converter=_of_table)

    def __attrs_post_init__(self) -> None:
        if not self.values:
            raise RulesetError("a table of quotas has at least one entry")

    def __call__(self, taken: int) -> int:
        """The quota after `taken` was taken."""
        return self.values[min(taken, len(self.values)) - 1]

    def __str__(self) -> str:
        return "[" + ",".join(map(exact_repr, self.values)) + "]"


LONGEST, LONGEST_TABLE = 100, 100_000
"""The longest texts that are read as a quota: a formula, and a table."""

_LINEAR = re.compile(r"(?:(\d*)\s*[*·]?\s*n)?\s*(?:([+-]?)\s*(\d+))?", re.ASCII)
_FLOOR = re.compile(
    r"(floor\s*\()?\s*(\()?\s*(\d*)\s*[*·]?\s*n\s*(?(2)(?:([+-])\s*(\d+)\s*)?\))\s*/\s*(\d+)\s*(?(1)\))"
    r"\s*(?:([+-])\s*(\d+))?",
    re.ASCII,
)
_TABLE = re.compile(r"\[\s*(\d+(?:\s*,\s*\d+)*)\s*\]", re.ASCII)


def parse_quota(text: str) -> LinearQuota | FloorQuota | TableQuota:
    """Read a quota: `2n`, `3n`, `n+1`, `2n-1`, a constant `3`, a part `3n/2`, or a table `[3,1,8]`.

    Nothing is evaluated as code. Only whole numbers can be taken, so `3n/2` and `floor(3n/2)` are the same quota;
    `(3n+1)/2` and `floor(3n/2)+1` are read too.

    Raises:
        ParseError: the text is none of these.
        RulesetError: the quota would be below 1.

    >>> parse_quota("2n-1"), parse_quota("3"), parse_quota("[3,1,8]")
    (LinearQuota(k=2, q=-1), LinearQuota(k=0, q=3), TableQuota(values=(3, 1, 8)))
    >>> parse_quota("3n/2"), str(parse_quota("floor((3n+1)/2)-1"))
    (FloorQuota(k=3, q=0, d=2), 'floor((3n+1)/2)-1')
    """
    check_text(text)
    stripped = text.strip() if text.isascii() else typed_signs(text).strip()
    if len(stripped) > (LONGEST_TABLE if stripped.startswith("[") else LONGEST):
        raise ParseError(_("a quota is written shorter than {text}").format(text=format_value(text)))
    table = _TABLE.fullmatch(stripped)
    if table is not None:
        return TableQuota(tuple(from_decimal(entry.strip()) for entry in table[1].split(",")))
    floor = _FLOOR.fullmatch(stripped)
    if floor is not None:
        k, inner, d, outer = int(floor[3] or 1), _signed(floor[4], floor[5]), int(floor[6]), _signed(floor[7], floor[8])
        return FloorQuota.least(k, inner + outer * d, d)
    linear = _LINEAR.fullmatch(stripped)
    if linear is None or not stripped or ("n" in stripped and linear[3] and not linear[2]):
        message = _("{text} is not a quota: write kn+q such as 2n, n+1 or 2n-1, 3n/2, a number, or a table [3,1,8]")
        raise ParseError(message.format(text=format_value(text)))
    k = 0 if "n" not in stripped else int(linear[1] or 1)
    q = int((linear[2] or "") + (linear[3] or "0"))
    return LinearQuota(k, q)


def _signed(sign: str | None, digits: str | None) -> int:
    return int((sign or "") + (digits or "0"))


def read_quota(quota: str | Quota | Sequence[int]) -> Quota:
    """A quota from its text, from a table of values, or as any Python function already; raises `RulesetError`."""
    if isinstance(quota, str):
        return parse_quota(quota)
    if callable(quota):
        return quota
    if not isinstance(quota, Iterable):
        raise RulesetError(f"a quota is text such as '2n', a table or a function, not {format_value(quota)}")
    return TableQuota(tuple(quota))


def quota_text(quota: Quota) -> str:
    """The text of a quota: its text form, or the name of the function."""
    is_text = isinstance(quota, LinearQuota | FloorQuota | TableQuota)
    return str(quota) if is_text else getattr(quota, "__name__", repr(quota))


Opening: TypeAlias = int | Literal["all but one", "unlimited"]
"""The limit of the first move: a number, anything but the whole heap, or anything."""

SHOWN_PARTS = 20
"""The greatest number of parts of a sum in an explanation."""


def shown_parts(parts: Sequence[tuple[int, int]]) -> list[str]:
    """The texts of (part, multiplicity), without those in the middle where there are many.

    >>> shown_parts([(2, 1), (4, 3)]), shown_parts([(part, 1) for part in range(30)])[8:13]
    (['2', '3×4'], ['8', '9', '…', '20', '21'])
    """
    half = SHOWN_PARTS // 2
    if len(parts) > SHOWN_PARTS:
        return [*shown_parts(parts[:half]), "…", *shown_parts(parts[-half:])]
    return [format_int(part) if often == 1 else f"{format_int(often)}×{format_int(part)}" for part, often in parts]


def read_opening(opening: str | int) -> Opening:
    """The opening rule of a text; raises `RulesetError` for anything else.

    >>> read_opening("all but one"), read_opening("2")
    ('all but one', 2)
    """
    if not isinstance(opening, str):
        return check_whole(opening, _NEEDS_OPENING, least=1, error=RulesetError)
    text = opening.strip()
    if text.isdecimal() and text.isascii() and text.strip("0"):
        return from_decimal(text)
    if text in {"all but one", "unlimited"}:
        return "unlimited" if text == "unlimited" else "all but one"
    raise RulesetError(needed_text(_NEEDS_OPENING, opening))


def opening_quota(opening: Opening, size: int) -> int:
    """The quota on the first move from `size` matches."""
    if opening == "unlimited":
        return size
    return max(size - 1, 0) if opening == "all but one" else min(opening, size)


@attrs.frozen
class TakeAwayRuleset(MatchRuleset[S, M]):
    """The base of take-away games: a quota function, an opening rule, and their texts."""

    quota: Quota = attrs.field(converter=read_quota)
    opening: Opening = attrs.field(default="all but one", converter=read_opening, repr=exact_repr)

    def __str__(self) -> str:
        return f"{self.name}({','.join([quota_text(self.quota), *self._opening_texts])})"

    @classmethod
    def from_arguments(cls, *arguments: str) -> TakeAwayRuleset:
        """A quota such as `2n`, and maybe an opening rule: a number, `all but one` or `unlimited`."""
        if not 1 <= len(arguments) <= 2:
            raise RulesetError(
                _("{name} takes a quota and maybe an opening rule: {name}(2n), {name}(2n,2)").format(name=cls.name)
            )
        return cls(*arguments)

    @property
    def _opening_texts(self) -> list[str]:
        """The text of the opening rule; empty for the default."""
        opening = exact_repr(self.opening) if isinstance(self.opening, int) else self.opening
        return [] if opening == "all but one" else [opening]

    def parts(self, number: int) -> tuple[int, ...]:
        """The terms of the quota's base that add up to a number of at least 1, ascending."""
        return Base(self.quota).parts(number)

    @property
    def _next_quota_text(self) -> str:
        """The quota after a move that took n, in the rules."""
        if isinstance(self.quota, TableQuota):
            return _("the n-th of the numbers {numbers}, or the last of them").format(numbers=str(self.quota)[1:-1])
        known = isinstance(self.quota, LinearQuota | FloorQuota)
        return quota_text(self.quota) if known else f"{quota_text(self.quota)}(n)"

    def _advice(self, position: Position, move: Move, convention: Convention) -> str | None:
        """The advice on the heap that a winning move leaves, in the base of the quota."""
        after = position.play(move)
        heaps, quotas = heaps_of(after), quotas_of(after)
        most = quotas[0] if len(heaps) == 1 else None
        return None if most is None else _quota_advice(self.quota, heaps[0], most, convention)

    def _least_positions(self, position: Position) -> int:
        return largest_heap(position)

    def next_quota(self, taken: int) -> int:
        """The quota after `taken` was taken; raises `RulesetError` unless it is a whole number of at least 1."""
        quota = self.quota(taken)
        if type(quota) is int and quota >= 1:
            return quota
        return check_whole(quota, _NEEDS_QUOTA, least=1, error=RulesetError, taken=format_value(taken))


SHOWN_TERMS = 8
"""The number of terms of a base that are shown."""


def _quota_advice(quota: Quota, heap: int, most: int, convention: Convention) -> str | None:
    """The advice on leaving `heap` with at most `most` to take; None where the theorem does not apply.

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
    results = {
        "heap": format_int(heap),
        "size": format_int(size),
        "most": format_int(most),
        "sum": " + ".join(map(format_int, reversed(parts))),
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
    return text.format(**results)


class Pile(MatchPosition[tuple[int, int], int]):
    """One heap: its size and the greatest amount that may be taken from it now."""

    __slots__ = ()

    @property
    def size(self) -> int:
        """The size of the heap."""
        return self.state[0]

    @property
    def quota(self) -> int:
        """The greatest amount that may be taken."""
        return self.state[1]

    @property
    def heaps(self) -> tuple[int]:
        """The size, as a tuple of one entry."""
        return (self.state[0],)

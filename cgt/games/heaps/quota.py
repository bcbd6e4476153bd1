"""Quotas: how much may be taken, as a function of what the last move took."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from math import gcd

import attrs

from cgt.core.errors import ParseError, RulesetError
from cgt.core.language import _
from cgt.core.numbers import brief, check_whole, from_decimal, to_decimal, written
from cgt.core.reading import check_text

Quota = Callable[[int], int]
"""From the amount k >= 1 that was just taken to the most, at least 1, that may be taken next."""


@attrs.frozen
class LinearQuota:
    """The quota k·n + q, where n is what the last move took.

    Raises:
        RulesetError: k is negative, or the quota after taking 1 would be below 1.

    >>> LinearQuota(2, 1)(5), str(LinearQuota(2, 1)), str(LinearQuota(1, -0))
    (11, '2n+1', 'n')
    """

    k: int = attrs.field(repr=written)
    q: int = attrs.field(default=0, repr=written)

    def __attrs_post_init__(self) -> None:
        for number in (self.k, self.q):
            check_whole(number, "the quota k·n+q needs whole numbers k and q", least=None, error=RulesetError)
        if self.k < 0:
            raise RulesetError(_("the quota {value} falls below 1: k·n+q needs k of at least 0").format(value=self))
        if self.k + self.q < 1:
            raise RulesetError(
                _("the quota {value} is {k} after 1 is taken: it must be at least 1").format(
                    value=self, k=brief(self.k + self.q)
                )
            )

    def __call__(self, taken: int) -> int:
        """The quota after `taken` was taken."""
        return self.k * taken + self.q

    def __str__(self) -> str:
        if self.k == 0:
            return written(self.q)
        sign = "+" if self.q > 0 else ""
        return f"{to_decimal(self.k) if self.k != 1 else ''}n{sign}{written(self.q) if self.q else ''}"


@attrs.frozen
class FloorQuota:
    """The quota ⌊(k·n + q)/d⌋, exactly, where n is what the last move took; it never falls.

    Raises:
        RulesetError: k is negative, d is below 1, or the quota after taking 1 would be below 1.

    >>> [FloorQuota(3, 0, 2)(n) for n in (1, 2, 3, 10**30 + 1)][:3], str(FloorQuota(3, 2, 2))
    ([1, 3, 4], 'floor(3n/2)+1')
    """

    k: int = attrs.field(repr=written)
    q: int = attrs.field(repr=written)
    d: int = attrs.field(repr=written)

    def __attrs_post_init__(self) -> None:
        for number, least in ((self.k, 0), (self.q, None), (self.d, 1)):
            needs = "⌊(k·n+q)/d⌋ needs whole numbers, k at least 0, d at least 1"
            check_whole(number, needs, least=least, error=RulesetError)
        if self(1) < 1:
            raise RulesetError(
                _("the quota {value} is {value2} after 1 is taken: it must be at least 1").format(
                    value=self, value2=brief(self(1))
                )
            )

    @classmethod
    def least(cls, k: int, q: int, d: int) -> FloorQuota | LinearQuota:
        """The quota in lowest terms: equal rules are written alike, and a whole one is a `LinearQuota`.

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
        term = f"{to_decimal(self.k) if self.k != 1 else ''}n"
        inner = f"({term}+{to_decimal(rest)})" if rest else term
        added = f"{'+' if whole > 0 else ''}{to_decimal(whole)}" if whole else ""
        return f"floor({inner}/{to_decimal(self.d)}){added}"


@attrs.frozen
class TableQuota:
    """The quota read from a table: `values[0]` after 1 was taken, and so on; its last entry holds for all larger takes.

    Raises:
        RulesetError: the table is empty, or an entry is not a whole number of at least 1.

    >>> [TableQuota((3, 1, 8))(n) for n in (1, 2, 3, 4)]
    [3, 1, 8, 8]
    """

    values: tuple[int, ...] = attrs.field(repr=written)

    def __attrs_post_init__(self) -> None:
        if not self.values:
            raise RulesetError("a table of quotas has at least one entry")
        for value in self.values:
            check_whole(value, "every quota of a table is a whole number of at least 1", least=1, error=RulesetError)

    def __call__(self, taken: int) -> int:
        """The quota after `taken` was taken."""
        return self.values[min(taken, len(self.values)) - 1]

    def __str__(self) -> str:
        return "[" + ",".join(map(to_decimal, self.values)) + "]"


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
    stripped = text.strip()
    if len(stripped) > (LONGEST_TABLE if stripped.startswith("[") else LONGEST):
        raise ParseError(_("a quota is written shorter than {text}").format(text=brief(text)))
    table = _TABLE.fullmatch(stripped)
    if table is not None:
        return TableQuota(tuple(from_decimal(entry.strip()) for entry in table[1].split(",")))
    floor = _FLOOR.fullmatch(stripped)
    if floor is not None:
        k, inner, d, outer = int(floor[3] or 1), _signed(floor[4], floor[5]), int(floor[6]), _signed(floor[7], floor[8])
        return FloorQuota.least(k, inner + outer * d, d)
    linear = _LINEAR.fullmatch(stripped)
    if linear is None or not stripped or ("n" in stripped and linear[3] and not linear[2]):
        raise ParseError(
            _("{text} is not a quota: write kn+q such as 2n, n+1 or 2n-1, 3n/2, a number, or a table [3,1,8]").format(
                text=brief(text)
            )
        )
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
        raise RulesetError(f"a quota is text such as '2n', a table or a function, not {brief(quota)}")
    return TableQuota(tuple(quota))


def quota_text(quota: Quota) -> str:
    """How a quota is shown: its text form, or the name of the function."""
    is_text = isinstance(quota, LinearQuota | FloorQuota | TableQuota)
    return str(quota) if is_text else getattr(quota, "__name__", repr(quota))

"""Quotas: how much may be taken, as a function of what the last move took."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import attrs

from cgt.core.numbers import brief, check_whole, from_decimal, to_decimal, written
from cgt.core.reading import check_text
from cgt.errors import ParseError, RulesetError

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
            raise RulesetError(f"the quota {self} falls below 1: k·n+q needs k of at least 0")
        if self.k + self.q < 1:
            raise RulesetError(f"the quota {self} is {brief(self.k + self.q)} after 1 is taken: it must be at least 1")

    def __call__(self, taken: int) -> int:
        """The quota after `taken` was taken."""
        return self.k * taken + self.q

    def __str__(self) -> str:
        if self.k == 0:
            return written(self.q)
        sign = "+" if self.q > 0 else ""
        return f"{written(self.k) if self.k != 1 else ''}n{sign}{written(self.q) if self.q else ''}"


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
_TABLE = re.compile(r"\[\s*(\d+(?:\s*,\s*\d+)*)\s*\]", re.ASCII)


def parse_quota(text: str) -> LinearQuota | TableQuota:
    """Read a quota: `2n`, `3n`, `n+1`, `2n-1`, a constant `3`, or a table `[3,1,8]`. Nothing is evaluated as code.

    Raises:
        ParseError: the text is none of these.
        RulesetError: the quota would be below 1.

    >>> parse_quota("2n-1"), parse_quota("3"), parse_quota("[3,1,8]")
    (LinearQuota(k=2, q=-1), LinearQuota(k=0, q=3), TableQuota(values=(3, 1, 8)))
    """
    check_text(text)
    stripped = text.strip()
    if len(stripped) > (LONGEST_TABLE if stripped.startswith("[") else LONGEST):
        raise ParseError(f"a quota is written shorter than {brief(text)}")
    table = _TABLE.fullmatch(stripped)
    if table is not None:
        return TableQuota(tuple(from_decimal(entry.strip()) for entry in table[1].split(",")))
    linear = _LINEAR.fullmatch(stripped)
    if linear is None or not stripped or ("n" in stripped and linear[3] and not linear[2]):
        raise ParseError(
            f"{brief(text)} is not a quota: write kn+q such as 2n, n+1 or 2n-1, a number, or a table [3,1,8]"
        )
    k = 0 if "n" not in stripped else int(linear[1] or 1)
    q = int((linear[2] or "") + (linear[3] or "0"))
    return LinearQuota(k, q)


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
    return str(quota) if isinstance(quota, LinearQuota | TableQuota) else getattr(quota, "__name__", repr(quota))

"""The base of a take-away quota, and the closed form for the quota n+q.

One heap of n, a quota q: take 1 <= k <= min(n, q), and the quota becomes f(k); last mover wins. The base is H_1 = 1,
H_{j+1} = H_j + H_m with the least m such that f(H_m) >= H_j; when no m will do, the base ends. Every n is a sum of
base terms, greedily, and the player to move wins exactly when the quota reaches the least part.

Sources: A. J. Schwenk, "Take-away games", *Fibonacci Quarterly* 8 (1970), for nondecreasing f; A. Holshouser,
H. Reiter and J. Rudzinski, "Dynamic one-pile nim", *Fibonacci Quarterly* 41 (2003), for f(n+1) - f(n) >= -1. Under
the weaker condition the least part still decides who wins, but takes that are no tails can win besides: the list of
ALL winning takes needs f nondecreasing.

The base 1, 2, 3, … of the quota n+q doubles for ever once a step exceeds q: when H_j - H_{j-1} > q, the quota after
H_{j-1} stays below H_j, so that H_{j+1} = 2·H_j, and the next step is greater still. With c the first such H_j, a heap
of n = c·s + r, r < c, is the sum of the parts of r and of c times the powers of two in s.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from sys import maxsize
from typing import Self

import attrs
from more_itertools import nth

from cgt.core.concurrency import ForkSafeLock
from cgt.core.numbers import check_whole, format_int, format_value, is_whole
from cgt.errors import BudgetError, NumberError, RulesetError

GROWING = ForkSafeLock()
"""Held by the thread that adds terms to a base or places to a number system, which threads share unawares."""


def first_drop(f: Callable[[int], int], bound: int) -> int | None:
    """The least n < bound with f(n+1) < f(n) - 1, where the base's theorem stops covering f; None if there is none.

    >>> first_drop(lambda n: 2 * n, 100), first_drop(lambda n: {1: 3, 2: 1, 3: 3}.get(n, 8), 100)
    (None, 1)
    """
    return _first_fall(f, bound, 1)


def is_nondecreasing(f: Callable[[int], int], bound: int) -> bool:
    """Whether f(1) <= f(2) <= … <= f(bound), f(1) >= 1: what `Base.winning_tails` needs for heaps up to `bound`.

    >>> is_nondecreasing(lambda n: n + 1, 1000), is_nondecreasing(lambda n: max(1, 10 - n), 20)
    (True, False)
    """
    return f(1) >= 1 and _first_fall(f, bound, 0) is None


def is_covered(f: Callable[[int], int], bound: int) -> bool:
    """Whether the least part decides who wins, for heaps up to `bound`: f(n) >= 1 and f(n+1) - f(n) >= -1 on 1..bound.

    Heaps up to `bound` only ever ask f about takes up to `bound`, so that is enough for them.

    >>> is_covered(lambda n: n + 1, 1000), is_covered(lambda n: max(1, 10 - 2 * n), 20)
    (True, False)
    """
    return all(f(n) >= 1 for n in range(1, bound + 1)) and first_drop(f, bound) is None


class Base:
    """The base of a quota function, whose terms are computed on demand.

    `f` maps a take k >= 1 to the next quota >= 1; the caller vouches for it (see `is_covered`).

    >>> fibonacci = Base(lambda k: 2 * k)
    >>> fibonacci.upto(60), fibonacci.parts(50), fibonacci.least_part(50)
    ([1, 2, 3, 5, 8, 13, 21, 34, 55], (3, 13, 34), 3)
    """

    def __init__(self, f: Callable[[int], int]) -> None:
        self.f = f
        self._terms = [1]
        # The terms' `m`: term j+1 = term j + term m, both counted from 0 here.
        self._links: list[int] = []
        # The quotas of the first terms, as far as they were needed.
        self._quotas: list[int] = []
        self._ended = False

    def __repr__(self) -> str:
        return f"Base({', '.join(map(str, self._terms[:8]))}, …)"

    def __iter__(self) -> Iterator[int]:
        """The terms, ascending; endless unless the base ends."""
        j = 0
        while j < len(self._terms) or self._extend(self._terms[-1]):
            yield self._terms[j]
            j += 1

    def term(self, p: int) -> int:
        """H_p, counted from p = 1.

        Raises:
            NumberError: p is below 1, or beyond the end of a base that ends.
        """
        element = nth(self, p - 1) if is_whole(p) and 0 < p <= maxsize else None
        if element is None:
            raise NumberError(f"this base has no term number {format_value(p)}")
        return element

    def upto(self, n: int) -> list[int]:
        """The terms <= n, ascending."""
        self._extend(n)
        return self._terms[: bisect_right(self._terms, n)]

    def link(self, p: int) -> int:
        """The least m with f(H_m) >= H_p, so that H_{p+1} = H_p + H_m; both counted from 1.

        Raises:
            NumberError: the base ends at H_p or before.
        """
        while len(self._links) < p and self._extend(self._terms[-1]):
            pass
        if not 1 <= p <= len(self._links):
            raise NumberError(f"this base has no step from term number {format_value(p)}")
        return self._links[p - 1] + 1

    def ends_at(self, stop: int) -> int | None:
        """The last term, if the base ends below `stop`; None if it goes on at least so far.

        >>> Base(lambda k: 3).ends_at(1000), Base(lambda k: k + 1).ends_at(1000)
        (4, None)
        """
        self.upto(stop)
        return self._terms[-1] if self._ended else None

    def expansion(self, n: int) -> tuple[tuple[int, int], ...]:
        """The greedy parts of n as (part, how often), ascending; only the last term of an ended base repeats.

        >>> Base(lambda k: 3).expansion(4 * 10**30 + 2)
        ((2, 1), (4, 1000000000000000000000000000000))
        """
        n = check_whole(n, "a heap holds 0 or more")
        element = []
        for part in reversed(self.upto(n)):
            often, n = divmod(n, part)
            if often:
                element.append((part, often))
        return tuple(reversed(element))

    def parts(self, n: int) -> tuple[int, ...]:
        """The greedy parts of n, ascending.

        Raises:
            BudgetError: the base ends, and n needs more than a million copies of its last term: use `expansion`.
        """
        expansion = self.expansion(n)
        if sum(often for _, often in expansion) > 1_000_000:
            raise BudgetError(f"{n} has more than 1,000,000 parts: ask for its expansion instead")
        return tuple(part for part, often in expansion for _ in range(often))

    def least_part(self, n: int) -> int:
        """The least quota that wins from a heap of n >= 1."""
        n = check_whole(n, "only heaps from 1 have a least part", least=1)
        return self.expansion(n)[0][0]

    def winning_tails(self, expansion: Sequence[tuple[int, int]], quota: int) -> Iterator[int]:
        """All the winning takes under `quota` from the heap of that expansion, ascending (none if it is lost).

        For nondecreasing f; for others, only some of them. With the parts d_1 <= d_2 <= …, they are the tails
        t_j = d_1 + … + d_j <= quota with f(t_j) < d_{j+1}, and the whole heap. Lazy, since an ended base can give as
        many as there are counters.

        >>> fibonacci, ended = Base(lambda k: 2 * k), Base(lambda k: 3)
        >>> list(fibonacci.winning_tails(fibonacci.expansion(10), 9)), list(ended.winning_tails(ended.expansion(9), 9))
        ([2], [1, 5, 9])
        """
        tail = 0
        for j, (part, often) in enumerate(expansion):
            following = expansion[j + 1][0] if j + 1 < len(expansion) else None
            for copy in range(often):
                tail += part
                if tail > quota:
                    return
                succeeding = part if copy < often - 1 else following
                if succeeding is None or self.f(tail) < succeeding:
                    yield tail

    def _extend(self, n: int) -> bool:
        """Find the terms up to the first that is greater than n; False where the base ends before."""
        with GROWING:
            terms, links, quotas = self._terms, self._links, self._quotas
            del links[len(terms) - 1 :]  # of a term that an interrupted run did not come to
            while terms[-1] <= n and not self._ended:
                # Terms too small for the last step are too small for this one: m never goes back, whatever f is.
                while len(quotas) < len(terms) and (not quotas or quotas[-1] < terms[-1]):
                    quotas.append(self.f(terms[len(quotas)]))
                if quotas[-1] >= terms[-1]:
                    links.append(len(quotas) - 1)
                    terms.append(terms[-1] + terms[links[-1]])
                else:
                    self._ended = True
            return terms[-1] > n


def steady_steps(k: int, q: int, limit: int, d: int = 1) -> tuple[int, int, tuple[int, int]]:
    """The recurrence of the base of the quota ⌊(kx + q)/d⌋: gap, start and window, H_p = H_{p-1} + H_{p-gap}.

    The window is the first gap + 1 steps in a row that prove it, by the theorem of `cgt.theory.base_recurrence`.

    Raises:
        RulesetError: d is below 1, k below d or f(1) below 1: then the base ends, or there is no game.
        BudgetError: no window found within `limit` terms.

    >>> steady_steps(3, 0, 100)[:2]
    (4, 6)
    """
    if not 1 <= d <= min(k, k + q):
        raise RulesetError(f"the quota {_quota_text(k, q, d)} needs d >= 1, k >= d and k + q >= d")
    base = Base(lambda x: (k * x + q) // d)
    terms = [0]  # H_0 = 0 stands for "no smaller m".
    run = gap = 0
    for j, term in enumerate(islice(base, limit), start=1):
        terms.append(term)
        m = base.link(j)
        fits = k * terms[m] + min(q, 0) >= d * term and m > 1 and k * terms[m - 1] + max(q + 1, 0) <= d * term
        if j + 1 - m != gap:
            gap, run = j + 1 - m, 0
        run = run + 1 if fits else 0
        if run >= gap + 1:
            return gap, _earliest(base, gap, j), (j - run + 1, j)
    raise BudgetError(f"no recurrence of the base of {_quota_text(k, q, d)} was proved within {limit} terms")


def _quota_text(k: int, q: int, d: int) -> str:
    return f"({format_int(k)}x + {format_int(q)})/{format_int(d)}"


def winning_sequence(base: Base, stop: int) -> list[int]:
    """The least winning quota L(n) of the heaps n = 1..stop-1, by insertion: no number is ever decomposed.

    After each base term H_j comes a copy of the first H_{j+1} - H_j - 1 terms of the sequence itself; after the last
    term of a base that ends, copies of all that came before, each closed by that term. In misère play the sequence
    serves heaps one larger.

    >>> winning_sequence(Base(lambda k: 2 * k), 14)
    [1, 2, 3, 1, 5, 1, 2, 8, 1, 2, 3, 1, 13]
    """
    sequence: list[int] = []
    length = stop - 1
    terms = base.upto(stop)
    for low, high in pairwise(terms):
        sequence.append(low)
        sequence += sequence[: high - low - 1]
    last = terms[-1]
    while len(sequence) < length:
        # Only a base that ends leaves a stretch longer than its own beginning.
        sequence.append(last)
        sequence += sequence[: last - 1]
    return sequence[:length]


def _first_fall(f: Callable[[int], int], bound: int, allowed: int) -> int | None:
    quotas = pairwise(map(f, range(1, bound + 1)))
    return next((n for n, (before, after) in enumerate(quotas, start=1) if after < before - allowed), None)


def _earliest(base: Base, gap: int, proved: int) -> int:
    """The least start such that H_p = H_{p-1} + H_{p-gap} holds for every p from there to `proved` + 1."""
    terms = [0, *islice(base, proved + 1)]
    start = proved + 1
    while start - 1 > gap and terms[start - 1] == terms[start - 2] + terms[start - 1 - gap]:
        start -= 1
    return start


@attrs.frozen
class DoublingRule:
    """The least winning quota under n+q: by n modulo c, or c times the power of two in n/c where c divides n.

    >>> rule = DoublingRule.of(1)
    >>> rule.modulus, rule.residues, [rule.least_part(n) for n in (5, 10, 60, 100, 163)]
    (5, (1, 2, 3, 1), [5, 10, 20, 20, 3])
    """

    q: int
    modulus: int
    residues: tuple[int, ...]

    @classmethod
    def of(cls, q: int) -> Self:
        """The rule for the quota n+q.

        Raises:
            RulesetError: q is negative.
        """
        if q < 0:
            raise RulesetError(f"the rule is for n+q with q of at least 0, not {q}")
        base = Base(lambda taken: taken + q)
        steps = pairwise(base)
        # A base starts with the step from 0 to 1, which exceeds q only for q = 0.
        modulus = 1 if q == 0 else next(high for low, high in steps if high - low > q)
        return cls(q, modulus, tuple(base.least_part(n) for n in range(1, modulus)))

    def least_part(self, n: int) -> int:
        """The least quota that wins from n >= 1 in normal play; in misère play ask for the heap less one."""
        n = check_whole(n, "only heaps from 1 have a least part", least=1)
        times, residue = divmod(n, self.modulus)
        return self.residues[residue - 1] if residue else self.modulus * (times & -times)

    def __str__(self) -> str:
        table = ", ".join(f"{residue}: {part}" for residue, part in enumerate(self.residues, start=1))
        power = f"0: {self.modulus} times the greatest power of two in n/{self.modulus}"
        return f"n mod {self.modulus} -> {', '.join(filter(None, (table, power)))}"

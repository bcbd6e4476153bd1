"""Promises about games given by a function, whose further heaps cannot be looked at: they are checked heap by heap."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import TYPE_CHECKING

import attrs

from cgt.core.language import _, language
from cgt.core.reading import WholeNumber
from cgt.errors import RulesetError

if TYPE_CHECKING:
    from cgt.core.repetition import Periodicity
    from cgt.fast.sequence import HeapGame

_PROMISED = WholeNumber("a reach and a modulus are whole numbers of at least 1")


@attrs.frozen
class Promise:
    """A promise that moves only take, up to `reach`, and from n = `reach` on depend on n mod `modulus` alone.

    It is made for a game given by a function, whose further heaps cannot be looked at. The theorem: under the promise
    G(n), n >= reach, is a function of n mod `modulus` and of the `reach` values before it. So when the `reach` values
    from max(n0, reach) on come again P later, P a multiple of the period p and of `modulus`, everything after them
    does. That the function keeps the promise is checked for every heap at hand; for the others it is taken on its
    author's word, which the certificate says. After S. W. Golomb, A mathematical investigation of games of take-away
    (1966).

    >>> Promise(0)
    Traceback (most recent call last):
    cgt.errors.RulesetError: a reach and a modulus are whole numbers of at least 1, not 0
    """

    reach: int = attrs.field(validator=_PROMISED)
    modulus: int = attrs.field(default=1, validator=_PROMISED)

    def __str__(self) -> str:
        with language("en"):
            return self.in_words()

    def in_words(self) -> str:
        """The text of the promise in the reader's language; `str` is the English one, which certificates hold."""
        text = _("repeated window, given the promised reach {reach}").format(reach=self.reach)
        return text + (_(", modulo {modulus}").format(modulus=self.modulus) if self.modulus > 1 else "")

    def needed(self, periodicity: Periodicity) -> int:
        """The number of values, from heap 0 on, that decide whether this periodicity is proved."""
        return self.reach + periodicity.preperiod + lcm(periodicity.period, self.modulus) + self.reach

    def proves(self, periodicity: Periodicity, values: Sequence[int]) -> bool:
        """Whether these values, of heaps that keep the promise, prove a plain period for ever."""
        return (
            periodicity.saltus == 0
            and len(values) >= self.needed(periodicity)
            and periodicity.first_failure(values) is None
        )


class CheckedPromise:
    """A promise about a game, checked heap by heap."""

    def __init__(self, promise: Promise, ruleset: HeapGame) -> None:
        self.promise, self.ruleset = promise, ruleset
        self._checked = 0
        self._takes: dict[int, frozenset[int]] = {}

    def upto(self, stop: int) -> None:
        """Check the heaps below `stop` not checked before; raises `RulesetError` where the promise is broken."""
        for heap in range(self._checked, stop):
            self._check(heap)
        self._checked = max(stop, self._checked)

    def _check(self, heap: int) -> None:
        broken = f"{self.ruleset} breaks its promise"
        reach, modulus = self.promise.reach, self.promise.modulus
        options = [tuple(option) for option in self.ruleset.heap_options(heap)]
        if any(len([size for size in option if size]) > 1 for option in options):
            raise RulesetError(f"{broken}: it divides a heap of {heap}")
        takes = frozenset(heap - sum(option) for option in options)
        if max(takes, default=0) > reach:
            raise RulesetError(f"{broken}: {max(takes)} may be taken from {heap}, more than {reach}")
        if heap >= reach and self._takes.setdefault(heap % modulus, takes) != takes:
            raise RulesetError(
                f"{broken}: what may be taken from {heap} differs from what may be taken from "
                f"smaller heaps alike modulo {modulus}"
            )

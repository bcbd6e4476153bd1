"""Values and certificates of loopy positions: a value is a nim-value, or infinity with a set of nim-values.

And certificates of labels: each is checked by those of the options alone, with nothing of the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import attrs

from cgt.core.nimber import mex
from cgt.core.numbers import format_value, is_whole
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Position, options
from cgt.errors import CertificateError, NumberError

Label = TypeVar("Label")


def _finite_set(values: Iterable[int]) -> frozenset[int]:
    results = frozenset(values)
    if not all(is_whole(value) and value >= 0 for value in results):
        raise NumberError(
            f"the nim-values that infinity leads to are whole numbers of at least 0, not {format_value(results)}"
        )
    return results


@attrs.frozen
class LoopyValue:
    """The value of a loopy position in normal play: the generalised Sprague-Grundy value.

    Either a nim-value, or ∞(K), where K holds the nim-values of the options that have one. Values add as positions do:
    a + b is the nim-sum, ∞(K) + b is ∞ of the nim-sums of K with b, and ∞(K) + ∞(L) is ∞(∅).

    Attributes:
        nim_value: the nim-value, or None for infinity.
        reached: K; empty for a nim-value.

    Source: Smith, "Graphs and composite games" (1966); Fraenkel and Perl, "Constructions in combinatorial games with
    cycles" (1975).

    >>> value = LoopyValue.infinity([0, 1]) + LoopyValue(2)
    >>> print(value, value.outcome, LoopyValue(3) + LoopyValue(1), LoopyValue.infinity([]))
    ∞(2,3) D 2 ∞(∅)
    """

    nim_value: int | None
    reached: frozenset[int] = attrs.field(default=frozenset(), converter=_finite_set)

    def __attrs_post_init__(self) -> None:
        if self.nim_value is not None and (not is_whole(self.nim_value) or self.nim_value < 0 or self.reached):
            raise NumberError(
                f"a loopy value is a nim-value of at least 0 or infinity, not {format_value(self.nim_value)}"
            )

    @classmethod
    def infinity(cls, reached: Iterable[int]) -> LoopyValue:
        """The value ∞(K), where K is the set of nim-values that can be reached."""
        return cls(None, frozenset(reached))

    @property
    def outcome(self) -> Outcome:
        """P for 0, N for another nim-value and for ∞(K) with 0 in K, else D, a draw."""
        if self.nim_value is not None:
            return Outcome.N if self.nim_value else Outcome.P
        return Outcome.N if 0 in self.reached else Outcome.D

    def __add__(self, other: LoopyValue) -> LoopyValue:
        if not isinstance(other, LoopyValue):
            return NotImplemented
        left, right = self.nim_value, other.nim_value
        if left is not None and right is not None:
            return LoopyValue(left ^ right)
        if left is not None:
            return LoopyValue.infinity(left ^ value for value in other.reached)
        if right is not None:
            return LoopyValue.infinity(right ^ value for value in self.reached)
        return LoopyValue.infinity(())

    def __str__(self) -> str:
        if self.nim_value is not None:
            return str(self.nim_value)
        return f"∞({','.join(map(str, sorted(self.reached))) or '∅'})"


@attrs.frozen
class OutcomeCertificate:
    """The remoteness of a position and all its followers, None where the play is a draw.

    Why the check suffices: where a number stands, it is one more than an option's, so wins and losses follow by
    induction on it; where None stands, the mover can stay among such positions and cannot reach a P-position.
    """

    convention: Convention
    remoteness: Mapping[Position, int | None] = attrs.field(repr=False)

    def outcome(self, position: Position) -> Outcome:
        """N, P or D, by the remoteness; raises `CertificateError` for a position that is not covered."""
        steps = _label_of(position, self.remoteness)
        if steps is None:
            return Outcome.D
        return Outcome.N if steps % 2 != (self.convention is Convention.MISERE) else Outcome.P

    def check(self) -> None:
        """Check each label by its options; raises `CertificateError` that names the first position that fails."""
        for position, claimed in self.remoteness.items():
            after = list(options(position))
            result = self._by_options([(self.outcome(option), self.remoteness[option]) for option in after])
            if result != claimed:
                label, by_options = _steps_text(claimed), _steps_text(result)
                raise CertificateError(
                    f"{format_value(position)} is labelled {label}, and by its options it is {by_options}"
                )

    @staticmethod
    def _by_options(after: list[tuple[Outcome, int | None]]) -> int | None:
        if not after:
            return 0
        to_p = [steps for outcome, steps in after if outcome is Outcome.P and steps is not None]
        if to_p:
            return 1 + min(to_p)
        if any(outcome is Outcome.D for outcome, _ in after):
            return None
        return 1 + max(steps for _, steps in after if steps is not None)


@attrs.frozen
class ValueCertificate:
    """The value of a position and all its followers, each with a counter: when its nim-value was given.

    The three conditions of Fraenkel and Perl (1975), which only the generalised Sprague-Grundy function meets:
    (A) a nim-value is the mex of the options' nim-values; (B) an option of a larger value, or of infinity, has an
    option of the position's own value with a smaller counter; (C) of infinity one option is infinity that does not
    reach the mex of the options' nim-values.
    """

    labels: Mapping[Position, tuple[LoopyValue, int]] = attrs.field(repr=False)

    def check(self) -> None:
        """Check each value by its options; raises `CertificateError` that names the first position that fails."""
        for position, (value, counter) in self.labels.items():
            after = [(option, _label_of(option, self.labels)[0]) for option in options(position)]
            reached = {result.nim_value for _, result in after if result.nim_value is not None}
            least = mex(reached)
            if value.nim_value is None:
                right = value.reached == reached and any(
                    result.nim_value is None and least not in result.reached for _, result in after
                )
            else:
                right = value.nim_value == least and all(
                    self._reverts(option, least, counter)
                    for option, result in after
                    if result.nim_value is None or result.nim_value > least
                )
            if not right:
                raise CertificateError(
                    f"{format_value(position)} is labelled {value}, which its options do not bear out"
                )

    def _reverts(self, option: Position, label: int, counter: int) -> bool:
        labels = (_label_of(back, self.labels) for back in options(option))
        return any(result.nim_value == label and earlier < counter for result, earlier in labels)


def _label_of(position: Position, labels: Mapping[Position, Label]) -> Label:
    try:
        return labels[position]
    except KeyError:
        raise CertificateError(f"{format_value(position)} has no label") from None


def _steps_text(steps: int | None) -> str:
    return "a draw" if steps is None else f"decided after {steps} move{'s' * (steps != 1)}"

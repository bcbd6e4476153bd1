"""Certificates of loopy labels: each label is checked by those of the options alone, with nothing of the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.core.errors import CertificateError
from cgt.core.nimber import mex
from cgt.core.numbers import brief
from cgt.core.outcome import Convention, Outcome
from cgt.core.position import Position, options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cgt.engine.loopy_value import LoopyValue


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
        steps = self._of(position)
        if steps is None:
            return Outcome.D
        return Outcome.N if steps % 2 != (self.convention is Convention.MISERE) else Outcome.P

    def check(self) -> None:
        """Check each label by its options; raises `CertificateError` that names the first position that fails."""
        for position, claimed in self.remoteness.items():
            after = list(options(position))
            found = self._by_options([(self.outcome(option), self._of(option)) for option in after])
            if found != claimed:
                raise CertificateError(
                    f"{brief(position)} is labelled {_shown(claimed)}, and by its options it is {_shown(found)}"
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

    def _of(self, position: Position) -> int | None:
        try:
            return self.remoteness[position]
        except KeyError:
            raise CertificateError(f"{brief(position)} has no label") from None


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
            after = [(option, self._of(option)[0]) for option in options(position)]
            reached = {found.nim_value for _, found in after if found.nim_value is not None}
            least = mex(reached)
            if value.nim_value is None:
                right = value.reached == reached and any(
                    found.nim_value is None and least not in found.reached for _, found in after
                )
            else:
                right = value.nim_value == least and all(
                    self._reverts(option, least, counter)
                    for option, found in after
                    if found.nim_value is None or found.nim_value > least
                )
            if not right:
                raise CertificateError(f"{brief(position)} is labelled {value}, which its options do not bear out")

    def _reverts(self, option: Position, label: int, counter: int) -> bool:
        return any(found.nim_value == label and earlier < counter for found, earlier in map(self._of, options(option)))

    def _of(self, position: Position) -> tuple[LoopyValue, int]:
        try:
            return self.labels[position]
        except KeyError:
            raise CertificateError(f"{brief(position)} has no label") from None


def _shown(steps: int | None) -> str:
    return "a draw" if steps is None else f"decided after {steps} moves"

"""What was found out about a game, and what was tried: what `cgt.discover` gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from cgt.core.card import Card, Shown
from cgt.core.language import _
from cgt.core.numbers import outlined
from cgt.store.oeis import Indexed

if TYPE_CHECKING:
    from cgt.theory.base_recurrence import Recurrence
    from cgt.theory.equality import Equality
    from cgt.theory.period import PeriodReport
    from cgt.theory.period_certificate import PeriodCertificate


@attrs.frozen
class Discovery(Shown):
    """What was found about a rule, and what was tried.

    Attributes:
        rule: the rule, as text.
        kind: the family's own word: `heap game`, `quota`, `Wythoff`; `other` where only closed forms were looked up.
        values: the start of the sequence that the game is played by, such as its nim-sequence; none if none is known.
        period: of a heap game: the period, with its status and its certificate.
        equalities: of a heap game: the same game, or the same sequence, under another code.
        recurrence: of a quota (k·n+q)/d: the base's recurrence, proved.
        base: the same as a certificate, where there is one.
        recognised: what finite automata read off the digits of a position, a line each, and whether it is proved.
        strategy: how to play, in words; None when nothing was found.
        proved: whether the strategy holds for every position.
        tried: what was tried, one line each.
        seen: without a proof: of a heap game rare values, the largest value, growth; else the first P-positions.
        listed: what the values are, such as `nim-sequence` or `base`.
        first: the index of the first of them.
        misere: what is known of misère play: the quotient, and how far it is proved.
    """

    rule: str
    kind: str
    values: tuple[int, ...] = attrs.field(repr=outlined)
    period: PeriodReport | None = None
    equalities: tuple[Equality, ...] = ()
    recurrence: str | None = None
    strategy: str | None = None
    proved: bool = False
    tried: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    listed: str = "values"
    first: int = 1
    misere: str | None = None
    base: Recurrence | None = None
    recognised: tuple[str, ...] = ()

    @property
    def listing(self) -> str:
        """The values as the OEIS lists them."""
        return Indexed(self.first, self.values).listing()

    @property
    def certificate(self) -> PeriodCertificate | None:
        """The certificate of a proved period, if the rule has a code."""
        return self.period.certificate if self.period else None

    @property
    def sections(self) -> list[tuple[str, str]]:
        """The whole chain as pairs (heading, text), for one screen."""
        rows = [(_("rule"), self.rule), (_(self.listed), self.listing)]
        if self.period:
            rows.append((_("period"), self.period.finding))
        if self.recurrence:
            rows.append((_("recurrence"), self.recurrence))
        rows += [(_("equal"), str(equality)) for equality in self.equalities]
        if self.strategy:
            rows.append((_("strategy"), self.strategy))
        rows += [(_("recognised"), line) for line in self.recognised]
        rows.append((_("holds"), _("for ever, proved") if self.proved else _("not proved")))
        if self.misere:
            rows.append((_("misère play"), self.misere))
        rows += [(_("seen"), line) for line in self.seen]
        rows += [(_("tried"), line) for line in self.tried]
        return [(heading, text) for heading, text in rows if text]

    def card(self) -> Card:
        """The whole chain from the rule to its strategy."""
        return Card(self.rule, self.sections[1:])  # the first is the title

    def record(self) -> dict[str, object]:
        """The discovery as JSON-ready data, with the certificate of its period or base, which `cgt verify` checks."""
        evidence = self.certificate or self.base
        return {
            "ruleset": self.rule,
            "kind": self.kind,
            "values": list(self.values),
            "period": self.period.record() if self.period else None,
            "equalities": [
                {"other": one.other, "shift": one.shift, "by_rule": one.by_rule, "checked_to": one.checked_to}
                for one in self.equalities
            ],
            "recurrence": self.recurrence,
            "strategy": self.strategy,
            "proved": self.proved,
            "misere": self.misere,
            "recognised": list(self.recognised),
            "seen": list(self.seen),
            "tried": list(self.tried),
            "certificate": evidence and evidence.fields(),
        }

    def __str__(self) -> str:
        return "\n".join(f"{heading}{_(': ')}{text}" for heading, text in self.sections)

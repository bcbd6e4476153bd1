"""A sweep while it runs: how far it has come, read from its ledger by whoever looks."""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING

import attrs

from cgt.apps.sweep.ledger import Ledger
from cgt.core.card import Card, Shown
from cgt.core.language import _, grouped

if TYPE_CHECKING:
    from pathlib import Path

RECENT = 60.0
"""The rate is that of so many last seconds."""

SHOWN_SLOWEST = 5


@attrs.frozen
class SweepState(Shown):
    """What a ledger tells of the sweep that was begun last.

    Attributes:
        family: the rules, as they were named.
        total: how many games are studied in all; equal codes count once.
        done, proved, failed: how many are finished, proved, and ended with an error.
        seconds: how long it has run, to the last batch where it has ended.
        rate: games a second in the last minute of the work.
        slowest: the games that took longest, with their seconds.
    """

    family: str
    total: int
    done: int
    proved: int
    failed: int
    seconds: float
    rate: float
    slowest: tuple[tuple[str, float], ...]

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left."""
        return self.done >= self.total

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at this rate; None where nothing was finished lately."""
        return None if not self.rate else (self.total - self.done) / self.rate

    def card(self) -> Card:
        """The counts, the rate and the slowest games."""
        left = self.seconds_left
        rows = [
            (_("done"), _("{done} of {total}").format(done=grouped(self.done), total=grouped(self.total))),
            (_("proved"), grouped(self.proved)),
            (_("failed"), grouped(self.failed)),
            (_("running for"), _clock(self.seconds)),
            (_("rate"), _("{rate} a second").format(rate=f"{self.rate:.1f}")),
            (_("left"), "?" if left is None else _clock(left)),
        ]
        rows += [(_("slowest"), f"{rule}: {seconds:.2f} s") for rule, seconds in self.slowest]
        return Card(self.family, rows)

    def __str__(self) -> str:
        card = self.card()
        width = max(len(term) for term, _text in card.rows)
        return "\n".join([card.title, *(f"  {term:{width}}  {text}" for term, text in card.rows)])


def look(path: Path) -> SweepState:
    """The state of the sweep that a ledger keeps, running or not; raises `OutputError`.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from cgt.apps.sweep.run import sweep
    >>> with TemporaryDirectory() as folder:
    ...     ledger = Path(folder, "codes.ledger")
    ...     found = sweep("0.0?", 200, ledger=ledger)
    ...     state = look(ledger)
    >>> state.family, state.done, state.total, state.failed, len(state.slowest)
    ('0.0?', 7, 7, 0, 5)
    """
    with Ledger(path, reading=True) as ledger:
        run = ledger.last_run()
        studies = ledger.statuses(run)
    new = [(finished, seconds, rule) for rule, _status, finished, seconds in studies if finished >= run.begun]
    last = max((finished for finished, _seconds, _rule in new), default=run.begun)
    ended = len(studies) >= run.total
    now = last if ended else time()
    recent = min(RECENT, max(now - run.begun, 1e-3))
    counted = sum(finished >= now - recent for finished, _seconds, _rule in new)
    slowest = sorted(((rule, seconds) for _finished, seconds, rule in new), key=lambda one: -one[1])
    statuses = [status for _rule, status, _finished, _seconds in studies]
    return SweepState(
        run.family,
        run.total,
        len(studies),
        statuses.count("proved"),
        statuses.count("error"),
        now - run.begun,
        counted / recent,
        tuple(slowest[:SHOWN_SLOWEST]),
    )


def _clock(seconds: float) -> str:
    """`1:02:03`."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"

"""Certificates of levels of nim-values: the automata on paper, which anyone can decide again from the rule."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from cgt.core.language import _
from cgt.core.outcome import Convention
from cgt.digits.automaton import Automaton, side_by_side
from cgt.digits.moves import wythoff_moves
from cgt.digits.system import number_system
from cgt.errors import CertificateError, NumberError, RulesetError
from cgt.theory.certificate import Certificate, read_counts, read_text_field

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cgt.core.progress import Progress
    from cgt.digits.moves import LinearMoves
    from cgt.digits.system import NumberSystem

MOST_LEVELS = 1_000


@attrs.frozen
class LevelCertificate(Certificate):
    """The sets of positions worth at least 1, 2, …, or in misère play the set of P-positions, as automata.

    On paper they are one machine: `steps` by state and letter, as those of an `Automaton`, and `values`, by state, how
    many of the sets a word is in that ends there.

    Attributes:
        ruleset: as text.
        convention: misère play has one automaton, of the P-positions.
        automata: in the order of the levels.

    >>> from cgt.digits.moves import bounded_moves
    >>> from cgt.theory.levels import levels
    >>> moves = bounded_moves(3)
    >>> found = LevelCertificate("bounded-nim(3)", Convention.NORMAL, tuple(x.automaton for x in levels(moves, 2)))
    >>> found.verify(moves)
    >>> LevelCertificate.from_json(found.to_json()) == found
    True
    """

    kind = "level"
    formats = (
        ("cgt level certificate 2", "ruleset", "convention", "system", "tracks", "levels", "values", "steps", "sha256"),
    )
    compact = True

    ruleset: str
    convention: Convention
    automata: tuple[Automaton, ...] = attrs.field(repr=False)

    def __str__(self) -> str:
        sizes = ", ".join(f"{automaton.states:,}" for automaton in self.automata)
        what = f"values below {len(self.automata)}" if self.convention is Convention.NORMAL else "misère P-positions"
        return f"{self.ruleset}: {what} for all positions, by automata of {sizes} states in {self.automata[0].system}"

    def verify(self, rule: LinearMoves | None = None, progress: Progress | None = None) -> None:
        """Decide from the moves again, by a procedure that shares no code with the one that proved it.

        For Wythoff's game other sentences take the place of the definition, and small heaps are played out as well.

        Raises:
            CertificateError: it does not hold; with a position at which it shows.
            BudgetError: it is too large for the second procedure.
            RulesetError: the moves are not given: the file only names the game.
        """
        from cgt.theory.verify.levels import check_levels, check_lost, check_pairs

        if rule is None:
            raise RulesetError(
                _("the levels are of {ruleset}: give its moves to check them").format(ruleset=self.ruleset)
            )
        if any(each.tracks != len(rule.names) for each in self.automata):
            raise CertificateError(
                _("a position of {ruleset} is read on {count} tracks").format(
                    ruleset=self.ruleset, count=len(rule.names)
                )
            )
        moves = attrs.evolve(rule, system=self.automata[0].system)
        if self.convention is Convention.NORMAL and repr(moves.options) == repr(wythoff_moves().options):
            check_pairs(self.automata, moves.system, progress)
        elif self.convention is Convention.NORMAL:
            check_levels(moves, self.automata, progress)
        else:
            check_lost(moves, self.automata[0], self.convention, progress)

    @property
    def sha256(self) -> str:
        """The hash of the other fields' values."""
        return str(self.fields()["sha256"])

    def fields(self) -> dict[str, Any]:
        first = self.automata[0]
        rows, counts = side_by_side(self.automata)
        fields = {
            "format": "cgt level certificate 2",
            "ruleset": self.ruleset,
            "convention": self.convention.value,
            "system": first.system.name,
            "tracks": first.tracks,
            "levels": len(self.automata),
            "values": counts.tolist(),
            "steps": rows.tolist(),
        }
        return fields | {"sha256": _hash(fields.values())}

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> LevelCertificate:
        ruleset, convention = read_text_field(record, "ruleset"), read_text_field(record, "convention")
        tracks, levels = read_counts(record, ("tracks", "levels"))
        values, steps = record["values"], record["steps"]
        if convention not in {"normal", "misere"} or tracks not in range(1, 7) or levels not in range(1, MOST_LEVELS):
            raise CertificateError(_("a convention is normal or misere, the tracks are 1 to 6, and there are levels"))
        if not (isinstance(values, list) and isinstance(steps, list)):
            raise CertificateError(_("the values and the steps are lists"))
        if record["sha256"] != _hash([record["format"], *(record[key] for key in cls.formats[0][1:-1])]):
            raise CertificateError(_("this is not what the hash was taken of: the certificate was changed"))
        try:
            system = number_system(read_text_field(record, "system"))
            found = tuple(_automaton(system, tracks, values, steps, level) for level in range(1, levels + 1))
        except (ValueError, TypeError, LookupError, OverflowError) as error:
            raise CertificateError(_("the automata cannot be read: {error}").format(error=error)) from None
        return cls(ruleset, Convention(convention), found)


def _automaton(
    system: NumberSystem, tracks: int, values: Sequence[int], steps: Sequence[Sequence[int]], level: int
) -> Automaton:
    """The automaton of one level."""
    if not all(isinstance(number, int) for row in (values, *steps) for number in row):
        raise NumberError(_("a state is a row of whole numbers, and has a value"))
    return Automaton.of(system, tracks, steps, np.array(values) >= level)


def _hash(fields: Iterable[object]) -> str:
    return sha256(json.dumps(list(fields), separators=(",", ":")).encode()).hexdigest()

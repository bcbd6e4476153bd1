"""Certificates of levels of nim-values: the automata on paper, which anyone can decide again from the rule."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

import attrs
import numpy as np

from cgt.automata.automaton import Automaton, side_by_side
from cgt.automata.standard_moves import wythoff_moves
from cgt.core.outcome import Convention
from cgt.errors import CertificateError, NumberError
from cgt.files.atomic import read_text, write_text
from cgt.numeration.system import number_system
from cgt.proofs.fields import read_counts, read_fields, read_text_field

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cgt.automata.moves import LinearMoves
    from cgt.core.progress import Progress
    from cgt.numeration.system import NumberSystem

FORMAT = "cgt level certificate 2"
KEYS = ("format", "ruleset", "convention", "system", "tracks", "levels", "values", "steps", "sha256")

MOST_LEVELS = 1_000


@attrs.frozen
class LevelCertificate:
    """The sets of positions worth at least 1, 2, …, or in misère play the set of P-positions, as automata.

    On paper they are one machine: `steps` by state and letter, as those of an `Automaton`, and `values`, by state, how
    many of the sets a word is in that ends there.

    Attributes:
        ruleset: as text.
        convention: misère play has one automaton, of the P-positions.
        automata: in the order of the levels.

    >>> from cgt.automata.standard_moves import bounded_moves
    >>> from cgt.proofs.levels import levels
    >>> moves = bounded_moves(3)
    >>> found = LevelCertificate("bounded-nim(3)", Convention.NORMAL, tuple(x.automaton for x in levels(moves, 2)))
    >>> found.verify(moves)
    >>> LevelCertificate.from_json(found.to_json()) == found
    True
    """

    ruleset: str
    convention: Convention
    automata: tuple[Automaton, ...] = attrs.field(repr=False)

    def __str__(self) -> str:
        sizes = ", ".join(f"{automaton.states:,}" for automaton in self.automata)
        what = f"values below {len(self.automata)}" if self.convention is Convention.NORMAL else "misère P-positions"
        return f"{self.ruleset}: {what} for all positions, by automata of {sizes} states in {self.automata[0].system}"

    def verify(self, moves: LinearMoves, progress: Progress | None = None) -> None:
        """Decide from the moves again, by a procedure that shares no code with the one that proved it.

        For Wythoff's game the sentences are others than the definition, and small heaps are played out beside them.

        Raises:
            CertificateError: it does not hold; with a position at which it shows.
            BudgetError: it is too large for the second procedure.
        """
        from cgt.proofs.verify.levels import check_levels, check_lost
        from cgt.proofs.verify.pairs import check_pairs

        if any(each.tracks != len(moves.names) for each in self.automata):
            raise CertificateError(f"a position of {self.ruleset} is read on {len(moves.names)} tracks")
        moves = attrs.evolve(moves, system=self.automata[0].system)
        if self.convention is Convention.NORMAL and repr(moves.options) == repr(wythoff_moves().options):
            check_pairs(self.automata, moves.system, progress)
        elif self.convention is Convention.NORMAL:
            check_levels(moves, self.automata, progress)
        else:
            check_lost(moves, self.automata[0], self.convention, progress)

    def to_json(self) -> str:
        """The certificate as a JSON object, keys in the order of `KEYS`."""
        first = self.automata[0]
        rows, counts = side_by_side(self.automata)
        steps, values = rows.tolist(), counts.tolist()
        game = (self.ruleset, self.convention.value, first.system.name, first.tracks)
        fields = (FORMAT, *game, len(self.automata), values, steps)
        return json.dumps(dict(zip(KEYS, (*fields, _hash(fields)), strict=True)), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> LevelCertificate:
        """Read a certificate; it is not verified yet.

        Raises:
            CertificateError: the text is no certificate of levels, or its hash is not that of its automata.
        """
        record = read_fields(text, FORMAT, KEYS)
        ruleset, convention = read_text_field(record, "ruleset"), read_text_field(record, "convention")
        tracks, levels = read_counts(record, ("tracks", "levels"))
        values, steps = record["values"], record["steps"]
        if convention not in {"normal", "misere"} or tracks not in range(1, 7) or levels not in range(1, MOST_LEVELS):
            raise CertificateError("a convention is normal or misere, the tracks are 1 to 6, and there are levels")
        if not (isinstance(values, list) and isinstance(steps, list)):
            raise CertificateError("the values and the steps are lists")
        if record["sha256"] != _hash([record[key] for key in KEYS[:-1]]):
            raise CertificateError("this is not what the hash was taken of: the certificate was changed")
        try:
            system = number_system(read_text_field(record, "system"))
            found = tuple(_automaton(system, tracks, values, steps, level) for level in range(1, levels + 1))
        except (ValueError, TypeError, LookupError, OverflowError) as error:
            raise CertificateError(f"the automata cannot be read: {error}") from None
        return cls(ruleset, Convention(convention), found)

    def save(self, path: Path | str) -> None:
        """Write the JSON to a file, whole or not at all."""
        write_text(path, self.to_json())

    @classmethod
    def load(cls, path: Path | str) -> LevelCertificate:
        """Read a file that `save` wrote; raises `ParseError` or `CertificateError` when it is no certificate."""
        return cls.from_json(read_text(path, "certificate"))


def is_level_certificate(text: str) -> bool:
    """Whether a text says that it is such a certificate, rightly or not."""
    return f'"{FORMAT}"' in text[:200]


def _automaton(
    system: NumberSystem, tracks: int, values: Sequence[int], steps: Sequence[Sequence[int]], level: int
) -> Automaton:
    """The set of that level, of what was read."""
    if not all(isinstance(number, int) for row in (values, *steps) for number in row):
        raise NumberError("a state is a row of whole numbers, and has a value")
    return Automaton.of(system, tracks, steps, np.array(values) >= level)


def _hash(fields: Sequence[object]) -> str:
    return sha256(json.dumps(list(fields), separators=(",", ":")).encode()).hexdigest()

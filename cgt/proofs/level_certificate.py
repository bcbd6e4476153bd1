"""Certificates of levels of nim-values: the automata on paper, which anyone can decide again from the rule."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import attrs

from cgt.automata.automaton import Automaton
from cgt.core.outcome import Convention
from cgt.errors import CertificateError, NumberError
from cgt.files.atomic import read_text, write_text
from cgt.numeration.system import number_system
from cgt.proofs.fields import read_fields, read_text_field

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cgt.automata.moves import LinearMoves
    from cgt.core.progress import Progress

FORMAT = "cgt level certificate 1"
KEYS = ("format", "ruleset", "convention", "system", "tracks", "automata", "sha256")


@attrs.frozen
class LevelCertificate:
    """The sets of positions worth at least 1, 2, …, or in misère play the set of P-positions, as automata.

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

        Raises:
            CertificateError: it does not hold; with a position at which it shows.
            BudgetError: it is too large for the second procedure.
        """
        from cgt.proofs.verify.levels import check_levels, check_lost

        if any(each.system != moves.system or each.tracks != len(moves.names) for each in self.automata):
            raise CertificateError(f"{self.ruleset} is read on {len(moves.names)} tracks in {moves.system}")
        if self.convention is Convention.NORMAL:
            check_levels(moves, self.automata, progress)
        else:
            check_lost(moves, self.automata[0], self.convention, progress)

    def to_json(self) -> str:
        """The certificate as a JSON object, keys in the order of `KEYS`."""
        first = self.automata[0]
        automata = [_listed(automaton) for automaton in self.automata]
        fields = (
            FORMAT,
            self.ruleset,
            self.convention.value,
            first.system.name,
            first.tracks,
            automata,
            _hash(automata),
        )
        return json.dumps(dict(zip(KEYS, fields, strict=True)), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> LevelCertificate:
        """Read a certificate; it is not verified yet.

        Raises:
            CertificateError: the text is no certificate of levels, or its hash is not that of its automata.
        """
        record = read_fields(text, FORMAT, KEYS)
        ruleset, convention = read_text_field(record, "ruleset"), read_text_field(record, "convention")
        automata, tracks = record["automata"], record["tracks"]
        if convention not in {"normal", "misere"} or tracks not in range(1, 7):
            raise CertificateError("a convention is normal or misere, and the tracks are 1 to 6")
        if not isinstance(automata, list) or not automata or record["sha256"] != _hash(automata):
            raise CertificateError("the automata are not those of the hash: the certificate was changed")
        try:
            system = number_system(read_text_field(record, "system"))
            found = tuple(_automaton(system, tracks, each) for each in automata)
        except (ValueError, TypeError, OverflowError) as error:
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


def _listed(automaton: Automaton) -> list[list[int]]:
    """A row for each state: whether a word may end there, then the arrows."""
    return [[int(end), *row] for end, row in zip(automaton.ends.tolist(), automaton.steps.tolist(), strict=True)]


def _automaton(system: Any, tracks: int, rows: Sequence[Sequence[int]]) -> Automaton:  # noqa: ANN401 - a NumberSystem
    if not all(isinstance(number, int) for row in rows for number in row) or any(row[0] not in {0, 1} for row in rows):
        raise NumberError("a state is a row of whole numbers, 1 or 0 for its end first")
    return Automaton.of(system, tracks, [row[1:] for row in rows], [row[0] == 1 for row in rows])


def _hash(automata: object) -> str:
    return sha256(json.dumps(automata, separators=(",", ":")).encode()).hexdigest()

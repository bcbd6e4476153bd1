"""The levels of Fibonacci nim that ship with the package: `python tools/ship_levels.py [LEVELS]`, a minute for 7.

They are guessed from a table and proved, and then written as a certificate for `cgt verify`: one machine, which tells
the nim-value at once.
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import sys
from pathlib import Path

import attrs

import cgt
from cgt.core.outcome import Convention
from cgt.games.heaps.level_machine import FILE
from cgt.theory.levels import LevelCertificate, levels

TARGET = Path(__file__).resolve().parents[1] / "cgt" / "games" / "heaps" / "data" / FILE


def main() -> int:
    """Prove, and write."""
    up_to = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    game = cgt.games.TakeAway("2n")
    moves = game.linear_moves()
    assert moves is not None  # noqa: S101 - 2n is linear
    automata = []
    for level in levels(attrs.evolve(moves, kept=None), up_to):
        sys.stdout.write(f"{level}\n")
        if level.status == "proved" and level.automaton is not None:
            automata.append(level.automaton)
    LevelCertificate(str(game), Convention.NORMAL, tuple(automata)).save(TARGET)
    return 0


if __name__ == "__main__":
    sys.exit(main())

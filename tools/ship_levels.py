"""The levels of Fibonacci nim that ship with the package: `python tools/ship_levels.py [LEVELS]`, about a minute for 7.

They are guessed from a table and proved, and then written as one machine that tells the nim-value at once.
"""  # noqa: INP001 - a script, not a package

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path

import cgt
from cgt.automata.automaton import Automaton
from cgt.games.heaps.level_machine import FILE
from cgt.proofs.levels import levels

TARGET = Path(__file__).resolve().parents[1] / "cgt" / "games" / "heaps" / "data" / FILE


def machine(automata: list[Automaton]) -> tuple[list[list[int]], list[int]]:
    """Steps, and how many of the automata accept, by state; all of them read side by side."""
    valid = Automaton.everything(automata[0].system, 2)
    read = [valid, *automata]
    start = (0,) * len(read)
    numbers, rows, values = {start: 0}, [], []
    waiting = [start]
    for states in waiting:
        row = []
        for letter in range(4):
            after = tuple(
                -1 if state < 0 else int(each.steps[state, letter]) for each, state in zip(read, states, strict=True)
            )
            if after[0] >= 0 and after not in numbers:
                numbers[after] = len(numbers)
                waiting.append(after)
            row.append(numbers.get(after, -1) if after[0] >= 0 else -1)
        rows.append(row)
        values.append(
            sum(state >= 0 and bool(each.ends[state]) for each, state in zip(automata, states[1:], strict=True))
        )
    return merged(rows, values)


def merged(rows: list[list[int]], values: list[int]) -> tuple[list[list[int]], list[int]]:
    """The same with the fewest states (Moore): those from which the same words give the same values are one."""
    kinds, count = list(values), 0
    while True:
        looks = [(kind, *(kinds[to] if to >= 0 else -1 for to in row)) for kind, row in zip(kinds, rows, strict=True)]
        number = {look: index for index, look in enumerate(dict.fromkeys(looks))}
        kinds = [number[look] for look in looks]
        if len(number) == count:
            break
        count = len(number)
    first = {kind: state for state, kind in reversed(list(enumerate(kinds)))}
    chosen = [first[kind] for kind in range(count)]
    return [[kinds[to] if to >= 0 else -1 for to in rows[state]] for state in chosen], [values[s] for s in chosen]


def main() -> int:
    """Prove, and write."""
    up_to = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    moves = cgt.TakeAway("2n").linear_moves()
    assert moves is not None  # noqa: S101 - 2n is linear
    automata = []
    for level in levels(moves, up_to):
        sys.stdout.write(f"{level}\n")
        if level.status == "proved" and level.automaton is not None:
            automata.append(level.automaton)
    write(automata)
    return 0


def write(automata: list[Automaton]) -> None:
    """The file."""
    steps, values = machine(automata)
    body = json.dumps(
        {"system": "zeckendorf", "levels": len(automata), "values": values, "steps": steps}, separators=(",", ":")
    )
    text = json.dumps({"sha256": sha256(body.encode()).hexdigest(), "machine": json.loads(body)}, separators=(",", ":"))
    TARGET.write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(f"{TARGET.name}: {len(values):,} states\n")


if __name__ == "__main__":
    sys.exit(main())

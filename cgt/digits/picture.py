"""An automaton as a graph for Graphviz, and a small one as a drawing: states in columns by their distance."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from cgt.digits.arrays import DEAD

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cgt.digits.arrays import Ends, Steps


MOST_DRAWN = 40
"""Automata with more states are not drawn."""

ACROSS, DOWN, RADIUS = 150, 110, 22


def dot(steps: Steps, ends: Ends, letters: Sequence[str]) -> str:
    """The graph in Graphviz's language, the letters named by those texts; accepting states are doubly ringed."""
    lines = ["digraph automaton {", "  rankdir=LR; node [shape=circle];", "  start [shape=point]; start -> 0;"]
    lines += [f"  {state} [shape=doublecircle];" for state in np.flatnonzero(ends).tolist()]
    lines += [f'  {source} -> {target} [label="{label}"];' for source, target, label in _arrows(steps, letters)]
    return "\n".join([*lines, "}"])


def svg(steps: Steps, ends: Ends, letters: Sequence[str]) -> str:
    """The drawing, as SVG; for more than 40 states a line that says how many there are."""
    if len(ends) > MOST_DRAWN:
        return _sheet(420, 40, [f'<text x="12" y="25">{len(ends):,} states: too many to draw</text>'])
    places = _places(steps)
    width = 60 + max(x for x, _ in places.values()) + ACROSS // 2
    height = 60 + max(y for _, y in places.values()) + DOWN // 2
    shapes = [_arrow(places, source, target, label) for source, target, label in _arrows(steps, letters)]
    for state, (x, y) in places.items():
        shapes.append(f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="Canvas" stroke="currentColor"/>')
        if ends[state]:
            shapes.append(f'<circle cx="{x}" cy="{y}" r="{RADIUS - 4}" fill="none" stroke="currentColor"/>')
        shapes.append(f'<text x="{x}" y="{y + 5}" text-anchor="middle">{state}</text>')
    return _sheet(width, height, shapes)


def _arrows(steps: Steps, letters: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """From which state to which, and the letters that lead there."""
    for source, row in enumerate(steps.tolist()):
        leading: dict[int, list[str]] = {}
        for letter, target in zip(letters, row, strict=True):
            if target != DEAD:
                leading.setdefault(target, []).append(letter)
        for target, leads in leading.items():
            yield source, target, " ".join(leads)


def _places(steps: Steps) -> dict[int, tuple[int, int]]:
    places: dict[int, tuple[int, int]] = {}
    level, column = [0], 0
    while level:
        for row, state in enumerate(level):
            places[state] = (50 + column * ACROSS, 70 + row * DOWN + (column % 2) * DOWN // 3)
        after = np.unique(steps[level]).tolist()
        level, column = [state for state in after if state != DEAD and state not in places], column + 1
    return places


def _arrow(places: dict[int, tuple[int, int]], source: int, target: int, label: str) -> str:
    (x, y), (to_x, to_y) = places[source], places[target]
    shown = escape(label if len(label) <= 18 else f"{label[:17]}…")
    if source == target:
        path = f"M {x - 12} {y - RADIUS + 3} C {x - 30} {y - 65}, {x + 30} {y - 65}, {x + 12} {y - RADIUS + 3}"
        return _path(path, x, y - 56, shown)
    length = float(np.hypot(to_x - x, to_y - y))
    across, down = (to_x - x) / length, (to_y - y) / length
    bend = 0.18 * length
    middle = ((x + to_x) / 2 + down * bend, (y + to_y) / 2 - across * bend)
    begin, end = (x + across * RADIUS, y + down * RADIUS), (to_x - across * (RADIUS + 2), to_y - down * (RADIUS + 2))
    path = f"M {begin[0]:.0f} {begin[1]:.0f} Q {middle[0]:.0f} {middle[1]:.0f} {end[0]:.0f} {end[1]:.0f}"
    return _path(path, (x + to_x) / 2 + down * bend * 0.6, (y + to_y) / 2 - across * bend * 0.6, shown)


def _path(path: str, x: float, y: float, label: str) -> str:
    line = f'<path d="{path}" fill="none" stroke="currentColor" marker-end="url(#tip)"/>'
    return f'{line}<text x="{x:.0f}" y="{y:.0f}" font-size="11" text-anchor="middle">{label}</text>'


def _sheet(width: int, height: int, shapes: list[str]) -> str:
    tip = (
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M 0 0 L 10 5 L 0 10 z" fill="currentColor"/></marker></defs>'
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'{head} font-family="sans-serif" font-size="14" fill="currentColor">{tip}{"".join(shapes)}</svg>'

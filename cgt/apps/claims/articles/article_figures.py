"""The articles' figures: the number to take, the Zeckendorf picture, and the P-positions of Wythoff's games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from cgt.apps.show.plot.axes import finish, new_axes
from cgt.core.outcome import Convention
from cgt.digits.fibonacci import wythoff_pair, zeckendorf
from cgt.errors import PositionError
from cgt.games.heaps.takeaway import TakeAway
from cgt.solving.solve import solve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito's eight colours, which people of every colour vision can tell apart, and four more for long pictures.
COLOURS = (
    *("#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#F0E442", "#000000"),
    *("#999999", "#661100", "#44AA99", "#332288"),
)


def take_against_matches(axes: Axes | None = None, *, stop: int = 57) -> Axes:
    """The plot of the least winning take against the matches left, in misère play; article 000's own is lost.

    Both axes count matches; the vertical one is logarithmic. Heaps from 2 to stop-1.

    Raises:
        PositionError: the stop leaves no heap to draw, or more than 5,000.
    """
    _check(stop, 3, 5_000)
    axes = axes or new_axes(8, 4.5)
    game = TakeAway("2n")
    heaps = range(2, stop)
    takes = [_least_take(game, size) for size in heaps]
    axes.vlines(list(heaps), 0.9, takes, color="#BBBBBB", linewidth=1, zorder=1)
    axes.scatter(list(heaps), takes, s=22, color=COLOURS[0], zorder=2)
    axes.set_yscale("log")
    ticks = sorted(set(takes))
    axes.set_yticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_ylim(0.9, max(takes) * 1.25)
    return finish(
        axes, "What to take when the quota is 2n and the last match loses", "matches left, a", "number to take"
    )


def zeckendorf_rows(axes: Axes | None = None, *, stop: int = 90) -> Axes:
    """Every number from 1 to stop-1 as a row of its Zeckendorf parts, the least on the left (article 004).

    The segment on the left is what Fibonacci nim takes. The colour tells the Fibonacci number.

    Raises:
        PositionError: the stop leaves no number to draw, or more than 1,000.
    """
    _check(stop, 2, 1_000)
    axes = axes or new_axes(7, 7)
    numbers = list(range(1, stop))
    parts_of = {number: zeckendorf(number) for number in numbers}
    used = sorted({part for parts in parts_of.values() for part in parts})
    colour = {part: COLOURS[place % len(COLOURS)] for place, part in enumerate(used)}
    for part in used:
        rows = [number for number in numbers if part in parts_of[number]]
        starts = [sum(smaller for smaller in parts_of[number] if smaller < part) for number in rows]
        axes.barh(rows, part, left=starts, height=0.8, color=colour[part], label=str(part), linewidth=0)
    axes.invert_yaxis()
    axes.set_xlim(0, stop - 1)
    axes.set_ylim(stop - 0.4, 0.4)
    axes.legend(title="part", loc="upper right", frameon=False)
    return finish(axes, "Zeckendorf's sum of every number", "parts, the least first", "number")


def wythoff_p_positions(axes: Axes | None = None, *, stop: int = 61) -> Axes:
    """The P-positions of Wythoff's game for the differences d = 0, 1, 2 (article 003), in one figure.

    Every pair is drawn in both orders; heaps from 0 to stop-1.

    Raises:
        PositionError: the stop leaves no position or is above 20,000.
    """
    _check(stop, 1, 20_000)
    axes = axes or new_axes(6.5, 6.5)
    for slack, marker, colour in zip(range(3), "os^", (*COLOURS[:2], COLOURS[3]), strict=True):
        low, high = _pairs(slack + 1, stop)
        axes.scatter(low + high, high + low, s=18, marker=marker, color=colour, label=f"d = {slack}")
    axes.set_xlim(-1, stop)
    axes.set_ylim(-1, stop)
    axes.set_aspect("equal")
    axes.legend(frameon=False, loc="upper right")
    return finish(axes, "P-positions of Wythoff's game, amounts differing by at most d", "first heap", "second heap")


def _least_take(game: TakeAway, size: int) -> int:
    form = game.closed_forms()[0]
    moves = solve(game.position((size, size)), Convention.MISERE, closed_form=form).winning_moves
    return min(move for move in moves if isinstance(move, int))


def _pairs(a: int, stop: int) -> tuple[list[int], list[int]]:
    pairs = [pair for pair in (wythoff_pair(rank, a) for rank in range(stop)) if pair[1] < stop]
    return [low for low, _ in pairs], [high for _, high in pairs]


def _check(stop: int, least: int, most: int) -> None:
    if stop < least:
        raise PositionError(f"there is nothing to draw below {stop}: the stop is at least {least}")
    if stop > most:
        raise PositionError(
            f"nobody could tell the marks apart up to {stop}: the stop of this figure is at most {most}"
        )


DRAWN: Mapping[str, Callable[..., Axes]] = {
    "take-against-matches": take_against_matches,
    "wythoff-p-positions": wythoff_p_positions,
    "zeckendorf-rows": zeckendorf_rows,
}
"""The functions that draw, by the names of the figures."""

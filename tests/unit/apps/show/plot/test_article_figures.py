"""The articles' figures: what they draw, and that they leave the caller's Axes to the caller."""

from __future__ import annotations

import pytest

matplotlib = pytest.importorskip("matplotlib")
from matplotlib.figure import Figure  # noqa: E402 - only when matplotlib is there

from cgt.apps.claims import FIGURES, get  # noqa: E402
from cgt.errors import PositionError  # noqa: E402

take_against_matches, wythoff_p_positions, zeckendorf_rows = (figure.draw for figure in FIGURES.values())


@pytest.mark.parametrize("name", FIGURES)
def test_draws_on_the_axes_given_and_saves(name, tmp_path, upto):
    axes = Figure().add_subplot()
    assert FIGURES[name].draw(axes) is axes
    # By default one is saved: the files differ by matplotlib's doing.
    for suffix in upto(("svg",) if name == "take-against-matches" else (), full=("svg", "png")):
        axes.figure.savefig(tmp_path / f"{name}.{suffix}")
        assert (tmp_path / f"{name}.{suffix}").stat().st_size > 1000
    assert len(FIGURES[name].alt_text) > 100
    assert get(FIGURES[name].claim)


def test_the_points_are_the_winning_sequence():
    (points,) = take_against_matches(stop=15).collections[-1:]
    assert [tuple(point) for point in points.get_offsets()] == list(
        zip(range(2, 15), [1, 2, 3, 1, 5, 1, 2, 8, 1, 2, 3, 1, 13], strict=True)
    )


def test_every_row_adds_up():
    lengths = {}
    for bar in zeckendorf_rows(stop=40).patches:
        row = round(bar.get_y() + bar.get_height() / 2)
        lengths[row] = lengths.get(row, 0) + bar.get_width()
    assert lengths == {number: number for number in range(1, 40)}


def test_wythoff_points():
    drawn = wythoff_p_positions(stop=11).collections
    assert len(drawn) == 3
    assert {tuple(point) for point in drawn[0].get_offsets()} == {
        pair for low, high in [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)] for pair in [(low, high), (high, low)]
    }


def test_nothing_to_draw():
    with pytest.raises(PositionError):
        take_against_matches(stop=2)
    with pytest.raises(PositionError, match="at most 1000"):
        zeckendorf_rows(stop=10**9)
    with pytest.raises(PositionError):
        wythoff_p_positions(stop=0)

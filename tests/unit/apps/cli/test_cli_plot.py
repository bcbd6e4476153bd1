"""What is drawn, and on which ground: that of a page unless it is asked to have none."""

from __future__ import annotations

import pytest

import cgt
from cgt.apps.cli import main

pytest.importorskip("matplotlib")


@pytest.mark.parametrize(("options", "grounds"), [([], 2), (["--transparent"], 0)])
def test_the_ground_of_a_plot(options, grounds, tmp_path):
    path = tmp_path / "plot.svg"
    assert main(["plot", "sequence", "nim", "--stop", "9", "-o", str(path), *options]) == 0
    assert path.read_text().count("fill: #ffffff") == grounds


@pytest.mark.full("['kayles', '40']")
@pytest.mark.parametrize("words", [["kayles", "40"], ["kayles", "--stop", "40"]], ids=str)
def test_a_game_alone_is_drawn_as_suits_it_as_far_as_is_said(words, tmp_path):
    drawn = []
    for number, said in enumerate([["sequence", "kayles", "40"], ["sequence", "kayles", "50"], words]):
        path = tmp_path / f"{number}.svg"
        assert main(["plot", *said, "-o", str(path)]) == 0
        drawn.append(path.read_text().count("<use"))
    assert drawn[2] == drawn[0] < drawn[1]


def test_a_family_of_positions_is_drawn_by_size(tmp_path, capsys):
    """As a sequence from its first size on; no other figure has a family."""
    from cgt.apps.cli.plot_commands import _sequence

    axes = _sequence(cgt.games.NodeKayles(), 9, cgt.Convention.NORMAL, "cycle {n}", 3)
    points = sorted((x, y) for line in axes.lines for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True))
    assert points == [(3, 1), (4, 0), (5, 0), (6, 0), (7, 1), (8, 0)]
    path = tmp_path / "a.svg"
    assert main(["plot", "node-kayles", "--along", "cycle {n}", "--start", "3", "-o", str(path)]) == 0
    assert "cycle {n}" in path.read_text(encoding="utf-8")
    path.unlink()
    assert main(["plot", "heatmap", "cram", "--along", "2x{n}", "-o", str(path)]) == 2
    assert "--along" in capsys.readouterr().err
    assert not path.exists()

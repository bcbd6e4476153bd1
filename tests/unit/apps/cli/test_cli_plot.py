"""What is drawn, and on which ground: that of a page unless it is asked to have none."""

from __future__ import annotations

import pytest

from cgt.apps.cli import main

pytest.importorskip("matplotlib")


@pytest.mark.parametrize(("options", "grounds"), [([], 2), (["--transparent"], 0)])
def test_the_ground_of_a_plot(options, grounds, tmp_path):
    path = tmp_path / "plot.svg"
    assert main(["plot", "sequence", "nim", "--stop", "9", "-o", str(path), *options]) == 0
    assert path.read_text().count("fill: #ffffff") == grounds


@pytest.mark.parametrize("words", [["kayles", "40"], ["kayles", "--stop", "40"]], ids=str)
def test_a_game_alone_is_drawn_as_suits_it_as_far_as_is_said(words, tmp_path):
    drawn = []
    for number, said in enumerate([["sequence", "kayles", "40"], ["sequence", "kayles", "50"], words]):
        path = tmp_path / f"{number}.svg"
        assert main(["plot", *said, "-o", str(path)]) == 0
        drawn.append(path.read_text().count("<use"))
    assert drawn[2] == drawn[0] < drawn[1]

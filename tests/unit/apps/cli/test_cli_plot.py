"""A plot has the ground of a page unless it is asked to have none."""

from __future__ import annotations

import pytest

from cgt.apps.cli import main

pytest.importorskip("matplotlib")


@pytest.mark.parametrize(("options", "grounds"), [([], 2), (["--transparent"], 0)])
def test_the_ground_of_a_plot(options, grounds, tmp_path):
    path = tmp_path / "plot.svg"
    assert main(["plot", "sequence", "nim", "--stop", "9", "-o", str(path), *options]) == 0
    assert path.read_text().count("fill: #ffffff") == grounds

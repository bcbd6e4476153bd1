"""Genus sequences as figures."""

from __future__ import annotations

import cgt
from cgt.apps.show import plot


def test_every_number_of_a_genus_is_drawn(tmp_path, upto):
    found = list(cgt.genera("kayles", 12))
    axes = plot.genera(found, title="Kayles")
    dots, rings, marks = axes.lines
    assert list(dots.get_ydata()) == [genus.nim_value for genus in found]
    assert list(rings.get_ydata()) == [genus.misere_nim_value for genus in found]
    strange = [(heap, genus) for heap, genus in enumerate(found) if heap in (5, 9, 11)]
    assert set(zip(marks.get_xdata(), marks.get_ydata(), strict=True)) == {
        (heap, number) for heap, genus in strange for number in genus.misere[1:]
    }
    if upto(False, full=True):
        plot.save(axes, tmp_path / "genus.svg")
        assert (tmp_path / "genus.svg").stat().st_size > 1_000


def test_a_tame_game_has_no_lines_and_nothing_is_drawn_of_nothing():
    assert len(plot.genera(cgt.genera("nim", 6)).lines) == 2
    assert len(plot.genera([]).lines) == 2

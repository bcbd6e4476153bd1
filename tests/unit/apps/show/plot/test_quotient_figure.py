from __future__ import annotations

import pytest

import cgt
from cgt.errors import PositionError

plot = pytest.importorskip("cgt.apps.show.plot")


def test_a_line_for_each_product_and_a_dot_for_each_element():
    found = cgt.misere_quotient("0.123")
    axes = plot.cayley(found)
    drawn = {line.get_label(): len(line.get_xdata()) for line in axes.get_lines()}
    for number, action in enumerate(found.monoid.actions):
        moved = sum(element != after for element, after in enumerate(action))
        assert drawn[f"times {found.presentation.generators[number][0]}"] == 3 * moved
    assert (drawn["P-portion"], drawn["outside the P-portion"]) == (5, 15)
    assert {text.get_text() for text in axes.texts} == {found.word(element) for element in range(20)}


def test_no_two_elements_stand_at_one_place():
    axes = plot.cayley(cgt.misere_quotient("kayles"))
    dots = [line for line in axes.get_lines() if line.get_marker() == "o"]
    places = [place for line in dots for place in zip(line.get_xdata(), line.get_ydata(), strict=True)]
    assert len(places) == len(set(places)) == 40


def test_too_many_elements(monkeypatch):
    monkeypatch.setattr("cgt.apps.show.plot.figures.MOST_ELEMENTS", 39)
    with pytest.raises(PositionError, match=r"at most 39 elements, not 40: a lower `stop` has fewer$"):
        plot.cayley(cgt.misere_quotient("kayles"))

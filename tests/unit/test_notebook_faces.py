import xml.etree.ElementTree as ET

import attrs
import pytest

import cgt


def parsed(markup):
    return ET.fromstring(markup)


@pytest.mark.parametrize(
    ("position", "heads"),
    [
        (cgt.Nim().position(3, 4, 5), 12),
        (cgt.TakeAway("2n").parse("10:4,3"), 13),
        (cgt.GlobalTakeAway("2n").parse("7,5:4"), 12),
        (cgt.Selective(cgt.Nim().position(2), cgt.Nim().position(1)), 3),
    ],
)
def test_positions_show_their_matches(position, heads):
    picture = parsed(position._repr_svg_())
    assert sum(1 for element in picture.iter() if element.tag.endswith("circle")) == heads


def test_a_position_without_heaps_has_no_picture():
    @attrs.frozen
    class Token(cgt.Summable):
        def moves(self):
            return ()

        def play(self, move):
            raise ValueError(move)

    assert Token()._repr_svg_() is None


@pytest.mark.parametrize("position", [cgt.FibonacciNim().position(50), cgt.Nim().position(3, 3), cgt.Nim().position()])
def test_solutions_are_cards(position):
    solution = cgt.solve(position)
    text = "".join(parsed(solution._repr_html_()).itertext())
    assert solution.explanation in text
    assert solution.reference in text
    assert solution.outcome.meaning in text
    latex = solution._repr_latex_()
    assert latex.count("{") == latex.count("}")


def test_a_solution_with_many_winning_moves_lists_some():
    solution = cgt.solve(cgt.Nim().position(*[1] * 41))
    assert solution._repr_html_().count("from heap") == 13  # 12 moves, and one in the explanation
    assert "and 29 more" in solution._repr_html_()


def test_reports_are_cards():
    report = cgt.crosscheck(cgt.Nim(), 4)
    assert f"{report.checked:,}" in "".join(parsed(report._repr_html_()).itertext())

"""The general figures: their structure, not their pixels."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib")
from matplotlib.figure import Figure  # noqa: E402 - only when matplotlib is there

import cgt  # noqa: E402
from cgt.apps.cli import main  # noqa: E402
from cgt.apps.show import plot  # noqa: E402
from cgt.core.language import language  # noqa: E402
from cgt.digits.fibonacci import zeckendorf  # noqa: E402
from cgt.errors import OutputError, PositionError  # noqa: E402

DRAWN = {
    "sequence": lambda axes: plot.sequence([0, 1, 2, 0], axes),
    "heatmap": lambda axes: plot.heatmap([[0, 1], [1, 0]], axes),
    "p_positions": lambda axes: plot.p_positions([(0, 0), (1, 2), (3, 5)], axes),
    "numeration": lambda axes: plot.numeration(zeckendorf, 9, axes),
    "cost": lambda axes: plot.cost({"a": ([1, 10, 100], [1, 10, 100])}, axes),
}


def points(axes, label):
    (line,) = [line for line in axes.lines if line.get_label() == label]
    return list(zip(line.get_xdata(), line.get_ydata(), strict=True))


@pytest.mark.parametrize("name", DRAWN)
def test_the_axes_given_are_drawn_on_and_given_back_titled_and_labelled(name):
    axes = Figure(layout="constrained").add_subplot()
    assert DRAWN[name](axes) is axes
    assert axes.get_title()
    assert axes.get_xlabel()
    assert axes.get_ylabel()


@pytest.mark.full("sequence")
@pytest.mark.parametrize("name", DRAWN)
def test_without_axes_there_are_new_ones_and_no_state_is_left(name, tmp_path, upto):
    axes = DRAWN[name](None)
    # The files differ by matplotlib's doing, not by the figure's: by default one figure tries them all, others none.
    kinds = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}
    for suffix, magic in list(kinds.items())[: upto(3 if name == "sequence" else 0, full=3)]:
        path = plot.save(axes, tmp_path / f"figure{suffix}")
        assert path.read_bytes().startswith(magic)
        assert suffix != ".svg" or ET.fromstring(path.read_bytes()).tag.endswith("svg")
    assert "matplotlib.pyplot" not in sys.modules or not sys.modules["matplotlib.pyplot"].get_fignums()


def test_a_sequence_shows_every_value_and_its_period():
    values = cgt.nim_values("subtraction(1,2)", 9)
    axes = plot.sequence(values, preperiod=0, period=3)
    assert sorted(points(axes, "N-position") + points(axes, "P-position (nim-value 0)")) == list(enumerate(values))
    assert points(axes, "P-position (nim-value 0)") == [(0, 0), (3, 0), (6, 0)]
    (shade,) = axes.patches
    assert (shade.get_x(), shade.get_width()) == (-0.5, 3)


def test_a_million_points_are_pixels(tmp_path, upto):
    axes = plot.sequence(np.arange(upto(6_000, full=1_000_000)) % 7)
    assert all(line.get_rasterized() for line in axes.lines if len(line.get_xdata()))
    assert plot.save(axes, tmp_path / "many.svg").stat().st_size < 1_000_000


def test_a_heat_map_marks_the_p_positions():
    table = np.array(cgt.nim_values("nim", 8))[:, None] ^ np.arange(8)
    axes = plot.heatmap(table, x_label="other heap", y_label="heap")
    assert points(axes, "P-position") == [(i, i) for i in range(8)]
    assert (axes.images[0].get_array() == table).all()


def test_slopes_are_those_of_the_rays():
    pairs = cgt.games.Wythoff(2).p_positions(2000)
    found = plot.p_positions(pairs).figure.legends[0]
    assert [text.get_text() for text in found.get_texts()] == ["P-position", "slope about 2.41", "slope about 0.41"]
    assert cgt.games.Wythoff(2).slope == pytest.approx(pairs[-1][1] / pairs[-1][0], abs=1e-2)
    exact = plot.p_positions(pairs, slope=cgt.games.Wythoff(2).slope).figure.legends[0]
    assert [text.get_text() for text in exact.get_texts()] == ["P-position", "slope 2.4142", "slope 0.4142"]


def test_numbers_of_a_french_figure_are_written_as_in_french():
    with language("fr"):
        axes = plot.p_positions([(0, 0), (1, 2), (5_000, 10_000)], slope=1.625)
    axes.figure.draw_without_rendering()
    assert [text.get_text() for text in axes.figure.legends[0].get_texts()][1:] == ["pente 1,6250", "pente 0,6154"]
    assert "9\N{NO-BREAK SPACE}000" in [tick.get_text() for tick in axes.get_xticklabels()]


def test_a_numeration_picture_has_the_parts():
    axes = plot.numeration(zeckendorf, 13)
    (mesh,) = axes.collections
    terms = [int(tick.get_text()) for tick in axes.get_xticklabels()]
    picture = np.asarray(mesh.get_array()).reshape(12, len(terms))
    for number, row in enumerate(picture, start=1):
        used = [term for term, cell in zip(terms, row, strict=True) if cell]
        assert sum(used) == number
        assert [term for term, cell in zip(terms, row, strict=True) if cell == 2] == [min(used)]


@pytest.mark.parametrize(
    "draw",
    [
        lambda title: plot.numeration(lambda number: [number], 5, title=title),
        lambda title: plot.cayley(cgt.misere_quotient("kayles"), title=title),
    ],
    ids=["numeration", "cayley"],
)
def test_a_long_title_is_not_cut_off(draw):
    """In lines as wide as the figure, which lie in it and above what is drawn."""
    axes = draw("Numbers in the base of a game whose name is so long that it has its arguments beside it: " * 2)
    figure = axes.get_figure(root=True)
    figure.draw_without_rendering()
    title, whole = axes.title.get_window_extent(), figure.bbox
    assert whole.x0 <= title.x0 < title.x1 <= whole.x1
    assert axes.get_window_extent().y1 < title.y0 < title.y1 <= whole.y1


def test_a_cost_tells_its_exponent():
    sizes = [10.0, 100.0, 1000.0, 10000.0]
    axes = plot.cost({"square": (sizes, [size**2 for size in sizes])})
    assert [text.get_text() for text in axes.figure.legends[0].get_texts()] == ["square, about n^2.00"]


def test_a_long_legend_is_not_cut_off():
    """In as many columns as there is room for, and in all of them where the names are short."""
    sizes = [10.0, 100.0, 1000.0, 10000.0]
    for names, columns in ((["a", "b", "c", "d"], 3), ([f"{letter}, every quota" for letter in "abcd"], 2)):
        axes = plot.cost(dict.fromkeys(names, (sizes, sizes)))
        figure = axes.get_figure(root=True)
        figure.draw_without_rendering()
        (legend,) = figure.legends
        assert legend._ncols == columns
        assert figure.bbox.x0 <= legend.get_window_extent().x0
        assert legend.get_window_extent().x1 <= figure.bbox.x1


def test_a_figure_for_any_ground_has_none_of_its_own():
    axes = plot.for_any_ground(plot.sequence([0, 1, 2]))
    assert axes.patch.get_alpha() == axes.figure.patch.get_alpha() == 0
    assert axes.title.get_color() == axes.xaxis.label.get_color() == "#7F7F7F"


@pytest.mark.parametrize(
    "draw",
    [
        lambda: plot.sequence([]),
        lambda: plot.sequence([[1]]),
        lambda: plot.heatmap([1, 2]),
        lambda: plot.heatmap([[]]),
        lambda: plot.p_positions([]),
        lambda: plot.p_positions([1, 2, 3]),
        lambda: plot.numeration(lambda n: [n], 1),
        lambda: plot.cost({}),
        lambda: plot.cost({"a": ([0], [1])}),
        lambda: plot.cost({"a": ([1, 2], [1])}),
    ],
)
def test_nothing_to_draw_is_said(draw):
    with pytest.raises(PositionError):
        draw()


def test_a_path_that_cannot_be_is_refused(tmp_path):
    axes = plot.sequence([0, 1])
    with pytest.raises(OutputError, match=r"one of \.svg"):
        plot.save(axes, tmp_path / "figure.gif")
    with pytest.raises(OutputError):
        plot.save(axes, tmp_path / "no" / "figure.png")


def test_the_same_figure_is_the_same_file(tmp_path):
    files = [plot.save(plot.sequence([0, 1, 2]), tmp_path / name).read_bytes() for name in ("a.svg", "b.svg")]
    assert files[0] == files[1]


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["sequence", "kayles", "--stop", "30"], marks=pytest.mark.full),
        pytest.param(["heatmap", "takeaway(2n)", "--stop", "6", "--columns", "5"], marks=pytest.mark.full),
        pytest.param(["heatmap", "wythoff", "--stop", "9", "--misere"], marks=pytest.mark.full),
        pytest.param(["p-positions", "wythoff(2)", "--stop", "40"], marks=pytest.mark.full),
        pytest.param(["numeration", "fibonacci-nim"], marks=pytest.mark.full),
        ["zeckendorf-rows", "--stop", "8"],
        pytest.param(["take-against-matches"], marks=pytest.mark.full),
    ],
)
def test_the_command_draws_to_a_file(arguments, tmp_path, capsys):
    path = tmp_path / "figure.png"
    assert main(["plot", *arguments, "-o", str(path)]) == 0
    assert path.stat().st_size > 2000
    assert capsys.readouterr().out.split() == ["wrote", str(path)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sequenc", "kayles"], "did you mean sequence"),
        (["sequence"], "name the game"),
        (["zeckendorf-rows", "nim"], "that of an article"),
        (["numeration", "nim"], "has no numeration"),  # exit code 4: the game has no such thing
        (["sequence", "kayles", "--stop", "0"], "at least one nim-value"),
        (["sequence", "kayles", "--output", "/no/such/place.png"], "there is no folder"),
        (["sequence", "kayles", "--output", "place.gif"], "one of .svg, .png, .pdf"),
    ],
)
def test_a_bad_request_gets_one_line_and_no_file(arguments, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    extra = [] if "--output" in arguments else ["-o", "figure.png"]
    assert main(["plot", *arguments, *extra]) == (4 if arguments[0] == "numeration" else 2)
    said = capsys.readouterr().err
    assert message in said
    assert len(said.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_importing_the_room_loads_no_matplotlib():
    code = "import sys, cgt.apps.show.plot; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

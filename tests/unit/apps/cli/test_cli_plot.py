"""What is drawn, and on which ground: that of a page unless it is asked to have none."""

from __future__ import annotations

import pytest

import cgt
from cgt.apps.cli import main

pytest.importorskip("matplotlib")


@pytest.mark.parametrize(("options", "grounds"), [([], 2), (["--transparent"], 0)])
def test_the_ground_of_a_plot(options, grounds, tmp_path, drawn):
    path = tmp_path / "plot.svg"
    assert main(["plot", "sequence", "nim", "--stop", "9", "-o", str(path), *options]) == 0
    (figure,) = drawn
    assert [patch.get_alpha() != 0 for patch in (figure.patch, figure.axes[0].patch)] == [grounds > 0] * 2
    assert not drawn.files or path.read_text().count("fill: #ffffff") == grounds


@pytest.mark.full("['kayles', '40']")
@pytest.mark.parametrize("words", [["kayles", "40"], ["kayles", "--stop", "40"]], ids=str)
def test_a_game_alone_is_drawn_as_suits_it_as_far_as_is_said(words, tmp_path, drawn):
    paths = [tmp_path / f"{number}.svg" for number in range(3)]
    for path, said in zip(paths, [["sequence", "kayles", "40"], ["sequence", "kayles", "50"], words], strict=True):
        assert main(["plot", *said, "-o", str(path)]) == 0
    points = [sum(len(line.get_xdata()) for line in figure.axes[0].lines) for figure in drawn]
    assert points[2] == points[0] < points[1]
    if drawn.files:
        marks = [path.read_text().count("<use") for path in paths]
        assert marks[2] == marks[0] < marks[1]


def test_a_family_of_positions_is_drawn_by_size(tmp_path, capsys, drawn):
    """As a sequence from its first size on; no other figure has a family."""
    from cgt.apps.cli.plot_commands import _sequence

    axes = _sequence(cgt.games.NodeKayles(), 9, cgt.Convention.NORMAL, "cycle {n}", 3)
    points = sorted((x, y) for line in axes.lines for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True))
    assert points == [(3, 1), (4, 0), (5, 0), (6, 0), (7, 1), (8, 0)]
    path = tmp_path / "a.svg"
    assert main(["plot", "node-kayles", "--along", "cycle {n}", "--start", "3", "-o", str(path)]) == 0
    assert any("cycle {n}" in text for text in drawn.texts)
    assert not drawn.files or "cycle {n}" in path.read_text(encoding="utf-8")
    path.unlink()
    assert main(["plot", "heatmap", "cram", "--along", "2x{n}", "-o", str(path)]) == 2
    assert "--along" in capsys.readouterr().err
    assert not path.exists()


def test_a_title_is_french_where_the_texts_are(drawn, tmp_path):
    """With its space before the colon, and no name of a game after "de", where "du jeu" would be right."""
    lines = [
        ["node-kayles", "9", "--along", "cycle {n}", "--start", "3"],
        ["wythoff"],
        ["numeration", "takeaway(2n)"],
    ]
    for number, words in enumerate(lines):
        assert main(["--lang", "fr", "plot", *words, "-o", str(tmp_path / f"{number}.svg")]) == 0
    assert [figure.axes[0].get_title().replace("\N{NO-BREAK SPACE}", " ") for figure in drawn] == [
        "Valeurs de Grundy : Kayles sur les sommets : cycle {n}",
        "Positions P : Jeu de Wythoff",
        "Écriture des nombres : Jeu des allumettes à quota : takeaway(2n)",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["sequence", "kayles", "--columns", "5"], "--columns"),
        (["heatmap", "nim", "4", "--columns", "0"], "at least one cell"),
        (["wythoff-p-positions", "--along", "{n}"], "--along"),
        (["wythoff-p-positions", "--columns", "5"], "--columns"),
        (["wythoff-p-positions", "--misere"], "--misere"),
        (["numeration", "fibonacci-nim", "20", "--misere"], "--misere"),
        (["numeration", "fibonacci-nim", "1000000000000000"], "at most 20,000"),
    ],
    ids=str,
)
def test_an_option_that_a_figure_does_not_have_is_refused(words, said, tmp_path, capsys):
    """Else what is drawn would be something else than what was asked for."""
    assert main(["plot", *words, "-o", str(tmp_path / "a.svg")]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())

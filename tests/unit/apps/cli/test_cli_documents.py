"""`-o`: positions and tables as pictures, pages, Markdown and LaTeX."""

import io
import re
import struct
from xml.etree import ElementTree as ET

import pytest

import cgt
from cgt.apps.cli import main
from cgt.apps.show.documents import LARGEST
from cgt.apps.show.plot.axes import png_of
from cgt.core.game import Game
from cgt.core.sketch import picture_of
from cgt.families.registry import load_ruleset, ruleset_names

SIGNS = {".svg": "<svg", ".html": "<!doctype html>", ".md": "**", ".tex": r"\begin{tabular}"}


@pytest.mark.parametrize("suffix", SIGNS)
def test_positions_and_tables_are_written_for_reading(tmp_path, suffix, capsys):
    position, table = tmp_path / f"position{suffix}", tmp_path / f"table{suffix}"
    assert main(["solve", "nim", "3,4,5", "-o", str(position)]) == 0
    assert main(["table", "wythoff", "4", "5", "-o", str(table)]) == 0
    assert capsys.readouterr().out == f"wrote {position}\nwrote {table}\n"
    for path in (position, table):
        assert path.read_text(encoding="utf-8").startswith(SIGNS[suffix]) or suffix == ".tex"
        assert SIGNS[suffix] in path.read_text(encoding="utf-8")
    if suffix == ".svg":
        assert position.read_text().count("<circle") == 12
        ET.fromstring(table.read_text())
    else:
        assert "take 2 from heap 1" in position.read_text(encoding="utf-8")


def test_a_table_marks_the_p_positions(tmp_path):
    main(["table", "wythoff", "3", "3", "-o", str(tmp_path / "t.md")])
    assert (tmp_path / "t.md").read_text().splitlines()[-3:] == [
        "| 0 | **0** | 1 | 2 |",
        "| 1 | 1 | 2 | **0** |",
        "| 2 | 2 | **0** | 1 |",
    ]


def test_png_is_twice_as_large_as_the_svg(tmp_path):
    pytest.importorskip("matplotlib")
    assert main(["solve", "hackenbush", "ground-a,a-b,a-b", "-o", str(tmp_path / "p.png")]) == 0
    main(["solve", "hackenbush", "ground-a,a-b,a-b", "-o", str(tmp_path / "p.svg")])
    content = (tmp_path / "p.png").read_bytes()
    width, height = struct.unpack(">II", content[16:24])
    drawn = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', (tmp_path / "p.svg").read_text())
    assert (width, height) == pytest.approx((2 * float(drawn[1]), 2 * float(drawn[2])), abs=2)


def test_a_piece_stands_on_its_square_in_png():
    image = pytest.importorskip("matplotlib.image")
    drawn = picture_of(cgt.parse_position("knight 3,5"))
    right, down = map(int, re.search(r"translate\((\d+) (\d+)\)", drawn).groups())
    pixels = image.imread(io.BytesIO(png_of(drawn)))[:, :, :3]
    brown = [round(channel, 2) for channel in pixels[2 * down, 2 * right].tolist()]
    assert brown == [0.54, 0.29, 0.06]
    assert (pixels[:16, :16] == 1).all()  # the corner is empty


@pytest.mark.parametrize("names", [["turning-turtles"], pytest.param(ruleset_names(), marks=pytest.mark.full)])
def test_every_picture_of_the_library_becomes_png(names):
    pytest.importorskip("matplotlib")
    for name in names:
        found = load_ruleset(name)
        game = found if isinstance(found, Game) else found.from_arguments(*found.example_arguments)
        drawn = picture_of(game.parse(game.example))
        if drawn:
            plain = len(png_of(re.sub(r"<text.*?</text>|<(rect|circle|path|line)[^>]*>", "", drawn)))
            assert len(png_of(drawn)) > plain, name


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["table", "wythoff", str(LARGEST + 1), "3", "-o", "t.tex"], "at most 200 rows"),
        (["solve", "delete-nim", "3,4", "-o", "p.doc"], "one of .json, .html, .md, .tex, .svg, .png"),
    ],
)
def test_what_cannot_be_written_is_told(arguments, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", ["svg", "html", "md", "tex"])
@pytest.mark.parametrize("sides", [("0", "5"), ("5", "0"), ("0", "0")])
def test_a_table_of_nothing_is_not_drawn(suffix, sides, tmp_path, capsys):
    assert main(["table", "grundy", *sides, "-o", str(tmp_path / f"a.{suffix}")]) == 2
    assert "a row and a column at least" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())

"""A notebook, executed: what a last line shows there."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys

import pytest

EXECUTE = """
import json, sys
import nbformat
from nbclient import NotebookClient

notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in json.load(sys.stdin)])
NotebookClient(notebook, timeout=200, kernel_name="python3").execute()
shown = [[output.get("data", {"stream": output.get("text")}) for output in cell.outputs] for cell in notebook.cells]
print(json.dumps(shown))
"""

CELLS = {
    "beginning": "import cgt\nfrom cgt.apps.show import plot",
    "sequence": "plot.sequence([0, 1, 2, 0, 1, 2], title='Taking 1 or 2')",
    "inline": "%matplotlib inline\nplot.heatmap(cgt.nim_value_table('wythoff', 8, 8))",
    "quotient": "cgt.misere_quotient('0.77')",
    "table": "cgt.nim_value_table('wythoff', 6, 6)",
    "genera": "cgt.genera('kayles', 12)",
    "sweep": "from cgt.apps.sweep.run import sweep\nsweep('0.0?', 100)",
    "bar": "import cgt.core.progress\ncgt.core.progress.BAR_AFTER_SECONDS = 0\ncgt.crosscheck('wythoff', 31)",
    "short": "cgt.core.progress.BAR_AFTER_SECONDS = 100\ncgt.crosscheck('wythoff', 6)",
    "explorer": "from cgt.apps.web.explorer import Explorer\nExplorer('kayles 7')",
    "own bar": "cgt.crosscheck('wythoff', 6, progress=lambda done, total: print(done == total))",
}


@pytest.fixture(scope="module")
def shown():
    """What each cell shows, by its name: the data of its outputs."""
    for tool in ("nbclient", "ipykernel", "matplotlib"):
        if importlib.util.find_spec(tool) is None:
            pytest.skip(f"{tool} is not installed: no notebook is executed")
    if importlib.util.find_spec("anywidget") is None:
        CELLS.pop("explorer")
    done = subprocess.run(
        [sys.executable, "-c", EXECUTE],
        input=json.dumps(list(CELLS.values())),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(zip(CELLS, json.loads(done.stdout), strict=True))


@pytest.mark.full
def test_a_figure_is_a_picture(shown):
    for name, text in {"sequence": "Taking 1 or 2", "inline": "Nim-values"}.items():
        (output,) = shown[name]
        assert output["image/svg+xml"].rstrip().endswith("</svg>")
        assert f"<!-- {text} -->" in output["image/svg+xml"]


@pytest.mark.full
def test_results_are_cards(shown):
    wanted = {
        "quotient": "presentation",
        "table": "wythoff, normal play",
        "genera": "4^146",
        "sweep": "rules: 8; studied now: 7;",
        "bar": "wythoff",
    }
    for name, text in wanted.items():
        (card,) = [output["text/html"] for output in shown[name] if text in output.get("text/html", "")]
        assert card.startswith("<div style=")


@pytest.mark.full
def test_long_work_shows_a_bar_and_short_work_none(shown):
    widget = "application/vnd.jupyter.widget-view+json"
    drawn = {name: any(widget in output for output in shown[name]) for name in ("bar", "short", "own bar")}
    assert drawn == {"bar": importlib.util.find_spec("ipywidgets") is not None, "short": False, "own bar": False}
    assert shown["own bar"][0]["stream"].splitlines()[-1] == "True"


@pytest.mark.full
def test_a_widget_is_shown(shown):
    if "explorer" not in shown:
        pytest.skip("anywidget is not installed: no widget is shown")
    assert "application/vnd.jupyter.widget-view+json" in shown["explorer"][0]

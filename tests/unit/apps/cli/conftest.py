"""A command line, run within the test."""

from __future__ import annotations

import json

import pytest

from cgt.apps.cli import main


@pytest.fixture
def run(capsys):
    """Run a command line; give back the exit code, stdout and stderr."""

    def run(*arguments):
        code = main(arguments)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


class Drawn(list):
    """The figures that were written, in their order, and whether their files were, too."""

    files = False

    @property
    def texts(self):
        from matplotlib.text import Text

        return [text.get_text() for figure in self for text in figure.findobj(Text)]


@pytest.fixture
def drawn(monkeypatch, upto):
    """The figures that are written; by default their files stay empty, as those take longest."""
    pytest.importorskip("matplotlib")
    from cgt.apps.show.plot import axes as module

    figures, write = Drawn(), module._write
    figures.files = upto(False, full=True)

    def written(axes, file, form, *, dpi):
        figures.append(axes.figure)
        if figures.files:
            write(axes, file, form, dpi=dpi)

    monkeypatch.setattr(module, "_write", written)
    return figures


@pytest.fixture
def run_json(run):
    """Run a command line with `--json`, to a good end, in silence on stderr; what it printed, but for `schema`."""

    def run_json(*arguments):
        code, out, err = run(*arguments, "--json")
        assert (code, err) == (0, "")
        record = json.loads(out)
        assert next(iter(record)) == "schema"
        assert record.pop("schema") == 1
        return record

    return run_json
